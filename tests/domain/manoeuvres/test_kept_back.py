"""Dice and difficulties that the Storyteller keeps back, in rolls whose count the table sees (X2, X3)."""

from __future__ import annotations

from domain.features.blows import AttackMade
from domain.features.outcomes import OutcomeTold
from domain.features.rulings import ModifyNextRoll, Ruling
from tests.domain.fight import ST, WATCHER, Fight, act

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 2 Melee 1 Dexterity 2 Dodge 2 Endurance 2 +knife
    bert  Intuition 1 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3
"""
HIDDEN = ModifyNextRoll("anna", 3, "hidden", "luck")


def ruled(fight: Fight) -> list[str]:
    """Whose next roll is still ruled on."""
    return [ruling.actor for ruling in fight.state.full.all(Ruling)]


def fought(*rulings: ModifyNextRoll) -> Fight:
    """Anna, on whom this is ruled, is tested for initiative, and hits with two successes of her five dice."""
    fight = Fight(CAST, declare="any-order")
    for ruling in rulings:
        fight.does(ST, ruling)
    if not rulings:
        fight.skip()
    fight.starts(anna=2, bert=1)
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 2, 3, 1)
    return fight


def test_hidden_dice_bear_on_nothing_that_is_counted_in_the_open() -> None:
    """X2 (iii), I1, C21: places and hits tell the count, so such a ruling leaves initiative, attack and damage alone;
    the table sees the same fight, and the ruling waits for another roll."""
    plain, secret = fought(), fought(HIDDEN)
    assert secret.dump(WATCHER) == plain.dump(WATCHER)
    assert secret.dump(WATCHER) != []
    assert [roll.pool for roll in secret.rolls()] == [roll.pool for roll in plain.rolls()]
    assert (ruled(plain), ruled(secret)) == ([], ["anna"])


def test_an_unexplained_ruling_bears_on_them() -> None:
    """X2 (ii): its number is seen, so there is nothing to give away."""
    fight = fought(ModifyNextRoll("anna", 1, "unexplained", "luck"))
    assert ("unexplained", 1) in fight.rolls()[0].parts + fight.rolls()[1].parts
    assert ruled(fight) == []


def test_hidden_dice_bear_on_what_is_only_told() -> None:
    """X2 (iii), C30: nothing is made of a free action's roll, so success or failure is all that is told."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.does(ST, HIDDEN)
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("free", text="shins up", first="Strength", second="Unarmed"))
    fight.acts("anna", 4)
    told = [fact.event for fact in fight.facts if WATCHER.reads(fact.audience)]
    assert any(isinstance(event, OutcomeTold) and event.outcome == "success" for event in told)
    assert not any(isinstance(event, AttackMade) for event in told)
    assert ruled(fight) == []
