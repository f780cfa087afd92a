"""Clinch (C7): locks attacker and target together. From the next turn on, each may hurt the other or try to break
free."""

from domain.core.deciding import Deciding
from domain.core.option import Choice, Input
from domain.core.state import View
from domain.core.words import named, phrase
from domain.features.actions.damage import extra_success_dice, strength
from domain.features.actions.grapples import GRAPPLES, begin_grapple
from domain.manoeuvre import Attack
from domain.records.blow import Blow
from domain.rules.rule_types import Part


class Clinch(Attack):
    name = "clinch"
    rule = "C7"
    usual = 9
    pools = (("Strength", "Unarmed"),)
    reach = "hand"

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        hurts = Choice("hurt", phrase("choice-clinch-hurt"), named("Strength"))
        choices = (hurts, Choice("gentle", phrase("choice-clinch-gentle")))
        return (Input("at_once", phrase("ask-clinch-hurt"), "choice", choices, default="hurt"),)

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        begin_grapple(table, "clinch", blow.by, blow.on, lays=GRAPPLES["clinch"])

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        if blow.action.detail("at_once", "hurt") != "hurt":
            return ()
        return (strength(view, blow.by), *extra_success_dice(view, blow))
