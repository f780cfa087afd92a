"""Deciding: a command becomes the facts of one commit, or a refusal that changes nothing."""

import msgspec

from domain.admission import admit
from domain.audience import EVERYONE, Audience, Seat, kind
from domain.catalogue import catalogue
from domain.chance import Chance
from domain.command import Command, Refusal
from domain.event import Event, Fact
from domain.state import State, View


class Misdecided(Exception):
    """A command refused out of the full state, which the asker may not be answered from: a bug, not a refusal."""


class Deciding(msgspec.Struct, eq=False):
    """What a command's `decide` works with. Facts are folded as they are emitted, so that what is decided next sees
    what was decided before."""

    state: State
    seat: Seat
    chance: Chance
    checked: object = None
    """What the command's `check` made of the asker's view, for its `decide`."""
    facts: list[Fact] = []
    told: list[Audience] = []
    lent: tuple[str, bytes] | None = None
    """The number that this command's public dice are drawn with in place of the sender's, and whose it is (`lending`);
    None before it is asked for."""

    @property
    def full(self) -> View:
        """Everything, hidden things too."""
        return self.state.full

    @property
    def view(self) -> View:
        """What the asker may see."""
        return self.state.view(self.seat)

    def emit(self, audience: Audience, *events: Event) -> None:
        """State facts for one audience. An event that may not be addressed to it is a bug, not a refusal."""
        for event in events:
            if kind(audience) not in event.audiences:
                raise TypeError(f"{type(event).__name__} may not be told to {audience}")
            if type(event) not in catalogue().known:
                raise TypeError(f"{type(event).__name__} is in no feature's file, so no log could be read that has it")
            fact = Fact(audience, event)
            self.state.fold_one(fact, self.chance.now, self.told)
            self.facts.append(fact)


def perform(state: State, seat: Seat, command: Command, chance: Chance) -> Deciding:
    """Decide a command and fold what follows in one go. Raises `Refusal`; the state is then as before.

    What follows from what everybody sees, whatever command brought it about, is in the features' `follow_up`s. Nothing
    follows from the story alone.

    The result can be taken back with `state.undo(mark, result.told)`, `mark` being the journal's length before.
    """
    view = state.view(seat)
    admit(view, command)
    checked = command.check(view)
    mark = len(state.journal)
    deciding = Deciding(state, seat, chance, checked)
    try:
        command.decide(deciding)
        if state.table_changed(EVERYONE, mark):
            for follow_up in catalogue().follow_ups:
                follow_up(deciding)
    except BaseException as error:
        state.undo(mark, deciding.told)
        if isinstance(error, Refusal):
            raise Misdecided(f"{type(command).__name__} refused while deciding: {error.code}") from error
        raise
    return deciding


def decide(state: State, seat: Seat, command: Command, chance: Chance) -> list[Fact]:
    """The facts that a command would bring about; the state is left as it was. Raises `Refusal`."""
    mark = len(state.journal)
    deciding = perform(state, seat, command, chance)
    state.undo(mark, deciding.told)
    return deciding.facts
