#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A family's file together with what it extends, as the tool reads it.

family_data.py NAME LIST: the names in such a list of it, as "nodes".
"""
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "user/families"


def place(found, after):
    if not after:
        return 0 if after == "" else len(found)
    return [o["name"] for o in found].index(after) + 1


def merge_list(found, own):
    for new in own:
        after = new.get("after")
        names = [o["name"] for o in found]
        at = names.index(new["name"]) if new["name"] in names else None
        both = {**(found[at] if at is not None else {}), **new}
        both = {k: v for k, v in both.items() if k != "after" and v is not None}
        if at is not None and "after" not in new:
            found[at] = both
            continue
        if at is not None:
            del found[at]
        found.insert(place(found, after), both)
    return found


def leave_out(family, name):
    found = False
    for key in ("events", "constants"):
        found |= family.get(key, {}).pop(name, None) is not None
    for key in ("sets", "nodes"):
        kept = [o for o in family.get(key, []) if o["name"] != name]
        found |= len(kept) != len(family.get(key, []))
        family[key] = kept
    if not found:
        sys.exit(f"there is no '{name}' to be left out")


def merge(other, own):
    for name in own.get("without", []):
        leave_out(other, name)
    for key in ("cpus", "known_as"):
        other.pop(key, None)
    for key, value in own.items():
        if key in ("extends", "without"):
            continue
        if key in ("events", "constants") and value is not None:
            both = {**other.get(key, {}), **value}
            value = {k: v for k, v in both.items() if v is not None}
        elif key in ("sets", "nodes") and value is not None:
            value = merge_list(other.get(key, []), value)
        other[key] = value
    return {k: v for k, v in other.items() if v is not None}


def load(name):
    own = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return merge(load(own["extends"]), own) if "extends" in own else own


def cpus():
    """All that are of a CPU."""
    all_ = (load(path.stem) for path in sorted(FOLDER.glob("*.json")))
    return [family for family in all_ if "cpus" in family]


if __name__ == "__main__":
    print("\n".join(o["name"] for o in load(sys.argv[1])[sys.argv[2]]))
