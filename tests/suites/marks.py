#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare what perf counted of markers with what these are worth.

usage: marks.py CPU MARKERS
       marks.py CPU MARKERS load
       marks.py CPU

Reads what "perf stat -x," said of events in user mode while a program executed
markers of all classes: MARKERS of class 00, and of each class twice as many as of the
one before. So a sum tells which classes are in it. "load" prints the classes and
counts, as tdload takes them; without MARKERS the groups of events are printed, a line
each.

All that is executed besides are ordinary instructions, each of which is a slot that
retires, one of fetch bandwidth and one of fetch latency. So slots are exact; cycles
and events that cost ten of them may be off by the part that was left of the last
one.
"""
from fractions import Fraction
import re
import sys

# Of what perf may make of a name: cpu_core/name/u, name:u.
NAME = re.compile(r"(?:\w+/)?(\w*)")

ALL = {*range(0x10)}
RETIRED, WASTED = {0x00, 0x04}, {0x01, 0x05}
FETCH, NOTHING = {0x02, 0x06, 0x0E}, {0x06, 0x0E}
LOADS, STORE = {*range(0x07, 0x0D)}, {0x0D}
BACKEND = {0x03} | LOADS | STORE
INSTRUCTION = {0x00, 0x02, 0x06}

# Per event: its config, and slots of these classes, by so many cycles' worth.
SLOTS, CYCLES, FLUSHES = 0, 1, 10
# When the task leaves the CPU perf stops the counters, and a part of an event that has
# begun is forgotten. The markers of the rarest class are fifty events at least.
LOST = 8
ZEN = {
    "cycles": (0x76, ALL, CYCLES),
    "fills": (0x4843, {0x0B, 0x0C}, FLUSHES),
    "mispredicts": (0xC3, {0x05}, FLUSHES),
}
EARLY = {
    **ZEN,
    "resyncs": (0xC7, {0x01}, FLUSHES),
    "retired": (0xC1, RETIRED, SLOTS),
    "queue_empty": (0xA9, NOTHING, CYCLES),
    "load_queue": (0x2AE, LOADS, CYCLES),
    "store_queue": (0x4AE, STORE, CYCLES),
    "retire_queue": (0x20AF, {0x03}, CYCLES),
}
LATE = {
    **ZEN,
    "retired": (0xC1, RETIRED, SLOTS),
    "dispatched": (0x7AA, RETIRED | WASTED, SLOTS),
    "no_ops": (0x1000001A0, FETCH, SLOTS),
    "backend": (0x100001EA0, BACKEND, SLOTS),
    "contention": (0x1000060A0, {0x0F}, SLOTS),
    "microcode": (0x1000000C2, {0x04}, SLOTS),
    "not_complete": (0x2D6, BACKEND, CYCLES),
    "load_not_complete": (0xA2D6, LOADS, CYCLES),
}


def neoverse(frontend, backend):
    """Events of a core where a mispredict stalls the ends for so many cycles."""
    of_10 = Fraction(1, 10)
    fetch = {**dict.fromkeys(FETCH, 1), 0x05: frontend * of_10}
    back = {**dict.fromkeys(BACKEND | {0x0F}, 1), 0x05: backend * of_10}
    spec = {0x00: 1, 0x01: 1, 0x04: 1,
            0x05: 1 - (frontend + backend) * of_10}
    return {
        "cycles": (0x11, ALL, CYCLES),
        "mispredicts": (0x10, {0x05}, FLUSHES),
        "refills": (0x17, {0x0A, 0x0B, 0x0C}, FLUSHES),
        "walks": (0x34, {0x0F}, FLUSHES),
        "stall_frontend": (0x23, fetch, CYCLES),
        "stall_backend": (0x24, back, CYCLES),
    }, {
        "op_retired": (0x3A, RETIRED, SLOTS),
        "op_spec": (0x3B, spec, SLOTS),
        "stall_slot_backend": (0x3D, back, SLOTS),
        "stall_slot_frontend": (0x3E, fetch, SLOTS),
        "stall_slot": (0x3F, {**fetch, **back,
                              0x05: (frontend + backend) * of_10}, SLOTS),
        "stall_backend_mem": (0x4005, {*range(0x09, 0x0D)}, CYCLES),
    }


FLUSH = {0x05: Fraction(4, 10)}
N3 = {
    "frontend_membound": (0x8158, NOTHING, CYCLES),
    "frontend_l1i": (0x8159, {0x06}, CYCLES),
    "frontend_mem": (0x815B, {0x0E: Fraction(6, 10)}, CYCLES),
    "frontend_tlb": (0x815C, {0x0E: Fraction(4, 10)}, CYCLES),
    "frontend_cpubound": (0x8160, {0x02: 1, **FLUSH}, CYCLES),
    "frontend_flow": (0x8161, {0x02}, CYCLES),
    "frontend_flush": (0x8162, FLUSH, CYCLES),
    "backend_membound": (0x8164, {*range(0x07, 0x0E), 0x0F}, CYCLES),
    "backend_l1d": (0x8165, {0x08}, CYCLES),
    "backend_tlb": (0x8167, {0x0F}, CYCLES),
    "backend_st": (0x8168, {0x0D}, CYCLES),
    "backend_cpubound": (0x816A, {0x03}, CYCLES),
}


def arm(width, frontend, backend, slots=True, more=None):
    """A row of the table below. Kernels may have a number behind the name."""
    cycles, of_slots = neoverse(frontend, backend)
    events = {**cycles, **(of_slots if slots else {}), **(more or {})}
    return (width, 16, "armv8_pmuv3", 6, events)


# CPU: its slots a cycle, its classes, perf's PMU, counters, and events.
CPUS = {
    "neoverse-n1": arm(4, 0, 0, slots=False),
    "neoverse-n2": arm(5, 1, 3),
    "neoverse-n3": arm(5, 4, 0, more=N3),
    "neoverse-v1": arm(8, 4, 0),
    "neoverse-v2": arm(8, 1, 3),
    "zen2": (6, 16, "cpu", 6, {
        **EARLY, "dispatched": (0xFFAA, RETIRED | WASTED, SLOTS)}),
    "zen3": (6, 16, "cpu", 6, {
        **EARLY, "dispatched": (0xCAB, RETIRED | WASTED, SLOTS)}),
    "zen4": (6, 16, "cpu", 6, {
        **LATE, "resyncs": (0x96, {0x01}, FLUSHES),
        "no_ops_at_all": (0x1060001A0, NOTHING, CYCLES)}),
    "zen5": (8, 16, "cpu", 6, {
        **LATE, "resyncs": (0x19F, {0x01}, FLUSHES),
        "no_ops_at_all": (0x1080001A0, NOTHING, CYCLES)}),
    "alderlake_p": (6, 15, "cpu_core", 8, {
        "cycles": (0x3C, ALL, CYCLES),
        "retired": (0x2C2, RETIRED, SLOTS),
        "heavy": (0x1C2, {0x04}, SLOTS),
        "backend": (0x2A4, BACKEND, SLOTS),
        "no_ops": (0x19C, FETCH, SLOTS)}),
    "alderlake_e": (5, 15, "cpu_atom", 6, {
        "cycles": (0x3C, ALL, CYCLES),
        "retired": (0xC2, RETIRED, SLOTS),
        "wasted": (0x73, WASTED, SLOTS),
        "no_ops": (0x71, FETCH, SLOTS),
        "backend": (0x74, BACKEND, SLOTS)}),
}


def groups(cpu):
    """Events for perf stat -e, each group with the instructions."""
    _, _, pmu, counters, events = CPUS[cpu]
    names = list(events)
    for i in range(0, len(names), counters - 1):
        group = [("instructions", 0x08 if "armv8" in pmu else 0xC0)]
        group += [(n, events[n][0]) for n in names[i:i + counters - 1]]
        print("{%s}" % ",".join(
            f"{pmu}/config={config:#x},name={name}/u"
            for name, config in group))


def load(classes, markers):
    """Of how many markers of which class the load is."""
    print(" ".join(f"{c:02x} {markers << c}" for c in range(classes)))


def read():
    """By event: the count, and the instructions beside it."""
    counts, insns = {}, 0
    for line in sys.stdin:
        fields = line.strip().split(",")
        if len(fields) > 3:
            name = NAME.match(fields[2])[1]
            value = int(fields[0]) if fields[0].isdigit() else None
            if name == "instructions":
                insns = value
            else:
                counts[name] = value, insns
    return counts


def named(classes):
    return " ".join(f"{c:02x}" for c in sorted(classes)) or "none"


def seen(slots, classes, width, markers):
    """The classes whose markers are so many slots."""
    times = slots // (100 * width * markers)
    return named(c for c in range(classes) if times >> c & 1)


def weight(event, of_class):
    """The part of a slot of this class that an event sees."""
    if isinstance(event[1], dict):
        return event[1].get(of_class, 0)
    return int(of_class in event[1])


def judge(event, counted, cpu, markers):
    """Why a count is wrong; None: it is right."""
    width, classes, *_ = CPUS[cpu]
    count, insns = counted
    if count is None or not insns:
        return "nothing was counted"
    of_insns = sum(weight(event, c) for c in INSTRUCTION) * insns
    slots = of_insns + 100 * width * sum(
        weight(event, c) * (markers << c) for c in range(classes))
    part = event[2] * width if event[2] != SLOTS else 1
    lost = LOST if event[2] != SLOTS else 0
    if slots // part - lost <= count <= -(-slots // part):
        return None
    return (f"{count}, must be {slots} / {part}: classes"
            f" {seen(count * part - of_insns, classes, width, markers)}, not"
            f" {named(c for c in range(classes) if weight(event, c))}")


def main():
    """A row an event."""
    cpu = sys.argv[1]
    _, classes, _, _, events = CPUS[cpu]
    if len(sys.argv) == 2:
        groups(cpu)
        return 0
    markers = int(sys.argv[2])
    if sys.argv[3:] == ["load"]:
        load(classes, markers)
        return 0
    counts = read()
    for name, event in events.items():
        wrong = judge(event, counts.get(name, (None, 0)), cpu, markers)
        if wrong:
            print(f"# {wrong}")
        print(f"{'not ' if wrong else ''}ok - {cpu}: perf counts {name} of"
              f" {classes} classes as they are")
    return 0


if __name__ == "__main__":
    sys.exit(main())
