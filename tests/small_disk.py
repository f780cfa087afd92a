"""A disk of a few megabytes that can be full: a tmpfs that only those see who enter it (F6).

It needs root, or the right to make namespaces; where that is missing, a test fails with a sentence.
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
    """`folder` as those see it who were started through `enter`; `outside` is the same for everybody else."""

    def __init__(self, folder: Path, holder: int) -> None:
        self.folder = folder
        self.outside = Path(f"/proc/{holder}/root{folder.resolve()}")
        who = () if os.getuid() == 0 else ("--user", "--preserve-credentials")
        back = ("sh", "-c", 'cd "$0" && exec "$@"', str(ROOT))  # entering leads to the root folder
        self.enter = ("nsenter", f"--target={holder}", "--mount", *who, "--", *back)
        """What to put before a command that is to see the disk; it keeps its process id, and sees this program."""

    def fill(self) -> None:
        """Not a byte of room is left."""
        with (self.outside / "filler").open("ab", buffering=0) as filler:
            for size in (65_536, 4096, 1):
                while room(filler, size):
                    pass

    def clear(self) -> None:
        """There is room again."""
        (self.outside / "filler").unlink()


def room(file: io.FileIO, size: int) -> bool:
    """Write so many zeros; whether they, or some of them, went in."""
    try:
        return file.write(bytes(size)) > 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A disk in place of this folder, until the block ends."""
    folder.mkdir(exist_ok=True)
    unshare = shutil.which("unshare")
    assert unshare, "unshare is missing: install it (Debian, Ubuntu: apt install util-linux)"
    who = () if os.getuid() == 0 else ("--map-root-user",)
    script = f'mount -t tmpfs -o size={megabytes}m none "$1" && echo ready && exec cat'
    command = [unshare, *who, "--mount", "sh", "-c", script, "sh", str(folder.resolve())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == b"ready\n", (
            "a small disk takes root or user namespaces: run the tests as root"
        )
        try:
            yield SmallDisk(folder, holder.pid)
        finally:
            holder.stdin.close()
