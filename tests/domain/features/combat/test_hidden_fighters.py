"""The actions of a hidden character in a fight, and the facts that the table learns of them (X4, I2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.event import Event
from domain.features.actions.declaration import Declaration
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.set_health import Wound, WoundCaused
from domain.features.characters.wounds import WoundTaken
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import EndTurn, LeaveTurns, StartTurn, StartTurns, StopTurns
from domain.features.combat.yield_slot import Yield
from domain.records.blow import Blow
from tests.domain.fight import ST, WATCHER, Fight, act

AMBUSH = """
    anna   Intuition 2 Dexterity 2 Dodge 3 Strength 2 Unarmed 2 Endurance 2
    bert   Intuition 2 Dexterity 2 Dodge 2 Strength 2 Unarmed 2 Endurance 2
    ghost  hidden  Intuition 2 Dexterity 2 Strength 4 Unarmed 2
"""


def ambush(ghost: int = 2, **switches: str) -> Fight:
    """Anna is faster than Bert; the ghost has this many successes. Anna and Bert have declared a dodge."""
    fight = Fight(AMBUSH, declare="any-order", **switches)
    fight.starts(anna=3, bert=1, ghost=ghost)
    fight.declares("ghost", act("attack", "anna"))
    fight.declares("anna", act("dodge"))
    fight.declares("bert", act("dodge"))
    return fight


def test_a_hidden_attack_shows_the_wound_and_nothing_else() -> None:
    """X4: the table sees only the wound; attack, damage and soak rolls stay with the Storyteller, and no dodge is
    used up."""
    fight = ambush()
    fight.acts("anna")
    before = fight.dump(WATCHER)
    facts = fight.acts("ghost", 2, 3, 1)
    assert [type(fact.event) for fact in facts if fact.audience == EVERYONE] == [WoundTaken]
    assert fight.story()[-1] == "Anna takes 2 bashing wounds: Hurt."
    assert fight.health("anna") == fight.health("anna", ST) == (2, 0, 0)
    assert len(fight.dump(WATCHER)) == len(before) + 1
    assert "ghost" not in repr(fight.dump(WATCHER))


def test_a_hidden_miss_leaves_no_trace() -> None:
    """X4: a hidden miss, and a hidden hit that is fully soaked, send nothing to the table."""
    for rolls in ((0,), (2, 0), (1, 1, 1)):
        fight = ambush()
        fight.acts("anna")
        before = fight.dump(WATCHER)
        facts = fight.acts("ghost", *rolls)
        assert {fact.audience for fact in facts} == {STORYTELLER}
        assert fight.dump(WATCHER) == before


def test_the_marker_neither_stops_at_nor_waits_for_a_hidden_one() -> None:
    """I2, X4: the marker moves from Anna to Bert past the ghost, which may act from then until the turn is over."""
    fight = ambush()
    assert "anna acts now" in fight.refused("ghost", TakeAction("ghost"))
    fight.acts("anna")
    assert fight.now == "bert"
    fight.acts("bert")
    assert fight.now == "over"
    fight.acts("ghost", 0)


def test_all_whom_the_table_sees_may_yield() -> None:
    """I3, X4: a turn can end empty although a hidden character has not yielded, and a hidden character cannot yield."""
    fight = ambush()
    fight.does("anna", Yield("anna"))
    assert "Hidden characters cannot yield" in fight.refused("ghost", Yield("ghost"))
    fight.does("bert", Yield("bert"))
    assert fight.now == "over"
    fight.acts("ghost", 0)


def test_where_turns_advance_by_themselves_a_hidden_one_keeps_its_chance() -> None:
    """X4: the next turn does not wait for the ghost, which may still act on its old declaration, and then declare
    again."""
    fight = ambush(ghost=0, turns="automatic")
    fight.acts("anna")
    fight.acts("bert")
    assert fight.now == "declaring"
    fight.acts("ghost", 0)
    fight.refused("ghost", TakeAction("ghost"))
    fight.declares("ghost", act("attack", "bert"))
    fight.declares("bert")
    fight.declares("anna")
    fight.acts("anna")
    fight.acts("bert")


def yields(fight: Fight) -> None:
    """Reveal the ghost, let it yield, and hide it again."""
    fight.does(ST, RevealCharacter("ghost"))
    fight.does("ghost", Yield("ghost"))
    fight.does(ST, HideCharacter("ghost"))


def leaves(fight: Fight) -> None:
    fight.does(ST, LeaveTurns("ghost"))


@pytest.mark.parametrize(
    ("before", "after", "ending"),
    [
        (yields, None, EndTurn()),
        (yields, None, TakeAction("bert")),
        (None, leaves, TakeAction("bert")),
    ],
)
def test_a_hidden_attack_that_the_next_turn_would_drop_is_broken_off(
    before: Callable[[Fight], None] | None, after: Callable[[Fight], None] | None, ending: Command
) -> None:
    """T1, X4: if turns advance automatically and a hidden attacker cannot finish its attack, only the Storyteller
    reads that the attack is lost."""
    fight = ambush(ghost=4, turns="automatic")
    fight.does(ST, PaceAttacks(step_by_step=True))
    if before is not None:
        before(fight)
    fight.acts("anna")
    fight.acts("ghost")
    if after is not None:
        after(fight)
    assert [blow.by for blow in fight.full.all(Blow)] == ["ghost"]
    fight.does("bert" if isinstance(ending, TakeAction) else ST, ending)
    assert fight.now == "declaring"
    assert not list(fight.full.all(Blow))
    said = "Ghost: Melee attack is lost. The turn ended first (T1)."
    assert (fight.story(ST).count(said), fight.story().count(said)) == (1, 0)


@pytest.mark.parametrize("ending", [EndTurn(), StartTurn(), TakeAction("bert")])
def test_a_hidden_one_that_yielded_has_lost_what_it_declared(ending: Command) -> None:
    """X4, I2: if a hidden character yielded before, the Storyteller reads once that it did not get to act, also with
    automatic turns."""
    fight = ambush(ghost=4, turns="automatic")
    yields(fight)
    fight.acts("anna")
    fight.does("bert" if isinstance(ending, TakeAction) else ST, ending)
    assert fight.full.get(Declaration, "ghost") is None
    said = "Ghost did not get to act."
    assert (fight.story(ST).count(said), fight.story().count(said)) == (1, 0)


def test_a_wound_from_nowhere() -> None:
    """X4, C30: the Storyteller wounds a character by a hidden cause: everybody sees the wound, and only she the
    cause."""
    fight = ambush()
    facts = fight.does(ST, Wound("anna", 2, "lethal", by="ghost", text="A bullet from the roof."))
    assert [(fact.audience, type(fact.event)) for fact in facts] == [
        (STORYTELLER, WoundCaused), (EVERYONE, WoundTaken)
    ]  # fmt: skip
    assert fight.story()[-1] == "Anna takes 2 lethal wounds: Hurt."
    assert "Ghost wounds Anna. A bullet from the roof." in fight.story(ST)
    for who in (ST, WATCHER, "anna", "bert"):
        assert fight.health("anna", fight.seat(who) if isinstance(who, str) else who) == (0, 2, 0)


def test_an_open_wound_has_an_open_cause() -> None:
    """G1, C30: if the attacker is visible, everybody reads the cause; only the Storyteller can decree a wound."""
    fight = ambush()
    fight.does(ST, Wound("anna", 1, "bashing", by="bert"))
    assert fight.story()[-2:] == ["Bert wounds Anna.", "Anna takes 1 bashing wound: Bruised."]
    assert "Only the Storyteller" in fight.refused("anna", Wound("bert", 1))
    (option,) = fight.offers(ST, Wound)
    assert (option.inputs[0].least, option.inputs[0].default) == (1, ""), "she chooses who is wounded"


def test_a_hidden_target_is_never_named_in_a_declaration() -> None:
    """X4: a player gets the same refusal for a hidden target as for an unknown name; the Storyteller is told that
    the target is hidden."""
    fight = Fight(AMBUSH + "thug npc Intuition 1 Strength 1", declare="any-order")
    fight.starts(anna=3, bert=1, thug=0, ghost=2)
    hidden = fight.refused("anna", DeclareAction("anna", (act("attack", "ghost"),)))
    assert hidden == fight.refused("anna", DeclareAction("anna", (act("attack", "nobody"),)))
    assert "is hidden" in fight.refused(ST, DeclareAction("thug", (act("attack", "ghost"),)))


def test_a_hidden_declaration_is_the_storytellers() -> None:
    """I2, X4: the ghost's declaration belongs to the Storyteller until the reveal; then everybody reads it."""
    fight = ambush()
    assert fight.view(WATCHER).get(Declaration, "ghost") is None
    fight.does(ST, RevealCharacter("ghost"))
    assert fight.view(WATCHER).get(Declaration, "ghost") == fight.full.get(Declaration, "ghost")


def test_nobody_is_offered_what_is_hidden() -> None:
    """X4: no option of a player names a hidden character, as actor or as target."""
    fight = ambush()
    for command in (DeclareAction, TakeAction, Wound):
        assert "ghost" not in repr(fight.offers("anna", command))


@pytest.mark.parametrize("on", ["anna", "bert"])
@pytest.mark.parametrize("steps", [((0,),), ((2,), (), (0,), (), (), ())])
def test_an_attack_that_nobody_sees_ends_no_slot_that_all_see(on: str, steps: tuple[tuple[int, ...], ...]) -> None:
    """X4, I2: two tables that differ only in a harmless hidden attack look alike to a spectator after each step,
    even if the character on its slot has only a defence left; that slot ends when its player says so."""

    def world(attacks: bool) -> Iterator[tuple[str, list[Event]]]:
        fight = Fight(AMBUSH.replace("anna ", "anna Fate:1 "), declare="any-order")
        fight.starts(anna=3, bert=1, ghost=4)
        fight.does(ST, PaceAttacks(step_by_step=True))
        fight.declares("ghost", act("attack", on))
        fight.declares("bert")
        fight.declares("anna", act("attack", "bert", dice=2), act("attack", "bert", dice=2))
        fight.acts("anna")
        fight.goes_on(0)
        fight.does("anna", ChangeAction("anna", act("dodge")), 1)
        for rolls in (None, *steps):
            if not attacks:
                fight.skip()
            elif rolls is None:
                fight.acts("ghost")
            else:
                fight.goes_on(*rolls)
            yield fight.now, public(fight)
        assert not list(fight.full.all(Blow))
        fight.acts("anna")
        yield fight.now, public(fight)

    with_it = list(world(attacks=True))
    assert with_it == list(world(attacks=False))
    assert [now for now, _ in with_it] == ["anna"] * (len(steps) + 1) + ["bert"]


def public(fight: Fight) -> list[Event]:
    """Return the events that everybody has received."""
    told = [fact.event for fact in fight.facts if fact.audience == EVERYONE]
    return [event for event in told if type(event).__name__ != "SceneOpened"]


STEPS = st.lists(
    st.tuples(st.sampled_from(["anna", "bert", "ghost"]), st.sampled_from(["attack", "dodge", "act", "yield", "end"])),
    max_size=30,
)


@pytest.mark.parametrize("turns", ["storyteller", "automatic"])
@given(steps=STEPS)
def test_the_turns_run_alike_with_and_without_an_idle_hidden_one(turns: str, steps: list[tuple[str, str]]) -> None:
    """X4, I2: two tables that differ only in a hidden character that harms no visible character send a spectator the
    same facts."""

    def seen(ghost: bool) -> list[Event]:
        cast = AMBUSH if ghost else AMBUSH.replace("ghost", "#").partition("#")[0]
        fight = Fight(cast, declare="any-order", turns=turns)
        fight.tries(ST, StartTurns())
        for who, step in steps:
            if who != "ghost" or (ghost and step not in ("attack", "end")):
                fight.tries(fight.seat(who) if step != "end" else ST, wish(who, step))
            else:
                fight.skip()
        fight.tries(ST, StopTurns())
        return public(fight)

    assert seen(ghost=True) == seen(ghost=False)


def wish(who: str, step: str) -> Command:
    """Return the command for a step of a turn."""
    other = "bert" if who == "anna" else "anna"
    return {
        "attack": DeclareAction(who, (act("attack", other),)),
        "dodge": DeclareAction(who, (act("dodge"),)),
        "act": TakeAction(who),
        "yield": Yield(who),
        "end": EndTurn() if who == "anna" else StartTurn(),
    }[step]
