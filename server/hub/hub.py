"""The hub: puts the streams and the connections of a process together, and does the work of every second."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

from domain.core.words import phrase
from server.access.sessions import Sessions
from server.clock import Clock
from server.connection.presence import Presence
from server.counters import Counters
from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval
from server.hub.background_tasks import BackgroundTasks
from server.hub.chronicle_removal import ChronicleRemoval
from server.hub.connections import Connections
from server.hub.look_backs import LookBacks
from server.hub.past_states import PastStates
from server.hub.reminders import Reminders
from server.hub.scene_handover import SceneHandover
from server.hub.streams import Streams
from server.hub.tables import Tables
from server.limits_and_timeouts import LEAVE_WITHIN, TICK_EVERY, TIDY_TICKS, Rate
from server.log.contract import EventLog
from server.pictures.contract import PictureStore
from server.stream.beat import Beat
from server.stream.group_commit import WEAKENED, ChanceFor

SAFE_AGAIN: Final = phrase("error-safe-again")


class Hub:
    """The parts of a process that serve tables."""

    def __init__(
        self,
        log: EventLog,
        sessions: Sessions,
        clock: Clock,
        chance_for: ChanceFor,
        rate: Rate,
        process: str,
        pictures: PictureStore,
        prepare: Callable[[], Awaitable[None]] | None = None,
        snapshot_interval: SnapshotInterval = DEFAULT_INTERVAL,
    ) -> None:
        """`prepare` makes the seeds for the dice of a new scene in advance; `snapshot_interval` says how often
        snapshots are made."""
        self.log = log
        self.sessions = sessions
        self.pictures = pictures
        self.counters = Counters()
        """The counts of the work that this process has done so far."""
        self._clock = clock
        self._weakened = False
        """True after the tables have been told that the log now keeps commits less safely than it promised, until they
        are told that it is safe again."""
        self._ticks = 0
        self.reminders: Reminders | None = None
        """The reminders of the seats; None if this process sends none."""
        self.background = BackgroundTasks()
        self.presence = Presence(log, process, self.now, sessions.seats, self.background.retry)
        self.streams = Streams(
            log, clock, chance_for, snapshot_interval, self.counters, self.presence, self.background, Beat()
        )
        past_states = PastStates(log, self.streams)
        self.handover = SceneHandover(self.streams, past_states, self.background, self.now, prepare)
        self.tables = Tables(log, self.streams, self.handover)
        self.look_backs = LookBacks(log, self.streams, self.now)
        self.connections = Connections(
            self.now,
            rate,
            sessions,
            self.streams,
            self.tables,
            self.look_backs,
            past_states,
            self.presence,
            self.background,
            pictures,
        )
        self.removal = ChronicleRemoval(log, pictures, sessions, self.streams, self.connections, self.background)

    def now(self) -> float:
        """The time of `Clock.steady`, in seconds."""
        return self._clock.steady()

    @property
    def failed(self) -> asyncio.Event:
        """Set when a background task has died: then the process must end."""
        return self.background.failed

    async def run(self) -> None:
        """Do the work of every second and of every tick, until cancelled."""
        self.removal.finish_soon()
        elapsed = 0.0
        while True:
            await asyncio.sleep(1.0)
            elapsed += 1.0
            self._sweep()
            if elapsed >= TICK_EVERY:
                elapsed = 0.0
                self._tick()

    def _sweep(self) -> None:
        self.streams.send_pending_options()
        if self._weakened != bool(self.log.weakened):
            self._weakened = not self._weakened
            for live in self.streams.live_streams():
                live.show_all_anew(WEAKENED.words if self._weakened else SAFE_AGAIN)
        self.connections.sweep()
        if self.reminders is not None:
            self.reminders.sweep()

    def _tick(self) -> None:
        self._ticks += 1
        self.connections.tick(self._ticks)
        if self._ticks % TIDY_TICKS == 0:
            self.background.retry(self.sessions.tidy)
            self.removal.finish_soon()
        self.presence.tick()
        if self.reminders is not None:
            self.reminders.tick()
        self.streams.tick()

    async def stop(self) -> None:
        """Finish the current work, tell all clients, and end."""
        self.streams.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN):
                await self.presence.signal_leaving()
        await self.streams.stop()
        self.connections.close_all()
        self.background.cancel()
