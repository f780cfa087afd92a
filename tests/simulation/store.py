"""The store that simulated servers share, in place of a Redis: the log and the access store, over unreliable lines.

The store may be unreachable for all, and return without the end of a stream (a failover). A server's own line may be
cut, lose requests or replies, or deliver them late. A server learns of this only from the results and errors of its
calls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any, TypeVar

from server.access.contract import Changed, OnChange
from server.access.memory import MemoryAccessStore
from server.log.batch import in_use_error
from server.log.contract import (
    Appended,
    Conflict,
    Durability,
    Entry,
    Head,
    Listener,
    LogError,
    OutcomeUnknown,
    Pending,
    SignalListener,
)
from server.log.memory import MemoryLog, MemoryStore
from tests.simulation.loop import OUTSIDE, Process, SeededLoop

PATIENCE = 5.0
"""Seconds after which a server stops waiting for a reply."""

T = TypeVar("T")


def done(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("the coroutine waits")


class Store:
    """The shared store."""

    def __init__(self, loop: SeededLoop, random: Random) -> None:
        self.loop, self.random = loop, random
        self.down = False
        self.lines: list[Line] = []
        self.access = MemoryAccessStore()
        self.memory = MemoryStore()
        self.log = MemoryLog(self.memory)
        self.lost: dict[str, list[list[Entry]]] = {}
        """For each stream its entries before each loss of its end."""
        self.access.on_change(self._access_changed)

    @property
    def entries(self) -> dict[str, list[Entry]]:
        """The entries of every stream."""
        return self.memory.entries

    def lose_tail(self, stream: str, most: int) -> int:
        """Remove the last entries, as a failover does (never the first two). Return how many were removed."""
        entries = self.entries[stream]
        keep = max(len(entries) - most, min(len(entries), 2))
        lost = entries[keep:]
        if lost:
            self.lost.setdefault(stream, []).append(list(entries))
            for entry in lost:
                del self.memory.keys[stream][entry.key]
            del entries[keep:]
        return len(lost)

    def publish(self, stream: str, entries: list[Entry], writer: Line) -> None:
        """Publish appended entries to all servers but the writer."""
        for line in self.lines:
            if line is not writer:
                line.hint(lambda line=line: line.deliver(stream, entries))  # type: ignore[misc] # a default binds it

    def _access_changed(self, changed: Changed) -> None:
        for line in self.lines:
            line.hint(lambda line=line: line.access_changed(changed))  # type: ignore[misc] # a default binds it


class Line:
    """A server's line to the store."""

    def __init__(self, store: Store, process: Process) -> None:
        self.cut = False
        self.unsure = 0.0
        """The share of requests whose request or reply is lost or late."""
        self.forgetful = 0.0
        """The share of hints that are lost."""
        self.latest = 0.003
        self.failed: Callable[[], None] = lambda: None
        """Called for each request or hint that is lost or late."""
        self.listeners: dict[str, Listener] = {}
        self.signal_listener: SignalListener | None = None
        self.on_change: list[OnChange] = []
        self._store, self._process = store, process
        store.lines.append(self)

    @property
    def reaches(self) -> bool:
        """True if the store can be reached."""
        return not (self.cut or self._store.down)

    async def ask(self, act: Callable[[], T]) -> T:
        """Run `act` at the store and return its result. Raise `LogError` if it was not done, `OutcomeUnknown` if that
        is unknown."""
        await asyncio.sleep(self._late())
        if not self.reaches:
            raise LogError("the store is out of reach")
        loop = self._store.loop
        answer: asyncio.Future[T] = loop.create_future()
        fate = self._fate()

        def arrive() -> None:
            if self.reaches or fate == "late":
                try:
                    result = act()
                except Exception as error:  # the caller receives it
                    loop.call_soon(fail, error, context=self._process.context)
                else:
                    loop.call_later(self._late(), reply, result, context=self._process.context)

        def reply(result: T) -> None:
            if self.reaches and not fate and not answer.done():
                answer.set_result(result)

        def fail(error: Exception) -> None:
            if not answer.done():
                answer.set_exception(error)

        if fate != "unsent":
            late = PATIENCE * (0.5 + self._store.random.random()) if fate == "late" else self._late()
            loop.call_later(late, arrive, context=OUTSIDE)
        try:
            async with asyncio.timeout(PATIENCE if fate != "lost" else self._late() * 3):
                return await answer
        except TimeoutError:
            raise OutcomeUnknown("no reply came") from None

    def _fate(self) -> str:
        """Choose what happens to a request; "": it is answered in time."""
        if self._store.random.random() >= self.unsure:
            return ""
        self.failed()
        return self._store.random.choice(["unsent", "lost", "late"])

    def _late(self) -> float:
        return self._store.random.random() * self.latest

    def hint(self, act: Callable[[], None]) -> None:
        """Deliver a message that the server did not ask for, unless it is lost."""
        if not self.reaches:
            return
        if self._store.random.random() < self.forgetful:
            self.failed()
        else:
            self._store.loop.call_later(
                self._late(), lambda: act() if self.reaches else None, context=self._process.context
            )

    def reconnected(self) -> None:
        """The line works again: hint that messages may have been missed."""
        for stream in list(self.listeners):
            self.hint(lambda stream=stream: self.deliver(stream, []))  # type: ignore[misc] # a default binds it
        self.hint(lambda: self.access_changed(Changed()))

    def deliver(self, stream: str, entries: list[Entry]) -> None:
        if listener := self.listeners.get(stream):
            listener(stream, list(entries))

    def on_signal(self, stream: str, message: bytes) -> None:
        if self.signal_listener and stream in self.listeners:
            self.signal_listener(stream, message)

    def access_changed(self, changed: Changed) -> None:
        for callback in self.on_change:
            callback(changed)


class SharedLog:
    """A server's handle on the log."""

    durability = Durability.DISK
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, store: Store, line: Line) -> None:
        self._store, self._line = store, line
        self.at: dict[str, Callable[[], None]] = {}
        """Called when its process reaches a named step (FLT1)."""

    async def _come_to(self, step: str) -> None:
        if step in self.at:
            self.at[step]()
            await asyncio.sleep(0)  # a process that died in this step ends here

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        await self._come_to("before-append")

        def act() -> Appended | Conflict:
            outcome = done(self._store.log.append(stream, expected, batch))
            if isinstance(outcome, Appended):
                self._store.publish(stream, self._store.entries[stream][-len(batch) :], self._line)
            return outcome

        outcome = await self._line.ask(act)
        if isinstance(outcome, Appended):
            await self._come_to("after-append")
        return outcome

    async def head(self, stream: str) -> Head:
        return await self._line.ask(lambda: done(self._store.log.head(stream)))

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return await self._line.ask(lambda: done(self._store.log.read(stream, after, most)))

    async def size(self, stream: str) -> int:
        return await self._line.ask(lambda: done(self._store.log.size(stream)))

    async def find(self, stream: str, key: bytes) -> int | None:
        return await self._line.ask(lambda: done(self._store.log.find(stream, key)))

    async def streams(self, prefix: str = "") -> list[str]:
        return await self._line.ask(lambda: done(self._store.log.streams(prefix)))

    def listen(self, stream: str, listener: Listener | None) -> None:
        self._line.listeners.pop(stream, None)
        if listener:
            self._line.listeners[stream] = listener
            self._line.hint(lambda: self._line.deliver(stream, []))

    async def signal_others(self, stream: str, message: bytes) -> None:
        def act() -> None:
            for line in self._store.lines:
                if line is not self._line:
                    line.hint(lambda line=line: line.on_signal(stream, message))  # type: ignore[misc] # a default binds it

        await self._line.ask(act)

    def on_signal(self, signal_listener: SignalListener) -> None:
        self._line.signal_listener = signal_listener

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        if "mid-snapshot" in self.at:
            half = snapshot[: len(snapshot) // 2]
            await self._line.ask(lambda: done(self._store.log.keep_snapshot(stream, half)))
            await self._come_to("mid-snapshot")
        await self._line.ask(lambda: done(self._store.log.keep_snapshot(stream, snapshot)))

    async def snapshot(self, stream: str) -> bytes | None:
        return await self._line.ask(lambda: done(self._store.log.snapshot(stream)))

    async def remove(self, stream: str, expected: Head) -> None:
        def act() -> None:
            if any(stream in line.listeners for line in self._store.lines):
                raise in_use_error(stream)
            done(self._store.log.remove(stream, expected))

        await self._line.ask(act)

    async def erase_removed(self) -> bool:
        return await self._line.ask(lambda: done(self._store.log.erase_removed()))

    async def close(self) -> None:
        self._line.listeners.clear()


class SharedAccessStore:
    """A server's handle on the access store: every call goes over its line."""

    def __init__(self, store: Store, line: Line) -> None:
        self._store, self._line = store, line

    def __getattr__(self, name: str) -> Any:
        act = getattr(self._store.access, name)

        async def asked(*arguments: Any, **named: Any) -> Any:
            return await self._line.ask(lambda: done(act(*arguments, **named)))

        return asked

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        self._line.on_change.append(callback)
        self._line.hint(lambda: callback(Changed()))
        return lambda: self._line.on_change.remove(callback)

    async def close(self) -> None:
        self._line.on_change.clear()
