#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The longest stretches in which a CPU could do nothing else.

usage: stretch.py check FILE      rows, as the suites print them
       stretch.py document FILE   a table for Documentation/

FILE has the lines that the guest of tests/stretch printed: "stretch COUNT
without|with STEP IRQS-OFF NO-ROOM", the latter two in instructions.
"""
import sys

# What the module may add to the kernel's own stretch, however many threads or
# cgroups there are: with interrupts off, and without a pause.
LIMIT = (100_000, 400_000)

# What a reader sees of each step. The kernel itself inserts a module without a
# pause, so that step has a limit of its own.
STEPS = {
    "load": ("loading the module", (100_000, 2_500_000)),
    "nothing": ("nothing happens", LIMIT),
    "list-threads": ("``list --threads``", LIMIT),
    "list-processes": ("``list``", LIMIT),
    "show-process": ("``show --pid`` of that process", LIMIT),
    "check": ("``check``", LIMIT),
    "move": ("that process is moved to another cgroup", LIMIT),
    "exit": ("that process ends", LIMIT),
    "list-cgroups": ("``list --cgroups``", LIMIT),
    "end-cgroups": ("these cgroups are removed", LIMIT),
    "unload": ("removing the module", LIMIT),
}


def read(path):
    """{(count, module, step): (irqs off, no room)}"""
    found = {}
    with open(path, encoding="ascii") as f:
        for words in map(str.split, f):
            if words and words[0] == "stretch":
                found[int(words[1]), words[2], words[3]] = (int(words[4]),
                                                            int(words[5]))
    return found


def counts(found):
    return sorted({count for count, _, _ in found})


def check(found):
    bad = 0
    for count in counts(found):
        for step, (_, limits) in STEPS.items():
            got = found.get((count, "with", step))
            own = found.get((count, "without", step), (0, 0))
            for i, what in enumerate(("interrupts off", "no pause")):
                name = f"{count:,}: {step}: {what}"
                holds = got is not None and got[i] <= own[i] + limits[i]
                if not holds:
                    bad += 1
                    print(f"at most {own[i]:,} + {limits[i]:,}, got",
                          f"{got[i]:,}" if got else "nothing")
                print("ok - " if holds else "not ok - ", name, sep="")
    if not found:
        print("not ok - something was measured")
    return bad > 0 or not found


def cell(found, count, module, step, i):
    got = found.get((count, module, step))
    return f"{got[i]:,}" if got else "-"


def table(found, i):
    columns = [(count, module) for module in ("without", "with")
               for count in counts(found)]
    head = ["longest stretch while"] + [f"{module} it, {count:,}"
                                        for count, module in columns]
    rows = [[name] + [cell(found, count, module, step, i)
                      for count, module in columns]
            for step, (name, _) in STEPS.items()]
    widths = [max(len(row[k]) for row in [head] + rows)
              for k in range(len(head))]
    rule = "  ".join("=" * w for w in widths)
    lines = [rule, "  ".join(c.ljust(w) for c, w in zip(head, widths)), rule]
    lines += ["  ".join([row[0].ljust(widths[0])] +
                        [c.rjust(w) for c, w in zip(row[1:], widths[1:])])
              for row in rows]
    return "\n".join(line.rstrip() for line in lines + [rule])


def document(found):
    print(".. SPDX-License-Identifier: GPL-2.0")
    print(".. Written by tests/stretch/run: do not edit.\n")
    print("With interrupts off, in instructions::\n")
    print("\n".join("  " + line for line in table(found, 0).split("\n")))
    print("\nWithout a pause in which another task could run::\n")
    print("\n".join("  " + line for line in table(found, 1).split("\n")))
    return 0


def main():
    commands = {"check": check, "document": document}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](read(sys.argv[2])))


main()
