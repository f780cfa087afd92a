"""The whole program on one page: settings, stores, clock, chance, hub, HTTP, sockets.

The parts get their clock, chance and stores as arguments. Only this file, `binding.py`, the stores, HTTP, the WebSocket
and the command line use files, the network or the system's clock.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from starlette.types import ASGIApp
from uvicorn import Config as UvicornConfig
from uvicorn import Server as UvicornServer
from uvicorn.server import HANDLED_SIGNALS

from server.access.contract import AccessStore
from server.access.open import open_access_store
from server.access.sessions import Sessions
from server.binding import bind, check_bind, connections_most, lan_addresses, origins
from server.clock import Clock
from server.connection.websocket import TableSocket
from server.fold.sealed_chance import Pools, SealedChance
from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval, program_hash
from server.http import status
from server.http.api import app
from server.http.base_path import BasePath
from server.http.endpoint_context import Site
from server.http.origin_guard import OriginGuard
from server.http.public_address import PublicAddress, is_public_address
from server.http.tcp_limits import BoundedHttpProtocol
from server.http.trusted_proxies import TrustedProxyHeaders
from server.http.ways_in import Started
from server.hub.hub import Hub
from server.hub.reminders import Reminders
from server.limits_and_timeouts import BACKLOG
from server.log.contract import Durability, EventLog
from server.log.open import open_log
from server.pictures.contract import PictureStore
from server.pictures.open import open_picture_store
from server.protocol.frames import FRAME_MOST
from server.push.delivery import PushDelivery
from server.serve_settings import Settings, check_numbers
from server.stream.group_commit import ChanceFor

log_ = logging.getLogger("coterie.app")


class SystemClock:
    """The machine's clock."""

    def wall(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    steady = staticmethod(time.monotonic)
    """Seconds of a clock that never goes back."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The parts that the program gets from outside: stores, clock, randomness."""

    log: EventLog
    access: AccessStore
    clock: Clock
    chance_for: ChanceFor
    pictures: PictureStore
    random: Callable[[int], str]
    """Returns the given number of random bytes, as URL-safe text."""
    prepare: Callable[[], Awaitable[None]] | None = None
    """Makes what the dice of a new scene need, in advance."""
    often: SnapshotInterval = DEFAULT_INTERVAL
    """How often a snapshot of a stream is taken."""


class EmbeddedServer(UvicornServer):
    """uvicorn's server without its signal handlers: `run` handles signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class TableServer(EmbeddedServer):
    """The server of the tables. It stops the hub before it closes the sockets."""

    hub: Hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish pending work, send every client a farewell, then close."""
        await self.hub.stop()
        await super().shutdown(sockets)


class StatusServer(NamedTuple):
    """The server of the status page, and its listening socket."""

    server: EmbeddedServer
    listening: socket.socket


@dataclass(slots=True)
class Program:
    """The parts of a running server."""

    log: EventLog
    hub: Hub
    sessions: Sessions
    site: Site
    server: TableServer
    listening: socket.socket
    origins: tuple[str, ...]
    status: StatusServer | None = None
    """The status server, if a port was given for it."""

    @property
    def durability(self) -> Durability:
        """Return which failures an accepted command survives."""
        return self.log.durability


async def compose(settings: Settings) -> Program:
    """Put the program together. Raise `CannotServe` or `LogError`."""
    check_numbers(settings)
    check_bind(settings)
    listening = bind(settings)
    BoundedHttpProtocol.most = connections_most()
    try:
        return await _compose(settings, listening)
    except BaseException:
        listening.close()
        raise


async def _compose(settings: Settings, listening: socket.socket) -> Program:
    log = await open_log(settings.log)
    pools = Pools()
    dependencies = Dependencies(
        log,
        await open_access_store(settings.log),
        SystemClock(),
        partial(SealedChance, pools=pools),
        await open_picture_store(settings.log),
        secrets.token_urlsafe,
        pools.prepare,
    )
    port, here = listening.getsockname()[1], lan_addresses()
    allowed_origins = origins(settings, port, here if settings.lan else [])
    # A server with a public URL may run in a container, whose network is not that of its machine.
    network = f"http://{here[0]}:{port}{settings.base_path}" if here and not settings.public_url else ""
    started = Started(port, settings.typed_log, settings.base_path, network)
    site, config = assemble(dependencies, settings, allowed_origins, started)
    await site.public.load()
    server = TableServer(config)
    server.hub = site.hub
    composed = Program(log, site.hub, site.sessions, site, server, listening, allowed_origins)
    if settings.status:
        composed.status = status_server(site.hub, Settings(settings.log, port=settings.status))
    return composed


def status_server(hub: Hub, settings: Settings) -> StatusServer:
    """Return the server of the status page, which only this machine reaches."""
    listening = bind(settings, "--status")
    guarded = OriginGuard(status.app(hub), origins(settings, listening.getsockname()[1], []))
    config = UvicornConfig(guarded, lifespan="off", access_log=False, log_config=None, server_header=False)
    return StatusServer(EmbeddedServer(config), listening)


def assemble(
    outside: Dependencies, settings: Settings, allowed_origins: tuple[str, ...], started: Started | None = None
) -> tuple[Site, UvicornConfig]:
    """Return the site (the hub with its sessions), and the configuration of uvicorn, which contains the app and its
    guards. This is the whole program except for the parts that it gets from outside (`outside`)."""
    program_hash()  # computes and caches it now, before its files can change
    sessions = Sessions(outside.access, outside.clock, outside.random)
    process = outside.random(6)
    hub = Hub(
        outside.log,
        sessions,
        outside.clock,
        outside.chance_for,
        settings.rate,
        process,
        outside.pictures,
        outside.prepare,
        outside.often,
    )
    sessions.on_change(hub.removal.access_changed)  # first: it closes connections with the more exact reason
    sessions.on_change(hub.connections.access_changed)
    BoundedHttpProtocol.websockets = hub.connections.addresses
    base = settings.base_path
    public = PublicAddress(
        sessions, hub.background, allowed_origins, base, fixed=is_public_address(settings.public_url)
    )
    address = allowed_origins[0] + base
    push = PushDelivery(
        outside.access,
        outside.clock,
        lambda: public.set_by_host + base if public.set_by_host else address,
        to_loopback=settings.push_to_loopback,
    )
    hub.reminders = Reminders(
        outside.access, sessions, hub.streams, hub.presence, hub.background, push, outside.clock, process
    )
    site = Site(hub, sessions, address, push, public, started or Started(0))
    guard = OriginGuard(app(site), allowed_origins, base, hsts_subdomains=settings.hsts_subdomains)
    public.on_change(guard.admit)
    sessions.on_change(public.access_changed)
    guarded: ASGIApp = BasePath(guard, base) if base else guard
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    return site, UvicornConfig(
        TrustedProxyHeaders(guarded, proxies, lambda: bool(public.current)),
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
    """Serve until a signal comes or a task of the program dies. Then finish pending work and close. Raise RuntimeError
    if a task died."""
    loop = asyncio.get_running_loop()

    def stop(*_: object) -> None:
        """End the server's next round, and wake the loop for it."""
        loop.call_soon_threadsafe(setattr, program.server, "should_exit", True)

    earlier = {signal_: signal.signal(signal_, stop) for signal_ in HANDLED_SIGNALS}
    upkeep = asyncio.create_task(program.hub.run(), name="housekeeping")
    watching = asyncio.create_task(_stop_on_failure(program, upkeep))
    serving_status = asyncio.create_task(_serve_status(program))
    try:
        await program.server.serve(sockets=[program.listening])
    finally:
        if program.status is not None:
            program.status.server.should_exit = True
        await serving_status
        upkeep.cancel()
        watching.cancel()
        await asyncio.gather(upkeep, watching, return_exceptions=True)
        await program.site.push.close()
        await program.sessions.close()
        await program.hub.pictures.close()
        await program.log.close()
        for signal_, handler in earlier.items():
            signal.signal(signal_, handler)
    if program.hub.failed.is_set():
        raise RuntimeError("a task of the server failed; see the log above")


async def _serve_status(program: Program) -> None:
    """Serve the status page until the program ends."""
    if program.status is not None:
        await program.status.server.serve(sockets=[program.status.listening])


async def _stop_on_failure(program: Program, upkeep: "asyncio.Task[None]") -> None:
    """If a task dies that the program cannot work without, log the reason and stop the program."""
    failed = asyncio.create_task(program.hub.failed.wait())
    await asyncio.wait({failed, upkeep}, return_when=asyncio.FIRST_COMPLETED)
    if upkeep.done() and not upkeep.cancelled():
        log_.critical("The housekeeping task failed, so the server stops", exc_info=upkeep.exception())
    program.hub.failed.set()
    program.server.should_exit = True
