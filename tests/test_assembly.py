"""Assembly of a tree from born nodes: the arrays made in memory, bit for bit, whatever happens."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, clouds, lattices, whole_weights
from trees import FLAT_MODES, assert_identical, check_tree, make_chain

import bidvit
from bidvit import ClusterTree, storage
from bidvit.engines.assembly import Grown, assemble, born_folder
from bidvit.engines.spilling import ArrayReader, Buckets, Maps, order_by_key
from bidvit.origin import Origin

RNG = np.random.default_rng(0)
X = RNG.random((400, 3))
TINY, SMALL, AMPLE = 1, 3000, 1 << 22  # bytes


@pytest.fixture(scope="module", autouse=True)
def no_waiting_for_the_disk():
    """A killed process does not need it, only a killed machine does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        yield


def write_born_files(tree, path, X, seed=0):
    """Write what the level loop on disk leaves of a tree, in a random split into leaf folders."""
    rng, nodes = np.random.default_rng(seed), tree.nodes
    unfinished = path / storage.UNFINISHED
    unfinished.mkdir(parents=True)

    def write(folder, **arrays):
        for name, array in arrays.items():
            storage.write_array(folder / f"{name}.npy", array)

    write(unfinished, rows=nodes.rows)
    if nodes.leaf_weights is not None:
        weights = np.empty(nodes.n_leaves)
        weights[nodes.leaf_rows] = nodes.leaf_weights
        write(unfinished, weights=weights)
    if tree._leaf_of_row is not None:
        node_of_row = nodes.leaf_rows[tree._leaf_of_row]
        rows = nodes.space.embed(X)
        unweighted = np.flatnonzero((rows != nodes.rows[node_of_row]).any(axis=1))
        node_of_row[unweighted] = -1
        write(unfinished, node_of_row=node_of_row, first_row=tree._first_rows)
        if len(unweighted):
            write(unfinished, unweighted=np.ascontiguousarray(rows[unweighted]))

    # Numbers by birth, at random among those born together, but ascending among siblings.
    places, births, parents = np.arange(nodes.n_inner), nodes.births, nodes.parents
    keys = rng.permutation(nodes.n_inner)
    of_siblings = keys.copy()
    of_siblings[np.lexsort((places, parents, births))] = keys[np.lexsort((keys, parents, births))]
    by_number = np.lexsort((of_siblings, births))
    number = np.argsort(by_number)
    sizes = nodes.subtree_end - places
    n_born, at = [], 0
    for level in range(1, len(tree.levels)):
        n = int(np.count_nonzero(births == level))
        cuts = np.sort(rng.integers(0, n + 1, rng.integers(0, 4)))
        n_born.append(np.diff([0, *cuts, n]).tolist())
        for leaf, count in enumerate(n_born[-1]):
            if count == 0:
                continue
            born = by_number[at : at + count]
            at += count
            children, counts, child_sizes = [], [], []
            for place in born:
                own = np.sort(nodes.leaf_rows[nodes.leaf_begin[place] : nodes.leaf_begin[place + 1]])
                inner = np.flatnonzero(parents == place)
                inner = inner[np.argsort(number[inner])]
                children += [own, number[inner] + nodes.n_leaves]
                child_sizes += [np.zeros(len(own)), sizes[inner]]
                counts.append(len(own) + len(inner))
            folder = born_folder(unfinished, level, leaf)
            folder.mkdir(parents=True)
            write(
                folder,
                points=nodes.points[born],
                weights=nodes.weights_of((born + nodes.n_leaves).astype(np.int32)),
                child_counts=np.array(counts, np.int32),
                children=np.concatenate(children).astype(np.int32),
                child_sizes=np.concatenate(child_sizes).astype(np.int32),
            )
    return Grown(
        nodes.space,
        [level.epsilon for level in tree.levels],
        [level.n_nodes for level in tree.levels],
        n_born,
        tree.parameters,
        {"edges": 7.0},
        tree.selections,
        tree.origin,
    )


def run(path, grown, tree, memory=SMALL, **options):
    with storage.own_folder(path, unfinished=True):
        return assemble(path, grown, radii=tree.radii_kind, memory_left=memory, **options)


def assert_same(path, tree):
    """Compare the files in a folder with those of the tree saved, and see that no others are left."""
    ours = storage.read_manifest(path)
    assert sorted(entry.name for entry in path.iterdir()) == [ours["folder"], "manifest.json"]
    with TemporaryDirectory() as folder:
        tree.save(Path(folder) / "tree")
        theirs = storage.read_manifest(Path(folder) / "tree")
        names = {entry.name for entry in (Path(folder) / "tree" / theirs["folder"]).iterdir()}
    assert {entry.name for entry in (path / ours["folder"]).iterdir()} == names
    for content in (ours, theirs):
        del content["seconds"], content["folder"], content["checksum"]
    assert ours == theirs
    opened = ClusterTree.load(path, verify=True)
    assert_identical(opened, tree)
    return opened


@st.composite
def rows_and_options(draw):
    X = draw(st.one_of(lattices(60, distinct=False), clouds(60)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    if weights is not None:
        weights[draw(st.integers(0, len(X) - 1))] = 1
    options = draw(st.sampled_from(FLAT_MODES)) | {
        "sample_weight": weights,
        "random_state": draw(SEEDS),
        "stop_at": draw(st.sampled_from([1, 4])),
        "max_levels": draw(st.sampled_from([None, None, 1, 3])),
        "max_chunk_size": draw(st.sampled_from([3, 20, 1000])),
        "radii": draw(st.sampled_from(["exact", "bound"])),
    }
    metric = draw(st.sampled_from([None, None, "cosine", "haversine"]))
    if metric is not None:
        options |= {"metric": metric, "linkage": "ward", "representation": "centroid"}
        X = X + 20 if metric == "cosine" else np.resize(X, (len(X), 2))
    return X, options


@given(rows_and_options(), st.sampled_from([TINY, 400, SMALL, AMPLE]), SEEDS, st.sampled_from([1, 2]))
def test_the_tree_is_the_one_made_in_memory(drawn, memory, seed, n_threads):
    X, options = drawn
    tree = bidvit.cluster(X, **options)
    with TemporaryDirectory() as folder:
        path = Path(folder)
        grown = write_born_files(tree, path, X, seed)
        opened = run(path, grown, tree, memory, n_threads=n_threads)
        assert_same(path, tree)
        check_tree(opened, options["sample_weight"])
        assert opened.seconds.keys() == {"edges", "order", "radii", "measured"}
        assert opened.seconds["edges"] == 7
        assert opened.seconds["measured"] == tree.seconds["measured"]
