"""Chance made of sealed seeds: the same command on the same scene draws the same faces again (S15).

Faces come from HMAC output by rejection through a table, so that each is exactly as likely (S13). Public and hidden
rolls have seeds of their own: neither tells anything of the other.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from domain.features.setting import SceneKey

_FACES: Final[tuple[int, ...]] = tuple(n // 25 + 1 if n < 250 else 0 for n in range(256))  # 0: thrown away


class SealedChance:
    """What one command draws on: `key` is the command's (its seat and the client's own nonce), `now` milliseconds."""

    __slots__ = ("_drawn", "_ids", "_key", "_seeds", "now")

    def __init__(self, seeds: SceneKey | None, key: bytes, now: int) -> None:
        self.now = now
        self._seeds = seeds or SceneKey("key", secrets.token_bytes(32), b"", b"")
        self._key = key
        self._ids = 0
        self._drawn = {False: 0, True: 0}

    def dice(self, count: int, *, hidden: bool) -> tuple[int, ...]:
        """`count` faces from 1 to 10, from the hidden seed or the public one."""
        seed = self._seeds.hidden if hidden else self._seeds.public
        faces: list[int] = []
        while len(faces) < count:
            block = hmac.digest(seed, b"dice%d:%b" % (self._drawn[hidden], self._key), "sha256")
            self._drawn[hidden] += 1
            faces.extend(face for face in (_FACES[byte] for byte in block) if face)
        return tuple(faces[:count])

    def id(self) -> str:
        """A fresh id: 64 bits that tell nothing, as 11 characters."""
        self._ids += 1
        digest = hmac.digest(self._seeds.ids, b"id%d:%b" % (self._ids, self._key), "sha256")
        return urlsafe_b64encode(digest[:8])[:11].decode()

    def seed(self) -> bytes:
        """32 fresh secret bytes, for sealing."""
        return secrets.token_bytes(32)
