"""`bidvit assign`: the nearest cluster of new rows."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import (
    DATA,
    FILE,
    TREE,
    cut_options,
    data_options,
    jobs_option,
    output_options,
)

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from bidvit.cuts import Cut


@click.command(
    short_help="Find the nearest cluster of new rows.",
    epilog="\b\nExamples:\n"
    "  bidvit assign points.tree new.csv -k 300 -o clusters.parquet\n"
    "  bidvit assign points.tree new.csv -k 300 --join -o new-with-cluster.csv",
)
@click.argument("tree", type=TREE)
@click.argument("data", type=DATA)
@cut_options
@click.option(
    "-o",
    "--output",
    type=FILE,
    required=True,
    help="File for the clusters: .npy, .parquet, .csv, .arrow, ...",
)
@click.option("--join", is_flag=True, help="Write all columns of DATA beside them.")
@click.option(
    "--column", default="cluster", show_default=True, help="What to call the column of clusters."
)
@data_options
@jobs_option
@output_options
def assign(
    tree: Path,
    data: Path,
    where: dict[str, Any],
    output: Path,
    join: bool,
    column: str,
    columns: list[str] | None,
    array: str | None,
    drop_missing: bool,
    n_jobs: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the cluster of TREE whose center is nearest to each row of DATA, and its distance.

    DATA is read and written block by block, however long it is. Its columns are those the tree was
    made from, by their names, unless --columns says which. With --drop-missing, rows with missing
    values have the cluster -1.
    """
    from bidvit.cli.cut import append_columns
    from bidvit.cli.files import columns_of, cut_tree, load_tree, print_json
    from bidvit.cli.reporting import Reporter, count
    from bidvit.io import check_output, open_array, open_source, open_table
    from bidvit.io.reading import Missing, read_blocks
    from bidvit.io.sources import TABLES

    check_output(output, force=force, **({"endings": TABLES} if join else {}))
    source = open_source(data, array=array)
    opened = load_tree(tree)
    chosen = columns_of(opened, source, columns)
    distance = "distance" if column != "distance" else "distance_"
    if join:
        taken = [name for name in (column, distance) if name in source.names]
        if taken:
            raise ValueError(f"{source.path} has a column {taken[0]!r} already")
    reporter = Reporter(quiet or as_json)
    missing = Missing(source.path, drop_missing)
    n_done, farthest = 0, 0.0
    try:
        reporter.say("cutting the tree")
        found = cut_tree(opened, where, n_jobs)
        with ExitStack() as files:
            as_array = output.suffix.lower() == ".npy"
            made: Any = files.enter_context((open_array if as_array else open_table)(output))
            dtype = source.dtype(chosen)
            wanted = None if join else ()
            for block, matrix, keep in read_blocks(source, chosen, wanted, dtype, missing):
                if not drop_missing and keep is not None:
                    continue  # the error tells of all such rows
                clusters, distances = _find_nearest(found, matrix, keep, n_jobs)
                if as_array:
                    made.write(clusters)
                else:
                    import pyarrow as pa

                    new = {column: clusters, distance: distances}
                    if join:
                        made.write(append_columns(block.to_arrow(), new))
                    else:
                        made.write(pa.record_batch(new))
                n_done += len(matrix)
                if keep is None or keep.any():
                    farthest = max(farthest, float(distances[clusters >= 0].max()))
                reporter.count("rows assigned", n_done, source.n_rows)
            missing.check()
    finally:
        reporter.finish()
    n_dropped = len(missing.rows)
    if as_json:
        print_json(
            {
                "output": str(output),
                "n_rows": n_done,
                "n_dropped": n_dropped,
                "n_clusters": found.n_clusters,
                "max_distance": farthest,
            }
        )
    elif not quiet:
        rest = f", {n_dropped:,} of them with missing values" if n_dropped else ""
        click.echo(
            f"{output}: {count(n_done, 'row')}{rest} assigned to "
            f"{count(found.n_clusters, 'cluster')}; the farthest is {farthest:.5g} from its center"
        )


def _find_nearest(
    found: Cut,
    matrix: npt.NDArray[Any],
    keep: npt.NDArray[Any] | None,
    n_jobs: int,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return clusters and distances; -1 and NaN for incomplete rows."""
    import numpy as np

    clusters = np.full(len(matrix), -1, np.int32)
    distances = np.full(len(matrix), np.nan)
    rows = np.arange(len(matrix)) if keep is None else np.flatnonzero(keep)
    if len(rows):
        found_clusters, found_distances = found.nearest(matrix[rows], n_jobs=n_jobs)
        clusters[rows], distances[rows] = found_clusters[:, 0], found_distances[:, 0]
    return clusters, distances
