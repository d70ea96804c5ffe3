"""The example of an annealer behind HTTP, against a server on this machine that really solves."""

import importlib.util
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import dimod
import numpy as np
import pytest
from dwave.samplers import SimulatedAnnealingSampler

import bidvit
from bidvit.selection import IndependentSetProblem, SelectionError, solve
from bidvit.selection.testing import check_solver

EXAMPLE = Path(__file__).parents[1] / "examples" / "http_annealer.py"


def load_example():
    spec = importlib.util.spec_from_file_location("http_annealer", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Service(BaseHTTPRequestHandler):
    """Solves by simulated annealing; some paths misbehave."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.headers["Authorization"], asked))
        if self.path == "/busy":
            self.answer(503, b"try again later")
        elif self.path == "/slow":
            self.server.may_go_on.wait(10)
            self.answer(200, b"{}")
        elif self.path == "/strange":
            self.answer(200, b"<html>")
        elif self.path == "/empty":
            self.answer(200, b'{"samples": []}')
        else:
            quadratic = {(i, j): bias for i, j, bias in asked["quadratic"]}
            linear = dict(enumerate(asked["linear"]))
            model = dimod.BinaryQuadraticModel(linear, quadratic, "BINARY")
            found = SimulatedAnnealingSampler().sample(model, num_sweeps=300, **asked["parameters"])
            samples = dimod.as_samples(found, labels_type=list)[0][
                :, np.argsort(list(found.variables))
            ]
            self.answer(200, json.dumps({"samples": samples.tolist()}).encode())

    def answer(self, code, content):
        self.send_response(code)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as made:
        made.asked, made.may_go_on = [], threading.Event()
        made.url = f"http://127.0.0.1:{made.server_address[1]}"
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.may_go_on.set()
        made.shutdown()
        thread.join()


RING = IndependentSetProblem.from_edges([(v, (v + 1) % 9) for v in range(9)], 9, name="the ring")


def test_it_keeps_to_the_contract_of_solvers(server):
    annealer = load_example().HTTPAnnealer(server.url + "/solve")
    check_solver(annealer, params={"num_reads": 5})


def test_it_finds_optima_and_sends_what_it_was_given(server):
    annealer = load_example().HTTPAnnealer(server.url + "/solve", token="secret")
    found = solve(RING, annealer, reductions=False, num_reads=20, random_state=0)
    assert found.weight == 4
    assert found.details["reads"] == 20
    [(authorization, asked)] = server.asked
    assert authorization == "Bearer secret"
    assert asked["parameters"]["num_reads"] == 20
    assert asked["linear"] == [-1] * 9
    assert sorted(sorted(pair[:2]) for pair in asked["quadratic"]) == RING.edges.tolist()


def test_whole_fits_use_it(server):
    X = np.random.default_rng(0).normal(size=(200, 3))
    tree = bidvit.cluster(
        X,
        selection=load_example().HTTPAnnealer(server.url + "/solve"),
        selection_params={"num_reads": 3, "reductions": False},
        max_chunk_size=50,
        growth=2,
        random_state=0,
    )
    assert tree.levels[-1].n_nodes == 1
    assert sum(level["details"]["reads"] for level in tree.selections) == 3 * len(server.asked) > 0


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/busy", r"answered 503: b'try again later'"),
        ("/slow", r"cannot be reached: timed out"),
        ("/strange", r"sent no samples"),
        ("/empty", r"the ring"),
    ],
)
def test_failures_name_solver_problem_and_cause(server, path, expected):
    annealer = load_example().HTTPAnnealer(server.url + path, timeout=0.2)
    with pytest.raises(SelectionError, match=r"HTTPAnnealer.*the ring") as caught:
        solve(RING, annealer, reductions=False)
    assert caught.match(expected)


def test_nobody_there_is_said(server):
    annealer = load_example().HTTPAnnealer("http://127.0.0.1:9")
    with pytest.raises(SelectionError, match=r"http://127.0.0.1:9 cannot be reached"):
        solve(RING, annealer, reductions=False)
    assert server.asked == []


def test_it_runs_as_a_program(server, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLE, server.url + "/solve"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    told = [line.split() for line in done.stdout.splitlines() if line.startswith("HTTPAnnealer")]
    assert told[0][1:3] == ["32", "chunks,"]
    assert sum(int(words[3]) for words in told) == 5 * len(server.asked) > 5 * 32
