"""Actions: what makes one legal by itself, what it is made of, and what is asked of whoever declares it (D2, M2, M3).

What several of them cost together is in `paying.py`.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.catalogue import catalogue
from domain.core.bounds import Count, Id, ManoeuvreName, Name, ShortText
from domain.core.command import Refusal
from domain.manoeuvre import Manoeuvre


class Action(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One declared action. `traits` is one of the manoeuvre's pools, its traits joined by " + " ("": the usual one);
    `dice` the share it has of a shared pool (0: all of it); `details` answers the manoeuvre's own inputs; `extra` marks
    an extra action of Celerity (M3)."""

    manoeuvre: ManoeuvreName
    targets: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    traits: ShortText = ""
    dice: Count = 0
    text: ShortText = ""
    details: Annotated[tuple[tuple[Name, ShortText], ...], Meta(max_length=10)] = ()
    extra: bool = False

    def detail(self, name: str, default: str = "") -> str:
        """The answer to one of the manoeuvre's inputs."""
        return dict(self.details).get(name, "") or default


Actions = Annotated[tuple[Action, ...], Meta(max_length=10)]


def manoeuvre(name: str) -> Manoeuvre:
    """The manoeuvre of this name. Raises `Refusal`."""
    found = catalogue().manoeuvres.get(name)
    if found is None:
        raise Refusal("no-such-manoeuvre", f"There is no manoeuvre {name!r} (I2).")
    return found


def outside_split(action: Action) -> bool:
    """Whether an action stands outside of all sharing: an extra one (M3), or one that is a part of another (C12)."""
    return action.extra or not manoeuvre(action.manoeuvre).is_own_action
