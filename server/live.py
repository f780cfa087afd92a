"""A live stream: the one place of a process where its commands are decided, appended and told.

Rule 1. One task owns the state. It decides all waiting commands on the speculative fold, appends them in one call,
        and only when the log has them does anybody hear of them (durable before seen).
Rule 2. One append is under way at a time. Between two, the fold is exactly the log's: that is when newcomers are
        seated and views are made.
Rule 3. On a conflict the round is taken back, what was missed is folded, and the round is decided anew at once.
Rule 4. An append with an unknown outcome is settled by the log (by the commands' keys), never guessed.
Rule 5. What cannot be folded fences the stream: it stays readable, refuses commands, and says so loudly.
Rule 6. A log that has another branch, or has lost its tail, is folded anew beside the old fold, which it then replaces
        in one step; everybody is told.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from domain.audience import EVERYONE, Audience, Seat
from domain.chance import Chance
from domain.command import Command, Refusal
from domain.deciding import perform
from domain.event import Fact
from domain.features.setting import SceneKey
from domain.options import check_place, options
from server import wire
from server.codec import pack, write
from server.folded import Diverged, Folded, Receipt, Unreadable
from server.framing import frame
from server.log.contract import Appended, Entry, EventLog, Head, LogError, OutcomeUnknown, Pending, link
from server.projection import End, Told
from server.projection import options as encode_options
from server.wire import BEHIND_MOST

log_ = logging.getLogger("coterie.live")

BUSY_AFTER: Final = 2.0
"""Seconds after its arrival that a command is given up as `busy`."""
ROUND_MOST: Final = 256
WAITING_MOST: Final = 2_000
RETRY_FIRST, RETRY_MOST = 0.05, 2.0

BUSY: Final = Refusal("busy", "The table cannot keep up. Try again in a moment.")
TOO_OLD: Final = Refusal("too-old", "This was sent from a view that is far behind. Look at the table and try again.")
OTHER_BRANCH: Final = "The log was found to be on another branch than this table had seen."
TAIL_LOST: Final = "The log lost entries that this table had seen."

ChanceFor = Callable[[SceneKey | None, bytes, int], Chance]
"""Makes a command's chance from the stream's seeds, the command's key, and the time."""
Settled = Callable[[list[Fact]], None]
"""Told of every commit's facts once they stand."""


class Clock(Protocol):
    """The server's clock."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        ...

    def steady(self) -> float:
        """Seconds that only ever go forward."""
        ...


class Viewer(Protocol):
    """Somebody who is told: a connection. `write` takes framed bytes and never blocks."""

    seat: Seat
    name: str

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, sentence: str) -> None: ...


Answer = Callable[[bytes], None]
"""Takes the frame that answers a command: `accepted` or `refused`, encoded."""


@dataclass(slots=True)
class Wish:
    """A command on its way. `key` is what it is applied once under; `since` is when it came, steady seconds."""

    seat: Seat
    id: bytes
    key: bytes
    digest: bytes
    command: Command
    seen: int
    since: float
    viewer: Viewer | None = None
    answered: Callable[[str], None] | None = None
    """For the server's own commands: called with "" or the refusal's code."""
    unknown: bool = False
    """It was sent to the log, whose reply was lost: it may stand, so that it can no longer be given up."""


@dataclass(slots=True)
class Made:
    """A commit decided and folded, not yet durable."""

    wish: Wish
    pending: Pending
    at: int
    facts: list[Fact]
    told: Told
    head: Head


@dataclass(slots=True)
class Round:
    """What one append is to bring about. The answers to refused wishes wait with it: they too rest on its fold."""

    wishes: list[Wish] = field(default_factory=list)
    """Those that it decided, in their order."""
    made: list[Made] = field(default_factory=list)
    refused: list[tuple[Wish, Refusal]] = field(default_factory=list)
    marks: list[tuple[int, tuple[Audience, ...]]] = field(default_factory=list)


class Live:
    """One stream, served by this process."""

    def __init__(
        self, stream: str, log: EventLog, clock: Clock, chance_for: ChanceFor, settled: Settled | None = None
    ) -> None:
        self.stream = stream
        self.folded = Folded()
        self.fenced = ""
        """Why no command is taken any more, "" while all is well."""
        self.viewers: dict[Viewer, Seat] = {}
        self._log = log
        self._clock = clock
        self._chance_for = chance_for
        self._settled: Settled | None = None
        self._on_settled = settled
        self._waiting: list[Wish] = []
        self._arriving: list[Callable[[], None]] = []
        self._heard: list[Entry] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._patient = False
        """Another writer's commit was just seen: let one round trip pass, or the other starves."""
        self._stale = ""
        """Why the fold is to be made anew, "" while it is the log's."""
        self._unsure = False
        """Something may have been appended that this process did not hear of."""
        self._options: dict[Seat, bytes] = {}

    # Coming and going

    async def start(self) -> None:
        """Read and fold the log, and begin to serve. Raises `LogError`."""
        self._log.listen(self.stream, self._hear)
        try:
            await self._catch_up()
        except (Diverged, Unreadable) as error:  # it can be read as far as it can be folded
            self._fence(str(error))
        self._settled = self._on_settled  # what the log held before is the chronicle's to look at, not news
        self._task = asyncio.create_task(self._run(), name=f"live {self.stream}")

    @property
    def task(self) -> "asyncio.Task[None]":
        """The task that owns the state; its death is the stream's."""
        if self._task is None:
            raise RuntimeError("not started")
        return self._task

    async def stop(self) -> None:
        """Finish the round under way and what waits, then end."""
        self._log.listen(self.stream, None)  # first, for another may be about to listen in its place
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not (self.viewers or self._arriving or self._waiting)

    def submit(self, wish: Wish) -> None:
        """Take a command. Its answer comes once it is durable, or refused."""
        if self._closing or len(self._waiting) >= WAITING_MOST:
            self._refuse(wish, BUSY)
            return
        self._waiting.append(wish)
        self._wake.set()

    def seat(self, viewer: Viewer, arrive: Callable[[], bool]) -> None:
        """Seat a viewer when the fold is exactly the log's: `arrive` then writes its welcome, in the same step. It
        says whether the viewer is still there."""

        def seated() -> None:
            self.viewers[viewer] = viewer.seat
            try:
                if not arrive():
                    self.unseat(viewer)
            except Exception:  # whoever cannot be shown the table is not seated, and the table goes on (S28)
                log_.exception("%s: a newcomer could not be seated", self.stream)
                self.unseat(viewer)
                viewer.close(1011, "Something is wrong with the server.")

        self._arriving.append(seated)
        self._wake.set()

    def unseat(self, viewer: Viewer) -> None:
        """The viewer is told nothing more."""
        seat = self.viewers.pop(viewer, None)
        if seat is not None and seat not in self.viewers.values():
            self._options.pop(seat, None)

    def when_still(self, act: Callable[[], None]) -> None:
        """Do something when the fold is exactly the log's."""
        self._arriving.append(act)
        self._wake.set()

    def _hear(self, _stream: str, entries: list[Entry]) -> None:
        self._heard.extend(entries)
        if not entries:  # listening began, perhaps anew: what was said before went unheard
            self._unsure = True
        self._wake.set()

    def look_around(self) -> None:
        """Compare with the log soon: a hint of another's commit may have been lost on its way."""
        self._unsure = True
        self._wake.set()

    # The loop

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._turn()
            except Unreadable as error:
                self._fence(str(error))
            except Diverged:
                self._stale = OTHER_BRANCH
                self._wake.set()
            except LogError as error:
                log_.warning("%s: %s", self.stream, error)
                self._give_up_old()
                await asyncio.sleep(RETRY_FIRST)
                self._wake.set()

    async def _turn(self) -> None:
        if self._stale:
            await self._reload(self._stale)
        try:
            await self._follow()
        finally:
            self._seat_arrivals()
        if not self._waiting:
            return
        if self._patient:
            self._patient = False
            await self._log.head(self.stream)
            await self._follow()
        wishes, self._waiting = self._waiting[:ROUND_MOST], self._waiting[ROUND_MOST:]
        await self._round(wishes)
        if self._waiting or self._arriving or self._heard or self._unsure:
            self._wake.set()

    def _seat_arrivals(self) -> None:
        for arrive in self._drain(self._arriving):
            arrive()

    @staticmethod
    def _drain(queue: list[Callable[[], None]]) -> list[Callable[[], None]]:
        taken = queue[:]
        queue.clear()
        return taken

    async def _round(self, wishes: list[Wish]) -> None:
        round_ = self._decide(wishes)
        if not round_.made:
            self._answer_refused(round_)
            return
        try:
            outcome = await self._log.append(self.stream, self.folded.head, [m.pending for m in round_.made])
        except LogError as error:
            log_.warning("%s: append: %s", self.stream, error)
            self._take_back(round_)
            self._unsaved(round_, unknown=isinstance(error, OutcomeUnknown))
            await self._recover()
            return
        if isinstance(outcome, Appended):
            self._stand(round_)
            return
        self._take_back(round_)
        self._waiting[:0] = round_.wishes
        if outcome.diverged:
            await self._reload(OTHER_BRANCH)
            return
        await self._absorb(outcome.missed)
        self._refuse_forgotten(outcome.known)

    def _refuse_forgotten(self, known: dict[bytes, int]) -> None:
        """The log still knows commands whose result is no longer kept here: they would conflict for ever."""
        folded = self.folded
        old = {key for key, seq in known.items() if seq <= folded.head.seq and key not in folded.receipts}
        forgotten = [w for w in self._waiting if w.key in old]
        self._waiting = [w for w in self._waiting if w.key not in old]
        for wish in forgotten:
            self._refuse(wish, TOO_OLD)

    def _unsaved(self, round_: Round, *, unknown: bool) -> None:
        if unknown:
            for made in round_.made:
                made.wish.unknown = True
            self._waiting[:0] = round_.wishes
            return
        for wish in round_.wishes:
            self._refuse(wish, Refusal("unsaved", "The log cannot be written just now. Nothing was changed."))

    # Deciding

    def _decide(self, wishes: Iterable[Wish]) -> Round:
        round_ = Round()
        ends = dict(self.folded.projection.ends)
        head = self.folded.head
        keys: set[bytes] = set()
        for wish in wishes:
            receipt = self.folded.receipts.get(wish.key)
            if receipt is not None:
                self._answer_again(wish, receipt)
                continue
            if wish.key in keys:  # its twin is in this round: the next one knows what became of it
                self._waiting.append(wish)
                continue
            round_.wishes.append(wish)
            try:
                made = self._make(wish, head, ends, round_)
            except Refusal as refusal:
                round_.refused.append((wish, refusal))
                continue
            except Exception:  # a bug in one command is that command's end, not the table's
                log_.exception("%s: %s failed", self.stream, type(wish.command).__name__)
                round_.refused.append((wish, Refusal("failed", "Something is wrong with the server. Nothing changed.")))
                continue
            keys.add(wish.key)
            head = made.head
            round_.made.append(made)
        return round_

    def _make(self, wish: Wish, head: Head, ends: dict[Audience, End], round_: Round) -> Made:
        folded = self.folded
        self._check(wish)
        state = folded.state
        mark = len(state.journal)
        at = max(self._clock.wall(), folded.at)
        deciding = perform(state, wish.seat, wish.command, self._chance_for(folded.key, wish.key, at))
        try:
            payload, raw = pack(wish.seat.id, wish.digest, at, deciding.facts)
            after = Head(head.seq + 1, link(head.chain, payload))
            told = folded.tell(ends, after.seq, at, raw, mark)
        except BaseException:
            state.undo(mark, deciding.told)
            raise
        round_.marks.append((mark, tuple(deciding.told)))
        return Made(wish, Pending(wish.key, payload), at, deciding.facts, told, after)

    def _check(self, wish: Wish) -> None:
        if self.fenced:
            raise Refusal("fenced", f"This table takes no commands: {self.fenced}.")
        if not wish.unknown and self._clock.steady() - wish.since > BUSY_AFTER:
            raise BUSY
        public = self.folded.projection.ends.get(EVERYONE)
        if wish.viewer is not None and public is not None and public.count - wish.seen > BEHIND_MOST:
            raise TOO_OLD
        check_place(self.folded.state.view(wish.seat), wish.command)

    def _take_back(self, round_: Round) -> None:
        for mark, told in reversed(round_.marks):
            self.folded.state.undo(mark, told)

    # Standing

    def _stand(self, round_: Round) -> None:
        folded = self.folded
        answers: dict[Viewer, list[bytes]] = {}
        for made in round_.made:
            folded.stand(made.pending.key, made.wish.digest, made.at, made.told, made.head)
            if made.wish.viewer is not None:
                accepted = self._accepted(made.wish, folded.receipts[made.pending.key])
                answers.setdefault(made.wish.viewer, []).append(accepted)
            elif made.wish.answered is not None:
                made.wish.answered("")
        folded.state.settle()
        self._tell([made.told for made in round_.made], answers)
        self._answer_refused(round_)
        if self._settled is not None:
            for made in round_.made:
                self._settled(made.facts)

    def _tell(self, told: Sequence[Told], answers: dict[Viewer, list[bytes]]) -> None:
        """One write to each viewer: the commits that became durable together, each its own message."""
        frames: dict[Seat, bytes] = {}
        projection = self.folded.projection
        public = all(len(t.parts) == 1 and EVERYONE in t.parts for t in told)
        shared = b"".join([frame(t.parts[EVERYONE]) for t in told]) if public else b""
        for viewer, seat in self.viewers.items():
            if public:
                data = shared
            elif seat in frames:
                data = frames[seat]
            else:
                messages = [projection.message(seat, t) for t in told]
                data = frames[seat] = b"".join([frame(m) for m in messages if m])
            if viewer in answers:
                data += b"".join(answers.pop(viewer))
            if data:
                viewer.write(data)
        for viewer, late in answers.items():
            viewer.write(b"".join(late))
        changed = {audience for t in told for audience in t.table_changed}
        if changed:
            self._tell_options(changed)

    def _tell_options(self, changed: set[Audience]) -> None:
        fresh: dict[Seat, bytes | None] = {}
        for viewer, seat in self.viewers.items():
            if seat not in fresh:
                before = self._options.get(seat)
                reads = any(seat.reads(a) for a in changed)
                now = self._fresh_options(seat) if reads else before
                fresh[seat] = frame(now) if now is not None and now != before else None
            data = fresh[seat]
            if data is not None:
                viewer.write(data)

    def options_of(self, seat: Seat) -> bytes:
        """The frame of what is open to a seat now."""
        found = self._options.get(seat)
        return frame(found if found is not None else self._fresh_options(seat))

    def _fresh_options(self, seat: Seat) -> bytes:
        made = self._options[seat] = encode_options(options(self.folded.state.view(seat)))
        return made

    # Answering

    def _accepted(self, wish: Wish, receipt: Receipt) -> bytes:
        position = self.folded.projection.position(wish.seat, receipt.ends)
        return frame(write(wire.Accepted(wish.id, position)))

    def _answer_again(self, wish: Wish, receipt: Receipt) -> None:
        """The same id again: the first result again, or a refusal where the content is another."""
        if receipt.digest != wish.digest:
            self._refuse(wish, Refusal("id-used", "This id was used for another command. Make a new one."))
        elif wish.viewer is not None:
            wish.viewer.write(self._accepted(wish, receipt))
        elif wish.answered is not None:
            wish.answered("")

    def _answer_refused(self, round_: Round) -> None:
        for wish, refusal in round_.refused:
            self._refuse(wish, refusal)

    def _refuse(self, wish: Wish, refusal: Refusal) -> None:
        if wish.viewer is not None:
            wish.viewer.write(frame(write(wire.Refused(wish.id, refusal.code, refusal.sentence))))
        elif wish.answered is not None:
            wish.answered(refusal.code)

    # Catching up with other writers

    async def _follow(self) -> None:
        """Fold and tell what others appended. Raises `Diverged`, `Unreadable`, `LogError`."""
        heard, self._heard = self._heard, []
        doubt, self._unsure = self._unsure, False
        fresh = [e for e in heard if not self.folded.knows(e)]
        try:
            if fresh:
                self._patient = True
                doubt = doubt or min(fresh).seq <= self.folded.head.seq
                await self._absorb(fresh)
            if doubt:
                await self._verify()
        except LogError:
            self._unsure = True  # what was heard is lost: look again
            raise

    async def _absorb(self, entries: Sequence[Entry]) -> None:
        """Fold and tell what others appended; read what is between, and what follows."""
        told: list[Told] = []
        try:
            for entry in sorted(entries):
                if entry.seq > self.folded.head.seq + 1:
                    break
                if entry.seq == self.folded.head.seq + 1:
                    told.append(self._take(entry))
        finally:
            self._tell(told, {})
        if not entries or max(entries).seq > self.folded.head.seq:
            await self._catch_up()

    async def _catch_up(self) -> None:
        while entries := await self._log.read(self.stream, self.folded.head.seq):
            for start in range(0, len(entries), ROUND_MOST):
                told: list[Told] = []
                try:
                    for entry in entries[start : start + ROUND_MOST]:
                        told.append(self._take(entry))  # noqa: PERF401 - what was taken is told, whatever the next one is
                finally:
                    self._tell(told, {})

    def _take(self, entry: Entry) -> Told:
        commit, told = self.folded.take(entry)
        if self._settled is not None:
            self._settled(commit.facts)
        return told

    async def _recover(self) -> None:
        """The log did not answer: try until it does, then see what stands of what was sent."""
        wait = RETRY_FIRST
        while not self._closing:
            try:
                await self._verify()
            except LogError as error:
                log_.warning("%s: still out of reach: %s", self.stream, error)
                self._give_up_old()
                self._seat_arrivals()
                await asyncio.sleep(wait)
                wait = min(wait * 2, RETRY_MOST)
            else:
                return
        self._give_up_old()

    def _give_up_old(self) -> None:
        """While the log is out of reach, commands that it never saw are refused when their time is over; at the end
        all of them are, and those that it may have seen stay unanswered."""
        now = self._clock.steady()
        kept: list[Wish] = []
        for wish in self._waiting:
            if not wish.unknown and (self._closing or now - wish.since > BUSY_AFTER):
                self._refuse(wish, BUSY)
            elif not self._closing:
                kept.append(wish)
        self._waiting = kept

    async def _verify(self) -> None:
        """Whether the log is where this fold is, or further. Raises `Diverged`, `Unreadable`, `LogError`."""
        head = await self._log.head(self.stream)
        known = self.folded.head
        if head.seq < known.seq:
            await self._reload(TAIL_LOST)
        elif head.seq > known.seq:
            await self._catch_up()
        elif head.chain != known.chain:
            await self._reload(OTHER_BRANCH)

    async def _reload(self, why: str) -> None:
        """Fold the log anew, and tell everybody that what they hold is no longer so. What fails here is tried again."""
        self._stale = why
        log_.error("%s: %s Reloading.", self.stream, why)
        fresh, facts, broken = Folded(), list[list[Fact]](), ""
        try:
            while entries := await self._log.read(self.stream, fresh.head.seq):
                facts += [fresh.take(entry)[0].facts for entry in entries]
        except (Diverged, Unreadable) as error:
            broken = str(error)
        self.folded, self._stale = fresh, ""
        self._options.clear()
        for viewer, seat in self.viewers.items():
            reset = write(wire.Reset(why)) + self.welcome(seat, viewer.name, resumed=False)
            viewer.write(frame(reset) + self.options_of(seat))
        if broken:
            self._fence(broken)
        if self._settled is not None:
            for commit in facts:
                self._settled(commit)

    def _fence(self, why: str) -> None:
        if not self.fenced:
            log_.critical("%s is fenced: %s", self.stream, why)
        self.fenced = why
        for wish in self._waiting:
            self._refuse(wish, Refusal("fenced", f"This table takes no commands: {why}."))
        self._waiting.clear()

    # Views

    def welcome(self, seat: Seat, name: str, *, resumed: bool) -> bytes:
        """The frames that seat somebody: `welcome`, with the whole view unless what is missing follows."""
        projection = self.folded.projection
        welcome = wire.Welcome(
            projection.epoch(seat), seat.id, seat.role, name, self.stream, resumed, self._log.durability
        )
        return write(welcome) if resumed else write(welcome) + projection.view(seat)
