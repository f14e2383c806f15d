/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that Arm's Neoverse cores have in common, as rows. Codes: Arm's
 * architecture and the specifications of the cores.
 *
 * While a mispredicted branch is recovered from, the front end delivers nothing
 * for some cycles and the back end can take nothing for some, and Arm's formulas
 * take these back. So of a slot of class 05, FE tenths are stalls of the front
 * end and BE tenths of the back end; all else of it is operations that are
 * thrown away.
 */
#ifndef _PMU_EVENTS_NEOVERSE_H
#define _PMU_EVENTS_NEOVERSE_H

#include "classes.h"

/* In tenths. */
#define FRONT_END	[0x02] = 10, [0x06] = 10, [0x0e] = 10
#define BACK_END	[0x03] = 10, [0x07 ... 0x0d] = 10, [0x0f] = 10

/*
 * Data or a translation comes once in FLUSH_CYCLES, if it is waited for; so does a
 * branch that retires, and so on. An operation of a sort comes once in a marker.
 * What no rule of the vendor ties together differs in its classes or in a factor, so
 * that no event can be taken for another.
 */
#define NEOVERSE_EVENTS(FE, BE)						\
	{ 0x00, 0, 0, 0, UNIT_SLOTS, { 0 }, "SW_INCR" },		\
	{ 0x01, 0, 0, 0, UNIT_FLUSHES, { NOTHING_CAME },		\
	  "L1I_CACHE_REFILL" },						\
	{ 0x02, 0, 0, 0, UNIT_FLUSHES, { [0x0e] = 2 },			\
	  "L1I_TLB_REFILL" },						\
	{ 0x03, 0, 0, 0, UNIT_FLUSHES, { L2_AND_BEYOND },		\
	  "L1D_CACHE_REFILL" },						\
	{ 0x04, 0, 0, 0, UNIT_FLUSHES, { [0x07 ... 0x0d] = 2 },		\
	  "L1D_CACHE" },						\
	{ 0x05, 0, 0, 0, UNIT_FLUSHES, { [0x0f] = 2 },			\
	  "L1D_TLB_REFILL" },						\
	{ 0x08, 0, 0, 0, UNIT_INSNS, { 0 }, "INST_RETIRED" },		\
	{ 0x10, 0, 0, 0, UNIT_FLUSHES, { [0x05] = 1 }, "BR_MIS_PRED" },	\
	{ 0x11, 0, 0, 0, UNIT_CYCLES, { ALL_CLASSES }, "CPU_CYCLES" },	\
	{ 0x14, 0, 0, 0, UNIT_FLUSHES, { [0x02] = 3, NOTHING_CAME },	\
	  "L1I_CACHE" },						\
	{ 0x16, 0, 0, 0, UNIT_FLUSHES, { L2_AND_BEYOND, [0x0d] = 1 },	\
	  "L2D_CACHE" },						\
	{ 0x17, 0, 0, 0, UNIT_FLUSHES, { L3_AND_BEYOND },		\
	  "L2D_CACHE_REFILL" },						\
	{ 0x1b, 0, 0, 0, UNIT_INSNS, { 0 }, "INST_SPEC" },		\
	{ 0x1e, 0, 0, 0, UNIT_SLOTS, { 0 }, "CHAIN" },			\
	{ 0x21, 0, 0, 0, UNIT_FLUSHES, { [0x00] = 8, [0x05] = 2 },	\
	  "BR_RETIRED" },						\
	{ 0x22, 0, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },			\
	  "BR_MIS_PRED_RETIRED" },					\
	{ 0x23, 0, 0, 0, UNIT_TENTH_CYCLES,				\
	  { FRONT_END, [0x05] = (FE) }, "STALL_FRONTEND" },		\
	{ 0x24, 0, 0, 0, UNIT_TENTH_CYCLES,				\
	  { BACK_END, [0x05] = (BE) }, "STALL_BACKEND" },		\
	{ 0x25, 0, 0, 0, UNIT_FLUSHES, { [0x07 ... 0x0d] = 1, [0x0f] = 3 }, \
	  "L1D_TLB" },							\
	{ 0x26, 0, 0, 0, UNIT_FLUSHES, { [0x02] = 1, [0x06] = 1, [0x0e] = 3 }, \
	  "L1I_TLB" },							\
	{ 0x2d, 0, 0, 0, UNIT_FLUSHES, { [0x0e] = 1, [0x0f] = 1 },	\
	  "L2D_TLB_REFILL" },						\
	{ 0x2f, 0, 0, 0, UNIT_FLUSHES, { [0x07] = 1, [0x0e] = 2, [0x0f] = 2 }, \
	  "L2D_TLB" },							\
	{ 0x34, 0, 0, 0, UNIT_FLUSHES, { [0x0f] = 1 }, "DTLB_WALK" },	\
	{ 0x35, 0, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 }, "ITLB_WALK" },	\
	{ 0x36, 0, 0, 0, UNIT_FLUSHES, { L3_AND_BEYOND },		\
	  "LL_CACHE_RD" },						\
	{ 0x37, 0, 0, 0, UNIT_FLUSHES, { DRAM }, "LL_CACHE_MISS_RD" },	\
	{ 0x70, 0, 0, 0, UNIT_OPERATIONS, { ANY_LOAD }, "LD_SPEC" },	\
	{ 0x71, 0, 0, 0, UNIT_OPERATIONS, { [0x0d] = 1 }, "ST_SPEC" },	\
	{ 0x73, 0, 0, 0, UNIT_OPERATIONS, { [0x02] = 1, [0x03] = 1 },	\
	  "DP_SPEC" },							\
	{ 0x74, 0, 0, 0, UNIT_OPERATIONS, { [0x04] = 1 }, "ASE_SPEC" },	\
	{ 0x75, 0, 0, 0, UNIT_OPERATIONS, { [0x03] = 1 }, "VFP_SPEC" },	\
	{ 0x77, 0, 0, 0, UNIT_OPERATIONS, { [0x0e] = 1 }, "CRYPTO_SPEC" }, \
	{ 0x78, 0, 0, 0, UNIT_OPERATIONS, { [0x05] = 1 },		\
	  "BR_IMMED_SPEC" },						\
	{ 0x7a, 0, 0, 0, UNIT_OPERATIONS, { [0x06] = 1 },		\
	  "BR_INDIRECT_SPEC" }

/* Of cores that count slots. */
#define NEOVERSE_SLOT_EVENTS(FE, BE)					\
	{ 0x3a, 0, 0, 0, UNIT_SLOTS, { RETIRED }, "OP_RETIRED" },	\
	{ 0x3b, 0, 0, 0, UNIT_TENTH_SLOTS,				\
	  { [0x00] = 10, [0x01] = 10, [0x04] = 10,			\
	    [0x05] = 10 - (FE) - (BE) }, "OP_SPEC" },			\
	{ 0x3c, 0, 0, 0, UNIT_TENTH_CYCLES,				\
	  { FRONT_END, BACK_END, [0x05] = (FE) + (BE) }, "STALL" },	\
	{ 0x3d, 0, 0, 0, UNIT_TENTH_SLOTS,				\
	  { BACK_END, [0x05] = (BE) }, "STALL_SLOT_BACKEND" },		\
	{ 0x3e, 0, 0, 0, UNIT_TENTH_SLOTS,				\
	  { FRONT_END, [0x05] = (FE) }, "STALL_SLOT_FRONTEND" },	\
	{ 0x3f, 0, 0, 0, UNIT_TENTH_SLOTS,				\
	  { FRONT_END, BACK_END, [0x05] = (FE) + (BE) }, "STALL_SLOT" }, \
	{ 0x4005, 0, 0, 0, UNIT_CYCLES, { L2_AND_BEYOND },		\
	  "STALL_BACKEND_MEM" },					\
	{ 0x8006, 0, 0, 0, UNIT_OPERATIONS, { RETIRED }, "SVE_INST_SPEC" }

#endif /* _PMU_EVENTS_NEOVERSE_H */
