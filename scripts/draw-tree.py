#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
draw-tree.py [README.md] >Documentation/tree.svg
draw-tree.py --steps Documentation/tutorial.rst >Documentation/tutorial.svg

Draw the first tree of README.md with numbered notes on how to read it; or the
first level of the tutorial's trees below each other, each as wide as the slots that
the program took. The numbers are those of the document, so when they are taken anew
the picture is drawn anew; check-docs.sh fails until it is.
"""

import html
import os
import re
import sys
import textwrap

WIDTH, MARGIN = 760, 24
CELL, LINE = 7.8, 19		# a character of the tree
COLUMNS = 84			# what of a line has room
NOTE_LINE, NOTE_CHARS = 17, 46	# a line of a note
NOTE_WIDTH = (WIDTH - 2 * MARGIN) / 2

# What a note is about: the line that it stands on and the text that it marks.
# With a heading, its number stands above that; otherwise behind the line.
NOTES = [
    (r"^CPU time", r"coverage [0-9.]+ %", "Coverage",
     "the part of the task's CPU time in which the counters ran. It is below "
     "100 % where counting was paused or another tool held the counters."),
    (r" slots, ", r"[0-9.]+ % unclassified", "Unclassified",
     "slots that were counted while the classes could not be read. Shares "
     "leave them out."),
    (r"^NODE", r"NODE", "Node",
     "the tree. A node is a part of the node that it hangs from: memory_bound "
     "is one reason to be backend_bound."),
    (r"^NODE", r"SHARE", "Share",
     "how much of all the task's slots this node has, not of its parent's. "
     "The bar shows the same."),
    (r"^NODE", r"\+-", "Error bound",
     "the largest possible error of the share, in percentage points: "
     "{share} % +- {error} lies between {least:.1f} % and {most:.1f} %."),
    (r"^NODE", r"UNIT", "Unit",
     "what it is a share of. Slots on the first two levels, clock cycles "
     "below: shares of different units cannot be compared."),
    (r"^\|-fetch_latency", r"~", "Approximate",
     "this share lacks a correction because an event was not counted. The "
     "line below the tree says which."),
    (r"^backend_bound", r"<--", "On the way",
     "this node and everything above it are over their thresholds, and so is "
     "a node below it, marked <==."),
    (r"memory_bound .*<==", r"<==", "Look here first",
     "the deepest node that is over its threshold together with everything "
     "above it."),
    (r"l1_bound", r" - ", "Not known",
     "a dash is not a zero: the events that this node needs were not counted. "
     "They are named beside it."),
]

STYLE = """
.card { fill: #f6f8fa; stroke: #d0d7de }
text { fill: #1f2328; font-size: 13px }
.tree { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }
.note { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif }
.name { font-weight: 600 }
.faint { fill: #59636e }
.marked { fill: #bc4c00; font-weight: 600 }
.bar { fill: #54aeff }
.badge { fill: #bc4c00 }
.digit { fill: #ffffff; font-size: 11px; font-weight: 600; text-anchor: middle }
.rule { stroke: #d0d7de }
@media (prefers-color-scheme: dark) {
  .card { fill: #161b22; stroke: #3d444d }
  text { fill: #e6edf3 }
  .faint { fill: #9198a1 }
  .marked { fill: #f0883e }
  .bar { fill: #1f6feb }
  .badge { fill: #f0883e }
  .digit { fill: #161b22 }
  .rule { stroke: #3d444d }
}
"""


STEP_STYLE = STYLE + """.retiring { fill: #4ac26b }
.bad_speculation { fill: #d4a72c }
.frontend_bound { fill: #bf87ff }
.backend_bound { fill: #ff8182 }
@media (prefers-color-scheme: dark) {
  .retiring { fill: #2ea043 }
  .bad_speculation { fill: #9e6a03 }
  .frontend_bound { fill: #8957e5 }
  .backend_bound { fill: #da3633 }
}
"""


def first_tree(text):
    """The lines from "thread" to the note below the tree."""
    found = re.search(r"^thread [0-9]+ .*?^~[^\n]*", text, re.M | re.S)
    if not found:
        sys.exit("draw-tree: README.md has no tree that begins with 'thread N' "
                 "and ends with a note that begins with '~'")
    return [line if len(line) <= COLUMNS else line[:COLUMNS - 1] + "\u2026"
            for line in found.group().split("\n")]


def example(lines):
    """The numbers of the node to look at, for the note on its error."""
    marked = next(line for line in lines if "<==" in line)
    share, error = re.search(r"([0-9.]+) % +([0-9.]+)", marked).groups()
    return {"share": share, "error": error,
            "least": float(share) - float(error),
            "most": float(share) + float(error)}


def find(lines, where, what):
    """The number of the line, and from where to where the text is in it."""
    for number, line in enumerate(lines):
        found = re.search(where, line) and re.search(what, line)
        if found:
            return number, found.start(), found.end()
    sys.exit(f"draw-tree: no line of the tree has '{where}' and '{what}'")


def badge(x, y, digit):
    return (f'<circle class="badge" cx="{x:.1f}" cy="{y - 4.5:.1f}" r="8"/>'
            f'<text class="note digit" x="{x:.1f}" y="{y - 0.5:.1f}">'
            f'{digit}</text>')


def tree_line(line, y, spans):
    """A line of text; its bar is drawn, what is marked has its colour."""
    bar = re.search(r"#+", line)
    drawn = []
    if bar:
        drawn.append(f'<rect class="bar" x="{MARGIN + bar.start() * CELL:.1f}" '
                     f'y="{y - 11}" width="{len(bar.group()) * CELL:.1f}" '
                     'height="13" rx="2"/>')
        line = line.replace(bar.group(), " " * len(bar.group()))
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces += [html.escape(line[at:start], quote=False),
                   '<tspan class="marked">',
                   html.escape(line[start:end], quote=False), "</tspan>"]
        at = end
    pieces.append(html.escape(line[at:], quote=False))
    if line:
        drawn.append(f'<text class="tree" x="{MARGIN}" y="{y}" '
                     f'textLength="{len(line) * CELL:.1f}" '
                     f'xml:space="preserve">{"".join(pieces)}</text>')
    return drawn


def note(x, y, digit, name, text):
    lines = textwrap.wrap(f"{name}: {text}", NOTE_CHARS)
    drawn = [badge(x + 8, y, digit)]
    for number, line in enumerate(lines):
        line = html.escape(line, quote=False)
        if number == 0:
            line = f'<tspan class="name">{name}:</tspan>{line[len(name) + 1:]}'
        drawn.append(f'<text class="note" x="{x + 26:.1f}" '
                     f'y="{y + number * NOTE_LINE}">{line}</text>')
    return drawn, len(lines)


def tree(lines, top):
    spans = {}
    drawn = []
    for digit, (where, what, _, _) in enumerate(NOTES, 1):
        number, start, end = find(lines, where, what)
        spans.setdefault(number, []).append((start, end))
        if where == "^NODE":
            x, y = MARGIN + (start + end) / 2 * CELL, top + (number - 1) * LINE
        else:
            x, y = MARGIN + (len(lines[number]) + 2) * CELL, top + number * LINE
        drawn.append(badge(x, y, digit))
    for number, line in enumerate(lines):
        drawn += tree_line(line, top + number * LINE, spans.get(number, []))
    return drawn


def notes(top, numbers):
    """In two columns; beside each other they are as high as the higher one."""
    drawn, y = [], top
    rows = (len(NOTES) + 1) // 2
    for row in range(rows):
        high = 0
        for column in range(2):
            at = row + column * rows
            if at < len(NOTES):
                name, text = NOTES[at][2:]
                more, height = note(MARGIN + column * NOTE_WIDTH, y, at + 1,
                                    name, text.format(**numbers))
                drawn += more
                high = max(high, height)
        y += high * NOTE_LINE + 10
    return drawn, y


def card(bottom, label, document, style, drawn):
    """The whole file: what was DRAWN on a card, made from DOCUMENT."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
        f'height="{bottom}" viewBox="0 0 {WIDTH} {bottom}" role="img" '
        f'aria-label="{label}">',
        "<!-- SPDX-License-Identifier: GPL-2.0 -->",
        f"<!-- Written by scripts/draw-tree.py from {document}: do not edit. -->",
        f"<style>{style}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" '
        f'height="{bottom - 1}" rx="8"/>',
        *drawn,
        "</svg>",
    ]


def picture(text):
    lines = first_tree(text)
    top = MARGIN + 14
    drawn = tree(lines, top)
    rule = top + len(lines) * LINE
    more, bottom = notes(rule + 30, example(lines))
    return card(bottom, "A tree of tdacct show, with notes on how to read it",
                "README.md", STYLE, [
                    *drawn,
                    f'<line class="rule" x1="{MARGIN}" x2="{WIDTH - MARGIN}" '
                    f'y1="{rule}" y2="{rule}"/>',
                    *more])


CLASSES = ["retiring", "bad_speculation", "frontend_bound", "backend_bound"]
BAR_LEFT, BAR_HEIGHT, STEP = 250, 14, 58	# of a step's two bars


def read_steps(text):
    """The program, slots in M and in words, and shares of each tree with all classes."""
    program, found = "", []
    for run, slots, unit, rest in re.findall(
            r"tdacct run -- (\w+)|^  ([0-9.]+) ([MG]) slots,(.*?)\n\n", text,
            re.M | re.S):
        program = run or program
        shares = [re.search(rf"^  {name} +~?([0-9.]+) %", rest, re.M)
                  for name in CLASSES]
        if all(shares):
            found.append((program, float(slots) * {"M": 1, "G": 1000}[unit],
                          f"{slots} {unit} slots",
                          [float(share.group(1)) for share in shares]))
    return found


def classes(x, y, width, shares, height):
    """A bar of the four classes, WIDTH for all of them."""
    drawn = []
    for name, share in zip(CLASSES, shares):
        part = width * share / sum(shares)
        drawn.append(f'<rect class="{name}" x="{x:.1f}" y="{y}" '
                     f'width="{part:.1f}" height="{height}"/>')
        x += part
    return drawn


def words(x, y, text, kind=""):
    return (f'<text class="note{kind}" x="{x:.1f}" y="{y}">'
            f'{html.escape(text, quote=False)}</text>')


def draw_steps(text, names):
    """Two bars for each step: shares, all as wide; and slots, as wide as they are."""
    y, x, drawn, first = MARGIN + 14, MARGIN, [], {}
    for name in CLASSES:
        drawn += [f'<rect class="{name}" x="{x}" y="{y - 11}" width="13" '
                  'height="13" rx="2"/>', words(x + 19, y, name)]
        x += 170
    y -= 24
    wide = WIDTH - MARGIN - BAR_LEFT
    steps = read_steps(text)
    if len(steps) != len(names):
        sys.exit(f"draw-tree: the tutorial has {len(steps)} trees with all four "
                 f"classes, and {len(names)} of them have a name")
    for (program, slots, told, shares), name in zip(steps, names):
        y += STEP if program in first else STEP + 12
        most = first.setdefault(program, slots)
        drawn += [words(MARGIN, y, name, " name"),
                  words(MARGIN, y + 19, told if slots == most else
                        f"{told}: {100 * slots / most:.1f} %", " faint"),
                  *classes(BAR_LEFT, y - 11, wide, shares, BAR_HEIGHT),
                  *classes(BAR_LEFT, y + 8, wide * slots / most, shares,
                           BAR_HEIGHT)]
    y += 52
    drawn.append(words(MARGIN, y, "The upper bar of a step has the shares, the "
                       "lower one the slots: as wide as what is left of the first "
                       "step's.", " faint"))
    return card(y + MARGIN, "The steps of the tutorial: shares and slots of each",
                "Documentation/tutorial.rst", STEP_STYLE, drawn)


# The steps whose trees the tutorial has with all four classes, in its order.
STEPS = ["matrices, naive", "in tiles", "with SIMD", "a random branch",
         "without the branch", "gzip"]


def main():
    beside = os.path.join(os.path.dirname(__file__), "..", "README.md")
    steps = len(sys.argv) > 1 and sys.argv[1] == "--steps"
    name = sys.argv[1 + steps] if len(sys.argv) > 1 + steps else beside
    with open(name, encoding="utf-8") as file:
        text = file.read()
    print("\n".join(draw_steps(text, STEPS) if steps else picture(text)))


main()
