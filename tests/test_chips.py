"""Where problems find room on a chip: real lattices, with and without flaws."""

import dimod
import networkx as nx
import numpy as np
import pytest
from dwave.embedding import verify_embedding
from dwave.samplers import SimulatedAnnealingSampler
from dwave.system.testing import MockDWaveSampler
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import RNGS

from bidvit.selection.chips import Chip
from bidvit.selection.placing import Placer

LATTICES = [("pegasus", [4]), ("zephyr", [3, 4]), ("chimera", [5, 5, 4])]


def mock(family, shape, **options):
    return MockDWaveSampler(topology_type=family, topology_shape=shape, **options)


def flawed(family, shape, rng, share=0.05):
    whole = mock(family, shape)
    nodes = [q for q in whole.nodelist if rng.random() < share]
    edges = [pair for pair in whole.edgelist if rng.random() < share / 2]
    return mock(family, shape, broken_nodes=nodes, broken_edges=edges)


def model_of(n, edges):
    return dimod.BinaryQuadraticModel(
        dict.fromkeys(range(n), -1.0), dict.fromkeys(edges, 1), "SPIN"
    )


def random_models(rng, sizes, density):
    """Connected models: a path and some more."""
    made = []
    for n in sizes:
        edges = {(i, i + 1) for i in range(n - 1)}
        edges |= {(i, j) for i in range(n) for j in range(i + 1, n) if rng.random() < density}
        made.append(model_of(n, sorted(edges)))
    return made


def check_calls(sampler, models, calls, homeless):
    """All models are placed, once, and no two of a call share a qubit."""
    placed = [part.index for call in calls for part in call]
    assert sorted([*placed, *homeless]) == list(range(len(models)))
    graph = sampler.to_networkx_graph()
    for call in calls:
        qubits = [q for part in call for chain in part.structure.values() for q in chain]
        assert len(set(qubits)) == len(qubits)
        for part in call:
            source = nx.Graph(list(models[part.index].quadratic))
            source.add_nodes_from(models[part.index].variables)
            assert verify_embedding(dict(part.structure), source, graph)


@pytest.mark.parametrize(
    ("family", "shape", "largest"),
    [
        ("pegasus", [16], 180),
        ("zephyr", [3, 4], 40),
        ("pegasus", [3], 24),
        ("chimera", [4, 4, 4], 16),
    ],
)
def test_the_largest_clique_of_whole_lattices(family, shape, largest):
    sampler = mock(family, shape)
    chip = Chip(sampler)
    assert chip.largest_clique == largest
    model = model_of(largest, [(i, j) for i in range(largest) for j in range(i)])
    calls, homeless = Placer(chip, "clique").place([model])
    check_calls(sampler, [model], calls, homeless)
    assert not homeless
    too_large = model_of(largest + 1, [(i, j) for i in range(largest + 1) for j in range(i)])
    assert Placer(chip, "clique").place([too_large]) == ([], [0])


@pytest.mark.parametrize(("family", "shape"), LATTICES)
@given(
    rng=RNGS,
    sizes=st.lists(st.integers(2, 14), min_size=1, max_size=6),
    density=st.sampled_from([0.0, 0.3, 1.0]),
    share=st.sampled_from([0.0, 0.05, 0.3]),
    way=st.sampled_from(["auto", "clique", "minorminer"]),
)
@settings(max_examples=6)
def test_embeddings_keep_to_the_chip_and_to_themselves(
    family, shape, rng, sizes, density, share, way
):
    sampler = flawed(family, shape, rng, share)
    models = random_models(rng, sizes, density)
    calls, homeless = Placer(Chip(sampler), way).place(models)
    check_calls(sampler, models, calls, homeless)
    if way == "clique":
        # Whoever has no room on the empty chip is larger than its largest clique.
        largest = Chip(sampler).largest_clique
        assert all(sizes[i] > largest for i in homeless)


def test_blocks_that_look_the_same_are_embedded_once(monkeypatch):
    from minorminer import busclique

    asked = []
    search = busclique.find_clique_embedding

    def listen(n, graph, **options):
        asked.append(n)
        return search(n, graph, **options)

    monkeypatch.setattr(busclique, "find_clique_embedding", listen)
    chip = Chip(mock("pegasus", [10]))
    models = random_models(np.random.default_rng(0), [12] * 16, 1.0)
    placer = Placer(chip)
    [call], _ = placer.place(models)
    assert len(call) == 16
    before = len(asked)
    assert before <= 8
    placer.place(models)  # as on the next level
    assert len(asked) == before


def test_sparse_models_get_shorter_chains_by_the_search():
    models = random_models(np.random.default_rng(1), [32], 0.03)
    lengths = {}
    for way in ("clique", "minorminer", "auto"):
        [[part]], _ = Placer(Chip(mock("pegasus", [5])), way).place(models)
        lengths[way] = sum(map(len, part.structure.values()))
    assert lengths["minorminer"] < lengths["clique"] / 2
    assert lengths["auto"] == lengths["minorminer"]
    # More than the largest clique has room if it is sparse enough.
    chip = Chip(mock("pegasus", [3]))
    sparse = random_models(np.random.default_rng(1), [chip.largest_clique + 8], 0.0)
    assert Placer(chip).place(sparse)[1] == []
    assert Placer(chip, "clique").place(sparse)[1] == [0]


def test_places_are_the_same_every_time():
    models = random_models(np.random.default_rng(2), [30, 5, 28, 9, 14], 0.1)
    first, second = (
        [
            [(part.index, dict(part.structure)) for part in call]
            for call in Placer(Chip(mock("zephyr", [4, 4]))).place(models)[0]
        ]
        for _ in range(2)
    )
    assert first == second


def test_any_other_structure_takes_one_problem_at_a_time():
    nodes = list("abcdefgh")
    edges = [(u, v) for i, u in enumerate(nodes) for v in nodes[:i]]
    sampler = dimod.StructureComposite(SimulatedAnnealingSampler(), nodes, edges)
    chip = Chip(sampler)
    assert (chip.largest_clique, chip.grid) == (None, 1)
    models = random_models(np.random.default_rng(0), [4, 3, 12], 1.0)
    calls, homeless = Placer(chip).place(models)
    assert homeless == [2]
    assert [len(call) for call in calls] == [1, 1]
    check_calls(sampler, models, calls, homeless)
