"""What a changed action costs beside what was done and declared already (I4, I5, M1 to M4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.features.actions.declaration import Declaration, count_sharers, dice_now
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.yield_slot import Yield
from domain.rules.declared_action import Action
from tests.domain.features.actions.brawl import SWIFT, brawl
from tests.domain.fight import Fight, act
from tests.in_english import english


def test_extra_actions_stay_when_another_is_changed() -> None:
    """M3, I4: the changed action shares dice with the test; an extra action is not changed and remains."""
    fight = brawl(SWIFT)
    fight.declares("anna", act("attack", "bert"), act("attack", "bert", extra=True))
    fight.declares("bert")
    extra = act("dodge", extra=True)
    assert "without extra actions (I4)" in fight.refused("anna", ChangeAction("anna", extra, 1))
    fight.does("anna", ChangeAction("anna", act("dodge", dice=2), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert declared.actions == (act("dodge", dice=2), act("attack", "bert", extra=True))
    assert not [
        wanted for offer in fight.offers("anna", ChangeAction) for wanted in offer.inputs if wanted.name == "extra"
    ]


def test_what_is_done_is_not_changed() -> None:
    """I4, M4: a character that has used up its declared actions cannot change; extra actions do not count; a
    character that declared no action may still change."""
    fight = brawl(SWIFT + " Fate:3")
    fight.declares("anna", act("dodge"), act("attack", "bert", extra=True))
    fight.declares("bert", act("attack", "anna"))
    fight.does("anna", Yield("anna"))
    fight.acts("bert", 1, 1)
    fight.acts("carl")
    assert fight.refused("anna", ChangeAction("anna", act("attack", "bert"))) == (
        "All declared actions are done. Wait for the next turn (I4)."
    )
    assert not fight.offers("anna", ChangeAction)
    idle = brawl()
    idle.declares("anna")
    idle.declares("bert")
    idle.does("anna", ChangeAction("anna", act("attack", "bert")), 0)


def test_a_change_is_paid_for_beside_what_was_done() -> None:
    """I4, M2: the dice of finished actions are spent; the test and the new action share the rest."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("attack", "bert", dice=2), act("attack", "bert", dice=1))
    fight.declares("bert")
    fight.acts("anna", 0)
    said = fight.refused("anna", ChangeAction("anna", act("attack", "bert", dice=2), 1))
    assert said == "3 actions from 4 dice: 2 + 1 + 2 = 5, 1 too many. Share fewer dice (M2)."
    fight.does("anna", ChangeAction("anna", act("dodge", dice=1), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert [(action.manoeuvre, action.dice) for action in declared.actions] == [("attack", 2), ("dodge", 1)]


def test_a_change_to_the_same_is_not_offered() -> None:
    """I4: a change is not offered if its form could only repeat the declared action, even if that action names its
    pool."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("dodge", traits="Dexterity + Dodge"))
    fight.declares("bert")
    offered = {option.label for option in fight.offers("anna", ChangeAction)}
    assert "Change to: Dodge" not in offered
    assert any(label.startswith("Change to: ") for label in offered)


def test_a_change_is_to_something_else() -> None:
    """I4: a change to the only remaining action is refused, at no cost; it is a change if a different action is left
    too, or the dice differ."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("attack", "bert", dice=2), act("attack", "bert", dice=1))
    fight.declares("bert")
    again = ChangeAction("anna", act("attack", "bert", dice=1), 1)
    again.check(fight.view("anna"))
    fight.acts("anna", 0)
    assert fight.refused("anna", again) == "This action is declared already. Choose another action (I4)."
    ChangeAction("anna", act("attack", "carl", dice=1), 1).check(fight.view("anna"))


@pytest.mark.parametrize("again", ["", "Dexterity + Dodge"])
def test_the_same_put_otherwise_is_no_change(again: str) -> None:
    """I4: naming the usual pool, or leaving out the words, does not make a different action; new words do."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("dodge", text="She ducks."))
    fight.declares("bert")
    refused = fight.refused("anna", ChangeAction("anna", act("dodge", traits=again)))
    assert refused == "This action is declared already. Choose another action (I4)."
    ChangeAction("anna", act("dodge", traits=again, text="She hides behind Carl.")).check(fight.view("anna"))


def test_a_change_brings_no_fourth_share_against_one_target() -> None:
    """I4, M2: shots already fired at a target count with the changed action against the limit of shares on it."""
    cast = "anna Intuition 3 Dexterity 4 Target 4 Fate:1 +pistol\n bert Dexterity 2\n cora Dexterity 1"

    def shot(on: str) -> Action:
        return act("shoot", on, dice=1, weapon="pistol", distance="5")

    fight = Fight(cast, declare="any-order")
    fight.starts(anna=1, bert=0, cora=0)
    fight.declares("anna", *(shot("bert"),) * 3, shot("cora"))
    fight.all_pass("bert", "cora")
    for _ in range(3):
        fight.acts("anna", 0)
    said = fight.refused("anna", ChangeAction("anna", shot("bert"), 1))
    assert said == "4 ranged attacks on bert are too many: declare at most 3 (M2)."
    fight.does("anna", ChangeAction("anna", replace(shot("cora"), text="in the knee"), 1), 1)


def test_a_second_change_is_paid_for_beside_the_first() -> None:
    """I4, M2: the dice of the first test are spent when a second change is paid for."""
    fight = brawl("Fate:3 Melee 3 Strength 3 Dexterity 3")
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.does("anna", ChangeAction("anna", act("attack", "bert", dice=2), 2), 1)
    said = fight.refused("anna", ChangeAction("anna", act("attack", "bert", dice=2), 2))
    assert said == "3 actions from 4 dice: 2 + 2 + 2 = 6, 2 too many. Share fewer dice (M2)."
    fight.does("anna", ChangeAction("anna", act("attack", "bert", dice=1), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert (declared.cuts, count_sharers(fight.full, declared)) == ((3,), 2)  # an action, and what the tests took
    assert dice_now(fight.full, declared, 0) == 1


STRONG = "Wits 5 Dexterity 5 Strength 5 Melee 5 Brawl 5 Dodge 5 Willpower:5"


@pytest.mark.parametrize("first", [act("dodge"), act("free", text="she shouts")], ids=["rolled", "unrolled"])
def test_a_second_change_loses_dice_for_the_first_test_too(first: Action) -> None:
    """I4, M1: each test counts as an action, so a second change is the third action, even if the first had no roll."""
    fight = brawl(STRONG, rules="revised")
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.declares("bert")
    fight.does("anna", ChangeAction("anna", first), 1)
    second = ChangeAction("anna", act("attack", "bert", weapon="knife"))
    assert english(second.in_words(fight.view("anna"))) == (
        "3 actions: 10 − 3 = 7, then 10 − 4 = 6, then 10 − 5 = 5 (M1)."
    )
    fight.does("anna", second, 1)
    fight.acts("anna", 0)
    assert [roll.pool for roll in fight.rolls()[-2:]] == [6, 5]


def test_what_was_declared_beside_a_change_is_no_test() -> None:
    """I4, M1: a change pays for actions already taken and for earlier tests, not for the declared actions it
    replaces."""
    fight = brawl(STRONG, rules="revised")
    fight.declares("anna", act("attack", "bert"), act("dodge"), act("attack", "bert"))
    fight.declares("bert")
    fight.acts("anna", 0)
    for actions, other in ((3, act("attack", "bert")), (4, act("dodge"))):
        change = ChangeAction("anna", other)
        assert english(change.in_words(fight.view("anna"))).startswith(f"{actions} actions: ")
        fight.does("anna", change, 1)


def test_a_defence_takes_over_no_more_dice_than_its_own_pool_leaves() -> None:
    """I5, M2: an action aborted to a defence with a smaller pool gets the dice that this pool leaves beside the
    remaining actions; the abort is refused if it leaves none."""
    fight = brawl("Dodge 1 Dexterity 1 Athletics 2 Melee 3 Strength 3 Unarmed 3")
    fight.declares("anna", act("attack", "bert", dice=5), act("attack", "bert", dice=1))
    fight.does("anna", AbortAction("anna", "dodge"), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert [action.dice for action in declared.actions] == [1, 1]
    again = brawl("Dodge 1 Dexterity 1 Athletics 2 Melee 3 Strength 3 Unarmed 3")
    again.declares("anna", act("attack", "bert", dice=4), act("attack", "bert", dice=2))
    said = again.refused("anna", AbortAction("anna", "dodge"))
    assert said == "Dodge has a pool of 2 dice. The other actions take 2, so none is left for it (I5)."
