"""Ten thousand half-open connections, while a player enters by her link (SEC19).

They are a process of their own (`python -m tests.soak.half_open HOST PORT`): each connection sends half a request
head,
and is opened again as soon as the server cuts it off. The process prints every second how many are open.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Final, NamedTuple

import httpx
from msgspec.structs import replace

from server.client.enter import Entrance
from tests.bench.run import cores, on_core
from tests.server.processes.serve_process import ROOT, START_SECONDS, Server, link_of, started
from tests.soak.judged import Waiting

HALF_OPEN: Final = 10_000
ENOUGH: Final = 0.9
"""The share that must be open; the rest are being cut off and opened again."""
OPENING_SECONDS: Final = 8.0
"""The time over which the first connections are opened."""
SECONDS: Final = 60.0
LOGIN_MOST: Final = 1.0
"""The limit for a login, in seconds."""
ALONE: Final = 10
"""The number of logins before the attack, for comparison."""
HALF: Final = b"GET /ws HTTP/1.1\r\nHost: "


class LoginFigures(NamedTuple):
    """The seconds of each login before and under the attack; the number of half-open connections, second by second;
    and whether the server or the client waited too long for a core."""

    alone: list[float]
    took: list[float]
    there: list[int]
    busy: bool


async def measure_logins(folder: Path) -> LoginFigures:
    """Attack a server of its own, and log in every second."""
    server_core, other_core = cores()
    with on_core(server_core):
        process = await started("--log", f"sqlite:///{folder}/log.db", "--port", "0")
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        server = Server(process, await link_of(process), http)
        try:
            teller = await server.chronicle()
            alone = [await _login(server, teller) for _ in range(ALONE)]
            with on_core(other_core):
                attack = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tests.soak.half_open", *server.base.removeprefix("http://").split(":"),
                    cwd=ROOT, stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
            try:
                waiting = Waiting(process.pid, os.getpid())
                took, there = await _besieged(server, teller, attack)
                return LoginFigures(alone, took, there, waiting.busy())
            finally:
                attack.kill()
                await attack.communicate()
        finally:
            await server.end()


async def _besieged(
    server: Server, teller: Entrance, attack: asyncio.subprocess.Process
) -> tuple[list[float], list[int]]:
    assert attack.stdout
    clock = asyncio.get_running_loop().time
    took: list[float] = []
    there: list[int] = []
    while not there or there[-1] < ENOUGH * HALF_OPEN:
        async with asyncio.timeout(START_SECONDS):
            there.append(int(await attack.stdout.readline()))
    there.clear()
    end = clock() + SECONDS
    while clock() < end:
        took.append(await _login(server, teller))
        there.append(int(await attack.stdout.readline()))  # a line per second
    return took, there


async def _login(server: Server, teller: Entrance) -> float:
    """Measure the seconds from the link to the welcome, on new connections."""
    clock = asyncio.get_running_loop().time
    began = clock()
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        answer = await http.post(f"{server.base}/api/enter", json={"secret": teller.link.rpartition("#")[2]})
    client = await server.sit(replace(teller, token=answer.json()["token"]))
    took = clock() - began
    await client.socket.close()
    return took


async def _attack(host: str, port: int) -> None:
    loop = asyncio.get_running_loop()
    open_ = 0

    class Half(asyncio.Protocol):
        def __init__(self) -> None:
            self.over = loop.create_future()

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            nonlocal open_
            open_ += 1
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(HALF)

        def connection_lost(self, exc: Exception | None) -> None:
            nonlocal open_
            open_ -= 1
            self.over.set_result(None)

    async def hold(number: int) -> None:
        await asyncio.sleep(number * OPENING_SECONDS / HALF_OPEN)
        while True:
            with contextlib.suppress(OSError):
                _, half = await loop.create_connection(Half, host, port)
                await half.over
            await asyncio.sleep(0)

    holding = [asyncio.create_task(hold(number)) for number in range(HALF_OPEN)]
    while holding:
        await asyncio.sleep(1)
        print(open_, flush=True)


if __name__ == "__main__":
    asyncio.run(_attack(sys.argv[1], int(sys.argv[2])))
