"""What a file offers: its columns, and its rows block by block. Here the arrays; `tables` the rest.

A source has columns by name. Those of a matrix are called x0, x1, ...; a column of a table that
holds lists of equal length is as many numeric columns, emb[0], emb[1], ...
"""

from __future__ import annotations

import stat
from abc import ABC, abstractmethod
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

Array = npt.NDArray[Any]

TABLES = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".parquet", ".arrow", ".feather")
_ARRAYS = (".npy", ".npz", ".zarr")
_IMAGES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp", ".gif", ".ppm")
ENDINGS = (*_ARRAYS, *TABLES, *_IMAGES)

BLOCK = 1 << 24  # bytes of coordinates that are read at a time, about


def ending_of(path: Path) -> str:
    """Return the ending of a file's name in lower case; .csv.gz counts as one."""
    parts = [suffix.lower() for suffix in path.suffixes[-2:]]
    return "".join(parts) if parts[-1:] == [".gz"] else "".join(parts[-1:])


class Block(ABC):
    """Some rows of a source."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def matrix(self, columns: Sequence[str], dtype: np.dtype[Any]) -> Array:
        """Return numeric columns side by side, lists spread out; NaN where a value is missing."""

    @abstractmethod
    def column(self, name: str) -> Array:
        """Return one column as it is."""

    @abstractmethod
    def to_arrow(self) -> Any:
        """Return all columns as a pyarrow.RecordBatch."""


class Source(ABC):
    """Columns by name, and their rows block by block.

    Attributes
    ----------
    path : str
        How the source is called in messages.
    names : list of str
        All columns, in their order.
    n_rows : int or None
        None where only reading all tells, as for CSV.
    """

    path: str
    names: list[str]
    n_rows: int | None

    @property
    @abstractmethod
    def numeric(self) -> list[str]:
        """The columns that hold numbers, or lists of numbers of one length."""

    @abstractmethod
    def features(self, columns: Sequence[str]) -> list[str]:
        """Return the names of the features that numeric columns give."""

    @abstractmethod
    def dtype(self, columns: Sequence[str]) -> np.dtype[Any]:
        """Return the type that holds numeric columns without loss."""

    @abstractmethod
    def blocks(self, columns: Sequence[str] | None = None) -> Iterator[Block]:
        """Yield the rows, block by block; all columns by default."""

    @cached_property
    def _count_of_name(self) -> Counter[str]:
        return Counter(self.names)

    def whole(self, columns: Sequence[str]) -> Array | None:  # noqa: ARG002 - for subclasses
        """Return the matrix of some columns where it is there without being read, else None."""
        return None

    def find(self, name: str) -> str:
        """Return a column by its name or, failing that, by its number from 0."""
        count = self._count_of_name[name]
        if count > 1:
            raise ValueError(f"{self.path} has {count} columns called {name!r}")
        if count:
            return name
        if name.isdecimal() and int(name) < len(self.names):
            return self.find(self.names[int(name)])
        shown = ", ".join(self.names[:8]) + (", ..." if len(self.names) > 8 else "")
        raise ValueError(f"{self.path} has no column {name!r}, only {shown}")


def open_source(path: str | PathLike[str], *, array: str | None = None) -> Source:
    r"""Open a file as a source of rows; which kind, its ending says.

    Parameters
    ----------
    path : str or path
        ``.npy``, mapped into memory; ``.npz``; ``.zarr``; ``.csv`` and ``.tsv``, also compressed
        (``.gz``), with commas or semicolons, the first line of names being optional; ``.parquet``,
        ``.arrow``, ``.feather``; an image, whose pixels are the rows; or ``-``, CSV from the
        standard input.
    array : str, optional
        Which array of an ``.npz`` or a group of zarr: X, or the only one, by default. Its arrays of
        one dimension and the same length are further columns, such as labels.

    Returns
    -------
    Source

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from bidvit.io import open_source
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
    >>> _ = path.write_text("x,name\n1,anna\n3,otto\n")
    >>> source = open_source(path)
    >>> source.names, source.numeric
    (['x', 'name'], ['x'])
    """
    from bidvit.io import tables, text

    if str(path) == "-":
        _refuse_array(array, "-")
        return text.open_stdin()
    path = Path(path)
    ending = ending_of(path)
    if not ending and path.is_dir():
        raise IsADirectoryError(f"{path} is a folder, not a file")
    if array is not None and ending not in (".npz", ".zarr"):
        _refuse_array(array, str(path))
    if ending not in ENDINGS:
        raise ValueError(f"path must end in {', '.join(ENDINGS)}, got {path}")
    status = _look_up(path)
    if stat.S_ISDIR(status.st_mode) and ending != ".zarr":
        raise IsADirectoryError(f"{path} is a folder, not a file that ends in {ending}")
    if ending == ".zarr":
        return _open_zarr(path, array)
    if status.st_size == 0:
        raise ValueError(f"{path} is empty")
    if ending.startswith((".csv", ".tsv")):
        return text.open_text(path, str(path), ending)
    if ending in TABLES:
        return tables.open_table_source(path, ending)
    if ending in _IMAGES:
        return _open_image(path)
    return _open_npy(path) if ending == ".npy" else _open_npz(path, array)


def _look_up(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file {path}") from None


def _refuse_array(array: str | None, path: str) -> None:
    if array is not None:
        raise ValueError(f"array must only be given for an .npz file or .zarr, got {path}")


class ArrayBlock(Block):
    """Some rows of a matrix, and of the columns that belong to it."""

    def __init__(self, names: list[str], rows: Array, others: dict[str, Array]) -> None:
        self._names, self._rows, self._others = names, rows, others

    def __len__(self) -> int:
        return len(self._rows)

    def matrix(self, columns: Sequence[str], dtype: np.dtype[Any]) -> Array:
        """Return numeric columns side by side."""
        if list(columns) == self._names:
            return self._rows.astype(dtype, copy=False)
        return np.column_stack([self.column(name) for name in columns]).astype(dtype, copy=False)

    def column(self, name: str) -> Array:
        """Return one column."""
        if name in self._others:
            return self._others[name]
        return np.asarray(self._rows[:, self._names.index(name)])

    def to_arrow(self) -> Any:
        """Return all columns as a pyarrow.RecordBatch."""
        arrow = import_extra("pyarrow")
        names = [*self._names, *self._others]
        arrays = [arrow.array(np.ascontiguousarray(self.column(name))) for name in names]
        return arrow.RecordBatch.from_arrays(arrays, names=names)


class ArraySource(Source):
    """A matrix: mapped, in memory, or chunked on disk; and arrays that go with its rows."""

    def __init__(
        self,
        path: str,
        matrix: Any,
        names: list[str] | None = None,
        others: Mapping[str, Any] | None = None,
        step: int = 1,
    ) -> None:
        if len(matrix.shape) != 2:
            one = "; one column: reshape(-1, 1)" if len(matrix.shape) == 1 else ""
            raise ValueError(
                f"{path} must have two dimensions, rows and columns, got shape "
                f"{tuple(matrix.shape)}{one}"
            )
        if matrix.dtype.kind not in "biuf":
            raise ValueError(f"{path} must hold numbers, got dtype {matrix.dtype}")
        if 0 in matrix.shape:
            raise ValueError(f"{path} is empty: its shape is {tuple(matrix.shape)}")
        self.path = path
        self.n_rows = int(matrix.shape[0])
        self._matrix = matrix
        self._columns = names or [f"x{j}" for j in range(matrix.shape[1])]
        self._others = dict(others or {})
        self._step = step
        self.names = [*self._columns, *self._others]

    @property
    def matrix(self) -> Any:
        """The matrix: an array of NumPy or zarr."""
        return self._matrix

    @property
    def others(self) -> dict[str, Any]:
        """The arrays that go with its rows, by name."""
        return dict(self._others)

    @property
    def numeric(self) -> list[str]:
        """The columns of the matrix."""
        return list(self._columns)

    def features(self, columns: Sequence[str]) -> list[str]:
        """Return the columns: each is a feature."""
        return list(columns)

    def dtype(self, columns: Sequence[str]) -> np.dtype[Any]:
        """Return the type of the matrix, or what holds it and what else is asked for."""
        others = [self._others[name].dtype for name in columns if name in self._others]
        return np.result_type(self._matrix.dtype, *others)

    def whole(self, columns: Sequence[str]) -> Array | None:
        """Return the matrix if it is an array of NumPy, and all of it is asked for."""
        is_array = isinstance(self._matrix, np.ndarray)
        return self._matrix if is_array and list(columns) == self._columns else None

    def blocks(self, columns: Sequence[str] | None = None) -> Iterator[Block]:
        """Yield the rows, block by block."""
        n, d = self._matrix.shape
        # Whole chunks of those on disk.
        n_at_once = max(1, BLOCK // (8 * d) // self._step) * self._step
        wanted = self._others if columns is None else set(columns) & set(self._others)
        for begin in range(0, n, n_at_once):
            part = slice(begin, min(begin + n_at_once, n))
            others = {name: np.asarray(self._others[name][part]) for name in wanted}
            matrix = self._matrix
            if isinstance(matrix, np.memmap):
                # Mapped anew for each block: what was read before is no longer held.
                matrix = np.load(self.path, mmap_mode="r", allow_pickle=False)
            yield ArrayBlock(self._columns, np.asarray(matrix[part]), others)


def _open_npy(path: Path) -> Source:
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, OSError, SyntaxError) as error:
        raise _unreadable(path, ".npy", error) from error
    if not isinstance(array, np.ndarray):
        array.close()
        raise _unreadable(path, ".npy", "it is an .npz")
    return ArraySource(str(path), array)


def _open_npz(path: Path, array: str | None) -> Source:
    try:
        with path.open("rb") as file:
            found = np.load(file, allow_pickle=False)
            if isinstance(found, np.ndarray):
                raise ValueError("it is an .npy")
            names = list(found.files)
            chosen = _choose(names, array, path)
            matrix = found[chosen]
            # Labels and weights: small beside the matrix. What else there is, is not read.
            others = {name: found[name] for name in names if _length(found, name) == len(matrix)}
    except _ChoiceError:
        raise
    except (ValueError, EOFError, OSError, SyntaxError, KeyError, BadZipFile) as error:
        raise _unreadable(path, ".npz", error) from error
    others.pop(chosen, None)
    return ArraySource(str(path), matrix, others=others)


def _length(found: Any, name: str) -> int | None:
    """Return the length of an array of one dimension in an .npz, by its header alone."""
    with found.zip.open(f"{name}.npy") as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0
        if version != (1, 0):
            read = np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
    return int(shape[0]) if len(shape) == 1 and not dtype.hasobject else None


def _open_zarr(path: Path, array: str | None) -> Source:
    zarr = import_extra("zarr")
    try:
        found = zarr.open(str(path), mode="r")
        if isinstance(found, zarr.Array):
            if array is not None:
                raise _ChoiceError(f"{path} is one array: array must not be given, got {array!r}")
            names, chosen, members = [], "", {"": found}
        else:
            members = dict(found.arrays())
            names = list(members)
            chosen = _choose(names, array, path)
    except _ChoiceError:
        raise
    except (ValueError, LookupError, OSError, TypeError) as error:
        raise _unreadable(path, ".zarr", error) from error
    matrix = members[chosen]
    others = {
        name: members[name]
        for name in names
        if name != chosen and members[name].shape == matrix.shape[:1]
    }
    step = int(matrix.chunks[0]) if matrix.chunks else 1
    return ArraySource(str(path), matrix, others=others, step=step)


def _open_image(path: Path) -> Source:
    image_module = import_extra("PIL.Image")
    try:
        with image_module.open(path) as image:
            kind = image.mode
            if kind == "P":
                kind = "RGBA" if "transparency" in image.info else "RGB"
            elif kind == "1":
                kind = "L"
            decoded = image.convert(kind)
        bands, pixels = list(decoded.getbands()), np.asarray(decoded)
    except (OSError, ValueError, SyntaxError) as error:
        raise _unreadable(path, "an image", error) from error
    return ArraySource(str(path), pixels.reshape(-1, len(bands)), bands)


class _ChoiceError(ValueError):
    """It is not clear which array is meant."""


def _choose(names: list[str], array: str | None, path: Path) -> str:
    if array is None:
        if len(names) != 1 and "X" not in names:
            raise _ChoiceError(
                f"{path} has {len(names)} arrays and none is called X: say which of "
                f"{', '.join(names)} by array (--array)"
            )
        return "X" if "X" in names else names[0]
    if array not in names:
        raise _ChoiceError(f"array must be one of {', '.join(names)} in {path}, got {array!r}")
    return array


def _unreadable(path: Path, kind: str, error: object) -> ValueError:
    return ValueError(f"{path} cannot be read as {kind}: {error}")
