"""Processes of `coterie serve`, started as from a shell."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import httpx

from tests.server.whole_server import Visitors

ROOT = Path(__file__).parents[3]
START_SECONDS = 30.0
SAID_MOST = 2**28
"""The most bytes of output that may wait to be read. A server with more would block."""


class Server(Visitors):
    """A process of `coterie serve`."""

    def __init__(self, process: asyncio.subprocess.Process, link: str, http: httpx.AsyncClient) -> None:
        super().__init__(link.partition("/#")[0], http)
        self.process = process
        self.link = link
        self._host = ""

    async def host_link(self) -> str:
        return self.link

    async def host(self) -> str:
        """Return the host's session. Exchange the link only once, because it opens only once."""
        self._host = self._host or await super().host()
        return self._host

    async def ended(self, signal_: signal.Signals | None = None) -> tuple[int, str, str]:
        """Send a signal (if given), wait for the end of the process, and return its exit code and its remaining
        output."""
        if signal_ is not None:
            self.process.send_signal(signal_)
        async with asyncio.timeout(START_SECONDS):
            out, err = await self.process.communicate()
        return self.process.returncode or 0, out.decode(), err.decode()

    async def end(self) -> None:
        """Close all connections, and kill the process if it still runs."""
        await self.close()
        if self.process.returncode is None:
            self.process.kill()
            await self.process.communicate()


async def started(
    *arguments: str, module: tuple[str, ...] = ("server.cli",), folder: Path = ROOT, before: tuple[str, ...] = ()
) -> asyncio.subprocess.Process:
    """Start the command line of the program in `folder` as a child process. `before` is a command that starts it, such
    as a wrapper."""
    return await asyncio.create_subprocess_exec(
        *before, sys.executable, "-m", *module, "serve", "--no-open", *arguments,
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, limit=SAID_MOST,
    )  # fmt: skip


async def link_of(process: asyncio.subprocess.Process) -> str:
    """Wait until the server has printed the host link, and return it."""
    assert process.stdout
    async with asyncio.timeout(START_SECONDS):
        async for line in process.stdout:
            if b"/#" in line:
                return line.strip().decode()
    assert process.stderr
    raise AssertionError((await process.stderr.read()).decode())
