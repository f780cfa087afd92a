"""Background tasks of the hub. A task that dies ends the whole process, so that no failure is silent."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

from server.limits_and_timeouts import RETRY_FIRST, RETRY_MOST
from server.log.contract import LogError

log_ = logging.getLogger("coterie.hub")


class BackgroundTasks:
    """Runs background tasks, and reports the death of a task."""

    def __init__(self) -> None:
        self.failed: asyncio.Event = asyncio.Event()
        """Set when a task died: the process must end."""
        self._tasks: dict[asyncio.Task[None], None] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run `work` in a task of its own."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        self.watch(task)

    def retry(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` in the background, again and again until it raises no `LogError`: it must be safe to repeat."""

        async def until_done() -> None:
            wait = RETRY_FIRST
            while True:
                try:
                    return await work()
                except LogError as error:
                    log_.warning("%s; trying again in %.2f seconds", error, wait)
                await asyncio.sleep(wait)
                wait = min(wait * 2, RETRY_MOST)

        self.spawn(until_done())

    def watch(self, task: "asyncio.Task[None]") -> None:
        """Set `failed` if this task dies."""
        task.add_done_callback(self._done)

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_.critical("%s died, so the server ends", task.get_name(), exc_info=error)
            self.failed.set()
