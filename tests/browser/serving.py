"""Server processes as a user starts them, and proxies that can be cut and that record what they carried."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import httpx

from tests.server.whole_server import Visitors

ROOT = Path(__file__).parents[2]
GREETING_SECONDS = 20.0


class HostApi(Visitors):
    """The HTTP API of a server, as its host. The host link opens only once: after that, `session` takes its place."""

    def __init__(self, base: str, http: httpx.AsyncClient, link: str, session: str = "") -> None:
        super().__init__(base, http)
        self._link = link
        self._session = session

    async def host_link(self) -> str:
        return self._link

    async def host(self) -> str:
        return self._session or await super().host()


class Serving:
    """A `coterie serve` on a port of its own. `host_link` is the link that it printed."""

    def __init__(self, process: asyncio.subprocess.Process, host_link: str, log: Path) -> None:
        self._process = process
        self._log = log
        self.host_link = host_link
        self._host_session = ""
        self.port = int(re.findall(r":(\d+)/", host_link)[0])

    @classmethod
    async def start(cls, url: str, log: Path, *options: str) -> Serving:
        """Serve the log at `url` with these options; the server's log lines go to the file `log`."""
        command = (sys.executable, "-m", "server.cli", "serve", "--no-open", "--port", "0", "--log", url, *options)
        with log.open("wb") as said:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=said
            )
        assert process.stdout
        async with asyncio.timeout(GREETING_SECONDS):
            async for line in process.stdout:
                if found := re.search(r"http://\S+/#\S+", line.decode()):
                    return cls(process, found[0], log)
        raise AssertionError(f"the server did not start; its log is {log}")

    def api(self, http: httpx.AsyncClient) -> HostApi:
        """Return a client for the server's HTTP API."""
        return HostApi(f"http://127.0.0.1:{self.port}", http, self.host_link, self._host_session)

    async def enter_as_host(self) -> None:
        """Use the host link now, so that many tables are founded with its session."""
        async with httpx.AsyncClient() as http:
            self._host_session = await self.api(http).host()

    async def stop(self) -> str:
        """Stop it as Ctrl-C does, and return its log, which is empty if all was well."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
        await self._process.communicate()
        said = await asyncio.to_thread(self._log.read_text)
        assert self._process.returncode == 0, said
        return said


class Line:
    """A proxy between a person's browser and a server. It records every byte from the server.

    The server answers to its own address only (SEC1), so the proxy replaces its own address by the server's."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._broken = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.carried: list[bytearray] = []
        """The bytes from the server, connection by connection."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        self.cut()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._server.wait_closed()

    @property
    def port(self) -> int:
        """The port to which a browser connects."""
        assert self._server
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def cut(self) -> None:
        """Close all connections at once, and accept none until `mend`."""
        self._broken = True
        for writer in self._writers:
            writer.transport.abort()

    def mend(self) -> None:
        """Accept new connections again."""
        self._broken = False

    def begin(self) -> None:
        """Accept connections, and record from now on."""
        self.mend()
        self.carried = []

    def messages(self) -> list[list[bytes]]:
        """The payloads of all binary WebSocket frames from the server, also empty ones, connection by connection."""
        told = ([payload for opcode, payload in websocket_frames(c) if opcode == 2] for c in self.carried)
        return [payloads for payloads in told if payloads]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._broken:
            writer.transport.abort()
            return
        self._writers.add(writer)
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._there)
        except OSError:  # the server is gone: close this connection too
            writer.transport.abort()
            return
        self._writers.add(to_server)
        if writer.transport.is_closing():  # it was cut meanwhile
            to_server.transport.abort()
        for way in (self._there_pass(reader, to_server), self._back(from_server, writer)):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _there_pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here, there = f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self._there}".encode()
        while data := await _some(reader):
            writer.write(data.replace(here, there))
        self._close(writer)

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carried = bytearray()
        self.carried.append(carried)
        while data := await _some(reader):
            carried += data
            await self._pass(data, writer)
        self._close(writer)

    async def _pass(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        """Forward bytes from the server."""
        writer.write(data)

    def _close(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.close()


class HalvingLine(Line):
    """A proxy that stops the page's HTML before its body, until `rest` is set."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.rest = asyncio.Event()

    async def _pass(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        head, body, rest = data.partition(b"<body>")
        writer.write(head)
        if body:
            await self.rest.wait()
            writer.write(body + rest)


def websocket_frames(carried: bytes | bytearray) -> Iterator[tuple[int, bytes]]:
    """The whole, unfragmented frames that a server sent over one connection, each with its opcode."""
    head, _, frames = bytes(carried).partition(b"\r\n\r\n")
    at = 0 if head.startswith(b"HTTP/1.1 101 ") else len(frames)
    while at + 2 <= len(frames):
        opcode, size = frames[at] & 0x0F, frames[at + 1]
        wide = {126: 2, 127: 8}.get(size, 0)
        start = at + 2 + wide
        if wide:
            size = int.from_bytes(frames[at + 2 : start], "big")
        at = start + size
        if at <= len(frames):
            yield opcode, frames[start:at]


async def _some(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65_536)
    except OSError:
        return b""
