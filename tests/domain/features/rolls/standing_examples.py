"""Standing circumstances, and a roll they bear on, for tests of them."""

from __future__ import annotations

from domain.features.rolls.free_roll import Roll
from domain.features.rolls.standing_circumstances import Circumstance, SetCircumstance
from tests.domain.table import Table

DRUGGED = SetCircumstance("drugged", -2, on=("anna",))
HIDDEN = SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden")
SHOOT = Roll("", "anna", ("Dexterity", "Firearms"))


def newest(table: Table) -> str:
    return list(table.state.full.all(Circumstance))[-1].id
