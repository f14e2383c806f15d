#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What AMD's and Arm's cores count by themselves: kmod/pmu/level1.h.

level1.py [--check]: writes it from the sets level1 in user/families, or says what
would change. The file is committed, since a machine that only builds the module has no
Python. Events are resolved as the tool does it: a name of the same file, with modifiers
behind colons.
"""
import difflib
import pathlib
import re
import sys

import family_data

FILE = pathlib.Path(__file__).resolve().parent.parent / "kmod/pmu/level1.h"
FIELDS = {  # of a raw config of perf: the lowest bit, and a modifier's letter
    "code": (0, None), "umask": (8, "u"), "edge": (18, "e"), "any": (21, None),
    "inv": (23, "i"), "cmask": (24, "c"),
}

HEAD = """\
/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Written by scripts/level1.py from user/families: do not edit. For
 * plain_cores_*.c only: what the set level1 of a family has.
 */
#ifndef _TDA_PMU_LEVEL1_H
#define _TDA_PMU_LEVEL1_H
"""


def number(value):
    return int(value, 0) if isinstance(value, str) else int(value)


def modify(fields, modifier):
    """Of "c4", "cmask=4", "i", "inv" and so on."""
    name, _, value = modifier.partition("=")
    for field, (_, letter) in FIELDS.items():
        if name == field:
            fields[field] = number(value or 1)
            return
        match = letter and re.fullmatch(letter + "(0x[0-9a-f]+|[0-9]*)", modifier)
        if match:
            fields[field] = number(match[1] or 1)
            return
    raise ValueError(f"'{modifier}' is no modifier that is known here")


def config(events, spelled):
    """Perf's raw config of an event."""
    name, *modifiers = spelled.split(":")
    event = events[name.upper()]
    if "config" in event:
        return number(event["config"])
    fields = {f: number(event.get(f, 0)) for f in FIELDS}
    for modifier in modifiers:
        modify(fields, modifier)
    if not fields["code"]:
        raise ValueError(f"{spelled} is no event of a general counter")
    high, fields["code"] = fields["code"] >> 8, fields["code"] & 0xff
    return high << 32 | sum(fields[f] << FIELDS[f][0] for f in FIELDS)


def macro(family):
    """The members of a struct tda_plain_core that the family's data has."""
    events = {name.upper(): e for name, e in family["events"].items()}
    level1 = next(s for s in family["sets"] if s["name"] == "level1")
    configs = [config(events, e) for e in level1["events"]]
    name = re.sub("[^A-Z0-9]", "_", family["name"].upper())
    lines = [f"#define {name}_LEVEL1", f"\t.width\t\t= {family['width']},",
             f"\t.nr_events\t= {len(configs)},",
             "\t.events\t\t= { "
             + ", ".join(f"{c:#x}" for c in configs) + " }"]
    return "\n".join([pad(line) for line in lines[:-1]] + lines[-1:]) + "\n"


def pad(line):
    """With the backslash behind it where those of the others are."""
    while len(line.expandtabs(8)) < 72:
        line += "\t"
    return line + "\\"


def main():
    macros = [macro(f) for f in family_data.cpus() if f.get("width")
              and any(s["name"] == "level1" for s in f.get("sets", []))]
    text = "\n".join([HEAD] + macros + ["#endif /* _TDA_PMU_LEVEL1_H */\n"])
    if "--check" not in sys.argv:
        FILE.write_text(text)
    elif text != FILE.read_text():
        sys.stdout.writelines(difflib.unified_diff(
            FILE.read_text().splitlines(True), text.splitlines(True)))
        sys.exit("kmod/pmu/level1.h is not what user/families says: run scripts/level1.py, and commit what it writes")


main()
