"""From one turn to the next: a turn ends, and the next one begins (T1, I1)."""

from collections.abc import Container
from typing import Final

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow
from domain.features.characters.conditions import new_turn, wear_off
from domain.features.combat.attack_steps import break_all_off
from domain.features.combat.initiative import Slot, take_places
from domain.features.combat.turns import HiddenReadied, TurnBegan, TurnEnded, TurnPassed, marker, turn_long
from domain.features.combat.unfinished_actions import tell_unacted
from domain.features.rolls.standing_circumstances import end_passing
from domain.features.table.settings import rules_of
from domain.features.table.turn import Turn

TOO_LATE: Final = "The turn ended first (T1)."
"""Why an attack is broken off that a turn ends before."""


def end_if_done(table: Deciding) -> None:
    """End the turn when nobody whom the table sees still has to act, and no attack that it sees is under way."""
    public = table.full.public
    turn = public.get(Turn, "turn")
    if turn is not None and turn.phase == "acting" and marker(public) is None and not any(public.all(Blow)):
        end_turn(table)


def end_turn(table: Deciding) -> None:
    """The turn is over; where turns advance by themselves, the next one begins."""
    table.emit(EVERYONE, TurnEnded())
    if rules_of(table.full).choices.get("turns") == "automatic":
        begin_turn(table)


def begin_turn(table: Deciding) -> None:
    """The next turn; initiative anew where it holds for a turn only (I1). What was not done in the last one is lost, of
    hidden ones too that have no more chance to do it, and not just gone (T1, X4)."""
    found = table.full.get(Turn, "turn")
    late = unreached(table)
    leave_undone(table, late=late)
    number = found.number + 1 if found else 1
    table.emit(EVERYONE, TurnBegan(number))
    wear_off(table, number)
    end_passing(table, "turn", before=number)
    for audience in concerned(table):
        if audience == STORYTELLER:
            table.emit(STORYTELLER, HiddenReadied(late))
        elif audience != EVERYONE:
            table.emit(audience, TurnPassed())
    new_turn(table)
    if found and rules_of(table.full).choices.get("initiative") == "turn":
        take_places(table, [slot.id for slot in table.full.all(Slot) if slot.status != "out"])


def leave_undone(table: Deciding, *, late: Container[str] = ()) -> None:
    """Go on without what is not done yet, but for what hidden ones still may do (`late`, X4)."""
    break_all_off(table, TOO_LATE, late=late)
    tell_unacted(table, late=late)


def concerned(table: Deciding) -> list[Audience]:
    """Who knows of anything that changes with the turns: `everyone`, and whoever knows more of it than that."""
    known = table.state.partitions.items()
    return [a for a, records in known if a == EVERYONE or any(records.all(Slot)) or turn_long(records)]


def unreached(table: Deciding) -> tuple[str, ...]:
    """The hidden ones who have declared something and not done it, where nobody would wait for them."""
    if rules_of(table.full).choices.get("turns") != "automatic":
        return ()
    secret = table.state.partition(STORYTELLER)
    declared = {record.character_id for record in turn_long(secret)}
    return tuple(s.id for s in secret.all(Slot) if s.status in ("waiting", "late") and s.id in declared)
