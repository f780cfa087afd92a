"""Creating characters, and writing their sheets."""

from typing import ClassVar

from domain.audience import EVERYONE, STORYTELLER, Kind
from domain.bounds import Id, Name, PlayerId, ShortText
from domain.command import Command, Place, Refusal
from domain.deciding import Deciding
from domain.equipment import Flags, Items
from domain.event import Event
from domain.features.cast import (
    Face,
    FaceShown,
    HealthStated,
    Pools,
    SheetWritten,
    Specialties,
    Traits,
    character,
    own,
    owned,
    sheet_audience,
)
from domain.features.story import tell
from domain.state import Partition, View

CAST_MOST = 200
OWN_MOST = 10


class CreateCharacter(Command, frozen=True):
    """Bring a character to the table. Players make their own; the Storyteller may name a player's seat, or hide it."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    name: Name
    concept: ShortText = ""
    kind: Name = "mortal"
    traits: Traits = ()
    specialties: Specialties = ()
    pools: Pools = ()
    player: PlayerId = ""
    hidden: bool = False
    items: Items = ()
    flags: Flags = ()

    def check(self, view: View) -> None:
        if not view.seat.tells and (self.hidden or self.player not in ("", view.seat.id)):
            raise Refusal("not-yours", "You can make characters of your own; only the Storyteller makes others.")
        faces = list(view.all(Face))
        if len(faces) >= CAST_MOST or (not view.seat.tells and len(list(owned(view))) >= OWN_MOST):
            raise Refusal("too-many", f"A table holds {CAST_MOST} characters, {OWN_MOST} of them one player's.")
        if self.player and self.hidden:
            raise Refusal("hidden-player", "A player's character cannot be hidden from its player.")

    def decide(self, table: Deciding) -> None:
        player = self.player if table.seat.tells else table.seat.id
        audience = STORYTELLER if self.hidden else EVERYONE
        id_ = table.chance.id(audience)
        table.emit(audience, FaceShown(id_, self.name, self.concept, player, self.kind), HealthStated(id_, 0, 0, 0))
        written = SheetWritten(id_, self.traits, self.specialties, self.pools, self.items, self.flags)
        table.emit(sheet_audience(player), written)


class SheetChanged(Event, frozen=True):
    """A player wrote a sheet anew: the Storyteller should know."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    who: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "{0}'s sheet was changed.", self.id, who=self.who)


class ChangeSheet(Command, frozen=True):
    """Write a character's sheet anew."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id
    traits: Traits
    specialties: Specialties = ()
    pools: Pools = ()
    items: Items = ()
    flags: Flags = ()

    def check(self, view: View) -> None:
        own(view, self.actor)

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        event = SheetWritten(self.actor, self.traits, self.specialties, self.pools, self.items, self.flags)
        table.emit(sheet_audience(face.player), event)
        if not table.seat.tells:
            table.emit(STORYTELLER, SheetChanged(self.actor, table.seat.id))
