"""Files and folders that appear complete or not at all; what to remove if the process must end."""

from __future__ import annotations

import errno
import os
import shutil
import uuid
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

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
    folder = _name_beside(path)
    old = folder.with_name(f"{folder.name}.old")
    _unfinished.add(folder)
    try:
        with _named(path, folder):
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


@contextmanager
def make_file(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Yield a new file, open for writing; without an error it takes the path's place at the end.

    A file that is there is replaced: whether it may be is for the caller to know.

    Parameters
    ----------
    path : Path
        Its parent must exist.
    durable : bool, default=True
        Wait until it is on the disk, so that it survives not only the end of the process.
    """
    path = path.absolute()
    part = _name_beside(path)
    _unfinished.add(part)
    try:
        with _named(path, part), part.open("x+b") as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        _unfinished.discard(part)


@contextmanager
def _named(path: Path, hidden: Path) -> Iterator[None]:
    """Let errors name the path, where the system names what stands for it, or nothing if full."""
    try:
        yield
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        if is_full or error.filename == str(hidden):
            error.filename = str(path)
        raise


@contextmanager
def removed_if_interrupted(folder: Path) -> Iterator[None]:
    """Remove a folder if the process ends without unwinding while the block runs."""
    _unfinished.add(folder)
    try:
        yield
    finally:
        _unfinished.discard(folder)


def remove_unfinished() -> None:
    """Remove what is not complete; for a process that ends without unwinding."""
    for path in list(_unfinished):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _name_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{uuid.uuid4().hex}")
