"""A real browser for the explorer's tests: the system's Chromium, driven by Playwright."""

import io
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from matplotlib.image import imread
from playwright.sync_api import sync_playwright

from bidvit.explorer.server import _listen, make_app, make_server
from bidvit.explorer.view import TreeViews

COMMAND = Path(sys.executable).with_name("bidvit")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Software rendering, no sandbox (containers have none), and nothing on the network.
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]


def find_browser():
    """Return where the browser is; `make test` installs it, or says that it cannot."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    message = "the explorer's tests need Chromium: apt-get install chromium"
    if os.environ.get("BIDVIT_NO_BROWSER") and os.environ.get("CI") != "true":
        pytest.skip(f"{message} (it could not be installed)")
    pytest.fail(message)


@contextmanager
def open_browser():
    path = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def host(tree, **options):
    """Serve a tree from this process, which is faster than the command; yields the address."""
    listening = _listen("127.0.0.1", 0)
    address = f"127.0.0.1:{listening.getsockname()[1]}"
    server = make_server(make_app(TreeViews(tree, **options), "token", {address}))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://{address}/token/"
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


@contextmanager
def serve(tree, *arguments):
    """Run `bidvit explore` on a stored tree; yields the address."""
    process = subprocess.Popen(
        [COMMAND, "explore", tree, "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        yield re.search(r"http://\S+", "".join(lines)).group()
    finally:
        process.terminate()
        _, err = process.communicate(timeout=20)
    assert "Traceback" not in err, err


class Page:
    """A page of the explorer, what crossed the wire to it, and what a test does with it."""

    def __init__(self, browser, url, *, width=1280, height=860, wait=True, **options):
        # Without motion, which software rendering makes slow; a test of its own looks at it.
        options = {"reduced_motion": "reduce", **options}
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, accept_downloads=True, **options
        )
        self.page = self.context.new_page()
        self.responses, self.problems, self.requests = [], [], []
        # Playwright marks its handlers, which a method of a list does not allow.
        self.page.on("response", lambda response: self.responses.append(response))  # noqa: PLW0108
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda m: self.problems.append(m.text) if m.type == "error" else None
        )
        self.page.goto(url)
        if wait:
            self.settle()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.context.close()
        if kind is None:
            assert self.problems == []

    def settle(self):
        """Wait until nothing is under way and nothing moves, for a few frames on end."""
        self.page.wait_for_function(
            """() => {
              const calm = document.querySelector('.bidvit[data-ready=yes][data-busy=no]')
                && document.querySelector('.scatter canvas[data-shown$=still]');
              window.calmFrames = calm ? (window.calmFrames ?? 0) + 1 : 0;
              if (window.calmFrames < 4) return false;
              window.calmFrames = 0;
              return true;
            }""",
            polling="raf",
        )

    def find(self, selector):
        return self.page.locator(selector)

    def text(self, part):
        return self.page.inner_text(f"[data-part={part}]")

    @property
    def shown(self):
        """Level and number of nodes that are drawn."""
        level, count, _ = self.find(".scatter canvas").get_attribute("data-shown").split(":")
        return int(level), int(count)

    @property
    def views(self):
        return [r for r in self.responses if "/api/view" in r.url]

    def pixels(self, selector=".scatter"):
        """What an element looks like: height × width × RGB, from 0 to 1."""
        return imread(io.BytesIO(self.find(selector).screenshot()))[..., :3]

    def colored(self, selector=".scatter"):
        """How many pixels have a colour: the marks do, text and lines hardly."""
        pixels = self.pixels(selector)
        return int((pixels.max(axis=2) - pixels.min(axis=2) > 0.25).sum())

    def center(self):
        box = self.find(".scatter").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wheel(self, notches, at=None):
        self.page.mouse.move(*(at or self.center()))
        for _ in range(abs(notches)):
            self.page.mouse.wheel(0, -240 if notches > 0 else 240)
        self.settle()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()
