"""Sweep (C10): strikes at the legs. A target that still stands tests against all successes of the attack, whatever a
defence took of them, or goes down."""

from domain.core.audience import STORYTELLER
from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow, together
from domain.features.actions.hidden_attack_numbers import kept_of
from domain.features.actions.knockdown import stand_firm
from domain.features.characters.conditions import bears
from domain.manoeuvres._armed import Armed
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet

LEG, STAFF = ("Dexterity", "Brawl"), ("Dexterity", "Melee")
"""The pools of a sweep: with a leg, or with what is long enough to sweep."""
FEET = ("Dexterity", "Dodge")
"""What keeps its target up."""


class Sweep(Armed):
    name = "sweep"
    label = "Sweep"
    rule = "C10"
    pools = (LEG, STAFF)
    modifier = -1

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return "sweeps" in item.flags and not self.shoots(rules, item)

    def on_wound(self, table: Deciding, blow: Blow) -> None:
        if bears(table.full, blow.on, "prone") is not None:
            return
        # No defence: it is used up by nothing, and what took the blow may have left fewer dice for it (ours). Who goes
        # down or not against a count that is kept back would tell of it beside the dice (X1).
        kept = kept_of(table.full, blow).hits >= 0
        heard = STORYTELLER if kept else together(table.full, blow.by, blow.on)
        # An attack from before the whole count was kept has only what the defence left.
        stand_firm(table, blow.on, FEET, heard, least=max(blow.scored, blow.hits))
