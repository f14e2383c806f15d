// SPDX-License-Identifier: GPL-2.0
/*
 * Events that were counted in a part of the slots: shares of that part, and how far
 * that of all slots can be from them. The arithmetic is done by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "shared.h"
#include "view/column.h"
#include "unit.h"

#define SPR "sapphirerapids.json"
#define ZEN "zen4.json"

/* 1000 slots; 400 retire, and so on. */
#define CLASSES "slots=1000 retiring=400 bad_speculation=100 frontend_bound=200 " \
	"backend_bound=300 heavy_operations=50 branch_mispredicts=80 " \
	"fetch_latency=150 memory_bound=210 cycles=200 instructions=900 "
#define OPS	"rc1"
#define FRONT	"r1000001a0"
#define BACK	"r100001ea0"

enum { ALL = -1 };

struct known_row {
	const char *name;
	const char *model;
	const char *counts;
	const char *event[2];	/* counted in so many slots; the others in all */
	int known[2];
	const char *node;
	double share, error, part;
	bool approximate;
	const char *reason;
};

/* clang-format off */
static const struct known_row rows[] = {
	{ "all of them", ZEN, "slots=1000 cycles=200 rc1=300", { }, { },
	  "retiring", 0.3, 0, 1 },
	/* 250 in 500; there may be 250 to 750 in 1000 */
	{ "half of them", ZEN, "slots=1000 cycles=200 rc1=250", { OPS }, { 500 },
	  "retiring", 0.5, 0.25, 0.5 },
	/* 240 in 800 are 0.3; there may be 240 to 440 in 1000 */
	{ "most of them", ZEN, "slots=1000 cycles=200 rc1=240", { OPS }, { 800 },
	  "retiring", 0.3, 0.14, 0.8 },
	/* no class is more than nothing, and none is more than all */
	{ "few of them", ZEN, "slots=1000 cycles=200 rc1=0", { OPS }, { 10 },
	  "retiring", 0, 0.99, 0.01 },
	{ "one slot", ZEN, "slots=1000 cycles=200 rc1=1", { OPS }, { 1 },
	  "retiring", 1, 0.999, 0.001 },
	{ "all but one", ZEN, "slots=1000 cycles=200 rc1=999", { OPS }, { 999 },
	  "retiring", 1, 0.001, 0.999 },
	{ "none of them", ZEN, "slots=1000 cycles=200 rc1=0", { OPS }, { 0 },
	  "retiring", NAN, NAN, 0, false,
	  "needs ex_ret_ops, not counted while this ran" },
	{ "another event's part is not its own", ZEN,
	  "slots=1000 cycles=200 rc1=300 r1000001a0=100", { FRONT }, { 500 },
	  "retiring", 0.3, 0, 1 },
	/* 1 - 0.4 - 0.25 - 0.2, as 80 in 400 are; of 1000 that is 0.08 to 0.68 */
	{ "what is left of classes with a part each", ZEN,
	  "slots=1000 cycles=200 rc1=400 r701aa=0 raa=0 r7aa=400 r1000001a0=250 r100001ea0=80",
	  { BACK }, { 400 }, "smt_contention", 0.15, 0.15, 0.4 },
	{ "of a part that is not known either", ZEN,
	  "slots=1000 cycles=200 rc1=400 r7aa=400 r1000001a0=250 r100001ea0=0",
	  { BACK }, { 0 }, "smt_contention", NAN, NAN, 0, false,
	  "needs de_no_dispatch_per_slot.backend_stalls, not counted while this ran" },

	/* 0 in 0 of 100 slots: of the other 900 nothing is known */
	{ "a ratio of nothing", ZEN,
	  "slots=1000 cycles=200 r100001ea0=400 r2d6=0 ra2d6=0",
	  { "r2d6", "ra2d6" }, { 100, 100 }, "memory_bound", 0, 0.9, 0.1 },
	{ "and what it leaves", ZEN,
	  "slots=1000 cycles=200 r100001ea0=400 r2d6=0 ra2d6=0",
	  { "r2d6", "ra2d6" }, { 100, 100 }, "core_bound", 0.4, 0.6, 0.1 },

	{ "the exact formula, all of it", SPR, CLASSES "r10ad=20", { }, { },
	  "frontend_bound", 0.18, 0, 1 },
	{ "the approximate one covers more", SPR, CLASSES "r10ad=20",
	  { "r10ad" }, { 500 }, "frontend_bound", 0.2, 0, 1, true },
	{ "the approximate one covers all, the other nothing", SPR,
	  CLASSES "r10ad=0", { "r10ad" }, { 0 }, "frontend_bound", 0.2, 0, 1,
	  true },
	{ "what is made of such nodes", SPR, CLASSES "r10ad=0", { "r10ad" },
	  { 0 }, "fetch_bandwidth", 0.05, 0, 1 },
	{ "classes of the CPU are not touched", SPR, CLASSES "r10ad=0",
	  { "r10ad" }, { 0 }, "retiring", 0.4, 0, 1 },
	/* 60 - 20 of 100 cycles; of the other 100 it may be none, or all */
	{ "cycles", SPR, CLASSES "r50021a6=60 r3000347=20",
	  { "r50021a6", "r3000347" }, { 500, 500 }, "l1_bound", 0.4, 0.3, 0.5 },
	{ "one of two events", SPR, CLASSES "r50021a6=60 r3000347=20",
	  { "r50021a6", "r3000347" }, { ALL, 0 }, "l1_bound", NAN, NAN, 0, false,
	  "needs MEMORY_ACTIVITY.STALLS_L1D_MISS:c3, not counted while this ran" },
};

/* Where the module does not tell of each event, or it is no event of the set. */
static const struct known_row gap_rows[] = {
	{ "none", ZEN, "slots=1000 cycles=200 rc1=300 slots_without_events=0",
	  { }, { }, "retiring", 0.3, 0, 1 },
	/* 250 in 500; there may be 250 to 750 in 1000 */
	{ "half of the slots", ZEN,
	  "slots=1000 cycles=200 rc1=250 slots_without_events=500", { }, { },
	  "retiring", 0.5, 0.25, 0.5 },
	/* All of it was counted: a class that is the rest has nothing of the gap. */
	{ "the rest", ZEN,
	  "slots=1000 cycles=200 rc1=200 r7aa=200 r1000001a0=300 r100001ea0=0 slots_without_events=500",
	  { }, { }, "smt_contention", 0, 0.5, 0.5 },
	{ "all but one slot", ZEN,
	  "slots=1000 cycles=200 rc1=1 slots_without_events=999", { }, { },
	  "retiring", 1, 0.999, 0.001 },
	{ "all slots", ZEN,
	  "slots=1000 cycles=200 rc1=0 slots_without_events=1000", { }, { },
	  "retiring", NAN, NAN, 0, false,
	  "needs ex_ret_ops, not counted while this ran" },
	{ "classes of the CPU", SPR, CLASSES "r10ad=20 slots_without_events=500",
	  { }, { }, "retiring", 0.4, 0, 1 },
};

/* A list marks shares that are known for a part of the slots only. */
struct cell_row {
	const char *name;
	const char *model;
	const char *counts;
	const char *column;
	const char *text;
	double number;
};

#define HALF	"slots=1000 cycles=200 rc1=250 slots_without_events="
static const struct cell_row cells[] = {
	{ "a share of half", ZEN, HALF "500", "retiring", "(50.0 %)", 0.5 },
	{ "which half", ZEN, HALF "500", "known", "50.0 %", 0.5 },
	{ "a share of all", ZEN, HALF "0", "retiring", "25.0 %", 0.25 },
	{ "which is all", ZEN, HALF "0", "known", "100.0 %", 1 },
	{ "so little is missing that nobody sees it", ZEN,
	  "slots=10000 cycles=2000 rc1=2500 slots_without_events=4", "retiring",
	  "25.0 %", 2500. / 9996 },
	{ "a bit more is missing", ZEN,
	  "slots=10000 cycles=2000 rc1=2500 slots_without_events=6", "retiring",
	  "(25.0 %)", 2500. / 9994 },
	{ "a share of nothing", ZEN, HALF "1000", "retiring", "-", NAN },
	{ "of nothing a class is known", ZEN, HALF "1000", "known", "0.0 %", 0 },
	{ "one class is known, and one is not", ZEN, "slots=1000 cycles=200 rc1=0 r1000001a0=0 slots_without_events=1000", "known", "0.0 %", 0 },
	{ "it has no slots", ZEN, "slots=0 cycles=0 rc1=0 slots_without_events=0", "known", "-", NAN },
	{ "what is no share", ZEN, HALF "500", "slots", "1000", 1000 },
	{ "classes of the CPU", SPR, CLASSES "r10ad=20 slots_without_events=500",
	  "backend_bound", "30.0 %", 0.3 },
	{ "an approximation is no part", SPR, CLASSES "slots_without_events=500",
	  "frontend_bound", "20.0 %", 0.2 },
};
/* clang-format on */

/* From the first event on, what is counted may be replaced. */
static void set_known(struct bench *b, const struct known_row *row,
		      struct counts *c)
{
	unsigned int first = 0;

	while (first < b->info.nr_values &&
	       b->info.value[first].kind != TDACCT_KIND_EVENT)
		first++;
	c->have |= UINT64_C(1) << COUNTS_KNOWN;
	for (unsigned int i = first; i < b->info.nr_values; i++) {
		b->info.value[i].of_set = true;
		c->known[i - first] = c->value[0];
	}
	for (int k = 0; k < 2 && row->event[k]; k++) {
		int i = count_index(&b->info, row->event[k]);

		if (i < (int)first)
			abort();
		if (row->known[k] != ALL)
			c->known[i - (int)first] = (uint64_t)row->known[k];
	}
}

static void check_as(const struct known_row *row,
		     void (*prepare)(struct bench *b, const struct known_row *row,
				     struct counts *c))
{
	const struct node_result *n;
	char reason[512];
	struct counts c;
	struct bench b;

	bench_open(&b, row->model, row->counts, &c);
	prepare(&b, row, &c);
	eval(&b.result, &c, true);
	n = bench_node(&b, row->node);
	EXPECT_NEAR(row->share, n->share, 1e-9);
	EXPECT_NEAR(row->error, n->error, 1e-9);
	EXPECT_NEAR(row->part, n->known, 1e-9);
	EXPECT_INT(row->approximate, n->approximate);
	result_reason(&b.result, (size_t)(n - b.result.node), reason,
		      sizeof(reason));
	EXPECT_TEXT(row->reason ? row->reason : "", reason);
	bench_close(&b);
}

static void check(const void *arg)
{
	check_as(arg, set_known);
}

/* As the module has it, it is the last of the values. */
static void set_gap(struct bench *b, const struct known_row *row,
		    struct counts *c)
{
	(void)row;
	(void)c;
	b->info.value[b->info.nr_values - 1].kind = TDACCT_KIND_GAP;
}

static void check_gap(const void *arg)
{
	check_as(arg, set_gap);
}

static void check_cell(const void *arg)
{
	const struct cell_row *row = arg;
	struct columns columns = { .nr = 0 };
	struct sample sample = { .kind = SAMPLE_PROCESS };
	struct row of = { .sample = &sample };
	struct plan_part part;
	char text[CELL_SIZE];
	struct cell cell;
	struct bench b;

	bench_open(&b, row->model, row->counts, &sample.counts);
	set_gap(&b, NULL, &sample.counts);
	EXPECT_INT(0, columns_choose(&columns, "", row->column, b.plan));
	EXPECT_INT(0, columns_part(&part, b.plan, columns.column, columns.nr));
	of.result = &b.result;
	eval_part(&b.result, &sample.counts, &part);
	cell = columns.column[0].get(&of, &columns.column[0]);
	EXPECT_TEXT(row->text, cell_text(text, &cell));
	EXPECT_NEAR(row->number, cell.type == CELL_UNKNOWN ? NAN : cell.number, 1e-9);
	plan_part_free(&part);
	bench_close(&b);
}

int main(void)
{
	UNIT_RUN("part", rows, check);
	UNIT_RUN("part: gap", gap_rows, check_gap);
	UNIT_RUN("part: cells", cells, check_cell);
	return unit_end();
}
