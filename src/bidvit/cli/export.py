"""`bidvit export`: the explorer of a stored tree as one file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bidvit.cli.looks import look_options, read_labels, split_names


@click.command(epilog="\b\nExample:\n  bidvit export points.tree points.html")
@click.argument("tree", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("page", type=click.Path(dir_okay=False, path_type=Path))
@look_options
@click.option(
    "--max-size",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    help="Size of the page in megabytes; finer levels that do not fit are left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def export(
    tree: Path,
    page: Path,
    columns: str | None,
    labels: Path | None,
    title: str | None,
    max_size: float,
    as_json: bool,
) -> None:
    """Write the explorer of the stored TREE to PAGE, one file that works from disk.

    It holds the coarser levels of the tree, as many as fit, and no rows.
    """
    from bidvit.tree import ClusterTree

    opened = ClusterTree.load(tree)
    made = opened.to_html(
        page,
        max_size=max_size,
        column_names=split_names(columns),
        labels=read_labels(labels),
        title=tree.absolute().name if title is None else title,
    )
    n_levels = len(opened.levels)
    if as_json:
        told = {"path": str(made.path), "finest_level": made.finest_level, "n_levels": n_levels}
        click.echo(json.dumps(told | {"n_nodes": made.n_nodes, "n_bytes": made.n_bytes}, indent=1))
        return
    left_out = "no level is left out"
    if made.finest_level == 1:
        left_out = "level 0 is left out"
    elif made.finest_level > 1:
        left_out = f"levels 0 to {made.finest_level - 1} are left out"
    click.echo(
        f"{made.path}: levels {made.finest_level} to {n_levels - 1}, {made.n_nodes:,} nodes, "
        f"{made.n_bytes / 1e6:.1f} MB; {left_out}"
    )
