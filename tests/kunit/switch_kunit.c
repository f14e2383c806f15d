// SPDX-License-Identifier: GPL-2.0
/*
 * Who is charged what, in scripts. After each, every task must have what it
 * was given, to the unit where there is one, and the laws must hold; a row
 * only says what it took.
 */
#include <kunit/test.h>

#include "cpus/cpus_read.h"
#include "pmu/intel_metrics.h"
#include "record/cpu.h"
#include "script.h"

/* A threshold that is never reached, but when a step says so. */
#define NEVER	1000000000
#define DUE	CLEAR_AT(0)
#define BOTH	(TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS)

struct switch_row {
	const char	*name;
	u64		clear_slots;
	unsigned int	extra;		/* raw events */
	struct step	steps[24];
	/* since the script began */
	u64		clears;
	u64		live_clears;
	u64		resyncs;
	u64		stops;
	u64		unclassified;
	bool		ref_cycles;	/* are counted too */
};

static const struct switch_row rows[] = {
	{ "one task", NEVER, 0,
	  { RUN(100000, frontend), TO(1) } },
	{ "two tasks alternate", NEVER, 0,
	  { RUN(30000, retiring), TO(1), RUN(30000, frontend), TO(0),
	    RUN(30000, retiring), TO(1), RUN(30000, frontend), TO(0) } },
	{ "idle in between", NEVER, 0,
	  { RUN(30000, retiring), IDLE, RUN(50000, frontend), TO(0),
	    RUN(10, mixed), IDLE, RUN(7, retiring), TO(0) } },
	{ "a task that never switches is folded", NEVER, 0,
	  { RUN(30000, mixed), FOLD, RUN(50000, mixed), FOLD, FOLD } },
	{ "switches without a slot in between", NEVER, 0,
	  { TO(1), TO(0), TO(1), TO(0) } },
	/* The slots since the clear, and six times those of the interval. */
	{ "exactly the threshold does not clear", NEVER, 0,
	  { FOLD, CLEAR_AT(60000 + 7 * 1000), RUN(1000, mixed), TO(1),
	    TO(0) } },
	{ "one slot more than the threshold clears", NEVER, 0,
	  { FOLD, CLEAR_AT(60000 + 7 * 1000), RUN(1001, mixed), TO(1),
	    RUN(10, mixed), TO(0) }, .clears = 1 },
	{ "the threshold is reached in a fold", NEVER, 0,
	  { DUE, RUN(1000, mixed), FOLD, RUN(10, mixed), TO(1) }, .clears = 1 },
	{ "many thresholds at once are one clear", 250000, 0,
	  { RUN(10000000, frontend), TO(1), TO(0) }, .clears = 1 },
	{ "threshold 0 clears at every switch", 0, 0,
	  { RUN(1000, retiring), TO(1), RUN(1000, frontend), TO(0),
	    RUN(1, mixed), TO(1) }, .clears = 3 },
	{ "threshold 0 does not clear what is clear", 0, 0,
	  { RUN(1000, retiring), TO(1), TO(0), TO(1) }, .clears = 1 },
	{ "reference cycles", NEVER, 0,
	  { RUN(30000, retiring), TO(1), DUE, RUN(9000, frontend), TO(0),
	    RUN(70, mixed), TO(1) }, .clears = 1, .ref_cycles = true },
	{ "reference cycles and raw events", NEVER, 8,
	  { RUN(30000, retiring), TO(1), DUE, RUN(9000, frontend), TO(0) },
	  .clears = 1, .ref_cycles = true },
	{ "raw events", NEVER, 8,
	  { RUN(30000, retiring), TO(1), DUE, RUN(9000, frontend), TO(0) },
	  .clears = 1 },

	{ "an NMI in the clear, no slot passes", NEVER, 0,
	  { DUE, RUN(9000, mixed), NMI_EARLY(0), TO(1),
	    RUN(5000, retiring), TO(0) }, .clears = 1, .live_clears = 1 },
	{ "an NMI in the clear, slots pass before SLOTS is zero", NEVER, 0,
	  { DUE, RUN(9000, mixed), NMI_EARLY(321), TO(1),
	    RUN(5000, retiring), TO(0) }, .clears = 1, .live_clears = 1 },
	{ "an NMI in the clear, slots pass between the zeroes", NEVER, 0,
	  { DUE, RUN(9000, mixed), NMI_LATE(321), TO(1),
	    RUN(5000, retiring), TO(0) }, .clears = 1, .live_clears = 1 },

	{ "perf reads SLOTS", NEVER, 0,
	  { RUN(30000, mixed), PERF_READS(0), RUN(20000, mixed), TO(1),
	    RUN(5000, retiring), TO(0) },
	  .clears = 1, .resyncs = 1, .unclassified = 110000 },
	{ "perf restarts SLOTS", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(20000, mixed), PERF_RESTARTS(0),
	    RUN(1000, mixed), TO(0), RUN(5000, retiring), TO(1) },
	  .clears = 1, .resyncs = 1, .unclassified = 21000 },
	{ "perf restarts SLOTS twice between two switches", NEVER, 0,
	  { PERF_RESTARTS(0), RUN(100, mixed), PERF_RESTARTS(0),
	    RUN(200, mixed), TO(1) },
	  .clears = 1, .resyncs = 1, .unclassified = 60300 },
	{ "perf reads a plain counter", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(100, mixed), PERF_READS(2),
	    RUN(20000, mixed), TO(0) }, .clears = 1, .resyncs = 1 },
	{ "perf restarts a plain counter", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(100, mixed), PERF_RESTARTS(1),
	    RUN(20000, mixed), TO(0), RUN(9, mixed), TO(1) },
	  .clears = 1, .resyncs = 1 },
	{ "a plain counter moves", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(100, mixed), PERF_MOVES(2, 6),
	    RUN(20000, mixed), TO(0), RUN(9, mixed), TO(1) },
	  .clears = 1, .resyncs = 1 },
	{ "it moves there and back", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(100, mixed), PERF_MOVES(2, 6),
	    RUN(77, mixed), PERF_MOVES(2, 1 | 1U << 30), RUN(200, mixed),
	    TO(0) }, .clears = 1, .resyncs = 1 },
	{ "raw events change places", NEVER, 3,
	  { RUN(30000, mixed), TO(1), RUN(100, mixed), PERF_MOVES(3, 7),
	    PERF_MOVES(4, 0), PERF_MOVES(3, 1), RUN(500, mixed), TO(0) },
	  .clears = 1, .resyncs = 1 },
	{ "perf restarts everything", NEVER, 3,
	  { RUN(30000, mixed), PERF_RESTARTS(0), PERF_RESTARTS(1),
	    PERF_RESTARTS(2), PERF_RESTARTS(3), PERF_RESTARTS(4),
	    PERF_RESTARTS(5), RUN(500, mixed), TO(1) },
	  .clears = 1, .resyncs = 1, .unclassified = 90500 },
	{ "a plain counter overflows, perf not told yet", NEVER, 0,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed), TO(0),
	    RUN(20, mixed), TO(1) }, .clears = 1, .resyncs = 1 },
	{ "a plain counter overflows, perf begins anew", NEVER, 0,
	  { TO(1), NEAR_OVERFLOW(2, 100), RUN(20000, mixed),
	    PERF_RESTARTS(2), RUN(20, mixed), TO(0), RUN(20, mixed), TO(1) },
	  .clears = 1, .resyncs = 1 },
	{ "a metrics overflow just now", NEVER, 0,
	  { RUN(100000, mixed), TO(1), RUN(5000, mixed), METRICS_OVERFLOW,
	    RUN(10, mixed), TO(0), RUN(10, mixed), TO(1) },
	  .clears = 1, .unclassified = 5010 },
	/* By somebody who knows no perf; just after a charge, to be exact. */
	{ "a plain counter is zeroed", NEVER, 0,
	  { RUN(30000, mixed), TO(1), SET(2, 0), RUN(10, mixed), TO(0),
	    RUN(20, mixed), TO(1) }, .clears = 1, .resyncs = 1 },
	{ "SLOTS are zeroed", NEVER, 0,
	  { RUN(30000, mixed), TO(1), SET(0, 0), RUN(10, mixed), TO(0),
	    RUN(20, mixed), TO(1) }, .clears = 1, .unclassified = 10 },
	{ "a plain counter is set to somebody's period", NEVER, 0,
	  { RUN(30000, mixed), TO(1), SET(2, (1ULL << 47) - 100000), TO(0),
	    RUN(20, mixed), TO(1) }, .clears = 1, .resyncs = 1 },
	{ "SLOTS are set to somebody's period", NEVER, 0,
	  { RUN(30000, mixed), TO(1), SET(0, (1ULL << 48) - 100000), TO(0),
	    RUN(20, mixed), TO(1) }, .clears = 1 },
	{ "a plain counter is zeroed, and moves later", NEVER, 0,
	  { RUN(30000, mixed), TO(1), SET(2, 0), RUN(10, mixed), TO(0),
	    RUN(20, mixed), PERF_MOVES(2, 6), RUN(20, mixed), TO(1) },
	  .clears = 2, .resyncs = 2 },
	/* An event that has counted nothing bears the number that it bore. */
	{ "a raw event moves before it has counted", NEVER, 1,
	  { RUN(30000, mixed), PERF_RESTARTS(3), FOLD, PERF_MOVES(3, 7),
	    RUN(500, mixed), TO(1) }, .clears = 2, .resyncs = 2 },
	{ "a plain counter moves before it has counted", NEVER, 0,
	  { RUN(30000, mixed), PERF_RESTARTS(2), FOLD, PERF_MOVES(2, 7),
	    RUN(500, mixed), TO(1) }, .clears = 2, .resyncs = 2 },
	{ "a raw event is taken away before it has counted", NEVER, 1,
	  { RUN(30000, mixed), PERF_RESTARTS(3), PERF_READS(3), FOLD,
	    PERF_ERROR(3), TO(1), RUN(60, mixed), WAIT(2),
	    RUN(20000, mixed), TO(0) },
	  .clears = 2, .resyncs = 2 },
	{ "an NMI reads a counter before we do", NEVER, 0,
	  { RUN(30000, mixed), NMI_READ(1, 1), TO(1), RUN(10, mixed), TO(0) },
	  .clears = 1, .resyncs = 1 },
	{ "an NMI reads a counter between our reads", NEVER, 0,
	  { RUN(30000, mixed), PERF_READS(1), RUN(100, mixed), NMI_READ(1, 3),
	    TO(1), RUN(10, mixed), TO(0) }, .clears = 1, .resyncs = 1 },

	{ "the metrics are off for a while", NEVER, 0,
	  { RUN(500000, mixed), DUE, CTRL_OFF(TDA_GLOBAL_METRICS), TO(1),
	    RUN(1000, mixed), TO(0), RUN(100, mixed),
	    CTRL_ON(TDA_GLOBAL_METRICS), RUN(10, mixed), TO(1),
	    RUN(30000, retiring), TO(0) },
	  .clears = 1, .resyncs = 4, .unclassified = 561110 },
	{ "everything is off for a while", NEVER, 0,
	  { RUN(500000, mixed), DUE, CTRL_OFF(BOTH | 7ULL << 32), TO(1),
	    RUN(1000, mixed), TO(0), RUN(100, mixed),
	    CTRL_ON(BOTH | 7ULL << 32), RUN(10, mixed), TO(1) },
	  .clears = 1, .resyncs = 4, .unclassified = 560010 },

	{ "SLOTS is taken away, the next second it is back", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(5000, mixed), PERF_ERROR(0),
	    RUN(40, mixed), TO(0), RUN(700, mixed), TO(1), RUN(60, mixed),
	    WAIT(2), RUN(20000, mixed), TO(0) },
	  .clears = 1, .resyncs = 1, .stops = 1, .unclassified = 5000 },
	{ "a plain counter is taken away", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(5000, mixed), PERF_ERROR(2),
	    RUN(40, mixed), TO(0), RUN(700, mixed), TO(1), RUN(60, mixed),
	    WAIT(2), RUN(20000, mixed), TO(0) },
	  .clears = 1, .resyncs = 1, .stops = 1, .unclassified = 760 },
	{ "reference cycles are taken away", NEVER, 0,
	  { RUN(30000, mixed), TO(1), RUN(5000, mixed), FOLD, PERF_ERROR(3),
	    RUN(40, mixed), TO(0), RUN(700, mixed), TO(1), RUN(60, mixed),
	    WAIT(2), RUN(20000, mixed), TO(0) },
	  .clears = 1, .resyncs = 1, .ref_cycles = true },
	{ "a counter is taken away, which a fold finds out", NEVER, 0,
	  { RUN(30000, mixed), PERF_ERROR(1), RUN(10, mixed), FOLD,
	    RUN(5, mixed), WAIT(2), RUN(7, mixed), TO(1) },
	  .clears = 1, .resyncs = 1, .stops = 1, .unclassified = 5 },
	{ "paused and resumed", NEVER, 0,
	  { RUN(30000, mixed), PAUSE, RUN(5000, mixed), TO(1), RUN(70, mixed),
	    RESUME, RUN(600, mixed), TO(0) }, .clears = 1 },
	{ "a task that begins and ends in a pause", NEVER, 0,
	  { RUN(30000, mixed), TO(1), PAUSE, TO(2), RUN(10, mixed), TO(1),
	    EXIT(2), RESUME, RUN(10, mixed), TO(0) }, .clears = 1 },

	{ "a thread that injects idle", NEVER, 0,
	  { RUN(30000, mixed), IDLE, RUN(500, mixed), TO(0), INJECTS(1),
	    RUN(70, mixed), TO(1), RUN(9000, mixed), IDLE, RUN(20, mixed),
	    TO(1), RUN(3, mixed), TO(0), EXIT(1), RUN(10, mixed), IDLE,
	    RUN(4, mixed), TO(0) } },
	{ "a thread ends", NEVER, 0,
	  { THREAD(1, 0), TO(1), RUN(5000, mixed), TO(0), EXIT(1),
	    RUN(300, mixed), TO(2) } },
	{ "the last thread ends", NEVER, 0,
	  { FORK(1), THREAD(2, 1), TO(1), RUN(5000, mixed), TO(2),
	    RUN(200, retiring), TO(0), EXIT(1), EXIT(2), RUN(30, mixed),
	    TO(3) } },
};

static void row_name(const struct switch_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(charge, rows, row_name);

static void charge(struct kunit *test)
{
	const struct switch_row *row = test->param_value;
	struct tda_cpu_stats before, *after = &fake_c()->stats;
	struct script script;
	u64 unclassified;

	fake.ref_cycles = row->ref_cycles;
	fake_boot(test, row->clear_slots, row->extra);
	before = *after;
	unclassified = fake_c()->unclassified;
	script_begin(test, &script);
	script_run(test, &script, row->steps);

	KUNIT_EXPECT_EQ(test, after->clears - before.clears, row->clears);
	KUNIT_EXPECT_EQ(test, after->live_clears - before.live_clears,
			row->live_clears);
	KUNIT_EXPECT_EQ(test, after->resyncs - before.resyncs, row->resyncs);
	KUNIT_EXPECT_EQ(test, after->stops - before.stops, row->stops);
	KUNIT_EXPECT_EQ(test, fake_c()->unclassified - unclassified,
			row->unclassified);
	check_laws(test);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

/* The same with a CPU that cuts fields off: the bounds are for both. */
static void charge_truncating(struct kunit *test)
{
	fake.truncate = true;
	charge(test);
}

/* ---- perf touches all counters at every switch --------------------------- */

static void cgroup_events(struct kunit *test)
{
	struct fake_task *a = fake.running, *b = fake_fork();
	static struct tda_cpu_view view;
	u64 clears, unclassified, slots;
	unsigned int i;

	fake_boot(test, 250000, 1);
	fake_fold();
	fake.cgroup_events = true;
	unclassified = fake_c()->unclassified;
	slots = fake.total.val[TDA_VALUE_SLOTS];
	for (i = 0; i < 150; i++) {
		fake_run(10000, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
	slots = fake.total.val[TDA_VALUE_SLOTS] - slots;
	/* Two runs until it is noticed, and what is before each interrupt. */
	KUNIT_EXPECT_EQ(test, fake.interrupts, 148U);
	KUNIT_EXPECT_EQ(test, slots, 1500000 + 148 * 100ULL);
	KUNIT_EXPECT_EQ(test, fake_c()->unclassified - unclassified,
			2 * 10000 + 148 * 100ULL);
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_TRUE(test, strstr(view.reason, "cgroup events"));
	check_laws(test);
	check_truth(test);
	check_hardware(test);

	/* They are gone. */
	fake.cgroup_events = false;
	for (i = 0; i < 40; i++) {
		fake_run(100, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
	clears = fake_c()->stats.clears;
	unclassified = fake_c()->unclassified;
	fake.interrupts = 0;
	for (i = 0; i < 40; i++) {
		fake_run(100, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
	KUNIT_EXPECT_EQ(test, fake.interrupts, 0U);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.clears, clears);
	KUNIT_EXPECT_EQ(test, fake_c()->unclassified, unclassified);
	check_truth(test);
	check_laws(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(charge, charge_gen_params),
	KUNIT_CASE_PARAM(charge_truncating, charge_gen_params),
	KUNIT_CASE(cgroup_events),
	{ }
};

static struct kunit_suite switch_suite = {
	.name = "switch",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(switch_suite);
