// SPDX-License-Identifier: GPL-2.0
/*
 * The models of the families: shares that are known by arithmetic, one task for
 * each node, and what is said where an event is not counted.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "counts/sample.h"
#include "model/eval.h"
#include "model/model.h"
#include "model/plan.h"
#include "shared.h"
#include "unit.h"

#define ICL "icelake.json"
#define ICL_PLAIN "icelake_plain.json"
#define SPR_PLAIN "sapphirerapids_plain.json"
#define SKL "skylake.json"
#define BDW "broadwell.json"
#define SRF "sierraforest.json"
#define ZEN2 "zen2.json"
#define ZEN3 "zen3.json"
#define ZEN4 "zen4.json"
#define ZEN5 "zen5.json"
#define N1 "neoverse_n1.json"
#define N2 "neoverse_n2.json"
#define N2_OLD "neoverse_n2_r0p0.json"
#define N3 "neoverse_n3.json"
#define V1 "neoverse_v1.json"
#define V2 "neoverse_v2.json"

/* 1000 slots, 200 cycles. What retired, was wasted, came not, had no room. */
#define METRICS "slots=1000 cycles=200 retiring=400 bad_speculation=100 frontend_bound=200 backend_bound=300 "
#define ICL_L1 "slots=1000 cycles=200 r19c=200 r2a4=300 r2c2=400 "
#define FRONT "r500019c=30 "	/* cycles without any micro-op */
#define DROPPED "r100d=20 "
#define GUESSES "rc5=6 r10401c3=2 "
#define STALLS "r40004a3=40 r140014a3=30 r2a6=10 r4a6=25 r20040a6=10 "
#define HEAVY "r2c2=400 r10e=500 r3079=50 r156=30 r1000156=20 r479=100 "
#define CACHES "rc000ca3=24 r50005a3=18 r60006a3=10 "

/* 1000 slots, 250 cycles, four of them in each. */
#define SKL_L1 "slots=1000 cycles=250 r19c=200 r10e=440 r2c2=400 r10d=15 "
#define SKL_STALLS "r40004a3=40 r140014a3=30 r2a6=10 r4a6=25 r40a6=10 "

/* The same, where recovery is a threshold. */
#define BDW_L1 "slots=1000 cycles=250 r19c=200 r10e=440 r2c2=400 r100030d=15 "

/* By the number of loads, 7 * 5 of 35 + 35 cycles are of the third level. */
#define BDW_CACHES "rc000ca3=100 r50005a3=70 r4d1=35 r20d1=5 "

/* 1200 slots, 200 cycles, six of them in each. */
#define SPR_L1 "slots=1200 cycles=200 r19c=240 r2a4=360 r2c2=480 "
#define SPR_L2 "r600019c=30 r8a4=90 r10a4=240 r1c2=60 "
#define SPR_CACHES "r50021a6=60 r3000347=40 r5000547=30 r9000947=10 "

#define SRF_L1 "slots=600 cycles=100 r71=120 r72=240 r73=60 r74=180 "
#define SRF_L2 "r7271=90 r473=40 r174=30 "

/* 1200 slots, 200 cycles of six, or 150 of eight. */
#define ZEN_L1 "slots=1200 r1000001a0=240 r100001ea0=300 r7aa=480 rc1=420 "
#define ZEN4_L1 ZEN_L1 "cycles=200 "
#define ZEN5_L1 ZEN_L1 "cycles=150 "
#define ZEN_L2 "rc3=6 r2d6=50 ra2d6=30 r1000000c2=42 "
#define ZEN4_L2 ZEN_L2 "r1060001a0=24 r96=2 "
#define ZEN5_L2 ZEN_L2 "r1080001a0=18 r19f=2 "
#define ZEN3_L1 "slots=1200 cycles=200 r8ab=400 r4ab=200 rc1=480 rc0=500 ra9=50 "

/*
 * Half of the slots are empty, by 200 and 300 of 1000; nine in ten operations
 * retired. 1000 slots are 200 cycles of five.
 */
#define ARM_L1 "slots=1000 cycles=200 r3e=200 r3d=300 r3a=450 r3b=500 r8=300 "
#define N3_L1 ARM_L1 "r8162=10 "
#define N2_L1 ARM_L1 "r10=10 "
/* 125 cycles of eight. */
#define V_L1 "slots=1000 cycles=125 r3e=200 r3d=300 r3a=450 r3b=500 r8=300 r10=5 "
/* On r0p0 each cycle has one slot more that is called empty. */
#define N2_OLD_L1 "slots=1000 cycles=200 r3e=400 r3d=300 r3a=450 r3b=500 r10=10 "
#define N3_FRONT "r23=80 r8158=60 r8160=20 r8159=30 r815b=15 r815c=12 r8161=8 "
#define N3_BACK "r24=120 r8164=90 r816a=30 r8165=27 r4005=18 r8167=9 r8168=36 r816d=6 r816b=24 "

struct row {
	const char *name;
	const char *model;
	const char *counts;
	const char *node;
	double share;
	const char *note;	/* what it is approximate for, or NULL */
};

/* clang-format off */
static const struct row rows[] = {
	{ "metrics: retiring", ICL, METRICS, "retiring", 0.4, NULL },
	{ "metrics: bad speculation", ICL, METRICS, "bad_speculation", 0.1, NULL },
	{ "metrics: back end", ICL, METRICS, "backend_bound", 0.3, NULL },
	{ "metrics: front end", ICL, METRICS, "frontend_bound", 0.2, "dropped" },
	{ "metrics: front end less dropping", ICL, METRICS DROPPED, "frontend_bound", 0.18, NULL },
	{ "no second level by itself", ICL, METRICS, "memory_bound", NAN, NULL },
	{ "five slots a cycle", ICL, METRICS FRONT, "fetch_latency", 0.15, "dropped" },
	{ "latency less dropping", ICL, METRICS FRONT DROPPED, "fetch_latency", 0.13, NULL },
	{ "bandwidth is the rest", ICL, METRICS FRONT DROPPED, "fetch_bandwidth", 0.05, NULL },
	{ "wrong guesses among clears", ICL, METRICS GUESSES, "branch_mispredicts", 0.075, NULL },
	{ "the other clears", ICL, METRICS GUESSES, "machine_clears", 0.025, NULL },
	{ "neither of them", ICL, METRICS "rc5=0 r10401c3=0 ", "branch_mispredicts", 0, NULL },
	{ "memory among stalls", ICL, METRICS STALLS, "memory_bound", 0.3 * 40 / 70, NULL },
	{ "memory without two ports", ICL, METRICS "r40004a3=40 r140014a3=30 r2a6=10 r20040a6=10 ", "memory_bound", 0.3 * 40 / 60, "two busy ports" },
	{ "no stalls", ICL, METRICS "r40004a3=0 r140014a3=0 r2a6=0 r4a6=0 r20040a6=0 ", "memory_bound", 0, NULL },
	{ "core is the rest", ICL, METRICS STALLS, "core_bound", 0.3 * 30 / 70, NULL },
	{ "heavy operations", ICL, METRICS HEAVY, "heavy_operations", 0.8 * 0.05 + 0.4 * 0.1, NULL },
	{ "light operations", ICL, METRICS HEAVY, "light_operations", 0.4 - 0.08, NULL },
	{ "L1", ICL, METRICS STALLS CACHES, "l1_bound", 0.03, NULL },
	{ "L2", ICL, METRICS STALLS CACHES, "l2_bound", 0.03, NULL },
	{ "L3", ICL, METRICS STALLS CACHES, "l3_bound", 0.04, NULL },
	{ "DRAM", ICL, METRICS STALLS CACHES, "dram_bound", 0.05, NULL },
	{ "stores", ICL, METRICS STALLS, "store_bound", 0.05, NULL },
	{ "bandwidth", ICL, METRICS "r4000860=8 r1000860=10 ", "memory_bandwidth", 0.04, NULL },
	{ "latency", ICL, METRICS "r4000860=8 r1000860=10 ", "memory_latency", 0.01, NULL },

	{ "plain: front end", ICL_PLAIN, ICL_L1, "frontend_bound", 0.2, NULL },
	{ "plain: back end", ICL_PLAIN, ICL_L1, "backend_bound", 0.3, NULL },
	{ "plain: retiring", ICL_PLAIN, ICL_L1, "retiring", 0.4, NULL },
	{ "plain: bad speculation is the rest", ICL_PLAIN, ICL_L1, "bad_speculation", 0.1, NULL },
	{ "plain: latency", ICL_PLAIN, ICL_L1 FRONT, "fetch_latency", 0.15, NULL },
	{ "plain: memory", ICL_PLAIN, ICL_L1 STALLS, "memory_bound", 0.3 * 40 / 70, NULL },

	{ "plain SPR: front end", SPR_PLAIN, SPR_L1, "frontend_bound", 0.2, NULL },
	{ "plain SPR: bad speculation is the rest", SPR_PLAIN, SPR_L1, "bad_speculation", 0.1, NULL },
	{ "plain SPR: no second level by itself", SPR_PLAIN, SPR_L1, "memory_bound", NAN, NULL },
	{ "plain SPR: latency is six wide", SPR_PLAIN, SPR_L1 SPR_L2, "fetch_latency", 0.15, NULL },
	{ "plain SPR: wrong guesses", SPR_PLAIN, SPR_L1 SPR_L2, "branch_mispredicts", 0.075, NULL },
	{ "plain SPR: memory", SPR_PLAIN, SPR_L1 SPR_L2, "memory_bound", 0.2, NULL },
	{ "plain SPR: core is the rest", SPR_PLAIN, SPR_L1 SPR_L2, "core_bound", 0.1, NULL },
	{ "plain SPR: heavy", SPR_PLAIN, SPR_L1 SPR_L2, "heavy_operations", 0.05, NULL },
	{ "plain SPR: L1", SPR_PLAIN, SPR_L1 SPR_CACHES, "l1_bound", 0.1, NULL },
	{ "plain SPR: L2", SPR_PLAIN, SPR_L1 SPR_CACHES, "l2_bound", 0.05, NULL },
	{ "plain SPR: L3", SPR_PLAIN, SPR_L1 SPR_CACHES, "l3_bound", 0.1, NULL },
	{ "plain SPR: DRAM", SPR_PLAIN, SPR_L1 SPR_CACHES, "dram_bound", 0.05, NULL },

	{ "Skylake: front end", SKL, SKL_L1, "frontend_bound", 0.2, NULL },
	{ "Skylake: retiring", SKL, SKL_L1, "retiring", 0.4, NULL },
	{ "Skylake: issued in vain, and recovery", SKL, SKL_L1, "bad_speculation", 0.1, NULL },
	{ "Skylake: back end is the rest", SKL, SKL_L1, "backend_bound", 0.3, NULL },
	{ "Skylake: recovery was not counted", SKL, "slots=1000 cycles=250 r19c=200 r10e=440 r2c2=400 ", "bad_speculation", 0.04, "recovery" },
	{ "Skylake: latency is four wide", SKL, SKL_L1 "r400019c=30 ", "fetch_latency", 0.12, NULL },
	{ "Skylake: wrong guesses", SKL, SKL_L1 GUESSES, "branch_mispredicts", 0.075, NULL },
	{ "Skylake: memory", SKL, SKL_L1 SKL_STALLS, "memory_bound", 0.3 * 40 / 70, NULL },
	{ "Skylake: caches without the first level", SKL, "slots=1000 cycles=250 r140014a3=50 rc000ca3=40 r50005a3=30 r60006a3=20 ", "l3_bound", 0.04, NULL },

	{ "Broadwell: issued in vain, and recovery", BDW, BDW_L1, "bad_speculation", 0.1, NULL },
	{ "Broadwell: back end is the rest", BDW, BDW_L1, "backend_bound", 0.3, NULL },
	{ "Broadwell: wrong guesses", BDW, BDW_L1 GUESSES, "branch_mispredicts", 0.075, NULL },
	{ "Broadwell: recovery was not counted", BDW, "slots=1000 cycles=250 r19c=200 r10e=440 r2c2=400 ", "bad_speculation", 0.04, "recovery" },

	{ "Broadwell: L1", BDW, BDW_L1 BDW_CACHES "r60006a3=120 ", "l1_bound", 0.08, NULL },
	{ "Broadwell: L1 is not below zero", BDW, BDW_L1 BDW_CACHES "r60006a3=90 ", "l1_bound", 0, NULL },
	{ "Broadwell: L2", BDW, BDW_L1 BDW_CACHES, "l2_bound", 0.12, NULL },
	{ "Broadwell: L3, by the number of loads", BDW, BDW_L1 BDW_CACHES, "l3_bound", 0.14, NULL },
	{ "Broadwell: DRAM, by the number of loads", BDW, BDW_L1 BDW_CACHES, "dram_bound", 0.14, NULL },
	{ "Broadwell: no loads", BDW, BDW_L1 "rc000ca3=9 r50005a3=9 r4d1=0 r20d1=0 ", "dram_bound", 0, NULL },
	{ "Broadwell: caches without the first level", BDW, "slots=1000 cycles=250 rc000ca3=100 r50005a3=70 r4d1=35 r20d1=5 ", "l3_bound", 0.14, NULL },
	{ "Broadwell: stores", BDW, BDW_L1 "r8a2=50 ", "store_bound", 0.2, NULL },

	{ "Sierra Forest: front end", SRF, SRF_L1, "frontend_bound", 0.2, NULL },
	{ "Sierra Forest: retiring", SRF, SRF_L1, "retiring", 0.4, NULL },
	{ "Sierra Forest: bad speculation", SRF, SRF_L1, "bad_speculation", 0.1, NULL },
	{ "Sierra Forest: back end", SRF, SRF_L1, "backend_bound", 0.3, NULL },
	{ "Sierra Forest: latency", SRF, SRF_L1 SRF_L2, "fetch_latency", 0.15, NULL },
	{ "Sierra Forest: bandwidth", SRF, SRF_L1 SRF_L2, "fetch_bandwidth", 0.05, NULL },
	{ "Sierra Forest: wrong guesses", SRF, SRF_L1 SRF_L2, "branch_mispredicts", 40.0 / 600, NULL },
	{ "Sierra Forest: clears", SRF, SRF_L1 SRF_L2, "machine_clears", 20.0 / 600, NULL },
	{ "Sierra Forest: core", SRF, SRF_L1 SRF_L2, "core_bound", 0.05, NULL },
	{ "Sierra Forest: resources", SRF, SRF_L1 SRF_L2, "resource_bound", 0.25, NULL },
	{ "Sierra Forest: DRAM", SRF, SRF_L1 "r7834=25 ", "dram_bound", 0.25, NULL },

	{ "Zen 4: front end", ZEN4, ZEN4_L1, "frontend_bound", 0.2, NULL },
	{ "Zen 4: back end", ZEN4, ZEN4_L1, "backend_bound", 0.25, NULL },
	{ "Zen 4: retiring", ZEN4, ZEN4_L1, "retiring", 0.35, NULL },
	{ "Zen 4: dispatched in vain", ZEN4, ZEN4_L1, "bad_speculation", 0.05, NULL },
	{ "Zen 4: the other thread has the rest", ZEN4, ZEN4_L1, "smt_contention", 0.15, NULL },
	{ "Zen 4: no second level by itself", ZEN4, ZEN4_L1, "memory_bound", NAN, NULL },
	{ "Zen 4: latency", ZEN4, ZEN4_L1 ZEN4_L2, "fetch_latency", 0.12, NULL },
	{ "Zen 4: bandwidth is the rest", ZEN4, ZEN4_L1 ZEN4_L2, "fetch_bandwidth", 0.08, NULL },
	{ "Zen 4: wrong guesses", ZEN4, ZEN4_L1 ZEN4_L2, "branch_mispredicts", 0.0375, NULL },
	{ "Zen 4: restarts", ZEN4, ZEN4_L1 ZEN4_L2, "machine_clears", 0.0125, NULL },
	{ "Zen 4: memory", ZEN4, ZEN4_L1 ZEN4_L2, "memory_bound", 0.15, NULL },
	{ "Zen 4: core is the rest", ZEN4, ZEN4_L1 ZEN4_L2, "core_bound", 0.1, NULL },
	{ "Zen 4: microcode", ZEN4, ZEN4_L1 ZEN4_L2, "microcode_sequencer", 0.035, NULL },
	{ "Zen 4: fastpath", ZEN4, ZEN4_L1 ZEN4_L2, "light_operations", 0.315, NULL },
	{ "Zen 4: contention by its own event", ZEN4, ZEN4_L1 "r1000060a0=180 ", "smt_contention_counted", 0.15, NULL },
	{ "Zen 4: every slot is in a class", ZEN4, ZEN4_L1 "r1000060a0=180 ", "slots_unexplained", 0, NULL },
	{ "Zen 4: one in ten is in none", ZEN4, ZEN4_L1 "r1000060a0=60 ", "slots_unexplained", 0.1, NULL },
	{ "Zen 4: nothing retired", ZEN4, "slots=1200 r7aa=0 rc1=0 r1000000c2=0 ", "light_operations", 0, NULL },
	{ "Zen 4: no restart at all", ZEN4, ZEN4_L1 "rc3=0 r96=0 ", "branch_mispredicts", 0, NULL },

	{ "Zen 5: front end", ZEN5, ZEN5_L1, "frontend_bound", 0.2, NULL },
	{ "Zen 5: back end", ZEN5, ZEN5_L1, "backend_bound", 0.25, NULL },
	{ "Zen 5: retiring", ZEN5, ZEN5_L1, "retiring", 0.35, NULL },
	{ "Zen 5: dispatched in vain", ZEN5, ZEN5_L1, "bad_speculation", 0.05, NULL },
	{ "Zen 5: the other thread has the rest", ZEN5, ZEN5_L1, "smt_contention", 0.15, NULL },
	{ "Zen 5: no second level by itself", ZEN5, ZEN5_L1, "memory_bound", NAN, NULL },
	{ "Zen 5: latency", ZEN5, ZEN5_L1 ZEN5_L2, "fetch_latency", 0.12, NULL },
	{ "Zen 5: bandwidth is the rest", ZEN5, ZEN5_L1 ZEN5_L2, "fetch_bandwidth", 0.08, NULL },
	{ "Zen 5: wrong guesses", ZEN5, ZEN5_L1 ZEN5_L2, "branch_mispredicts", 0.0375, NULL },
	{ "Zen 5: restarts", ZEN5, ZEN5_L1 ZEN5_L2, "machine_clears", 0.0125, NULL },
	{ "Zen 5: memory", ZEN5, ZEN5_L1 ZEN5_L2, "memory_bound", 0.15, NULL },
	{ "Zen 5: core is the rest", ZEN5, ZEN5_L1 ZEN5_L2, "core_bound", 0.1, NULL },
	{ "Zen 5: microcode", ZEN5, ZEN5_L1 ZEN5_L2, "microcode_sequencer", 0.035, NULL },
	{ "Zen 5: fastpath", ZEN5, ZEN5_L1 ZEN5_L2, "light_operations", 0.315, NULL },
	{ "Zen 5: contention by its own event", ZEN5, ZEN5_L1 "r1000060a0=180 ", "smt_contention_counted", 0.15, NULL },
	{ "Zen 5: every slot is in a class", ZEN5, ZEN5_L1 "r1000060a0=180 ", "slots_unexplained", 0, NULL },
	{ "Zen 5: one in ten is in none", ZEN5, ZEN5_L1 "r1000060a0=60 ", "slots_unexplained", 0.1, NULL },
	{ "Zen 5: nothing retired", ZEN5, "slots=1200 r7aa=0 rc1=0 r1000000c2=0 ", "light_operations", 0, NULL },
	{ "Zen 5: no restart at all", ZEN5, ZEN5_L1 "rc3=0 r19f=0 ", "branch_mispredicts", 0, NULL },

	{ "Zen 4: fills for each thousand instructions", ZEN4, "rc0=4000 r143=20 r243=8 r1443=4 r4843=12 ", "fills_from_memory", 3, NULL },
	{ "Zen 4: instructions a cycle", ZEN4, "cycles=200 rc0=500 ", "instructions_per_cycle", 2.5, NULL },
	{ "Zen 4: requests to the second level", ZEN4, "rc0=4000 rf960=40 rf664=28 r964=12 ", "l2_accesses", 10, NULL },
	{ "Zen 4: its hits", ZEN4, "rc0=4000 rf960=40 rf664=28 r964=12 ", "l2_hits", 7, NULL },
	{ "Zen 4: its misses", ZEN4, "rc0=4000 rf960=40 rf664=28 r964=12 ", "l2_misses", 3, NULL },
	{ "Zen 4: prefetches that were not needed", ZEN4, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetch_hits_l2", 2, NULL },
	{ "Zen 4: prefetches from the third level", ZEN4, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetches_from_l3", 1, NULL },
	{ "Zen 4: prefetches from behind it", ZEN4, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetches_from_memory", 3, NULL },
	{ "Zen 4: the op cache", ZEN4, "r20000078f=80 r20000048f=20 r100001f8e=50 r10000188e=5 ", "op_cache_miss_ratio", 0.25, NULL },
	{ "Zen 4: the instruction cache", ZEN4, "r20000078f=80 r20000048f=20 r100001f8e=50 r10000188e=5 ", "ic_miss_ratio", 0.1, NULL },
	{ "Zen 4: nothing was fetched", ZEN4, "r20000078f=0 r20000048f=0 r100001f8e=0 r10000188e=0 ", "ic_miss_ratio", 0, NULL },
	{ "Zen 4: all fills from other caches", ZEN4, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_other_caches", 1, NULL },
	{ "Zen 4: all fills from near", ZEN4, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_ccx", 4, NULL },
	{ "Zen 4: all fills from memory", ZEN4, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_memory", 2, NULL },
	{ "Zen 4: far caches", ZEN4, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_far_caches", 1, NULL },
	{ "Zen 4: near memory", ZEN4, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_near_memory", 2, NULL },
	{ "Zen 4: far memory", ZEN4, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_far_memory", 3, NULL },
	{ "Zen 4: both TLBs of code", ZEN4, "rc0=4000 r84=8 rf85=4 rff78=16 ", "l1_itlb_misses", 3, NULL },
	{ "Zen 4: flushes of TLBs", ZEN4, "rc0=4000 r84=8 rf85=4 rff78=16 ", "tlb_flushes", 4, NULL },
	{ "Zen 5: requests to the second level", ZEN5, "rc0=4000 rf160=40 rf664=28 r964=12 ", "l2_accesses", 10, NULL },
	{ "Zen 5: its hits", ZEN5, "rc0=4000 rf160=40 rf664=28 r964=12 ", "l2_hits", 7, NULL },
	{ "Zen 5: its misses", ZEN5, "rc0=4000 rf160=40 rf664=28 r964=12 ", "l2_misses", 3, NULL },
	{ "Zen 5: prefetches that were not needed", ZEN5, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetch_hits_l2", 2, NULL },
	{ "Zen 5: prefetches from the third level", ZEN5, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetches_from_l3", 1, NULL },
	{ "Zen 5: prefetches from behind it", ZEN5, "rc0=4000 rff70=8 rff71=4 rff72=12 ", "prefetches_from_memory", 3, NULL },
	{ "Zen 5: the op cache", ZEN5, "r20000078f=80 r20000048f=20 r100001f8e=50 r10000188e=5 ", "op_cache_miss_ratio", 0.25, NULL },
	{ "Zen 5: the instruction cache", ZEN5, "r20000078f=80 r20000048f=20 r100001f8e=50 r10000188e=5 ", "ic_miss_ratio", 0.1, NULL },
	{ "Zen 5: nothing was fetched", ZEN5, "r20000078f=0 r20000048f=0 r100001f8e=0 r10000188e=0 ", "ic_miss_ratio", 0, NULL },
	{ "Zen 5: all fills from other caches", ZEN5, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_other_caches", 1, NULL },
	{ "Zen 5: all fills from near", ZEN5, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_ccx", 4, NULL },
	{ "Zen 5: all fills from memory", ZEN5, "rc0=4000 r344=16 r1444=4 r4844=8 ", "all_fills_from_memory", 2, NULL },
	{ "Zen 5: far caches", ZEN5, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_far_caches", 1, NULL },
	{ "Zen 5: near memory", ZEN5, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_near_memory", 2, NULL },
	{ "Zen 5: far memory", ZEN5, "rc0=4000 r1043=4 r843=8 r4043=12 ", "fills_from_far_memory", 3, NULL },
	{ "Zen 5: both TLBs of code", ZEN5, "rc0=4000 r84=8 rf85=4 rff78=16 ", "l1_itlb_misses", 3, NULL },
	{ "Zen 5: flushes of TLBs", ZEN5, "rc0=4000 r84=8 rf85=4 rff78=16 ", "tlb_flushes", 4, NULL },
	{ "Zen 3: retiring", ZEN3, ZEN3_L1, "retiring", 0.4, NULL },
	{ "Zen 3: two kinds of dispatch", ZEN3, ZEN3_L1, "bad_speculation", 0.1, NULL },
	{ "Zen 3: no more was dispatched than retired", ZEN3, "slots=1200 r8ab=300 r4ab=100 rc1=401 ", "bad_speculation", 0, NULL },
	{ "Zen 3: cycles without operations", ZEN3, ZEN3_L1, "op_queue_empty", 0.25, NULL },
	{ "Zen 3: nothing is said of the back end", ZEN3, ZEN3_L1, "retire_queue_stalls", NAN, NULL },
	{ "Zen 3: a full queue", ZEN3, "cycles=200 ra9=50 r20af=60 r2ae=10 r4ae=20 ", "retire_queue_stalls", 0.3, NULL },
	{ "Zen 2: retiring", ZEN2, "slots=1200 cycles=200 rc1=480 rffaa=600 ", "retiring", 0.4, NULL },
	{ "Zen 2: dispatched in vain", ZEN2, "slots=1200 cycles=200 rc1=480 rffaa=600 ", "bad_speculation", 0.1, NULL },
	{ "Zen 2: a full store queue", ZEN2, "cycles=200 r4ae=20 ", "store_queue_stalls", 0.1, NULL },

	{ "Neoverse N3: front end, less flushes", N3, N3_L1, "frontend_bound", 0.2 - 0.05, NULL },
	{ "Neoverse N3: back end", N3, N3_L1, "backend_bound", 0.3, NULL },
	{ "Neoverse N3: retiring", N3, N3_L1, "retiring", 0.5 * 0.9, NULL },
	{ "Neoverse N3: bad speculation, with flushes", N3, N3_L1, "bad_speculation", 0.5 * 0.1 + 0.05, NULL },
	{ "Neoverse N3: nothing was executed", N3, "slots=1000 cycles=200 r3e=600 r3d=400 r3a=0 r3b=0 r8162=0 ", "retiring", 0, NULL },
	{ "Neoverse N3: instructions a cycle beside it", N3, N3_L1, "ipc", 1.5, NULL },
	{ "Neoverse N3: every slot is in a class", N3, N3_L1, "slots_unexplained", 0, NULL },
	{ "Neoverse N3: empty slots of neither end", N3, N3_L1 "r3f=510 ", "stall_slots_unexplained", 0.01, NULL },
	{ "Neoverse N3: no second level by itself", N3, N3_L1, "frontend_mem_bound", NAN, NULL },
	{ "Neoverse N3: fetching waits for memory", N3, N3_FRONT, "frontend_mem_bound", 0.75, NULL },
	{ "Neoverse N3: fetching waits for caches", N3, N3_FRONT, "frontend_mem_cache_bound", 0.75, NULL },
	{ "Neoverse N3: the second cache has the code", N3, N3_FRONT, "frontend_cache_l1i_bound", 2.0 / 3, NULL },
	{ "Neoverse N3: it has not", N3, N3_FRONT, "frontend_cache_l2i_bound", 1.0 / 3, NULL },
	{ "Neoverse N3: fetching waits for translations", N3, N3_FRONT, "frontend_mem_tlb_bound", 0.2, NULL },
	{ "Neoverse N3: the front end by itself", N3, N3_FRONT, "frontend_core_bound", 0.25, NULL },
	{ "Neoverse N3: the same, inferred", N3, "r23=80 r8158=60 ", "frontend_core_bound", 0.25, "inferred" },
	{ "Neoverse N3: the branch predictor", N3, N3_FRONT, "frontend_core_flow_bound", 0.4, NULL },
	{ "Neoverse N3: flushes among it", N3, N3_FRONT "r8162=10 ", "frontend_core_flush_bound", 0.5, NULL },
	{ "Neoverse N3: the same, inferred, of flushes", N3, "r23=80 r8158=60 r8162=10 ", "frontend_core_flush_bound", 0.5, "inferred" },
	{ "Neoverse N3: the front end never stalled", N3, "r23=0 r8158=0 r8160=0 ", "frontend_mem_bound", 0, NULL },
	{ "Neoverse N3: stalls of neither kind", N3, "r23=80 r8158=60 r8160=16 ", "frontend_stalls_unexplained", 0.05, NULL },
	{ "Neoverse N3: the back end waits for memory", N3, N3_BACK, "backend_mem_bound", 0.75, NULL },
	{ "Neoverse N3: it waits for caches", N3, N3_BACK, "backend_mem_cache_bound", 0.5, NULL },
	{ "Neoverse N3: the second cache has the data", N3, N3_BACK, "backend_cache_l1d_bound", 0.6, NULL },
	{ "Neoverse N3: it has them not", N3, N3_BACK, "backend_cache_l2d_bound", 0.4, NULL },
	{ "Neoverse N3: it waits for translations", N3, N3_BACK, "backend_mem_tlb_bound", 0.1, NULL },
	{ "Neoverse N3: it waits for stores", N3, N3_BACK, "backend_mem_store_bound", 0.4, NULL },
	{ "Neoverse N3: the back end by itself", N3, N3_BACK, "backend_core_bound", 0.25, NULL },
	{ "Neoverse N3: the same, inferred, of the back end", N3, "r24=120 r8164=90 ", "backend_core_bound", 0.25, "inferred" },
	{ "Neoverse N3: registers", N3, N3_BACK, "backend_core_rename_bound", 0.2, NULL },
	{ "Neoverse N3: full queues", N3, N3_BACK, "backend_busy_bound", 0.2, NULL },
	{ "Neoverse N3: stalled cycles", N3, "cycles=200 r23=80 r24=120 r8=300 ", "backend_stalled_cycles", 0.6, NULL },
	{ "Neoverse N3: misses for each thousand", N3, "r8=4000 r17=12 ", "l2_cache_mpki", 3, NULL },
	{ "Neoverse N3: a miss ratio", N3, "r4=400 r3=12 ", "l1d_cache_miss_ratio", 0.03, NULL },
	{ "Neoverse N3: hits of the last level", N3, "r36=100 r37=20 ", "ll_cache_read_hit_ratio", 0.8, NULL },
	{ "Neoverse N3: walks", N3, "r25=1000 r34=5 ", "dtlb_walk_ratio", 0.005, NULL },
	{ "Neoverse N3: returns", N3, "r21=100 re=10 ", "branch_return_ratio", 0.1, NULL },
	{ "Neoverse N3: lanes", N3, "r1b=1000 r8074=400 r8075=40 r8076=300 r8077=60 ", "sve_predicate_partial_percentage", 0.15, NULL },
	{ "Neoverse N3: predicates", N3, "r1b=1000 r8074=400 ", "sve_predicate_percentage", 0.4, NULL },
	{ "Neoverse N3: floating point", N3, "cycles=200 r80c0=100 r80c1=60 ", "fp_ops_per_cycle", 0.8, NULL },
	{ "Neoverse N3: half precision", N3, "r1b=1000 r8014=50 ", "fp16_percentage", 0.05, NULL },
	{ "Neoverse N3: barriers are no integers", N3, "r1b=1000 r7c=1 r7d=20 r7e=9 r73=420 ", "integer_dp_percentage", 0.4, NULL },
	{ "Neoverse N3: barriers", N3, "r1b=1000 r7c=1 r7d=20 r7e=9 ", "barrier_percentage", 0.03, NULL },
	{ "Neoverse N3: branches among operations", N3, "r1b=1000 r76=150 ", "branch_percentage", 0.15, NULL },

	{ "Neoverse N2: front end, less one cycle a guess", N2, N2_L1, "frontend_bound", 0.2 - 0.05, NULL },
	{ "Neoverse N2: back end, less three", N2, N2_L1, "backend_bound", 0.3 - 0.15, NULL },
	{ "Neoverse N2: bad speculation, and all four", N2, N2_L1, "bad_speculation", 0.05 + 0.2, NULL },
	{ "Neoverse N2: retiring", N2, N2_L1, "retiring", 0.45, NULL },
	{ "Neoverse N2: branches among operations", N2, "r1b=1000 r78=100 r7a=50 ", "branch_percentage", 0.15, NULL },
	{ "Neoverse N2 r0p0: one slot a cycle was not empty", N2_OLD, N2_OLD_L1, "frontend_bound", 0.2 - 0.05, NULL },
	{ "Neoverse N2 r0p0: nor does it shrink the rest", N2_OLD, N2_OLD_L1, "retiring", 0.45, NULL },
	{ "Neoverse N2 r0p0: bad speculation", N2_OLD, N2_OLD_L1, "bad_speculation", 0.25, NULL },
	{ "Neoverse N2 r0p0: every slot is in a class", N2_OLD, N2_OLD_L1, "slots_unexplained", 0, NULL },
	{ "Neoverse V2: front end, less one cycle a guess", V2, V_L1, "frontend_bound", 0.2 - 0.04, NULL },
	{ "Neoverse V2: back end, less three", V2, V_L1, "backend_bound", 0.3 - 0.12, NULL },
	{ "Neoverse V2: bad speculation, and all four", V2, V_L1, "bad_speculation", 0.05 + 0.16, NULL },
	{ "Neoverse V1: front end, less four cycles a guess", V1, V_L1, "frontend_bound", 0.2 - 0.16, NULL },
	{ "Neoverse V1: back end", V1, V_L1, "backend_bound", 0.3, NULL },
	{ "Neoverse V1: bad speculation", V1, V_L1, "bad_speculation", 0.05 + 0.16, NULL },
	{ "Neoverse V1: retiring", V1, V_L1, "retiring", 0.45, NULL },
	{ "Neoverse N1: cycles without operations", N1, "cycles=200 r23=50 r24=80 ", "frontend_stalled_cycles", 0.25, NULL },
	{ "Neoverse N1: cycles without room", N1, "cycles=200 r23=50 r24=80 ", "backend_stalled_cycles", 0.4, NULL },
	{ "Neoverse N1: wrong guesses", N1, "r21=100 r22=7 ", "branch_misprediction_ratio", 0.07, NULL },
};
/* clang-format on */

static void try_share(const void *arg)
{
	const struct row *row = arg;
	struct counts counts;
	struct bench b;
	int node;

	bench_open(&b, row->model, row->counts, &counts);
	eval(&b.result, &counts, false);
	EXPECT_NEAR(row->share, bench_node(&b, row->node)->share, 1e-9);
	node = model_find_node(b.model, row->node);
	EXPECT_INT(!!row->note, b.plan->node[node].approximate);
	if (row->note)
		EXPECT(strstr(b.model->node[node].note, row->note) != NULL);
	bench_close(&b);
}

int main(void)
{
	UNIT_RUN("family", rows, try_share);
	return unit_end();
}
