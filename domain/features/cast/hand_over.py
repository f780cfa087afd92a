"""Handing over: the Storyteller gives a character to a player, or a player takes a character that is free (G0, rules
9)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id, PlayerId
from domain.core.deciding import Deciding
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, named, phrase
from domain.features.cast.follow_character import move_sheet
from domain.features.characters.character import (
    OWN_MOST,
    Face,
    FaceShown,
    SheetTaken,
    character,
    hidden,
    own,
)
from domain.features.characters.conditions import bears
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_phase
from domain.records.bearing import Bearing
from domain.tracked_view import memoized

UNPLAYED = "unplayed"


class HandedOver(FaceShown, frozen=True):
    """A character got a new player, or went back to the Storyteller."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    def apply(self, records: Partition, at: int) -> None:
        super().apply(records, at)
        told = "line-has-player" if self.player else "line-storytellers-now"
        tell(records, at, phrase(told, who=character_ref(self.id)))
        for borne in [b for b in records.all(Bearing) if b.character == self.id and b.name == UNPLAYED]:
            records.drop(Bearing, borne.id)


class SheetHandedOn(SheetTaken, frozen=True):
    """A character's sheet, and all records with the audience of the sheet, were removed from this audience."""

    def apply(self, records: Partition, at: int) -> None:
        super().apply(records, at)
        for record in [r for type_, table in records.tables.items() if type_.beside_sheet for r in table.values()]:
            if record.character_id == self.id:
                records.drop(type(record), record.id)


class HandOver(Command, frozen=True):
    """Give a character to a player's seat, or to the Storyteller ("") (G0)."""

    places = BOTH

    actor: Id
    player: PlayerId = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        face, who = own(view, self.actor), character_ref(self.actor)
        if self.player == view.seat.id:
            raise Refusal("no-player-of-own", rule="G0")
        if face.player == self.player:
            raise Refusal("has-that-player", rule="G1", who=who)
        if hidden(view, self.actor):
            raise Refusal("hidden-cannot-have-player", rule="X4", who=who)
        check_can_take(view, self.player)

    def decide(self, table: Deciding) -> None:
        hand_over(table, self.actor, self.player)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller or not is_played_here(view) or declarations_secret(view):
            return
        for face in view.all(Face):
            if not hidden(view, face.id):
                whose = Input("player", phrase("ask-played-by"), "seat", default=face.player)
                label = phrase("option-hand-over", rule="G0", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, group="cast", inputs=(whose,))


class TakeUp(Command, frozen=True):
    """Take over a character that is free to be played."""

    places = BOTH

    actor: Id

    def check(self, view: View) -> None:
        played_here(view)
        face = character(view, self.actor)
        if view.seat.role != "player" or face.player or bears(view, self.actor, UNPLAYED) is None:
            raise Refusal("not-free", rule="G1", who=character_ref(self.actor))
        check_can_take(view, view.seat.id)

    def decide(self, table: Deciding) -> None:
        hand_over(table, self.actor, table.seat.id)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.role != "player" or not is_played_here(view) or declarations_secret(view):
            return
        for face in view.all(Face):
            if not face.player and bears(view, face.id, UNPLAYED) is not None:
                label = phrase("option-take-up", rule="G1", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, named(face.concept) if face.concept else "", "taking")


def check_can_take(view: View, player: str) -> None:
    """Raise `Refusal` if this player cannot get a character now."""
    if declarations_secret(view):
        raise Refusal("hand-over-after-declaring", rule="I2")
    if player and sum(face.player == player for face in view.all(Face)) >= OWN_MOST:
        raise Refusal("too-many-characters", most=OWN_MOST)


@memoized
def declarations_secret(view: View) -> bool:
    """True if characters are declaring now and the declarations are hidden until all are made (I2)."""
    return turn_phase(view) == "declaring" and rules_of(view).choices.get("declarations") == "hidden"


def hand_over(table: Deciding, actor: str, player: str) -> None:
    """Give a character to this player, with its sheet and the private records about it."""
    face = character(table.full, actor)
    handed = HandedOver(actor, face.name, face.concept, player, face.kind)
    move_sheet(table, actor, player, SheetHandedOn(actor), handed)
