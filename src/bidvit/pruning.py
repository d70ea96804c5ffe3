"""Pruning: in which order the nodes of a tree collapse, and what is left at k clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.growing import measure_radii
from bidvit.nodes import Nodes
from bidvit.parallel import Workers

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Criterion = Literal["inertia", "radius"]

# Sums of weighted squares stay within float64 whatever the coordinates.
_MODERATE = 2.0**60
_BLOCK = 1 << 20  # numbers in a temporary array


@dataclass(frozen=True, eq=False)
class Gains:
    """What merging the children of each inner node into one adds to the inertia.

    The inertia of a set of rows is the sum of their weighted squared distances from their mean, in
    the kernels' coordinates and Euclidean whatever the metric. That of a node is the sum of the
    gains of the inner nodes of its subtree.

    Attributes
    ----------
    of_inner : ndarray of float64
    of_roots : float
        The gain of merging the roots of a forest.
    total_weight : float
    exponent : int
        All three are to be multiplied by two to the power of this.
    """

    of_inner: Doubles
    of_roots: float
    total_weight: float
    exponent: int


def measure_gains(nodes: Nodes) -> Gains:
    """Measure the gains of all inner nodes: O(n d), every row is read once."""
    weights, exponent = nodes.leaf_weights, 0
    if weights is not None:
        lightest, heaviest = float(weights.min()), float(weights.max())
        if lightest < 1 / _MODERATE or heaviest > _MODERATE:
            exponent = math.frexp(lightest)[1]
            weights = np.ldexp(weights, -exponent)
    gains = buffers.empty(nodes.n_inner, np.float64)
    # Not in the caller's thread, so that Ctrl-C ends it.
    with Workers(1) as workers:
        task = (*nodes.kernel_arrays, weights, gains, workers.stop)
        [(of_roots, total)] = workers.run(_core.measure_gains, [task])
    return Gains(gains, of_roots, total, exponent)


@dataclass(frozen=True, eq=False)
class Partial:
    """A cluster that is no node: those children of a node that are merged already.

    Attributes
    ----------
    node : int
        The inner node that is half collapsed, less the number of leaves.
    places : ndarray
        Where the nodes that are merged stand among all that are left, ascending.
    """

    node: int
    places: npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Pruning:
    """The order in which the inner nodes of a tree collapse, from all leaves to the roots.

    A collapse makes one cluster of the c clusters below a node, which are c - 1 merges. Nodes that
    go in the same collapse share time and cost.

    Attributes
    ----------
    nodes : Nodes
    criterion : str
        ``"inertia"``: the collapse that adds the least inertia per merge is next, as in
        cost-complexity pruning of decision trees. ``"radius"``: that of the node with the least
        radius, so that at any moment the largest radius is as small as the tree allows. Ties go to
        the lowest node.
    times : ndarray of int32
        Of the inner nodes: how many merges there were when it had collapsed.
    costs : ndarray of float64
        Inertia per merge, or radius, of that collapse, in the unit of the kernels. Never falling
        with time.
    """

    nodes: Nodes
    criterion: Criterion
    times: Ids
    costs: Doubles

    @cached_property
    def _collapses(self) -> tuple[Ids, npt.NDArray[np.intp]]:
        """When each collapse ends, and the node on top, which has the lowest number."""
        ends, tops = np.unique(self.times, return_index=True)
        return ends, tops

    @cached_property
    def curve(self) -> tuple[Doubles, Doubles]:
        """Numbers of clusters, ascending, and what is left within them, in the kernels' unit.

        By inertia: the inertia of the clusters; by radius: the square of the largest radius. Both
        at the end of each collapse; a number in between lies on the line between its neighbours.
        """
        ends, tops = self._collapses
        costs = self.costs[tops]
        if self.criterion == "inertia":
            spread = np.cumsum(np.diff(ends, prepend=0) * costs)
        else:
            spread = np.square(costs)
        n = self.nodes.n_leaves
        return np.append(n, n - ends)[::-1].astype(np.float64), np.append(0, spread)[::-1]

    def find_clusters(self, n_clusters: int) -> tuple[Ids, Partial | None]:
        """Return the nodes that are left, and which of them are one cluster of a half collapse.

        Within a collapse the members merge in the order of `_rank`. O(n); a half collapse reads the
        rows below its node, once.
        """
        n_merges = self.nodes.n_leaves - n_clusters
        left = find_topmost(self.nodes, self.times, n_merges)
        n_merged = len(left) - n_clusters
        if n_merged == 0:
            return left, None
        ends, tops = self._collapses
        top = int(tops[np.searchsorted(ends, n_merges, side="right")])
        begin, end = self.nodes.leaf_range(np.array([top + self.nodes.n_leaves], np.int32))
        leaf_begin = self.nodes.leaf_range(left)[0]
        places = np.flatnonzero((leaf_begin >= begin) & (leaf_begin < end))
        merged = self._rank(top, left[places])[: n_merged + 1]
        return left, Partial(top, np.sort(places[merged]))

    def _rank(self, top: int, members: Ids) -> npt.NDArray[np.intp]:
        """Order in which the members of a collapse merge, cheapest first.

        By inertia: what merging the member with all others adds. So the member whose split saves
        most inertia is merged last. By radius: how far the rows of the member may be from the node.
        """
        nodes = self.nodes
        if self.criterion == "radius":
            radii = nodes.gather(members, np.zeros(nodes.n_leaves, nodes.radii.dtype), nodes.radii)
            costs = _distances(nodes, members, nodes.points[top : top + 1]) + radii
        else:
            begin, end = nodes.leaf_range(members)
            leaves = buffers.count_up(nodes.n_leaves)
            with Workers(1) as workers:
                means = find_means(nodes, leaves, np.append(begin, end[-1:]), False, workers)
            weights = nodes.weights_of(members)
            weights /= weights.max()
            total = weights.sum()
            others = np.maximum(total - weights, np.finfo(np.float64).tiny)
            squares = _squares(means, weights @ means / total)
            costs = squares * weights * (total / others)
        return np.argsort(costs, kind="stable")


def prune(nodes: Nodes, criterion: Criterion, gains: Gains | None) -> Pruning:
    """Return the order in which the nodes of a tree collapse: O(n_inner log n_inner)."""
    times = buffers.empty(nodes.n_inner, np.int32)
    costs = buffers.empty(nodes.n_inner, np.float64)
    by_node = nodes.radii.astype(np.float64) if gains is None else gains.of_inner
    add_up = criterion == "inertia"
    with Workers(1) as workers:
        task = (by_node, nodes.leaf_begin, nodes.subtree_end, add_up, times, costs, workers.stop)
        workers.run(_core.prune, [task])
    return Pruning(nodes, criterion, times, costs)


def find_means(nodes: Nodes, leaves: Ids, starts: Ids, on_sphere: bool, workers: Workers) -> Floats:
    """Weighted means of clusters, given their leaves and where those of each cluster begin.

    ``starts`` has one entry more than there are clusters. On the sphere means are projected back.
    """
    n_clusters = len(starts) - 1
    means = np.empty((n_clusters, nodes.rows.shape[1]), nodes.rows.dtype)
    shared = nodes.rows, nodes.leaf_rows, leaves, starts
    weights = nodes.leaf_weights
    batches = [
        (*shared, begin, end, weights, on_sphere, means, workers.stop)
        for begin, end in workers.split(n_clusters)
    ]
    workers.run(_core.find_means, batches)
    return means


def find_topmost(nodes: Nodes, times: Ids, limit: int) -> Ids:
    """Return the topmost nodes whose time is up to a limit, in tree order; that of a leaf is 0."""
    found = buffers.empty(nodes.n_leaves, np.int32)
    n = _core.find_level(times, nodes.leaf_begin, nodes.subtree_end, nodes.n_leaves, limit, found)
    return found[:n].copy()


def _squares(points: Floats, centre: Floats) -> Doubles:
    """Squared distances from one point, in float64, a few rows at a time."""
    squares = np.empty(len(points))
    step = max(1, _BLOCK // points.shape[1])
    for begin in range(0, len(points), step):
        part = slice(begin, begin + step)
        difference = points[part] - centre.astype(np.float64)
        squares[part] = np.einsum("ij,ij->i", difference, difference)
    return squares


def _distances(nodes: Nodes, members: Ids, centre: Floats) -> Doubles:
    """Distances of some nodes from one point."""
    points = nodes.points_of(members)
    if nodes.space.function is not None:
        return nodes.space.measure(points, centre)[:, 0]
    if nodes.space.kernel_metric == "euclidean":
        return np.asarray(np.sqrt(_squares(points, centre[0])))
    sizes = np.abs(points - centre.astype(np.float64))
    manhattan = nodes.space.kernel_metric == "manhattan"
    return np.asarray(sizes.sum(axis=1) if manhattan else sizes.max(axis=1))


def tree_above(nodes: Nodes, parents: Ids, centres: Floats, workers: Workers) -> Nodes:
    """Return the part of a tree above some clusters, as a tree with their centres for leaves.

    It serves the search for the nearest centre: radii are measured over the centres, so that every
    centre is within the ball of each node above it. `leaf_rows` are the numbers of the clusters.
    Nodes with one cluster below are left out, and so are those with one child.

    Parameters
    ----------
    nodes : Nodes
    parents : ndarray of int32
        The inner node above each cluster, less the number of leaves; -1 for none.
    centres : ndarray of shape (n_clusters, d)
        Embedded.
    workers : Workers

    Returns
    -------
    Nodes
    """
    kept = _branching(nodes, parents)
    parents = parents.copy()
    astray = np.flatnonzero(parents >= 0)
    while len(astray := astray[~kept[parents[astray]]]):
        parents[astray] = nodes.parents[parents[astray]]
        astray = astray[parents[astray] >= 0]

    places = np.concatenate([[0], np.cumsum(kept)]).astype(np.int32)
    n_kept = int(places[-1])
    keys = np.where(parents < 0, 0, places[parents] + 1).astype(np.int32)
    starts, order = np.empty(n_kept + 2, np.int32), np.empty(len(centres), np.int32)
    _core.group(keys, starts, order)
    subtree_end = places[nodes.subtree_end[kept]]
    parents_above = np.empty(n_kept, np.int32)
    _core.find_parents(subtree_end, parents_above)
    above = Nodes(
        rows=centres,
        leaf_rows=order,
        leaf_weights=None,
        points=nodes.points[kept],
        inner_weights=None,
        radii=np.zeros(n_kept, nodes.radii.dtype),
        births=nodes.births[kept],
        parents=parents_above,
        leaf_begin=starts[1:],
        subtree_end=subtree_end,
        space=nodes.space,
    )
    measure_radii(above, None, True, workers)
    return above


def _branching(nodes: Nodes, parents: Ids) -> npt.NDArray[np.bool_]:
    """Which inner nodes have two clusters or more below, not all of them below one child."""
    if nodes.space.function is not None:
        # A function's radii cannot be measured in the core: all centres are roots.
        return np.zeros(nodes.n_inner, bool)
    own = np.bincount(parents[parents >= 0], minlength=nodes.n_inner)
    until = np.concatenate([[0], np.cumsum(own)])
    below = until[nodes.subtree_end] - until[:-1]
    kept = np.asarray(below >= 2)
    has_parent = np.flatnonzero(nodes.parents >= 0)
    has_all = has_parent[below[has_parent] == below[nodes.parents[has_parent]]]
    kept[nodes.parents[has_all]] = False
    return kept
