"""The explorer's server under questions good, bad and hostile."""

import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import bidvit
from bidvit.explorer.answers import QUESTIONS
from bidvit.explorer.server import _listen, explore, make_app, make_server
from bidvit.explorer.view import TreeViews

TOKEN = "abc-token"
COMMAND = Path(sys.executable).with_name("bidvit")
X = np.random.default_rng(0).normal(size=(3000, 3))
TREE = bidvit.cluster(X, random_state=0)
VIEWS = TreeViews(TREE)
CLIENT = TestClient(
    make_app(VIEWS, TOKEN, {"testserver"}), raise_server_exceptions=True, follow_redirects=False
)
BOX = "-3,-3,3,3"


def get(path, **options):
    return CLIENT.get(f"/{TOKEN}/api/{path}", **options)


def test_every_question_has_an_answer():
    for path in (
        "meta",
        "frame?axes=components:0,1",
        f"view?bbox={BOX}&level=auto&color_level=20&axes=columns:0,2&budget=500",
        f"view?bbox={BOX}&level=3&root=3005&color_by=column:1",
        "node/3000?axes=columns:0,1&first_column=1",
        "node/3000/members?limit=5&offset=3",
        "hierarchy?root=3000&depth=3",
        "scores",
        "search?row=17",
        "select?polygon=0,0,1,0,1,1&level=2",
        "rows.csv?node=3000",
        "rows.csv?polygon=0,0,1,0,1,1&level=2",
    ):
        answer = get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert len(answer.content) > 10
    members = get("node/3000/members?limit=5&offset=3").json()
    assert members["rows"] == TREE.members(3000, 5, 3).tolist()


def test_a_view_is_small_on_the_wire():
    answer = get(f"view?bbox={BOX}&level=0&budget=3000")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert len(answer.content) < 60 * 3000 + 1000


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("view", "bbox must be given"),
        ("view?bbox=1,2,3", "bbox must be 4 finite numbers"),
        ("view?bbox=1,2,nan,4", "bbox must be 4 finite numbers"),
        ("view?bbox=1,2,1e999,4", "bbox must be 4 finite numbers"),
        ("view?bbox=3,3,1,1", "low < high"),
        ("view?bbox=a,b,c,d", "numbers with commas"),
        (f"view?bbox={BOX}&level=-1", "level must be from 0"),
        (f"view?bbox={BOX}&level=1.5", "level must be a whole number"),
        (f"view?bbox={BOX}&budget=1000000", "budget must be at most"),
        (f"view?bbox={BOX}&root=99999999999", "root must be from 0"),
        (f"view?bbox={BOX}&axes=columns:0,9", "axes must be"),
        (f"view?bbox={BOX}&axes=columns:0,99999999999999999999", "axes must be"),
        (f"view?bbox={BOX}&color_by=labels", "color_by must be"),
        (f"view?bbox={BOX}&bbox={BOX}", "given once"),
        (f"view?bbox={BOX}&other=1", "view takes the parameters"),
        ("node/x", "id must be a whole number"),
        ("node/-1", "node must be from 0"),
        ("node/3000/members?limit=100000", "limit must be at most"),
        ("node/3000/members?offset=-1", "offset must be >= 0"),
        ("hierarchy?depth=100", "depth must be at most"),
        ("search?row=3000", "row must be from 0"),
        ("search", "row must be given"),
        ("select?polygon=0,0&level=0", "3 to 500 corners"),
        ("rows.csv?node=1&level=3", "not both"),
        ("view?bbox=" + "1" * 20000, "longer than"),
    ],
)
def test_a_bad_question_is_told_why(path, message):
    answer = get(path)
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_only_this_page_by_this_name_with_the_token_may_ask():
    assert CLIENT.get("/wrong/api/meta").status_code == 404
    assert CLIENT.get("/api/meta").status_code == 404
    assert CLIENT.get("/").status_code == 404
    assert get("nothing").status_code == 404
    assert get("meta", headers={"host": "evil.example"}).status_code == 403
    assert get("meta", headers={"origin": "http://evil.example"}).status_code == 403
    assert get("meta", headers={"origin": "null"}).status_code == 403
    assert get("meta", headers={"origin": "http://testserver"}).status_code == 200
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"):
        answer = CLIENT.request(method, f"/{TOKEN}/api/meta")
        assert answer.status_code == 405, method
    for path in ("../server.py", "..%2fserver.py", "%2e%2e/server.py", "x.py", "index.htm"):
        assert CLIENT.get(f"/{TOKEN}/{path}").status_code == 404


words = st.text(max_size=12) | st.sampled_from(
    ["auto", "0", "-1", "1e308", "nan", "columns:0,1", "components:1,0", "map", "٣", "1_0", "0x1"]
)
numbers = st.floats(allow_nan=True) | st.integers(-(10**25), 10**25)
lists = st.lists(numbers, min_size=1, max_size=9).map(lambda items: ",".join(map(str, items)))
names = st.sampled_from(
    [
        *("bbox", "level", "color_level", "axes", "budget", "root", "color_by", "first_column"),
        *("limit", "offset", "depth", "row", "polygon", "node", "id"),
    ]
)
values = words | lists | st.integers(-3, 6000).map(str)
paths = st.sampled_from([*QUESTIONS, "rows.csv", "node/3000", "node/3000/members"]) | words.map(
    lambda text: f"node/{quote(text, safe='')}"
)


@settings(max_examples=400)
@given(paths, st.dictionaries(names, values, max_size=5))
@example("view", {"bbox": "-1e308,-1e308,1e308,1e308"})
@example("view", {"bbox": "0,0,5e-324,5e-324"})
@example("select", {"polygon": "0,0,1e308,0,1e308,1e308", "level": "0"})
def test_no_question_breaks_the_server(path, query):
    # An error in the server would be raised here.
    answer = get(path, params=query)
    assert answer.status_code in (200, 400, 404)
    if answer.status_code != 200:
        assert "error" in answer.json()
        assert "Traceback" not in answer.text


@given(st.binary(max_size=60))
def test_no_address_breaks_the_server(raw):
    answer = CLIENT.get("/" + quote(raw, safe="/"))
    assert answer.status_code in (403, 404)


@pytest.mark.slow
def test_ten_thousand_views_leave_no_memory_behind():
    rng = np.random.default_rng(0)

    def ask(n):
        for _ in range(n):
            low = rng.uniform(-3, 3, 2)
            high = low + rng.uniform(0.1, 4, 2)
            axes = f"columns:{','.join(map(str, rng.permutation(3)[:2]))}"
            VIEWS.view([*low, *high], level=int(rng.integers(30)), axes=axes, budget=400)

    ask(1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ask(10_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4096, f"{grown} KiB"


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("explore") / "points.tree"
    TREE.save(path)
    return path


def start(stored, *arguments):
    process = subprocess.Popen(
        [COMMAND, "explore", stored, "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    lines = [process.stdout.readline() for _ in range(3)]
    return process, re.search(r"http://\S+", "".join(lines)).group()


def status_of(url, path, headers):
    connection = http.client.HTTPConnection(url.split("/")[2], timeout=20)
    try:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:
            return answer.status
    finally:
        connection.close()


def test_the_command_serves_until_it_is_interrupted(stored):
    process, url = start(stored)
    try:
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url + "api/meta", timeout=20) as answer:
            assert json.load(answer)["n_rows"] == 3000
        path = "/" + url.split("/")[3] + "/api/meta"
        assert status_of(url, path, {"Host": "evil"}) == 403
        # A header without end is not waited for.
        address = ("127.0.0.1", int(url.split("/")[2].split(":")[1]))
        with socket.create_connection(address, timeout=20) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 100_000)
            assert connection.recv(1000).startswith(b"HTTP/1.1 400")
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode in (0, 130), err
    assert "Traceback" not in out + err


def test_other_interfaces_are_warned_of(stored):
    process, url = start(stored, "--host", "0.0.0.0")
    try:
        with urllib.request.urlopen(url + "api/meta", timeout=20) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert "other machines can reach" in err


def test_wrong_arguments_are_refused():
    with pytest.raises(ValueError, match="port must be at most 65535"):
        explore(TREE, port=70000, open_browser=False)
    with pytest.raises(OSError, match="cannot listen on host"):
        explore(TREE, host="host.invalid", open_browser=False)


@pytest.fixture
def impatient(monkeypatch):
    """A running server with little patience."""
    monkeypatch.setattr("bidvit.explorer.server._REQUEST_SECONDS", 0.4)
    monkeypatch.setattr("bidvit.explorer.server._STALL_SECONDS", 0.4)
    listening = _listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    server = make_server(make_app(VIEWS, TOKEN, {f"127.0.0.1:{port}"}))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield SimpleNamespace(port=port, server=server)
    server.should_exit = True
    thread.join(20)
    listening.close()


def request(port, path, *headers):
    lines = [f"GET /{TOKEN}/{path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def is_hung_up_on(connection):
    """Send a byte every now and then: whether the server hangs up."""
    try:
        for _ in range(500):
            connection.sendall(b"x")
            time.sleep(0.02)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("begun", ["nothing", "header", "body", "second request"])
def test_a_client_that_dribbles_is_hung_up_on(impatient, begun):
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=20) as connection:
        if begun == "header":
            connection.sendall(request(impatient.port, "api/meta", "X-Long: ")[:-4])
        elif begun == "body":
            connection.sendall(request(impatient.port, "api/meta", "Content-Length: 100000"))
        elif begun == "second request":
            connection.sendall(request(impatient.port, "api/meta"))
            assert connection.recv(100_000).startswith(b"HTTP/1.1 200")
        assert is_hung_up_on(connection)


def test_an_answer_that_nobody_takes_is_dropped(impatient, monkeypatch):
    monkeypatch.setattr(
        "bidvit.explorer.server.answer_rows", lambda *_: ("x" * 10**7 for _ in range(1000))
    )
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=20) as connection:
        connection.sendall(request(impatient.port, "api/rows.csv?node=0"))
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        assert impatient.server.server_state.connections
        for _ in range(1000):
            if not impatient.server.server_state.connections:
                break
            time.sleep(0.02)
        assert not impatient.server.server_state.connections


def test_a_question_may_take_longer_than_a_request(impatient, monkeypatch):
    def compute(*_):
        time.sleep(1)
        return b"{}"

    monkeypatch.setattr("bidvit.explorer.server.answer", compute)
    with urllib.request.urlopen(f"http://127.0.0.1:{impatient.port}/{TOKEN}/api/meta") as answer:
        assert answer.read() == b"{}"


def test_many_clients_at_once_some_of_which_leave(impatient):
    root = int(TREE.nodes.roots[0])

    def leave(_):
        with socket.create_connection(("127.0.0.1", impatient.port), timeout=20) as connection:
            connection.sendall(request(impatient.port, f"api/rows.csv?node={root}"))
            connection.recv(10)

    def ask(_):
        url = f"http://127.0.0.1:{impatient.port}/{TOKEN}/api/view?bbox={BOX}"
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status

    with ThreadPoolExecutor(16) as pool:
        left = [pool.submit(leave, k) for k in range(40)]
        assert set(pool.map(ask, range(80))) == {200}
        for gone in left:
            gone.result()


HARD_TREES = {
    "forest": bidvit.cluster(X, max_levels=4, random_state=0),
    "one": bidvit.cluster([[1.0, 2.0]], random_state=0),
    "globe": bidvit.cluster(X[:, :2] * 20, metric="haversine", random_state=0),
    "cosine": bidvit.cluster(X, metric="cosine", random_state=0),
}


@pytest.mark.parametrize("name", HARD_TREES)
@settings(max_examples=100)
@given(st.data())
def test_no_question_breaks_the_server_of_any_tree(name, data):
    """Questions whose parameters are right, mostly: they get further than those above."""
    tree, (client, views) = HARD_TREES[name], _clients[name]
    node = data.draw(st.integers(0, tree.nodes.n_nodes - 1))
    level = data.draw(st.integers(0, len(tree.levels) - 1))
    box = ",".join(str(data.draw(st.floats(-100, 0))) for _ in range(2))
    box += "," + ",".join(str(data.draw(st.floats(0.1, 100))) for _ in range(2))
    maybe_root = data.draw(st.sampled_from(["", f"&root={node}"]))
    axes = data.draw(st.sampled_from(["columns:0,1", "components:0,1", "column:0", "map"]))
    path = data.draw(
        st.sampled_from(
            [
                f"view?bbox={box}&budget=50&axes={axes}{maybe_root}",
                f"view?bbox={box}&level={level}&color_level={level}{maybe_root}",
                f"view?bbox={box}&color_by=radius{maybe_root}",
                f"node/{node}?axes={axes}",
                f"node/{node}/members?offset={level}",
                f"hierarchy?depth=4{maybe_root}",
                f"select?polygon=-9,-9,9,-9,0,9&level={level}{maybe_root}",
                f"rows.csv?node={node}",
                f"search?row={node % tree.n_rows}",
                "scores",
                "meta",
            ]
        )
    )
    answer = client.get(f"/{TOKEN}/api/{path}")
    is_wrong = "axes" in path and axes not in _axes_of(views)
    assert answer.status_code == (400 if is_wrong else 200), answer.text[:500]


def _axes_of(views):
    return ["map"] if views.meta()["is_map"] else ["columns:0,1", "components:0,1", "column:0"]


def _make_client(tree):
    views = TreeViews(tree)
    return TestClient(make_app(views, TOKEN, {"testserver"})), views


_clients = {name: _make_client(tree) for name, tree in HARD_TREES.items()}
