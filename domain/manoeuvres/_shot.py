"""What attacks with a missile have in common (C2): a weapon that reaches so far, and a last shot where it is loaded."""

from domain.deciding import Deciding
from domain.equipment import Item
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.conditions import bear
from domain.manoeuvre import Reach
from domain.manoeuvres._armed import SHOT, Armed
from domain.ruleset import RuleSet, Verdict


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

    def missed(self, table: Deciding, blow: Blow, verdict: Verdict | None) -> None:
        # Shots are not counted: a botch is the last one of what is loaded (ours).
        if verdict is not None and verdict.result == "botch" and {"clip", "revolver"} & set(blow.weapon.flags):
            bear(table, blow.by, "out_of_shots", source=blow.weapon.name)
