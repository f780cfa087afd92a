"""F19: whatever position a client says that it had come to, it is told what it lacks, the whole view, or nothing."""

from __future__ import annotations

from tests.simulation.resuming import Resumes

RESUMES = 2_000


def test_resuming_from_anywhere(seed: int) -> None:
    """From every place of a session; from none; from the future; with a wrong chain, another's rights, another scene's
    place, an audience that is not one's own, a token that opens nothing, a scene that is not there (I2, I3, I7, I8)."""
    assert Resumes(f"{seed} resuming").done(RESUMES) == []
