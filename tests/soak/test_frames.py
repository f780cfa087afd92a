"""The frames that nobody's page sends, as many as the plan has for every run."""

from __future__ import annotations

import pytest

from tests.soak.strangers import mutated

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_mutated_frames_do_no_harm(seed: int, part: int) -> None:
    """F25, S17: none raises, and each end has one of RFC 6455's codes for it."""
    assert mutated(f"{seed} frames {part}", 1_000_000 // PARTS) == []
