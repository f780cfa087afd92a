"""L2 in small: real processes and a real Redis, killed, stopped and killed again in the middle of play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.soak.siege import besieged

pytestmark = pytest.mark.xdist_group("processes")

BLOWS = ["F1"] * 10 + ["F1 before-append"] * 10 + ["F1 after-append"] * 10 + ["F2"] * 4 + ["F3"] * 10
BLOWS += ["F13"] * 20 + ["F14"] * 20 + ["F17"] * 5
"""A server that is to die at a step is put in the place of one that is killed for it: fifty kills in all."""


async def test_what_was_acknowledged_outlives_every_process(chance: Random, tmp_path: Path) -> None:
    """I1 to I6, I9: servers are killed 50 times, 20 of them around an append, and stopped; their Redis is killed and
    started again; lines are cut, silenced, and lose replies. Whoever was answered finds it in the log, once, and all
    end equal."""
    blows = chance.sample(BLOWS, len(BLOWS))
    async with besieged(tmp_path, chance) as siege:
        assert await siege.hold(blows) == []
