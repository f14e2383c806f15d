// SPDX-License-Identifier: GPL-2.0
/* Arm's Neoverse cores, by MIDR_EL1, which kernels let programs read. */
#include "core.h"
#include "harness.h"

/* A system register of op0 3, as the laboratory's PMU has it. */
#define SYSREG(op1, crn, crm, op2)					\
	(3 << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

#define PMEVTYPER0	SYSREG(3, 14, 12, 0)
#define PMEVCNTR0	SYSREG(3, 14, 8, 0)
#define PMCCNTR		SYSREG(3, 9, 13, 0)
#define PMCR		SYSREG(3, 9, 12, 0)	/* bit 0: all counters run */

/*
 * The first level is a set that has all event counters, and gives way to others;
 * cycles have a counter of their own. @guess is the event by which a wrong guess
 * is known.
 */
#define NEOVERSE(guess)							\
	.vendor = "ARM", .family = 8, .n_shares = N_FIRST_LEVEL,	\
	.parts = {							\
		[RETIRING]		= { 0x3a },			\
		[FRONTEND_BOUND]	= { 0x3e },			\
		[BACKEND_BOUND]		= { 0x3d },			\
	},								\
	.slots = 0x11, .usual = 0x10, .general = 6, .holds_all = true,	\
	.cycles_apart = true,						\
	.leaves_one = { 0x3a, 0x3e, 0x3d, 0x08 },			\
	.by_default = { 0x3e, 0x3d, 0x3a, 0x3b, (guess), 0x08 },	\
	.n_by_default = 6, .instructions = 0x08,			\
	.backend = 0x3d, .backend_name = "r3d",				\
	.any_counter = { 0x08, 0x3a, 0x3b, 0x10, 0x22, 0x3d, 0x3e },	\
	.too_many = { 0x3a, 0x3b, 0x3d, 0x3e, 0x10, 0x22, 0x08 },	\
	.n_too_many = 7,						\
	.again = 0x11, .again_name = "cycles", .stray = 0x1003a,	\
	.msr = { PMEVTYPER0, PMEVCNTR0, 1, PMCCNTR, 64, PMCR, 0xffff }

static const struct core five_wide = { NEOVERSE(0x10), .width = 5 };
static const struct core eight_wide = { NEOVERSE(0x10), .width = 8 };
static const struct core n3 = { NEOVERSE(0x8162), .width = 5 };

static unsigned int part_number(void)
{
	unsigned long midr;

	asm("mrs %0, midr_el1" : "=r" (midr));
	return midr >> 4 & 0xfff;
}

const struct core *core_find(void)
{
	switch (part_number()) {
	case 0xd8e:
		return &n3;
	case 0xd40:			/* V1 */
	case 0xd4f:			/* V2 */
		return &eight_wide;
	default:
		return &five_wide;
	}
}
