"""The method in the most obvious way: what kernels and whole trees are checked against.

No step is clever. Distances come from full matrices, the greedy selection sums every degree anew at
every step, and the level loop tries every ε. Where the paper says "at random" the functions here
take the random numbers as arguments; `Ties` gives those of the compiled core.

Distances are summed one axis after the other in the data's own precision, so that up to 16
dimensions even rounded ones tie exactly where the core's do. Whatever is squared there is squared
here: a Euclidean "value" is the squared distance, and d < ε is decided as d² < ε².
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

EARTH_RADIUS = 6_371_008.8


class NearTieError(Exception):
    """Two axes have nearly the same variance: the core, measuring in steps, may take either."""


# Random numbers: a counter-based stream, a number per (seed, level, id)

_WORD = 2**64


def _mix(x: int) -> int:
    x ^= x >> 32
    x = x * 0xD6E8FEB86659FD93 % _WORD
    x ^= x >> 32
    x = x * 0xD6E8FEB86659FD93 % _WORD
    return x ^ x >> 32


class Ties:
    """The random numbers of one level: small wins."""

    def __init__(self, seed: int, level: int) -> None:
        self.stream = _mix((seed + 0x9E3779B97F4A7C15 * (level + 1)) % _WORD)

    def of_node(self, node_id: int) -> int:
        return _mix((self.stream + 0xBF58476D1CE4E5B9 * (int(node_id) + 1)) % _WORD)

    def of_pair(self, node_id: int, pick_id: int) -> int:
        """Return the number that decides between picks equally near to a node."""
        own = self.of_node(node_id)
        return _mix((own + 0x94D049BB133111EB * (int(pick_id) + 1)) % _WORD)

    def ranks(self, ids: np.ndarray) -> list[int]:
        """Ranks of the nodes of a chunk among each other, by the first 24 bits, then by id."""
        by_number = sorted(range(len(ids)), key=lambda i: (self.of_node(ids[i]) >> 40, ids[i]))
        ranks = [0] * len(ids)
        for rank, i in enumerate(by_number):
            ranks[i] = rank
        return ranks


# Distances


def values(A: np.ndarray, B: np.ndarray, metric: str = "euclidean") -> np.ndarray:
    """All (for Euclidean: squared) distances, summed over the axes in their order."""
    total = np.zeros((len(A), len(B)), A.dtype)
    for a, b in zip(A.T, B.T, strict=True):
        difference = a[:, None] - b[None, :]
        if metric == "euclidean":
            total = total + difference * difference
        elif metric == "manhattan":
            total = total + np.abs(difference)
        else:
            total = np.maximum(total, np.abs(difference))
    return total.astype(np.float64)


def value_of(distance: float, metric: str = "euclidean") -> float:
    return distance * distance if metric == "euclidean" else distance


def distances(A: np.ndarray, B: np.ndarray, metric: str = "euclidean") -> np.ndarray:
    """All distances in float64."""
    value = values(A.astype(np.float64), B.astype(np.float64), metric)
    return np.sqrt(value) if metric == "euclidean" else value


def angles(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Angles between all rows, from the chord where that is the exact one."""
    A, B = (X / np.linalg.norm(X, axis=1)[:, None] for X in (A.astype(float), B.astype(float)))
    return 2 * np.arcsin(np.minimum(distances(A, B) / 2, 1))


def great_circles(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Distances in metres between all places given as latitude and longitude in degrees."""
    (lat_a, lon_a), (lat_b, lon_b) = np.radians(A.astype(float)).T, np.radians(B.astype(float)).T
    half_lat = np.sin((lat_a[:, None] - lat_b[None, :]) / 2) ** 2
    half_lon = np.sin((lon_a[:, None] - lon_b[None, :]) / 2) ** 2
    haversine = half_lat + np.cos(lat_a)[:, None] * np.cos(lat_b)[None, :] * half_lon
    return 2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(haversine, 1)))


def ward_factors(weights: np.ndarray) -> np.ndarray:
    """2 w_a w_b / (w_a + w_b) for all pairs: what a squared distance counts with."""
    light = np.minimum(weights[:, None], weights[None, :])
    heavy = np.maximum(weights[:, None], weights[None, :])
    return 2 * (light / (light + heavy)) * heavy


# Partition

# The core measures variance in 20-bit steps; within this share of the largest it may take any axis.
NEARLY = 1e-3


def variances(points: np.ndarray) -> np.ndarray:
    return points.astype(np.float64).var(axis=0)


def widest_axis(points: np.ndarray) -> int:
    """Return the axis of largest variance, the first one if there is none at all."""
    spread = variances(points)
    if spread.max() > 0 and np.sum(spread > spread.max() * (1 - NEARLY)) > 1:
        raise NearTieError
    return int(spread.argmax())


def first_half(points: np.ndarray, ids: np.ndarray, axis: int) -> np.ndarray:
    """Return the ids on the left of the median; equal coordinates go by id, ids stay ascending."""
    along = sorted(ids, key=lambda i: (points[i, axis], i))
    return np.sort(along[: len(ids) - len(ids) // 2])


def partition(points: np.ndarray, max_chunk_size: int) -> list[np.ndarray]:
    """Return the chunks of the median cut, each a list of ids, from left to right."""

    def cut(ids: np.ndarray) -> list[np.ndarray]:
        if len(ids) <= max_chunk_size:
            return [ids]
        left = first_half(points, ids, widest_axis(points[ids]))
        return cut(left) + cut(np.setdiff1d(ids, left))

    return cut(np.arange(len(points)))


def check_median_cut(points: np.ndarray, chunks: list[np.ndarray], max_chunk_size: int) -> None:
    """Raise unless the chunks are a median cut, whichever of nearly equal axes was taken."""

    def check(ids: np.ndarray, rest: list[np.ndarray]) -> list[np.ndarray]:
        if len(ids) <= max_chunk_size:
            assert rest[0].tolist() == ids.tolist(), "a chunk is not what the cuts leave"
            return rest[1:]
        n_left = len(ids) - len(ids) // 2
        n_chunks = np.searchsorted(np.cumsum([len(chunk) for chunk in rest]), n_left) + 1
        left = np.sort(np.concatenate(rest[:n_chunks]))
        spread = variances(points[ids])
        allowed = np.flatnonzero(spread >= spread.max() * (1 - NEARLY))
        assert any(np.array_equal(left, first_half(points, ids, axis)) for axis in allowed), (
            f"{len(ids)} nodes are not halved at the median of an axis of largest variance"
        )
        return check(np.setdiff1d(ids, left), check(left, rest))

    assert check(np.arange(len(points)), chunks) == []


# One chunk


def select_greedily(edges: np.ndarray, weights: np.ndarray, tie_rank: list[int]) -> np.ndarray:
    """Pick independent vertices, least weighted degree first (paper, Algorithm 1).

    Parameters
    ----------
    edges : bool array of shape (n, n), False on the diagonal
    weights : array of shape (n,)
    tie_rank : a random permutation; of equal degrees the vertex of lowest rank is picked
    """
    left = list(range(len(weights)))
    picks = []
    while left:
        among = np.array(left)
        degree = (edges[np.ix_(among, among)] * weights[among]).sum(axis=1) / weights[among]
        best = min(range(len(left)), key=lambda i: (degree[i], tie_rank[left[i]]))
        pick = left[best]
        picks.append(pick)
        left = [v for v in left if v != pick and not edges[pick, v]]
    return np.sort(picks)


def assign_to_nearest(value: np.ndarray, tie) -> np.ndarray:
    """For each row the column of least value; ``tie(row, column)`` decides between equals."""
    rows, columns = value.shape
    return np.array(
        [min(range(columns), key=lambda c: (value[r, c], tie(r, c))) for r in range(rows)]
    )


def mean_of(points: np.ndarray, weights: np.ndarray, *, on_sphere: bool = False) -> np.ndarray:
    """Return the weighted mean in float64, summed in order; on the sphere projected back to it."""
    total = np.zeros(points.shape[1])
    for x, weight in zip(points.astype(np.float64), weights, strict=True):
        total = total + weight * x
    if not on_sphere:
        return total * (1 / sum(weights))
    length = math.sqrt(sum(total * total))
    if length <= 1e-12 * sum(weights):
        return points[0]  # the points cancel out: there is no mean direction
    return total * (1 / length)


def centroids_of_cells(
    x: np.ndarray, w: np.ndarray, parents: np.ndarray, *, on_sphere: bool
) -> np.ndarray:
    """Return the means of cells 0, 1, ...; the mean of one point is that point, bit for bit."""
    cells = [np.flatnonzero(parents == k) for k in range(parents.max() + 1)]
    means = [
        x[cell[0]] if len(cell) == 1 else mean_of(x[cell], w[cell], on_sphere=on_sphere)
        for cell in cells
    ]
    return np.array(means).astype(x.dtype)


@dataclass
class Options:
    """How a chunk is coarsened; the same names and defaults as in the package."""

    metric: str = "euclidean"
    linkage: str = "distance"
    representation: str = "point"
    on_sphere: bool = False
    weight_unit: float = 1.0


@dataclass
class Coarse:
    """The nodes that some points became."""

    picks: np.ndarray  # ids of the points they grew from
    points: np.ndarray
    weights: np.ndarray
    parents: np.ndarray  # by point, the number of its node


def proximities(points: np.ndarray, weights: np.ndarray, options: Options) -> np.ndarray:
    """Return what the linkage compares with ε, as values, for all pairs."""
    value = values(points, points, options.metric)
    if options.linkage == "ward":
        value = value * ward_factors(weights / options.weight_unit)
    return value


def coarsen_chunk(
    points: np.ndarray,
    weights: np.ndarray,
    ids: np.ndarray,
    epsilon: float,
    ties: Ties,
    options: Options,
    selection_weights: np.ndarray | None = None,
) -> Coarse:
    """Graph, greedy selection and Voronoi collapse of one chunk (paper, Algorithm 2)."""
    x, w = points[ids], weights[ids]
    value = proximities(x, w, options)
    edges = value < value_of(epsilon, options.metric)
    np.fill_diagonal(edges, False)
    seen = w if selection_weights is None else selection_weights[ids]
    picks = select_greedily(edges, seen, ties.ranks(ids))

    def tie(row: int, column: int) -> int:
        return ties.of_pair(ids[row], ids[picks[column]])

    to_picks = value[:, picks]
    to_picks[picks, np.arange(len(picks))] = -1  # a pick stays with itself
    parents = assign_to_nearest(to_picks, tie)
    if options.representation == "point":
        nodes = x[picks]
    else:
        nodes = centroids_of_cells(x, w, parents, on_sphere=options.on_sphere)
        if options.linkage == "distance":
            parents = assign_to_nearest(values(x, nodes, options.metric), tie)
            kept = np.unique(parents)  # nobody is closest to the others
            picks, parents = picks[kept], np.searchsorted(kept, parents)
            nodes = centroids_of_cells(x, w, parents, on_sphere=options.on_sphere)
    totals = np.array([sum(w[parents == k]) for k in range(len(picks))])
    return Coarse(ids[picks], nodes, totals, parents)


def coarsen(
    points: np.ndarray,
    weights: np.ndarray,
    chunks: list[np.ndarray],
    epsilon: float,
    ties: Ties,
    options: Options,
    selection_weights: np.ndarray | None = None,
) -> Coarse:
    """Coarsen all chunks and number the nodes across them."""
    parts = [
        coarsen_chunk(points, weights, ids, epsilon, ties, options, selection_weights)
        for ids in chunks
    ]
    parents = np.empty(len(points), int)
    n_before = 0
    for ids, part in zip(chunks, parts, strict=True):
        parents[ids] = n_before + part.parents
        n_before += len(part.picks)
    return Coarse(
        np.concatenate([part.picks for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.weights for part in parts]),
        parents,
    )


# The level loop


@dataclass
class RefLevel:
    """One level, in the order in which its nodes were formed."""

    epsilon: float
    points: np.ndarray
    weights: np.ndarray
    parents: np.ndarray


@dataclass
class RefTree:
    """Levels from the distinct rows up, and the leaf of every row (-1: weight zero)."""

    levels: list[RefLevel] = field(default_factory=list)
    leaf_of_row: np.ndarray = field(default_factory=lambda: np.empty(0, int))

    def node_of_row(self, level: int) -> np.ndarray:
        """Node of a level for every row of positive weight, in the order they were formed."""
        node = self.leaf_of_row[self.leaf_of_row >= 0]
        for below in self.levels[:level]:
            node = below.parents[node]
        return node


def find_distinct(
    X: np.ndarray, sample_weight: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return first rows, weights, and the node of every row; numbered by first appearance."""
    row_weights = np.ones(len(X)) if sample_weight is None else np.asarray(sample_weight, float)
    number: dict[tuple[float, ...], int] = {}
    first, weights, node_of_row = [], [], np.full(len(X), -1)
    for i, (row, weight) in enumerate(zip(X.tolist(), row_weights.tolist(), strict=True)):
        if weight == 0:
            continue
        node = number.setdefault(tuple(row), len(number))
        if node == len(first):
            first.append(i)
            weights.append(0.0)
        weights[node] += weight
        node_of_row[i] = node
    return np.array(first), np.array(weights), node_of_row


def scale_weights(weights: np.ndarray, scaling: str | None) -> np.ndarray:
    if scaling == "linear":
        return weights / weights.max()
    if scaling == "logarithmic":
        return 1 + np.log(weights / weights.min())
    return weights


def embed(X: np.ndarray, metric: str) -> np.ndarray:
    """Points on the unit sphere for the metrics that measure along it."""
    if metric == "cosine":
        scaled = X / np.abs(X).max(axis=1, keepdims=True)
        return scaled / np.sqrt((scaled * scaled).sum(axis=1))[:, None]
    if metric == "haversine":
        lat, lon = np.radians(X.astype(np.float64)).T
        return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)
    return X


def embed_epsilon(epsilon: float, metric: str, linkage: str) -> float:
    """ε along the chord: exactly for the plain distance, as if it were short for Ward."""
    if metric not in ("cosine", "haversine"):
        return epsilon
    angle = epsilon / EARTH_RADIUS if metric == "haversine" else epsilon
    if linkage == "ward":
        return angle
    return 2 * math.sin(angle / 2) if angle <= math.pi else math.inf


def cluster(
    X: np.ndarray,
    *,
    initial_epsilon: float,
    seed: int,
    sample_weight: np.ndarray | None = None,
    metric: str = "euclidean",
    linkage: str = "ward",
    representation: str = "centroid",
    growth: float = 1.1,
    max_chunk_size: int = 1000,
    max_levels: int | None = None,
    stop_at: int = 1,
    weight_scaling: str | None = None,
    make_chunks=partition,
) -> RefTree:
    """Return the whole tree; ε tries every power of the growth, however little happens at it.

    ``make_chunks`` stands in for `partition` where axes of equal variance leave it a choice.
    """
    first, weights, node_of_row = find_distinct(X, sample_weight)
    points = embed(X[first], metric)
    on_sphere = metric in ("cosine", "haversine")
    options = Options(
        "euclidean" if on_sphere else metric, linkage, representation, on_sphere, weights.min()
    )
    tree = RefTree([], node_of_row)
    level_epsilon, exponent = 0.0, 0
    while len(points) > stop_at and len(tree.levels) != max_levels:
        chunks = make_chunks(points, max_chunk_size)
        ties = Ties(seed, len(tree.levels))
        selection_weights = scale_weights(weights, weight_scaling)
        while True:
            epsilon = initial_epsilon * growth**exponent
            exponent += 1
            kernel_epsilon = embed_epsilon(epsilon, metric, linkage)
            coarse = coarsen(
                points, weights, chunks, kernel_epsilon, ties, options, selection_weights
            )
            if len(coarse.weights) < len(points):
                break
        tree.levels.append(RefLevel(level_epsilon, points, weights, coarse.parents))
        points, weights, level_epsilon = coarse.points, coarse.weights, epsilon
    tree.levels.append(RefLevel(level_epsilon, points, weights, np.full(len(weights), -1)))
    return tree


# What the theorems speak of


def weight_of_best_independent_set(edges: np.ndarray, weights: np.ndarray) -> float:
    """Try all subsets: ω(S*) of the paper. For small graphs."""
    n = len(weights)
    best = 0.0
    for subset in range(2**n):
        members = [v for v in range(n) if subset >> v & 1]
        if not any(edges[u, v] for u, v in combinations(members, 2)):
            best = max(best, sum(weights[v] for v in members))
    return best


def weighted_average_degree(edges: np.ndarray, weights: np.ndarray) -> float:
    """Return Σ w(v) deg_w(v) / ω(V), with deg_w(v) = ω(N_v) / w(v)."""
    neighbourhoods = (edges * weights).sum(axis=1)
    return float(neighbourhoods.sum() / weights.sum())


def farthest_below(rows: np.ndarray, labels: np.ndarray, nodes: np.ndarray, measure) -> np.ndarray:
    """For each node the largest distance to a row that belongs to it."""
    return np.array([measure(rows[labels == k], nodes[k : k + 1]).max() for k in range(len(nodes))])
