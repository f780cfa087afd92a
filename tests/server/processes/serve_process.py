"""Processes of `coterie serve`, as they are started from a shell."""

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
"""Bytes that a server may say before somebody reads them; beyond that it would stand still."""


class Server(Visitors):
    """A `coterie serve` of its own process."""

    def __init__(self, process: asyncio.subprocess.Process, link: str, http: httpx.AsyncClient) -> None:
        super().__init__(link.partition("/#")[0], http)
        self.process = process
        self.link = link
        self._host = ""

    async def host_link(self) -> str:
        return self.link

    async def host(self) -> str:
        """The link is good once, the session stays."""
        self._host = self._host or await super().host()
        return self._host

    async def ended(self, signal_: signal.Signals | None = None) -> tuple[int, str, str]:
        """Its exit code and what it still said, after a signal."""
        if signal_ is not None:
            self.process.send_signal(signal_)
        async with asyncio.timeout(START_SECONDS):
            out, err = await self.process.communicate()
        return self.process.returncode or 0, out.decode(), err.decode()

    async def end(self) -> None:
        """Let nothing of it run on."""
        await self.close()
        if self.process.returncode is None:
            self.process.kill()
            await self.process.communicate()


async def started(
    *arguments: str, module: tuple[str, ...] = ("server.cli",), folder: Path = ROOT, before: tuple[str, ...] = ()
) -> asyncio.subprocess.Process:
    """A child process of the command line, out of the program in a folder; `before` is a command that becomes it."""
    return await asyncio.create_subprocess_exec(
        *before, sys.executable, "-m", *module, "serve", "--no-open", *arguments,
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, limit=SAID_MOST,
    )  # fmt: skip


async def link_of(process: asyncio.subprocess.Process) -> str:
    """The host link, once the server has printed it."""
    assert process.stdout
    async with asyncio.timeout(START_SECONDS):
        async for line in process.stdout:
            if b"/#" in line:
                return line.strip().decode()
    assert process.stderr
    raise AssertionError((await process.stderr.read()).decode())
