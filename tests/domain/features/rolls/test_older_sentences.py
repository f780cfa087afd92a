"""Events of rolls that an older version stored with a sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.event import Event
from domain.core.words import Words
from domain.features.rolls.opposed_difficulty import DifficultyMade
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import RulingNoted
from domain.features.rolls.typed_throw import ThrowAnswered
from server.words.explanation import explanation
from tests.in_english import english, parts_text

WHY = "1 success, 1 one takes it away: 0, a failure."
ROLL = [
    "r", "ANNA", "anna", "sneak", [["Stealth", 2], ["wounds", -1]], 2, 6, [[8], [1]], [0], 1, 1, 0, "failure", "", WHY,
    False, False, [1, -1],
]  # fmt: skip


def older(type_: type[Event], stored: list[Any]) -> Any:
    """Return an event of the first version as it is read now."""
    with pytest.raises(LookupError):
        type_.lift(0, stored)
    return msgspec.convert([type_.__name__, *type_.lift(1, stored)], type_)


def test_an_older_roll_keeps_its_explanation() -> None:
    """D4: the sentence that an older version stored is the whole explanation, and English names of parts stay."""
    made = older(Rolled, ROLL)
    assert isinstance(made.why, Words)
    assert english(explanation(made, willpower=made.willpower)) == WHY
    assert (made.reason, parts_text(made.parts)) == ("sneak", (("Stealth", 2), ("wounds", -1)))
    assert (made.worth, made.seal, made.on) == ((1, -1), None, "")


def test_an_older_roll_without_a_sentence_says_nothing() -> None:
    """D4: an empty explanation stays empty."""
    place = Rolled.__struct_fields__.index("why")
    assert not older(Rolled, [*ROLL[:place], "", *ROLL[place + 1 :]]).why


def test_an_older_difficulty_keeps_its_source() -> None:
    """D18: the source of an opposed difficulty is told as it was stored."""
    assert english(older(DifficultyMade, ["anna", "against Guard's Wits", 5]).source) == "against Guard's Wits"


def test_an_older_note_about_a_ruling_names_the_character() -> None:
    """X2: a note to the Storyteller keeps its sentence, after the name of the character."""
    assert english(older(RulingNoted, ["anna", "Initiative: it waits."]).words) == "anna: Initiative: it waits."


def test_the_answer_of_the_text_roller_is_notation() -> None:
    """W1: the answer to a typed throw is no sentence, so it is stored as it was."""
    assert msgspec.convert(["ThrowAnswered", "r", "# 2"], ThrowAnswered).text == "# 2"
