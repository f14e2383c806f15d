#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare the shares of tasks that ran markers with what these are worth.

usage: classes.py WIDTH POINTS [amd]

A core of WIDTH slots a cycle; shares may be off by POINTS percentage points; amd: by
formulas of AMD's. Reads
"case NAME", "task=... tid=T class=KK ... markers=M ..." of tdload, and "json ..."
of tdacct list, which has the nodes that the case is about. All slots of a task
that are none of its markers are of ordinary instructions, each a slot that
retires, one of fetch bandwidth and one of fetch latency.
"""
import json
import re
import sys

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
}
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
# Where dropped micro-ops are taken away, they are in no node.
DROPPED = {"frontend_bound", "fetch_latency"}
# Numbers of AMD's: of which classes events are counted, each FLUSH cycles of them
# one, and of which they are a part; None: for each thousand instructions.
FLUSH = 10
L2, L3, DRAM, FETCH = {0x09}, {0x0A}, {0x0B, 0x0C}, {0x0E}
NUMBERS = {
    "fills_from_l2": (L2, None),
    "fills_from_ccx": (L3, None),
    "fills_from_other_caches": ({0x0D}, None),
    "fills_from_memory": (DRAM, None),
    "l2_data_misses": (L3 | DRAM, None),
    "l2_code_misses": (FETCH, None),
    "l1_dtlb_misses": ({0x07, 0x08}, None),
    "l2_dtlb_misses": ({0x08}, None),
    "l2_itlb_misses": (FETCH, None),
    "branch_misprediction_ratio": ({0x05}, {0x00, 0x05}),
    "l2_accesses": (L2 | L3 | DRAM | FETCH, None),
    "l2_hits": (L2, None),
    "l2_misses": (L3 | DRAM | FETCH, None),
    "prefetch_hits_l2": ({0x07}, None),
    "prefetches_from_l3": (L3, None),
    "prefetches_from_memory": ({0x0B}, None),
    "op_cache_miss_ratio": (FETCH, {0x00} | FETCH),
    "ic_miss_ratio": (FETCH, {0x02} | FETCH),
    "all_fills_from_ccx": (L2 | L3, None),
    "all_fills_from_other_caches": ({0x0D}, None),
    "all_fills_from_memory": (DRAM, None),
    "fills_from_far_caches": ({0x0D}, None),
    "fills_from_near_memory": ({0x0B}, None),
    "fills_from_far_memory": ({0x0C}, None),
    "l1_itlb_misses": ({0x06} | FETCH, None),
    "tlb_flushes": ({0x01}, None),
}
INSTRUCTION = (0x00, 0x02, 0x06)
TASK = re.compile(r"^task=\d+ tid=(\d+) class=(\w+) .*\bmarkers=(\d+)")


def read():
    """The cases in order: name, tasks, and the text of the list."""
    cases = []
    for line in sys.stdin:
        found = TASK.match(line)
        if line.startswith("case "):
            cases.append({"name": line[5:].strip(), "tasks": [], "text": ""})
        elif found:
            cases[-1]["tasks"].append(
                (int(found[1]), int(found[2], 16), int(found[3])))
        elif line.startswith("json "):
            cases[-1]["text"] += line[5:]
    return cases


def truth(node, own, marked, slots, drops):
    """The share of the slots of a task that is in a node."""
    classes = NODES[node]
    if drops and node in DROPPED:
        classes = classes - {0x0E}
    rest = slots - marked
    base = sum(1 for c in INSTRUCTION if c in classes)
    return ((own in classes) * marked + rest * base / 3) / slots


def events(classes, own, marked, insns, width):
    """How often what is counted of these classes has happened."""
    slots = marked * (own in classes)
    slots += insns * sum(1 for c in INSTRUCTION if c in classes)
    return slots / (FLUSH * width)


def number(node, own, marked, slots, width):
    """What a node that is no share should be."""
    insns = (slots - marked) / 3
    classes, among = NUMBERS[node]
    happened = events(classes, own, marked, insns, width)
    if among is None:
        return 1000 * happened / insns
    return happened / events(among, own, marked, insns, width)


def number_errors(own, marked, row, width):
    """How far numbers are off; above 1 as parts of what they should be."""
    for node in NUMBERS:
        if node in row:
            want = number(node, own, marked, row["slots"], width)
            got = row[node] if row[node] is not None else float("inf")
            yield node, abs(got - want) / max(1, want)


def judge(own, marked, row, drops, width):
    """The node that is furthest from the truth, and how far."""
    errors = {
        node: abs((row[node] if row[node] is not None else 2)
                  - truth(node, own, marked, row["slots"], drops))
        for node in NODES if node in row
    }
    errors.update(number_errors(own, marked, row, width))
    return max(errors.items(), key=lambda e: e[1])


def tell(case, width, points):
    """A row for each task."""
    rows = json.loads(case["text"])["rows"] if case["text"] else []
    rows = {row["tid"]: row for row in rows}
    drops = case["name"].endswith("less dropping")
    for tid, own, markers in case["tasks"]:
        node, error = judge(own, 100 * width * markers, rows[tid], drops, width)
        good = error * 100 <= points and markers
        print(f"# {case['name']}, class {own:02x}: {node} is off by"
              f" {100 * error:.4f} points")
        print(f"{'' if good else 'not '}ok - {case['name']},"
              f" class {own:02x} is as it ran")


def main():
    """Whether all are right is in the rows."""
    if sys.argv[3:] == ["amd"]:
        NODES.update(AMD_NODES)
    for case in read():
        tell(case, int(sys.argv[1]), float(sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
