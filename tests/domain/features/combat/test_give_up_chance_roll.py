"""Giving up a declared action that has become a chance roll (S7)."""

from __future__ import annotations

from domain.core.audience import Seat
from domain.core.option import Option
from domain.features.actions.declaration import Declaration, HasDeclared
from domain.features.cast.hand_over import HandOver
from domain.features.characters.set_health import SetHealth
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.give_up_chance_roll import (
    AbandonAction,
    ActionAbandoned,
    GivingUp,
    GivingUpAllowed,
    LetGiveUp,
)
from domain.features.combat.initiative import Slot
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.options import options
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import english

TWO = """
    anna   Wits 3 Strength 2 Dexterity 2 Brawl 1 Composure 2
    bert   Wits 2 Strength 2 Dexterity 2 Brawl 2 Composure 2
"""
ANNA = Seat("ANNA", "player")


def wounded(cast: str = TWO) -> Fight:
    """It is Anna's slot: she has declared a punch, and wounds have left none of its three dice."""
    fight = Fight(cast, rules="storytelling", declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.does(ST, SetHealth("anna", lethal=6))
    return fight


def offers(fight: Fight, seat: Seat = ST) -> list[Option]:
    """Return the options about giving up an action."""
    names = (LetGiveUp.__name__, AbandonAction.__name__)
    return [option for option in options(fight.view(seat)) if option.command in names]


def test_the_storyteller_lets_a_player_give_up_a_chance_roll() -> None:
    """S7: the Storyteller is offered to allow giving up; only then the player may give up, or go on."""
    fight = wounded()
    (taken,) = fight.offers("anna", TakeAction)
    assert taken.label == "Melee attack, a chance die (S5)"
    assert fight.refused("anna", AbandonAction("anna")) == (
        "Ask the Storyteller if you may give this action up, or roll (S7)."
    )
    assert not offers(fight, ANNA)
    (asked,) = offers(fight)
    assert english(asked.label) == "Let anna give up (S7)"
    assert english(asked.hint) == "Melee attack has become a chance roll"
    fight.does(ST, LetGiveUp("anna"))
    assert not offers(fight, Seat("BERT", "player"))
    (offer,) = offers(fight, ANNA)
    assert (english(offer.label), english(offer.hint), offer.urgent) == (
        "Give up: Melee attack (S7)", "a chance roll; you may declare something else", True,
    )  # fmt: skip
    assert fight.offers("anna", TakeAction) == [taken]
    fight.does("anna", AbandonAction("anna"))
    assert fight.story()[-1] == "Anna gives up: Melee attack."
    assert not fight.rolls()[2:]


def test_who_gives_up_has_the_turn_still() -> None:
    """S7: an abandoned action does not use the turn unless the Storyteller says so: the character declares again."""
    fight = wounded()
    fight.does(ST, LetGiveUp("anna"))
    fight.does("anna", AbandonAction("anna"))
    assert fight.full.get(HasDeclared, "anna") is None
    assert fight.now == "anna"
    assert not fight.seen("GivingUp", ST)
    assert not offers(fight, ANNA)
    fight.does("anna", DeclareAction("anna", (act("free", text="crawls away"),)))
    fight.acts("anna")
    assert fight.now == "bert"


def test_giving_up_uses_the_turn_where_the_storyteller_says_so() -> None:
    """S7: if the Storyteller says so, giving up ends the slot, and the next character acts."""
    fight = wounded()
    fight.does(ST, LetGiveUp("anna"))
    fight.does(ST, LetGiveUp("anna", costs_turn=True))
    assert "already" in fight.refused(ST, LetGiveUp("anna", costs_turn=True))
    (offer,) = offers(fight, ANNA)
    assert english(offer.hint) == "a chance roll; giving up uses your turn"
    fight.does("anna", AbandonAction("anna"))
    slot = fight.full.get(Slot, "anna")
    assert slot is not None
    assert (slot.status, fight.now) == ("acted", "bert")
    assert not fight.seen("GivingUp", ST)


def test_only_a_chance_roll_is_given_up() -> None:
    """S5, S7: a pool with dice cannot be given up, nor a pool that an open modifier has enlarged."""
    fight = wounded()
    fight.does(ST, LetGiveUp("anna"))
    fight.does(ST, ModifyNextRoll("anna", 5, "open"))
    for seat, command in ((ANNA, AbandonAction("anna")), (ST, LetGiveUp("anna"))):
        assert "chance roll" in fight.refused(seat, command)
    assert not offers(fight)
    assert not offers(fight, ANNA)


def test_hidden_dice_make_no_chance_roll_that_a_player_could_see() -> None:
    """S7, X2: a chance roll caused by a hidden modifier cannot be given up, and is offered to no seat."""
    fight = wounded()
    fight.does(ST, SetHealth("anna"))
    fight.does(ST, ModifyNextRoll("anna", -5, "hidden"))
    assert not offers(fight)
    assert "chance roll" in fight.refused(ST, LetGiveUp("anna"))


def test_only_the_player_and_the_storyteller_know_of_the_offer() -> None:
    """S7: only the player and the Storyteller know of the offer, because it reveals the character's dice."""
    fight = wounded()
    before = fight.dump(WATCHER)
    fight.does(ST, LetGiveUp("anna"))
    assert fight.dump(WATCHER) == before
    assert [type(fact.event) for fact in fight.facts][-1] is GivingUpAllowed


def test_the_offer_is_for_this_action_and_this_turn() -> None:
    """S7: the permission ends with the turn, and passes to the new player on a hand-over."""
    fight = wounded()
    fight.does(ST, LetGiveUp("anna"))
    fight.does(ST, HandOver("anna", "BERT"))
    assert fight.view("bert").get(GivingUp, "anna") is not None
    assert fight.view("anna").get(GivingUp, "anna") is None
    fight.does(ST, StartTurn())
    assert not fight.seen("GivingUp", ST)


def test_the_storyteller_gives_up_for_her_own_characters() -> None:
    """S7, G0: the Storyteller gives up for her own characters without permission, but not for a player's character."""
    fight = wounded(TWO.replace("anna ", "anna npc"))
    assert "yourself" in fight.refused(ST, LetGiveUp("anna"))
    (offer,) = offers(fight)
    assert english(offer.label) == "anna: Give up: Melee attack (S7)"
    fight.does(ST, AbandonAction("anna"))
    assert [english(event.how) for event in fight.told(ActionAbandoned)] == ["Melee attack"]
    assert fight.full.get(Declaration, "anna") is None
    assert "(S7)" in wounded().refused(ST, AbandonAction("anna"))


def test_where_rules_know_no_chance_die_nothing_is_given_up() -> None:
    """S5, S7: without a chance die in the rules, an empty classic pool cannot be rolled (D19) or given up."""
    fight = Fight(TWO.replace("Wits", "Intuition"), declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.does(ST, SetHealth("anna", lethal=6))
    assert not offers(fight)
    assert "(S7)" in fight.refused(ST, LetGiveUp("anna"))


def test_the_hint_of_an_action_lists_its_parts_in_the_order_of_the_roll() -> None:
    """S1: the button and the roll list traits and bonuses before penalties, including wounds and a missing skill."""
    fight = Fight(
        "anna  Intuition 1 Strength 4 Dexterity 3 Wits 2 +knife\nbert  Wits 1",
        rules="storytelling",
        declare="any-order",
    )
    fight.arms("anna", "knife")
    fight.does(ST, SetHealth("anna", lethal=3))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.does(ST, ModifyNextRoll("anna", 2, "open", "luck"))
    (offer,) = fight.offers("anna", TakeAction)
    fight.acts("anna", 0)
    parts = fight.rolls()[-1].parts
    assert [dice < 0 for _, dice in parts] == sorted(dice < 0 for _, dice in parts)
    assert any(dice < 0 for _, dice in parts)
    said = " ".join(f"{'−' if dice < 0 else '+'} {label} {abs(dice)}" for label, dice in parts if dice)
    assert offer.hint == said.removeprefix("+ ")
