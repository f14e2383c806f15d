#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The longest stretches in which a CPU could do nothing else.

usage: stretch.py check FILE      rows, as the suites print them
       stretch.py document FILE TEXT...  put the tables into these texts, where
                                  they have marks for them

FILE has the lines that the guest of tests/stretch printed: "stretch COUNT
without|with STEP IRQS-OFF NO-ROOM", the latter two in instructions.
"""
import sys

# What the module may add to the kernel's own stretch, however many threads or
# cgroups there are: with interrupts off, and without a pause.
LIMIT = (50_000, 200_000)

# And a part of the kernel's own: that varies by what was there before.
PART = 20

# What a reader sees of each step.
STEPS = {
    "nothing": "nothing happens",
    "memory": "a program gives 64 MB of memory back",
    "load": "loading the module",
    "list-threads": "``list --threads``",
    "list-processes": "``list``",
    "list-cgroups": "``list --cgroups``",
    "show-process": "``show --pid`` of that process",
    "check": "``check``",
    "move": "that process moves to another cgroup",
    "exit": "that process ends",
    "watch": "the same, and somebody watches",
    "end-cgroups": "these cgroups are removed",
    "end-nested": "a chain of nested forks ends",
    "unload": "removing the module",
}


# Steps in which nobody gives memory back: what grows in others and not in these is
# that. They are compared with the kernel at rest, and are not in the tables.
KEEPS = ("list-asked",)


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


def kernel_itself(found, count, step, i):
    """Pages are given back in heaps, whoever has had them.

    With interrupts off there is no pause, even if none was asked for then.
    """
    step = "exit" if step == "watch" else step
    steps = ("nothing",) if step in KEEPS else (step, "memory")
    return max(max(found.get((count, "without", s), (0, 0))[:i + 1])
               for s in steps)


def holds(found, count, step, i):
    own = kernel_itself(found, count, step, i)
    most = own + own // PART + LIMIT[i]
    got = found.get((count, "with", step), (None, None))[i]
    if got is not None and got <= most:
        return True
    print(f"at most {most:,}, got", "nothing" if got is None else f"{got:,}")
    return False


def check(found):
    bad = not found
    if bad:
        print("not ok - something was measured")
    for count in counts(found):
        for step in (*STEPS, *KEEPS):
            for i, what in enumerate(("interrupts off", "no pause")):
                good = holds(found, count, step, i)
                bad = bad or not good
                print("ok - " if good else "not ok - ",
                      f"{count:,}: {step}: {what}", sep="")
    return bad


def cell(found, count, module, step, i):
    got = found.get((count, module, step))
    return f"{got[i] / 1000:,.0f}" if got else "-"


def table(found, i):
    """The second line of the head belongs to the cells above it."""
    columns = [(count, module) for count in counts(found)
               for module in ("without", "with")]
    head = [["what is done meanwhile"] + [module for _, module in columns],
            [""] + [f"{count:,}" for count, _ in columns]]
    rows = [[name] + [cell(found, count, module, step, i)
                      for count, module in columns]
            for step, name in STEPS.items()]
    widths = [max(len(row[k]) for row in head + rows)
              for k in range(len(head[0]))]
    rule = "  ".join("=" * w for w in widths)
    # Cells of two lines begin in one column, or they are no text for docutils.
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip()
             for row in head]
    lines += [row[0].ljust(widths[0]) + "".join(
        "  " + c.rjust(w) for c, w in zip(row[1:], widths[1:]))
              for row in rows]
    return "\n".join([rule] + lines[:2] + [rule] + lines[2:] + [rule])


def put(text, i, new):
    """What stands between the marks of table @i becomes @new."""
    name = ("interrupts off", "no pause")[i]
    begin, end = f".. stretch: {name}\n", ".. stretch: end\n"
    head, rest = text.split(begin, 1)
    return head + begin + "\n" + new + "\n\n" + end + rest.split(end, 1)[1]


def document(found, *paths):
    for path in paths:
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for i in range(2):
            text = put(text, i, table(found, i))
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    commands = {"check": check, "document": document}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](read(sys.argv[2]), *sys.argv[3:]))


main()
