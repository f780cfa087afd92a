"""The whole program on one page: clock, chance, log, sessions, house, routes, guard, socket.

This file, the log backends and the socket are the only ones that touch the world.
"""

import asyncio
import contextlib
import errno
import logging
import math
import os
import re
import resource
import secrets
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from uvicorn import Config as UvicornConfig
from uvicorn import Server as UvicornServer

from server.access.contract import AccessStore
from server.access.open import open_access_store
from server.access.sessions import Sessions
from server.clock import Clock
from server.connection.websocket import TableSocket
from server.fold.sealed_chance import Pools, SealedChance
from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval, program_hash
from server.http import status
from server.http.api import Site, app
from server.http.line_limits import BoundedHttpProtocol
from server.http.origin_guard import OriginGuard
from server.http.trusted_proxies import TrustedProxyHeaders
from server.hub.hub import Hub
from server.log.contract import Durability, EventLog
from server.log.open import open_log
from server.protocol.frames import FRAME_MOST
from server.rate_limits import Rate
from server.stream.group_commit import ChanceFor

log_ = logging.getLogger("coterie.app")

RATE: Final = Rate(20, 120)
"""How many messages a connection, and commands a seat, may send a second, and at once."""


BACKLOG: Final = 16_384
"""Connections that wait to be accepted, where the system allows so many: who finds no room tries after 1, 3, 7, 15 s,
and after a cut thousands come at once."""
HANDLES_KEPT: Final = 128
"""File handles for everything but connections."""


Listening = socket.socket


class CannotServe(Exception):
    """The server cannot start; the message is one sentence for whoever starts it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says."""

    log: str
    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    public_url: str = ""
    rate: Rate = RATE
    status: int = 0
    """The loopback port for whoever runs the server; 0: none."""


class SystemClock:
    """The machine's clock."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    steady = staticmethod(time.monotonic)
    """Seconds that only ever go forward."""


@dataclass(frozen=True, slots=True)
class World:
    """What the program meets the world with: its stores, the time, chance."""

    log: EventLog
    access: AccessStore
    clock: Clock
    chance_for: ChanceFor
    random: Callable[[int], str]
    """So many fresh random bytes, as URL-safe text."""
    prepare: Callable[[], Awaitable[None]] | None = None
    """Makes ready what chance needs for a new scene."""
    often: SnapshotInterval = DEFAULT_INTERVAL
    """How often a snapshot is taken of a stream."""


@dataclass(slots=True)
class Program:
    """The parts of a running server."""

    log: EventLog
    hub: Hub
    sessions: Sessions
    site: Site
    server: "Server"
    socket: socket.socket
    origins: tuple[str, ...]
    beside: "tuple[SideServer, Listening] | None" = None
    """What answers whoever runs the server, where a port was named for it."""

    @property
    def durability(self) -> Durability:
        """What an accepted command survives."""
        return self.log.durability


class SideServer(UvicornServer):
    """uvicorn's server, which leaves signals to `run`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the program's (see `run`)."""
        yield


class Server(SideServer):
    """One that drains the house before it closes the sockets."""

    hub: Hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is under way, tell everybody, then close."""
        await self.hub.stop()
        await super().shutdown(sockets)


PORTS: Final = range(1, 65536)
PUBLIC: Final = re.compile(
    r"https://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(:(?P<port>[1-9][0-9]{0,4}))?/?"
)
"""Where a proxy can stand; a name with other letters has its punycode in a browser's Origin, and a port no zero before
it."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def check_numbers(settings: Settings) -> None:
    """Raises `CannotServe` for a port that cannot be, or a rate at which nobody would ever be heard."""
    if not 0 < settings.rate.per_second < math.inf:
        raise CannotServe("--rate is how many messages a second a seat may send: a number that is more than 0.")
    for option, port, none in (
        ("--port", settings.port, "any that is free"),
        ("--status", settings.status, "none"),
    ):
        if port and port not in PORTS:
            raise CannotServe(f"{port} is no port: give {option} one from 1 to 65535, or 0 for {none}.")


def check_bind(settings: Settings) -> None:
    """Raises `CannotServe` for a public address that is neither on purpose nor behind TLS (S2)."""
    if settings.public_url:
        found = PUBLIC.fullmatch(settings.public_url)
        if not found or int(found["port"] or 443) not in PORTS:
            raise CannotServe(
                "--public-url is where people reach this server, such as https://table.example: a name, a port from 1 "
                "to 65535 if need be, and nothing else."
            )
        return
    if not settings.lan and settings.host not in LOOPBACK:
        raise CannotServe(
            f"Coterie does not listen on {settings.host} without protection: add --lan to serve the local network in "
            "plain HTTP on purpose, or --public-url https://... when a TLS proxy stands in front."
        )


def listens_on(settings: Settings) -> str:
    """The address to listen on: with --lan all of this machine's, unless one of them was named."""
    everywhere = settings.lan and settings.host in LOOPBACK
    return "0.0.0.0" if everywhere else settings.host  # noqa: S104 - --lan says so on purpose


def bind(settings: Settings, option: str = "--port") -> socket.socket:
    """The listening socket; its port is what an option of the command line says. Raises `CannotServe` where it is taken
    or not allowed."""
    host = listens_on(settings)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # without it asyncio leaves Nagle on
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, settings.port))
        listening.listen()  # so that whoever follows the link before the first request can be served, waits
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
            raise CannotServe(
                f"{host} is no address of this machine ({error.strerror}): give --host one that is, or leave it out."
            ) from error
        why = "you have no right to it" if error.errno == errno.EACCES else "another program may have it"
        raise CannotServe(
            f"Port {settings.port} on {host} cannot be used ({error.strerror}): {why}. Choose another with {option}."
        ) from error
    return listening


def origins(settings: Settings, port: int, addresses: Sequence[str]) -> tuple[str, ...]:
    """Where people reach this server; links lead to the first."""
    if settings.public_url:
        return (settings.public_url.rstrip("/").lower().removesuffix(":443"),)  # as a browser says it
    hosts = [*addresses, "127.0.0.1", "localhost", "[::1]"]
    if settings.host not in ("0.0.0.0", *LOOPBACK):  # noqa: S104 - compared, not bound
        hosts.insert(0, settings.host)
    return tuple(f"http://{host}:{port}" for host in hosts)


def lan_addresses() -> list[str]:
    """This machine's address on the local network, if it has one. Nothing is sent: a route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: UDP connect only picks the interface
            found = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if found.startswith("127.") else [found]


def room() -> int:
    """How many connections fit: as many file handles as the system gives this process, less some for itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - HANDLES_KEPT, 16)


async def compose(settings: Settings) -> Program:
    """Put the program together. Raises `CannotServe`, `LogError`."""
    check_numbers(settings)
    check_bind(settings)
    listening = bind(settings)
    BoundedHttpProtocol.most = room()
    try:
        return await _compose(settings, listening)
    except BaseException:
        listening.close()
        raise


async def _compose(settings: Settings, listening: socket.socket) -> Program:
    log = await open_log(settings.log)
    pools = Pools()
    world = World(
        log,
        await open_access_store(settings.log),
        SystemClock(),
        partial(SealedChance, pools=pools),
        secrets.token_urlsafe,
        pools.prepare,
    )
    known = origins(settings, listening.getsockname()[1], lan_addresses() if settings.lan else [])
    site, config = assemble(world, settings, known)
    server = Server(config)
    server.hub = site.hub
    program = Program(log, site.hub, site.sessions, site, server, listening, known)
    if settings.status:
        program.beside = beside(site.hub, Settings(settings.log, port=settings.status))
    return program


def beside(hub: Hub, settings: Settings) -> "tuple[SideServer, Listening]":
    """What answers whoever runs the server, on this machine only."""
    listening = bind(settings, "--status")
    guarded = OriginGuard(status.app(hub), origins(settings, listening.getsockname()[1], []))
    config = UvicornConfig(guarded, lifespan="off", access_log=False, log_config=None, server_header=False)
    return SideServer(config), listening


def assemble(world: World, settings: Settings, known: tuple[str, ...]) -> tuple[Site, UvicornConfig]:
    """The house, what stands before it, and how uvicorn serves it: the whole program but for the world outside."""
    program_hash()  # names itself now, before its files can change
    sessions = Sessions(world.access, world.clock, world.random)
    hub = Hub(
        world.log, sessions, world.clock, world.chance_for, settings.rate, world.random(6), world.prepare, world.often
    )
    sessions.on_change(hub.connections.access_changed)
    BoundedHttpProtocol.sockets = hub.connections.addresses
    site = Site(hub, sessions, known[0])
    guarded = OriginGuard(app(site), known)
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    return site, UvicornConfig(
        TrustedProxyHeaders(guarded, proxies) if settings.public_url else guarded,
        http=BoundedHttpProtocol,
        ws=TableSocket,
        ws_max_size=FRAME_MOST,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
    )


async def run(program: Program) -> None:
    """Serve until told to stop, or until a part of the program dies; then drain and close. Raises nothing for a
    signal; RuntimeError where a part died."""
    loop = asyncio.get_running_loop()
    for signal_ in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signal_, lambda: setattr(program.server, "should_exit", True))
    keeping = asyncio.create_task(program.hub.run(), name="housekeeping")
    watching = asyncio.create_task(_watch(program, keeping))
    beside = asyncio.create_task(_beside(program))
    try:
        await program.server.serve(sockets=[program.socket])
    finally:
        if program.beside is not None:
            program.beside[0].should_exit = True
        await beside
        keeping.cancel()
        watching.cancel()
        await asyncio.gather(keeping, watching, return_exceptions=True)
        await program.sessions.close()
        await program.log.close()
    if program.hub.failed.is_set():
        raise RuntimeError("a part of the server died; see the log above")


async def _beside(program: Program) -> None:
    """Answer whoever runs the server, until the program ends."""
    if program.beside is not None:
        server, socket_ = program.beside
        await server.serve(sockets=[socket_])


async def _watch(program: Program, keeping: "asyncio.Task[None]") -> None:
    """End the program, loudly, when a task that it lives by ends."""
    failed = asyncio.create_task(program.hub.failed.wait())
    await asyncio.wait({failed, keeping}, return_when=asyncio.FIRST_COMPLETED)
    if keeping.done() and not keeping.cancelled():
        log_.critical("housekeeping died", exc_info=keeping.exception())
    program.hub.failed.set()
    program.server.should_exit = True
