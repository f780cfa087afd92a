"""Group commit: all waiting commands, decided together on the speculative fold, to be appended in a single call.

Rule 1. A group is undone or becomes durable as a whole. Until it is durable no client receives any of it.
Rule 2. A refusal waits for the commits before it in its group, since it was decided on their state; but not for commits
        of which its seat learns nothing (`tells`). They are not in the view from which it was refused, and a refusal
        that waited for them would tell the seat that they are there.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from domain.command import Command
from domain.core.audience import EVERYONE, Audience, Seat
from domain.core.chance import Chance
from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.table.settings import SceneKey
from domain.perform import check, perform
from server.clock import Clock
from server.fold.commit_codec import pack
from server.fold.projection import EncodedCommit
from server.fold.resume_history import End
from server.fold.stream_fold import Receipt, StreamFold
from server.limits_and_timeouts import BUSY_AFTER
from server.log.contract import Head, Pending, next_chain
from server.protocol.frames import BEHIND_MOST
from server.stream.fan_out import Subscriber

log_ = logging.getLogger("coterie.group_commit")


BUSY: Final = Refusal("busy")
FAILED: Final = Refusal("failed")
ID_USED: Final = Refusal("id-used")
TOO_OLD: Final = Refusal("too-old")
FENCED: Final = Refusal("fenced")
ANOTHER_PAST: Final = Refusal("another-past")
UNSAVED: Final = Refusal("unsaved")
WEAKENED: Final = Refusal("weakened")

ChanceFor = Callable[[SceneKey | None, bytes, int], Chance]
"""Makes the chance of one command from the stream's seeds, the command's key, and the time in milliseconds."""


class PastState(NamedTuple):
    """The state of a table at an earlier moment, after the commit `at`. `head`: the end of the log when it was read."""

    state: State
    at: Head
    head: Head


class Submission(msgspec.Struct, eq=False):
    """A command on its way to a decision. `key`: the 16 bytes under which it applies once. `since`: the time in steady
    seconds when it arrived, or when the last fact that it needs was looked up."""

    seat: Seat
    id: bytes
    key: bytes
    digest: bytes
    command: Command
    seen: int
    """The number of parts for everyone that the client had received when it sent the command."""
    since: float
    subscriber: Subscriber | None = None
    answered: Callable[[str], None] | None = None
    """For commands of the server itself: called with "" if accepted, with the refusal's code if refused."""
    past: PastState | None = None
    """The table at the earlier moment that the command returns to or starts from."""
    unfit: Refusal | None = None
    """The refusal of a command that must not be decided. If the command has been applied already, its receipt answers
    it instead."""

    def same_as(self, other: "Submission") -> bool:
        """True if both are the same command, which applies once."""
        return self.key == other.key and self.digest == other.digest


class DecidedCommit(msgspec.Struct, frozen=True, eq=False):
    """A commit that is decided and folded, but not yet durable. `mark`: the length of the undo journal before it."""

    submission: Submission
    pending: Pending
    at: int
    facts: list[Fact]
    audiences: list[Audience]
    encoded: EncodedCommit
    head: Head
    mark: int


class CommitGroup(msgspec.Struct, eq=False):
    """The commands that were decided together, by their results."""

    decided: list[DecidedCommit] = []
    refused: list[tuple[Submission, Refusal]] = []
    applied: list[tuple[Submission, Receipt]] = []
    """Commands that were applied before: they receive their first answer again."""
    duplicates: list[Submission] = []
    """Commands with the key of a commit in this group: the next group answers them by its receipt."""
    submissions: list[Submission] = []
    """The submissions of `decided` and `refused` in their order. If the group is undone they are decided again."""
    early: list[tuple[Submission, Refusal]] = []
    """Refused commands that need not wait for the group's commits (Rule 2)."""
    audiences: set[Audience] = set()
    """The audiences of the group's commits."""
    senders: set[Seat] = set()
    """The seats with a command that has to wait for the group."""

    def tells(self, seat: Seat) -> bool:
        """True if the group concerns this seat: it reads something of a commit, or a command of its own waits for the
        group."""
        return seat in self.senders or any(map(seat.reads, self.audiences))

    def refuse(self, submission: Submission, refusal: Refusal, *, waits: bool) -> None:
        """Add a refused command. `waits`: True if it has to wait for the group in any case."""
        if waits or self.tells(submission.seat):
            self.senders.add(submission.seat)
            self.submissions.append(submission)
            self.refused.append((submission, refusal))
        else:
            self.early.append((submission, refusal))

    def add(self, commit: DecidedCommit) -> None:
        """Add a decided commit."""
        self.senders.add(commit.submission.seat)
        self.audiences.update(commit.audiences)
        self.submissions.append(commit.submission)
        self.decided.append(commit)

    def undo(self, folded: StreamFold) -> None:
        """Undo the whole group, the newest commit first."""
        for commit in reversed(self.decided):
            folded.state.undo(commit.mark, commit.audiences)


@dataclass(frozen=True, slots=True)
class Decider:
    """Decides commands on a fold."""

    clock: Clock
    chance_for: ChanceFor
    outcome_unknown: Callable[[Submission], bool]
    """True if the command may be in the log already, so that it can no longer be refused as busy."""

    def decide(self, folded: StreamFold, submissions: Iterable[Submission], *, fenced: bool) -> CommitGroup:
        """Decide the commands in their order, each on the state that its predecessors left."""
        group = CommitGroup()
        ends = dict(folded.projection.ends)
        head = folded.head
        keys: set[bytes] = set()
        now, at = self.clock.steady(), max(self.clock.wall(), folded.at)
        for submission in submissions:
            receipt = folded.receipt(submission.seat.id, submission.key)
            if receipt is not None and receipt.digest == submission.digest:
                group.applied.append((submission, receipt))
                continue
            if submission.key in keys:
                group.duplicates.append(submission)
                continue
            try:
                self._check(folded, submission, receipt, now, fenced=fenced)
                commit = self._perform(folded, submission, at, head, ends)
            except Refusal as refusal:
                group.refuse(submission, refusal, waits=self.outcome_unknown(submission))
            except Exception:  # a bug in a command fails that command alone
                log_.exception("%s failed", type(submission.command).__name__)
                group.refuse(submission, FAILED, waits=True)
            else:
                keys.add(submission.key)
                head = commit.head
                group.add(commit)
        return group

    def refusal(self, folded: StreamFold, submission: Submission, now: float) -> Refusal | None:
        """Return why a command would be refused now, from the view of its seat alone; None if it is legal, or if only
        its decision can show that. `now`: steady seconds."""
        try:
            self._check(folded, submission, folded.receipt(submission.seat.id, submission.key), now, fenced=False)
            check(folded.state, submission.seat, submission.command)
        except Refusal as refusal:
            return refusal
        except Exception:  # a bug in a command: its decision logs it, and fails that command alone
            return None
        return None

    def _check(
        self, folded: StreamFold, submission: Submission, receipt: Receipt | None, now: float, *, fenced: bool
    ) -> None:
        if receipt is not None:  # a command with the same content would have been answered by the receipt
            raise ID_USED
        if fenced:
            raise FENCED
        if submission.unfit is not None:
            raise submission.unfit
        if now - submission.since > BUSY_AFTER and not self.outcome_unknown(submission):
            raise BUSY
        if submission.seat.is_storyteller and submission.command.back_to is not None:
            past = submission.past
            if past is None or (past.head != folded.head and past.head.chain not in folded.chains):
                raise ANOTHER_PAST
        public = folded.projection.ends.get(EVERYONE)
        if submission.subscriber is not None and public is not None and public.count - submission.seen > BEHIND_MOST:
            raise TOO_OLD

    def _perform(
        self, folded: StreamFold, submission: Submission, at: int, head: Head, ends: dict[Audience, End]
    ) -> DecidedCommit:
        """Decide a command, fold its facts, and encode them for the log and for the subscribers. If any of that
        fails, the state is unchanged."""
        state = folded.state
        mark = len(state.journal)
        chance, past = (
            self.chance_for(folded.key, submission.key, at),
            submission.past.state if submission.past else None,
        )
        deciding = perform(state, submission.seat, submission.command, chance, past)
        try:
            packed = pack(submission.seat.id, submission.digest, at, deciding.facts)
            after = Head(head.seq + 1, next_chain(head.chain, packed.payload))
            encoded = folded.encode_commit(ends, after.seq, at, packed.events, mark)
        except BaseException:
            state.undo(mark, deciding.audiences)
            raise
        return DecidedCommit(
            submission,
            Pending(submission.key, packed.payload),
            at,
            deciding.facts,
            deciding.audiences,
            encoded,
            after,
            mark,
        )
