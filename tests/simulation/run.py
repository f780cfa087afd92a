"""One run of a simulated table: `run(seed)`. Equal seeds give equal runs on every machine.

A safety run injects faults, then mends all of them; a liveness run leaves some servers broken. In both, every client
that can reach a working server must be connected, up to date and answered within `BACK_WITHIN` virtual seconds.

    python -m tests.simulation SEED        run a seed and print its events
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from domain.features.scenes.chat import Say
from server.limits_and_timeouts import TICK_EVERY
from tests.simulation.faults import FAULTS, LOSSES, Mend
from tests.simulation.loop import OUTSIDE
from tests.simulation.page import Visitor
from tests.simulation.random_commands import random_command
from tests.simulation.world import World

BACK_WITHIN = 150.0
"""A client notices silence after 45 s, retries within 30 s, and a lost hint is repaired at the next tick after 15 s:
twice this sum, plus some time for the answers."""
COMMANDS = 40
SITTING = ("Teller", "Anna", "Ben", "Guest", "Anna")
KINDS = ("safety", "liveness", "failover")


@dataclass
class Outcome:
    """The result of a run."""

    seed: str
    kind: str
    trace: str
    violations: list[str]
    faults: Counter[str]
    """How often each fault took effect."""
    events: list[str] = field(repr=False)
    steps: int = 0
    commits: int = 0


def kind_of(seed: object) -> str:
    """Choose the kind of run: of eight runs six are safety runs, one a liveness run, one a run that loses the log's
    end."""
    return Random(f"{seed} kind").choice((KINDS[0],) * 6 + KINDS[1:])


def run(seed: object, kind: str = "", only: Sequence[str] = ()) -> Outcome:
    """Run a seed. `only`: the names of the faults to inject; empty: a random choice."""
    kind = kind or kind_of(seed)
    world = World(f"{seed} {kind}", servers=Random(f"{seed} servers").choice([1, 2, 2, 3]) + (kind == "liveness"))
    try:
        play = _Play(world, Random(f"{seed} play"), kind, only)
        world.run(play.play())
        entries = sum(len(stream) for stream in world.store.entries.values())
        violations = world.violations()
        return Outcome(f"{seed}", kind, world.trace(), violations, play.faults, world.events, world.loop.steps, entries)
    finally:
        world.close()


class _Play:
    """The script of a run: who sends commands, which faults begin and end, in which order."""

    def __init__(self, world: World, random: Random, kind: str, only: Sequence[str]) -> None:
        self.world, self.random, self.kind, self.only = world, random, kind, only
        self.faults: Counter[str] = Counter()
        self.effective: set[int] = set()
        self.mends: dict[int, tuple[str, Mend]] = {}

    async def play(self) -> None:
        """Play the whole run."""
        world, random = self.world, self.random
        await world.set_up()
        visitors = [world.sit(name, world.scene) for name in SITTING]
        visitors.append(world.sit("Teller", "chronicle/night"))
        await asyncio.sleep(random.random() * 3)
        asking = asyncio.create_task(self._ask(visitors[:-1]))
        breaking = asyncio.create_task(self._break())
        await asking
        breaking.cancel()
        if self.kind == "liveness":
            self._freeze()
        else:
            self._mend_all()
        await self._until_well()
        for visitor in visitors[:-1]:
            if not visitor.gone and visitor.seat.role != "spectator":
                visitor.submit(Say("all is well"))
        await self._until_well()

    async def _until_well(self) -> None:
        """Wait until all clients are connected and answered and every lost hint is repaired, at most `BACK_WITHIN`."""
        give_up = self.world.loop.time() + BACK_WITHIN
        await asyncio.sleep(TICK_EVERY + 1)
        while self.world.loop.time() < give_up and not self._well():  # noqa: ASYNC110 - virtual time, and there is no event to wait for
            await asyncio.sleep(1)  # virtual
        await asyncio.sleep(TICK_EVERY + 1)

    def _well(self) -> bool:
        return all(v.gone or (v.welcomed and not v.pending) for v in self.world.visitors)

    async def _ask(self, visitors: list[Visitor]) -> None:
        seats = [seat.id for seat, _ in self.world.entrances.values()]
        for _ in range(COMMANDS):
            visitor = self.random.choice(visitors)
            visitor.submit(random_command(self.random, visitor, seats))
            if self.random.random() < 0.1:
                visitor.look(self.random.randint(1, 30))
            await asyncio.sleep(self.random.choice([0, 0.001, 0.01, 0.1, 2]) * self.random.random() * 2)

    async def _break(self) -> None:
        known = FAULTS | (LOSSES if self.kind == "failover" else {})
        wanted = [*self.only] or self.random.sample(sorted(known), self.random.randint(1, 4))
        if self.kind == "failover":
            wanted.append("FLT10")
        number = 0
        while True:
            await asyncio.sleep(self.random.expovariate(1.0))
            name = self.random.choice(wanted)
            if sum(name == begun for begun, _ in self.mends.values()) >= 2:
                continue
            number += 1
            self.world.note(f"{name} begins ({number})")
            self.mends[number] = name, known[name](self.world, self.random, partial(self._struck, name, number))
            lasts = self.random.choice([0.05, 0.5, 5, 50]) * self.random.random()
            self.world.loop.call_later(lasts, self._mend, number, context=OUTSIDE)

    def _struck(self, name: str, number: int) -> None:
        if number not in self.effective:
            self.effective.add(number)
            self.faults[name] += 1
            self.world.note(f"{name} takes effect ({number})")

    def _mend(self, number: int) -> None:
        name, mend = self.mends.pop(number, ("", None))
        if mend is not None:
            self.world.note(f"{name} is mended ({number})")
            mend()

    def _mend_all(self) -> None:
        for number in list(self.mends):
            self._mend(number)
        for server in self.world.servers:
            server.log.at.clear()
        if not self.world.servers:
            self.world.servers.append(self.world.serve("a last one"))

    def _freeze(self) -> None:
        """Leave some servers broken: all but one may be dead or stopped for good."""
        self._mend_all()
        servers = self.world.servers
        for server in self.random.sample(servers, len(servers) - 1):
            match self.random.choice(["dead", "stopped", "well"]):
                case "dead":
                    server.kill()
                    servers.remove(server)
                case "stopped":
                    server.process.state = "stopped"
                case _:
                    continue
            self.world.note(f"{server.name} stays {server.process.state}")
