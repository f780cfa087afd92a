"""Turns: all characters declare, then all act, the highest initiative first (T1, I2).

Law 1. The public marker moves among visible characters. The turn waits only for them and for visible attacks (C21),
       never for anything hidden.
Law 2. A hidden character may act as soon as the marker has reached or passed its place, at any time that the
       Storyteller likes. If the next turn begins automatically before that, it keeps its declared actions (`late`).
"""

from collections.abc import Container
from typing import ClassVar

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase
from domain.features.actions.attack_in_progress import current_attack
from domain.features.characters.character import FACES, character, hidden
from domain.features.characters.conditions import forget_turns
from domain.features.characters.wounds import incapacitated
from domain.features.combat.initiative import Slot, Status, order, set_status, slot_of
from domain.features.table.story_log import tell
from domain.features.table.turn import Phase, Turn, turn_phase
from domain.records.blow import Blow
from domain.tracked_view import memoized


class TurnBegan(Event, frozen=True):
    """A turn begins: all visible characters may declare."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    number: int

    def apply(self, records: Partition, at: int) -> None:
        records.group = ""  # no part of the initiative before it
        records.put(Turn("turn", self.number, "declaring", began=records.count))
        drop_turn_records(records)
        for slot in list(records.all(Slot)):
            set_status(records, slot.id, "out" if slot.status == "out" else "waiting")
        tell(records, at, phrase("line-turn", n=self.number))


class HiddenReadied(Event, frozen=True):
    """A turn begins for hidden characters. The characters in `late` may still take the actions that they declared in
    the last turn."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    late: tuple[str, ...]

    def apply(self, records: Partition, at: int) -> None:
        drop_turn_records(records, but=self.late)
        for slot in list(records.all(Slot)):
            status: Status = "late" if slot.id in self.late else "waiting"
            set_status(records, slot.id, "out" if slot.status == "out" else status)


class ActingBegan(Event, frozen=True):
    """The acting phase begins."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    def apply(self, records: Partition, at: int) -> None:
        set_phase(records, "acting")


class TurnEnded(Event, frozen=True):
    """The turn is over."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    def apply(self, records: Partition, at: int) -> None:
        set_phase(records, "over")


class TurnPassed(Event, frozen=True):
    """A turn is over. This event ends the turn's records of an audience of certain seats."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"seats"})

    def apply(self, records: Partition, at: int) -> None:
        drop_turn_records(records)


class TurnsStopped(Event, frozen=True):
    """Turns no longer run: all slots and declarations end."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    def apply(self, records: Partition, at: int) -> None:
        if records.get(Turn, "turn") is not None:
            tell(records, at, phrase("line-turns-stopped"))
        records.drop(Turn, "turn")
        drop_turn_records(records)
        for slot in list(records.all(Slot)):
            records.drop(Slot, slot.id)
        forget_turns(records)


def set_phase(records: Partition, phase: Phase) -> None:
    """Fold the new phase of the turn."""
    found = records.get(Turn, "turn")
    if found is not None:
        records.put(msgspec.structs.replace(found, phase=phase))


def turn_long_records(records: Partition) -> list[Record]:
    """Return the records of an audience that end with the turn."""
    return [record for type_, table in records.tables.items() if type_.turn_long for record in table.values()]


def drop_turn_records(records: Partition, *, but: Container[str] = ()) -> None:
    """Drop the records that end with the turn, except those of the characters in `but`."""
    for record in turn_long_records(records):
        if record.character_id not in but:
            records.drop(type(record), record.id)


def running_phase(view: View) -> Phase:
    """Return the phase of the current turn. Raise `Refusal` if turns do not run."""
    found = turn_phase(view)
    if found is None:
        raise Refusal("no-turns", rule="T1")
    return found


def slot_usable(view: View, slot: Slot, *statuses: Status) -> bool:
    """True if the slot's status is in the list and its character is able to act (C29)."""
    return slot.status in statuses and not incapacitated(view, slot.id)


@memoized
def marker(view: View) -> Slot | None:
    """Return the slot of the visible character that must act now: the highest that is waiting or, if none is waiting,
    the highest that has yielded (I3). Return None outside the acting phase, and when all have acted."""
    public = view.public
    if turn_phase(public) != "acting":
        return None
    slots = order(public)
    waiting = (slot for slot in slots if slot_usable(public, slot, "waiting"))
    yielded = (slot for slot in slots if slot_usable(public, slot, "yielded"))
    return next(waiting, None) or next(yielded, None)


def slot_unfinished(view: View, slot: Slot) -> bool:
    """True if a slot can still be used and no attack must be over first (I2, C21). It need not be this character's time
    to act."""
    return slot_usable(view, slot, "waiting", "yielded", "late") and not attack_to_finish(view, slot.id)


@memoized
def may_act(view: View, actor: str) -> bool:
    """True if it is this character's time to act (I2)."""
    slot, phase = view.get(Slot, actor), turn_phase(view)
    if slot is None or phase is None or not slot_unfinished(view, slot):
        return False
    now = marker(view)
    if not hidden(view, actor):
        return now is not None and now.id == actor
    if slot.status == "late":
        return True
    return phase == "over" or (phase == "acting" and (now is None or marker_passed(now, slot)))


@memoized
def attack_to_finish(view: View, actor: str) -> Blow | None:
    """Return the attack that must be over before a character can act, if there is one: its own attack, or any visible
    attack (I2, C21). An attack can go on after the marker has passed its attacker, for example if the attacker is
    incapacitated. A hidden character waits only for its own attack."""
    return current_attack(view, actor) or (None if hidden(view, actor) else next(view.public.all(Blow), None))


def check_no_attack(view: View, actor: str) -> None:
    """Raise `Refusal` if an attack must be over before this character can act."""
    if attack_to_finish(view, actor):
        raise Refusal("attack-first", rule="C21")


def marker_passed(now: Slot, slot: Slot) -> bool:
    """True if the marker has passed the place of a hidden slot. The marker on a slot that yielded has passed every
    place."""
    return now.status == "yielded" or now.place < slot.place


def check_own_time(view: View, actor: str) -> None:
    """Raise `Refusal` if it is not this character's time to act."""
    slot_of(view, actor)
    running_phase(view)
    check_no_attack(view, actor)
    if not may_act(view, actor):
        now = marker(view)
        if now is None:
            raise Refusal("nobody-acts", rule="I2")
        raise Refusal("not-your-slot", rule="I2", who=character_ref(character(view, now.id).id))
