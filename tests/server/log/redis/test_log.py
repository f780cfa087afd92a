"""Promises of the Redis log: no append is sent twice, a lost reply is an unknown outcome, a lost tail is noticed, and
an unsafe server is refused with a sentence.

Long because it covers appending, listening, the checks at the opening and the URL of one backend, which share the same
servers.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import Connection

from server.log.contract import (
    EMPTY,
    KEYS_KEPT,
    Appended,
    Conflict,
    Durability,
    Entry,
    EventLog,
    LogError,
    OutcomeUnknown,
    Pending,
    PromiseBroken,
)
from server.log.open import open_log
from server.log.redis import channel_listener, checks, pipeline
from server.log.redis.checks import Greeting, Reply, advice, connect_checked
from server.log.redis.log import RedisLog, channel_of
from server.log.redis.nodes import ONLY_NODE
from server.log.redis.scripts import APPEND_SHA
from server.log.redis.url import parse_url
from tests.redis_server import DURABLE, RedisServer, free_port
from tests.server.log.writes import appended, assert_lawful, everything, filled, pending
from tests.tcp_proxy import Proxy
from tests.waiting import until


async def told(url: str, *command: str | bytes | int) -> object:
    """Send a command by redis-py's own client."""
    async with Redis.from_url(url, protocol=2) as client:
        reply: object = await client.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py's gap
        return reply


async def test_a_lost_reply_is_unknown_and_found(redis_server: RedisServer) -> None:
    """A reply cut off between Redis and the server is an unknown outcome; the append is not sent again, and `find`
    settles it."""
    async with Proxy(redis_server.port) as proxy:
        log = await RedisLog.open(proxy.url)
        head = await filled(log, "scene-1", 1)
        lost = pending()
        proxy.swallow()
        with pytest.raises(OutcomeUnknown):
            await log.append("scene-1", head, [lost])
        assert await log.find("scene-1", lost.key) == 2
        answer = await log.append("scene-1", head, [lost])
        assert isinstance(answer, Conflict)
        assert answer.known == {lost.key: 2}
        assert_lawful(await everything(log, "scene-1"))
        await log.close()


@pytest.mark.parametrize("swallows", ["dialling", "writing"])
async def test_listening_ends_though_a_cancellation_was_swallowed(redis_server: RedisServer, swallows: str) -> None:
    """FLT14: before Python 3.12, redis-py's timed waits may swallow a cancellation that comes as they end; closing
    the log does not wait for ever."""
    begun, swallowed = asyncio.Event(), asyncio.Event()

    async def swallow(*_: object) -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            swallowed.set()

    async def dial() -> Connection:
        connection = await parse_url(redis_server.url).connect()
        if swallows == "dialling":
            await swallow()
        connection.send_packed_command = swallow  # type: ignore[assignment, method-assign]  # an instant too short to hit
        return connection

    listener = channel_listener.ChannelListener(
        dial, lambda _channel, _message: None, lambda _channel: begun.set(), nothing
    )
    listener.add(channel_of("scene-1"))
    await begun.wait()
    async with asyncio.timeout(10):
        await listener.close()
    assert swallowed.is_set() == (swallows == "dialling"), "what is written waits for nothing"


async def nothing() -> None:
    """Do no extra work after listening has failed."""


async def test_everything_in_flight_is_unknown(redis_server: RedisServer) -> None:
    """If the connection is cut, each append under way has an unknown outcome; each is in the log once or not at all."""
    async with Proxy(redis_server.port) as proxy:
        log = await RedisLog.open(proxy.url)
        wishes = [pending() for _ in range(50)]
        proxy.swallow()
        answers = await asyncio.gather(
            *(log.append(f"scene-{number}", EMPTY, [wish]) for number, wish in enumerate(wishes)),
            return_exceptions=True,
        )
        assert all(isinstance(answer, OutcomeUnknown) for answer in answers)
        for number, wish in enumerate(wishes):
            found = await log.find(f"scene-{number}", wish.key)
            answer = await log.append(f"scene-{number}", EMPTY, [wish])
            assert isinstance(answer, Conflict if found else Appended)
            assert len(await everything(log, f"scene-{number}")) == 1
        await log.close()


async def test_a_silent_redis_is_given_up_on(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """No append waits for ever: if Redis is silent, the outcome is unknown, and the next use reconnects."""
    async with Proxy(redis_server.port) as proxy:
        monkeypatch.setattr(pipeline, "REPLY_SECONDS", 0.5)
        log = await RedisLog.open(proxy.url)
        head = await filled(log, "scene-1", 1)
        proxy.hush()
        with pytest.raises(OutcomeUnknown, match="no reply"):
            await log.append("scene-1", head, [pending()])
        await appended(log, "scene-1", await log.head("scene-1"), [pending()])
        assert len(await everything(log, "scene-1")) == 3
        await log.close()


async def test_the_next_use_dials_anew_and_all_share_it(redis_server: RedisServer) -> None:
    """After a cut, a hundred waiting appends share a single new connection."""
    async with Proxy(redis_server.port) as proxy:
        log = await RedisLog.open(proxy.url)
        await filled(log, "scene-1", 1)
        proxy.cut()
        await until(lambda: log._writing.pipeline_to(ONLY_NODE)._connection is None)
        before = proxy.connections
        await asyncio.gather(*(filled(log, f"scene-{number}", 1) for number in range(2, 102)))
        assert proxy.connections == before + 1
        await log.close()


async def test_a_forgotten_script_is_sent_again(redis_url: str) -> None:
    """A Redis that has forgotten the script (restarted, flushed, failed over) gets it again and appends once."""
    log = await open_log(redis_url)
    head = await filled(log, "scene-1", 1)
    await told(redis_url, "SCRIPT FLUSH")
    await appended(log, "scene-1", head, [pending()])
    assert_lawful(await everything(log, "scene-1"))
    assert await told(redis_url, "SCRIPT EXISTS", APPEND_SHA) == [1]
    await log.close()


async def test_a_killed_redis_keeps_all_it_acknowledged(redis_server: RedisServer) -> None:
    """Redis is killed and restarted five times under load: each acknowledged commit is in the log once, in one
    chain, and each append with an unknown outcome at most once."""
    log = await open_log(redis_server.url)
    acknowledged: list[Pending] = []
    unknown: list[Pending] = []
    ended = asyncio.Event()
    writing = asyncio.create_task(_write_until(log, ended, acknowledged, unknown))
    for _ in range(5):
        before = len(acknowledged)
        await until(lambda before=before: len(acknowledged) > before + 20)  # type: ignore[misc]  # a default binds it
        redis_server.kill()
        await asyncio.sleep(0.02)
        await asyncio.to_thread(redis_server.start)
    ended.set()
    await writing
    entries = await everything(log, "scene-1")
    assert_lawful(entries)
    stands = {Pending(entry.key, entry.payload) for entry in entries}
    assert set(acknowledged) <= stands
    assert stands <= {*acknowledged, *unknown}
    await log.close()


async def _write_until(log: EventLog, ended: asyncio.Event, done: list[Pending], unknown: list[Pending]) -> None:
    head = EMPTY
    while not ended.is_set():
        wish = pending()
        try:
            answer = await log.append("scene-1", head, [wish])
            if isinstance(answer, Appended):
                head = answer.head
                done.append(wish)
            else:
                assert not answer.diverged
                head = answer.head
        except OutcomeUnknown:
            unknown.append(wish)
        except LogError:
            await asyncio.sleep(0.01)


async def test_a_lost_tail_is_noticed(redis_server: RedisServer) -> None:
    """A writer that remembers commits which a failover lost learns that it is ahead of the log, and writes nothing."""
    log = await open_log(redis_server.url)
    head = await filled(log, "scene-1", 5)
    await told(redis_server.url, "XDEL", "coterie:{scene-1}:log", "5-0")
    answer = await log.append("scene-1", head, [pending()])
    assert isinstance(answer, Conflict)
    assert answer.diverged
    assert answer.head.seq == 4
    await log.close()


async def test_old_keys_are_forgotten(redis_url: str) -> None:
    """The hash of keys stays bounded however long a scene grows, and forgets the oldest first."""
    log = await open_log(redis_url)
    first = pending()
    head = await appended(log, "scene-1", EMPTY, [first])
    second = pending()
    head = await appended(log, "scene-1", head, [second])
    for _ in range(KEYS_KEPT // 1000):
        head = await appended(log, "scene-1", head, [pending("x") for _ in range(1000)])
    assert await told(redis_url, "HLEN", "coterie:{scene-1}:keys") == KEYS_KEPT
    assert await log.find("scene-1", first.key) is None
    head = await appended(log, "scene-1", head, [pending()])
    assert await log.find("scene-1", second.key) is None
    assert await log.find("scene-1", (await log.read("scene-1", 3, 1))[0].key) == 4
    await log.close()


async def test_hearing_begins_again_after_a_cut(redis_server: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    """A listener whose connection was cut is called with no entries when it listens again, so that it reads what it
    missed; the log reports once that messages arrive again."""
    log, other = await open_log(redis_server.url), await open_log(redis_server.url)
    heard: list[list[Entry]] = []
    log.listen("scene-1", lambda _, entries: heard.append(entries))
    await until(lambda: heard == [[]])
    redis_server.kill()
    redis_server.start()
    await until(lambda: heard == [[], []])
    assert caplog.messages[0].startswith("Messages of other servers do not arrive at the moment: ")
    again = "Messages of other servers arrive again"
    assert caplog.messages.index(again) == len(caplog.messages) - 1
    head = await filled(other, "scene-1", 1)
    await until(lambda: len(heard) == 3)
    assert heard[2] == await log.read("scene-1", 0)
    assert head.seq == 1
    await log.close()
    await other.close()


async def test_a_silent_line_is_not_trusted(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection on which nothing arrives, not even the answer to a ping, is cut and opened again."""
    monkeypatch.setattr(channel_listener, "QUIET_SECONDS", 0.05)
    async with Proxy(redis_server.port) as proxy:
        log = await RedisLog.open(proxy.url)
        begun = 0

        def hear(_: str, entries: list[Entry]) -> None:
            nonlocal begun
            begun += not entries

        log.listen("scene-1", hear)
        await until(lambda: begun == 1)
        await asyncio.sleep(0.3)
        assert begun == 1  # an answered ping keeps the connection
        proxy.hush()
        await until(lambda: begun == 2)
        await log.close()


async def test_a_listener_that_fails_is_loud(redis_url: str) -> None:
    """After the listening task dies, every later use of the log reports it."""
    log = await open_log(redis_url)
    log.listen("scene-1", lambda *_: 1 / 0)  # type: ignore[arg-type]  # it must fail
    assert isinstance(log, RedisLog)
    await until(
        lambda: (
            (listener := log._channel_listeners._channel_listeners[ONLY_NODE])._task is not None
            and listener._task.done()
        )
    )
    for use in (log.append("scene-1", EMPTY, [pending()]), log.head("scene-1")):
        with pytest.raises(LogError, match="ZeroDivisionError"):
            await use
    await log.close()


async def test_a_stranger_on_the_channel_is_loud(redis_url: str) -> None:
    """Bytes that a foreign program publishes on a stream's channel are not taken for entries."""
    log = await open_log(redis_url)
    begun = asyncio.Event()
    log.listen("scene-1", lambda *_: begun.set())
    await begun.wait()
    await told(redis_url, "SPUBLISH", channel_of("scene-1"), b"some other program's words")
    assert isinstance(log, RedisLog)
    await until(
        lambda: (
            (listener := log._channel_listeners._channel_listeners[ONLY_NODE])._task is not None
            and listener._task.done()
        )
    )
    with pytest.raises(LogError, match="Listening to other servers failed"):
        await log.head("scene-1")
    await log.close()


class Servers:
    """A starter of redis-servers with settings of a test's choice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[RedisServer] = []

    def start(self, *settings: str) -> str:
        if "--cluster-enabled" in settings:
            settings += ("--cluster-port", str(free_port()))  # by default 10,000 higher, which may be no port
        server = RedisServer(self._folder, *settings).start()
        self._started.append(server)
        return server.url

    def start_sentinel(self, settings: Path) -> int:
        """Start a sentinel and return its port."""
        sentinel = RedisServer(self._folder, "--sentinel", file=settings).start()
        self._started.append(sentinel)
        return sentinel.port

    def kill(self) -> None:
        for server in self._started:
            server.kill()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    servers = Servers(tmp_path)
    yield servers
    servers.kill()


ALWAYS = DURABLE
EVERY_SECOND = ("--appendonly", "yes", "--appendfsync", "everysec")
NEVER = ("--appendonly", "no")


@pytest.mark.parametrize(
    ("settings", "option", "durability"),
    [
        (ALWAYS, "", Durability.DISK),
        (ALWAYS, "?durability=memory", Durability.DISK),
        (EVERY_SECOND, "?durability=second", Durability.SECOND),
        (EVERY_SECOND, "?durability=memory", Durability.SECOND),
        (NEVER, "?durability=memory", Durability.MEMORY),
        ((*ALWAYS, "--rename-command", "CONFIG", ""), "", Durability.UNKNOWN),
    ],
)
async def test_durability_is_what_redis_is_set_to(
    servers: Servers, settings: tuple[str, ...], option: str, durability: Durability
) -> None:
    """The log derives its durability from Redis's settings, and reports it as unknown if it may not read them."""
    log = await open_log(servers.start(*settings) + option)
    assert log.durability is durability
    await log.close()


@pytest.mark.parametrize(
    ("settings", "option", "sentence"),
    [
        (EVERY_SECOND, "", r"last second of play .* set appendfsync always, or .* \?durability=second"),
        (NEVER, "", r"set appendonly yes and appendfsync always, or .* \?durability=memory"),
        (NEVER, "?durability=second", r"\?durability=memory"),
        ((*ALWAYS, "--no-appendfsync-on-rewrite", "yes"), "", r"rewrites its log .* set no-appendfsync-on-rewrite no"),
        ((*ALWAYS, "--aof-load-truncated", "yes"), "", r"a write that was cut off .* set aof-load-truncated no"),
        ((*ALWAYS, "--maxmemory-policy", "allkeys-lru"), "", "set it to noeviction"),
        ((*ALWAYS, "--cluster-enabled", "yes"), "", "nobody holds slot 0; give each a master"),
        ((*ALWAYS, "--replicaof", "127.0.0.1 1"), "", "is a replica"),
        ((*ALWAYS, "--requirepass", "secret"), "", "does not accept this name and password"),
        ((*ALWAYS, "--maxmemory", "1"), "", "cannot be written"),
    ],
    ids=[
        "everysec",
        "memory",
        "memory-second",
        "rewriting",
        "torn",
        "evicts",
        "cluster",
        "replica",
        "password",
        "full",
    ],
)
async def test_an_unfit_redis_is_refused(
    servers: Servers, settings: tuple[str, ...], option: str, sentence: str
) -> None:
    """A Redis that could lose, evict or scatter a chronicle is refused with a sentence that names the setting to
    change."""
    with pytest.raises(LogError, match=sentence) as caught:
        await open_log(servers.start(*settings) + option)
    assert "\n" not in str(caught.value)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check Redis's settings more often."""
    monkeypatch.setattr("server.log.redis.log.CHECK_SECONDS", 0.05)


@pytest.mark.parametrize(
    ("setting", "weaker", "stronger", "durability", "sentence"),
    [
        ("appendonly", "no", "yes", Durability.MEMORY, "everything since its last snapshot in a crash; set appendonly"),
        ("appendfsync", "everysec", "always", Durability.SECOND, "the last second of play in a crash; set appendfsync"),
        ("aof-load-truncated", "yes", "no", Durability.SECOND, "a write that was cut off in a crash; set aof-load"),
        ("maxmemory-policy", "allkeys-lru", "noeviction", Durability.DISK, "set it to noeviction"),
    ],
    ids=["no-file", "everysec", "torn", "evicts"],
)
@pytest.mark.parametrize("option", ["", "?durability=memory"], ids=["disk", "memory"])
async def test_a_promise_that_is_broken_ends_the_writing(
    redis_server: RedisServer, hasty: None, caplog: pytest.LogCaptureFixture, setting: str, weaker: str, stronger: str,
    durability: Durability, sentence: str, option: str,
) -> None:  # fmt: skip
    """If settings are weakened while the log is open, the log notices it on its connection, whatever the URL allows:
    no append is written, and it is reported once. After they are set back, the log goes on."""
    log = await open_log(redis_server.url + option)
    head = await filled(log, "scene-1", 3)
    for _ in range(2):
        caplog.clear()
        await told(redis_server.url, "CONFIG", "SET", setting, weaker)
        await until(lambda: log.weakened)
        assert sentence in log.weakened
        assert log.durability is durability
        for _ in range(3):
            with pytest.raises(PromiseBroken, match=sentence):
                await log.append("scene-1", head, [pending()])
        assert await log.head("scene-1") == head
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        await told(redis_server.url, "CONFIG", "SET", setting, stronger)
        await until(lambda: not log.weakened)
        assert log.durability is Durability.DISK
        head = await appended(log, "scene-1", head, [pending()])
        assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    redis_server.kill()
    redis_server.start()
    assert await log.head("scene-1") == head
    await log.close()


async def test_a_file_that_is_not_yet_written_is_no_promise(
    redis_server: RedisServer, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the append-only file is switched on again, no append is accepted before the file holds all data."""
    log = await open_log(redis_server.url)
    for number in range(200):
        await told(redis_server.url, "SET", f"coterie:other:{number}", "x" * 1000)
    await told(redis_server.url, "CONFIG", "SET", "appendonly", "no", "rdb-key-save-delay", "5000")
    await until(lambda: log.weakened)
    await told(redis_server.url, "CONFIG", "SET", "appendonly", "yes")
    while "aof_rewrite_in_progress:1" in str(await told_plainly(redis_server.url)):
        assert log.weakened
        await asyncio.sleep(0.05)
    await until(lambda: not log.weakened)
    head = await filled(log, "scene-1", 3)
    redis_server.kill()
    redis_server.start()
    assert await log.head("scene-1") == head
    await log.close()


async def told_plainly(url: str) -> str:
    """Return the append-only file's status in Redis's own words."""
    async with Redis.from_url(url, protocol=2) as client:
        client.response_callbacks.clear()
        reply: bytes = await client.execute_command("INFO", "persistence")  # type: ignore[no-untyped-call]  # redis-py's gap
        return reply.decode()


@pytest.mark.parametrize("option", ["", "?durability=second"])
async def test_a_redis_that_comes_back_weaker_is_not_written(tmp_path: Path, option: str) -> None:
    """After a restart or a failover, the new connection's settings are compared with the promised ones before a
    waiting append is sent. With the old settings, it is used again."""
    server = RedisServer(tmp_path, *DURABLE).start()
    weak = RedisServer(tmp_path, *DURABLE, "--appendfsync", "everysec", port=server.port)
    try:
        log = await RedisLog.open(server.url + option)
        head = await filled(log, "scene-1", 3)
        server.kill()
        weak.start()
        await until(lambda: log._writing.pipeline_to(ONLY_NODE)._connection is None)
        for _ in range(2):
            with pytest.raises(PromiseBroken, match="the last second of play"):
                await log.append("scene-1", head, [pending()])
        assert log.durability is Durability.SECOND
        assert await log.head("scene-1") == head
        weak.kill()
        server.start()
        await until(lambda: not log.weakened)
        await appended(log, "scene-1", head, [pending()])
        await log.close()
    finally:
        weak.kill()
        server.kill()


async def test_a_user_who_may_only_read_settings_is_enough(narrow_url: str, hasty: None) -> None:
    """The user of the Compose set-up may read the settings, and the log accepts it."""
    log = await open_log(narrow_url)
    head = await filled(log, "scene-1", 1)
    await asyncio.sleep(0.3)
    assert log.weakened == ""
    await appended(log, "scene-1", head, [pending()])
    await log.close()


async def test_a_redis_that_says_no_longer_what_it_keeps_is_not_written(redis_url: str, hasty: None) -> None:
    """If the user loses the right to read the settings, the durability is unknown and no append is written."""
    await told(redis_url, "ACL", "SETUSER", "anna", "on", ">pw", "~*", "&*", "+@all")
    log = await open_log(redis_url.replace("//", "//anna:pw@"))
    head = await filled(log, "scene-1", 1)
    await told(redis_url, "ACL", "SETUSER", "anna", "-config")
    await until(lambda: log.weakened)
    assert log.durability is Durability.UNKNOWN
    with pytest.raises(PromiseBroken, match="no longer says"):
        await log.append("scene-1", head, [pending()])
    await told(redis_url, "ACL", "SETUSER", "anna", "+config")
    await until(lambda: not log.weakened)
    await appended(log, "scene-1", head, [pending()])
    await log.close()


async def test_a_password_is_used(servers: Servers) -> None:
    """Name and password in the URL are used; a wrong password is refused and appears in no message."""
    url = servers.start(*ALWAYS, "--requirepass", "s3cret/?")
    log = await open_log(url.replace("//", "//default:s3cret%2F%3F@"))
    await filled(log, "scene-1", 1)
    await log.close()
    with pytest.raises(LogError, match="name and password") as caught:
        await open_log(url.replace("//", "//default:wr0ng@"))
    assert "wr0ng" not in str(caught.value)


@pytest.mark.parametrize(
    ("server", "version", "spoken"),
    [
        ("redis", "7.0.15", True),
        ("redis", "8.6.2", True),
        ("redis", "8.6.3", False),
        ("redis", "10.0.0", False),
        ("valkey", "8.1.0", False),
    ],
)
def test_an_old_redis_is_spoken_of(server: str, version: str, spoken: bool) -> None:
    """SEC26: advice is given for a Redis whose version has known security holes, and for no different kind of
    server."""
    said = advice(Greeting(server, version, "standalone", "master"))
    assert bool(said) == spoken
    assert not spoken or {"CVE-2025-49844", "CVE-2026-23479", version} <= set(said.replace(":", "").split())


async def test_the_redis_here_is_judged_by_what_it_says_of_itself(redis_url: str) -> None:
    """SEC26: the advice of an open log is that of its server's own version."""
    log = await open_log(redis_url)
    info = await told(redis_url, "INFO", "server")
    assert isinstance(info, dict)
    expected = advice(Greeting("redis", info["redis_version"], "standalone", "master"))
    assert log.advice == ((expected,) if expected else ())
    await log.close()


async def test_a_user_without_the_right_to_write_is_refused(redis_url: str) -> None:
    """A user that lacks one of the append's commands is refused at the opening, not halfway through an append."""
    await told(redis_url, "ACL SETUSER", "half", "on", ">pw", "~*", "&*", "+@all", "-hset")
    with pytest.raises(LogError, match=r"cannot be written: HSET: The user executing the script [^:@]*\.$"):
        await open_log(redis_url.replace("//", "//half:pw@"))


async def test_who_comes_meanwhile_is_not_heard_at_the_door(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """During the checks at the opening, a message of a second server's check is not taken for a reply: every later
    reply would be shifted by one."""
    place, asked, connections = parse_url(redis_url), checks.ask, list[Connection]()

    async def interrupted(connection: Connection, *command: bytes | str | int) -> Reply:
        reply = await asked(connection, *command)
        if command[0] == "SSUBSCRIBE" and not connections:
            monkeypatch.undo()
            connections.append((await connect_checked(place, tag=b"x"))[0])
        return reply

    monkeypatch.setattr(checks, "ask", interrupted)
    connections.append((await connect_checked(place, tag=b"x"))[0])
    assert [await asked(connection, "PING") for connection in connections] == [b"PONG", b"PONG"]
    for connection in connections:
        await connection.disconnect()


@pytest.mark.parametrize(
    ("rights", "missing"),
    [
        ("resetchannels +@all", "channels"),
        ("&* +@all -spublish", "spublish"),
        ("&coterie:* +@all -ssubscribe", "ssubscribe"),
        ("&coterie:* +@all -sunsubscribe", "sunsubscribe"),
    ],
)
async def test_a_user_who_cannot_tell_other_servers_is_refused(redis_url: str, rights: str, missing: str) -> None:
    """A user that may append but not publish or listen is refused at the opening, with the missing right: other
    servers would learn of every commit too late."""
    await told(redis_url, "ACL SETUSER", "mute", "on", ">pw", "~*", *rights.split())
    with pytest.raises(LogError, match=f"does not let servers tell each other .*{missing}.*; give its user SPUBLISH"):
        await open_log(redis_url.replace("//", "//mute:pw@"))


async def test_where_nothing_may_be_heard_the_pause_grows(redis_url: str) -> None:
    """A listener without the right to listen tries less and less often; once it has the right, it reconnects at
    once."""
    await told(redis_url, "ACL SETUSER", "deaf", "on", ">pw", "~*", "resetchannels", "+@all")
    place, dials, begun = parse_url(redis_url.replace("//", "//deaf:pw@")), 0, asyncio.Event()

    async def dial() -> Connection:
        nonlocal dials
        dials += 1
        return await place.connect()

    listener = channel_listener.ChannelListener(
        dial, lambda _channel, _message: None, lambda _channel: begun.set(), nothing
    )
    listener.add(channel_of("scene-1"))
    await until(lambda: dials == 4)  # after 0, 0.05, 0.15 and 0.35 s
    assert listener._pause > 0.5
    await told(redis_url, "ACL SETUSER", "deaf", "&*")
    await begun.wait()
    assert listener._pause < 0.1
    await listener.close()


async def test_an_open_redis_elsewhere_is_refused(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC25: a Redis on a second machine that asks for no password is refused. (Here the loopback stands in for it.)"""
    monkeypatch.setattr("redis.asyncio.connection.Connection.getpeername", lambda _: "192.0.2.7")
    with pytest.raises(LogError, match="lets anyone in"):
        await open_log(redis_server.url)


async def test_an_absent_redis_is_named() -> None:
    """The error names the address that cannot be reached."""
    port = free_port()
    with pytest.raises(LogError, match=f"Redis at 127.0.0.1:{port} cannot be reached"):
        await open_log(f"redis://127.0.0.1:{port}/0")


async def test_tools_only_read(redis_url: str) -> None:
    """A read-only log reads the entries of a writer, writes none, and refuses to append."""
    log, tool = await open_log(redis_url), await open_log(redis_url, read_only=True)
    head = await filled(log, "scene-1", 3)
    assert await tool.head("scene-1") == head
    with pytest.raises(LogError, match="reading only"):
        await tool.append("scene-1", head, [pending()])
    await tool.close()
    await log.close()


async def test_short_memory_refuses_and_writes_nothing(redis_url: str) -> None:
    """If Redis has no memory left, an append is refused and not written, and succeeds once there is room."""
    log = await open_log(redis_url)
    head = await filled(log, "scene-1", 2)
    wish = [pending("x" * 1000), pending()]
    await told(redis_url, "CONFIG SET", "maxmemory", 1)
    with pytest.raises(LogError, match="refused to append") as caught:
        await log.append("scene-1", head, wish)
    assert not isinstance(caught.value, OutcomeUnknown)
    assert str(caught.value).endswith("memory > 'maxmemory'."), "nothing of a script, which is nobody's business"
    await told(redis_url, "CONFIG SET", "maxmemory", 0)
    assert await log.find("scene-1", wish[0].key) is None
    await appended(log, "scene-1", head, wish)
    await log.close()


async def test_the_probe_leaves_nothing(redis_url: str) -> None:
    """Opening a log leaves no key behind."""
    await (await open_log(redis_url)).close()
    assert await told(redis_url, "DBSIZE") == 0


async def test_sentinels_lead_to_the_master(servers: Servers, tmp_path: Path) -> None:
    """A URL of sentinels opens the log on their master; a plain URL to a sentinel gets an explanation."""
    url = servers.start(*ALWAYS)
    port = url.rpartition(":")[2].partition("/")[0]
    settings = tmp_path / "sentinel.conf"
    settings.write_text(f"sentinel monitor table 127.0.0.1 {port} 1\n")
    sentinel = servers.start_sentinel(settings)
    log = await open_log(f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{sentinel}/table")
    await filled(log, "scene-1", 2)
    await log.close()
    log = await open_log(url)
    assert len(await everything(log, "scene-1")) == 2
    await log.close()
    with pytest.raises(LogError, match=r"redis\+sentinel://"):
        await open_log(f"redis://127.0.0.1:{sentinel}")
    with pytest.raises(LogError, match="cannot be reached: no sentinel knows a master"):
        await open_log(f"redis+sentinel://127.0.0.1:{sentinel}/nobody")


def test_a_url_is_read_in_full() -> None:
    """Host, port, database, name, password, sentinels and options are taken from the URL; no further option is
    allowed."""
    place = parse_url("rediss://anna:p%40ss@[::1]:7000/3?durability=second&ssl_ca_certs=/etc/ca.pem")
    assert place == ((("::1", 7000),), "", True, "/etc/ca.pem", "anna", "p@ss", 3, Durability.SECOND)
    place = parse_url("redis+sentinel://a:1,b,c:3/table/2")
    assert (place.nodes, place.service, place.db) == ((("a", 1), ("b", 26379), ("c", 3)), "table", 2)
    assert parse_url("redis://").nodes == (("localhost", 6379),)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("redis://host:port", "no host and port"),
        ("redis://host/zero", "number of a Redis database"),
        ("redis://host?durability=eternal", "disk, second or memory"),
        ("redis://host?socket_timeout=1", "unknown option"),
        ("redis+sentinel://host", "names no service"),
    ],
)
def test_a_url_that_is_wrong_is_explained(url: str, sentence: str) -> None:
    """Each mistake has its sentence."""
    with pytest.raises(LogError, match=sentence):
        parse_url(url)
