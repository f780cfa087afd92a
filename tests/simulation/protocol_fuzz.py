"""FLT26: people who mostly sit at the table and mostly send valid frames; between them any frame in any order: before
the hello, while entering, after the session ended, after the seat was closed. No conversation harms another one,
receives a secret, or changes the table by a refused command (INV5, INV7, SEC7)."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from domain.catalogue import catalogue
from tests.simulation.protocol_frames import (
    FLOORS,
    STEP,
    THIRD,
)
from tests.simulation.protocol_talk import Talk


def talked(seed: object, examples: int, steps: int) -> Counter[str]:
    """Run so many conversations of so many steps, each at a table of its own. Return the number of conversations
    (`talks`) and of each outcome. A broken law fails with the shortest conversation that breaks it; too few outcomes
    of a kind fail too."""
    seen: Counter[str] = Counter()

    @seeded(f"{seed}")
    @settings(max_examples=examples)
    @given(
        st.sampled_from(sorted(catalogue().rulesets)),
        st.sampled_from(THIRD),
        st.lists(STEP, min_size=steps, max_size=steps),
    )
    def talks(rules: str, third: str, said: list[tuple[str, str, Any]]) -> None:
        seen["talks"] += 1
        talk = Talk(f"{seed} talking", rules, third, seen)
        try:
            for name, kind, what in said:
                talk.step(name, kind, what)
            talk.end()
        finally:
            talk.world.close()

    with patch("server.hub.look_backs.LOOK_BEAT", 0.001):  # a look is answered in its own step
        talks()
    few = {what: seen[what] for what, floor in FLOORS.items() if seen[what] < floor * examples * steps}
    assert not few, f"too few outcomes in {examples * steps} steps: {few}"
    return seen
