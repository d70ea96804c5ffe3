"""The explorer's server: a page and a read-only API, for one person at the same machine.

It listens on loopback, under a path that begins with a random token. Host and Origin of each
request are checked, so that no other web page can talk to it. It only answers GET.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
import sys
import webbrowser
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from bidvit import inputs
from bidvit.explorer.answers import QUESTIONS, answer, answer_rows
from bidvit.explorer.view import TreeViews
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from bidvit.tree import ClusterTree

_LONGEST_QUERY = 16_384  # bytes
_AT_ONCE = 4  # questions that are answered at the same time
_REQUEST_SECONDS = 10.0  # that all of a request may take to arrive
_STALL_SECONDS = 60.0  # that a client may leave an answer waiting
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
_PAGE = ("index.html", "explorer.js", "explorer.css")


def make_app(views: TreeViews, token: str, hosts: set[str] | None) -> Any:
    """Return the ASGI application.

    Parameters
    ----------
    views : TreeViews
    token : str
        What every path must begin with.
    hosts : set of str, or None
        What the Host header may be; None: anything, for a server that others may reach by names
        it does not know.
    """
    starlette = import_extra("starlette.applications")
    responses = import_extra("starlette.responses")
    routing = import_extra("starlette.routing")
    concurrency = import_extra("starlette.concurrency")
    anyio = import_extra("anyio")
    static = files("bidvit.explorer") / "static"
    limiter = anyio.Semaphore(_AT_ONCE)

    def refuse(status: int, reason: str) -> Any:
        return responses.JSONResponse({"error": reason}, status)

    def find_fault(request: Any) -> Any:
        """Return the answer to a request that is to be refused, or None."""
        host = request.headers.get("host", "").lower()
        if hosts is not None and host not in hosts:
            return refuse(403, "this host name is not one of the server's")
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return refuse(403, "requests from other pages are not answered")
        given = request.path_params.get("token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            return refuse(404, "not found: the address must hold the token that was printed")
        if request.method != "GET":
            return refuse(405, "only GET is answered")
        if len(request.scope["query_string"]) > _LONGEST_QUERY:
            return refuse(400, f"a query must not be longer than {_LONGEST_QUERY} bytes")
        return None

    async def run(request: Any, compute: Any, media_type: str) -> Any:
        keys = [key for key, _ in request.query_params.multi_items()]
        if len(set(keys)) < len(keys):
            return refuse(400, "each parameter must be given once")
        async with limiter:
            # The page has moved on: what nobody waits for is not computed.
            if await request.is_disconnected():
                return responses.Response(status_code=204)
            try:
                content = await concurrency.run_in_threadpool(compute, dict(request.query_params))
            except (ValueError, TypeError) as error:
                return refuse(400, str(error))
        if isinstance(content, bytes):
            return responses.Response(content, media_type=media_type)
        return responses.StreamingResponse(
            content,
            media_type=media_type,
            headers={"content-disposition": 'attachment; filename="rows.csv"'},
        )

    async def ask(request: Any) -> Any:
        if (fault := find_fault(request)) is not None:
            return fault
        name = request.path_params["question"]
        parameters = {}
        if name in ("node", "members"):
            parameters["id"] = request.path_params.get("id", "")
        if name not in QUESTIONS or ("id" in request.query_params and parameters):
            return refuse(404, f"there is no question {name[:40]!r}")
        is_view = name == "view"
        return await run(
            request,
            lambda query: answer(views, name, query | parameters),
            "application/octet-stream" if is_view else "application/json",
        )

    async def send_rows(request: Any) -> Any:
        if (fault := find_fault(request)) is not None:
            return fault
        return await run(request, lambda query: answer_rows(views, query), "text/csv")

    async def send_page(request: Any) -> Any:
        if (fault := find_fault(request)) is not None:
            return fault
        name = request.path_params.get("name") or "index.html"
        if name not in _PAGE:
            return refuse(404, "not found")
        kind = _TYPES[name[name.rindex(".") :]]
        return responses.Response((static / name).read_bytes(), media_type=kind)

    async def refuse_path(request: Any) -> Any:
        return find_fault(request) or refuse(404, "not found")

    async def ask_members(request: Any) -> Any:
        request.path_params["question"] = "members"
        return await ask(request)

    async def ask_node(request: Any) -> Any:
        request.path_params["question"] = "node"
        return await ask(request)

    def route(path: str, endpoint: Any) -> Any:
        methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
        return routing.Route(path, endpoint, methods=methods)

    app = starlette.Starlette(
        routes=[
            route("/{token}/api/rows.csv", send_rows),
            route("/{token}/api/node/{id}/members", ask_members),
            route("/{token}/api/node/{id}", ask_node),
            route("/{token}/api/{question}", ask),
            route("/{token}/", send_page),
            route("/{token}/{name}", send_page),
            route("/{rest:path}", refuse_path),
        ]
    )
    app.router.redirect_slashes = False
    return _Sealed(app)


class _Sealed:
    """Adds the security headers to every answer, those to bad requests included."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_sealed(message: Any) -> None:
            if message["type"] == "http.response.start":
                sealed = [(key.encode(), value.encode()) for key, value in _HEADERS.items()]
                message["headers"] = [*message["headers"], *sealed]
            await send(message)

        await self.app(scope, receive, send_sealed)


def make_server(app: Any) -> Any:
    """Return a uvicorn server that waits only so long for requests, and for answers to be taken."""
    uvicorn = import_extra("uvicorn")
    implementation = import_extra("uvicorn.protocols.http.h11_impl")
    h11 = implementation.h11

    class Protocol(implementation.H11Protocol):  # type: ignore[misc, name-defined]
        _request_timer: Any = None
        _stall_timer: Any = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._time_request()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._time_request()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._time_request()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._stall_timer = self.loop.call_later(_STALL_SECONDS, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._stall_timer.cancel()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            for timer in (self._request_timer, self._stall_timer):
                if timer is not None:
                    timer.cancel()

        def _time_request(self) -> None:
            """Time runs from the connection, or the last answer, to the last byte of a request."""
            is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
            if is_incomplete and self._request_timer is None:
                self._request_timer = self.loop.call_later(_REQUEST_SECONDS, self.transport.abort)
            elif not is_incomplete and self._request_timer is not None:
                self._request_timer.cancel()
                self._request_timer = None

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        h11_max_incomplete_event_size=2 * _LONGEST_QUERY,
        http=Protocol,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def explore(
    tree: ClusterTree,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = True,
    column_names: Sequence[str] | None = None,
    labels: npt.ArrayLike | None = None,
    title: str | None = None,
) -> None:
    """Serve the explorer of a tree until Ctrl-C; see `ClusterTree.explore`."""
    import_extra("uvicorn")
    import_extra("starlette.applications")
    inputs.check_integer("port", port, 0)
    if port > 65535:
        raise ValueError(f"port must be at most 65535, got {port}")
    views = TreeViews(tree, column_names=column_names, labels=labels, title=title)
    listening = _listen(host, port)
    number = listening.getsockname()[1]
    token = secrets.token_urlsafe(16)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/{token}/"
    if not _is_loopback(listening.getsockname()[0]):
        sys.stderr.write(
            f"bidvit: listening on {host}, which other machines can reach: whoever has the "
            "address with its token sees the data, and the connection is not encrypted\n"
        )
        hosts = None
    else:
        names = {host, "127.0.0.1", "localhost", "[::1]"}
        hosts = {f"{name.lower()}:{number}" for name in names}
    server = make_server(make_app(views, token, hosts))
    sys.stdout.write(f"Explore {tree}\nat {url}\nCtrl-C ends.\n")
    sys.stdout.flush()
    if open_browser:
        # Connections wait in the socket until the server takes them.
        webbrowser.open(url)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        # uvicorn hands Ctrl-C on once it has closed its connections: that is how this ends.
        sys.stderr.write("Ended.\n")
    finally:
        listening.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(64)
        except BaseException:
            listening.close()
            raise
    except OSError as error:
        raise OSError(f"cannot listen on host {host!r}, port {port}: {error}") from error
    return listening


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
