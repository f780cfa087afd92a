"""Manoeuvres that are rolled with a skill without dots in it (S2, switch `untrained`)."""

from __future__ import annotations

import pytest

from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.rules.declared_action import Action
from tests.domain.fight import ST, Fight, act

MEDICINE = act("free", text="operates", first="Intelligence", second="Medicine")
SWORD = act("attack", "bert", weapon="sword")
SPRINT = act("sprint", traits="Dexterity + Athletics")


def fight(untrained: str) -> Fight:
    """Anna knows Brawl and Firearms, and no more skills."""
    made = Fight(
        """
        anna  Intelligence 3  Dexterity 2  Composure 2  Strength 3  Brawl 2  Firearms 1  Willpower:3  +sword  +pistol
        bert  Dexterity 1  Composure 1
        """,
        rules="storytelling",
        declare="any-order",
        untrained=untrained,
    )
    made.arms("anna", "sword")
    made.starts(anna=2, bert=0)
    made.declares("bert")
    return made


@pytest.mark.parametrize(
    ("action", "skill"),
    [(MEDICINE, "Medicine"), (SWORD, "Weaponry"), (SPRINT, "Athletics"), (act("dodge"), "Athletics")],
)
def test_what_takes_a_skill_is_declared_as_it_is_rolled(action: Action, skill: str) -> None:
    """S2: under `ask`, an action with a skill without dots needs the Storyteller's request: her own declaration
    counts as that."""
    fight("allowed").declares("anna", action)
    made, sentence = (
        fight("ask"),
        f"The character has no dots in {skill}. Ask the Storyteller to call for this roll (S2).",
    )
    assert made.refused("anna", DeclareAction("anna", (action,))) == sentence
    made.does(ST, DeclareAction("anna", (action,)))


def test_a_mind_is_changed_by_the_same_rule() -> None:
    """S2, I4, I5: under `ask`, a player cannot change or abort to an action with a skill without dots."""
    made = fight("ask")
    made.declares("anna", act("attack", "bert", weapon=""))
    assert "(S2)" in made.refused("anna", ChangeAction("anna", MEDICINE))
    assert "(S2)" in made.refused("anna", AbortAction("anna", "dodge"))
    assert "(S2)" in made.refused("anna", ChangeAction("anna", SPRINT))
    labels = {option.label for option in made.offers("anna", ChangeAction)}
    assert "Change to: Block" in labels
    assert "Change to: Sprint" not in labels
    asked = {option.label for option in made.offers(ST, ChangeAction)}
    assert "Anna: Change to: Sprint" in asked
    made.does(ST, AbortAction("anna", "dodge"), 0)


def test_what_may_not_be_tried_is_not_offered() -> None:
    """S2: a manoeuvre or pool that needs a missing skill is not offered to the player."""
    for untrained, offered in (("allowed", True), ("ask", False)):
        made = fight(untrained)
        labels = {option.label: option for option in made.offers("anna", DeclareAction)}
        assert ("Dodge (C18)" in labels) == offered
        assert {"Melee attack (C1)", "Block (C15)", "Something else (C30)"} <= set(labels)
        assert "Dodge (C18)" in {option.label for option in made.offers(ST, DeclareAction)}
        (traits,) = [i for i in labels["Ready a weapon (F3)"].inputs if i.name == "traits"]
        assert ("Dexterity + Melee" in {choice.value for choice in traits.choices}) == offered
        assert "Dexterity + Firearms" in {choice.value for choice in traits.choices}


def test_two_attributes_are_declared_where_she_asks_for_them() -> None:
    """D2: under rule sets that forbid two attributes, the Storyteller's own declaration allows them."""
    both = act("free", text="holds on", first="Strength", second="Stamina")
    made = Fight("anna Strength 2 Stamina 2 Dexterity 2 Wits 2", rules="revised")
    made.starts(anna=1)
    assert "(D2)" in made.refused("anna", DeclareAction("anna", (both,)))
    made.does(ST, DeclareAction("anna", (both,)))
