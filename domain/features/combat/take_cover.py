"""Taking cover: a character gets behind cover that is near, or leaves it (C25). This is not movement, and takes no
action.

*(ours)* A character does it at most once a turn. Otherwise it could leave cover for a shot and go back at once, and
would never pay for shooting out of cover. The Storyteller decides where there is cover: she gives a character the
condition "near cover". She can also put a character behind cover herself.
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, get_args

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import character_ref, phrase
from domain.features.characters.character import FACES, by_seat, face_audience, own, owned
from domain.features.characters.conditions import add_condition, bears, check_unrooted, end_condition, states_of
from domain.features.combat.movement import check_besides_actions, may_act_besides
from domain.tracked_view import memoized

COVER: Final = "cover"
Cover = Literal["none", "light", "good", "superior"]
KINDS: Final[tuple[Cover, ...]] = get_args(Cover)
"""The kinds of cover, as the number of dice that they remove from an attack: 0, 1, 2 and 3 (C25)."""


class CoverTaken(Record, frozen=True):
    """Marks a character that has taken or left cover in this turn (C25). Its id is the character's."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def restating_event(self) -> Event:
        return TookCover(self.id)


class TookCover(Event, frozen=True):
    """A character took or left cover."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(CoverTaken(self.id))


class TakeCover(Command, frozen=True):
    """Take cover that is near, or leave it: once a turn, on the slot or after it."""

    title = phrase("option-cover")

    actor: Id
    cover: Cover

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_cover(view, self.actor)
        if self.cover == cover_of(view, self.actor):
            raise Refusal("same-cover", rule="C25", who=character_ref(self.actor))

    def decide(self, table: Deciding) -> None:
        table.emit(face_audience(table.full, self.actor), TookCover(self.actor))
        borne = bears(table.full, self.actor, COVER)
        if self.cover != "none":
            add_condition(table, self.actor, COVER, value=KINDS.index(self.cover))
        elif borne is not None:
            end_condition(table, borne)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if may_change_cover(view, face.id):
                yield option_to_take_cover(view, face.id)


@memoized
def option_to_take_cover(view: View, actor: str) -> Option:
    """Return the option to take or change cover, for a character that may do so now."""
    now = cover_of(view, actor)
    kinds = (
        Choice(kind, phrase(f"choice-cover-{kind}"), phrase(f"hint-cover-{kind}")) for kind in KINDS if kind != now
    )
    which = Input("cover", phrase("ask-cover"), "choice", tuple(kinds))
    label = phrase("option-take-cover" if now == "none" else "option-change-cover", rule="C25")
    return Option(TakeCover.__name__, actor, by_seat(view, actor, label), group="act", inputs=(which,))


def cover_of(view: View, actor: str) -> Cover:
    """Return the kind of cover that a character is in."""
    borne = bears(view, actor, COVER)
    return KINDS[borne.value] if borne else "none"


@memoized
def may_change_cover(view: View, actor: str) -> bool:
    """True if a character may take or leave cover now."""
    return may_act_besides(view, actor) and allowed(check_cover, view, actor)


def check_cover(view: View, actor: str) -> None:
    """Raise `Refusal` if a character may not take or leave cover now."""
    check_besides_actions(view, actor)
    check_unrooted(view, actor)
    if not view.seat.is_storyteller and not any(state.covers_dodge for state in states_of(view, actor)):
        raise Refusal("no-cover-here", rule="C25")
    if view.get(CoverTaken, actor) is not None:
        raise Refusal("cover-once-a-turn", rule="C25")
