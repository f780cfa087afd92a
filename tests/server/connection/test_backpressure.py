"""Whoever reads slowly is told less, and holds up nobody."""

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
from server.connection import websocket
from server.connection.connection import TOO_SLOW, Connection
from server.connection.slow_lines import LAG_MOST, SILENT_MOST
from server.connection.websocket import AFTER_CLOSE_MOST, BEFORE_ACCEPT_MOST, HIGH_WATER, TableSocket
from tests.server.connection.slow_reader import TEXT, fill, narrow, narrow_line
from tests.server.socketless_tables import SECONDS, Page, frames, unframed
from tests.server.whole_server import Client, Entrance, FakeLink, Guests
from tests.waiting import until

CLOSE = b"\x88\x80\x00\x00\x00\x00"
"""A close frame as a client sends it, without a reason."""
RESERVED = b"\xf2\x80\x00\x00\x00\x00"
"""A frame with bits that nobody agreed on."""
EMPTY = b"\x82\x80\x00\x00\x00\x00"
"""An empty message."""
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: coterie.1\r\n\r\n"
)


def assert_holds_the_newest(shown: Any, whole: Any) -> None:
    """Whoever was shown an audience anew has its table, and of its story the newest lines without a gap."""
    assert shown[:2] == whole[:2]
    known = catalogue().records
    story, told = ([k for k in one[2] if known[k[0]].story] for one in (shown, whole))
    assert story
    assert story == told[-len(story) :]
    assert shown[2] == {key: record for key, record in whole[2].items() if key in story or key not in told}


@contextlib.asynccontextmanager
async def left(guests: Guests, connection: Connection) -> AsyncIterator[None]:
    """Wait for the house to let somebody go, at the end of the block."""
    gone = asyncio.Event()
    leave = guests.hub.connections.left

    def noted(who: Connection) -> None:
        leave(who)
        if who is connection:
            gone.set()

    guests.hub.connections.left = noted  # type: ignore[method-assign,assignment]
    yield
    async with asyncio.timeout(SECONDS):
        await gone.wait()
    assert connection not in guests.hub.connections


async def test_a_full_buffer_is_told_nothing_until_it_drains(guests: Guests) -> None:
    """While its buffer is full a viewer is told nothing, others all; drained, it is shown the table and what is open
    to it, as they are now, and then goes on as before."""
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
    """A view that alone fills the buffer is not sent again when it has drained, or it would be sent for ever."""
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
    """Who comes is told nothing beside the view that would have it be sent again."""
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
    """Ten seconds with a full buffer of which nothing is read are enough: the connection is closed, leaves the table,
    and is told no more."""
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
    """F24, S19: a connection whose buffer is full is given as long again whenever it has read some of it, also where it
    could answer no tick meanwhile; once it reads nothing more its time runs."""
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
    """F24, S19: also a connection whose buffer is not full may take long to come to a tick. It is not taken for silent
    while it reads; one that has read all, or reads nothing, is."""
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
    """I10: a view that fills the buffer anew is sent once, and who is here is told when that has drained."""
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
    """I10: what is told of it while the table is busy is told when it is shown."""
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
        patch.setattr(live, "when_still", busy.append)
        slow.resumed()
    await guests.invited(teller, "Zoe")
    await until(lambda: slow in guests.hub.presence._unsent)
    for show in busy:
        show()
    await link.until("presence", told + 1)


async def test_a_look_that_was_asked_before_the_buffer_was_full_is_answered(guests: Guests) -> None:
    """A page asks one thing at a time, and nothing else until it has an answer."""
    connection, link = await guests.seated(await guests.chronicle())
    connection.received(msgpack.packb(["look", 7, 1, -1, "", None]))
    connection.paused()
    await until(lambda: not connection._looking)
    connection.resumed()
    await link.until("looked")
    (looked,) = [frame for frame in link.frames() if frame[0] == "looked"]
    assert (looked[1], looked[5]) == (7, TOO_SLOW)


async def test_a_socket_that_is_not_read_holds_up_nobody(guests: Guests) -> None:
    """F24 on a real socket: a client that stops reading is dropped from the fan-out, others are not; what waits for
    it is bounded; when it reads again it is reset, and holds what the others hold."""
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
    # The kernel's buffers may still take a little of it, so it is compared with itself, and not with the mark.
    assert link.transport.get_write_buffer_size() <= full
    client.socket.transport.resume_reading()
    await client.until(lambda: client.page.resets)
    assert (await storyteller.do(Say("the end")))[0] == "accepted"
    everyone = storyteller.page.audiences["everyone"]
    await client.until(lambda: client.page.whole and client.page.audiences["everyone"][0] == everyone[0])
    assert_holds_the_newest(client.page.audiences["everyone"], everyone)


async def trickling(guests: Guests, entrance: Entrance) -> tuple[socket_.socket, Connection]:
    """A bare line of somebody who is seated, to be read by hand; and the server's end of it."""
    known, loop, line = set(guests.hub.connections), asyncio.get_running_loop(), narrow_line(guests)
    host, port = guests.program.socket.getsockname()
    await loop.sock_connect(line, (host, port))
    await loop.sock_sendall(line, UPGRADE.format(host=f"{host}:{port}").encode())
    assert (await loop.sock_recv(line, 4096)).endswith(b"\r\n\r\n")
    hello = msgpack.packb(["hello", entrance.token, entrance.stream, "", []])
    await loop.sock_sendall(line, bytes((0x82, 0xFE)) + len(hello).to_bytes(2) + bytes(4) + hello)
    (connection,) = set(guests.hub.connections) - known
    await until(lambda: connection.stage == "seated")
    return line, connection


async def test_a_socket_that_is_read_slowly_is_never_closed(guests: Guests) -> None:
    """F24, S19 on a real socket: a client that takes 8 KiB every few seconds, no more than it is told meanwhile, is not
    closed in ten minutes, and is shown the table anew when it has caught up."""
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
                    one.acked = guests.clock.now  # it was told a tick, and answered
            guests.hub._sweep()
            assert not link.close_sent
        await storyteller.do(Say("the end"))
        messages: list[bytes] = []
        while not any(b"the end" in message for message in messages):
            heard += await loop.sock_recv(line, 65536)
            with contextlib.suppress(AssertionError):  # until it has come to the end of a message
                messages = unframed(bytes(heard))
    page = Page()
    for message in messages:
        page.take(message)
    assert page.resets
    assert_holds_the_newest(page.audiences["everyone"], storyteller.page.audiences["everyone"])


async def test_a_socket_that_is_never_read_is_aborted(guests: Guests) -> None:
    """I10: closing waits for no buffer that will never drain: the connection is gone from every list."""
    client, connection, link = await unread(guests)
    async with left(guests, connection):
        guests.clock.now += LAG_MOST + 1
        guests.hub._sweep()
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def unread(guests: Guests) -> tuple[Client, Connection, Any]:
    """A client that reads nothing more and whose buffer is full, and the server's end of it, which waits for no answer
    to a farewell."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    client, connection = await narrow(guests, teller)
    client.socket.transport.pause_reading()
    await fill(storyteller, connection)
    link: Any = connection._transport
    link.close_timeout = 0.05
    return client, connection, link


ENDS: dict[str, Callable[[asyncio.WriteTransport], None]] = {
    "a farewell": lambda line: line.write(CLOSE),
    "half a line": lambda line: line.write_eof(),
    "a frame against the rules": lambda line: line.write(RESERVED),
}


@pytest.mark.parametrize("end", ENDS)
async def test_whoever_ends_and_reads_nothing_is_aborted(guests: Guests, end: str) -> None:
    """I10: a client that ends its side, and leaves what was sent to it unread, does not keep its connection; and a
    server that ends at that moment ends as it should."""
    client, connection, link = await unread(guests)
    async with left(guests, connection):
        ENDS[end](client.socket.transport)
        await until(link.transport.is_closing)
        link.shutdown()
        assert link in guests.program.server.server_state.connections
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def test_who_was_ended_and_pours_on_is_read_no_more(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """S18: a connection that was told its end is not read on for as long as it may take to answer."""
    monkeypatch.setattr(websocket, "FAREWELL_SECONDS", 0.05)
    teller = await guests.chronicle()
    client, connection = await narrow(guests, teller)
    link: Any = connection._transport
    link.close_timeout = 60.0
    async with left(guests, connection):
        client.socket.transport.pause_reading()  # or the library answers
        client.socket.transport.write(b"\x82\x81\x00\x00\x00\x00\xc1" + EMPTY * (AFTER_CLOSE_MOST - 1))
        async with asyncio.timeout(SECONDS):
            while not link.close_sent:  # noqa: ASYNC110 - looked for at every step, for soon it gives up
                await asyncio.sleep(0)
        assert link.transport.is_reading()
        client.socket.transport.write(EMPTY * 2)
    assert link not in guests.program.server.server_state.connections
    client.socket.transport.abort()


async def test_little_is_kept_of_what_comes_before_the_door_opens(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4: whoever sends more than a hello before the handshake is answered is cut off."""
    asked = asyncio.Event()

    async def dawdle(socket: TableSocket) -> None:
        asked.set()
        await asyncio.sleep(SECONDS)

    monkeypatch.setattr(TableSocket, "run_asgi", dawdle)
    host, port = guests.program.socket.getsockname()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(UPGRADE.format(host=f"{host}:{port}").encode())
    await asked.wait()
    writer.write(EMPTY * BEFORE_ACCEPT_MOST)
    with contextlib.suppress(ConnectionResetError):
        assert await asyncio.wait_for(reader.read(), SECONDS / 2) == b""
    writer.close()


@pytest.mark.parametrize("size", [0, 100])
async def test_a_view_above_the_high_water_mark_arrives_once(guests: Guests, size: int) -> None:
    """A table with much story is shown to a slow line once, with the newest of it."""
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
