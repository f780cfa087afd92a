"""A program that draws a picture from its standard input again, and writes it as WebP to its standard output.

It runs alone in a process of its own (`python -I`), because the bytes come from a stranger and the decoders are written
in C. The process limits its own memory and processor time before it looks at the first byte, can write no file, and has
no environment. Only the pixels reach the output: no metadata, no further frames, and nothing behind the picture.

Its exit code is 0, or one of those below. Any other end means that the picture could not be read.
"""

import os
import sys
from contextlib import suppress
from io import BytesIO

FORMATS = ("JPEG", "PNG", "WEBP")
NO_PICTURE = 3
TOO_LARGE = 4
PIXELS_MOST = 24_000_000
"""The most pixels of a picture that is decoded: 6000 x 4000, which takes 100 MB."""
SIDE_MOST = 1600
"""The most pixels of a side of the result. A larger picture is made smaller."""
BYTES_MOST = 400_000
"""The most bytes of the result."""
QUALITIES = (82, 65, 45, 25)
"""The qualities of WebP that are tried one after the other until the result is small enough."""
MEMORY_MOST = 768 * 1024 * 1024
"""The most bytes of address space of the process."""
SECONDS_MOST = 3
"""The most seconds of processor time of the process: a picture of the most pixels takes about half a second."""
GIVES_WAY = 10
"""By how much the process gives way to the server, as `nice` counts it."""


def limit() -> None:
    """Limit this process: memory, processor time, and no files."""
    try:
        import resource
    except ImportError:  # on Windows: there the limit on pixels and the time that the server waits have to do
        return
    with suppress(ValueError, OSError):  # macOS cannot limit it; there the limit on pixels has to do
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    os.nice(GIVES_WAY)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MOST, SECONDS_MOST))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def drawn_again(raw: bytes) -> bytes:
    """Return the picture as WebP. Exit if it is no picture or has too many pixels."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # our own limit is lower, and refuses before a pixel is decoded
    try:
        with Image.open(BytesIO(raw), formats=FORMATS) as found:
            if found.width * found.height > PIXELS_MOST:
                sys.exit(TOO_LARGE)
            if found.format == "JPEG":
                found.draft("RGB", (SIDE_MOST, SIDE_MOST))  # decodes a photograph at a smaller scale
            upright = ImageOps.exif_transpose(found)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        sys.exit(NO_PICTURE)
    clear = upright.has_transparency_data
    upright = upright.convert("RGBA" if clear else "RGB")
    upright.thumbnail((SIDE_MOST, SIDE_MOST))
    pixels = Image.frombytes(upright.mode, upright.size, upright.tobytes())  # without any metadata
    written = BytesIO()
    for quality in QUALITIES:
        written = BytesIO()
        pixels.save(written, "WEBP", quality=quality)
        if written.tell() <= BYTES_MOST:
            return written.getvalue()
    sys.exit(TOO_LARGE)


if __name__ == "__main__":
    limit()
    sys.stdout.buffer.write(drawn_again(sys.stdin.buffer.read()))
