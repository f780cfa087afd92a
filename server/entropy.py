"""Chance made of sealed seeds: the same command on the same scene draws the same faces again (S15).

Faces come from HMAC output by rejection through a table, so that each is exactly as likely (S13). Public and hidden
rolls have seeds of their own: neither tells anything of the other.
"""

import hmac
import secrets
from binascii import b2a_base64
from functools import lru_cache
from typing import Final

from domain.audience import EVERYONE, Audience
from domain.features.setting import SceneKey

_FACES: Final = bytes(n // 25 + 1 if n < 250 else 0 for n in range(256))
_REJECTED: Final = bytes(range(250, 256))
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


@lru_cache(maxsize=1024)
def _keyed(seed: bytes) -> hmac.HMAC:
    return hmac.new(seed, digestmod="sha256")


def _mac(seed: bytes, message: bytes) -> bytes:
    """HMAC-SHA256. A copy of one that has been given its key costs two thirds of a new one."""
    mac = _keyed(seed).copy()
    mac.update(message)
    return mac.digest()


class SealedChance:
    """What one command draws on: `key` is the command's (its seat and the client's own nonce), `now` milliseconds."""

    __slots__ = ("_drawn", "_key", "_seeds", "now")

    def __init__(self, seeds: SceneKey | None, key: bytes, now: int) -> None:
        self.now = now
        self._seeds = seeds or SceneKey("key", secrets.token_bytes(32), b"", b"")
        self._key = key
        self._drawn: dict[str, int] = {}

    def dice(self, count: int, audience: Audience) -> tuple[int, ...]:
        """`count` faces from 1 to 10, from the public seed, or the hidden one where anybody is not to see them."""
        seed = self._seeds.public if audience == EVERYONE else self._seeds.hidden
        faces = b""
        while len(faces) < count:
            faces += _mac(seed, self._next("dice", audience)).translate(_FACES, _REJECTED)
        return tuple(faces[:count])

    def id(self, audience: Audience) -> str:
        """A fresh id: 64 bits that tell nothing, as 11 characters."""
        digest = _mac(self._seeds.ids, self._next("id", audience))
        return b2a_base64(digest[:8], newline=False)[:11].translate(_URL_SAFE).decode()

    def _next(self, what: str, audience: Audience) -> bytes:
        """What this draw is the hash of: no two draws of a command, nor of two commands, are of the same."""
        name = f"{what}:{audience}"
        drawn = self._drawn[name] = self._drawn.get(name, 0) + 1
        return b"%b:%d:%b" % (name.encode(), drawn, self._key)

    def seed(self) -> bytes:
        """32 fresh secret bytes, for sealing."""
        return secrets.token_bytes(32)
