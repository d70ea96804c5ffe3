"""`bidvit instances`: the selection problems of a dataset as files for other solvers."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import (
    DATA,
    Levels,
    NumberOrWord,
    cluster_options,
    data_options,
    run_options,
)
from bidvit.cli.reporting import Reporter, format_names

if TYPE_CHECKING:
    from bidvit.instances import Instance

_FORMATS = ("bqm", "dimacs", "metis", "json")


def _split_formats(ctx: click.Context, param: click.Parameter, value: str) -> list[str]:
    formats = value.split(",")
    wrong = [name for name in formats if name not in _FORMATS]
    if wrong:
        raise click.BadParameter(
            f"{wrong[0]!r} is not one of {', '.join(_FORMATS)}.", ctx=ctx, param=param
        )
    return formats


@click.command(
    epilog="\b\nExample:\n  bidvit instances points.npy -o problems --levels 1-3 --max-instances 20"
)
@click.argument("data", type=DATA)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder to make. It appears when all is written.",
)
@data_options
@click.option(
    "--formats",
    default=",".join(_FORMATS),
    show_default=True,
    callback=_split_formats,
    help="What to write of each problem.",
)
@click.option("--levels", type=Levels(), help="Levels, such as 1,2,5-8; all by default.")
@click.option(
    "--max-instances",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="Most problems, drawn evenly from the levels; 0 for all.",
)
@click.option(
    "--solve",
    default="exact",
    show_default=True,
    metavar="SOLVER",
    help="Who looks for the best set: exact, local-search, another solver's name, or none.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds per problem for --solve exact.",
)
@click.option(
    "--penalty",
    type=NumberOrWord("max", "min", "global"),
    default="max",
    show_default=True,
    help="Penalty of an edge in the BQM files.",
)
@cluster_options
@run_options
@click.option("--force", is_flag=True, help="Replace the problems in a folder with nothing else.")
@click.option("--quiet", is_flag=True, help="Show no progress and no summary.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def instances(
    data: Path,
    output: Path,
    columns: list[str] | None,
    array: str | None,
    drop_missing: bool,
    formats: list[str],
    levels: list[int] | None,
    max_instances: int,
    solve: str,
    time_limit: float | None,
    penalty: str | float,
    cluster_parameters: dict[str, Any],
    random_state: int,
    n_jobs: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the selection problems of DATA as files.

    Each chunk of each level is a weighted graph of which an independent set of largest weight is to
    be selected. It is written as dimod's BQM, as DIMACS and METIS graphs, and as JSON with the best
    set known; index.csv lists all. DATA is any file that bidvit fit reads.
    """
    from bidvit.instances import write_instances
    from bidvit.io import read_points

    if time_limit is not None and solve != "exact":
        raise click.UsageError(f"--time-limit is for --solve exact, got --solve {solve}.")
    reporter = Reporter(quiet or as_json)
    points = read_points(data, columns=columns, array=array, drop_missing=drop_missing)
    if points.left_out:
        reporter.note(f"columns left out: {format_names(points.left_out)}")
    X = points.X
    try:
        made = write_instances(
            X,
            output,
            formats=formats,
            levels=levels,
            max_instances=max_instances or None,
            solve=None if solve == "none" else solve,
            solve_params={} if time_limit is None else {"time_limit": time_limit},
            penalty=penalty,
            dataset=data.name,
            force=force,
            random_state=random_state,
            n_jobs=n_jobs,
            progress=reporter.follow_fit(len(X)),
            on_written=lambda n_done, n: reporter.count("problems written", n_done, n),
            **cluster_parameters,
        )
    finally:
        reporter.finish()
    if as_json:
        click.echo(json.dumps({"directory": str(output), "instances": _plain(made)}, indent=1))
    elif not quiet:
        click.echo(_summarise(made, output))


def _plain(made: list[Instance]) -> list[dict[str, Any]]:
    return [
        {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in vars(instance).items()
        }
        for instance in made
    ]


def _summarise(made: list[Instance], output: Path) -> str:
    sizes = [instance.n_vertices for instance in made]
    degrees = [instance.mean_degree for instance in made]
    levels = sorted({instance.level for instance in made})
    proved = sum(instance.proved_optimal for instance in made)
    which = f"{len(levels):,} levels ({levels[0]} to {levels[-1]})"
    if len(levels) == 1:
        which = f"level {levels[0]}"
    return (
        f"{len(made):,} problem{'s' if len(made) > 1 else ''} of {which} in "
        f"{output}: {min(sizes):,} to {max(sizes):,} vertices, mean degree {min(degrees):.1f} to "
        f"{max(degrees):.1f}; best set proved for {proved:,}"
    )
