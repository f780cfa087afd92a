"""Conditions that the table sees, with how they end; armour and soak (C22, C26, C27, C29, C32).

Long because each condition has its own beginning, effect and end.
"""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.deciding import Deciding
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.conditions import add_condition, lasting_conditions
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StopTurns
from domain.features.combat.yield_slot import Yield
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.pools import free_parts, parts, size
from domain.rules.declared_action import Action
from tests.domain.fight import ST, Fight, Rolls, act
from tests.in_english import english

TWO = """
    anna  Intuition 1 Strength 5 Unarmed 2 Melee 2 Dexterity 3 Endurance 3 Perception 2 {anna}
    bert  Intuition 1 Strength 2 Unarmed 2 Brawl 1 Dexterity 2 Dodge 2 Endurance 2 Fate:2 {bert}
"""


def two(*bert: Action, anna: str = "", bert_has: str = "", hold: str = "") -> Fight:
    """A fight in which Anna is faster than Bert, who declares the given actions."""
    fight = Fight(TWO.format(anna=anna, bert=bert_has), declare="any-order")
    if hold:
        fight.arms("anna", hold)
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *bert)
    return fight


def test_every_state_of_the_book_says_how_it_ends() -> None:
    """C32: each condition is visible with how it ends, and each is a file of its own."""
    known = catalogue().conditions
    for name in ("prone", "clinched", "held", "bound", "dazed", "unbalanced", "blinded", "load", "defending"):
        assert english(known[name].words)
        assert english(known[name].ends)
        assert known[name].rule


def test_the_storyteller_lays_a_state_on_somebody_and_ends_it() -> None:
    """C30, C32, G0: everybody sees a condition and how it ends; only the Storyteller sets or ends it; the story says
    so."""
    fight = two()
    assert "Only the Storyteller" in fight.refused("bert", SetCondition("anna", "blinded"))
    fight.does(ST, SetCondition("anna", "blinded"))
    (borne,) = fight.bearings("anna")
    assert (english(borne.label), english(borne.ends)) == ("blinded", "when the character can see again")
    fight.does(ST, EndCondition(borne.id))
    assert fight.borne("anna") == []


@pytest.mark.parametrize(("name", "rule"), [("load", "F5"), ("kissed", "C5")])
def test_what_is_not_laid_by_hand_says_what_it_comes_of(name: str, rule: str) -> None:
    """C32: a condition that cannot be set by hand says which rule it comes from."""
    assert f"You cannot set this state by hand ({rule})" in two().refused(ST, SetCondition("anna", name))


@pytest.mark.parametrize("name", ["aiming", "unresisting", "upper_hand", "inside", "defending"])
def test_what_is_a_state_by_itself_the_storyteller_ends(name: str) -> None:
    """G0, C32: the Storyteller can end these conditions, although she cannot set most of them."""
    fight = two()
    table = Deciding(fight.state, ST, Rolls(), None)
    add_condition(table, "anna", name, value=1)
    (offer,) = fight.offers(ST, EndCondition)
    fight.does(ST, EndCondition(offer.inputs[0].default))
    assert not fight.bearings("anna")


def test_cover_reads_well() -> None:
    """C25: the story names cover with its level."""
    fight = two()
    fight.does(ST, SetCondition("anna", "cover", 2))
    assert fight.story()[-1] == "Anna: in good cover."
    fight.does(ST, EndCondition(fight.bearings("anna")[0].id))
    assert "Anna: no longer in good cover." in fight.story()


def test_a_state_that_comes_of_something_else_ends_with_that() -> None:
    """C32, G0: a clinch takes two and a load depends on the items carried, so neither can be set or ended by itself."""
    fight = two(anna="+sack +sack +sack +sack +sack +sack")
    assert "(C7)" in fight.refused(ST, SetCondition("anna", "clinched"))
    (borne,) = fight.bearings("anna")
    assert "This state ends when the character carries less (G0)" in fight.refused(ST, EndCondition(borne.id))
    assert not fight.offers(ST, EndCondition)


@pytest.mark.parametrize("traits", [("Strength", "Unarmed"), ("Perception",), ("Dexterity", "Dodge")])
def test_blind_one_does_everything_with_two_dice_less(traits: tuple[str, ...]) -> None:
    """C22: a blinded character loses 2 dice on every action, with any traits."""
    fight = two()
    seen = size(parts(fight.full, "anna", traits))
    fight.does(ST, SetCondition("anna", "blinded"))
    assert size(parts(fight.full, "anna", traits, acting=True)) == seen - 2
    assert size(free_parts(fight.full, "anna", traits)) == seen - 2


def test_blindness_takes_nothing_from_reflexives() -> None:
    """C22, D14: tests of will, initiative, soak and aborting are not actions, so blindness takes no dice from them."""
    fight = Fight(TWO.format(anna="Willpower 5 Willpower:5", bert=""), declare="any-order", initiative="turn")
    fight.does(ST, SetCondition("anna", "blinded"))
    fight.starts(anna=2, bert=1)
    assert fight.rolls()[0].parts == (("Intuition", 1), ("Dexterity", 3))
    fight.does("anna", Roll(actor="anna", traits=("Willpower",)), 1)
    assert fight.rolls()[-1].parts == (("Willpower", 5),)
    fight.does("anna", Roll(actor="anna", traits=("Strength",)), 1)
    assert fight.rolls()[-1].parts == (("Strength", 5), ("blinded", -2))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna"))
    fight.does("anna", AbortAction("anna", "dodge"), 0)
    assert fight.rolls()[-1].parts == (("Intuition", 1), ("Dexterity", 3))
    fight.acts("anna", 0)
    assert ("blinded", -2) in fight.rolls()[-1].parts
    fight.acts("bert", 1, 1, 1)
    assert (fight.rolls()[-1].reason, fight.rolls()[-1].parts) == ("Soak", (("Endurance", 3),))


def test_a_pool_that_is_built_shows_what_a_state_takes() -> None:
    """C22, C30: blindness also counts for a free roll, and the form says so before the roll is made."""
    fight = two()
    fight.does(ST, SetCondition("anna", "blinded"))
    (offer,) = [option for option in fight.offers("anna", Roll) if option.actor == "anna"]
    assert offer.parts == (("blinded", -2),)


def test_darkness_comes_before_the_sharing() -> None:
    """C22, M2: blindness is a general modifier: only the dice that remain after it are shared out."""
    fight = two()
    fight.does(ST, SetCondition("anna", "blinded"))
    both = (act("attack", "bert", dice=3), act("clinch", "bert", dice=3))
    assert "2 actions from 5 dice" in fight.refused("anna", DeclareAction("anna", both))


def test_what_needs_sight_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """C22: an action that needs sight is closed to a blinded character."""
    monkeypatch.setattr(type(catalogue().manoeuvres["attack"]), "by_sight", True)
    fight = two()
    fight.does(ST, SetCondition("anna", "blinded"))
    assert "needs sight. Choose another action (C22)" in fight.refused(
        "anna", DeclareAction("anna", (act("attack", "bert"),))
    )
    assert "Melee attack (C1)" not in {option.label for option in fight.offers("anna", DeclareAction)}


@pytest.mark.parametrize(("name", "weapon"), [("stake", "bow"), ("disarm", "pistol")])
def test_a_shot_takes_eyes_whatever_it_is_for(name: str, weapon: str) -> None:
    """C22: a shot needs sight, even to stake or to disarm; a blow in the dark may be tried."""
    fight = Fight(f"""
        anna  Target 3 Dexterity 3 Strength 3 Melee 2 +{weapon} +stake
        bert  Intuition 1 Strength 2 +knife
    """)
    fight.arms("anna", weapon)
    fight.arms("bert", "knife")
    fight.starts(anna=2, bert=1)
    fight.all_pass("bert")
    shot = act(name, "bert", weapon=weapon, distance="5")
    fight.does(ST, SetCondition("anna", "blinded"))
    assert "needs sight. Choose another action (C22)" in fight.refused("anna", DeclareAction("anna", (shot,)))
    (blind,) = fight.bearings("anna")
    fight.does(ST, EndCondition(blind.id))
    fight.declares("anna", shot)
    fight.does(ST, SetCondition("anna", "blinded"))
    fight.acts("anna")
    assert "needs sight. Choose another action (C22)" in fight.story()[-1]


@pytest.mark.parametrize("state", ["bound", "paralysed"])
def test_the_helpless_are_hit_without_a_roll(state: str) -> None:
    """C27: a bound or paralysed target is hit as with 1 success, and has no defence."""
    fight = two(act("dodge"))
    fight.does(ST, SetCondition("bert", state))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 2, 0)
    assert [roll.reason for roll in fight.rolls()[-2:]] == ["Damage: Melee attack", "Soak"]
    assert fight.health("bert") == (2, 0, 0)


def test_who_is_out_is_hit_without_a_roll() -> None:
    """C27, C29: an Incapacitated target is hit as with 1 success, and the attack needs no dice."""
    fight = two(act("dodge"))
    fight.does(ST, SetHealth("bert", bashing=7))
    fight.does(ST, SetHealth("anna", lethal=6))
    fight.declares("anna", act("attack", "bert"))
    (offer,) = fight.offers("anna", TakeAction)
    assert (offer.label, offer.hint) == ("Melee attack (C1)", "hits without a roll (C27)")
    fight.acts("anna", 2, 0)
    assert [roll.reason for roll in fight.rolls()[-2:]] == ["Damage: Melee attack", "Soak"]
    assert [made.hit for made in fight.told(AttackMade)] == [True]


def worn_out(bert: str, called: int = 0) -> tuple[Fight, DeclareAction]:
    """Anna has no die left; return the fight and her attack on Bert, who has the given condition."""
    fight = two()
    fight.does(ST, SetHealth("anna", lethal=6))
    fight.does(ST, SetCondition("anna", "blinded"))
    fight.does(ST, SetCondition("bert", bert, 2 if bert == "cover" else 0))
    return fight, DeclareAction("anna", (act("attack", "bert", called_damage=str(called)),))


def test_who_is_hit_without_a_roll_takes_no_dice() -> None:
    """C27, D19: no roll is made, so an attacker without dice may attack a bound target, and the attack is offered."""
    fight, strike = worn_out("bound")
    assert "Melee attack (C1)" in {option.label for option in fight.offers("anna", DeclareAction)}
    assert "Claw (C6)" not in {option.label for option in fight.offers("anna", DeclareAction)}
    fight.does("anna", strike)
    fight.acts("anna", 2, 0)
    assert [roll.reason for roll in fight.rolls()[-2:]] == ["Damage: Melee attack", "Soak"]
    assert fight.health("bert") == (2, 0, 0)


def test_who_is_untied_before_is_struck_at_with_what_there_is() -> None:
    """C27, D19: when the target is untied before the attack, an attacker without dice misses."""
    fight, strike = worn_out("bound")
    fight.does("anna", strike)
    fight.does(ST, EndCondition(fight.bearings("bert")[0].id))
    fight.acts("anna")
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


@pytest.mark.parametrize(("bert", "called"), [("bound", 1), ("prone", 0), ("cover", 0)])
def test_who_has_no_dice_strikes_at_nobody_else(bert: str, called: int) -> None:
    """C3, C27, D19: an attack that needs a roll needs dice, and so does a called shot, which gives dice up."""
    fight, strike = worn_out(bert, called)
    assert "(D19)" in fight.refused("anna", strike)


@pytest.mark.parametrize("state", ["bound", "paralysed"])
def test_the_helpless_cannot_stir(state: str) -> None:
    """C27, C30: every bodily action is closed; a free action in words remains open."""
    fight = two()
    fight.does(ST, SetCondition("anna", state))
    assert "The body cannot act" in fight.refused("anna", DeclareAction("anna", (act("attack", "bert"),)))
    assert {option.label for option in fight.offers("anna", DeclareAction)} == {
        "Do nothing (I2)",
        "Something else (C30)",
    }
    fight.declares("anna", act("free", text="prays"))
    fight.acts("anna")
    assert fight.story()[-1] == "Anna: prays"


@pytest.mark.parametrize(("kind", "levels", "dazed"), [
    ("", 2, False), ("", 3, True), ("vampire", 4, False), ("vampire", 5, True),
])  # fmt: skip
def test_too_many_levels_at_once_daze(kind: str, levels: int, dazed: bool) -> None:
    """C26: more levels after soak in one attack than Endurance (mortal) or Endurance + 2 (supernatural) daze the
    target."""
    fight = two(bert_has=kind)
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, levels, 0)
    assert fight.borne("bert") == (["dazed"] if dazed else [])


def test_what_is_soaked_dazes_nobody() -> None:
    """C26: only damage that is left after soak counts."""
    fight = two()
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 5, 2)
    assert fight.borne("bert") == ["dazed"]
    fight = two()
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 4, 2)
    assert fight.borne("bert") == []


def dazed(*bert: Action) -> Fight:
    """Anna has dazed Bert before his slot; Bert has declared the given actions."""
    fight = two(*bert)
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 2, 3, 0)
    return fight


def test_the_dazed_lose_the_next_turn_in_which_they_could_act() -> None:
    """C26, C32: the next slot is lost with all declared actions; then the condition ends."""
    fight = dazed(act("attack", "anna"))
    assert "(C26)" in fight.refused("bert", ChangeAction("bert", act("dodge"), 1))
    fight.acts("bert")
    assert fight.story()[-1] == "Bert is dazed and loses the turn."
    assert fight.borne("bert") == ["dazed"]
    fight.does(ST, StartTurn())
    assert fight.story()[-1] == "Bert: no longer dazed."
    fight.declares("bert", act("attack", "anna"))


def test_a_turn_that_all_yield_is_lost_to_the_dazed() -> None:
    """C26, I3: the dazed character loses a single turn, even if nobody acts in that turn."""
    fight = two()
    fight.does(ST, SetCondition("bert", "dazed"))
    fight.declares("anna")
    for name in fight.order().split():
        fight.does(name, Yield(name))
    assert fight.now == "over"
    assert fight.story()[-1] == "Bert is dazed and loses the turn."
    fight.does(ST, StartTurn())
    assert fight.borne("bert") == []
    fight.declares("bert", act("attack", "anna"))


def test_the_dazed_do_not_defend_themselves_in_the_turn_that_is_lost() -> None:
    """C26: in the lost turn the dazed character does not defend against a second attacker either."""
    cast = TWO.format(anna="", bert="") + "cora Intuition 2 Strength 2 Unarmed 2"
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=3, bert=1, cora=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna", dice=1), act("dodge", dice=3))
    fight.declares("cora", act("attack", "bert"))
    fight.acts("anna", 3, 2, 3, 0)
    assert fight.borne("bert") == ["dazed"]
    fight.acts("cora", 1, 0)
    assert fight.story()[-2:] == ["Melee attack: Cora hits Bert.", "No wound for Bert."]


def test_who_has_acted_already_loses_the_turn_to_come() -> None:
    """C26: a character that has acted already loses the whole next turn, from its start. The only thing that it can
    declare says why."""
    fight = Fight(TWO.format(anna="", bert=""), declare="any-order")
    fight.starts(anna=1, bert=2)
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("bert", 0)
    fight.acts("anna", 1, 3, 0)
    assert fight.borne("bert") == ["dazed"]
    fight.does(ST, StartTurn())
    (nothing,) = fight.offers("bert", DeclareAction)
    assert (nothing.label, nothing.hint) == ("Do nothing (I2)", "Dazed: you lose this turn. Wait for the next (C26).")
    assert nothing.hint in fight.refused("bert", DeclareAction("bert", (act("dodge"),)))
    fight.declares("bert")
    fight.declares("anna")
    fight.acts("bert")
    assert fight.borne("bert") == ["dazed"]
    fight.acts("anna")
    fight.does(ST, StartTurn())
    assert fight.borne("bert") == []
    assert fight.offers("bert", DeclareAction)[0].hint == ""


def test_who_is_dazed_between_two_actions_loses_what_is_left_of_the_turn_and_no_other() -> None:
    """C26: a dazed character with an action left in this turn loses that action, and no later turn."""
    fight = two(act("attack", "anna", dice=2), act("attack", "anna", dice=2))
    fight.declares("anna")
    fight.acts("anna")
    fight.acts("bert", 0)
    fight.does(ST, SetCondition("bert", "dazed"))
    fight.acts("bert")
    assert fight.story()[-1] == "Bert is dazed and loses the turn."
    fight.does(ST, StartTurn())
    assert fight.borne("bert") == []
    fight.declares("bert", act("attack", "anna"))


def test_a_dazed_one_that_is_held_loses_a_slot_of_its_own() -> None:
    """C9, C26: a held character cannot act anyway, so the daze costs it the slot in which it gets free."""
    fight = Fight(TWO.format(anna="Brawl 2", bert=""), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 1)
    fight.does(ST, SetCondition("bert", "dazed"))
    fight.acts("bert", 0, 0)
    assert fight.story()[-1] == "Bert does not get free."
    fight.does(ST, StartTurn())
    fight.all_pass("anna", "bert")
    fight.acts("anna")
    fight.acts("bert", 2, 1)
    assert fight.story()[-2:] == ["Bert: no longer held.", "Bert is dazed and loses the turn."]


def test_a_dazed_one_that_is_clinched_loses_a_turn_in_which_it_could_act() -> None:
    """C7, C26: a character just clinched cannot act in this turn, so the daze costs it the next turn."""
    fight = two(act("attack", "anna"))
    fight.declares("anna", act("clinch", "bert"))
    fight.acts("anna", 1, 3, 0)
    assert fight.borne("bert") == ["clinched", "dazed"]
    fight.acts("bert")
    assert fight.story()[-1] == "Bert is locked in the clinch until the next turn."
    fight.does(ST, StartTurn())
    assert "(C26)" in fight.refused("bert", DeclareAction("bert", (act("hurt"),)))
    fight.all_pass("anna", "bert")
    fight.acts("anna")
    fight.acts("bert")
    assert fight.story()[-1] == "Bert is dazed and loses the turn."
    fight.does(ST, StartTurn())
    fight.declares("bert", act("hurt"))


@pytest.mark.parametrize(
    ("kind", "fortitude", "worn", "damage", "soak"),
    [
        ("", 0, "", "bashing", 2), ("", 0, "+vest", "bashing", 5), ("", 0, "", "lethal", 0),
        ("", 0, "+vest", "lethal", 3), ("", 1, "+jacket", "aggravated", 2), ("vampire", 0, "", "lethal", 2),
        ("vampire", 0, "+vest +jacket", "lethal", 5), ("vampire", 2, "", "aggravated", 2),
        ("vampire", 0, "", "aggravated", 0), ("vampire", 0, "+vest", "aggravated", 3),
    ],
)  # fmt: skip
def test_armour_soaks_with_what_soaks(kind: str, fortitude: int, worn: str, damage: str, soak: int) -> None:
    """C29: Endurance (+ armour) soaks bashing, and lethal for supernaturals; Fortitude or armour soaks aggravated;
    only the best piece of armour counts (ours), and against lethal a mortal has its armour (ours)."""
    weapon = {"bashing": "club", "lethal": "knife", "aggravated": "torch"}[damage]
    fight = two(bert_has=f"{kind} Fortitude {fortitude} {worn}", anna=f"+{weapon}", hold=weapon)
    fight.declares("anna", act("attack", "bert", weapon=weapon))
    fight.acts("anna", 1, 2, *((0,) if soak else ()))
    last = fight.rolls()[-1]
    assert (last.pool if last.reason == "Soak" else 0) == soak


def test_states_that_last_go_along_to_the_next_scene() -> None:
    """C32, T1: bound, blinded and paralysed last into the next scene; every other condition ends with the fight."""
    fight = two()
    for name in ("bound", "blinded", "paralysed", "prone", "dazed"):
        fight.does(ST, SetCondition("anna", name))
    assert {name for name, _ in lasting_conditions(fight.full, "anna")} == {"bound", "blinded", "paralysed"}


def test_what_is_laid_by_hand_ends_as_its_kind_does() -> None:
    """C11, C32, G0: a condition that the Storyteller sets ends as usual: unbalanced ends after the next turn."""
    fight = two()
    fight.does(ST, SetCondition("anna", "unbalanced"))
    assert english(fight.bearings("anna")[0].ends) == "at the end of the next turn"
    borne = []
    for _ in range(2):
        fight.does(ST, StartTurn())
        borne.append(fight.borne("anna"))
    assert borne == [["unbalanced"], []]


@pytest.mark.parametrize("name", ["blinded", "prone", "unbalanced", "dazed"])
def test_or_it_ends_with_the_turn_that_she_says(name: str) -> None:
    """C32, G0: the Storyteller may limit any condition to a number of turns, and its text names the last turn."""
    fight = two()
    fight.does(ST, SetCondition("anna", name, turns=2))
    assert english(fight.bearings("anna")[0].ends).endswith("; at the latest at the end of turn 3")
    borne = []
    for _ in range(3):
        fight.does(ST, StartTurn())
        borne.append(fight.borne("anna"))
    assert borne == [[name], [name], []]


def test_what_lasts_for_turns_is_over_when_there_are_none() -> None:
    """C32: when turns stop, each condition ends that would have ended with a turn."""
    fight = dazed(act("attack", "anna"))
    fight.acts("bert")
    fight.does(ST, SetCondition("anna", "prone"))
    fight.does(ST, StopTurns())
    assert fight.borne("bert") == []
    assert fight.borne("anna") == ["prone"]


def test_a_hidden_one_bears_its_states_in_secret() -> None:
    """C32, X4: a condition is part of its bearer's face, and is revealed with it."""
    fight = Fight(TWO.format(anna="hidden", bert=""))
    fight.does(ST, SetCondition("anna", "bound"))
    assert fight.borne("anna") == []
    fight.does(ST, RevealCharacter("anna"))
    assert fight.borne("anna") == ["bound"]


def test_a_state_says_whether_it_helps() -> None:
    """C25, C32: cover helps its bearer, and the page need not draw it as harm."""
    fight = two()
    fight.does(ST, SetCondition("anna", "cover", 2))
    fight.does(ST, SetCondition("anna", "prone"))
    assert {borne.name: borne.helps for borne in fight.bearings("anna")} == {"cover": True, "prone": False}
