"""Rows of any size, block by block: checked, equal ones merged, and written as level 0.

Whatever is found does not depend on where blocks begin and end.
"""

from __future__ import annotations

import hashlib
import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs, spaces
from bidvit.engines.running import Work
from bidvit.engines.scratch import (
    ArrayFile,
    Bundle,
    as_bytes,
    make_array_file,
    make_empty_array_file,
)
from bidvit.inputs import WeightSummary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.engines.blocks import RowTasks
    from bidvit.engines.running import Runner
    from bidvit.spaces import Space

Array = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]

_BITS = 64  # in a word of `_Ranks`


@dataclass(frozen=True)
class Scanner:
    """Looks at all rows once, then finds which are equal.

    Attributes
    ----------
    tasks : RowTasks
    runner : Runner
    tell : callable
        Called after each block.
    """

    tasks: RowTasks
    runner: Runner
    tell: Callable[[], None] = lambda: None

    def _over_blocks(
        self, name: str, what: str, task: Callable[..., Any], *more: Sequence[Any]
    ) -> list[Any]:
        pieces = [
            (number, *block, *others)
            for number, (block, *others) in enumerate(zip(self.tasks.blocks, *more, strict=True))
        ]

        def describe(_: int, begin: int, end: int, *__: Any) -> str:
            return f"{what} rows {begin:,} to {end - 1:,}"

        return self.runner.run(Work(name, task, pieces, describe), lambda _: self.tell())

    def _over_buckets(self, name: str, task: Callable[..., Any]) -> list[Any]:
        n = self.tasks.n_buckets
        work = Work(
            name,
            task,
            [(bucket,) for bucket in range(n)],
            lambda bucket: f"looking for equal rows, part {bucket + 1:,} of {n:,}",
        )
        return self.runner.run(work, lambda _: self.tell())

    # One look at every row.

    def scan(self) -> Scan:
        """Check all rows and hash them; raises for what cannot be clustered."""
        tasks = self.tasks
        (tasks.folder / "scan").mkdir(exist_ok=True)
        self._over_blocks("scan", "checking", tasks.scan_block)
        found = [Bundle(tasks.path("hashes", i)).about for i in range(len(tasks.blocks))]
        n_missing = sum(about["n_missing"] for about in found)
        if n_missing:
            row, column = next(about["missing"] for about in found if about["n_missing"])
            inputs.refuse_missing(n_missing, row, column)
        n_misfits = sum(about["n_misfits"] for about in found)
        misfit = next((about["misfit"] for about in found if about["n_misfits"]), (0, 0.0))
        spaces.refuse_misfits(tasks.metric, tasks.data.n_features, n_misfits, *misfit)
        weights = None
        if tasks.data.weights is not None:
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

    def fingerprint(self) -> str:
        """Return the fingerprint of the rows without anything else."""
        return hash_together(self._over_blocks("hash", "reading", self.tasks.hash_block))

    # Equal rows.

    def merge(self, summary: WeightSummary | None) -> list[int]:
        """Find equal rows and number the distinct ones; returns where the nodes of blocks end.

        Where every row is a node, no files are made.
        """
        tasks = self.tasks
        self._over_buckets("compare-hashes", tasks.find_repeated)
        repeated = [Bundle(tasks.path("repeated", i)).about for i in range(tasks.n_buckets)]
        n_rows = len(tasks.data)
        n_zero = 0 if summary is None else summary.n_zero
        ends = [end for _, end in tasks.blocks]
        if not any(repeated) and n_zero == 0:
            return ends
        self._over_blocks("merge-rows", "comparing", tasks.merge_block)
        self._over_buckets("merge-blocks", tasks.merge_bucket)
        n_merging: int = sum(Bundle(tasks.path("merged", i)).about for i in range(len(ends)))
        n_distinct = n_rows - n_zero - n_merging
        for bucket in range(tasks.n_buckets):
            n_distinct += int(Bundle(tasks.path("firsts", bucket)).about)
        if n_distinct < n_rows:
            ends = self._number(n_distinct)
            self._add_weights(n_distinct)
        return ends

    def _number(self, n_distinct: int) -> list[int]:
        """Write the node of every row and the first row of every node."""
        tasks = self.tasks
        n_rows, n_numbered, ends = len(tasks.data), 0, []
        ranks = _Ranks(n_rows)
        with (
            make_array_file(tasks.folder / "node_of_row.npy", np.int32, (n_rows,)) as node_file,
            make_array_file(tasks.folder / "first_row.npy", np.int32, (n_distinct,)) as first_file,
        ):
            for block, (begin, end) in enumerate(tasks.blocks):
                first = tasks.first_equal_rows(block, begin, end)
                is_first = first == np.arange(begin, end, dtype=np.int32)
                ranks.append(begin, is_first)
                node = np.full(len(first), -1, np.int32)
                weighted = first >= 0
                node[weighted] = ranks.of(first[weighted])
                node_file.write(as_bytes(node))
                first_file.write(as_bytes(first[is_first]))
                n_numbered += int(np.count_nonzero(is_first))
                ends.append(n_numbered)
                self.tell()
        return ends

    def _add_weights(self, n_distinct: int) -> None:
        """Write the weights of the nodes, those of equal rows added in the order of the rows."""
        tasks = self.tasks
        nodes = ArrayFile(tasks.folder / "node_of_row.npy")
        # As many nodes at a time as rows of a block; each time all rows are looked at.
        at_once = max(1 << 16, 4 * max(end - begin for begin, end in tasks.blocks))
        with make_array_file(tasks.folder / "weights.npy", np.float64, (n_distinct,)) as file:
            for low in range(0, n_distinct, at_once):
                n = min(at_once, n_distinct - low)
                total = np.zeros(n)
                for begin, end in tasks.blocks:
                    node = nodes.read(begin, end) - np.int32(low)
                    own = (node >= 0) & (node < n)
                    weights = tasks.data.read_weights(begin, end)
                    np.add.at(total, node[own], 1.0 if weights is None else weights[own])
                file.write(as_bytes(total))
                self.tell()

    # Level 0.

    def ingest(self, space: Space, ends: Sequence[int]) -> Array:
        """Write the embedded rows of level 0 and their weights; returns their box.

        Parameters
        ----------
        space : Space
        ends : sequence of int
            Where the nodes that begin in each block end.
        """
        tasks, folder = self.tasks, self.tasks.folder
        n_nodes = ends[-1]
        merged = (folder / "first_row.npy").exists()
        sample = space.embed(tasks.data.read(0, 1))
        arrays: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {
            "rows.npy": (sample.dtype, (n_nodes, sample.shape[1]))
        }
        weighted = tasks.data.weights is not None and not merged
        if weighted:
            arrays["weights.npy"] = np.dtype(np.float64), (n_nodes,)
        scratch = folder / "scan"
        scratch.mkdir(exist_ok=True)
        if not all((scratch / name).exists() for name in arrays):
            # Blocks that are noted as written are in files that are gone.
            for path in scratch.glob("embedded_*"):
                path.unlink()
            for name, (dtype, shape) in arrays.items():
                make_empty_array_file(scratch / name, dtype, shape)
        boxes = self._over_blocks(
            "embed",
            "writing",
            tasks.embed_block,
            [space] * len(ends),
            [weighted] * len(ends),
            [0, *ends[:-1]],
            ends,
        )
        for name in arrays:
            with (scratch / name).open("rb+") as file:
                os.fsync(file.fileno())
            (scratch / name).replace(folder / name)
        box = np.empty((2, sample.shape[1]), sample.dtype)
        box[0] = np.min([own[0] for own in boxes if own is not None], axis=0)
        box[1] = np.max([own[1] for own in boxes if own is not None], axis=0)
        return box

    def keep_unweighted(self, space: Space, n_zero: int) -> None:
        """Write the embedded rows of weight zero."""
        tasks = self.tasks
        sample = space.embed(tasks.data.read(0, 1))
        shape = (n_zero, sample.shape[1])
        with make_array_file(tasks.folder / "unweighted.npy", sample.dtype, shape) as file:
            for begin, end in tasks.blocks:
                rows = tasks.data.read(begin, end)[tasks.weights_of(begin, end) == 0]
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
