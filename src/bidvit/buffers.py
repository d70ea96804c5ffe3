"""Large arrays straight from the operating system, to which they return as soon as they are free.

The C library keeps freed blocks of some tens of megabytes for later, which adds up over the levels
of a fit; and an array whose end stays unused cannot be cut there without a copy.
"""

from __future__ import annotations

import math
import mmap
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

_LARGE = 1 << 20  # bytes; smaller arrays are left to the C library
# Large pages are faster to clear and to find. Where an array is written in parts they take the gaps
# as well, which only matters if the array is not much larger than a page.
_HUGE_PAGE = 1 << 21  # bytes
_HUGE_WITH_GAPS = 8 * _HUGE_PAGE


class _Block(mmap.mmap):
    """Tells our memory from a file that the user has mapped."""


def empty(
    shape: int | tuple[int, ...], dtype: npt.DTypeLike, *, without_gaps: bool = False
) -> Array:
    """Return an uninitialised array; memory that is never written is never taken.

    ``without_gaps`` promises that all of it will be written.
    """
    dtype = np.dtype(dtype)
    count = shape if isinstance(shape, int) else math.prod(shape)
    n_bytes = count * dtype.itemsize
    if n_bytes < _LARGE:
        return np.empty(shape, dtype)
    # Private: shared memory, the default, is not given back in parts.
    block = _Block(-1, n_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    least = _HUGE_PAGE if without_gaps else _HUGE_WITH_GAPS
    if n_bytes >= least and hasattr(mmap, "MADV_HUGEPAGE"):
        block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, dtype, count).reshape(shape)


def count(first: int, numbers: Array) -> None:
    """Fill an array of int32 with a number and those that follow, without a temporary array."""
    numbers.fill(1)
    numbers[:1] = first
    np.cumsum(numbers, out=numbers, dtype=np.int32)


def count_up(n: int) -> Array:
    """Return 0, 1, ..., n - 1 as int32."""
    numbers = empty(n, np.int32)
    count(0, numbers)
    return numbers


def shorten(array: Array, n: int) -> Array:
    """Return the first n rows of an array, giving the memory behind them back to the system.

    The other rows must not be used any more, through no other view.
    """
    kept = array[:n]
    block: Any = array
    while isinstance(block, (np.ndarray, memoryview)):
        block = block.base if isinstance(block, np.ndarray) else block.obj
    if isinstance(block, _Block):
        used = -(-kept.nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
        if used < len(block):
            block.madvise(mmap.MADV_DONTNEED, used, len(block) - used)
    return kept
