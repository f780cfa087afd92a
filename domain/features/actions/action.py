"""Declared actions: the manoeuvre that each of them names, and its part in the split of dice.

`action_checks.py` decides if an action is legal, `action_pools.py` which dice it has, and `action_costs.py` what the
actions of one turn cost together.
"""

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.core.words import Typed
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action


def manoeuvre(name: str) -> Manoeuvre:
    """Return the manoeuvre of this name, or raise `Refusal`."""
    found = catalogue().manoeuvres.get(name)
    if found is None:
        raise Refusal("no-such-manoeuvre", rule="I2", name=Typed(name))
    return found


def outside_split(action: Action) -> bool:
    """True if an action takes no part in the split of the turn's dice: an extra action (M3), or an action that is part
    of another one (C12)."""
    return action.extra or not manoeuvre(action.manoeuvre).is_own_action
