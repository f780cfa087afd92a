"""L3: power cuts. A real process is recorded while people play. Then the power fails at any of its system calls, as
often as wanted: the files are set to a state that a disk may have then, and a restart must find every acknowledged
command (FLT7, FLT8).

For a file the process is `coterie serve`, and a command is acknowledged if the answer went to the socket before the
cut.
For Redis it is redis-server, and a command is acknowledged if the log's only writer received the answer.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from domain.core.audience import Seat
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from server.fold.commit_codec import command_key
from server.log.contract import EMPTY, Entry, EventLog, Head, LogError, Pending
from server.log.open import open_log
from tests.redis_server import RedisServer
from tests.server.log.writes import appended, assert_lawful, everything
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client
from tests.soak.recording import OPTIONS, Recording, contents
from tests.soak.siege_redis import AOF, started_or_mended
from tests.strace import straced

_ACCEPTED: Final = re.compile(rb"\xa8accepted\xc4\x10(.{16})", re.DOTALL)
_APPENDED: Final = b":1\r\n"


@dataclass
class Cuts:
    """A recorded play: the acknowledgements with their times, and the log at the end."""

    recording: Recording
    acknowledged: list[tuple[int, bytes]]
    """A line of the recording that comes before the answer, and the command's key."""
    stream: str
    entries: list[Entry]
    mended: int = 0
    """The number of times that the file had to be repaired before Redis loaded it."""
    found: list[str] = field(default_factory=list)

    def any_moment(self, random: Random) -> int:
        """Choose a line of the recording, mostly near a write to the files, where a cut matters."""
        calls = [c for c in self.recording.calls if c.file in self.recording.files]
        return random.choice(calls).began + random.randint(0, 2)

    def judge(self, cut: int, entries: list[Entry]) -> None:
        """INV1, INV6: the entries must be the log up to some commit, with every acknowledged command."""
        if entries != self.entries[: len(entries)]:
            self.found.append(f"INV1: cut at {cut}, the log has different entries")
        there = {entry.key for entry in entries}
        lost = sum(1 for line, key in self.acknowledged if line < cut and key not in there)
        if lost:
            self.found.append(f"INV1: cut at {cut}, {lost} commands that were acknowledged are lost")


@asynccontextmanager
async def _served(folder: Path, *module: str) -> AsyncIterator[tuple[Server, Client, Client, str]]:
    """A server on a file, its Storyteller and Anna."""
    process = await started("--log", f"sqlite:///{folder}/log.db", "--port", "0", module=module)
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        server = Server(process, await link_of(process), http)
        try:
            teller = await server.chronicle()
            anna = await server.invited(teller)
            yield server, await server.sit(teller), await server.sit(anna), teller.stream
        finally:
            await server.end()


async def recorded_file(folder: Path, random: Random, commands: int) -> Cuts:
    """Record a play on a file whose write-ahead log is checkpointed every few commits."""
    folder.mkdir()
    async with _served(folder, "tests.soak.hasty") as (server, *clients, stream):
        for client in clients:
            await client.do(Say("good evening"))
        files = contents(folder, "log.db", "log.db-wal")
        with straced(server.process.pid, *OPTIONS, into=folder / "calls") as strace:
            sent = {}
            for n in range(commands):
                client, id_ = random.choice(clients), fresh_id()
                sent[id_] = client
                command = Say(f"line {n} {'x' * random.randint(0, 3000)}") if n % 3 else Roll("jump", dice=5)
                assert (await client.do(command, id_))[0] == "accepted"
            await server.ended(signal.SIGKILL)
        with strace.calls.open() as lines:
            recording = Recording.read(lines, files)
    seats = {client: Seat(_seat(client), "player") for client in clients}
    told = [(call.began, id_) for call in recording.said for id_ in _ACCEPTED.findall(call.data)]
    acknowledged = [(line, command_key(seats[sent[id_]], id_)) for line, id_ in told if id_ in sent]
    assert len(acknowledged) >= commands, "the recording lacks answers"
    return Cuts(recording, acknowledged, stream, await _of_file(folder / "log.db", stream))


def _seat(client: Client) -> str:
    return str(next(frame[2] for frame in client.told if frame[0] == "welcome"))


async def _of_file(path: Path, stream: str) -> list[Entry]:
    log = await open_log(f"sqlite:///{path}")
    try:
        return await everything(log, stream)
    finally:
        await log.close()


async def cut_file(cuts: Cuts, folder: Path, random: Random) -> None:
    """FLT8: cut the power; after a restart the file must be intact, with every acknowledged command."""
    cut = cuts.any_moment(random)
    folder.mkdir()
    for name, content in cuts.recording.after(cut, random).items():
        (folder / Path(name).name).write_bytes(content)
    try:
        entries = await _of_file(folder / "log.db", cuts.stream)
        with closing(sqlite3.connect(folder / "log.db")) as raw:
            checked = raw.execute("PRAGMA integrity_check").fetchone()[0]
        if checked != "ok":
            cuts.found.append(f"FLT8: cut at {cut}, integrity_check says {checked}")
        assert_lawful(entries)
        cuts.judge(cut, entries)
    except (LogError, AssertionError, sqlite3.DatabaseError) as error:  # integrity_check may raise, too
        cuts.found.append(f"FLT8: cut at {cut}, the log cannot be opened: {error!r}")
    shutil.rmtree(folder)


async def recorded_redis(folder: Path, random: Random, commands: int, *settings: str) -> Cuts:
    """Record so many appends to a Redis."""
    folder.mkdir()
    redis = RedisServer(folder, *settings).start()
    try:
        log = await open_log(redis.url + "?durability=second")
        head = await _append(log, EMPTY, random)
        files = contents(folder, str(AOF))
        with straced(redis.pid, *OPTIONS, into=folder / "calls") as strace:
            for _ in range(commands):
                head = await _append(log, head, random)
            entries = await everything(log, "scene-1")
            redis.kill()
        await log.close()
        with strace.calls.open() as lines:
            recording = Recording.read(lines, files)
    finally:
        redis.kill()
    answers = [call.began for call in recording.said if call.data == _APPENDED]
    assert len(answers) == commands, "the recording lacks answers"
    acknowledged = [(line, entry.key) for line, entry in zip(answers, entries[1:], strict=True)]
    return Cuts(recording, acknowledged, "scene-1", entries)


async def _append(log: EventLog, head: Head, random: Random) -> Head:
    return await appended(log, "scene-1", head, [Pending(random.randbytes(16), random.randbytes(200))])


async def cut_redis(cuts: Cuts, folder: Path, random: Random) -> None:
    """FLT7: cut the power; Redis loads the file, or refuses it until it is repaired as the README says."""
    cut = cuts.any_moment(random)
    (source,) = cuts.recording.files
    shutil.copytree(Path(source).parents[1], folder)
    for name, content in cuts.recording.after(cut, random).items():
        (folder / AOF.parent / Path(name).name).write_bytes(content)
    redis = RedisServer(folder)
    try:
        cuts.mended += await asyncio.to_thread(started_or_mended, redis, folder)
        log = await open_log(redis.url)
        entries = await everything(log, cuts.stream)
        await log.close()
        assert_lawful(entries)
        cuts.judge(cut, entries)
    except (LogError, AssertionError) as error:
        cuts.found.append(f"FLT7: cut at {cut}, the log cannot be opened: {error!r}")
    redis.kill()
    shutil.rmtree(folder)
