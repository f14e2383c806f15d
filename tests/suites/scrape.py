#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A real Prometheus scrapes the exporter: scrape.py TOOL-FOLDER.

The exporter replays a recording of many cgroups and commands with large counts.
Prometheus has the rules loaded that the tool prints, and is asked for sums: each has to
be the sum of what the exporter answers, to 1e-12. Then promtool looks at that answer.
"""
import json
import math
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import rules

CGROUPS, COMMANDS = 200, 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def row(name, problems):
    for problem in problems[:10]:
        print(f"# {problem}")
    print(f"{'not ok' if problems else 'ok'} - scrape: {name}", flush=True)
    return bool(problems)


def record(path):
    """Two readings of a machine, of counts up to 2^60."""
    machine = rules.Machine("intel_metrics", [
        ("slots", rules.FIXED, None, False),
        *((f, rules.METRIC, None, False) for f in rules.FIELDS),
        ("cycles", rules.FIXED, None, False), ("instructions", rules.FIXED, None, False)])
    rng = random.Random(1)

    def counts(most):
        return {v[0]: rng.randrange(most) for v in machine.values} | \
            {"switches": rng.randrange(10**6), "unclassified": rng.randrange(most),
             "cpu_ns": rng.randrange(10**12)}

    commands = [counts(2**52) for _ in range(COMMANDS)]
    cgroups = [counts(2**60) for _ in range(CGROUPS)]
    tasks = {key: sum(c[key] for c in commands) + 1000 for key in commands[0]}

    def reading(at):
        return [(at, []), ("GET_PROCESS dump", [machine.task(i + 1, f"command{i}", c)
                                                for i, c in enumerate(commands)]),
                ("GET_CGROUP dump", [machine.cgroup(1, "/", tasks)] + [
                    machine.cgroup(i + 2, f"/system.slice/service-{i}.service", c)
                    for i, c in enumerate(cgroups)]),
                ("GET_TOTALS do", [machine.totals({"LIVE": tasks, "AFTER": tasks})])]

    rules.recording(path, machine, ("SUBSCRIBE do", []), *reading(10), *reading(15))


def get(url, accept="*/*"):
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept})) as r:
        return r.headers["Content-Type"], r.read().decode()


class Prometheus:
    """One with a target, and rules."""

    def __init__(self, folder, target, rule_file):
        self.port = free_port()
        config = {"global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
                  "rule_files": [str(rule_file)],
                  "scrape_configs": [{"job_name": "tdacct",
                                      "static_configs": [{"targets": [target]}]}]}
        (folder / "prometheus.yml").write_text(json.dumps(config))
        self.log = (folder / "log").open("w+")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml",
             f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"], stderr=self.log)

    def ask(self, path, **query):
        said = get(f"http://127.0.0.1:{self.port}/api/v1/{path}?" + urllib.parse.urlencode(query))
        return json.loads(said[1])["data"]

    def wait(self, what):
        """Until WHAT is true; a program that does not end is cut off by the suite's time."""
        while self.process.poll() is None:
            try:
                if what():
                    return True
            except OSError:
                pass
            time.sleep(0.2)
        self.log.seek(0)
        print(self.log.read()[-2000:])
        return False

    def value(self, query):
        found = self.ask("query", query=query)["result"]
        return float(found[0]["value"][1]) if found else math.nan


def families(text):
    """The values of each family of counters, by the name of its samples."""
    found = {}
    for name, value in re.findall(r"^(\w+_total)(?:\{.*\})? (\S+)$", text, re.M):
        found.setdefault(name, []).append(float(value))
    return found


def checked(metrics):
    """What promtool has against a text; that texts may not be empty it finds itself."""
    done = subprocess.run(["promtool", "check", "metrics"], input=metrics, text=True,
                          capture_output=True, check=False)
    return [line for line in (done.stdout + done.stderr).splitlines() if line] + \
        ([f"it ends with {done.returncode}"] if done.returncode else [])


def look(prometheus, port):
    """Rows about one Prometheus and the exporter that it scrapes."""
    failed = row("it is scraped",
                 [] if prometheus.wait(lambda: prometheus.value(
                     "tdacct_exporter_readings_total") == 2) else ["no"])
    kind, text = get(f"http://127.0.0.1:{port}/metrics")
    kind_open, text_open = get(f"http://127.0.0.1:{port}/metrics",
                               "application/openmetrics-text")
    failed += row("the types of both formats", [k for k, want in [
        (kind, "text/plain; version=0.0.4; charset=utf-8"),
        (kind_open, "application/openmetrics-text; version=1.0.0; charset=utf-8")] if k != want])
    failed += row("both formats have the same samples", sorted(
        {line for line in text.splitlines() if line[0] != "#"} ^
        {line for line in text_open.splitlines() if line[0] != "#"}))
    wrong, found = [], families(text)
    for name, values in found.items():
        got, want = prometheus.value(f"sum({name})"), math.fsum(values)
        if not abs(got - want) <= 1e-12 * want and not got == want == 0:
            wrong.append(f"{name}: {got!r}, and the parts are {want!r}")
    failed += row(f"the sums of {len(found)} families are the sums of their parts",
                  wrong if len(found) > 25 else [f"only {sorted(found)}"])
    for kind in ["slots", "events", "switches"]:
        got = [prometheus.value(f"sum(tdacct_{of}_{kind}_total)") for of in ["command", "machine"]]
        failed += row(f"commands are the machine: {kind}", [] if abs(got[0] - got[1]) <=
                      1e-12 * got[1] and got[1] > 0 else [str(got)])
    series = re.search(r"^tdacct_exporter_series (\d+)$", text, re.M).group(1)
    failed += row("as many samples as the exporter says",
                  [] if prometheus.value("scrape_samples_scraped") == float(series) and
                  int(series) > 17 * CGROUPS else [series])
    failed += row("promtool check metrics", checked(text))

    def evaluated():
        groups = prometheus.ask("rules")["groups"]
        return groups and all(r["health"] != "unknown" for g in groups for r in g["rules"])

    prometheus.wait(evaluated)
    every = [r for g in prometheus.ask("rules")["groups"] for r in g["rules"]]
    failed += row("all rules are evaluated", [f"{r['name']}: {r.get('lastError')}" for r in every
                                              if r["health"] != "ok"] if len(every) > 100 else
                  [f"only {len(every)}"])
    return failed


def main():
    tools = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        recording = folder / "many.rec"
        record(recording)
        printed = folder / "rules.yml"
        printed.write_text(rules.run(tools / "tdacct-serve", "--print-rules", "--replay", recording)
                           .replace("interval: 1m", "interval: 1s"))
        # more commands than it names by itself, so that each is a part
        with subprocess.Popen([tools / "tdacct-serve", "--replay", recording, "--listen", "0",
                               "--commands", "100", "--interval", "100ms"], stderr=subprocess.PIPE, text=True) as serve:
            port = serve.stderr.readline().split()[-1]
            prometheus = Prometheus(folder, f"127.0.0.1:{port}", printed)
            failed = look(prometheus, port)
            for process in (prometheus.process, serve):
                process.terminate()
                process.wait()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
