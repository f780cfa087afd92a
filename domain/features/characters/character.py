"""The cast: a character is a public face, and a sheet that its player and the Storyteller read.

A hidden character (X4) has no face: what would be its face stands in the Storyteller's audience until it is revealed.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, seats
from domain.core.command import Refusal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.rules.character_file import Pools, Specialties, Traits
from domain.rules.equipment import Flags, Items

FACES: frozenset[Kind] = frozenset({"everyone", "storyteller"})
OWN_MOST: Final = 10
"""How many characters one player may have."""


class Face(Record, frozen=True):
    """What the table sees of a character. `player` is its seat's id, "" for one of the Storyteller's."""

    face: ClassVar[bool] = True

    name: str
    concept: str
    player: str
    kind: str
    """mortal, vampire or other (rules 9)."""

    def restating_event(self) -> Event:
        return FaceShown(self.id, self.name, self.concept, self.player, self.kind)


class Health(Record, frozen=True):
    """Levels of damage of each kind that a character bears, as the table sees it (C29)."""

    face: ClassVar[bool] = True

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    def restating_event(self) -> Event:
        return HealthStated(self.id, self.bashing, self.lethal, self.aggravated)


class Sheet(Record, frozen=True):
    """A character's traits (D1), specialties, stores of points (D16), what it carries, and its powers by name."""

    beside_sheet: ClassVar[bool] = True

    traits: Traits
    specialties: Specialties = ()
    pools: Pools = ()
    items: Items = ()
    flags: Flags = ()

    def restating_event(self) -> "SheetWritten":
        return SheetWritten(self.id, self.traits, self.specialties, self.pools, self.items, self.flags)

    def dots(self, trait: str) -> int:
        """The trait's dots; one that is not on the sheet is zero (D1)."""
        for name, dots in self.traits:
            if name == trait:
                return dots
        return 0

    def points(self, pool: str) -> int:
        """Points left in a store, 0 where there is none."""
        return next((points for name, _, points in self.pools if name == pool), 0)


class FaceShown(Event, frozen=True):
    """A character stands where the audience sees it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    name: str
    concept: str
    player: str
    kind: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Face(self.id, self.name, self.concept, self.player, self.kind))


class HealthStated(Event, frozen=True):
    """How hurt a character is now."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    bashing: int
    lethal: int
    aggravated: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Health(self.id, self.bashing, self.lethal, self.aggravated))


class SheetWritten(Event, frozen=True):
    """A character's sheet, whole."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    traits: Traits
    specialties: Specialties
    pools: Pools
    items: Items = ()
    flags: Flags = ()

    def apply(self, records: Partition, at: int) -> None:
        records.put(Sheet(self.id, self.traits, self.specialties, self.pools, self.items, self.flags))


class PointsSet(Event, frozen=True):
    """A store of points holds that many now (D16): the rating stays."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    pool: str
    points: int

    def apply(self, records: Partition, at: int) -> None:
        sheet = records.get(Sheet, self.id)
        if sheet is None:
            return
        pools = tuple((n, r, self.points if n == self.pool else p) for n, r, p in sheet.pools)
        records.put(msgspec.structs.replace(sheet, pools=pools))


class FaceLeft(Event, frozen=True):
    """A character is no longer where the audience sees it: all that was its face goes."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        for record in face_of(records, self.id):
            records.drop(type(record), record.id)


class SheetTaken(Event, frozen=True):
    """A character is out of the scene, sheet and all."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Sheet, self.id)


def sheet_audience(player: str) -> Audience:
    """Who reads a sheet: its player and the Storyteller, or the Storyteller alone."""
    return seats(player) if player else STORYTELLER


def face_audience(view: View, actor: str) -> Audience:
    """Where a character's face stands: `everyone`, or `storyteller` while it is hidden."""
    return view.audience_of(Face, actor) or STORYTELLER


def hidden(view: View, actor: str) -> bool:
    """Whether the character is hidden from the players (X4)."""
    return face_audience(view, actor) != EVERYONE


def character(view: View, actor: str) -> Face:
    """A character that this seat sees. Hidden, absent and forbidden get the same answer. Raises `Refusal`."""
    face = view.get(Face, actor)
    if face is None:
        raise Refusal("no-such-character", "There is no such character here (G1).")
    return face


def name_of(view: View, actor: str) -> str:
    """What a character is called, where this seat sees it; one that has left is somebody."""
    face = view.get(Face, actor)
    return face.name if face else "somebody"


def own(view: View, actor: str) -> Face:
    """A character that this seat may act for: its own, or any for the Storyteller. Raises `Refusal`."""
    face = character(view, actor)
    if not view.seat.is_storyteller and face.player != view.seat.id:
        raise Refusal("not-yours", f"{face.name} is not yours to play (G1).")
    return face


def owned(view: View) -> Iterator[Face]:
    """The characters that this seat may act for."""
    return (f for f in view.all(Face) if view.seat.is_storyteller or f.player == view.seat.id)


def sheet(view: View, actor: str) -> Sheet:
    """A character's sheet, where this seat reads it; one without any trait otherwise."""
    return view.get(Sheet, actor) or Sheet(actor, ())


def face_of(records: Partition, actor: str) -> list[Record]:
    """All records of an audience that are a character's face."""
    return [
        r for type_, table in records.tables.items() if type_.face for r in table.values() if r.character_id == actor
    ]
