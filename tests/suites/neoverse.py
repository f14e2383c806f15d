# SPDX-License-Identifier: GPL-2.0
"""What markers are worth to the formulas of Arm's Neoverse cores, for classes.py.

A number says of a class what part of its cycles, or how often in FLUSH_CYCLES of them,
an event happens: see tests/vm/pmu/events_neoverse.h and events_n3.c.
"""
INSTRUCTIONS, THOUSANDS = "instructions", "thousands of instructions"

ALL = {*range(0x10)}
FETCH, NOTHING = {0x02, 0x06, 0x0E}, {0x06, 0x0E}
LOADS, STORE, WALK = {*range(0x07, 0x0D)}, {0x0D}, {0x0F}
MEMORY = LOADS | STORE | WALK
CACHES = {*range(0x08, 0x0D)}
L2, L3, DRAM = {*range(0x09, 0x0D)}, {*range(0x0A, 0x0D)}, {0x0B, 0x0C}
CYCLES = dict.fromkeys(ALL, 10)

# Of ten cycles of a mispredict, stalls of the front end and of the back end.
COSTS = {"n1": (0, 0), "n2": (1, 3), "n3": (4, 0), "v1": (4, 0), "v2": (1, 3)}

FLUSH = {0x05: 4 / 10}
FETCHED = {0x06: 1, 0x0E: 6 / 10}
CORE_FRONT = {0x02: 1} | FLUSH
N3_TREE = {
    "frontend_mem_cache_bound": (FETCHED, NOTHING),
    "frontend_cache_l1i_bound": ({0x06}, FETCHED),
    "frontend_cache_l2i_bound": ({0x0E: 6 / 10}, FETCHED),
    "frontend_mem_tlb_bound": ({0x0E: 4 / 10}, NOTHING),
    "frontend_core_flow_bound": ({0x02}, CORE_FRONT),
    "frontend_core_flush_bound": (FLUSH, CORE_FRONT),
    "backend_mem_cache_bound": (CACHES, MEMORY),
    "backend_cache_l1d_bound": ({0x08}, CACHES),
    "backend_cache_l2d_bound": (L2, CACHES),
    "backend_mem_tlb_bound": (WALK, MEMORY),
    "backend_mem_store_bound": (STORE, MEMORY),
    "backend_core_rename_bound": ({0x03: 3 / 10}, {0x03}),
}
# Of all that is executed, one operation for each marker.
OPERATIONS = {
    "load_percentage": LOADS,
    "store_percentage": STORE,
    "integer_dp_percentage": {0x02, 0x03},
    "simd_percentage": {0x04},
    "scalar_fp_percentage": {0x03},
    "branch_percentage": {0x05, 0x06},
    "crypto_percentage": {0x0E},
    "sve_all_percentage": {0x00, 0x04},
}
PREDICATES = {0x00, 0x01, 0x04}
N3_OPERATIONS = {
    "integer_dp_percentage": {0x03},	# without barriers
    "barrier_percentage": {0x02, 0x08, 0x0F},
    "fp16_percentage": {0x0B},
    "fp32_percentage": {0x03},
    "fp64_percentage": {0x04},
    "sve_predicate_percentage": PREDICATES,
}
N3_PREDICATES = {
    "sve_predicate_empty_percentage": {0x00},
    "sve_predicate_full_percentage": {0x04},
    "sve_predicate_partial_percentage": {0x01},
}
BRANCHES = {0x00: 8, 0x05: 2}
L1D, L1I = dict.fromkeys(LOADS | STORE, 2), {0x02: 3, 0x06: 1, 0x0E: 1}
L1D_TLB = {**dict.fromkeys(LOADS | STORE, 1), 0x0F: 3}
L1I_TLB, L2_TLB = {0x02: 1, 0x06: 1, 0x0E: 3}, {0x07: 1, 0x0E: 2, 0x0F: 2}
NUMBERS = {
    "ipc": (INSTRUCTIONS, CYCLES),
    "branch_mpki": ({0x05}, THOUSANDS),
    "itlb_mpki": ({0x0E}, THOUSANDS),
    "dtlb_mpki": (WALK, THOUSANDS),
    "l1i_tlb_mpki": ({0x0E: 2}, THOUSANDS),
    "l1d_tlb_mpki": ({0x0F: 2}, THOUSANDS),
    "l2_tlb_mpki": ({0x0E, 0x0F}, THOUSANDS),
    "l1i_cache_mpki": (NOTHING, THOUSANDS),
    "l1d_cache_mpki": (L2, THOUSANDS),
    "l2_cache_mpki": (L3, THOUSANDS),
    "ll_cache_read_mpki": (DRAM, THOUSANDS),
    "branch_misprediction_ratio": ({0x05}, BRANCHES),
    "itlb_walk_ratio": ({0x0E}, L1I_TLB),
    "dtlb_walk_ratio": (WALK, L1D_TLB),
    "l1i_tlb_miss_ratio": ({0x0E: 2}, L1I_TLB),
    "l1d_tlb_miss_ratio": ({0x0F: 2}, L1D_TLB),
    "l2_tlb_miss_ratio": ({0x0E, 0x0F}, L2_TLB),
    "l1i_cache_miss_ratio": (NOTHING, L1I),
    "l1d_cache_miss_ratio": (L2, L1D),
    "l2_cache_miss_ratio": (L3, L2 | STORE),
    "ll_cache_read_miss_ratio": (DRAM, L3),
    "ll_cache_read_hit_ratio": ({0x0A}, L3),
    "branch_direct_ratio": ({0x00: 4, 0x05: 2}, BRANCHES),
    "branch_indirect_ratio": ({0x00: 4}, BRANCHES),
    "branch_return_ratio": ({0x00: 3}, BRANCHES),
    "fp_ops_per_cycle": ({0x00: 16, 0x03: 2, 0x04: 8}, CYCLES),
    "nonsve_fp_ops_per_cycle": ({0x03: 2, 0x04: 8}, CYCLES),
    "sve_fp_ops_per_cycle": ({0x00: 16}, CYCLES),
}


def operations(classes):
    """A marker is ten times FLUSH_CYCLES."""
    return dict.fromkeys(classes, 1 / 10)


def n3_parents(front, back):
    """What is divided by all stalled cycles of an end."""
    return {
        "frontend_mem_bound": (NOTHING, front),
        "frontend_core_bound": (CORE_FRONT, front),
        "backend_mem_bound": (MEMORY, back),
        "backend_core_bound": ({0x03}, back),
        "backend_busy_bound": ({0x03: 7 / 10, 0x07: 2 / 10}, back),
        "frontend_stalls_unexplained": (set(), front),
        "backend_stalls_unexplained": (set(), back),
    }


def tables(core):
    """Shares of slots, parts of other things, and numbers."""
    front, back = (
        {**dict.fromkeys(classes, 1), 0x05: cost / 10}
        for classes, cost in zip((FETCH, {0x03} | MEMORY), COSTS[core]))
    nodes = {
        "frontend_bound": FETCH,
        "backend_bound": {0x03} | MEMORY,
        "frontend_stalled_cycles": front,
        "backend_stalled_cycles": back,
        "slots_unexplained": set(),
        "stall_slots_unexplained": set(),
    }
    of_all = OPERATIONS | (N3_OPERATIONS if core == "n3" else {})
    parts = {n: (operations(c), INSTRUCTIONS) for n, c in of_all.items()}
    if core == "n3":
        parts |= N3_TREE | n3_parents(front, back)
        parts |= {n: (operations(c), operations(PREDICATES))
                  for n, c in N3_PREDICATES.items()}
    return nodes, parts, NUMBERS
