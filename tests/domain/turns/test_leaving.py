"""Who takes no part in the turns: what it declared is dropped, and nobody rolls off against it (I1, I2)."""

from __future__ import annotations

from domain.features.declarations import Declaration, HasDeclared, Plan
from domain.features.initiative import SetInitiative
from domain.features.turnkeeping import JoinTurns, LeaveTurns
from tests.domain.fight import ST, Face, Fight, act

CAST = """
    anna  Intuition 2  Dexterity 2  Strength 2
    bert  Intuition 2  Dexterity 2  Strength 2
    cora  Intuition 2  Dexterity 2  Strength 2
"""


def test_who_leaves_the_turns_has_declared_nothing() -> None:
    """I2, G0: it may declare anew when it comes back."""
    fight = Fight(CAST)
    fight.starts(anna=3, bert=2, cora=1)
    fight.declares("cora", act("attack", "anna"))
    fight.does(ST, LeaveTurns("cora"))
    assert not [*fight.full.all(Declaration), *fight.full.all(HasDeclared)]
    fight.does(ST, JoinTurns("cora"))
    fight.declares("cora")


def test_a_hidden_declaration_goes_too() -> None:
    """I2: what is hidden until all are in is dropped where it stands."""
    fight = Fight(CAST, declarations="hidden", declare="any-order")
    fight.starts(anna=3, bert=2, cora=1)
    fight.declares("cora", act("attack", "anna"))
    fight.does(ST, LeaveTurns("cora"))
    assert not [*fight.full.all(Plan), *fight.full.all(HasDeclared)]


def test_who_takes_no_part_rolls_off_no_tie() -> None:
    """I1: who is out is asked for no die; when it comes back, the tie is broken."""
    fight = Fight(CAST)
    fight.starts(anna=2, bert=1, cora=0)
    fight.does(ST, LeaveTurns("cora"))
    fight.does(ST, SetInitiative("bert", 0))
    assert fight.order() in ("anna bert cora", "anna cora bert")
    fight.does(ST, JoinTurns("cora"), Face(3), Face(8))
    assert fight.order() == "anna cora bert"
