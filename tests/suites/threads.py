#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Many threads for a list, without a machine that has so many.

usage: threads.py record NUMBER RECORDING FILE
       threads.py memory COMMAND...

"record" writes a recording with NUMBER threads, of the machine of RECORDING,
that answers a list twice. "memory" prints how many KiB the command had at
most; what it prints is dropped.
"""
import random
import resource
import struct
import subprocess
import sys

COUNTS, GENERATION = 26, 21


def attribute(number, data):
    return (struct.pack("<HH", 4 + len(data), number) + data
            + bytes(-len(data) % 4))


def u32(number, value):
    return attribute(number, struct.pack("<I", value))


def u64(number, value):
    return attribute(number, struct.pack("<Q", value))


def thread(i, ran):
    """As the module describes it, with values of its own."""
    chance = random.Random(i)
    slots = chance.randrange(1 << 40) + ran
    parts = [slots // 4 + chance.randrange(slots // 20 + 1) for _ in range(4)]
    values = [slots, *parts, *(p // 3 for p in parts), slots // 5, slots // 6]
    counts = (attribute(6, struct.pack("<%dQ" % len(values), *values))
              + u64(3, i) + u64(4, 0) + u64(5, slots // 9))
    return (u64(12, 3 * i + 1) + u32(13, i + 100) + u32(14, i // 50 + 100)
            + attribute(15, b"worker%d\0" % (i % 97)) + u64(16, i)
            + u32(17, 0) + u64(19, slots // 3) + u64(20, 0) + u64(38, 1)
            + attribute(COUNTS, counts) + u64(GENERATION, 7))


def record(number, source, path):
    with open(source, encoding="ascii") as f:
        lines = f.read().split("\n")
    info = lines.index("ask GET_INFO do")
    with open(path, "w", encoding="ascii") as to:
        print(lines[0], *lines[info:info + 3], sep="\n", file=to)
        for ran in 0, 1000:
            print("ask GET_THREAD dump", file=to)
            for i in range(number):
                print("say", thread(i, ran).hex(), file=to)
            print("end 0", file=to)


def memory(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def main():
    if sys.argv[1] == "record":
        record(int(sys.argv[2]), sys.argv[3], sys.argv[4])
    else:
        memory(sys.argv[2:])


main()
