"""Parallel tempering and path relinking, as samplers of any model, whatever it is for."""

import dimod
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import RNGS

from bidvit.selection.samplers import ParallelTemperingSampler, PathRelinkingSampler

SAMPLERS = [ParallelTemperingSampler, PathRelinkingSampler]
each_sampler = pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda x: x.__name__)
QUICK = {
    ParallelTemperingSampler: {"num_sweeps": 100, "num_replicas": 8},
    PathRelinkingSampler: {"num_searches": 10},
}


def random_model(rng, n, vartype="BINARY"):
    """Labels of several types, biases of both signs, an offset."""
    names = [("v", i) if i % 3 else f"v{i}" for i in range(n)]
    model = dimod.BinaryQuadraticModel(vartype)
    model.add_linear_from(zip(names, rng.normal(size=n), strict=True))
    for i in range(n):
        for j in range(i):
            if rng.random() < 0.5:
                model.add_quadratic(names[i], names[j], rng.normal())
    model.offset = rng.normal()
    return model


@each_sampler
@given(rng=RNGS, n=st.integers(1, 10), vartype=st.sampled_from(["BINARY", "SPIN"]))
@settings(max_examples=25)
def test_ground_states_of_small_models(sampler, rng, n, vartype):
    model = random_model(rng, n, vartype)
    found = sampler().sample(model, num_reads=3, seed=1, **QUICK[sampler])
    assert list(found.variables) == list(model.variables)
    assert found.vartype is model.vartype
    assert set(np.unique(found.record.sample)) <= set(model.vartype.value)
    np.testing.assert_allclose(found.record.energy, model.energies(found), atol=1e-9)
    best = dimod.ExactSolver().sample(model).first.energy
    assert found.first.energy == pytest.approx(best, abs=1e-9)


@each_sampler
def test_larger_models_as_well_as_the_annealer_of_ocean(sampler):
    from dwave.samplers import SimulatedAnnealingSampler

    model = random_model(np.random.default_rng(0), 60)
    other = SimulatedAnnealingSampler().sample(model, num_reads=50, num_sweeps=1000, seed=0)
    found = sampler().sample(model, num_reads=2, seed=0)
    assert found.first.energy <= other.first.energy + 1e-9


@each_sampler
def test_frustrated_rings_and_ferromagnets(sampler):
    ring = dimod.BinaryQuadraticModel({}, {(i, (i + 1) % 21): 1.0 for i in range(21)}, "SPIN")
    assert sampler().sample(ring, seed=0, **QUICK[sampler]).first.energy == -19
    magnet = dimod.BinaryQuadraticModel(
        {}, {(i, j): -1.0 for i in range(20) for j in range(i)}, "SPIN"
    )
    assert sampler().sample(magnet, seed=0, **QUICK[sampler]).first.energy == -190


@each_sampler
def test_models_with_nothing_to_choose(sampler):
    free = dimod.BinaryQuadraticModel({"a": 0.0, "b": 0.0}, {}, 7.0, "BINARY")
    assert sampler().sample(free, seed=0, **QUICK[sampler]).first.energy == 7
    empty = dimod.BinaryQuadraticModel({}, {}, 2.0, "BINARY")
    assert sampler().sample(empty, num_reads=2, seed=0).record.energy.tolist() == [2, 2]
    one = dimod.BinaryQuadraticModel({"a": 1.0}, {}, "SPIN")
    assert sampler().sample(one, seed=0, **QUICK[sampler]).first.sample == {"a": -1}


@each_sampler
def test_biases_of_any_scale(sampler):
    model = random_model(np.random.default_rng(1), 12)
    model.offset = 0
    best = dimod.ExactSolver().sample(model).first.sample
    for power in (-300, 300):
        scaled = model.copy()
        scaled.scale(2.0**power)
        assert sampler().sample(scaled, seed=0, num_reads=2).first.sample == best


@each_sampler
def test_the_seed_decides(sampler):
    # A ring with 402 best states.
    ring = dimod.BinaryQuadraticModel({}, {(i, (i + 1) % 201): 1.0 for i in range(201)}, "SPIN")
    reads = [
        sampler().sample(ring, num_reads=4, seed=seed, **QUICK[sampler]).record.sample
        for seed in (3, 3, 4)
    ]
    assert np.array_equal(reads[0], reads[1])
    assert not np.array_equal(reads[0], reads[2])
    assert len(np.unique(reads[0], axis=0)) > 1  # every read is a run of its own


@each_sampler
def test_a_call_can_be_interrupted_between_reads(sampler):
    model = random_model(np.random.default_rng(3), 8)
    calls = []

    def after_three():
        calls.append(1)
        return len(calls) == 3

    found = sampler().sample(
        model, num_reads=10, seed=0, interrupt_function=after_three, **QUICK[sampler]
    )
    assert len(found) == 3
    whole = sampler().sample(model, num_reads=10, seed=0, **QUICK[sampler])
    assert found.record.sample.tolist() == whole.record.sample[:3].tolist()


@each_sampler
def test_they_are_samplers_of_dimod(sampler):
    one = sampler()
    dimod.testing.assert_sampler_api(one)
    params = QUICK[sampler] | {"seed": 0}
    by_ising = one.sample_ising({"a": 1.0}, {("a", "b"): 1.0}, **params)
    assert by_ising.first.energy == -2
    by_qubo = one.sample_qubo({("a", "a"): -1.0, ("a", "b"): 2.0}, **params)
    assert by_qubo.first.energy == -1
    assert set(one.parameters) >= set(params)


@each_sampler
@pytest.mark.parametrize(
    ("params", "error", "message"),
    [
        ({"num_reads": 0}, ValueError, "num_reads must be >= 1, got 0"),
        ({"num_reads": 1.5}, TypeError, "num_reads must be an int"),
        ({"seed": -1}, ValueError, "seed must be >= 0, got -1"),
    ],
)
def test_parameters_of_both(sampler, params, error, message):
    with pytest.raises(error, match=message):
        sampler().sample(random_model(np.random.default_rng(4), 3), **params)


@pytest.mark.parametrize(
    ("sampler", "params", "message"),
    [
        (ParallelTemperingSampler, {"num_sweeps": 0}, "num_sweeps must be >= 1"),
        (ParallelTemperingSampler, {"num_replicas": 12}, "num_replicas must be a multiple of 8"),
        (ParallelTemperingSampler, {"beta_range": (2.0, 1.0)}, "beta_range must be two finite"),
        (ParallelTemperingSampler, {"beta_range": (0.0, 1.0)}, "beta_range must be two finite"),
        (PathRelinkingSampler, {"num_searches": 0}, "num_searches must be >= 1"),
        (PathRelinkingSampler, {"num_elite": 1}, "num_elite must be >= 2"),
        (PathRelinkingSampler, {"patience": -1}, "patience must be >= 0"),
        (PathRelinkingSampler, {"tenure": -1}, "tenure must be >= 0"),
    ],
)
def test_parameters_of_one(sampler, params, message):
    with pytest.raises(ValueError, match=message):
        sampler().sample(random_model(np.random.default_rng(5), 3), **params)


@each_sampler
def test_biases_that_are_none(sampler):
    model = dimod.BinaryQuadraticModel({"a": np.inf}, {}, "BINARY")
    with pytest.raises(ValueError, match="biases of the model must be finite"):
        sampler().sample(model)


def test_what_tempering_tells_of_its_ladder():
    model = random_model(np.random.default_rng(6), 30)
    found = ParallelTemperingSampler().sample(
        model, num_sweeps=200, num_replicas=16, seed=0, beta_range=(0.1, 3.0)
    )
    assert found.info["beta_range"] == (0.1, 3.0)
    rates = np.array(found.info["exchange_rates"])
    assert rates.shape == (15,)
    assert ((rates >= 0) & (rates <= 1)).all()
    assert rates.mean() > 0.2
    # At the same temperature everybody changes places always.
    level = ParallelTemperingSampler().sample(model, num_sweeps=50, seed=0, beta_range=(1.0, 1.0))
    assert level.info["exchange_rates"] == [1.0] * 15
