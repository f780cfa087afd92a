"""FLT26: any frame in any order: before the hello, in a seat, while entering, after the seat was closed."""

from __future__ import annotations

from tests.simulation.protocol_fuzz import talked


def test_whatever_is_said_in_whatever_order(seed: int) -> None:
    """FLT26, SEC7, INV5, INV7: in 500 conversations of 50 steps a refused command has no effect, secrets stay secret,
    an ended connection stays ended, and no error is logged."""
    assert talked(seed, 500, 50)["talks"] == 500
