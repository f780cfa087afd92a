"""Information for the table during play: the character to act, characters passed over, the forecast of an action."""

from __future__ import annotations

from domain.features.actions.grapples import EndGrapple, grips
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import EndTurn, StartTurn, StopTurns
from domain.features.rolls.free_roll import Roll
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.turn import Turn
from domain.manoeuvres.break_free import KeepClinch
from domain.rules.rule_types import Result
from tests.domain.fight import ST, WATCHER, Fight, act

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 2
    bert  Intuition 3 Strength 2 Unarmed 2 Dexterity 3 Dodge 2 Endurance 3 Fate:2
"""
AMBUSH = TWO + "ghoul hidden Intuition 2 Strength 3 Unarmed 2 Dexterity 2 Endurance 2"


def awaited(fight: Fight) -> str:
    """Return the character that the public marker waits for."""
    turn = fight.view(WATCHER).get(Turn, "turn")
    return turn.acting if turn else ""


def test_who_is_to_declare_is_known_to_all() -> None:
    """I2: while declaring, everybody knows the character that is to declare: the slowest visible character without a
    declaration."""
    fight = Fight(AMBUSH)
    fight.starts(anna=2, bert=3, ghoul=1)
    assert awaited(fight) == "anna"
    fight.declares("anna")
    assert awaited(fight) == "bert"
    fight.declares("bert", act("attack", "anna"))
    assert awaited(fight) == fight.now == "bert"


def test_where_any_may_declare_nobody_in_particular_is_awaited() -> None:
    """I2: under `any-order` the table waits for no character in particular."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    assert awaited(fight) == ""


def test_the_storyteller_is_reminded_of_a_hidden_one_whose_place_has_come() -> None:
    """X4, I2: when the marker has passed a hidden character's place, its declared action is the Storyteller's first
    prompt; every player's options stay the same."""
    fight = Fight(AMBUSH)
    fight.starts(anna=3, bert=1, ghoul=2)
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("attack", "bert"))
    assert not any(o.actor == "ghoul" for o in fight.offers(ST, TakeAction))
    fight.declares("ghoul", act("attack", "anna"))
    fight.acts("anna", 0)
    first = fight.offers(ST, TakeAction)[0]
    assert (first.label, first.urgent, fight.now) == ("Ghoul (hidden): Melee attack (C1)", True, "bert")
    assert [o.actor for o in fight.offers("bert", TakeAction)] == ["bert"]


def test_a_hidden_one_with_nothing_declared_is_no_prompt() -> None:
    """X4: a hidden character without a declaration is no prompt for the Storyteller."""
    fight = Fight(AMBUSH)
    fight.starts(anna=3, bert=1, ghoul=2)
    fight.all_pass("bert", "anna")
    fight.acts("anna")
    assert [o.urgent for o in fight.offers(ST, TakeAction) if o.actor == "ghoul"] == [False]


def ambush() -> Fight:
    """A fight in which all have declared and no character has acted."""
    fight = Fight(AMBUSH, declare="any-order")
    fight.starts(anna=3, bert=2, ghoul=1)
    fight.declares("ghoul", act("attack", "anna"))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna"))
    return fight


def test_going_on_without_somebody_is_grave() -> None:
    """I2: beginning or ending a turn, or stopping turns, names the characters that have not acted, and is grave;
    after all have acted only stopping turns is grave."""
    fight = ambush()
    for command in (StartTurn, EndTurn, StopTurns):
        (option,) = fight.offers(ST, command)
        assert (option.hint, option.grave) == ("have not acted yet: Anna, Bert and Ghoul", True)
    fight.acts("anna", 0)
    fight.acts("bert", 0)
    assert [o.hint for o in fight.offers(ST, StartTurn)] == ["have not acted yet: Ghoul"]
    fight.acts("ghoul", 0)
    assert [(o.hint, o.grave) for o in fight.offers(ST, StartTurn)] == [("", False)]
    assert [(o.hint, o.grave) for o in fight.offers(ST, StopTurns)] == [("", True)]


def test_going_on_before_somebody_has_declared_is_grave_and_told() -> None:
    """I2: ending a turn names the characters that have not declared yet and is grave; the end has a line of its own,
    which can be taken back alone."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("attack", "bert"))
    for command in (StartTurn, EndTurn, StopTurns):
        (option,) = fight.offers(ST, command)
        assert (option.hint, option.grave) == ("have not acted yet: Anna and Bert", True)
    fight.does(ST, EndTurn())
    assert fight.story()[-1] == "Anna and Bert did not get to act."


def test_a_turn_that_is_ended_while_nobody_has_declared_has_a_line() -> None:
    """I2, G0: the forced end of a turn is the last line, so that it can be taken back without the turn's beginning."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    before = len(fight.story())
    fight.does(ST, EndTurn())
    assert fight.story()[before:] == ["Anna and Bert did not get to act."]


def test_who_did_not_get_to_act_is_told() -> None:
    """I2, X4: everybody reads that a visible character did not get to act, only the Storyteller of a hidden
    character."""
    fight = ambush()
    fight.acts("anna", 0)
    fight.does(ST, StartTurn())
    assert "Bert did not get to act." in fight.story()
    assert not any("Ghoul" in line for line in fight.story())
    assert "Ghoul did not get to act." in fight.story(ST)


def test_a_turn_that_has_ended_leaves_a_hidden_one_its_slot() -> None:
    """X4: ending the turn costs visible characters their action; a hidden character may act until the next turn
    begins."""
    fight = ambush()
    fight.does(ST, EndTurn())
    assert fight.story()[-1] == "Anna and Bert did not get to act."
    assert "Ghoul did not get to act." not in fight.story(ST)
    fight.acts("ghoul", 0)
    fight.does(ST, StartTurn())
    assert sum("did not get to act" in line for line in fight.story(ST)) == 1


def test_who_declared_nothing_is_not_missed() -> None:
    """I2: a character without declared actions is not reported as passed over."""
    fight = Fight(TWO)
    fight.starts(anna=2, bert=1)
    fight.all_pass("bert", "anna")
    fight.does(ST, StopTurns())
    assert fight.story()[-1] == "Turns no longer run."
    assert not any("did not get to act" in line for line in fight.story())


def clinch() -> Fight:
    """Anna has clinched Bert, who had declared an attack; it is his slot."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 1)
    return fight


def test_an_action_that_will_be_lost_says_so() -> None:
    """C7, I2: the button of an action that can no longer be carried out says so, with the reason."""
    fight = clinch()
    fight.acts("bert")
    fight.does(ST, StartTurn())
    fight.declares("bert", act("hurt"))
    fight.all_pass("anna")
    fight.does(ST, EndGrapple(grips(fight.full, "bert")[0].grapple))
    fight.acts("anna")
    (offered,) = fight.offers("bert", TakeAction)
    assert offered.label == "Hurt in the clinch: will be lost (I2)"
    assert offered.hint == "This action needs a clinch. Choose another action (C7)."


def test_who_is_locked_in_a_clinch_is_told_so() -> None:
    """C7: in the turn in which a clinch begins, the caught character's slot is spent waiting."""
    (offered,) = clinch().offers("bert", TakeAction)
    assert (offered.label, offered.hint) == ("Pass (clinched) (C7)", "clinched")


def test_what_is_possible_instead_of_a_lost_action_comes_first() -> None:
    """I4: a change is urgent for a character whose declared action would be lost, and only for that character."""
    fight = Fight(TWO.replace("Fate:2", "Fate:2 Target 2 +pistol"), declare="any-order")
    fight.arms("bert", "pistol")
    fight.starts(anna=1, bert=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("shoot", "anna", weapon="pistol", distance="5"))
    assert not any(option.urgent for option in fight.offers("bert", ChangeAction))
    fight.does(ST, SetCondition("bert", "blinded"))
    (taken,) = fight.offers("bert", TakeAction)
    assert taken.label == "Ranged attack: will be lost (I2)"
    offered = fight.offers("bert", ChangeAction)
    assert "Change to: Melee attack" in {option.label for option in offered}
    assert all(option.urgent for option in offered)


def test_pools_are_offered_in_the_words_of_the_sheet() -> None:
    """G0: a pool is offered under the trait names that are rolled, also for an alias; a dodge rolls Dodge (M0)."""
    fight = Fight("anna  Strength 2  Dexterity 2  Brawl 2\nbert  Strength 3  Dexterity 3  Brawl 1", rules="v20")
    fight.starts(anna=2, bert=1)
    offered = {o.label.partition(" (")[0]: o.inputs for o in fight.offers("bert", DeclareAction)}
    for label, value, read in (
        ("Clinch", "Strength + Unarmed", "Strength + Brawl"),
        ("Dodge", "Dexterity + Dodge", "Dexterity + Dodge"),
    ):
        (pools,) = (i.choices for i in offered[label] if i.name == "traits")
        assert [(pool.value, pool.label) for pool in pools] == [(value, read)]


def test_how_a_clinch_is_kept_is_asked_of_either_side() -> None:
    """C7: both sides of a clinch choose their pool to keep it; a character in no clinch is not asked."""
    fight = clinch()
    for name in ("anna", "bert"):
        (offered,) = fight.offers(name, KeepClinch)
        assert offered.actor == name
    fight.does("bert", KeepClinch("bert", "Strength + Unarmed"))
    fight.acts("bert")
    fight.does(ST, StartTurn())
    fight.declares("anna", act("break_free"))
    fight.declares("bert")
    fight.acts("anna", 1, 0)
    assert [name for name, _ in fight.rolls()[-1].parts] == ["Strength", "Unarmed"]
    assert not fight.offers(ST, KeepClinch)


def test_a_hit_without_a_wound_says_so() -> None:
    """C29: if the soak takes all damage, the story says so; for a hidden attacker only the Storyteller reads it."""
    fight = ambush()
    fight.acts("anna", 1, 1, 1)
    assert fight.story()[-2:] == ["Melee attack: Anna hits Bert.", "No wound for Bert."]
    fight.acts("bert", 0)
    fight.acts("ghoul", 1, 1, 1)
    assert fight.story(ST)[-1] == "No wound for Anna."
    assert "No wound for Anna." not in fight.story()


def overridden(fight: Fight, reason: str, result: Result) -> list[str]:
    """Override the last roll with this reason, and return the new lines that only the Storyteller reads."""
    before = set(fight.story(ST))
    last = [roll for roll in fight.rolls() if roll.reason == reason][-1]
    fight.does(ST, OverrideRoll(last.id, result))
    assert not any("stands" in line for line in fight.story())
    return [line for line in fight.story(ST) if line not in before]


def test_what_followed_from_a_roll_that_is_ruled_otherwise_stands_and_says_so() -> None:
    """G0: overriding a failed escape does not undo its effects; the Storyteller is told which option does."""
    fight = clinch()
    fight.acts("bert")
    fight.does(ST, StartTurn())
    fight.declares("bert", act("break_free"))
    fight.declares("anna")
    fight.acts("anna")
    fight.acts("bert", 0, 1)
    way = "To change them, choose “End Bert’s clinch” or set a wound, a state or a grapple (G0)."
    assert overridden(fight, "Break free", "success") == [f"Bert: the roll’s effects stay. {way}"]
    assert [o.label for o in fight.offers(ST, EndGrapple)] == ["End Bert’s clinch (G0)"]


def test_a_roll_that_nothing_followed_from_is_ruled_otherwise_without_more() -> None:
    """G0: overriding a roll without effects, or without a change of outcome, gives no such hint."""
    fight = Fight(TWO)
    fight.does("bert", Roll("a leap", "bert", ("Dexterity",)), 1)
    assert overridden(fight, "a leap", "failure") == []
    fight = ambush()
    fight.acts("anna", 0)
    assert overridden(fight, "Melee attack", "botch") == []
