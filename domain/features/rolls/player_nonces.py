"""Numbers for the Storyteller's public rolls, left beforehand by the players' pages, which take turns: so that she does
not bring about herself what her dice are drawn with. They are sealed until used."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.core.audience import EVERYONE, SEALED, Audience, Kind
from domain.core.chance import Draw
from domain.core.command import Command, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View

KEPT = 32
"""How many numbers of one seat wait at most: older ones go."""

Nonce = Annotated[bytes, Meta(min_length=16, max_length=16)]


class Loan(Record, frozen=True):
    """The numbers that a seat has left; its id is the seat's. `used`: how many were drawn with so far."""

    irrevocable: ClassVar[bool] = True

    nonces: tuple[bytes, ...]
    used: int = 0


class NoncesLeft(Event, frozen=True):
    """A player's page left numbers for the Storyteller's rolls."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    seat: str
    nonces: tuple[bytes, ...]

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Loan, self.seat) or Loan(self.seat, ())
        records.put(msgspec.structs.replace(found, nonces=(*found.nonces, *self.nonces)[-KEPT:]))


class NonceUsed(Event, frozen=True):
    """The oldest number of a seat was drawn with."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    seat: str

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Loan, self.seat)
        if found is not None:
            records.put(Loan(self.seat, found.nonces[1:], found.used + 1))


class LeaveNonces(Command, frozen=True):
    """Leave random numbers with which the Storyteller's public rolls are to be drawn. A page does so by itself."""

    nonces: Annotated[tuple[Nonce, ...], Meta(min_length=1, max_length=16)]

    def check(self, view: View) -> None:
        if view.seat.is_storyteller:
            raise Refusal("players-only", "The numbers for the Storyteller's dice come from the players.")

    def decide(self, table: Deciding) -> None:
        table.emit(SEALED, NoncesLeft(table.seat.id, self.nonces))


def dice(table: Deciding, audience: Audience) -> Draw:
    """The dice of one roll, for those who will see them. The Storyteller's public ones are drawn with a number that a
    player's page has left, where there is one: all rolls of one command with the same."""
    public = table.state.everyone.count
    count = public if EVERYONE in table.told else public + 1
    if not table.seat.is_storyteller:
        return table.chance.roll(audience, count, table.seat.id)
    if audience == EVERYONE and table.lent_nonce is None:
        table.lent_nonce = borrow(table)
    by, nonce = table.lent_nonce if audience == EVERYONE and table.lent_nonce else ("", b"")
    return table.chance.roll(audience, count, by, nonce)


def borrow(table: Deciding) -> tuple[str, bytes]:
    """The next number that somebody has left, of whoever has lent least; nobody's and none where there is none."""
    loans = [loan for loan in table.state.partition(SEALED).all(Loan) if loan.nonces]
    if not loans:
        return "", b""
    loan = min(loans, key=lambda one: (one.used, one.id))
    table.emit(SEALED, NonceUsed(loan.id))
    return loan.id, loan.nonces[0]
