"""Characters that take no part in the turns: their declarations are dropped, and they break no ties (I1, I2)."""

from __future__ import annotations

import pytest

from domain.features.actions.declaration import Declaration, HasDeclared, Plan
from domain.features.combat.initiative import HadSlot, SetInitiative, Slot
from domain.features.combat.turn_commands import JoinTurns, LeaveTurns, StartTurn
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from tests.domain.fight import ST, Face, Fight, act

CAST = """
    anna  Intuition 2  Dexterity 2  Strength 2
    bert  Intuition 2  Dexterity 2  Strength 2
    cora  Intuition 2  Dexterity 2  Strength 2
"""


def test_who_leaves_the_turns_has_declared_nothing() -> None:
    """I2, G0: a character that leaves the turns loses its declaration, and declares again after its return."""
    fight = Fight(CAST)
    fight.starts(anna=3, bert=2, cora=1)
    fight.declares("cora", act("attack", "anna"))
    fight.does(ST, LeaveTurns("cora"))
    assert not [*fight.full.all(Declaration), *fight.full.all(HasDeclared)]
    fight.does(ST, JoinTurns("cora"))
    fight.declares("cora")


def test_a_hidden_declaration_goes_too() -> None:
    """I2: a hidden declaration is dropped too."""
    fight = Fight(CAST, declarations="hidden", declare="any-order")
    fight.starts(anna=3, bert=2, cora=1)
    fight.declares("cora", act("attack", "anna"))
    fight.does(ST, LeaveTurns("cora"))
    assert not [*fight.full.all(Plan), *fight.full.all(HasDeclared)]


def test_who_takes_no_part_rolls_off_no_tie() -> None:
    """I1: a character outside the turns rolls no tie-break; after its return the tie is broken."""
    fight = Fight(CAST)
    fight.starts(anna=2, bert=1, cora=0)
    fight.does(ST, LeaveTurns("cora"))
    fight.does(ST, SetInitiative("bert", 0))
    assert fight.order() in ("anna bert cora", "anna cora bert")
    fight.does(ST, JoinTurns("cora"), Face(3), Face(8))
    assert fight.order() == "anna cora bert"


@pytest.mark.parametrize(("initiative", "back", "anew"), [("scene", (), ()), ("turn", (3,), (3, 2, 1))])
def test_who_has_had_its_slot_gets_no_second_one_in_that_turn(
    initiative: str, back: tuple[int, ...], anew: tuple[int, ...]
) -> None:
    """I2, M4: a character that acted, left and returned counts as having acted; in the next turn it acts normally."""
    fight = Fight(CAST, initiative=initiative)
    fight.starts(anna=3, bert=2, cora=1)
    fight.all_pass("cora", "bert", "anna")
    fight.acts("anna")
    fight.does(ST, LeaveTurns("anna"))
    fight.does(ST, JoinTurns("anna"), *back)
    assert fight.full.get(Slot, "anna").status == "acted"  # type: ignore[union-attr]
    assert fight.now == "bert"
    fight.does(ST, StartTurn(), *anew)
    assert fight.full.get(Slot, "anna").status == "waiting"  # type: ignore[union-attr]
    assert not list(fight.full.all(HadSlot))


def test_who_has_begun_has_had_its_slot() -> None:
    """M1, M4: a character that leaves the turns after its first action loses its remaining actions."""
    fight = Fight(CAST.replace("Strength 2", "Strength 5"))
    fight.starts(anna=3, bert=2, cora=1)
    fight.all_pass("cora", "bert")
    fight.declares("anna", act("attack", "bert"), act("attack", "cora"))
    fight.acts("anna", 0)
    fight.does(ST, LeaveTurns("anna"))
    fight.does(ST, JoinTurns("anna"))
    assert fight.full.get(Slot, "anna").status == "acted"  # type: ignore[union-attr]


def test_who_leaves_the_scene_and_returns_gets_no_second_slot() -> None:
    """M4, I1: a character that leaves the scene and returns rolls for initiative, and waits for the next turn."""
    fight = Fight(CAST)
    fight.starts(anna=3, bert=2, cora=1)
    fight.all_pass("cora", "bert", "anna")
    fight.acts("anna")
    fight.does(ST, RemoveCharacter("anna"))
    fight.does(ST, ReturnCharacter("anna"))
    fight.does("anna", JoinTurns("anna"), 3)
    assert fight.full.get(Slot, "anna").status == "acted"  # type: ignore[union-attr]
    assert fight.now == "bert"
