"""What came of a secret roll, told in words in the same step (X1)."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.secret_outcomes import OutcomeTold, TellOutcome, Untold
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table

NOTICE = RollInSecret(
    "the ambush at the gantry", "anna", ("Perception",), tell="player", topic="Notice the lookout",
    on_success="A boot scrapes on the gantry above you.", on_failure="The yard is still.",
)  # fmt: skip


@pytest.mark.parametrize(("faces", "line"), [
    ((6, 2), "Notice the lookout: success. A boot scrapes on the gantry above you."),
    ((2, 2), "Notice the lookout: failure. The yard is still."),
])  # fmt: skip
def test_the_player_hears_what_the_roll_was_about_and_what_came_of_it(faces: tuple[int, int], line: str) -> None:
    """X1: in one step, and nobody else hears anything; the Storyteller's own reason and the other words stay hers."""
    table = Table()
    table.does(ST, NOTICE, *faces)
    assert table.lines(ANNA)[1:] == [line]
    assert [table.told(seat) for seat in (BEN, WATCHER)] == [[], []]
    assert "ambush" not in repr(table.dump(ANNA))
    assert not list(table.state.full.all(Untold))


def test_everybody_hears_whose_roll_it_was() -> None:
    """X1."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), tell="everyone", topic="Keep watch"), 6, 2)
    assert table.lines(WATCHER)[1:] == ["anna: Keep watch: success."]
    table.does(ST, RollInSecret("", "shade", ("Dexterity",), tell="everyone", topic="A step"), 2, 2, 2, 2)
    assert table.lines(WATCHER)[-1] == "A step: failure."


def test_words_alone_may_be_told() -> None:
    """X1: any text, and no success or failure; then there have to be words for either."""
    table = Table()
    words = RollInSecret(
        "", "anna", ("Perception",), tell="player", on_success="A boot scrapes.", on_failure="All is still.",
        words_only=True,
    )  # fmt: skip
    table.does(ST, words, 2, 2)
    assert table.lines(ANNA)[1:] == ["anna: All is still."]
    assert table.fact(OutcomeTold).outcome == ""
    one = RollInSecret("", "anna", ("Perception",), tell="player", on_success="A boot scrapes.", words_only=True)
    assert "X1" in table.refuses(ST, one, "nothing-said")


def test_told_later_the_words_are_kept_with_it() -> None:
    """X1: as a proposal for the Storyteller, who may tell something else."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), topic="Notice", on_success="A boot scrapes."), 6, 2)
    assert table.told(ANNA) == []
    (kept,) = table.state.view(ST).all(Untold)
    (option,) = [o for o in table.offers(ST, TellOutcome) if o.inputs[0].name == "untold"]
    said = {asked.name: asked.default for asked in option.inputs}
    assert said == {
        "untold": kept.id, "outcome": "success", "text": "A boot scrapes.", "topic": "Notice", "to": "ANNA",
    }  # fmt: skip
    table.does(ST, TellOutcome("", "success", said["text"], ("ANNA",), kept.id, said["topic"]))
    assert table.lines(ANNA)[1:] == ["Notice: success. A boot scrapes."]


@pytest.mark.parametrize(("tell", "audience"), [("player", seats("ANNA")), ("everyone", EVERYONE)])
def test_without_words_it_is_told_as_before(tell: str, audience: str) -> None:
    """X1: success or failure alone."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), tell=tell), 6, 2)  # type: ignore[arg-type]
    (told,) = [fact for fact in table.facts if isinstance(fact.event, OutcomeTold)]
    assert (told.audience, told.event) == (audience, OutcomeTold("", "anna", "success", ""))
    assert table.lines(ANNA)[1:] == ["anna: it succeeds."]


def test_plain_dice_have_nobody_to_be_told() -> None:
    """X1: words for them are refused."""
    table = Table()
    assert "X1" in table.refuses(ST, RollInSecret("", dice=3, topic="Notice"), "no-character")
    table.does(ST, RollInSecret("", "guard", ("Strength",), tell="player", topic="Hold"), 6, 2, 2)
    assert [fact.audience for fact in table.facts if isinstance(fact.event, OutcomeTold)] == [STORYTELLER]
