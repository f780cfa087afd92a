"""Called shots: more damage, past armour or cover, and places that the Storyteller has set (C3, C31)."""

from __future__ import annotations

import msgspec
import pytest

from domain.command import Command
from domain.features.actions.aim_points import AskForSpot, RefuseSpot, SetSpot, Spot, SpotAsked
from domain.features.actions.drop_aim_point import DropSpot
from domain.features.cast.hide_and_reveal import HideCharacter
from domain.features.characters.conditions import bears
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.table.story_log import Line
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import line_text

CAST = """
    anna  Intuition 1 Strength 3 Melee 2 Target 4 Dexterity 3 Endurance 2 +pistol +knife
    bert  npc vampire Intuition 1 Strength 2 Dexterity 3 Endurance 2 +vest
    cora  Intuition 1 Strength 2
"""


def duel(**switches: str) -> Fight:
    """A fight in which Anna is the fastest and has seven dice to shoot with."""
    fight = Fight(CAST, declare="any-order", **switches)
    fight.starts(anna=3, bert=2, cora=1)
    fight.all_pass("bert", "cora")
    return fight


def shoot(on: str = "bert", /, **details: object) -> Action:
    """A shot at a target, with these details of the called shot."""
    told = {"weapon": "pistol", "distance": 5} | details
    return Action("shoot", (on,), details=tuple((name, str(answer)) for name, answer in told.items()))


def spot(fight: Fight) -> str:
    """Return the id of the only spot."""
    (found,) = fight.full.all(Spot)
    return found.id


def test_dice_given_up_are_dice_of_damage() -> None:
    """C3: n dice less to hit give n dice more damage."""
    fight = duel()
    fight.declares("anna", shoot(called_damage=3))
    fight.acts("anna", 1, 4, 0)
    attack, damage, _ = fight.rolls()[-3:]
    assert (attack.pool, attack.parts[-1]) == (4, ("called shot", -3))
    assert (damage.pool, damage.parts[-1]) == (8, ("called shot", 3))


def test_close_attacks_are_aimed_too() -> None:
    """C3: a called blow gives up dice of the close attack's own pool."""
    fight = duel()
    fight.arms("anna", "knife")
    fight.declares("anna", act("attack", "bert", weapon="knife", called_damage="2"))
    fight.acts("anna", 1, 0)
    assert [roll.pool for roll in fight.rolls()[-2:]] == [3, 6]


@pytest.mark.parametrize(("passed", "soak"), [(0, 5), (2, 3), (3, 2), (5, 2)])
def test_armour_is_passed_up_to_what_is_worn(passed: int, soak: int) -> None:
    """C3: n dice pass n points of armour, but no more than the armour has."""
    fight = duel()
    fight.declares("anna", shoot(called_armour=passed))
    fight.acts("anna", 1, 3, 0)
    assert [roll.pool for roll in fight.rolls()[-3:]] == [7 - passed, 5, soak]


@pytest.mark.parametrize(("passes", "dice"), [(True, 4), (False, 4), (None, 5)])
def test_cover_is_passed_at_the_storytellers_penalty(passes: bool | None, dice: int) -> None:
    """C3, C25: her penalty replaces that of the cover; a place that does not pass cover has both penalties."""
    fight = duel()
    fight.does(ST, SetCondition("bert", "cover", 2))
    details: dict[str, object] = {}
    if passes is not None:
        fight.does(ST, SetSpot("the gap", 3 if passes else 1, "bert", cover=passes, text="" if passes else "sparks"))
        details["called_spot"] = spot(fight)
    fight.declares("anna", shoot(**details))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


@pytest.mark.parametrize("mixed", [False, True])
def test_whether_the_kinds_may_mix(mixed: bool) -> None:
    """C3: the switch `called-shots` allows either a single kind (damage, armour or cover) or all of them at once."""
    fight = duel(**{"called-shots": "mixed" if mixed else "one"})
    fight.does(ST, SetSpot("the gap", 1, "bert", cover=True))
    for details in ({"called_damage": 1, "called_armour": 1}, {"called_armour": 1, "called_spot": spot(fight)}):
        if mixed:
            DeclareAction("anna", (shoot(**details),)).check(fight.view("anna"))
        else:
            assert "(C3)" in fight.refused("anna", DeclareAction("anna", (shoot(**details),)))


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"called_damage": 6}, "expected 0 to 5, not “6” (C3)"),
        ({"called_armour": 11}, "expected "),
        ({"called_spot": "heart"}, "expected "),
        ({"called_damage": 5, "distance": 30}, "(D19)"),
    ],
)
def test_what_cannot_be_called(details: dict[str, object], sentence: str) -> None:
    """C3, M2: at most five dice go into damage, and the pool must have the dice that are given up."""
    assert sentence in duel().refused("anna", DeclareAction("anna", (shoot(**details),)))


def test_not_every_attack_is_aimed() -> None:
    """C3: a clinch cannot be a called shot."""
    clinch = act("clinch", "bert", called_damage="1")
    assert "expected " in duel().refused("anna", DeclareAction("anna", (clinch,)))


def test_a_place_may_do_something_in_place_of_damage() -> None:
    """C31: the Storyteller sets a penalty and a condition; a hit sets the condition, and does no damage."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    assert "Called shot at the knee of Bert: −2: prone (instead of damage) (C31)." in [
        line_text(line, lambda _: "Bert") for line in lines(fight)
    ]
    fight.declares("anna", shoot(called_spot=spot(fight)))
    fight.acts("anna", 1)
    assert (fight.rolls()[-1].pool, fight.rolls()[-1].parts[-1]) == (5, ("the knee", -2))
    assert bears(fight.view(WATCHER), "bert", "prone") is not None
    assert fight.health("bert") == (0, 0, 0)


def test_a_place_may_hurt_and_have_its_effect() -> None:
    """C31: the Storyteller may set the effect besides damage; then a hit does both, and more damage may be called."""
    fight = duel()
    (offer,) = fight.offers(ST, SetSpot)
    assert "besides" in [asked.name for asked in offer.inputs]
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone", text="It cracks.", besides=True))
    words = "Called shot at the knee of Bert: −2: prone, It cracks. (in addition to damage) (C31)."
    assert words in [line_text(line, lambda _: "Bert") for line in lines(fight)]
    fight.declares("anna", shoot(called_spot=spot(fight), called_damage=1))
    fight.acts("anna", 1, 3, 0)
    assert [roll.pool for roll in fight.rolls()[-3:-1]] == [4, 6]
    assert fight.health("bert") == (0, 3, 0)
    assert bears(fight.view(WATCHER), "bert", "prone") is not None
    assert fight.story()[-1] == "Bert is hit by a called shot (the knee): It cracks."


def test_a_place_set_before_there_was_a_choice_has_its_effect_in_place_of_damage() -> None:
    """C31: a stored spot from before this choice keeps its meaning: the effect replaces damage."""
    old = msgspec.convert(["Spot", "id", "bert", "the knee", 2, False, "prone", 0, ""], Spot)
    assert (old.harmless, old.besides) == (True, False)


def lines(fight: Fight) -> list[Line]:
    """Return the lines about rulings that a spectator has read."""
    return [line for line in fight.view(WATCHER).all(Line) if line.kind == "ruled"]


def test_or_what_her_words_say() -> None:
    """C31: the effect of a place may be words only."""
    fight = duel()
    fight.does(ST, SetSpot("the lamp", 1, text="It is {dark} now."))
    fight.declares("anna", shoot(called_spot=spot(fight)))
    fight.acts("anna", 1)
    assert fight.story()[-1] == "Bert is hit by a called shot (the lamp): It is {dark} now."


def test_a_miss_has_no_effect() -> None:
    """C31: a miss has no effect on the place."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    fight.declares("anna", shoot(called_spot=spot(fight)))
    fight.acts("anna", 0)
    assert bears(fight.full, "bert", "prone") is None


def test_an_effect_is_in_place_of_damage_and_for_its_target() -> None:
    """C31: an effect in place of damage allows no further damage, and a place set for a target exists on that target
    only."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    both = shoot(called_spot=spot(fight), called_damage=1)
    assert "does no damage" in fight.refused("anna", DeclareAction("anna", (both,)))
    other = shoot("cora", called_spot=spot(fight))
    assert "is a place on another character" in fight.refused("anna", DeclareAction("anna", (other,)))


def test_a_place_that_is_gone_is_not_aimed_at() -> None:
    """C31: if the place is dropped after the declaration, the attack becomes an ordinary attack."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    fight.declares("anna", shoot(called_spot=spot(fight)))
    fight.does(ST, DropSpot(spot(fight)))
    fight.acts("anna", 1, 0)
    assert [roll.pool for roll in fight.rolls()[-2:]] == [7, 5]


def test_a_place_is_not_dropped_while_an_attack_is_aimed_there() -> None:
    """C31: a place cannot be dropped while an attack at it is in progress; it can before and after, and any place
    not aimed at can at any time."""
    fight = duel()
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    knee = spot(fight)
    fight.does(ST, SetSpot("the hat", 1, "bert", text="It is gone."))
    fight.declares("anna", shoot(called_spot=knee))
    fight.acts("anna")
    assert "An attack with this called shot is under way" in fight.refused(ST, DropSpot(knee))
    (offer,) = fight.offers(ST, DropSpot)
    assert [choice.label for choice in offer.inputs[0].choices] == ["the hat"]
    fight.does(ST, DropSpot(offer.inputs[0].choices[0].value))
    assert not fight.offers(ST, DropSpot)
    while list(fight.full.all(Blow)):
        step = next(fight.full.all(Blow)).step
        fight.goes_on(*((1,) if step == "attack" else ()))
    assert fight.borne("bert") == ["prone"]
    fight.does(ST, DropSpot(knee))


def test_a_player_asks_and_has_an_answer_of_her_own() -> None:
    """C31: a player asks for a place; only she reads the answer, and then she can aim at the place."""
    fight = duel()
    fight.does("anna", AskForSpot("anna", "bert", "the hand, so that it drops {it}"))
    (asked,) = fight.view("anna").all(SpotAsked)
    assert not list(fight.view("cora").all(SpotAsked))
    (offer,) = [option for option in fight.offers(ST, SetSpot) if option.urgent]
    assert offer.label == "Allow this called shot (C31)"
    assert offer.inputs[0].choices[0].hint == "Called shot at Bert"
    fight.does(ST, SetSpot("the hand", 3, text="It drops what it holds.", asked=asked.id))
    assert not list(fight.full.all(SpotAsked))
    assert not list(fight.view("cora").all(Spot))
    fight.declares("anna", shoot(called_spot=spot(fight)))
    fight.acts("anna", 1)
    assert "Bert is hit by a called shot (the hand): It drops what it holds." in fight.story(fight.seat("anna"))
    for other in (WATCHER, fight.seat("cora")):
        assert "the hand" not in repr(fight.dump(other))
        assert "hits Bert" in fight.story(other)[-1]


def test_or_hears_that_there_is_no_such_place() -> None:
    """C31: the Storyteller may refuse a place."""
    fight = duel()
    fight.does("anna", AskForSpot("anna", "bert", "the heart"))
    (asked,) = fight.view("anna").all(SpotAsked)
    fight.does(ST, RefuseSpot(asked.id, "It has none."))
    assert not list(fight.full.all(SpotAsked))
    assert "is answered already (C31)" in fight.refused(ST, RefuseSpot(asked.id))
    assert "is answered already (C31)" in fight.refused(ST, SetSpot("the heart", 5, text="It dies.", asked=asked.id))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (SetSpot("the knee"), "what a hit does"),
        (
            SetSpot("the knee", condition="clinched"),
            "comes from an action in play. You cannot set this state by hand (C7)",
        ),
        (SetSpot("the knee", condition="cover", value=4), "a number from 1 to 3 (C25)"),
        (SetSpot("the knee", condition="grumpy"), "no state “grumpy”"),
        (SetSpot("the knee", target="nobody", text="ouch"), "no such character"),
        (DropSpot("knee"), "has been removed already (C31)"),
        (AskForSpot("anna", "bert", "the knee"), "You are the Storyteller: set the called shot yourself"),
    ],
)
def test_what_cannot_be_set(command: SetSpot, sentence: str) -> None:
    """C31: each refusal says what would be accepted."""
    assert sentence in duel().refused(ST, command)


def test_nothing_is_set_for_whom_nobody_sees() -> None:
    """X4, C31: a place on a hidden character is refused, because it would show that the character exists."""
    fight = duel()
    fight.does(ST, HideCharacter("bert"))
    assert "hidden" in fight.refused(ST, SetSpot("the knee", target="bert", text="ouch"))
    assert "no such character" in fight.refused("anna", AskForSpot("anna", "bert", "the knee"))


@pytest.mark.parametrize("gone", [HideCharacter("bert"), RemoveCharacter("bert")])
def test_nobody_aims_at_who_is_gone(gone: Command) -> None:
    """X4, C31: places set or asked for on a character are dropped when it is hidden or removed."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    fight.does(ST, SetSpot("the lamp", 1, text="It is dark."))
    fight.does("anna", AskForSpot("anna", "bert", "the hand"))
    fight.does(ST, gone)
    assert [spot.name for spot in fight.full.all(Spot)] == ["the lamp"]
    assert not list(fight.full.all(SpotAsked))


def test_only_the_storyteller_sets() -> None:
    """C31: only the Storyteller sets penalty and effect, and a question for a place needs a text."""
    fight = duel()
    assert "Only the Storyteller" in fight.refused("anna", SetSpot("the knee", text="ouch"))
    assert "not yours" in fight.refused("anna", AskForSpot("cora", "bert", "the knee"))
    assert "Write where" in fight.refused("anna", AskForSpot("anna", "bert", " "))
    fight.does(ST, StartTurn())
    assert {option.label for option in fight.offers("anna", AskForSpot)} == {"Ask for called shot (C31)"}


def test_no_more_armour_is_passed_than_is_worn() -> None:
    """C3: passing more armour than is worn is refused to a seat that may read the target's armour; any player
    without that right gets no refusal, which would reveal it."""
    fight = duel()
    aimed = DeclareAction("anna", (shoot(called_armour=4),))
    assert "Ignore at most 3 armour: the vest gives no more (C3)" in fight.refused(ST, aimed)
    fight.does("anna", aimed)


def test_a_declaration_names_the_called_shot() -> None:
    """I2, C3, C31: a declaration names the called shot; it names the place only if everybody knows of it."""
    fight = duel()
    fight.does(ST, SetSpot("the knee", 2, "bert", condition="prone"))
    fight.declares("anna", shoot(called_spot=spot(fight)))
    assert fight.story()[-1] == "Anna declares: Ranged attack on Bert (called shot: the knee)."
    other = duel()
    other.does("anna", AskForSpot("anna", "bert", "the eye"))
    (asked,) = other.full.all(SpotAsked)
    assert all(o.urgent for o in other.offers(ST, RefuseSpot))
    other.does(ST, SetSpot("the eye", 3, "bert", condition="prone", asked=asked.id))
    other.declares("anna", shoot(called_spot=spot(other)))
    assert other.story()[-1] == "Anna declares: Ranged attack on Bert (called shot: an unknown place)."
    other.acts("anna", 0)
    assert (other.rolls()[-1].pool, other.rolls()[-1].parts[-1]) == (4, ("an unknown place", -3))
    for seat in ("cora", WATCHER):
        assert "the eye" not in repr(other.dump(seat if seat is WATCHER else other.seat("cora")))
    hurting = duel()
    hurting.declares("anna", shoot(called_damage=2))
    assert hurting.story()[-1] == "Anna declares: Ranged attack on Bert (called shot: +2 damage)."


def aimed_twice() -> Fight:
    """Anna has four dice to shoot with and has aimed for two turns; all her opponents have declared."""
    fight = Fight("""
        anna  Intuition 1 Target 1 Dexterity 3 Perception 2 Endurance 2 Fate:1 +pistol +knife
        bert  npc Intuition 1 Strength 2 Endurance 2
    """, declare="any-order")  # fmt: skip
    fight.starts(anna=2, bert=1)
    for _ in range(2):
        fight.declares("anna", act("aim"))
        fight.declares("bert")
        fight.acts("anna")
        fight.does(ST, StartTurn())
    fight.declares("bert")
    return fight


def test_what_aiming_gives_may_be_given_up() -> None:
    """C3, C14, D19: four dice and two from aiming pay for a called shot for four, but not for five at long range;
    the aim counts only for the pistol."""
    fight = aimed_twice()
    assert "(D19)" in fight.refused("anna", DeclareAction("anna", (shoot(called_damage=5, distance=25),)))
    fight.arms("anna", "knife")
    assert "(D19)" in fight.refused(
        "anna", DeclareAction("anna", (act("attack", "bert", weapon="knife", called_damage="5"),))
    )
    fight = aimed_twice()
    fight.declares("anna", shoot(called_damage=4))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].parts[-2:] == (("called shot", -4), ("aiming", 2))
    assert fight.rolls()[-1].pool == 2


def test_what_aiming_gives_is_on_the_shots_own_share() -> None:
    """C3, C14, I4, M2: a share of 1 and two dice from aiming pay for a called shot for two; the next shot has no
    aim, and a change afterwards does not need it."""
    fight = aimed_twice()
    words = act("free", text="shouts", first="Dexterity", second="Dodge", dice=1)
    short = msgspec.structs.replace(shoot(called_damage=3), dice=1)
    assert "Modifiers cost Ranged attack 1 die" in fight.refused("anna", DeclareAction("anna", (short, words)))
    two = msgspec.structs.replace(shoot(called_damage=2), dice=2)
    assert " 2 dice: give this action more dice" in fight.refused("anna", DeclareAction("anna", (two, two)))
    fight.declares("anna", msgspec.structs.replace(shoot(called_damage=2), dice=1), words)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 1
    fight.does("anna", ChangeAction("anna", msgspec.structs.replace(shoot(), dice=1), 1), 1)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 1
