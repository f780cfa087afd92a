"""The messages and actions of the protocol fuzzer (`protocol_fuzz.py`): random frames, weights, least counts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.command import TableCommand
from domain.features.rolls.free_roll import Roll
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE
from tests.canaries import guises
from tests.simulation.world import CHRONICLE

STREAM = f"scene/{CHRONICLE}/talk"
NAMES = ("Teller", "Anna", "the third")
THIRD = ("Ben", "Guest")
"""The third person: a second player, or a spectator."""
BINARY_ONLY, UNREADABLE, OUT_OF_TURN, TOO_BIG = 1003, 1007, 1008, 1009
CAST = ("anna", "shade")
"""A player's character and a hidden one."""
CLOSINGS = {BINARY_ONLY, UNREADABLE, OUT_OF_TURN, TOO_BIG, ACCESS_ENDED, NO_SUCH_TABLE}
BY_ITSELF = {"tick", "presence"}
"""Frames that arrive without a command."""
ANSWERED_WITHIN = 5.0
"""In virtual seconds."""
MARKS = {name: sha256(name.encode()).hexdigest()[:32] for name in ("Teller", "Anna", *THIRD)}
"""Each person's mark. It is in every text that the person sends to the Storyteller alone, and in the Storyteller's
texts to that person alone or to herself."""
SECRETS = {name: tuple(guises(mark)) for name, mark in MARKS.items()}
REVEALING = {"ShowRoll"}
"""Commands that make a secret roll public."""
TYPES = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]

IDS = st.integers(0, 5).map(lambda n: n.to_bytes(16, "big"))  # few, so that many were used before
WORDS = st.text(max_size=20)
COMMANDS = st.one_of(
    st.tuples(
        st.just("Say"),
        WORDS,
        st.just(""),
        st.lists(st.sampled_from(["storyteller", "nobody"]), max_size=2),
        st.booleans(),
    ),
    st.tuples(st.just("Roll"), WORDS, WORDS).map(lambda told: [*told, *msgspec.to_builtins(Roll())[3:]]),
    st.tuples(st.just("Roll"), WORDS, WORDS),
    st.tuples(st.sampled_from(["CloseScene", "OpenScene", "Unheard", "SetHealth", "KeepScene"]), WORDS),
    st.lists(st.one_of(st.integers(-(2**63), 2**64 - 1), WORDS), max_size=4),
)
POSITIONS = st.lists(
    st.tuples(
        st.sampled_from(["everyone", "storyteller", "sealed", "seats:x"]), st.integers(0, 9), st.binary(max_size=9)
    ),
    max_size=3,
)
FRAMES = st.one_of(
    st.tuples(st.just("hello"), WORDS | st.just("x" * 20), WORDS | st.just(STREAM), WORDS, POSITIONS),
    st.tuples(st.just("command"), IDS, st.integers(-1, 99), COMMANDS),
    st.tuples(
        st.just("look"), st.integers(0, 9), st.integers(-1, 9), st.integers(-1, 9), WORDS, st.none() | WORDS, WORDS
    ),
    st.tuples(st.just("ack"), st.integers(-1, 2**54)),
    st.tuples(st.just("typing"), st.booleans()),
    st.tuples(st.sampled_from(["welcome", "part", "accepted", "closing"]), st.integers(-(2**63), 2**64 - 1)),
).map(msgpack.packb)
"""Frames that a client may send in any state; few are valid anywhere."""

MESSAGES = {
    "an option": 4, "any command": 10, "a line": 10, "a whisper": 8, "a secret roll": 3,
    "the same again": 8, "an id used for another": 4, "a failing decision": 5, "a forged command": 4,
    "a forged frame": 2, "a look": 2, "typing": 2, "an ack": 2, "hello again": 1, "text": 1, "too much": 1,
}  # fmt: skip
"""The weight of each kind of message from a seat; a person without a seat connects first."""
ACTIONS = {
    "goes away": 2, "resumes from elsewhere": 2, "sends an invalid hello": 1, "talks while entering": 1,
    "sends anything first": 1, "ends the session": 1, "is kicked": 1, "sends anything": 4, "sends bytes": 1,
}  # fmt: skip
"""The weight of each action that does not need a seat."""
STEPS = st.sampled_from([
    (name, kind) for kind, often in (MESSAGES | ACTIONS).items() for name in NAMES for _ in range(often)
])  # fmt: skip


@st.composite
def _step(draw: st.DrawFn) -> tuple[str, str, Any]:
    name, kind = draw(STEPS)
    match kind:
        case "sends anything" | "sends anything first":
            return name, kind, draw(FRAMES)
        case "sends bytes":
            return name, kind, draw(st.binary(max_size=40))
        case _:
            return name, kind, draw(st.integers(0, 2**32 - 1))


STEP = _step()

FLOORS = {
    "accepted": 0.07, "refused": 0.1, "failed": 0.002, "sent to others": 0.06, "resumed": 0.02, "shown anew": 0.01,
    "kicked": 0.001, "twice": 0.005, "secrets": 0.008,
}  # fmt: skip
"""The least share of each outcome per step: under a third of the share that any of many seeds reached."""
