"""Attacks with a missile (C2): the weapon must have the range, and a loaded weapon can run out of shots."""

from domain.core.deciding import Deciding
from domain.features.characters.conditions import add_condition
from domain.manoeuvres._armed import SHOT, Armed
from domain.records.blow import Blow, Reach
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.pool import RollOutcome
from domain.rules.ruleset import RuleSet


class Shot(Armed):
    """Base of the attacks with a missile, shot or thrown. Coterie does not count thrown weapons: the character always
    has another (ours)."""

    pools = (SHOT,)
    can_call_shot = True
    by_sight = True
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return bool(item.range)

    def shoots(self, rules: RuleSet, item: Item) -> bool:
        return True

    def reaches(self, action: Action) -> Reach:
        return "ranged"

    def on_hit_roll(self, table: Deciding, blow: Blow, deed: RollOutcome) -> None:
        # Coterie does not count shots: after a botch, a weapon with ammunition is empty (ours). If the count of the
        # roll is hidden, an empty weapon would reveal the botch (X2 iii), so the Storyteller chooses the consequence
        # instead (G4).
        if deed.kept or deed.verdict.result != "botch":
            return
        if {"clip", "revolver"} & set(blow.weapon.flags):
            add_condition(table, blow.by, "out_of_shots", source=blow.weapon.name)
