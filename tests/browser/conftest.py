"""One browser and one server for most tests here, and the evening, played once on each kind of log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser.evening import Evening, play
from tests.browser.table import SharedServer, chromium, opened
from tests.redis_server import RedisServer


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SharedServer]:
    """The server of all tests that need only a chronicle of their own; its browsers are those of `browser`."""
    async with SharedServer.start(tmp_path_factory.mktemp("shared")) as shared:
        yield shared


@pytest_asyncio.fixture(scope="session", loop_scope="session", params=["sqlite", "redis"])
async def evening(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> Evening:
    """The evening, on SQLite with one server process, and on Redis with two, one for each player."""
    folder = tmp_path_factory.mktemp(f"evening-{request.param}")
    chance = Random(f"{seed} {request.param}")
    if request.param == "sqlite":
        return await _played(browser, f"sqlite:////{folder}/coterie.db", folder, chance, servers=1)
    (folder / "redis").mkdir()
    redis = RedisServer(folder / "redis").start()
    try:
        return await _played(browser, redis.url, folder, chance, servers=2)
    finally:
        redis.kill()


async def _played(browser: Browser, url: str, folder: Path, chance: Random, *, servers: int) -> Evening:
    async with opened(url, folder, chance, servers=servers) as table:
        await table.found_chronicle(browser, "Low Water")
        return await play(table)
