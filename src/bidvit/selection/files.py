"""Problems as files that other solvers read: dimod's BQM, DIMACS, METIS and JSON; and back.

DIMACS and METIS take whole weights. Where weights are not whole, they are multiplied by a power of
ten and rounded, which the file says in a comment; JSON and BQM keep them as they are.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.selection.problem import IndependentSetProblem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike

Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

# Format: ending of its files.
SUFFIXES = {"bqm": ".bqm", "dimacs": ".dimacs", "metis": ".graph", "json": ".json"}
FORMAT = "bidvit instance"
VERSION = 1
KIND = "maximum-weight independent set"

# Programs that add up weights in 32 bits must not overflow.
_MOST_TOTAL = 2**31 - 1


def write_problem(
    problem: IndependentSetProblem,
    path: Path,
    form: str,
    *,
    penalty: str | float = "max",
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Write a problem to a file.

    Parameters
    ----------
    problem : IndependentSetProblem
    path : Path
    form : {"bqm", "dimacs", "metis", "json"}
    penalty : {"max", "min", "global"} or float, default="max"
        λ of the BQM; see `IndependentSetProblem.to_qubo`.
    facts : mapping, optional
        What else JSON is to say.
    """
    if form == "bqm":
        with problem.to_qubo(penalty).to_file() as model, path.open("xb") as file:
            shutil.copyfileobj(model, file)
        return
    text = {
        "dimacs": lambda: make_dimacs(problem),
        "metis": lambda: make_metis(problem),
        "json": lambda: make_json(problem, facts or {}),
    }[form]()
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def to_whole(weights: Doubles) -> tuple[Whole, float]:
    """Return weights as whole numbers >= 1, and the power of ten they were multiplied by.

    Whole ones stay as they are. Others add up to less than 2**31, and are at least 1 each.
    """
    if len(weights) == 0 or ((weights == np.floor(weights)).all() and weights.max() < 2**53):
        return weights.astype(np.int64), 1.0
    power = int(np.floor(np.log10((_MOST_TOTAL - len(weights)) / weights.sum())))
    scale = 10.0**power
    return np.maximum(1, np.round(weights * scale)).astype(np.int64), scale


def _describe_scale(problem: IndependentSetProblem, whole: Whole, scale: float) -> list[str]:
    if scale == 1 and np.array_equal(whole, problem.weights):
        return []
    off = np.abs(whole / scale / problem.weights - 1).max()
    return [
        f"weights are the true ones times {scale:g}, rounded and at least 1:",
        f"none is off by more than {off:.2g} of itself",
    ]


def make_dimacs(problem: IndependentSetProblem) -> str:
    """Return a problem in the form of the DIMACS challenges, with a line ``n v w`` per vertex."""
    whole, scale = to_whole(problem.weights)
    comments = [problem.name, f"{KIND}: n vertex weight, e vertex vertex"]
    return "".join(
        [
            *(f"c {line}\n" for line in [*comments, *_describe_scale(problem, whole, scale)]),
            f"p edge {problem.n_vertices} {problem.n_edges}\n",
            *(f"n {v} {w}\n" for v, w in enumerate(whole.tolist(), start=1)),
            *(f"e {u} {v}\n" for u, v in (problem.edges + 1).tolist()),
        ]
    )


def make_metis(problem: IndependentSetProblem) -> str:
    """Return a problem in the form of METIS: a line per vertex, its weight and its neighbours."""
    whole, scale = to_whole(problem.weights)
    comments = [problem.name, f"{KIND}: weight, then neighbours, of vertex after vertex"]
    neighbours = (problem.neighbours + 1).tolist()
    starts = problem.starts.tolist()
    lines = (
        " ".join(map(str, (w, *neighbours[starts[v] : starts[v + 1]])))
        for v, w in enumerate(whole.tolist())
    )
    return "".join(
        [
            *(f"% {line}\n" for line in [*comments, *_describe_scale(problem, whole, scale)]),
            f"{problem.n_vertices} {problem.n_edges} 10\n",
            *(f"{line}\n" for line in lines),
        ]
    )


def make_json(problem: IndependentSetProblem, facts: Mapping[str, Any]) -> str:
    """Return a problem and what is known of it as JSON; vertices count from 0."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "kind": KIND,
        "name": problem.name,
        **facts,
        "n_vertices": problem.n_vertices,
        "n_edges": problem.n_edges,
        "weights": problem.weights.tolist(),
        "edges": problem.edges.tolist(),
    }
    lines = (f"{json.dumps(k)}: {json.dumps(v, allow_nan=False)}" for k, v in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_instance(path: str | PathLike[str]) -> IndependentSetProblem:
    r"""Read a problem from a file of `bidvit.instances.write_instances`, or from elsewhere.

    Parameters
    ----------
    path : str or path
        A file in JSON (``.json``), DIMACS (``.dimacs``, also ``.col``, ``.clq`` or ``.wclq``) or
        METIS (``.graph``). Without weights, all vertices weigh 1. A ``.bqm`` is read by dimod.

    Returns
    -------
    IndependentSetProblem

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from bidvit.selection.files import read_instance
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "pair.dimacs"
    >>> _ = path.write_text("p edge 2 1\nn 1 5\ne 1 2\n")
    >>> read_instance(path).weights
    array([5., 1.])
    """
    path = Path(path)
    readers = {".json": _read_json, ".graph": _read_metis}
    readers |= dict.fromkeys((".dimacs", ".col", ".clq", ".wclq"), _read_dimacs)
    if path.suffix not in readers:
        raise ValueError(
            f"path must end in one of {', '.join(readers)}, got {path}"
            + (": use dimod.BQM.from_file for it" if path.suffix == ".bqm" else "")
        )
    try:
        text = path.read_text(encoding="utf-8")
        return readers[path.suffix](text, path.stem)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path} does not hold a problem that can be read: {what}") from error


def _read_json(text: str, name: str) -> IndependentSetProblem:
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT!r}")
    if content.get("version") != VERSION:
        raise ValueError(f"it has version {content.get('version')!r}, this reads {VERSION}")
    problem = IndependentSetProblem.from_edges(
        content["edges"], content["n_vertices"], content["weights"], name=content.get("name", name)
    )
    _check_edges(problem, content["n_edges"])
    return problem


def _read_dimacs(text: str, name: str) -> IndependentSetProblem:
    n_vertices = n_edges = -1
    weights = np.empty(0)
    edges: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case [] | ["c", *_]:
                continue
            case ["p", _, n, m] if n_vertices < 0:
                n_vertices, n_edges = _whole(number, n), _whole(number, m)
                weights = np.ones(n_vertices)
            case ["n", v, w] if n_vertices >= 0:
                vertex = _whole(number, v)
                if not 1 <= vertex <= n_vertices:
                    raise ValueError(f"line {number}: there is no vertex {v}")
                weights[vertex - 1] = float(w)
            case ["e", u, v] if n_vertices >= 0:
                edges.append([_whole(number, u) - 1, _whole(number, v) - 1])
            case _:
                raise ValueError(f"line {number} is not one of a graph: {line[:60]!r}")
    if n_vertices < 0:
        raise ValueError("it has no line 'p edge vertices edges'")
    problem = IndependentSetProblem.from_edges(edges, n_vertices, weights, name=name)
    _check_edges(problem, n_edges)
    return problem


def _read_metis(text: str, name: str) -> IndependentSetProblem:
    lines = _metis_lines(text)
    try:
        number, header = next(lines)
    except StopIteration:
        raise ValueError("it is empty") from None
    if not 2 <= len(header) <= 4:
        raise ValueError(f"line {number} must be 'vertices edges format'")
    n_vertices, n_edges = _whole(number, header[0]), _whole(number, header[1])
    kind = header[2].zfill(3) if len(header) > 2 else "000"
    weighted = {"000": 0, "010": 1}.get(kind)
    if weighted is None or (len(header) == 4 and header[3] != "1"):
        raise ValueError(
            f"line {number}: one weight per vertex and none elsewhere can be read, format 10 or 0"
        )
    weights = np.ones(n_vertices)
    ends: list[list[int]] = []
    for v in range(n_vertices):
        try:
            number, words = next(lines)
        except StopIteration:
            raise ValueError(f"it has {v} of {n_vertices} vertices") from None
        if weighted:
            if not words:
                raise ValueError(f"line {number}: the weight is missing")
            weights[v] = float(words[0])
        ends += ([v, _whole(number, word) - 1] for word in words[weighted:])
    if any(words for _, words in lines):
        raise ValueError(f"it has more than {n_vertices} vertices")
    problem = IndependentSetProblem.from_edges(ends, n_vertices, weights, name=name)
    _check_edges(problem, n_edges)
    if len(ends) != 2 * n_edges:
        raise ValueError("an edge must stand at both of its ends, once")
    return problem


def _metis_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield number and words of every line that is no comment; an empty one is a vertex."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("%"):
            yield number, line.split()


def _whole(number: int, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"line {number}: {word[:20]!r} must be a whole number") from None


def _check_edges(problem: IndependentSetProblem, n_edges: int) -> None:
    if problem.n_edges != n_edges:
        raise ValueError(f"it says {n_edges} edges and has {problem.n_edges}")
