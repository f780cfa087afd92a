"""Moving: so many metres a turn are free; sprinting takes an action, and replaces them (F2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.command import Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions.action import manoeuvre
from domain.features.actions.declaration import declaration
from domain.features.actions.load import metres
from domain.features.characters.character import FACES, character, face_audience, own, owned
from domain.features.characters.conditions import check_unrooted, leave_the_spot
from domain.features.combat.initiative import slot_of
from domain.features.combat.turns import able, check_no_attack, own_time, running
from domain.features.table.story_log import tell

Metres = Annotated[int, Meta(ge=0, le=1000)]


class Covered(Record, frozen=True):
    """How far a character has moved in this turn, in metres."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    metres: float

    def restating_event(self) -> Event:
        return GroundCovered(self.id, self.metres)


class GroundCovered(Event, frozen=True):
    """How far a character has moved, as it stands."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    metres: float

    def apply(self, records: Partition, at: int) -> None:
        records.put(Covered(self.id, self.metres))


class Moved(GroundCovered, frozen=True):
    """A character moves so many metres."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Covered(self.id, self.metres))
        tell(records, at, f"{{0}} moves {self.metres:g} m.", self.id)


def check_free(view: View, actor: str) -> None:
    """Whether nothing keeps a character on the spot. Raises `Refusal`."""
    check_unrooted(view, actor)
    if not metres(view, actor):
        raise Refusal("too-heavy", f"{character(view, actor).name} carries too much to move at all (F5).")
    if view.get(Covered, actor) is not None:
        raise Refusal("moved", "This character has moved already in this turn (F2).")


def cover_ground(table: Deciding, actor: str, far: float, *, quietly: bool = False) -> None:
    """A character moves, and its conditions are told; `quietly`: no line in the story says how far."""
    moved = GroundCovered(actor, far) if quietly else Moved(actor, far)
    table.emit(face_audience(table.full, actor), moved)
    leave_the_spot(table, actor)


def sprints(view: View, actor: str) -> bool:
    """Whether a character has declared to sprint, and has yet to do it."""
    declared = declaration(view, actor)
    return declared is not None and any(manoeuvre(action.manoeuvre).moves for _, action in declared.left())


class Move(Command, frozen=True):
    """Move, besides anything else that the character does: on its slot or after it, until the next turn begins, once a
    turn. `metres`: how far, 0 for as far as it gets."""

    actor: Id
    metres: Metres = 0

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_move(view, self.actor)
        most = metres(view, self.actor)
        if self.metres > most:
            raise Refusal("too-far", f"That is {self.metres} m, and {most:g} m are free in a turn: sprint (F2, F5).")

    def decide(self, table: Deciding) -> None:
        cover_ground(table, self.actor, float(self.metres) or metres(table.full, self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if not allowed(check_move, view, face.id):
                continue
            most = metres(view, face.id)
            whole = most == int(most)
            label = "Metres" if whole else f"Metres (0: all {most:g})"
            far = Input("metres", label, "number", most=int(most), default=str(int(most)) if whole else "0")
            label = f"{face.name} moves" if view.seat.is_storyteller else "Move"
            yield Option(cls.__name__, face.id, label, f"{most:g} m are free (F2)", "act", inputs=(far,))


def check_move(view: View, actor: str) -> None:
    """Whether a character may move now. Raises `Refusal`."""
    check_pause(view, actor)
    check_free(view, actor)
    if sprints(view, actor):
        raise Refusal("sprints", "Sprinting takes the place of what is free: it does that instead (F2).")


def may_still_move(view: View, actor: str) -> bool:
    """Whether nothing that this view sees keeps a character from moving in this turn. A load that is too heavy stands
    on the sheet, which only its player reads."""
    moved = view.get(Covered, actor) is not None
    return not moved and allowed(check_unrooted, view, actor) and not sprints(view, actor)


def check_pause(view: View, actor: str) -> None:
    """Whether it is a time for what a character does besides its actions: its slot, or after it, the pause before the
    next turn included. Raises `Refusal`."""
    if running(view).phase == "declaring" or not able(view, slot_of(view, actor), "acted"):
        own_time(view, actor)
    check_no_attack(view, actor)
