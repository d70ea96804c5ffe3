"""The rows of the user, wherever they are, read in parts."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs, storage
from bidvit.engines.scratch import as_bytes, save_array
from bidvit.io.reading import FileRows, Missing, choose_columns, read_blocks
from bidvit.io.sources import ArraySource, open_source
from bidvit.origin import Origin
from bidvit.unfinished import make_file

if TYPE_CHECKING:
    from bidvit.io.sources import Source

Array = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Input:
    """The rows and weights of the user, read in parts.

    Attributes
    ----------
    matrix : array-like
        Of NumPy, perhaps mapped, of zarr, or one of those in `shared`.
    weights : array-like or None
    dtype : dtype
        float32 or float64: what the numbers are converted to.
    stamp : list, or None
        Of rows that were copied before they could be read in parts, what shows that they are the
        same: size and time of the file, or a hash.
    origin : Origin or None
        The file that the rows come from.
    """

    matrix: Any
    weights: Any
    dtype: np.dtype[Any]
    stamp: list[Any] | None = None
    origin: Origin | None = None

    def __len__(self) -> int:
        return int(self.matrix.shape[0])

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.matrix.shape[1])

    def read(self, begin: int, end: int) -> Array:
        """Return a range of rows, as floats and in C order."""
        rows = np.asarray(self.matrix[begin:end])
        points = np.require(inputs.to_float(rows), requirements=["C", "A"])
        if np.may_share_memory(points, rows):
            points = points.copy()
        _forget_pages(self.matrix)
        return points

    def read_weights(self, begin: int, end: int) -> Doubles | None:
        """Return the weights of a range of rows as float64."""
        if self.weights is None:
            return None
        weights = np.array(self.weights[begin:end], np.float64)
        _forget_pages(self.weights)
        return weights


def _forget_pages(array: Any) -> None:
    """Let go of the pages of a mapped file, which would count towards our memory."""
    base = array
    while isinstance(base, np.ndarray):
        # Those of a private map may have been changed in memory only.
        if isinstance(base, np.memmap) and base.mode == "c":
            return
        base = base.base
    if type(base) is mmap.mmap:
        base.madvise(mmap.MADV_DONTNEED)


def open_input(X: Any, sample_weight: Any, folder: Path) -> Input:
    """Return rows and weights as something that can be read in parts.

    Parameters
    ----------
    X : path, FileRows or array-like
        A file that cannot be read from the middle is copied first, and so are some columns of one.
    sample_weight : array-like, or the name of a column of the file
    folder : Path
        For the copy.

    Returns
    -------
    Input
    """
    stamp = origin = None
    if isinstance(X, (str, PathLike)):
        X = FileRows(X)
    if isinstance(X, FileRows):
        X, sample_weight, stamp, origin = open_file(X, sample_weight, folder)
    elif isinstance(sample_weight, str):
        raise TypeError(
            f"sample_weight is the name of a column, {sample_weight!r}, so X must be a file, "
            f"got {type(X).__name__}"
        )
    matrix = X if is_zarr(X) else inputs.as_points(X)
    weights = sample_weight
    if weights is not None and not is_zarr(weights):
        weights = inputs.as_array("sample_weight", weights)
    return make_input(matrix, weights, stamp, origin)


def is_zarr(array: Any) -> bool:
    """Whether this is an array of zarr, which need not be installed."""
    return type(array).__module__.partition(".")[0] == "zarr"


def make_input(matrix: Any, weights: Any, stamp: Any, origin: Origin | None) -> Input:
    """Return rows and weights together if they can be; what they hold is not looked at."""
    inputs.check_shape(tuple(matrix.shape))
    if weights is not None:
        inputs.check_weights_fit(weights.dtype, tuple(weights.shape), int(matrix.shape[0]))
    dtype = inputs.to_float(np.zeros((1, 1), matrix.dtype)).dtype
    return Input(matrix, weights, dtype, stamp, origin)


def open_file(
    rows: FileRows, sample_weight: Any, folder: Path, *, in_memory: bool = True
) -> tuple[Any, Any, list[int] | None, Origin]:
    """Return matrix, weights, stamp and origin of the rows in a file.

    Without ``in_memory``, matrix and weights are in files, whatever they were.
    """
    source = open_source(rows.path, array=rows.array)
    path = Path(rows.path).absolute()
    others = [source.find(sample_weight)] if isinstance(sample_weight, str) else []
    columns, _ = choose_columns(source, rows.columns, others)
    stamp, dropped = None, np.empty(0, np.int64)
    if (
        isinstance(source, ArraySource)
        and columns == source.numeric
        and not rows.drop_missing
        and (in_memory or isinstance(source.matrix, np.memmap) or is_zarr(source.matrix))
    ):
        matrix = source.matrix
        if others:
            sample_weight = source.others[others[0]]
    else:
        if rows.drop_missing and sample_weight is not None and not others:
            raise TypeError("sample_weight must name a column of the file with drop_missing=True")
        status = path.stat()
        stamp = [status.st_size, status.st_mtime_ns]
        if not (folder / "input.npy").exists():
            _copy(source, columns, others, rows.drop_missing, folder)
        matrix = np.load(folder / "input.npy", mmap_mode="r")
        dropped = np.load(folder / "input_dropped.npy")
        if others:
            sample_weight = np.load(folder / "input_weights.npy", mmap_mode="r")
    origin = Origin(
        path=str(path),
        columns=columns,
        features=source.features(columns),
        n_rows=int(matrix.shape[0]) + len(dropped),
        array=rows.array,
        weights=others[0] if others else None,
        dropped=dropped,
    )
    return matrix, sample_weight, stamp, origin


def _copy(
    source: Source, columns: list[str], others: list[str], drop_missing: bool, folder: Path
) -> None:
    """Write some columns of a source as .npy; how many rows it has is known at the end."""
    dtype, width = source.dtype(columns), len(source.features(columns))
    missing = Missing(source.path, drop_missing)
    n_rows = 0
    # The points get their name last: when they are there, all is.
    with (
        make_file(folder / "input.npy") as file,
        make_file(folder / "input_weights.npy") as weights,
    ):
        # The header takes as much room whatever the number is.
        file.write(storage.make_header(dtype, (inputs.MAX_ROWS, width)))
        weights.write(storage.make_header(np.dtype(np.float64), (inputs.MAX_ROWS,)))
        for block, matrix, keep in read_blocks(source, columns, others, dtype, missing):
            some = slice(None) if keep is None else keep
            file.write(as_bytes(matrix[some]))
            if others:
                weights.write(as_bytes(np.asarray(block.column(others[0])[some], np.float64)))
            n_rows += len(matrix[some])
        missing.check()
        if not n_rows:
            raise ValueError(f"{source.path} has missing or infinite values in every row")
        inputs.check_shape((n_rows, width))
        for one, header in (
            (file, storage.make_header(dtype, (n_rows, width))),
            (weights, storage.make_header(np.dtype(np.float64), (n_rows,))),
        ):
            one.seek(0)
            one.write(header)
        save_array(folder / "input_dropped.npy", missing.rows)
