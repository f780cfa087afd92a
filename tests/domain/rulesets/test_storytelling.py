"""The Storytelling System judges a single roll."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.rules.rule_types import Throw, Verdict
from domain.rules.ruleset import RuleSet
from server.words.explanation import explanation
from server.words.texts import in_english
from tests.in_english import parts_text


def rules(modifiers: str = "itemised") -> RuleSet:
    return catalogue().rulesets["storytelling"]({"modifiers": modifiers})


def judged(pool: int, *faces: int, again: int = 10, specialty: bool = False) -> Verdict:
    """Return the verdict on these faces, which must all be used."""
    left = iter(faces)
    verdict = rules().throw(
        Throw(pool, 0, specialty, again=again), lambda count: tuple(next(left) for _ in range(count))
    )
    assert not list(left)
    return verdict


def test_a_die_succeeds_at_eight_and_ones_are_harmless() -> None:
    """S4: 8 and above is a success, and a 1 is harmless."""
    verdict = judged(4, 7, 8, 9, 1)
    assert (verdict.successes, verdict.net, verdict.result) == (2, 2, "success")


@pytest.mark.parametrize(
    ("pool", "faces", "chains", "net"),
    [
        (2, (10, 3, 8), ((10, 8), (3,)), 2),
        (2, (10, 3, 10, 10, 4), ((10, 10, 10, 4), (3,)), 3),
        (2, (10, 10, 5, 9), ((10, 5), (10, 9)), 3),
        (1, (10, 7), ((10, 7),), 1),
    ],
)
def test_tens_roll_again(pool: int, faces: tuple[int, ...], chains: tuple[tuple[int, ...], ...], net: int) -> None:
    """S4: a die that shows 10 is rolled again, after the pool's own dice and die by die; the chains are kept."""
    verdict = judged(pool, *faces)
    assert (verdict.faces, verdict.net) == (chains, net)


def test_eights_and_nines_may_roll_again_too() -> None:
    """S4: dice may be rolled again from 8 or 9 on; 11 means never."""
    assert judged(1, 8, 9, 2, again=8).faces == ((8, 9, 2),)
    assert judged(1, 10, again=11).faces == ((10,),)


@pytest.mark.parametrize("pool", [0, -3])
@pytest.mark.parametrize(
    ("faces", "net", "result"),
    [
        ((10, 9), 1, "success"),
        ((10, 10, 8), 2, "success"),
        ((9,), 0, "failure"),
        ((8,), 0, "failure"),
        ((1,), 0, "dramatic_failure"),
        ((10, 1), 1, "success"),
    ],
)
def test_a_pool_at_nothing_is_a_chance_die(pool: int, faces: tuple[int, ...], net: int, result: str) -> None:
    """S5: on a chance die only a 10 succeeds and is rolled again, and needs a 10 again. S6: a 1 counts on the first
    roll only."""
    verdict = judged(pool, *faces)
    assert (verdict.net, verdict.result, verdict.faces) == (net, result, (faces,))


def test_only_a_chance_die_fails_dramatically() -> None:
    """S6: in a pool with dice a 1 is only a failure."""
    assert judged(2, 1, 1).result == "failure"


@pytest.mark.parametrize(
    ("successes", "result"), [(1, "success"), (4, "success"), (5, "exceptional"), (7, "exceptional")]
)
def test_five_successes_are_exceptional(successes: int, result: str) -> None:
    """S8: five successes are exceptional; the degrees of D6 do not exist here."""
    verdict = judged(successes, *[8] * successes)
    assert (verdict.result, verdict.degree) == (result, "")


def test_a_specialty_is_one_more_die() -> None:
    """D7: a specialty is an additional die, also for a chance roll."""
    assert len(judged(2, 3, 4, 5, specialty=True).faces) == 3
    assert judged(0, 8, specialty=True).result == "success"


@pytest.mark.parametrize(
    ("skill", "penalty"), [("Medicine", -3), ("Crafts", -3), ("Brawl", -1), ("Stealth", -1), ("Persuasion", -1)]
)
def test_an_untrained_skill_costs_dice(skill: str, penalty: int) -> None:
    """S2: a missing skill costs 3 dice if Mental, 1 if Physical or Social."""
    assert parts_text(rules().parts([("Wits", 3), (skill, 0)])) == (("Wits", 3), (skill, 0), (f"no {skill}", penalty))
    assert rules().parts([("Wits", 3), (skill, 1)]) == (("Wits", 3), (skill, 1))


@pytest.mark.parametrize(
    ("way", "legal", "refused"),
    [
        ("itemised", [(5, -5, 3), ()], [(6,), (1, -6)]),
        ("mixed", [(5, 2, -9)], [(-1, -1), (6,)]),
        ("single", [(5,), (-5,), (0, 3, 0)], [(1, 1), (-6,)]),
    ],
)
def test_how_modifiers_are_given_is_a_switch(
    way: str, legal: list[tuple[int, ...]], refused: list[tuple[int, ...]]
) -> None:
    """S3: each modifier is at most 5; by a switch all are itemised, penalties are a single one, or all are a single
    one."""
    for modifiers in legal:
        rules(way).check_modifiers(modifiers)
    for modifiers in refused:
        with pytest.raises(Refusal, match="S3"):
            rules(way).check_modifiers(modifiers)


def test_there_is_no_difficulty() -> None:
    """S1: there is no difficulty; circumstances change the pool."""
    assert rules().difficulty(8) == 0
    assert rules().difficulties == ()


@pytest.mark.parametrize(
    ("pool", "faces", "worth"),
    [
        (3, (10, 7, 1, 10, 8), (1, 1, 1, 0, 0)),  # a one is harmless
        (0, (10, 9), (1, 0)),  # a 9 is no success on a chance die
        (0, (1,), (-1,)),  # but a 1 does harm there
    ],
)
def test_each_face_says_what_it_counts(pool: int, faces: tuple[int, ...], worth: tuple[int, ...]) -> None:
    """S4 to S6: each face states its count, also those rolled again."""
    assert judged(pool, *faces).worth == worth


@given(st.integers(0, 8), st.lists(st.integers(1, 10), min_size=8, max_size=8))
def test_successes_are_the_high_faces_of_all_chains(pool: int, faces: list[int]) -> None:
    """S4, S5: the successes equal the high faces of all chains, counted a second time."""
    draws = iter(faces + [2] * 40)
    verdict = rules().throw(Throw(pool, 0), lambda count: tuple(next(draws) for _ in range(count)))
    needed = 8 if pool else 10
    assert verdict.net == sum(face >= needed for chain in verdict.faces for face in chain)
    assert verdict.net == sum(count for count in verdict.worth if count > 0)
    assert all(chain[-1] != 10 and set(chain[:-1]) <= {10} for chain in verdict.faces)
    assert in_english(explanation(verdict, willpower=False)).endswith(".")
