"""Files of a run on disk: each appears complete or not at all, and is read in parts.

Parts are read, not mapped: mapped pages would count towards the memory of the process.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import storage
from bidvit.unfinished import make_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import IO

Array = npt.NDArray[Any]

_MAGIC = b"bidvit\x00\x01"
_ALIGNED = 64


# Whether the process that reads next may be on a machine that goes on when this one fails.
_is_all_durable: ContextVar[bool] = ContextVar("is_all_durable", default=False)


class DamagedError(RuntimeError):
    """A file of a run is not what was written."""


@contextmanager
def all_durable() -> Iterator[None]:
    """Have all that is written in this block survive the machine."""
    before = _is_all_durable.set(True)
    try:
        yield
    finally:
        _is_all_durable.reset(before)


def write_bundle(
    path: Path, arrays: Mapping[str, Array], about: Any = None, *, durable: bool = False
) -> None:
    """Write arrays, and something that JSON can hold, to one file.

    Not durable is what need not survive the machine: see `this_boot`, and `all_durable`.
    """
    entries, begin = {}, 0
    for name, array in arrays.items():
        entries[name] = [array.dtype.str, array.shape, begin]
        begin += -(-array.nbytes // _ALIGNED) * _ALIGNED
    header = json.dumps({"arrays": entries, "about": about}).encode()
    header += b" " * (-(len(header) + 16) % _ALIGNED)
    with make_file(path, durable=durable or _is_all_durable.get()) as file:
        file.write(_MAGIC + len(header).to_bytes(8, "little") + header)
        for array in arrays.values():
            file.write(as_bytes(array))
            file.write(bytes(-array.nbytes % _ALIGNED))


def as_bytes(array: Array) -> memoryview:
    """Return the memory of an array."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


class Bundle:
    """A file that `write_bundle` has written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            start = file.read(16)
            if len(start) < 16 or start[:8] != _MAGIC:
                raise DamagedError(f"{path} is damaged: remove the folder and start again")
            n_bytes = int.from_bytes(start[8:], "little")
            header = json.loads(file.read(n_bytes))
        self._begin = 16 + n_bytes
        self._arrays: dict[str, tuple[str, list[int], int]] = header["arrays"]
        self.about: Any = header["about"]

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def read(
        self, name: str, begin: int = 0, end: int | None = None, out: Array | None = None
    ) -> Array:
        """Return the rows of an array from one to before another."""
        dtype, shape, offset = self._arrays[name]
        return _read(
            self.path, np.dtype(dtype), tuple(shape), self._begin + offset, begin, end, out
        )


class ArrayFile:
    """A file .npy."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            np.lib.format.read_magic(file)
            self.shape, _, self.dtype = np.lib.format.read_array_header_1_0(file)
            self.begin = file.tell()  # of the first row

    def __len__(self) -> int:
        return int(self.shape[0])

    def read(self, begin: int = 0, end: int | None = None, out: Array | None = None) -> Array:
        """Return the rows from one to before another."""
        return _read(self.path, self.dtype, self.shape, self.begin, begin, end, out)


def _read(
    path: Path,
    dtype: np.dtype[Any],
    shape: tuple[int, ...],
    offset: int,
    begin: int,
    end: int | None,
    out: Array | None,
) -> Array:
    end = shape[0] if end is None else end
    if out is None:
        out = np.empty((end - begin, *shape[1:]), dtype)
    row_bytes = dtype.itemsize * int(np.prod(shape[1:], dtype=np.int64))
    left = as_bytes(out)
    with path.open("rb", buffering=0) as file:
        file.seek(offset + begin * row_bytes)
        while len(left):
            n = file.readinto(left)
            if not n:
                raise DamagedError(f"{path} is damaged: remove the folder and start again")
            left = left[n:]
    return out


@contextmanager
def make_array_file(
    path: Path, dtype: npt.DTypeLike, shape: tuple[int, ...]
) -> Iterator[IO[bytes]]:
    """Yield a new .npy file whose shape is known, to be filled from its first row to its last."""
    header = storage.make_header(np.dtype(dtype), shape)
    with make_file(path) as file:
        file.write(header)
        yield file
        n_bytes = file.tell() - len(header)
        due = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        if n_bytes != due:
            raise DamagedError(f"{path}: {n_bytes} bytes were written instead of {due}")


def make_empty_array_file(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Make a .npy file of zeros, to be filled by `write_rows` in any order."""
    header = storage.make_header(dtype, shape)
    with make_file(path) as file:
        file.write(header)
        file.truncate(len(header) + int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)


def write_rows(path: Path, begin: int, rows: Array) -> None:
    """Write rows of a .npy file that is there."""
    offset = ArrayFile(path).begin + begin * (rows.nbytes // max(1, len(rows)))
    with path.open("rb+", buffering=0) as file:
        file.seek(offset)
        left = as_bytes(rows)
        while len(left):
            left = left[file.write(left) :]
        if _is_all_durable.get():
            os.fsync(file.fileno())


def save_array(path: Path, array: Array) -> None:
    """Write an array as .npy."""
    with make_array_file(path, array.dtype, array.shape) as file:
        file.write(as_bytes(array))


def write_json(path: Path, content: Any) -> None:
    """Write plain values, in place of what is there."""
    storage.write_atomically(path, json.dumps(content).encode())


def read_json(path: Path) -> Any:
    """Return what `write_json` has written."""
    return json.loads(path.read_bytes())


def this_boot() -> str:
    """Return what is different after the machine was started again."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:  # noqa: PTH123
        return file.read().strip()


def resident_bytes() -> int:
    """Return how much memory this process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file to the user
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Mixer:
    """Numbers without a pattern, one per id, the same wherever they are computed."""

    def __init__(self, seed: int) -> None:
        self._seed = np.uint64(seed % 2**64)

    def of(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """Return a number below 2**64 for every id (splitmix64)."""
        x = (ids.astype(np.uint64) + self._seed) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))
