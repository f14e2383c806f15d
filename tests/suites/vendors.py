#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Files of metrics and events as they are published, through the tool.

vendors.py TDACCT NAME perf FOLDER     of perf: pmu-events/arch of a kernel
vendors.py TDACCT NAME vendor FOLDER   of Intel and Arm themselves
vendors.py TDACCT NAME families FOLDER the tool's own encodings, against perf's

Prints a row for each architecture or vendor, in TAP. Each metric of a file must be
there, with its formula; it can be computed, or there is a reason that is no
mistake of reading, and of a kind that Documentation/vendors.rst tells of.
"""
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import family_data  # pylint: disable=wrong-import-position

# A position in a file is a mistake of reading.
POSITION = re.compile(r"\.json:\d+:\d+: ")
# What a reason ends with that tells what to do, or why nothing can be done.
KINDS = [
    r"\(uncore\)$", "a time or a frequency, not an event of a task$",
    "it needs a register that the kernel does not program$",
    "only a part of what a task does$", "E-cores of a hybrid CPU",
    "; in no set; (events=|ref_cycles=1$)", "; counted by: ",
    "; in no set that fits here: ", "; in no set; these ", "; the counters of this machine do not have ",
    "sampled, not counted", "this fact about the machine is not known$",
    "give (it|them|the file of events) with --event-data",
    "the file of events does not have it$", "standard events",
    "another metric that it needs cannot be computed$",
]
KEYS = set("name title level parent unit formula computable reason sets".split())
# Metrics of Arm's that files name without more.
STANDARD = "frontend_bound bad_speculation retiring backend_bound".split()
failed = []


def row(name, complaints):
    for line in complaints[:10]:
        print(f"# {line}")
    if len(complaints) > 10:
        print(f"# and {len(complaints) - 10} more")
    print(f"{'not ok' if complaints else 'ok'} - {name}")
    failed.extend(complaints)


def load(path):
    return json.loads(path.read_text())


def metrics_of(path):
    """The metrics that a file of perf's has, a few by a standard's name."""
    content = load(path)
    return [r for r in content if isinstance(content, list) and
            ("MetricName" in r or r.get("ArchStdEvent") in STANDARD)]


def ask(tool, metrics, data):
    """The list of `tdacct metrics`, or what it says of a mistake."""
    command = [tool, "metrics", "--json", "--metrics", str(metrics)]
    for path in data:
        command += ["--event-data", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return [], [f"{metrics}: {done.stderr.strip()}"]
    return json.loads(done.stdout), []


def complaints_of(where, metric):
    reason, threshold = metric["reason"], metric.get("threshold_reason")
    if not metric["formula"]:
        yield f"{where}: {metric['name']}: has no formula"
    if not metric["computable"] and not reason:
        yield f"{where}: {metric['name']}: cannot be computed, and no reason"
    if KEYS - set(metric):
        yield f"{where}: {metric['name']}: lacks {KEYS - set(metric)}"
    if reason and not any(re.search(kind, reason) for kind in KINDS):
        yield f"{where}: {metric['name']}: no kind of reason: {reason}"
    for text in (reason, threshold):
        if text and POSITION.search(text):
            yield f"{where}: {metric['name']}: {text}"


def try_file(tool, metrics, data, names):
    got, bad = ask(tool, metrics, data)
    if not bad and names is not None and len(got) != len(names):
        bad.append(f"{metrics}: {len(names)} metrics, the tool has {len(got)}")
    for metric in got:
        bad.extend(complaints_of(metrics, metric))
    return len(got), bad


def try_perf(tool, name, folder):
    for arch in sorted(folder.iterdir()):
        # perf tests itself with those of "test", which have mistakes on purpose
        if not arch.is_dir() or arch.name == "test":
            continue
        standard = sorted(arch.glob("*.json"))
        files = total = 0
        bad = []
        for path in sorted(arch.rglob("*.json")):
            names = metrics_of(path)
            if not names:
                continue
            data = sorted(path.parent.glob("*.json"))
            if path.parent != arch:
                data += standard
            nr, more = try_file(tool, path, data, names)
            files, total, bad = files + 1, total + nr, bad + more
        if files:
            row(f"perf of {name}: {arch.name}: each of the metrics can be "
                "computed, or there is a reason", bad)
            print(f"# {total} metrics in {files} files")


def try_vendor(tool, _, folder):
    """Intel's files go together by the beginning of their names."""
    for path in sorted(folder.rglob("*.json")):
        content = load(path)
        if "product_configuration" in content:
            _, bad = try_file(tool, path, [], content["metrics"])
            row(f"Arm: {path.name}", bad)
        if "_metrics" in path.name and "Metrics" in content:
            core = [p for p in path.parent.glob(path.name.split("_")[0] + "_*")
                    if p.name == path.name.replace("_metrics", "")
                    .replace("_core", "").replace(".json", "_core.json")]
            _, bad = try_file(tool, path, core, None)
            row(f"Intel: {path.name}", bad)


def number(record, key):
    return int(str(record.get(key) or 0).split(",", maxsplit=1)[0], 0)


def encoding(record, keys):
    return tuple(number(record, key) for key in keys)


OWN = ["code", "umask", "cmask", "edge", "inv"]
THEIRS = ["EventCode", "UMask", "CounterMask", "EdgeDetect", "Invert"]
# Which folder of perf's has the events of which table; several CPUs may share one, and
# of a hybrid CPU it is the P-cores', unless told.
TABLES = {
    "sapphirerapids": "sapphirerapids emeraldrapids graniterapids alderlake",
    "icelake": "icelakex icelake tigerlake rocketlake",
    "skylake": "skylakex cascadelakex skylake",
    "broadwell": "broadwellx broadwell",
    "sierraforest": "sierraforest grandridge",
    "gracemont": "alderlake:cpu_atom alderlaken",
    "zen2": "amdzen2",
    "zen3": "amdzen3",
    "zen4": "amdzen4",
    "zen5": "amdzen5",
}


def events_of(folder, unit):
    """Encodings by name; of a hybrid CPU those of the cores that perf calls so."""
    got = {}
    for path in folder.glob("*.json"):
        content = load(path)
        for r in content if isinstance(content, list) else []:
            if "EventName" in r and r.get("Unit", unit) == unit:
                got[r["EventName"].upper()] = encoding(r, THEIRS)
    return got


def try_families(_, name, folder):
    for table, cpus in TABLES.items():
        own = {name.upper(): encoding(e, OWN)
               for name, e in family_data.load(table)["events"].items()}
        for cpu, unit in (c.partition(":")[::2] for c in cpus.split()):
            if not (folder / "x86" / cpu).is_dir():
                continue
            theirs = events_of(folder / "x86" / cpu, unit or "cpu_core")
            # perf's have no code of what a fixed counter has
            same = [e for e in own if e in theirs and theirs[e][0]]
            bad = [f"{e}: {own[e]}, perf has {theirs[e]}" for e in same
                   if own[e] != theirs[e]]
            if len(same) < len(own) / 2:
                bad.append(f"{len(same)} of {len(own)} events are in {cpu}")
            row(f"perf of {name}: the events of {table} are those of {cpu}", bad)


def main():
    tool, name, kind, folder = sys.argv[1:]
    {"perf": try_perf, "vendor": try_vendor, "families": try_families}[kind](
        tool, name, pathlib.Path(folder))
    return bool(failed)


sys.exit(main())
