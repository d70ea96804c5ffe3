"""The explorer's pages with any data, by finger and by key, through links, and in hostile hands."""

import json
import re

import numpy as np
import pytest
from browser import Page, host, open_browser
from scipy.spatial import Delaunay
from scipy.spatial.distance import cdist

import bidvit
from bidvit.datasets import make_grid
from bidvit.plots.frame import PALETTE

pytestmark = pytest.mark.slow

RNG = np.random.default_rng(0)
CLOUD = RNG.normal(size=(600, 3)) * [1, 5, 2]
WEIGHTS = np.where(np.arange(600) % 2, 1.0, 0.0)


def root_distances(A, B):
    return np.sqrt(cdist(A, B))


# Rows, how they are clustered, and what the page says of all of them.
HARD = {
    "one point": ([[1.0, 2.0]], {}, "1 node for 1 point · every point is where its node is"),
    "far from the origin": ([[1e300, -1e299]], {}, "1 node for 1 point"),
    "one column, one point": ([[7.0]], {}, "1 node for 1 point"),
    "two points": ([[1.0, 2.0], [3.0, 5.0]], {}, "2 nodes for 2 points"),
    "all equal": (np.full((40, 3), 2.5), {}, "1 node for 40 points"),
    "duplicates": (np.repeat(CLOUD[:3], 50, axis=0), {}, "3 nodes for 150 points"),
    "one column": (CLOUD[:, :1], {}, "600 nodes for 600 points"),
    "flat": (np.c_[CLOUD[:, 0], np.zeros(600)], {}, "600 nodes for 600 points"),
    "upright": (np.c_[np.zeros(600), CLOUD[:, 0]], {}, "600 nodes for 600 points"),
    "uneven": (CLOUD * [1e6, 1e-3, 1], {}, "600 nodes for 600 points"),
    "weights of zero": (CLOUD, {"sample_weight": WEIGHTS}, "300 nodes for 600 points"),
    "forest with roots that are leaves": (CLOUD, {"max_levels": 4}, "600 nodes for 600 points"),
    "Manhattan": (CLOUD, {"metric": "manhattan", "linkage": "distance"}, "600 nodes for 600"),
    "cosine": (RNG.normal(size=(600, 50)), {"metric": "cosine"}, "600 nodes for 600 points"),
    "a function": (
        CLOUD[:300],
        {"metric": root_distances, "linkage": "distance", "representation": "point"},
        "300 nodes for 300 points",
    ),
}


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def grid():
    X, y = make_grid(2, 100, random_state=0)
    return X, y, bidvit.cluster(X, random_state=0)


@pytest.fixture(scope="module")
def server(grid):
    with host(grid[2]) as url:
        yield url


@pytest.mark.parametrize("name", HARD)
def test_a_page_of_any_data_shows_it_and_answers(browser, name):
    X, parameters, said = HARD[name]
    tree = bidvit.cluster(X, random_state=0, **parameters)
    with host(tree) as url, Page(browser, url) as page:
        assert page.text("status").startswith(said)
        assert page.colored() > 20
        assert page.find(".icicle .cell").count() >= 1
        page.press("ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight", "+", "-", "0")
        assert page.text("panel").startswith("Node #")
        page.find("input[name=level]").focus()
        page.press("End")
        assert page.shown == (len(tree.levels) - 1, tree.levels[-1].n_nodes)
        page.find(".scatter").focus()
        page.press("a", "s")
        rows = int(re.search(r"([\d,]+) rows", page.text("selection")).group(1).replace(",", ""))
        assert rows == tree.n_rows


def test_levels_change_smoothly_and_jumps_are_seen(browser, server):
    with Page(browser, server, reduced_motion="no-preference") as page:
        watch = """() => {
          window.steps = [];
          const canvas = document.querySelector('.scatter canvas');
          new MutationObserver(() => window.steps.push(canvas.dataset.shown.split(':')[2]))
            .observe(canvas, { attributes: true, attributeFilter: ['data-shown'] });
        }"""
        page.page.evaluate(watch)
        page.find("input[name=level]").fill("30")
        page.settle()
        steps = page.page.evaluate("window.steps")
        assert "moving" in steps
        assert steps[-1] == "still"
    with Page(browser, server) as page:
        page.page.evaluate(watch)
        page.find("input[name=level]").fill("30")
        page.settle()
        assert set(page.page.evaluate("window.steps")) == {"still"}


def box_of(page):
    """The part of the plane that the last view asked for."""
    low_x, low_y, high_x, high_y = map(
        float, re.search(r"bbox=([^&]+)", page.views[-1].url).group(1).split("%2C")
    )
    return (low_x + high_x) / 2, (low_y + high_y) / 2, high_x - low_x


class Fingers:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page.page)
        self.page = page

    def touch(self, kind, *places):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pinch(self, apart_before, apart_after):
        x, y = self.page.center()
        for k in range(9):
            apart = apart_before + (apart_after - apart_before) * k / 8
            # The first finger comes first.
            if k == 0:
                self.touch("touchStart", (x - apart, y))
            kind = "touchMove" if k else "touchStart"
            self.touch(kind, (x - apart, y), (x + apart, y))
        self.touch("touchEnd")
        self.page.settle()


def test_fingers_tap_pan_and_pinch(browser, server):
    with Page(browser, server, has_touch=True, width=800, height=900) as page:
        fingers = Fingers(page)
        x, y, width = box_of(page)
        level = page.shown[0]
        fingers.pinch(40, 160)
        now_x, now_y, now_width = box_of(page)
        assert now_width == pytest.approx(width / 4, rel=0.02)
        assert [now_x, now_y] == pytest.approx([x, y], abs=0.02 * width)
        assert page.shown[0] <= level
        # Two fingers select nothing, nor does a lasso begin with the first.
        assert page.find("[data-part=node]").count() == 0
        page.find("text=Lasso").click()
        fingers.pinch(160, 40)
        assert box_of(page)[2] == pytest.approx(width, rel=0.04)
        assert page.find("[data-part=selection]").count() == 0
        page.find("text=Pan").click()
        at_x, at_y = page.center()
        fingers.touch("touchStart", (at_x, at_y))
        for k in range(1, 9):
            fingers.touch("touchMove", (at_x + 10 * k, at_y))
        fingers.touch("touchEnd")
        page.settle()
        moved, _, width = box_of(page)
        shift = 80 * width / page.find(".scatter").bounding_box()["width"]
        assert moved == pytest.approx(now_x - shift, abs=0.1 * shift + 0.02 * width)
        # What the system takes away is no tap.
        fingers.touch("touchStart", (at_x, at_y))
        fingers.touch("touchCancel")
        page.settle()
        assert page.find("[data-part=node]").count() == 0
        page.press("0")
        ring = page.find("[data-part=ring]")
        page.page.touchscreen.tap(*page.center())
        page.settle()
        heavy = page.page.evaluate("document.querySelector('[data-part=table] tbody th').innerText")
        if not ring.count():
            # Nothing is drawn in the very middle: a place where something is.
            page.find("[data-part=table] button").first.dispatch_event("click")
            ring.wait_for(state="attached")
            dot = page.find("[data-part=ring] .dot").bounding_box()
            page.press("Escape")
            page.page.touchscreen.tap(dot["x"] + 6, dot["y"] + 6)
            ring.wait_for(state="attached")
            assert page.find("[data-part=node] h2").inner_text() == f"Node {heavy}"


def test_keys_work_wherever_the_focus_is(browser, grid, server):
    _, _, tree = grid
    with Page(browser, server) as page:
        assert page.page.evaluate("document.activeElement === document.body")
        page.press("ArrowUp")
        assert page.find("[data-part=node]").count() == 1
        x, y, width = box_of(page)
        page.press("Shift+ArrowRight")
        assert box_of(page)[0] == pytest.approx(x + 0.2 * width)
        page.press("Shift+ArrowLeft", "Shift+ArrowDown")
        assert box_of(page)[0] == pytest.approx(x)
        assert box_of(page)[1] < y
        page.press("0", "s")
        told = page.text("selection")
        assert f"{tree.n_rows:,} rows" in told
        assert page.find("[data-part=selected-area]").count() == 1
        page.press("Escape", "/")
        assert page.page.evaluate("document.activeElement.name") == "row"
        # Letters are text there.
        page.page.keyboard.type("12a")
        assert page.find("input[name=row]").input_value() == "12a"
        page.press("Enter")
        assert "a row is a whole number" in page.text("status")
    # Where the page is longer than the screen, arrows scroll it unless the picture has the focus.
    with Page(browser, server, width=420, height=600) as page:
        page.press("ArrowDown")
        assert page.find("[data-part=node]").count() == 0
        page.find(".scatter").focus()
        page.press("ArrowUp")
        assert page.find("[data-part=node]").count() == 1


def test_a_link_brings_everything_back_and_a_wrong_one_says_so(browser, server):
    with Page(browser, server) as page:
        page.find("select[name=budget]").select_option("1000")
        page.find("select[name=color]").select_option("column:1")
        page.settle()
        # As deep as it goes, around a row.
        page.find("input[name=row]").fill("1234")
        page.press("Enter")
        page.wheel(30)
        page.find("text=Copy link").click()
        link = page.page.evaluate("location.href")
        node = page.find("[data-part=node]").get_attribute("data-node")
        before = page.views[-1].url
    with Page(browser, link) as page:
        assert page.views[-1].url == before
        assert page.find("[data-part=node]").get_attribute("data-node") == node
        # A link without them takes the node and the budget back.
        page.page.evaluate("location.hash = ''")
        page.page.wait_for_selector("[data-part=node]", state="detached")
        page.settle()
        assert "budget=4000" in page.views[-1].url
    wrong = "by=column:77&bbox=9,1,2,x&level=1e9&root=-4&node=999999999&budget=7&axes="
    for axes in ("there", "columns:0,77", "map"):
        with Page(browser, f"{server}#{wrong}{axes}") as page:
            assert page.text("status").startswith("3")
            assert f"other axes, which are not here: {axes}" in page.text("status")
            assert page.colored() > 1000
            page.problems[:] = [p for p in page.problems if "400" not in p]


def test_a_server_that_is_gone_is_named(browser):
    tree = bidvit.cluster(CLOUD, random_state=0)
    with host(tree) as url:
        page = Page(browser, url)
    page.find(".scatter").focus()
    page.page.keyboard.press("+")
    page.page.wait_for_selector("text=the server does not answer")
    page.context.close()


MEAN = '<img src=x onerror="window.broken=1"></script><script>window.broken=1</script>'
NAMES = [MEAN, "=HYPERLINK(1)", "twin", "twin", "n" * 400]


@pytest.fixture(scope="module")
def mean():
    X = RNG.normal(size=(3000, 5))
    labels = np.array([f"{MEAN}{k}" for k in range(20)])[np.arange(3000) % 20]
    options = {"column_names": NAMES, "labels": labels, "title": MEAN}
    return bidvit.cluster(X, random_state=0), options


def check_mean_page(page):
    page.press("ArrowUp")
    columns = page.find("[data-part=node] .column-name")
    assert columns.all_text_contents() == NAMES
    assert page.find("h1").text_content().startswith(f"BiDViT {MEAN}")
    page.find("select[name=color]").select_option("labels")
    page.settle()
    page.find("[data-part=legend] >> text=8 more").click()
    swatches = page.find("[data-part=legend] .swatch")
    colors = swatches.evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    assert len(colors) == 20
    assert len(set(colors)) == 18
    assert "colours repeat after 18 labels" in page.text("legend")
    assert page.page.evaluate("[window.broken, document.images.length]") == [None, 0]
    assert page.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def test_names_are_only_ever_text(browser, mean, tmp_path):
    tree, options = mean
    with host(tree, **options) as url, Page(browser, url) as page:
        check_mean_page(page)
        page.find("text=Members").click()
        page.find("[data-part=members]").wait_for()
        assert page.find("[data-part=members] thead th").all_text_contents() == ["row", *NAMES]
    path = tmp_path / "mean.html"
    tree.to_html(path, **options)
    source = path.read_text(encoding="utf-8")
    assert "window.broken" not in source.replace("&quot;", '"').split("</title>")[1]
    with Page(browser, path.as_uri()) as page:
        check_mean_page(page)
        assert page.requests == [path.as_uri()]
        page.find("select[name=color]").select_option("cluster")
        page.press("s")
        with page.page.expect_download() as download:
            page.find("text=Save nodes").click()
        download.value.save_as(tmp_path / "nodes.csv")
        head = (tmp_path / "nodes.csv").read_text().splitlines()[0]
        assert head.startswith('node,weight,radius,"<img src=x onerror=""window')
        assert ",'=HYPERLINK(1)," in head


def test_neighbours_differ_in_colour_in_an_exported_page(browser, grid, tmp_path):
    X, _, tree = grid
    made = tree.to_html(tmp_path / "page.html")
    with Page(browser, made.path.as_uri()) as page:
        level = min(range(len(tree.levels)), key=lambda m: abs(tree.levels[m].n_nodes - 100))
        page.find("input[name=color-level]").fill(str(level))
        page.find("input[name=level]").fill(str(level))
        page.settle()
        assert page.shown == (level, tree.levels[level].n_nodes)
        # The picture's colours where the nodes are, of those that overlap no other.
        low, high = X.min(axis=0), X.max(axis=0)
        at = page.find(".scatter").bounding_box()
        scale = min(0.88 * at["width"] / (high - low)[0], 0.88 * at["height"] / (high - low)[1])
        points = tree.levels[level].points
        places = (points - (low + high) / 2) * [scale, -scale] + [at["width"] / 2, at["height"] / 2]
        pixels = page.pixels() * 255
        column, row = places.astype(int).T
        off = np.linalg.norm(pixels[row, column][:, None] - 255 * PALETTE, axis=2)
        color = off.argmin(axis=1)
        edges = {
            tuple(sorted((int(a), int(b))))
            for a, b, c in Delaunay(places).simplices
            for a, b in ((a, b), (b, c), (c, a))
        }
        same = [edge for edge in edges if color[edge[0]] == color[edge[1]]]
        assert len(set(color.tolist())) == 6
        # Long edges along the hull depend on the last digits.
        assert len(same) <= 0.02 * len(edges), same


def test_of_very_many_clusters_the_page_says_that_colours_repeat(browser, monkeypatch):
    monkeypatch.setattr("bidvit.explorer.view._MOST_COLOURED_APART", 500)
    with host(bidvit.cluster(CLOUD, random_state=0)) as url, Page(browser, url) as page:
        levels = page.find("section.levels")
        assert "may share a colour" not in levels.inner_text()
        page.find("input[name=color-level]").fill("0")
        page.settle()
        assert "600 clusters, neighbours may share a colour" in levels.inner_text()


def test_pages_hold_nothing_that_ends_a_script(grid, tmp_path):
    made = grid[2].to_html(tmp_path / "page.html", title="t")
    source = made.path.read_text(encoding="utf-8")
    assert source.count("</script>") == source.count("<script") == 2
    assert "<!--" not in source
    json.dumps(source)
