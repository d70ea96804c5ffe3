"""Single steps of the level loop as plain functions, for tests that look at one step."""

from __future__ import annotations

import numpy as np

from bidvit import levels, spaces
from bidvit.parallel import Workers


def partition(points, max_chunk_size, n_threads=1, box=None):
    """Return the chunks as arrays of ids, from left to right."""
    with Workers(n_threads) as workers:
        chunks = levels.partition(np.ascontiguousarray(points), max_chunk_size, workers, box)
    return [np.array(ids) for ids in np.split(chunks.order, chunks.offsets[1:-1])]


def as_chunks(parts):
    """Turn arrays of ids into the record the level loop hands on."""
    sizes = np.cumsum([0] + [len(ids) for ids in parts])
    return levels.Chunks(np.concatenate(parts).astype(np.int32), sizes.astype(np.int64))


def make_coarsener(points, weights, parts, options, workers, *, seed=0, scaling=None):
    space = spaces.Space("test", kernel_metric=options.metric, on_sphere=options.on_sphere)
    rules = levels.Rules(
        space,
        options.linkage,
        options.representation,
        max_chunk_size=max(map(len, parts)),
        weight_scaling=scaling,
        weight_unit=options.weight_unit,
        seed=seed,
    )
    weights = np.ascontiguousarray(weights, dtype=np.float64)
    return levels.Coarsener(points, weights, as_chunks(parts), rules, workers, keep_picks=True)


def coarsen(points, weights, parts, epsilon, options, *, seed=0, level=0, scaling=None):
    """Coarsen the chunks of one level; the same options as `reference.coarsen`."""
    with Workers(1) as workers:
        coarsener = make_coarsener(
            points, weights, parts, options, workers, seed=seed, scaling=scaling
        )
        return coarsener.coarsen(epsilon, level)


def find_closest(points, weights, parts, options, chunk_indices=None):
    """Return the least proximity within a chunk, and that of every node of the chunks listed."""
    with Workers(1) as workers:
        coarsener = make_coarsener(points, weights, parts, options, workers)
        return levels.find_closest(
            coarsener.points,
            coarsener.weights,
            coarsener.chunks,
            coarsener.rules,
            workers,
            chunk_indices,
        )
