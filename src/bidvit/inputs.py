"""What users hand in: checked, converted without loss, and named in the message if wrong."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from bidvit.selection.extras import import_extra

Floats = npt.NDArray[Any]

# Whole numbers of these types fit into float32 exactly; the wider ones need float64.
_TO_FLOAT32 = ("b1", "i1", "u1", "i2", "u2", "f2")
MAX_ROWS = 2**30  # so that leaves and inner nodes together are counted in 32 bits


def check_points(X: Any) -> Floats:
    """Return X as a finite C-ordered array of float32 or float64; a view where it is one already.

    What `convert_points` takes, if it is finite.
    """
    points = convert_points(X)
    if not (np.isfinite(points.min()) and np.isfinite(points.max())):
        refuse_infinite(points)
    return points


def convert_points(X: Any) -> Floats:
    """Return X as a C-ordered array of float32 or float64; a view where it is one already.

    Parameters
    ----------
    X : array-like of shape (n, d)
        float32 and float64 stay what they are; whole numbers and float16 are converted to the
        smaller of the two that holds them exactly. Also anything that hands over a stream of Arrow
        data or speaks the data frame interchange protocol.

    Returns
    -------
    ndarray
    """
    X = as_points(X)
    check_shape(X.shape)
    points: Floats = np.require(to_float(X), requirements=["C", "A"])
    return points


def as_points(X: Any) -> npt.NDArray[Any]:
    """Return an array of NumPy of whatever holds points, still to be checked."""
    if hasattr(X, "tocsr") and not isinstance(X, np.ndarray):
        raise TypeError("X must be dense, got a sparse matrix: convert it with X.toarray()")
    return as_array("X", adopt_table(X))


def check_shape(shape: tuple[int, ...]) -> None:
    """Raise unless points can have this shape."""
    if len(shape) != 2:
        raise ValueError(
            f"X must have two dimensions, rows and columns, got shape {shape}"
            + ("; one column: X.reshape(-1, 1)" if len(shape) == 1 else "")
        )
    if 0 in shape:
        raise ValueError(f"X must have at least one row and one column, got shape {shape}")
    if shape[0] > MAX_ROWS:
        raise ValueError(f"X must have at most {MAX_ROWS:,} rows, got {shape[0]:,}")


def refuse_missing(n_missing: int, row: int, column: int) -> None:
    """Raise if there are missing or infinite values; ``row`` and ``column`` of the first."""
    if n_missing:
        raise ValueError(
            f"X must be finite, got {n_missing} missing or infinite values (NaN or inf), "
            f"the first in row {row}, column {column}"
        )


def refuse_infinite(points: Floats) -> None:
    """Raise for points some of which are not finite."""
    bad = ~np.isfinite(points)
    row, column = np.argwhere(bad)[0]
    refuse_missing(bad.sum(), row, column)


def adopt_table(X: Any) -> Any:
    """Return tables that NumPy does not know, and those of Arrow, as Arrow tables of plain columns.

    They come by Arrow's C stream (``__arrow_c_stream__``) or by the data frame interchange protocol
    (``__dataframe__``). A column of lists of one length becomes as many columns. Whatever else X
    is, it is returned as it is.
    """
    of_arrow = type(X).__module__.partition(".")[0] == "pyarrow"
    if hasattr(X, "__array__") and not (of_arrow and hasattr(X, "schema")):
        return X
    if hasattr(X, "__arrow_c_stream__"):
        table = import_extra("pyarrow").table(X)
    elif hasattr(X, "__dataframe__"):
        table = import_extra("pyarrow.interchange").from_dataframe(X)
    else:
        return X
    from bidvit.io.tables import flatten_table

    return flatten_table(table)


def to_float(X: npt.NDArray[Any]) -> Floats:
    """Return numbers as float32 or float64, whichever holds all of them exactly."""
    kind = X.dtype.kind + str(X.dtype.itemsize)
    if kind in ("f4", "f8"):
        return np.asarray(X.astype(X.dtype.newbyteorder("="), copy=False))
    if kind in _TO_FLOAT32:
        return X.astype(np.float32)
    if X.dtype.kind in "iu":
        converted = X.astype(np.float64)
        # 2**63 - 1 rounds up to a float that no longer fits: compare before converting back.
        if max(abs(int(X.min())), abs(int(X.max()))) > 2**53:
            raise ValueError(
                "X has whole numbers beyond 2**53, which float64 does not hold exactly: "
                "convert or shift them first"
            )
        return converted
    if X.dtype.kind == "O" and not any(isinstance(x, (str, bytes)) for x in X.flat):
        if any(isinstance(x, numbers.Integral) and abs(int(x)) > 2**53 for x in X.flat):
            raise ValueError(
                "X has whole numbers beyond 2**53, which float64 does not hold exactly: "
                "convert or shift them first"
            )
        try:
            return X.astype(np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"X must be numeric, got Python objects: {error}") from error
    raise TypeError(f"X must be real numbers (float, integer or boolean), got dtype {X.dtype}")


def check_costs(cost: Any, n: int, what: str) -> npt.NDArray[np.float64]:
    """Return the costs of rows or nodes as float64, if all are positive."""
    costs = as_array("cost", cost)
    if costs.dtype.kind not in "biuf":
        raise TypeError(f"cost must be real numbers, got dtype {costs.dtype}")
    if costs.shape != (n,):
        raise ValueError(
            f"cost must have one number per {what}, shape ({n},), got shape {costs.shape}"
        )
    costs = np.require(costs, np.float64, ["C", "A"])
    bad = ~((costs >= 1e-100) & (costs <= 1e100))
    if bad.any():
        at = np.flatnonzero(bad)[0]
        raise ValueError(
            "cost must be from 1e-100 to 1e100, so that sums and ratios stay within float64, "
            f"got {costs[at]} for {what} {at}"
            + (f" and {bad.sum() - 1} more" if bad.sum() > 1 else "")
        )
    return costs


def check_weights(sample_weight: Any, n_rows: int) -> npt.NDArray[np.float64] | None:
    """Return the weights as float64, or None where all are 1."""
    if sample_weight is None:
        return None
    weights = as_array("sample_weight", sample_weight)
    check_weights_fit(weights.dtype, weights.shape, n_rows)
    weights = np.require(weights, np.float64, ["C", "A"])
    summary = WeightSummary.of(weights)
    summary.check()
    return None if summary.all_one else weights


def check_weights_fit(dtype: np.dtype[Any], shape: tuple[int, ...], n_rows: int) -> None:
    """Raise unless weights are numbers, one for every row."""
    if dtype.kind not in "biuf":
        raise TypeError(f"sample_weight must be real numbers, got dtype {dtype}")
    if shape != (n_rows,):
        raise ValueError(
            f"sample_weight must have one weight per row of X, shape ({n_rows},), got shape {shape}"
        )


@dataclass(frozen=True)
class WeightSummary:
    """What there is to know of the weights of some rows before they are used.

    Attributes
    ----------
    n_bad : int
        How many are negative, infinite or missing.
    first_bad : tuple of (int, float), or None
        The first such row, and its weight.
    least, largest : float
        Of the positive ones; infinity and 0 if there are none.
    n_zero : int
    all_one : bool
    """

    n_bad: int
    first_bad: tuple[int, float] | None
    least: float
    largest: float
    n_zero: int
    all_one: bool

    @classmethod
    def of(cls, weights: npt.NDArray[np.float64], first_row: int = 0) -> Self:
        """Look at the weights of the rows from ``first_row`` on."""
        bad = ~np.isfinite(weights) | (weights < 0)
        rows = np.flatnonzero(bad)
        positive = weights[(weights > 0) & ~bad]
        return cls(
            len(rows),
            (int(rows[0]) + first_row, weights[rows[0]]) if len(rows) else None,
            float(positive.min(initial=np.inf)),
            float(positive.max(initial=0)),
            int(np.count_nonzero(weights == 0)),
            bool((weights == 1).all()),
        )

    def __add__(self, other: WeightSummary) -> WeightSummary:
        """Summarise these rows and those that follow them."""
        return WeightSummary(
            self.n_bad + other.n_bad,
            self.first_bad or other.first_bad,
            min(self.least, other.least),
            max(self.largest, other.largest),
            self.n_zero + other.n_zero,
            self.all_one and other.all_one,
        )

    def check(self) -> None:
        """Raise unless the weights can be used."""
        if self.first_bad is not None:
            row, weight = self.first_bad
            raise ValueError(
                f"sample_weight must be finite and >= 0, got {weight} in row {row}"
                + (f" and {self.n_bad - 1} more" if self.n_bad > 1 else "")
            )
        if self.largest == 0:
            raise ValueError("sample_weight must have a positive weight, got zeros only")
        if self.least < 1e-100 or self.largest > 1e100:
            raise ValueError(
                "sample_weight must be 0 or from 1e-100 to 1e100, so that sums and ratios stay "
                f"within float64, got {self.least:g} to {self.largest:g}: divide it by its largest "
                "value"
            )
        if self.largest / self.least > 1e50:
            raise ValueError(
                "sample_weight must have a largest weight of at most 1e50 times the least positive "
                f"one, got {self.least:g} to {self.largest:g}"
            )


def refuse_masked(name: str, value: Any) -> None:
    """Raise if the value is a masked array; other packages' checks drop the mask unseen."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must not be a masked array, whose mask would be lost: fill or drop the "
            "masked values first"
        )


def as_array(name: str, value: Any) -> npt.NDArray[Any]:
    """Return an array of NumPy, without losing a mask."""
    refuse_masked(name, value)
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be a regular array of numbers, got {error}") from error


def check_labels(name: str, labels: Any, n_rows: int, what: str) -> npt.NDArray[Any]:
    """Return one label per row, none of them missing.

    Python's numbers in an array of objects, as pandas hands them over, become an array of numbers.
    """
    found = as_array(name, labels)
    if found.shape != (n_rows,):
        raise ValueError(
            f"{name} must have one {what} per row of X, shape ({n_rows},), got shape {found.shape}"
        )
    if found.dtype.kind == "O":
        missing = np.array([_is_missing(label) for label in found], bool)
        if not missing.any() and all(isinstance(label, numbers.Real) for label in found):
            found = np.asarray(found.tolist())
    elif found.dtype.kind in "fmM":
        missing = found != found  # noqa: PLR0124 - NaN and NaT differ from themselves
    else:
        return found
    if missing.any():
        row = int(missing.argmax())
        raise ValueError(
            f"{name} must have a {what} for every row, got {found[row]!s} in row {row}"
            + (f" and {missing.sum() - 1} more" if missing.sum() > 1 else "")
        )
    return found


def _is_missing(label: Any) -> bool:
    try:
        return label is None or bool(label != label)  # noqa: PLR0124
    except TypeError:  # pandas.NA, of which nothing is true
        return True


def number_labels(name: str, labels: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Any]:
    """Return the distinct labels, ascending, and of each row which of them it has."""
    try:
        return np.unique(labels, return_inverse=True)
    except TypeError as error:
        raise TypeError(
            f"{name} must be of one kind, so that they can be put in order, got a mixture: {error}"
        ) from error


def check_number(name: str, value: Any, rule: str, allowed: bool) -> None:
    """Raise unless a number is one and keeps the rule; booleans are not numbers here."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number {rule}, got {value!r}")
    if not allowed:
        raise ValueError(f"{name} must be {rule}, got {value!r}")


def check_float(
    name: str,
    value: Any,
    low: float,
    high: float = np.inf,
    or_else: str | None = None,
    *,
    or_equal: bool = False,
) -> float:
    """Return a finite float strictly between two limits, or equal to the lower one if that may."""
    above = ">=" if or_equal else ">"
    rule = f"finite and {above} {low:g}" if high == np.inf else f"{above} {low:g} and < {high:g}"
    if or_else is not None:
        rule += f", or {or_else}"
    check_number(name, value, rule, True)
    try:
        number = float(value)
    except OverflowError:
        number = np.inf
    check_number(name, value, rule, low < number < high or (or_equal and number == low))
    return number


def check_integer(name: str, value: Any, low: int) -> int:
    """Return an integer not below a limit."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer >= {low}, got {value!r}")
    check_number(name, value, f">= {low}", int(value) >= low)
    return int(value)


def check_index(name: str, value: Any) -> int:
    """Return an integer of either sign."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    return int(value)


def check_indices(name: str, value: Any, n: int) -> tuple[npt.NDArray[np.int32], bool]:
    """Return an index from 0 to n - 1, or several, as an array, and whether it was a single one."""
    indices = np.asarray(value)
    if indices.size == 0 and indices.ndim == 1:
        indices = indices.astype(np.int32)
    if indices.dtype.kind not in "iu":
        raise TypeError(f"{name} must be an integer or an array of integers, got {value!r}")
    if indices.ndim > 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {indices.shape}")
    outside = (indices < 0) | (indices >= n)
    if outside.any():
        raise IndexError(f"{name} must be from 0 to {n - 1}, got {indices[outside].flat[0]}")
    return np.ascontiguousarray(indices.reshape(-1), np.int32), indices.ndim == 0


def check_choice(name: str, value: Any, choices: tuple[str | None, ...]) -> None:
    """Raise unless the value is one of the choices."""
    if not (value is None or isinstance(value, str)) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}")


def check_seed(random_state: Any) -> int:
    """Turn scikit-learn's ``random_state`` into a seed that can be stored and given again."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    seed = check_integer("random_state", random_state, 0)
    if seed >= 2**64:
        raise ValueError(f"random_state must be < 2**64, got {seed}")
    return seed
