"""The live streams of this process. A stream is started when it is first used, and stopped when it has been idle."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from domain.core.audience import Seat
from domain.core.event import Fact
from server.clock import Clock
from server.connection.presence import Presence
from server.counters import Counters
from server.fold.snapshots import SnapshotInterval
from server.hub.background_tasks import BackgroundTasks
from server.limits_and_timeouts import CANCEL_WITHIN, QUIET_TICKS, STOP_WITHIN
from server.log.contract import EventLog, LogError
from server.stream.beat import Beat
from server.stream.group_commit import ChanceFor, Submission
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.hub")


T = TypeVar("T")


def chronicle_of(stream: str) -> str:
    """Return the id of the chronicle to which a stream belongs."""
    return stream.split("/")[1]


class Streams:
    """Starts, finds and stops the live streams of a process."""

    def __init__(
        self,
        log: EventLog,
        clock: Clock,
        chance_for: ChanceFor,
        snapshot_interval: SnapshotInterval,
        counters: Counters,
        presence: Presence,
        background: BackgroundTasks,
        beat: Beat | None = None,
    ) -> None:
        self.unfinished = False
        """True if a stream had to be cancelled when the server ended, because the log was out of reach."""
        self._log = log
        self._clock = clock
        self._chance_for = chance_for
        self._snapshot_interval = snapshot_interval
        """The interval between two snapshots of a stream."""
        self._counters = counters
        self._presence = presence
        self._background = background
        self._beat = beat
        """The beats of the store, which all its streams share. Without them, streams do not wait for beats."""
        self._on_start: Callable[[str], None] | None = None
        self._on_settled: Callable[[str, Iterable[Fact]], None] | None = None
        self._starting: dict[str, asyncio.Task[LiveStream]] = {}
        """For each stream: the task that starts the stream, also after it has ended."""
        self._quiet: dict[str, int] = {}
        """For each stream: for how many ticks it has been idle."""
        self._closed = False
        self._ended: set[str] = set()
        """The ids of deleted chronicles. Their streams are not started."""

    def on_start(self, callback: Callable[[str], None]) -> None:
        """From now on call `callback` with the name of each stream that starts."""
        self._on_start = callback

    def on_settled(self, callback: Callable[[str, Iterable[Fact]], None]) -> None:
        """From now on call `callback` with the name of a stream and with the facts that have just become durable in
        it."""
        self._on_settled = callback

    # Starting and finding

    async def live(self, stream: str) -> LiveStream:
        """Return the live stream of this name. If this process does not serve it yet, start it first. Raise `LogError`
        if that fails."""
        task = self._starting.get(stream)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if self._closed or self.is_ended(stream):
                raise LogError(f"{stream} is no longer served here")
            task = self._starting[stream] = asyncio.create_task(self._start(stream), name=f"start {stream}")
        if not task.done():
            await asyncio.wait([task])  # if the caller is cancelled, the start goes on
        if task.cancelled():
            raise LogError(f"{stream} is no longer served here")
        return task.result()

    def live_streams(self) -> list[LiveStream]:
        """Return the streams that have started and are still served."""
        started = (task for task in self._starting.values() if task.done() and not task.cancelled())
        return [task.result() for task in started if task.exception() is None]

    def has_commits(self, stream: str) -> bool:
        """True if this process serves the stream and the stream has at least one commit."""
        task = self._starting.get(stream)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return False
        return task.result().folded.head.seq > 0

    async def _start(self, stream: str) -> LiveStream:
        settled = partial(self._settled, stream)
        live = LiveStream(
            stream,
            self._log,
            self._clock,
            self._chance_for,
            settled,
            self._counters,
            self._snapshot_interval,
            self._beat,
        )
        await live.start()
        self._background.watch(live.task)
        self._presence.started(live)
        if self._on_start is not None:
            self._on_start(stream)
        return live

    def _settled(self, stream: str, facts: Iterable[Fact]) -> None:
        if self._on_settled is not None:
            self._on_settled(stream, facts)

    # Reading and writing

    @staticmethod
    async def look(live: LiveStream, read: Callable[[], T], seat: Seat | None = None) -> T:
        """Call `read` once the fold of the stream equals its log, and return its result. If `read` reads only the view
        of `seat`, it is enough that this view equals the log's. Raise the exception that `read` raises, or `LogError`
        if the stream stops first."""
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def look() -> None:
            if found.done():
                return
            try:
                found.set_result(read())
            except Exception as error:  # the caller gets the error; the stream goes on
                found.set_exception(error)

        live.when_still(look, seat)
        either: tuple[asyncio.Future[T], asyncio.Future[None]] = found, live.task
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            raise LogError(f"{live.stream} is no longer served here")
        return found.result()

    @staticmethod
    async def submit(live: LiveStream, submission: Submission) -> str:
        """Submit a command of the server itself. Return "" once it is durable; if it is refused, return the code of the
        refusal."""
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        submission.answered = lambda code: None if done.done() else done.set_result(code)
        live.submit(submission)
        return await done

    # Regular work and the end

    def send_pending_options(self) -> None:
        """Send pending options to slow connections that have caught up."""
        for live in self.live_streams():
            live.send_pending_options()

    def tick(self) -> None:
        """Compare each stream with its log, and stop streams that have been idle for `QUIET_TICKS`."""
        for live in self.live_streams():
            live.look_around()
            self._quiet[live.stream] = self._quiet.get(live.stream, 0) + 1 if live.idle else 0
            if self._quiet[live.stream] > QUIET_TICKS:
                del self._starting[live.stream], self._quiet[live.stream]
                self._presence.stopped(live)
                self._background.spawn(live.stop())

    def is_ended(self, stream: str) -> bool:
        """True if the stream belongs to a deleted chronicle."""
        return chronicle_of(stream) in self._ended

    async def end_chronicle(self, chronicle: str) -> None:
        """Stop the streams of a deleted chronicle, and start none of them again."""
        self._ended.add(chronicle)
        for stream in [name for name in self._starting if chronicle_of(name) == chronicle]:
            starting = self._starting.pop(stream)
            self._quiet.pop(stream, None)
            starting.cancel()  # has no effect on a start that has finished
            await asyncio.wait([starting])
            if not starting.cancelled() and starting.exception() is None:
                live = starting.result()
                self._presence.stopped(live)
                await live.stop()

    def close(self) -> None:
        """Start no more streams, and cancel unfinished starts."""
        self._closed = True
        for starting in self._starting.values():
            starting.cancel()  # has no effect on a start that has finished

    async def stop(self) -> None:
        """Let all streams finish their current work, then stop them. A stream that takes too long is cancelled."""
        for live in self.live_streams():  # the connections are about to be closed, so they need no presence
            self._presence.stopped(live)
        stopping = [asyncio.create_task(live.stop(), name=f"stop {live.stream}") for live in self.live_streams()]
        if not stopping:
            return
        _, late = await asyncio.wait(stopping, timeout=STOP_WITHIN)
        for task in late:
            log_.warning(
                "%s: not done in %.0f seconds and cancelled; is the log out of reach?", task.get_name(), STOP_WITHIN
            )
            task.cancel()
        if late:
            self.unfinished = True
            await asyncio.wait(late, timeout=CANCEL_WITHIN)
