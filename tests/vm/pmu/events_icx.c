// SPDX-License-Identifier: GPL-2.0
/* Sunny Cove: Ice Lake. Codes: Intel's event list of Ice Lake-SP, V1.30. */
#include <stddef.h>

#include "classes.h"

/*
 * Who waits for a load executes nothing; who waits for the core executes one
 * micro-op in every other cycle. A store buffer that is full holds up nothing
 * else, and two micro-ops at once are of heavy instructions only.
 */
const struct event events_icx[] = {
	{ 0x3c, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.THREAD_P" },
	{ 0x3c, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },
	  "CPU_CLK_UNHALTED.REF_TSC_P" },
	{ 0xc0, 0x00, 0, 0, UNIT_INSNS, { 0 },
	  "INST_RETIRED.ANY_P" },

	{ 0xa4, 0x01, 0, 0, UNIT_SLOTS, { ALL_CLASSES },
	  "TOPDOWN.SLOTS_P" },
	{ 0xa4, 0x02, 0, 0, UNIT_SLOTS, { NO_ROOM },
	  "TOPDOWN.BACKEND_BOUND_SLOTS" },
	{ 0xc2, 0x02, 0, 0, UNIT_SLOTS, { RETIRED },
	  "UOPS_RETIRED.SLOTS" },
	{ 0x0e, 0x01, 0, 0, UNIT_HALF_SLOTS, { ISSUED },
	  "UOPS_ISSUED.ANY" },
	{ 0x9c, 0x01, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "IDQ_UOPS_NOT_DELIVERED.CORE" },
	{ 0x9c, 0x01, 5, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE" },
	{ 0x0d, 0x10, 0, 0, UNIT_SLOTS, { [0x0e] = 1 },
	  "INT_MISC.UOP_DROPPING" },
	{ 0xc5, 0x00, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },
	  "BR_MISP_RETIRED.ALL_BRANCHES" },
	{ 0xc3, 0x01, EDGE | 1, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "MACHINE_CLEARS.COUNT" },

	{ 0x79, 0x30, 0, LOW_FOUR, UNIT_SLOTS, { [0x04] = 1 },
	  "IDQ.MS_UOPS" },
	{ 0x79, 0x04, 0, LOW_FOUR, UNIT_SLOTS, { [0x00] = 1 },
	  "IDQ.MITE_UOPS" },
	{ 0x56, 0x01, 0, LOW_FOUR, UNIT_SLOTS, { [0x00] = 1 },
	  "UOPS_DECODED.DEC0" },
	{ 0x56, 0x01, 1, LOW_FOUR, UNIT_SLOTS, { [0x00] = 1 },
	  "UOPS_DECODED.DEC0:c1" },
	{ 0x80, 0x04, 0, LOW_FOUR, UNIT_CYCLES, { [0x06] = 1 },
	  "ICACHE_DATA.STALLS" },
	{ 0x83, 0x04, 0, LOW_FOUR, UNIT_HALF_CYCLES, { [0x06] = 1 },
	  "ICACHE_TAG.STALLS" },
	{ 0xab, 0x02, 0, LOW_FOUR, UNIT_CYCLES, { [0x02] = 1 },
	  "DSB2MITE_SWITCHES.PENALTY_CYCLES" },

	{ 0xa3, 0x04, 4, 0, UNIT_HALF_CYCLES, { EXECUTES_LITTLE },
	  "CYCLE_ACTIVITY.STALLS_TOTAL" },
	{ 0xa3, 0x14, 20, 0, UNIT_CYCLES, { ANY_LOAD },
	  "CYCLE_ACTIVITY.STALLS_MEM_ANY" },
	{ 0xa6, 0x02, 0, 0, UNIT_HALF_CYCLES, { [0x03] = 1 },
	  "EXE_ACTIVITY.1_PORTS_UTIL" },
	{ 0xa6, 0x04, 0, 0, UNIT_CYCLES, { [0x04] = 1 },
	  "EXE_ACTIVITY.2_PORTS_UTIL" },
	{ 0xa6, 0x40, 2, 0, UNIT_CYCLES, { [0x0d] = 1 },
	  "EXE_ACTIVITY.BOUND_ON_STORES" },
	{ 0xa3, 0x0c, 12, LOW_FOUR, UNIT_CYCLES, { L2_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L1D_MISS" },
	{ 0xa3, 0x05, 5, LOW_FOUR, UNIT_CYCLES, { L3_AND_BEYOND },
	  "CYCLE_ACTIVITY.STALLS_L2_MISS" },
	{ 0xa3, 0x06, 6, LOW_FOUR, UNIT_CYCLES, { DRAM },
	  "CYCLE_ACTIVITY.STALLS_L3_MISS" },
	{ 0x60, 0x08, 0, LOW_FOUR, UNIT_CYCLES,
	  { [0x0b] = MANY_READS, [0x0c] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD" },
	{ 0x60, 0x08, 1, LOW_FOUR, UNIT_CYCLES, { DRAM },
	  "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD" },
	{ 0x60, 0x08, 4, LOW_FOUR, UNIT_CYCLES, { [0x0b] = 1 },
	  "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4" },
	{ .name = NULL }
};
