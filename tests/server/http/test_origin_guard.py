"""The origin guard: it checks Host and Origin exactly, on every route, before a request is accepted (SEC1)."""

from __future__ import annotations

import errno
import re
import socket
from typing import Any

import httpx
import pytest
import websockets
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from server.binding import bind, check_bind, listens_on, origins
from server.http import status
from server.http.origin_guard import OriginGuard
from server.http.security_headers import HEADERS, hsts
from server.serve_settings import CannotServe, Settings
from tests.server.whole_server import Guests

ORIGIN = "http://good.example:8000"
BAD_ORIGINS = [
    "http://evil.example:8000",
    "null",
    "http://good.example:8000.evil.example",
    "http://good.example.evil.example:8000",
    "http://evil-good.example:8000",
    "http://good.example:8001",
    "http://good.example",
    "https://good.example:8000",
    "HTTP://good.example:8000",
    "http://GOOD.example:8000",
    "http://good.example:8000/",
    "",
]
BAD_HOSTS = ["evil.example:8000", "good.example", "good.example:8001", "good.example:8000.evil", "", "127.0.0.1:8000"]


class Seen(Exception):
    """The request passed the guard."""


async def app(_scope: Any, _receive: Any, _send: Any) -> None:
    raise Seen


async def asked(
    kind: str, headers: dict[str, str], path: str = "/ws", guard: OriginGuard | None = None
) -> list[dict[str, Any]]:
    """Return the messages that the guard itself sends. Raise `Seen` if it passes the request on."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await (guard or OriginGuard(app, [ORIGIN]))({"type": kind, "path": path, "headers": pairs}, receive, send)
    return sent


def refused(kind: str, sent: list[dict[str, Any]]) -> bool:
    """True if this is a 403; ASGI sends a 403 for a WebSocket that is closed before it is accepted."""
    if kind == "websocket":
        return [message["type"] for message in sent] == ["websocket.close"]
    return bool(sent[0]["status"] == 403)


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("origin", BAD_ORIGINS)
async def test_a_foreign_origin_is_refused(kind: str, origin: str) -> None:
    """SEC1: twelve origins that differ from ours, some by one character, get 403, for a WebSocket before it is
    accepted."""
    sent = await asked(kind, {"host": "good.example:8000", "origin": origin})
    assert refused(kind, sent)
    assert kind == "websocket" or set(HEADERS) <= set(sent[0]["headers"])


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", BAD_HOSTS)
async def test_a_foreign_host_is_refused(kind: str, host: str) -> None:
    """SEC1: a foreign host name that points to this server (DNS rebinding) is refused, with any origin."""
    assert refused(kind, await asked(kind, {"host": host, "origin": ORIGIN}))
    assert refused(kind, await asked(kind, {"host": host}))


async def test_a_foreign_host_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    """A refused Host is logged once, in one short line, with the Host that a proxy has to pass on and without the rest
    of the request."""
    guard = OriginGuard(app, [ORIGIN])
    for host in ("server-1:8000", "another", "x" * 1000):
        await asked("http", {"host": host, "authorization": "Bearer canary"}, guard=guard)
    assert caplog.messages == [
        "Refused a request: its Host was 'server-1:8000', not good.example:8000. A proxy has to pass Host on."
    ]
    caplog.clear()
    await asked("http", {"host": "\n" + "x" * 1000})
    assert len(caplog.messages[0]) < 200
    assert "\n" not in caplog.messages[0]


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_our_own_origin_and_none_come_through(kind: str) -> None:
    """SEC1: requests with our origin pass, and so do requests without an origin, which come from a program and need a
    token anyway."""
    for headers in ({"host": "good.example:8000", "origin": ORIGIN}, {"host": "good.example:8000"}):
        with pytest.raises(Seen):
            await asked(kind, headers)


@pytest.mark.parametrize(("site", "path", "comes"), [
    ("cross-site", "/api/odds", False), ("same-site", "/api/odds", False), ("", "/api/odds", False),
    ("same-origin", "/api/odds", True), ("none", "/api/odds", True),
    ("cross-site", "/", True),
])  # fmt: skip
async def test_what_a_foreign_page_gets_is_refused(site: str, path: str, comes: bool) -> None:
    """SEC1: the API refuses a GET request from a foreign page, which has no Origin but has `Sec-Fetch-Site`; a link to
    our own page may be on any site."""
    headers = {"host": "good.example:8000", "sec-fetch-site": site}
    if comes:
        with pytest.raises(Seen):
            await asked("http", headers, path)
    else:
        assert refused("http", await asked("http", headers, path))


def routes(application: Starlette) -> list[tuple[str, str, str]]:
    """Return the kind, method and path of every route, with invented parameters."""
    found = []
    for route in application.routes:
        if isinstance(route, WebSocketRoute):
            found.append(("websocket", "GET", route.path))
        elif isinstance(route, Route):
            path = route.path.replace("{chronicle}", "c").replace("{seat}", "s")
            found += [("http", method, path) for method in sorted(route.methods or ())]
        elif isinstance(route, Mount):
            found.append(("http", "GET", f"{route.path}/x.js"))
    return found


async def test_every_route_stands_behind_the_guard(guests: Guests) -> None:
    """SEC1, SEC21, SEC23: on every route a foreign origin gets 403 (a WebSocket refuses twelve of them), and every
    answer has the security headers and `no-store`."""
    outer: Any = guests.program.server.config.app
    guard = outer.app
    assert isinstance(guard, OriginGuard)
    inner: Any = guard._app
    found = routes(inner)
    assert ("websocket", "GET", "/ws") in found
    assert len(found) > 12
    for kind, method, path in found:
        if kind == "websocket":
            for origin in BAD_ORIGINS:
                near = origin.replace(ORIGIN.removeprefix("http://"), guests.base.removeprefix("http://"))
                with pytest.raises(websockets.InvalidStatus) as shut:
                    await guests.connect(path, origin=near)
                assert shut.value.response.status_code == 403
            continue
        foreign = await guests.call(method, path, Origin="http://evil.example")
        assert foreign.status_code == 403
        for answer in (foreign, await guests.call(method, path)):
            for name, value in HEADERS:
                assert answer.headers[name.decode()] == value.decode(), (path, name)
            assert "server" not in answer.headers
        assert answer.headers["cache-control"] == "no-store", path


async def test_no_answer_sets_a_cookie(guests: Guests) -> None:
    """SEC3: no answer sets a cookie: on no route, not when the request is refused, not for a WebSocket, and not on the
    status port."""
    guard: Any = guests.program.server.config.app.app  # type: ignore[union-attr]  # inside the proxy headers
    for kind, method, path in routes(guard._app):
        if kind == "websocket":
            client = await guests.connect(path)
            assert client.socket.response is not None
            assert "Set-Cookie" not in client.socket.response.headers
        else:
            for token in ("", (await guests.chronicle()).token):
                assert "set-cookie" not in (await guests.call(method, path, token=token)).headers
    async with httpx.AsyncClient(transport=httpx.ASGITransport(status.app(guests.hub))) as ask:
        for path in ("/", "/ready", "/metrics", "/nowhere"):
            assert "set-cookie" not in (await ask.get(f"http://127.0.0.1{path}")).headers


@pytest.mark.parametrize("subdomains", [True, False])
@pytest.mark.parametrize(("origin", "told"), [("https://table.example", True), (ORIGIN, False)])
async def test_behind_tls_a_browser_is_told_to_stay_there(origin: str, told: bool, subdomains: bool) -> None:
    """SEC2: with https, the answer tells the browser to use only https for at least a year; with plain HTTP, it does
    not. Names below ours may belong to other servers, so they are included only on request."""
    sent: list[dict[str, Any]] = []

    async def answers(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def send(message: Any) -> None:
        sent.append(message)

    host = origin.rpartition("/")[2].encode()
    scope: Any = {"type": "http", "path": "/", "headers": [(b"host", host)]}
    guard = OriginGuard(answers, [origin], hsts_subdomains=subdomains)
    await guard(scope, None, send)  # type: ignore[arg-type] # nothing is received
    headers = dict(sent[0]["headers"])
    value = headers.get(hsts(subdomains=False)[0], b"")
    age = re.match(rb"max-age=(\d+)", value)
    assert (age is not None and int(age[1]) >= 365 * 24 * 3600) == told
    assert (b"includeSubDomains" in value) == (told and subdomains)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "table.example", ""])
def test_only_on_purpose_does_anybody_listen_in_the_open(host: str) -> None:
    """SEC2: the server refuses to listen on a public address without --lan or the https address of a TLS proxy."""
    with pytest.raises(CannotServe, match="--lan"):
        check_bind(Settings("memory:", host))
    check_bind(Settings("memory:", host, lan=True))
    for url in (
        *("https://table.example", "https://table.example:8443/", "https://table.example:65535", "https://a:1"),
        *("https://[2001:db8::1]", "https://192.0.2.1", "https://table.example.", "https://xn--tble-loa.example"),
    ):
        check_bind(Settings("memory:", host, public_url=url))
    for url in (
        *("http://table.example", "https://", "table.example", "https://table.example/path", "https://:443"),
        *("https://table.example?x=1", "https://table.example#top", "https://table.example?", "https://[::1"),
        *("https://user:pw@table.example", "https://user@table.example", "https://a table.example"),
        *("https://a:0", "https://a:65536", "https://table.example:99999", "https://a:0443", "https://a:"),
        *("https://[192.168.1.2]", "https://[....]", f"https://{'a' * 64}.example"),
        *("https://..", "https://.", "https://.example", "https://table..example"),
    ):
        with pytest.raises(CannotServe, match="https"):
            check_bind(Settings("memory:", host, public_url=url))


def test_an_address_without_tls_needs_the_word_of_the_host() -> None:
    """SEC2: --public-url without TLS is refused, except with --lan: so a container can have links to its machine."""
    for url in ("http://localhost:8000", "http://192.168.1.5:8000/", "http://table.lan"):
        with pytest.raises(CannotServe, match="https"):
            check_bind(Settings("memory:", "0.0.0.0", public_url=url))
        check_bind(Settings("memory:", "0.0.0.0", lan=True, public_url=url))
    with pytest.raises(CannotServe, match="https"):
        check_bind(Settings("memory:", "0.0.0.0", lan=True, public_url="http://localhost:8000/table"))
    assert origins(Settings("memory:", lan=True, public_url="http://Table.lan:80/"), 8000, []) == ("http://table.lan",)


@pytest.mark.parametrize("url", ["https://table.example", "https://Table.Example/", "https://table.example:443"])
def test_a_public_address_is_known_as_a_browser_says_it(url: str) -> None:
    """SEC1: the origin of the public address has no capitals and no default port, because a browser sends it like
    that."""
    assert origins(Settings("memory:", public_url=url), 8000, []) == ("https://table.example",)


def test_the_local_network_is_served_at_the_address_that_was_named() -> None:
    """SEC2: with --lan, the server listens on the given address alone, or on all addresses of the machine if none is
    given."""
    assert listens_on(Settings("memory:", lan=True)) == "0.0.0.0"
    with bind(Settings("memory:", "127.0.0.2", 0, lan=True)) as listening:
        assert listening.getsockname()[0] == "127.0.0.2"


def test_a_port_that_takes_rights_is_not_said_to_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system does not permit a port, the message says so; the test simulates this, because the forbidden ports
    depend on the system."""

    class Kept(socket.socket):
        def bind(self, _address: object) -> None:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "socket", Kept)
    with pytest.raises(CannotServe, match="you have no right to it"):
        bind(Settings("memory:", port=80), "--status")


async def test_what_is_not_there_has_the_headers_too(guests: Guests) -> None:
    """An answer of 404 or 405 has the security headers, too."""
    for method, path in (("GET", "/nowhere"), ("DELETE", "/api/enter"), ("GET", "/ws"), ("GET", "/assets/../http.py")):
        answer = await guests.call(method, path)
        assert answer.status_code in (404, 405, 426), path
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")


async def test_a_client_that_speaks_another_protocol_is_turned_away(guests: Guests) -> None:
    """A WebSocket that does not offer coterie.1 is not accepted."""
    for offered in (None, ["chat"]):
        with pytest.raises(websockets.InvalidStatus):
            await guests.connect(subprotocols=offered)
