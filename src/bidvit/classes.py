"""How classes that are known mix in the nodes of a tree: agreement of levels, and purity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, inputs
from bidvit.parallel import Workers

if TYPE_CHECKING:
    from bidvit.nodes import Nodes
    from bidvit.tree import ClusterTree

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Sums over the classes of the rows below each node: leaves, inner nodes, and all rows.

    Every row counts once, whatever its weight.

    Attributes
    ----------
    n_rows : ndarray of int64
        Number of rows below each node.
    squares, logs : ndarray of float64
        Sums of n² and of n log n over the classes, where n is the number of their rows.
    pairs : ndarray of float64
        Sums of n times the number of pairs of rows of a class that have this node in common, and
        none below it.
    of_classes : ndarray of int64
        How many rows each class has.
    """

    n_rows: npt.NDArray[np.int64]
    squares: Doubles
    logs: Doubles
    pairs: Doubles
    of_classes: npt.NDArray[np.int64]


def number_classes(y: Any, n_rows: int) -> tuple[Ids, int]:
    """Check the classes of rows, and number them."""
    classes = inputs.check_labels("y", y, n_rows, "class")
    distinct, numbers = inputs.number_labels("y", classes)
    return numbers.astype(np.int32), len(distinct)


def count_classes(tree: ClusterTree, y: Any) -> ClassCounts:
    """Count the classes below every node: O(n log n), whatever the number of classes."""
    classes, n_classes = number_classes(y, tree.n_rows)
    nodes, starts = tree.nodes, tree._rows_by_leaf[0]
    if starts is None:
        starts = buffers.count_up(nodes.n_leaves + 1)
    n_nodes = nodes.n_nodes + 1
    squares, logs, pairs = (np.empty(n_nodes) for _ in range(3))
    with Workers(1) as workers:
        task = (
            classes[tree.row_order],
            n_classes,
            starts,
            nodes.leaf_begin,
            nodes.subtree_end,
            squares,
            logs,
            pairs,
            workers.stop,
        )
        workers.run(_core.count_classes, [task])
    inner = starts[nodes.leaf_begin[nodes.subtree_end]] - starts[nodes.leaf_begin[:-1]]
    n_rows = np.concatenate([np.diff(starts), inner, [tree.n_rows]]).astype(np.int64)
    return ClassCounts(n_rows, squares, logs, pairs, np.bincount(classes).astype(np.int64))


def add_up_levels(
    nodes: Nodes, n_levels: int, of_inner: Doubles, of_leaves: Doubles | None = None
) -> Doubles:
    """Return the sum of a figure over the nodes of every level: O(n), without finding the levels.

    Parameters
    ----------
    nodes : Nodes
    n_levels : int
    of_inner : ndarray of float64
    of_leaves : ndarray of float64, optional
        0 by default.

    Returns
    -------
    ndarray of float64, shape (n_levels,)
    """
    # A node adds its own figure where it is born, and takes those of its children away.
    added = of_inner.copy()
    has_parent = nodes.parents >= 0
    np.subtract.at(added, nodes.parents[has_parent], of_inner[has_parent])
    total = 0.0
    if of_leaves is not None:
        until = np.concatenate([[0], np.cumsum(of_leaves)])
        added -= np.diff(until[nodes.leaf_begin])
        total = until[-1]
    # Without inner nodes the counts are whole numbers.
    steps = np.bincount(nodes.births, added, minlength=n_levels).astype(np.float64)
    steps[0] += total
    return np.cumsum(steps)


def score_agreement(tree: ClusterTree, counts: ClassCounts) -> tuple[Doubles, Doubles]:
    """Return the adjusted Rand index and the normalised mutual information of every level.

    Parameters
    ----------
    tree : ClusterTree
    counts : ClassCounts

    Returns
    -------
    adjusted_rand, normalized_mutual_info : ndarray of float64
        As scikit-learn defines them.
    """
    n_leaves = tree.nodes.n_leaves

    def add_up(values: Doubles) -> Doubles:
        leaves, inner = values[:n_leaves], values[n_leaves:-1]
        return add_up_levels(tree.nodes, len(tree.levels), inner, leaves)

    n = float(tree.n_rows)
    sizes = counts.n_rows.astype(np.float64)
    of_classes = counts.of_classes.astype(np.float64)
    both, clusters = add_up(counts.squares), add_up(np.square(sizes))
    rand = _adjusted_rand(n, both, clusters, float(np.square(of_classes).sum()))

    # Entropies times n.
    n_log_n = n * np.log(n)
    of_clusters = n_log_n - add_up(sizes * np.log(sizes))
    of_class = float(n_log_n - (of_classes * np.log(of_classes)).sum())
    joint = n_log_n - add_up(counts.logs)
    shared = np.clip(of_clusters + of_class - joint, 0, None)
    n_nodes = np.array([level.n_nodes for level in tree.levels])
    trivial = (n_nodes == 1) & (len(of_classes) == 1)
    mean = (of_clusters + of_class) / 2
    # What rounding leaves of the entropy of a single cluster shares nothing.
    shared[(n_nodes == 1) | (len(of_classes) == 1)] = 0
    information = np.divide(shared, mean, out=np.zeros_like(shared), where=mean > 0)
    information[trivial] = 1
    return rand, information


def _adjusted_rand(n: float, both: Doubles, clusters: Doubles, classes: float) -> Doubles:
    """From sums of squared numbers of rows: of classes within clusters, of clusters, of classes."""
    together = both - n
    split, merged = classes - both, clusters - both
    apart = n * n - n - together - split - merged
    disagree = (together + split) * (split + apart) + (together + merged) * (merged + apart)
    score = np.ones_like(both)
    differ = (split != 0) | (merged != 0)
    score[differ] = 2 * (together * apart - split * merged)[differ] / disagree[differ]
    return score


def measure_purity(counts: ClassCounts) -> float:
    """Return the dendrogram purity, over all pairs of rows of the same class."""
    return float((counts.pairs / counts.n_rows).sum() / _n_pairs(counts.of_classes).sum())


def sample_purity(
    tree: ClusterTree, y: Any, n_samples: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Return the mean purity of the nodes where random pairs of a class meet, and its error.

    Every pair of rows of the same class is drawn with the same probability, so the mean is an
    unbiased estimate of the dendrogram purity.
    """
    classes, n_classes = number_classes(y, tree.n_rows)
    n = tree.n_rows
    by_place = classes[tree.row_order]
    # Places in the tree's order by class, ascending: as one sorted list of class and place.
    places = np.argsort(by_place, kind="stable")
    keys = by_place[places] * np.int64(n) + places
    sizes = np.bincount(by_place, minlength=n_classes)
    begin = np.cumsum(sizes) - sizes

    shares = np.cumsum(_n_pairs(sizes))
    drawn = rng.random(n_samples) * shares[-1]
    chosen = np.minimum(np.searchsorted(shares, drawn, side="right"), n_classes - 1)
    one = rng.integers(0, sizes[chosen])
    other = rng.integers(0, sizes[chosen] - 1)
    other += other >= one
    pair = np.sort(places[begin[chosen] + np.stack([one, other])], axis=0)

    first, last = _find_common(tree, pair)
    lows = np.searchsorted(keys, chosen * np.int64(n) + first)
    highs = np.searchsorted(keys, chosen * np.int64(n) + last)
    purity = (highs - lows) / (last - first)
    return float(purity.mean()), float(purity.std(ddof=1) / np.sqrt(n_samples))


def _find_common(tree: ClusterTree, pair: Any) -> tuple[Any, Any]:
    """Where the rows of the lowest node above both places of a pair begin and end."""
    nodes, starts = tree.nodes, tree._rows_by_leaf[0]
    if starts is None:
        starts = buffers.count_up(nodes.n_leaves + 1)
    leaf = np.searchsorted(starts, pair[0], side="right") - 1
    first, last = starts[leaf].copy(), starts[leaf + 1].copy()
    parent = nodes.parent_of(leaf.astype(np.int32)) - nodes.n_leaves
    parent[parent < 0] = -1
    below_end = nodes.leaf_begin[nodes.subtree_end]
    astray = np.flatnonzero(pair[1] >= last)
    while len(astray):
        above = parent[astray]
        is_inner = above >= 0
        inner = above[is_inner]
        # Several roots are joined by a node above them.
        first[astray], last[astray] = 0, tree.n_rows
        first[astray[is_inner]] = starts[nodes.leaf_begin[inner]]
        last[astray[is_inner]] = starts[below_end[inner]]
        parent[astray[is_inner]] = nodes.parents[inner]
        astray = astray[pair[1][astray] >= last[astray]]
    return first, last


def _n_pairs(sizes: npt.NDArray[np.int64]) -> Doubles:
    counts = sizes.astype(np.float64)
    return counts * (counts - 1) / 2


def check_pairs(y: Any, n_rows: int) -> None:
    """Raise unless two rows have the same class."""
    classes, n_classes = number_classes(y, n_rows)
    if n_classes == len(classes):
        raise ValueError("y must have a class of two rows or more, got every row in its own")


def check_n_samples(n_samples: Any) -> int:
    """Return how many pairs to draw, if a standard error can be had from them."""
    return inputs.check_integer("n_samples", n_samples, 2)
