"""Why a roll came to its result, from its figures. The page has the same cases (`web/src/text/explanation.test.ts`)."""

from __future__ import annotations

import pytest

from domain.core.words import NO_WORDS, Words, as_it_was, phrase
from domain.rules.rule_types import Faces, Result, Verdict
from server.words.explanation import explanation
from server.words.texts import in_english


def explained(
    worth: tuple[int, ...],
    *,
    faces: Faces | None = None,
    net: int | None = None,
    result: Result = "success",
    why: Words = NO_WORDS,
    willpower: bool = False,
) -> str:
    """Return the explanation of a roll with single dice, in English."""
    shown = tuple((5,) for _ in worth) if faces is None else faces
    successes, came = sum(value > 0 for value in worth), sum(worth) if net is None else net
    made = Verdict(shown, (), successes, worth.count(-1), came, result, "", worth, why)
    return in_english(explanation(made, willpower=willpower))


def test_the_figures_of_a_roll_explain_it() -> None:
    """D4, D7: successes, less ones, more tens that count twice."""
    assert explained((1, 1, 0)) == "2 successes."
    assert explained((1,)) == "1 success."
    assert explained((0, 0)) == "No successes."
    assert explained((1, 1, 1, -1)) == "3 successes − 1 = 2."
    assert explained((0, -1, -1)) == "No successes, 2 ones."
    assert explained((1, -1, -1), result="botch") == "1 success − 2 = −1."
    assert explained((1, 2)) == "2 successes + 1 (tens count twice) = 3."
    assert explained((1, 2, 2, -1)) == "3 successes − 1 + 2 (tens count twice) = 4."


def test_a_success_from_willpower_comes_last() -> None:
    """D11: ones never take the success from Willpower; where Willpower adds dice, it adds no success."""
    assert explained((1, -1), net=1, willpower=True) == "1 success − 1 = 0. Willpower + 1: 1."
    assert explained((1, 1), willpower=True) == "2 successes."


def test_dice_that_were_rolled_again_are_counted() -> None:
    """S4: the explanation says how many successes come from dice that were rolled again."""
    assert explained((1, 1, 1), faces=((10, 9), (8,))) == "3 successes, 1 of them rolled again."


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (phrase("why-first-botch", rule="D12"), "No successes, 1 one. The first botch of a session is a failure."),
        (as_it_was("No successes, 1 one: a failure."), "No successes, 1 one: a failure."),
    ],
)
def test_what_the_figures_do_not_say_follows_them(why: Words, sentence: str) -> None:
    """D12: a reason follows the figures; a sentence that an older version stored is the whole explanation."""
    assert explained((-1,), result="failure", why=why) == sentence


def test_without_dice_there_are_no_figures() -> None:
    """D10: a success without a roll has a reason only."""
    assert (
        explained((), net=1, why=phrase("why-taken", dice=5, difficulty=5))
        == "No roll: 5 dice are enough at difficulty 5."
    )
