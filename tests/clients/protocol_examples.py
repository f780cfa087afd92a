"""The examples of docs/protocol.md: each frame is written like JSON, and below it in hexadecimal.

python -m tests.clients.protocol_examples      write the hexadecimal blocks again from the text above them
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgpack  # type: ignore[import-untyped]

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE: Final = re.compile(r"```js\n(.*?)\n```\n```hex\n(.*?)```\n", re.DOTALL)
BYTES: Final = re.compile(r"h'([0-9a-f]*)'")
ROW: Final = 24
"""The bytes of a line."""


class Example(NamedTuple):
    """A frame of the document, and the hexadecimal text below it."""

    frame: list[Any]
    hex: str


def examples() -> list[Example]:
    """Return the examples in their order."""
    return [Example(frame_of(text), shown) for text, shown in EXAMPLE.findall(DOCUMENT.read_text())]


def frame_of(text: str) -> list[Any]:
    """Return a frame from its text."""
    frame: list[Any] = _with_bytes(json.loads(BYTES.sub(r'"\\u0000\1"', text)))
    return frame


def _with_bytes(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_bytes(one) for one in value]
    return bytes.fromhex(value[1:]) if isinstance(value, str) and value.startswith("\0") else value


def hex_of(frame: list[Any]) -> str:
    """Return a frame in hexadecimal, in lines."""
    raw = msgpack.packb(frame)
    return "".join(raw[at : at + ROW].hex(" ") + "\n" for at in range(0, len(raw), ROW))


def main() -> None:
    """Write the blocks again."""
    text = DOCUMENT.read_text()
    DOCUMENT.write_text(EXAMPLE.sub(lambda m: m[0].replace(f"hex\n{m[2]}", f"hex\n{hex_of(frame_of(m[1]))}"), text))


if __name__ == "__main__":
    main()
