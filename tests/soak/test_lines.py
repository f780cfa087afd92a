"""The network faults of a siege's proxies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import msgpack  # type: ignore[import-untyped]
import pytest

from tests.soak.handler import framed
from tests.soak.late_frames import FrameProxy
from tests.tcp_proxy import Proxy
from tests.waiting import until

WORDS = bytes(range(200))
HEAD = b"GET /ws HTTP/1.1\r\n\r\n"


@asynccontextmanager
async def heard() -> AsyncIterator[tuple[int, list[bytearray]]]:
    """An echo server: its port, and the bytes of each connection."""
    lines: list[bytearray] = []

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(line := bytearray())
        while data := await reader.read(1000):
            line += data
            writer.write(data)
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1], lines


async def read(reader: asyncio.StreamReader, most: int) -> bytes:
    """Read so many bytes, or fewer if the connection ends or is silent for a second."""
    found = b""
    try:
        async with asyncio.timeout(1):
            while len(found) < most and (data := await reader.read(most)):
                found += data
    except (TimeoutError, ConnectionResetError):
        pass
    return found


@pytest.mark.parametrize("way", ["cut", "reset", "half_close", "stop", "slow", "slice", "tear"])
async def test_what_is_done_to_a_line_takes_effect_once(way: str, chance: Random) -> None:
    """FLT13: a network fault takes effect once: the connection ends, perhaps within the bytes in flight, or all bytes
    arrive in order, however late."""
    struck: list[str] = []
    async with heard() as (port, _), Proxy(port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.listen_port)
        writer.write(WORDS)
        assert await read(reader, len(WORDS)) == WORDS
        getattr(proxy, f"_{way}")(chance, lambda: struck.append(way))
        writer.write(WORDS)
        came = await read(reader, len(WORDS))
        writer.close()
    assert struck == [way]
    torn = (WORDS[: len(WORDS) // 2], b"")
    assert came in {"stop": (WORDS,), "slow": (WORDS,), "slice": (WORDS,), "tear": torn}.get(way, (b"",))


async def test_whole_frames_come_again_and_are_overtaken(chance: Random) -> None:
    """FLT15: whole frames are sent again, also over a second connection of the client; held frames arrive after their
    connection's close was reported."""
    hello = framed(msgpack.packb(["hello", "token", "scene", "", []]))
    commands = {
        bytes([n]) * 16: framed(msgpack.packb(["command", bytes([n]) * 16, 0, ["Say", "x" * n, "", [], False]]))
        for n in (1, 200)
    }
    async with heard() as (port, lines), FrameProxy(port, {}) as proxy:
        _, first = await asyncio.open_connection("127.0.0.1", proxy.listen_port)
        whole = HEAD + hello + b"".join(commands.values())
        for byte in whole:  # in pieces, as on a network
            first.write(bytes([byte]))
        await until(lambda: lines and lines[0] == whole)
        _, second = await asyncio.open_connection("127.0.0.1", proxy.listen_port)
        second.write(HEAD + hello)
        first.close()
        await until(lambda: len(lines) == 2 and len(proxy.ways) == 2)
        again: list[tuple[str, bytes]] = []
        assert proxy.again(chance, lambda token, id_: again.append((token, id_))) == 2
        assert sorted(again) == [("token", id_) for id_ in commands]
        await until(lambda: lines[1] == HEAD + hello + b"".join(commands[id_] for _, id_ in again))
        came = len(lines[1])
        late = asyncio.create_task(proxy.overtaken(chance))
        await asyncio.sleep(0)
        second.write(commands[bytes([1]) * 16])
        assert await late == 1
        await until(lambda: lines[1][came:] == commands[bytes([1]) * 16])
        second.close()
