"""strace on a running process: its system calls recorded, failed or slowed.

It needs the right to trace one's own processes; without it, a test fails with a sentence.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

ATTACH_SECONDS = 20.0


class Strace:
    """strace on a process and its threads, from `start` until `stop`, or until the process ends.

    `options` are strace's own: `-e inject=fdatasync:error=EIO` fails calls, `-P FILE` limits all to a file."""

    def __init__(self, pid: int, *options: str, into: Path) -> None:
        self.calls = into
        """The output of strace: a line per call."""
        self._command = ["-f", "-o", str(into), *options, "-p", str(pid)]
        self._said = into.with_name(into.name + ".said")
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Attach strace. Return once every later call is seen."""
        program = shutil.which("strace")
        assert program, "strace is missing: install it (Debian, Ubuntu: apt install strace)"
        with self._said.open("wb") as said:
            self._child = subprocess.Popen([program, *self._command], stderr=said)
        give_up = time.monotonic() + ATTACH_SECONDS
        while b"attached" not in self._said.read_bytes():
            assert self._child.poll() is None, (
                f"strace may not look into another process here ({self._said.read_text().strip()}): "
                "run the tests as root, or set kernel.yama.ptrace_scope to 0"
            )
            assert time.monotonic() < give_up, "strace did not attach in time"
            time.sleep(0.002)
        return self

    def stop(self) -> None:
        """Detach strace; the process runs on unchanged."""
        assert self._child
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGINT)
        self._child.wait()


@contextmanager
def straced(pid: int, *options: str, into: Path) -> Iterator[Strace]:
    """Attach strace to a process until the block ends."""
    strace = Strace(pid, *options, into=into).start()
    try:
        yield strace
    finally:
        strace.stop()
