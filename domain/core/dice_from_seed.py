"""Sealed dice: the hashes that a scene publishes before the first roll, and the derivation of every face from the
seeds.

Public dice come from one seed. Its digest is published when the scene opens, and the seed itself when the scene closes.
Each hidden roll uses one of `LEAVES` leaves. A scene publishes one Merkle root over all leaves, so the root does not
show how many of them are used. The leaf of a roll is found by a hash and not by a counter. So a leaf that is shown does
not tell how many hidden rolls came before, and no hidden roll changes the dice of another.

    digest      sha256(seed)
    public      HMAC-SHA256(seed, "public:COUNT:DRAW:NONCE:BLOCK"), BLOCK counting from 0
    hidden      HMAC-SHA256(leaf, "hidden:DRAW:NONCE:BLOCK")
    faces       b // 25 + 1 for each of these bytes b in turn; bytes from 250 on are skipped
    a roll      the first face of every die, then the re-rolled faces, die after die
    leaves      16 at a time: SHAKE-256(seed + LEAF // 16 as two bytes), 32 bytes each
    the tree    sha256(0x00 + leaf); above them sha256(0x01 + 16 children), four times

A path holds the 15 siblings of each step in their order, from the leaf upwards.
"""

from hashlib import sha256, shake_256
from typing import Final

import msgspec

LEAVES: Final = 65_536
BRANCHES: Final = 16
GROVES: Final = 256
"""The number of groves. A grove is a subtree of `GROVE` leaves. The hashes of all groves are stored, so that a proof
can be computed without computing the whole tree."""
GROVE: Final = LEAVES // GROVES
SIZE: Final = 32
"""Bytes of a seed, of a leaf and of a hash."""


class Seal(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The public inputs of a roll's dice, beside the secret seed.

    - `nonce`: 16 bytes chosen by the roller's client: the first 16 bytes of sha256(command id + seat). For the
      Storyteller's rolls it can be a number that a player's client has sent in advance.
    - `count`: the number of this commit among the commits with a fact for `everyone`, so that no two public rolls are
      alike, even after commits are taken back. 0 for a hidden roll.
    - `draw`: the number of the roll in its commit; for a hidden roll, a number computed with a hash.
    - `by`: the seat of the player whose client made the nonce, "" for the Storyteller.
    - `leaf`: the number of the leaf that a hidden roll uses, -1 for a public roll.
    """

    nonce: bytes
    count: int
    draw: int
    by: str
    leaf: int = -1


class HiddenPool(msgspec.Struct, frozen=True):
    """The seed of a scene's hidden dice, and the joined hashes of its groves."""

    seed: bytes
    groves: bytes


def digest(seed: bytes) -> bytes:
    """Return the digest of a seed. The digest is published before the first roll."""
    return sha256(seed).digest()


def leaf(seed: bytes, place: int) -> bytes:
    """Return one leaf of a pool."""
    group, at = divmod(place, BRANCHES)
    return _leaf_group(seed, group)[at * SIZE : (at + 1) * SIZE]


def grove(seed: bytes, place: int) -> bytes:
    """Return the hash of one grove."""
    return _parent_hash(b"".join(_parent_hash(level) for level in _leaves(seed, place)))


def root(groves: bytes) -> bytes:
    """Return the hash over all groves, which is published."""
    step = BRANCHES * SIZE
    return _parent_hash(b"".join(_parent_hash(groves[at : at + step]) for at in range(0, len(groves), step)))


def path(pool: HiddenPool, place: int) -> tuple[bytes, ...]:
    """Return the proof that a leaf belongs to a pool: the sibling hashes at each level of the tree."""
    inner = _leaves(pool.seed, place // GROVE)
    group_hashes = b"".join(_parent_hash(level) for level in inner)
    step = BRANCHES * SIZE
    branch_hashes = b"".join(_parent_hash(pool.groves[at : at + step]) for at in range(0, len(pool.groves), step))
    branch, group = place // GROVE // BRANCHES, place // BRANCHES % BRANCHES
    return (
        _siblings(inner[group], place % BRANCHES),
        _siblings(group_hashes, group),
        _siblings(pool.groves[branch * step : (branch + 1) * step], place // GROVE % BRANCHES),
        _siblings(branch_hashes, branch),
    )


def _leaf_group(seed: bytes, place: int) -> bytes:
    return shake_256(seed + place.to_bytes(2, "big")).digest(BRANCHES * SIZE)


def _leaves(seed: bytes, place: int) -> list[bytes]:
    """Return the hashes of a grove's leaves, in groups of `BRANCHES` that share a parent."""
    first = place * BRANCHES
    return [
        b"".join([sha256(b"\0" + raw[at : at + SIZE]).digest() for at in range(0, BRANCHES * SIZE, SIZE)])
        for raw in (_leaf_group(seed, first + n) for n in range(BRANCHES))
    ]


def _parent_hash(children: bytes) -> bytes:
    return sha256(b"\1" + children).digest()


def _siblings(children: bytes, place: int) -> bytes:
    return children[: place * SIZE] + children[(place + 1) * SIZE :]
