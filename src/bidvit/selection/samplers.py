"""Samplers of our own with dimod's interface: parallel tempering and path relinking, compiled.

They take any binary quadratic model, also one that has nothing to do with selections. Importing
this module needs dimod: ``pip install "bidvit[quantum]"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.parallel import run_stoppably
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Callable

dimod = import_extra("dimod")

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Rows:
    """A model of binary variables as the core takes it: every pair at both of its ends."""

    starts: npt.NDArray[np.int64]
    neighbours: npt.NDArray[np.int32]
    biases: Doubles
    linear: Doubles

    @classmethod
    def of(cls, model: Any) -> _Rows:
        binary = model.change_vartype(dimod.BINARY, inplace=False)
        vectors = binary.to_numpy_vectors(variable_order=list(model.variables))
        one, other, biases = (np.asarray(column) for column in vectors.quadratic)
        n = len(vectors.linear_biases)
        ends, others = np.concatenate([one, other]), np.concatenate([other, one])
        order = np.lexsort((others, ends))
        starts = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(ends, minlength=n), out=starts[1:])
        return cls(
            starts,
            others[order].astype(np.int32),
            np.concatenate([biases, biases])[order].astype(np.float64),
            np.asarray(vectors.linear_biases, np.float64),
        )

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """Return what every kernel takes first."""
        return self.starts, self.neighbours, self.biases, self.linear


def _no_properties(*names: str) -> dict[str, list[str]]:
    """Return parameters that depend on no property of the sampler."""
    return {name: [] for name in names}


# The ladder of inverse temperatures, in units of what a flip costs at a local minimum, in the median.
_HOTTEST, _COLDEST = 2.0, 15.0


class _CompiledSampler(dimod.Sampler):  # type: ignore[misc] # dimod is loaded as Any
    """What the two have in common: models in, reads one after the other, a sample set out."""

    properties: ClassVar[dict[str, Any]] = {}

    def _read(
        self,
        model: Any,
        num_reads: int,
        seed: int | None,
        interrupt_function: Callable[[], bool] | None,
        prepare: Callable[[_Rows], Callable[[int, npt.NDArray[np.uint8], _core.Stop], None]],
    ) -> Any:
        num_reads = inputs.check_integer("num_reads", num_reads, 1)
        if seed is not None:
            seed = inputs.check_integer("seed", seed, 0)
        model = dimod.as_bqm(model)
        rows = _Rows.of(model)
        kernel = prepare(rows)
        seeds = np.random.default_rng(seed).integers(2**63, size=num_reads)
        states = np.empty((num_reads, len(rows.linear)), np.uint8)
        n_done = 0

        def run(stop: _core.Stop) -> None:
            nonlocal n_done
            for own_seed, state in zip(seeds.tolist(), states, strict=True):
                if n_done and interrupt_function is not None and interrupt_function():
                    return
                kernel(own_seed, state, stop)
                n_done += 1

        run_stoppably(run)
        samples = states[:n_done].astype(np.int8)
        if model.vartype is dimod.SPIN:
            samples = 2 * samples - 1
        return dimod.SampleSet.from_samples_bqm((samples, list(model.variables)), model)


class ParallelTemperingSampler(_CompiledSampler):
    """Parallel tempering, also called replica exchange, for any binary quadratic model.

    Replicas of the model at a ladder of temperatures take Metropolis steps side by side; those at
    neighbouring temperatures change places now and then. So a state that is stuck warms up, finds
    another valley and cools down again, as often as there is time.

    Attributes
    ----------
    parameters, properties : dict
        As in all samplers of dimod.

    Examples
    --------
    >>> import dimod
    >>> from bidvit.selection.samplers import ParallelTemperingSampler
    >>> model = dimod.BinaryQuadraticModel({"a": -1, "b": -2}, {("a", "b"): 3}, 0.0, "BINARY")
    >>> ParallelTemperingSampler().sample(model, seed=0).first.sample
    {'a': np.int8(0), 'b': np.int8(1)}
    """

    parameters: ClassVar = _no_properties(
        "num_reads", "num_sweeps", "num_replicas", "beta_range", "seed", "interrupt_function"
    )

    def sample(
        self,
        bqm: Any,
        *,
        num_reads: int = 1,
        num_sweeps: int = 2000,
        num_replicas: int = 16,
        beta_range: tuple[float, float] | None = None,
        seed: int | None = None,
        interrupt_function: Callable[[], bool] | None = None,
    ) -> Any:
        """Return the best state of each of several independent runs.

        Parameters
        ----------
        bqm : dimod.BinaryQuadraticModel
            Of binary variables or spins, with any labels.
        num_reads : int, default=1
            How many runs.
        num_sweeps : int, default=2000
            How often each variable of each replica gets its turn in a run.
        num_replicas : int, default=16
            How many temperatures; a multiple of 8.
        beta_range : (float, float), optional
            The least and the greatest inverse temperature; those between are a geometric series. By
            default they follow from the local fields, see Notes.
        seed : int, optional
            The same seed, the same samples.
        interrupt_function : callable, optional
            Called between runs; if it returns True, what was found so far is returned.

        Returns
        -------
        dimod.SampleSet
        """
        num_sweeps = inputs.check_integer("num_sweeps", num_sweeps, 1)
        num_replicas = inputs.check_integer("num_replicas", num_replicas, 8)
        if num_replicas % 8:
            raise ValueError(f"num_replicas must be a multiple of 8, got {num_replicas}")

        def prepare(rows: _Rows) -> Any:
            low, high = _find_beta_range(rows) if beta_range is None else beta_range
            betas = np.geomspace(low, high, num_replicas)
            exchanges = np.empty(num_replicas - 1, np.int64)

            def kernel(own_seed: int, state: npt.NDArray[np.uint8], stop: _core.Stop) -> None:
                _core.temper(*rows.arrays, betas, num_sweeps, own_seed, state, exchanges, stop)
                self.exchanges = exchanges / (num_sweeps / 2)

            return kernel

        return self._read(bqm, num_reads, seed, interrupt_function, prepare)


def _find_beta_range(rows: _Rows) -> tuple[float, float]:
    """Return inverse temperatures by what it costs to leave a local minimum."""
    n = len(rows.linear)
    own = np.repeat(np.arange(n), np.diff(rows.starts))
    costs = []
    for start in np.random.default_rng(0).integers(2, size=(3, n), dtype=np.uint8):
        _core.descend(*rows.arrays, start)
        fields = rows.linear + np.bincount(own, rows.biases * start[rows.neighbours], n)
        costs.append(np.where(start, -fields, fields))
    uphill = np.concatenate(costs)
    uphill = uphill[uphill > 0]
    unit = float(np.median(uphill)) if len(uphill) else 1.0
    return _HOTTEST / unit, _COLDEST / unit


class PathRelinkingSampler(_CompiledSampler):
    """Path relinking."""

    parameters: ClassVar = _no_properties(
        "num_reads",
        "num_searches",
        "num_elite",
        "patience",
        "tenure",
        "seed",
        "interrupt_function",
    )

    def sample(
        self,
        bqm: Any,
        *,
        num_reads: int = 1,
        num_searches: int = 100,
        num_elite: int = 10,
        patience: int | None = None,
        tenure: int | None = None,
        seed: int | None = None,
        interrupt_function: Callable[[], bool] | None = None,
    ) -> Any:
        """Return."""

        def prepare(rows: _Rows) -> Any:
            n = len(rows.linear)
            rest = min(n // 100, n // 4) if tenure is None else tenure
            moves = 5 * n if patience is None else patience

            def kernel(own_seed: int, state: npt.NDArray[np.uint8], stop: _core.Stop) -> None:
                _core.relink(
                    *rows.arrays, num_elite, num_searches, moves, rest, own_seed, state, stop
                )

            return kernel

        return self._read(bqm, num_reads, seed, interrupt_function, prepare)
