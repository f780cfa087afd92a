"""RFC 6455 framing of what the server sends: whole, binary, unmasked, uncompressed messages."""

from struct import pack


def frame(payload: bytes) -> bytes:
    """One binary message as one WebSocket frame."""
    size = len(payload)
    if size < 126:
        return b"\x82%c%b" % (size, payload)
    if size < 65536:
        return b"\x82\x7e%b%b" % (pack("!H", size), payload)
    return b"\x82\x7f%b%b" % (pack("!Q", size), payload)
