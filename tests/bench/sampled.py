"""The cost of each part of the server, found by sampling: the server is interrupted every few milliseconds of CPU
time, and the running stage is counted. `python -m tests.bench.sampled FILE serve ...` is `coterie serve ...`; SIGUSR1
begins and ends the sampling, which writes the samples by stage to FILE as JSON.

Time in a system call counts for its caller. Sampling costs the server a few percent.
"""

import json
import signal
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from server.cli import main

EVERY: Final = 0.002
"""Seconds of CPU time between two samples (the kernel's own tick may be longer)."""
STAGES: Final = {
    ("connection", "received"): "receive",
    ("websockets_sansio_impl", "data_received"): "receive",
    ("perform", "perform"): "decide",
    ("group_commit", "_check"): "decide",
    ("commit_codec", "pack"): "pack",
    ("contract", "link"): "pack",
    ("stream_fold", "encode_commit"): "project",
    ("stream_fold", "record_durable"): "durable",
    ("state", "settle"): "durable",
    ("group_commit", "decide"): "group",
    ("live_stream", "_make_visible"): "group",
    ("live_stream", "_run"): "group",
    ("replies", "accept"): "answer",
    ("fan_out", "broadcast"): "send",
    ("fan_out", "_send_options"): "options",
    ("websocket", "write"): "write",
    ("log", "append"): "append",
    ("pipeline", "_flush"): "append",
    ("pipeline", "_read"): "append",
    ("channel_listener", "_run"): "echo",
    ("memory", "append"): "append",
}
"""The stage of a sample is that of the innermost function named here; without one it is the event loop and its reads.
"""


class Sampler:
    """Counts samples by stage, between a SIGUSR1 and the next."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stages: Counter[str] = Counter()
        self._going = False

    def begin(self) -> None:
        """Install the signal handlers."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR1, self._turn)
        signal.siginterrupt(signal.SIGPROF, False)

    def _turn(self, _number: int, _frame: FrameType | None) -> None:
        self._going = not self._going
        every = EVERY if self._going else 0.0
        signal.setitimer(signal.ITIMER_PROF, every, every)
        if not self._going:
            self._file.write_text(json.dumps(self._stages))

    def _sample(self, _number: int, frame: FrameType | None) -> None:
        while frame is not None and not stage(frame.f_code):
            frame = frame.f_back
        self._stages[stage(frame.f_code) if frame else "loop"] += 1


@cache
def stage(code: CodeType) -> str:
    """The stage of a function, or ""."""
    return STAGES.get((Path(code.co_filename).stem, code.co_name), "")


if __name__ == "__main__":
    Sampler(Path(sys.argv[1])).begin()
    sys.exit(main(sys.argv[2:]))
