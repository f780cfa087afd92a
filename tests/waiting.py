"""Waiting for a condition that has no event."""

import asyncio
from collections.abc import Callable
from typing import Final

SOON: Final = 5.0
"""Seconds within which an expected change has happened."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition is true. Raise `TimeoutError` if that takes too long."""
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110 - the condition has no event
            await asyncio.sleep(0.005)
