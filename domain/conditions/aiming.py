"""Aiming (C14): a die more on the next attack with the weapon that was aimed (`source`), for each turn that was spent
on it. It is lost by moving, and by a wound (ours)."""

from domain.condition import Condition
from domain.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow
from domain.features.characters.conditions import Bearing, end_condition


class Aiming(Condition):
    name = "aiming"
    label = "Aiming"
    rule = "C14"
    ends = "with the attack that it is for; lost by moving or a wound"
    most = 10
    left_behind = True
    with_weapon = True

    def helps(self, borne: Bearing, blow: Blow) -> int:
        return borne.value if aims(borne, blow) else 0

    def attacked(self, table: Deciding, borne: Bearing, blow: Blow) -> None:
        if aims(borne, blow):
            end_condition(table, borne)

    def hurt(self, table: Deciding, borne: Bearing) -> None:
        end_condition(table, borne)


def aims(borne: Bearing, blow: Blow) -> bool:
    """Whether this is the attack that was aimed; by the Storyteller's word it is whatever comes next."""
    return borne.source in ("", blow.weapon.name)
