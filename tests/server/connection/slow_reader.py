"""A client that reads slowly, or not at all (FLT24)."""

from __future__ import annotations

import asyncio
import socket

from domain.features.scenes.chat import Say
from server.client.enter import Entrance
from server.connection.connection import Connection
from tests.server.whole_server import Client, Guests

TEXT = "x" * 4000


def narrow_line(guests: Guests) -> socket.socket:
    """Return a line with small buffers at both ends."""
    guests.program.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    line.setblocking(False)
    return line


async def narrow(guests: Guests, entrance: Entrance) -> tuple[Client, Connection]:
    """Return a client on a line with small buffers, which fill soon, and the server's end of it."""
    known, line = set(guests.hub.connections), narrow_line(guests)
    await asyncio.get_running_loop().sock_connect(line, guests.program.listening.getsockname())
    client = await guests.connect(sock=line, max_size=None, max_queue=None)
    await client.send("hello", entrance.token, entrance.stream, "", [])
    await client.heard("options")
    (connection,) = set(guests.hub.connections) - known
    return client, connection


async def fill(storyteller: Client, connection: Connection) -> int:
    """Talk until the connection's buffer is full. Return the number of lines."""
    said = 0
    async with asyncio.timeout(30):
        while not connection.lagging_since:
            assert (await storyteller.do(Say(TEXT)))[0] == "accepted"
            said += 1
    return said
