"""The clustering tree, its levels, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from bidvit import _core

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bidvit.nodes import Nodes

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


class Level:
    """One level of a tree: a clustering of all rows into the nodes of this level.

    Nodes stand in tree order: the children of a node are a contiguous range of the level below, and
    so are the rows below it in ``tree.row_order``.

    Attributes
    ----------
    epsilon : float
        The radius of interest that formed the level; 0 for level 0, the distinct rows.
    n_nodes : int
        Number of nodes.
    """

    def __init__(
        self, nodes: Nodes, index: int, epsilon: float, n_nodes: int, above: Level | None
    ) -> None:
        self._all = nodes
        self._index = index
        self._above = above
        self.epsilon = epsilon
        self.n_nodes = n_nodes

    @cached_property
    def nodes(self) -> Ids:
        """The tree's numbers of the nodes of this level, in tree order."""
        tree = self._all
        nodes = np.empty(self.n_nodes, np.int32)
        _core.find_level(
            tree.births, tree.leaf_begin, tree.subtree_end, tree.n_leaves, self._index, nodes
        )
        return nodes

    @property
    def leaf_begin(self) -> Ids:
        """Where the leaves below each node begin; they end where those of the next one begin."""
        return self._all.leaf_range(self.nodes)[0]

    @property
    def points(self) -> Floats:
        """Coordinates of the nodes, shape (n_nodes, d); unit vectors for the cosine metric."""
        tree = self._all
        is_leaf = self.nodes < tree.n_leaves
        points = np.empty((self.n_nodes, tree.rows.shape[1]), tree.rows.dtype)
        points[is_leaf] = tree.rows[tree.leaf_rows[self.nodes[is_leaf]]]
        points[~is_leaf] = tree.points[self.nodes[~is_leaf] - tree.n_leaves]
        return tree.space.unembed(points)

    @property
    def weights(self) -> Doubles:
        """Sum of the weights of the rows below each node."""
        return self._all.weights_of(self.nodes)

    @property
    def radii(self) -> Floats:
        """Distance from each node to the farthest row of positive weight below it, up to rounding.

        Or a bound on it: ``tree.radii_kind`` says which.
        """
        tree = self._all
        none = np.broadcast_to(tree.radii.dtype.type(0), tree.n_leaves)
        return tree.space.unembed_radii(tree.gather(self.nodes, none, tree.radii))

    @property
    def parents(self) -> Ids:
        """The node of the next level each node collapsed into, never falling; -1 at the top."""
        if self._above is None:
            return np.full(self.n_nodes, -1, np.int32)
        places = np.searchsorted(self._above.leaf_begin, self.leaf_begin, side="right") - 1
        return places.astype(np.int32)

    @property
    def max_radius(self) -> float:
        """No row of positive weight is farther than this from its node."""
        return float(self.radii.max())

    def __repr__(self) -> str:
        return (
            f"Level(n_nodes={self.n_nodes}, epsilon={self.epsilon:g}, "
            f"max_radius={self.max_radius:g})"
        )


class Levels(Sequence[Level]):
    """The levels of a tree from the distinct rows up; prints as a table."""

    def __init__(self, levels: Sequence[Level]) -> None:
        self._levels = tuple(levels)

    @overload
    def __getitem__(self, index: int) -> Level: ...

    @overload
    def __getitem__(self, index: slice) -> Levels: ...

    def __getitem__(self, index: int | slice) -> Level | Levels:
        if isinstance(index, slice):
            return Levels(self._levels[index])
        return self._levels[index]

    def __len__(self) -> int:
        return len(self._levels)

    def __iter__(self) -> Iterator[Level]:
        return iter(self._levels)

    def __repr__(self) -> str:
        titles = (
            "level",
            "epsilon",
            "nodes",
            "largest radius",
            "mean radius",
            "lightest",
            "heaviest",
        )
        rows = []
        for level in self:
            radii, weights = level.radii, level.weights
            rows.append(
                (
                    f"{level._index}",
                    f"{level.epsilon:.5g}",
                    f"{level.n_nodes:,}",
                    f"{float(radii.max()):.5g}",
                    f"{float(radii.mean(dtype=np.float64)):.5g}",
                    f"{weights.min():.6g}",
                    f"{weights.max():.6g}",
                )
            )
        widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in (titles, *rows)
        )


class ClusterTree:
    """A tree of clusterings, from every distinct row by itself up to one node or a few.

    Made by `bidvit.cluster`. Where X could be used as it was, the tree refers to it and does not
    copy it: do not change X in place while the tree is in use.

    Attributes
    ----------
    levels : Levels
        ``levels[0]`` holds the distinct rows, ``levels[-1]`` the root (or the roots of a forest).
    nodes : Nodes
        The arrays behind the levels.
    parameters : dict
        What the tree was made with, the seed and the ε₀ in use among it.
    radii_kind : str
        ``"exact"``: measured, each radius is attained by a row. ``"bound"``: by the triangle
        inequality, no row is farther, but the farthest may be nearer.
    seconds : dict
        Time spent per step of the fit; ``"edges"`` and ``"measured"`` count the edges of all chunks
        and the distances that exact radii took.
    """

    def __init__(
        self,
        nodes: Nodes,
        epsilons: Sequence[float],
        n_nodes: Sequence[int],
        leaf_of_row: Ids | None,
        parameters: Mapping[str, Any],
        radii_kind: str,
        seconds: Mapping[str, float],
    ) -> None:
        levels: list[Level] = []
        above: Level | None = None
        for m in reversed(range(len(epsilons))):
            above = Level(nodes, m, epsilons[m], n_nodes[m], above)
            levels.append(above)
        self.levels = Levels(levels[::-1])
        self.nodes = nodes
        self._leaf_of_row = leaf_of_row  # None: every row is a leaf
        self.parameters = dict(parameters)
        self.radii_kind = radii_kind
        self.seconds = dict(seconds)

    @property
    def n_rows(self) -> int:
        """Number of rows of X, those of weight zero included."""
        return self.nodes.n_leaves if self._leaf_of_row is None else len(self._leaf_of_row)

    @cached_property
    def leaf_of_row(self) -> Ids:
        """The node of level 0 each row of X belongs to."""
        if self._leaf_of_row is not None:
            return self._leaf_of_row
        leaf_of_row = np.empty(self.n_rows, np.int32)
        leaf_of_row[self.nodes.leaf_rows] = np.arange(self.n_rows, dtype=np.int32)
        return leaf_of_row

    @cached_property
    def row_order(self) -> Ids:
        """The rows of X in tree order: the rows below any node are a contiguous range."""
        if self._leaf_of_row is None:
            return self.nodes.leaf_rows
        row_order = np.empty(self.n_rows, np.int32)
        starts = np.empty(self.nodes.n_leaves + 1, np.int32)
        _core.group(self._leaf_of_row, starts, row_order)
        return row_order

    @property
    def n_features(self) -> int:
        """Number of columns of X."""
        return int(self.parameters["n_features"])

    def labels(self, level: int) -> Ids:
        """Return the node of a level that each row of X belongs to.

        Parameters
        ----------
        level : int
            0 to ``len(tree.levels) - 1``; negative numbers count from the top.

        Returns
        -------
        ndarray of int32, shape (n_rows,)

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.labels(1)
        array([0, 0, 1, 1], dtype=int32)
        """
        n_levels = len(self.levels)
        if isinstance(level, bool) or not hasattr(level, "__index__"):
            raise TypeError(f"level must be an integer, got {level!r}")
        if not -n_levels <= level < n_levels:
            raise IndexError(f"level must be from {-n_levels} to {n_levels - 1}, got {level}")
        begin = self.levels[level].leaf_begin
        n_below = np.diff(begin, append=np.int32(self.nodes.n_leaves))
        label_of_leaf = np.repeat(np.arange(len(begin), dtype=np.int32), n_below)
        if self._leaf_of_row is not None:
            return np.asarray(label_of_leaf[self._leaf_of_row])
        labels = np.empty(self.n_rows, np.int32)
        labels[self.nodes.leaf_rows] = label_of_leaf
        return labels

    def __repr__(self) -> str:
        top = self.levels[-1].n_nodes
        return (
            f"ClusterTree of {self.n_rows:,} rows × {self.n_features} columns: "
            f"{self.nodes.n_leaves:,} distinct, {len(self.levels)} levels, "
            f"{top:,} {'root' if top == 1 else 'roots'}"
        )
