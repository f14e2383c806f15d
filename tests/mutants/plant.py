#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Plant the faults of the lists into a copy of the tree.

plant.py --check		does every entry still apply to the sources?
plant.py TREE			rewrite the sources of TREE, a copy of ours
plant.py --one NAME TREE	only this one, for good: what no program can
				switch at run time (how: "build")
plant.py --sample FILE TREE	those that sample.py wrote into FILE

They print a line for each fault: number, name, file:line, how and where it is
tried. Status 1 when an entry does not apply, with its name and the reason.

An entry of a list:

	NAME
		FILE
		HOW WHERE...
		TEXT with {{OLD => NEW}} in it

HOW and WHERE name what there is: suites of KUnit and cases of them, programs, and
words of their rows. TEXT without the braces, and with OLD, occurs once in FILE; white
space is all the same, and lines may be broken at it. OLD becomes NEW while the fault
is switched on. What ends in ";" or "}" is statements, everything else an
expression. NEW may be empty for statements.
"""
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
LISTS = ("kmod.list", "user.list")
# The rules of sample.py whose texts are statements.
STATEMENTS = ("a statement left out", "a release left out", "an error ignored",
              "break for continue", "continue for break")


class Stale(Exception):
    pass


def cases_of(suite):
    """The cases of a suite of KUnit, whose files have its name; or none."""
    cases = []
    for source in (TOP / "tests/kunit").glob("*_kunit.c"):
        if source.name.endswith("_arm64_kunit.c"):
            continue        # they are tried on x86
        text = source.read_text()
        if re.search(rf'\.name\s*=\s*"{re.escape(suite)}"', text):
            cases += re.findall(r"KUNIT_CASE(?:_PARAM)?\((\w+)", text)
    return cases


def rows_of(program):
    """The rows of a program of guests; none if there is no such program."""
    source = TOP / "tests/kselftest" / f"{program}.c"
    text = source.read_text() if source.exists() else ""
    return re.findall(r'\{\s*"([^"\n]*)"', text)


def is_case(where):
    suite, _, case = where.partition("/")
    cases = cases_of(suite)
    return case in cases if case else bool(cases)


def is_unit(program):
    unit = TOP / "tests/unit"
    return (unit / f"{program}_test.c").exists() or \
        (unit / f"{program}.sh").exists()


def unknown(how, where):
    """The first word of @where that nothing is called by, or None."""
    if how == "guest":
        rows = rows_of(where[0])
        return next((word for word in where[1:] or [":"]
                     if not any(word in row for row in rows)), None)
    known = is_case if how == "kunit" else is_unit
    return next((word for word in where if not known(word)), None)


def is_expression(text):
    """Can @text stand in brackets? Roughly: it is one, and whole."""
    text = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    while (inner := re.sub(r"[(\[{][^()\[\]{}]*[)\]}]", "x", text)) != text:
        text = inner
    return bool(re.search(r"[\w\"]", text)) and not re.search(
        r"[,;()\[\]{}]|^([=|/<>%^?:]|&&)|((?<!\+)\+|(?<!-)-|[!~=&|/<>%^?:])$",
        text)


class Fault:
    def __init__(self, number, name, lines):
        self.number, self.name = number, name
        if len(lines) < 3:
            raise Stale("wants a file, how it is tried, and a text")
        self.file, self.how = lines[0], lines[1]
        parts = re.fullmatch(r"(.*?)\{\{(.+?)=>(.*?)\}\}(.*)",
                             " ".join(lines[2:]))
        if not parts:
            raise Stale("the text has no {{OLD => NEW}}")
        self.before, old, new, self.after = parts.groups()
        self.old, self.new = old.strip(), new.strip()
        self.builds = self.how.split()[0] == "build"
        self.find_places()
        if not self.builds and not self.old.endswith((";", "}")):
            for text in self.old, self.new:
                if not is_expression(text):
                    raise Stale(f"'{text}' is no expression, no statement")

    def find_places(self):
        """Is it tried in what there is? "build" stands before "unit"."""
        how, *where = self.how.removeprefix("build ").split()
        if how not in ("kunit", "guest", "unit") or not where:
            raise Stale(f"'{self.how}' is no way to try it")
        word = unknown(how, where)
        if word:
            raise Stale(f"nothing is called '{word}' where '{how}' looks")

    def find(self, text):
        """Where OLD stands in what its file says."""
        def spaced(part):
            return r"\s+".join(re.escape(w) for w in re.split(r"\s+", part))
        found = list(re.finditer(spaced(self.before) +
                                 "(" + spaced(self.old) + ")" +
                                 spaced(self.after), text))
        if len(found) != 1:
            raise Stale(f"its text occurs {len(found)} times in {self.file}")
        self.start, self.end = found[0].span(1)
        self.line = text.count("\n", 0, self.start) + 1

    def render(self, old):
        """OLD, which may hold other faults by now, or NEW."""
        on = f"TDA_FAULT({self.number})"
        if self.old.endswith((";", "}")):
            return f"{{ if ({on}) {{ {self.new} }} else {{ {old} }} }}"
        return f"({on} ? ({self.new}) : ({old}))"


class Drawn(Fault):
    """One that sample.py has drawn, with all that is to be known of it."""

    def __init__(self, number, drawn):
        self.number, self.name = number, f"drawn-{number}"
        self.file, self.line = drawn["file"], drawn["line"]
        self.start, self.end = drawn["start"], drawn["end"]
        self.new, self.rule = drawn["new"], drawn["rule"]
        self.how, self.builds = "-", False

    def render(self, old):
        on = f"TDA_FAULT({self.number})"
        if self.rule in STATEMENTS:
            return f"{{ if ({on}) {{ {self.new} }} else {{ {old} }} }}"
        if self.rule == "a field for its neighbour":
            return f"(*({on} ? &({self.new}) : &({old})))"
        return f"({on} ? ({self.new}) : ({old}))"


def read_drawn(path):
    """The tool's have numbers from 1001 on, as in the lists."""
    drawn = json.loads(path.read_text())
    first = 1001 if drawn and drawn[0]["file"].startswith("user/") else 1
    return [Drawn(first + i, d) for i, d in enumerate(drawn)]


def read_list(path, number):
    """Entries as (number, name, lines), numbers from @number on."""
    name, lines = None, []
    text = path.read_text() if path.exists() else ""
    for line in text.splitlines() + ["end"]:
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            lines.append(line.strip())
            continue
        if name:
            yield number, name, lines
            number += 1
        name, lines = line.strip(), []


def read_faults():
    """All faults, with their place; complaints go to stderr."""
    faults, stale, names = [], [], set()
    for at, listed in enumerate(LISTS):
        for number, name, lines in read_list(HERE / listed, 1000 * at + 1):
            try:
                if name in names:
                    raise Stale("another one has this name")
                names.add(name)
                fault = Fault(number, name, lines)
                source = TOP / fault.file
                if not source.exists():
                    raise Stale(f"there is no {fault.file}")
                fault.find(source.read_text())
                faults.append(fault)
            except Stale as why:
                stale.append(f"{listed}: {name}: {why}")
    for line in stale:
        print(line, file=sys.stderr)
    return faults, not stale


def switched(text, faults, start=0, end=None):
    """@text from @start to @end with a switch for each of @faults."""
    end = len(text) if end is None else end
    done = []
    faults = sorted(faults, key=lambda f: (f.start, -f.end))
    while faults:
        outer = faults.pop(0)
        inner = [f for f in faults if f.start < outer.end]
        faults = faults[len(inner):]
        if any(f.end > outer.end for f in inner):
            sys.exit(f"{outer.name} and {inner[0].name} overlap")
        done.append(text[start:outer.start])
        done.append(outer.render(switched(text, inner, outer.start,
                                          outer.end)))
        start = outer.end
    return "".join(done) + text[start:end]


def plant(tree, faults):
    for name in {f.file for f in faults}:
        source = tree / name
        source.write_text(switched(source.read_text(),
                                   [f for f in faults if f.file == name]))


def tell(faults):
    for f in faults:
        print(f"{f.number}\t{f.name}\t{f.file}:{f.line}\t{f.how}")


def plant_one(tree, fault):
    source = tree / fault.file
    text = source.read_text()
    source.write_text(text[:fault.start] + fault.new + text[fault.end:])


def main(arguments):
    if arguments[0] == "--sample":
        faults = read_drawn(Path(arguments[1]))
        plant(Path(arguments[2]), faults)
        tell(faults)
        return 0
    faults, good = read_faults()
    if not good:
        return 1
    if arguments[0] == "--one":
        chosen = [f for f in faults if f.name == arguments[1]]
        if not chosen:
            sys.exit(f"no fault is called {arguments[1]}")
        plant_one(Path(arguments[2]), chosen[0])
        return 0
    if arguments[0] != "--check":
        plant(Path(arguments[0]), [f for f in faults if not f.builds])
    tell(faults)
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
