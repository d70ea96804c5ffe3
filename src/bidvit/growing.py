"""The tree while it grows: each level is linked to the one below, then all is put in order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.levels import Keeper
from bidvit.nodes import Nodes

if TYPE_CHECKING:
    from bidvit.levels import Coarsening
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


class GrowingTree:
    """The tree while it grows: inner nodes are numbered as they are born, level by level."""

    def __init__(self, rows: Floats, leaf_weights: Doubles | None) -> None:
        n = len(rows)
        self.rows = rows
        self.leaf_weights = leaf_weights
        self.epsilons = [0.0]
        self.n_nodes = [n]
        self.n_born = [0]
        self.reaches: Doubles | None = None
        self._ids: Ids | None = None  # of the level's nodes; None: they are the leaves
        # A new node has two children or more, so there are fewer new nodes than rows; only what is
        # written takes memory.
        self._leaf_parents: Ids = buffers.empty(n, np.int32, without_gaps=True)
        self._inner_parents: Ids = buffers.empty(n, np.int32)
        self._points: Floats = buffers.empty(rows.shape, rows.dtype)
        # Where every leaf weighs 1, a node weighs as much as it has leaves.
        self._weights = None if leaf_weights is None else buffers.empty(n, np.float64)

    @property
    def keeper(self) -> Keeper:
        """Where the nodes of the level at hand leave what the tree keeps of them."""
        return Keeper(self._ids, len(self.rows), self._points, self._weights)

    def add_level(self, epsilon: float, coarse: Coarsening, workers: Workers) -> None:
        """Take in a level; its nodes that are new get numbers."""
        n_leaves, ids, batches = len(self.rows), coarse.only_child, coarse.batches
        first_born = n_leaves + sum(self.n_born)

        def link(b: int) -> None:
            _core.link(
                coarse.order,
                coarse.parents_in_order,
                int(batches.begin[b]),
                int(batches.begin[b + 1]),
                self._ids,
                int(batches.node_begin[b]),
                int(batches.node_begin[b + 1]),
                first_born + int(batches.born_begin[b]),
                first_born,
                ids,
                self._leaf_parents,
                self._inner_parents,
            )

        workers.run(link, [(b,) for b in range(len(batches))])
        if coarse.reaches is not None:
            self._add_reaches(coarse.parents, coarse.reaches, ids)
        self._ids = ids
        self.n_born.append(int(batches.born_begin[-1]))
        self.epsilons.append(epsilon)
        self.n_nodes.append(len(ids))

    def _add_reaches(self, parents: Ids, reaches: Doubles, ids: Ids) -> None:
        below = buffers.count_up(len(parents)) if self._ids is None else self._ids
        if self.reaches is None:
            self.reaches = np.zeros(2 * len(self.rows))
        moved = ids[parents] != below
        self.reaches[below[moved]] = reaches[moved]

    def finish(
        self, points: Floats, weights: Doubles | None, space: Space, workers: Workers
    ) -> Nodes:
        """Bring all nodes into tree order; the radii are still to be measured.

        ``points`` and ``weights`` are those of the top level.
        """
        n, n_inner = len(self.rows), sum(self.n_born)
        roots = buffers.count_up(n) if self._ids is None else self._ids
        root_leaves = roots[roots < n]
        alive = roots >= n
        self._inner_parents[roots[alive] - n] = -1
        self._points[roots[alive] - n] = points[alive]
        if self._weights is not None and weights is not None:
            self._weights[roots[alive] - n] = weights[alive]
        del roots, alive, points, weights
        self._ids = None
        parents = buffers.shorten(self._inner_parents, n_inner)
        place, subtree_end = buffers.empty(n_inner, np.int32), buffers.empty(n_inner, np.int32)
        _core.place(parents, place, subtree_end)
        self._inner_parents = parents = np.empty(0, np.int32)

        placed_points = buffers.empty((n_inner, self.rows.shape[1]), self.rows.dtype)
        placed_weights = None if self._weights is None else buffers.empty(n_inner, np.float64)

        def reorder(begin: int, end: int) -> None:
            _core.reorder(
                place,
                begin,
                end,
                self._points[:n_inner],
                None if self._weights is None else self._weights[:n_inner],
                placed_points,
                placed_weights,
            )

        workers.run(reorder, workers.split(n_inner))
        self._points, self._weights = np.empty((0, 0), self.rows.dtype), None
        births = buffers.empty(n_inner, np.int32)

        def set_births(begin: int, end: int, level: int) -> None:
            births[place[begin:end]] = level

        # Leaves by parent, in the order of their rows; those that are roots come first.
        keys = self._leaf_parents

        def set_keys(begin: int, end: int) -> None:
            part = keys[begin:end]
            np.add(np.take(place, part, mode="clip"), np.int32(1), out=part)

        if n_inner:
            born = list(pairwise(np.cumsum(self.n_born).tolist()))
            workers.run_all(
                [(set_keys, *part) for part in workers.split(n)],
                [(set_births, *part, level) for level, part in enumerate(born, start=1)],
            )
        keys[root_leaves] = 0
        inner_reaches = np.empty(0)
        if self.reaches is not None:
            inner_reaches = np.empty(n_inner)
            inner_reaches[place] = self.reaches[n : n + n_inner]
        place = np.empty(0, np.int32)
        starts, leaf_rows = buffers.empty(n_inner + 2, np.int32), buffers.empty(n, np.int32)
        parents = buffers.empty(n_inner, np.int32)
        workers.run_all(
            [(_core.group, keys, starts, leaf_rows)],
            [(_core.find_parents, subtree_end, parents)],
        )
        self._leaf_parents = keys = np.empty(0, np.int32)
        if self.reaches is not None:
            self.reaches = np.concatenate([self.reaches[leaf_rows], inner_reaches])
        return Nodes(
            rows=self.rows,
            leaf_rows=leaf_rows,
            leaf_weights=None if self.leaf_weights is None else self.leaf_weights[leaf_rows],
            points=placed_points,
            inner_weights=placed_weights,
            radii=np.zeros(n_inner, self.rows.dtype),
            births=births,
            parents=parents,
            leaf_begin=starts[1:],
            subtree_end=subtree_end,
            space=space,
        )


def measure_radii(nodes: Nodes, reaches: Doubles | None, exact: bool, workers: Workers) -> int:
    """Fill in the radii from the leaves up; returns how many distances to leaves that took.

    ``reaches`` are the distances of all nodes from their parents, where the metric is the user's.
    """
    n_inner = nodes.n_inner
    if reaches is not None:
        _bound_radii(nodes, reaches)
        return 0

    def task(begin: int, end: int, listed: Ids | None = None) -> int:
        return _core.find_radii(
            *nodes.kernel_arrays, begin, end, listed, not exact, nodes.radii, workers.stop
        )

    batches = workers.split(n_inner) if workers.n_threads > 1 else [(0, n_inner)]
    measured = sum(workers.run(task, batches))
    # Subtrees that do not end in the batch they began in, the innermost first.
    spanning = [b + np.flatnonzero(nodes.subtree_end[b:e] > e) for b, e in batches]
    listed = np.concatenate([np.empty(0, np.int64), *spanning])[::-1].astype(np.int32)
    return measured + workers.run(task, [(0, 0, listed)])[0]


def _bound_radii(nodes: Nodes, reaches: Doubles) -> None:
    """By the triangle inequality, with the distances that were measured in the chunks."""
    n = nodes.n_leaves
    parents = nodes.parent_of(np.arange(n + len(nodes.points), dtype=np.int32))
    births = np.concatenate([np.zeros(n, np.int32), nodes.births])
    order = np.argsort(births, kind="stable")
    for born_together in np.split(order, np.flatnonzero(np.diff(births[order])) + 1):
        level = born_together[parents[born_together] >= 0]
        bounds = reaches[level]
        is_inner = level >= n
        bounds[is_inner] += nodes.radii[level[is_inner] - n]
        np.maximum.at(nodes.radii, parents[level] - n, _rounded_up(bounds, nodes.radii.dtype))


def _rounded_up(bounds: Doubles, dtype: np.dtype[Any]) -> Floats:
    """Return sums of distances as the tree stores them, never less than they are."""
    rounded = bounds.astype(dtype)
    return np.where(bounds > 0, np.nextafter(rounded, np.asarray(np.inf, dtype)), rounded)
