#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Hold the models against counts of real CPUs: silicon.py TDACCT.

tests/silicon/data has counts that somebody published, with the percentages that
perf printed beside them: facts, with their source in our words. Each reading is
written as a file of perf stat, `tdacct show --from` computes its tree, and each
digit is compared. A reading has:

counts     events as perf names them, one object for each group that perf counted
family     whose formulas are taken
published  nodes with the digits that were printed
differs    the published formulas where the family's are others, the events of
           these that it lacks, what the family's own formulas give (ours), and why
fresh      fields of PERF_METRICS were read since a clear: each is a whole number of
           255ths of SLOTS, and the four add up to 255 or 256, or to one of sum
restored   perf wrote the register back meanwhile: the four are so many times all slots,
           and the tree is nevertheless one, whose first level is a whole
exact      an event that counts the same as a field: that is cut off
"""
import fractions
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DATA = sorted((HERE / "../silicon/data").glob("*.json"))
PARTS = {"retiring": "topdown-retiring", "bad_speculation": "topdown-bad-spec",
         "frontend_bound": "topdown-fe-bound", "backend_bound": "topdown-be-bound"}
INSIDE = ["topdown-heavy-ops", "topdown-br-mispredict", "topdown-fetch-lat",
          "topdown-mem-bound"]


def row(name, problems):
    """A row passes if it has no problems."""
    for problem in problems:
        print(f"# {problem}")
    print(f"{'not ok' if problems else 'ok'} - silicon: {name}")


def shares(tree, prefix=""):
    """The share of each node by its name."""
    found = {}
    for node in tree:
        found[prefix + node["name"]] = node["share"]
        found.update(shares(node["children"], prefix))
    return found


def show(tdacct, scratch, reading, formulas):
    """What tdacct makes of the counts of READING, with these FORMULAS if any."""
    family, counted = reading["family"], scratch / "counted.csv"
    if formulas:
        model = {"format": "tdacct-family-1", "name": "published", "extends": family,
                 "title": "As published", "cpus": [],
                 "events": reading["differs"].get("events", {}),
                 "nodes": [{"name": n, "formula": f, "approximate": None}
                           for n, f in formulas.items()]}
        family = scratch / "published.json"
        family.write_text(json.dumps(model))
    counted.write_text("".join(f"{count};;{event};1000000;100.00;;\n"
                               for group in reading["counts"]
                               for event, count in group.items()))
    done = subprocess.run([tdacct, "show", "--all", "--json", "--from", counted,
                           "--model", family], capture_output=True, text=True, check=False)
    if done.returncode:
        return {}, done.stderr.splitlines()
    answer = json.loads(done.stdout)
    return shares(answer["tree"]) | shares((answer.get("atom") or {}).get("tree", []), "atom."), []


def compare(found, wanted):
    """What of WANTED, a node with its digits each, is not as FOUND."""
    digits = {node: "nothing" if found.get(node) is None else f"{100 * found[node]:.1f}"
              for node in wanted}
    return [f"{node} is {digits[node]}, not {value}"
            for node, value in wanted.items() if digits[node] != value]


def decode(reading):
    """The fields of a fresh reading, each a whole number of 255ths of SLOTS, cut off."""
    counts, problems, fields = reading["counts"][0], [], {}
    slots = counts["slots"]
    for event in [*PARTS.values(), *INSIDE]:
        if event not in counts:
            continue
        fields[event] = round(counts[event] * 255 / slots)
        if fields[event] * slots // 255 != counts[event]:
            problems.append(f"{event} is {counts[event] * 255 / slots} of 255")
    whole = sum(fields.get(event, 0) for event in PARTS.values())
    if set(PARTS.values()) <= set(fields) and whole not in reading.get("sum", [255, 256]):
        problems.append(f"the four add up to {whole} of 255")
    return problems


def cut_off(reading):
    """The field of a class is below the exact count of another event, by less than a step."""
    counts, problems = reading["counts"][0], []
    for node, event in reading["exact"].items():
        short = fractions.Fraction(255 * (counts[event] - counts[PARTS[node]]), counts["slots"])
        if not 0 <= short < 1:
            problems.append(f"{node} is {float(short)} steps below what {event} counted")
    return problems


def restored(reading, found):
    """The four are more than all slots, as published, and their shares a whole."""
    counts, whole = reading["counts"][0], sum(found[node] for node in PARTS)
    times = sum(counts[event] for event in PARTS.values()) / counts["slots"]
    return ([] if f"{times:.3f}" == reading["restored"] else
            [f"the four are {times} times all slots"]) + \
           ([] if abs(whole - 1) < 1e-9 else [f"the shares add up to {whole}"])


def main():
    tdacct = sys.argv[1]
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        for path in DATA:
            for reading in json.loads(path.read_text())["readings"]:
                name = f"{path.stem}, {reading['name']}"
                differs = reading.get("differs", {})
                found, problems = show(tdacct, scratch, reading, differs.get("formulas"))
                if "published" in reading:
                    row(f"{name}: as published",
                        problems or compare(found, reading["published"]))
                if differs.get("ours"):
                    found, problems = show(tdacct, scratch, reading, None)
                    row(f"{name}: by the formulas of {reading['family']}",
                        problems or compare(found, differs["ours"]))
                counts = reading["counts"][0]
                if reading.get("fresh"):
                    row(f"{name}: fields are whole", decode(reading))
                if "exact" in reading:
                    row(f"{name}: a field is cut off", cut_off(reading))
                if "restored" in reading:
                    row(f"{name}: perf restored it, and it is more than all",
                        problems or restored(reading, found))


if __name__ == "__main__":
    main()
