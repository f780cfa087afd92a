"""Counters of one process for its operator. They are numbers alone, and players never see them."""

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Upper bounds in seconds of the buckets in `Counters.appends`. A last bucket counts the slower appends."""
UNSAVED_SECONDS: Final = 60.0
"""Seconds for which the log counts as not writable after a failed append. Not longer: while clients are kept away from
this process, no append is tried that could show that the log is back."""


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
        """Groups that were decided again, because another process had appended first."""
        self.resumes = 0
        """Clients that reconnected and received only the commits that they had missed."""
        self.appends = [0] * (len(BOUNDS) + 1)
        """Appends by duration, for the buckets of `BOUNDS`."""
        self.append_seconds = 0.0
        """Seconds that all appends took together."""

    def count_append(self, commands: int, seconds: float) -> None:
        """Count an append of this many commands that took this long."""
        self._unsaved_since = None
        self.commands += commands
        self.appends[bisect_left(BOUNDS, seconds)] += 1
        self.append_seconds += seconds

    def count_unsaved(self, since: float) -> None:
        """Count a command refused because the log could not be written. `since`: its arrival, in steady seconds."""
        self.unsaved += 1
        self._unsaved_since = since

    def log_is_writable(self, now: float) -> bool:
        """True unless an append failed within the last `UNSAVED_SECONDS` and none has succeeded since."""
        return self._unsaved_since is None or now - self._unsaved_since > UNSAVED_SECONDS
