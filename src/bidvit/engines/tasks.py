"""The work of a level on disk in pieces: move blocks of nodes to their leaves, coarsen a leaf.

Every task is a function of small arguments that looks for its committed output first and writes it
as a whole, so that it may be called again, anywhere, after any interruption.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, levels
from bidvit.engines.grown import born_folder
from bidvit.engines.scratch import (
    ArrayFile,
    Bundle,
    read_json,
    save_array,
    write_bundle,
    write_json,
)
from bidvit.levels import Chunks, Coarsener, Rules
from bidvit.unfinished import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bidvit.parallel import Workers
    from bidvit.selection.levels import LevelSelection

Array = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]

NODES = "nodes"  # of a leaf: those it has become
_COUNTS = "counts.json"
_PARENTS_AT_ONCE = 1 << 18


@dataclass(frozen=True)
class Level:
    """The nodes of a level, in files: leaf by leaf of the partition they come from.

    Attributes
    ----------
    folder : Path
        ``unfinished``.
    number : int
    sizes : tuple of int
        How many nodes each leaf has become; of level 0, the number of rows.
    first_born : tuple of int
        The number within the tree of the first node born in each leaf.
    least_weight, largest_weight : float
    """

    folder: Path
    number: int
    sizes: tuple[int, ...]
    first_born: tuple[int, ...]
    least_weight: float
    largest_weight: float

    def __len__(self) -> int:
        return self.offsets[-1]

    @cached_property
    def offsets(self) -> list[int]:
        """Where the nodes of each leaf begin."""
        return [0, *np.cumsum(self.sizes).tolist()]

    @cached_property
    def _points_of_rows(self) -> ArrayFile:
        return ArrayFile(self.folder / "rows.npy")

    @cached_property
    def weighted(self) -> bool:
        """Whether weights are stored; otherwise all are 1."""
        return self.number > 0 or (self.folder / "weights.npy").exists()

    @cached_property
    def _bundles(self) -> dict[int, Bundle]:
        return {}

    def _bundle(self, leaf: int) -> Bundle:
        if leaf not in self._bundles:
            self._bundles[leaf] = Bundle(leaf_folder(self, leaf, self.number) / NODES)
        return self._bundles[leaf]

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the points."""
        return self._points_of_rows.dtype

    @property
    def n_dims(self) -> int:
        """Number of coordinates."""
        return int(self._points_of_rows.shape[1])

    def _parts(self, begin: int, end: int) -> list[tuple[int, int, int, slice]]:
        """Return the leaves a range touches: which rows of theirs, and where those go."""
        first = int(np.searchsorted(self.offsets, begin, side="right")) - 1
        parts = []
        for leaf in range(first, len(self.sizes)):
            at = self.offsets[leaf]
            b, e = max(begin, at), min(end, self.offsets[leaf + 1])
            if b >= end:
                break
            if b < e:
                parts.append((leaf, b - at, e - at, slice(b - begin, e - begin)))
        return parts

    def _read(self, name: str, begin: int, end: int, out: Array) -> Array:
        for leaf, b, e, to in self._parts(begin, end):
            self._bundle(leaf).read(name, b, e, out[to])
        return out

    def points(self, begin: int, end: int) -> Array:
        """Coordinates of a range of nodes."""
        out = buffers.empty((end - begin, self.n_dims), self.dtype)
        if self.number == 0:
            return self._points_of_rows.read(begin, end, out)
        return self._read("points", begin, end, out)

    def weights(self, begin: int, end: int) -> Doubles | None:
        """Weights of a range of nodes; None where all of level 0 are 1."""
        if not self.weighted:
            return None
        out = buffers.empty(end - begin, np.float64)
        if self.number == 0:
            return ArrayFile(self.folder / "weights.npy").read(begin, end, out)
        return self._read("weights", begin, end, out)

    def numbers(self, begin: int, end: int) -> Ids:
        """Numbers within the tree of a range of nodes."""
        if self.number == 0:
            numbers = buffers.count_up(end - begin)
            numbers += np.int32(begin)
            return numbers
        out = self._read("numbers", begin, end, buffers.empty(end - begin, np.int32))
        for leaf, _, _, to in self._parts(begin, end):
            # Those born at this level were counted within their leaf: -1, -2, ...
            part = out[to]
            np.subtract(np.int32(self.first_born[leaf] - 1), part, out=part, where=part < 0)
        return out

    def inner_sizes(self, begin: int, end: int) -> Ids:
        """How many inner nodes the subtrees of a range of nodes have, 0 for leaves."""
        out = buffers.empty(end - begin, np.int32)
        if self.number == 0:
            out.fill(0)
            return out
        return self._read("inner_sizes", begin, end, out)


def leaf_folder(level: Level, leaf: int, number: int) -> Path:
    """Where a leaf leaves what it becomes at the level of that number."""
    return born_folder(level.folder, number, leaf)


@dataclass(frozen=True)
class Splits:
    """The first cuts of a level's partition: they make its leaves.

    Attributes
    ----------
    axes, values, ids : ndarray, one entry per split
        A node goes left if its coordinate and its id are not beyond these.
    children : ndarray of int32, shape (n_splits, 2)
        A later split or, inverted, a leaf.
    sizes : ndarray of int64
        Of the leaves.
    boxes : ndarray of shape (n_leaves, 2, d)
        What the fixed point of each starts from.
    """

    axes: Ids
    values: Array
    ids: Ids
    children: Ids
    sizes: Offsets
    boxes: Array

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return len(self.sizes)

    def find_parts(self, points: Array, first_id: int, workers: Workers) -> Ids:
        """Return the leaf of each node of a block whose ids count up."""
        parts = np.empty(len(points), np.int32)
        _core.find_parts(
            points,
            first_id,
            self.axes,
            self.values,
            self.ids,
            self.children,
            parts,
            workers.stop,
        )
        return parts

    def group(self, points: Array, first_id: int, workers: Workers) -> tuple[Ids, Ids]:
        """Return the places of a block leaf by leaf, ascending, and where each leaf begins."""
        parts = self.find_parts(points, first_id, workers)
        starts, order = np.empty(self.n_leaves + 1, np.int32), np.empty(len(points), np.int32)
        _core.group(parts, starts, order)
        return order, starts


def block_path(level: Level, name: str, block: int) -> Path:
    """Where a task over a block of a level's nodes leaves its output."""
    return level.folder / f"level_{level.number + 1:04}" / name / f"{block:05}"


def move_block(
    level: Level, splits: Splits, block: int, begin: int, end: int, workers: Workers
) -> None:
    """Write the nodes of a block leaf by leaf."""
    path = block_path(level, "moved", block)
    if path.exists():
        return
    points = level.points(begin, end)
    order, starts = splits.group(points, begin, workers)
    arrays = {"points": points[order], "starts": starts}
    del points
    arrays["ids"] = order + np.int32(begin)
    weights = level.weights(begin, end)
    if weights is not None:
        arrays["weights"] = weights[order]
    if level.number > 0:
        arrays["numbers"] = level.numbers(begin, end)[order]
        arrays["inner_sizes"] = level.inner_sizes(begin, end)[order]
    write_bundle(path, arrays)


@dataclass
class Part:
    """The nodes of one leaf before they are coarsened."""

    points: Array
    weights: Doubles | None
    ids: Ids
    numbers: Ids
    inner_sizes: Ids


def read_part(level: Level, splits: Splits, n_blocks: int, leaf: int) -> Part:
    """Collect the nodes of a leaf, ascending by id."""
    n = len(level)
    if splits.n_leaves == 1:
        ids = buffers.count_up(n)
        return Part(
            level.points(0, n),
            level.weights(0, n),
            ids,
            ids if level.number == 0 else level.numbers(0, n),
            level.inner_sizes(0, n),
        )
    n = int(splits.sizes[leaf])
    bundles = [Bundle(block_path(level, "moved", block)) for block in range(n_blocks)]
    ranges = [bundle.read("starts", leaf, leaf + 2).tolist() for bundle in bundles]

    def collect(name: str, out: Array) -> Array:
        at = 0
        for bundle, (b, e) in zip(bundles, ranges, strict=True):
            bundle.read(name, b, e, out[at : at + e - b])
            at += e - b
        return out

    points = collect("points", buffers.empty((n, level.n_dims), level.dtype))
    weights = collect("weights", buffers.empty(n, np.float64)) if level.weighted else None
    ids = collect("ids", buffers.empty(n, np.int32))
    if level.number == 0:
        return Part(points, weights, ids, ids, np.zeros(n, np.int32))
    numbers = collect("numbers", buffers.empty(n, np.int32))
    return Part(points, weights, ids, numbers, collect("inner_sizes", buffers.empty(n, np.int32)))


def cut_part(part: Part, box: Array, rules: Rules, workers: Workers) -> Chunks:
    """Cut a leaf into chunks and bring all it has in their order; ids are those of the level."""
    chunks = levels.partition(part.points, rules.max_chunk_size, workers, box, in_place=True)
    order = chunks.order
    if not chunks.in_order:
        part.points = part.points[order]
    if part.weights is not None:
        part.weights = levels.put_in_order(part.weights, chunks, workers)
    same = part.numbers is part.ids
    part.ids = part.ids[order]
    part.numbers = part.ids if same else part.numbers[order]
    part.inner_sizes = part.inner_sizes[order]
    return Chunks(part.ids, chunks.offsets, in_order=True)


def coarsen_leaf(
    level: Level,
    splits: Splits,
    n_blocks: int,
    rules: Rules,
    epsilon: float,
    leaf: int,
    workers: Workers,
    on_done: Callable[[float, LevelSelection | None], None] | None = None,
) -> dict[str, Any]:
    """Coarsen the nodes of one leaf; what is born there is described in `assembly`.

    ``epsilon`` is in the kernels' unit. Returns how many nodes there are, how many were born, and
    their least and largest weights.
    """
    folder = leaf_folder(level, leaf, level.number + 1)
    if folder.exists():
        counts: dict[str, Any] = read_json(folder / _COUNTS)
        if counts["epsilon"] == epsilon.hex():
            return counts
    part = read_part(level, splits, n_blocks, leaf)
    chunks = cut_part(part, splits.boxes[leaf], rules, workers)
    coarsener = Coarsener(
        part.points,
        part.weights,
        chunks,
        rules,
        workers,
        weight_range=(level.least_weight, level.largest_weight),
    )
    n_batches = len(chunks.batches(workers.n_threads))

    def tell(n_done: float, selection: LevelSelection | None) -> None:
        if on_done is not None:
            on_done(n_done / n_batches, selection)

    coarse = coarsener.coarsen(epsilon, level.number, tell)
    k = len(coarse.points)
    linked = _link(chunks.offsets, coarse.parents_in_order, k, part.numbers, part.inner_sizes)
    numbers, inner_sizes, born, family = linked
    counts = {
        "epsilon": epsilon.hex(),
        "n_nodes": k,
        "n_born": len(born),
        "least_weight": float(coarse.weights.min()),
        "largest_weight": float(coarse.weights.max()),
        "seconds": dict(coarsener.seconds),
        "selection": None if coarsener.selection is None else vars(coarsener.selection),
    }
    with make_folder(folder) as new:
        nodes = {
            "points": coarse.points,
            "weights": coarse.weights,
            "numbers": numbers,
            "inner_sizes": inner_sizes,
        }
        write_bundle(new / NODES, nodes, durable=True)
        if len(born):
            save_array(new / "points.npy", coarse.points[born])
            save_array(new / "weights.npy", coarse.weights[born])
            for name, array in family.items():
                save_array(new / f"{name}.npy", array)
        write_json(new / _COUNTS, counts)
    return counts


def _link(
    offsets: Offsets, parents: Ids, n_nodes: int, numbers: Ids, inner_sizes: Ids
) -> tuple[Ids, Ids, Ids, dict[str, Ids]]:
    """Return the nodes' numbers and sizes of subtrees, which were born, and of those the children.

    The nodes of a chunk come before those of the next, so a few chunks are looked at at a time.
    """
    new_numbers, new_sizes = np.empty(n_nodes, np.int32), np.empty(n_nodes, np.int32)
    counts = buffers.empty(n_nodes, np.int32)
    all_children, all_sizes = [], []
    begin = first = n_born = 0
    for begin, end in _ranges(offsets):
        own = parents[begin:end]
        last = int(own.max()) + 1
        own = own - np.int32(first)
        nodes = slice(first, last)
        count = np.bincount(own, minlength=last - first)
        counts[nodes] = count
        number = np.empty(last - first, np.int32)
        number[own] = numbers[begin:end]  # right where there is a single child
        own_born = np.flatnonzero(count > 1)
        number[own_born] = -1 - np.arange(n_born, n_born + len(own_born))
        new_numbers[nodes] = number
        size = np.bincount(own, weights=inner_sizes[begin:end], minlength=last - first)
        size[own_born] += 1
        new_sizes[nodes] = size
        merging = np.flatnonzero(count[own] > 1)
        # By parent, then by number.
        keys = own[merging].astype(np.int64) << 32 | numbers[begin:end][merging]
        merging = merging[np.argsort(keys)]
        all_children.append(numbers[begin:end][merging])
        all_sizes.append(inner_sizes[begin:end][merging])
        n_born += len(own_born)
        first = last
    born = np.flatnonzero(counts > 1).astype(np.int32)
    family = {
        "child_counts": counts[born],
        "children": np.concatenate(all_children),
        "child_sizes": np.concatenate(all_sizes),
    }
    return new_numbers, new_sizes, born, family


def _ranges(offsets: Offsets) -> list[tuple[int, int]]:
    """Ranges of whole chunks, of a bounded number of nodes unless one chunk has more."""
    ranges, begin = [], 0
    for at, end in zip(offsets[1:-1].tolist(), offsets[2:].tolist(), strict=True):
        if end - begin > _PARENTS_AT_ONCE:
            ranges.append((begin, at))
            begin = at
    return [*ranges, (begin, int(offsets[-1]))]


def closest_of_leaf(
    level: Level, splits: Splits, n_blocks: int, rules: Rules, leaf: int, workers: Workers
) -> float:
    """Return the least proximity of two nodes that share a chunk of a leaf."""
    part = read_part(level, splits, n_blocks, leaf)
    chunks = cut_part(part, splits.boxes[leaf], rules, workers)
    return levels.find_closest(part.points, part.weights, chunks, rules, workers)[0]
