#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
draw-top.py SCREEN >Documentation/top.svg
draw-top.py --check SCREEN PICTURE

Draw a screen of tdacct top, as tmux captures it with its escape sequences
(tests/suites/33-top.sh leaves one in build/top/screen.txt). With --check: is
PICTURE that of SCREEN?
"""

import html
import re
import sys

MARGIN, CELL, LINE = 12, 7.8, 17
COLOURS = {1: "red", 2: "green", 3: "yellow", 4: "blue", 6: "cyan", 7: "white",
           0: "black"}

STYLE = """
.card { fill: #161b22; stroke: #3d444d }
text { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13px; white-space: pre; fill: #e6edf3 }
.dim { opacity: 0.55 }
.bold { font-weight: 600 }
.on { fill: #161b22 }
.red { fill: #f85149 }
.green { fill: #3fb950 }
.yellow { fill: #d29922 }
.blue { fill: #58a6ff }
.cyan { fill: #39c5cf }
.white { fill: #e6edf3 }
.black { fill: #161b22 }
"""


class Look:
    """What escape sequences have said so far."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.front = self.back = None
        self.dim = self.bold = self.reverse = False

    def take(self, codes):
        for code in [int(c or 0) for c in codes.split(";")]:
            if code == 0:
                self.reset()
            elif code in (1, 2, 7):
                setattr(self, {1: "bold", 2: "dim", 7: "reverse"}[code], True)
            elif code in (39, 49):
                setattr(self, "front" if code == 39 else "back", None)
            elif 30 <= code <= 37:
                self.front = COLOURS[code - 30]
            elif 40 <= code <= 47:
                self.back = COLOURS[code - 40]

    def drawn(self):
        """Class of the text, or None where it is not to be seen; background."""
        front, back = self.front, self.back
        if self.reverse:
            front, back = back or "on", front or "white"
        if front and front == back:
            return None, back
        return " ".join(w for w in (front, self.bold and "bold",
                                    self.dim and "dim") if w), back


def pieces(line, look):
    """Each run of characters of one look: where it begins, text, class, back."""
    at = 0
    for part in re.split("(\033\\[[0-9;]*m)", line):
        if part.startswith("\033"):
            look.take(part[2:-1])
        elif part:
            yield at, part, *look.drawn()
            at += len(part)


def draw_line(line, y, look):
    drawn = []
    for at, text, kind, back in pieces(line, look):
        x, width = MARGIN + at * CELL, len(text) * CELL
        if back:
            faint = ' opacity="0.55"' if look.dim and kind is None else ""
            drawn.append(f'<rect class="{back}" x="{x:.1f}" y="{y - 13}" '
                         f'width="{width:.1f}" height="{LINE}"{faint}/>')
        if kind is None or not text.strip():
            continue
        bare = text.lstrip(" ")
        x += (len(text) - len(bare)) * CELL
        bare = bare.rstrip(" ")
        named = f' class="{kind}"' if kind else ""
        drawn.append(f'<text{named} x="{x:.1f}" y="{y}" '
                     f'textLength="{len(bare) * CELL:.1f}" '
                     f'xml:space="preserve">{html.escape(bare)}</text>')
    return drawn


def draw(screen):
    """The rows that are blank are left out, except for one above the last line."""
    lines = screen.rstrip("\n").split("\n")
    plain = [re.sub("\033\\[[0-9;]*m", "", line) for line in lines]
    last = lines.pop()
    while lines and not plain[len(lines) - 1].strip():
        lines.pop()
    lines += ["", last]
    width = 2 * MARGIN + max(map(len, plain)) * CELL
    height = 2 * MARGIN + len(lines) * LINE
    drawn = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
             f'height="{height}" viewBox="0 0 {width:.0f} {height}" role="img" '
             'aria-label="The screen of tdacct top">',
             f"<style>{STYLE}</style>",
             f'<rect class="card" x="0.5" y="0.5" width="{width - 1:.0f}" '
             f'height="{height - 1}" rx="6"/>']
    look = Look()
    for number, line in enumerate(lines):
        drawn += draw_line(line, MARGIN + 13 + number * LINE, look)
    return "\n".join(drawn + ["</svg>", ""])


def main():
    check = sys.argv[1:2] == ["--check"]
    files = sys.argv[1 + check:]
    if len(files) != 1 + check:
        sys.exit(__doc__)
    with open(files[0], encoding="utf-8") as f:
        picture = draw(f.read())
    if not check:
        sys.stdout.write(picture)
        return
    with open(files[1], encoding="utf-8") as f:
        if f.read() != picture:
            sys.exit(f"draw-top: {files[1]} is not the screen of top; run: "
                     f"scripts/draw-top.py {files[0]} >{files[1]}")


main()
