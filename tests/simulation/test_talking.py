"""F26: anything in any order, before the hello, while it is entering, after its session ended."""

from __future__ import annotations

from tests.simulation.talking import talked


def test_whatever_is_said_in_whatever_order(seed: int) -> None:
    """S7: sixty conversations of up to 50 steps (the plan's 500 cost a minute): refused is without effect, hidden stays
    hidden, what is over stays over, and the server takes no harm."""
    talked(seed, 60, 50)
