"""A client's command has a value for every field, so that a guessed order of fields never means another command."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from domain.command import Command
from domain.core.refusal import Refusal
from domain.features.combat.declare_action import DeclareAction
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from server.fold.command_shape import incomplete
from server.fold.commit_codec import read_command, write
from tests.in_english import english, refusal_text

COMPLETE = [
    Say("hello"), Roll(dice=5), DeclareAction("a"), DeclareAction("a", (Action("punch"), Action("dodge"))),
    CreateCharacter("Anna"), CreateCharacter("Anna", items=(Item("knife"),)),
]  # fmt: skip


def told(*fields: Any) -> str:
    """Return the refusal of a command written with these values."""
    with pytest.raises(Refusal) as refused:
        read_command(write(fields))
    assert refused.value.code == "malformed"
    return refusal_text(refused.value).removeprefix("This input is not valid. ")


@pytest.mark.parametrize("command", COMPLETE, ids=repr)
def test_a_complete_command_is_read(command: Command) -> None:
    """A command with all its fields is read as it was written."""
    assert read_command(write(command)) == command


@pytest.mark.parametrize("command", COMPLETE, ids=repr)
def test_each_missing_field_is_named(command: Command) -> None:
    """However much of the array is missing, the refusal names the first missing field."""
    fields, names = msgspec.to_builtins(command), command.__struct_fields__
    for length in range(1, len(fields)):
        assert names[length - 1] in told(*fields[:length])


def test_a_guessed_shape_rolls_nothing() -> None:
    """A roll written as text, character, traits, dice and difficulty is refused: the fifth value is the bonus, and was
    once rolled as one."""
    assert told("Roll", "sneak", "", [], 5, 6) == "penalty: expected all 18 fields of Roll, got 5."
    assert told("Roll", 5) == "reason: expected text, got a whole number."
    assert told("Roll", {"dice": 5}).startswith("reason: expected text")
    assert told("Say", "a", "", [], False, 1) == "Wrong content: expected all 4 fields of Say, got 5."


def test_structs_inside_a_command_are_complete_too() -> None:
    """The refusal names the row and the field inside it, for arrays that are too short or too long."""
    action = msgspec.to_builtins(Action("punch"))
    assert told("DeclareAction", "a", [action, action[:3]]) == (
        "actions, row 2, dice: expected all 7 fields of Action, got 3."
    )
    declared = [*msgspec.to_builtins(CreateCharacter("Anna", items=(Item("knife"),)))]
    place = 1 + CreateCharacter.__struct_fields__.index("items")
    declared[place] = [[*declared[place][0], "engraved"]]
    assert told(*declared) == "items, row 1: expected all 10 fields of Item, got 11."


def test_a_field_that_was_added_later_may_be_left_out() -> None:
    """A client of an older release sends the fields that it knows."""

    class Hum(Command, frozen=True):
        later_fields: ClassVar[int] = 1

        tune: str
        loud: bool = False

    assert incomplete(write(["Hum", "x"]), Hum("x")) is None
    assert incomplete(write(["Hum", "x", True]), Hum("x", loud=True)) is None
    wrong = incomplete(write(["Hum"]), Hum("x"))
    assert wrong is not None
    assert english(wrong) == "tune: expected all 2 fields of Hum, got 0."
