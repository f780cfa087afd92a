"""SQLite against its twin in memory: any sequence of calls gets the same answers from both."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from server.log.contract import EMPTY, Entry, EventLog, Head, Pending
from server.log.memory import MemoryLog
from server.log.sqlite.log import SqliteLog
from tests.server.log.writes import assert_lawful

T = TypeVar("T")

STREAMS = st.sampled_from(["scene-1", "scene-10", "scene-2"])
# Few keys, so that many are already known.
BATCHES = st.lists(
    st.builds(Pending, st.integers(0, 30).map(lambda number: number.to_bytes(16, "big")), st.binary(max_size=40)),
    min_size=1,
    max_size=4,
    unique_by=lambda pending: pending.key,
)


class Twins(RuleBasedStateMachine):
    """A state machine that asserts that both logs give the same answers."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "log.db"
        self._loop = asyncio.new_event_loop()
        self._logs: list[EventLog] = [MemoryLog(), self._run(SqliteLog.open(self._path))]

    def _run(self, coroutine: Coroutine[object, object, T]) -> T:
        return self._loop.run_until_complete(coroutine)

    @rule(stream=STREAMS, batch=BATCHES, back=st.integers(0, 5), strange=st.sampled_from([b"", bytes(16), b"?" * 16]))
    def append(self, stream: str, batch: list[Pending], back: int, strange: bytes) -> None:
        """Append at the head, some way before it, or on a branch that never existed."""
        entries = self._run(self._logs[0].read(stream, 0))
        expected = _head(entries[: max(0, len(entries) - back)])
        if strange:
            expected = Head(expected.seq, strange)
        first, second = (self._run(log.append(stream, expected, batch)) for log in self._logs)
        assert first == second

    @rule(stream=STREAMS, batch=BATCHES)
    def append_at_the_head(self, stream: str, batch: list[Pending]) -> None:
        head = self._run(self._logs[0].head(stream))
        first, second = (self._run(log.append(stream, head, batch)) for log in self._logs)
        assert first == second

    @rule(stream=STREAMS, after=st.integers(0, 40), most=st.integers(1, 10))
    def read(self, stream: str, after: int, most: int) -> None:
        first, second = (self._run(log.read(stream, after, most)) for log in self._logs)
        assert first == second

    @rule(stream=STREAMS, key=st.integers(0, 30))
    def find(self, stream: str, key: int) -> None:
        first, second = (self._run(log.find(stream, key.to_bytes(16, "big"))) for log in self._logs)
        assert first == second

    @rule(prefix=st.sampled_from(["", "scene", "scene-1", "x", "scene-20"]))
    def streams(self, prefix: str) -> None:
        first, second = (self._run(log.streams(prefix)) for log in self._logs)
        assert first == second

    @rule()
    def restart(self) -> None:
        self._run(self._logs[1].close())
        self._logs[1] = self._run(SqliteLog.open(self._path))

    @invariant()
    def lawful(self) -> None:
        for stream in ("scene-1", "scene-10", "scene-2"):
            entries = self._run(self._logs[1].read(stream, 0))
            assert_lawful(entries)
            assert self._run(self._logs[1].head(stream)) == _head(entries)

    def teardown(self) -> None:
        self._run(self._logs[1].close())
        self._run(self._loop.shutdown_default_executor())
        self._loop.close()
        self._folder.cleanup()


def _head(entries: list[Entry]) -> Head:
    return Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY


TestTwins = Twins.TestCase
TestTwins.settings = settings(max_examples=40, stateful_step_count=30)
