"""A live stream: the one place of a process where its commands are decided, appended and told.

Rule 1. One task owns the state. It decides all waiting commands on the speculative fold, appends them in one call,
        and only when the log has them does anybody hear of them (durable before seen).
Rule 2. One append is under way at a time. Between two, the fold is exactly the log's: that is when newcomers are
        seated and views are made.
Rule 3. On a conflict the round is taken back, what was missed is folded, and the round is decided anew at once.
Rule 4. An append with an unknown outcome is settled by the log (by the commands' keys), never guessed (`doubt.py`).
Rule 5. What cannot be folded fences the stream: it stays readable, refuses commands, and says so loudly; until it can.
Rule 6. A log that has another branch, or has lost its tail, is folded anew beside the old fold, which it then replaces
        in one step; everybody is told. Until then nobody is seated at what the log no longer holds.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from domain.core.audience import Seat
from domain.core.command import Refusal
from domain.core.event import Fact
from server.clock import Clock
from server.counters import Tally
from server.fold.checkpoints import Milestones
from server.fold.commit_codec import write
from server.fold.projection import BEGINNING, Told
from server.fold.snapshots import USUALLY, Often, Snapshots
from server.fold.stream_fold import Diverged, Folded, Unreadable
from server.log.contract import Appended, Entry, EventLog, Head, LogError, OutcomeUnknown
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG, Gallery, Viewer
from server.stream.group_commit import BUSY, BUSY_AFTER, FENCED, TOO_OLD, UNSAVED, ChanceFor, Decider, Round, Wish
from server.stream.replies import Answering
from server.stream.unknown_outcomes import Doubt

log_ = logging.getLogger("coterie.live")

ROUND_MOST, ROUND_LEAST = 256, 8
"""How many commands are decided together: fewer after each conflict, for the shorter round is over sooner and wins."""
WAITING_MOST: Final = 2_000
RETRY_FIRST, RETRY_MOST = 0.05, BUSY_AFTER / 2
"""Seconds between two tries of a log out of reach, at first and at most: short of the time at which a wish is given
up."""

OTHER_BRANCH: Final = "The log was found to be on another branch than this table had seen."
READ_AGAIN: Final = "The log can be read to its end again."
TAIL_LOST: Final = "The log lost entries that this table had seen."

Settled = Callable[[Iterable[Fact]], None]
"""Told of all facts once they stand, those of several commits together."""


class TailLost(Diverged):
    """The log ends before what was read of it."""


class Live:
    """One stream, served by this process."""

    def __init__(
        self,
        stream: str,
        log: EventLog,
        clock: Clock,
        chance_for: ChanceFor,
        settled: Settled | None = None,
        tally: Tally | None = None,
        often: Often = USUALLY,
    ) -> None:
        self.stream = stream
        self.folded = Folded()
        self.fenced = ""
        """Why no command is taken any more, for the log of the server alone; "" while all is well."""
        self._tally = tally or Tally()
        self._answers = Answering(self._tally)
        self._gallery = Gallery()
        self._log = log
        self._clock = clock
        self._snapshots = Snapshots(stream, log, clock, often)
        self._milestones = Milestones()
        self._doubt = Doubt(self._put_first)
        self._decider = Decider(clock, chance_for, self._doubt.of)
        self._settled: Settled | None = None
        self._on_settled = settled
        self._waiting: list[Wish] = []
        self._under_way: Sequence[Wish] = ()
        """Those of the round that is being appended."""
        self._arriving: list[Callable[[], None]] = []
        self._heard: list[Entry] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._patient = False
        """Another writer's commit was just seen: let one round trip pass, or the other starves."""
        self._together = ROUND_MOST
        """How many commands the next round takes."""
        self._stale = ""
        """Why the fold is to be made anew, "" while it is the log's."""
        self._unsure = False
        """Something may have been appended that this process did not hear of."""

    # Coming and going

    async def start(self) -> None:
        """Read and fold the log, and begin to serve. Raises `LogError`."""
        self._log.listen(self.stream, self._hear)
        try:
            self.folded = await self._snapshots.recall()
            try:
                await self._catch_up()
            except (Diverged, Unreadable) as error:  # it can be read as far as it can be folded
                self._fence(str(error))
        except (Exception, asyncio.CancelledError):
            self._log.listen(self.stream, None)
            await self._close()
            raise
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
        try:
            if self._task is not None:
                await self._task
        finally:
            self._snapshots.cancel()
            self._milestones.cancel()
        await self._close()

    async def _close(self) -> None:
        await self._snapshots.close()
        await self._milestones.close()

    @property
    def viewers(self) -> dict[Viewer, Seat]:
        """Those who watch, each with its seat."""
        return self._gallery.viewers

    @property
    def backlog(self) -> int:
        """How many commands wait to be decided."""
        return len(self._waiting) + len(self._doubt.later)

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not (self.viewers or self._arriving or self.backlog)

    @property
    def unsure(self) -> bool:
        """Whether the log may hold something else than is known here, and could not be asked yet."""
        return self._unsure or bool(self._stale)

    def submit(self, wish: Wish) -> None:
        """Take a command. Its answer comes once it is durable, or refused."""
        doubt = self._doubt
        if doubt.sent and doubt.of(wish):
            self._submit_again(wish)
        elif self._closing:
            self._answers.let_go(wish)
        elif len(self._waiting) + len(doubt.later) >= WAITING_MOST:
            self._turn_away(wish)
        else:
            if not self._waiting:
                self._wake.set()
            self._waiting.append(wish)

    def _submit_again(self, wish: Wish) -> None:
        """Take one that may stand. It is let go where it waits already, or the log cannot be read to its end."""
        if self._closing or self.fenced or not self._doubt.admits(wish):
            self._answers.let_go(wish)
        elif self._doubt.later:
            self._doubt.later.append(wish)
        else:
            self._waiting.append(wish)
            self._wake.set()

    def refuse(self, wish: Wish, refusal: Refusal) -> None:
        """Refuse a command that is not to be decided; but one that stands is answered as it was, and one that may stand
        once that is known."""
        same = self._same(wish)
        if any(one.viewer is wish.viewer for one in same):
            self._answers.let_go(wish)  # that one's answer is its own
        elif same or self._doubt.of(wish) or self.folded.receipt(wish.seat.id, wish.key) is not None:
            wish.unfit = refusal
            self.submit(wish)
        else:
            self._answers.refuse(wish, refusal)

    def _same(self, wish: Wish) -> list[Wish]:
        """Those on their way that ask for the very same."""
        return [one for one in (*self._under_way, *self._waiting, *self._doubt.later) if one.same_as(wish)]

    def _turn_away(self, wish: Wish) -> None:
        """Refuse a command for which there is no room, unless the same is on its way: that may stand (S15)."""
        same = self._same(wish)
        if any(one.viewer is wish.viewer for one in same):
            self._answers.let_go(wish)
        elif same:
            self._waiting.append(wish)  # so many more as there are viewers of its seat
        else:
            self._give_up(wish, BUSY)

    def _give_up(self, wish: Wish, refusal: Refusal) -> None:
        """Refuse a command that will not be decided; one that stands is answered as it was (S15)."""
        receipt = self.folded.receipt(wish.seat.id, wish.key)
        if receipt is not None and receipt.digest == wish.digest:
            self._answers.accept_again(wish, receipt.ends)
        else:
            self._answers.refuse(wish, refusal)

    def refuse_unread(self, viewer: Viewer, id_: bytes, refusal: Refusal) -> None:
        """Refuse what a viewer sent under an id, though it was never read."""
        self._answers.refuse_unread(viewer, id_, refusal)

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
                viewer.close(BROKEN, WRONG)

        self._arriving.append(seated)
        self._wake.set()

    def unseat(self, viewer: Viewer) -> None:
        """The viewer is told nothing more."""
        self._gallery.leave(viewer)

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
        try:
            await self._serve()
        finally:
            for wish in (*self._waiting, *self._doubt.later):
                self._answers.let_go(wish)

    async def _serve(self) -> None:
        """One turn after the other. What goes wrong leaves a mark (`_stale`, `_unsure`) that the next turn mends first;
        the pause for a log out of reach is here."""
        pause = RETRY_FIRST
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._turn()
                self._snapshots.consider(self.folded)
                self._milestones.consider(self.folded)
            except Unreadable as error:
                self._fence(str(error))
            except TailLost:
                self._stale = TAIL_LOST
                self._wake.set()
            except Diverged:
                self._stale = OTHER_BRANCH
                self._wake.set()
            except LogError as error:
                log_.warning("%s: %s", self.stream, error)
                self._give_up_old()
                await asyncio.sleep(pause)
                pause = min(pause * 2, RETRY_MOST)
                self._wake.set()
            else:
                pause = RETRY_FIRST

    async def _turn(self) -> None:
        """Be where the log is, seat who came, and decide a round. Raises `Diverged`, `Unreadable`, `LogError`."""
        if self._stale:
            try:
                await self._reload()
            except Unreadable:
                self._seat_arrivals()
                raise
        if self._heard or self._unsure or self._arriving:
            try:
                await self._follow()
            except (LogError, Unreadable):  # at what is known, for there is no more to be had
                self._seat_arrivals()
                raise
            self._seat_arrivals()
        if not self._waiting:
            return
        if self._patient:
            self._patient = False
            await self._log.head(self.stream)
            await self._follow()
        wishes, self._waiting = self._waiting[: self._together], self._waiting[self._together :]
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
        round_ = self._decider.decide(self.folded, wishes, fenced=bool(self.fenced))
        self._waiting += round_.twins
        self._doubt.settle(wish for wish, _ in round_.applied)
        for wish, receipt in round_.applied:
            self._answers.accept_again(wish, receipt.ends)
        if not round_.made:
            self._doubt.settle(round_.wishes)
            self._answers.refuse_all(round_.refused)
            return
        self._under_way = round_.wishes
        try:
            since = self._clock.steady()
            outcome = await self._log.append(self.stream, self.folded.head, [m.pending for m in round_.made])
        except LogError as error:
            round_.take_back(self.folded)
            self._unsure = True  # the log says what stands, before anything is decided anew
            if not isinstance(error, OutcomeUnknown):
                self._refuse_unsaved(round_)
            elif self._put_first_again(round_):
                raise
            log_.warning("%s: append: %s", self.stream, error)
            return
        finally:
            self._under_way = ()
        if isinstance(outcome, Appended):
            self._together = min(self._together * 2, ROUND_MOST)
            self._tally.appended(len(round_.made), self._clock.steady() - since)
            self._stand(round_)
            return
        self._tally.conflicts += 1
        self._together = max(min(self._together, len(round_.wishes)) // 2, ROUND_LEAST)
        round_.take_back(self.folded)
        self._waiting[:0] = round_.wishes
        if outcome.diverged:
            raise Diverged(OTHER_BRANCH)
        before = self.folded.head
        await self._absorb(outcome.missed)
        if not self._refuse_forgotten(outcome.known) and self.folded.head == before:
            raise LogError("it has nothing new, and takes nothing after its end")

    def _refuse_forgotten(self, known: dict[bytes, int]) -> bool:
        """The log still knows commands whose result is no longer kept here: they would conflict for ever. Whether there
        were any."""
        folded = self.folded
        old = {key for key, seq in known.items() if seq <= folded.head.seq}
        forgotten = [w for w in self._waiting if w.key in old and folded.receipt(w.seat.id, w.key) is None]
        gone = {w.key for w in forgotten}
        self._waiting = [w for w in self._waiting if w.key not in gone]
        self._doubt.settle(forgotten)
        for wish in forgotten:
            self._answers.refuse(wish, TOO_OLD)
        return bool(forgotten)

    def _put_first_again(self, round_: Round) -> bool:
        """Have them be the first again: once the log was read, those that stand are answered by their receipts. Whether
        any of them was in doubt before, so that the log is better let be for a while."""
        again = any(map(self._doubt.of, round_.wishes))
        self._doubt.begin(made.wish for made in round_.made)
        self._waiting[:0] = round_.wishes
        return again

    def _refuse_unsaved(self, round_: Round) -> None:
        for wish in self._doubt.put_off(round_.wishes):
            self._answers.refuse(wish, UNSAVED)
        self._waiting = self._doubt.put_off(self._waiting)

    def _put_first(self, wishes: list[Wish]) -> None:
        self._waiting[:0] = wishes
        self._wake.set()

    # Standing

    def _stand(self, round_: Round) -> None:
        folded = self.folded
        for made in round_.made:
            folded.stand(made.wish.seat.id, made.pending.key, made.wish.digest, made.at, made.told, made.head)
        folded.settle()
        self._doubt.settle(round_.wishes)
        answers = self._answers.accept((made.wish, made.told.ends) for made in round_.made)
        self._gallery.tell(folded, [made.told for made in round_.made], answers)
        self._answers.refuse_all(round_.refused)
        if self._settled is not None:
            self._settled([fact for made in round_.made for fact in made.facts])

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
            self._gallery.tell(self.folded, told, {})
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
                    self._gallery.tell(self.folded, told, {})
                if self.viewers:
                    self._milestones.consider(self.folded)
                else:
                    await self._milestones.made(self.folded)
                await asyncio.sleep(0)  # a long log holds up nobody at other tables

    def _take(self, entry: Entry) -> Told:
        commit, told = self.folded.take(entry)
        if self._settled is not None:
            self._settled(commit.facts)
        return told

    def _give_up_old(self) -> None:
        """While the log is out of reach, commands that it never saw are refused when their time is over; at the end
        all are let go."""
        now = self._clock.steady()
        kept: list[Wish] = []
        for wish in self._waiting:
            if now - wish.since > BUSY_AFTER and not self._doubt.of(wish):
                self._give_up(wish, BUSY)
            elif self._closing:
                self._answers.let_go(wish)
            else:
                kept.append(wish)
        self._waiting = kept

    async def _verify(self) -> None:
        """Whether the log is where this fold is, or further. Raises `Diverged`, `Unreadable`, `LogError`."""
        head = await self._log.head(self.stream)
        known = self.folded.head
        if head.seq > known.seq:
            await self._catch_up()
        elif head.seq < known.seq:
            raise TailLost(TAIL_LOST)
        elif head != known:
            raise Diverged(OTHER_BRANCH)
        if self.fenced and self.folded.head.seq >= head.seq:  # what could not be read once can be, by now
            self.fenced = ""
            self._doubt.settle_but(self._waiting)
            self._show_all(READ_AGAIN)

    async def _reload(self) -> None:
        """Fold the log anew, and tell everybody that what they hold is no longer so. Raises `LogError`: the log is out
        of reach, and that is tried again; or it is what was read of it before, and nobody is told anything. Raises
        `Unreadable`: what was read stands, and what follows it does not follow."""
        if await self._still_has(self.folded.head):
            self._stale = ""
            await self._go_on()
            return
        log_.error("%s: %s Reloading.", self.stream, self._stale)
        fresh, facts, broken = Folded(), list[list[Fact]](), ""
        try:
            while entries := await self._log.read(self.stream, fresh.head.seq):
                for start in range(0, len(entries), ROUND_MOST):
                    for entry in entries[start : start + ROUND_MOST]:
                        facts.append(fresh.take(entry)[0].facts)  # kept, whatever the next one is
                    await self._milestones.made(fresh)
                    await asyncio.sleep(0)
        except (Diverged, Unreadable) as error:
            broken = str(error)
        why, self._stale = self._stale, ""
        self.folded, self.fenced = fresh, ""
        self._snapshots.start_over()
        self._gallery.forget_offers()
        if broken:
            self._fence(broken)
        else:
            self._doubt.settle_but(self._waiting)
            self._show_all(why)
        if self._settled is not None:
            for commit in facts:
                self._settled(commit)

    async def _still_has(self, head: Head) -> bool:
        """Whether the log is as it was up to there. Raises `LogError`."""
        if not head.seq:
            return True
        found = await self._log.read(self.stream, head.seq - 1, 1)
        return [Head(entry.seq, entry.chain) for entry in found] == [head]

    async def _go_on(self) -> None:
        """Fold what follows in a log that was said to be another. Raises `LogError` where nothing does, and
        `Unreadable`."""
        before = self.folded.head
        try:
            await self._catch_up()
        except Diverged as error:
            raise Unreadable(str(error)) from error
        except LogError:
            self._unsure = True
            raise
        if self.folded.head == before:
            raise LogError("it is what was read of it before, and says that it is not")
        self._unsure = True  # it may be whole now

    def _show_all(self, why: str) -> None:
        for viewer, seat in list(self.viewers.items()):
            self._show_anew(viewer, seat, why)

    def _show_anew(self, viewer: Viewer, seat: Seat, why: str) -> None:
        try:
            viewer.write(self.welcome(seat, viewer.name, why=why))
        except Exception:  # whoever cannot be shown the table is told nothing of it (S28)
            log_.exception("%s: a viewer could not be shown it anew", self.stream)
            viewer.close(BROKEN, WRONG)

    def _fence(self, why: str) -> None:
        if not self.fenced:
            log_.critical("%s is fenced: %s", self.stream, why)
            self._show_all(FENCED.sentence)
        self.fenced = why
        for wish in (*self._waiting, *self._doubt.later):
            if self._doubt.of(wish):  # neither refused nor accepted by who cannot read it
                self._answers.let_go(wish)
            else:
                self._give_up(wish, FENCED)
        self._waiting.clear()
        self._doubt.later.clear()

    # Views

    def pay_owed(self) -> None:
        """Send the options that slow viewers were not sent, to each that has read on."""
        self._gallery.pay_owed()

    def options_of(self, seat: Seat) -> bytes:
        """The frame of what is open to a seat now."""
        return self._gallery.options_of(self.folded, seat)

    def welcome(self, seat: Seat, name: str, *, missing: Sequence[bytes] | None = None, why: str = "") -> bytes:
        """The framed messages that seat somebody: `welcome`, with the view unless these messages are all that it is
        missing; what is open to it; and, after a view, the story before what that has. `why`: what it held until now is
        no longer so."""
        self._tally.resumes += missing is not None
        projection, resumed = self.folded.projection, missing is not None
        reset = write(frames.Reset(why)) if why else b""
        newest, earlier = (b"", b"") if resumed else projection.shown(seat)
        of, before = BEGINNING if resumed else projection.before(seat)
        epoch, durability = projection.epoch(seat), self._log.durability
        welcome = write(frames.Welcome(epoch, seat.id, seat.role, name, self.stream, resumed, durability, before, of))
        told = [frame(message) for message in (reset + welcome + newest, *(missing or ()))]
        return b"".join((*told, self.options_of(seat), frame(earlier) if earlier else b""))
