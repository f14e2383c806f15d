// SPDX-License-Identifier: GPL-2.0
/* Counts to shares: the arithmetic, what is not known, what is marked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "model/expr.h"
#include "shared.h"
#include "unit.h"

#define SPR "sapphirerapids.json"

struct share_row {
	const char *name;
	const char *counts;
	const char *node;
	double share, shown;
};

#define EXACT "slots=1000 retiring=400 bad_speculation=100 frontend_bound=200 " \
	"backend_bound=300 heavy_operations=50 branch_mispredicts=80 " \
	"fetch_latency=150 memory_bound=210 cycles=500 instructions=900 "

/* Every event of the model is counted. */
#define EVENTS "r10ad=20 r50021a6=200 r20040a6=30 r3000347=150 r5000547=90 " \
	"r9000947=60 r4000820=40 r1000820=70 "

/* What the sets frontend, core and branches have besides. */
#define FETCH "r480=25 r483=10 r187=5 r261=15 r80ad=100 "
#define UNITS "r10009b0=100 r10001b0=60 r2a2=25 r20ec=50 r2a6=75 r4a6=40 " \
	"r30001b1=200 "
#define BRANCHES "r80ad=100 r10401ad=20 r10401c3=10 r2c3=4 rc4=90 rc5=8 "
#define TWELVE "rc000820=30 r1000820=70 "

/* Each field cut off: half a step, 0.5 of 255, short on average. */
#define CUT "slots=255000 retiring=101500 bad_speculation=25000 " \
	"frontend_bound=50500 backend_bound=76000 heavy_operations=9500 "

/* clang-format off */
static const struct share_row share_rows[] = {
	{ "retiring",			EXACT, "retiring",		0.4, 0.4 },
	{ "bad speculation",		EXACT, "bad_speculation",	0.1, 0.1 },
	{ "frontend, dropping not counted", EXACT, "frontend_bound",	0.2, 0.2 },
	{ "backend",			EXACT, "backend_bound",		0.3, 0.3 },
	{ "heavy operations",		EXACT, "heavy_operations",	0.05, 0.05 },
	{ "light operations",		EXACT, "light_operations",	0.35, 0.35 },
	{ "mispredicts",		EXACT, "branch_mispredicts",	0.08, 0.08 },
	{ "machine clears",		EXACT, "machine_clears",	0.02, 0.02 },
	{ "fetch latency, dropping not counted", EXACT, "fetch_latency",	0.15, 0.15 },
	{ "fetch bandwidth",		EXACT, "fetch_bandwidth",	0.05, 0.05 },
	{ "memory bound",		EXACT, "memory_bound",		0.21, 0.21 },
	{ "core bound",			EXACT, "core_bound",		0.09, 0.09 },
	{ "l1, events not counted",	EXACT, "l1_bound",		NAN, NAN },

	{ "frontend less dropping",	EXACT EVENTS, "frontend_bound",	0.18, 0.18 },
	{ "latency less dropping",	EXACT EVENTS, "fetch_latency",	0.13, 0.13 },
	{ "bandwidth: dropping cancels",EXACT EVENTS, "fetch_bandwidth",0.05, 0.05 },
	{ "retiring, dropping left alone", EXACT EVENTS, "retiring",	0.4, 0.4 },
	{ "l1",				EXACT EVENTS, "l1_bound",	0.1, 0.1 },
	{ "l2",				EXACT EVENTS, "l2_bound",	0.12, 0.12 },
	{ "l3",				EXACT EVENTS, "l3_bound",	0.06, 0.06 },
	{ "dram",			EXACT EVENTS, "dram_bound",	0.12, 0.12 },
	{ "store",			EXACT EVENTS, "store_bound",	0.06, 0.06 },
	{ "bandwidth of memory",	EXACT EVENTS, "memory_bandwidth",0.08, 0.08 },
	{ "latency of memory",		EXACT EVENTS, "memory_latency",	0.06, 0.06 },
	{ "bandwidth is at most all cycles", EXACT "r4000820=900 r1000820=950", "memory_bandwidth", 1, 1 },
	{ "latency beside that is nothing",  EXACT "r4000820=900 r1000820=950", "memory_latency", 0, 0 },
	{ "another cmask is another event", EXACT "r3000820=40", "memory_bandwidth", NAN, NAN },
	{ "less than nothing in a difference", EXACT "r50021a6=100 r3000347=150", "l1_bound", -0.1, 0 },
	{ "no cycles",			"slots=1000 retiring=1000 r9000947=5", "dram_bound", NAN, NAN },

	{ "instruction cache",		EXACT FETCH, "icache_misses",	0.05, 0.05 },
	{ "translations of instructions", EXACT FETCH, "itlb_misses",	0.02, 0.02 },
	{ "prefixes",			EXACT FETCH, "lcp",		0.01, 0.01 },
	{ "changes to the decoders",	EXACT FETCH, "dsb_switches",	0.03, 0.03 },
	{ "restarts by branches, dropping not counted", EXACT FETCH, "mispredicts_resteers", 0.16, 0.16 },
	{ "restarts by clears, dropping not counted", EXACT FETCH, "clears_resteers", 0.04, 0.04 },
	{ "restarts by branches, less dropping", EXACT FETCH "r10ad=20", "mispredicts_resteers", 0.4 / 3, 0.4 / 3 },
	{ "restarts by clears, less dropping", EXACT FETCH "r10ad=20", "clears_resteers", 0.2 / 3, 0.2 / 3 },
	{ "no restart of nothing",	"slots=1000 retiring=1000 bad_speculation=0 frontend_bound=0 backend_bound=0 branch_mispredicts=0 cycles=500 r80ad=0", "mispredicts_resteers", 0, 0 },
	{ "nor by a clear",		"slots=1000 retiring=1000 bad_speculation=0 frontend_bound=0 backend_bound=0 branch_mispredicts=0 cycles=500 r80ad=0", "clears_resteers", 0, 0 },
	{ "guesses of no retired branch", EXACT BRANCHES, "other_mispredicts", 0.016, 0.016 },
	{ "all of retired branches",	EXACT "r10401ad=20 r10401c3=10 rc5=10", "other_mispredicts", 0.0001, 0.0001 },
	{ "no clear but machine clears", EXACT "r10401ad=10 r10401c3=10 rc5=0", "other_mispredicts", 0, 0 },
	{ "clears but for memory ordering", EXACT BRANCHES "r10ad=20", "other_nukes", 0.012, 0.012 },
	{ "all for memory ordering",	EXACT "r10401c3=10 r2c3=10", "other_nukes", 0.0001, 0.0001 },
	{ "no machine clear",		EXACT "r10401c3=0 r2c3=0", "other_nukes", 0, 0 },
	{ "dividers",			EXACT UNITS, "divider",	0.2, 0.2 },
	{ "of floating-point numbers",	EXACT UNITS, "fp_divider",	0.12, 0.12 },
	{ "of integers",		EXACT UNITS, "int_divider",	0.08, 0.08 },
	{ "serialising, light sleep included", EXACT UNITS, "serializing_operation", 0.15, 0.15 },
	{ "light sleep",		EXACT UNITS, "c02_wait",	0.1, 0.1 },
	{ "one micro-op",		EXACT UNITS, "ports_utilized_1", 0.15, 0.15 },
	{ "two micro-ops",		EXACT UNITS, "ports_utilized_2", 0.08, 0.08 },
	{ "three and more",		EXACT UNITS, "ports_utilized_3m", 0.4, 0.4 },
	{ "today: the rest of three",	EXACT EVENTS, "tma_bad_speculation", 0.12, 0.12 },
	{ "today: as printed without dropping", EXACT, "tma_bad_speculation", 0.1, 0.1 },
	{ "today: clears of that",	EXACT EVENTS, "tma_machine_clears", 0.04, 0.04 },
	{ "today: l1",			EXACT EVENTS, "tma_l1_bound",	0.1, 0.1 },
	{ "today: l1 is not below nothing", EXACT "r50021a6=100 r3000347=150", "tma_l1_bound", 0, 0 },
	{ "today: twelve reads",	EXACT TWELVE, "tma_mem_bandwidth", 0.06, 0.06 },
	{ "today: one read, not twelve", EXACT TWELVE, "tma_mem_latency", 0.08, 0.08 },
	{ "today: four reads are not twelve", EXACT EVENTS, "tma_mem_bandwidth", NAN, NAN },
	{ "instructions per branch",	EXACT BRANCHES, "instructions_per_branch", 10, 10 },
	{ "instructions per wrong guess", EXACT BRANCHES, "instructions_per_mispredict", 112.5, 112.5 },
	{ "clears per retired cause",	EXACT BRANCHES, "spec_clears_ratio", 20. / 18, 20. / 18 },

	{ "cut off, the largest",	CUT, "retiring",		102000 / 255e3, 102000 / 255e3 },
	{ "cut off, the smallest",	CUT, "bad_speculation",		25500 / 255e3, 25500 / 255e3 },
	{ "cut off, in the second level",CUT, "heavy_operations",	10000 / 255e3, 10000 / 255e3 },
	{ "cut off, between levels",	CUT, "light_operations",	92000 / 255e3, 92000 / 255e3 },
	{ "parts that exceed the whole","slots=1000 retiring=604 bad_speculation=4 frontend_bound=404 backend_bound=4", "retiring", 0.6, 0.6 },

	{ "unclassified slots do not count", "slots=3000 unclassified=2000 retiring=400 bad_speculation=100 frontend_bound=200 backend_bound=300", "retiring", 0.4, 0.4 },
	{ "all is unclassified",	"slots=2000 unclassified=2000", "retiring", NAN, NAN },
	{ "more than all is",		"slots=2000 unclassified=2001", "retiring", NAN, NAN },
	{ "nothing happened",		"slots=0", "retiring", NAN, NAN },
	{ "nothing happened, in cycles","slots=0 cycles=0 r9000947=0", "dram_bound", NAN, NAN },
	{ "cycles are there without slots", "slots=0 cycles=100 r9000947=50", "dram_bound", 0.5, 0.5 },

	{ "a field below nothing",	"slots=1000 retiring=600 bad_speculation=-10 frontend_bound=210 backend_bound=200", "bad_speculation", -0.01, 0 },
	{ "a field above all",		"slots=1000 retiring=1010 bad_speculation=-10 frontend_bound=0 backend_bound=0", "retiring", 1.01, 1 },
	{ "a child above its parent",	"slots=1000 retiring=400 bad_speculation=100 frontend_bound=200 backend_bound=300 heavy_operations=420", "heavy_operations", 0.42, 0.4 },
	{ "its sibling has nothing left","slots=1000 retiring=400 bad_speculation=100 frontend_bound=200 backend_bound=300 heavy_operations=420", "light_operations", 0, 0 },
	{ "cycles are no part of slots",EXACT "r9000947=400", "dram_bound", 0.8, 0.8 },
};
/* clang-format on */

static void try_share(const void *arg)
{
	const struct share_row *row = arg;
	const struct node_result *n;
	struct counts counts;
	struct bench b;

	bench_open(&b, SPR, row->counts, &counts);
	eval(&b.result, &counts, false);
	n = bench_node(&b, row->node);
	EXPECT_NEAR(row->share, n->share, 1e-9);
	EXPECT_NEAR(row->shown, n->shown, 1e-9);
	EXPECT(n->clamped == (fabs(row->share - row->shown) > 1e-9));
	bench_close(&b);
}

/* The sum of children is their parent, of the first level all slots. */
struct sum_row {
	const char *name;
	const char *counts;
	const char *parts;
	double want;
};

static const struct sum_row sum_rows[] = {
	{ "first level", EXACT, "retiring bad_speculation frontend_bound backend_bound", 1 },
	{ "first level, cut off", CUT, "retiring bad_speculation frontend_bound backend_bound", 1 },
	{ "first level less dropping", EXACT EVENTS, "retiring bad_speculation frontend_bound backend_bound", 0.98 },
	{ "retiring", CUT, "light_operations heavy_operations", 0.4 },
	{ "frontend", EXACT EVENTS, "fetch_latency fetch_bandwidth", 0.18 },
	{ "memory, in cycles", EXACT EVENTS, "l1_bound l2_bound l3_bound dram_bound store_bound", 0.46 },
};

static void try_sum(const void *arg)
{
	const struct sum_row *row = arg;
	const char *at = row->parts;
	struct counts counts;
	struct bench b;
	char name[64];
	double sum = 0;
	int len;

	bench_open(&b, SPR, row->counts, &counts);
	eval(&b.result, &counts, false);
	for (; sscanf(at, "%63s%n", name, &len) == 1; at += len)
		sum += bench_node(&b, name)->share;
	EXPECT_NEAR(row->want, sum, 1e-9);
	bench_close(&b);
}

/* Bounds: blur=2550 over 1000 slots is a hundredth for each field. */
struct bound_row {
	const char *name;
	const char *counts;
	const char *node;
	double want;
};

static const struct bound_row bound_rows[] = {
	{ "a part", EXACT "blur=2550", "retiring", 0.01 },
	{ "a part that may have the rest", EXACT "blur=2550", "backend_bound", 0.03 },
	{ "a field in a part", EXACT "blur=2550", "memory_bound", 0.01 },
	{ "what is left of a part has the errors of both", EXACT "blur=2550", "core_bound", 0.04 },
	{ "dropping is exact", EXACT EVENTS "blur=2550", "frontend_bound", 0.03 },
	{ "dropping cancels", EXACT EVENTS "blur=2550", "fetch_bandwidth", 0.04 },
	{ "cycles are exact", EXACT EVENTS "blur=2550", "dram_bound", 0 },
	{ "not known", EXACT "blur=2550", "dram_bound", NAN },
	{ "no blur", EXACT "blur=0", "retiring", 0 },
	{ "of classified slots", "slots=3000 unclassified=2000 blur=2550 retiring=400 bad_speculation=100 frontend_bound=200 backend_bound=300", "retiring", 0.01 },
	{ "what was spread adds to it", CUT "blur=255000", "retiring", 1500 / 255e3 },
	{ "three times where a part may have the rest", CUT "blur=255000", "bad_speculation", 4500 / 255e3 },
};

static void try_bound(const void *arg)
{
	const struct bound_row *row = arg;
	struct counts counts;
	struct bench b;

	bench_open(&b, SPR, row->counts, &counts);
	eval(&b.result, &counts, true);
	EXPECT_NEAR(row->want, bench_node(&b, row->node)->error, 4e-4);
	bench_close(&b);
}

struct reason_row {
	const char *name;
	const char *counts;
	const char *node;
	const char *want;
	bool approximate;
};

static const struct reason_row reason_rows[] = {
	{ "known", EXACT, "retiring", "", false },
	{ "approximate", EXACT, "frontend_bound", "", true },
	{ "not approximate where it is counted", EXACT EVENTS, "frontend_bound", "", false },
	{ "derived from approximations", EXACT, "fetch_bandwidth", "", false },
	{ "one event missing", EXACT, "dram_bound", "needs MEMORY_ACTIVITY.STALLS_L3_MISS:c9", false },
	{ "two events missing", EXACT, "l1_bound", "needs EXE_ACTIVITY.BOUND_ON_LOADS:c5, MEMORY_ACTIVITY.STALLS_L1D_MISS:c3", false },
	{ "one of two missing", EXACT "r3000347=1", "l1_bound", "needs EXE_ACTIVITY.BOUND_ON_LOADS:c5", false },
	{ "what another node lacks", EXACT "r1000820=1", "memory_latency", "needs OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4", false },
	{ "nothing was counted", "slots=0", "retiring", "no slots were counted", false },
	{ "nothing was classified", "slots=10 unclassified=10", "retiring", "no slots were classified", false },
	{ "no cycles, but slots", "slots=10 retiring=10 r9000947=1", "dram_bound", "divides by zero: CPU_CLK_UNHALTED.THREAD is 0", false },
	{ "neither: each has its own reason", "slots=0 r9000947=1", "dram_bound", "divides by zero: CPU_CLK_UNHALTED.THREAD is 0", false },
};

static void try_reason(const void *arg)
{
	const struct reason_row *row = arg;
	struct counts counts;
	struct bench b;
	char got[512];
	size_t node;

	bench_open(&b, SPR, row->counts, &counts);
	eval(&b.result, &counts, true);
	node = (size_t)model_find_node(b.model, row->node);
	result_reason(&b.result, node, got, sizeof(got));
	EXPECT_TEXT(row->want, got);
	EXPECT_INT(row->approximate, b.plan->node[node].approximate);
	bench_close(&b);
}

struct mark_row {
	const char *name;
	const char *counts;
	const char *flagged;	/* in the order of the model */
	const char *deepest;
};

#define L1(_r, _b, _f, _m) "slots=1000 retiring=" #_r " bad_speculation=" #_b \
	" frontend_bound=" #_f " backend_bound=" #_m " "

static const struct mark_row mark_rows[] = {
	{ "nothing", L1(690, 80, 130, 100), "", NULL },
	{ "only a first level", L1(600, 0, 0, 400) "memory_bound=150 cycles=1", "backend_bound core_bound ", "core_bound" },
	{ "deeper wins over larger", L1(0, 0, 160, 840) "fetch_latency=120 memory_bound=840 cycles=1000 r9000947=1000", "frontend_bound fetch_latency backend_bound memory_bound dram_bound ", "dram_bound" },
	{ "larger wins among equals", L1(0, 0, 400, 600) "fetch_latency=400 memory_bound=600", "frontend_bound fetch_latency backend_bound memory_bound ", "memory_bound" },
	{ "a child whose parent is not over is not flagged", L1(900, 0, 0, 100) "memory_bound=100 cycles=100 r9000947=50", "retiring light_operations ", "light_operations" },
	{ "retiring for its heavy operations", L1(600, 100, 100, 200) "heavy_operations=150", "retiring heavy_operations ", "heavy_operations" },
	{ "not known is not over", "slots=0", "", NULL },
};

static void try_mark(const void *arg)
{
	const struct mark_row *row = arg;
	const char *deepest = NULL;
	struct counts counts;
	char got[512] = "";
	struct bench b;

	bench_open(&b, SPR, row->counts, &counts);
	eval(&b.result, &counts, false);
	for (size_t i = 0; i < b.model->nr_nodes; i++) {
		const struct node_result *n = &b.result.node[i];

		if (n->flagged)
			sprintf(got + strlen(got), "%s ", b.model->node[i].name);
		if (n->deepest)
			deepest = b.model->node[i].name;
		EXPECT(!n->marked || n->flagged);
	}
	EXPECT_TEXT(row->flagged, got);
	EXPECT_TEXT(row->deepest, deepest);
	bench_close(&b);
}

/*
 * Two tasks in turns on a CPU that rounds its fields: the bound that is shown
 * contains the truth, however they are cut and whatever they do.
 */
enum rounding { NEAREST, CUT_OFF, REST };

struct truth_row {
	const char *name;
	enum rounding round;
	unsigned int slice, jitter, clear;
	unsigned int share[2][8];	/* of 1000: four parts, four within */
};

static const struct truth_row truth_rows[] = {
	{ "nearest, long slices", NEAREST, 200000, 0, 250000, { { 400, 100, 200, 300, 50, 80, 150, 210 }, { 0, 0, 1000, 0, 0, 0, 999, 0 } } },
	{ "nearest, short slices", NEAREST, 1700, 0, 250000, { { 401, 99, 203, 297, 53, 83, 151, 211 }, { 7, 3, 983, 7, 1, 1, 977, 3 } } },
	{ "nearest, irregular slices", NEAREST, 20000, 90, 250000, { { 333, 333, 333, 1, 111, 222, 300, 0 }, { 251, 249, 253, 247, 3, 2, 1, 0 } } },
	{ "cut off, long slices", CUT_OFF, 200000, 0, 250000, { { 400, 100, 200, 300, 50, 80, 150, 210 }, { 0, 0, 1000, 0, 0, 0, 999, 0 } } },
	{ "cut off, short slices", CUT_OFF, 1700, 0, 250000, { { 401, 99, 203, 297, 53, 83, 151, 211 }, { 7, 3, 983, 7, 1, 1, 977, 3 } } },
	{ "cut off, irregular slices", CUT_OFF, 20000, 90, 250000, { { 333, 333, 333, 1, 111, 222, 300, 0 }, { 251, 249, 253, 247, 3, 2, 1, 0 } } },
	{ "cut off, cleared at every switch", CUT_OFF, 3001, 50, 0, { { 401, 99, 203, 297, 53, 83, 151, 211 }, { 7, 3, 983, 7, 1, 1, 977, 3 } } },
	{ "one has the rest, long slices", REST, 200000, 0, 250000, { { 400, 100, 200, 300, 50, 80, 150, 210 }, { 0, 0, 1000, 0, 0, 0, 999, 0 } } },
	{ "one has the rest, short slices", REST, 1700, 0, 250000, { { 401, 99, 203, 297, 53, 83, 151, 211 }, { 7, 3, 983, 7, 1, 1, 977, 3 } } },
	{ "one has the rest, irregular slices", REST, 20000, 90, 250000, { { 333, 333, 333, 1, 111, 222, 300, 0 }, { 251, 249, 253, 247, 3, 2, 1, 0 } } },
	{ "one has the rest, cleared at every switch", REST, 3001, 50, 0, { { 401, 99, 203, 297, 53, 83, 151, 211 }, { 7, 3, 983, 7, 1, 1, 977, 3 } } },
};

struct pmu {
	double slots, field[8], last[8];
};

/* Where one part has what the others leave, it is the last one. */
static double quantise(const struct pmu *p, int i, const struct truth_row *row)
{
	double steps = p->field[i] / p->slots * 255, rest = 255;

	if (row->round == REST && i == 3) {
		for (int j = 0; j < 4; j++)
			rest -= j == i ? 0 : floor(p->field[j] / p->slots * 255 +
						   1e-9);
		return rest / 255 * p->slots;
	}
	return (row->round == NEAREST ? round(steps) : floor(steps + 1e-9)) /
	       255 * p->slots;
}

static void charge(struct pmu *p, const struct truth_row *row, double slots,
		   const unsigned int *share, double *charged, double *truth,
		   double *sums)
{
	p->slots += slots;
	for (int i = 0; i < 8; i++) {
		double now;

		p->field[i] += slots * share[i] / 1000;
		truth[i] += slots * share[i] / 1000;
		now = quantise(p, i, row);
		charged[i] += now - p->last[i];
		p->last[i] = now;
	}
	sums[0] += slots;
	sums[1] += p->slots;
	if (p->slots > row->clear)
		memset(p, 0, sizeof(*p));
}

static void compare(const struct truth_row *row, int task,
		    const double *charged, const double *truth,
		    const double *sums)
{
	static const char *const names[8] = {
		"retiring", "bad_speculation", "frontend_bound",
		"backend_bound", "heavy_operations", "branch_mispredicts",
		"fetch_latency", "memory_bound",
	};
	char text[512];
	struct counts counts;
	struct bench b;
	int len = sprintf(text, "slots=%.0f blur=%.0f ", sums[0], sums[1]);

	for (int i = 0; i < 8; i++)
		len += sprintf(text + len, "%s=%.0f ", names[i], charged[i]);
	bench_open(&b, SPR, text, &counts);
	eval(&b.result, &counts, true);
	for (int i = 0; i < 8; i++) {
		const struct node_result *n = bench_node(&b, names[i]);
		double off = fabs(n->shown - truth[i] / sums[0]);

		if (!(off <= n->error + 1e-4))
			unit_fail(__FILE__, __LINE__,
				  "task %d, %s: off by %g, bound %g", task,
				  names[i], off, n->error);
		if (row->slice >= 60000 &&
		    off > (row->round == REST ? 0.01 : 0.005))
			unit_fail(__FILE__, __LINE__, "task %d, %s: off by %g",
				  task, names[i], off);
	}
	bench_close(&b);
}

static void try_truth(const void *arg)
{
	const struct truth_row *row = arg;
	double charged[2][8] = { 0 }, truth[2][8] = { 0 }, sums[2][2] = { 0 };
	struct pmu p = { 0 };

	srand(1);
	for (int i = 0; i < 2400; i++) {
		double slots = row->slice;

		if (row->jitter)
			slots *= 1 + row->jitter / 100. *
				     (2. * rand() / RAND_MAX - 1);
		charge(&p, row, round(slots), row->share[i & 1],
		       charged[i & 1], truth[i & 1], sums[i & 1]);
	}
	compare(row, 0, charged[0], truth[0], sums[0]);
	compare(row, 1, charged[1], truth[1], sums[1]);
}

/* Any Intel CPU with metrics: the same shares from the small model. */
static const struct {
	const char *name;
	double want;
} generic_rows[] = {
	{ "frontend_bound", 0.2 }, { "fetch_latency", 0.15 },
	{ "fetch_bandwidth", 0.05 }, { "bad_speculation", 0.1 },
	{ "branch_mispredicts", 0.08 }, { "machine_clears", 0.02 },
	{ "retiring", 0.4 }, { "heavy_operations", 0.05 },
	{ "light_operations", 0.35 }, { "backend_bound", 0.3 },
	{ "memory_bound", 0.21 }, { "core_bound", 0.09 },
};

static void try_generic(const void *arg)
{
	const typeof(generic_rows[0]) *row = arg;
	struct counts counts;
	struct bench b;

	bench_open(&b, "intel_metrics.json", EXACT, &counts);
	EXPECT_INT(sizeof(generic_rows) / sizeof(*generic_rows),
		   b.model->nr_nodes);
	eval(&b.result, &counts, false);
	EXPECT_NEAR(row->want, bench_node(&b, row->name)->share, 1e-9);
	bench_close(&b);
}

/* Plain counters: again the same, from events, and without an error. */
#define PLAIN_L1 "slots=1000 r19c=200 r2a4=300 r2c2=400 "
#define PLAIN_L2 "r10a4=210 r8a4=80 r1c2=50 r600019c=25 "

static void try_plain(const void *arg)
{
	const typeof(generic_rows[0]) *row = arg;
	const struct node_result *n;
	struct counts counts;
	struct bench b;

	bench_open(&b, "sapphirerapids_plain.json", PLAIN_L1 PLAIN_L2, &counts);
	eval(&b.result, &counts, true);
	n = bench_node(&b, row->name);
	EXPECT_NEAR(row->want, n->share, 1e-9);
	EXPECT_NEAR(0, n->error, 1e-9);
	bench_close(&b);
}

/* Without the events of the second level the first is there. */
static void try_plain_first(const void *arg)
{
	const typeof(generic_rows[0]) *row = arg;
	const struct node_result *n;
	struct counts counts;
	struct bench b;

	bench_open(&b, "sapphirerapids_plain.json", PLAIN_L1, &counts);
	eval(&b.result, &counts, false);
	n = bench_node(&b, row->name);
	if (b.model->node[model_find_node(b.model, row->name)].level == 1)
		EXPECT_NEAR(row->want, n->share, 1e-9);
	else
		EXPECT_INT(1, isnan(n->share));
	bench_close(&b);
}

int main(void)
{
	UNIT_RUN("eval share", share_rows, try_share);
	UNIT_RUN("eval sum", sum_rows, try_sum);
	UNIT_RUN("eval bound", bound_rows, try_bound);
	UNIT_RUN("eval reason", reason_rows, try_reason);
	UNIT_RUN("eval mark", mark_rows, try_mark);
	UNIT_RUN("eval truth", truth_rows, try_truth);
	UNIT_RUN("eval intel_metrics", generic_rows, try_generic);
	UNIT_RUN("eval plain counters", generic_rows, try_plain);
	UNIT_RUN("eval plain counters, first level", generic_rows,
		 try_plain_first);
	return unit_end();
}
