"""Judges figures that have a limit in the plan, on a machine that may be busy with other work."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Final

NOT_JUDGED: Final = "too busy"
"""Marks the row of a fault that could not be judged because the machine was too busy."""
BUSY_SHARE: Final = 0.05
"""The share of the measured time: a process that waited longer than this for a core was too slow for the machine's
sake."""


class Waiting:
    """Measures how long some processes wait for a core from now on."""

    def __init__(self, *pids: int) -> None:
        self._began = monotonic()
        self._before = {pid: waited(pid) for pid in pids}

    def busy(self) -> bool:
        """True if the machine was too busy to judge these processes."""
        return too_busy(self.longest(), monotonic() - self._began)

    def longest(self) -> float:
        """The seconds of the process that waited longest."""
        return max(waited(pid) - before for pid, before in self._before.items())


def too_busy(waited: float, seconds: float) -> bool:
    """The rule for every figure: true if the measured processes waited too long for a core, in so many seconds."""
    return waited > BUSY_SHARE * seconds


def judged(fault: str, said: str, *, within: bool, busy: bool) -> tuple[Counter[str], list[str]]:
    """Judge a figure. A figure beyond its limit is a violation, unless the machine was too `busy` (`too_busy`): then
    the run is counted in a row of its own."""
    if within or not busy:
        return Counter({fault: 1}), [] if within else [f"{fault}: {said}"]
    print(f"{fault}, {NOT_JUDGED} to be judged: {said}", flush=True)
    return Counter({unjudged(fault): 1}), []


def unjudged(fault: str) -> str:
    """The row of a fault's runs that were not judged."""
    return f"{fault} ({NOT_JUDGED})"


def waited(pid: int) -> float:
    """The seconds for which a process was runnable and had no core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
