"""Files that are no log, and that people hand to the doctor all the same: exports, and Redis's own."""

from pathlib import Path
from typing import Final

from server.cli._ending import damage

_REDIS: Final = (b"file appendonly", b"*", b"REDIS")
"""How Redis's own files begin: a manifest, an append-only file, a snapshot."""


def told_otherwise(path: Path) -> list[str]:
    """What there is to say about a file of another kind, in lines, the first of which begins with "Whole" where all is
    well; none about what may be a log."""
    if not path.is_file():
        return []
    with path.open("rb") as file:
        begins = file.read(16)
    if begins.startswith(_REDIS):
        return [f"{path} is a file of Redis. {mending(path.parent)}"]
    if begins.startswith(b"{"):
        return export(path)
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
