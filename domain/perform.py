"""Performing: turns a command into the facts of a commit, or into a refusal. A refusal changes no state."""

from collections.abc import Iterable

from domain.admission import admit
from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import Seat
from domain.core.chance import Chance
from domain.core.deciding import Deciding
from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.core.state import State


class Misdecided(Exception):
    """A bug: the `decide` of a command raised a refusal. Its sender must not receive that refusal, because it depends
    on the full state."""


def perform(state: State, seat: Seat, command: Command, chance: Chance, past: State | None = None) -> Deciding:
    """Check and decide a command, and fold its facts. If it is not legal, raise `Refusal` and leave the state
    unchanged.

    `past` is the earlier state that the command restores or continues. If the public table has changed, the follow-ups
    of the features run too; a new story line alone does not start them.

    The commit can be undone with `state.undo(mark, result.audiences)`, where `mark` is the earlier length of the
    journal.
    """
    checked = check(state, seat, command)
    mark = len(state.journal)
    deciding = Deciding(state, seat, chance, checked, past)
    try:
        command.decide(deciding)
        if state.table_changed(mark):
            for follow_up in catalogue().follow_ups:
                follow_up(deciding)
        check_registered(deciding.facts)
    except BaseException as error:
        state.undo(mark, deciding.audiences)
        if isinstance(error, Refusal):
            raise Misdecided(f"{type(command).__name__} refused while deciding: {error.code}") from error
        raise
    return deciding


def check(state: State, seat: Seat, command: Command) -> object:
    """Admit and check a command from the view of its seat alone. Return the value that its `decide` will get. Raise
    `Refusal` if the command is not legal."""
    view = state.view(seat)
    admit(view, command)
    return command.check(view)


def check_registered(facts: Iterable[Fact]) -> None:
    """Raise TypeError for an event whose class is not in the catalogue. No program could read such an event from the
    log."""
    for type_ in {type(fact.event) for fact in facts} - catalogue().event_classes:
        raise TypeError(f"{type_.__name__} is in no feature's file, so no log could be read that has it")


def decide(state: State, seat: Seat, command: Command, chance: Chance, past: State | None = None) -> list[Fact]:
    """Return the facts that a command would emit, and leave the state as it was. Raise `Refusal` if it is not legal."""
    mark = len(state.journal)
    deciding = perform(state, seat, command, chance, past)
    state.undo(mark, deciding.audiences)
    return deciding.facts
