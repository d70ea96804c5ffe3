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
from bidvit.parallel import run_stoppable
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Callable

dimod: Any = import_extra("dimod")

Doubles = npt.NDArray[np.float64]


def _biases_of(model: Any) -> tuple[Doubles, Doubles]:
    vectors = model.to_numpy_vectors(variable_order=list(model.variables))
    return np.asarray(vectors.linear_biases), np.asarray(vectors.quadratic.biases)


@dataclass(frozen=True, eq=False)
class _Rows:
    """A model of binary variables as the core takes it: every pair at both of its ends."""

    starts: npt.NDArray[np.int64]
    neighbours: npt.NDArray[np.int32]
    biases: Doubles
    linear: Doubles

    @classmethod
    def of(cls, model: Any) -> _Rows:
        if not all(np.isfinite(column).all() for column in _biases_of(model)):
            raise ValueError("the biases of the model must be finite")
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
    def n(self) -> int:
        """How many variables there are."""
        return len(self.linear)

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """Return what every kernel takes first."""
        return self.starts, self.neighbours, self.biases, self.linear


def _no_properties(*names: str) -> dict[str, list[str]]:
    """Return parameters that depend on no property of the sampler."""
    return {name: [] for name in names}


# The ends of the ladder of inverse temperatures, times the median cost of leaving a local minimum.
_HOTTEST, _COLDEST = 2.0, 15.0


class _CompiledSampler(dimod.Sampler):  # type: ignore[misc] # dimod is loaded as Any
    """What the two have in common: a model in, reads one after the other, a sample set out."""

    properties: ClassVar[dict[str, Any]] = {}

    def _read(
        self,
        model: Any,
        rows: _Rows,
        kernel: Callable[[int, npt.NDArray[np.uint8], _core.Stop], None],
        num_reads: int,
        seed: int | None,
        interrupt_function: Callable[[], bool] | None,
    ) -> Any:
        """Call ``kernel(seed, state, stop)``, which fills the state, once per read."""
        num_reads = inputs.check_integer("num_reads", num_reads, 1)
        if seed is not None:
            seed = inputs.check_integer("seed", seed, 0)
        seeds = np.random.default_rng(seed).integers(2**63, size=num_reads)
        states = np.empty((num_reads, rows.n), np.uint8)

        def read_all(stop: _core.Stop) -> int:
            for read, own_seed in enumerate(seeds.tolist()):
                if read and interrupt_function is not None and interrupt_function():
                    return read
                kernel(own_seed, states[read], stop)
            return num_reads

        samples = states[: run_stoppable(read_all)].astype(np.int8)
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
    >>> samples = ParallelTemperingSampler().sample(model, seed=0)
    >>> samples.first.energy, {name: int(value) for name, value in samples.first.sample.items()}
    (np.float64(-2.0), {'a': 0, 'b': 1})
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

        O(num_reads × num_sweeps × num_replicas × (variables + interactions)) time.

        Parameters
        ----------
        bqm : dimod.BinaryQuadraticModel
            Of binary variables or spins, with any labels.
        num_reads : int, default=1
            How many runs.
        num_sweeps : int, default=2000
            How often each variable of each replica has its turn in a run.
        num_replicas : int, default=16
            How many temperatures; a multiple of 8.
        beta_range : (float, float), optional
            The least and the greatest inverse temperature; those between are a geometric series. By
            default 2 and 15 divided by what a flip costs at a local minimum, in the median.
        seed : int, optional
            The same seed, the same samples.
        interrupt_function : callable, optional
            Called between runs; if it returns True, what was found so far is returned.

        Returns
        -------
        dimod.SampleSet
            Its `info` has the ``beta_range`` and, for each step of the ladder, the share of
            attempts in which replicas changed places, ``exchange_rates``.
        """
        num_sweeps = inputs.check_integer("num_sweeps", num_sweeps, 1)
        num_replicas = inputs.check_integer("num_replicas", num_replicas, 8)
        if num_replicas % 8:
            raise ValueError(f"num_replicas must be a multiple of 8, got {num_replicas}")
        model = dimod.as_bqm(bqm)
        rows = _Rows.of(model)
        low, high = _find_beta_range(rows) if beta_range is None else beta_range
        if not 0 < low <= high < np.inf:
            raise ValueError(
                f"beta_range must be two finite numbers, 0 < low <= high, got {beta_range}"
            )
        betas = np.geomspace(low, high, num_replicas)
        exchanges = np.zeros(num_replicas - 1, np.int64)
        total = np.zeros_like(exchanges)

        def kernel(own_seed: int, state: npt.NDArray[np.uint8], stop: _core.Stop) -> None:
            _core.temper(*rows.arrays, betas, num_sweeps, own_seed, state, exchanges, stop)
            total[:] += exchanges

        sampleset = self._read(model, rows, kernel, num_reads, seed, interrupt_function)
        # Steps of even and of odd number have their turn in every other sweep.
        attempts = (num_sweeps + 1 - np.arange(num_replicas - 1) % 2) // 2
        rates = total / np.maximum(1, attempts * len(sampleset))
        sampleset.info.update(beta_range=(float(low), float(high)), exchange_rates=rates.tolist())
        return sampleset


def _find_beta_range(rows: _Rows) -> tuple[float, float]:
    """Return inverse temperatures by what it costs to leave a local minimum."""
    own = np.repeat(np.arange(rows.n), np.diff(rows.starts))
    costs = []
    for state in np.random.default_rng(0).integers(2, size=(3, rows.n), dtype=np.uint8):
        _core.descend(*rows.arrays, state)
        fields = rows.linear + np.bincount(own, rows.biases * state[rows.neighbours], rows.n)
        costs.append(np.where(state, -fields, fields))
    uphill = np.concatenate(costs)
    uphill = uphill[uphill > 0]
    unit = float(np.median(uphill)) if len(uphill) else 1.0
    return _HOTTEST / unit, _COLDEST / unit


class PathRelinkingSampler(_CompiledSampler):
    """Path relinking for any binary quadratic model, after Wang, Lü, Glover and Hao (2012).

    An elite of good states comes from tabu searches with random starts. Then, again and again, a
    walk leads from one member to another, flipping only what the two differ in, the best flip
    first; a tabu search from the best state on the way may find a new member. An elite of which
    nothing new comes starts anew, all but its best.

    Attributes
    ----------
    parameters, properties : dict
        As in all samplers of dimod.

    Examples
    --------
    >>> import dimod
    >>> from bidvit.selection.samplers import PathRelinkingSampler
    >>> ring = dimod.BinaryQuadraticModel({}, {(i, (i + 1) % 6): 1 for i in range(6)}, "SPIN")
    >>> PathRelinkingSampler().sample(ring, seed=0).first.energy
    np.float64(-6.0)
    """

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
        num_searches: int = 1000,
        num_elite: int = 5,
        patience: int | None = None,
        tenure: int | None = None,
        seed: int | None = None,
        interrupt_function: Callable[[], bool] | None = None,
    ) -> Any:
        """Return the best state of each of several independent runs.

        A move of a tabu search looks at every variable. O(num_reads × num_searches × moves ×
        (variables + interactions of the one that is flipped)) time, with moves at least `patience`.

        Parameters
        ----------
        bqm : dimod.BinaryQuadraticModel
            Of binary variables or spins, with any labels.
        num_reads : int, default=1
            How many runs.
        num_searches : int, default=1000
            How many tabu searches a run may take, including those for the elite.
        num_elite : int, default=5
            How many states are kept to walk between, at least 2.
        patience : int, optional
            How many moves in a row a tabu search goes on without a better state. By default half
            the number of variables, 100 at least.
        tenure : int, optional
            A variable that was flipped rests for this many moves and one to ten more, at random. By
            default a fortieth of the number of variables, 25 at most.
        seed : int, optional
            The same seed, the same samples.
        interrupt_function : callable, optional
            Called between runs; if it returns True, what was found so far is returned.

        Returns
        -------
        dimod.SampleSet
        """
        num_searches = inputs.check_integer("num_searches", num_searches, 1)
        num_elite = inputs.check_integer("num_elite", num_elite, 2)
        model = dimod.as_bqm(bqm)
        rows = _Rows.of(model)
        if patience is None:
            patience = max(100, rows.n // 2)
        if tenure is None:
            tenure = min(25, rows.n // 40)
        moves = inputs.check_integer("patience", patience, 0)
        rest = inputs.check_integer("tenure", tenure, 0)

        def kernel(own_seed: int, state: npt.NDArray[np.uint8], stop: _core.Stop) -> None:
            _core.relink(*rows.arrays, num_elite, num_searches, moves, rest, own_seed, state, stop)

        return self._read(model, rows, kernel, num_reads, seed, interrupt_function)
