"""Files that are not logs but can be given to `coterie doctor`: exports, archives, and files of Redis."""

from pathlib import Path
from typing import Final

from server.cli._archive_file import KIND, read
from server.cli._export_checksum import damage
from server.fold.stream_fold import Unreadable, fold
from server.log.contract import LogError

_REDIS: Final = (b"file appendonly", b"*", b"REDIS")
"""The first bytes of Redis's files: the manifest, an append-only file, a snapshot."""


def check_foreign_file(path: Path) -> list[str]:
    """Check a file by its kind, and return the findings as lines. If the file is sound, the first line begins with
    "Whole". Return no lines if the file may be a log."""
    if not path.is_file():
        return []
    with path.open("rb") as file:
        first_bytes = file.read(len(KIND))
    if first_bytes.startswith(_REDIS):
        return [f"{path} is a file of Redis. {redis_repair_hint(path.parent)}"]
    if first_bytes.startswith(b"{"):
        return check_export(path)
    if first_bytes == KIND:
        return check_archive(path)
    return []


def redis_repair_hint(folder: Path) -> str:
    """Explain how to repair a Redis that does not start."""
    manifest = folder / "appendonly.aof.manifest"
    return (
        "Redis checks and repairs its own files: stop it, copy its folder elsewhere, and then\n"
        f"    redis-check-aof {manifest}          says where the file stops making sense\n"
        f"    redis-check-aof --fix {manifest}    cuts it there\n"
        "Start it, and check every scene: coterie doctor --log redis://..."
    )


def check_export(path: Path) -> list[str]:
    """Check an export. A damaged export is not repaired but written again from the log."""
    try:
        fault = damage(path.read_bytes().decode())
    except UnicodeDecodeError:
        fault = "it is not what was written: it is no longer text"
    return [f"{path}: {fault}.", "Write it again from the log: coterie export"] if fault else [f"Whole: {path}."]


def check_archive(path: Path) -> list[str]:
    """Check an archive. A damaged archive cannot be repaired."""
    try:
        header, entries = read(path)
        fold(entries)
    except LogError as error:
        return [
            str(error),
            "An archive cannot be repaired: use a copy of the file, or an older backup of the log.",
        ]
    except Unreadable as error:
        return [f"{path} is undamaged, but this program cannot read it: {error}.", "A newer version may."]
    return [f"Whole: {path}, the scene {header.scene!r} of {len(entries)} commits."]
