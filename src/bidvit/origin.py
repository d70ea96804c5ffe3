"""Which file the rows of a tree come from, so that results can be said of that file's rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Origin:
    """The file a tree was made from.

    A tree knows only the rows it was made from. Where rows of the file were dropped for their
    missing values, the others moved up; `spread` and `kept` lead back.

    Attributes
    ----------
    path : str
        The file as it was named, ``-`` for the standard input.
    columns : list of str
        The columns of the file that are coordinates.
    features : list of str
        A name for every column of the tree.
    n_rows : int
        Rows of the file.
    array : str or None
        Which array of an ``.npz`` or a group of zarr.
    weights : str or None
        The column that holds the weights.
    dropped : ndarray of int64
        The rows of the file, from 0, that were left out for their missing values; ascending.

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.origin import Origin
    >>> origin = Origin("points.csv", ["x"], ["x"], 4, dropped=np.array([1]))
    >>> origin.spread(np.array([7, 8, 9]), -1)
    array([ 7, -1,  8,  9])
    >>> origin.kept.tolist()
    [0, 2, 3]
    """

    path: str
    columns: list[str]
    features: list[str]
    n_rows: int
    array: str | None = None
    weights: str | None = None
    dropped: Rows = field(default_factory=lambda: np.empty(0, np.int64))

    @property
    def kept(self) -> Rows:
        """The rows of the file that the rows of the tree are."""
        return np.delete(np.arange(self.n_rows), self.dropped)

    def spread(self, of_rows: npt.NDArray[Any], fill: Any) -> npt.NDArray[Any]:
        """Return values of the file's rows from those of the tree's; dropped rows get a fill."""
        if not len(self.dropped):
            return of_rows
        spread = np.full(self.n_rows, fill, of_rows.dtype)
        spread[self.kept] = of_rows
        return spread

    def to_json(self) -> dict[str, Any]:
        """Return everything but the dropped rows as plain values."""
        return {name: getattr(self, name) for name in _PLAIN}

    @classmethod
    def from_json(
        cls, stored: dict[str, Any], dropped: Rows | None, n_kept: int, n_features: int
    ) -> Self:
        """Return what `to_json` was made of; raises ValueError for what it cannot have made."""
        missing = np.empty(0, np.int64) if dropped is None else dropped
        if set(stored) != set(_PLAIN) or not (
            isinstance(stored["path"], str)
            and _are_names(stored["columns"])
            and _are_names(stored["features"])
            and len(stored["features"]) == n_features
            and isinstance(stored["n_rows"], int)
            and stored["n_rows"] == n_kept + len(missing)
            and all(isinstance(stored[name], (str, type(None))) for name in ("array", "weights"))
        ):
            raise ValueError("origin")
        return cls(**stored, dropped=missing)

    def check(self) -> None:
        """Raise unless the dropped rows are ascending numbers of rows."""
        if len(self.dropped) and not (
            self.dropped[0] >= 0
            and self.dropped[-1] < self.n_rows
            and (np.diff(self.dropped) > 0).all()
        ):
            raise ValueError("dropped rows")


_PLAIN = ("path", "columns", "features", "n_rows", "array", "weights")


def _are_names(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)
