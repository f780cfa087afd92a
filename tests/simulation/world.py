"""A whole simulated table in one thread: servers, their shared store, people, and the checks at the end of a run."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Coroutine
from functools import partial
from itertools import count
from random import Random
from typing import Any

from domain.core.audience import Role, Seat
from domain.features.scenes.chronicle import BeginScene, FoundChronicle
from domain.features.table.scene_list import open_cards
from server.access.sessions import Sessions
from server.connection.connection import ACCESS_ENDED
from server.fold.commit_codec import command_key, digest, write
from server.fold.stream_fold import fold
from server.hub.handover_commands import table_submission
from server.log.contract import Entry
from server.stream.group_commit import Submission
from tests.server.socketless_tables import held, offered
from tests.simulation.checker import check
from tests.simulation.history import History
from tests.simulation.loop import SeededLoop
from tests.simulation.page import Visitor
from tests.simulation.server import SimulatedServer, VirtualClock
from tests.simulation.store import Store, done

LOGGERS = ("coterie", "uvicorn.error")
CHRONICLE = "night"
LOBBY = f"chronicle/{CHRONICLE}"
PEOPLE: tuple[tuple[str, Role], ...] = (
    ("Teller", "storyteller"),
    ("Anna", "player"),
    ("Ben", "player"),
    ("Guest", "spectator"),
)


class World:
    """Everything that one seed creates."""

    def __init__(self, seed: object, servers: int) -> None:
        self.loop = SeededLoop(seed)
        self.random = Random(f"{seed} world")
        self.store = Store(self.loop, Random(f"{seed} store"))
        self.servers = [self.serve(f"server {n}") for n in range(servers)]
        self.entrances: dict[str, tuple[Seat, str]] = {}
        self.links: dict[str, str] = {}
        self.visitors: list[Visitor] = []
        self.histories: dict[str, History] = {}
        self.kicked: set[Seat] = set()
        self.scene = ""
        self.events: list[str] = []
        """A line for every fault and start, in order."""
        self.errors = _Errors()
        for logger in LOGGERS:
            logging.getLogger(logger).addHandler(self.errors)

    def serve(self, name: str) -> SimulatedServer:
        """Start a server."""
        return SimulatedServer(name, self.loop, self.store, Random(self.random.random()))

    def note(self, event: str) -> None:
        """Add a line to `events`, with the virtual time."""
        self.events.append(f"{self.loop.time():.4f} {event}")

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run the loop until this coroutine ends; return its result."""
        return self.loop.run_until_complete(coroutine)

    async def run_on(self, server: SimulatedServer, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine inside a server's process; return its result."""
        return await self.loop.create_task(coroutine, context=server.process.context)

    # Setting the table

    async def set_up(self) -> None:
        """Create a chronicle with its seats, and a scene."""
        first = self.servers[0]
        await self.run_on(first, self._set_up(first))

    async def _set_up(self, server: SimulatedServer) -> None:
        hub, sessions = server.hub, server.site.sessions
        for name, role in PEOPLE:
            row, secret = await sessions.invite(CHRONICLE, name, role)
            entered = await sessions.enter(secret)
            self.entrances[name] = Seat(row.id, role), entered.token
            self.links[name] = secret
        lobby = await hub.streams.live(LOBBY)
        founding = FoundChronicle(LOBBY, CHRONICLE, "Night", "revised", ())
        assert await hub.streams.submit(lobby, table_submission(hub.now(), founding, "found")) == ""
        teller, begin = self.entrances["Teller"][0], BeginScene("The Docks")
        id_ = b"begin".ljust(16, b"-")
        submission = Submission(teller, id_, command_key(teller, id_), digest(write(begin)), begin, 0, hub.now())
        assert await hub.streams.submit(lobby, submission) == ""
        self.scene = open_cards(lobby.folded.state.full)[0].stream
        await hub.streams.live(self.scene)

    def sit(self, name: str, stream: str) -> Visitor:
        """Let a person open the stream with a page. Each new connection of the page goes to the next server."""
        seat, token = self.entrances[name]
        history = self.histories.setdefault(stream, History())
        random = Random(self.random.random())
        turn = count(random.randrange(100))

        def pick() -> SimulatedServer | None:
            return self.servers[next(turn) % len(self.servers)] if self.servers else None

        visitor = Visitor(self.loop, random, seat, token, stream, history, pick, partial(self.renewed, name))
        self.visitors.append(visitor)
        visitor.start()
        return visitor

    def renewed(self, name: str) -> str:
        """Return the token of a person who follows a new link, as after a wrong clock has ended all sessions (FLT18);
        "" if the seat was kicked."""
        seat = self.entrances[name][0]
        if seat in self.kicked:
            return ""
        sessions = Sessions(self.store.access, VirtualClock(self.loop), lambda size: self.random.randbytes(size).hex())
        return done(sessions.enter(done(sessions.reissue(seat.id)))).token

    def kick(self, name: str) -> None:
        """Close a seat from a process that is none of the simulated servers."""
        seat = self.entrances[name][0]
        self.kicked.add(seat)
        done(Sessions(self.store.access, VirtualClock(self.loop), lambda _: "").revoke(seat.id))
        for visitor in self.visitors:
            visitor.reader.stays = visitor.reader.stays and visitor.seat != seat

    # Checks at the end

    def violations(self) -> list[str]:
        """Return a sentence for each law that this run broke."""
        found = [*self.loop.failures, *self.errors.found]
        dead = [server for server in self.servers if server.hub.failed.is_set() or server.keeping.done()]
        found += [f"INV9: a task of {server.name} died" for server in dead]
        running = [server for server in self.servers if server.process.state == "runs"]
        for stream, history in self.histories.items():
            folds = [
                live.folded for server in running for live in server.hub.streams.live_streams() if live.stream == stream
            ]
            found += [f"{law} ({stream})" for law in check(history, self.branches(stream), folds)]
        for visitor in self.visitors:
            found += visitor.violations
            if visitor.seat in self.kicked and visitor.gone != ACCESS_ENDED:
                found.append(f"FLT20: {visitor.seat.id} was kicked and is still connected")
            if visitor.reader.stays:
                found += self._holds(visitor)
        return found

    def branches(self, stream: str) -> list[list[Entry]]:
        """The stream before each loss of its end, and as it is now."""
        return [*self.store.lost.get(stream, []), list(self.store.entries.get(stream, []))]

    def _holds(self, visitor: Visitor) -> list[str]:
        name = f"{visitor.seat.id} at {visitor.stream}"
        folded = fold(self.store.entries[visitor.stream])
        found = []
        if not visitor.welcomed:
            found.append(f"INV9: {name} is not connected again")
        if visitor.pending:
            found.append(f"INV9: {len(visitor.pending)} commands of {name} have no answer")
        if visitor.page.audiences != held(folded, visitor.seat):
            found.append(f"INV3: {name} holds records that differ from the fold of the log")
        if visitor.page.options != offered(folded.state, visitor.seat):
            found.append(f"INV3: {name} has options that differ from those of the fold of the log")
        return found

    def trace(self) -> str:
        """A digest of all that happened. Equal seeds give equal digests."""
        told = [(t.step, t.frames) for h in self.histories.values() for r in h.readers for t in r.received]
        heads = sorted((name, len(e), e[-1].chain) for name, e in self.store.entries.items())
        return hashlib.sha256(repr((self.events, told, heads, self.loop.steps)).encode()).hexdigest()

    def close(self) -> None:
        """Close the loop and stop collecting log records."""
        for logger in LOGGERS:
            logging.getLogger(logger).removeHandler(self.errors)
        logging.disable()  # tasks that are destroyed half-way would log warnings
        try:
            self.loop.close()
        finally:
            logging.disable(logging.NOTSET)


class _Errors(logging.Handler):
    """Collects all errors that the servers log. No fault may cause an error in the log, except that a stream lost its
    end."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if "read again from its beginning" not in said:
            self.found.append(f"logged: {said} {record.exc_info[1]!r}" if record.exc_info else f"logged: {said}")
