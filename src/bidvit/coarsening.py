"""One step without a tree: `coarsen` points to representatives, `thin` out near-duplicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import inputs, spaces
from bidvit.levels import Coarsener, Rules, find_distinct, partition
from bidvit.parallel import Workers, count_threads
from bidvit.selection.costs import check_coarsening, make_costs, split_cost
from bidvit.selection.levels import GREEDY, make_selector
from bidvit.separation import Separator, find_nearest, measure_assigned

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bidvit.levels import Chunks, Coarsening, Distinct
    from bidvit.selection.levels import Selector

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class Coarse:
    """Representatives of a set of points, and which of them stands for which row.

    Representatives are numbered in the order of the rows they grew from.

    Attributes
    ----------
    points : ndarray of shape (k, n_features)
        In the coordinates of X.
    weights : ndarray of float64, shape (k,)
        Sum of the weights of the rows that a representative stands for.
    labels : ndarray of int32, shape (n_rows,)
        The representative of every row of X.
    indices : ndarray of int32, shape (k,)
        The row of X that each representative grew from, ascending. With
        ``representation="point"``, ``points`` is ``X[indices]``.
    radii : ndarray of shape (k,)
        Distance to the farthest of its rows; rows of weight zero do not count.
    epsilon : float
    separation : str
        As they were given.

    Examples
    --------
    >>> import bidvit
    >>> coarse = bidvit.coarsen([[0.0], [1.0], [9.0]], 2, random_state=0)
    >>> coarse.n_representatives, coarse.labels.tolist(), coarse.weights.tolist()
    (2, [0, 0, 1], [2.0, 1.0])
    """

    points: Floats
    weights: Doubles
    labels: Ids
    indices: Ids
    radii: Floats
    epsilon: float
    separation: str

    @property
    def n_representatives(self) -> int:
        """How many there are."""
        return len(self.indices)

    @property
    def max_radius(self) -> float:
        """No row of positive weight is farther from its representative."""
        return float(self.radii.max())

    def __repr__(self) -> str:
        return (
            f"Coarse({len(self.labels):,} rows, {self.n_representatives:,} representatives, "
            f"epsilon={self.epsilon:g}, separation={self.separation!r}, "
            f"max_radius={self.max_radius:.4g})"
        )


def coarsen(
    X: Any,
    epsilon: float,
    *,
    sample_weight: Any = None,
    metric: spaces.Metric = "euclidean",
    linkage: Literal["distance", "ward"] = "distance",
    representation: Literal["point", "centroid"] = "point",
    max_chunk_size: int | Literal["auto"] = 1000,
    separation: Literal["chunk", "global"] = "chunk",
    n_jobs: int | None = None,
    random_state: Any = None,
    selection: Any = "greedy",
    selection_params: Mapping[str, Any] | None = None,
    on_failure: Literal["raise", "greedy"] = "raise",
    coarsening: Literal["separated", "dense"] = "separated",
    cost: Any = None,
) -> Coarse:
    """Replace points by fewer, weighted ones: a single level of `cluster`.

    The distinct rows are cut into chunks by median cut; in each chunk rows closer than epsilon are
    joined by an edge, an independent set of large weight is picked, and every row goes to a nearest
    pick. With ``coarsening="dense"`` a dominating set of small cost is picked instead.

    With ``representation="point"`` and ``linkage="distance"``, to the last bit of the distances as
    they are computed:

    - every row of positive weight is closer than epsilon to its representative;
    - no two representatives of one chunk are closer than epsilon; with ``separation="global"``, no
      two representatives at all: the set is maximal, as no row could be added to it, and minimal,
      as none could be left out;
    - a row's representative is a nearest one among those of its chunk; with
      ``separation="global"``, among all.

    With ``coarsening="dense"`` the first and the last hold; representatives may be close to each
    other, but none could be left out of its chunk.

    Centroids move, and Ward linkage weighs distances, so with either none of these holds: how far a
    representative is from its rows is in `Coarse.radii` in any case.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        As in `cluster`.
    epsilon : float
        Radius of interest, > 0: in the metric's unit, which is metres for ``"haversine"`` and
        radians for ``"cosine"``.
    sample_weight : array-like of shape (n_rows,), optional
        Weights >= 0, 1 by default. Equal rows are merged and their weights added. A row of weight
        zero takes no part and is labelled with the nearest representative, however far.
    metric : str or callable, default="euclidean"
        As in `cluster`. With ``separation="global"``, a function is called for the distances
        between all rows and all representatives, since nothing is known of them beforehand.
    linkage : {"distance", "ward"}, default="distance"
        As in `cluster`. ``"ward"`` needs ``representation="centroid"`` and ``separation="chunk"``.
    representation : {"point", "centroid"}, default="point"
        Whether a representative is a row of X or the centroid of what it stands for. ``"centroid"``
        needs ``separation="chunk"``.
    max_chunk_size : int or "auto", default=1000
        Most rows in a chunk, >= 2. ``"auto"``: the solver's largest problem, or 1000.
    separation : {"chunk", "global"}, default="chunk"
        Whether epsilon separates the representatives of each chunk, or all of them. ``"global"``
        takes up to twice as long in up to three dimensions, and less time than ``"chunk"`` where
        most rows collapse. In high dimension every chunk may touch every other, and then all rows
        are compared with all representatives.
    n_jobs : int, optional
        Number of threads, 1 by default, -1 for all processors. The result is the same for any
        number.
    random_state : int, RandomState, Generator or None
        Seed of the stream that breaks ties.
    selection : str, Solver or dimod sampler, default="greedy"
        Who picks the representatives of a chunk, see `cluster`. Any other than ``"greedy"`` needs
        ``separation="chunk"``.
    selection_params : mapping, optional
        Parameters of the solver.
    on_failure : {"raise", "greedy"}, default="raise"
        What to do where the solver fails on a chunk.
    coarsening : {"separated", "dense"}, default="separated"
        Whether representatives are at least epsilon apart, or just dense, at small cost: see
        `cluster`. ``"dense"`` needs ``separation="chunk"``.
    cost : array-like of shape (n_rows,), str or callable, optional
        With ``coarsening="dense"``, what it costs to pick a row, 1 each by default: see `cluster`.

    Returns
    -------
    Coarse

    Notes
    -----
    Beside X and what is returned, memory holds up to 40 bytes per row and one copy of the
    coordinates.

    Examples
    --------
    >>> import numpy as np, bidvit
    >>> X = np.random.default_rng(0).random((10_000, 2))
    >>> coarse = bidvit.coarsen(X, 0.05, separation="global", random_state=0)
    >>> bool(coarse.weights.sum() == 10_000), coarse.max_radius < 0.05
    (True, True)
    >>> from scipy.spatial.distance import pdist
    >>> bool(pdist(coarse.points).min() >= 0.05)
    True
    """
    inputs.check_choice("linkage", linkage, ("distance", "ward"))
    inputs.check_choice("representation", representation, ("point", "centroid"))
    inputs.check_choice("separation", separation, ("chunk", "global"))
    if linkage == "ward" and representation == "point" and not callable(metric):
        raise ValueError(
            "linkage='ward' needs representation='centroid', got 'point': "
            "use linkage='distance' for representatives that are points of the data"
        )
    if separation == "global" and representation == "centroid":
        raise ValueError(
            "separation='global' needs representation='point', got 'centroid': "
            "centroids may come closer than epsilon"
        )
    check_coarsening(coarsening, cost)
    selector = make_selector(selection, selection_params, on_failure, coarsening)
    if separation == "global" and selector.solver is not None:
        asked = "coarsening='dense'" if coarsening == "dense" else f"selection={selection!r}"
        raise ValueError(
            f"{asked} needs separation='chunk', got 'global', which picks greedily across chunks"
        )
    X, cost = split_cost(X, cost)
    step = _Step(
        X,
        epsilon,
        sample_weight,
        metric,
        linkage,
        representation,
        max_chunk_size,
        n_jobs,
        random_state,
        selector,
        cost,
    )
    with Workers(step.n_threads) as workers:
        return step.coarsen(separation, workers)


def thin(
    X: Any,
    epsilon: float,
    *,
    sample_weight: Any = None,
    metric: spaces.Metric = "euclidean",
    max_chunk_size: int = 1000,
    separation: Literal["global", "chunk"] = "global",
    n_jobs: int | None = None,
    random_state: Any = None,
) -> Ids:
    """Remove near-duplicates: return the rows to keep.

    With ``separation="global"``, to the last bit of the distances as they are computed:

    - any two rows kept are at least epsilon apart: d >= epsilon;
    - every row, if its weight is not zero, is closer than epsilon to a row kept: d < epsilon.

    So no row kept could be left out, and none of the others added. With ``separation="chunk"`` the
    second holds as it stands, the first within chunks only.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        As in `cluster`.
    epsilon : float
        The least distance between rows kept, > 0: in the metric's unit, which is metres for
        ``"haversine"`` and radians for ``"cosine"``. For exact duplicates alone there is
        ``numpy.unique(X, axis=0, return_index=True)``.
    sample_weight : array-like of shape (n_rows,), optional
        Weights >= 0, 1 by default: rows of large weight are rather kept. A row of weight zero is
        never kept.
    metric : str or callable, default="euclidean"
        As in `cluster`. With ``separation="global"``, a function is called for the distances
        between all rows and all rows kept.
    max_chunk_size : int, default=1000
        Most rows that are selected from at a time, >= 2.
    separation : {"global", "chunk"}, default="global"
        Whether rows kept of different chunks may be closer than epsilon.
    n_jobs : int, optional
        Number of threads, 1 by default, -1 for all processors. The result is the same for any
        number.
    random_state : int, RandomState, Generator or None
        Seed of the stream that breaks ties.

    Returns
    -------
    ndarray of int32
        Indices of the rows to keep, ascending; of equal rows, the first.

    See Also
    --------
    coarsen : The same with labels and weights of what was removed.

    Notes
    -----
    Beside X, memory holds up to 40 bytes per row and one copy of the coordinates. In up to three
    dimensions ``separation="global"`` takes up to twice as long as ``"chunk"``, and less where most
    rows go. In high dimension, where every chunk may touch every other, it compares all rows with
    all that are kept.

    Examples
    --------
    >>> import bidvit
    >>> X = [[0.0, 0.0], [0.0, 0.1], [5.0, 5.0], [5.0, 5.0], [9.0, 0.0]]
    >>> bidvit.thin(X, 0.5, random_state=0).tolist()
    [0, 2, 4]
    """
    inputs.check_choice("separation", separation, ("global", "chunk"))
    step = _Step(
        X,
        epsilon,
        sample_weight,
        metric,
        "distance",
        "point",
        max_chunk_size,
        n_jobs,
        random_state,
    )
    with Workers(step.n_threads) as workers:
        return step.thin(separation, workers)


class _Step:
    """The arguments that both functions share, checked, and what both begin with."""

    def __init__(
        self,
        X: Any,
        epsilon: float,
        sample_weight: Any,
        metric: spaces.Metric,
        linkage: str,
        representation: str,
        max_chunk_size: int | str,
        n_jobs: int | None,
        random_state: Any,
        selector: Selector = GREEDY,
        cost: Any = None,
    ) -> None:
        try:
            self.epsilon = inputs.check_float("epsilon", epsilon, 0)
        except ValueError as error:
            if epsilon != 0:
                raise
            raise ValueError(
                f"{error}: equal rows alone are found by numpy.unique(X, axis=0, return_index=True)"
            ) from None
        self.max_chunk_size = selector.choose_chunk_size(max_chunk_size)
        self.linkage, self.representation = linkage, representation
        self.n_threads = count_threads(n_jobs)
        self.seed = inputs.check_seed(random_state)
        self.X = inputs.check_points(X)
        self.row_weights = inputs.check_weights(sample_weight, len(self.X))
        self.space = spaces.make_space(metric, self.X, linkage, representation)
        self.selector, self.cost = selector, cost

    def thin(self, separation: str, workers: Workers) -> Ids:
        distinct, points, chunks = self._prepare(workers)
        if separation == "global":
            picks = self._separator(distinct, points, chunks, workers).find_picks()
        else:
            picks = np.sort(_picks_of(self._coarsen_chunks(distinct, points, chunks, workers)))
        # Distinct rows are numbered by first appearance.
        return picks if distinct.first_row is None else distinct.first_row[picks]

    def coarsen(self, separation: str, workers: Workers) -> Coarse:
        distinct, points, chunks = self._prepare(workers)
        centroids = None
        if separation == "global":
            cells = self._separator(distinct, points, chunks, workers).find_cells()
            picks, values = cells.picks, cells.values
            labels = _number(picks, len(points))[cells.nearest]
        else:
            step = self._coarsen_chunks(distinct, points, chunks, workers)
            found = _picks_of(step)
            picks = np.sort(found)
            labels = _number(picks, len(points))[found][step.parents]
            targets, target_of = points, picks[labels]
            if self.representation == "centroid":
                centroids = targets = step.points[np.argsort(found)]
                target_of = labels
            values = measure_assigned(points, chunks, targets, target_of, self.space, workers)
        weights = np.bincount(labels, distinct.weights, len(picks)).astype(np.float64)
        reaches = np.zeros(len(picks))
        np.maximum.at(reaches, labels, values)
        if self.space.function is None and self.space.kernel_metric == "euclidean":
            np.sqrt(reaches, out=reaches)
        if distinct.node_of_row is not None:
            centres = points[picks] if centroids is None else centroids
            labels = self._label_rows(distinct.node_of_row, labels, centres, workers)
        indices = picks if distinct.first_row is None else distinct.first_row[picks]
        return Coarse(
            self.X[indices] if centroids is None else self.space.unembed(centroids),
            weights,
            labels,
            indices,
            self.space.unembed_radii(reaches),
            self.epsilon,
            separation,
        )

    def _prepare(self, workers: Workers) -> tuple[Distinct, Floats, Chunks]:
        X = self.X
        distinct = find_distinct(X, self.row_weights, workers)
        points = self.space.embed(X if distinct.first_row is None else X[distinct.first_row])
        return distinct, points, partition(points, self.max_chunk_size, workers)

    def _rules(self, distinct: Distinct) -> Rules:
        lightest = 1.0
        if self.linkage == "ward" and distinct.weights is not None:
            lightest = float(distinct.weights.min())
        return Rules(
            space=self.space,
            linkage=self.linkage,
            representation=self.representation,
            max_chunk_size=self.max_chunk_size,
            weight_scaling=None,
            weight_unit=lightest,
            seed=self.seed,
            selector=self.selector,
        )

    def _coarsen_chunks(
        self, distinct: Distinct, points: Floats, chunks: Chunks, workers: Workers
    ) -> Coarsening:
        rules = self._rules(distinct)
        costs = make_costs(self.cost, distinct, len(self.X))
        costs.begin_level(points, distinct.weights, self.space)
        coarsener = Coarsener(
            points,
            distinct.weights,
            chunks,
            rules,
            workers,
            keep_picks=True,
            costs=costs.values,
        )
        return coarsener.coarsen(self.space.embed_distance(self.epsilon, self.linkage), 0)

    def _separator(
        self, distinct: Distinct, points: Floats, chunks: Chunks, workers: Workers
    ) -> Separator:
        rules = self._rules(distinct)
        epsilon = self.space.embed_distance(self.epsilon, self.linkage)
        return Separator(points, distinct.weights, chunks, rules, epsilon, workers)

    def _label_rows(self, node_of_row: Ids, labels: Ids, centres: Floats, workers: Workers) -> Ids:
        """Labels of all rows from those of the distinct ones."""
        of_rows = labels[node_of_row]
        unweighted = np.flatnonzero(node_of_row < 0)
        if len(unweighted):
            queries = np.ascontiguousarray(self.space.embed(self.X[unweighted]))
            of_rows[unweighted] = find_nearest(centres, queries, self.space, workers)
        return of_rows


def _number(picks: Ids, n: int) -> Ids:
    """Return the place of every pick among all, by id; nothing of use for other ids."""
    number = np.empty(n, np.int32)
    number[picks] = np.arange(len(picks), dtype=np.int32)
    return number


def _picks_of(step: Coarsening) -> Ids:
    assert step.picks is not None
    return step.picks
