"""D-Wave's quantum processors and hybrid solvers by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from bidvit import inputs
from bidvit.selection.chips import Chip
from bidvit.selection.extras import import_extra
from bidvit.selection.joining import JoiningSolver, scale_biases
from bidvit.selection.placing import EMBEDDINGS, Placed, Placer
from bidvit.selection.solver import SelectionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import dimod

    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.pipeline import Reductions

CHAIN_STRENGTHS = ("uniform-torque", "scaled")


def connect(name: str, service: str) -> Any:
    """Return a sampler of D-Wave's service, or say what is missing.

    Parameters
    ----------
    name : str
        Of the solver.
    service : str
        The class of ``dwave.system``.
    """
    system = import_extra("dwave.system")
    if not import_extra("dwave.cloud").config.load_config().get("token"):
        raise ValueError(
            f"selection={name!r} needs a token of D-Wave's Leap service: get one with an "
            "account at https://cloud.dwavesys.com/leap, then run `dwave config create` or set "
            "the environment variable DWAVE_API_TOKEN"
        )
    errors = import_extra("dwave.cloud").exceptions
    try:
        return getattr(system, service)()
    except (errors.SolverError, errors.ConfigFileError, OSError) as error:
        raise ValueError(
            f"selection={name!r} found no solver of D-Wave's Leap service: "
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
        sampler = connect("dwave", "DWaveSampler") if sampler is None else sampler
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
        """Vertices of the largest complete graph on the chip; None for an unknown lattice.

        Any independent set problem of so many has room; a dominating set problem has more variables
        than vertices, and may have none.
        """
        return self.chip.largest_clique

    def _plan_calls(
        self, kernels: Sequence[GraphProblem], models: Sequence[dimod.BinaryQuadraticModel]
    ) -> list[list[Placed]]:
        calls, homeless = self.placer.place(models)
        if homeless:
            kernel, n = kernels[homeless[0]], models[homeless[0]].num_variables
            others = f" (and of {len(homeless) - 1} others)" if len(homeless) > 1 else ""
            # That counts variables; other problems have more of them than vertices.
            largest = self.chip.largest_clique if kernel.sense == "max" else None
            limit = "" if largest is None else f", where {largest} fit in any case"
            raise SelectionError(
                f"solver {self.name} found no room for a kernel of {n} variables and "
                f"{kernel.n_edges} edges of {kernel.name}{others} on a chip of "
                f"{self.chip.n_qubits} qubits{limit}: use a smaller max_chunk_size "
                f"{'' if largest is None else f'({largest}) '}or on_failure='greedy'"
            )
        return calls

    def _join(self, models: Sequence[dimod.BinaryQuadraticModel], call: Sequence[Placed]) -> Any:
        joined = import_extra("dimod").BinaryQuadraticModel("SPIN")
        for part in call:
            embedded = part.structure.embed_bqm(scale_biases(models[part.index]), self._strength())
            joined.update(scale_biases(embedded))
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
            connect("leap-hybrid", "LeapHybridSampler") if sampler is None else sampler,
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

    def _join(self, models: Sequence[dimod.BinaryQuadraticModel], call: Sequence[Placed]) -> Any:
        joined = import_extra("dimod").BinaryQuadraticModel("SPIN")
        for part in call:
            names = {v: chain[0] for v, chain in part.structure.items()}
            joined.update(scale_biases(models[part.index]).relabel_variables(names, inplace=False))
        return joined
