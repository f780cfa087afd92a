"""The last line of an export in JSON lines: how many lines come before it, and the SHA-256 of their bytes, so that one
that was cut or changed is found out."""

import json
from hashlib import sha256
from typing import Final

_NAME: Final = "sha256"


def ending(lines: list[str]) -> str:
    """The last line for these, which have no line feed at their ends."""
    digest = sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    return json.dumps({"lines": len(lines), _NAME: digest})


def damage(text: str) -> str:
    """What is wrong with an export, "" where it is as it was written. One without an ending is too old to have one, or
    was cut: nobody can say."""
    *lines, last = text.removesuffix("\n").split("\n")
    if f'"{_NAME}"' not in last:
        return "its last line, which seals it, is missing: it was cut, or is of an older Coterie"
    if last != ending(lines):
        return "it is not what was written: its checksum does not hold"
    return ""
