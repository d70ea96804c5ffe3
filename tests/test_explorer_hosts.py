"""The explorer without a server: the exported page, and the widget in a notebook."""

import base64
import json
from importlib.resources import files

import numpy as np
import pytest
from browser import Page, open_browser

import bidvit
from bidvit.datasets import make_grid
from bidvit.explorer.view import TreeViews
from bidvit.explorer.widget import reply_to

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def exported(grid, tmp_path_factory):
    _, tree, folder = grid
    path = tmp_path_factory.mktemp("export") / "page.html"
    return tree, tree.to_html(path, max_size=1.5, labels=np.load(folder / "labels.npy"))


def test_an_exported_page_works_from_disk_by_itself(browser, exported, tmp_path):
    tree, made = exported
    assert made.n_bytes <= 1_500_000
    assert made.finest_level > 0
    with Page(browser, made.path.as_uri()) as page:
        assert page.requests == [made.path.as_uri()]
        assert page.colored() > 5000
        status = page.text("status")
        level, count = page.shown
        assert count == tree.levels[level].n_nodes <= 4000
        assert status.startswith(f"{count:,} nodes for 1,000,000 points · every point within")
        assert f"Levels 0 to {made.finest_level - 1} are not in this file" in page.text("left-out")
        page.wheel(9)
        assert page.shown[0] == made.finest_level
        page.press("0")
        page.find(".scatter").focus()
        page.press("ArrowUp")
        node = int(page.find("[data-part=node]").get_attribute("data-node"))
        assert f"{len(tree.members(node)):,}" in page.text("panel")
        page.press("Enter")
        assert f"#{node}" in page.find(".breadcrumbs").inner_text()
        page.find(".breadcrumbs >> text=All").click()
        page.settle()
        page.find("select[name=axes]").select_option("components:0,1")
        page.settle()
        page.find("select[name=color]").select_option("labels")
        page.settle()
        assert "4" in page.text("legend")
        page.find(".icicle .cell:not(.other)").nth(1).click()
        page.find("text=Box").click()
        x, y = page.center()
        page.page.mouse.move(x - 150, y - 150)
        page.page.mouse.down()
        page.page.mouse.move(x + 150, y + 150, steps=3)
        page.page.mouse.up()
        page.page.wait_for_selector("[data-part=selection]")
        with page.page.expect_download() as download:
            page.find("text=Save nodes").click()
        download.value.save_as(tmp_path / "nodes.csv")
        lines = (tmp_path / "nodes.csv").read_text().splitlines()
        assert lines[0] == "node,weight,radius,column 0,column 1,column 2"
        assert len(lines) > 10
        assert page.requests == [r for r in page.requests if not r.startswith("http")]


def test_an_exported_page_agrees_with_the_tree_at_every_level(exported, browser):
    tree, made = exported
    with Page(browser, made.path.as_uri()) as page:
        page.find("select[name=budget]").select_option("16000")
        for level in range(made.finest_level, len(tree.levels), 9):
            page.find("input[name=level]").fill(str(level))
            page.settle()
            if tree.levels[level].n_nodes <= 16_000:
                assert page.shown == (level, tree.levels[level].n_nodes)


# What a notebook does: one model, shown in one or more cells, and keys of its own.
WIDGET_PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<body style="margin:0" data-jp-theme-light="true"><div id="one"></div><div id="two"></div>
<script type="module">
import widget from "./explorer.js";
const handlers = new Set(), values = { height: 620, selected_nodes: [] };
const model = {
  get: name => values[name], set: (name, value) => { values[name] = value; }, save_changes() {},
  on: (event, f) => handlers.add(f), off: (event, f) => handlers.delete(f),
  send: async message => {
    const [reply, data] = JSON.parse(await window.kernel(JSON.stringify(message)));
    const toBytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const buffers = data.map(text => new DataView(toBytes(text).buffer));
    for (const f of handlers) f({ id: message.id, ...reply }, buffers);
  },
};
window.values = values;
window.keys = [];
document.addEventListener("keydown", event => window.keys.push(event.key));
window.show = id => widget.render({ model, el: document.getElementById(id) });
window.unmount = window.show("one");
</script></body>"""


class Notebook:
    """A page with the widget of a tree, whose questions this process answers."""

    def __init__(self, browser, tree, **options):
        self.tree, self.problems = tree, []
        self.widget = tree.widget(height=620)
        views = TreeViews(tree)
        static = files("bidvit.explorer") / "static"
        options = {
            "viewport": {"width": 1100, "height": 700},
            "reduced_motion": "reduce",
            **options,
        }
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

        def kernel(message):
            reply, data = reply_to(views, json.loads(message))
            return json.dumps([reply, [base64.b64encode(part).decode() for part in data]])

        self.page.expose_function("kernel", kernel)
        self.page.route("http://notebook.test/**", self.fulfill)
        self.page.goto("http://notebook.test/")
        self.page.add_style_tag(content=(static / "explorer.css").read_text())
        self.page.wait_for_selector("#one .bidvit[data-ready=yes]")

    def fulfill(self, route):
        if route.request.url.endswith(".js"):
            route.fulfill(body=self.widget._esm, content_type="text/javascript")
        else:
            route.fulfill(body=WIDGET_PAGE, content_type="text/html")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.context.close()
        if kind is None:
            assert self.problems == []


@pytest.fixture(scope="module")
def small():
    X, _ = make_grid(2, 100, random_state=0)
    return bidvit.cluster(X, random_state=0)


def test_the_widget_asks_its_kernel_and_tells_it_what_is_selected(browser, small):
    with Notebook(browser, small) as notebook:
        page, widget = notebook.page, notebook.widget
        assert widget.height == 620
        assert len(widget._esm) > 100_000
        assert "for 10,000 points" in page.inner_text("[data-part=status]")
        page.locator(".scatter").focus()
        page.keyboard.press("ArrowUp")
        page.wait_for_selector("[data-part=node]")
        page.wait_for_function("values.selected_nodes.length === 1")
        (node,) = page.evaluate("values.selected_nodes")
        assert 0 <= node < small.nodes.n_nodes
        widget.selected_nodes = [node]
        assert widget.selected_rows.tolist() == small.members(node).tolist()
        # All nodes of a selection, however many the panel lists.
        page.keyboard.press("s")
        page.wait_for_function("values.selected_nodes.length > 1000")
        widget.selected_nodes = page.evaluate("values.selected_nodes")
        assert sorted(widget.selected_rows.tolist()) == list(range(10_000))
        page.click("text=Clear")
        assert page.evaluate("values.selected_nodes") == [node]
        page.fill("input[name=row]", "10000000")
        page.click('text="Find"')
        page.wait_for_selector("text=row must be from 0 to 9999")
        page.evaluate("unmount()")
        assert page.locator(".bidvit").count() == 0


def test_a_widget_shown_twice_keeps_its_answers_apart(browser, small):
    with Notebook(browser, small) as notebook:
        page = notebook.page
        page.evaluate("() => { window.show('two') }")
        page.wait_for_selector("#two .bidvit[data-ready=yes]")
        # Both ask at the same time, each of something else.
        page.evaluate("""() => {
          for (const [id, level] of [['one', 20], ['two', 30]]) {
            const slider = document.querySelector(`#${id} input[name=level]`);
            slider.value = level;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
          }
        }""")
        for name, level in (("one", 20), ("two", 30)):
            shown = f"{level}:{small.levels[level].n_nodes}:still"
            page.wait_for_selector(f"#{name} canvas[data-shown='{shown}']", state="attached")


def test_the_widget_minds_the_notebook_around_it(browser, small):
    """Keys pressed in it are its own, its theme is the notebook's, there is no link to copy."""
    with Notebook(browser, small, color_scheme="dark") as notebook:
        page = notebook.page
        page.locator(".scatter").focus()
        for key in ("a", "b", "x", "ArrowDown", "Control+k"):
            page.keyboard.press(key)
        assert page.evaluate("keys") == ["Control", "k"]
        assert page.locator("text=Copy link").count() == 0
        background = "getComputedStyle(document.querySelector('.bidvit')).backgroundColor"
        assert page.evaluate(background) == "rgb(255, 255, 255)"
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")
        assert page.evaluate(background) == "rgb(18, 24, 31)"
        # What counts is how wide the cell is.
        for width, is_below in ((1100, False), (700, True)):
            page.evaluate(f"document.getElementById('one').style.width = '{width}px'")
            stage = page.locator(".stage").bounding_box()
            panel = page.locator(".panel").bounding_box()
            assert (panel["y"] >= stage["y"] + stage["height"]) == is_below
