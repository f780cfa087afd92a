"""Commands for turns: the Storyteller starts, ends and stops them, and characters join and leave (T1, I1)."""

from collections.abc import Iterator

from domain.command import Command
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.characters.character import Face, face_audience, own, owned
from domain.features.combat.advance_marker import begin_acting
from domain.features.combat.declare_action import drop_declaration
from domain.features.combat.finish_slot import remember_slot_used
from domain.features.combat.initiative import (
    Slot,
    break_ties,
    joining_status,
    order,
    place_slot,
    roll_initiative,
    slot_of,
)
from domain.features.combat.next_turn import begin_turn, drop_unfinished, end_turn, turn_audiences
from domain.features.combat.turns import TurnsStopped, running_phase
from domain.features.combat.unfinished_actions import unacted, unfinished_warning
from domain.features.rolls.standing_circumstances import end_passing
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import Overridden
from domain.features.table.turn import turn_phase, turns_run


class StartTurns(Command, frozen=True):
    """Start turns: all characters of the cast roll initiative (I1), and the first turn begins."""

    desk = "next"

    def check(self, view: View) -> None:
        storyteller_only(view)
        if turns_run(view):
            raise Refusal("turns-run", rule="I2")

    def decide(self, table: Deciding) -> None:
        roll_initiative(table, [face.id for face in table.full.all(Face)])
        begin_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and setting(view).place == "scene" and setting(view).open and not turns_run(view):
            yield Option(cls.__name__, "", phrase("option-start-turns", rule="I1"), group="turns")


class _InTurns(Command, frozen=True):
    """Base of the Storyteller's commands that are possible only while turns run."""

    def check(self, view: View) -> None:
        storyteller_only(view)
        running_phase(view)


class StartTurn(_InTurns, frozen=True):
    """Begin the next turn. Unfinished actions of this turn are lost."""

    desk = "next"

    def decide(self, table: Deciding) -> None:
        begin_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        phase = turn_phase(view) if view.seat.is_storyteller else None
        if phase is not None:
            label = phrase("option-start-turn", rule="T1")
            yield _advance_option(cls.__name__, label, unfinished_warning(view), urgent=phase == "over")


class BeginActing(_InTurns, frozen=True):
    """Begin the acting phase before all characters have declared."""

    desk = "next"

    def check(self, view: View) -> None:
        _InTurns.check(self, view)
        if running_phase(view) != "declaring":
            raise Refusal("not-declaring", rule="I2")

    def decide(self, table: Deciding) -> None:
        begin_acting(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        phase = turn_phase(view) if view.seat.is_storyteller else None
        if phase == "declaring":
            label, hint = phrase("option-begin-acting", rule="I2"), phrase("hint-begin-acting")
            yield Option(cls.__name__, "", label, hint, "turns", grave=True)


class EndTurn(_InTurns, frozen=True):
    """End the turn before all characters have acted."""

    desk = "next"

    def check(self, view: View) -> None:
        _InTurns.check(self, view)
        if running_phase(view) == "over":
            raise Refusal("turn-over-already", rule="I2")

    def decide(self, table: Deciding) -> None:
        drop_unfinished(table, late=unacted(table.full))
        end_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        phase = turn_phase(view) if view.seat.is_storyteller else None
        if phase is not None and phase != "over":
            yield _advance_option(cls.__name__, phrase("option-close-turn", rule="T1"), unfinished_warning(view))


class StopTurns(_InTurns, frozen=True):
    """Stop playing in turns."""

    def decide(self, table: Deciding) -> None:
        drop_unfinished(table)
        end_passing(table, "turn")
        for audience in turn_audiences(table):
            table.emit(audience, TurnsStopped())

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and turns_run(view):
            label = phrase("option-stop-turns", rule="T1")
            yield Option(cls.__name__, "", label, unfinished_warning(view), "turns", grave=True)


def _advance_option(command: str, label: Words, undone: Words, *, urgent: bool = False) -> Option:
    """Return an option that advances the turns. The page asks for confirmation if unfinished actions would be lost."""
    return Option(command, "", label, undone, "turns", urgent, grave=bool(undone))


class JoinTurns(Command, frozen=True):
    """Take a place in the running turns: a late character rolls initiative on arrival (I1). A character that comes back
    gets its old place, unless initiative is rolled every turn. It never gets a second slot in the same turn."""

    desk = "next"

    actor: Id

    def check(self, view: View) -> None:
        own(view, self.actor)
        running_phase(view)
        slot = view.get(Slot, self.actor)
        if slot is not None and slot.status != "out":
            raise Refusal("in-turns-already", rule="I1")
        if slot is not None:
            storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        slot = table.full.get(Slot, self.actor)
        anew = rules_of(table.full).choices.get("initiative") == "turn"
        if slot is not None:
            place_slot(table, Slot(slot.id, slot.place, joining_status(table.full, slot.id)))
        if slot is None or anew:
            roll_initiative(table, [self.actor])
        else:
            break_ties(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if turns_run(view):
            for face in owned(view):
                slot = view.get(Slot, face.id)
                if slot is None or (slot.status == "out" and view.seat.is_storyteller):
                    label = phrase("option-join-turns", rule="I1", who=character_ref(face.id))
                    yield Option(cls.__name__, face.id, label, NO_WORDS, "turns", slot is None)


class LeaveTurns(Command, frozen=True):
    """Take a character out of the turns for now (G0)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        running_phase(view)
        slot_of(view, self.actor)

    def decide(self, table: Deciding) -> None:
        slot = slot_of(table.full, self.actor)
        remember_slot_used(table, slot.id)
        place_slot(table, Slot(slot.id, slot.place, "out"))
        drop_declaration(table, slot.id)
        words = phrase("override-leaves-turns")
        table.emit(face_audience(table.full, slot.id), Overridden(table.seat.id, slot.id, words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for slot in order(view):
                face = view.get(Face, slot.id)
                if face is not None and slot.status != "out":
                    label = phrase("option-leave-turns", rule="G0", who=character_ref(face.id))
                    yield Option(cls.__name__, slot.id, label, group="turns")
