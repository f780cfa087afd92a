"""Hiding and revealing: a character's face goes from one audience to the other (X4).

An attack under way is given up where somebody is hidden in the middle of it. One that nobody saw is everybody's to see
and to meet once both are seen; what was rolled for it until then stays with the Storyteller (X1).
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import Id
from domain.core.command import Command, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow, together
from domain.features.actions.declaration import DeclarationDropped, declaration
from domain.features.actions.hidden_attack_numbers import NUMBERS, hold, keep_back, standing
from domain.features.cast.follow_character import LetGo, move_face
from domain.features.characters.character import (
    Face,
    character,
    hidden,
    own,
)
from domain.features.combat.attack_steps import awaited
from domain.features.combat.initiative import Slot, stepping_out
from domain.features.combat.take_action import give_up_all, next_action, resume
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import literal, tell


class Unseen(Record, frozen=True):
    """A character that everybody saw, and sees no more (X4): what was told of it names it still. Its id is the
    character's; nobody looks for it on the table, so it is about nobody."""

    name: str


class Revealed(Event, frozen=True):
    """A character that was not to be seen steps out (X4)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Unseen, self.id)
        tell(records, at, "{0} appears.", self.id)


class Vanished(Event, frozen=True):
    """A character can no longer be seen. The name is in the fact: the face is gone."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    id: str = ""

    def apply(self, records: Partition, at: int) -> None:
        if self.id:  # the facts of an older Coterie have none
            records.put(Unseen(self.id, self.name))
        tell(records, at, f"{literal(self.name)} is no longer to be seen.")


class RevealCharacter(Command, frozen=True):
    """Let everybody see a hidden character (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if not hidden(view, self.actor):
            raise Refusal("not-hidden", "Everybody sees this character already (X4).")

    def decide(self, table: Deciding) -> None:
        slot = table.full.get(Slot, self.actor)
        if slot is not None and slot.status == "late" and next_action(declaration(table.full, self.actor)) is None:
            # Nothing is left of what it declared for the turn before: it may declare for this one (I2).
            table.emit(STORYTELLER, DeclarationDropped(self.actor))
        move_face(table, self.actor, EVERYONE, stepping_out(table.full))
        table.emit(EVERYONE, Revealed(self.actor))
        for blow in [b for b in standing(table.full) if self.actor in b.about]:
            if together(table.full, *blow.about) == EVERYONE:
                bring_to_light(table, blow)
            elif blow.by == self.actor:
                resume(table, blow)  # on somebody unseen: nobody's turn waits for that

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for face in view.all(Face):
                if hidden(view, face.id):
                    yield Option(cls.__name__, face.id, f"Reveal {face.name}", group="cast")


def bring_to_light(table: Deciding, blow: Blow) -> None:
    """Have all see an attack that was the Storyteller's to know of, as far as it has come; what it came to in secret is
    kept back."""
    table.emit(STORYTELLER, LetGo("Blow", blow.id))
    rolled = {name: getattr(blow, name) for name in NUMBERS if getattr(blow, name) >= 0}
    if rolled or blow.rolls:
        keep_back(table, blow, **rolled, roll=blow.roll, rolls=blow.rolls)
    hold(table, replace(blow, rolls=(), waits=awaited(table, blow) or blow.waits))


class HideCharacter(Command, frozen=True):
    """Take one of the Storyteller's characters out of everybody's sight (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if face.player:
            raise Refusal("hidden-player", "A player's character cannot be hidden from its player (X4).")
        if hidden(view, self.actor):
            raise Refusal("already-hidden", "This character is hidden already (X4).")

    def decide(self, table: Deciding) -> None:
        name = character(table.full, self.actor).name
        give_up_all(table, self.actor, f"{name} is no longer to be seen (X4).")
        table.emit(EVERYONE, Vanished(name, self.actor))
        move_face(table, self.actor, STORYTELLER)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for face in view.all(Face):
                if not face.player and not hidden(view, face.id):
                    read = f'the players read: "{face.name} is no longer to be seen."'
                    yield Option(cls.__name__, face.id, f"Hide {face.name}", read, "cast")
