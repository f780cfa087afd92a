"""Waiting for what has no event of its own."""

import asyncio
from collections.abc import Callable
from typing import Final

SOON: Final = 5.0
"""Seconds in which what is about to happen has happened."""


async def until(condition: Callable[[], object]) -> None:
    """Wait for what other tasks bring about. Raises `TimeoutError` where it does not come."""
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110 - whoever brings it about tells nobody
            await asyncio.sleep(0.005)
