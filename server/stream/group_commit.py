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
from domain.core.command import Command, Refusal
from domain.core.event import Fact
from domain.core.state import State
from domain.features.table.settings import SceneKey
from domain.perform import perform
from server.clock import Clock
from server.fold.commit_codec import pack
from server.fold.projection import End, Told
from server.fold.stream_fold import Folded, Receipt
from server.log.contract import Head, Pending, link
from server.protocol.frames import BEHIND_MOST
from server.stream.fan_out import Viewer

log_ = logging.getLogger("coterie.rounds")

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

ChanceFor = Callable[[SceneKey | None, bytes, int], Chance]
"""Makes a command's chance from the stream's seeds, the command's key, and the time."""


class Past(NamedTuple):
    """A table as it was at an earlier moment, after the commit `at`; and where the log was when it was read."""

    state: State
    at: Head
    head: Head


class Wish(msgspec.Struct, eq=False):
    """A command on its way. `key` is what it is applied once under; `since` is when it came, or
    all was there that it takes to decide it: steady seconds."""

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
    past: Past | None = None
    """The table as it was at the moment that it goes back to, or on from."""
    unfit: Refusal | None = None
    """Why it is not decided, whatever the table is like when its turn comes: it is answered by its receipt, or so."""

    def same_as(self, other: "Wish") -> bool:
        """Whether both are one command, which applies once."""
        return self.key == other.key and self.digest == other.digest


class Made(msgspec.Struct, frozen=True, eq=False):
    """A commit decided and folded, not yet durable. `mark` is where the journal was before it."""

    wish: Wish
    pending: Pending
    at: int
    facts: list[Fact]
    audiences: list[Audience]
    told: Told
    head: Head
    mark: int


class Round(msgspec.Struct, eq=False):
    """What one append is to bring about."""

    made: list[Made] = []
    refused: list[tuple[Wish, Refusal]] = []
    applied: list[tuple[Wish, Receipt]] = []
    """Commands that stand already: they get their first result again."""
    twins: list[Wish] = []
    """Commands whose like is in this round: the next one knows what became of it."""
    wishes: list[Wish] = []
    """Those decided, in their order: what is decided anew when the round is taken back."""

    def take_back(self, folded: Folded) -> None:
        """Undo the whole round, the newest commit first."""
        for made in reversed(self.made):
            folded.state.undo(made.mark, made.audiences)


@dataclass(frozen=True, slots=True)
class Decider:
    """What deciding needs besides the fold."""

    clock: Clock
    chance_for: ChanceFor
    in_doubt: Callable[[Wish], bool]
    """Whether a command may stand, so that it can no longer be given up."""

    def decide(self, folded: Folded, wishes: Iterable[Wish], *, fenced: bool) -> Round:
        """Decide these commands one after the other, each on what the ones before it made."""
        round_ = Round()
        ends = dict(folded.projection.ends)
        head = folded.head
        keys: set[bytes] = set()
        now, at = self.clock.steady(), max(self.clock.wall(), folded.at)
        for wish in wishes:
            receipt = folded.receipt(wish.seat.id, wish.key)
            if receipt is not None and receipt.digest == wish.digest:
                round_.applied.append((wish, receipt))
                continue
            if wish.key in keys:
                round_.twins.append(wish)
                continue
            round_.wishes.append(wish)
            try:
                self._check(folded, wish, receipt, now, fenced=fenced)
                made = self._make(folded, wish, at, head, ends)
            except Refusal as refusal:
                round_.refused.append((wish, refusal))
            except Exception:  # a bug in one command is that command's end, not the table's
                log_.exception("%s failed", type(wish.command).__name__)
                round_.refused.append((wish, FAILED))
            else:
                keys.add(wish.key)
                head = made.head
                round_.made.append(made)
        return round_

    def _check(self, folded: Folded, wish: Wish, receipt: Receipt | None, now: float, *, fenced: bool) -> None:
        if receipt is not None:  # with this content it was applied already, and not decided again
            raise ID_USED
        if fenced:
            raise FENCED
        if wish.unfit is not None:
            raise wish.unfit
        if now - wish.since > BUSY_AFTER and not self.in_doubt(wish):
            raise BUSY
        if wish.seat.is_storyteller and wish.command.back_to is not None:
            past = wish.past
            if past is None or (past.head != folded.head and past.head.chain not in folded.chains):
                raise ANOTHER_PAST
        public = folded.projection.ends.get(EVERYONE)
        if wish.viewer is not None and public is not None and public.count - wish.seen > BEHIND_MOST:
            raise TOO_OLD

    def _make(self, folded: Folded, wish: Wish, at: int, head: Head, ends: dict[Audience, End]) -> Made:
        state = folded.state
        mark = len(state.journal)
        chance, past = self.chance_for(folded.key, wish.key, at), wish.past.state if wish.past else None
        deciding = perform(state, wish.seat, wish.command, chance, past)
        try:
            packed = pack(wish.seat.id, wish.digest, at, deciding.facts)
            after = Head(head.seq + 1, link(head.chain, packed.payload))
            told = folded.tell(ends, after.seq, at, packed.told, mark)
        except BaseException:
            state.undo(mark, deciding.told)
            raise
        return Made(wish, Pending(wish.key, packed.payload), at, deciding.facts, deciding.told, told, after, mark)
