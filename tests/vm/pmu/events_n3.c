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
	{ 0x815b, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x0e] = 6 },
	  "STALL_FRONTEND_MEM" },
	{ 0x815c, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x0e] = 4 },
	  "STALL_FRONTEND_TLB" },
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
	{ 0x816b, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x03] = 7, [0x07] = 2 },
	  "STALL_BACKEND_BUSY" },
	{ 0x816d, 0, 0, 0, UNIT_TENTH_CYCLES, { [0x03] = 3 },
	  "STALL_BACKEND_RENAME" },
	/* "branches" of older kernels: of eight that retire seven are taken. */
	{ 0x0c, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 7, [0x05] = 2 },
	  "PC_WRITE_RETIRED" },
	/* Of these eight four are direct, and three others return. */
	{ 0x0d, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 4, [0x05] = 2 },
	  "BR_IMMED_RETIRED" },
	{ 0x0e, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 3 }, "BR_RETURN_RETIRED" },
	{ 0x811d, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 4 }, "BR_IND_RETIRED" },
	{ 0x76, 0, 0, 0, UNIT_OPERATIONS, { [0x05] = 1, [0x06] = 1 },
	  "PC_WRITE_SPEC" },
	{ 0x7c, 0, 0, 0, UNIT_OPERATIONS, { [0x08] = 1 }, "ISB_SPEC" },
	{ 0x7d, 0, 0, 0, UNIT_OPERATIONS, { [0x02] = 1 }, "DSB_SPEC" },
	{ 0x7e, 0, 0, 0, UNIT_OPERATIONS, { [0x0f] = 1 }, "DMB_SPEC" },
	{ 0x8014, 0, 0, 0, UNIT_OPERATIONS, { [0x0b] = 1 }, "FP_HP_SPEC" },
	{ 0x8018, 0, 0, 0, UNIT_OPERATIONS, { [0x03] = 1 }, "FP_SP_SPEC" },
	{ 0x801c, 0, 0, 0, UNIT_OPERATIONS, { [0x04] = 1 }, "FP_DP_SPEC" },
	{ 0x8074, 0, 0, 0, UNIT_OPERATIONS, { RETIRED, [0x01] = 1 },
	  "SVE_PRED_SPEC" },
	{ 0x8075, 0, 0, 0, UNIT_OPERATIONS, { [0x00] = 1 },
	  "SVE_PRED_EMPTY_SPEC" },
	{ 0x8076, 0, 0, 0, UNIT_OPERATIONS, { [0x04] = 1 },
	  "SVE_PRED_FULL_SPEC" },
	{ 0x8077, 0, 0, 0, UNIT_OPERATIONS, { [0x01] = 1 },
	  "SVE_PRED_PARTIAL_SPEC" },
	{ 0x80c0, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 16 },
	  "FP_SCALE_OPS_SPEC" },
	{ 0x80c1, 0, 0, 0, UNIT_FLUSHES, { [0x04] = 8, [0x03] = 2 },
	  "FP_FIXED_OPS_SPEC" },
	{ .name = NULL }
};
