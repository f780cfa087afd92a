"""Deciding: a command becomes the facts of one commit, or a refusal that changes nothing."""

from functools import lru_cache
from typing import Any

from domain.admission import admit
from domain.audience import Audience, Seat, kind
from domain.catalogue import catalogue
from domain.chance import Chance
from domain.command import Command, Refusal
from domain.event import Event, Fact
from domain.state import State, View


class Misdecided(Exception):
    """A command refused out of the full state, which the asker may not be answered from: a bug, not a refusal."""


class Deciding:
    """What a command's `decide` works with. Facts are folded as they are emitted, so that what is decided next sees
    what was decided before."""

    __slots__ = ("_past", "chance", "checked", "facts", "full", "lent", "seat", "state", "told", "view")

    def __init__(
        self, state: State, seat: Seat, chance: Chance, checked: Any = None, past: State | None = None
    ) -> None:
        self.state = state
        self.full: View = state.full
        """Everything, hidden things too."""
        self.view: View = state.view(seat)
        """What the asker may see."""
        self.seat = seat
        self.chance = chance
        self.checked = checked
        """What the command's `check` made of the asker's view, for its `decide`."""
        self._past = past
        self.facts: list[Fact] = []
        self.told: list[Audience] = []
        self.lent: tuple[str, bytes] | None = None
        """The number that this command's public dice are drawn with in place of the sender's, and whose it is
        (`lending`); None before it is asked for."""

    @property
    def past(self) -> State:
        """The table as it was at the moment that the command goes back to, or on from. Raises TypeError for a command
        that was handed none."""
        if self._past is None:
            raise TypeError("the moment that this goes back to, or on from, was not handed in")
        return self._past

    def emit(self, audience: Audience, *events: Event) -> None:
        """State facts for one audience. An event that may not be addressed to it is a bug, not a refusal."""
        for event in events:
            _check_tellable(type(event), audience)
            fact = Fact(audience, event)
            self.state.fold_one(fact, self.chance.now, self.told)
            self.facts.append(fact)


@lru_cache(maxsize=4096)  # every fact asks
def _check_tellable(type_: type[Event], audience: Audience) -> None:
    if kind(audience) not in type_.audiences:
        raise TypeError(f"{type_.__name__} may not be told to {audience}")
    if type_ not in catalogue().known:
        raise TypeError(f"{type_.__name__} is in no feature's file, so no log could be read that has it")


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
    except BaseException as error:
        state.undo(mark, deciding.told)
        if isinstance(error, Refusal):
            raise Misdecided(f"{type(command).__name__} refused while deciding: {error.code}") from error
        raise
    return deciding


def decide(state: State, seat: Seat, command: Command, chance: Chance, past: State | None = None) -> list[Fact]:
    """The facts that a command would bring about; the state is left as it was. Raises `Refusal`."""
    mark = len(state.journal)
    deciding = perform(state, seat, command, chance, past)
    state.undo(mark, deciding.told)
    return deciding.facts
