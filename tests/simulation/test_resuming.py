"""FLT19: for every position that a client sends, it receives the missing messages, the whole view, or a close code."""

from __future__ import annotations

from tests.simulation.resuming import Resumes

RESUMES = 2_000


def test_resuming_from_anywhere(seed: int) -> None:
    """A client resumes correctly from every position of a session, from none, from the future, and with a wrong chain,
    another seat's rights, another scene's position, an audience of another seat, an invalid token, and a missing scene
    (INV2, INV3, INV7, INV8)."""
    assert Resumes(f"{seed} resuming").done(RESUMES) == []
