"""Events of fights and characters that an older version stored with a sentence: an old evening reads as it did."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.audience import EVERYONE
from domain.core.event import Event
from domain.core.partition import Partition
from domain.features.actions.declaration import ActionLost
from domain.features.characters.recovery import Recovered
from domain.features.characters.sheet_changes import SheetChanged
from domain.features.combat.finish_slot import SlotDone
from domain.features.combat.give_up_chance_roll import ActionAbandoned
from domain.features.table.story_log import Line, Overridden, ToldInSecret
from tests.in_english import line_text


@pytest.mark.parametrize(
    ("type_", "stored", "said"),
    [
        (ActionAbandoned, ["anna", "Melee attack"], ["Anna gives up: Melee attack."]),
        (
            ActionLost,
            ["anna", "Bite", "The turn ended first (T1)."],
            ["Anna: Bite is lost. The turn ended first (T1)."],
        ),
        (SlotDone, ["anna", "does not get free"], ["Anna does not get free."]),
        (SlotDone, ["anna", ""], []),
        (Overridden, ["st", "anna", "initiative set to {3}."], ["Anna: initiative set to {3}."]),
        (ToldInSecret, ["anna", "is never told: {it} failed."], ["Anna is never told: {it} failed."]),
        (ToldInSecret, ["", "Nobody is left."], ["Nobody is left."]),
        (Recovered, ["st", ["anna", "bert"], "all wounds heal."], ["Anna and Bert: all wounds heal."]),
        (SheetChanged, ["anna", "st", "Brawl 2 → 3, with {rope}"], ["Anna’s sheet: Brawl 2 → 3, with {rope}."]),
        (SheetChanged, ["anna", "st", ""], ["Anna’s sheet was changed."]),
        (SheetChanged, ["anna", "st"], ["Anna’s sheet was changed."]),
    ],
)
def test_an_older_event_tells_what_it_told(type_: type[Event], stored: list[Any], said: list[str]) -> None:
    """G0, I2: a sentence that an older version stored stands in the story, once, with the character's name."""
    event = msgspec.convert([type_.__name__, *type_.lift(1, stored)], type_)
    records = Partition(EVERYONE, [])
    event.apply(records, 0)
    assert [line_text(line, str.title) for line in records.all(Line)] == said
    with pytest.raises(LookupError):
        type_.lift(0, stored)
