"""Rows in pieces: what is done with one block of them, or with one bucket of their hashes.

Like all tasks, these write their output as a whole, look for it first, and may be done anywhere.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, levels, spaces
from bidvit.engines.scratch import (
    ArrayFile,
    Bundle,
    as_bytes,
    write_bundle,
    write_rows,
)
from bidvit.inputs import WeightSummary

if TYPE_CHECKING:
    from pathlib import Path

    from bidvit.engines.rows import Input
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Array = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Blocks = list[tuple[int, int]]

_BITS = 64  # of a hash


@dataclass(frozen=True)
class RowTasks:
    """What is done with the rows before there are nodes.

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
    """

    data: Input
    metric: str
    folder: Path
    blocks: Blocks
    n_buckets: int

    def path(self, name: str, number: int) -> Path:
        """Where a task leaves its output."""
        return self.folder / "scan" / f"{name}_{number:05}"

    # One look at every row.

    def scan_block(self, block: int, begin: int, end: int, workers: Workers) -> None:
        """Check and hash a block of rows."""
        path = self.path("hashes", block)
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
        _core.hash(points, 0, len(points), hashes, workers.stop)
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

    def hash_block(self, _: int, begin: int, end: int, workers: Workers) -> str:  # noqa: ARG002
        """Return the fingerprint of a block."""
        return _hash(self.data.read(begin, end), self.data.read_weights(begin, end))

    # Equal rows.

    def _spans(self, name: str, bucket: int) -> list[tuple[Bundle, int, int]]:
        """Where the blocks' files have what belongs to a bucket."""
        spans = []
        for block in range(len(self.blocks)):
            bundle = Bundle(self.path(name, block))
            spans.append((bundle, *bundle.read("starts", bucket, bucket + 2).tolist()))
        return spans

    def find_repeated(self, bucket: int, workers: Workers) -> None:  # noqa: ARG002
        """Write the hashes that occur more than once."""
        path = self.path("repeated", bucket)
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

    def merge_block(self, block: int, begin: int, end: int, workers: Workers) -> None:
        """Merge equal rows within a block; keep of each the first, by bucket.

        Masses of equal rows then are few.
        """
        path = self.path("merged", block)
        if path.exists():
            return
        scanned = Bundle(self.path("hashes", block))
        starts = scanned.read("starts").tolist()
        rows, hashes = [np.empty(0, np.int32)], [np.empty(0, np.uint64)]
        for bucket, (b, e) in enumerate(pairwise(starts)):
            repeated = Bundle(self.path("repeated", bucket)).read("hashes")
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
        _core.find_distinct(points, None, own_hashes, 0, 1, first_equal, workers.stop)
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

    def merge_bucket(self, bucket: int, workers: Workers) -> None:
        """Of the rows that were the first in their blocks, find the first of all."""
        path = self.path("firsts", bucket)
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
        n_distinct = _core.find_distinct(points, None, hashes, 0, 1, first, workers.stop)
        arrays: dict[str, Array] = {"first_rows": rows[first], "ends": np.array(ends, np.int64)}
        write_bundle(path, arrays, n_distinct)

    def first_equal_rows(self, block: int, begin: int, end: int) -> Ids:
        """Return the first row equal to each row of a block, -1 for those of weight zero."""
        first = np.arange(begin, end, dtype=np.int32)
        merged = Bundle(self.path("merged", block))
        of_firsts = first.copy()
        rows_of_firsts, starts = merged.read("first_rows"), merged.read("starts").tolist()
        for bucket, (b, e) in enumerate(pairwise(starts)):
            found = Bundle(self.path("firsts", bucket))
            span = found.read("ends", block, block + 2).tolist()
            of_firsts[rows_of_firsts[b:e]] = found.read("first_rows", *span)
        rows, first_equal = merged.read("rows"), merged.read("first_equal")
        first[rows] = of_firsts[first_equal]
        weights = self.data.read_weights(begin, end)
        if weights is not None:
            first[weights == 0] = -1
        return first

    # Level 0.

    def embed_block(
        self,
        block: int,
        begin: int,
        end: int,
        space: Space,
        weighted: bool,
        first: int,
        last: int,
        workers: Workers,  # noqa: ARG002
    ) -> Array | None:
        """Write the embedded rows of the nodes that begin in a block; returns their box."""
        path = self.path("embedded", block)
        if first == last:
            return None
        if path.exists():
            return Bundle(path).read("box")
        points = self.data.read(begin, end)
        if (self.folder / "first_row.npy").exists():
            rows = ArrayFile(self.folder / "first_row.npy").read(first, last)
            points = points[rows - begin]
        points = np.ascontiguousarray(space.embed(points))
        write_rows(self.folder / "scan" / "rows.npy", first, points)
        if weighted:
            weights = self.weights_of(begin, end)
            write_rows(self.folder / "scan" / "weights.npy", first, weights)
        box = levels.bounding_box(points)
        write_bundle(path, {"box": box})
        return box

    def weights_of(self, begin: int, end: int) -> Doubles:
        """Return the weights of a range of rows."""
        weights = self.data.read_weights(begin, end)
        assert weights is not None
        return weights


def _hash(points: Array, weights: Doubles | None) -> str:
    digest = hashlib.sha256(as_bytes(points))
    if weights is not None:
        digest.update(as_bytes(weights))
    return digest.hexdigest()
