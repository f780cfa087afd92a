"""The contract of the access store, over every backend."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from redis import Redis

from server.access.contract import AccessStore, Changed, Chronicle, Credential, PushSubscription, SeatRow, hash_of
from server.access.memory import MemoryAccessStore
from server.access.open import open_access_store
from server.access.redis import RedisAccessStore
from server.access.sqlite import SqliteAccessStore
from server.log.contract import EMPTY, Appended, LogError, Pending
from server.log.open import open_log
from server.log.sqlite.file import connect
from tests.redis_server import RedisServer, narrow_url, redis_server, redis_url
from tests.waiting import until

__all__ = ["narrow_url", "redis_server", "redis_url"]

Openers = Callable[[], Awaitable[AccessStore]]
ANNA = SeatRow("seat-anna", "night-road", "player", "Anna")
BORIS = SeatRow("seat-boris", "night-road", "storyteller", "Boris")


@pytest.fixture(params=["memory", "sqlite", "redis", "narrow", "cluster", "sentinel"])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Openers]:
    """Return a function that opens the access store as one more process would; in memory there is a single process."""
    url = {"memory": "memory:", "sqlite": f"sqlite:///{tmp_path}/log.db"}.get(request.param)
    url = url or request.getfixturevalue(f"{request.param}_url")
    one = MemoryAccessStore()
    async with AsyncExitStack() as stack:

        async def open_one() -> AccessStore:
            doors: AccessStore = one if request.param == "memory" else await open_access_store(url)
            stack.push_async_callback(doors.close)
            return doors

        yield open_one


@pytest.fixture
async def doors(opened: Openers) -> AccessStore:
    return await opened()


def credential(secret: str, seat: str = "seat-anna", created: int = 1, expires: int = 0) -> Credential:
    return Credential(hash_of(secret), "link", seat, created, expires)


async def test_chronicles_are_listed_oldest_first(doors: AccessStore) -> None:
    """The host link finds every chronicle, each once, under its latest name."""
    for chronicle in (Chronicle("b", "Öd & Weit", 20), Chronicle("a", "The Night Road", 30), Chronicle("c", "x", 10)):
        await doors.put_chronicle(chronicle)
    await doors.put_chronicle(Chronicle("c", "Renamed", 10))
    assert await doors.list_chronicles() == [
        Chronicle("c", "Renamed", 10),
        Chronicle("b", "Öd & Weit", 20),
        Chronicle("a", "The Night Road", 30),
    ]


async def test_seats_belong_to_a_chronicle(doors: AccessStore) -> None:
    """A seat is found by its id, listed with its chronicle, and replaced whole."""
    assert await doors.get_seat("seat-anna") is None
    for seat in (BORIS, ANNA, SeatRow("seat-carl", "other", "spectator", "Carl")):
        await doors.put_seat(seat)
    revoked = SeatRow(ANNA.id, ANNA.chronicle, ANNA.role, ANNA.name, revoked=True)
    await doors.put_seat(revoked)
    assert await doors.get_seat("seat-anna") == revoked
    assert await doors.list_seats("night-road") == [revoked, BORIS]
    assert await doors.list_seats("nowhere") == []


async def test_a_deleted_chronicle_does_not_come_back(opened: Openers) -> None:
    """Rule 6: a chronicle goes with its seats and all their credentials, in one step, and its listeners are told once.
    No process can then store a seat of it or show it again; it can only become deleted. Everything else stays."""
    one, other = await opened(), await opened()
    kept, gone = Chronicle("day", "Day", 1, "hidden"), Chronicle("night-road", "The Night Road", 2)
    elsewhere = SeatRow("seat-carl", "day", "player", "Carl")
    link, session = credential("link"), Credential(hash_of("session"), "session", "seat-anna", 2)
    carls, hosts = credential("carls", "seat-carl"), Credential(hash_of("host"), "host", "", 1)
    for chronicle in (kept, gone):
        assert await one.put_chronicle(chronicle)
    for seat in (ANNA, BORIS, elsewhere):
        assert await one.put_seat(seat)
    for each in (link, session, carls, hosts):
        await one.put_credential(each)
    told: list[Changed] = []
    one.on_change(told.append)
    await one.delete_chronicle("night-road")
    assert [changed for changed in told if changed != Changed()] == [Changed(chronicle="night-road")]
    deleting = Chronicle("night-road", "", 2, "deleting")
    assert await other.list_chronicles() == [kept, deleting]
    assert await other.list_seats("night-road") == []
    assert await other.get_seat(ANNA.id) is None
    assert [await other.find_credential(each.hash) for each in (link, session, carls, hosts)] == [
        None,
        None,
        carls,
        hosts,
    ]
    assert await other.list_credentials(ANNA.id) == []
    assert await other.list_seats("day") == [elsewhere]
    for again in (gone, Chronicle("night-road", "Mine", 2, "hidden")):
        assert not await other.put_chronicle(again)
    assert not await other.put_seat(ANNA)
    await other.delete_chronicle("night-road")
    await other.delete_chronicle("nowhere")
    assert await one.list_chronicles() == [kept, deleting]
    assert await one.put_chronicle(Chronicle("night-road", "", 2, "deleted"))
    assert not await one.put_chronicle(gone)
    assert not await one.put_seat(ANNA)
    assert [chronicle.status for chronicle in await other.list_chronicles()] == ["hidden", "deleted"]


async def test_a_value_is_kept_for_every_process(opened: Openers) -> None:
    """A value is empty until it is kept; then every process reads the last one and hears that there is a new one. A
    value that is not stored because another one is there tells nobody."""
    one, other = await opened(), await opened()
    heard: list[Changed] = []
    other.on_change(heard.append)
    await until(lambda: not isinstance(other, RedisAccessStore) or Changed() in heard)
    assert await one.kept("address") == b""
    for value in (b"http://127.0.0.1:8000", b"https://table.example"):
        assert await one.keep("address", value, None) == value
        assert await other.kept("address") == value
    assert await other.keep("address", b"") == b"https://table.example"
    await other.keep("last", b"x")
    await until(lambda: Changed(kept="last") in heard)
    if not isinstance(other, SqliteAccessStore):  # a process with a store of its own hears its own changes alone
        assert [each.kept for each in heard if each.kept] == ["address", "address", "last"]


async def test_a_door_is_found_by_its_hash_alone(doors: AccessStore) -> None:
    """A credential is found by the hash of its secret, and by no guessed secret."""
    await doors.put_credential(credential("hers", expires=99))
    assert await doors.find_credential(hash_of("hers")) == credential("hers", expires=99)
    assert await doors.find_credential(hash_of("guessed")) is None
    assert await doors.find_credential("") is None


async def test_a_one_time_door_lets_one_in(opened: Openers) -> None:
    """Of ten simultaneous attempts to use the host link, in two processes, exactly one succeeds."""
    one, other = await opened(), await opened()
    host = Credential(hash_of("host"), "host", "", 1)
    await one.put_credential(host)
    taken = await asyncio.gather(*(doors.take_credential(host.hash) for doors in (one, other) * 5))
    assert [credential for credential in taken if credential] == [host]
    assert await one.find_credential(host.hash) is None
    assert await other.list_credentials("") == []


async def test_the_doors_of_a_seat_go_together(doors: AccessStore) -> None:
    """Revoking removes all credentials of a seat, or its sessions only, and leaves all further seats alone."""
    link, hers = credential("link", created=1), credential("other", "seat-boris")
    sessions = [Credential(hash_of(secret), "session", "seat-anna", 2 + at) for at, secret in enumerate("xyz")]
    for each in (*reversed(sessions), link, hers):
        await doors.put_credential(each)
    assert await doors.list_credentials("seat-anna") == [link, *sessions]
    assert await doors.delete_credentials("seat-anna", "session") == 3
    assert await doors.list_credentials("seat-anna") == [link]
    assert await doors.delete_credentials("seat-anna") == 1
    assert await doors.delete_credentials("seat-anna") == 0
    assert await doors.find_credential(link.hash) is None
    assert await doors.find_credential(hers.hash) == hers


async def test_a_door_is_had_by_another_only_while_that_stands(opened: Openers) -> None:
    """A session can be stored only while the link that opened it exists, in whatever process the link was removed."""
    one, other = await opened(), await opened()
    link, before, after = credential("link"), credential("before"), credential("after")
    assert await one.put_credential(link)
    assert await one.put_credential(before, opened_by=link.hash)
    await other.take_credential(link.hash)
    assert not await one.put_credential(after, opened_by=link.hash)
    assert await one.list_credentials("seat-anna") == [before]


async def test_who_comes_in_while_the_doors_go_does_not_stay(opened: Openers) -> None:
    """SEC9: a session that enters while its seat's credentials are deleted goes with its link or is not stored, in
    either order of two processes."""
    one, other = await opened(), await opened()
    link, session = credential("link"), Credential(hash_of("session"), "session", "seat-anna", 2)
    await one.put_credential(link)
    list_credentials = one.list_credentials

    async def and_another(seat: str) -> list[Credential]:
        found = await list_credentials(seat)
        await other.put_credential(session, opened_by=link.hash)
        return found

    one.list_credentials = and_another  # type: ignore[method-assign]
    await one.delete_credentials("seat-anna")
    assert await list_credentials("seat-anna") == []
    await one.put_credential(link)
    puts = [
        other.put_credential(Credential(hash_of(f"{n}"), "session", "seat-anna", n), opened_by=link.hash)
        for n in range(20)
    ]
    await asyncio.gather(*puts[:10], one.delete_credentials("seat-anna"), *puts[10:])
    assert await list_credentials("seat-anna") == []


async def test_one_door_stands_instead_of_others(opened: Openers) -> None:
    """SEC5: if two processes reissue a seat's link at the same time, one of the two links remains; sessions and
    further seats are as before, and listeners learn that the old link is gone."""
    one, other = await opened(), await opened()
    heard: list[Changed] = []
    one.on_change(heard.append)
    old, session, hers = (
        credential("old"),
        Credential(hash_of("session"), "session", "seat-anna", 2),
        credential("x", "seat-boris"),
    )
    for each in (old, session, hers):
        await one.put_credential(each)
    first = credential("first", created=3)
    assert await one.delete_credentials("seat-anna", "link", replacement=first) == 1
    assert await one.list_credentials("seat-anna") == [session, first]
    assert [changed for changed in heard if changed.credential] == [Changed(seat="seat-anna", credential=old.hash)]
    links = [credential(f"{n}", created=4 + n) for n in range(10)]
    await asyncio.gather(
        *((one, other)[n % 2].delete_credentials("seat-anna", "link", link) for n, link in enumerate(links))
    )
    kept, link = await other.list_credentials("seat-anna")
    assert kept == session
    assert link in links
    assert await one.delete_credentials("seat-anna", replacement=old) == 2
    assert await other.list_credentials("seat-anna") == [old]
    assert await one.find_credential(hers.hash) == hers


async def test_expired_doors_go(doors: AccessStore) -> None:
    """Credentials that expired by the given time are deleted; the rest stay."""
    for each in (
        credential("never"),
        credential("past", expires=10),
        credential("now", expires=20),
        credential("later", expires=21),
    ):
        await doors.put_credential(each)
    assert await doors.delete_expired(20) == 2
    assert {each.hash for each in await doors.list_credentials("seat-anna")} == {hash_of("never"), hash_of("later")}


def subscribed(secret: str, seat: str = "seat-anna", endpoint: str = "https://push.example.com/a") -> PushSubscription:
    return PushSubscription(hash_of(secret), seat, endpoint, "key", "auth", "de")


async def test_a_session_has_one_push_subscription(opened: Openers) -> None:
    """A subscription is stored for a session that exists, replaced by the next one of this session, listed with its
    seat in every process, and removed alone."""
    one, other = await opened(), await opened()
    assert not await one.put_subscription(subscribed("a"))
    for secret in "ab":
        await one.put_credential(credential(secret))
        assert await one.put_subscription(subscribed(secret))
    assert await one.put_subscription(subscribed("a", endpoint="https://push.example.com/newer"))
    expected = [subscribed("a", endpoint="https://push.example.com/newer"), subscribed("b")]
    assert await other.list_subscriptions("seat-anna") == sorted(expected, key=lambda each: each.session)
    assert await other.list_subscriptions("seat-boris") == []
    await other.delete_subscription("seat-anna", hash_of("a"))
    await other.delete_subscription("seat-anna", hash_of("a"))
    assert await one.list_subscriptions("seat-anna") == [subscribed("b")]


async def test_a_push_subscription_ends_with_its_session(doors: AccessStore) -> None:
    """SEC33: signing out, closing the seat and the end of the session remove the subscription for good: the same
    session stored again has none."""

    async def subscribe(secret: str, expires: int = 0) -> None:
        await doors.put_credential(credential(secret, expires=expires))
        assert await doors.put_subscription(subscribed(secret))

    for secret in "abcd":
        await subscribe(secret, expires=9 if secret == "d" else 0)
    await doors.take_credential(hash_of("a"))
    assert len(await doors.list_subscriptions("seat-anna")) == 3
    await doors.delete_expired(9)
    assert len(await doors.list_subscriptions("seat-anna")) == 2
    await doors.delete_credentials("seat-anna", "link", credential("link"))
    assert await doors.list_subscriptions("seat-anna") == []
    for secret in "abcd":
        await doors.put_credential(credential(secret))
    assert await doors.list_subscriptions("seat-anna") == []


async def test_a_value_is_kept_once(opened: Openers) -> None:
    """Of several processes that store a value at the same time, one succeeds, and all get its value; a value is
    replaced only by a caller who knows it."""
    one, other = await opened(), await opened()
    assert await one.kept("key") == b""
    made = await asyncio.gather(*((one, other)[n % 2].keep("key", b"%d" % n) for n in range(10)))
    assert len(set(made)) == 1
    assert await other.kept("key") == made[0]
    assert await one.keep("key", b"new", b"another") == made[0]
    assert await one.keep("key", b"new", made[0]) == b"new"
    assert await other.kept("key") == b"new"
    assert await other.keep("unknown", b"x", b"y") == b""
    assert await other.kept("unknown") == b""


async def test_texts_that_older_versions_kept_are_read(tmp_path: Path, redis_server: RedisServer) -> None:
    """Older versions had a second place for texts: such a text holds, for readers too, until another one is kept."""
    path = tmp_path / "log.db"
    connection = connect(path)
    with connection:
        connection.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT")
        connection.execute("INSERT INTO settings VALUES ('address', 'https://old.example')")
    connection.close()
    with Redis.from_url(redis_server.url) as older:
        older.hset("coterie:{doors}:settings", "address", "https://old.example")
    for url in (f"sqlite:///{path}", redis_server.url):
        reader = await open_access_store(url, read_only=True)
        assert await reader.kept("address") == b"https://old.example"
        await reader.close()
        store = await open_access_store(url)
        assert await store.keep("address", b"https://other.example") == b"https://old.example"
        assert await store.keep("address", b"https://new.example", b"https://old.example") == b"https://new.example"
        assert await store.kept("address") == b"https://new.example"
        await store.close()


async def test_every_process_hears_of_a_revocation(opened: Openers) -> None:
    """Each process that shares the store learns of a changed seat and of a deleted credential within a second, until
    it stops listening; a process with a store of its own learns at least of its own changes."""
    one, other = await opened(), await opened()
    here: list[Changed] = []
    there: list[Changed] = []
    one.on_change(here.append)
    stop = other.on_change(there.append)
    if shared := "Redis" in type(one).__name__:
        await until(lambda: Changed() in here and Changed() in there)
    here.clear()
    there.clear()
    hers = credential("hers")
    await one.put_credential(hers)
    await one.put_seat(ANNA)
    await one.delete_credentials("seat-anna")
    told = [Changed(seat="seat-anna"), Changed(seat="seat-anna", credential=hers.hash)]
    assert here == told
    if shared or one is other:
        await until(lambda: there == told)
    stop()
    stop()
    await one.put_seat(BORIS)
    await asyncio.sleep(0.05)
    assert here == [*told, Changed(seat="seat-boris")]
    assert len(there) <= len(told)


async def test_a_revocation_during_a_cut_is_not_missed(redis_server: RedisServer) -> None:
    """A listener that was cut off learns that any entry may have changed, and asks the store."""
    doors = await open_access_store(redis_server.url)
    heard: list[Changed] = []
    doors.on_change(heard.append)
    await until(lambda: heard == [Changed()])
    await doors.put_seat(ANNA)
    heard.clear()
    redis_server.kill()
    redis_server.start()
    await until(lambda: Changed() in heard)
    assert await doors.get_seat("seat-anna") == ANNA
    await doors.close()


async def test_doors_open_while_the_log_is_served(tmp_path: Path) -> None:
    """The log's file takes new seats while commits stream into it, and tools read them meanwhile."""
    url = f"sqlite:///{tmp_path}/log.db"
    log, doors = await open_log(url), await open_access_store(url)

    async def commits() -> None:
        head = EMPTY
        for number in range(200):
            answer = await log.append("scene-1", head, [Pending(number.to_bytes(16, "big"), b"x")])
            assert isinstance(answer, Appended)
            head = answer.head

    async def seats() -> None:
        for number in range(50):
            await doors.put_seat(SeatRow(f"seat-{number}", "night-road", "player", "Anna"))

    await asyncio.gather(commits(), seats())
    tool = await open_access_store(url, read_only=True)
    assert len(await tool.list_seats("night-road")) == 50
    with pytest.raises(LogError, match="cannot be written"):
        await tool.put_seat(ANNA)
    for store in (tool, doors, log):
        await store.close()


async def test_no_secret_is_stored(tmp_path: Path) -> None:
    """The stored bytes contain hashes of secrets and no secret."""
    doors = await open_access_store(f"sqlite:///{tmp_path}/log.db")
    await doors.put_credential(credential("a-very-secret-secret"))
    await doors.close()
    stored = _bytes_under(tmp_path)
    assert hash_of("a-very-secret-secret").encode() in stored
    assert b"a-very-secret-secret" not in stored


def _bytes_under(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_an_unknown_kind_of_store_is_named() -> None:
    """An unknown kind of URL is refused with the known kinds, as the log does."""
    with pytest.raises(LogError, match="sqlite:///file"):
        await open_access_store("mysql://host/db")
