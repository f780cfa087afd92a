"""The last line of an export in JSON lines: the number of lines before it, and the SHA-256 of their bytes. It shows
whether an export was cut off or changed."""

import json
from hashlib import sha256
from typing import Final

_CHECKSUM_KEY: Final = "sha256"


def checksum_line(lines: list[str]) -> str:
    """Return the last line of an export with the given lines, which have no line feeds."""
    digest = sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    return json.dumps({"lines": len(lines), _CHECKSUM_KEY: digest})


def damage(text: str) -> str:
    """Describe the damage to an export; return "" if the export is unchanged. If the checksum line is missing, the
    export was cut off, or an old version wrote it: these two cases look the same."""
    *lines, last = text.removesuffix("\n").split("\n")
    if f'"{_CHECKSUM_KEY}"' not in last:
        return "its last line, which seals it, is missing: it was cut, or is of an older Coterie"
    if last != checksum_line(lines):
        return "it is not what was written: its checksum does not hold"
    return ""
