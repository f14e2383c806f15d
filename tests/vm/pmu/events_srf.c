// SPDX-License-Identifier: GPL-2.0
/* Crestmont: Sierra Forest. Codes: Intel's event list of Sierra Forest, V1.18. */
#include <stddef.h>

#include "classes.h"

const struct event events_srf[] = {
	{ 0x3c, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.CORE_P" },
	{ 0x3c, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.REF_TSC_P" },
	{ 0xc0, 0x00, 0, 0, UNIT_INSNS, { 0 },
	  "INST_RETIRED.ANY_P" },

	{ 0x71, 0x00, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "TOPDOWN_FE_BOUND.ALL_P" },
	{ 0x71, 0x72, 0, 0, UNIT_SLOTS, { NOTHING_CAME },
	  "TOPDOWN_FE_BOUND.FRONTEND_LATENCY" },
	{ 0x71, 0x8d, 0, 0, UNIT_SLOTS, { [0x02] = 1 },
	  "TOPDOWN_FE_BOUND.FRONTEND_BANDWIDTH" },
	{ 0x72, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },
	  "TOPDOWN_RETIRING.ALL_P" },
	{ 0x73, 0x00, 0, 0, UNIT_SLOTS, { WASTED },
	  "TOPDOWN_BAD_SPECULATION.ALL_P" },
	{ 0x73, 0x04, 0, 0, UNIT_SLOTS, { [0x05] = 1 },
	  "TOPDOWN_BAD_SPECULATION.MISPREDICT" },
	{ 0x73, 0x03, 0, 0, UNIT_SLOTS, { [0x01] = 1 },
	  "TOPDOWN_BAD_SPECULATION.MACHINE_CLEARS" },
	{ 0x74, 0x00, 0, 0, UNIT_SLOTS, { NO_ROOM },
	  "TOPDOWN_BE_BOUND.ALL_P" },
	{ 0x74, 0x01, 0, 0, UNIT_SLOTS, { [0x03] = 1 },
	  "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS" },
	{ 0x74, 0x02, 0, 0, UNIT_SLOTS, { [0x07 ... 0x0d] = 1 },
	  "TOPDOWN_BE_BOUND.MEM_SCHEDULER" },

	{ 0x34, 0x7f, 0, 0, UNIT_CYCLES, { L2_AND_BEYOND },
	  "MEM_BOUND_STALLS_LOAD.ALL" },
	{ 0x34, 0x01, 0, 0, UNIT_CYCLES, { [0x09] = 1 },
	  "MEM_BOUND_STALLS_LOAD.L2_HIT" },
	{ 0x34, 0x06, 0, 0, UNIT_CYCLES, { [0x0a] = 1 },
	  "MEM_BOUND_STALLS_LOAD.LLC_HIT" },
	{ 0x34, 0x78, 0, 0, UNIT_CYCLES, { DRAM },
	  "MEM_BOUND_STALLS_LOAD.LLC_MISS" },
	{ 0x05, 0xf4, 0, 0, UNIT_CYCLES, { [0x08] = 1 },
	  "LD_HEAD.L1_BOUND_AT_RET" },
	{ .name = NULL }
};
