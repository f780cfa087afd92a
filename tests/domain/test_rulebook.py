"""The rule book: what the page is told of the rules, so that it needs to know none."""

from __future__ import annotations

import pytest

from domain.features.setting import Rulebook
from tests.domain.table import WATCHER, Table

ALL = ("revised", "v20", "storytelling", "nightfall")


def book(rules: str) -> Rulebook:
    """The rule book as anybody reads it."""
    found = Table(rules).state.view(WATCHER).get(Rulebook, "rulebook")
    assert found is not None
    return found


@pytest.mark.parametrize("rules", ALL)
def test_dots_have_words(rules: str) -> None:
    """D1: from zero to five, one word each."""
    assert book(rules).dots == ("abysmal", "poor", "average", "good", "exceptional", "outstanding")
