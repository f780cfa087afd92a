"""The public address is set while the server runs; the way back through a real TLS proxy is tried, and its faults are
named."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.http import address as address_endpoints
from server.http.types import Reached
from server.http.way_back import Found, try_way_back
from server.http.ways_in import Started, ways_in
from server.public_internet import is_public
from tests.in_english import english
from tests.redis_server import RedisServer, free_port, redis_server, redis_url
from tests.server.whole_server import Guests, running

__all__ = ["RedisServer", "redis_server", "redis_url"]

NO_HOSTS = ("https://[192.168.1.2]", "https://[....]", f"https://{'a' * 70}.de", "https://a..b")
"""Addresses whose host can be none. With each of them a lookup of the name, or the guard, raises an error."""
CALLER = b"X-Forwarded-For: 203.0.113.9\r\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost with its key, in one file."""
    folder = tmp_path_factory.mktemp("tls")
    file = folder / "both.pem"
    command = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    )
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    subprocess.run(
        [*command, *name, "-keyout", folder / "key", "-out", folder / "crt"], check=True, capture_output=True
    )
    file.write_bytes((folder / "key").read_bytes() + (folder / "crt").read_bytes())
    return file


Change = Callable[[bytes], bytes]


@asynccontextmanager
async def proxy(certificate: Path | None, to: int, change: Change = lambda head: head) -> AsyncIterator[int]:
    """Run a proxy on a free port that ends TLS, passes each request on to the port `to` after `change` was made to its
    head, and passes everything else unchanged. Without a certificate it speaks plain HTTP, and refuses
    TLS."""
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if context is None:
            await reader.read(100)
            writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        try:
            head = change(await reader.readuntil(b"\r\n\r\n"))
        except asyncio.IncompleteReadError:  # the client gave up, or does not speak HTTP
            writer.close()
            return
        try:
            back_reader, back_writer = await asyncio.open_connection("127.0.0.1", to)
        except OSError:
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        back_writer.write(head)
        await asyncio.gather(copy(reader, back_writer), copy(back_reader, writer), return_exceptions=True)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def with_caller(head: bytes) -> bytes:
    return head.replace(b"\r\n", b"\r\n" + CALLER, 1)


@pytest.fixture
def trusting(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers call this machine, and trust the test's certificate."""
    context = ssl.create_default_context(cafile=str(certificate))

    async def here(*arguments: Any) -> Found:
        return await try_way_back(*arguments, allowed=lambda found: found in ("127.0.0.1", "::1"), context=context)

    monkeypatch.setattr(address_endpoints, "try_way_back", here)


async def checked(guests: Guests, host: str, address: str) -> tuple[str, str]:
    """Set the address and try it. Return the problem and the advice in English."""
    assert (await guests.call("PUT", "/api/address", {"address": address}, host)).status_code == 200
    answer = await guests.call("POST", "/api/address/check", token=host)
    assert answer.status_code == 200, answer.text
    found = msgspec.json.decode(answer.content, type=Reached)
    return tuple(english(words) if words else "" for words in (found.problem, found.advice))  # type: ignore[return-value]


@pytest.mark.usefixtures("trusting")
async def test_the_way_back_works_and_its_faults_are_named(guests: Guests, certificate: Path) -> None:
    """Through a good proxy the server reaches itself. A name that is not found, a closed port, a wrong certificate, no
    TLS, another site, a dead server behind the proxy, a lost Host header and lost WebSockets each have a sentence."""
    host, behind = await guests.host(), int(guests.base.rsplit(":", 1)[1])
    async with proxy(certificate, behind, with_caller) as port:
        assert await checked(guests, host, f"https://localhost:{port}") == ("", "")
        problem, _ = await checked(guests, host, f"https://127.0.0.1:{port}")
        assert problem.startswith("The certificate of 127.0.0.1 is not valid.")
    async with proxy(certificate, behind) as port:
        assert "share one limit" in (await checked(guests, host, f"https://localhost:{port}"))[1]
    async with proxy(None, behind) as port:
        assert "not with TLS" in (await checked(guests, host, f"https://localhost:{port}"))[0]
    async with proxy(certificate, free_port()) as port:
        assert (
            f"Let it lead to http://127.0.0.1:{behind}" in (await checked(guests, host, f"https://localhost:{port}"))[0]
        )
    async with proxy(
        certificate, behind, lambda head: head.replace(b"Host: localhost", b"Host: inner.example")
    ) as port:
        assert "changes the Host header" in (await checked(guests, host, f"https://localhost:{port}"))[0]
    async with proxy(certificate, behind, lambda head: head.replace(b"Upgrade: websocket\r\n", b"")) as port:
        assert "WebSockets do not" in (await checked(guests, host, f"https://localhost:{port}"))[0]
    async with running() as other, proxy(certificate, int(other.base.rsplit(":", 1)[1])) as port:
        await other.program.site.public.set(f"https://localhost:{port}")
        problem, _ = await checked(guests, host, f"https://localhost:{port}")
        assert problem == "Another site answers at localhost (status 200)."
    assert "Nothing answers at localhost" in (await checked(guests, host, f"https://localhost:{free_port()}"))[0]
    assert "was not found" in (await checked(guests, host, "https://nowhere.invalid"))[0]


async def test_the_server_calls_no_private_address(guests: Guests) -> None:
    """A name that leads into the server's own network is not called, whatever answers there."""
    host = await guests.host()
    for address in ("https://localhost", "https://127.0.0.1:8443", "https://10.0.0.7", "https://169.254.169.254"):
        assert "private address" in (await checked(guests, host, address))[0]
    inside = (
        "127.0.0.1 10.1.2.3 192.168.0.1 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fe80::1 fd00::1 224.0.0.1"
    )
    assert not any(map(is_public, [*inside.split(), "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b:1::1"]))
    assert all(map(is_public, ["93.184.216.34", "2606:2800:220:1::1"]))


async def test_links_and_the_guard_follow_the_address_at_once(redis_url: str) -> None:
    """The host's address makes links and is admitted in every process of a Redis, also after a restart, and not any
    more once it is removed. Only the host sets it. A wrong one is refused, and --public-url wins."""
    address = "https://table.example"
    async with running(redis_url) as one, running(redis_url) as other:
        host = await one.host()
        teller = await other.chronicle()
        through: dict[str, str] = {"Host": "table.example", "Origin": address}
        assert (await other.call("POST", "/api/leave", **through)).status_code == 403
        for token, code in (("", 401), (teller.token, 403)):
            assert (await one.call("PUT", "/api/address", {"address": address}, token)).status_code == code
        for wrong in (
            "http://table.example",
            "https://table.example/path",
            "https://a b",
            "https://x:99999",
            *NO_HOSTS,
        ):
            assert (await one.call("PUT", "/api/address", {"address": wrong}, host)).status_code == 422
        set_ = await one.call("PUT", "/api/address", {"address": "https://Table.example:443/"}, host)
        assert (set_.json()["address"], set_.json()["fixed"]) == (address, False)
        async with asyncio.timeout(5):
            while other.program.site.public.current != address:  # noqa: ASYNC110 - Redis tells it
                await asyncio.sleep(0.01)
        for guests in (one, other):
            assert (await guests.call("POST", "/api/leave", **through)).status_code == 200
            assert (await guests.call("POST", "/api/leave")).status_code == 200
        made = await other.call("POST", "/api/seats", {"name": "Ben", "role": "player"}, teller.token)
        assert made.json()["link"].startswith(f"{address}/#")
    async with running(redis_url) as again:
        assert again.program.site.link("x") == f"{address}/#x"
        assert again.program.site.host_link("x").startswith(again.base)
        await again.call("PUT", "/api/address", {"address": ""}, await again.host())
        assert (await again.call("POST", "/api/leave", **through)).status_code == 403
    async with running(redis_url, public_url="https://fixed.example") as fixed:
        fixed_headers = {"Host": "fixed.example", "Origin": "https://fixed.example"}
        secret = {"secret": await fixed.program.sessions.host_link()}
        token = (await fixed.call("POST", "/api/enter", secret, **fixed_headers)).json()["token"]
        answer = await fixed.call("PUT", "/api/address", {"address": address}, token, **fixed_headers)
        assert answer.status_code == 409
        assert fixed.program.site.link("x") == "https://fixed.example/#x"


async def test_an_address_without_tls_does_not_fix_the_public_one() -> None:
    """A container is started with the address of its published port: the host link leads there, and the host can still
    set the address of a tunnel and remove it. No address of the container's own network is named."""
    async with running(public_url="http://localhost:8000", host="127.0.0.2") as guests:
        site, there = guests.program.site, {"Host": "localhost:8000", "Origin": "http://localhost:8000"}
        assert site.host_link("x") == site.link("x") == "http://localhost:8000/#x"
        secret = {"secret": await guests.program.sessions.host_link()}
        token = (await guests.call("POST", "/api/enter", secret, **there)).json()["token"]
        shown = (await guests.call("GET", "/api/address", token=token, **there)).json()
        assert (shown["address"], shown["fixed"], shown["local"]) == ("", False, "http://localhost:8000")
        assert shown["network"] == ""
        tunnel = {"address": "https://table.example"}
        assert (await guests.call("PUT", "/api/address", tunnel, token, **there)).json()["address"] == tunnel["address"]
        assert site.link("x") == "https://table.example/#x"
        assert site.host_link("x") == "http://localhost:8000/#x"
        for headers in (there, {"Host": "table.example", "Origin": "https://table.example"}):
            assert (await guests.call("POST", "/api/leave", **headers)).status_code == 200
        assert (await guests.call("PUT", "/api/address", {"address": ""}, token, **there)).json()["address"] == ""
        assert site.link("x") == "http://localhost:8000/#x"


async def test_the_texts_to_type_repeat_how_the_server_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have its port, log and base path, and the host reads the address of this machine in its network."""
    monkeypatch.setattr("server.app.lan_addresses", lambda: ["192.168.1.5"])
    async with running(base_path="/table") as guests:
        shown = (await guests.call("GET", "/api/address", token=await guests.host())).json()
        port = guests.program.site.started.port
    assert shown["network"] == f"http://192.168.1.5:{port}/table"
    assert shown["ways"]["lan"] == f"coterie serve --lan --port {port} --base-path /table"
    ways = ways_in(Started(8001, "sqlite:////home/vera/low%20water & more.db", "/table"))
    assert ways["lan"] == (
        "coterie serve --lan --port 8001 --base-path /table --log 'sqlite:////home/vera/low%20water & more.db'"
    )
    assert "location /table/ {" in ways["nginx"]
    assert "reverse_proxy /table* 127.0.0.1:8001" in ways["caddy"]
    assert "Host(`table.example`) && PathPrefix(`/table`)" in ways["traefik"]
    assert "--base-path /table --log sqlite:////var/lib/coterie/coterie.db" in ways["systemd"]
    assert "--log redis://one:7000/0" in ways_in(Started(8000, "redis://one:7000/0"))["systemd"]
    plain = ways_in(Started(8000))
    assert plain["lan"] == "coterie serve --lan --port 8000"
    assert "location / {" in plain["nginx"]
    assert "reverse_proxy 127.0.0.1:8000" in plain["caddy"]


@pytest.mark.parametrize("stored", NO_HOSTS)
async def test_a_stored_address_that_is_none_counts_as_not_set(guests: Guests, stored: str) -> None:
    """A server whose store holds a wrong address starts and answers as if none was set."""
    await guests.program.sessions.set_setting("public-address", stored)
    await guests.program.site.public.load()
    assert guests.program.site.public.current == ""
    assert (await guests.call("POST", "/api/leave")).status_code == 200


async def test_a_name_that_cannot_be_looked_up_is_a_problem_with_the_name() -> None:
    """A name with a part of more than 63 letters gets the sentence about the name."""
    found = await try_way_back(f"https://{'a' * 70}.de", "http://127.0.0.1:1", "secret")
    assert found.problem.id == "error-reach-name"


async def test_who_comes_through_the_public_address_is_counted_by_its_own(guests: Guests) -> None:
    """Once there is a public address, the proxy on this machine names the callers, and limits apply to each."""
    seen: list[str] = []
    await guests.program.site.public.set("https://table.example")
    headers = {"Host": "table.example", "X-Forwarded-For": "203.0.113.9"}
    for n in range(11):
        wrong = await guests.call("POST", "/api/enter", {"secret": f"wrong{n}"}, **headers)
        seen.append(str(wrong.status_code))
    assert seen == ["404"] * 10 + ["429"]
    elsewhere = headers | {"X-Forwarded-For": "203.0.113.10"}
    assert (await guests.call("POST", "/api/enter", {"secret": "wrong"}, **elsewhere)).status_code == 404
