"""The details of a manoeuvre come from clients, and are checked before any code reads them (FLT25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.refusal import Refusal
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import details, possible_targets
from domain.features.actions.aim_points import SetSpot
from domain.features.actions.available import is_open
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend
from domain.features.combat.turn_commands import StartTurn
from domain.features.combat.yield_slot import Yield
from domain.manoeuvre import Manoeuvre
from domain.records.blow import Blow
from domain.rules.declared_action import Action, Actions
from server.http.odds import foreseen
from tests.domain.fight import ST, Fight, act

CAST = """
    anna  vampire Intuition 2 Fate:5 Willpower:5 Blood:8 Celerity 2 Strength 4 Dexterity 4 Athletics 3 Unarmed 3 \
Brawl 3 Melee 3 Target 3 Firearms 3 Dodge 2 Perception 3 Alertness 3 \
!fangs !claws-lethal +knife +stake +bow +pistol +revolver +staff
    bert  Intuition 1 Strength 2 Unarmed 1 Brawl 1 Dexterity 3 Dodge 2 Endurance 3 +knife
"""
WRONG = ("SECRET-CANARY", "-1", "1_0", "²", "٣", "9" * 200)
"""Values that no detail of any manoeuvre accepts; `int` accepts some of them."""
DETAILS = (
    "at_once", "called_armour", "called_damage", "called_spot", "clinch", "dice", "distance", "first", "second",
    "spent", "weapon", "no_such_detail",
)  # fmt: skip
"""The names of all details of all manoeuvres, and an unknown name."""


def begun() -> Fight:
    """A fight in which Anna comes first."""
    fight = Fight(CAST, declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1)
    return fight


def standing() -> Fight:
    """A fight with a place for called shots."""
    fight = begun()
    fight.does(ST, SetSpot("the knee", text="It gives way."))
    return fight


def lying() -> Fight:
    """A fight in which Anna is prone."""
    fight = begun()
    fight.does(ST, SetCondition("anna", "prone"))
    return fight


def clinched() -> Fight:
    """A fight in which Anna has clinched Bert the turn before."""
    fight = begun()
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert")
    fight.acts("anna", 3)
    fight.acts("bert")
    fight.does(ST, StartTurn())
    return fight


SITUATIONS = (standing, lying, clinched)


def answered_wrongly(fight: Fight, chosen: Manoeuvre) -> Iterator[Action]:
    """Generate a manoeuvre's action with each wrong value for each known detail, with and without a pool, correct
    otherwise."""
    targets = tuple(face.id for face in possible_targets(fight.view("anna"), "anna", chosen))[: chosen.targets[0]]
    pools = ("", *(" + ".join(pool) for pool in chosen.pools[:1] if chosen.pool_is_chosen))
    for name in DETAILS:
        for word in WRONG:
            for traits in pools:
                yield Action(chosen.name, targets, traits, text="waits", details=((name, word),))


def refusal(fight: Fight, command: Command) -> str:
    """Return the code with which Anna's player is refused the forecast of a command, which is checked like the
    command."""
    with pytest.raises(Refusal) as refused:
        foreseen(fight.view("anna"), command)
    return refused.value.code


def test_these_commands_carry_an_action() -> None:
    """Only these two commands have details."""
    carry = {
        type_
        for type_ in catalogue().commands.values()
        for field in msgspec.structs.fields(type_)
        if field.type in (Action, Actions)
    }
    assert carry == {DeclareAction, ChangeAction}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_wrong_word_in_any_detail_is_refused(situation: Callable[[], Fight]) -> None:
    """A wrong detail is refused in a declaration, alone or beside a second action, and in a change; where the
    manoeuvre is open, the refusal is about the detail."""
    fight, changing = situation(), situation()
    free = is_open(fight.view("anna"), "anna", manoeuvre("free"))
    usual = act("free", text="looks on") if free else act("hurt")
    changing.declares("bert")
    changing.declares("anna", usual)
    for chosen in catalogue().manoeuvres.values():
        declarable, changeable = (is_open(one.view("anna"), "anna", chosen) for one in (fight, changing))
        for action in answered_wrongly(fight, chosen):
            declared = {
                refusal(fight, DeclareAction("anna", (action,))),
                refusal(fight, DeclareAction("anna", (usual, action))),
            }
            assert declared == {"detail"} or not declarable, action
            assert refusal(changing, ChangeAction("anna", action)) == "detail" or not changeable, action


def test_these_are_all_details_and_every_manoeuvre_is_open_somewhere() -> None:
    """The table of details is complete, and every manoeuvre is open in a situation."""
    asked, opened = set(), set()
    for situation in SITUATIONS:
        view = situation().view("anna")
        for chosen in catalogue().manoeuvres.values():
            if is_open(view, "anna", chosen):
                opened.add(chosen.name)
                asked |= {wanted.name for wanted in details(view, "anna", chosen)}
    assert opened == set(catalogue().manoeuvres)
    assert asked | {"clinch", "dice"} == set(DETAILS) - {"no_such_detail"}


def test_a_wrong_word_for_a_defence_is_refused() -> None:
    """I5, C21: wrong values for a defence are refused in an abort and in the choice of a defence."""
    fight = standing()
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("dodge", dice=3), act("attack", "bert", dice=3))
    fight.does("anna", Yield("anna"))
    fight.acts("bert", 2)
    (blow,) = fight.full.all(Blow)
    assert foreseen(fight.view("anna"), AbortAction("anna", "dodge", 1)) is None
    assert foreseen(fight.view("anna"), Defend(blow.id, 0, "dodge")) is None
    for word in (*WRONG, "attack", "free"):
        assert refusal(fight, AbortAction("anna", word, 1)) in {"abort-to-a-defence", "no-such-manoeuvre"}
        assert refusal(fight, AbortAction("anna", "dodge", 1, word)) == "no-such-pool"
        assert refusal(fight, Defend(blow.id, 0, word)) == "no-matching-defence"
    for place in (2, 100):
        assert refusal(fight, AbortAction("anna", "dodge", place)) == "no-action-to-abort"
        assert refusal(fight, Defend(blow.id, place, "dodge")) == "no-matching-defence"
