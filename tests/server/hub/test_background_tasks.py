"""Background tasks end with the hub."""

from __future__ import annotations

import asyncio

from server.hub.background_tasks import BackgroundTasks


async def test_no_task_begins_after_the_end() -> None:
    """After `cancel`, running tasks end, and work that a late connection asks for is not begun."""
    tasks, begun = BackgroundTasks(), list[str]()

    async def work(name: str) -> None:
        begun.append(name)
        await asyncio.sleep(60)

    tasks.spawn(work("before"))
    await asyncio.sleep(0)
    tasks.cancel()
    tasks.spawn(work("after"))
    tasks.retry(lambda: work("again"))
    for _ in range(3):  # a task ends, and then it is forgotten
        await asyncio.sleep(0)
    assert (begun, len(tasks), tasks.failed.is_set()) == (["before"], 0, False)
