"""`bidvit cut`: a flat clustering from a stored tree, as files."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import DATA, FILE, TREE, cut_options, jobs_option, output_options

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    from bidvit.cli.reporting import Reporter
    from bidvit.cuts import Cut
    from bidvit.io import Source
    from bidvit.tree import ClusterTree


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit cut points.tree -k 300 -o labels.parquet --centers centers.csv\n"
    "  bidvit cut points.tree --radius 0.5 --join points.csv -o points-with-cluster.csv"
)
@click.argument("tree", type=TREE)
@cut_options
@click.option(
    "-o", "--output", type=FILE, help="File for the labels: .npy, .parquet, .csv, .arrow, ..."
)
@click.option("--centers", type=FILE, help="File for centers, weights, radii and medoids.")
@click.option("--join", type=DATA, help="Write all columns of this file beside the labels.")
@click.option("--array", help="Which array of an .npz or .zarr to join.")
@click.option(
    "--column", default="cluster", show_default=True, help="What to call the column of labels."
)
@jobs_option
@output_options
def cut(
    tree: Path,
    where: dict[str, Any],
    output: Path | None,
    centers: Path | None,
    join: Path | None,
    array: str | None,
    column: str,
    n_jobs: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Cut TREE into clusters and write the label of every row.

    Labels stand in the order of the rows of the file the tree was made from. Rows of clusters that
    --min-weight drops, and rows that were dropped for missing values, have the label -1. Medoids
    are rows of that file, counted from 0.
    """
    from bidvit.cli.files import cut_tree, load_tree, print_json
    from bidvit.cli.reporting import Reporter, count
    from bidvit.io import check_output, open_source
    from bidvit.io.sources import TABLES

    if output is None and (centers is None or join is not None):
        raise click.UsageError("Missing option '-o' / '--output'.")
    if output is not None:
        check_output(output, force=force, **({} if join is None else {"endings": TABLES}))
    if centers is not None:
        check_output(centers, force=force)
        if output is not None and centers.absolute() == output.absolute():
            raise click.UsageError("--output and --centers must be two files.")
    source = None if join is None else open_source(join, array=array)
    opened = load_tree(tree)
    reporter = Reporter(quiet or as_json)
    try:
        reporter.say("cutting the tree")
        found = cut_tree(opened, where, n_jobs)
        labels = found.labels
        if opened.origin is not None:
            labels = opened.origin.spread(labels, -1)
        n_unlabelled = int((labels < 0).sum())
        # All files appear, or none.
        with ExitStack() as files:
            if centers is not None:
                reporter.say("measuring the clusters")
                _write_centers(files, centers, opened, found)
            if output is not None:
                if source is not None:
                    _write_joined(files, output, source, labels, column, reporter)
                else:
                    _write_labels(files, output, labels, column)
    finally:
        reporter.finish()
    written = [str(path) for path in (output, centers) if path is not None]
    if as_json:
        print_json(
            {
                "n_clusters": found.n_clusters,
                "n_rows": len(labels),
                "n_unlabelled": n_unlabelled,
                "max_radius": found.max_radius,
                "files": written,
            }
        )
    elif not quiet:
        rest = f", {n_unlabelled:,} of them in none" if n_unlabelled else ""
        click.echo(
            f"{' and '.join(written)}: {count(found.n_clusters, 'cluster')} of "
            f"{count(len(labels), 'row')}{rest}; largest radius {found.max_radius:.5g}"
        )


def _write_labels(files: ExitStack, path: Path, labels: npt.NDArray[np.int32], column: str) -> None:
    from bidvit.io import open_array, open_table

    if path.suffix.lower() == ".npy":
        files.enter_context(open_array(path)).write(labels)
        return
    table = files.enter_context(open_table(path))
    table.write(_batch({column: labels}))


def _write_joined(
    files: ExitStack,
    path: Path,
    source: Source,
    labels: npt.NDArray[np.int32],
    column: str,
    reporter: Reporter,
) -> None:
    from bidvit.io import open_table

    if column in source.names:
        raise ValueError(f"{source.path} has a column {column!r} already: choose another --column")
    if source.n_rows is not None:
        _require_length(source, source.n_rows, len(labels))
    table = files.enter_context(open_table(path))
    begin = 0
    for block in source.blocks():
        end = begin + len(block)
        if end > len(labels):
            _require_length(source, end, len(labels))
        table.write(append_columns(block.to_arrow(), {column: labels[begin:end]}))
        begin = end
        reporter.count("rows written", begin, len(labels))
    _require_length(source, begin, len(labels))


def _require_length(source: Source, n: int, n_labels: int) -> None:
    if n != n_labels:
        at_least = "more than " if n > n_labels and source.n_rows is None else ""
        shown = n_labels if at_least else n
        raise ValueError(
            f"{source.path} must be what the tree was made from, {n_labels:,} rows, got "
            f"{at_least}{shown:,}"
        )


def append_columns(batch: Any, columns: dict[str, npt.NDArray[Any]]) -> Any:
    """Return a record batch with further columns."""
    import pyarrow as pa

    arrays = [*batch.columns, *(pa.array(values) for values in columns.values())]
    return pa.RecordBatch.from_arrays(arrays, names=[*batch.schema.names, *columns])


def _batch(columns: dict[str, npt.NDArray[Any]]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(
        [pa.array(values) for values in columns.values()], names=list(columns)
    )


def _write_centers(files: ExitStack, path: Path, tree: ClusterTree, found: Cut) -> None:
    """Write a line per cluster; .npy gets a structured array."""
    import numpy as np

    from bidvit.io import open_array, open_table

    origin = tree.origin
    medoids = found.medoids.astype(np.int64)
    names = [f"x{j}" for j in range(tree.n_features)]
    if origin is not None:
        medoids, names = origin.kept[medoids], origin.features
    figures: dict[str, npt.NDArray[Any]] = {
        "cluster": np.arange(found.n_clusters, dtype=np.int32),
        "weight": found.weights,
        "radius": found.radii,
        "medoid": medoids,
    }
    centers = found.centers
    if path.suffix.lower() == ".npy":
        kinds = [(name, values.dtype) for name, values in figures.items()]
        rows = np.empty(len(centers), [*kinds, ("center", centers.dtype, centers.shape[1:])])
        for name, values in figures.items():
            rows[name] = values
        rows["center"] = centers
        files.enter_context(open_array(path)).write(rows)
        return
    taken = [name if name not in figures else f"{name}_" for name in names]
    columns: dict[str, npt.NDArray[Any]] = figures | {
        name: np.ascontiguousarray(centers[:, j]) for j, name in enumerate(taken)
    }
    files.enter_context(open_table(path)).write(_batch(columns))
