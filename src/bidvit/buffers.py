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
_HUGE = 1 << 24  # bytes; large pages are faster to clear, but round the size up


class _Block(mmap.mmap):
    """Tells our memory from a file that the user has mapped."""


def empty(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> Array:
    """Return an uninitialised array; memory that is never written is never taken."""
    dtype = np.dtype(dtype)
    count = shape if isinstance(shape, int) else math.prod(shape)
    n_bytes = count * dtype.itemsize
    if n_bytes < _LARGE:
        return np.empty(shape, dtype)
    # Private: shared memory, the default, is not given back in parts.
    block = _Block(-1, n_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if n_bytes >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        block.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(block, dtype, count).reshape(shape)


def count_up(n: int) -> Array:
    """Return 0, 1, ..., n - 1 as int32, without the temporary array of ``arange``."""
    numbers = empty(n, np.int32)
    numbers.fill(1)
    numbers[:1] = 0
    np.cumsum(numbers, out=numbers, dtype=np.int32)
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
