#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Hold a task that wandered over a hybrid CPU against its markers: hybrid.py

Reads "wanders=... markers=M ..." of tdload and "wandered ..." of tdacct show --json.
Each marker is 100 cycles that wait for memory: six slots each on a P-core, five on an
E-core. So the slots of both that the back end bounds, each by its own width, are the
cycles of all markers. Fails if not, or if the task was on one sort of cores only.
"""
import json
import re
import sys

P_WIDTH, E_WIDTH = 6, 5
MOST = 0.005  # of the cycles: bytes of PERF_METRICS are coarse


def main():
    """Say what was compared."""
    text, markers = "", 0
    for line in sys.stdin:
        found = re.match(r"^wanders=.*\bmarkers=(\d+)", line)
        if found:
            markers = int(found[1])
        if line.startswith("wandered "):
            text += line[9:]
    got = json.loads(text)
    counts = got["counts"]
    on_p = counts["backend_bound"] / P_WIDTH
    on_e = counts["atom.r74"] / E_WIDTH
    off = (on_p + on_e) / (100 * markers) - 1
    share = got["both"]["shares"]["backend_bound"]
    want = (counts["backend_bound"] + counts["atom.r74"]) / got["both"]["slots"]
    print(f"# {markers} markers: {on_p:.0f} cycles on P-cores, {on_e:.0f} on"
          f" E-cores, off by {100 * off:.3f} %; the share of both is {share},"
          f" by arithmetic {want}")
    return not (abs(off) <= MOST and abs(share - want) <= MOST
                and on_p > 0 and on_e > 0)


if __name__ == "__main__":
    sys.exit(main())
