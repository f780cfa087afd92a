"""The checks that a Redis has to pass before it may store a chronicle. They run on every new connection, because after
a failover another server answers. `RedisLog` also asks for the settings every few seconds, because they can change
while Redis runs."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from ipaddress import ip_address
from re import compile as compile_pattern
from secrets import token_hex
from typing import Final, NamedTuple, TypeAlias

from redis.asyncio.connection import Connection
from redis.exceptions import ResponseError

from server.log.contract import Durability, LogError
from server.log.redis.scripts import PROBE
from server.log.redis.url import RedisAddress, unreachable_explained

Reply: TypeAlias = "int | bytes | list[Reply] | None"

_OLDEST: Final = 7
"""Redis 7 introduced sharded publish, and scripts that fail before their first write if memory or disk is short."""
_FIXED: Final = (8, 6, 3)
"""The first Redis without CVE-2025-49844 (scripts) and CVE-2026-23479 (blocking commands) (SEC26)."""
_IN_SCRIPT: Final = compile_pattern(r" script: [0-9a-f]{40}, on @\w+:\d+\.?$")
SETTINGS: Final = (
    *("CONFIG", "GET", "appendonly", "appendfsync", "no-appendfsync-on-rewrite", "aof-load-truncated"),
    "maxmemory-policy",
)
"""The command that returns the settings that decide durability and eviction."""
_RANK: Final = {Durability.DISK: 0, Durability.SECOND: 1, Durability.MEMORY: 2, Durability.UNKNOWN: 3}


async def ask(connection: Connection, *command: bytes | str | int) -> Reply:
    """Send a command on a connection that nothing else uses yet, and return the reply."""
    await connection.send_command(*command)
    reply: Reply = await connection.read_response()
    return reply


def refusal(error: ResponseError) -> str:
    """Return the text with which Redis refused a command, without the full stop at its end and without the name and
    line of a script."""
    return _IN_SCRIPT.sub("", str(error)).rstrip(".")


class Examined(NamedTuple):
    """The result of the checks of one server. `advice`: a sentence for the host, "" for none. `weakness`: why the
    server does not keep what was promised, "" if it does."""

    durability: Durability
    advice: str
    weakness: str = ""


async def connect_checked(
    address: RedisAddress, *, tag: bytes, promised: Durability | None = None
) -> tuple[Connection, Examined]:
    """Connect to a server and check it. Writing is tried on keys with the hash tag `tag`; if that is "", the connection
    is only for reading, and writing is not tried. Raise `LogError`."""
    connection = await address.connect()
    try:
        return connection, await examine(connection, address, tag=tag, promised=promised)
    except BaseException:
        await connection.disconnect(nowait=True)
        raise


async def examine(
    connection: Connection, address: RedisAddress, *, tag: bytes, promised: Durability | None = None
) -> Examined:
    """Check a server, and return its durability and advice about it. Raise `LogError` if it must not be used. If a
    durability was `promised` before, weaker settings raise no error: the result then has a `weakness`."""
    with unreachable_explained(address):
        _check_password(connection, address)
        greeting = await greet(connection, address)
        _check_kind(greeting, address, read_only=not tag)
        settings = await read_settings(partial(ask, connection))
        if promised is None:
            _check_eviction(settings, address)
        if tag:
            await _check_writing(connection, address, tag)
            await _check_publishing(connection, address, tag)
    if promised is None:
        _check_durability(settings, address)
    return judge(settings, address, promised, advice(greeting))


def judge(settings: dict[str, str], address: RedisAddress, promised: Durability | None, advice: str) -> Examined:
    """Compare the settings of a server with the promised durability, if there is one."""
    durability, loss, setting = _promise(settings)
    if _RANK[durability] > _RANK[promised or Durability.UNKNOWN]:
        weakness = f"would now lose {loss} in a crash; set {setting}"
        if durability is Durability.UNKNOWN:
            weakness = "no longer says how it keeps what it confirms; let its user CONFIG GET"
        return Examined(durability, advice, f"Redis at {address} {weakness}.")
    try:
        _check_eviction(settings, address)
    except LogError as error:
        return Examined(durability, advice, str(error))
    return Examined(durability, advice)


def weakest(durabilities: Iterable[Durability]) -> Durability:
    """Return the durability that these servers can promise together."""
    return max(durabilities, key=_RANK.__getitem__)


def _check_password(connection: Connection, address: RedisAddress) -> None:
    peer = connection.getpeername() or ""
    if not address.password and not ip_address(peer.partition("%")[0]).is_loopback:
        raise LogError(
            f"Redis at {address} lets anyone in: give it a user with a password, and name both in the URL "
            "(redis://name:password@host)."
        )


class Greeting(NamedTuple):
    """The answers of a Redis to questions about itself."""

    server: str
    version: str
    mode: str
    role: str


async def greet(connection: Connection, address: RedisAddress) -> Greeting:
    """Ask a Redis to describe itself. Raise `LogError` if this is not a Redis."""
    hello = await ask(connection, "HELLO")
    if not isinstance(hello, list):
        raise LogError(f"What answers at {address} is no Redis.")
    facts = dict(zip(hello[::2], hello[1::2], strict=False)) if all(isinstance(x, bytes) for x in hello[::2]) else {}
    return Greeting(*(_text(facts.get(name)) for name in (b"server", b"version", b"mode", b"role")))


def advice(greeting: Greeting) -> str:
    """Return advice if this Redis has known security holes, otherwise "". It is only advice: a distribution may have
    fixed the holes in an older version, and forks of Redis count their versions differently."""
    number = tuple(int(part) for part in greeting.version.split(".") if part.isdigit())
    if greeting.server != "redis" or number >= _FIXED:
        return ""
    return (
        f"Redis {greeting.version} is older than {'.'.join(map(str, _FIXED))}, which closed CVE-2025-49844 and "
        "CVE-2026-23479: see that your system has mended both."
    )


def _check_kind(greeting: Greeting, address: RedisAddress, *, read_only: bool) -> None:
    _, version, mode, role = greeting
    if int(version.partition(".")[0] or 0) < _OLDEST:
        raise LogError(f"Redis at {address} is version {version or 'unknown'}; Coterie needs {_OLDEST} or newer.")
    if mode == "sentinel":
        raise LogError(f"{address} is a sentinel; write redis+sentinel://{address}/service.")
    if role != "master" and not read_only:
        raise LogError(f"Redis at {address} is a replica, which cannot be written; name its master.")


async def read_settings(ask: Callable[..., Awaitable[Reply]]) -> dict[str, str]:
    """Return the settings that decide durability and eviction; an empty dict if this user may not read them. Raise
    `LogError` while Redis is busy."""
    try:
        reply = await ask(*SETTINGS)
    except ResponseError as error:
        if str(error).startswith("BUSY"):
            raise LogError(refusal(error)) from error
        return {}  # NOPERM, or a service that has no CONFIG
    pairs = [_text(item) for item in reply] if isinstance(reply, list) else []
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


async def is_rewriting(ask: Callable[..., Awaitable[Reply]]) -> bool:
    """True while Redis rewrites its append-only file. After this file was switched on, nothing is safe until it is
    completely written. Return False if this user may not ask."""
    try:
        reply = _text(await ask("INFO", "persistence"))
    except ResponseError:
        return False
    return "aof_rewrite_in_progress:1" in reply or "aof_rewrite_scheduled:1" in reply


def _check_eviction(settings: dict[str, str], address: RedisAddress) -> None:
    policy = settings.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        raise LogError(
            f"Redis at {address} may throw chronicles away when memory is short (maxmemory-policy {policy}); "
            "set it to noeviction."
        )


async def _check_writing(connection: Connection, address: RedisAddress, tag: bytes) -> None:
    """Try every command of the append script in advance, because a script that fails halfway is not rolled back."""
    try:
        await ask(connection, "EVAL", PROBE, 2, b"coterie:{%s}:log" % tag, b"coterie:{%s}:keys" % tag)
    except ResponseError as error:
        raise LogError(f"Redis at {address} cannot be written: {refusal(error)}.") from error


async def _check_publishing(connection: Connection, address: RedisAddress, tag: bytes) -> None:
    """Try to publish and to listen. Without these rights every append would succeed, but other servers would learn of
    commits too late. The name of the channel is random: otherwise a message of another server could be taken for the
    reply to a command."""
    channel = b"coterie:{%s}:%s:told" % (tag, token_hex(8).encode())
    try:
        for command in (("SPUBLISH", channel, b""), ("SSUBSCRIBE", channel), ("SUNSUBSCRIBE", channel)):
            await ask(connection, *command)
    except ResponseError as error:
        raise LogError(
            f"Redis at {address} does not let servers tell each other what happens: {refusal(error)}; "
            "give its user SPUBLISH, SSUBSCRIBE and SUNSUBSCRIBE on the channels coterie:*."
        ) from error


def _check_durability(settings: dict[str, str], address: RedisAddress) -> None:
    durability, loss, setting = _promise(settings)
    if durability is not Durability.UNKNOWN and _RANK[durability] > _RANK[address.accepted]:
        raise LogError(
            f"Redis at {address} would lose {loss} in a crash; set {setting}, or accept it by adding "
            f"?durability={durability.value} to the URL."
        )


def _promise(settings: dict[str, str]) -> tuple[Durability, str, str]:
    """Return the durability, what a crash would lose, and the setting that prevents this loss."""
    if "appendonly" not in settings or "appendfsync" not in settings:
        return Durability.UNKNOWN, "", ""
    appendfsync = settings["appendfsync"]
    if settings["appendonly"] != "yes":
        return Durability.MEMORY, "everything since its last snapshot", "appendonly yes and appendfsync always"
    if appendfsync == "always" and settings.get("no-appendfsync-on-rewrite") == "yes":
        return Durability.SECOND, "what is written while it rewrites its log", "no-appendfsync-on-rewrite no"
    if appendfsync == "always" and settings.get("aof-load-truncated") == "yes":
        # With this setting, Redis keeps the first half of a script that was cut off in the middle. It acknowledges
        # later appends, and loses them at its next start (redis 7.0 to 8.x; valkey-io/valkey pull request 4342).
        return Durability.SECOND, "what it acknowledges after a write that was cut off", "aof-load-truncated no"
    if appendfsync == "always":
        return Durability.DISK, "nothing", ""
    if appendfsync == "everysec":
        return Durability.SECOND, "the last second of play", "appendfsync always"
    return Durability.MEMORY, "everything that the system has not written yet", "appendfsync always"


def _text(reply: Reply) -> str:
    return reply.decode("utf-8", "replace") if isinstance(reply, bytes) else ""
