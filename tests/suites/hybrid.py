#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Hold a task that wandered over cores of two sorts against its markers.

usage: hybrid.py COUNT WIDTH COUNT WIDTH MOST

For each sort of cores the count of slots that the back end bounds, and how many slots
a cycle has. Reads "wanders=... markers=M ..." of tdload and "wandered ..." of tdacct
show --json. Each marker is 100 cycles that wait for memory. So the slots of both that
the back end bounds, each by its own width, are the cycles of all markers; they may be
off by that part, MOST. Fails if not, or if the task was on one sort of cores only.
"""
import json
import re
import sys


def main():
    """Say what was compared."""
    first, width, other, other_width = sys.argv[1:5]
    most = float(sys.argv[5])
    text, markers = "", 0
    for line in sys.stdin:
        found = re.match(r"^wanders=.*\bmarkers=(\d+)", line)
        if found:
            markers = int(found[1])
        if line.startswith("wandered "):
            text += line[9:]
    got = json.loads(text)
    counts = got["counts"]
    on_first = counts[first] / int(width)
    on_other = counts[other] / int(other_width)
    off = (on_first + on_other) / (100 * markers) - 1
    share = got["both"]["shares"]["backend_bound"]
    want = (counts[first] + counts[other]) / got["both"]["slots"]
    print(f"# {markers} markers: {on_first:.0f} cycles on one sort, {on_other:.0f} on"
          f" the other, off by {100 * off:.3f} %; the share of both is {share},"
          f" by arithmetic {want}")
    return not (abs(off) <= most and abs(share - want) <= most
                and on_first > 0 and on_other > 0)


if __name__ == "__main__":
    sys.exit(main())
