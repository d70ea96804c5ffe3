"""The samplers that go by name, each with parameters that suit chunks of about 1,000 nodes."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from bidvit import inputs
from bidvit.selection.annealing import SamplerSolver, scale_of
from bidvit.selection.extras import import_extra
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.pipeline import Reductions


class NamedSamplerSolver(SamplerSolver):
    """A sampler that goes by name: any of its parameters may be given, with `penalty` and others.

    Parameters
    ----------
    penalty, reductions, max_samples
        See `SamplerSolver`.
    **sample_params
        Parameters of the sampler. They take the place of those of `defaults`.
    """

    # What the sampler is called with unless something else is asked for.
    defaults: ClassVar[Mapping[str, Any]] = {}
    # All these release the GIL, and keep nothing between calls.
    parallel = True

    def __init__(
        self,
        /,
        *,
        penalty: str | float | None = None,
        reductions: Reductions = True,
        max_samples: int = 32,
        **sample_params: Any,
    ) -> None:
        super().__init__(
            self.make_sampler(),
            penalty=penalty,
            reductions=reductions,
            max_samples=max_samples,
            **{**self.defaults_for(sample_params), **sample_params},
        )

    @classmethod
    @abstractmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""

    @classmethod
    def defaults_for(cls, sample_params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the defaults beside these parameters."""
        del sample_params
        return cls.defaults


class SimulatedAnnealingSolver(NamedSamplerSolver):
    """Simulated annealing of dwave-samplers: 10 reads of 1,000 sweeps."""

    name = "simulated-annealing"
    defaults: ClassVar = {"num_reads": 10, "num_sweeps": 1000}

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        return import_extra("dwave.samplers").SimulatedAnnealingSampler()


class TabuSolver(NamedSamplerSolver):
    """Tabu search of dwave-samplers: 4 reads of 10,000 moves, whatever the clock says.

    The sampler by itself is bounded by time and so not reproducible. Given a ``timeout``, in
    milliseconds per read, the other bounds are the sampler's own, and so is that.
    """

    name = "tabu"
    defaults: ClassVar = {
        "num_reads": 4,
        "timeout": None,
        "num_restarts": 0,
        "coefficient_z_first": 10_000,
        "lower_bound_z": 100_000,
    }

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        return import_extra("dwave.samplers").TabuSampler()

    @classmethod
    def defaults_for(cls, sample_params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return no defaults beside a limit of time."""
        return {} if sample_params.get("timeout") is not None else cls.defaults


class PathIntegralSolver(NamedSamplerSolver):
    """Path-integral Monte Carlo of dwave-samplers, simulated quantum annealing: 1,000 sweeps."""

    name = "path-integral"
    defaults: ClassVar = {"num_reads": 1, "num_sweeps": 1000}

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        return import_extra("dwave.samplers").PathIntegralAnnealingSampler()


class SteepestDescentSolver(NamedSamplerSolver):
    """Steepest descent of dwave-samplers from 100 random states: a baseline."""

    name = "steepest-descent"
    defaults: ClassVar = {"num_reads": 100}

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        return import_extra("dwave.samplers").SteepestDescentSampler()


class ParallelTemperingSolver(NamedSamplerSolver):
    """Our `bidvit.selection.samplers.ParallelTemperingSampler`: 16 replicas, 2,000 sweeps."""

    name = "parallel-tempering"

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        import_extra("dimod")
        from bidvit.selection.samplers import ParallelTemperingSampler

        return ParallelTemperingSampler()


class PathRelinkingSolver(NamedSamplerSolver):
    """Our `bidvit.selection.samplers.PathRelinkingSampler`: 1,000 tabu searches, an elite of 5."""

    name = "path-relinking"

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        import_extra("dimod")
        from bidvit.selection.samplers import PathRelinkingSampler

        return PathRelinkingSampler()


class TreeDecompositionSolver(NamedSamplerSolver):
    """Exact, by tree decomposition of dwave-samplers, for kernels of low treewidth.

    Time and memory double with each step of the treewidth, so kernels beyond `max_treewidth` are
    refused. The order in which variables are eliminated is that of least degree. Optimality is
    counted as proved up to nine digits: the sums are in double precision.

    Parameters
    ----------
    max_treewidth : int, default=20
        At most what the sampler can do, 25.
    penalty, reductions, max_samples, **sample_params
        See `NamedSamplerSolver`.

    Examples
    --------
    >>> import bidvit.selection as selection
    >>> ring = [(i, (i + 1) % 7) for i in range(7)]
    >>> problem = selection.IndependentSetProblem.from_edges(ring, 7)
    >>> found = selection.solve(problem, "tree-decomposition", random_state=0, reductions=False)
    >>> found.weight, found.proved_optimal
    (3.0, True)
    """

    name = "tree-decomposition"
    # Its Python part, the elimination of variables, holds the GIL.
    parallel = False

    def __init__(
        self,
        /,
        *,
        max_treewidth: int = 20,
        penalty: str | float | None = None,
        reductions: Reductions = True,
        max_samples: int = 32,
        **sample_params: Any,
    ) -> None:
        super().__init__(
            penalty=penalty, reductions=reductions, max_samples=max_samples, **sample_params
        )
        most = int(self.sampler.properties["max_treewidth"])
        self.max_treewidth = inputs.check_integer("max_treewidth", max_treewidth, 1)
        if self.max_treewidth > most:
            raise ValueError(
                f"max_treewidth must be at most what the sampler can do, {most}, "
                f"got {self.max_treewidth}"
            )

    @classmethod
    def make_sampler(cls) -> Any:
        """Return the sampler."""
        return import_extra("dwave.samplers").TreeDecompositionSolver()

    def params_of(self, problem: GraphProblem, model: Any, rng: Any) -> dict[str, Any]:
        """Return the parameters of a call, with an order of elimination."""
        params = super().params_of(problem, model, rng)
        if "elimination_order" not in params:
            order = find_elimination_order(model, self.max_treewidth)
            if order is None:
                raise SelectionError(
                    f"solver {self.name} found no tree decomposition of {problem.name} "
                    f"({problem.n_vertices} vertices) with a width of at most max_treewidth="
                    f"{self.max_treewidth}: use smaller chunks or another solver"
                )
            params["elimination_order"] = order
        return params

    def _sample(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        answer = super()._sample(problem, rng)
        # Every sum of the dynamic program has at most so many terms, each with a rounding error.
        n_terms = problem.n_vertices + problem.n_edges
        error = n_terms * np.finfo(float).eps * scale_of(self.make_model(problem))
        value = problem.value(answer.vertices)
        exact = answer.repairs == 0 and not answer.details["wrong_energies"]
        return replace(answer, proved_optimal=bool(exact and error < 1e-9 * abs(value)))


def find_elimination_order(model: Any, max_width: int) -> list[Any] | None:
    """Return the variables in the order of least degree, each after its elimination joins the rest.

    O(n × width²) time. Gives up, and returns None, when a degree exceeds the width allowed.
    """
    adjacent = {v: set(model.adj[v]) for v in model.variables}
    place = {v: i for i, v in enumerate(model.variables)}
    heap = [(len(others), place[v], v) for v, others in adjacent.items()]
    heapify(heap)
    order = []
    while adjacent:
        degree, _, v = heappop(heap)
        if v not in adjacent or degree != len(adjacent[v]):
            continue  # an old entry: a newer one has the degree as it is
        if degree > max_width:
            return None
        others = adjacent.pop(v)
        for u in others:
            adjacent[u] |= others
            adjacent[u] -= {u, v}
            heappush(heap, (len(adjacent[u]), place[u], u))
        order.append(v)
    return order
