"""The clustering tree, its levels, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from bidvit import _core, exports, inputs, loading, storage, tables
from bidvit.cuts import Cut, make_cut
from bidvit.parallel import count_threads
from bidvit.pruning import Criterion, Gains, Pruning, measure_gains, prune
from bidvit.scores import Scores, find_bend, measure_levels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

    from bidvit.nodes import Nodes
    from bidvit.origin import Origin

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


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

    Examples
    --------
    >>> import bidvit
    >>> tree = bidvit.cluster([[0.0], [1.0], [9.0]], initial_epsilon=2, random_state=0)
    >>> level = tree.levels[1]
    >>> level.n_nodes, level.points.tolist(), level.weights.tolist(), level.radii.tolist()
    (2, [[9.0], [0.5]], [1.0, 2.0], [0.0, 0.5])
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
        return self._all.coordinates_of(self.nodes)

    @property
    def weights(self) -> Doubles:
        """Sum of the weights of the rows below each node."""
        return self._all.weights_of(self.nodes)

    @property
    def radii(self) -> Floats:
        """Distance from each node to the farthest row of positive weight below it, up to rounding.

        Or a bound on it: ``tree.radii_kind`` says which.
        """
        return self._all.radii_of(self.nodes)

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

    @property
    def _figures(self) -> tuple[float, ...]:
        """Largest radius, sum of radii, least and largest weight."""
        return tuple(self._all.level_figures[:, self._index].tolist())

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
        return tables.format_levels(self)

    def _repr_html_(self) -> str:
        return tables.format_levels_as_html(self)


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
    selections : list of dict, or None
        What the solver made of the chunks of each level above 0: the figures of
        `bidvit.selection.levels.LevelSelection`, among them how many sets are proved optimal and
        the gap. None where the selection was the greedy one of the core.
    origin : Origin or None
        The file the rows come from, if ``bidvit fit`` read them: see `bidvit.origin.Origin`.

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> X, _ = make_grid(2, 100, random_state=0)
    >>> tree = bidvit.cluster(X, random_state=0)
    >>> tree.n_rows, tree.levels[0].n_nodes, tree.levels[-1].n_nodes
    (10000, 10000, 1)
    >>> tree.cut(n_clusters=321).n_clusters
    321
    """

    def __init__(
        self,
        nodes: Nodes,
        epsilons: Sequence[float],
        n_nodes: Sequence[int],
        leaf_of_row: Ids | None,
        first_rows: Ids | None,
        parameters: Mapping[str, Any],
        radii_kind: str,
        seconds: Mapping[str, float],
        selections: Sequence[Mapping[str, Any]] | None = None,
        origin: Origin | None = None,
    ) -> None:
        levels: list[Level] = []
        above: Level | None = None
        for m in reversed(range(len(epsilons))):
            above = Level(nodes, m, epsilons[m], n_nodes[m], above)
            levels.append(above)
        self.levels = Levels(levels[::-1])
        self.nodes = nodes
        self._leaf_of_row = leaf_of_row  # None: every row is a leaf
        self._first_rows = first_rows  # row of X that each of nodes.rows is; None: the same
        self.parameters = dict(parameters)
        self.radii_kind = radii_kind
        self.seconds = dict(seconds)
        self.selections = None if selections is None else [dict(level) for level in selections]
        self.origin = origin
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

    @property
    def row_order(self) -> Ids:
        """The rows of X in tree order: the rows below any node are a contiguous range."""
        return self._rows_by_leaf[1]

    @cached_property
    def _rows_by_leaf(self) -> tuple[Ids | None, Ids]:
        """Where the rows of each leaf begin in the row order (None: at its own number), and that.

        Made when first asked for, in O(n): 4 bytes per row and 4 per leaf, none where every row is
        a leaf.
        """
        leaf_rows = self.nodes.leaf_rows  # asked for first: stored leaves are checked then
        if self._leaf_of_row is None:
            return None, leaf_rows
        row_order = np.empty(self.n_rows, np.int32)
        starts = np.empty(self.nodes.n_leaves + 1, np.int32)
        _core.group(self._leaf_of_row, starts, row_order)
        return starts, row_order

    @cached_property
    def first_row_of_leaf(self) -> Ids:
        """The first row of X that equals each node of level 0."""
        if self._first_rows is None:
            return self.nodes.leaf_rows
        return np.asarray(self._first_rows[self.nodes.leaf_rows])

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
        number = inputs.check_index("level", level)
        if not -n_levels <= number < n_levels:
            raise IndexError(f"level must be from {-n_levels} to {n_levels - 1}, got {number}")
        return number

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

    def scores(
        self, y: Any = None, *, davies_bouldin: int | None = 1000, n_jobs: int | None = None
    ) -> Scores:
        """Return the scores of every level as one table.

        Inertia and Calinski-Harabasz score come from sums per node, one pass over the tree, which
        is kept. The quantization error reads every row once per node above it. For the
        Davies-Bouldin score, of the levels that are asked for, every row is read twice per node of
        theirs, and each level searched for the worst neighbours of its nodes.

        Parameters
        ----------
        y : array-like of shape (n_rows,), optional
            A class of each row, numbers or texts: adds how far every level agrees with them.
        davies_bouldin : int or None, default=1000
            Levels of at most this many nodes get a Davies-Bouldin score. None: all; 0: none.
        n_jobs : int, optional
            Number of threads, 1 by default.

        Returns
        -------
        Scores
            With a column for each score; it prints as a table, and `Scores.to_pandas` returns a
            data frame.

        Examples
        --------
        >>> import bidvit
        >>> X = [[0.0], [1.0], [8.0], [9.0]]
        >>> scores = bidvit.cluster(X, initial_epsilon=1.5, random_state=0).scores([0, 0, 1, 1])
        >>> scores.n_nodes.tolist(), scores.calinski_harabasz.tolist()
        ([4, 2, 1], [nan, 128.0, nan])
        >>> scores.davies_bouldin.tolist(), scores.adjusted_rand.tolist()
        ([nan, 0.125, nan], [0.0, 1.0, 0.0])
        """
        if davies_bouldin is not None:
            davies_bouldin = inputs.check_integer("davies_bouldin", davies_bouldin, 0)
        return measure_levels(self, y, davies_bouldin, count_threads(n_jobs))

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

    @overload
    def children(self, node: int) -> Ids: ...

    @overload
    def children(self, node: npt.ArrayLike) -> Ids | tuple[Ids, Offsets]: ...

    def children(self, node: npt.ArrayLike) -> Ids | tuple[Ids, Offsets]:
        """Return the children of a node, or of several.

        Nodes are numbered as in `nodes`: first the leaves, which are the nodes of level 0, then the
        inner nodes, both in tree order. ``tree.levels[m].nodes`` lists those of a level.

        Parameters
        ----------
        node : int or array of int
            0 to ``tree.nodes.n_nodes - 1``.

        Returns
        -------
        ndarray of int32
            Ascending: the leaves among the children come first. Of several nodes, the children of
            one after those of the other, and with them
        offsets : ndarray of int64, one more than there are nodes
            The children of ``node[i]`` are those from ``offsets[i]`` to ``offsets[i + 1]``.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.children(4)
        array([5, 6], dtype=int32)
        >>> tree.children([5, 6])
        (array([0, 1, 2, 3], dtype=int32), array([0, 2, 4]))
        """
        nodes, single = inputs.check_indices("node", node, self.nodes.n_nodes)
        children, offsets = self.nodes.children_of(nodes)
        return children if single else (children, offsets)

    @overload
    def parent(self, node: int) -> int: ...

    @overload
    def parent(self, node: npt.ArrayLike) -> int | Ids: ...

    def parent(self, node: npt.ArrayLike) -> int | Ids:
        """Return the parent of a node, or of several; -1 for a root.

        Parameters
        ----------
        node : int or array of int
            0 to ``tree.nodes.n_nodes - 1``, numbered as in `nodes`.

        Returns
        -------
        int or ndarray of int32

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.parent(3)
        6
        >>> tree.parent([3, 6, 4])
        array([ 6,  4, -1], dtype=int32)
        """
        nodes, single = inputs.check_indices("node", node, self.nodes.n_nodes)
        parents = self.nodes.parent_of(nodes)
        return int(parents[0]) if single else parents

    @overload
    def row_range(self, node: int) -> tuple[int, int]: ...

    @overload
    def row_range(self, node: npt.ArrayLike) -> tuple[int, int] | tuple[Ids, Ids]: ...

    def row_range(self, node: npt.ArrayLike) -> tuple[int, int] | tuple[Ids, Ids]:
        """Return where the rows below a node, or below several, begin and end in `row_order`.

        Parameters
        ----------
        node : int or array of int
            0 to ``tree.nodes.n_nodes - 1``, numbered as in `nodes`.

        Returns
        -------
        begin, end : int or ndarray of int32

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [5.1], [5.0], [0.1], [0.0]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.row_order
        array([0, 4, 3, 1, 2], dtype=int32)
        >>> tree.row_range(5), tree.row_range(6)
        ((0, 3), (3, 5))
        """
        nodes, single = inputs.check_indices("node", node, self.nodes.n_nodes)
        begin, end = self._row_range(nodes)
        return (int(begin[0]), int(end[0])) if single else (begin, end)

    def _row_range(self, nodes: Ids) -> tuple[Ids, Ids]:
        begin, end = self.nodes.leaf_range(nodes)
        starts = self._rows_by_leaf[0]
        return (begin, end) if starts is None else (starts[begin], starts[end])

    @overload
    def members(self, node: int, limit: int | None = None, offset: int = 0) -> Ids: ...

    @overload
    def members(
        self, node: npt.ArrayLike, limit: int | None = None, offset: int = 0
    ) -> Ids | tuple[Ids, Offsets]: ...

    def members(
        self, node: npt.ArrayLike, limit: int | None = None, offset: int = 0
    ) -> Ids | tuple[Ids, Offsets]:
        """Return the rows of X below a node, or below several, page by page.

        Rows that are equal to another and rows of weight zero are among them. In a tree with such
        rows, the first call takes O(n) time and keeps 4 bytes per row and 4 per distinct row.

        Parameters
        ----------
        node : int or array of int
            0 to ``tree.nodes.n_nodes - 1``, numbered as in `nodes`.
        limit : int, optional
            Most rows to return, of every node.
        offset : int, default=0
            How many to leave out before, of every node.

        Returns
        -------
        ndarray of int32
            Row numbers in tree order; of a single node, a read-only part of `row_order`. Of several
            nodes, the rows of one after those of the other, and with them
        offsets : ndarray of int64, one more than there are nodes
            The rows of ``node[i]`` are those from ``offsets[i]`` to ``offsets[i + 1]``.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [5.1], [5.0], [0.1], [0.0]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.members(5)
        array([0, 4, 3], dtype=int32)
        >>> tree.members(5, limit=2, offset=1)
        array([4, 3], dtype=int32)
        >>> tree.members([6, 5], limit=2)
        (array([1, 2, 0, 4], dtype=int32), array([0, 2, 4]))
        """
        nodes, single = inputs.check_indices("node", node, self.nodes.n_nodes)
        skipped = min(inputs.check_integer("offset", offset, 0), self.n_rows)
        if limit is not None:
            limit = inputs.check_integer("limit", limit, 0)
        first, last = self._row_range(nodes)
        end = last.astype(np.int64)
        begin = np.minimum(first.astype(np.int64) + skipped, end)
        if limit is not None:
            end = np.minimum(end, begin + min(limit, self.n_rows))
        if single:
            rows = self.row_order[begin[0] : end[0]]
            rows.flags.writeable = False
            return rows
        offsets = np.concatenate([[0], np.cumsum(end - begin)])
        places = np.arange(offsets[-1]) + np.repeat(begin - offsets[:-1], end - begin)
        return self.row_order[places], offsets

    @overload
    def path(self, row: int) -> Ids: ...

    @overload
    def path(self, row: npt.ArrayLike) -> Ids | tuple[Ids, Offsets]: ...

    def path(self, row: npt.ArrayLike) -> Ids | tuple[Ids, Offsets]:
        """Return the nodes that hold a row of X, or several, from its leaf up to its root.

        The first call makes `leaf_of_row` where the tree has none yet: O(n) time, 4 bytes per row.

        Parameters
        ----------
        row : int or array of int
            0 to ``tree.n_rows - 1``.

        Returns
        -------
        ndarray of int32
            Of several rows, one path after the other, and with them
        offsets : ndarray of int64, one more than there are rows
            The path of ``row[i]`` goes from ``offsets[i]`` to ``offsets[i + 1]``.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.path(2)
        array([2, 6, 4], dtype=int32)
        >>> tree.path([2, 0])
        (array([2, 6, 4, 0, 5, 4], dtype=int32), array([0, 3, 6]))
        """
        rows, single = inputs.check_indices("row", row, self.n_rows)
        path, offsets = self.nodes.paths_of(self.leaf_of_row[rows])
        return path if single else (path, offsets)

    def to_linkage(
        self, p: int | None = None, *, return_leaves: bool = False
    ) -> Doubles | tuple[Doubles, Ids]:
        """Return the tree as a SciPy linkage matrix, all of it or its top.

        SciPy merges two clusters at a time: a node of several children becomes that many merges
        less one, all at the height of the node, neighbours in tree order first. The height of a
        node is the ε of the level it first appears at. Several roots are joined at the top, at
        twice the ε of the last level (at 1 where there is no level but level 0).

        Parameters
        ----------
        p : int, optional
            Only the last p - 1 merges, so that the p coarsest clusters are the observations. By
            default all: the observations are the leaves, that is the distinct rows in tree order,
            32 bytes each.
        return_leaves : bool, default=False
            Also say which leaves each observation holds.

        Returns
        -------
        Z : ndarray of float64, shape (p - 1, 4)
            For `scipy.cluster.hierarchy`. The last column counts observations.
        leaves : ndarray of int32, shape (p + 1,), if asked for
            Observation i holds the leaves ``leaves[i]`` to ``leaves[i + 1]``.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [9.0]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, growth=3, random_state=0)
        >>> tree.to_linkage()
        array([[ 0.,  1.,  1.,  2.],
               [ 3.,  4.,  1.,  2.],
               [ 2.,  6.,  9.,  3.],
               [ 5.,  7., 27.,  5.]])
        """
        return exports.make_linkage(self, p, return_leaves)

    def to_newick(
        self,
        path: str | PathLike[str] | None = None,
        *,
        levels: tuple[int, int] | None = None,
        names: Sequence[str] | None = None,
        max_nodes: int = 10_000_000,
    ) -> str | None:
        """Return the tree in Newick's format, or write it to a file.

        The length of a branch is the difference in ε between the levels at which its two ends first
        appear. Several roots are joined at twice the last ε.

        Parameters
        ----------
        path : path, optional
            A file to write, under another name at first, so that all of it appears or nothing.
        levels : tuple of two int, optional
            The lowest and the highest level to take; negative numbers count from the top. All by
            default. The nodes of the lowest are the leaves of the text.
        names : sequence of str, optional
            A name for every row of X. A leaf of the text bears that of its first row in tree order,
            in quotes where the format asks for them. By default leaves bear their node's number.
        max_nodes : int, default=10_000_000
            Raise rather than write more.

        Returns
        -------
        str, or None if it was written to a file

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, growth=8, random_state=0)
        >>> tree.to_newick()
        '((0:1,1:1):7,(2:1,3:1):7);'
        >>> tree.to_newick(names=["a", "b", "c", "the d's"], levels=(0, 1))
        "((a:1,b:1):1,(c:1,'the d''s':1):1);"
        """
        return exports.write_newick(self, path, levels, names, max_nodes)

    def to_networkx(
        self, *, levels: tuple[int, int] | None = None, max_nodes: int = 100_000
    ) -> Any:
        """Return the tree as a directed graph of networkx, with edges from parents to children.

        Graph nodes are the tree's node numbers. Their attributes are ``level`` and ``epsilon`` at
        which they first appear, ``weight``, ``radius`` and ``n_rows``.

        Parameters
        ----------
        levels : tuple of two int, optional
            The lowest and the highest level to take; negative numbers count from the top. All by
            default.
        max_nodes : int, default=100_000
            Raise rather than make a larger graph, which takes about 1 kB per node.

        Returns
        -------
        networkx.DiGraph

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> graph = tree.to_networkx()
        >>> sorted(graph.successors(4))
        [5, 6]
        >>> graph.nodes[5]["weight"]
        2.0
        """
        return exports.make_graph(self, levels, max_nodes)

    def to_pandas(self, *, levels: tuple[int, int] | None = None, coordinates: bool = False) -> Any:
        """Return a pandas data frame with a line per node.

        Parameters
        ----------
        levels : tuple of two int, optional
            Only nodes of the levels from the one to the other; negative numbers count from the top.
        coordinates : bool, default=False
            Add the coordinates as columns ``x0``, ``x1``, ...

        Returns
        -------
        pandas.DataFrame
            ``node`` and ``parent``, -1 for a root; the ``level`` and the ``epsilon`` at which the
            node first appears; ``weight``, ``radius``; ``leaf_begin`` and ``leaf_end``, its range
            of leaves; ``row_begin``, ``row_end`` and ``n_rows``, its range in `row_order`.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> frame = tree.to_pandas(levels=(1, -1), coordinates=True)
        >>> frame[["node", "parent", "level", "n_rows", "x0"]]
           node  parent  level  n_rows    x0
        0     4      -1      2       4  2.55
        1     5       4      1       2  0.05
        2     6       4      1       2  5.05
        """
        return exports.make_data_frame(self, levels, coordinates)

    def to_arrow(self, *, levels: tuple[int, int] | None = None, coordinates: bool = False) -> Any:
        """Return an Arrow table with a line per node: see `to_pandas`.

        Parameters
        ----------
        levels : tuple of two int, optional
            Only nodes of the levels from the one to the other; negative numbers count from the top.
        coordinates : bool, default=False
            Add the coordinates as columns ``x0``, ``x1``, ...

        Returns
        -------
        pyarrow.Table

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
        >>> tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
        >>> tree.to_arrow()["weight"].to_pylist()
        [1.0, 1.0, 1.0, 1.0, 4.0, 2.0, 2.0]
        """
        return exports.make_arrow_table(self, levels, coordinates)

    def explore(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        open_browser: bool = True,
        column_names: Sequence[str] | None = None,
        labels: npt.ArrayLike | None = None,
        title: str | None = None,
    ) -> None:
        """Look at the tree in the browser, at every level of detail; returns at Ctrl-C.

        At any zoom the page shows a few thousand nodes and says how far from its node any point can
        be. It is served to this machine, at an address with a random token. In a notebook use
        `widget`.

        Parameters
        ----------
        host : str, default="127.0.0.1"
            Address to listen on. Others than those of this machine let other machines in, as far as
            they have the token, and are warned of.
        port : int, default=0
            0: any that is free.
        open_browser : bool, default=True
            False: only print the address.
        column_names : sequence of str, optional
            A name for every column of X.
        labels : array-like of shape (n_rows,), optional
            Groups to colour by, up to 256 different ones.
        title : str, optional
            Name of the data.

        Examples
        --------
        >>> import bidvit
        >>> tree = bidvit.cluster([[0.0, 0.0], [0.1, 0.0], [5.0, 1.0]], random_state=0)
        >>> tree.explore(port=99999)
        Traceback (most recent call last):
        ValueError: port must be at most 65535, got 99999
        """
        _explorer("server").explore(
            self,
            host=host,
            port=port,
            open_browser=open_browser,
            column_names=column_names,
            labels=labels,
            title=title,
        )

    def widget(
        self,
        *,
        height: int = 720,
        column_names: Sequence[str] | None = None,
        labels: npt.ArrayLike | None = None,
        title: str | None = None,
    ) -> Any:
        """Return the explorer as a widget for notebooks.

        Parameters
        ----------
        height : int, default=720
            In pixels.
        column_names, labels, title
            See `explore`.

        Returns
        -------
        anywidget.AnyWidget
            ``selected_nodes`` are the nodes selected on the page, ``selected_rows`` the rows of X
            below them.

        Examples
        --------
        >>> import bidvit
        >>> tree = bidvit.cluster([[0.0, 0.0], [0.1, 0.0], [5.0, 1.0]], random_state=0)
        >>> widget = tree.widget(height=500)
        >>> widget.selected_nodes = [0]
        >>> widget.selected_rows
        array([2], dtype=int32)
        """
        return _explorer("widget").make_widget(
            self, height=height, column_names=column_names, labels=labels, title=title
        )

    def to_html(
        self,
        path: str | PathLike[str],
        *,
        max_size: float = 5.0,
        column_names: Sequence[str] | None = None,
        labels: npt.ArrayLike | None = None,
        title: str | None = None,
    ) -> Any:
        """Write the explorer to one file that works from disk, without a server or this package.

        It holds the levels from the coarsest down to the finest that fits, and no rows.

        Parameters
        ----------
        path : path
        max_size : float, default=5.0
            Largest size of the file, in megabytes.
        column_names, labels, title
            See `explore`.

        Returns
        -------
        bidvit.explorer.export.Exported
            ``finest_level``: levels below it are left out, as the page says too; ``n_nodes``,
            ``n_bytes`` and ``path``.

        Examples
        --------
        >>> import tempfile, numpy as np, bidvit
        >>> tree = bidvit.cluster(np.random.default_rng(0).random((1000, 2)), random_state=0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     made = tree.to_html(folder + "/page.html")
        >>> made.finest_level, made.n_bytes < 5_000_000
        (0, True)
        """
        return _explorer("export").export(
            self,
            path,
            max_size=max_size,
            column_names=column_names,
            labels=labels,
            title=title,
        )

    def save(self, path: str | PathLike[str], *, include_rows: bool = True) -> None:
        """Write the tree to a folder of .npy files and a manifest, whole or not at all.

        A tree that is there already is replaced in one step: whatever happens on the way, the
        folder holds the old tree or the new one. Other folders with something in them are refused.

        Parameters
        ----------
        path : path
            The folder; its own parent must exist.
        include_rows : bool, default=True
            Store the distinct rows. Without them the files are smaller, and `load` asks for X.

        Examples
        --------
        >>> import tempfile, numpy as np, bidvit
        >>> X = np.random.default_rng(0).random((1000, 2))
        >>> tree = bidvit.cluster(X, random_state=0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tree.save(folder + "/tree")
        ...     again = bidvit.ClusterTree.load(folder + "/tree")
        >>> again
        ClusterTree of 1,000 rows × 2 columns: 1,000 distinct, 57 levels, 1 root
        >>> bool((again.labels(20) == tree.labels(20)).all())
        True
        """
        storage.save_tree(self, Path(path), include_rows)

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        X: Any = None,
        *,
        metric: Callable[..., Any] | None = None,
        verify: bool | None = None,
    ) -> ClusterTree:
        """Open a tree that was saved; its arrays stay in their files until they are used.

        Nothing in the files is executed. Sizes and the manifest's own checksum are looked at at
        once; before the first use of an array of indices, all of these are read to see that they
        form a tree. While the tree is in use, its files may be replaced by another `save` or
        removed, but must not be changed in place.

        Parameters
        ----------
        path : path
        X : array-like of shape (n_rows, n_features), optional
            What the tree was made from, if it was saved with ``include_rows=False``. Its distinct
            rows are compared with a fingerprint, unless ``verify=False``.
        metric : callable, optional
            The metric function, if the tree was made with one: it cannot be stored.
        verify : bool, optional
            True: read all files and compare their checksums. False: do not. By default only where
            that takes no time, up to 16 MiB.

        Returns
        -------
        ClusterTree

        Examples
        --------
        >>> import tempfile, numpy as np, bidvit
        >>> X = np.random.default_rng(0).random((1000, 2))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     bidvit.cluster(X, random_state=0).save(folder + "/tree", include_rows=False)
        ...     tree = bidvit.ClusterTree.load(folder + "/tree", X, verify=True)
        >>> tree.levels[-1].weights
        array([1000.])
        """
        return cls(*loading.load_tree(Path(path), X, metric, verify))

    def __repr__(self) -> str:
        top = self.levels[-1].n_nodes
        return (
            f"ClusterTree of {self.n_rows:,} rows × {self.n_features} columns: "
            f"{self.nodes.n_leaves:,} distinct, {len(self.levels)} levels, "
            f"{top:,} {'root' if top == 1 else 'roots'}"
        )

    def _repr_html_(self) -> str:
        return tables.format_tree_as_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays by value, without what can be computed again; and a chain of thousands of levels
        # would be too deep for pickle.
        return type(self), (
            self.nodes,
            [level.epsilon for level in self.levels],
            [level.n_nodes for level in self.levels],
            self._leaf_of_row,
            self._first_rows,
            self.parameters,
            self.radii_kind,
            self.seconds,
            self.selections,
            self.origin,
        )


def _explorer(module: str) -> Any:
    """Import a module of the explorer, which stands on the tree and so is reached by name."""
    return import_module(f"bidvit.explorer.{module}")
