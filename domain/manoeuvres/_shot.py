"""What attacks with a missile have in common (C2): a weapon that reaches so far, and a last shot where it is loaded."""

from domain.deciding import Deciding
from domain.features.actions.action import Action
from domain.features.actions.attack_in_progress import Blow
from domain.features.characters.conditions import add_condition
from domain.features.rolls.roll import Deed
from domain.manoeuvre import Reach
from domain.manoeuvres._armed import SHOT, Armed
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet


class Shot(Armed):
    """Base of the attacks with a missile, shot or thrown. What was thrown is at hand again: nobody counts (ours)."""

    pools = (SHOT,)
    calls = True
    sight = True
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return bool(item.range)

    def shoots(self, rules: RuleSet, item: Item) -> bool:
        return True

    def reaches(self, action: Action) -> Reach:
        return "ranged"

    def rolled(self, table: Deciding, blow: Blow, deed: Deed) -> None:
        # Shots are not counted: a botch is the last one of what is loaded (ours).
        # Where the count is kept back, so is that (X2 iii): the Storyteller owes it a consequence as any other (G4).
        if deed.kept or deed.verdict.result != "botch":
            return
        if {"clip", "revolver"} & set(blow.weapon.flags):
            add_condition(table, blow.by, "out_of_shots", source=blow.weapon.name)
