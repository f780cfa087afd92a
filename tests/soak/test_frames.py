"""The frames that nobody's page sends, as many as the plan has for every run."""

from __future__ import annotations

import pytest

from server.connection.connection import Connection
from server.connection.conversation import Conversation
from tests.soak.handler import Handler, framed
from tests.soak.strangers import FRAMES, handled, mutated

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_mutated_frames_do_no_harm(seed: int, part: int) -> None:
    """F25, S17: none raises, and each end has one of RFC 6455's codes for it."""
    assert mutated(f"{seed} frames {part}", 1_000_000 // PARTS) == []


def test_a_whole_server_takes_no_harm_by_mutated_frames(seed: int) -> None:
    """F25: none raises anything, nothing is logged above a warning, and each end has a code for what was sent."""
    assert handled(f"{seed} handled", 5_000) == []


def stumble(*_: object) -> None:
    raise ZeroDivisionError


async def stumble_later(*_: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("type_", "method", "stumbling", "ends"),
    [(Conversation, "receive", stumble, False), (Connection, "_look", stumble_later, True)],
)
def test_what_a_frame_does_to_a_server_is_noticed(
    type_: type, method: str, stumbling: object, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fuzzers' target finds an exception that nobody catches, one that is logged, and an end with a code that is
    not for what was sent."""
    handler = Handler("stumbling")
    try:
        look = framed(FRAMES[3])
        assert handler.throw("Anna", look) == []
        monkeypatch.setattr(type_, method, stumbling)
        found = handler.throw("Anna", look)
    finally:
        handler.close()
    assert any("ZeroDivisionError" in one for one in found), found
    assert any("ended with 1011" in one for one in found) == ends, found
