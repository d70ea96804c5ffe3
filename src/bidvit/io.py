"""Points from files: what the command line reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from os import PathLike

Array = npt.NDArray[Any]

_ENDINGS = ".npy, .npz, .csv, .csv.gz or .parquet"


def read_points(path: str | PathLike[str], *, array: str | None = None) -> Array:
    r"""Read points, one per row.

    Parameters
    ----------
    path : str or path
        ``.npy``; ``.npz`` with one array, or one called X; ``.csv``, also compressed as
        ``.csv.gz``, and ``.parquet``, whose columns must all be numbers. A first line of names in a
        CSV file is optional. Tables need pyarrow: ``pip install "bidvit[io]"``.
    array : str, optional
        Which array of an ``.npz``.

    Returns
    -------
    ndarray
        As it is in the file; `bidvit.cluster` checks it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from bidvit.io import read_points
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
    >>> _ = path.write_text("x,y\n1,2.5\n3,4.5\n")
    >>> read_points(path)
    array([[1. , 2.5],
           [3. , 4.5]])
    """
    path = Path(path)
    if array is not None and path.suffix != ".npz":
        raise ValueError(f"array must only be given for an .npz file, got {path}")
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder, not a file that ends in {_ENDINGS}")
    name = path.name.lower()
    if name.endswith((".npy", ".npz")):
        return _read_numpy(path, array)
    if name.endswith((".csv", ".csv.gz")):
        return _to_rows(_read_csv(path), path)
    if name.endswith(".parquet"):
        return _to_rows(_import("pyarrow.parquet").read_table(path), path)
    raise ValueError(f"path must end in {_ENDINGS}, got {path}")


def _read_numpy(path: Path, array: str | None) -> Array:
    try:
        with path.open("rb") as file:
            found = np.load(file, allow_pickle=False)
            if isinstance(found, np.ndarray):
                return found
            with found:
                return np.asarray(found[_choose(found.files, array, path)])
    except (ValueError, EOFError, OSError, SyntaxError, BadZipFile) as error:
        if isinstance(error, _ChoiceError):
            raise
        raise ValueError(f"{path} cannot be read as {path.suffix}: {error}") from error


class _ChoiceError(ValueError):
    """It is not clear which array is meant."""


def _choose(names: list[str], array: str | None, path: Path) -> str:
    if array is None:
        if len(names) != 1 and "X" not in names:
            raise _ChoiceError(
                f"{path} has {len(names)} arrays and none is called X: say which of "
                f"{', '.join(names)} by array"
            )
        return "X" if "X" in names else names[0]
    if array not in names:
        raise _ChoiceError(f"array must be one of {', '.join(names)} in {path}, got {array!r}")
    return array


def _import(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "reading tables needs pyarrow: pip install 'bidvit[io]'", name="pyarrow"
        ) from error


def _read_csv(path: Path) -> Any:
    csv = _import("pyarrow.csv")
    table = csv.read_csv(path)
    if all(_is_number(name) for name in table.column_names):
        # The first line is not one of names, but a row.
        return csv.read_csv(path, read_options=csv.ReadOptions(autogenerate_column_names=True))
    return table


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def _to_rows(table: Any, path: Path) -> Array:
    """Return the columns of an Arrow table side by side; missing values become NaN."""
    columns = [column.to_numpy() for column in table.columns]
    pairs = zip(table.column_names, columns, strict=True)
    others = [name for name, column in pairs if column.dtype.kind not in "biuf"]
    if others:
        raise ValueError(
            f"all columns of {path} must be numbers, got others in {', '.join(others[:5])}"
            + (f" and {len(others) - 5} more" if len(others) > 5 else "")
        )
    if not columns:
        raise ValueError(f"{path} has no columns")
    return np.column_stack(columns)
