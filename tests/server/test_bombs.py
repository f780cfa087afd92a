"""F29: what is small on the wire and large in memory, or never ends: cut off, and the process does not grow by it."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from domain.features.chat import Say
from server.wire import FRAME_MOST, SUBPROTOCOL
from tests.server.processes import START_SECONDS, Server, link_of, started

pytestmark = pytest.mark.xdist_group("processes")

AT_ONCE = 20
GROWTH_MOST = 2 * AT_ONCE * FRAME_MOST
"""Bytes that the process may grow by while so many send what is too large: twice what they may send (I10)."""
ENDLESS = bytes([0x82, 0xFF]) + (2**62).to_bytes(8) + bytes(4) + b"x" * 65_536 * 16
"""A frame that claims to be of four exabytes, and a megabyte of it."""
BOMB = zlib.compress(bytes(64 * 1024 * 1024))[2:]
"""64 megabytes of nothing, in 64 kilobytes."""


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A process of its own, on a log in memory."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        process = await started("--log", "memory:", "--port", "0")
        server = Server(process, await link_of(process), http)
        try:
            yield server
        finally:
            await server.end()


def resident(server: Server) -> int:
    """Bytes of memory that the process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def compressed(data: bytes) -> bytes:
    """A frame that says of itself that it is compressed (RFC 7692)."""
    frame = masked(Opcode.BINARY, data)
    return bytes([frame[0] | 0x40]) + frame[1:]


def fragments(number: int) -> bytes:
    """A message in so many pieces of one byte, that does not end."""
    return masked(Opcode.BINARY, b"x", fin=False) + masked(Opcode.CONT, b"x", fin=False) * number


BOMBS = {
    "a frame of 64 KiB and one byte": (masked(Opcode.BINARY, bytes(FRAME_MOST + 1)), {1009}),
    "a frame without an end": (ENDLESS, {1009}),
    "a hundred thousand fragments": (fragments(100_000), {1009}),
    "compressed, though that was not agreed": (compressed(BOMB[:60_000]), {1002}),
    "an array that claims two thousand million": (masked(Opcode.BINARY, b"\xdd\x7f\xff\xff\xff"), {1007}),
    "nested five thousand times": (masked(Opcode.BINARY, b"\x91" * 900 + b"\xc0"), {1007}),
}


async def thrown(server: Server, bomb: bytes) -> int:
    """The code with which the server ends a connection that sends this; 1006 where it ends it without a word, being
    still sent to."""
    client = await server.connect()
    with contextlib.suppress(OSError, websockets.ConnectionClosed):
        client.socket.transport.write(bomb)
    async with asyncio.timeout(START_SECONDS):
        await client.socket.wait_closed()
    code = client.socket.close_code
    assert code is not None
    return code


@pytest.mark.parametrize("name", BOMBS)
async def test_a_bomb_ends_its_connection_and_leaves_nothing(server: Server, name: str) -> None:
    """F29, S16, S17, I10: twenty at once are each cut off, the process grows by no more than twice what they may send,
    and whoever is at a table notices nothing."""
    bomb, codes = BOMBS[name]
    table = await server.sit(await server.chronicle())
    await thrown(server, bomb)  # what is loaded once is not what stays
    before = resident(server)
    ended = await asyncio.gather(*[thrown(server, bomb) for _ in range(AT_ONCE)])
    assert set(ended) <= {*codes, 1006}, ended
    assert codes & set(ended), ended
    assert resident(server) - before <= GROWTH_MOST
    assert (await table.do(Say("still here")))[0] == "accepted"


async def test_compression_is_not_agreed_to(server: Server) -> None:
    """F29, S16: whoever offers it is let in without."""
    client = await server.connect(extensions=[ClientPerMessageDeflateFactory()], subprotocols=[SUBPROTOCOL])
    assert client.socket.protocol.extensions == []


async def test_a_head_without_an_end_is_cut_off(server: Server) -> None:
    """F29, I10: neither more headers than anybody sends nor one that goes on and on is kept."""
    host = server.base.removeprefix("http://")
    before = resident(server)
    for head in (b"A: b\r\n" * 100_000, b"A: " + b"b" * 10_000_000):
        reader, writer = await asyncio.open_connection(*host.split(":"))
        with contextlib.suppress(ConnectionError):
            writer.write(b"GET /ws HTTP/1.1\r\nHost: " + host.encode() + b"\r\n" + head)
            await writer.drain()
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(START_SECONDS):
                assert b" 200 " not in await reader.read()
        writer.close()
    assert resident(server) - before <= GROWTH_MOST
    assert (await server.call("GET", "/health")).status_code == 200
