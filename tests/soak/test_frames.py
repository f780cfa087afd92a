"""Mutated frames, as many as the plan has for every run."""

from __future__ import annotations

import pytest

from server.connection.connection import Connection
from server.connection.conversation import Conversation
from tests.soak.handler import Handler, framed
from tests.soak.strangers import FRAMES, handled, mutated

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_mutated_frames_do_no_harm(seed: int, part: int) -> None:
    """FLT25, SEC17: no mutated frame raises an exception, and every close code is one of RFC 6455 for bad input."""
    assert mutated(f"{seed} frames {part}", 1_000_000 // PARTS) == []


def test_a_whole_server_takes_no_harm_by_mutated_frames(seed: int) -> None:
    """FLT25: no mutated frame raises an exception in a whole server or logs above a warning, and every close code is
    one for bad input."""
    assert handled(f"{seed} handled", 5_000) == []


def fail(*_: object) -> None:
    raise ZeroDivisionError


async def fail_later(*_: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("type_", "method", "failing", "ends"),
    [(Conversation, "receive", fail, False), (Connection, "_look", fail_later, True)],
)
def test_what_a_frame_does_to_a_server_is_noticed(
    type_: type, method: str, failing: object, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fuzzer's handler finds an uncaught exception, a logged exception, and a close code that is not for bad
    input."""
    handler = Handler("failing")
    try:
        look = framed(FRAMES[3])
        assert handler.throw("Anna", look) == []
        monkeypatch.setattr(type_, method, failing)
        found = handler.throw("Anna", look)
    finally:
        handler.close()
    assert any("ZeroDivisionError" in problem for problem in found), found
    assert any("ended with 1011" in problem for problem in found) == ends, found
