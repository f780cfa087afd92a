"""Declarations that stay hidden until all have declared, and then open together (I2, switch `declarations`)."""

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
"""Seats that may not read Anna's hidden declaration."""


def four(declarations: str = "hidden", **switches: str) -> Fight:
    """A fight in which Bert is the fastest, then the ghost, Anna and the thug."""
    fight = Fight(FOUR, declarations=declarations, **{"declare": "any-order"} | switches)
    fight.starts(anna=1, bert=3, thug=0, ghost=2)
    return fight


def planned(fight: Fight, name: str, who: Seat | str) -> Declaration | None:
    """Return the part of a character's declaration that this seat reads."""
    view = fight.view(who)
    return view.get(Plan, name) or view.get(Declaration, name)


def has_declared(fight: Fight, name: str, who: Seat | str = WATCHER) -> bool:
    return fight.view(who).get(HasDeclared, name) is not None


def test_only_that_somebody_has_declared_is_seen() -> None:
    """I2: until all have declared, everybody sees that a character has declared; only its player and the Storyteller
    see its actions."""
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
    assert fight.story(fight.seat("anna"))[-1] == "Anna declares: Melee attack on Bert (3 dice), then Dodge (2 dice)."
    assert fight.story(fight.seat("bert"))[-1] == "Turn 1."


def test_all_plans_are_opened_together() -> None:
    """I2: after the last declaration all are opened at once, the highest initiative first, and stay open."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.declares("thug", act("attack", "anna"))
    assert fight.now == "bert"
    assert fight.story()[-3:] == [
        "Bert declares: Dodge.",
        "Anna declares: Melee attack on Bert.",
        "Thug declares: Melee attack on Anna.",
    ]
    for name in ("anna", "bert", "thug"):
        assert fight.view(WATCHER).get(Declaration, name) == fight.full.get(Declaration, name) is not None
    assert not list(fight.full.all(Plan))


@pytest.mark.parametrize(
    ("declarations", "told"),
    [("open", ["DeclarationMade", "Declared"]), ("hidden", ["DeclarationMade"])],
)
def test_open_and_hidden_declarations_say_alike_that_there_is_one(declarations: str, told: list[str]) -> None:
    """I2: under both values of the switch the table learns that a character has declared; under `open` also its
    actions."""
    fight = four(declarations)
    facts = fight.declares("anna", act("dodge"))
    assert [type(fact.event).__name__ for fact in facts if fact.audience == EVERYONE] == told
    assert (planned(fight, "anna", WATCHER) is not None) == (declarations == "open")
    assert "declared" in fight.refused("anna", DeclareAction("anna"))


def test_the_slowest_still_declares_first() -> None:
    """I2: `lowest-first` prompts the next character after each declaration, even an empty declaration."""
    fight = four(declare="lowest-first")
    assert "Wait until thug has declared" in fight.refused("anna", DeclareAction("anna"))
    fight.declares("thug", act("dodge"))
    fight.declares("anna")
    assert {offer.actor for offer in fight.offers("bert", DeclareAction)} == {"bert"}


def test_who_declares_late_declares_openly() -> None:
    """I2, G0: when the Storyteller begins the acting early, hidden declarations open, and each later declaration is
    open."""
    fight = four()
    fight.declares("anna", act("dodge"))
    fight.does(ST, BeginActing())
    assert planned(fight, "anna", WATCHER) is not None
    fight.declares("bert", act("attack", "anna"))
    assert planned(fight, "bert", WATCHER) is not None
    assert fight.story()[-2:] == ["Anna declares: Dodge.", "Bert declares: Melee attack on Anna."]


@pytest.mark.parametrize("successes", [0, 1])
def test_a_plan_is_aborted_in_secret(successes: int) -> None:
    """I2, I5: Anna may abort at any time before she acts; while her declaration is hidden, so are the test and its
    result."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    seen = {who: fight.dump(fight.seat(who) if isinstance(who, str) else who) for who in OTHERS}
    facts = fight.does("anna", AbortAction("anna", "dodge"), successes)
    assert {fact.audience for fact in facts} == {seats("ANNA")}
    assert seen == {who: fight.dump(fight.seat(who) if isinstance(who, str) else who) for who in OTHERS}
    assert bool(fight.told(AbortFailed)) == (not successes)
    assert "already tried to abort in this turn" in fight.refused("anna", AbortAction("anna", "dodge"))
    fight.all_pass("thug", "bert")
    declares = "Dodge" if successes else "Melee attack on Bert"
    assert f"Anna declares: {declares}." in fight.story()


def test_a_change_comes_after_the_opening() -> None:
    """I4: on its own slot, when all declarations are open, a character changes its action as usual."""
    fight = four()
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("thug", "bert")
    fight.acts("bert")
    fight.does("anna", ChangeAction("anna", act("dodge", dice=3), 2), 1)
    assert fight.story()[-1] == "Anna changes to: Dodge (3 dice)."


def test_a_hidden_character_plans_for_the_storyteller_alone() -> None:
    """X4, I2: the table does not wait for the ghost, and its declaration stays with the Storyteller."""
    fight = four()
    fight.declares("ghost", act("attack", "anna"))
    fight.all_pass("anna", "bert", "thug")
    assert fight.now == "bert"
    assert "ghost" not in repr(fight.dump(WATCHER))
    assert fight.full.get(Declaration, "ghost") is not None
    fight.acts("bert")
    fight.acts("ghost", 0)


def test_who_appears_while_all_declare_keeps_the_plan_to_itself() -> None:
    """X4, I2: a ghost revealed during declaring has visibly declared; its actions open with all declarations."""
    fight = four()
    fight.declares("ghost", act("attack", "anna"))
    fight.does(ST, RevealCharacter("ghost"))
    assert has_declared(fight, "ghost")
    assert planned(fight, "ghost", WATCHER) is None
    fight.all_pass("anna", "bert", "thug")
    assert "Ghost declares: Melee attack on Anna." in fight.story()
    assert planned(fight, "ghost", WATCHER) is not None


def test_who_vanishes_with_a_plan_takes_it_along() -> None:
    """X4, I2: the table no longer waits for a hidden character, and its declaration stays closed; after it is
    revealed again, the declaration is open."""
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
    """I2: if the turn ends before all have declared, hidden declarations are dropped unopened."""
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
    """X4, I2: the ghost may still act on its declaration after the turn is over, or (`automatic`) in the next turn."""
    for turns in ("storyteller", "automatic"):
        fight = four(turns=turns)
        fight.declares("ghost", act("attack", "anna"))
        fight.does(ST, EndTurn())
        fight.acts("ghost", 0)
        assert "acts" in fight.refused("ghost", TakeAction("ghost"))
        if turns == "automatic":
            fight.declares("ghost", act("attack", "bert"))


def asked(fight: Fight) -> set[str]:
    """Return the characters whose declarations the Storyteller is prompted for."""
    return {option.actor for option in fight.offers(ST, DeclareAction) if option.urgent}


def test_the_storyteller_is_asked_for_a_hidden_one_in_its_time() -> None:
    """X4, I2: no seat waits for a hidden character, so the Storyteller is prompted to declare for it as soon as all
    slower ones have declared, and again from its slot to the end of the turn."""
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
    """X4, I2: under `any-order` the Storyteller is prompted at once for the hidden character."""
    fight = four("open", declare="any-order")
    assert asked(fight) == {"anna", "bert", "thug", "ghost"}
    fight.declares("bert", act("free", text="waits"))  # the others are slower than the ghost
    assert asked(fight) == {"anna", "thug", "ghost"}
    fight.declares("ghost", act("free", text="waits"))
    assert asked(fight) == {"anna", "thug"}


def test_stopping_turns_leaves_no_plan_behind() -> None:
    """T1, I2: stopping turns removes all declarations, open and hidden."""
    fight = four()
    for name in ("anna", "thug", "ghost"):
        fight.declares(name, act("attack", "bert"))
    fight.does(ST, StopTurns())
    assert not [record for record in fight.dump() if isinstance(record, (HasDeclared, Declaration))]


def test_who_leaves_takes_the_plan_along() -> None:
    """I2: when a character leaves, the table does not wait for it, and its hidden declaration is dropped."""
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
    """I2: Anna receives the same facts for no declared action of Bert, for a single action and for three."""
    fight = four()
    told = [fact for fact in fight.declares("bert", *plan) if fight.seat("anna").reads(fact.audience)]
    assert fight.full.audience_of(Plan, "bert") == seats("BERT")
    plain = four()
    assert told == [fact for fact in plain.declares("bert") if plain.seat("anna").reads(fact.audience)]
