"""Extra actions in a turn: how many there are, and that each has its whole pool (M3)."""

from __future__ import annotations

import pytest

from domain.features.actions.declaration import Declaration, dice_now
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from tests.domain.features.actions.brawl import SWIFT, brawl
from tests.domain.fight import act


def test_extra_actions_have_their_whole_pools() -> None:
    """M3: two actions share four dice, while two extra actions have their whole pools at no cost."""
    fight = brawl(SWIFT)
    kick, dodge = act("attack", "bert", extra=True), act("dodge", extra=True)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1), kick, dodge)
    assert fight.story()[-1] == (
        "Anna declares: Melee attack on Bert (3 dice), then Dodge (1 die), then Melee attack on Bert (extra action),"
        " then Dodge (extra action)."
    )
    fight.declares("bert")
    fight.acts("anna", 0)
    fight.acts("anna", 0)
    assert [rolled.pool for rolled in fight.rolls()[-2:]] == [3, 4]
    assert fight.now == "bert"


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_extra_actions_count_for_no_subtraction(rules: str) -> None:
    """M3, M1: an extra action has its whole pool and does not count in the subtraction for the ordinary actions."""
    fight = brawl(SWIFT, rules=rules)
    attack, extra = act("attack", "bert", weapon="knife"), act("attack", "bert", weapon="knife", extra=True)
    fight.declares("anna", extra, attack, act("dodge"))
    assert fight.full.get(Declaration, "anna") == Declaration(
        "anna", (extra, attack, act("dodge")), (0, 2, 3), (0, 0, 0)
    )
    fight.declares("bert")
    fight.acts("anna", 0)
    fight.acts("anna", 0)
    assert [rolled.pool for rolled in fight.rolls()[-2:]] == [4, 2]


@pytest.mark.parametrize(
    ("rules", "traits", "sentence"),
    [
        ("nightfall", "Celerity 1", "2 extra actions are too many: this character has at most 1 a turn (M3)."),
        ("nightfall", "Celerity 0", "Extra actions need Celerity. Declare no extra actions for this character (M3)."),
        (
            "storytelling",
            "Celerity 5",
            "Extra actions need Celerity. Declare no extra actions for this character (M3).",
        ),
    ],
)
def test_as_many_extra_actions_as_celerity_gives(rules: str, traits: str, sentence: str) -> None:
    """M3: a turn allows at most as many extra actions as Celerity has dots, in rule sets with Celerity."""
    fight = brawl(traits, rules=rules)
    extra = act("attack", "bert", extra=True)
    assert fight.refused("anna", DeclareAction("anna", (act("dodge"), extra, extra))) == sentence


def test_an_extra_action_is_not_divided() -> None:
    """M3: an extra action has its whole pool, and no share."""
    fight = brawl(SWIFT)
    halved = act("attack", "bert", dice=2, extra=True)
    assert "Leave its number of dice at 0 (M3)" in fight.refused("anna", DeclareAction("anna", (halved, act("dodge"))))


def test_an_extra_action_is_offered_to_whom_it_is_open() -> None:
    """M3: the form asks a character with Celerity if the action is extra, and no character without."""
    fight = brawl(SWIFT)
    for name, asked in (("anna", True), ("bert", False)):
        for offer in fight.offers(name, DeclareAction):
            assert ("extra" in {wanted.name for wanted in offer.inputs}) == (asked and offer.label != "Do nothing (I2)")


def test_an_extra_action_stays_extra_when_it_is_aborted() -> None:
    """M3, I5: an extra action that is aborted to a defence keeps its whole pool, beside the shared dice."""
    fight = brawl(SWIFT)
    fight.declares("anna", act("attack", "bert", dice=4), act("attack", "bert", extra=True))
    fight.does("anna", AbortAction("anna", "dodge", 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert declared.actions[1] == act("dodge", extra=True)
    assert dice_now(fight.full, declared, 1) == 4
