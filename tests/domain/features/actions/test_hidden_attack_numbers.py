"""Hidden modifiers and hidden difficulties in fights (X2, X3)."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest

from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.event import Event, Fact
from domain.features.actions.attack_in_progress import AttackMade, BlowHeld
from domain.features.actions.declaration import declaration, pool_now
from domain.features.actions.hidden_attack_numbers import CountKept, CountSettled, KeptCount
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.movement import GroundCovered
from domain.features.combat.react_to_attack import Defend, RuleBlow
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, RulingNoted
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.storyteller.override_roll import OverrideRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.chance import NOON
from tests.domain.fight import ST, WATCHER, Fight, act, stepping
from tests.in_english import english, parts_text

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 2 Melee 1 Dexterity 2 Dodge 2 Endurance 2 +knife
    bert  Intuition 1 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3
"""
HIDDEN = ModifyNextRoll("anna", 3, "hidden", "luck")
LESS = ModifyNextRoll("anna", -2, "hidden", "jinx")
E = TypeVar("E", bound=Event)


def ruled(fight: Fight) -> list[str]:
    """Return the characters whose next roll still has a modifier."""
    return [ruling.actor for ruling in fight.state.full.all(Ruling)]


def fought(*rulings: ModifyNextRoll) -> Fight:
    """Anna has these modifiers, rolls for initiative, and hits with two successes of her five dice."""
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


def test_initiative_and_what_nobody_chose_pass_hidden_dice_by() -> None:
    """X2 (iii), X6, I1: a hidden modifier does not apply to initiative, damage or soak: the table sees the same
    turns, and the modifier waits for an action."""
    plain, secret = (Fight(CAST, declare="any-order") for _ in range(2))
    secret.does(ST, HIDDEN)
    plain.skip()
    for fight in (plain, secret):
        fight.starts(anna=2, bert=1)
    assert secret.dump(WATCHER) == plain.dump(WATCHER)
    assert ruled(secret) == ["anna"]
    assert secret.told(RulingNoted) == []


def turn(fight: Fight, ruling: ModifyNextRoll, *anna: Action, bert: tuple[Action, ...] = ()) -> Fight:
    """Anna acts first, with this modifier on her next roll."""
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *bert)
    fight.declares("anna", *anna)
    fight.does(ST, ruling)
    return fight


def seen(fight: Fight, type_: type[E]) -> list[E]:
    """Return the events of a type that everybody receives."""
    return [fact.event for fact in fight.facts if WATCHER.reads(fact.audience) and isinstance(fact.event, type_)]


def outcomes(fight: Fight) -> list[tuple[str, str]]:
    """Return the outcomes that everybody receives in place of dice."""
    return [(english(told.text), told.outcome) for told in seen(fight, OutcomeTold)]


@pytest.mark.parametrize(("hits", "outcome"), [(2, "success"), (0, "failure")])
def test_hidden_dice_bear_on_an_attack(hits: int, outcome: str) -> None:
    """X2 (iii): a hidden modifier changes the pool from five to three; the table learns success or failure and sees
    the effect; only the Storyteller sees the dice."""
    fight = turn(Fight(CAST, declare="any-order"), LESS, act("attack", "bert"))
    fight.acts("anna", *((hits, 2, 1) if hits else (0,)))
    (attack,) = [roll for roll in fight.rolls() if english(roll.reason) == "Melee attack"]
    assert (attack.pool, attack.seal.leaf >= 0 if attack.seal else None) == (3, True)
    assert attack not in seen(fight, Rolled)
    assert outcomes(fight) == [("Melee attack", outcome)]
    assert [made.hit for made in seen(fight, AttackMade)] == [hits > 0]
    assert ruled(fight) == []
    assert not fight.seen("KeptCount", ST)


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_a_hidden_difficulty_bears_on_an_attack(rules: str) -> None:
    """X3: the table sees the dice but not the difficulty; against difficulty 9, eights do not hit."""
    fight = turn(
        Fight(CAST, rules=rules, declare="any-order"), ModifyNextRoll("anna", difficulty=9), act("attack", "bert")
    )
    fight.shows("anna", *(8,) * attack_dice(fight))
    (roll,) = [roll for roll in seen(fight, Rolled) if english(roll.reason) == "Melee attack"]
    assert (roll.result, roll.difficulty, set(roll.faces)) == ("untold", 0, {(8,)})
    assert outcomes(fight) == [("Melee attack", "failure")]
    assert [made.hit for made in seen(fight, AttackMade)] == [False]
    assert not fight.seen("Untold", ST), "what has been told is not asked about"


def attack_dice(fight: Fight) -> int:
    """Return how many dice Anna's declared attack has."""
    declared = declaration(fight.full, "anna")
    assert declared is not None
    return sum(dice for _, dice in pool_now(fight.full, declared, 0))


def test_an_attack_that_waits_keeps_its_count() -> None:
    """X2 (iii), C21: the defender learns that the attack hits; the hidden count is kept and used after the defence."""
    fight = turn(Fight(CAST, declare="any-order", reactions="ask"), HIDDEN, act("attack", "bert"), bert=(act("dodge"),))
    fight.acts("anna", 4)
    (blow,) = fight.full.all(Blow)
    assert (blow.waits, blow.hits) == ("defence", -1)
    assert not fight.seen("KeptCount")
    fight.does("bert", Defend(blow.id), 3, 2, 0)
    assert [made.hit for made in seen(fight, AttackMade)] == [True]
    assert fight.health("bert") == (2, 0, 0)


def test_what_the_storyteller_rules_takes_the_place_of_what_she_kept() -> None:
    """X2 (iii), G0: the Storyteller's ruling on the hits replaces the hidden count."""
    fight = turn(Fight(CAST, declare="any-order", reactions="ask"), HIDDEN, act("attack", "bert"), bert=(act("dodge"),))
    fight.acts("anna", 4)
    (blow,) = fight.full.all(Blow)
    fight.does(ST, RuleBlow(blow.id, hits=1), 0)
    assert [made.hit for made in seen(fight, AttackMade)] == [True]


def test_hits_that_are_ruled_in_place_of_hidden_dice_say_nothing_of_those() -> None:
    """X2 (iii), G0: after a ruling on the hits, no step of the attack names the hidden roll, and overriding that
    roll changes neither hits nor damage."""
    fight = stepping(hidden=("anna",))
    fight.goes_on(3)
    (blow,) = fight.full.all(Blow)
    fight.does(ST, RuleBlow(blow.id, hits=1))
    fight.does(ST, RuleBlow(blow.id, dealt=2))
    fight.does(ST, OverrideRoll(fight.last_roll("Melee attack"), "failure"))
    for rolls in ((1,), (), ()):
        (seen,) = fight.view(WATCHER).all(Blow)
        assert fight.last_roll("Melee attack") not in (seen.roll, *seen.rolls)
        assert (seen.hits, seen.dealt) == (1, 2)
        fight.goes_on(*rolls)


def test_of_how_many_dice_an_attack_is_nobody_hears_before_they_are_rolled_or_where_they_are_not_shown() -> None:
    """X2, G0: the number of an attack's dice stays hidden until they are rolled, and also after a hidden roll or a
    ruling that replaces the roll."""
    fight, ruled, hidden = stepping(), stepping(), stepping(hidden=("anna",))
    for one in (fight, ruled, hidden):
        assert [blow.dice for blow in one.full.all(Blow)] == [-1]
        assert [kept.dice for kept in one.full.all(KeptCount)] == [5]
        assert not [*one.view(WATCHER).all(KeptCount)]
    fight.goes_on(3)
    (waits,) = ruled.full.all(Blow)
    ruled.does(ST, RuleBlow(waits.id, hits=1))
    hidden.goes_on(3)
    assert fight.told(Rolled)[-1].pool == 5 - 1, "it closes in (C24)"
    for one in (fight, ruled, hidden):
        assert [(blow.step, blow.dice) for blow in one.full.all(Blow)] == [("defence", -1)]
    assert not [*fight.full.all(KeptCount), *ruled.full.all(KeptCount)], "nothing is kept back any more"
    assert [one.dice for one in hidden.full.all(KeptCount)] == [-1]


def test_an_attack_that_an_older_log_shows_with_its_dice_is_rolled_with_them() -> None:
    """X2: an attack that an older log stored with its dice is rolled with them."""
    fight = stepping()
    (blow,), (kept,) = fight.full.all(Blow), fight.full.all(KeptCount)
    older = BlowHeld(msgspec.structs.replace(blow, dice=kept.dice))
    fight.state.fold([Fact(STORYTELLER, CountSettled(blow.id)), Fact(EVERYONE, older)], NOON)
    fight.goes_on(3)
    assert fight.told(Rolled)[-1].pool == kept.dice - 1, "it closes in (C24)"
    assert [one.dice for one in fight.full.all(Blow)] == [-1]


def test_how_much_of_an_attack_came_through_is_not_seen_at_the_steps_that_follow() -> None:
    """X2 (iii), C21: the table learns that the attack hits; only the Storyteller sees the count and the roll."""
    fight = stepping(hidden=("anna",), steps=[(3,)])
    assert [blow.hits for blow in fight.view(WATCHER).all(Blow)] == [-1]
    fight.goes_on()
    (seen,) = fight.view(WATCHER).all(Blow)
    assert (seen.step, seen.hits, seen.roll, seen.rolls) == ("damage", -1, "", ())
    assert [kept.hits for kept in fight.full.all(KeptCount)] == [3]


def test_a_count_that_an_older_log_keeps_is_read() -> None:
    """X2 (iii): a stored count from an older version is read together with the rolls it names."""
    kept = KeptCount("b", "anna", "bert", 2, "r", ("r", "d"))
    lifted = CountKept.lift(1, ["b", "anna", "bert", 2, "r", "d"])
    assert msgspec.convert(["CountKept", *lifted], CountKept) == CountKept(kept)
    assert CountKept.lift(1, ["b", "anna", "bert", 2]) == [["KeptCount", "b", "anna", "bert", 2, "", []]]
    with pytest.raises(LookupError):
        CountKept.lift(0, [])


def test_hidden_dice_bear_on_a_defence() -> None:
    """X2 (iii), C21: the table learns if the defence stopped the attack, but not how much of the attack is left."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert", act("dodge"))
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, ModifyNextRoll("bert", -3, "hidden", "mud"))
    fight.acts("anna", 2, 1, 0)
    assert outcomes(fight) == [("Dodge", "failure")]
    assert [made.hit for made in seen(fight, AttackMade)] == [True]


def test_the_margin_of_a_parry_is_not_counted_out() -> None:
    """X2 (iii), C16: after a hidden roll, the damage of a parry with a blade is rolled in secret; its wound is
    visible."""
    fight = Fight(CAST.replace("bert ", "bert +knife "), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.arms("bert", "knife")
    fight.declares("bert", act("parry"))
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, LESS)
    fight.acts("anna", 1, 3, 2)
    (damage,) = [roll for roll in fight.rolls() if roll.reason == "Damage: Parry"]
    assert damage.parts[-1] == ("extra successes of the parry", 2)
    assert not [roll for roll in seen(fight, Rolled) if "extra successes of the parry" in dict(parts_text(roll.parts))]
    assert fight.health("anna") == (0, 2, 0)


@pytest.mark.parametrize(("successes", "outcome", "line"), [
    (2, ("Sprint (22 m or more) (F2)", "success"), None), (0, ("Sprint", "failure"), "Anna moves 22 m."),
])  # fmt: skip
def test_a_sprint_shows_no_count(successes: int, outcome: tuple[str, str], line: str | None) -> None:
    """X2 (iii), F2: the exact distance would reveal the successes, so the table reads the least distance."""
    cast = CAST.replace("anna ", "anna Athletics 1 ")
    fight = turn(Fight(cast, declare="any-order"), HIDDEN, act("sprint", traits="Dexterity + Athletics"))
    fight.acts("anna", successes)
    assert outcomes(fight) == [outcome]
    assert [covered.metres for covered in seen(fight, GroundCovered)] == [22]
    assert (fight.story()[-1] if line else None) == line
    notes = [english(note.words) for note in fight.told(RulingNoted)]
    assert notes == (["anna runs 26 m (F2)."] if successes else [])


def test_a_sprint_that_trips_is_seen() -> None:
    """X2 (iii), F2: a botched sprint visibly puts the runner on the ground, and the dice stay hidden."""
    cast = CAST.replace("anna ", "anna Athletics 1 ")
    fight = turn(Fight(cast, declare="any-order"), LESS, act("sprint", traits="Dexterity + Athletics"))
    fight.shows("anna", 1)
    assert outcomes(fight) == [("Sprint (a fall) (F2)", "failure")]
    assert fight.borne("anna") == ["prone"]


@pytest.mark.parametrize(("mine", "outcome"), [(2, "success"), (1, "failure")])
def test_breaking_free_is_told_by_who_prevails(mine: int, outcome: str) -> None:
    """X2 (iii), C7, E2: success at breaking free depends on both rolls, not on the hidden roll alone."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert", act("clinch", "anna", at_once="gentle"))
    fight.declares("anna")
    fight.acts("anna")
    fight.acts("bert", 1)
    fight.does(ST, StartTurn())
    fight.declares("bert")
    fight.declares("anna", act("break_free"))
    fight.does(ST, HIDDEN)
    fight.acts("anna", mine, 1)
    assert outcomes(fight) == [("Break free", outcome)]
    assert ("clinched" in fight.borne("anna")) == (outcome == "failure")


@pytest.mark.parametrize(("mine", "outcome"), [(2, "success"), (1, "failure")])
def test_breaking_a_hold_is_told_by_who_prevails(mine: int, outcome: str) -> None:
    """X2 (iii), C9, E2: success at breaking a hold depends on both rolls, not on the hidden roll alone."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=1, bert=2)
    fight.declares("bert", act("hold", "anna"))
    fight.declares("anna")
    fight.acts("bert", 1)
    fight.does(ST, HIDDEN)
    fight.acts("anna", mine, 1)
    assert outcomes(fight) == [("Breaking the hold", outcome)]
    assert ("held" in fight.borne("anna")) == (outcome == "failure")


def test_standing_up_changing_and_aborting_are_told() -> None:
    """X2 (iii), X6, F1, I4, I5: of each hidden roll the table learns only success or failure."""
    cast = CAST.replace("anna ", "anna Fate:2 Athletics 1 ")
    reflex = msgspec.structs.replace(HIDDEN, kind="reflex")
    fight = turn(Fight(cast, declare="any-order"), reflex, act("attack", "bert"))
    fight.does("anna", AbortAction("anna", "dodge"), 0)
    fight.does(ST, reflex)
    fight.does("anna", ChangeAction("anna", act("block")), 0)
    fight.does(ST, SetCondition("anna", "prone"))
    fight.does(ST, reflex)
    fight.does("anna", ChangeAction("anna", act("stand_up", traits="Dexterity + Athletics", dice=1), 1), 1)
    fight.does(ST, HIDDEN)
    fight.acts("anna", 1)
    assert outcomes(fight) == [
        ("Abort the action", "failure"), ("Change the action", "failure"), ("Change the action", "success"),
        ("Stand up", "success"),
    ]  # fmt: skip
    assert (fight.borne("anna"), ruled(fight)) == ([], [])


def test_a_weapon_is_got_ready_without_a_count() -> None:
    """X2 (iii), F3: of a hidden roll to ready a weapon the table learns only success or failure."""
    both = (act("ready", weapon="club", traits="Dexterity + Melee", dice=1), act("attack", "bert", dice=1))
    fight = turn(Fight(CAST.replace("+knife", "+knife +club"), declare="any-order"), HIDDEN, *both)
    fight.arms("anna", "knife")
    fight.acts("anna", 0)
    assert outcomes(fight) == [("Ready a weapon", "failure")]
    assert "Anna does not get the club ready in time." in fight.story()


def test_the_last_shot_is_not_seen_where_the_botch_is_not() -> None:
    """X2 (iii), F3: a hidden botch shows as a failure only, so the weapon is not out of shots; the Storyteller is
    asked for the consequence (G4)."""
    fight = Fight(CAST.replace("+knife", "Target 1 +pistol"), declare="any-order")
    fight.arms("anna", "pistol")
    turn(fight, LESS, act("shoot", "bert", weapon="pistol", distance="5"))
    fight.shows("anna", 1)
    assert outcomes(fight) == [("Ranged attack", "failure")]
    assert fight.borne("anna") == []
    assert fight.seen("Owed", ST)


def test_an_unexplained_ruling_bears_on_them() -> None:
    """X2 (ii), X6: an unexplained modifier applies to initiative, because its number is visible."""
    fight = fought(ModifyNextRoll("anna", 1, "unexplained", "luck", kind="initiative"))
    assert ("unexplained", 1) in fight.rolls()[0].parts + fight.rolls()[1].parts
    assert ruled(fight) == []


def test_hidden_dice_bear_on_what_is_only_told() -> None:
    """X2 (iii), C30: a free action's hidden roll has no effect, so the table learns only success or failure."""
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
