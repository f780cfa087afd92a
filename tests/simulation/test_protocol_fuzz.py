"""F26: anything in any order, before the hello, in a seat, while it is entering, after the seat was closed."""

from __future__ import annotations

from tests.simulation.protocol_fuzz import talked


def test_whatever_is_said_in_whatever_order(seed: int) -> None:
    """F26, S7, I5, I7: 500 conversations of 50 steps: refused is without effect, hidden stays hidden, what is over
    stays over, and the server takes no harm."""
    assert talked(seed, 500, 50)["talks"] == 500
