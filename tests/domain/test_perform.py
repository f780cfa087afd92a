"""Deciding: an error in the middle of a decision leaves no trace."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.scenes.chat import Say
from domain.features.table.story_log import Line
from domain.perform import Misdecided, perform
from tests.chance import FakeChance
from tests.domain.table import ANNA, Table
from tests.in_english import line_text


class Stumbles(Command, frozen=True):
    """A command that fails in the middle of its decision."""

    refuses: bool

    def check(self, view: View) -> None:
        """Allow the command."""

    def decide(self, table: Deciding) -> None:
        Say("half a sentence").decide(table)
        if self.refuses:
            raise Refusal("no")
        raise ZeroDivisionError


@pytest.mark.parametrize(("refuses", "error"), [(True, Misdecided), (False, ZeroDivisionError)])
def test_half_a_decision_is_none(refuses: bool, error: type[Exception]) -> None:
    """I5, INV6: if a command fails halfway, no part of it is folded or counted; a refusal during the decision is a
    bug, because it would come from the full state."""
    table = Table()
    public = table.state.partition(EVERYONE)
    before = (public.count, list(public.records()), len(table.state.journal))
    with pytest.raises(error):
        perform(table.state, ANNA, Stumbles(refuses), FakeChance())
    assert (public.count, list(public.records()), len(table.state.journal)) == before
    table.does(ANNA, Say("a whole sentence"))
    assert [line_text(line) for line in public.all(Line)][-1] == "a whole sentence"
