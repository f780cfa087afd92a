"""The house: the live streams of this process, who is connected to them, and what goes on between them."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from domain.core.audience import Seat
from domain.core.event import Fact
from domain.core.refusal import Refusal, allowed
from domain.features.scenes.chronicle import SceneBegun
from domain.features.scenes.scene import SceneClosed
from domain.features.storyteller.fork_scene import ForkScene
from domain.features.storyteller.take_back import TakeBack
from domain.features.table.scene_list import Fork, SceneCard, open_cards
from server.access.contract import Changed, hash_of
from server.access.sessions import WATCHERS_MOST, Admitted, Sessions
from server.clock import Clock
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE, Connection, Transport
from server.connection.presence import Presence
from server.counters import Counters
from server.fold.commit_codec import write
from server.fold.lookback import look_back
from server.fold.projection import Stories
from server.fold.snapshots import USUALLY, Often
from server.hub.handover_commands import keeping, opening
from server.log.contract import EventLog, LogError
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.rate_limits import HERE, SELDOM, Bucket, Buckets, ConnectionCounts, Rate, bytes_rate
from server.stream.group_commit import WEAKENED, ChanceFor, PastState, Submission
from server.stream.live_stream import RETRY_FIRST, RETRY_MOST, LiveStream
from server.stream.past_tables import UNREAD, past_scene_state, past_state

log_ = logging.getLogger("coterie.hub")

TICK_EVERY: Final = 15.0
HELLO_WITHIN: Final = 5.0
LAG_MOST: Final = 10.0
"""Seconds after which a connection is closed that has a full buffer and reads nothing of it."""
SILENT_MOST: Final = 45.0
"""Seconds without an answered tick after which a connection is taken for gone. One that is still reading what was sent
before the tick has as long again."""
OVERDUE: Final = 2 * TICK_EVERY
"""Seconds without an answered tick after which the house checks whether a connection is still reading."""
LOOKS_AT_ONCE: Final = 2
LOOK_BEAT: Final = 0.1
"""Seconds; a look of somebody from whom something may be hidden takes a whole number of them."""
TABS_MOST: Final = 40
"""Connections of a person's seat at once; one that many may watch from has as many as it has sessions (S19)."""
ADDRESS_MOST: Final = 250
"""Peers from one address at once (S19); `LINES_MOST` counts what speaks HTTP as well."""
BRANCHES_KEPT: Final = 8
"""Tables that are kept for scenes about to go on from them."""
COME_BACK: Final = 2
"""Milliseconds for each connection over which those who are sent away are to come back (S29)."""
QUIET_TICKS: Final = 40
"""Ticks after which a stream that nobody watches is let go; it is read again when somebody comes."""
ONWARD_WITHIN: Final = 1.0
"""Seconds that somebody at the door waits to be told where the others are."""
FAREWELL_WITHIN: Final = 0.5
"""Seconds for what is said or let go at the very end, though nobody may be listening any more."""
STOP_WITHIN: Final = 5.0
"""Seconds that the streams have to finish what is under way when the house closes."""
NOWHERE: Final = "There is no such table."
ARCHIVED: Final = "This scene was archived, and is not in this log any more. Whoever runs the server can bring it back."
TO_BE_KEPT: Final = (SceneBegun, SceneClosed)
"""What is of consequence for the chronicle."""
SAFE_AGAIN: Final = "What this server saves is safe from a crash again: you can go on."
TIDY_TICKS: Final = 240
"""Ticks between two clearings-out of doors that have expired."""

T = TypeVar("T")


class Hub:
    """Hosts streams, seats peers, keeps house."""

    def __init__(
        self,
        log: EventLog,
        sessions: Sessions,
        clock: Clock,
        chance_for: ChanceFor,
        rate: Rate,
        process: str,
        prepare: Callable[[], Awaitable[None]] | None = None,
        often: Often = USUALLY,
    ) -> None:
        self.log = log
        self.counters = Counters()
        """What this process has done so far."""
        self.sessions = sessions
        self.connections: dict[Connection, None] = {}
        """In the order in which they came."""
        self._clock = clock
        self._chance_for = chance_for
        self._prepare = prepare
        """What makes ready what chance needs for a new scene, before it is opened."""
        self._often = often
        """How often a snapshot is taken of a stream."""
        self._rate = rate
        self._by_seat = Buckets(rate)
        self._bytes_by_seat = Buckets(bytes_rate(rate))
        self.addresses, self._of = ConnectionCounts(), ConnectionCounts()
        """How many come from an address, and how many are of a seat."""
        self._said = Bucket(SELDOM, self.now())
        """How often it is said that somebody was turned away."""
        self._starting: dict[str, asyncio.Task[LiveStream]] = {}
        self._presence = Presence(log, process, self.now, sessions.seats, self._insist)
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._weakened = ""
        """What the tables were told of: why the log keeps less well what it confirms than it promised."""
        self._ticks = 0
        self._stopping = False
        self.unfinished = False
        """Whether it stopped while something was still under way, its log being out of reach."""
        self._looks = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._seats_look: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._pasts = asyncio.Semaphore(LOOKS_AT_ONCE)
        """Apart from the looks, of which a link that many watch by may ask for hundreds."""
        self._forking = asyncio.Lock()
        self._branches: dict[tuple[str, int], PastState] = {}
        """Tables that scenes are to go on from, by stream and moment, the newest last: read for the wish, before anyone
        is told. Read for the opening, they would let everybody wait the longer, the more of them was hidden."""
        self._quiet: dict[str, int] = {}
        """For how many ticks nobody has watched a stream."""
        self.failed: asyncio.Event = asyncio.Event()
        """Set when a task of the house dies: the process must end, loudly."""

    # Streams

    async def live(self, stream: str) -> LiveStream:
        """The live stream of this name, begun if this process does not serve it yet. Raises `LogError`."""
        task = self._starting.get(stream)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if self._stopping:
                raise LogError(f"{stream} is no longer served here")
            task = self._starting[stream] = asyncio.create_task(self._start(stream), name=f"start {stream}")
        if not task.done():
            await asyncio.wait([task])  # it goes on, whoever gives up waiting
        if task.cancelled():
            raise LogError(f"{stream} is no longer served here")
        return task.result()

    def live_streams(self) -> list[LiveStream]:
        """The streams that are served now."""
        started = (task for task in self._starting.values() if task.done() and not task.cancelled())
        return [task.result() for task in started if task.exception() is None]

    async def _start(self, stream: str) -> LiveStream:
        settled = partial(self._settled, stream)
        live = LiveStream(stream, self.log, self._clock, self._chance_for, settled, self.counters, self._often)
        await live.start()
        live.task.add_done_callback(self._task_done)
        self._presence.begun(live)
        if stream.startswith("chronicle/"):
            self._insist(lambda: self._keep_house(stream))
        return live

    async def submit(self, live: LiveStream, submission: Submission) -> str:
        """Send one of the table's own commands; returns "" or the refusal's code."""
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        submission.answered = lambda code: None if done.done() else done.set_result(code)
        live.submit(submission)
        return await done

    def _settled(self, stream: str, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if isinstance(fact.event, TO_BE_KEPT):
                self._insist(lambda: self._keep_house(f"chronicle/{stream.split('/')[1]}"))
                return

    async def _keep_house(self, stream: str) -> None:
        """Open what was begun in a chronicle, keep what was closed. Harmless to do again. Raises `LogError`."""
        chronicle = await self.live(stream)
        for card in await self.look(chronicle, lambda: open_cards(chronicle.folded.state.full)):
            scene = await self.live(card.stream)
            refused = ""
            if scene.folded.head.seq == 0:
                if self._prepare is not None:
                    await self._prepare()
                refused = await self.submit(scene, await self._opening(chronicle, card))
            elif keep := await self.look(scene, partial(keeping, scene, card, self.now())):
                refused = await self.submit(chronicle, keep)
            if refused in ("busy", "unsaved"):
                raise LogError(f"{card.stream} could not be opened or kept just now")
            if refused and refused != "kept":
                log_.error("%s could not be opened or kept: %s", card.stream, refused)

    async def _opening(self, chronicle: LiveStream, card: SceneCard) -> Submission:
        fork = await self.look(chronicle, lambda: chronicle.folded.state.full.get(Fork, card.id))
        past, lost = None, False
        if fork is not None:
            try:
                past = await self._branch_of(fork.stream, fork.at)
            except Refusal as refusal:  # it could be read when this was wished for
                log_.error("%s goes on from %s: %s", card.stream, fork.stream, refusal.sentence)  # noqa: TRY400
                lost = True
        return await self.look(chronicle, lambda: opening(chronicle, card, self.now(), past, lost=lost))

    async def _branch_of(self, stream: str, moment: int) -> PastState:
        async with self._forking:  # once, for all who come meanwhile
            past = self._branches.get((stream, moment))
            return past or await self._read_branch(stream, moment)

    async def _read_branch(self, stream: str, moment: int) -> PastState:
        past = await past_scene_state(self.log, stream, moment)
        self._branches.pop((stream, moment), None)
        self._branches[stream, moment] = past
        while len(self._branches) > BRANCHES_KEPT:
            del self._branches[next(iter(self._branches))]
        return past

    @staticmethod
    async def look(live: LiveStream, read: Callable[[], T]) -> T:
        """What `read` finds of a stream while the fold is exactly the log's. Raises what `read` does, and `LogError`
        where the stream is let go."""
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def look() -> None:
            if found.done():
                return
            try:
                found.set_result(read())
            except Exception as error:  # whoever asked is told; the stream goes on
                found.set_exception(error)

        live.when_still(look)
        either: tuple[asyncio.Future[T], asyncio.Future[None]] = found, live.task
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            raise LogError(f"{live.stream} is no longer served here")
        return found.result()

    # Peers

    def now(self) -> float:
        """Steady seconds."""
        return self._clock.steady()

    def window(self) -> int:
        """Milliseconds within which somebody who is sent away now should come back."""
        return max(2000, COME_BACK * len(self.connections))

    def spawn(self, link: Transport, address: str) -> Connection:
        """The peer of a new connection; closed again where too many have come from there."""
        connection = Connection(self, link, Bucket(self._rate, self.now()))
        self.connections[connection] = None
        if address not in HERE:
            if self.addresses.enter(address, ADDRESS_MOST):
                connection.address = address
            else:
                connection.close(1013, "There are too many connections from your address.")
                if self._said.take(self.now()):
                    log_.warning("Too many connections from %s: who comes is turned away. A proxy? See README", address)
        return connection

    def seat_bucket(self, seat: Seat) -> Bucket:
        """How often this seat may wish, over all its connections."""
        return self._by_seat.of(seat.id, self.now())

    def bytes_bucket(self, seat: Seat) -> Bucket:
        """How many bytes of commands this seat may send, over all its connections."""
        return self._bytes_by_seat.of(seat.id, self.now())

    async def admit(self, connection: Connection, hello: frames.Hello) -> tuple[Admitted, LiveStream] | None:
        """Who this is and where. A table that is not there and one that is not theirs get the same answer."""
        # From here on a door that goes, or a seat that changes, finds this connection.
        connection.session = hash_of(hello.token)
        admitted = await self.sessions.still(connection.session)
        if admitted is None:
            connection.close(ACCESS_ENDED, "This seat's door is closed. Ask the Storyteller for a new link.")
            return None
        if connection not in self.connections:  # gone meanwhile
            return None
        if not self._of.enter(admitted.seat.id, WATCHERS_MOST if admitted.seat.role == "spectator" else TABS_MOST):
            connection.close(1013, "This seat is open in too many places: close some of them.")
            return None
        connection.seat, connection.expires = admitted.seat, admitted.expires
        live = await self.table(admitted, hello.stream)
        if live is None:
            connection.close(NO_SUCH_TABLE, ARCHIVED if await self._was_there(admitted, hello.stream) else NOWHERE)
            return None
        return admitted, live

    async def plays(self, live: LiveStream, seat: str) -> bool:
        """Whether a seat is a player's at this table."""
        return await self.sessions.plays(live.stream.split("/")[1], seat)

    async def table(self, admitted: Admitted, stream: str) -> LiveStream | None:
        """A stream of the chronicle that a door leads to; None for one that is not there, or not theirs."""
        chronicle = stream.split("/")[1] if stream.count("/") in (1, 2) else ""
        known = stream.startswith(("chronicle/", "scene/")) and chronicle == admitted.chronicle
        return await self.live(stream) if known and await self._exists(stream) else None

    async def _exists(self, stream: str) -> bool:
        """Whether there is such a stream; a scene that was begun a moment ago is opened first. Of one that is served
        the log is not asked: when a thousand come back at once, that would be a thousand questions (S29)."""
        if self._has_begun(self._starting.get(stream)) or (await self.log.head(stream)).seq:
            return True
        name = f"chronicle/{stream.split('/')[1]}"
        chronicle = await self.live(name)
        cards = await self.look(chronicle, lambda: open_cards(chronicle.folded.state.full))
        if all(card.stream != stream for card in cards):
            return False
        await self._keep_house(name)
        if not self._has_begun(self._starting.get(stream)):
            raise LogError(f"{stream} could not be opened")
        return True

    async def open_scene(self, chronicle: str) -> str:
        """The stream of the scene that is open in a chronicle, as all of its seats see it; "" for none, and where the
        log does not say so soon."""
        try:
            async with asyncio.timeout(ONWARD_WITHIN):
                live = await self.live(chronicle)
                cards = await self.look(live, lambda: open_cards(live.folded.state.full.public))
        except (LogError, TimeoutError):
            return ""
        return cards[0].stream if cards else ""

    async def _was_there(self, admitted: Admitted, stream: str) -> bool:
        """Whether the chronicle that a door leads to has had a scene in this stream: all of its seats see the card."""
        chronicle = await self.live(f"chronicle/{admitted.chronicle}")
        cards = await self.look(chronicle, lambda: list(chronicle.folded.state.full.all(SceneCard)))
        return any(card.stream == stream for card in cards)

    @staticmethod
    def _has_begun(starting: "asyncio.Task[LiveStream] | None") -> bool:
        if starting is None or not starting.done() or starting.cancelled() or starting.exception():
            return False
        return starting.result().folded.head.seq > 0

    async def look_back(self, connection: Connection, live: LiveStream, look: frames.Look) -> bytes:
        """The table as it was, for this peer. A few at a time, and one of a seat: each folds a log, and may hold all of
        a long story. Of that log much may be hidden from whoever asks: the answer waits for the next beat, so that how
        long it took tells nothing of how much there is."""
        turn = self._seats_look.setdefault(
            connection.seat.id, asyncio.Lock()
        )  # for as long as somebody has or awaits it
        async with turn:
            async with self._looks:
                since = self.now()
                kept = await self._kept(live, connection.seat) if look.before >= 0 else {}
                found = await look_back(self.log, live.folded, connection.seat, live.stream, look, kept)
            if not connection.seat.is_storyteller:  # and no other tab's answer begins where this one's work ended
                await asyncio.sleep((since - self.now()) % LOOK_BEAT)
        return found

    async def _kept(self, live: LiveStream, seat: Seat) -> Stories:
        """The lines that a seat reads and the table's state keeps now; none where the table is no longer served."""
        try:
            return await self.look(live, lambda: live.folded.projection.kept(seat))
        except LogError:
            return {}

    async def past(self, live: LiveStream, submission: Submission) -> PastState | None:
        """The table as it was, for a command that looks back; None where it needs none, or will be refused. Raises
        `Refusal` where it cannot be had, `LogError`."""
        match submission.command:
            case TakeBack(at):
                async with self._pasts:
                    return await past_state(self.log, live.stream, live.folded, submission.seat, at)
            case ForkScene(scene, at):
                card = await self.look(live, partial(self._goes_on_from, live, submission, scene))
                if card is None:
                    return None  # it is refused without
                try:
                    async with self._pasts:
                        return await self._read_branch(card.stream, at)
                except LogError as error:
                    log_.warning("%s: going on from it: %s", card.stream, error)
                    raise UNREAD from None
            case _:
                return None

    @staticmethod
    def _goes_on_from(live: LiveStream, submission: Submission, scene: str) -> SceneCard | None:
        view = live.folded.state.view(submission.seat)
        return view.get(SceneCard, scene) if allowed(submission.command.check, view) else None

    def arrived(self, connection: Connection) -> None:
        """Somebody was seated."""
        if connection.live is not None:
            self._presence.arrived(connection.live, connection)

    def caught_up(self, connection: Connection) -> None:
        """Somebody lags no longer."""
        if connection.live is not None:
            self._presence.caught_up(connection.live, connection)

    def typed(self, connection: Connection) -> None:
        """Somebody writes, or stopped."""
        if connection.live is not None:
            self._presence.changed(connection.live)

    def left(self, connection: Connection, live: LiveStream | None) -> None:
        """A connection is gone."""
        if connection in self.connections:
            del self.connections[connection]
            if connection.address:
                self.addresses.leave(connection.address)
            if connection.seat.id:
                self._of.leave(connection.seat.id)
        if live is not None:
            self._presence.changed(live)

    # Keeping house

    def access_changed(self, changed: Changed) -> None:
        """A seat or a door is not as it was, wherever that was done: whoever came in by it is looked at again."""
        self._insist(lambda: self._look_again(changed))

    async def _look_again(self, changed: Changed) -> None:
        anything = not changed.seat and not changed.credential
        for connection in list(self.connections):
            seat = connection.seat.id or changed.seat  # whose seat is not known yet may sit there
            meant = anything or changed.seat == seat or changed.credential == connection.session
            if connection.session and meant and await self.sessions.still(connection.session) is None:
                connection.close(ACCESS_ENDED, "The Storyteller has closed this seat's door.")
        chronicle = await self.sessions.chronicle_of(changed.seat) if changed.seat else ""
        for live in self.live_streams():
            if chronicle and live.stream.split("/")[1] == chronicle:
                self._presence.changed(live)

    async def run(self) -> None:
        """Ticks, and an end to those who say nothing or read nothing."""
        elapsed = 0.0
        while True:
            await asyncio.sleep(1.0)
            elapsed += 1.0
            self._sweep()
            if elapsed >= TICK_EVERY:
                elapsed = 0.0
                self._tick()

    def _sweep(self) -> None:
        now = self.now()
        before, self._weakened = self._weakened, self.log.weakened
        for live in self.live_streams():
            live.send_pending_options()
            if bool(before) != bool(self._weakened):
                live.tell_all(WEAKENED.sentence if self._weakened else SAFE_AGAIN)
        for connection in list(self.connections):
            if connection.lagging_since or now - connection.acked > OVERDUE:
                connection.see_whether_it_reads(now)
            if connection.stage == "greeting" and now - connection.began > HELLO_WITHIN:
                connection.close(1008, "Nobody said hello.")
            elif self.sessions.over(connection.expires):
                connection.close(ACCESS_ENDED, "Your time in this seat has run out. Follow your link again.")
            elif connection.lagging_since and now - connection.lagging_since > LAG_MOST:
                connection.close(1008, f"This connection took nothing of what was sent for {LAG_MOST:.0f} seconds.")
            elif connection.stage == "seated" and now - connection.acked > SILENT_MOST:
                connection.close(1001, "This connection fell silent.")

    def _tick(self) -> None:
        self._ticks += 1
        data = frame(write(frames.Tick(self._ticks)))
        for connection in self.connections:
            if connection.stage == "seated":
                connection.write(data)
        if self._ticks % TIDY_TICKS == 0:
            self._insist(self.sessions.tidy)
        self._presence.again()
        for live in self.live_streams():
            live.look_around()
            self._quiet[live.stream] = self._quiet.get(live.stream, 0) + 1 if live.idle else 0
            if self._quiet[live.stream] > QUIET_TICKS:
                del self._starting[live.stream], self._quiet[live.stream]
                self._presence.ended(live)
                self._spawn(live.stop())

    async def stop(self) -> None:
        """Finish what is under way, tell everybody, and end."""
        self._stopping = True
        for starting in self._starting.values():
            starting.cancel()  # of one that has started this does nothing
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_WITHIN):
                await self._presence.farewell()
        for live in self.live_streams():  # those who are about to leave need not be told of each other
            self._presence.ended(live)
        stopping = [asyncio.create_task(live.stop(), name=f"stop {live.stream}") for live in self.live_streams()]
        if stopping:
            _, late = await asyncio.wait(stopping, timeout=STOP_WITHIN)
            for task in late:
                log_.warning("%s did not end in time", task.get_name())  # its log may be out of reach
                task.cancel()
            if late:
                self.unfinished = True
                await asyncio.wait(late, timeout=FAREWELL_WITHIN)
        for connection in list(self.connections):
            connection.close(1012, "The server is going down for a moment. This page comes back by itself.")
        for work in list(self._tasks):
            work.cancel()

    def _insist(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Do something that may be done twice, again and again until the log and the doors can be reached."""

        async def until_done() -> None:
            wait = RETRY_FIRST
            while True:
                try:
                    return await work()
                except LogError as error:
                    log_.warning("%s; trying again", error)
                await asyncio.sleep(wait)
                wait = min(wait * 2, RETRY_MOST)

        self._spawn(until_done())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._task_done)

    def _task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_.critical("%s died", task.get_name(), exc_info=error)
            self.failed.set()
