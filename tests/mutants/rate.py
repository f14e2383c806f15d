#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Tell what became of a sample of faults.

rate.py DRAWN RESULTS	DRAWN is what sample.py wrote; RESULTS has lines "NUMBER noticed
			ROW" and "NUMBER survived". What is in neither sort was
			come to by no test.

A line a fault, and then how many of them were noticed: by rule, by file and in all, with
the interval of Wilson, which has the true rate in 95 of 100 samples.
"""
import json
import sys
from collections import Counter
from pathlib import Path


def interval(good, of):
    z = 1.96
    middle = (good + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * (good * (of - good) / of + z * z / 4) ** 0.5
    return 100 * (middle - half), 100 * (middle + half)


def read_results(path):
    """What noticed each; None for those that tests came to and did not notice."""
    by = {}
    for line in path.read_text().splitlines():
        number, verdict, *row = line.split(" ", 2)
        if verdict == "noticed":
            by[int(number)] = row[0] if row else ""
        else:
            by.setdefault(int(number), None)
    return by


def short(text):
    text = " ".join(text.split())
    return text if len(text) <= 100 else text[:97] + "..."


def main(drawn, results):
    faults = json.loads(Path(drawn).read_text())
    first = 1001 if faults and faults[0]["file"].startswith("user/") else 1
    by, good, all_of = read_results(Path(results)), Counter(), Counter()
    for number, f in enumerate(faults, first):
        row = by.get(number)
        said = f"noticed by {row}" if row is not None else \
            "SURVIVED" if number in by else "SURVIVED, no test comes to it"
        print(f'{f["file"]}:{f["line"]} {f["function"]}(): {f["rule"]}: '
              f'{short(f["old"])} => {short(f["new"]) or "(nothing)"}: {said}')
        for key in f["rule"], f["file"], "all":
            all_of[key] += 1
            good[key] += row is not None
    for key in sorted(all_of, key=lambda k: (k == "all", "/" in k, k)):
        print(f"{good[key]} of {all_of[key]} noticed: {key}")
    low, high = interval(good["all"], all_of["all"])
    print(f'rate {100 * good["all"] / all_of["all"]:.0f} %, '
          f"between {low:.0f} and {high:.0f} %")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
