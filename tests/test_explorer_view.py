"""What the explorer says a viewport shows: nothing in it is lost, and what is said is true."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

import bidvit
from bidvit.explorer.answers import answer, answer_rows, pack_view
from bidvit.explorer.details import (
    describe_node,
    find_row,
    list_hierarchy,
    list_members,
    summarise_selection,
)
from bidvit.explorer.planes import find_components, make_plane, parse_axes
from bidvit.explorer.view import COLUMNS, MOST_NODES, TreeViews
from bidvit.spaces import EARTH_RADIUS

SPACES = [
    ("euclidean", "columns:0,1"),
    ("euclidean", "columns:2,0"),
    ("euclidean", "components:0,1"),
    ("euclidean", "column:1"),
    ("manhattan", "columns:0,2"),
    ("manhattan", "components:1,0"),
    ("chebyshev", "columns:0,1"),
    ("chebyshev", "components:0,1"),
    ("cosine", "columns:0,1"),
    ("haversine", "map"),
    ("function", "columns:0,1"),
]


def minkowski_half(A, B):
    """A metric that is none of the built-in ones, under which discs in a plane mean nothing."""
    return np.sqrt(cdist(A, B))


def make_data(metric, rng, n):
    if metric == "haversine":
        clumps = rng.uniform([-90, -180], [90, 180], (8, 2))
        X = clumps[rng.integers(8, size=n)] + rng.normal(scale=3, size=(n, 2))
        X[:, 0] = np.clip(X[:, 0], -90, 90)
        X[:, 1] = (X[:, 1] + 180) % 360 - 180
        return X
    X = rng.normal(size=(n, 3)) * [5, 1, 2]
    X[rng.integers(n, size=n // 10)] = X[0]  # equal rows
    return X + (X == 0)


def make_views(metric, seed, n=400, **options):
    rng = np.random.default_rng(seed)
    X = make_data(metric, rng, n)
    parameters = {"metric": metric, "linkage": "distance", "growth": 1.5}
    if metric == "function":
        parameters |= {"metric": minkowski_half, "representation": "point"}
    tree = bidvit.cluster(X, max_chunk_size=64, random_state=0, **parameters, **options)
    return X, TreeViews(tree)


def rows_in_plane(X, views, axes):
    """Where rows lie on the screen, computed from X alone."""
    kind, _, numbers = axes.partition(":")
    if kind == "map":
        return X[:, 1], X[:, 0]
    if views.tree.nodes.space.name == "cosine":
        X = X / np.linalg.norm(X, axis=1)[:, None]
    chosen = [int(k) for k in numbers.split(",")]
    if kind == "components":
        components = views.components
        X = (X - components.center) @ components.directions.T
    if kind == "column":
        return X[:, chosen[0]], np.zeros(len(X))
    return X[:, chosen[0]], X[:, chosen[1]]


def distances_to_nodes(X, rows, views, nodes):
    """Distances in the tree's own metric, computed anew."""
    points = views.tree.nodes.coordinates_of(nodes)
    name = views.tree.nodes.space.name
    if name == "haversine":
        a, b = np.radians(X[rows]), np.radians(points)
        h = (
            np.sin((a[:, 0] - b[:, 0]) / 2) ** 2
            + np.cos(a[:, 0]) * np.cos(b[:, 0]) * np.sin((a[:, 1] - b[:, 1]) / 2) ** 2
        )
        return 2 * EARTH_RADIUS * np.arcsin(np.sqrt(h)) / 1000
    if name == "cosine":
        unit = X[rows] / np.linalg.norm(X[rows], axis=1)[:, None]
        return 2 * np.arcsin(np.linalg.norm(unit - points, axis=1) / 2)
    if name == "minkowski_half":
        return np.sqrt(np.linalg.norm(X[rows] - points, axis=1))
    order = {"euclidean": 2, "manhattan": 1, "chebyshev": np.inf}[name]
    return np.linalg.norm(X[rows] - points, ord=order, axis=1)


@pytest.mark.parametrize(("metric", "axes"), SPACES)
@given(st.integers(0, 2**32 - 1))
def test_every_point_in_the_viewport_is_in_the_disc_of_a_node_returned(metric, axes, seed):
    rng = np.random.default_rng(seed)
    X, views = _kept(metric)
    tree = views.tree
    x, y = rows_in_plane(X, views, axes)
    low = rng.uniform([x.min() - 1, y.min() - 1], [x.max(), y.max()])
    size = [max(np.ptp(x), 1), max(np.ptp(y), 1)] * rng.uniform(0, 1, 2) ** 2 + 1e-6
    box = [*low, *(low + size)]
    level = rng.choice([None, *range(len(tree.levels))])
    budget = int(rng.choice([1, 5, 40, 400]))
    view = views.view(box, level=level, axes=axes, budget=budget)

    inside = np.flatnonzero((x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3]))
    node_of_row = tree.levels[view.level].nodes[tree.labels(view.level)[inside]]
    place = {node: k for k, node in enumerate(view.nodes.tolist())}
    assert set(node_of_row.tolist()) <= set(place)
    k = np.array([place[node] for node in node_of_row.tolist()], int)
    # In the disc that is stated, in the tree's metric ...
    stated = view.radii[k]
    away = distances_to_nodes(X, inside, views, node_of_row)
    assert (away <= stated * (1 + 1e-6) + 1e-6 * max(1, np.abs(X).max())).all()
    # ... and on the screen.
    if axes != "map":
        off = np.hypot(x[inside] - view.x[k], y[inside] - view.y[k])
        reach = view.plane.inner[2, np.maximum(node_of_row - tree.nodes.n_leaves, 0)]
        reach = np.where(node_of_row < tree.nodes.n_leaves, 0, reach)
        assert (off <= reach + 1e-9 * max(1, np.abs(X).max())).all()

    # Within the budget, and as fine as that allows.
    assert view.is_complete
    top = len(tree.levels) - 1
    assert len(view.nodes) <= budget or view.level == top
    finest = 0 if level is None else level
    assert view.level >= finest
    if view.level > finest:
        finer = views.view(box, level=view.level - 1, axes=axes, budget=MOST_NODES)
        assert finer.level == view.level - 1
        assert len(finer.nodes) > budget


_views = {}


def _kept(metric):
    if metric not in _views:
        _views[metric] = make_views(metric, seed=7)
    return _views[metric]


def slow_view(views, plane, box, level):
    """All nodes of a level whose discs meet a box, one by one."""
    nodes = views.tree.levels[level].nodes
    x, y, reach = plane.positions_of(nodes)
    dx = np.maximum(np.maximum(box[0] - x, x - box[2]), 0)
    dy = np.maximum(np.maximum(box[1] - y, y - box[3]), 0)
    return nodes[np.hypot(dx, dy) <= reach]


@given(st.integers(0, 2**32 - 1))
def test_the_search_finds_what_looking_at_every_node_finds(seed):
    rng = np.random.default_rng(seed)
    _, views = _kept("euclidean")
    plane = views.plane("columns:0,1")
    low = rng.uniform(-10, 10, 2)
    box = [*low, *(low + rng.uniform(0.01, 10, 2))]
    level = int(rng.integers(len(views.tree.levels)))
    found = views.view(box, level=level, axes="columns:0,1", budget=MOST_NODES)
    assert found.level == level
    # Up to what lies on the very edge.
    expected = set(slow_view(views, plane, box, level).tolist())
    slack = [box[0] - 1e-9, box[1] - 1e-9, box[2] + 1e-9, box[3] + 1e-9]
    at_most = set(slow_view(views, plane, slack, level).tolist())
    assert expected <= set(found.nodes.tolist()) <= at_most
    assert sorted(found.nodes.tolist()) == sorted(set(found.nodes.tolist()))


def test_the_map_goes_around_the_world():
    X = np.array([[0.0, 179.9], [0.1, -179.9], [0.2, 179.8], [10.0, 0.0], [89.9, 10.0]])
    tree = bidvit.cluster(X, metric="haversine", random_state=0, growth=2)
    views = TreeViews(tree)
    for box in ([179.7, -1, 180.3, 1], [-180.3, -1, -179.7, 1]):
        view = views.view(box, level=0)
        assert sorted(tree.first_row_of_leaf[view.nodes].tolist()) == [0, 1, 2]
        assert (np.abs(view.to_columns()["x"]) <= 0.5).all()
    # A node that holds a pole is everywhere along the longitudes.
    level = len(tree.levels) - 1
    assert len(views.view([-100, 80, -90, 90], level=level).nodes) == 1
    selected = views.select([179.7, -1, 180.3, -1, 180.3, 1, 179.7, 1], level=0)
    assert sorted(tree.first_row_of_leaf[selected].tolist()) == [0, 1, 2]


def test_a_view_of_a_subtree_holds_its_rows_and_no_others():
    X, views = _kept("euclidean")
    tree = views.tree
    everything = [-1e3, -1e3, 1e3, 1e3]
    for level in (1, len(tree.levels) // 2):
        for root in tree.levels[level].nodes[:20].tolist():
            view = views.view(everything, level=0, root=root, budget=MOST_NODES)
            rows = np.concatenate([tree.members(int(node)) for node in view.nodes])
            assert sorted(rows.tolist()) == sorted(tree.members(root).tolist())
            assert view.n_points == len(rows)
            # A level above it shows the node itself.
            assert views.view(everything, level=level, root=root).nodes.tolist() == [root]
    assert views.view(everything, root=0).nodes.tolist() == [0]
    assert len(X) == tree.n_rows


def test_a_forest_shows_its_roots_and_says_what_it_leaves_out(monkeypatch):
    X = np.random.default_rng(0).random((500, 2))
    tree = bidvit.cluster(X, stop_at=100, random_state=0)
    views = TreeViews(tree)
    top = len(tree.levels) - 1
    view = views.view([-1, -1, 2, 2], budget=10)
    assert view.level == top
    assert len(view.nodes) == tree.levels[-1].n_nodes > 10
    assert view.is_complete
    assert list_hierarchy(views)["entries"][0]["id"] == -1
    # Leaves that are roots are seen too.
    single = TreeViews(bidvit.cluster(X[:1], random_state=0))
    assert single.view([-1, -1, 2, 2]).nodes.tolist() == [0]
    assert single.meta()["n_roots"] == 1
    monkeypatch.setattr("bidvit.explorer.view.MOST_NODES", 20)
    view = views.view([-1, -1, 2, 2], budget=10)
    assert view.n_left_out == tree.levels[-1].n_nodes - 20
    heaviest = np.sort(tree.levels[-1].weights)[::-1][:20]
    assert sorted(view.weights.tolist(), reverse=True) == heaviest.tolist()


def test_colours_follow_the_clusters_of_the_coarser_level():
    _, views = _kept("euclidean")
    tree = views.tree
    color_level = len(tree.levels) - 3
    view = views.view([-1e3, -1e3, 1e3, 1e3], level=1, color_level=color_level, budget=MOST_NODES)
    rows = tree.first_row_of_leaf[view.leaf_begin]
    expected = tree.levels[color_level].nodes[tree.labels(color_level)[rows]]
    assert view.clusters.tolist() == expected.tolist()
    color_of = dict(zip(view.clusters.tolist(), view.colors.tolist(), strict=True))
    assert view.colors.tolist() == [color_of[node] for node in view.clusters.tolist()]
    # Never finer than what is shown.
    assert views.view([-1e3, -1e3, 1e3, 1e3], level=5, color_level=0).color_level == 5


def test_colours_by_column_weight_radius_and_labels():
    X = np.array([[0.0, 1], [0.1, 2], [0.2, 3], [9, 4], [9.1, 5]])
    tree = bidvit.cluster(X, initial_epsilon=2, linkage="distance", growth=2, random_state=0)
    views = TreeViews(tree, labels=["a", "b", "b", "c", "a"], column_names=["u", "v"])
    box = [-100, -100, 100, 100]
    nodes = views.view(box, level=1).nodes
    by_column = views.view(box, level=1, color_by="column:1").values
    assert by_column.tolist() == tree.nodes.coordinates_of(nodes)[:, 1].tolist()
    view = views.view(box, level=1, color_by="weight")
    assert view.values.tolist() == view.weights.tolist()
    view = views.view(box, level=1, color_by="radius")
    assert view.values.tolist() == view.radii.tolist()
    values = views.view(box, level=1, color_by="labels").values
    for node, value in zip(nodes, values, strict=True):
        counts = np.bincount([[0, 1, 1, 2, 0][row] for row in tree.members(int(node))])
        assert counts[int(value)] == counts.max()
    for wrong in ("column:2", "column:-1", "column:x", "nothing", "column:"):
        with pytest.raises(ValueError, match="color_by must be"):
            views.view(box, color_by=wrong)
    with pytest.raises(ValueError, match="color_by must be"):
        _kept("euclidean")[1].view(box, color_by="labels")


def test_components_are_orthonormal_and_ordered():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 5)) * [1, 9, 3, 0, 0] + 100
    components = find_components(bidvit.cluster(X, random_state=0))
    directions = components.directions
    np.testing.assert_allclose(directions @ directions.T, np.eye(5), atol=1e-9)
    assert (np.diff(components.shares) <= 1e-12).all()
    assert np.abs(directions[0]).argmax() == 1
    assert np.abs(directions[1]).argmax() == 2
    wide = rng.normal(size=(20, 300))
    directions = find_components(bidvit.cluster(wide, random_state=0)).directions
    np.testing.assert_allclose(directions @ directions.T, np.eye(8), atol=1e-9)
    same = find_components(bidvit.cluster(np.ones((3, 4)), random_state=0)).directions
    np.testing.assert_allclose(same @ same.T, np.eye(4), atol=1e-9)


def test_axes_are_named_and_wrong_ones_refused():
    _, views = _kept("euclidean")
    space = views.tree.nodes.space
    assert str(parse_axes("columns:2,0", space, 3)) == "columns:2,0"
    for wrong in ("columns:0,3", "columns:1,1", "components:0,9", "map", "", "columns:0", "x" * 99):
        with pytest.raises(ValueError, match="axes must be"):
            parse_axes(wrong, space, 3)
    assert views.frame("columns:0,1")["bound"] == "distance"
    assert _kept("chebyshev")[1].frame("columns:0,1")["bound"] == "stretched"
    assert _kept("function")[1].frame("columns:0,1")["bound"] == "measured"
    assert _kept("cosine")[1].frame("columns:0,1")["bound"] == "chord"
    assert _kept("haversine")[1].frame("map")["bound"] == "sphere"


def test_a_node_is_described_by_its_members():
    X, views = _kept("euclidean")
    tree = views.tree
    for node in [0, *tree.levels[3].nodes[-5:].tolist(), *tree.nodes.roots.tolist()]:
        told = describe_node(views, node)
        rows = tree.members(node)
        assert told["n_rows"] == len(rows) == told["weight"]
        for k, column in enumerate(told["columns"]):
            values = X[rows, k]
            assert (column["min"], column["max"]) == (values.min(), values.max())
            assert column["mean"] == pytest.approx(values.mean(), abs=1e-9)
            assert sum(column["histogram"]) == pytest.approx(len(rows))
        assert told["n_children"] == len(tree.children(node))
        assert [step["id"] for step in told["path"]] == tree.path(int(rows[0])).tolist()[::-1][
            : len(told["path"])
        ]
        assert told["path"][-1]["id"] == node
        page = list_members(views, node, limit=7, offset=2)
        assert page["rows"] == rows[2:9].tolist()
        assert page["values"] == X[rows[2:9]].tolist()
    json.dumps(told, allow_nan=False)


def test_a_heavy_node_is_described_by_some_of_its_members(monkeypatch):
    monkeypatch.setattr("bidvit.explorer.details._MOST_MEASURED", 300)
    _, views = _kept("euclidean")
    root = int(views.tree.nodes.roots[-1])
    told = describe_node(views, root)
    assert told["n_measured"] < told["n_leaves"]


def test_the_icicle_counts_every_weight_once_per_row():
    X, views = _kept("euclidean")
    told = list_hierarchy(views, depth=4)
    entries = told["entries"]
    assert len(told["rows"]) > 2
    for row, described in enumerate(told["rows"]):
        of_row = [entry for entry in entries if entry["row"] == row]
        assert sum(entry["n"] for entry in of_row) <= described["n_nodes"]
        for parent in {entry["parent"] for entry in of_row if row}:
            weight = sum(entry["weight"] for entry in of_row if entry["parent"] == parent)
            assert weight == pytest.approx(entries[parent]["weight"])
    inner = int(views.tree.levels[-4].nodes[-1])
    told = list_hierarchy(views, root=inner)
    assert told["entries"][0]["id"] == inner
    for described in told["rows"][1:]:
        level = described["level"]
        labels = views.tree.labels(level)[views.tree.members(inner)]
        assert described["n_nodes"] == len(set(labels.tolist()))
    assert list_hierarchy(views, root=0)["rows"] == [{"level": 0, "n_nodes": 1}]
    assert len(X) > 0


def test_rows_are_found_and_selected():
    X, views = _kept("euclidean")
    tree = views.tree
    found = find_row(views, 17, "columns:0,1")
    assert [found["x"], found["y"]] == X[17, :2].tolist()
    assert found["path"] == tree.path(17).tolist()[::-1]
    with pytest.raises(ValueError, match="row must be from 0 to"):
        find_row(views, len(X))
    triangle = [-3, -1, 6, 0, 0, 3]
    nodes = views.select(triangle, level=0, axes="columns:0,1")
    x, y = X[:, 0], X[:, 1]
    # To the left of all three sides.
    inside = np.ones(len(X), bool)
    for (ax, ay), (bx, by) in [((-3, -1), (6, 0)), ((6, 0), (0, 3)), ((0, 3), (-3, -1))]:
        inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
    rows = tree.members(nodes)[0]
    assert sorted(rows.tolist()) == np.flatnonzero(inside).tolist()
    told = summarise_selection(views, nodes, 0)
    assert told["n_rows"] == inside.sum() == told["weight"]
    query = {"polygon": ",".join(map(str, triangle)), "level": "0", "axes": "columns:0,1"}
    lines = "".join(answer_rows(views, query)).splitlines()
    assert lines[0] == "row,node,column 0,column 1,column 2"
    got = sorted([float(cell) for cell in line.split(",")] for line in lines[1:])
    assert [line[0] for line in got] == np.flatnonzero(inside).tolist()
    assert [line[2:] for line in got] == X[inside].tolist()
    root = int(tree.nodes.roots[-1])
    assert len("".join(answer_rows(views, {"node": str(root)})).splitlines()) == len(X) + 1


def unpack(packed):
    """Read a view as the browser does."""
    (length,) = struct.unpack_from("<I", packed)
    header = json.loads(packed[4 : 4 + length])
    at, columns = 4 + length, {}
    assert at % 8 == 0
    for name, kind in header["columns"].items():
        columns[name] = np.frombuffer(packed, "<" + kind, header["count"], at)
        at += columns[name].nbytes
    assert at == len(packed)
    return header, columns


def test_a_view_crosses_the_wire_exactly_at_any_zoom():
    X, views = _kept("euclidean")
    width = 1e-9
    center = X[3, :2]
    box = [*(center - width / 2), *(center + width / 2)]
    view = views.view(box, axes="columns:0,1", level=0)
    header, columns = unpack(pack_view(view))
    assert header["count"] == len(view.nodes) >= 1
    assert list(columns) == list(COLUMNS)
    np.testing.assert_allclose(columns["x"] * width, view.x - center[0], atol=1e-15)
    assert columns["id"].tolist() == view.nodes.tolist()


def test_huge_and_tiny_coordinates_are_shown():
    for scale in (1e300, 1e-300):
        X = np.random.default_rng(0).random((200, 2)) * scale
        views = TreeViews(bidvit.cluster(X, random_state=0))
        low_x, low_y, high_x, high_y = views.frame("columns:0,1")["bounds"]
        assert [low_x, low_y] == X.min(axis=0).tolist()
        view = views.view([low_x, low_y, high_x, high_y], level=0)
        assert len(view.nodes) == 200
        header, _ = unpack(pack_view(view))
        assert header["n_points"] == 200


def test_a_stored_tree_is_viewed_where_it_lies(tmp_path):
    X, views = _kept("euclidean")
    views.tree.save(tmp_path / "tree")
    stored = TreeViews(bidvit.ClusterTree.load(tmp_path / "tree"))
    box = [-3, -1, 3, 1]
    ours, theirs = stored.view(box, budget=50), views.view(box, budget=50)
    assert pack_view(ours) == pack_view(theirs)
    assert isinstance(stored.tree.nodes.rows.base, np.memmap) or isinstance(
        stored.tree.nodes.rows, np.memmap
    )
    assert len(X) > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"viewport": [0, 0, 0, 1]}, "bbox must be low x"),
        ({"viewport": [0, 0, 1]}, "four finite numbers"),
        ({"viewport": [0, 0, float("nan"), 1]}, "four finite numbers"),
        ({"level": 10**6}, "level must be from 0 to"),
        ({"color_level": -1}, "color_level must be from 0 to"),
        ({"budget": 0}, "budget must be >= 1"),
        ({"budget": MOST_NODES + 1}, "budget must be at most"),
        ({"root": -1}, "root must be from 0 to"),
    ],
)
def test_wrong_questions_are_refused(options, message):
    _, views = _kept("euclidean")
    with pytest.raises(ValueError, match=message):
        views.view(**{"viewport": [0, 0, 1, 1], **options})


def test_wrong_names_and_labels_are_refused():
    tree = _kept("euclidean")[1].tree
    with pytest.raises(ValueError, match="column_names must be 3 names"):
        TreeViews(tree, column_names=["a", "b"])
    with pytest.raises(ValueError, match="labels must be one per row"):
        TreeViews(tree, labels=[1, 2])
    with pytest.raises(ValueError, match="at most 256 different"):
        TreeViews(tree, labels=np.arange(tree.n_rows))


def test_answers_refuse_what_they_do_not_know():
    _, views = _kept("euclidean")
    with pytest.raises(ValueError, match="view takes the parameters"):
        answer(views, "view", {"bbox": "0,0,1,1", "colour": "1"})
    with pytest.raises(ValueError, match="bbox must be given"):
        answer(views, "view", {})
    with pytest.raises(LookupError):
        answer(views, "nothing", {})
    meta = json.loads(answer(views, "meta", {}))
    assert meta["n_rows"] == views.tree.n_rows
    assert len(meta["levels"]) == len(views.tree.levels)
    plane = make_plane(views.tree, parse_axes("column:0", views.tree.nodes.space, 3), "abc", None)
    assert plane.names == ("a", "")
