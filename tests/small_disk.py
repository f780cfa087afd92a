"""A disk of a few megabytes that can be full: a tmpfs that only processes started through `enter` see (FLT6).

It needs root, or the right to make namespaces; without it, a test fails with a sentence.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


class SmallDisk:
    """`folder` is the path for processes started through `enter`; `outside` is the path of the same folder for all
    processes."""

    def __init__(self, folder: Path, holder: int) -> None:
        self.folder = folder
        self.outside = Path(f"/proc/{holder}/root{folder.resolve()}")
        as_user = () if os.getuid() == 0 else ("--user", "--preserve-credentials")
        back = ("sh", "-c", 'cd "$0" && exec "$@"', str(ROOT))  # entering changes to the root folder
        self.enter = ("nsenter", f"--target={holder}", "--mount", *as_user, "--", *back)
        """The command prefix for a program that is to see the disk; the process id stays the same, and it sees this
        program."""

    def fill(self) -> None:
        """Fill the disk to the last byte."""
        with (self.outside / "filler").open("ab", buffering=0) as filler:
            for size in (65_536, 4096, 1):
                while room(filler, size):
                    pass

    def clear(self) -> None:
        """Make room again."""
        (self.outside / "filler").unlink()


def room(file: io.FileIO, size: int) -> bool:
    """Write so many zeros. Return True if at least some of them fitted."""
    try:
        return file.write(bytes(size)) > 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mount a small disk at this folder, until the block ends."""
    folder.mkdir(exist_ok=True)
    unshare = shutil.which("unshare")
    assert unshare, "unshare is missing: install it (Debian, Ubuntu: apt install util-linux)"
    as_user = () if os.getuid() == 0 else ("--map-root-user",)
    script = f'mount -t tmpfs -o size={megabytes}m none "$1" && echo ready && exec cat'
    command = [unshare, *as_user, "--mount", "sh", "-c", script, "sh", str(folder.resolve())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == b"ready\n", (
            "a small disk needs root or user namespaces: run the tests as root"
        )
        try:
            yield SmallDisk(folder, holder.pid)
        finally:
            holder.stdin.close()
