"""The nearest rows of a tree to given points, for prediction and for rows without weight.

There are three ways to look for them: down the tree, with the radii of its nodes as bounds; through
blocks of neighbouring rows, with boxes as bounds, which take a while to make and are then many
times faster; and with matrix products, where no bound rules out anything. All end with the same
measured distances, so they give the same answer, and counting distances tells which one to take.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, inputs
from bidvit.levels import partition

if TYPE_CHECKING:
    from bidvit.nodes import Nodes
    from bidvit.parallel import Workers

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Way = Literal["tree", "blocks", "products"]

_BLOCK_SIZE = 128
# Queries are sorted into groups of about this many, since close ones ask for the same blocks.
_CLOSE_QUERIES = 16
# One block of products takes up to a megabyte or two, which stays in the processor's cache.
_PRODUCT_SHAPE = (256, 2048)

# The choice is made by how many distances a few queries measure down the tree, up to this share of
# all there are.
_SAMPLE = 16
_LARGE_SHARE = 0.1
# What the other ways take, with the time of one of those distances as unit: per row to prepare
# them; per row and query with products; and for a query among blocks, against down the tree.
_BLOCKS_PER_ROW = 3.0
_PRODUCTS_PER_ROW = 1.0
_PRODUCT = 0.012
_QUERY_OF_BLOCKS = 0.01
# Above so many dimensions, products are faster than to look at more than this share of the blocks.
_FEW_DIMENSIONS = 16
_MANY_BLOCKS = 0.25


def find_nearest(
    nodes: Nodes, queries: Floats, k: int, workers: Workers, way: Way | None = None
) -> tuple[Ids, Doubles]:
    """Return the k rows of a tree's nodes nearest to each query and their distances.

    For several searches in the same tree, `NearestRows` keeps what it has prepared.

    Parameters
    ----------
    nodes : Nodes
        Any tree or forest; rows may be equal.
    queries : ndarray of shape (n_queries, d)
        Embedded, of the dtype of ``nodes.rows``, and contiguous.
    k : int
        From 1 to the number of rows.
    workers : Workers
    way : {"tree", "blocks", "products"}, optional
        How to look for them: by default what takes the fewest distances. It does not change the
        answer. Products need the Euclidean distance.

    Returns
    -------
    rows : ndarray of int32, shape (n_queries, k)
        Indices of ``nodes.rows``, nearest first; of those equally near, the lowest number first.
    distances : ndarray of float64, shape (n_queries, k)
        In the kernels' unit: ``nodes.space`` turns them into the user's.

    Examples
    --------
    >>> import numpy as np, bidvit
    >>> from bidvit.nearest import find_nearest
    >>> from bidvit.parallel import Workers
    >>> X = np.array([[0.0], [1.0], [5.0], [7.0]])
    >>> nodes = bidvit.cluster(X, random_state=0).nodes
    >>> with Workers(1) as workers:
    ...     rows, distances = find_nearest(nodes, np.array([[5.5], [0.0]]), 2, workers)
    >>> X[rows, 0]
    array([[5., 7.],
           [0., 1.]])
    >>> distances
    array([[0.5, 1.5],
           [0. , 1. ]])
    """
    return NearestRows(nodes).find(queries, k, workers, way)


class NearestRows:
    """Searches for the nearest rows of one tree; keeps what one search prepared for the next.

    Blocks take 1 to 1.5 times the memory of ``nodes.rows``; products none, or once that memory
    where the rows are far from the origin.

    Parameters
    ----------
    nodes : Nodes
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._blocks: Blocks | None = None
        self._spent = 0.0

    def find(
        self, queries: Floats, k: int, workers: Workers, way: Way | None = None
    ) -> tuple[Ids, Doubles]:
        """Return the k nearest rows to each query and their distances: see `find_nearest`."""
        nodes = self._nodes
        k = inputs.check_integer("k", k, 1)
        if k > nodes.n_leaves:
            raise ValueError(f"k must be at most {nodes.n_leaves}, the number of rows, got {k}")
        inputs.check_choice("way", way, (None, "tree", "blocks", "products"))
        if way == "products" and nodes.space.kernel_metric != "euclidean":
            raise ValueError(
                f"way='products' needs Euclidean distances, got {nodes.space.kernel_metric!r}"
            )
        if nodes.space.function is not None:
            return self._ask_function(queries, k)
        search = _Search(queries, k, workers)
        if way is None:
            way = self._choose(search)
        if way == "tree":
            self._descend(search)
        elif way == "blocks":
            self._look_through_blocks(search)
        else:
            self._multiply(search)
        return search.rows, search.distances

    def _ask_function(self, queries: Floats, k: int) -> tuple[Ids, Doubles]:
        """Measure everything by the user's own metric."""
        nodes = self._nodes
        nearest, distances = np.empty((len(queries), k), np.int32), np.empty((len(queries), k))
        step = max(1, 10_000_000 // len(nodes.rows))
        for begin in range(0, len(queries), step):
            part = slice(begin, begin + step)
            measured = nodes.space.measure(queries[part], nodes.rows)
            if k == 1:
                order = measured.argmin(axis=1)[:, None]
            else:
                order = measured.argsort(axis=1, kind="stable")[:, :k]
            nearest[part] = order
            distances[part] = np.take_along_axis(measured, order, axis=1)
        return nearest, distances

    def _choose(self, search: _Search) -> Way:
        nodes, n_queries = self._nodes, len(search.queries)
        n, d = nodes.rows.shape
        is_euclidean = nodes.space.kernel_metric == "euclidean"
        sample = search.sample(min(_SAMPLE, n_queries // 64 + 1))
        n_sample = max(1, len(sample.queries))
        if self._blocks is None:
            budget = int(_LARGE_SHARE * n * n_sample) + 1
            measured = self._descend(sample, budget)
            is_large = measured > budget
            per_query = n if is_large else measured / n_sample
            costs: dict[Way, float] = {"tree": n_queries * per_query}
            if is_euclidean:
                to_prepare = 0.0 if "_factors" in vars(self) else _PRODUCTS_PER_ROW
                costs["products"] = n * (to_prepare + _PRODUCT * n_queries)
            way = min(costs, key=costs.__getitem__)
            # What earlier searches took counts too: many small ones deserve blocks at last.
            self._spent += costs[way]
            of_blocks = n * _BLOCKS_PER_ROW + n_queries * per_query * _QUERY_OF_BLOCKS
            hopeless = is_large and is_euclidean and d > _FEW_DIMENSIONS
            if hopeless or self._spent <= of_blocks:
                return way
        if is_euclidean and d > _FEW_DIMENSIONS:
            scanned = self._look_through_blocks(sample)
            if scanned > _MANY_BLOCKS * n_sample * self._prepare_blocks(search.workers).n_blocks:
                return "products"
        return "blocks"

    def _descend(self, search: _Search, most_measured: int | None = None) -> int:
        """Search down the tree; with a limit, in one thread, so that the count is always the same.

        Returns how many distances were measured. Beyond the limit the answers are void.
        """
        limit = 2**62 if most_measured is None else most_measured

        def task(begin: int, end: int) -> int:
            return self._descend_for(search, begin, end, limit)

        n_queries = len(search.queries)
        batches = search.workers.split(n_queries) if most_measured is None else [(0, n_queries)]
        return sum(search.workers.run(task, batches))

    def _descend_for(self, search: _Search, begin: int, end: int, most_measured: int) -> int:
        return _core.find_nearest(
            *self._nodes.kernel_arrays,
            self._nodes.radii,
            search.queries,
            begin,
            end,
            most_measured,
            search.rows,
            search.distances,
            search.workers.stop,
        )

    def _look_through_blocks(self, search: _Search) -> int:
        nodes, blocks = self._nodes, self._prepare_blocks(search.workers)
        query_order = None
        if len(search.queries) > _CLOSE_QUERIES:
            query_order = partition(search.queries, _CLOSE_QUERIES, search.workers).order

        def task(begin: int, end: int) -> int:
            return _core.search_blocks(
                nodes.rows,
                nodes.space.kernel_metric,
                blocks.columns,
                blocks.rows,
                blocks.boxes,
                search.queries,
                query_order,
                begin,
                end,
                search.rows,
                search.distances,
                search.workers.stop,
            )

        return sum(search.workers.run(task, search.workers.split(len(search.queries))))

    def _multiply(self, search: _Search) -> None:
        n, n_queries = self._nodes.n_leaves, len(search.queries)
        factors, stop = self._factors, search.workers.stop
        query_step, row_step = _PRODUCT_SHAPE

        def task(begin: int, end: int) -> None:
            queries = search.queries[begin:end]
            moved, lows, highs = factors.of_queries(queries)
            if moved is None:
                # Squares that do not fit: measured distances overflow in an orderly way.
                self._descend_for(search, begin, end, 2**62)
                return
            nearest, distances = search.rows[begin:end], search.distances[begin:end]
            buffer = np.empty(query_step * row_step, queries.dtype)
            for row_begin in range(0, n, row_step):
                rows = slice(row_begin, min(n, row_begin + row_step))
                shape = len(queries), rows.stop - rows.start
                products = buffer[: shape[0] * shape[1]].reshape(shape)
                np.matmul(moved, factors.rows[rows].T, out=products)
                _core.search_products(
                    self._nodes.rows,
                    factors.row_lows,
                    rows.start,
                    rows.stop,
                    factors.spread(rows),
                    queries,
                    lows,
                    highs,
                    0,
                    factors.least_step,
                    products,
                    nearest,
                    distances,
                    stop,
                )

        ends = [*range(0, n_queries, query_step), n_queries]
        with _one_thread_each(search.workers):
            search.workers.run(task, list(pairwise(ends)))

    @cached_property
    def _factors(self) -> _Factors:
        return _Factors(self._nodes.rows)

    def _prepare_blocks(self, workers: Workers) -> Blocks:
        if self._blocks is None:
            self._blocks = Blocks.of_rows(self._nodes.rows, workers)
        return self._blocks


class _Search:
    """Queries, and room for the answers."""

    def __init__(self, queries: Floats, k: int, workers: Workers) -> None:
        self.queries = queries
        self.workers = workers
        self.rows: Ids = buffers.empty((len(queries), k), np.int32)
        self.distances: Doubles = buffers.empty((len(queries), k), np.float64)

    def sample(self, n: int) -> _Search:
        """Pick some of the queries from everywhere, with answers of their own."""
        places = np.arange(n) * len(self.queries) // n
        chosen = self.queries[places[: len(self.queries)]]
        return _Search(chosen, self.rows.shape[1], self.workers)


@dataclass(frozen=True, eq=False)
class Blocks:
    """Rows in blocks of neighbours: columns of coordinates, numbers, boxes."""

    columns: Floats
    rows: Ids
    boxes: Floats

    @property
    def n_blocks(self) -> int:
        """Number of blocks."""
        return len(self.rows)

    @classmethod
    def of_rows(cls, rows: Floats, workers: Workers) -> Blocks:
        """Cut the rows into blocks at medians, which makes tighter boxes than subtrees do."""
        chunks = partition(rows, _BLOCK_SIZE, workers)
        n_blocks, d = len(chunks.offsets) - 1, rows.shape[1]
        stride = _core.block_stride(int(np.diff(chunks.offsets).max()))
        blocks = cls(
            buffers.empty((n_blocks, d, stride), rows.dtype),
            buffers.empty((n_blocks, stride), np.int32),
            buffers.empty((_core.count_box_nodes(n_blocks), d, 32), rows.dtype),
        )
        arrays = blocks.columns, blocks.rows, blocks.boxes
        batch = (rows, chunks.order, chunks.offsets, *arrays, workers.stop)
        workers.run(_core.fill_blocks, [batch])
        return blocks


class _Factors:
    """Rows as factors of matrix products, and how far the products may be off.

    Half the squared distance of x and y is half of x·x and y·y, less x·y. Let u be half the machine
    epsilon, and x and y what rounding leaves of the differences from some centre. In any order of
    summation a product x·y is off by d u (x·x + y·y) / 2 at most [1]_, and the squares by d u of
    themselves. The differences are off by u of themselves, and the measured value, which is at
    most 2 (x·x + y·y), by (d + 2) u of itself. With what the kernel rounds when it adds these terms
    up, that is less than ``share`` times (x·x + y·y) / 2, terms in u² included.

    References
    ----------
    .. [1] N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1.
    """

    def __init__(self, rows: Floats) -> None:
        d = rows.shape[1]
        limits = np.finfo(rows.dtype)
        self.share: float = (2 * d + 16) * float(limits.eps) * (1 + d * float(limits.eps))
        # Squares may vanish: each is off by less than the least normal number.
        self.least_step = 4 * d * float(limits.tiny)
        self._largest = float(limits.max) / 16
        # Any centre is valid. Near the data it keeps the error small; but it takes a copy.
        self._centre: Floats | None = None
        with np.errstate(over="ignore", invalid="ignore"):
            some = rows[:: len(rows) // 256 + 1].astype(np.float64)
            centre = some.mean(axis=0)
            if np.square(some).sum() > 4 * np.square(some - centre).sum():
                self._centre = centre.astype(rows.dtype)
            self.rows = self._move(rows)
            norms = _square_norms(self.rows)
            self._fit = bool(norms.max() < self._largest)
            self._norms: Doubles = norms
            self.row_lows = (norms * ((1 - self.share) / 2)).astype(rows.dtype)

    def _move(self, points: Floats) -> Floats:
        return points if self._centre is None else np.asarray(points - self._centre)

    def of_queries(self, queries: Floats) -> tuple[Floats | None, Doubles, Doubles]:
        """Return queries as factors, and half their squared norms less and plus all errors.

        None as factors where squares are too large.
        """
        with np.errstate(over="ignore"):
            moved = self._move(queries)
        norms = _square_norms(moved)
        fit = self._fit and bool(norms.max() < self._largest)
        lows, highs = norms * ((1 - self.share) / 2), norms * ((1 + self.share) / 2)
        return moved if fit else None, lows, highs

    def spread(self, rows: slice) -> float:
        """By how much the lower bounds of some rows fall short of upper ones, at most."""
        largest = float(self._norms[rows].max())
        return float(self.share) * largest


def _square_norms(points: Floats) -> Doubles:
    norms: Doubles = np.einsum("ij,ij->i", points, points).astype(np.float64)
    return norms


def _one_thread_each(workers: Workers) -> AbstractContextManager[Any]:
    """Keep matrix products from starting threads of their own beside ours."""
    if workers.n_threads == 1:
        return nullcontext()
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")  # type: ignore[no-any-return]
