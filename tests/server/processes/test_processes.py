"""Processes of `coterie serve`, on a real redis-server or a file: killed, stopped, or unable to start. Long because all
tests start, kill and compare the same kind of process, with the same helpers."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from redis import Redis

from domain.features.characters.character import Health
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene, SceneKept
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.scenes.scene import CloseScene
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import scene_open
from domain.features.tasks.set_clock import SetClock
from domain.rules.game_time import HOUR
from server.client.enter import Entrance
from server.fold.commit_codec import unpack
from server.fold.stream_fold import StreamFold, fold
from server.log.open import open_log
from server.stream.group_commit import WEAKENED
from tests.in_english import page_text, refusal_text
from tests.redis_server import RedisServer, free_port, redis_server, redis_url
from tests.server.processes.killed_at_step import AROUND, WORD
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client

__all__ = ["redis_server", "redis_url"]

pytestmark = pytest.mark.xdist_group("processes")

Serve = Callable[..., Awaitable[Server]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Yield a function that starts servers. End those that still run after the test."""
    servers: list[Server] = []
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:

        async def begin(log: str, *, dying: str = "", port: int = 0, log_format: str = "text") -> Server:
            module = ("tests.server.processes.killed_at_step", dying) if dying else ("server.cli",)
            process = await started("--log", log, "--port", str(port), "--log-format", log_format, module=module)
            server = Server(process, await link_of(process), http)
            servers.append(server)
            return server

        yield begin
        for server in servers:
            await server.end()


def said(client: Client) -> list[str]:
    """Return the public spoken lines that a page has."""
    return [page_text(r[6]) for r in client.page.audiences["everyone"][2].values() if r[0] == "Line" and r[5]]


def rolls(client: Client) -> list[object]:
    """Return the rolls that a page has."""
    return [r for r in client.page.audiences["everyone"][2].values() if r[0] == "Roll"]


async def scene(server: Server) -> tuple[Entrance, Entrance, str]:
    """Found a chronicle and begin a scene. Return the entrances of its Storyteller and of a player, and the scene's
    stream."""
    teller = await server.chronicle()
    anna = await server.invited(teller)
    lobby = await server.sit(teller)
    assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
    stream: str = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    return teller, anna, stream


async def test_two_processes_host_one_scene(serve: Serve, redis_url: str) -> None:
    """A command sent to one process reaches the clients of both in the same order, a session is good on both, and a
    seat that is revoked on one is closed on the second."""
    first, second = await serve(redis_url), await serve(redis_url)
    teller, anna, stream = await scene(first)
    here, there = await first.sit(teller, stream), await second.sit(anna, stream)
    for n in range(10):
        assert (await here.do(Say(f"here {n}")))[0] == "accepted"
        assert (await there.do(Say(f"there {n}")))[0] == "accepted"
    await asyncio.gather(*(client.do(Say(f"{name} at once")) for client, name in ((here, "here"), (there, "there"))))
    for client in (here, there):
        await client.until(lambda client=client: len(said(client)) == 22)  # type: ignore[misc]
    assert here.page.audiences["everyone"] == there.page.audiences["everyone"]
    assert (await first.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)).status_code == 200
    assert await there.ended() == 4401


async def test_a_closed_seat_is_closed_on_every_process(serve: Serve, redis_url: str) -> None:
    """SEC9: when a seat is revoked, its five connections on three processes end, and its token is void on all three; a
    session that logs out ends on every process; the remaining seats stay."""
    servers = [await serve(redis_url) for _ in range(3)]
    first, second, third = servers
    teller, anna, stream = await scene(first)
    ben = await first.invited(teller, "Ben")
    tabs = [await server.sit(anna, stream) for server in (first, first, second, second, third)]
    table, bens = await second.sit(teller, stream), await third.sit(ben, stream)
    assert (await first.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)).status_code == 200
    assert [await tab.ended() for tab in tabs] == [4401] * 5
    for server in servers:
        again = await server.connect()
        await again.send("hello", anna.token, stream, "", [])
        assert await again.ended() == 4401
        draft = {"stream": stream, "command": ["Roll", "", "", [], 3]}
        assert (await server.call("POST", "/api/odds", draft, anna.token)).status_code == 401
    assert (await bens.do(Say("I stay")))[0] == "accepted"
    assert (await first.call("POST", "/api/leave", token=ben.token)).status_code == 200
    assert await bens.ended() == 4401
    assert (await table.do(Say("alone")))[0] == "accepted"


@pytest.mark.parametrize("format_", ["text", "json"])
async def test_no_token_is_in_what_a_server_says(serve: Serve, tmp_path: Path, format_: str) -> None:
    """SEC4, SEC24: after a session with every kind of mistake, the server's log has no token, no secret of a link, no
    text and no name, and its output has only the host's link."""
    server = await serve(f"sqlite:///{tmp_path}/log.db", log_format=format_)
    teller = await server.chronicle("Canary Row")
    anna = await server.invited(teller, "Annabel Canary")
    table, client = await server.sit(teller), await server.sit(anna)
    assert (await table.do(Say("canary words", "", ("storyteller",))))[0] == "accepted"
    assert (await client.do(Roll("canary reason", dice=500)))[0] == "refused"
    for path in (f"/?token={anna.token}", f"/nowhere/{anna.token}", f"/api/seats/{anna.token}", "/ws"):
        await server.call("GET", path, token=anna.token)
    await server.call("POST", "/api/enter", {"secret": "canary secret"})
    await server.call("POST", "/api/chronicles", {"name": "canary chronicle", "rules": "chess"}, teller.token)
    broken = await server.sit(anna)
    await broken.socket.send("canary text")
    assert await broken.ended() == 1003
    stranger = await server.connect()
    await stranger.send("hello", "canary" * 5, teller.stream, "", [])
    assert await stranger.ended() == 4401
    code, out, err = await server.ended(signal.SIGINT)
    assert code == 0
    secrets = [anna.token, teller.token, anna.link.partition("#")[2], teller.link.partition("#")[2]]
    for told in (out, err):
        assert not [secret for secret in secrets if secret in told]
        assert "canary" not in told.lower()


@pytest.mark.parametrize("step", AROUND)
async def test_a_process_killed_around_an_append(serve: Serve, redis_url: str, step: str) -> None:
    """SEC15: a command whose process is killed before or after the append applies exactly once when it is sent again to
    a second process, with the dice of its first roll."""
    dying, other = await serve(redis_url, dying=step), await serve(redis_url)
    teller, anna, stream = await scene(other)
    sender, witness = await dying.sit(anna, stream), await other.sit(teller, stream)
    roll, id_ = Roll(WORD.decode(), dice=10), fresh_id()
    with pytest.raises(AssertionError, match="ended"):
        await answer_or_end(sender, roll, id_)
    assert (await dying.ended())[0] == -signal.SIGKILL
    if step == "after-append":
        await witness.until(lambda: rolls(witness))
    again = await other.sit(anna, stream)
    answer = await again.do(roll, id_)
    assert answer[0] == "accepted"
    await witness.until(lambda: rolls(witness))
    assert await again.do(roll, id_) == answer
    assert len(rolls(witness)) == 1
    log = await open_log(redis_url, read_only=True)
    assert sum(WORD in entry.payload for entry in await log.read(stream, 0)) == 1
    await log.close()


async def test_a_process_killed_amid_a_broadcast(serve: Serve, redis_url: str) -> None:
    """FLT1: if a process is killed when only one of two subscribers has received a commit, both find the same roll on a
    second process, and the sender gets the first result for the same command."""
    dying, other = await serve(redis_url, dying="mid-broadcast"), await serve(redis_url)
    teller, anna, stream = await scene(other)
    witness, sender = await dying.sit(teller, stream), await dying.sit(anna, stream)
    roll, id_ = Roll(WORD.decode(), dice=10), fresh_id()
    with pytest.raises(AssertionError, match="ended"):
        await answer_or_end(sender, roll, id_)
    assert (await dying.ended())[0] == -signal.SIGKILL
    await witness.ended()
    assert rolls(sender) == []
    assert len(rolls(witness)) == 1
    back, again = await other.sit(teller, stream), await other.sit(anna, stream)
    assert rolls(back) == rolls(again) == rolls(witness)
    assert (await again.do(roll, id_))[0] == "accepted"
    assert len(rolls(again)) == 1


async def wounded(server: Server) -> tuple[Entrance, str, str]:
    """Play a scene in which Anna is hurt at six in the morning. Return the Storyteller's entrance, the scene's stream,
    and Anna's id."""
    teller, _, stream = await scene(server)
    client = await server.sit(teller, stream)
    assert (await client.do(CreateCharacter("Anna")))[0] == "accepted"
    anna: str = next(r[1] for r in client.page.audiences["everyone"][2].values() if r[0] == "Face")
    for command in (SetHealth(anna, lethal=2), SetClock(1, 6)):
        assert (await client.do(command))[0] == "accepted"
    return teller, stream, anna


def in_scene(client: Client) -> bool:
    """True if a page of the chronicle shows an open scene."""
    return any(r[0] == "SceneCard" and r[4] for r in client.page.audiences["everyone"][2].values())


async def kept(url: str, chronicle: str) -> tuple[int, StreamFold]:
    """Return how many commits of the chronicle keep the result of a scene, and the fold of the chronicle."""
    log = await open_log(url, read_only=True)
    entries = await log.read(chronicle, 0)
    await log.close()
    facts = [fact.event for entry in entries for fact in unpack(entry.payload).facts]
    return sum(isinstance(event, SceneKept) for event in facts), fold(entries)


def is_as_it_closed(folded: StreamFold, anna: str) -> None:
    """Assert that the chronicle has the wounds and the clock of the closed scene, and no open scene."""
    view = folded.state.full
    assert not scene_open(view)
    assert view.get(Health, anna) == Health(anna, 0, 2, 0)
    assert clock(view).at == 6 * HOUR


async def test_two_processes_keep_a_scene_once(serve: Serve, redis_url: str) -> None:
    """T1: if two processes keep the result of a closed scene at the same time, the chronicle has it once; the next
    scene continues from it, and its result is kept once, too."""
    first, second = await serve(redis_url), await serve(redis_url)
    teller, stream, anna = await wounded(first)
    lobbies = [await server.sit(teller) for server in (first, second)]
    tables = [await server.sit(teller, stream) for server in (first, second)]
    answers = await asyncio.gather(*(table.do(CloseScene()) for table in tables))
    assert sorted(answer[0] for answer in answers) == ["accepted", "refused"]
    for lobby in lobbies:
        await lobby.until(lambda lobby=lobby: not in_scene(lobby))  # type: ignore[misc]
    count, folded = await kept(redis_url, teller.stream)
    assert count == 1
    is_as_it_closed(folded, anna)
    assert (await lobbies[1].do(BeginScene("Dawn")))[0] == "accepted"
    cards = [r for r in lobbies[1].page.audiences["everyone"][2].values() if r[0] == "SceneCard"]
    table = await second.sit(teller, cards[-1][2])
    healths = [r for r in table.page.audiences["everyone"][2].values() if r[0] == "Health"]
    assert healths == [["Health", anna, 0, 2, 0]]
    assert (await table.do(CloseScene()))[0] == "accepted"
    for lobby in lobbies:
        await lobby.until(lambda lobby=lobby: not in_scene(lobby))  # type: ignore[misc]
    count, folded = await kept(redis_url, teller.stream)
    assert count == 2
    is_as_it_closed(folded, anna)


@pytest.mark.parametrize("step", AROUND)
async def test_a_process_killed_while_it_keeps_a_scene(serve: Serve, redis_url: str, step: str) -> None:
    """T1: if the only process is killed before or after the append that keeps the result of a closed scene, the next
    process keeps the result once."""
    builder = await serve(redis_url)
    teller, stream, anna = await wounded(builder)
    client = await builder.sit(teller, stream)
    assert (await client.do(ChangeSheet(anna, (), (WORD.decode(),))))[0] == "accepted"
    await builder.ended(signal.SIGTERM)
    dying = await serve(redis_url, dying=step)
    table = await dying.sit(teller, stream)
    assert (await table.do(CloseScene()))[0] == "accepted"
    assert (await dying.ended())[0] == -signal.SIGKILL
    assert (await kept(redis_url, teller.stream))[0] == (step == "after-append")
    lobby = await (await serve(redis_url)).sit(teller)
    await lobby.until(lambda: not in_scene(lobby))
    count, folded = await kept(redis_url, teller.stream)
    assert count == 1
    is_as_it_closed(folded, anna)


async def answer_or_end(client: Client, command: Roll, id_: bytes) -> None:
    """Send a command and wait for its answer. Raise AssertionError if the connection ends first."""
    import websockets

    from server.client.wire import command_frame

    await client.socket.send(command_frame(id_, 0, command))
    try:
        await client.until(lambda: id_ in client.page.answers)
    except websockets.ConnectionClosed as closed:
        raise AssertionError("the connection ended") from closed


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
async def test_stopping_drains(serve: Serve, tmp_path: Path, signal_: signal.Signals) -> None:
    """After Ctrl-C or SIGTERM, clients are told to reconnect, every accepted command is in the log once, the exit code
    is 0, and the next process has the chronicle, the scene, the seats and the sessions."""
    url = f"sqlite:///{tmp_path}/house.db"
    server = await serve(url)
    teller, anna, stream = await scene(server)
    client = await server.sit(anna, stream)
    ids = {fresh_id(): f"line {n}" for n in range(60)}
    asking = [asyncio.create_task(sent(client, text, id_)) for id_, text in ids.items()]
    await asyncio.gather(*asking)
    await client.until(lambda: client.page.answers)
    code, out, err = await server.ended(signal_)
    assert await client.ended() == 1012
    assert client.told[-1][:2] == ["closing", 1012]
    assert (code, err) == (0, "")
    assert "Everything is saved." in out
    again = await serve(url)
    back = await again.sit(anna, stream)
    accepted = {id_ for id_, frame in client.page.answers.items() if frame[0] == "accepted"}
    assert accepted
    for id_ in accepted:
        assert said(back).count(ids[id_]) == 1
    assert (await (await again.sit(teller)).do(Say("good morning")))[0] == "accepted"


async def sent(client: Client, text: str, id_: bytes) -> None:
    await client.send("command", id_, 0, ["Say", text, "", [], False])


async def test_a_log_that_does_not_answer_is_not_said_to_have_saved_all(
    serve: Serve, redis_server: RedisServer
) -> None:
    """A server that gets SIGTERM while a command waits for a hanging Redis says that the command may be lost; without a
    waiting command it says that all is saved; accepted commands stay in both cases."""
    for waits in (True, False):
        server = await serve(redis_server.url)
        teller, _, stream = await scene(server)
        client = await server.sit(teller, stream)
        assert (await client.do(Say("accepted")))[0] == "accepted"
        os.kill(redis_server.pid, signal.SIGSTOP)
        if waits:
            await sent(client, "under way", fresh_id())
        await asyncio.sleep(0.5)
        code, out, _ = await server.ended(signal.SIGTERM)
        os.kill(redis_server.pid, signal.SIGCONT)
        assert code == 0
        assert ("may not be, for the log did not answer." in out) == waits
        assert ("Everything is saved." in out) != waits
        back = await (await serve(redis_server.url)).sit(teller, stream)
        assert said(back).count("accepted") == 1


async def test_killed_it_loses_nothing_that_was_acknowledged(serve: Serve, tmp_path: Path) -> None:
    """INV1: after SIGKILL in the middle of play, the next process has every accepted command exactly once."""
    url = f"sqlite:///{tmp_path}/house.db"
    server = await serve(url)
    _, anna, stream = await scene(server)
    client = await server.sit(anna, stream)
    ids = {fresh_id(): f"line {n}" for n in range(100)}
    for id_, text in ids.items():
        await sent(client, text, id_)
    await client.until(lambda: len(client.page.answers) > 20)
    await server.ended(signal.SIGKILL)
    await client.ended()
    back = await (await serve(url)).sit(anna, stream)
    for id_, frame in client.page.answers.items():
        if frame[0] == "accepted":
            assert said(back).count(ids[id_]) == 1


async def failed(*arguments: str) -> str:
    """Start a server that must fail with exit code 1. Return its only output, a sentence without a traceback."""
    process = await started(*arguments)
    async with asyncio.timeout(START_SECONDS):
        out, err = await process.communicate()
    assert process.returncode == 1, err.decode()
    assert out == b""
    (sentence,) = err.decode().splitlines()
    assert sentence.startswith("coterie: ")
    assert sentence.endswith(".")
    return sentence


async def test_a_limit_on_the_file_is_told_and_lifted(serve: Serve, tmp_path: Path) -> None:
    """FLT6: with a limit on the size of its files, the server refuses each command without room as unsaved at once;
    when the limit is lifted, the same process saves again, and a command that is sent again applies once."""
    path = tmp_path / "log.db"
    server = await serve(f"sqlite:///{path}")
    teller, _, stream = await scene(server)
    client = await server.sit(teller, stream)
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = path.with_name("log.db-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 40_000, hard))
    saved, refused = list[str](), list[tuple[bytes, str]]()
    for n in range(30):
        text, id_ = f"{n} " + "x" * 3000, fresh_id()
        async with asyncio.timeout(5):
            answer = await client.do(Say(text), id_)
        if answer[0] == "accepted":
            saved.append(text)
        else:
            assert answer[2] == "unsaved", answer
            refused.append((id_, text))
    assert saved
    assert len(refused) >= 5
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    for id_, text in refused[:2] * 2:
        assert (await client.do(Say(text), id_))[0] == "accepted"
    await client.until(lambda: said(client) == [*saved, *(text for _, text in refused[:2])])
    await server.ended(signal.SIGKILL)
    again = await serve(f"sqlite:///{path}")
    after = await again.sit(teller, stream)
    assert said(after) == [*saved, *(text for _, text in refused[:2])]


async def test_a_redis_that_is_set_to_keep_less_is_not_believed(serve: Serve, redis_server: RedisServer) -> None:
    """FLT3: within seconds after a Redis is set to keep no data on disk, commands are refused as unsaved and clients
    are told; after it is set back and killed, it has every accepted command."""
    server = await serve(redis_server.url)
    teller, _, stream = await scene(server)
    client = await server.sit(teller, stream)
    assert (await client.do(Say("kept")))[0] == "accepted"
    with Redis(port=redis_server.port) as redis:
        redis.config_set("appendonly", "no")
        await client.until(lambda: client.page.resets == [refusal_text(WEAKENED)])
        id_ = fresh_id()
        assert (await client.do(Say("not lost"), id_))[2] == "weakened"
        redis.config_set("appendonly", "yes")
        await client.until(lambda: len(client.page.resets) == 2)
    assert (await client.do(Say("not lost"), id_))[0] == "accepted"
    redis_server.kill()
    redis_server.start()
    await server.ended(signal.SIGKILL)
    again = await serve(redis_server.url)
    assert said(await again.sit(teller, stream)) == ["kept", "not lost"]


async def test_what_keeps_a_server_from_starting_is_one_sentence(serve: Serve, tmp_path: Path) -> None:
    """SEC2: a server fails with a sentence that names the reason if its port is in use, its file is impossible, already
    served or of another program, its address is unsafe, or its kind of log is unknown."""
    url = f"sqlite:///{tmp_path}/house.db"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for option, more in (("--port", ()), ("--status", ("--port", "0"))):
            told = await failed("--log", url, option, port, *more)
            assert f"Port {port} on 127.0.0.1 cannot be used" in told
            assert told.endswith(f"Choose another with {option}.")
    await serve(url)
    assert "already serving" in await failed("--log", url, "--port", "0")
    (tmp_path / "text.db").write_text("a shopping list, long enough to be taken for a database by nobody at all\n" * 20)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    for name, word in (
        ("no/such/folder.db", f"there is no folder {tmp_path}/no."),
        ("text.db/folder.db", f"there is no folder {tmp_path}/text.db."),
        ("text.db", "not a database"),
        ("other.db", "another program"),
        ("", "folder"),
    ):
        assert word in await failed("--log", f"sqlite:///{tmp_path}/{name}", "--port", "0")
    assert "--lan" in await failed("--log", url, "--port", "0", "--host", "0.0.0.0")
    nowhere = await failed("--log", url, "--port", "0", "--lan", "--host", "192.0.2.7")
    assert "192.0.2.7 is no address of this machine" in nowhere
    assert "https" in await failed("--log", url, "--port", "0", "--public-url", "http://table.example")
    for number in ("0", "-5", "nan", "inf"):
        assert "--rate is how many" in await failed("--log", url, f"--rate={number}")
    for option in ("--port", "--status"):
        for number in ("99999", "-3"):
            assert f"{number} is no port: give {option}" in await failed("--log", url, f"{option}={number}")
    assert "postgres" in await failed("--log", "postgres://x", "--port", "0")


async def test_a_redis_that_cannot_be_trusted_is_named(tmp_path: Path) -> None:
    """A server fails with a sentence if its Redis is not there, keeps no data on disk, or evicts keys when it is
    full."""
    assert "127.0.0.1" in await failed("--log", f"redis://127.0.0.1:{free_port()}/0", "--port", "0")
    for settings, word in (
        (("--appendonly", "no"), "appendonly"),
        (("--appendonly", "yes", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"), "maxmemory"),
    ):
        folder = tmp_path / word
        folder.mkdir()
        server = RedisServer(folder, *settings).start()
        try:
            assert word in await failed("--log", server.url, "--port", "0")
        finally:
            server.kill()
