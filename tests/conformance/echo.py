"""A server that says everything again, on the very classes that serve the tables, limits and all; and a client that
does, on the library that the tests and tools use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn import Config

from server.app import SideServer
from server.connection.connection import Connection, Transport
from server.connection.websocket import EXTENSION, TableSocket
from server.http.line_limits import BoundedHttpProtocol
from server.protocol.frames import FRAME_MOST
from server.protocol.websocket_framing import frame

PLAIN, PEER = "/", "/peer"
"""Where the general parser hands every message to an app; and where whole binary ones take the way past it, to a peer,
as at a table."""


class EchoPeer:
    """Stands where a peer does, and says again what it hears."""

    def __init__(self, link: Transport) -> None:
        self._link = link

    def received(self, message: bytes) -> None:
        self._link.write(frame(message))

    def received_text(self) -> None:
        self._link.close(1003, "binary only")

    def paused(self) -> None:
        """Nothing is kept back."""

    def resumed(self) -> None:
        """Nothing was kept back."""

    def lost(self) -> None:
        """Nothing is to be let go."""


async def plain(websocket: WebSocket) -> None:
    """Everything again, text too."""
    await websocket.accept()
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") is not None:
                await websocket.send_text(message["text"])
            else:
                await websocket.send_bytes(message["bytes"])
    except (WebSocketDisconnect, RuntimeError):  # gone, or closed for a fault, while it was told
        return


async def peer(websocket: WebSocket) -> None:
    """Binary messages again, by the way past the parser."""
    socket: TableSocket = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    socket.hand_over(cast("Connection", EchoPeer(socket)))


@asynccontextmanager
async def serving(port: int) -> AsyncIterator[None]:
    """The echo server, until the block ends; configured as `server.app` configures the tables' own."""
    config = Config(
        Starlette(routes=[WebSocketRoute(PLAIN, plain), WebSocketRoute(PEER, peer)]),
        host="127.0.0.1", port=port, http=BoundedHttpProtocol, ws=TableSocket, ws_max_size=FRAME_MOST,
        ws_per_message_deflate=False,
        lifespan="off", access_log=False, log_config=None,
    )  # fmt: skip
    server = SideServer(config)
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.001)
        yield
    finally:
        server.should_exit = True
        await task


async def visit(url: str, agent: str) -> None:
    """Be the client of every case that a fuzzing server has, and have it write down what it found."""
    options: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None}
    async with websockets.connect(f"{url}/getCaseCount", **options) as socket:
        count = int(await socket.recv())
    for case in range(1, count + 1):
        try:
            async with websockets.connect(f"{url}/runCase?case={case}&agent={agent}", **options) as socket:
                async for message in socket:
                    await socket.send(message)
        except websockets.WebSocketException:  # the case was about that
            continue
    async with websockets.connect(f"{url}/updateReports?agent={agent}", **options):
        pass
