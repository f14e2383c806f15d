#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Hold the recording rules against the tool: rules.py TOOL-FOLDER PROMTOOL [FAMILY...].

For each family, and each of its sets, a recording is made up that has counts for all
that is counted then: of a cgroup, of a command, of all tasks and of idle. Prometheus is
given what `tdacct serve` exports of it, before and five minutes later, and computes the
rules that `tdacct serve --print-rules` prints. Each share must be the one that `tdacct
show` prints for these counts, and must be there only where the tool knows it.
"""
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
FAMILIES = TOP / "user/families"
HEADER = (TOP / "include/uapi/linux/tdacct.h").read_text()
FIELDS = ["retiring", "bad_speculation", "frontend_bound", "backend_bound",
          "heavy_operations", "branch_mispredicts", "fetch_latency", "memory_bound"]
KNOWN_MAX = 24		# events of a set that the tool has room for, beside the gap
FIXED, METRIC, EVENT, GAP = range(4)
SECONDS, STEP = 300, 15
# Cores beside others are counted on machines with such a CPU.
BESIDE = {"atom": ("atom.", "atom"), "lowpower": ("lowpower.", "lowpower")}


def numbers(enum):
    """The numbers of an enum of the ABI."""
    body = re.search(rf"enum {enum} {{(.*?)}};", HEADER, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    names = re.findall(r"^\s*(TDACCT_\w+|__TDACCT_\w+),", body, re.M)
    return {name: number for number, name in enumerate(names)}


ABI = {}
for one in ["tdacct_attr", "tdacct_value_attr", "tdacct_counts_attr", "tdacct_beside_attr"]:
    ABI.update(numbers(one))


def attribute(name, data, nested=False):
    """One attribute as netlink has it; ABI names or a number."""
    kind = (name if isinstance(name, int) else ABI["TDACCT_" + name]) | nested << 15
    raw = (len(data) + 4).to_bytes(2, "little") + kind.to_bytes(2, "little") + data
    return raw + b"\0" * (-len(raw) % 4)


def u32(name, number):
    return attribute(name, number.to_bytes(4, "little"))


def u64(name, number):
    return attribute(name, (number % 2**64).to_bytes(8, "little"))


def text(name, what):
    return attribute(name, what.encode() + b"\0")


def nest(name, *inside):
    return attribute(name, b"".join(inside), True)


class Machine:
    """A CPU that counts VALUES, each a name with its kind, config and whether a set has it."""

    def __init__(self, pmu, values, cpu=("GenuineIntel", 6, 0x8F)):
        self.pmu, self.values, self.cpu = pmu, values, cpu

    def info(self):
        said = [text("A_VERSION", "0.1.0"), text("A_PMU", self.pmu),
                text("A_CPU_VENDOR", self.cpu[0]), u32("A_CPU_FAMILY", self.cpu[1]),
                u32("A_CPU_MODEL", self.cpu[2]), u64("A_CLEAR_SLOTS", 250000), u32("A_STATE", 0)]
        for i, (name, kind, config, of_set) in enumerate(self.values):
            inside = [u32("VALUE_A_INDEX", i), text("VALUE_A_NAME", name), u32("VALUE_A_UNIT", 0),
                      u32("VALUE_A_KIND", kind)]
            if config:
                inside += [u64("VALUE_A_CONFIG", config[0]), u64("VALUE_A_CONFIG1", config[1])]
            if of_set:
                inside.append(attribute("VALUE_A_OF_SET", b""))
            said.append(nest("A_VALUE", *inside))
        return b"".join(said)

    def counts(self, name, counts):
        values = [u64(i + 1, counts.get(v[0], 0)) for i, v in enumerate(self.values)]
        return nest(name, nest("COUNTS_A_VALUES", *values),
                    u64("COUNTS_A_SWITCHES", counts.get("switches", 0)),
                    u64("COUNTS_A_UNCLASSIFIED", counts.get("unclassified", 0)),
                    u64("COUNTS_A_BLUR", 0))

    def task(self, pid, comm, counts):
        return b"".join([u64("A_ID", pid), u32("A_PID", pid), text("A_COMM", comm),
                         u64("A_BORN_NS", pid), u64("A_CPU_NS", counts["cpu_ns"]),
                         u64("A_LOST_NS", 0), self.counts("A_COUNTS", counts)])

    def cgroup(self, number, path, counts):
        return b"".join([u64("A_CGROUP", number), text("A_CGROUP_PATH", path),
                         u64("A_CPU_NS", counts["cpu_ns"]), u64("A_LOST_NS", 0),
                         self.counts("A_COUNTS", counts), self.counts("A_OWN", {})])

    def totals(self, whose):
        nothing = {}
        return b"".join(self.counts(f"A_{name}", whose.get(name, nothing)) for name in
                        ["BEFORE", "LIVE", "EXITED", "IDLE", "UNTRACKED", "AFTER"])


def recording(path, machine, *asked):
    """Writes what the module said: a question each, with messages, or a time."""
    lines = ["tdacct-recording 1"]
    for question, said in [("GET_INFO do", [machine.info()]), *asked]:
        lines += [f"at {question}"] if isinstance(question, int) else \
            [f"ask {question}", *(f"say {message.hex()}" for message in said), "end 0"]
    path.write_text("\n".join(lines) + "\n")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr}{done.stdout}")
    return done.stdout


def made_up(machine, rng):
    """Counts as they might be; children may have more than their parents."""
    slots = rng.randrange(10**9, 10**12)
    unclassified = slots // rng.choice([3, 20, 10**12])
    left = slots - unclassified
    cuts = sorted(rng.randrange(left) for _ in range(3))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, left])]
    short = left // 200
    counts = {"switches": 5, "cpu_ns": 10**9, "unclassified": unclassified}
    for name, kind, _, of_set in machine.values:
        plain = name.split(".")[-1]
        if name == "slots" or plain == "slots":
            counts[name] = slots if name == "slots" else slots // 3
        elif kind == METRIC:
            at = FIELDS.index(plain) % 4
            counts[name] = max(parts[at] - short, 0) if FIELDS.index(plain) < 4 else \
                rng.randrange(parts[at] + 1)
        elif kind == GAP:
            counts[name] = rng.choice([0, slots // 4]) if any(v[3] for v in machine.values) else 0
        else:
            counts[name] = rng.randrange(slots // 6 + 1)
    return counts


def together(one, other):
    return {name: one[name] + other[name] for name in one}


def shares(tree, to):
    for node in tree:
        to[node["name"]] = node["share"]
        shares(node["children"], to)
    return to


class Family:
    """One family: its rules, and what there is to be counted on its CPUs."""

    def __init__(self, tools, promtool, name, scratch):
        self.tool, self.serve = tools / "tdacct", tools / "tdacct-serve"
        self.promtool, self.name, self.scratch = promtool, name, scratch / name
        self.scratch.mkdir()
        self.file = json.loads((FAMILIES / f"{name}.json").read_text())
        self.rng = random.Random(name)
        self.model = ["--model", name]
        self.prefix = self.cores = ""
        said = self.file
        while "pmu" not in said and "extends" in said:
            said = json.loads((FAMILIES / f"{said['extends']}.json").read_text())
        self.pmu = said.get("pmu", "plain")
        if self.pmu in BESIDE:
            self.prefix, self.cores = BESIDE[self.pmu]
        self.rules = self.scratch / "rules.yml"
        self.rules.write_text(run(self.serve, "--print-rules", *self.model))
        raw = set(re.findall(r'event=~?"[a-z.]*(r[0-9a-f]+(?::[0-9a-f]+)?)[|"]',
                             self.rules.read_text()))
        try:
            listed = json.loads(run(self.tool, "events", "list", "--json", *self.model))["sets"]
        except RuntimeError:	# it has none
            listed = []
        self.sets = [{self.raw(e) for e in s["events"] if not e["value"]} for s in listed]
        named = re.search(r'"(r[0-9a-f]+)\|instructions"', self.rules.read_text())
        self.named = named.group(1) if named else None
        self.always = raw - set().union(*self.sets) if self.sets or self.prefix else raw

    @staticmethod
    def raw(event):
        return f"r{event['config']:x}" + (f":{event['config1']:x}" if event["config1"] else "")

    def machine(self, events, gap):
        """One that counts these EVENTS on request."""
        def value(name, of_set=False):
            config, _, config1 = name[1:].partition(":")
            called = "instructions" if name == self.named else name
            return called, EVENT, (int(config, 16), int(config1 or "0", 16)), of_set
        values = [("slots", FIXED, None, False)]
        pmu, cpu = self.pmu, ("GenuineIntel", 6, 0x8F)
        if self.prefix:
            pmu = "intel_metrics"
            known = self.file["cpus"] if "cpus" in self.file else []
            cpu = ("GenuineIntel", 6, int(str(known[0]["model"]), 0)) if known else cpu
        if pmu == "intel_metrics":
            fields = FIELDS[:4] if self.name == "icelake" else FIELDS
            values += [(field, METRIC, None, False) for field in fields]
        values.append(("cycles", FIXED, None, False))
        if not self.named:
            values.append(("instructions", FIXED, None, False))
        if self.prefix:
            names = ["slots", "cycles", "instructions", *sorted(self.always)]
            values += [(self.prefix + v[0], *v[1:]) for v in
                       (value(name) if name[0] == "r" else (name, FIXED, None, False)
                        for name in names)]
            return Machine(pmu, values, cpu)
        values += [value(name) for name in sorted(self.always)]
        values += [value(name, True) for name in sorted(events)]
        if gap:
            values.append(("slots_without_events", GAP, None, False))
        return Machine(pmu, values, cpu)

    def machines(self):
        """As many sets as there is room for, with slots in which these were not counted,
        none, and, where nodes have approximate formulas for that, each set alone."""
        if not self.sets:
            return [self.machine(set(), False)]
        packed, room = [], set()
        for events in self.sets:
            if len(room | events) > KNOWN_MAX - len(self.always) // 2:
                packed.append(room)
                room = set()
            room = room | events
        alone = self.sets if any(n.get("approximate") for n in self.file.get("nodes", [])) else []
        return [self.machine(events, False) for events in [set(), *alone]] + \
            [self.machine(events, True) for events in [*packed, room]]

    def exported(self, machine, counts):
        """What serve exports: next to nothing is counted, and then these COUNTS besides."""
        def reading(time, counts):
            task, cgroup, idle, tasks = counts
            return [(time, []), ("GET_PROCESS dump", [machine.task(1, "task", task)]),
                    ("GET_CGROUP dump", [machine.cgroup(1, "/", tasks),
                                         machine.cgroup(2, "/a.service", cgroup)]),
                    ("GET_TOTALS do", [machine.totals({"LIVE": tasks, "IDLE": idle,
                                                       "AFTER": together(tasks, idle)})])]
        path = self.scratch / "serve.rec"
        first = [{name: 1 for name in c} for c in counts]
        recording(path, machine, ("SUBSCRIBE do", []), *reading(10, first),
                  *reading(10 + SECONDS, [together(a, b) for a, b in zip(first, counts)]))
        series = {}
        model = [] if self.prefix else self.model
        for line in run(self.serve, "--once", "--replay", path, *model).splitlines():
            if not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                series.setdefault(name, []).append(float(value))
        return series

    def told(self, machine, counts):
        """What show says of these COUNTS."""
        path = self.scratch / "show.rec"
        recording(path, machine, ("GET_PROCESS do PID=1", [machine.task(1, "task", counts)]))
        model = [] if self.prefix else self.model
        said = json.loads(run(self.tool, "show", "--all", "--json", "--replay", path, "--pid=1",
                              *model))
        tree = said[self.cores]["tree"] if self.cores else said["tree"]
        return {node: share for node, share in shares(tree, {}).items() if share is not None}

    def put_series(self, lines, machine, instance):
        """Adds what one machine exports and what the tool tells; which nodes that tells."""
        def put(name, values):
            lines.append(f"  - series: {json.dumps(name)}")
            lines.append(f"    values: '{values}'")

        task, cgroup, idle, rest = (made_up(machine, self.rng) for _ in range(4))
        looked = [cgroup, task, together(task, rest), idle]
        nodes = set()
        series = self.exported(machine, [task, cgroup, idle, looked[2]])
        for name, (was, now) in ((n, v) for n, v in series.items() if len(v) == 2):
            family, _, labels = name.partition("{")
            labels = f'job="tdacct",instance="{instance}"' + ("," + labels if labels else "}")
            step = (now - was) * STEP / SECONDS
            put(family + "{" + labels, f"{was:.17g}+{step:.17g}x{SECONDS // STEP}")
        for at, counts in enumerate(looked):
            told = self.told(machine, counts)
            nodes |= set(told)
            for node, share in told.items():
                put(f'told{{at="{at}",instance="{instance}",node="{node}"}}',
                    f"{share:.17g}x{SECONDS // STEP}")
        return nodes

    def rows(self):
        """Rows: the rules are right in form, agree with the tool, and no node is missing."""
        problems, nodes = [], set()
        lines = ["rule_files:", "- rules.yml", f"evaluation_interval: {SECONDS}s", "tests:",
                 "- interval: 15s", "  input_series:"]
        for instance, machine in enumerate(self.machines()):
            nodes |= self.put_series(lines, machine, instance)
        lines.append("  promql_expr_test:")
        for at, select in enumerate(['cgroup:share:rate5m{path="/a.service"}',
                                     'command:share:rate5m{command="task"}',
                                     'machine:share:rate5m{whose="tasks"}',
                                     'machine:share:rate5m{whose="idle"}']):
            is_, want = f"tdacct_{select}", f'told{{at="{at}"}}'
            for check in [f"abs({is_} - on (instance, node) {want}) > on (instance, node) "
                          f"2e-9 * clamp_min(abs({want}), 1)",
                          f"{want} unless on (instance, node) {is_}",
                          f"{is_} unless on (instance, node) {want}"]:
                lines += [f"  - expr: {json.dumps(check)}", f"    eval_time: {SECONDS}s",
                          "    exp_samples: []"]
        path = self.scratch / "test.yml"
        path.write_text("\n".join(lines) + "\n")
        for command in [["check", "rules", self.rules], ["test", "rules", path]]:
            try:
                run(self.promtool, *command)
            except RuntimeError as why:
                problems.append(str(why)[-1500:])
        metrics = json.loads(run(self.tool, "metrics", "--json", *self.model))
        want = {m["name"] for m in metrics if m["computable"] or m["sets"]}
        problems += [f"no counts of which {node} is known" for node in sorted(want - nodes)]
        return self.name, len(nodes), problems


def main():
    tools, promtool = pathlib.Path(sys.argv[1]), sys.argv[2]
    names = sys.argv[3:] or sorted(p.stem for p in FAMILIES.glob("*.json"))
    failed = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        scratch = pathlib.Path(folder)
        for name, nodes, problems in pool.map(
                lambda name: Family(tools, promtool, name, scratch).rows(), names):
            for problem in problems:
                print("".join(f"# {line}\n" for line in problem.splitlines()), end="")
            print(f"{'not ok' if problems else 'ok'} - rules: {name}: {nodes} nodes are what "
                  "tdacct show tells")
            failed += bool(problems)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
