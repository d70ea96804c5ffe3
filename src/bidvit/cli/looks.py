"""Options of the commands that show a tree: names of columns, labels, a title."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_OPTIONS = (
    click.option("--columns", help="Names of the columns, with commas between."),
    click.option(
        "--labels",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Groups to colour by: an .npy file with a label for every row.",
    ),
    click.option("--title", help="Name of the data; that of the tree's folder by default."),
)


def look_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def split_names(columns: str | None) -> list[str] | None:
    """Return the names of the columns."""
    return None if columns is None else [name.strip() for name in columns.split(",")]


def read_labels(path: Path | None) -> Any:
    """Return the labels in a file."""
    if path is None:
        return None
    import numpy as np

    try:
        labels = np.load(path, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path} cannot be read as .npy: {error}") from error
    if not isinstance(labels, np.ndarray):
        labels.close()
        raise ValueError(f"{path} must hold one array, as .npy files do")
    return labels
