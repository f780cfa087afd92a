"""Overriding a roll changes its result and its pending effects (G0)."""

from __future__ import annotations

from domain.core.audience import EVERYONE, STORYTELLER
from domain.features.combat.take_action import TakeAction
from domain.features.rolls.consequences import GiveConsequence
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import TRIES_MOST, Failures, Obstacle, SetFailures, SetObstacle, failures
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.rolls.secret_outcomes import TellOutcome, Untold
from domain.features.storyteller.override_roll import OverrideRoll
from domain.options import options
from domain.records.blow import Blow
from domain.rules.rule_types import Result
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, WATCHER, Table

POOL = ("Dexterity", "Firearms")


def test_a_botch_that_was_none_owes_nothing() -> None:
    """G0, G4: a botch overridden to a failure has no pending consequence, and a failure overridden to a botch has."""
    table = Table()
    table.does(ANNA, Roll("climb", "anna", POOL), 1, 2, 2, 2, 2)
    (owed,) = table.state.full.all(Owed)
    table.does(ST, OverrideRoll(table.roll().id, "failure"))
    table.refuses(ST, GiveConsequence("anna", "a fall", owed=owed.id), "not-owed")
    table.does(ST, OverrideRoll(table.roll().id, "botch"))
    assert [o.result for o in table.state.full.all(Owed)] == ["botch"]


def test_a_failure_that_was_none_is_not_counted() -> None:
    """G0, D13: an override adds or removes the counted failure."""
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


def tried(*faces: int, **ruling: object) -> tuple[Table, str]:
    """A table where Anna has tried the lock under a modifier, and the lock's id."""
    table = Table("v20")
    table.does(ST, SetObstacle("the lock", "lock"))
    (lock,) = table.state.full.all(Obstacle)
    table.does(ST, ModifyNextRoll("anna", **ruling))  # type: ignore[arg-type]
    table.does(ANNA, Roll("", "anna", POOL, task=lock.id), *faces)
    return table, lock.id


def counted(table: Table, lock: str) -> tuple[int, int]:
    """Return Anna's number of failures, for everybody and for the Storyteller."""
    everybody, storyteller = (
        failures(table.state.full, lock, "anna", audience) for audience in (EVERYONE, STORYTELLER)
    )
    return everybody, storyteller


def test_a_secret_override_is_counted_in_secret() -> None:
    """G0, X2 (iii): overriding a roll with hidden dice is secret, and changes only the Storyteller's count."""
    table, lock = tried(2, 2, 2, 2, dice=-1, visibility="hidden")
    assert counted(table, lock) == (1, 1)
    ruled: tuple[tuple[Result, int], ...] = (("success", 0), ("success", 0), ("failure", 1), ("success", 0))
    for result, times in ruled:
        table.does(ST, OverrideRoll(table.roll(ST).id, result))
        assert table.told(ANNA) == table.told(WATCHER) == []
        assert counted(table, lock) == (1, times)


def test_an_untold_roll_that_is_told_by_an_override_is_counted_by_all() -> None:
    """G0, X3: an override of the public copy of an untold roll tells its result: it counts for everybody, the next
    try is no question, and the untold record is gone."""
    for faces, result, times in (
        ((2, 2, 2, 2, 2), "success", 0), ((9, 9, 9, 9, 9), "failure", 1), ((2, 2, 2, 2, 2), "failure", 1),
    ):  # fmt: skip
        table, lock = tried(*faces, difficulty=8)
        assert len(list(table.state.full.all(Untold))) == 1
        table.does(ST, OverrideRoll(table.roll(WATCHER).id, result))  # type: ignore[arg-type]
        assert counted(table, lock) == (times, times)
        assert not list(table.state.full.all(Untold))
        table.does(ANNA, Roll("", "anna", POOL, task=lock), 2, 2, 2, 2, 2)
        assert table.roll(WATCHER).difficulty == 6 + times


def test_another_try_that_is_still_untold_stays_so() -> None:
    """D13, X3: if a second untold try remains, the next try is still a question."""
    table, lock = tried(2, 2, 2, 2, 2, difficulty=8)
    table.does(ST, ModifyNextRoll("anna", difficulty=8))
    table.does(ST, Roll("", "anna", POOL, task=lock), 2, 2, 2, 2, 2)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "failure"))
    table.does(ANNA, Roll("", "anna", POOL, task=lock))
    assert table.told(ANNA) == ["QuestionAsked"]


def test_what_an_untold_roll_came_to_is_overridden_in_secret() -> None:
    """G0, X3: overriding the Storyteller's copy of an untold roll is secret, and changes the outcome she can tell."""
    table, lock = tried(2, 2, 2, 2, 2, difficulty=8)
    mine = next(roll for roll in table.state.partition(STORYTELLER).all(Rolled))
    table.does(ST, OverrideRoll(mine.id, "success"))
    assert table.told(ANNA) == []
    assert counted(table, lock) == (0, 0)
    assert [kept.outcome for kept in table.state.full.all(Untold)] == ["success"]


def test_a_failure_that_is_told_is_counted_by_those_who_hear_it() -> None:
    """X3, D13: a failure that the Storyteller tells counts for everybody, and the next try is no question."""
    table, lock = tried(2, 2, 2, 2, 2, difficulty=8)
    assert counted(table, lock) == (0, 1)
    (kept,) = table.state.full.all(Untold)
    table.does(ST, TellOutcome(untold=kept.id))
    assert counted(table, lock) == (1, 1)
    table.does(ANNA, Roll("", "anna", POOL, task=lock), 2, 2, 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 7


def test_what_is_told_and_is_not_so_she_alone_counts_as_it_is() -> None:
    """X3, D13: if she tells a different outcome than the real one, everybody counts the told outcome and she the
    real one; words alone change no count."""
    for faces, told, known, truly in (
        ((9, 9, 9, 9, 9), "failure", 1, 0), ((2, 2, 2, 2, 2), "success", 0, 1), ((2, 2, 2, 2, 2), "", 0, 1),
    ):  # fmt: skip
        table, lock = tried(*faces, difficulty=8)
        (kept,) = table.state.full.all(Untold)
        table.does(ST, TellOutcome("anna", told, "So it seems." if not told else "", untold=kept.id))  # type: ignore[arg-type]
        assert counted(table, lock) == (known, truly)


def test_what_she_knew_in_secret_counts_no_more_once_failures_are_said_outright() -> None:
    """G0, D13: after the failures are set, secret differences are gone, and overriding an old roll changes no count."""
    table, lock = tried(2, 2, 2, 2, dice=-1, visibility="hidden")
    secret = table.roll(ST).id
    table.does(ST, OverrideRoll(secret, "success"))
    assert counted(table, lock) == (1, 0)
    table.does(ST, SetFailures(lock, "anna", 0))
    assert [f.times for f in table.state.full.all(Failures)] == [0]
    table.does(ST, OverrideRoll(secret, "failure"))
    table.does(ANNA, Roll("", "anna", POOL, task=lock), 2, 2, 2, 2, 2)
    assert counted(table, lock) == (1, 1)


def test_secret_tries_push_no_public_one_out_of_memory() -> None:
    """X1, G0: many secret tries do not displace the record of a public try, so an override still changes the count."""
    table = Table("v20")
    table.does(ST, SetObstacle("the lock", "lock"))
    (lock,) = table.state.full.all(Obstacle)
    table.does(ANNA, Roll("", "anna", POOL, task=lock.id), 2, 2, 2, 2, 2)
    for _ in range(TRIES_MOST):
        table.does(ST, RollInSecret("", "anna", dice=1, task=lock.id, retry="waive"), 2)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "success"))
    assert counted(table, lock.id)[0] == 0


def test_a_roll_comes_to_what_the_rules_know() -> None:
    """G0: an override accepts only results that the rule set has."""
    others: tuple[tuple[str, Result], ...] = (("revised", "exceptional"), ("storytelling", "botch"))
    for rules, result in others:
        table = Table(rules)
        table.does(ANNA, Roll("", "anna", ("Strength",)), 9, 9)
        assert "success" in table.refuses(ST, OverrideRoll(table.roll().id, result), "no-such-result")


def test_a_success_without_a_roll_uses_up_what_was_for_the_next_one() -> None:
    """D10: an automatic success uses up open modifiers of the next roll; hidden ones wait for a roll (X2)."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", 1, "open", "tail wind"))
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.does(ANNA, Roll("", "anna", POOL, automatic=True))
    assert [r.visibility for r in table.state.full.all(Ruling)] == ["hidden"]


def test_the_next_roll_may_have_a_difficulty_that_all_know() -> None:
    """D18, G0, X3: the Storyteller may set an open difficulty for the next roll; the form asks for it beside the
    hidden difficulty."""
    table = Table()
    table.refuses(ST, ModifyNextRoll("anna", told=True), "nothing-modified")
    table.refuses(ST, ModifyNextRoll("anna", 1, "hidden", difficulty=8, told=True), "told-difficulty")
    table.does(ST, ModifyNextRoll("anna", difficulty=8, told=True))
    assert table.lines(WATCHER)[-1] == "anna, next roll (action): difficulty 8 (open) (X2)."
    table.does(ANNA, Roll("", "anna", POOL), 7, 7, 8, 2, 2)
    assert (table.roll(WATCHER).difficulty, table.roll(WATCHER).net) == (8, 1)
    assert not list(table.state.full.all(Ruling))
    asked = next(o for o in options(table.state.view(ST)) if o.command == "ModifyNextRoll").inputs
    assert [i.name for i in asked][-2:] == ["difficulty", "told"]


def test_a_manoeuvre_is_rolled_at_that_difficulty_too() -> None:
    """D18, G0: an open difficulty applies to attacks too."""
    fight = Fight("anna  Dexterity 2  Wits 3  Strength 3  Brawl 2\nbert  Dexterity 1  Wits 1", rules="v20")
    fight.starts(anna=2, bert=0)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, ModifyNextRoll("anna", difficulty=9, told=True))
    fight.does("anna", TakeAction("anna"), 0)
    assert fight.rolls()[-1].difficulty == 9
    assert not list(fight.full.all(Blow))
