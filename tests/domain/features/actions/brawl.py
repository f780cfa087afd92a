"""A fight whose fighters have the dice for several actions in a turn."""

from __future__ import annotations

from tests.domain.fight import Fight

BRAWL = """
    anna  Strength 3 Melee 2 Unarmed 1 Dexterity 2 Dodge 2 Athletics 2 Intuition 1 Brawl 2 +knife Endurance 2
    bert  Strength 2 Brawl 1 Unarmed 1 Dexterity 2 Dodge 2 Intuition 1 +knife
"""
SWIFT = "Celerity 2"


def brawl(more: str = "", rules: str = "nightfall") -> Fight:
    """Anna, with the given traits added or replaced, against Bert and Carl; all may declare in any order."""
    anna = f"anna {more} Strength 3 Melee 2 Unarmed 1 Dexterity 2 Dodge 2 Athletics 2 Intuition 2 Brawl 2 Fate:1 +knife"
    others = "bert Strength 2 Intuition 2 Dexterity 2\n carl Strength 2 Intuition 1 Dexterity 1"
    fight = Fight(f"{anna}\n {others}", rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0, carl=0)
    fight.declares("carl")
    return fight
