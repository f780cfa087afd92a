"""Performing: a command becomes the facts of one commit, or a refusal that changes nothing."""

from collections.abc import Iterable

from domain.admission import admit
from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.chance import Chance
from domain.core.command import Command, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Fact
from domain.core.state import State


class Misdecided(Exception):
    """A command refused out of the full state, which the asker may not be answered from: a bug, not a refusal."""


def perform(state: State, seat: Seat, command: Command, chance: Chance, past: State | None = None) -> Deciding:
    """Decide a command and fold what follows in one go. Raises `Refusal`; the state is then as before. `past` is the
    state at the moment that the command goes back to, or on from.

    What follows from what everybody sees, whatever command brought it about, is in the features' `follow_up`s. Nothing
    follows from the story alone.

    The result can be taken back with `state.undo(mark, result.told)`, `mark` being the journal's length before.
    """
    view = state.view(seat)
    admit(view, command)
    checked = command.check(view)
    mark = len(state.journal)
    deciding = Deciding(state, seat, chance, checked, past)
    try:
        command.decide(deciding)
        if state.table_changed(mark):
            for follow_up in catalogue().follow_ups:
                follow_up(deciding)
        check_registered(deciding.facts)
    except BaseException as error:
        state.undo(mark, deciding.told)
        if isinstance(error, Refusal):
            raise Misdecided(f"{type(command).__name__} refused while deciding: {error.code}") from error
        raise
    return deciding


def check_registered(facts: Iterable[Fact]) -> None:
    """Raise TypeError for an event class that the catalogue does not know: no log that has it could be read."""
    for type_ in {type(fact.event) for fact in facts} - catalogue().event_classes:
        raise TypeError(f"{type_.__name__} is in no feature's file, so no log could be read that has it")


def decide(state: State, seat: Seat, command: Command, chance: Chance, past: State | None = None) -> list[Fact]:
    """The facts that a command would bring about; the state is left as it was. Raises `Refusal`."""
    mark = len(state.journal)
    deciding = perform(state, seat, command, chance, past)
    state.undo(mark, deciding.told)
    return deciding.facts
