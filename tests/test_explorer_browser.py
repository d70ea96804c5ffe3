"""The explorer in a real browser: what is on the page, over the wire and in the pixels."""

import json
import re
import struct

import numpy as np
import pytest
from browser import Page, open_browser, serve
from matplotlib.image import imread

import bidvit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(grid):
    _, _, folder = grid
    with serve(folder / "grid.tree", "--labels", folder / "labels.npy") as url:
        yield url


def make_places(n=60_000):
    """Points as populated places are: dense in some towns, on both sides of 180°."""
    rng = np.random.default_rng(0)
    towns = np.stack(
        [np.degrees(np.arcsin(rng.uniform(-0.8, 0.95, 300))), rng.uniform(-180, 180, 300)], axis=1
    )
    share = rng.pareto(1.2, 300) + 0.02
    places = towns[rng.choice(300, n, p=share / share.sum())] + rng.standard_t(3, (n, 2)) * 1.5
    places[:, 0] = np.clip(places[:, 0], -89.9, 89.9)
    places[:, 1] = (places[:, 1] + 180) % 360 - 180
    return places


@pytest.fixture(scope="module")
def globe(tmp_path_factory):
    X = make_places()
    tree = bidvit.cluster(X, metric="haversine", random_state=0)
    path = tmp_path_factory.mktemp("globe") / "places.tree"
    tree.save(path)
    with serve(path) as url:
        yield X, tree, url


def read_view(response):
    """Header and columns of a view, from the bytes that crossed the wire."""
    packed = response.body()
    (length,) = struct.unpack_from("<I", packed)
    header = json.loads(packed[4 : 4 + length])
    at, columns = 4 + length, {}
    for name, kind in header["columns"].items():
        columns[name] = np.frombuffer(packed, "<" + kind, header["count"], at)
        at += columns[name].nbytes
    return header, columns


def number(text):
    return float(text.replace(",", ""))


def test_a_million_points_are_a_few_thousand_nodes_with_a_bound(browser, grid, server):
    _, tree, _ = grid
    with Page(browser, server) as page:
        header, columns = read_view(page.views[-1])
        assert 1000 < header["count"] <= 4000
        assert header["n_points"] == 1_000_000
        assert columns["weight"].sum() == 1_000_000
        assert len(page.views[-1].body()) < 60 * 4000
        assert page.shown == (header["level"], header["count"])
        status = page.text("status")
        assert status.startswith(f"{header['count']:,} nodes for 1,000,000 points")
        stated = float(re.search(r"every point within ([\d.]+) of its node", status).group(1))
        true = tree.levels[header["level"]].max_radius
        assert true <= stated <= 1.01 * true
        assert re.search(r"\(\d+ px\)", status)
        assert page.find(".scatter canvas").get_attribute("data-renderer") == "webgl2"
        assert page.colored() > 5000
        # All bytes of the opening page, the million points included.
        assert sum(len(r.body()) for r in page.responses) < 900_000


def test_the_level_follows_the_zoom_and_can_be_locked(browser, server):
    with Page(browser, server) as page:
        first, _ = page.shown
        before = page.text("status")
        page.wheel(3)
        second, count = page.shown
        assert second < first
        assert count <= 4000
        assert page.text("status") != before
        page.wheel(6)
        assert page.shown[0] < second
        page.wheel(-2)
        page.find('text="Fit"').click()
        page.settle()
        assert page.shown[0] == first
        # Panning asks for what comes into sight.
        asked = len(page.views)
        x, y = page.center()
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x - 200, y + 60, steps=6)
        page.page.mouse.up()
        page.settle()
        assert len(page.views) > asked
        page.find('text="Fit"').click()
        page.settle()
        # Locked: zooming no longer changes the level.
        slider = page.find("input[name=level]")
        slider.fill("80")
        page.settle()
        assert page.shown[0] == 80
        assert page.find("[data-part=auto]").inner_text() == "Locked"
        page.wheel(3)
        assert page.shown[0] == 80
        # Too fine for the budget: a coarser one, and it says so.
        page.wheel(-3)
        slider.fill("10")
        page.settle()
        level, count = page.shown
        assert level > 10
        assert count <= 4000
        assert f"level 10 has more nodes here than 4,000: level {level} is shown" in page.text(
            "status"
        )
        page.find("[data-part=auto]").click()
        page.settle()
        assert page.shown[0] == first
        # Fewer at once: a coarser level.
        page.find("select[name=budget]").select_option("500")
        page.settle()
        assert page.shown[1] <= 500
        # Near enough, every point is where it is drawn.
        page.wheel(20)
        assert page.shown[0] == 0
        assert "every point is where its node is" in page.text("status")


def heaviest_in_view(page):
    header, columns = read_view(page.views[-1])
    k = int(columns["weight"].argmax())
    box = page.find(".scatter").bounding_box()
    x = box["x"] + box["width"] * (0.5 + float(columns["x"][k]))
    y = box["y"] + box["height"] * (0.5 - float(columns["y"][k]))
    return header, int(columns["id"][k]), (x, y)


def test_a_node_is_hovered_selected_and_drilled_into(browser, grid, server):
    X, tree, _ = grid
    with Page(browser, server) as page:
        page.find("input[name=level]").fill("75")
        page.settle()
        header, node, at = heaviest_in_view(page)
        page.page.mouse.move(*at)
        tip = page.find("[data-part=tip]")
        tip.wait_for()
        hovered = int(re.search(r"Node #(\d+)", tip.inner_text()).group(1))
        assert hovered in tree.levels[75].nodes.tolist()
        assert "weight" in tip.inner_text()
        assert "radius" in tip.inner_text()
        # The icicle shows where it is.
        assert page.find(".cell.on").count() >= 2
        page.page.mouse.click(*at)
        page.find("[data-part=ring]").wait_for()
        node = int(page.find("[data-part=ring]").get_attribute("data-node"))
        assert node == hovered
        rows = tree.members(node)
        panel = page.text("panel")
        assert f"{len(rows):,}" in panel
        assert f"Children\n{len(tree.children(node))}" in re.sub(r"\s*\n\s*", "\n", panel)
        ring = page.find("[data-part=ring] ellipse")
        box = page.find(".scatter").bounding_box()
        low_x, _, high_x, _ = header["bbox"]
        radius = float(tree.nodes.radii_of(np.array([node], np.int32))[0])
        scale = box["width"] / (high_x - low_x)
        assert float(ring.get_attribute("rx")) == pytest.approx(radius * scale, rel=1e-3)
        figures = page.find("[data-column='column 1'] .column-figures").inner_text().split()
        values = X[rows, 1]
        expected = values.min(), values.mean(), values.max()
        np.testing.assert_allclose([float(x) for x in figures], expected, rtol=1e-3, atol=1e-3)
        assert page.find("[data-column='column 1'] rect").count() == 24
        page.find("text=Members").click()
        page.find("[data-part=members]").wait_for()
        listed = page.find("[data-part=members] tbody th").all_inner_texts()
        assert [int(row) for row in listed] == rows[:20].tolist()
        page.find("[data-part=members] .pager button").nth(1).click()
        page.page.wait_for_function(
            "row => document.querySelector('[data-part=members] tbody th').textContent === row",
            arg=str(rows[20]),
        )

        page.find("text=Drill in").click()
        page.find("[data-part=auto]").click()
        page.settle()
        header, columns = read_view(page.views[-1])
        assert header["n_points"] <= len(rows)
        begin, end = (int(v[0]) for v in tree.nodes.leaf_range(np.array([node], np.int32)))
        assert (columns["leaf_begin"] >= begin).all()
        assert (columns["leaf_end"] <= end).all()
        crumbs = page.find(".breadcrumbs").inner_text()
        assert f"#{node}" in crumbs
        page.find(".breadcrumbs >> text=All").click()
        page.settle()
        assert read_view(page.views[-1])[0]["n_points"] == 1_000_000
        assert page.find(".breadcrumbs").count() == 0


def test_icicle_and_charts_lead_the_picture(browser, grid, server):
    _, tree, _ = grid
    with Page(browser, server) as page:
        total = page.colored()
        cell = page.find(".icicle .cell:not(.other)").nth(2)
        node = int(cell.get_attribute("data-node"))
        cell.hover()
        page.page.wait_for_timeout(200)
        dimmed = page.colored()
        share = tree.nodes.weights_of(np.array([node], np.int32))[0] / 1e6
        assert dimmed < total * (share + 0.3)
        cell.click()
        page.page.wait_for_selector(f"[data-part=node][data-node='{node}']")
        page.page.wait_for_selector(f".cell.chosen[data-node='{node}']")
        rows = page.page.evaluate("document.querySelectorAll('.icicle .row-name').length")
        assert rows >= 4
        page.page.wait_for_selector("[data-chart='Davies–Bouldin ↓'] canvas", timeout=60_000)
        page.settle()
        for name in ("nodes", "ε", "Calinski–Harabasz ↑", "Davies–Bouldin ↓"):
            assert page.colored(f"[data-chart='{name}']") > 30, name
        over = page.find("[data-chart=nodes] .u-over")
        box = over.bounding_box()
        page.page.mouse.click(box["x"] + 0.8 * box["width"], box["y"] + 0.5 * box["height"])
        page.settle()
        level = page.shown[0]
        assert abs(level - 0.8 * (len(tree.levels) - 1)) <= 2
        assert page.find("[data-part=auto]").inner_text() == "Locked"


def test_axes_colours_and_search(browser, grid, server):
    X, _, _ = grid
    with Page(browser, server) as page:
        page.find("select[name=y-axis]").select_option("columns:2")
        page.settle()
        assert "axes=columns%3A0%2C2" in page.views[-1].url
        assert "column 2" in page.find(".overlay").text_content()
        page.find("select[name=x-axis]").select_option("components:0")
        page.settle()
        assert "axes=components%3A0%2C1" in page.views[-1].url
        assert "every point within" in page.text("status")
        page.find("select[name=x-axis]").select_option("columns:0")
        page.settle()
        one_color = {}
        for by, named in (
            ("column:2", "column 2"),
            ("weight", "weight"),
            ("radius", "radius"),
            ("labels", "3"),
        ):
            page.find("select[name=color]").select_option(by)
            page.settle()
            assert named in page.text("legend")
            one_color[by] = page.pixels()
        assert np.abs(one_color["column:2"] - one_color["labels"]).max() > 0.3
        header, columns = read_view(page.views[-1])
        assert set(columns["value"].tolist()) <= {0, 1, 2, 3, 4}
        # The colour level has a slider of its own.
        page.find("select[name=color]").select_option("cluster")
        page.settle()
        clusters = len(set(read_view(page.views[-1])[1]["cluster"].tolist()))
        page.find("input[name=color-level]").fill("90")
        page.settle()
        assert len(set(read_view(page.views[-1])[1]["cluster"].tolist())) < clusters / 4

        page.find("input[name=row]").fill("123,456")
        page.find('text="Find"').click()
        page.find("[data-part=found]").wait_for()
        page.settle()
        assert "row 123,456" in page.find("[data-part=found]").text_content()
        assert page.text("panel").startswith("Node #")
        header = read_view(page.views[-1])[0]
        x, y = (
            (header["bbox"][0] + header["bbox"][2]) / 2,
            (header["bbox"][1] + header["bbox"][3]) / 2,
        )
        axes = [int(k) for k in header["axes"].split(":")[1].split(",")]
        np.testing.assert_allclose([x, y], X[123456, axes], atol=0.05)
        page.find("input[name=row]").fill("99999999")
        page.find('text="Find"').click()
        page.page.wait_for_selector("text=row must be from 0 to 999999")
        page.problems[:] = [p for p in page.problems if "400" not in p]


def test_rows_are_selected_saved_and_linked_to(browser, grid, server, tmp_path):
    X, tree, _ = grid
    with Page(browser, server) as page:
        page.wheel(1)
        header, _ = read_view(page.views[-1])
        level = header["level"]
        box = page.find(".scatter").bounding_box()
        x0, y0 = box["x"] + 0.4 * box["width"], box["y"] + 0.4 * box["height"]
        x1, y1 = box["x"] + 0.6 * box["width"], box["y"] + 0.6 * box["height"]
        page.page.keyboard.down("Shift")
        page.page.mouse.move(x0, y0)
        page.page.mouse.down()
        page.page.mouse.move(x1, y1, steps=4)
        page.page.mouse.up()
        page.page.keyboard.up("Shift")
        page.page.wait_for_selector("[data-part=selection]")
        told = page.text("selection")
        n_rows = int(number(re.search(r"([\d,]+) rows", told).group(1)))
        n_nodes = int(number(re.search(r"([\d,]+) nodes of level", told).group(1)))
        low, high = np.array(header["bbox"][:2]), np.array(header["bbox"][2:])
        corners = low + [[0.4, 0.4], [0.6, 0.6]] * (high - low)
        points = tree.levels[level].points[:, :2]
        nodes = tree.levels[level].nodes
        inside = ((points > corners[0]) & (points < corners[1])).all(axis=1)
        assert abs(n_nodes - inside.sum()) <= 3
        with page.page.expect_download() as download:
            page.find("[data-part=selection] >> text=Save rows").click()
        download.value.save_as(tmp_path / "rows.csv")
        lines = (tmp_path / "rows.csv").read_text().splitlines()
        assert lines[0] == "row,node,column 0,column 1,column 2"
        assert len(lines) - 1 == n_rows
        first = lines[1].split(",")
        np.testing.assert_allclose([float(v) for v in first[2:]], X[int(first[0])], rtol=1e-6)
        assert set(nodes.tolist()) >= {int(line.split(",")[1]) for line in lines[1:]}

        page.find("text=Lasso").click()
        page.page.mouse.move(x0, y0)
        page.page.mouse.down()
        for at in ((x1, y0), (x1, y1)):
            page.page.mouse.move(*at, steps=4)
        page.page.mouse.up()
        page.page.wait_for_function(
            "before => document.querySelector('[data-part=selection]').innerText !== before",
            arg=told,
        )
        triangle = int(number(re.search(r"([\d,]+) rows", page.text("selection")).group(1)))
        assert 0.2 * n_rows < triangle < 0.8 * n_rows
        assert page.find("[data-part=selected-area]").count() == 1

        with page.page.expect_download() as download:
            page.find("text=PNG").click()
        download.value.save_as(tmp_path / "picture.png")
        picture = imread(tmp_path / "picture.png")[..., :3]
        assert picture.shape[0] > box["height"]
        assert (picture.max(axis=2) - picture.min(axis=2) > 0.25).sum() > 3000

        page.find("text=Clear").click()
        page.find("text=Pan").click()
        page.find("input[name=level]").fill("60")
        page.settle()
        page.find("text=Copy link").click()
        page.page.wait_for_selector("[role=status] >> text=/link|Link/")
        link = page.page.evaluate("location.href")
        before = read_view(page.views[-1])[0]
    with Page(browser, link) as page:
        after = read_view(page.views[-1])[0]
        assert after["level"] == before["level"] == 60
        np.testing.assert_allclose(after["bbox"], before["bbox"], rtol=1e-6)


def test_everything_is_within_reach_of_the_keyboard(browser, grid, server):
    _, tree, _ = grid
    with Page(browser, server) as page:
        page.find(".scatter").focus()
        page.press("ArrowUp")
        node = int(page.find("[data-part=node]").get_attribute("data-node"))
        page.press("ArrowUp")
        parent = int(page.find("[data-part=node]").get_attribute("data-node"))
        assert parent == tree.parent(node)
        page.press("ArrowDown")
        child = int(page.find("[data-part=node]").get_attribute("data-node"))
        children = tree.children(parent)
        weights = tree.nodes.weights_of(children)
        assert weights[children.tolist().index(child)] == weights.max()
        page.press("ArrowRight")
        sibling = int(page.find("[data-part=node]").get_attribute("data-node"))
        assert sibling in children.tolist()
        assert sibling != child
        page.press("Enter")
        assert page.find(".breadcrumbs").count() == 1
        page.press("Backspace")
        page.press("0")
        level = page.shown[0]
        page.press("]")
        assert page.shown[0] == level + 1
        page.press("[")
        assert page.shown[0] == level
        page.press("a")
        assert page.find("[data-part=auto]").inner_text() == "Auto"
        page.press("+", "+")
        assert page.shown[0] <= level
        page.press("0", "Escape")
        assert page.find("[data-part=ring]").count() == 0
        # For screen readers the nodes are a table, which can be shown too.
        rows = page.find("[data-part=table] tbody tr")
        assert rows.count() == 100
        weights = [
            number(t)
            for t in page.find("[data-part=table] tbody td:nth-child(2)").all_text_contents()
        ]
        assert weights == sorted(weights, reverse=True)
        page.press("t")
        assert page.find(".node-table").is_visible()
        page.press("t")
        # Tab leads through everything; what has the focus can be seen.
        seen = set()
        page.page.evaluate("document.activeElement.blur()")
        wanted = {"x-axis", "color", "row", "Lasso", "scatter", "level", "color-level"}
        for _ in range(80):
            if wanted <= seen:
                break
            page.page.keyboard.press("Tab")
            seen.add(
                page.page.evaluate(
                    "(e => e.name || e.dataset.part || e.innerText)(document.activeElement)"
                )
            )
        assert wanted <= seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1600, 1024, 400])
def test_it_fits_every_screen_in_light_and_dark(browser, server, scheme, width):
    with Page(browser, server, width=width, height=800, color_scheme=scheme) as page:
        assert page.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        parts = ["header", ".stage", ".panel", ".levels", ".below"]
        boxes = [page.find(part).bounding_box() for part in parts]
        for k, a in enumerate(boxes):
            for b in boxes[k + 1 :]:
                apart_x = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
                apart_y = a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
                assert apart_x or apart_y
        corner = page.pixels()[5, -5]
        assert (corner.mean() > 0.9) == (scheme == "light")
        # Text stands out from what it is on (WCAG AA).
        contrast = page.page.evaluate("""() => {
          const style = getComputedStyle(document.querySelector('.bidvit'));
          const light = name => {
            const hex = style.getPropertyValue(name).trim();
            const [r, g, b] = [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16) / 255)
              .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const names = ['--ink', '--muted', '--warning', '--accent'];
          return names.map(n => ratio(light(n), light('--raised')));
        }""")
        assert min(contrast) >= 4.5
        page.find("[data-part=theme]").click()
        page.settle()
        assert (page.pixels()[5, -5].mean() > 0.9) == (scheme == "light" and False)


def test_without_webgl_a_plain_canvas_draws_the_same(browser, server):
    with Page(browser, server) as page:
        by_gl = page.colored()
    with Page(browser, server + "?canvas") as page:
        assert page.find(".scatter canvas").get_attribute("data-renderer") == "canvas"
        assert page.colored() == pytest.approx(by_gl, rel=0.15)
        page.wheel(3)
        assert page.colored() > 3000


def test_places_lie_on_a_map_of_the_world(browser, globe):
    X, tree, url = globe
    with Page(browser, url) as page:
        header, _ = read_view(page.views[-1])
        assert header["n_points"] == len(X)
        status = page.text("status")
        stated = float(
            re.search(r"within ([\d.]+) km of its node along the globe", status).group(1)
        )
        assert stated * 1000 >= tree.levels[header["level"]].max_radius
        paths = page.find("[data-part=outline] path")
        assert paths.count() == 3
        assert len(paths.first.get_attribute("d")) > 20_000
        assert page.find("select[name=x-axis]").count() == 0
        page.find("input[name=level]").fill(str(len(tree.levels) - 4))
        page.settle()
        _, _, at = heaviest_in_view(page)
        page.page.mouse.click(*at)
        page.find("[data-part=ring] polygon").wait_for()
        assert " km" in page.text("panel")
        # Across the date line.
        page.find("[data-part=auto]").click()
        page.page.evaluate("location.hash = 'axes=map&bbox=170,-40,190,-20'")
        page.page.wait_for_timeout(300)
        page.settle()
        header, _ = read_view(page.views[-1])
        west, south, east, north = header["bbox"]
        longitudes = np.where(X[:, 1] < 0, X[:, 1] + 360, X[:, 1])
        inside = (
            (X[:, 0] >= south) & (X[:, 0] <= north) & (longitudes >= west) & (longitudes <= east)
        )
        assert header["n_points"] >= inside.sum() > 0
