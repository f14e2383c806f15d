// SPDX-License-Identifier: GPL-2.0
/*
 * Broadwell. Codes: the kernel's event list of Broadwell-EP, version 19. For what
 * a wrong guess costs see events_skx.c.
 */
#include <stddef.h>

#include "classes.h"

#define COUNTER_2	0x04

const struct event events_bdx[] = {
	{ 0x3c, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.THREAD_P" },
	{ 0x3c, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.REF_XCLK" },
	{ 0xc0, 0x00, 0, 0, UNIT_INSNS, { 0 },
	  "INST_RETIRED.ANY_P" },

	{ 0xc2, 0x02, 0, 0, UNIT_SLOTS, { RETIRED },
	  "UOPS_RETIRED.RETIRE_SLOTS" },
	{ 0x0e, 0x01, 0, 0, UNIT_HALF_SLOTS, { ISSUED },
	  "UOPS_ISSUED.ANY" },
	{ 0x0d, 0x03, 1, 0, UNIT_HALF_CYCLES, { WASTED },
	  "INT_MISC.RECOVERY_CYCLES" },
	{ 0x9c, 0x01, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "IDQ_UOPS_NOT_DELIVERED.CORE" },
	{ 0x9c, 0x01, 4, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE" },
	{ 0xc5, 0x00, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },
	  "BR_MISP_RETIRED.ALL_BRANCHES" },
	{ 0xc3, 0x01, EDGE | 1, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "MACHINE_CLEARS.COUNT" },

	{ 0xa3, 0x06, 6, 0, UNIT_CYCLES, { ANY_LOAD },
	  "CYCLE_ACTIVITY.STALLS_MEM_ANY" },
	{ 0xa3, 0x0c, 12, COUNTER_2, UNIT_CYCLES, { L2_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L1D_MISS" },
	{ 0xa3, 0x05, 5, 0, UNIT_CYCLES, { L3_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L2_MISS" },
	{ 0xa2, 0x08, 0, 0, UNIT_CYCLES, { [0x0d] = 1 },
	  "RESOURCE_STALLS.SB" },
	/* A load from memory takes as long as seven from the third level. */
	{ 0xd1, 0x04, 0, LOW_FOUR, UNIT_CYCLES, { [0x0a] = 7 },
	  "MEM_LOAD_UOPS_RETIRED.L3_HIT" },
	{ 0xd1, 0x20, 0, LOW_FOUR, UNIT_CYCLES, { DRAM },
	  "MEM_LOAD_UOPS_RETIRED.L3_MISS" },
	{ .name = NULL }
};
