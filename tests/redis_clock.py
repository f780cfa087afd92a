"""A clock that may be wrong, and jumps: libfaketime, for a Redis that was started through `enter` (F18).

Only the time of day is wrong; how long something takes is still told right, as on a machine whose clock is set.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Final

FAR: Final = (1, 262)
"""Seconds that a clock is set forward or back, at times; the other times it is set to one of the `DAYS`."""
DAYS: Final = (86_400, 2_147_483_640)
"""1970, and the last seconds that 32 bits can count, in 2038: in seconds since 1970."""


class WrongClock:
    """The time of day as a Redis sees it that was started through `enter`."""

    def __init__(self, file: Path) -> None:
        """`file`: says how wrong it is."""
        self._file = file
        library = next(Path("/usr/lib").glob("**/faketime/libfaketime.so.1"), None)
        assert library, "libfaketime is missing: install it (Debian, Ubuntu: apt install libfaketime)"
        # Redis brings an allocator that asks for the time before libfaketime can tell it: libc's is to serve it here.
        self.enter = (
            "env", f"LD_PRELOAD={library}:libc.so.6", f"FAKETIME_TIMESTAMP_FILE={file}", "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1",
        )  # fmt: skip
        """What to put before a command that is to see this time; it keeps its process id."""
        self.set(0)

    def set(self, wrong: int) -> None:
        """So many seconds before or after the right time, from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{wrong:+d}")
        new.replace(self._file)

    def jump(self, random: Random) -> None:
        """Anywhere that a clock may jump, the right time too."""
        now = int(time.time())
        self.set(random.choice([0, *FAR, *(-seconds for seconds in FAR), *(day - now for day in DAYS)]))
