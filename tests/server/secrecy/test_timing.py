"""The time of an answer, or of a repeated one, reveals no secret (SEC2)."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from server.fold.projection import EncodedCommit
from server.fold.resume_history import CHAIN_BYTES, CHAINS_KEPT, PARTS_KEPT, End
from server.fold.stream_fold import StreamFold
from server.hub import look_backs
from server.limits_and_timeouts import LOOK_BEAT
from server.protocol import frames
from tests.server.socketless_tables import ANNA
from tests.server.whole_server import Guests

LOOK = frames.Look(1, before=1)


@pytest.mark.parametrize("tells", [False, True])
async def test_a_look_takes_a_whole_number_of_beats(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, *, tells: bool
) -> None:
    """A look takes a whole number of beats for a player, however much of the log was hidden; for the Storyteller, who
    sees all of it, it does not wait."""
    teller = await guests.chronicle()
    seat = teller if tells else await guests.invited(teller)
    connection, link = await guests.seated(seat)
    waited: list[float] = []
    plain = asyncio.sleep

    async def looking(*_: Any) -> bytes:
        guests.clock.now += 1.3 * LOOK_BEAT
        return b"looked"

    mine = asyncio.current_task()

    async def sleeping(seconds: float) -> None:
        if asyncio.current_task() is mine:  # a stream may be waiting for its beat meanwhile
            waited.append(seconds)
            seconds = 0
        await plain(seconds)

    monkeypatch.setattr(look_backs, "look_back", looking)
    assert connection.live is not None
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", sleeping)
        assert await guests.hub.look_backs.answer(connection.seat, connection.live, LOOK) == b"looked"
    assert waited == ([] if tells else [pytest.approx(0.7 * LOOK_BEAT)])
    assert not link.closed


async def test_one_look_of_a_seat_is_under_way_however_many_tabs_ask(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only one look of a seat is under way, however many tabs ask; a look of a second seat need not wait for all of
    them."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller), await guests.invited(teller, "Ben")
    tabs = [(await guests.seated(anna))[0] for _ in range(3)]
    bens = (await guests.seated(ben))[0]
    under_way: list[str] = []
    over = asyncio.Event()

    async def looking(_log: Any, _folded: Any, seat: Any, *_: Any) -> bytes:
        under_way.append(seat.id)
        await over.wait()
        return b""

    monkeypatch.setattr(look_backs, "look_back", looking)
    looks = [
        asyncio.create_task(guests.hub.look_backs.answer(connection.seat, connection.live, LOOK))
        for connection in (*tabs, bens)
        if connection.live
    ]
    for _ in range(10):
        await asyncio.sleep(0)
    assert sorted(under_way) == sorted([anna.seat, ben.seat])
    over.set()
    await asyncio.gather(*looks)
    assert not guests.hub.look_backs._turns


async def test_another_tabs_look_begins_with_a_beat_too(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second tab's look starts on a beat, or its answer would show when the work of the first look ended."""
    anna = await guests.invited(await guests.chronicle())
    tabs = [(await guests.seated(anna))[0] for _ in range(2)]
    begun: list[float] = []
    plain = asyncio.sleep

    async def looking(*_: Any) -> bytes:
        begun.append(guests.clock.now)
        guests.clock.now += 0.37 * LOOK_BEAT
        return b""

    async def sleeping(seconds: float) -> None:
        guests.clock.now += seconds
        await plain(0)

    monkeypatch.setattr(look_backs, "look_back", looking)
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", sleeping)
        await asyncio.gather(
            *(
                guests.hub.look_backs.answer(connection.seat, connection.live, LOOK)
                for connection in tabs
                if connection.live
            )
        )
    assert begun[1] - begun[0] == pytest.approx(LOOK_BEAT)


async def test_who_lags_when_presence_is_told_hears_it_once_that_is_over(guests: Guests) -> None:
    """A lagging client receives presence after its backlog is gone, even if no further seat gets news."""
    teller = await guests.chronicle()
    await guests.seated(teller)
    connection, link = guests.connection()
    connection.paused()
    connection.write = link.write  # the view alone fills the buffer
    connection.received(msgpack.packb(["hello", (await guests.invited(teller)).token, teller.stream, "", []]))
    await link.until("options")
    connection.paused()
    await asyncio.sleep(0.4)
    assert "presence" not in link.names()
    connection.resumed()
    await link.until("presence")


async def test_presence_is_told_where_it_is_news(guests: Guests) -> None:
    """No presence is sent if the Storyteller opens a second tab, or if a client that was not typing stops typing."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    _, link = await guests.seated(anna)
    connection, _ = await guests.seated(teller)
    await link.until("presence")
    await asyncio.sleep(0.4)
    told = link.names().count("presence")
    _, another = await guests.seated(teller)
    connection.received(msgpack.packb(["typing", False]))
    await another.until("presence")
    await asyncio.sleep(0.4)
    assert link.names().count("presence") == told
    connection.received(msgpack.packb(["typing", True]))
    await link.until("presence", told + 1)


def test_where_somebody_has_been_is_told_of_each_audience_by_its_own(seed: int) -> None:
    """INV8: the projection knows an old position in each audience by that audience alone; commits for the Storyteller
    in between do not affect it."""
    random = Random(seed)
    chains = [random.randbytes(CHAIN_BYTES) for _ in range(2 * CHAINS_KEPT + PARTS_KEPT)]
    plain, secretive = StreamFold().projection, StreamFold().projection
    for n, chain in enumerate(chains, 1):
        end = {EVERYONE: End(n, chain)}
        for projection in (plain, secretive):
            projection.record_durable(EncodedCommit(n, {EVERYONE: b""}, end, {}, {}))
        if n % 100 == 0:
            for _ in range(random.randrange(300)):
                secretive.record_durable(EncodedCommit(n, {STORYTELLER: b""}, {STORYTELLER: End(n, chain)}, {}, {}))
    newest = len(chains)
    places = [newest - back for back in (1, PARTS_KEPT, PARTS_KEPT + 1, CHAINS_KEPT)]

    def strayed(projection: Any, count: int, chain: bytes, audience: Audience = EVERYONE) -> bool:
        return bool(projection.strayed(ANNA, [frames.Position(audience, count, chain)]))

    for projection in (plain, secretive):
        assert all(not strayed(projection, n, chains[n - 1]) for n in places)
        assert all(strayed(projection, n, b"another.") for n in places)
        assert strayed(projection, newest + 1, chains[-1])
        assert not strayed(projection, 1, b"another.")
        assert not strayed(projection, newest + 1, chains[-1], STORYTELLER)
    assert plain.history.chains[EVERYONE] == secretive.history.chains[EVERYONE]
    assert len(plain.history.chains[EVERYONE]) < 2 * CHAINS_KEPT * CHAIN_BYTES
