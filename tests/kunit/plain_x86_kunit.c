// SPDX-License-Identifier: GPL-2.0
/*
 * Plain counters on x86: which of Intel's and AMD's CPUs have them, and what is
 * charged where slots have an event. The rest of the suite is in plain_kunit.c.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/skbuff.h>
#include <net/netlink.h>

#include "charge/pmu.h"
#include "cpus/cpus_read.h"
#include "cpus/pause.h"
#include "fake_cpuid.h"
#include "plain_kunit.h"
#include "pmu/intel_metrics.h"
#include "pmu/plain.h"
#include "record/cpu.h"
#include "record/task.h"
#include "serve/encode.h"

/* ---- which CPUs --------------------------------------------------------- */

struct unfit_row {
	const char		*name;
	struct fake_cpuid	cpu;
	const char		*words;	/* for either core type, or NULL: it fits ... */
	/* ... as one without slots, with nothing but cycles, or with slots */
	bool			cycles, alone;
	bool			e_core;
};

#define SPR	0x08300805, 0x8604
#define SKX	0x07300404, 0x603
#define INTEL	X86_VENDOR_INTEL, 0x20

#define AMD(_family, _model)						\
	.x86_vendor = X86_VENDOR_AMD, .x86_vendor_id = "AuthenticAMD",	\
	.x86 = (_family), .x86_model = (_model)
/* Six counters, as a bit of a leaf says; or @nr, as a later leaf does. */
#define SIX	.features_ecx = 1U << 23
#define V2(nr)								\
	.extended_cpuid_level = 0x80000022, .perfmon_eax = 1,		\
	.perfmon_ebx = 0x12340 | (nr)

static const struct unfit_row unfit_rows[] = {
	{ "Sapphire Rapids", { INTEL, SPR, 6, 0x8f } },
	{ "Emerald Rapids", { INTEL, SPR, 6, 0xcf } },
	{ "Granite Rapids X", { INTEL, SPR, 6, 0xad } },
	{ "Granite Rapids D", { INTEL, SPR, 6, 0xae } },
	{ "three fixed counters", { INTEL, 0x08300805, 0x8603, 6, 0x8f } },
	{ "no fixed counter", { INTEL, 0x08300805, 0, 6, 0x8f } },
	{ "Ice Lake-SP", { INTEL, SPR, 6, 0x6a } },
	{ "Tiger Lake", { INTEL, SPR, 6, 0x8c } },
	{ "Skylake-SP", { INTEL, SKX, 6, 0x55 }, .cycles = true },
	{ "Skylake-SP without hyper-threading",
	  { INTEL, 0x07300804, 0x603, 6, 0x55 }, .cycles = true },
	{ "Broadwell-EP", { INTEL, 0x07300403, 0x603, 6, 0x4f },
	  .cycles = true },
	{ "Haswell", { INTEL, 0x07300403, 0x603, 6, 0x3f }, "is none of those" },
	{ "Sierra Forest", { INTEL, 0x08300806, 0x603, 6, 0xaf },
	  .cycles = true },
	{ "Grand Ridge", { INTEL, 0x08300806, 0x603, 6, 0xb6 },
	  .cycles = true },
	{ "Alder Lake whose host hides that there are two core types",
	  { INTEL, SPR, 6, 0x97 }, "does not say whether this is a P-core or an E-core" },
	{ "Raptor Lake whose host hides that", { INTEL, SPR, 6, 0xb7 },
	  "does not say whether this is a P-core or an E-core" },
	{ "Alder Lake, P-core", { INTEL, 0x08300605, 0x603, 6, 0x97, 1 << 15 },
	  "P-core of a hybrid" },
	{ "Alder Lake, E-core", { INTEL, 0x08300605, 0x603, 6, 0x97, 1 << 15 },
	  .cycles = true, .e_core = true },
	{ "Raptor Lake, E-core", { INTEL, 0x08300605, 0x603, 6, 0xb7, 1 << 15 },
	  .cycles = true, .e_core = true },
	{ "Alder Lake-N", { INTEL, 0x08300605, 0x603, 6, 0xbe },
	  .cycles = true },
	{ "Meteor Lake, E-core", { INTEL, 0x08300805, 0x603, 6, 0xaa, 1 << 15,
	  .native = 2 }, .cycles = true, .e_core = true },
	{ "Meteor Lake, an E-core of another number",
	  { INTEL, 0x08300805, 0x603, 6, 0xaa, 1 << 15, .native = 3 },
	  "is none of those", .e_core = true },
	{ "Lunar Lake, E-core", { INTEL, 0x08300805, 0x603, 6, 0xbd, 1 << 15,
	  .native = 3 }, .cycles = true, .e_core = true },
	{ "Arrow Lake-H, E-core", { INTEL, 0x08300805, 0x603, 6, 0xc5, 1 << 15,
	  .native = 3 }, .cycles = true, .e_core = true },
	{ "Arrow Lake-H, low-power E-core", { INTEL, 0x08300805, 0x603, 6, 0xc5,
	  1 << 15, .native = 2 }, .cycles = true, .e_core = true },
	{ "Arrow Lake-H, P-core", { INTEL, 0x08300805, 0x603, 6, 0xc5, 1 << 15,
	  .native = 3 }, "P-core of a hybrid" },
	{ "four general counters", { INTEL, 0x08300405, 0x8604, 6, 0x8f } },
	{ "three general counters", { INTEL, 0x08300305, 0x8604, 6, 0x8f },
	  "too few general counters: 3, and the top level of the tree takes 4 beside 4 fixed" },
	{ "four, and one fixed counter", { INTEL, 0x08300405, 0x8601, 6, 0x8f },
	  "too few general counters: 4, and the top level of the tree takes 5 beside 1 fixed" },
	{ "Skylake-SP with three", { INTEL, 0x07300304, 0x603, 6, 0x55 },
	  "too few general counters: 3, and the top level of the tree takes 4 " },
	{ "Skylake-SP, no fixed counter", { INTEL, 0x07300404, 0, 6, 0x55 },
	  "too few general counters: 4, and the top level of the tree takes 6 " },
	{ "another family", { INTEL, SPR, 19, 0x8f }, "is none of those" },
	{ "AMD with Intel's numbers", { X86_VENDOR_AMD, 0x20, SPR, 6, 0x8f },
	  "is none of those" },
	{ "neither Intel nor AMD", { X86_VENDOR_ZHAOXIN, 0x20, SPR, 6, 0x8f },
	  "neither an Intel nor an AMD CPU" },
	{ "Zen 4, Genoa", { AMD(0x19, 0x11), V2(6) }, .alone = true },
	{ "Zen 4, Bergamo", { AMD(0x19, 0xa0), V2(6) }, .alone = true },
	{ "Zen 4, its counters told in the old way", { AMD(0x19, 0x61), SIX },
	  .alone = true },
	{ "Zen 4 with five counters", { AMD(0x19, 0x11), V2(5) },
	  .alone = true },
	{ "Zen 4 with four counters", { AMD(0x19, 0x11), V2(4) },
	  "too few general counters: 4, and the top level of the tree takes 5 beside 0 fixed ones; a virtual machine's host may hide some (CPUID leaf 0x80000022)" },
	{ "Zen 4 whose host hides that there are six",
	  { AMD(0x19, 0x11) },
	  "too few general counters: 4, and the top level of the tree takes 5 beside 0 fixed ones; a virtual machine's host may hide some (CPUID leaf 0x80000001, perfctr_core)" },
	{ "Zen 5, Turin", { AMD(0x1a, 0x00), V2(6) }, .alone = true },
	{ "Zen 5, the last model", { AMD(0x1a, 0x7f), V2(6) }, .alone = true },
	{ "Zen 6", { AMD(0x1a, 0x50), V2(6) }, "is none of those" },
	{ "Zen 3, Milan", { AMD(0x19, 0x01), SIX }, .alone = true },
	{ "Zen 3 whose host hides that there are six",
	  { AMD(0x19, 0x01) }, .alone = true },
	{ "Zen 2, Rome", { AMD(0x17, 0x31), SIX }, .alone = true },
	{ "Zen 2, Matisse", { AMD(0x17, 0x71), SIX }, .alone = true },
	{ "Zen 1, Naples", { AMD(0x17, 0x01), SIX }, "is none of those" },
	{ "AMD before Zen", { AMD(0x15, 0x01), SIX }, "is none of those" },
	{ "no leaf 0xA", { X86_VENDOR_INTEL, 9, SPR, 6, 0x8f },
	  "no performance counters" },
	{ "leaf 0xA is empty", { INTEL, 0, 0, 6, 0x8f },
	  "no performance counters" },
	{ "generic counters of 40 bits", { INTEL, 0x08280805, 0x8604, 6, 0x8f },
	  "not 48 bits wide" },
	{ "fixed counters of 40 bits", { INTEL, 0x08300805, 0x8504, 6, 0x8f },
	  "not 48 bits wide" },
};

static void unfit_name(const struct unfit_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(unfit, unfit_rows, unfit_name);

static void expect_why(struct kunit *test, const char *words, const char *why)
{
	if (words)
		KUNIT_EXPECT_TRUE_MSG(test, why && strstr(why, words),
				      "it says: %s", why ?: "nothing");
	else
		KUNIT_EXPECT_TRUE_MSG(test, !why, "it says: %s", why);
}

static void unfit(struct kunit *test)
{
	static const char otherwise[] = "slots in another way";
	const struct unfit_row *row = test->param_value;

	fake_cpuid = row->cpu;
	fake.e_core[0] = row->e_core;
	expect_why(test, row->words ?: row->cycles || row->alone ? otherwise :
								   NULL,
		   plain_unfit(&tda_plain));
	expect_why(test, row->words ?: row->cycles ? NULL : otherwise,
		   plain_unfit(&tda_plain_cycles));
	expect_why(test, row->words ?: row->alone ? NULL : otherwise,
		   plain_unfit(&tda_plain_alone));
}

/* ---- which kind is taken ------------------------------------------------ */

struct choice_row {
	const char		*name;
	char			*counters;
	u64			fault;	/* reading this MSR faults */
	u32			edx;	/* of CPUID's leaf 0xA; 0: as it is */
	const char		*kind;	/* NULL: none, with ... */
	int			error;
	unsigned long long	asked[TDA_MAX_EVENTS];
	unsigned int		nr_counters;
	unsigned int		model;	/* of CPU; 0: Sapphire Rapids */
};

#define ALL	(3 + OWN)

static const struct choice_row choice_rows[] = {
	{ "nothing is said", NULL, 0, 0, "intel_metrics", 0, { }, 3 },
	{ "counters=intel_metrics", "intel_metrics", 0, 0, "intel_metrics", 0,
	  { }, 3 },
	{ "counters=plain", "plain", 0, 0, "plain", 0, { }, ALL },
	{ "PERF_METRICS fault", NULL, TDA_MSR_PERF_METRICS, 0, "plain", 0,
	  { }, ALL },
	{ "no SLOTS", NULL, 0, 0x603, "plain", 0, { }, ALL },
	{ "counters=intel_metrics where they fault", "intel_metrics",
	  TDA_MSR_PERF_METRICS, 0, NULL, -ENODEV },
	{ "counters=basic", "basic", 0, 0, "basic", 0, { }, 2 },
	{ "counters=basic with events", "basic", 0, 0, "basic", 0,
	  { 0x1b7, 0x2b7 }, 4 },
	{ "counters=basic on Haswell", "basic", 0, 0x603, "basic", 0, { }, 2,
	  0x3f },
	{ "nothing is said on Haswell", NULL, 0, 0x603, NULL, -ENODEV,
	  .model = 0x3f },
	{ "counters=basic with one fixed counter", "basic", 0, 0x601, NULL,
	  -ENODEV },
	{ "counters=basic where they are too narrow", "basic", 0, 0x504, NULL,
	  -ENODEV },
	{ "counters=amd", "amd", 0, 0, NULL, -EINVAL },
	{ "counters=", "", 0, 0, NULL, -EINVAL },
	{ "counters=plain where they are too narrow", "plain", 0, 0x504, NULL,
	  -ENODEV },
	{ "two more events", "plain", 0, 0, "plain", 0, { 0x1b7, 0x2b7 },
	  ALL + 2 },
	{ "events that are its own", "plain", 0, 0, "plain", 0,
	  { 0x2a4, 0x1b7, 0x19c }, ALL + 1 },
	{ "Skylake", NULL, 0, 0x603, "plain", 0, { }, 2 + 4, 0x55 },
	{ "Skylake with other events", NULL, 0, 0x603, "plain", 0,
	  { 0x1b7, 0x10e }, 2 + 2, 0x55 },
	{ "Sierra Forest", NULL, 0, 0x603, "plain", 0, { }, 2 + 4, 0xaf },
	{ "Sierra Forest with two more", NULL, 0, 0x603, "plain", 0,
	  { 0x1b7, 0x2b7 }, 2 + 4 + 2, 0xaf },
	{ "counters=intel_metrics on Skylake", "intel_metrics", 0, 0x603, NULL,
	  -ENODEV, .model = 0x55 },
	{ "more than there is room for", "plain", 0, 0, "plain", 0,
	  { 0x1b7, 0x2b7, 0x3b7, 0x4b7, 0x5b7, 0x6b7 }, 3 + TDA_MAX_EVENTS },
};

static void choice_name(const struct choice_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(choice, choice_rows, choice_name);

static unsigned int nr_of(const unsigned long long *configs)
{
	unsigned int nr = 0;

	while (nr < TDA_MAX_EVENTS && configs[nr])
		nr++;
	return nr;
}

static void expect_own_first(struct kunit *test)
{
	static const u64 own[OWN] = { 0x19c, 0x2a4, 0x2c2 };
	unsigned int i;

	for (i = 0; i < OWN; i++)
		KUNIT_EXPECT_EQ(test, tda_value(tda_value_of(3 + i))->config,
				own[i]);
}

static void choice(struct kunit *test)
{
	const struct choice_row *row = test->param_value;

	fake.msr_fault = row->fault;
	if (row->edx)
		fake_cpuid.leaf_a_edx = row->edx;
	if (row->model)
		fake_cpuid.x86_model = row->model;
	fake_set_counters(row->counters);
	fake_set_events(row->asked, nr_of(row->asked));
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), row->error);
	fake_set_counters(NULL);
	if (row->error)
		return;
	KUNIT_EXPECT_TRUE(test, !strcmp(tda_pmu[0]->name, row->kind));
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, row->nr_counters);
	if (tda_pmu[0] == &tda_plain)
		expect_own_first(test);
	fake_run(1000, &fake_mixed);
	fake_switch(fake.idle);
	check_laws(test);
	check_hardware(test);
	fake_unload();
}

/* ---- AMD's CPUs ---------------------------------------------------------- */

struct zen_row {
	const char		*name;
	struct fake_cpuid	cpu;
	unsigned int		general;	/* counters that nobody has */
	char			*counters;	/* the parameter */
	unsigned long long	asked[TDA_MAX_EVENTS];
	unsigned long long	counted[TDA_MAX_EVENTS]; /* beside cycles */
	unsigned int		width;		/* 0: nothing is counted */
	bool			basic;
};

#define ZEN4_L1	0x1000001a0, 0x100001ea0, 0x07aa, 0xc1

static const struct zen_row zen_rows[] = {
	{ "Zen 4", { AMD(0x19, 0x11), V2(6) }, 6, NULL, { },
	  { ZEN4_L1, 0xc0 }, 6 },
	{ "Zen 4 beside the watchdog", { AMD(0x19, 0x11), V2(6) }, 5, NULL,
	  { }, { ZEN4_L1 }, 6 },
	{ "Zen 4, the host shows five", { AMD(0x19, 0x11), V2(5) }, 5, NULL,
	  { }, { ZEN4_L1 }, 6 },
	{ "Zen 4, the host shows four", { AMD(0x19, 0x11), V2(4) }, 4 },
	{ "Zen 4, two are somebody else's", { AMD(0x19, 0x11), V2(6) }, 4,
	  NULL, { }, { 0x1000001a0, 0x100001ea0, 0x07aa }, 6 },
	{ "Zen 4 with a set", { AMD(0x19, 0x11), V2(6) }, 6, NULL,
	  { 0x100001ea0, 0xd6, 0xa2d6 }, { 0x100001ea0, 0xd6, 0xa2d6 }, 6 },
	{ "Zen 4 with more than fits", { AMD(0x19, 0x11), V2(6) }, 5, NULL,
	  { 0x1b7, 0x2b7, 0x3b7, 0x4b7, 0x5b7 },
	  { 0x1b7, 0x2b7, 0x3b7, 0x4b7 }, 6 },
	{ "Zen 5", { AMD(0x1a, 0x00), V2(6) }, 6, NULL, { },
	  { ZEN4_L1, 0xc0 }, 8 },
	{ "Zen 3", { AMD(0x19, 0x01), SIX }, 6, NULL, { },
	  { 0xc1, 0x08ab, 0x04ab, 0xa9, 0xc0 }, 6 },
	{ "Zen 3 beside the watchdog", { AMD(0x19, 0x01), SIX }, 5, NULL, { },
	  { 0xc1, 0x08ab, 0x04ab, 0xa9 }, 6 },
	{ "Zen 2", { AMD(0x17, 0x31), SIX }, 6, NULL, { },
	  { 0xc1, 0xffaa, 0xc0, 0xa9, 0xc3 }, 6 },
	{ "Zen 1, nothing is said", { AMD(0x17, 0x01), SIX }, 6 },
	{ "Zen 1, counters=basic", { AMD(0x17, 0x01), SIX }, 6, "basic", { }, { },
	  1, .basic = true },
	{ "Zen 4, counters=basic with events", { AMD(0x19, 0x11), V2(6) }, 6,
	  "basic", { 0xc1 }, { 0xc1 }, 1, .basic = true },
	{ "Zen 4, counters=intel_metrics", { AMD(0x19, 0x11), V2(6) }, 6,
	  "intel_metrics" },
};

static void zen_name(const struct zen_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(zen, zen_rows, zen_name);

static void expect_counted(struct kunit *test, const struct zen_row *row)
{
	unsigned int i, always = row->basic ? 2 : 1, nr = nr_of(row->counted);

	KUNIT_ASSERT_EQ(test, tda_nr_counters, always + nr);
	KUNIT_EXPECT_EQ(test, tda_nr_kept, always);
	KUNIT_EXPECT_STREQ(test, tda_value(0)->name, "cycles");
	for (i = 0; i < nr; i++) {
		const struct tda_value *v = tda_value(tda_value_of(always + i));

		KUNIT_EXPECT_EQ(test, v->config, (u64)row->counted[i]);
		KUNIT_EXPECT_EQ(test, !strcmp(v->name, "instructions"),
				v->config == 0xc0);
	}
}

/* What is counted: all of it fits, and sums are right whoever has a counter. */
static void zen(struct kunit *test)
{
	const struct zen_row *row = test->param_value;

	fake_cpuid = row->cpu;
	fake.general = row->general;
	fake_set_counters(row->counters);
	fake_set_events(row->asked, nr_of(row->asked));
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), row->width ? 0 : -ENODEV);
	fake_set_counters(NULL);
	if (!row->width)
		return;
	KUNIT_EXPECT_PTR_EQ(test, tda_pmu[0],
			    row->basic ? &tda_basic : &tda_plain_alone);
	KUNIT_EXPECT_EQ(test, tda_core_type[0].slots_per_cycle, row->width);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	expect_counted(test, row);
	fake_run(1000, &fake_mixed);
	fake_switch(fake.idle);
	check_laws(test);
	check_hardware(test);
	fake_unload();
}

/* ---- another set -------------------------------------------------------- */

static const struct plain_way_row way_rows[] = {
	{ "Skylake", 0x55, 0, { 2 + 4, 2 + 2, 2 + 4 }, { 4, 4, 4 } },
	{ "Skylake with other events", 0x55, 0x1b7, { 2 + 1, 2 + 2, 2 + 4 },
	  { 4, 4, 4 } },
	{ "Skylake, one is somebody else's", 0x55, 0,
	  { 2 + 3, 2 + 2, 2 + 3 }, { 3, 3, 3 },
	  .few = true },
	{ "Skylake with other events, one is somebody else's", 0x55, 0x1b7,
	  { 2 + 1, 2 + 2, 2 + 3 }, { 3, 3, 3 },
	  .few = true },
	{ "Skylake, one is taken", 0x55, 0, { 2 + 4, 2 + 2, 2 + 3 },
	  { 4, 4, 3 }, .few = true },
	{ "Skylake, all are taken", 0x55, 0, { 2 + 4, 2 + 2, 2 },
	  { 4, 4, 0 }, .few = true },
	{ "Skylake, one is given back", 0x55, 0, { 2 + 3, 2 + 2, 2 + 4 },
	  { 3, 3, 4 } },
	{ "Skylake, one is given back at once", 0x55, 0,
	  { 2 + 3, 2 + 3, 2 + 4 }, { 3, 4, 4 }, .direct = true },
	{ "Broadwell", 0x4f, 0, { 2 + 4, 2 + 2, 2 + 4 }, { 4, 4, 4 } },
	{ "Sierra Forest", 0xaf, 0, { 2 + 4, 2 + 4 + 2, 2 + 4 },
	  { 8, 8, 8 } },
};

static void way_name(const struct plain_way_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(way, way_rows, way_name);

static void gives_way(struct kunit *test)
{
	const struct plain_way_row *row = test->param_value;

	fake_cpuid.leaf_a_edx = 0x603;
	fake_cpuid.x86_model = row->model;
	plain_gives_way(test);
}

/* ---- what is charged ---------------------------------------------------- */

static const struct charge_row charge_rows[] = {
	{ "one task", OWN, { RUN_TO(100000, 1) } },
	{ "two tasks alternate", OWN,
	  { RUN_TO(30000, 1), RUN_TO(20000, 0), RUN_TO(30000, 1),
	    RUN_TO(10, 0) } },
	{ "idle in between", OWN,
	  { RUN(30000, mixed), IDLE, RUN_TO(50000, 0), RUN(10, mixed), IDLE,
	    RUN_TO(7, 0) } },
	{ "folded", OWN, { RUN(30000, mixed), FOLD, RUN(5, mixed), FOLD } },
	{ "no event", 0, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "one event", 1, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "two events", 2, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "one more than usual", OWN + 1,
	  { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "seven events", 7, { RUN_TO(30000, 1), RUN_TO(20000, 0) } },
	{ "with reference cycles", OWN, { RUN_TO(30000, 1), RUN_TO(20000, 0) },
	  .ref_cycles = true },

	{ "perf reads slots", OWN,
	  { RUN(300, mixed), PERF_READS(0), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "perf restarts slots", OWN,
	  { RUN(300, mixed), PERF_RESTARTS(0), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "perf reads an event", OWN,
	  { RUN(300, mixed), PERF_READS(4), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "perf restarts everything", OWN,
	  { RUN(300, mixed), PERF_RESTARTS(0), PERF_RESTARTS(1),
	    PERF_RESTARTS(2), PERF_RESTARTS(3), PERF_RESTARTS(4),
	    PERF_RESTARTS(5), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "slots move", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(0, 5), RUN_TO(9, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event moves", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(4, 5), RUN_TO(9, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "events change places", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(3, 6), PERF_MOVES(4, 0),
	    PERF_MOVES(3, 1), RUN_TO(9, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event moves before it has counted", OWN,
	  { RUN(300, mixed), PERF_RESTARTS(3), FOLD, PERF_MOVES(3, 5),
	    RUN_TO(500, 1) }, .resyncs = 2 },
	{ "an NMI reads a counter between our reads", OWN,
	  { RUN(300, mixed), PERF_READS(1), RUN(100, mixed), NMI_READ(1, 3),
	    RUN_TO(5, 1), RUN_TO(10, 0) }, .resyncs = 1 },

	{ "slots go round, perf not told yet", OWN,
	  { TO(1), NEAR_OVERFLOW(0, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "slots go round, perf begins anew", OWN,
	  { TO(1), NEAR_OVERFLOW(0, 100), RUN(20000, mixed), PERF_RESTARTS(0),
	    RUN_TO(20, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event goes round", OWN,
	  { TO(1), NEAR_OVERFLOW(5, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "the last of many goes round", 7,
	  { TO(1), NEAR_OVERFLOW(9, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	/* By somebody who knows no perf; just after a charge, to be exact. */
	{ "slots are zeroed", OWN,
	  { RUN_TO(300, 1), SET(0, 0), RUN_TO(10, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "an event is set to somebody's period", OWN,
	  { RUN_TO(300, 1), SET(3, (1ULL << 47) - 100000), TO(0),
	    RUN_TO(20, 1) }, .resyncs = 1 },

	{ "slots are taken away, the next second they are back", OWN,
	  { RUN_TO(300, 1), RUN(50, mixed), PERF_ERROR(0), RUN_TO(40, 0),
	    RUN_TO(700, 1), RUN(60, mixed), WAIT(2), RUN_TO(20000, 0) },
	  .resyncs = 1, .stops = 1 },
	{ "cycles are taken away", OWN,
	  { RUN_TO(300, 1), RUN(50, mixed), PERF_ERROR(2), RUN_TO(40, 0),
	    RUN_TO(700, 1), RUN(60, mixed), WAIT(2), RUN_TO(20000, 0) },
	  .resyncs = 1, .stops = 1 },
	{ "an event is taken away", OWN,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(4),
	    RUN_TO(40, 0), RUN_TO(700, 1) }, .resyncs = 1, .gap = 740 },
	{ "an event is taken away, the next second it is back", OWN,
	  { RUN_TO(300, 1), RUN(50, mixed), FOLD, PERF_ERROR(4),
	    RUN_TO(40, 0), RUN_TO(700, 1), RUN(60, mixed), WAIT(2),
	    RUN_TO(20000, 0) }, .resyncs = 1, .gap = 800 },
	{ "all events are taken away, and others touched", OWN,
	  { RUN_TO(300, 1), PERF_ERROR(3), PERF_ERROR(4), PERF_ERROR(5),
	    PERF_READS(0), RUN_TO(40, 0), PERF_READS(1), RUN_TO(700, 1) },
	  .resyncs = 2, .gap = 740 },

	{ "paused and resumed", OWN,
	  { RUN(300, mixed), PAUSE, RUN_TO(50, 1), RUN(70, mixed), RESUME,
	    RUN_TO(600, 0) } },
	{ "tasks begin and end", OWN,
	  { FORK(1), THREAD(2, 1), TO(1), RUN_TO(5000, 2), RUN_TO(200, 0),
	    EXIT(1), EXIT(2), RUN_TO(30, 3) } },
};

KUNIT_ARRAY_PARAM(charge, charge_rows, plain_charge_name);

static void charge(struct kunit *test)
{
	plain_charge(test);
}

/* ---- without slots ------------------------------------------------------ */

/* What a Skylake counts. */
static void use_cycles(void)
{
	fake_cpuid.x86_model = 0x55;
	fake_use(&tda_plain_cycles);
	tda_plain_cycles.learn(0);
}

static void charge_cycles(struct kunit *test)
{
	use_cycles();
	plain_charge(test);
}

/* Slots come first, four for each cycle, and so does what lacked an event. */
static void slots_are_told(struct kunit *test)
{
	static const u64 counted[] = { 10, 7, 1, 2, 3, 4 };
	static const u64 told[] = { 40, 10, 7, 1, 2, 3, 4, 20 };
	struct sk_buff *skb = alloc_skb(8192, GFP_KERNEL);
	struct nlattr *counts, *array;
	struct tda_sum sum = { };
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, skb);
	use_cycles();
	fake_boot(test, 0, 4);
	for (i = 0; i < ARRAY_SIZE(counted); i++)
		sum.val[tda_value_of(i)] = counted[i];
	sum.val[tda_value_gap()] = 5;
	KUNIT_EXPECT_EQ(test, tda_put_counts(skb, 1, &sum, true), 0);
	counts = nla_find((void *)skb->data, skb->len, 1);
	array = nla_find_nested(counts, TDACCT_COUNTS_A_ARRAY);
	KUNIT_ASSERT_EQ(test, nla_len(array), (int)sizeof(told));
	KUNIT_EXPECT_TRUE(test, !memcmp(nla_data(array), told, sizeof(told)));
	kfree_skb(skb);
}

/* They are named so, too: the first of as many as there are numbers. */
static void slots_are_named(struct kunit *test)
{
	static const struct tda_info info = { .pmu = "", .cpu.vendor_id = "" };
	struct sk_buff *skb = alloc_skb(8192, GFP_KERNEL);
	struct nlattr *value;

	KUNIT_ASSERT_NOT_NULL(test, skb);
	use_cycles();
	fake_boot(test, 0, 4);
	KUNIT_EXPECT_EQ(test, tda_put_info(skb, &info), 0);
	value = nla_find((void *)skb->data, skb->len, TDACCT_A_VALUE);
	value = nla_find_nested(value, TDACCT_VALUE_A_NAME);
	KUNIT_EXPECT_STREQ(test, (char *)nla_data(value), "slots");
	kfree_skb(skb);
}

/* ---- behind perf's back -------------------------------------------------- */

struct jump_row {
	const char	*name;
	struct step	step;
	unsigned int	minutes;	/* until one asks */
	const char	*words;		/* what is said, or NULL */
};

/* perf lets counters begin at half of their range. */
static const struct jump_row jump_rows[] = {
	{ "nothing is written", RUN(1000, mixed) },
	{ "nothing for minutes", RUN(1000, mixed), 3 },
	{ "slots are zeroed", SET(0, 0) },
	{ "slots are set to their end", SET(0, (1ULL << 48) - 1000), 0,
	  "slots went up by more than a CPU counts" },
	{ "slots are set to their end minutes ago",
	  SET(0, (1ULL << 48) - 1000), 3, "slots went up" },
	{ "an event is set to its end", SET(4, (1ULL << 48) - 1000), 0,
	  "r2b7 went up" },
	{ "instructions are set ahead", SET(1, (1ULL << 47) + (1ULL << 44)), 0,
	  "instructions went up" },
	{ "slots go on by most of 64 bits", SET(0, ~0ULL << 48), 0,
	  "slots went up" },
};

static void jump_name(const struct jump_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(jump, jump_rows, jump_name);

/* No switch can ask whether a number is plausible; who looks at a CPU is told. */
static void jump(struct kunit *test)
{
	const struct jump_row *row = test->param_value;
	static struct tda_cpu_view view;
	struct step steps[] = { TO(1), row->step, TO(0), { } };
	struct script script;

	fake_boot(test, 0, OWN);
	script_begin(test, &script);
	script_run(test, &script, steps);
	fake_wait(row->minutes * 60 * HZ);
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_COUNTING);
	if (row->words)
		KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words),
				      "it says: %s", view.reason);
	else
		KUNIT_EXPECT_STREQ(test, view.reason, "");
	check_laws(test);
}

/* Whoever takes the counter of reference cycles takes nothing else, for no time. */
static void classes_stay(struct kunit *test)
{
	unsigned int missing;

	fake.ref_cycles = true;
	fake.in_order = true;
	fake_boot(test, 0, OWN);
	fake_run(300, &fake_mixed);
	fake_perf_error(TDA_NR_FIXED);
	fake_run(500, &fake_mixed);
	fake_switch(fake.idle);
	missing = fake_c()->missing;
	KUNIT_EXPECT_EQ(test, missing, 1U << TDA_NR_FIXED);
	check_hardware(test);
	check_laws(test);
}

/* ---- beginning and ending ------------------------------------------------ */

struct start_row {
	const char		*name;
	u32			rdpmc_fault;
	bool			stuck;
	enum tdacct_state	state;
	const char		*words;
};

static const struct start_row start_rows[] = {
	{ "RDPMC of slots faults", TDA_RDPMC_SLOTS, false, TDACCT_STATE_CANNOT,
	  "RDPMC of a counter faults" },
	{ "RDPMC of the last event faults", 2, false, TDACCT_STATE_CANNOT,
	  "RDPMC of a counter faults" },
	{ "RDPMC of a counter that is nobody's faults", 5, false,
	  TDACCT_STATE_COUNTING, "" },
	{ "slots stand still", U32_MAX, true, TDACCT_STATE_WAITING,
	  "slots stand still" },
};

static void start_name(const struct start_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(start, start_rows, start_name);

static void start(struct kunit *test)
{
	const struct start_row *row = test->param_value;
	static struct tda_cpu_view view;

	fake_boot(test, 0, OWN);
	tda_cpus_pause(0);
	fake.rdpmc_fault = row->rdpmc_fault;
	fake.stuck = row->stuck ? BIT(0) : 0;
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, row->state);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words),
			      "it says: %s", view.reason);
}

/* ---- a host that filters events ------------------------------------------ */

struct filter_row {
	const char		*name;
	unsigned int		model;	/* of CPU */
	unsigned long long	asked;	/* when it was loaded; 0: nothing */
	unsigned int		still;	/* this counter never moves */
	const char		*words;	/* NULL: it counts nevertheless */
	unsigned int		family;	/* of AMD's; 0: one of Intel's */
};

static const struct filter_row filter_rows[] = {
	{ "Sapphire Rapids", 0x8f, 0, 5, "event r2c2 stands still: the host" },
	{ "Ice Lake", 0x6a, 0, 5, "event r2c2 stands still" },
	{ "Skylake", 0x55, 0, 3, "event r2c2 stands still" },
	{ "Broadwell", 0x4f, 0, 3, "event r2c2 stands still" },
	{ "Sierra Forest", 0xaf, 0, 3, "event r72 stands still" },
	{ "Sierra Forest with other events", 0xaf, 0x1b7, 3,
	  "event r72 stands still" },
	{ "Skylake, nothing is recovered from", 0x55, 0, 5 },
	{ "Skylake with other events", 0x55, 0x1b7, 2 },
	{ "Zen 4", 0x11, 0, 4, "event rc1 stands still", 0x19 },
	{ "Zen 3", 0x01, 0, 1, "event rc1 stands still", 0x19 },
	{ "Zen 4, nothing is dispatched", 0x11, 0, 3, NULL, 0x19 },
};

static void filter_name(const struct filter_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(filter, filter_rows, filter_name);

static void expect_state(struct kunit *test, const char *words)
{
	static struct tda_cpu_view view;

	tda_cpus_pause(0);
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, (int)view.state, words ?
			(int)TDACCT_STATE_CANNOT : (int)TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, words ?: ""),
			      "it says: %s", view.reason);
}

/* No tree is shown that lacks what retired: not then, and not from the beginning. */
static void filter(struct kunit *test)
{
	const struct filter_row *row = test->param_value;

	fake_cpuid.leaf_a_edx = 0x603;
	fake_cpuid.x86_model = row->model;
	if (row->family)
		fake_cpuid = (struct fake_cpuid){
			AMD(row->family, row->model), SIX,
		};
	fake_set_events(&row->asked, !!row->asked);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	fake.stuck = BIT(row->still);
	expect_state(test, row->words);
	fake.stuck = 0;
	expect_state(test, NULL);
	fake_unload();

	fake.stuck = BIT(row->still);
	fake_set_events(&row->asked, !!row->asked);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), row->words ? -ENODEV : 0);
	if (!row->words)
		fake_unload();
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(unfit, unfit_gen_params),
	KUNIT_CASE_PARAM(choice, choice_gen_params),
	KUNIT_CASE_PARAM(zen, zen_gen_params),
	KUNIT_CASE_PARAM(gives_way, way_gen_params),
	KUNIT_CASE_PARAM(charge, charge_gen_params),
	KUNIT_CASE_PARAM(jump, jump_gen_params),
	KUNIT_CASE(classes_stay),
	KUNIT_CASE_PARAM(charge_cycles, plain_cycles_gen_params),
	KUNIT_CASE(slots_are_told),
	KUNIT_CASE(slots_are_named),
	KUNIT_CASE_PARAM(start, start_gen_params),
	KUNIT_CASE_PARAM(filter, filter_gen_params),
	{ }
};

static struct kunit_suite plain_x86_suite = {
	.name = "plain",
	.init = plain_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(plain_x86_suite);
