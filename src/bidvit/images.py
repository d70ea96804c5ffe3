"""Images with fewer colours: palettes of any size from one tree of an image's distinct colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.colors import (
    SPACES,
    ColorSpace,
    convert_from_rgb,
    convert_to_rgb,
    find_distinct_colors,
)
from bidvit.engines.memory import cluster
from bidvit.parallel import Workers, count_threads
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from bidvit.engines.memory import Progress
    from bidvit.tree import ClusterTree

Dither = Literal["floyd-steinberg"]
Array = npt.NDArray[Any]
Floats = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

_DITHERS = (None, *get_args(Dither))
_MOST_INDEXED = 256  # colours of an indexed PNG
_LARGEST_8_BIT = 255


@dataclass(frozen=True, eq=False, repr=False)
class QuantizedImage:
    """An image of few colours; made by `quantize` and `ImageColors.quantize`.

    Attributes
    ----------
    palette : ndarray of shape (n_colors, 3), or (n_colors, 1) of a grey image
        Of the dtype of the image. Every colour is used by a pixel.
    indices : ndarray of int32, shape (height, width)
        The colour of each pixel; 0 where nothing is to be seen.
    alpha : ndarray of shape (height, width), or None
        That of the image, unchanged.
    error : float
        Mean squared difference from the image per pixel and channel, in sRGB whatever the space,
        each pixel counting by its alpha. For 16 bits, in units of their 65535 steps.

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.images import quantize
    >>> image = np.array([[[0, 0, 0], [2, 0, 0], [250, 9, 9]]], np.uint8)
    >>> few = quantize(image, 2, random_state=0)
    >>> few
    QuantizedImage(3 × 1 pixels, 2 colors, mean squared error 0.2222)
    >>> few.palette[few.indices].tolist()
    [[[1, 0, 0], [1, 0, 0], [250, 9, 9]]]
    """

    palette: Array
    indices: Ids
    alpha: Array | None
    error: float

    @property
    def n_colors(self) -> int:
        """Number of colours in the palette."""
        return len(self.palette)

    @property
    def is_indexable(self) -> bool:
        """Whether Pillow can hold the image as palette and indices without loss.

        That takes 8 bits per channel and no more than 256 pairs of a colour and an alpha.
        """
        return self.palette.dtype == np.uint8 and len(self._pairs[0]) <= _MOST_INDEXED

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        """Distinct pairs of colour and alpha, and which of them each pixel has."""
        if self.alpha is None:
            return np.arange(self.n_colors), self.indices
        steps = np.iinfo(self.alpha.dtype).max + 1
        both = self.indices.astype(np.int64) * steps + self.alpha
        pairs, numbers = np.unique(both, return_inverse=True)
        return pairs, numbers.reshape(both.shape)

    def to_array(self) -> Array:
        """Return the pixels as an array like that of the image.

        Returns
        -------
        ndarray of shape (height, width), or (height, width, channels)

        Examples
        --------
        >>> import numpy as np
        >>> from bidvit.images import quantize
        >>> quantize(np.array([[7, 7, 200]], np.uint8), 2, random_state=0).to_array()
        array([[  7,   7, 200]], dtype=uint8)
        """
        pixels = self.palette[self.indices]
        if self.alpha is not None:
            pixels = np.concatenate([pixels, self.alpha[..., None]], axis=2)
        return pixels[..., 0] if pixels.shape[2] == 1 else pixels

    def to_pillow(self) -> Any:
        """Return the image as Pillow's, indexed where that loses nothing.

        Pillow has 16 bits for grey images without alpha alone: of others, the upper 8 are left.

        Returns
        -------
        PIL.Image.Image
            Of mode P, else L, LA, RGB, RGBA or I;16.

        Examples
        --------
        >>> import numpy as np
        >>> from bidvit.images import quantize
        >>> image = np.array([[[0, 0, 0], [2, 0, 0], [250, 9, 9]]], np.uint8)
        >>> quantize(image, 2, random_state=0).to_pillow().mode
        'P'
        """
        image_of = import_extra("PIL.Image").fromarray
        if not self.is_indexable:
            pixels = self.to_array()
            return image_of(pixels if pixels.ndim == 2 else _to_8_bits(pixels))
        pairs, numbers = self._pairs
        made = image_of(numbers.astype(np.uint8)).convert("P")
        colors = self.palette
        if self.alpha is not None:
            steps = np.iinfo(self.alpha.dtype).max + 1
            colors = colors[pairs // steps]
            made.info["transparency"] = (pairs % steps).astype(np.uint8).tobytes()
        made.putpalette(np.broadcast_to(colors, (len(colors), 3)).tobytes(), "RGB")
        return made

    def __repr__(self) -> str:
        height, width = self.indices.shape
        return (
            f"QuantizedImage({width:,} × {height:,} pixels, {self.n_colors:,} "
            f"color{'s' * (self.n_colors != 1)}, mean squared error {self.error:.4g})"
        )


class ImageColors:
    """The distinct colours of an image and the tree over them: one tree, palettes of any size.

    Each colour weighs as much as its pixels, by alpha. Pixels of alpha 0 are not seen and take no
    part.

    Parameters
    ----------
    image : ndarray, Pillow image or path
        Arrays are of uint8 or uint16, of shape (height, width) or (height, width, channels): grey,
        grey and alpha, RGB or RGBA. Pillow reads what paths lead to; of an animation, the first
        frame. Its images may be of any mode but F.
    space : {"rgb", "linear-rgb", "lab", "oklab"}, default="rgb"
        Where colours are compared and averaged. sRGB as it is gives the least mean squared error
        in RGB; CIELAB and Oklab come nearer to what the eye sees.
    n_jobs : int, optional
        Number of threads, 1 by default.
    random_state : int, RandomState, Generator or None
    progress : callable, optional
        As for `bidvit.cluster`.

    Attributes
    ----------
    colors : ndarray of shape (n, 3)
        The distinct colours that are seen; those of a grey image have three equal channels.
    weights : ndarray of float64
        Pixels of each, by alpha.
    space : str
    shape : (int, int)
        Height and width.

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.images import ImageColors
    >>> image = np.random.default_rng(0).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    >>> colors = ImageColors(image, random_state=0)
    >>> [colors.quantize(k).n_colors for k in (2, 16, 300)]
    [2, 16, 300]
    """

    def __init__(
        self,
        image: Any,
        *,
        space: ColorSpace = "rgb",
        n_jobs: int | None = None,
        random_state: Any = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        inputs.check_choice("space", space, SPACES)
        self._n_threads = count_threads(n_jobs)
        self._random_state = inputs.check_seed(random_state)
        self._progress = progress
        self.space: ColorSpace = space
        pixels, self._alpha = _split_alpha(_to_array(image))
        self._is_grey = pixels.shape[2] == 1
        self.shape = pixels.shape[:2]
        pixels = np.broadcast_to(pixels, (*self.shape, 3)).reshape(-1, 3)
        opacity = None
        if self._alpha is not None:
            opacity = self._alpha.ravel() / np.iinfo(self._alpha.dtype).max
            is_seen = opacity > 0
            pixels, opacity = pixels[is_seen], opacity[is_seen]
        self.colors, numbers = find_distinct_colors(pixels)
        self.weights = np.bincount(numbers, opacity, len(self.colors)).astype(np.float64)
        if self._alpha is None:
            self._pixels = numbers.reshape(self.shape)
        else:
            self._pixels = np.full(self.shape, -1, np.int32)
            self._pixels.ravel()[is_seen] = numbers
        self._points = convert_from_rgb(self.colors, space).astype(np.float32)

    @cached_property
    def tree(self) -> ClusterTree:
        """The tree over the distinct colours, in the coordinates of the space."""
        return cluster(
            self._points,
            sample_weight=self.weights,
            radii="bound",
            n_jobs=self._n_threads,
            random_state=self._random_state,
            progress=self._progress,
        )

    def quantize(
        self, n_colors: int, *, dither: Dither | None = None, n_steps: int = 1
    ) -> QuantizedImage:
        """Return the image with no more than so many colours.

        Parameters
        ----------
        n_colors : int
        dither : {None, "floyd-steinberg"}, default=None
            Without it, every pixel gets the nearest colour of the palette. Floyd-Steinberg
            dithering spreads what each pixel misses over its neighbours: smooth areas stay smooth,
            at the price of grain and a larger error.
        n_steps : int, default=1
            How often the colours of the tree's cut move on to the mean of what is nearest to them
            (Lloyd's algorithm). Each step lowers the error, by less and less.

        Returns
        -------
        QuantizedImage

        Examples
        --------
        >>> import numpy as np
        >>> from bidvit.images import ImageColors
        >>> ramp = np.arange(256, dtype=np.uint8).reshape(16, 16)
        >>> ImageColors(ramp, random_state=0).quantize(256).error
        0.0
        """
        n_colors = inputs.check_integer("n_colors", n_colors, 1)
        inputs.check_choice("dither", dither, _DITHERS)
        n_steps = inputs.check_integer("n_steps", n_steps, 0)
        if len(self.colors) <= n_colors:
            return self._finish(self.colors, self._pixels)
        with Workers(self._n_threads) as workers:
            palette = self._make_palette(n_colors, n_steps, workers)
            points = self._to_points(palette)
            if dither is None:
                chosen = self._match(points, workers)
                # Pixels that are not seen take the last entry, and are put right at the end.
                return self._finish(palette, np.append(chosen, np.int32(-1))[self._pixels])
            numbers = np.empty(self.shape, np.int32)
            task = (self._points, self._pixels, points, self._box, numbers, workers.stop)
            workers.run(_core.dither, [task])
        return self._finish(palette, numbers)

    @cached_property
    def _box(self) -> Floats:
        return np.stack([self._points.min(axis=0), self._points.max(axis=0)])

    def _to_points(self, palette: Array) -> Floats:
        return convert_from_rgb(palette, self.space).astype(np.float32)

    def _make_palette(self, n_colors: int, n_steps: int, workers: Workers) -> Array:
        """Return the means of the clusters of a cut, improved, as distinct colours."""
        labels = self.tree.cut(n_clusters=n_colors).labels
        means = self._find_means(labels, np.zeros((n_colors, 3)))
        for _ in range(n_steps):
            means = self._find_means(self._match(means.astype(np.float32), workers), means)
        palette = convert_to_rgb(means, self.space, self.colors.dtype)
        if self._is_grey:
            # Rounding in another space may have left a trace of colour.
            palette = palette[:, [1, 1, 1]]
        # In the order of the clusters, in which similar colours stand together.
        first = np.unique(palette, axis=0, return_index=True)[1]
        return palette[np.sort(first)]

    def _find_means(self, labels: Ids, old: Floats) -> Floats:
        """Weighted means; where there is nothing, the old ones."""
        total = np.bincount(labels, self.weights, len(old))
        means = old.copy()
        for axis in range(3):
            sums = np.bincount(labels, self.weights * self._points[:, axis], len(old))
            np.divide(sums, total, out=means[:, axis], where=total > 0)
        return means

    def _match(self, palette: Floats, workers: Workers) -> Ids:
        """Return the nearest of some points to each distinct colour; ties to the first."""
        nearest = np.empty(len(self._points), np.int32)
        shared = palette, self._box, nearest, workers.stop
        n, n_parts = len(self._points), workers.n_threads  # each part makes a grid of its own
        ends = [n * i // n_parts for i in range(n_parts + 1)]
        batches = [(self._points, *ends[i : i + 2], *shared) for i in range(n_parts)]
        workers.run(_core.match_palette, batches)
        return nearest

    def _finish(self, palette: Array, numbers: Ids) -> QuantizedImage:
        """Leave out colours that no pixel has, and measure the error."""
        seen = numbers >= 0
        seen_numbers = numbers[seen]
        is_used = np.bincount(seen_numbers, minlength=len(palette)) > 0
        indices = np.zeros(self.shape, np.int32)
        indices[seen] = (np.cumsum(is_used, dtype=np.int32) - np.int32(1))[seen_numbers]
        error = 0.0
        if len(seen_numbers):
            palette = palette[is_used]
            weights = None if self._alpha is None else self._alpha[seen]
            meant = self.colors[self._pixels[seen]]
            error = find_error(meant, palette[indices[seen]], weights)
        else:
            palette = np.zeros((1, 3), self.colors.dtype)
        return QuantizedImage(
            palette[:, :1] if self._is_grey else palette, indices, self._alpha, error
        )


def find_error(image: Array, other: Array, alpha: Array | None = None) -> float:
    """Return the mean squared difference of two images per pixel and channel.

    Parameters
    ----------
    image, other : ndarray of shape (..., channels)
        The colours of their pixels, without alpha.
    alpha : ndarray of shape (...,), optional
        How much each pixel counts.

    Returns
    -------
    float

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.images import find_error
    >>> find_error(np.array([[0, 0, 0], [9, 9, 9]]), np.array([[0, 0, 3], [9, 9, 9]]))
    1.5
    """
    difference = image.astype(np.float32) - other.astype(np.float32)
    squared = np.einsum("...j,...j->...", difference, difference, dtype=np.float64)
    return float(np.average(squared, weights=alpha) / image.shape[-1])


def quantize(
    image: Any,
    n_colors: int,
    *,
    space: ColorSpace = "rgb",
    dither: Dither | None = None,
    n_steps: int = 1,
    n_jobs: int | None = None,
    random_state: Any = None,
) -> QuantizedImage:
    """Return an image with no more than so many colours.

    `ImageColors` gives palettes of several sizes from one tree.

    Parameters
    ----------
    image : ndarray, Pillow image or path
        As for `ImageColors`.
    n_colors : int
    space : {"rgb", "linear-rgb", "lab", "oklab"}, default="rgb"
        Where colours are compared and averaged.
    dither : {None, "floyd-steinberg"}, default=None
    n_steps : int, default=1
        As for `ImageColors.quantize`.
    n_jobs : int, optional
    random_state : int, RandomState, Generator or None

    Returns
    -------
    QuantizedImage

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.images import quantize
    >>> image = np.random.default_rng(0).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    >>> few = quantize(image, 16, random_state=0)
    >>> few.palette.shape, few.indices.shape, few.to_array().shape
    ((16, 3), (40, 50), (40, 50, 3))
    """
    colors = ImageColors(image, space=space, n_jobs=n_jobs, random_state=random_state)
    return colors.quantize(n_colors, dither=dither, n_steps=n_steps)


def open_image(path: str | PathLike[str]) -> Any:
    """Read an image file with Pillow, turned the way it is to be seen.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    OSError
        If it cannot be read, or is no image that Pillow knows.
    """
    pillow = import_extra("PIL.Image")
    turn = import_extra("PIL.ImageOps").exif_transpose
    path = Path(path)
    try:
        with pillow.open(path) as image:
            turned = turn(image)
            turned.load()
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file {path}") from None
    except (pillow.DecompressionBombError, SyntaxError, ValueError, EOFError) as error:
        # Pillow's readers raise these for what is damaged, too.
        raise OSError(f"{path} cannot be read as an image: {error}") from error
    except OSError as error:
        raise OSError(f"{path} cannot be read as an image: {error.strerror or error}") from error
    return turned


def _to_array(image: Any) -> Array:
    """Return the pixels as unsigned integers, (height, width, 1 to 4)."""
    if isinstance(image, (str, Path)):
        image = open_image(image)
    if hasattr(image, "mode") and hasattr(image, "getbands"):
        image = _from_pillow(image)
    pixels = np.asarray(image)
    if pixels.dtype not in (np.uint8, np.uint16):
        raise TypeError(f"image must be an array of uint8 or uint16, got {pixels.dtype}")
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    if pixels.ndim != 3 or not 1 <= pixels.shape[2] <= 4:
        raise ValueError(
            "image must have the shape (height, width) or (height, width, 1 to 4 channels), got "
            f"{pixels.shape}"
        )
    if pixels.size == 0:
        raise ValueError(f"image must have pixels, got shape {pixels.shape}")
    if pixels.shape[0] * pixels.shape[1] > inputs.MAX_ROWS:
        raise ValueError(f"image must have at most {inputs.MAX_ROWS:,} pixels, got {pixels.shape}")
    return pixels


def _from_pillow(image: Any) -> Array:
    mode = image.mode
    if mode.startswith("I"):
        values = np.asarray(image)
        if values.min(initial=0) < 0 or values.max(initial=0) > np.iinfo(np.uint16).max:
            raise ValueError(
                "image of Pillow's mode I must have values from 0 to 65535, got "
                f"{values.min()} to {values.max()}"
            )
        return values.astype(np.uint16)
    if mode == "F":
        raise ValueError("image must have whole numbers for colours, got Pillow's mode F")
    has_alpha = image.has_transparency_data
    if mode in ("1", "L", "LA", "La"):
        return np.asarray(image.convert("LA" if has_alpha else "L"))
    return np.asarray(image.convert("RGBA" if has_alpha else "RGB"))


def _split_alpha(pixels: Array) -> tuple[Array, Array | None]:
    if pixels.shape[2] in (2, 4):
        return pixels[..., :-1], np.ascontiguousarray(pixels[..., -1])
    return pixels, None


def _to_8_bits(pixels: Array) -> Array:
    if pixels.dtype == np.uint8:
        return pixels
    return np.rint(pixels * (_LARGEST_8_BIT / np.iinfo(pixels.dtype).max)).astype(np.uint8)
