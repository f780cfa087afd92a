"""What a process has done so far, in numbers alone: for whoever runs it, never for a player."""

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds that an append took, at most, for each count of `Counters.appends`; the last one counts what took longer."""
UNSAVED_SECONDS: Final = 60.0
"""For how long nothing can be saved after that was found out. Whoever is kept away meanwhile would find out no more."""


class Counters:
    """Counters that only ever go up."""

    __slots__ = (
        "_unsaved_since",
        "append_seconds",
        "appends",
        "commands",
        "conflicts",
        "refusals",
        "resumes",
        "unsaved",
    )

    def __init__(self) -> None:
        self.commands = 0
        """Commands that became commits."""
        self.refusals = 0
        self.unsaved = 0
        """Commands refused because the log could not be written."""
        self._unsaved_since: float | None = None
        self.conflicts = 0
        """Rounds that were decided anew, for another process had been faster."""
        self.resumes = 0
        """Clients that came back and got only what they had missed."""
        self.appends = [0] * (len(BOUNDS) + 1)
        self.append_seconds = 0.0
        """Seconds in all that appends took."""

    def appended(self, commands: int, seconds: float) -> None:
        """So many commands stand, after an append of so many seconds."""
        self._unsaved_since = None
        self.commands += commands
        self.appends[bisect_left(BOUNDS, seconds)] += 1
        self.append_seconds += seconds

    def not_saved(self, since: float) -> None:
        """A command of that time (steady seconds) was refused because the log could not be written."""
        self.unsaved += 1
        self._unsaved_since = since

    def log_is_writable(self, now: float) -> bool:
        """Whether, as far as is known, the log can be written: nothing was appended since it could not be."""
        return self._unsaved_since is None or now - self._unsaved_since > UNSAVED_SECONDS
