"""The tree while it grows: each level is linked to the one below, then all is put in order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.tree import Nodes

if TYPE_CHECKING:
    from bidvit.levels import Coarsening
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


class GrowingTree:
    """The tree while it grows: inner nodes are numbered as they are born, level by level."""

    def __init__(self, rows: Floats) -> None:
        n = len(rows)
        self.rows = rows
        self.epsilons = [0.0]
        self.n_nodes = [n]
        self.n_born: list[int] = []
        self.reaches: Doubles | None = None
        self._ids: Ids = buffers.count_up(n)
        self._top: tuple[Floats, Doubles] | None = None
        self._next_id = n
        # A new node has two children or more, so there are fewer new nodes than rows; only what is
        # written takes memory.
        self._parents: Ids = buffers.empty(2 * n, np.int32)
        self._parents[:n] = -1
        self._points: Floats = buffers.empty(rows.shape, rows.dtype)
        self._weights: Doubles = buffers.empty(n, np.float64)

    def add_level(
        self, epsilon: float, points: Floats, weights: Doubles | None, coarse: Coarsening
    ) -> None:
        """Take in a level, given the points and weights of the one below it.

        Its nodes that are new get numbers; of those below that merged, the tree keeps a copy.
        """
        ids = coarse.only_child
        n_born = _core.link(
            points,
            weights,
            coarse.parents,
            self._ids,
            len(self.rows),
            self._next_id,
            ids,
            self._parents,
            self._points,
            self._weights,
        )
        if coarse.reaches is not None:
            self._add_reaches(coarse.parents, coarse.reaches, ids)
        self._parents[self._next_id : self._next_id + n_born] = -1
        self._next_id += n_born
        self._ids = ids
        self.n_born.append(n_born)
        self.epsilons.append(epsilon)
        self.n_nodes.append(len(ids))
        self._top = coarse.points, coarse.weights

    def _add_reaches(self, parents: Ids, reaches: Doubles, ids: Ids) -> None:
        if self.reaches is None:
            self.reaches = np.zeros(len(self._parents))
        moved = ids[parents] != self._ids
        self.reaches[self._ids[moved]] = reaches[moved]

    def finish(self, leaf_weights: Doubles | None, space: Space) -> Nodes:
        """Bring the leaves into tree order; the radii are still to be measured."""
        n, n_inner = len(self.rows), self._next_id - len(self.rows)
        if self._top is not None:
            alive = self._ids >= n
            self._points[self._ids[alive] - n] = self._top[0][alive]
            self._weights[self._ids[alive] - n] = self._top[1][alive]
            self._top = None
        parents = buffers.shorten(self._parents, self._next_id)
        weights = buffers.shorten(self._weights, n_inner)
        points = buffers.shorten(self._points, n_inner)
        self._ids = self._parents = np.empty(0, np.int32)
        leaf_rows = buffers.empty(n, np.int32)
        leaf_begin, leaf_end = buffers.empty(n_inner, np.int32), buffers.empty(n_inner, np.int32)
        child_start = buffers.empty(n_inner + 1, np.int32)
        children = buffers.empty(n_inner, np.int32)
        _core.arrange(parents, leaf_rows, leaf_begin, leaf_end, child_start, children)
        if self.reaches is not None:
            self.reaches[:n] = self.reaches[leaf_rows]
        if leaf_weights is None:
            leaf_weights = np.broadcast_to(np.float64(1), n)
        else:
            leaf_weights = leaf_weights[leaf_rows]
        births = np.repeat(np.arange(1, len(self.n_nodes), dtype=np.int32), self.n_born)
        return Nodes(
            rows=self.rows,
            leaf_rows=leaf_rows,
            leaf_weights=leaf_weights,
            points=points,
            weights=weights,
            radii=np.zeros(n_inner, self.rows.dtype),
            births=births,
            parents=parents,
            leaf_begin=leaf_begin,
            leaf_end=leaf_end,
            child_start=child_start,
            children=children,
            space=space,
        )


def measure_radii(nodes: Nodes, growing: GrowingTree, exact: bool, workers: Workers) -> int:
    """Fill in the radii from the leaves up; returns how many distances to leaves that took."""
    n, n_inner = nodes.n_leaves, len(nodes.points)
    if growing.reaches is not None:
        births = pairwise(np.cumsum([0, *growing.n_born]).tolist())
        # By the triangle inequality, with the distances that were measured in the chunks.
        bounds = growing.reaches[: n + n_inner]
        for begin, end in [(0, n), *((n + b, n + e) for b, e in births)]:
            if begin >= n:
                bounds[begin:end] += nodes.radii[begin - n : end - n]
            inner = begin + np.flatnonzero(nodes.parents[begin:end] >= 0)
            up = _rounded_up(bounds[inner], nodes.radii.dtype)
            np.maximum.at(nodes.radii, nodes.parents[inner] - n, up)
        return 0

    def task(begin: int, end: int) -> int:
        return _core.find_radii(
            *nodes.kernel_arrays, begin, end, not exact, nodes.radii, workers.stop
        )

    # Nodes of one birth level do not depend on each other. From where they are few, or in one
    # thread, one pass in order will do: children come before their parents.
    measured = 0
    begin = 0
    for n_born in growing.n_born:
        if workers.n_threads == 1 or n_born < 10_000:
            break
        batches = [(begin + b, begin + e) for b, e in workers.split(n_born)]
        measured += sum(workers.run(task, batches))
        begin += n_born
    return measured + workers.run(task, [(begin, n_inner)])[0]


def _rounded_up(bounds: Doubles, dtype: np.dtype[Any]) -> Floats:
    """Return sums of distances as the tree stores them, never less than they are."""
    rounded = bounds.astype(dtype)
    return np.where(bounds > 0, np.nextafter(rounded, np.asarray(np.inf, dtype)), rounded)
