#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare the shares of tasks that ran markers with what these are worth.

usage: classes.py WIDTH POINTS [amd|three_level|n1|n2|n3|v1|v2]

A core of WIDTH slots a cycle; shares may be off by POINTS percentage points; amd: by
formulas of AMD's; three_level: by those of that model, with the events of
tests/fixtures/sites/skylake.json; n1 and so on: by those of Arm's cores, see
neoverse.py. Reads
"case NAME", "task=... tid=T class=KK ... markers=M ..." of tdload, and "json ..."
of tdacct list, which has the nodes that the case is about. All slots of a task
that are none of its markers are of its instructions, each a slot that
retires, one of fetch bandwidth and one of fetch latency. A node that is a number
above 1 may be off by POINTS percent of itself.
"""
import json
import math
import re
import sys

import neoverse

MEMORY = {*range(0x07, 0x0E)}
NODES = {
    "retiring": {0x00, 0x04},
    "heavy_operations": {0x04},
    "light_operations": {0x00},
    "bad_speculation": {0x01, 0x05},
    "branch_mispredicts": {0x05},
    "machine_clears": {0x01},
    "frontend_bound": {0x02, 0x06, 0x0E},
    "fetch_latency": {0x06, 0x0E},
    "fetch_bandwidth": {0x02},
    "backend_bound": {0x03} | MEMORY,
    "memory_bound": MEMORY,
    "resource_bound": MEMORY,
    "core_bound": {0x03},
    "l2_bound": {0x09},
    "l3_bound": {0x0A},
    "dram_bound": {0x0B, 0x0C},
    "memory_bandwidth": {0x0B},
    "memory_latency": {0x0C},
    "store_bound": {0x0D},
    # From here on see tests/vm/pmu/events_spr.c. A dropped slot is one of those that
    # nothing explains.
    "l1_bound": {0x08},
    "tma_l1_bound": {0x08},
    "tma_bad_speculation": {0x01, 0x05, 0x0E},
    "tma_machine_clears": {0x01, 0x0E},
    "tma_mem_bandwidth": {0x0B},
    "tma_mem_latency": {0x0C},
    "icache_misses": {0x06},
    "itlb_misses": {0x06: 1 / 2},
    "lcp": {0x02: 1 / 2},
    "dsb_switches": {0x02},
    "mispredicts_resteers": {0x05: 1 / 2},
    "clears_resteers": {0x01: 1 / 2},
    "other_mispredicts": {0x05: 1 / 2},
    "other_nukes": {0x01: 1 / 2},
    "divider": {0x03},
    "fp_divider": {0x03: 1 / 2},
    "int_divider": {0x03: 1 / 2},
    "serializing_operation": {0x04: 1 / 2, 0x07: 1 / 2},
    "c02_wait": {0x07: 1 / 2},
    "ports_utilized_1": {0x03: 1 / 2, 0x0D: 1 / 2},
    "ports_utilized_2": {0x04},
    "ports_utilized_3m": {0x00},
}
# What a number divides by what: what happened once in so many cycles of classes, times
# weights; or instructions, or thousands of them.
INSTRUCTIONS, THOUSANDS = neoverse.INSTRUCTIONS, neoverse.THOUSANDS
L2, L3, DRAM, FETCH = {0x09}, {0x0A}, {0x0B, 0x0C}, {0x0E}
NUMBERS = {
    "instructions_per_branch": (INSTRUCTIONS, {0x00: 1, 0x04: 1, 0x05: 4}),
    "instructions_per_mispredict": (INSTRUCTIONS, {0x05: 1}),
    "spec_clears_ratio": ({0x01: 2, 0x05: 2}, {0x01: 2, 0x05: 1}),
    # From here on AMD's.
    "fills_from_l2": (L2, THOUSANDS),
    "fills_from_ccx": (L3, THOUSANDS),
    "fills_from_other_caches": ({0x0D}, THOUSANDS),
    "fills_from_memory": (DRAM, THOUSANDS),
    "l2_data_misses": (L3 | DRAM, THOUSANDS),
    "l2_code_misses": (FETCH, THOUSANDS),
    "l1_dtlb_misses": ({0x07, 0x08}, THOUSANDS),
    "l2_dtlb_misses": ({0x08}, THOUSANDS),
    "l2_itlb_misses": (FETCH, THOUSANDS),
    "branch_misprediction_ratio": ({0x05}, {0x00, 0x05}),
    "l2_accesses": (L2 | L3 | DRAM | FETCH, THOUSANDS),
    "l2_hits": (L2, THOUSANDS),
    "l2_misses": (L3 | DRAM | FETCH, THOUSANDS),
    "prefetch_hits_l2": ({0x07}, THOUSANDS),
    "prefetches_from_l3": (L3, THOUSANDS),
    "prefetches_from_memory": ({0x0B}, THOUSANDS),
    "op_cache_miss_ratio": (FETCH, {0x00} | FETCH),
    "ic_miss_ratio": (FETCH, {0x02} | FETCH),
    "all_fills_from_ccx": (L2 | L3, THOUSANDS),
    "all_fills_from_other_caches": ({0x0D}, THOUSANDS),
    "all_fills_from_memory": (DRAM, THOUSANDS),
    "fills_from_far_caches": ({0x0D}, THOUSANDS),
    "fills_from_near_memory": ({0x0B}, THOUSANDS),
    "fills_from_far_memory": ({0x0C}, THOUSANDS),
    "l1_itlb_misses": ({0x06} | FETCH, THOUSANDS),
    "tlb_flushes": ({0x01}, THOUSANDS),
}
FLUSH_CYCLES = 10
# To AMD's formulas a store that waits does not hold up what retires, and so is none
# of memory; the cycles of the other thread are a class of their own.
AMD_NODES = {
    "memory_bound": {*range(0x07, 0x0D)},
    "core_bound": {0x03, 0x0D},
    "microcode_sequencer": {0x04},
    "smt_contention": {0x0F},
    "smt_contention_counted": {0x0F},
    "slots_unexplained": set(),
    "op_queue_empty": {0x06, 0x0E},
    "load_queue_stalls": {*range(0x07, 0x0D)},
    "store_queue_stalls": {0x0D},
}
# Half of what is wasted is issued. Recovery takes half of the cycles, which the table
# has as slots, four of which are a cycle; so there is more in the rest, which is
# back end bound. Who waits for the core executes something in every other cycle.
WASTED = 1 / 2 + 1 / 2 / 4
THREE_LEVEL_NODES = {
    "bad_speculation": {0x01: WASTED, 0x05: WASTED},
    "backend_bound": dict.fromkeys({0x03} | MEMORY, 1)
                     | {0x01: 1 - WASTED, 0x05: 1 - WASTED},
    "core_bound": {0x03: 1 / 2},
    "l1_bound": {0x07, 0x08},
    "mem_bound": {0x0B, 0x0C},
}
OTHERS = {"amd": AMD_NODES, "three_level": THREE_LEVEL_NODES}
# Divided as a number is; nothing of nothing is 0.
PARTS = {}
# Where dropped micro-ops are taken away, they are in no node.
DROPPED = {"frontend_bound", "fetch_latency"}
INSTRUCTION = (0x00, 0x02, 0x06)
TASK = re.compile(
    r"^task=\d+ tid=(\d+) class=(\w+) .*\bmarkers=(\d+) slices=(\d+)")
# The tool has a column of its own of that name.
ROUNDED = {"ipc": 0.005}


def weighted(classes):
    """A set of classes is one in which each counts once."""
    return classes if isinstance(classes, dict) else dict.fromkeys(classes, 1)


def read():
    """The cases in order: name, tasks, and the text of the list."""
    cases = []
    for line in sys.stdin:
        found = TASK.match(line)
        if line.startswith("case "):
            cases.append({"name": line[5:].strip(), "tasks": [], "text": ""})
        elif found:
            cases[-1]["tasks"].append(
                (int(found[1]), int(found[2], 16), int(found[3]),
                 int(found[4])))
        elif line.startswith("json "):
            cases[-1]["text"] += line[5:]
    return cases


class Task:
    """A task that ran markers of one class; they are instructions, too."""

    def __init__(self, own, markers, slices, row, width):
        self.own, self.width, self.slots = own, width, row["slots"]
        # What a task has begun the next one may end. At each switch that is less
        # than one event either way, so it mostly adds up as a random walk does; but
        # who is interrupted at the same place again and again may lose, or gain,
        # more than half of an event each time. On a busy machine a task leaves the
        # CPU more often than at the end of a slice.
        self.switches = max(slices, row["switches"])
        self.events = 3 * math.sqrt(self.switches)
        self.marked = 100 * width * markers
        self.rest = (self.slots - self.marked) / len(INSTRUCTION)
        # Slots stand still while PERF_METRICS is cleared, and events do not.
        self.instructions = row.get("instructions", self.rest)

    def slots_of(self, weights, instructions):
        """Slots of some classes, each times its weight."""
        return (weights.get(self.own, 0) * self.marked
                + instructions * sum(weights.get(c, 0) for c in INSTRUCTION))

    def share(self, node, drops):
        """The part of the slots, or of the cycles, that is in a node."""
        weights = weighted(NODES[node])
        if drops and node in DROPPED:
            weights = weights | {0x0E: 0}
        return self.slots_of(weights, self.rest) / self.slots

    def times(self, what):
        """How often something happened."""
        if what in (INSTRUCTIONS, THOUSANDS):
            return self.instructions / (1000 if what == THOUSANDS else 1)
        return (self.slots_of(weighted(what), self.instructions)
                / self.width / FLUSH_CYCLES)

    def number(self, node):
        """What it is; None of what did not happen. And what the events make of it
        that may be another task's: more of them above, or fewer below, where one
        counts as often as the number says."""
        of, by = map(self.times, NUMBERS[node])
        if not by:
            return None, 0
        slack = self.switches / by * max(1, of / by)
        return of / by, max(ROUNDED.get(node, 0), slack)

    def part(self, node):
        """The same of a part, which is always known."""
        of, by = map(self.times, PARTS[node])
        return (of / by, self.events / by) if by else (0, 0)


def error(got, true, one=0):
    """What is not known is right where there is nothing to know."""
    if got is None or true is None:
        return 0 if got is true else 2
    return max(0, abs(got - true) - one) / max(1, true)


def judge(task, row, drops):
    """The node that is furthest from the truth, and how far."""
    errors = {node: error(row[node], task.share(node, drops))
              for node in NODES if node in row}
    errors.update((node, error(row[node], *task.number(node)))
                  for node in NUMBERS if node in row)
    errors.update((node, error(row[node], *task.part(node)))
                  for node in PARTS if node in row)
    return max(errors.items(), key=lambda e: e[1])


def tell(case, width, points):
    """A row for each task."""
    rows = json.loads(case["text"])["rows"] if case["text"] else []
    rows = {row["tid"]: row for row in rows}
    drops = case["name"].endswith("less dropping")
    for tid, own, markers, slices in case["tasks"]:
        task = Task(own, markers, slices, rows[tid], width)
        node, off = judge(task, rows[tid], drops)
        good = off * 100 <= points and markers
        print(f"# {case['name']}, class {own:02x}: {node} is off by"
              f" {100 * off:.4f} points")
        print(f"{'' if good else 'not '}ok - {case['name']},"
              f" class {own:02x} is as it ran")


def choose(whose):
    """By whose formulas it is."""
    if whose in OTHERS:
        NODES.update(OTHERS[whose])
        return
    for table, of_core in zip((NODES, PARTS, NUMBERS), neoverse.tables(whose)):
        table.update(of_core)


def main():
    """Whether all are right is in the rows."""
    for whose in sys.argv[3:]:
        choose(whose)
    for case in read():
        tell(case, int(sys.argv[1]), float(sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
