"""A table under a path of another site, behind a proxy of that site."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import httpx
import pytest
from playwright.async_api import Browser

from tests.browser.person import PHONE, Person
from tests.browser.serving import HostApi, Serving

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

BASE = "/games/table"
ELSEWHERE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SERVER_HOST = "127.0.0.2"
"""An address of its own, because --lan would widen 127.0.0.1 to all addresses."""


class OtherSite:
    """A site that passes the requests under one path on to a table server, and answers all others itself. `cuts`: True
    if it cuts the path off."""

    def __init__(self, *, cuts: bool) -> None:
        self._cuts = cuts
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.table_port = 0
        self.own_requests: list[str] = []
        """The requests that were not for the table server."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def address(self) -> str:
        assert self._server
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._answer(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request. The table server is asked to close its connection after it."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, _, headers = head.partition(b"\r\n")
            method, target, version = first.decode().split(" ")
            if not target.startswith(f"{BASE}/"):
                self.own_requests.append(target)
                writer.write(ELSEWHERE)
                return
            passed = target.removeprefix(BASE) if self._cuts else target
            headers = headers.replace(b"Connection: keep-alive", b"Connection: close")
            from_table, to_table = await asyncio.open_connection(SERVER_HOST, self.table_port)
            to_table.write(f"{method} {passed} {version}\r\n".encode() + headers)
            try:
                await asyncio.wait(
                    {asyncio.create_task(_copy(reader, to_table)), asyncio.create_task(_copy(from_table, writer))},
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                to_table.close()
        except (asyncio.IncompleteReadError, OSError):
            pass  # the browser opened a connection and did not use it
        finally:
            writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # one of the two has closed


def free_port() -> int:
    """Return a port that was free a moment ago."""
    with socket.create_server((SERVER_HOST, 0)) as free:
        return int(free.getsockname()[1])


@pytest.mark.parametrize("cuts", [False, True])
async def test_a_table_is_played_under_a_path_of_another_site(browser: Browser, tmp_path: Path, cuts: bool) -> None:
    """A host begins a chronicle, and a player talks at its table and comes back after a reload, all under the path: no
    request of a page leaves it, whether the proxy passes the path on or cuts it off."""
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(OtherSite(cuts=cuts))
        site.table_port = free_port()
        server = await Serving.start(
            f"sqlite:////{tmp_path}/coterie.db", tmp_path / "server.log", "--lan", f"--host={SERVER_HOST}",
            f"--port={site.table_port}", f"--public-url={site.address}", f"--base-path={BASE}",
        )  # fmt: skip
        stack.push_async_callback(server.stop)
        assert server.host_link.startswith(f"{site.address}{BASE}/#")
        vera = await Person.come(browser, "Vera")
        await vera.page.goto(server.host_link)
        await vera.at("host")
        await vera.page.locator('[name="chronicle-name"]').fill("Low Water")
        await vera.click("create-chronicle")
        await vera.click("open-table")
        await vera.at("lobby")
        http = await stack.enter_async_context(httpx.AsyncClient())
        api = HostApi(f"{site.address}{BASE}", http, server.host_link)
        token = await vera.page.evaluate(
            f'JSON.parse(sessionStorage.getItem("{BASE[1:]}/coterie.seat")).token'  # keys of its own on this origin
        )
        made = await api.call("POST", "/api/seats", {"name": "Anna", "role": "player"}, token)
        anna = await Person.come(browser, "Anna", size=PHONE)
        await anna.page.goto(made.json()["link"])
        await anna.at("making")
        await anna.play_ready("Ilse Marten")
        await vera.linked("here")
        await anna.page.reload()
        await anna.linked("here")
        assert site.own_requests == []
        for person in (vera, anna):
            assert person.troubles == []
            assert all(f"{BASE}/" in address for address in person.addresses)
            await person.page.context.close()
