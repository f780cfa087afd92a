"""Figures that the plan sets a limit to, of a machine that may have other things to do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Final

NOT_JUDGED: Final = "too busy"
"""Stands in the table behind a fault of which the machine was too busy to say anything."""
BUSY_SHARE: Final = 0.05
"""Of the time in which a figure was measured: whoever waited longer than that for a core was kept from its work."""


class Waiting:
    """How long some processes wait, from now on, for a core that others have."""

    def __init__(self, *pids: int) -> None:
        self._began = monotonic()
        self._before = {pid: waited(pid) for pid in pids}

    def busy(self) -> bool:
        """Whether the machine had too much else to do to say anything of them since."""
        return too_busy(self.longest(), monotonic() - self._began)

    def longest(self) -> float:
        """The seconds that whoever waited longest did."""
        return max(waited(pid) - before for pid, before in self._before.items())


def too_busy(waited: float, seconds: float) -> bool:
    """The one rule for every figure: whether those whom it is of waited too long for a core, in so many seconds."""
    return waited > BUSY_SHARE * seconds


def judged(fault: str, said: str, *, within: bool, busy: bool) -> tuple[Counter[str], list[str]]:
    """A run whose figure is within the plan's or not. One that is not breaks a law, unless the machine was too `busy`
    to tell (`too_busy`): then that stands in the table, in a row of its own."""
    if within or not busy:
        return Counter({fault: 1}), [] if within else [f"{fault}: {said}"]
    print(f"{fault}, {NOT_JUDGED} to be judged: {said}", flush=True)
    return Counter({unjudged(fault): 1}), []


def unjudged(fault: str) -> str:
    """The row of the runs of a fault that were not judged."""
    return f"{fault} ({NOT_JUDGED})"


def waited(pid: int) -> float:
    """The seconds for which a process could have run, and others had its core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
