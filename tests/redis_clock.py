"""A wrong clock that jumps: libfaketime, for a Redis that was started through `enter` (FLT18).

Only the time of day is wrong; durations are right, as on a machine whose clock was set.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Final

FAR: Final = (1, 262)
"""Seconds by which the clock is set forward or back; it may also be set to a day of `DAYS`."""
DAYS: Final = (86_400, 2_147_483_640)
"""1970, and the last seconds that 32 bits can count, in 2038, in seconds since 1970."""


class WrongClock:
    """The time of day as seen by a Redis that was started through `enter`."""

    def __init__(self, file: Path) -> None:
        """`file`: holds the error of the clock."""
        self._file = file
        library = next(Path("/usr/lib").glob("**/faketime/libfaketime.so.1"), None)
        assert library, "libfaketime is missing: install it (Debian, Ubuntu: apt install libfaketime)"
        # Redis has its own allocator, which asks for the time before libfaketime is ready: use that of libc.
        self.enter = (
            "env", f"LD_PRELOAD={library}:libc.so.6", f"FAKETIME_TIMESTAMP_FILE={file}", "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1",
        )  # fmt: skip
        """The command prefix for a program that is to see this time; the process id stays the same."""
        self.set(0)

    def set(self, wrong: int) -> None:
        """Set the error of the clock, in seconds."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{wrong:+d}")
        new.replace(self._file)

    def jump(self, random: Random) -> None:
        """Jump to a random time, perhaps the right one."""
        now = int(time.time())
        self.set(random.choice([0, *FAR, *(-seconds for seconds in FAR), *(day - now for day in DAYS)]))
