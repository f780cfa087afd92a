"""Nonces for the Storyteller's public rolls. A nonce is a random number that goes into the dice. The players' pages
send nonces in advance, and those of different players are used in turn, so that the Storyteller cannot choose the nonce
of her own dice. Nobody can read a nonce before it is used."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.command import Command
from domain.core.audience import EVERYONE, SEALED, Audience, Kind
from domain.core.chance import Draw
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View

KEPT = 32
"""The number of nonces that are kept for a seat; when there are more, the oldest is dropped."""

Nonce = Annotated[bytes, Meta(min_length=16, max_length=16)]


class Loan(Record, frozen=True):
    """The unused nonces of a seat; its id is the seat's. `used`: the number of nonces used so far."""

    irrevocable: ClassVar[bool] = True

    nonces: tuple[bytes, ...]
    used: int = 0


class NoncesLeft(Event, frozen=True):
    """A player's page sent nonces for the Storyteller's rolls."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    seat: str
    nonces: tuple[bytes, ...]

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Loan, self.seat) or Loan(self.seat, ())
        records.put(msgspec.structs.replace(found, nonces=(*found.nonces, *self.nonces)[-KEPT:]))


class NonceUsed(Event, frozen=True):
    """The oldest nonce of a seat was used for a roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    seat: str

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Loan, self.seat)
        if found is not None:
            records.put(Loan(self.seat, found.nonces[1:], found.used + 1))


class LeaveNonces(Command, frozen=True):
    """Send random nonces for the Storyteller's public rolls. A player's client sends this command by itself."""

    nonces: Annotated[tuple[Nonce, ...], Meta(min_length=1, max_length=16)]

    def check(self, view: View) -> None:
        if view.seat.is_storyteller:
            raise Refusal("players-only-nonces")

    def decide(self, table: Deciding) -> None:
        table.emit(SEALED, NoncesLeft(table.seat.id, self.nonces))


def dice(table: Deciding, audience: Audience) -> Draw:
    """Return the dice of a roll that this audience will see. For the Storyteller's public dice, a nonce from a player's
    page is used if there is one; all rolls of a command use the same nonce."""
    public = table.state.everyone.count
    count = public if EVERYONE in table.audiences else public + 1
    if not table.seat.is_storyteller:
        return table.chance.roll(audience, count, table.seat.id)
    if audience == EVERYONE and table.lent_nonce is None:
        table.lent_nonce = borrow(table)
    by, nonce = table.lent_nonce if audience == EVERYONE and table.lent_nonce else ("", b"")
    return table.chance.roll(audience, count, by, nonce)


def borrow(table: Deciding) -> tuple[str, bytes]:
    """Take the next nonce of the player whose nonces were used least often. Return the seat and the nonce; both are
    empty if there is no nonce."""
    loans = [loan for loan in table.state.partition(SEALED).all(Loan) if loan.nonces]
    if not loans:
        return "", b""
    loan = min(loans, key=lambda one: (one.used, one.id))
    table.emit(SEALED, NonceUsed(loan.id))
    return loan.id, loan.nonces[0]
