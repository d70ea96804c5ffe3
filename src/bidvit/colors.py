"""Colours as coordinates: conversions between sRGB and other spaces, and the distinct ones."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

ColorSpace = Literal["rgb", "linear-rgb", "lab", "oklab"]
SPACES: tuple[str, ...] = get_args(ColorSpace)

Floats = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

# Of a D65 white: linear sRGB to CIE XYZ (IEC 61966-2-1).
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
# So that white is 1, 1, 1 and greys have no hue.
_TO_RELATIVE_XYZ = _TO_XYZ / _TO_XYZ.sum(axis=1, keepdims=True)
_TO_LAB = np.array([[0.0, 116, 0], [500, -500, 0], [0, 200, -200]])
# Oklab, https://bottosson.github.io/posts/oklab: linear sRGB to cones, their cube roots to Lab.
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_RELATIVE_CONES = _TO_CONES / _TO_CONES.sum(axis=1, keepdims=True)
_TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_CUBE_ROOT_FROM = (6 / 29) ** 3  # below this CIELAB goes on in a straight line


def convert_from_rgb(colors: Any, space: ColorSpace) -> Floats:
    """Return the coordinates of sRGB colours in a space.

    Parameters
    ----------
    colors : ndarray of shape (n, 3)
        Of unsigned integers, up to the largest of their dtype.
    space : {"rgb", "linear-rgb", "lab", "oklab"}
        ``"rgb"`` are the numbers themselves; the others do not depend on the dtype.

    Returns
    -------
    ndarray of float64, shape (n, 3)

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.colors import convert_from_rgb
    >>> white = np.array([[255, 255, 255]], np.uint8)
    >>> convert_from_rgb(white, "lab").round(3) + 0.0
    array([[100.,   0.,   0.]])
    """
    if space == "rgb":
        return np.asarray(colors, np.float64)
    share: Floats = colors / np.iinfo(colors.dtype).max
    linear: Floats = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    if space == "linear-rgb":
        return linear
    if space == "oklab":
        return np.asarray(np.cbrt(linear @ _TO_RELATIVE_CONES.T) @ _TO_OKLAB.T)
    xyz = linear @ _TO_RELATIVE_XYZ.T
    line = xyz / (3 * (6 / 29) ** 2) + 4 / 29
    lab: Floats = np.where(xyz > _CUBE_ROOT_FROM, np.cbrt(xyz), line) @ _TO_LAB.T
    lab[:, 0] -= 16
    return lab


def convert_to_rgb(points: Floats, space: ColorSpace, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return the sRGB colours at some coordinates of a space, the nearest there are.

    Parameters
    ----------
    points : ndarray of shape (n, 3)
    space : {"rgb", "linear-rgb", "lab", "oklab"}
    dtype : dtype
        Of unsigned integers.

    Returns
    -------
    ndarray of the dtype, shape (n, 3)

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.colors import convert_to_rgb
    >>> convert_to_rgb(np.array([[53.24, 80.09, 67.20]]), "lab", np.uint8).tolist()
    [[255, 0, 0]]
    """
    largest = np.iinfo(dtype).max
    if space == "rgb":
        return np.asarray(np.rint(np.clip(points, 0, largest)), dtype)
    if space == "oklab":
        roots = points @ np.linalg.inv(_TO_OKLAB).T
        linear = roots**3 @ np.linalg.inv(_TO_RELATIVE_CONES).T
    elif space == "lab":
        roots = (points + np.array([16, 0, 0])) @ np.linalg.inv(_TO_LAB).T
        xyz = np.where(roots > 6 / 29, roots**3, 3 * (6 / 29) ** 2 * (roots - 4 / 29))
        linear = xyz @ np.linalg.inv(_TO_RELATIVE_XYZ).T
    else:
        linear = points
    linear = np.clip(linear, 0, 1)
    share = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(share * largest), dtype)


def find_distinct_colors(pixels: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Ids]:
    """Return the distinct colours of some pixels, ascending, and which of them each pixel has.

    O(n) and up to 80 MB for 8 bits per channel, where a table has room for all colours there are;
    O(n log n) for 16.

    Parameters
    ----------
    pixels : ndarray of uint8 or uint16, shape (n, 3)

    Returns
    -------
    colors : ndarray of shape (n_colors, 3)
    numbers : ndarray of int32, shape (n,)

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.colors import find_distinct_colors
    >>> pixels = np.array([[9, 9, 9], [0, 1, 2], [9, 9, 9]], np.uint8)
    >>> colors, numbers = find_distinct_colors(pixels)
    >>> colors.tolist(), numbers.tolist()
    ([[0, 1, 2], [9, 9, 9]], [1, 0, 1])
    """
    bits = 8 * pixels.dtype.itemsize
    packed_type: Any = np.uint32 if bits == 8 else np.uint64
    packed: npt.NDArray[Any] = np.zeros(len(pixels), packed_type)
    for channel in range(3):
        packed = (packed << packed_type(bits)) | pixels[:, channel]
    if bits == 8:
        is_there = np.zeros(1 << 24, bool)
        is_there[packed] = True
        distinct: npt.NDArray[Any] = np.flatnonzero(is_there).astype(packed_type)
        number_of = np.empty(1 << 24, np.int32)
        number_of[distinct] = np.arange(len(distinct), dtype=np.int32)
        numbers = number_of[packed]
    else:
        distinct, numbers = np.unique(packed, return_inverse=True)
        numbers = numbers.astype(np.int32)
    colors = np.empty((len(distinct), 3), pixels.dtype)
    for channel in reversed(range(3)):
        colors[:, channel] = distinct & packed_type((1 << bits) - 1)
        distinct = distinct >> packed_type(bits)
    return colors, numbers
