"""Keeping turns: the Storyteller starts, ends and stops them, and characters join and leave (T1, I1)."""

from collections.abc import Iterator

from domain.core.bounds import Id
from domain.core.command import Command, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.character import Face, face_audience, own, owned
from domain.features.combat.advance_marker import begin_acting
from domain.features.combat.declare_action import undeclare
from domain.features.combat.initiative import Slot, break_ties, joining, order, put, slot_of, take_places
from domain.features.combat.next_turn import begin_turn, concerned, end_turn, leave_undone
from domain.features.combat.take_action import leave_slot
from domain.features.combat.turns import TurnsStopped, running
from domain.features.combat.unfinished_actions import unacted, warning
from domain.features.rolls.standing_circumstances import end_passing
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import Overridden
from domain.features.table.turn import Turn, turns_run


class StartTurns(Command, frozen=True):
    """Play in turns from now on: everybody in the cast tests initiative (I1), and the first turn begins."""

    def check(self, view: View) -> None:
        storyteller_only(view)
        if turns_run(view):
            raise Refusal("turns-run", "Turns are running already (I2).")

    def decide(self, table: Deciding) -> None:
        take_places(table, [face.id for face in table.full.all(Face)])
        begin_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and setting(view).place == "scene" and setting(view).open and not turns_run(view):
            yield Option(cls.__name__, "", "Start turns", "I1", "turns")


class _InTurns(Command, frozen=True):
    """A command of the Storyteller's that needs turns to run."""

    def check(self, view: View) -> None:
        storyteller_only(view)
        running(view)


class StartTurn(_InTurns, frozen=True):
    """Begin the next turn. What was not done in this one is lost."""

    def decide(self, table: Deciding) -> None:
        begin_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Turn, "turn")
        if view.seat.is_storyteller and found is not None:
            yield _going_on(cls.__name__, "Begin the next turn", warning(view), urgent=found.phase == "over")


class BeginActing(_InTurns, frozen=True):
    """Let the table act, though not everybody has declared."""

    def check(self, view: View) -> None:
        _InTurns.check(self, view)
        if running(view).phase != "declaring":
            raise Refusal("not-declaring", "Nobody is declaring at the moment (I2).")

    def decide(self, table: Deciding) -> None:
        begin_acting(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Turn, "turn")
        if view.seat.is_storyteller and found is not None and found.phase == "declaring":
            yield Option(cls.__name__, "", "Let them act", "who has not declared can still do so", "turns")


class EndTurn(_InTurns, frozen=True):
    """End the turn, whoever still waits."""

    def check(self, view: View) -> None:
        _InTurns.check(self, view)
        if running(view).phase == "over":
            raise Refusal("turn-over", "This turn is over already (I2).")

    def decide(self, table: Deciding) -> None:
        leave_undone(table, late=unacted(table.full))
        end_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Turn, "turn")
        if view.seat.is_storyteller and found is not None and found.phase != "over":
            yield _going_on(cls.__name__, "End the turn", warning(view))


class StopTurns(_InTurns, frozen=True):
    """No longer play in turns."""

    def decide(self, table: Deciding) -> None:
        leave_undone(table)
        end_passing(table, "turn")
        for audience in concerned(table):
            table.emit(audience, TurnsStopped())

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and turns_run(view):
            yield Option(cls.__name__, "", "Stop turns", warning(view), "turns", grave=True)


def _going_on(command: str, label: str, undone: str, *, urgent: bool = False) -> Option:
    """The option of going on, which is grave where something would be left undone."""
    return Option(command, "", label, undone, "turns", urgent, grave=bool(undone))


class JoinTurns(Command, frozen=True):
    """Take a place in the running turns: who arrives late tests initiative on arrival (I1). Who comes back has the
    place that it had, unless initiative holds for a turn only; in a turn in which it had its slot it gets no other."""

    actor: Id

    def check(self, view: View) -> None:
        own(view, self.actor)
        running(view)
        slot = view.get(Slot, self.actor)
        if slot is not None and slot.status != "out":
            raise Refusal("in-turns", "This character has its place in the turn order (I1).")
        if slot is not None:
            storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        slot = table.full.get(Slot, self.actor)
        anew = rules_of(table.full).choices.get("initiative") == "turn"
        if slot is not None:
            put(table, Slot(slot.id, slot.place, joining(table.full, slot.id)))
        if slot is None or anew:
            take_places(table, [self.actor])
        else:
            break_ties(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if turns_run(view):
            for face in owned(view):
                slot = view.get(Slot, face.id)
                if slot is None or (slot.status == "out" and view.seat.is_storyteller):
                    yield Option(cls.__name__, face.id, f"{face.name} joins the turns", "I1", "turns", slot is None)


class LeaveTurns(Command, frozen=True):
    """Let a character take no part in the turns for now (G0)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        running(view)
        slot_of(view, self.actor)

    def decide(self, table: Deciding) -> None:
        slot = slot_of(table.full, self.actor)
        leave_slot(table, slot.id)
        put(table, Slot(slot.id, slot.place, "out"))
        undeclare(table, slot.id)
        what = "takes no part in the turns, by the Storyteller's word."
        table.emit(face_audience(table.full, slot.id), Overridden(table.seat.id, slot.id, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for slot in order(view):
                face = view.get(Face, slot.id)
                if face is not None and slot.status != "out":
                    yield Option(cls.__name__, slot.id, f"{face.name} takes no part", "", "turns")
