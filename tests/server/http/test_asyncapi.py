"""The AsyncAPI description of the WebSocket agrees with the bytes that go over it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import msgpack  # type: ignore[import-untyped]
import pytest

from domain.features.combat.declare_action import DeclareAction
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.rules.declared_action import Action
from server.cli import main
from server.client.enter import enter
from server.client.errors import CommandRefused
from server.client.table import Table
from server.client.wire import command_frame
from server.http.asyncapi import described
from server.http.json_schema import SEALED, schema
from server.protocol import frames
from tests.server.whole_server import Guests

DOCUMENT = json.loads(json.dumps(described()))


def plain(value: Any) -> Any:
    """A decoded message as JSON values: a byte is a character."""
    match value:
        case bytes():
            return value.decode("latin-1")
        case list():
            return [plain(one) for one in value]
        case _:
            return value


def payload(frame: list[Any]) -> jsonschema_rs.Validator:
    """The schema of a frame, by its name."""
    named = DOCUMENT["components"]["messages"][frame[0]]["payload"]
    return jsonschema_rs.validator_for({**named, "components": DOCUMENT["components"]})


def refs(node: Any) -> Iterator[str]:
    """Yield all references in a document."""
    match node:
        case dict():
            if isinstance(node.get("$ref"), str):
                yield node["$ref"]
            for value in node.values():
                yield from refs(value)
        case list():
            for value in node:
                yield from refs(value)
        case _:
            pass


def test_every_reference_leads_somewhere() -> None:
    """Every reference in the description has a target in it."""
    for ref in refs(DOCUMENT):
        node = DOCUMENT
        for step in ref.removeprefix("#/").split("/"):
            node = node[step]
        assert isinstance(node, dict)


def test_every_position_has_the_name_of_its_field() -> None:
    """Every position of every array of a struct has a name; nothing is base64."""
    for document in (DOCUMENT["components"]["schemas"], json.loads(json.dumps(schema()))["$defs"]):
        for name, of in document.items():
            for place, position in enumerate(of.get("prefixItems", ())):
                assert position.get("title"), f"{name}, position {place}"
        assert "base64" not in json.dumps(document)
    say = DOCUMENT["components"]["schemas"]["Say"]
    assert [p["title"] for p in say["prefixItems"]] == ["command", "text", "actor", "to", "aside"]
    hello = DOCUMENT["components"]["schemas"]["Submit"]["prefixItems"]
    assert (hello[1]["title"], hello[1]["format"], hello[1]["minLength"]) == ("id", "binary", 16)


def test_what_nobody_may_read_is_not_described() -> None:
    """The description has all frames, and none of the records that no client receives."""
    names = {str(frame.__struct_config__.tag) for frame in (*frames.CLIENT_FRAMES, *frames.SERVER_FRAMES)}
    assert set(DOCUMENT["components"]["messages"]) == names
    assert not {record.__name__ for record in SEALED} & set(DOCUMENT["components"]["schemas"])


@pytest.mark.parametrize(
    "command", [Say("hello"), Roll(dice=5), DeclareAction("a", (Action("punch"),)), CreateCharacter("Anna")], ids=repr
)
def test_a_command_is_described_as_it_is_taken(command: Any) -> None:
    """The schema accepts a complete command, and refuses the same one without its last field or with one more."""
    frame = plain(msgpack.unpackb(command_frame(bytes(16), 3, command)))
    assert payload(frame).is_valid(frame)
    assert not payload(frame).is_valid([*frame[:3], frame[3][:-1]])
    assert not payload(frame).is_valid([*frame[:3], [*frame[3], ""]])
    assert not payload(frame).is_valid([frame[0], "short", *frame[2:]])


async def test_a_servers_messages_are_as_described(guests: Guests) -> None:
    """Every frame that a Storyteller and a player receive while they play is valid by its schema."""
    heard: dict[str, list[list[Any]]] = {}

    class Recorded(Table):
        def heard(self, message: bytes, told: list[frames.ServerFrame]) -> None:
            unpacker = msgpack.Unpacker()
            unpacker.feed(message)
            for frame in unpacker:
                heard.setdefault(frame[0], []).append(plain(frame))

    teller = await guests.chronicle("Night", "nightfall")
    anna = await guests.invited(teller, "Anna")
    async with Recorded(await enter(teller.link)) as vera, Recorded(await enter(anna.link)) as player:
        await vera.do(CreateCharacter("Ilse", player=anna.seat, pools=(("Willpower", 5, 5),)))
        await vera.do(Say("psst", to=(anna.seat,)))
        await player.do(Roll(dice=5))
        with pytest.raises(CommandRefused):
            await player.do(Say(""))
        await vera.look_back(2)
        if vera.presence is None:  # it is sent once a second
            async for told in vera.received():
                if isinstance(told, frames.Presence):
                    break
    assert set(heard) >= {"welcome", "view", "earlier", "part", "accepted", "refused", "options", "presence", "looked"}
    for found in heard.values():
        validator = payload(found[0])
        for frame in found:
            assert not [str(error) for error in validator.iter_errors(frame)], frame


def test_it_is_printed_as_it_is_served(capsys: pytest.CaptureFixture[str]) -> None:
    """`coterie schema --asyncapi` prints the description, with each type in a line of its own."""
    assert main(["schema", "--asyncapi"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == DOCUMENT
    (line,) = [line for line in printed.splitlines() if line.lstrip().startswith('"Say": ')]
    assert json.loads("{" + line.rstrip(",") + "}")["Say"] == DOCUMENT["components"]["schemas"]["Say"]


async def test_it_is_served(guests: Guests) -> None:
    """The server serves the same description."""
    assert (await guests.call("GET", "/api/schema/asyncapi")).json() == DOCUMENT
