"""Turns: everyone declares, then everyone acts, the highest initiative first (T1, I2).

Law 1. The public marker moves among those whom the table sees. The turn waits for them and for the attacks that the
       table sees (C21), and for nothing else.
Law 2. A hidden character may act from the moment the marker has reached or passed its place, whenever the Storyteller
       likes. If the next turn begins by itself in the meantime, what it declared stays open to it (`late`).
"""

from collections.abc import Container
from typing import ClassVar

import msgspec

from domain.core.audience import Kind
from domain.core.command import Refusal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow, attacking
from domain.features.characters.character import FACES, character, hidden
from domain.features.characters.conditions import let_go_of_turns
from domain.features.characters.wounds import incapacitated
from domain.features.combat.initiative import Slot, Status, order, set_status, slot_of
from domain.features.table.story_log import tell
from domain.features.table.turn import Phase, Turn


class TurnBegan(Event, frozen=True):
    """A turn begins: everybody whom the table sees may declare."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    number: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Turn("turn", self.number, "declaring", began=records.count))
        forget_turn(records)
        for slot in list(records.all(Slot)):
            set_status(records, slot.id, "out" if slot.status == "out" else "waiting")
        tell(records, at, f"Turn {self.number}.")


class HiddenReadied(Event, frozen=True):
    """A turn begins for those whom the table does not see; these may still do what they declared for the last one."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    late: tuple[str, ...]

    def apply(self, records: Partition, at: int) -> None:
        forget_turn(records, but=self.late)
        for slot in list(records.all(Slot)):
            status: Status = "late" if slot.id in self.late else "waiting"
            set_status(records, slot.id, "out" if slot.status == "out" else status)


class ActingBegan(Event, frozen=True):
    """All have declared; now they act."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    def apply(self, records: Partition, at: int) -> None:
        set_phase(records, "acting")


class TurnEnded(Event, frozen=True):
    """The turn is over."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    def apply(self, records: Partition, at: int) -> None:
        set_phase(records, "over")


class TurnPassed(Event, frozen=True):
    """What only some seats knew for the length of a turn is over."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"seats"})

    def apply(self, records: Partition, at: int) -> None:
        forget_turn(records)


class TurnsStopped(Event, frozen=True):
    """Turns no longer run: slots and declarations go."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    def apply(self, records: Partition, at: int) -> None:
        if records.get(Turn, "turn") is not None:
            tell(records, at, "Turns no longer run.")
        records.drop(Turn, "turn")
        forget_turn(records)
        for slot in list(records.all(Slot)):
            records.drop(Slot, slot.id)
        let_go_of_turns(records)


def set_phase(records: Partition, phase: Phase) -> None:
    """Fold the turn's next phase."""
    found = records.get(Turn, "turn")
    if found is not None:
        records.put(msgspec.structs.replace(found, phase=phase))


def turn_long(records: Partition) -> list[Record]:
    """What an audience knows that lasts no longer than a turn."""
    return [record for type_, table in records.tables.items() if type_.turn_long for record in table.values()]


def forget_turn(records: Partition, *, but: Container[str] = ()) -> None:
    """Drop what lasts no longer than a turn, other than of these characters."""
    for record in turn_long(records):
        if record.character_id not in but:
            records.drop(type(record), record.id)


def running(view: View) -> Turn:
    """The turn that the table is in. Raises `Refusal` where none is."""
    found = view.get(Turn, "turn")
    if found is None:
        raise Refusal("no-turns", "No turns are running (T1).")
    return found


def able(view: View, slot: Slot, *statuses: Status) -> bool:
    """Whether a slot has one of these states, and its character is in a state to use it (C29)."""
    return slot.status in statuses and not incapacitated(view, slot.id)


def marker(view: View) -> Slot | None:
    """Whose slot it is, among those whom the table sees: the highest that still waits, and after all others the
    highest that yielded (I3). None while nobody's is."""
    public = view.public
    turn = public.get(Turn, "turn")
    if turn is None or turn.phase != "acting":
        return None
    slots = order(public)
    waiting = (slot for slot in slots if able(public, slot, "waiting"))
    yielded = (slot for slot in slots if able(public, slot, "yielded"))
    return next(waiting, None) or next(yielded, None)


def unfinished(view: View, slot: Slot) -> bool:
    """Whether a slot can still be used, and no attack has to be seen to its end before (I2, C21); not whether it is
    its time."""
    return able(view, slot, "waiting", "yielded", "late") and not attack_before(view, slot.id)


def may_act(view: View, actor: str) -> bool:
    """Whether it is this character's time to act (I2)."""
    slot, turn = view.get(Slot, actor), view.get(Turn, "turn")
    if slot is None or turn is None or not unfinished(view, slot):
        return False
    now = marker(view)
    if not hidden(view, actor):
        return now is not None and now.id == actor
    if slot.status == "late":
        return True
    return turn.phase == "over" or (turn.phase == "acting" and (now is None or reached(now, slot)))


def attack_before(view: View, actor: str) -> Blow | None:
    """The attack of which first has to be seen what becomes of it: the character's own, or any that all see, for its
    attacker may be out by now and the marker past it (I2, C21)."""
    return attacking(view, actor) or (None if hidden(view, actor) else next(view.public.all(Blow), None))


def check_no_attack(view: View, actor: str) -> None:
    """Whether no attack is under way that a character first has to see the end of. Raises `Refusal`."""
    if found := attack_before(view, actor):
        whose = "Its attack" if found.by == actor else "An attack"
        raise Refusal("attacking", f"{whose} is under way: first see what becomes of that (C21).")


def reached(now: Slot, slot: Slot) -> bool:
    """Whether the marker has come past a hidden slot's place; one that yielded comes after every place."""
    return now.status == "yielded" or now.place < slot.place


def own_time(view: View, actor: str) -> None:
    """Raises `Refusal` unless it is this character's time to act."""
    slot_of(view, actor)
    running(view)
    check_no_attack(view, actor)
    if not may_act(view, actor):
        now = marker(view)
        who = f"it is the slot of {character(view, now.id).name}" if now else "nobody acts at the moment"
        raise Refusal("not-your-slot", f"It is not this character's time to act: {who} (I2).")
