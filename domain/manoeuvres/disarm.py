"""Disarm (C8): strike what the opponent has in hand. Damage that beats the opponent's Strength costs it the weapon and
hurts nobody; any other damage hurts as it would have. What a botch costs is the Storyteller's to say (`fumbles.py`)."""

from domain.core.command import Refusal
from domain.core.state import View
from domain.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow, WoundSpared, together
from domain.features.actions.weapon_in_hand import in_hand, lose
from domain.features.characters.character import character
from domain.features.combat.botched_disarm import record_fumble
from domain.features.rolls.pools import dots
from domain.features.rolls.roll import Deed
from domain.manoeuvres._armed import Armed
from domain.rules.equipment import BARE_HANDS


class Disarm(Armed):
    name = "disarm"
    label = "Disarm"
    rule = "C8"
    follows = ("attack", "attack", "shoot")
    modifier = -2

    def check_target(self, view: View, actor: str, target: str) -> None:
        if in_hand(view, target) == BARE_HANDS:
            raise Refusal("unarmed", f"{character(view, target).name} has nothing in hand that it could lose (C8).")

    def hurts(self, view: View, blow: Blow) -> bool:
        return blow.dealt <= dots(view, blow.on, "Strength")

    def spared(self, table: Deciding, blow: Blow) -> None:
        if in_hand(table.full, blow.on) == BARE_HANDS:  # what it had may have gone meanwhile
            table.emit(together(table.full, blow.by, blow.on), WoundSpared(blow.on))
        lose(table, blow.on)

    def rolled(self, table: Deciding, blow: Blow, deed: Deed) -> None:
        if deed.verdict.result == "botch":
            record_fumble(table, blow.by, blow.on, deed.roll)
