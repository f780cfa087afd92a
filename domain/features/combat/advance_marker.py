"""Going on: whatever a command changed, the turn moves on when nobody whom the table sees is waited for any more.

It follows from what everybody sees, so nothing hidden can bring it about: from who has declared, not from what (I2).
"""

from typing import ClassVar

import msgspec

from domain.core.audience import EVERYONE, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.declaration import HasDeclared
from domain.features.combat.declare_action import declarers, in_any_order, open_plan, undeclared
from domain.features.combat.initiative import order
from domain.features.combat.next_turn import end_if_done
from domain.features.combat.take_action import finish_last, resume_unanswerable
from domain.features.combat.turns import ActingBegan, marker
from domain.features.table.settings import setting
from domain.features.table.turn import Turn


class MarkerMoved(Event, frozen=True):
    """It is another character's slot now, or for it to declare ("": nobody's), among those whom the table sees (I2)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    actor: str

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Turn, "turn")
        if found is not None:
            records.put(msgspec.structs.replace(found, acting=self.actor))


def awaited(public: View) -> str:
    """Whom the turn waits for: whose slot it is; while all declare in order, the slowest who has not (I2). "" for
    nobody in particular."""
    now, slot = public.get(Turn, "turn"), marker(public)
    if now is None or now.phase != "declaring":
        return slot.id if slot else ""
    return "" if in_any_order(public) else next(declarers(public), "")


def begin_acting(table: Deciding) -> None:
    """Now they act; what was hidden until all were in is open to all, the highest initiative first (I2)."""
    table.emit(EVERYONE, ActingBegan())
    for slot in order(table.full):
        open_plan(table, slot.id)


def follow_up(table: Deciding) -> None:
    """Go on with attacks that nobody can react to any more, begin acting when all have declared, end the turn when all
    are done, and say whose slot it is. A scene that is over goes on with nothing (T1)."""
    if not setting(table.full).open:
        return
    resume_unanswerable(table)
    public = table.full.public
    turn = public.get(Turn, "turn")
    if turn is None:
        return
    if turn.phase == "declaring" and not undeclared(public) and any(public.all(HasDeclared)):
        begin_acting(table)
    finish_last(table)
    end_if_done(table)
    now, actor = public.get(Turn, "turn"), awaited(public)
    if now is not None and now.acting != actor:
        table.emit(EVERYONE, MarkerMoved(actor))
