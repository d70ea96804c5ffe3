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


def empty(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> Array:
    """Return an uninitialised array; memory that is never written is never taken."""
    dtype = np.dtype(dtype)
    count = shape if isinstance(shape, int) else math.prod(shape)
    if count * dtype.itemsize < _LARGE:
        return np.empty(shape, dtype)
    memory = mmap.mmap(-1, count * dtype.itemsize)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype, count).reshape(shape)


def shorten(array: Array, n: int) -> Array:
    """Return the first n rows of an array from `empty`, giving the memory behind them back.

    The other rows must not be used any more, through no other view.
    """
    kept = array[:n]
    memory: Any = array
    while isinstance(memory, np.ndarray):
        memory = memory.base
    if isinstance(memory, mmap.mmap):
        used = -(-kept.nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
        if used < len(memory):
            memory.madvise(mmap.MADV_DONTNEED, used, len(memory) - used)
    return kept
