"""The rows of the user where workers of a cluster can read them.

What is on storage that all of them see stays there. Collections of Dask are written there, part by
part, by tasks.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.engines.dask import name_tasks, on_worker
from bidvit.engines.rows import is_zarr, make_input, open_file
from bidvit.engines.scratch import ArrayFile, as_bytes, save_array
from bidvit.io.reading import FileRows
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.engines.dask import DaskRunner
    from bidvit.engines.rows import Input

Array = npt.NDArray[Any]

_PARTS = "input"  # the folder of the parts of collections
_RETRIES = 2


@dataclass(frozen=True)
class MappedFile:
    """An array in a .npy file, by its name."""

    path: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __getitem__(self, rows: slice) -> Array:
        return np.asarray(np.load(self.path, mmap_mode="r")[rows])


@dataclass(frozen=True)
class Parts:
    """An array in several .npy files, one after the other.

    Attributes
    ----------
    paths : list of Path
    ends : list of int
        Where the rows of each end.
    shape : tuple of int
    dtype : dtype
    """

    paths: list[Path]
    ends: list[int]
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @cached_property
    def _files(self) -> dict[int, ArrayFile]:
        return {}

    def __getitem__(self, rows: slice) -> Array:
        begin, end, _ = rows.indices(self.shape[0])
        out = np.empty((end - begin, *self.shape[1:]), self.dtype)
        part = int(np.searchsorted(self.ends, begin, side="right"))
        at = begin
        while at < end:
            first = self.ends[part - 1] if part else 0
            to = min(end, self.ends[part])
            if part not in self._files:
                self._files[part] = ArrayFile(self.paths[part])
            self._files[part].read(at - first, to - first, out[at - begin : to - begin])
            at, part = to, part + 1
        return out


def open_shared_input(
    X: Any, sample_weight: Any, folder: Path, runner: DaskRunner, *, begun: bool
) -> Input:
    """Return rows and weights as something that workers can read in parts.

    Parameters
    ----------
    X : path, FileRows, array of zarr, or array or data frame of Dask
    sample_weight : array-like, the name of a column, or array or series of Dask
    folder : Path
        ``unfinished``.
    runner : DaskRunner
    begun : bool
        Whether the parts that are there are of this run.

    Returns
    -------
    Input
    """
    if not begun:
        shutil.rmtree(folder / _PARTS, ignore_errors=True)
    (folder / _PARTS).mkdir(exist_ok=True)
    stamp: list[Any] | None = None
    origin = None
    if isinstance(X, (str, PathLike)):
        X = FileRows(X)
    if isinstance(X, FileRows):
        X = replace(X, path=Path(X.path).absolute())
        X, sample_weight, stamp, origin = open_file(X, sample_weight, folder, in_memory=False)
        matrix = _by_name(X)
    elif _is_frame(X):
        matrix, weights, hashes = _keep_frame(X, sample_weight, folder, runner)
        stamp, sample_weight = hashes, weights
    elif isinstance(sample_weight, str):
        raise TypeError(
            f"sample_weight is the name of a column, {sample_weight!r}, so X must be a file or a "
            f"data frame of Dask, got {type(X).__name__}"
        )
    elif _is_array(X):
        matrix, hashes = _keep_array("X", X, 2, folder, runner)
        stamp = hashes
    elif is_zarr(X):
        matrix = _by_name(X)
    else:
        raise TypeError(
            "X must be on storage that all workers see, with backend='dask': a path, or an array "
            f"of zarr or Dask, or a data frame of Dask, got {type(X).__name__}; give the path of "
            "a .npy file"
        )
    if sample_weight is not None:
        if _is_array(sample_weight) or _is_frame(sample_weight):
            sample_weight, hashes = _keep_array("sample_weight", sample_weight, 1, folder, runner)
            stamp = [*(stamp or []), *hashes]
        elif isinstance(sample_weight, (np.memmap, Parts)) or is_zarr(sample_weight):
            sample_weight = _by_name(sample_weight)
        else:
            weights = inputs.as_array("sample_weight", sample_weight)
            inputs.check_weights_fit(weights.dtype, weights.shape, int(matrix.shape[0]))
            save_array(folder / _PARTS / "given_weights.npy", weights)
            sample_weight = MappedFile(
                str(folder / _PARTS / "given_weights.npy"), weights.shape, weights.dtype
            )
    return make_input(matrix, sample_weight, stamp, origin)


def _by_name(array: Any) -> Any:
    """Return what can be sent instead of an array in files."""
    if isinstance(array, np.memmap):
        return MappedFile(str(array.filename), array.shape, array.dtype)
    if is_zarr(array) and "Memory" in type(array.store).__name__:
        raise TypeError("X must be on storage that all workers see, got an array of zarr in memory")
    return array


# Collections of Dask.


def _is_array(X: Any) -> bool:
    return type(X).__module__.partition(".")[0] == "dask" and hasattr(X, "chunks")


def _is_frame(X: Any) -> bool:
    return type(X).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(X, "divisions")


def _keep_frame(
    X: Any, sample_weight: Any, folder: Path, runner: DaskRunner
) -> tuple[Parts, Any, list[str]]:
    """Write the columns of a data frame, one of them as the weights if it is named."""
    if not hasattr(X, "columns"):
        raise TypeError(f"X must be a data frame or two-dimensional, got {type(X).__name__}")
    names = list(X.columns)
    hashes: list[str] = []
    if isinstance(sample_weight, str):
        if names.count(sample_weight) != 1:
            raise ValueError(f"X must have one column {sample_weight!r}, for sample_weight")
        names.remove(sample_weight)
        sample_weight, hashes = _keep_array("sample_weight", X[sample_weight], 1, folder, runner)
    matrix, own = _keep_array("X", X[names], 2, folder, runner)
    return matrix, sample_weight, [*own, *hashes]


def _keep_array(
    what: str, X: Any, n_dims: int, folder: Path, runner: DaskRunner
) -> tuple[Parts, list[str]]:
    """Have the blocks of a collection written by tasks; returns them, and their hash."""
    delayed = import_extra("dask").delayed
    if X.ndim != n_dims:
        raise ValueError(f"{what} must have {n_dims} dimension{'s' * (n_dims > 1)}, got {X.ndim}")
    if _is_frame(X) and n_dims == 2:
        dtype = _find_dtype(what, X.columns, X.dtypes)
    else:
        dtype = _find_dtype(what, [getattr(X, "name", what)], [X.dtype])
    if n_dims == 2 and _is_array(X):
        X = X.rechunk({1: -1})
    blocks = np.asarray(X.to_delayed()).ravel().tolist()
    width = X.shape[1:] if _is_array(X) else (len(X.columns),) if n_dims == 2 else ()
    shape = tuple(int(size) for size in width)
    paths = [folder / _PARTS / f"{what}_{number:05}.npy" for number in range(len(blocks))]
    keep = delayed(_keep_part, pure=False)
    tasks = [
        keep(block, str(runner.folder), runner.token, path, dtype, shape, dask_key_name=name)
        for block, path, name in zip(
            blocks, paths, name_tasks(f"input-{what}", len(blocks)), strict=True
        )
    ]
    found = runner.collect(
        runner.client.compute(tasks, retries=_RETRIES),
        lambda i: f"writing part {i + 1} of {len(paths)} of {what}",
    )
    lengths = [length for length, _ in found]
    digest = hashlib.sha256("".join(one for _, one in found).encode()).hexdigest()
    ends: list[int] = np.cumsum(lengths).tolist()
    return Parts(paths, ends, (ends[-1], *shape), dtype), [digest]


def _find_dtype(what: str, names: Sequence[Any], dtypes: Sequence[Any]) -> np.dtype[Any]:
    """Return the type that holds the numbers of all columns."""
    found = []
    for name, dtype in zip(names, dtypes, strict=True):
        plain = getattr(dtype, "numpy_dtype", dtype)
        if not isinstance(plain, np.dtype) or plain.kind not in "biuf":
            raise TypeError(f"{what} must hold numbers, got {dtype} in {name!r}")
        # What may be missing in columns of whole numbers becomes NaN.
        found += [plain] if plain is dtype else [plain, np.dtype(np.float64)]
    if not found:
        raise ValueError(f"{what} must have at least one column")
    return np.result_type(*found)


def _keep_part(
    block: Any, folder: str, token: str, path: Path, dtype: np.dtype[Any], shape: Sequence[int]
) -> tuple[int, str]:
    """Write one block, unless it is there; returns its length and its hash."""
    with on_worker(folder, token):
        if hasattr(block, "to_numpy"):
            missing = {} if dtype.kind != "f" else {"na_value": np.nan}
            rows = block.to_numpy(dtype, **missing)
        else:
            rows = np.asarray(block, dtype)
        rows = np.ascontiguousarray(rows.reshape(-1, *shape))
        if not path.exists():
            save_array(path, rows)
        return len(rows), hashlib.sha256(as_bytes(rows)).hexdigest()
