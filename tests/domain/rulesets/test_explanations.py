"""A result explained die by die, in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet
from tests.chance import FakeChance

Chains = tuple[tuple[int, ...], ...]


def rules(id_: str) -> RuleSet:
    return catalogue().rulesets[id_]()


def dice(*faces: int) -> Chains:
    return tuple((face,) for face in faces)


@pytest.mark.parametrize("id_", ["revised", "v20", "nightfall"])
def test_each_die_of_a_classic_roll_has_its_words(id_: str) -> None:
    """D4: each die is explained: a success, a 1 that cancels a success, or below the difficulty."""
    assert rules(id_).explain_dice(Throw(5), dice(9, 1, 4, 1, 6)) == (
        "9: a success, taken away by a 1",
        "1: takes a success away, the 9",
        "4: below the difficulty of 6",
        "1: takes a success away, the 6",
        "6: a success, taken away by a 1",
    )


def test_a_one_may_find_nothing_to_take() -> None:
    """D4: a 1 without a success to cancel says so."""
    assert rules("revised").explain_dice(Throw(2), dice(1, 3))[0] == "1: no success is left for it to take away"


def test_a_specialty_shows_in_the_dice_that_it_counts_twice() -> None:
    """D7: cancelling goes from the left, so the same dice in a different order have different explanations."""
    throw = Throw(3, specialty=True)
    assert rules("v20").explain_dice(throw, dice(8, 10, 1)) == (
        "8: a success, taken away by a 1",
        "10: a success that counts twice for the specialty",
        "1: takes a success away, the 8",
    )
    assert rules("v20").explain_dice(throw, dice(10, 8, 1))[:2] == ("10: a success, taken away by a 1", "8: a success")


def test_chains_say_what_they_were_rolled_again_to() -> None:
    """S4: a die rolled again lists its chain of faces; a 1 is harmless."""
    assert rules("storytelling").explain_dice(Throw(4, 0), ((8,), (10, 10, 3), (1,), (10, 9))) == (
        "8: a success",
        "10, then 10, then 3: 2 successes, for it was rolled again 2 times",
        "1: no success",
        "10, then 9: 2 successes, for it was rolled again",
    )


@pytest.mark.parametrize(
    ("die", "words"),
    [
        ((1,), "1: a dramatic failure"),
        ((9,), "9: no success: only a 10 is one on a chance die"),
        ((10, 1), "10, then 1: 1 success, for it was rolled again"),
    ],
)
def test_a_chance_die_has_words_of_its_own(die: tuple[int, ...], words: str) -> None:
    """S5, S6: a chance die has its own explanations."""
    assert rules("storytelling").explain_dice(Throw(-2, 0), (die,)) == (words,)


@pytest.mark.parametrize(
    ("id_", "throw", "faces"),
    [
        ("revised", Throw(2), dice(9)),
        ("revised", Throw(2), dice(9, 9, 9)),
        ("revised", Throw(1), ((10, 4),)),
        ("storytelling", Throw(1, 0), dice(10)),
        ("storytelling", Throw(2, 0), ((10,), (4, 5))),
        ("storytelling", Throw(0, 0), dice(3, 4)),
    ],
)
def test_dice_that_such_a_roll_does_not_show_are_refused(id_: str, throw: Throw, faces: Chains) -> None:
    """Faces that such a roll cannot show are refused."""
    with pytest.raises(Refusal, match="faces"):
        rules(id_).explain_dice(throw, faces)


@given(st.sampled_from(sorted(catalogue().rulesets)), st.integers(1, 12), st.booleans(), st.integers(0, 2**32))
def test_every_die_is_explained_and_the_words_come_to_the_sum(id_: str, pool: int, specialty: bool, seed: int) -> None:
    """D4, D7, S4: each die has a line, and the lines add up to the result, in every rule set."""
    made = rules(id_)
    throw = Throw(pool, made.difficulty(), specialty and made.specialties)
    chance = FakeChance(seed=seed)
    verdict = made.throw(throw, chance.faces)
    lines = made.explain_dice(throw, verdict.faces)
    assert len(lines) == len(verdict.faces)
    said = [line.split(": ", 1)[1] for line in lines]
    if id_ == "storytelling":
        counts = (int(words.split()[0]) if words[0].isdigit() else int(words == "a success") for words in said)
        assert sum(counts) == verdict.net
    else:
        standing = said.count("a success") + 2 * said.count("a success that counts twice for the specialty")
        assert standing == max(verdict.net, 0)
        assert said.count("a success, taken away by a 1") == len(verdict.struck)
