"""`bidvit score`: how good the levels of a stored tree are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bidvit.cli.options import DATA, TREE

if TYPE_CHECKING:
    from pathlib import Path


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit score points.tree\n"
    "  bidvit score points.tree points.csv --labels species"
)
@click.argument("tree", type=TREE)
@click.argument("data", type=DATA, required=False)
@click.option("--labels", metavar="COLUMN", help="Column of DATA that holds the true classes.")
@click.option("--array", help="Which array of an .npz or .zarr DATA is.")
@click.option("--quiet", is_flag=True, help="Show no progress and no notes.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def score(
    tree: Path, data: Path | None, labels: str | None, array: str | None, quiet: bool, as_json: bool
) -> None:
    """Show the scores of all levels of TREE.

    DATA is the file the tree was made from; its column --labels is compared with every level.
    """
    raise NotImplementedError
