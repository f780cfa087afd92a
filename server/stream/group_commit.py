"""Group commit: all waiting commands are decided together and appended in a single call. They are decided on a fold
that already contains the earlier commands of the group, although these are not durable yet.

Rule 1. A group becomes durable as a whole, or it is undone as a whole. Until it is durable, no client receives any part
of it.
Rule 2. A refusal was decided on the state after the earlier commits of its group, so it is sent only after they are
durable. If its seat learns nothing of the group (`tells`), the refusal does not wait: the view from which it was
decided shows nothing of that group, and waiting would tell the seat that the group exists.
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
"""Makes the `Chance` of one command from the sealed seeds of the stream, the key of the command, and the time in
milliseconds."""


class PastState(NamedTuple):
    """The state of a table at an earlier moment, just after the commit `at`. `head`: the end that the log had when this
    state was read."""

    state: State
    at: Head
    head: Head


class Submission(msgspec.Struct, eq=False):
    """A command that waits for its decision. `key`: the 16 bytes under which it applies once. `since`: when the command
    arrived, or when the last fact that it needs was read (`Clock.steady`, in seconds)."""

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
    """Only for commands of the server itself. It is called with "" if the command was accepted, and with the code of
    the refusal if it was refused."""
    past: PastState | None = None
    """The table at the earlier moment, if the command goes back to such a moment or starts a scene from it."""
    unfit: Refusal | None = None
    """The refusal of a command that must not be decided, else None. If the command was applied before, its receipt
    answers it instead."""

    def same_as(self, other: "Submission") -> bool:
        """True if both are the same command, so that only one of them may apply."""
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
    """Commands that were decided together, in a list for each kind of result."""

    decided: list[DecidedCommit] = []
    refused: list[tuple[Submission, Refusal]] = []
    applied: list[tuple[Submission, Receipt]] = []
    """Commands that had been applied before. They receive their first answer again."""
    duplicates: list[Submission] = []
    """Commands with the same key as a commit of this group. The next group answers them from the receipt of that
    commit."""
    submissions: list[Submission] = []
    """The submissions of `decided` and `refused`, in order. If the group is undone, they are decided again."""
    early: list[tuple[Submission, Refusal]] = []
    """Refused commands whose answers need not wait for the commits of the group (Rule 2)."""
    audiences: set[Audience] = set()
    """The audiences of the group's commits."""
    senders: set[Seat] = set()
    """The seats that have a command in the group whose answer waits for the group."""

    def tells(self, seat: Seat) -> bool:
        """True if the group concerns this seat: the seat may read a part of one of its commits, or a command of the
        seat is answered together with the group."""
        return seat in self.senders or any(map(seat.reads, self.audiences))

    def refuse(self, submission: Submission, refusal: Refusal, *, waits: bool) -> None:
        """Add a refused command. `waits`: True if its answer has to wait for the group in any case."""
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
    """Returns True if the command may be in the log already. Such a command must not be refused as busy."""

    def decide(self, folded: StreamFold, submissions: Iterable[Submission], *, fenced: bool) -> CommitGroup:
        """Decide the commands in order, each on the state after the commands before it."""
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
        """Return the refusal that a command would get now, found from the view of its seat alone. Return None if the
        command is legal, or if only deciding it could show that it is not. `now`: the time of `Clock.steady`, in
        seconds."""
        try:
            self._check(folded, submission, folded.receipt(submission.seat.id, submission.key), now, fenced=False)
            check(folded.state, submission.seat, submission.command)
        except Refusal as refusal:
            return refusal
        except Exception:  # a bug in this command: it fails, and the bug is logged, when it is decided
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
        """Decide a command, fold its facts, and encode them for the log and for the subscribers. If any of these steps
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
