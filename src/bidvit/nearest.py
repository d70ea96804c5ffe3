"""The nearest leaves of a tree: through its balls, through boxes, or with matrix products.

Whichever way is taken, what decides is the same measured distance, so all give the same answer.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.levels import partition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bidvit.nodes import Nodes
    from bidvit.parallel import Workers

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

BLOCK = 64


@dataclass(frozen=True, eq=False)
class Blocks:
    columns: Floats
    leaves: Ids
    boxes: Floats


def make_blocks(nodes, leaf_of_row, workers, size=BLOCK, tree_order=False):
    rows = nodes.rows
    if tree_order:
        order = nodes.leaf_rows
        offsets = np.append(np.arange(0, len(rows), size), len(rows)).astype(np.int64)
    else:
        chunks = partition(rows, size, workers)
        order, offsets = chunks.order, chunks.offsets
    n_blocks, d = len(offsets) - 1, rows.shape[1]
    stride = _core.block_stride(int(np.diff(offsets).max()))
    columns = buffers.empty((n_blocks, d, stride), rows.dtype)
    leaves = buffers.empty((n_blocks, stride), np.int32)
    boxes = buffers.empty((_core.count_box_nodes(n_blocks), d, 32), rows.dtype)
    _core.fill_blocks(rows, order, offsets, leaf_of_row, columns, leaves, boxes, workers.stop)
    return Blocks(columns, leaves, boxes)


def search_blocks(nodes, blocks, queries, order, nearest, distances, workers):
    def task(b, e):
        return _core.search_blocks(nodes.rows, nodes.leaf_rows, nodes.space.kernel_metric,
          blocks.columns, blocks.leaves, blocks.boxes, queries, order, b, e, nearest, distances, workers.stop)
    return sum(workers.run(task, workers.split(len(queries))))


def search_tree(nodes, queries, nearest, distances, workers, most=2**62):
    def task(b, e):
        return _core.find_nearest(*nodes.kernel_arrays, nodes.radii, queries, b, e, most, nearest, distances, workers.stop)
    return sum(workers.run(task, workers.split(len(queries))))


def search_products(nodes, leaf_of_row, queries, nearest, distances, workers, qb=256, rb=2048):
    rows = nodes.rows
    d = rows.shape[1]
    T = rows.dtype
    fi = np.finfo(T)
    kappa = (2 * d + 16) * float(fi.eps)
    centre = rows.mean(axis=0, dtype=np.float64).astype(T)
    Y = rows - centre
    y2 = np.einsum("ij,ij->i", Y, Y, dtype=np.float64)
    lows = (y2 * (1 - kappa) / 2).astype(T)
    X = queries - centre
    x2 = np.einsum("ij,ij->i", X, X, dtype=np.float64)
    ql, qh = x2 * (1 - kappa) / 2, x2 * (1 + kappa) / 2
    step = 4 * d * float(fi.tiny)
    def task(b, e):
        buf = np.empty(qb * rb, T)
        for q0 in range(b, e, qb):
            q1 = min(e, q0 + qb)
            for r0 in range(0, len(rows), rb):
                r1 = min(len(rows), r0 + rb)
                P = buf[: (q1 - q0) * (r1 - r0)].reshape(q1 - q0, r1 - r0)
                np.matmul(X[q0:q1], Y[r0:r1].T, out=P)
                _core.search_products(rows, leaf_of_row, lows, r0, r1, kappa * y2[r0:r1].max(), queries, ql, qh, q0, step, P, nearest, distances, workers.stop)
    workers.run(task, workers.split(len(queries)))
