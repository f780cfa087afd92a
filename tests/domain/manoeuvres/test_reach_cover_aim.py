"""Reach, cover and aim (C14, C24, C25)."""

from __future__ import annotations

import pytest

from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import new_blow
from domain.features.actions.grapples import BeginGrapple
from domain.features.actions.weapon_reach import close_in, closing_penalty
from domain.features.characters.conditions import bears, borne_by, leave_the_spot
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from tests.domain.fight import ST, THINGS, WATCHER, Fight, Rolls, act
from tests.in_english import parts_text

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 2 Melee 2 Target 2 Dexterity 3 Endurance 2 Perception 2 Brawl 1 {anna}
    bert  npc Intuition 1 Strength 2 Unarmed 1 Melee 3 Dexterity 3 Endurance 3 {bert}
"""


def duel(anna: str = "", bert: str = "", *actions: Action) -> Fight:
    """A duel in which Anna is faster than Bert; he declares the given actions, and each has the given items."""
    fight = Fight(CAST.format(anna=anna, bert=bert), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *actions)
    return fight


def next_turn(fight: Fight, *anna: Action) -> None:
    """Start the next turn: Anna declares these actions, Bert passes."""
    fight.does(ST, StartTurn())
    fight.declares("bert")
    fight.declares("anna", *anna)


@pytest.mark.parametrize(
    ("mine", "theirs", "dice"),
    [("", "+sword", 4), ("+knife", "+sword", 4), ("+sword", "+spear", 4), ("+spear", "+sword", 5),
     ("+sword", "+sword", 5), ("", "+knife", 4), ("+knife", "", 5),
     ("+knife", "+knife", 5), ("", "+pistol", 5), ("", "", 5)],
)  # fmt: skip
def test_the_shorter_reach_loses_a_die(mine: str, theirs: str, dice: int) -> None:
    """C24: an attacker with a shorter weapon than the target's loses a die to close in; a fist is shorter than any
    close weapon, and a gun does not count (ours)."""
    fight = duel(mine, theirs)
    fight.declares("anna", act("attack", "bert", weapon=mine[1:]))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice
    assert (("closing in", -1) in fight.rolls()[-1].parts) is (dice == 4)


@pytest.mark.parametrize(
    ("state", "fends"),
    [("", True), ("prone", True), ("held", False), ("clinched", False), ("clinching", False), ("out", False),
     ("bound", False), ("dazed", False)],
)  # fmt: skip
def test_only_who_can_use_the_longer_weapon_fends_off(state: str, fends: bool) -> None:
    """C24: only a target that can use its longer weapon costs the die: not one that is held, clinched, out or
    otherwise unable. After a close attack the attacker is inside the reach in each case."""
    fight = Fight(CAST.format(anna="", bert="+sword") + "cora  Intuition 1 Strength 2", declare="any-order")
    fight.starts(anna=2, bert=1, cora=0)
    match state:
        case "held":
            fight.does(ST, BeginGrapple("cora", "bert", "hold"))
        case "clinched":
            fight.does(ST, BeginGrapple("cora", "bert", "clinch"))
        case "clinching":
            fight.does(ST, BeginGrapple("bert", "cora", "clinch"))
        case "out":
            fight.does(ST, SetHealth("bert", lethal=7))
        case "":
            pass
        case condition:
            fight.does(ST, SetCondition("bert", condition))
    blow = new_blow(fight.view("anna"), "anna", act("attack", "bert"), 5)
    assert parts_text(closing_penalty(fight.view("anna"), blow)) == ((("closing in", -1),) if fends else ())
    close_in(table := Deciding(fight.state, ST, Rolls(), None), blow)
    assert [b.name for b in borne_by(table.full, "anna")] == ["inside"]


@pytest.mark.parametrize("skill", ["Melee", "Weaponry", "Brawl", "Unarmed", "Firearms"])
@pytest.mark.parametrize("rules", ["storytelling", "nightfall"])
def test_what_is_longer_than_a_fist_is_so_by_any_name(skill: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """C24, D17, known disagreement 3: reach does not depend on the name of the weapon's ability, also if it is an
    alias."""
    monkeypatch.setitem(THINGS, "thing", Item("thing", skill, 4, range=20 * (skill == "Firearms")))
    fight = Fight(CAST.format(anna="", bert="+thing"), rules=rules, declare="any-order")
    fight.does(ST, ChangeHouseRules(numbers=(("closing", 2),)))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert (("closing in", -2) in fight.rolls()[-1].parts) is (skill in ("Melee", "Weaponry"))


def test_who_has_closed_stays_inside() -> None:
    """C24 (ours): an attacker pays once for attacks in consecutive turns, and pays again after a turn without an
    attack."""
    fight = duel("", "+sword")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert bears(fight.view(WATCHER), "anna", "inside") is not None
    next_turn(fight, act("attack", "bert"))
    fight.acts("anna", 0)
    next_turn(fight)
    next_turn(fight, act("attack", "bert"))
    fight.acts("anna", 0)
    assert [roll.pool for roll in fight.rolls()[-3:]] == [4, 5, 4]


def test_inside_whose_reach_one_is_says_the_table() -> None:
    """C24, C32: the condition names each opponent, and ends for that opponent only."""
    fight = Fight(
        CAST.format(anna="", bert="+sword") + "cora Strength 3 Melee 2 Intuition 1 Dexterity 2 +spear",
        declare="any-order",
    )
    fight.arms("bert", "sword")
    fight.arms("cora", "spear")
    fight.starts(anna=3, bert=1, cora=2)
    told: list[list[str]] = []
    for whom in ("bert", "cora"):
        fight.all_pass("bert", "cora")
        fight.declares("anna", act("attack", whom))
        fight.acts("anna", 0)
        told.append(fight.borne("anna"))
        fight.does(ST, StartTurn())
    assert told[-1] == ["inside Bert’s reach", "inside Cora’s reach"]
    assert fight.borne("anna") == ["inside Cora’s reach"]
    assert fight.story()[-1] == "Anna: no longer inside Bert’s reach."


def test_whoever_presses_on_pays_once() -> None:
    """C24 (ours): an attacker that keeps attacking pays once; after it moves, the next attack pays again."""
    fight = duel("", "+sword")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    for _ in range(3):
        next_turn(fight, act("attack", "bert"))
        fight.acts("anna", 0)
    next_turn(fight)
    fight.does("anna", Move("anna"))
    next_turn(fight, act("attack", "bert"))
    fight.acts("anna", 0)
    assert [roll.pool for roll in fight.rolls() if roll.reason == "Melee attack"] == [4, 5, 5, 5, 4]


@pytest.mark.parametrize(("mover", "dice"), [("anna", 4), ("bert", 4), ("cora", 5)])
def test_who_moves_is_outside_again(mover: str, dice: int) -> None:
    """C24: the attacker is outside again after either of the two has moved, but not after a third has."""
    cora = "cora Intuition 1 Strength 2 Dexterity 2"
    fight = Fight(CAST.format(anna="", bert="+sword") + cora, declare="any-order")
    fight.starts(anna=2, bert=1, cora=0)
    fight.all_pass("bert", "cora")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    leave_the_spot(Deciding(fight.state, ST, Rolls(), None), mover)
    fight.does(ST, StartTurn())
    fight.all_pass("bert", "cora")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


def test_what_closing_costs_is_a_number_of_the_rules() -> None:
    """C24, G0: the cost of closing in is a number of the rules; at 0 there is no condition either."""
    fight = Fight(CAST.format(anna="", bert="+sword"), rules="v20", declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert not any(label == "closing in" for label, _ in fight.rolls()[-1].parts)
    assert bears(fight.full, "anna", "inside") is None


def test_a_shot_closes_nothing() -> None:
    """C24: reach does not apply to shots."""
    fight = duel("+pistol", "+spear")
    fight.declares("anna", act("shoot", "bert", weapon="pistol", distance="5"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 5
    assert bears(fight.full, "anna", "inside") is None


@pytest.mark.parametrize(("cover", "at", "out"), [(1, -1, 0), (2, -2, -1), (3, -3, -2)])
def test_cover_takes_dice_from_shots(cover: int, at: int, out: int) -> None:
    """C25: light cover takes 1 die, good 2, superior 3; shooting out costs one less."""
    shoot = act("shoot", "anna", weapon="bow", distance="5")
    fight = Fight(CAST.format(anna="+pistol", bert="Target 2 +bow"), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.does(ST, SetCondition("bert", "cover", cover))
    fight.declares("bert", shoot)
    fight.declares("anna", act("shoot", "bert", weapon="pistol", distance="5"))
    fight.acts("anna", 0)
    fight.acts("bert", 0)
    assert [roll.pool for roll in fight.rolls()[-2:]] == [5 + at, 5 + out]


def test_close_attacks_ignore_cover() -> None:
    """C25 (ours): close attacks ignore cover."""
    fight = duel()
    fight.does(ST, SetCondition("bert", "cover", 3))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 5


@pytest.mark.parametrize(("cover", "dice"), [(0, 4), (1, 4), (3, 2)])
def test_lying_down_is_light_cover(cover: int, dice: int) -> None:
    """C25, C28: prone is light cover and adds no dice to better cover (ours); a prone shooter shoots as from light
    cover."""
    fight = duel("+pistol")
    fight.does(ST, SetCondition("bert", "prone"))
    fight.does(ST, SetCondition("anna", "prone"))
    if cover:
        fight.does(ST, SetCondition("bert", "cover", cover))
    fight.declares("anna", act("shoot", "bert", weapon="pistol", distance="5"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


@pytest.mark.parametrize("value", [0, 4])
def test_cover_has_three_degrees(value: int) -> None:
    """C25: cover is light, good or superior."""
    assert "a number from 1 to 3 (C25)" in duel().refused(ST, SetCondition("bert", "cover", value))


def test_who_leaves_its_cover_has_none() -> None:
    """C25, C32: cover ends when its bearer leaves the spot."""
    fight = duel()
    fight.does(ST, SetCondition("bert", "cover", 2))
    leave_the_spot(Deciding(fight.state, ST, Rolls(), None), "bert")
    assert bears(fight.full, "bert", "cover") is None


def test_who_moves_in_a_turn_does_not_aim_in_it() -> None:
    """C14: a character that moves in a turn cannot aim in it, and a declared aim is lost."""
    fight = duel("+pistol")
    fight.declares("anna", act("aim"))
    fight.does("anna", Move("anna"))
    fight.acts("anna")
    assert fight.story()[-1].endswith("is lost. A character cannot aim and move in the same turn (C14).")
    assert bears(fight.full, "anna", "aiming") is None


def test_aim_is_taken_turn_by_turn_up_to_perception() -> None:
    """C14: each turn of aiming gives a die, up to Perception, visible to everybody; the attack uses it up."""
    fight = duel("+pistol +knife")
    aim = act("aim")
    fight.declares("anna", aim)
    fight.acts("anna")
    next_turn(fight, aim)
    fight.acts("anna")
    assert [line for line in fight.story() if "aiming" in line] == ["Anna: aiming +1.", "Anna: aiming +2."]
    fight.does(ST, StartTurn())
    fight.declares("bert")
    assert "Perception" in fight.refused("anna", DeclareAction("anna", (aim,)))
    fight.declares("anna", act("shoot", "bert", weapon="pistol", distance="5"))
    fight.acts("anna", 0)
    assert (fight.rolls()[-1].pool, fight.rolls()[-1].parts[-1]) == (7, ("aiming", 2))
    assert bears(fight.full, "anna", "aiming") is None


def test_aim_is_for_the_weapon_that_was_aimed() -> None:
    """C14: an attack with a second weapon neither has nor ends the aim; putting the aimed weapon away ends it."""
    fight = duel("+pistol +knife")
    fight.declares("anna", act("aim"))
    fight.acts("anna")
    next_turn(fight, act("attack", "bert"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 5
    assert bears(fight.full, "anna", "aiming") is not None
    next_turn(fight, act("ready", weapon="knife"))
    fight.acts("anna")
    assert bears(fight.full, "anna", "aiming") is None


def test_a_wound_or_a_step_spoils_the_aim() -> None:
    """C14: a wound or a move ends the aim."""
    fight = duel("+pistol")
    fight.declares("anna", act("aim"))
    fight.acts("anna")
    fight.does(ST, Wound("anna", 1, "bashing"))
    assert bears(fight.full, "anna", "aiming") is None
    next_turn(fight, act("aim"))
    fight.acts("anna")
    leave_the_spot(Deciding(fight.state, ST, Rolls(), None), "anna")
    assert bears(fight.full, "anna", "aiming") is None


def test_by_the_storytellers_word_whatever_comes_next_is_aimed() -> None:
    """C14, C32, G0: the Storyteller can set and end an aim, and then it counts for any weapon."""
    fight = duel()
    fight.does(ST, SetCondition("anna", "aiming", 3))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].parts[-1] == ("aiming", 3)
    assert bears(fight.full, "anna", "aiming") is None


@pytest.mark.parametrize(
    ("things", "actions", "sentence"),
    [
        (
            "+pistol",
            (act("aim"), act("shoot", "bert", weapon="pistol", distance="5")),
            "takes the whole turn. Declare no other action beside it (C14)",
        ),
        ("", (act("aim"),), "Aiming needs a weapon in hand"),
    ],
)
def test_aiming_takes_the_turn_and_a_weapon(things: str, actions: tuple[Action, ...], sentence: str) -> None:
    """C14: aiming takes the whole turn and a weapon in hand."""
    assert sentence in duel(things).refused("anna", DeclareAction("anna", actions))
