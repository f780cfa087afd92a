"""The log in memory, for tests and for trying Coterie out. Several writers may share a store."""

from asyncio import get_running_loop
from collections.abc import Sequence

from server.log.batch import changed_error, checked_name, entries_after, in_use_error
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
    """The streams that several `MemoryLog`s share."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}
        self.keys: dict[str, dict[bytes, int]] = {}
        self.snapshots: dict[str, bytes] = {}
        self.logs: list[MemoryLog] = []


class MemoryLog:
    """A writer to a `MemoryStore`."""

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
        self._notify(stream, fresh)
        return Appended(_head(entries))

    def _notify(self, stream: str, entries: list[Entry]) -> None:
        for log in self._store.logs:
            listener = log._listeners.get(stream)
            if listener and log is not self:
                get_running_loop().call_soon(listener, stream, list(entries))

    async def head(self, stream: str) -> Head:
        return _head(self._store.entries.get(stream, []))

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return self._store.entries.get(stream, [])[after : after + most]

    async def size(self, stream: str) -> int:
        return sum(len(entry.payload) for entry in self._store.entries.get(stream, []))

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
            raise changed_error(stream)
        if any(stream in log._listeners for log in self._store.logs):
            raise in_use_error(stream)
        for stored in (self._store.entries, self._store.keys, self._store.snapshots):
            stored.pop(stream, None)

    async def erase_removed(self) -> bool:
        """Do nothing: this log has no files."""
        return True

    async def close(self) -> None:
        self._listeners.clear()
        if self in self._store.logs:
            self._store.logs.remove(self)


def _head(entries: list[Entry]) -> Head:
    return Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY


def _missed(entries: list[Entry], expected: Head) -> tuple[list[Entry], bool]:
    """Return the entries after `expected`. The second value is True if the stream does not contain `expected`."""
    if _head(entries[: expected.seq]) != expected:
        return [], True
    return entries[expected.seq : expected.seq + MISSED_MOST], False
