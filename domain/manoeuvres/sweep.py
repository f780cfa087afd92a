"""Sweep (C10): strikes at the legs. A standing target rolls to stay on its feet, and falls if it has fewer successes
than the attack had before the defence."""

from domain.core.audience import STORYTELLER
from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import audience_showing
from domain.features.actions.hidden_attack_numbers import kept_or_empty
from domain.features.actions.knockdown import keep_feet
from domain.features.characters.conditions import bears
from domain.manoeuvres._armed import Armed
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet

LEG, STAFF = ("Dexterity", "Brawl"), ("Dexterity", "Melee")
"""The pools of a sweep: with a leg, or with a weapon that is long enough."""
FEET = ("Dexterity", "Dodge")
"""The pool with which the target stays on its feet."""


class Sweep(Armed):
    name = "sweep"
    rule = "C10"
    pools = (LEG, STAFF)
    modifier = -1

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return "sweeps" in item.flags and not self.shoots(rules, item)

    def on_consequence(self, table: Deciding, blow: Blow) -> None:
        if bears(table.full, blow.on, "prone") is not None:
            return
        # The test is not a defence: it uses up no declared defence, and the wound from this very blow may reduce its
        # dice (ours). If the count of the attack is hidden, only the Storyteller sees the dice of the test: dice and
        # result together would reveal the count (X1).
        kept = kept_or_empty(table.full, blow).hits >= 0
        heard = STORYTELLER if kept else audience_showing(table.full, blow.by, blow.on)
        # Attacks that an older version stored have no `scored`; for them, only the hits after the defence are known.
        keep_feet(table, blow.on, FEET, heard, least=max(blow.scored, blow.hits))
