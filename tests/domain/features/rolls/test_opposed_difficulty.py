"""Difficulties that come from an opponent's traits."""

import pytest

from domain.core.refusal import Refusal
from domain.features.rolls.opposed_difficulty import check_against, difficulty, difficulty_source
from domain.rules.task_terms import Against
from tests.domain.table import ST, Table
from tests.in_english import english

CAST = """
    anna   Wits 3  Expression 4  Charisma 0
    guard  npc  Wits 5  Expression 5  Fortitude 5
"""


@pytest.mark.parametrize(
    ("against", "made", "words"),
    [
        (Against(("Wits",)), 5, "Wits"),
        (Against(("Wits",), 3), 8, "Wits + 3"),
        (Against(("Wits", "Expression")), 10, "Wits + Expression"),
        (Against(("Fortitude",), 9), 10, "Fortitude + 9"),
        (Against(("Courage",)), 2, "Courage"),
    ],
)
def test_a_difficulty_comes_from_an_opponents_traits(against: Against, made: int, words: str) -> None:
    """D18: a difficulty is a trait, the sum of two, or a trait plus a number, limited to 2..10, and states its
    source."""
    view = Table(cast=CAST).state.full
    assert difficulty(view, "guard", against) == made
    assert english(difficulty_source("guard", against)) == f"against guard ({words})"


def test_what_makes_no_difficulty() -> None:
    """D18: two traits and a number are refused, and so is any such difficulty under rule sets without difficulties."""
    view = Table(cast=CAST).state.view(ST)
    check_against(view, Against())
    with pytest.raises(Refusal) as refused:
        check_against(view, Against(("Wits", "Expression"), 1))
    assert refused.value.code == "against-too-much"
    for rules in ("storytelling", "nightfall"):
        with pytest.raises(Refusal, match="have no difficulty"):
            check_against(Table(rules).state.view(ST), Against(("Wits",)))
