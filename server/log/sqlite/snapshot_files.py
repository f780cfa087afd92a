"""Snapshots of streams as files, in a folder beside the log's file. Whoever deletes the folder loses nothing."""

from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import Final

from server.log.contract import LogError
from server.log.sqlite.file import explained, make
from server.rate_limits import SNAPSHOT_ROOM

_SUFFIX: Final = ".snapshots"


class SnapshotFiles:
    """The snapshots of one log. All calls block, and raise `LogError`."""

    def __init__(self, log: Path) -> None:
        self._folder = log.with_name(log.name + _SUFFIX)

    def keep(self, stream: str, snapshot: bytes) -> None:
        """Written beside and renamed: whoever reads meanwhile finds the old one or the new one."""
        file = self._file(stream)
        fresh = file.with_suffix(".new")
        with explained(file):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if disk_usage(self._folder).free < SNAPSHOT_ROOM * len(snapshot):
                raise LogError(f"{self._folder}: what room the disk has left is the log's.")
            try:
                make(fresh)
                fresh.write_bytes(snapshot)
                fresh.replace(file)
            finally:
                fresh.unlink(missing_ok=True)

    def find(self, stream: str) -> bytes | None:
        """None where there is none."""
        file = self._file(stream)
        with explained(file):
            return file.read_bytes() if file.exists() else None

    def drop(self, stream: str) -> None:
        """There is none any more."""
        file = self._file(stream)
        with explained(file):
            file.unlink(missing_ok=True)

    def _file(self, stream: str) -> Path:
        return self._folder / sha256(stream.encode()).hexdigest()[:32]
