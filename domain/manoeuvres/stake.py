"""Stake (C13): through the heart, with what will stake. Three levels that come through, and a vampire cannot stir. The
stake is in the body then, no longer in the hand (C31)."""

from typing import Final

from msgspec.structs import replace

from domain.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow
from domain.features.actions.weapon_in_hand import in_hand, lose
from domain.features.characters.character import character, sheet
from domain.features.characters.conditions import add_condition
from domain.features.scenes.create_character import write_sheet
from domain.manoeuvres._armed import Armed
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet

THROUGH: Final = 3
"""Levels after soak that reach the heart."""


class Stake(Armed):
    name = "stake"
    label = "Stake"
    rule = "C13"
    follows = ("attack", "attack", "shoot")
    modifier = -4
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return "stake" in item.flags

    def followed(self, table: Deciding, blow: Blow) -> None:
        if blow.levels >= THROUGH and character(table.full, blow.on).kind == "vampire":
            if blow.close:
                leave_in_body(table, blow)
            add_condition(table, blow.on, "staked")


def leave_in_body(table: Deciding, blow: Blow) -> None:
    """The stake stays in the body that it went into: its owner neither holds nor carries it any more (C31)."""
    if in_hand(table.full, blow.by) == blow.weapon:
        lose(table, blow.by, into=blow.on)
    carried = list(sheet(table.full, blow.by).items)
    if blow.weapon in carried:
        carried.remove(blow.weapon)
        write_sheet(table, replace(sheet(table.full, blow.by), items=tuple(carried)).stated())
