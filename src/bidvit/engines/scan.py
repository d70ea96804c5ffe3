"""Rows of any size, block by block: checked, equal ones merged, and written as level 0.

Whatever is found does not depend on where blocks begin and end.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs, levels, spaces
from bidvit.engines.scratch import (
    ArrayFile,
    Bundle,
    as_bytes,
    make_array_file,
    write_bundle,
)
from bidvit.inputs import WeightSummary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bidvit.engines.rows import Input
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Array = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Blocks = list[tuple[int, int]]

_BITS = 64  # of a hash, and in a word of `_Ranks`


@dataclass(frozen=True)
class Scanner:
    """Looks at all rows once, then finds which are equal.

    Attributes
    ----------
    data : Input
    metric : str
    folder : Path
        ``unfinished``.
    blocks : list of (int, int)
        Ranges of rows to read at a time.
    n_buckets : int
        A power of two; the rows of one bucket are in memory at once.
    workers : Workers
    tell : callable
        Called after each block.
    """

    data: Input
    metric: str
    folder: Path
    blocks: Blocks
    n_buckets: int
    workers: Workers
    tell: Callable[[], None] = lambda: None

    def _path(self, name: str, number: int) -> Path:
        return self.folder / "scan" / f"{name}_{number:05}"

    def _run(self, task: Callable[..., None], batches: Sequence[tuple[Any, ...]]) -> None:
        self.workers.run(task, batches, lambda _: self.tell())

    # One look at every row.

    def scan(self) -> Scan:
        """Check all rows and hash them; raises for what cannot be clustered."""
        (self.folder / "scan").mkdir(exist_ok=True)
        self._run(self._scan_block, [(i, *block) for i, block in enumerate(self.blocks)])
        found = [Bundle(self._path("hashes", i)).about for i in range(len(self.blocks))]
        n_missing = sum(about["n_missing"] for about in found)
        if n_missing:
            row, column = next(about["missing"] for about in found if about["n_missing"])
            inputs.refuse_missing(n_missing, row, column)
        n_misfits = sum(about["n_misfits"] for about in found)
        misfit = next((about["misfit"] for about in found if about["n_misfits"]), (0, 0.0))
        spaces.refuse_misfits(self.metric, self.data.n_features, n_misfits, *misfit)
        weights = None
        if self.data.weights is not None:
            parts = [WeightSummary(**about["weights"]) for about in found]
            weights = parts[0]
            for part in parts[1:]:
                weights += part
            weights.check()
        return Scan(
            max(about["largest"] for about in found),
            weights,
            hash_together([about["sha256"] for about in found]),
        )

    def _scan_block(self, block: int, begin: int, end: int) -> None:
        path = self._path("hashes", block)
        if path.exists():
            return
        points, weights = self.data.read(begin, end), self.data.read_weights(begin, end)
        about: dict[str, Any] = {
            "sha256": _hash(points, weights),
            "n_missing": 0,
            "n_misfits": 0,
            "weights": None,
        }
        finite = np.isfinite(points)
        if not finite.all():
            row, column = np.argwhere(~finite)[0].tolist()
            about["n_missing"] = int(np.count_nonzero(~finite))
            about["missing"] = [row + begin, column]
        del finite
        about["largest"] = max(abs(float(points.min())), abs(float(points.max())))
        misfits = spaces.find_misfits(self.metric, points)
        if len(misfits):
            about["n_misfits"] = len(misfits)
            about["misfit"] = [int(misfits[0]) + begin, float(points[misfits[0], 0])]
        if weights is not None:
            about["weights"] = asdict(WeightSummary.of(weights, begin))
        hashes = np.empty(len(points), np.uint64)
        _core.hash(points, 0, len(points), hashes, self.workers.stop)
        rows = np.arange(len(points), dtype=np.int32)
        if weights is not None:
            rows = rows[weights > 0]
            hashes = hashes[rows]
        order, starts = self._by_bucket(hashes)
        arrays: dict[str, Array] = {"hashes": hashes[order], "rows": rows[order], "starts": starts}
        write_bundle(path, arrays, about)

    def _by_bucket(self, hashes: Hashes) -> tuple[Ids, Ids]:
        buckets = np.zeros(len(hashes), np.int32)
        if self.n_buckets > 1:
            bits = self.n_buckets.bit_length() - 1
            buckets = (hashes >> np.uint64(_BITS - bits)).astype(np.int32)
        starts, order = np.empty(self.n_buckets + 1, np.int32), np.empty(len(hashes), np.int32)
        _core.group(buckets, starts, order)
        return order, starts

    def fingerprint(self) -> str:
        """Return the fingerprint of the rows without anything else."""

        def read(begin: int, end: int) -> str:
            return _hash(self.data.read(begin, end), self.data.read_weights(begin, end))

        return hash_together(self.workers.run(read, self.blocks, lambda _: self.tell()))

    # Equal rows.

    def merge(self, summary: WeightSummary | None) -> int:
        """Find equal rows and number the distinct ones; returns how many there are.

        Where every row is one of them, no files are made.
        """
        self._run(self._find_repeated, [(bucket,) for bucket in range(self.n_buckets)])
        repeated = [
            Bundle(self._path("repeated", bucket)).about for bucket in range(self.n_buckets)
        ]
        n_rows = len(self.data)
        n_zero = 0 if summary is None else summary.n_zero
        if not any(repeated) and n_zero == 0:
            return n_rows
        numbered = [(i, *block) for i, block in enumerate(self.blocks)]
        self._run(self._merge_block, numbered)
        self._run(self._merge_bucket, [(bucket,) for bucket in range(self.n_buckets)])
        n_merging: int = sum(Bundle(self._path("merged", i)).about for i, *_ in numbered)
        n_distinct = n_rows - n_zero - n_merging
        for bucket in range(self.n_buckets):
            n_distinct += int(Bundle(self._path("firsts", bucket)).about)
        if n_distinct < n_rows:
            self._number(n_distinct)
            self._add_weights(n_distinct)
        return n_distinct

    def _spans(self, name: str, bucket: int) -> list[tuple[Bundle, int, int]]:
        """Where the blocks' files have what belongs to a bucket."""
        spans = []
        for block in range(len(self.blocks)):
            bundle = Bundle(self._path(name, block))
            spans.append((bundle, *bundle.read("starts", bucket, bucket + 2).tolist()))
        return spans

    def _find_repeated(self, bucket: int) -> None:
        """Write the hashes that occur more than once."""
        path = self._path("repeated", bucket)
        if path.exists():
            return
        spans = self._spans("hashes", bucket)
        hashes = np.empty(sum(e - b for _, b, e in spans), np.uint64)
        at = 0
        for bundle, b, e in spans:
            bundle.read("hashes", b, e, hashes[at : at + e - b])
            at += e - b
        hashes.sort()
        repeated = np.unique(hashes[1:][hashes[1:] == hashes[:-1]])
        write_bundle(path, {"hashes": repeated}, len(repeated))

    def _merge_block(self, block: int, begin: int, end: int) -> None:
        """Merge equal rows within a block; keep of each the first, by bucket.

        Masses of equal rows then are few.
        """
        path = self._path("merged", block)
        if path.exists():
            return
        scanned = Bundle(self._path("hashes", block))
        starts = scanned.read("starts").tolist()
        rows, hashes = [np.empty(0, np.int32)], [np.empty(0, np.uint64)]
        for bucket, (b, e) in enumerate(pairwise(starts)):
            repeated = Bundle(self._path("repeated", bucket)).read("hashes")
            own = scanned.read("hashes", b, e)
            place = np.searchsorted(repeated, own)
            there = np.flatnonzero(place < len(repeated))
            there = there[repeated[place[there]] == own[there]]
            rows.append(scanned.read("rows", b, e)[there])
            hashes.append(own[there])
        own_rows, own_hashes = np.concatenate(rows), np.concatenate(hashes)
        by_row = np.argsort(own_rows)
        own_rows, own_hashes = own_rows[by_row], own_hashes[by_row]
        points = self.data.read(begin, end)[own_rows]
        first_equal = np.empty(len(points), np.int32)
        _core.find_distinct(points, None, own_hashes, 0, 1, first_equal, self.workers.stop)
        firsts = np.flatnonzero(first_equal == np.arange(len(points)))
        order, starts_of_firsts = self._by_bucket(own_hashes[firsts])
        firsts = firsts[order]
        arrays: dict[str, Array] = {
            "rows": own_rows,
            "first_equal": own_rows[first_equal],
            "first_rows": own_rows[firsts],
            "points": points[firsts],
            "hashes": own_hashes[firsts],
            "starts": starts_of_firsts,
        }
        write_bundle(path, arrays, len(own_rows))

    def _merge_bucket(self, bucket: int) -> None:
        """Of the rows that were the first in their blocks, find the first of all."""
        path = self._path("firsts", bucket)
        if path.exists():
            return
        spans = self._spans("merged", bucket)
        n = sum(e - b for _, b, e in spans)
        points = np.empty((n, self.data.n_features), self.data.dtype)
        hashes, rows = np.empty(n, np.uint64), np.empty(n, np.int32)
        ends = [0]
        for (bundle, b, e), (begin, _) in zip(spans, self.blocks, strict=True):
            to = slice(ends[-1], ends[-1] + e - b)
            bundle.read("points", b, e, points[to])
            bundle.read("hashes", b, e, hashes[to])
            rows[to] = bundle.read("first_rows", b, e) + np.int32(begin)
            ends.append(to.stop)
        first = np.empty(n, np.int32)
        n_distinct = _core.find_distinct(points, None, hashes, 0, 1, first, self.workers.stop)
        arrays: dict[str, Array] = {"first_rows": rows[first], "ends": np.array(ends, np.int64)}
        write_bundle(path, arrays, n_distinct)

    def _first_equal(self, block: int, begin: int, end: int) -> Ids:
        """Return the first row equal to each row of a block, -1 for those of weight zero."""
        first = np.arange(begin, end, dtype=np.int32)
        merged = Bundle(self._path("merged", block))
        of_firsts = first.copy()
        rows_of_firsts, starts = merged.read("first_rows"), merged.read("starts").tolist()
        for bucket, (b, e) in enumerate(pairwise(starts)):
            found = Bundle(self._path("firsts", bucket))
            span = found.read("ends", block, block + 2).tolist()
            of_firsts[rows_of_firsts[b:e]] = found.read("first_rows", *span)
        rows, first_equal = merged.read("rows"), merged.read("first_equal")
        first[rows] = of_firsts[first_equal]
        weights = self.data.read_weights(begin, end)
        if weights is not None:
            first[weights == 0] = -1
        return first

    def _number(self, n_distinct: int) -> None:
        """Write the node of every row and the first row of every node."""
        n_rows = len(self.data)
        ranks = _Ranks(n_rows)
        with (
            make_array_file(self.folder / "node_of_row.npy", np.int32, (n_rows,)) as node_file,
            make_array_file(self.folder / "first_row.npy", np.int32, (n_distinct,)) as first_file,
        ):
            for block, (begin, end) in enumerate(self.blocks):
                first = self._first_equal(block, begin, end)
                is_first = first == np.arange(begin, end, dtype=np.int32)
                ranks.append(begin, is_first)
                node = np.full(len(first), -1, np.int32)
                weighted = first >= 0
                node[weighted] = ranks.of(first[weighted])
                node_file.write(as_bytes(node))
                first_file.write(as_bytes(first[is_first]))
                self.tell()

    def _add_weights(self, n_distinct: int) -> None:
        """Write the weights of the nodes, those of equal rows added in the order of the rows."""
        nodes = ArrayFile(self.folder / "node_of_row.npy")
        # As many nodes at a time as rows of a block; each time all rows are looked at.
        at_once = max(1 << 16, 4 * max(end - begin for begin, end in self.blocks))
        with make_array_file(self.folder / "weights.npy", np.float64, (n_distinct,)) as file:
            for low in range(0, n_distinct, at_once):
                n = min(at_once, n_distinct - low)
                total = np.zeros(n)
                for begin, end in self.blocks:
                    node = nodes.read(begin, end) - np.int32(low)
                    own = (node >= 0) & (node < n)
                    weights = self.data.read_weights(begin, end)
                    np.add.at(total, node[own], 1.0 if weights is None else weights[own])
                file.write(as_bytes(total))
                self.tell()

    # Level 0.

    def ingest(self, space: Space, n_nodes: int) -> Array:
        """Write the embedded rows of level 0 and their weights; returns their box."""
        merged = (self.folder / "node_of_row.npy").exists()
        first_rows = ArrayFile(self.folder / "first_row.npy") if merged else None
        at = 0
        if self.data.weights is not None and not merged:
            with make_array_file(self.folder / "weights.npy", np.float64, (n_nodes,)) as file:
                for begin, end in self.blocks:
                    file.write(as_bytes(self._weights_of(begin, end)))
        sample = space.embed(self.data.read(0, 1))
        shape, dtype = (n_nodes, sample.shape[1]), sample.dtype
        box = np.empty((2, shape[1]), dtype)
        box[0], box[1] = np.inf, -np.inf
        with make_array_file(self.folder / "rows.npy", dtype, shape) as file:
            for begin, end in self.blocks:
                points = self.data.read(begin, end)
                if first_rows is not None:
                    # Ascending, so the nodes that begin here follow those of the last block.
                    rows = first_rows.read(at, min(at + end - begin, n_nodes))
                    rows = rows[rows < end]
                    points = points[rows - begin]
                    at += len(rows)
                if len(points):
                    points = np.ascontiguousarray(space.embed(points))
                    file.write(as_bytes(points))
                    own = levels.bounding_box(points)
                    box[0], box[1] = np.minimum(box[0], own[0]), np.maximum(box[1], own[1])
                self.tell()
        return box

    def _weights_of(self, begin: int, end: int) -> Doubles:
        weights = self.data.read_weights(begin, end)
        assert weights is not None
        return weights

    def keep_unweighted(self, space: Space, n_zero: int) -> None:
        """Write the embedded rows of weight zero."""
        shape = (n_zero, space.embed(self.data.read(0, 1)).shape[1])
        dtype = space.embed(self.data.read(0, 1)).dtype
        with make_array_file(self.folder / "unweighted.npy", dtype, shape) as file:
            for begin, end in self.blocks:
                rows = self.data.read(begin, end)[self._weights_of(begin, end) == 0]
                if len(rows):
                    file.write(as_bytes(np.ascontiguousarray(space.embed(rows))))


@dataclass(frozen=True)
class Scan:
    """What one look at all rows has found.

    Attributes
    ----------
    largest : float
        Size of the largest coordinate.
    weights : WeightSummary or None
    fingerprint : str
        Of rows and weights.
    """

    largest: float
    weights: WeightSummary | None
    fingerprint: str


def _hash(points: Array, weights: Doubles | None) -> str:
    digest = hashlib.sha256(as_bytes(points))
    if weights is not None:
        digest.update(as_bytes(weights))
    return digest.hexdigest()


def hash_together(hashes: Sequence[str]) -> str:
    """Return one hash for those of all blocks."""
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


class _Ranks:
    """How many first rows come before a row: a bit for every row, a number for every 64."""

    def __init__(self, n_rows: int) -> None:
        n_words = math.ceil(n_rows / _BITS) + 1
        self._bits = np.zeros(8 * n_words, np.uint8)
        self._before = np.zeros(n_words + 1, np.int32)
        self._n_words_counted = 0

    def append(self, begin: int, is_first: npt.NDArray[np.bool_]) -> None:
        """Take in the rows from ``begin`` on, up to where the next call begins."""
        lead = begin % 8
        packed = np.packbits(np.concatenate([np.zeros(lead, bool), is_first]), bitorder="little")
        self._bits[begin // 8 : begin // 8 + len(packed)] |= packed
        # Of the word that the call before ended in, the count changes.
        first, last = begin // _BITS, (begin + len(is_first)) // _BITS + 1
        counts = _count_bits(self._words[first:last])
        self._before[first + 1 : last + 1] = self._before[first] + np.cumsum(counts)

    @property
    def _words(self) -> Hashes:
        return self._bits.view("<u8")

    def of(self, rows: Ids) -> Ids:
        """Return the ranks of first rows that have been taken in."""
        word, bit = rows >> 6, (rows & 63).astype(np.uint64)
        lower = self._words[word] & ((np.uint64(1) << bit) - np.uint64(1))
        return np.asarray(self._before[word] + _count_bits(lower))


def _count_bits(words: Hashes) -> Ids:
    table = _BITS_OF_BYTE[np.ascontiguousarray(words).view(np.uint8)]
    return np.asarray(table.reshape(-1, 8).sum(axis=1, dtype=np.int32))


_BITS_OF_BYTE = np.array([byte.bit_count() for byte in range(256)], np.uint8)
