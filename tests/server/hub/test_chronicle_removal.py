"""Chronicles are deleted from every store and in every process, and stay deleted; the host renames and hides others."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from server.access.contract import PUSH_KEY, PushSubscription, hash_of
from server.access.open import open_access_store
from server.cli import DONE
from server.client.enter import Entrance
from server.hub import chronicle_removal
from server.log.contract import LogError
from server.log.open import open_log
from server.pictures.contract import PictureKey, picture_id
from server.pictures.reencode import Reencoder
from tests.in_english import english
from tests.redis_server import RedisServer, redis_server, redis_url
from tests.server.cli.served_scene import Coterie, coterie, records
from tests.server.socketless_tables import SECONDS
from tests.server.whole_server import Client, Guests, running

__all__ = ["RedisServer", "coterie", "redis_server", "redis_url"]

Serve = Callable[[], Awaitable[Guests]]


@pytest.fixture(params=["sqlite", "redis"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/log.db" if request.param == "sqlite" else str(request.getfixturevalue("redis_url"))


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search again without a pause."""
    monkeypatch.setattr(chronicle_removal, "SEARCH_AGAIN", 0.05)


async def kept_running(guests: Guests, stack: AsyncExitStack) -> Guests:
    """Let the housekeeping of a server run until the end."""
    upkeep = asyncio.create_task(guests.hub.run())
    stack.callback(upkeep.cancel)
    return guests


@pytest.fixture
async def serve(url: str) -> AsyncIterator[Serve]:
    """Return a function that starts one more server on the same log."""
    async with AsyncExitStack() as stack:

        async def begin() -> Guests:
            return await kept_running(await stack.enter_async_context(running(url)), stack)

        yield begin


async def played(guests: Guests, name: str) -> tuple[Entrance, Entrance, Client, str]:
    """Play a scene with a picture; return the Storyteller and Anna, Anna's page and the scene's stream."""
    teller = await guests.chronicle(name)
    anna = await guests.invited(teller)
    lobby = await guests.sit(teller)
    await lobby.do(BeginScene("The Docks"))
    (card,) = records(lobby, "SceneCard")
    seated = await guests.sit(anna, card[2])
    await seated.do(Say(f"Rain falls in {name}."))
    picture = f"a picture of {name}".encode()
    await guests.hub.pictures.put(PictureKey(chronicle_of(teller), picture_id(picture), anna.seat), picture, 9)
    return teller, anna, seated, card[2]


def chronicle_of(teller: Entrance) -> str:
    return teller.stream.split("/")[1]


async def deleted(guests: Guests, chronicle: str) -> None:
    """Wait until nothing of a deleted chronicle is stored any more."""
    async with asyncio.timeout(SECONDS):
        while (await guests.program.sessions.deleted_chronicles())[0].status != "deleted":  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.02)
    log, pictures = guests.hub.log, guests.hub.pictures
    assert [name for name in await log.streams() if chronicle in name] == []
    assert await pictures.keys(chronicle) == []
    assert await guests.program.sessions.store.list_seats(chronicle) == []


async def test_a_deleted_chronicle_is_gone_everywhere(serve: Serve, url: str, coterie: Coterie, tmp_path: Path) -> None:
    """People at the tables are told why, in every process; links and sessions open nothing; log, pictures and seats
    are removed; the other chronicle plays on; doctor, backup and verify find nothing wrong; the host cannot see it."""
    one = await serve()
    other = await serve() if url.startswith("redis") else one
    teller, anna, seated, scene = await played(one, "Night")
    kept_teller, _, kept_page, kept_scene = await played(one, "Day")
    elsewhere = await other.sit(anna, scene)
    host, night = await one.host(), chronicle_of(teller)
    assert (await one.call("DELETE", f"/api/chronicles/{night}", token=anna.token)).status_code == 403
    assert (await one.call("DELETE", f"/api/chronicles/{night}", token=host)).status_code == 200
    for client in (seated, elsewhere):
        assert await client.ended() == 4401
        closing = next(frame for frame in client.told if frame[0] == "closing")
        assert english(closing[2]) == "The host has deleted this chronicle."
    await deleted(one, night)
    assert (await kept_page.do(Say("We go on.")))[0] == "accepted"
    for entrance in (teller, anna):
        secret = {"secret": entrance.link.rpartition("#")[2]}
        assert (await other.call("POST", "/api/enter", secret)).status_code == 404
        assert (await other.call("GET", "/api/seats", token=entrance.token)).status_code == 401
    assert [row["name"] for row in (await one.call("GET", "/api/chronicles", token=host)).json()["chronicles"]] == [
        "Day"
    ]
    for method, path in (("DELETE", ""), ("GET", "/size"), ("GET", "/file"), ("POST", "/link")):
        assert (await one.call(method, f"/api/chronicles/{night}{path}", token=host)).status_code == 404
    assert sorted(await one.hub.log.streams()) == sorted([kept_teller.stream, kept_scene])
    assert len(await one.hub.pictures.keys(chronicle_of(kept_teller))) == 1
    assert (await coterie("doctor", "--log", url)).code == DONE
    assert (await coterie("backup", "--log", url, str(tmp_path / "backup.db"))).code == DONE
    assert (await coterie("doctor", str(tmp_path / "backup.db"))).code == DONE
    assert b"Rain falls in Night" not in (tmp_path / "backup.db").read_bytes()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store uploaded pictures as they come: to start the process that draws them takes seconds on a busy machine."""

    async def unchanged(_: Reencoder, raw: bytes) -> bytes:
        return raw

    monkeypatch.setattr(Reencoder, "reencode", unchanged)


@pytest.mark.usefixtures("undrawn")
async def test_an_upload_into_a_deleted_chronicle_is_refused(serve: Serve) -> None:
    """The chronicle is deleted while a picture is on its way: the picture is not stored."""
    guests = await serve()
    teller, _, _, _ = await played(guests, "Night")
    host, picture = await guests.host(), b"a picture that arrives in two parts"

    async def sent_slowly() -> AsyncIterator[bytes]:
        yield picture[:20]
        path = f"/api/chronicles/{chronicle_of(teller)}"
        assert (await guests.call("DELETE", path, token=host)).status_code == 200
        await deleted(guests, chronicle_of(teller))
        yield picture[20:]

    headers = {"Authorization": f"Bearer {teller.token}"}
    answer = await guests.http.post(guests.base + "/api/pictures", content=sent_slowly(), headers=headers)
    assert answer.status_code == 401
    assert await guests.hub.pictures.keys(chronicle_of(teller)) == []


@pytest.mark.usefixtures("undrawn")
async def test_a_picture_stored_after_the_deletion_is_removed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deletion ends just before the store takes the picture: the picture is removed again."""
    guests = await serve()
    teller, _, _, _ = await played(guests, "Night")
    put, stored = guests.hub.pictures.put, asyncio.Event()

    async def late(key: PictureKey, data: bytes, most: int) -> bool:
        await guests.hub.removal.delete(key.chronicle)
        await deleted(guests, key.chronicle)
        done = await put(key, data, most)
        assert await guests.hub.pictures.keys(key.chronicle) == [key]
        stored.set()
        return done

    monkeypatch.setattr(guests.hub.pictures, "put", late)
    await guests.upload(b"a late picture", teller.token)
    assert stored.is_set()
    async with asyncio.timeout(SECONDS):
        while await guests.hub.pictures.keys(chronicle_of(teller)):  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.02)


async def test_deleted_text_is_erased_from_the_disk(tmp_path: Path) -> None:
    """Once a chronicle is deleted, no file of a SQLite log contains its text, its picture or its names, while the
    server goes on. A reader of the file delays this."""
    written = (b"Rain falls in Night", b"a picture of Night", b"Night")

    def readable() -> list[bytes]:
        files = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        return [text for text in written if text in files]

    async with AsyncExitStack() as stack:
        guests = await kept_running(await stack.enter_async_context(running(f"sqlite:///{tmp_path}/log.db")), stack)
        teller, _, _, _ = await played(guests, "Night")
        assert readable() == list(written)
        with closing(sqlite3.connect(tmp_path / "log.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchone()
            await guests.hub.removal.delete(chronicle_of(teller))
            await asyncio.sleep(0.3)
            (row,) = await guests.program.sessions.deleted_chronicles()
            assert row.status == "deleting"
            reader.execute("COMMIT")
        await deleted(guests, chronicle_of(teller))
        assert readable() == []


async def test_a_deletion_that_broke_off_is_finished_at_the_next_start(
    url: str, coterie: Coterie, tmp_path: Path
) -> None:
    """A server that ends after the first step, or between two streams, leaves the rest to the next start. Until then
    `coterie doctor` says so, of the log and of a repaired copy, and calls it no damage."""
    async with running(url) as guests:
        teller, _, _, _ = await played(guests, "Night")
        await guests.program.sessions.delete_chronicle(chronicle_of(teller))
    log = await open_log(url)
    await log.remove(teller.stream, await log.head(teller.stream))
    await log.close()
    found = await coterie("doctor", "--log", url, "--repair", str(tmp_path / "copy.db"))
    assert found.code == DONE, found.err
    assert f"deletion of chronicle {chronicle_of(teller)} is not finished (logs that are still here: 1)" in found.out
    assert (await coterie("doctor", str(tmp_path / "copy.db"))).out.splitlines()[1] == found.out.splitlines()[1]
    async with AsyncExitStack() as stack:
        guests = await kept_running(await stack.enter_async_context(running(url)), stack)
        await deleted(guests, chronicle_of(teller))
    assert "deletion" not in (await coterie("doctor", "--log", url)).out


async def test_a_deletion_waits_for_the_log(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log is out of reach, nobody can enter the chronicle, and it is removed later."""
    guests = await serve()
    teller, anna, _, _ = await played(guests, "Night")
    remove, failures = guests.hub.log.remove, [LogError("out of reach")] * 2

    async def failing(*arguments: object) -> None:
        if failures:
            raise failures.pop()
        await remove(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(guests.hub.log, "remove", failing)
    host = await guests.host()
    assert (await guests.call("DELETE", f"/api/chronicles/{chronicle_of(teller)}", token=host)).status_code == 200
    assert (await guests.call("GET", "/api/seats", token=teller.token)).status_code == 401
    await deleted(guests, chronicle_of(teller))
    assert failures == []
    assert (await guests.call("POST", "/api/enter", {"secret": anna.link.rpartition("#")[2]})).status_code == 404


async def test_another_process_does_not_bring_a_scene_back(redis_url: str) -> None:
    """A process that serves the chronicle stops serving it before its streams are removed, so it opens no scene that
    was removed."""
    async with running(redis_url) as one, running(redis_url) as other:
        teller, _, _, _ = await played(one, "Night")
        await other.sit(teller)
        stopped: list[str] = []
        end = other.hub.streams.end_chronicle

        async def slow_end(chronicle: str) -> None:
            await asyncio.sleep(0.3)
            streams = await one.hub.log.streams()
            assert teller.stream in streams
            stopped.append(chronicle)
            await end(chronicle)

        other.hub.streams.end_chronicle = slow_end  # type: ignore[method-assign]
        await one.hub.removal.delete(chronicle_of(teller))
        await deleted(one, chronicle_of(teller))
        assert stopped == [chronicle_of(teller)]
        with pytest.raises(LogError, match="no longer served"):
            await other.hub.streams.live(teller.stream)


async def test_the_host_renames_and_hides_a_chronicle(serve: Serve) -> None:
    """A new name reaches the list, the people at the table and those who enter later; hiding changes the list only."""
    guests = await serve()
    teller, anna, _, _ = await played(guests, "Night")
    lobby, host, path = await guests.sit(teller), await guests.host(), f"/api/chronicles/{chronicle_of(teller)}"
    assert (await guests.call("PATCH", path, {"name": "Low Water"}, host)).status_code == 200
    await lobby.until(lambda: records(lobby, "Setting")[0][5] == "Low Water")
    entered = await guests.call("POST", "/api/enter", {"secret": anna.link.rpartition("#")[2]})
    assert entered.json()["chronicle_name"] == "Low Water"
    for hidden, status in ((True, "hidden"), (False, "")):
        assert (await guests.call("PATCH", path, {"hidden": hidden}, host)).status_code == 200
        (row,) = (await guests.call("GET", "/api/chronicles", token=host)).json()["chronicles"]
        assert (row["name"], row["status"]) == ("Low Water", status)
    assert (await lobby.do(Say("We go on.")))[0] == "accepted"
    assert (await guests.call("PATCH", path, {"name": "\u202e"}, host)).status_code == 422
    assert (await guests.call("PATCH", "/api/chronicles/nowhere", {"name": "x"}, host)).status_code == 404
    assert (await guests.call("PATCH", path, {"name": "Mine"}, teller.token)).status_code == 403


async def test_the_file_of_a_chronicle_can_be_served(serve: Serve, tmp_path: Path) -> None:
    """The host downloads one chronicle, without the others, the push subscriptions and the key that signs the push
    messages of the whole server; served, it has the same scenes, seats, links and pictures. Its size is counted."""
    guests = await serve()
    teller, anna, _, scene = await played(guests, "Night")
    other, _, _, _ = await played(guests, "Day")
    host, path = await guests.host(), f"/api/chronicles/{chronicle_of(teller)}"
    access = guests.program.sessions.store
    await access.keep(PUSH_KEY, b"the key of the whole server")
    subscription = PushSubscription(hash_of(anna.token), anna.seat, "https://push.example.com/anna", "k", "a", "en")
    assert await access.put_subscription(subscription)
    size = (await guests.call("GET", f"{path}/size", token=host)).json()
    assert (size["scenes"], size["pictures"]) == (1, 1)
    assert size["commits"] == sum([(await guests.hub.log.head(stream)).seq for stream in (teller.stream, scene)])
    assert size["bytes"] > 1000
    assert size["picture_bytes"] >= len("a picture of Night")
    assert (await guests.call("GET", f"{path}/file", token=teller.token)).status_code == 403
    file = tmp_path / "night.db"
    file.write_bytes((await guests.call("GET", f"{path}/file", token=host)).content)
    for kept_back in (b"Rain falls in Day", await access.kept(PUSH_KEY), b"push.example.com"):
        assert kept_back
        assert kept_back not in file.read_bytes()
    async with running(f"sqlite:///{file}") as again:
        entered = await again.enter(anna.link)
        assert (entered.seat, entered.scene) == (anna.seat, scene)
        page = await again.sit(entered, scene)
        assert (await page.do(Say("Still here.")))[0] == "accepted"
        assert len(await again.hub.pictures.keys(chronicle_of(teller))) == 1
        assert await again.program.sessions.seats(chronicle_of(other)) == []


async def test_a_host_link_is_made_beside_a_server(serve: Serve, url: str, coterie: Coterie, tmp_path: Path) -> None:
    """`coterie host-link` prints a link to the running server that opens it once; without a server there is none."""
    assert (await coterie("host-link", "--log", f"sqlite:///{tmp_path}/nothing.db")).code == 2
    assert not (tmp_path / "nothing.db").exists()
    guests = await serve()
    assert (await coterie("host-link", "--log", url)).code == 2
    await guests.program.sessions.set_setting("address", guests.program.site.origin)
    ran = await coterie("host-link", "--log", url)
    assert ran.code == DONE
    link = ran.out.split()[-1]
    assert link.startswith(f"{guests.program.site.origin}/#")
    entered = await guests.enter(link)
    assert (await guests.call("GET", "/api/chronicles", token=entered.token)).status_code == 200
    again = await guests.call("POST", "/api/enter", {"secret": link.rpartition("#")[2]})
    assert again.status_code in (404, 410)
    store = await open_access_store(url)
    await store.close()
