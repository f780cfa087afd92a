"""What standing circumstances bear on: actions, sight, traits, attacks and both sides of a grapple (X7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.core.audience import Seat
from domain.features.actions.attack_in_progress import AttackMade, new_blow
from domain.features.actions.grapples import BeginGrapple
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.attack_damage import damage_pool, soak_pool
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Roll as Seen
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, Visibility
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import Circumstance, EndCircumstance, SetCircumstance
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.manoeuvres.break_free import KeepClinch
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.rule_types import Part
from tests.domain.features.rolls.standing_examples import DRUGGED, HIDDEN, SHOOT, newest
from tests.domain.fight import ST as STORY
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, WATCHER, Table
from tests.in_english import english, parts_text

# Kinds of rolls


def test_one_on_all_actions_passes_reflexives_by() -> None:
    """X7, X6: a circumstance on all actions applies to the attack, but not to initiative, soak and damage."""
    cast = """
        anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 2
        bert  Intuition 1 Strength 2 Unarmed 2 Dexterity 3 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("dim hall", -1, on=("scene",)))
    fight.starts(anna=1, bert=2)
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    with_it = [roll.reason for roll in fight.rolls() if ("dim hall", -1) in roll.parts]
    assert with_it == ["Melee attack"]


def test_it_comes_before_the_dice_are_shared_out() -> None:
    """X7, M2: a circumstance before the split reduces the pool, as wounds do; a later circumstance reduces each
    share."""
    cast = "anna  Intuition 1 Strength 3 Unarmed 3 Dexterity 3 Dodge 3\nbert  Intuition 1"
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("drugged", -2, on=("anna",)))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    assert "4" in fight.refused("anna", both(3, 3))
    fight.does("anna", both(2, 2))
    fight.does(STORY, SetCircumstance("smoke", -1, on=("anna",)))
    fight.acts("anna", 0)
    assert sum(dice for _, dice in fight.rolls()[-1].parts) == 1


def both(one: int, two: int) -> DeclareAction:
    """Return a declaration of an attack and a dodge with these shares."""
    return DeclareAction("anna", (act("attack", "bert", dice=one), act("dodge", dice=two)))


@pytest.mark.parametrize(("traits", "parts"), [
    (("Perception",), (("Perception", 2), ("fog", -1))),
    (("Dexterity", "Firearms"), (("Dexterity", 3), ("Firearms", 2), ("fog", -1))),
    (("Dexterity",), (("Dexterity", 3),)),
])  # fmt: skip
def test_one_on_sight_bears_on_what_takes_eyes(traits: tuple[str, ...], parts: tuple[Part, ...]) -> None:
    """X7: a circumstance on sight applies to rolls that need sight."""
    table = Table()
    table.does(ST, SetCircumstance("fog", -1, on=("scene",), bears="sight"))
    table.does(ANNA, Roll("", "anna", traits), *[2] * sum(dice for _, dice in parts))
    assert table.roll().parts == parts


def test_one_on_a_trait_bears_on_every_roll_of_it_reflexive_or_not() -> None:
    """X7, X6: a circumstance on a trait applies to every roll of that trait, also to soak and to a test of will."""
    cast = """
        anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 3
        bert  Intuition 1 Strength 2 Unarmed 2 Dexterity 3 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("ill", -1, on=("anna",), bears="Endurance"))
    fight.starts(anna=1, bert=2)
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    assert [english(roll.reason) for roll in fight.rolls() if ("ill", -1) in roll.parts] == ["Soak"]
    table = Table()
    table.does(ST, SetCircumstance("faith", 1, on=("anna",), bears="Willpower"))
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 6)
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), *[2] * 3)


@pytest.mark.parametrize("bears", ["sight", "Perception"])
def test_what_somebody_calls_a_modifier_is_no_trait(bears: str) -> None:
    """X7: a modifier or circumstance named "Perception" does not make a roll of Perception."""
    table = Table()
    table.does(ST, SetCircumstance("fog", -1, on=("anna",), bears=bears, visibility="hidden"))
    table.does(ST, SetCircumstance("Perception", -1, on=("anna",)))
    own = Roll("", "anna", ("Dexterity",), modifiers=(("Perception", -1),))
    foreseen = own.foreseen(table.state.view(ST))
    assert foreseen is not None
    assert ("fog", -1) not in foreseen.parts
    table.does(ANNA, own, *[2] * sum(dice for _, dice in foreseen.parts))
    assert table.roll(ANNA).parts == foreseen.parts


@pytest.mark.parametrize("visibility", ["open", "hidden"])
def test_a_hidden_one_on_a_trait_bears_on_every_kind_of_roll_of_it(visibility: Visibility) -> None:
    """X7: a hidden circumstance on a trait applies to free, called and secret rolls, to an attack, a defence and a
    test to change an action."""
    cast = """
        anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 4 Dodge 2 Endurance 2 Fate:2
        bert  Intuition 1 Strength 3 Unarmed 2 Dexterity 4 Dodge 2 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    slow = SetCircumstance("cold", -1, on=("scene",), bears="Dexterity", visibility=visibility)
    fight.starts(anna=2, bert=1)
    fight.does(STORY, slow)
    fight.does("anna", Roll("freely", "anna", ("Dexterity",)), 1)
    fight.does(STORY, CallForRoll("anna", "called", ("Dexterity",)))
    fight.does("anna", AnswerCall(next(fight.full.all(Call)).id), 1)
    fight.does(STORY, RollInSecret("secret", "anna", ("Dexterity",)), 1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does("anna", ChangeAction("anna", act("touch", "bert")), 1)
    fight.acts("anna", 1)
    with_it = {english(roll.reason) for roll in fight.rolls() if ("cold", -1) in roll.parts}
    assert with_it == {"freely", "called", "secret", "Change the action", "Touch"}


def test_a_hidden_one_on_a_trait_is_in_the_storytellers_hints_of_attack_and_defence() -> None:
    """X7: a hidden circumstance on a trait is in the rolls, and in the hints of the Storyteller only."""
    cast = "anna  Intuition 1 Strength 3 Unarmed 2\nbert  Intuition 1 Dexterity 4 Dodge 2"
    fight = Fight(cast, declare="any-order", reactions="ask")
    for trait in ("Strength", "Dexterity"):
        fight.does(STORY, SetCircumstance("cold", -1, on=("scene",), bears=trait, visibility="hidden"))
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    assert [o.hint for o in fight.offers(STORY, TakeAction)] == ["Strength 3 + Unarmed 2 − cold 1"]
    assert [o.hint for o in fight.offers("anna", TakeAction)] == ["Strength 3 + Unarmed 2"]
    fight.acts("anna", 2)
    assert [o.hint for o in fight.offers(STORY, Defend)] == ["Dexterity 4 + Dodge 2 − cold 1"]
    assert [o.hint for o in fight.offers("bert", Defend)] == ["Dexterity 4 + Dodge 2"]
    fight.does("bert", Defend(next(fight.full.all(Blow)).id), 2)
    with_it = {english(roll.reason) for roll in fight.rolls() if ("cold", -1) in roll.parts}
    assert with_it == {"Melee attack", "Dodge"}


@pytest.mark.parametrize("weapon", ["club", "Strength"])
def test_a_thing_that_is_called_like_a_trait_is_none(weapon: str) -> None:
    """X7: a circumstance on Strength applies to damage only if Strength is rolled (C1), not to a weapon of that
    name; a circumstance on Endurance applies to soak only if Endurance is rolled (C29)."""
    cast = """
        anna  Intuition 1 Strength 3 Melee 2 Dexterity 2 Endurance 2 +club
        bert  Intuition 1 Strength 2 Dexterity 3 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    item = Item(weapon, "Melee", 4, "bashing")
    blow = new_blow(fight.full, "anna", act("attack", "bert"), 0)
    fight.does(STORY, SetCircumstance("weak", -1, on=("scene",), bears="Strength"))
    bare = damage_pool(fight.full, replace(blow, hits=1))
    assert ("weak", -1) in bare
    assert damage_pool(fight.full, replace(blow, hits=1, weapon=item)) == ((weapon, 4),)
    fight.does(STORY, SetCircumstance("ill", -1, on=("scene",), bears="Endurance"))
    assert soak_pool(fight.full, "bert", "bashing") == (("Endurance", 3), ("ill", -1))
    assert soak_pool(fight.full, "bert", "lethal") == ()


def test_a_test_of_will_is_no_action() -> None:
    """X7, X6: a circumstance on all actions does not apply to a test of will, open or hidden."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, HIDDEN)
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 5)
    assert table.roll().parts == (("Willpower", 5),)


def test_changing_ones_mind_is_no_action_either() -> None:
    """X7, X6, I4: the circumstance does not apply to the test to change, but to the new action."""
    cast = "anna  Intuition 1 Strength 3 Unarmed 3 Dexterity 3 Dodge 3 Fate:2\nbert  Intuition 1"
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("drugged", -2, on=("anna",)))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("dodge"))
    fight.does("anna", ChangeAction("anna", act("attack", "bert")), 1)
    assert ("drugged", -2) not in fight.rolls()[-1].parts
    fight.acts("anna", 0)
    assert ("drugged", -2) in fight.rolls()[-1].parts


def test_it_bears_on_calls() -> None:
    """X7: the circumstance applies to called rolls too."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = table.state.full.all(Call)
    table.does(ANNA, AnswerCall(call.id), 2)
    assert table.roll().parts == (("Dexterity", 3), ("drugged", -2))


@pytest.mark.parametrize("visibility", ["open", "unexplained", "hidden"])
def test_it_leaves_plain_dice_alone(visibility: Visibility) -> None:
    """X7: plain dice already count circumstances, wounds and conditions, so no circumstance applies to them, called
    or typed, open or hidden."""
    table = Table()
    table.does(ST, SetCircumstance("drugged", -2, on=("anna",), visibility=visibility))
    table.does(ANNA, Roll("", "anna", dice=5), *[2] * 5)
    assert parts_text(table.roll(ANNA).parts) == (("dice", 5),)
    table.does(ANNA, ThrowAsTyped("?throw 6 7", "anna"), *[2] * 6)
    assert parts_text(table.roll(ANNA).parts) == (("dice", 6),)
    table.does(ST, RollInSecret("", "anna", dice=4), *[2] * 4)
    table.does(ST, ThrowAsTyped("?throw --hidden 3", "anna"), *[2] * 3)
    table.does(ST, CallForRoll("anna", "", dice=2))
    (call,) = table.state.full.all(Call)
    table.does(ANNA, AnswerCall(call.id), 2, 2)
    assert parts_text(table.roll(ANNA).parts) == (("dice", 2),)


def test_what_leaves_nothing_to_roll_is_refused_as_wounds_would() -> None:
    """X7, D19: a visible circumstance that leaves no dice makes the roll illegal; a hidden circumstance never does."""
    table = Table()
    table.does(ST, SetCircumstance("drugged", -9, on=("anna",)))
    table.refuses(ANNA, SHOOT, "no-dice")
    table.does(ST, EndCircumstance(newest(table)))
    table.does(ST, SetCircumstance("drugged", -9, on=("anna",), visibility="hidden"))
    table.does(ANNA, SHOOT)
    assert table.fact(OutcomeTold).outcome == "failure"


def test_a_hidden_one_bears_on_an_attack_as_a_hidden_ruling_does() -> None:
    """X7, X2 (iii): under a hidden circumstance the table learns if an attack hits, but no number."""
    cast = "anna  Intuition 1 Dexterity 1 Strength 3 Unarmed 2\nbert  Intuition 1 Strength 2 Endurance 3"
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(STORY, SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden"))
    fight.acts("anna", 2, 2, 1)
    assert not [roll for roll in fight.view("bert").all(Seen) if roll.reason == "Melee attack"]
    assert [made.hit for made in fight.told(AttackMade)] == [True]
    assert fight.full.get(Circumstance, next(fight.full.all(Circumstance)).id)


def test_the_storyteller_foresees_a_hidden_one_on_a_declared_action() -> None:
    """X7: the Storyteller's forecast of an action includes a hidden circumstance, before the declaration and after
    it; the player's does not."""
    cast = "anna  Intuition 1 Dexterity 1 Strength 3 Unarmed 2\nbert  Intuition 1 Strength 2 Endurance 3"
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.does(STORY, SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden"))
    declaring, taking = DeclareAction("anna", (act("attack", "bert"),)), TakeAction("anna")
    assert [foreseen_by(fight, who, declaring) for who in (STORY, "anna")] == [3, 5]
    fight.does("anna", declaring)
    assert [foreseen_by(fight, who, taking) for who in (STORY, "anna")] == [3, 5]


def foreseen_by(fight: Fight, who: Seat | str, command: DeclareAction | TakeAction) -> int:
    """Return the number of dice in a seat's forecast of a command."""
    made = command.foreseen(fight.view(who))
    assert made is not None
    return sum(dice for _, dice in made.parts)


@pytest.mark.parametrize("bears", ["actions", "Stamina", "sight"])
def test_the_storyteller_is_told_where_a_hidden_one_does_nothing(bears: str) -> None:
    """X7, X2: a hidden circumstance on a trait does not change rolls with a visible count; the form and the
    Storyteller's line say so. On all actions it applies to no such roll, so the line leaves it out."""
    table = Table()
    (offer,) = table.offers(ST, SetCircumstance)
    (seen_by,) = [asked for asked in offer.inputs if asked.name == "visibility"]
    assert "initiative, soak and damage never change" in seen_by.choices[-1].hint
    table.does(ST, SetCircumstance("ill", -1, on=("anna",), visibility="hidden", bears=bears))
    said = "It is hidden, and does not change rolls whose successes everyone sees (X2)."
    assert [said in line for line in table.lines(ST)[-1:]] == [bears != "actions"]
    table.does(ST, SetCircumstance("ill", -1, on=("anna",), bears=bears))
    assert said not in table.lines(WATCHER)[-1]


# Grapples: both sides roll


GRAPPLERS = """
    anna  Intuition 1 Strength 3 Unarmed 3 Brawl 3 Dexterity 2 Endurance 2
    bert  Intuition 1 Strength 3 Unarmed 3 Brawl 3 Dexterity 2 Endurance 2
"""


def grappled(how: str) -> tuple[Fight, str]:
    """Bert holds or clinches Anna, who tries to get free on her slot; return the reason of his roll too."""
    fight = Fight(GRAPPLERS, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.does(STORY, BeginGrapple("bert", "anna", how))
    fight.does(STORY, StartTurn())
    fight.declares("bert")
    fight.declares("anna", *([act("break_free")] if how == "clinch" else []))
    return fight, "Keeping the clinch" if how == "clinch" else "Holding"


@pytest.mark.parametrize("how", ["clinch", "hold"])
def test_both_sides_of_a_grapple_are_rolled_as_actions(how: str) -> None:
    """X7, C7, C9, C22: a circumstance and blindness take dice from both sides of a grapple; a modifier of the
    keeper's next action does not apply (X6)."""
    fight, keeping = grappled(how)
    fight.does(STORY, SetCircumstance("dim hall", -1, on=("scene",)))
    fight.does(STORY, SetCondition("anna", "blinded"))
    fight.does(STORY, SetCondition("bert", "blinded"))
    fight.does(STORY, ModifyNextRoll("bert", 2, "open", "grip"))
    fight.acts("anna", 2, 2)
    mine, theirs = fight.rolls()[-2:]
    assert (english(theirs.reason), theirs.actor) == (keeping, "bert")
    assert mine.pool == theirs.pool == 3
    assert {("dim hall", -1)} <= {*mine.parts} & {*theirs.parts}
    assert [ruling.actor for ruling in fight.full.all(Ruling)] == ["bert"]


@pytest.mark.parametrize("how", ["clinch", "hold"])
def test_a_hidden_circumstance_bears_on_who_keeps_a_grip(how: str) -> None:
    """X7, X2 (iii), C7, C9: under a hidden circumstance the keeper's dice stay with the Storyteller."""
    fight, keeping = grappled(how)
    fight.does(STORY, SetCircumstance("a jinx", -2, on=("bert",), visibility="hidden"))
    fight.acts("anna", 2, 2)
    (theirs,) = [roll for roll in fight.view(STORY).all(Seen) if english(roll.reason) == keeping]
    assert theirs.parts[-1] == ("a jinx", -2)
    assert not [roll for roll in fight.view("bert").all(Seen) if english(roll.reason) == keeping]


def test_the_pool_a_clinch_is_kept_with_is_foreseen_as_it_is_rolled() -> None:
    """X7, C7: the choice of the pool that keeps a clinch shows its dice with circumstances on actions."""
    fight, keeping = grappled("clinch")
    fight.does(STORY, SetCircumstance("dim hall", -1, on=("scene",)))
    (option,) = fight.offers("bert", KeepClinch)
    hints = {choice.value: choice.hint for choice in option.inputs[0].choices}
    assert hints["Strength + Unarmed"] == "5 dice"
    fight.acts("anna", 2, 2)
    assert [roll.pool for roll in fight.rolls() if english(roll.reason) == keeping] == [5]
