"""Whole trees in tests: how to compare two, and what holds for any of them."""

from __future__ import annotations

import numpy as np

ARRAYS = (
    "leaf_rows",
    "leaf_weights",
    "points",
    "weights",
    "radii",
    "births",
    "parents",
    "leaf_begin",
    "leaf_end",
    "child_start",
    "children",
)
FLAT_MODES = [
    {"metric": metric, "linkage": "distance", "representation": representation}
    for metric in ("euclidean", "manhattan", "chebyshev")
    for representation in ("point", "centroid")
] + [{"linkage": "ward"}]


def assert_identical(ours, theirs):
    """Compare everything a tree holds, bit for bit."""
    assert [level.epsilon for level in ours.levels] == [level.epsilon for level in theirs.levels]
    assert [level.n_nodes for level in ours.levels] == [level.n_nodes for level in theirs.levels]
    for name in ARRAYS:
        a, b = getattr(ours.nodes, name), getattr(theirs.nodes, name)
        assert (a.dtype, a.shape) == (b.dtype, b.shape), name
        assert a.tobytes() == b.tobytes(), name
    assert ours.leaf_of_row.tolist() == theirs.leaf_of_row.tolist()


def numbered_by_appearance(labels):
    """Number clusters in the order of their first rows: equal for equal partitions of the rows."""
    _, first, label = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[label].tolist()


def assert_same_clusters(ours, theirs, rows=slice(None)):
    """Compare the levels as partitions of the rows; ``rows`` gives the order of ours in theirs."""
    assert [level.epsilon for level in ours.levels] == [level.epsilon for level in theirs.levels]
    for m in range(len(ours.levels)):
        expected = numbered_by_appearance(theirs.labels(m)[rows])
        assert numbered_by_appearance(ours.labels(m)) == expected


def row_weights_of(tree, sample_weight):
    return np.ones(tree.n_rows) if sample_weight is None else np.asarray(sample_weight, float)


def check_tree(tree, sample_weight=None):
    """Raise unless all that the docstrings promise of a tree's arrays and levels holds."""
    check_nodes(tree.nodes, len(tree.levels))
    check_levels(tree, row_weights_of(tree, sample_weight))


def check_nodes(nodes, n_levels):
    n, n_inner = nodes.n_leaves, len(nodes.points)
    parents = nodes.parents
    assert len(parents) == n + n_inner
    assert sorted(nodes.leaf_rows.tolist()) == list(range(n))
    has_parent = parents >= 0
    assert (parents[has_parent] >= n).all()
    assert (parents[has_parent] > np.flatnonzero(has_parent)).all()
    assert (parents[~has_parent] == -1).all()
    assert nodes.roots.tolist() == np.flatnonzero(~has_parent).tolist()

    # Births: from level 1 up, in the order of the levels, each after those of the children.
    assert (np.diff(nodes.births) >= 0).all()
    assert set(nodes.births.tolist()) == set(range(1, n_levels))
    birth = np.concatenate([np.zeros(n, int), nodes.births])
    assert (birth[parents[has_parent]] > birth[has_parent]).all()

    # Children: two or more, own leaves first, then the inner ones, side by side.
    assert (np.bincount(parents[has_parent], minlength=n + n_inner)[n:] >= 2).all()
    weights = np.zeros(n + n_inner)
    weights[:n] = nodes.leaf_weights
    for k in range(n_inner):
        inner = nodes.children[nodes.child_start[k] : nodes.child_start[k + 1]]
        place = nodes.leaf_begin[k]
        own = np.arange(place, nodes.leaf_begin[inner[0]] if len(inner) else nodes.leaf_end[k])
        assert (parents[own] == n + k).all()
        assert (parents[n + inner] == n + k).all()
        place += len(own)
        for child in inner:
            assert nodes.leaf_begin[child] == place
            place = nodes.leaf_end[child]
        assert place == nodes.leaf_end[k]
        below = np.concatenate([own, n + inner])
        assert len(below) == np.count_nonzero(parents == n + k)
        np.testing.assert_allclose(nodes.weights[k], weights[below].sum(), rtol=1e-12)
        weights[n + k] = nodes.weights[k]
    inner_roots = nodes.roots[nodes.roots >= n] - n
    assert nodes.children[nodes.child_start[-1] :].tolist() == inner_roots.tolist()


def check_levels(tree, row_weights):
    counted = row_weights > 0
    in_order = tree.row_order
    assert sorted(in_order.tolist()) == list(range(tree.n_rows))
    assert tree.leaf_of_row.tolist() == tree.labels(0).tolist()
    epsilons = [level.epsilon for level in tree.levels]
    assert epsilons[0] == 0
    assert np.isfinite(epsilons).all()
    assert (np.diff(epsilons) > 0).all()
    counts = [level.n_nodes for level in tree.levels]
    assert (np.diff(counts) < 0).all()
    labels_below = None
    for m, level in enumerate(tree.levels):
        labels, k = tree.labels(m), level.n_nodes
        assert len(level.points) == len(level.weights) == len(level.radii) == k
        # The rows below a node are a contiguous range, and every node has a row of its own.
        assert (np.diff(labels[in_order]) >= 0).all()
        assert np.unique(labels[counted]).tolist() == list(range(k))
        # Weights are conserved, in every node and so altogether.
        below = np.bincount(labels[counted], row_weights[counted], minlength=k)
        np.testing.assert_allclose(level.weights, below, rtol=1e-12)
        # Levels are nested: the label above follows from the label below.
        if labels_below is not None:
            parents = tree.levels[m - 1].parents
            assert (np.diff(parents) >= 0).all()
            assert parents[labels_below].tolist() == labels.tolist()
        assert level.max_radius == level.radii.max()
        labels_below = labels
    assert (tree.levels[-1].parents == -1).all()
