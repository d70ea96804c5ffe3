"""SamplerSolver: any sampler with dimod's interface as a solver, its samples read and repaired."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.parallel import is_stopping
from bidvit.selection.pipeline import Reductions, check_reductions, solve_reduced
from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.registry import is_sampler
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import dimod

    from bidvit.selection.graph import GraphProblem

# Seeds of samplers are 32-bit numbers, in some of them with a sign.
_SEEDS = 2**31
# Reported and recomputed energies agree when they differ by less than this share of what the
# energy could be at most: enough for a sampler that computes in single precision.
_ENERGY_TOLERANCE = 1e-6


def read_samples(
    problem: GraphProblem,
    sampleset: dimod.SampleSet,
    *,
    model: dimod.BinaryQuadraticModel | None = None,
    max_samples: int = 32,
    sampler_name: str = "the sampler",
) -> Selection:
    """Turn samples into a valid set of vertices: the best after repair.

    Parameters
    ----------
    problem : GraphProblem
    sampleset : dimod.SampleSet
        Variables 0 to n − 1 are the vertices, others are ignored. A vertex is in the set where its
        variable is 1.
    model : dimod.BinaryQuadraticModel, optional
        What was sampled: energies are computed anew and compared to those of the samples.
    max_samples : int, default=32
        How many distinct samples are repaired, those of least energy.
    sampler_name : str, default="the sampler"
        What messages call it.

    Returns
    -------
    Selection
        Valid, with these details, all of them counts so that they add up over chunks:

        reads
            How many samples came.
        valid_reads
            How many of them were independent, or dominating, as they came.
        wrong_energies
            How many had an energy that is not the model's; only with a model.
        chain_breaks
            Sum over the reads of the share of chains that were broken; only where it is reported.

    Raises
    ------
    SelectionError
        If there is no sample, a vertex is missing, or values are not those of binary variables or
        spins.

    Examples
    --------
    >>> import dimod
    >>> from bidvit.selection import IndependentSetProblem
    >>> from bidvit.selection.annealing import read_samples
    >>> path = IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3)
    >>> samples = dimod.SampleSet.from_samples([[1, 1, 0], [0, 1, 0]], "BINARY", [0.0, -1.0])
    >>> selection = read_samples(path, samples)
    >>> selection.vertices, selection.repairs
    (array([0, 2], dtype=int32), 1)
    """
    chosen, reads, energies = _read_values(problem, sampleset, sampler_name)
    details: dict[str, float] = {"reads": int(reads.sum())}
    if model is not None:
        recomputed = model.energies(sampleset)
        agree = np.abs(energies - recomputed) <= _ENERGY_TOLERANCE * scale_of(model)
        details["wrong_energies"] = int(reads[~agree].sum())
        energies = recomputed
    if "chain_break_fraction" in sampleset.record.dtype.names:
        breaks = sampleset.record.chain_break_fraction.astype(np.float64)
        details["chain_breaks"] = float(breaks @ reads)

    # Each set once, in the order of the least energy it came with; NaN last.
    reads_of: Counter[bytes] = Counter()
    row_of: dict[bytes, int] = {}
    packed = np.packbits(chosen, axis=1)
    for row in np.argsort(energies, kind="stable").tolist():
        key = packed[row].tobytes()
        row_of.setdefault(key, row)
        reads_of[key] += int(reads[row])
    is_valid = problem.is_independent if problem.sense == "max" else problem.is_dominating
    details["valid_reads"] = sum(n for key, n in reads_of.items() if is_valid(chosen[row_of[key]]))

    best, best_value = Selection(np.empty(0, np.int32)), np.nan
    for row in list(row_of.values())[:max_samples]:
        vertices, repairs = problem.repair(chosen[row])
        value = problem.value(vertices)
        better = value > best_value if problem.sense == "max" else value < best_value
        if better or np.isnan(best_value):
            best, best_value = Selection(vertices, weight=value, repairs=repairs), value
    return replace(best, details=details)


def _read_values(
    problem: GraphProblem, sampleset: dimod.SampleSet, sampler: str
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return which vertices each sample has, how often it was read, and the energies reported."""
    for name in ("record", "variables", "vartype"):
        if not hasattr(sampleset, name):
            raise SelectionError(
                f"{sampler} returned {type(sampleset).__name__} for {problem.name}, "
                "not a dimod.SampleSet"
            )
    record, variables = sampleset.record, sampleset.variables
    if len(record) == 0:
        raise SelectionError(f"{sampler} returned no sample for {problem.name}")
    missing = [v for v in range(problem.n_vertices) if v not in variables]
    if missing:
        raise SelectionError(
            f"{sampler} returned samples without {len(missing)} of the {problem.n_vertices} "
            f"variables of {problem.name}, the first is {missing[0]}"
        )
    columns = [variables.index(v) for v in range(problem.n_vertices)]
    values = record.sample[:, columns]
    allowed = sorted(sampleset.vartype.value)
    if not np.isin(values, allowed).all():
        raise SelectionError(
            f"{sampler} returned values other than {allowed[0]} and {allowed[1]} for {problem.name}"
        )
    return values == 1, record.num_occurrences.astype(np.int64), record.energy.astype(np.float64)


def scale_of(model: dimod.BinaryQuadraticModel) -> float:
    """Return a bound on the magnitude of a model's energies."""
    vectors = model.to_numpy_vectors()
    biases = vectors.linear_biases, vectors.quadratic.biases, vectors.offset
    return float(sum(np.abs(some).sum() for some in biases))


class SamplerSolver:
    """A sampler with dimod's interface: quantum, hybrid or classical.

    An independent set problem is reduced first; each connected kernel that is left goes to the
    sampler as a QUBO, one call each, and the answers are lifted. Other problems go there as they
    are. Samples are repaired where need be, and repairs are counted.

    Parameters
    ----------
    sampler : dimod.Sampler or alike
        Has a method ``sample(model, **parameters)`` and a mapping `parameters` that lists what it
        takes.
    penalty : {"max", "min", "global"} or float, optional
        λ of the QUBO, see `IndependentSetProblem.to_qubo`. By default ``"min"`` for independent
        sets: the paper's rule is ``"max"``, and the smaller penalty has the same optima and lower
        walls between them. For other problems a number, by default the problem's own.
    reductions : {True, False, "roof-duality"}, default=True
        Whether independent set problems are reduced first. See `bidvit.selection.pipeline`.
    max_samples : int, default=32
        How many distinct samples of a call are repaired, those of least energy.
    **sample_params
        Parameters of the sampler; those it does not list are refused. If it takes a ``seed`` and
        none is given, it gets one that follows from ``random_state``.

    Examples
    --------
    >>> import dimod
    >>> import bidvit.selection as selection
    >>> path = selection.IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3)
    >>> found = selection.solve(path, dimod.ExactSolver(), reductions=False, random_state=0)
    >>> found.vertices
    array([0, 2], dtype=int32)
    """

    # Nothing is known of a sampler somebody hands in: one call at a time.
    parallel = False

    def __init__(
        self,
        sampler: Any,
        /,  # a parameter of the sampler may have any name
        *,
        penalty: str | float | None = None,
        reductions: Reductions = True,
        max_samples: int = 32,
        **sample_params: Any,
    ) -> None:
        if not is_sampler(sampler):
            raise TypeError(
                "sampler must have dimod's interface, a method sample and a mapping parameters, "
                f"got {sampler!r}"
            )
        if isinstance(penalty, str):
            inputs.check_choice("penalty", penalty, ("max", "min", "global", "bound"))
        elif penalty is not None:
            penalty = inputs.check_float("penalty", penalty, 0)
        check_reductions(reductions)
        self.sampler = sampler
        self.penalty = penalty
        self.reductions = reductions
        self.max_samples = inputs.check_integer("max_samples", max_samples, 1)
        self.sample_params = sample_params
        self.name: str = getattr(type(self), "name", type(sampler).__name__)
        unknown = sorted(set(sample_params) - set(self.known_params))
        if unknown:
            raise ValueError(
                f"{self.name} has no parameter {', '.join(map(repr, unknown))}; it has 'penalty', "
                f"'reductions', 'max_samples' and those of the sampler, "
                f"{', '.join(map(repr, self.known_params)) or 'none'}"
            )

    @property
    def known_params(self) -> list[str]:
        """Parameters of the sampler: those it lists, and those that its method names."""
        try:
            named = signature(self.sampler.sample).parameters.values()
        except ValueError:  # a compiled method need not have one
            return sorted(self.sampler.parameters)
        keywords = [one.name for one in named if one.kind is Parameter.KEYWORD_ONLY]
        return sorted({*self.sampler.parameters, *keywords})

    def solve(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        """Return a valid set of vertices of large weight, or of small cost."""
        if not isinstance(problem, IndependentSetProblem):
            return self._sample(problem, rng)
        return solve_reduced([problem], [rng], self._solve_kernels, self.reductions)[0]

    def _solve_kernels(
        self, kernels: Sequence[IndependentSetProblem], rngs: Sequence[np.random.Generator]
    ) -> list[Selection]:
        return [self._sample(kernel, rng) for kernel, rng in zip(kernels, rngs, strict=True)]

    def _sample(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        """Have a problem sampled as it is."""
        if is_stopping():
            raise SelectionError(f"stopped before {problem.name}")
        model = self.make_model(problem)
        sampleset = self.sampler.sample(model, **self.params_of(problem, model, rng))
        return read_samples(
            problem,
            sampleset,
            model=model,
            max_samples=self.max_samples,
            sampler_name=f"solver {self.name}",
        )

    def make_model(self, problem: GraphProblem) -> dimod.BinaryQuadraticModel:
        """Return the QUBO of a problem with the penalty of this solver."""
        penalty = self.penalty
        if penalty is None and isinstance(problem, IndependentSetProblem):
            penalty = "min"
        to_qubo = problem.to_qubo if penalty is None else partial(problem.to_qubo, penalty)
        return to_qubo()

    def params_of(
        self, problem: GraphProblem, model: dimod.BinaryQuadraticModel, rng: np.random.Generator
    ) -> dict[str, Any]:
        """Return the parameters of a call, with a seed if the sampler takes one."""
        del problem, model
        params = dict(self.sample_params)
        if "seed" in self.known_params:
            params.setdefault("seed", int(rng.integers(_SEEDS)))
        if "interrupt_function" in self.known_params:
            params.setdefault("interrupt_function", is_stopping)
        return params
