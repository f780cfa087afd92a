"""Links and sessions, of which only hashes are kept, over an access store in memory."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from domain.core.audience import Seat
from server.access.contract import Changed
from server.access.memory import MemoryAccessStore
from server.access.sessions import (
    DAY,
    HOST_LINK_FOR,
    HOST_SESSION_FOR,
    LINK_FOR,
    SESSION_FOR,
    SecretExpired,
    Sessions,
    UnknownSecret,
)
from server.log.contract import LogError
from tests.server.socketless_tables import FakeClock, slowed


class Keeper:
    """The `Sessions` under test, with their store and clock."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.store = MemoryAccessStore()
        self.doors = Sessions(self.store, self.clock, secrets.token_urlsafe)

    def later(self, milliseconds: int) -> None:
        self.clock.now += milliseconds / 1000


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


async def test_only_hashes_are_kept(keeper: Keeper) -> None:
    """The store contains no link's secret and no session's token."""
    _, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token
    host = await keeper.doors.host_link()
    kept = repr(vars(keeper.store))
    assert all(word not in kept for word in (secret, token, host))


async def test_a_link_opens_its_seat_again_and_again(keeper: Keeper) -> None:
    """Each entry by a link opens a session of its own for the seat as it is."""
    row, secret = await keeper.doors.invite("c", "Anna", "player")
    tokens = [(await keeper.doors.enter(secret)).token for _ in range(3)]
    assert len(set(tokens)) == 3
    for token in tokens:
        admitted = await keeper.doors.session(token)
        assert admitted is not None
        assert (admitted.seat, admitted.name, admitted.chronicle) == (Seat(row.id, "player"), "Anna", "c")


async def test_the_host_link_is_one_persons(keeper: Keeper) -> None:
    """Of many simultaneous attempts exactly one succeeds; its session is the host's and no seat's."""
    secret = await keeper.doors.host_link()
    tries = await asyncio.gather(*(keeper.doors.enter(secret) for _ in range(10)), return_exceptions=True)
    entered = [found for found in tries if not isinstance(found, BaseException)]
    assert len(entered) == 1
    assert await keeper.doors.is_host(entered[0].token)
    assert await keeper.doors.session(entered[0].token) is None
    with pytest.raises((UnknownSecret, SecretExpired)):
        await keeper.doors.enter(secret)


async def test_doors_expire(keeper: Keeper) -> None:
    """Each kind of credential expires in its time: the host link in a day, a session in 90, a link in a year; then
    it is deleted."""
    host = await keeper.doors.host_link()
    _, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token
    keeper.later(HOST_LINK_FOR)
    with pytest.raises(SecretExpired):
        await keeper.doors.enter(host)
    keeper.later(SESSION_FOR - HOST_LINK_FOR - DAY)
    assert await keeper.doors.session(token) is not None
    keeper.later(DAY)
    assert await keeper.doors.session(token) is None
    await keeper.doors.enter(secret)
    keeper.later(LINK_FOR - SESSION_FOR)
    with pytest.raises(SecretExpired):
        await keeper.doors.enter(secret)
    await keeper.doors.tidy()
    with pytest.raises(UnknownSecret):
        await keeper.doors.enter(secret)


async def test_a_host_session_lasts_while_it_is_used(keeper: Keeper) -> None:
    """A host who comes back within thirty days stays signed in, however often; one who does not is signed out. A host
    who left is not signed in again by a request that was under way."""
    token = (await keeper.doors.enter(await keeper.doors.host_link())).token
    for _ in range(5):
        keeper.later(HOST_SESSION_FOR - DAY)
        assert await keeper.doors.is_host(token)
    found, may_come = slowed(keeper.store, "find_credential")
    keeper.later(2 * DAY)
    asking = asyncio.create_task(keeper.doors.is_host(token))
    await found.wait()
    await keeper.doors.leave(token)
    may_come.set()
    await asking
    assert not await keeper.doors.is_host(token)
    token = (await keeper.doors.enter(await keeper.doors.host_link())).token
    keeper.later(HOST_SESSION_FOR)
    assert not await keeper.doors.is_host(token)


async def test_a_reissued_link_voids_the_old_one_only(keeper: Keeper) -> None:
    """A reissued link voids the old link; sessions stay."""
    row, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token
    fresh = await keeper.doors.reissue(row.id)
    with pytest.raises(UnknownSecret):
        await keeper.doors.enter(secret)
    assert await keeper.doors.session(token) is not None
    assert (await keeper.doors.enter(fresh)).row == row


async def test_links_issued_at_the_same_time_leave_one(keeper: Keeper) -> None:
    """SEC5: of two requests for a seat's link, the later request's link opens, even if the earlier request ends
    last."""
    row, _ = await keeper.doors.invite("c", "Anna", "player")
    found, may_come = slowed(keeper.store, "delete_credentials")
    slow = asyncio.create_task(keeper.doors.reissue(row.id))
    await found.wait()
    last = await keeper.doors.reissue(row.id)
    may_come.set()
    with pytest.raises(UnknownSecret):
        await keeper.doors.enter(await slow)
    assert (await keeper.doors.enter(last)).row == row


async def test_a_revoked_seat_is_closed_until_it_is_reissued(keeper: Keeper) -> None:
    """A revoked seat's link and sessions are void at once, and listeners learn of it; a new link opens the seat
    again."""
    row, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token
    heard: list[Changed] = []
    keeper.doors.on_change(heard.append)
    await keeper.doors.revoke(row.id)
    assert any(changed.seat == row.id for changed in heard)
    assert await keeper.doors.session(token) is None
    with pytest.raises((UnknownSecret, SecretExpired)):
        await keeper.doors.enter(secret)
    fresh = await keeper.doors.reissue(row.id)
    assert (await keeper.doors.enter(fresh)).row == row
    assert await keeper.doors.session(token) is None


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("step", ["find_credential", "get_seat", "list_credentials"])
async def test_who_is_on_the_way_in_by_a_link_that_goes_stays_out(keeper: Keeper, step: str, closed: bool) -> None:
    """SEC5, SEC9: an entry under way by a link that is reissued, or whose seat is revoked and reopened, leaves no
    session behind, however far it was."""
    row, secret = await keeper.doors.invite("c", "Anna", "player")
    found, may_come = slowed(keeper.store, step)
    entering = asyncio.create_task(keeper.doors.enter(secret))
    await found.wait()
    if closed:
        await keeper.doors.revoke(row.id)
    await keeper.doors.reissue(row.id, ends_sessions=not closed)
    may_come.set()
    with pytest.raises(SecretExpired):
        await entering
    assert [credential.kind for credential in await keeper.store.list_credentials(row.id)] == ["link"]


async def test_who_was_put_out_half_way_stays_out(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC9: if the store fails while a seat is being revoked, its old sessions stay void when the seat is opened
    again."""
    row, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token

    async def fails(*_: Any) -> int:
        raise LogError("The store cannot be reached.")

    monkeypatch.setattr(keeper.store, "delete_credentials", fails)
    with pytest.raises(LogError):
        await keeper.doors.revoke(row.id)
    monkeypatch.undo()
    found, may_come = slowed(keeper.store, "put_seat")
    reissuing = asyncio.create_task(keeper.doors.reissue(row.id))
    await found.wait()
    assert await keeper.doors.session(token) is None
    may_come.set()
    await reissuing
    assert await keeper.doors.session(token) is None


async def test_what_is_no_link_opens_nothing(keeper: Keeper) -> None:
    """A guess, a session's token, the hash itself and an empty text are no links."""
    _, secret = await keeper.doors.invite("c", "Anna", "player")
    token = (await keeper.doors.enter(secret)).token
    hash_ = next(iter(keeper.store._credentials))
    for wrong in ("", "guess", token, hash_, secret[:-1], secret + "x"):
        with pytest.raises(UnknownSecret):
            await keeper.doors.enter(wrong)
        assert not await keeper.doors.is_host(wrong)
    assert await keeper.doors.session(secret) is None
    with pytest.raises(UnknownSecret):
        await keeper.doors.revoke("nobody")
    with pytest.raises(UnknownSecret):
        await keeper.doors.reissue("nobody")
