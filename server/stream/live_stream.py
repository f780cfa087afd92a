"""A live stream: the one place of a process where its commands are decided, appended and told.

Rule 1. One task owns the state. It decides all waiting commands on the speculative fold, appends them in one call,
        and only when the log has them does anybody hear of them (durable before seen).
Rule 2. One append is under way at a time. Between two, the fold is exactly the log's: that is when newcomers are
        seated and views are made.
Rule 3. On a conflict the round is taken back, what was missed is folded, and the round is decided anew at once.
Rule 4. An append with an unknown outcome is settled by the log (by the commands' keys), never guessed (`unknown.py`).
Rule 5. What cannot be folded fences the stream: it stays readable, refuses commands, and says so loudly; until it can.
Rule 6. A log that has another branch, or has lost its tail, is folded anew beside the old fold, which it then replaces
        in one step; everybody is told. Until then nobody is seated at what the log no longer holds.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from domain.core.audience import Seat
from domain.core.event import Fact
from domain.core.refusal import Refusal
from server.clock import Clock
from server.counters import Counters
from server.fold.checkpoints import Checkpoints
from server.fold.commit_codec import write
from server.fold.projection import BEGINNING, Told
from server.fold.snapshots import USUALLY, Often, Snapshots
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import Appended, Entry, EventLog, Head, LogError, OutcomeUnknown, PromiseBroken
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG, FanOut, Subscriber
from server.stream.group_commit import (
    BUSY,
    BUSY_AFTER,
    FENCED,
    TOO_OLD,
    UNSAVED,
    WEAKENED,
    ChanceFor,
    CommitGroup,
    Decider,
    Submission,
)
from server.stream.replies import Replies
from server.stream.unknown_outcomes import UnknownOutcomes

log_ = logging.getLogger("coterie.live_stream")

GROUP_MOST, GROUP_LEAST = 256, 8
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


class LiveStream:
    """One stream, served by this process."""

    def __init__(
        self,
        stream: str,
        log: EventLog,
        clock: Clock,
        chance_for: ChanceFor,
        settled: Settled | None = None,
        counters: Counters | None = None,
        often: Often = USUALLY,
    ) -> None:
        self.stream = stream
        self.folded = StreamFold()
        self.fenced = ""
        """Why no command is taken any more, for the log of the server alone; "" while all is well."""
        self._counters = counters or Counters()
        self._replies = Replies(self._counters)
        self._fan_out = FanOut()
        self._log = log
        self._clock = clock
        self._snapshots = Snapshots(stream, log, clock, often)
        self._checkpoints = Checkpoints()
        self._unknown = UnknownOutcomes(self._put_first)
        self._decider = Decider(clock, chance_for, self._unknown.of)
        self._settled: Settled | None = None
        self._on_settled = settled
        self._waiting: list[Submission] = []
        self._under_way: Sequence[Submission] = ()
        """Those of the round that is being appended."""
        self._arriving: list[Callable[[], None]] = []
        self._heard: list[Entry] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._patient = False
        """Another writer's commit was just seen: let one round trip pass, or the other starves."""
        self._together = GROUP_MOST
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
            self._checkpoints.cancel()
        await self._close()

    async def _close(self) -> None:
        await self._snapshots.close()
        await self._checkpoints.close()

    @property
    def subscribers(self) -> dict[Subscriber, Seat]:
        """Those who watch, each with its seat."""
        return self._fan_out.subscribers

    @property
    def backlog(self) -> int:
        """How many commands wait to be decided."""
        return len(self._waiting) + len(self._unknown.later)

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not (self.subscribers or self._arriving or self.backlog)

    @property
    def unsure(self) -> bool:
        """Whether the log may hold something else than is known here, and could not be asked yet."""
        return self._unsure or bool(self._stale)

    def submit(self, submission: Submission) -> None:
        """Take a command. Its answer comes once it is durable, or refused."""
        unknown = self._unknown
        if unknown.sent and unknown.of(submission):
            self._submit_again(submission)
        elif self._closing:
            self._replies.let_go(submission)
        elif len(self._waiting) + len(unknown.later) >= WAITING_MOST:
            self._turn_away(submission)
        else:
            if not self._waiting:
                self._wake.set()
            self._waiting.append(submission)

    def _submit_again(self, submission: Submission) -> None:
        """Take one that may stand. It is let go where it waits already, or the log cannot be read to its end."""
        if self._closing or self.fenced or not self._unknown.admits(submission):
            self._replies.let_go(submission)
        elif self._unknown.later:
            self._unknown.later.append(submission)
        else:
            self._waiting.append(submission)
            self._wake.set()

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command that is not to be decided; but one that stands is answered as it was, and one that may stand
        once that is known."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.let_go(submission)  # that one's answer is its own
        elif (
            same or self._unknown.of(submission) or self.folded.receipt(submission.seat.id, submission.key) is not None
        ):
            submission.unfit = refusal
            self.submit(submission)
        else:
            self._replies.refuse(submission, refusal)

    def _same(self, submission: Submission) -> list[Submission]:
        """Those on their way that ask for the very same."""
        return [one for one in (*self._under_way, *self._waiting, *self._unknown.later) if one.same_as(submission)]

    def _turn_away(self, submission: Submission) -> None:
        """Refuse a command for which there is no room, unless the same is on its way: that may stand (S15)."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.let_go(submission)
        elif same:
            self._waiting.append(submission)  # so many more as there are viewers of its seat
        else:
            self._give_up(submission, BUSY)

    def _give_up(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command that will not be decided; one that stands is answered as it was (S15)."""
        receipt = self.folded.receipt(submission.seat.id, submission.key)
        if receipt is not None and receipt.digest == submission.digest:
            self._replies.accept_again(submission, receipt.ends)
        else:
            self._replies.refuse(submission, refusal)

    def refuse_unread(self, subscriber: Subscriber, id_: bytes, refusal: Refusal) -> None:
        """Refuse what a viewer sent under an id, though it was never read."""
        self._replies.refuse_unread(subscriber, id_, refusal)

    def seat(self, subscriber: Subscriber, arrive: Callable[[], bool]) -> None:
        """Seat a viewer when the fold is exactly the log's: `arrive` then writes its welcome, in the same step. It
        says whether the viewer is still there."""

        def seated() -> None:
            self.subscribers[subscriber] = subscriber.seat
            try:
                if not arrive():
                    self.unseat(subscriber)
            except Exception:  # whoever cannot be shown the table is not seated, and the table goes on (S28)
                log_.exception("%s: a newcomer could not be seated", self.stream)
                self.unseat(subscriber)
                subscriber.close(BROKEN, WRONG)

        self._arriving.append(seated)
        self._wake.set()

    def unseat(self, subscriber: Subscriber) -> None:
        """The viewer is told nothing more."""
        self._fan_out.leave(subscriber)

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
            for submission in (*self._waiting, *self._unknown.later):
                self._replies.let_go(submission)

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
                self._checkpoints.consider(self.folded)
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
        submissions, self._waiting = self._waiting[: self._together], self._waiting[self._together :]
        await self._commit_group(submissions)
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

    async def _commit_group(self, submissions: list[Submission]) -> None:
        group = self._decider.decide(self.folded, submissions, fenced=bool(self.fenced))
        self._waiting += group.duplicates
        self._unknown.settle(submission for submission, _ in group.applied)
        for submission, receipt in group.applied:
            self._replies.accept_again(submission, receipt.ends)
        if not group.made:
            self._unknown.settle(group.submissions)
            self._replies.refuse_all(group.refused)
            return
        self._under_way = group.submissions
        try:
            since = self._clock.steady()
            outcome = await self._log.append(self.stream, self.folded.head, [m.pending for m in group.made])
        except LogError as error:
            group.undo(self.folded)
            self._unsure = True  # the log says what stands, before anything is decided anew
            if isinstance(error, PromiseBroken):  # which the log has said already
                self._refuse_unsaved(group, WEAKENED)
                return
            if not isinstance(error, OutcomeUnknown):
                self._refuse_unsaved(group, UNSAVED)
            elif self._put_first_again(group):
                raise
            log_.warning("%s: append: %s", self.stream, error)
            return
        finally:
            self._under_way = ()
        if isinstance(outcome, Appended):
            self._together = min(self._together * 2, GROUP_MOST)
            self._counters.appended(len(group.made), self._clock.steady() - since)
            self._stand(group)
            return
        self._counters.conflicts += 1
        self._together = max(min(self._together, len(group.submissions)) // 2, GROUP_LEAST)
        group.undo(self.folded)
        self._waiting[:0] = group.submissions
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
        self._unknown.settle(forgotten)
        for submission in forgotten:
            self._replies.refuse(submission, TOO_OLD)
        return bool(forgotten)

    def _put_first_again(self, group: CommitGroup) -> bool:
        """Have them be the first again: once the log was read, those that stand are answered by their receipts. Whether
        any of them was in doubt before, so that the log is better let be for a while."""
        again = any(map(self._unknown.of, group.submissions))
        self._unknown.begin(made.submission for made in group.made)
        self._waiting[:0] = group.submissions
        return again

    def _refuse_unsaved(self, group: CommitGroup, refusal: Refusal) -> None:
        for submission in self._unknown.put_off(group.submissions):
            self._replies.refuse(submission, refusal)
        self._waiting = self._unknown.put_off(self._waiting)

    def _put_first(self, submissions: list[Submission]) -> None:
        self._waiting[:0] = submissions
        self._wake.set()

    # Standing

    def _stand(self, group: CommitGroup) -> None:
        folded = self.folded
        for made in group.made:
            folded.stand(
                made.submission.seat.id, made.pending.key, made.submission.digest, made.at, made.told, made.head
            )
        folded.settle()
        self._unknown.settle(group.submissions)
        answers = self._replies.accept((made.submission, made.told.ends) for made in group.made)
        self._fan_out.tell(folded, [made.told for made in group.made], answers)
        self._replies.refuse_all(group.refused)
        if self._settled is not None:
            self._settled([fact for made in group.made for fact in made.facts])

    # Catching up with other writers

    async def _follow(self) -> None:
        """Fold and tell what others appended. Raises `Diverged`, `Unreadable`, `LogError`."""
        heard, self._heard = self._heard, []
        unknown, self._unsure = self._unsure, False
        fresh = [e for e in heard if not self.folded.knows(e)]
        try:
            if fresh:
                self._patient = True
                unknown = unknown or min(fresh).seq <= self.folded.head.seq
                await self._absorb(fresh)
            if unknown:
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
            self._fan_out.tell(self.folded, told, {})
        if not entries or max(entries).seq > self.folded.head.seq:
            await self._catch_up()

    async def _catch_up(self) -> None:
        while entries := await self._log.read(self.stream, self.folded.head.seq):
            for start in range(0, len(entries), GROUP_MOST):
                told: list[Told] = []
                try:
                    for entry in entries[start : start + GROUP_MOST]:
                        told.append(self._take(entry))  # noqa: PERF401 - what was taken is told, whatever the next one is
                finally:
                    self._fan_out.tell(self.folded, told, {})
                if self.subscribers:
                    self._checkpoints.consider(self.folded)
                else:
                    await self._checkpoints.made(self.folded)
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
        kept: list[Submission] = []
        for submission in self._waiting:
            if now - submission.since > BUSY_AFTER and not self._unknown.of(submission):
                self._give_up(submission, BUSY)
            elif self._closing:
                self._replies.let_go(submission)
            else:
                kept.append(submission)
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
            self._unknown.settle_but(self._waiting)
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
        fresh, facts, broken = StreamFold(), list[list[Fact]](), ""
        try:
            while entries := await self._log.read(self.stream, fresh.head.seq):
                for start in range(0, len(entries), GROUP_MOST):
                    for entry in entries[start : start + GROUP_MOST]:
                        facts.append(fresh.take(entry)[0].facts)  # kept, whatever the next one is
                    await self._checkpoints.made(fresh)
                    await asyncio.sleep(0)
        except (Diverged, Unreadable) as error:
            broken = str(error)
        why, self._stale = self._stale, ""
        self.folded, self.fenced = fresh, ""
        self._snapshots.start_over()
        self._fan_out.forget_options()
        if broken:
            self._fence(broken)
        else:
            self._unknown.settle_but(self._waiting)
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

    def tell_all(self, why: str) -> None:
        """Tell everybody this sentence, with the table as it is."""
        self.when_still(lambda: self._show_all(why))

    def _show_all(self, why: str) -> None:
        for subscriber, seat in list(self.subscribers.items()):
            self._show_anew(subscriber, seat, why)

    def _show_anew(self, subscriber: Subscriber, seat: Seat, why: str) -> None:
        try:
            subscriber.write(self.welcome(seat, subscriber.name, why=why))
        except Exception:  # whoever cannot be shown the table is told nothing of it (S28)
            log_.exception("%s: a viewer could not be shown it anew", self.stream)
            subscriber.close(BROKEN, WRONG)

    def _fence(self, why: str) -> None:
        if not self.fenced:
            log_.critical("%s is fenced: %s", self.stream, why)
            self._show_all(FENCED.sentence)
        self.fenced = why
        for submission in (*self._waiting, *self._unknown.later):
            if self._unknown.of(submission):  # neither refused nor accepted by who cannot read it
                self._replies.let_go(submission)
            else:
                self._give_up(submission, FENCED)
        self._waiting.clear()
        self._unknown.later.clear()

    # Views

    def send_pending_options(self) -> None:
        """Send the options that slow viewers were not sent, to each that has read on."""
        self._fan_out.send_pending_options()

    def options_of(self, seat: Seat) -> bytes:
        """The frame of what is open to a seat now."""
        return self._fan_out.options_of(self.folded, seat)

    def welcome(self, seat: Seat, name: str, *, missing: Sequence[bytes] | None = None, why: str = "") -> bytes:
        """The framed messages that seat somebody: `welcome`, with the view unless these messages are all that it is
        missing; what is open to it; and, after a view, the story before what that has. `why`: what it held until now is
        no longer so."""
        self._counters.resumes += missing is not None
        projection, resumed = self.folded.projection, missing is not None
        reset = write(frames.Reset(why)) if why else b""
        newest, earlier = (b"", b"") if resumed else projection.shown(seat)
        of, before = BEGINNING if resumed else projection.before(seat)
        epoch, durability = projection.epoch(seat), self._log.durability
        welcome = write(frames.Welcome(epoch, seat.id, seat.role, name, self.stream, resumed, durability, before, of))
        told = [frame(message) for message in (reset + welcome + newest, *(missing or ()))]
        return b"".join((*told, self.options_of(seat), frame(earlier) if earlier else b""))
