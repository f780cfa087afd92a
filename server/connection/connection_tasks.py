"""The tasks of a connection. They end when the connection ends. If a task fails, the connection ends too."""

import asyncio
from collections.abc import Callable, Coroutine


class ConnectionTasks:
    """Runs tasks until the connection ends."""

    __slots__ = ("_failed", "_tasks")

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._tasks: dict[asyncio.Task[None], None] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        """Run `work` in its own task. If it raises an exception, call `failed` of the connection with this
        exception."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._done)
        return task

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)
