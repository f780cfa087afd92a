"""What is open to both parties of a clinch from the turn after it began (C7)."""

from typing import ClassVar

from domain.command import Refusal
from domain.features.conditions import bears
from domain.features.grappling import other_party
from domain.manoeuvre import Manoeuvre
from domain.state import View


class Clinched(Manoeuvre):
    """Base of the manoeuvres that need a clinch; whom they are done to is whoever is in it."""

    rule = "C7"
    targets = (0, 0)
    grappled: ClassVar[frozenset[str]] = frozenset({"clinched"})

    def may(self, view: View, actor: str) -> None:
        if bears(view, actor, "clinched") is None:
            raise Refusal("no-clinch", "That takes a clinch to be in (C7).")

    def clinch(self, view: View, actor: str) -> str:
        """The clinch that the actor is in, "" for none."""
        borne = bears(view, actor, "clinched")
        return borne.source if borne is not None else ""

    def opponent(self, view: View, actor: str) -> str:
        """The other one, "" where the view does not see it."""
        return other_party(view, self.clinch(view, actor), actor)
