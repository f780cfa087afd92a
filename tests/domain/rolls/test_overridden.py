"""What a roll came to may be said anew, and what it left behind goes with it (G0)."""

from __future__ import annotations

from domain.audience import EVERYONE
from domain.features.blows import Blow
from domain.features.consequences import GiveConsequence
from domain.features.free_roll import Roll
from domain.features.obstacles import Failures, Obstacle, SetObstacle, failures
from domain.features.owed import Owed
from domain.features.rolling import OverrideRoll
from domain.features.rulings import ModifyNextRoll, Ruling
from domain.features.taking import TakeAction
from domain.options import options
from domain.ruleset import Result
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, WATCHER, Table

POOL = ("Dexterity", "Firearms")


def test_a_botch_that_was_none_owes_nothing() -> None:
    """G0, G4: and a failure that is a botch by her word owes a consequence."""
    table = Table()
    table.does(ANNA, Roll("climb", "anna", POOL), 1, 2, 2, 2, 2)
    (owed,) = table.state.full.all(Owed)
    table.does(ST, OverrideRoll(table.roll().id, "failure"))
    table.refuses(ST, GiveConsequence("anna", "a fall", owed=owed.id), "not-owed")
    table.does(ST, OverrideRoll(table.roll().id, "botch"))
    assert [o.result for o in table.state.full.all(Owed)] == ["botch"]


def test_a_failure_that_was_none_is_not_counted() -> None:
    """G0, D13: nor is a success that was none forgotten."""
    table = Table()
    table.does(ST, SetObstacle("the lock", "lock"))
    (lock,) = table.state.full.all(Obstacle)
    table.does(ANNA, Roll("", "anna", POOL, task=lock.id), 2, 2, 2, 2, 2)
    roll = table.roll().id
    ruled: tuple[tuple[Result, int], ...] = (("success", 0), ("success", 0), ("failure", 1), ("botch", 1))
    for result, times in ruled:
        table.does(ST, OverrideRoll(roll, result))
        assert failures(table.state.view(WATCHER), lock.id, "anna", EVERYONE) == times
    assert len(list(table.state.full.all(Failures))) == 1


def test_a_roll_comes_to_what_the_rules_know() -> None:
    """G0: a result of another game is none of this one."""
    others: tuple[tuple[str, Result], ...] = (("revised", "exceptional"), ("storytelling", "botch"))
    for rules, result in others:
        table = Table(rules)
        table.does(ANNA, Roll("", "anna", ("Strength",)), 9, 9)
        assert "success" in table.refuses(ST, OverrideRoll(table.roll().id, result), "no-such-result")


def test_a_success_without_a_roll_uses_up_what_was_for_the_next_one() -> None:
    """D10: what everybody sees and the pool was measured with; what is hidden waits for a roll (X2)."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", 1, "open", "tail wind"))
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.does(ANNA, Roll("", "anna", POOL, automatic=True))
    assert [r.visibility for r in table.state.full.all(Ruling)] == ["hidden"]


def test_the_next_roll_may_have_a_difficulty_that_all_know() -> None:
    """D18, G0, X3: told, it stands where the character does; it is asked of the Storyteller beside the other one."""
    table = Table()
    table.refuses(ST, ModifyNextRoll("anna", told=True), "nothing-modified")
    table.refuses(ST, ModifyNextRoll("anna", 1, "hidden", difficulty=8, told=True), "told")
    table.does(ST, ModifyNextRoll("anna", difficulty=8, told=True))
    assert table.lines(WATCHER)[-1] == "On the next roll of anna: difficulty 8 (open)."
    table.does(ANNA, Roll("", "anna", POOL), 7, 7, 8, 2, 2)
    assert (table.roll(WATCHER).difficulty, table.roll(WATCHER).net) == (8, 1)
    assert not list(table.state.full.all(Ruling))
    asked = next(o for o in options(table.state.view(ST)) if o.command == "ModifyNextRoll").inputs
    assert [i.name for i in asked][-2:] == ["difficulty", "told"]


def test_a_manoeuvre_is_rolled_at_that_difficulty_too() -> None:
    """D18, G0: an open one bears on rolls that are counted out in the open, as attacks are."""
    fight = Fight("anna  Dexterity 2  Wits 3  Strength 3  Brawl 2\nbert  Dexterity 1  Wits 1", rules="v20")
    fight.starts(anna=2, bert=0)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, ModifyNextRoll("anna", difficulty=9, told=True))
    fight.does("anna", TakeAction("anna"), 0)
    assert fight.rolls()[-1].difficulty == 9
    assert not list(fight.full.all(Blow))
