"""The classic dice: `revised`, `v20` and `nightfall` judge a single roll."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.rules.rule_types import Throw, Verdict
from domain.rules.ruleset import RuleSet
from server.words.explanation import explanation
from server.words.texts import in_english

FACES = st.lists(st.integers(1, 10), min_size=1, max_size=12)
CLASSIC = ("revised", "v20", "nightfall")


def rules(id_: str, **switches: str) -> RuleSet:
    return catalogue().rulesets[id_](switches)


def judged(id_: str, *faces: int, difficulty: int = 6, botch: str = "", **flags: bool) -> Verdict:
    """Return the verdict on these faces."""
    dice = rules(id_, **({"botch": botch} if botch else {}))
    return dice.throw(Throw(len(faces), difficulty, **flags), lambda count: faces[:count])


@pytest.mark.parametrize(
    ("difficulty", "faces", "successes"),
    [
        (6, (5, 6, 7, 10), 3),
        (9, (8, 9, 10), 2),
        (10, (9, 10), 1),
        (2, (2, 3, 1), 2),
    ],
)
@pytest.mark.parametrize("id_", CLASSIC)
def test_a_die_at_the_difficulty_succeeds(id_: str, difficulty: int, faces: tuple[int, ...], successes: int) -> None:
    """D4: each die at or above the difficulty is a success; a 10 always is."""
    assert judged(id_, *faces, difficulty=difficulty).successes == successes


@pytest.mark.parametrize("id_", CLASSIC)
def test_each_one_takes_a_success_away(id_: str) -> None:
    """D4: each 1 cancels a success."""
    verdict = judged(id_, 9, 1, 8)
    assert (verdict.successes, verdict.ones, verdict.net, verdict.result) == (2, 1, 1, "success")
    assert said(verdict) == "2 successes − 1 = 1."


def said(verdict: Verdict, *, willpower: bool = False) -> str:
    """Return the explanation of a verdict in English, without the numbers of rules."""
    return in_english(explanation(verdict, willpower=willpower))


@pytest.mark.parametrize(
    ("faces", "rule_of_one", "negative_sum"),
    [
        ((1, 3), "botch", "botch"),
        ((9, 1, 1), "failure", "botch"),  # successes were there to cancel
        ((9, 1), "failure", "failure"),
        ((3, 4), "failure", "failure"),
        ((9, 9, 1), "success", "success"),
    ],
)
@pytest.mark.parametrize("id_", CLASSIC)
def test_what_a_botch_is_is_a_switch(id_: str, faces: tuple[int, ...], rule_of_one: str, negative_sum: str) -> None:
    """D5, known disagreement 1: a switch decides if a botch needs a 1 and no success at all, or a negative sum."""
    assert judged(id_, *faces, botch="rule-of-one").result == rule_of_one
    assert judged(id_, *faces, botch="negative-sum").result == negative_sum


def test_each_rule_set_has_its_own_idea_of_a_botch() -> None:
    """D5: by default rule-of-one in revised and nightfall, negative-sum in v20."""
    assert [judged(id_, 9, 1, 1).result for id_ in CLASSIC] == ["failure", "botch", "failure"]


@pytest.mark.parametrize(
    ("net", "word"),
    [(1, "marginal"), (2, "moderate"), (3, "complete"), (4, "exceptional"), (5, "phenomenal"), (8, "phenomenal")],
)
@pytest.mark.parametrize("id_", CLASSIC)
def test_degrees_have_words(id_: str, net: int, word: str) -> None:
    """D6: each degree from 1 to 5 and more has a word."""
    verdict = judged(id_, *[9] * net)
    assert (verdict.net, verdict.degree) == (net, word)


def test_no_success_has_no_degree() -> None:
    """D6: a failure or a botch has no degree."""
    assert judged("v20", 3, 1).degree == ""


@pytest.mark.parametrize(
    ("faces", "struck", "net"),
    [
        ((10, 8, 1), (0,), 1),  # the leftmost is struck: the 10 goes, and with it the bonus
        ((8, 10, 1), (0,), 2),  # the same faces in another order: the 10 survives
        ((1, 8, 10), (1,), 2),  # wherever the ones stand
        ((10, 10, 10, 1), (0,), 4),
        ((10, 1), (0,), 0),  # O >= S: the sum is S - O
        ((10, 1, 1), (0,), -1),
        ((10, 9), (), 3),
    ],
)
def test_a_specialty_strikes_the_leftmost_and_counts_tens_twice(
    faces: tuple[int, ...], struck: tuple[int, ...], net: int
) -> None:
    """D7: the leftmost O successes are cancelled, and each surviving 10 adds 1."""
    verdict = judged("v20", *faces, specialty=True)
    assert (verdict.struck, verdict.net) == (struck, net)


@pytest.mark.parametrize(
    ("specialty", "faces", "worth"),
    [
        (False, (10, 8, 5, 1), (1, 1, 0, -1)),
        (True, (10, 8, 10, 1), (1, 1, 2, -1)),  # the first 10 is struck, so it does not count twice
        (True, (8, 10, 10, 1), (1, 2, 2, -1)),
        (True, (10, 1, 1), (1, -1, -1)),
    ],
)
def test_each_die_says_what_it_counts(specialty: bool, faces: tuple[int, ...], worth: tuple[int, ...]) -> None:
    """D4, D7: each die states its count: 1, 2, -1 or 0; cancelled dice are listed by place."""
    assert judged("v20", *faces, specialty=specialty).worth == worth


@pytest.mark.parametrize("id_", CLASSIC)
@given(faces=FACES, difficulty=st.integers(2, 10), specialty=st.booleans())
def test_what_the_dice_count_is_the_sum(id_: str, faces: list[int], difficulty: int, specialty: bool) -> None:
    """D4, D7: the counts add up to the net sum, in every order of the dice."""
    verdict = judged(id_, *faces, difficulty=difficulty, specialty=specialty)
    assert sum(verdict.worth) == verdict.net
    assert sum(count > 0 for count in verdict.worth) == verdict.successes
    assert all(verdict.worth[place] == 1 for place in verdict.struck)


def test_a_specialty_shows_both_figures() -> None:
    """D7: the explanation shows the sum before and after the bonus."""
    verdict = judged("v20", 8, 10, 1, specialty=True)
    assert said(verdict) == "2 successes − 1 + 1 (tens count twice) = 2."


@pytest.mark.parametrize("id_", ["revised", "nightfall"])
def test_elsewhere_a_specialty_changes_no_roll(id_: str) -> None:
    """D7: specialties exist in v20 (and storytelling); elsewhere a specialty is refused, not ignored."""
    with pytest.raises(Refusal, match="D7"):
        rules(id_).check(Throw(3, specialty=True))


@given(FACES, st.integers(2, 10))
def test_a_sum_does_not_depend_on_the_order_without_a_specialty(faces: list[int], difficulty: int) -> None:
    """D4: net, result and degree are the same for every order of the same faces."""
    for id_ in CLASSIC:
        one, other = judged(id_, *faces, difficulty=difficulty), judged(id_, *sorted(faces), difficulty=difficulty)
        assert (one.successes, one.ones, one.net, one.result, one.degree) == (
            other.successes, other.ones, other.net, other.result, other.degree
        )  # fmt: skip


@given(FACES, st.integers(2, 10))
def test_a_specialty_is_what_the_definition_says(faces: list[int], difficulty: int) -> None:
    """D7: the result with a specialty equals the definition in the rule, computed a second time."""
    hits = [face for face in faces if face >= difficulty]
    ones = faces.count(1)
    net = len(hits) - ones if ones >= len(hits) else len(hits) - ones + hits[ones:].count(10)
    assert judged("v20", *faces, difficulty=difficulty, specialty=True).net == net


def test_a_specialty_makes_order_matter() -> None:
    """D7: the six orders of the same faces give different sums."""
    assert {judged("v20", *faces, specialty=True).net for faces in permutations((10, 8, 1))} == {1, 2}


@pytest.mark.parametrize("difficulty", [-1, 0, 1, 11])
@pytest.mark.parametrize("id_", ["revised", "v20"])
def test_a_difficulty_is_two_to_ten(id_: str, difficulty: int) -> None:
    """D8: a difficulty below 2 or above 10 is refused."""
    with pytest.raises(Refusal, match="D8"):
        rules(id_).check(Throw(3, difficulty))


@pytest.mark.parametrize("difficulty", range(2, 11))
@pytest.mark.parametrize("id_", ["revised", "v20"])
def test_two_and_ten_are_advised_against_never_refused(id_: str, difficulty: int) -> None:
    """D8: every difficulty from 2 to 10 may be rolled."""
    rules(id_).check(Throw(3, difficulty))


def test_difficulties_have_words() -> None:
    """D8: revised and v20 have words for the difficulties. The word for 10 warns of botches (D9)."""
    words = {id_: {word.value: word.label for word in rules(id_).difficulties} for id_ in ("revised", "v20")}
    assert words["revised"][3] == "easy"
    assert words["revised"][4] == "routine"
    assert words["v20"][3].startswith("trivial")
    assert words["v20"][4] == "easy"
    for known in words.values():
        assert [known[n] for n in range(5, 10)] == [
            "straightforward", "standard", "challenging", "difficult", "extremely difficult",
        ]  # fmt: skip
        assert "more dice may botch more often" in known[10]


def test_nightfall_has_one_difficulty() -> None:
    """In nightfall the difficulty is fixed: 6, or the value of the chronicle's switch."""
    rules("nightfall").check(Throw(3, 6))
    with pytest.raises(Refusal, match="have no difficulty"):
        rules("nightfall").check(Throw(3, 7))
    assert rules("nightfall", difficulty="7").difficulty() == 7


def test_no_difficulty_named_is_six() -> None:
    """D18: the default difficulty is 6."""
    assert [rules(id_).difficulty() for id_ in CLASSIC] == [6, 6, 6]


@pytest.mark.parametrize("id_", ["revised", "v20"])
@pytest.mark.parametrize(
    ("faces", "net", "result"),
    [
        ((9, 8), 3, "success"),
        ((3, 4), 1, "success"),
        ((9, 1), 1, "success"),  # the bought success is not taken away
        ((1, 1, 1), 1, "success"),  # and there is no botch
    ],
)
def test_willpower_buys_a_success_that_ones_cannot_take(
    id_: str, faces: tuple[int, ...], net: int, result: str
) -> None:
    """D11: Willpower buys a success that is never cancelled, and prevents a botch."""
    verdict = judged(id_, *faces, willpower=True)
    assert (verdict.net, verdict.result) == (net, result)
    assert said(verdict, willpower=True).endswith(f" Willpower + 1: {net}.")


def test_nightfall_sells_no_success() -> None:
    """D11: nightfall refuses Willpower for a success; only revised and v20 have that."""
    with pytest.raises(Refusal, match="D11"):
        rules("nightfall").check(Throw(3, willpower=True))


@pytest.mark.parametrize("id_", CLASSIC)
def test_an_ability_at_zero_adds_and_costs_nothing(id_: str) -> None:
    """D15: in the classic rule sets an ability at 0 adds no dice and costs none."""
    assert rules(id_).parts([("Strength", 3), ("Brawl", 0)]) == (("Strength", 3), ("Brawl", 0))


@pytest.mark.parametrize("id_", CLASSIC)
@pytest.mark.parametrize("pool", [0, -2])
def test_a_pool_cut_to_nothing_cannot_be_rolled(id_: str, pool: int) -> None:
    """D19: a pool without dice is refused; if a hidden modifier emptied it, it rolls no dice and fails."""
    with pytest.raises(Refusal, match="D19"):
        rules(id_).check(Throw(pool))
    verdict = rules(id_).throw(Throw(pool), lambda count: (9,) * count)
    assert (verdict.faces, verdict.result) == ((), "failure")


@given(FACES, st.integers(2, 10), st.sampled_from(CLASSIC), st.booleans())
def test_every_roll_explains_itself(faces: list[int], difficulty: int, id_: str, willpower: bool) -> None:
    """D4, D11: a roll's explanation adds up: its figures come to the net sum, which it names last."""
    verdict = judged(id_, *faces, difficulty=difficulty, willpower=willpower)
    sentence = said(verdict, willpower=willpower).replace("−", "-")
    assert sentence.endswith(".")
    figures = [int(figure) for figure in re.findall(r"(?<!\w)-?\d+", sentence.replace("- ", "-"))]
    if "=" in sentence or willpower:
        assert verdict.net in figures
    elif verdict.successes:
        assert figures == [verdict.net]
    assert ("a die succeeded" in sentence) == (verdict.result == "failure" and verdict.net < 0)


def test_nightfall_may_alias_unarmed_and_shooting() -> None:
    """Known disagreement 3: Unarmed and Target are traits, and a chronicle may make them aliases of Brawl and
    Firearms."""
    assert rules("nightfall").trait("Unarmed") == "Unarmed"
    assert rules("nightfall", unarmed="Brawl", shooting="Firearms").trait("Unarmed") == "Brawl"
    assert rules("nightfall", unarmed="Brawl", shooting="Firearms").trait("Target") == "Firearms"
