"""Selection on D-Wave's mock of its machines, and on a stand-in for its hybrid service."""

import sys

import dimod
import numpy as np
import pytest
from dwave.samplers import SimulatedAnnealingSampler
from dwave.system.testing import MockDWaveSampler
from trees import assert_identical, check_tree

import bidvit
from bidvit import BiDViT
from bidvit.selection import IndependentSetProblem, SelectionError, make_solver, solve
from bidvit.selection.testing import check_solver

X = np.random.default_rng(0).normal(size=(400, 5))
FIT = {"max_chunk_size": 50, "growth": 1.6, "random_state": 0}


class Machine(MockDWaveSampler):
    """The mock, with simulated annealing inside; remembers its calls."""

    def __init__(self, family="pegasus", shape=(4,), **options):
        super().__init__(
            topology_type=family,
            topology_shape=list(shape),
            substitute_sampler=SimulatedAnnealingSampler(),
            substitute_kwargs={"seed": 0, "num_sweeps": 200},
            parameter_warnings=False,
            **options,
        )
        self.calls = []

    def sample(self, bqm, **parameters):
        self.calls.append((bqm.copy(), parameters))
        return super().sample(bqm, **parameters)


def ring(n, name="the ring", weights=None):
    return IndependentSetProblem.from_edges(
        [(v, (v + 1) % n) for v in range(n)], n, weights, name=name
    )


def rngs(n):
    return [np.random.default_rng(i) for i in range(n)]


def fit(machine, **options):
    params = {"sampler": machine, "num_reads": 5, "reductions": False}
    return bidvit.cluster(X, selection="dwave", selection_params=params, **{**FIT, **options})


@pytest.mark.parametrize(("family", "shape"), [("pegasus", [4]), ("zephyr", [3, 4])])
@pytest.mark.parametrize("reductions", [True, False])
def test_it_keeps_to_the_contract(family, shape, reductions):
    params = {"sampler": Machine(family, shape), "num_reads": 5, "reductions": reductions}
    check_solver("dwave", params=params, problems=None if reductions else [ring(9), ring(12)])


def test_it_finds_optima():
    rng = np.random.default_rng(3)
    for _ in range(5):
        problem = IndependentSetProblem.from_edges(
            np.argwhere(np.triu(rng.random((14, 14)) < 0.4, 1)), 14, rng.integers(1, 9, 14)
        )
        found = solve(
            problem, "dwave", sampler=Machine(), num_reads=20, reductions=False, random_state=0
        )
        best = solve(problem, "exact", random_state=0)
        assert found.weight == best.weight


def test_whole_fits():
    machine = Machine()
    tree = fit(machine)
    check_tree(tree)
    assert tree.levels[-1].n_nodes == 1
    assert tree.parameters["selection"] == "dwave"
    total = {}
    for level in tree.selections:
        for name, value in level["details"].items():
            total[name] = total.get(name, 0) + value
    n = len(machine.calls)
    assert total["calls"] == n > 0
    assert total["call_reads"] == 5 * n
    assert total["calls_saved"] > n
    assert total["reads"] == 5 * (total["calls"] + total["calls_saved"])
    assert total["qpu_access_microseconds"] == pytest.approx(8550.28 * n)
    assert total["qpu_anneal_microseconds"] == pytest.approx(20 * 5 * n)
    assert 1 <= total["qubits"] / total["variables"] < 8
    assert 0 <= total["chain_breaks"] <= total["reads"]
    again = fit(Machine())
    assert_identical(tree, again)
    assert [level["details"] for level in again.selections] == [
        level["details"] for level in tree.selections
    ]


def test_kernels_share_calls_and_answers_are_as_good():
    weights = np.random.default_rng(1).integers(1, 9, (12, 9))
    # Weights of one problem are far from those of another: none may drown.
    problems = [ring(9, f"ring {i}", w * 10.0 ** (3 * i - 18)) for i, w in enumerate(weights)]
    machine = Machine("pegasus", [6])
    solver = make_solver("dwave", {"sampler": machine, "num_reads": 20, "reductions": False})
    together = solver.solve_many(problems, rngs(12))
    assert len(machine.calls) == 2
    apart = [solver.solve(problem, rng) for problem, rng in zip(problems, rngs(12), strict=True)]
    assert len(machine.calls) == 2 + 12
    for problem, one, other in zip(problems, together, apart, strict=True):
        assert problem.is_maximal(one.vertices)
        best = solve(problem, "exact", random_state=0).weight
        assert problem.weight(one.vertices) == pytest.approx(best)
        assert problem.weight(other.vertices) == pytest.approx(best)
    assert sum(one.details.get("calls", 0) for one in together) == 2
    assert sum(one.details.get("calls_saved", 0) for one in together) == 10
    for model, _ in machine.calls:
        assert max(map(abs, [*model.linear.values(), *model.quadratic.values()])) == pytest.approx(
            1
        )


def test_chain_breaks_are_counted():
    class Broken(Machine):
        def sample(self, bqm, **parameters):
            found = super().sample(bqm, **parameters)
            # Every other qubit reads up, whatever its chain says.
            found.record.sample[:, ::2] = 1
            found.record.sample[:, 1::2] = -1
            return found

    complete = IndependentSetProblem.from_edges([(i, j) for i in range(12) for j in range(i)], 12)
    params = {"sampler": Broken(), "num_reads": 4, "reductions": False, "embedding": "clique"}
    found = solve(complete, "dwave", random_state=0, **params)
    assert complete.is_maximal(found.vertices)
    assert 0 < found.details["chain_breaks"] <= found.details["reads"] == 4
    whole = solve(complete, "dwave", random_state=0, **{**params, "sampler": Machine()})
    assert whole.details["chain_breaks"] == 0


def test_parameters_reach_the_machine_and_unknown_ones_do_not():
    machine = Machine()
    params = {"sampler": machine, "annealing_time": 7, "answer_mode": "raw", "label": "mine"}
    solve(ring(5), "dwave", reductions=False, **params)
    assert machine.calls[0][1] == {
        "num_reads": 100, "annealing_time": 7, "answer_mode": "raw", "label": "mine",
    }  # fmt: skip
    with pytest.raises(ValueError, match=r"dwave has no parameter 'num_sweeps'.*'annealing_time'"):
        make_solver("dwave", {"sampler": machine, "num_sweeps": 3})
    for name, value in [("embedding", "best"), ("chain_strength", "weak"), ("penalty", "none")]:
        with pytest.raises(ValueError, match=f"{name} must be one of .*{value}"):
            make_solver("dwave", {"sampler": machine, name: value})
    for name in ("num_reads", "annealing_time", "chain_strength"):
        with pytest.raises(ValueError, match=f"{name} must be"):
            make_solver("dwave", {"sampler": machine, name: 0})
    with pytest.raises(TypeError, match="sampler must have a structure"):
        make_solver("dwave", {"sampler": SimulatedAnnealingSampler()})


def test_chain_strength():
    complete = IndependentSetProblem.from_edges([(i, j) for i in range(12) for j in range(i)], 12)
    ratios = {}
    for strength in (0.5, 4, "scaled", "uniform-torque", lambda *_: 2.0):
        machine = Machine()
        params = {"sampler": machine, "reductions": False, "chain_strength": strength}
        solve(complete, "dwave", embedding="clique", **params)
        [(model, _)] = machine.calls
        couplings = np.array(list(model.quadratic.values()))
        # Couplings within chains are negative, those of the problem positive.
        ratios[str(strength)[:9]] = -couplings.min() / couplings.max()
    by_number = [ratios["0.5"], ratios["scaled"], ratios["<function"], ratios["4"]]
    assert np.allclose(np.array(by_number) / by_number[0], [1, 2, 4, 8])
    assert ratios["uniform-t"] > 0


def test_what_does_not_fit_is_said_before_anything_is_sent():
    complete = IndependentSetProblem.from_edges(
        [(i, j) for i in range(30) for j in range(i)], 30, name="chunk 7 of level 2"
    )
    machine = Machine("pegasus", [3])
    params = {"sampler": machine, "reductions": False}
    expected = (
        r"dwave found no room for a kernel of 30 variables and 435 edges of chunk 7 of level 2 on "
        r"a chip of 128 qubits, where 24 fit in any case: use a smaller max_chunk_size \(24\) or "
        r"on_failure='greedy'"
    )
    with pytest.raises(SelectionError, match=expected):
        solve(complete, "dwave", **params)
    points = np.random.default_rng(0).normal(size=(60, 40))
    options = {"selection": "dwave", "selection_params": params, "initial_epsilon": 50.0}
    options |= {"max_chunk_size": 30, "random_state": 0}
    with pytest.raises(SelectionError, match="of chunk 0 of level 1"):
        bidvit.cluster(points, **options)
    assert machine.calls == []
    tree = bidvit.cluster(points, on_failure="greedy", **options)
    assert tree.selections[0]["n_failed"] == 2


def test_a_machine_that_fails_is_named_with_its_chunk():
    class Cold(Machine):
        def sample(self, *_, **__):
            raise TimeoutError("no answer in 60 s")

    with pytest.raises(SelectionError, match=r"failed on a call with chunk \d+ of level 1.*60 s"):
        fit(Cold())
    tree = fit(Cold(), on_failure="greedy", max_levels=1)
    assert 0 < tree.selections[0]["n_failed"] <= tree.selections[0]["n_chunks"]

    class Partial(Machine):
        def sample(self, bqm, **parameters):
            found = super().sample(bqm, **parameters)
            return dimod.drop_variables(found, list(found.variables)[:2])

    with pytest.raises(SelectionError, match="without 2 of the"):
        solve(ring(9), "dwave", sampler=Partial(), reductions=False)


def test_dominating_sets():
    tree = fit(Machine("pegasus", [8]), coarsening="dense", max_chunk_size=8, max_levels=2)
    assert len(tree.selections) == 2
    assert tree.selections[0]["details"]["calls"] >= 1


def test_chunks_as_large_as_the_machine_takes():
    machine = Machine("pegasus", [3])
    params = {"sampler": machine, "num_reads": 5}
    tree = bidvit.cluster(
        X, selection="dwave", selection_params=params, max_chunk_size="auto", random_state=0
    )
    assert tree.parameters["max_chunk_size"] == 24
    assert max(s["n_vertices"] / s["n_chunks"] for s in tree.selections) <= 24
    model = BiDViT(max_chunk_size="auto", random_state=0, max_levels=1).fit(X)
    assert model.tree_.parameters["max_chunk_size"] == 1000
    coarse = bidvit.coarsen(
        X, 1.0, max_chunk_size="auto", selection="dwave", selection_params=params, random_state=0
    )
    fixed = bidvit.coarsen(
        X, 1.0, max_chunk_size=24, selection="dwave", selection_params=params, random_state=0
    )
    assert coarse.indices.tolist() == fixed.indices.tolist()
    with pytest.raises(ValueError, match="max_chunk_size must be an integer >= 2 or 'auto', got"):
        bidvit.cluster(X, max_chunk_size="most")


@pytest.mark.parametrize("name", ["dwave", "leap-hybrid"])
def test_without_a_token_it_is_said_how_to_get_one(name, monkeypatch, tmp_path):
    from dwave.cloud import Client

    def refuse(*_, **__):
        raise AssertionError("tried to reach the service")

    monkeypatch.setattr(Client, "from_config", refuse)
    monkeypatch.setattr("dwave.cloud.config.load_config", lambda *_, **__: {"token": None})
    for variable in ("DWAVE_API_TOKEN", "DWAVE_CONFIG_FILE", "DWAVE_PROFILE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    expected = (
        f"selection='{name}' needs a token of D-Wave's Leap service: get one with an account at "
        r"https://cloud.dwavesys.com/leap, then run `dwave config create` or set the environment "
        "variable DWAVE_API_TOKEN$"
    )
    with pytest.raises(ValueError, match=expected):
        bidvit.cluster(X, selection=name)


@pytest.mark.parametrize("name", ["dwave", "leap-hybrid"])
def test_without_the_package_it_is_said_how_to_get_it(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "dwave.system", None)
    with pytest.raises(ImportError, match=r'pip install "bidvit\[quantum\]"$'):
        bidvit.cluster(X, selection=name)


@pytest.mark.parametrize("name", ["dwave", "leap-hybrid"])
def test_a_service_that_refuses_is_one_line(name, monkeypatch):
    from dwave.cloud import Client
    from dwave.cloud.exceptions import SolverAuthenticationError

    def refuse(*_, **__):
        raise SolverAuthenticationError("Invalid token or access denied")

    monkeypatch.setattr(Client, "from_config", refuse)
    monkeypatch.setenv("DWAVE_API_TOKEN", "not-a-token")
    with pytest.raises(ValueError, match=f"selection='{name}' found no solver of .* Invalid token"):
        make_solver(name)


# The hybrid service


class Hybrid(dimod.Sampler):
    """In the place of LeapHybridSampler: one sample per call, by simulated annealing."""

    parameters = properties = None

    def __init__(self, most=1000):
        self.parameters = {"time_limit": [], "label": []}
        self.properties = {"maximum_number_of_variables": most, "maximum_number_of_biases": 10**6}
        self.calls = []

    def sample(self, bqm, time_limit=None, label=None):
        self.calls.append((bqm.num_variables, time_limit, label))
        found = SimulatedAnnealingSampler().sample(bqm, num_reads=10, seed=0).truncate(1)
        found.info.update(qpu_access_time=100.0, run_time=3e6, charge_time=3e6)
        return found


def test_hybrid_takes_a_level_in_one_call():
    sampler = Hybrid()
    params = {"sampler": sampler, "time_limit": 4, "reductions": False}
    tree = bidvit.cluster(X, selection="leap-hybrid", selection_params=params, **FIT)
    check_tree(tree)
    details = [level["details"] for level in tree.selections]
    assert sum(d.get("calls", 0) for d in details) == len(sampler.calls)
    assert max(d.get("calls", 0) for d in details) == 1
    assert details[0]["calls_saved"] > 0
    assert details[0]["charge_microseconds"] == 3e6
    assert "chain_breaks" not in details[0]
    assert {call[1] for call in sampler.calls} == {4}


def test_hybrid_within_its_limits():
    sampler = Hybrid(most=20)
    solver = make_solver("leap-hybrid", {"sampler": sampler, "reductions": False, "label": "x"})
    answers = solver.solve_many([ring(9) for _ in range(5)], rngs(5))
    assert [len(answer.vertices) for answer in answers] == [4] * 5
    assert sampler.calls == [(18, None, "x"), (18, None, "x"), (9, None, "x")]
    with pytest.raises(SelectionError, match=r"at most 20 variables .* of the ring has 21 and 42"):
        solver.solve(ring(21), np.random.default_rng(0))
    check_solver("leap-hybrid", params={"sampler": Hybrid()})
