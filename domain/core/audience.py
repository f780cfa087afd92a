"""Who may know a fact. Every fact has exactly one audience, and so has every record, for life.

`everyone`; `storyteller` (a role, resolved when read); named seats (the Storyteller reads these too); `sealed`
(nobody, not even the Storyteller, until opened by an event of another audience).
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
    """The audience of these seats, whatever their order. Raises ValueError when none is named."""
    if not ids:
        raise ValueError("an audience of seats names at least one seat")
    return Audience(_SEATS + ",".join(sorted(set(ids))))


def named(audience: Audience) -> frozenset[str]:
    """The ids of the seats that an audience names; none where it names none."""
    return frozenset(audience[len(_SEATS) :].split(",")) if audience.startswith(_SEATS) else frozenset()


@lru_cache(maxsize=4096)  # every fact asks
def kind(audience: Audience) -> Kind:
    """Which of the four kinds an audience is. Raises ValueError for anything else."""
    plain = _PLAIN.get(audience)
    if plain is not None:
        return plain
    if audience.startswith(_SEATS) and len(audience) > len(_SEATS):
        return "seats"
    raise ValueError(f"{audience!r} is no audience: everyone, storyteller, sealed or seats:ID,...")


def covers(audience: Audience, heard: Audience) -> bool:
    """Whether everybody who hears what is told to `heard` may know facts of the audience too. Default deny."""
    if audience in (EVERYONE, heard):
        return True
    if heard == STORYTELLER:
        return audience != SEALED
    if kind(heard) != "seats" or kind(audience) != "seats":
        return False
    return set(heard[len(_SEATS) :].split(",")) <= set(audience[len(_SEATS) :].split(","))


class Seat(msgspec.Struct, frozen=True, cache_hash=True):
    """A place at the table: who asks, and who reads."""

    id: str
    role: Role

    @property
    def is_storyteller(self) -> bool:
        """Whether this is the Storyteller's seat."""
        return self.role == "storyteller"

    def reads(self, audience: Audience) -> bool:
        """Whether this seat may know facts of the audience in full. Default deny."""
        if audience == EVERYONE:
            return True
        if self.role == "storyteller":
            return audience != SEALED
        return self.id in named(audience)


TABLE = Seat("", "storyteller")
"""The table itself: sends the commands that open and close streams, never a person."""
