#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Make faults by rule from the syntax trees of the sources, and draw some at random.

sample.py PART SEED COUNT OUT	PART is kmod or user

It runs in the root bookworm, at the top of the tree. A rule is drawn first and then one of
the places where it applies, each place once. What does not compile, what gives the same
object code as before, and what equal.list says makes no difference is drawn in vain. OUT
becomes a list in JSON of what was drawn: file, start and end of what is replaced (in
characters), the new text, line, rule, function, and the old text. How many were drawn in
vain is printed.
"""
import json
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

from clang import cindex
from clang.cindex import CursorKind as Kind

from plant import Drawn, switched

TOP = Path(__file__).resolve().parent.parent.parent
KERNEL = "6.1"
EQUAL = TOP / "tests/mutants/equal.list"

OFF_BY_ONE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TURNED = {"==": "!=", "!=": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
RELEASE = re.compile(r"unlock|put|free|release|close|unref|destroy|unregister|\bdel")
LOOPS = (Kind.FOR_STMT, Kind.WHILE_STMT, Kind.DO_STMT)


class Source:
    """A file: its text, what of it macros have made, and its tree."""

    def __init__(self, path, flags):
        self.path = path
        self.bytes = (TOP / path).read_bytes()
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        self.unit = cindex.Index.create().parse(str(TOP / path), args=flags,
                                                options=options)
        wrong = [d for d in self.unit.diagnostics if d.severity >= 3]
        if wrong:
            sys.exit(f"sample: clang cannot read {path}: {wrong[0].spelling}")
        self.macros = [self.span(c) for c in self.unit.cursor.get_children()
                       if c.kind == Kind.MACRO_INSTANTIATION and self.is_here(c)
                       and self.text(self.span(c)).endswith(b")")]

    def is_here(self, cursor):
        file = cursor.extent.start.file
        return file is not None and file.name == str(TOP / self.path)

    @staticmethod
    def span(cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text(self, span):
        return self.bytes[span[0]:span[1]]

    def is_plain(self, cursor):
        """Stands all of it in the file as it is compiled?"""
        start, end = self.span(cursor)
        return self.is_here(cursor) and start < end and not any(
            a <= start < b or a < end <= b for a, b in self.macros
            if not (start <= a and b <= end and (a, b) != (start, end)))


class Walk:
    """All places of a file where a rule applies, as (rule, start, end, new)."""

    def __init__(self, source):
        self.s, self.found, self.function = source, [], None
        for cursor in source.unit.cursor.get_children():
            if cursor.kind == Kind.FUNCTION_DECL and cursor.is_definition() \
                    and source.is_here(cursor):
                self.function = cursor.spelling
                for child in cursor.get_children():
                    if child.kind == Kind.COMPOUND_STMT:
                        self.statement(child, [])

    def put(self, rule, cursor, new, end=None):
        start, stop = self.s.span(cursor)
        self.found.append((rule, start, end or stop, new, self.function))

    def say(self, cursor):
        return self.s.text(self.s.span(cursor)).decode()

    def past_semicolon(self, cursor):
        """Where the statement ends, its semicolon included; None if it has none."""
        end = self.s.span(cursor)[1]
        rest = re.match(rb"\s*;", self.s.bytes[end:end + 200])
        return end + rest.end() if rest else None

    # ---- statements -----------------------------------------------------------

    def statement(self, cursor, around):
        """@cursor stands where a statement may; @around: loops and switches."""
        kind, plain = cursor.kind, self.s.is_plain(cursor)
        children = list(cursor.get_children())
        if kind == Kind.COMPOUND_STMT:
            for child in children:
                self.statement(child, around)
        elif kind == Kind.DECL_STMT:
            for declared in children:
                if declared.storage_class != cindex.StorageClass.STATIC:
                    for child in declared.get_children():
                        if child.kind.is_expression():
                            self.assigned(declared.type, child)
                            self.expression(child)
        elif kind == Kind.IF_STMT:
            self.if_statement(cursor, children, around, plain)
        elif kind in LOOPS:
            for child in children:
                inside = child == children[0 if kind == Kind.DO_STMT else -1]
                self.statement(child, around + [kind] if inside else around)
        elif kind == Kind.SWITCH_STMT:
            self.switch_statement(children, around + [kind], plain)
        elif kind in (Kind.CASE_STMT, Kind.DEFAULT_STMT):
            self.statement(children[-1], around)
        elif kind == Kind.BREAK_STMT:
            if plain and around and around[-1] in LOOPS:
                self.put("break for continue", cursor, "continue;",
                         self.past_semicolon(cursor))
        elif kind == Kind.CONTINUE_STMT:
            if plain:
                self.put("continue for break", cursor, "break;"
                         if around and around[-1] in LOOPS else "", self.past_semicolon(cursor))
        elif kind == Kind.RETURN_STMT:
            for child in children:
                self.assigned(child.type, child)
                self.expression(child)
        elif kind == Kind.LABEL_STMT:
            self.statement(children[-1], around)
        elif kind.is_expression():
            end = self.past_semicolon(cursor)
            if plain and end and self.stands_alone(cursor):
                name = cursor.spelling if kind == Kind.CALL_EXPR else ""
                self.put("a release left out" if RELEASE.search(name)
                         else "a statement left out", cursor, ";", end)
            self.expression(cursor)

    def stands_alone(self, cursor):
        """A statement, and not the head of a loop, which has the same kinds."""
        before = self.s.bytes[:self.s.span(cursor)[0]].rstrip()
        return before[-1:] in b";{})" and not re.search(rb"\bfor\s*\($", before) or \
            before.endswith((b"else", b"do", b":"))

    def if_statement(self, cursor, children, around, plain):
        condition, then = children[0], children[1]
        if self.s.is_plain(condition):
            self.put("a condition negated", condition, f"!({self.say(condition)})")
        only = list(then.get_children()) if then.kind == Kind.COMPOUND_STMT else [then]
        if plain and len(children) == 2 and only and only[-1].kind in (
                Kind.RETURN_STMT, Kind.GOTO_STMT):
            end = self.s.span(cursor)[1]
            if self.s.bytes[end - 1:end] != b"}":
                end = self.past_semicolon(cursor)
            if end:
                self.put("an error ignored", cursor, ";", end)
        self.expression(condition)
        for child in children[1:]:
            self.statement(child, around)

    def switch_statement(self, children, around, plain):
        """A case is left out: its value goes where no case is."""
        of, body = children[0], children[-1]
        for case in body.walk_preorder():
            if plain and case.kind == Kind.CASE_STMT and self.s.is_plain(of):
                value = next(case.get_children())
                if self.s.is_plain(value):
                    self.put("a case left out", of,
                             f"({self.say(of)}) == ({self.say(value)}) ? "
                             f"(__typeof__({self.say(of)}))0x7ffffff1 : ({self.say(of)})")
        self.expression(of)
        self.statement(body, around)

    # ---- expressions ----------------------------------------------------------

    def expression(self, cursor):
        kind, children = cursor.kind, list(cursor.get_children())
        if kind in (Kind.StmtExpr, Kind.CXX_UNARY_EXPR):
            return
        if self.s.is_plain(cursor):
            if kind == Kind.BINARY_OPERATOR and len(children) == 2:
                self.binary(cursor, *children)
            elif kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
                left, right = children
                self.put("= for an operator and =", cursor,
                         f"{self.say(left)} = {self.say(right)}")
            elif kind == Kind.INTEGER_LITERAL:
                self.put("a constant one more", cursor, f"{self.say(cursor)} + 1")
            elif kind == Kind.CALL_EXPR:
                self.call(cursor, children)
            elif kind == Kind.MEMBER_REF_EXPR:
                self.member(cursor, children)
            elif kind == Kind.CONDITIONAL_OPERATOR and len(children) == 3 and \
                    self.s.is_plain(children[0]):
                self.put("a condition negated", children[0],
                         f"!({self.say(children[0])})")
        for child in children:
            if child.kind.is_expression() and child.kind != Kind.INIT_LIST_EXPR:
                self.expression(child)
            elif child.kind == Kind.INIT_LIST_EXPR:
                self.expression(child)

    def operator(self, left, right):
        between = self.s.bytes[self.s.span(left)[1]:self.s.span(right)[0]].decode()
        return re.sub(r"/\*.*?\*/|[\s()]", "", between, flags=re.S)

    def binary(self, cursor, left, right):
        if not (self.s.is_plain(left) and self.s.is_plain(right)):
            return
        how = self.operator(left, right)
        a, b = self.say(left), self.say(right)
        start, middle, end = self.s.span(left)[0], self.s.span(left)[1], \
            self.s.span(right)[1]
        whole = self.s.span(cursor)

        def with_operator(other):
            between = self.s.bytes[middle:self.s.span(right)[0]].decode()
            return (self.s.bytes[whole[0]:start].decode() + a +
                    between.replace(how, other) + b +
                    self.s.bytes[end:whole[1]].decode())
        if how in OFF_BY_ONE:
            self.put("a comparison one off", cursor, with_operator(OFF_BY_ONE[how]))
        if how in TURNED:
            self.put("a comparison turned round", cursor, with_operator(TURNED[how]))
        if how in ("&&", "||"):
            self.put("a condition dropped", cursor, a)
            self.put("a condition dropped", cursor, b)
        if how in ("+", "-") and left.type.get_canonical().kind.value < 100:
            self.put("a sum turned round", cursor,
                     with_operator("-" if how == "+" else "+"))
        if how == "=":
            self.assigned(left.type, right)

    def assigned(self, to, value):
        """Width and sign of what is assigned or returned."""
        width = to.get_canonical()
        if width.kind.name in ("ULONG", "LONG", "ULONGLONG", "LONGLONG") and \
                value.kind != Kind.INTEGER_LITERAL and self.s.is_plain(value) and \
                value.type.get_canonical().get_size() == 8 and \
                value.type.get_canonical().kind.name != "POINTER":
            self.put("width or sign", value, f"(unsigned int)({self.say(value)})")
        if width.kind.name == "UINT" and self.s.is_plain(value) and \
                value.kind != Kind.INTEGER_LITERAL and value.type.get_size() == 4:
            self.put("width or sign", value, f"(unsigned short)({self.say(value)})")

    def call(self, cursor, children):
        """Two arguments of one type that stand side by side."""
        arguments = list(cursor.get_arguments())
        for a, b in zip(arguments, arguments[1:]):
            if a and b and self.s.is_plain(a) and self.s.is_plain(b) and \
                    a.type.get_canonical().spelling == b.type.get_canonical().spelling \
                    and self.say(a) != self.say(b):
                start, end = self.s.span(cursor)
                at, between = self.s.span(a), self.s.span(b)
                text = self.s.bytes
                self.put("two arguments swapped", cursor, (
                    text[start:at[0]] + text[between[0]:between[1]] +
                    text[at[1]:between[0]] + text[at[0]:at[1]] +
                    text[between[1]:end]).decode())

    def member(self, cursor, children):
        """A field for the next one of the same type."""
        field = cursor.referenced
        if not children or field is None or field.kind != Kind.FIELD_DECL or \
                field.is_bitfield() or not field.spelling or \
                field.type.get_canonical().kind.name in (
                    "CONSTANTARRAY", "INCOMPLETEARRAY"):
            return
        fields = [f for f in field.semantic_parent.type.get_fields()
                  if f.spelling and not f.is_bitfield() and
                  f.type.get_canonical().spelling == field.type.get_canonical().spelling]
        names = [f.spelling for f in fields]
        if len(names) < 2 or field.spelling not in names:
            return
        other = names[(names.index(field.spelling) + 1) % len(names)]
        said = self.say(cursor)
        if said.endswith(field.spelling):
            self.put("a field for its neighbour", cursor,
                     said[:-len(field.spelling)] + other)


# ---- drawing ----------------------------------------------------------------------

def equal_places():
    """(file, function, old, new) of what is known to make no difference."""
    places, entry = set(), []
    text = EQUAL.read_text() if EQUAL.exists() else ""
    for line in text.splitlines() + [""]:
        if line.startswith("#"):
            continue
        if line.strip():
            entry.append(" ".join(line.split()))
        elif entry:
            if len(entry) < 3 or " => " not in entry[1]:
                sys.exit(f"sample: equal.list: '{entry[0]}' wants FILE:FUNCTION, "
                         "OLD => NEW, and a reason")
            places.add((entry[0], entry[1]))
            entry = []
    return places


class Program:
    """How sources of the tool are parsed and compiled."""

    def __init__(self):
        said = subprocess.run(
            ["pkg-config", "--cflags", "libnl-genl-3.0", "jansson", "ncursesw", "libzstd",
             "libmicrohttpd"], check=True, capture_output=True, text=True).stdout.split()
        self.flags = ["-std=gnu11", "-D_GNU_SOURCE", '-DVERSION="test"',
                      f"-I{TOP}/user", f"-I{TOP}/include/uapi", *said]

    def sources(self):
        return sorted(str(p.relative_to(TOP)) for p in (TOP / "user").glob("*/*.c"))

    def parse_flags(self, _):
        return self.flags

    def compile(self, path, text, out, *more):
        """@text in the place of @path."""
        return subprocess.run(
            ["gcc", *self.flags, *more, "-w", "-O1", "-c", "-x", "c", "-o", out,
             "-iquote", str((TOP / path).parent), "-"],
            input=text, capture_output=True, check=False).returncode == 0


class Module:
    """The same of the module; the commands are those by which it was built."""

    def __init__(self):
        self.farm = TOP / f"build/kmod/{KERNEL}/kmod"
        if not list(self.farm.glob("*/.*.o.cmd")):
            sys.exit(f"sample: the module was not built: scripts/build-kmod {KERNEL}")

    def command(self, path):
        inner = Path(path).relative_to("kmod")
        said = (self.farm / inner.parent / f".{inner.stem}.o.cmd").read_text()
        return said.split("\n")[0].split(":=", 1)[1].split(" ; ")[0]

    def sources(self):
        return sorted(
            str(Path("kmod") / p.relative_to(TOP / "kmod"))
            for p in (TOP / "kmod").glob("**/*.c")
            if (self.farm / p.relative_to(TOP / "kmod").parent /
                f".{p.stem}.o.cmd").exists())

    def words(self, path):
        return shlex.split(self.command(path))

    def parse_flags(self, path):
        words = iter(self.words(path))
        flags = ["-std=gnu11", "-nostdinc", "-m64", "-mcmodel=kernel", "-mno-sse",
                 "-fshort-wchar", "-fno-strict-overflow", "-w",
                 f"-working-directory={KERNEL_HEADERS}"]
        for word in words:
            if word.startswith(("-I", "-D")):
                flags.append(word)
            elif word == "-include":
                flags += [word, next(words)]
        return flags

    def compile(self, path, text, out, *more):
        words, command = iter(self.words(path)), []
        for word in words:
            if word == "-o":
                next(words)
            elif word.endswith(".c") or word == "-c" or word.startswith("-Wp,") or \
                    re.match(r"-g($|dwarf|z)", word):
                continue
            else:
                command.append(word)
        inner = self.farm / Path(path).relative_to("kmod").parent
        return subprocess.run(
            [*command, *more, "-w", "-iquote", str(inner), "-c", "-x", "c", "-o", out, "-"],
            input=text, capture_output=True, check=False,
            cwd=KERNEL_HEADERS).returncode == 0


def kernel_headers():
    cache = Path("/kernels") / KERNEL / "headers"
    return cache.read_text().strip() if cache.exists() else "/"


KERNEL_HEADERS = kernel_headers()


def as_written(old, new):
    """The new text on as many lines as the old one: numbers of lines stay."""
    return new + "\n" * max(0, old.count("\n") - new.count("\n"))


class Draw:
    def __init__(self, part, seed):
        self.how = Module() if part == "kmod" else Program()
        self.random = random.Random(seed)
        self.texts, self.objects, self.rules = {}, {}, {}
        self.vain = {"does not compile": 0, "the same object code": 0,
                     "known to make no difference": 0}
        self.equal = equal_places()
        for path in self.how.sources():
            source = Source(path, self.how.parse_flags(path))
            self.texts[path] = source.bytes.decode()
            for rule, start, end, new, function in Walk(source).found:
                old = source.bytes[start:end].decode()
                start = len(source.bytes[:start].decode())
                self.rules.setdefault(rule, []).append({
                    "file": path, "rule": rule, "start": start, "end": start + len(old),
                    "new": as_written(old, new), "old": old, "function": function,
                    "line": self.texts[path].count("\n", 0, start) + 1})
        for places in self.rules.values():
            self.random.shuffle(places)

    def object_of(self, path, text, *more):
        out = "/tmp/tdacct-sample.o"
        return Path(out).read_bytes() if self.how.compile(
            path, text.encode(), out, *more) else None

    def is_fault(self, fault):
        path, text = fault["file"], self.texts[fault["file"]]
        old, new = (" ".join(fault[k].split()) for k in ("old", "new"))
        if (f'{path}:{fault["function"]}', f"{old} => {new}") in self.equal:
            self.vain["known to make no difference"] += 1
            return False
        if path not in self.objects:
            self.objects[path] = self.object_of(path, text)
            if self.objects[path] is None:
                sys.exit(f"sample: {path} does not compile as it is")
        drawn = Drawn(1, fault)
        made = self.object_of(path, text[:drawn.start] + drawn.new + text[drawn.end:])
        if made == self.objects[path]:
            self.vain["the same object code"] += 1
            return False
        if made is None or not self.object_of(path, switched(text, [drawn]), "-include",
                                              str(TOP / "tests/mutants/fault.h")):
            self.vain["does not compile"] += 1
            return False
        return True

    def draw(self, count):
        drawn = []
        while len(drawn) < count and any(self.rules.values()):
            rule = self.random.choice(sorted(r for r in self.rules if self.rules[r]))
            fault = self.rules[rule].pop()
            if not overlaps(fault, drawn) and self.is_fault(fault):
                drawn.append(fault)
        return drawn


def overlaps(fault, others):
    """Faults that lie side by side or within each other can be in one build."""
    a, b = fault["start"], fault["end"]
    return any(o["file"] == fault["file"] and
               (o["start"] < a < o["end"] < b or a < o["start"] < b < o["end"] or
                (o["start"], o["end"]) == (a, b)) for o in others)


def main(arguments):
    part, seed, count, out = arguments
    cindex.Config.set_library_file("/usr/lib/llvm-14/lib/libclang-14.so.1")
    draw = Draw(part, f"{part} {seed}")
    places = {rule: len(p) for rule, p in sorted(draw.rules.items())}
    drawn = draw.draw(int(count))
    (TOP / out).write_text(json.dumps(drawn, indent=1) + "\n")
    for rule, nr in places.items():
        print(f"{nr} places: {rule}")
    for why, nr in draw.vain.items():
        print(f"{nr} drawn in vain: {why}")
    print(f"{len(drawn)} drawn")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1:])
