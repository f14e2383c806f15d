// SPDX-License-Identifier: GPL-2.0
/* What the backend says of a CPU, and what it asks perf for. */
#include <kunit/test.h>
#include <linux/slab.h>
#include <asm/perf_event.h>
#include <asm/processor.h>

#include "fake.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"
#include "record/cpu.h"

struct fake_cpuid fake_cpuid;

/* One of the two is NULL, or both say the same. */
static void expect_words(struct kunit *test, const char *got, const char *want)
{
	if (!want)
		KUNIT_EXPECT_TRUE_MSG(test, !got, "it says: %s", got);
	else
		KUNIT_EXPECT_TRUE_MSG(test, got && strstr(got, want),
				      "it says: %s", got ?: "nothing");
}

/* ---- CPUID -------------------------------------------------------------- */

struct unfit_row {
	const char		*name;
	struct fake_cpuid	cpu;
	const char		*words;
	u64			fault;	/* reading this MSR faults */
	bool			e_core;
};

static const struct unfit_row unfit_rows[] = {
	{ "Sapphire Rapids", { X86_VENDOR_INTEL, 0x20, 0x08300805, 0x8604 },
	  NULL },
	{ "Ice Lake", { X86_VENDOR_INTEL, 0x1b, 0x08300805, 0x8604 }, NULL },
	{ "AMD", { X86_VENDOR_AMD, 0x10, 0, 0 }, "not an Intel CPU" },
	{ "AMD with Intel's leaf", { X86_VENDOR_AMD, 0x20, 0x08300805, 0x8604 },
	  "not an Intel CPU" },
	{ "no leaf 0xA", { X86_VENDOR_INTEL, 9, 0x08300805, 0x8604 },
	  "no performance counters" },
	{ "leaf 0xA is empty", { X86_VENDOR_INTEL, 0x20, 0, 0 },
	  "no performance counters" },
	{ "P-core of a hybrid", { X86_VENDOR_INTEL, 0x20, 0x08300605, 0x603, 6,
	  0x97, 1 << 15 }, NULL },
	{ "E-core of a hybrid", { X86_VENDOR_INTEL, 0x20, 0x08300605, 0x603, 6,
	  0x97, 1 << 15 }, "an E-core", .e_core = true },
	{ "hybrid that hides PERF_METRICS", { X86_VENDOR_INTEL, 0x20,
	  0x08300605, 0x603, 6, 0x97, 1 << 15 }, "reading PERF_METRICS faults",
	  TDA_MSR_PERF_METRICS },
	{ "a leaf 7 that is of no hybrid", { X86_VENDOR_INTEL, 0x20, 0x08300605,
	  0x603, 6, 0x97, 1 << 14 }, "no fixed counter 3", .e_core = true },
	{ "a leaf 7 before there were hybrids", { X86_VENDOR_INTEL, 0x16,
	  0x07300404, 0x603, 6, 0x97, 1 << 15 }, "no fixed counter 3" },
	{ "three fixed counters", { X86_VENDOR_INTEL, 0x16, 0x07300404, 0x603 },
	  "no fixed counter 3" },
	{ "no fixed counter", { X86_VENDOR_INTEL, 0x16, 0x07300404, 0 },
	  "no fixed counter 3" },
	{ "five fixed counters", { X86_VENDOR_INTEL, 0x20, 0x08300805, 0x8605 },
	  NULL },
	{ "generic counters of 40 bits",
	  { X86_VENDOR_INTEL, 0x20, 0x08280805, 0x8604 }, "not 48 bits wide" },
	{ "fixed counters of 40 bits",
	  { X86_VENDOR_INTEL, 0x20, 0x08300805, 0x8504 }, "not 48 bits wide" },
	{ "counters of 56 bits",
	  { X86_VENDOR_INTEL, 0x20, 0x08380805, 0x8704 }, "not 48 bits wide" },
	{ "PERF_METRICS faults", { X86_VENDOR_INTEL, 0x20, 0x08300805, 0x8604 },
	  "reading PERF_METRICS faults", TDA_MSR_PERF_METRICS },
};

static void unfit_name(const struct unfit_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(unfit, unfit_rows, unfit_name);

static void unfit(struct kunit *test)
{
	const struct unfit_row *row = test->param_value;

	fake_cpuid = row->cpu;
	fake.msr_fault = row->fault;
	fake.e_core[0] = row->e_core;
	expect_words(test, tda_intel_metrics_unfit(0), row->words);
}

/* ---- fields that make no whole ------------------------------------------ */

#define NONE	TDA_NR_SUMS	/* so few slots that nothing is noted */

struct whole_row {
	const char	*name;
	u32		low;
	u64		slots;
	bool		plausible;
	unsigned int	range;		/* what they add up to is noted here */
	const char	*slack;		/* of the parameter; NULL: as it is */
};

/* clang-format off */
static const struct whole_row whole_rows[] = {
	{ "a whole",			0x10203c93,	100000,	true,	6 },
	{ "8 too many",			0x10203c9b,	100000,	true,	8 },
	{ "9 too many",			0x10203c9c,	100000,	false,	9 },
	{ "8 too few",			0x10203c8b,	100000,	true,	2 },
	{ "9 too few",			0x10203c8a,	100000,	false,	1 },
	{ "all in one",			0x000000ff,	100000,	true,	6 },
	{ "all in the last",		0xff000000,	100000,	true,	6 },
	{ "nothing",			0,		100000,	false,	0 },
	{ "nothing but ones",		0xffffffff,	100000,	false,	10 },
	{ "nothing, of 999 slots",	0,		999,	true,	NONE },
	{ "nothing, of 1000 slots",	0,		1000,	false,	0 },
	{ "ones, of few slots",		0xffffffff,	10,	true,	NONE },
	{ "16 too few",			239,		100000,	false,	1 },
	{ "17 too few",			238,		100000,	false,	0 },
	{ "4 too few",			251,		100000,	true,	2 },
	{ "3 too few",			252,		100000,	true,	3 },
	{ "2 too few",			253,		100000,	true,	4 },
	{ "1 too few",			254,		100000,	true,	5 },
	{ "1 too many",			0x1ff,		100000,	true,	7 },
	{ "2 too many",			0x2ff,		100000,	true,	8 },
	{ "16 too many",		0x10ff,		100000,	false,	9 },
	{ "17 too many",		0x11ff,		100000,	false,	10 },
	{ "3 too few, of 3",		252,		100000,	true,	3, "3" },
	{ "4 too few, of 3",		251,		100000,	false,	2, "3" },
	{ "3 too many, of 3",		0x3ff,		100000,	true,	8, "3" },
	{ "4 too many, of 3",		0x4ff,		100000,	false,	8, "3" },
	{ "127 too few, of 127",	128,		100000,	true,	0, "127" },
	{ "128 too few, of 127",	127,		100000,	false,	0, "127" },
	{ "127 too many, of 127",	0x7fff,		100000,	true,	10, "127" },
	{ "128 too many, of 127",	0x80ff,		100000,	false,	10, "127" },
};
/* clang-format on */

static void whole_name(const struct whole_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(whole, whole_rows, whole_name);

static void whole(struct kunit *test)
{
	const struct whole_row *row = test->param_value;
	struct tda_cpu_stats stats = { };
	unsigned int i;

	if (row->slack)
		KUNIT_ASSERT_EQ(test, fake_set_metrics_slack(row->slack), 0);
	KUNIT_EXPECT_EQ(test, row->plausible,
			tda_intel_metrics_plausible(&stats, row->low, row->slots));
	KUNIT_EXPECT_EQ(test, stats.implausible, (u64)!row->plausible);
	for (i = 0; i < TDA_NR_SUMS; i++)
		KUNIT_EXPECT_EQ_MSG(test, stats.sums[i], (u64)(i == row->range),
				    "in range %u", i);
	KUNIT_ASSERT_EQ(test, fake_set_metrics_slack("8"), 0);
}

/* ---- the counter that was had ------------------------------------------- */

struct check_row {
	const char	*name;
	int		idx;
	const char	*words;
	u32		rdpmc_fault;
};

static const struct check_row check_rows[] = {
	{ "fixed counter 3", INTEL_PMC_IDX_FIXED_SLOTS, NULL },
	{ "a generic counter", 2, "did not get fixed counter 3" },
	{ "another fixed counter", INTEL_PMC_IDX_FIXED,
	  "did not get fixed counter 3" },
	{ "no counter", -1, "did not get fixed counter 3" },
	{ "RDPMC of SLOTS faults", INTEL_PMC_IDX_FIXED_SLOTS,
	  "RDPMC of SLOTS or PERF_METRICS faults", TDA_RDPMC_SLOTS },
	{ "RDPMC of PERF_METRICS faults", INTEL_PMC_IDX_FIXED_SLOTS,
	  "RDPMC of SLOTS or PERF_METRICS faults", TDA_RDPMC_METRICS },
};

static void check_name(const struct check_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(check, check_rows, check_name);

static void check(struct kunit *test)
{
	const struct check_row *row = test->param_value;
	struct perf_event *event;

	event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	event->hw.idx = row->idx;
	fake.rdpmc_fault = row->rdpmc_fault;
	expect_words(test, tda_intel_metrics_check(event), row->words);
}

/* ---- the self-test ------------------------------------------------------ */

struct selftest_row {
	const char	*name;
	u8		field[4];
	u64		slots;
	const char	*words;
};

static const struct selftest_row selftest_rows[] = {
	{ "a whole", { 100, 50, 50, 55 }, 1000, NULL },
	{ "fields rounded up", { 101, 51, 51, 56 }, 1000, NULL },
	{ "fields cut off", { 99, 49, 49, 54 }, 1000, NULL },
	{ "8 steps too few", { 92, 50, 50, 55 }, 1000, NULL },
	{ "9 steps too few", { 91, 50, 50, 55 }, 1000, "do not add up" },
	{ "8 steps too many", { 108, 50, 50, 55 }, 1000, NULL },
	{ "9 steps too many", { 109, 50, 50, 55 }, 1000, "do not add up" },
	{ "nothing at all", { 0, 0, 0, 0 }, 1000, "do not add up" },
	{ "all ones", { 255, 255, 255, 255 }, 1000, "do not add up" },
	{ "SLOTS stands still", { 255, 0, 0, 0 }, 0, "stands still" },
};

static void selftest_name(const struct selftest_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(selftest, selftest_rows, selftest_name);

static void selftest(struct kunit *test)
{
	const struct selftest_row *row = test->param_value;
	struct tda_cpu_stats stats = { };
	unsigned int i;

	fake.selftest = 0;
	fake.metrics_valid = true;
	fake.since = 255;
	for (i = 0; i < 4; i++)
		fake.class[i] = row->field[i];
	fake.class[4] = 200;		/* the second level is no part of it */
	fake.fixed[3] = row->slots;
	expect_words(test, tda_intel_metrics_selftest(&stats), row->words);
	KUNIT_EXPECT_EQ(test, stats.implausible,
			(u64)(row->words && !!strstr(row->words, "add up")));
}

/* ---- what is always counted ----------------------------------------------- */

struct value_row {
	const char		*name;
	unsigned int		index;
	enum tdacct_unit	unit;
	enum tdacct_kind	kind;
	u64			config;	/* what perf is asked for */
};

/* The order is that of the fields in PERF_METRICS, lowest byte first. */
static const struct value_row value_rows[] = {
	{ "slots",		0,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED, 0x0400 },
	{ "retiring",		1,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "bad_speculation",	2,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "frontend_bound",	3,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "backend_bound",	4,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "heavy_operations",	5,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "branch_mispredicts",	6,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "fetch_latency",	7,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "memory_bound",	8,  TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "instructions",	9,  TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_INSTRUCTIONS },
	{ "cycles",		10, TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_CPU_CYCLES },
};

static void value_name(const struct value_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(value, value_rows, value_name);

static void values(struct kunit *test)
{
	const struct value_row *row = test->param_value;
	const struct tda_value *v = &tda_intel_metrics_values[row->index];

	KUNIT_EXPECT_STREQ(test, v->name, row->name);
	KUNIT_EXPECT_EQ(test, (int)v->unit, (int)row->unit);
	KUNIT_EXPECT_EQ(test, (int)v->kind, (int)row->kind);
	KUNIT_EXPECT_EQ(test, v->config, row->config);
}

/* ---- the second level --------------------------------------------------- */

struct l2_row {
	const char	*name;
	int		error;	/* for a metric event without a leader */
	bool		want;
};

static const struct l2_row l2_rows[] = {
	{ "it wants a leader: eight fields", -EINVAL, true },
	{ "no such event: four fields", -ENOENT, false },
	{ "taken for an ordinary event: four fields", 0, false },
};

static void l2_name(const struct l2_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(l2, l2_rows, l2_name);

static void l2(struct kunit *test)
{
	const struct l2_row *row = test->param_value;

	fake.fail_create = row->error ? 1 : 0;
	fake.create_error = row->error;
	tda_intel_metrics_learn(fake.cpu);
	KUNIT_EXPECT_EQ(test, tda_value_present(TDA_VALUE_METRICS + TDA_NR_L1),
			row->want);
	fake_values_with_l2();
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(unfit, unfit_gen_params),
	KUNIT_CASE_PARAM(whole, whole_gen_params),
	KUNIT_CASE_PARAM(check, check_gen_params),
	KUNIT_CASE_PARAM(selftest, selftest_gen_params),
	KUNIT_CASE_PARAM(values, value_gen_params),
	KUNIT_CASE_PARAM(l2, l2_gen_params),
	{ }
};

static struct kunit_suite pmu_suite = {
	.name = "pmu",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(pmu_suite);
