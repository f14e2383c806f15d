#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""A machine whose tasks come and go, as a recording for tdacct top.

usage: lively.py [--threads NUMBER] [--readings NUMBER] [--waiting] [--view VIEW]
                 RECORDING FILE

FILE gets answers to all that tdacct top asks in NUMBER readings of each view, or
of VIEW only. The machine is that of RECORDING, with two CPUs. TASKS says how many
slots each task is charged between two readings, so that all numbers on the screen
can be computed by hand. --threads adds NUMBER threads that sleep. With --waiting,
CPU 1 does not count.
"""
import argparse
import struct

STATE, REASON, ID, TID, PID, COMM, BORN, FLAGS = 8, 9, 12, 13, 14, 15, 16, 17
CPU_NS, LOST_NS, GENERATION, NR_THREADS, NR_EXITED = 19, 20, 21, 23, 24
CPU, COUNTS, BEFORE, LIVE, EXITED, IDLE, UNTRACKED, AFTER = range(25, 33)
STATS, CHILDREN, CHILDREN_NR, CHILDREN_NS, CGROUP, PARENT = 33, 34, 35, 36, 38, 39
PATH, CGROUP_FLAGS, OWN, KIND, SEQ, MISSED, CHILDREN_LOST = 40, 41, 42, 44, 45, 46, 47

MILLION = 1000000
VIEWS = "process", "thread", "cgroup", "cpu"

# name, pid, cgroup, millions of slots, and what percentage of them was retiring,
# bad speculation, frontend bound, backend bound
TASKS = [
    ("retirer", 101, 3, 400, 90, 2, 4, 4),
    ("guesser", 102, 3, 300, 30, 50, 15, 5),
    ("fetcher", 103, 4, 200, 25, 5, 60, 10),
    ("loader", 104, 4, 1000, 15, 1, 4, 80),
    ("sleeper", 105, 2, 0, 0, 0, 0, 0),
]
# It is in the first reading only, and so is its cgroup. Notices before the second
# one tell their ends.
LEAVER = ("leaver", 106, 5, 50, 25, 25, 25, 25)
# From the second reading on.
COMER = ("newcomer", 107, 2, 40, 40, 10, 10, 40)
GROUPS = [(1, 0, "/"), (2, 1, "/system.slice"), (3, 1, "/user.slice"),
          (4, 3, "/user.slice/app"), (5, 2, "/system.slice/brief")]
BRIEF = 5
IDLE_TASK = ("idle", 0, 0, 500, 25, 25, 25, 25)
NOBODY = ("nobody", 0, 0, 10, 25, 25, 25, 25)
NOTHING = ("nothing", 0, 0, 0, 0, 0, 0, 0)


def attribute(number, data):
    return (struct.pack("<HH", 4 + len(data), number) + data
            + bytes(-len(data) % 4))


def u32(number, value):
    return attribute(number, struct.pack("<I", value))


def u64(number, value):
    return attribute(number, struct.pack("<Q", value))


def text(number, value):
    return attribute(number, value.encode() + b"\0")


def values(task, times):
    """All counts of a task after it was charged so many times."""
    slots = task[3] * MILLION * times
    parts = [slots * percent // 100 for percent in task[4:]]
    retiring, speculation, frontend, backend = parts
    return [slots, *parts, retiring // 4, speculation // 2, frontend * 3 // 4,
            backend * 3 // 4, retiring, slots // 6]


def total(*of):
    """The sum of several tasks, each with how often it was charged."""
    return [sum(column) for column in zip(*(values(*one) for one in of))]


def counts(number, of):
    return attribute(number, attribute(6, struct.pack(f"<{len(of)}Q", *of))
                     + u64(3, of[0] // MILLION) + u64(4, 0) + u64(5, 0))


def person(task, of, kind):
    """A process, or its only thread, which has the same number."""
    name, pid, cgroup = task[:3]
    said = u64(ID, 2 * pid + (kind == "thread"))
    if kind == "thread":
        said += u32(TID, pid)
    said += (u32(PID, pid) + text(COMM, name) + u64(BORN, pid * MILLION)
             + u64(CPU_NS, of[0] // 6) + u64(LOST_NS, 0))
    if kind == "thread":
        return said + u32(FLAGS, 0) + u64(CGROUP, cgroup) + counts(COUNTS, of)
    return (said + u64(NR_THREADS, 1) + u64(NR_EXITED, 0)
            + counts(COUNTS, of) + counts(CHILDREN, values(NOTHING, 0))
            + u64(CHILDREN_NR, 0) + u64(CHILDREN_NS, 0)
            + u64(CHILDREN_LOST, 0))


def alive(reading):
    """The tasks at a reading, and how often each was charged."""
    there = [(task, reading + 1) for task in TASKS]
    return there + [(LEAVER, 1) if reading == 0 else (COMER, reading)]


def gone(reading):
    return (LEAVER, 2 if reading else 0)


def lines_of(question, answers):
    return ([f"ask {question}"] + ["say " + a.hex() for a in answers]
            + ["end 0"])


def people(kind, reading, sleepers):
    said = [person(task, values(task, times), kind)
            for task, times in alive(reading)]
    said += [person((f"sleeper{n % 97}", 1000 + n, 2, 1, 25, 25, 25, 25),
                    values(NOBODY, 1), kind) for n in range(sleepers)]
    return lines_of(f"GET_{kind.upper()} dump",
                    [s + u64(GENERATION, reading + 1) for s in said])


def is_in(cgroup, group):
    while cgroup not in (0, group):
        cgroup = GROUPS[cgroup - 1][1]
    return cgroup == group


def group_at(task, reading):
    """Its cgroup; what was charged in one that was removed is its parent's."""
    removed = task[2] == BRIEF and reading > 0
    return GROUPS[BRIEF - 1][1] if removed else task[2]


def cgroups(reading):
    said = []
    for group, parent, path in GROUPS:
        if group == BRIEF and reading > 0:
            continue
        there = [one for one in [*alive(reading), gone(reading)]
                 if is_in(one[0][2], group)]
        own = [one for one in there if group_at(one[0], reading) == group]
        of = total(*there)
        own = total(*own) if own else values(NOTHING, 0)
        said.append(u64(CGROUP, group) + (u64(PARENT, parent) if parent else b"")
                    + text(PATH, path) + u32(CGROUP_FLAGS, 0)
                    + u64(CPU_NS, of[0] // 6) + u64(LOST_NS, 0)
                    + u64(NR_THREADS, len(there)) + u64(NR_EXITED, 0)
                    + counts(COUNTS, of) + counts(OWN, own))
    return lines_of("GET_CGROUP dump", said)


def system(reading):
    return total(*alive(reading), gone(reading), (IDLE_TASK, reading + 1),
                 (NOBODY, reading + 1))


def totals(reading):
    of = system(reading)
    return lines_of("GET_TOTALS do", [
        counts(BEFORE, of) + counts(LIVE, total(*alive(reading)))
        + counts(EXITED, values(*gone(reading)))
        + counts(IDLE, values(IDLE_TASK, reading + 1))
        + counts(UNTRACKED, values(NOBODY, reading + 1)) + counts(AFTER, of)])


def cpus(reading, waiting):
    said = []
    for cpu, percent in (0, 40), (1, 60):
        of = [value * percent // 100 for value in system(reading)]
        nothing = counts(IDLE, values(NOTHING, 0)), counts(UNTRACKED, values(NOTHING, 0))
        said.append(u32(CPU, cpu) + u32(STATE, 2 if waiting and cpu else 0)
                    + (text(REASON, "slots is held by another program")
                       if waiting and cpu else b"")
                    + u64(CPU_NS, of[0] // 6) + u64(LOST_NS, 0)
                    + counts(COUNTS, of) + b"".join(nothing)
                    + attribute(STATS, b""))
    return lines_of("GET_CPU dump", said)


def notice(seq, kind, told):
    return "hear " + (u32(KIND, kind) + u64(SEQ, seq) + u64(MISSED, 0)
                      + told).hex()


def end_of_cgroup():
    group, parent, path = GROUPS[BRIEF - 1]
    of = values(LEAVER, 2)
    return (u64(CGROUP, group) + u64(PARENT, parent) + text(PATH, path)
            + u64(CPU_NS, of[0] // 6) + u64(LOST_NS, 0) + u64(NR_EXITED, 1)
            + counts(COUNTS, of))


def notices(view):
    """Of the end of the one that leaves and, among cgroups, of its cgroup."""
    thread = view == "thread"
    end = [notice(1, 0 if thread else 1,
                  person(LEAVER, values(LEAVER, 2),
                         "thread" if thread else "process"))]
    if view == "cgroup":
        end.append(notice(2, 2, end_of_cgroup()))
    return end


def info(source, waiting):
    at = source.index("ask GET_INFO do")
    said = source[at + 1]
    if waiting:
        said = said.replace("0800080000000000", "0800080002000000")
    return [source[at], said, source[at + 2]]


def recording(o, source):
    told = info(source, o.waiting)
    lines = [source[0], *told]
    for view in [o.view] if o.view else VIEWS:
        lines += ["ask SUBSCRIBE do", "end 0"]
        for reading in range(o.readings):
            lines += told
            if view == "cpu" or o.waiting:
                lines += cpus(reading, o.waiting)
            if view == "cgroup":
                lines += cgroups(reading)
            lines += people("thread" if view == "thread" else "process",
                            reading, o.threads)
            lines += totals(reading)
            if reading == 1:
                lines += notices(view)
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--readings", type=int, default=4)
    parser.add_argument("--waiting", action="store_true")
    parser.add_argument("--view", choices=VIEWS)
    parser.add_argument("recording")
    parser.add_argument("file")
    o = parser.parse_args()
    with open(o.recording, encoding="ascii") as f:
        source = f.read().split("\n")
    with open(o.file, "w", encoding="ascii") as to:
        print(*recording(o, source), sep="\n", file=to)


main()
