"""What the level loop on disk leaves, and the site where a tree is assembled from it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit.engines.spilling import ArrayReader, Buckets, damaged
from bidvit.nodes import Nodes
from bidvit.storage import UNFINISHED, ArrayFile, describe_array, make_header

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from bidvit.engines.spilling import Maps
    from bidvit.origin import Origin
    from bidvit.spaces import Space

ID = np.dtype(np.int32)
DOUBLE = np.dtype(np.float64)
# A leaf and its parent's place; a leaf's number and place; a row and its node or leaf.
PAIR = np.dtype([("key", "i4"), ("value", "i4")])
# What is taken beside a record while it is put in its place.
PER_RECORD = 24


@dataclass(frozen=True)
class Grown:
    """What the level loop knows when it ends; arrays are in files.

    In the folder ``unfinished`` lie, as .npy files of version 1.0:

    - ``rows.npy``, the embedded distinct rows in the order of their numbers, with the header that
      `storage.make_header` makes; ``weights.npy``, float64, only where not all weigh 1;
    - only where rows merged or weigh zero: ``node_of_row.npy`` (int32, -1 for weight zero) and
      ``first_row.npy`` (int32); ``unweighted.npy``, the embedded rows of weight zero in row order,
      only where there are any;
    - in `born_folder` of every level and leaf in which nodes were born: ``points.npy``,
      ``weights.npy``, ``child_counts.npy``, ``children.npy``, ``child_sizes.npy``.

    Attributes
    ----------
    space : Space
    epsilons, n_nodes : sequence
        Of all levels, from level 0 on.
    n_born : sequence of sequence of int
        How many nodes were born at each level from 1 on, leaf by leaf.
    parameters, seconds, selections, origin
        As `ClusterTree` takes them; ``seconds`` is added to.
    """

    space: Space
    epsilons: Sequence[float]
    n_nodes: Sequence[int]
    n_born: Sequence[Sequence[int]]
    parameters: Mapping[str, Any]
    seconds: Mapping[str, float]
    selections: Sequence[Mapping[str, Any]] | None = None
    origin: Origin | None = None


def born_folder(unfinished: Path, level: int, leaf: int) -> Path:
    """Where the files of the nodes lie that were born at a level in one leaf of the partition."""
    return unfinished / f"level_{level:04}" / f"leaf_{leaf:05}"


class Site:
    """Where a tree is assembled: its folders, its sizes, and how much memory there is.

    Parameters
    ----------
    path : Path
        The folder of the tree.
    grown : Grown
    bound_only : bool
        Whether radii are only bounded.
    memory : int
        Bytes that may be taken.
    n_threads : int
    """

    def __init__(
        self, path: Path, grown: Grown, *, bound_only: bool, memory: int, n_threads: int
    ) -> None:
        self.grown, self.bound_only = grown, bound_only
        self.memory, self.n_threads = memory, n_threads
        self.unfinished = path / UNFINISHED
        self.scratch = self.unfinished / "assembly"
        self.arrays = self.scratch / "arrays"
        self.n_leaves = int(grown.n_nodes[0])
        self.n_inner = sum(map(sum, grown.n_born))
        # Told how much of the step at hand is done.
        self.tell: Callable[[float], object] = lambda _: None

    @cached_property
    def is_weighted(self) -> bool:
        """Whether weights are stored."""
        return (self.unfinished / "weights.npy").exists()

    @cached_property
    def is_merged(self) -> bool:
        """Whether a row is not a leaf of its own."""
        return (self.unfinished / "node_of_row.npy").exists()

    @cached_property
    def floats(self) -> np.dtype[Any]:
        """Type of coordinates."""
        with ArrayReader(self.unfinished / "rows.npy") as rows:
            return rows.dtype

    @cached_property
    def n_dims(self) -> int:
        """Number of columns of the embedded rows."""
        with ArrayReader(self.unfinished / "rows.npy") as rows:
            return int(rows.shape[1])

    @cached_property
    def node_record(self) -> np.dtype[Any]:
        """What is known of an inner node when its place is."""
        ids = [(name, "i4") for name in ("key", "size", "parent", "birth", "n_own")]
        return np.dtype([*ids, ("weight", "f8"), ("point", self.floats, (self.n_dims,))])

    @cached_property
    def row_record(self) -> np.dtype[Any]:
        """A leaf: its place, weight and row."""
        return np.dtype([("key", "i4"), ("weight", "f8"), ("point", self.floats, (self.n_dims,))])

    def width_of(self, record: np.dtype[Any]) -> int:
        """How many records can be put in order in memory."""
        return max(1, self.memory // (2 * (record.itemsize + PER_RECORD)))

    def file(self, name: str, dtype: np.dtype[Any], *shape: int) -> ArrayFile:
        """Begin an array of the tree."""
        return ArrayFile(self.arrays / f"{name}.npy", dtype, shape)

    def collect(
        self, name: str, record: np.dtype[Any], n_keys: int, width: int, share: int
    ) -> Buckets:
        """Begin to collect records, in one so many-th of the memory."""
        return Buckets(self.scratch / name, record, n_keys, width, self.memory // share)

    def link(self, name: str, array_name: str) -> dict[str, Any]:
        """Have a file of the unfinished folder among the arrays, too."""
        source, target = self.unfinished / f"{name}.npy", self.arrays / f"{array_name}.npy"
        target.unlink(missing_ok=True)
        with ArrayReader(source) as array:
            dtype, shape = array.dtype, array.shape
        header = make_header(dtype, shape)
        with source.open("rb") as file:
            if file.read(len(header)) != header:
                raise damaged(source)
        try:
            os.link(source, target)
        except OSError:
            # Not every file system has links.
            shutil.copyfile(source, target)
        return describe_array(target, dtype, shape)

    def mapped_nodes(self, folder: Path, maps: Maps) -> Nodes:
        """Return the arrays that are complete, mapped."""

        def array(name: str) -> Any:
            path = folder / f"{name}.npy"
            return maps.open(path) if path.exists() else None

        arrays = {f.name: array(f.name) for f in fields(Nodes) if f.name != "space"}
        return Nodes(**arrays, space=self.grown.space)
