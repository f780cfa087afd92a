"""A TCP proxy, between a log and its Redis or a page and its server, that can swallow replies and cut lines."""

import asyncio
from collections.abc import Callable
from typing import Self


def nobody() -> None:
    """To whom it is not said."""


class Proxy:
    """Passes bytes on. After `swallow`, requests still arrive, but their first reply cuts the line instead."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._swallowing = False
        self._swallowed: Callable[[], None] = nobody
        self._lines: dict[asyncio.StreamWriter, str] = {}
        """Both ends of every line, and where whoever came by it comes from."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._hushed: set[asyncio.StreamWriter] = set()
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._server.wait_closed()

    @property
    def door(self) -> int:
        """The port that it listens on."""
        assert self._server
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def carries(self) -> bool:
        """Whether anybody comes by it just now."""
        return bool(self._lines)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.door}/0"

    def swallow(self, swallowed: Callable[[], None] = nobody) -> None:
        """Let the next reply be lost; then this is called."""
        self._swallowing, self._swallowed = True, swallowed

    def hush(self, source: str = "") -> int:
        """From now on no reply passes on the lines that there are, or on those from this address; new ones work. How
        many ends are hushed by this."""
        before = len(self._hushed)
        self._hushed |= {writer for writer, came in self._lines.items() if source in ("", came)}
        return len(self._hushed) - before

    def lead(self, port: int) -> None:
        """From now on lines lead to another port; those that there are, are cut."""
        self._port = port
        self.cut()

    def cut(self) -> int:
        """Close every line; how many ends these had."""
        for writer in self._lines:
            writer.close()
        ends = len(self._lines)
        self._lines.clear()
        return ends

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        port = self._port
        try:
            there, out = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        if port != self._port:  # it leads elsewhere by now
            writer.close()
            out.close()
            return
        source: str = writer.get_extra_info("peername")[0]
        self._lines |= {writer: source, out: source}
        for way in (self._pass(reader, out), self._reply(there, writer)):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _some(reader):
            writer.write(data)
        self._close(writer)

    async def _reply(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _some(reader):
            if writer in self._hushed:
                continue
            if self._swallowing:
                self._swallowing = False
                self._swallowed()
                break
            writer.write(data)
        self._close(writer)

    def _close(self, writer: asyncio.StreamWriter) -> None:
        self._lines.pop(writer, None)
        self._hushed.discard(writer)
        writer.close()


async def _some(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65_536)
    except OSError:
        return b""
