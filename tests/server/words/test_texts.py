"""Words as sentences."""

from __future__ import annotations

import pytest

from domain.core.words import Typed, phrase, typed
from server.words.texts import languages, texts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("length", [2500, 2501, 4000])
def test_a_long_text_is_shown_in_full(language: str, length: int) -> None:
    """A text of 4,000 letters is shown whole, also inside another sentence, although Fluent shows no argument of
    more than 2,500."""
    text = "漢" * length
    assert texts(language).sentence(typed(text)) == text
    told = phrase("line-outcome-and-text", outcome=typed("ab"), text=phrase("typed", text=Typed(text)))
    assert text in texts(language).sentence(told)
    assert "???" not in texts(language).sentence(told)


@pytest.mark.parametrize("language", languages())
def test_a_number_of_very_many_digits_is_shown_in_full(language: str) -> None:
    """Such a number in the words of a client makes a sentence, not an error."""
    assert "9" * 4000 in texts(language).sentence(phrase("error-pictures-full", most=int("9" * 4000)))


def test_an_unknown_message_shows_its_id_and_arguments() -> None:
    """A message that this program does not have is shown by its id, with its arguments."""
    assert texts().sentence(phrase("no-such-message", text=Typed("a"), n=2)) == "no-such-message a 2"
