"""The shared log: Redis streams, on one Redis or spread over a cluster. Any number of processes may append to the same
stream.

At each server one connection appends, one reads, one listens, so that a long read delays no append. What an append does
happens in Redis, in one piece (`redis_script`); all keys of a stream are in one hash slot.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import lru_cache, partial
from re import MULTILINE, findall
from typing import Final, cast

from redis.asyncio.connection import Connection
from redis.exceptions import ClusterDownError, NoScriptError, OutOfMemoryError, ResponseError

from server.log.batch import chains_after, checked_name, grown, is_name, listened_to
from server.log.contract import (
    EMPTY,
    Appended,
    Conflict,
    Durability,
    Entry,
    Head,
    Listener,
    LogError,
    OutcomeUnknown,
    Pending,
    PromiseBroken,
    SignalListener,
)
from server.log.redis.checks import Examined, Reply, enter, judged, refusal, rewrites_by, settings_by, weakest
from server.log.redis.cluster_listeners import ClusterListeners
from server.log.redis.nodes import Nodes
from server.log.redis.pipeline import Part
from server.log.redis.replies import WRITER_BYTES, conflict_of, entries_of, entries_told
from server.log.redis.routing import Routing
from server.log.redis.scripts import APPEND, APPEND_SHA, REMOVE
from server.log.redis.url import Node, RedisAddress, place_of

SNAPSHOT_SECONDS: Final = 7 * 24 * 3600
"""How long a snapshot is kept that is not replaced."""
CHECK_SECONDS: Final = 2.0
"""How long what Redis confirms may be worth less than was promised before appends are refused."""
_SIGNAL: Final = bytes(8)
"""Stands where an entry's seq would: no entry is numbered 0."""
_NOT_WRITTEN: Final = ("MISCONF", "NOREPLICAS", "WRONGTYPE", "BUSY")
"""Refusals that Redis gives before a script's first write."""

log_ = logging.getLogger("coterie.redis")


class RedisLog:
    """An open log. Use `RedisLog.open`."""

    durability = Durability.UNKNOWN
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, place: RedisAddress, *, read_only: bool) -> None:
        self._place = place
        self._read_only = read_only
        self._writer = secrets.token_bytes(WRITER_BYTES)
        self._nodes = Nodes(place)
        self._writing = Routing(self._nodes, self._enter)
        self._reading = Routing(self._nodes, lambda node: self._nodes.place_of(node).connect())
        self._channel_listeners = ClusterListeners(self._nodes, self._heard, self._begun)
        self._examined: dict[Node, Examined] = {}
        self._promised: Durability | None = None
        """How durable appends were when the log was opened."""
        self._checking: asyncio.Task[None] | None = None
        self._listeners: dict[str, Listener] = {}
        self._signal_listener: SignalListener | None = None

    @classmethod
    async def open(cls, url: str, *, read_only: bool = False) -> "RedisLog":
        """Raises LogError where Redis cannot be reached or must not be entrusted with a log (`redis_checks`)."""
        return await cls._at(place_of(url), read_only=read_only)

    @classmethod
    async def _at(cls, place: RedisAddress, *, read_only: bool) -> "RedisLog":
        log = cls(place, read_only=read_only)
        try:
            await log._nodes.learn()
            await log._writing.everywhere("PING")
        except ResponseError as error:
            await log.close()
            raise LogError(f"Redis at {log._place} refused: {refusal(error)}.") from error
        except BaseException:
            await log.close()
            raise
        if not read_only:
            log._promised = log.durability
            log._checking = asyncio.create_task(log._check_now_and_then(), name="coterie-redis-promise")
        return log

    async def _enter(self, node: Node) -> Connection:
        tag = b"" if self._read_only else self._nodes.tag_of(node)
        connection, found = await enter(self._nodes.place_of(node), tag=tag, promised=self._promised)
        if found.weakness:  # nothing may be sent there
            await connection.disconnect(nowait=True)
            self._found(node, found)
            raise PromiseBroken(found.weakness)
        if node not in self._examined or not self._examined[node].weakness:  # else `_check` says when it is mended
            self._found(node, found)
        return connection

    def _found(self, node: Node, found: Examined) -> None:
        """Remember what a server was found to be, and say once that it keeps its promise no longer, or does again."""
        self._examined[node] = found
        here = [self._examined[master] for master in self._nodes.masters if master in self._examined] or [found]
        self.durability = weakest(each.durability for each in here)
        self.advice = tuple(sorted({each.advice for each in here if each.advice}))
        before, self.weakened = self.weakened, next((each.weakness for each in here if each.weakness), "")
        if self.weakened and not before:
            log_.error("No command is accepted until this is mended: %s", PromiseBroken(self.weakened))
        elif before and not self.weakened:
            log_.warning("Redis keeps what it confirms again, and commands are accepted")

    async def _check_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            await asyncio.gather(*map(self._check, self._nodes.masters))

    async def _check(self, node: Node) -> None:
        """Ask a server for its settings, on the line that appends."""
        ask = self._writing.line(node).ask
        try:
            settings = await settings_by(ask)
            before = self._examined[node]
            found = judged(settings, self._nodes.place_of(node), self._promised, before.advice)
            still = before.weakness and not found.weakness and await rewrites_by(ask)
        except LogError:
            return  # it is out of reach, which whoever appends is told
        except Exception:
            log_.exception("Redis could not be asked whether it keeps what it confirms")
            return
        self._found(node, before if still else found)

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        self._check_writable()
        if self.weakened:
            raise PromiseBroken(self.weakened)
        self._channel_listeners.check()
        chains = chains_after(expected, batch)
        log, keys, channel = _keys(stream)
        arguments: list[Part] = [log, keys, expected.seq, expected.chain, channel, self._writer]
        for chain, pending in zip(chains, batch, strict=True):
            arguments += (chain, pending.key, pending.payload)
        reply = await self._run_append(log, arguments)
        if reply == 1:
            return Appended(Head(expected.seq + len(batch), chains[-1]))
        return conflict_of(reply)

    async def _run_append(self, key: bytes, arguments: list[Part]) -> Reply:
        try:
            try:
                return await self._writing.ask(key, "EVALSHA", APPEND_SHA, 2, *arguments)
            except NoScriptError:  # a new or emptied server; nothing has run
                return await self._writing.ask(key, "EVAL", APPEND, 2, *arguments)
        except ResponseError as error:
            sentence = f"Redis at {self._place} refused to append: {refusal(error)}."
            if isinstance(error, (OutOfMemoryError, ClusterDownError)) or str(error).startswith(_NOT_WRITTEN):
                raise LogError(sentence) from error
            raise OutcomeUnknown(sentence) from error

    async def head(self, stream: str) -> Head:
        rows = await self._rows(stream, "XREVRANGE", log_key(stream), "+", "-", "COUNT", 1)
        return Head(rows[0].seq, rows[0].chain) if rows else EMPTY

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return await self._rows(stream, "XRANGE", log_key(stream), f"{after + 1}-0", "+", "COUNT", most)

    async def find(self, stream: str, key: bytes) -> int | None:
        found = await self._ask(stream, "HGET", keys_key(stream), key)
        return int(found) if isinstance(found, bytes) else None

    async def known(self, stream: str) -> dict[bytes, int]:
        """Every key that the stream knows, and where its entry stands: for tools, which compare both."""
        flat = cast("list[bytes]", await self._ask(stream, "HGETALL", keys_key(stream)))
        return {key: int(seq) if seq.isdigit() else 0 for key, seq in zip(flat[::2], flat[1::2], strict=True)}

    async def streams(self, prefix: str = "") -> list[str]:
        """A walk over all of Redis's keys: for tools, not for every start."""
        if prefix and not is_name(prefix):
            return []  # no stream begins so, and in a pattern it may mean something else
        pattern = log_key(prefix).replace(b"}:log", b"*}:log")
        start, end = log_key("").split(b"}")
        names = set[str]()
        for node in self._nodes.masters:
            line, cursor = self._reading.line(node), b""
            while cursor != b"0":
                reply = await self._read(partial(line.ask, "SCAN", cursor or b"0", "MATCH", pattern, "COUNT", 1000))
                cursor, keys = cast("tuple[bytes, list[bytes]]", reply)
                names |= {key[len(start) : -len(end) - 1].decode(errors="replace") for key in keys}
        return sorted(filter(is_name, names))

    async def beside(self) -> AsyncIterator[tuple[int, "RedisLog"]]:
        """The other databases of this Redis that hold anything, each open for reading until the next: for tools."""
        ask = partial(self._reading.line(self._nodes.masters[0]).ask, "INFO", "keyspace")
        told = cast("bytes", await self._read(ask)).decode()
        for db in sorted({int(number) for number in findall(r"^db(\d+):", told, MULTILINE)} - {self._place.db}):
            other = await self._at(self._place._replace(db=db), read_only=True)
            try:
                yield db, other
            finally:
                await other.close()

    async def _rows(self, stream: str, *command: Part) -> list[Entry]:
        return entries_of(await self._ask(stream, *command))

    async def _ask(self, stream: str, *command: Part) -> Reply:
        return await self._read(partial(self._reading.ask, log_key(stream), *command))

    async def _read(self, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        """A read may be asked again where its reply was lost."""
        self._channel_listeners.check()
        try:
            try:
                return await ask()
            except OutcomeUnknown:
                return await ask()
        except ResponseError as error:
            raise LogError(f"Redis at {self._place} refused to read: {refusal(error)}.") from error

    def listen(self, stream: str, listener: Listener | None) -> None:
        if listener is None:
            self._listeners.pop(stream, None)
            self._channel_listeners.remove(channel_of(stream))
        else:
            self._listeners[stream] = listener
            self._channel_listeners.add(channel_of(stream))

    def _heard(self, channel: bytes, message: bytes) -> None:
        if message.startswith(self._writer):
            return  # our own echo
        stream = _stream_of(channel)
        if message.startswith(_SIGNAL, WRITER_BYTES):
            if self._signal_listener:
                self._signal_listener(stream, message[WRITER_BYTES + len(_SIGNAL) :])
            return
        if listener := self._listeners.get(stream):
            listener(stream, entries_told(message))

    def _begun(self, channel: bytes) -> None:
        stream = _stream_of(channel)
        if listener := self._listeners.get(stream):
            listener(stream, [])
        if self._signal_listener:
            self._signal_listener(stream, b"")

    async def signal_others(self, stream: str, message: bytes) -> None:
        await self._ask(stream, "SPUBLISH", channel_of(stream), self._writer + _SIGNAL + message)

    def on_signal(self, signal_listener: SignalListener) -> None:
        self._signal_listener = signal_listener

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        self._check_writable()
        try:
            await self._reading.ask(log_key(stream), "SET", snapshot_key(stream), snapshot, "EX", SNAPSHOT_SECONDS)
        except ResponseError as error:
            raise LogError(f"Redis at {self._place} refused to keep a snapshot: {refusal(error)}.") from error

    async def snapshot(self, stream: str) -> bytes | None:
        found = await self._ask(stream, "GET", snapshot_key(stream))
        return found if isinstance(found, bytes) else None

    async def remove(self, stream: str, expected: Head) -> None:
        self._check_writable()
        log, keys, channel = _keys(stream)
        asked: list[Part] = [log, keys, snapshot_key(stream), expected.seq, expected.chain, channel]
        try:
            reply = await self._writing.ask(log, "EVAL", REMOVE, 3, *asked)
        except ResponseError as error:  # its only write is its last step
            raise LogError(f"Redis at {self._place} refused to remove {stream}: {refusal(error)}.") from error
        if reply != b"removed":
            raise grown(stream) if reply == b"grown" else listened_to(stream)

    def _check_writable(self) -> None:
        if self._read_only:
            raise LogError(f"The log at {self._place} was opened for reading only.")

    async def close(self) -> None:
        if self._checking:
            self._checking.cancel()
            await asyncio.wait([self._checking])
        await self._channel_listeners.close()
        await self._writing.close()
        await self._reading.close()
        await self._nodes.close()


@lru_cache(maxsize=4096)
def _keys(stream: str) -> tuple[bytes, bytes, bytes]:
    """What an append names: the stream's entries, its known keys, its channel. Raises ValueError (Rule 7)."""
    return log_key(checked_name(stream)), keys_key(stream), channel_of(stream)


def log_key(stream: str) -> bytes:
    return f"coterie:{{{stream}}}:log".encode()


def keys_key(stream: str) -> bytes:
    return f"coterie:{{{stream}}}:keys".encode()


def snapshot_key(stream: str) -> bytes:
    return f"coterie:{{{stream}}}:snapshot".encode()


def channel_of(stream: str) -> bytes:
    return f"coterie:{{{stream}}}:told".encode()


def _stream_of(channel: bytes) -> str:
    return channel[len("coterie:{") : -len("}:told")].decode()
