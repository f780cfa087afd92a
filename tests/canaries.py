"""Marks in secret places, and the search for them: plain, in UTF-16, in hexadecimal, within base64, and compressed."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from re import DOTALL, finditer
from typing import TypeVar

Mark = TypeVar("Mark", str, bytes)

PACKED = rb"\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]"
"""The first bytes of gzip and zlib."""
EITHER, BARE = 47, -15
"""zlib's numbers for "gzip or zlib", and for raw deflate."""
UNPACKED_MOST = 1 << 24


def guises(secret: str | bytes) -> Iterator[bytes]:
    """The forms that a secret may have in bytes: plain, in UTF-16, in hexadecimal, and within base64 at each of three
    offsets."""
    plain = secret.encode() if isinstance(secret, str) else secret
    yield plain
    if isinstance(secret, str):
        yield secret.encode("utf-16-le")
    yield plain.hex().encode()
    yield plain.hex().upper().encode()
    for before in range(3):
        encoded = b64encode(b"?" * before + plain).rstrip(b"=")
        yield encoded[(before * 8 + 5) // 6 : -1]
        yield encoded[(before * 8 + 5) // 6 : -1].replace(b"+", b"-").replace(b"/", b"_")


def unpacked(place: bytes) -> Iterator[bytes]:
    """The bytes themselves, and the content of every compressed part."""
    yield place
    for at, how in [*((found.start(), EITHER) for found in finditer(PACKED, place, DOTALL)), (0, BARE)]:
        try:
            yield zlib.decompressobj(how).decompress(place[at:], UNPACKED_MOST)
        except zlib.error:
            continue


def found(secrets: Iterable[Mark], *places: bytes | bytearray) -> list[Mark]:
    """The secrets that occur in any of these bytes, in any form."""
    searched = [inner for place in places for inner in unpacked(bytes(place))]
    return [s for s in secrets if any(guise in inner for guise in guises(s) for inner in searched)]
