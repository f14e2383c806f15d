// SPDX-License-Identifier: GPL-2.0
/* A clear in detail: what is written, in which order, and what perf is left. */
#include <kunit/test.h>

#include "base/delta.h"
#include "charge/sync.h"
#include "pmu/intel_metrics.h"
#include "record/cpu.h"
#include "record/task.h"
#include "script.h"

#define T	250000
#define BOTH	(TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS)

static u64 total_of(unsigned int i)
{
	const struct perf_event *event = fake.event[i];

	return tda_hw_total(local64_read(&event->count),
			    local64_read(&event->hw.prev_count),
			    *fake_register(event->hw.event_base_rdpmc),
			    TDA_COUNTER_MASK);
}

static void expect_access(struct kunit *test, unsigned int i, bool write,
			  u32 msr, u64 value)
{
	KUNIT_EXPECT_EQ_MSG(test, fake.log[i].write, write, "access %u", i);
	KUNIT_EXPECT_EQ_MSG(test, fake.log[i].msr, msr, "access %u", i);
	KUNIT_EXPECT_EQ_MSG(test, fake.log[i].value, value, "access %u", i);
}

/* Make a clear due and do it; the log holds that one only. */
static void clear_once(struct kunit *test)
{
	fake_boot(test, T, 0);
	fake_run(T, &fake_mixed);
	fake.nr_log = 0;
	fake_switch(fake_fork());
}

static void by_the_book(struct kunit *test)
{
	const u64 ctrl = fake.ctrl;

	clear_once(test);
	KUNIT_ASSERT_EQ(test, fake.nr_log, 6U);
	expect_access(test, 0, false, TDA_MSR_GLOBAL_CTRL, ctrl);
	expect_access(test, 1, true, TDA_MSR_GLOBAL_CTRL, ctrl & ~BOTH);
	expect_access(test, 2, true, TDA_MSR_FIXED_CTR3, 0);
	expect_access(test, 3, true, TDA_MSR_PERF_METRICS, 0);
	expect_access(test, 4, false, TDA_MSR_GLOBAL_CTRL, ctrl & ~BOTH);
	expect_access(test, 5, true, TDA_MSR_GLOBAL_CTRL, ctrl);
	KUNIT_EXPECT_TRUE(test, fake.metrics_valid);
	KUNIT_EXPECT_EQ(test, fake.ctrl, ctrl);
}

/* Bits of other counters are as they were, on or off. */
static void others_are_left_alone(struct kunit *test)
{
	u64 ctrl;

	fake_boot(test, T, 0);
	fake_run(T, &fake_mixed);
	fake.ctrl &= ~0xaULL;
	ctrl = fake.ctrl;
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, fake.ctrl, ctrl);
}

/* What perf would answer a reader is the same before and after. */
static void perf_sees_no_gap(struct kunit *test)
{
	u64 before;

	fake_boot(test, T, 0);
	fake_run(T, &fake_mixed);
	before = total_of(0);
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, total_of(0), before);
	KUNIT_EXPECT_EQ(test, (u64)local64_read(&fake.event[0]->count), before);
	KUNIT_EXPECT_EQ(test, local64_read(&fake.event[0]->hw.prev_count), 0L);
	KUNIT_EXPECT_EQ(test, fake.fixed[3], 0ULL);

	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, total_of(0), before + 1000);
}

static void perf_sees_no_gap_in_a_thousand(struct kunit *test)
{
	struct fake_task *a, *b = fake_fork();
	u64 slots = fake.selftest;
	unsigned int i;

	fake_boot(test, T, 0);
	a = fake.running;
	for (i = 0; i < 1000; i++) {
		fake_run(77777, &fake_mixed);
		slots += 77777;
		fake_switch(i % 2 ? a : b);
		if (total_of(0) != slots)
			break;
	}
	KUNIT_EXPECT_EQ(test, i, 1000U);
	KUNIT_EXPECT_GT(test, fake_c()->stats.clears, 200ULL);
	check_laws(test);
	check_hardware(test);
}

/* Nothing at all is done to a PMU that somebody else has stopped. */
static void nothing_while_off(struct kunit *test)
{
	fake_boot(test, T, 0);
	fake_run(T, &fake_mixed);
	fake.ctrl &= ~TDA_GLOBAL_METRICS;
	fake.nr_log = 0;
	fake_switch(fake_fork());
	KUNIT_ASSERT_EQ(test, fake.nr_log, 1U);
	KUNIT_EXPECT_FALSE(test, fake.log[0].write);
	/* The one of the start. */
	KUNIT_EXPECT_EQ(test, fake_c()->stats.clears, 1ULL);
	check_laws(test);
	check_hardware(test);
}

/* ---- perf's handler of a metrics overflow, which zeroes both ------------- */

struct late_row {
	const char	*name;
	enum fake_point	at;
	u32		reg;
	unsigned int	nth;
	u64		slots;		/* that pass before it, if SLOTS runs */
	u64		live;		/* clears in whose midst SLOTS ran */
};

static const struct late_row late_rows[] = {
	{ "before it is stopped", FAKE_WRMSR, TDA_MSR_GLOBAL_CTRL, 1 },
	{ "once it is stopped", FAKE_WRITTEN, TDA_MSR_GLOBAL_CTRL, 1, 0, 1 },
	{ "before SLOTS is read", FAKE_READ, TDA_RDPMC_SLOTS, 2, 0, 1 },
	{ "before the fields are read", FAKE_READ, TDA_RDPMC_METRICS, 1, 0, 1 },
	{ "before SLOTS is zeroed", FAKE_WRMSR, TDA_MSR_FIXED_CTR3, 1, 0, 1 },
	{ "once SLOTS is zeroed", FAKE_WRITTEN, TDA_MSR_FIXED_CTR3, 1, 0, 1 },
	{ "once all is zeroed", FAKE_WRITTEN, TDA_MSR_PERF_METRICS, 1, 0, 1 },
	{ "before it goes on", FAKE_WRMSR, TDA_MSR_GLOBAL_CTRL, 2 },
	{ "as it goes on", FAKE_WRITTEN, TDA_MSR_GLOBAL_CTRL, 2, 300 },
};

static void late_name(const struct late_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(late, late_rows, late_name);

static void overflow_now(void *row)
{
	fake_pass(((const struct late_row *)row)->slots, &fake_mixed);
	fake_perf_metrics_overflow();
}

/* The overflow was before the clear, its interrupt comes when it likes. */
static void overflow_loses_nothing(struct kunit *test)
{
	const struct late_row *row = test->param_value;
	u64 before;

	fake_boot(test, T, 0);
	before = total_of(0);
	fake_run(T, &fake_mixed);
	fake.hook = (struct fake_hook){
		row->at, row->reg, row->nth, overflow_now, (void *)row
	};
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ_MSG(test, fake.hook.at, FAKE_NOWHERE, "it never came");
	KUNIT_EXPECT_EQ(test, fake_c()->stats.live_clears, row->live);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, total_of(0), before + T + row->slots + 1000);
	if (!row->slots)
		check_truth(test);

	/* Whoever runs at the next clear is charged for what was not seen. */
	fake_run(T, &fake_mixed);
	fake_switch(fake_fork());
	check_laws(test);
	check_hardware(test);
}

/* Two at once: the second while the first is seen to. */
static void overflow_while_recounting(struct kunit *test)
{
	static const struct late_row row = { .slots = 0 };

	fake_boot(test, T, 0);
	fake_run(T, &fake_mixed);
	fake_switch(fake_fork());
	fake_run(T / 16, &fake_mixed);
	fake_switch(fake_fork());
	fake_run(T / 16, &fake_mixed);
	fake_perf_metrics_overflow();
	fake_run(100, &fake_mixed);
	fake.hook = (struct fake_hook){
		FAKE_READ, TDA_RDPMC_SLOTS, 3, overflow_now, (void *)&row
	};
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ_MSG(test, fake.hook.at, FAKE_NOWHERE, "it never came");
	fake_run(1000, &fake_mixed);
	check_laws(test);
	check_hardware(test);
}

/* Then SLOTS stands where perf has started it, 2^47 below its end. */
static void overflow_before_the_first_clear(struct kunit *test)
{
	static const struct late_row row = { .slots = 500 };

	fake.hook = (struct fake_hook){
		FAKE_READ, TDA_RDPMC_SLOTS, 1, overflow_now, (void *)&row
	};
	fake_boot(test, T, 0);
	KUNIT_EXPECT_EQ_MSG(test, fake.hook.at, FAKE_NOWHERE, "it never came");
	fake_run(T, &fake_mixed);
	fake_switch(fake_fork());
	check_laws(test);
	check_hardware(test);
}

/* ---- the threshold over time -------------------------------------------- */

struct pace_row {
	const char	*name;
	u64		clear_slots;
	u64		slice;
	u64		slices;
	u64		least, most;	/* clears; the threshold varies */
};

/* A slice is followed by a clear if seven times its slots exceed the threshold. */
static const struct pace_row pace_rows[] = {
	{ "short slices, few clears",	250000,	10000,	1000,	38, 66 },
	{ "slices of an eighth",	250000,	31250,	100,	25, 100 },
	{ "slices of a fifth",		250000,	50000,	100,	100, 100 },
	{ "slices of the threshold",	250000,	250000,	100,	100, 100 },
	{ "always",			0,	10000,	100,	100, 100 },
};

static void pace_name(const struct pace_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(pace, pace_rows, pace_name);

static void pace(struct kunit *test)
{
	const struct pace_row *row = test->param_value;
	struct fake_task *a, *b = fake_fork();
	unsigned int i;

	fake_boot(test, row->clear_slots, 0);
	a = fake.running;
	for (i = 0; i < row->slices; i++) {
		fake_run(row->slice, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
	KUNIT_EXPECT_GE(test, fake_c()->stats.clears - 1, row->least);
	KUNIT_EXPECT_LE(test, fake_c()->stats.clears - 1, row->most);
	check_truth(test);
	check_laws(test);
}

/* The threshold is another one each time, near the one that was asked for. */
static void thresholds_vary(struct kunit *test)
{
	struct fake_task *a, *b = fake_fork();
	u64 least = U64_MAX, most = 0;
	unsigned int i;

	fake_boot(test, 160000, 0);
	a = fake.running;
	for (i = 0; i < 500; i++) {
		least = min(least, fake_c()->clear_at);
		most = max(most, fake_c()->clear_at);
		fake_run(160000, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
	KUNIT_EXPECT_GE(test, least, 130000ULL);
	KUNIT_EXPECT_LT(test, least, 135000ULL);
	KUNIT_EXPECT_LE(test, most, 190000ULL);
	KUNIT_EXPECT_GT(test, most, 185000ULL);
}

/* ---- what it costs is sampled ------------------------------------------- */

static void cost_is_sampled(struct kunit *test)
{
	const struct tda_cpu_stats *stats = &fake_c()->stats;
	struct fake_task *other = fake_fork(), *next;
	unsigned int i;

	fake_boot(test, 1000, 0);
	fake.clock_step = 7;
	for (i = 0; i < 600; i++) {
		fake_run(1001, &fake_mixed);
		next = other;
		other = fake.running;
		fake_switch(next);
	}
	KUNIT_EXPECT_EQ(test, stats->clears, 601ULL);
	KUNIT_EXPECT_GT(test, stats->clear_samples, 0ULL);
	KUNIT_EXPECT_GT(test, stats->samples, stats->clear_samples);
	KUNIT_EXPECT_EQ(test, stats->clear_sampled_ns,
			7 * stats->clear_samples);
	KUNIT_EXPECT_EQ(test, stats->sampled_ns, 7 * stats->clear_samples);
	check_truth(test);
	check_laws(test);
}

/* ---- how far a metric may be off ---------------------------------------- */

/*
 * The bound of a CPU is about slots since a clear only: where perf starts a
 * counter is 2^47 away.
 */
static void blur_is_of_slots(struct kunit *test)
{
	struct tda_sum total;

	fake_boot(test, T, 0);
	tda_sync_total(fake.cpu, &total);
	KUNIT_EXPECT_LE(test, total.blur, fake.selftest);

	fake_run(1000, &fake_mixed);
	fake_perf_restarts(0);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	tda_sync_total(fake.cpu, &total);
	KUNIT_EXPECT_LE(test, total.blur, 2 * fake.selftest);

	fake.ctrl &= ~TDA_GLOBAL_METRICS;
	fake_run(T, &fake_mixed);
	fake_switch(fake_fork());
	tda_sync_total(fake.cpu, &total);
	KUNIT_EXPECT_LE(test, total.blur, 3 * fake.selftest + T);
}

/* Slots that are charged and not yet cleared are in it as well. */
static void blur_grows_before_a_clear(struct kunit *test)
{
	struct tda_sum was, now;

	fake_boot(test, 1000000, 0);
	fake_run(100, &fake_mixed);
	fake_fold();
	tda_sync_total(fake.cpu, &was);
	fake_run(1000, &fake_mixed);
	fake_fold();
	tda_sync_total(fake.cpu, &now);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.clears, 1ULL);
	KUNIT_EXPECT_EQ(test, now.blur - was.blur, 1000ULL);
}

/*
 * Fields that do not add up before a clear: what they would say is nothing, and
 * the slots since the last charge are unclassified.
 */
static void nonsense_is_unclassified(struct kunit *test)
{
	struct tda_sum was, now;

	fake_boot(test, 1000000, 0);
	fake_run(10000, &fake_mixed);
	fake_fold();
	tda_sync_total(fake.cpu, &was);
	fake.metrics_stuck = true;
	fake_run(2000000, &fake_mixed);
	fake_fold();
	fake.metrics_stuck = false;
	tda_sync_total(fake.cpu, &now);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.clears, 2ULL);
	KUNIT_EXPECT_EQ(test, now.unclassified - was.unclassified, 2000000ULL);
	KUNIT_EXPECT_EQ(test, memcmp(&now.val[TDA_VALUE_METRICS],
				     &was.val[TDA_VALUE_METRICS],
				     TDA_NR_METRICS * sizeof(u64)), 0);
	check_laws(test);
}

static u64 blur_of(const struct fake_task *t)
{
	return tda_task_find(&t->task)->counts.blur;
}

/*
 * That of a task is the sum, over its charges, of the slots since the clear;
 * that of a CPU the same over its clears, and what has come since.
 */
static void blur_is_the_sum_of_readings(struct kunit *test)
{
	struct fake_task *a = fake.running, *b = fake_fork();
	struct tda_sum was, now;
	u64 since, a_was;

	fake_boot(test, 100 * T, 0);
	fake_fold();
	since = fake.fixed[3];
	a_was = blur_of(a);
	tda_sync_total(fake.cpu, &was);

	fake_run(1000, &fake_mixed);
	fake_switch(b);			/* a: since + 1000 */
	fake_run(500, &fake_mixed);
	fake_switch(a);			/* b: since + 1500 */
	fake_run(1, &fake_mixed);
	fake_fold();			/* a: since + 1501 */
	fake_c()->clear_at = 0;
	fake_run(99, &fake_mixed);
	fake_switch(b);			/* a: since + 1600, and a clear */
	fake_run(7, &fake_mixed);
	fake_switch(a);			/* b: 7 */
	KUNIT_EXPECT_EQ(test, blur_of(a) - a_was, 3 * since + 4101);
	KUNIT_EXPECT_EQ(test, blur_of(b), since + 1507);
	tda_sync_total(fake.cpu, &now);
	KUNIT_EXPECT_EQ(test, now.blur - was.blur, 1607ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(by_the_book),
	KUNIT_CASE(others_are_left_alone),
	KUNIT_CASE(perf_sees_no_gap),
	KUNIT_CASE(perf_sees_no_gap_in_a_thousand),
	KUNIT_CASE(nothing_while_off),
	KUNIT_CASE_PARAM(overflow_loses_nothing, late_gen_params),
	KUNIT_CASE(overflow_while_recounting),
	KUNIT_CASE(overflow_before_the_first_clear),
	KUNIT_CASE_PARAM(pace, pace_gen_params),
	KUNIT_CASE(thresholds_vary),
	KUNIT_CASE(cost_is_sampled),
	KUNIT_CASE(blur_is_of_slots),
	KUNIT_CASE(blur_grows_before_a_clear),
	KUNIT_CASE(nonsense_is_unclassified),
	KUNIT_CASE(blur_is_the_sum_of_readings),
	{ }
};

static struct kunit_suite clear_suite = {
	.name = "clear",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(clear_suite);
