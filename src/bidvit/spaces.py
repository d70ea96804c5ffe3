"""Spaces: how the user's coordinates, distances and ε become those the kernels compute with."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]
Metric = str | Callable[[Floats, Floats], Any]

EARTH_RADIUS = 6_371_008.8  # metres, the mean radius of the reference ellipsoid
METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "haversine")

# Coordinates whose size is within two to plus or minus these can be squared and added up. Beyond,
# float32 is computed in float64, and float64 is scaled by a power of two.
_SAFE_EXPONENTS = {np.dtype(np.float32): 60, np.dtype(np.float64): 400}


@dataclass(frozen=True)
class Space:
    """One metric and everything that depends on it.

    Attributes
    ----------
    name : str
        The metric's name, or that of the callable.
    kernel_metric : str
        The metric the compiled core computes: on the sphere the chord, which grows with the angle.
    on_sphere : bool
        Points are embedded on the unit sphere; centroids are projected back to it.
    unit : float
        Length of one unit of the embedding in the user's unit (Earth's radius for haversine).
    exponent : int
        Embedded coordinates are the user's times ``2**-exponent``: 0 unless squares of the largest
        coordinates would overflow or vanish. Distances whose squares vanish beside the largest ones
        count as 0 (below about 1e-160 in float64, 1e-22 in float32).
    widened : bool
        float32 coordinates are embedded as float64, for the same reason.
    function : callable or None
        The user's own metric.
    """

    name: str
    kernel_metric: str = "euclidean"
    on_sphere: bool = False
    unit: float = 1.0
    exponent: int = 0
    widened: bool = False
    function: Callable[[Floats, Floats], Any] | None = None

    def check(self, X: Floats) -> None:
        """Raise unless these points, other than those the space was made for, can be embedded."""
        if self.function is not None or not self.on_sphere:
            return
        _check_rows(self.name, X)

    def embed(self, X: Floats) -> Floats:
        """Return the coordinates the kernels work on; the same array where nothing changes."""
        if self.name == "haversine" and self.function is None:
            return _from_degrees(X)
        if self.on_sphere:
            return _normalised(X)
        if self.widened:
            return X.astype(np.float64)
        if self.exponent:
            return np.asarray(np.ldexp(X, -self.exponent))
        return X

    def unembed(self, points: Floats) -> Floats:
        """Return embedded points in the user's coordinates."""
        if self.name == "haversine" and self.function is None:
            return _to_degrees(points)
        if self.widened:
            return points.astype(np.float32)
        if self.exponent:
            return np.asarray(np.ldexp(points, self.exponent))
        return points

    def embed_distance(self, distance: float, linkage: str) -> float:
        """Turn the user's ε into the kernels'.

        With Ward linkage ε is compared with a distance times the root of a weight, which has no
        largest value: there it counts along the chord, which is the angle where angles are small.
        """
        if not self.on_sphere:
            try:
                return math.ldexp(distance, -self.exponent)
            except OverflowError:
                return math.inf
        angle = distance / self.unit
        if linkage == "ward":
            return angle
        return 2 * math.sin(angle / 2) if angle <= math.pi else math.inf

    def unembed_distance(self, distance: float, linkage: str = "distance") -> float:
        """Turn a kernel's distance into the user's; the inverse of `embed_distance`."""
        if not self.on_sphere:
            return math.ldexp(distance, self.exponent)
        if linkage == "ward":
            return distance * self.unit
        return 2 * math.asin(min(distance / 2, 1.0)) * self.unit

    def unembed_radii(self, radii: Floats) -> Floats:
        """Radii in the user's unit."""
        if not self.on_sphere:
            return np.asarray(np.ldexp(radii, self.exponent)) if self.exponent else radii
        return np.asarray(2 * np.arcsin(np.minimum(radii / 2, 1)) * self.unit)

    def measure(self, A: Floats, B: Floats) -> npt.NDArray[np.float64]:
        """Distances between all rows of A and B by the user's own metric, checked."""
        assert self.function is not None
        answer = np.asarray(self.function(A, B))
        if answer.dtype.kind not in "biuf":
            raise TypeError(f"metric {self.name} must return real numbers, got {answer.dtype}")
        # A copy: the function may hand out what it keeps.
        distances = np.array(answer, dtype=np.float64, order="C")
        if distances.shape != (len(A), len(B)):
            raise ValueError(
                f"metric {self.name} must return an array of shape {(len(A), len(B))}, the "
                f"distances between the rows of its two arguments, got shape {distances.shape}; "
                "a function of two rows can be wrapped: "
                "lambda A, B: scipy.spatial.distance.cdist(A, B, metric=function)"
            )
        if not np.isfinite(distances).all() or distances.min(initial=0) < 0:
            raise ValueError(f"metric {self.name} must return finite distances >= 0")
        return distances

    def measure_among(self, points: Floats) -> npt.NDArray[np.float64]:
        """Distances between all rows by the user's own metric, checked to be symmetric."""
        distances = self.measure(points, points)
        if not np.allclose(distances, distances.T, rtol=1e-6, atol=0):
            raise ValueError(f"metric {self.name} must be symmetric, d(a, b) = d(b, a)")
        return distances


def make_space(
    metric: Any, X: Floats, linkage: str, representation: str, box: Floats | None = None
) -> Space:
    """Check the metric against the data and the other choices, and return its space.

    Parameters
    ----------
    metric : str or callable
        One of `METRICS`, or a function of two arrays of rows that returns all distances.
    X : ndarray of shape (n, d), finite
    linkage, representation : str
    box : ndarray of shape (2, d), optional
        Least and largest coordinates, where they are known.

    Returns
    -------
    Space
    """
    check_metric(metric, linkage, representation)
    if isinstance(metric, str):
        _check_rows(metric, X)
    extremes = X if box is None else box
    largest = max(abs(float(extremes.min())), abs(float(extremes.max())))
    return choose_space(metric, X.dtype, X.shape[1], largest)


def check_metric(metric: Any, linkage: str, representation: str) -> None:
    """Raise unless the metric is one, and goes with the other choices."""
    if callable(metric):
        name = _name_of(metric)
        if linkage == "ward":
            raise ValueError(
                "linkage='ward' needs metric 'euclidean', 'cosine' or 'haversine', got the "
                f"function {name}: use linkage='distance' and representation='point'"
            )
        if representation != "point":
            raise ValueError(
                f"metric {name} is a function: it needs representation='point', "
                f"because it has no centroids, got {representation!r}"
            )
        return
    if not isinstance(metric, str) or metric not in METRICS:
        raise ValueError(
            f"metric must be one of {', '.join(METRICS)} or a function, got {metric!r}"
        )
    if linkage == "ward" and metric in ("manhattan", "chebyshev"):
        raise ValueError(
            "linkage='ward' needs metric 'euclidean', 'cosine' or 'haversine', "
            f"got {metric!r}: use linkage='distance'"
        )


def choose_space(metric: Any, dtype: np.dtype[Any], n_features: int, largest: float) -> Space:
    """Return the space for points whose largest coordinate has this size, if it can hold them."""
    if metric == "haversine":
        return Space("haversine", on_sphere=True, unit=EARTH_RADIUS)
    if metric == "cosine":
        return Space("cosine", on_sphere=True)
    limit = float(np.finfo(dtype).max) / (4 * n_features)
    if largest > limit:
        raise ValueError(
            f"X must stay within ±{limit:.2g}, so that {dtype} holds the distances between "
            f"{n_features}-dimensional rows, got {largest:.2g}: scale it down"
        )
    if callable(metric):
        return Space(_name_of(metric), function=metric)
    space = Space(metric, kernel_metric=metric)
    exponent = math.frexp(largest)[1] if largest > 0 else 0
    safe = _SAFE_EXPONENTS[dtype]
    if abs(exponent) <= safe:
        return space
    if dtype == np.float32:
        return replace(space, widened=True)
    return replace(space, exponent=exponent - safe)


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def find_misfits(metric: str, X: Floats) -> npt.NDArray[np.intp]:
    """Return the rows that have no place on the sphere of a metric."""
    if metric == "haversine" and X.shape[1] == 2:
        return np.flatnonzero(np.abs(X[:, 0]) > 90)
    if metric == "cosine":
        return np.flatnonzero(~X.any(axis=1))
    return np.empty(0, np.intp)


def refuse_misfits(metric: str, n_features: int, n_misfits: int, row: int, latitude: float) -> None:
    """Raise if there are rows that a metric cannot take, or not as many columns as it needs.

    ``row`` is the first of those rows, and ``latitude`` its first coordinate.
    """
    if metric == "haversine" and n_features != 2:
        raise ValueError(
            "metric='haversine' needs X of two columns, latitude and longitude in degrees, "
            f"got {n_features}"
        )
    if not n_misfits:
        return
    if metric == "haversine":
        raise ValueError(
            "metric='haversine' needs latitudes from -90 to 90 degrees in the first column of X, "
            f"got {latitude} in row {row}"
        )
    raise ValueError(
        f"metric='cosine' needs rows other than zero, got {n_misfits} rows of X that are zero, "
        f"the first is row {row}"
    )


def _check_rows(metric: str, X: Floats) -> None:
    rows = find_misfits(metric, X)
    row = int(rows[0]) if len(rows) else 0
    refuse_misfits(metric, X.shape[1], len(rows), row, X[row, 0])


def _from_degrees(X: Floats) -> Floats:
    # In float64 always: float32 on the unit sphere would resolve no better than half a metre.
    latitude, longitude = np.radians(X.astype(np.float64)).T
    around = np.cos(latitude)
    return np.stack(
        [around * np.cos(longitude), around * np.sin(longitude), np.sin(latitude)], axis=1
    )


def _to_degrees(points: Floats) -> Floats:
    x, y, z = points.T
    latitude = np.arctan2(z, np.hypot(x, y))
    return np.asarray(np.degrees(np.stack([latitude, np.arctan2(y, x)], axis=1)))


def _normalised(X: Floats) -> Floats:
    # By the largest entry first, so that no square overflows or vanishes.
    largest = np.abs(X).max(axis=1, keepdims=True)
    scaled = X / largest
    scaled /= np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    return np.asarray(scaled)
