// SPDX-License-Identifier: GPL-2.0
#include "test.h"
#include "test_story.h"

/* Intel's registers. */

#define FIXED(n)	(0x309 + (n))
#define FIXED_CTRL	0x38d
#define STATUS		0x38e
#define GLOBAL		0x38f
#define STATUS_RESET	0x390
#define STATUS_SET	0x391
#define METRICS		0x329
#define FAULTS		MSR_FAULTS
#define EVTSEL(n)	(0x186 + (n))
#define PMC(n)		(0xc1 + (n))
#define FULL(n)		(0x4c1 + (n))
#define RDPMC_FIXED(n)	(1U << 30 | (n))
#define RDPMC_METRICS	(1U << 29)
#define ON_SLOTS	(1ULL << 35)
#define ON_METRICS	(1ULL << 48)

#define START_SLOTS	{ WRITE, FIXED_CTRL, 0x3000 }, { WRITE, FIXED(3), 0 }, \
			{ WRITE, METRICS, 0 },				       \
			{ WRITE, GLOBAL, ON_SLOTS | ON_METRICS }

static const struct story stories[] = {
	{ "pmu: a counter that is off stands still", "",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { RUN_USER, 7 },
	    { READ, PMC(0), 0 } } },
	{ "pmu: global enable and EVTSEL enable are both needed", "",
	  { { WRITE, GLOBAL, 1 }, { WRITE, EVTSEL(0), 0x1300c0 },
	    { RUN_USER, 7 }, { READ, PMC(0), 0 } } },
	{ "pmu: instructions, user and kernel", "",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 7 }, { RUN_KERNEL, 5 }, { READ, PMC(0), 12 },
	    { RDPMC, 0, 12 } } },
	{ "pmu: instructions, user only", "",
	  { { WRITE, EVTSEL(0), 0x5100c0 }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 7 }, { RUN_KERNEL, 5 }, { READ, PMC(0), 7 } } },
	{ "pmu: instructions, kernel only", "",
	  { { WRITE, EVTSEL(0), 0x5200c0 }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 7 }, { RUN_KERNEL, 5 }, { READ, PMC(0), 5 } } },
	{ "pmu: a counter keeps its value while off", "",
	  { { WRITE, EVTSEL(1), 0x5300c0 }, { WRITE, GLOBAL, 2 },
	    { RUN_USER, 7 }, { WRITE, GLOBAL, 0 }, { RUN_USER, 100 },
	    { WRITE, GLOBAL, 2 }, { RUN_USER, 3 }, { READ, PMC(1), 10 } } },
	{ "pmu: another event goes on from the value", "",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 7 }, { WRITE, EVTSEL(0), 0x5301a4 },
	    { RUN_USER, 2 }, { READ, PMC(0), 13 } } },
	{ "pmu: cycles keep their sixths", "",
	  { { WRITE, EVTSEL(0), 0x53003c }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 1 }, { READ, PMC(0), 0 }, { RUN_USER, 1 },
	    { READ, PMC(0), 1 }, { RUN_USER, 3 }, { READ, PMC(0), 2 } } },
	{ "pmu: sixths outlive a write", "",
	  { { WRITE, EVTSEL(0), 0x53003c }, { WRITE, GLOBAL, 1 },
	    { RUN_USER, 1 }, { WRITE, PMC(0), 0 }, { RUN_USER, 1 },
	    { READ, PMC(0), 1 } } },
	{ "pmu: registers of events keep what is written", "",
	  { { WRITE, 0x1a6, 0x10001 }, { WRITE, 0x1a7, 0x10002 },
	    { WRITE, 0x3f6, 3 }, { WRITE, 0x3f7, 0x11 },
	    { READ, 0x1a6, 0x10001 }, { READ, 0x1a7, 0x10002 },
	    { READ, 0x3f6, 3 }, { READ, 0x3f7, 0x11 } } },
	{ "pmu: an old-style write extends its sign", "",
	  { { WRITE, PMC(2), 0x80000001 },
	    { READ, PMC(2), 0xffff80000001 } } },
	{ "pmu: a full-width write", "",
	  { { WRITE, FULL(2), 0x123480000001 },
	    { READ, FULL(2), 0x123480000001 },
	    { READ, PMC(2), 0x123480000001 } } },
	{ "pmu: a counter wraps and its status bit is set", "",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { WRITE, FULL(0), 0xfffffffffffe }, { RUN_USER, 1 },
	    { READ, STATUS, 0 }, { RUN_USER, 3 }, { READ, STATUS, 1 },
	    { READ, PMC(0), 2 } } },
	{ "pmu: a status bit outlives the value", "",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { WRITE, FULL(0), 0xffffffffffff }, { RUN_USER, 1 },
	    { WRITE, FULL(0), 0 }, { READ, STATUS, 1 },
	    { WRITE, STATUS_RESET, 1 }, { READ, STATUS, 0 } } },
	{ "pmu: resetting the status keeps the value", "",
	  { { WRITE, FIXED_CTRL, 3 }, { WRITE, GLOBAL, 1ULL << 32 },
	    { WRITE, FIXED(0), 0xffffffffffff }, { RUN_USER, 5 },
	    { READ, STATUS, 1ULL << 32 },
	    { WRITE, STATUS_RESET, 1ULL << 32 }, { READ, STATUS, 0 },
	    { READ, FIXED(0), 4 } } },
	{ "pmu: overflows without status", "overflow=0",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { WRITE, FULL(0), 0xffffffffffff }, { RUN_USER, 1 },
	    { READ, STATUS, 0 }, { READ, PMC(0), 0 } } },
	{ "pmu: denied events stand still", "deny=2c2+c0",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, EVTSEL(1), 0x5302c2 },
	    { WRITE, EVTSEL(2), 0x5301a4 }, { WRITE, GLOBAL, 7 },
	    { RUN_USER, 2 }, { READ, PMC(0), 0 }, { READ, PMC(1), 0 },
	    { READ, PMC(2), 6 } } },
	{ "pmu: narrower counters wrap earlier", "width=40",
	  { { WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
	    { WRITE, FULL(0), 0xffffffffff }, { RUN_USER, 3 },
	    { READ, PMC(0), 2 }, { READ, STATUS, 1 } } },
	{ "pmu: fixed counters", "",
	  { { WRITE, FIXED_CTRL, 0x3333 },
	    { WRITE, GLOBAL, 0xfULL << 32 }, { RUN_USER, 4 },
	    { RDPMC, RDPMC_FIXED(0), 4 }, { RDPMC, RDPMC_FIXED(1), 2 },
	    { RDPMC, RDPMC_FIXED(2), 2 }, { RDPMC, RDPMC_FIXED(3), 12 } } },
	{ "pmu: fixed counters, filtered", "",
	  { { WRITE, FIXED_CTRL, 0x2013 },
	    { WRITE, GLOBAL, 0xfULL << 32 }, { RUN_USER, 4 },
	    { RUN_KERNEL, 2 }, { RDPMC, RDPMC_FIXED(0), 6 },
	    { RDPMC, RDPMC_FIXED(1), 1 }, { RDPMC, RDPMC_FIXED(2), 0 },
	    { RDPMC, RDPMC_FIXED(3), 12 } } },
	{ "pmu: a marker is slots and an instruction", "",
	  { { WRITE, FIXED_CTRL, 0x3033 },
	    { WRITE, GLOBAL, 0xfULL << 32 }, { MARK_USER, 0x0b, 2 },
	    { READ, FIXED(0), 2 }, { READ, FIXED(1), 201 },
	    { READ, FIXED(3), 1206 } } },
	{ "pmu: an event on a counter that lacks it", "",
	  { { WRITE, EVTSEL(5), 0x3530347 }, { WRITE, GLOBAL, 1 << 5 },
	    { MARK_USER, 0x0b, 1 }, { READ, PMC(5), 0 } } },
	{ "pmu: an unknown event", "",
	  { { WRITE, EVTSEL(0), 0x53ffee }, { WRITE, GLOBAL, 1 },
	    { MARK_USER, 0x0b, 1 }, { READ, PMC(0), 0 },
	    { WRITE, PMC(0), 5 }, { READ, PMC(0), 5 } } },

	{ "metrics: base shares", "",
	  { START_SLOTS, { RUN_USER, 100 },
	    { RDPMC, RDPMC_METRICS, 0x0055000000aa0055 } } },
	{ "metrics: memory", "base=00:0",
	  { START_SLOTS, { MARK_USER, 0x0b, 3 }, { MARK_KERNEL, 0x03, 1 },
	    { READ, METRICS, 0xbf000000ff000000 } } },
	{ "metrics: dropped micro-ops are fetch latency", "base=00:0",
	  { START_SLOTS, { MARK_USER, 0x0e, 1 }, { MARK_USER, 0x02, 1 },
	    { READ, METRICS, 0x0080000000ff0000 } } },
	{ "metrics: heavy and mispredicted", "base=00:0",
	  { START_SLOTS, { MARK_USER, 0x04, 1 }, { MARK_USER, 0x05, 2 },
	    { READ, METRICS, 0x0000aa550000aa55 } } },
	{ "metrics: truncated", "base=00:0 round=truncate",
	  { START_SLOTS, { MARK_USER, 0x00, 1 }, { MARK_USER, 0x01, 1 },
	    { READ, METRICS, 0x7f7f } } },
	{ "metrics: filtered as the slots are", "base=00:0",
	  { START_SLOTS, { WRITE, FIXED_CTRL, 0x1000 },
	    { MARK_USER, 0x00, 1 }, { MARK_KERNEL, 0x03, 1 },
	    { READ, METRICS, 0xff000000 } } },
	{ "metrics: off without bit 48", "base=00:0",
	  { START_SLOTS, { WRITE, GLOBAL, ON_SLOTS },
	    { MARK_USER, 0x00, 1 }, { READ, METRICS, 0 },
	    { READ, FIXED(3), 600 } } },
	{ "metrics: cleared while running", "base=00:0",
	  { START_SLOTS, { MARK_USER, 0x00, 1 }, { WRITE, FIXED(3), 0 },
	    { MARK_USER, 0x01, 1 }, { WRITE, METRICS, 0 },
	    { MARK_USER, 0x02, 1 }, { READ, METRICS, 0x808000 },
	    { READ, FIXED(3), 1200 } } },
	{ "metrics: spoilt by slots that are not zero", "base=00:0",
	  { START_SLOTS, { WRITE, FIXED(3), 0x800000000001 },
	    { MARK_USER, 0x00, 1 }, { READ, METRICS, ~0ULL },
	    { WRITE, METRICS, 0 }, { READ, METRICS, ~0ULL } } },
	{ "metrics: good again after a clear", "base=00:0",
	  { START_SLOTS, { WRITE, FIXED(3), 5 }, { WRITE, METRICS, 0 },
	    { WRITE, FIXED(3), 0 }, { WRITE, METRICS, 0 },
	    { MARK_USER, 0x00, 1 }, { READ, METRICS, 0xff } } },
	{ "metrics: half a clear is none", "base=00:0",
	  { START_SLOTS, { WRITE, FIXED(3), 0 }, { MARK_USER, 0x00, 1 },
	    { READ, METRICS, ~0ULL } } },
	{ "metrics: restored", "base=00:0",
	  { START_SLOTS, { WRITE, FIXED(3), 1800 },
	    { WRITE, METRICS, 0xff000000ff000000 }, { MARK_USER, 0x00, 1 },
	    { READ, METRICS, 0xbf000000bf000040 } } },
	{ "metrics: four fields on Ice Lake", "model=icx base=00:0",
	  { START_SLOTS, { MARK_USER, 0x0b, 1 },
	    { READ, METRICS, 0xff000000 }, { READ, FIXED(3), 500 } } },

	{ "fault: a generic counter too many", "counters=4",
	  { { NO_READ, PMC(4) }, { NO_WRITE, EVTSEL(4) }, { NO_RDPMC, 4 },
	    { NO_READ, FULL(7) }, { READ, PMC(3), 0 } } },
	{ "fault: a fixed counter too many", "fixed=3",
	  { { NO_READ, FIXED(3) }, { NO_RDPMC, RDPMC_FIXED(3) },
	    { NO_READ, METRICS }, { READ, 0x345, 0x2000 } } },
	{ "fault: no metrics", "nometrics=1",
	  { { NO_READ, METRICS }, { NO_WRITE, METRICS },
	    { NO_RDPMC, RDPMC_METRICS }, { READ, 0x345, 0x2000 },
	    { READ, FIXED(3), 0 } } },
	{ "fault: Skylake has no metrics", "model=skx",
	  { { NO_READ, METRICS }, { NO_RDPMC, RDPMC_METRICS },
	    { NO_RDPMC, 4 }, { READ, 0x345, 0x2000 } } },
	{ "fault: what is for reading only", "",
	  { { NO_WRITE, 0x345 }, { NO_WRITE, STATUS } } },
	{ "fault: odd indices", "",
	  { { NO_RDPMC, 0x10000 }, { NO_RDPMC, 1U << 29 | 1 },
	    { NO_RDPMC, 1U << 31 }, { NO_RDPMC, 8 } } },
	{ "fault: RDMSR of the metrics, on request", "",
	  { { READ, METRICS, 0 }, { POKE, FAULTS, 1 }, { NO_READ, METRICS },
	    { RDPMC, RDPMC_METRICS, 0 }, { POKE, FAULTS, 0 },
	    { READ, METRICS, 0 } } },
	{ "fault: RDPMC of the metrics, on request", "",
	  { { POKE, FAULTS, 2 }, { NO_RDPMC, RDPMC_METRICS },
	    { READ, METRICS, 0 }, { RDPMC, RDPMC_FIXED(3), 0 } } },
	{ "fault: no fields, on request", "base=00:0",
	  { START_SLOTS, { MARK_USER, 0x00, 1 }, { POKE, FAULTS, 4 },
	    { READ, METRICS, 0 }, { POKE, FAULTS, 0 },
	    { READ, METRICS, 0xff } } },
	{ "fault: slots stand still, on request", "",
	  { START_SLOTS, { RUN_USER, 5 }, { POKE, FAULTS, 8 },
	    { RUN_USER, 7 }, { READ, FIXED(3), 15 }, { POKE, FAULTS, 0 },
	    { RUN_USER, 1 }, { READ, FIXED(3), 18 } } },
	{ "fault: slots of a generic counter stand still, on request", "",
	  { { WRITE, EVTSEL(2), 0x5301a4 }, { WRITE, EVTSEL(3), 0x5300c0 },
	    { WRITE, GLOBAL, 12 }, { RUN_USER, 5 }, { POKE, FAULTS, 8 },
	    { RUN_USER, 7 }, { READ, PMC(2), 15 }, { READ, PMC(3), 12 },
	    { POKE, FAULTS, 0 }, { RUN_USER, 1 }, { READ, PMC(2), 18 } } },
	{ "fault: others cannot reach that register", "",
	  { { FOREIGN, FAULTS } } },
	{ "fault: this CPU alone has no metrics", "bare=1",
	  { { NO_READ, METRICS }, { NO_RDPMC, RDPMC_METRICS },
	    { READ, 0x345, 0x2000 }, { READ, FIXED(3), 0 } } },
	{ "fault: another CPU alone has no metrics", "bare=2",
	  { { READ, METRICS, 0 }, { READ, 0x345, 0xa000 } } },

	{ "interrupt: a fixed counter", "",
	  { { WRITE, FIXED_CTRL, 0xb }, { WRITE, GLOBAL, 1ULL << 32 },
	    { WRITE, FIXED(0), 0xfffffffffffe }, { RUN_USER, 1 },
	    { DUE, 0 }, { RUN_USER, 1 }, { DUE, 1 }, { DUE, 1 },
	    { INTERRUPT }, { DUE, 0 }, { READ, STATUS, 1ULL << 32 },
	    { WRITE, STATUS_RESET, 1ULL << 32 }, { RUN_USER, 5 },
	    { DUE, 0 } } },
	{ "interrupt: a generic counter, and again", "",
	  { { WRITE, EVTSEL(1), 0x5300c0 }, { WRITE, GLOBAL, 2 },
	    { WRITE, FULL(1), 0xffffffffffff }, { RUN_USER, 1 },
	    { INTERRUPT }, { WRITE, FULL(1), 0xffffffffffff },
	    { DUE, 0 }, { WRITE, STATUS_RESET, 2 }, { DUE, 0 },
	    { RUN_USER, 1 }, { DUE, 1 } } },
	{ "interrupt: not by a counter that is not to", "",
	  { { WRITE, EVTSEL(1), 0x4300c0 }, { WRITE, GLOBAL, 2 },
	    { WRITE, FULL(1), 0xffffffffffff }, { RUN_USER, 1 },
	    { READ, STATUS, 2 }, { DUE, 0 } } },
	{ "interrupt: not for what was seen", "",
	  { { WRITE, EVTSEL(1), 0x5300c0 }, { WRITE, GLOBAL, 2 },
	    { WRITE, FULL(1), 0xffffffffffff }, { RUN_USER, 1 },
	    { READ, STATUS, 2 }, { DUE, 0 } } },
	{ "interrupt: the metrics, once in so many slots",
	  "metrics_overflow=900",
	  { START_SLOTS, { RUN_USER, 299 }, { DUE, 0 }, { RUN_USER, 1 },
	    { DUE, 1 }, { READ, STATUS, ON_METRICS },
	    { WRITE, STATUS_RESET, ON_METRICS }, { RUN_USER, 900 },
	    { READ, STATUS, 0 }, { WRITE, FIXED(3), 0 },
	    { WRITE, METRICS, 0 }, { RUN_USER, 300 }, { DUE, 1 } } },
	{ "interrupt: the metrics, by a stranger", "",
	  { { POKE, STATUS_SET, ON_METRICS }, { DUE, 1 },
	    { READ, STATUS, ON_METRICS } } },

	{ "foreign: what is no register of a PMU", "",
	  { { FOREIGN, 0x10 }, { FOREIGN, 0x1a0 }, { FOREIGN, 0xc9 },
	    { FOREIGN, 0x30d }, { FOREIGN, 0xc0000080 } } },
};

/* What a counter has counted in all is what the report will say of it. */
static void test_tallies(void)
{
	static const struct step steps[] = {
		{ WRITE, EVTSEL(0), 0x5300c0 }, { WRITE, GLOBAL, 1 },
		{ RUN_USER, 7 }, { WRITE, EVTSEL(0), 0x5100c0 },
		{ RUN_USER, 2 }, { RUN_KERNEL, 50 }, { WRITE, PMC(0), 0 },
		{ WRITE, EVTSEL(0), 0x5300c0 }, { RUN_KERNEL, 3 },
		{ WRITE, GLOBAL, 0 }, { RUN_USER, 9 },
	};
	struct source s = { 0 };
	struct options o;
	struct pmu p;

	options_default(&o, "spr");
	pmu_init(&p, &o, 0);
	for (size_t i = 0; i < ROWS(steps); i++)
		take_step(&p, &s, &steps[i]);
	check("tally: one a config and filter", p.generic[0].nr_tallies, 2);
	check("tally: both modes, twice",
	      tally_count(&p.generic[0].tallies[0], &o.core), 10);
	check("tally: user only",
	      tally_count(&p.generic[0].tallies[1], &o.core), 2);
}

static const struct leaf leaves[] = {
	{ "cpuid: Sapphire Rapids", "", 0xa, 0,
	  { ANSWER_OURS, { 0x08300805, 0, 0xf, 0x8604 } } },
	{ "cpuid: Skylake", "model=skx", 0xa, 0,
	  { ANSWER_OURS, { 0x08300404, 0, 0x7, 0x8603 } } },
	{ "cpuid: odd widths", "width=40 counters=6 fixed=2", 0xa, 0,
	  { ANSWER_OURS, { 0x08280605, 0, 0x3, 0x8502 } } },
	{ "cpuid: no PMU", "nopmu=1", 0xa, 0,
	  { ANSWER_OURS, { 0, 0, 0, 0 } } },
	{ "cpuid: there are capabilities", "", 1, 0,
	  { ANSWER_AMENDED, { .ecx = 1 << 15 } } },
	{ "cpuid: without a PMU there are none", "nopmu=1", 1, 0,
	  { ANSWER_FOREIGN } },
	{ "cpuid: the rest is QEMU's", "", 7, 0, { ANSWER_FOREIGN } },
};

void test_registers(void)
{
	tell_stories(stories, ROWS(stories));
	test_tallies();
	ask_leaves(leaves, ROWS(leaves));
}
