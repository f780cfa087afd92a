"""From one turn to the next: a turn ends, and the next turn begins (T1, I1)."""

from collections.abc import Container
from typing import Final

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.words import phrase
from domain.features.characters.conditions import new_turn, wear_off
from domain.features.combat.attack_steps import cancel_attacks
from domain.features.combat.initiative import Slot, roll_initiative
from domain.features.combat.turns import HiddenReadied, TurnBegan, TurnEnded, TurnPassed, marker, turn_long_records
from domain.features.combat.unfinished_actions import tell_unacted
from domain.features.rolls.standing_circumstances import end_passing
from domain.features.table.settings import rules_of
from domain.features.table.turn import Turn
from domain.records.blow import Blow

TOO_LATE: Final = phrase("turn-ended-first", rule="T1")
"""The reason for cancelling an attack at the end of a turn."""


def end_turn_if_done(table: Deciding) -> None:
    """End the turn once no visible character has to act and no visible attack is in progress."""
    public = table.full.public
    turn = public.get(Turn, "turn")
    if turn is not None and turn.phase == "acting" and marker(public) is None and not any(public.all(Blow)):
        end_turn(table)


def end_turn(table: Deciding) -> None:
    """End the turn; if turns advance automatically, begin the next."""
    table.emit(EVERYONE, TurnEnded())
    if rules_of(table.full).choices.get("turns") == "automatic":
        begin_turn(table)


def begin_turn(table: Deciding) -> None:
    """Begin the next turn. If initiative is rolled every turn, roll it now (I1). Unfinished actions of the last turn
    are lost, and announced as lost. A hidden character keeps its actions if it may still do them (T1, X4)."""
    found = table.full.get(Turn, "turn")
    late = unreached_hidden(table)
    drop_unfinished(table, late=late)
    number = found.number + 1 if found else 1
    table.emit(EVERYONE, TurnBegan(number))
    wear_off(table, number)
    end_passing(table, "turn", before=number)
    for audience in turn_audiences(table):
        if audience == STORYTELLER:
            table.emit(STORYTELLER, HiddenReadied(late))
        elif audience != EVERYONE:
            table.emit(audience, TurnPassed())
    new_turn(table)
    if found and rules_of(table.full).choices.get("initiative") == "turn":
        roll_initiative(table, [slot.id for slot in table.full.all(Slot) if slot.status != "out"])


def drop_unfinished(table: Deciding, *, late: Container[str] = ()) -> None:
    """Cancel unfinished attacks and announce unfinished actions, except those of the hidden characters in `late`, which
    may still act (X4)."""
    cancel_attacks(table, TOO_LATE, late=late)
    tell_unacted(table, late=late)


def turn_audiences(table: Deciding) -> list[Audience]:
    """Return `everyone`, and every other audience that has slots or records that end with the turn."""
    known = table.state.partitions.items()
    return [a for a, records in known if a == EVERYONE or any(records.all(Slot)) or turn_long_records(records)]


def unreached_hidden(table: Deciding) -> tuple[str, ...]:
    """Return the hidden characters that have declared but did not get to act in the turn. If the Storyteller advances
    turns herself, return none, because she can wait for them."""
    if rules_of(table.full).choices.get("turns") != "automatic":
        return ()
    secret = table.state.partition(STORYTELLER)
    declared = {record.character_id for record in turn_long_records(secret)}
    return tuple(s.id for s in secret.all(Slot) if s.status in ("waiting", "late") and s.id in declared)
