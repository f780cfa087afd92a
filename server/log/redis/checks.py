"""What a Redis must be before a chronicle is entrusted to it. Asked at every connection, since after a failover another
server answers. Its settings are asked for again every few seconds (`RedisLog`): they can be changed while it runs."""

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
"""Redis 7 brought sharded publish, and scripts that fail before their first write when memory or disk is short."""
_MENDED: Final = (8, 6, 3)
"""The first Redis in which both CVE-2025-49844 (scripts) and CVE-2026-23479 (blocking commands) are closed (S26)."""
_IN_SCRIPT: Final = compile_pattern(r" script: [0-9a-f]{40}, on @\w+:\d+\.?$")
SETTINGS: Final = (
    *("CONFIG", "GET", "appendonly", "appendfsync", "no-appendfsync-on-rewrite", "aof-load-truncated"),
    "maxmemory-policy",
)
"""Asks for the settings on which durability rests."""
_RANK: Final = {Durability.DISK: 0, Durability.SECOND: 1, Durability.MEMORY: 2, Durability.UNKNOWN: 3}


async def ask(connection: Connection, *command: bytes | str | int) -> Reply:
    """One command and its reply, on a connection that nobody else uses yet."""
    await connection.send_command(*command)
    reply: Reply = await connection.read_response()
    return reply


def refusal(error: ResponseError) -> str:
    """What Redis said against a command, without its full stop; of a script, without which and where in it."""
    return _IN_SCRIPT.sub("", str(error)).rstrip(".")


class Examined(NamedTuple):
    """What was found of a server that may be used. `advice` is a sentence for whoever runs it, "" for none. `weakness`
    says why it keeps less well what it confirms than was promised, "" where it does not."""

    durability: Durability
    advice: str
    weakness: str = ""


async def enter(place: RedisAddress, *, tag: bytes, promised: Durability | None = None) -> tuple[Connection, Examined]:
    """A connection to a server that has been examined. Writing is tried on keys with this hash tag; none ("") is for
    reading only. Raises LogError."""
    connection = await place.connect()
    try:
        return connection, await examine(connection, place, tag=tag, promised=promised)
    except BaseException:
        await connection.disconnect(nowait=True)
        raise


async def examine(
    connection: Connection, place: RedisAddress, *, tag: bytes, promised: Durability | None = None
) -> Examined:
    """How durable this server's acknowledgements are, and what is to be said of it. Raises LogError where it must not
    be used. Once something was promised, settings that keep less are no error, but a weakness that is found."""
    with unreachable_explained(place):
        _check_door(connection, place)
        greeted = await greeting(connection, place)
        _check_kind(greeted, place, read_only=not tag)
        settings = await settings_by(partial(ask, connection))
        if promised is None:
            _check_eviction(settings, place)
        if tag:
            await _check_writing(connection, place, tag)
            await _check_telling(connection, place, tag)
    if promised is None:
        _check_durability(settings, place)
    return judged(settings, place, promised, advice(greeted))


def judged(settings: dict[str, str], place: RedisAddress, promised: Durability | None, advice: str) -> Examined:
    """What these settings are worth, compared with what was promised."""
    durability, loss, setting = _promise(settings)
    if _RANK[durability] > _RANK[promised or Durability.UNKNOWN]:
        weakness = f"would now lose {loss} in a crash; set {setting}"
        if durability is Durability.UNKNOWN:
            weakness = "no longer says how it keeps what it confirms; let its user CONFIG GET"
        return Examined(durability, advice, f"Redis at {place} {weakness}.")
    try:
        _check_eviction(settings, place)
    except LogError as error:
        return Examined(durability, advice, str(error))
    return Examined(durability, advice)


def weakest(durabilities: Iterable[Durability]) -> Durability:
    """What may be promised of several servers together."""
    return max(durabilities, key=_RANK.__getitem__)


def _check_door(connection: Connection, place: RedisAddress) -> None:
    peer = connection.getpeername() or ""
    if not place.password and not ip_address(peer.partition("%")[0]).is_loopback:
        raise LogError(
            f"Redis at {place} lets anyone in: give it a user with a password, and name both in the URL "
            "(redis://name:password@host)."
        )


class Greeting(NamedTuple):
    """What a Redis says of itself."""

    server: str
    version: str
    mode: str
    role: str


async def greeting(connection: Connection, place: RedisAddress) -> Greeting:
    """Raises LogError where this is no Redis."""
    hello = await ask(connection, "HELLO")
    if not isinstance(hello, list):
        raise LogError(f"What answers at {place} is no Redis.")
    facts = dict(zip(hello[::2], hello[1::2], strict=False)) if all(isinstance(x, bytes) for x in hello[::2]) else {}
    return Greeting(*(_text(facts.get(name)) for name in (b"server", b"version", b"mode", b"role")))


def advice(greeting: Greeting) -> str:
    """That a Redis is older than the last known holes in it, "" where it is not. Only advice: a distribution may have
    mended an older number, and a server of another name counts its own."""
    number = tuple(int(part) for part in greeting.version.split(".") if part.isdigit())
    if greeting.server != "redis" or number >= _MENDED:
        return ""
    return (
        f"Redis {greeting.version} is older than {'.'.join(map(str, _MENDED))}, which closed CVE-2025-49844 and "
        "CVE-2026-23479: see that your system has mended both."
    )


def _check_kind(greeting: Greeting, place: RedisAddress, *, read_only: bool) -> None:
    _, version, mode, role = greeting
    if int(version.partition(".")[0] or 0) < _OLDEST:
        raise LogError(f"Redis at {place} is version {version or 'unknown'}; Coterie needs {_OLDEST} or newer.")
    if mode == "sentinel":
        raise LogError(f"{place} is a sentinel; write redis+sentinel://{place}/service.")
    if role != "master" and not read_only:
        raise LogError(f"Redis at {place} is a replica, which cannot be written; name its master.")


async def settings_by(ask: Callable[..., Awaitable[Reply]]) -> dict[str, str]:
    """The settings that matter; none where this user may not read them. Raises LogError while they cannot be read."""
    try:
        reply = await ask(*SETTINGS)
    except ResponseError as error:
        if str(error).startswith("BUSY"):
            raise LogError(refusal(error)) from error
        return {}  # NOPERM, or a service that has no CONFIG
    pairs = [_text(item) for item in reply] if isinstance(reply, list) else []
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


async def rewrites_by(ask: Callable[..., Awaitable[Reply]]) -> bool:
    """Whether this server writes its append-only file anew. After that was switched on, nothing is safe until it has.
    Where this user may not ask, no."""
    try:
        told = _text(await ask("INFO", "persistence"))
    except ResponseError:
        return False
    return "aof_rewrite_in_progress:1" in told or "aof_rewrite_scheduled:1" in told


def _check_eviction(settings: dict[str, str], place: RedisAddress) -> None:
    policy = settings.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        raise LogError(
            f"Redis at {place} may throw chronicles away when memory is short (maxmemory-policy {policy}); "
            "set it to noeviction."
        )


async def _check_writing(connection: Connection, place: RedisAddress, tag: bytes) -> None:
    """Tries every command of the append, since a script that is refused halfway is not undone."""
    try:
        await ask(connection, "EVAL", PROBE, 2, b"coterie:{%s}:log" % tag, b"coterie:{%s}:keys" % tag)
    except ResponseError as error:
        raise LogError(f"Redis at {place} cannot be written: {refusal(error)}.") from error


async def _check_telling(connection: Connection, place: RedisAddress, tag: bytes) -> None:
    """Tries what servers hear of each other by: without it nothing fails, and everybody else is told too late. On a
    channel of its own: what another says there meanwhile would be taken for a reply, and so each one for the next."""
    channel = b"coterie:{%s}:%s:told" % (tag, token_hex(8).encode())
    try:
        for command in (("SPUBLISH", channel, b""), ("SSUBSCRIBE", channel), ("SUNSUBSCRIBE", channel)):
            await ask(connection, *command)
    except ResponseError as error:
        raise LogError(
            f"Redis at {place} does not let servers tell each other what happens: {refusal(error)}; "
            "give its user SPUBLISH, SSUBSCRIBE and SUNSUBSCRIBE on the channels coterie:*."
        ) from error


def _check_durability(settings: dict[str, str], place: RedisAddress) -> None:
    durability, loss, setting = _promise(settings)
    if durability is not Durability.UNKNOWN and _RANK[durability] > _RANK[place.accepted]:
        raise LogError(
            f"Redis at {place} would lose {loss} in a crash; set {setting}, or accept it by adding "
            f"?durability={durability.value} to the URL."
        )


def _promise(settings: dict[str, str]) -> tuple[Durability, str, str]:
    """The durability, what a crash loses, and the setting that mends it."""
    if "appendonly" not in settings or "appendfsync" not in settings:
        return Durability.UNKNOWN, "", ""
    appendfsync = settings["appendfsync"]
    if settings["appendonly"] != "yes":
        return Durability.MEMORY, "everything since its last snapshot", "appendonly yes and appendfsync always"
    if appendfsync == "always" and settings.get("no-appendfsync-on-rewrite") == "yes":
        return Durability.SECOND, "what is written while it rewrites its log", "no-appendfsync-on-rewrite no"
    if appendfsync == "always" and settings.get("aof-load-truncated") == "yes":
        # Of a script that was cut off in the middle, it then leaves the first half in its file. What is appended after
        # that is acknowledged, and lost at the next start (redis 7.0 to 8.x; valkey-io/valkey pull request 4342).
        return Durability.SECOND, "what it acknowledges after a write that was cut off", "aof-load-truncated no"
    if appendfsync == "always":
        return Durability.DISK, "nothing", ""
    if appendfsync == "everysec":
        return Durability.SECOND, "the last second of play", "appendfsync always"
    return Durability.MEMORY, "whatever the system has not written yet", "appendfsync always"


def _text(reply: Reply) -> str:
    return reply.decode("utf-8", "replace") if isinstance(reply, bytes) else ""
