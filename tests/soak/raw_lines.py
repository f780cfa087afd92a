"""Cheap clients for measurements: their messages are prepared, and messages from the server are not decoded."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import Callable

import msgpack  # type: ignore[import-untyped]

from server.client.enter import Entrance
from server.protocol.frames import SUBPROTOCOL
from tests.soak.handler import framed

NAME = re.compile(rb"~\d{10}")
"""The text of a message, made so that it can be found in the bytes."""
PART = re.compile(rb"\xa4part\xa8everyone\xcd(..)", re.DOTALL)
"""The count of the audience `everyone`, once it takes two bytes."""
PING, PONG = 0x89, 0x8A
ALIVE = framed(msgpack.packb(["ack", 0]))
ALIVE_SECONDS = 10.0
"""A client that reads sends a sign of life this often; the server closes a client without it."""
NARROW = 4096
"""The receive buffer in bytes of a client that does not read."""


def name(number: int) -> str:
    """The text of message number `number`."""
    return f"~{number:010}"


def whole_frames(data: bytes) -> tuple[int, bytes]:
    """The length of the whole frames at the start of this, and the answers to the pings among them."""
    at, pongs = 0, b""
    while len(data) >= at + 2:
        size, start = data[at + 1], at + 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, start = int.from_bytes(data[start : start + wide]), start + wide
        if len(data) < start + size:
            break
        if data[at] == PING:
            pongs += bytes([PONG, 0x80 | size]) + bytes(4) + data[start : start + size]
        at = start + size
    return at, pongs


class RawLine:
    """A client at a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._seen = 0

    @staticmethod
    async def opened(base: str, entrance: Entrance, *, narrow: bool = False) -> RawLine:
        """Connect and say hello."""
        host, port = base.removeprefix("http://").split(":")
        line = socket.socket()
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
        reader, writer = await asyncio.open_connection(sock=line, limit=NARROW if narrow else 2**18)
        head = (
            "GET /ws HTTP/1.1", f"Host: {host}:{port}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==", f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
        )  # fmt: skip
        writer.write("\r\n".join([*head, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(framed(msgpack.packb(["hello", entrance.token, entrance.stream, "", []])))
        return RawLine(reader, writer)

    def say(self, number: int, more: str = "") -> None:
        """Send message number `number`."""
        id_ = number.to_bytes(16)
        self._writer.write(
            framed(msgpack.packb(["command", id_, self._seen, ["Say", name(number) + more, "", [], False]]))
        )

    async def hear(self, heard: Callable[[int], None] = lambda _: None) -> None:
        """Read until the connection ends; call `heard` with the number of each message."""
        rest, clock = b"", asyncio.get_running_loop().time
        alive = clock()
        with contextlib.suppress(ConnectionError):
            while data := await self._reader.read(2**18):
                if clock() - alive > ALIVE_SECONDS:
                    alive = clock()
                    self._writer.write(ALIVE)
                data = rest + data
                whole, pongs = whole_frames(data)
                if pongs:
                    self._writer.write(pongs)
                data, rest = data[:whole], data[whole:]
                for found in NAME.findall(data):
                    heard(int(found[1:]))
                if parts := PART.findall(data):
                    self._seen = int.from_bytes(parts[-1])

    def close(self) -> None:
        """Disconnect."""
        self._writer.transport.abort()
