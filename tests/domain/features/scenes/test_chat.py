"""Talk: whispers, narration, and the speech of hidden characters."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.audience import STORYTELLER, seats
from domain.features.scenes.chat import Said, Say
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table


def test_a_whisper_reaches_those_it_names_and_the_storyteller() -> None:
    """A whisper reaches its named seats, its sender and the Storyteller."""
    table = Table()
    table.does(ANNA, Say("psst", to=("BEN",)))
    assert table.facts[0].audience == seats("ANNA", "BEN")
    assert [bool(table.told(seat)) for seat in (ST, ANNA, BEN, WATCHER)] == [True, True, True, False]


def test_a_whisper_to_the_storyteller() -> None:
    """A whisper to the Storyteller uses her role's name; her whisper to herself is a note."""
    table = Table()
    table.does(ANNA, Say("psst", to=("storyteller",)))
    assert table.facts[0].audience == seats("ANNA")
    table.does(ST, Say("remember", to=("storyteller",)))
    assert table.facts[0].audience == STORYTELLER


@pytest.mark.parametrize("to", ["", "ANNA,BEN", "AN NA"])
def test_a_seat_is_named_one_by_one(to: str) -> None:
    """A seat id in a whisper cannot contain a separator, because an audience joins its seats with commas."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(["Say", "psst", "", [to]], Say)


def test_a_hidden_character_is_not_named_by_its_words() -> None:
    """X4: a hidden character's speech names no speaker until it is revealed."""
    table = Table()
    table.does(ST, Say("Who is there?", "shade"))
    said = table.fact(Said)
    assert (said.actor, said.kind) == ("", "narrated")


def test_braces_are_only_text() -> None:
    """Braces in typed text are never filled in with a name."""
    table = Table()
    table.does(ANNA, Say("{0} {x}", "anna"))
    assert table.lines(BEN)[-1] == "{0} {x}"


def test_the_storyteller_can_speak_as_herself() -> None:
    """Without a character the Storyteller narrates; aside, she speaks as a person."""
    table = Table()
    table.does(ST, Say("Rain."))
    assert table.fact(Said).kind == "narrated"
    table.does(ST, Say("Back in five minutes.", aside=True))
    assert (table.fact(Said).kind, table.fact(Said).actor) == ("said", "")
