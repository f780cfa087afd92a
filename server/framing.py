"""RFC 6455 framing, as far as the hot path goes: whole, binary, uncompressed messages. What the server sends is framed
here; of what a client sends, frames are told apart here, and those that are a message by themselves are read."""

from struct import pack, unpack_from

from server.wire import FRAME_MOST

_MESSAGE = 0x82
"""How a frame begins that is a whole binary message, without extensions."""
_MASKED, _LENGTH = 0x80, 0x7F


def frame(payload: bytes) -> bytes:
    """One binary message as one WebSocket frame."""
    size = len(payload)
    if size < 126:
        return b"\x82%c%b" % (size, payload)
    if size < 65536:
        return b"\x82\x7e%b%b" % (pack("!H", size), payload)
    return b"\x82\x7f%b%b" % (pack("!Q", size), payload)


def frame_at(data: bytes, at: int) -> tuple[int, bytes | None]:
    """The client's frame that begins at `at`: where it ends, 0 while its end has not come; and the message that it is
    all of, None where it is none, or against the rules. One that is too long is not waited for: it ends with what is
    here of it."""
    here = len(data) - at
    if here < 2:
        return 0, None
    masked, size, head = data[at + 1] & _MASKED, data[at + 1] & _LENGTH, 2
    if size >= 126:
        head = 4 if size == 126 else 10
        if here < head:
            return 0, None
        (size,) = unpack_from("!H" if head == 4 else "!Q", data, at + 2)
    if size > FRAME_MOST:
        return len(data), None
    start = at + head + (4 if masked else 0)
    end = start + size
    if end > len(data):
        return 0, None
    return end, _unmasked(data, start, end) if masked and data[at] == _MESSAGE else None


def _unmasked(data: bytes, start: int, end: int) -> bytes:
    """The payload from `start` to `end`, whose mask stands before it."""
    size = end - start
    mask = (data[start - 4 : start] * (size // 4 + 1))[:size]
    return (int.from_bytes(data[start:end]) ^ int.from_bytes(mask)).to_bytes(size)
