# SPDX-License-Identifier: GPL-2.0
"""
Drives a headless Chromium by its DevTools protocol, over a pipe: nothing but Python's own
modules is between a test and the browser. What a page says on its console, and errors in
it, are kept in Page.said.
"""
import base64
import json
import os
import subprocess
import tempfile
import time

PATIENCE_S = 60         # no row depends on it; it ends a test that hangs
KEYS = {"Enter": 13, "Escape": 27, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
        "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}


class Browser:
    def __init__(self):
        from_us, to_us = os.pipe(), os.pipe()
        self.home = tempfile.TemporaryDirectory(prefix="tdacct-browser-")

        def pipes():
            os.dup2(from_us[0], 13)
            os.dup2(to_us[1], 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.chromium = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
             "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={self.home.name}", "about:blank"],
            preexec_fn=pipes, pass_fds=(3, 4, from_us[0], to_us[1]), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us[0])
        os.close(to_us[1])
        self.to, self.got = from_us[1], to_us[0]
        os.set_blocking(self.got, False)
        self.rest, self.last, self.pages = b"", 0, {}

    def receive(self, until):
        """One message, or None when it is late."""
        while b"\0" not in self.rest:
            try:
                part = os.read(self.got, 1 << 20)
            except BlockingIOError:
                if time.monotonic() > until:
                    return None
                time.sleep(0.005)
                continue
            if not part:
                raise EOFError("the browser has ended")
            self.rest += part
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.to, text):]
        until = time.monotonic() + PATIENCE_S
        while True:
            got = self.receive(until)
            if got is None:
                raise TimeoutError(method)
            if got.get("id") == self.last:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]
            if "method" in got and got.get("sessionId") in self.pages:
                self.pages[got["sessionId"]].told(got["method"], got["params"])

    def open(self, **size):
        return Page(self, **size)

    def close(self):
        self.chromium.kill()
        self.chromium.wait()
        for fd in self.to, self.got:
            os.close(fd)
        self.home.cleanup()


class Page:
    def __init__(self, browser, width=1280, height=900, dark=False, media="", phone=False):
        self.browser, self.said = browser, []
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target,
                                   flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in "Page", "Runtime", "Log", "Accessibility":
            self.ask(domain + ".enable")
        self.size(width, height, phone)
        self.look(dark, media)

    def ask(self, method, **params):
        return self.browser.ask(method, self.session, **params)

    def told(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.said.append(params["exceptionDetails"].get("exception", {}).get("description", "?"))
        elif method == "Log.entryAdded":
            self.said.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.said.append(str([a.get("value") for a in params["args"]]))

    def size(self, width, height, phone=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=phone)

    def look(self, dark=False, media=""):
        self.ask("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def go(self, url):
        self.ask("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression."""
        got = self.ask("Runtime.evaluate", expression=script, returnByValue=True,
                       awaitPromise=True)
        if "exceptionDetails" in got:
            raise RuntimeError(script + ": " + str(got["exceptionDetails"]))
        return got["result"].get("value")

    def wait(self, script):
        until = time.monotonic() + PATIENCE_S
        while not self.run(f"!!({script})"):
            if time.monotonic() > until:
                raise TimeoutError(script)
            time.sleep(0.02)

    def key(self, name):
        for kind in "rawKeyDown", "keyUp":
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                     windowsVirtualKeyCode=KEYS[name])

    def pointer(self, kind, x, y, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, script):
        """In the middle of the element that an expression is."""
        x, y = self.run("(e => { e.scrollIntoView({block: 'nearest'}); const r = "
                        "e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] "
                        f"}})({script})")
        self.pointer("mouseMoved", x, y)
        for kind in "mousePressed", "mouseReleased":
            self.pointer(kind, x, y, button="left", clickCount=1)

    def picture(self, path, whole=False):
        got = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as f:
            f.write(base64.b64decode(got["data"]))

    def accessible(self):
        """What a screen reader is told: each thing's role, name and properties."""
        for node in self.ask("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                yield node
