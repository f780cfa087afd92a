"""Manoeuvres that both sides of a clinch can use from the turn after it began (C7)."""

from typing import ClassVar

from msgspec.structs import replace

from domain.core.option import Choice, Input
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.features.actions.grapples import other_party
from domain.features.characters.character import Face
from domain.features.characters.conditions import borne_by
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing
from domain.rules.declared_action import Action


class Clinched(Manoeuvre):
    """Base of the manoeuvres in a clinch. The target is the opponent in the clinch."""

    rule = "C7"
    targets = (0, 0)
    allowed_while: ClassVar[frozenset[str]] = frozenset({"clinched"})

    def check_available(self, view: View, actor: str) -> None:
        if not clinches(view, actor):
            raise Refusal("no-clinch", rule="C7")

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        borne = clinches(view, actor)
        choices = tuple(Choice(b.source, opponent_label(view, b)) for b in borne)
        return (
            (Input("clinch", phrase("ask-clinch"), "choice", choices, default=choices[0].value),)
            if len(borne) > 1
            else ()
        )

    def grapples(self, view: View, actor: str) -> list[str]:
        """Return the ids of the possible grapples, the default first."""
        return [borne.source for borne in clinches(view, actor)]

    def grapple(self, view: View, actor: str, action: Action) -> str:
        """Return the id of the grapple that the action names, or of the default; "" if there is none."""
        known = self.grapples(view, actor)
        named = action.detail("clinch") or next(iter(known), "")
        return named if named in known else ""

    def complete(self, view: View, actor: str, action: Action) -> Action:
        return replace(action, details=(("clinch", self.grapple(view, actor, action)),))

    def check_still_useful(self, view: View, actor: str, action: Action) -> None:
        if not self.grapple(view, actor, action):
            raise Refusal("clinch-over", rule="C7")

    def describe(self, view: View, actor: str, action: Action) -> Words:
        other = other_party(view, self.grapple(view, actor, action), actor)
        if not other or len(self.grapples(view, actor)) < 2:
            return super().describe(view, actor, action)
        return phrase("act-in-clinch-with", act=self.words, whom=character_ref(other))


def clinches(view: View, actor: str) -> list[Bearing]:
    """Return the clinches of a character."""
    return [borne for borne in borne_by(view, actor) if borne.name == "clinched"]


def opponent_label(view: View, borne: Bearing) -> Words:
    """Return the name of the opponent in a clinch, for a list of choices."""
    other = other_party(view, borne.source, borne.character)
    if view.get(Face, other) is None:
        return phrase("choice-clinch-unseen")
    return phrase("choice-clinch-with", whom=character_ref(other))
