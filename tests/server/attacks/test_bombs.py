"""FLT29: messages that are small on the wire and large in memory, or that never end, are cut off, and the process does
not grow."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import msgpack  # type: ignore[import-untyped]
import pytest
import websockets
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from domain.features.scenes.chat import Say
from server.protocol.frames import FRAME_MOST, SUBPROTOCOL
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.whole_server import Client

pytestmark = pytest.mark.xdist_group("processes")

AT_ONCE = 20
GROWTH_MOST = 2 * AT_ONCE * FRAME_MOST
"""The most bytes by which the process may grow: twice the bytes that the attackers may send at once (INV10)."""
ENDLESS = bytes([0x82, 0xFF]) + (2**62).to_bytes(8) + bytes(4) + b"x" * 65_536 * 16
"""The start of a frame that announces four exabytes: its head and a megabyte."""
BOMB = zlib.compress(bytes(64 * 1024 * 1024))[2:]
"""64 megabytes of zeros, compressed to 64 kilobytes."""


@pytest.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A server process with a log in memory."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        process = await started("--log", "memory:", "--port", "0", module=(getattr(request, "param", "server.cli"),))
        server = Server(process, await link_of(process), http)
        try:
            yield server
        finally:
            await server.end()


def resident(server: Server) -> int:
    """Return the resident memory of the process in bytes, and reset its peak."""
    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
    return _status(server, "VmRSS:")


def peak(server: Server) -> int:
    """Return the peak of the process's memory, in bytes, since `resident` was called."""
    return _status(server, "VmHWM:")


def _status(server: Server, name: str) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition(name)[2].split()[0]) * 1024


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def compressed(data: bytes) -> bytes:
    """Return a frame that is marked as compressed (RFC 7692)."""
    frame = masked(Opcode.BINARY, data)
    return bytes([frame[0] | 0x40]) + frame[1:]


def fragments(number: int) -> bytes:
    """Return a message without an end, in this many fragments of a byte each after the first."""
    return masked(Opcode.BINARY, b"x", fin=False) + masked(Opcode.CONT, b"x", fin=False) * number


COMMAND = msgpack.packb(["command", bytes(16), 0, []])
NESTED = b"\x91" * 5000 + b"\xc0"
BOMBS: dict[str, tuple[bytes, set[int], set[int]]] = {
    "a frame of 64 KiB and one byte": (masked(Opcode.BINARY, bytes(FRAME_MOST + 1)), {1009}, {1009}),
    "a frame without an end": (ENDLESS, {1009}, {1009}),
    "a hundred thousand fragments": (fragments(100_000), {1009}, {1009}),
    "compressed, though that was not agreed": (compressed(BOMB[:60_000]), {1002}, {1002}),
    "an array that claims two thousand million": (masked(Opcode.BINARY, b"\xdd\x7f\xff\xff\xff"), {1007}, {1007}),
    "nested five thousand times": (masked(Opcode.BINARY, NESTED), {1009}, {1007}),
    "nested five thousand times in a command": (masked(Opcode.BINARY, COMMAND[:-1] + NESTED), {1009}, {1007}),
    "nested as far as a first message goes": (masked(Opcode.BINARY, NESTED[-1000:]), {1007}, {1007}),
}
"""For each bomb: its bytes, the close codes before the hello (of which a kilobyte is read), and those at a table."""


async def thrown(client: Client, bomb: bytes) -> int:
    """Send `bomb` and return the code with which the server closes the connection. The code is 1006 if the server cuts
    the connection while the client still sends."""
    with contextlib.suppress(OSError, websockets.ConnectionClosed):
        client.socket.transport.write(bomb)
    async with asyncio.timeout(START_SECONDS):
        await client.socket.wait_closed()
    code = client.socket.close_code
    assert code is not None
    return code


@pytest.mark.parametrize("seated", [False, True], ids=["a stranger", "at a table"])
async def test_a_bomb_ends_its_connection_and_leaves_nothing(server: Server, seated: bool) -> None:
    """FLT29, SEC16, SEC17, INV10: twenty bombs at once, before the hello or at a table, each end their own connection;
    the process grows by no more than twice the bytes that they may send, and the table plays on."""
    teller = await server.chronicle()
    table = await server.sit(teller)

    async def throwers(number: int) -> list[Client]:
        return [await (server.sit(teller) if seated else server.connect()) for _ in range(number)]

    for name, (bomb, *both) in BOMBS.items():
        codes = both[seated]
        for client in await throwers(1):
            await thrown(client, bomb)  # modules and buffers that are loaded only once do not count as growth
        clients = await throwers(AT_ONCE)
        before = resident(server)
        ended = await asyncio.gather(*[thrown(client, bomb) for client in clients])
        assert set(ended) <= {*codes, 1006}, (name, ended)
        assert codes & set(ended), (name, ended)
        assert peak(server) - before <= GROWTH_MOST, name
        assert (await table.do(Say("still here")))[0] == "accepted", name


async def test_compression_is_not_agreed_to(server: Server) -> None:
    """FLT29, SEC16: a client that offers compression is accepted without it."""
    client = await server.connect(extensions=[ClientPerMessageDeflateFactory()], subprotocols=[SUBPROTOCOL])
    assert client.socket.protocol.extensions == []


HEAD = "GET /ws HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
HEADS = {
    "a header more than is read": [b"A: b\r\n" * 129 + b"\r\n"],
    "headers without an end": [b"A: b\r\n" * 100_000],
    "a header without an end": [b"A: " + b"b" * 10_000_000],
    "a byte now and then": [b"A", b":", *[b"b"] * 1000],
}


async def asked(server: Server, head: list[bytes]) -> bytes:
    """Send a request with this head, a piece every 20 ms, and return the answer."""
    host = server.base.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    answer = asyncio.create_task(reader.read())
    async with asyncio.timeout(START_SECONDS):
        with contextlib.suppress(ConnectionError):
            writer.write(HEAD.format(host=host).encode())
            for piece in head:
                writer.write(piece)
                await writer.drain()
                if answer.done():
                    break
                await asyncio.sleep(0.02)
        try:
            return await answer
        except ConnectionError:
            return b""
        finally:
            writer.close()


@pytest.mark.parametrize("server", ["tests.server.attacks.short_timeouts"], indirect=True)
async def test_a_head_without_an_end_is_cut_off(server: Server) -> None:
    """FLT29, SEC19, INV10: a request with too many headers, an endless header or a head that arrives too slowly is cut
    off, and twenty of them at once do not make the process grow."""
    for name, head in HEADS.items():
        await asked(server, head)
        before = resident(server)
        answers = await asyncio.gather(*[asked(server, head) for _ in range(AT_ONCE)])
        assert {answer.partition(b"\r\n")[0] for answer in answers} <= {b"", b"HTTP/1.1 400 Bad Request"}, name
        assert resident(server) - before <= GROWTH_MOST, name
    assert (await server.call("GET", "/health")).status_code == 200
