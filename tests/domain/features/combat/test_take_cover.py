"""Taking cover (C25), and the effect of a lost slot (C9, C26)."""

from __future__ import annotations

import pytest

from domain.features.characters.set_condition import SetCondition
from domain.features.combat.movement import Move
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.take_cover import TakeCover
from domain.features.combat.turn_commands import StartTurn
from domain.records.blow import Blow
from tests.domain.fight import ST, Fight, act

CAST = "anna Intuition 1 Dexterity 3 Athletics 3 Unarmed 2 Strength 3\nbert Intuition 1 Strength 2 Endurance 3"


def acting(*laid: str) -> Fight:
    """Anna's slot in a fight, with these conditions on her."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    for name in laid:
        fight.does(ST, SetCondition("anna", name))
    fight.declares("anna", act("attack", "bert"))
    return fight


def next_slot(fight: Fight) -> None:
    """Go on to Anna's slot in the next turn."""
    fight.does(ST, StartTurn())
    fight.all_pass("anna", "bert")


def test_cover_is_taken_where_there_is_some() -> None:
    """C25, C20: cover that the Storyteller has placed is taken on the own slot or after it; it is left by command or
    by moving."""
    fight = acting("near_cover")
    assert [option.label for option in fight.offers("anna", TakeCover)] == ["Take cover (C25)"]
    fight.does("anna", TakeCover("anna", "good"))
    assert "in good cover" in fight.borne("anna")
    assert "anna acts now" in fight.refused(ST, TakeCover("bert", "light"))
    next_slot(fight)
    assert "this cover already" in fight.refused("anna", TakeCover("anna", "good"))
    fight.does("anna", TakeCover("anna", "none"))
    assert fight.borne("anna") == ["near cover"]
    next_slot(fight)
    fight.does("anna", TakeCover("anna", "light"))
    fight.does("anna", Move("anna"))
    assert fight.borne("anna") == []
    assert "There is no cover here" in fight.refused("anna", TakeCover("anna", "light"))


def test_nobody_comes_out_of_cover_for_a_shot_and_goes_back() -> None:
    """C25: cover is taken or left once a turn, before or after the shot, so the penalty for shooting from superior
    cover cannot be avoided."""
    fight = Fight(f"{CAST}\ncora Intuition 1 Dexterity 3 Target 3 +pistol", declare="any-order")
    fight.starts(anna=2, bert=1, cora=3)
    fight.does(ST, SetCondition("cora", "near_cover"))
    shot = act("shoot", "bert", weapon="pistol", distance="5")
    fight.declares("cora", shot)
    fight.all_pass("anna", "bert")
    fight.acts("cora", 0)
    fight.does("cora", TakeCover("cora", "superior"))
    fight.does(ST, StartTurn())
    fight.declares("cora", shot)
    fight.all_pass("anna", "bert")
    fight.does("cora", TakeCover("cora", "none"))
    fight.acts("cora", 0)
    assert fight.refused("cora", TakeCover("cora", "superior")) == (
        "A character can take or leave cover once a turn. Wait for the next turn (C25)."
    )
    assert not fight.offers("cora", TakeCover)
    fight.does(ST, StartTurn())
    fight.declares("cora", shot)
    fight.all_pass("anna", "bert")
    fight.does("cora", TakeCover("cora", "superior"))
    fight.acts("cora", 0)
    assert [rolled.pool for rolled in fight.rolls()[-3:]] == [6, 6, 4]


@pytest.mark.parametrize("unseen", [False, True])
def test_nobody_leaves_the_spot_in_the_middle_of_an_attack(unseen: bool) -> None:
    """C21, C18, C25: no character takes cover or leaves a corner while a visible attack is in progress; a hidden
    attack delays no character (X4)."""
    thug = f"thug {'hidden' if unseen else 'npc'} Intuition 1 Dexterity 3 Unarmed 2 Strength 3"
    fight = Fight(f"{CAST}\n{thug}", declare="any-order")
    fight.starts(anna=3, bert=1, thug=2)
    fight.does(ST, SetCondition("anna", "near_cover"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("thug", act("attack", "anna"))
    fight.all_pass("anna", "bert")
    fight.acts("anna")
    fight.acts("thug")
    assert next(fight.full.all(Blow)).by == "thug"
    for command in (Move("anna", 1), TakeCover("anna", "light")):
        assert bool(fight.offers("anna", type(command))) is unseen
        if not unseen:
            assert fight.refused("anna", command) == "An attack is under way. Finish this attack first (C21)."


def test_the_storyteller_needs_nobodys_word() -> None:
    """C25, G0: the Storyteller can put any character in cover without cover at hand, but not a bound or held
    character (C9)."""
    fight = acting()
    assert not fight.offers("anna", TakeCover)
    fight.does(ST, TakeCover("anna", "superior"))
    assert "in superior cover" in fight.borne("anna")
    fight.does(ST, SetCondition("anna", "bound"))
    assert "(F2)" in fight.refused(ST, TakeCover("anna", "none"))


def test_the_button_says_what_a_lost_slot_comes_to() -> None:
    """C26: the button of a dazed character says that its turn is lost."""
    fight = acting()
    fight.does(ST, SetCondition("anna", "dazed"))
    (option,) = fight.offers("anna", TakeAction)
    assert (option.label, option.hint) == ("Lose the turn (C26)", "dazed")
    fight.acts("anna")
    assert fight.story()[-1] == "Anna is dazed and loses the turn."
