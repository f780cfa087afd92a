"""What a hidden character does in a fight, and what the table may know of it (X4, I2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.command import Command
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
    """Anna is faster than Bert; the ghost has so many successes. Anna and Bert have declared to dodge."""
    fight = Fight(AMBUSH, declare="any-order", **switches)
    fight.starts(anna=3, bert=1, ghost=ghost)
    fight.declares("ghost", act("attack", "anna"))
    fight.declares("anna", act("dodge"))
    fight.declares("bert", act("dodge"))
    return fight


def test_a_hidden_attack_shows_the_wound_and_nothing_else() -> None:
    """X4: the table reads of one wound; attack, damage and soak are the Storyteller's, and no dodge is used up."""
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
    """X4: neither a miss nor a blow that is soaked tells anybody anything."""
    for rolls in ((0,), (2, 0), (1, 1, 1)):
        fight = ambush()
        fight.acts("anna")
        before = fight.dump(WATCHER)
        facts = fight.acts("ghost", *rolls)
        assert {fact.audience for fact in facts} == {STORYTELLER}
        assert fight.dump(WATCHER) == before


def test_the_marker_neither_stops_at_nor_waits_for_a_hidden_one() -> None:
    """I2, X4: it goes from Anna to Bert past the ghost, which may act from there on until the turn is over."""
    fight = ambush()
    assert "slot of Anna" in fight.refused("ghost", TakeAction("ghost"))
    fight.acts("anna")
    assert fight.now == "bert"
    fight.acts("bert")
    assert fight.now == "over"
    fight.acts("ghost", 0)


def test_all_whom_the_table_sees_may_yield() -> None:
    """I3, X4: a hidden one keeps no turn from ending empty, and yields nothing itself."""
    fight = ambush()
    fight.does("anna", Yield("anna"))
    assert "Nobody waits" in fight.refused("ghost", Yield("ghost"))
    fight.does("bert", Yield("bert"))
    assert fight.now == "over"
    fight.acts("ghost", 0)


def test_where_turns_advance_by_themselves_a_hidden_one_keeps_its_chance() -> None:
    """X4: the next turn does not wait for the ghost, which may still do what it declared, and then declare anew."""
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
    """The ghost is seen for as long as it takes to let the others go first."""
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
    """T1, X4: where turns advance by themselves, and who struck from hiding has no more chance to go on with it, the
    Storyteller reads that it is lost; of those who never saw it nobody does."""
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
    """X4, I2: where turns advance by themselves, too, the Storyteller reads once that it did not get to act."""
    fight = ambush(ghost=4, turns="automatic")
    yields(fight)
    fight.acts("anna")
    fight.does("bert" if isinstance(ending, TakeAction) else ST, ending)
    assert fight.full.get(Declaration, "ghost") is None
    said = "Ghost did not get to act."
    assert (fight.story(ST).count(said), fight.story().count(said)) == (1, 0)


def test_a_wound_from_nowhere() -> None:
    """X4, C30: the Storyteller has something hidden wound somebody: one wound for all, the cause for her alone."""
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
    """G1, C30: who wounds whom is everybody's where all can be seen; only the Storyteller decrees it."""
    fight = ambush()
    fight.does(ST, Wound("anna", 1, "bashing", by="bert"))
    assert fight.story()[-2:] == ["Bert wounds Anna.", "Anna takes 1 bashing wound: Bruised."]
    assert "Only the Storyteller" in fight.refused("anna", Wound("bert", 1))


def test_a_hidden_target_is_never_named_in_a_declaration() -> None:
    """X4: to a player a hidden target is as absent as one that never was; the Storyteller is told why not."""
    fight = Fight(AMBUSH + "thug npc Intuition 1 Strength 1", declare="any-order")
    fight.starts(anna=3, bert=1, thug=0, ghost=2)
    hidden = fight.refused("anna", DeclareAction("anna", (act("attack", "ghost"),)))
    assert hidden == fight.refused("anna", DeclareAction("anna", (act("attack", "nobody"),)))
    assert "is hidden" in fight.refused(ST, DeclareAction("thug", (act("attack", "ghost"),)))


def test_a_hidden_declaration_is_the_storytellers() -> None:
    """I2, X4: until the ghost is revealed; then it stands open like the others."""
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
    """X4, I2: two tables that differ only in an attack from hiding, which does no harm, look alike to a watcher after
    each of its steps, though who is at it has begun and has only a defence left; that slot ends when its player says
    so."""

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
    """What everybody was told."""
    told = [fact.event for fact in fight.facts if fact.audience == EVERYONE]
    return [event for event in told if type(event).__name__ != "SceneOpened"]


STEPS = st.lists(
    st.tuples(st.sampled_from(["anna", "bert", "ghost"]), st.sampled_from(["attack", "dodge", "act", "yield", "end"])),
    max_size=30,
)


@pytest.mark.parametrize("turns", ["storyteller", "automatic"])
@given(steps=STEPS)
def test_the_turns_run_alike_with_and_without_an_idle_hidden_one(turns: str, steps: list[tuple[str, str]]) -> None:
    """X4, I2: two tables that differ only in a hidden character who hurts nobody tell a watcher the same facts."""

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
    """One of the things that may happen in a turn."""
    other = "bert" if who == "anna" else "anna"
    return {
        "attack": DeclareAction(who, (act("attack", other),)),
        "dodge": DeclareAction(who, (act("dodge"),)),
        "act": TakeAction(who),
        "yield": Yield(who),
        "end": EndTurn() if who == "anna" else StartTurn(),
    }[step]
