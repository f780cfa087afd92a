"""Events of tasks that an older version stored with a sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.event import Event
from domain.core.words import NO_WORDS, Words
from domain.features.tasks.task_events import OutcomeDue, TaskModifiedInSecret, TaskTaken
from tests.in_english import english


@pytest.mark.parametrize(
    ("type_", "stored", "said"),
    [
        (TaskTaken, ["t", "A climb: put away."], "A climb: put away."),
        (TaskTaken, ["t", ""], ""),
        (TaskTaken, ["t"], ""),
        (TaskModifiedInSecret, ["st", "A climb", "fog -2 (hidden)"], "fog -2 (hidden)"),
        (
            OutcomeDue,
            ["t", "Behind the screen, A climb: Anna (degree 2)."],
            "Behind the screen, A climb: Anna (degree 2).",
        ),
    ],
)
def test_an_older_event_keeps_its_sentence(type_: type[Event], stored: list[Any], said: str) -> None:
    """G0: a sentence that an older version stored is shown as it was; "" stays no sentence."""
    event = msgspec.convert([type_.__name__, *type_.lift(1, stored)], type_)
    words = getattr(event, type_.__struct_fields__[-1])
    assert isinstance(words, Words)
    assert (english(words), words == NO_WORDS) == (said, not said)
    with pytest.raises(LookupError):
        type_.lift(0, stored)
