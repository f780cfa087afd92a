"""Parry (C16): stops brawl and melee, and missiles with fewer dice (C20). With a blade against bare hands it cuts."""

from domain.command import Choice, Input
from domain.deciding import Deciding
from domain.equipment import BARE_HANDS, Item
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.cast import sheet
from domain.features.missiles import swiftness
from domain.features.setting import rules_of
from domain.features.striking import harm
from domain.manoeuvre import Defence
from domain.ruleset import Part
from domain.state import View


class Parry(Defence):
    name = "parry"
    label = "Parry"
    rule = "C16"
    pools = (("Dexterity", "Melee"),)

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        choices = tuple(Choice(i.name, i.name, f"{i.damage} {i.kind}") for i in blades(view, actor))
        return (Input("weapon", "With", "choice", choices, default=choices[0].value),) if choices else ()

    def stops(self, view: View, blow: Blow) -> bool:
        return True

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return swiftness(blow)

    def won(self, table: Deciding, blow: Blow, action: Action, margin: int) -> None:
        weapon = parrying(table.full, blow.on, action)
        if blow.reach == "hand" and weapon.kind != "bashing" and margin:
            pool = ((weapon.name, weapon.damage), ("margin", margin))
            harm(table, blow.on, blow.by, self.label, weapon.kind, pool)


def parrying(view: View, actor: str, action: Action) -> Item:
    """What a character parries with: what it said, else the first thing that it has for it (ours)."""
    ready = blades(view, actor)
    named = action.detail("weapon") if action.manoeuvre == Parry.name else ""
    return next((item for item in ready if item.name == named), ready[0] if ready else BARE_HANDS)


def blades(view: View, actor: str) -> list[Item]:
    """The weapons that a character has to parry with."""
    skill = rules_of(view).trait
    return [item for item in sheet(view, actor).items if skill(item.skill) == skill("Melee")]
