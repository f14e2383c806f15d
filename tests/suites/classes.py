#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare the shares of tasks that ran markers with what these are worth: plain.py

Reads "task=... tid=T class=KK ... markers=M ..." of tdload, and "json ..." of
tdacct list. All slots of a task that are none of its markers are of ordinary
instructions, each a slot that retires, one of fetch bandwidth and one of fetch
latency. Plain counters are exact, so each share is within 0.05 points.
"""
import json
import re
import sys

MARKER = 600
MOST = 0.0005
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
    "backend_bound": {0x03, *range(0x07, 0x0E)},
    "memory_bound": {*range(0x07, 0x0E)},
    "core_bound": {0x03},
}
INSTRUCTION = (0x00, 0x02, 0x06)
TASK = re.compile(r"^task=\d+ tid=(\d+) class=(\w+) .*\bmarkers=(\d+)")


def read():
    """(tid, class, markers) of each task, and the rows of the list by tid."""
    tasks, text = [], ""
    for line in sys.stdin:
        found = TASK.match(line)
        if found:
            tasks.append((int(found[1]), int(found[2], 16), int(found[3])))
        elif line.startswith("json "):
            text += line[5:]
    rows = json.loads(text)["rows"] if text else []
    return tasks, {row["tid"]: row for row in rows}


def truth(classes, own, markers, slots):
    """The share of the slots of a task that is in one of these classes."""
    rest = slots - MARKER * markers
    base = sum(1 for c in INSTRUCTION if c in classes)
    return ((own in classes) * MARKER * markers + rest * base / 3) / slots


def judge(own, markers, row):
    """The node that is furthest from the truth, and how far."""
    errors = {
        node: abs((row[node] if row[node] is not None else 2)
                  - truth(classes, own, markers, row["slots"]))
        for node, classes in NODES.items()
    }
    return max(errors.items(), key=lambda e: e[1])


def main():
    """A row for each task."""
    tasks, rows = read()
    for tid, own, markers in tasks:
        node, error = judge(own, markers, rows[tid])
        good = error <= MOST and markers
        print(f"# class {own:02x}: {node} is off by {100 * error:.4f} points")
        print(f"{'' if good else 'not '}ok - class {own:02x} is as it ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
