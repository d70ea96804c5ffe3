"""Pictures: what is drawn, what is said about it, and that neighbours can be told apart."""

import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy.spatial import Delaunay
from strategies import RNGS

import bidvit
from bidvit.datasets import make_grid
from bidvit.plots import plot_clusters
from bidvit.plots.frame import choose_colours, round_up

X, _ = make_grid(2, 30, random_state=0)
TREE = bidvit.cluster(X, random_state=0)
LEVEL = next(m for m, level in enumerate(TREE.levels) if level.n_nodes < 120)


def test_points_and_nodes_are_drawn_where_they_are():
    ax = plot_clusters(TREE, X, LEVEL)
    points, nodes = ax.collections
    drawn = np.asarray(points.get_offsets())
    assert sorted(drawn.tolist()) == sorted(X.tolist())
    nodes_drawn = np.asarray(nodes.get_offsets())
    assert sorted(nodes_drawn.tolist()) == sorted(TREE.levels[LEVEL].points.tolist())
    # The heavier the node, the larger its mark.
    weight_at = {tuple(p): w for p, w in zip(*node_table(), strict=True)}
    sizes = nodes.get_sizes()
    weights = [weight_at[tuple(p)] for p in nodes_drawn.tolist()]
    assert (np.diff(sizes[np.argsort(weights, kind="stable")]) >= 0).all()
    assert len(set(sizes.tolist())) > 5


def node_table():
    return TREE.levels[LEVEL].points.tolist(), TREE.levels[LEVEL].weights.tolist()


def test_points_of_a_cluster_have_one_colour_and_others_next_to_it_have_not():
    ax = plot_clusters(TREE, X, LEVEL)
    points = ax.collections[0]
    row_at = {tuple(row): i for i, row in enumerate(X.tolist())}
    rows = [row_at[tuple(p)] for p in np.asarray(points.get_offsets()).tolist()]
    colours = [to_hex(colour) for colour in points.get_facecolors()]
    colour_of = {}
    for row, colour in zip(TREE.labels(LEVEL)[rows].tolist(), colours, strict=True):
        assert colour_of.setdefault(row, colour) == colour
    positions = TREE.levels[LEVEL].points
    spread = np.ptp(positions, axis=0)
    for triangle in Delaunay((positions - positions.min(axis=0)) / spread).simplices:
        assert len({colour_of[k] for k in triangle}) == 3


@given(RNGS, st.integers(1, 300), st.floats(1e-6, 1e6))
def test_neighbours_never_share_a_colour(rng, n, stretch):
    positions = rng.random((n, 2)) * [1, stretch]
    colours = choose_colours(positions, 6)
    assert len(colours) == n
    assert set(colours.tolist()) <= set(range(6))
    if n > 3:
        for triangle in Delaunay(positions / np.ptp(positions, axis=0)).simplices:
            assert len(set(colours[triangle].tolist())) == 3


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=60, unique=True))
def test_neighbours_on_a_line_never_share_a_colour(places):
    positions = np.stack([np.zeros(len(places)), places], axis=1)
    colours = choose_colours(positions, 6)[np.argsort(places)]
    assert (colours[1:] != colours[:-1]).all()


@given(st.floats(1e-9, 1e12))
def test_what_is_said_of_a_radius_is_true_and_short(radius):
    said = float(round_up(radius).replace(",", ""))
    assert radius <= said <= radius * 1.02


def test_title_says_what_the_level_promises():
    level = TREE.levels[LEVEL]
    title = plot_clusters(TREE, X, LEVEL).get_title(loc="left")
    assert f"Level {LEVEL}: ε = {level.epsilon:,.4g}, {level.n_nodes} nodes" in title
    within = float(re.search(r"every point within ([\d.]+) of its node", title)[1])
    assert level.max_radius <= within <= 1.01 * level.max_radius
    top = plot_clusters(TREE, X, -1).get_title(loc="left")
    assert f"Level {len(TREE.levels) - 1}:" in top
    assert "1 node\n" in top


def test_axes_may_be_given():
    figure = Figure()
    ax = figure.add_subplot()
    assert plot_clusters(TREE, X, 0, ax=ax) is ax
    assert plot_clusters(TREE, X, 0).figure is not figure


def test_picture_can_be_saved(tmp_path):
    path = tmp_path / "picture.png"
    plot_clusters(TREE, X, LEVEL).figure.savefig(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 10_000


@pytest.mark.parametrize("level", [0, LEVEL])
def test_no_more_points_than_wanted(level):
    ax = plot_clusters(TREE, X, level, max_points=50, mark_nodes=False)
    [points] = ax.collections
    assert len(points.get_offsets()) == 50
    assert {tuple(p) for p in np.asarray(points.get_offsets()).tolist()} <= set(map(tuple, X))
    again = plot_clusters(TREE, X, level, max_points=50, mark_nodes=False).collections[0]
    assert again.get_offsets().tolist() == points.get_offsets().tolist()
    other = plot_clusters(TREE, X, level, max_points=50, mark_nodes=False, rng=1).collections[0]
    assert other.get_offsets().tolist() != points.get_offsets().tolist()


def test_columns_may_be_chosen():
    rows = np.random.default_rng(0).random((200, 4)) * [1, 10, 100, 1000]
    tree = bidvit.cluster(rows)
    ax = plot_clusters(tree, rows, -3, columns=(3, 1))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("column 3", "column 1")
    drawn = np.asarray(ax.collections[0].get_offsets())
    assert sorted(drawn.tolist()) == sorted(rows[:, [3, 1]].tolist())
    assert ax.get_aspect() == "auto"
    assert plot_clusters(TREE, X, LEVEL).get_aspect() == 1


def test_maps_have_north_up_and_kilometres():
    rng = np.random.default_rng(0)
    places = np.stack([rng.uniform(50, 54, 500), rng.uniform(8, 14, 500)], axis=1)
    tree = bidvit.cluster(places, metric="haversine", initial_epsilon=50_000, random_state=0)
    ax = plot_clusters(tree, places, 1)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("longitude", "latitude")
    drawn = np.asarray(ax.collections[0].get_offsets())
    np.testing.assert_allclose(sorted(drawn[:, 0]), sorted(places[:, 1]))
    assert 1.5 < ax.get_aspect() < 1.8  # 1 / cos 52°
    title = ax.get_title(loc="left")
    assert "ε = 50 km" in title
    within = float(re.search(r"within ([\d.]+) km", title)[1])
    assert tree.levels[1].max_radius <= within * 1000 <= 1.01 * tree.levels[1].max_radius


@pytest.mark.parametrize("rows", [[[1.0, 2]], [[1.0, 2]] * 5, [[0.0, 0], [1, 0], [2, 0]]])
def test_few_points(rows):
    tree = bidvit.cluster(rows)
    for level in range(len(tree.levels)):
        assert plot_clusters(tree, rows, level).collections


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"X": X[:-1]}, ValueError, r"X must be what the tree was made from.*\(3000, 2\)"),
        ({"X": X[:, :1]}, ValueError, r"X must be what the tree was made from"),
        ({"level": 1000}, IndexError, r"level must be from"),
        ({"columns": (0, 2)}, ValueError, r"columns must be < 2, .* got 2"),
        ({"columns": (0, -1)}, ValueError, r"columns must be >= 0, got -1"),
        ({"columns": 1}, ValueError, r"columns must be two column numbers or .pca., got 1"),
        ({"columns": (0, 1, 1)}, ValueError, r"columns must be two column numbers"),
        ({"columns": ("x", "y")}, TypeError, r"columns must be an integer.*'x'"),
        ({"max_points": 0}, ValueError, r"max_points must be >= 1, got 0"),
    ],
    ids=str,
)
def test_wrong_arguments(options, error, message):
    with pytest.raises(error, match=message):
        plot_clusters(**({"tree": TREE, "X": X, "level": 1} | options))


def test_one_column_cannot_be_drawn():
    with pytest.raises(ValueError, match="X must have at least two columns to be drawn, got 1"):
        plot_clusters(bidvit.cluster([[0.0], [1]]), [[0.0], [1]], 0)


def test_missing_matplotlib_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'bidvit\[plot\]'"):
        plot_clusters(TREE, X, 1)
