"""The cast: a character is a public face, and a sheet that its player and the Storyteller read.

A hidden character (X4) has no face: what would be its face stands in the Storyteller's audience until it is revealed.
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import EVERYONE, STORYTELLER, Audience, Kind, seats
from domain.bounds import Dots, Id, Name, PlayerId, ShortText
from domain.command import Choice, Command, Input, Option, Place, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.setting import at_table, storyteller_only
from domain.features.story import literal, tell
from domain.record import Record
from domain.state import Partition, View

Traits = tuple[tuple[Name, Dots], ...]
Pools = tuple[tuple[Name, Dots, Dots], ...]
"""Name, rating, points left (D16)."""

FACES: frozenset[Kind] = frozenset({"everyone", "storyteller"})


class Face(Record, frozen=True):
    """What the table sees of a character. `player` is its seat's id, "" for one of the Storyteller's."""

    face: ClassVar[bool] = True

    name: str
    concept: str
    player: str
    kind: str
    """mortal, vampire or other (rules 9)."""

    def stated(self) -> Event:
        return FaceShown(self.id, self.name, self.concept, self.player, self.kind)


class Health(Record, frozen=True):
    """Levels of damage of each kind that a character bears, as the table sees it (C29)."""

    face: ClassVar[bool] = True

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    def stated(self) -> Event:
        return HealthStated(self.id, self.bashing, self.lethal, self.aggravated)


class Sheet(Record, frozen=True):
    """A character's traits (D1), specialties and stores of points (D16)."""

    traits: Traits
    specialties: tuple[str, ...] = ()
    pools: Pools = ()

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
    specialties: tuple[str, ...]
    pools: Pools

    def apply(self, records: Partition, at: int) -> None:
        records.put(Sheet(self.id, self.traits, self.specialties, self.pools))


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
        records.put(Sheet(sheet.id, sheet.traits, sheet.specialties, pools))


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


class Revealed(Event, frozen=True):
    """A character that was not to be seen steps out (X4)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "{0} appears.", self.id)


class Vanished(Event, frozen=True):
    """A character can no longer be seen. The name is in the fact: the face is gone."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{literal(self.name)} is no longer to be seen.")


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
        raise Refusal("no-such-character", "There is no such character here.")
    return face


def own(view: View, actor: str) -> Face:
    """A character that this seat may act for: its own, or any for the Storyteller. Raises `Refusal`."""
    at_table(view)
    face = character(view, actor)
    if not view.seat.tells and face.player != view.seat.id:
        raise Refusal("not-yours", f"{face.name} is not yours to play.")
    return face


def owned(view: View) -> Iterator[Face]:
    """The characters that this seat may act for."""
    return (f for f in view.all(Face) if view.seat.tells or f.player == view.seat.id)


def sheet(view: View, actor: str) -> Sheet:
    """A character's sheet, where this seat reads it; one without any trait otherwise."""
    return view.get(Sheet, actor) or Sheet(actor, ())


class CreateCharacter(Command, frozen=True):
    """Bring a character to the table. Players make their own; the Storyteller may name a player's seat, or hide it."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    name: Name
    concept: ShortText = ""
    kind: Name = "mortal"
    traits: Traits = ()
    specialties: tuple[Name, ...] = ()
    pools: Pools = ()
    player: PlayerId = ""
    hidden: bool = False

    def check(self, view: View) -> None:
        at_table(view)
        if not view.seat.tells and (self.hidden or self.player not in ("", view.seat.id)):
            raise Refusal("not-yours", "You can make characters of your own; only the Storyteller makes others.")
        if self.player and self.hidden:
            raise Refusal("hidden-player", "A player's character cannot be hidden from its player.")
        if len(self.traits) > 100 or len(self.specialties) > 20 or len(self.pools) > 20:
            raise Refusal("too-much", "A sheet holds at most 100 traits, 20 specialties and 20 stores of points.")

    def decide(self, table: Deciding) -> None:
        player = self.player if table.seat.tells else table.seat.id
        audience = STORYTELLER if self.hidden else EVERYONE
        id_ = table.chance.id(audience)
        table.emit(audience, FaceShown(id_, self.name, self.concept, player, self.kind), HealthStated(id_, 0, 0, 0))
        table.emit(sheet_audience(player), SheetWritten(id_, self.traits, self.specialties, self.pools))


class ChangeSheet(Command, frozen=True):
    """Write a character's sheet anew."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id
    traits: Traits
    specialties: tuple[Name, ...] = ()
    pools: Pools = ()

    def check(self, view: View) -> None:
        own(view, self.actor)

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        event = SheetWritten(self.actor, self.traits, self.specialties, self.pools)
        table.emit(sheet_audience(face.player), event)


class RevealCharacter(Command, frozen=True):
    """Let everybody see a hidden character (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if not hidden(view, self.actor):
            raise Refusal("not-hidden", "Everybody sees this character already.")

    def decide(self, table: Deciding) -> None:
        move_face(table, self.actor, STORYTELLER, EVERYONE)
        table.emit(EVERYONE, Revealed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            for face in view.all(Face):
                if hidden(view, face.id):
                    yield Option(cls.__name__, face.id, f"Reveal {face.name}", group="cast")


class HideCharacter(Command, frozen=True):
    """Take one of the Storyteller's characters out of everybody's sight (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if face.player:
            raise Refusal("hidden-player", "A player's character cannot be hidden from its player.")
        if hidden(view, self.actor):
            raise Refusal("already-hidden", "This character is hidden already.")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, Vanished(character(table.full, self.actor).name))
        move_face(table, self.actor, EVERYONE, STORYTELLER)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            for face in view.all(Face):
                if not face.player and not hidden(view, face.id):
                    yield Option(cls.__name__, face.id, f"Hide {face.name}", group="cast")


class SetHealth(Command, frozen=True):
    """Override how hurt a character is (G0)."""

    actor: Id
    bashing: Dots = 0
    lethal: Dots = 0
    aggravated: Dots = 0

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)

    def decide(self, table: Deciding) -> None:
        event = HealthStated(self.actor, self.bashing, self.lethal, self.aggravated)
        table.emit(face_audience(table.full, self.actor), event)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            names = ("bashing", "lethal", "aggravated")
            for face in view.all(Face):
                levels = tuple(Input(n, n.capitalize(), "number", most=10) for n in names)
                yield Option(cls.__name__, face.id, f"Set {face.name}'s health", group="cast", inputs=levels)


def face_of(records: Partition, actor: str) -> list[Record]:
    """All records of an audience that are a character's face."""
    return [r for type_, table in records.tables.items() if type_.face for r in table.values() if r.of == actor]


def move_face(table: Deciding, actor: str, source: Audience, target: Audience) -> None:
    """State all that is a character's face to another audience, and take it from the first."""
    shown = face_of(table.state.partition(source), actor)
    table.emit(source, FaceLeft(actor))
    for record in shown:
        table.emit(target, record.stated())


def targets(view: View, actor: str) -> tuple[Choice, ...]:
    """Everybody whom this seat sees, other than the actor, as choices."""
    return tuple(Choice(f.id, f.name) for f in view.all(Face) if f.id != actor)
