"""How much is in memory at once, for clustering on disk."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bidvit import inputs
from bidvit.engines.scratch import resident_bytes

if TYPE_CHECKING:
    from bidvit.engines.choices import Choices
    from bidvit.engines.rows import Input

_MEMORY = re.compile(r"(\d+(?:\.\d+)?)\s*(kB|MB|GB|TB|B)?", re.IGNORECASE)
_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


@dataclass(frozen=True)
class Plan:
    """What is in memory at once; kept for as long as a run takes.

    Attributes
    ----------
    rows_per_block : int
        Read at a time in passes over all rows or nodes.
    rows_per_task : int
        Most nodes in a leaf, unless a chunk has more.
    sample_size : int
        About how many nodes say where to look for the splits.
    n_buckets : int
        In how many parts equal rows are looked for; a power of two.
    """

    rows_per_block: int
    rows_per_task: int
    sample_size: int
    n_buckets: int


def check_memory(memory: Any) -> int:
    """Return a number of bytes."""
    if isinstance(memory, str):
        match = _MEMORY.fullmatch(memory.strip())
        if match is None:
            raise ValueError(f"memory must be like '500MB' or '2GB' or in bytes, got {memory!r}")
        return int(float(match[1]) * _UNITS[(match[2] or "").lower()])
    return inputs.check_integer("memory", memory, 1)


def make_plan(
    memory: int,
    data: Input,
    metric: str,
    choices: Choices,
    held: int | None = None,
    bytes_per_block: int = 1 << 26,
) -> Plan:
    """Divide the memory that is left beside what is held; raises if it is too little."""
    # Rounded up, so that the plan does not depend on what else has been imported.
    held = -(-(held or resident_bytes()) // (1 << 26)) * (1 << 26)
    # Latitude and longitude become three coordinates in float64.
    row = 24 if metric == "haversine" else data.n_features * data.dtype.itemsize
    # Kernels, for every thread: the edges of a chunk, were it complete.
    fixed = (16 << 20) + 12 * choices.n_threads * choices.max_chunk_size**2
    left = memory - held - fixed
    # Points twice, in rows and in columns or in another order; ids, numbers, sizes, weights and
    # parents. Measured at 100 bytes for 8 float32.
    bytes_per_row = 5 * row // 2 + 60
    least_rows = max(choices.max_chunk_size, 1 << 14)
    if left < least_rows * bytes_per_row:
        least = held + fixed + least_rows * bytes_per_row
        raise ValueError(
            f"memory must be at least {-(-least // 10**6)}MB, of which a process holds "
            f"{held // 10**6}MB already, got {memory / 10**6:g}MB"
        )
    n_buckets = 1
    while n_buckets * left / 4 < len(data) * (row + 64):
        n_buckets *= 2
    return Plan(
        rows_per_block=max(
            1, min(left // 2, bytes_per_block) // (2 * row + 80) // choices.n_threads
        ),
        rows_per_task=left // bytes_per_row,
        sample_size=left // 8 // (row + 40),
        n_buckets=n_buckets,
    )
