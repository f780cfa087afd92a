"""A whole server in the test's own loop: real HTTP and real sockets on 127.0.0.1, a clock that is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgpack  # type: ignore[import-untyped]
import websockets
from websockets.asyncio.client import ClientConnection

from domain.command import Command
from server.app import Program, compose
from server.client.enter import Entrance
from server.client.wire import command_frame, socket_to
from server.connection.connection import Connection
from server.limits_and_timeouts import Rate
from server.serve_settings import Settings
from tests.server.socketless_tables import SECONDS, FakeClock, Page, frames, fresh_id, unframed


class Client:
    """A page's end of a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.page = Page()
        self.told: list[list[Any]] = []

    async def send(self, *frame: Any) -> None:
        await self.socket.send(msgpack.packb(frame))

    async def next(self) -> list[list[Any]]:
        """Return the frames of the next message."""
        async with asyncio.timeout(SECONDS):
            message = await self.socket.recv()
        assert isinstance(message, bytes)
        self.page.take(message)
        found = frames(message)
        self.told += found
        return found

    async def until(self, condition: Callable[[], object]) -> None:
        """Read until the condition holds."""
        while not condition():
            await self.next()

    async def heard(self, name: str) -> list[Any]:
        """Read until a frame of this name comes, and return it."""
        while True:
            for frame in await self.next():
                if frame[0] == name:
                    return frame

    async def do(self, command: Command, id_: bytes = b"", seen: int = 0) -> list[Any]:
        """Send a command, and wait for its answer."""
        id_ = id_ or fresh_id()
        self.page.answers.pop(id_, None)
        await self.socket.send(command_frame(id_, seen, command))
        await self.until(lambda: id_ in self.page.answers)
        return self.page.answers[id_]

    async def ended(self) -> int:
        """Read to the end; return the code that it ended with."""
        async with asyncio.timeout(SECONDS):
            try:
                while True:
                    await self.next()
            except websockets.ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006


class FakeLink:
    """A transport without a socket, whose buffer is full when a test says so."""

    def __init__(self) -> None:
        self.told = bytearray()
        self.closed: tuple[int, str] | None = None
        self.news = asyncio.Event()
        self.waiting = 0
        """Bytes that the client has not read."""

    def write(self, data: bytes) -> None:
        self.told += data
        self.news.set()

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self.news.set()

    def unread(self) -> int:
        return self.waiting

    def frames(self) -> list[list[Any]]:
        """Return the received frames."""
        return [frame for message in unframed(bytes(self.told)) for frame in frames(message)]

    def names(self) -> list[str]:
        """Return the names of the received frames."""
        return [frame[0] for frame in self.frames()]

    def page(self) -> Page:
        """Return the page of a client that read all of it."""
        page = Page()
        for message in unframed(bytes(self.told)):
            page.take(message)
        return page

    async def until(self, name: str, times: int = 1) -> None:
        """Wait for so many frames of a name."""
        async with asyncio.timeout(SECONDS):
            while self.names().count(name) < times:
                self.news.clear()
                await self.news.wait()


class Visitors:
    """The actions of people on a running server, over HTTP and sockets."""

    def __init__(self, base: str, http: httpx.AsyncClient) -> None:
        self.base = base
        self.http = http
        self.responses: list[httpx.Response] = []
        self._sockets: list[ClientConnection] = []

    async def host_link(self) -> str:
        """Return a link for the operator of the server."""
        raise NotImplementedError

    async def call(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        """Send a request."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        response = await self.http.request(method, self.base + path, json=body, headers=headers)
        self.responses.append(response)
        return response

    async def upload(self, picture: bytes, token: str = "") -> httpx.Response:
        """Upload a picture."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = await self.http.post(self.base + "/api/pictures", content=picture, headers=headers)
        self.responses.append(response)
        return response

    async def enter(self, link: str) -> Entrance:
        """Follow a link."""
        answer = await self.call("POST", "/api/enter", {"secret": link.rpartition("#")[2]})
        assert answer.status_code == 200, answer.text
        return Entrance(**({"seat": "", "name": "", "stream": ""} | answer.json()), link=link)

    async def host(self) -> str:
        """Return the host's session."""
        return (await self.enter(await self.host_link())).token

    async def chronicle(self, name: str = "Night", rules: str = "revised", **switches: str) -> Entrance:
        """Found a chronicle, and sit in its Storyteller's seat."""
        body = {"name": name, "rules": rules, "switches": switches}
        made = await self.call("POST", "/api/chronicles", body, await self.host())
        assert made.status_code == 201, made.text
        return await self.enter(made.json()["link"])

    async def invited(self, storyteller: Entrance, name: str = "Anna", role: str = "player") -> Entrance:
        """Create a seat and follow its link."""
        made = await self.call("POST", "/api/seats", {"name": name, "role": role}, storyteller.token)
        assert made.status_code == 201, made.text
        return await self.enter(made.json()["link"])

    async def connect(self, path: str = "/ws", **options: Any) -> Client:
        """Open a socket, before any hello."""
        socket = await socket_to(self.base.replace("http", "ws") + path, **options)
        self._sockets.append(socket)
        return Client(socket)

    async def sit(
        self, entrance: Entrance, stream: str = "", epoch: str = "", position: Any = (), page: Page | None = None
    ) -> Client:
        """Open a socket and wait for the welcome; `page` is the client's current state."""
        client = await self.connect()
        client.page = page or client.page
        await client.send("hello", entrance.token, stream or entrance.stream, epoch, position)
        await client.heard("options")
        await client.until(lambda: client.page.whole)
        return client

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()


class Guests(Visitors):
    """The actions of tests on a server in their own loop."""

    def __init__(self, program: Program, base: str, http: httpx.AsyncClient, clock: FakeClock) -> None:
        super().__init__(base, http)
        self.program = program
        self.hub = program.hub
        self.clock = clock

    async def host_link(self) -> str:
        return await self.program.sessions.host_link()

    def connection(self) -> tuple[Connection, FakeLink]:
        """Return a connection without a socket, before any frame."""
        link = FakeLink()
        return self.hub.connections.spawn(link, ""), link

    async def seated(
        self, entrance: Entrance, stream: str = "", epoch: str = "", position: Any = ()
    ) -> tuple[Connection, FakeLink]:
        """Seat a client at a table, without a socket."""
        connection, link = self.connection()
        connection.received(msgpack.packb(["hello", entrance.token, stream or entrance.stream, epoch, position]))
        await link.until("options")
        return connection, link


@asynccontextmanager
async def running(
    log: str = "memory:", rate: Rate | None = None, public_url: str = "", base_path: str = "", host: str = ""
) -> AsyncIterator[Guests]:
    """Run a server on a free port, until the block ends. With a `host`, it serves the local network on that address."""
    settings = Settings(
        log,
        host or "127.0.0.1",
        port=0,
        lan=bool(host),
        rate=rate or Rate(1e6, 1e6),
        public_url=public_url,
        base_path=base_path,
        push_to_loopback=True,
    )
    program = await compose(settings)
    clock = FakeClock()
    program.hub._clock = program.hub.streams._clock = clock
    if program.hub.reminders is not None:
        program.hub.reminders._clock = clock
    program.hub.streams._beat = None  # most tests measure no times, and would only take longer
    serving = asyncio.create_task(program.server.serve(sockets=[program.listening]))
    base = f"http://{settings.host}:{program.listening.getsockname()[1]}"
    async with httpx.AsyncClient(timeout=SECONDS) as http:
        guests = Guests(program, base, http, clock)
        try:
            async with asyncio.timeout(SECONDS):
                while not program.server.started:  # noqa: ASYNC110 - uvicorn has no event for it
                    await asyncio.sleep(0.001)
            yield guests
            assert not program.hub.failed.is_set(), "a background task of the hub died"
            for response in guests.responses:
                assert "set-cookie" not in response.headers, "SEC3: no cookie is ever set"
        finally:
            await guests.close()
            program.server.should_exit = True
            await serving
            await program.site.push.close()
            await program.sessions.close()
            await program.hub.pictures.close()
            await program.log.close()
