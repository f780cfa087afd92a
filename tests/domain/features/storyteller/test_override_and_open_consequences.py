"""Overriding a roll: pending effects follow the new result, and for past effects the Storyteller gets advice (G0).

Long because each kind of effect that a roll has takes a setting of its own: a round of a contest, an attack, a
grapple, a cut.
"""

from __future__ import annotations

import pytest

from domain.core.audience import STORYTELLER
from domain.core.partition import STORY_KEPT
from domain.features.actions.grapples import EndGrapple
from domain.features.actions.hidden_attack_numbers import KeptCount
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.free_roll import Roll as FreeRoll
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import Line
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Result
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.fight import TWO, Fight, act, stepping, struck
from tests.domain.table import ANNA, ST, WATCHER, Table
from tests.in_english import english, line_text

STRENGTH = ("Strength",)
ARMED = """
    anna  Intuition 2 Strength 2 Melee 2 +club
    bert  Intuition 1 Strength 2 Melee 2 +knife
"""


def told(line: str, lines: list[str]) -> bool:
    """True if a line contains these words."""
    return any(line in one for one in lines)


@pytest.mark.parametrize(
    ("result", "degree", "ended"),
    [("failure", "", ("met", 1, 1)), ("botch", "", ("met", 1, 1)), ("success", "", ("met", 0, 2)),
     ("success", "marginal", ("level", -1, 0)), ("success", "phenomenal", ("met", 0, 4))],
)  # fmt: skip
def test_a_side_has_in_its_round_what_is_ruled(result: Result, degree: str, ended: tuple[str, int, int]) -> None:
    """E2: an override before the second side has rolled counts in the round; a degree sets the number of successes."""
    table = AtWork()
    arm = table.opens(OpenContest(name="Arm", actors=("anna",), opponents=("ben",), dice=4))
    table.works(arm, "anna", 9, 9, 9, 2)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, result, degree))
    table.works(arm, "ben", 9, 2, 2, 2)
    assert table.ended(arm) == ended


@pytest.mark.parametrize(
    ("fell", "result", "degree", "tally"),
    [(1, "exceptional", "", 5), (1, "success", "exceptional", 5), (0, "success", "", 1), (6, "exceptional", "", 6),
     (6, "success", "", 4), (6, "failure", "", 0)],
)  # fmt: skip
def test_an_exceptional_success_by_her_word_is_five(fell: int, result: Result, degree: str, tally: int) -> None:
    """S8, G0: an overridden roll counts the nearest number of successes that fits the new result or degree."""
    table = AtWork("storytelling")
    lift = table.opens(OpenTask(name="Lift", actors=("anna", "ben"), dice=6, goal=9))
    table.works(lift, "anna", *[9] * fell, *[2] * (6 - fell))
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, result, degree))
    table.works(lift, "ben", *[2] * 6)
    assert table.tallies(lift) == (tally,)


def test_who_makes_a_success_exceptional_too_late_is_told_what_stands() -> None:
    """S8, G0: after the round the tally is unchanged, and the Storyteller is told how to set it."""
    table = AtWork("storytelling")
    lift = table.opens(OpenTask(name="Lift", actors=("anna",), dice=4, goal=9))
    table.works(lift, "anna", 9, 2, 2, 2)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "exceptional"))
    assert told("choose “Lift: set the tally”", table.lines(ST))


def test_a_helpers_botch_that_was_none_spoils_nothing() -> None:
    """E4: a helper's botch overridden in the middle of the round spoils no work; after the round the Storyteller is
    told how to set the tally."""
    table = AtWork()
    lift = table.opens(OpenTask(name="Lift", actors=("anna", "ben"), dice=4, goal=4))
    table.works(lift, "anna", 9, 9, 2, 2)
    table.works(lift, "ben", 1, 2, 2, 2)
    assert table.tallies(lift) == (0,)
    assert table.does(ST, OverrideRoll(table.roll(WATCHER).id, "failure"))  # too late: the round is over
    assert told("choose “Lift: set the tally”", table.lines(ST))
    assert not told("set the tally", table.lines(WATCHER))

    lift = table.opens(OpenTask(name="Heave", actors=("anna", "ben"), dice=4, goal=4))
    table.works(lift, "ben", 1, 2, 2, 2)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "failure"))
    table.works(lift, "anna", 9, 9, 2, 2)
    assert table.tallies(lift) == (2,)


def test_what_is_kept_back_of_a_round_is_ruled_in_secret() -> None:
    """X2: overriding a roll with a hidden modifier counts in the round, and only the Storyteller sees the override
    and the count."""
    table = AtWork()
    arm = table.opens(OpenContest(name="Arm", actors=("anna",), opponents=("ben",), dice=4))
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.works(arm, "anna", 9, 9, 2)
    before = table.lines(WATCHER)
    hers = next(roll for roll in table.state.partition(STORYTELLER).all(Roll))
    table.does(ST, OverrideRoll(hers.id, "failure"))
    assert table.lines(WATCHER) == before
    table.works(arm, "ben", 9, 2, 2, 2)
    assert table.ended(arm) == ("untold", -1, 0)
    assert "Arm, known only to you: won by ben, by 1 success (marginal)." in table.lines(ST)


def test_what_is_ruled_on_the_dice_that_all_saw_counts_in_the_round() -> None:
    """X3, G0: overriding the public dice is public, counts in the round, and changes the Storyteller's copy without
    a second line. A second override builds on the first."""
    table = AtWork()
    arm = table.opens(OpenContest(name="Arm", actors=("anna",), opponents=("ben",), dice=4))
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    table.works(arm, "anna", 9, 9, 9, 2)
    told_copy = table.roll(WATCHER)
    assert told_copy.result == "untold"
    table.does(ST, OverrideRoll(told_copy.id, "botch"))
    hers = table.state.partition(STORYTELLER).all(Roll)
    assert [roll.result for roll in hers] == ["botch"]
    assert sum("now: botch" in line for line in table.lines(ST)) == 1
    owed = [one.result for one in table.state.full.all(Owed)]
    table.does(ST, OverrideRoll(told_copy.id, "failure"))
    assert (owed, list(table.state.full.all(Owed))) == (["botch"], [])
    table.works(arm, "ben", 9, 2, 2, 2)
    assert "Arm, known only to you: won by ben, by 1 success (marginal)." in table.lines(ST)


def test_an_old_roll_is_ruled_on_by_the_copy_that_all_saw() -> None:
    """X3, G0, G4: overriding the public copy of an old roll adds no second consequence, and overriding it to a
    failure removes its consequence."""
    table = Table(cast="anna  Strength 1")
    for _ in range(52):
        table.does(ST, ModifyNextRoll("anna", difficulty=9))
        table.does(ANNA, FreeRoll("Lift", "anna", STRENGTH), 1)
    first = next(roll for roll in table.state.view(WATCHER).all(Roll) if roll.reason == "Lift")
    before = [owed.id for owed in table.state.full.all(Owed)]
    table.does(ST, OverrideRoll(first.id, "botch"))
    assert [owed.id for owed in table.state.full.all(Owed)] == before
    last = table.roll(WATCHER)
    table.does(ST, OverrideRoll(last.id, "failure"))
    assert [owed.id for owed in table.state.full.all(Owed)] == before[:-1]


def test_of_what_the_storyteller_no_longer_has_nothing_is_owed_anew() -> None:
    """X3, G0, G4: if the Storyteller's copy has been dropped from the story, an override adds no second consequence."""
    table = Table(cast="anna  Strength 1")
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    table.does(ANNA, FreeRoll("Lift", "anna", STRENGTH), 1)
    seen = table.roll(WATCHER)
    for _ in range(STORY_KEPT):
        table.does(ST, RollInSecret("Listen", dice=1), 9)
    table.state.settle()  # which lets old story go
    table.does(ST, OverrideRoll(seen.id, "botch"))
    assert table.roll(WATCHER).result == "botch"
    assert len(list(table.state.full.all(Owed))) == 1


def test_a_secret_roll_that_was_shown_is_ruled_on_by_the_copy_that_all_saw() -> None:
    """X1, G0, G4: overriding the public copy of a shown secret roll changes the Storyteller's copy too, and cancels
    its consequence."""
    table = Table(cast="anna  Strength 1")
    table.does(ST, RollInSecret("Listen", "anna", dice=1), 1)
    table.does(ST, ShowRoll(table.roll(ST).id))
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "failure"))
    assert [roll.result for roll in table.state.full.all(Roll)] == ["failure", "failure"]
    assert not list(table.state.full.all(Owed))


@pytest.mark.parametrize("hidden", [0, 1])
def test_an_attack_that_is_ruled_a_failure_is_over(hidden: int) -> None:
    """C21: an attack overridden to a failure while it waits for a defence is over; no defence is used up, and the
    attacker's slot is done."""
    fight = struck("dodge", hits=3, hidden=hidden)
    fight.does(ST, OverrideRoll(fight.last_roll("Melee attack"), "failure"))
    assert not list(fight.full.all(Blow))
    assert not list(fight.full.all(KeptCount))
    assert fight.now == "bert"
    assert fight.health("bert") == (0, 0, 0)


def test_an_attack_hits_as_it_is_ruled() -> None:
    """C21: an override to a degree sets the hits that the defence must meet."""
    fight = struck("dodge", hits=4)
    (blow,) = fight.full.all(Blow)
    fight.does(ST, OverrideRoll(fight.last_roll("Melee attack"), "success", "marginal"))
    assert next(fight.full.all(Blow)).hits == 1
    fight.does("bert", Defend(blow.id, 0), 1)
    assert not list(fight.full.all(Blow))


@pytest.mark.parametrize("soaked", [False, True])
@pytest.mark.parametrize(
    ("result", "degree", "wounds"), [("failure", "", 0), ("success", "moderate", 1), ("success", "exceptional", 3)]
)
def test_an_attack_does_the_damage_that_its_roll_is_ruled_to_be(
    soaked: bool, result: Result, degree: str, wounds: int
) -> None:
    """C29, G0: overriding a damage roll changes the damage, before the soak and between soak and wound."""
    fight = stepping(act("dodge"), steps=[(2,), (1,), (3,), *([(1,)] if soaked else [])])
    fight.does(ST, OverrideRoll(fight.last_roll("Damage: Melee attack"), result, degree))
    while blow := next(fight.full.all(Blow), None):
        soaks = blow.step == "soak" and blow.dealt
        fight.does(ST, GoOn(blow.id), *([1] if soaks else []))
    assert sum(fight.health("bert")) == wounds


@pytest.mark.parametrize("by_roll", [False, True])
def test_damage_that_is_ruled_up_from_nothing_is_soaked(by_roll: bool) -> None:
    """C29, G0: damage raised from 0 by an override or ruling is soaked after all."""
    fight = stepping(act("dodge"), steps=[(2,), (1,), (0,), ()])
    blow = next(fight.full.all(Blow))
    assert (blow.step, blow.soaked, blow.levels) == ("wound", -1, 0)
    if by_roll:
        fight.does(ST, OverrideRoll(fight.last_roll("Damage: Melee attack"), "success", "exceptional"))
        fight.does(ST, GoOn(blow.id), 1)
    else:
        fight.does(ST, RuleBlow(blow.id, dealt=4), 1)
    blow = next(fight.full.all(Blow))
    assert (blow.step, blow.dealt, blow.soaked, blow.levels) == ("wound", 4, 1, 3)


@pytest.mark.parametrize(
    ("reason", "steps"),
    [("Melee attack", [(2,), (1,)]), ("Dodge", [(2,), (1,)]), ("Soak", [(2,), (1,), (3,), (1,)]),
     ("Melee attack", [(2,), (1,), (3,)])],
)  # fmt: skip
def test_what_a_roll_of_an_attack_has_done_stands_and_the_storyteller_takes_over_the_rest(
    reason: str, steps: list[tuple[int, ...]]
) -> None:
    """G0: overriding a roll whose step is done leaves the attack unchanged; the Storyteller is told by which command
    she can rule the remaining steps."""
    fight = stepping(act("dodge"), steps=steps)
    before = next(fight.full.all(Blow))
    fight.does(ST, OverrideRoll(fight.last_roll(reason), "failure"))
    assert next(fight.full.all(Blow)) == before
    (offer,) = fight.offers(ST, RuleBlow)
    assert (
        f"choose “{offer.label.removesuffix(' (G0)')}” and decide the rest of the attack (G0)." in fight.story(ST)[-1]
    )
    assert not [line for line in fight.view(WATCHER).all(Line) if "effects stay" in line_text(line, lambda _: "{0}")]


def test_what_is_kept_back_of_an_attack_is_a_part_of_it_too() -> None:
    """X2, G0: the Storyteller gets the same advice after overriding a hidden roll to hit or to defend."""
    for hidden in (("anna",), ("bert",), ("anna", "bert")):
        fight = stepping(act("dodge"), hidden=hidden)
        for rolls in ((2,), (1,)):
            fight.goes_on(*rolls)
        for reason in ("Melee attack", "Dodge"):
            fight.does(ST, OverrideRoll(fight.last_roll(reason), "failure"))
            lines = [line_text(line, lambda _: "{0}") for line in fight.view(ST).all(Line)]
            assert "Rule on {0}’s attack" in lines[-1]
        assert next(fight.full.all(Blow)).step == "damage"


def test_the_roll_of_an_earlier_attack_is_not_that_of_the_one_under_way() -> None:
    """G0: overriding a roll of an earlier attack does not affect the attack in progress."""
    fight = stepping(act("dodge"), steps=[(0,)])
    first = fight.last_roll("Melee attack")
    fight.acts("bert")
    fight.does(ST, StartTurn())
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.acts("anna")
    for rolls in ((2,), ()):
        fight.goes_on(*rolls)
    fight.does(ST, OverrideRoll(first, "success"))
    assert next(fight.full.all(Blow)).step == "damage"
    assert (
        "set a wound, a state or a grapple"
        in [line_text(line, lambda _: "{0}") for line in fight.view(ST).all(Line)][-1]
    )


def test_once_an_attack_has_done_its_harm_that_is_what_may_be_given_back() -> None:
    """G0: after the wound the advice names wounds, conditions and grapples, and no longer the attack."""
    fight = stepping(act("dodge"), steps=[(2,), (1,), (3,), (1,), ()])
    fight.does(ST, OverrideRoll(fight.last_roll("Melee attack"), "failure"))
    assert (
        "set a wound, a state or a grapple"
        in [line_text(line, lambda _: "{0}") for line in fight.view(ST).all(Line)][-1]
    )


def test_a_roll_before_the_last_one_changes_nothing_under_way() -> None:
    """G0: overriding an earlier round's roll does not change the running round."""
    table = AtWork()
    lift = table.opens(OpenTask(name="Lift", actors=("anna", "ben"), dice=4, goal=9))
    for actor in ("anna", "ben"):
        table.works(lift, actor, 9, 9, 2, 2)
    first = next(r for r in table.state.full.all(Roll) if r.actor == "anna")
    table.works(lift, "anna", 9, 9, 2, 2)
    table.does(ST, OverrideRoll(first.id, "failure"))
    table.works(lift, "ben", 2, 2, 2, 2)
    assert table.tallies(lift) == (6,)


def test_a_roll_of_the_same_name_is_not_the_one() -> None:
    """X1, G0: an override affects only its own roll, not a secret, free or second task's roll of the same name; a
    secret override stays secret."""
    table = AtWork()
    one, other = (table.opens(OpenTask(name="Lift", actors=("anna", "ben"), dice=4, goal=9)) for _ in range(2))
    table.works(one, "anna", 9, 9, 2, 2)
    table.works(other, "anna", 9, 9, 9, 2)
    mark = table.lines(WATCHER)
    table.does(ST, RollInSecret("Lift", "anna", dice=5), 2, 2, 2, 2, 2)
    told = table.does(ST, OverrideRoll(table.roll(ST).id, "success", "phenomenal"))
    assert {fact.audience for fact in told} == {STORYTELLER}
    assert table.lines(WATCHER) == mark
    table.does(ANNA, FreeRoll("Lift", "anna", STRENGTH), 9, 9, 9)
    table.does(ST, OverrideRoll(table.roll(WATCHER).id, "failure"))
    first = next(r for r in table.state.full.all(Roll) if r.reason == "Lift")
    table.does(ST, OverrideRoll(first.id, "failure"))
    assert [table.task(id_).rolled[0].successes for id_ in (one, other)] == [0, 3]


def test_a_secret_roll_of_an_attacks_name_is_not_the_attack() -> None:
    """X1: overriding a secret roll named like an attack does not affect the attack, and stays secret."""
    fight = struck("dodge", hits=3)
    fight.does(ST, RollInSecret("Melee attack", "anna", dice=3), 3)
    secret = next(r.id for r in fight.state.partition(STORYTELLER).all(Roll) if r.actor == "anna")
    told = fight.does(ST, OverrideRoll(secret, "failure"))
    assert {fact.audience for fact in told} == {STORYTELLER}
    assert next(fight.full.all(Blow)).hits == 3


def test_a_hit_that_is_ruled_stands_though_the_attacker_has_fallen() -> None:
    """G0 over C13: hits that the Storyteller rules count even if the attacker has become helpless."""
    fight = struck("dodge", hits=3)
    (blow,) = fight.full.all(Blow)
    fight.does(ST, SetCondition("anna", "bound"))
    fight.does(ST, RuleBlow(blow.id, hits=2), 1, 0)
    assert sum(fight.health("bert")) == 1


def test_of_what_stands_the_storyteller_is_told_what_she_can_do() -> None:
    """G0: only the Storyteller reads the advice, and it names the right option."""
    fight = Fight("anna Intuition 2\nbert Intuition 1", declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1)
    first = next(r for r in fight.full.all(Roll) if (r.actor, english(r.reason)) == ("anna", "Initiative"))
    fight.does(ST, OverrideRoll(first.id, "failure"))
    lines = [line_text(line, lambda _: "{0}") for line in fight.view(ST).all(Line)]
    assert lines[-1] == "{0}: the roll’s effects stay. To change them, set the initiative (G0)."
    assert not [line for line in fight.view(WATCHER).all(Line) if "effects stay" in line_text(line, lambda _: "{0}")]


def last_told(fight: Fight) -> str:
    """Return the Storyteller's newest line, after checking that no player reads it."""
    told = fight.story(ST)[-1]
    assert told not in fight.story()
    return told


@pytest.mark.parametrize("reactions", ["ask", "automatic"])
@pytest.mark.parametrize("got_hold", [act("hold", "bert"), act("clinch", "bert", at_once="gentle")])
def test_the_way_out_of_a_grapple_that_is_no_more_is_told_whether_it_waited_or_not(
    got_hold: Action, reactions: str
) -> None:
    """G0, C7, C9: after an override of a successful grapple, the advice names the option that ends it."""
    fight = Fight(TWO, declare="any-order", reactions=reactions)
    fight.starts(anna=2, bert=1)
    fight.declares("anna", got_hold)
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 2)
    for blow in list(fight.full.all(Blow)):
        fight.does("bert", GoOn(blow.id))
    fight.does(ST, OverrideRoll(fight.last_roll(got_hold.manoeuvre.title()), "failure"))
    (offer,) = fight.offers(ST, EndGrapple)
    assert f"choose “{offer.label.removesuffix(' (G0)')}” or " in last_told(fight)


@pytest.mark.parametrize("steps", [[(2,), (1,), (3,), (1,), (), ()], [(2,), (1,), (3,), (1,), ()]])
def test_what_came_of_the_damage_of_an_attack_that_waited_is_told(steps: list[tuple[int, ...]]) -> None:
    """G0, C29: the advice covers each roll of the attack, before its end and after it."""
    for reason in ("Melee attack", "Dodge", "Damage: Melee attack", "Soak"):
        fight = stepping(act("dodge"), steps=steps)
        fight.does(ST, OverrideRoll(fight.last_roll(reason), "failure"))
        assert "set a wound, a state or a grapple" in last_told(fight)


def test_a_weapon_that_a_disarm_has_cost_is_put_back_in_hand() -> None:
    """G0, C8: after an override of a disarm, the advice names the option that puts the weapon back in hand."""
    fight = Fight(ARMED, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("disarm", "bert", weapon="club"))
    fight.declares("bert")
    fight.acts("anna", 1, 3)
    fight.does(ST, OverrideRoll(fight.last_roll("Damage: Disarm"), "failure"))
    told = last_told(fight)
    assert "choose “Bert’s item in hand” or " in told
    assert "Anna’s item" not in told
    assert "Bert’s item in hand (G0)" in [offer.label for offer in fight.offers(ST, PutInHand)]


def parried(hits: int = 1, stopped: int = 3, hidden: str = "") -> Fight:
    """Bert has parried Anna's fists with a knife, and its cut waits for damage; one side may have a hidden modifier."""
    fight = stepping(act("parry"), steps=[(hits,)], hidden=("anna",) if hidden == "anna" else ())
    if hidden == "bert":
        fight.does(ST, ModifyNextRoll("bert", 1, "hidden"))
    fight.goes_on(stopped)
    return fight


@pytest.mark.parametrize("hidden", ["", "anna", "bert"])
@pytest.mark.parametrize(
    ("ruled", "margin"),
    [
        ([("success", "moderate")], 1),
        ([("success", "phenomenal")], 4),
        ([("success", "phenomenal"), ("success", "")], 2),
    ],
)
def test_a_cut_has_the_margin_of_the_parry_as_it_is_ruled(
    ruled: list[tuple[Result, str]], margin: int, hidden: str
) -> None:
    """G0, C16, C21: until its damage is rolled, the cut has the margin of the overridden parry, however often; a
    hidden margin stays hidden (X2)."""
    fight = parried(hidden=hidden)
    roll = fight.last_roll("Parry")
    for result, degree in ruled:
        fight.does(ST, OverrideRoll(roll, result, degree))
    (cut,) = fight.full.all(Blow)
    assert (cut.hits == -1) is bool(hidden)
    assert (cut.roll == roll) is (not hidden), "a parry of what is kept back is the Storyteller's, too (X2)"
    fight.goes_on(0)
    assert dict(fight.rolls()[-1].parts)["extra successes of the parry"] == margin
    assert not [line for line in fight.story(ST) if "effects stay" in line]


@pytest.mark.parametrize("hidden", ["", "anna", "bert"])
@pytest.mark.parametrize(("result", "degree"), [("failure", ""), ("botch", ""), ("success", "marginal")])
def test_a_cut_of_a_parry_that_has_no_margin_by_her_word_is_over(result: Result, degree: str, hidden: str) -> None:
    """G0, C16: a cut whose parry is overridden to no margin is cancelled; if the parry fails, the Storyteller is
    told about the missed attack."""
    fight = parried(hidden=hidden)
    fight.does(ST, OverrideRoll(fight.last_roll("Parry"), result, degree))
    assert not list(fight.full.all(Blow))
    assert not list(fight.full.all(KeptCount))
    assert fight.now == "over", "the only action of each, the attack and the parry, is used"
    stands = [line for line in fight.story(ST) if "effects stay" in line]
    assert bool(stands) is (result != "success")


def test_the_damage_of_a_cut_is_a_part_of_the_parry_that_was_rolled() -> None:
    """G0, C16: after the damage roll of the cut, the advice names the command that takes over Bert's attack."""
    fight = parried()
    fight.goes_on(2)
    fight.does(ST, OverrideRoll(fight.last_roll("Parry"), "failure"))
    assert "choose “Rule on Bert’s attack” and decide the rest of the attack" in last_told(fight)
