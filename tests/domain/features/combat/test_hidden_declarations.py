"""Declarations that are hidden until all are in, and then opened together (I2, switch `declarations`)."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, Seat, seats
from domain.features.actions.declaration import Declaration, Declared, HasDeclared, Plan
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.combat.abort_action import AbortAction, AbortFailed
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import BeginActing, EndTurn, LeaveTurns, StartTurn, StopTurns
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.rules.declared_action import Action
from tests.domain.fight import ST, WATCHER, Fight, act

FOUR = """
    anna   Intuition 2 Dexterity 3 Dodge 2 Strength 3 Unarmed 2 Endurance 2 Fate:2
    bert   Intuition 2 Dexterity 2 Dodge 1 Strength 4 Unarmed 2 Endurance 3
    thug   npc     Intuition 1 Dexterity 2 Strength 2 Unarmed 2
    ghost  hidden  Intuition 2 Dexterity 2 Strength 4 Unarmed 2
"""
OTHERS = ("bert", WATCHER)
"""Who may not know what Anna plans."""


def four(declarations: str = "hidden", **switches: str) -> Fight:
    """Bert is the fastest, then the ghost, Anna and the thug."""
    fight = Fight(FOUR, declarations=declarations, **{"declare": "any-order"} | switches)
    fight.starts(anna=1, bert=3, thug=0, ghost=2)
    return fight


def planned(fight: Fight, name: str, who: Seat | str) -> Declaration | None:
    """What somebody can read of what a character has declared."""
    view = fight.view(who)
    return view.get(Plan, name) or view.get(Declaration, name)


def has_declared(fight: Fight, name: str, who: Seat | str = WATCHER) -> bool:
    return fight.view(who).get(HasDeclared, name) is not None


def test_only_that_somebody_has_declared_is_seen() -> None:
    """I2: until all are in, everybody sees who has declared; what, only the player and the Storyteller."""
    fight = four()
    facts = fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=2))
    for who in OTHERS:
        assert has_declared(fight, "anna", who)
        assert planned(fight, "anna", who) is None
    assert "attack" not in repr([fact for fact in facts if fact.audience == EVERYONE])
    for who in (ST, "anna"):
        found = planned(fight, "anna", who)
        assert found is not None
        assert [action.manoeuvre for action in found.actions] == ["attack", "dodge"]
    assert fight.story(fight.seat("anna"))[-1] == "Anna declares melee attack on Bert (3 dice), then dodge (2 dice)."
    assert fight.story(fight.seat("bert"))[-1] == "Turn 1."


def test_all_plans_are_opened_together() -> None:
    """I2: when the last has declared, all is told at once, the highest initiative first, and stands open."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.declares("thug", act("attack", "anna"))
    assert fight.now == "bert"
    assert fight.story()[-3:] == [
        "Bert declares dodge.",
        "Anna declares melee attack on Bert.",
        "Thug declares melee attack on Anna.",
    ]
    for name in ("anna", "bert", "thug"):
        assert fight.view(WATCHER).get(Declaration, name) == fight.full.get(Declaration, name) is not None
    assert not list(fight.full.all(Plan))


@pytest.mark.parametrize(
    ("declarations", "told"),
    [("open", ["DeclarationMade", "Declared"]), ("hidden", ["DeclarationMade"])],
)
def test_open_and_hidden_declarations_say_alike_that_there_is_one(declarations: str, told: list[str]) -> None:
    """I2: under both sides of the switch the table is told that a character has declared; under `open` also what."""
    fight = four(declarations)
    facts = fight.declares("anna", act("dodge"))
    assert [type(fact.event).__name__ for fact in facts if fact.audience == EVERYONE] == told
    assert (planned(fight, "anna", WATCHER) is not None) == (declarations == "open")
    assert "declared" in fight.refused("anna", DeclareAction("anna"))


def test_the_slowest_still_declares_first() -> None:
    """I2: `lowest-first` asks for the next as soon as one has declared, whatever it was."""
    fight = four(declare="lowest-first")
    assert "it is for Thug" in fight.refused("anna", DeclareAction("anna"))
    fight.declares("thug", act("dodge"))
    fight.declares("anna")
    assert {offer.actor for offer in fight.offers("bert", DeclareAction)} == {"bert"}


def test_who_declares_late_declares_openly() -> None:
    """I2, G0: once the Storyteller lets the table act, what was planned is open, and what is declared now is too."""
    fight = four()
    fight.declares("anna", act("dodge"))
    fight.does(ST, BeginActing())
    assert planned(fight, "anna", WATCHER) is not None
    fight.declares("bert", act("attack", "anna"))
    assert planned(fight, "bert", WATCHER) is not None
    assert fight.story()[-2:] == ["Anna declares dodge.", "Bert declares melee attack on Anna."]


@pytest.mark.parametrize("successes", [0, 1])
def test_a_plan_is_aborted_in_secret(successes: int) -> None:
    """I2, I5: at any moment before she acts Anna may abort; while her plan is hidden so are the test and its end."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    seen = {who: fight.dump(fight.seat(who) if isinstance(who, str) else who) for who in OTHERS}
    facts = fight.does("anna", AbortAction("anna", "dodge"), successes)
    assert {fact.audience for fact in facts} == {seats("ANNA")}
    assert seen == {who: fight.dump(fight.seat(who) if isinstance(who, str) else who) for who in OTHERS}
    assert bool(fight.told(AbortFailed)) == (not successes)
    assert "One try a turn" in fight.refused("anna", AbortAction("anna", "dodge"))
    fight.all_pass("thug", "bert")
    declares = "dodge" if successes else "melee attack on Bert"
    assert f"Anna declares {declares}." in fight.story()


def test_a_change_comes_after_the_opening() -> None:
    """I4: on the own slot, when all is open, a declaration is changed as always."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("thug", "bert")
    fight.acts("bert")
    fight.does("anna", ChangeAction("anna", act("dodge", dice=3), 2), 1)
    assert fight.story()[-1] == "Anna changes to dodge (3 dice)."


def test_a_hidden_character_plans_for_the_storyteller_alone() -> None:
    """X4, I2: the ghost holds nobody up, and what it plans is opened to nobody."""
    fight = four()
    fight.declares("ghost", act("attack", "anna"))
    fight.all_pass("anna", "bert", "thug")
    assert fight.now == "bert"
    assert "ghost" not in repr(fight.dump(WATCHER))
    assert fight.full.get(Declaration, "ghost") is not None
    fight.acts("bert")
    fight.acts("ghost", 0)


def test_who_appears_while_all_declare_keeps_the_plan_to_itself() -> None:
    """X4, I2: revealed in time the ghost has declared in the eyes of all; what, they learn with the others."""
    fight = four()
    fight.declares("ghost", act("attack", "anna"))
    fight.does(ST, RevealCharacter("ghost"))
    assert has_declared(fight, "ghost")
    assert planned(fight, "ghost", WATCHER) is None
    fight.all_pass("anna", "bert", "thug")
    assert "Ghost declares melee attack on Anna." in fight.story()
    assert planned(fight, "ghost", WATCHER) is not None


def test_who_vanishes_with_a_plan_takes_it_along() -> None:
    """X4, I2: a hidden character is waited for no longer, and its plan is not opened; back again, it stands open."""
    fight = four()
    fight.declares("thug", act("attack", "anna"))
    fight.all_pass("anna")
    fight.does(ST, HideCharacter("thug"))
    assert not has_declared(fight, "thug")
    fight.all_pass("bert")
    assert fight.now == "bert"
    assert planned(fight, "thug", WATCHER) is None
    fight.does(ST, RevealCharacter("thug"))
    assert planned(fight, "thug", WATCHER) is not None


@pytest.mark.parametrize("end", [EndTurn(), None])
@pytest.mark.parametrize("turns", ["storyteller", "automatic"])
def test_a_turn_that_ends_before_all_are_in_opens_nothing(turns: str, end: EndTurn | None) -> None:
    """I2: what was planned for a turn that never came is told to nobody, and forgotten by all."""
    fight = four(turns=turns)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("thug", act("attack", "bert"))
    if end:
        fight.does(ST, end)
    if not end or turns == "storyteller":
        fight.does(ST, StartTurn())
    assert fight.now == "declaring"
    assert not fight.told(Declared)
    assert not list(fight.full.all(Plan))
    assert not list(fight.full.all(HasDeclared))
    fight.declares("anna", act("dodge"))
    assert planned(fight, "anna", "anna") is not None


def test_a_hidden_character_acts_on_its_plan_when_a_turn_ends_early() -> None:
    """X4, I2: the ghost may still do what it declared, in the turn that is over or (`automatic`) the one after."""
    for turns in ("storyteller", "automatic"):
        fight = four(turns=turns)
        fight.declares("ghost", act("attack", "anna"))
        fight.does(ST, EndTurn())
        fight.acts("ghost", 0)
        assert "not this character's time" in fight.refused("ghost", TakeAction("ghost"))
        if turns == "automatic":
            fight.declares("ghost", act("attack", "bert"))


def asked(fight: Fight) -> set[str]:
    """Those whose declarations the Storyteller is asked for."""
    return {option.actor for option in fight.offers(ST, DeclareAction) if option.urgent}


def test_the_storyteller_is_asked_for_a_hidden_one_in_its_time() -> None:
    """X4, I2: nobody waits for it, so she would forget it. To declare in its place among the others, as soon as all
    slower ones have; and when its slot was reached, to the end of the turn. Nobody else is asked for anything."""
    fight = four("open", declare="lowest-first")  # Bert is the fastest, then the ghost, Anna and the thug
    assert asked(fight) == {"thug"}
    fight.declares("thug", act("free", text="waits"))
    assert asked(fight) == {"anna"}
    fight.declares("anna", act("free", text="waits"))
    assert asked(fight) == {"bert", "ghost"}
    fight.declares("bert", act("free", text="waits"))
    assert (fight.now, asked(fight)) == ("bert", set())
    fight.acts("bert")
    assert (fight.now, asked(fight)) == ("anna", {"ghost"})
    fight.acts("anna")
    fight.acts("thug")
    assert asked(fight) == {"ghost"}
    fight.declares("ghost")
    assert asked(fight) == set()


def test_where_all_may_declare_at_once_a_hidden_one_is_asked_for_at_once() -> None:
    """X4, I2: there it has no place among the others to wait for."""
    fight = four("open", declare="any-order")
    assert asked(fight) == {"anna", "bert", "thug", "ghost"}
    fight.declares("bert", act("free", text="waits"))  # the others are slower than the ghost
    assert asked(fight) == {"anna", "thug", "ghost"}
    fight.declares("ghost", act("free", text="waits"))
    assert asked(fight) == {"anna", "thug"}


def test_stopping_turns_leaves_no_plan_behind() -> None:
    """T1, I2: once turns stop, nobody has declared anything."""
    fight = four()
    for name in ("anna", "thug", "ghost"):
        fight.declares(name, act("attack", "bert"))
    fight.does(ST, StopTurns())
    assert not [record for record in fight.dump() if isinstance(record, (HasDeclared, Declaration))]


def test_who_leaves_takes_the_plan_along() -> None:
    """I2: a character that is gone is not waited for, and what it planned is told to nobody."""
    fight = four()
    fight.declares("anna", act("attack", "thug"))
    fight.declares("thug", act("attack", "bert"))
    fight.does(ST, RemoveCharacter("anna"))
    assert not list(fight.view("anna").all(Plan))
    fight.does(ST, LeaveTurns("bert"))
    assert fight.now == "thug"
    assert [declared.id for declared in fight.told(Declared)] == ["thug"]


@pytest.mark.parametrize(
    "plan",
    [(), (act("attack", "anna"),), (act("attack", "anna"), act("free", text="shouts"), act("free", text="runs"))],
)
def test_the_number_of_actions_is_hidden_too(plan: tuple[Action, ...]) -> None:
    """I2: whether Bert plans nothing, one thing or three, Anna is told the same."""
    fight = four()
    told = [fact for fact in fight.declares("bert", *plan) if fight.seat("anna").reads(fact.audience)]
    assert fight.full.audience_of(Plan, "bert") == seats("BERT")
    plain = four()
    assert told == [fact for fact in plain.declares("bert") if plain.seat("anna").reads(fact.audience)]
