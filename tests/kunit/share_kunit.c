// SPDX-License-Identifier: GPL-2.0
/* Counters are given to others who want them, and taken back. */
#include <kunit/test.h>
#include <linux/jiffies.h>

#include "cpus/cpus_read.h"
#include "cpus/others.h"
#include "cpus/pause.h"
#include "cpus/reconcile.h"
#include "cpus/set.h"
#include "cpus/share.h"
#include "cpus/want.h"
#include "record/task.h"
#include "script.h"

#define T	250000

/* Counters that are always ours, and all with two events. */
#define FIXED	((unsigned int)FAKE_NR_FIXED)
#define ALL	(FIXED + 2)
#define ANCHOR	1U

static struct tda_cpu_view *look(void)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return &view;
}

/* Others come, and are newer than all that there was at load. */
static void others_come(unsigned int want, unsigned int nr)
{
	fake.others_number = fake.newest + 1;
	if (tda_want_listens(fake_c(), want))
		tda_want_note(fake_c(), want, nr);
	fake_wait(0);
}

static void boot(struct kunit *test)
{
	tda_sharing = TDA_SHARE_FAIR;
	tda_share_after_s = 60;
	fake_boot(test, T, 2);
	tda_cpus_have_general(8);
	fake_run(1000, &fake_mixed);
}

static void expect_given(struct kunit *test, enum tda_given given)
{
	static const unsigned int events[] = {
		[TDA_GIVEN_NOTHING] = ALL, [TDA_GIVEN_EXTRA] = FIXED,
		[TDA_GIVEN_ALL] = ANCHOR,
	};

	KUNIT_EXPECT_EQ(test, fake_c()->share.given, given);
	KUNIT_EXPECT_EQ(test, fake.live_events, events[given]);
	KUNIT_EXPECT_EQ(test, look()->state, given == TDA_GIVEN_ALL ?
			TDACCT_STATE_WAITING : TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, !!strstr(look()->reason, TDA_OTHERS_NEED),
			given != TDA_GIVEN_NOTHING);
	fake_run(1000, &fake_mixed);
	check_laws(test);
	if (given != TDA_GIVEN_ALL)
		check_hardware(test);
}

/* ---- steps ---------------------------------------------------------------- */

struct step_row {
	const char	*name;
	unsigned int	want;
	unsigned int	nr;
	enum tda_given	given;
	enum tda_given	later;	/* when others are seen to wait still */
};

static const struct step_row step_rows[] = {
	{ "one waits", TDA_WANT_TURN, 1, TDA_GIVEN_EXTRA, TDA_GIVEN_ALL },
	{ "more than are spare", TDA_WANT_TURN, 3, TDA_GIVEN_EXTRA,
	  TDA_GIVEN_ALL },
	{ "slots", TDA_WANT_TURN | TDA_WANT_FIRST, 1, TDA_GIVEN_ALL,
	  TDA_GIVEN_ALL },
	{ "a pinned one", TDA_WANT_PINNED, 0, TDA_GIVEN_EXTRA,
	  TDA_GIVEN_ALL },
	{ "a pinned one of slots", TDA_WANT_PINNED | TDA_WANT_FIRST, 0,
	  TDA_GIVEN_ALL, TDA_GIVEN_ALL },
	{ "some were made, and there is room", TDA_WANT_SOON, 1,
	  TDA_GIVEN_NOTHING, TDA_GIVEN_EXTRA },
	{ "so many that the set is to go", TDA_WANT_SOON, 7, TDA_GIVEN_EXTRA,
	  TDA_GIVEN_ALL },
	{ "more than there are counters", TDA_WANT_SOON, 8, TDA_GIVEN_EXTRA,
	  TDA_GIVEN_ALL },
	{ "slots will be counted", TDA_WANT_SOON | TDA_WANT_FIRST, 1,
	  TDA_GIVEN_ALL, TDA_GIVEN_ALL },
};

static void step_name(const struct step_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(step, step_rows, step_name);

static void gives(struct kunit *test)
{
	const struct step_row *row = test->param_value;

	boot(test);
	fake.on_cpu.waiting = 1;
	others_come(row->want, row->nr);
	expect_given(test, row->given);
	if (!row->given)
		return;

	/* What was given takes perf some ticks: that says nothing yet. */
	others_come(TDA_WANT_TURN, 1);
	expect_given(test, row->given);
	fake_wait(HZ / 20);
	others_come(TDA_WANT_TURN, 1);
	expect_given(test, row->later);

	/* Nobody wants any more. */
	fake.on_cpu.waiting = 0;
	fake_wait(HZ / 2);
	expect_given(test, row->later);
	fake_wait(HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
}

/* One after the other: the second is no part of the first. */
static void gives_twice(struct kunit *test)
{
	boot(test);
	others_come(TDA_WANT_TURN, 1);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake_wait(3 * HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);

	/* They are back soon: it is to be quiet for longer, and then longer. */
	others_come(TDA_WANT_TURN, 1);
	fake_wait(3 * HZ / 2);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake_wait(HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	others_come(TDA_WANT_TURN, 1);
	fake_wait(7 * HZ / 2);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake_wait(HZ);
	expect_given(test, TDA_GIVEN_NOTHING);

	/* After a second they are others. */
	fake_wait(9 * HZ / 8);
	others_come(TDA_WANT_TURN, 1);
	fake_wait(3 * HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);
}

/* ---- who keeps us from taking it back ------------------------------------- */

struct stay_row {
	const char		*name;
	struct tda_others	on_cpu;
	struct tda_others	in_tasks;
	bool			old;	/* they were there at load */
	bool			stays;
};

static const struct stay_row stay_rows[] = {
	{ "nobody" },
	{ "who waits on the CPU", { .waiting = 1 }, .stays = true },
	{ "who waits in a task", .in_tasks = { .waiting = 1 }, .stays = true },
	{ "a pinned event of the CPU comes first anyway", { .pinned = 1 } },
	{ "a pinned event of a task would be lost", .in_tasks = { .pinned = 1 },
	  .stays = true },
	{ "a pinned event that lost already", { .failed = 1 } },
	{ "who was there at load", { .waiting = 1 }, .old = true },
	{ "a task's pinned event that was", .in_tasks = { .pinned = 1 },
	  .old = true },
};

static void stay_name(const struct stay_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(stay, stay_rows, stay_name);

static void keeps_away(struct kunit *test)
{
	const struct stay_row *row = test->param_value;

	fake.newest = 100;
	boot(test);
	fake.on_cpu = row->on_cpu;
	fake.in_tasks = row->in_tasks;
	others_come(TDA_WANT_TURN, 1);
	fake.others_number = row->old ? 100 : 101;
	fake_wait(2 * HZ);
	expect_given(test, row->stays ? TDA_GIVEN_EXTRA : TDA_GIVEN_NOTHING);
}

static void names_the_holder(struct kunit *test)
{
	boot(test);
	fake.in_tasks = (struct tda_others){ .waiting = 1, .pid = 1234,
					     .comm = "perf" };
	others_come(TDA_WANT_TURN, 3);
	fake_wait(12 * HZ + 1);
	KUNIT_EXPECT_STREQ(test, look()->reason,
			   "without r1b7, r2b7: others need the counters (perf 1234, for 12 s)");

	/* The next one has no name. */
	fake.in_tasks = (struct tda_others){ };
	fake_wait(2 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	others_come(TDA_WANT_TURN, 3);
	KUNIT_EXPECT_TRUE(test, strstr(look()->reason, "(perf, for 0 s)"));
}

/* ---- turns ---------------------------------------------------------------- */

/* Others never end; so many quarters of a second in @quarters were ours. */
static unsigned int ours_of(unsigned int quarters)
{
	unsigned int ours = 0;

	while (quarters--) {
		if (!fake_c()->share.given)
			others_come(TDA_WANT_TURN, 1);
		fake_wait(HZ / 4);
		fake_run(100, &fake_mixed);
		ours += !fake_c()->share.given;
	}
	return ours;
}

struct turn_row {
	const char		*name;
	enum tda_sharing	sharing;
	struct tda_others	others;
	bool			pinned;
	unsigned int		first;	/* ours of the first 50 seconds */
	unsigned int		least, most;	/* of two minutes after 75, %% */
};

static const struct turn_row turn_rows[] = {
	{ "fair", TDA_SHARE_FAIR, { .waiting = 1 }, false, 0, 45, 55 },
	{ "perf", TDA_SHARE_PERF, { .waiting = 1 }, false, 0, 0, 3 },
	{ "fair, a task has a pinned event", TDA_SHARE_FAIR, { .pinned = 1 },
	  true, 0, 0, 0 },
};

static void turn_name(const struct turn_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(turn, turn_rows, turn_name);

static void takes_turns(struct kunit *test)
{
	const struct turn_row *row = test->param_value;
	unsigned int ours;

	boot(test);
	tda_sharing = row->sharing;
	fake.in_tasks = row->others;
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, ours_of(4 * 50), row->first);
	ours_of(4 * 25);
	ours = ours_of(4 * 120) * 100 / (4 * 120);
	KUNIT_EXPECT_GE(test, ours, row->least);
	KUNIT_EXPECT_LE(test, ours, row->most);
	check_laws(test);
	check_hardware(test);

	/* They are gone. */
	fake.in_tasks = (struct tda_others){ };
	fake_wait(12 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	tda_sharing = TDA_SHARE_FAIR;
}

/* Nobody is to come first: both have turns from the beginning, the first is theirs. */
static void shares_at_once(struct kunit *test)
{
	unsigned int ours;

	boot(test);
	tda_share_after_s = 0;
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, ours_of(3), 0U);
	ours = ours_of(4 * 60) * 100 / (4 * 60);
	KUNIT_EXPECT_GE(test, ours, 45U);
	KUNIT_EXPECT_LE(test, ours, 55U);
	check_laws(test);
}

/* In our turn it is said anew who comes first. */
struct choice_row {
	const char		*name;
	enum tda_sharing	sharing;
	enum tda_given		given, later;
};

static const struct choice_row choice_rows[] = {
	{ "fair, as before: our turn ends first", TDA_SHARE_FAIR,
	  TDA_GIVEN_NOTHING, TDA_GIVEN_EXTRA },
	{ "perf: at once", TDA_SHARE_PERF, TDA_GIVEN_EXTRA, TDA_GIVEN_EXTRA },
	{ "tdacct: no more", TDA_SHARE_TDACCT, TDA_GIVEN_NOTHING,
	  TDA_GIVEN_NOTHING },
};

static void choice_name(const struct choice_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(choice, choice_rows, choice_name);

static void chosen_in_our_turn(struct kunit *test)
{
	const struct choice_row *row = test->param_value;

	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(60 * HZ + HZ / 10);
	expect_given(test, TDA_GIVEN_NOTHING);
	tda_sharing = row->sharing;
	others_come(TDA_WANT_TURN, 1);
	expect_given(test, row->given);
	fake_wait(HZ);
	expect_given(test, row->later);
	tda_sharing = TDA_SHARE_FAIR;
}

/* They end, and two minutes later there are others: those come first for a minute. */
static void later_there_are_others(struct kunit *test)
{
	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(5 * HZ);
	fake.in_tasks.waiting = 0;
	fake_wait(120 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, ours_of(4 * 50), 0U);
}

/*
 * Looking at tasks takes long, so that is done seldom: they are not yet looked at when
 * others come again, who have an event of a task.
 */
static void looks_seldom(struct kunit *test)
{
	boot(test);
	fake.look_ns = 200 * NSEC_PER_MSEC;	/* each four seconds */
	others_come(TDA_WANT_TURN, 1);
	fake_wait(9 * HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);
	fake_wait(3 * HZ / 2);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(3 * HZ / 2);
	fake_hurry();	/* as when something is wanted of another CPU */
	expect_given(test, TDA_GIVEN_EXTRA);
	fake.in_tasks.waiting = 0;
	fake_wait(9 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
}

struct duty_row {
	const char	*name;
	unsigned int	s;	/* that they wait, of each eight */
	bool		turns;	/* in the end */
};

static const struct duty_row duty_rows[] = {
	{ "now and then", 2, false },
	{ "half of the time", 4, false },
	{ "most of the time", 6, true },
};

static void duty_name(const struct duty_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(duty, duty_rows, duty_name);

/* They come and go for five minutes. What was given is theirs for a second more. */
static void come_and_go(struct kunit *test)
{
	const struct duty_row *row = test->param_value;
	bool turns = false;
	unsigned int i;

	boot(test);
	for (i = 0; i < 40; i++) {
		fake.in_tasks.waiting = 1;
		others_come(TDA_WANT_TURN, 1);
		fake_wait(row->s * HZ);
		turns |= fake_c()->share.given == TDA_GIVEN_NOTHING;
		fake.in_tasks.waiting = 0;
		fake_wait((8 - row->s) * HZ);
		KUNIT_EXPECT_EQ(test, fake_c()->share.given, TDA_GIVEN_NOTHING);
	}
	KUNIT_EXPECT_EQ(test, turns, row->turns);
	check_laws(test);
}

/* In our turn nobody is seen to wait: what was given was not needed. */
static void nobody_waits_in_our_turn(struct kunit *test)
{
	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(60 * HZ);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake_wait(3 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	fake_wait(60 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
}

static void nothing_is_given(struct kunit *test)
{
	boot(test);
	tda_sharing = TDA_SHARE_TDACCT;
	others_come(TDA_WANT_TURN | TDA_WANT_FIRST, 5);
	expect_given(test, TDA_GIVEN_NOTHING);
	tda_sharing = TDA_SHARE_FAIR;
	others_come(TDA_WANT_TURN, 5);
	expect_given(test, TDA_GIVEN_EXTRA);
	/* Another choice while others have some. */
	fake.in_tasks.waiting = 1;
	tda_sharing = TDA_SHARE_TDACCT;
	fake_wait(HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	tda_sharing = TDA_SHARE_FAIR;
}

/* ---- what else happens meanwhile ------------------------------------------ */

static void pause(void)
{
	tda_cpus_pause(0);
	fake_wait(HZ);
	tda_cpus_resume();
}

static void go_and_come(void)
{
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
}

static void lose_one(void)
{
	fake_perf_error(FIXED - 1);
	fake_fold();
	fake_wait(2 * HZ);
}

struct meanwhile_row {
	const char	*name;
	unsigned int	want;
	void		(*happens)(void);
};

static const struct meanwhile_row meanwhile_rows[] = {
	{ "a pause, some given", TDA_WANT_TURN, pause },
	{ "a pause, all given", TDA_WANT_TURN | TDA_WANT_FIRST, pause },
	{ "the CPU goes and comes, some given", TDA_WANT_TURN, go_and_come },
	{ "the CPU goes and comes, all given", TDA_WANT_TURN | TDA_WANT_FIRST,
	  go_and_come },
	{ "a counter is lost, some given", TDA_WANT_TURN, lose_one },
};

static void meanwhile_name(const struct meanwhile_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(meanwhile, meanwhile_rows, meanwhile_name);

static void meanwhile(struct kunit *test)
{
	const struct meanwhile_row *row = test->param_value;

	boot(test);
	others_come(row->want, 1);
	KUNIT_EXPECT_NE(test, fake_c()->share.given, TDA_GIVEN_NOTHING);
	row->happens();
	fake_wait(2 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	check_truth(test);
}

/* Another set while some is given, or all: not on that CPU, and not now. */
static void another_set(struct kunit *test)
{
	const struct tda_set set = { 1, { { 0xc1 } } };
	const char *why = "";

	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, fake_use_set(&set, TDA_SET_ANY_EPOCH, &why),
			-EBUSY);
	KUNIT_EXPECT_TRUE(test, strstr(why, "others have the counters"));
	expect_given(test, TDA_GIVEN_EXTRA);
	fake.in_tasks.waiting = 0;
	fake_wait(2 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
	KUNIT_EXPECT_EQ(test, fake_use_set(&set, TDA_SET_ANY_EPOCH, &why), 0);
}

/* Who was noticed in the moment of a pause does not keep others from it. */
static void noticed_in_a_pause(struct kunit *test)
{
	boot(test);
	tda_cpus_pause(0);
	tda_want_note(fake_c(), TDA_WANT_PINNED, 0);
	fake_wait(0);
	tda_cpus_resume();
	others_come(TDA_WANT_TURN, 1);
	expect_given(test, TDA_GIVEN_EXTRA);
}

/* Some were made that had room and are gone: they do not count any more. */
static void made_and_gone(struct kunit *test)
{
	boot(test);
	others_come(TDA_WANT_SOON, 5);
	expect_given(test, TDA_GIVEN_NOTHING);
	fake.on_cpu.waiting = 2;
	others_come(TDA_WANT_SOON, 2);
	expect_given(test, TDA_GIVEN_NOTHING);
}

/* What a step would give is not there. */
static void nothing_to_give(struct kunit *test)
{
	tda_sharing = TDA_SHARE_FAIR;
	fake_boot(test, T, 0);
	tda_cpus_have_general(8);
	others_come(TDA_WANT_SOON, 9);
	KUNIT_EXPECT_EQ(test, fake_c()->share.given, TDA_GIVEN_NOTHING);
	KUNIT_EXPECT_STREQ(test, look()->reason, "");
	others_come(TDA_WANT_PINNED, 0);
	KUNIT_EXPECT_EQ(test, fake_c()->share.given, TDA_GIVEN_NOTHING);
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, fake_c()->share.given, TDA_GIVEN_ALL);
}

static void want_slots(void *data)
{
	tda_want_note(fake_c(), TDA_WANT_PINNED | TDA_WANT_FIRST, 0);
}

/* While a CPU gives some, others want all: of a pinned event perf tells but once. */
static void wanted_while_it_gives(struct kunit *test)
{
	boot(test);
	fake.hook = (struct fake_hook){ FAKE_CALL, 0, 1, want_slots };
	others_come(TDA_WANT_TURN, 1);
	KUNIT_EXPECT_EQ(test, fake.hook.at, FAKE_NOWHERE);
	expect_given(test, TDA_GIVEN_ALL);
}

/* It is noted in the moment in which our turn begins. */
static void wanted_as_our_turn_begins(struct kunit *test)
{
	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(60 * HZ - HZ / 10);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake.now_ns += NSEC_PER_SEC / 5;
	others_come(TDA_WANT_PINNED, 0);
	expect_given(test, TDA_GIVEN_EXTRA);
}

/* The work comes late whenever they have some: what they had more is ours, too. */
static void comes_late(struct kunit *test)
{
	u64 ours = 0, theirs = 0;
	unsigned int i;

	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(59 * HZ);
	for (i = 0; i < 400; i++) {
		u64 *whose = fake_c()->share.given ? &theirs : &ours;
		u64 began = fake.now_ns;

		fake.now_ns += (whose == &theirs ? 700 : 100) * NSEC_PER_MSEC;
		if (!fake_c()->share.given)
			others_come(TDA_WANT_TURN, 1);
		fake_wait(0);
		*whose += fake.now_ns - began;
	}
	KUNIT_EXPECT_GE(test, 100 * ours, 46 * (ours + theirs));
	KUNIT_EXPECT_GE(test, 100 * theirs, 46 * (ours + theirs));
	check_laws(test);
}

/* A task makes a pinned event after the last look at tasks, and it was not noticed. */
static void pinned_before_our_turn(struct kunit *test)
{
	boot(test);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(60 * HZ - HZ / 50);
	fake.in_tasks.pinned = 1;
	fake_wait(HZ / 10);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake.in_tasks.pinned = 0;
	fake_wait(HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);
}

/* Others had their minute and went; who comes now has a turn, at least. */
static void the_next_has_a_turn(struct kunit *test)
{
	boot(test);
	fake.in_tasks.pinned = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(90 * HZ);
	fake.in_tasks.pinned = 0;
	tda_cpus_pause(0);
	tda_cpus_resume();
	fake_wait(HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);
	fake.in_tasks.waiting = 1;
	others_come(TDA_WANT_TURN, 1);
	fake_wait(3 * HZ / 4);
	expect_given(test, TDA_GIVEN_EXTRA);
	fake_wait(HZ / 2);
	expect_given(test, TDA_GIVEN_NOTHING);
}

static void nobody_can_be_noticed(struct kunit *test)
{
	fake.no_others = true;
	boot(test);
	fake_wait(200 * HZ);
	expect_given(test, TDA_GIVEN_NOTHING);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(gives, step_gen_params),
	KUNIT_CASE(gives_twice),
	KUNIT_CASE_PARAM(keeps_away, stay_gen_params),
	KUNIT_CASE(names_the_holder),
	KUNIT_CASE_PARAM(takes_turns, turn_gen_params),
	KUNIT_CASE(shares_at_once),
	KUNIT_CASE_PARAM(chosen_in_our_turn, choice_gen_params),
	KUNIT_CASE(later_there_are_others),
	KUNIT_CASE_PARAM(come_and_go, duty_gen_params),
	KUNIT_CASE(looks_seldom),
	KUNIT_CASE(nobody_waits_in_our_turn),
	KUNIT_CASE(nothing_is_given),
	KUNIT_CASE_PARAM(meanwhile, meanwhile_gen_params),
	KUNIT_CASE(another_set),
	KUNIT_CASE(noticed_in_a_pause),
	KUNIT_CASE(made_and_gone),
	KUNIT_CASE(nothing_to_give),
	KUNIT_CASE(wanted_while_it_gives),
	KUNIT_CASE(wanted_as_our_turn_begins),
	KUNIT_CASE(pinned_before_our_turn),
	KUNIT_CASE(comes_late),
	KUNIT_CASE(the_next_has_a_turn),
	KUNIT_CASE(nobody_can_be_noticed),
	{ }
};

static struct kunit_suite share_suite = {
	.name = "share",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(share_suite);
