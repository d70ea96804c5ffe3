"""What does not fit in memory: arrays read in parts, records sorted through files, limited maps."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.storage import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

Array = npt.NDArray[Any]
Offsets = npt.NDArray[np.int64]

# Memory per record beside the records themselves, while they are sorted: range and order.
_SORTING = 8
_PIECE = 1 << 18  # bytes written at once
_STATUS = Path("/proc/self/statm")


def damaged(path: Path) -> ValueError:
    """Return the error for a file that does not hold what was written."""
    return ValueError(f"{path} is damaged or not complete: remove its folder and start again")


class ArrayReader:
    """A .npy file that is read in parts, without mapping it.

    Parameters
    ----------
    path : Path
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("rb", buffering=0)
        try:
            version = np.lib.format.read_magic(self._file)
            read_header = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }[version]
            self.shape, is_fortran, self.dtype = read_header(self._file)
            self._begin = self._file.tell()
            # Files are never larger than their rows: what is appended is not ours.
            size = self.dtype.itemsize * int(np.prod(self.shape, dtype=np.int64))
            if is_fortran or path.stat().st_size != self._begin + size:
                raise damaged(path)
        except (KeyError, ValueError) as error:
            self._file.close()
            raise damaged(path) from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return int(self.shape[0])

    def read(self, begin: int, end: int) -> Array:
        """Return some rows."""
        rows = buffers.empty((end - begin, *self.shape[1:]), self.dtype)
        self._file.seek(self._begin + begin * (rows.nbytes // max(1, end - begin)))
        _read_into(self._file, rows, self.path)
        return rows

    def blocks(self, n_bytes: int) -> Iterator[tuple[int, Array]]:
        """Yield the rows in blocks of about so many bytes, each with the number of its first."""
        row = self.dtype.itemsize * int(np.prod(self.shape[1:], dtype=np.int64))
        step = max(1, n_bytes // row)
        for begin in range(0, len(self), step):
            yield begin, self.read(begin, min(len(self), begin + step))


def _read_into(file: Any, array: Array, path: Path) -> None:
    view = array.reshape(-1).view(np.uint8).data
    while view:
        n = file.readinto(view)
        if not n:
            raise damaged(path)
        view = view[n:]


class Buckets:
    """Records in a file, to be read again by ranges of their keys.

    Records are collected in memory, put in the order of their ranges and appended to the file,
    again and again. A range is then a few contiguous parts of the file.

    Parameters
    ----------
    path : Path
        Replaced if it is there.
    dtype : dtype
        With a field ``key``, int32.
    n_keys : int
        Keys are from 0 to this less 1.
    width : int
        Number of keys in a range.
    memory : int
        Bytes that collecting and sorting may take.
    """

    def __init__(
        self, path: Path, dtype: np.dtype[Any], n_keys: int, width: int, memory: int
    ) -> None:
        self.path, self.dtype, self.n_keys, self.width = path, dtype, n_keys, width
        self.n_buckets = -(-n_keys // width)
        self._collected = buffers.empty(max(1, memory // (dtype.itemsize + _SORTING)), dtype)
        self._n_collected = self._n_written = 0
        self._offsets: list[Offsets] = []
        self._file = path.open("w+b", buffering=0)

    @classmethod
    def reopen(cls, path: Path, dtype: np.dtype[Any], n_keys: int, width: int) -> Self:
        """Open what was finished, for reading only."""
        self = cls.__new__(cls)
        self.path, self.dtype, self.n_keys, self.width = path, dtype, n_keys, width
        self.n_buckets = -(-n_keys // width)
        offsets = np.frombuffer(_name_offsets(path).read_bytes(), np.int64)
        self._offsets = list(offsets.reshape(-1, self.n_buckets + 1))
        self._n_collected = 0
        self._file = path.open("rb", buffering=0)
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def range_of(self, bucket: int) -> tuple[int, int]:
        """First key of a range, and the first that is not in it any more."""
        return bucket * self.width, min(self.n_keys, (bucket + 1) * self.width)

    def add(self, **fields: Array) -> None:
        """Add records, given field by field."""
        n, at = len(fields["key"]), 0
        while at < n:
            if self._n_collected == len(self._collected):
                self.flush()
            some = min(n - at, len(self._collected) - self._n_collected)
            to = self._collected[self._n_collected : self._n_collected + some]
            for name, values in fields.items():
                to[name] = values[at : at + some]
            self._n_collected += some
            at += some

    def flush(self) -> None:
        """Write what was collected, so that it can be read."""
        records = self._collected[: self._n_collected]
        if not len(records):
            return
        starts = np.empty(self.n_buckets + 1, np.int32)
        ranges, order = records["key"] // np.int32(self.width), buffers.empty(len(records), "i4")
        _core.group(ranges, starts, order)
        step = max(1, _PIECE // self.dtype.itemsize)
        self._file.seek(self._n_written * self.dtype.itemsize)
        for begin in range(0, len(order), step):
            view = records[order[begin : begin + step]].view(np.uint8).data
            while view:
                view = view[self._file.write(view) :]
        self._offsets.append(starts + np.int64(self._n_written))
        self._n_written += len(records)
        self._n_collected = 0

    def end(self) -> None:
        """Write what was collected; nothing is added any more."""
        self.flush()
        self._collected = np.empty(0, self.dtype)

    def finish(self) -> None:
        """End, and have everything on the disk, so that `reopen` finds it."""
        self.end()
        os.fsync(self._file.fileno())
        write_atomically(_name_offsets(self.path), b"".join(o.tobytes() for o in self._offsets))

    def count(self, bucket: int) -> int:
        """Return how many records of a range have been written."""
        return sum(int(o[bucket + 1] - o[bucket]) for o in self._offsets)

    def read(self, bucket: int) -> Array:
        """Return the records of a range that have been written, in the order they came."""
        records = buffers.empty(self.count(bucket), self.dtype)
        at = 0
        for offsets in self._offsets:
            n = int(offsets[bucket + 1] - offsets[bucket])
            self._read_at(int(offsets[bucket]), records[at : at + n])
            at += n
        return records

    def read_blocks(self, bucket: int, n_bytes: int) -> Iterator[Array]:
        """Yield the records of a range in blocks of about so many bytes at most."""
        step = max(1, n_bytes // self.dtype.itemsize)
        for offsets in self._offsets:
            begin, end = int(offsets[bucket]), int(offsets[bucket + 1])
            for at in range(begin, end, step):
                records = np.empty(min(end, at + step) - at, self.dtype)
                self._read_at(at, records)
                yield records

    def _read_at(self, at: int, records: Array) -> None:
        if len(records):
            self._file.seek(at * self.dtype.itemsize)
            _read_into(self._file, records, self.path)


def _name_offsets(path: Path) -> Path:
    return path.with_name(f"{path.name}.offsets")


def remove_buckets(path: Path) -> None:
    """Remove the files of buckets, if they are there."""
    path.unlink(missing_ok=True)
    _name_offsets(path).unlink(missing_ok=True)


def order_by_key(keys: Array, begin: int, n: int, path: Path) -> Array:
    """Return where each key from ``begin`` on is; each of n must be there once."""
    order = buffers.empty(n, np.int32)
    order.fill(-1)
    keys = keys - np.int32(begin)
    if len(keys) != n or (n and (keys.min() < 0 or keys.max() >= n)):
        raise damaged(path)
    order[keys] = buffers.count_up(n)
    if n and order.min() < 0:
        raise damaged(path)
    return order


class Maps:
    """Arrays mapped into memory, of which no more than so much is kept there.

    Parameters
    ----------
    limit : int
        Bytes.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._maps: list[mmap.mmap] = []
        self._before = _mapped_bytes()

    def open(self, path: Path, mode: Literal["r", "r+"] = "r") -> Array:
        """Map a .npy file; mode "r+" to write to it."""
        array = np.load(path, mmap_mode=mode)
        mapped = getattr(array, "_mmap", None)
        if mapped is None:
            return np.asarray(array)
        self._maps.append(mapped)
        return np.asarray(array)

    def limit(self) -> None:
        """Give all pages back to the system if they have become too many; it keeps what is new."""
        if _mapped_bytes() - self._before > self._limit:
            self.release()

    def release(self) -> None:
        """Give all pages back to the system."""
        for mapped in self._maps:
            mapped.madvise(mmap.MADV_DONTNEED)


def _mapped_bytes() -> int:
    """Return how much of all mapped files is in memory; where the system does not say, a lot."""
    try:
        return int(_STATUS.read_bytes().split()[2]) * mmap.PAGESIZE
    except FileNotFoundError:
        return 1 << 62
