"""Files that are no log, and that people hand to the doctor all the same: exports, archives, and Redis's own."""

from pathlib import Path
from typing import Final

from server.cli._archive_file import KIND, read
from server.cli._export_checksum import damage
from server.fold.stream_fold import Unreadable, fold
from server.log.contract import LogError

_REDIS: Final = (b"file appendonly", b"*", b"REDIS")
"""How Redis's own files begin: a manifest, an append-only file, a snapshot."""


def told_otherwise(path: Path) -> list[str]:
    """What there is to say about a file of another kind, in lines, the first of which begins with "Whole" where all is
    well; none about what may be a log."""
    if not path.is_file():
        return []
    with path.open("rb") as file:
        begins = file.read(len(KIND))
    if begins.startswith(_REDIS):
        return [f"{path} is a file of Redis. {mending(path.parent)}"]
    if begins.startswith(b"{"):
        return export(path)
    if begins == KIND:
        return archive(path)
    return []


def mending(folder: Path) -> str:
    """How a Redis that does not start is mended."""
    manifest = folder / "appendonly.aof.manifest"
    return (
        "Redis checks and repairs its own files: stop it, copy its folder elsewhere, and then\n"
        f"    redis-check-aof {manifest}          says where the file stops making sense\n"
        f"    redis-check-aof --fix {manifest}    cuts it there\n"
        "Start it, and see what every scene has: coterie doctor --log redis://..."
    )


def export(path: Path) -> list[str]:
    """An export, which is mended by writing it anew."""
    try:
        wrong = damage(path.read_bytes().decode())
    except UnicodeDecodeError:
        wrong = "it is not what was written: it is no text any more"
    return [f"{path}: {wrong}.", "Write it anew from the log: coterie export"] if wrong else [f"Whole: {path}."]


def archive(path: Path) -> list[str]:
    """An archive, which nothing mends."""
    try:
        label, entries = read(path)
        fold(entries)
    except LogError as error:
        return [str(error), "Nothing mends that: take a copy of the file, or a backup of the log from before."]
    except Unreadable as error:
        return [f"{path} is what was written, but this program cannot read it: {error}.", "A newer one may."]
    return [f"Whole: {path}, the scene {label.scene!r} of {len(entries)} commits."]
