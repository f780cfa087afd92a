"""Every backend as a world in which writers can be opened, so that the same suite runs over all."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.log.contract import EventLog
from server.log.memory import MemoryLog, MemoryStore
from server.log.open import open_log
from tests.redis_server import narrow_url, redis_server, redis_url

__all__ = ["narrow_url", "redis_server", "redis_url"]

Writers = Callable[[], Awaitable[EventLog]]
"""Opens a further writer on the same streams. With SQLite it is always the same: one process serves, with one
handle."""


@pytest.fixture(params=["memory", "sqlite", "redis", "narrow", "cluster", "sentinel"])
async def writers(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Writers]:
    """Return a function that opens writers on a backend. `narrow`: a Redis that admits only the user of the Compose
    file (SEC25)."""
    async with AsyncExitStack() as stack:
        open_one = _opener(request, tmp_path)

        async def opened() -> EventLog:
            log = await open_one()
            stack.push_async_callback(log.close)
            return log

        yield opened


def _opener(request: pytest.FixtureRequest, folder: Path) -> Writers:
    if request.param == "memory":
        return _memory_opener()
    if request.param == "sqlite":
        return _sqlite_opener(folder)
    url: str = request.getfixturevalue(f"{request.param}_url")
    return lambda: open_log(url)


def _memory_opener() -> Writers:
    store = MemoryStore()

    async def opened() -> EventLog:
        return MemoryLog(store)

    return opened


def _sqlite_opener(folder: Path) -> Writers:
    open_already: list[EventLog] = []

    async def opened() -> EventLog:
        if not open_already:
            open_already.append(await open_log(f"sqlite:///{folder}/log.db"))
        return open_already[0]

    return opened


@pytest.fixture
async def log(writers: Writers) -> EventLog:
    return await writers()
