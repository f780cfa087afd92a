"""The shared log: Redis streams, in one Redis or a cluster. Any number of processes may append to the same stream.

Each server has three connections, to append, to read and to listen, so that a long read delays no append. An append is
one atomic script inside Redis (`scripts.py`). All keys of a stream are in one hash slot.
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

from server.limits_and_timeouts import CHECK_SECONDS
from server.log.batch import chains_after, changed_error, checked_name, in_use_error, is_name
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
from server.log.redis.checks import (
    Examined,
    Reply,
    connect_checked,
    is_rewriting,
    judge,
    read_settings,
    refusal,
    weakest,
)
from server.log.redis.cluster_listeners import ClusterListeners
from server.log.redis.nodes import Nodes
from server.log.redis.pipeline import Part
from server.log.redis.replies import WRITER_BYTES, conflict_of, entries_of, published_entries
from server.log.redis.routing import Routing
from server.log.redis.scripts import APPEND, APPEND_SHA, REMOVE
from server.log.redis.url import Node, RedisAddress, parse_url

SNAPSHOT_SECONDS: Final = 7 * 24 * 3600
"""After this many seconds, Redis deletes a snapshot that was not replaced."""
_SIGNAL: Final = bytes(8)
"""Marks a signal. A message of entries has a seq in this place, and no entry has the number 0."""
_NOT_WRITTEN: Final = ("MISCONF", "NOREPLICAS", "WRONGTYPE", "BUSY")
"""Errors with which Redis refuses a script before the script's first write."""

log_ = logging.getLogger("coterie.redis")


class RedisLog:
    """A log in Redis. Use `RedisLog.open`."""

    durability = Durability.UNKNOWN
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, address: RedisAddress, *, read_only: bool) -> None:
        self._address = address
        self._read_only = read_only
        self._writer = secrets.token_bytes(WRITER_BYTES)
        self._nodes = Nodes(address)
        self._writing = Routing(self._nodes, self._enter)
        self._reading = Routing(self._nodes, lambda node: self._nodes.address_of(node).connect())
        self._channel_listeners = ClusterListeners(self._nodes, self._received, self._began)
        self._examined: dict[Node, Examined] = {}
        self._promised: Durability | None = None
        """The durability that the log had when it was opened."""
        self._checking: asyncio.Task[None] | None = None
        self._listeners: dict[str, Listener] = {}
        self._signal_listener: SignalListener | None = None

    @classmethod
    async def open(cls, url: str, *, read_only: bool = False) -> "RedisLog":
        """Open the log. Raise `LogError` if Redis cannot be reached or fails a check (`checks.py`)."""
        return await cls._at(parse_url(url), read_only=read_only)

    @classmethod
    async def _at(cls, address: RedisAddress, *, read_only: bool) -> "RedisLog":
        log = cls(address, read_only=read_only)
        try:
            await log._nodes.refresh()
            await log._writing.ask_all("PING")
        except ResponseError as error:
            await log.close()
            raise LogError(f"Redis at {log._address} refused: {refusal(error)}.") from error
        except BaseException:
            await log.close()
            raise
        if not read_only:
            log._promised = log.durability
            log._checking = asyncio.create_task(log._check_regularly(), name="coterie-redis-promise")
        return log

    async def _enter(self, node: Node) -> Connection:
        tag = b"" if self._read_only else self._nodes.tag_of(node)
        connection, found = await connect_checked(self._nodes.address_of(node), tag=tag, promised=self._promised)
        if found.weakness:  # no command may be sent to that server
            await connection.disconnect(nowait=True)
            self._record(node, found)
            raise PromiseBroken(found.weakness)
        # Otherwise `_check` decides when the weakness is over.
        if node not in self._examined or not self._examined[node].weakness:
            self._record(node, found)
        return connection

    def _record(self, node: Node, found: Examined) -> None:
        """Record the result of a check. If the promise was broken, or holds again, log this once."""
        self._examined[node] = found
        masters = [self._examined[master] for master in self._nodes.masters if master in self._examined] or [found]
        self.durability = weakest(each.durability for each in masters)
        self.advice = tuple(sorted({each.advice for each in masters if each.advice}))
        before, self.weakened = self.weakened, next((each.weakness for each in masters if each.weakness), "")
        if self.weakened and not before:
            log_.error("No command is accepted until this is mended: %s", PromiseBroken(self.weakened))
        elif before and not self.weakened:
            log_.warning("Redis keeps what it confirms again, and commands are accepted")

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            await asyncio.gather(*map(self._check, self._nodes.masters))

    async def _check(self, node: Node) -> None:
        """Check the settings of a server, on the connection that appends."""
        ask = self._writing.pipeline_to(node).ask
        try:
            settings = await read_settings(ask)
            before = self._examined[node]
            found = judge(settings, self._nodes.address_of(node), self._promised, before.advice)
            still = before.weakness and not found.weakness and await is_rewriting(ask)
        except LogError:
            return  # Redis is out of reach, so appends fail too
        except Exception:
            log_.exception("Redis could not be asked whether it keeps what it confirms")
            return
        self._record(node, before if still else found)

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
            except NoScriptError:  # this server does not have the script yet; it has run no part of it
                return await self._writing.ask(key, "EVAL", APPEND, 2, *arguments)
        except ResponseError as error:
            sentence = f"Redis at {self._address} refused to append: {refusal(error)}."
            if isinstance(error, (OutOfMemoryError, ClusterDownError)) or str(error).startswith(_NOT_WRITTEN):
                raise LogError(sentence) from error
            raise OutcomeUnknown(sentence) from error

    async def head(self, stream: str) -> Head:
        rows = await self._rows(stream, "XREVRANGE", log_key(stream), "+", "-", "COUNT", 1)
        return Head(rows[0].seq, rows[0].chain) if rows else EMPTY

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return await self._rows(stream, "XRANGE", log_key(stream), f"{after + 1}-0", "+", "COUNT", most)

    async def size(self, stream: str) -> int:
        found = await self._ask(stream, "MEMORY", "USAGE", log_key(stream))
        return found if isinstance(found, int) else 0

    async def find(self, stream: str, key: bytes) -> int | None:
        found = await self._ask(stream, "HGET", keys_key(stream), key)
        return int(found) if isinstance(found, bytes) else None

    async def known(self, stream: str) -> dict[bytes, int]:
        """Return every key that the stream knows, with the seq of its entry. This is for tools that compare keys and
        entries."""
        flat = cast("list[bytes]", await self._ask(stream, "HGETALL", keys_key(stream)))
        return {key: int(seq) if seq.isdigit() else 0 for key, seq in zip(flat[::2], flat[1::2], strict=True)}

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams. This scans all keys of Redis, which is slow: it is for tools, and not for the
        start of a server."""
        if prefix and not is_name(prefix):
            return []  # no stream begins like this, and the text could be a pattern for SCAN
        pattern = log_key(prefix).replace(b"}:log", b"*}:log")
        start, end = log_key("").split(b"}")
        names = set[str]()
        for node in self._nodes.masters:
            pipeline, cursor = self._reading.pipeline_to(node), b""
            while cursor != b"0":
                reply = await self._read(partial(pipeline.ask, "SCAN", cursor or b"0", "MATCH", pattern, "COUNT", 1000))
                cursor, keys = cast("tuple[bytes, list[bytes]]", reply)
                names |= {key[len(start) : -len(end) - 1].decode(errors="replace") for key in keys}
        return sorted(filter(is_name, names))

    async def other_databases(self) -> AsyncIterator[tuple[int, "RedisLog"]]:
        """Yield all databases of this Redis that are not empty, except our own. Each is open for reading until the next
        is asked for. This is for tools."""
        ask = partial(self._reading.pipeline_to(self._nodes.masters[0]).ask, "INFO", "keyspace")
        info = cast("bytes", await self._read(ask)).decode()
        for db in sorted({int(number) for number in findall(r"^db(\d+):", info, MULTILINE)} - {self._address.db}):
            other = await self._at(self._address._replace(db=db), read_only=True)
            try:
                yield db, other
            finally:
                await other.close()

    async def _rows(self, stream: str, *command: Part) -> list[Entry]:
        return entries_of(await self._ask(stream, *command))

    async def _ask(self, stream: str, *command: Part) -> Reply:
        return await self._read(partial(self._reading.ask, log_key(stream), *command))

    async def _read(self, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        """Run a read. If its reply was lost, run it again."""
        self._channel_listeners.check()
        try:
            try:
                return await ask()
            except OutcomeUnknown:
                return await ask()
        except ResponseError as error:
            raise LogError(f"Redis at {self._address} refused to read: {refusal(error)}.") from error

    def listen(self, stream: str, listener: Listener | None) -> None:
        if listener is None:
            self._listeners.pop(stream, None)
            self._channel_listeners.remove(channel_of(stream))
        else:
            self._listeners[stream] = listener
            self._channel_listeners.add(channel_of(stream))

    def _received(self, channel: bytes, message: bytes) -> None:
        if message.startswith(self._writer):
            return  # these are our own entries
        stream = _stream_of(channel)
        if message.startswith(_SIGNAL, WRITER_BYTES):
            if self._signal_listener:
                self._signal_listener(stream, message[WRITER_BYTES + len(_SIGNAL) :])
            return
        if listener := self._listeners.get(stream):
            listener(stream, published_entries(message))

    def _began(self, channel: bytes) -> None:
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
            raise LogError(f"Redis at {self._address} refused to keep a snapshot: {refusal(error)}.") from error

    async def snapshot(self, stream: str) -> bytes | None:
        found = await self._ask(stream, "GET", snapshot_key(stream))
        return found if isinstance(found, bytes) else None

    async def remove(self, stream: str, expected: Head) -> None:
        self._check_writable()
        log, keys, channel = _keys(stream)
        arguments: list[Part] = [log, keys, snapshot_key(stream), expected.seq, expected.chain, channel]
        try:
            reply = await self._writing.ask(log, "EVAL", REMOVE, 3, *arguments)
        except ResponseError as error:  # the script writes only in its last step, so it has written nothing
            raise LogError(f"Redis at {self._address} refused to remove {stream}: {refusal(error)}.") from error
        if reply != b"removed":
            raise changed_error(stream) if reply == b"grown" else in_use_error(stream)

    async def erase_removed(self) -> bool:
        """Do nothing: Redis writes its files anew by its own rules."""
        return True

    def _check_writable(self) -> None:
        if self._read_only:
            raise LogError(f"The log at {self._address} was opened for reading only.")

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
    """Return the Redis keys of a stream's entries and known keys, and its channel. Raise ValueError (Rule 7)."""
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
