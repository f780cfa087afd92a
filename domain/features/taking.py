"""Taking actions: on its own slot a character does what it declared, one action after the other (I2)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import Kind
from domain.bounds import Id
from domain.command import Command, Option, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.actions import Action, check_open, manoeuvre
from domain.features.cast import FACES, Face, face_audience, hidden, own, owned
from domain.features.declaring import ActionUsed, Declaration, declaration, dice_now, forget
from domain.features.grappling import end, grips, other_side
from domain.features.initiative import Slot, set_status
from domain.features.phase import Turn
from domain.features.pools import parts, successes
from domain.features.story import literal, tell
from domain.features.turns import may_act, own_time
from domain.state import Partition, View

STRUGGLE = ("Strength", "Brawl")
"""What both sides of a hold test (C9)."""


class SlotDone(Event, frozen=True):
    """A character has had its slot in this turn; `doing` says what it did with it where nothing else does."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    doing: str

    def apply(self, records: Partition, at: int) -> None:
        slot = records.get(Slot, self.id)
        late = slot is not None and slot.status == "late"
        # Who was late has had its slot of the turn before, and may declare for this one.
        set_status(records, self.id, "waiting" if late else "acted")
        if late:
            forget(records, self.id)
        if self.doing:
            tell(records, at, f"{{0}} {self.doing}.", self.id)


class ActionLost(Event, frozen=True):
    """A declared action could not be carried out."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    how: str
    why: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.how)} is lost. {literal(self.why)}", self.id)


def next_action(declared: Declaration | None) -> tuple[int, Action] | None:
    """The next action to take; defences wait for an attack."""
    if declared is None:
        return None
    return next(((p, a) for p, a in declared.left() if not manoeuvre(a.manoeuvre).defence), None)


def held_fast(table: Deciding, actor: str) -> bool:
    """Both sides of every hold on this character test Strength + Brawl; returns whether one still stands (C9)."""
    fast = False
    for grip in grips(table.full, actor):
        if grip.kind != "hold" or grip.holding:
            continue
        holder = other_side(table.full, grip)
        mine = successes(table, actor, "Breaking the hold", parts(table.full, actor, STRUGGLE))
        theirs = holder and successes(table, holder.character, "Holding", parts(table.full, holder.character, STRUGGLE))
        if mine > (theirs or 0):
            end(table, grip.grapple)
        else:
            fast = True
    return fast


def take(table: Deciding, actor: str, place: int, action: Action) -> None:
    """Carry out a declared action, or lose it where something has come between."""
    where = face_audience(table.full, actor)
    declared = declaration(table.full, actor)
    chosen = manoeuvre(action.manoeuvre)
    table.emit(where, ActionUsed(actor, place))
    try:
        check_open(table.full, actor, chosen)
        check_present(table.full, actor, action)
    except Refusal as why:
        table.emit(where, ActionLost(actor, chosen.label, why.sentence))
        return
    if declared is not None:
        chosen.resolve(table, actor, action, dice_now(table.full, declared, place))


def check_present(view: View, actor: str, action: Action) -> None:
    """Whether all targets are still there, for all that the one who acts can see. Raises `Refusal`."""
    for target in action.targets:
        if view.get(Face, target) is None or (hidden(view, target) and not hidden(view, actor)):
            raise Refusal("gone", "Its target is no longer there.")


class TakeAction(Command, frozen=True):
    """Take the next declared action. With nothing declared, let the slot pass."""

    actor: Id

    def check(self, view: View) -> None:
        own(view, self.actor)
        own_time(view, self.actor)

    def decide(self, table: Deciding) -> None:
        where = face_audience(table.full, self.actor)
        if held_fast(table, self.actor):
            table.emit(where, SlotDone(self.actor, "does not get free"))
        else:
            coming = next_action(declaration(table.full, self.actor))
            if coming is not None:
                take(table, self.actor, *coming)
            if next_action(declaration(table.full, self.actor)) is None:
                table.emit(where, SlotDone(self.actor, "" if coming else idle(table.full, self.actor)))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.get(Turn, "turn") is None:
            return
        for face in owned(view):
            if may_act(view, face.id):
                coming = next_action(declaration(view, face.id))
                label = manoeuvre(coming[1].manoeuvre).label if coming else PASS[idle(view, face.id)]
                label = f"{face.name}: {label}" if view.seat.tells else label
                yield Option(cls.__name__, face.id, label, "I2", "act", urgent=not hidden(view, face.id))


PASS = {"does nothing": "Pass", "stands ready": "Stand ready", "": "End the slot"}
"""What the button says that does what `idle` tells."""


def idle(view: View, actor: str) -> str:
    """What a character does who takes no action: nothing, or it stands ready to defend itself. A defence that was
    used already has been told of."""
    declared = declaration(view, actor)
    if declared is None or not declared.actions:
        return "does nothing"
    return "stands ready" if any(declared.left()) else ""
