"""The outcome of a secret roll, told in words in the same step (X1)."""

from __future__ import annotations

from typing import Literal

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.secret_outcomes import OutcomeTold, TellOutcome, Untold
from domain.features.storyteller.override_roll import OverrideRoll
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table

NOTICE = RollInSecret(
    "the ambush at the gantry", "anna", ("Perception",), tell="player", topic="Notice the lookout",
    on_success="A boot scrapes on the gantry above you.", on_failure="The yard is still.",
)  # fmt: skip


@pytest.mark.parametrize(("faces", "line"), [
    ((6, 2), "Notice the lookout – success (X1). A boot scrapes on the gantry above you."),
    ((2, 2), "Notice the lookout – failure (X1). The yard is still."),
])  # fmt: skip
def test_the_player_hears_what_the_roll_was_about_and_what_came_of_it(faces: tuple[int, int], line: str) -> None:
    """X1: the player reads the topic, the outcome and its words; the Storyteller's reason and the words of the
    opposite outcome stay hers."""
    table = Table()
    table.does(ST, NOTICE, *faces)
    assert table.lines(ANNA)[1:] == [line]
    assert [table.told(seat) for seat in (BEN, WATCHER)] == [[], []]
    assert "ambush" not in repr(table.dump(ANNA))
    assert not list(table.state.full.all(Untold))


def test_everybody_hears_whose_roll_it_was() -> None:
    """X1: told to everybody, the line names the character only if it is visible."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), tell="everyone", topic="Keep watch"), 6, 2)
    assert table.lines(WATCHER)[1:] == ["anna: Keep watch – success (X1)."]
    table.does(ST, RollInSecret("", "shade", ("Dexterity",), tell="everyone", topic="A step"), 2, 2, 2, 2)
    assert table.lines(WATCHER)[-1] == "A step – failure (X1)."


def test_words_alone_may_be_told() -> None:
    """X1: the Storyteller may tell words without the outcome; then both outcomes need words."""
    table = Table()
    words = RollInSecret(
        "", "anna", ("Perception",), tell="player", on_success="A boot scrapes.", on_failure="All is still.",
        words_only=True,
    )  # fmt: skip
    table.does(ST, words, 2, 2)
    assert table.lines(ANNA)[1:] == ["anna: All is still."]
    assert table.fact(OutcomeTold).outcome == ""
    one = RollInSecret("", "anna", ("Perception",), tell="player", on_success="A boot scrapes.", words_only=True)
    assert "X1" in table.refuses(ST, one, "nothing-said-words-only")


def test_told_later_the_words_are_kept_with_it() -> None:
    """X1: for an outcome told later, its words are kept as a proposal that the Storyteller may replace."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), topic="Notice", on_success="A boot scrapes."), 6, 2)
    assert table.told(ANNA) == []
    (kept,) = table.state.view(ST).all(Untold)
    option, _ = [o for o in table.offers(ST, TellOutcome) if o.inputs[0].name == "untold"]
    said = {asked.name: asked.default for asked in option.inputs}
    assert said == {
        "untold": kept.id, "outcome": "success", "text": "A boot scrapes.", "topic": "Notice", "to": "ANNA",
    }  # fmt: skip
    table.does(ST, TellOutcome("", "success", said["text"], ("ANNA",), kept.id, said["topic"]))
    assert table.lines(ANNA)[1:] == ["Notice – success (X1). A boot scrapes."]


@pytest.mark.parametrize(("tell", "audience"), [("player", seats("ANNA")), ("everyone", EVERYONE)])
def test_without_words_it_is_told_as_before(tell: str, audience: str) -> None:
    """X1: without words, success or failure is told alone."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), tell=tell), 6, 2)  # type: ignore[arg-type]
    (told,) = [fact for fact in table.facts if isinstance(fact.event, OutcomeTold)]
    assert (told.audience, told.event) == (audience, OutcomeTold("", "anna", "success", ""))
    assert table.lines(ANNA)[1:] == ["anna: Success (X1)."]


def test_plain_dice_have_nobody_to_be_told() -> None:
    """X1: words for a roll of plain dice are refused."""
    table = Table()
    assert "X1" in table.refuses(ST, RollInSecret("", dice=3, topic="Notice"), "no-character-to-tell")
    table.does(ST, RollInSecret("", "guard", ("Strength",), tell="player", topic="Hold"), 6, 2, 2)
    assert [fact.audience for fact in table.facts if isinstance(fact.event, OutcomeTold)] == [STORYTELLER]


WORDS_ALONE = RollInSecret(
    "spot", "anna", ("Perception",), on_success="A boot scrapes.", on_failure="All is still.", words_only=True
)


@pytest.mark.parametrize("text", ["All is still.", ""])
def test_what_was_to_be_told_in_words_alone_is_told_so_later(text: str) -> None:
    """X1: for words without the outcome, the later form proposes no outcome either."""
    table = Table()
    table.does(ST, WORDS_ALONE, 2, 2)
    said = proposed(table)
    assert (said["outcome"], said["text"]) == ("", "All is still.")
    table.does(ST, TellOutcome("", "", text, ("ANNA",), said["untold"]))
    assert table.fact(OutcomeTold).outcome == ""
    assert table.lines(ANNA)[1:] == ["anna: All is still."]


def test_an_overridden_secret_roll_is_told_as_it_is_now() -> None:
    """X1, G0: after an override the kept outcome follows, with the words for it, however often it is overridden."""
    table = Table()
    told = RollInSecret("spot", "anna", ("Perception",), on_success="A boot scrapes.", on_failure="All is still.")
    table.does(ST, told, 6, 2)
    roll = table.roll(ST).id
    ways: tuple[tuple[Literal["success", "failure"], str, str], ...] = (
        ("failure", "spot – failure (X1).", "All is still."), ("success", "spot – success (X1).", "A boot scrapes."),
    )  # fmt: skip
    for result, hint, words in ways:
        table.does(ST, OverrideRoll(roll, result))
        said = proposed(table)
        assert (said["outcome"], said["text"]) == (result, words)
        assert [o.hint for o in table.offers(ST, TellOutcome)][-1] == hint
    assert table.told(ANNA) == []


def proposed(table: Table) -> dict[str, str]:
    """Return the defaults of the form that tells a kept outcome to the player."""
    option, _ = [o for o in table.offers(ST, TellOutcome) if o.inputs[0].name == "untold"]
    return {asked.name: asked.default for asked in option.inputs}


@pytest.mark.parametrize("said", [{"topic": "Hold"}, {"on_success": "It holds."}, {"on_failure": "It gives."}])
def test_nobody_can_be_told_later_for_a_character_without_a_player(said: dict[str, str]) -> None:
    """X1: words for a character without a player are refused, with advice; told at once to everybody they are
    allowed."""
    table = Table()
    sentence = table.refuses(ST, RollInSecret("", "guard", ("Strength",), **said), "no-player-to-tell")  # type: ignore[arg-type]
    assert "Tell everyone now, or leave the words out (X1)" in sentence
    table.does(ST, RollInSecret("", "guard", ("Strength",)), 6, 2, 2)
    table.does(ST, RollInSecret("", "guard", ("Strength",), tell="everyone", **said), 6, 2, 2)  # type: ignore[arg-type]


ORDERS = [
    ("the noise behind the door", "the noise behind the door – failure (X1). Only the rain."),
    ("", "anna: Failure (X1). Only the rain."),
]


@pytest.mark.parametrize(("topic", "line"), ORDERS, ids=["with-a-topic", "without"])
def test_told_at_once_or_later_a_line_reads_in_one_order(topic: str, line: str) -> None:
    """X1: a line has the topic first, then the outcome, then the words, told at once or later."""
    at_once, later = Table(), Table()
    rolled = RollInSecret("", "anna", ("Perception",), tell="player", topic=topic, on_failure="Only the rain.")
    at_once.does(ST, rolled, 2, 2)
    later.does(ST, RollInSecret("", "anna", ("Perception",), topic=topic, on_failure="Only the rain."), 2, 2)
    (kept,) = later.state.view(ST).all(Untold)
    later.does(ST, TellOutcome("", "failure", "Only the rain.", ("ANNA",), kept.id, topic))
    assert at_once.lines(ANNA)[1:] == later.lines(ANNA)[1:] == [line]


def test_a_line_that_was_stored_reads_as_it_did() -> None:
    """INV10: a stored outcome from an older version reads as before, with the words first."""
    table = Table()
    partition = table.state.partition(EVERYONE)
    OutcomeTold("st", "anna", "failure", "You notice nothing.").apply(partition, 0)
    assert table.lines(ANNA)[-1] == "anna: You notice nothing. – failure (X1)."
