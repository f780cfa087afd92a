"""The public marker shows whose turn it is to act. After each command it moves on if nobody that all can see has to act
first.

Only public records decide this, so a hidden fact can never move the marker. It matters that a character has declared,
but not what it has declared (I2).
"""

from typing import ClassVar

import msgspec

from domain.core.audience import EVERYONE, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.declaration import HasDeclared
from domain.features.combat.declare_action import declarers, in_any_order, reveal_plan, still_to_declare
from domain.features.combat.finish_slot import finish_last_slot, finish_spent_slots
from domain.features.combat.initiative import order
from domain.features.combat.next_turn import end_turn_if_done
from domain.features.combat.resume_attack import resume_unanswerable_attacks
from domain.features.combat.turns import ActingBegan, marker
from domain.features.table.settings import setting
from domain.features.table.turn import Turn


class MarkerMoved(Event, frozen=True):
    """The marker moved to another visible character, which must now act or declare ("" for none) (I2)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    actor: str

    def apply(self, records: Partition, at: int) -> None:
        records.group = ""  # no part of the attack before it
        found = records.get(Turn, "turn")
        if found is not None:
            records.put(msgspec.structs.replace(found, acting=self.actor))


def awaited_actor(public: View) -> str:
    """Return the character that the turn waits for. While characters act, it is the character at the marker. While they
    declare in order, it is the slowest one that has not declared (I2). Return "" if the turn waits for no particular
    character."""
    now, slot = public.get(Turn, "turn"), marker(public)
    if now is None or now.phase != "declaring":
        return slot.id if slot else ""
    return "" if in_any_order(public) else next(declarers(public), "")


def begin_acting(table: Deciding) -> None:
    """Begin the acting phase, and reveal all hidden declarations, the highest initiative first (I2)."""
    table.emit(EVERYONE, ActingBegan())
    for slot in order(table.full):
        reveal_plan(table, slot.id)


def follow_up(table: Deciding) -> None:
    """After a command: resume attacks that nobody can answer any more, begin acting once all have declared, end the
    turn once all have acted, and move the marker. Do nothing in a closed scene (T1)."""
    if not setting(table.full).open:
        return
    resume_unanswerable_attacks(table)
    public = table.full.public
    turn = public.get(Turn, "turn")
    if turn is None:
        return
    if turn.phase == "declaring" and not still_to_declare(public) and any(public.all(HasDeclared)):
        begin_acting(table)
    finish_spent_slots(table)
    finish_last_slot(table)
    end_turn_if_done(table)
    now, actor = public.get(Turn, "turn"), awaited_actor(public)
    if now is not None and now.acting != actor:
        table.emit(EVERYONE, MarkerMoved(actor))
