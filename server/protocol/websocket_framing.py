"""RFC 6455 framing for the frequent case: complete, binary, uncompressed messages. This file frames messages of the
server, splits bytes of a client into frames, unmasks a frame that is a complete message, and cuts the reason of a close
frame to its length."""

from struct import pack
from typing import Final

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C if available, else in Python

from server.protocol.frames import FRAME_MOST

_MESSAGE = 0x82
"""The first byte of a frame that is a whole binary message without extensions."""
REASON_MOST: Final = 123
"""The most bytes of the reason in a close frame (RFC 6455, 5.5)."""
_MASKED, _LENGTH = 0x80, 0x7F
_HEADS = tuple(2 + {126: 2, 127: 8}.get(n & _LENGTH, 0) + (4 if n & _MASKED else 0) for n in range(256))
"""For each value of the second byte: how many bytes come before the payload."""


def frame(payload: bytes) -> bytes:
    """Return a binary message as a WebSocket frame."""
    size = len(payload)
    if size < 126:
        return pack("!BB", _MESSAGE, size) + payload
    if size < 65536:
        return pack("!BBH", _MESSAGE, 126, size) + payload
    return pack("!BBQ", _MESSAGE, 127, size) + payload


def close_reason(text: str) -> str:
    """Return as many letters of a text as fit into a close frame as its reason."""
    return text.encode()[:REASON_MOST].decode(errors="ignore")


def frame_at(data: bytes, at: int) -> tuple[int, bytes | None]:
    """Return where the client's frame that begins at `at` ends, and its message. The end is 0 while bytes of the frame
    are missing. The message is None if the frame is not a complete message, or if it breaks the protocol. For a frame
    that is too long, the end is the end of the received bytes, so that nobody waits for the rest."""
    have = len(data)
    if have < at + 2:
        return 0, None
    second = data[at + 1]
    start, size = at + _HEADS[second], second & _LENGTH
    if size >= 126:
        wide = 2 if size == 126 else 8
        if have < at + 2 + wide:
            return 0, None
        size = int.from_bytes(data[at + 2 : at + 2 + wide])
    if size > FRAME_MOST:
        return have, None
    end = start + size
    if end > have:
        return 0, None
    whole = data[at] == _MESSAGE and second & _MASKED
    return end, apply_mask(data[start:end], data[start - 4 : start]) if whole else None
