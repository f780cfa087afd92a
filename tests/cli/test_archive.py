"""Replay, export and backup: what each seat may see of a scene's past, and a copy of everything while it is served."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from hashlib import sha1
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

import pytest

from domain.features.cast.hide_and_reveal import HideCharacter
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.access.open import open_access_store
from server.cli import main
from server.cli._seat_replay import resolved
from server.cli.backup import rows_of
from server.cli.export import spoken
from server.log.contract import EMPTY, KEYS_KEPT, Pending
from server.log.open import open_log
from server.log.redis import log as redis
from server.log.redis.scripts import APPEND
from server.log.sqlite.file import connect, mark_backup
from tests.cli.storing import contents, filled
from tests.golden.golden import stored
from tests.redis_server import RedisServer, narrow_url, redis_server, redis_url
from tests.server.log.writes import appended
from tests.server.whole_server import Client, Entrance, Guests, running

__all__ = ["narrow_url", "redis_server", "redis_url"]

SECRET = "the butler did it"
HIDDEN = "Nosferatu"


class Told(NamedTuple):
    """A scene that was played, and is being served."""

    guests: Guests
    url: str
    storyteller: Client
    anna: Entrance
    stream: str


class Ran(NamedTuple):
    """What a subcommand said."""

    code: int
    out: str
    err: str


Coterie = Callable[..., Any]


@pytest.fixture
def coterie(capsys: pytest.CaptureFixture[str]) -> Coterie:
    """Run a subcommand, in a thread, since it has a loop of its own."""

    async def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = await asyncio.to_thread(main, list(arguments))
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


def records(client: Client, type_: str) -> list[Any]:
    """What a page holds of a type that everybody reads."""
    return [r for r in client.page.audiences["everyone"][2].values() if r[0] == type_]


async def played(guests: Guests, url: str) -> Told:
    """A scene with talk, a roll, a secret roll, whispers, somebody hidden, and markup in what people typed."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
    lobby, annas = await guests.sit(teller), await guests.sit(anna)
    await annas.do(CreateCharacter("Annabel", traits=(("Strength", 3), ("Brawl", 2))))
    await lobby.do(CreateCharacter("The {0} Man"))
    await lobby.do(BeginScene("The *Docks*"))
    (card,) = records(lobby, "SceneCard")
    storyteller, annas = await guests.sit(teller, card[2]), await guests.sit(anna, card[2])
    annabel, man = [face[1] for face in records(storyteller, "Face")]
    for client, command in (
        (storyteller, Say("Rain falls.\n# Not a heading")),
        (annas, Say("Who is <b>there</b>?", annabel)),
        (annas, Roll("to force the door", annabel, ("Strength", "Brawl"))),
        (storyteller, RollInSecret(SECRET, annabel, dice=3)),
        (storyteller, Say(SECRET, "", (ben.seat,))),
        (storyteller, CreateCharacter(HIDDEN, hidden=True)),
        (storyteller, HideCharacter(man)),
        (annas, Say("[click](http://evil.example)")),
        (annas, Say("a word in your ear", "", (ben.seat,))),
        (annas, Say("It was **not** *me*, 2 * 3 * 4.")),
    ):
        answer = await client.do(command)
        assert answer[0] == "accepted", answer
    return Told(guests, url, storyteller, anna, card[2])


@pytest.fixture
async def told(tmp_path: Path) -> AsyncIterator[Told]:
    """A scene in a file that is being served."""
    url = f"sqlite:///{tmp_path}/house.db"
    async with running(url) as guests:
        yield await played(guests, url)


async def test_replay_lists_the_scenes(told: Told, coterie: Coterie) -> None:
    """Without a scene, what there is: chronicles, and their scenes below them."""
    ran = await coterie("replay", "--log", told.url)
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("Night  (chronicle/")
    assert ran.out.splitlines()[1] == f"    The *Docks*  ({told.stream})"


async def test_replay_is_one_line_a_commit(told: Told, coterie: Coterie) -> None:
    """The Storyteller sees every commit of the scene, Anna those that told her something, numbered by what she was
    told; a scene is found by name, id and stream."""
    entries = await told.guests.program.log.read(told.stream, 0)
    everything = await coterie("replay", told.stream, "--log", told.url)
    assert len(everything.out.splitlines()) == len(entries)
    assert SECRET in everything.out
    annas = await coterie("replay", "the *docks*", "--as", "Anna", "--log", told.url)
    assert [int(line.split()[0]) for line in annas.out.splitlines()] == list(range(1, len(entries) - 2))
    assert SECRET not in annas.out
    assert HIDDEN not in annas.out
    assert "Annabel: Who is <b>there</b>?" in annas.out
    by_id = await coterie("replay", f"--as={told.anna.seat}", "--log", told.url, "--", told.stream.split("/")[2])
    assert by_id == annas
    some = await coterie("replay", told.stream, "--as", "anna", "--at", "2", "--log", told.url)
    assert some.out.splitlines() == annas.out.splitlines()[:2]


async def test_a_players_edition_holds_what_the_player_saw(told: Told, coterie: Coterie) -> None:
    """S30: in both formats: no secret, nobody hidden, no number of the log's; the Storyteller's has all of it."""
    for format_ in ("md", "jsonl"):
        for who in ("Anna", "spectator"):
            ran = await coterie("export", told.stream, "--as", who, "--format", format_, "--log", told.url)
            assert ran.code == 0, ran.err
            assert SECRET not in ran.out
            assert HIDDEN not in ran.out
            assert "Rain falls." in ran.out
        ran = await coterie("export", told.stream, "--as", "storyteller", "--format", format_, "--log", told.url)
        assert SECRET in ran.out
        assert (HIDDEN in ran.out) == (format_ == "jsonl")  # somebody who has done nothing is in no story


async def test_the_data_is_what_the_socket_told(told: Told, coterie: Coterie) -> None:
    """S30: a player's JSON lines hold the records that the player's page holds, no chain and nothing sealed."""
    ran = await coterie("export", told.stream, "--as", "Anna", "--format", "jsonl", "--log", told.url)
    head, *commits, _ = [json.loads(line) for line in ran.out.splitlines()]
    assert head["edition"] == "player"
    page = await told.guests.sit(told.anna, told.stream)
    last = {part["audience"]: part["count"] for commit in commits for part in commit["parts"]}
    assert last == {audience: held[0] for audience, held in page.page.audiences.items()}
    assert all(set(part) == {"audience", "count", "at", "changed", "gone"} for c in commits for part in c["parts"])
    assert '"chain":' not in ran.out
    assert "SceneKey" not in ran.out


async def test_the_prose_reads_well_and_means_nothing(told: Told, coterie: Coterie) -> None:
    """S20: title, names, rolls with their faces and why; what people typed is no markup, but for emphasis."""
    ran = await coterie("export", told.stream, "--as", "Anna", "--log", told.url)
    assert ran.out.startswith("# The \\*Docks\\*\n\n*as Anna saw it*\n")
    assert "Annabel: Who is \\<b\\>there\\</b\\>?" in ran.out
    assert "> Annabel rolls to force the door (Strength 3 + Brawl 2) against 6: " in ran.out.replace(" for to", " to")
    assert "\n\\# Not a heading" in ran.out
    assert "\\[click\\](http" in ran.out  # no link: its brackets are escaped
    assert "The {0} Man is no longer to be seen." in ran.out
    assert "It was **not** *me*, 2 \\* 3 \\* 4." in ran.out
    assert (
        "(whispers to Ben): a word in your ear" in ran.out
    )  # lines are numbered by audience: a whisper is not taken for another line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("fence\n~~~\ncode", "fence  \n\\~\\~\\~  \ncode"),
        ("head\n===", "head  \n\\==="),
        ("head\n---", "head  \n\\---"),
        ("head\n:-:", "head  \n\\:-:"),
        ("rule\n*****\n* * *", "rule  \n\\*\\*\\*\\*\\*  \n\\* \\* \\*"),
        ("- a\n+ b\n1. c\n2)", "\\- a  \n\\+ b  \n1\\. c  \n2\\)"),
        ("\n\nhi\n \n\nBen: I confess.\n\n", "hi  \n\\\n\\\nBen: I confess."),
        ("    code\n    code", "code  \ncode"),
        ("&lt;b&gt; &#62; R&D;", "\\&lt;b\\&gt; &\\#62; R\\&D;"),
    ],
)
def test_what_people_typed_stays_in_its_paragraph(typed: str, kept: str) -> None:
    """S20: no line of it is a heading, a rule, a list, a table or code, and none ends it: nobody writes another's."""
    assert spoken(typed) == kept


def test_plain_words_are_kept_as_they_were_typed() -> None:
    """Signs within a line mean nothing there; emphasis is what it is at the table."""
    for plain in ("Well - 3.5 + 1 = 4: no?", "2) is fine; R&D, too", "**Now**, **go** *on*", ":) 7 of 9."):
        assert spoken(f"Anna: {plain}") == f"Anna: {plain}"


CONTROLS = {*map(chr, (*range(10), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)))}


async def test_no_terminal_is_commanded_by_what_people_typed(told: Told, coterie: Coterie) -> None:
    """S20: what a terminal would do instead of showing it, and what turns the order of reading, is shown as a mark, and
    a name stays in its line; in the data all of it is as it was typed."""
    text = "".join(sorted(CONTROLS)) + "\r\n\u2028\u05d0\u200f!"
    guests, log = told.guests, ("--log", told.url)
    teller = await guests.chronicle("\x9bNight")
    anna, zoe = await guests.invited(teller, "Anna"), await guests.invited(teller, "Z\x1b[2J\noe")
    lobby = await guests.sit(teller)
    await lobby.do(BeginScene("\x1b]0;Moon\x07\n\u202erise"))
    stream = records(lobby, "SceneCard")[0][2]
    annas = await guests.sit(anna, stream)
    rude = (
        Say(text),
        Say(text, "", (zoe.seat,)),
        Roll(f"why {text}", dice=1),
        CreateCharacter("\x1b[31mred\rBen\nAnna"),
    )
    for command in rude:
        answer = await annas.do(command)
        assert answer[0] == "accepted", answer
    asked = [("replay",), ("replay", stream, "--as", "nobody")]
    asked += [(what, stream, "--as", who) for what in ("replay", "export") for who in ("storyteller", "Anna")]
    ran = [await coterie(*one, *log) for one in asked]
    for one in ran:
        assert not CONTROLS & set(one.out + one.err), one
    assert "\n    \ufffd]0;Moon\ufffd \ufffdrise  (scene/" in ran[0].out
    assert "Z\ufffd[2J oe" in ran[1].err
    assert all(line[:5].strip().isdigit() for line in ran[2].out.splitlines())
    assert "Face of \ufffd[31mred Ben Anna" in ran[2].out
    assert "\u05d0\u200f!" in ran[2].out, "what Hebrew is typed with"
    exported = await coterie("export", stream, "--as", "Anna", "--format", "jsonl", *log)
    assert json.loads(exported.out.split("\n")[2])["parts"][0]["changed"][-1]["text"].replace("{{", "{") == text


async def test_what_she_alone_sees_comes_before_what_all_are_told_of_it(told: Told, coterie: Coterie) -> None:
    """X4: in the Storyteller's edition and history the dice of somebody hidden stand above the turn that they begin,
    as on her page."""
    await told.storyteller.do(StartTurns())
    for asked in (("export", told.stream), ("replay", told.stream)):
        ran = await coterie(*asked, "--as", "storyteller", "--log", told.url)
        assert 0 < ran.out.index(f"{HIDDEN} rolls for Initiative") < ran.out.index("Turn 1.")


async def test_what_is_not_there_is_named(told: Told, coterie: Coterie, tmp_path: Path) -> None:
    """A scene or seat that there is not, and a log that is not there, are one sentence each."""
    wrong: dict[tuple[str, ...], str] = {
        ("replay", "nowhere"): "'nowhere'",
        ("export", "nowhere", "--as", "Anna"): "'nowhere'",
        ("replay", told.stream, "--as", "Zoe"): "Anna, Ben",
    }
    for arguments, word in wrong.items():
        ran = await coterie(*arguments, "--log", told.url)
        assert ran.code == 2
        assert word in ran.err
        assert ran.err.count("\n") == 1
    for sound in (["replay"], ["backup", str(tmp_path / "copy.db")]):
        ran = await coterie(*sound, "--log", f"sqlite:///{tmp_path}/nothing.db")
        assert ran.code == 1
        assert "nothing.db does not exist" in ran.err
        assert ran.err.count("\n") == 1
    assert not (tmp_path / "nothing.db").exists()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_a_backup_of_a_served_file_is_whole(told: Told, coterie: Coterie, tmp_path: Path) -> None:
    """Made while the table is played at, it is one file that serves the same chronicle, scene and seats; an older one
    is written over only with --force, and left alone by one that fails."""
    folder = tmp_path / "kept"
    folder.mkdir()
    target = folder / "copy.db"
    making = asyncio.create_task(coterie("backup", str(target), "--log", told.url))
    for n in range(20):
        await told.storyteller.do(Say(f"meanwhile {n}"))
    made = await making
    assert made.code == 0, made.err
    assert "checked" in made.out
    assert f"coterie serve --log sqlite:///{target}" in made.out
    assert files(folder) == {"copy.db"}
    before = target.read_bytes()
    again = await coterie("backup", str(target), "--log", told.url)
    assert again.code == 2
    assert "--force" in again.err
    failed = await coterie("backup", str(target), "--force", "--log", f"sqlite:///{tmp_path}/nothing.db")
    assert failed.code == 1
    assert target.read_bytes() == before
    assert (await coterie("backup", str(target), "--force", "--log", told.url)).code == 0
    assert files(folder) == {"copy.db"}
    await restored(told, f"sqlite:///{target}")


async def restored(told: Told, url: str) -> None:
    """What a backup serves is what was served: the same link opens the same seat, which sees the same."""
    here = await told.guests.sit(told.anna, told.stream)
    async with running(url) as guests:
        again = await guests.enter(told.anna.link)
        there = await guests.sit(again, told.stream)
        assert there.page.audiences == here.page.audiences
        assert (await there.do(Say("we play on")))[0] == "accepted"


async def test_a_backup_is_never_written_over_what_is_served(told: Told, coterie: Coterie, tmp_path: Path) -> None:
    """Neither over the log itself, by whatever name it is called, nor over another that is served; what is said there
    afterwards is kept."""
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    await filled(f"sqlite:///{tmp_path}/other.db", 1)
    for source, target, why in (
        ("house.db", "house.db", "is the log itself"),
        ("house.db", "link.db", "is the log itself"),
        ("other.db", "house.db", "already serving"),
        ("other.db", "link.db", "already serving"),
    ):
        ran = await coterie("backup", "--force", str(tmp_path / target), "--log", f"sqlite:///{tmp_path}/{source}")
        assert ran.code != 0
        assert why in ran.err
        assert ran.err.count("\n") == 1
    await told.storyteller.do(Say("still here"))
    said = await coterie("replay", told.stream, "--log", told.url)
    assert "still here" in said.out


async def test_a_backup_is_written_over_a_backup_alone(coterie: Coterie, tmp_path: Path) -> None:
    """With --force, too, whatever is no log of Coterie's stays as it is, and so does a log, the doctor's own too, and
    what has another's write-ahead log beside it."""
    url = f"sqlite:///{tmp_path}/house.db"
    await filled(url, 1)
    await filled(f"sqlite:///{tmp_path}/another.db", 2)
    assert (await coterie("doctor", "--repair", str(tmp_path / "saved.db"), "--log", url)).code == 0
    (tmp_path / "scene.jsonl").write_text('{"scene": "The docks"}\n')
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE notes (note TEXT)")
    (tmp_path / "orphan.db-wal").write_text("of a file that is gone")
    names = ("scene.jsonl", "empty", "other.db", "another.db", "saved.db", "orphan.db-wal", "house.db", "house.db.lock")
    before = [(tmp_path / name).read_bytes() for name in names]
    for name in ("scene.jsonl", "empty", "folder", "other.db", "another.db", "saved.db", "orphan.db", "house.db.lock"):
        ran = await coterie("backup", "--force", str(tmp_path / name), "--log", url)
        assert ran.code != 0, name
        assert ran.err.count("\n") == 1
    assert [(tmp_path / name).read_bytes() for name in names] == before
    assert "orphan.db" not in files(tmp_path)


async def test_a_backup_that_was_served_is_a_log(coterie: Coterie, tmp_path: Path) -> None:
    """What was played in it is nowhere else: with --force, too, it stays, also once it is no longer served. A copy of a
    backup is one; looking into one makes no log of it."""
    url, copy, second = (f"sqlite:///{tmp_path}/{name}.db" for name in ("hub", "copy", "second"))
    await filled(url, 1)
    assert (await coterie("backup", copy, "--log", url)).code == 0
    assert (await coterie("backup", second, "--log", copy)).code == 0
    assert (await coterie("doctor", "--log", second)).code == 0
    assert (await coterie("backup", "--force", second, "--log", url)).code == 0
    for of in ("hub", "copy", "second"):
        assert contents(tmp_path / f"{of}.db") == contents(tmp_path / "house.db") != {}
    async with running(copy) as guests:
        await guests.chronicle()
    before = contents(tmp_path / "copy.db")
    ran = await coterie("backup", "--force", copy, "--log", url)
    assert ran.code == 2
    assert "is a log" in ran.err
    assert contents(tmp_path / "copy.db") == before != contents(tmp_path / "house.db")


async def test_nothing_of_an_older_file_gets_into_a_backup(coterie: Coterie, tmp_path: Path) -> None:
    """A program that was killed leaves a write-ahead log, which SQLite would take for the new file's own (F9)."""
    url = f"sqlite:///{tmp_path}/house.db"
    await filled(url)
    killed = tmp_path / "killed"
    killed.mkdir()
    log = await open_log(f"sqlite:///{tmp_path}/old.db")
    await log.append("scene/old/1", EMPTY, [Pending(n.to_bytes(16, "big"), b"old" * 999) for n in range(99)])
    mark_backup(tmp_path / "old.db")
    for end in ("", "-wal", "-shm"):
        copyfile(tmp_path / f"old.db{end}", killed / f"old.db{end}")
    await log.close()
    made = await coterie("backup", "--force", str(killed / "old.db"), "--log", url)
    assert made.code == 0, made.err
    assert files(killed) == {"old.db"}
    assert contents(killed / "old.db") == contents(tmp_path / "house.db")


async def test_a_backup_takes_no_file_for_its_own(coterie: Coterie, tmp_path: Path) -> None:
    """A log whose name is that of a backup not yet finished is not one."""
    await filled(f"sqlite:///{tmp_path}/copy.db.new", 1)
    made = await coterie("backup", str(tmp_path / "copy.db"), "--log", f"sqlite:///{tmp_path}/copy.db.new")
    assert made.code == 0, made.err
    assert contents(tmp_path / "copy.db.new") == contents(tmp_path / "copy.db") != {}


async def test_a_damaged_file_makes_no_backup(told: Told, coterie: Coterie, tmp_path: Path) -> None:
    """A flipped byte in a stored commit is found before the copy has its name (F9)."""
    await told.guests.program.log.close()
    damaged = tmp_path / "damaged.db"
    with closing(connect(tmp_path / "house.db")) as source, closing(sqlite3.connect(damaged)) as copy:
        source.backup(copy)
        copy.execute("UPDATE entries SET payload = CAST(payload || x'00' AS BLOB) WHERE seq = 2")
        copy.commit()
    ran = await coterie("backup", str(tmp_path / "copy.db"), "--log", f"sqlite:///{damaged}")
    assert ran.code == 1
    assert "damaged at entry 2" in ran.err
    assert not (tmp_path / "copy.db").exists()


async def test_a_backup_of_a_shared_log_is_a_file(redis_server: RedisServer, coterie: Coterie, tmp_path: Path) -> None:
    """Everything in Redis, streams and doors, becomes one SQLite file that serves the same."""
    async with running(redis_server.url) as guests:
        told = await played(guests, redis_server.url)
        target = tmp_path / "copy.db"
        made = await coterie("backup", str(target), "--log", redis_server.url)
        assert made.code == 0, made.err
        assert {name for name in files(tmp_path) if name.startswith("copy")} == {"copy.db"}
        await restored(told, f"sqlite:///{target}")


async def test_an_old_id_that_is_used_anew_stops_no_backup(
    redis_url: str, coterie: Coterie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F9: a Redis forgets ids after a while, so its stream has one twice, where a file forgets none. Backup, what the
    doctor saves, and the way back into a Redis have all of it."""
    script = APPEND.replace(f"{KEYS_KEPT}", "3")
    monkeypatch.setattr(redis, "APPEND", script)
    monkeypatch.setattr(redis, "APPEND_SHA", sha1(script.encode()).hexdigest())
    log, head, payloads = await open_log(redis_url), EMPTY, stored("v20-pier")
    for n, payload in enumerate(payloads):
        head = await appended(log, "scene/pier/1", head, [Pending(bytes([n % 4]) * 16, payload)])
    await log.close()
    assert head.seq > 8
    first, second, saved = (tmp_path / name for name in ("first.db", "second.db", "saved.db"))
    elsewhere = redis_url.removesuffix("0") + "5"
    for arguments in (
        ("backup", str(first), "--log", redis_url),
        ("backup", elsewhere, "--log", f"sqlite:///{first}"),
        ("backup", str(second), "--log", elsewhere),
        ("doctor", "--repair", str(saved), "--log", f"sqlite:///{first}"),
    ):
        ran = await coterie(*arguments)
        assert ran.code == 0, ran.err
    await coterie("doctor", "--repair", str(tmp_path / "of-redis.db"), "--log", redis_url)
    copies = [contents(file) for file in (first, second, saved, tmp_path / "of-redis.db")]
    assert copies == [copies[0]] * 4
    assert copies[0] is not None
    assert [entry.payload for entry in copies[0]["scene/pier/1"]] == payloads


async def test_a_lost_redis_is_put_right(told: Told, narrow_url: str, coterie: Coterie, tmp_path: Path) -> None:
    """From a file into a Redis and back into a file, commits, seats and doors are the same; what the Redis has by then
    serves the same table. One that is not empty, be it of a server that was started there, takes none of it."""
    first, second = (tmp_path / name for name in ("first.db", "second.db"))
    assert (await coterie("backup", str(first), "--log", told.url)).code == 0
    put = await coterie("backup", narrow_url, "--log", f"sqlite:///{first}")
    assert put.code == 0, put.err
    assert ":pw@" not in put.out
    again = await coterie("backup", narrow_url, "--force", "--log", f"sqlite:///{first}")
    assert again.code == 2
    assert "not empty" in again.err
    assert again.err.count("\n") == 1
    assert ":pw@" not in again.err
    assert (await coterie("doctor", "--log", narrow_url)).out.startswith("Whole: 2 chronicles and scenes")
    assert (await coterie("backup", str(second), "--log", narrow_url)).code == 0
    assert contents(first) == contents(second) != {}
    assert await seats(f"sqlite:///{first}") == await seats(narrow_url) == await seats(f"sqlite:///{second}") != []
    await restored(told, narrow_url)
    started = narrow_url.removesuffix("0") + "4"
    async with running(started) as guests:
        await guests.host_link()
    assert (await coterie("backup", started, "--log", f"sqlite:///{first}")).code == 2
    assert (await coterie("doctor", "--log", started)).out.startswith("Nothing is here")


async def seats(url: str) -> list[Any]:
    """Chronicles, seats and what opens them, as a store has them."""
    doors = await open_access_store(url, read_only=True)
    try:
        return await rows_of(doors)
    finally:
        await doors.close()


async def test_a_damaged_backup_is_put_nowhere(redis_url: str, coterie: Coterie, tmp_path: Path) -> None:
    """Nothing of it is in the Redis that was to have it (F9)."""
    url = f"sqlite:///{tmp_path}/copy.db"
    await filled(url, 2)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        copy.execute("UPDATE entries SET payload = CAST(payload || x'00' AS BLOB) WHERE seq = 9")
        copy.commit()
    ran = await coterie("backup", redis_url, "--log", url)
    assert ran.code == 1
    assert "damaged at entry 9" in ran.err
    log = await open_log(redis_url, read_only=True)
    assert await log.streams() == []
    await log.close()


def test_references_are_resolved_and_nothing_else() -> None:
    """A line's numbers become names; braces that people typed stay, and are never a format's."""
    assert resolved("{0} hits {1}", ["Anna", "Ben"]) == "Anna hits Ben"
    assert resolved("{{0}} {{x}} {0.__class__} {7}", ["Anna"]) == "{0} {x} {0.__class__} somebody"
