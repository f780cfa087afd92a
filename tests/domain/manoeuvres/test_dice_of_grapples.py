"""The dice of both sides of a clinch or a hold: which pool, and what bears on it (C7, C9, C22, X7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.command import Command
from domain.core.audience import Seat
from domain.features.actions.grapples import grips
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.manoeuvres.break_free import KeepClinch
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.manoeuvres.grapple_fights import TWO, clinched
from tests.in_english import english


def test_the_other_side_chooses_its_better_pool() -> None:
    """C7: breaking free is resisted, each side choosing Strength + Unarmed or Dexterity + Dodge."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.acts("bert", 0, 0)
    assert [(roll.actor, roll.pool) for roll in fight.rolls()[-2:]] == [("bert", 3), ("anna", 5)]


@pytest.mark.parametrize(("chosen", "pool"), [
    ("", ("Strength", "Unarmed")), ("Strength + Unarmed", ("Strength", "Unarmed")),
    ("Dexterity + Dodge", ("Dexterity", "Dodge")),
])  # fmt: skip
def test_who_keeps_a_clinch_may_say_with_what(chosen: str, pool: tuple[str, str]) -> None:
    """C7: the keeper of a clinch may choose its pool beforehand, and only its player and the Storyteller know the
    choice."""
    fight = clinched()
    before = fight.dump(WATCHER)
    fight.does("anna", KeepClinch("anna", chosen))
    assert fight.dump(WATCHER) == before
    (offer,) = fight.offers("anna", KeepClinch)
    assert offer.inputs[0].default == chosen
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.acts("bert", 0, 0)
    assert tuple(name for name, _ in fight.rolls()[-1].parts) == pool


def test_what_a_clinch_is_kept_with() -> None:
    """C7: the choice is between two pools, and only for a character in a clinch."""
    fight = clinched()
    assert "Strength + Unarmed or Dexterity + Dodge. Choose another pool (C7)" in fight.refused(
        "anna", KeepClinch("anna", "Strength + Brawl")
    )
    fight = Fight(TWO)
    assert "(C7)" in fight.refused("anna", KeepClinch("anna"))
    assert not fight.offers("anna", KeepClinch)


def test_who_has_no_dice_left_does_not_get_free() -> None:
    """C7, D19: if wounds take the last die before the attempt, breaking free fails without a roll."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.does(ST, SetHealth("bert", bashing=6))
    fight.acts("bert")
    assert fight.story()[-1] == "Bert has no dice left to break free with."
    assert fight.borne("bert") == ["clinched"]


def test_against_who_has_no_dice_left_one_gets_free_with_a_success() -> None:
    """C7, D19: a keeper without dice rolls none, so a single success breaks free."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.does(ST, SetHealth("anna", bashing=6))
    fight.acts("bert", 1)
    assert fight.story()[-1] == "Bert: no longer clinched."


STRONG = TWO.replace("Strength 2", "Strength 5")
DIM = SetCircumstance("dim hall", -1, on=("scene",))


def breaking_a_hold() -> Fight:
    """Anna holds Bert; it is the turn after, and his slot to get free."""
    fight = Fight(STRONG, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert")
    fight.acts("anna", 1)
    fight.acts("bert", 0, 1)
    fight.does(ST, StartTurn())
    fight.declares("anna")
    fight.declares("bert")
    fight.acts("anna")
    return fight


def breaking_free() -> Fight:
    """Anna has clinched Bert, and it is his slot to break free."""
    fight = clinched(STRONG)
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    return fight


GRAPPLES = pytest.mark.parametrize(
    ("made", "keeps"), [(breaking_free, "Keeping the clinch"), (breaking_a_hold, "Holding")], ids=["clinch", "hold"]
)


@GRAPPLES
def test_what_bears_on_all_actions_bears_on_both_sides_of_a_grapple(made: Callable[[], Fight], keeps: str) -> None:
    """X7, C7, C9, C22: a circumstance on all actions and blindness take dice from both sides of a grapple."""
    fight = made()
    fight.does(ST, DIM)
    for name in ("anna", "bert"):
        fight.does(ST, SetCondition(name, "blinded"))
    fight.acts("bert", 0, 0)
    mine, theirs = fight.rolls()[-2:]
    assert theirs.reason == keeps
    for roll in (mine, theirs):
        assert {("blinded", -2), ("dim hall", -1)} <= set(roll.parts)


@GRAPPLES
def test_what_is_ruled_on_the_next_action_passes_the_keeping_by(made: Callable[[], Fight], keeps: str) -> None:
    """X6, C7, C9: keeping a grip is not the keeper's own action, so a modifier of its next action waits."""
    fight = made()
    fight.does(ST, ModifyNextRoll("anna", 2, "open", "luck"))
    fight.acts("bert", 0, 0)
    assert fight.rolls()[-1].reason == keeps
    assert ("luck", 2) not in fight.rolls()[-1].parts
    assert [ruling.actor for ruling in fight.full.all(Ruling)] == ["anna"]


@GRAPPLES
@pytest.mark.parametrize(
    "secret",
    [
        SetCircumstance("a jinx", -1, on=("anna",), visibility="hidden"),
        ModifyNextRoll("anna", -1, "hidden", "a jinx", kind="reflex"),
    ],
)
@pytest.mark.parametrize(("theirs", "won"), [(0, "failure"), (2, "success")])
def test_what_is_hidden_bears_on_the_keeping_and_tells_who_has_won(
    made: Callable[[], Fight], keeps: str, secret: Command, theirs: int, won: str
) -> None:
    """X7, X6, X2 (iii): with a hidden circumstance or hidden reflex modifier, the keeper's dice stay with the
    Storyteller; the table learns if the grip was kept, but no count."""
    fight = made()
    fight.does(ST, secret)
    fight.acts("bert", 1, theirs)
    (roll,) = [roll for roll in fight.rolls() if roll.reason == keeps and ("a jinx", -1) in roll.parts]
    assert not [seen for seen in fight.view("bert").all(Roll) if seen.id == roll.id]
    assert "jinx" not in repr(fight.dump(fight.seat("bert")))
    assert [(told.actor, told.outcome, english(told.text)) for told in fight.told(OutcomeTold)] == [
        ("anna", won, keeps)
    ]
    assert bool(grips(fight.full, "anna")) == (won == "success")


def test_how_a_clinch_is_kept_is_offered_with_the_dice_it_has() -> None:
    """C7, X7: the choice of a pool shows its dice with open circumstances, and for the Storyteller with hidden ones."""
    fight = clinched()

    def hints(who: Seat | str) -> list[str]:
        offered = next(o for o in fight.offers(who, KeepClinch) if o.actor == "anna")
        return [choice.hint for choice in offered.inputs[0].choices[1:]]

    assert hints("anna") == ["5 dice", "3 dice"]
    fight.does(ST, DIM)
    assert hints("anna") == ["4 dice", "2 dice"]
    fight.does(ST, SetCircumstance("a jinx", -1, on=("anna",), visibility="hidden"))
    assert (hints("anna"), hints(ST)) == (["4 dice", "2 dice"], ["3 dice", "1 die"])
