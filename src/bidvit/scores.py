"""How good the levels of a tree are, from sums kept per node; and how many clusters there are."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import buffers, exports, tables
from bidvit.classes import add_up_levels, count_classes, score_agreement
from bidvit.parallel import Workers
from bidvit.pruning import find_topmost
from bidvit.spreads import Members, find_centroids, find_worst_ratios, measure_spreads

if TYPE_CHECKING:
    from bidvit.nodes import Nodes
    from bidvit.pruning import Gains
    from bidvit.tree import ClusterTree

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

_TITLES = {
    "level": "level",
    "epsilon": "epsilon",
    "n_nodes": "nodes",
    "inertia": "inertia",
    "calinski_harabasz": "Calinski-Harabasz",
    "davies_bouldin": "Davies-Bouldin",
    "mean_radius": "mean radius",
    "max_radius": "largest radius",
    "quantization_error": "quantization error",
    "adjusted_rand": "adjusted Rand",
    "normalized_mutual_info": "mutual information",
}


@dataclass(frozen=True, eq=False, repr=False)
class Scores:
    """Scores of all levels of a tree, one entry per level; prints as a table.

    Attributes
    ----------
    level : ndarray of int64
    epsilon : ndarray of float64
    n_nodes : ndarray of int64
    inertia : ndarray of float64
        Sum of the weighted squared Euclidean distances of the rows from the mean of their node. On
        the sphere distances are chords. NaN if the metric is a function.
    calinski_harabasz : ndarray of float64
        As scikit-learn defines it, a row of weight 2 counting as two rows: inertia between the
        nodes over that within, each by its degrees of freedom, and 1 where there is none within.
        NaN where it is undefined: one node, or no more weight than nodes.
    davies_bouldin : ndarray of float64
        As scikit-learn defines it, likewise: see `bidvit.metrics.davies_bouldin`. NaN where it is
        undefined or was not asked for.
    mean_radius, max_radius : ndarray of float64
        Of the nodes, by the tree's metric; exact or bounds, as ``tree.radii_kind`` says.
    quantization_error : ndarray of float64
        Weighted mean distance of the rows from their node, by the tree's metric.
    adjusted_rand, normalized_mutual_info : ndarray of float64, or None
        Agreement of the level with the classes that were given, as scikit-learn defines it. Every
        row counts once.

    Examples
    --------
    >>> import bidvit
    >>> scores = bidvit.cluster([[0.0], [1.0], [9.0]], initial_epsilon=2, random_state=0).scores()
    >>> scores.n_nodes.tolist(), scores.inertia.round(2).tolist()
    ([3, 2, 1], [0.0, 0.5, 48.67])
    """

    level: npt.NDArray[np.int64]
    epsilon: Doubles
    n_nodes: npt.NDArray[np.int64]
    inertia: Doubles
    calinski_harabasz: Doubles
    davies_bouldin: Doubles
    mean_radius: Doubles
    max_radius: Doubles
    quantization_error: Doubles
    adjusted_rand: Doubles | None = None
    normalized_mutual_info: Doubles | None = None

    def __len__(self) -> int:
        return len(self.level)

    def _columns(self) -> dict[str, npt.NDArray[Any]]:
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: values for name, values in columns.items() if values is not None}

    def _cells(self) -> tuple[list[str], list[tuple[str, ...]]]:
        columns = self._columns()
        texts = [
            [f"{value:,}" if values.dtype.kind == "i" else f"{value:.5g}" for value in values]
            for values in columns.values()
        ]
        return [_TITLES[name] for name in columns], list(zip(*texts, strict=True))

    def to_pandas(self) -> Any:
        """Return the table as a pandas data frame with a line per level.

        Returns
        -------
        pandas.DataFrame

        Examples
        --------
        >>> import bidvit
        >>> tree = bidvit.cluster([[0.0], [1.0], [9.0]], initial_epsilon=2, random_state=0)
        >>> tree.scores().to_pandas()[["level", "n_nodes", "inertia"]].round(2)
           level  n_nodes  inertia
        0      0        3     0.00
        1      1        2     0.50
        2      2        1    48.67
        """
        pandas = exports.need("pandas", "to_pandas", "io")
        return pandas.DataFrame(self._columns())

    def __repr__(self) -> str:
        return tables.format_table(*self._cells())

    def _repr_html_(self) -> str:
        return tables.format_as_html(*self._cells())


def measure_levels(tree: ClusterTree, y: Any, davies_bouldin: int | None, n_threads: int) -> Scores:
    """Return the scores of all levels: see `ClusterTree.scores`."""
    nodes, n_levels = tree.nodes, len(tree.levels)
    n_nodes = np.array([level.n_nodes for level in tree.levels], np.int64)
    has_means = nodes.space.function is None
    inertia, calinski = _score_inertia(tree._gains if has_means else None, nodes, n_nodes)
    with Workers(n_threads) as workers:
        bouldin = np.full(n_levels, np.nan)
        if has_means:
            limit = tree.n_rows if davies_bouldin is None else davies_bouldin
            wanted = np.flatnonzero((n_nodes <= limit) & (n_nodes >= 2))
            wanted = wanted[n_nodes[wanted] < count_observations(nodes, tree.n_rows)]
            _score_separation(nodes, wanted, bouldin, workers)
        error = _measure_errors(nodes, workers)
    leaf_weights = nodes.leaf_weights
    total = nodes.n_leaves if leaf_weights is None else leaf_weights.sum()
    largest, sums = nodes.level_figures[:2]
    agreement: tuple[Doubles, ...] = ()
    if y is not None:
        agreement = score_agreement(tree, count_classes(tree, y))
    return Scores(
        np.arange(n_levels),
        np.array([level.epsilon for level in tree.levels], np.float64),
        n_nodes,
        inertia,
        calinski,
        bouldin,
        sums / n_nodes,
        largest,
        unembed_distances(nodes, add_up_levels(nodes, n_levels, error) / total),
        *agreement,
    )


def count_observations(nodes: Nodes, n_rows: int) -> float:
    """Return how many rows there are, a row of weight 2 counting as two, but one at least."""
    return max(n_rows, nodes.n_leaves if nodes.leaf_weights is None else nodes.leaf_weights.sum())


def score_calinski(between: Doubles, within: Doubles, weight: float, k: Doubles) -> Doubles:
    """Return Calinski-Harabasz scores, NaN where there are none.

    Parameters
    ----------
    between, within : ndarray of float64
        Inertia, in the same unit.
    weight : float
        Of all rows.
    k : ndarray of float64
        Numbers of clusters.
    """
    score = np.full(len(k), np.nan)
    defined = (k > 1) & (weight > k)
    score[defined] = 1
    spread = defined & (within > 0)
    score[spread] = (between[spread] / within[spread]) * ((weight - k[spread]) / (k[spread] - 1))
    return score


def _score_inertia(
    gains: Gains | None, nodes: Nodes, n_nodes: npt.NDArray[np.int64]
) -> tuple[Doubles, Doubles]:
    """Return inertia and Calinski-Harabasz score of all levels, from what each node adds."""
    if gains is None:
        nothing = np.full(len(n_nodes), np.nan)
        return nothing, nothing.copy()
    added = np.bincount(nodes.births, gains.of_inner, minlength=len(n_nodes)).astype(np.float64)
    within = np.cumsum(added)
    # Sums from above: no difference of large numbers where little is between the nodes.
    between = np.append(np.cumsum(added[:0:-1])[::-1], 0) + gains.of_roots
    weight = float(np.ldexp(gains.total_weight, gains.exponent))
    score = score_calinski(between, within, weight, n_nodes.astype(np.float64))
    space = nodes.space
    with np.errstate(over="ignore", under="ignore"):
        inertia = np.ldexp(within * space.unit**2, gains.exponent + 2 * space.exponent)
    return inertia, score


def _score_separation(
    nodes: Nodes, wanted: npt.NDArray[np.intp], scores: Doubles, workers: Workers
) -> None:
    """Write the Davies-Bouldin scores of some levels; centroids are found once for every node."""
    if len(wanted) == 0:
        return
    levels = {m: find_topmost(nodes, nodes.births, int(m)) for m in wanted}
    is_asked = np.zeros(nodes.n_nodes, bool)
    for found in levels.values():
        is_asked[found] = True
    asked = np.flatnonzero(is_asked).astype(np.int32)
    members = Members(nodes.rows, nodes.leaf_rows, nodes.leaf_weights, *nodes.leaf_range(asked))
    centroids = find_centroids(members, workers)
    spreads = measure_spreads(members, centroids, "euclidean", workers).mean_distances
    for m, found in levels.items():
        places = np.searchsorted(asked, found)
        scores[m] = find_worst_ratios(centroids[places], spreads[places], workers).mean()


def _measure_errors(nodes: Nodes, workers: Workers) -> Doubles:
    """Return the sums of weighted distances of the leaves below each inner node."""
    space = nodes.space
    inner = np.arange(nodes.n_leaves, nodes.n_nodes, dtype=np.int32)
    begin, end = nodes.leaf_range(inner)
    if len(inner) == 0:
        return np.zeros(0)
    if space.function is not None:
        return measure_errors_by_function(
            nodes, nodes.points, buffers.count_up(nodes.n_leaves), begin, end, nodes.leaf_weights
        )
    members = Members(nodes.rows, nodes.leaf_rows, nodes.leaf_weights, begin, end)
    metric, as_angles = space.kernel_metric, space.on_sphere
    return measure_spreads(members, nodes.points, metric, workers, as_angles=as_angles).distances


def unembed_distances(nodes: Nodes, distances: Doubles) -> Doubles:
    """Turn distances, on the sphere angles, into the user's unit."""
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.ldexp(distances * nodes.space.unit, nodes.space.exponent))


def measure_errors_by_function(
    nodes: Nodes,
    centres: npt.NDArray[Any],
    leaves: Ids,
    begin: Ids,
    end: Ids,
    leaf_weights: Doubles | None,
) -> Doubles:
    """Return the sums of weighted distances of clusters by the user's own metric."""
    sums = np.empty(len(begin))
    for c in range(len(begin)):
        own = leaves[begin[c] : end[c]]
        distances = nodes.space.measure(centres[c : c + 1], nodes.rows[nodes.leaf_rows[own]])[0]
        weights = 1.0 if leaf_weights is None else leaf_weights[own]
        sums[c] = (distances * weights).sum()
    return sums


def find_bend(n_clusters: Doubles, spread: Doubles) -> int:
    """Return the number of clusters at which a falling curve bends most.

    Between half of that number and the number itself the curve falls much faster than from there to
    twice the number, both on logarithmic scales. In a power of the number, which is how it falls
    where there are no clusters, whatever the dimension, there is no bend.

    Parameters
    ----------
    n_clusters, spread : ndarray of float64
        Points of the curve by ascending numbers of clusters; between them it is straight.

    Returns
    -------
    int
        From 2 to a fifth of the largest number, or the least number if there is nothing between.
    """
    k = n_clusters[(n_clusters >= 2) & (n_clusters > n_clusters[0])]
    k = k[k <= n_clusters[-1] / 5]
    half, here, twice = (np.interp(f * k, n_clusters, spread) for f in (0.5, 1, 2))
    is_visible = twice > np.finfo(np.float64).eps * spread[0]
    if not is_visible.any():
        return int(n_clusters[0])
    k, half, here, twice = (values[is_visible] for values in (k, half, here, twice))
    return int(k[np.argmax(np.log(half / here) - np.log(here / twice))])
