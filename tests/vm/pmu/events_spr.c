// SPDX-License-Identifier: GPL-2.0
/*
 * Golden Cove: Sapphire, Emerald and Granite Rapids. Codes: Intel's event list of
 * Sapphire Rapids, V1.39.
 *
 * What the nodes below the second level are made of differs from event to event, so
 * that none can stand for another: code that is fetched misses the cache all the time
 * and the TLB half of it; a wrong guess is made twice for each that retires, and of two
 * machine clears one is of memory ordering; who waits for the core waits for a divider,
 * half the time for that of floating point.
 */
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
	{ 0xad, 0x80, 0, 0, UNIT_HALF_CYCLES, { WASTED },
	  "INT_MISC.CLEAR_RESTEER_CYCLES" },
	{ 0xad, 0x01, EDGE | 1, 0, UNIT_FLUSHES, { [0x01] = 2, [0x05] = 2 },
	  "INT_MISC.CLEARS_COUNT" },
	{ 0xc4, 0x00, 0, 0, UNIT_FLUSHES, { RETIRED, [0x05] = 4 },
	  "BR_INST_RETIRED.ALL_BRANCHES" },
	{ 0xc5, 0x00, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },
	  "BR_MISP_RETIRED.ALL_BRANCHES" },
	{ 0xc3, 0x01, EDGE | 1, 0, UNIT_FLUSHES, { [0x01] = 2 },
	  "MACHINE_CLEARS.COUNT" },
	{ 0xc3, 0x02, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "MACHINE_CLEARS.MEMORY_ORDERING" },

	{ 0x80, 0x04, 0, LOW_FOUR, UNIT_CYCLES, { [0x06] = 1 },
	  "ICACHE_DATA.STALLS" },
	{ 0x83, 0x04, 0, LOW_FOUR, UNIT_HALF_CYCLES, { [0x06] = 1 },
	  "ICACHE_TAG.STALLS" },
	{ 0x87, 0x01, 0, LOW_FOUR, UNIT_HALF_CYCLES, { [0x02] = 1 },
	  "DECODE.LCP" },
	{ 0x61, 0x02, 0, LOW_FOUR, UNIT_CYCLES, { [0x02] = 1 },
	  "DSB2MITE_SWITCHES.PENALTY_CYCLES" },

	{ 0xb0, 0x09, 1, 0, UNIT_CYCLES, { [0x03] = 1 },
	  "ARITH.DIV_ACTIVE" },
	{ 0xb0, 0x01, 1, 0, UNIT_HALF_CYCLES, { [0x03] = 1 },
	  "ARITH.FPDIV_ACTIVE" },
	{ 0xa2, 0x02, 0, 0, UNIT_HALF_CYCLES, { [0x04] = 1 },
	  "RESOURCE_STALLS.SCOREBOARD" },
	{ 0xec, 0x20, 0, 0, UNIT_HALF_CYCLES, { [0x07] = 1 },
	  "CPU_CLK_UNHALTED.C02" },
	{ 0xa6, 0x02, 0, 0, UNIT_HALF_CYCLES, { [0x03] = 1, [0x0d] = 1 },
	  "EXE_ACTIVITY.1_PORTS_UTIL" },
	{ 0xa6, 0x04, 0, 0, UNIT_CYCLES, { [0x04] = 1 },
	  "EXE_ACTIVITY.2_PORTS_UTIL" },
	{ 0xb1, 0x01, 3, 0, UNIT_CYCLES, { [0x00] = 1 },
	  "UOPS_EXECUTED.CYCLES_GE_3" },

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
