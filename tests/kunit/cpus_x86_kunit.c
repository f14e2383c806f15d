// SPDX-License-Identifier: GPL-2.0
/* When a CPU with PERF_METRICS counts. The rest of the suite is in cpus_kunit.c. */
#include <kunit/test.h>

#include "cpus/cpus_read.h"
#include "cpus/pause.h"
#include "cpus_kunit.h"
#include "pmu/intel_metrics.h"
#include "script.h"

#define T	250000

/* ---- perf refuses ------------------------------------------------------- */

/* Events are made in order, reference cycles last; they are enabled backwards, SLOTS last. */
static const struct cpus_refuse_row refuse_rows[] = {
	{ "nothing", .state = TDACCT_STATE_COUNTING, .reason = "" },
	{ "nothing, and perf turns the events", .turning = true,
	  .state = TDACCT_STATE_COUNTING, .reason = "" },
	{ "slots, no driver", 1, -ENOENT, .started = -ENODEV },
	{ "slots, no PMU", 1, -EOPNOTSUPP, .started = -ENODEV },
	{ "slots, wrong", 1, -EINVAL, .started = -ENODEV },
	{ "slots, busy", 1, -EBUSY, .state = TDACCT_STATE_WAITING,
	  .reason = "slots" },
	{ "instructions, busy", 2, -EBUSY, .state = TDACCT_STATE_WAITING,
	  .reason = "instructions" },
	{ "cycles, no memory", 3, -ENOMEM, .state = TDACCT_STATE_WAITING,
	  .reason = "cycles: no memory" },
	{ "instructions, interrupted", 2, -EINTR,
	  .state = TDACCT_STATE_WAITING, .reason = "instructions: no memory" },
	{ "cycles, no space", 3, -ENOSPC, .state = TDACCT_STATE_WAITING,
	  .reason = "cycles" },
	{ "reference cycles, wrong", 6, -EINVAL, .ref_cycles = true,
	  .missing = 1, .state = TDACCT_STATE_COUNTING,
	  .reason = "without ref_cycles: perf refuses" },
	{ "reference cycles, busy", 6, -EBUSY, .ref_cycles = true,
	  .missing = 1, .state = TDACCT_STATE_COUNTING,
	  .reason = "without ref_cycles: no free" },
	{ "a raw event, wrong", 5, -EINVAL, .missing = 1,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: perf refuses" },
	{ "the last event finds no counter", .enable = 1, .missing = 1,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: no free counter" },
	{ "two events find no counter", 4, -EBUSY, .enable = 1, .missing = 2,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r1b7, r2b7: no free counter" },
	{ "cycles find no counter", .enable = 3,
	  .state = TDACCT_STATE_WAITING, .reason = "cycles: no free counter" },
	{ "slots find no counter", .enable = 5,
	  .state = TDACCT_STATE_WAITING, .reason = "slots: no free counter" },
	{ "slots push an event out again", .push = 5, .push_out = 4,
	  .missing = 1, .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: no free counter" },
	{ "slots push cycles out again", .push = 5, .push_out = 2,
	  .state = TDACCT_STATE_WAITING, .reason = "cycles: no free counter" },
};

static void refuse_name(const struct cpus_refuse_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(refuse, refuse_rows, refuse_name);

static void perf_refuses(struct kunit *test)
{
	cpus_perf_refuses(test);
}

/* ---- the CPU itself is unfit -------------------------------------------- */

static void metrics_fault(struct kunit *test)
{
	fake.msr_fault = TDA_MSR_PERF_METRICS;
	cpus_start_unfit(test, -ENODEV, "");
}

static void rdpmc_faults(struct kunit *test)
{
	fake.rdpmc_fault = TDA_RDPMC_METRICS;
	cpus_start_unfit(test, -ENODEV, "");
}

static void selftest_does_not_add_up(struct kunit *test)
{
	fake.metrics_stuck = true;
	cpus_start_unfit(test, 0, "do not add up");
	fake.metrics_stuck = false;
	cpus_then_it_counts(test);
}

static void switched_off_behind_perf(struct kunit *test)
{
	fake.ctrl &= ~TDA_GLOBAL_METRICS;
	cpus_start_unfit(test, 0, "behind perf's back");
	fake.ctrl |= TDA_GLOBAL_METRICS;
	cpus_then_it_counts(test);
}

/* ---- counting stops and goes on ----------------------------------------- */

static u64 blur_of_cpu(void)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return view.total.blur;
}

/* The slots of the selftest are cleared first, these are not. */
static u64 open_window(struct kunit *test)
{
	u64 blur;

	fake_fold();
	fake_run(1000, &fake_mixed);
	fake_fold();
	blur = blur_of_cpu();
	KUNIT_EXPECT_EQ(test, fake_c()->counter[0].last, 1000ULL);
	return blur;
}

/*
 * However a window between two clears ends, what its charges put into the
 * metrics stays as inexact as it was.
 */
static void blur_stays(struct kunit *test)
{
	u64 blur;

	fake_boot(test, T, 0);
	blur = open_window(test);
	tda_cpus_pause(0);
	KUNIT_EXPECT_GE(test, blur_of_cpu(), blur);
	tda_cpus_resume();
	blur = open_window(test);
	fake_perf_error(2);
	fake_switch(fake_fork());
	KUNIT_EXPECT_GE(test, blur_of_cpu(), blur);
}

/* ---- metrics that cannot be, clear after clear ---------------------------- */

static bool reason_has(const char *words)
{
	static struct tda_cpu_view view;

	tda_cpus_read(fake.cpu, &view);
	return strstr(view.reason, words);
}

static void clear_often(unsigned int times)
{
	while (times--) {
		fake_run(T, &fake_mixed);
		fake_fold();
	}
}

static unsigned int nr_said(const char *words)
{
	const char *at = fake.said;
	unsigned int nr = 0;

	while ((at = strstr(at, words))) {
		at += strlen(words);
		nr++;
	}
	return nr;
}

/* What counts is how it is now; the log is told once. */
static void mostly_implausible_of_late(struct kunit *test)
{
	fake_minute_begin();
	fake_boot(test, T, 0);
	clear_often(100);
	fake_wait(60 * HZ);
	fake.metrics_stuck = true;
	clear_often(15);
	KUNIT_EXPECT_FALSE(test, reason_has("do not add up"));
	clear_often(1);
	KUNIT_EXPECT_TRUE(test, reason_has("do not add up"));
	KUNIT_EXPECT_EQ(test, nr_said("do not add up"), 0U);
	fake_wait(60 * HZ);
	clear_often(16);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_EQ(test, nr_said("do not add up"), 1U);
	fake.metrics_stuck = false;
	clear_often(1);
	KUNIT_EXPECT_TRUE(test, reason_has("do not add up"));
	fake_wait(60 * HZ);
	KUNIT_EXPECT_FALSE(test, reason_has("do not add up"));
	check_laws(test);
}

/* As many that can be, and one more that cannot. */
static void half_implausible(struct kunit *test)
{
	fake_boot(test, T, 0);
	fake_wait(60 * HZ);
	clear_often(30);
	fake.metrics_stuck = true;
	clear_often(fake_c()->stats.clears - fake_c()->clears_before);
	KUNIT_EXPECT_FALSE(test, reason_has("do not add up"));
	clear_often(1);
	KUNIT_EXPECT_TRUE(test, reason_has("do not add up"));
	fake.metrics_stuck = false;
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(perf_refuses, refuse_gen_params),
	KUNIT_CASE(metrics_fault),
	KUNIT_CASE(rdpmc_faults),
	KUNIT_CASE(selftest_does_not_add_up),
	KUNIT_CASE(switched_off_behind_perf),
	KUNIT_CASE(blur_stays),
	KUNIT_CASE(mostly_implausible_of_late),
	KUNIT_CASE(half_implausible),
	{ }
};

static struct kunit_suite cpus_x86_suite = {
	.name = "cpus",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(cpus_x86_suite);
