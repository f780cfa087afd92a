"""Leaving: a character goes out of the scene, and with it all that it took part in, and what was asked of it or for it
(G3, D10, D13). As it left it comes back to its
chronicle when the scene is kept (T1)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import STORYTELLER, Kind
from domain.bounds import Id
from domain.command import Command, Option, Place
from domain.deciding import Deciding
from domain.event import Event
from domain.features.aims import Aim, end_aim
from domain.features.blows import call_off
from domain.features.calls import Call, end_call
from domain.features.cast import Face, FaceLeft, SheetTaken, character, face_audience, own, sheet_audience
from domain.features.declaring import drop_plan
from domain.features.grappling import end, grips
from domain.features.questions import Question, close
from domain.features.rulings import Ruling, use_up
from domain.features.scene import CastMember, members
from domain.features.scene_card import is_played_here, played_here
from domain.features.setting import setting, storyteller_only
from domain.features.spots import forget_spots
from domain.record import Record
from domain.state import Partition, View


class Departed(Record, frozen=True):
    """A character that left the scene, as it was then. Its id is the character's."""

    member: CastMember


class CharacterLeft(Event, frozen=True):
    """A character left the scene, with these wounds, points and things."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    member: CastMember

    def apply(self, records: Partition, at: int) -> None:
        records.put(Departed(self.member.id, self.member))


def departed(view: View) -> tuple[CastMember, ...]:
    """Those who left the scene before it closed."""
    return tuple(record.member for record in view.all(Departed))


class RemoveCharacter(Command, frozen=True):
    """Take a character out of the scene, from which it comes back to its chronicle; or out of it for good."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        for grip in grips(table.full, self.actor):
            end(table, grip.grapple)
        drop_plan(table, self.actor)
        call_off(table, self.actor)
        leave_unanswered(table, self.actor)
        forget_spots(table, self.actor)
        if setting(table.full).place == "scene":
            (member,) = (member for member in members(table.full) if member.id == self.actor)
            table.emit(STORYTELLER, CharacterLeft(member))
        table.emit(face_audience(table.full, self.actor), FaceLeft(self.actor))
        table.emit(sheet_audience(face.player), SheetTaken(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells and is_played_here(view):
            place = setting(view).place
            for face in view.all(Face):
                yield Option(cls.__name__, face.id, f"Take {face.name} out of the {place}", group="cast")


def leave_unanswered(table: Deciding, actor: str) -> None:
    """Take from the table what a character is asked for, what it asks, and what it is after (G3, D10, D13)."""
    full = table.full
    for call in [call for call in full.all(Call) if call.actor == actor]:
        use_up(table, [ruling for ruling in full.all(Ruling) if ruling.call == call.id])
        end_call(table, call.id)
    for question in [question for question in full.all(Question) if question.actor == actor]:
        close(table, question)
    for aim in [aim for aim in full.all(Aim) if aim.actor == actor]:
        end_aim(table, aim.id)
