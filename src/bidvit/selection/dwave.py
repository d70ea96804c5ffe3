"""D-Wave's quantum processors and hybrid solvers: a level's kernels side by side in few calls."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bidvit import inputs
from bidvit.parallel import is_stopping
from bidvit.selection.annealing import SamplerSolver, read_samples
from bidvit.selection.chips import EMBEDDINGS, Chip, Placed, Placer
from bidvit.selection.extras import import_extra
from bidvit.selection.pipeline import solve_reduced
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import dimod
    import numpy.typing as npt

    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.pipeline import Reductions

CHAIN_STRENGTHS = ("uniform-torque", "scaled")


class JoiningSolver(SamplerSolver):
    """A sampler that is asked about many kernels in one call, of all chunks of a level.

    Kernels share no variable, so the reads of a call are reads of each of them, and each gets the
    best of its own. Each model is scaled so that its largest bias, as spins, is 1: none drowns in
    the weights of another.
    """

    # The name of the class of dwave.system that reaches the service.
    service: ClassVar[str]
    # What a call reports of itself, in `info` or its `timing`, and what we call it.
    timings: ClassVar[Mapping[str, str]] = {}

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

    has_chains = False

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

    @classmethod
    def connect(cls) -> Any:
        """Return the sampler of the service, or say what is missing."""
        system = import_extra("dwave.system")
        if not import_extra("dwave.cloud").config.load_config().get("token"):
            raise ValueError(
                f"selection={cls.name!r} needs a token of D-Wave's Leap service: get one with an "
                "account at https://cloud.dwavesys.com/leap, then run `dwave config create` or set "
                "the environment variable DWAVE_API_TOKEN"
            )
        errors = import_extra("dwave.cloud").exceptions
        try:
            return getattr(system, cls.service)()
        except (errors.SolverError, errors.ConfigFileError, OSError) as error:
            raise ValueError(
                f"selection={cls.name!r} found no solver of D-Wave's Leap service: "
                f"{str(error) or type(error).__name__}"
            ) from error


class DWaveSolver(JoiningSolver):
    """A quantum processor of D-Wave, or any sampler with the structure of a chip.

    Problems are reduced and split into connected kernels. Each kernel is embedded in a block of the
    chip, and as many as have room side by side are sampled in one call. Embeddings are kept and
    used again, on all levels, wherever the chip looks the same.

    Parameters
    ----------
    sampler : dimod.Structured sampler, optional
        By default ``dwave.system.DWaveSampler()``, which needs an account of D-Wave's Leap service.
    num_reads : int, default=100
        How many times a call is annealed and read, where the sampler takes this parameter.
    annealing_time : float, optional
        In microseconds; by default the machine's own.
    chain_strength : {"uniform-torque", "scaled"}, float or callable, default="uniform-torque"
        How strongly the qubits of a chain are coupled. ``"uniform-torque"``: 1.414 times the root
        mean square of the couplings times the root of the mean number of them per variable
        (``dwave.embedding.chain_strength.uniform_torque_compensation``). ``"scaled"``, or a
        number: as many times the largest bias of the kernel's model, 1 or this number. A function
        is called with that model, scaled to a largest bias of 1, and the embedding.
    embedding : {"auto", "clique", "minorminer"}, default="auto"
        ``"clique"``: the chains of a complete graph, found once for each number of vertices.
        ``"minorminer"``: a heuristic search for each kernel, with a fixed seed. ``"auto"``: cliques
        up to 24 variables or from 30% of all pairs on, the search for larger and sparser kernels,
        and the other one where there is no room.
    penalty, reductions, max_samples
        See `SamplerSolver`.
    **sample_params
        Other parameters of the sampler; unknown ones are refused.

    Attributes
    ----------
    chip : Chip
    largest_problem : int or None
        Vertices of the largest complete graph on the chip. A chunk of this many nodes has room
        whatever its edges are; ``max_chunk_size="auto"`` takes it.

    Notes
    -----
    Details, which add up over chunks, are those of `read_samples`, where ``reads`` are counted for
    each kernel, and ``calls``; ``calls_saved``, how many more there would be with one per kernel;
    ``call_reads``, reads of the machine; ``variables`` and ``qubits``, whose ratio is the mean
    length of chains; and, where the machine tells them, ``qpu_access_microseconds``,
    ``qpu_programming_microseconds``, ``qpu_sampling_microseconds`` and ``qpu_anneal_microseconds``.

    Tested with D-Wave's mock of a machine, ``dwave.system.testing.MockDWaveSampler``.

    Examples
    --------
    >>> from dwave.system.testing import MockDWaveSampler
    >>> import bidvit.selection as selection
    >>> ring = [(v, (v + 1) % 5) for v in range(5)]
    >>> problem = selection.IndependentSetProblem.from_edges(ring, 5)
    >>> mock = MockDWaveSampler(topology_type="zephyr", topology_shape=[2, 4])
    >>> found = selection.solve(problem, "dwave", sampler=mock, reductions=False, random_state=0)
    >>> found.weight, found.details["calls"], found.details["variables"]
    (2.0, 1, 5)
    """

    name = "dwave"
    service = "DWaveSampler"
    has_chains = True
    timings: ClassVar = {
        "qpu_access_time": "qpu_access_microseconds",
        "qpu_programming_time": "qpu_programming_microseconds",
        "qpu_sampling_time": "qpu_sampling_microseconds",
    }

    def __init__(
        self,
        *,
        sampler: Any = None,
        num_reads: int | None = None,
        annealing_time: float | None = None,
        chain_strength: str | float | Callable[[Any, Any], float] = "uniform-torque",
        embedding: str = "auto",
        penalty: str | float | None = None,
        reductions: Reductions = True,
        max_samples: int = 32,
        **sample_params: Any,
    ) -> None:
        inputs.check_choice("embedding", embedding, EMBEDDINGS)
        if isinstance(chain_strength, str):
            inputs.check_choice("chain_strength", chain_strength, CHAIN_STRENGTHS)
        elif not callable(chain_strength):
            chain_strength = inputs.check_float("chain_strength", chain_strength, 0)
        if num_reads is not None:
            sample_params["num_reads"] = inputs.check_integer("num_reads", num_reads, 1)
        if annealing_time is not None:
            checked = inputs.check_float("annealing_time", annealing_time, 0)
            sample_params["annealing_time"] = checked
        sampler = self.connect() if sampler is None else sampler
        for needed in ("nodelist", "edgelist"):
            if not hasattr(sampler, needed):
                raise TypeError(
                    "sampler must have a structure, nodelist and edgelist, as DWaveSampler has, "
                    f"got {sampler!r}; one without goes to selection= itself"
                )
        super().__init__(
            sampler,
            penalty=penalty,
            reductions=reductions,
            max_samples=max_samples,
            **sample_params,
        )
        if "num_reads" in self.known_params:
            self.sample_params.setdefault("num_reads", 100)
        self.chain_strength = chain_strength
        self.chip = Chip(sampler)
        self.placer = Placer(self.chip, embedding)

    @property
    def largest_problem(self) -> int | None:
        """Vertices of the largest complete graph on the chip; None for an unknown lattice."""
        return self.chip.largest_clique

    def _plan_calls(
        self, kernels: Sequence[GraphProblem], models: Sequence[dimod.BinaryQuadraticModel]
    ) -> list[list[Placed]]:
        calls, homeless = self.placer.place(models)
        if homeless:
            kernel, n = kernels[homeless[0]], models[homeless[0]].num_variables
            others = f" (and of {len(homeless) - 1} others)" if len(homeless) > 1 else ""
            largest = self.chip.largest_clique
            limit = "" if largest is None else f", where {largest} fit in any case"
            raise SelectionError(
                f"solver {self.name} found no room for a kernel of {n} variables and "
                f"{kernel.n_edges} edges of {kernel.name}{others} on a chip of "
                f"{self.chip.n_qubits} qubits{limit}: use a smaller max_chunk_size "
                f"{'' if largest is None else f'({largest}) '}or on_failure='greedy'"
            )
        return calls

    def _join(
        self, models: Sequence[dimod.BinaryQuadraticModel], call: Sequence[Placed]
    ) -> dimod.BinaryQuadraticModel:
        joined = import_extra("dimod").BinaryQuadraticModel("SPIN")
        for part in call:
            embedded = part.structure.embed_bqm(_scale(models[part.index]), self._strength())
            joined.update(_scale(embedded))
        return joined

    def _strength(self) -> Any:
        rules = import_extra("dwave.embedding").chain_strength
        if isinstance(self.chain_strength, str):
            return {
                "uniform-torque": rules.uniform_torque_compensation,
                "scaled": rules.scaled,
            }[self.chain_strength]
        return self.chain_strength

    def _sizes(self, part: Placed) -> dict[str, float]:
        return {
            "variables": len(part.structure),
            "qubits": sum(len(chain) for chain in part.structure.values()),
        }

    def _report(self, sampleset: dimod.SampleSet, n_kernels: int) -> dict[str, float]:
        told = super()._report(sampleset, n_kernels)
        per_read = sampleset.info.get("timing", {}).get("qpu_anneal_time_per_sample")
        if per_read is not None:
            told["qpu_anneal_microseconds"] = float(per_read) * told["call_reads"]
        return told


class LeapHybridSolver(JoiningSolver):
    """The hybrid solver of D-Wave's Leap service: all kernels of a level in one call.

    Parameters
    ----------
    sampler : dimod.Sampler, optional
        By default ``dwave.system.LeapHybridSampler()``, which needs an account.
    time_limit : float, optional
        Seconds per call; by default the least that the service accepts for so many variables.
    penalty, reductions, max_samples
        See `SamplerSolver`.
    **sample_params
        Other parameters of the sampler; unknown ones are refused.

    Notes
    -----
    A call has as many kernels as stay within the sampler's properties
    ``maximum_number_of_variables`` and ``maximum_number_of_biases``. Details are those of
    `read_samples`, ``calls``, ``calls_saved`` and ``call_reads`` as in `DWaveSolver`, and what the
    service tells: ``qpu_access_microseconds``, ``run_microseconds``, ``charge_microseconds``.

    Tested with a stand-in for the service.

    Examples
    --------
    >>> import bidvit
    >>> bidvit.cluster(
    ...     [[0.0], [1.0]],
    ...     selection="leap-hybrid",
    ...     selection_params={"time_limit": 5},
    ... )  # doctest: +SKIP
    """

    name = "leap-hybrid"
    service = "LeapHybridSampler"
    timings: ClassVar = {
        "qpu_access_time": "qpu_access_microseconds",
        "run_time": "run_microseconds",
        "charge_time": "charge_microseconds",
    }

    def __init__(
        self,
        *,
        sampler: Any = None,
        time_limit: float | None = None,
        penalty: str | float | None = None,
        reductions: Reductions = True,
        max_samples: int = 32,
        **sample_params: Any,
    ) -> None:
        if time_limit is not None:
            sample_params["time_limit"] = inputs.check_float("time_limit", time_limit, 0)
        super().__init__(
            self.connect() if sampler is None else sampler,
            penalty=penalty,
            reductions=reductions,
            max_samples=max_samples,
            **sample_params,
        )

    def _plan_calls(
        self, kernels: Sequence[GraphProblem], models: Sequence[dimod.BinaryQuadraticModel]
    ) -> list[list[Placed]]:
        properties = getattr(self.sampler, "properties", {})
        most_variables = properties.get("maximum_number_of_variables", float("inf"))
        most_biases = properties.get("maximum_number_of_biases", float("inf"))
        calls: list[list[Placed]] = []
        n_variables = n_biases = 0
        for index, model in enumerate(models):
            n, biases = model.num_variables, model.num_variables + model.num_interactions
            if n > most_variables or biases > most_biases:
                raise SelectionError(
                    f"solver {self.name} takes at most {most_variables:,} variables and "
                    f"{most_biases:,} biases, a kernel of {kernels[index].name} has {n:,} and "
                    f"{biases:,}: use a smaller max_chunk_size or on_failure='greedy'"
                )
            if not calls or n_variables + n > most_variables or n_biases + biases > most_biases:
                calls.append([])
                n_variables = n_biases = 0
            numbered = {v: (n_variables + i,) for i, v in enumerate(model.variables)}
            calls[-1].append(Placed(index, numbered))
            n_variables, n_biases = n_variables + n, n_biases + biases
        return calls

    def _join(
        self, models: Sequence[dimod.BinaryQuadraticModel], call: Sequence[Placed]
    ) -> dimod.BinaryQuadraticModel:
        joined = import_extra("dimod").BinaryQuadraticModel("SPIN")
        for part in call:
            names = {v: chain[0] for v, chain in part.structure.items()}
            joined.update(_scale(models[part.index]).relabel_variables(names, inplace=False))
        return joined


def _scale(model: dimod.BinaryQuadraticModel) -> dimod.BinaryQuadraticModel:
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
