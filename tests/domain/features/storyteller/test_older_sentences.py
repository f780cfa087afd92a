"""Events of intents and of the Storyteller's tools that an older version stored with a sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.event import Event
from domain.core.words import Words
from domain.features.calls.stated_intent import AimAnswered
from domain.features.storyteller.override_roll import FollowedStands
from domain.features.storyteller.take_back import Retracted
from tests.in_english import english


@pytest.mark.parametrize(
    ("type_", "version", "stored", "said"),
    [
        (AimAnswered, 1, ["a", "st", "No roll is needed."], "No roll is needed."),
        (AimAnswered, 1, ["a", "st", ""], ""),
        (
            Retracted,
            1,
            [3, [], [], "st", "What is struck through is taken back."],
            "What is struck through is taken back.",
        ),
        (Retracted, 1, [3, [], [], "st"], ""),
        (FollowedStands, 1, ["anna", True], "end the clinch, or undo the wound"),
        (FollowedStands, 1, ["anna", False], "undo a wound, or end a state"),
        (FollowedStands, 1, ["anna", False, "rule how it ended"], "rule how it ended"),
        (FollowedStands, 2, ["anna", "set the initiative"], "set the initiative"),
    ],
)
def test_an_older_event_keeps_its_sentence(type_: type[Event], version: int, stored: list[Any], said: str) -> None:
    """G0: a sentence that an older version stored is shown as it was; "" stays no sentence."""
    event = msgspec.convert([type_.__name__, *type_.lift(version, stored)], type_)
    words = getattr(event, type_.__struct_fields__[-1])
    assert isinstance(words, Words)
    assert english(words) == said
    with pytest.raises(LookupError):
        type_.lift(0, stored)
