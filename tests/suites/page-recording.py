#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
page-recording.py FOLDER: a machine to look at. FOLDER/serve.rec and FOLDER/record.rec are recordings of
it, as of tdacct --record, for these two commands; FOLDER/root/proc says in which cgroup each
process is. Sums are right: a cgroup has what its processes did, and the
totals have all.
"""
import re
import struct
import sys
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[2]
HEADER = (TOP / "include/uapi/linux/tdacct.h").read_text()
READINGS, SECOND = 8, 10**9

# slots of a reading in millions, and what becomes of 1,000 of them: retiring, bad_speculation,
# frontend_bound, backend_bound; of these: heavy_operations, branch_mispredicts,
# fetch_latency, memory_bound.
COMPUTE = (2600, (720, 60, 120, 100), (90, 50, 70, 40))
GUESS = (1500, (310, 420, 170, 100), (40, 400, 110, 50))
FETCH = (1300, (280, 60, 550, 110), (30, 50, 430, 60))
MEMORY = (3900, (160, 20, 50, 770), (10, 15, 30, 690))
LITTLE = (9, (250, 250, 250, 250), (50, 100, 100, 100))
PROCESSES = [
    (41, "postgres", "/system.slice/postgresql@16-main.service", MEMORY),
    (42, "postgres", "/system.slice/postgresql@16-main.service", FETCH),
    (43, "nginx", "/system.slice/nginx.service", FETCH),
    (44, "php-fpm8.2", "/system.slice/php8.2-fpm.service", GUESS),
    (45, "cc1plus", "/user.slice/user-1000.slice/session-3.scope", COMPUTE),
    (46, "ld", "/user.slice/user-1000.slice/session-3.scope", MEMORY),
    (47, "<img src=x onerror=name='bad'>", "/user.slice/user-1000.slice/<b>bold&amp;.scope", GUESS),
    (48, "java", "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod7c1f9e1e_5b9d_4f5c_9d5f_c0ffee000001.slice/cri-containerd-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope", MEMORY),
    (49, "kworker/u8:3", "/", LITTLE),
    (50, "</script><i>", "/system.slice/workers.service", LITTLE),
    (1, "systemd", "/init.scope", LITTLE),
] + [(100 + i, f"worker-{i:02}", "/system.slice/workers.service", LITTLE) for i in range(30)]


@cache
def number_of(name):
    """Of an attribute, by its place in its enumeration."""
    for body in re.findall(r"enum \w+ \{(.*?)\n\};", HEADER, re.S):
        names = re.findall(r"^\t(\w+)[,\s]", re.sub(r"/\*.*?\*/", "", body, flags=re.S), re.M)
        if name in names:
            return names.index(name)
    raise KeyError(name)


def attribute(name, value, nested=False):
    kind = number_of("TDACCT_" + name) if isinstance(name, str) else name
    if isinstance(value, str):
        value = value.encode() + b"\0"
    text = struct.pack("<HH", 4 + len(value), kind | 0x8000 * nested) + value
    return text + b"\0" * (-len(text) % 4)


def wide(number):
    return struct.pack("<Q", number & 2**64 - 1)


def counts(name, values):
    """The last three are switches, unclassified and blur."""
    body = b"".join(attribute(i + 1, wide(v)) for i, v in enumerate(values[:-3]))
    body = attribute("COUNTS_A_VALUES", body, True)
    for each, value in zip(("SWITCHES", "UNCLASSIFIED", "BLUR"), values[-3:]):
        body += attribute("COUNTS_A_" + each, wide(value))
    return attribute(name, body, True)


def counted(of, readings):
    """The 11 values of the fixture's module, and the three others, after so many readings."""
    slots = of[0] * 10**6 * readings
    classes = [slots * part // 1000 for part in of[1]]
    parts = [slots * part // 1000 for part in of[2]]
    slots += slots // 500          # unclassified
    return [slots, *classes, *parts, sum(classes) * (2 + of[1][0] // 200) // 10, slots // 6,
            40 * readings, slots - sum(classes), len(classes) * readings]


def total(rows):
    return [sum(column) for column in zip(*rows)] if rows else [0] * 14


def times(cpu_ns):
    return attribute("A_CPU_NS", wide(cpu_ns)) + attribute("A_LOST_NS", wide(cpu_ns // 200))


def cpu_ns(of, readings):
    return of[0] * 10**6 * readings // 20


def paths():
    found = {"/"}
    for *_, path, _ in PROCESSES:
        parts = path.split("/")
        found |= {"/".join(parts[:n]) for n in range(2, len(parts) + 1)} - {"/"}
    return sorted(found)


def reading(number, kind, totals):
    """Which totals are read once or around a list."""
    cgroups = paths()
    done = {pid: counted(of, number) for pid, _, _, of in PROCESSES}
    lines = []

    def ask(what, *said):
        lines.extend((f"at {100 + 5 * number}", f"ask {what}"))
        lines.extend("say " + s.hex() for s in said)
        lines.append("end 0")

    idle, lost, none = counted((900, *GUESS[1:]), number), counted(LITTLE, number), [0] * 14
    alive = total(list(done.values()))
    everything = total([alive, idle, lost])
    tasks = []
    for pid, comm, path, of in PROCESSES:
        whose = attribute("A_ID", wide(pid)) + attribute("A_PID", struct.pack("<I", pid)) + \
            attribute("A_COMM", comm) + attribute("A_BORN_NS", wide(pid)) + \
            times(cpu_ns(of, number)) + counts("A_COUNTS", done[pid])
        tasks.append((whose, attribute("A_TID", struct.pack("<I", pid)) +
                      attribute("A_CGROUP", wide(1 + cgroups.index(path)))))
    whole = b"".join((
        counts("A_BEFORE", everything), counts("A_LIVE", alive), counts("A_EXITED", none),
        counts("A_IDLE", idle), counts("A_UNTRACKED", lost), counts("A_AFTER", everything)))
    if totals == 2:
        ask("GET_TOTALS do", whole)
    ask(f"GET_{kind} dump", *(t[0] + (t[1] if kind == "THREAD" else b"") for t in tasks))
    rows = []
    for i, path in enumerate(cgroups):
        below = [p for p in PROCESSES if p[2] == path or path == "/" or p[2].startswith(path + "/")]
        rows.append(attribute("A_CGROUP", wide(1 + i)) + attribute("A_CGROUP_PATH", path) +
                    times(sum(cpu_ns(p[3], number) for p in below)) +
                    counts("A_COUNTS", total([done[p[0]] for p in below])) +
                    counts("A_OWN", total([done[p[0]] for p in below if p[2] == path])))
    ask("GET_CGROUP dump", *rows)
    ask("GET_TOTALS do", whole)
    ask("GET_CPU dump", attribute("A_CPU", struct.pack("<I", 0)) +
        attribute("A_STATE", struct.pack("<I", 0)) + times(5 * SECOND * number) +
        counts("A_COUNTS", everything))
    return lines


def main():
    folder = Path(sys.argv[1])
    info = (TOP / "tests/fixtures/serve.rec").read_text().split("\nend 0")[0]
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind, totals in ("serve", "PROCESS", 1), ("record", "THREAD", 2):
        lines = [info, "end 0", "ask SUBSCRIBE do", "end 0"]
        for number in range(1, READINGS + 1):
            lines += reading(number, kind, totals)
        (folder / f"{name}.rec").write_text("\n".join(lines) + "\n")
    kernel = folder / "root/proc/sys/kernel"
    (kernel / "random").mkdir(parents=True, exist_ok=True)
    (kernel / "hostname").write_text("db-3.example.net\n")
    (kernel / "random/boot_id").write_text("01234567-89ab-cdef-0123-456789abcdef\n")
    for pid, comm, path, _ in PROCESSES:
        process = folder / "root/proc" / str(pid)
        process.mkdir(exist_ok=True)
        (process / "cgroup").write_text(f"0::{path}\n")
        (process / "cmdline").write_text(comm + "\0")
        (process / "status").write_text("PPid:\t1\nUid:\t0\t0\t0\t0\n")


main()
