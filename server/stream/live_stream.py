"""A live stream: the only place of a process where the commands of one stream are decided, appended and sent out.

Rule 1. A single task owns the state. It decides all waiting commands, each on the state after the commands before it,
and appends their commits in a single call. Clients receive the commits only after they are in the log (durable before
visible).
Rule 2. At most one append is under way. Between two appends the fold equals the log. Only then are newcomers seated and
views made (`seating.py`). For a seat that learns nothing from an append, this is also done during the append
(`early_answers.py`).
Rule 3. On a conflict, the group is undone, the missed entries are folded, and the group is decided again at once.
Rule 4. If the outcome of an append is unknown, it is never guessed: the log is read, and shows by the keys of the
commands which of them were applied (`unknown_outcomes.py`).
Rule 5. The stream begins to save groups, and sends their results, only on the beats of its store. So the time of an
answer does not depend on commands that are hidden from its seat (`beat.py`).
Rule 6. `log_follower.py` deals with a log that cannot be folded or has become a different log. If a pass of the loop
raises such an error, the next pass deals with it first.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from domain.core.audience import EVERYONE, Seat
from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, Words
from server.clock import Clock
from server.counters import Counters
from server.fold.checkpoints import Checkpoints
from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval, Snapshots
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.limits_and_timeouts import GROUP_LEAST, GROUP_MOST, RETRY_FIRST, RETRY_MOST, STORY_BYTES
from server.log.contract import Appended, Conflict, EventLog, LogError, OutcomeUnknown, PromiseBroken
from server.stream.beat import Beat, Crowd
from server.stream.current_fold import CurrentFold
from server.stream.early_answers import EarlyAnswers
from server.stream.fan_out import FanOut, Subscriber
from server.stream.group_commit import WEAKENED, ChanceFor, CommitGroup, Decider, Submission
from server.stream.intake import Intake
from server.stream.log_follower import OTHER_BRANCH, TAIL_LOST, LogFollower, Report, TailLost
from server.stream.replies import Replies
from server.stream.seating import Seating

log_ = logging.getLogger("coterie.live_stream")


class LiveStream:
    """A stream that this process serves. Its parts do the work (`_intake`, `_seating`, `_follower`, `_fan_out`); this
    class calls them in a loop."""

    def __init__(
        self,
        stream: str,
        log: EventLog,
        clock: Clock,
        chance_for: ChanceFor,
        on_durable: Report | None = None,
        counters: Counters | None = None,
        interval: SnapshotInterval = DEFAULT_INTERVAL,
        beat: Beat | None = None,
    ) -> None:
        """`beat`: the beats of the store; without them, the stream does not wait for beats."""
        self.stream = stream
        self._beat = beat
        self._crowd = Crowd(clock.steady())
        self._log = log
        self._clock = clock
        self._counters = counters or Counters()
        self._on_durable = on_durable
        self._current = CurrentFold(stream)
        self._wake = asyncio.Event()
        self._replies = Replies(self._counters)
        self._fan_out = FanOut()
        self._snapshots = Snapshots(stream, log, clock, interval)
        self._checkpoints = Checkpoints()
        self._intake = Intake(self._current, self._replies, self._wake)
        self._seating = Seating(self._current, self._fan_out, log, self._counters, self._wake)
        self._follower = LogFollower(
            self._current,
            log,
            self._intake,
            self._fan_out,
            self._seating,
            self._snapshots,
            self._checkpoints,
            self._report,
            self._wake,
        )
        self._decider = Decider(clock, chance_for, self._intake.unknown.includes)
        self._task: asyncio.Task[None] | None = None
        self._group_size = GROUP_MOST
        """The next group takes at most this many commands."""
        self._on_beat = False
        """True if the loop has just sent a group on a beat: then it need not wait for the next beat."""

    # Start and stop

    async def start(self) -> None:
        """Read and fold the log, and begin to serve. Raises `LogError`."""
        self._log.listen(self.stream, self._follower.receive)
        try:
            self._current.folded = await self._snapshots.load()
            try:
                await self._follower.catch_up()
            except (Diverged, Unreadable) as error:  # serve the entries before the faulty entry, read-only
                self._follower.fence(str(error))
        except (Exception, asyncio.CancelledError):
            self._log.listen(self.stream, None)
            await self._close()
            raise
        self._task = asyncio.create_task(self._run(), name=f"live {self.stream}")

    @property
    def task(self) -> "asyncio.Task[None]":
        """The task that owns the state. When it ends, the stream is no longer served."""
        if self._task is None:
            raise RuntimeError("not started")
        return self._task

    async def stop(self) -> None:
        """Finish the append that is under way and the commands that wait, then end."""
        self._log.listen(self.stream, None)  # first: another `LiveStream` may be about to listen to the same stream
        self._intake.closing = True
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

    def _report(self, facts: Iterable[Fact]) -> None:
        """Report durable facts. Facts that were in the log before the start are not reported."""
        if self._task is not None and self._on_durable is not None:
            self._on_durable(facts)

    # State

    @property
    def folded(self) -> StreamFold:
        """The fold of the log. While an append is under way, its state contains commits that are not yet durable."""
        return self._current.folded

    @property
    def fenced(self) -> str:
        """The reason why the stream takes no commands, for the server's own log; "" while it takes them."""
        return self._current.fenced

    @property
    def subscribers(self) -> dict[Subscriber, Seat]:
        """The seated connections, each with its seat."""
        return self._fan_out.subscribers

    @property
    def backlog(self) -> int:
        """The number of commands that wait for a decision."""
        return self._intake.backlog

    @property
    def idle(self) -> bool:
        """True if the stream has no subscriber, no arriving connection and no waiting command."""
        return not (self.subscribers or self._seating.arrivals or self.backlog)

    @property
    def unsure(self) -> bool:
        """True if the log may differ from the fold, and this has not been checked yet."""
        return self._follower.unsure or bool(self._follower.reload_reason)

    # Requests

    def submit(self, submission: Submission) -> None:
        """Queue a command. It is answered once it is durable or refused."""
        self._intake.submit(submission)

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command without deciding it. If it was applied or may be applied, it is answered as `Intake.refuse`
        says."""
        self._intake.refuse(submission, refusal)

    def refuse_unread(self, subscriber: Subscriber, id_: bytes, refusal: Refusal) -> None:
        """Refuse a command that could not be decoded. `id_` is the id under which it was sent."""
        self._replies.refuse_unread(subscriber, id_, refusal)

    def seat(self, subscriber: Subscriber, arrive: Callable[[], bool]) -> None:
        """Add a subscriber once its view equals the log's (`Seating.seat`)."""
        self._seating.seat(subscriber, arrive)

    def unseat(self, subscriber: Subscriber) -> None:
        """Stop sending to a subscriber."""
        self._fan_out.remove(subscriber)

    def when_still(self, act: Callable[[], None], seat: Seat | None = None) -> None:
        """Call a function once the fold equals the log. If the function reads only the view of `seat`, it is enough
        that this view equals the log's (`Seating.when_still`)."""
        self._seating.when_still(act, seat)

    def show_all_anew(self, why: Words) -> None:
        """Send the whole view to every subscriber, with the reason, once the fold equals the log."""
        self.when_still(lambda: self._seating.show_all_anew(why))

    def look_around(self) -> None:
        """Compare the fold with the log soon, because the message about a commit of another process may have been
        lost."""
        self._follower.look_around()

    def send_pending_options(self) -> None:
        """Send pending options to every slow subscriber that has caught up."""
        self._fan_out.send_pending_options()

    def options_of(self, seat: Seat) -> bytes:
        """Return the present options of a seat, framed."""
        return self._fan_out.options_of(self.folded, seat)

    def welcome(
        self,
        subscriber: Subscriber,
        *,
        missing: Sequence[bytes] | None = None,
        why: Words = NO_WORDS,
        story: int = STORY_BYTES,
    ) -> bytes:
        """Return the first messages for a connection, framed (`Seating.welcome`)."""
        return self._seating.welcome(subscriber, missing=missing, why=why, story=story)

    # The loop

    async def _run(self) -> None:
        try:
            await self._serve()
        finally:
            self._replies.give_due()
            self._intake.leave_unanswered()

    async def _serve(self) -> None:
        """Run the loop. An error sets a mark in the follower, and the next pass deals with that first. If the log is
        out of reach, the loop pauses before the next pass."""
        pause = RETRY_FIRST
        while not (self._intake.closing and not self._intake.waiting):
            if not self._wake.is_set():
                self._on_beat = False
                await self._wake.wait()
            if not self._on_beat:
                await self._next_beat()
            self._on_beat = False
            self._wake.clear()
            try:
                await self._turn()
                self._snapshots.store_if_due(self.folded)
                self._checkpoints.begin_if_due(self.folded)
            except Unreadable as error:
                self._follower.fence(str(error))
            except TailLost:
                self._follower.reload_soon(TAIL_LOST)
            except Diverged:
                self._follower.reload_soon(OTHER_BRANCH)
            except LogError as error:
                log_.warning("%s: the log cannot be used just now; trying again: %s", self.stream, error)
                self._intake.give_up_old(self._clock.steady())
                await asyncio.sleep(pause)
                pause = min(pause * 2, RETRY_MOST)
                self._wake.set()
            else:
                pause = RETRY_FIRST
            if self._replies.any_due:
                self._wake.set()

    async def _next_beat(self) -> None:
        """Wait for the next beat, unless this stream does not wait for beats at present. Then send the answers that are
        due."""
        if self._beat is not None and not self._crowd.here(self._clock.steady()):
            await self._beat.wait()
        self._replies.give_due()

    async def _turn(self) -> None:
        """Follow the log, seat the arrivals, and decide and append a group. Raises `Diverged`, `Unreadable`,
        `LogError`."""
        intake, follower, seating = self._intake, self._follower, self._seating
        if follower.reload_reason:
            try:
                await follower.reload()
            except Unreadable:
                seating.let_in()
                raise
        if follower.has_news or seating.arrivals:
            try:
                await follower.follow()
            except (LogError, Unreadable):  # seat them at the commits read so far; no more can be read now
                seating.let_in()
                raise
            seating.let_in()
            await seating.pause()
        if not intake.waiting:
            return
        if follower.other_writer:
            follower.other_writer = False
            await self._log.head(self.stream)
            await follower.follow()
        await self._commit_group(intake.take(self._group_size))
        if intake.waiting or seating.arrivals or follower.has_news:
            self._wake.set()

    # Group commit

    async def _commit_group(self, submissions: list[Submission]) -> None:
        intake, follower = self._intake, self._follower
        group = self._decider.decide(self.folded, submissions, fenced=bool(self.fenced))
        intake.waiting += group.duplicates
        intake.unknown.resolve(submission for submission, _ in group.applied)
        for submission, receipt in group.applied:
            self._replies.accept_again_later(submission, receipt.ends)
        for submission, refusal in group.early if group.decided else group.early + group.refused:
            self._replies.refuse_later(submission, refusal)
        if not group.decided:
            intake.unknown.resolve(group.submissions)
            return
        intake.under_way = group.submissions
        try:
            outcome = await self._append(group)
        except LogError as error:
            group.undo(self.folded)
            follower.unsure = True  # the log must be read before any command is decided again
            if isinstance(error, PromiseBroken):  # the log has already reported this
                intake.refuse_unsaved(group.submissions, WEAKENED)
                return
            if not isinstance(error, OutcomeUnknown):
                intake.refuse_unsaved(group.submissions)
            elif intake.note_unknown_outcome(group.submissions, group.decided):
                raise
            log_.warning("%s: an append failed: %s", self.stream, error)
            return
        finally:
            intake.under_way = ()
        if isinstance(outcome, Appended):
            self._group_size = min(self._group_size * 2, GROUP_MOST)
            self._make_visible(group)
            self._on_beat = True
            return
        self._counters.conflicts += 1
        self._group_size = max(min(self._group_size, len(group.submissions)) // 2, GROUP_LEAST)
        group.undo(self.folded)
        intake.put_first(group.submissions)
        if outcome.diverged:
            raise Diverged(OTHER_BRANCH)
        before = self.folded.head
        await follower.absorb(outcome.missed)
        if not intake.refuse_forgotten(outcome.known) and self.folded.head == before:
            raise LogError("it refused an append after its own last entry, and has no later entry")

    async def _append(self, group: CommitGroup) -> Appended | Conflict:
        """Append a group. Return the outcome on a beat. On each beat in between, answer the seats that learn nothing
        from the group. Raises `LogError`."""
        if self._beat is None or self._crowd.here(self._clock.steady()):
            self._replies.give_due()
            return await self._save(group)
        append = asyncio.ensure_future(self._save(group))
        early = EarlyAnswers(
            group, self._current, self._clock, self._decider, self._intake, self._replies, self._seating
        )
        try:
            await self._beat.wait()
            while True:
                self._replies.give_due()
                if not self._follower.unsure:
                    await early.seat_arrivals()
                if append.done():
                    return append.result()
                early.answer_commands()
                await self._beat.wait()
        finally:
            append.cancel()

    async def _save(self, group: CommitGroup) -> Appended | Conflict:
        """Append a group, and measure how long this takes. Raises `LogError`."""
        since = self._clock.steady()
        outcome = await self._log.append(self.stream, self.folded.head, [commit.pending for commit in group.decided])
        now = self._clock.steady()
        if isinstance(outcome, Appended):
            self._counters.count_append(len(group.decided), now - since)
            public = sum(EVERYONE in commit.audiences for commit in group.decided)
            self._crowd.add(public, now)
            if public and self._beat is not None:
                self._beat.note(now - since)
        return outcome

    def _make_visible(self, group: CommitGroup) -> None:
        """Record that a group is durable, send it to the subscribers, and then answer its refused commands."""
        folded = self.folded
        for commit in group.decided:
            sent = commit.submission
            folded.record_durable(sent.seat.id, commit.pending.key, sent.digest, commit.at, commit.encoded, commit.head)
        folded.clear_journal()
        self._intake.unknown.resolve(group.submissions)
        answers = self._replies.accept((commit.submission, commit.encoded.ends) for commit in group.decided)
        self._fan_out.broadcast(folded, [commit.encoded for commit in group.decided], answers)
        self._replies.refuse_all(group.refused)
        self._report([fact for commit in group.decided for fact in commit.facts])
