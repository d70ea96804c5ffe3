"""Whether a command may write a file, asked before the work is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def check_output_file(path: Path, force: bool) -> None:
    """Raise unless a file can be made there, or replaced if `force` says so."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent} to write {path.name} in")
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder: choose the name of a file")
    if path.exists() and not force:
        raise FileExistsError(
            f"{path} is there already: choose a new name, or replace it (--force)"
        )
