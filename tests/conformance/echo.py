"""An echo server on the classes that serve the tables, with their limits; and an echo client on the library that the
tests and tools use."""

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

from server.app import EmbeddedServer
from server.connection.connection import Connection, Transport
from server.connection.websocket import EXTENSION, TableSocket
from server.http.tcp_limits import BoundedHttpProtocol
from server.protocol.frames import FRAME_MOST
from server.protocol.websocket_framing import frame

PLAIN, PEER = "/", "/peer"
"""The path whose messages the general parser hands to an app; and the path whose whole binary messages skip the parser
and go to a connection, as at a table."""


class EchoConnection:
    """Takes the place of a `Connection`, and sends each message back."""

    def __init__(self, link: Transport) -> None:
        self._link = link

    def received(self, message: bytes) -> None:
        self._link.write(frame(message))

    def received_text(self) -> None:
        self._link.close(1003, "binary only")

    def paused(self) -> None:
        """No message is held back."""

    def resumed(self) -> None:
        """No message was held back."""

    def lost(self) -> None:
        """There is no resource to free."""


async def plain(websocket: WebSocket) -> None:
    """Echo every message, text too."""
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
    except (WebSocketDisconnect, RuntimeError):  # disconnected, or closed for a fault, during the echo
        return


async def peer(websocket: WebSocket) -> None:
    """Echo binary messages, which skip the parser."""
    socket: TableSocket = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    socket.hand_over(cast("Connection", EchoConnection(socket)))


@asynccontextmanager
async def serving(port: int) -> AsyncIterator[None]:
    """Run the echo server until the block ends; configured as `server.app` configures the real server."""
    config = Config(
        Starlette(routes=[WebSocketRoute(PLAIN, plain), WebSocketRoute(PEER, peer)]),
        host="127.0.0.1", port=port, http=BoundedHttpProtocol, ws=TableSocket, ws_max_size=FRAME_MOST,
        ws_per_message_deflate=False,
        lifespan="off", access_log=False, log_config=None,
    )  # fmt: skip
    server = EmbeddedServer(config)
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.001)
        yield
    finally:
        server.should_exit = True
        await task


async def visit(url: str, agent: str) -> None:
    """Act as the client for every case of a fuzzing server, and let it write its report."""
    options: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None}
    async with websockets.connect(f"{url}/getCaseCount", **options) as socket:
        count = int(await socket.recv())
    for case in range(1, count + 1):
        try:
            async with websockets.connect(f"{url}/runCase?case={case}&agent={agent}", **options) as socket:
                async for message in socket:
                    await socket.send(message)
        except websockets.WebSocketException:  # the purpose of the case
            continue
    async with websockets.connect(f"{url}/updateReports?agent={agent}", **options):
        pass
