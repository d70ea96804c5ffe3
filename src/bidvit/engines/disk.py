"""The level loop on disk: the tree that memory would make, within a budget of memory.

The state between two levels is in files; ``unfinished/progress.json`` says which of them count.
"""

from __future__ import annotations

import math
import shutil
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import levels, spaces, storage
from bidvit.engines.assembly import assemble
from bidvit.engines.blocks import RowTasks
from bidvit.engines.grown import Grown
from bidvit.engines.lease import end_tasks
from bidvit.engines.memory import Clock, Progress
from bidvit.engines.plan import Plan, check_memory, make_plan
from bidvit.engines.resuming import (
    PROGRESS,
    compare_parameters,
    find_state,
    new_state,
    removed_if_worthless,
    sweep,
)
from bidvit.engines.rows import open_input
from bidvit.engines.running import Runner, ThreadRunner, Work
from bidvit.engines.scan import Scanner
from bidvit.engines.scratch import ArrayFile, resident_bytes, this_boot, write_json
from bidvit.engines.splits import Cutter
from bidvit.engines.tasks import (
    NODES,
    Level,
    Splits,
    closest_of_leaf,
    coarsen_leaf,
    cut_part,
    leaf_folder,
    move_block,
    read_part,
)
from bidvit.inputs import WeightSummary
from bidvit.levels import Chunks, Coarsener, Rules, Schedule
from bidvit.parallel import Workers
from bidvit.selection.levels import LevelSelection, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike

    from bidvit.engines.choices import Choices
    from bidvit.engines.rows import Input
    from bidvit.spaces import Space
    from bidvit.tree import ClusterTree

Array = npt.NDArray[Any]

_MOST_EXACT_LEAVES = 256
_LEAST_LEFT = 1 << 24  # bytes, where the budget is used up before the tree is assembled


def cluster_on_disk(
    X: Any,
    *,
    sample_weight: Any,
    metric: Any,
    choices: Choices,
    out: str | PathLike[str],
    memory: int | str,
    splits: str,
    resume: bool,
    random_state: Any,
    backend: str,
    client: Any,
) -> ClusterTree:
    """Build a tree in a folder; see `bidvit.cluster`."""
    if backend == "dask":
        from bidvit.engines.dask import find_client

        client = find_client(client)
    if callable(metric):
        raise ValueError(
            "metric must be a name with out, got a function: functions are for clustering in memory"
        )
    spaces.check_metric(metric, choices.linkage, choices.representation)
    if not isinstance(resume, bool):
        raise TypeError(f"resume must be True or False, got {resume!r}")
    n_bytes = check_memory(memory)
    path = Path(out).absolute()
    asked = {
        "metric": metric,
        "memory": n_bytes,
        "splits": splits,
        "initial_collapse": choices.initial_collapse,
        "radii": choices.radii,
        "on_failure": choices.selector.on_failure,
        **choices.parameters(0, metric, choices.initial_epsilon, None, splits),
    }
    with storage.own_folder(path, unfinished=True):
        folder = path / storage.UNFINISHED
        state = find_state(folder, resume=resume)
        end_tasks(folder)
        if state is None:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            state = new_state(asked)
        else:
            if random_state is None:
                choices = replace(choices, seed=state["asked"]["random_state"])
                asked["random_state"] = choices.seed
            compare_parameters(state["asked"], asked)
            sweep(folder, state)
        with (
            removed_if_worthless(folder, state),
            _start(client, folder, choices.n_threads) as runner,
        ):
            if client is None:
                data = open_input(X, sample_weight, folder)
            else:
                from bidvit.engines.shared import open_shared_input

                data = open_shared_input(X, sample_weight, folder, runner, begun="stamp" in state)
            run = _Run(folder, state, choices, metric, data, n_bytes, runner)
            run.prepare()
            run.grow()
            grown = run.grown()
            tell = partial(run.tell, len(grown.epsilons), grown.epsilons[-1], grown.n_nodes[-1])
            del data, run.data
        return assemble(
            path,
            grown,
            radii=choices.radii,
            memory_left=max(n_bytes - resident_bytes(), _LEAST_LEFT),
            n_threads=choices.n_threads,
            progress=tell,
        )


@contextmanager
def _start(client: Any, folder: Path, n_threads: int) -> Iterator[Any]:
    """Yield who does the work: threads, or a cluster if there is a client."""
    if client is None:
        with Workers(n_threads) as workers:
            yield ThreadRunner(workers)
    else:
        from bidvit.engines.dask import on_cluster

        with on_cluster(client, folder) as runner:
            yield runner


class _Run:
    """A run on disk: what has been decided, and what has been done."""

    def __init__(
        self,
        folder: Path,
        state: dict[str, Any],
        choices: Choices,
        metric: str,
        data: Input,
        memory: int,
        runner: Runner,
    ) -> None:
        self.folder, self.state, self.choices, self.data = folder, state, choices, data
        self.metric, self.runner = metric, runner
        if "plan" not in state:
            plan = make_plan(memory, data, metric, choices, runner.held(), runner.bytes_per_block)
            state["plan"] = asdict(plan)
            state["stamp"] = data.stamp
            self.commit()
        self.plan = Plan(**state["plan"])
        self.clock = Clock()
        self.clock.seconds.update(state.get("seconds", {}))
        self.space: Space
        self.rules: Rules

    def commit(self) -> None:
        """Have all that was decided so far count."""
        self.state["boot"] = this_boot()
        write_json(self.folder / PROGRESS, self.state)

    def tell(
        self,
        level: int,
        epsilon: float,
        n_nodes: int,
        done: float,
        selection: LevelSelection | None = None,
    ) -> None:
        """Report progress."""
        if self.choices.progress is not None:
            seconds = time.perf_counter() - self.clock.started
            self.choices.progress(Progress(level, epsilon, n_nodes, done, seconds, selection))

    # Level 0.

    def prepare(self) -> None:
        """Check the rows, merge equal ones, write level 0."""
        state, n_rows = self.state, len(self.data)
        blocks = _blocks(n_rows, self.plan.rows_per_block)
        n_told = 0

        def tell() -> None:
            nonlocal n_told
            n_told += 1
            self.tell(0, 0.0, n_rows, min(n_told / (4 * len(blocks)), 1.0))

        tasks = RowTasks(self.data, self.metric, self.folder, blocks, self.plan.n_buckets)
        scanner = Scanner(tasks, self.runner, tell)
        if "fingerprint" not in state:
            # What an interrupted scan has left may be of other rows.
            shutil.rmtree(self.folder / "scan", ignore_errors=True)
            found = scanner.scan()
            self._choose_space(found.largest)  # raises where coordinates are too large
            state["fingerprint"], state["largest"] = found.fingerprint, found.largest
            state["weights"] = None if found.weights is None else asdict(found.weights)
            self.commit()
        elif state["stamp"] != self.data.stamp or state["fingerprint"] != scanner.fingerprint():
            raise ValueError(
                "resume=True needs the rows and weights the run was begun with: they have changed"
            )
        self.space = self._choose_space(state["largest"])
        summary = None if state["weights"] is None else WeightSummary(**state["weights"])
        if summary is not None and summary.all_one:
            summary = None
        if summary is None:
            self.data = replace(self.data, weights=None)
            scanner = replace(scanner, tasks=replace(tasks, data=self.data))
        self.clock.note("distinct")
        if "n_leaves" not in state:
            ends = scanner.merge(summary)
            self.clock.note("distinct")
            box = scanner.ingest(self.space, ends)
            if summary is not None and summary.n_zero:
                scanner.keep_unweighted(self.space, summary.n_zero)
            if self.space.on_sphere:
                # Centroids that are projected back may leave the box of the points.
                box[0], box[1] = -1, 1
            state["n_leaves"], state["box"] = ends[-1], box.tolist()
            state["weight_range"] = _weight_range(self.folder, blocks)
            self.clock.note("embed")
            self.commit()
        shutil.rmtree(self.folder / "scan", ignore_errors=True)
        self.rules = self.choices.rules(self.space, state["weight_range"][0])

    def _choose_space(self, largest: float) -> Space:
        return spaces.choose_space(self.metric, self.data.dtype, self.data.n_features, largest)

    # The levels above.

    def level(self) -> Level:
        """Return the level that has been reached."""
        state = self.state
        if not state["levels"]:
            return Level(self.folder, 0, (state["n_leaves"],), (0,), *state["weight_range"])
        n_inner = sum(sum(level["n_born"]) for level in state["levels"][:-1])
        last = state["levels"][-1]
        first_born = np.cumsum([state["n_leaves"] + n_inner, *last["n_born"][:-1]])
        return Level(
            self.folder,
            len(state["levels"]),
            tuple(last["n_nodes"]),
            tuple(first_born.tolist()),
            *last["weight_range"],
        )

    def grow(self) -> None:
        """Form level after level."""
        choices, state = self.choices, self.state
        schedule = choices.schedule()
        schedule.initial = state.get("initial_epsilon", schedule.initial)
        schedule.exponent = state.get("exponent", 0)
        while True:
            level = self.level()
            self._clean(level)
            if len(level) <= choices.stop_at or level.number == choices.max_levels:
                return
            self._form_level(level, schedule)

    def _clean(self, level: Level) -> None:
        """Remove what the levels below have left that nobody needs any more."""
        if level.number == 0:
            return
        own = self.folder / f"level_{level.number:04}"
        for name in ("moved", "cuts"):
            shutil.rmtree(own / name, ignore_errors=True)
        below = self.state["levels"][level.number - 2] if level.number > 1 else {"n_nodes": []}
        for leaf in range(len(below["n_nodes"])):
            (leaf_folder(level, leaf, level.number - 1) / NODES).unlink(missing_ok=True)

    def _form_level(self, level: Level, schedule: Schedule) -> None:
        n, state = len(level), self.state
        own = self.folder / f"level_{level.number + 1:04}"
        own.mkdir(exist_ok=True)
        splits = self._cut(level, schedule)
        blocks = _blocks(n, self.plan.rows_per_block)
        n_blocks = 0 if splits.n_leaves == 1 else len(blocks)
        if n_blocks:
            (own / "moved").mkdir(exist_ok=True)
            work = Work(
                f"move-level{level.number + 1}",
                partial(move_block, level, splits),
                [(i, *block) for i, block in enumerate(blocks)],
                lambda _, begin, end: (
                    f"moving nodes {begin:,} to {end - 1:,} to the leaves of level "
                    f"{level.number + 1}"
                ),
            )
            tell = self._teller(level, schedule, 0.0)
            self.runner.run(work, lambda k: tell(0.3 * k / n_blocks))
        self.clock.note("partition")
        if schedule.initial is None:
            estimate = self._estimate(level, splits, n_blocks)
            schedule.initial = self.space.unembed_distance(estimate, self.rules.linkage)
            state["initial_epsilon"] = schedule.initial
            self.commit()
            self.clock.note("estimate")
        while True:
            counts = self._coarsen(level, splits, n_blocks, schedule)
            if sum(leaf["n_nodes"] for leaf in counts) < n:
                break
            # Nothing collapsed, so the next partition is this one: go where something will.
            closest = self._closest(level, splits, n_blocks)
            schedule.advance_beyond(self.space.unembed_distance(closest, self.rules.linkage))
            state["exponent"] = schedule.exponent
            self.commit()
            self.clock.note("closest")
        epsilon = schedule.epsilon
        schedule.advance()
        state["exponent"] = schedule.exponent
        state["levels"].append(
            {
                "epsilon": epsilon,
                "n_nodes": [leaf["n_nodes"] for leaf in counts],
                "n_born": [leaf["n_born"] for leaf in counts],
                "weight_range": [
                    min(leaf["least_weight"] for leaf in counts),
                    max(leaf["largest_weight"] for leaf in counts),
                ],
                "selection": _join([leaf["selection"] for leaf in counts]),
            }
        )
        state["seconds"] = dict(self.clock.seconds)
        self.commit()

    def _teller(self, level: Level, schedule: Schedule, start: float) -> Callable[..., None]:
        epsilon = 0.0 if schedule.initial is None else schedule.epsilon

        def tell(done: float, selection: LevelSelection | None = None) -> None:
            share = min(start + (1 - start) * float(done), 1.0)
            self.tell(level.number + 1, epsilon, len(level), share, selection)

        return tell

    def _cut(self, level: Level, schedule: Schedule) -> Splits:
        """Cut a level into leaves that fit into memory."""
        state, n = self.state, len(level)
        most = max(self.plan.rows_per_task, self.rules.max_chunk_size)
        if "splits" not in state:
            asked = state["asked"]["splits"]
            few = n <= _MOST_EXACT_LEAVES * most
            state["splits"] = ("exact" if few else "sample") if asked == "auto" else asked
        box = np.array(state["box"], level.dtype)
        cutter = Cutter(
            level,
            box,
            _blocks(n, self.plan.rows_per_block),
            most,
            self.plan.sample_size,
            self.choices.seed,
            self.runner,
            partial(self._teller(level, schedule, 0.0), 0.0),
        )
        return cutter.cut(exact=state["splits"] == "exact")

    def _coarsen(
        self, level: Level, splits: Splits, n_blocks: int, schedule: Schedule
    ) -> list[dict[str, Any]]:
        epsilon = self.space.embed_distance(schedule.epsilon, self.rules.linkage)
        tell = self._teller(level, schedule, 0.3 if n_blocks else 0.0)
        tell(0.0)
        done = np.zeros(splits.n_leaves)

        def tell_leaf(leaf: int, share: float, selection: LevelSelection | None) -> None:
            done[leaf] = share
            tell((done * splits.sizes).sum() / len(level), selection)

        task = partial(coarsen_leaf, level, splits, n_blocks, self.rules, epsilon)
        work = self._over_leaves("coarsen", "coarsening", task, level, splits)
        counts = self.runner.run_large(work, tell_leaf)
        self.clock.note_coarsening(sum((Counter(leaf["seconds"]) for leaf in counts), Counter()))
        return counts

    def _over_leaves(
        self, name: str, what: str, task: Callable[..., Any], level: Level, splits: Splits
    ) -> Work:
        number = level.number + 1
        return Work(
            f"{name}-level{number}",
            task,
            [(leaf,) for leaf in range(splits.n_leaves)],
            lambda leaf: f"{what} leaf {leaf} of level {number} ({splits.sizes[leaf]:,} nodes)",
        )

    def _closest(self, level: Level, splits: Splits, n_blocks: int) -> float:
        task = partial(closest_of_leaf, level, splits, n_blocks, self.rules)
        what = "looking for the closest nodes of"
        work = self._over_leaves("closest", what, task, level, splits)
        return float(min(self.runner.run_large(work)))

    def _estimate(self, level: Level, splits: Splits, n_blocks: int) -> float:
        """Estimate ε₀ from the same chunks as in memory."""
        n_chunks = [count_chunks(n, self.rules.max_chunk_size) for n in splits.sizes.tolist()]
        ends = np.cumsum(n_chunks)
        points, weights, ids, offsets = [], [], [], [0]
        sample = levels.sample_chunks(int(ends[-1]))
        leaves = np.searchsorted(ends, sample, side="right")
        for leaf in np.unique(leaves).tolist():
            part = read_part(level, splits, n_blocks, leaf)
            chunks = cut_part(part, splits.boxes[leaf], self.rules, self.runner.workers)
            assert len(chunks) == n_chunks[leaf]
            for chunk in np.array(sample)[leaves == leaf] - (ends[leaf] - n_chunks[leaf]):
                b, e = chunks.offsets[chunk : chunk + 2].tolist()
                points.append(part.points[b:e].copy())
                ids.append(part.ids[b:e].copy())
                if part.weights is not None:
                    weights.append(part.weights[b:e].copy())
                offsets.append(offsets[-1] + e - b)
            del part, chunks
        trial = Coarsener(
            np.concatenate(points),
            np.concatenate(weights) if weights else None,
            Chunks(np.concatenate(ids), np.array(offsets, np.int64), in_order=True),
            self.rules,
            self.runner.workers,
            weight_range=(level.least_weight, level.largest_weight),
            keep_points=True,
        )
        return levels.estimate_initial_epsilon(
            trial,
            self.choices.initial_collapse,
            list(range(len(sample))),
            lambda: (self._closest(level, splits, n_blocks), None),
        )

    def grown(self) -> Grown:
        """Return what the assembly of the tree needs to know."""
        state = self.state
        found = [level["selection"] for level in state["levels"]]
        return Grown(
            space=self.space,
            epsilons=[0.0, *(level["epsilon"] for level in state["levels"])],
            n_nodes=[state["n_leaves"], *(sum(level["n_nodes"]) for level in state["levels"])],
            n_born=[level["n_born"] for level in state["levels"]],
            parameters=self.choices.parameters(
                self.data.n_features,
                self.space.name,
                state.get("initial_epsilon", self.choices.initial_epsilon),
                None,
                state.get("splits", "exact"),
            ),
            seconds=dict(self.clock.seconds),
            selections=found if self.choices.selector.solver is not None else None,
            origin=self.data.origin,
        )


def _blocks(n: int, rows_per_block: int) -> list[tuple[int, int]]:
    return [(begin, min(begin + rows_per_block, n)) for begin in range(0, n, rows_per_block)]


def _weight_range(folder: Path, blocks: list[tuple[int, int]]) -> tuple[float, float]:
    path = folder / "weights.npy"
    if not path.exists():
        return 1.0, 1.0
    file, least, largest = ArrayFile(path), math.inf, 0.0
    for begin, end in blocks:
        weights = file.read(min(begin, len(file)), min(end, len(file)))
        least = min(least, float(weights.min(initial=math.inf)))
        largest = max(largest, float(weights.max(initial=0.0)))
    return least, largest


def _join(selections: list[dict[str, Any] | None]) -> dict[str, Any] | None:
    """Return what the solver made of a level, from what it made of the leaves."""
    parts = [
        LevelSelection(**one | {"details": Counter(one["details"])})
        for one in selections
        if one is not None
    ]
    if not parts:
        return None
    for part in parts[1:]:
        parts[0].join(part)
    return plain(parts[0])


@cache
def count_chunks(n: int, most: int) -> int:
    """Return in how many chunks a median cut divides so many nodes."""
    return 1 if n <= most else count_chunks(n - n // 2, most) + count_chunks(n // 2, most)
