// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "event.h"
#include "test.h"
#include "test_story.h"

/* AMD's registers, and whether AMD's formulas give the truth. */

#define CTL(n)		(0xc0010200 + 2 * (n))
#define CTR(n)		(0xc0010201 + 2 * (n))
#define OLD_CTL(n)	(0xc0010000 + (n))
#define OLD_CTR(n)	(0xc0010004 + (n))
#define STATUS		0xc0000300
#define GLOBAL		0xc0000301
#define STATUS_RESET	0xc0000302
#define STATUS_SET	0xc0000303
#define HWCR		0xc0010015
#define HWCR_IRPERF	(1 << 30)
#define MPERF		0xe7
#define APERF		0xe8
#define MPERF_READ	0xc00000e7
#define APERF_READ	0xc00000e8
#define IRPERF		0xc00000e9

#define INSNS		0x5300c0
#define LAST		0xffffffffffffULL

static const struct story stories[] = {
	{ "amd: the global control and a counter's own are both needed",
	  "model=zen4",
	  { { READ, GLOBAL, 0x3f }, { WRITE, GLOBAL, 0 },
	    { WRITE, CTL(0), INSNS }, { RUN_USER, 3 }, { READ, CTR(0), 0 },
	    { WRITE, GLOBAL, 1 }, { RUN_USER, 7 }, { READ, CTR(0), 7 },
	    { WRITE, CTL(0), 0x1300c0 }, { RUN_USER, 7 },
	    { READ, CTR(0), 7 } } },
	{ "amd: before Zen 4 there is no global control", "model=zen3",
	  { { WRITE, CTL(5), INSNS }, { RUN_USER, 7 }, { READ, CTR(5), 7 },
	    { RDPMC, 5, 7 }, { NO_READ, GLOBAL }, { NO_WRITE, GLOBAL, 1 },
	    { NO_READ, STATUS }, { NO_WRITE, STATUS_RESET, 1 },
	    { NO_WRITE, STATUS_SET, 1 } } },
	{ "amd: user and kernel", "model=zen2",
	  { { WRITE, CTL(0), 0x5100c0 }, { WRITE, CTL(1), 0x5200c0 },
	    { WRITE, CTL(2), 0x5000c0 }, { RUN_USER, 7 }, { RUN_KERNEL, 5 },
	    { RDPMC, 0, 7 }, { RDPMC, 1, 5 }, { RDPMC, 2, 0 } } },
	{ "amd: the first four have older numbers, too", "model=zen4",
	  { { WRITE, OLD_CTL(3), INSNS }, { WRITE, GLOBAL, 8 },
	    { READ, CTL(3), INSNS }, { RUN_USER, 7 }, { READ, CTR(3), 7 },
	    { WRITE, CTR(3), 90 }, { READ, OLD_CTR(3), 90 },
	    { FOREIGN, OLD_CTR(4) } } },
	{ "amd: codes of twelve bits", "model=zen4 base=00:0",
	  { { WRITE, CTL(0), 0x1005360a0 }, { WRITE, CTL(1), 0x5360a0 },
	    { WRITE, GLOBAL, 3 }, { MARK_USER, 0x0f, 2 },
	    { READ, CTR(0), 1200 }, { READ, CTR(1), 0 } } },
	{ "amd: the modes of host and guest do not matter", "model=zen4",
	  { { WRITE, CTL(0), 0x300005300c0 }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 7 }, { READ, CTR(0), 7 } } },
	{ "amd: eight slots a cycle on Zen 5", "model=zen5 base=00:0",
	  { { WRITE, CTL(0), 0x530076 }, { WRITE, CTL(1), 0x5307aa },
	    { WRITE, GLOBAL, 3 }, { MARK_USER, 0x01, 2 },
	    { READ, CTR(0), 200 }, { READ, CTR(1), 1600 } } },
	{ "amd: there are six counters", "model=zen4",
	  { { NO_READ, CTL(6) }, { NO_READ, CTR(6) }, { NO_WRITE, CTL(6) },
	    { NO_RDPMC, 6 }, { RDPMC, 5, 0 }, { NO_RDPMC, 1U << 30 },
	    { NO_WRITE, GLOBAL, 0x40 }, { READ, GLOBAL, 0x3f } } },
	{ "amd: bits of a control that do not exist", "model=zen4",
	  { { NO_WRITE, CTL(0), 1 << 19 }, { NO_WRITE, CTL(0), 1 << 21 },
	    { NO_WRITE, CTL(0), 1ULL << 36 }, { READ, CTL(0), 0 },
	    { WRITE, CTL(0), 0x30fffd7ffffULL } } },
	{ "amd: counters have 48 bits", "model=zen4 pmi=1",
	  { { WRITE, CTL(0), INSNS }, { WRITE, GLOBAL, 1 },
	    { WRITE, CTR(0), 1ULL << 48 | (LAST - 1) }, { RUN_USER, 1 },
	    { READ, STATUS, 0 }, { RUN_USER, 3 }, { READ, STATUS, 1 },
	    { READ, CTR(0), 2 } } },
	{ "amd: a status bit outlives the value", "model=zen4 pmi=1",
	  { { WRITE, CTL(0), INSNS }, { WRITE, GLOBAL, 1 },
	    { WRITE, CTR(0), LAST }, { RUN_USER, 1 }, { WRITE, CTR(0), 0 },
	    { READ, STATUS, 1 }, { NO_WRITE, STATUS, 0 },
	    { WRITE, STATUS_RESET, ~0ULL }, { READ, STATUS, 0 },
	    { WRITE, STATUS_SET, ~0ULL }, { READ, STATUS, 0x3f } } },
	{ "amd: perf is to see no overflow that does not interrupt",
	  "model=zen4",
	  { { WRITE, CTL(0), INSNS }, { WRITE, GLOBAL, 1 },
	    { WRITE, CTR(0), LAST }, { RUN_USER, 1 }, { READ, STATUS, 0 },
	    { DUE, 0 } } },
	{ "amd: an interrupt is due, also for what was seen",
	  "model=zen4 pmi=1",
	  { { WRITE, CTL(1), INSNS }, { WRITE, GLOBAL, 2 },
	    { WRITE, CTR(1), LAST }, { RUN_USER, 1 }, { READ, STATUS, 2 },
	    { DUE, 1 }, { INTERRUPT }, { DUE, 0 }, { READ, STATUS, 2 },
	    { WRITE, CTR(1), LAST }, { WRITE, STATUS_RESET, 2 },
	    { DUE, 0 }, { RUN_USER, 1 }, { DUE, 1 } } },
	{ "amd: and again, where there is no status", "model=zen3 pmi=1",
	  { { WRITE, CTL(1), INSNS }, { WRITE, CTR(1), LAST },
	    { RUN_USER, 3 }, { DUE, 1 }, { READ, CTR(1), 2 }, { DUE, 1 },
	    { INTERRUPT }, { DUE, 0 }, { READ, CTR(1), 2 },
	    { WRITE, CTR(1), LAST }, { DUE, 0 }, { RUN_USER, 1 },
	    { DUE, 1 } } },
	{ "amd: not by a counter that is not to", "model=zen4 pmi=1",
	  { { WRITE, CTL(1), 0x4300c0 }, { WRITE, GLOBAL, 2 },
	    { WRITE, CTR(1), LAST }, { RUN_USER, 1 }, { READ, STATUS, 2 },
	    { DUE, 0 } } },
	{ "amd: APERF and MPERF always run", "model=zen4",
	  { { RUN_USER, 3 }, { RUN_KERNEL, 1 }, { READ, APERF, 2 },
	    { READ, MPERF, 2 }, { READ, APERF_READ, 2 },
	    { READ, MPERF_READ, 2 }, { RDPRU, 0, 2 }, { RDPRU, 1, 2 },
	    { RDPRU, 2, 0 }, { WRITE, MPERF, 1ULL << 60 },
	    { RUN_USER, 2 }, { READ, MPERF_READ, (1ULL << 60) + 1 },
	    { READ, APERF, 3 }, { NO_WRITE, APERF_READ, 0 } } },
	{ "amd: IRPERF runs when it was told to", "model=zen2",
	  { { RUN_USER, 3 }, { READ, IRPERF, 0 },
	    { WRITE, HWCR, HWCR_IRPERF }, { RUN_USER, 4 },
	    { RUN_KERNEL, 1 }, { READ, IRPERF, 5 },
	    { READ, HWCR, HWCR_IRPERF }, { WRITE, HWCR, 0 },
	    { RUN_USER, 9 }, { READ, IRPERF, 5 } } },
	{ "amd: Intel's registers are none", "model=zen4",
	  { { FOREIGN, 0xc1 }, { FOREIGN, 0x38f }, { FOREIGN, 0x345 } } },
	{ "amd: no PMU", "nopmu=1 model=zen4",
	  { { NO_READ, CTR(0) }, { NO_RDPMC, 0 }, { NO_READ, APERF },
	    { NO_READ, STATUS }, { FOREIGN, HWCR } } },
};

static const struct leaf leaves[] = {
	{ "cpuid: Zen 4 has PerfMonV2 and six counters", "model=zen4",
	  0x80000022, 0, { ANSWER_OURS, { 1, 6, 0, 0 } } },
	{ "cpuid: or fewer", "model=zen4 counters=4",
	  0x80000022, 0, { ANSWER_OURS, { 1, 4, 0, 0 } } },
	{ "cpuid: which is the highest extended leaf", "model=zen5",
	  0x80000000, 0, { ANSWER_AMENDED, { .highest = 0x80000022 } } },
	{ "cpuid: Zen 3 does not have that leaf", "model=zen3",
	  0x80000022, 0, { ANSWER_FOREIGN } },
	{ "cpuid: nor does it say so", "model=zen3",
	  0x80000000, 0, { ANSWER_FOREIGN } },
	{ "cpuid: six core counters", "model=zen2",
	  0x80000001, 0, { ANSWER_AMENDED, { .ecx = 1 << 23 } } },
	{ "cpuid: APERF and MPERF", "model=zen2",
	  6, 0, { ANSWER_AMENDED, { .ecx = 1 } } },
	{ "cpuid: IRPERF and RDPRU", "model=zen2",
	  0x80000008, 0, { ANSWER_AMENDED, { .ebx = 0x12, .edx = 0x10000 } } },
	{ "cpuid: Intel's leaf is QEMU's", "model=zen4",
	  0xa, 0, { ANSWER_FOREIGN } },
	{ "cpuid: an AMD without a PMU", "model=zen4 nopmu=1",
	  0x80000022, 0, { ANSWER_OURS, { 0, 0, 0, 0 } } },
	{ "cpuid: has no core counters", "model=zen4 nopmu=1",
	  0x80000001, 0, { ANSWER_FOREIGN } },
};

/*
 * AMD's metrics of level 1 and 2, as in perf's lists of Zen 4 and Zen 5, of
 * what was executed. Numbers of instructions are such that cycles are whole.
 */
static const struct {
	const char *name;
	uint64_t insns;
	uint64_t markers[N_CLASSES];
} mixtures[] = {
	{ "instructions alone", 480, { 0 } },
	{ "one of each class", 0, { [0 ... 0x0f] = 1 } },
	{ "each class so often as its number says", 4800,
	  { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 } },
	{ "guesses", 0, { [0x00] = 3, [0x01] = 1, [0x05] = 7 } },
	{ "mispredicted branches alone", 480, { [0x05] = 7 } },
	{ "the back end", 960, { [0x03] = 5, [0x07 ... 0x0c] = 3,
	  [0x0d] = 11 } },
	{ "the front end", 480, { [0x02] = 5, [0x06] = 2, [0x0e] = 9 } },
	{ "the other thread", 480, { [0x0f] = 1000 } },
};

/* The events of the formulas; of resyncs the one that the model has. */
enum {
	CYCLES, OPS, DISPATCHED, NO_OPS, NO_OPS_AT_ALL, BACKEND, CONTENTION,
	UCODE, MISPREDICTS, RESYNCS, NOT_COMPLETE, LOAD_NOT_COMPLETE, N_EVENTS
};

static const uint64_t configs[][N_EVENTS] = {
	{ 0x76, 0xc1, 0x7aa, 0x1000001a0, 0x1060001a0, 0x100001ea0,
	  0x1000060a0, 0x1000000c2, 0xc3, 0x96, 0x2d6, 0xa2d6 },
	{ 0x76, 0xc1, 0x7aa, 0x1000001a0, 0x1080001a0, 0x100001ea0,
	  0x1000060a0, 0x1000000c2, 0xc3, 0x19f, 0x2d6, 0xa2d6 },
};

static void count_all(const struct model *m, const struct core *core,
		      const struct source *s, const uint64_t *config,
		      uint64_t *n)
{
	for (int i = 0; i < N_EVENTS; i++) {
		const struct event *ev = event_find(m->events, config[i]);

		n[i] = event_seen(ev, s, core, FILTER_BOTH) /
		       event_parts(ev, core);
	}
}

static uint64_t slots_of(const struct source *s, const struct core *core,
			 unsigned int which)
{
	uint64_t sum = 0;

	for (unsigned int c = 0; c < N_CLASSES; c++)
		if (which & 1U << c)
			sum += source_slots(s, core, c, FILTER_BOTH);
	return sum;
}

/* The first level in slots; in the second, quotients without remainder. */
static unsigned int rights(const uint64_t *n, const struct source *s,
			   const struct core *core)
{
	uint64_t flushed = n[DISPATCHED] - n[OPS];
	uint64_t flushes = n[MISPREDICTS] + n[RESYNCS];
	unsigned int right = 0;

	right += core->width * n[CYCLES] == slots_of(s, core, 0xffff);
	right += n[OPS] == slots_of(s, core, 0x0011);
	right += flushed == slots_of(s, core, 0x0022);
	right += n[NO_OPS] == slots_of(s, core, 0x4044);
	right += n[BACKEND] == slots_of(s, core, 0x3f88);
	right += n[CONTENTION] == slots_of(s, core, 0x8000);

	right += core->width * n[NO_OPS_AT_ALL] == slots_of(s, core, 0x4040);
	right += n[UCODE] == slots_of(s, core, 0x0010);
	right += flushed * n[MISPREDICTS] ==
		 slots_of(s, core, 0x0020) * flushes;
	right += flushed * n[RESYNCS] == slots_of(s, core, 0x0002) * flushes;
	right += n[BACKEND] * n[LOAD_NOT_COMPLETE] ==
		 slots_of(s, core, 0x1f80) * n[NOT_COMPLETE];
	return right;
}

static void test_formulas(const char *model, const uint64_t *config)
{
	for (size_t i = 0; i < ROWS(mixtures); i++) {
		struct source s = { .insns = { mixtures[i].insns } };
		uint64_t n[N_EVENTS];
		struct options o;
		char name[80];

		snprintf(name, sizeof(name), "model=%s", model);
		parse_words(&o, name);
		for (int c = 0; c < N_CLASSES; c++)
			s.markers[MODE_USER][c] = mixtures[i].markers[c];
		count_all(&o.model, &o.core, &s, config, n);
		snprintf(name, sizeof(name), "formulas: %s, %s", model,
			 mixtures[i].name);
		check(name, rights(n, &s, &o.core), 11);
	}
}

void test_amd(void)
{
	tell_stories(stories, ROWS(stories));
	ask_leaves(leaves, ROWS(leaves));
	test_formulas("zen4", configs[0]);
	test_formulas("zen5", configs[1]);
}
