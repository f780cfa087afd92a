"""Disarm (C8): strike at the opponent's weapon. If the damage exceeds the opponent's Strength, the opponent loses the
weapon and is unhurt; otherwise the opponent takes the damage. After a botch the Storyteller decides what it costs the
attacker (`features/combat/botched_disarm.py`)."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref
from domain.features.actions.attack_in_progress import WoundSpared, audience_showing
from domain.features.actions.weapon_in_hand import in_hand, lose_weapon
from domain.features.combat.botched_disarm import record_fumble
from domain.features.rolls.pools import dots
from domain.manoeuvres._armed import Armed
from domain.records.blow import Blow
from domain.rules.equipment import BARE_HANDS
from domain.rules.pool import RollOutcome


class Disarm(Armed):
    name = "disarm"
    rule = "C8"
    follows = ("attack", "attack", "shoot")
    modifier = -2

    def check_target(self, view: View, actor: str, target: str) -> None:
        if in_hand(view, target) == BARE_HANDS:
            raise Refusal("unarmed", rule="C8", target=character_ref(target))

    def hurts(self, view: View, blow: Blow) -> bool:
        return blow.dealt <= dots(view, blow.on, "Strength")

    def on_no_wound(self, table: Deciding, blow: Blow) -> None:
        if in_hand(table.full, blow.on) == BARE_HANDS:  # lost since the attack began
            table.emit(audience_showing(table.full, blow.by, blow.on), WoundSpared(blow.on))
        lose_weapon(table, blow.on)

    def on_hit_roll(self, table: Deciding, blow: Blow, deed: RollOutcome) -> None:
        if deed.verdict.result == "botch":
            record_fumble(table, blow.by, blow.on, deed.roll)
