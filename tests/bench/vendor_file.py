#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""What the largest file of metrics that a vendor publishes takes.

usage: vendor_file.py TDACCT SCRATCH

Makes two files in the manner of Intel's for Sapphire Rapids, as large as these: 308
metrics in 523 kB, with a tree, thresholds and aliases, and 411 events in 372 kB. A
metric has as many events and names as theirs have on average. All in them is made up. Prints a name and the number of instructions of "tdacct metrics"
with both, as valgrind counts them, and how many metrics that listed.
"""
import json
import os
import re
import subprocess
import sys

METRICS, EVENTS = 308, 411
METRICS_SIZE, EVENTS_SIZE = 523251, 371865  # of Intel's files, in bytes
PARENTS = 8  # each metric of the tree has so many below it
LETTERS = "abcde"


def event_name(i):
    return f"UNIT_{i % 40}.SUBEVENT_NUMBER_{i}"


def event(i):
    return {
        "EventCode": f"0x{0x10 + i % 0xd0:02x}", "UMask": f"0x{i % 256:02x}",
        "EventName": event_name(i),
        "BriefDescription": "Made up for a test.",
        "Counter": "0,1,2,3,4,5,6,7", "PEBScounters": "0,1,2,3,4,5,6,7",
        "SampleAfterValue": "100003", "MSRIndex": "0x00", "MSRValue": "0x00",
        "CollectPEBSRecord": "2", "TakenAlone": "0",
        "CounterMask": str(i % 8), "Invert": "0", "EdgeDetect": "0",
        "Errata": "null", "Offcore": "0", "Deprecated": "0",
    }


def metric(i):
    formula = "100 * ( " + " + ".join(
        f"max( ( {LETTERS[k % 5]} - {LETTERS[(k + 1) % 5]} ), 0 )"
        for k in range(7)) + " )"
    made = {
        "MetricName": f"Metric_{i}", "LegacyName": f"metric_TMA_Metric_{i}",
        "Level": 1, "BriefDescription": "Made up for a test.",
        "UnitOfMeasure": "percent",
        "Events": [{"Name": event_name((7 * i + k) % EVENTS), "Alias": a}
                   for k, a in enumerate(LETTERS)],
        "Constants": [], "Formula": formula, "Category": "TMA",
        "ResolutionLevels": "THREAD, CORE, SOCKET, SYSTEM",
        "MetricGroup": "Test",
        "Threshold": {
            "Formula": "a > 10", "BaseFormula": f"Metric_{i} > 10",
            "ThresholdMetrics": [{"Alias": "a", "Value": f"metric_TMA_Metric_{i}"}],
        },
    }
    if i >= PARENTS:
        made["ParentCategory"] = f"Metric_{i // PARENTS}"
    return made


def write(path, key, entries, size):
    """Descriptions are as long as the file needs to have its size."""
    def text():
        return json.dumps({"Header": {"Version": "0"}, key: entries}, indent=1)

    more = size - len(text())
    for i, entry in enumerate(entries):
        entry["BriefDescription"] += "." * (
            more * (i + 1) // len(entries) - more * i // len(entries))
    with open(path, "w", encoding="ascii") as to:
        to.write(text())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tdacct, scratch = sys.argv[1:]
    metrics = os.path.join(scratch, "large_metrics.json")
    events = os.path.join(scratch, "large_core.json")
    write(metrics, "Metrics", [metric(i) for i in range(METRICS)], METRICS_SIZE)
    write(events, "Events", [event(i) for i in range(EVENTS)], EVENTS_SIZE)
    command = [tdacct, "metrics", "--metrics", metrics, "--event-data", events,
               "--json"]
    listed = json.loads(subprocess.run(command, check=True,
                                       stdout=subprocess.PIPE).stdout)
    wrong = [m for m in listed if re.search(r"\.json:\d+:", m["reason"] or "")]
    if wrong:
        sys.exit(f"vendor_file: {wrong[0]['reason']}")
    ran = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         *command], check=True, text=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    print("vendor", re.search(r"Collected : (\d+)", ran.stderr).group(1))
    print("listed", len(listed))
    os.remove(metrics)
    os.remove(events)


main()
