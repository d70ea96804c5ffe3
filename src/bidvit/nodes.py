"""The nodes of a clustering tree: a few flat arrays in tree order.

A node that passes through several levels unchanged is stored once, with the level it first appears
at; the nodes of a level are found from that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.nearest import find_nearest

if TYPE_CHECKING:
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Nodes:
    """All nodes of a tree: leaves 0 to n_leaves - 1, then the inner nodes, both in tree order.

    In tree order an inner node comes before everything below it, so a subtree is a contiguous range
    of inner nodes, and the leaves below a node are a contiguous range in which those that are its
    own children come first. Arrays of inner nodes are indexed by node less ``n_leaves``.

    Attributes
    ----------
    rows : ndarray of shape (n, d)
        Embedded rows; the caller's own array where nothing had to be changed.
    leaf_rows : ndarray of int32
        Which of `rows` each leaf is.
    leaf_weights, inner_weights : ndarray of float64, or None
        None: every leaf weighs 1, and an inner node as much as it has leaves.
    points, radii : ndarray
        Of the inner nodes.
    births : ndarray of int32
        The level each inner node first appears at.
    parents : ndarray of int32
        Of the inner nodes, less ``n_leaves``; -1 for a root.
    leaf_begin : ndarray of int32, one more than there are inner nodes
        The leaves that are children of inner node p are ``leaf_begin[p]`` to ``leaf_begin[p + 1]``.
    subtree_end : ndarray of int32
        The inner nodes below p are p + 1 to ``subtree_end[p]``.
    """

    rows: Floats
    leaf_rows: Ids
    leaf_weights: Doubles | None
    points: Floats
    inner_weights: Doubles | None
    radii: Floats
    births: Ids
    parents: Ids
    leaf_begin: Ids
    subtree_end: Ids
    space: Space

    @property
    def n_leaves(self) -> int:
        """Number of leaves, the nodes of level 0."""
        return len(self.leaf_rows)

    @property
    def n_inner(self) -> int:
        """Number of inner nodes."""
        return len(self.births)

    @property
    def n_nodes(self) -> int:
        """Number of leaves and inner nodes."""
        return self.n_leaves + self.n_inner

    @cached_property
    def roots(self) -> Ids:
        """Nodes without a parent, in tree order: leaves first."""
        inner = np.flatnonzero(self.parents < 0) + self.n_leaves
        return np.concatenate([np.arange(self.leaf_begin[0]), inner]).astype(np.int32)

    @property
    def kernel_arrays(self) -> tuple[Floats, Ids, Floats, Ids, Ids, str]:
        """What the kernels that walk the tree ask for."""
        return (
            self.rows,
            self.leaf_rows,
            self.points,
            self.leaf_begin,
            self.subtree_end,
            self.space.kernel_metric,
        )

    def leaf_range(self, nodes: Ids) -> tuple[Ids, Ids]:
        """Begin and end of the leaves below some nodes."""
        is_leaf = nodes < self.n_leaves
        begin, end = nodes.astype(np.int32), nodes.astype(np.int32) + np.int32(1)
        inner = nodes[~is_leaf] - self.n_leaves
        begin[~is_leaf] = self.leaf_begin[inner]
        end[~is_leaf] = self.leaf_begin[self.subtree_end[inner]]
        return begin, end

    def parent_of(self, nodes: Ids) -> Ids:
        """Parents of some nodes, -1 for a root."""
        is_leaf = nodes < self.n_leaves
        parents = np.empty(len(nodes), np.int32)
        parents[is_leaf] = np.searchsorted(self.leaf_begin, nodes[is_leaf], side="right") - 1
        parents[~is_leaf] = self.parents[nodes[~is_leaf] - self.n_leaves]
        parents[parents >= 0] += self.n_leaves
        return parents

    def weights_of(self, nodes: Ids) -> Doubles:
        """Weights of some nodes."""
        if self.leaf_weights is None or self.inner_weights is None:
            begin, end = self.leaf_range(nodes)
            return (end - begin).astype(np.float64)
        return self.gather(nodes, self.leaf_weights, self.inner_weights)

    def points_of(self, nodes: Ids) -> Floats:
        """Embedded points of some nodes."""
        points = np.empty((len(nodes), self.rows.shape[1]), self.rows.dtype)
        is_leaf = nodes < self.n_leaves
        points[is_leaf] = self.rows[self.leaf_rows[nodes[is_leaf]]]
        points[~is_leaf] = self.points[nodes[~is_leaf] - self.n_leaves]
        return points

    def coordinates_of(self, nodes: Ids) -> Floats:
        """Coordinates of some nodes, as the user gave them."""
        return self.space.unembed(self.points_of(nodes))

    def radii_of(self, nodes: Ids) -> Floats:
        """Radii of some nodes in the user's unit, 0 for leaves."""
        none = np.broadcast_to(self.radii.dtype.type(0), self.n_leaves)
        return self.space.unembed_radii(self.gather(nodes, none, self.radii))

    def children_of(self, nodes: Ids) -> tuple[Ids, Offsets]:
        """Children of some nodes one after the other, and where those of each begin and end."""
        offsets = np.empty(len(nodes) + 1, np.int64)
        arrays = self.leaf_begin, self.subtree_end, self.n_leaves, nodes, offsets
        _core.find_children(*arrays, None)
        children = np.empty(offsets[-1], np.int32)
        _core.find_children(*arrays, children)
        return children, offsets

    def paths_of(self, leaves: Ids) -> tuple[Ids, Offsets]:
        """Nodes from some leaves up to their roots, likewise."""
        offsets = np.empty(len(leaves) + 1, np.int64)
        arrays = self.leaf_begin, self.parents, self.n_leaves, leaves, offsets
        _core.find_paths(*arrays, None)
        path = np.empty(offsets[-1], np.int32)
        _core.find_paths(*arrays, path)
        return path, offsets

    @cached_property
    def level_figures(self) -> Doubles:
        """Of every level: largest radius, sum of radii, least and largest weight; four rows."""
        n_levels = int(self.births.max(initial=0)) + 1
        figures = np.empty((4, 2 * n_levels))
        _core.summarise_levels(
            self.births,
            self.parents,
            self.leaf_begin,
            self.subtree_end,
            np.ascontiguousarray(self.space.unembed_radii(self.radii), np.float64),
            self.leaf_weights,
            self.inner_weights,
            n_levels,
            figures,
        )
        return figures[:, n_levels:].copy()

    def gather(self, nodes: Ids, of_leaves: Floats, of_inner: Floats) -> Floats:
        """Values of some nodes, from those of the leaves and those of the inner nodes."""
        values = np.empty((len(nodes), *of_inner.shape[1:]), of_inner.dtype)
        is_leaf = nodes < self.n_leaves
        values[is_leaf] = of_leaves[nodes[is_leaf]]
        values[~is_leaf] = of_inner[nodes[~is_leaf] - self.n_leaves]
        return values

    def find_nearest_leaf(self, queries: Floats, workers: Workers) -> Ids:
        """Return the nearest leaf to each embedded query; ties to that of the first row."""
        leaf_of_row = np.empty_like(self.leaf_rows)
        leaf_of_row[self.leaf_rows] = buffers.count_up(self.n_leaves)
        return leaf_of_row[find_nearest(self, queries, 1, workers)[0][:, 0]]
