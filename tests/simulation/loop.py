"""An event loop that takes every choice from a seed: time is virtual, and any ready callback may run next.

Law 1. The loop never waits: when no callback is ready, time jumps to the next timer. Each callback takes `STEP`
seconds.
Law 2. A callback belongs to the process in whose context it was scheduled. A dead process runs no callback any more,
       not even a `finally`; a stopped process runs none until it is continued.
Law 3. When no callback and no timer is left, `run_until_complete` raises `Stuck`.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from typing import Any, Literal, TypeVar

from tests.server.socketless_tables import NOON

STEP = 10e-6
STEPS_MOST = 1_000_000

T = TypeVar("T")


class Stuck(Exception):
    """No callback is left to run, or the run does not end."""


class Process:
    """A simulated process. The callbacks that it scheduled end with it. Its context is the context of its first
    callback."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: Literal["runs", "stopped", "dead"] = "runs"
        self.held: list[asyncio.Handle] = []
        """Handles that became ready while it was stopped."""
        self.context = contextvars.copy_context()
        self.context.run(_process.set, self)


_process: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
OUTSIDE = contextvars.Context()
"""The context of everything outside all processes: people, the network, the store, and the faults."""


BRINK = (2**31 - 20) * 1000
"""Twenty seconds before a 32-bit count of seconds overflows in 2038 (FLT18)."""


class SeededLoop(asyncio.BaseEventLoop):
    """The part of an event loop that a server without real sockets and threads needs."""

    def __init__(self, seed: object) -> None:
        self.failures: list[str] = []
        """Exceptions that no task caught."""
        self.steps = 0
        self.began: int = Random(f"{seed} era").choice([NOON, NOON, NOON, BRINK])
        """The wall clock at virtual time 0, in milliseconds since 1970."""
        self._random = Random(f"{seed} loop").random
        self._now = 0.0
        self._ready: list[tuple[Process | None, asyncio.Handle]] = []
        self._timers: list[tuple[float, int, Process | None, asyncio.TimerHandle]] = []
        self._order = count()
        self._tasks: list[asyncio.Task[Any]] = []
        """All tasks that may still run. Tasks of a dead process are referenced only here."""
        self._closed = False

    # Running

    def run_until_complete(self, future: Any) -> Any:
        """Run until this future is done; raise its exception, or `Stuck`."""
        waited: asyncio.Future[Any] = future if asyncio.isfuture(future) else self.create_task(future)
        asyncio._set_running_loop(self)
        try:
            while not waited.done():
                self._step()
        finally:
            asyncio._set_running_loop(None)
        return waited.result()

    def _step(self) -> None:
        timers = self._timers
        while timers and (timers[0][0] <= self._now or not self._ready):
            when, _, process, timer = heapq.heappop(timers)
            if not timer.cancelled():
                self._now = max(self._now, when)
                self._ready.append((process, timer))
        if not self._ready:
            raise Stuck("no callback and no timer is left")
        self.steps += 1
        if self.steps > STEPS_MOST:
            raise Stuck("the run does not end")
        at = int(self._random() * len(self._ready))
        self._ready[at], self._ready[-1] = self._ready[-1], self._ready[at]
        process, handle = self._ready.pop()
        if handle.cancelled() or (process is not None and process.state == "dead"):
            return
        if process is not None and process.state == "stopped":
            process.held.append(handle)
            return
        self._now += STEP
        handle._run()

    def resume(self, process: Process) -> None:
        """Continue a stopped process."""
        process.state = "runs"
        self._ready += [(process, handle) for handle in process.held]
        process.held.clear()

    def close(self) -> None:
        """End the loop; destroy unfinished tasks without a warning."""
        self._closed = True
        for task in self._tasks:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined] # asyncio's own way to say so
                coroutine = task.get_coro()
                assert coroutine is not None
                coroutine.close()
        self._tasks.clear()
        self._ready.clear()
        self._timers.clear()

    # Scheduling

    def call_soon(  # type: ignore[override] # simpler than typeshed's type; so are the next ones
        self, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        if not self._closed:
            self._ready.append((context.get(_process), handle))
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        context = contextvars.copy_context() if context is None else context
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self._closed:
            heapq.heappush(self._timers, (when, next(self._order), context.get(_process), timer))
        return timer

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: Any = None,
    ) -> asyncio.Task[T]:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        if len(self._tasks) > 1000:
            self._tasks = [begun for begun in self._tasks if not begun.done()]
        self._tasks.append(task)
        return task

    # Methods that asyncio calls

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return self._closed

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing: a cancelled timer is skipped when its time comes."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._closed:
            self.failures.append(f"{context.get('message')}: {context.get('exception')!r}")
