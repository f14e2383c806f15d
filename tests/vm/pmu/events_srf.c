// SPDX-License-Identifier: GPL-2.0
/* Crestmont: Sierra Forest. Codes: Intel's event list of Sierra Forest, V1.18. */
#include <stddef.h>

#include "events_atom.h"

const struct event events_srf[] = {
	ATOM_EVENTS,

	{ 0x71, 0x00, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },
	  "TOPDOWN_FE_BOUND.ALL_P" },
	{ 0x72, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },
	  "TOPDOWN_RETIRING.ALL_P" },
	{ 0x73, 0x00, 0, 0, UNIT_SLOTS, { WASTED },
	  "TOPDOWN_BAD_SPECULATION.ALL_P" },
	{ 0x74, 0x00, 0, 0, UNIT_SLOTS, { NO_ROOM },
	  "TOPDOWN_BE_BOUND.ALL_P" },

	{ 0x34, 0x7f, 0, 0, UNIT_CYCLES, { L2_AND_BEYOND },
	  "MEM_BOUND_STALLS_LOAD.ALL" },
	{ 0x34, 0x01, 0, 0, UNIT_CYCLES, { [0x09] = 1 },
	  "MEM_BOUND_STALLS_LOAD.L2_HIT" },
	{ 0x34, 0x06, 0, 0, UNIT_CYCLES, { [0x0a] = 1 },
	  "MEM_BOUND_STALLS_LOAD.LLC_HIT" },
	{ 0x34, 0x78, 0, 0, UNIT_CYCLES, { DRAM },
	  "MEM_BOUND_STALLS_LOAD.LLC_MISS" },
	{ .name = NULL }
};
