// SPDX-License-Identifier: GPL-2.0
/* Golden Cove: Sapphire, Emerald and Granite Rapids. */
#include <stddef.h>

#include "classes.h"

const struct event events_spr[] = {
	{ 0x3c, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.THREAD_P" },
	{ 0x3c, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.REF_TSC_P" },
	{ 0xc0, 0x00, 0, 0, UNIT_INSNS, { 0 },
	  "INST_RETIRED.ANY_P" },

	{ 0xa4, 0x01, 0, 0, UNIT_SLOTS, { ALL_CLASSES },
	  "TOPDOWN.SLOTS_P" },
	{ 0xa4, 0x02, 0, 0, UNIT_SLOTS, { [0x03] = 1, [0x07 ... 0x0d] = 1 },
	  "TOPDOWN.BACKEND_BOUND_SLOTS" },
	{ 0xa4, 0x04, 0, 0x01, UNIT_SLOTS, { [0x01] = 1, [0x05] = 1 },
	  "TOPDOWN.BAD_SPEC_SLOTS" },
	{ 0xa4, 0x08, 0, 0x01, UNIT_SLOTS, { [0x05] = 1 },
	  "TOPDOWN.BR_MISPREDICT_SLOTS" },
	{ 0xa4, 0x10, 0, 0, UNIT_SLOTS, { [0x07 ... 0x0d] = 1 },
	  "TOPDOWN.MEMORY_BOUND_SLOTS" },
	{ 0xc2, 0x01, 0, 0, UNIT_SLOTS, { [0x04] = 1 },
	  "UOPS_RETIRED.HEAVY" },
	{ 0xc2, 0x02, 0, 0, UNIT_SLOTS, { [0x00] = 1, [0x04] = 1 },
	  "UOPS_RETIRED.SLOTS" },
	{ 0x9c, 0x01, 0, 0, UNIT_SLOTS,
	  { [0x02] = 1, [0x06] = 1, [0x0e] = 1 },
	  "IDQ_BUBBLES.CORE" },
	{ 0x9c, 0x01, 6, 0, UNIT_CYCLES, { [0x06] = 1, [0x0e] = 1 },
	  "IDQ_BUBBLES.CYCLES_0_UOPS_DELIV.CORE" },
	{ 0xad, 0x10, 0, 0, UNIT_SLOTS, { [0x0e] = 1 },
	  "INT_MISC.UOP_DROPPING" },

	{ 0xa6, 0x21, 5, 0, UNIT_CYCLES, { L1_AND_BEYOND },
	  "EXE_ACTIVITY.BOUND_ON_LOADS" },
	{ 0xa6, 0x40, 2, 0, UNIT_CYCLES, { [0x0d] = 1 },
	  "EXE_ACTIVITY.BOUND_ON_STORES" },
	{ 0x47, 0x03, 3, LOW_FOUR, UNIT_CYCLES, { L2_AND_BEYOND },
	  "MEMORY_ACTIVITY.STALLS_L1D_MISS" },
	{ 0x47, 0x05, 5, LOW_FOUR, UNIT_CYCLES, { L3_AND_BEYOND },
	  "MEMORY_ACTIVITY.STALLS_L2_MISS" },
	{ 0x47, 0x09, 9, LOW_FOUR, UNIT_CYCLES, { DRAM },
	  "MEMORY_ACTIVITY.STALLS_L3_MISS" },
	{ 0x20, 0x08, 0, LOW_FOUR, UNIT_CYCLES,
	  { [0x0b] = MANY_READS, [0x0c] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD" },
	{ 0x20, 0x08, 1, LOW_FOUR, UNIT_CYCLES, { DRAM },
	  "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD" },
	{ 0x20, 0x08, 4, LOW_FOUR, UNIT_CYCLES, { [0x0b] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c4" },
	{ 0x20, 0x08, MANY_READS, LOW_FOUR, UNIT_CYCLES, { [0x0b] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c12" },
	{ .name = NULL }
};
