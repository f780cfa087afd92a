"""Deciding: what a command's `decide` works with while it emits the facts of one commit."""

from functools import lru_cache
from typing import Generic

from typing_extensions import TypeVar

from domain.core.audience import Audience, Seat, kind
from domain.core.chance import Chance
from domain.core.event import Event, Fact
from domain.core.state import State, View

Checked = TypeVar("Checked", default=object, covariant=True)  # noqa: PLC0105 - read in every command's header
"""The result of a command's `check`, handed to its `decide`; commands that hand over nothing are plain `Command`."""


class Deciding(Generic[Checked]):
    """What a command's `decide` works with. Facts are folded as they are emitted, so that what is decided next sees
    what was decided before."""

    __slots__ = ("_past", "chance", "checked", "facts", "full", "lent", "seat", "state", "told", "view")

    def __init__(self, state: State, seat: Seat, chance: Chance, checked: Checked, past: State | None = None) -> None:
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
