"""`bidvit fit --memory`, `--scheduler`: points in a file that are never in memory together."""

from __future__ import annotations

import logging
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click
import numpy as np

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from bidvit.cli.reporting import Reporter
    from bidvit.io import FileRows, Points

# Beside the tree: level 0, the nodes born so far, a level in the order of its leaves, and the next.
_COPIES = 4
_BESIDE_A_ROW = 20  # bytes


def check_options(data: Path, cost: str | None) -> None:
    """Raise where something is asked for that clustering on disk has not."""
    if str(data) == "-":
        raise click.UsageError(
            "DATA must be a file with --memory or --scheduler, got the standard input"
        )
    if cost is not None:
        raise click.UsageError(
            "--cost is for clustering in memory: leave out --memory and --scheduler"
        )


def fit_on_disk(
    rows: FileRows, output: Path, parameters: dict[str, Any], reporter: Reporter
) -> dict[str, Any]:
    """Cluster the rows of a file on disk; returns what there is to say of the tree."""
    from bidvit.cli.files import measure_tree
    from bidvit.cli.fit import summarise
    from bidvit.cli.reporting import format_names
    from bidvit.engines.memory import cluster
    from bidvit.io import open_source
    from bidvit.io.reading import choose_columns
    from bidvit.storage import UNFINISHED

    source = open_source(rows.path, array=rows.array)
    weights = parameters["sample_weight"]
    others = [] if weights is None else [source.find(weights)]
    _, left_out = choose_columns(source, rows.columns, others)
    if left_out:
        reporter.note(f"columns left out: {format_names(left_out)}")
    follow = reporter.follow_fit(source.n_rows or 0)
    start = time.perf_counter()
    reporter.say(f"reading {rows.path}")
    scheduler = parameters.pop("scheduler")
    try:
        with _connect(scheduler) as client:
            tree = cluster(
                rows,
                out=output,
                progress=follow,
                backend="local" if client is None else "dask",
                client=client,
                **parameters,
            )
    except KeyboardInterrupt:
        if (output / UNFINISHED).exists():
            reporter.note("what is done is kept: the same command with --resume goes on")
        raise
    assert tree.origin is not None
    if len(tree.origin.dropped):
        reporter.note(
            f"{len(tree.origin.dropped):,} of {tree.origin.n_rows:,} rows dropped for missing "
            "values"
        )
    return summarise(tree, output, left_out, time.perf_counter() - start, measure_tree(output))


def _connect(scheduler: str | None) -> AbstractContextManager[Any]:
    """Return a client of a cluster to be entered, or None."""
    if scheduler is None:
        return nullcontext()
    from bidvit.selection.extras import import_extra

    distributed = import_extra("distributed")
    # Its log would come between our lines; what goes wrong is in the error.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    client: AbstractContextManager[Any] = distributed.Client(scheduler, set_as_default=False)
    return client


def dry_run_on_disk(
    rows: FileRows, parameters: dict[str, Any], disk_parameters: dict[str, Any], reporter: Reporter
) -> dict[str, Any]:
    """Return about what clustering on disk will take; raises if the memory is too little."""
    from bidvit.cli.forecast import forecast, sample_size
    from bidvit.engines.plan import check_memory

    memory = check_memory(disk_parameters["memory"])
    points, weights, n = read_sample(
        rows, parameters["sample_weight"], sample_size(parameters), reporter
    )
    _require_memory(memory, points, n, parameters)
    reporter.say("measuring a sample")
    given = {"sample_weight": weights, "cost": None}
    expected = forecast(points, parameters | given, n)
    row = points.X.shape[1] * points.X.itemsize + _BESIDE_A_ROW
    return expected | {"bytes": memory, "bytes_of_scratch": _COPIES * n * row}


def _require_memory(memory: int, points: Points, n: int, parameters: dict[str, Any]) -> None:
    """Raise if the memory is too little for so many rows like these."""
    from bidvit import inputs
    from bidvit.engines.choices import check_choices
    from bidvit.engines.plan import make_plan
    from bidvit.engines.rows import Input

    inputs.check_shape((n, points.X.shape[1]))
    chosen = {name: value for name, value in parameters.items() if name != "sample_weight"}
    choices = check_choices(**chosen, progress=None, cost=None)
    one = inputs.to_float(points.X[:1])
    data = Input(np.broadcast_to(one, (n, one.shape[1])), None, one.dtype)
    make_plan(memory, data, parameters["metric"], choices)


def read_sample(
    rows: FileRows, weight: str | None, n_wanted: int, reporter: Reporter
) -> tuple[Points, np.ndarray[Any, Any] | None, int]:
    """Return every so many-th row of a file, with its weight, and how many rows there are.

    How many there are is not known before all have been read: when twice as many rows have been
    kept as are wanted, every other one goes, and from then on only every other one comes.
    """
    from bidvit.io import Points, open_source
    from bidvit.io.reading import Missing, choose_columns, read_blocks

    source = open_source(rows.path, array=rows.array)
    others = [] if weight is None else [source.find(weight)]
    columns, left_out = choose_columns(source, rows.columns, others)
    dtype = source.dtype(columns)
    missing = Missing(source.path, rows.drop_missing)
    kept = np.empty((0, len(source.features(columns))), dtype)
    kept_weights = np.empty(0)
    n = n_read = 0
    step = 1
    for block, points, keep in read_blocks(source, columns, others, dtype, missing):
        some = slice(None) if keep is None else keep
        matrix = points[some]
        first = -n % step
        kept = np.concatenate([kept, matrix[first::step]])
        if others:
            values = np.asarray(block.column(others[0])[some], np.float64)
            kept_weights = np.concatenate([kept_weights, values[first::step]])
        n += len(matrix)
        n_read += len(block)
        while len(kept) >= 2 * n_wanted:
            kept, kept_weights, step = kept[::2].copy(), kept_weights[::2].copy(), 2 * step
        reporter.count("rows read", n_read, source.n_rows)
    missing.check()
    if not n:
        raise ValueError(f"{source.path} has missing or infinite values in every row")
    features = source.features(columns)
    sample = Points(kept, columns, features, left_out, {}, n_read, missing.rows)
    return sample, kept_weights if others else None, n
