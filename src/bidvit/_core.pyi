"""Compiled kernels of bidvit. Private: use the functions of the package."""

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
    """Seconds per step and number of edges of one coarsening."""

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

@overload
def find_distinct(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, leaf_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], first_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int: ...

@overload
def find_distinct(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, leaf_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], first_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> int:
    """
    Merge equal rows; returns the number of distinct rows of positive weight.
    """

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
def bounding_box(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

@overload
def bounding_box(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Least and largest coordinates, as two rows."""

@overload
def coarsen(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, representation: str, on_sphere: bool, seed: int, level: int, node_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], n_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Counts: ...

@overload
def coarsen(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, epsilon: float, weight_unit: float, metric: str, linkage: str, representation: str, on_sphere: bool, seed: int, level: int, node_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], n_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> Counts:
    """Coarsen a range of chunks: graph, greedy selection, collapse."""

@overload
def compact(order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], node_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int: ...

@overload
def compact(order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], node_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], only_child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Number the nodes of a level across its chunks; returns how many there are.
    """

@overload
def link(child_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], child_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], child_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, next_id: int, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], leaf_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], inner_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], tree_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], tree_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None) -> int: ...

@overload
def link(child_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], child_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], child_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, next_id: int, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], leaf_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], inner_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], tree_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], tree_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None) -> int:
    """
    Number a level's nodes within the tree, in place of their only children; returns how many are new.
    """

@overload
def find_closest(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, weight_unit: float, metric: str, linkage: str, nearest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, stop: Stop) -> float: ...

@overload
def find_closest(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chunk_begin: int, chunk_end: int, weight_unit: float, metric: str, linkage: str, nearest: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, stop: Stop) -> float:
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
def find_nearest(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, radii: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None: ...

@overload
def find_nearest(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], leaf_begin: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], subtree_end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: str, radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], queries: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], query_begin: int, query_end: int, nearest: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], distances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], stop: Stop) -> None:
    """Nearest leaf of every query by branch and bound."""

@overload
def reorder(place: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, born_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, placed_points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], placed_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, placed_births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

@overload
def reorder(place: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, born_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, placed_points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], placed_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, placed_births: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Bring inner nodes to their places in tree order."""

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

def coarsen_matrix(distances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, selection_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], epsilon: float, seed: int, level: int, node_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], node_picks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], local_parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Coarsen one chunk whose distances are given; returns its number of nodes.
    """

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

def group(keys: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], order: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Indices by key, stable; start receives the first place of each key."""

def partition_workspace(n_points: int, n_dims: int) -> int:
    """How many numbers of scratch a call of partition needs."""

def instruction_sets() -> list[str]:
    """The instruction sets this processor supports, the widest last."""

def instruction_set() -> str:
    """The instruction set in use."""

def use_instruction_set(name: str) -> None:
    """Use another instruction set; results are the same, times are not."""
