"""Serve with an installed command, as a host does, and open its page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.server.processes.serve_process import Server, link_of

NAMED_FILES = re.compile(r'(?:src|href)="([^"]+)"')


@asynccontextmanager
async def served(*command: str, folder: Path) -> AsyncIterator[Server]:
    """Run `command serve` in `folder`, with a log in that folder, until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        *command, "serve", "--no-open", "--port", "0", "--log", "sqlite:///coterie.db",
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with httpx.AsyncClient() as http:
        server = Server(process, await link_of(process), http)
        try:
            yield server
        finally:
            await server.end()


async def page_files(server: Server) -> list[str]:
    """Load the page and every file that its HTML names. Return the names of the files; all must exist."""
    page = await server.call("GET", "/")
    assert page.status_code == 200
    names = NAMED_FILES.findall(page.text)
    for name in names:
        assert (await server.call("GET", "/" + name.lstrip("./"))).status_code == 200, name
    return names
