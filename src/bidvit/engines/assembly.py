"""The last stage on disk: from the nodes born in every leaf of every level to a stored tree.

All arrays are as `GrowingTree.finish` and `measure_radii` make them in memory, bit for bit, but no
array as long as the tree is ever held.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bidvit import _core
from bidvit.engines.spilling import (
    ArrayReader,
    Buckets,
    Maps,
    damaged,
    order_by_key,
    remove_buckets,
)
from bidvit.nearest import find_nearest
from bidvit.nodes import Nodes
from bidvit.parallel import Workers
from bidvit.storage import (
    UNFINISHED,
    ArrayFile,
    describe_array,
    describe_tree,
    flush_folder,
    full_disk_explained,
    make_header,
    new_folder_name,
    put_in_force,
    read_manifest,
    remove_other_arrays,
    remove_run,
    write_array,
    write_atomically,
)
from bidvit.tree import ClusterTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bidvit.origin import Origin
    from bidvit.spaces import Space

Array = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

_ID = np.dtype(np.int32)
_DOUBLE = np.dtype(np.float64)
# Where a child of a node that was read stands, and that node.
_PLACE = np.dtype([("key", "i4"), ("place", "i4"), ("parent", "i4")])
# A leaf and its parent's place; a leaf's number and place; a row and its node or leaf.
_PAIR = np.dtype([("key", "i4"), ("value", "i4")])
# What temporary arrays take per child while born nodes are read.
_PER_CHILD = 64
# And beside a record while it is put in its place.
_PER_RECORD = 24
# Share of the time that each step takes, about.
_SHARES = {"place": 0.25, "order": 0.15, "leaves": 0.2, "radii": 0.35, "rows": 0.05}


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


def assemble(
    path: Path,
    grown: Grown,
    *,
    radii: Literal["exact", "bound"],
    memory_left: int,
    n_threads: int = 1,
    progress: Callable[[float], object] | None = None,
) -> ClusterTree:
    """Store the tree in a folder, in place of the one that is there, and open it.

    Steps that are complete are not done again, so after an interruption the same call goes on. As
    soon as all born nodes have been read, their files are removed; at the end all of
    ``path/unfinished`` is.

    Parameters
    ----------
    path : Path
        The folder of the tree, which the caller has to itself by
        ``storage.own_folder(path, unfinished=True)``; in ``path/unfinished`` are the files that
        `Grown` describes.
    grown : Grown
        The same at every call.
    radii : {"exact", "bound"}
        As for `bidvit.cluster`.
    memory_left : int
        How many bytes of memory may be taken beyond what the process holds already.
    n_threads : int, default=1
        For the radii.
    progress : callable, optional
        Told the share that is done, 0 to 1.

    Returns
    -------
    ClusterTree
        Mapped into memory, as `ClusterTree.load` opens it.
    """
    assembly = _Assembly(path, grown, radii == "bound", memory_left, n_threads, progress)
    with full_disk_explained(path):
        assembly.run()
    return ClusterTree.load(path)


class _Block(NamedTuple):
    """Some nodes born in one leaf; numbers are those of inner nodes, without the leaves."""

    begin: int
    end: int
    level: int
    counts: Ids
    children: Ids
    child_sizes: Ids
    points: Array
    weights: Array
    path: Path


class _Assembly:
    """One call of `assemble`: steps with results in files, and a note of each that is done."""

    def __init__(
        self,
        path: Path,
        grown: Grown,
        bound_only: bool,
        memory_left: int,
        n_threads: int,
        progress: Callable[[float], object] | None,
    ) -> None:
        self.path, self.grown, self.memory = path, grown, memory_left
        self.bound_only, self.n_threads, self.progress = bound_only, n_threads, progress
        self.unfinished = path / UNFINISHED
        self.scratch = self.unfinished / "assembly"
        self.arrays = self.scratch / "arrays"
        self.n_leaves = int(grown.n_nodes[0])
        self.n_inner = sum(map(sum, grown.n_born))
        self.entries: dict[str, Any] = {}  # of the arrays that are complete
        self.seconds = dict(grown.seconds)
        self._done, self._share = 0.0, 1.0

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
        return max(1, self.memory // (2 * (record.itemsize + _PER_RECORD)))

    def run(self) -> None:
        """Do all steps that are not done."""
        staged = self.scratch / "staged.json"
        if not staged.exists():
            self.arrays.mkdir(parents=True, exist_ok=True)
            done = 0.0
            for name, share in _SHARES.items():
                self._done, self._share = done, share
                self._tell(0)
                self._do(name)
                done += share
            flush_folder(self.arrays)
            write_atomically(staged, json.dumps({"folder": new_folder_name()}).encode())
        else:
            for name in _SHARES:
                self._take_in(json.loads((self.scratch / f"{name}.json").read_bytes()))
        folder = self.path / json.loads(staged.read_bytes())["folder"]
        if not folder.exists():
            self.arrays.rename(folder)
            flush_folder(self.path)
        try:
            in_force = read_manifest(self.path)["folder"]
        except ValueError:
            in_force = None
        if in_force != folder.name:
            put_in_force(folder, self._describe(folder), self.entries)
        remove_other_arrays(self.path, folder.name)
        remove_run(self.path)
        if self.progress is not None:
            self.progress(1)

    def _tell(self, part: float) -> None:
        """Say how much of the step at hand is done."""
        if self.progress is not None:
            self.progress(self._done + self._share * part)

    def _do(self, name: str) -> None:
        """Do a step, unless it is noted as done; what it made superfluous is removed."""
        note = self.scratch / f"{name}.json"
        if note.exists():
            known = json.loads(note.read_bytes())
        else:
            started = time.perf_counter()
            known = getattr(self, f"_{name}")()
            known["seconds"] = time.perf_counter() - started
            flush_folder(self.scratch)
            write_atomically(note, json.dumps(known).encode())
        self._take_in(known)
        getattr(self, f"_clear_{name}")()

    def _take_in(self, known: dict[str, Any]) -> None:
        self.entries |= known.get("entries", {})
        clock = "radii" if "measured" in known else "order"
        self.seconds[clock] = self.seconds.get(clock, 0) + known["seconds"]
        if "measured" in known:
            self.seconds["measured"] = known["measured"]

    def _file(self, name: str, dtype: np.dtype[Any], *shape: int) -> ArrayFile:
        return ArrayFile(self.arrays / f"{name}.npy", dtype, shape)

    # Every inner node finds its place, from the top level down

    def _place(self) -> dict[str, Any]:
        """Find the place of every inner node; sort nodes and leaves roughly by it.

        As `_core.place` does: a node stands before its children and all that is below them, in the
        order of their numbers. So the places of children follow from that of their parent, whose
        number is higher.
        """
        n, width = self.n_inner, max(1, self.memory // 64)
        free_end, n_leaf_children, first = n, 0, n
        places = parents = np.empty(0, np.int32)
        with (
            self._collect("places", _PLACE, n, width, 8) as below,
            self._collect(
                "nodes", self.node_record, n, self.width_of(self.node_record), 4
            ) as nodes,
            self._collect("own", _PAIR, n, self.width_of(self.node_record), 8) as own,
        ):
            for block in self._born_blocks(width):
                if block.begin < first:
                    # The next lower range of numbers: all of its nodes' parents were here.
                    below.flush()
                    first, end = below.range_of(block.begin // width)
                    places, parents = np.full((2, end - first), -1, np.int32)
                    for records in below.read_blocks(block.begin // width, self.memory // 16):
                        places[records["key"] - first] = records["place"]
                        parents[records["key"] - first] = records["parent"]
                part = slice(block.begin - first, block.end - first)
                free_end, found = self._place_block(block, places[part], free_end)
                inner = block.children >= self.n_leaves
                if ((block.child_sizes > 0) != inner).any():
                    raise damaged(block.path)
                numbers = block.children[inner] - np.int32(self.n_leaves)
                places_of, parents_of = found.child_places[inner], found.parents[inner]
                here = numbers >= first
                places[numbers[here] - first] = places_of[here]
                parents[numbers[here] - first] = parents_of[here]
                below.add(key=numbers[~here], place=places_of[~here], parent=parents_of[~here])
                own.add(key=found.parents[~inner], value=block.children[~inner])
                n_leaf_children += int(np.count_nonzero(~inner))
                nodes.add(
                    key=places[part],
                    size=found.sizes,
                    parent=parents[part],
                    birth=np.full(len(found.sizes), block.level, np.int32),
                    n_own=found.n_own,
                    weight=block.weights,
                    point=block.points,
                )
                self._tell(1 - block.begin / n)
            nodes.finish()
            own.finish()
        if free_end:
            raise ValueError(f"{self.unfinished} is damaged: inner nodes are missing")
        return {"n_leaf_children": n_leaf_children, "width": nodes.width}

    def _collect(
        self, name: str, record: np.dtype[Any], n_keys: int, width: int, share: int
    ) -> Buckets:
        return Buckets(self.scratch / name, record, n_keys, width, self.memory // share)

    def _born_blocks(self, width: int) -> Iterator[_Block]:
        """Yield all born nodes from the last to the first, never across a multiple of ``width``."""
        most = max(1, self.memory // (8 * _PER_CHILD))
        per_node = self.node_record.itemsize + _PER_RECORD
        most_nodes = max(1, self.memory // (8 * per_node))
        end = self.n_inner
        for level, leaf, n_born in self._leaves_from_the_top():
            begin = end - n_born
            folder = born_folder(self.unfinished, level, leaf)
            with (
                ArrayReader(folder / "child_counts.npy") as all_counts,
                ArrayReader(folder / "children.npy") as all_children,
                ArrayReader(folder / "child_sizes.npy") as all_sizes,
                ArrayReader(folder / "points.npy") as all_points,
                ArrayReader(folder / "weights.npy") as all_weights,
            ):
                if not (len(all_counts) == len(all_points) == len(all_weights) == n_born):
                    raise damaged(all_counts.path)
                child_end = len(all_children)
                while end > begin:
                    from_ = max(begin, end - most_nodes, (end - 1) // width * width)
                    counts = all_counts.read(from_ - begin, end - begin)
                    # As many from the end as there is room for their children.
                    totals = np.cumsum(counts[::-1], dtype=np.int64)
                    n_some = max(1, int(np.searchsorted(totals, most, side="right")))
                    counts, from_ = counts[-n_some:], end - n_some
                    child_begin = child_end - int(totals[n_some - 1])
                    if counts.min() < 2 or child_begin < 0:
                        raise damaged(all_counts.path)
                    children = all_children.read(child_begin, child_end)
                    # Children are born before their parents.
                    if children.min() < 0 or children.max() >= self.n_leaves + from_:
                        raise damaged(all_children.path)
                    yield _Block(
                        from_,
                        end,
                        level,
                        counts,
                        children,
                        all_sizes.read(child_begin, child_end),
                        all_points.read(from_ - begin, end - begin),
                        all_weights.read(from_ - begin, end - begin),
                        folder,
                    )
                    end, child_end = from_, child_begin
                if child_end:
                    raise damaged(all_counts.path)

    def _leaves_from_the_top(self) -> Iterator[tuple[int, int, int]]:
        n_born = self.grown.n_born
        for level in range(len(n_born), 0, -1):
            for leaf in reversed(range(len(n_born[level - 1]))):
                if n_born[level - 1][leaf]:
                    yield level, leaf, n_born[level - 1][leaf]

    def _place_block(self, block: _Block, places: Ids, free_end: int) -> tuple[int, _Found]:
        """Find where the children stand, and the nodes themselves that nobody has as a child.

        Those are roots, which take the last places that are free; returns where these end now.
        """
        first_child = np.cumsum(block.counts, dtype=np.int64) - block.counts
        up_to = np.cumsum(block.child_sizes, dtype=np.int64)
        before = up_to - block.child_sizes
        sizes = 1 + np.add.reduceat(block.child_sizes, first_child, dtype=np.int64)
        roots = np.flatnonzero(places < 0)
        if len(roots):
            begins = free_end - np.cumsum(sizes[roots][::-1])[::-1]
            if begins[0] < 0:
                raise damaged(block.path)
            places[roots] = begins
            free_end = int(begins[0])
        first_places = places + 1 - before[first_child]
        child_places = np.repeat(first_places, block.counts) + before
        n_own = np.add.reduceat(block.children < self.n_leaves, first_child, dtype=np.int32)
        parents = np.repeat(places, block.counts)
        return free_end, _Found(
            child_places.astype(np.int32), parents, sizes.astype(np.int32), n_own
        )

    def _clear_place(self) -> None:
        remove_buckets(self.scratch / "places")
        for folder in self.unfinished.glob("level_*"):
            shutil.rmtree(folder)

    # Inner nodes and leaves in tree order

    def _order(self) -> dict[str, Any]:
        """Write the arrays of inner nodes, and which row each leaf is."""
        n, n_inner = self.n_leaves, self.n_inner
        known = json.loads((self.scratch / "place.json").read_bytes())
        n_before = n - known["n_leaf_children"]
        width = known["width"]  # of then: the memory may be another now
        files = {
            "points": self._file("points", self.floats, n_inner, self.n_dims),
            **{name: self._file(name, _ID, n_inner) for name in ("births", "parents")},
            "subtree_end": self._file("subtree_end", _ID, n_inner),
            "leaf_begin": self._file("leaf_begin", _ID, n_inner + 1),
            "leaf_rows": self._file("leaf_rows", _ID, n),
        }
        if self.is_weighted:
            files["inner_weights"] = self._file("inner_weights", _DOUBLE, n_inner)
        with (
            Buckets.reopen(self.scratch / "nodes", self.node_record, n_inner, width) as nodes,
            Buckets.reopen(self.scratch / "own", _PAIR, n_inner, width) as own,
            _all_of(files),
        ):
            if n_before:
                self._write_root_leaves(own, files["leaf_rows"])
            for bucket in range(nodes.n_buckets):
                begin, end = nodes.range_of(bucket)
                records = nodes.read(bucket)
                order = order_by_key(records["key"], begin, end - begin, nodes.path)
                n_own = records["n_own"][order]
                for some in np.array_split(order, 1 + records.nbytes // (1 << 20)):
                    part = records[some]
                    files["points"].write(part["point"])
                    files["births"].write(part["birth"])
                    files["parents"].write(part["parent"])
                    files["subtree_end"].write(part["key"] + part["size"])
                    if self.is_weighted:
                        files["inner_weights"].write(part["weight"])
                del records, order
                ends = np.cumsum(n_own, dtype=np.int64) + n_before
                files["leaf_begin"].write((ends - n_own).astype(np.int32))
                self._write_own_leaves(own, bucket, begin, ends - n_before, files["leaf_rows"])
                n_before = int(ends[-1])
                self._tell(end / n_inner)
            files["leaf_begin"].write(np.array([n], np.int32))
        return {"entries": {name: file.entry for name, file in files.items()}}

    def _write_root_leaves(self, own: Buckets, file: ArrayFile) -> None:
        """Write the leaves that nobody has as a child, by their numbers."""
        step = max(1, self.memory // 2)
        for begin in range(0, self.n_leaves, step):
            is_root = np.ones(min(step, self.n_leaves - begin), bool)
            for bucket in range(own.n_buckets):
                for records in own.read_blocks(bucket, self.memory // 16):
                    numbers = records["value"] - np.int32(begin)
                    is_root[numbers[(numbers >= 0) & (numbers < len(is_root))]] = False
            for part in range(0, len(is_root), 1 << 20):
                roots = np.flatnonzero(is_root[part : part + (1 << 20)]) + (begin + part)
                file.write(roots.astype(np.int32))

    def _write_own_leaves(
        self, own: Buckets, bucket: int, first: int, ends: Array, file: ArrayFile
    ) -> None:
        """Write the leaves that are children of a range of nodes, by parent and number.

        ``ends`` says where those of each node end, counted from the first of the range.
        """
        most = max(1, self.memory // 64)
        begin = 0
        while begin < len(ends):
            # Nodes with no more leaves than can be sorted at once; one of them at least.
            before = int(ends[begin - 1]) if begin else 0
            end = max(begin + 1, int(np.searchsorted(ends, before + most, side="right")))
            keys = np.empty(int(ends[end - 1]) - before, np.int64)
            at = 0
            for records in own.read_blocks(bucket, self.memory // 16):
                places = records["key"] - np.int32(first)
                chosen = (places >= begin) & (places < end)
                some = places[chosen].astype(np.int64) << 32 | records["value"][chosen]
                if at + len(some) > len(keys):
                    raise damaged(own.path)
                keys[at : at + len(some)] = some
                at += len(some)
            if at != len(keys):
                raise damaged(own.path)
            keys.sort()
            file.write((keys & 0x7FFFFFFF).astype(np.int32))
            begin = end

    def _clear_order(self) -> None:
        remove_buckets(self.scratch / "nodes")
        remove_buckets(self.scratch / "own")

    # Rows in the order of the leaves

    def _leaves(self) -> dict[str, Any]:
        """Copy the rows in the order of the leaves, for the radii; weights likewise, to stay."""
        n, width = self.n_leaves, self.width_of(self.row_record)
        entries = {"rows": self._link("rows", "rows")}
        with self._collect("by_leaf", self.row_record, n, width, 4) as by_leaf:
            self._collect_rows(by_leaf)
            by_leaf.end()
            files = {
                "points": ArrayFile(
                    self.scratch / "rows_by_leaf.npy", self.floats, (n, self.n_dims)
                ),
                "counted": ArrayFile(self.scratch / "counted.npy", _ID, (n,)),
            }
            if self.is_weighted:
                files["leaf_weights"] = self._file("leaf_weights", _DOUBLE, n)
            with _all_of(files):
                for bucket in range(by_leaf.n_buckets):
                    begin, end = by_leaf.range_of(bucket)
                    records = by_leaf.read(bucket)
                    order = order_by_key(records["key"], begin, end - begin, by_leaf.path)
                    for some in np.array_split(order, 1 + records.nbytes // (1 << 20)):
                        part = records[some]
                        files["points"].write(part["point"])
                        files["counted"].write(part["key"])
                        if self.is_weighted:
                            files["leaf_weights"].write(part["weight"])
                    self._tell(0.5 + end / n / 2)
        if self.is_weighted:
            entries["leaf_weights"] = files["leaf_weights"].entry
        return {"entries": entries}

    def _collect_rows(self, by_leaf: Buckets) -> None:
        """Send every row to its leaf; write the leaf of every node."""
        n = self.n_leaves
        with self._collect("by_node", _PAIR, n, self.width_of(_PAIR), 4) as by_node:
            with ArrayReader(self.arrays / "leaf_rows.npy") as leaf_rows:
                for begin, nodes in leaf_rows.blocks(self.memory // 16):
                    leaves = np.arange(begin, begin + len(nodes), dtype=np.int32)
                    by_node.add(key=nodes, value=leaves)
            by_node.end()
            with (
                ArrayReader(self.unfinished / "weights.npy")
                if self.is_weighted
                else nullcontext() as weights,
                ArrayReader(self.unfinished / "rows.npy") as rows,
                ArrayFile(self.scratch / "leaf_of_node.npy", _ID, (n,)) as leaf_of_node,
            ):
                for bucket in range(by_node.n_buckets):
                    begin, end = by_node.range_of(bucket)
                    records = by_node.read(bucket)
                    order = order_by_key(records["key"], begin, end - begin, by_node.path)
                    leaves = records["value"][order]
                    leaf_of_node.write(leaves)
                    step = max(1, self.memory // (8 * self.row_record.itemsize))
                    for at in range(begin, end, step):
                        to = min(end, at + step)
                        by_leaf.add(
                            key=leaves[at - begin : to - begin],
                            weight=np.ones(to - at) if weights is None else weights.read(at, to),
                            point=rows.read(at, to),
                        )
                    self._tell(end / n / 2)

    def _link(self, name: str, array_name: str) -> dict[str, Any]:
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

    def _clear_leaves(self) -> None:
        remove_buckets(self.scratch / "by_node")
        remove_buckets(self.scratch / "by_leaf")

    # Radii

    def _radii(self) -> dict[str, Any]:
        """Measure the radii, as `measure_radii` does, on mapped arrays."""
        n, n_inner = self.n_leaves, self.n_inner
        file = self._file("radii", self.floats, n_inner)
        with file:
            # Written at first, since a disk that is full must not show when memory is written to.
            for begin in range(0, n_inner, 1 << 18):
                file.write(np.zeros(min(1 << 18, n_inner - begin), self.floats))
        maps = Maps(self.memory // 4)
        subtree_end = maps.open(self.arrays / "subtree_end.npy")
        radii = maps.open(file.path, "r+")
        arrays = (
            maps.open(self.scratch / "rows_by_leaf.npy"),
            maps.open(self.scratch / "counted.npy"),
            maps.open(self.arrays / "points.npy"),
            maps.open(self.arrays / "leaf_begin.npy"),
            subtree_end,
            self.grown.space.kernel_metric,
        )
        # Nodes that fit, with their leaves.
        row = self.n_dims * self.floats.itemsize + 16
        share = max(1, self.memory // (4 * self.n_threads))
        step = max(1, share // (row * (1 + n // max(1, n_inner))))
        batches = list(pairwise([*range(0, n_inner, step), n_inner]))
        with Workers(self.n_threads, maps.limit) as workers:

            def task(begin: int, end: int, listed: Ids | None = None) -> int:
                n_measured = _core.find_radii(
                    *arrays, begin, end, listed, self.bound_only, radii, workers.stop
                )
                maps.limit()
                return n_measured

            def in_order(listed: Ids) -> int:
                return sum(
                    task(0, 0, part) for part in np.array_split(listed, 1 + len(listed) // 8)
                )

            measured = sum(
                workers.run(task, batches, lambda done: self._tell(0.8 * done / len(batches)))
            )
            # Subtrees that do not end in the batch they began in, the innermost first.
            spanning = [b + np.flatnonzero(subtree_end[b:e] > e) for b, e in batches]
            listed = np.concatenate([np.empty(0, np.int64), *spanning])[::-1].astype(np.int32)
            measured += workers.run(in_order, [(listed,)])[0]
        maps.release()
        with file.path.open("rb+") as written:
            os.fsync(written.fileno())
        return {
            "measured": measured,
            "entries": {"radii": describe_array(file.path, self.floats, (n_inner,))},
        }

    def _clear_radii(self) -> None:
        (self.scratch / "rows_by_leaf.npy").unlink(missing_ok=True)
        (self.scratch / "counted.npy").unlink(missing_ok=True)

    # Rows that are not leaves of their own

    def _rows(self) -> dict[str, Any]:
        """Find the leaf of every row, where that is not given by the leaf's row."""
        entries: dict[str, Any] = {}
        if self.is_merged:
            entries["first_rows"] = self._link("first_row", "first_rows")
            entries["leaf_of_row"] = self._find_leaves_of_rows()
        if self.grown.origin is not None and len(self.grown.origin.dropped):
            dropped = self.grown.origin.dropped
            entries["dropped_rows"] = write_array(self.arrays / "dropped_rows.npy", dropped)
        return {"entries": entries}

    def _find_leaves_of_rows(self) -> dict[str, Any]:
        """Sort the rows by node, to give each the leaf of its node, and back."""
        with (
            ArrayReader(self.unfinished / "node_of_row.npy") as node_of_row,
            ArrayReader(self.scratch / "leaf_of_node.npy") as leaf_of_node,
        ):
            width = self.width_of(_PAIR)
            with (
                self._collect("by_node", _PAIR, self.n_leaves, width, 4) as by_node,
                self._collect("by_row", _PAIR, len(node_of_row), width, 4) as by_row,
                self._file("leaf_of_row", _ID, len(node_of_row)) as leaf_of_row,
            ):
                for begin, nodes in self._nodes_of_rows(node_of_row):
                    rows = np.arange(begin, begin + len(nodes), dtype=np.int32)
                    by_node.add(key=nodes, value=rows)
                by_node.end()
                for bucket in range(by_node.n_buckets):
                    begin, end = by_node.range_of(bucket)
                    leaves = leaf_of_node.read(begin, end)
                    for records in by_node.read_blocks(bucket, self.memory // 16):
                        by_row.add(key=records["value"], value=leaves[records["key"] - begin])
                by_row.end()
                for bucket in range(by_row.n_buckets):
                    begin, end = by_row.range_of(bucket)
                    records = by_row.read(bucket)
                    order = order_by_key(records["key"], begin, end - begin, by_row.path)
                    leaf_of_row.write(records["value"][order])
        return leaf_of_row.entry

    def _nodes_of_rows(self, node_of_row: ArrayReader) -> Iterator[tuple[int, Ids]]:
        """Yield the nodes of all rows, those of weight zero at the nearest, block by block."""
        unweighted = self.unfinished / "unweighted.npy"
        if not unweighted.exists():
            yield from node_of_row.blocks(self.memory // 16)
            return
        maps = Maps(self.memory // 4)
        nodes, n_asked = self._mapped_nodes(self.arrays, maps), 0
        most = max(1, self.memory // (16 * (self.row_record.itemsize + 16)))
        with ArrayReader(unweighted) as queries, Workers(self.n_threads, maps.limit) as workers:
            for begin, block in node_of_row.blocks(self.memory // 16):
                unknown = np.flatnonzero(block < 0)
                for some in np.array_split(unknown, 1 + len(unknown) // most):
                    asked = queries.read(n_asked, n_asked + len(some))
                    n_asked += len(some)
                    if len(some):
                        block[some] = find_nearest(nodes, asked, 1, workers, "tree")[0][:, 0]
                yield begin, block
            if n_asked != len(queries):
                raise damaged(unweighted)
        maps.release()

    def _mapped_nodes(self, folder: Path, maps: Maps) -> Nodes:
        def array(name: str) -> Any:
            path = folder / f"{name}.npy"
            return maps.open(path) if path.exists() else None

        arrays = {f.name: array(f.name) for f in fields(Nodes) if f.name != "space"}
        return Nodes(**arrays, space=self.grown.space)

    def _clear_rows(self) -> None:
        remove_buckets(self.scratch / "by_node")
        remove_buckets(self.scratch / "by_row")

    def _describe(self, folder: Path) -> dict[str, Any]:
        maps = Maps(0)
        leaf_of_row = first_rows = None
        if "leaf_of_row" in self.entries:
            leaf_of_row = maps.open(folder / "leaf_of_row.npy")
            first_rows = maps.open(folder / "first_rows.npy")
        grown = self.grown
        tree = ClusterTree(
            self._mapped_nodes(folder, maps),
            grown.epsilons,
            grown.n_nodes,
            leaf_of_row,
            first_rows,
            grown.parameters,
            "bound" if self.bound_only else "exact",
            self.seconds,
            grown.selections,
            grown.origin,
        )
        return describe_tree(tree, include_rows=True)


class _Found(NamedTuple):
    """Of a block of born nodes: places of all children and of their parents; sizes, own leaves."""

    child_places: Ids
    parents: Ids
    sizes: Ids
    n_own: Ids


@contextmanager
def _all_of(files: Mapping[str, ArrayFile]) -> Iterator[None]:
    """Close all files at the end."""
    with ExitStack() as stack:
        for file in files.values():
            stack.enter_context(file)
        yield
