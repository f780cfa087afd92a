"""The search for marks finds them in every form."""

from __future__ import annotations

import gzip
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable

import pytest

from tests.canaries import found

MARK = "5f0c1d9ab37e46c2a1b2c3d4e5f60718"
NUMBER = bytes.fromhex(MARK)
GUISES: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "hexadecimal": lambda raw: raw.hex().encode(),
    "HEXADECIMAL": lambda raw: raw.hex().upper().encode(),
    "hexadecimal, packed": lambda raw: gzip.compress(raw.hex().encode()),
    "base64": b64encode,
    "base64 of something longer": lambda raw: b64encode(b"it is " + raw + b" today"),
    "base64 for addresses": lambda raw: urlsafe_b64encode(b"?" + raw),
    "zlib": zlib.compress,
    "gzip": gzip.compress,
    "deflated, as in a frame": lambda raw: zlib.compress(raw)[2:-4],
}


@pytest.mark.parametrize("guise", GUISES.values(), ids=GUISES.keys())
def test_a_mark_is_found_in_every_guise(guise: Callable[[bytes], bytes]) -> None:
    """FLT33: the search finds a mark in every form, which is the positive control of every search."""
    assert found([MARK], guise(f"before {MARK} after".encode())) == [MARK]
    assert found([MARK], guise(f"before {MARK[::-1]} after".encode())) == []
    assert found([NUMBER], guise(b"before " + NUMBER + b" after")) == [NUMBER]
    assert found([NUMBER], guise(b"before " + NUMBER[::-1] + b" after")) == []


def test_a_mark_is_found_in_utf_16() -> None:
    """FLT33: a mark in UTF-16, as in a browser's storage, is found, also in compressed data."""
    text = f"before {MARK} after".encode("utf-16-le")
    assert found([MARK], text) == found([MARK], b"x" + gzip.compress(text)) == [MARK]
