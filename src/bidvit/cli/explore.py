"""`bidvit explore`: a stored tree in the browser."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from bidvit.cli.looks import look_options, read_labels, split_names


@click.command(epilog="\b\nExample:\n  bidvit explore points.tree")
@click.argument("tree", type=click.Path(exists=True, file_okay=False, path_type=Path))
@look_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port; by default any free one."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def explore(
    tree: Path,
    columns: str | None,
    labels: Path | None,
    title: str | None,
    host: str,
    port: int,
    no_browser: bool,
) -> None:
    """Look at the stored TREE in the browser, at every level of detail, until Ctrl-C.

    The page is served to this machine only, at an address with a random token in it.
    """
    from bidvit.explorer.server import explore as serve
    from bidvit.tree import ClusterTree

    serve(
        ClusterTree.load(tree),
        host=host,
        port=port,
        open_browser=not no_browser,
        column_names=split_names(columns),
        labels=read_labels(labels),
        title=tree.absolute().name if title is None else title,
    )
    # Ctrl-C is how this ends, and it has: nothing is left to give up on.
    signal.setitimer(signal.ITIMER_REAL, 0)
