// SPDX-License-Identifier: GPL-2.0
/* When a CPU of Arm's counts. The rest of the suite is in cpus_kunit.c. */
#include <kunit/test.h>

#include "cpus_kunit.h"
#include "script.h"

/* Events are made in order; they are enabled backwards, cycles last. */
static const struct cpus_refuse_row refuse_rows[] = {
	{ "nothing", .state = TDACCT_STATE_COUNTING, .reason = "" },
	{ "nothing, and perf turns the events", .turning = true,
	  .state = TDACCT_STATE_COUNTING, .reason = "" },
	{ "cycles, no driver", 1, -ENOENT, .started = -ENODEV },
	{ "cycles, wrong", 1, -EINVAL, .started = -ENODEV },
	{ "cycles, busy", 1, -EBUSY, .state = TDACCT_STATE_WAITING,
	  .reason = "cycles: no free counter" },
	{ "cycles, no memory", 1, -ENOMEM,
	  .state = TDACCT_STATE_WAITING, .reason = "cycles: no memory" },
	{ "a raw event, wrong", 3, -EINVAL, .missing = 1,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: perf refuses" },
	{ "the last event finds no counter", .enable = 1, .missing = 1,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: no free counter" },
	{ "two events find no counter", 2, -EBUSY, .enable = 1, .missing = 2,
	  .state = TDACCT_STATE_COUNTING,
	  .reason = "without r1b7, r2b7: no free counter" },
	{ "cycles find no counter", .enable = 3,
	  .state = TDACCT_STATE_WAITING, .reason = "cycles: no free counter" },
	{ "cycles push an event out again", .push = 3, .push_out = 2,
	  .missing = 1, .state = TDACCT_STATE_COUNTING,
	  .reason = "without r2b7: no free counter" },
};

static void refuse_name(const struct cpus_refuse_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(refuse, refuse_rows, refuse_name);

static void perf_refuses(struct kunit *test)
{
	cpus_perf_refuses(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(perf_refuses, refuse_gen_params),
	{ }
};

static struct kunit_suite cpus_arm64_suite = {
	.name = "cpus",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(cpus_arm64_suite);
