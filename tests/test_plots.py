"""Pictures: what is drawn, what is said about it, and that neighbours can be told apart."""

import re
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy.spatial import Delaunay
from strategies import RNGS

import bidvit
from bidvit.datasets import make_grid
from bidvit.plots import (
    plot_clusters,
    plot_coarsening,
    plot_dendrogram,
    plot_icicle,
    plot_levels,
    plot_partition,
)
from bidvit.plots.chunks import find_borders
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


# Cuts, projections, trees without their X


def test_a_cut_is_drawn_with_its_centers_and_outliers_grey():
    cut = TREE.cut(n_clusters=40, min_weight=70)
    ax = plot_clusters(TREE, X, cut)
    points, centers = ax.collections
    drawn = np.asarray(centers.get_offsets())
    assert sorted(drawn.tolist()) == sorted(cut.centers.tolist())
    colours = [to_hex(colour) for colour in points.get_facecolors()]
    row_at = {tuple(row): i for i, row in enumerate(X.tolist())}
    rows = [row_at[tuple(p)] for p in np.asarray(points.get_offsets()).tolist()]
    is_grey = np.array(colours) == "#bbbbbb"
    assert is_grey.any()
    assert (is_grey == (cut.labels[rows] < 0)).all()
    assert f"Cut: {cut.n_clusters} clusters, outliers grey" in ax.get_title(loc="left")
    few = plot_clusters(TREE, X, cut, max_points=25)
    assert len(few.collections[0].get_offsets()) == 25


def test_the_rows_of_the_tree_are_drawn_without_x():
    twice = np.concatenate([X[:500], X[:500]])
    tree = bidvit.cluster(twice, random_state=0)
    cut = tree.cut(n_clusters=15)
    ax = plot_clusters(tree, None, cut)
    drawn = np.asarray(ax.collections[0].get_offsets())
    assert sorted(drawn.tolist()) == sorted(X[:500].tolist())
    label_of = {tuple(row): label for row, label in zip(twice.tolist(), cut.labels, strict=True)}
    colour_of = {}
    for row, colour in zip(drawn.tolist(), ax.collections[0].get_facecolors(), strict=True):
        assert colour_of.setdefault(label_of[tuple(row)], to_hex(colour)) == to_hex(colour)


def test_many_columns_are_shown_where_they_spread_most():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 5)) * [0.1, 9, 0.1, 3, 0.1]
    tree = bidvit.cluster(rows, random_state=0)
    ax = plot_clusters(tree, rows, tree.cut(n_clusters=8))
    assert re.fullmatch(r"principal component 1 \(\d\d% of the variance\)", ax.get_xlabel())
    drawn = np.asarray(ax.collections[0].get_offsets())
    np.testing.assert_allclose(
        np.sort(np.abs(drawn[:, 0])),
        np.sort(np.abs(rows[:, 1] - rows[:, 1].mean())),
        atol=1.5,
    )
    assert ax.get_aspect() == 1
    with pytest.raises(ValueError, match="on a map"):
        plot_clusters(bidvit.cluster(X / 2, metric="haversine"), X / 2, 0, columns="pca")


# Levels


def test_levels_are_drawn_as_they_are():
    nodes, distances, score = plot_levels(TREE)
    figures = TREE.scores(davies_bouldin=0)
    np.testing.assert_allclose(nodes.lines[0].get_ydata(), figures.n_nodes)
    by_name = {line.get_label(): line.get_ydata() for line in distances.lines}
    largest = [level.max_radius for level in TREE.levels]
    np.testing.assert_allclose(by_name["largest radius"][1:], largest[1:])
    means = [level.radii.mean() for level in TREE.levels]
    np.testing.assert_allclose(by_name["mean radius"][1:], means[1:])
    np.testing.assert_allclose(by_name["ε of Ward linkage"][1:], figures.epsilon[1:])
    np.testing.assert_allclose(score.lines[0].get_ydata(), figures.calinski_harabasz)
    # A hundred blobs, and nothing but them stands out.
    [note] = score.texts
    assert 80 <= int(re.search(r"(\d+) nodes", note.get_text())[1]) <= 120


def test_levels_without_means_have_no_score():
    def measure(a, b):
        return np.abs(a[:, None] - b).sum(axis=2)

    tree = bidvit.cluster(
        X[:100], metric=measure, representation="point", linkage="distance", random_state=0
    )
    nodes, distances = plot_levels(tree)
    assert nodes.get_ylabel() == "nodes"
    assert "largest radius (bound)" in [line.get_label() for line in distances.lines]


@pytest.mark.parametrize("rows", [[[1.0, 2]], [[1.0, 2]] * 5, [[0.0, 0], [1, 0], [2, 0]]])
@pytest.mark.parametrize("draw", [plot_levels, plot_dendrogram, plot_icicle])
def test_few_points_in_other_pictures(draw, rows, tmp_path):
    ax = np.ravel(draw(bidvit.cluster(rows, random_state=0)))[0]
    ax.figure.savefig(tmp_path / "few.png")


# The top of the tree


def test_dendrogram_joins_what_merges():
    ax = plot_dendrogram(TREE, 20)
    level = next(m for m, at in enumerate(TREE.levels) if at.n_nodes <= 20)
    lowest = TREE.levels[level]
    verticals, bars = (collection.get_segments() for collection in ax.collections)
    assert len([v for v in verticals if v[0, 1] == lowest.epsilon]) == lowest.n_nodes
    # Each bar is a merger, at the ε of its level, with a line down to every child.
    epsilons = [at.epsilon for at in TREE.levels]
    for bar in bars:
        assert bar[0, 1] == bar[1, 1]
        assert bar[0, 1] in epsilons[level + 1 :]
        below = [v for v in verticals if v[1, 1] == bar[0, 1] and bar[0, 0] <= v[0, 0] <= bar[1, 0]]
        assert len(below) >= 2
    n_below = {at.n_nodes for at in TREE.levels[level:]}
    assert len(bars) >= len(n_below) - 1
    weights = [label.get_text() for label in ax.get_xticklabels()]
    expected = [f"{w / 1000:.3g}k" if w >= 999.5 else f"{w:.3g}" for w in lowest.weights.tolist()]
    assert weights == expected


def test_icicle_boxes_cover_the_levels_by_weight():
    weights = np.random.default_rng(0).integers(1, 9, len(X)).astype(float)
    tree = bidvit.cluster(X, sample_weight=weights, random_state=0)
    ax = plot_icicle(tree, 60)
    lowest = next(m for m, at in enumerate(tree.levels) if at.n_nodes <= 60)
    boxes = [path.vertices[:4] for path in ax.collections[0].get_paths()]
    for m in range(lowest, len(tree.levels)):
        at = sorted((box[0, 0], box[1, 0]) for box in boxes if box[0, 1] <= m < box[2, 1])
        edges = np.concatenate([[0], np.cumsum(tree.levels[m].weights)]) / weights.sum()
        np.testing.assert_allclose([begin for begin, _ in at], edges[:-1], atol=1e-12)
        np.testing.assert_allclose([end for _, end in at], edges[1:], atol=1e-12)


def test_the_top_of_a_forest_needs_room():
    forest = bidvit.cluster(X, stop_at=30, random_state=0)
    n = forest.levels[-1].n_nodes
    assert plot_icicle(forest, n).collections
    assert plot_dendrogram(forest, n).collections
    with pytest.raises(ValueError, match=f"max_nodes must be at least {n}"):
        plot_dendrogram(forest, n - 1)


# A chunk, and the cut into chunks


def test_circles_and_cells_are_those_of_the_picks():
    points = np.random.default_rng(0).normal(size=(150, 2))
    ax = plot_coarsening(points, 0.7)
    circles, borders, rest, picks = ax.collections
    centers = np.asarray(picks.get_offsets())
    others = np.asarray(rest.get_offsets())
    assert len(centers) + len(others) == 150
    far = np.linalg.norm(others[:, None] - centers, axis=2)
    assert (far.min(axis=1) < 0.7).all()
    apart = np.linalg.norm(centers[:, None] - centers, axis=2)
    assert apart[~np.eye(len(centers), dtype=bool)].min() >= 0.7
    assert len(circles.get_paths()) == len(centers)
    for path, center in zip(circles.get_paths(), centers, strict=True):
        np.testing.assert_allclose(np.ptp(path.vertices, axis=0), 1.4, rtol=1e-3)
        np.testing.assert_allclose(path.vertices[:-1].mean(axis=0), center, atol=0.1)
    assert len(borders.get_segments()) > 0


@given(RNGS, st.integers(2, 40), st.floats(1e-6, 1e6), st.floats(-1e6, 1e6))
def test_borders_are_as_far_from_two_centers_and_no_nearer_to_others(rng, n, scale, shift):
    centers = rng.random((n, 2)) * scale + shift
    lines = find_borders(centers)
    assert lines.shape[1:] == (2, 2)
    for share in (0.0, 0.3, 1.0):
        places = lines[:, 0] + share * (lines[:, 1] - lines[:, 0])
        far = np.sort(np.linalg.norm(places[:, None] - centers, axis=2), axis=1)
        np.testing.assert_allclose(
            far[:, 0], far[:, 1], rtol=1e-5, atol=1e-7 * (scale + abs(shift))
        )


def test_epsilon_is_chosen_and_a_large_set_cut():
    ax = plot_coarsening(X, max_points=200)
    said = re.search(r"(\d+) picks .* for (\d+) points", ax.get_title(loc="left"))
    n_picks, n = int(said[1]), int(said[2])
    assert 100 <= n <= 200
    assert n / 20 <= n_picks <= n / 5


@settings(max_examples=25)
@given(RNGS, st.integers(1, 300), st.integers(0, 6))
def test_cuts_part_the_chunks(rng, n, n_steps):
    points = rng.integers(0, rng.choice([5, 1000]), (n, 2)).astype(float)
    ax = plot_partition(points, n_steps)
    sizes = re.search(r"(\d+) chunks? of (?:(\d+) to )?(\d+) point", ax.get_title(loc="left"))
    n_chunks = int(sizes[1])
    assert n_chunks <= 2**n_steps
    assert int(sizes[3]) <= -(-n // 2**n_steps) + 1
    lines = ax.collections[1].get_segments() if n_chunks > 1 else []
    assert len(lines) == n_chunks - 1
    for line in lines:
        assert (line[0] == line[1]).any()


@pytest.mark.parametrize("draw", [plot_coarsening, plot_partition])
@pytest.mark.parametrize("rows", [[[1.0, 2]] * 3, [[0.0, 0], [1, 0], [2, 0]], [[5.0, 5]]])
def test_few_points_in_a_plane(draw, rows, tmp_path):
    draw(rows).figure.savefig(tmp_path / "few.png")


def test_only_planes_are_cut():
    with pytest.raises(ValueError, match="X must have two columns"):
        plot_coarsening(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="X must have two columns"):
        plot_partition(np.zeros((4, 1)))
    with pytest.raises(ValueError, match="n_steps must be >= 0, got -1"):
        plot_partition(X, -1)
