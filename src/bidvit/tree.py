"""The clustering tree, its levels, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from bidvit import _core
from bidvit.cuts import Cut, make_cut
from bidvit.pruning import Criterion, Gains, Pruning, measure_gains, prune
from bidvit.quality import Quality, find_bend, measure_quality
from bidvit.tables import format_table

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
        return self._all.space.unembed(self._all.points_of(self.nodes))

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
        return format_table(titles, rows)


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
        unweighted_rows: Ids | None = None,
    ) -> None:
        levels: list[Level] = []
        above: Level | None = None
        for m in reversed(range(len(epsilons))):
            above = Level(nodes, m, epsilons[m], n_nodes[m], above)
            levels.append(above)
        self.levels = Levels(levels[::-1])
        self.nodes = nodes
        self._leaf_of_row = leaf_of_row  # None: every row is a leaf
        self._unweighted_rows = unweighted_rows  # None: every row has a weight
        self.parameters = dict(parameters)
        self.radii_kind = radii_kind
        self.seconds = dict(seconds)
        self._prunings: dict[Criterion, Pruning] = {}

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

    @cached_property
    def first_row_of_leaf(self) -> Ids:
        """The first row of X that equals each node of level 0."""
        if self._leaf_of_row is None:
            return self.nodes.leaf_rows
        # A row of weight zero belongs to a leaf that it need not equal.
        rows = np.arange(self.n_rows, dtype=np.int32)
        if self._unweighted_rows is not None:
            rows = np.delete(rows, self._unweighted_rows)
        starts, order = np.empty(self.nodes.n_leaves + 1, np.int32), np.empty(len(rows), np.int32)
        _core.group(self._leaf_of_row[rows], starts, order)
        return rows[order[starts[:-1]]]

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
        begin = self.levels[self._check_level(level)].leaf_begin
        n_below = np.diff(begin, append=np.int32(self.nodes.n_leaves))
        return self._spread_to_rows(np.repeat(np.arange(len(begin), dtype=np.int32), n_below))

    def _check_level(self, level: Any) -> int:
        n_levels = len(self.levels)
        if isinstance(level, bool) or not hasattr(level, "__index__"):
            raise TypeError(f"level must be an integer, got {level!r}")
        if not -n_levels <= level < n_levels:
            raise IndexError(f"level must be from {-n_levels} to {n_levels - 1}, got {level}")
        return int(level)

    def _spread_to_rows(self, of_leaves: Ids) -> Ids:
        """Values of all rows of X from those of the leaves."""
        if self._leaf_of_row is not None:
            return np.asarray(of_leaves[self._leaf_of_row])
        of_rows = np.empty(self.n_rows, np.int32)
        of_rows[self.nodes.leaf_rows] = of_leaves
        return of_rows

    def cut(
        self,
        level: int | None = None,
        *,
        n_clusters: int | None = None,
        radius: float | None = None,
        max_weight: float | None = None,
        min_weight: float | None = None,
        criterion: Criterion = "inertia",
        n_jobs: int | None = None,
    ) -> Cut:
        """Return a flat clustering: one level, or different branches cut at different levels.

        Exactly one of `level`, `n_clusters`, `radius` and `max_weight` says where to cut.

        Parameters
        ----------
        level : int
            All nodes of this level; negative numbers count from the top.
        n_clusters : int
            Exactly this many clusters, from the number of roots (1 unless `stop_at` or
            `max_levels` left a forest) to the number of distinct rows. Cuts at different numbers
            are nested. The first call with a criterion makes one pass over the tree, which is kept;
            each cut is then O(n).
        radius : float
            The fewest nodes none of which has a larger radius. Distinct rows have radius 0.
        max_weight : float
            The fewest nodes none of which is heavier, except distinct rows that are heavier by
            themselves.
        min_weight : float, optional
            With any of these: clusters lighter than this are dropped once the cut is made. Their
            rows get label -1 and they are not among the clusters, of which there are fewer then.
        criterion : {"inertia", "radius"}, default="inertia"
            What `n_clusters` keeps small. ``"inertia"``: weakest-link pruning. From all distinct
            rows on, the node collapses that adds the least inertia per cluster removed, again and
            again. Inertia is the sum of weighted squared distances of rows from their cluster's
            mean, in coordinates (on the sphere, chords) and Euclidean whatever the metric; where
            that is a function there are no means, and the criterion must be ``"radius"``: the node
            with the least radius collapses, so that the largest radius is the least this tree
            allows. Of a node whose collapse would go too far, only the cheapest children are
            merged; this one cluster need not be a node.
        n_jobs : int, optional
            Number of threads that measure centers, radii and medoids, 1 by default.

        Returns
        -------
        Cut

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
        >>> tree = bidvit.cluster(X, random_state=0)
        >>> cut = tree.cut(n_clusters=3)
        >>> cut.labels[[0, 1]], cut.weights
        (array([0, 0], dtype=int32), array([2., 1., 3.]))
        >>> tree.cut(n_clusters=3, min_weight=2)
        Cut(n_clusters=2, min_weight=2, criterion='inertia'): 6 rows, 1 of them outliers
        >>> bool(tree.cut(radius=0.2).radii.max() <= 0.2)
        True
        """
        return make_cut(
            self,
            self._check_level(level) if level is not None else None,
            n_clusters,
            radius,
            max_weight,
            min_weight,
            criterion,
            n_jobs,
        )

    @cached_property
    def _gains(self) -> Gains:
        return measure_gains(self.nodes)

    def _prune(self, criterion: Criterion) -> Pruning:
        """Return the order in which nodes collapse; kept, since every cut asks for it."""
        if criterion not in self._prunings:
            gains = self._gains if criterion == "inertia" else None
            self._prunings[criterion] = prune(self.nodes, criterion, gains)
        return self._prunings[criterion]

    def quality(self) -> Quality:
        """Return inertia and Calinski-Harabasz score of every level, in one pass over the tree.

        Returns
        -------
        Quality

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.random.default_rng(0).random((1000, 2))
        >>> tree = bidvit.cluster(X, random_state=0)
        >>> quality = tree.quality()
        >>> float(quality.inertia[0]), bool((np.diff(quality.inertia) > 0).all())
        (0.0, True)
        """
        space = self.nodes.space
        return measure_quality(
            self._gains if space.function is None else None,
            self.nodes.births,
            [level.n_nodes for level in self.levels],
            [level.epsilon for level in self.levels],
            space.unit,
            space.exponent,
        )

    def recommend_n_clusters(self) -> int:
        """Return the number of clusters that the data itself suggests.

        Where there are k clusters, the inertia of the adaptive cuts falls steeply until k and
        slowly from there on. Returned is the number around which it bends most: seen over a factor
        of two to either side, and on logarithmic scales, on which the inertia of data without
        clusters is a straight line. Where the metric is a function, the largest radius takes the
        place of the inertia. There is always a largest bend: that of data without clusters says
        nothing.

        Returns
        -------
        int
            From 2 to a fifth of the number of distinct rows; or the number of roots, where there
            are too few rows to tell.

        Examples
        --------
        >>> import bidvit
        >>> from bidvit.datasets import make_grid
        >>> X, _ = make_grid(2, 100, random_state=0)  # a hundred groups
        >>> bidvit.cluster(X, random_state=0).recommend_n_clusters()
        100
        """
        if self.nodes.n_inner == 0:
            return len(self.nodes.roots)
        has_means = self.nodes.space.function is None
        return find_bend(*self._prune("inertia" if has_means else "radius").curve)

    def __repr__(self) -> str:
        top = self.levels[-1].n_nodes
        return (
            f"ClusterTree of {self.n_rows:,} rows × {self.n_features} columns: "
            f"{self.nodes.n_leaves:,} distinct, {len(self.levels)} levels, "
            f"{top:,} {'root' if top == 1 else 'roots'}"
        )
