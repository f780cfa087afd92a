"""Invalid values in words: every sentence names the place of the mistake."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.command import Command
from domain.core.refusal import Refusal
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import CreateCharacter
from server.fold.commit_codec import read_command, write
from tests.in_english import refusal_text


def said(*fields: object) -> str:
    """Return the refusal of a command written with these fields."""
    with pytest.raises(Refusal) as refused:
        read_command(write(fields))
    return refusal_text(refused.value).removeprefix("This input is not valid. ")


def test_a_commands_mistakes_are_named_by_its_fields() -> None:
    """G0: the refusal names table, row and expectation, by field names instead of positions in an array."""
    numbers: list[object] = ["ChangeHouseRules", [], None, None, None, None, None, None, None, None]
    assert said("ChangeHouseRules", 7) == "switches: expected a list, got a whole number."
    assert said("ChangeHouseRules", [], None, []) == "dots: expected a list with a length of at least 1."
    assert said("ChangeHouseRules", [], [["Luck", [], 5, "other"]]).startswith("traits, row 1, traits: expected a list")
    assert said("ChangeHouseRules", [], [["Luck", ["Luck"], 5, "odd"]]).startswith(
        "traits, row 1, kind: expected one of"
    )
    assert said("ChangeHouseRules", [], None, None, None, [[0, "Hurt"], ["x", "Out"]]) == (
        "health, row 2, value: expected a whole number, got text."
    )
    assert said(*numbers, [["shares", "three"]]) == "numbers, row 1, entry 2: expected a whole number, got text."
    assert said("CreateCharacter", "Anna", "", "ghost").startswith("kind: expected one of 'mortal'")


@pytest.mark.parametrize("fields", [[], [7], ["NoSuchThing"], ["Say"], ["Say", "a", "b", [], "too many"], [["Say"]]])
def test_what_is_no_command_at_all_is_answered_too(fields: list[object]) -> None:
    """Every unreadable command is answered with a sentence."""
    assert said(*fields).endswith(".")


def test_a_command_is_refused_by_its_name() -> None:
    """An unknown name is repeated, at most 40 letters of it; the server's own commands count as unknown. A value that
    does not begin with a name is refused with what a command is."""
    assert said("Fly", "up") == "There is no command “Fly”."
    assert said("x" * 60_000) == f"There is no command “{'x' * 40}”."
    assert said("KeepScene", "x", []) == "There is no command “KeepScene”."
    for nameless in ([], [7], [["Say"]]):
        assert said(*nameless) == "A command is a list that begins with its name."


@given(st.binary(max_size=60))
def test_bytes_that_are_no_command_are_refused_with_a_sentence(raw: bytes) -> None:
    """Any bytes are either a command or a refusal, never an error of the program."""
    with contextlib.suppress(Refusal):
        assert isinstance(read_command(raw), Command)


@given(
    st.recursive(st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=5), st.lists, max_leaves=8)
)
def test_any_value_in_any_field_is_taken_or_refused(value: object) -> None:
    """Any value in any field is either accepted or refused, and the refusal begins with the field's name."""
    for right in (ChangeHouseRules(), CreateCharacter("Anna")):
        for place, field in enumerate(right.__struct_fields__, 1):
            fields = msgspec.to_builtins(right)
            fields[place] = value
            taken(fields, field)


def taken(fields: list[object], field: str) -> None:
    """Read a command, and check that a refusal begins with the field's name."""
    try:
        read_command(write(fields))
    except Refusal as refusal:
        sentence = refusal_text(refusal).removeprefix("This input is not valid. ")
        if not sentence.startswith(field):
            raise AssertionError(sentence) from refusal
