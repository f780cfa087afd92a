"""Draws an uploaded picture again, in a process of its own, so that a hostile picture can harm nothing
(`_decoder.py`)."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from typing import Final

from server.limits_and_timeouts import DRAWN_AT_ONCE, DRAWN_WITHIN
from server.pictures import _decoder

NEEDED_VARIABLES: Final = ("SYSTEMROOT",)
"""The environment of the process: on Windows no Python starts without it, and other systems do not have it."""
MEDIA_TYPE: Final = "image/webp"
"""The type of every stored picture."""


SIGNATURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""The first bytes of a JPEG, PNG and WebP file. Other bytes need no process."""


class NoPicture(Exception):
    """The bytes are no picture that can be drawn."""


class TooLarge(Exception):
    """The picture has too many pixels."""


class Reencoder:
    """Starts the processes, a few at the same time."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(DRAWN_AT_ONCE)

    async def reencode(self, raw: bytes) -> bytes:
        """Return the picture as WebP, with nothing but its pixels. Raise `NoPicture` or `TooLarge`; raise TimeoutError
        if there is no room in time."""
        if not raw.startswith(SIGNATURES):
            raise NoPicture
        async with asyncio.timeout(DRAWN_WITHIN), self._room:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-I", str(Path(_decoder.__file__)), stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
                env={name: os.environ[name] for name in NEEDED_VARIABLES if name in os.environ},
            )  # fmt: skip
            try:
                drawn, _ = await process.communicate(raw)
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
        if process.returncode == _decoder.TOO_LARGE:
            raise TooLarge
        if process.returncode or not drawn:
            raise NoPicture
        return drawn
