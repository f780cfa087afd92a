"""Typed throws: the syntax, the answer, the refusals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.rolls.typed_throw import ThrowAnswered, ThrowAsTyped
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet
from domain.rules.throw_syntax import WORDS, answer, expected, read
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english, refusal_text


def rules(id_: str, **switches: str) -> RuleSet:
    return catalogue().rulesets[id_](switches)


def said(id_: str, text: str, *faces: int, **switches: str) -> tuple[str, str]:
    """Return the two lines that answer a typed throw with these faces."""
    made = rules(id_, **switches)
    typed = read(text, made)
    throw = Throw(typed.pool, made.difficulty(typed.difficulty), typed.specialty)
    left = list(faces)
    verdict = made.throw(throw, lambda count: tuple(left.pop(0) for _ in range(count)))
    assert not left
    first, second = answer(made, throw, verdict.faces, verdict.net, verdict.result).split("\n")
    return first, second


def test_a_throw_is_answered_in_two_lines() -> None:
    """W1: the answer is the sum, then the expression with the faces in order."""
    assert said("v20", "?throw 4 7 # sneaking", 2, 9, 7, 3) == ("# 2", "Details:[4d10c[>=7]-@c[=1] (2 9 7 3)]")


@pytest.mark.parametrize(
    ("id_", "switch", "faces", "total"),
    [
        ("v20", "negative-sum", (9, 9, 2), "# 2"),
        ("v20", "negative-sum", (9, 1, 2), "# 0"),
        ("v20", "negative-sum", (9, 1, 1), "# -1"),
        ("v20", "negative-sum", (3, 1, 1), "# -2"),
        ("revised", "rule-of-one", (9, 1, 1), "# 0"),
        ("revised", "rule-of-one", (3, 1, 1), "# -2"),
    ],
)
def test_the_sum_tells_success_failure_and_botch_apart(
    id_: str, switch: str, faces: tuple[int, ...], total: str
) -> None:
    """W1, D5, known disagreement 1: a sum above zero is a success, zero a failure, below zero a botch, under both
    botch rules."""
    assert said(id_, "?throw 3 6", *faces, botch=switch)[0] == total


def test_what_is_typed_for_a_character_is_refused_as_any_roll_is() -> None:
    """W2, C29, G6: a typed throw for a character is refused like any roll: if it is out, or without the specialty;
    plain dice are free."""
    table = Table("v20")
    table.refuses(ANNA, ThrowAsTyped("?throw 5 7 --specialty", "anna"), "no-specialty-on-sheet")
    table.does(ANNA, ThrowAsTyped("?throw 1 7 --specialty"), 2)
    table.does(ST, ThrowAsTyped("?throw 1 7 --specialty", "anna"), 2)
    table.does(ST, SetHealth("anna", 0, 7))
    table.refuses(ANNA, ThrowAsTyped("?throw 5 7", "anna"), "out-of-action")
    table.does(ANNA, ThrowAsTyped("?throw 1 7"), 2)


def test_no_fewer_than_no_dice_are_thrown() -> None:
    """W1, D19: open modifiers count for typed throws, and a refusal does not use them up; the Storyteller's hidden
    throw leaves them unused (X1)."""
    table = Table("v20")
    table.does(ST, ModifyNextRoll("anna", -5))
    table.refuses(ANNA, ThrowAsTyped("?throw 3 6", "anna"), "no-dice")
    table.does(ST, ThrowAsTyped("?throw 1 6 --hidden", "anna"), 2)
    table.does(ANNA, ThrowAsTyped("?throw 6 6", "anna"), 8)
    assert (table.roll(WATCHER).pool, list(table.state.full.all(Ruling))) == (1, [])


def test_a_specialty_is_a_flag() -> None:
    """W2, D7: `--specialty` is a flag, and the faces stay in the order rolled."""
    assert said("v20", "?throw 3 6 --specialty # law", 8, 10, 1) == (
        "# 2", "Details:[3d10c[>=6]-@c[=1]+@k[=10] (8 10 1)]",
    )  # fmt: skip
    assert said("v20", "?throw --specialty 3 6", 10, 8, 1)[0] == "# 1"


def test_storytelling_names_a_pool_alone() -> None:
    """W2, S4 to S6: `--pool` takes the pool alone; a die rolled again is joined to its die; a dramatic failure is
    below zero."""
    assert said("storytelling", "?throw --pool 3 # run", 10, 4, 8, 9) == (
        "# 3", "Details:[3d10c[>=8]![>=10] (10+9 4 8)]",
    )  # fmt: skip
    assert said("storytelling", "?throw --pool 0", 1) == ("# -1", "Details:[1d10c[=10]![=10] (1)]")
    assert said("storytelling", "?throw --pool 1 --specialty", 2, 3)[1] == "Details:[2d10c[>=8]![>=10] (2 3)]"


def test_a_pool_alone_is_thrown_at_the_usual_difficulty() -> None:
    """W1, W2, D18: a pool alone is rolled at the default difficulty, with `--pool` and without."""
    for line in ("?throw 2", "?throw --pool 2"):
        assert said("v20", line, 6, 5)[1] == "Details:[2d10c[>=6]-@c[=1] (6 5)]"


@pytest.mark.parametrize("id_", sorted(catalogue().rulesets))
@pytest.mark.parametrize("word", WORDS)
def test_a_pool_is_thrown_by_every_rule_set(id_: str, word: str) -> None:
    """W1: `?throw 6`, `/throw 6`, `/roll 6` and `/r 6` are six dice; `--pool 6` says the same."""
    for line in (f"{word} 6 # sneaking", f"{word.upper()} 6#sneaking", f"{word} --pool 6 # sneaking"):
        assert read(line, rules(id_)) == (6, 0, "sneaking", False, False)


@pytest.mark.parametrize("id_", sorted(catalogue().rulesets))
@pytest.mark.parametrize("word", WORDS)
def test_a_second_number_is_the_difficulty(id_: str, word: str) -> None:
    """W1: the second number is the difficulty; rule sets without difficulties refuse it with a short sentence that
    says what to type."""
    known = rules(id_)
    if known.chooses_difficulty:
        assert read(f"{word} 6 7 --hidden # x", known) == (6, 7, "x", False, True)
        return
    for difficulty in (0, 6, 7):
        with pytest.raises(Refusal) as refused:
            read(f"{word} 6 {difficulty} # x", known)
        assert refusal_text(refused.value) == f"These rules have no difficulty. Type {word} 6 (W1)."


def test_the_comment_and_the_case_are_free() -> None:
    """W1: the comment is optional and may be any text."""
    assert read("  ?THROW 6 7#a # b", rules("v20")) == (6, 7, "a # b", False, False)
    assert read("?throw 6 7", rules("v20")).comment == ""


MALFORMED = [
    "", "?", "?throw", "?throw six", "?throw six 7", "?throw 6 7 8", "?throw -6 7", "?throw 6 7 sneaking", "?thorw 6 7",
    "throw 6 7", "?throw 6 7 --quick", "?throw --pool", "?throw --pool 6 7", "?throw 6 --pool 7", "?throw ６ 7",
    "?throw 6 7 --specialty --specialty", "?throw 1000 7", "?throw6 7",
    "/", "/roll", "/r # x", "/rolls 6", "/r6 7", "roll 6", "/thrown 6",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_line_says_what_was_expected(text: str) -> None:
    """W2: a malformed line is refused with a short example under its own keyword, and no dice are rolled."""
    with pytest.raises(Refusal) as refused:
        read(text, rules("v20"))
    word = text.split()[0] if text else ""
    began = word if word in WORDS else "?throw"
    sentence = refusal_text(refused.value)
    assert re.fullmatch(rf"Type {re.escape(began)} 6 7 for 6 dice at difficulty 7\. .*# comment \(W1\)\.", sentence)


@pytest.mark.parametrize("text", ["?throw", "?throw six", "?throw --pool"])
@pytest.mark.parametrize("id_", ["storytelling", "nightfall"])
def test_where_there_are_no_difficulties_none_is_expected(id_: str, text: str) -> None:
    """W2: under rule sets without difficulties the example is a pool alone; it mentions specialties only under rule
    sets with them (D7)."""
    with pytest.raises(Refusal) as refused:
        read(text, rules(id_))
    assert refusal_text(refused.value).startswith("Type ?throw 6 for 6 dice.")
    assert ("--specialty" in refusal_text(refused.value)) == rules(id_).specialties


@pytest.mark.parametrize("name", sorted(catalogue().rulesets))
def test_the_example_is_one_that_these_rules_take(name: str) -> None:
    """W2: the example in the refusal is itself a legal throw."""
    known = rules(name)
    example = re.search(r"Type (\?throw .+?) for", refusal_text(expected(known)))
    assert example
    typed = read(example[1], known)
    known.check(Throw(typed.pool, known.difficulty(typed.difficulty)))


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    """W2: every text is either read or refused."""
    for id_ in catalogue().rulesets:
        try:
            typed = read(f"?throw {text}", rules(id_))
        except Refusal:
            continue
        assert typed.pool >= 0


# At the table


def test_a_typed_throw_is_a_roll_that_everybody_sees() -> None:
    """W1: a typed throw is a public roll under the chronicle's rules, with its answer."""
    table = Table("v20")
    table.does(ANNA, ThrowAsTyped("?throw 4 7 # {sneaking}", "anna"), 2, 9, 7, 3)
    made = table.roll(WATCHER)
    assert (made.actor, made.reason, made.pool, made.difficulty, made.net) == ("anna", "{sneaking}", 4, 7, 2)
    assert table.lines(BEN)[-1] == "# 2\nDetails:[4d10c[>=7]-@c[=1] (2 9 7 3)]"


def test_a_slash_rolls_too() -> None:
    """W1: `/r 2` rolls at the default difficulty, also under rule sets without difficulties."""
    table = Table("nightfall")
    table.does(ANNA, ThrowAsTyped("/r 2 # sneaking", "anna"), 9, 3)
    made = table.roll(WATCHER)
    assert (made.reason, made.pool, made.difficulty, made.net) == ("sneaking", 2, 6, 1)
    table.does(ANNA, ThrowAsTyped("/r 2", "anna"), 9, 3)
    assert english(table.roll(WATCHER).reason) == "2 dice", "without a comment, the roll says what was thrown"
    table.does(ANNA, Roll("", "anna", ("Perception",)), 9, 3)
    assert english(table.roll(WATCHER).reason) == "Perception"
    table.refuses(ANNA, ThrowAsTyped("/r 2 7", "anna"), "no-difficulty-typed")


def test_a_malformed_line_rolls_nothing() -> None:
    """W2: a malformed line rolls no dice. Only the Storyteller reads of `--hidden`."""
    table = Table("v20")
    refused = table.refuses(ANNA, ThrowAsTyped("?throw four"), "throw-difficulty-specialty")
    assert "Type ?throw 6 7" in refused
    assert "--hidden" not in refused
    assert "--hidden" in table.refuses(ST, ThrowAsTyped("?throw four"), "throw-difficulty-specialty")
    assert table.chance.hidden == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("?throw 4 11", "difficulty"),
        ("?throw 4 1", "difficulty"),
        ("?throw 4 0", "difficulty"),
        ("?throw 0 6", "no-dice"),
        ("?throw 101 6", "too-many-dice"),
        ("?throw 4 6 # " + "x" * 201, "comment-too-long"),
        ("?throw 4 6 --hidden", "storyteller-only"),
    ],
)
def test_what_may_not_be_thrown_is_refused_with_its_rule(text: str, code: str) -> None:
    """W2, D8, D19: an illegal typed throw is refused with its rule."""
    Table("v20").refuses(ANNA, ThrowAsTyped(text), code)


def test_nobody_throws_for_anothers_character() -> None:
    """W1: a player throws only for her own character."""
    Table("v20").refuses(BEN, ThrowAsTyped("?throw 4 6", "anna"), "not-yours")


def test_the_storyteller_throws_in_secret() -> None:
    """W2, X1: no player receives any event of a hidden typed throw."""
    table = Table("v20")
    table.does(ST, ThrowAsTyped("?throw 2 6 --hidden # who hears it"), 9, 9)
    assert [table.told(seat) for seat in (ANNA, BEN, WATCHER)] == [[], [], []]
    assert table.chance.hidden == [True]
    assert table.lines(ST)[-1].startswith("# 2\n")


@pytest.mark.parametrize("ruling", [ModifyNextRoll("anna", -1, "hidden"), ModifyNextRoll("anna", difficulty=9)])
def test_an_answer_keeps_what_the_roll_keeps(ruling: ModifyNextRoll) -> None:
    """X2, X3: a seat that does not see the whole roll does not receive the answer."""
    table = Table("v20")
    table.does(ST, ruling)
    table.does(ANNA, ThrowAsTyped("?throw 4 6", "anna"))
    assert "ThrowAnswered" not in table.told(ANNA)
    assert table.fact(ThrowAnswered).text.startswith("# ")


def test_an_open_ruling_shows_in_the_answer() -> None:
    """X2 (i): an open modifier is part of the answer."""
    table = Table("v20")
    table.does(ST, ModifyNextRoll("anna", 1, "open", "a lamp"))
    table.does(ANNA, ThrowAsTyped("?throw 1 6", "anna"), 6, 7)
    assert table.lines(ANNA)[-1] == "# 2\nDetails:[2d10c[>=6]-@c[=1] (6 7)]"
