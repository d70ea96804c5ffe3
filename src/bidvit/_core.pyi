"""Compiled kernels of bidvit. Private: use the functions of the package."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class Stopped(RuntimeError):
    pass

class Stop:
    """Set from one thread to end kernels that run in others."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def is_set(self) -> bool: ...

class HotAxes:
    """The axes whose columns a partition has at hand; none at first."""

    def __init__(self) -> None: ...

    @staticmethod
    def all(n_dims: int) -> HotAxes:
        """All axes, of few: the caller fills the columns."""

ALL_HOT_UP_TO: int = 16

class Counts:
    """What one coarsening made, and its seconds per step."""

    @property
    def n_nodes(self) -> int: ...

    @property
    def n_born(self) -> int: ...

    @property
    def gather(self) -> float: ...

    @property
    def distances(self) -> float: ...

    @property
    def selection(self) -> float: ...

    @property
    def collapse(self) -> float: ...

    @property
    def edges(self) -> int: ...

    @property
    def n_reduced(self) -> int: ...

    @property
    def n_proved(self) -> int: ...

@overload
def hash(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def hash(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """Hashes of a range of rows; equal rows have equal ones."""

@overload
def find_distinct(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], shard: int, n_shards: int, first_equal: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def find_distinct(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], shard: int, n_shards: int, first_equal: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Find the first row equal to each row of a shard; returns how many of these are distinct.
    """

@overload
def choose_hot_axes(box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], n_points: int) -> HotAxes: ...

@overload
def choose_hot_axes(box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], n_points: int) -> HotAxes:
    """
    The axes that the first cut starts from; none where their moments are not enough to tell.
    """

@overload
def to_columns(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, hot: HotAxes, workspace: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

@overload
def to_columns(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, hot: HotAxes, workspace: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Write the hot axes of a range of rows as the columns that a partition works on.
    """

@overload
def to_rows(workspace: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

@overload
def to_rows(workspace: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Rows from the columns a partition has left, chunk by chunk."""

@overload
def partition(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], begin: int, end: int, max_chunk_size: int, max_depth: int, box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], hot: HotAxes, moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)] | None, workspace: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> tuple[list[int], Annotated[NDArray[numpy.float32], dict(shape=(None, 2, None))], list[HotAxes]]: ...

@overload
def partition(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], begin: int, end: int, max_chunk_size: int, max_depth: int, box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], hot: HotAxes, moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)] | None, workspace: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> tuple[list[int], Annotated[NDArray[numpy.float64], dict(shape=(None, 2, None))], list[HotAxes]]:
    """
    Median cut in place; returns the end of each run, and what cutting it further starts from.
    """

@overload
def measure_moments(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def measure_moments(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None:
    """
    Exact first and second moments of some rows, for a partition to add up.
    """

@overload
def choose_axis(n_points: int, box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> tuple[int, bool]: ...

@overload
def choose_axis(n_points: int, box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], moments: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> tuple[int, bool]:
    """
    The axis a median cut takes, and whether the box resolves the points well enough to trust that.
    """

@overload
def find_parts(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_id: int, axes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], parts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_parts(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_id: int, axes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], parts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """The part every row belongs to after some cuts."""

@overload
def bounding_box(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

@overload
def bounding_box(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Least and largest coordinates of some rows, as two rows; not a number on an axis where one is not finite.
    """

@overload
def coarsen(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, representation: str, on_sphere: bool, seed: int, level: int, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_leaves: int, kept_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, kept_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, given_picks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, search: tuple[int, bool] | None, set_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, node_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Counts: ...

@overload
def coarsen(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, representation: str, on_sphere: bool, seed: int, level: int, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_leaves: int, kept_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')] | None, kept_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, given_picks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, search: tuple[int, bool] | None, set_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, node_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Counts:
    """Coarsen a range of chunks: graph, selection, collapse."""

@overload
def build_graphs(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

@overload
def build_graphs(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
    """
    The graphs of a range of chunks: fills the starts, returns the neighbours.
    """

@overload
def find_closest(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, weight_unit: float, metric: str, linkage: str, nearest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, stop: Stop) -> float: ...

@overload
def find_closest(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], in_order: bool, chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, weight_unit: float, metric: str, linkage: str, nearest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, stop: Stop) -> float:
    """
    Least proximity of two nodes of one chunk; on request that of every node, by position.
    """

@overload
def find_radii(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, node_begin: int, node_end: int, listed: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, bound_only: bool, radii: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def find_radii(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, node_begin: int, node_end: int, listed: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, bound_only: bool, radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Radii of the inner nodes of a range whose subtrees are in it, or of those listed; returns how many leaf distances were measured.
    """

@overload
def find_nearest(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, radii: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, most_measured: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def find_nearest(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, most_measured: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> int:
    """
    Nearest rows to every query by branch and bound; gives up when more distances than allowed have been measured, and returns how many have.
    """

@overload
def fill_blocks(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def fill_blocks(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], stop: Stop) -> None:
    """Copy rows into blocks and put boxes around them."""

@overload
def search_blocks(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: str, columns: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def search_blocks(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: str, columns: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> int:
    """
    Nearest rows to every query by boxes; returns how many blocks were looked at.
    """

@overload
def search_products(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_lows: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_begin: int, row_end: int, spread: float, queries: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_lows: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], query_highs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], query_begin: int, least_step: float, products: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def search_products(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_lows: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], row_begin: int, row_end: int, spread: float, queries: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_lows: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], query_highs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], query_begin: int, least_step: float, products: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None:
    """
    Nearest among the rows so far, filtered by their products with the queries.
    """

@overload
def reorder(place: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, placed_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], placed_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None) -> None: ...

@overload
def reorder(place: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, placed_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], placed_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None) -> None:
    """Bring inner nodes to their places in tree order."""

@overload
def measure_gains(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, leaf_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> tuple[float, float]: ...

@overload
def measure_gains(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, leaf_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> tuple[float, float]:
    """
    Inertia that merging the children of each inner node adds; returns that of merging the roots, and the weight of all.
    """

@overload
def find_means(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, leaf_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, on_sphere: bool, means: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_means(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, leaf_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, on_sphere: bool, means: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None:
    """Weighted means of a range of clusters."""

@overload
def find_reach(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, metric: str, centres: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_reach(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, metric: str, centres: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    From the centres of a range of clusters: distance to the farthest leaf of each, and its nearest leaf.
    """

@overload
def reassign(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], place_begin: int, place_end: int, centres: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], filter_centres: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], axes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def reassign(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], place_begin: int, place_end: int, centres: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], filter_centres: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], axes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], block_rows: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Nearest centre of every leaf at some places, given its cluster; returns how many coordinates of pairs it took.
    """

@overload
def bound_chunks(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def bound_chunks(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], stop: Stop) -> None:
    """
    Boxes around the points of a range of chunks, into the leaves of a heap of boxes.
    """

@overload
def join_boxes(boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], n_chunks: int) -> None: ...

@overload
def join_boxes(boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], n_chunks: int) -> None:
    """Fill in the inner nodes of a heap of boxes, and its empty leaves."""

@overload
def colour_chunks(boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], epsilon: float, metric: str, colours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def colour_chunks(boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], epsilon: float, metric: str, colours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Colour the chunks so that those of one colour are epsilon apart; returns how many colours.
    """

@overload
def find_near_picks(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], colours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pick_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], run_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], run_chunks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], run_begin: int, run_end: int, epsilon: float, metric: str, relation: int, any: bool, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_near_picks(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], colours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pick_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], run_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], run_chunks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], run_begin: int, run_end: int, epsilon: float, metric: str, relation: int, any: bool, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    Nearest picks closer than epsilon among those of the chunks around, by colour.
    """

@overload
def measure(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, target_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def measure(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, target_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    Distances (squared where Euclidean) of points from what they are assigned to.
    """

@overload
def find_nearest_point(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], metric: str, queries: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_nearest_point(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], metric: str, queries: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """Nearest point of a chunked set to every query."""

def select_greedily(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, picked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """The greedy independent set of a graph."""

def select_cover(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, picked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Complete picks to a dominating set of small cost without redundant ones; returns how many had to be added.
    """

def cover_edges(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """Cliques that have all edges: where each starts, and their vertices."""

def drop_conflicts(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """Takes vertices out of a set until no two are joined; returns how many."""

def reduce(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: int = 63, stop: Stop | None = None) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], float, list[int]]:
    """
    Exact reductions: starts, neighbours, weights and vertices of the kernel, the record for lift_set, the offset, and the number of vertices that each rule removed.
    """

def lift_set(record: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], picked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    From a set of the kernel, by vertices of the graph, to the set of the graph.
    """

def split(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], vertices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], begins: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], neighbours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], part_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """Cut a graph into its connected components, graphs one after the other."""

def search_locally(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, iterations_per_vertex: int, reductions: bool, picked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], stop: Stop | None = None) -> tuple[int, int]:
    """
    Reductions and local search; returns how many vertices the reductions settled, and how many were in components that were searched and not solved exactly.
    """

def descend(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], linear: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], state: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Flip one variable after the other, in place, until none lowers the energy.
    """

def temper(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], linear: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], betas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_sweeps: int, seed: int, state: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], exchanges: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """The state of least energy that parallel tempering comes by."""

def relink(start: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], linear: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_elite: int, n_searches: int, patience: int, tenure: int, seed: int, state: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """The best state that path relinking comes by."""

@overload
def find_centroids(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], list: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, centroids: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_centroids(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], list: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, centroids: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None:
    """Weighted means of a range of clusters, in float64."""

@overload
def measure_spreads(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], list: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, metric: str, as_angles: bool, centres: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], cluster_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], squares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], farthest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def measure_spreads(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], list: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, cluster_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cluster_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, metric: str, as_angles: bool, centres: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], cluster_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], squares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], farthest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    Of a range of clusters, whose centres are given: sums of weights, of weighted distances from the centre and of their squares, and the largest distance.
    """

def find_worst_ratios(centroids: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], spreads: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], largest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], least_distance: float, chunk_begin: int, chunk_end: int, ratios: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Largest ratio of two spreads to the distance between their centroids, for each cluster of a range of chunks; returns how many distances were measured.
    """

def count_classes(classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_classes: int, row_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], squares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], logs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], pairs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    Of every node of a tree, and one above all roots: sums over the classes of its rows.
    """

def coarsen_matrix(distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], epsilon: float, seed: int, level: int, given_picks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], local_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Coarsen one chunk whose distances are given; returns its number of nodes.
    """

def number(row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, node_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], first_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Number distinct rows by first appearance, from the first row equal to each.
    """

def link(order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, child_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, node_begin: int, node_end: int, next_id: int, first_born: int, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], leaf_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], inner_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Number the nodes of a batch within the tree, and tell their children."""

def compact(begins: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], array: Annotated[NDArray, dict(order='C', device='cpu')]) -> None:
    """Close the gaps between the nodes of batches in an array of them."""

def place(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], place: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Places of the inner nodes in tree order, and where the subtree at each place ends.
    """

def find_parents(subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Parents of the inner nodes in tree order, -1 for a root."""

def find_level(births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_leaves: int, level: int, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Nodes of a level in tree order, into an array with room for them; returns how many.
    """

def prune(gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], add_up: bool, times: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """
    Weakest-link pruning: after how many merges, and at what cost, each inner node is one.
    """

def find_children(leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_leaves: int, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], children: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None) -> None:
    """
    Children of some nodes: without room for them, where those of each begin.
    """

def find_paths(leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_leaves: int, leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], path: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None) -> None:
    """
    Nodes from some leaves up: without room for them, where those of each begin.
    """

def summarise_levels(births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, inner_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_levels: int, figures: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Largest radius, sum of radii, least and largest weight of every level."""

def bound_subtrees(leaf_x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], inner: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Boxes that hold the disc of each inner node (x, y, reach along x and y) and all below.
    """

def find_in_view(leaf_x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], inner: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], boxes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], viewport: Sequence[float], period: float, is_disc: bool, level: int, first: int, last: int, with_root_leaves: bool, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Nodes of a level whose discs meet a viewport; returns how many, or more than there is room for.
    """

def check_structure(leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, seen: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], n_nodes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> str:
    """
    What is wrong with the arrays of a tree, or nothing; counts the nodes of every level.
    """

def expand_merges(order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_leaves: int, heights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], merges: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], leaf_begins: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Inner nodes as merges of two, the last ones as many as there is room for.
    """

def write_newick(births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_leaves: int, lowest: int, highest: int, single_root: bool, heights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], names: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, name_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """A tree as text in brackets; returns how many bytes it takes."""

def group(keys: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Indices by key, stable; start receives the first place of each key."""

def match_palette(colours: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], begin: int, end: int, palette: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """Nearest colour of a palette to each of a range of colours."""

def dither(colours: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], pixels: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], palette: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], stop: Stop) -> None:
    """
    Nearest colour of a palette to each pixel, with errors spread as by Floyd and Steinberg.
    """

def partition_workspace(n_points: int, n_dims: int) -> int:
    """How many numbers of scratch a call of partition needs."""

def count_box_nodes(n_blocks: int) -> int:
    """How many nodes of boxes there are above some blocks."""

def block_stride(most_in_block: int) -> int:
    """How much room a block of leaves takes."""

def instruction_sets() -> list[str]:
    """The instruction sets this processor supports, the widest last."""

def instruction_set() -> str:
    """The instruction set in use."""

def use_instruction_set(name: str) -> None:
    """Use another instruction set; results are the same, times are not."""
