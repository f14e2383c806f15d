#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""What guests of tests/bench/measure cost.

usage: cost.py excess DIR NAME ROW LOAD
       cost.py lines DIR NAME ROW LOAD
       cost.py life DIR NAME ROW LOAD LIVES
       cost.py reading DIR NAME
       cost.py live DIR NAME
       cost.py document DIR NAME...
       cost.py stale DOCUMENT BUDGET

"excess" prints kernel instructions, RDPMC, RDMSR and WRMSR a context switch of
a row above those of the row "none" of the same guest, "lines" the same of the
cache lines, from a guest in which they were counted, "life" kernel instructions
for each of the LIVES that a phase has, "live" what a start with its first
reading takes, and each reading after it, in the guest live. "document" fills
cost.rst.in from several guests; those whose name ends in "lines" tell the
cache lines and nothing else, since counting them takes other phases. Those whose
name begins with "amd" or "arm" have another CPU, and a table of their own. "stale" says
in what a document is older than the template, than the rows here, or than the
budget, a line each.
"""
import json
import os
import re
import statistics
import sys

# Row of the guest, and what a reader of the table sees.
ROWS = [
    ("empty", "an empty probe on sched_switch"),
    ("tdacct", "**tdacct**"),
    ("memory", "tdacct, set memory, seven events more"),
    ("always", "tdacct, clear_slots=0"),
    ("plain", "tdacct, counters=plain, its six counters"),
    ("five", "tdacct, counters=plain, five counters"),
    ("core", "tdacct, set backend-core, six counters"),
    ("perf_task", "perf stat attached to both tasks"),
    ("perf_all", "perf stat -a --per-thread"),
    ("perf_run", "perf stat COMMAND (one sum for all)"),
    ("bpf_all", "BPF, the same 11 values"),
    ("bpf_l1", "BPF, SLOTS and four metrics"),
    ("bpf_plain", "BPF, two plain counters"),
    ("bpf_zen", "BPF, the same five values"),
    ("bpf_n3", "BPF, the same seven values"),
]

# A program for two tasks, or for all that exist, sees nothing of lives.
LIFELESS = {"perf_task", "perf_all"}

# Those of the CPU of AMD's, and of Arm's.
AMD_ROWS = ["tdacct", "perf_task", "perf_all", "perf_run", "bpf_zen"]
ARM_ROWS = ["tdacct", "core", "perf_task", "perf_all", "perf_run", "bpf_n3"]

# Those that Intel's has not.
NOT_INTEL = {"core", "bpf_zen", "bpf_n3"}

# The loads of a table in which two tasks wake each other: a row is looked for in the
# first of them, in which both are the same tasks for all rows.
PINGPONG = ("together", "pingpong")

# The table and the row of each column of tests/bench/budget. The document may be
# another run, and says whole instructions. What is of arm64 has a line of its own.
BUDGETED = [("Ping-pong", "tdacct"), ("Ping-pong", "memory"),
            ("Ping-pong", "plain"), ("AMD", "tdacct")]
BUDGETED_ARM = [("Arm", "tdacct"), ("Arm", "core")]
ARM = "arm64-"
BUDGET_WITHIN = 5

# Of the guest that reads.
READERS = [
    ("scan", "reading every /proc/PID/task/TID/stat"),
    ("table", "tdacct list --threads"),
    ("json", "tdacct list --threads --json"),
]

# Of the guest live, the names there.
WATCHERS = ["tdacct", "top"]

# Of the program beginning, which needs no guest.
BEGINNINGS = [
    ("version", "tdacct --version"),
    ("explain", "tdacct explain NODE"),
    ("show", "tdacct show --pid PID"),
    ("list", "tdacct list --threads, of a hundred"),
    ("json", "tdacct list --threads --json, of a hundred"),
    ("processes", "tdacct list, of some twenty"),
    ("status", "tdacct status"),
]

EVENTS = ("rdpmc", "rdmsr", "wrmsr")


class Sum:
    """All phases of a row and a load."""

    def __init__(self):
        self.n = dict.fromkeys(("kernel", "user", "switches", "lines",
                                "windows") + EVENTS, 0)
        self.each = []

    def add(self, phase):
        flat = dict(phase, **phase["instructions"])
        for key in self.n:
            self.n[key] += flat.get(key, 0)
        self.each.append(flat)

    def rounds(self):
        """Each phase by itself."""
        for phase in self.each:
            one = Sum()
            one.add(phase)
            yield one

    def a_switch(self, key):
        return self.n[key] / self.n["switches"]

    def a_life(self, key, lives):
        """The median: now and then the kernel cleans up for all lives."""
        return statistics.median(p[key] for p in self.each) / lives

    def a_usual_window(self):
        """Without those in which an interrupt came, or somebody else ran."""
        return statistics.mean(p["middle"] for p in self.each)

    def a_window(self):
        return self.n["lines"] / self.n["windows"]


class Guest:
    """What one guest printed, joined with the emulator's report."""

    def __init__(self, directory, name):
        path = os.path.join(directory, name)
        self.counts_lines = name.endswith("lines")
        with open(path + ".report", encoding="ascii") as f:
            phases = {p["phase"]: p for p in json.load(f)["phases"]}
        self.sums, self.facts = {}, {}
        with open(path + ".phases", encoding="ascii") as f:
            for words in map(str.split, f):
                if words[0] != "phase":
                    self.facts[words[0]] = " ".join(words[1:])
                    continue
                key = (words[2], words[3])
                self.sums.setdefault(key, Sum()).add(phases[int(words[1])])

    def has(self, row, load):
        return (row, load) in self.sums

    def above(self, row, load, measure):
        """measure(Sum) of a row, above that of doing nothing."""
        return (measure(self.sums[row, load])
                - measure(self.sums["none", load]))

    def usually_above(self, row, load, measure):
        """The same; where all rows of a round had the same two tasks, the lower
        median of the rounds: in some of them the kernel itself takes another path."""
        if load != "together":
            return self.above(row, load, measure)
        return statistics.median_low(
            measure(one) - measure(none)
            for one, none in zip(self.sums[row, load].rounds(),
                                 self.sums["none", load].rounds()))

    def read(self, row):
        """Instructions of the kernel, of the program, and both."""
        kernel, user = (self.sums[row, "reading"].n[k]
                        - self.sums["nothing", "reading"].n[k]
                        for k in ("kernel", "user"))
        return kernel, user, kernel + user

    def run(self, row):
        """Instructions of all that the machine did meanwhile."""
        n = self.sums[row, "live"].n
        return n["kernel"] + n["user"]

    def watch(self, name):
        """Of a start with the first reading, and of each reading after it."""
        readings = max(int(row.rsplit("-", 1)[1]) for row, _ in self.sums
                       if row.startswith(name + "-"))
        first = self.run(name + "-1")
        more = self.run("%s-%d" % (name, readings)) - first
        return first, more // (readings - 1)


def excess(directory, name, row, load):
    guest = Guest(directory, name)
    print(*("%.3f" % guest.usually_above(row, load,
                                         lambda s, k=k: s.a_switch(k))
            for k in ("kernel",) + EVENTS))


def lines(directory, name, row, load):
    print("%.2f" % Guest(directory, name).above(row, load,
                                                 Sum.a_usual_window))


def life(directory, name, row, load, lives):
    print("%.0f" % Guest(directory, name).above(
        row, load, lambda s: s.a_life("kernel", int(lives))))


def reading(directory, name):
    guest = Guest(directory, name)
    for row, _ in READERS:
        print(row, *guest.read(row))
    print("found", guest.facts["found"])


def live(directory, name):
    guest = Guest(directory, name)
    for watcher in WATCHERS:
        if "shown-" + watcher not in guest.facts:
            continue        # nobody asked it
        print(watcher, *guest.watch(watcher), guest.facts["shown-" + watcher])
    if "awake" in guest.facts:
        print("rest", *guest.watch("rest"), guest.facts["awake"])


def rst_table(head, rows):
    """A simple table: the first column to the left, the others to the right."""
    widths = [max(len(r[i]) for r in [head] + rows) for i in range(len(head))]
    rule = "  ".join("=" * w for w in widths)
    lines = [rule]
    for r in [head] + rows:
        cells = [r[0].ljust(widths[0])]
        cells += [c.rjust(w) for c, w in zip(r[1:], widths[1:])]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines[:2] + [rule] + lines[2:] + [rule])


def read_beginnings(directory):
    """Instructions by name, as the program beginning told them."""
    with open(os.path.join(directory, "beginning"), encoding="ascii") as f:
        return {name: int(number) for name, number in map(str.split, f)}


class Document:
    def __init__(self, directory, names):
        self.began = read_beginnings(directory)
        self.amd, names = self.others(directory, names, "amd")
        self.arm, names = self.others(directory, names, "arm")
        self.counts = [Guest(directory, n) for n in names
                       if not n.endswith(("lines", "reading"))
                       and not n.startswith("live")]
        self.reads = [Guest(directory, n) for n in names
                      if n.endswith("reading")]
        self.lines = [Guest(directory, n) for n in names
                      if n.endswith("lines")]
        self.watched = [Guest(directory, n) for n in names
                        if n.startswith("live")]

    @staticmethod
    def others(directory, names, cpu):
        """The guests of another CPU, and the names of all others."""
        mine = [n for n in names if os.path.basename(n).startswith(cpu)]
        return ([Guest(directory, n) for n in mine],
                [n for n in names if n not in mine])

    @staticmethod
    def find(guests, row, loads):
        """The guest that has a row, and the load, which is the first that does."""
        return next(((g, load) for load in loads for g in guests
                     if g.has(row, load)), None)

    def cells(self, guests, row, loads, measures):
        """What a row costs more than nothing, by each of the measures."""
        guest, load = self.find(guests, row, loads)
        return [guest.usually_above(row, load, m) for m in measures]

    def lines_cell(self, guests, row, loads):
        if not self.find(guests, row, loads):
            return "-"
        return "%.0f" % self.cells(guests, row, loads, [Sum.a_window])[0]

    def numbers(self, guests, row, loads, measures):
        """Instructions, their ratio to tdacct's, and the events."""
        mine = self.cells(guests, row, loads, measures)
        base = self.cells(guests, "tdacct", loads, measures)[0]
        ratio = abs(mine[0] / base)
        return ["{:,.0f}".format(mine[0]),
                "%.1f" % ratio if ratio < 10 else "%.0f" % ratio,
                *("%.2f" % abs(x) for x in mine[1:])]

    def switches(self, loads, counts=None, lines=None):
        counts, lines = counts or self.counts, lines or self.lines
        measures = [lambda s, k=k: s.a_switch(k) for k in ("kernel",) + EVENTS]
        head = ["above nobody counting, a switch", "instructions", "ratio",
                "RDPMC", "RDMSR", "WRMSR", "lines"]
        return rst_table(head, [
            [text] + self.numbers(counts, row, loads, measures)
            + [self.lines_cell(lines, row, loads)]
            for row, text in ROWS if self.find(counts, row, loads)])

    def switches_on(self, guests):
        """The same of another CPU."""
        lines = [g for g in guests if g.counts_lines]
        return self.switches(PINGPONG, [g for g in guests if g not in lines],
                             lines)

    def lives(self, load):
        lives = int(self.counts[0].facts["lives"])
        measures = [lambda s, k=k: s.a_life(k, lives)
                    for k in ("kernel",) + EVENTS]
        head = ["above nobody counting, a life", "instructions", "ratio",
                "RDPMC", "RDMSR", "WRMSR"]
        return rst_table(head, [
            [text] + self.numbers(self.counts, row, (load,), measures)
            for row, text in ROWS if self.find(self.counts, row, (load,))])

    def baseline(self, text, load, rate, lines):
        rates = [rate(p) for g in self.counts
                 for p in g.sums["none", load].each]
        least, most = min(rates), max(rates)
        return [text, "%d" % len(rates), "{:,.1f}".format(least),
                "{:,.1f}".format(most),
                "%.2f %%" % (100 * (most - least) / least), lines]

    def baseline_lines(self, load):
        lines = [g.sums["none", load].a_window() for g in self.lines]
        return "%.0f" % (sum(lines) / len(lines))

    def baselines(self):
        lives = int(self.counts[0].facts["lives"])
        rows = [self.baseline(text, load,
                              lambda p: p["kernel"] / p["switches"],
                              self.baseline_lines(load))
                for load, text in (("pingpong", "ping-pong, a switch"),
                                   ("slices", "long slices, a switch"))]
        rows += [self.baseline(text, load, lambda p: p["kernel"] / lives, "-")
                 for load, text in (("fork", "fork, a life"),
                                    ("thread", "thread, a life"))]
        return rst_table(["nobody counting", "measured", "least", "most",
                          "spread", "lines"], rows)

    def readers(self):
        guest = self.reads[0]
        nr, scan = int(guest.facts["threads"]), guest.read("scan")[2]
        return rst_table(
            ["instructions a thread", "kernel", "program", "both", "of the scan"],
            [[text] + ["{:,.0f}".format(x / nr) for x in guest.read(row)]
             + ["%.0f %%" % (100 * guest.read(row)[2] / scan)]
             for row, text in READERS])

    def watchers(self):
        """Millions of instructions, a column for each number of threads."""
        def cells(watcher, which):
            return ["{:,.1f}".format(g.watch(watcher)[which] / 1e6)
                    for g in self.watched]
        return rst_table(
            ["millions of instructions"]
            + ["{:,} threads".format(int(g.facts["threads"]))
               for g in self.watched],
            [["each reading of tdacct top --threads"] + cells("tdacct", 1),
             ["its start, with the first reading"] + cells("tdacct", 0),
             ["each reading of top -H"] + cells("top", 1)])

    def beginnings(self):
        """With the time that a core takes for one of them each cycle."""
        return rst_table(
            ["from start to end", "millions of instructions", "ms at 3 GHz"],
            [[text, "{:.1f}".format(self.began[name] / 1e6),
              "{:.1f}".format(self.began[name] / 3e6)]
             for name, text in BEGINNINGS])

    def fill(self, template):
        facts = self.counts[0].facts
        marks = {
            "BASELINES": self.baselines(),
            "PINGPONG": self.switches(PINGPONG),
            "SLICES": self.switches(("slices",)),
            "AMD": self.switches_on(self.amd),
            "ARM": self.switches_on(self.arm),
            "FORK": self.lives("fork"),
            "THREAD": self.lives("thread"),
            "READERS": self.readers(),
            "WATCHERS": self.watchers(),
            "BEGINNINGS": self.beginnings(),
            "ARMRELEASE": self.arm[0].facts["release"],
            "ARMCOMPILER": self.arm[0].facts["compiler"],
            "THREADS": "{:,}".format(int(self.reads[0].facts["threads"])),
            "RELEASE": facts["release"],
            "COMPILER": facts["compiler"],
            "THRESHOLD": "{:,}".format(int(facts["threshold"])),
            "SLICE": "{:,}".format(2 * int(facts["threshold"])),
            "SWITCHES": "{:,}".format(int(facts["switches"])),
            "LIVES": "{:,}".format(int(facts["lives"])),
        }
        for mark, text in marks.items():
            template = template.replace("@" + mark + "@", text)
        return template


def document(directory, *names):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "cost.rst.in"), encoding="utf-8") as f:
        print(Document(directory, names).fill(f.read()), end="")


def tables(text):
    """The rows of a document's tables, by section: lists of cells."""
    found, section, before = {}, None, ""
    for line in text.splitlines():
        if re.fullmatch("=+", line):
            section = before
        elif section and not line.startswith("="):
            cells = re.split("   *", line)
            if len(cells) > 2 and re.match(r"-|[0-9]", cells[1]):
                found.setdefault(section, []).append(cells)
        before = line
    return found


def older_prose(text, template):
    """Paragraphs of the template, with any number for its marks, that lack."""
    text, template = (re.sub(r"(?s)(\.\. stretch: (?!end)).*?(\.\. stretch: end)",
                             r"\1\2", t) for t in (text, template))
    for paragraph in re.split(r"\n\n|\n(?=\* )", template):
        pattern = re.sub("@[A-Z]+@", r"(?:.|\n)+?", re.escape(paragraph.strip()))
        if not re.search(pattern, text):
            yield "it does not say '%s...'" % paragraph.strip().split("\n")[0]


def older_rows(text):
    """Rows of a table that are not in the document, or are there no more."""
    rows = tables(text)
    intel = [t for r, t in ROWS if r not in NOT_INTEL]
    lives = [t for r, t in ROWS if r not in NOT_INTEL | LIFELESS]
    wanted = {
        "Ping-pong": intel,
        "Long slices": intel,
        "AMD": [dict(ROWS)[r] for r in AMD_ROWS],
        "Arm": [dict(ROWS)[r] for r in ARM_ROWS],
        "Lives": lives + lives,
        "Reading": [t for _, t in READERS],
        "Beginning": [t for _, t in BEGINNINGS],
    }
    for section, names in wanted.items():
        there = [r[0] for r in rows.get(section, [])]
        for name in dict.fromkeys(names + there):
            if there.count(name) < names.count(name):
                yield "there is no row '%s' in '%s'" % (name, section)
            if there.count(name) > names.count(name):
                yield "nothing measures the row '%s' in '%s'" % (name, section)


def columns(budgeted, text, budget, prefix=""):
    """What a line of the budget is of, and its numbers: of the compiler and the
    kernel that are named first in the text."""
    compiler = re.search(r"gcc-[0-9.]+[0-9]", text)
    release = re.search(r"Debian's ([0-9]+\.[0-9]+)", text)
    key = [m and m.group(m.lastindex or 0) for m in (compiler, release)]
    key[1] = prefix + str(key[1])
    for words in map(str.split, budget.splitlines()):
        if words[:2] == key:
            return list(zip(budgeted, words[2:])), None
    return [], "the budget has nothing for %s and %s" % tuple(key)


def older_numbers(text, budget):
    """Rows that cost other than the budget of their compiler says."""
    before, _, arm = text.partition("\nArm\n===\n")
    usual, complaint = columns(BUDGETED, before, budget)
    of_arm, complaint_of_arm = columns(BUDGETED_ARM, arm, budget, ARM)
    for said in filter(None, (complaint, complaint_of_arm)):
        yield said
    rows = tables(text)
    for (section, row), number in usual + of_arm:
        for cells in rows.get(section, []):
            cost = float(cells[1].replace(",", ""))
            if cells[0] == dict(ROWS)[row] and abs(cost - float(number)) > BUDGET_WITHIN:
                yield "'%s' costs %s in '%s' and %s in the budget" % (
                    cells[0], cells[1], section, number)


def contents(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def stale(path, budget):
    here = os.path.dirname(os.path.abspath(__file__))
    text, numbers = contents(path), contents(budget)
    template = contents(os.path.join(here, "cost.rst.in"))
    for line in (*older_prose(text, template), *older_rows(text),
                 *older_numbers(text, numbers)):
        print(line)


def main():
    commands = {"excess": excess, "lines": lines, "life": life,
                "reading": reading, "live": live, "document": document,
                "stale": stale}
    if len(sys.argv) < 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])


main()
