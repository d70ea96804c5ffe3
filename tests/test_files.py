"""Problems as files: what is written is read again, by us and by others; what is none is not."""

import json

import dimod
import numpy as np
import pytest
from graphs import SHAPES, matrix, problems, weights_of
from hypothesis import given

from bidvit.selection import IndependentSetProblem
from bidvit.selection.files import (
    SUFFIXES,
    make_dimacs,
    make_metis,
    read_instance,
    to_whole,
    write_problem,
)

TEXTS = ["json", "dimacs", "metis"]
PATH = IndependentSetProblem.from_edges([(0, 1), (1, 2)], 4, [3.0, 1.0, 2.0, 7.0], name="mine")


def written(problem, form, folder, **options):
    path = folder / f"problem{SUFFIXES[form]}"
    path.unlink(missing_ok=True)
    write_problem(problem, path, form, **options)
    return path


@pytest.mark.parametrize("form", TEXTS)
@given(problem=problems(max_vertices=15))
def test_what_is_written_is_read_again(form, problem, tmp_path_factory):
    again = read_instance(written(problem, form, tmp_path_factory.getbasetemp()))
    assert matrix(again).tolist() == matrix(problem).tolist()
    if form == "json":
        assert again.weights.tolist() == problem.weights.tolist()
        assert again.name == problem.name
    else:
        assert again.weights.tolist() == to_whole(problem.weights)[0].tolist()


@pytest.mark.parametrize("rule", ["max", "min", "global", 2e100])
@given(problem=problems(max_vertices=10))
def test_models_are_read_by_dimod(rule, problem, tmp_path_factory):
    path = written(problem, "bqm", tmp_path_factory.getbasetemp(), penalty=rule)
    with path.open("rb") as file:
        assert dimod.BinaryQuadraticModel.from_file(file) == problem.to_qubo(rule)


@pytest.mark.parametrize("kind", ["equal", "whole", "uneven", "huge", "tiny"])
@pytest.mark.parametrize("shape", SHAPES)
def test_weights_become_whole(shape, kind):
    n, _ = SHAPES[shape]
    weights = weights_of(kind, np.random.default_rng(0), n)
    whole, scale = to_whole(weights)
    assert whole.dtype == np.int64
    assert (whole >= 1).all()
    if kind in ("equal", "whole"):
        assert scale == 1
        assert whole.tolist() == weights.tolist()
        return
    # A power of ten, as large as it can be.
    assert scale == 10.0 ** round(np.log10(scale))
    assert whole.sum() < 2**31
    assert 10 * (weights * scale).sum() + n > 2**31 - 1
    # Nothing is off by more than half a unit, unless it became the least there is.
    assert ((np.abs(whole - weights * scale) <= 0.5) | (whole == 1)).all()


def test_whole_weights_stay_whatever_their_size():
    assert to_whole(np.array([2.0**52, 1.0]))[0].tolist() == [2**52, 1]
    assert to_whole(np.array([2.0**53, 1.0]))[1] < 1
    assert to_whole(np.empty(0))[1] == 1


def test_the_forms():
    assert make_dimacs(PATH).splitlines() == [
        "c mine",
        "c maximum-weight independent set: n vertex weight, e vertex vertex",
        "p edge 4 2",
        "n 1 3",
        "n 2 1",
        "n 3 2",
        "n 4 7",
        "e 1 2",
        "e 2 3",
    ]
    assert make_metis(PATH).splitlines() == [
        "% mine",
        "% maximum-weight independent set: weight, then neighbours, of vertex after vertex",
        "4 2 10",
        "3 2",
        "1 1 3",
        "2 2",
        "7",
    ]
    pair = IndependentSetProblem.from_edges([(0, 1)], 2, [1.5, 1e-9])
    for text, sign in [(make_dimacs(pair), "c"), (make_metis(pair), "%")]:
        assert f"{sign} weights are the true ones times 1e+09, rounded and at least 1:" in text
        assert f"{sign} none is off by more than 0 of itself" in text


def test_json_is_json(tmp_path):
    facts = {"level": 3, "best_set": [0, 2], "bound": None}
    content = json.loads(written(PATH, "json", tmp_path, facts=facts).read_text())
    assert content == {
        "format": "bidvit instance",
        "version": 1,
        "kind": "maximum-weight independent set",
        "name": "mine",
        "level": 3,
        "best_set": [0, 2],
        "bound": None,
        "n_vertices": 4,
        "n_edges": 2,
        "weights": [3.0, 1.0, 2.0, 7.0],
        "edges": [[0, 1], [1, 2]],
    }


@pytest.mark.parametrize("form", SUFFIXES)
def test_nothing_is_overwritten(form, tmp_path):
    path = written(PATH, form, tmp_path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        write_problem(PATH, path, form)
    assert path.read_bytes() == before


# Files from elsewhere

FROM_ELSEWHERE = [
    ("a.col", "c hello\n\np col 3 2\ne 1 2\ne 3 2\n", [1, 1, 1], [[0, 1], [1, 2]]),
    ("a.wclq", "p edge 2 1\nn 2 5\ne 2 1\n", [1, 5], [[0, 1]]),
    ("a.dimacs", "p edge 2 0\nn 2 0.5\n", [1, 0.5], []),
    ("a.graph", "% hello\n3 2\n2\n1 3\n2\n", [1, 1, 1], [[0, 1], [1, 2]]),
    ("a.graph", "3 1 0\n\n3\n2\n", [1, 1, 1], [[1, 2]]),
    ("a.graph", "2 1 010 1\n4 2\n% hello\n5 1\n\n", [4, 5], [[0, 1]]),
]


@pytest.mark.parametrize(("name", "text", "weights", "edges"), FROM_ELSEWHERE)
def test_files_from_elsewhere_are_read(name, text, weights, edges, tmp_path):
    (tmp_path / name).write_text(text)
    problem = read_instance(tmp_path / name)
    assert problem.weights.tolist() == weights
    assert problem.edges.tolist() == edges
    assert problem.name == "a"


BAD = [
    ("a.dimacs", "", "it has no line 'p edge vertices edges'"),
    ("a.dimacs", "e 1 2\n", "line 1 is not one of a graph: 'e 1 2'"),
    ("a.dimacs", "p edge 2 1\np edge 2 1\n", "line 2 is not one of a graph"),
    ("a.dimacs", "p edge 2 1\ne 1\n", "line 2 is not one of a graph: 'e 1'"),
    ("a.dimacs", "p edge two 1\n", "line 1: 'two' must be a whole number"),
    ("a.dimacs", "p edge 2 1\ne 1 3\n", "edges must join vertices from 0 to 1"),
    ("a.dimacs", "p edge 2 1\ne 1 1\n", "must not join a vertex to itself"),
    ("a.dimacs", "p edge 2 2\ne 1 2\ne 2 1\n", "it says 2 edges and has 1"),
    ("a.dimacs", "p edge 2 1\nn 3 1\ne 1 2\n", "line 2: there is no vertex 3"),
    ("a.dimacs", "p edge 2 1\nn 1 -4\ne 1 2\n", "weights must be from 1e-100 to 1e100"),
    ("a.dimacs", "p edge 2 1\nn 1 heavy\ne 1 2\n", "could not convert string"),
    ("a.graph", "", "it is empty"),
    ("a.graph", "3\n", "line 1 must be 'vertices edges format'"),
    ("a.graph", "2 1 11\n1 2 9\n1 1 9\n", "one weight per vertex and none elsewhere"),
    ("a.graph", "2 1 10 2\n1 1 2\n1 1 1\n", "one weight per vertex and none elsewhere"),
    ("a.graph", "2 1\n2\n", "it has 1 of 2 vertices"),
    ("a.graph", "2 1\n2\n1\n1\n", "it has more than 2 vertices"),
    ("a.graph", "2 1 10\n\n1 1\n", "line 2: the weight is missing"),
    ("a.graph", "2 1\n2\n\n", "an edge must stand at both of its ends"),
    ("a.graph", "2 1\n2.0\n1\n", r"line 2: '2.0' must be a whole number"),
    ("a.graph", "2 3\n2\n1\n", "it says 3 edges and has 1"),
    ("a.json", "{", "Expecting property name"),
    ("a.json", "[]", "its format is not 'bidvit instance'"),
    ("a.json", '{"format": "bidvit instance", "version": 2}', "it has version 2, this reads 1"),
    ("a.json", '{"format": "bidvit instance", "version": 1}', "'edges' is missing"),
    (
        "a.json",
        """{"format": "bidvit instance", "version": 1, "edges": [[0, 1]], "n_vertices": 2,
        "n_edges": 2, "weights": [1, 1]}""",
        "it says 2 edges and has 1",
    ),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD)
def test_files_that_are_none_say_so(name, text, message, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=f"{name} does not hold a problem .*: .*{message}"):
        read_instance(tmp_path / name)


def test_paths_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_instance(tmp_path / "missing.json")
    with pytest.raises(ValueError, match=r"must end in one of .json, .* got .*\.txt"):
        read_instance(tmp_path / "a.txt")
    with pytest.raises(ValueError, match=r"use dimod.BQM.from_file"):
        read_instance(tmp_path / "a.bqm")
    (tmp_path / "bytes.graph").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="does not hold a problem"):
        read_instance(tmp_path / "bytes.graph")
