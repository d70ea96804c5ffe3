"""JoiningSolver: samplers that are asked about the kernels of a whole level in few calls."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bidvit.parallel import is_stopping
from bidvit.selection.annealing import SamplerSolver, read_samples
from bidvit.selection.extras import import_extra
from bidvit.selection.pipeline import solve_reduced
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import dimod
    import numpy.typing as npt

    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.placing import Placed


class JoiningSolver(SamplerSolver):
    """A sampler that is asked about many kernels in one call, of all chunks of a level.

    Kernels share no variable, so the reads of a call are reads of each of them, and each gets the
    best of its own. Each model is scaled so that its largest bias, as spins, is 1: none drowns in
    the weights of another.
    """

    # What a call reports of itself, in `info` or its `timing`, and what we call it.
    timings: ClassVar[Mapping[str, str]] = {}
    # Whether chains of qubits stand for variables.
    has_chains = False

    def solve(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        """Return a valid set of vertices of large weight, or of small cost."""
        return self.solve_many([problem], [rng])[0]

    def solve_many(
        self, problems: Sequence[GraphProblem], rngs: Sequence[np.random.Generator]
    ) -> list[Selection]:
        """Return a set for each problem, with as few calls as the machine allows."""
        return solve_reduced(problems, rngs, self._solve_kernels, self.reductions)

    def _solve_kernels(
        self, kernels: Sequence[GraphProblem], rngs: Sequence[np.random.Generator]
    ) -> list[Selection]:
        models = [self.make_model(kernel) for kernel in kernels]
        answers: dict[int, Selection] = {}
        for call in self._plan_calls(kernels, models):
            if is_stopping():
                raise SelectionError(f"stopped before {_names(kernels, call)}")
            model = self._join(models, call)
            params = self.params_of(kernels[call[0].index], model, rngs[call[0].index])
            try:
                sampleset = self.sampler.sample(model, **params)
                sampleset.resolve()
            except Exception as error:
                raise SelectionError(
                    f"solver {self.name} failed on a call with {_names(kernels, call)}: "
                    f"{str(error) or type(error).__name__}"
                ) from error
            if len(sampleset) == 0:
                raise SelectionError(
                    f"solver {self.name} returned no sample for {_names(kernels, call)}"
                )
            missing = set(model.variables) - set(sampleset.variables)
            if missing:
                raise SelectionError(
                    f"solver {self.name} returned samples without {len(missing)} of the "
                    f"{model.num_variables} variables of a call with {_names(kernels, call)}"
                )
            for part in call:
                own = self._read_part(sampleset, kernels[part.index], models[part.index], part)
                answers[part.index] = replace(own, details={**own.details, **self._sizes(part)})
            # What belongs to the call is told once, with the first of its kernels.
            first = answers[call[0].index]
            told = {**first.details, **self._report(sampleset, len(call))}
            answers[call[0].index] = replace(first, details=told)
        return [answers[i] for i in range(len(kernels))]

    def _read_part(
        self,
        sampleset: dimod.SampleSet,
        kernel: GraphProblem,
        model: dimod.BinaryQuadraticModel,
        part: Placed,
    ) -> Selection:
        """Return the best of the reads for one of the kernels of a call."""
        dimod, embedding = import_extra("dimod"), import_extra("dwave.embedding")
        column_of = {v: i for i, v in enumerate(sampleset.variables)}
        chains = [[column_of[q] for q in chain] for chain in part.structure.values()]
        samples = sampleset.record.sample
        spins: npt.NDArray[np.int8] = 2 * (samples == 1).astype(np.int8) - 1
        values, _ = embedding.majority_vote(spins, chains)
        more: dict[str, Any] = {}
        if self.has_chains:
            broken = embedding.broken_chains(spins, chains)
            more["chain_break_fraction"] = broken.mean(axis=1)
        own = dimod.SampleSet.from_samples_bqm(
            ((values == 1).astype(np.int8), list(part.structure)),
            model,
            num_occurrences=sampleset.record.num_occurrences,
            **more,
        )
        return read_samples(
            kernel, own, max_samples=self.max_samples, sampler_name=f"solver {self.name}"
        )

    def _report(self, sampleset: dimod.SampleSet, n_kernels: int) -> dict[str, float]:
        """Return what belongs to a whole call."""
        told: dict[str, float] = {
            "calls": 1,
            "calls_saved": n_kernels - 1,
            "call_reads": int(sampleset.record.num_occurrences.sum()),
        }
        info = {**sampleset.info, **sampleset.info.get("timing", {})}
        for theirs, ours in self.timings.items():
            if theirs in info:
                told[ours] = float(info[theirs])
        return told

    @abstractmethod
    def _plan_calls(
        self, kernels: Sequence[GraphProblem], models: Sequence[dimod.BinaryQuadraticModel]
    ) -> list[list[Placed]]:
        """Return which kernels go together, each with the variables that stand for its own."""

    @abstractmethod
    def _join(
        self, models: Sequence[dimod.BinaryQuadraticModel], call: Sequence[Placed]
    ) -> dimod.BinaryQuadraticModel:
        """Return the model of a call."""

    def _sizes(self, part: Placed) -> dict[str, float]:
        """Return what is to be counted of a kernel, beside its reads."""
        del part
        return {}


def scale_biases(model: Any) -> Any:
    """Return a model as spins, its largest bias 1 and without the offset."""
    spins = model.change_vartype("SPIN", inplace=False)
    spins.offset = 0
    biases = [*spins.linear.values(), *spins.quadratic.values()]
    largest = max(map(abs, biases), default=0)
    if largest > 0:
        spins.scale(1 / largest)
    return spins


def _names(kernels: Sequence[GraphProblem], call: Sequence[Placed]) -> str:
    """Name the problems that the kernels of a call are parts of."""
    names = list(dict.fromkeys(kernels[i].name for i in sorted(part.index for part in call)))
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
