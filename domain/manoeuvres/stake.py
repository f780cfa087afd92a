"""Stake (C13): an attack at the heart with a weapon that can stake. If three levels of damage remain after soak, a
vampire can no longer move. The stake is then in the body, and no longer in the attacker's hand (C31)."""

from typing import Final

from msgspec.structs import replace

from domain.core.deciding import Deciding
from domain.features.actions.weapon_in_hand import in_hand, lose_weapon
from domain.features.actions.write_sheet import write_sheet
from domain.features.characters.character import character, sheet
from domain.features.characters.conditions import add_condition
from domain.manoeuvres._armed import Armed
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet

THROUGH: Final = 3
"""The least number of levels after soak with which the stake reaches the heart."""


class Stake(Armed):
    name = "stake"
    rule = "C13"
    follows = ("attack", "attack", "shoot")
    modifier = -4
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return "stake" in item.flags

    def on_consequence(self, table: Deciding, blow: Blow) -> None:
        if blow.levels >= THROUGH and character(table.full, blow.on).kind == "vampire":
            if blow.close:
                leave_in_body(table, blow)
            add_condition(table, blow.on, "staked")


def leave_in_body(table: Deciding, blow: Blow) -> None:
    """Leave the stake in the target's body: the attacker neither holds nor carries it any more (C31)."""
    if in_hand(table.full, blow.by) == blow.weapon:
        lose_weapon(table, blow.by, into=blow.on)
    carried = list(sheet(table.full, blow.by).items)
    if blow.weapon in carried:
        carried.remove(blow.weapon)
        write_sheet(table, replace(sheet(table.full, blow.by), items=tuple(carried)).restating_event())
