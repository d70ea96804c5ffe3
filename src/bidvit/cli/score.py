"""`bidvit score`: how good the levels of a stored tree are."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import DATA, TREE, jobs_option

if TYPE_CHECKING:
    import numpy.typing as npt

    from bidvit.tree import ClusterTree

_TITLES = {
    "level": "level",
    "n_nodes": "nodes",
    "inertia": "inertia",
    "calinski_harabasz": "Calinski-Harabasz",
    "davies_bouldin": "Davies-Bouldin",
    "quantization_error": "mean distance",
    "adjusted_rand": "adjusted Rand",
    "normalized_mutual_info": "mutual information",
}


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit score points.tree\n"
    "  bidvit score points.tree points.csv --labels species"
)
@click.argument("tree", type=TREE)
@click.argument("data", type=DATA, required=False)
@click.option("--labels", metavar="COLUMN", help="Column of DATA that holds the true classes.")
@click.option("--array", help="Which array of an .npz or .zarr DATA is.")
@click.option(
    "--davies-bouldin",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Only levels of at most this many nodes get this score, which takes long for more.",
)
@jobs_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def score(
    tree: Path,
    data: Path | None,
    labels: str | None,
    array: str | None,
    davies_bouldin: int,
    n_jobs: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show the scores of all levels of TREE.

    With --labels, also how far every level agrees with classes known beforehand: the adjusted Rand
    index and the normalized mutual information, both 1 for full agreement. DATA is the file the
    tree was made from, and may be left away if that is still where it was.
    """
    from bidvit.cli.files import load_tree, print_json
    from bidvit.cli.reporting import Reporter, print_table

    if labels is None and data is not None:
        raise click.UsageError("say which column of DATA holds the classes: --labels.")
    opened = load_tree(tree)
    reporter = Reporter(quiet or as_json)
    try:
        y = None
        if labels is not None:
            reporter.say("reading the classes")
            y = _read_classes(opened, data, array, labels)
        reporter.say("measuring the levels")
        scores = opened.scores(y, davies_bouldin=davies_bouldin, n_jobs=n_jobs)
    finally:
        reporter.finish()
    columns = {field.name: getattr(scores, field.name) for field in fields(scores)}
    columns = {name: values for name, values in columns.items() if values is not None}
    best = _find_best(columns)
    if as_json:
        rows = zip(*(values.tolist() for values in columns.values()), strict=True)
        levels = [dict(zip(columns, row, strict=True)) for row in rows]
        print_json({"tree": str(tree), "levels": levels, "best": best})
        return
    shown = {name: columns[name] for name in _TITLES if name in columns}
    texts = [
        ["-" if value != value else _format(value) for value in values.tolist()]  # noqa: PLR0124
        for values in shown.values()
    ]
    print_table([_TITLES[name] for name in shown], list(zip(*texts, strict=True)))
    if not quiet:
        click.echo()
        for name, level in best.items():
            n_nodes = opened.levels[level].n_nodes
            click.echo(f"best {_TITLES[name]}: level {level}, {n_nodes:,} nodes")


def _format(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.5g}"


def _find_best(columns: dict[str, npt.NDArray[Any]]) -> dict[str, int]:
    """Return the level that is best by each score that says so of itself."""
    import numpy as np

    best = {}
    for name, sign in (
        ("calinski_harabasz", 1),
        ("davies_bouldin", -1),
        ("adjusted_rand", 1),
    ):
        if name in columns and np.isfinite(columns[name]).any():
            best[name] = int(np.nanargmax(sign * columns[name]))
    return best


def _read_classes(
    tree: ClusterTree, data: Path | None, array: str | None, labels: str
) -> npt.NDArray[Any]:
    """Return the class of every row of the tree."""
    import numpy as np

    from bidvit.io import open_source

    origin = tree.origin
    if data is None:
        if origin is None or origin.path == "-":
            raise click.UsageError("say which file holds the classes: bidvit score TREE DATA.")
        data, array = Path(origin.path), array or origin.array
    source = open_source(data, array=array)
    name = source.find(labels)
    y = np.concatenate([block.column(name) for block in source.blocks([name])])
    n_rows = tree.n_rows if origin is None else origin.n_rows
    if len(y) != n_rows:
        raise ValueError(
            f"{source.path} must be what the tree was made from, {n_rows:,} rows, got {len(y):,}"
        )
    if origin is not None:
        y = y[origin.kept]
    if y.dtype.kind == "O":
        without = np.array([value is None for value in y])
        if without.any():
            raise ValueError(
                f"{source.path} has {without.sum():,} rows without a class in column {name!r}"
            )
        y = y.astype(str)
    return y
