#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
families.py TDACCT [--write | --check]

What is measured on which family of CPUs, with which set of events: asks TDACCT,
which looks neither at the machine nor at the module for that. Prints
Documentation/families.rst; --write writes it, and the table in README.md, and
--check says whether both are up to date.
"""
import json
import pathlib
import re
import subprocess
import sys
import textwrap

import family_data

TOP = pathlib.Path(__file__).resolve().parent.parent
PAGE = TOP / "Documentation/families.rst"
README = TOP / "README.md"
BEGIN = "<!-- Written by scripts/families.py: do not edit. -->\n"
END = "<!-- The end of what scripts/families.py writes. -->\n"

KINDS = {"intel_metrics": "PERF_METRICS", "plain": "plain counters",
         "atom": "plain counters", "lowpower": "plain counters"}
# By which options a set fits, and what it needs then; the first that holds counts.
ON, NO_DOG, NO_HT, NEITHER = (
    ("--watchdog",), (), ("--no-hyper-threading", "--watchdog"),
    ("--no-hyper-threading",))
NEEDS = [
    ([ON], "always"),
    ([NO_DOG, NO_HT], "without the NMI watchdog or without hyper-threading"),
    ([NO_HT], "without hyper-threading"),
    ([NO_DOG], "without the NMI watchdog"),
    ([NEITHER], "without hyper-threading and the NMI watchdog"),
]

HEAD = """\
.. SPDX-License-Identifier: GPL-2.0
.. Written by scripts/families.py from what tdacct says: do not edit. To write
   it again: scripts/families.py TDACCT --write

========
Families
========

Which metrics are measured on which CPU, and with which set of events? This page
is written by a run of the tool, so it says what the tool says. events.rst explains
sets; how far to trust the numbers is in methods-metrics.rst, methods-plain.rst,
methods-amd.rst and methods-arm.rst.

*Metrics* are the nodes of the tree of that family. A column for each level says how
many of them are known, and of how many; ``~`` means that some of these lack a small
correction, which the tree names. *Others* are further nodes and numbers beside
the tree, such as Intel's newer formulas where the tree has older ones. *Reads* are
the counters that each context switch reads. A set *fits* always; or only without the NMI
watchdog, which holds a counter until ``sysctl kernel.nmi_watchdog=0``; or only without
hyper-threading, since older cores have twice as many counters where that is off.
"""


class Tool:
    def __init__(self, path):
        self.path = path

    def ask(self, *words):
        done = subprocess.run([self.path, *words, "--json"], check=False,
                              capture_output=True, text=True)
        if not done.stdout:
            sys.exit(f"families: tdacct {' '.join(words)}: "
                     f"{done.stderr.strip()}")
        return json.loads(done.stdout)

    def sets(self, family, options):
        got = self.ask("events", "list", "--model", family, *options)
        return {s["name"]: s for s in got["sets"]}


def short_names(cpus):
    """"Ice Lake, mobile" and "Raptor Lake S, large cores" are no new names."""
    names = []
    for cpu in cpus:
        for name in cpu["is"].split(", "):
            name = re.sub(" [A-Z]$", "", name)
            if (name[0].isupper() and name != "E-cores"
                    and name not in names):
                names.append(name)
    return names


class Family:
    """A family, and what is measured with each set."""

    def __init__(self, tool, data):
        self.name = data["name"]
        self.kind = data.get("pmu")
        self.cpus = {(c["family"], c["model"]) for c in data["cpus"]}
        self.names = short_names(data["cpus"])
        self.core = data["title"].removeprefix("AMD ")
        self.amd = self.core != data["title"]
        self.virtual = False
        self.take_nodes(data["nodes"])
        self.compare(tool, data["nodes"])
        self.none = tool.ask("events", "fit", "cycles", "--model", self.name)
        self.counters = self.none["counters"]
        self.sets = tool.sets(self.name, [])
        asked = {}
        for name in self.sets:
            self.sets[name]["needs"] = self.needs_of(tool, asked, name)

    def take_nodes(self, nodes):
        self.title = {n["name"]: n["title"] for n in nodes}
        self.own = {n["name"] for n in nodes if "source" not in n}
        self.level = {}
        parent = {n["name"]: n.get("parent") for n in nodes}
        for name in parent:
            at, self.level[name] = name, 0
            while at:
                at, self.level[name] = parent[at], self.level[name] + 1

    def compare(self, tool, nodes):
        """The tool puts a family together as family_data.py does."""
        told = tool.ask("metrics", "--model", self.name)
        mine = [(n["name"], n["title"], n["formula"]) for n in nodes]
        if [(m["name"], m["title"], m["formula"]) for m in told] != mine:
            sys.exit(f"families: the tool has other nodes of {self.name} than "
                     "scripts/family_data.py")

    def levels(self):
        return range(1, 1 + max(self.level[n] for n in self.own))

    def needs_of(self, tool, asked, name):
        def fits(options):
            if options not in asked:
                asked[options] = tool.sets(self.name, options)
            return asked[options][name]["fits"]

        return next(need for ways, need in NEEDS if all(map(fits, ways)))

    def known(self, measured, level):
        """"3 of 4", "4 of 4 ~" or "-"."""
        here = {n for n in self.own if self.level[n] == level}
        exact = here.intersection(measured["measures"])
        about = here.intersection(measured["approximate"])
        if not exact and not about:
            return "-"
        return (f"{len(exact) + len(about)} of {len(here)}"
                + (" ~" if about else ""))

    def exact(self, measured):
        return len(self.own.intersection(measured["measures"]))

    def others(self, measured):
        return len(measured["measures"]) - self.exact(measured)

    def has_classes(self):
        """Whether there is more without a set than instructions and cycles."""
        return bool(self.none["measures"])

    def heading(self):
        text = ", ".join(self.names)
        text = {"atom": "E-cores of ",
                "lowpower": "Low-power E-cores of "}.get(self.kind, "") + text
        if self.amd:
            text = f"{self.core}: {text}"
        return text + (" in a virtual machine without PERF_METRICS"
                       if self.virtual else "")


def families_of(tool):
    families = [Family(tool, data) for data in family_data.cpus()]
    for f in families:
        f.virtual = f.kind == "plain" and any(
            o.kind == "intel_metrics" and f.cpus & o.cpus for o in families)
    return sorted(families, key=lambda f: (
        f.kind != "intel_metrics", not f.virtual,
        -max((f.exact(s) for s in f.sets.values()), default=0)))


def table(rows):
    """A simple table of reStructuredText; the first row is the heading."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rule = " ".join("=" * width for width in widths)
    lines = [" ".join(cell.ljust(width) for cell, width in zip(row, widths))
             .rstrip() for row in rows]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule]) + "\n"


def row_of(family, name, measured, needs):
    return [name, *(family.known(measured, n) for n in family.levels()),
            str(family.others(measured) or "-"), str(measured["reads"]), needs]


def rows_of(family):
    heading = ["set", *(f"level {n}" for n in family.levels()), "others",
               "reads", "fits"]
    rows = [heading]
    if family.has_classes():
        rows.append(row_of(family, "none", family.none, "always"))
    for name, measured in family.sets.items():
        rows.append(row_of(family, f"``{name}``", measured, measured["needs"]))
    return rows


def wrap(text, indent=""):
    return textwrap.fill(text, 79, initial_indent=indent,
                         subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def titles_of(family, names):
    return ", ".join(family.title[n] for n in family.title if n in names)


def describe(family, name, measured):
    """What a set shows, and by which metrics that are not there without it."""
    more = set(measured["measures"]) - set(family.none["measures"])
    own, others = more & family.own, more - family.own
    text = f"{measured['title']}."
    if own:
        text += f" Adds {titles_of(family, own)}."
    if others:
        text += f" Others: {titles_of(family, others)}."
    if measured["approximate"]:
        about = titles_of(family, measured["approximate"])
        text += f" Approximate: {about}."
    return f"``{name}``\n{wrap(text, '    ')}\n"


def section(family):
    heading = family.heading()
    none = ("Without a set of events:" if family.has_classes() else
            "A set is counted in place of the events of the first level. Where "
            "you ask for none, ``level1`` is counted.")
    kind = KINDS.get(family.kind, family.kind)
    yield f"{heading}\n{'=' * len(heading)}\n"
    yield wrap(f"Counted by {kind}; the counters are {family.counters}. Its "
               f"name is ``{family.name}``, for ``--model``. The tree has "
               f"{len(family.own)} metrics.") + "\n"
    yield table(rows_of(family))
    if family.has_classes():
        names = titles_of(family, family.none["measures"])
        about = titles_of(family, family.none["approximate"])
        yield wrap(f"{none} {names}."
                   + (f" Approximate: {about}." if about else "")) + "\n"
    else:
        yield wrap(none) + "\n"
    for name, measured in family.sets.items():
        yield describe(family, name, measured)


def page(families):
    parts = [HEAD]
    for family in families:
        parts.extend(section(family))
    return "\n".join(parts)


def span(levels):
    """"1", "1 and 2", "1 and 3" or "1 to 4"."""
    if len(levels) > 2 and levels[-1] - levels[0] == len(levels) - 1:
        return f"{levels[0]} to {levels[-1]}"
    return " and ".join(map(str, levels))


def reach(family, measured):
    """"1 and 2: 12 of 19 nodes, 2 of them approximate"."""
    levels = [n for n in family.levels() if family.known(measured, n) != "-"]
    about = len(family.own.intersection(measured["approximate"]))
    text = (f"{span(levels)}: {family.exact(measured) + about} of "
            f"{len(family.own)} nodes")
    return text + (f", {about} of them approximate" if about else "")


def depth(family, measured):
    """What one set shows more of than another: levels first, then nodes."""
    last = max((n for n in family.levels()
                if family.known(measured, n) != "-"), default=0)
    return last, family.exact(measured)


def deepest(family, none):
    """"`memory`: 1 to 4, 18 of 19 nodes; fits only without ..."; or "-"."""
    best = max(family.sets.items(), default=None,
               key=lambda item: depth(family, item[1]))
    if not best or depth(family, best[1]) <= depth(family, none):
        return "-"
    name, measured = best
    text = f"`{name}`: {reach(family, measured).replace(':', ',', 1)}"
    return text + ("" if measured["needs"] == "always" else
                   f"; fits only {measured['needs']}")


def readme_row(family):
    none = (family.none if family.has_classes() else
            next(iter(family.sets.values())))
    return (f"| {family.heading()} | {KINDS.get(family.kind, family.kind)} | "
            f"{reach(family, none)} | {deepest(family, none)} |")


def readme(families):
    """README.md with the table of today between the marks."""
    text = README.read_text(encoding="utf-8")
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        sys.exit("families: README.md has no marks between which the table is")
    rows = ["| family | counted by | levels without a set | deepest set |",
            "|---|---|---|---|", *(readme_row(f) for f in families)]
    return before + BEGIN + "\n" + "\n".join(rows) + "\n\n" + END + after


def check(wanted):
    stale = [path for path, text in wanted.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"families: {path.relative_to(TOP)} is not what tdacct says; run:"
              " scripts/families.py TDACCT --write", file=sys.stderr)
    return bool(stale)


def main():
    words = sys.argv[1:]
    if len(words) not in (1, 2) or words[1:] not in ([], ["--write"],
                                                     ["--check"]):
        sys.exit(__doc__.strip())
    families = families_of(Tool(words[0]))
    wanted = {PAGE: page(families), README: readme(families)}
    if words[1:] == ["--check"]:
        return check(wanted)
    if words[1:] == ["--write"]:
        for path, text in wanted.items():
            path.write_text(text, encoding="utf-8")
    else:
        print(wanted[PAGE], end="")
    return 0


sys.exit(main())
