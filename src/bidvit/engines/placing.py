"""Inner nodes find their places in the tree, and are written in that order."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidvit.engines.grown import DOUBLE, ID, PAIR, PER_RECORD, born_folder
from bidvit.engines.spilling import ArrayReader, Buckets, damaged, order_by_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from bidvit.engines.grown import Site
    from bidvit.storage import ArrayFile

Array = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

# Where a child of a node that was read stands, and that node.
_PLACE = np.dtype([("key", "i4"), ("place", "i4"), ("parent", "i4")])
# What temporary arrays take per child while born nodes are read.
_PER_CHILD = 64


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


class _Found(NamedTuple):
    """Of a block of born nodes: places of all children and of their parents; sizes, own leaves."""

    child_places: Ids
    parents: Ids
    sizes: Ids
    n_own: Ids


def find_places(site: Site) -> dict[str, Any]:
    """Find the place of every inner node; sort nodes and leaves roughly by it.

    As `_core.place` does: a node stands before its children and all that is below them, in the
    order of their numbers. So the places of children follow from that of their parent, whose
    number is higher.
    """
    n, width = site.n_inner, max(1, site.memory // 64)
    free_end, n_leaf_children, first = n, 0, n
    places = parents = np.empty(0, np.int32)
    with (
        site.collect("places", _PLACE, n, width, 8) as below,
        site.collect("nodes", site.node_record, n, site.width_of(site.node_record), 4) as nodes,
        site.collect("own", PAIR, n, site.width_of(site.node_record), 8) as own,
    ):
        for block in _born_blocks(site, width):
            if block.begin < first:
                # The next lower range of numbers: all of its nodes' parents were here.
                below.flush()
                first, end = below.range_of(block.begin // width)
                places, parents = np.full((2, end - first), -1, np.int32)
                for records in below.read_blocks(block.begin // width, site.memory // 16):
                    places[records["key"] - first] = records["place"]
                    parents[records["key"] - first] = records["parent"]
            part = slice(block.begin - first, block.end - first)
            free_end, found = _place_block(site, block, places[part], free_end)
            inner = block.children >= site.n_leaves
            if ((block.child_sizes > 0) != inner).any():
                raise damaged(block.path)
            numbers = block.children[inner] - np.int32(site.n_leaves)
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
            site.tell(1 - block.begin / n)
        nodes.finish()
        own.finish()
    if free_end:
        raise ValueError(f"{site.unfinished} is damaged: inner nodes are missing")
    return {"n_leaf_children": n_leaf_children, "width": nodes.width}


def _born_blocks(site: Site, width: int) -> Iterator[_Block]:
    """Yield all born nodes from the last to the first, never across a multiple of ``width``."""
    most = max(1, site.memory // (8 * _PER_CHILD))
    per_node = site.node_record.itemsize + PER_RECORD
    most_nodes = max(1, site.memory // (8 * per_node))
    end = site.n_inner
    for level, leaf, n_born in _leaves_from_the_top(site):
        begin = end - n_born
        folder = born_folder(site.unfinished, level, leaf)
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
                if children.min() < 0 or children.max() >= site.n_leaves + from_:
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


def _leaves_from_the_top(site: Site) -> Iterator[tuple[int, int, int]]:
    n_born = site.grown.n_born
    for level in range(len(n_born), 0, -1):
        for leaf in reversed(range(len(n_born[level - 1]))):
            if n_born[level - 1][leaf]:
                yield level, leaf, n_born[level - 1][leaf]


def _place_block(site: Site, block: _Block, places: Ids, free_end: int) -> tuple[int, _Found]:
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
    n_own = np.add.reduceat(block.children < site.n_leaves, first_child, dtype=np.int32)
    parents = np.repeat(places, block.counts)
    return free_end, _Found(child_places.astype(np.int32), parents, sizes.astype(np.int32), n_own)


def write_in_order(site: Site) -> dict[str, Any]:
    """Write the arrays of inner nodes, and which row each leaf is."""
    n, n_inner = site.n_leaves, site.n_inner
    known = json.loads((site.scratch / "place.json").read_bytes())
    n_before = n - known["n_leaf_children"]
    width = known["width"]  # of then: the memory may be another now
    files = {
        "points": site.file("points", site.floats, n_inner, site.n_dims),
        **{name: site.file(name, ID, n_inner) for name in ("births", "parents")},
        "subtree_end": site.file("subtree_end", ID, n_inner),
        "leaf_begin": site.file("leaf_begin", ID, n_inner + 1),
        "leaf_rows": site.file("leaf_rows", ID, n),
    }
    if site.is_weighted:
        files["inner_weights"] = site.file("inner_weights", DOUBLE, n_inner)
    with (
        Buckets.reopen(site.scratch / "nodes", site.node_record, n_inner, width) as nodes,
        Buckets.reopen(site.scratch / "own", PAIR, n_inner, width) as own,
        all_of(files),
    ):
        if n_before:
            _write_root_leaves(site, own, files["leaf_rows"])
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
                if site.is_weighted:
                    files["inner_weights"].write(part["weight"])
            del records, order
            ends = np.cumsum(n_own, dtype=np.int64) + n_before
            files["leaf_begin"].write((ends - n_own).astype(np.int32))
            _write_own_leaves(site, own, bucket, begin, ends - n_before, files["leaf_rows"])
            n_before = int(ends[-1])
            site.tell(end / n_inner)
        files["leaf_begin"].write(np.array([n], np.int32))
    return {"entries": {name: file.entry for name, file in files.items()}}


def _write_root_leaves(site: Site, own: Buckets, file: ArrayFile) -> None:
    """Write the leaves that nobody has as a child, by their numbers."""
    step = max(1, site.memory // 2)
    for begin in range(0, site.n_leaves, step):
        is_root = np.ones(min(step, site.n_leaves - begin), bool)
        for bucket in range(own.n_buckets):
            for records in own.read_blocks(bucket, site.memory // 16):
                numbers = records["value"] - np.int32(begin)
                is_root[numbers[(numbers >= 0) & (numbers < len(is_root))]] = False
        for part in range(0, len(is_root), 1 << 20):
            roots = np.flatnonzero(is_root[part : part + (1 << 20)]) + (begin + part)
            file.write(roots.astype(np.int32))


def _write_own_leaves(
    site: Site, own: Buckets, bucket: int, first: int, ends: Array, file: ArrayFile
) -> None:
    """Write the leaves that are children of a range of nodes, by parent and number.

    ``ends`` says where those of each node end, counted from the first of the range.
    """
    most = max(1, site.memory // 64)
    begin = 0
    while begin < len(ends):
        # Nodes with no more leaves than can be sorted at once; one of them at least.
        before = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + most, side="right")))
        keys = np.empty(int(ends[end - 1]) - before, np.int64)
        at = 0
        for records in own.read_blocks(bucket, site.memory // 16):
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


@contextmanager
def all_of(files: Mapping[str, ArrayFile]) -> Iterator[None]:
    """Close all files at the end."""
    with ExitStack() as stack:
        for file in files.values():
            stack.enter_context(file)
        yield
