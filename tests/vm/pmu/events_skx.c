// SPDX-License-Identifier: GPL-2.0
/*
 * Skylake-SP and Cascade Lake. Codes: Intel's event list of Skylake-SP, V1.37.
 * What a wrong guess costs is half in micro-ops that were issued in vain, half
 * in recovery. For the rest see events_icx.c.
 */
#include <stddef.h>

#include "classes.h"

const struct event events_skx[] = {
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
	{ 0x0d, 0x01, 0, 0, UNIT_HALF_CYCLES, { WASTED },
	  "INT_MISC.RECOVERY_CYCLES" },
	{ 0x9c, 0x01, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "IDQ_UOPS_NOT_DELIVERED.CORE" },
	{ 0x9c, 0x01, 4, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE" },
	{ 0xc5, 0x00, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },
	  "BR_MISP_RETIRED.ALL_BRANCHES" },
	{ 0xc3, 0x01, EDGE | 1, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "MACHINE_CLEARS.COUNT" },

	{ 0xa3, 0x04, 4, 0, UNIT_HALF_CYCLES, { EXECUTES_LITTLE },
	  "CYCLE_ACTIVITY.STALLS_TOTAL" },
	{ 0xa3, 0x14, 20, LOW_FOUR, UNIT_CYCLES, { ANY_LOAD },
	  "CYCLE_ACTIVITY.STALLS_MEM_ANY" },
	{ 0xa6, 0x02, 0, 0, UNIT_HALF_CYCLES, { [0x03] = 1 },
	  "EXE_ACTIVITY.1_PORTS_UTIL" },
	{ 0xa6, 0x04, 0, 0, UNIT_CYCLES, { [0x04] = 1 },
	  "EXE_ACTIVITY.2_PORTS_UTIL" },
	{ 0xa6, 0x40, 0, 0, UNIT_CYCLES, { [0x0d] = 1 },
	  "EXE_ACTIVITY.BOUND_ON_STORES" },
	{ 0xa3, 0x0c, 12, 0, UNIT_CYCLES, { L2_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L1D_MISS" },
	{ 0xa3, 0x05, 5, 0, UNIT_CYCLES, { L3_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L2_MISS" },
	{ 0xa3, 0x06, 6, 0, UNIT_CYCLES, { DRAM },
	  "CYCLE_ACTIVITY.STALLS_L3_MISS" },
	{ 0x60, 0x08, 0, 0, UNIT_CYCLES, { [0x0b] = MANY_READS, [0x0c] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD" },
	{ 0x60, 0x08, 1, 0, UNIT_CYCLES, { DRAM },
	  "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD" },
	{ 0x60, 0x08, 4, 0, UNIT_CYCLES, { [0x0b] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4" },
	{ .name = NULL }
};
