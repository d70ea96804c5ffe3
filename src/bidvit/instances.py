"""The selection problems of a dataset as files: what a fit asks its solver, for other solvers."""

from __future__ import annotations

import csv
import math
import re
import time
import zlib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit import inputs
from bidvit.engines.memory import cluster
from bidvit.parallel import Workers, count_threads
from bidvit.selection.files import SUFFIXES, read_instance, to_whole, write_problem
from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.registry import make_solver
from bidvit.selection.solver import (
    Selection,
    SelectionError,
    Solver,
    name_of,
    solve_all,
    verify,
)
from bidvit.unfinished import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from os import PathLike

    from bidvit.engines.memory import Progress
    from bidvit.tree import ClusterTree

__all__ = ["Instance", "read_instance", "write_instances"]

INDEX = "index.csv"
_NAME = re.compile(r"level-\d{2,}-chunk-\d{5,}\.(bqm|dimacs|graph|json)")


@dataclass(frozen=True)
class Instance:
    """A line of the index.

    Attributes
    ----------
    name : str
        Of its files, without their ending.
    level, chunk : int
        The level whose nodes are the vertices turn into this level; chunks count from 0.
    epsilon : float
    n_vertices, n_edges : int
    density, mean_degree : float
        Share of the pairs that are joined; edges per vertex, times two.
    least_weight, largest_weight : float
    best_weight : float
        Of the best set known.
    proved_optimal : bool
        Whether it is proved that there is no better one.
    bound : float
        No set weighs more; NaN if nothing is known.
    solver : str
        Who found the best set.
    seconds : float
        How long that took.
    """

    name: str
    level: int
    chunk: int
    epsilon: float
    n_vertices: int
    n_edges: int
    density: float
    mean_degree: float
    least_weight: float
    largest_weight: float
    best_weight: float
    proved_optimal: bool
    bound: float
    solver: str
    seconds: float


def write_instances(
    X: Any,
    directory: str | PathLike[str],
    *,
    formats: Sequence[str] = ("bqm", "dimacs", "metis", "json"),
    levels: Iterable[int] | None = None,
    max_instances: int | None = 100,
    solve: Any = "exact",
    solve_params: Mapping[str, Any] | None = None,
    penalty: str | float = "max",
    dataset: str | None = None,
    force: bool = False,
    random_state: Any = 0,
    n_jobs: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    on_written: Callable[[int, int], object] | None = None,
    **cluster_parameters: Any,
) -> list[Instance]:
    """Write the selection problems of a fit to a folder, and an index of them.

    `index.csv` has a line per instance, see `Instance`. Chunks without an edge are left out: there
    is nothing to select. The folder appears when all is written.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
    directory : str or path
        A new folder, or an empty one.
    formats : sequence of {"bqm", "dimacs", "metis", "json"}
        dimod's binary quadratic model; a graph with weighted vertices for DIMACS solvers
        (``.dimacs``) and for METIS ones (``.graph``), weights multiplied and rounded where they are
        not whole; and JSON, with all that is known, also the best set.
    levels : iterable of int, optional
        Which levels' selections; all by default. Level 1 selects among the distinct rows.
    max_instances : int or None, default=100
        At most so many, drawn at random and evenly from the levels; None for all.
    solve : str, Solver, dimod sampler or None, default="exact"
        Who looks for the best set of each instance. None: what the fit selected is given as best.
    solve_params : mapping, optional
        Its parameters.
    penalty : {"max", "min", "global"} or float, default="max"
        λ in the BQM files; see `IndependentSetProblem.to_qubo`.
    dataset : str, optional
        What JSON is to call the data.
    force : bool, default=False
        Replace the instances in a folder that holds nothing else.
    random_state : int, RandomState, Generator or None, default=0
    n_jobs : int, optional
    progress : callable, optional
        As in `bidvit.cluster`.
    on_written : callable, optional
        Called with the number of instances that are solved and written, and of all.
    **cluster_parameters
        Those of `bidvit.cluster`.

    Returns
    -------
    list of Instance
        By level and chunk.

    Examples
    --------
    >>> import tempfile, pathlib, numpy as np
    >>> from bidvit.instances import read_instance, write_instances
    >>> X = np.random.default_rng(0).random((500, 2))
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "instances"
    >>> made = write_instances(X, folder, formats=["json"], solve=None, levels=[1, 5])
    >>> sorted(path.name for path in folder.iterdir())
    ['index.csv', 'level-01-chunk-00000.json', 'level-05-chunk-00000.json']
    >>> read_instance(folder / "level-01-chunk-00000.json").n_vertices
    500
    """
    folder = Path(directory)
    _check_formats(formats)
    wanted = None if levels is None else {inputs.check_integer("levels", m, 1) for m in levels}
    if wanted is not None and not wanted:
        raise ValueError("levels must have at least one level, got none")
    if max_instances is not None:
        max_instances = inputs.check_integer("max_instances", max_instances, 1)
    solver = None if solve is None else make_solver(solve, solve_params)
    if solve is None and solve_params:
        raise ValueError(f"solve_params must be empty where solve is None, got {solve_params}")
    _check_folder(folder, force)
    seed = inputs.check_seed(random_state)
    n_threads = count_threads(n_jobs)

    parameters = dict(cluster_parameters)
    if parameters.get("coarsening", "separated") != "separated":
        raise ValueError(
            "coarsening must be 'separated', got "
            f"{parameters['coarsening']!r}: instances are independent set problems"
        )
    inner = make_solver(
        parameters.pop("selection", "greedy"), parameters.pop("selection_params", None)
    )
    if wanted is not None:
        highest = max(wanted)
        given = parameters.get("max_levels")
        parameters["max_levels"] = highest if given is None else min(given, highest)
    recorder = _make_recorder(inner, wanted, _Sample(max_instances, seed))

    def follow(told: Progress) -> None:
        recorder.follow(told)
        if progress is not None:
            progress(told)

    tree = cluster(
        X, **parameters, selection=recorder, random_state=seed, n_jobs=n_jobs, progress=follow
    )
    recorded = recorder.finish()
    if not recorded:
        raise ValueError(
            "no instance to write: no two nodes of a chunk are closer than epsilon at "
            + ("any level" if wanted is None else f"levels {sorted(wanted)}")
        )
    with make_folder(folder) as unfinished:
        made = []
        for record, answer, who in _solve(recorded, solver, name_of(inner), seed, n_threads):
            made.append(_describe(record, answer, who))
            facts = {"dataset": dataset} | _make_facts(made[-1], record, answer, tree)
            facts["selection"] = name_of(inner)
            for name in formats:
                path = unfinished / f"{made[-1].name}{SUFFIXES[name]}"
                write_problem(record.problem, path, name, penalty=penalty, facts=facts)
            if on_written is not None:
                on_written(len(made), len(recorded))
        _write_index(unfinished / INDEX, made)
    return made


def _check_formats(formats: Sequence[str]) -> None:
    if isinstance(formats, str) or not formats:
        raise ValueError(f"formats must be one or more of {', '.join(SUFFIXES)}, got {formats!r}")
    for name in formats:
        inputs.check_choice("formats", name, tuple(SUFFIXES))
    if len(set(formats)) < len(formats):
        raise ValueError(f"formats must not repeat, got {list(formats)}")
    if "bqm" in formats:
        from bidvit.selection.extras import import_extra

        import_extra("dimod")


def _check_folder(folder: Path, force: bool) -> None:
    """Raise unless a folder is new, empty, or, by force, one with instances and nothing else."""
    if not folder.absolute().parent.is_dir():
        raise FileNotFoundError(f"there is no folder {folder.absolute().parent}")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NotADirectoryError(f"directory must be a folder or a new name, got the file {folder}")
    names = [entry.name for entry in folder.iterdir()]
    others = [name for name in names if name != INDEX and not _NAME.fullmatch(name)]
    if others:
        raise FileExistsError(
            f"{folder} is not empty and holds more than instances (it has {min(others)}): "
            "choose a new name"
        )
    if names and not force:
        raise FileExistsError(f"{folder} holds instances already: choose a new name, or force")


@dataclass
class _Record:
    """A problem as the fit's solver saw it, and what that selected."""

    problem: IndependentSetProblem
    level: int
    chunk: int
    epsilon: float
    answer: Selection

    @property
    def name(self) -> str:
        """What the files are called."""
        return f"level-{self.level:02}-chunk-{self.chunk:05}"


class _Sample:
    """Keeps a number of records, drawn at random and evenly from the levels."""

    def __init__(self, most: int | None, seed: int) -> None:
        self._most = most
        self._rng = np.random.default_rng((seed, 1))
        self._kept: list[tuple[int, _Record]] = []
        self._of_level: list[_Record] = []
        self._n_seen = 0

    def add(self, record: _Record) -> None:
        """Take a record of the level at hand into account."""
        self._n_seen += 1
        if self._most is None or len(self._of_level) < self._most:
            self._of_level.append(record)
            return
        place = int(self._rng.integers(self._n_seen))
        if place < self._most:
            self._of_level[place] = record

    def end_level(self) -> None:
        """Take turns: the first of each level, then the second of each, and so on."""
        order = self._rng.permutation(len(self._of_level)).tolist()
        self._kept += [(turn, self._of_level[i]) for turn, i in enumerate(order)]
        self._kept.sort(key=lambda one: (one[0], one[1].level))
        if self._most is not None:
            del self._kept[self._most :]
        self._of_level, self._n_seen = [], 0

    def finish(self) -> list[_Record]:
        """Return what is kept, by level and chunk."""
        self.end_level()
        return sorted((one for _, one in self._kept), key=lambda r: (r.level, r.chunk))


class _Recorder:
    """Passes the problems of a fit on to a solver, and notes them."""

    def __init__(self, inner: Solver, wanted: set[int] | None, sample: _Sample) -> None:
        self.name = name_of(inner)
        self._inner, self._wanted, self._sample = inner, wanted, sample
        self._level, self._epsilon, self._n_chunks = 0, 0.0, 0

    def follow(self, told: Progress) -> None:
        """Note where the fit is; it says so before it begins with a level."""
        if (told.level, told.epsilon) != (self._level, self._epsilon):
            self._sample.end_level()
            self._level, self._epsilon, self._n_chunks = told.level, told.epsilon, 0

    def finish(self) -> list[_Record]:
        """Return what the sample kept."""
        return self._sample.finish()

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        """Return the answer of the solver, called for one chunk after the other."""
        start = time.perf_counter()
        answer = self._inner.solve(problem, rng)
        self._note(problem, replace(answer, seconds=time.perf_counter() - start))
        return answer

    def _note(self, problem: IndependentSetProblem, answer: Selection) -> None:
        chunk = self._n_chunks
        self._n_chunks += 1
        if problem.n_edges == 0 or not (self._wanted is None or self._level in self._wanted):
            return
        # Copies: what is kept must not keep the arrays of a whole level.
        copy = IndependentSetProblem._trusted(
            problem.starts.copy(), problem.neighbours.copy(), problem.weights.copy(), problem.name
        )
        self._sample.add(_Record(copy, self._level, chunk, self._epsilon, answer))


class _RecorderOfMany(_Recorder):
    """The same for a solver that wants many problems at once."""

    def solve_many(
        self, problems: Sequence[IndependentSetProblem], rngs: Sequence[np.random.Generator]
    ) -> list[Selection]:
        """Return the answers of the solver."""
        answers: list[Selection] = self._inner.solve_many(problems, rngs)  # type: ignore[attr-defined]
        for problem, answer in zip(problems, answers, strict=True):
            self._note(problem, answer)
        return answers


def _make_recorder(inner: Solver, wanted: set[int] | None, sample: _Sample) -> _Recorder:
    made = _RecorderOfMany if hasattr(inner, "solve_many") else _Recorder
    return made(inner, wanted, sample)


def _solve(
    records: list[_Record], solver: Solver | None, fitted_by: str, seed: int, n_threads: int
) -> Iterator[tuple[_Record, Selection, str]]:
    """Yield each record with the best set known of it, and who found it; in order."""
    parallel = getattr(solver, "parallel", False)
    with Workers(n_threads if parallel else 1) as workers:

        def ask(record: _Record) -> tuple[Selection, str]:
            fitted = verify(record.problem, record.answer, fitted_by)
            if solver is None:
                return fitted, fitted_by
            # A stream that depends on the instance alone, whichever else are written.
            key = (seed, zlib.crc32(record.name.encode()))
            [found] = solve_all(solver, [record.problem], [np.random.default_rng(key)])
            if found.weight >= fitted.weight * (1 - 1e-12):
                return found, name_of(solver)
            if found.proved_optimal:
                raise SelectionError(
                    f"solver {name_of(solver)} calls {found.weight:.12g} proved for "
                    f"{record.problem.name}, {fitted_by} found {fitted.weight:.12g}"
                )
            return replace(fitted, bound=max(found.bound, fitted.weight)), fitted_by

        for begin in range(0, len(records), 4 * workers.n_threads):
            some = records[begin : begin + 4 * workers.n_threads]
            for record, answer in zip(some, workers.run(ask, [(r,) for r in some]), strict=True):
                yield record, *answer


def _describe(record: _Record, answer: Selection, who: str) -> Instance:
    problem = record.problem
    n, m = problem.n_vertices, problem.n_edges
    return Instance(
        name=record.name,
        level=record.level,
        chunk=record.chunk,
        epsilon=record.epsilon,
        n_vertices=n,
        n_edges=m,
        density=2 * m / (n * (n - 1)),
        mean_degree=2 * m / n,
        least_weight=float(problem.weights.min()),
        largest_weight=float(problem.weights.max()),
        best_weight=answer.weight,
        proved_optimal=answer.proved_optimal,
        bound=answer.bound,
        solver=who,
        seconds=answer.seconds,
    )


def _make_facts(
    instance: Instance, record: _Record, answer: Selection, tree: ClusterTree
) -> dict[str, Any]:
    """Return what JSON says besides graph and weights; what is not known is null."""
    facts = asdict(instance)
    del facts["name"], facts["n_vertices"], facts["n_edges"]
    return {name: None if _is_nan(value) else value for name, value in facts.items()} | {
        "best_set": answer.vertices.tolist(),
        "whole_weights_scale": to_whole(record.problem.weights)[1],
        "parameters": dict(tree.parameters),
    }


def _write_index(path: Path, instances: list[Instance]) -> None:
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([field.name for field in fields(Instance)])
        for instance in instances:
            values = asdict(instance).values()
            writer.writerow(["" if _is_nan(value) else value for value in values])


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)
