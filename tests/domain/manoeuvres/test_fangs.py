"""Fangs and claws: bite, kiss, claw (C4, C5, C6).

Long because a bite and a kiss depend on how the victim was caught, and each way has its tests.
"""

from __future__ import annotations

import pytest

from domain.features.actions.grapples import EndGrapple, grips
from domain.features.actions.kiss_effects import BloodDrained, ResistKiss
from domain.features.characters.character import sheet
from domain.features.characters.conditions import bears
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.leave_scene import RemoveCharacter
from tests.domain.fight import ST, WATCHER, Fight, act

CAST = """
    vlad  vampire Intuition 1 Strength 3 Unarmed 2 Brawl 2 Dexterity 3 Endurance 2 Athletics 2 Dodge 1 {more}
    anna  {kind} Intuition 1 Strength 2 Unarmed 1 Brawl 1 Dexterity 2 Dodge 1 Athletics 1 Ideals 4 Fate:2 {blood}
    cora  Intuition 1 Dexterity 1 Strength 2 Unarmed 1
"""


def caught(
    how: str = "clinch", *, kind: str = "mortal", more: str = "!fangs Blood:5", blood: str = "", cora: str = ""
) -> Fight:
    """Vlad has caught Anna in the turn before, Cora may have grappled Vlad, and in this turn Anna and Cora pass."""
    fight = Fight(CAST.format(kind=kind, more=more, blood=blood), declare="any-order")
    fight.starts(vlad=3, anna=2, cora=1)
    fight.declares("vlad", act(how, "anna", **({"at_once": "gentle"} if how == "clinch" else {})))  # type: ignore[arg-type]
    fight.all_pass("anna")
    fight.declares("cora", *((act(cora, "vlad", at_once="gentle"),) if cora else ()))
    fight.acts("vlad", *((1, 0, 1, 1) if how == "tackle" else (1,)))
    fight.acts("anna", *((0, 0) if how == "hold" else ()))
    fight.acts("cora", *((1,) if cora else ()))
    next_turn(fight)
    return fight


def next_turn(fight: Fight) -> None:
    """Begin a turn in which Anna and Cora pass."""
    fight.does(ST, StartTurn())
    fight.all_pass("anna", "cora")


def blood(fight: Fight, name: str) -> int:
    """Return the points of blood that a character has."""
    return sheet(fight.full, name).points("Blood")


@pytest.mark.parametrize(("how", "exposed"), [("clinch", 2), ("hold", 2), ("tackle", 0)])
def test_who_is_caught_can_be_bitten(how: str, exposed: int) -> None:
    """C4: a character that has caught the target by clinch, hold or tackle may bite: +1 to hit, Strength + 1,
    aggravated."""
    fight = caught(how)
    fight.declares("vlad", act("bite", "anna"))
    fight.acts("vlad", 1, 3)
    attack, damage = fight.rolls()[-2:]
    assert (attack.parts[:3], attack.pool) == ((("Dexterity", 3), ("Brawl", 2), ("Bite", 1)), 6 + exposed)
    assert damage.parts == (("Strength", 3), ("fangs", 1))
    assert fight.health("anna") == (0, 0, 3)


def test_not_in_the_turn_that_caught() -> None:
    """C4: a bite is possible from the turn after the catch."""
    fight = Fight(CAST.format(kind="mortal", more="!fangs", blood=""), declare="any-order")
    fight.starts(vlad=3, anna=2, cora=1)
    both = (act("tackle", "anna", dice=2), act("bite", "anna", dice=2))
    assert "(C4)" in fight.refused("vlad", DeclareAction("vlad", both))


def test_nobody_else_and_nobody_elses() -> None:
    """C4: only the character that caught may bite, and only its own victim."""
    fight = caught()
    assert "(C4)" in fight.refused("vlad", DeclareAction("vlad", (act("bite", "cora"),)))
    (offer,) = [option for option in fight.offers("vlad", DeclareAction) if option.label == "Bite (C4)"]
    (targets,) = [asked for asked in offer.inputs if asked.name == "targets"]
    assert [choice.value for choice in targets.choices] == ["anna"]
    biter = Fight(CAST.format(kind="vampire", more="", blood="!fangs"), declare="any-order")
    biter.starts(vlad=3, anna=2, cora=1)
    biter.declares("vlad", act("clinch", "anna", at_once="gentle"))
    biter.all_pass("anna", "cora")
    biter.acts("vlad", 1)
    biter.does(ST, StartTurn())
    assert "(C4)" in biter.refused("anna", DeclareAction("anna", (act("bite", "vlad"),)))


@pytest.mark.parametrize("name", ["bite", "kiss"])
@pytest.mark.parametrize("how", ["hold", "tackle"])
def test_who_is_clinched_bites_nobody_that_it_has_not_clinched(how: str, name: str) -> None:
    """C7, C4: in a clinch only the clincher bites, and only its clinched victim, even if the biter has caught a
    second victim."""
    fight = caught(how, cora="clinch")
    assert fight.refused("vlad", DeclareAction("vlad", (act(name, "anna"),))) == (
        f"In a clinch only the clincher can use {name.title()}, and only on the clinched character (C7)."
    )
    assert {option.label for option in fight.offers("vlad", DeclareAction)}.isdisjoint({"Bite (C4)", "Kiss (C5)"})
    fight.does(ST, EndGrapple(next(grip.grapple for grip in grips(fight.full, "cora"))))
    assert {option.label for option in fight.offers("vlad", DeclareAction)} >= {"Bite (C4)", "Kiss (C5)"}


@pytest.mark.parametrize("name", ["bite", "kiss"])
def test_it_takes_fangs(name: str) -> None:
    """C4, C5: a bite and a kiss need fangs on the sheet."""
    fight = caught(more="")
    assert "needs fangs" in fight.refused("vlad", DeclareAction("vlad", (act(name, "anna"),)))


def test_what_was_broken_free_of_does_not_bite() -> None:
    """C4: the clinch or hold must still last on the biter's slot."""
    fight = caught()
    fight.declares("vlad", act("bite", "anna"))
    fight.does(ST, EndGrapple(grips(fight.full, "anna")[0].grapple))
    fight.acts("vlad")
    assert fight.story()[-1] == (
        "Vlad: Bite is lost. Bite needs a target that this character has clinched, holds, or tackled last turn (C4)."
    )


@pytest.mark.parametrize("end", ["", "moves", "parts"])
def test_a_tackle_need_not_stand(end: str) -> None:
    """C4: after a tackle a bite is possible in the next turn, even if either has moved, unless the Storyteller ends
    the advantage."""
    fight = caught("tackle")
    if end == "parts":
        fight.does(ST, EndCondition("vlad.upper_hand.anna"))
        assert fight.story()[-1] == "Vlad: no longer at an advantage over Anna."
        assert "(C4)" in fight.refused("vlad", DeclareAction("vlad", (act("bite", "anna"),)))
        return
    fight.declares("vlad", act("bite", "anna"))
    if end == "moves":
        fight.does("vlad", Move("vlad", 2))
    fight.acts("vlad", 1, 1)
    assert fight.health("anna") == (0, 0, 1)


@pytest.mark.parametrize(("how", "later"), [("tackle", False), ("clinch", True), ("hold", True)])
@pytest.mark.parametrize("name", ["bite", "kiss"])
def test_a_tackle_lets_one_bite_in_the_next_turn_only(name: str, how: str, later: bool) -> None:
    """C4, C5: after a tackle a bite is possible only in the next turn; with a clinch or hold as long as it lasts."""
    fight = caught(how)
    fight.declares("vlad")
    next_turn(fight)
    offered = {option.label for option in fight.offers("vlad", DeclareAction)}
    assert ({"bite": "Bite (C4)", "kiss": "Kiss (C5)"}[name] in offered) is later
    bite = DeclareAction("vlad", (act(name, "anna"),))
    if later:
        fight.does("vlad", bite)
    else:
        sentence = f"{name.title()} needs a target that this character has clinched, holds, or tackled last turn"
        assert fight.refused("vlad", bite).startswith(sentence)


def test_another_tackle_does_not_put_off_the_bite() -> None:
    """C4: a second tackle in the same turn does not prevent the bite that the first allows."""
    fight = caught("tackle")
    fight.declares("vlad", act("tackle", "anna", dice=2), act("bite", "anna", dice=2))
    fight.acts("vlad", 1, 0, 1, 1)
    fight.acts("vlad", 1, 1)
    assert fight.health("anna")[2] == 1


def test_in_a_clinch_a_bite_is_the_one_thing() -> None:
    """C7: in a clinch a character has a single action in a turn."""
    fight = caught()
    for actions in (
        (act("bite", "anna", dice=1), act("hurt")),
        (act("bite", "anna", dice=1), act("kiss", "anna", dice=1)),
    ):
        assert "declare only one action" in fight.refused("vlad", DeclareAction("vlad", actions))


def kissed(how: str = "clinch", *, kind: str = "mortal", more: str = "!fangs Blood:2", blood: str = "") -> Fight:
    """Vlad drinks from Anna; it is still the turn of the kiss."""
    fight = caught(how, kind=kind, more=more, blood=blood)
    fight.declares("vlad", act("kiss", "anna"))
    fight.acts("vlad", 1)
    return fight


def test_a_kiss_drains_from_the_hit_on() -> None:
    """C5, F4: a kiss drains as much blood as the biter may spend a turn, at once and each turn; it does no damage,
    and the victim does not resist."""
    fight = kissed(kind="vampire", more="!fangs Blood:3/9 Blood_a_turn 2", blood="Blood:7")
    assert [roll.reason for roll in fight.rolls()][-1] == "Kiss"
    assert (blood(fight, "anna"), blood(fight, "vlad")) == (5, 5)
    assert fight.story()[-3:] == ["Vlad kisses Anna.", "Anna: unresisting.", "Anna loses blood."]
    fight.acts("anna")
    assert fight.story()[-1] == "Anna does not resist."
    fight.does(ST, StartTurn())
    assert (blood(fight, "anna"), blood(fight, "vlad")) == (3, 7)
    assert "can act only after a success with Ideals" in fight.refused(
        "anna", DeclareAction("anna", (act("break_free"),))
    )


def test_there_is_no_more_to_drink_than_there_is() -> None:
    """C5: a kiss drains no more than the victim has and the biter can hold."""
    fight = kissed(kind="vampire", more="!fangs Blood:8/9 Blood_a_turn 4", blood="Blood:5")
    assert (blood(fight, "anna"), blood(fight, "vlad")) == (1, 9)
    fight.does(ST, StartTurn())
    assert blood(fight, "anna") == 0
    fight.does(ST, StartTurn())
    assert fight.story()[-1] == "Anna loses blood."


def test_a_mortal_keeps_no_count_of_its_blood() -> None:
    """C5 (ours): a mortal's blood is not counted, and a biter whose sheet states no limit drinks a point a turn."""
    fight = kissed(more="!fangs Blood:2/9")
    assert blood(fight, "vlad") == 3
    assert fight.story()[-1] == "Anna loses blood."


def test_a_mortal_pays_for_the_try() -> None:
    """C5: a mortal may resist once a turn, for a point of Fate and a test of Ideals; after a success it may act."""
    fight = kissed()
    (offer,) = fight.offers("anna", ResistKiss)
    assert (offer.urgent, offer.hint) == (True, "costs 1 Fate")
    fight.does("anna", ResistKiss("anna"), 0)
    assert (fight.rolls()[-1].reason, fight.rolls()[-1].pool) == ("Resisting the kiss", 4)
    assert sheet(fight.full, "anna").points("Fate") == 1
    assert not fight.offers("anna", ResistKiss)
    assert "again next turn (C5)" in fight.refused("anna", ResistKiss("anna"))
    fight.does(ST, StartTurn())
    fight.does("anna", ResistKiss("anna"), 1)
    assert fight.story()[-1] == "Anna: no longer unresisting."
    assert sheet(fight.full, "anna").points("Fate") == 0
    fight.declares("cora")
    fight.declares("vlad")
    fight.declares("anna", act("break_free"))
    fight.acts("vlad")
    fight.acts("anna", 3, 1)
    assert bears(fight.full, "anna", "kissed") is None
    assert "Vlad: no longer drinking." in fight.story()


def test_no_try_is_paid_for_without_dice() -> None:
    """C5, D19, X6: an open modifier of tests of will counts, and a try without dice is refused at no cost."""
    fight = kissed()
    fight.does(ST, ModifyNextRoll("anna", dice=-4, kind="will"))
    assert not fight.offers("anna", ResistKiss)
    assert "No dice are left" in fight.refused("anna", ResistKiss("anna"))
    fight.does(ST, ModifyNextRoll("anna", dice=1, kind="will"))
    fight.does("anna", ResistKiss("anna"), 1)
    assert fight.rolls()[-1].pool == 1


@pytest.mark.parametrize(("theirs", "free"), [(1, True), (2, False)])
def test_a_kiss_after_a_tackle_is_shaken_off(theirs: int, free: bool) -> None:
    """C5, F2: after a tackle the victim breaks free of the kiss itself, in a resisted test, once it may act; until
    then it cannot move."""
    fight = kissed("tackle")
    fight.acts("anna")
    fight.acts("cora")
    fight.does("anna", ResistKiss("anna"), 1)
    fight.does(ST, StartTurn())
    fight.declares("cora")
    fight.declares("vlad")
    assert "Break free (C7)" in {option.label for option in fight.offers("anna", DeclareAction)}
    fight.declares("anna", act("break_free"))
    fight.acts("vlad")
    assert "or is shaken off (F2)" in fight.refused("anna", Move("anna"))
    fight.acts("anna", 2, theirs)
    assert [roll.reason for roll in fight.rolls()[-2:]] == ["Break free", "Keeping the kiss"]
    assert (bears(fight.full, "anna", "kissed") is None) is free
    assert (not grips(fight.full, "anna")) is free


def test_the_storyteller_ends_a_kiss() -> None:
    """C5, G0: the Storyteller can end a kiss, also after a tackle."""
    fight = kissed("tackle")
    (offer,) = [option for option in fight.offers(ST, EndGrapple) if option.label == "End Anna’s kiss (G0)"]
    fight.does(ST, EndGrapple(offer.inputs[0].default))
    assert not grips(fight.full, "anna")
    assert bears(fight.full, "vlad", "kissing") is None


def test_without_fate_a_mortal_does_not_try() -> None:
    """C5: without a point of Fate a mortal cannot resist."""
    fight = kissed()
    for _ in range(2):
        fight.does("anna", ResistKiss("anna"), 0)
        fight.does(ST, StartTurn())
    assert "has only 0 Fate and cannot spend 1 (C5)" in fight.refused("anna", ResistKiss("anna"))


def test_the_supernatural_tries_for_nothing() -> None:
    """C5: only a mortal pays to resist."""
    fight = kissed(kind="vampire")
    fight.does("anna", ResistKiss("anna"), 1)
    assert sheet(fight.full, "anna").points("Fate") == 2
    assert bears(fight.full, "anna", "unresisting") is None
    assert bears(fight.full, "anna", "kissed") is not None


def test_nobody_resists_what_is_not_there() -> None:
    """C5: resisting needs a kiss, and an own character."""
    fight = caught()
    assert "no kiss" in fight.refused("anna", ResistKiss("anna"))
    assert "not yours" in fight.refused("cora", ResistKiss("anna"))


@pytest.mark.parametrize("how", ["clinch", "hold"])
def test_a_kiss_goes_with_what_it_rests_on(how: str) -> None:
    """C5 (ours): the kiss ends with its clinch or hold; each of them ends once."""
    fight = kissed(how)
    (grip,) = [grip for grip in grips(fight.full, "anna") if grip.kind == how]
    fight.does(ST, EndGrapple(grip.grapple))
    assert not grips(fight.full, "anna")
    assert bears(fight.full, "anna", "unresisting") is None
    assert fight.story().count("Anna: no longer kissed.") == 1


def test_who_does_something_else_drinks_no_longer() -> None:
    """C5 (ours): the kiss continues by itself until the biter acts differently, and cannot be begun twice."""
    fight = kissed()
    fight.acts("anna")
    fight.acts("cora")
    next_turn(fight)
    assert "goes on without a new action" in fight.refused("vlad", DeclareAction("vlad", (act("kiss", "anna"),)))
    fight.declares("vlad", act("hurt"))
    fight.acts("vlad", 0)
    assert [grip.kind for grip in grips(fight.full, "anna")] == ["clinch"]


def test_who_is_held_and_kissed_does_not_struggle() -> None:
    """C5, C9: a held and kissed character does not resist, so it makes no test against the hold."""
    fight = kissed("hold")
    fight.acts("anna")
    assert fight.story()[-1] == "Anna does not resist."


def test_a_kiss_ends_with_either() -> None:
    """C5: the kiss ends when the biter is out or leaves."""
    fight = kissed()
    fight.does(ST, SetHealth("vlad", lethal=7))
    fight.does(ST, StartTurn())
    assert bears(fight.full, "anna", "kissed") is None
    fight = kissed()
    fight.does(ST, RemoveCharacter("vlad"))
    assert bears(fight.full, "anna", "unresisting") is None


@pytest.mark.parametrize("state", ["staked", "paralysed", "bound"])
@pytest.mark.parametrize("how", ["clinch", "tackle", "hold"])
def test_who_cannot_stir_drinks_nothing(how: str, state: str) -> None:
    """C5, C13: a biter that becomes helpless stops drinking; the kiss ends, and so do the clinch and the hold."""
    fight = kissed(how, kind="vampire", more="!fangs Blood:3/9 Blood_a_turn 2", blood="Blood:7")
    fight.does(ST, SetCondition("vlad", state))
    assert not grips(fight.full, "anna")
    assert "Vlad: no longer drinking." in fight.story()
    fight.does(ST, StartTurn())
    assert (blood(fight, "anna"), blood(fight, "vlad")) == (5, 5)


def test_who_is_out_does_not_resist() -> None:
    """C5, D14: resisting takes no action, but a character that is out can neither resist nor is offered it."""
    fight = kissed()
    fight.does(ST, SetHealth("anna", lethal=7))
    assert "acts of will are impossible (D14)" in fight.refused("anna", ResistKiss("anna"))
    assert not fight.offers("anna", ResistKiss)
    assert sheet(fight.full, "anna").points("Fate") == 2


def test_something_unseen_drinks() -> None:
    """X4, C5: the victim of a hidden biter knows of the kiss, but not of the biter."""
    cast = CAST.format(kind="mortal", more="!fangs Blood:1/5", blood="").replace(
        "vlad  vampire", "vlad  vampire hidden"
    )
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, cora=1, vlad=3)
    fight.declares("vlad", act("clinch", "anna", at_once="gentle"))
    fight.all_pass("anna", "cora")
    fight.acts("vlad", 1)
    fight.acts("anna")
    fight.acts("cora")
    next_turn(fight)
    fight.declares("vlad", act("kiss", "anna"))
    fight.acts("vlad", 1)
    fight.does("anna", ResistKiss("anna"), 0)
    fight.does(ST, StartTurn())
    assert fight.story().count("Anna loses blood.") == 2
    assert "Something unseen kisses Anna." in fight.story()
    for seat in (fight.seat("anna"), WATCHER):
        assert "vlad" not in repr(fight.dump(seat))


def test_where_nobody_has_ideals_there_is_no_kiss() -> None:
    """C5: rule sets without Ideals have no kiss."""
    fight = Fight(CAST.format(kind="mortal", more="!fangs", blood=""), rules="v20", declare="any-order")
    fight.starts(vlad=3, anna=2, cora=1)
    assert "which these rules do not have. Choose another action (C5)" in fight.refused(
        "vlad", DeclareAction("vlad", (act("kiss", "anna"),))
    )


@pytest.mark.parametrize(
    ("flags", "damage"),
    [
        ("!claws-lethal", "lethal"),
        ("!claws-aggravated", "aggravated"),
        ("!claws-lethal !claws-aggravated", "aggravated"),
    ],
)
def test_claws(flags: str, damage: str) -> None:
    """C6: Dexterity + Brawl; Strength + 1, aggravated for Feral Claws, lethal for bone."""
    fight = Fight(CAST.format(kind="mortal", more=flags, blood=""), declare="any-order")
    fight.starts(vlad=3, anna=2, cora=1)
    fight.declares("anna", act("block"))
    fight.declares("cora")
    fight.declares("vlad", act("claw", "anna"))
    fight.acts("vlad", 1, 3)
    attack, rolled = fight.rolls()[-2:]
    assert (attack.pool, rolled.parts) == (5, (("Strength", 3), ("claws", 1)))
    assert fight.health("anna") == ((0, 3, 0) if damage == "lethal" else (0, 0, 3))


def test_it_takes_claws() -> None:
    """C6: a claw attack needs claws on the sheet."""
    fight = Fight(CAST.format(kind="mortal", more="", blood=""), declare="any-order")
    fight.starts(vlad=3, anna=2, cora=1)
    assert "(C6)" in fight.refused("vlad", DeclareAction("vlad", (act("claw", "anna"),)))
    assert "Claw (C6)" not in {option.label for option in fight.offers("vlad", DeclareAction)}


def test_how_much_blood_there_was_is_on_the_sheets() -> None:
    """C5, X4: blood is known only to the readers of its sheet: two fights that differ only in a store look alike to
    spectators."""
    worlds = [
        kissed(kind="vampire", more=f"!fangs Blood:{mine}/9 Blood_a_turn 4", blood=f"Blood:{left}/9")
        for mine, left in ((3, 9), (3, 1), (9, 2))
    ]
    for fight in worlds:
        fight.does(ST, StartTurn())
        fight.does(ST, StartTurn())
    first, *others = (fight.dump(WATCHER) for fight in worlds)
    assert all(other == first for other in others)
    assert [event.points for event in worlds[1].told(BloodDrained)] == [1, 0, 0]
    assert "loses" in "".join(worlds[1].story())


def test_a_mortal_is_not_told_what_its_biter_may_spend() -> None:
    """C5, F4: a mortal victim sees that it loses blood but not how much, because that would reveal the biter's
    trait."""
    little, much = (kissed(more=f"!fangs Blood:1/9 Blood_a_turn {most}") for most in (1, 4))
    assert little.dump(little.seat("anna")) == much.dump(much.seat("anna"))
    assert [[event.points for event in fight.told(BloodDrained)] for fight in (little, much)] == [[1], [4]]
    assert "Anna loses blood." in little.story()
