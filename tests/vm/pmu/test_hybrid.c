// SPDX-License-Identifier: GPL-2.0
#include "test.h"
#include "test_story.h"

/* A hybrid: CPU 0 is a P-core, CPU 1 an E-core, CPU 2 of three kinds a low-power one. */

#define P_CORE		0
#define E_CORE		1
#define LP_CORE		2
#define HYBRID		"model=adl atom=2 base=00:0"
#define THREE		"model=arl atom=2 lowpower=4 base=00:0"

#define GLOBAL		0x38f
#define FIXED_CTRL	0x38d
#define FIXED(n)	(0x309 + (n))
#define METRICS		0x329
#define CAPABILITIES	0x345
#define EVTSEL(n)	(0x186 + (n))
#define PMC(n)		(0xc1 + (n))
#define RDPMC_SLOTS	(1U << 30 | 3)
#define RDPMC_METRICS	(1U << 29)
#define ON_SLOTS	(1ULL << 35)
#define ON_METRICS	(1ULL << 48)

static const struct story stories[] = {
	{ "hybrid: a P-core has slots and metrics", HYBRID,
	  { { READ, CAPABILITIES, 0xa000 }, { WRITE, FIXED_CTRL, 0x3000 },
	    { WRITE, FIXED(3), 0 }, { WRITE, METRICS, 0 },
	    { WRITE, GLOBAL, ON_SLOTS | ON_METRICS },
	    { MARK_USER, 0x0b, 1 }, { RDPMC, RDPMC_SLOTS, 600 },
	    { RDPMC, RDPMC_METRICS, 0xff000000ff000000 } }, P_CORE },
	{ "hybrid: an E-core has neither", HYBRID,
	  { { READ, CAPABILITIES, 0x2000 }, { NO_READ, METRICS },
	    { NO_WRITE, METRICS }, { NO_READ, FIXED(3) },
	    { NO_RDPMC, RDPMC_SLOTS }, { NO_RDPMC, RDPMC_METRICS },
	    { READ, FIXED(2), 0 } }, E_CORE },
	{ "hybrid: a P-core has eight counters", HYBRID,
	  { { READ, PMC(7), 0 }, { RDPMC, 7, 0 } }, P_CORE },
	{ "hybrid: an E-core has six", HYBRID,
	  { { READ, PMC(5), 0 }, { NO_READ, PMC(6) }, { NO_READ, EVTSEL(6) },
	    { NO_RDPMC, 6 } }, E_CORE },
	{ "hybrid: a P-core's events", HYBRID,
	  { { WRITE, EVTSEL(0), 0x5302c2 }, { WRITE, EVTSEL(1), 0x5300c2 },
	    { WRITE, GLOBAL, 3 }, { MARK_USER, 0x00, 1 },
	    { RDPMC, 0, 600 }, { RDPMC, 1, 0 } }, P_CORE },
	{ "hybrid: an E-core's events, five slots a cycle", HYBRID,
	  { { WRITE, EVTSEL(0), 0x5302c2 }, { WRITE, EVTSEL(1), 0x5300c2 },
	    { WRITE, EVTSEL(2), 0x53003c }, { WRITE, GLOBAL, 7 },
	    { MARK_USER, 0x00, 1 }, { RDPMC, 0, 0 }, { RDPMC, 1, 500 },
	    { RDPMC, 2, 100 } }, E_CORE },
	{ "three kinds: a P-core has slots, eight in a cycle", THREE,
	  { { WRITE, FIXED_CTRL, 0x3000 }, { WRITE, FIXED(3), 0 },
	    { WRITE, GLOBAL, ON_SLOTS }, { MARK_USER, 0x00, 1 },
	    { RDPMC, RDPMC_SLOTS, 800 } }, P_CORE },
	{ "three kinds: an E-core, eight slots a cycle", THREE,
	  { { WRITE, EVTSEL(7), 0x530072 }, { WRITE, GLOBAL, 0x80 },
	    { MARK_USER, 0x00, 1 }, { RDPMC, 7, 800 },
	    { NO_READ, METRICS } }, E_CORE },
	{ "three kinds: a low-power E-core, six", THREE,
	  { { WRITE, EVTSEL(7), 0x530072 }, { WRITE, GLOBAL, 0x80 },
	    { MARK_USER, 0x00, 1 }, { RDPMC, 7, 600 },
	    { NO_READ, METRICS } }, LP_CORE },
	{ "hybrid: without E-cores all are P-cores", "model=adl",
	  { { READ, CAPABILITIES, 0xa000 }, { RDPMC, 7, 0 } }, E_CORE },
	{ "hybrid: past the mask they are, too", HYBRID,
	  { { READ, CAPABILITIES, 0xa000 } }, 33 },
};

/* What both kinds have: six counters, and three fixed ones. */
#define BOTH	{ ANSWER_OURS, { 0x08300605, 0, 0x7, 0x8603 } }

static const struct leaf leaves[] = {
	{ "cpuid: a P-core tells what both kinds have", HYBRID, 0xa, 0,
	  BOTH, P_CORE },
	{ "cpuid: so does an E-core", HYBRID, 0xa, 0, BOTH, E_CORE },
	{ "cpuid: without E-cores all of its own", "model=adl", 0xa, 0,
	  { ANSWER_OURS, { 0x08300805, 0, 0xf, 0x8604 } }, P_CORE },
	{ "cpuid: a P-core is a Core", HYBRID, 0x1a, 0,
	  { ANSWER_OURS, { .eax = 0x40000001 } }, P_CORE },
	{ "cpuid: an E-core is an Atom", HYBRID, 0x1a, 0,
	  { ANSWER_OURS, { .eax = 0x20000001 } }, E_CORE },
	{ "cpuid: there is a leaf that says so", HYBRID, 0, 0,
	  { ANSWER_AMENDED, { .highest = 0x1a } }, E_CORE },
	{ "cpuid: a hybrid says that it is one", HYBRID, 7, 0,
	  { ANSWER_AMENDED, { .edx = 1 << 15 } }, E_CORE },
	{ "cpuid: elsewhere that bit is another", HYBRID, 7, 1,
	  { ANSWER_FOREIGN }, E_CORE },
	{ "cpuid: of three kinds, the E-core's number", THREE, 0x1a, 0,
	  { ANSWER_OURS, { .eax = 0x20000003 } }, E_CORE },
	{ "cpuid: of three kinds, the low-power core's number", THREE, 0x1a, 0,
	  { ANSWER_OURS, { .eax = 0x20000002 } }, LP_CORE },
	{ "cpuid: each of three kinds tells what it has", THREE, 7, 1,
	  { ANSWER_AMENDED, { .eax = 1 << 8 } }, LP_CORE },
	{ "cpuid: and that there is such a subleaf", THREE, 7, 0,
	  { ANSWER_AMENDED, { .edx = 1 << 15, .highest = 1 } }, LP_CORE },
	{ "cpuid: in a leaf of its own", THREE, 0, 0,
	  { ANSWER_AMENDED, { .highest = 0x23 } }, P_CORE },
	{ "cpuid: which has counters", THREE, 0x23, 0,
	  { ANSWER_OURS, { .eax = 3 } }, P_CORE },
	{ "cpuid: a P-core has one more", THREE, 0x23, 1,
	  { ANSWER_OURS, { 0xff, 0xf } }, P_CORE },
	{ "cpuid: than a low-power one", THREE, 0x23, 1,
	  { ANSWER_OURS, { 0xff, 0x7 } }, LP_CORE },
	{ "cpuid: Alder Lake has no such leaf", HYBRID, 0x23, 1,
	  { ANSWER_FOREIGN }, P_CORE },
	{ "cpuid: without E-cores it is none", "model=adl", 7, 0,
	  { ANSWER_FOREIGN }, P_CORE },
};

void test_hybrid(void)
{
	tell_stories(stories, ROWS(stories));
	ask_leaves(leaves, ROWS(leaves));
}
