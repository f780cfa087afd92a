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
from tests.in_english import english

Chains = tuple[tuple[int, ...], ...]


def rules(id_: str) -> RuleSet:
    return catalogue().rulesets[id_]()


def explained(id_: str, throw: Throw, faces: Chains) -> tuple[str, ...]:
    """Return the explanation of each die in English."""
    return tuple(map(english, rules(id_).explain_dice(throw, faces)))


def dice(*faces: int) -> Chains:
    return tuple((face,) for face in faces)


@pytest.mark.parametrize("id_", ["revised", "v20", "nightfall"])
def test_each_die_of_a_classic_roll_has_its_words(id_: str) -> None:
    """D4: each die is explained: a success, a 1 that cancels a success, or below the difficulty."""
    assert explained(id_, Throw(5), dice(9, 1, 4, 1, 6)) == (
        "9: success, removed by a 1",
        "1: removes the success of the 9",
        "4: below difficulty 6",
        "1: removes the success of the 6",
        "6: success, removed by a 1",
    )


def test_a_one_may_find_nothing_to_take() -> None:
    """D4: a 1 without a success to cancel says so."""
    assert explained("revised", Throw(2), dice(1, 3))[0] == "1: no success left to remove"


def test_a_specialty_shows_in_the_dice_that_it_counts_twice() -> None:
    """D7: cancelling goes from the left, so the same dice in a different order have different explanations."""
    throw = Throw(3, specialty=True)
    assert explained("v20", throw, dice(8, 10, 1)) == (
        "8: success, removed by a 1",
        "10: two successes, by the specialty",
        "1: removes the success of the 8",
    )
    assert explained("v20", throw, dice(10, 8, 1))[:2] == ("10: success, removed by a 1", "8: success")


def test_chains_say_what_they_were_rolled_again_to() -> None:
    """S4: a die rolled again lists its chain of faces; a 1 is harmless."""
    assert explained("storytelling", Throw(4, 0), ((8,), (10, 10, 3), (1,), (10, 9))) == (
        "8: success",
        "10, then 10, then 3: 2 successes, rolled again 2 times",
        "1: no success",
        "10, then 9: 2 successes, rolled again once",
    )


@pytest.mark.parametrize(
    ("die", "words"),
    [
        ((1,), "1: dramatic failure"),
        ((9,), "9: no success: a chance die needs a 10"),
        ((10, 1), "10, then 1: 1 success, rolled again once"),
    ],
)
def test_a_chance_die_has_words_of_its_own(die: tuple[int, ...], words: str) -> None:
    """S5, S6: a chance die has its own explanations."""
    assert explained("storytelling", Throw(-2, 0), (die,)) == (words,)


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
    with pytest.raises(Refusal) as refused:
        rules(id_).explain_dice(throw, faces)
    assert refused.value.code in ("faces-too-few", "faces-impossible", "no-dice")


@given(st.sampled_from(sorted(catalogue().rulesets)), st.integers(1, 12), st.booleans(), st.integers(0, 2**32))
def test_every_die_is_explained_and_the_words_come_to_the_sum(id_: str, pool: int, specialty: bool, seed: int) -> None:
    """D4, D7, S4: each die has a line, and the lines add up to the result, in every rule set."""
    made = rules(id_)
    throw = Throw(pool, made.difficulty(), specialty and made.specialties)
    chance = FakeChance(seed=seed)
    verdict = made.throw(throw, chance.faces)
    lines = made.explain_dice(throw, verdict.faces)
    assert len(lines) == len(verdict.faces)
    said = [english(line).split(": ", 1)[1] for line in lines]
    if id_ == "storytelling":
        counts = (int(words.split()[0]) if words[0].isdigit() else int(words == "success") for words in said)
        assert sum(counts) == verdict.net
    else:
        standing = said.count("success") + 2 * said.count("two successes, by the specialty")
        assert standing == max(verdict.net, 0)
        assert said.count("success, removed by a 1") == len(verdict.struck)
