"""Aiming (C14): a die more on the next attack with the weapon that was aimed (`source`), for each turn that was spent
on it. It is lost by moving, and by a wound (ours)."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow
from domain.features.characters.conditions import Bearing, shed


class Aiming(Condition):
    name = "aiming"
    label = "Aiming"
    rule = "C14"
    ends = "with the attack that it is for; lost by moving or a wound"
    most = 10
    ends_on_move = True
    with_weapon = True

    def dice_for_own_attack(self, borne: Bearing, blow: Blow) -> int:
        return borne.value if aims(borne, blow) else 0

    def on_own_attack(self, table: Deciding, borne: Bearing, blow: Blow) -> None:
        if aims(borne, blow):
            shed(table, borne)

    def on_wound(self, table: Deciding, borne: Bearing) -> None:
        shed(table, borne)


def aims(borne: Bearing, blow: Blow) -> bool:
    """Whether this is the attack that was aimed; by the Storyteller's word it is whatever comes next."""
    return borne.source in ("", blow.weapon.name)
