"""Melee attack (C1): with a weapon or bare hands, against one who stands close."""

from domain.command import Choice, Input
from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.pools import dots, parts, with_dice
from domain.features.setting import rules_of
from domain.features.striking import harm, strike
from domain.manoeuvre import Blow, Damage, Manoeuvre
from domain.state import View

KINDS: dict[str, Damage] = {"bashing": "bashing", "lethal": "lethal", "aggravated": "aggravated"}


class Attack(Manoeuvre):
    name = "attack"
    label = "Melee attack"
    rule = "C1"
    pools = (("Strength", "Unarmed"), ("Strength", "Melee"))

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        kinds = tuple(Choice(kind, kind.capitalize()) for kind in KINDS)
        return (
            Input("weapon", "Damage dice of the weapon (0: Strength)", "number", most=10, default="0"),
            Input("damage", "Damage", "choice", kinds, default="bashing"),
        )

    def resolve(self, table: Deciding, actor: str, action: Action, dice: int) -> None:
        traits = self.traits(action)
        reach = "melee" if "Melee" in traits else "hand"
        kind = KINDS[action.detail("damage", "bashing")]
        blow = Blow(actor, action.targets[0], self.label, "melee" if reach == "melee" else "hand", kind)
        hits = strike(table, blow, with_dice(parts(table.full, actor, traits), dice))
        if not hits:
            return
        weapon = int(action.detail("weapon", "0"))
        damage = ("weapon", weapon) if weapon else ("Strength", dots(table.full, actor, "Strength"))
        further = hits - 1 if rules_of(table.full).choices.get("extra-successes") == "add" else 0
        harm(table, blow, (damage, ("further successes", further)) if further else (damage,))
