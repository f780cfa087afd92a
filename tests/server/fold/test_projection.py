"""The choke point: bytes for a seat are made out of its audiences' records and no others."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import pytest

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, SEALED, Audience, Role, Seat
from domain.core.state import State
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Roll as Rolled
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.settings import SceneKey
from server.fold.commit_codec import unpack
from server.fold.projection import Projection
from server.fold.resume_history import CHAIN_BYTES, PARTS_KEPT
from server.fold.story_selection import NEWEST
from server.fold.stream_fold import StreamFold, fold
from server.protocol import frames as wire
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, BEN, GUEST, STORYTELLER, Page, Table, frames, held

SEATS = (ANNA, BEN, GUEST, STORYTELLER)


async def session(opened: OpenTable, seed: int, length: int = 60) -> Table:
    """A recorded session with commits for every audience, in mixed order."""
    table = await opened()
    random = Random(seed)
    subscribers = {seat: await table.sit(seat) for seat in SEATS}
    for n in range(length):
        seat, command = random.choice(
            [
                (ANNA, Say(f"{n}")),
                (ANNA, Say(f"{n}", "", ("ben",))),
                (BEN, Say(f"{n}", "", ("storyteller",))),
                (BEN, Roll(dice=3)),
                (STORYTELLER, CreateCharacter(f"Cat {n}")),  # a player makes ten at the most
                (STORYTELLER, RollInSecret(dice=2)),
                (STORYTELLER, CreateCharacter(f"Shade {n}", hidden=True)),
                (STORYTELLER, Say(f"{n}", "", ("anna", "ben"))),
            ]
        )
        assert (await subscribers[seat].do(command))[0] == "accepted"
    return table


def position(folded: StreamFold, seat: Seat) -> list[wire.Position]:
    """The position of a seat."""
    return folded.projection.position(seat, folded.projection.ends)


async def test_a_seat_is_shown_its_audiences_and_nothing_else(opened: OpenTable, seed: int) -> None:
    """A view has a part for each audience that the seat reads and that has had a part; no seat reads sealed."""
    folded = await (await session(opened, seed)).fold()
    known = set(folded.projection.ends)
    for seat in SEATS:
        shown = set(held(folded, seat))
        assert shown == {a for a in known if seat.reads(a)}
        assert SEALED not in shown
    key = folded.state.partition(SEALED).get(SceneKey, "key")
    assert key is not None
    for seat in SEATS:
        view = folded.projection.view(seat)
        assert all(secret not in view for secret in (key.ids, key.public, key.hidden))


async def test_a_newcomer_is_shown_the_newest_first(opened: OpenTable, seed: int) -> None:
    """The table and the newest lines of each audience are in one message, the earlier lines in the next: together they
    are the whole view, in its order. They are encoded once for all newcomers at the same position."""
    table = await session(opened, seed)
    for n in range(NEWEST):
        assert (await (await table.sit(ANNA)).do(Say(f"{n}")))[0] == "accepted"
    folded = await table.fold()
    for seat in SEATS:
        page, at_once = Page(), Page()
        newest, earlier = folded.projection.newcomer_view(seat)
        page.take(newest)
        at_once.take(folded.projection.view(seat))
        for audience, (_, _, records) in at_once.audiences.items():
            story = [r for r in records.values() if catalogue().records[r[0]].story]
            table_ = [r for r in records.values() if r not in story]
            assert list(page.audiences[audience][2].values()) == table_ + story[-NEWEST:]
        page.take(earlier)
        assert page.audiences == at_once.audiences
        assert {a: list(held_[2]) for a, held_ in page.audiences.items()} == {
            a: list(held_[2]) for a, held_ in at_once.audiences.items()
        }
        assert len(frames(earlier)) == len(frames(newest)) == len(at_once.audiences)
        assert folded.projection._encoded(EVERYONE) is folded.projection._encoded(EVERYONE)
        assert folded.projection._newcomer_view(seat) is folded.projection._newcomer_view(seat)
    assert len(folded.state.everyone.story) > NEWEST


async def test_resuming_from_anywhere_gives_what_was_sent(opened: OpenTable, seed: int) -> None:
    """FLT19: for every seat and every position of a recorded session, `missing` is exactly the messages after it, byte
    for byte."""
    table = await session(opened, seed)
    for seat in SEATS:
        folded = StreamFold()
        sent: list[bytes] = []
        places = []
        for entry in await table.entries():
            _, told = folded.take(entry)
            message = folded.projection.message(seat, told)
            if message:
                sent.append(message)
                places.append(position(folded, seat))
        for k, place in enumerate(places):
            assert folded.projection.missing(seat, place) == sent[k + 1 :]


async def test_a_resumed_page_equals_a_fresh_one(opened: OpenTable, seed: int) -> None:
    """A page with a view that receives the missed commits has the same records as a page with a new view."""
    table = await session(opened, seed)
    entries = await table.entries()
    now = fold(entries)
    for seat in SEATS:
        for k in range(1, len(entries)):
            then = fold(entries[:k])
            page = Page()
            page.take(then.projection.view(seat))
            missing = now.projection.missing(seat, position(then, seat))
            assert missing is not None
            for message in missing:
                page.take(message)
            assert page.audiences == held(now, seat)


async def test_a_position_that_is_not_this_tables_gets_the_whole_view(opened: OpenTable, seed: int) -> None:
    """FLT19: no position, a wrong chain, a count from the future, an audience that is unknown or that the seat does not
    read: the answer is always the whole view."""
    folded = await (await session(opened, seed)).fold()
    missing = folded.projection.missing
    good = position(folded, ANNA)
    public = next(p for p in good if p.audience == EVERYONE)
    private = next(p.audience for p in position(folded, STORYTELLER) if not ANNA.reads(Audience(p.audience)))
    bad = {
        "none": (),
        "wrong chain": (wire.Position(EVERYONE, public.count, b"x" * 8),),
        "old and wrong": (wire.Position(EVERYONE, public.count - 1, b"x" * 8),),
        "future": (wire.Position(EVERYONE, public.count + 1, public.chain),),
        "not hers": (*good, wire.Position(private, 1, b"x" * 8)),
        "sealed": (*good, wire.Position(SEALED, 0, b"")),
        "unheard of": (*good, wire.Position("seats:anna,zoe", 0, b"")),
        "no audience": (*good, wire.Position("", 0, b"")),
    }
    assert missing(ANNA, good) == []
    for name, place in bad.items():
        assert missing(ANNA, place) is None, name


async def test_a_client_that_was_away_for_long_gets_the_whole_view(opened: OpenTable) -> None:
    """A limited number of parts is kept for each audience. A client that missed more receives the view."""
    table = await opened()
    anna = await table.sit(ANNA)
    before = position(await table.fold(), ANNA)
    ids = [anna.send(Say(str(n))) for n in range(PARTS_KEPT + 1)]
    await anna.answer(ids[PARTS_KEPT - 1])
    await anna.answer(ids[-1])
    projection = table.live_streams[0].folded.projection
    assert projection.missing(ANNA, before) is None
    after = position(fold((await table.entries())[:5]), ANNA)
    kept = projection.missing(ANNA, after)
    assert kept is not None
    assert len(kept) == PARTS_KEPT - 1


async def test_an_epoch_names_rights(opened: OpenTable, seed: int) -> None:
    """The epoch of a seat is the same on every process, and different for other rights and for another stream."""
    table, other = await opened(), await opened(of="other")
    here, again, there = await table.fold(), await table.fold(), await other.fold()
    epochs = {seat: here.projection.epoch(seat) for seat in SEATS}
    assert epochs == {seat: again.projection.epoch(seat) for seat in SEATS}
    assert len(set(epochs.values())) == len(SEATS)
    assert here.projection.epoch(Seat("anna", "spectator")) != epochs[ANNA]
    assert there.projection.epoch(ANNA) != epochs[ANNA]


async def test_chains_are_salted(opened: OpenTable) -> None:
    """SEC27: a chain is not the plain hash of the events, which could be guessed, but is keyed with the stream's
    secret."""
    entries = await (await opened()).entries()
    bare = b""
    for entry in entries:
        commit = unpack(entry.payload)
        if EVERYONE in commit.events:
            timed = commit.at.to_bytes(8, signed=True) + commit.events[EVERYONE]
            bare = blake2b(bare + timed, digest_size=CHAIN_BYTES).digest()
    (public,) = [p for p in position(fold(entries), GUEST) if p.audience == EVERYONE]
    assert public.chain != bare


def test_a_chain_tells_when() -> None:
    """INV3, INV8: a command that is tried again after the log lost it may lead to the very same events, but at a later
    time, and so to another chain."""
    chains = set()
    for at in (1000, 2000):
        projection = Projection(State())
        told = projection.encode_commit({}, 1, at, {EVERYONE: b"events"}, ())
        chains.add(told.ends[EVERYONE].chain)
    assert len(chains) == 2


async def test_nothing_of_the_log_is_on_the_wire(opened: OpenTable, seed: int) -> None:
    """SEC10: no part and no view has the number, chain or key of an entry, except the keys of visible rolls, which are
    their nonces. Counts are the audience's own."""
    table = await session(opened, seed)
    entries = await table.entries()
    folded = await table.fold()
    for seat in SEATS:
        view = folded.projection.view(seat)
        nonces = {roll.seal.nonce for roll in folded.state.view(seat).all(Rolled) if roll.seal is not None}
        assert all(entry.chain not in view and (entry.key not in view or entry.key in nonces) for entry in entries)
    public = {roll.seal.nonce for roll in folded.state.view(GUEST).all(Rolled) if roll.seal is not None}
    hidden = {entry.key for entry in entries} - public
    assert hidden
    assert not any(key in folded.projection.view(GUEST) for key in hidden)
    counts = {frame[1]: frame[2] for frame in frames(folded.projection.view(ANNA))}
    assert counts[EVERYONE] < len(entries)


@pytest.mark.parametrize("name", ["", "everybody", "seats:", "seats:annabel", "seats:ann", "storyteller ", "sealed"])
def test_an_audience_that_is_not_known_is_read_by_no_player(name: str) -> None:
    """SEC8: denied by default: a player reads `everyone` and the audiences that name the whole id of the seat."""
    assert not ANNA.reads(Audience(name))
    assert not GUEST.reads(Audience(name))


@pytest.mark.parametrize("role", ["storyteller", "player", "spectator"])
def test_nobody_reads_what_is_sealed(role: Role) -> None:
    """No seat reads `sealed`, not even the Storyteller."""
    assert not Seat("st", role).reads(SEALED)
