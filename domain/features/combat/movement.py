"""Moving: each turn a character may move some metres for free. A sprint goes farther, but takes an action and replaces
the free movement (F2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.declaration import declaration
from domain.features.actions.load import metres
from domain.features.characters.character import FACES, by_seat, character, face_audience, own, owned
from domain.features.characters.conditions import check_unrooted, leave_the_spot
from domain.features.combat.initiative import slot_of
from domain.features.combat.turns import check_no_attack, check_own_time, running_phase, slot_usable
from domain.features.table.story_log import tell
from domain.tracked_view import memoized

Metres = Annotated[int, Meta(ge=0, le=1000)]


class Covered(Record, frozen=True):
    """The distance that a character has moved in this turn, in metres."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    metres: float

    def restating_event(self) -> Event:
        return GroundCovered(self.id, self.metres)


class GroundCovered(Event, frozen=True):
    """A character has moved this far in this turn."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    metres: float

    def apply(self, records: Partition, at: int) -> None:
        records.put(Covered(self.id, self.metres))


class Moved(GroundCovered, frozen=True):
    """A character moved this far, and the story shows a line for it."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Covered(self.id, self.metres))
        tell(records, at, phrase("line-moves", who=character_ref(self.id), metres=decimal(self.metres)))


def check_can_move(view: View, actor: str) -> None:
    """Raise `Refusal` if the character cannot move: because of a condition, because of too heavy a load, or because it
    has already moved in this turn."""
    check_unrooted(view, actor)
    if not metres(view, actor):
        raise Refusal("too-heavy", rule="F5", who=character_ref(character(view, actor).id))
    if view.get(Covered, actor) is not None:
        raise Refusal("moved-already", rule="F2", who=character_ref(actor))


def cover_ground(table: Deciding, actor: str, far: float, *, quietly: bool = False) -> None:
    """Move a character, and let its conditions react. `quietly`: the story shows no line for it."""
    moved = GroundCovered(actor, far) if quietly else Moved(actor, far)
    table.emit(face_audience(table.full, actor), moved)
    leave_the_spot(table, actor)


def will_sprint(view: View, actor: str) -> bool:
    """True if a character has declared a sprint and has not made it yet."""
    declared = declaration(view, actor)
    return declared is not None and any(manoeuvre(action.manoeuvre).moves for _, action in declared.left())


class Move(Command, frozen=True):
    """Move a character, once a turn, on its slot or after it. This takes no action. `metres`: the distance; 0 means as
    far as it can move for free."""

    title = phrase("option-move")

    actor: Id
    metres: Metres = 0

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_move_now(view, self.actor)
        most = metres(view, self.actor)
        if self.metres > most:
            raise Refusal("too-far", rule="F2", metres=self.metres, most=decimal(most))

    def decide(self, table: Deciding) -> None:
        cover_ground(table, self.actor, float(self.metres) or metres(table.full, self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if may_move(view, face.id):
                yield option_to_move(view, face.id)


@memoized
def option_to_move(view: View, actor: str) -> Option:
    """Return the option to move, for a character that may move now."""
    most = metres(view, actor)
    whole = most == int(most)
    ask = phrase("ask-metres") if whole else phrase("ask-metres-of", most=decimal(most))
    far = Input("metres", ask, "number", most=int(most), default=str(int(most)) if whole else "0")
    label = by_seat(view, actor, phrase("option-move"))
    hint = phrase("hint-metres-free", rule="F2", most=decimal(most))
    return Option(Move.__name__, actor, label, hint, "act", inputs=(far,))


def decimal(number: float) -> int | Words:
    """Return a number for a message, as a whole number if it has no decimals."""
    whole, _, part = f"{number:g}".partition(".")
    return phrase("decimal", whole=int(whole), part=Typed(part)) if part else int(whole)


@memoized
def may_move(view: View, actor: str) -> bool:
    """True if a character may move now."""
    return may_act_besides(view, actor) and allowed(check_move_now, view, actor)


def check_move_now(view: View, actor: str) -> None:
    """Raise `Refusal` if a character may not move now."""
    check_besides_actions(view, actor)
    check_can_move(view, actor)
    if will_sprint(view, actor):
        raise Refusal("sprint-declared", rule="F2")


def may_still_move(view: View, actor: str) -> bool:
    """True if no record of this view keeps a character from its free movement in this turn. A load that is too heavy
    does not count here, because it is on the sheet, which only the character's player reads."""
    moved = view.get(Covered, actor) is not None
    return not moved and allowed(check_unrooted, view, actor) and not will_sprint(view, actor)


@memoized
def may_act_besides(view: View, actor: str) -> bool:
    """True if a character may now do something that takes no action."""
    return allowed(check_besides_actions, view, actor)


def check_besides_actions(view: View, actor: str) -> None:
    """Raise `Refusal` if a character may not do something now that takes no action. It may do so on its slot, and after
    it until the next turn begins."""
    if running_phase(view) == "declaring" or not slot_usable(view, slot_of(view, actor), "acted"):
        check_own_time(view, actor)
    check_no_attack(view, actor)
