"""`bidvit fit`: points in a file become a tree on disk."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import (
    DATA,
    TREE,
    cluster_options,
    data_options,
    fit_options,
    output_options,
    run_options,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bidvit.io import Points
    from bidvit.tree import ClusterTree


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit fit points.csv -o points.tree --columns x,y\n"
    "  bidvit fit vectors.parquet -o vectors.tree --metric cosine --jobs -1\n"
    "  zcat log.csv.gz | bidvit fit - -o log.tree --dry-run"
)
@click.argument("data", type=DATA)
@click.option("-o", "--output", type=TREE, help="Folder to make for the tree.")
@data_options
@click.option(
    "--sample-weight", "--weights", "sample_weight", metavar="COLUMN", help="Column of weights."
)
@click.option("--cost", metavar="COLUMN", help="Column of costs, for --coarsening dense.")
@cluster_options
@fit_options
@run_options
@click.option("--dry-run", is_flag=True, help="Only say what there is and what it would take.")
@output_options
def fit(
    data: Path,
    output: Path | None,
    columns: list[str] | None,
    array: str | None,
    drop_missing: bool,
    sample_weight: str | None,
    cost: str | None,
    cluster_parameters: dict[str, Any],
    fit_parameters: dict[str, Any],
    random_state: int,
    n_jobs: int,
    dry_run: bool,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Cluster the rows of DATA into a tree.

    DATA ends in .npy, .npz, .zarr, .csv, .tsv (both also with .gz), .parquet, .arrow, .feather, or
    is an image, whose pixels are the rows; - is CSV from the standard input. A column of lists of
    one length, as embeddings are stored in Parquet, gives that many coordinates.

    With --drop-missing, rows with missing values are not in the tree; it knows which they are, and
    bidvit cut gives them the label -1.
    """
    from bidvit.cli.files import check_tree_output, print_json, read_data, save_tree
    from bidvit.cli.reporting import Reporter, count, format_bytes, format_names, format_seconds
    from bidvit.io import open_source
    from bidvit.origin import Origin

    if output is None and not dry_run:
        raise click.UsageError("Missing option '-o' / '--output'.")
    if output is not None:
        check_tree_output(output, force)
    reporter = Reporter(quiet or as_json)
    try:
        reporter.say(f"reading {data}")
        source = open_source(data, array=array)
        others = [name for name in (sample_weight, cost) if name is not None]
        points = read_data(source, reporter, columns, others=others, drop_missing=drop_missing)
        constant = find_constant(points)
        if constant:
            reporter.note(f"the same value in all rows: {format_names(constant)}")
        weights = None if sample_weight is None else points.others[source.find(sample_weight)]
        parameters = cluster_parameters | fit_parameters | {
            "sample_weight": weights,
            "cost": None if cost is None else points.others[source.find(cost)],
            "random_state": random_state,
            "n_jobs": n_jobs,
        }  # fmt: skip
        if dry_run:
            from bidvit.cli.forecast import forecast

            reporter.say("measuring a sample")
            expected = forecast(points, parameters)
            reporter.finish()
            if as_json:
                print_json(expected)
            elif not quiet:
                _print_forecast(expected)
            return
        assert output is not None
        start = time.perf_counter()
        tree = _cluster(points, parameters, reporter)
        if cost is not None:
            tree.parameters["cost"] = cost
        tree.origin = Origin(
            path="-" if str(data) == "-" else str(data.absolute()),
            columns=points.columns,
            features=points.features,
            n_rows=points.n_rows,
            array=array,
            weights=sample_weight,
            dropped=points.dropped,
        )
        seconds = time.perf_counter() - start
        reporter.say("saving the tree")
        size = save_tree(tree, output)
    finally:
        reporter.finish()
    if as_json:
        print_json(
            {
                "tree": str(output),
                "n_rows": points.n_rows,
                "n_dropped": len(points.dropped),
                "columns": points.columns,
                "left_out": points.left_out,
                "n_features": tree.n_features,
                "n_distinct": tree.nodes.n_leaves,
                "n_levels": len(tree.levels),
                "seconds": seconds,
                "bytes": size,
            }
        )
    elif not quiet:
        click.echo(
            f"{output}: {count(tree.n_rows, 'row')} × {count(tree.n_features, 'column')} "
            f"({format_names(points.columns)}), {tree.nodes.n_leaves:,} distinct, "
            f"{count(len(tree.levels), 'level')}, in {format_seconds(seconds)}; "
            f"{format_bytes(size)} on disk"
        )


def _cluster(points: Points, parameters: dict[str, Any], reporter: Any) -> ClusterTree:
    from bidvit.engines.memory import cluster

    return cluster(points.X, progress=reporter.follow_fit(len(points.X)), **parameters)


def find_constant(points: Points) -> list[str]:
    """Return the features that are the same in all rows; raises if all are."""
    X = points.X
    is_constant = X.min(axis=0) == X.max(axis=0)
    constant = [name for name, is_one in zip(points.features, is_constant, strict=True) if is_one]
    if len(constant) < len(points.features):
        return constant
    if len(X) == 1:
        raise ValueError("there is one row only, nothing to cluster")
    from bidvit.cli.reporting import format_names

    raise ValueError(
        f"all {len(X):,} rows are equal, nothing to cluster: {format_names(constant)} "
        f"{'is' if len(constant) == 1 else 'are'} constant"
    )


def _print_forecast(expected: dict[str, Any]) -> None:
    from bidvit.cli.reporting import format_bytes, format_names, format_seconds, print_facts

    print_facts(
        [
            ("rows", f"{expected['n_rows']:,}, {expected['n_dropped']:,} of them dropped"),
            (
                "columns",
                (
                    f"{expected['n_features']:,} of {expected['dtype']}: "
                    f"{format_names(expected['columns'])}"
                ),
            ),
            ("memory", f"about {format_bytes(expected['bytes'])} at most, the data included"),
            (
                "work",
                f"about {expected['n_levels']:,} levels, {expected['n_distances']:.1g} pairs",
            ),
            ("time", f"about {format_seconds(expected['seconds'])}"),
            ("tree", f"about {format_bytes(expected['bytes_on_disk'])} on disk"),
        ]
    )
