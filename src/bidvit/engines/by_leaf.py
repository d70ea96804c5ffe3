"""Rows in the order of the leaves, and what follows from that: radii, and the leaf of every row."""

from __future__ import annotations

import os
from contextlib import nullcontext
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core
from bidvit.engines.grown import DOUBLE, ID, PAIR
from bidvit.engines.placing import all_of
from bidvit.engines.spilling import ArrayReader, Maps, damaged, order_by_key
from bidvit.nearest import find_nearest
from bidvit.parallel import Workers
from bidvit.storage import ArrayFile, describe_array, write_array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bidvit.engines.grown import Site
    from bidvit.engines.spilling import Buckets

Ids = npt.NDArray[np.int32]


def copy_rows(site: Site) -> dict[str, Any]:
    """Copy the rows in the order of the leaves, for the radii; weights likewise, to stay."""
    n, width = site.n_leaves, site.width_of(site.row_record)
    entries = {"rows": site.link("rows", "rows")}
    with site.collect("by_leaf", site.row_record, n, width, 4) as by_leaf:
        _collect_rows(site, by_leaf)
        by_leaf.end()
        files = {
            "points": ArrayFile(site.scratch / "rows_by_leaf.npy", site.floats, (n, site.n_dims)),
            "counted": ArrayFile(site.scratch / "counted.npy", ID, (n,)),
        }
        if site.is_weighted:
            files["leaf_weights"] = site.file("leaf_weights", DOUBLE, n)
        with all_of(files):
            for bucket in range(by_leaf.n_buckets):
                begin, end = by_leaf.range_of(bucket)
                records = by_leaf.read(bucket)
                order = order_by_key(records["key"], begin, end - begin, by_leaf.path)
                for some in np.array_split(order, 1 + records.nbytes // (1 << 20)):
                    part = records[some]
                    files["points"].write(part["point"])
                    files["counted"].write(part["key"])
                    if site.is_weighted:
                        files["leaf_weights"].write(part["weight"])
                site.tell(0.5 + end / n / 2)
    if site.is_weighted:
        entries["leaf_weights"] = files["leaf_weights"].entry
    return {"entries": entries}


def _collect_rows(site: Site, by_leaf: Buckets) -> None:
    """Send every row to its leaf; write the leaf of every node."""
    n = site.n_leaves
    with site.collect("by_node", PAIR, n, site.width_of(PAIR), 4) as by_node:
        with ArrayReader(site.arrays / "leaf_rows.npy") as leaf_rows:
            for begin, nodes in leaf_rows.blocks(site.memory // 16):
                leaves = np.arange(begin, begin + len(nodes), dtype=np.int32)
                by_node.add(key=nodes, value=leaves)
        by_node.end()
        with (
            ArrayReader(site.unfinished / "weights.npy")
            if site.is_weighted
            else nullcontext() as weights,
            ArrayReader(site.unfinished / "rows.npy") as rows,
            ArrayFile(site.scratch / "leaf_of_node.npy", ID, (n,)) as leaf_of_node,
        ):
            for bucket in range(by_node.n_buckets):
                begin, end = by_node.range_of(bucket)
                records = by_node.read(bucket)
                order = order_by_key(records["key"], begin, end - begin, by_node.path)
                leaves = records["value"][order]
                leaf_of_node.write(leaves)
                step = max(1, site.memory // (8 * site.row_record.itemsize))
                for at in range(begin, end, step):
                    to = min(end, at + step)
                    by_leaf.add(
                        key=leaves[at - begin : to - begin],
                        weight=np.ones(to - at) if weights is None else weights.read(at, to),
                        point=rows.read(at, to),
                    )
                site.tell(end / n / 2)


def measure_radii(site: Site) -> dict[str, Any]:
    """Measure the radii, as `measure_radii` does, on mapped arrays."""
    n, n_inner = site.n_leaves, site.n_inner
    file = site.file("radii", site.floats, n_inner)
    with file:
        # Written at first, since a disk that is full must not show when memory is written to.
        for begin in range(0, n_inner, 1 << 18):
            file.write(np.zeros(min(1 << 18, n_inner - begin), site.floats))
    maps = Maps(site.memory // 8)
    subtree_end = maps.open(site.arrays / "subtree_end.npy")
    radii = maps.open(file.path, "r+")
    arrays = (
        maps.open(site.scratch / "rows_by_leaf.npy"),
        maps.open(site.scratch / "counted.npy"),
        maps.open(site.arrays / "points.npy"),
        maps.open(site.arrays / "leaf_begin.npy"),
        subtree_end,
        site.grown.space.kernel_metric,
    )
    # Nodes that fit, with their leaves.
    row = site.n_dims * site.floats.itemsize + 16
    share = max(1, site.memory // (8 * site.n_threads))
    step = max(1, share // (row * (1 + n // max(1, n_inner))))
    batches = list(pairwise([*range(0, n_inner, step), n_inner]))
    with Workers(site.n_threads, maps.limit) as workers:

        def task(begin: int, end: int, listed: Ids | None = None) -> int:
            n_measured = _core.find_radii(
                *arrays, begin, end, listed, site.bound_only, radii, workers.stop
            )
            maps.limit()
            return n_measured

        def in_order(listed: Ids) -> int:
            return sum(task(0, 0, listed[i : i + 1]) for i in range(len(listed)))

        measured = sum(
            workers.run(task, batches, lambda done: site.tell(0.8 * done / len(batches)))
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
        "entries": {"radii": describe_array(file.path, site.floats, (n_inner,))},
    }


def link_rows(site: Site) -> dict[str, Any]:
    """Find the leaf of every row, where that is not given by the leaf's row."""
    entries: dict[str, Any] = {}
    if site.is_merged:
        entries["first_rows"] = site.link("first_row", "first_rows")
        entries["leaf_of_row"] = _find_leaves_of_rows(site)
    if site.grown.origin is not None and len(site.grown.origin.dropped):
        dropped = site.grown.origin.dropped
        entries["dropped_rows"] = write_array(site.arrays / "dropped_rows.npy", dropped)
    return {"entries": entries}


def _find_leaves_of_rows(site: Site) -> dict[str, Any]:
    """Sort the rows by node, to give each the leaf of its node, and back."""
    with (
        ArrayReader(site.unfinished / "node_of_row.npy") as node_of_row,
        ArrayReader(site.scratch / "leaf_of_node.npy") as leaf_of_node,
    ):
        width = site.width_of(PAIR)
        with (
            site.collect("by_node", PAIR, site.n_leaves, width, 4) as by_node,
            site.collect("by_row", PAIR, len(node_of_row), width, 4) as by_row,
            site.file("leaf_of_row", ID, len(node_of_row)) as leaf_of_row,
        ):
            for begin, nodes in _nodes_of_rows(site, node_of_row):
                rows = np.arange(begin, begin + len(nodes), dtype=np.int32)
                by_node.add(key=nodes, value=rows)
            by_node.end()
            for bucket in range(by_node.n_buckets):
                begin, end = by_node.range_of(bucket)
                leaves = leaf_of_node.read(begin, end)
                for records in by_node.read_blocks(bucket, site.memory // 16):
                    by_row.add(key=records["value"], value=leaves[records["key"] - begin])
            by_row.end()
            for bucket in range(by_row.n_buckets):
                begin, end = by_row.range_of(bucket)
                records = by_row.read(bucket)
                order = order_by_key(records["key"], begin, end - begin, by_row.path)
                leaf_of_row.write(records["value"][order])
    return leaf_of_row.entry


def _nodes_of_rows(site: Site, node_of_row: ArrayReader) -> Iterator[tuple[int, Ids]]:
    """Yield the nodes of all rows, those of weight zero at the nearest, block by block."""
    unweighted = site.unfinished / "unweighted.npy"
    if not unweighted.exists():
        yield from node_of_row.blocks(site.memory // 16)
        return
    maps = Maps(site.memory // 4)
    nodes, n_asked = site.mapped_nodes(site.arrays, maps), 0
    most = max(1, site.memory // (16 * (site.row_record.itemsize + 16)))
    with ArrayReader(unweighted) as queries, Workers(site.n_threads, maps.limit) as workers:
        for begin, block in node_of_row.blocks(site.memory // 16):
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
