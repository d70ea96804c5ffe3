"""The first cuts of a level that does not fit into memory: the same that memory would make.

Every cut needs two passes over the nodes, for all parts of one depth together: one adds up integer
moments, which tell the axis; one counts the nodes below a bracket around the median and keeps those
within it, among which the median then is. A sample of the nodes says where the bracket is to be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidvit import _core, levels
from bidvit.engines.running import Work
from bidvit.engines.scratch import Bundle, Mixer, write_bundle
from bidvit.engines.tasks import Splits, block_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.engines.running import Runner
    from bidvit.engines.tasks import Level
    from bidvit.parallel import Workers

Array = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]

# How far on either side of the rank that the sample expects the bracket reaches, in standard
# deviations of that rank.
_MARGIN = 4.0


class Place(NamedTuple):
    """A place in the order of the nodes along an axis: a coordinate, and an id among equals."""

    value: float
    id: int


@dataclass
class _Part:
    """A part of the nodes while the cuts are found."""

    size: int
    box: Array
    sample: npt.NDArray[np.intp]
    axis: int = -1
    split: Place | None = None
    children: list[_Part] = field(default_factory=list)


@dataclass
class Cutter:
    """Finds the first cuts of a level.

    Attributes
    ----------
    level : Level
    box : ndarray of shape (2, d)
    blocks : sequence of (int, int)
        Ranges of nodes to read at a time.
    most : int
        A part of no more nodes than this is not cut further.
    sample_size : int
        About how many nodes the sample has.
    seed : int
    runner : Runner
    tell : callable
        Called after each block.
    """

    level: Level
    box: Array
    blocks: Sequence[tuple[int, int]]
    most: int
    sample_size: int
    seed: int
    runner: Runner
    tell: Callable[[], None] = lambda: None

    def cut(self, *, exact: bool) -> Splits:
        """Find the cuts, by the sample alone or exactly."""
        n = len(self.level)
        everything = _Part(n, self.box, np.empty(0, np.intp))
        if n <= self.most:
            return _describe(everything, [everything], self.level.dtype)
        self._points, self._ids = self._draw_sample()
        everything.sample = np.arange(len(self._ids))
        frontier = [everything]
        step = self._cut_exactly if exact else self._cut_sample
        depth = 0
        while any(self._is_cut(part, exact) for part in frontier):
            step(everything, frontier, depth)
            frontier = [child for part in frontier for child in part.children or [part]]
            depth += 1
        splits = _describe(everything, frontier, self.level.dtype)
        return splits if exact else self._count(splits)

    def _is_cut(self, part: _Part, exact: bool) -> bool:
        return part.size > self.most and (exact or len(part.sample) > 1)

    def _over_blocks(self, name: str, measure: Callable[..., dict[str, Array]]) -> list[Bundle]:
        first = block_path(self.level, f"cuts/{name}", 0)
        first.parent.mkdir(parents=True, exist_ok=True)
        number = self.level.number + 1
        work = Work(
            f"cut-level{number}-{name}",
            partial(measure_block, self.level, name, measure),
            [(i, *block) for i, block in enumerate(self.blocks)],
            lambda _, begin, end: (
                f"looking for cuts of level {number} ({name}) in nodes {begin:,} to {end - 1:,}"
            ),
        )
        self.runner.run(work, lambda _: self.tell())
        return [Bundle(first.with_name(f"{block:05}")) for block in range(len(self.blocks))]

    def _draw_sample(self) -> tuple[Array, Ids]:
        n = len(self.level)
        limit = np.uint64(min(self.sample_size / n, 1.0) * (2**64 - 2**11))
        draw = partial(draw_sample, self.level, self.seed, limit)
        bundles = self._over_blocks("sample", draw)
        return (
            np.concatenate([bundle.read("points") for bundle in bundles]),
            np.concatenate([bundle.read("ids") for bundle in bundles]),
        )

    # The cuts of one depth, exactly.

    def _cut_exactly(self, root: _Part, frontier: list[_Part], depth: int) -> None:
        splits = _describe(root, frontier, self.level.dtype)
        listed = [p for p, part in enumerate(frontier) if self._is_cut(part, exact=True)]
        self._choose_axes(splits, listed, frontier, f"{depth:02}")
        todo, width, attempt = listed, _MARGIN, 0
        while todo:
            parts = [frontier[p] for p in todo]
            brackets = [self._bracket(part, width) for part in parts]
            axes = [part.axis for part in parts]
            look = partial(look_within, self.level, splits, todo, axes, brackets)
            bundles = self._over_blocks(f"{depth:02}-median-{attempt}", look)
            missed = []
            below = np.sum([bundle.read("below") for bundle in bundles], axis=0).tolist()
            ends = np.stack([bundle.read("ends") for bundle in bundles], axis=1)
            for at, p in enumerate(todo):
                rank = frontier[p].size - frontier[p].size // 2 - 1 - below[at]
                frontier[p].split = self._select(bundles, ends[at], ends[at + 1], rank)
                if frontier[p].split is None:
                    missed.append(p)
            # The sample was no good there: look farther around.
            todo, width, attempt = missed, 8 * width, attempt + 1
        for p in listed:
            self._divide(frontier[p])

    def _choose_axes(
        self, splits: Splits, listed: list[int], frontier: list[_Part], name: str
    ) -> None:
        doubtful = self._axes_in_boxes(splits, listed, frontier, f"{name}-moments")
        if not doubtful:
            return
        # Outliers have stretched the box: measure these nodes against their own.
        measure = partial(measure_boxes, self.level, splits, doubtful)
        boxes = [b.read("boxes") for b in self._over_blocks(f"{name}-boxes", measure)]
        for at, p in enumerate(doubtful):
            box = np.empty_like(self.box)
            box[0] = np.min([found[at, 0] for found in boxes], axis=0)
            box[1] = np.max([found[at, 1] for found in boxes], axis=0)
            frontier[p].box = box
        self._axes_in_boxes(splits, doubtful, frontier, f"{name}-moments-again")

    def _axes_in_boxes(
        self, splits: Splits, listed: list[int], frontier: list[_Part], name: str
    ) -> list[int]:
        """Choose the axes of some parts; returns those whose box is too coarse for that."""
        boxes = np.stack([frontier[p].box for p in listed])
        measure = partial(measure_moments, self.level, splits, listed, boxes)
        bundles = self._over_blocks(name, measure)
        doubtful = []
        moments = np.stack([bundle.read("moments") for bundle in bundles], axis=1)
        for at, p in enumerate(listed):
            part = frontier[p]
            part.axis, trusted = _core.choose_axis(part.size, part.box, moments[at])
            if not trusted:
                doubtful.append(p)
        return doubtful

    def _bracket(self, part: _Part, width: float) -> tuple[Place, Place]:
        """Return between which two places the median is, in all likelihood."""
        lowest, highest = Place(-math.inf, -1), Place(math.inf, 0)
        m = len(part.sample)
        x, ids = self._points[part.sample, part.axis], self._ids[part.sample]
        order = np.lexsort((ids, x))
        # Of a sample of m, the rank varies by half a root of m.
        rank = m * (part.size - part.size // 2) / part.size
        reach = width * (math.sqrt(m) / 2 + 1)
        low, high = math.floor(rank - reach), math.ceil(rank + reach)

        def place(rank: int) -> Place:
            return Place(x[order[rank]].item(), int(ids[order[rank]]))

        return place(low) if low >= 0 else lowest, place(high) if high < m else highest

    @staticmethod
    def _select(bundles: list[Bundle], begins: Offsets, ends: Offsets, rank: int) -> Place | None:
        """Return the place of a rank among the nodes within a bracket, if it is one of them."""
        if not 0 <= rank < (ends - begins).sum():
            return None
        spans = list(zip(bundles, begins.tolist(), ends.tolist(), strict=True))
        values = np.concatenate([bundle.read("values", b, e) for bundle, b, e in spans])
        ids = np.concatenate([bundle.read("ids", b, e) for bundle, b, e in spans])
        value = np.partition(values, rank)[rank]
        among_equals = rank - np.count_nonzero(values < value)
        # Ids ascend from block to block.
        return Place(value.item(), int(ids[values == value][among_equals]))

    def _divide(self, part: _Part) -> None:
        assert part.split is not None
        x, ids = self._points[part.sample, part.axis], self._ids[part.sample]
        left = _up_to(x, ids, part.split)
        n_left = part.size - part.size // 2
        part.children = [
            _Part(n_left, part.box, part.sample[left]),
            _Part(part.size - n_left, part.box, part.sample[~left]),
        ]

    # By the sample alone.

    def _cut_sample(self, _: _Part, frontier: list[_Part], __: int) -> None:
        for part in frontier:
            if not self._is_cut(part, exact=False):
                continue
            points, m = self._points[part.sample], len(part.sample)
            moments = np.empty((1, 3, points.shape[1]), np.uint64)
            for box in (part.box, levels.bounding_box(points)):
                _core.measure_moments(points, 0, m, box, moments[0], self.runner.workers.stop)
                part.axis, trusted = _core.choose_axis(m, box, moments)
                if trusted:
                    break
            order = np.lexsort((self._ids[part.sample], points[:, part.axis]))
            last = order[m - m // 2 - 1]
            part.split = Place(points[last, part.axis].item(), int(self._ids[part.sample[last]]))
            self._divide(part)

    def _count(self, splits: Splits) -> Splits:
        """Return the same splits with the true sizes of the leaves."""
        measure = partial(measure_sizes, self.level, splits)
        sizes = sum(bundle.read("sizes") for bundle in self._over_blocks("sizes", measure))
        return Splits(
            splits.axes,
            splits.values,
            splits.ids,
            splits.children,
            np.asarray(sizes, np.int64),
            splits.boxes,
        )


# Passes over the nodes: tasks.


def measure_block(
    level: Level,
    name: str,
    measure: Callable[..., dict[str, Array]],
    block: int,
    begin: int,
    end: int,
    workers: Workers,
) -> None:
    """Write what is measured on a block of nodes."""
    path = block_path(level, f"cuts/{name}", block)
    if not path.exists():
        write_bundle(path, measure(begin, end, workers))


def draw_sample(
    level: Level, seed: int, limit: np.uint64, begin: int, end: int, _: Workers
) -> dict[str, Array]:
    """Draw nodes, each or not whatever the block."""
    mixer = Mixer(seed + level.number)
    drawn = np.flatnonzero(mixer.of(np.arange(begin, end)) <= limit)
    return {
        "points": level.points(begin, end)[drawn],
        "ids": (drawn + begin).astype(np.int32),
    }


def measure_sizes(
    level: Level, splits: Splits, begin: int, end: int, workers: Workers
) -> dict[str, Array]:
    """Count the nodes of all parts."""
    parts = splits.find_parts(level.points(begin, end), begin, workers)
    return {"sizes": np.bincount(parts, minlength=splits.n_leaves)}


def measure_moments(
    level: Level,
    splits: Splits,
    listed: list[int],
    boxes: Array,
    begin: int,
    end: int,
    workers: Workers,
) -> dict[str, Array]:
    """Add up the moments of the nodes of some parts, each within its box."""
    points, starts = _group(level, splits, begin, end, workers)
    moments = np.zeros((len(listed), 3, points.shape[1]), np.uint64)
    for at, part in enumerate(listed):
        b, e = starts[part : part + 2].tolist()
        if b < e:
            _core.measure_moments(points, b, e, boxes[at], moments[at], workers.stop)
    return {"moments": moments}


def measure_boxes(
    level: Level, splits: Splits, listed: list[int], begin: int, end: int, workers: Workers
) -> dict[str, Array]:
    """Return the boxes of the nodes of some parts."""
    points, starts = _group(level, splits, begin, end, workers)
    boxes = np.empty((len(listed), 2, points.shape[1]), points.dtype)
    boxes[:, 0], boxes[:, 1] = np.inf, -np.inf
    for at, part in enumerate(listed):
        b, e = starts[part : part + 2].tolist()
        if b < e:
            boxes[at] = levels.bounding_box(points[b:e])
    return {"boxes": boxes}


def _group(
    level: Level, splits: Splits, begin: int, end: int, workers: Workers
) -> tuple[Array, Ids]:
    points = level.points(begin, end)
    if splits.n_leaves == 1:
        return points, np.array([0, len(points)], np.int32)
    order, starts = splits.group(points, begin, workers)
    return points[order], starts


def look_within(
    level: Level,
    splits: Splits,
    listed: list[int],
    axes: list[int],
    brackets: list[tuple[Place, Place]],
    begin: int,
    end: int,
    workers: Workers,
) -> dict[str, Array]:
    """Count the nodes of some parts up to where a bracket begins; keep those within it."""
    points = level.points(begin, end)
    order, starts = splits.group(points, begin, workers)
    below = np.zeros(len(listed), np.int64)
    values, ids, ends = [], [], [0]
    for at, part in enumerate(listed):
        places = order[starts[part] : starts[part + 1]]
        x = points[places, axes[at]]
        own_ids = places + np.int32(begin)
        after = ~_up_to(x, own_ids, brackets[at][0])
        below[at] = len(x) - np.count_nonzero(after)
        within = after & _up_to(x, own_ids, brackets[at][1])
        values.append(x[within])
        ids.append(own_ids[within])
        ends.append(ends[-1] + len(values[-1]))
    return {
        "below": below,
        "ends": np.array(ends, np.int64),
        "values": np.concatenate(values),
        "ids": np.concatenate(ids),
    }


def _up_to(x: Array, ids: Ids, place: Place) -> npt.NDArray[np.bool_]:
    """Whether nodes are at a place along an axis or before it."""
    value = x.dtype.type(place.value)
    return np.asarray((x < value) | ((x == value) & (ids <= place.id)))


def _describe(root: _Part, leaves: list[_Part], dtype: np.dtype[Any]) -> Splits:
    """Return the cuts made so far, each before those below it."""
    leaf_of = {id(part): ~leaf for leaf, part in enumerate(leaves)}
    cut: list[_Part] = []
    level = [root]
    while level:
        cut += (made := [part for part in level if id(part) not in leaf_of])
        level = [child for part in made for child in part.children]
    number_of = leaf_of | {id(part): number for number, part in enumerate(cut)}
    places = [part.split for part in cut if part.split is not None]
    return Splits(
        np.array([part.axis for part in cut], np.int32),
        np.array([place.value for place in places], dtype),
        np.array([place.id for place in places], np.int32),
        np.array([[number_of[id(c)] for c in part.children] for part in cut], np.int32).reshape(
            -1, 2
        ),
        np.array([part.size for part in leaves], np.int64),
        np.stack([part.box for part in leaves]),
    )
