"""Figures that the plan sets a limit to, of a machine that may have other things to do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

NOT_JUDGED = "too busy"
"""Stands in the table behind a fault of which the machine was too busy to say anything."""


def judged(fault: str, said: str, *, within: bool, busy: bool) -> tuple[Counter[str], list[str]]:
    """A run whose figure is within the plan's or not. One that is not breaks a law, unless what was measured in the
    same run without the fault says that the machine was too `busy` to tell: then that stands in the table, in a row of
    its own."""
    if within or not busy:
        return Counter({fault: 1}), [] if within else [f"{fault}: {said}"]
    print(f"{fault}, {NOT_JUDGED} to be judged: {said}", flush=True)
    return Counter({f"{fault} ({NOT_JUDGED})": 1}), []


def waited(pid: int) -> float:
    """The seconds for which a process could have run, and others had its core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
