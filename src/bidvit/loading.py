"""Stored trees read as they lie: mapped into memory, and mistrusted.

Nothing in a file is ever executed, and nothing leads a kernel out of its arrays.
"""

from __future__ import annotations

import math
import stat
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.nodes import Nodes
from bidvit.origin import Origin
from bidvit.spaces import EARTH_RADIUS, METRICS, Space
from bidvit.storage import (
    FOLDER,
    INDICES,
    MANIFEST,
    hash_array,
    make_header,
    read_manifest,
    unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Array = npt.NDArray[Any]

_VERIFIED_AT_ONCE = 1 << 24  # bytes: what is hashed in about 10 ms
_MOST_EXPONENT = 2048  # no float64 is larger or smaller than two to the power of this


def load_tree(
    path: Path, X: Any, metric: Callable[..., Any] | None, verify: bool | None
) -> tuple[Any, ...]:
    """Open a stored tree; returns what `ClusterTree` is made of."""
    content = read_manifest(path)
    while True:
        try:
            return _open_tree(path, content, X, metric, verify)
        except FileNotFoundError as error:
            # Replaced by another process since we read the manifest: then there is a new one.
            newer = read_manifest(path)
            if newer == content:
                raise unreadable(path, f"{Path(error.filename).name} is missing") from None
            content = newer


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
        digests = {name: entry["sha256"] for name, entry in entries.items()}
        n_bytes = sum(int(entry["bytes"]) for entry in entries.values())
        parameters, seconds = dict(content["parameters"]), dict(content["seconds"])
        radii_kind = content["radii_kind"]
        # Trees of earlier versions have none.
        selections = content.get("selections")
        if FOLDER.fullmatch(content["folder"]) is None or set(content["arrays"]) != set(expected):
            raise ValueError("names of files")
        _require_levels(epsilons, counts, expected["leaf_rows"][1][0])
        if radii_kind not in ("exact", "bound") or not isinstance(parameters["n_features"], int):
            raise ValueError("parameters")
        _require_selections(selections, len(counts))
        stored_origin = content.get("origin")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, _MetricError):
            raise
        raise unreadable(path, f"{MANIFEST} does not describe a tree ({error!r})") from None
    folder = path / content["folder"]
    arrays = {
        name: _open_array(path, folder / f"{name}.npy", entries[name], *expected[name])
        for name in expected
    }
    if verify or (verify is None and n_bytes <= _VERIFIED_AT_ONCE):
        for name, array in arrays.items():
            if hash_array(array) != digests[name]:
                raise unreadable(path, f"{name}.npy was changed after it was written (checksum)")
    leaf_of_row = arrays.pop("leaf_of_row", None)
    first_rows = arrays.pop("first_rows", None)
    dropped = arrays.pop("dropped_rows", None)
    origin = None
    if stored_origin is not None:
        try:
            origin = Origin.from_json(
                stored_origin, dropped, content["n_rows"], parameters["n_features"]
            )
            origin.check()
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise unreadable(path, f"{MANIFEST} does not describe a tree ({error!r})") from None
    nodes = StoredNodes(arrays, space, leaf_of_row, counts, path)
    if verify:
        nodes.check()
    if "rows" not in arrays:
        if X is None:
            raise ValueError(
                f"X must be given: the tree at {path} was saved with include_rows=False, so what "
                "it was made from is needed"
            )
        nodes.__dict__["rows"] = _rows_from(X, content, nodes, first_rows, verify)
    elif X is not None:
        raise ValueError(f"X must be None: the tree at {path} was saved with its rows")
    return (
        nodes,
        epsilons,
        counts,
        leaf_of_row,
        first_rows,
        parameters,
        radii_kind,
        seconds,
        selections,
        origin,
    )


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
        expected |= {"leaf_of_row": (ids, (n_rows,)), "first_rows": (ids, (n,))}
    elif n_rows != n:
        raise ValueError("n_rows")
    if "dropped_rows" in present:
        (n_dropped,) = present["dropped_rows"]["shape"]
        if not isinstance(n_dropped, int) or n_dropped <= 0 or content.get("origin") is None:
            raise ValueError("dropped_rows")
        expected["dropped_rows"] = (np.dtype(np.int64).str, (n_dropped,))
    if "rows" in present:
        expected["rows"] = (floats, (n, d))
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


def _require_selections(selections: Any, n_levels: int) -> None:
    if selections is not None and not (
        isinstance(selections, list)
        and len(selections) == n_levels - 1
        and all(isinstance(level, dict) for level in selections)
    ):
        raise ValueError("selections")


class _MetricError(ValueError):
    """The user's choice of metric, not the file, is at fault."""


def _make_space(stored: dict[str, Any], metric: Callable[..., Any] | None) -> Space:
    values = dict(stored)
    needs_function = values.pop("needs_function")
    if not isinstance(needs_function, bool):
        raise ValueError("space")
    if needs_function:
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
    if {name: type(value) for name, value in values.items()} != types:
        raise ValueError("space")
    space = Space(**values, function=metric)
    on_sphere = {"cosine": 1.0, "haversine": EARTH_RADIUS}
    # Of what `make_space` makes, only the scale depends on the data.
    if metric is not None:
        usual = Space(space.name, function=metric)
    elif space.name in on_sphere:
        usual = Space(space.name, on_sphere=True, unit=on_sphere[space.name])
    else:
        usual = Space(space.name, kernel_metric=space.name)
        usual = replace(usual, exponent=space.exponent, widened=space.widened)
    if space != usual or usual.kernel_metric not in METRICS or abs(space.exponent) > _MOST_EXPONENT:
        raise ValueError("space")
    return space


def _open_array(
    path: Path, file: Path, entry: dict[str, Any], dtype: str, shape: tuple[int, ...]
) -> Array:
    """Map a file into memory, sure that it is as long as it has to be."""
    status = file.stat(follow_symlinks=False)
    damaged = unreadable(path, f"{file.name} is damaged or not the one that was written")
    if not stat.S_ISREG(status.st_mode) or status.st_size != entry["bytes"]:
        raise damaged
    wanted, header = np.dtype(dtype), make_header(np.dtype(dtype), shape)
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
    first_rows: Array | None,
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
    if first_rows is not None:
        if first_rows.min() < 0 or first_rows.max() >= len(rows):
            raise other
        rows = rows[first_rows]
    if verify is not False and hash_array(rows) != content.get("fingerprint"):
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
        self.__dict__.update({n: value for n, value in values.items() if n not in INDICES})
        self.__dict__.update(
            space=space,
            leaf_of_row=leaf_of_row,
            _indices={name: arrays[name] for name in INDICES},
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
        # Searches that compare with what is no number would find no row at all.
        if not wrong and not self.radii.min(initial=0) >= 0:
            wrong = "a radius is not a number >= 0"
        extremes = self.points.min(initial=0), self.points.max(initial=0)
        if not wrong and not np.isfinite(extremes).all():
            wrong = "a point is not finite"
        if wrong:
            raise unreadable(self._path, f"its arrays are damaged ({wrong})")
        self.__dict__.update(self._indices)

    def __getattr__(self, name: str) -> Any:
        # Called for what is not there: the indices, until they have been looked at.
        if name not in INDICES:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        self.check()
        return self.__dict__[name]

    def __reduce__(self) -> tuple[Any, ...]:
        # By value, and checked: what is unpickled elsewhere does not depend on the files.
        return Nodes, tuple(getattr(self, field.name) for field in fields(Nodes))
