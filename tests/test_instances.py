"""The selection problems of a fit as files: which, what is said of them, and nothing by halves."""

import csv
import json

import dimod
import numpy as np
import pytest
from graphs import matrix

import bidvit
from bidvit.instances import INDEX, read_instance, write_instances
from bidvit.selection import IndependentSetProblem, Selection, SelectionError
from bidvit.selection.greedy import GreedySolver

X = np.random.default_rng(0).normal(size=(400, 2))
# Small chunks, so that there are many.
OPTIONS = {"max_chunk_size": 60, "growth": 1.5, "solve": None, "max_instances": None}


def make(folder, points=X, **options):
    return write_instances(points, folder, **{**OPTIONS, **options})


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


class Watching:
    """Greedy, and what it was asked."""

    def __init__(self):
        self.problems = []

    def solve(self, problem, rng):
        self.problems.append(problem)
        return GreedySolver().solve(problem, rng)


class WatchingMany(Watching):
    def solve_many(self, problems, rngs):
        return [self.solve(problem, rng) for problem, rng in zip(problems, rngs, strict=True)]


@pytest.mark.parametrize("solver", [Watching, WatchingMany])
def test_instances_are_what_the_solver_of_a_fit_sees(solver, tmp_path):
    watching = solver()
    weights = np.random.default_rng(1).uniform(1, 2, len(X))
    tree = bidvit.cluster(
        X,
        sample_weight=weights,
        selection=watching,
        random_state=5,
        max_chunk_size=60,
        growth=1.5,
    )
    made = make(
        tmp_path / "a", sample_weight=weights, selection=solver(), random_state=5, formats=["json"]
    )
    with_edges = [problem for problem in watching.problems if problem.n_edges]
    assert len(made) == len(with_edges) > 20
    for instance, problem in zip(made, with_edges, strict=True):
        read = read_instance(tmp_path / "a" / f"{instance.name}.json")
        assert read.name == problem.name == f"chunk {instance.chunk} of level {instance.level}"
        assert read.weights.tolist() == problem.weights.tolist()
        assert matrix(read).tolist() == matrix(problem).tolist()
        assert instance.epsilon == tree.levels[instance.level].epsilon
        assert instance.name == f"level-{instance.level:02}-chunk-{instance.chunk:05}"
        n, m = problem.n_vertices, problem.n_edges
        assert (instance.n_vertices, instance.n_edges) == (n, m)
        assert instance.density == pytest.approx(m / (n * (n - 1) / 2))
        assert instance.mean_degree == pytest.approx(problem.degrees.mean())
        assert instance.least_weight == problem.weights.min()
        assert instance.largest_weight == problem.weights.max()
        assert instance.solver == solver.__name__


def test_all_forms_hold_the_same_problem(tmp_path):
    folder = tmp_path / "a"
    made = make(folder, levels=[1, 3], penalty="min", formats=["bqm", "json", "metis", "dimacs"])
    assert names_in(folder) == sorted(
        [INDEX, *(one.name + end for one in made for end in (".bqm", ".dimacs", ".graph", ".json"))]
    )
    for one in made:
        exact = read_instance(folder / f"{one.name}.json")
        for end in (".dimacs", ".graph"):
            whole = read_instance(folder / f"{one.name}{end}")
            assert whole.weights.tolist() == exact.weights.tolist()  # counts of rows
            assert matrix(whole).tolist() == matrix(exact).tolist()
        with (folder / f"{one.name}.bqm").open("rb") as file:
            assert dimod.BinaryQuadraticModel.from_file(file) == exact.to_qubo("min")


def test_what_json_says(tmp_path):
    made = make(tmp_path / "a", formats=["json"], levels=[2], dataset="normal", random_state=3)
    for one in made:
        path = tmp_path / "a" / f"{one.name}.json"
        content = json.loads(path.read_text())
        problem = read_instance(path)
        assert (content["level"], content["chunk"], content["epsilon"]) == (
            2,
            one.chunk,
            one.epsilon,
        )
        assert problem.is_maximal(content["best_set"])
        assert problem.weight(content["best_set"]) == content["best_weight"] == one.best_weight
        assert content["proved_optimal"] is False
        assert content["bound"] is None
        assert content["dataset"] == "normal"
        assert content["selection"] == content["solver"] == "greedy"
        assert content["whole_weights_scale"] == 1
        assert content["parameters"]["random_state"] == 3
        assert content["parameters"]["max_chunk_size"] == 60


def test_the_index_lists_all(tmp_path):
    made = make(tmp_path / "a", formats=["metis"])
    with (tmp_path / "a" / INDEX).open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(made)
    for line, one in zip(lines, made, strict=True):
        for name, value in vars(one).items():
            if isinstance(value, float) and np.isnan(value):
                assert line[name] == ""
            else:
                assert line[name] == str(value)


class Better:
    """Tries many random sets and takes the best; says what it is told to say."""

    def __init__(self, proved=False, bound=np.nan, parallel=False):
        self.proved, self.bound, self.parallel = proved, bound, parallel

    def solve(self, problem, rng):
        some = [rng.permutation(problem.n_vertices)[:5] for _ in range(20)]
        sets = [problem.select_greedily(0), *(problem.repair(few)[0] for few in some)]
        best = max(sets, key=problem.weight)
        return Selection(best, proved_optimal=self.proved, bound=self.bound)


class Worse:
    name = "worse"

    def __init__(self, proved=False):
        self.proved = proved

    def solve(self, problem, rng):  # noqa: ARG002
        worst = problem.repair(problem.weights == problem.weights.min())[0]
        return Selection(worst, proved_optimal=self.proved, bound=problem.weights.sum())


def test_the_best_set_known(tmp_path):
    plain = make(tmp_path / "plain", formats=["json"])
    better = make(tmp_path / "better", formats=["json"], solve=Better(proved=True))
    assert all(b.best_weight >= p.best_weight for b, p in zip(better, plain, strict=True))
    assert all(one.proved_optimal and one.bound == one.best_weight for one in better)
    assert {one.solver for one in better} == {"Better"}
    bounded = make(tmp_path / "bounded", formats=["json"], solve=Better(bound=1e9))
    assert {one.bound for one in bounded} == {1e9}
    # What the fit itself selected is kept where it is better.
    worse = make(tmp_path / "worse", formats=["json"], solve=Worse())
    assert [one.best_weight >= p.best_weight for one, p in zip(worse, plain, strict=True)]
    assert {one.solver for one in worse} == {"worse", "greedy"}
    for one in worse:
        content = json.loads((tmp_path / "worse" / f"{one.name}.json").read_text())
        assert one.bound == sum(content["weights"])
    with pytest.raises(SelectionError, match=r"worse calls .* proved for chunk .*greedy found"):
        make(tmp_path / "lie", formats=["json"], solve=Worse(proved=True))
    assert names_in(tmp_path) == ["better", "bounded", "plain", "worse"]


def test_optima_are_proved(tmp_path):
    made = write_instances(X, tmp_path / "a", max_chunk_size=60, max_instances=5)
    assert all(one.proved_optimal and one.solver == "exact" for one in made)


def test_a_solver_is_asked_the_same_whatever_else_is_written(tmp_path):
    alone = make(tmp_path / "a", levels=[2], solve=Better(), formats=["json"])
    among = make(tmp_path / "b", solve=Better(parallel=True), n_jobs=2, formats=["json"])
    of_level = [one for one in among if one.level == 2]
    for one, other in zip(alone, of_level, strict=True):
        assert (one.name, one.best_weight) == (other.name, other.best_weight)
        path = f"{one.name}.json"
        first, second = (json.loads((tmp_path / x / path).read_text()) for x in "ab")
        assert first["best_set"] == second["best_set"]


def test_levels(tmp_path):
    everything = make(tmp_path / "all", formats=["json"])
    some = make(tmp_path / "some", formats=["json"], levels=(3, 1))
    assert [one.name for one in some] == [one.name for one in everything if one.level in (1, 3)]
    low = make(tmp_path / "low", formats=["json"], levels=[1, 3], max_levels=1)
    assert [one.name for one in low] == [one.name for one in everything if one.level == 1]


def test_a_number_of_instances_drawn_evenly(tmp_path):
    everything = make(tmp_path / "all", formats=["json"])
    of_level = {m: sum(one.level == m for one in everything) for m in range(1, 99)}
    levels = [m for m, n in of_level.items() if n]
    for most in (1, len(levels), 2 * len(levels) - 2, 1000):
        some = make(tmp_path / f"most{most}", formats=["json"], max_instances=most)
        assert len(some) == min(most, len(everything))
        assert {one.name for one in some} <= {one.name for one in everything}
        counts = {m: sum(one.level == m for one in some) for m in levels}
        # No level has two more than another that has some left.
        left = [n for m, n in counts.items() if n < of_level[m]]
        assert not left or max(counts.values()) <= min(left) + 1
    make(tmp_path / "again", formats=["json"], max_instances=len(levels))
    first = names_in(tmp_path / f"most{len(levels)}")
    assert names_in(tmp_path / "again") == first
    other = make(tmp_path / "seed", formats=["json"], max_instances=len(levels), random_state=1)
    assert len(other) == len(levels)


def test_draws_are_fair():
    from bidvit.instances import _Record, _Sample

    problem = IndependentSetProblem.from_edges([(0, 1)], 2)
    counts = np.zeros(20)
    for seed in range(600):
        sample = _Sample(4, seed)
        for chunk in range(20):
            sample.add(_Record(problem, 1, chunk, 1.0, Selection([0])))
        for record in sample.finish():
            counts[record.chunk] += 1
    # Each 120 times on average, with a standard deviation of about 10.
    assert counts.sum() == 2400
    assert 75 < counts.min() < counts.max() < 165


def test_progress(tmp_path):
    fit, written = [], []
    made = make(
        tmp_path / "a",
        formats=["json"],
        progress=fit.append,
        on_written=lambda *counts: written.append(counts),
    )
    assert written == [(i + 1, len(made)) for i in range(len(made))]
    assert fit[-1].done == 1


def test_scaled_and_uneven_weights(tmp_path):
    weights = 10.0 ** np.random.default_rng(0).uniform(-6, 6, len(X))
    made = make(tmp_path / "a", sample_weight=weights, linkage="distance", levels=[1])
    for one in made:
        exact = read_instance(tmp_path / "a" / f"{one.name}.json").weights
        whole = read_instance(tmp_path / "a" / f"{one.name}.graph").weights
        content = json.loads((tmp_path / "a" / f"{one.name}.json").read_text())
        scaled = exact * content["whole_weights_scale"]
        assert ((np.abs(whole - scaled) <= 0.5) | (whole == 1)).all()


# What is refused, and what is left behind


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"formats": []}, ValueError, "formats must be one or more of bqm, dimacs, metis, json"),
        ({"formats": "json"}, ValueError, "formats must be one or more of"),
        ({"formats": ["jason"]}, ValueError, "formats must be one of 'bqm'.*got 'jason'"),
        ({"formats": ["json", "json"]}, ValueError, "formats must not repeat"),
        ({"levels": []}, ValueError, "levels must have at least one level"),
        ({"levels": [0]}, ValueError, "levels must be >= 1, got 0"),
        ({"max_instances": 0}, ValueError, "max_instances must be >= 1"),
        ({"solve": "nobody"}, ValueError, "selection must be a solver or one of"),
        ({"solve_params": {"a": 1}}, ValueError, "solve_params must be empty where solve is None"),
        ({"growth": 0.5}, ValueError, "growth must be"),
        ({"epsilon": 0.5}, TypeError, "epsilon"),
        ({"levels": [999]}, ValueError, r"no instance to write.*at levels \[999\]"),
        ({"penalty": 1e-3}, ValueError, "penalty must be > "),
    ],
)
def test_arguments(options, error, message, tmp_path):
    with pytest.raises(error, match=message):
        make(tmp_path / "a", **options)
    assert names_in(tmp_path) == []


def test_one_row_has_no_instance(tmp_path):
    with pytest.raises(ValueError, match="no instance to write"):
        make(tmp_path / "a", X[:1])
    assert names_in(tmp_path) == []


def test_what_is_there_stays(tmp_path):
    folder = tmp_path / "a"
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*missing"):
        make(tmp_path / "missing" / "a")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NotADirectoryError, match="must be a folder or a new name, got the file"):
        make(tmp_path / "file", force=True)
    folder.mkdir()
    make(folder, formats=["json"], levels=[1])  # an empty folder is as good as none
    before = names_in(folder)
    with pytest.raises(FileExistsError, match="holds instances already: choose a new name, or fo"):
        make(folder)
    assert names_in(folder) == before
    make(folder, formats=["metis"], levels=[2], force=True)
    assert all(name == INDEX or name.startswith("level-02") for name in names_in(folder))
    before = names_in(folder)
    (folder / "notes.txt").write_text("mine")
    for force in (False, True):
        with pytest.raises(FileExistsError, match=r"more than instances \(it has notes.txt\)"):
            make(folder, force=force)
    assert names_in(folder) == sorted([*before, "notes.txt"])
    assert names_in(tmp_path) == ["a", "file"]


class Stopping:
    """Ends with an error at the third instance."""

    def __init__(self, error):
        self.error, self.n = error, 0

    def solve(self, problem, rng):
        self.n += 1
        if self.n == 3:
            raise self.error("no power")
        return GreedySolver().solve(problem, rng)


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_nothing_is_left_of_what_was_interrupted(error, tmp_path):
    folder = tmp_path / "a"
    kind = KeyboardInterrupt if error is KeyboardInterrupt else SelectionError
    with pytest.raises(kind):
        make(folder, solve=Stopping(error), formats=["json"])
    assert names_in(tmp_path) == []
    make(folder, formats=["json"], levels=[1])
    before = {name: (folder / name).read_bytes() for name in names_in(folder)}
    with pytest.raises(kind):
        make(folder, solve=Stopping(error), formats=["json"], force=True)
    assert {name: (folder / name).read_bytes() for name in names_in(folder)} == before
    assert names_in(tmp_path) == ["a"]


def test_a_folder_that_cannot_be_put_in_place_is_put_back(tmp_path, monkeypatch):
    from pathlib import Path

    folder = tmp_path / "a"
    make(folder, formats=["json"], levels=[1])
    before = names_in(folder)
    rename = Path.rename

    def fail_once(self, target):
        if Path(target) == folder and not self.name.endswith(".old"):
            raise PermissionError("not here")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_once)
    with pytest.raises(PermissionError, match="not here"):
        make(folder, formats=["json"], levels=[2], force=True)
    assert names_in(folder) == before
    assert names_in(tmp_path) == ["a"]


def test_dominating_sets_are_refused(tmp_path):
    with pytest.raises(ValueError, match="coarsening must be 'separated', got 'dense'"):
        make(tmp_path / "new", coarsening="dense")
    assert names_in(tmp_path) == []
