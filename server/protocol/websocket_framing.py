"""RFC 6455 framing, as far as the hot path goes: whole, binary, uncompressed messages. What the server sends is framed
here; of what a client sends, frames are told apart here, and those that are a message by themselves are read."""

from struct import pack

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # its extension's, or else its own

from server.protocol.frames import FRAME_MOST

_MESSAGE = 0x82
"""How a frame begins that is a whole binary message, without extensions."""
_MASKED, _LENGTH = 0x80, 0x7F
_HEADS = tuple(2 + {126: 2, 127: 8}.get(n & _LENGTH, 0) + (4 if n & _MASKED else 0) for n in range(256))
"""How many bytes stand before the payload, by the second of them."""


def frame(payload: bytes) -> bytes:
    """One binary message as one WebSocket frame."""
    size = len(payload)
    if size < 126:
        return pack("!BB", _MESSAGE, size) + payload
    if size < 65536:
        return pack("!BBH", _MESSAGE, 126, size) + payload
    return pack("!BBQ", _MESSAGE, 127, size) + payload


def frame_at(data: bytes, at: int) -> tuple[int, bytes | None]:
    """The client's frame that begins at `at`: where it ends, 0 while its end has not come; and the message that it is
    all of, None where it is none, or against the rules. One that is too long is not waited for: it ends with what is
    here of it."""
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
