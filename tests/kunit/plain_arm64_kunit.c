// SPDX-License-Identifier: GPL-2.0
/*
 * Plain counters of Arm's cores: which have them, how many bits an event has, and
 * where it is. The rest of the suite is in plain_kunit.c.
 */
#include <kunit/test.h>

#include "base/arch.h"
#include "charge/pmu.h"
#include "charge/sync.h"
#include "cpus/cpus_read.h"
#include "cpus/pause.h"
#include "plain_kunit.h"
#include "pmu/plain.h"
#include "record/cpu.h"

#define N1	0x414fd0c1
#define N2	0x410fd493
#define N3	0x410fd8e0
#define V1	0x411fd401
#define V2	0x410fd4f1
#define A55	0x412fd050

/* ---- which CPUs --------------------------------------------------------- */

struct unfit_row {
	const char	*name;
	struct fake_arm	cpu;
	const char	*words;		/* NULL: it fits */
};

static const struct unfit_row unfit_rows[] = {
	{ "Neoverse N1", { N1, 4, 4, 6 } },
	{ "Neoverse N2", { N2, 6, 6, 6, 5 } },
	{ "Neoverse N3", { N3, 7, 7, 6, 5 } },
	{ "Neoverse V1", { V1, 5, 5, 6, 8 } },
	{ "Neoverse V2", { V2, 6, 6, 6, 8 } },
	{ "Neoverse N3 with a counter of instructions", { N3, 9, 9, 6, 5 } },
	{ "Neoverse N3 with five counters: it can do without instructions",
	  { N3, 7, 7, 5, 5 } },
	{ "Neoverse N3 with four counters", { N3, 7, 7, 4, 5 },
	  "too few general counters: 4, and the top level of the tree takes 5 beside 1 fixed ones; a virtual machine's host may hide some (PMCR_EL0.N)" },
	{ "Neoverse N1 with two counters", { N1, 4, 4, 2 } },
	{ "Neoverse N1 with one counter", { N1, 4, 4, 1 },
	  "too few general counters: 1, and the top level of the tree takes 2 " },
	{ "Cortex-A55", { A55, 4, 4, 6 }, "this core is none of those" },
	{ "no counters", { N3, 0, 0, 6, 5 }, "no PMUv3" },
	{ "counters that are no PMUv3's", { N3, 15, 15, 6, 5 }, "no PMUv3" },
};

static void unfit_name(const struct unfit_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(unfit, unfit_rows, unfit_name);

static void unfit(struct kunit *test)
{
	const struct unfit_row *row = test->param_value;
	const char *why;

	fake_arm = row->cpu;
	why = plain_unfit(&tda_plain_alone);
	KUNIT_EXPECT_EQ_MSG(test, !why, !row->words, "it says: %s", why);
	if (why && row->words)
		KUNIT_EXPECT_TRUE_MSG(test, strstr(why, row->words),
				      "it says: %s", why);
}

/* ---- slots in a cycle --------------------------------------------------- */

struct slots_row {
	const char	*name;
	struct fake_arm	cpu;
	unsigned int	want;
};

static const struct slots_row slots_rows[] = {
	{ "as the CPU says", { N3, 7, 7, 6, 5 }, 5 },
	{ "as the CPU says, also if the table says otherwise",
	  { N3, 7, 7, 6, 8 }, 8 },
	{ "as the table says where the CPU says 0", { V2, 6, 6, 6, 0 }, 8 },
	{ "as the table says where there is no such register",
	  { N1, 4, 4, 6, 9 }, 4 },
};

static void slots_name(const struct slots_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(slots, slots_rows, slots_name);

static void slots_in_a_cycle(struct kunit *test)
{
	const struct slots_row *row = test->param_value;

	fake_arm = row->cpu;
	KUNIT_ASSERT_TRUE(test, !plain_unfit(&tda_plain_alone));
	tda_plain_alone.learn(fake.cpu);
	KUNIT_EXPECT_EQ(test, tda_core_type[0].slots_per_cycle, row->want);
}

/* ---- what is counted ---------------------------------------------------- */

struct choice_row {
	const char		*name;
	struct fake_arm		cpu;
	unsigned int		general;	/* counters that nobody has */
	char			*counters;	/* the parameter */
	unsigned long long	asked[TDA_MAX_EVENTS];
	unsigned long long	counted[TDA_MAX_EVENTS]; /* beside cycles */
	unsigned int		width;		/* 0: nothing is counted */
	bool			basic;
};

#define N3_L1	0x3e, 0x3d, 0x3a, 0x3b, 0x8162

static const struct choice_row choice_rows[] = {
	{ "Neoverse N3", { N3, 7, 7, 6, 5 }, 6, NULL, { }, { N3_L1, 0x08 }, 5 },
	{ "Neoverse N3, one is somebody else's", { N3, 7, 7, 6, 5 }, 5, NULL,
	  { }, { N3_L1 }, 5 },
	{ "Neoverse N3, the host shows five", { N3, 7, 7, 5, 5 }, 5, NULL,
	  { }, { N3_L1 }, 5 },
	{ "Neoverse N3, the host shows four", { N3, 7, 7, 4, 5 }, 4 },
	{ "Neoverse N3 with a set", { N3, 7, 7, 6, 5 }, 6, NULL,
	  { 0x23, 0x24 }, { 0x23, 0x24 }, 5 },
	{ "Neoverse N3 with more than fits", { N3, 7, 7, 6, 5 }, 6, NULL,
	  { 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17 },
	  { 0x11, 0x12, 0x13, 0x14, 0x15, 0x16 }, 5 },
	{ "Neoverse N1", { N1, 4, 4, 6 }, 6, NULL, { },
	  { 0x23, 0x24, 0x1b, 0x22, 0x21, 0x08 }, 4 },
	{ "Cortex-A55", { A55, 4, 4, 6 }, 6 },
	{ "Cortex-A55, counters=basic", { A55, 4, 4, 6 }, 6, "basic", { }, { }, 1,
	  .basic = true },
	{ "Neoverse N3, counters=basic with an event", { N3, 7, 7, 6, 5 }, 6,
	  "basic", { 0x3a }, { 0x3a }, 1, .basic = true },
	{ "Neoverse N3, counters=basic with a counter of instructions",
	  { N3, 9, 9, 6, 5, true }, 6, "basic", { 0x3a }, { 0x3a }, 1,
	  .basic = true },
};

static void choice_name(const struct choice_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(choice, choice_rows, choice_name);

static unsigned int nr_of(const unsigned long long *configs)
{
	unsigned int nr = 0;

	while (nr < TDA_MAX_EVENTS && configs[nr])
		nr++;
	return nr;
}

static void expect_counted(struct kunit *test, const struct choice_row *row)
{
	unsigned int i, always = row->basic ? 2 : 1, nr = nr_of(row->counted);

	KUNIT_ASSERT_EQ(test, tda_nr_counters, always + nr);
	KUNIT_EXPECT_STREQ(test, tda_value(0)->name, "cycles");
	for (i = 0; i < nr; i++) {
		const struct tda_value *v = tda_value(tda_value_of(always + i));

		KUNIT_EXPECT_EQ(test, v->config, (u64)row->counted[i]);
		KUNIT_EXPECT_EQ(test, !strcmp(v->name, "instructions"),
				v->config == 0x08);
	}
}

static void choice(struct kunit *test)
{
	const struct choice_row *row = test->param_value;

	fake_arm = row->cpu;
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

/* The events of the first level give way to whatever is asked for, all of them. */
static const struct plain_way_row way_rows[] = {
	{ "Neoverse N3", 0, 0, { 1 + 6, 1 + 2, 1 + 6 }, { 6, 6, 6 } },
	{ "Neoverse N3 with other events", 0, 0x11, { 1 + 1, 1 + 2, 1 + 6 },
	  { 6, 6, 6 } },
	{ "Neoverse N3, one is somebody else's", 0, 0,
	  { 1 + 5, 1 + 2, 1 + 5 }, { 5, 5, 5 }, .few = true },
	{ "Neoverse N3, one is taken", 0, 0, { 1 + 6, 1 + 2, 1 + 5 },
	  { 6, 6, 5 }, .few = true },
	{ "Neoverse N3, one is given back", 0, 0, { 1 + 5, 1 + 2, 1 + 6 },
	  { 5, 5, 6 } },
};

static void way_name(const struct plain_way_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(way, way_rows, way_name);

static void gives_way(struct kunit *test)
{
	plain_gives_way(test);
}

/* ---- bits of an event --------------------------------------------------- */

struct bits_row {
	const char	*name;
	u8		version, of_all;
	bool		wide;
};

static const struct bits_row bits_rows[] = {
	{ "PMUv3 for Armv8.1", 4, 4, false },
	{ "PMUv3 for Armv8.4", 5, 5, false },
	{ "PMUv3 for Armv8.5", 6, 6, true },
	{ "PMUv3 for Armv8.7", 7, 7, true },
	{ "CPUs differ", 7, 0, false },
	{ "another CPU has counters that are no PMUv3's", 7, 15, false },
};

static void bits_name(const struct bits_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(bits, bits_rows, bits_name);

/* All bits are asked for where that takes no second counter. */
static void bits_are_asked_for(struct kunit *test)
{
	const struct bits_row *row = test->param_value;
	unsigned int i;

	fake_arm.version = row->version;
	fake_arm.of_all = row->of_all;
	fake_boot(test, 0, OWN);
	KUNIT_ASSERT_TRUE(test, fake_c()->counting);
	for (i = 0; i < tda_nr_counters; i++)
		KUNIT_EXPECT_EQ(test, fake.event[i]->attr.config1,
				(u64)row->wide);
}

/* In a round of 32 bits there are more than four thousand million. */
#define HALF	(1ULL << 31)
#define SOME	3000000000ULL		/* more than half, and less than a round */

/*
 * Of 32 bits. perf has an interrupt after each half of a round, in which it takes
 * over what was counted and lets the counter begin anew.
 */
static const struct charge_row narrow_rows[] = {
	{ "one task", OWN, { RUN_TO(100000, 1) } },
	{ "two tasks alternate", OWN,
	  { RUN_TO(30000, 1), RUN_TO(20000, 0), RUN_TO(30000, 1),
	    RUN_TO(10, 0) } },
	{ "as many events as there may be", 8, { RUN_TO(30000, 1), RUN_TO(9, 0) } },
	{ "an event goes round, perf not told yet", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "an event goes round, and perf has begun anew", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), PERF_RESTARTS(2),
	    RUN_TO(20, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "it goes round exactly", OWN,
	  { TO(1), NEAR_OVERFLOW(0, 100), RUN_TO(100, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "it is one before that", OWN,
	  { TO(1), NEAR_OVERFLOW(0, 100), RUN_TO(99, 0) } },
	{ "it goes round, and perf begins anew after the next switch", OWN,
	  { TO(1), NEAR_OVERFLOW(1, 100), RUN_TO(20000, 0), PERF_RESTARTS(1),
	    RUN_TO(20, 1), RUN_TO(20, 0) }, .resyncs = 2 },
	{ "cycles go round, perf not told yet", OWN,
	  { TO(1), NEAR_OVERFLOW(0, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "the last of many goes round", 7,
	  { TO(1), NEAR_OVERFLOW(7, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "more than half a round, perf not told yet", OWN,
	  { TO(1), RUN_TO(SOME, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "more than half a round, and perf has begun anew", OWN,
	  { TO(1), RUN(SOME, mixed), PERF_RESTARTS(0), RUN_TO(7, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "many rounds, and perf begins anew in each", OWN,
	  { TO(1), RUN(HALF, mixed), PERF_RESTARTS(0), RUN(HALF, mixed),
	    PERF_RESTARTS(0), RUN(HALF, mixed), PERF_RESTARTS(0),
	    RUN(HALF, mixed), PERF_RESTARTS(0), PERF_RESTARTS(1),
	    RUN_TO(7, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "perf reads an event", OWN,
	  { RUN(300, mixed), PERF_READS(2), RUN_TO(20000, 1), RUN_TO(5, 0) },
	  .resyncs = 1 },
	{ "perf reads it after it went round", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), PERF_READS(2),
	    RUN_TO(5, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event moves after it went round", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), PERF_MOVES(2, 9),
	    RUN_TO(5, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "an event is taken away after it went round", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), FOLD,
	    PERF_ERROR(2), RUN_TO(40, 0), RUN_TO(700, 1) },
	  .resyncs = 2, .gap = 740 },
	{ "an NMI reads a counter between our reads", OWN,
	  { RUN(300, mixed), PERF_READS(2), RUN(100, mixed), NMI_READ(2, 3),
	    RUN_TO(5, 1), RUN_TO(10, 0) }, .resyncs = 1 },
};

KUNIT_ARRAY_PARAM(narrow, narrow_rows, plain_charge_name);

static void charge_narrow(struct kunit *test)
{
	fake_arm_narrow();
	fake_use_plain();
	plain_charge(test);
}

/* Counters of 64 bits on some CPUs: perf sets the bits above those of the event. */
static void charge_narrow_in_wide(struct kunit *test)
{
	fake_arm.of_all = 0;
	plain_charge(test);
}

/* Of 64 bits: more than is ever counted. */
static const struct charge_row wide_rows[] = {
	{ "many rounds of 32 bits", OWN,
	  { TO(1), RUN_TO(SOME, 0), RUN_TO(SOME, 1), RUN_TO(20, 0) } },
	{ "an event goes round, perf not told yet", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN_TO(20000, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "an event goes round, and perf has begun anew", OWN,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), PERF_RESTARTS(2),
	    RUN_TO(20, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "cycles are zeroed", OWN,
	  { RUN_TO(300, 1), SET(0, 0), RUN_TO(10, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "an event moves to the last counter", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(2, 19), RUN_TO(9, 0),
	    RUN_TO(20, 1), RUN_TO(7, 0) }, .resyncs = 1 },
	{ "it moves there and back", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(2, 19), RUN(9, mixed),
	    PERF_MOVES(2, 1), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "it moves at each switch", OWN,
	  { RUN(70, mixed), PERF_MOVES(2, 9), RUN_TO(9, 1), RUN(70, mixed),
	    PERF_MOVES(2, 10), RUN_TO(9, 0), RUN(70, mixed), PERF_MOVES(2, 11),
	    RUN_TO(9, 1) }, .resyncs = 3 },
	{ "two events change places", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(1, 9), PERF_MOVES(2, 0),
	    PERF_MOVES(1, 1), RUN_TO(9, 0), RUN_TO(20, 1) }, .resyncs = 1 },
	{ "cycles move to a counter of events", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(0, 9), RUN_TO(9, 0),
	    RUN_TO(20, 1) }, .resyncs = 1 },
	{ "cycles move, and an event takes their counter", OWN,
	  { RUN_TO(300, 1), RUN(70, mixed), PERF_MOVES(0, 9),
	    PERF_MOVES(1, TDA_ARM_CYCLES), RUN_TO(9, 0), RUN_TO(20, 1) },
	  .resyncs = 1 },
	{ "an event is taken away where it was moved to", OWN,
	  { RUN(70, mixed), PERF_MOVES(2, 9), RUN_TO(300, 1), RUN(50, mixed),
	    FOLD, PERF_ERROR(2), RUN_TO(40, 0), RUN_TO(700, 1) },
	  .resyncs = 2, .gap = 740 },
};

KUNIT_ARRAY_PARAM(wide, wide_rows, plain_charge_name);

static void charge_wide(struct kunit *test)
{
	plain_charge(test);
}

static u64 count_of_perf(unsigned int i)
{
	fake_perf_reads(i);
	return local64_read(&fake.event[i]->count);
}

/*
 * Of 64 bits none is left for a mark in prev_count: what that takes from perf's count,
 * the module gives back.
 */
static void perf_counts_as_well(struct kunit *test)
{
	u64 before, each = 1000 / 5 + 2;	/* as hw.c has it */

	fake_boot(test, 0, OWN);
	before = count_of_perf(2);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, count_of_perf(2) - before, 2 * each);
	fake_switch(fake_fork());
	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, count_of_perf(2) - before, 3 * each);
	check_laws(test);
}

/* ---- where an event is --------------------------------------------------- */

/* Instructions and cycles, where both have counters of their own and perf knows it. */
static void instructions_have_a_counter(struct kunit *test)
{
	fake_arm.version = 9;
	fake_arm.of_all = 9;
	fake_arm.icntr = true;
	fake_use(&tda_basic);
	tda_basic.learn(0);
	fake_boot(test, 0, OWN);
	KUNIT_ASSERT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, tda_arch_place(fake.event[0]), TDA_ARM_CYCLES);
	KUNIT_EXPECT_EQ(test, tda_arch_place(fake.event[1]),
			fake_perf_uses_icntr ? TDA_ARM_INSTRUCTIONS : 0);
	KUNIT_EXPECT_EQ(test, fake_c()->displaced + 0U,
			fake_perf_uses_icntr ? 0x1eU : 0);
	fake_run(1000, &fake_mixed);
	fake_switch(fake.idle);
	check_laws(test);
	check_truth(test);
	check_hardware(test);
}

/* What is not where it is expected is looked for, until it is there again. */
static void is_looked_for(struct kunit *test)
{
	fake_boot(test, 0, OWN);
	KUNIT_EXPECT_EQ(test, fake_c()->displaced + 0U, 0U);
	fake_perf_moves(2, 9);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, fake_c()->displaced + 0U, 1U << 2);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	fake_perf_moves(2, 1);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, fake_c()->displaced + 0U, 0U);
	check_laws(test);
	check_truth(test);
	check_hardware(test);
}

struct start_row {
	const char		*name;
	u8			nr;		/* event counters; it uses eight */
	u8			stuck;		/* a bit each */
	enum tdacct_state	state;
	const char		*words;
};

static const struct start_row start_rows[] = {
	{ "as many counters as events", 8, 0, TDACCT_STATE_COUNTING, "" },
	{ "one less", 7, 0, TDACCT_STATE_CANNOT,
	  "on a counter that this CPU does not have" },
	{ "three less", 5, 0, TDACCT_STATE_CANNOT,
	  "on a counter that this CPU does not have" },
	{ "none", 0, 0, TDACCT_STATE_CANNOT, "too few general counters: 0" },
	{ "cycles stand still", 20, BIT(0), TDACCT_STATE_WAITING,
	  "cycles stand still" },
};

static void start_name(const struct start_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(start, start_rows, start_name);

/* A hypervisor that shows fewer counters than the kernel uses: none of them is read. */
static void start(struct kunit *test)
{
	const struct start_row *row = test->param_value;
	static struct tda_cpu_view view;

	fake_boot(test, 0, 8);
	tda_cpus_pause(0);
	fake_arm.nr = row->nr;
	fake.stuck = row->stuck;
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, row->state);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words),
			      "it says: %s", view.reason);
	KUNIT_EXPECT_EQ(test, fake.bad_reads, 0U);
}

/* The same of the counter of instructions, which only newer CPUs have. */
static void no_counter_of_instructions(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake_arm.icntr = true;
	fake_arm.version = 9;
	fake_use(&tda_basic);
	tda_basic.learn(0);
	fake_boot(test, 0, 0);
	tda_cpus_pause(0);
	fake_arm.version = 8;
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, (int)view.state, fake_perf_uses_icntr ?
			(int)TDACCT_STATE_CANNOT : (int)TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_EQ_MSG(test, !!strstr(view.reason, "does not have"),
			    fake_perf_uses_icntr, "it says: %s", view.reason);
}

/* ---- behind perf's back -------------------------------------------------- */

struct jump_row {
	const char	*name;
	struct step	step;
	const char	*words;		/* what is said, or NULL */
};

/* perf lets counters begin at half of their range. */
static const struct jump_row jump_rows[] = {
	{ "nothing is written", RUN(1000, mixed) },
	{ "cycles are zeroed", SET(0, 0) },
	{ "cycles are set to their end", SET(0, -1000ULL),
	  "cycles went up by more than a CPU counts" },
	{ "an event is set to its end", SET(2, -1000ULL), "r2b7 went up" },
	{ "an event is set ahead", SET(1, (1ULL << 63) + (1ULL << 46)),
	  "r1b7 went up" },
};

static void jump_name(const struct jump_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
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
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_COUNTING);
	if (row->words)
		KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words),
				      "it says: %s", view.reason);
	else
		KUNIT_EXPECT_STREQ(test, view.reason, "");
	check_laws(test);
}

/* ---- a host that filters events ------------------------------------------ */

struct filter_row {
	const char	*name;
	struct fake_arm	cpu;
	unsigned int	still;		/* this counter never moves */
	const char	*words;		/* NULL: it counts nevertheless */
};

static const struct filter_row filter_rows[] = {
	{ "Neoverse N3", { N3, 7, 7, 6, 5 }, 3,
	  "event r3a stands still: the host" },
	{ "Neoverse N1", { N1, 4, 4, 6 }, 6, "event r8 stands still" },
	{ "Neoverse N3, no slot is left empty", { N3, 7, 7, 6, 5 }, 1 },
};

static void filter_name(const struct filter_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(filter, filter_rows, filter_name);

/* No tree is shown that lacks what retired. */
static void filter(struct kunit *test)
{
	const struct filter_row *row = test->param_value;
	static struct tda_cpu_view view;

	fake_arm = row->cpu;
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	fake.stuck = BIT(row->still);
	tda_cpus_pause(0);
	tda_cpus_resume();
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, (int)view.state, row->words ?
			(int)TDACCT_STATE_CANNOT : (int)TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, row->words ?: ""),
			      "it says: %s", view.reason);
	fake_unload();
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(unfit, unfit_gen_params),
	KUNIT_CASE_PARAM(slots_in_a_cycle, slots_gen_params),
	KUNIT_CASE_PARAM(choice, choice_gen_params),
	KUNIT_CASE_PARAM(gives_way, way_gen_params),
	KUNIT_CASE_PARAM(bits_are_asked_for, bits_gen_params),
	KUNIT_CASE_PARAM(charge_narrow, narrow_gen_params),
	KUNIT_CASE_PARAM(charge_narrow_in_wide, narrow_gen_params),
	KUNIT_CASE_PARAM(charge_wide, wide_gen_params),
	KUNIT_CASE(perf_counts_as_well),
	KUNIT_CASE(instructions_have_a_counter),
	KUNIT_CASE(is_looked_for),
	KUNIT_CASE_PARAM(start, start_gen_params),
	KUNIT_CASE(no_counter_of_instructions),
	KUNIT_CASE_PARAM(jump, jump_gen_params),
	KUNIT_CASE_PARAM(filter, filter_gen_params),
	{ }
};

static struct kunit_suite plain_arm64_suite = {
	.name = "plain",
	.init = plain_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(plain_arm64_suite);
