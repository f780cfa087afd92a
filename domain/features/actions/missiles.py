"""Missiles: how much harder they are to stop than close attacks (C20)."""

from typing import Final

from domain.core.words import phrase
from domain.records.blow import Blow
from domain.rules.equipment import Missile
from domain.rules.rule_types import Part

MISSILE_PENALTIES: Final[dict[Missile, int]] = {"thrown": -2, "medieval": -3, "bullet": -5}
"""The dice that a defence loses against each class of missile."""


def missile_penalty(blow: Blow) -> tuple[Part, ...]:
    """Return the dice that a defence loses because the attack is a missile."""
    dice = MISSILE_PENALTIES.get(blow.weapon.missile, 0) if not blow.close else 0
    return ((phrase(f"part-missile-{blow.weapon.missile}"), dice),) if dice else ()
