#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The named sets of events, as the module needs them for its parameter set=.

sets.py [--level1]: from the families that user/families has;
prints kmod/named_sets.h, or kmod/pmu/level1.h: what cores count by themselves, of the
families that say how wide they are. Events are resolved as the tool does it: a name of the same
file, with modifiers behind colons.
"""
import re
import sys
import textwrap

import family_data

VENDORS = {
    "GenuineIntel": "TDA_VENDOR_INTEL", "AuthenticAMD": "TDA_VENDOR_AMD",
    "ARM": "TDA_VENDOR_ARM", "Microsoft": "TDA_VENDOR_MICROSOFT",
}
FIELDS = {  # of a raw config of perf: the lowest bit, and a modifier's letter
    "code": (0, None), "umask": (8, "u"), "edge": (18, "e"), "any": (21, None),
    "inv": (23, "i"), "cmask": (24, "c"),
}
MAX_EVENTS = 8

HEAD = """\
/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Written by scripts/sets.sh from user/families: do not edit. For named.c
 * only.
 */"""


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
    """Perf's raw config of an event; None if it has an extra register."""
    name, *modifiers = spelled.split(":")
    event = events[name.upper()]
    if "config" in event:
        return number(event["config"])
    fields = {f: number(event.get(f, 0)) for f in FIELDS}
    for modifier in modifiers:
        modify(fields, modifier)
    if event.get("config1"):
        return None
    if not fields["code"]:
        raise ValueError(f"{spelled} is no event of a general counter")
    high, fields["code"] = fields["code"] >> 8, fields["code"] & 0xff
    return high << 32 | sum(fields[f] << FIELDS[f][0] for f in FIELDS)


class Family:
    def __init__(self, data):
        self.name = re.sub("[^a-z0-9]", "_", data["name"])
        self.pmu = data.get("pmu")
        self.width = data.get("width")
        self.cpus = [(VENDORS[c["vendor"]], number(c["family"]),
                      number(c["model"]), number(c.get("to", c["model"])))
                     for c in data["cpus"]]
        self.events = {name.upper(): e for name, e in data["events"].items()}
        self.sets = [(s["name"], [config(self.events, e) for e in s["events"]])
                     for s in data.get("sets", [])]

    def print_cpus(self):
        print(f"\nstatic const struct named_cpu {self.name}_cpus[] "
              "__initconst = {")
        for vendor, family, model, last in self.cpus:
            print(f"\t{{ {vendor}, {family:#x}, {model:#x}, {last:#x} }},")
        print("};")

    def print_sets(self):
        print(f"\nstatic const struct tda_named_set {self.name}_sets[] "
              "__initconst = {")
        for name, configs in self.sets:
            if None in configs:
                print(f"\t/* {name}: an event has an extra register */")
                continue
            if len(configs) > MAX_EVENTS:
                raise ValueError(f"{self.name}: {name} has more than "
                                 f"{MAX_EVENTS} events")
            text = ", ".join(f"{c:#x}" for c in configs)
            print(f'\t{{ "{name}", {len(configs)}, {{')
            print(textwrap.fill(text, 64, initial_indent="\t\t",
                                subsequent_indent="\t\t", tabsize=8,
                                expand_tabs=False))
            print("\t} },")
        print("};")

    def row(self):
        pmu = f'"{self.pmu}"' if self.pmu else "NULL"
        return (f"\t{{ {self.name}_cpus, ARRAY_SIZE({self.name}_cpus),\n"
                f"\t  {pmu},\n"
                f"\t  {self.name}_sets, ARRAY_SIZE({self.name}_sets) }},")


LEVEL1_HEAD = """\
/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Written by scripts/sets.sh from user/families: do not edit. For
 * plain_cores_*.c only: what the set level1 of a family has.
 */
#ifndef _TDA_PMU_LEVEL1_H
#define _TDA_PMU_LEVEL1_H"""


def print_level1(family):
    """The members of a struct tda_plain_core that the family's data has."""
    configs = dict(family.sets)["level1"]
    name = family.name.upper() + "_LEVEL1"
    lines = [f"#define {name}", f"\t.width\t\t= {family.width},",
             f"\t.nr_events\t= {len(configs)},",
             "\t.events\t\t= { "
             + ", ".join(f"{c:#x}" for c in configs) + " }"]
    print()
    print("\n".join(pad(line) for line in lines[:-1]))
    print(lines[-1])


def pad(line):
    """With the backslash behind it where those of the others are."""
    while len(line.expandtabs(8)) < 72:
        line += "\t"
    return line + "\\"


def main():
    families = [Family(f) for f in family_data.cpus() if f.get("sets")]
    if "--level1" in sys.argv:
        print(LEVEL1_HEAD)
        for family in families:
            if family.width and "level1" in dict(family.sets):
                print_level1(family)
        print("\n#endif /* _TDA_PMU_LEVEL1_H */")
        return
    print(HEAD)
    for family in families:
        family.print_cpus()
        family.print_sets()
    print("\nstatic const struct family families[] __initconst = {")
    for family in families:
        print(family.row())
    print("};")


main()
