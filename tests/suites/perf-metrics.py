#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What perf stat -M computed, against the tool, of the same counts.

perf-metrics.py TDACCT NAME OUTPUT FAMILY KIND [SET...]

OUTPUT is what a guest said: "vendor NAME", "family N" and "model N", or "part",
"variant" and "revision" of one of Arm's cores and its "slots"; "json [...]" (perf's
metrics), and behind each
"metric NAME CLASS SET..." what perf stat -x';' -M NAME printed. A recording is
made of these counts, and shown with perf's formulas. Prints a row for each set, which
are all of the family unless some are named. Of each metric some load must make
something, unless it is named here.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import family_data  # pylint: disable=wrong-import-position

TOP = pathlib.Path(__file__).resolve().parents[2]
HEADER = TOP / "include/uapi/linux/tdacct.h"
TEMPLATE = TOP / "tests/fixtures/memory-events.rec"
PID = 95
# Metrics that no class of the emulated PMU makes more than nothing, as all heavy
# operations are of microcode there, and all floating point of SVE; what is 0 where no core
# has two threads; what perf's table says is 0; and what needs a PMU that no guest has.
NOTHING = {"tma_few_uops_instructions", "SMT_2T_Utilization",
           "tma_info_system_smt_2t_utilization", "L3_Cache_Access_BW_1T",
           "nonsve_fp_ops_per_cycle", "smi_num", "smi_cycles"}
# Where these would divide nothing by nothing, newer perfs print the least that they can
# be, which is nearly nothing.
LEAST = {"tma_other_mispredicts", "tma_other_nukes"}
# Raw events that the module has a name for, where no counter is fixed: Arm's and AMD's.
CALLED = {0x08: "instructions", 0xc0: "instructions"}
FIXED, METRIC, EVENT = range(3)		# enum tdacct_kind
SLOTS, EVENTS, CYCLES = range(3)	# enum tdacct_unit


def numbers_of(prefix):
    """The enum of the header whose names begin so, name to number."""
    names = re.findall(rf"^\t({prefix}_[A-Z_0-9]+)(?: = 0)?,",
                       HEADER.read_text(), re.M)
    return {name[len(prefix) + 1:]: i for i, name in enumerate(names)}


A = numbers_of("TDACCT_A")
COUNTS_A = numbers_of("TDACCT_COUNTS_A")
VALUE_A = numbers_of("TDACCT_VALUE_A")
NESTED = 0x8000


def attributes(data):
    at = 0
    while at + 4 <= len(data):
        length, kind = struct.unpack_from("<HH", data, at)
        yield kind & 0x3FFF, data[at + 4:at + length]
        at += (length + 3) & ~3


def attribute(kind, data):
    return (struct.pack("<HH", 4 + len(data), kind) + data
            + bytes(-len(data) % 4))


def u32(kind, number):
    return attribute(kind, struct.pack("<I", number))


def u64(kind, number):
    return attribute(kind, struct.pack("<Q", number))


def said(ask):
    """The first message of an answer of the recording."""
    lines = TEMPLATE.read_text().splitlines()
    at = lines.index(f"ask {ask}")
    return bytes.fromhex(lines[at + 1].removeprefix("say "))


class Value:
    """What the module would call a count of perf's."""

    def __init__(self, name, config, count):
        self.name = name or CALLED.get(config, f"r{config:x}")
        self.config = None if name else config
        self.count = count

    def describe(self, index):
        cycles = self.name in ("cycles", "ref_cycles")
        events = self.name == "instructions" or self.config is not None
        kind = EVENT if self.config is not None else (
            FIXED if cycles or events or self.name == "slots" else METRIC)
        got = u32(VALUE_A["INDEX"], index)
        got += attribute(VALUE_A["NAME"], self.name.encode() + b"\0")
        got += u32(VALUE_A["UNIT"],
                   CYCLES if cycles else EVENTS if events else SLOTS)
        got += u32(VALUE_A["KIND"], kind)
        if self.config is not None:
            got += u64(VALUE_A["CONFIG"], self.config)
        return attribute(NESTED | A["VALUE"], got)


def make_info(values, cpu, kind):
    vendor, family, model = cpu
    text = {A["PMU"]: kind.encode() + b"\0",
            A["CPU_VENDOR"]: vendor.encode() + b"\0",
            A["CPU_FAMILY"]: struct.pack("<I", family),
            A["CPU_MODEL"]: struct.pack("<I", model)}
    got = b"".join(attribute(k, text.get(k, data))
                   for k, data in attributes(said("GET_INFO do"))
                   if k != A["VALUE"])
    return got + b"".join(v.describe(i) for i, v in enumerate(values))


def make_process(values):
    counts = b"".join(u64(i + 1, v.count) for i, v in enumerate(values))
    nest = attribute(NESTED | COUNTS_A["VALUES"], counts)
    for name in ("SWITCHES", "UNCLASSIFIED", "BLUR"):
        nest += u64(COUNTS_A[name], 0)
    got = b"".join(attribute(k, data)
                   for k, data in attributes(said(f"GET_PROCESS do PID={PID}"))
                   if k != A["COUNTS"])
    return got + attribute(NESTED | A["COUNTS"], nest)


def recording(values, cpu, kind):
    return (f"tdacct-recording 1\nask GET_INFO do\n"
            f"say {make_info(values, cpu, kind).hex()}\nend 0\n"
            f"ask GET_PROCESS do PID={PID}\n"
            f"say {make_process(values).hex()}\nend 0\n")


class Tool:
    def __init__(self, path, family, folder):
        self.path, self.family, self.folder = path, family, folder
        self.known = {}

    def run(self, *words):
        done = subprocess.run([self.path, *words, "--json"], text=True,
                              capture_output=True, check=False)
        if not done.stdout:
            raise ValueError(done.stderr.strip())
        return json.loads(done.stdout)

    def encoding(self, event):
        """The module's own name or None, and the config, of an event of perf's."""
        if event not in self.known:
            got = self.run("events", "fit", event, "--model", self.family)
            self.known[event] = got["events"][0]
        return self.known[event]["value"], self.known[event]["config"]

    def value(self, metric, values, cpu, kind):
        path = pathlib.Path(self.folder) / "counts.rec"
        path.write_text(recording(values, cpu, kind))
        report = self.run("show", "--pid", str(PID), "--all", "--replay",
                          str(path), "--metrics", f"{self.folder}/perf.json")
        node = find(report["tree"], metric)
        if node is None:
            return None
        share = node.get("unclamped", node["share"])
        percent = (node["unit"] in ("slots", "cycles")
                   or node["unit"].startswith("percent"))
        return share if share is None or not percent else 100 * share


def find(nodes, name):
    for node in nodes:
        got = node if node["name"] == name else find(node["children"], name)
        if got:
            return got
    return None


class Stat:
    """What perf stat printed for one metric and load."""

    def __init__(self, words):
        self.metric, self.load, *self.sets = words
        self.counts, self.printed = {}, None

    def take(self, line):
        fields = line.split(";")
        if len(fields) < 5 or fields[0] == "<not counted>":
            return
        # Of a metric in which nothing is counted it counts the time.
        if (fields[2] not in ("", "duration_time") and fields[1] != "ns"
                and fields[0].strip().isdigit()):
            self.counts[fields[2]] = int(fields[0])
        if len(fields) >= 7 and fields[6].split()[-1:] == [self.metric]:
            self.printed = fields[5].strip()

    def is_something(self):
        """Has perf computed a number that is not 0?"""
        return (self.printed not in (None, "", "nan", "-nan")
                and float(self.printed) != 0)

    def complaint(self, tool, cpu, kind):
        where = f"{self.metric} of load {self.load}"
        values = [Value(*tool.encoding(event), count)
                  for event, count in self.counts.items()]
        # A metric may be a number on this machine; a recording has some value.
        values = values or [Value("cycles", None, 1)]
        got = tool.value(self.metric, values, cpu, kind)
        # Where it would divide by nothing perf prints nothing, or that it is no number.
        if not self.printed:
            return None if got is None else (
                f"{where}: perf has not computed it, the tool {got:.9g}")
        if got is None:
            least = self.metric in LEAST and float(self.printed) == 0
            return None if least or "nan" in self.printed else (
                f"{where}: perf {self.printed}, the tool does not know it")
        digits = len(self.printed.partition(".")[2])
        if float(f"{got:.{digits}f}") == float(self.printed):
            return None
        return f"{where}: perf {self.printed}, the tool {got:.9g}"


class Said:
    """What a guest said: of its CPU, of perf's metrics, and of each that it tried."""

    def __init__(self, path):
        self.numbers, self.metrics, self.stats = {}, "[]", []
        self.vendor = ""
        for line in pathlib.Path(path).read_text().splitlines():
            self.take(line)

    def take(self, line):
        word, _, rest = line.partition(" ")
        if word == "vendor":
            self.vendor = rest
        elif word in ("family", "model", "part", "variant", "revision", "slots"):
            self.numbers[word] = int(rest, 0)
        elif word == "json":
            self.metrics = rest
        elif word == "metric":
            self.stats.append(Stat(rest.split()))
        elif self.stats:
            self.stats[-1].take(line)

    def midr(self):
        return (self.numbers["part"] << 8 | self.numbers["variant"] << 4
                | self.numbers["revision"])

    def cpu(self):
        """Vendor, family and model, as the module tells them."""
        if "part" in self.numbers:
            return "ARM", 8, self.midr()
        return self.vendor, self.numbers["family"], self.numbers["model"]

    def is_core(self, found):
        """Is it this part, of this revision or a later one?"""
        wanted = int(found[1], 16)
        part, revision = wanted >> 4 & 0xFFF, wanted >> 16 & 0xF0 | wanted & 0xF
        mine = self.midr()
        return str(int(part == mine >> 8 and mine & 0xFF >= revision))

    def formulas(self):
        """With what the machine says in them: of a recording the tool cannot know."""
        text = re.sub(r"strcmp_cpuid_str\((0x[0-9a-f]+)\)", self.is_core,
                      self.metrics)
        text = text.replace("#slots", str(self.numbers.get("slots", "#slots")))
        # no guest has two threads on a core, nor a PMU of MSRs
        text = re.sub(r"has_event\(msr@\w+@\)", "0", text)
        return re.sub("#smt_on", "0", text, flags=re.I)


def sets_of(family):
    return [s["name"] for s in family_data.load(family)["sets"]]


def nothing_of(stats):
    """Of which metrics no load makes anything: two zeros always agree."""
    names = {s.metric for s in stats}
    some = {s.metric for s in stats if s.is_something()}
    return [f"{name} is nothing under every load" for name
            in sorted(names - some - NOTHING)]


def main():
    path, name, output, family, kind, *sets = sys.argv[1:]
    said = Said(output)
    stats, cpu = said.stats, said.cpu()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "perf.json").write_text(said.formulas())
        tool = Tool(path, family, folder)
        bad = {s: s.complaint(tool, cpu, kind) for s in stats}
    for wanted in sets or sets_of(family):
        mine = [s for s in stats if wanted in s.sets]
        known = [s for s in mine if s.printed and "nan" not in s.printed]
        wrong = [bad[s] for s in mine if bad[s]] + nothing_of(mine)
        if not known:
            wrong.append("perf has computed none of its metrics")
        for text in wrong:
            print(f"# {text}")
        print(f"{'not ok' if wrong else 'ok'} - {name}: the metrics of the set "
              f"{wanted} are those of perf stat -M")
        print(f"# {len(mine)} readings of {len({s.metric for s in mine})} "
              "metrics")
        failed |= bool(wrong)
    return failed


sys.exit(main())
