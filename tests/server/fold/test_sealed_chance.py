"""Dice from sealed seeds: the faces follow from the seal alone, and the seal tells nothing of hidden rolls (SEC14)."""

from __future__ import annotations

import hmac
from hashlib import sha256
from random import Random

import pytest

from domain.core.audience import EVERYONE, SEALED, STORYTELLER
from domain.core.dice_from_seed import GROVES, LEAVES, SIZE, HiddenPool, Seal, digest, grove, leaf, path, root
from domain.core.refusal import Refusal
from domain.features.rolls.free_roll import Roll as Throw
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.rolls.roll import Roll
from domain.features.rolls.seal_and_open_seed import DiceSeal, OpenLeaf, ShowRoll
from domain.features.table.settings import SceneKey
from server.fold.sealed_chance import Pools, SealedChance
from tests.server.cli.sealed_scene import ANNA, BEN, ST, Scene


def test_many_rolls_are_drawn_again_by_other_code(seed: int) -> None:
    """SEC14: 100,000 rolls are drawn again, face by face, by a few lines of code written only from
    `domain.core.dice_from_seed`."""
    public = sha256(b"%d" % seed).digest()
    key = SceneKey("key", b"", public, b"")
    for n in range(100_000):
        nonce = n.to_bytes(16, "big")
        dice = SealedChance(key, nonce, 0).roll(EVERYONE, n, "anna")
        raw = hmac.digest(public, b"public:%d:1:%b:0" % (n, nonce), "sha256")
        assert dice(5) == tuple(byte // 25 + 1 for byte in raw if byte < 250)[:5]
        assert dice.seal == Seal(nonce, n, 1, "anna")


def test_a_roll_goes_on_where_it_stopped() -> None:
    """Re-rolls continue the same stream of faces, across any number of hashes."""
    key = SceneKey("key", b"", b"p" * 32, b"h" * 32)
    for audience in (EVERYONE, STORYTELLER):
        whole = SealedChance(key, b"k" * 16, 0).roll(audience, 1, "")(200)
        parts = SealedChance(key, b"k" * 16, 0).roll(audience, 1, "")
        assert whole == tuple(face for count in (1, 60, 0, 7, 132) for face in parts(count))


def test_no_two_draws_are_alike() -> None:
    """Draws differ within a command, and between commands with the same id at different times."""
    key = SceneKey("key", b"", b"p" * 32, b"h" * 32)
    chance = SealedChance(key, b"k" * 16, 0)
    drawn = [chance.roll(EVERYONE, 1, "")(30) for _ in range(3)]
    drawn += [SealedChance(key, b"k" * 16, 0).roll(EVERYONE, 2, "")(30)]
    drawn += [SealedChance(key, b"k" * 16, 0).roll(STORYTELLER, n, "")(30) for n in (1, 2)]
    assert len(set(drawn)) == 5, "hidden ones do not depend on what everybody was told"


def test_a_hidden_roll_that_is_shown_tells_of_no_other() -> None:
    """SEC14: neither its number nor its leaf counts the other secret rolls of its command."""
    chance = SealedChance(SceneKey("key", b"", b"p" * 32, b"h" * 32), b"k" * 16, 0)
    seals = [chance.roll(STORYTELLER, n, "").seal for n in range(1, 9)]
    assert all(seal.draw > 100 for seal in seals)
    assert len({seal.leaf for seal in seals}) == 8


def test_a_pool_is_one_tree_over_all_its_leaves(seed: int) -> None:
    """SEC14: the root covers 65,536 salted leaves, and each has a path to it."""
    secret = sha256(b"%d" % seed).digest()
    pool = HiddenPool(secret, b"".join(grove(secret, place) for place in range(GROVES)))
    level = [sha256(b"\0" + leaf(secret, place)).digest() for place in range(LEAVES)]
    while len(level) > 1:
        level = [sha256(b"\1" + b"".join(level[n : n + 16])).digest() for n in range(0, len(level), 16)]
    assert root(pool.groves) == level[0]
    for place in (0, 1, 15, 16, 255, 256, 4095, 4096, 40_000, LEAVES - 1):
        found, at = sha256(b"\0" + leaf(secret, place)).digest(), place
        for step in path(pool, place):
            cut = at % 16 * SIZE
            found, at = sha256(b"\1" + step[:cut] + found + step[cut:]).digest(), at // 16
        assert found == level[0]


async def test_a_pool_is_ready_before_it_is_asked_for() -> None:
    """No two scenes get the same pool, and a pool is made on the spot if none is ready."""
    pools = Pools()
    await pools.prepare()
    await pools.prepare()
    first, second = pools.take(), pools.take()
    assert first.seed != second.seed
    assert all(len(pool.groves) == GROVES * SIZE for pool in (first, second))


def test_what_is_published_tells_nothing_of_hidden_rolls(chance: Random) -> None:
    """SEC14: the seal is the same after no secret roll and after a hundred; it binds both seeds."""
    scene = Scene(chance)
    key = scene.state.partition(SEALED).get(SceneKey, "key")
    before = scene.state.view(ANNA).get(DiceSeal, "seal")
    for _ in range(100):
        scene.does(ST, RollInSecret("hush", dice=5))
    assert key is not None
    assert (
        before == scene.state.view(ANNA).get(DiceSeal, "seal") == DiceSeal("seal", digest(key.public), root(key.groves))
    )
    places = [roll.seal.leaf for roll in scene.rolls() if roll.seal is not None]
    assert places != sorted(places), "leaves are not counted out"


def test_only_the_storyteller_shows_a_hidden_roll_and_once(chance: Random) -> None:
    """X1: a hidden roll is shown by its id, with its leaf and no other; the public roll gets an id of its own."""
    scene = Scene(chance)
    scene.does(ST, RollInSecret("hush", dice=5))
    scene.does(ANNA, Throw("loud", dice=5))
    (hidden,) = scene.state.partition(STORYTELLER).all(Roll)
    (loud,) = scene.state.partition(EVERYONE).all(Roll)
    for seat, roll in ((ANNA, hidden.id), (ST, loud.id), (ST, "nothing")):
        with pytest.raises(Refusal):
            scene.does(seat, ShowRoll(roll))
    scene.does(ST, ShowRoll(hidden.id))
    shown = scene.rolls(ANNA)[-1]
    assert (shown.faces, shown.seal, shown.reason) == (hidden.faces, hidden.seal, "hush")
    assert shown.id != hidden.id
    assert [leaf.id for leaf in scene.state.view(ANNA).all(OpenLeaf)] == [shown.id]
    with pytest.raises(Refusal):
        scene.does(ST, ShowRoll(hidden.id))


def test_players_lend_their_numbers_in_turns(chance: Random) -> None:
    """The player who has lent the fewest numbers comes next; a command takes one number, however often it rolls; the
    number of a player's own roll is untouched."""
    scene = Scene(chance, "nightfall")
    scene.does(ANNA, LeaveNonces((b"a" * 16, b"b" * 16)))
    scene.does(BEN, LeaveNonces((b"c" * 16,)))
    for _ in range(4):
        scene.does(ST, Throw("the guard", dice=2))
    scene.does(ANNA, Throw("Anna", dice=2))
    seals = [roll.seal for roll in scene.rolls(ANNA) if roll.seal is not None]
    assert [seal.by for seal in seals] == ["anna", "ben", "anna", "", "anna"]
    assert [seal.nonce[:1] for seal in seals[:3]] == [b"a", b"c", b"b"]
    with pytest.raises(Refusal):
        scene.does(ST, LeaveNonces((b"d" * 16,)))
