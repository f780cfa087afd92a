"""Snapshots of streams as files, in a folder beside the log's file. The folder may be deleted at any time."""

from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import Final

from server.limits_and_timeouts import SNAPSHOT_ROOM
from server.log.contract import LogError
from server.log.sqlite.file import create_private, errors_explained

_SUFFIX: Final = ".snapshots"


class SnapshotFiles:
    """The snapshots of a log. All methods block, and raise `LogError`."""

    def __init__(self, log: Path) -> None:
        self._folder = log.with_name(log.name + _SUFFIX)

    def keep(self, stream: str, snapshot: bytes) -> None:
        """Store a snapshot. It is written to a new file, which is then renamed, so that a reader finds either the old
        snapshot or the new one."""
        file = self._file(stream)
        fresh = file.with_suffix(".new")
        with errors_explained(file):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if disk_usage(self._folder).free < SNAPSHOT_ROOM * len(snapshot):
                raise LogError(f"{self._folder}: the disk is nearly full, so no snapshot was stored.")
            try:
                create_private(fresh)
                fresh.write_bytes(snapshot)
                fresh.replace(file)
            finally:
                fresh.unlink(missing_ok=True)

    def find(self, stream: str) -> bytes | None:
        """Return the snapshot of a stream; None if there is none."""
        file = self._file(stream)
        with errors_explained(file):
            return file.read_bytes() if file.exists() else None

    def drop(self, stream: str) -> None:
        """Delete a stream's snapshot."""
        file = self._file(stream)
        with errors_explained(file):
            file.unlink(missing_ok=True)

    def _file(self, stream: str) -> Path:
        return self._folder / sha256(stream.encode()).hexdigest()[:32]
