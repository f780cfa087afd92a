"""Rounds: all waiting commands decided together on the speculative fold, to be appended in one call.

A round is taken back or stands as a whole. Until it stands nobody hears of it, not even those whom it refuses: their
refusals rest on its fold.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from domain.core.audience import EVERYONE, Audience, Seat
from domain.core.chance import Chance
from domain.core.command import Command
from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.table.settings import SceneKey
from domain.perform import perform
from server.clock import Clock
from server.fold.commit_codec import pack
from server.fold.projection import End, Told
from server.fold.stream_fold import Receipt, StreamFold
from server.log.contract import Head, Pending, link
from server.protocol.frames import BEHIND_MOST
from server.stream.fan_out import Subscriber

log_ = logging.getLogger("coterie.group_commit")

BUSY_AFTER: Final = 2.0
"""Seconds after its arrival that a command is given up as `busy`."""

BUSY: Final = Refusal("busy", "The table cannot keep up. Try again in a moment.")
FAILED: Final = Refusal("failed", "Something is wrong with the server. Nothing changed.")
ID_USED: Final = Refusal("id-used", "This id was used for another command. Make a new one.")
TOO_OLD: Final = Refusal("too-old", "This was sent from a view that is far behind. Look at the table and try again.")
FENCED: Final = Refusal(
    "fenced",
    "This server cannot read the end of this table's log: a newer Coterie wrote it, or it is damaged. You see the "
    "table as it was before that, and nothing can be added to it here.",
)
ANOTHER_PAST: Final = Refusal("another-past", "The log was found to have another past. Look back at it again.")
UNSAVED: Final = Refusal("unsaved", "The log cannot be written just now. Nothing was changed.")
WEAKENED: Final = Refusal(
    "unsaved",
    "A crash could now lose what this server saves, for its storage was set to keep less. Nothing was changed, and "
    "nothing can be added until that is mended.",
)

ChanceFor = Callable[[SceneKey | None, bytes, int], Chance]
"""Makes a command's chance from the stream's seeds, the command's key, and the time."""


class PastState(NamedTuple):
    """A table as it was at an earlier moment, after the commit `at`; and where the log was when it was read."""

    state: State
    at: Head
    head: Head


class Submission(msgspec.Struct, eq=False):
    """A command on its way. `key` is what it is applied once under; `since` is when it came, or
    all was there that it takes to decide it: steady seconds."""

    seat: Seat
    id: bytes
    key: bytes
    digest: bytes
    command: Command
    seen: int
    since: float
    subscriber: Subscriber | None = None
    answered: Callable[[str], None] | None = None
    """For the server's own commands: called with "" or the refusal's code."""
    past: PastState | None = None
    """The table as it was at the moment that it goes back to, or on from."""
    unfit: Refusal | None = None
    """Why it is not decided, whatever the table is like when its turn comes: it is answered by its receipt, or so."""

    def same_as(self, other: "Submission") -> bool:
        """Whether both are one command, which applies once."""
        return self.key == other.key and self.digest == other.digest


class DecidedCommit(msgspec.Struct, frozen=True, eq=False):
    """A commit decided and folded, not yet durable. `mark` is where the journal was before it."""

    submission: Submission
    pending: Pending
    at: int
    facts: list[Fact]
    audiences: list[Audience]
    told: Told
    head: Head
    mark: int


class CommitGroup(msgspec.Struct, eq=False):
    """What one append is to bring about."""

    made: list[DecidedCommit] = []
    refused: list[tuple[Submission, Refusal]] = []
    applied: list[tuple[Submission, Receipt]] = []
    """Commands that stand already: they get their first result again."""
    duplicates: list[Submission] = []
    """Commands whose like is in this round: the next one knows what became of it."""
    submissions: list[Submission] = []
    """Those decided, in their order: what is decided anew when the round is taken back."""

    def undo(self, folded: StreamFold) -> None:
        """Undo the whole round, the newest commit first."""
        for made in reversed(self.made):
            folded.state.undo(made.mark, made.audiences)


@dataclass(frozen=True, slots=True)
class Decider:
    """What deciding needs besides the fold."""

    clock: Clock
    chance_for: ChanceFor
    maybe_applied: Callable[[Submission], bool]
    """Whether a command may stand, so that it can no longer be given up."""

    def decide(self, folded: StreamFold, submissions: Iterable[Submission], *, fenced: bool) -> CommitGroup:
        """Decide these commands one after the other, each on what the ones before it made."""
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
            group.submissions.append(submission)
            try:
                self._check(folded, submission, receipt, now, fenced=fenced)
                made = self._make(folded, submission, at, head, ends)
            except Refusal as refusal:
                group.refused.append((submission, refusal))
            except Exception:  # a bug in one command is that command's end, not the table's
                log_.exception("%s failed", type(submission.command).__name__)
                group.refused.append((submission, FAILED))
            else:
                keys.add(submission.key)
                head = made.head
                group.made.append(made)
        return group

    def _check(
        self, folded: StreamFold, submission: Submission, receipt: Receipt | None, now: float, *, fenced: bool
    ) -> None:
        if receipt is not None:  # with this content it was applied already, and not decided again
            raise ID_USED
        if fenced:
            raise FENCED
        if submission.unfit is not None:
            raise submission.unfit
        if now - submission.since > BUSY_AFTER and not self.maybe_applied(submission):
            raise BUSY
        if submission.seat.is_storyteller and submission.command.back_to is not None:
            past = submission.past
            if past is None or (past.head != folded.head and past.head.chain not in folded.chains):
                raise ANOTHER_PAST
        public = folded.projection.ends.get(EVERYONE)
        if submission.subscriber is not None and public is not None and public.count - submission.seen > BEHIND_MOST:
            raise TOO_OLD

    def _make(
        self, folded: StreamFold, submission: Submission, at: int, head: Head, ends: dict[Audience, End]
    ) -> DecidedCommit:
        state = folded.state
        mark = len(state.journal)
        chance, past = (
            self.chance_for(folded.key, submission.key, at),
            submission.past.state if submission.past else None,
        )
        deciding = perform(state, submission.seat, submission.command, chance, past)
        try:
            packed = pack(submission.seat.id, submission.digest, at, deciding.facts)
            after = Head(head.seq + 1, link(head.chain, packed.payload))
            told = folded.tell(ends, after.seq, at, packed.told, mark)
        except BaseException:
            state.undo(mark, deciding.told)
            raise
        return DecidedCommit(
            submission, Pending(submission.key, packed.payload), at, deciding.facts, deciding.told, told, after, mark
        )
