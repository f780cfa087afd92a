"""Fixtures for tables and servers: each test gets its own, and they end with the test."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval
from tests.server.socketless_tables import Table, open_table
from tests.server.whole_server import Guests, running

OpenTable = Callable[..., Awaitable[Table]]


@pytest.fixture
async def opened(seed: int) -> AsyncIterator[OpenTable]:
    """Yield a function that opens tables. Stop the tables' writers after the test."""
    tables: list[Table] = []

    async def open_one(
        *, writers: int = 1, of: object = "", often: SnapshotInterval = DEFAULT_INTERVAL, **switches: str
    ) -> Table:
        table = await open_table(f"{seed} {of}", writers=writers, often=often, **switches)
        tables.append(table)
        return table

    yield open_one
    for table in tables:
        for log in table.logs:
            log.down = False
            log.open.set()
            log.answering.set()
        await table.stop()


@pytest.fixture
async def guests() -> AsyncIterator[Guests]:
    """Yield a whole server for this test alone."""
    async with running() as found:
        yield found
