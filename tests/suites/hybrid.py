#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Hold a task that wandered over cores of several types against its markers.

usage: hybrid.py MOST COUNT WIDTH COUNT WIDTH ...

For each core type the count of slots that the back end bounds, and how many slots a
cycle has. Reads "wanders=... markers=M ..." of tdload and "wandered ..." of tdacct
show --json. Each marker is 100 cycles that wait for memory. So the slots of all types
that the back end bounds, each by its own width, are the cycles of all markers; they may
be off by that part, MOST. Fails if not, or if there is a type that the task was not on.
"""
import json
import re
import sys


def main():
    """Say what was compared."""
    most = float(sys.argv[1])
    names, widths = sys.argv[2::2], [int(width) for width in sys.argv[3::2]]
    text, markers = "", 0
    for line in sys.stdin:
        found = re.match(r"^wanders=.*\bmarkers=(\d+)", line)
        if found:
            markers = int(found[1])
        if line.startswith("wandered "):
            text += line[9:]
    got = json.loads(text)
    slots = [got["counts"][name] for name in names]
    cycles = [count / width for count, width in zip(slots, widths)]
    off = sum(cycles) / (100 * markers) - 1
    share = got["both"]["shares"]["backend_bound"]
    want = sum(slots) / got["both"]["slots"]
    told = ", ".join(f"{name} {count:.0f}" for name, count in zip(names, cycles))
    print(f"# {markers} markers; cycles by {told}: off by {100 * off:.3f} %;"
          f" the share of all is {share}, by arithmetic {want}")
    return not (abs(off) <= most and abs(share - want) <= most and min(cycles) > 0)


if __name__ == "__main__":
    sys.exit(main())
