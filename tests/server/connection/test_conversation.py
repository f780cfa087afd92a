"""The conversation without a network: no message raises an exception, and each end has a code of RFC 6455."""

from __future__ import annotations

import struct
import tracemalloc
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.words import phrase
from domain.features.scenes.chat import Say
from server.connection.conversation import (
    Acked,
    Conversation,
    Effect,
    End,
    Enter,
    Ignored,
    LookBack,
    Refuse,
    Submitted,
    TypingChanged,
)
from server.fold.commit_codec import write
from server.limits_and_timeouts import PATIENCE, Bucket, Rate
from server.protocol import frames

CODES = {1002, 1003, 1007, 1008, 1009}
ID = b"i" * 16
TOKEN = "t" * 43
HELLO = ["hello", TOKEN, "scene/night/docks", "", []]
SAY = ["command", ID, 0, ["Say", "hello", "", [], False]]

any_value = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20)
    | st.sampled_from(["hello", "command", "look", "ack", "typing", "Say", "Roll", TOKEN, ID]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
good_frames = st.sampled_from([HELLO, SAY, ["look", 1, 5, -1, ""], ["ack", 3], ["typing", True]])
messages = (
    st.binary(max_size=200)
    | any_value.map(msgpack.packb)
    | st.lists(any_value, min_size=1, max_size=6).map(msgpack.packb)
    | good_frames.map(msgpack.packb)
    | st.tuples(good_frames.map(msgpack.packb), st.integers(0, 200), st.binary(max_size=3)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] + len(parts[2]) :]
    )
)


ALL = Rate(1e9, 1e9)


def talk(rate: Rate = ALL) -> Conversation:
    """Return a new conversation, with this rate limit."""
    return Conversation(Bucket(rate, 0.0))


def seated() -> Conversation:
    """Return the conversation of a seated client."""
    conversation = talk()
    assert isinstance(conversation.receive(msgpack.packb(HELLO), 0.0), Enter)
    conversation.seated()
    return conversation


def says(conversation: Conversation, frame: Any) -> Effect:
    """Send one frame."""
    return conversation.receive(frame if isinstance(frame, bytes) else msgpack.packb(frame), 0.0)


@given(st.lists(st.tuples(messages, st.booleans()), max_size=12))
def test_any_bytes_in_any_order(sent: list[tuple[bytes, bool]]) -> None:
    """No message raises; each end has its code; and after the end no message has an effect (FLT25, FLT26)."""
    conversation = talk()
    over = False
    for message, sit in sent:
        effect = conversation.receive(message, 0.0)
        if over:
            assert isinstance(effect, Ignored)
        if isinstance(effect, End):
            over = True
            assert effect.code in CODES
            assert conversation.stage == "over"
        if isinstance(effect, Enter) and sit:
            conversation.seated()
        if isinstance(effect, Submitted | LookBack | TypingChanged | Acked | Refuse):
            assert conversation.stage == "seated"


@given(st.lists(messages, max_size=8))
def test_any_bytes_from_somebody_seated(sent: list[bytes]) -> None:
    """Nonsense from a seated client is refused or ends the conversation; each command fits the registered types."""
    conversation = seated()
    for message in sent:
        effect = conversation.receive(message, 0.0)
        if isinstance(effect, Submitted):
            assert len(effect.id) == 16
            assert write(effect.command)


@given(messages)
def test_before_the_seat_is_found_nothing_is_heard(message: bytes) -> None:
    """SEC4: any second frame before the welcome ends the conversation."""
    conversation = talk()
    says(conversation, HELLO)
    assert isinstance(conversation.receive(message, 0.0), End)


def test_a_hello_is_small() -> None:
    """SEC4: the first message has at most 1 KiB; a byte more is 1009."""
    stream = "s" * 120
    base = ["hello", TOKEN, stream, "", [["seats:" + "x" * 700, 1, b"c" * 8]]]
    packed = msgpack.packb(base)
    padding = frames.HELLO_MOST - len(packed)
    fits = msgpack.packb(["hello", TOKEN, stream, "", [["seats:" + "x" * (700 + padding), 1, b"c" * 8]]])
    assert len(fits) == frames.HELLO_MOST
    assert isinstance(says(talk(), fits), Enter)
    assert says(talk(), fits + b"\xc0") == End(1009, phrase("error-too-big"))


def test_a_message_is_at_most_64_kib() -> None:
    """SEC16: a seated client may send 64 KiB, and not a byte more."""
    assert says(seated(), b"\xc0" * (frames.FRAME_MOST + 1)) == End(1009, phrase("error-too-big"))
    effect = says(seated(), b"\xc0" * frames.FRAME_MOST)
    assert isinstance(effect, End)
    assert effect.code == 1007


@pytest.mark.parametrize("frame", [SAY, ["look", 1, 0, -1, ""], ["ack", 1], ["typing", True]])
def test_only_a_hello_greets(frame: list[Any]) -> None:
    """Any frame but a hello is out of turn (1008) before the hello."""
    effect = says(talk(), frame)
    assert isinstance(effect, End)
    assert effect.code == 1008


def test_a_second_hello_is_out_of_turn() -> None:
    """A seated client may send no hello: its identity is settled once."""
    effect = says(seated(), HELLO)
    assert isinstance(effect, End)
    assert effect.code == 1008


def test_text_is_not_spoken() -> None:
    """A text message ends the conversation with 1003."""
    assert seated().text().code == 1003


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\xc0"


BAD_COMMANDS = {
    "unknown": ["Explode"],
    "not a command": "Say",
    "a map": {"Say": "hello"},
    "a number": 7,
    "nothing": [],
    "a missing field": ["Say"],
    "a missing last field": ["Say", "hello", "", []],
    "guessed fields": ["Roll", "sneak", "", [], 5, 6],
    "an unknown field": ["Say", "hello", "", [], False, "extra"],
    "a wrong type": ["Say", 7],
    "too long": ["Say", "x" * 4001],
    "an id too long": ["Say", "x", "y" * 41],
    "a table command": ["FoundChronicle", "chronicle/x", "x", "y", "revised", []],
    "another table command": ["KeepScene", "x", []],
    "a float": ["Roll", "", "", [], 3.5],
    "not a number": ["Roll", "", "", [], float("nan")],
    "infinity": ["Roll", "", "", [], float("inf")],
    "a huge number": ["Roll", "", "", [], 2**64 - 1],
    "a negative number": ["Roll", "", "", [], -1],
    "too many dice": ["Roll", "", "", [], 101],
    "a flag that is none": ["AllowLookBack", 1],
}


@pytest.mark.parametrize("command", BAD_COMMANDS.values(), ids=BAD_COMMANDS.keys())
def test_a_malformed_command_is_refused_and_the_talk_goes_on(command: Any) -> None:
    """A frame without a valid command is refused, with the expected type; the next frame is accepted (SEC7)."""
    conversation = seated()
    effect = says(conversation, ["command", ID, 0, command])
    assert isinstance(effect, Refuse)
    assert effect.id == ID
    assert effect.refusal.code == "malformed"
    assert isinstance(says(conversation, SAY), Submitted)


def test_nesting_ends_or_is_refused() -> None:
    """SEC17: thousands of nested arrays, in a command or around everything, raise no exception."""
    raw = msgpack.packb(SAY[:3])
    for depth in (16, 1000, 5000, 60_000):
        effect = says(seated(), b"\x94" + raw[1:] + nested(depth))
        assert isinstance(effect, Refuse | End)
        assert isinstance(says(seated(), nested(depth)), End)


BAD_FRAMES = {
    "a short id": ["command", b"short", 0, ["Say", "x", "", [], False]],
    "a long id": ["command", b"x" * 17, 0, ["Say", "x", "", [], False]],
    "a text id": ["command", "x" * 16, 0, ["Say", "x", "", [], False]],
    "a negative position": ["command", ID, -1, ["Say", "x", "", [], False]],
    "a position beyond 2^53": ["command", ID, 2**53, ["Say", "x", "", [], False]],
    "a forged seat": ["command", ID, 0, ["Say", "x", "", [], False], "storyteller"],
    "no number": ["ack", float("nan")],
    "a map": {"ack": 1},
    "a server's frame": ["accepted", ID, []],
    "a far look": ["look", 1, 2**53, -1, ""],
    "a long seat": ["look", 1, 0, -1, "s" * 41],
}


@pytest.mark.parametrize("frame", BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
def test_what_is_no_frame_ends_with_1007(frame: Any) -> None:
    """SEC7, SEC17: a frame with a wrong length, a forged field or a number out of bounds ends the conversation."""
    effect = says(seated(), frame)
    assert isinstance(effect, End)
    assert effect.code == 1007


def test_the_end_says_which_field_of_which_frame_is_wrong() -> None:
    """A programmer reads in the close reason: the frame, the field, and what was expected. An unknown frame is named,
    with at most 40 letters."""
    for frame, detail in (
        (["look", "a moment"], "look: id: expected a whole number, got text."),
        (["typing", 1], "typing: on: expected true or false, got a whole number."),
        (["ack"], "ack: n: expected 1 field of ack, got 0."),
        (["command", b"x" * 15, 0, SAY[3]], "command: id: expected bytes with a length of at least 16."),
        ([*HELLO, True, 7], "hello: Wrong content: expected all 5 fields of hello, got 6."),
        (["look", 1, 5, -1, 7], "look: seat: expected text, got a whole number."),
        (["wave" * 20], f"there is no frame “{'wave' * 10}”"),
        ({"ack": 1}, "a frame is a list that begins with its name"),
    ):
        effect = says(seated(), frame)
        assert isinstance(effect, End)
        assert (effect.code, effect.detail) == (1007, detail)
    assert says(seated(), HELLO) == End(1008, phrase("error-out-of-turn"), "hello")


@pytest.mark.parametrize(
    "raw",
    [
        b"\xdd\x7f\xff\xff\xff",
        b"\xdf\x7f\xff\xff\xff",
        b"\xdb\x7f\xff\xff\xff",
        b"\xc6\x7f\xff\xff\xff",
        b"\xc9\x7f\xff\xff\xff\x01",
        b"\xc1",
        b"",
        msgpack.packb(SAY) + b"\x00",
        b"\x92\xa3ack\xcb" + struct.pack("!d", float("nan")),
        b"\x92\xa6\xff\xfe\xfd\xfc\xfb\xfa\x01",
        b"\x92\xa3ack\xd4\x01\x00",
        b"\x92\xa3ack\xd6\xff\x00\x00\x00\x01",
        b"\x92\xa3ack\x82\xa1n\x01\xa1n\x02",
        b"\x82\xa3ack\x01\xa3ack\x02",
        b"\x92\xa3ack\xcf\x00\x20\x00\x00\x00\x00\x00\x00",
    ],
)
def test_bombs_and_torn_bytes_end_with_1007(raw: bytes) -> None:
    """SEC17: claimed sizes, bytes after the end, bad UTF-8, extensions, maps (with a key twice), NaN and numbers beyond
    2^53 end the conversation."""
    effect = says(seated(), raw)
    assert isinstance(effect, End)
    assert effect.code == 1007


BIG: dict[str, bytes] = {
    "nils": b"\xdc\xff\x00" + b"\xc0" * 0xFF00,
    "small arrays": b"\xdc\x7f\x00" + b"\x91\x90" * 0x7F00,
    "an array of arrays": b"\xdc\x3f\x00" + b"\x93\xc0\xc0\xc0" * 0x3F00,
    "deep": b"\x91" * 60_000 + b"\xc0",
    "a long text": msgpack.packb(["command", ID, 0, ["Say", "x" * 65_000, "", [], False]]),
    "a claimed size": b"\xdd\x7f\xff\xff\xff" + b"\xc0" * 60_000,
    "many modifiers": msgpack.packb(["command", ID, 0, ["Roll", "", "", [], 3, [["m", 1]] * 12_000]]),
    "audiences": msgpack.packb(["command", ID, 0, ["Say", "x", "", ["a"] * 30_000]]),
}


@pytest.mark.parametrize("message", BIG.values(), ids=BIG.keys())
def test_a_message_costs_little_memory(message: bytes) -> None:
    """SEC17: reading any 64 KiB takes a megabyte at most, and the next conversation is not affected."""
    assert len(message) <= frames.FRAME_MOST + 100
    conversation = seated()
    says(conversation, SAY)
    tracemalloc.start()
    try:
        effect = says(conversation, message)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 1024 * 1024
    assert isinstance(effect, Refuse | End)
    assert isinstance(says(seated(), SAY), Submitted)


def test_too_much_at_once_is_refused_and_then_ended() -> None:
    """SEC18: a command over the rate limit is refused; a connection that stays over it for long is closed."""
    conversation = talk(Rate(1.0, 3.0))
    says(conversation, HELLO)
    conversation.seated()
    effects = [says(conversation, SAY) for _ in range(3 + PATIENCE)]
    assert [type(e) for e in effects[:3]] == [Submitted, Submitted, Refuse]
    assert isinstance(effects[3], Refuse)
    assert effects[3].refusal.code == "too-fast"
    assert isinstance(effects[-1], End)
    later = talk(Rate(1.0, 3.0))
    later.receive(msgpack.packb(HELLO), 0.0)
    later.seated()
    for _ in range(5):
        later.receive(msgpack.packb(SAY), 0.0)
    assert isinstance(later.receive(msgpack.packb(SAY), 10.0), Submitted)


def test_the_digest_tells_contents_apart() -> None:
    """The same command has the same digest, a different command a different digest."""
    conversation = seated()
    first, again = says(conversation, SAY), says(conversation, SAY)
    other = says(conversation, ["command", ID, 0, ["Say", "hullo", "", [], False]])
    assert isinstance(first, Submitted)
    assert isinstance(again, Submitted)
    assert isinstance(other, Submitted)
    assert first.digest == again.digest != other.digest
    assert first.command == Say("hello")
