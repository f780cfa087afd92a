"""`coterie archive`: a closed scene moves into a file and back without any loss (FLT9, SEC27).

Long because all tests share an evening that is played once.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import NamedTuple

import msgspec
import pytest

from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from server.cli import _archive_file
from server.cli._archive_file import Archive, ArchiveHeader, append_missing, head_of, read, write
from server.client.enter import Entrance
from server.fold.snapshots import snapshot_bytes
from server.fold.stream_fold import fold
from server.hub.connections import ARCHIVED, NOWHERE
from server.log.batch import entries_after
from server.log.contract import BATCH_MOST, EMPTY, KEYS_KEPT, Entry, Head, OutcomeUnknown, Pending
from server.log.memory import MemoryLog
from server.log.open import open_log
from server.log.sqlite.log import SqliteLog
from tests.in_english import english
from tests.redis_server import RedisServer, redis_server, redis_url
from tests.server.cli.running import ROOT, Done, coterie
from tests.server.log.writes import everything as everything_in
from tests.server.log.writes import filled
from tests.server.whole_server import Client, Guests, running

__all__ = ["redis_server", "redis_url"]

HARMS = 100
SECRET = "the butler did it"
Streams = dict[str, list[Entry]]


class Evening(NamedTuple):
    """The log of a chronicle with three scenes: two are closed, the third is open."""

    url: str
    chronicle: str
    docks: str
    pier: str
    street: str
    link: str
    """The secret of the Storyteller's link."""


def cards(client: Client) -> dict[str, tuple[str, bool]]:
    """Return the scenes in a page's lobby by name: the stream, and True if it is open."""
    found = (r for r in client.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    return {card[3]: (card[2], card[4]) for card in found}


async def scene(guests: Guests, teller: Entrance, lobby: Client, name: str) -> tuple[str, Client]:
    """Begin a scene and take the Storyteller's seat in it."""
    assert (await lobby.do(BeginScene(name)))[0] == "accepted"
    stream = cards(lobby)[name][0]
    return stream, await guests.sit(teller, stream)


async def close(table: Client, lobby: Client, name: str) -> None:
    """Close a scene, and wait until the chronicle has its results."""
    assert (await table.do(CloseScene()))[0] == "accepted"
    await lobby.until(lambda: not cards(lobby)[name][1])


async def play(url: str) -> Evening:
    """Play the evening and stop the server."""
    async with running(url) as guests:
        teller = await guests.chronicle()
        anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
        lobby, annas = await guests.sit(teller), await guests.sit(anna)
        await annas.do(CreateCharacter("Annabel", traits=(("Strength", 3), ("Brawl", 2))))
        docks, table = await scene(guests, teller, lobby, "The Docks")
        annas = await guests.sit(anna, docks)
        annabel = next(r[1] for r in table.page.audiences["everyone"][2].values() if r[0] == "Face")
        for client, command in (
            (annas, Say("Who is there?", annabel)),
            (annas, Roll("to force the door", annabel, ("Strength", "Brawl"))),
            (table, RollInSecret(SECRET, annabel, dice=3)),
            (annas, Say("a word in your ear", "", (ben.seat,))),
        ):
            assert (await client.do(command))[0] == "accepted"
        await close(table, lobby, "The Docks")
        pier, table = await scene(guests, teller, lobby, "The Pier")
        await close(table, lobby, "The Pier")
        street, _ = await scene(guests, teller, lobby, "The Street")
        return Evening(url, teller.stream, docks, pier, street, teller.link)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The evening, played once for all tests, in a file."""
    return asyncio.run(play(f"sqlite:///{tmp_path_factory.mktemp('archiving')}/once.db"))


@pytest.fixture
def evening(once: Evening, tmp_path: Path) -> Evening:
    """A copy of the evening for a test."""
    (tmp_path / "log").mkdir()
    copyfile(once.url.removeprefix("sqlite:///"), tmp_path / "log" / "log.db")
    return once._replace(url=f"sqlite:///{tmp_path}/log/log.db")


async def streams(url: str) -> Streams:
    """Read all entries of a log by stream."""
    log = await open_log(url, read_only=True)
    try:
        return {name: await log.read(name, 0) for name in await log.streams()}
    finally:
        await log.close()


def archive(evening: Evening, *arguments: object) -> Done:
    return coterie("archive", *map(str, arguments), "--log", evening.url)


def editions(of: str, url: str) -> list[Done]:
    """Replay and export a scene for each seat."""
    seats = ("storyteller", "Anna", "Ben", "spectator")
    said = [coterie("replay", of, "--as", seat, "--log", url) for seat in seats]
    formats = [("export", of, "--as", seat, "--format", format_) for seat in seats for format_ in ("md", "jsonl")]
    return said + [coterie(*asked, "--log", url) for asked in formats]


def there_and_back(evening: Evening, folder: Path) -> None:
    """Archive a scene and bring it back; compare entries and editions before, from the file, and after."""
    before, told = asyncio.run(streams(evening.url)), editions(evening.docks, evening.url)
    assert all(done.returncode == 0 for done in told)
    assert SECRET in told[0].stdout
    file = folder / "docks.archive"
    done = archive(evening, "the docks", file)
    assert done == Done(0, done.stdout, "")
    assert f"coterie archive --back {file}" in done.stdout
    assert [path.name for path in folder.iterdir()] == ["docks.archive"]
    raw = file.read_bytes()
    gone = asyncio.run(streams(evening.url))
    assert gone == {name: entries for name, entries in before.items() if name != evening.docks}
    header, entries = read(file)
    assert entries == before[evening.docks]
    assert snapshot_bytes(fold(entries)) == snapshot_bytes(fold(before[evening.docks]))
    assert (header.stream, header.scene, f"chronicle/{header.chronicle}") == (
        evening.docks,
        "The Docks",
        evening.chronicle,
    )
    assert (header.entries, header.chain) == (len(entries), entries[-1].chain.hex())
    assert editions(str(file), "sqlite:////nowhere/at/all.db") == told
    assert coterie("doctor", str(file)) == Done(
        0, f"Whole: {file}, the scene 'The Docks' of {len(entries)} commits.\n", ""
    )
    assert archive(evening, "--back", file).returncode == 0
    assert asyncio.run(streams(evening.url)) == before
    assert editions(evening.docks, evening.url) == told
    assert file.read_bytes() == raw
    assert coterie("doctor", "--log", evening.url).returncode == 0


def test_a_scene_goes_into_a_file_and_back(evening: Evening, tmp_path: Path) -> None:
    """Every entry keeps its chain and key, and every seat reads the same from the log before, from the log after, and
    from the file alone."""
    (tmp_path / "kept").mkdir()
    there_and_back(evening, tmp_path / "kept")


def test_a_scene_of_a_shared_log_goes_and_comes(redis_url: str, tmp_path: Path) -> None:
    """The same with Redis, which forgets the scene's command ids with it and knows them again when it is back."""
    (tmp_path / "kept").mkdir()
    there_and_back(asyncio.run(play(redis_url)), tmp_path / "kept")


def test_an_export_of_an_archive_has_dice_that_can_be_checked(evening: Evening, tmp_path: Path) -> None:
    """SEC13: `coterie verify` reads the export of an archive like that of a log."""
    assert archive(evening, evening.docks, tmp_path / "docks.archive").returncode == 0
    exported = coterie("export", str(tmp_path / "docks.archive"), "--as", "spectator", "--format", "jsonl")
    (tmp_path / "export.jsonl").write_text(exported.stdout, encoding="utf-8")
    done = coterie("verify", str(tmp_path / "export.jsonl"))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "1 of 1 public rolls follow from the seal, 0 do not.")


def everything(evening: Evening, folder: Path) -> tuple[Streams, dict[Path, bytes]]:
    """Read all that a refusal must not change: the log, and the files of a folder."""
    return asyncio.run(streams(evening.url)), {path: path.read_bytes() for path in folder.iterdir()}


def test_a_refusal_changes_nothing(evening: Evening, tmp_path: Path) -> None:
    """T1: an open scene, a chronicle and an unknown name are not archived; a file is overwritten only if it is an older
    archive of the same scene; a scene is not put back if it is still there, or if its chronicle is missing."""
    folder = tmp_path / "kept"
    folder.mkdir()
    pier, new = folder / "pier.archive", folder / "new.archive"
    (folder / "notes.txt").write_text("not yours", encoding="utf-8")
    assert archive(evening, "The Pier", pier).returncode == 0
    other = asyncio.run(play(f"sqlite:///{tmp_path}/other.db"))
    before = everything(evening, folder)
    refused: dict[tuple[object, ...], tuple[int, str]] = {
        ("The Street", new): (2, "'The Street' is open: close it first (T1)."),
        (evening.chronicle, new): (2, "is a chronicle"),
        ("The Moon", new): (2, "there is no scene 'The Moon'"),
        ("The Pier", new): (2, "there is no scene 'The Pier'"),
        ("The Docks", pier): (2, "add --force"),
        ("The Docks", pier, "--force"): (2, "is the archive of another scene"),
        ("The Docks", folder / "notes.txt", "--force"): (1, "is no archive of a scene"),
        ("The Docks", folder / "no" / "where.archive"): (1, "No such file"),
        ("The Docks",): (2, "name a scene and the file"),
        (): (2, "name a scene and the file"),
        ("--back", pier, "The Docks"): (2, "name a scene and the file"),
        ("--back", pier, "The Docks", new): (2, "name a scene and the file"),
        ("--back", folder / "notes.txt"): (1, "is no archive of a scene"),
        ("--back", new): (1, "No such file"),
    }
    for arguments, (code, sentence) in refused.items():
        done = archive(evening, *arguments)
        assert (done.returncode, done.stdout) == (code, ""), arguments
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
        assert everything(evening, folder) == before, arguments
    there = asyncio.run(streams(other.url))
    assert "does not have the chronicle" in archive(other, "--back", pier).stderr
    assert asyncio.run(streams(other.url)) == there
    assert archive(evening, "--back", pier).returncode == 0
    before = everything(evening, folder)
    assert "has 'The Pier' already" in archive(evening, "--back", pier).stderr
    assert everything(evening, folder) == before


def test_what_the_chronicle_has_not_kept_stays(evening: Evening, tmp_path: Path) -> None:
    """T1: a closed scene is not archived before its characters and clock are back in the chronicle."""
    with closing(sqlite3.connect(evening.url.removeprefix("sqlite:///"))) as connection, connection:
        asked = "SELECT seq FROM entries WHERE stream = ? AND instr(payload, CAST('SceneKept' AS BLOB)) ORDER BY seq"
        kept = [seq for (seq,) in connection.execute(asked, (evening.chronicle,))]
        assert len(kept) == 2
        connection.execute("DELETE FROM entries WHERE stream = ? AND seq >= ?", (evening.chronicle, kept[1]))
    (tmp_path / "kept").mkdir()
    before = everything(evening, tmp_path / "kept")
    done = archive(evening, "The Pier", tmp_path / "kept" / "pier.archive")
    assert (done.returncode, "does not have the results of 'The Pier' yet" in done.stderr) == (2, True)
    assert everything(evening, tmp_path / "kept") == before
    assert archive(evening, "The Docks", tmp_path / "kept" / "docks.archive").returncode == 0


async def test_a_log_that_is_served_from_a_file_is_let_be(evening: Evening, tmp_path: Path) -> None:
    """FLT9: while a server uses the file, archiving is refused with the advice to stop it, and changes nothing."""
    (tmp_path / "kept").mkdir()
    file = tmp_path / "kept" / "docks.archive"
    async with running(evening.url):
        before = await asyncio.to_thread(everything, evening, tmp_path / "kept")
        done = await asyncio.to_thread(archive, evening, evening.docks, file)
        assert (done.returncode, "already serving this file" in done.stderr, "stop it first" in done.stderr) == (
            1,
            1,
            1,
        )
        assert await asyncio.to_thread(everything, evening, tmp_path / "kept") == before
    assert (await asyncio.to_thread(archive, evening, evening.docks, file)).returncode == 0
    async with running(evening.url):
        done = await asyncio.to_thread(archive, evening, "--back", file)
        assert (done.returncode, "stop it first" in done.stderr) == (1, True)


async def test_a_page_is_told_that_a_scene_was_archived(redis_server: RedisServer, tmp_path: Path) -> None:
    """SEC11: with running servers, a scene in use is not archived. Once it is archived, its card stays in the lobby,
    opening it says where it is, it is not begun again, and a stranger gets the same answer as for any unknown scene.
    Back in the log, it opens as before."""
    evening = await play(redis_server.url)
    file = tmp_path / "docks.archive"
    async with running(evening.url) as guests:
        teller = await guests.enter(evening.link)
        table = await guests.sit(teller, evening.docks)
        before = await streams(evening.url)
        done = await asyncio.to_thread(archive, evening, evening.docks, file)
        assert (done.returncode, "Somebody has scene/" in done.stderr, file.exists()) == (1, True, False)
        assert await streams(evening.url) == before
        held = table.page.audiences
    async with running(evening.url) as guests:
        teller = await guests.enter(evening.link)
        assert (await asyncio.to_thread(archive, evening, evening.docks, file)).returncode == 0
        lobby = await guests.sit(teller)
        assert cards(lobby)["The Docks"] == (evening.docks, False)
        stranger = await guests.chronicle("Day")
        for _ in range(2):
            assert await sentence(guests, teller, evening.docks) == english(ARCHIVED)
            assert await sentence(guests, stranger, evening.docks) == english(NOWHERE)
            assert await sentence(guests, teller, evening.docks + "x") == english(NOWHERE)
            await guests.hub.handover.hand_over(evening.chronicle)
        assert evening.docks not in await streams(evening.url)
        assert (await asyncio.to_thread(archive, evening, "--back", file)).returncode == 0
        again = await guests.sit(teller, evening.docks)
        assert again.page.audiences == held
    assert (await streams(evening.url))[evening.docks] == before[evening.docks]


async def sentence(guests: Guests, who: Entrance, stream: str) -> str:
    """Return the sentence of a refused connection, after which the page does not reconnect by itself."""
    client = await guests.connect()
    await client.send("hello", who.token, stream, "", [])
    assert await client.ended() == 4404
    _, code, said, retry = client.told[-1]
    assert (code, retry) == (4404, -1)
    return str(said)


def test_a_harm_to_the_file_is_found_wherever_it_is(evening: Evening, tmp_path: Path, seed: int) -> None:
    """SEC27, FLT9: a flipped bit, a cut end and added bytes are reported by replay, doctor and --back, and no entry
    gets into the log."""
    file, bad = tmp_path / "docks.archive", tmp_path / "bad.archive"
    assert archive(evening, evening.docks, file).returncode == 0
    before, raw = asyncio.run(streams(evening.url)), file.read_bytes()
    random = Random(f"{seed} harms")
    for number in range(HARMS):
        at = random.randrange(len(raw)) if number else 0
        flipped = raw[:at] + bytes([raw[at] ^ 1 << random.randrange(8)]) + raw[at + 1 :]
        bad.write_bytes(random.choice((flipped, flipped, raw[:at], raw + random.randbytes(1 + at % 40))))
        for done in (coterie("doctor", str(bad)), coterie("replay", str(bad)), archive(evening, "--back", bad)):
            assert done.returncode == 1, f"harm {number} at {at}: {done}"
            assert "Whole" not in done.stdout
    assert asyncio.run(streams(evening.url)) == before


@pytest.mark.parametrize("what", ["chain", "stream", "entries", "keys"])
def test_a_checksum_that_holds_is_not_believed_alone(evening: Evening, tmp_path: Path, what: str) -> None:
    """SEC27: even with a valid checksum, the entries must be a whole stream, and the stream of the header."""
    file = tmp_path / "docks.archive"
    assert archive(evening, evening.docks, file).returncode == 0
    header, entries = read(file)
    wrong = {
        "chain": (header, [entries[0]._replace(payload=b""), *entries[1:]]),
        "stream": (msgspec.structs.replace(header, stream="a b"), entries),
        "entries": (header, entries[:-1]),
        "keys": (header, [*entries[:-1], entries[-1]._replace(key=entries[0].key)]),
    }
    body = _archive_file.to_bytes(Archive(*wrong[what]))
    file.write_bytes(body)
    for done in (coterie("doctor", str(file)), coterie("replay", str(file)), archive(evening, "--back", file)):
        assert done.returncode == 1
        assert "does not hold what it says" in done.stdout + done.stderr


KILLED = """
import os, signal, sys
from server.cli import main
from server.log.sqlite.log import SqliteLog

async def die(self, stream, expected):
    os.kill(os.getpid(), signal.SIGKILL)

SqliteLog.remove = die
main(sys.argv[1:])
"""


def test_killed_before_the_removal_both_are_there(evening: Evening, tmp_path: Path) -> None:
    """FLT9: the file is whole before the scene is removed from the log; the same command with --force then succeeds."""
    file = tmp_path / "docks.archive"
    before = asyncio.run(streams(evening.url))
    asked = ["archive", evening.docks, str(file), "--log", evening.url]
    killed = subprocess.run([sys.executable, "-c", KILLED, *asked], cwd=ROOT, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert asyncio.run(streams(evening.url)) == before
    assert read(file).entries == before[evening.docks]
    assert archive(evening, evening.docks, file).returncode == 2
    assert asyncio.run(streams(evening.url)) == before
    assert archive(evening, evening.docks, file, "--force").returncode == 0
    assert evening.docks not in asyncio.run(streams(evening.url))
    assert archive(evening, "--back", file).returncode == 0
    assert asyncio.run(streams(evening.url)) == before


def test_where_nobody_knows_whether_it_was_removed_the_file_stays(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FLT9: if the scene was removed but the reply was lost, the file, now the only copy, is not deleted."""
    remove = SqliteLog.remove

    async def lost(self: SqliteLog, stream: str, expected: Head) -> None:
        await remove(self, stream, expected)
        raise OutcomeUnknown("The line was cut.")

    monkeypatch.setattr(SqliteLog, "remove", lost)
    file = tmp_path / "docks.archive"
    before = asyncio.run(streams(evening.url))
    done = archive(evening, evening.docks, file)
    assert (done.returncode, f"{file} is whole" in done.stderr) == (1, True)
    assert read(file).entries == before[evening.docks]


def test_a_file_that_reads_otherwise_costs_nothing(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FLT9: if the disk returns other bytes than were written, the scene stays in the log and no file is left."""

    def lies(path: Path) -> None:
        raw = path.read_bytes()
        path.write_bytes(raw[:-40] + bytes([raw[-40] ^ 1]) + raw[-39:])

    monkeypatch.setattr(_archive_file, "sync", lies)
    (tmp_path / "kept").mkdir()
    before = everything(evening, tmp_path / "kept")
    done = archive(evening, evening.docks, tmp_path / "kept" / "docks.archive")
    assert (done.returncode, "its checksum does not hold" in done.stderr) == (1, True)
    assert everything(evening, tmp_path / "kept") == before


@pytest.mark.parametrize("number", [1, 4])
def test_a_way_back_that_was_cut_off_is_gone_on_with(evening: Evening, tmp_path: Path, number: int) -> None:
    """FLT9: an interrupted --back is continued; if the stream has different entries, it is refused and they stay."""
    file = tmp_path / "docks.archive"
    before = asyncio.run(streams(evening.url))
    entries = before[evening.docks]
    assert archive(evening, evening.docks, file).returncode == 0
    asyncio.run(append(evening, entries[:number]))
    assert archive(evening, "--back", file).returncode == 0
    assert asyncio.run(streams(evening.url)) == before
    assert archive(evening, evening.docks, file, "--force").returncode == 0
    asyncio.run(append(evening, entries[1 : 1 + number]))
    there = asyncio.run(streams(evening.url))
    done = archive(evening, "--back", file)
    assert (done.returncode, "with other entries than in the archive" in done.stderr) == (1, True)
    assert asyncio.run(streams(evening.url)) == there


async def append(evening: Evening, entries: list[Entry]) -> None:
    """Append entries at the beginning of the scene."""
    log = await open_log(evening.url)
    await log.append(evening.docks, EMPTY, [Pending(entry.key, entry.payload) for entry in entries])
    await log.close()


async def test_a_scene_in_which_an_old_id_was_used_anew_is_archived(tmp_path: Path) -> None:
    """FLT9: Redis had forgotten a command id that was used again; a log that forgets none takes both entries, and the
    file reads as before."""
    log = MemoryLog()
    head = await filled(log, "scene/a/1", KEYS_KEPT + 1)
    entries = await everything_in(log, "scene/a/1")
    for n in range(2):
        entries += entries_after(head, [Pending(entries[n].key, b"anew")])
        head = head_of(entries)
        archive = Archive(ArchiveHeader("scene/a/1", "The Docks", "night", len(entries), head.chain.hex(), []), entries)
        write(tmp_path / "docks.archive", archive)
    again = MemoryLog()
    await append_missing(again, read(tmp_path / "docks.archive"))
    assert await again.head("scene/a/1") == head
    assert [entry.payload for entry in await again.read("scene/a/1", KEYS_KEPT + 1)] == [b"anew"] * 2


async def test_a_scene_of_any_length_is_put_back(tmp_path: Path) -> None:
    """A scene with more entries than an append takes, and an empty scene."""
    for name, length in (("long", 2 * BATCH_MOST + 1), ("empty", 0)):
        log = MemoryLog()
        head = await filled(log, name, length)
        entries = await everything_in(log, name)
        header = ArchiveHeader(name, "The Docks", "night", length, head.chain.hex(), [])
        write(tmp_path / name, Archive(header, entries))
        again = MemoryLog()
        await append_missing(again, read(tmp_path / name))
        assert await everything_in(again, name) == entries
        assert await again.head(name) == head
