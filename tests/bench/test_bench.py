"""The bench itself: what it counts is everything that was sent. No times are checked."""

import pytest

from tests.bench.run import Target, cores, measure

SMALL = {"scenes": 2, "clients": 3, "window": 4, "seconds": 0.5}


@pytest.mark.parametrize("target", ["ws", "coterie"])
def test_every_update_of_a_short_load_reaches_everybody(target: Target) -> None:
    """Two scenes of three, half a second: many commands go out, and nobody lacks one or is cut off."""
    cores()  # says what is missing where the bench cannot run
    result = measure(target, "load", SMALL)
    assert result["commands"] > 0
    assert result["updates"] > 0
    assert (result["lost"], result["cut"]) == (0, 0)
