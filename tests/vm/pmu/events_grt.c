// SPDX-License-Identifier: GPL-2.0
/*
 * Gracemont: the E-cores of Alder Lake and Raptor Lake. Codes: Intel's event
 * list of Alder Lake's, which has other ones than Crestmont's for what retires
 * and for the levels of memory.
 */
#include <stddef.h>

#include "events_atom.h"

const struct event events_grt[] = {
	ATOM_EVENTS,

	{ 0x71, 0x00, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "TOPDOWN_FE_BOUND.ALL" },
	{ 0xc2, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },
	  "TOPDOWN_RETIRING.ALL" },
	{ 0x73, 0x00, 0, 0, UNIT_SLOTS, { WASTED },
	  "TOPDOWN_BAD_SPECULATION.ALL" },
	{ 0x74, 0x00, 0, 0, UNIT_SLOTS, { NO_ROOM },
	  "TOPDOWN_BE_BOUND.ALL" },

	{ 0x34, 0x07, 0, 0, UNIT_CYCLES, { L2_AND_BEYOND },
	  "MEM_BOUND_STALLS.LOAD" },
	{ 0x34, 0x01, 0, 0, UNIT_CYCLES, { [0x09] = 1 },
	  "MEM_BOUND_STALLS.LOAD_L2_HIT" },
	{ 0x34, 0x06, 0, 0, UNIT_CYCLES, { L3_AND_BEYOND },
	  "MEM_BOUND_STALLS.LOAD_L2_MISS" },
	{ 0x34, 0x02, 0, 0, UNIT_CYCLES, { [0x0a] = 1 },
	  "MEM_BOUND_STALLS.LOAD_LLC_HIT" },
	{ 0x34, 0x04, 0, 0, UNIT_CYCLES, { DRAM },
	  "MEM_BOUND_STALLS.LOAD_DRAM_HIT" },
	{ .name = NULL }
};
