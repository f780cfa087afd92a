"""A client that reads slowly receives less, and delays no other client.

Long because full buffers, slow reads and closing are tested over the same connections, without and with a real socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket as socket_
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from domain.catalogue import catalogue
from domain.features.scenes.chat import Say
from server.client.enter import Entrance
from server.connection import websocket
from server.connection.connection import TOO_SLOW, Connection
from server.connection.websocket import BEFORE_ACCEPT_MOST, TableSocket
from server.limits_and_timeouts import AFTER_CLOSE_MOST, HIGH_WATER, LAG_MOST, SILENT_MOST
from tests.in_english import english
from tests.server.connection.slow_reader import TEXT, fill, narrow, narrow_line
from tests.server.socketless_tables import SECONDS, Page, frames, unframed
from tests.server.whole_server import Client, FakeLink, Guests
from tests.waiting import until

CLOSE = b"\x88\x80\x00\x00\x00\x00"
"""A close frame as a client sends it, without a reason."""
RESERVED = b"\xf2\x80\x00\x00\x00\x00"
"""A frame with reserved bits."""
EMPTY = b"\x82\x80\x00\x00\x00\x00"
"""An empty message."""
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: coterie.1\r\n\r\n"
)


def assert_holds_the_newest(shown: Any, whole: Any) -> None:
    """A client that got an audience again has all of its records, and the newest story lines without a gap."""
    assert shown[:2] == whole[:2]
    known = catalogue().records
    story, told = ([k for k in one[2] if known[k[0]].story] for one in (shown, whole))
    assert story
    assert story == told[-len(story) :]
    assert shown[2] == {key: record for key, record in whole[2].items() if key in story or key not in told}


@contextlib.asynccontextmanager
async def left(guests: Guests, connection: Connection) -> AsyncIterator[None]:
    """Wait at the end of the block until the hub no longer has this connection."""
    gone = asyncio.Event()
    leave = guests.hub.connections.left

    def noted(gone_: Connection) -> None:
        leave(gone_)
        if gone_ is connection:
            gone.set()

    guests.hub.connections.left = noted  # type: ignore[method-assign,assignment]
    yield
    async with asyncio.timeout(SECONDS):
        await gone.wait()
    assert connection not in guests.hub.connections


async def test_a_full_buffer_is_told_nothing_until_it_drains(guests: Guests) -> None:
    """A connection with a full buffer receives no frames, the rest receive all. Once the buffer has drained it gets the
    view and the options of now, and then goes on as before."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    slow, link = await guests.seated(await guests.invited(teller))
    slow.paused()
    before = bytes(link.told)
    for n in range(5):
        assert (await storyteller.do(Say(f"{n}")))[0] == "accepted"
    assert bytes(link.told) == before
    slow.resumed()
    await link.until("options", 2)
    after = [frame for message in unframed(bytes(link.told)[len(before) :]) for frame in frames(message)]
    assert [frame[0] for frame in after][:2] == ["reset", "welcome"]
    await storyteller.do(Say("now"))
    await link.until("part")
    assert link.page().audiences["everyone"] == storyteller.page.audiences["everyone"]


async def test_a_full_buffer_that_missed_nothing_is_shown_nothing_again(guests: Guests) -> None:
    """A view that fills the buffer by itself is not sent again when that has drained: it would be sent for ever."""
    teller = await guests.chronicle()
    slow, link = await guests.seated(teller)
    before = bytes(link.told)
    slow.paused()
    slow.resumed()
    assert slow.lagging_since == 0
    assert bytes(link.told) == before
    assert (await (await guests.sit(teller)).do(Say("go on")))[0] == "accepted"
    await link.until("part")
    assert "reset" not in link.names()


async def test_a_view_that_fills_the_buffer_is_shown_once(guests: Guests) -> None:
    """A new client gets no frame with its view that could be dropped, and so cause the view to be sent again."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    await storyteller.heard("presence")

    class Brimful(FakeLink):
        def write(self, data: bytes) -> None:
            super().write(data)
            connection.paused()

    link = Brimful()
    connection = guests.hub.connections.spawn(link, "")
    connection.received(msgpack.packb(["hello", teller.token, teller.stream, "", []]))
    await link.until("options")
    connection.resumed()
    await link.until("presence")
    assert link.names()[:3] == ["welcome", "view", "options"]
    assert "reset" not in link.names()


async def test_who_reads_nothing_for_too_long_is_closed(guests: Guests) -> None:
    """After ten seconds without reading from a full buffer, the connection is closed, leaves the table, and receives
    no more."""
    teller = await guests.chronicle()
    slow, link = await guests.seated(teller)
    slow.paused()
    link.waiting = HIGH_WATER
    guests.hub._sweep()
    guests.clock.now += LAG_MOST + 1
    guests.hub._sweep()
    assert link.closed is not None
    assert link.closed[0] == 1008
    before = bytes(link.told)
    slow.resumed()
    assert (await (await guests.sit(teller)).do(Say("go on")))[0] == "accepted"
    assert bytes(link.told) == before
    assert slow not in (await guests.hub.streams.live(teller.stream)).subscribers


async def test_who_reads_on_is_never_closed_for_being_slow(guests: Guests) -> None:
    """FLT24, SEC19: the time limit of a connection with a full buffer starts again whenever it has read some of it,
    even if it could answer no tick meanwhile. Once it stops reading, its time runs."""
    slow, link = await guests.seated(await guests.chronicle())
    slow.paused()
    for waiting in range(HIGH_WATER, 0, -HIGH_WATER // 32):
        link.waiting = waiting
        guests.clock.now += LAG_MOST - 1
        guests.hub._sweep()
        assert link.closed is None
    guests.clock.now += LAG_MOST + 1
    guests.hub._sweep()
    assert link.closed is not None


@pytest.mark.parametrize("reads", [True, False])
async def test_a_tick_that_waits_behind_what_is_being_read_is_waited_for(guests: Guests, reads: bool) -> None:
    """FLT24, SEC19: a connection may take long to read up to a tick even if its buffer is not full. It counts as silent
    only if it has read all, or reads nothing."""
    _, link = await guests.seated(await guests.chronicle())
    for second in range(100):
        link.waiting = HIGH_WATER // 2 - second * 1000 if reads else HIGH_WATER // 2
        guests.clock.now += 1
        guests.hub._sweep()
    assert (link.closed is None) is reads
    link.waiting = 0
    guests.clock.now += SILENT_MOST + 1
    guests.hub._sweep()
    assert link.closed is not None


async def test_a_peer_that_is_lost_on_its_way_leaves_nothing(guests: Guests) -> None:
    """A connection that ends while its seat is looked up is in no list afterwards."""
    teller = await guests.chronicle()
    link = FakeLink()
    connection = guests.hub.connections.spawn(link, "")
    connection.received(msgpack.packb(["hello", teller.token, teller.stream, "", []]))
    connection.lost()
    await (await guests.sit(teller)).do(Say("on"))
    assert connection not in guests.hub.connections
    assert connection not in (await guests.hub.streams.live(teller.stream)).subscribers
    assert not link.told


async def test_whom_the_view_fills_again_hears_who_is_here(guests: Guests) -> None:
    """INV10: a view that fills the buffer again is sent once, and presence is sent when that has drained."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    connection, link = await guests.seated(teller)
    await link.until("presence")
    told = link.names().count("presence")
    write = link.write
    connection.paused()
    assert (await storyteller.do(Say("missed")))[0] == "accepted"
    await guests.sit(await guests.invited(teller, "Ben"))
    await until(lambda: connection in guests.hub.presence._unsent)

    def brimful(data: bytes) -> None:
        write(data)
        if len(data) > 300:
            connection.paused()

    link.write = brimful  # type: ignore[method-assign]
    connection.resumed()
    await link.until("reset")
    assert connection.lagging_since
    link.write = write  # type: ignore[method-assign]
    connection.resumed()
    await link.until("presence", told + 1)
    assert link.names().count("reset") == 1


async def test_whoever_waits_to_be_shown_the_table_again_hears_who_is_here(guests: Guests) -> None:
    """INV10: presence that changes while the table is busy reaches the connection together with its view."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    slow, link = await guests.seated(await guests.invited(teller))
    await link.until("presence")
    live = slow.live
    assert live is not None
    slow.paused()
    assert (await storyteller.do(Say("missed")))[0] == "accepted"
    told = link.names().count("presence")
    busy: list[Callable[[], None]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "when_still", lambda act, _: busy.append(act))
        slow.resumed()
    await guests.invited(teller, "Zoe")
    await until(lambda: slow in guests.hub.presence._unsent)
    for show in busy:
        show()
    await link.until("presence", told + 1)


async def test_a_look_that_was_asked_before_the_buffer_was_full_is_answered(guests: Guests) -> None:
    """The page sends no further look until this look is answered."""
    connection, link = await guests.seated(await guests.chronicle())
    connection.received(msgpack.packb(["look", 7, 1, -1, "", None]))
    connection.paused()
    await until(lambda: not connection._looking)
    connection.resumed()
    await link.until("looked")
    (looked,) = [frame for frame in link.frames() if frame[0] == "looked"]
    assert (looked[1], looked[5]) == (7, english(TOO_SLOW))


async def test_a_socket_that_is_not_read_holds_up_nobody(guests: Guests) -> None:
    """FLT24 on a real socket: only the client that stops reading drops out of the fan-out, and its backlog is bounded.
    When it reads again it is reset, and holds the same records as the rest."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    client, connection = await narrow(guests, await guests.invited(teller))
    client.socket.transport.pause_reading()
    await fill(storyteller, connection)
    link: Any = connection._transport
    assert isinstance(link, TableSocket)
    full = link.transport.get_write_buffer_size()
    assert full < HIGH_WATER + 64 * 1024
    for n in range(20):
        assert (await storyteller.do(Say(f"{n}{TEXT[:3000]}")))[0] == "accepted"
    # The kernel may still take some of it, so the buffer is compared with its own size before, not with HIGH_WATER.
    assert link.transport.get_write_buffer_size() <= full
    client.socket.transport.resume_reading()
    await client.until(lambda: client.page.resets)
    assert (await storyteller.do(Say("the end")))[0] == "accepted"
    everyone = storyteller.page.audiences["everyone"]
    await client.until(lambda: client.page.whole and client.page.audiences["everyone"][0] == everyone[0])
    assert_holds_the_newest(client.page.audiences["everyone"], everyone)


async def trickling(guests: Guests, entrance: Entrance) -> tuple[socket_.socket, Connection]:
    """Return a seated client's bare line, to be read by hand, and the server's end of it."""
    known, loop, line = set(guests.hub.connections), asyncio.get_running_loop(), narrow_line(guests)
    host, port = guests.program.listening.getsockname()
    await loop.sock_connect(line, (host, port))
    await loop.sock_sendall(line, UPGRADE.format(host=f"{host}:{port}").encode())
    assert (await loop.sock_recv(line, 4096)).endswith(b"\r\n\r\n")
    hello = msgpack.packb(["hello", entrance.token, entrance.stream, "", []])
    await loop.sock_sendall(line, bytes((0x82, 0xFE)) + len(hello).to_bytes(2) + bytes(4) + hello)
    (connection,) = set(guests.hub.connections) - known
    await until(lambda: connection.stage == "seated")
    return line, connection


async def test_a_socket_that_is_read_slowly_is_never_closed(guests: Guests) -> None:
    """FLT24, SEC19 on a real socket: a client that reads 8 KiB every few seconds, no more than is sent meanwhile, stays
    open for ten minutes, and gets the view when it has caught up."""
    teller = await guests.chronicle()
    storyteller, entrance = await guests.sit(teller), await guests.invited(teller)
    line, connection = await trickling(guests, entrance)
    with line:
        await fill(storyteller, connection)
        loop, link, heard, began = asyncio.get_running_loop(), connection._transport, bytearray(), guests.clock.now
        assert isinstance(link, TableSocket)
        while guests.clock.now - began < 600:
            heard += await loop.sock_recv(line, 8192)
            assert (await storyteller.do(Say(TEXT)))[0] == "accepted"
            guests.clock.now += LAG_MOST / 3
            for one in guests.hub.connections:
                if not one.drops_writes:
                    one.acked = guests.clock.now  # it answered a tick
            guests.hub._sweep()
            assert not link.close_sent
        await storyteller.do(Say("the end"))
        messages: list[bytes] = []
        while not any(b"the end" in message for message in messages):
            heard += await loop.sock_recv(line, 65536)
            with contextlib.suppress(AssertionError):  # not yet at the end of a message
                messages = unframed(bytes(heard))
    page = Page()
    for message in messages:
        page.take(message)
    assert page.resets
    assert_holds_the_newest(page.audiences["everyone"], storyteller.page.audiences["everyone"])


async def test_a_socket_that_is_never_read_is_aborted(guests: Guests) -> None:
    """INV10: closing does not wait for a buffer that never drains: the connection is gone from every list."""
    client, connection, link = await unread(guests)
    async with left(guests, connection):
        guests.clock.now += LAG_MOST + 1
        guests.hub._sweep()
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def unread(guests: Guests) -> tuple[Client, Connection, Any]:
    """Return a client that no longer reads and whose buffer is full, and the server's end of it, which hardly waits for
    the answer to a close frame."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    client, connection = await narrow(guests, teller)
    client.socket.transport.pause_reading()
    await fill(storyteller, connection)
    link: Any = connection._transport
    link.close_timeout = 0.05
    return client, connection, link


ENDS: dict[str, Callable[[asyncio.WriteTransport], None]] = {
    "a close frame": lambda line: line.write(CLOSE),
    "half a line": lambda line: line.write_eof(),
    "a frame against the rules": lambda line: line.write(RESERVED),
}


@pytest.mark.parametrize("end", ENDS)
async def test_whoever_ends_and_reads_nothing_is_aborted(guests: Guests, end: str) -> None:
    """INV10: a client that ends its side and reads no more does not keep its connection; and a server that ends at that
    moment ends as it should."""
    client, connection, link = await unread(guests)
    async with left(guests, connection):
        ENDS[end](client.socket.transport)
        await until(link.transport.is_closing)
        link.shutdown()
        assert link in guests.program.server.server_state.connections
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def test_who_was_ended_and_pours_on_is_read_no_more(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC18: after a close frame was sent, the server stops reading a client that goes on sending."""
    monkeypatch.setattr(websocket, "FAREWELL_SECONDS", 0.05)
    teller = await guests.chronicle()
    client, connection = await narrow(guests, teller)
    link: Any = connection._transport
    link.close_timeout = 60.0
    async with left(guests, connection):
        client.socket.transport.pause_reading()  # so that the library does not answer the close
        client.socket.transport.write(b"\x82\x81\x00\x00\x00\x00\xc1" + EMPTY * (AFTER_CLOSE_MOST - 1))
        async with asyncio.timeout(SECONDS):
            while not link.close_sent:  # noqa: ASYNC110 - checked at every step, because it soon gives up
                await asyncio.sleep(0)
        assert link.transport.is_reading()
        client.socket.transport.write(EMPTY * 2)
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def test_little_is_kept_of_what_comes_before_the_door_opens(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC4: a client that sends more than a hello before the handshake is answered is cut off."""
    asked = asyncio.Event()

    async def dawdle(socket: TableSocket) -> None:
        asked.set()
        await asyncio.sleep(SECONDS)

    monkeypatch.setattr(TableSocket, "run_asgi", dawdle)
    host, port = guests.program.listening.getsockname()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(UPGRADE.format(host=f"{host}:{port}").encode())
    await asked.wait()
    writer.write(EMPTY * BEFORE_ACCEPT_MOST)
    with contextlib.suppress(ConnectionResetError):
        assert await asyncio.wait_for(reader.read(), SECONDS / 2) == b""
    writer.close()


@pytest.mark.parametrize("size", [0, 100])
async def test_a_view_above_the_high_water_mark_arrives_once(guests: Guests, size: int) -> None:
    """On a slow line, a table with a long story is sent once, with its newest lines."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    for _ in range(size):
        await storyteller.do(Say(TEXT))
    client, _ = await narrow(guests, await guests.invited(teller))
    await storyteller.do(Say("the end"))
    end = storyteller.page.audiences["everyone"]
    await client.until(lambda: client.page.whole and client.page.audiences["everyone"][0] == end[0])
    assert_holds_the_newest(client.page.audiences["everyone"], end)
    assert len(client.page.resets) <= 1
