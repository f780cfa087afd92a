"""Moving, sprinting and loads (F2, F5)."""

from __future__ import annotations

import msgspec
import pytest

from domain.features.actions.load import metres
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move, Moved
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.combat.yield_slot import Yield
from domain.features.rolls.pools import parts, size
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import ChangeSheet
from domain.features.table.turn import Turn
from domain.rules.declared_action import Action
from tests.domain.fight import ST, Fight, act
from tests.in_english import english

ONE = "anna Intuition 1 Dexterity 3 Athletics 3 Unarmed 2 Perception 2 Alertness 2 Strength 3 {anna}\n"
TWO = ONE + "bert Intuition 1 Strength 2 Unarmed 1 Endurance 3"


def two(anna: str = "", rules: str = "nightfall") -> Fight:
    """Anna is faster than Bert, who has passed; she is to declare."""
    fight = Fight(TWO.format(anna=anna), declare="any-order", rules=rules)
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    return fight


def far(fight: Fight) -> list[float]:
    """Return the metres of each move so far."""
    return [moved.metres for moved in fight.told(Moved)]


def test_ten_metres_are_free() -> None:
    """F2: each turn a character may move up to 10 m once, beside any action."""
    fight = two()
    fight.declares("anna", act("attack", "bert"))
    assert "(F2" in fight.refused("anna", Move("anna", 11))
    fight.does("anna", Move("anna", 4))
    assert fight.story()[-1] == "Anna moves 4 m."
    assert "has moved in this turn" in fight.refused("anna", Move("anna", 6))
    assert fight.now == "anna"
    fight.acts("anna", 0)
    fight.does(ST, StartTurn())
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.acts("anna", 0)
    fight.does("anna", Move("anna"))
    assert far(fight) == [4, 10]


def test_one_moves_on_ones_own_slot_or_after_it() -> None:
    """F2, I2: a character moves on its own slot or later in the turn, not while declaring and not before its slot."""
    fight = two()
    assert "Nobody acts" in fight.refused("anna", Move("anna"))
    fight.declares("anna")
    assert "anna acts now" in fight.refused("bert", Move("bert"))
    assert [option.label for option in fight.offers("anna", Move)] == ["Move"]
    fight.acts("anna")
    fight.does("anna", Move("anna", 3))
    fight.does("bert", Move("bert", 3))
    assert far(fight) == [3, 3]


def test_the_last_to_act_moves_in_the_pause() -> None:
    """F2: until the Storyteller begins the next turn, each character that has acted may still move, the last actor
    too."""
    fight = two()
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    fight.acts("bert")
    assert fight.now == "over"
    assert [option.label for option in fight.offers("bert", Move)] == ["Move"]
    fight.does("bert", Move("bert", 3))
    fight.does("anna", Move("anna", 4))
    assert "has moved in this turn" in fight.refused("bert", Move("bert"))
    fight.does(ST, StartTurn())
    assert "Nobody acts" in fight.refused("bert", Move("bert"))
    assert far(fight) == [3, 4]


def by_itself(*bert: Action, more: str = "") -> Fight:
    """Turns advance automatically. Anna has passed, and it is Bert's slot with these declared actions; only Cora
    acts after him."""
    cast = TWO.format(anna="") + (f"\ncora {more} Intuition 1 Strength 1" if more else "")
    fight = Fight(cast, declare="any-order", turns="automatic")
    fight.starts(anna=2, bert=1, **({"cora": 0} if more else {}))
    fight.declares("anna")
    fight.declares("bert", *bert)
    if more == "npc":
        fight.declares("cora")
    fight.acts("anna")
    return fight


@pytest.mark.parametrize("moves", [True, False])
def test_a_turn_that_ends_by_itself_waits_for_the_last_ones_move(moves: bool) -> None:
    """F2, I2: the turn waits for the last actor's move, or for its word that it is done; no further action is
    possible in that slot."""
    fight = by_itself(act("attack", "anna"))
    fight.acts("bert", 0)
    assert (fight.now, turn(fight)) == ("bert", 1)
    (done,) = fight.offers("bert", TakeAction)
    assert (done.label, done.hint) == ("End the turn (I2)", "this character can still move (F2)")
    assert not fight.offers("bert", ChangeAction)
    assert not fight.offers("bert", Yield)
    if moves:
        fight.does("bert", Move("bert", 3))
    else:
        fight.acts("bert")
    assert (fight.now, turn(fight)) == ("declaring", 2)
    assert "did not get to act" not in " ".join(fight.story())


def turn(fight: Fight) -> int:
    """Return the number of the turn."""
    (found,) = fight.full.all(Turn)
    return found.number


@pytest.mark.parametrize("why", ["moved", "sprinted", "rooted", "nothing", "not last"])
def test_it_waits_for_nobody_who_has_no_move_left(why: str) -> None:
    """F2: the turn does not wait for a last actor that has moved, sprinted, passed or cannot move, nor for any
    earlier actor."""
    actions = {"sprinted": (act("sprint"),), "nothing": ()}.get(why, (act("attack", "anna"),))
    fight = by_itself(*actions, more="npc" if why == "not last" else "")
    if why == "moved":
        fight.does("bert", Move("bert"))
    if why == "rooted":
        fight.does(ST, SetCondition("bert", "prone"))
    fight.acts("bert", *((0,) if act("attack", "anna") in actions else ()))
    assert fight.now == ("cora" if why == "not last" else "declaring")


def test_whoever_goes_down_while_the_turn_waits_is_waited_for_no_more() -> None:
    """F2, C28: the turn ends as soon as the last actor can no longer move."""
    fight = by_itself(act("attack", "anna"))
    fight.acts("bert", 0)
    fight.does(ST, SetCondition("bert", "prone"))
    assert (fight.now, turn(fight)) == ("declaring", 2)


def test_a_hidden_one_leaves_no_trace_in_that() -> None:
    """F2, X4: the turn waits for the last visible actor, with or without a hidden character still to act."""
    for more in ("", "hidden"):
        fight = by_itself(act("attack", "anna"), more=more)
        fight.acts("bert", 0)
        assert (fight.now, turn(fight)) == ("bert", 1)
        fight.does("bert", Move("bert", 3))
        assert (fight.now, turn(fight)) == ("declaring", 2)


@pytest.mark.parametrize(("roll", "metres"), [("", 26), (2, 30), (0, 26)])
def test_a_sprint_goes_by_athletics_and_successes(roll: int | str, metres: int) -> None:
    """F2: 2 x (10 + Athletics + successes): 30 m with 2, a jog of 26 m with no test; a failure still moves."""
    fight = two()
    fight.declares("anna", act("sprint", traits="Dexterity + Athletics" if roll != "" else ""))
    fight.acts("anna", *((int(roll),) if roll != "" else ()))
    assert far(fight) == [metres]


def test_a_botched_sprint_trips() -> None:
    """F2: a botched sprint ends prone."""
    fight = two()
    fight.declares("anna", act("sprint", traits="Dexterity + Athletics"))
    fight.shows("anna", 1, 2, 3, 4, 5, 2)
    assert fight.borne("anna") == ["prone"]
    assert far(fight) == []


def test_a_sprint_takes_the_place_of_what_is_free() -> None:
    """F2: a character that sprints in a turn has no free move, neither before the sprint nor after it."""
    fight = two()
    fight.declares("anna", act("sprint", traits="Dexterity + Athletics", dice=2), act("attack", "bert", dice=2))
    assert "replaces free movement" in fight.refused("anna", Move("anna"))
    fight.acts("anna", 1)
    assert "has moved in this turn" in fight.refused("anna", Move("anna"))
    assert far(fight) == [28]


def test_a_jog_is_all_that_one_does() -> None:
    """F2, M2: a sprint that shares its pool with a second action needs the test."""
    fight = two()
    both = (act("sprint"), act("attack", "bert", dice=2))
    assert "choose the pool Dexterity + Athletics (F2)" in fight.refused("anna", DeclareAction("anna", both))


def test_who_has_moved_does_not_sprint_any_more() -> None:
    """F2, I4: a change to a sprint is possible on the own slot, but not after the free move."""
    fight = two("Fate:2")
    fight.declares("anna", act("attack", "bert"))
    sprint = ChangeAction("anna", act("sprint", traits="Dexterity + Athletics", dice=2), 1)
    assert "Change to: Sprint" in {option.label for option in fight.offers("anna", ChangeAction)}
    fight.does("anna", Move("anna", 5))
    assert "has moved in this turn" in fight.refused("anna", sprint)
    assert "Change to: Sprint" not in {option.label for option in fight.offers("anna", ChangeAction)}


@pytest.mark.parametrize(("extra", "metres"), [("0", 26), ("1", 39), ("2", 52)])
def test_celerity_raises_the_multiplier(extra: str, metres: int) -> None:
    """F2, M3: each extra action spent on a sprint raises its multiplier by 1."""
    fight = two("Celerity 2")
    extra_attack = msgspec.structs.replace(act("attack", "bert"), extra=True)
    fight.declares("anna", act("sprint", spent=extra))
    fight.acts("anna")
    assert far(fight) == [metres]
    fight.does(ST, StartTurn())
    assert "expected " in fight.refused("anna", DeclareAction("anna", (act("sprint", spent="3"),)))
    both = (act("sprint", spent=extra), *(extra_attack for _ in range(3 - int(extra))))
    assert "3 extra actions are too many: this character has at most 2 a turn (M3)." in fight.refused(
        "anna", DeclareAction("anna", both)
    )


def test_there_is_one_sprint_in_a_turn() -> None:
    """F2, I4, M3: a turn has at most one sprint; extra actions raise its multiplier and cannot be sprints
    themselves, neither declared nor by a change."""
    fight = two("Celerity 2 Fate:2")
    swift = act("sprint", extra=True)
    for actions in ((act("sprint"), swift), (swift, swift), (act("sprint"), swift, act("attack", "bert", extra=True))):
        assert fight.refused("anna", DeclareAction("anna", actions)) == (
            "Only one action a turn may move the character. To get further, spend extra actions on Sprint (F2)."
        )
    fight.declares("anna", act("attack", "bert"), swift)
    other = act("sprint", traits="Dexterity + Athletics", dice=2)
    assert "Only one action a turn may move" in fight.refused("anna", ChangeAction("anna", other, 1))
    fight.acts("anna", 0)
    fight.acts("anna")
    assert far(fight) == [26]


@pytest.mark.parametrize(("state", "rule"), [
    ("prone", "by standing up (F2)"), ("bound", "when untied (F2)"), ("dazed", "after the lost turn (F2)"),
])  # fmt: skip
def test_who_is_kept_on_the_spot_does_not_move(state: str, rule: str) -> None:
    """F2, C28: each condition that prevents movement says how it ends."""
    fight = two()
    fight.declares("anna")
    fight.does(ST, SetCondition("anna", state))
    assert rule in fight.refused("anna", Move("anna"))
    assert not fight.offers("anna", Move)


def test_who_stands_up_first_may_sprint_then() -> None:
    """F1, F2: a prone character may stand up and sprint in the same turn, with a test for each; without standing up
    it does not sprint."""
    for won, story in ((1, "Anna moves 28 m."), (0, "Sprint is lost")):
        fight = two()
        fight.does(ST, SetCondition("anna", "prone"))
        tested = "Dexterity + Athletics"
        fight.declares("anna", act("stand_up", traits=tested, dice=3), act("sprint", traits=tested, dice=3))
        fight.acts("anna", won)
        fight.acts("anna", *((1,) if won else ()))
        assert story in fight.story()[-1]


@pytest.mark.parametrize(("sacks", "free", "dice"), [(3, 10, 6), (4, 5, 5), (5, 2.5, 5), (6, 0, 5)])
def test_a_load_takes_a_die_and_halves_the_way(sacks: int, free: float, dice: int) -> None:
    """F5: Strength 3 carries 30 kg; 40 kg cost one die and leave 5 m, 50 kg 2.5 m, 60 kg none."""
    fight = two(" ".join(["+sack"] * sacks))
    assert metres(fight.full, "anna") == free
    assert size(parts(fight.full, "anna", ("Dexterity", "Athletics"))) == dice
    fight.declares("anna")
    if free:
        assert "Sprint instead (F2)" in fight.refused("anna", Move("anna", int(free) + 1))
        fight.does("anna", Move("anna"))
        assert far(fight) == [free]
    else:
        assert "too much to move. Put something down (F5)" in fight.refused("anna", Move("anna"))


def test_a_load_is_in_the_way_of_physical_skills_only() -> None:
    """F5: a load takes no die from a roll without a physical skill."""
    fight = two("+sack +sack +sack +sack")
    assert size(parts(fight.full, "anna", ("Perception", "Alertness"))) == 4
    assert size(parts(fight.full, "anna", ("Strength",))) == 3


def test_a_load_is_seen_and_ends_when_it_is_put_down() -> None:
    """F5, C32: everybody sees that a character carries too much, but not the items."""
    fight = two("+sack +sack +sack +sack")
    (borne,) = fight.bearings("anna")
    assert (english(borne.label), english(borne.ends)) == ("heavily loaded", "when the character carries less")
    assert "sack" not in repr(fight.dump(fight.seat("bert")))
    fight.does("anna", ChangeSheet("anna", (("Strength", 3),), (), ()))
    assert fight.borne("anna") == []
    assert fight.story()[-1] == "Anna: no longer heavily loaded."


def test_a_sprint_with_a_load_is_shorter() -> None:
    """F5: the metres that the load leaves are the base of a sprint (ours)."""
    fight = two("+sack +sack +sack +sack")
    fight.declares("anna", act("sprint"))
    fight.acts("anna")
    assert far(fight) == [16]


def test_what_is_too_much_is_the_chronicles_to_say() -> None:
    """F2, F5, G0: the metres of a turn and the kilograms of a dot are house rules, in force at once."""
    fight = two("+sack +sack +sack +sack")
    fight.does(ST, ChangeHouseRules(numbers=(("kilograms-a-dot", 20), ("metres-a-turn", 12))))
    assert fight.borne("anna") == []
    assert metres(fight.full, "anna") == 12
    fight.does(ST, ChangeHouseRules(numbers=(("kilograms-a-dot", 5),)))
    assert fight.borne("anna") == ["heavily loaded"]
    assert metres(fight.full, "anna") == 0


def test_other_rules_count_no_loads() -> None:
    """F5: in rule sets without a weight limit no character is loaded."""
    fight = Fight(ONE.format(anna="+sack +sack +sack +sack"), rules="revised")
    assert metres(fight.full, "anna") == 10
    assert fight.borne("anna") == []
