// SPDX-License-Identifier: GPL-2.0
/* Which events fit in the counters together. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "import/import.h"
#include "events/schedule_set.h"
#include "events/counters.h"
#include "events/families.h"
#include "scheduled.h"
#include "unit.h"

static struct event_data *spr;

/* ---- what fits ---- */

#define LOW3 "MEMORY_ACTIVITY.STALLS_L1D_MISS,MEMORY_ACTIVITY.STALLS_L2_MISS,MEMORY_ACTIVITY.STALLS_L3_MISS"
#define READS "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4"
#define WITH "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD"
#define HIGH "INT_MISC.UOP_DROPPING,EXE_ACTIVITY.BOUND_ON_LOADS,EXE_ACTIVITY.BOUND_ON_STORES"

static const struct admit_row {
	const char *name;
	const char *events;
	const char *without;
	bool watchdog;
	unsigned int conflicts;
	unsigned int competing;		/* in the first */
	const char *counters;		/* of it */
	unsigned int nearest;
	const char *parameter;		/* where it fits */
} admit_rows[] = {
	{ "18 metrics", HIGH "," LOW3 "," READS, NULL, false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "all 19 metrics are one too many", HIGH "," LOW3 "," READS "," WITH, NULL, false, 1, 5, "0-3", 5, NULL },
	{ "the first asked for makes no difference", WITH "," READS "," LOW3 "," HIGH, NULL, false, 1, 5, "0-3", 5, NULL },
	{ "18 metrics beside the watchdog", HIGH "," LOW3 "," READS, NULL, true, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "without one of the upper four", HIGH "," LOW3 "," READS, "6", false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "without one of them, and the watchdog", HIGH "," LOW3 "," READS, "6", true, 1, 9, "0-5, 7, fixed 1", 7, NULL },
	{ "without one of the lower four", HIGH "," LOW3 "," READS, "1", false, 1, 4, "0, 2-3", 4, NULL },
	{ "cycles move where their counter is taken", HIGH "," LOW3 "," READS, "fixed 1", false, 0, 0, NULL, 0, "events=0x10ad,0x50021a6,0x20040a6,0x3000347,0x5000547,0x9000947,0x4000820" },
	{ "slots cannot move", "r1b1", "fixed 3", false, 1, 1, "none", 0, NULL },
	{ "what is counted in any case is free", "TOPDOWN.SLOTS,cycles,INST_RETIRED.ANY,topdown-retiring,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x1b1" },
	{ "also by the names that Intel gives it on other families", "CPU_CLK_UNHALTED.THREAD_P,CPU_CLK_UNHALTED.CORE,cpu/CPU_CLK_UNHALTED.CORE_P/,INST_RETIRED.ANY_P,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x1b1" },
	{ "twice is once", "r1b1,r1b1,cpu/event=0xb1,umask=1/", NULL, false, 0, 0, NULL, 0, "events=0x1b1" },
	{ "reference cycles have a parameter", "ref-cycles,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x1b1 ref_cycles=1" },
	{ "reference cycles alone", "ref-cycles", NULL, false, 0, 0, NULL, 0, "ref_cycles=1" },
	{ "eight on eight counters", "r1b1,r2b1,r4b1,r8b1,r1b2,r2b2,r4b2,r8b2", NULL, false, 0, 0, NULL, 0, "events=0x1b1,0x2b1,0x4b1,0x8b1,0x1b2,0x2b2,0x4b2,0x8b2" },
	{ "the watchdog takes the eighth", "r1b1,r2b1,r4b1,r8b1,r1b2,r2b2,r4b2,r8b2", NULL, true, 1, 10, "0-7, fixed 1", 8, NULL },
	{ "two that only counter 0 has", "r4a4,r8a4", NULL, false, 1, 2, "0", 2, NULL },
	{ "a register that holds two values", "cpu/event=0x2a,umask=1,offcore_rsp=1/,cpu/event=0x2a,umask=1,offcore_rsp=2/", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x1,0x12a:0x2" },
	{ "an event with and without a register", "cpu/event=0x2a,umask=1,offcore_rsp=1/,r12a,r1b1", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x1,0x12a,0x1b1" },
	{ "loads that took long, and what the front end's has", "cpu/event=0xcd,umask=1,ldlat=0x80/,cpu/event=0xc6,umask=1,frontend=0x500106/", NULL, false, 0, 0, NULL, 0, "events=0x1cd:0x80,0x1c6:0x500106" },
	{ "as the module's parameter has it", "0x12a:0x10001,0x1c6:0x11", NULL, false, 0, 0, NULL, 0, "events=0x12a:0x10001,0x1c6:0x11" },
	{ "and not three", "cpu/event=0x2a,umask=1,offcore_rsp=1/,cpu/event=0x2a,umask=1,offcore_rsp=2/,cpu/event=0x2a,umask=1,offcore_rsp=4/", NULL, false, 1, 3, "none", 3, NULL },
	{ "three values, one of them of two events", "0x12a:0x1,0x12a:0x2,0x12a:0x4,0x22a:0x1", NULL, false, 1, 4, "none", 2, NULL },
	{ "and the two at the ends", "0x12a:0x2,0x12a:0x1,0x22a:0x2,0x12a:0x4", NULL, false, 1, 4, "none", 2, NULL },
	{ "the front end's holds one", "cpu/event=0xc6,umask=1,frontend=0x11/,cpu/event=0xc6,umask=1,frontend=0x12/", NULL, false, 1, 2, "none", 2, NULL },
};

/* Each has a place of its own that it can use and that is to be had. */
static void check_places(const struct set_schedule *a, uint64_t counters)
{
	uint64_t taken = 0;

	for (unsigned int i = 0; i < a->nr; i++) {
		uint64_t place = a->fit.place[i] == PLACE_NONE ? 0 :
				 UINT64_C(1) << a->fit.place[i];

		EXPECT(place & a->event[i].counters & counters & ~taken);
		taken |= place;
	}
}

static void try_admit(const void *arg)
{
	const struct admit_row *row = arg;
	struct event_error why = { "" };
	char text[COUNTERS_SIZE * 2];
	struct set_schedule a;
	uint64_t without = 0;

	scheduled_ask(&a, spr, row->events, row->without, row->watchdog);
	if (row->without)
		counters_parse(row->without, &without);
	EXPECT_INT(row->conflicts, a.fit.nr_conflicts);
	EXPECT_INT(!row->conflicts, a.fit.fits);
	EXPECT_INT(row->nearest, a.fit.nr_nearest);
	if (!row->conflicts) {
		check_places(&a, spr->counters & ~without);
		EXPECT_INT(*row->parameter ? 0 : -ENOTSUP,
			   schedule_set_parameter(&a, text, sizeof(text), &why));
		EXPECT_TEXT(row->parameter, *row->parameter ? text : "");
		return;
	}
	EXPECT_INT(row->competing,
		   __builtin_popcountll(a.fit.conflict[0].events));
	EXPECT_TEXT(row->counters,
		    counters_print(text, a.fit.conflict[0].counters));
}

/* What is counted beside: @family's own events are not asked for. */
static const struct own_row {
	const char *name;
	const char *family;
	const char *events;
	bool fits;
	unsigned int reads;
	const char *competitor;		/* counted in any case, and told of */
	const char *parameter;
} own_rows[] = {
	{ "four beside the four that are always counted", "sierraforest", "r105,r205,r405,r805", true, 2 + 4 + 4, NULL, "events=0x105,0x205,0x405,0x805" },
	{ "five beside them", "sierraforest", "r105,r205,r405,r805,r106", false, 2 + 4 + 5, "TOPDOWN_RETIRING.ALL_P", NULL },
	{ "those that are always counted", "sierraforest", "TOPDOWN_RETIRING.ALL_P,r73,r105", true, 2 + 4 + 1, NULL, "events=0x105" },
	{ "seven, as PERF_METRICS leaves room for", "icelake_plain", "rc5,rc4,r1c3,r10e,r2a6,r4a6,r40004a3", false, 2 + 4 + 7, "TOPDOWN.SLOTS_P", NULL },
	{ "slots on a general counter", "sapphirerapids_plain", "slots,r1a4,r1b1", true, 2 + 4 + 1, NULL, "events=0x1b1" },
	{ "Zen 4: instructions are asked for, and cycles are not", "zen4", "instructions,cycles,ls_not_halted_cyc,r76,ex_ret_ops", true, 1 + 2, NULL, "events=0xc0,0xc1" },
	{ "Zen 4: a long code", "zen4", "de_no_dispatch_per_slot.smt_contention,ex_ret_ucode_ops", true, 1 + 2, NULL, "events=0x1000060a0,0x1000000c2" },
	{ "Zen 4: five beside cycles", "zen4", "rc0,rc1,rc2,rc3,r96", true, 1 + 5, NULL, "events=0xc0,0xc1,0xc2,0xc3,0x96" },
	{ "Zen 4: six beside them", "zen4", "rc0,rc1,rc2,rc3,r96,ra9", false, 1 + 6, "cycles", NULL },
	{ "a set takes the place of what gives way", "skylake", "rc5,rc4,r1c3,r60006a3", true, 2 + 4, NULL, "events=0xc5,0xc4,0x1c3,0x60006a3" },
};

static bool competes(const struct set_schedule *a, const char *name)
{
	for (unsigned int i = 0; i < a->nr; i++)
		if (a->fit.conflict[0].events >> i & 1 &&
		    !strcmp(a->event[i].name, name))
			return true;
	return false;
}

static void try_own(const void *arg)
{
	const struct own_row *row = arg;
	struct event_error why;
	struct event_data *d;
	struct set_schedule a;
	char text[512];

	EXPECT_INT(0, families_by_name(&d, row->family));
	scheduled_ask(&a, d, row->events, NULL, false);
	EXPECT_INT(row->fits, a.fit.fits);
	EXPECT_INT(row->reads, a.reads);
	EXPECT(!row->competitor || competes(&a, row->competitor));
	if (row->parameter) {
		EXPECT_INT(0, schedule_set_parameter(&a, text, sizeof(text), &why));
		EXPECT_TEXT(row->parameter, text);
	}
	event_data_close(d);
}

/* Four counters a thread, eight where hyper-threading is off. */
static void try_ht(const void *arg)
{
	static const char four[] = "PLAIN.A,PLAIN.B,PLAIN.C,EDGE.INV";
	struct event_data *d;
	struct event_error why;
	struct set_schedule a;

	(void)arg;
	EXPECT_INT(0, import_events(&d, NULL, unit_path("events.json"), &why));
	scheduled_ask(&a, d, four, NULL, false);
	EXPECT(a.fit.fits);
	EXPECT_INT(2 + 4, a.reads);
	scheduled_ask(&a, d, four, NULL, true);
	EXPECT(!a.fit.fits);
	event_data_without_ht(d);
	scheduled_ask(&a, d, four, NULL, true);
	EXPECT(a.fit.fits);
	event_data_close(d);
}

/* ---- any events ---- */

enum { TRIES = 5000, TRY_EVENTS = 7, TRY_COUNTERS = 5 };

static uint32_t seed = 1;

static uint32_t number(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* By trying each counter for each event. */
static bool can_all(const struct event *e, unsigned int nr, uint64_t left,
		    uint64_t among)
{
	if (!nr)
		return true;
	if (!(among >> (nr - 1) & 1))
		return can_all(e, nr - 1, left, among);
	for (int i = 0; i < TRY_COUNTERS; i++)
		if (e[nr - 1].counters & left & UINT64_C(1) << i &&
		    can_all(e, nr - 1, left & ~(UINT64_C(1) << i), among))
			return true;
	return false;
}

/* So many are too many; fewer of them would not be. */
static void check_conflict(const struct event *e, unsigned int nr,
			   const struct conflict *c, uint64_t left)
{
	uint64_t all = 0;

	EXPECT((unsigned int)__builtin_popcountll(c->events) > c->places);
	EXPECT(!can_all(e, nr, left, c->events));
	for (unsigned int i = 0; i < nr; i++)
		if (c->events >> i & 1)
			all |= e[i].counters & left;
	EXPECT(all == c->counters);
	for (unsigned int i = 0; i < nr; i++)
		if (c->events >> i & 1 &&
		    __builtin_popcountll(c->events) == (int)c->places + 1)
			EXPECT(can_all(e, nr, left,
				       c->events & ~(UINT64_C(1) << i)));
}

/* Of those that could be placed the kernel does not find all. */
static bool finds(const struct event *e, unsigned int nr, uint64_t left,
		  uint64_t among)
{
	struct event some[TRY_EVENTS] = { { .config = 0 } };
	unsigned int n = 0;
	struct schedule f;

	if (!can_all(e, nr, left, among))
		return false;
	for (unsigned int i = 0; i < nr; i++)
		if (among >> i & 1)
			some[n++] = e[i];
	schedule_find(&f, some, n, left, 0);
	return f.fits;
}

/* The sets that leave out the fewest are just these. */
static void check_nearest(const struct event *e, unsigned int nr,
			  const struct schedule *f, uint64_t left)
{
	uint64_t all = (UINT64_C(1) << nr) - 1;
	unsigned int found = 0, fewest = nr + 1;

	for (uint64_t out = 0; out <= all; out++) {
		unsigned int size = (unsigned int)__builtin_popcountll(out);

		if (size > fewest || !finds(e, nr, left, all & ~out))
			continue;
		found = size < fewest ? 1 : found + 1;
		fewest = size;
	}
	EXPECT(f->nr_nearest);
	if (fewest <= 3)
		EXPECT_INT(found <= SCHEDULE_NEAREST_MAX ? found : SCHEDULE_NEAREST_MAX,
			   f->nr_nearest);
	for (unsigned int i = 0; i < f->nr_nearest; i++) {
		EXPECT_INT(fewest, __builtin_popcountll(f->without[i]));
		EXPECT(can_all(e, nr, left, all & ~f->without[i]));
	}
}

static void try_any(const void *arg)
{
	unsigned int fit = 0;

	(void)arg;
	for (unsigned int t = 0; t < TRIES; t++) {
		struct event e[TRY_EVENTS] = { { .config = 0 } };
		uint64_t left = number(1 << TRY_COUNTERS);
		unsigned int nr = number(TRY_EVENTS + 1);
		struct schedule f;

		for (unsigned int i = 0; i < nr; i++)
			e[i].counters = number(1 << TRY_COUNTERS) |
					number(1 << TRY_COUNTERS);
		schedule_find(&f, e, nr, left, 0);
		EXPECT_INT(can_all(e, nr, left, UINT64_MAX),
			   f.fits || f.missed);
		for (unsigned int i = 0; i < f.nr_conflicts; i++)
			check_conflict(e, nr, &f.conflict[i], left);
		if (!f.fits)
			check_nearest(e, nr, &f, left);
		fit += f.fits;
	}
	/* Both happen often, or little was tried. */
	EXPECT(fit > TRIES / 5 && fit < TRIES * 4 / 5);
}

/* ---- what the kernel finds ---- */

static const struct kernel_row {
	const char *name;
	unsigned int counters[4];
	bool finds;
} kernel_rows[] = {
	{ "who has the least choice comes first", { 0xf, 0x3, 0x1 }, true },
	{ "counters that share none", { 0x3, 0xc, 0x3, 0xc }, true },
	{ "the first counter is taken from who has no other",
	  { 0x3, 0xc, 0x5 }, false },
	{ "in another order it is not", { 0x5, 0x3, 0xc }, true },
};

static void try_kernel(const void *arg)
{
	const struct kernel_row *row = arg;
	struct event e[4] = { { .config = 0 } };
	unsigned int nr = 0;
	struct schedule f;

	for (; nr < 4 && row->counters[nr]; nr++)
		e[nr].counters = row->counters[nr];
	schedule_find(&f, e, nr, 0xf, 0);
	EXPECT_INT(0, f.nr_conflicts);
	EXPECT_INT(row->finds, f.fits);
	EXPECT_INT(!row->finds, f.missed);
	EXPECT_INT(row->finds, !f.nr_nearest);
}

struct name_row {
	const char *name;
};

static const struct name_row ht_row[] = {
	{ "hyper-threading halves the counters" },
};

static const struct name_row any_row[] = {
	{ "any events fit where trying all places finds some" },
};

int main(void)
{
	EXPECT_INT(0, families_by_name(&spr, "sapphirerapids"));
	UNIT_RUN("schedule", admit_rows, try_admit);
	UNIT_RUN("schedule", ht_row, try_ht);
	UNIT_RUN("schedule beside what is counted", own_rows, try_own);
	UNIT_RUN("fit", any_row, try_any);
	UNIT_RUN("the kernel's way", kernel_rows, try_kernel);
	event_data_close(spr);
	return unit_end();
}
