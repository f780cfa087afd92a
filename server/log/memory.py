"""The log in memory: the twin of the others, for tests and for trying things out. Handles on one store are writers."""

from asyncio import get_running_loop
from collections.abc import Sequence

from server.log.batch import checked_name, entries_after, grown, listened_to
from server.log.contract import (
    EMPTY,
    MISSED_MOST,
    Appended,
    Conflict,
    Durability,
    Entry,
    Head,
    Listener,
    Pending,
    SignalListener,
)


class MemoryStore:
    """What several `MemoryLog`s share: the streams, and who listens to them."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}
        self.keys: dict[str, dict[bytes, int]] = {}
        self.snapshots: dict[str, bytes] = {}
        self.logs: list[MemoryLog] = []


class MemoryLog:
    """One writer's handle on a `MemoryStore`."""

    durability = Durability.MEMORY
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self._store = store or MemoryStore()
        self._store.logs.append(self)
        self._listeners: dict[str, Listener] = {}
        self._signal_listener: SignalListener | None = None

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        fresh = entries_after(expected, batch)
        entries = self._store.entries.setdefault(checked_name(stream), [])
        keys = self._store.keys.setdefault(stream, {})
        known = {pending.key: keys[pending.key] for pending in batch if pending.key in keys}
        head = _head(entries)
        if known or head != expected:
            missed, diverged = _missed(entries, expected)
            return Conflict(head, known, missed, diverged)
        entries += fresh
        keys.update({entry.key: entry.seq for entry in fresh})
        self._tell(stream, fresh)
        return Appended(_head(entries))

    def _tell(self, stream: str, entries: list[Entry]) -> None:
        for log in self._store.logs:
            listener = log._listeners.get(stream)
            if listener and log is not self:
                get_running_loop().call_soon(listener, stream, list(entries))

    async def head(self, stream: str) -> Head:
        return _head(self._store.entries.get(stream, []))

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return self._store.entries.get(stream, [])[after : after + most]

    async def find(self, stream: str, key: bytes) -> int | None:
        return self._store.keys.get(stream, {}).get(key)

    async def streams(self, prefix: str = "") -> list[str]:
        return sorted(
            stream for stream, entries in self._store.entries.items() if entries and stream.startswith(prefix)
        )

    def listen(self, stream: str, listener: Listener | None) -> None:
        self._listeners.pop(stream, None)
        if listener:
            self._listeners[stream] = listener

    async def signal_others(self, stream: str, message: bytes) -> None:
        for log in self._store.logs:
            if log is not self and log._signal_listener and stream in log._listeners:
                get_running_loop().call_soon(log._signal_listener, stream, message)

    def on_signal(self, signal_listener: SignalListener) -> None:
        self._signal_listener = signal_listener

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        self._store.snapshots[stream] = snapshot

    async def snapshot(self, stream: str) -> bytes | None:
        return self._store.snapshots.get(stream)

    async def remove(self, stream: str, expected: Head) -> None:
        if await self.head(checked_name(stream)) != expected:
            raise grown(stream)
        if any(stream in log._listeners for log in self._store.logs):
            raise listened_to(stream)
        for held in (self._store.entries, self._store.keys, self._store.snapshots):
            held.pop(stream, None)

    async def close(self) -> None:
        self._listeners.clear()
        if self in self._store.logs:
            self._store.logs.remove(self)


def _head(entries: list[Entry]) -> Head:
    return Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY


def _missed(entries: list[Entry], expected: Head) -> tuple[list[Entry], bool]:
    """What a writer at `expected` has not seen, and whether it is on another branch."""
    if _head(entries[: expected.seq]) != expected:
        return [], True
    return entries[expected.seq : expected.seq + MISSED_MOST], False
