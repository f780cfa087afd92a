"""What is open to both parties of a clinch from the turn after it began (C7)."""

from typing import ClassVar

from domain.command import Choice, Input, Refusal
from domain.features.actions import Action
from domain.features.cast import Face
from domain.features.conditions import Bearing, borne_by
from domain.features.grappling import other_party
from domain.manoeuvre import Manoeuvre
from domain.state import View


class Clinched(Manoeuvre):
    """Base of the manoeuvres that need a clinch; whom they are done to is whoever is in it."""

    rule = "C7"
    targets = (0, 0)
    grappled: ClassVar[frozenset[str]] = frozenset({"clinched"})

    def may(self, view: View, actor: str) -> None:
        if not clinches(view, actor):
            raise Refusal("no-clinch", "That takes a clinch to be in (C7).")

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        borne = clinches(view, actor)
        choices = tuple(Choice(b.source, whose(view, b)) for b in borne)
        return (Input("clinch", "Which clinch", "choice", choices, default=choices[0].value),) if len(borne) > 1 else ()

    def clinch(self, view: View, actor: str, action: Action) -> str:
        """The clinch that is meant: the one that the actor is in, or named where it is in several; "" for none."""
        known = [borne.source for borne in clinches(view, actor)]
        named = action.detail("clinch")
        return named if named in known else next(iter(known), "")


def clinches(view: View, actor: str) -> list[Bearing]:
    """The clinches that a character is in."""
    return [borne for borne in borne_by(view, actor) if borne.name == "clinched"]


def whose(view: View, borne: Bearing) -> str:
    """Who else is in a clinch, by name."""
    face = view.get(Face, other_party(view, borne.source, borne.character))
    return f"With {face.name}" if face else "With something unseen"
