"""`coterie`, killed at a step: `python -m tests.server.processes.killed_at_step STEP serve ...`.

The program is unchanged except for its log and its fan-out. When a batch has the word `DIE NOW`, the process kills
itself with SIGKILL: before the append; after it and before the fan-out; after half of the subscribers have received the
commit (if there are two or more); or after half of the next snapshot is written (snapshots are frequent here). This
needs no hook in the program.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from server import app
from server.cli import main
from server.fold.projection import EncodedCommit
from server.fold.snapshots import SnapshotInterval
from server.fold.stream_fold import StreamFold
from server.log.contract import Appended, Conflict, Head, Pending
from server.stream import live_stream
from server.stream.fan_out import Answers, FanOut
from tests.server.processes.mid_broadcast import amid

WORD = b"DIE NOW"
AROUND = ("before-append", "after-append")
STEPS = (*AROUND, "mid-broadcast", "mid-snapshot")


def die() -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)


class DyingLog:
    """A log that kills its process at a step of an append or a snapshot."""

    def __init__(self, log: Any, step: str) -> None:
        self._log = log
        self._step = step
        self._marked = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        now = any(WORD in pending.payload for pending in batch)
        if now and self._step == "before-append":
            die()
        outcome: Appended | Conflict = await self._log.append(stream, expected, batch)
        if now and self._step == "after-append":
            die()
        self._marked = self._marked or now
        return outcome

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        if self._step == "mid-snapshot" and self._marked:
            await self._log.keep_snapshot(stream, snapshot[: len(snapshot) // 2])
            die()
        await self._log.keep_snapshot(stream, snapshot)


class DyingFanOut(FanOut):
    """A fan-out that kills its process in the middle of a broadcast."""

    def broadcast(self, folded: StreamFold, told: Sequence[EncodedCommit], answers: Answers) -> None:
        if any(WORD in part for each in told for part in each.parts.values()):
            amid(self, told, die)
        super().broadcast(folded, told, answers)


def run(step: str, arguments: list[str]) -> int:
    """Run the command line with the log and the fan-out that kill the process."""
    names: dict[str, Any] = vars(app)
    open_log = names["open_log"]

    async def opened(url: str) -> Any:
        return DyingLog(await open_log(url), step)

    names["open_log"] = opened
    names["Dependencies"] = partial(app.Dependencies, often=SnapshotInterval(commits=2, seconds=0.0))
    if step == "mid-broadcast":
        vars(live_stream)["FanOut"] = DyingFanOut
    return main(arguments)


if __name__ == "__main__":
    assert sys.argv[1] in STEPS
    sys.exit(run(sys.argv[1], sys.argv[2:]))
