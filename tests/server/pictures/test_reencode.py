"""Uploaded pictures are drawn again, and hostile ones are refused in time (SEC31)."""

from __future__ import annotations

import asyncio
import struct
import zlib
from io import BytesIO
from time import monotonic

import pytest
from PIL import Image

from server.limits_and_timeouts import DRAWN_WITHIN
from server.pictures._decoder import BYTES_MOST, SIDE_MOST
from server.pictures.reencode import NoPicture, Reencoder, TooLarge
from tests.pictures import drawn, opened

SECRET = b"51.5072 N, 0.1276 W"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """Return a PNG file that claims this size, with these compressed bytes as its pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
async def test_a_picture_is_drawn_again_as_webp(kind: str) -> None:
    """SEC31: the result shows the same picture, whatever of the three kinds was uploaded."""
    found = opened(await Reencoder().reencode(drawn(40, 30, "red", kind)))
    assert (found.format, found.size) == ("WEBP", (40, 30))
    red, green, blue = found.convert("RGB").tobytes()[:3]
    assert red > 240
    assert max(green, blue) < 16


async def test_nothing_but_the_pixels_is_kept() -> None:
    """SEC31: the place and camera of a photograph, comments, and a script behind the picture are gone."""
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif[0x0112] = 6  # turned by a quarter
    raw = drawn(40, 30, "red", "JPEG", exif=exif, comment=SECRET, icc_profile=SECRET) + SVG
    assert SECRET in raw
    result = await Reencoder().reencode(raw)
    assert SECRET not in result
    assert b"script" not in result
    assert opened(result).size == (30, 40), "the picture stands upright"
    assert opened(result).info.keys() <= {"background", "loop", "duration", "timestamp"}


async def test_a_large_picture_is_made_smaller() -> None:
    """SEC31: sides and bytes of the result are bounded, even for noise."""
    noise = Image.effect_noise((3000, 1500), 100)
    file = BytesIO()
    noise.save(file, "JPEG", quality=80)
    raw = file.getvalue()
    result = await Reencoder().reencode(raw)
    assert opened(result).size == (SIDE_MOST, SIDE_MOST // 2)
    assert len(result) <= BYTES_MOST


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"not a picture",
        SVG,
        b"GIF89a" + bytes(100),
        b"%PDF-1.7",
        b"\x89PNG\r\n\x1a\n" + b"\xff" * 100,
        b"\xff\xd8\xff" + b"\xff" * 100,
        b"RIFF\x00\x00\x00\x00WEBP",
        drawn(200, 200)[:100],
    ],
)
async def test_other_files_are_refused(raw: bytes) -> None:
    """SEC31: bytes that are no picture, another kind of file, and half a picture."""
    with pytest.raises(NoPicture):
        await Reencoder().reencode(raw)


async def test_a_decompression_bomb_is_refused_in_time() -> None:
    """SEC31: a small file that claims a huge picture is refused before its pixels are decoded."""
    bombs = [png(60_000, 60_000, zlib.compress(bytes(10**7))), png(2**31 - 1, 1), png(1, 2**31 - 1)]
    began = monotonic()
    for bomb in bombs:
        with pytest.raises((TooLarge, NoPicture)):
            await Reencoder().reencode(bomb)
    assert monotonic() - began < 3 * DRAWN_WITHIN


async def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC31: a picture that takes too long is given up, and its process does not go on."""
    monkeypatch.setattr("server.pictures.reencode.DRAWN_WITHIN", 0.01)
    with pytest.raises(TimeoutError):
        await Reencoder().reencode(drawn(4000, 4000))
    monkeypatch.undo()
    assert await asyncio.wait_for(Reencoder().reencode(drawn()), DRAWN_WITHIN)
