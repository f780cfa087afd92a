"""Sealed dice: what a table publishes before anything is rolled, and how every face follows from it.

Public dice come from one seed. Its digest is published when the scene opens, the seed itself when it closes. Hidden
dice come each roll from one of `LEAVES` leaves, over which one Merkle root is published: the same root, whether none is
drawn from or a hundred are. A leaf is found by hashing, never by counting, so that one which is shown tells nothing of
how many others there were, and no hidden roll moves the dice of another.

    digest      sha256(seed)
    public      HMAC-SHA256(seed, "public:COUNT:DRAW:NONCE:BLOCK"), BLOCK counting from 0
    hidden      HMAC-SHA256(leaf, "hidden:DRAW:NONCE:BLOCK")
    faces       of those bytes, one after the other: b // 25 + 1, where b is below 250; others are passed over
    a roll      the first face of every die, then what each die rolled again, die after die
    leaves      16 at a time: SHAKE-256(seed + LEAF // 16 as two bytes), 32 bytes each
    the tree    sha256(0x00 + leaf); above them sha256(0x01 + 16 children), four times

A path holds, from the leaf upwards, the 15 siblings of each step, in their order.
"""

from hashlib import sha256, shake_256
from typing import Final

import msgspec

LEAVES: Final = 65_536
BRANCHES: Final = 16
GROVES: Final = 256
"""Subtrees of `GROVE` leaves each, whose hashes are kept, so that a path is found without the whole tree."""
GROVE: Final = LEAVES // GROVES
SIZE: Final = 32
"""Bytes of a seed, a leaf and a hash."""


class Seal(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a roll was drawn with besides the seed. `nonce`: 16 bytes that the roller's page brought about, the first of
    sha256(command id + seat); or a number that another page had left. `count`: of which commit of `everyone` a public
    roll is a part, so that none is ever drawn like another, whatever is taken back; `draw`: the how many-th of its
    commit; of a hidden one a number that counts nothing. `by`: the player's seat whose page made the nonce, "" for the
    Storyteller's own. `leaf`: of a hidden roll, -1 for a public one."""

    nonce: bytes
    count: int
    draw: int
    by: str
    leaf: int = -1


class Pool(msgspec.Struct, frozen=True):
    """The seed of a scene's hidden dice, and the hashes of its groves, one after the other."""

    seed: bytes
    groves: bytes


def digest(seed: bytes) -> bytes:
    """What is published of a seed."""
    return sha256(seed).digest()


def leaf(seed: bytes, place: int) -> bytes:
    """One leaf of a pool."""
    twig, at = divmod(place, BRANCHES)
    return _twig(seed, twig)[at * SIZE : (at + 1) * SIZE]


def grove(seed: bytes, place: int) -> bytes:
    """The hash of one grove."""
    return _above(b"".join(_above(level) for level in _leaves(seed, place)))


def root(groves: bytes) -> bytes:
    """The hash over all groves: what is published of a pool."""
    step = BRANCHES * SIZE
    return _above(b"".join(_above(groves[at : at + step]) for at in range(0, len(groves), step)))


def path(pool: Pool, place: int) -> tuple[bytes, ...]:
    """What shows that a leaf is one of a pool's: its siblings at each step."""
    inner = _leaves(pool.seed, place // GROVE)
    twigs = b"".join(_above(level) for level in inner)
    step = BRANCHES * SIZE
    limbs = b"".join(_above(pool.groves[at : at + step]) for at in range(0, len(pool.groves), step))
    limb, twig = place // GROVE // BRANCHES, place // BRANCHES % BRANCHES
    return (
        _without(inner[twig], place % BRANCHES),
        _without(twigs, twig),
        _without(pool.groves[limb * step : (limb + 1) * step], place // GROVE % BRANCHES),
        _without(limbs, limb),
    )


def _twig(seed: bytes, place: int) -> bytes:
    return shake_256(seed + place.to_bytes(2, "big")).digest(BRANCHES * SIZE)


def _leaves(seed: bytes, place: int) -> list[bytes]:
    """The hashes of a grove's leaves, a twig's together."""
    first = place * BRANCHES
    return [
        b"".join([sha256(b"\0" + raw[at : at + SIZE]).digest() for at in range(0, BRANCHES * SIZE, SIZE)])
        for raw in (_twig(seed, first + n) for n in range(BRANCHES))
    ]


def _above(children: bytes) -> bytes:
    return sha256(b"\1" + children).digest()


def _without(children: bytes, place: int) -> bytes:
    return children[: place * SIZE] + children[(place + 1) * SIZE :]
