"""Names without control characters: refused where a name is given, kept where an old log has it (SEC20)."""

from __future__ import annotations

import pytest
from msgspec.structs import fields, replace

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import TABLE
from domain.core.names import check_printable
from domain.core.refusal import why_not
from domain.core.state import State
from domain.features.characters.character import Face
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.scenes.import_character import ImportCharacter
from domain.features.scenes.scene import OpenScene
from domain.features.tasks.open_contest import OpenContest
from domain.perform import perform
from domain.rules.equipment import Item
from domain.rules.rule_types import TraitGroup
from tests.chance import FakeChance
from tests.domain.fight import member
from tests.domain.situations import wished
from tests.domain.table import ANNA, ST, Table
from tests.in_english import english

RUDE = "Ann\u202ea"


@pytest.mark.parametrize("rude", ["\0", "\t", "\n", "\x1b[2J", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066"])
def test_a_name_with_a_control_character_is_refused_in_a_sentence(rude: str) -> None:
    """SEC20: of terminals, of lines, and of the order of reading; the sentence shows it escaped."""
    said = english(why_not(check_printable, "Ben", f"Anna{rude}"))
    assert "contains a control character" in said
    assert said.isprintable()
    assert said.startswith(f"“Anna\\u{ord(rude[0]):04x}")


@pytest.mark.parametrize(
    "name", ["Ilse Marten", "Zo\u00eb", "\u05d0\u200f\u05d1", "\u0645\u200c\u0646", "\U0001f987", ""]
)
def test_names_of_all_languages_are_taken(name: str) -> None:
    """SEC20: with the marks that they are typed with."""
    check_printable(name)


def test_every_command_that_gives_a_name_refuses_control_characters() -> None:
    """SEC20: each command with a field `name` that a client may send, in a situation in which it is granted."""
    commands = [one for one in catalogue().commands.values() if not issubclass(one, TableCommand)]
    naming = {one.__name__ for one in commands if "name" in {field.name for field in fields(one)}}
    assert {"CreateCharacter", "BeginScene", "OpenTask", "SetObstacle"} < naming
    tried: set[str] = set()
    for play, command in wished():
        name = type(command).__name__
        if name in naming and "control character" not in english(why_not(command.check, play.state.view(ST))):
            rude = replace(command, name=RUDE)
            assert "control character" in english(why_not(rude.check, play.state.view(ST))), name
            tried.add(name)
    assert tried == naming


@pytest.mark.parametrize("command", [
    CreateCharacter("Eve", concept=RUDE),
    CreateCharacter("Eve", traits=((RUDE, 2),)),
    CreateCharacter("Eve", items=(Item(RUDE),)),
    ChangeSheet("anna", (), items=(Item(RUDE),)),
    OpenContest("Chase", ("anna",), ("Strength",), their_dice=3, their_label=RUDE),
    ChangeHouseRules(traits=(TraitGroup("Physical", ("Strength", RUDE)),)),
])  # fmt: skip
def test_other_names_are_refused_too(command: Command) -> None:
    """SEC20: concepts, traits, items, sides, and names in house rules."""
    assert "control character" in Table().refuses(ST, command, "unprintable")


def test_a_character_file_is_refused_for_its_names() -> None:
    """SEC20: the name in the file is checked like one that is typed."""
    play, command = next((p, c) for p, c in wished() if isinstance(c, ImportCharacter) and not c.onto)
    rude = replace(command, text=command.text.replace('"name":"', '"name":"\\u009b', 1))
    assert rude != command
    assert "control character" in english(why_not(rude.check, play.state.view(ST)))


def test_names_in_old_logs_still_fold_and_are_carried_along() -> None:
    """SEC20: a log of an earlier version may have such names, and the server may still open a scene with them."""
    state, cast = State(), (replace(member("anna  Strength 2"), name=RUDE),)
    perform(state, TABLE, OpenScene("s", "c", "A r\x9boom", "revised", cast=cast), FakeChance())
    face = state.view(ANNA).get(Face, "anna")
    assert face is not None
    assert face.name == RUDE
