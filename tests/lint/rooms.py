#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Does each include of a tree of sources go where its table lets it?

rooms.py TABLE <FILES	paths, a line each; what is no source is passed over

The table has the rooms from the bottom up:

	room NAME
		files PATTERN...	from the table's directory, such as pmu/*.c;
					without this line NAME/*
		uses ROOM...		rooms that it may include; all further up
		promises HEADER...	what others may include of it; without: all
		system PATTERN HEADER...  headers of no room, such as net/*, that
					only files of this PATTERN may include
		ring FILE...		these may need each other until somebody cuts it
		names FILE NOUN...	how names of FILE's externs may begin, too

A file is of the first room that has a pattern for it. Complained of are: a file
of no room; an include that finds no file; one of a room that is not used, or of
a header that is not promised; a promised header that includes one that is not;
NAME_private.h in a file that is neither NAME.c nor NAME_*.c;
a header that is for other files; files that need each other in a ring, by what they
include (a source and its header are one there) or by the functions that they call; and
what the table says without need. Where a table has such names: also an extern that
begins neither with its file's noun nor with its room's. Status 1 then. An include in angle brackets is looked
for from the table's directory, as compilers do that have it for -I; what is not
there is of no room.
"""
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

# What is no code: comments, texts, characters.
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'', re.S)
# A function that other files can call, in a style in which it begins its line.
EXTERN = re.compile(r"^(?!static\b|extern\b|typedef\b)[a-z_][\w\s*]*?\b(\w+)"
                    r"\([^;{}]*\)\s*(?:__\w+\([^)]*\)\s*)*\{", re.M)
INCLUDE = re.compile(r'\s*#\s*include\s+("([^"]+)"|<([^>]+)>)')


class Room:
    def __init__(self, name, where):
        self.name, self.where = name, where
        self.files, self.uses, self.promises = [], [], []
        self.system, self.rings, self.names = {}, [], {}
        self.used = set()

    def has(self, file):
        return any(fnmatch(file, p) for p in self.files or [self.name + "/*"])

    def reserve(self, words):
        """Headers for files of a pattern, and whether any includes them."""
        for header in words[1:]:
            self.system[header] = (words[0], [])

    def promises_file(self, file):
        return not self.promises or Path(file).name in self.promises


def read_table(path, complain):
    """The rooms by name, in the order of the table."""
    rooms, room = {}, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where, words = f"{path}:{number}", line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "room" and len(words) == 2:
            room = rooms[words[1]] = Room(words[1], where)
        elif room and words[0] in ("files", "uses", "promises"):
            getattr(room, words[0]).extend(words[1:])
        elif room and words[0] == "ring" and len(words) > 2:
            room.rings.append(set(words[1:]))
        elif room and words[0] == "system" and len(words) > 2:
            room.reserve(words[1:])
        elif room and words[0] == "names" and len(words) > 2:
            room.names[words[1]] = words[2:]
        else:
            complain(f"{where}: expected room, files, uses, promises, system, "
                     "ring or names")
    return rooms


def check_table(rooms, complain):
    """Arrows run down, to what stands before."""
    below = set()
    for room in rooms.values():
        for other in room.uses:
            if other not in below:
                complain(f"{room.where}: {room.name} uses {other}, which is "
                         "no room below it")
        below.add(room.name)


def room_of(rooms, file):
    return next((r for r in rooms.values() if r.has(file)), None)


def find_header(top, name, bases):
    """The file below top that is meant, or None."""
    for base in bases:
        meant = (base / name).resolve()
        if meant.is_file() and meant.is_relative_to(top):
            return str(meant.relative_to(top))
    return None


def includes(top, file):
    """(line, what it says, the file that is meant or None) of each."""
    for number, line in enumerate((top / file).read_text().splitlines(), 1):
        found = INCLUDE.match(line)
        if found and found[2]:
            bases = (top / file).parent, top
            yield number, found[1], find_header(top, found[2], bases)
        elif found:
            yield number, found[1], find_header(top, found[3], (top,))


def may_share(file, header):
    """Is @file one of those that have the private header @header among them?"""
    name = header.removesuffix("_private.h")
    return name == header or file in (header, name + ".c") or \
        file.startswith(name + "_") and file.endswith(".c")


def calls(top, files):
    """For each source, those that define functions which it names."""
    code = {f: NO_CODE.sub(" ", (top / f).read_text()) for f in files
            if f.endswith(".c")}
    homes = {}
    for file, text in code.items():
        for name in EXTERN.findall(text):
            homes.setdefault(name, set()).add(file)
    for file, text in code.items():
        for name in set(re.findall(r"(?<![.>])(?<!struct )\b[a-z_]\w+", text)):
            if len(homes.get(name, ())) == 1 and file not in homes[name]:
                yield file, *homes[name]


def judge(rooms, file, header):
    """What is wrong with an include, or None."""
    mine, other = room_of(rooms, file), room_of(rooms, header)
    if not may_share(file, header):
        return f"is private to {header.removesuffix('_private.h')}_*.c"
    if mine is other:
        if file.endswith(".h") and mine.promises and \
           mine.promises_file(file) and not mine.promises_file(header):
            return f"is private to {mine.name}, and this header is promised"
        return None
    mine.used.add(other.name)
    if other.name not in mine.uses:
        return f"is of {other.name}, which {mine.name} may not use"
    if not other.promises_file(header):
        return f"is private to {other.name}"
    return None


def judge_system(rooms, file, name):
    """The same of a header that is of no room."""
    wrong = None
    for room in rooms.values():
        for header, (pattern, users) in room.system.items():
            if not fnmatch(name, header):
                continue
            users.append(file)
            if not fnmatch(file, pattern):
                wrong = f"is for {pattern} only"
    return wrong


def find_ring(edges):
    """The names in a ring of them, from the first in the alphabet, or None."""
    done, path = set(), []

    def turned(ring):
        first = ring.index(min(ring))
        return ring[first:] + ring[:first + 1]

    def walk(name):
        if name in path:
            return turned(path[path.index(name):])
        if name in done:
            return None
        done.add(name)
        path.append(name)
        for other in sorted(edges.get(name, ())):
            ring = walk(other)
            if ring:
                return ring
        path.pop()
        return None

    return next(filter(None, map(walk, sorted(edges))), None)


def check_promises(rooms, files, complain):
    for room in rooms.values():
        names = {Path(f).name for f in files if room_of(rooms, f) is room}
        for header in room.promises:
            if header not in names:
                complain(f"{room.where}: {room.name} has no {header}")
        for other in room.uses:
            if other in rooms and other not in room.used:
                complain(f"{room.where}: {room.name} does not use {other}")
        for header, (_, users) in room.system.items():
            if not users:
                complain(f"{room.where}: nobody includes <{header}>")


def check_names(top, rooms, files, complain):
    """An extern tells by its first word where it is."""
    needed = set()
    for file in files:
        room, name = room_of(rooms, file), Path(file).name
        if not room or not name.endswith(".c"):
            continue
        nouns = name.removesuffix(".c").removesuffix("s"), room.name.removesuffix("s")
        text = NO_CODE.sub(" ", (top / file).read_text())
        for extern in EXTERN.findall(text):
            if extern.startswith(nouns):
                continue
            noun = next(filter(extern.startswith, room.names.get(name, ())), None)
            needed.add((name, noun))
            if not noun:
                complain(f"{file}: {extern}() begins with no noun of its file")
    for room in rooms.values():
        for name, nouns in room.names.items():
            for noun in nouns:
                if (name, noun) not in needed:
                    complain(f"{room.where}: nothing in {name} is called {noun}...")


def check(table, paths, complain):
    top = table.parent.resolve()
    rooms = read_table(table, complain)
    check_table(rooms, complain)
    files = sorted(str(Path(p).resolve().relative_to(top)) for p in paths
                   if p.endswith((".c", ".h")))
    edges = {}
    for file in files:
        if not room_of(rooms, file):
            complain(f"{table.parent}/{file}: is in no room")
            continue
        for number, text, header in includes(top, file):
            where = f'{table.parent}/{file}:{number}: {text}'
            if not header and text[0] == "<":
                wrong = judge_system(rooms, file, text[1:-1])
            elif not header or not room_of(rooms, header):
                wrong = "is no file of a room"
            else:
                wrong = judge(rooms, file, header)
            if wrong:
                complain(f"{where} {wrong}")
            if not header or not room_of(rooms, header):
                continue
            ours, theirs = file.rsplit(".", 1)[0], header.rsplit(".", 1)[0]
            if ours not in (theirs, theirs + "_private"):
                edges.setdefault(ours, set()).add(theirs)
    check_promises(rooms, files, complain)
    if any(room.names for room in rooms.values()):
        check_names(top, rooms, files, complain)
    ring = find_ring(edges)
    if ring:
        complain(f"{table.parent}: a ring: " + " includes ".join(ring))
    known = [ring for room in rooms.values() for ring in room.rings]
    edges = {}
    for file, other in calls(top, files):
        if not any({file, other} <= ring for ring in known):
            edges.setdefault(file, set()).add(other)
    ring = find_ring(edges)
    if ring:
        complain(f"{table.parent}: a ring: " + " calls ".join(ring))


def main():
    said = []
    if len(sys.argv) != 2:
        sys.exit("rooms.py TABLE <FILES")
    paths = sys.stdin.read().split()
    if not paths:
        sys.exit("rooms.py: no files")
    check(Path(sys.argv[1]), paths, said.append)
    print("\n".join(said), end="\n" if said else "")
    sys.exit(bool(said))


main()
