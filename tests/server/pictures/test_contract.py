"""The contract of the picture store, over every backend."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from server.log.open import open_log
from server.pictures.contract import PictureKey, PictureStore, picture_id
from server.pictures.open import open_picture_store
from tests.redis_server import RedisServer, narrow_url, redis_server, redis_url

__all__ = ["RedisServer", "narrow_url", "redis_server", "redis_url"]

MAP, FACE = b"RIFF the map" + bytes(range(256)), b"RIFF the face"


def key(data: bytes = MAP, seat: str = "anna", chronicle: str = "night") -> PictureKey:
    return PictureKey(chronicle, picture_id(data), seat)


@pytest.fixture(params=["memory", "sqlite", "redis", "narrow"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PictureStore]:
    url = {"memory": "memory:", "sqlite": f"sqlite:///{tmp_path}/log.db"}.get(request.param)
    found = await open_picture_store(url or request.getfixturevalue(f"{request.param}_url"))
    yield found
    await found.close()


async def test_a_picture_is_found_in_its_chronicle_alone(store: PictureStore) -> None:
    """Rule 1: the bytes come back unchanged, and no other chronicle has them."""
    assert await store.put(key(), MAP, 9)
    assert await store.find("night", key().id) == MAP
    assert await store.find("day", key().id) is None
    assert await store.find("night", key(FACE).id) is None


async def test_only_who_uploaded_a_picture_has_it(store: PictureStore) -> None:
    """Rule 1: a seat does not have the picture of another seat until it uploads the same."""
    await store.put(key(), MAP, 9)
    assert await store.has(key())
    assert not await store.has(key(seat="ben"))
    assert not await store.has(key(chronicle="day"))
    assert await store.put(key(seat="ben"), MAP, 9)
    assert await store.has(key(seat="ben"))
    assert await store.keys("night") == [key(), key(seat="ben")]


async def test_the_pictures_of_a_chronicle_go_together(store: PictureStore) -> None:
    """All pictures of a chronicle are counted and deleted; those of others stay, and new ones can be stored."""
    for each in (key(), key(FACE), key(seat="ben"), key(chronicle="day")):
        await store.put(each, FACE if each.id == key(FACE).id else MAP, 9)
    assert await store.size("night") >= len(MAP) + len(FACE)
    assert await store.size("nowhere") == 0
    assert await store.delete("night") == 3
    assert await store.delete("night") == 0
    assert await store.keys("night") == []
    assert await store.find("night", key().id) is None
    assert await store.size("night") == 0
    assert await store.find("day", key().id) == MAP
    assert await store.put(key(), MAP, 1)


async def test_a_seat_stores_no_more_than_it_may(store: PictureStore) -> None:
    """Rule 3: a picture over the limit is not stored; a stored picture may come again, and other seats and chronicles
    have limits of their own."""
    assert await store.put(key(), MAP, 1)
    assert not await store.put(key(FACE), FACE, 1)
    assert await store.find("night", key(FACE).id) is None
    assert await store.put(key(), MAP, 1)
    assert await store.put(key(FACE, seat="ben"), FACE, 1)
    assert await store.put(key(FACE, chronicle="day"), FACE, 1)
    assert await store.keys("day") == [key(FACE, chronicle="day")]
    assert not await store.has(key(FACE))


async def test_a_file_of_an_older_coterie_has_no_pictures(tmp_path: Path) -> None:
    """A file without the table, opened for reading only, is read like one without pictures."""
    url = f"sqlite:///{tmp_path}/old.db"
    log = await open_log(url)
    await log.close()
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.execute("DROP TABLE pictures")
    store = await open_picture_store(url, read_only=True)
    assert await store.keys("night") == []
    assert await store.find("night", key().id) is None
    await store.close()
