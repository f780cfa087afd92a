"""Tables of a test's own, ended with it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval
from tests.server.socketless_tables import Table, open_table
from tests.server.whole_server import Guests, running

OpenTable = Callable[..., Awaitable[Table]]


@pytest.fixture
async def opened(seed: int) -> AsyncIterator[OpenTable]:
    """Opens tables, and stops their writers in the end."""
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
    """A whole server of this test's own."""
    async with running() as found:
        yield found
