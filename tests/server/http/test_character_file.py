"""A character's file: the server accepts exactly the files that the published schema and the page allow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.refusal import Refusal
from domain.features.characters.character import Sheet
from domain.features.scenes.import_character import ImportCharacter
from domain.rules.character_file import read_character
from server.cli import main
from server.http.json_schema import character_schema, schema
from tests.domain.features.characters.test_sheets import characters, file_of, text
from tests.domain.json_schema import valid
from tests.domain.world import ANNA, World
from tests.server.whole_server import Guests

GOLDEN = Path(__file__).parents[3] / "web" / "src" / "core" / "character.golden.json"
SCHEMA = json.loads(json.dumps(character_schema()))

SPOILT: list[dict[str, Any]] = [
    {"name": ""}, {"name": 3}, {"kind": "ghost"}, {"version": 2}, {"format": "sheet"}, {"motto": "none"},
    {"traits": [["Strength", 11]]}, {"traits": [["Strength"]]}, {"traits": [["Strength", 1, 1]]}, {"traits": {}},
    {"pools": [["Fate", 3, -1]]}, {"pools": [["Fate", 3, True]]}, {"items": [{}]}, {"items": [{"name": "a", "x": 1}]},
    {"items": [{"name": "a", "flags": ["loud"]}]}, {"items": [{"name": "a", "damage": 21}]},
    {"flags": ["x"] * 31}, {"health": {"lethal": -1}},
    {"health": {"lethal": 21}}, {"health_levels": 21}, {"health": []}, {"specialties": [""]},
]  # fmt: skip


@given(st.integers(0, 2**32 - 1))
def test_what_the_schema_takes_the_server_takes(seed: int) -> None:
    """D1, D16: every possible character is valid by the published schema, and the server can read it."""
    raw = msgspec.json.encode(characters(seed, "v20"))
    assert valid(json.loads(raw), SCHEMA, SCHEMA)
    read_character(raw.decode())


@pytest.mark.parametrize("changed", SPOILT)
def test_what_the_schema_does_not_take_the_server_does_not(changed: dict[str, Any]) -> None:
    """A file that the schema forbids is also refused by the server."""
    assert valid(json.loads(text()), SCHEMA, SCHEMA)
    assert not valid(json.loads(text(**changed)), SCHEMA, SCHEMA)
    with pytest.raises(Refusal):
        read_character(text(**changed))


EMPTY: Final = {"health_levels": 0, "biography": "", "merits": [], "notes": "", "experience": []}


def test_a_file_of_the_pages_is_taken_and_is_the_same_again() -> None:
    """D1, D16: a character imported from the file of the page's own test exports the same file, and names the fields
    that the page leaves out if they are empty."""
    raw = GOLDEN.read_text(encoding="utf-8")
    assert valid(json.loads(raw), SCHEMA, SCHEMA)
    world = World("nightfall")
    world.does(ANNA, ImportCharacter(raw))
    assert json.loads(msgspec.json.encode(file_of(world.here, "Anna Dée", "nightfall"))) == EMPTY | json.loads(raw)
    (sheet,) = world.here.view(ANNA).all(Sheet)
    assert [item.name for item in sheet.items] == ["knife", "vest"]


async def test_the_schema_is_published(guests: Guests, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema is public: over HTTP, by `coterie schema --character`, and inside the full schema."""
    answer = await guests.call("GET", "/api/schema/character")
    assert answer.status_code == 200
    assert answer.json() == SCHEMA
    assert SCHEMA["$id"] == "urn:coterie:character:1"
    assert main(["schema", "--character"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    assert schema()["files"] == [{"$ref": "#/$defs/CharacterFile"}]


async def test_ready_characters_come_with_all_they_carry(guests: Guests) -> None:
    """D17: each ready character that the page offers is a valid character file."""
    rules = (await guests.call("GET", "/api/rules")).json()["rules"]
    for known in rules:
        assert len(known["ready"]) == 3
        for someone in known["ready"]:
            assert valid({"format": "coterie-character", "version": 1, "rules": known["id"], **someone}, SCHEMA, SCHEMA)
