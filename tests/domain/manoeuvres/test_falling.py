"""Going down and getting up: sweep, tackle, prone, standing up (C10, C11, C28, F1)."""

from __future__ import annotations

import pytest

from domain.features.actions.hidden_attack_numbers import KeptCount
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import english

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Brawl 2 Melee 2 Target 2 Dexterity 3 Athletics 2 Endurance 3 Fate:2 {anna}
    bert  Intuition 1 Strength 2 Unarmed 2 Brawl 1 Dexterity 2 Dodge 2 Athletics 1 Endurance 3
"""


def two(*bert: Action, anna: str = "", **switches: str) -> Fight:
    """A fight in which Anna is faster than Bert, and he declares the given actions."""
    fight = Fight(TWO.format(anna=anna), declare="any-order", **switches)
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *bert)
    return fight


@pytest.mark.parametrize(("weapon", "pool", "damage"), [("", 4, ("Strength", 3)), ("staff", 4, ("staff", 5))])
def test_a_sweep_is_done_with_a_leg_or_with_what_sweeps(weapon: str, pool: int, damage: tuple[str, int]) -> None:
    """C10: a sweep rolls Dexterity + Brawl or Melee, at -1, and does Strength damage or that of a staff, a chain and
    the like."""
    fight = two(anna="+staff")
    fight.declares("anna", act("sweep", "bert", weapon=weapon))
    fight.acts("anna", 1, 1, 0, 1)
    attack, hurt = (roll for roll in fight.rolls() if "Sweep" in english(roll.reason))
    assert (attack.pool, attack.parts[-1]) == (pool, ("Sweep", -1))
    assert hurt.parts == (damage,)
    assert fight.health("bert") == (1, 0, 0)


def test_only_what_sweeps_does() -> None:
    """C10: a weapon that cannot sweep, such as a knife, is refused."""
    fight = two(anna="+knife")
    assert "expected " in fight.refused("anna", DeclareAction("anna", (act("sweep", "bert", weapon="knife"),)))


@pytest.mark.parametrize(("hits", "kept", "down"), [(2, 1, True), (2, 2, False), (1, 0, True), (2, 3, False)])
def test_a_sweep_is_withstood_or_one_goes_down(hits: int, kept: int, down: bool) -> None:
    """C10: after the damage the target tests Dexterity + Dodge against the attack's successes, and falls if it has
    fewer."""
    fight = two()
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("anna", hits, 0, kept)
    last = fight.rolls()[-1]
    assert (last.reason, last.pool) == ("Staying on one’s feet", 4)
    assert fight.borne("bert") == (["prone"] if down else [])


@pytest.mark.parametrize(("kept", "down"), [(2, True), (3, False)])
def test_withstanding_a_sweep_is_no_defence(kept: int, down: bool) -> None:
    """C10: the test uses up no declared defence, and is against all successes of the attack, before the defence
    reduced them."""
    fight = two(act("dodge"))
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("anna", 3, 1, 0, kept)
    assert [roll.reason for roll in fight.rolls()[-4:]] == ["Sweep", "Dodge", "Damage: Sweep", "Staying on one’s feet"]
    assert fight.borne("bert") == (["prone"] if down else [])


def test_who_is_down_already_tests_nothing_against_a_sweep() -> None:
    """C10: a prone target takes the damage without a test."""
    fight = two()
    fight.does(ST, SetCondition("bert", "prone"))
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("anna", 2, 1, 0)
    assert [roll.reason for roll in fight.rolls()[-3:]] == ["Sweep", "Damage: Sweep", "Soak"]
    assert fight.borne("bert") == ["prone"]


def test_a_sweep_that_the_storyteller_rules_is_withstood_as_ruled() -> None:
    """C10, G0: the test is against the successes that the Storyteller rules."""
    fight = two(act("dodge"), reactions="ask")
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("anna", 3)
    (blow,) = fight.full.all(Blow)
    fight.does(ST, RuleBlow(blow.id, hits=1), 0, 1)
    assert fight.borne("bert") == []


def test_what_a_hidden_sweep_scored_stays_with_the_storyteller() -> None:
    """C10, X2 (iii): with a hidden modifier, all successes of the sweep and the test against them stay with the
    Storyteller."""
    fight = two(act("dodge"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("anna")
    for rolls in ((3,), (1,), (0,), (), ()):
        fight.goes_on(*rolls)
        assert [blow.scored for blow in fight.view(WATCHER).all(Blow)] == [-1]
    assert [kept.scored for kept in fight.view(ST).all(KeptCount)] == [3]
    fight.goes_on(2)
    assert fight.borne("bert") == ["prone"]
    assert fight.rolls()[-1].reason == "Staying on one’s feet"
    assert "Staying on one’s feet" not in [roll.reason for roll in fight.view(WATCHER).all(Roll)]


@pytest.mark.parametrize(
    ("anna", "bert", "states"),
    [(1, 1, ([], ["unbalanced"])), (0, 1, (["prone"], ["unbalanced"])), (1, 0, ([], ["prone"])),
     (0, 0, (["prone"], ["prone"]))],
)  # fmt: skip
def test_a_tackle_throws_both_or_unbalances(anna: int, bert: int, states: tuple[list[str], list[str]]) -> None:
    """C11: Strength + Brawl at -1, Strength + 1 damage; both test Strength + Athletics or go down."""
    fight = two()
    fight.declares("anna", act("tackle", "bert"))
    fight.acts("anna", 1, 0, anna, bert)
    attack, damage, *feet = fight.rolls()[-4:]
    assert (attack.pool, damage.pool) == (4, 4)
    assert [(roll.actor, roll.pool) for roll in feet] == [("anna", 5), ("bert", 3)]
    assert (fight.borne("anna"), fight.borne("bert")) == (["at an advantage over Bert", *states[0]], states[1])


@pytest.mark.parametrize("state", ["bound", "staked", "paralysed"])
@pytest.mark.parametrize(("how", "rolls"), [("tackle", (0, 1)), ("sweep", (0,))])
def test_who_cannot_stir_keeps_its_feet_against_nothing(how: str, rolls: tuple[int, ...], state: str) -> None:
    """C10, C11, C27: a helpless target is hit without a roll, and goes down without a test."""
    fight = two()
    fight.does(ST, SetCondition("bert", state))
    fight.declares("anna", act(how, "bert"))
    fight.acts("anna", *rolls)
    assert not [roll for roll in fight.rolls() if roll.actor == "bert" and roll.reason == "Staying on one’s feet"]
    assert fight.borne("bert") == [state, "prone"]


@pytest.mark.parametrize(("how", "rolls"), [("tackle", (1, 4, 0, 1)), ("sweep", (1, 3, 0))])
def test_who_is_struck_out_goes_down(how: str, rolls: tuple[int, ...]) -> None:
    """C10, C11, C29: a target that the damage puts out goes down without a test."""
    fight = two()
    fight.does(ST, SetHealth("bert", bashing=5))
    fight.declares("anna", act(how, "bert"))
    fight.acts("anna", *rolls)
    assert "prone" in fight.borne("bert")
    assert fight.rolls()[-1].actor == ("anna" if how == "tackle" else "bert")


def test_the_unbalanced_do_everything_of_the_next_turn_with_a_die_less() -> None:
    """C11, C32: -1 on all actions of the next turn, no sooner and no longer."""
    fight = two(act("attack", "anna"))
    fight.declares("anna", act("tackle", "bert"))
    fight.acts("anna", 1, 0, 1, 1)
    fight.acts("bert", 0)
    dice = [fight.rolls()[-1].pool]
    for _ in range(2):
        fight.does(ST, StartTurn())
        fight.declares("bert", act("attack", "anna"))
        fight.declares("anna")
        fight.acts("anna")
        fight.acts("bert", 0)
        dice.append(fight.rolls()[-1].pool)
    assert dice == [4, 3, 4]
    assert fight.borne("bert") == []


def test_the_unbalanced_change_their_mind_with_all_dice_and_then_act_with_one_less() -> None:
    """C11, D14, I4, I5, M2: the tests to change and to abort are reflexive, so they do not lose the die that every
    action loses. The test to change shares its dice with the new action."""
    fight = Fight(TWO.format(anna="").replace("Athletics 1", "Athletics 1 Fate:2"), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("tackle", "bert"))
    fight.acts("anna", 1, 0, 1, 1)
    fight.acts("bert")
    fight.does(ST, StartTurn())
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna")
    fight.does("bert", AbortAction("bert", "dodge"), 0)
    assert fight.rolls()[-1].parts == (("Intuition", 1), ("Dexterity", 2))
    fight.acts("anna")
    assert "3" in fight.refused("bert", ChangeAction("bert", act("attack", "anna", dice=1), 3))
    fight.does("bert", ChangeAction("bert", act("attack", "anna", dice=1), 2), 1)
    assert fight.rolls()[-1].parts == (("Intuition", 1), ("Dexterity", 2), ("several actions", -1))


def test_who_is_tackled_again_stays_unbalanced_meanwhile() -> None:
    """C11, C32: a target tackled in two turns in a row has a die less in the second turn and in the third."""
    fight = two()
    dice: list[int] = []
    for tackles in (True, True, False, False):
        fight.declares("anna", *((act("tackle", "bert"),) if tackles else ()))
        fight.acts("anna", *((1, 0, 1, 1) if tackles else ()))
        fight.acts("bert", *((0,) if dice else ()))
        dice.append(fight.rolls()[-1].pool if dice else 0)
        fight.does(ST, StartTurn())
        fight.declares("bert", act("attack", "anna"))
    assert dice == [0, 3, 3, 4]


@pytest.mark.parametrize(("action", "dice"), [
    (act("attack", "bert"), 3), (act("clinch", "bert"), 3), (act("shoot", "bert", weapon="dart", distance="5"), 5),
])  # fmt: skip
def test_close_attacks_from_the_ground_have_two_dice_less(action: Action, dice: int) -> None:
    """C28: close attacks from the ground have two dice less; shots do not."""
    fight = two(anna="+dart")
    fight.does(ST, SetCondition("anna", "prone"))
    fight.declares("anna", action)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


@pytest.mark.parametrize(("action", "dice"), [
    (act("attack", "bert"), 5), (act("shoot", "bert", weapon="dart", distance="5"), 4),
])  # fmt: skip
def test_on_the_ground_one_is_harder_to_shoot(action: Action, dice: int) -> None:
    """C25, C28: a prone target has light cover, which close attacks ignore."""
    fight = two(anna="+dart")
    fight.does(ST, SetCondition("bert", "prone"))
    fight.declares("anna", action)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


def test_going_down_again_changes_nothing() -> None:
    """C28: a prone target that goes down again stays prone, with a single condition."""
    fight = two()
    fight.does(ST, SetCondition("bert", "prone"))
    fight.declares("anna", act("tackle", "bert"))
    fight.acts("anna", 1, 0, 1, 0)
    assert fight.borne("bert") == ["prone"]


def down(**switches: str) -> Fight:
    fight = two(**switches)
    fight.does(ST, SetCondition("anna", "prone"))
    return fight


def test_standing_up_alone_takes_the_turn_and_no_roll() -> None:
    """F1: standing up as the only action needs no test."""
    fight = down()
    fight.declares("anna", act("stand_up"))
    fight.acts("anna")
    assert fight.story()[-1] == "Anna: no longer prone."
    assert fight.borne("anna") == []


@pytest.mark.parametrize(("won", "states"), [(1, []), (0, ["prone"])])
def test_standing_up_among_other_things_is_tested(won: int, states: list[str]) -> None:
    """F1, M2: beside a second action, standing up needs a test of Dexterity + Athletics; after a failure the
    character stays prone."""
    fight = down()
    fight.declares("anna", act("stand_up", traits="Dexterity + Athletics", dice=2), act("attack", "bert", dice=3))
    fight.acts("anna", won)
    assert (fight.rolls()[-1].reason, fight.rolls()[-1].pool) == ("Stand up", 2)
    assert fight.borne("anna") == states
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == (3 if won else 1)


def test_without_a_test_there_is_no_time_for_anything_else() -> None:
    """F1: standing up without a test takes the whole turn; the refusal names the pool of the test."""
    fight = down()
    both = (act("stand_up"), act("attack", "bert", dice=3))
    assert "To add another action, choose the pool Dexterity + Athletics (F1)" in fight.refused(
        "anna", DeclareAction("anna", both)
    )
    fight.declares("anna", act("attack", "bert"))
    change = ChangeAction("anna", act("stand_up"), 2)
    assert "takes the whole turn" in fight.refused("anna", change)
    tested = act("stand_up", traits="Dexterity + Athletics", dice=2)
    fight.does("anna", ChangeAction("anna", tested, 1), 1)
    fight.acts("anna", 1)
    assert fight.borne("anna") == []


def test_only_who_is_down_stands_up() -> None:
    """F1: only a prone character can stand up, and is offered to."""
    fight = two()
    assert "(F1)" in fight.refused("anna", DeclareAction("anna", (act("stand_up"),)))
    assert "Stand up (F1)" not in {option.label for option in fight.offers("anna", DeclareAction)}
    assert "Stand up (F1)" in {option.label for option in down().offers("anna", DeclareAction)}


def test_something_unseen_sweeps() -> None:
    """X4, C10, C11: a hidden attacker's sweep shows the fall and no roll."""
    fight = Fight(TWO.format(anna="hidden"), declare="any-order")
    fight.starts(bert=1, anna=2)
    fight.declares("bert")
    fight.declares("anna", act("sweep", "bert"))
    fight.acts("bert")
    before = len(fight.seen("Roll"))
    fight.acts("anna", 1, 1, 0, 0)
    assert fight.borne("bert") == ["prone"]
    assert len(fight.seen("Roll")) == before
