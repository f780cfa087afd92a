"""Audiences: the people who may know a fact. Every fact has exactly one audience, and every record keeps one for life.

- `everyone`: all seats.
- `storyteller`: a role; the seat that has it is looked up when the fact is read.
- `seats:ID,...`: the named seats, and the Storyteller.
- `sealed`: no seat, not even the Storyteller, until an event of another audience opens it.
"""

from functools import lru_cache
from typing import Literal, NewType

import msgspec

Audience = NewType("Audience", str)
Kind = Literal["everyone", "storyteller", "seats", "sealed"]
Role = Literal["storyteller", "player", "spectator"]

EVERYONE = Audience("everyone")
STORYTELLER = Audience("storyteller")
SEALED = Audience("sealed")

_SEATS = "seats:"
_PLAIN: dict[str, Kind] = {"everyone": "everyone", "storyteller": "storyteller", "sealed": "sealed"}


def seats(*ids: str) -> Audience:
    """Return the audience of the named seats, in any order. Raise ValueError if no seat is named."""
    if not ids:
        raise ValueError("an audience of seats names at least one seat")
    return Audience(_SEATS + ",".join(sorted(set(ids))))


def named(audience: Audience) -> frozenset[str]:
    """Return the ids of the seats that an audience names, if any."""
    return frozenset(audience[len(_SEATS) :].split(",")) if audience.startswith(_SEATS) else frozenset()


@lru_cache(maxsize=4096)  # called for every fact
def kind(audience: Audience) -> Kind:
    """Return the kind of an audience. Raise ValueError if the text is no audience."""
    plain = _PLAIN.get(audience)
    if plain is not None:
        return plain
    if audience.startswith(_SEATS) and len(audience) > len(_SEATS):
        return "seats"
    raise ValueError(f"{audience!r} is no audience: everyone, storyteller, sealed or seats:ID,...")


def covers(audience: Audience, heard: Audience) -> bool:
    """True if all readers of `heard` may also read facts of `audience`. Denies by default."""
    if audience in (EVERYONE, heard):
        return True
    if heard == STORYTELLER:
        return audience != SEALED
    if kind(heard) != "seats" or kind(audience) != "seats":
        return False
    return set(heard[len(_SEATS) :].split(",")) <= set(audience[len(_SEATS) :].split(","))


class Seat(msgspec.Struct, frozen=True, cache_hash=True):
    """A place at the table, which sends commands and reads facts."""

    id: str
    role: Role

    @property
    def is_storyteller(self) -> bool:
        """True if this is the Storyteller's seat."""
        return self.role == "storyteller"

    def reads(self, audience: Audience) -> bool:
        """True if this seat may read facts of the audience. Denies by default."""
        if audience == EVERYONE:
            return True
        if self.role == "storyteller":
            return audience != SEALED
        return self.id in named(audience)


TABLE = Seat("", "storyteller")
"""The seat of the server itself. It sends the commands that open and close streams. No person has this seat."""
