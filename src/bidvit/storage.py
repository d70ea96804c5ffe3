"""Trees on disk: a folder of .npy files and a manifest, replaced as a whole and read as it lies.

A stored tree is ``manifest.json`` and the folder it names, ``arrays-`` and a random number. Saving
writes a new such folder, then replaces the manifest in one step, then removes the old folder; so
whenever it is interrupted, the manifest names a folder that is complete. Nothing in a file is ever
executed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import math
import os
import re
import shutil
import stat
import uuid
from contextlib import contextmanager
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.nodes import Nodes
from bidvit.spaces import METRICS, Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bidvit.tree import ClusterTree

Array = npt.NDArray[Any]

FORMAT = "bidvit tree"
VERSION = 1
_MANIFEST = "manifest.json"
_FOLDER = re.compile(r"arrays-[0-9a-f]{32}")
_UNFINISHED = re.compile(r"manifest\.json\.[0-9a-f]{32}")
_MOST_MANIFEST = 1 << 28  # bytes, far more than any number of levels takes
_VERIFIED_AT_ONCE = 1 << 24  # bytes: what is hashed in about 10 ms
_BLOCK = 1 << 24

# The arrays that kernels follow without looking where they lead.
_INDICES = ("leaf_rows", "births", "parents", "leaf_begin", "subtree_end")
_ARRAYS = (*_INDICES, "leaf_weights", "inner_weights", "radii", "points", "rows")


def _unreadable(path: Path, reason: str) -> ValueError:
    return ValueError(f"{path} does not hold a tree that can be read: {reason}")


# Writing


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
    _flush_folder(path.parent)


def _flush_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def save_tree(tree: ClusterTree, path: Path, include_rows: bool) -> None:
    """Write a tree to a folder, in place of the tree that is there."""
    arrays = {name: getattr(tree.nodes, name) for name in _ARRAYS}
    if tree._leaf_of_row is not None:
        arrays["leaf_of_row"] = tree._leaf_of_row
    if not include_rows:
        del arrays["rows"]
        if tree._leaf_of_row is not None:
            # Which of several rows of X a leaf is will have to be seen from them.
            arrays["row_marks"] = _mark_rows(tree.nodes.rows)
    content = _describe(tree, include_rows)
    with _own_folder(path) as old:
        folder = path / f"arrays-{uuid.uuid4().hex}"
        try:
            folder.mkdir()
            content["folder"] = folder.name
            content["arrays"] = {
                name: _write_array(folder / f"{name}.npy", array)
                for name, array in arrays.items()
                if array is not None
            }
            if include_rows:
                content["fingerprint"] = content["arrays"]["rows"]["sha256"]
            _flush_folder(folder)
            content["checksum"] = _checksum(content)
            text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
            write_atomically(path / _MANIFEST, text.encode())
        except BaseException:
            # Unless it came after the manifest had been replaced.
            if _folder_in_force(path) != folder.name:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        if old is not None:
            # Files that somebody else's system keeps from being removed go with the next save.
            shutil.rmtree(path / old, ignore_errors=True)


def _describe(tree: ClusterTree, include_rows: bool) -> dict[str, Any]:
    nodes, space = tree.nodes, tree.nodes.space
    return {
        "format": FORMAT,
        "version": VERSION,
        "n_rows": tree.n_rows,
        "parameters": _plain("parameters", tree.parameters),
        "radii_kind": tree.radii_kind,
        "seconds": _plain("seconds", tree.seconds),
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
        "rows": {"dtype": nodes.rows.dtype.str, "shape": list(nodes.rows.shape)},
        "fingerprint": None if include_rows else _hash(nodes.rows),
    }


def _plain(what: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return what JSON gives back as it was, or raise."""
    plain = {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in values.items()
    }
    for name, value in plain.items():
        if value is not None and not isinstance(value, (bool, int, float, str)):
            raise TypeError(f"tree.{what}[{name!r}] cannot be stored: {value!r}")
    return plain


@contextmanager
def _own_folder(path: Path) -> Iterator[str | None]:
    """Have a folder to oneself, cleared of what was interrupted; yields the arrays in force."""
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
        for entry in path.iterdir():
            if entry.name in (current, _MANIFEST):
                continue
            if _FOLDER.fullmatch(entry.name) and entry.is_dir():
                shutil.rmtree(entry)
            elif _UNFINISHED.fullmatch(entry.name):
                entry.unlink()
            elif current is None:
                raise FileExistsError(
                    f"{path} is not a stored tree and not empty (it has {entry.name}): "
                    "choose a new name, so that nothing else is overwritten"
                )
        yield current
        if made:
            _flush_folder(path.parent)
    except BaseException:
        if made and not any(path.iterdir()):
            path.rmdir()
        raise
    finally:
        os.close(lock)


def _folder_in_force(path: Path) -> str | None:
    if not (path / _MANIFEST).exists():
        return None
    return str(_read_manifest(path).get("folder"))


def _write_array(path: Path, array: Array) -> dict[str, Any]:
    """Write an array as .npy, and say what is in the file."""
    digest = hashlib.sha256()
    with path.open("xb") as file:
        file.write(_header(array.dtype, array.shape))
        for block in _blocks(array):
            digest.update(block)
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
        size = file.tell()
    return {
        "dtype": array.dtype.str,
        "shape": list(array.shape),
        "bytes": size,
        "sha256": digest.hexdigest(),
    }


def _header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """Return how a .npy file of version 1.0 begins; data start at a multiple of 64 bytes."""
    text = f"{{'descr': {dtype.str!r}, 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    n = -(-(10 + len(text) + 1) // 64) * 64 - 10
    return b"\x93NUMPY\x01\x00" + n.to_bytes(2, "little") + f"{text:<{n - 1}}\n".encode("ascii")


def _blocks(array: Array) -> Iterator[memoryview]:
    """Yield the bytes of an array in C order, part by part, whatever its strides are."""
    step = max(1, _BLOCK // max(1, array.itemsize * math.prod(array.shape[1:])))
    for begin in range(0, len(array), step):
        yield np.ascontiguousarray(array[begin : begin + step]).reshape(-1).view(np.uint8).data


def _hash(array: Array) -> str:
    digest = hashlib.sha256()
    for block in _blocks(array):
        digest.update(block)
    return digest.hexdigest()


def _checksum(content: dict[str, Any]) -> str:
    """Hash everything in a manifest but the checksum itself."""
    rest = {name: value for name, value in content.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _mark_rows(rows: Array) -> npt.NDArray[np.uint64]:
    """Return a number per row by which to tell rows apart, the same on any machine."""
    words = rows.view(f"u{rows.itemsize}")
    marks = np.zeros(len(rows), np.uint64)
    for j in range(rows.shape[1]):
        factor = np.uint64((2 * j + 1) * 0x9E3779B97F4A7C15 % 2**64)
        word = words[:, j].astype(np.uint64)
        marks += (word ^ (word >> np.uint64(29))) * factor
    return marks


# Reading


def load_tree(
    path: Path, X: Any, metric: Callable[..., Any] | None, verify: bool | None
) -> tuple[Any, ...]:
    """Open a stored tree; returns what `ClusterTree` is made of."""
    content = _read_manifest(path)
    while True:
        try:
            return _open_tree(path, content, X, metric, verify)
        except FileNotFoundError as error:
            # Replaced by another process since we read the manifest: then there is a new one.
            newer = _read_manifest(path)
            if newer == content:
                raise _unreadable(path, f"{Path(error.filename).name} is missing") from None
            content = newer


def _read_manifest(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise FileNotFoundError(f"no stored tree at {path}: there is no such folder")
    file = path / _MANIFEST
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_MANIFEST:
            raise _unreadable(path, f"{_MANIFEST} is not one of a tree")
        content = json.loads(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _unreadable(path, f"there is no {_MANIFEST}, so nothing was saved there") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise _unreadable(path, f"{_MANIFEST} is damaged ({error})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _unreadable(path, f"{_MANIFEST} is not one of a tree")
    version = content.get("version")
    if version != VERSION:
        raise _unreadable(
            path,
            f"it has format version {version!r}, this bidvit reads version {VERSION}: "
            "it needs another, probably newer, bidvit",
        )
    if content.get("checksum") != _checksum(content):
        raise _unreadable(path, f"{_MANIFEST} was changed after it was written (checksum)")
    return content


def _open_tree(
    path: Path,
    content: dict[str, Any],
    X: Any,
    metric: Callable[..., Any] | None,
    verify: bool | None,
) -> tuple[Any, ...]:
    # A manifest that passes its checksum can still have been made by hand.
    try:
        expected = _expected_arrays(content)
        entries = {name: content["arrays"][name] for name in expected}
        space = _make_space(content["space"], metric)
        epsilons = [level["epsilon"] for level in content["levels"]]
        counts = [level["n_nodes"] for level in content["levels"]]
        sizes = [int(entry["bytes"]) for entry in entries.values()]
        parameters, seconds = dict(content["parameters"]), dict(content["seconds"])
        radii_kind = content["radii_kind"]
        if _FOLDER.fullmatch(content["folder"]) is None or set(content["arrays"]) != set(expected):
            raise ValueError("names of files")
        _require_levels(epsilons, counts, expected["leaf_rows"][1][0])
        if radii_kind not in ("exact", "bound") or not isinstance(parameters["n_features"], int):
            raise ValueError("parameters")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, _MetricError):
            raise
        raise _unreadable(path, f"{_MANIFEST} does not describe a tree ({error!r})") from None
    folder = path / content["folder"]
    arrays = {
        name: _open_array(path, folder / f"{name}.npy", entries[name], *expected[name])
        for name in expected
    }
    if verify or (verify is None and sum(sizes) <= _VERIFIED_AT_ONCE):
        for name, array in arrays.items():
            if _hash(array) != entries[name]["sha256"]:
                raise _unreadable(path, f"{name}.npy was changed after it was written (checksum)")
    leaf_of_row = arrays.pop("leaf_of_row", None)
    marks = arrays.pop("row_marks", None)
    nodes = StoredNodes(arrays, space, leaf_of_row, counts, path)
    if verify:
        nodes.check()
    if "rows" not in arrays:
        if X is None:
            raise ValueError(
                f"X must be given: the tree at {path} was saved with include_rows=False, so what "
                "it was made from is needed"
            )
        nodes.__dict__["rows"] = _rows_from(X, content, nodes, marks, verify)
    elif X is not None:
        raise ValueError(f"X must be None: the tree at {path} was saved with its rows")
    return nodes, epsilons, counts, leaf_of_row, parameters, radii_kind, seconds


def _expected_arrays(content: dict[str, Any]) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Type and shape of every array, from the numbers of rows, leaves, inner nodes and columns."""
    present = content["arrays"]
    n, d = content["rows"]["shape"]
    (n_inner,) = present["births"]["shape"]
    n_rows, floats = content["n_rows"], content["rows"]["dtype"]
    if not (
        all(isinstance(number, int) for number in (n, d, n_inner, n_rows))
        and 0 < n <= inputs.MAX_ROWS
        and d > 0
        and 0 <= n_inner < n
        and n <= n_rows <= inputs.MAX_ROWS
        and floats in (np.dtype(np.float32).str, np.dtype(np.float64).str)
    ):
        raise ValueError("sizes")
    ids, doubles = np.dtype(np.int32).str, np.dtype(np.float64).str
    expected: dict[str, tuple[str, tuple[int, ...]]] = {
        "leaf_rows": (ids, (n,)),
        "births": (ids, (n_inner,)),
        "parents": (ids, (n_inner,)),
        "leaf_begin": (ids, (n_inner + 1,)),
        "subtree_end": (ids, (n_inner,)),
        "radii": (floats, (n_inner,)),
        "points": (floats, (n_inner, d)),
    }
    if "leaf_weights" in present:
        expected |= {"leaf_weights": (doubles, (n,)), "inner_weights": (doubles, (n_inner,))}
    if "leaf_of_row" in present:
        expected["leaf_of_row"] = (ids, (n_rows,))
    elif n_rows != n:
        raise ValueError("n_rows")
    if "rows" in present:
        expected["rows"] = (floats, (n, d))
    elif "leaf_of_row" in present:
        expected["row_marks"] = (np.dtype(np.uint64).str, (n,))
    return expected


def _require_levels(epsilons: list[Any], counts: list[Any], n_leaves: int) -> None:
    if not (
        all(isinstance(count, int) and count > 0 for count in counts)
        and all(isinstance(epsilon, float) and np.isfinite(epsilon) for epsilon in epsilons)
        and counts[0] == n_leaves
        and epsilons[0] == 0
        and all(below > above for below, above in pairwise(counts))
        and all(below < above for below, above in pairwise(epsilons))
    ):
        raise ValueError("levels")


class _MetricError(ValueError):
    """The user's choice of metric, not the file, is at fault."""


def _make_space(stored: dict[str, Any], metric: Callable[..., Any] | None) -> Space:
    values = dict(stored)
    if values.pop("needs_function"):
        if not callable(metric):
            raise _MetricError(
                f"metric must be given: the tree was made with the function {values['name']}, "
                "which cannot be stored"
            )
    elif metric is not None:
        raise _MetricError(f"metric must be None: the tree was made with {values['name']!r}")
    types = {
        "name": str,
        "kernel_metric": str,
        "on_sphere": bool,
        "unit": float,
        "exponent": int,
        "widened": bool,
    }
    if {name: type(value) for name, value in values.items()} != types or values[
        "kernel_metric"
    ] not in METRICS[:3]:
        raise ValueError("space")
    return Space(**values, function=metric)


def _open_array(
    path: Path, file: Path, entry: dict[str, Any], dtype: str, shape: tuple[int, ...]
) -> Array:
    """Map a file into memory, sure that it is as long as it has to be."""
    status = file.stat(follow_symlinks=False)
    damaged = _unreadable(path, f"{file.name} is damaged or not the one that was written")
    if not stat.S_ISREG(status.st_mode) or status.st_size != entry["bytes"]:
        raise damaged
    wanted, header = np.dtype(dtype), _header(np.dtype(dtype), shape)
    n_bytes = wanted.itemsize * math.prod(shape)
    with file.open("rb") as opened:
        # Compared, not interpreted.
        if opened.read(len(header)) != header or status.st_size != len(header) + n_bytes:
            raise damaged
        if n_bytes == 0:
            return np.empty(shape, wanted)
        return np.asarray(np.memmap(opened, wanted, "r", len(header), shape))


def _rows_from(
    X: Any,
    content: dict[str, Any],
    nodes: StoredNodes,
    marks: npt.NDArray[np.uint64] | None,
    verify: bool | None,
) -> Array:
    """Find the distinct rows in what the tree was made from."""
    X = inputs.check_points(X)
    expected = content["n_rows"], content["parameters"]["n_features"]
    if X.shape != expected:
        raise ValueError(f"X must have the shape {expected} it had, got {X.shape}")
    other = ValueError("X must be what the tree was made from, got other values")
    rows = nodes.space.embed(X)
    if rows.dtype.str != content["rows"]["dtype"] or rows.shape[1] != content["rows"]["shape"][1]:
        raise other
    if marks is not None:
        nodes.check()
        assert nodes.leaf_of_row is not None
        # The first row that is equal to its leaf; those of weight zero may not be.
        rank = nodes.leaf_rows[nodes.leaf_of_row]
        equal = np.flatnonzero(_mark_rows(rows) == marks[rank])[::-1]
        first = np.full(nodes.n_leaves, -1)
        first[rank[equal]] = equal
        if (first < 0).any():
            raise other
        rows = rows[first]
    if verify is not False and _hash(rows) != content["fingerprint"]:
        raise other
    return rows


class StoredNodes(Nodes):
    """Nodes that lie in files, whose indices are looked at before kernels first follow them.

    A tree of any size opens at once. Then, when the first of its index arrays is asked for, all are
    read once to see that they form a tree, so that no file, whatever is in it, leads a kernel out
    of its arrays.
    """

    def __init__(
        self,
        arrays: dict[str, Array],
        space: Space,
        leaf_of_row: Array | None,
        counts: list[int],
        path: Path,
    ) -> None:
        values = dict.fromkeys(("leaf_weights", "inner_weights")) | arrays
        self.__dict__.update({n: value for n, value in values.items() if n not in _INDICES})
        self.__dict__.update(
            space=space,
            leaf_of_row=leaf_of_row,
            _indices={name: arrays[name] for name in _INDICES},
            _counts=counts,
            _path=path,
        )

    @property
    def n_leaves(self) -> int:
        """Number of leaves, the nodes of level 0."""
        return len(self._indices["leaf_rows"])

    @property
    def n_inner(self) -> int:
        """Number of inner nodes."""
        return len(self._indices["births"])

    def check(self) -> None:
        """Raise unless the arrays form a tree with levels as large as they are said to be."""
        if "births" in self.__dict__:
            return
        n_nodes = np.empty(len(self._counts), np.int64)
        seen = np.zeros(self.n_leaves, np.uint8)
        wrong = _core.check_structure(
            self._indices["leaf_rows"],
            self._indices["births"],
            self._indices["parents"],
            self._indices["leaf_begin"],
            self._indices["subtree_end"],
            self.leaf_of_row,
            seen,
            n_nodes,
        )
        if not wrong and n_nodes.tolist() != self._counts:
            wrong = "the levels have other numbers of nodes than the manifest says"
        if wrong:
            raise _unreadable(self._path, f"its arrays are damaged ({wrong})")
        self.__dict__.update(self._indices)

    def __getattr__(self, name: str) -> Any:
        # Called for what is not there: the indices, until they have been looked at.
        if name not in _INDICES:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        self.check()
        return self.__dict__[name]

    def __reduce__(self) -> tuple[Any, ...]:
        # By value, and checked: what is unpickled elsewhere does not depend on the files.
        return Nodes, tuple(getattr(self, field.name) for field in fields(Nodes))
