// SPDX-License-Identifier: GPL-2.0
/* When a CPU counts, and what becomes of it when it cannot. */
#include <kunit/test.h>
#include <linux/jiffies.h>
#include <linux/suspend.h>

#include "charge/deferred.h"
#include "charge/refresh.h"
#include "charge/sync.h"
#include "cpus/choice.h"
#include "cpus/cpus.h"
#include "cpus/cpus_read.h"
#include "cpus/events.h"
#include "cpus/pause.h"
#include "cpus_kunit.h"
#include "record/process_read.h"
#include "record/task.h"
#include "script.h"

#define T	250000

/* Counters that are always ours, the last of them, and all with two events. */
#define FIXED	((unsigned int)FAKE_NR_FIXED)
#define LAST	(FIXED - 1)
#define EVENT(n) (FIXED + (n))
#define ALL	(FIXED + 2)

static enum tdacct_state state_of_cpu(void)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return view.state;
}

static bool reason_has(const char *words)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return strstr(view.reason, words);
}

/* Everything before the first event is made. */
static void prepare_with(struct kunit *test, unsigned int extra, bool guests)
{
	static const struct tda_event events[] = { { 0x1b7 }, { 0x2b7 } };

	tda_values_init(fake.ref_cycles, events, extra);
	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	KUNIT_ASSERT_EQ(test, tda_cpus_init(T, guests), 0);
	fake.booted = true;
}

void cpus_prepare(struct kunit *test, unsigned int extra)
{
	prepare_with(test, extra, false);
}

/* ---- perf refuses ------------------------------------------------------- */

void cpus_perf_refuses(struct kunit *test)
{
	const struct cpus_refuse_row *row = test->param_value;

	fake.fail_create = row->create;
	fake.create_error = row->error;
	fake.fail_enable = row->enable;
	fake.push_at = row->push;
	fake.push_out = row->push_out;
	fake.ref_cycles = row->ref_cycles;
	fake.turning = row->turning;
	cpus_prepare(test, 2);
	KUNIT_EXPECT_EQ(test, tda_cpus_start(), row->started);
	/* After a start that failed everything has been let go already. */
	if (row->started) {
		KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
		return;
	}
	KUNIT_EXPECT_EQ(test, state_of_cpu(), row->state);
	KUNIT_EXPECT_TRUE(test, reason_has(row->reason));
	KUNIT_EXPECT_EQ(test, fake.live_events,
			row->state == TDACCT_STATE_COUNTING ?
			ALL + row->ref_cycles - row->missing : 0);
	check_laws(test);
	fake_run(1000, &fake_mixed);
	check_hardware(test);

	/* Whoever held it has let it go. */
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_FALSE(test, reason_has("without"));
	KUNIT_EXPECT_EQ(test, fake.live_events, ALL + row->ref_cycles);
	fake_run(1000, &fake_mixed);
	check_hardware(test);
	check_laws(test);
}

/* ---- virtual machines ---------------------------------------------------- */

struct guests_row {
	const char		*name;
	bool			guests;	/* are to be counted */
	int			error;	/* that perf refuses SLOTS with */
	int			started;
	enum tdacct_state	state;
	const char		*reason;
	enum fake_only		only;
};

/* A kernel that gives the PMU to a guest has no event that counts both. */
static const struct guests_row guests_rows[] = {
	{ "left out",			false, 0, 0, TDACCT_STATE_COUNTING,
	  "" },
	{ "counted",			true, 0, 0, TDACCT_STATE_COUNTING, "" },
	{ "left out, no driver",	false, -EOPNOTSUPP, -ENODEV },
	{ "counted, one has the PMU",	true, -EOPNOTSUPP, 0,
	  TDACCT_STATE_WAITING, "slots: a virtual machine may have the PMU",
	  FAKE_X86 },
	{ "counted, no driver",		true, -ENOENT, -ENODEV },
	{ "counted, busy",		true, -EBUSY, 0, TDACCT_STATE_WAITING,
	  "slots: no free counter", FAKE_X86 },
	{ "counted, one has the PMU with all its cycles", true, -EOPNOTSUPP, 0,
	  TDACCT_STATE_WAITING, "cycles: a virtual machine may have the PMU",
	  FAKE_ARM64 },
};

static void guests_name(const struct guests_row *row, char *desc)
{
	strcpy(desc, row->name);
}
FAKE_ARRAY_PARAM(guests, guests_rows, guests_name);

static void check_events(struct kunit *test, bool exclude_guest)
{
	unsigned int i;

	KUNIT_EXPECT_EQ(test, fake.live_events, ALL);
	for (i = 0; i < ALL; i++)
		KUNIT_EXPECT_EQ(test, fake.event[i]->attr.exclude_guest + 0U,
				exclude_guest + 0U);
}

static void virtual_machines_are(struct kunit *test)
{
	const struct guests_row *row = test->param_value;

	fake.fail_create = row->error ? 1 : 0;
	fake.create_error = row->error;
	prepare_with(test, 2, row->guests);
	KUNIT_EXPECT_EQ(test, tda_cpus_start(), row->started);
	KUNIT_EXPECT_EQ(test, tda_events_count_guests(), row->guests);
	if (row->started)
		return;
	KUNIT_EXPECT_EQ(test, state_of_cpu(), row->state);
	KUNIT_EXPECT_TRUE(test, reason_has(row->reason));
	/* The guest has gone, or nothing was wrong. */
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	check_events(test, !row->guests);
	fake_run(1000, &fake_mixed);
	check_hardware(test);
	check_laws(test);
}

/* ---- it is tried again --------------------------------------------------- */

/* Longer and longer, up to a minute, then on and on. */
static void waits_longer_each_time(struct kunit *test)
{
	static const unsigned long seconds[] = {
		1, 2, 4, 8, 16, 32, 60, 60, 60,
	};
	unsigned int i;

	cpus_prepare(test, 0);
	fake.create_error = -EBUSY;
	fake.fail_create = 1;
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
	for (i = 0; i < ARRAY_SIZE(seconds); i++) {
		fake.fail_create = fake.nr_created + 1;
		fake_wait(seconds[i] * HZ - 20);
		KUNIT_EXPECT_EQ(test, fake.nr_created, i + 1);
		fake_wait(22);
		KUNIT_EXPECT_EQ(test, fake.nr_created, i + 2);
	}
	fake.fail_create = 0;
	fake_wait(61 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
}

/* Another CPU has lost a counter: one that waits is not due for that. */
static void another_has_lost(struct kunit *test)
{
	unsigned int tried;

	cpus_prepare(test, 0);
	fake.create_error = -EBUSY;
	fake.fail_create = 1;
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
	tried = fake.nr_created;
	tda_defer(&tda_deferred_retry);
	fake_wait(HZ / 10);
	KUNIT_EXPECT_EQ(test, fake.nr_created, tried);
	fake.fail_create = 0;
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
}

/* One has waited for long and is due in half a minute, the other one sooner. */
static void the_first_that_is_due(struct kunit *test)
{
	struct tda_cpu *other = fake_second(test);

	fake.busy_cpu = cpumask_any_but(&fake.online, fake.cpu);
	fake_boot(test, T, 0);
	KUNIT_EXPECT_EQ(test, other->state, TDACCT_STATE_WAITING);
	fake_wait(32 * HZ);
	fake_perf_error(LAST);
	fake_fold();
	KUNIT_EXPECT_FALSE(test, fake_c()->counting);
	fake_wait(2 * HZ);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	fake.busy_cpu = 0;
	fake_wait(60 * HZ);
	KUNIT_EXPECT_TRUE(test, other->counting);
}

/* ---- the CPU itself is unfit -------------------------------------------- */

/* What it counted until then is nobody's, and not lost. */
void cpus_start_unfit(struct kunit *test, int started, const char *reason)
{
	cpus_prepare(test, 0);
	KUNIT_EXPECT_EQ(test, tda_cpus_start(), started);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_FALSE(test, fake_c()->counting);
	if (!started)
		KUNIT_EXPECT_TRUE(test, reason_has(reason));
	check_laws(test);
	check_hardware(test);
}

/* What may pass is tried again. */
void cpus_then_it_counts(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_WAITING);
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	fake_run(1000, &fake_mixed);
	check_laws(test);
	check_hardware(test);
}

static void slots_stand_still(struct kunit *test)
{
	fake.stuck = BIT(0);
	cpus_start_unfit(test, 0, FAKE_STANDS_STILL);
	fake.stuck = 0;
	cpus_then_it_counts(test);
}

/* ---- counting stops and goes on ----------------------------------------- */

/* A CPU that lost a counter is waiting from that moment on for readers. */
static void lost_counter(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	fake_perf_error(LAST);
	fake_switch(fake_fork());
	KUNIT_EXPECT_FALSE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_WAITING);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.stops, 1ULL);

	/* All are let go, and tried again in time: its place is taken. */
	fake_wait(0);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_WAITING);
	KUNIT_EXPECT_TRUE(test, reason_has("taken away"));
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	fake.fail_enable = fake.nr_enabled + 1;
	fake_run(1000, &fake_mixed);
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_WAITING);
	KUNIT_EXPECT_TRUE(test, reason_has("no free counter"));
	fake_run(1000, &fake_mixed);
	fake_wait(3 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_GE(test, view.total.lost_ns, 3 * NSEC_PER_SEC);
	KUNIT_EXPECT_LE(test, view.total.lost_ns, 4 * NSEC_PER_SEC);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* Lost as soon as it is had, again and again: it is tried ever more rarely. */
static void lost_again_and_again(struct kunit *test)
{
	u64 began, waited[8];
	unsigned int i;

	fake_boot(test, T, 0);
	for (i = 0; i < ARRAY_SIZE(waited); i++) {
		fake_perf_error(LAST / 2);
		fake_fold();
		began = fake.now_ns;
		while (!fake_c()->counting)
			fake_wait(HZ / 10);
		waited[i] = (fake.now_ns - began) / NSEC_PER_MSEC;
	}
	KUNIT_EXPECT_LT(test, waited[0], 1300ULL);
	KUNIT_EXPECT_GT(test, waited[5], 30000ULL);
	KUNIT_EXPECT_GT(test, waited[7], 59000ULL);
	KUNIT_EXPECT_LT(test, waited[7], 61000ULL);

	/* What has counted for long has recovered. */
	fake_wait(15 * HZ);
	fake_perf_error(LAST / 2);
	fake_fold();
	fake_wait(2 * HZ);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	check_laws(test);
	check_hardware(test);
}

/* ---- what was asked for besides is taken away ----------------------------- */

static u64 gap_of_cpu(void)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return view.total.val[tda_value_gap()];
}

static void fixed_lost_too(void)
{
	fake_perf_error(LAST);
	fake_fold();
	fake_wait(2 * HZ);
}

static void paused_meanwhile(void)
{
	tda_cpus_pause(0);
	tda_cpus_resume();
}

static void away_meanwhile(void)
{
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
}

static void worker_came(void)
{
	fake_wait(0);
}

/* It is let go of at once, though the first is not due yet. */
static void the_other_too(void)
{
	fake_wait(0);
	fake_perf_error(EVENT(1));
	fake_fold();
	fake_wait(0);
}

static void not_to_be_had(void)
{
	fake_wait(0);
	fake.fail_enable = fake.nr_enabled + 1;
	fake_wait(HZ + 2);
}

static void not_seen_yet(void)
{
}

struct without_row {
	const char	*name;
	unsigned int	lost;		/* raw events, a bit each */
	void		(*meanwhile)(void);
	const char	*reason;	/* after that */
	unsigned int	events;		/* that are had after that */
};

static const struct without_row without_rows[] = {
	{ "one", 1 << 1, worker_came, "without r2b7: taken away", 1 },
	{ "the other", 1 << 0, worker_came, "without r1b7: taken away", 1 },
	{ "both", 3 << 0, worker_came, "without r1b7, r2b7: taken away", 0 },
	{ "one, and a little later the other", 1 << 0, the_other_too,
	  "without r1b7, r2b7: taken away", 0 },
	{ "one, and the worker has not come", 1 << 1, not_seen_yet, "", 2 },
	{ "one, and is not to be had", 1 << 1, not_to_be_had,
	  "without r2b7: no free counter", 1 },
	{ "one, and cycles after it", 1 << 1, fixed_lost_too, "", 2 },
	{ "one, and a pause", 1 << 0, paused_meanwhile, "", 2 },
	{ "both, and the CPU goes and comes", 3 << 0, away_meanwhile, "", 2 },
};

static void without_name(const struct without_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(without, without_rows, without_name);

static void take_away(unsigned int lost)
{
	unsigned int i;

	for (i = 0; EVENT(i) < tda_nr_counters; i++)
		if (lost & 1U << i)
			fake_perf_error(EVENT(i));
}

static void take_turns(struct fake_task *a, struct fake_task *b)
{
	unsigned int i;

	for (i = 0; i < 10; i++) {
		fake_run(700, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
}

/* All else is counted as ever, and what is missing comes back without a jump. */
static void events_are_taken(struct kunit *test)
{
	const struct without_row *row = test->param_value;
	struct fake_task *a = fake_fork(), *b = fake_fork();
	u64 clears, gap;

	fake_boot(test, T, 2);
	fake_switch(a);
	take_turns(a, b);
	fake_fold();
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), 0ULL);
	take_away(row->lost);
	take_turns(a, b);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.stops, 0ULL);
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), 7000ULL);
	/* Each is switched as cheaply as ever. */
	clears = fake_c()->stats.clears;
	take_turns(a, b);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.clears, clears);
	check_truth(test);
	check_laws(test);

	row->meanwhile();
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_TRUE(test, reason_has(row->reason));
	KUNIT_EXPECT_EQ(test, fake.live_events, FIXED + row->events);
	take_turns(a, b);
	check_truth(test);

	fake_wait(5 * HZ);
	KUNIT_EXPECT_FALSE(test, reason_has("without"));
	KUNIT_EXPECT_EQ(test, fake.live_events, ALL);
	gap = gap_of_cpu();
	KUNIT_EXPECT_GE(test, gap, 14000ULL);
	take_turns(a, b);
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), gap);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
	KUNIT_EXPECT_EQ(test, fake.bad_reads, 0U);
}

static u64 total_of(unsigned int counter)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return view.total.val[tda_value_of(counter)];
}

static void run_and_switch(void *next)
{
	fake_run(1000, &fake_mixed);
	fake_switch(next);
	fake_run(500, &fake_mixed);
}

/* As hw.c has it: each counter has a rate of its own. */
static u64 of_second_event(u64 slots)
{
	return slots / (2 * EVENT(1) + 1) + EVENT(1);
}

/*
 * An event counts as soon as perf has enabled it, and the CPU hears of it later.
 * What it counted by then belongs to slots of the gap.
 */
static void what_counts_before_it_is_regained(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_fork();
	u64 counted, gap;

	fake_boot(test, T, 2);
	fake_switch(a);
	take_turns(a, b);
	fake_perf_error(EVENT(1));
	fake_fold();
	fake_wait(0);
	KUNIT_ASSERT_EQ(test, fake.live_events, ALL - 1);
	counted = total_of(EVENT(1));
	gap = gap_of_cpu();

	fake.hook = (struct fake_hook){ FAKE_CALL, 0, 1, run_and_switch, b };
	fake_wait(5 * HZ);
	KUNIT_ASSERT_EQ(test, fake.hook.at, FAKE_NOWHERE);
	KUNIT_ASSERT_EQ(test, fake.live_events, ALL);
	fake_fold();
	KUNIT_EXPECT_EQ(test, total_of(EVENT(1)), counted);
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), gap + 1500);

	fake_run(900, &fake_mixed);
	fake_fold();
	KUNIT_EXPECT_EQ(test, total_of(EVENT(1)), counted + of_second_event(900));
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), gap + 1500);
	check_laws(test);
}

/* The slots of the interval in which it was taken are part of the gap. */
static void event_is_taken_in_a_run(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_fork();

	fake_boot(test, T, 2);
	fake_switch(a);
	fake_run(1000, &fake_mixed);
	fake_switch(b);
	fake_run(500, &fake_mixed);
	fake_perf_error(EVENT(1));
	fake_run(300, &fake_mixed);
	fake_switch(a);
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), 800ULL);
	fake_run(T + 1, &fake_mixed);	/* and through a clear */
	fake_switch(b);
	KUNIT_EXPECT_EQ(test, gap_of_cpu(), 800ULL + T + 1);
	check_laws(test);
	check_hardware(test);
}

/* Also what is lost again as soon as it is had is asked for ever more rarely. */
static void event_is_lost_again_and_again(struct kunit *test)
{
	u64 began, waited = 0;
	unsigned int i;

	fake_boot(test, T, 2);
	for (i = 0; i < 8; i++) {
		fake_perf_error(EVENT(1));
		fake_fold();
		fake_wait(0);
		KUNIT_ASSERT_EQ(test, fake.live_events, ALL - 1);
		began = fake.now_ns;
		while (fake.live_events == ALL - 1)
			fake_wait(HZ / 10);
		waited = (fake.now_ns - began) / NSEC_PER_MSEC;
	}
	KUNIT_EXPECT_GT(test, waited, 59000ULL);
	KUNIT_EXPECT_LT(test, waited, 61000ULL);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.stops, 0ULL);
	check_laws(test);
	check_hardware(test);
}

static void take_the_other(void *unused)
{
	fake_perf_error(EVENT(1));
	fake_fold();
}

/* While perf makes the event of one that is missing, another one is lost. */
static void event_is_taken_while_one_is_made(struct kunit *test)
{
	fake_boot(test, T, 2);
	fake_perf_error(EVENT(0));
	fake_fold();
	fake_wait(0);
	KUNIT_ASSERT_EQ(test, fake.live_events, ALL - 1);
	fake.hook = (struct fake_hook){ FAKE_MADE, 0, 1, take_the_other };
	fake_wait(HZ + 2);
	KUNIT_EXPECT_TRUE(test, reason_has("without r2b7: taken away again"));
	KUNIT_EXPECT_EQ(test, fake.live_events, ALL - 1);
	fake_wait(5 * HZ);
	KUNIT_EXPECT_FALSE(test, reason_has("without"));
	KUNIT_EXPECT_EQ(test, fake.live_events, ALL);
	check_laws(test);
	check_hardware(test);
}

static void pause_and_resume(struct kunit *test)
{
	u64 left;

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	tda_cpus_pause(0);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_EQ(test, left, 0ULL);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	check_laws(test);

	tda_cpus_pause(0);		/* no error, and nothing happens */
	tda_cpus_resume();
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, fake.live_events, FIXED);
	fake_run(1000, &fake_mixed);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

static void pause_for_a_time(struct kunit *test)
{
	u64 left;

	fake_boot(test, T, 0);
	tda_cpus_pause(5000);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_GT(test, left, 4900ULL);
	KUNIT_EXPECT_LE(test, left, 5001ULL);

	tda_cpus_pause(1);		/* half of it is left: not 0 */
	fake.now_ns += NSEC_PER_MSEC / 2;
	tda_cpus_state(&left);
	KUNIT_EXPECT_EQ(test, left, 1ULL);

	tda_cpus_pause(10000);		/* the new time counts */
	fake_wait(6 * HZ);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	fake_wait(5 * HZ);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);

	tda_cpus_pause(5000);		/* ended by hand: nothing is left */
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, left, 0ULL);
}

/* A time that was set is forgotten when the pause is made endless. */
static void pause_without_end(struct kunit *test)
{
	u64 left;

	fake_boot(test, T, 0);
	tda_cpus_pause(5000);
	tda_cpus_pause(0);
	tda_cpus_state(&left);
	KUNIT_EXPECT_EQ(test, left, 0ULL);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_EQ(test, left, 0ULL);
}

/* The end of the first was under way already when the second began. */
static void pause_made_longer_too_late(struct kunit *test)
{
	u64 left;

	fake_boot(test, T, 0);
	tda_cpus_pause(5000);
	fake_wait(4 * HZ);
	tda_cpus_pause(10000);
	fake_hurry();
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	fake_wait(11 * HZ);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
}

static void nobody_retries_in_a_pause(struct kunit *test)
{
	fake_boot(test, T, 0);
	fake_perf_error(0);
	fake_fold();
	tda_cpus_pause(0);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	check_laws(test);
}

static void offline_and_online(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	fake_switch(t);
	fake_run(2000, &fake_retiring);
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_OFFLINE);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	check_laws(test);

	/* Its idle task switches on, to wherever CPUs go. */
	fake_switch(fake.idle);
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	fake_run(500, &fake_mixed);
	fake_switch(t);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* As before, but the last who ran there had no record. */
static void offline_without_a_record(struct kunit *test)
{
	fake_boot(test, T, 0);
	fake.down(fake.cpu);
	fake_drain(fake_task_pool());
	fake.now_ns += 1000;
	fake.running->task.se.sum_exec_runtime += 1000;
	fake_switch(fake_fork());
	KUNIT_EXPECT_PTR_EQ(test, fake_c()->cur, fake_c()->untracked);
	fake.running->task.se.sum_exec_runtime = 5 * NSEC_PER_SEC;
	cpumask_clear_cpu(fake.cpu, &fake.online);
	fake.fail_all[FAKE_OBJECTS] = false;

	/* It comes back, and somebody else runs there, who has run before. */
	fake.running = fake.idle;
	fake.idle->task.se.sum_exec_runtime = 3 * NSEC_PER_SEC;
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake_switch(fake.idle);
	KUNIT_EXPECT_EQ(test, fake_c()->untracked->counts.lost_ns, 0ULL);
	fake.up(fake.cpu);
	KUNIT_EXPECT_EQ(test, fake_c()->untracked->counts.lost_ns, 0ULL);
	check_laws(test);
}

static void offline_in_a_pause(struct kunit *test)
{
	fake_boot(test, T, 0);
	tda_cpus_pause(0);
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_OFFLINE);
	tda_cpus_pause(0);
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_PAUSED);
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, state_of_cpu(), TDACCT_STATE_COUNTING);
	check_laws(test);
}

/* ---- how long it was there, and how long it counted ---------------------- */

/* What happens to the CPU, and how long it stays so. */
struct stay {
	void		(*begin)(void);
	unsigned int	seconds;
};

static void nothing(void)
{
}

static void pause(void)
{
	tda_cpus_pause(0);
}

static void go(void)
{
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
}

static void come(void)
{
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
}

struct time_row {
	const char	*name;
	struct stay	stay[4];
	unsigned int	online, lost;	/* seconds, of all steps */
};

static const struct time_row time_rows[] = {
	{ "counting", { { nothing, 5 } }, 5, 0 },
	{ "paused", { { nothing, 1 }, { pause, 2 }, { tda_cpus_resume, 4 } },
	  7, 2 },
	{ "paused still", { { nothing, 1 }, { pause, 2 } }, 3, 2 },
	{ "paused twice", { { pause, 2 }, { pause, 1 },
			    { tda_cpus_resume, 4 } }, 7, 3 },
	{ "offline", { { nothing, 1 }, { go, 8 }, { come, 2 } }, 3, 0 },
	{ "offline still", { { nothing, 1 }, { go, 8 } }, 1, 0 },
	{ "offline in a pause", { { pause, 1 }, { go, 8 }, { come, 2 },
				  { tda_cpus_resume, 4 } }, 7, 3 },
	{ "offline, and the pause ends", { { pause, 1 }, { go, 8 },
					   { tda_cpus_resume, 16 },
					   { come, 2 } }, 3, 1 },
};

static void time_name(const struct time_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(time, time_rows, time_name);

/* Looking at the clock may take some time there. */
static void expect_seconds(struct kunit *test, u64 ns, unsigned int seconds)
{
	KUNIT_EXPECT_GE(test, ns, seconds * NSEC_PER_SEC);
	KUNIT_EXPECT_LT(test, ns, seconds * NSEC_PER_SEC + NSEC_PER_MSEC);
}

static void times(struct kunit *test)
{
	const struct time_row *row = test->param_value;
	static struct tda_cpu_view view;
	const struct stay *s;

	fake_boot(test, T, 0);
	for (s = row->stay; s < row->stay + ARRAY_SIZE(row->stay); s++) {
		if (!s->begin)
			break;
		s->begin();
		fake_wait(s->seconds * HZ);
	}
	tda_cpus_read(fake.cpu, &view);
	expect_seconds(test, view.cpu_ns, row->online);
	expect_seconds(test, view.total.lost_ns, row->lost);
}

/* ---- the machine sleeps ------------------------------------------------- */

static void sleep_on(unsigned long action)
{
	fake.sleep->notifier_call(fake.sleep, action, NULL);
}

struct sleep_row {
	const char	*name;
	unsigned long	down, up;
	bool		paused;
};

static const struct sleep_row sleep_rows[] = {
	{ "suspend",			PM_SUSPEND_PREPARE, PM_POST_SUSPEND },
	{ "hibernate",			PM_HIBERNATION_PREPARE,
	  PM_POST_HIBERNATION },
	{ "restore",			PM_RESTORE_PREPARE, PM_POST_RESTORE },
	{ "suspend while paused",	PM_SUSPEND_PREPARE, PM_POST_SUSPEND,
	  true },
};

static void sleep_name(const struct sleep_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(sleep, sleep_rows, sleep_name);

static void sleeps(struct kunit *test)
{
	const struct sleep_row *row = test->param_value;
	u64 left;

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	if (row->paused)
		tda_cpus_pause(0);
	sleep_on(row->down);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	/* Who paused is told so, not that the machine did. */
	KUNIT_EXPECT_TRUE(test, reason_has(row->paused ? "paused" :
					   "suspended"));
	check_laws(test);
	sleep_on(row->up);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), row->paused ?
			TDACCT_STATE_PAUSED : TDACCT_STATE_COUNTING);
	tda_cpus_resume();
	fake_run(1000, &fake_mixed);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* A pause that ends while the machine sleeps does not wake the counters. */
static void pause_ends_in_sleep(struct kunit *test)
{
	u64 left;

	fake_boot(test, T, 0);
	tda_cpus_pause(1000);
	sleep_on(PM_SUSPEND_PREPARE);
	fake_wait(2 * HZ);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_PAUSED);
	sleep_on(PM_POST_SUSPEND);
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
	check_laws(test);
}

/* ---- readers ------------------------------------------------------------ */

/* What a question is, and which of two CPUs it interrupts. */
struct question_row {
	const char	*name;
	bool		idle[2];	/* so are they */
	bool		isolated[2];
	bool		even_so;	/* isolated ones are asked, too */
	void		(*ask)(bool even_so);
	bool		interrupted[2];
	unsigned int	waits;
	bool		begins;		/* the second one: its task is not
					 * seen yet, and that it counts is */
	bool		same;		/* the second one seems to run what
					 * the first does, which no task says */
};

static void ask_all(bool even_so)
{
	tda_refresh(even_so);
}

static void ask_for_one(bool even_so)
{
	tda_refresh_thread(&fake.running->task, fake_c()->cur, even_so);
}

static void ask_for_process(bool even_so)
{
	struct tda_process *p = fake_c()->cur->process;
	struct cpumask cpus = { };

	rcu_read_lock();
	tda_process_cpus(p, &cpus);
	rcu_read_unlock();
	tda_refresh_process(p, &cpus, even_so);
}

static void ask_for_another_process(bool even_so)
{
	/* It is only compared. */
	tda_refresh_process(ERR_PTR(-ESRCH), &fake.online, even_so);
}

/* The first CPU runs a process of user 1000. */
static void ask_for_user(uid_t uid)
{
	struct cred cred = { .fsuid = KUIDT_INIT(uid) };

	tda_refresh_user(&cred);
}

static void ask_for_own(bool even_so)
{
	ask_for_user(1000);
}

static void ask_for_anothers(bool even_so)
{
	ask_for_user(1001);
}

static void ask_totals(bool even_so)
{
	static struct tda_sum sum;

	tda_cpus_total(&sum);
}

static void look(bool even_so)
{
	static struct tda_cpu_view view;
	unsigned int cpu;

	for_each_cpu(cpu, &fake.online)
		tda_cpus_read(cpu, &view);
}

static void ask_state(bool even_so)
{
	u64 left;

	tda_cpus_state(&left);
}

static const struct question_row question_rows[] = {
	{ "both run", .ask = ask_all, .interrupted = { true, true },
	  .waits = 1 },
	{ "one is idle", { false, true }, .ask = ask_all,
	  .interrupted = { true, false }, .waits = 1 },
	{ "both are idle", { true, true }, .ask = ask_all, .waits = 1 },
	{ "one is isolated", .isolated = { false, true }, .ask = ask_all,
	  .interrupted = { true, false }, .waits = 1 },
	{ "who asks is isolated", .isolated = { true, true }, .ask = ask_all,
	  .interrupted = { true, false }, .waits = 1 },
	{ "isolated, even so", .isolated = { true, true }, .even_so = true,
	  .ask = ask_all, .interrupted = { true, true }, .waits = 1 },
	{ "isolated and idle, even so", { false, true }, { true, true }, true,
	  ask_all, { true, false }, 1 },
	{ "one thread", .ask = ask_for_one, .interrupted = { true, false },
	  .waits = 1 },
	{ "one thread, which is looked for on its CPU", .ask = ask_for_one,
	  .interrupted = { true, false }, .waits = 1, .same = true },
	{ "one thread, isolated", .isolated = { true, true },
	  .ask = ask_for_one, .interrupted = { true, false }, .waits = 1 },
	{ "one process", .ask = ask_for_process,
	  .interrupted = { true, false }, .waits = 1 },
	{ "one process, which is looked for on its CPUs",
	  .ask = ask_for_process, .interrupted = { true, false },
	  .waits = 1, .same = true },
	{ "another process", .ask = ask_for_another_process, .waits = 1 },
	{ "one process, isolated", .isolated = { false, true },
	  .ask = ask_for_process, .interrupted = { true, false }, .waits = 1 },
	{ "one's own", .ask = ask_for_own, .interrupted = { true, false },
	  .waits = 1 },
	{ "another user's", .ask = ask_for_anothers, .waits = 1 },
	{ "all, and one begins", .ask = ask_all, .interrupted = { true, false },
	  .waits = 1, .begins = true },
	{ "one process, and one begins", .ask = ask_for_process,
	  .interrupted = { true, false }, .waits = 1, .begins = true },
	{ "one's own, and one begins", .ask = ask_for_own,
	  .interrupted = { true, false }, .waits = 1, .begins = true },
	{ "totals", .ask = ask_totals },
	{ "each CPU", .ask = look },
	{ "the state", .ask = ask_state },
};

static void question_name(const struct question_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(question, question_rows, question_name);

/* Two CPUs that count, and run two tasks or none. */
static struct tda_cpu *boot_two(struct kunit *test)
{
	struct tda_cpu *other = fake_second(test);

	fake_boot(test, T, 0);
	KUNIT_ASSERT_TRUE(test, fake_c()->counting);
	KUNIT_ASSERT_TRUE(test, other->counting);
	other->cur = other->untracked;
	fake.now_ns += NSEC_PER_SEC;
	fake.nr_interrupts = 0;
	fake.nr_waits = 0;
	cpumask_clear(&fake.interrupted);
	return other;
}

static void questions(struct kunit *test)
{
	const struct question_row *row = test->param_value;
	struct tda_cpu *other = boot_two(test);
	unsigned int cpu = cpumask_any_but(&fake.online, fake.cpu);

	if (row->idle[0])
		fake_switch(fake.idle);
	if (row->idle[1])
		other->cur = other->idle;
	if (row->isolated[0])
		cpumask_set_cpu(fake.cpu, &fake.isolated);
	if (row->isolated[1])
		cpumask_set_cpu(cpu, &fake.isolated);
	if (row->begins)
		other->cur = NULL;
	if (row->same)
		other->cur = fake_c()->cur;
	row->ask(row->even_so);
	if (row->begins || row->same)
		other->cur = other->untracked;
	KUNIT_EXPECT_EQ(test, cpumask_test_cpu(fake.cpu, &fake.interrupted),
			row->interrupted[0]);
	KUNIT_EXPECT_EQ(test, cpumask_test_cpu(cpu, &fake.interrupted),
			row->interrupted[1]);
	KUNIT_EXPECT_EQ(test, fake.nr_interrupts,
			row->interrupted[0] + row->interrupted[1] + 0U);
	KUNIT_EXPECT_EQ(test, fake.nr_waits, row->waits);
}

/*
 * A reader has the running tasks folded; on another CPU not twice within a
 * moment, unless it asks for one thread.
 */
static void folds_for_readers(struct kunit *test)
{
	struct tda_cpu *other = boot_two(test);
	struct fake_task *t = fake_fork();
	const u64 *here = &fake_c()->stats.folds, *there = &other->stats.folds;
	u64 began_here = *here, began_there = *there;

	tda_refresh(false);
	KUNIT_EXPECT_EQ(test, *here - began_here, 1ULL);
	KUNIT_EXPECT_EQ(test, *there - began_there, 1ULL);
	tda_refresh(false);
	KUNIT_EXPECT_EQ(test, *here - began_here, 2ULL);
	KUNIT_EXPECT_EQ(test, *there - began_there, 1ULL);
	task_thread_info(&t->task)->cpu = cpumask_any_but(&fake.online,
							  fake.cpu);
	tda_refresh_thread(&t->task, other->cur, false);
	KUNIT_EXPECT_EQ(test, *there - began_there, 2ULL);
	fake.now_ns += NSEC_PER_SEC;
	tda_refresh(false);
	KUNIT_EXPECT_EQ(test, *there - began_there, 3ULL);
	fake.now_ns += NSEC_PER_SEC;
	began_here = *here;
	tda_refresh_thread(&fake.idle->task, fake_c()->idle, false);
	KUNIT_EXPECT_EQ(test, *here, began_here);
	KUNIT_EXPECT_EQ(test, *there - began_there, 3ULL);
}

/* A process of very many threads is looked for on all CPUs: these are fewer. */
static void asks_for_many_threads(struct kunit *test)
{
	struct tda_cpu *other = boot_two(test);
	unsigned int cpu = cpumask_any_but(&fake.online, fake.cpu);
	struct fake_task *leader = fake.running;
	unsigned int i;

	for (i = 1; i < nr_cpu_ids; i++)
		fake_switch(fake_thread(leader));
	other->cur = fake_c()->cur;
	ask_for_process(false);
	KUNIT_EXPECT_FALSE(test, cpumask_test_cpu(cpu, &fake.interrupted));
	other->cur = other->untracked;
	fake_switch(fake_thread(leader));
	other->cur = fake_c()->cur;
	ask_for_process(false);
	KUNIT_EXPECT_TRUE(test, cpumask_test_cpu(cpu, &fake.interrupted));
	other->cur = other->untracked;
}

/* What an idle CPU has charged is in the totals, though it is not asked. */
static void totals_of_an_idle_cpu(struct kunit *test)
{
	static struct tda_sum sum;

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	fake_switch(fake.idle);
	tda_refresh(false);
	tda_cpus_total(&sum);
	KUNIT_EXPECT_EQ(test, sum.val[TDA_VALUE_SLOTS],
			fake.total.val[TDA_VALUE_SLOTS]);
	KUNIT_EXPECT_EQ(test, sum.switches, 1ULL);
}

/* Whoever begins on a CPU that was idle then is not older than the question. */
static void age_after_idle(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	u64 age;

	fake_boot(test, T, 0);
	fake_switch(fake.idle);
	fake.now_ns += 3 * NSEC_PER_SEC;
	tda_refresh(false);
	fake_switch(t);
	fake_run(777, &fake_mixed);
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(fake_c()->cur, &age));
	KUNIT_EXPECT_EQ(test, age, 777ULL);
}

/* A CPU that never switches is folded once a minute all the same. */
static void folds_by_itself(struct kunit *test)
{
	u64 folds;

	fake_boot(test, T, 0);
	cpumask_set_cpu(fake.cpu, &fake.isolated);
	folds = fake_c()->stats.folds;
	fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.folds, folds + 1);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.folds, folds + 2);
}

/* One that is idle, once in ten minutes. */
static void lets_idle_cpus_sleep(struct kunit *test)
{
	unsigned int i;
	u64 folds;

	fake_boot(test, T, 0);
	fake_switch(fake.idle);
	folds = fake_c()->stats.folds;
	for (i = 0; i < 20; i++)
		fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.folds, folds + 2);
}

/* Each of so many switches finds that perf has restarted the counters. */
static void touch_at_each(unsigned int switches)
{
	struct fake_task *a = fake.running, *b = fake_fork();

	while (switches--) {
		fake_run(1000, &fake_mixed);
		fake_perf_restarts_all();
		fake_switch(fake.running == a ? b : a);
	}
}

static void use_metrics(void)
{
}

static void use_e_core(void)
{
	fake_use_hybrid(true, false);
}

struct touched_row {
	const char	*name;
	void		(*use)(void);
	bool		said;		/* classes are lost by it */
	enum fake_only	only;
};

static const struct touched_row touched_rows[] = {
	{ "PERF_METRICS", use_metrics, true, FAKE_X86 },
	{ "plain counters", fake_use_plain, false },
	{ "an E-core of a hybrid CPU", use_e_core, false, FAKE_X86 },
};

static void touched_name(const struct touched_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(touched, touched_rows, touched_name);

/* What counts is how it is now, and not since the module was loaded. */
static void mostly_touched_of_late(struct kunit *test)
{
	const struct touched_row *row = test->param_value;

	row->use();
	fake_boot(test, T, 0);
	fake_c()->switches += 1ULL << 30;
	fake_wait(60 * HZ);
	touch_at_each(90);
	KUNIT_EXPECT_FALSE(test, reason_has("most of its switches"));
	touch_at_each(910);
	KUNIT_EXPECT_GT(test, fake_c()->stats.resyncs, 500ULL);
	KUNIT_EXPECT_EQ(test, reason_has("most of its switches"), row->said);
	fake_wait(60 * HZ);		/* the minute ends, and one is quiet */
	KUNIT_EXPECT_EQ(test, reason_has("most of its switches"), row->said);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_FALSE(test, reason_has("most of its switches"));
}

/* Nothing is charged on a CPU that has gone, whoever ran there at last. */
static void nobody_runs_where_no_cpu_is(struct kunit *test)
{
	u64 age;

	fake_boot(test, T, 0);
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(fake_c()->cur, &age));
	go();
	KUNIT_EXPECT_FALSE(test, tda_cpu_charges(fake_c()->cur, &age));
	come();
}

/* ---- where to count ------------------------------------------------------ */

struct choose_row {
	const char	*name;
	const char	*list;
	int		err;
};

static const struct choose_row choose_rows[] = {
	{ "all", NULL, 0 },
	{ "one", "0", 0 },
	{ "a range", "0-0", 0 },
	{ "none", "", -EINVAL },
	{ "no list", "few", -EINVAL },
	{ "backwards", "3-1", -EINVAL },
	{ "too high", "0,8000", -EINVAL },
	{ "far too high", "99999999999999999999", -EINVAL },
};

static void choose_name(const struct choose_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(choose, choose_rows, choose_name);

static void chooses(struct kunit *test)
{
	const struct choose_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, tda_cpus_choose(row->list), row->err);
	tda_cpus_choose(NULL);
}

static void leave_out_the_other(struct kunit *test)
{
	static char list[16];

	snprintf(list, sizeof(list), "%u", fake.cpu);
	KUNIT_ASSERT_EQ(test, tda_cpus_choose(list), 0);
}

/* It neither counts nor waits, whatever happens. */
static void left_out(struct kunit *test)
{
	struct tda_cpu *other = fake_second(test);
	u64 left;

	leave_out_the_other(test);
	fake_boot(test, T, 0);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, other->state, TDACCT_STATE_LEFT_OUT);
	KUNIT_EXPECT_TRUE(test, !!strstr(other->reason, "cpus="));
	KUNIT_EXPECT_EQ(test, fake.live_events, FIXED);
	fake_wait(120 * HZ);
	tda_cpus_pause(0);
	KUNIT_EXPECT_EQ(test, other->state, TDACCT_STATE_LEFT_OUT);
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, tda_cpus_state(&left), TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ(test, other->state, TDACCT_STATE_LEFT_OUT);
	KUNIT_EXPECT_EQ(test, fake.live_events, FIXED);
}

/* Of a list whose only CPU cannot count, the others are no hope. */
static void no_cpu_of_the_list(struct kunit *test)
{
	fake_second(test);
	leave_out_the_other(test);
	fake.fail_create = 1;
	fake.create_error = -ENOENT;
	cpus_prepare(test, 0);
	KUNIT_EXPECT_EQ(test, tda_cpus_start(), -ENODEV);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_TRUE(test, !!strstr(fake.said, "no CPU can count: "));
	KUNIT_EXPECT_TRUE(test, !strstr(fake.said,
					"no CPU can count: not chosen"));
}

/* A line for each reason. */
static void two_reasons(struct kunit *test)
{
	fake_second(test);
	leave_out_the_other(test);
	fake.fail_create = FIXED + 1;
	fake.create_error = -EBUSY;
	cpus_prepare(test, 1);
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
	KUNIT_EXPECT_TRUE(test, !!strstr(fake.said, "counts without "));
	KUNIT_EXPECT_TRUE(test, !!strstr(fake.said, "does not count: not chosen"));
}

/* What is said of a counter that jumped does not hide what is not counted. */
static void a_jump_beside_a_reason(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake.fail_create = FIXED + 1;
	fake.create_error = -EBUSY;
	cpus_prepare(test, 1);
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
	strscpy(fake_c()->sanity.name, "cycles", sizeof(fake_c()->sanity.name));
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_TRUE(test, !!strstr(view.reason, "without "));
}

static void age_of_the_numbers(struct kunit *test)
{
	struct fake_task *other = fake_fork();
	struct tda_task *record;
	u64 age;

	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	fake_fold();
	fake_run(777, &fake_mixed);
	record = fake_c()->cur;
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(record, &age));
	KUNIT_EXPECT_EQ(test, age, 777ULL);
	fake_switch(other);
	KUNIT_EXPECT_FALSE(test, tda_cpu_charges(record, &age));
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(fake_c()->cur, &age));
}

static void fold_later(void *unused)
{
	fake_run(50, &fake_mixed);
	fake_fold();
}

/* The CPU charges its task at the moment at which somebody asks. */
static void age_while_it_is_folded(struct kunit *test)
{
	u64 age;

	fake_boot(test, T, 0);
	fake_fold();
	fake_run(777, &fake_mixed);
	fake.hook = (struct fake_hook){ FAKE_CLOCK, 0, 1, fold_later };
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(fake_c()->cur, &age));
	KUNIT_EXPECT_EQ(test, age, 777ULL);
	/* And its clock may be ahead of ours. */
	fake_c()->synced_ns = fake.now_ns + 5;
	KUNIT_EXPECT_TRUE(test, tda_cpu_charges(fake_c()->cur, &age));
	KUNIT_EXPECT_EQ(test, age, 0ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(virtual_machines_are, guests_gen_params),
	KUNIT_CASE(waits_longer_each_time),
	KUNIT_CASE(another_has_lost),
	KUNIT_CASE(the_first_that_is_due),
	KUNIT_CASE(slots_stand_still),
	KUNIT_CASE(lost_counter),
	KUNIT_CASE(lost_again_and_again),
	KUNIT_CASE_PARAM(events_are_taken, without_gen_params),
	KUNIT_CASE(what_counts_before_it_is_regained),
	KUNIT_CASE(event_is_taken_in_a_run),
	KUNIT_CASE(event_is_lost_again_and_again),
	KUNIT_CASE(event_is_taken_while_one_is_made),
	KUNIT_CASE(pause_and_resume),
	KUNIT_CASE(pause_for_a_time),
	KUNIT_CASE(pause_without_end),
	KUNIT_CASE(pause_made_longer_too_late),
	KUNIT_CASE(nobody_retries_in_a_pause),
	KUNIT_CASE(offline_and_online),
	KUNIT_CASE(offline_without_a_record),
	KUNIT_CASE(offline_in_a_pause),
	KUNIT_CASE_PARAM(times, time_gen_params),
	KUNIT_CASE_PARAM(sleeps, sleep_gen_params),
	KUNIT_CASE(pause_ends_in_sleep),
	KUNIT_CASE(folds_for_readers),
	KUNIT_CASE(asks_for_many_threads),
	KUNIT_CASE_PARAM(questions, question_gen_params),
	KUNIT_CASE(totals_of_an_idle_cpu),
	KUNIT_CASE(age_after_idle),
	KUNIT_CASE(folds_by_itself),
	KUNIT_CASE(lets_idle_cpus_sleep),
	KUNIT_CASE_PARAM(mostly_touched_of_late, touched_gen_params),
	KUNIT_CASE(nobody_runs_where_no_cpu_is),
	KUNIT_CASE_PARAM(chooses, choose_gen_params),
	KUNIT_CASE(left_out),
	KUNIT_CASE(no_cpu_of_the_list),
	KUNIT_CASE(two_reasons),
	KUNIT_CASE(a_jump_beside_a_reason),
	KUNIT_CASE(age_of_the_numbers),
	KUNIT_CASE(age_while_it_is_folded),
	{ }
};

static struct kunit_suite cpus_suite = {
	.name = "cpus",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(cpus_suite);
