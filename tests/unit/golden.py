#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare the golden files with arithmetic of its own: golden.py [FIXTURES].

The tool writes its golden files by itself, so that they tell only that nothing
changed. Here the messages of the recordings are taken apart again and shares,
bounds and coverage worked out as Documentation/models.rst says, without the
tool's parser, models or formulas. Says how many numbers agree.
"""
import json
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADER = HERE / "../../include/uapi/linux/tdacct.h"

PARTS = "retiring bad_speculation frontend_bound backend_bound".split()
CUT_OFF = ["retiring"]  # the others may have what is left
# Each field of the second level, the part that it lies in, what is left of it.
INSIDE = {
    "heavy_operations": ("retiring", "light_operations"),
    "branch_mispredicts": ("bad_speculation", "machine_clears"),
    "fetch_latency": ("frontend_bound", "fetch_bandwidth"),
    "memory_bound": ("backend_bound", "core_bound"),
}
# Events by their encoding, and the cycles that each node is made of.
DROPPED, LOADS, STORES = 0x10AD, 0x50021A6, 0x20040A6
L1_MISS, L2_MISS, L3_MISS = 0x3000347, 0x5000547, 0x9000947
CYCLES = {
    "l1_bound": (LOADS, L1_MISS), "l2_bound": (L1_MISS, L2_MISS),
    "l3_bound": (L2_MISS, L3_MISS), "dram_bound": (L3_MISS, None),
    "store_bound": (STORES, None), "tma_l1_bound": (LOADS, L1_MISS),
}
# Intel's own of what the table has another formula for.
TODAY = ["tma_bad_speculation", "tma_machine_clears"]
SHARES = PARTS + list(INSIDE) + list(CYCLES) + TODAY + [left for _, left in
                                                       INSIDE.values()]
SCALE = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
         "%": 0.01, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}

compared = 0
wrong = []


def numbers_of(prefix):
    """The enum of the header whose names begin so, name to number."""
    names = re.findall(rf"^\t({prefix}_[A-Z_]+)(?: = 0)?,", HEADER.read_text(), re.M)
    return {name[len(prefix) + 1:]: i for i, name in enumerate(names)}


A = numbers_of("TDACCT_A")
COUNTS_A = numbers_of("TDACCT_COUNTS_A")
VALUE_A = numbers_of("TDACCT_VALUE_A")


def attributes(data):
    """Type and payload of each attribute of a message."""
    at = 0
    while at + 4 <= len(data):
        length, kind = struct.unpack_from("<HH", data, at)
        yield kind & 0x3FFF, data[at + 4:at + length]
        at += (length + 3) & ~3


def number(data):
    return int.from_bytes(data, "little")


class Recording:
    """The answers of a recording, each the list of its messages."""

    def __init__(self, path):
        self.answers, ask = [], None
        for line in path.read_text().splitlines()[1:]:
            word, _, rest = line.partition(" ")
            if word == "ask":
                ask = (rest, [])
                self.answers.append(ask)
            elif word == "say":
                ask[1].append(bytes.fromhex(rest))
            elif word == "hear":
                self.answers.append(("hear", [bytes.fromhex(rest)]))
        self.names, self.configs = [], {}
        for kind, nest in attributes(self.first("GET_INFO do")[0]):
            if kind == A["VALUE"]:
                self.take_value(dict(attributes(nest)))

    def take_value(self, value):
        name = value[VALUE_A["NAME"]].rstrip(b"\0").decode()
        self.names.append(name)
        if VALUE_A["CONFIG"] in value:
            self.configs[number(value[VALUE_A["CONFIG"]])] = name

    def first(self, ask):
        return next(said for asked, said in self.answers if asked == ask)

    def counts(self, nest):
        got = {}
        for kind, data in attributes(nest):
            if kind == COUNTS_A["VALUES"]:
                for n, value in attributes(data):
                    if 0 < n <= len(self.names):
                        got[self.names[n - 1]] = number(value)
            if kind == COUNTS_A["ARRAY"]:
                got |= zip(self.names, (v for v, in struct.iter_unpack("<Q", data)))
            for name in ("SWITCHES", "UNCLASSIFIED", "BLUR"):
                if kind == COUNTS_A[name]:
                    got[name.lower()] = number(data)
        for name in list(INSIDE) + PARTS:
            if got.get(name, 0) >> 63:
                got[name] -= 1 << 64
        return got

    def sample(self, message):
        got = dict(attributes(message))
        sample = {name.lower(): number(got[A[name]]) for name in (
            "TID PID CPU CPU_NS LOST_NS THREADS EXITED_THREADS CGROUP "
            "SEQ KIND").split() if A[name] in got}
        for name in "COUNTS OWN IDLE UNTRACKED".split():
            if A[name] in got:
                sample[name.lower()] = self.counts(got[A[name]])
        sample.update(self.shares(sample["counts"]))
        sample["coverage"] = coverage(sample)
        return sample

    def samples(self, ask):
        return [self.sample(message) for message in self.first(ask)]

    def shares(self, c):
        """Shares by node, and their bounds by node and "+-"."""
        slots = c["slots"] - c["unclassified"]
        got = {}
        if slots > 0:
            missing = (slots - sum(c[part] for part in PARTS)) / 4
            bound = (c["blur"] / 255 + abs(missing)) / slots
            raw = {name: (c[name] + missing) / slots
                   for name in PARTS + list(INSIDE)}
            dropped = c.get(self.configs.get(DROPPED), 0) / slots
            raw["frontend_bound"] -= dropped
            raw["fetch_latency"] -= dropped
            for part in PARTS:
                got[part] = min(max(raw[part], 0), 1)
                got[part + "+-"] = bound * (1 if part in CUT_OFF else 3)
            for inside, (part, left) in INSIDE.items():
                got[inside] = min(max(raw[inside], 0), got[part])
                got[inside + "+-"] = bound
                got[left] = min(max(raw[part] - raw[inside], 0), got[part])
            remainder = max(1 - sum(raw[part] for part in PARTS
                               if part != "bad_speculation"), 0)
            got["tma_bad_speculation"] = remainder
            got["tma_machine_clears"] = max(remainder - raw["branch_mispredicts"], 0)
        for node, (event, less) in CYCLES.items():
            more = c.get(self.configs.get(event))
            less = c.get(self.configs.get(less)) if less else 0
            if c["cycles"] and more is not None and less is not None:
                got[node] = min(max((more - less) / c["cycles"], 0), 1)
        if c["cycles"]:
            got["ipc"] = c["instructions"] / c["cycles"]
        return got


def coverage(sample):
    if not sample.get("cpu_ns") or "lost_ns" not in sample:
        return None
    return max(0, 1 - sample["lost_ns"] / sample["cpu_ns"])


def wanted(sample, column):
    """A share of this name, not the field that it is made of."""
    if column in SHARES:
        return sample.get(column)
    return sample.get(column, sample["counts"].get(column))


def rest(recording):
    """What is no task's any more or never was one's, by the name of its row."""
    got = {}
    for kind, nest in attributes(recording.first("GET_TOTALS do")[0]):
        for name in ("EXITED", "IDLE", "UNTRACKED"):
            if kind == A[name]:
                counts = recording.counts(nest)
                got[name.lower()] = {"counts": counts, "coverage": None,
                                     **recording.shares(counts)}
    return got


def compare(what, want, got, within):
    global compared
    compared += 1
    if want is None or got is None:
        if want is not got:
            wrong.append(f"{what}: want {want}, got {got}")
    elif abs(want - got) > within:
        wrong.append(f"{what}: want {want:.12g}, got {got:.12g}")


def compare_tree(what, nodes, sample):
    for node in nodes:
        name = node["name"]
        where = f"{what}: {name}"
        if not name.startswith("memory_") or name == "memory_bound":
            compare(where, sample.get(name), node["share"], 1e-9)
        if name + "+-" in sample:
            compare(f"{where}, bound", sample[name + "+-"], node["error"],
                    3e-4)
        compare_tree(what, node["children"], sample)


def compare_counts(what, counts, got):
    for name, count in counts.items():
        compare(f"{what}: {name}", count, got[name], 0)


def check_report(fixtures, name, recording, ask):
    """A show as JSON: every count, share, bound."""
    got = json.loads((fixtures / "expected" / name).read_text())
    sample = recording.samples(ask)[0]
    for key in ("cpu_ns", "lost_ns"):
        compare(f"{name}: {key}", sample.get(key), got[key], 0)
    compare(f"{name}: coverage", sample["coverage"], got["coverage"], 1e-9)
    for key in ("counts", "own", "idle", "untracked"):
        if key in got:
            compare_counts(f"{name}: {key}", sample[key], got[key])
    compare_tree(name, got["tree"], sample)


def check_rows(fixtures, name, key, samples, others):
    """A list as JSON: each column of each row, rows below rows, too."""
    rows = json.loads((fixtures / "expected" / name).read_text())["rows"]
    seen = 0
    while rows:
        row = rows.pop()
        rows += row.get("below", [])
        kind = key if row.get(key) is not None else "pid"
        if row[kind] is None:
            sample = others[row["kind"]]
        else:
            sample = next(s for s in samples if s.get(kind) == row[kind] and
                          (kind == key) == (key in s))
            seen += 1
        for column in row:
            if column in ("comm", "below", "kind") or row[column] is None:
                continue
            want = wanted(sample, column)
            compare(f"{name}: {column} of {row[kind]}", want, row[column], 1e-9)
    compare(f"{name}: rows", len(samples), seen, 0)


def cells(line, nr_texts):
    """The cells of a line: texts, then numbers with units."""
    pattern = r"(-?[0-9.]+|-)(?: ([kMGT%]|[num]?s)(?= |$))?(?= |$)"
    words = line.split(None, nr_texts) if nr_texts else [line]
    rest = words.pop() if len(words) > nr_texts else ""
    got = []
    for digits, unit in re.findall(pattern, rest):
        if digits == "-":
            got.append((None, 0))
            continue
        dot = digits.find(".")
        step = 10.0 ** -(len(digits) - dot - 1 if dot >= 0 else 0)
        got.append((float(digits) * SCALE[unit], 0.51 * step * SCALE[unit]))
    return words, got


def check_table(fixtures, name, find, columns, nr_texts):
    """A table: @columns in the order in which they stand behind the texts."""
    lines = (fixtures / "expected" / name).read_text().splitlines()[1:]
    for line in lines:
        texts, got = cells(line, nr_texts)
        sample = find(texts)
        compare(f"{name}: columns of {texts}", len(columns), len(got), 0)
        for column, (number_got, within) in zip(columns, got):
            want = wanted(sample, column)
            compare(f"{name}: {column} of {texts}", want, number_got, within)


def check_hybrid(fixtures, recording):
    """Two trees and the shares of both, weighted by slots."""
    check_report(fixtures, "hybrid-show-json", recording, "GET_PROCESS do PID=93")
    got = json.loads((fixtures / "expected/hybrid-show-json").read_text())
    sample = recording.samples("GET_PROCESS do PID=93")[0]
    c = sample["counts"]
    slots = c["atom.slots"]
    atom = {"frontend_bound": c["atom.r71"] / slots,
            "retiring": c["atom.rc2"] / slots,
            "backend_bound": c["atom.r74"] / slots,
            "branch_mispredicts": c["atom.r473"] / slots}
    atom["bad_speculation"] = 1 - sum(atom[part] for part in PARTS
                                      if part != "bad_speculation")
    atom["machine_clears"] = atom["bad_speculation"] - atom["branch_mispredicts"]
    compare_tree("hybrid-show-json: E-cores", got["atom"]["tree"], atom)
    own = c["slots"] - c["unclassified"]
    compare("hybrid-show-json: slots of both", own + slots, got["both"]["slots"], 0)
    compare("hybrid-show-json: nodes of both", len(atom),
            len(got["both"]["shares"]), 0)
    for node, share in got["both"]["shares"].items():
        compare(f"hybrid-show-json: {node} of both",
                (sample[node] * own + atom[node] * slots) / (own + slots), share, 1e-9)


def check_three(fixtures, recording):
    """Three trees and the shares of all, weighted by slots."""
    check_report(fixtures, "three-show-json", recording, "GET_PROCESS do PID=121")
    got = json.loads((fixtures / "expected/three-show-json").read_text())
    sample = recording.samples("GET_PROCESS do PID=121")[0]
    c = sample["counts"]
    slots = [c["slots"] - c["unclassified"]]
    shares = [sample]
    for key in ("atom", "lowpower"):
        slots.append(c[f"{key}.slots"])
        shares.append({"frontend_bound": c[f"{key}.r71"] / slots[-1],
                       "retiring": c[f"{key}.r72"] / slots[-1],
                       "bad_speculation": c[f"{key}.r73"] / slots[-1],
                       "backend_bound": c[f"{key}.r74"] / slots[-1]})
        compare_tree(f"three-show-json: {key}", got[key]["tree"], shares[-1])
    compare("three-show-json: slots of all", sum(slots), got["both"]["slots"], 0)
    compare("three-show-json: nodes of all", len(PARTS), len(got["both"]["shares"]), 0)
    for node, share in got["both"]["shares"].items():
        want = sum(s[node] * n for s, n in zip(shares, slots)) / sum(slots)
        compare(f"three-show-json: {node} of all", want, share, 1e-9)


def neoverse(c, prefix):
    """Level 1 of N2 and V2, where no branch was predicted wrongly."""
    slots, front, back, retired, executed, wrong = (
        c[prefix + name] for name in ("slots", "r3e", "r3d", "r3a", "r3b", "r10"))
    compare(f"mixed.rec: wrong guesses, {prefix}", 0, wrong, 0)
    used = 1 - (front + back) / slots
    return {"frontend_bound": front / slots, "backend_bound": back / slots,
            "bad_speculation": used * (1 - retired / executed),
            "retiring": used * retired / executed}


def check_mixed(fixtures, recording):
    """Two types of Arm's cores, and the shares of both."""
    got = json.loads((fixtures / "expected/mixed-show-json").read_text())
    message = dict(attributes(recording.first("GET_PROCESS do PID=142")[0]))
    c = recording.counts(message[A["COUNTS"]])
    compare_counts("mixed-show-json: counts", c, got["counts"])
    own, other = neoverse(c, ""), neoverse(c, "other.")
    for shares, tree in (own, got["tree"]), (other, got["other"]["tree"]):
        shown = {node["name"]: node["share"] for node in tree}
        for node, share in shares.items():
            compare(f"mixed-show-json: {node}", share, shown[node], 1e-9)
    slots = c["slots"], c["other.slots"]
    compare("mixed-show-json: slots of both", sum(slots), got["both"]["slots"], 0)
    for node in own:
        compare(f"mixed-show-json: {node} of both",
                (own[node] * slots[0] + other[node] * slots[1]) / sum(slots),
                got["both"]["shares"][node], 1e-9)


def check_watch(fixtures, recording):
    """What ended, as JSON a line: counts and shares of each."""
    ended = {}
    for asked, said in recording.answers:
        if asked == "hear":
            sample = recording.sample(said[0])
            kind = ("thread", "process", "cgroup")[sample.get("kind", 0)]
            ended[kind, sample.get("tid" if kind == "thread" else "pid",
                                   sample.get("cgroup"))] = sample
    for line in (fixtures / "expected/watch-json").read_text().splitlines():
        got = json.loads(line) if line.startswith("{") else {}
        if not got.get("final"):
            continue
        who = got["kind"], got.get("pid", got["cgroup"])
        sample = ended[who]
        compare_counts(f"watch-json: {who}", sample["counts"], got["counts"])
        compare(f"watch-json: {who}: ipc", sample.get("ipc"), got["ipc"], 1e-9)
        for node, share in got["shares"].items():
            if node in sample:
                compare(f"watch-json: {who}: {node}", sample[node], share, 1e-9)


def main():
    fixtures = pathlib.Path(sys.argv[1] if sys.argv[1:] else HERE / "../fixtures")
    tasks = Recording(fixtures / "five-classes.rec")
    groups = Recording(fixtures / "cgroups.rec")
    memory = Recording(fixtures / "memory-events.rec")

    check_report(fixtures, "show-json", tasks, "GET_PROCESS do PID=93")
    check_report(fixtures, "show-cpu-json", tasks, "GET_CPU dump CPU=1")
    check_report(fixtures, "memory-events-json", memory, "GET_CPU dump CPU=1")
    check_report(fixtures, "show-cgroup-json", groups, "GET_CGROUP do CGROUP=23")

    processes = tasks.samples("GET_PROCESS dump")
    threads = tasks.samples("GET_THREAD dump")
    check_rows(fixtures, "list-json", "pid", processes, rest(tasks))
    check_rows(fixtures, "list-tree-json", "tid", processes + threads,
               rest(tasks))
    first = "threads cpu_ns coverage slots".split() + PARTS

    def task(samples, key):
        others = {f"[{name}]": sample for name, sample in rest(tasks).items()}
        return lambda texts: others.get(texts[1]) or next(
            s for s in samples if s[key] == int(texts[0]))

    check_table(fixtures, "list", task(processes, "pid"), first, 2)
    check_table(fixtures, "list-threads", task(threads, "tid"),
                ["ipc", "memory_bound"], 3)
    check_watch(fixtures, Recording(fixtures / "watch.rec"))

    check_hybrid(fixtures, Recording(fixtures / "hybrid.rec"))
    check_three(fixtures, Recording(fixtures / "three.rec"))
    check_mixed(fixtures, Recording(fixtures / "mixed.rec"))

    for text in wrong:
        print(f"# {text}")
    print(f"{compared - len(wrong)} numbers agree, {len(wrong)} do not")
    sys.exit(bool(wrong) or compared < 1400)


main()
