"""What is open to both parties of a clinch from the turn after it began (C7)."""

from typing import ClassVar

from domain.command import Refusal
from domain.features.grappling import Grip, lock, other_side
from domain.manoeuvre import GrappleKind, Manoeuvre
from domain.state import View


class Clinched(Manoeuvre):
    """Base of the manoeuvres that need a clinch; whom they are done to is whoever is in it."""

    rule = "C7"
    targets = (0, 0)
    grappled: ClassVar[frozenset[GrappleKind]] = frozenset({"clinch"})

    def may(self, view: View, actor: str) -> None:
        if self.clinch(view, actor) is None:
            raise Refusal("no-clinch", "That takes a clinch to be in (C7).")

    def clinch(self, view: View, actor: str) -> Grip | None:
        """The actor's side of the clinch that it is in."""
        grip = lock(view, actor)
        return grip if grip is not None and grip.kind == "clinch" else None

    def opponent(self, view: View, actor: str) -> str | None:
        """The other one, where the view sees it."""
        grip = self.clinch(view, actor)
        other = other_side(view, grip) if grip else None
        return other.character if other else None
