#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare what the module counted with what the hardware did: hardware.py [MOST]

Reads lines "hw CPU NAME COUNT" (laws --hw), of a module that was loaded once or
several times, and the emulator's report, and says
for each CPU and counter whether they are the same to the unit, and for each
field of PERF_METRICS whether it is within the bound; if told so, also whether at
most MOST % of the slots are unclassified.
"""
import json
import re
import sys

# AMD's models, on which each cycle has so many slots.
AMD_WIDTHS = {"zen2": 6, "zen3": 6, "zen4": 6, "zen5": 8}
# And Arm's.
ARM_WIDTHS = {"n1": 4, "n2": 5, "n3": 5, "v1": 8, "v2": 8}
EVENTS = {
    "slots": ("TOPDOWN.SLOTS", "TOPDOWN.SLOTS_P"),
    "instructions": ("INST_RETIRED.ANY", "ex_ret_instr", "INST_RETIRED",
                     "PMICNTR"),
    "cycles": ("CPU_CLK_UNHALTED.THREAD", "ls_not_halted_cyc", "PMCCNTR"),
    "ref_cycles": ("CPU_CLK_UNHALTED.REF_TSC",),
}
FIELDS = {
    "retiring": "retiring",
    "bad_speculation": "bad_spec",
    "frontend_bound": "fe_bound",
    "backend_bound": "be_bound",
    "heavy_operations": "heavy_ops",
    "branch_mispredicts": "br_mispredict",
    "fetch_latency": "fetch_lat",
    "memory_bound": "mem_bound",
}
# What the end of perf's handler of an NMI takes, at most.
LIVE_SLOTS = 2000
# The model that has the first four of them only.
FOUR_FIELDS = "icx"
# Models on which each cycle has so many slots, and nothing counts them.
WIDTHS = {"skx": 4, "bdx": 4, "srf": 6, "grt": 5, "skt": 8, "cmt": 6}
# How the values of another core type than the first begin: of Arm's cores, of Intel's.
OTHERS = ("other.", "atom.", "lowpower.")
PREFIXES = {"grt": "atom.", "skt": "atom.", "cmt": "lowpower."}
# These can be 0.
RARE = ("r473", "r10")


def read():
    """The module's counts by CPU and name, and the emulator's report."""
    counts, report = {}, {"model": None, "vcpus": []}
    for line in sys.stdin:
        if line.startswith("hw "):
            _, cpu, name, count = line.split()
            of_cpu = counts.setdefault(int(cpu), {})
            of_cpu[name] = of_cpu.get(name, 0) + int(count)
        elif line.startswith("{"):
            report = json.loads(line)
    return counts, report


def counted(vcpu, events):
    """All that counters counted of an event, since power on."""
    return sum(c["counted"] for c in vcpu["counters"] if c["event"] in events)


def counted_raw(vcpu, name):
    """The same of a raw event that the module calls "r" and its config."""
    return sum(c["counted"] for c in vcpu["counters"]
               if c["config"] and int(c["config"], 16) == int(name[1:], 16))


def tell(good, what, detail):
    """A line of TAP."""
    if not good:
        print(detail)
    print(f"{'' if good else 'not '}ok - {what}")


def is_plain(module):
    """Plain counters have no fields."""
    return "retiring" not in module


def may_lose(name, module):
    """Slots pass unread where an NMI lets SLOTS run in the midst of a clear."""
    return module["live_clears"] * LIVE_SLOTS if name == "slots" else 0


def counted_fixed(vcpu, name, model):
    """What is always counted, or so many times that."""
    widths = {**WIDTHS, **AMD_WIDTHS, **ARM_WIDTHS}
    if name == "slots" and model in widths:
        return widths[model] * counted(vcpu, EVENTS["cycles"])
    return counted(vcpu, EVENTS[name])


def compare_counters(cpu, report, module, vcpu):
    """To the unit. What happens on one CPU only happens there."""
    raw = [name for name in module if re.fullmatch(r"r[0-9a-f]+", name)]
    for name in [*EVENTS, *raw]:
        if name == "ref_cycles" and name not in module:
            continue  # not counted unless asked for
        if name in raw:
            hardware = counted_raw(vcpu, name)
            most = max(counted_raw(v, name) for v in report["vcpus"])
        else:
            hardware = counted_fixed(vcpu, name, model_of(report, vcpu))
            most = hardware
        lost = hardware - module[name]
        tell(
            0 <= lost <= may_lose(name, module) and most > 0,
            f"CPU {cpu} counted as many {name} as the hardware",
            f"module {module[name]}, hardware {hardware},"
            f" lost {lost}, live clears {module['live_clears']}",
        )


def compare_others(cpu, model, module, vcpu):
    """Another core type than the first, to the unit."""
    prefix = PREFIXES.get(model, OTHERS[0])
    for name in [name for name in module if name.startswith(prefix)]:
        own = name.removeprefix(prefix)
        if own in EVENTS:
            hardware = counted_fixed(vcpu, own, model)
        else:
            hardware = counted_raw(vcpu, own)
        tell(
            module[name] == hardware and (hardware > 0 or own in RARE),
            f"CPU {cpu} counted as many {name} as the hardware",
            f"module {module[name]}, hardware {hardware}",
        )
    compare_none(cpu, module, prefix)


def compare_none(cpu, module, prefix):
    """A CPU whose values begin with PREFIX has nothing of another core type."""
    foreign = [name for name, count in module.items() if count
               and of_type(name) not in (None, prefix)]
    tell(not foreign, f"CPU {cpu} was charged nothing of another core type",
         f"it was charged {foreign}")


def of_type(name):
    """How the values begin of the core type that counts it. None: all have it."""
    own = name.rpartition(".")[2]
    if own in EVENTS or own in FIELDS or re.fullmatch(r"r[0-9a-f]+", own):
        return name.removesuffix(own)
    return None


def model_of(report, vcpu):
    """CPUs of a machine may be of two models."""
    return vcpu.get("model", report["model"])


def is_mixed(module):
    """There are several core types that count."""
    return any(name.startswith(OTHERS) for name in module)


def fields_of(model):
    """What PERF_METRICS has on this model."""
    return list(FIELDS.items())[: 4 if model == FOUR_FIELDS else None]


def steps_of(name, rounding):
    """How many steps a field that was rounded so can be below the truth, and above."""
    if rounding == "nearest":
        return 1, 1
    if rounding == "silicon" and name == "backend_bound":
        return 0, 3
    return 1, 0


def compare_fields(cpu, report, module, vcpu, most):
    """Within what the eight bits can tell, and what was not classified.

    The bound is the hardware's: each reading before a clear is off by at most a
    step, the 255th part of the slots since the last one, or by three where it has
    what others are cut off; all of these are all slots. The module's products are
    15 ppm low. How much may be unclassified is said here, not by the module.
    """
    hardware = vcpu["metrics"]["counted"]
    step = module["slots"] // 255 + 1
    product = module["slots"] * 15 // 1000000 + 1
    unclassified = module["unclassified"]
    if most:
        tell(
            unclassified * 100 <= module["slots"] * most,
            f"CPU {cpu} left at most {most} % of its slots unclassified",
            f"{unclassified} of {module['slots']} slots are unclassified",
        )
    for name, field in fields_of(report["model"]):
        off = module[name] - hardware[field]
        low, high = steps_of(name, report["round"])
        tell(
            -low * step - product - unclassified <= off <= high * step + product,
            f"CPU {cpu} has {name} within the bound",
            f"module {module[name]}, hardware {hardware[field]}, a step {step},"
            f" unclassified {unclassified}",
        )


def main():
    """0 when there was something to compare."""
    counts, report = read()
    most = int(sys.argv[1]) if len(sys.argv) > 1 else None
    for vcpu in report["vcpus"]:
        cpu = vcpu["vcpu"]
        if cpu not in counts:
            return 1
        mixed, model = is_mixed(counts[cpu]), model_of(report, vcpu)
        if mixed and model != report["model"]:
            compare_others(cpu, model, counts[cpu], vcpu)
            continue
        if mixed:
            compare_none(cpu, counts[cpu], "")
        compare_counters(cpu, report, counts[cpu], vcpu)
        if not is_plain(counts[cpu]):
            compare_fields(cpu, report, counts[cpu], vcpu, most)
    return 0 if report["vcpus"] else 1


if __name__ == "__main__":
    sys.exit(main())
