"""Willpower: a character spends a point so that its roll gets a success or more dice. While turns run, this is possible
once a turn (D11)."""

from typing import ClassVar, Final

import msgspec

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import character_ref
from domain.features.characters.character import Face, Sheet, sheet_audience
from domain.features.characters.points import check_points, spend
from domain.features.characters.wounds import check_will
from domain.features.table.scene_list import played_here
from domain.features.table.turn import FIRST, turn_began

WILLPOWER: Final = "Willpower"


class WillpowerUsed(Record, frozen=True):
    """A character spent Willpower on a roll. Its id is the character's; `turn` tells in which turn (`Turn.began`, 0: no
    turns ran). It has the audience of the sheet, so a seat that may not know of the roll does not learn of it (D11)."""

    beside_sheet: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    turn: int

    def in_continued_scene(self, began: int) -> "WillpowerUsed | None":
        return msgspec.structs.replace(self, turn=FIRST) if self.turn == began > 0 else None

    def restating_event(self) -> Event:
        return WillpowerSpent(self.id, self.turn)


class WillpowerSpent(Event, frozen=True):
    """A character spent Willpower on a roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    turn: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(WillpowerUsed(self.id, self.turn))


def check_willpower(view: View, actor: str) -> None:
    """Raise `Refusal` unless a character may spend a point of Willpower now."""
    played_here(view)
    if not actor:
        raise Refusal("no-willpower-of-nobody", rule="D16")
    check_will(view, actor)
    check_points(view, actor, WILLPOWER)
    used = view.get(WillpowerUsed, actor)
    if used is not None and used.turn == turn_began(view) > 0:
        raise Refusal("willpower-once-a-turn", rule="D11", who=character_ref(actor))


def may_spend_willpower(view: View, actor: str) -> bool:
    """True if a character may spend a point of Willpower now."""
    return allowed(check_willpower, view, actor)


def spend_willpower(table: Deciding, actor: str) -> None:
    """Take a point of Willpower and record it for the turn (D16). An empty store stays empty."""
    face, sheet_ = table.full.get(Face, actor), table.full.get(Sheet, actor)
    if face is not None and sheet_ is not None:
        spend(table, actor, WILLPOWER, quietly=True)
        table.emit(sheet_audience(face.player), WillpowerSpent(actor, turn_began(table.full)))
