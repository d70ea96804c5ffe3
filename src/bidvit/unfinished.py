"""Folders that appear complete or not at all, and what to remove if the process must end."""

from __future__ import annotations

import shutil
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_unfinished: set[Path] = set()


@contextmanager
def make_folder(path: Path) -> Iterator[Path]:
    """Yield a new folder beside the path; without an error it takes the path's place at the end.

    A folder that is there is replaced: whether it may be is for the caller to know.

    Parameters
    ----------
    path : Path
        Its parent must exist.
    """
    path = path.absolute()
    folder = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    old = folder.with_name(f"{folder.name}.old")
    _unfinished.add(folder)
    try:
        folder.mkdir()
        yield folder
        if path.exists():
            path.rename(old)
        try:
            folder.rename(path)
        except BaseException:
            if old.exists():
                old.rename(path)
            raise
        _unfinished.add(old)
    finally:
        for rest in (folder, old):
            if rest in _unfinished:
                shutil.rmtree(rest, ignore_errors=True)
                _unfinished.discard(rest)


def remove_unfinished() -> None:
    """Remove all folders that are not complete; for a process that ends without unwinding."""
    for folder in list(_unfinished):
        shutil.rmtree(folder, ignore_errors=True)
