"""Pictures for tests, drawn with Pillow."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def drawn(width: int = 40, height: int = 30, colour: str = "red", kind: str = "PNG", **saved: object) -> bytes:
    """Return a picture of one colour as the bytes of a file."""
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, kind, **saved)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    """Return the picture in these bytes, decoded."""
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture
