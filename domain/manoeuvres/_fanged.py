"""Attacks with fangs, the bite and the kiss (C4). The attacker must have caught the target: it has clinched or held the
target since an earlier turn, or it tackled the target in the turn before."""

from typing import ClassVar

from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.grapples import grips, other_party
from domain.features.characters.character import sheet
from domain.features.characters.conditions import bears, borne_by
from domain.features.table.turn import turn_number, turns_run
from domain.manoeuvre import Attack
from domain.records.bearing import Bearing


class Fanged(Attack):
    """Base of the attacks with fangs."""

    pools = (("Dexterity", "Brawl"),)
    modifier = 1
    reach = "hand"
    natural = True
    allowed_while: ClassVar[frozenset[str]] = frozenset({"clinched"})

    def check_available(self, view: View, actor: str) -> None:
        if "fangs" not in sheet(view, actor).flags:
            raise Refusal("no-fangs", rule=self.rule, manoeuvre=self.words)
        if not caught_targets(view, actor):
            raise self.not_caught()
        if not targets_in_reach(view, actor):
            raise self.not_in_reach()

    def check_target(self, view: View, actor: str, target: str) -> None:
        if target not in caught_targets(view, actor):
            raise self.not_caught()
        if target not in targets_in_reach(view, actor):
            raise self.not_in_reach()

    def not_caught(self) -> Refusal:
        """Return the refusal for a target that is not caught."""
        return Refusal("not-caught", rule=self.rule, manoeuvre=self.words)

    def not_in_reach(self) -> Refusal:
        """Return the refusal for a target that is out of reach because of a clinch."""
        return Refusal("clinched-other", rule="C7", manoeuvre=self.words)


def caught_targets(view: View, actor: str) -> set[str]:
    """Return the characters that the actor caught in an earlier turn and has not lost since: with a clinch or a hold
    that it began, or with a tackle, which counts for one turn (`conditions/upper_hand.py`)."""
    by_grapple = {borne.source: borne for borne in view.all(Bearing)}
    holding = [g for g in grips(view, actor) if g.holding and g.kind != "kiss"]
    found = {
        other_party(view, g.grapple, actor): by_grapple[g.grapple].since for g in holding if g.grapple in by_grapple
    }
    found |= {borne.source: borne.since for borne in borne_by(view, actor) if borne.name == "upper_hand"}
    return {whom for whom, since in found.items() if not turns_run(view) or since < turn_number(view)}


def targets_in_reach(view: View, actor: str) -> set[str]:
    """Return the caught characters that the actor may bite or kiss. While it is in a clinch, these are only the
    characters that it has clinched itself (C7)."""
    found = caught_targets(view, actor)
    if bears(view, actor, "clinched") is None:
        return found
    mine = (grip.grapple for grip in grips(view, actor) if grip.holding and grip.kind == "clinch")
    return found & {other_party(view, grapple, actor) for grapple in mine}
