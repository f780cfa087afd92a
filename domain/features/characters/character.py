"""The cast: a character is a public face, and a sheet that its player and the Storyteller read.

Until a hidden character is revealed (X4), the records of its face have the Storyteller as their audience.
"""

from typing import ClassVar, Final

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, seats
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.rules.character_file import Pools, Specialties, Traits
from domain.rules.equipment import Flags, Items
from domain.tracked_view import memoized

FACES: frozenset[Kind] = frozenset({"everyone", "storyteller"})
OWN_MOST: Final = 10
"""The most characters that one player may have."""


class Face(Record, frozen=True):
    """The public part of a character. `player` is its seat's id, "" for a character of the Storyteller's."""

    face: ClassVar[bool] = True

    name: str
    concept: str
    player: str
    kind: str
    """The kind of the character: mortal, vampire or other (rules 9)."""

    def restating_event(self) -> Event:
        return FaceShown(self.id, self.name, self.concept, self.player, self.kind)


class Health(Record, frozen=True):
    """The levels of damage of each kind that a character has, public with its face (C29)."""

    face: ClassVar[bool] = True

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    def restating_event(self) -> Event:
        return HealthStated(self.id, self.bashing, self.lethal, self.aggravated)


class Sheet(Record, frozen=True):
    """A character's traits (D1), specialties, stores of points (D16), equipment, and powers by name."""

    beside_sheet: ClassVar[bool] = True

    traits: Traits
    specialties: Specialties = ()
    pools: Pools = ()
    items: Items = ()
    flags: Flags = ()

    def restating_event(self) -> "SheetWritten":
        return SheetWritten(self.id, self.traits, self.specialties, self.pools, self.items, self.flags)

    def dots(self, trait: str) -> int:
        """Return the trait's dots; a trait that is not on the sheet has none (D1)."""
        for name, dots in self.traits:
            if name == trait:
                return dots
        return 0

    def points(self, pool: str) -> int:
        """Return the points left in a store, 0 if the sheet has no such store."""
        return next((points for name, _, points in self.pools if name == pool), 0)


class FaceShown(Event, frozen=True):
    """The audience sees a character: its face is new, or has changed."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    name: str
    concept: str
    player: str
    kind: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Face(self.id, self.name, self.concept, self.player, self.kind))


class HealthStated(Event, frozen=True):
    """A character's damage as it is now."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    bashing: int
    lethal: int
    aggravated: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Health(self.id, self.bashing, self.lethal, self.aggravated))


class SheetWritten(Event, frozen=True):
    """A character's whole sheet was written."""

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
    """A store holds a new number of points (D16). Its rating does not change."""

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
    """The audience no longer sees a character. All records of its face are dropped."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        for record in face_of(records, self.id):
            records.drop(type(record), record.id)


class SheetTaken(Event, frozen=True):
    """The audience no longer has a character's sheet, because the character left the scene or has another player."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Sheet, self.id)


def sheet_audience(player: str) -> Audience:
    """Return the audience of a sheet: the player's seat, which the Storyteller reads too; or the Storyteller alone."""
    return seats(player) if player else STORYTELLER


def face_audience(view: View, actor: str) -> Audience:
    """Return the audience of a character's face: `everyone`, or `storyteller` while it is hidden."""
    return view.audience_of(Face, actor) or STORYTELLER


def hidden(view: View, actor: str) -> bool:
    """True if the character is hidden from the players (X4)."""
    return face_audience(view, actor) != EVERYONE


def character(view: View, actor: str) -> Face:
    """Return a character that this seat sees. Raise a `Refusal` for all others; it is the same whether the character is
    hidden, absent or unknown."""
    face = view.get(Face, actor)
    if face is None:
        raise Refusal("no-such-character", rule="G1")
    return face


def name_of(view: View, actor: str) -> str:
    """Return a character's name, or "somebody" if this view does not have the character's face."""
    face = view.get(Face, actor)
    return face.name if face else "somebody"


def own(view: View, actor: str) -> Face:
    """Return a character that this seat may act for: its own, or any for the Storyteller. Raise `Refusal` if there is
    none."""
    face = character(view, actor)
    if not view.seat.is_storyteller and face.player != view.seat.id:
        raise Refusal("not-yours", rule="G1", who=character_ref(actor))
    return face


@memoized
def owned(view: View) -> tuple[Face, ...]:
    """Return the characters that this seat may act for."""
    if view.seat.is_storyteller:
        return tuple(view.all(Face))
    return tuple(face for face in view.all(Face) if face.player == view.seat.id)


def by_seat(view: View, actor: str, label: Words) -> Words:
    """Return the label of an option for a character. The Storyteller plays many characters, so her label begins with
    the name, and says if the character is hidden."""
    if not view.seat.is_storyteller:
        return label
    what, who = Words(label.id, label.args), character_ref(actor)  # the rule stands in the whole label
    if hidden(view, actor):
        return phrase("option-of-hidden", rule=label.rule, who=who, what=what)
    return phrase("option-of", rule=label.rule, who=who, what=what)


def sheet(view: View, actor: str) -> Sheet:
    """Return a character's sheet, or an empty sheet if this view cannot read it."""
    return view.get(Sheet, actor) or Sheet(actor, ())


def face_of(records: Partition, actor: str) -> list[Record]:
    """Return all records of one audience that are part of a character's face."""
    return [
        r for type_, table in records.tables.items() if type_.face for r in table.values() if r.character_id == actor
    ]
