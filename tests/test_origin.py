"""Which file a tree comes from: stored with it, and mistrusted when it is read."""

import json
import pickle

import numpy as np
import pytest

import bidvit
from bidvit import storage
from bidvit.origin import Origin

X = np.random.default_rng(0).random((8, 2))


@pytest.fixture
def tree():
    tree = bidvit.cluster(X, random_state=0)
    tree.origin = Origin(
        "points.csv", ["a", "e"], ["a", "e[0]"], 10, weights="w", dropped=np.array([3, 9])
    )
    return tree


def test_origin_is_stored(tree, tmp_path):
    tree.save(tmp_path / "t")
    for again in (
        bidvit.ClusterTree.load(tmp_path / "t", verify=True),
        pickle.loads(pickle.dumps(tree)),
    ):
        assert again.origin.to_json() == tree.origin.to_json()
        assert again.origin.dropped.tolist() == [3, 9]
        assert again.origin.kept.tolist() == [0, 1, 2, 4, 5, 6, 7, 8]
    assert bidvit.cluster(X, random_state=0).origin is None


def test_nothing_dropped(tmp_path):
    tree = bidvit.cluster(X, random_state=0)
    tree.origin = Origin("points.npy", ["x0", "x1"], ["x0", "x1"], 8, array="X")
    tree.save(tmp_path / "t")
    origin = bidvit.ClusterTree.load(tmp_path / "t").origin
    assert (origin.array, origin.weights, len(origin.dropped)) == ("X", None, 0)
    labels = tree.labels(3)
    assert origin.spread(labels, -1) is labels


@pytest.mark.parametrize(
    "change",
    [
        {"path": 5},
        {"columns": "ab"},
        {"columns": ["a", 5]},
        {"features": ["a"]},
        {"n_rows": 9},
        {"n_rows": "10"},
        {"array": 0},
        {"weights": ["w"]},
        {"more": 1},
    ],
)
def test_forged_origins(change, tree, tmp_path):
    tree.save(tmp_path / "t")
    forge(tmp_path / "t", lambda content: content["origin"].update(change))
    with pytest.raises(ValueError, match="does not describe a tree"):
        bidvit.ClusterTree.load(tmp_path / "t")


@pytest.mark.parametrize("rows", [[9, 3], [3, 3], [-1, 3], [3, 10]])
def test_forged_rows(rows, tree, tmp_path):
    tree.origin.dropped[:] = rows
    tree.save(tmp_path / "t")
    with pytest.raises(ValueError, match="does not describe a tree"):
        bidvit.ClusterTree.load(tmp_path / "t")


def test_rows_dropped_from_no_file(tree, tmp_path):
    tree.save(tmp_path / "t")
    forge(tmp_path / "t", lambda content: content.update(origin=None))
    with pytest.raises(ValueError, match="does not describe a tree"):
        bidvit.ClusterTree.load(tmp_path / "t")


def forge(path, change):
    content = json.loads((path / "manifest.json").read_text())
    change(content)
    content["checksum"] = storage.hash_manifest(content)
    (path / "manifest.json").write_text(json.dumps(content))
