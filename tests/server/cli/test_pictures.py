"""Pictures in backups, archives and exports (SEC32, FLT9)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from domain.features.characters.portrait import SetPortrait
from domain.features.scenes.handouts import RevealHandout, ShowHandout
from domain.features.scenes.scene import CloseScene
from server.pictures.contract import PictureKey
from server.pictures.open import open_picture_store
from tests.pictures import drawn, opened
from tests.redis_server import RedisServer, redis_server, redis_url
from tests.server.cli.served_scene import Coterie, ServedScene, coterie, records, told

__all__ = ["RedisServer", "coterie", "redis_server", "redis_url", "told"]


@pytest.fixture
async def pictures(told: ServedScene) -> tuple[str, str]:
    """Anna has a portrait and a letter; the Storyteller keeps a map for later. Return portrait and map."""
    guests = told.guests
    face = records(told.storyteller, "Face")[0][1]
    anna = await guests.sit(told.anna, told.stream)
    portrait = (await guests.upload(drawn(colour="red"), told.anna.token)).json()["picture"]
    assert (await anna.do(SetPortrait(face, portrait)))[0] == "accepted"
    letter = ShowHandout("A *letter*", "Come **alone**.\n# to the pier", to=(told.anna.seat,))
    assert (await told.storyteller.do(letter))[0] == "accepted"
    map_ = (await guests.upload(drawn(colour="blue"), told.teller.token)).json()["picture"]
    assert (await told.storyteller.do(ShowHandout("A map", picture=map_, later=True)))[0] == "accepted"
    return portrait, map_


async def test_a_backup_has_every_picture(
    told: ServedScene, pictures: tuple[str, str], coterie: Coterie, tmp_path: Path, redis_url: str
) -> None:
    """FLT9: a backup file has the pictures, and so have a Redis that is filled from it and a backup of that Redis."""
    urls = [told.url]
    for n, target in enumerate((f"{tmp_path}/one.db", redis_url, f"{tmp_path}/two.db")):
        made = await coterie("backup", target, "--log", urls[-1])
        assert made.code == 0, (n, made.err)
        urls.append(target if "://" in target else f"sqlite:///{target}")
    found = []
    for url in urls:
        store = await open_picture_store(url, read_only=True)
        chronicle = told.stream.split("/")[1]
        found.append([(key, await store.find(chronicle, key.id)) for key in await store.keys(chronicle)])
        await store.close()
    assert {key.id for key, _ in found[0]} == set(pictures)
    assert found == [found[0]] * 4


async def test_an_export_has_the_pictures_of_its_edition(
    told: ServedScene, pictures: tuple[str, str], coterie: Coterie, tmp_path: Path
) -> None:
    """SEC30, SEC32: Anna's edition has her portrait and her letter; the Storyteller's also has the map."""
    portrait, map_ = pictures
    for seat, expected in (("Anna", {portrait}), ("spectator", {portrait}), ("storyteller", {portrait, map_})):
        folder = tmp_path / seat
        ran = await coterie("export", told.stream, "--as", seat, "--pictures", str(folder), "--log", told.url)
        assert ran.code == 0, ran.err
        assert {file.stem for file in folder.iterdir()} == expected
        assert ("Come **alone**." in ran.out) == (seat != "spectator")
        assert "\n# to the pier" not in ran.out
    assert opened((tmp_path / "Anna" / f"{portrait}.webp").read_bytes()).size == (40, 30)
    handout = next(one[1] for _, _, found in told.storyteller.page.audiences.values() for one in found.values()
                   if one[0] == "Handout" and one[4] == map_)  # fmt: skip
    assert (await told.storyteller.do(RevealHandout(handout)))[0] == "accepted"
    ran = await coterie(
        "export", told.stream, "--as", "spectator", "--pictures", str(tmp_path / "all"), "--log", told.url
    )
    assert f"![A map](<{tmp_path}/all/{map_}.webp>)" in ran.out


async def test_an_archive_brings_its_pictures_along(
    told: ServedScene, pictures: tuple[str, str], coterie: Coterie, tmp_path: Path
) -> None:
    """FLT9: an archive is exported with its pictures without any log, and puts them back into a log that lost them."""
    assert (await told.storyteller.do(CloseScene()))[0] == "accepted"
    lobby = await told.guests.sit(told.anna)
    await lobby.until(lambda: not any(card[4] for card in records(lobby, "SceneCard")))
    copy, file = tmp_path / "copy.db", tmp_path / "docks.archive"
    url = f"sqlite:///{copy}"
    assert (await coterie("backup", str(copy), "--log", told.url)).code == 0
    ran = await coterie("archive", told.stream, str(file), "--log", url)
    assert ran.code == 0, ran.err
    folder = tmp_path / "pictures"
    ran = await coterie("export", str(file), "--as", "storyteller", "--pictures", str(folder))
    assert {one.stem for one in folder.iterdir()} == set(pictures), ran.err
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DELETE FROM pictures")
        connection.commit()
    assert (await coterie("archive", "--back", str(file), "--log", url)).code == 0
    store = await open_picture_store(url, read_only=True)
    chronicle = told.stream.split("/")[1]
    assert {key.id for key in await store.keys(chronicle)} == set(pictures)
    assert await store.has(PictureKey(chronicle, pictures[0], told.anna.seat))
    await store.close()


async def test_a_repair_saves_all_pictures_but_the_damaged(
    told: ServedScene, pictures: tuple[str, str], coterie: Coterie, tmp_path: Path
) -> None:
    """FLT9: the doctor saves every picture whose bytes fit its id, and says how many do not."""
    copy, mended = tmp_path / "copy.db", tmp_path / "mended.db"
    assert (await coterie("backup", str(copy), "--log", told.url)).code == 0
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE pictures SET data = x'00' WHERE id = ?", (pictures[1],))
        connection.commit()
    ran = await coterie("doctor", "--log", f"sqlite:///{copy}", "--repair", str(mended))
    assert "1 damaged pictures were left out" in ran.out
    store = await open_picture_store(f"sqlite:///{mended}", read_only=True)
    assert [key.id for key in await store.keys(told.stream.split("/")[1])] == [pictures[0]]
    await store.close()
