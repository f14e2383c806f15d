/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that AMD's cores from Zen 2 on have in common, as rows. Codes: the
 * kernel's lists amdzen2 to amdzen5. A store that waits does not hold up what
 * retires, so to AMD's formulas it is the CPU that is bound, not the memory.
 */
#ifndef _PMU_EVENTS_ZEN_H
#define _PMU_EVENTS_ZEN_H

#include "classes.h"

/* Data comes once in FLUSH_CYCLES, from wherever it is waited for. */
#define ZEN_EVENTS							\
	{ 0x076, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },		\
	  "ls_not_halted_cyc" },					\
	{ 0x0c0, 0x00, 0, 0, UNIT_INSNS, { 0 },				\
	  "ex_ret_instr" },						\
	{ 0x0c3, 0x00, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },		\
	  "ex_ret_brn_misp" },						\
	{ 0x043, 0x01, 0, 0, UNIT_FLUSHES, { [0x09] = 1 },		\
	  "ls_dmnd_fills_from_sys.lcl_l2" },				\
	{ 0x043, 0x02, 0, 0, UNIT_FLUSHES, { [0x0a] = 1 },		\
	  "ls_dmnd_fills_from_sys.int_cache" },				\
	{ 0x043, 0x48, 0, 0, UNIT_FLUSHES, { DRAM },			\
	  "ls_dmnd_fills_from_sys.mem_io_all" },			\
	{ 0x0c2, 0x00, 0, 0, UNIT_FLUSHES, { [0x00] = 1, [0x05] = 1 },	\
	  "ex_ret_brn" },						\
	{ 0x064, 0x08, 0, 0, UNIT_FLUSHES, { L3_AND_BEYOND },		\
	  "l2_cache_req_stat.ls_rd_blk_c" },				\
	{ 0x064, 0x01, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 },		\
	  "l2_cache_req_stat.ic_fill_miss" },				\
	{ 0x045, 0xff, 0, 0, UNIT_FLUSHES, { [0x07] = 1, [0x08] = 1 },	\
	  "ls_l1_d_tlb_miss.all" },					\
	{ 0x045, 0xf0, 0, 0, UNIT_FLUSHES, { [0x08] = 1 },		\
	  "ls_l1_d_tlb_miss.all_l2_miss" }

/* From other caches; and code that no TLB has. The codes changed in Zen 3. */
#define ZEN2_MEMORY							\
	{ 0x043, 0x10, 0, 0, UNIT_FLUSHES, { [0x0d] = 1 },		\
	  "ls_refills_from_sys.ls_mabresp_rmt_cache" },			\
	{ 0x085, 0x07, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 },		\
	  "bp_l1_tlb_miss_l2_tlb_miss.all" }

#define ZEN3_MEMORY							\
	{ 0x043, 0x14, 0, 0, UNIT_FLUSHES, { [0x0d] = 1 },		\
	  "ls_dmnd_fills_from_sys.ext_cache_all" },			\
	{ 0x085, 0x0f, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 },		\
	  "bp_l1_tlb_miss_l2_tlb_miss.all" }

/*
 * Numbers beside the tree. A store's line comes from another cache; near memory is the
 * one that bandwidth limits. All prefetches of a line are of loads.
 */
#define ZEN_LATE_MEMORY							\
	ZEN3_MEMORY,							\
	{ 0x043, 0x10, 0, 0, UNIT_FLUSHES, { [0x0d] = 1 },		\
	  "ls_dmnd_fills_from_sys.far_cache" },				\
	{ 0x043, 0x08, 0, 0, UNIT_FLUSHES, { [0x0b] = 1 },		\
	  "ls_dmnd_fills_from_sys.dram_io_near" },			\
	{ 0x043, 0x40, 0, 0, UNIT_FLUSHES, { [0x0c] = 1 },		\
	  "ls_dmnd_fills_from_sys.dram_io_far" },			\
	{ 0x044, 0x03, 0, 0, UNIT_FLUSHES, { [0x09] = 1, [0x0a] = 1 },	\
	  "ls_any_fills_from_sys.local_all" },				\
	{ 0x044, 0x14, 0, 0, UNIT_FLUSHES, { [0x0d] = 1 },		\
	  "ls_any_fills_from_sys.remote_cache" },			\
	{ 0x044, 0x48, 0, 0, UNIT_FLUSHES, { DRAM },			\
	  "ls_any_fills_from_sys.dram_io_all" },			\
	{ 0x064, 0xf6, 0, 0, UNIT_FLUSHES, { [0x09] = 1 },		\
	  "l2_cache_req_stat.ic_dc_hit_in_l2" },			\
	{ 0x064, 0x09, 0, 0, UNIT_FLUSHES, { L3_AND_BEYOND, [0x0e] = 1 }, \
	  "l2_cache_req_stat.ic_dc_miss_in_l2" },			\
	{ 0x070, 0xff, 0, 0, UNIT_FLUSHES, { [0x07] = 1 },		\
	  "l2_pf_hit_l2.all" },						\
	{ 0x071, 0xff, 0, 0, UNIT_FLUSHES, { [0x0a] = 1 },		\
	  "l2_pf_miss_l2_hit_l3.all" },					\
	{ 0x072, 0xff, 0, 0, UNIT_FLUSHES, { [0x0b] = 1 },		\
	  "l2_pf_miss_l2_l3.all" },					\
	{ 0x28f, 0x07, 0, 0, UNIT_FLUSHES, { [0x00] = 1, [0x0e] = 1 },	\
	  "op_cache_hit_miss.all_op_cache_accesses" },			\
	{ 0x28f, 0x04, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 },		\
	  "op_cache_hit_miss.op_cache_miss" },				\
	{ 0x18e, 0x1f, 0, 0, UNIT_FLUSHES, { [0x02] = 1, [0x0e] = 1 },	\
	  "ic_tag_hit_miss.all_instruction_cache_accesses" },		\
	{ 0x18e, 0x18, 0, 0, UNIT_FLUSHES, { [0x0e] = 1 },		\
	  "ic_tag_hit_miss.instruction_cache_miss" },			\
	{ 0x084, 0x00, 0, 0, UNIT_FLUSHES, { [0x06] = 1 },		\
	  "bp_l1_tlb_miss_l2_tlb_hit" },				\
	{ 0x078, 0xff, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },		\
	  "ls_tlb_flush.all" }

/* Before Zen 4 no event counts the slots in which nothing was dispatched. */
#define ZEN_EARLY_EVENTS						\
	{ 0x0c7, 0x00, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },		\
	  "ex_ret_brn_resync" },					\
	{ 0x0a9, 0x00, 0, 0, UNIT_CYCLES, { NOTHING_CAME },		\
	  "de_dis_uop_queue_empty_di0" },				\
	{ 0x0af, 0x20, 0, 0, UNIT_CYCLES, { [0x03] = 1 },		\
	  "de_dis_dispatch_token_stalls2.retire_token_stall" },		\
	{ 0x0ae, 0x02, 0, 0, UNIT_CYCLES, { ANY_LOAD },			\
	  "de_dis_dispatch_token_stalls1.load_queue_rsrc_stall" },	\
	{ 0x0ae, 0x04, 0, 0, UNIT_CYCLES, { [0x0d] = 1 },		\
	  "de_dis_dispatch_token_stalls1.store_queue_rsrc_stall" }

#define ZEN_LATE_EVENTS							\
	{ 0x0c1, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },			\
	  "ex_ret_ops" },						\
	{ 0x0aa, 0x07, 0, 0, UNIT_SLOTS, { RETIRED, WASTED },		\
	  "de_src_op_disp.all" },					\
	{ 0x1a0, 0x01, 0, 0, UNIT_SLOTS, { NOT_DELIVERED },		\
	  "de_no_dispatch_per_slot.no_ops_from_frontend" },		\
	{ 0x1a0, 0x1e, 0, 0, UNIT_SLOTS, { NO_ROOM },			\
	  "de_no_dispatch_per_slot.backend_stalls" },			\
	{ 0x1a0, 0x60, 0, 0, UNIT_SLOTS, { [0x0f] = 1 },		\
	  "de_no_dispatch_per_slot.smt_contention" },			\
	{ 0x1c2, 0x00, 0, 0, UNIT_SLOTS, { [0x04] = 1 },		\
	  "ex_ret_ucode_ops" },						\
	{ 0x0d6, 0x02, 0, 0, UNIT_CYCLES, { NO_ROOM },			\
	  "ex_no_retire.not_complete" },				\
	{ 0x0d6, 0xa2, 0, 0, UNIT_CYCLES, { ANY_LOAD },			\
	  "ex_no_retire.load_not_complete" },				\
	{ 0x120, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },		\
	  "ls_not_halted_p0_cyc.p0_freq_cyc" }

#endif /* _PMU_EVENTS_ZEN_H */
