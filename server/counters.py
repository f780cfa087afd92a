"""The counters of a process, for its operator. Players never see them."""

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""The upper limits of the buckets in `Counters.appends`, in seconds. A further bucket at the end counts the slower
appends."""
UNSAVED_SECONDS: Final = 60.0
"""After a failed append the log counts as not writable for this many seconds. The time is limited, because clients are
kept away from this process during it, so no append is tried that could show that the log works again."""


class Counters:
    """Counters that never go down."""

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
        """How many commands became commits."""
        self.refusals = 0
        self.unsaved = 0
        """How many commands were refused because the log could not be written."""
        self._unsaved_since: float | None = None
        self.conflicts = 0
        """How many groups were decided again because another process had appended first."""
        self.resumes = 0
        """How many clients reconnected and received only the commits that they had missed."""
        self.appends = [0] * (len(BOUNDS) + 1)
        """How many appends took how long, in the buckets of `BOUNDS`."""
        self.append_seconds = 0.0
        """How many seconds all appends took together."""

    def count_append(self, commands: int, seconds: float) -> None:
        """Count an append of this many commands that took this many seconds."""
        self._unsaved_since = None
        self.commands += commands
        self.appends[bisect_left(BOUNDS, seconds)] += 1
        self.append_seconds += seconds

    def count_unsaved(self, since: float) -> None:
        """Count a command that was refused because the log could not be written. `since`: when the command arrived, in
        seconds of `Clock.steady`."""
        self.unsaved += 1
        self._unsaved_since = since

    def log_is_writable(self, now: float) -> bool:
        """True unless an append failed within the last `UNSAVED_SECONDS` and none has succeeded since."""
        return self._unsaved_since is None or now - self._unsaved_since > UNSAVED_SECONDS
