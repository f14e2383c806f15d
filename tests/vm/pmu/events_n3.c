// SPDX-License-Identifier: GPL-2.0
/*
 * Neoverse N3: five slots a cycle. Its stalls are told apart as a tree, and the
 * front end's of a mispredicted branch are counted. See events_neoverse.h.
 */
#include <stddef.h>

#include "events_neoverse.h"

const struct event events_n3[] = {
	NEOVERSE_EVENTS(4, 0),
	NEOVERSE_SLOT_EVENTS(4, 0),
	{ 0x8158, 0, 0, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "STALL_FRONTEND_MEMBOUND" },
	{ 0x8159, 0, 0, 0, UNIT_CYCLES, { [0x06] = 1 },
	  "STALL_FRONTEND_L1I" },
	{ 0x815b, 0, 0, 0, UNIT_CYCLES, { [0x0e] = 1 },
	  "STALL_FRONTEND_MEM" },
	{ 0x8160, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x02] = 10, [0x05] = 4 },
	  "STALL_FRONTEND_CPUBOUND" },
	{ 0x8161, 0, 0, 0, UNIT_CYCLES, { [0x02] = 1 },
	  "STALL_FRONTEND_FLOW" },
	{ 0x8162, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x05] = 4 },
	  "STALL_FRONTEND_FLUSH" },
	{ 0x8164, 0, 0, 0, UNIT_CYCLES, { [0x07 ... 0x0d] = 1, [0x0f] = 1 },
	  "STALL_BACKEND_MEMBOUND" },
	{ 0x8165, 0, 0, 0, UNIT_CYCLES, { [0x08] = 1 },
	  "STALL_BACKEND_L1D" },
	{ 0x8167, 0, 0, 0, UNIT_CYCLES, { [0x0f] = 1 },
	  "STALL_BACKEND_TLB" },
	{ 0x8168, 0, 0, 0, UNIT_CYCLES, { [0x0d] = 1 },
	  "STALL_BACKEND_ST" },
	{ 0x816a, 0, 0, 0, UNIT_CYCLES, { [0x03] = 1 },
	  "STALL_BACKEND_CPUBOUND" },
	{ .name = NULL }
};
