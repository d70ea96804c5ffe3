"""The matrix of a source's numeric columns, with what was left out and why."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.io.sources import Source, open_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike

    from bidvit.io.sources import Block

Array = npt.NDArray[Any]
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Points:
    """Points read from a file.

    Attributes
    ----------
    X : ndarray of shape (n, n_features)
        The rows without missing values; mapped into memory where the file allows that.
    columns : list of str
        The columns they come from.
    features : list of str
        A name for every column of X: those of the file, several for a column of lists.
    left_out : list of str
        Columns that are no numbers, where it was not said which to take.
    others : dict of str to ndarray
        The further columns that were asked for, for the same rows.
    n_rows : int
        Rows of the file.
    dropped : ndarray of int64
        The rows of the file, from 0, that were dropped because of missing values.
    """

    X: Array
    columns: list[str]
    features: list[str]
    left_out: list[str]
    others: dict[str, Array]
    n_rows: int
    dropped: Rows


@dataclass(frozen=True)
class FileRows:
    r"""Which rows and columns of a file are points, for clustering on disk.

    Attributes
    ----------
    path : path
        See `open_source`.
    columns : sequence of str, optional
        By name or by number from 0; by default all that hold numbers.
    array : str, optional
        Which array of an ``.npz`` or of a group of zarr.
    drop_missing : bool, default=False
        Leave out rows with missing or infinite values instead of raising.

    Examples
    --------
    >>> import pathlib, tempfile, bidvit
    >>> from bidvit.io import FileRows
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "points.csv").write_text("x,y\n1,2\n3,5\n,7\n")
    >>> rows = FileRows(folder / "points.csv", columns=["x"], drop_missing=True)
    >>> tree = bidvit.cluster(rows, out=folder / "tree")
    >>> tree.nodes.rows.ravel(), tree.origin.dropped
    (array([1., 3.]), array([2]))
    """

    path: str | PathLike[str]
    columns: Sequence[str] | None = None
    array: str | None = None
    drop_missing: bool = False


def read_points(
    path: str | PathLike[str] | Source,
    *,
    columns: Sequence[str] | None = None,
    others: Sequence[str] = (),
    array: str | None = None,
    drop_missing: bool = False,
    progress: Callable[[int, int | None], object] | None = None,
) -> Points:
    r"""Read points, one per row.

    Beyond the points themselves memory holds a block, of some 16 MiB, and what its decoding takes.
    Arrays ending in ``.npy`` are not read but mapped, unless only some columns are asked for.

    Parameters
    ----------
    path : str, path or Source
        See `open_source`.
    columns : sequence of str, optional
        The columns to take, by name or by number from 0; by default all that hold numbers.
    others : sequence of str, optional
        Columns that are no coordinates, such as weights or labels: read as they are.
    array : str, optional
        Which array of an ``.npz`` or of a group of zarr.
    drop_missing : bool, default=False
        Drop rows with missing or infinite values instead of raising.
    progress : callable, optional
        Called with the number of rows read, and of all or None.

    Returns
    -------
    Points

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from bidvit.io import read_points
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
    >>> _ = path.write_text("x,name,y\n1,anna,2.5\n3,otto,4.5\n5,eve,\n")
    >>> points = read_points(path, drop_missing=True)
    >>> points.X
    array([[1. , 2.5],
           [3. , 4.5]])
    >>> points.features, points.left_out, points.dropped.tolist()
    (['x', 'y'], ['name'], [2])
    """
    source = path if isinstance(path, Source) else open_source(path, array=array)
    other_names = [source.find(name) for name in others]
    chosen, left_out = choose_columns(source, columns, other_names)
    features = source.features(chosen)
    dtype = source.dtype(chosen)
    missing = Missing(source.path, drop_missing)
    kept = _Kept(source, chosen, len(features), dtype)
    collected: dict[str, list[Array]] = {name: [] for name in other_names}
    n_seen = 0
    for block, matrix, keep in read_blocks(source, chosen, other_names, dtype, missing):
        n_seen += len(block)
        kept.add(matrix, keep)
        for name in other_names:
            values = block.column(name)
            collected[name].append(values if keep is None else values[keep])
        if progress is not None:
            progress(n_seen, source.n_rows)
    missing.check()
    X = kept.finish()
    if len(X) == 0:
        raise ValueError(f"{source.path} has missing or infinite values in every row")
    joined = {name: np.concatenate(parts) for name, parts in collected.items()}
    return Points(X, chosen, features, left_out, joined, n_seen, missing.rows)


def choose_columns(
    source: Source, columns: Sequence[str] | None, others: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return the columns that are coordinates, and those left out for not being numbers."""
    if columns is not None:
        chosen = [source.find(name) for name in columns]
        repeated = {name for name in chosen if chosen.count(name) > 1}
        if repeated:
            raise ValueError(f"columns must not repeat, got {min(repeated)!r} more than once")
        return chosen, []
    numeric = set(source.numeric)
    chosen = [name for name in source.names if name in numeric and name not in others]
    left_out = [name for name in source.names if name not in numeric and name not in others]
    for name in chosen:
        source.find(name)  # raises if there are two of the name
    if not chosen:
        raise ValueError(
            f"{source.path} has no numeric column, only {', '.join(left_out[:8] or others)}"
        )
    return chosen, left_out


def read_blocks(
    source: Source,
    columns: Sequence[str],
    others: Sequence[str] | None,
    dtype: np.dtype[Any],
    missing: Missing,
) -> Iterator[tuple[Block, Array, npt.NDArray[np.bool_] | None]]:
    """Yield every block with its points and which of them are complete; None for all of them.

    ``others`` None: blocks have all columns.
    """
    wanted = None if others is None else [*columns, *others]
    features = source.features(columns)
    for block in source.blocks(wanted):
        matrix = block.matrix(columns, dtype)
        checked = [(name, block.column(name)) for name in others or ()]
        yield block, matrix, missing.note(matrix, features, checked)


class Missing:
    """Keeps account of rows with missing values, so that one error tells of all."""

    def __init__(self, path: str, drop: bool) -> None:
        self._path, self._drop = path, drop
        self._n_seen = 0
        self._found: list[Rows] = []
        self._where: list[str] = []

    def note(
        self, matrix: Array, features: Sequence[str], others: Sequence[tuple[str, Array]]
    ) -> npt.NDArray[np.bool_] | None:
        """Look at the next rows; returns which are complete, or None if all are."""
        complete = np.ones(len(matrix), bool)
        if matrix.dtype.kind == "f":
            # A sum is finite only if all it is made of is: most blocks are done with this.
            with np.errstate(all="ignore"):
                is_clear = bool(np.isfinite(matrix.sum(dtype=np.float64)))
            if not is_clear:
                finite = np.isfinite(matrix)
                complete &= finite.all(axis=1)
                self._where += [
                    features[j] for j in np.flatnonzero(~finite.all(axis=0)).tolist()
                    if features[j] not in self._where
                ]  # fmt: skip
        for name, values in others:
            there = _is_there(values)
            complete &= there
            if not there.all() and name not in self._where:
                self._where.append(name)
        rows = np.flatnonzero(~complete) + self._n_seen
        self._n_seen += len(matrix)
        if not len(rows):
            return None
        self._found.append(rows)
        return complete

    @property
    def rows(self) -> Rows:
        """The rows with missing values."""
        return np.concatenate([np.empty(0, np.int64), *self._found])

    def check(self) -> None:
        """Raise if there are missing values and they were not to be dropped."""
        rows = self.rows
        if self._drop or not len(rows):
            return
        first = ", ".join(f"{row:,}" for row in rows[:5]) + (", ..." if len(rows) > 5 else "")
        where = ", ".join(self._where[:5]) + (", ..." if len(self._where) > 5 else "")
        raise ValueError(
            f"{self._path} has missing or infinite values in {len(rows):,} of {self._n_seen:,} "
            f"rows, in {where}: row{'s' * (len(rows) > 1)} {first}, counted from 0. Fill them in "
            "or leave these rows out (--drop-missing, drop_missing=True)"
        )


def _is_there(values: Array) -> npt.NDArray[np.bool_]:
    if values.dtype.kind == "f":
        return np.isfinite(values)
    if values.dtype.kind == "O":
        return np.array([not (value is None or _is_nan(value)) for value in values], bool)
    return np.ones(len(values), bool)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


class _Kept:
    """Collects rows in one array, made at once where it is known how many there can be."""

    def __init__(
        self, source: Source, columns: list[str], n_features: int, dtype: np.dtype[Any]
    ) -> None:
        self._whole = source.whole(columns)
        self._gone: list[Rows] = []
        self._n = self._n_seen = 0
        self._parts: list[Array] = []
        self._made: Array | None = None
        self._shape = n_features, dtype
        if self._whole is None and source.n_rows is not None:
            self._made = np.empty((source.n_rows, n_features), dtype)

    def add(self, matrix: Array, keep: npt.NDArray[np.bool_] | None) -> None:
        if self._whole is not None:
            if keep is not None:
                self._gone.append(np.flatnonzero(~keep) + self._n_seen)
            self._n_seen += len(matrix)
            return
        kept = matrix if keep is None else matrix[keep]
        if self._made is None:
            self._parts.append(kept)
        else:
            self._made[self._n : self._n + len(kept)] = kept
        self._n += len(kept)

    def finish(self) -> Array:
        if self._whole is not None:
            return np.delete(self._whole, np.concatenate(self._gone), 0) if self._gone else (
                self._whole
            )  # fmt: skip
        if self._made is None:
            n_features, dtype = self._shape
            self._made = np.empty((self._n, n_features), dtype)
            begin = 0
            self._parts.reverse()
            while self._parts:
                # What is copied goes at once: memory never holds all of it twice.
                part = self._parts.pop()
                self._made[begin : begin + len(part)] = part
                begin += len(part)
        return self._made[: self._n]
