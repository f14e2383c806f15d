// SPDX-License-Identifier: GPL-2.0
/*
 * Plain counters: each task is charged to the unit, whatever happens to a counter. The random scripts of laws_kunit.c know them,
 * too. What one architecture has alone is in a file of its own.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/skbuff.h>
#include <net/netlink.h>

#include "charge/pmu.h"
#include "cpus/cpus_read.h"
#include "cpus/pause.h"
#include "plain_kunit.h"
#include "pmu/plain.h"
#include "record/cpu.h"
#include "record/task.h"
#include "serve/encode.h"

/* Why the CPU of the test cannot count so, or NULL. */
const char *plain_unfit(const struct tda_pmu *kind)
{
	fake_use(kind);
	return kind->unfit(0);
}

int plain_begin(struct kunit *test)
{
	fake_begin(test);
	fake_use_plain();
	fake_set_counters(NULL);
	fake_set_events(NULL, 0);
	fake_set_ref_cycles(false);
	fake_set_clear_slots(420000);
	return 0;
}

/* ---- another set -------------------------------------------------------- */

/* Once more changes nothing, also if not all is to be had. */
static void use_none_again(struct kunit *test)
{
	static const struct tda_set none;
	u64 epoch = tda_epoch.number;
	unsigned int nr = tda_nr_counters;
	const char *why;

	KUNIT_EXPECT_EQ(test, fake_use_set(&none, 0, &why), 0);
	KUNIT_EXPECT_EQ(test, tda_epoch.number, epoch);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, nr);
	KUNIT_EXPECT_EQ(test, fake.live_events, nr);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
}

/*
 * In a pause nobody knows how much of it is to be had: also if it seems to be what
 * is counted already.
 */
static void use_none_in_a_pause(struct kunit *test, bool all)
{
	static const struct tda_set none;
	const char *why;

	tda_cpus_pause(0);
	KUNIT_EXPECT_EQ(test, fake_use_set(&none, 0, &why), all ? 0 : -EBUSY);
	tda_cpus_resume();
}

/*
 * What gives way to a set is the set again when nothing is asked for, as far as it
 * fits by then.
 */
void plain_gives_way(struct kunit *test)
{
	static const struct tda_set sets[] = {
		{ .nr = 2, .event = { { 0xc1 }, { 0xc2 } } }, { },
	};
	const struct plain_way_row *row = test->param_value;
	unsigned int i, first = row->direct ? 2 : 1;
	const char *why;

	fake_set_events(&row->asked, !!row->asked);
	fake.general = row->general[0];
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	for (i = 0; i < 3; i++) {
		fake.general = row->general[i];
		if (i >= first)
			KUNIT_EXPECT_EQ(test,
					fake_use_set(&sets[i - 1], 0, &why), 0);
		KUNIT_EXPECT_EQ(test, tda_nr_counters, row->nr[i]);
		KUNIT_EXPECT_EQ(test, fake.live_events, row->nr[i]);
		fake_run(1000, &fake_mixed);
		fake_switch(fake.idle);
		check_laws(test);
	}
	check_hardware(test);
	use_none_again(test);
	use_none_in_a_pause(test, !row->few);
	check_laws(test);
	fake_unload();
}

/* ---- what is charged ---------------------------------------------------- */

void plain_charge_name(const struct charge_row *row, char *desc)
{
	strcpy(desc, row->name);
}

void plain_charge(struct kunit *test)
{
	const struct charge_row *row = test->param_value;
	struct tda_cpu_stats before, *after = &fake_c()->stats;
	struct script script;
	u64 gap;

	fake.ref_cycles = row->ref_cycles;
	fake_boot(test, 0, row->extra);
	before = *after;
	gap = fake_c()->gap;
	script_begin(test, &script);
	script_run(test, &script, row->steps);

	KUNIT_EXPECT_EQ(test, after->resyncs - before.resyncs, row->resyncs);
	KUNIT_EXPECT_EQ(test, after->stops - before.stops, row->stops);
	KUNIT_EXPECT_EQ(test, fake_c()->gap - gap, row->gap);
	KUNIT_EXPECT_EQ(test, after->clears, 0ULL);
	KUNIT_EXPECT_EQ(test, fake_c()->unclassified, 0ULL);
	KUNIT_EXPECT_EQ(test, fake.nr_log, 0U);	/* no MSR */
	check_laws(test);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* ---- without slots ------------------------------------------------------ */

static const struct charge_row cycles_rows[] = {
	{ "one task", 4, { RUN_TO(100000, 1) } },
	{ "two tasks alternate", 4,
	  { RUN_TO(30000, 1), RUN_TO(20000, 0), RUN_TO(30000, 1),
	    RUN_TO(10, 0) } },
	{ "no event", 0, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "one event", 1, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "seven events", 7, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "with reference cycles", 4, { RUN_TO(30000, 1), RUN_TO(20000, 0) },
	  .ref_cycles = true, .only = FAKE_X86 },
	{ "folded", 4, { RUN(30000, mixed), FOLD, RUN(5, mixed), FOLD } },
	{ "perf reads cycles", 4,
	  { RUN(300, mixed), PERF_READS(0), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "cycles move", 4,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(0, 5), RUN_TO(9, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "cycles are taken away", 4,
	  { RUN_TO(300, 1), RUN(50, mixed), PERF_ERROR(0), RUN_TO(40, 0),
	    RUN_TO(700, 1), RUN(60, mixed), WAIT(2), RUN_TO(20000, 0) },
	  .resyncs = 1, .stops = 1 },
	{ "an event is taken away", 4,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(3),
	    RUN_TO(40, 0), RUN_TO(700, 1) }, .resyncs = 1, .gap = 740 },
	{ "the only event is taken away", 1,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(2),
	    RUN_TO(40, 0), RUN_TO(700, 1) }, .resyncs = 1, .gap = 740 },
};

FAKE_ARRAY_PARAM(cycles, cycles_rows, plain_charge_name);

const void *plain_cycles_gen_params(const void *prev, char *desc)
{
	return cycles_gen_params(prev, desc);
}

/* The same where nothing is known of the CPU but that it has both counters. */
static void use_basic(void)
{
	fake_cpu_of_no_table();
	fake_use(&tda_basic);
	tda_basic.learn(0);
}

static void charge_basic(struct kunit *test)
{
	use_basic();
	plain_charge(test);
}

static const struct charge_row alone_rows[] = {
	{ "one task", 5, { RUN_TO(100000, 1) } },
	{ "two tasks alternate", 4,
	  { RUN_TO(30000, 1), RUN_TO(20000, 0), RUN_TO(30000, 1),
	    RUN_TO(10, 0) } },
	{ "no event", 0, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "one event", 1, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "seven events", 7, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "with reference cycles", 4, { RUN_TO(30000, 1), RUN_TO(20000, 0) },
	  .ref_cycles = true, .only = FAKE_X86 },
	{ "folded", 5, { RUN(30000, mixed), FOLD, RUN(5, mixed), FOLD } },
	{ "perf reads cycles", 4,
	  { RUN(300, mixed), PERF_READS(0), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "cycles move, as when the watchdog comes", 4,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(0, 5), RUN_TO(9, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event goes round", 4,
	  { TO(1), NEAR_OVERFLOW(4, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "cycles are taken away", 4,
	  { RUN_TO(300, 1), RUN(50, mixed), PERF_ERROR(0), RUN_TO(40, 0),
	    RUN_TO(700, 1), RUN(60, mixed), WAIT(2), RUN_TO(20000, 0) },
	  .resyncs = 1, .stops = 1 },
	{ "an event is taken away", 5,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(5),
	    RUN_TO(40, 0), RUN_TO(700, 1) }, .resyncs = 1, .gap = 740 },
	{ "the only event is taken away", 1,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(1),
	    RUN_TO(40, 0), RUN_TO(700, 1) }, .resyncs = 1, .gap = 740 },
};

FAKE_ARRAY_PARAM(alone, alone_rows, plain_charge_name);

/* What a Zen 4 counts, or a Neoverse N3. */
static void charge_alone(struct kunit *test)
{
	fake_cpu_of_cycles_alone();
	fake_use(&tda_plain_alone);
	KUNIT_ASSERT_TRUE(test, !tda_plain_alone.unfit(0));
	tda_plain_alone.learn(0);
	plain_charge(test);
}

static void basic_stands_still(struct kunit *test)
{
	static struct tda_cpu_view view;

	use_basic();
	fake_boot(test, 0, 0);
	tda_cpus_pause(0);
	fake.stuck = BIT(0);
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_WAITING);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, "cycles stand still"),
			      "it says: %s", view.reason);
}

/* ---- counters that go round ----------------------------------------------- */

struct round_row {
	const char	*name;
	u64		mask;
	bool		mute;
	const char	*words;		/* why it does not count, or NULL */
	enum fake_only	only;
};

static const struct round_row round_rows[] = {
	{ "48 bits", .only = FAKE_X86 },
	{ "48 bits, and no interrupt", 0, true, .only = FAKE_X86 },
	{ "64 bits, and no interrupt", U64_MAX, true },
	{ "64 bits", U64_MAX, .only = FAKE_ARM64 },
	{ "32 bits", U32_MAX },
	{ "32 bits, and no interrupt", U32_MAX, true,
	  "counters have 32 bits here and no interrupt" },
};

static void round_name(const struct round_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(round, round_rows, round_name);

/* Somebody must take what a narrow counter has counted. */
static void goes_round(struct kunit *test)
{
	const struct round_row *row = test->param_value;

	/* It has counted before, so that the module stays. */
	fake_boot(test, 0, OWN);
	tda_cpus_pause(0);
	fake.mask = row->mask;
	fake.mute = row->mute;
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, fake_c()->counting, !row->words);
	KUNIT_EXPECT_EQ(test, fake_c()->state, row->words ?
			TDACCT_STATE_CANNOT : TDACCT_STATE_COUNTING);
	if (row->words)
		KUNIT_EXPECT_TRUE_MSG(test,
				      strstr(fake_c()->reason, row->words),
				      "it says: %s", fake_c()->reason);
	check_laws(test);
}

/* ---- counters that were elsewhere ----------------------------------------- */

static void pause_and_resume(void)
{
	tda_cpus_pause(0);
	tda_cpus_resume();
}

static void lose_and_regain(void)
{
	fake_perf_error(0);
	fake_fold();
	fake_wait(2 * HZ);
}

struct displaced_row {
	const char	*name;
	void		(*meanwhile)(void);
};

static const struct displaced_row displaced_rows[] = {
	{ "a pause", pause_and_resume },
	{ "a counter is lost, and comes back", lose_and_regain },
};

static void displaced_name(const struct displaced_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(displaced, displaced_rows, displaced_name);

/*
 * On arm64 a bit of a counter that is no longer there would send every switch the
 * slow way, until the CPU stops.
 */
static void is_forgotten(struct kunit *test)
{
	const struct displaced_row *row = test->param_value;

	fake_boot(test, 0, OWN);
	fake_c()->displaced = 1U << (TDA_MAX_COUNTERS - 1);
	row->meanwhile();
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, fake_c()->displaced + 0U, 0U);
	check_laws(test);
}

/* ---- behind perf's back -------------------------------------------------- */

struct long_row {
	const char	*name;
	bool		idle;		/* and it polls */
	unsigned int	minutes;	/* without a switch */
	u64		set;		/* slots are set to that at last, or 0 */
	const char	*words;		/* what is said, or NULL */
	enum fake_only	only;
};

static const struct long_row long_rows[] = {
	{ "a minute in one go", false, 1 },
	{ "ten minutes in one go each", false, 10 },
	{ "ten minutes of idle=poll", true, 10 },
	{ "twenty-five minutes of idle=poll", true, 25 },
	{ "a minute in one go, and slots are set to their end", false, 1,
	  (1ULL << 48) - 1000, "slots went up by more than a CPU counts",
	  FAKE_X86 },
	{ "ten minutes of idle=poll, and slots are set to their end", true, 10,
	  (1ULL << 48) - 1000, "slots went up by more than a CPU counts",
	  FAKE_X86 },
	{ "a minute in one go, and cycles are set to their end", false, 1,
	  -1000ULL, "cycles went up by more than a CPU counts", FAKE_ARM64 },
	{ "ten minutes of idle=poll, and cycles are set to their end", true, 10,
	  -1000ULL, "cycles went up by more than a CPU counts", FAKE_ARM64 },
};

static void long_name(const struct long_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(long_run, long_rows, long_name);

/* Six slots in a cycle at 3.5 GHz. */
#define SLOTS_A_MINUTE	(21 * 60 * NSEC_PER_SEC)

/* What passed in a minute without a switch is charged in a moment: that is no jump. */
static void long_run(struct kunit *test)
{
	const struct long_row *row = test->param_value;
	static struct tda_cpu_view view;
	unsigned int i;

	fake_boot(test, 0, OWN);
	fake_run(1000, &fake_mixed);
	fake_switch(row->idle ? fake.idle : fake_fork());
	for (i = 0; i < row->minutes; i++) {
		fake_pass(SLOTS_A_MINUTE, &fake_mixed);
		fake_wait(60 * HZ);
		tda_cpus_read(fake.cpu, &view);
		KUNIT_EXPECT_STREQ(test, view.reason, "");
	}
	if (row->set)
		*fake_register(fake_place(fake.event[0])) = row->set;
	fake_switch(fake_fork());
	tda_cpus_read(fake.cpu, &view);
	if (row->words)
		KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words),
				      "it says: %s", view.reason);
	else
		KUNIT_EXPECT_STREQ(test, view.reason, "");
	check_laws(test);
}

/* ---- beginning and ending ------------------------------------------------ */

#define ALL	(FAKE_NR_FIXED + OWN)

static void offline_and_online(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	fake_boot(test, 0, OWN);
	fake_run(1000, &fake_mixed);
	fake_switch(t);
	fake_run(500, &fake_mixed);
	fake.down(fake.cpu);
	cpumask_clear_cpu(fake.cpu, &fake.online);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	check_laws(test);

	/* Its idle task switches on, to wherever CPUs go. */
	fake_switch(fake.idle);
	cpumask_set_cpu(fake.cpu, &fake.online);
	fake.up(fake.cpu);
	KUNIT_EXPECT_EQ(test, fake.live_events, (unsigned int)ALL);
	fake_run(200, &fake_mixed);
	fake_switch(t);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* Nothing that only metrics have is in a sum. */
static void no_fields(struct kunit *test)
{
	unsigned int i;

	fake_boot(test, 0, OWN);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), ALL + 1U);
	for (i = 0; i < tda_nr_values(); i++) {
		KUNIT_EXPECT_TRUE(test, tda_value_present(i));
		KUNIT_EXPECT_NE(test, (int)tda_value(i)->kind,
				(int)TDACCT_KIND_METRIC);
	}
	KUNIT_EXPECT_EQ(test, (int)tda_value(tda_value_gap())->kind,
			(int)TDACCT_KIND_GAP);
}

/* What a reader is told: the kind, and no threshold, as there are no metrics. */
static void told_to_readers(struct kunit *test)
{
	const struct tda_info all = {
		.pmu = tda_pmu[0]->name, .cpu.vendor_id = "",
		.clear_slots = 12345,
	};
	struct sk_buff *skb = alloc_skb(8192, GFP_KERNEL);
	struct nlattr *kind;

	KUNIT_ASSERT_NOT_NULL(test, skb);
	fake_boot(test, 12345, OWN);
	KUNIT_EXPECT_EQ(test, tda_put_info(skb, &all), 0);
	kind = nla_find((void *)skb->data, skb->len, TDACCT_A_PMU);
	KUNIT_EXPECT_STREQ(test, (char *)nla_data(kind), "plain");
	KUNIT_EXPECT_TRUE(test, !nla_find((void *)skb->data, skb->len,
					  TDACCT_A_CLEAR_SLOTS));
	kfree_skb(skb);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(goes_round, round_gen_params),
	KUNIT_CASE_PARAM(is_forgotten, displaced_gen_params),
	KUNIT_CASE_PARAM(long_run, long_run_gen_params),
	KUNIT_CASE_PARAM(charge_basic, cycles_gen_params),
	KUNIT_CASE_PARAM(charge_alone, alone_gen_params),
	KUNIT_CASE(basic_stands_still),
	KUNIT_CASE(offline_and_online),
	KUNIT_CASE(no_fields),
	KUNIT_CASE(told_to_readers),
	{ }
};

static struct kunit_suite plain_suite = {
	.name = "plain",
	.init = plain_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(plain_suite);
