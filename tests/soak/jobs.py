"""What a soak is made of. Each job is one seeded run; a process of its own may do it."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.simulation.resuming import Resumes
from tests.simulation.run import run
from tests.soak.siege import BLOWS, besieged

RESUMES_AT_ONCE = 500
BLOWS_AT_ONCE = 30

Done = tuple[Counter[str], list[str]]
"""What was done how often, and the laws that were broken."""


def simulated(seed: str) -> Done:
    """L1: one simulated table."""
    outcome = run(seed)
    return outcome.faults + Counter({f"L1 {outcome.kind} run": 1}), outcome.violations


def resumed(seed: str) -> Done:
    """F19: resumes from anywhere."""
    return Counter({"F19": RESUMES_AT_ONCE}), Resumes(seed).done(RESUMES_AT_ONCE)


def siege(seed: str) -> Done:
    """L2: real processes and a real Redis."""
    random = Random(seed)

    async def hold(folder: Path) -> Done:
        async with besieged(folder, random) as besieged_:
            broken = await besieged_.hold(random.choices(BLOWS, k=BLOWS_AT_ONCE))
            return Counter({f"{name} (L2)": n for name, n in besieged_.faults.items()}), broken

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(hold(Path(folder)))


JOBS: dict[str, tuple[float, Callable[[str], Done]]] = {
    "simulated": (0.5, simulated),
    "resumed": (0.1, resumed),
    "siege": (0.4, siege),
}
"""What is run, and its share of the time."""


def quiet() -> None:
    """Faults are answered with warnings, and these are many."""
    logging.getLogger("coterie").setLevel(logging.CRITICAL)
