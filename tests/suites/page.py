#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
page.py TDACCT FOLDER: the page in a browser, of what page-recording.py wrote to FOLDER. A
line a row, as of TAP. Pictures of it are left in FOLDER: light.png and dark.png are those
of the documentation.
"""
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser import Browser

TDACCT, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
ENV = dict(os.environ, TDACCT_ROOT=str(FOLDER / "root"))
HOSTILE = "<img src=x onerror=name='bad'>"
ROWS = []

# Of an element its text's contrast to what is behind it, by WCAG 2; boxes have plain
# backgrounds, and where one has a pattern its first colour counts.
CONTRAST = """(() => {
const rgb = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m }
const light = c => { const [r, g, b] = c.map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
	return 0.2126 * r + 0.7152 * g + 0.0722 * b }
const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3]))
const bad = []
for (const e of document.body.querySelectorAll('*')) {
	if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility() || e.closest('.unseen, script, style'))
		continue
	let back = [0, 0, 0, 0], opacity = 1
	for (let at = e; at; at = at.parentElement) {
		const style = getComputedStyle(at)
		opacity *= parseFloat(style.opacity)
		if (back[3] === 0)
			back = rgb(style.backgroundImage.includes('gradient') ? style.backgroundImage.match(/rgba?\\([^)]*\\)/)[0] : style.backgroundColor)
	}
	const page = rgb(getComputedStyle(document.body).backgroundColor)
	const under = over([...back.slice(0, 3), back[3] * opacity], page)
	const front = over([...rgb(getComputedStyle(e).color).slice(0, 3), opacity], page)
	const [a, b] = [light(front), light(under)].sort((x, y) => y - x)
	if ((a + 0.05) / (b + 0.05) < 4.5)
		bad.push(e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 20) + ' ' + ((a + 0.05) / (b + 0.05)).toFixed(2))
}
return bad })()"""

BOXES = "[...document.querySelectorAll('#icicle .box')].map(e => e.getAttribute('aria-label').split(',')[0])"
OPEN = "document.querySelector('[aria-selected=true]').getAttribute('aria-label').split(',')[0]"
FOCUS = "(document.activeElement.getAttribute('aria-label') || '').split(',')[0]"
DETAIL = "document.getElementById('detail').textContent"


def row(name):
    """The function that follows has this name; it says what is wrong by an exception."""
    return lambda function: ROWS.append((name, function)) or function


def same(want, got):
    if want != got:
        raise AssertionError(f"expected {want!r}, got {got!r}")


def has(part, whole):
    if part not in whole:
        raise AssertionError(f"{part!r} is not in {whole!r}")


def box(name, kind=""):
    return f"[...document.querySelectorAll('#icicle .box{kind}')].find(e => " \
           f"e.getAttribute('aria-label').split(',')[0] === {json.dumps(name)})"


def button(name):
    return f"[...document.querySelectorAll('button')].find(e => e.textContent === {json.dumps(name)})"


class Serve:
    def __init__(self):
        self.process = subprocess.Popen(
            [TDACCT, "serve", "--replay", FOLDER / "serve.rec", "--interval", "10ms",
             "--listen", "0"], env=ENV, stderr=subprocess.PIPE, text=True)
        port = re.search(r"port (\d+)", self.process.stderr.readline()).group(1)
        self.url = f"http://127.0.0.1:{port}/"
        while self.get("now.json")["note"] != "the recording has no more":
            time.sleep(0.01)

    def get(self, what):
        with urllib.request.urlopen(self.url + what) as answer:
            return json.load(answer)

    def end(self):
        self.process.terminate()
        self.process.wait()


def fresh(at, **size):
    """A page that has its data."""
    page = at.browser.open(**size)
    page.go(at.serve.url)
    page.wait("machine")
    return page


# ---- what is drawn


@row("nothing is on the console, and the policy lets all of the page work")
def _(at):
    same([], at.page.said)


@row("the machine, its cgroups, commands and nodes")
def _(at):
    boxes = at.page.run(BOXES)
    for name in "db-3.example.net", "system.slice", "postgres", "memory_bound", "[idle]":
        has(name, boxes)


@row("cgroups beside each other are as wide as the machine")
def _(at):
    width = at.page.run("boxes.get('m').t.below.map(b => boxes.get(b.key)).filter(b => b)"
                        ".reduce((s, b) => s + parseFloat(b.e.style.width), 0)")
    if not 99 < width <= 100.001:
        raise AssertionError(width)


@row("numbers are those of the exporter")
def _(at):
    data = at.serve.get("now.json")
    java = next(r for r in data["rows"] if r["name"] == "java")
    backend = next(n for n in java["tree"] if n["name"] == "backend_bound")
    memory = next(n for n in backend["children"] if n["name"] == "memory_bound")
    same("memory_bound", java["bottleneck"])
    at.page.click(box("java", ".command"))
    has(f"memory_bound, {100 * memory['share']:.1f} % of the slots of java",
        at.page.run(box("memory_bound") + ".getAttribute('aria-label')"))


@row("a name with markup in it is text")
def _(at):
    has(HOSTILE, at.page.run(BOXES))
    same(["", 0, 0], at.page.run("[window.name, document.images.length, "
                                 "document.querySelectorAll('b').length]"))


@row("a cgroup with nothing but another one is one box with it")
def _(at):
    has("user.slice/user-1000.slice", at.page.run(BOXES))


@row("what is too narrow to be drawn is in the table")
def _(at):
    boxes = at.page.run(BOXES)
    if "worker-07" in boxes:
        raise AssertionError(boxes)
    at.page.click(box("system.slice"))
    at.page.click(button("workers.service"))
    same(31, at.page.run("document.querySelectorAll('#inside-table tbody tr').length"))
    has("worker-07", at.page.run(BOXES))
    at.page.run("go('m')")


# ---- pointer and keys


@row("a click goes down, a second one on what is open goes back")
def _(at):
    at.page.click(box("postgres", ".command"))
    same("postgres", at.page.run(OPEN))
    same("Tree of postgres", at.page.run("document.getElementById('tree-head').textContent"))
    at.page.click(box("postgres", ".command"))
    same("postgresql@16-main.service", at.page.run(OPEN))
    at.page.click(box("db-3.example.net"))
    same("db-3.example.net", at.page.run(OPEN))
    at.page.click(box("db-3.example.net"))
    same("db-3.example.net", at.page.run(OPEN))


@row("keys: down, right, left and up move; Enter opens and goes back; Escape; Home")
def _(at):
    at.page.run("go('m'), boxes.get('m').e.focus()")
    for keys, focus, opened in (
            ("ArrowDown", "system.slice", "db-3.example.net"),
            ("ArrowRight", "user.slice/user-1000.slice", "db-3.example.net"),
            ("ArrowLeft", "system.slice", "db-3.example.net"),
            ("Enter", "system.slice", "system.slice"),
            ("ArrowDown ArrowDown", "postgres", "system.slice"),
            ("Enter", "postgres", "postgres"),
            ("Enter", "postgres", "postgresql@16-main.service"),
            ("Escape", "postgresql@16-main.service", "system.slice"),
            ("ArrowUp", "system.slice", "system.slice"),
            ("ArrowUp", "db-3.example.net", "system.slice"),
            ("ArrowUp", "db-3.example.net", "system.slice"),
            ("Home", "db-3.example.net", "db-3.example.net"),
            ("Escape", "db-3.example.net", "db-3.example.net")):
        for key in keys.split():
            at.page.key(key)
        same([keys, focus, opened], [keys, at.page.run(FOCUS), at.page.run(OPEN)])


@row("Tab comes to the icicle once")
def _(at):
    same(1, at.page.run("[...boxes.values()].filter(b => b.e.tabIndex === 0).length"))


@row("focus says numbers, with the bottleneck")
def _(at):
    at.page.run(box("java", ".command") + ".focus()")
    has("java (command): 18.5 % of the machine's slots", at.page.run(DETAIL))
    has("Bottleneck: memory_bound.", at.page.run(DETAIL))


@row("hover says numbers, with the reason why a share is not exact")
def _(at):
    x, y = at.page.run("(r => [r.x + r.width / 2, r.y + r.height / 2])"
                       f"({box('frontend_bound')}.getBoundingClientRect())")
    at.page.pointer("mouseMoved", x, y)
    has("frontend_bound: ", at.page.run(DETAIL))
    has("~ dropped micro-ops were not counted and are included", at.page.run(DETAIL))
    at.page.pointer("mouseMoved", 1, 1)


@row("a bound is shown where there is one")
def _(at):
    at.page.run("(() => { const d = structuredClone(data); d.rows.forEach(r => r.tree.forEach("
                "n => n.error = 0.012)); take(d); go('m') })()")
    has("\u00b1 1.2", at.page.run("document.getElementById('tree-table').textContent"))
    at.page.run(box("backend_bound") + ".focus()")
    has("\u00b1 1.2", at.page.run(DETAIL))


@row("all nodes, with what the others need")
def _(at):
    few = at.page.run("document.querySelectorAll('#tree-table tbody tr').length")
    at.page.click(button("All nodes"))
    more = at.page.run("document.querySelectorAll('#tree-table tbody tr').length")
    has("needs ARITH.DIV_ACTIVE", at.page.run("document.getElementById('tree-table').textContent"))
    at.page.click(button("All nodes"))
    if more <= few:
        raise AssertionError((few, more))


# ---- over time


@row("the last hour is another span, with a chart and a table of it")
def _(at):
    at.page.run("go('m')")
    at.page.click("document.getElementById('hour')")
    at.page.wait("data.bins")
    same("true", at.page.run("document.getElementById('hour').getAttribute('aria-pressed')"))
    has("Slots of the machine over time", at.page.run(
        "document.querySelector('svg').getAttribute('aria-label')"))
    if not at.page.run("document.querySelectorAll('#times tbody tr').length"):
        raise AssertionError("no row")
    at.page.click("document.getElementById('now')")
    at.page.wait("!data.bins")
    same(True, at.page.run("document.getElementById('time').hidden"))


@row("it can be paused")
def _(at):
    at.page.click("document.getElementById('pause')")
    same(["true", "Go on"], at.page.run("[$('pause').getAttribute('aria-pressed'), $('pause').textContent]"))
    at.page.click("document.getElementById('pause')")
    same("Pause", at.page.run("$('pause').textContent"))


@row("what is open stays so with new data, and focus with it")
def _(at):
    at.page.click(box("java", ".command"))
    at.page.run("take(structuredClone(data))")
    same(["java", "java"], [at.page.run(OPEN), at.page.run(FOCUS)])


@row("what has gone gives way to what it was in")
def _(at):
    at.page.click(box("java", ".command"))
    at.page.run("(() => { const d = structuredClone(data); d.rows.find(r => r.name === 'java').name = 'javac'; take(d) })()")
    has("kubepods.slice/", at.page.run(OPEN))
    at.page.run("go('m')")


@row("who is busiest changes, boxes stay where they are until somebody acts")
def _(at):
    was = at.page.run("machine.below.length && sorted(machine).map(b => b.key)")
    at.page.run("(() => { const d = structuredClone(data); d.rows.find(r => r.path === '/init.scope').slots = 1e12; take(d) })()")
    same(was, at.page.run("sorted(machine).map(b => b.key)"))
    at.page.run("go('m')")
    same("/init.scope\n", at.page.run("sorted(machine)[0].key"))


@row("cores of several types are boxes between a command and its nodes")
def _(at):
    at.page.run("""(() => { const d = structuredClone(data)
        d.cores = [{ key: 'tree', name: 'P-cores' }, { key: 'atom', name: 'E-cores' }]
        d.rows.forEach(r => { r.atom = { tree: r.tree }; r.slots_of = { tree: 0.75 * r.slots, atom: 0.25 * r.slots } })
        take(d); go('m') })()""")
    at.page.click(box("java", ".command"))
    for name in "P-cores", "E-cores", "memory_bound":
        has(name, at.page.run(BOXES))
    same(["P-cores", "E-cores"], at.page.run("[...document.querySelectorAll('h3')].map(e => e.textContent)"))


# ---- when there is nothing


@row("the module is not there: the page says why, and draws nothing")
def _(at):
    at.page.run("take({ version: '1', host: 'db', title: null, parts: [], cores: [], nodes: {}, rows: [], "
                "note: 'the module is not loaded; waiting for it', every_s: 5, from_ns: 0, to_ns: 0, interval_s: 0, placeless: 0 })")
    has("the module is not loaded; waiting for it", at.page.run("$('note').textContent"))
    same([0, True, True, False], at.page.run("[boxes.size, $('tree').hidden, $('inside').hidden, $('note').hidden]"))
    at.page.run("take(structuredClone(first))")
    has("postgres", at.page.run(BOXES))


@row("the hour has just begun")
def _(at):
    at.page.run("span = 'hour'; take({ version: '1', host: 'db', title: 'x', parts: [], cores: [], nodes: {}, rows: [], "
                "note: '', every_s: 5, from_ns: 0, to_ns: 0, interval_s: 0, placeless: 0, bins: [] }); span = 'now'")
    same("the first interval is not over yet", at.page.run("$('note').textContent"))


# ---- how it looks


@row("widths from 320 to 1920: nothing is wider than the page, and a finger finds all buttons")
def _(at):
    for width in 320, 390, 768, 1280, 1920:
        page = fresh(at, width=width, height=900, phone=width < 700)
        page.run("go('m')")
        same([width, True], [width, page.run(f"document.documentElement.scrollWidth <= {width}")])
        small = page.run("[...document.querySelectorAll('button')].filter(e => e.checkVisibility())"
                         ".filter(e => e.getBoundingClientRect().height < 24).map(e => e.textContent)")
        same([width, []], [width, small])
        same([], page.said)


@row("light and dark: every text has a contrast of 4.5")
def _(at):
    page = fresh(at)
    for dark in False, True:
        page.look(dark)
        for what in "go('m')", box("postgres", ".command") + ".click()":
            page.run(what)
            same([], page.run(CONTRAST))


@row("print: without controls, with colours, and some pages of it")
def _(at):
    page = fresh(at)
    page.look(media="print")
    same(["none", "exact"], page.run(
        "[getComputedStyle($('controls')).display, getComputedStyle(document.querySelector('.box')).printColorAdjust]"))
    if len(page.ask("Page.printToPDF", printBackground=False)["data"]) < 10000:
        raise AssertionError("it is empty")


@row("a screen reader is told a name for each thing, and where in the tree it is")
def _(at):
    page = fresh(at)
    page.run("go('m')")
    roles = {}
    for node in page.accessible():
        role = node["role"]["value"]
        roles[role] = roles.get(role, 0) + 1
        name = node.get("name", {}).get("value", "")
        if role in ("button", "treeitem", "tree", "heading", "region", "img", "image", "link",
                    "columnheader", "rowheader", "group") and not name.strip():
            raise AssertionError(f"a {role} has no name: {node}")
        if role == "treeitem":
            has("level", [p["name"] for p in node["properties"]])
    for role in "tree", "treeitem", "table", "rowheader", "columnheader", "button", "main", "status":
        has(role, roles)
    same(0, page.run("(ids => ids.length - new Set(ids).size)([...document.querySelectorAll('[id]')].map(e => e.id))"))
    same("en", page.run("document.documentElement.lang"))


@row("pictures are left behind")
def _(at):
    page = fresh(at, width=1000, height=560)
    page.run("say('')")
    page.picture(FOLDER / "light.png")
    page = fresh(at, width=1000, height=560, dark=True)
    page.run(box("postgresql@16-main.service") + ".click()")
    page.run("say('')")
    page.picture(FOLDER / "dark.png")


@row("the exporter is gone: the page says so, and what it shows is of before")
def _(at):
    page = fresh(at)
    at.serve.end()
    page.click("document.getElementById('now')")
    page.wait("!$('note').hidden && $('note').textContent.includes('does not answer')")
    has("what is shown is of 140.0 s", page.run("$('note').textContent"))
    has("postgres", page.run(BOXES))


# ---- many machines


class Recorded(BaseHTTPRequestHandler):
    """What rules have recorded of two machines, one a path, as a Prometheus scrapes it."""

    def do_GET(self):
        slots = {"/web-1": 3e9, "/db-2": 1e9}[self.path]
        lines = []

        def put(of, labels, slots, backend):
            lines.append(f"tdacct_{of}:slots:rate5m{{{labels}}} {slots}")
            lines.append(f"tdacct_{of}:coverage:rate5m{{{labels}}} 0.99")
            for node, parent, level, share in (("backend_bound", "", 1, backend), ("retiring", "", 1, 1 - backend),
                                               ("memory_bound", "backend_bound", 2, backend - 0.1)):
                lines.append(f'tdacct_{of}:share:rate5m{{{labels},node="{node}",parent="{parent}",'
                             f'level="{level}",unit="slots"}} {share}')

        put("machine", 'whose="tasks"', slots, 0.5 if self.path == "/web-1" else 0.9)
        put("cgroup", 'path="/",depth="0"', slots, 0.5)
        put("cgroup", 'path="/system.slice",depth="1"', slots / 2, 0.6)
        put("cgroup", 'path="/system.slice/<b>.service",depth="2"', slots / 4, 0.8)
        text = ("\n".join(lines) + "\n").encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Prometheus:
    def __init__(self, folder):
        self.machines = ThreadingHTTPServer(("127.0.0.1", 0), Recorded)
        threading.Thread(target=self.machines.serve_forever, daemon=True).start()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        jobs = "".join(f"""
  - job_name: {name}
    metrics_path: /{name}
    static_configs: [{{targets: ['127.0.0.1:{self.machines.server_port}'], labels: {{instance: {name}}}}}]"""
                       for name in ("web-1", "db-2"))
        (folder / "prometheus.yml").write_text(f"global: {{scrape_interval: 1s}}\nscrape_configs:{jobs}\n")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/tsdb",
             f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"

    def has(self, nr):
        try:
            with urllib.request.urlopen(self.url + "/api/v1/query?query=count(tdacct_machine:slots:rate5m)") as answer:
                found = json.load(answer)["data"]["result"]
        except OSError:
            return False
        return found and found[0]["value"][1] == str(nr)

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.machines.shutdown()


@row("with a Prometheus the first level is machines, and the one that is open has its cgroups")
def _(at):
    serve, prometheus = Serve(), Prometheus(FOLDER)
    try:
        while not prometheus.has(2):
            time.sleep(0.05)
        page = at.browser.open()
        page.go(f"{serve.url}?prometheus={prometheus.url}/")
        page.wait("machine && things.has('\\nweb-1') && things.has('\\ndb-2')")
        same("tdacct of 2 machines", page.run("$('head').textContent"))
        boxes = page.run(BOXES)
        same(["2 machines", "web-1", "db-2"], boxes[:3])
        has("web-1, machine, 75.0 % of the fleet's slots", page.run(box("web-1") + ".getAttribute('aria-label')"))
        # 3 of 4 slots with 0.5, and one with 0.9
        has("backend_bound 60.0 %", page.run("details(machine).map(p => p[0]).join('')"))
        page.click(box("web-1"))
        page.wait("things.has('/system.slice\\n')")
        for name in "system.slice", "<b>.service", "memory_bound":
            has(name, page.run(BOXES))
        page.picture(FOLDER / "fleet.png")
        page.click(box("<b>.service"))
        has("memory_bound, 70.0 % of the slots of /system.slice/<b>.service", page.run(
            box("memory_bound") + ".getAttribute('aria-label')"))
        same("web-1", page.run("openHost()"))
        page.key("Escape")
        page.key("Escape")
        page.key("Escape")
        page.wait("!things.has('/system.slice\\n')")
        same([], page.said)
        prometheus.end()
        page.run("load()")
        page.wait("$('note').textContent.startsWith('Prometheus does not answer')")
    finally:
        prometheus.end()
        serve.end()


# ---- a recording


@row("a report is a page that needs nothing else, with the same boxes")
def _(at):
    recording, report = FOLDER / "machine.tdrec", FOLDER / "report.html"
    subprocess.run([TDACCT, "record", "--replay", FOLDER / "record.rec", "-o", recording,
                    "--interval", "5s", "--for", "35s"], env=ENV, check=True, stderr=subprocess.DEVNULL)
    subprocess.run([TDACCT, "report", recording, "--html", report], check=True)
    page = at.browser.open()
    page.go(report.as_uri())
    page.wait("machine")
    same([], page.said)
    same(True, page.run("$('controls').hidden"))
    for name in "db-3.example.net", "system.slice", "postgres", "memory_bound", HOSTILE:
        has(name, page.run(BOXES))
    same(7, page.run("document.querySelectorAll('#times tbody tr').length"))
    page.run("go('/system.slice/workers.service\\n')")
    has("</script><i>", page.run(BOXES))
    same(0, page.run("document.querySelectorAll('i:not(.bar > i)').length"))
    listed = json.loads(subprocess.run([TDACCT, "report", recording, "--json"], check=True,
                                       stdout=subprocess.PIPE).stdout)
    java = next(s for s in listed["rows"] if s["comm"] == "java")
    drawn = page.run("data.rows.find(r => r.name === 'java')")
    same([java["slots"], java["cpu_time"]], [drawn["slots"], drawn["cpu_ns"]])
    same([f"{java[n['name']]:.4f}" for n in drawn["tree"][:4]],
         [f"{n['share']:.4f}" for n in drawn["tree"][:4]])


def main():
    class at:
        browser, serve = Browser(), Serve()

    try:
        at.page = fresh(at)
        at.page.run("globalThis.first = data, null")
        for name, function in ROWS:
            try:
                at.page.run("take(structuredClone(first)), go('m')")
                function(at)
                print(f"ok - {name}")
            except Exception as wrong:      # a row fails, whatever it met
                print(f"not ok - {name}\n# {wrong!r}".replace("\n", "\n# ").replace("# # ", "# "))
        print("# the end")
    finally:
        at.serve.end()
        at.browser.close()


main()
