"""Trees on disk: a folder of .npy files and a manifest, replaced as a whole.

A stored tree is ``manifest.json`` and the folder it names, ``arrays-`` and a random number. Saving
writes a new such folder, then replaces the manifest in one step, then removes the old folder; so
whenever it is interrupted, the manifest names a folder that is complete. `loading` reads it. A tree
that is being built on disk has its files in the folder ``unfinished`` until it is complete.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import math
import os
import re
import shutil
import stat
import uuid
from contextlib import contextmanager, suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from bidvit.spaces import Space
from bidvit.unfinished import removed_if_interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from bidvit.tree import ClusterTree

Array = npt.NDArray[Any]

FORMAT = "bidvit tree"
VERSION = 1
MANIFEST = "manifest.json"
UNFINISHED = "unfinished"
FOLDER = re.compile(r"arrays-[0-9a-f]{32}")
_FINISHED_RUN = re.compile(r"unfinished\.[0-9a-f]{32}")
_UNFINISHED_MANIFEST = re.compile(r"manifest\.json\.[0-9a-f]{32}")
_MOST_MANIFEST = 1 << 28  # bytes, far more than any number of levels takes
_BLOCK = 1 << 24

# The arrays that kernels follow without looking where they lead.
INDICES = ("leaf_rows", "births", "parents", "leaf_begin", "subtree_end")
_ARRAYS = (*INDICES, "leaf_weights", "inner_weights", "radii", "points", "rows")


def unreadable(path: Path, reason: str) -> ValueError:
    """Return the error for whatever is wrong with a stored tree."""
    return ValueError(f"{path} does not hold a tree that can be read: {reason}")


def write_atomically(path: Path, data: bytes | memoryview) -> None:
    """Write a file under another name, flush it and rename it: all of it or nothing."""
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(path: Path) -> None:
    """Make sure that what was made, renamed or removed in a folder is so on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_manifest(path: Path) -> dict[str, Any]:
    """Return what the manifest in a folder says, if it says what it said when it was written."""
    if not path.exists():
        raise FileNotFoundError(f"no stored tree at {path}: there is no such folder")
    file = path / MANIFEST
    try:
        status = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        reason = f"there is no {MANIFEST}, so nothing was saved there"
        if (path / UNFINISHED).is_dir():
            reason = f"its run has not finished; {_how_to_finish(path)}"
        raise unreadable(path, reason) from None
    other = unreadable(path, f"{MANIFEST} is not one of a tree")
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_MANIFEST:
        raise other
    try:
        content: Any = json.loads(file.read_bytes())
        checksum = hash_manifest(content) if isinstance(content, dict) else None
    except (ValueError, RecursionError) as error:
        raise unreadable(path, f"{MANIFEST} is damaged ({error})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise other
    version = content.get("version")
    if version != VERSION:
        raise unreadable(
            path,
            f"it has format version {version!r}, this bidvit reads version {VERSION}: "
            "it needs another, probably newer, bidvit",
        )
    if content.get("checksum") != checksum:
        raise unreadable(path, f"{MANIFEST} was changed after it was written (checksum)")
    return content


def _how_to_finish(path: Path) -> str:
    return (
        f"cluster the same rows again with out={str(path)!r} and resume=True (bidvit fit: "
        f"--resume) to go on, or remove {path / UNFINISHED} to give it up"
    )


@contextmanager
def full_disk_explained(path: Path) -> Iterator[None]:
    """Say what to do where the disk of a run is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        free = shutil.disk_usage(path).free
        raise OSError(
            error.errno,
            f"{os.strerror(error.errno)} ({free / 1e9:.1f} GB free): nothing is lost; make room, "
            f"then {_how_to_finish(path)}",
            str(path),
        ) from error


def save_tree(tree: ClusterTree, path: Path, include_rows: bool) -> None:
    """Write a tree to a folder, in place of the tree that is there."""
    arrays = {name: getattr(tree.nodes, name) for name in _ARRAYS}
    if tree._leaf_of_row is not None:
        arrays["leaf_of_row"] = tree._leaf_of_row
        arrays["first_rows"] = tree._first_rows
    if tree.origin is not None and len(tree.origin.dropped):
        arrays["dropped_rows"] = tree.origin.dropped
    if not include_rows:
        del arrays["rows"]
    content = describe_tree(tree, include_rows)
    with own_folder(path) as old:
        folder = path / new_folder_name()
        try:
            with removed_if_interrupted(folder):
                folder.mkdir()
                entries = {
                    name: write_array(folder / f"{name}.npy", array)
                    for name, array in arrays.items()
                    if array is not None
                }
            put_in_force(folder, content, entries)
        except BaseException:
            # Unless it came after the manifest had been replaced.
            if _folder_in_force(path) != folder.name:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        if old is not None:
            # Files that somebody else's system keeps from being removed go with the next save.
            with suppress(OSError):
                _remove_arrays(path / old)


def new_folder_name() -> str:
    """Return a name for the arrays of a tree that no other has."""
    return f"arrays-{uuid.uuid4().hex}"


def put_in_force(folder: Path, content: dict[str, Any], entries: dict[str, Any]) -> None:
    """Replace the manifest by one that names a folder of arrays, and says what is in its files.

    Parameters
    ----------
    folder : Path
        Beside the manifest.
    content : dict
        As `describe_tree` returns it.
    entries : dict
        For each array, what `write_array` returned.
    """
    content = content | {"folder": folder.name, "arrays": entries}
    if "rows" in entries:
        content["fingerprint"] = entries["rows"]["sha256"]
    flush_folder(folder)
    content["checksum"] = hash_manifest(content)
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    write_atomically(folder.parent / MANIFEST, text.encode())


def _remove_arrays(folder: Path) -> None:
    """Remove a folder; of a link to one, which somebody has put there, only the link."""
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def describe_tree(tree: ClusterTree, include_rows: bool) -> dict[str, Any]:
    """Return what the manifest says of a tree, apart from its files."""
    nodes, space = tree.nodes, tree.nodes.space
    return {
        "format": FORMAT,
        "version": VERSION,
        "n_rows": tree.n_rows,
        "parameters": _plain("parameters", tree.parameters),
        "radii_kind": tree.radii_kind,
        "seconds": _plain("seconds", tree.seconds),
        "selections": None
        if tree.selections is None
        else [_plain("selections", level) for level in tree.selections],
        "space": {
            field.name: getattr(space, field.name)
            for field in fields(Space)
            if field.name != "function"
        }
        | {"needs_function": space.function is not None},
        "levels": [
            {"epsilon": float(level.epsilon), "n_nodes": int(level.n_nodes)}
            for level in tree.levels
        ],
        "origin": None if tree.origin is None else tree.origin.to_json(),
        "rows": {"dtype": nodes.rows.dtype.str, "shape": list(nodes.rows.shape)},
        "fingerprint": None if include_rows else hash_array(nodes.rows),
    }


def _plain(what: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return what JSON gives back as it was, or raise."""
    plain = {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in values.items()
    }
    for name, value in plain.items():
        if isinstance(value, dict):
            plain[name] = _plain(f"{what}[{name!r}]", value)
        elif value is not None and not isinstance(value, (bool, int, float, str)):
            raise TypeError(f"tree.{what}[{name!r}] cannot be stored: {value!r}")
    return plain


@contextmanager
def own_folder(path: Path, *, unfinished: bool = False) -> Iterator[str | None]:
    """Have a folder to oneself, cleared of what was interrupted; yields the arrays in force.

    With ``unfinished``, a run that was interrupted there is not: its files are left alone. Without,
    such a folder is refused.
    """
    made = not path.exists()
    if made:
        path.mkdir()
    elif not path.is_dir():
        raise NotADirectoryError(f"path must be a folder or a new name, got the file {path}")
    lock = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(f"another process is saving a tree to {path}") from None
        current = _folder_in_force(path)
        is_unfinished = (path / UNFINISHED).exists()
        if is_unfinished and not unfinished:
            raise FileExistsError(
                f"{path} holds a run that has not finished: {_how_to_finish(path)}"
            )
        for entry in path.iterdir():
            if entry.name in (current, MANIFEST, UNFINISHED):
                continue
            if FOLDER.fullmatch(entry.name) and entry.is_dir():
                # The run may have been interrupted just before its arrays were put in force.
                if not is_unfinished:
                    _remove_arrays(entry)
            elif _FINISHED_RUN.fullmatch(entry.name):
                shutil.rmtree(entry)
            elif _UNFINISHED_MANIFEST.fullmatch(entry.name):
                entry.unlink()
            elif current is None:
                raise FileExistsError(
                    f"{path} is not a stored tree and not empty (it has {entry.name}): "
                    "choose a new name, so that nothing else is overwritten"
                )
        yield current
        if made:
            flush_folder(path.parent)
    except BaseException:
        if made and not any(path.iterdir()):
            path.rmdir()
        raise
    finally:
        os.close(lock)


def _folder_in_force(path: Path) -> str | None:
    if not (path / MANIFEST).exists():
        return None
    return str(read_manifest(path).get("folder"))


def remove_run(path: Path) -> None:
    """Remove the files of a run that has finished, from a folder of one's own."""
    finished = path / f"{UNFINISHED}.{uuid.uuid4().hex}"
    (path / UNFINISHED).rename(finished)
    flush_folder(path)
    shutil.rmtree(finished)


def remove_other_arrays(path: Path, folder: str) -> None:
    """Remove all arrays from a folder of one's own but those in force."""
    for entry in path.iterdir():
        if FOLDER.fullmatch(entry.name) and entry.name != folder:
            with suppress(OSError):
                _remove_arrays(entry)


class ArrayFile:
    """A .npy file that is written block by block.

    Parameters
    ----------
    path : Path
        Replaced if it is there.
    dtype : dtype
    shape : tuple of int
        Of the whole; when the file is closed, it must be.
    """

    def __init__(self, path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self.path, self.dtype, self.shape = path, dtype, shape
        self._left = dtype.itemsize * math.prod(shape)
        self._digest = hashlib.sha256()
        self._file = path.open("wb")
        self._file.write(make_header(dtype, shape))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            self._file.close()

    def write(self, array: Array) -> None:
        """Append the next rows."""
        if array.dtype != self.dtype:
            raise TypeError(f"{self.path.name} holds {self.dtype}, got {array.dtype}")
        for block in _blocks(array):
            self._left -= len(block)
            self._digest.update(block)
            self._file.write(block)

    def _finish(self) -> None:
        if self._left:
            raise ValueError(f"{self.path.name} is {self._left} bytes short of {self.shape}")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.entry = {
            "dtype": self.dtype.str,
            "shape": list(self.shape),
            "bytes": self._file.tell(),
            "sha256": self._digest.hexdigest(),
        }


def write_array(path: Path, array: Array) -> dict[str, Any]:
    """Write an array as .npy, and say what is in the file."""
    with ArrayFile(path, array.dtype, array.shape) as file:
        file.write(array)
    return file.entry


def describe_array(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> dict[str, Any]:
    """Say what is in a file of an array, as `write_array` does."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        file.seek(len(make_header(dtype, shape)))
        while block := file.read(1 << 20):
            digest.update(block)
        size = file.tell()
    return {
        "dtype": dtype.str,
        "shape": list(shape),
        "bytes": size,
        "sha256": digest.hexdigest(),
    }


def make_header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """Return how a .npy file of version 1.0 begins; data start at a multiple of 64 bytes."""
    text = f"{{'descr': {dtype.str!r}, 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    n = -(-(10 + len(text) + 1) // 64) * 64 - 10
    return b"\x93NUMPY\x01\x00" + n.to_bytes(2, "little") + f"{text:<{n - 1}}\n".encode("ascii")


def _blocks(array: Array) -> Iterator[memoryview]:
    """Yield the bytes of an array in C order, part by part, whatever its strides are."""
    step = max(1, _BLOCK // max(1, array.itemsize * math.prod(array.shape[1:])))
    for begin in range(0, len(array), step):
        yield np.ascontiguousarray(array[begin : begin + step]).reshape(-1).view(np.uint8).data


def hash_array(array: Array) -> str:
    """Hash the values of an array, whatever its strides are."""
    digest = hashlib.sha256()
    for block in _blocks(array):
        digest.update(block)
    return digest.hexdigest()


def hash_manifest(content: dict[str, Any]) -> str:
    """Hash everything in a manifest but the checksum itself."""
    rest = {name: value for name, value in content.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
