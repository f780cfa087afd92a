"""Attacks by strangers and by seats, on a real server: each attack soon ends, without an effect on the remaining
clients. Long because there are many short attacks, and all of them use the same raw connections."""

import asyncio
import contextlib
import itertools
import logging
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import msgspec
import pytest
import websockets
from starlette.websockets import WebSocket
from websockets.frames import Opcode

from domain.core.audience import Seat
from domain.features.cast.hand_over import HandOver
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from server.access import sessions
from server.client.wire import socket_to
from server.connection.connection import Spawn
from server.connection.conversation import TOO_FAST
from server.connection.websocket import serve as serve_socket
from server.fold.commit_codec import command_key, digest, write
from server.fold.projection import EncodedCommit
from server.fold.stream_fold import StreamFold
from server.http import api, enter_and_leave, json_messages, tcp_limits, throttle
from server.http.trusted_proxies import UNKNOWN, TrustedProxies
from server.hub import connections, look_backs
from server.limits_and_timeouts import BYTES_BURST, LINK_USES, LOOK_COST, MESSAGES, RECEIPTS_MOST, SELDOM, Bucket, Rate
from server.log.contract import Entry, Head
from server.protocol.frames import SUBPROTOCOL
from tests.in_english import refusal_text
from tests.server.socketless_tables import ANNA, STORYTELLER, fresh_id
from tests.server.whole_server import Guests, running
from tests.waiting import until


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the timeouts, so that a test need not wait the full time."""
    monkeypatch.setattr(tcp_limits, "OPENING_WITHIN", 0.2)
    monkeypatch.setattr(tcp_limits, "READING_WITHIN", 0.4)
    monkeypatch.setattr(json_messages, "BODY_WITHIN", 0.2)


HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


async def raw(guests: Guests, data: bytes) -> bytes:
    """Send these bytes and read the answer to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(guests.base.rpartition(":")[2]))
    writer.write(data)
    try:
        async with asyncio.timeout(10):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + b"A: b\r\n" * 140 + b"\r\n",
    ],
    ids=["nothing", "half a request", "too many headers"],
)
@pytest.mark.usefixtures("impatient")
async def test_who_says_nothing_whole_is_cut_off(guests: Guests, head: bytes) -> None:
    """SEC19: a connection that never sends a whole valid request is closed, and the server goes on."""
    assert b"200" not in await raw(guests, head)
    assert (await guests.call("GET", "/health")).status_code == 200


async def ended(reader: asyncio.StreamReader) -> None:
    """Read to the end of the connection, also if it is reset."""
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionResetError):
            await reader.read()


@pytest.mark.parametrize("rest", [b"G", b"GET /health HTTP/1.1\r\nHost: x\r\n"], ids=["a byte", "half a head"])
@pytest.mark.usefixtures("impatient")
async def test_who_was_answered_once_has_no_longer_for_the_next(guests: Guests, rest: bytes) -> None:
    """SEC19: a connection that was answered, and then begins a request without ending it, is closed."""
    host = guests.base.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert b"200" in await reader.readline()
    writer.write(rest)
    await ended(reader)
    writer.close()
    await until(lambda: not guests.program.server.server_state.tasks)


@contextlib.asynccontextmanager
async def unread(guests: Guests, room: int = 2048) -> AsyncIterator[socket.socket]:
    """Open a connection that requests far more than the buffers hold, and reads no answer. Its receive buffer has
    `room` bytes."""
    host = guests.base.removeprefix("http://")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.setblocking(False)
        name, port = host.split(":")
        await asyncio.get_running_loop().sock_connect(line, (name, int(port)))
        ask = f"GET /api/rules HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        await asyncio.get_running_loop().sock_sendall(line, ask * 1000)
        await until(lambda: any(c.flow.write_paused for c in fronts(guests)))
        yield line


def fronts(guests: Guests) -> list[tcp_limits.BoundedHttpProtocol]:
    """Return the connections that speak HTTP."""
    return [c for c in guests.program.server.server_state.connections if isinstance(c, tcp_limits.BoundedHttpProtocol)]


@pytest.mark.usefixtures("impatient")
async def test_who_reads_no_answer_is_cut_off(guests: Guests) -> None:
    """SEC19: a client that sends many requests and reads no answer is cut off; a client that reads slowly is not."""
    async with unread(guests):
        await until(lambda: not any(c.flow.write_paused for c in fronts(guests)))
    async with unread(guests, 1_000_000) as line:
        (slow,) = (c for c in fronts(guests) if c.flow.write_paused)
        for _ in range(16):
            await asyncio.sleep(0.05)
            await asyncio.get_running_loop().sock_recv(line, 400_000)
        assert slow in fronts(guests)


async def test_an_end_waits_for_nobody_who_dawdles(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC19: half a request body and an unread answer neither delay the end of the server nor cause an error in its
    log."""
    monkeypatch.setattr(tcp_limits, "FAREWELL_SECONDS", 0.2)
    async with running() as guests, unread(guests):
        host = guests.base.removeprefix("http://")
        _, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(f"POST /api/enter HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{".encode())
        await until(lambda: len(guests.program.server.server_state.tasks) == 2)
        guests.program.server.should_exit = True
        await until(lambda: not guests.program.server.server_state.connections)
        writer.close()
    assert [record for record in caplog.records if record.levelno > logging.WARNING] == []


async def test_an_address_has_so_many_lines(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC19: the HTTP connections and WebSockets of an address have a common limit; a connection above the limit is
    closed at once, and a new connection is accepted after an earlier connection has ended."""
    monkeypatch.setattr(tcp_limits, "LOCAL_ADDRESSES", ())
    monkeypatch.setattr(connections, "LOCAL_ADDRESSES", ())
    teller = await guests.chronicle()
    table = await guests.sit(teller)
    monkeypatch.setattr(tcp_limits, "TCP_CONNECTIONS_MOST", most := len(fronts(guests)) + 2)
    _, writer = await asyncio.open_connection("127.0.0.1", int(guests.base.rpartition(":")[2]))
    await until(lambda: tcp_limits.BoundedHttpProtocol.tcp_connections.count("127.0.0.1") == most - 1)
    assert await raw(guests, HEALTH) == b""
    assert (await table.do(Say("still here")))[0] == "accepted"
    writer.close()
    await until(lambda: tcp_limits.BoundedHttpProtocol.tcp_connections.count("127.0.0.1") == most - 2)
    assert await raw(guests, HEALTH) != b""


async def test_behind_a_proxy_each_address_has_its_own_lines(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """SEC19: behind a trusted proxy, each client address has its own limit of pending requests and gets 429 above it;
    an untrusted client has a limit of connections, whatever addresses it claims, and this is logged once."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.2")
    monkeypatch.setattr(tcp_limits.BoundedHttpProtocol, "warnings", Bucket(SELDOM, 0.0))
    monkeypatch.setattr(tcp_limits, "TCP_CONNECTIONS_MOST", 3)
    async with running(public_url="https://table.example") as guests, AsyncExitStack() as ended:

        async def ask(local: str, by: str, *, slow: bool = False) -> asyncio.StreamReader:
            port = int(guests.base.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(local, 0))
            ended.callback(writer.close)
            head = "POST /api/enter HTTP/1.1\r\nContent-Length: 100" if slow else "GET /health HTTP/1.1"
            writer.write(f"{head}\r\nHost: table.example\r\nX-Forwarded-For: {by}\r\n\r\n".encode())
            return reader

        async def answer(reader: asyncio.StreamReader) -> bytes:
            async with asyncio.timeout(5):
                with contextlib.suppress(ConnectionResetError):
                    return (await reader.readline()).split()[1]
            return b""

        held = [await ask("127.0.0.2", "192.0.2.1", slow=True) for _ in range(3)]
        await until(lambda: len(guests.program.server.server_state.tasks) == 3)
        assert await answer(await ask("127.0.0.2", "192.0.2.1")) == b"429"
        others = [await ask("127.0.0.2", f"192.0.2.{number}") for number in range(2, 10)]
        assert {await answer(other) for other in others} == {b"200"}
        assert not any(reader.at_eof() for reader in held)
        by_himself = [await ask("127.0.0.3", f"192.0.2.{number}", slow=True) for number in range(20, 26)]
        await until(lambda: sum(reader.at_eof() or reader.exception() is not None for reader in by_himself) == 3)
    assert [r.getMessage() for r in caplog.records if r.name == "coterie.tcp_limits"] == [
        "Closed a connection from 127.0.0.3: it has too many. If it is a proxy, set FORWARDED_ALLOW_IPS."
    ]


@pytest.mark.parametrize(
    ("trusted", "said", "counted"),
    [
        ("*", "192.0.2.1", "192.0.2.1"),
        ("*", "127.0.0.1, 10.0.0.1,192.0.2.1:4711", "192.0.2.1"),
        ("*", "192.0.2.1, [2001:DB8::1]:4711", "2001:db8::1"),
        ("*", "192.0.2.1, fe80::1%" + "a" * 9000, "fe80::1"),
        ("127.0.0.1,10.0.0.0/8", "198.51.100.1, 192.0.2.1, 10.0.0.2, 127.0.0.1", "192.0.2.1"),
        ("127.0.0.1,10.0.0.0/8", "127.0.0.2, 10.0.0.2", UNKNOWN),
        ("10.0.0.0/8", "10.9.9.9, 10.1.2.3", "10.1.2.3"),
        ("10.0.0.6", "192.0.2.1, ::ffff:10.0.0.6", "192.0.2.1"),
        ("127.0.0.1", "192.0.2.1, 127.0.0.1", "192.0.2.1"),
        ("127.0.0.1", "127.0.0.1", UNKNOWN),
        *(("*", said, UNKNOWN) for said in ("127.0.0.1", "::1", "0:0::1", "", "192.0.2.1,", "unknown", "a" * 9000)),
    ],
    ids=itertools.count(),
)
def test_a_proxys_word_counts_for_what_it_added_itself(trusted: str, said: str, counted: str) -> None:
    """SEC18: only the addresses that trusted proxies added count, a forwarded client never counts as this machine, and
    the counted name is never longer than an address."""
    assert TrustedProxies(trusted).get_trusted_client_address(said)[0] == counted


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        *((own, own) for own in ("", "127.0.0.1", "::1", UNKNOWN)),
    ],
    ids=itertools.count(),
)
def test_a_line_of_the_internet_is_one_caller(address: str, counted: str) -> None:
    """SEC18: limits count the addresses of one IPv6 network of 64 bits together, and no others."""
    assert throttle.address_of({"client": (address, 1)}) == counted


@pytest.mark.parametrize("forged", ["10.0.0.{}, ", "127.0.0.1, ", "{}, "], ids=["others", "here", "none"])
async def test_nobody_is_another_caller_by_his_own_word(monkeypatch: pytest.MonkeyPatch, forged: str) -> None:
    """SEC18: with every proxy trusted, a client that forges `X-Forwarded-For` is limited under the address that its
    proxy added, over HTTP and at a table, and clients at different addresses are answered as usual."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    monkeypatch.setattr(throttle, "REQUESTS", Rate(1, 4))
    async with running(public_url="https://table.example") as guests:

        async def ask(by: str) -> int:
            headers = {"Host": "table.example", "X-Forwarded-For": by}
            return (await guests.call("GET", "/health", **headers)).status_code

        assert [await ask(f"{forged.format(n)}192.0.2.1") for n in range(6)] == [200] * 4 + [429] * 2
        assert await ask("192.0.2.1, 192.0.2.2") == 200
        said = {"X-Forwarded-For": f"{forged.format(9)}192.0.2.3"}
        port = int(guests.base.rpartition(":")[2])
        async with socket_to("ws://table.example/ws", host="127.0.0.1", port=port, additional_headers=said):
            assert [counted.address for counted in guests.hub.connections.counted.values()] == ["192.0.2.3"]


@pytest.mark.usefixtures("impatient")
async def test_half_a_body_is_answered(guests: Guests) -> None:
    """A request whose body stops halfway gets 408."""
    host = guests.base.removeprefix("http://").encode()
    half = b"POST /api/enter HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 100\r\n\r\n{"
    assert (await raw(guests, half)).startswith(b"HTTP/1.1 408")


async def test_a_connection_whose_work_fails_is_closed(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC28: an exception while looking back closes only the connection that asked for it."""
    teller = await guests.chronicle()
    unlucky, lucky = await guests.sit(teller), await guests.sit(teller)

    async def stumble(*_: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(look_backs, "look_back", stumble)
    await unlucky.send("look", 1, -1, 0, "")
    assert await unlucky.ended() == 1011
    assert (await lucky.do(Say("still here")))[0] == "accepted"


async def test_a_full_house_turns_people_away(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC19: a connection above the server's limit is closed at once, and the existing connections stay."""
    teller = await guests.chronicle()
    table = await guests.sit(teller)
    monkeypatch.setattr(tcp_limits.BoundedHttpProtocol, "most", 0)
    assert await raw(guests, b"GET /health HTTP/1.1\r\n\r\n") == b""
    assert (await table.do(Say("still here")))[0] == "accepted"


def elsewhere(guests: Guests) -> httpx.AsyncClient:
    """Return an HTTP client with a second address."""
    return httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"), base_url=guests.base)


async def test_an_address_asks_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC18: an address above its request rate gets 429 on every path until it has waited, and a second address is
    answered as usual."""
    monkeypatch.setattr(throttle, "LOCAL_ADDRESSES", ())
    monkeypatch.setattr(throttle, "REQUESTS", Rate(1, 4))
    async with running() as guests, elsewhere(guests) as other:
        asked = [("GET", "/health"), ("GET", "/assets/none.js"), ("POST", "/api/leave"), ("GET", "/api/status")]
        assert 429 not in [(await guests.call(*each)).status_code for each in asked]
        for each in [*asked, ("GET", "/nowhere")]:
            answer = await guests.call(*each)
            assert (answer.status_code, list(answer.json())) == (429, ["error", "words"])
        with pytest.raises(websockets.InvalidStatus):
            await guests.connect()
        assert (await other.get("/health")).status_code == 200
        guests.clock.now += 1
        assert (await guests.call("GET", "/health")).status_code == 200


async def test_nobody_puts_the_others_of_her_link_out(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """INV10, SEC18: an address can open a spectators' link only a limited number of times, fewer than the link's
    sessions, so that it cannot push out all sessions of the link; a second address and a second link are not
    affected."""
    monkeypatch.setattr(enter_and_leave, "LOCAL_ADDRESSES", ())
    most = int(LINK_USES.burst)
    monkeypatch.setattr(sessions, "WATCHERS_MOST", most + 5)
    teller = await guests.chronicle()
    crowd = await guests.invited(teller, "All", "spectator")
    secret = {"secret": crowd.link.rpartition("#")[2]}
    codes = [(await guests.call("POST", "/api/enter", secret)).status_code for _ in range(most + 20)]
    assert Counter(codes) == {200: most - 1, 429: 21}
    assert (await guests.sit(crowd)).page.audiences
    assert (await guests.invited(teller, "Ben")).seat
    async with elsewhere(guests) as other:
        assert (await other.post("/api/enter", json=secret)).status_code == 200


async def test_a_flood_of_pings_ends_its_connection_only(guests: Guests) -> None:
    """SEC18: a flood of control frames ends its own connection only."""
    teller = await guests.chronicle()
    table = await guests.sit(teller)
    url = guests.base.replace("http", "ws") + "/ws"
    async with socket_to(url) as flood:
        for _ in range(100):
            await flood.ping()
        await flood.wait_closed()
        assert flood.close_code == 1008
    assert (await table.do(Say("undisturbed")))[0] == "accepted"


MASK = bytes(4)
RACED = {
    "text that is none": b"\x81\x81" + MASK + b"\xff",
    "no end of fragments": b"\x02\x81" + MASK + b"x" + (b"\x00\x81" + MASK + b"x") * 100,
    "no end of pings": (b"\x89\x80" + MASK) * 100,
    "a frame too long": b"\x82\xff\x7f" + bytes(7) + MASK,
    "no frame": b"\xff" * 50,
}


def upgrade(host: str) -> bytes:
    """Return the request that opens a WebSocket."""
    head = [
        "GET /ws HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {'A' * 22}==", f"Sec-WebSocket-Protocol: {SUBPROTOCOL}", "", "",
    ]  # fmt: skip
    return "\r\n".join(head).encode()


@pytest.mark.parametrize("frames", RACED.values(), ids=RACED.keys())
async def test_what_races_the_greeting_is_no_trouble(
    guests: Guests, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, frames: bytes
) -> None:
    """FLT25: invalid frames that arrive before the connection is accepted end that connection and leave no
    traceback."""
    asked, lets_in = asyncio.Event(), asyncio.Event()

    async def slow(websocket: WebSocket, spawn: Spawn) -> None:
        asked.set()
        await lets_in.wait()
        await serve_socket(websocket, spawn)

    monkeypatch.setattr(api, "serve_socket", slow)
    host = guests.base.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(upgrade(host))
    await asked.wait()
    writer.write(frames)
    await asyncio.sleep(0.1)
    lets_in.set()
    await asyncio.sleep(0.1)
    writer.write_eof()
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionResetError):
            await reader.read()
    writer.close()
    await until(lambda: not guests.hub.connections)
    assert (await guests.call("GET", "/health")).status_code == 200
    assert [record for record in caplog.records if record.levelno > logging.WARNING] == []


@pytest.mark.parametrize(
    ("pours", "code"),
    [((b"\x89\x80" + MASK) * 100, 1008), (b"\x02\x81" + MASK + b"x" + (b"\x00\x81" + MASK + b"x") * 100, 1009)],
    ids=["pings", "fragments"],
)
async def test_after_a_close_frame_nothing_more_is_sent(guests: Guests, pours: bytes, code: int) -> None:
    """FLT27: a client that was closed for a fault receives no further frame, however late it answers the close frame
    (RFC 6455, 5.5.1)."""
    teller = await guests.chronicle()
    table = await guests.sit(teller)
    host = guests.base.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(upgrade(host))
    await reader.readuntil(b"\r\n\r\n")
    hello = msgspec.msgpack.encode(["hello", teller.token, teller.stream, "", []])
    writer.write(b"\x82\xfe" + len(hello).to_bytes(2) + MASK + hello)
    await until(lambda: len(guests.hub.connections) == 2 and all(p.live is not None for p in guests.hub.connections))
    assert (await table.do(Say("before")))[0] == "accepted"
    writer.write(pours)
    frames: list[tuple[int, bytes]] = []
    async with asyncio.timeout(10):
        while not frames or frames[-1][0] != Opcode.CLOSE:
            frames.append(await one_frame(reader))
        assert int.from_bytes(frames[-1][1][:2]) == code
        for _ in range(3):
            assert (await table.do(Say("after")))[0] == "accepted"
        writer.write(b"\x88\x82" + MASK + code.to_bytes(2))
        assert await reader.read() == b""
    writer.close()


async def one_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read the next frame of the server and return its opcode and its payload."""
    first, length = await reader.readexactly(2)
    wide = {126: 2, 127: 8}.get(length, 0)
    size = int.from_bytes(await reader.readexactly(wide)) if wide else length
    return first & 0x0F, await reader.readexactly(size)


async def test_a_close_may_come_between_two_fragments(guests: Guests) -> None:
    """FLT27: a close frame between two fragments is answered with its own code, because RFC 6455 permits it (5.4)."""
    client = await guests.connect()
    transport = client.socket.transport
    transport.write(b"\x02\x81\x00\x00\x00\x00x" + b"\x88\x82\x00\x00\x00\x00\x03\xe8")
    assert await client.ended() == 1000


async def test_leaving_takes_a_session_and_no_link(guests: Guests) -> None:
    """A client that logs out with a link in place of a session token does not end the link."""
    teller = await guests.chronicle()
    made = await guests.call("POST", "/api/seats", {"name": "All", "role": "spectator"}, teller.token)
    link = made.json()["link"]
    await guests.call("POST", "/api/leave", {}, link.rpartition("#")[2])
    assert (await guests.enter(link)).seat


async def test_a_new_storytellers_link_ends_what_the_old_one_opened(guests: Guests) -> None:
    """SEC9: when the host reissues the Storyteller's link, sessions from the old link end, for example the sessions of
    a thief."""
    host = await guests.host()
    body = {"name": "Night", "rules": "revised", "storyteller": "Vera"}
    made = (await guests.call("POST", "/api/chronicles", body, host)).json()
    stolen = await guests.enter(made["link"])
    fresh = (await guests.call("POST", f"/api/chronicles/{made['id']}/link", {}, host)).json()["link"]
    assert (await guests.call("GET", "/api/seats", token=stolen.token)).status_code == 401
    assert (await guests.call("GET", "/api/seats", token=(await guests.enter(fresh)).token)).status_code == 200


async def test_a_seat_has_so_many_sessions(guests: Guests) -> None:
    """The access store keeps a limited number of sessions of a seat, and the newest session stays good."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    newest = [await guests.enter(anna.link) for _ in range(25)][-1]
    assert len(await guests.program.sessions.store.list_credentials(anna.seat)) <= 21
    assert "everyone" in (await guests.sit(newest)).page.audiences


def test_receipts_are_bounded_where_nothing_is_public() -> None:
    """INV10, SEC2: the receipts of a seat are limited also in a stream without public events; only the seat's own
    commands drop its receipts, so a seat cannot count the commands of the remaining seats by them."""
    folded = StreamFold()
    for seat, count in ((ANNA, 1), (STORYTELLER, RECEIPTS_MOST + 10)):
        for n in range(count):
            key = command_key(seat, n.to_bytes(16))
            folded.record_durable(seat.id, key, digest(write(n)), 0, EncodedCommit(n, {}, {}, {}, {}), Head(n, b""))
    assert len(folded.receipts[STORYTELLER.id]) == RECEIPTS_MOST
    assert folded.receipt(ANNA.id, command_key(ANNA, bytes(16))) is not None
    assert folded.receipt(STORYTELLER.id, command_key(STORYTELLER, bytes(16))) is None


async def test_a_character_is_given_to_players_of_the_table_only(guests: Guests) -> None:
    """SEC11, G0: a character is not given to a spectator, an unknown seat, the Storyteller or a player of another
    chronicle, because the owner may read its sheet for ever."""
    teller = await guests.chronicle()
    anna, watcher = await guests.invited(teller), await guests.invited(teller, "Eve", "spectator")
    elsewhere = await guests.invited(await guests.chronicle("Day"), "Zoe")
    table = await guests.sit(teller)
    assert (await table.do(CreateCharacter("Guard")))[0] == "accepted"
    (guard,) = [key[1] for _, _, records in table.page.audiences.values() for key in records if key[0] == "Face"]
    for seat in (watcher.seat, "nobody-at-all", teller.seat, elsewhere.seat):
        for command in (HandOver(guard, seat), CreateCharacter("Spy", player=seat)):
            answer = await table.do(command)
            assert (answer[0], answer[2]) == ("refused", "no-such-player")
    assert (await table.do(HandOver(guard, anna.seat)))[0] == "accepted"


async def test_whispers_go_to_players_of_the_table_only(guests: Guests) -> None:
    """INV10, SEC7: a whisper to an invented seat is refused, because each new audience would use memory for ever."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller), await guests.invited(teller, "Ben")
    table = await guests.sit(anna)
    answer = await table.do(Say("psst", to=(ben.seat, "nobody-at-all")))
    assert (answer[0], answer[2]) == ("refused", "no-such-player")
    for to in ((ben.seat,), ("storyteller",), ("storyteller", ben.seat)):
        assert (await table.do(Say("psst", to=to)))[0] == "accepted"


async def test_what_one_says_comes_in_its_order(guests: Guests) -> None:
    """INV10: a whisper waits for a lookup in the access store, and the later commands of its sender are answered after
    it."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    table = await guests.sit(teller)
    ids = [fresh_id() for _ in range(20)]
    for n, id_ in enumerate(ids):
        said = Say("psst", to=(anna.seat,)) if n % 2 == 0 else Say("aloud")
        await table.send("command", id_, 0, msgspec.msgpack.decode(write(said)))
    await table.until(lambda: all(id_ in table.page.answers for id_ in ids))
    assert [id_ for id_ in table.page.answers if id_ in ids] == ids
    assert (await table.do(Say("at once again")))[0] == "accepted"
    assert not any(connection._queue.waiting for connection in guests.hub.connections if connection._queue)


async def test_every_look_is_answered() -> None:
    """SEC18: a request to look back is always answered, if need be with the sentence that requests come too fast,
    because the page sends no further request before that."""
    async with running(rate=MESSAGES) as guests:
        storyteller = await guests.sit(await guests.chronicle())
        told: list[str] = []
        for n in range(60):
            await storyteller.send("look", n, 1, -1, "", None)
            looked = await storyteller.heard("looked")
            assert looked[1] == n
            told.append(looked[5])
        assert set(told) == {"", refusal_text(TOO_FAST)}


async def test_all_tabs_of_a_seat_look_back_as_one() -> None:
    """SEC18, INV10: all connections of a seat share the rate limit for looking back, because each look reads the
    log."""
    async with running(rate=MESSAGES) as guests:
        teller = await guests.chronicle()
        watcher = await guests.invited(teller, "Eve", "spectator")
        tabs = [await guests.sit(watcher) for _ in range(8)]
        told = []
        for tab in tabs:
            for n in range(int(MESSAGES.burst / LOOK_COST) // 2):
                await tab.send("look", n, -1, 5, "")
                told.append((await tab.heard("looked"))[5])
        assert told[0] == ""
        assert told[-1] == refusal_text(TOO_FAST)


async def test_a_flood_of_commands_ends_its_connection_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC18: ten times the allowed number of commands ends a connection with 1008, after refusals; a second seat is
    answered as usual, and a second connection of the same seat is limited only by the seat's own rate."""
    async with running(rate=MESSAGES) as guests:
        teller = await guests.chronicle()
        anna = await guests.invited(teller)
        table, flood = await guests.sit(teller), await guests.sit(anna)
        for n in range(10 * int(MESSAGES.burst)):
            await flood.send("command", b"flood %10d" % n, 0, ["Say", f"{n}", "", [], False])
        assert await flood.ended() == 1008
        codes = Counter(answer[0] for answer in flood.page.answers.values())
        assert codes["accepted"] <= MESSAGES.burst
        assert codes["refused"] > 0
        assert (await table.do(Say("undisturbed")))[0] == "accepted"
        again = await guests.sit(anna)
        assert [await again.do(Say("and I?")) for _ in range(3)][-1][2] == "too-fast"
        guests.clock.now += 60
        assert (await again.do(Say("better now")))[0] == "accepted"


async def test_a_seat_brings_so_many_bytes_to_a_table() -> None:
    """SEC18, INV10: long texts of a seat above `BYTES_BURST`, from any of its connections, are refused without effect
    until the announced time has passed; another seat is not limited by it, and short texts of the same seat are soon
    accepted."""
    async with running(rate=MESSAGES) as guests:
        teller = await guests.chronicle()
        anna = await guests.invited(teller)
        table, tabs = await guests.sit(teller), [await guests.sit(anna) for _ in range(3)]
        long = Say("漢" * 4000)
        answers = [await tabs[n % 3].do(long) for n in range(36)]
        accepted = [answer for answer in answers if answer[0] == "accepted"]
        assert len(accepted) == BYTES_BURST // 12_000
        code, sentence = answers[-1][2:]
        assert code == "too-much"
        (seconds,) = re.findall(
            r"Your seat has sent a lot of text. Wait (\d+) seconds?, then send this again.", sentence
        )
        count = table.page.audiences["everyone"][0]
        assert (await table.do(long))[0] == "accepted"
        assert table.page.audiences["everyone"][0] == count + 1 + len(accepted)
        guests.clock.now += int(seconds)
        assert (await tabs[0].do(long))[0] == "accepted"
        assert (await tabs[0].do(Say("a word")))[0] == "accepted"


async def test_every_text_counts_and_preparing_an_evening_meets_no_bound() -> None:
    """SEC18: sheets and house rules count like spoken text, and a Storyteller who prepares an evening with ten
    characters, new rules and twenty texts of 4,000 letters never reaches the limit."""
    async with running(rate=MESSAGES) as guests:
        teller = await guests.chronicle()
        client = await guests.sit(teller)
        bucket = guests.hub.connections.bytes_of(Seat(teller.seat, "storyteller"))
        traits = tuple((f"Trait {n}", 3) for n in range(60))
        cast = [CreateCharacter(f"Cat {n}", "Prowls about", traits=traits) for n in range(10)]
        rules = ChangeHouseRules(dots=tuple(f"{'very ' * n}much" for n in range(11)))
        texts = [Say(f"{n} " + "word " * 799) for n in range(20)]
        for command in (*cast, rules, *texts):
            left = bucket._left
            assert (await client.do(command))[0] == "accepted"
            assert left - bucket._left > len(write(command))


async def test_an_address_has_so_many_connections(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """SEC19: a connection above an address's limit is told the reason and closed, which is logged once; after an
    earlier connection has ended, a new connection is accepted."""
    monkeypatch.setattr(connections, "LOCAL_ADDRESSES", ())
    monkeypatch.setattr(connections, "ADDRESS_MOST", 3)
    teller = await guests.chronicle()
    first, *_ = [await guests.sit(teller) for _ in range(3)]
    late = await guests.connect()
    assert await late.ended() == 1013
    assert late.told[-1][2] == "Too many connections from your address. Close some of them."
    assert await (await guests.connect()).ended() == 1013
    assert caplog.messages == [
        "Too many connections from 127.0.0.1: more are closed. If it is a proxy, set FORWARDED_ALLOW_IPS."
    ]
    assert (await first.do(Say("still here")))[0] == "accepted"
    await first.socket.close()
    await until(lambda: len(guests.hub.connections) == 2)
    assert (await (await guests.sit(teller)).do(Say("let in")))[0] == "accepted"


async def test_a_seat_is_open_in_so_many_places(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC19: the connections of a player's seat are limited to fewer than those of a spectators' seat, which many
    people share."""
    monkeypatch.setattr(connections, "TABS_MOST", 2)
    teller = await guests.chronicle()
    anna, crowd = await guests.invited(teller), await guests.invited(teller, "All", "spectator")
    first, _ = await guests.sit(anna), await guests.sit(anna)
    late = await guests.connect()
    await late.send("hello", anna.token, anna.stream, "", [])
    assert await late.ended() == 1013
    assert late.told[-1][2] == "This seat is open on too many pages. Close some of them."
    for _ in range(4):
        await guests.sit(crowd)
    await first.socket.close()
    await until(lambda: len(guests.hub.connections) == 5)
    assert (await (await guests.sit(anna)).do(Say("let in")))[0] == "accepted"


async def test_the_window_to_come_back_grows_with_the_crowd(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC29: a stopping server tells its clients to reconnect within two seconds, plus two for each thousand
    connections after the first thousand."""
    assert guests.hub.connections.retry_window() == 2000
    monkeypatch.setattr(guests.hub.connections, "counted", dict.fromkeys(range(10_000)))
    assert guests.hub.connections.retry_window() == 20_000
    monkeypatch.undo()
    monkeypatch.setattr(connections, "COME_BACK", 1500)
    teller = await guests.chronicle()
    clients = [await guests.sit(teller) for _ in range(2)]
    await guests.hub.stop()
    for client in clients:
        assert await client.ended() == 1012
        assert client.told[-1][3] == 3000


@pytest.mark.parametrize("served", [True, False])
async def test_many_come_back_by_one_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: bool) -> None:
    """SEC29: fifty clients that reconnect at once with their positions cause no read of the log if the table is still
    live, and a single pass over the log if the process is new."""
    url = f"sqlite:///{tmp_path}/log.db"
    async with AsyncExitStack() as stack:
        guests = await stack.enter_async_context(running(url))
        teller = await guests.chronicle()
        table = await guests.sit(teller)
        assert (await table.do(Say("before")))[0] == "accepted"
        epoch = next(frame[1] for frame in table.told if frame[0] == "welcome")
        position = [[a, count, chain] for a, (count, chain, _) in table.page.audiences.items()]
        await table.socket.close()
        if not served:
            await stack.aclose()
            guests = await stack.enter_async_context(running(url))
        read, asked = guests.program.log.read, []

        async def counted(stream: str, *rest: int) -> list[Entry]:
            asked.append(stream)
            return await read(stream, *rest)

        monkeypatch.setattr(guests.program.log, "read", counted)
        monkeypatch.setattr(connections, "TABS_MOST", 100)
        back = await asyncio.gather(*(guests.sit(teller, epoch=epoch, position=position) for _ in range(50)))
        assert all(next(frame[6] for frame in client.told if frame[0] == "welcome") for client in back)
        assert len(asked) <= (0 if served else 2)  # a read of the entries, and a read that finds no more
