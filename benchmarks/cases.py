"""The data of the selection benchmark, and how its tables look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit.datasets import make_grid
from bidvit.selection import IndependentSetProblem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Case:
    """A data set with parameters."""

    name: str
    data: str
    max_chunk_size: int
    growth: float
    initial_epsilon: float
    file: str | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "max_chunk_size": self.max_chunk_size,
            "growth": self.growth,
            "initial_epsilon": self.initial_epsilon,
        }

    def __str__(self) -> str:
        return (
            f"{self.name} ({self.data}; κ = {self.max_chunk_size}, α = {self.growth:g}, "
            f"ε₀ = {self.initial_epsilon:g})"
        )


CASES = (
    Case("grid-2d", "grid-2D, 100,000 rows", 1000, 1.3, 1.0),
    Case("grid-3d", "grid-3D, 100,000 rows", 500, 1.2, 0.5),
    Case("mnist", "MNIST / 255, 20,000 rows", 500, 1.2, 4.0, "mnist.npz"),
    Case("covtype", "Covertype, 581,012 rows", 1000, 1.5, 100.0, "covtype.npz"),
)


def load(case: Case, folder: Path | None) -> np.ndarray:
    if case.file is None:
        n_dims, n_per_cluster = (2, 1000) if case.name == "grid-2d" else (3, 100)
        return make_grid(n_dims, n_per_cluster, dtype=np.float32, random_state=0)[0]
    assert folder is not None
    with np.load(folder / case.file) as arrays:
        X: np.ndarray = arrays["X"]
    if case.name == "mnist":
        return X[:20_000].astype(np.float32) / np.float32(255)
    return X.astype(np.float32)


def make_graphs(n: int = 1000) -> Iterator[IndependentSetProblem]:
    """Geometric graphs: three kinds of points, three mean degrees, two kinds of weights."""
    for kind, points in enumerate(("2-D mixture", "3-D uniform", "54-D, 6 factors")):
        for degree in (3, 10, 40):
            for heaviest in (1, 100):
                rng = np.random.default_rng([kind, degree, heaviest])
                X = make_points(points, n, rng)
                squares = (X**2).sum(axis=1)
                distances = squares[:, None] + squares - 2 * X @ X.T
                above = np.argwhere(np.triu(np.ones((n, n), bool), 1))
                nearest = np.argsort(distances[above[:, 0], above[:, 1]], kind="stable")
                weights = rng.integers(1, heaviest, n, endpoint=True).astype(float)
                name = f"{points}, degree {degree}, weights 1" + ("" if heaviest == 1 else "..100")
                edges = above[nearest[: n * degree // 2]]
                yield IndependentSetProblem.from_edges(edges, n, weights, name=name)


def make_points(kind: str, n: int, rng: np.random.Generator) -> np.ndarray:
    if kind == "3-D uniform":
        return rng.random((n, 3))
    if kind == "2-D mixture":
        centers = rng.random((10, 2)) * 10
        return centers[rng.integers(10, size=n)] + rng.normal(size=(n, 2))
    factors = rng.normal(size=(n, 6)) @ rng.normal(size=(6, 54))
    return factors + 0.1 * rng.normal(size=(n, 54))


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows as a table of Markdown, the first of them as titles."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, (first, *others) in enumerate(rows):
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print(f"| {' | '.join(cells)} |")
        if number == 0:
            lines = ["-" * widths[0], *("-" * (max(2, width) - 1) + ":" for width in widths[1:])]
            print(f"| {' | '.join(lines)} |")
    print(flush=True)


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%" if whole else ""
