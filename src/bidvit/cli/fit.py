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
    disk_options,
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
    "  bidvit fit huge.npy -o huge.tree --memory 2GB --jobs -1\n"
    "  bidvit fit /shared/huge.npy -o /shared/huge.tree --scheduler tcp://node1:8786\n"
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
@disk_options
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
    disk_parameters: dict[str, Any] | None,
    random_state: int,
    n_jobs: int | None,
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

    With --memory, rows are clustered on disk: there may be more of them than fit in memory. What is
    done is kept in the folder of the tree, level by level, and a run that was interrupted goes on
    with --resume. With --scheduler, the workers of a Dask cluster do that together.
    """
    from bidvit.cli.files import check_tree_output, read_data, save_tree
    from bidvit.cli.reporting import Reporter, format_names
    from bidvit.io import open_source
    from bidvit.origin import Origin

    if output is None and not dry_run:
        raise click.UsageError("Missing option '-o' / '--output'.")
    resume = disk_parameters is not None and disk_parameters["resume"]
    if output is not None:
        check_tree_output(output, force, resume=resume)
    reporter = Reporter(quiet or as_json)
    if disk_parameters is not None:
        from bidvit.cli.disk import check_options, dry_run_on_disk, fit_on_disk
        from bidvit.io import FileRows

        check_options(data, cost)
        rows = FileRows(data, columns, array, drop_missing)
        parameters = cluster_parameters | fit_parameters | {
            "sample_weight": sample_weight,
            "random_state": random_state,
            "n_jobs": n_jobs,
        }  # fmt: skip
        try:
            if dry_run:
                expected = dry_run_on_disk(rows, parameters, disk_parameters, reporter)
            else:
                assert output is not None
                summary = fit_on_disk(rows, output, parameters | disk_parameters, reporter)
        finally:
            reporter.finish()
        if dry_run:
            _show_forecast(expected, quiet=quiet, as_json=as_json)
        else:
            _show(summary, quiet=quiet, as_json=as_json)
        return
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
            _show_forecast(expected, quiet=quiet, as_json=as_json)
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
    summary = summarise(tree, output, points.left_out, seconds, size)
    _show(summary, quiet=quiet, as_json=as_json)


def summarise(
    tree: ClusterTree, output: Path, left_out: list[str], seconds: float, size: int
) -> dict[str, Any]:
    """Return what there is to say of a tree that has been stored."""
    assert tree.origin is not None
    return {
        "tree": str(output),
        "n_rows": tree.origin.n_rows,
        "n_dropped": len(tree.origin.dropped),
        "columns": tree.origin.columns,
        "left_out": left_out,
        "n_features": tree.n_features,
        "n_distinct": tree.nodes.n_leaves,
        "n_levels": len(tree.levels),
        "seconds": seconds,
        "bytes": size,
    }


def _show(summary: dict[str, Any], *, quiet: bool, as_json: bool) -> None:
    from bidvit.cli.files import print_json
    from bidvit.cli.reporting import count, format_bytes, format_names, format_seconds

    if as_json:
        print_json(summary)
    elif not quiet:
        n_rows = summary["n_rows"] - summary["n_dropped"]
        click.echo(
            f"{summary['tree']}: {count(n_rows, 'row')} × {count(summary['n_features'], 'column')} "
            f"({format_names(summary['columns'])}), {summary['n_distinct']:,} distinct, "
            f"{count(summary['n_levels'], 'level')}, in {format_seconds(summary['seconds'])}; "
            f"{format_bytes(summary['bytes'])} on disk"
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


def _show_forecast(expected: dict[str, Any], *, quiet: bool, as_json: bool) -> None:
    from bidvit.cli.files import print_json
    from bidvit.cli.reporting import format_bytes, format_names, format_seconds, print_facts

    if as_json:
        print_json(expected)
        return
    if quiet:
        return
    memory = f"about {format_bytes(expected['bytes'])} at most, the data included"
    disk = f"about {format_bytes(expected['bytes_on_disk'])} on disk"
    if "bytes_of_scratch" in expected:
        memory = f"{format_bytes(expected['bytes'])} at most (--memory)"
        disk += f", and {format_bytes(expected['bytes_of_scratch'])} beside it until it is complete"
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
            ("memory", memory),
            (
                "work",
                f"about {expected['n_levels']:,} levels, {expected['n_distances']:.1g} pairs",
            ),
            ("time", f"about {format_seconds(expected['seconds'])}"),
            ("tree", disk),
        ]
    )
