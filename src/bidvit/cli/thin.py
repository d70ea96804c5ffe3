"""`bidvit thin`: near-duplicates out of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import DATA, FILE, data_options, output_options, run_options

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from bidvit.cli.reporting import Reporter
    from bidvit.io import Points, Source


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit thin points.parquet --epsilon 0.5 -o fewer.parquet\n"
    "  bidvit thin places.csv --columns lat,lon --metric haversine --epsilon 100 -o places-100m.csv"
)
@click.argument("data", type=DATA)
@click.option("--epsilon", type=float, required=True, help="Least distance between rows kept.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    required=True,
    help="File for the rows kept, with all their columns: .parquet, .csv, .arrow, ...; in .npy "
    "only the coordinates.",
)
@click.option(
    "--indices", is_flag=True, help="Write the numbers of the rows kept, from 0, instead."
)
@click.option("--sample-weight", "--weights", "sample_weight", metavar="COLUMN",
              help="Column of weights: heavy rows are rather kept.")  # fmt: skip
@data_options
@click.option(
    "--metric",
    type=click.Choice(["euclidean", "manhattan", "chebyshev", "cosine", "haversine"]),
    default="euclidean",
    show_default=True,
    help="Distance between rows: cosine in radians, haversine of degrees in metres.",
)
@click.option(
    "--separation",
    type=click.Choice(["global", "chunk"]),
    default="global",
    show_default=True,
    help="Whether rows kept of different chunks may be closer than epsilon.",
)
@click.option(
    "--max-chunk-size", type=int, default=1000, show_default=True, help="Most rows in a chunk."
)
@run_options
@output_options
def thin(
    data: Path,
    epsilon: float,
    output: Path,
    indices: bool,
    sample_weight: str | None,
    columns: list[str] | None,
    array: str | None,
    drop_missing: bool,
    metric: str,
    separation: str,
    max_chunk_size: int,
    random_state: int,
    n_jobs: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the rows of DATA without near-duplicates.

    Every row that is dropped is closer than epsilon to one that is kept, and any two rows kept are
    at least epsilon apart (with --separation chunk: within chunks). Says how many rows are kept and
    the largest distance that was measured from a dropped row to the nearest one kept.
    """
    import numpy as np

    from bidvit.cli.files import print_json, read_data
    from bidvit.cli.reporting import Reporter, count
    from bidvit.coarsening import coarsen
    from bidvit.io import check_output, open_source

    check_output(output, force=force)
    reporter = Reporter(quiet or as_json)
    try:
        reporter.say(f"reading {data}")
        source = open_source(data, array=array)
        points = read_data(
            source,
            reporter,
            columns,
            others=[] if sample_weight is None else [sample_weight],
            drop_missing=drop_missing,
        )
        reporter.say("looking for near-duplicates")
        weights = None if sample_weight is None else points.others[source.find(sample_weight)]
        coarse = coarsen(
            points.X,
            epsilon,
            sample_weight=weights,
            metric=metric,
            max_chunk_size=max_chunk_size,
            separation=separation,  # type: ignore[arg-type] # one of click's choices
            n_jobs=n_jobs,
            random_state=random_state,
        )
        rows = coarse.indices.astype(np.int64)
        if len(points.dropped):
            rows = np.delete(np.arange(points.n_rows), points.dropped)[rows]
        _write(output, source, points, coarse.indices, rows, indices, reporter)
    finally:
        reporter.finish()
    n_kept, n = len(rows), len(points.X)
    if as_json:
        print_json(
            {
                "output": str(output),
                "n_rows": points.n_rows,
                "n_missing": len(points.dropped),
                "n_kept": n_kept,
                "n_dropped": n - n_kept,
                "epsilon": epsilon,
                "max_distance": coarse.max_radius,
            }
        )
    elif not quiet:
        within = "" if separation == "global" else " of its chunk"
        click.echo(
            f"{output}: {n_kept:,} of {count(n, 'row')} kept, {n - n_kept:,} dropped; the farthest "
            f"of these is {coarse.max_radius:.5g} from the nearest row kept{within}"
        )


def _write(
    path: Path,
    source: Source,
    points: Points,
    picks: npt.NDArray[Any],
    rows: npt.NDArray[Any],
    indices: bool,
    reporter: Reporter,
) -> None:
    """Write the rows kept: their numbers, their coordinates, or all of their columns."""
    import numpy as np

    from bidvit.io import open_array, open_table

    as_array = path.suffix.lower() == ".npy"
    if as_array:
        with open_array(path) as array:
            array.write(rows if indices else np.ascontiguousarray(points.X[picks]))
        return
    import pyarrow as pa

    with open_table(path) as table:
        if indices:
            table.write(pa.record_batch({"row": rows}))
            return
        begin = n_written = 0
        for block in source.blocks():
            end = begin + len(block)
            first, last = np.searchsorted(rows, [begin, end])
            if last > first:
                table.write(block.to_arrow().take(pa.array(rows[first:last] - begin)))
            begin, n_written = end, n_written + int(last - first)
            reporter.count("rows written", n_written, len(rows))
