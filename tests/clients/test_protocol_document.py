"""docs/protocol.md is right: its examples are the bytes that a server takes and sends, its numbers are those of the
program."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import jsonschema_rs
import msgpack  # type: ignore[import-untyped]
import pytest

from domain.core.partition import STORY_KEPT
from domain.features.scenes.create_character import CreateCharacter
from server.access.sessions import DAY, SESSION_FOR
from server.client.table import SILENCE
from server.client.wire import socket_to
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE
from server.connection.conversation import BINARY_ONLY, OUT_OF_TURN, TOO_BIG, UNREADABLE
from server.fold.resume_history import PARTS_KEPT
from server.http.asyncapi import described, is_never_offered
from server.http.json_schema import commands
from server.limits_and_timeouts import (
    BODY_MOST,
    HELLO_WITHIN,
    LOOK_COST,
    MESSAGES,
    RESUMED_MOST,
    SENTENCES,
    SILENT_MOST,
    STORY_BYTES,
    TABS_MOST,
    TICK_EVERY,
)
from server.protocol.frames import BEHIND_MOST, FRAME_MOST, HELLO_MOST
from server.stream.fan_out import BROKEN
from tests.clients.protocol_examples import DOCUMENT, Example, examples, hex_of
from tests.server.whole_server import Guests

EXAMPLES: Final = examples()
SCHEMAS: Final = described()["components"]
JSON: Final = [block.strip() for block in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)]
"""The values that the document shows as JSON, some with several values in a block."""
GUESSED: Final = bytes.fromhex("404142434445464748494a4b4c4d4e4f")
"""The id of the command whose shape is wrong on purpose."""
LONG_AGO: Final = 10**12
"""Greater numbers are times."""


def named(example: Example) -> str:
    return str(example.frame[0])


def plain(value: Any) -> Any:
    """A frame as JSON values: a byte is a character."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.decode("latin-1") if isinstance(value, bytes) else value


def nth(name: str, place: int = 0) -> list[Any]:
    """The frame of the example with this name, and this place among those of the name."""
    return [example.frame for example in EXAMPLES if example.frame[0] == name][place]


def values_in(block: str) -> list[Any]:
    """The JSON values of a block, in their order."""
    decoder, values = json.JSONDecoder(), list[Any]()
    while block:
        value, end = decoder.raw_decode(block)
        values.append(value)
        block = block[end:].lstrip()
    return values


def with_ids(frame: Any, ids: dict[str, str]) -> Any:
    """A frame of the document with a real server's ids."""
    if isinstance(frame, list):
        return [with_ids(one, ids) for one in frame]
    return ids.get(frame, frame) if isinstance(frame, str) else frame


def alike(shown: Any, real: Any, place: str = "") -> None:
    """Check that a real frame is as the document shows it: chains, times and epochs differ, lists may be shortened."""
    if isinstance(shown, list):
        assert isinstance(real, list), place
        if len(shown) == len(real):
            for number, (one, other) in enumerate(zip(shown, real, strict=True)):
                alike(one, other, f"{place}[{number}]")
        else:
            for one in shown:
                assert any(one[:2] == other[:2] for other in real), f"{place}: no {one}"
                alike(one, next(other for other in real if one[:2] == other[:2]), f"{place}[...]")
    elif isinstance(shown, bytes) or (isinstance(shown, int) and shown > LONG_AGO) or place == "welcome[1]":
        assert (type(shown), len(str(shown))) == (type(real), len(str(real))) or isinstance(shown, bytes), place
        assert not isinstance(shown, bytes) or len(shown) == len(real), place
    else:
        assert shown == real, place


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_the_bytes_are_those_of_the_text(example: Example) -> None:
    """The hexadecimal block below a frame is this frame in MessagePack (`python -m tests.clients.protocol_examples`
    writes it again)."""
    assert example.hex == hex_of(example.frame)
    assert msgpack.unpackb(bytes.fromhex(example.hex)) == example.frame


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_every_example_is_valid_by_the_schema(example: Example) -> None:
    """Every frame of the document is as AsyncAPI describes it, except for the one that is refused for its shape."""
    payload = SCHEMAS["messages"][example.frame[0]]["payload"]
    validator = jsonschema_rs.validator_for({**payload, "components": SCHEMAS})
    wrong = example.frame[0] == "command" and example.frame[1] == GUESSED
    assert validator.is_valid(plain(example.frame)) is not wrong


def test_every_frame_has_an_example_or_is_explained() -> None:
    """The document shows every frame, or names it."""
    text = DOCUMENT.read_text()
    assert len(EXAMPLES) > 20
    for name in SCHEMAS["messages"]:
        assert f"`{name}`" in text or f'["{name}"' in text, name


def test_its_numbers_are_those_of_the_program() -> None:
    """Limits, times and close codes in the document are those of the program."""
    text = " ".join(DOCUMENT.read_text().split())
    for shown in (
        f"| a message from the client | {FRAME_MOST:,} bytes |", f"| the first message | {HELLO_MOST:,} bytes",
        f"within {HELLO_WITHIN:.0f} seconds", f"{MESSAGES.per_second} a second, {MESSAGES.burst} at once",
        f"counts as {LOOK_COST:.0f} messages", f"| {BEHIND_MOST:,}; then it is refused", f"| {TABS_MOST} |",
        f"| {PARTS_KEPT} of an audience, {RESUMED_MOST:,} bytes together; then the views |",
        f"as many as fit into {STORY_BYTES:,} bytes, and at most {STORY_KEPT} of an audience",
        f"| 200 words, 200 names, {BODY_MOST:,} bytes |", f"`hello` has at most {HELLO_MOST:,} bytes",
        f"| {SENTENCES.per_second} a second, {SENTENCES.burst} at once; then 429 |",
        f"Every {TICK_EVERY:.0f} seconds", f"none for {SILENT_MOST:.0f} seconds", f"for {SILENCE:.0f} seconds",
        f"works for {SESSION_FOR // DAY} days",
    ):  # fmt: skip
        assert shown in text, shown
    for code in (BINARY_ONLY, UNREADABLE, OUT_OF_TURN, TOO_BIG, BROKEN, ACCESS_ENDED, NO_SUCH_TABLE):
        assert f"| {code} |" in text


@pytest.mark.parametrize("shown", [block for block in JSON if block.startswith("[")])
def test_every_record_and_command_in_the_text_is_valid(shown: str) -> None:
    """A record or command that the document shows as JSON is one by the schema."""
    value = json.loads(shown)
    of = "Command" if value[0] in SCHEMAS["schemas"]["Defend"]["prefixItems"][0]["enum"] else "Record"
    assert jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{of}", "components": SCHEMAS}).is_valid(value)


def test_the_commands_that_are_never_listed_are_named() -> None:
    """The document names exactly the commands for which nobody ever has an option."""
    (row,) = re.findall(r"\n\| (.*?) \| they are never listed", DOCUMENT.read_text())
    assert re.findall(r"`(\w+)`", row) == [command.__name__ for command in commands() if is_never_offered(command)]


async def test_a_server_talks_as_the_document_says(guests: Guests) -> None:
    """The conversation of the document, with a running server: its bytes are sent with real ids, and the answers are as
    shown."""
    host = await guests.host()
    made = await guests.call(
        "POST",
        "/api/chronicles",
        {"name": "The Tide", "rules": "nightfall", "switches": {}, "storyteller": "Vera"},
        host,
    )
    vera = await guests.enter(made.json()["link"])
    shown = [set(answer) for block in JSON if block.startswith('{"role": "host"') for answer in values_in(block)]
    seat = await guests.call("POST", "/api/seats", {"name": "Ben"}, vera.token)
    entered = [
        (await guests.call("POST", "/api/enter", {"secret": link.rpartition("#")[2]})).json()
        for link in (await guests.host_link(), made.json()["link"])
    ]
    assert shown == [set(entered[0]), set(made.json()), set(entered[1]), set(seat.json())]
    teller = await guests.sit(vera)
    anna = await guests.invited(vera, "Anna")
    assert (await teller.do(CreateCharacter("Ilse", player=anna.seat)))[0] == "accepted"
    character = next(id_ for type_, id_ in teller.page.audiences["everyone"][2] if type_ == "Face")
    ids = {
        "xK9fQ2mZr8sT1vW4yB7nC3dE6gH0jLpA": anna.token, "chronicle/qP2f9IHO1YbF": anna.stream,
        "aNNa5eatId01": anna.seat, "5t0ryteller1": vera.seat, "Ko6g419pO0k": character,
    }  # fmt: skip

    answer = (await guests.call("POST", "/api/enter", {"secret": anna.link.partition("#")[2]})).json()
    assert {"token", "role", "seat", "name", "chronicle", "chronicle_name", "stream", "scene"} == set(answer)

    async with socket_to(guests.base.replace("http", "ws") + "/ws") as socket:
        frames: list[list[Any]] = []

        async def until(name: str) -> list[Any]:
            """Read until this frame comes; a `presence` of two who are connected."""
            while True:
                for frame in frames:
                    if frame[0] == name and (name != "presence" or sum(seat[3] for seat in frame[1]) == 2):
                        return frame
                unpacker = msgpack.Unpacker()
                unpacker.feed(await socket.recv())
                frames.extend(unpacker)

        await socket.send(msgpack.packb(with_ids(nth("hello"), ids)))
        for name in ("welcome", "view", "options", "earlier", "presence"):
            shown, real = with_ids(nth(name), ids), await until(name)
            if name == "options":
                assert [type(one) for one in shown] == [type(one) for one in real]
            else:
                alike(shown, real, name)
        welcome = await until("welcome")
        position = [frame[1:4] for frame in frames if frame[0] == "view"]
        frames.clear()

        await socket.send(msgpack.packb(nth("command")))
        alike(with_ids(nth("part"), ids), await until("part"), "part")
        alike(with_ids(nth("accepted"), ids)[:2], (await until("accepted"))[:2], "accepted")
        part = await until("part")
        frames.clear()
        await socket.send(msgpack.packb(nth("command", 1)))
        assert (await until("accepted"))[1] == nth("command", 1)[1]
        frames.clear()
        refused = nth("refused")
        await socket.send(msgpack.packb(["command", refused[1], 3, ["Say", "", "", [], False]]))
        assert await until("refused") == refused
        frames.clear()
        await socket.send(msgpack.packb(nth("command", 3)))
        assert await until("refused") == nth("refused", 1)

    async with socket_to(guests.base.replace("http", "ws") + "/ws") as socket:
        frames.clear()
        resumed = with_ids(nth("hello", 1), ids)
        resumed[3], resumed[4] = welcome[1], position
        await socket.send(msgpack.packb(resumed))
        alike(with_ids(nth("welcome", 1), ids), await until("welcome"), "welcome")
        assert await until("part") == part
        frames.clear()
        await socket.send(msgpack.packb(nth("look")))
        looked = await until("looked")
        assert [type(one) for one in looked] == [type(one) for one in nth("looked")]
        assert looked[1] == nth("looked")[1]
        frames.clear()
        await socket.send(msgpack.packb(["look", "x" * 200, 1.5]))
        assert (await until("closing"))[:3] == nth("closing")[:3]
        await socket.wait_closed()
        assert socket.close_reason == "error-unreadable: look: id: expected a whole number, got text."


async def test_sentences_are_made_as_shown(guests: Guests) -> None:
    """The examples of `/api/sentences` are answered as shown; an unknown id stands in the sentence; too many, too deep,
    or in no language is refused."""
    teller = await guests.chronicle()
    text = DOCUMENT.read_text()
    pairs = re.findall(r"POST /api/sentences\n.*?\n\n(.*?)```\n\n```json\n(.*?)```", text, re.DOTALL)
    assert len(pairs) == 2
    for asked, answered in pairs:
        answer = await guests.call("POST", "/api/sentences", json.loads(asked), teller.token)
        assert answer.json() == json.loads(answered)
    body = json.loads(pairs[0][0])
    words = body["words"]
    strange = [[0, "no-such-message", [], ""], *words]
    answer = await guests.call("POST", "/api/sentences", {"words": strange}, teller.token)
    assert answer.json() == {"sentences": ["no-such-message", "Ko6g419pO0k leaves"]}
    assert (await guests.call("POST", "/api/sentences", body)).status_code == 401
    assert (await guests.call("POST", "/api/sentences", body | {"language": "xx"}, teller.token)).status_code == 422
    deep: Any = "x"
    for _ in range(200):
        deep = [0, "typed", [["text", deep]], ""]
    for too_much in ([deep], words * 201):
        answer = await guests.call("POST", "/api/sentences", {"words": too_much}, teller.token)
        assert answer.status_code in (200, 400, 413, 422)
    limited = [(await guests.call("POST", "/api/sentences", body, teller.token)).status_code for _ in range(110)]
    assert 429 in limited
