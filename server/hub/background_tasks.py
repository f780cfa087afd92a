"""Background tasks of the hub. If one of them dies, the whole process ends, so that no failure stays unnoticed."""

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
        self._ended = False

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run `work` in its own task. The task has the name of the coroutine, for the server's log. After `cancel`, do
        nothing."""
        if self._ended:
            work.close()
            return
        task = asyncio.create_task(work, name=getattr(work, "__qualname__", None))
        self._tasks[task] = None
        self.watch(task)

    def retry(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` in the background, and repeat it as long as it raises `LogError`. It must be safe to run it
        several times."""

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
        """Cancel all tasks, and begin no others: connections that end later would use stores that are closed."""
        self._ended = True
        for task in list(self._tasks):
            task.cancel()

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_.critical("%s died, so the server ends", task.get_name(), exc_info=error)
            self.failed.set()
