"""What bite and kiss have in common (C4): fangs, and somebody whom one has got hold of since the turn before."""

from typing import ClassVar

from domain.command import Refusal
from domain.features.cast import sheet
from domain.features.conditions import Bearing, borne_by
from domain.features.grappling import grips, other_party
from domain.features.phase import turn_number, turns_run
from domain.manoeuvre import Attack
from domain.state import View


class Fanged(Attack):
    """Base of the attacks with fangs. A clinch or a hold has to stand still; a tackle need not."""

    pools = (("Dexterity", "Brawl"),)
    modifier = 1
    reach = "hand"
    grappled: ClassVar[frozenset[str]] = frozenset({"clinched"})

    def may(self, view: View, actor: str) -> None:
        if "fangs" not in sheet(view, actor).flags:
            raise Refusal("no-fangs", f"{self.label}: that takes fangs ({self.rule}).")
        if not caught(view, actor):
            raise self.refusal()

    def check_target(self, view: View, actor: str, target: str) -> None:
        if target not in caught(view, actor):
            raise self.refusal()

    def refusal(self) -> Refusal:
        """Why it is not open."""
        whom = "only to whom one's own clinch, hold or tackle has caught, from the turn after"
        return Refusal("not-caught", f"{self.label}: {whom} ({self.rule}).")


def caught(view: View, actor: str) -> set[str]:
    """Whom a character has got hold of in a turn before this one: in a clinch or a hold that it began and that stands,
    or with a tackle."""
    by_grapple = {borne.source: borne for borne in view.all(Bearing)}
    holding = [g for g in grips(view, actor) if g.holding and g.kind != "kiss"]
    found = {
        other_party(view, g.grapple, actor): by_grapple[g.grapple].since for g in holding if g.grapple in by_grapple
    }
    found |= {borne.source: borne.since for borne in borne_by(view, actor) if borne.name == "upper_hand"}
    return {whom for whom, since in found.items() if not turns_run(view) or since < turn_number(view)}
