"""Declared actions: the form in which commands and events carry them, and the manoeuvre behind each.

`action_checks.py` decides if an action is legal, `action_pools.py` which dice it has, and `action_costs.py` what the
actions of one turn cost together.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.catalogue import catalogue
from domain.core.bounds import Count, Id, ManoeuvreName, Name, ShortText
from domain.core.command import Refusal
from domain.manoeuvre import Manoeuvre


class Action(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A declared action. `traits`: a pool of the manoeuvre, its traits joined by " + " ("": the usual pool). `dice`:
    its share of a divided pool (0: the whole pool). `details`: the answers to the manoeuvre's own inputs. `extra`: an
    extra action of Celerity (M3)."""

    manoeuvre: ManoeuvreName
    targets: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    traits: ShortText = ""
    dice: Count = 0
    text: ShortText = ""
    details: Annotated[tuple[tuple[Name, ShortText], ...], Meta(max_length=10)] = ()
    extra: bool = False

    def detail(self, name: str, default: str = "") -> str:
        """Return the answer to an input of the manoeuvre, `default` if there is none."""
        return dict(self.details).get(name, "") or default


Actions = Annotated[tuple[Action, ...], Meta(max_length=10)]


def manoeuvre(name: str) -> Manoeuvre:
    """Return the manoeuvre of this name, or raise `Refusal`."""
    found = catalogue().manoeuvres.get(name)
    if found is None:
        raise Refusal("no-such-manoeuvre", f"There is no manoeuvre {name!r} (I2).")
    return found


def outside_split(action: Action) -> bool:
    """True if an action has no part in the split of the turn's dice: an extra action (M3), or part of another action
    (C12)."""
    return action.extra or not manoeuvre(action.manoeuvre).is_own_action
