"""SamplerSolver: samples read, repaired and counted, whatever a sampler does to them."""

import dimod
import numpy as np
import pytest
from graphs import best_weight, problems
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS

import bidvit
from bidvit.selection import DominatingSetProblem, IndependentSetProblem, SelectionError, solve
from bidvit.selection.annealing import SamplerSolver, read_samples

PATH = IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3, [2.0, 3.0, 2.0], name="chunk 5")
RING = IndependentSetProblem.from_edges([(v, (v + 1) % 7) for v in range(7)], 7, name="chunk 6")


def samples_of(rows, energies=None, vartype="BINARY", **vectors):
    energies = np.zeros(len(rows)) if energies is None else energies
    return dimod.SampleSet.from_samples(rows, vartype, energies, **vectors)


def test_the_best_after_repair_is_taken():
    # The energies say the opposite of the truth.
    found = read_samples(PATH, samples_of([[1, 1, 1], [0, 1, 0], [1, 0, 0]], [-9.0, 0.0, 5.0]))
    assert found.vertices.tolist() == [0, 2]
    assert found.repairs == 0
    assert found.details == {"reads": 3, "valid_reads": 2}
    found = read_samples(PATH, samples_of([[1, 1, 1], [0, 1, 0]], [-9.0, 0.0]))
    assert found.vertices.tolist() == [1]
    assert found.repairs == 2


def test_spins_and_other_variables():
    spins = dimod.SampleSet.from_samples(([[1, -1, 1, -1]], ["slack", 1, 0, 2]), "SPIN", [0.0])
    assert read_samples(PATH, spins).vertices.tolist() == [0, 2]


def test_reads_are_counted_with_their_number():
    found = read_samples(
        PATH,
        samples_of(
            [[1, 0, 1], [1, 1, 0]],
            num_occurrences=[5, 2],
            chain_break_fraction=[0.0, 0.5],
        ),
    )
    assert found.details == {"reads": 7, "valid_reads": 5, "chain_breaks": 1.0}


def test_only_the_samples_of_least_energy_are_repaired():
    rows = [[0, 1, 0], [1, 0, 1]]
    assert read_samples(PATH, samples_of(rows, [-1.0, 0.0]), max_samples=1).weight == 3
    assert read_samples(PATH, samples_of(rows, [0.0, -1.0]), max_samples=1).weight == 4
    # Equal sets count once.
    again = [rows[0], rows[0], rows[1]]
    assert read_samples(PATH, samples_of(again, [-3.0, -2.0, -1.0]), max_samples=2).weight == 4


def test_energies_are_not_believed():
    model = PATH.to_qubo()
    right = model.energies(([[1, 0, 1], [0, 1, 0]], range(3)))
    rows = [[1, 0, 1], [0, 1, 0]]
    assert read_samples(PATH, samples_of(rows, right), model=model).details["wrong_energies"] == 0
    wrong = [right[0], -100.0]
    found = read_samples(PATH, samples_of(rows, wrong), model=model, max_samples=1)
    assert found.details["wrong_energies"] == 1
    assert found.weight == 4
    nan = read_samples(PATH, samples_of(rows, [np.nan, np.nan]), model=model)
    assert nan.details["wrong_energies"] == 2
    # Single precision will do.
    rounded = right.astype(np.float32) * np.float32(1 + 1e-7)
    assert read_samples(PATH, samples_of(rows, rounded), model=model).details["wrong_energies"] == 0


@pytest.mark.parametrize(
    ("sampleset", "message"),
    [
        ([[0, 1, 0]], "the sampler returned list for chunk 5, not a dimod.SampleSet"),
        (samples_of(np.empty((0, 3), np.int8)), "returned no sample for chunk 5"),
        (samples_of([[0, 1]]), "samples without 1 of the 3 variables of chunk 5, the first is 2"),
    ],
)
def test_what_is_no_answer(sampleset, message):
    with pytest.raises(SelectionError, match=message):
        read_samples(PATH, sampleset)


def test_values_that_are_none():
    sampleset = samples_of([[0, 1, 0]])
    sampleset.record.sample[0, 0] = 3
    with pytest.raises(SelectionError, match="values other than 0 and 1 for chunk 5"):
        read_samples(PATH, sampleset)


class Noisy:
    """Random samples under wrong energies: valid are they by accident."""

    parameters = {"num_reads": [], "seed": []}  # noqa: RUF012 - as a mapping is asked for

    def __init__(self):
        self.seeds = []

    def sample(self, bqm, num_reads=3, seed=None):
        self.seeds.append(seed)
        rng = np.random.default_rng(seed)
        rows = rng.integers(2, size=(num_reads, len(bqm.variables)))
        return dimod.SampleSet.from_samples(
            (rows, list(bqm.variables)), bqm.vartype, rng.normal(size=num_reads)
        )


@given(problem=problems(), rng=RNGS, reductions=st.sampled_from([True, False, "roof-duality"]))
def test_noise_becomes_valid_sets(problem, rng, reductions):
    seed = int(rng.integers(2**32))
    sampler = Noisy()
    found = solve(problem, sampler, random_state=seed, reductions=reductions)
    assert problem.is_maximal(found.vertices)
    assert found.weight <= best_weight(problem) * (1 + 1e-12)
    assert found.proved_optimal == (not sampler.seeds)
    reads = found.details.get("reads", 0)
    assert reads == 3 * len(sampler.seeds)
    assert found.details.get("valid_reads", 0) <= reads
    again = solve(problem, Noisy(), random_state=seed, reductions=reductions)
    assert again.vertices.tolist() == found.vertices.tolist()


def test_noise_becomes_valid_trees_and_is_counted():
    from trees import check_tree

    X = np.random.default_rng(0).normal(size=(200, 2))
    for coarsening in ("separated", "dense"):
        tree = bidvit.cluster(
            X,
            selection=Noisy(),
            selection_params={
                "num_reads": 2,
                **({} if coarsening == "dense" else {"reductions": False}),
            },
            coarsening=coarsening,
            max_chunk_size=50,
            random_state=0,
        )
        check_tree(tree)
        assert sum(made["repairs"] for made in tree.selections) > 0
        assert sum(made["details"]["wrong_energies"] for made in tree.selections) > 0
        assert all(made["details"]["reads"] > 0 for made in tree.selections)


def test_seeds_follow_from_the_random_state_unless_given():
    def seeds(random_state, **params):
        sampler = Noisy()
        solve(RING, sampler, random_state=random_state, reductions=False, **params)
        return sampler.seeds

    assert seeds(0) == seeds(0) != seeds(1)
    assert 0 <= seeds(0)[0] < 2**31
    assert seeds(0, seed=17) == [17]


def test_penalties():
    models = []

    class Listening(Noisy):
        def sample(self, bqm, **params):
            models.append(bqm)
            return super().sample(bqm, **params)

    cover = DominatingSetProblem(RING.starts, RING.neighbours)
    for problem, params, expected in [
        (PATH, {}, PATH.to_qubo("min")),
        (PATH, {"penalty": "max"}, PATH.to_qubo("max")),
        (PATH, {"penalty": 7}, PATH.to_qubo(7.0)),
        (cover, {}, cover.to_qubo("bound")),
        (cover, {"penalty": 5.0}, cover.to_qubo(5.0)),
    ]:
        solve(problem, Listening(), random_state=0, reductions=False, **params)
        assert models[-1] == expected
    with pytest.raises(SelectionError, match=r"penalty must be > 2, the largest of the lesser"):
        solve(PATH, Listening(), reductions=False, penalty=1.5)


def test_components_are_sampled_one_by_one():
    two = IndependentSetProblem.from_edges([*RING.edges.tolist(), *(RING.edges + 7).tolist()], 15)
    sampler = Noisy()
    solve(two, sampler, random_state=0, reductions=False)
    assert len(sampler.seeds) == 2
    assert sampler.seeds[0] != sampler.seeds[1]
    sampler = Noisy()
    assert solve(two, sampler, random_state=0).proved_optimal  # reductions leave nothing
    assert sampler.seeds == []


def test_failures_name_chunk_and_sampler():
    class Cold(Noisy):
        def sample(self, bqm, **params):  # noqa: ARG002
            raise RuntimeError("no connection")

    with pytest.raises(SelectionError, match="solver Cold failed on chunk 6: no connection"):
        solve(RING, Cold(), reductions=False)


def test_parameters_that_are_none():
    with pytest.raises(
        ValueError, match=r"Noisy has no parameter 'reads'; it has.*'num_reads', 'seed"
    ):
        SamplerSolver(Noisy(), reads=3)
    with pytest.raises(TypeError, match="sampler must have dimod's interface"):
        SamplerSolver(Noisy)
    with pytest.raises(TypeError, match="sampler must have dimod's interface"):
        SamplerSolver(len)
    with pytest.raises(ValueError, match="max_samples must be >= 1"):
        SamplerSolver(Noisy(), max_samples=0)
