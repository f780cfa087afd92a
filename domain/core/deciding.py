"""Deciding: the object with which a command's `decide` works. It collects the facts of a commit."""

from functools import lru_cache
from typing import Generic

from typing_extensions import TypeVar

from domain.core.audience import Audience, Seat, kind
from domain.core.chance import Chance
from domain.core.event import Event, Fact
from domain.core.state import State, View

Checked = TypeVar("Checked", default=object, covariant=True)  # noqa: PLC0105 - read in every command's header
"""The type of the value that a command's `check` returns and its `decide` reads. A command whose `check` returns
nothing is a plain `Command`."""


class Deciding(Generic[Checked]):
    """The object with which a command's `decide` works. It folds each fact as soon as it is emitted, so later decisions
    of the same commit see it."""

    __slots__ = ("_past", "audiences", "chance", "checked", "facts", "full", "lent_nonce", "seat", "state", "view")

    def __init__(self, state: State, seat: Seat, chance: Chance, checked: Checked, past: State | None = None) -> None:
        self.state = state
        self.full: View = state.full
        """All records, including hidden and sealed ones."""
        self.view: View = state.view(seat)
        """The view of the command's sender."""
        self.seat = seat
        self.chance = chance
        self.checked = checked
        """The value that the command's `check` returned."""
        self._past = past
        self.facts: list[Fact] = []
        self.audiences: list[Audience] = []
        self.lent_nonce: tuple[str, bytes] | None = None
        """The seat and the nonce used for public dice in place of the sender's
        (`domain/features/rolls/player_nonces.py`). None until a roll first replaces them."""

    @property
    def past(self) -> State:
        """The earlier state that this command restores or continues. Raise TypeError if the command was given none."""
        if self._past is None:
            raise TypeError("the moment that this goes back to, or on from, was not handed in")
        return self._past

    def emit(self, audience: Audience, *events: Event) -> None:
        """Emit events to one audience, and fold them. Raise TypeError if the class of an event does not allow that
        audience: this is a bug, not a refusal."""
        for event in events:
            _check_tellable(type(event), audience)
            fact = Fact(audience, event)
            self.state.fold_one(fact, self.chance.now, self.audiences)
            self.facts.append(fact)


@lru_cache(maxsize=4096)  # called for every fact
def _check_tellable(type_: type[Event], audience: Audience) -> None:
    if kind(audience) not in type_.audiences:
        raise TypeError(f"{type_.__name__} may not be told to {audience}")
