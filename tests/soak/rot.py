"""FLT9: flipped bits and cut files: an SQLite file, the append-only file of a Redis, an export and a snapshot.

Each damage is detected, or changes no folded state. A log cut within a commit is detected; a log cut between two
commits is a valid shorter log, and clients that had seen more are notified (INV8).
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random

from server.cli._export_checksum import damage
from server.cli.doctor import Streams
from server.fold.snapshots import restore, snapshot_bytes
from server.fold.stream_fold import fold
from tests.golden.golden import logs
from tests.redis_server import RedisServer
from tests.server.cli.running import coterie
from tests.server.cli.storing import contents, filled, whole_redis
from tests.soak.siege_redis import AOF


class Rot:
    """A log with two evenings, stored in three ways; and the violations of damaged copies."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.found: list[str] = []
        self.started = self.refused = 0
        """The number of damaged Redis servers that started, and of those that refused."""
        self._folder, self._random = folder, random
        self._before: Streams = {}
        self._file = folder / "whole.db"
        self._redis = folder / "whole"
        self._export = self._snapshot = b""

    async def begin(self) -> None:
        """Write the files to be damaged later."""
        await filled(f"sqlite:///{self._folder}/log.db", 2)
        copied = await asyncio.to_thread(
            coterie, "backup", str(self._file), "--log", f"sqlite:///{self._folder}/log.db"
        )
        assert copied.returncode == 0, copied.stderr
        self._before = contents(self._file) or {}
        self._redis.mkdir()
        redis = RedisServer(self._redis).start()
        await filled(redis.url, 2)
        redis.kill()
        asked = ("export", f"scene/{logs()[0]}/1", "--as", "storyteller", "--format", "jsonl")
        done = await asyncio.to_thread(coterie, *asked, "--log", f"sqlite:///{self._file}")
        self._export = done.stdout.encode()
        self._snapshot = snapshot_bytes(fold(self._before[f"scene/{logs()[0]}/1"]))

    def _harmed(self, raw: bytes) -> tuple[bytes, str]:
        """Cut these bytes somewhere, or flip a bit. Return the result and a description."""
        at = self._random.randrange(len(raw) - 1)
        if self._random.random() < 0.25:
            return raw[:at], f"cut at {at}"
        return raw[:at] + bytes([raw[at] ^ 1 << self._random.randrange(8)]) + raw[at + 1 :], f"a bit of byte {at}"

    def file(self) -> None:
        """Damage an SQLite file."""
        raw, how = self._harmed(self._file.read_bytes())
        bad = self._folder / "bad.db"
        bad.write_bytes(raw)
        read = contents(bad)
        if read not in (None, self._before):
            self.found.append(f"FLT9: {how} of an SQLite file changes the entries")

    async def redis(self) -> None:
        """Damage the append-only file of a Redis."""
        await self._started(*self._harmed((self._redis / AOF).read_bytes()))

    async def database(self, bit: int) -> None:
        """Damage the byte in it that chooses the database for all that follows."""
        raw = (self._redis / AOF).read_bytes()
        at = raw.index(b"SELECT\r\n$1\r\n") + len(b"SELECT\r\n$1\r\n")
        await self._started(raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :], f"bit {bit} of byte {at}")

    async def _started(self, raw: bytes, how: str) -> None:
        bad = self._folder / "bad"
        shutil.copytree(self._redis, bad)
        (bad / AOF).write_bytes(raw)
        redis = RedisServer(bad)
        try:
            await asyncio.to_thread(redis.start)
        except AssertionError:
            self.refused += 1
            read = None  # it refused, so the damage is detected
        else:
            self.started += 1
            read = await whole_redis(redis.url)
        finally:
            redis.kill()
            shutil.rmtree(bad)
        if read is not None and not self._same(read, shorter=how.startswith("cut")):
            self.found.append(f"FLT9: {how} of an append-only file changes the entries")

    def _same(self, read: Streams, *, shorter: bool) -> bool:
        if shorter:
            return all(entries == self._before.get(name, [])[: len(entries)] for name, entries in read.items())
        return read == self._before

    def snapshot(self) -> None:
        """Damage a snapshot."""
        raw, how = self._harmed(self._snapshot)
        if restore(raw) is not None:
            self.found.append(f"FLT9: {how} of a snapshot is not detected")

    def export(self) -> None:
        """Damage an export."""
        raw, how = self._harmed(self._export)
        try:
            wrong = damage(raw.decode())
        except UnicodeDecodeError:
            wrong = "not UTF-8"
        if not wrong:
            self.found.append(f"FLT9: {how} of an export is not detected")
