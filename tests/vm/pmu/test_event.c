// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "event.h"
#include "metrics.h"
#include "test.h"

/* Events: which one an EVTSEL means, and what it counts. */

static const struct {
	const char *name;
	uint64_t evtsel;
	const char *event;	/* NULL: nobody knows it */
	const char *model;	/* NULL: spr */
} selections[] = {
	{ "event: cycles", 0x53003c, "CPU_CLK_UNHALTED.THREAD_P" },
	{ "event: reference cycles", 0x53013c, "CPU_CLK_UNHALTED.REF_TSC_P" },
	{ "event: instructions", 0x5300c0, "INST_RETIRED.ANY_P" },
	{ "event: slots", 0x5301a4, "TOPDOWN.SLOTS_P" },
	{ "event: dropped", 0x5310ad, "INT_MISC.UOP_DROPPING" },
	{ "event: loads", 0x55321a6, "EXE_ACTIVITY.BOUND_ON_LOADS" },
	{ "event: loads want their cmask", 0x5321a6, NULL },
	{ "event: stores", 0x25340a6, "EXE_ACTIVITY.BOUND_ON_STORES" },
	{ "event: L1 misses", 0x3530347, "MEMORY_ACTIVITY.STALLS_L1D_MISS" },
	{ "event: L2 misses", 0x5530547, "MEMORY_ACTIVITY.STALLS_L2_MISS" },
	{ "event: L3 misses", 0x9530947, "MEMORY_ACTIVITY.STALLS_L3_MISS" },
	{ "event: reads", 0x530820, "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD" },
	{ "event: reads, 1", 0x1530820,
	  "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD" },
	{ "event: reads, 4", 0x4530820,
	  "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c4" },
	{ "event: reads, 12", 0xc530820,
	  "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c12" },
	{ "event: reads, 5 is unknown", 0x5530820, NULL },
	{ "event: inverted is unknown", 0xd3003c, NULL },
	{ "event: edges are unknown", 0x57003c, NULL },
	{ "event: unknown", 0x5300f0, NULL },
	{ "event: clears of any kind", 0x15701ad, "INT_MISC.CLEARS_COUNT" },
	{ "event: which want their edges", 0x15301ad, NULL },
	{ "event: a divider", 0x15309b0, "ARITH.DIV_ACTIVE" },
	{ "event: that of floating point", 0x15301b0, "ARITH.FPDIV_ACTIVE" },
	{ "event: edges are counted", 0x15701c3, "MACHINE_CLEARS.COUNT", "icx" },
	{ "event: not their cycles", 0x15301c3, NULL, "icx" },
	{ "event: Ice Lake drops", 0x53100d, "INT_MISC.UOP_DROPPING", "icx" },
	{ "event: Ice Lake is five wide", 0x553019c,
	  "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE", "icx" },
	{ "event: Skylake is four wide", 0x453019c,
	  "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE", "skx" },
	{ "event: Skylake has no slots", 0x5301a4, NULL, "skx" },
	{ "event: Sierra Forest retires", 0x530072, "TOPDOWN_RETIRING.ALL_P",
	  "srf" },
	{ "event: Gracemont retires", 0x5300c2, "TOPDOWN_RETIRING.ALL", "grt" },
	{ "event: but not as Crestmont", 0x530072, NULL, "grt" },
	{ "event: Alder Lake's P-core is a Golden Cove", 0x5310ad,
	  "INT_MISC.UOP_DROPPING", "adl" },
	{ "event: Zen 4 has codes of twelve bits", 0x1005301a0,
	  "de_no_dispatch_per_slot.no_ops_from_frontend", "zen4" },
	{ "event: of which all count", 0x5301a0, NULL, "zen4" },
	{ "event: Zen 4 is six wide", 0x1065301a0,
	  "de_no_dispatch_per_slot.no_ops_from_frontend:c6", "zen4" },
	{ "event: Zen 5 is eight wide", 0x1085301a0,
	  "de_no_dispatch_per_slot.no_ops_from_frontend:c8", "zen5" },
	{ "event: and not six", 0x1065301a0, NULL, "zen5" },
	{ "event: Zen 4 resyncs", 0x530096, "resyncs_or_nc_redirects", "zen4" },
	{ "event: Zen 5 resyncs", 0x53019f, "bp_redirects.resync", "zen5" },
	{ "event: Zen 3 counts no slots without ops", 0x1005301a0, NULL,
	  "zen3" },
	{ "event: Zen 2 dispatches", 0x53ffaa, "de_dis_uops_from_decoder",
	  "zen2" },
	{ "event: Zen 3 dispatches", 0x530cab,
	  "de_dis_cops_from_decoder.disp_op_type", "zen3" },
};

static const struct model *model_of(const char *name)
{
	return model_find(name ? name : "spr");
}

static void test_selections(void)
{
	for (size_t i = 0; i < ROWS(selections); i++) {
		const struct model *m = model_of(selections[i].model);
		const struct event *ev = event_find(m->events,
						    selections[i].evtsel);
		const char *wanted = selections[i].event;

		check_text(selections[i].name, ev ? ev->name : "unknown",
			   wanted ? wanted : "unknown");
	}
}

/* What an event counts of one marker of each class; no base shares. */
static const struct {
	const char *name;
	uint64_t evtsel;
	uint64_t counts[N_CLASSES];
	const char *model;	/* NULL: spr */
} counts[] = {
	{ "count: cycles", 0x3c, { [0 ... 0x0e] = 100 } },
	{ "count: instructions", 0xc0, { [0 ... 0x0e] = 1 } },
	{ "count: slots", 0x1a4, { [0 ... 0x0e] = 600 } },
	{ "count: dropped", 0x10ad, { [0x0e] = 600 } },
	{ "count: loads", 0x50021a6, { [0x08 ... 0x0c] = 100 } },
	{ "count: stores", 0x20040a6, { [0x0d] = 100 } },
	{ "count: L1 misses", 0x3000347, { [0x09 ... 0x0c] = 100 } },
	{ "count: L2 misses", 0x5000547, { [0x0a ... 0x0c] = 100 } },
	{ "count: L3 misses", 0x9000947, { [0x0b ... 0x0c] = 100 } },
	{ "count: reads", 0x820, { [0x0b] = 1200, [0x0c] = 100 } },
	{ "count: reads, 1", 0x1000820, { [0x0b ... 0x0c] = 100 } },
	{ "count: reads, 4", 0x4000820, { [0x0b] = 100 } },
	{ "count: reads, 12", 0xc000820, { [0x0b] = 100 } },
	{ "count: cycles until there is code again", 0x80ad,
	  { [0x01] = 50, [0x05] = 50 } },
	{ "count: clears", 0x10401ad, { [0x01] = 20, [0x05] = 20 } },
	{ "count: machine clears", 0x10401c3, { [0x01] = 20 } },
	{ "count: those of memory ordering", 0x2c3, { [0x01] = 10 } },
	{ "count: branches", 0xc4, { [0x00] = 10, [0x04] = 10,
	  [0x05] = 40 } },
	{ "count: mispredicts", 0xc5, { [0x05] = 10 } },
	{ "count: code that is not in the cache", 0x480, { [0x06] = 100 } },
	{ "count: nor its translation", 0x483, { [0x06] = 50 } },
	{ "count: prefixes", 0x187, { [0x02] = 50 } },
	{ "count: changes to the decoders", 0x261, { [0x02] = 100 } },
	{ "count: dividing", 0x10009b0, { [0x03] = 100 } },
	{ "count: dividing floating point", 0x10001b0, { [0x03] = 50 } },
	{ "count: serialising", 0x2a2, { [0x04] = 50 } },
	{ "count: sleeping lightly", 0x20ec, { [0x07] = 50 } },
	{ "count: one port", 0x2a6, { [0x03] = 50, [0x0d] = 50 } },
	{ "count: two ports", 0x4a6, { [0x04] = 100 } },
	{ "count: three ports", 0x30001b1, { [0x00] = 100 } },
	{ "count: back end", 0x2a4, { [0x03] = 600, [0x07 ... 0x0d] = 600 } },
	{ "count: Ice Lake's slots", 0x1a4, { [0 ... 0x0e] = 500 }, "icx" },
	{ "count: Ice Lake's stalls", 0x40004a3,
	  { [0x03] = 50, [0x07 ... 0x0c] = 100 }, "icx" },
	{ "count: Ice Lake's mispredicts", 0xc5, { [0x05] = 10 }, "icx" },
	{ "count: Ice Lake's clears", 0x10401c3, { [0x01] = 10 }, "icx" },
	{ "count: Skylake issues", 0x10e, { [0x00] = 400, [0x01] = 200,
	  [0x04] = 400, [0x05] = 200 }, "skx" },
	{ "count: Skylake recovers", 0x10d, { [0x01] = 50, [0x05] = 50 },
	  "skx" },
	{ "count: Broadwell recovers", 0x100030d, { [0x01] = 50, [0x05] = 50 },
	  "bdx" },
	{ "count: Skylake retires", 0x2c2, { [0x00] = 400, [0x04] = 400 },
	  "skx" },
	{ "count: Sierra Forest's back end", 0x74,
	  { [0x03] = 600, [0x07 ... 0x0d] = 600 }, "srf" },
	{ "count: Sierra Forest waits for L3", 0x634, { [0x0a] = 100 },
	  "srf" },
	{ "count: Gracemont waits for L3", 0x234, { [0x0a] = 100 }, "grt" },
	{ "count: Gracemont's back end", 0x74,
	  { [0x03] = 500, [0x07 ... 0x0d] = 500 }, "grt" },
	{ "count: Zen 4's cycles", 0x76, { [0 ... 0x0f] = 100 }, "zen4" },
	{ "count: Zen 4 dispatches", 0x7aa, { [0x00 ... 0x01] = 600,
	  [0x04 ... 0x05] = 600 }, "zen4" },
	{ "count: Zen 4's back end", 0x100001ea0,
	  { [0x03] = 600, [0x07 ... 0x0d] = 600 }, "zen4" },
	{ "count: Zen 4's other thread", 0x1000060a0, { [0x0f] = 600 },
	  "zen4" },
	{ "count: Zen 4's front end", 0x1000001a0, { [0x02] = 600,
	  [0x06] = 600, [0x0e] = 600 }, "zen4" },
	{ "count: Zen 4 waits for ops", 0x1060001a0,
	  { [0x06] = 100, [0x0e] = 100 }, "zen4" },
	{ "count: Zen 4's mispredicts", 0xc3, { [0x05] = 10 }, "zen4" },
	{ "count: Zen 4's resyncs", 0x96, { [0x01] = 10 }, "zen4" },
	{ "count: Zen 4 retires nothing", 0x2d6,
	  { [0x03] = 100, [0x07 ... 0x0d] = 100 }, "zen4" },
	{ "count: Zen 4 waits for a load, not for a store", 0xa2d6,
	  { [0x07 ... 0x0c] = 100 }, "zen4" },
	{ "count: Zen 4's fills from memory", 0x4843, { [0x0b ... 0x0c] = 10 },
	  "zen4" },
	{ "count: Zen 5's other thread", 0x1000060a0, { [0x0f] = 800 },
	  "zen5" },
	{ "count: Zen 3's fp", 0x4ab, { [0x04] = 600 }, "zen3" },
	{ "count: Zen 3's integers", 0x8ab, { [0x00 ... 0x01] = 600,
	  [0x05] = 600 }, "zen3" },
	{ "count: Zen 2's empty queue", 0xa9, { [0x06] = 100, [0x0e] = 100 },
	  "zen2" },
	{ "count: Zen 2's full store queue", 0x4ae, { [0x0d] = 100 }, "zen2" },
	{ "count: Zen 2's full retire queue", 0x20af, { [0x03] = 100 },
	  "zen2" },
	{ "count: Zen 2's fills from any memory", 0x4843,
	  { [0x0b ... 0x0c] = 10 }, "zen2" },
};

static void test_count(const char *name, const struct model *m,
		       uint64_t evtsel, const uint64_t *wanted)
{
	const struct core core = { .width = m->width };
	const struct event *ev = event_find(m->events, evtsel);
	unsigned int right = 0;

	for (unsigned int c = 0; c < m->classes; c++) {
		struct source s = { .insns = { 1, 0 } };

		s.markers[MODE_USER][c] = 1;
		right += event_seen(ev, &s, &core, FILTER_BOTH) /
			 event_parts(ev, &core) == wanted[c];
	}
	check(name, right, m->classes);
}

static void test_counts(void)
{
	for (size_t i = 0; i < ROWS(counts); i++)
		test_count(counts[i].name, model_of(counts[i].model),
			   counts[i].evtsel, counts[i].counts);
}

/* Bytes of PERF_METRICS. */

static const struct {
	const char *name;
	uint64_t part, slots;
	unsigned int nearest, truncated;
} bytes[] = {
	{ "byte: nothing counted", 0, 0, 0, 0 },
	{ "byte: none", 0, 600, 0, 0 },
	{ "byte: all", 600, 600, 255, 255 },
	{ "byte: a third", 200, 600, 85, 85 },
	{ "byte: a half goes up", 1, 2, 128, 127 },
	{ "byte: just under a half step", 999, 510000, 0, 0 },
	{ "byte: a half step", 1000, 510000, 1, 0 },
	{ "byte: short of all", 999999, 1000000, 255, 254 },
	{ "byte: a year of slots", 1ULL << 54, 1ULL << 55, 128, 127 },
};

static void test_bytes(void)
{
	char name[80];

	for (size_t i = 0; i < ROWS(bytes); i++) {
		snprintf(name, sizeof(name), "%s, nearest", bytes[i].name);
		check(name, metrics_byte(bytes[i].part, bytes[i].slots,
					 ROUND_NEAREST), bytes[i].nearest);
		snprintf(name, sizeof(name), "%s, truncated", bytes[i].name);
		check(name, metrics_byte(bytes[i].part, bytes[i].slots,
					 ROUND_TRUNCATE), bytes[i].truncated);
	}
}

void test_events(void)
{
	test_selections();
	test_counts();
	test_bytes();
}
