"""Whole trees in tests: how to compare two, and what holds for any of them."""

from __future__ import annotations

import numpy as np

from bidvit.nodes import Nodes
from bidvit.spaces import Space
from bidvit.tree import ClusterTree

ARRAYS = (
    "leaf_rows",
    "leaf_weights",
    "points",
    "inner_weights",
    "radii",
    "births",
    "parents",
    "leaf_begin",
    "subtree_end",
)
FLAT_MODES = [
    {"metric": metric, "linkage": "distance", "representation": representation}
    for metric in ("euclidean", "manhattan", "chebyshev")
    for representation in ("point", "centroid")
] + [{"linkage": "ward"}]


def name_of_mode(options):
    """Its values side by side; where tests run in several processes, the same in all of them."""
    return "-".join(getattr(value, "__name__", str(value)) for value in options.values())


def assert_identical(ours, theirs):
    """Compare everything a tree holds, bit for bit."""
    assert [level.epsilon for level in ours.levels] == [level.epsilon for level in theirs.levels]
    assert [level.n_nodes for level in ours.levels] == [level.n_nodes for level in theirs.levels]
    for name in ARRAYS:
        a, b = getattr(ours.nodes, name), getattr(theirs.nodes, name)
        if a is None or b is None:
            assert a is b, name
            continue
        assert (a.dtype, a.shape) == (b.dtype, b.shape), name
        assert a.tobytes() == b.tobytes(), name
    assert ours.leaf_of_row.tolist() == theirs.leaf_of_row.tolist()


def make_chain(n):
    """Return a tree in which every level takes in one more row, made by hand: as deep as n."""
    p = np.arange(n - 1, dtype=np.int32)
    rows = np.arange(float(n))[:, None]
    nodes = Nodes(
        rows=rows,
        leaf_rows=np.arange(n, dtype=np.int32),
        leaf_weights=None,
        points=rows[:-1],
        inner_weights=None,
        radii=n - 1.0 - p,
        births=n - 1 - p,
        parents=p - 1,
        leaf_begin=np.append(p, np.int32(n)),
        subtree_end=np.full(n - 1, n - 1, np.int32),
        space=Space("euclidean"),
    )
    parameters = {"n_features": 1}
    counts = list(range(n, 0, -1))
    return ClusterTree(
        nodes, [float(m) for m in range(n)], counts, None, None, parameters, "exact", {}
    )


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
    n, n_inner = nodes.n_leaves, nodes.n_inner
    everything = np.arange(n + n_inner, dtype=np.int32)
    parents, weights = nodes.parent_of(everything), nodes.weights_of(everything)
    assert sorted(nodes.leaf_rows.tolist()) == list(range(n))
    has_parent = parents >= 0
    assert (parents[has_parent] >= n).all()
    assert (parents[~has_parent] == -1).all()
    assert nodes.roots.tolist() == np.flatnonzero(~has_parent).tolist()

    # Every node is born after its children, at a level that the tree has.
    birth = np.concatenate([np.zeros(n, int), nodes.births])
    assert set(nodes.births.tolist()) == set(range(1, n_levels))
    assert (birth[parents[has_parent]] > birth[has_parent]).all()

    # Tree order: own leaves, then the inner children, each with all that is below it.
    def check_range(node, leaf, inner, leaf_end, inner_end):
        children = np.flatnonzero(parents == node)
        own = children[children < n]
        assert own.tolist() == list(range(leaf, leaf + len(own)))
        # Leaves stand in the order of their rows.
        assert (np.diff(nodes.leaf_rows[own]) > 0).all()
        leaf += len(own)
        for child in children[children >= n] - n:
            assert child == inner
            begin, end = nodes.leaf_range(np.array([n + child]))
            assert begin[0] == nodes.leaf_begin[child] == leaf
            leaf, inner = end[0], nodes.subtree_end[child]
        assert (leaf, inner) == (leaf_end, inner_end)
        return children

    check_range(-1, 0, 0, n, n_inner)
    for k in range(n_inner):
        end = nodes.subtree_end[k]
        children = check_range(n + k, nodes.leaf_begin[k], k + 1, nodes.leaf_begin[end], end)
        assert len(children) >= 2
        np.testing.assert_allclose(weights[n + k], weights[children].sum(), rtol=1e-12)


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
