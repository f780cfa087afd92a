"""Dice and ids from sealed seeds: if the same command is decided again in the same scene, it draws the same faces
(SEC15).

The faces are computed from HMAC output by a table that skips some bytes, so that all faces are exactly equally likely
(SEC13). Public and hidden rolls have separate seeds, so that a public roll reveals nothing about a hidden roll. The
computation from a seed to a face is published (`domain.core.dice_from_seed`) and must not change: `coterie verify` and
the page draw every public roll again."""

import asyncio
import secrets
from binascii import b2a_base64
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from domain.core.audience import EVERYONE, Audience
from domain.core.chance import Draw
from domain.core.dice_from_seed import GROVES, SIZE, HiddenPool, Seal, grove, leaf
from domain.features.table.settings import SceneKey

if TYPE_CHECKING:
    from hashlib import _Hash

_FACES: Final = bytes(n // 25 + 1 if n < 250 else 0 for n in range(256))
_REJECTED: Final = bytes(range(250, 256))
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_BLOCK: Final = 64
_INNER: Final = bytes(n ^ 0x36 for n in range(256))
_OUTER: Final = bytes(n ^ 0x5C for n in range(256))


@lru_cache(maxsize=1024)
def _keyed(seed: bytes) -> "tuple[_Hash, _Hash]":
    """Return the two hashes of HMAC after they have read the key (RFC 2104). The key must not be longer than a
    block."""
    block = seed.ljust(_BLOCK, b"\0")
    return sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))


def _mac(seed: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 at half the cost of the `hmac` module. Two calls of this function take a tenth of the time
    of a roll."""
    keyed_inner, keyed_outer = _keyed(seed)
    inner, outer = keyed_inner.copy(), keyed_outer.copy()
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()


class SealedDraw:
    """The dice of a roll: an unlimited sequence of faces, computed from as many hashes as are needed."""

    __slots__ = ("_head", "_left", "_read", "_seed", "seal")

    def __init__(self, seal: Seal, seed: bytes, head: bytes) -> None:
        self.seal = seal
        self._seed = seed
        self._head = head
        self._read = 0
        self._left = b""

    def __call__(self, count: int) -> tuple[int, ...]:
        faces = self._left
        while len(faces) < count:
            faces += _mac(self._seed, self._head + str(self._read).encode()).translate(_FACES, _REJECTED)
            self._read += 1
        self._left = faces[count:]
        return tuple(faces[:count])


class Pools:
    """Makes pools of hidden dice. A pool takes about 100 ms to make. So it is made before its scene is opened, in small
    steps; between two steps the streams can go on."""

    def __init__(self) -> None:
        self._ready: list[HiddenPool] = []

    async def prepare(self) -> None:
        """Make a pool in advance, unless a pool is ready."""
        seed, groves = secrets.token_bytes(SIZE), []
        for place in range(GROVES):
            if self._ready:
                return
            groves.append(grove(seed, place))
            await asyncio.sleep(0)
        self._ready.append(HiddenPool(seed, b"".join(groves)))

    def take(self) -> HiddenPool:
        """Return a pool that was never used. If none was prepared, make it now."""
        if self._ready:
            return self._ready.pop()
        seed = secrets.token_bytes(SIZE)
        return HiddenPool(seed, b"".join(grove(seed, place) for place in range(GROVES)))


class SealedChance:
    """The dice and ids of one command. `key`: the key of the command (made from its seat and the id that the client
    chose); `now`: milliseconds; `pools`: where a scene that this command opens gets its pool of hidden dice."""

    __slots__ = ("_drawn", "_key", "_pools", "_seeds", "now")

    def __init__(self, seeds: SceneKey | None, key: bytes, now: int, pools: Pools | None = None) -> None:
        self.now = now
        self._seeds = seeds or SceneKey("key", secrets.token_bytes(32), b"", b"")
        self._key = key
        self._pools = pools
        self._drawn: dict[str, int] = {}

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Draw dice: from the public seed if `audience` is everyone, otherwise from a leaf of the hidden pool."""
        drawn = self._drawn[audience] = self._drawn.get(audience, 0) + 1
        if audience == EVERYONE:
            nonce = nonce or self._key
            head = f"public:{count}:{drawn}:".encode() + nonce + b":"
            return SealedDraw(Seal(nonce, count, drawn, by), self._seeds.public, head)
        pool = self._seeds.hidden
        found = _mac(pool, b"leaf:%d:%b:%b" % (drawn, self._key, audience.encode()))
        place = int.from_bytes(found[:2], "big")
        # The number does not contain a count of rolls: when this roll is revealed, such a count would show that the
        # command made further rolls (SEC14).
        drawn = int.from_bytes(found[2:6], "big")
        seal = Seal(self._key, 0, drawn, by, place)
        return SealedDraw(seal, leaf(pool, place), f"hidden:{drawn}:".encode() + self._key + b":")

    def id(self, audience: Audience) -> str:
        """Return a new id: 64 bits that look random, as 11 characters."""
        name = f"id:{audience}"
        drawn = self._drawn[name] = self._drawn.get(name, 0) + 1
        digest = _mac(self._seeds.ids, f"{name}:{drawn}:".encode() + self._key)
        return b2a_base64(digest[:8])[:11].translate(_URL_SAFE).decode()

    def seed(self) -> bytes:
        """32 new secret bytes."""
        return secrets.token_bytes(SIZE)

    def pool(self) -> HiddenPool:
        """A new pool of hidden dice."""
        return (self._pools or Pools()).take()
