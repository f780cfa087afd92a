"""A duel of two, for tests of attacks with a special aim."""

from __future__ import annotations

from domain.rules.declared_action import Action
from tests.domain.fight import Fight

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 3 Melee 3 Target 5 Firearms 2 Dexterity 4 Endurance 2 Occult 2 {anna}
    bert  npc {kind} Intuition 1 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3 {bert}
"""


def duel(
    anna: str = "",
    bert: str = "+knife",
    *actions: Action,
    kind: str = "vampire",
    rules: str = "nightfall",
    reactions: str = "automatic",
) -> Fight:
    """A duel in which Anna is faster than Bert; he declares the given actions, and each has the given items."""
    cast = CAST.format(anna=anna, bert=bert, kind=kind)
    fight = Fight(cast, rules=rules, declare="any-order", reactions=reactions)
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *actions)
    return fight
