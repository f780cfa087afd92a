"""The secrets that a player could infer from response times: whether a secret roll came just before (FLT32), and
whether a character is hidden or does not exist (SEC11). The measure is how well two kinds of commands can be told apart
by their times, the area under the curve: a half if the times reveal nothing.

A secret roll is complete before the player's command: two commands that arrive in the same instant wait for each
other,
from whichever seat.

Known: every append just before, secret or public, leaves warm caches in the processor, so that the next command is
answered sooner. Measured on two cores shared with other work, the kinds in random order:

- Just after a secret roll, as here: areas of 0.41 to 0.49 (of 10,000 commands 0.430); 0.25 to 0.28 if server and
  player
  could not be interrupted (real-time priority): 52 to 64 of 540 microseconds sooner.
- The player in a process of its own, real-time priority, 1,000 commands of each kind: 3 ms later 0.44 (31 of 839
  microseconds), 10 ms later 0.42 to 0.44. With the log in memory 0.39 to 0.43, so the disk is not the cause.
- 50 ms later 0.48 to 0.52: of 7,000 commands 0.498.
- A kind compared with itself, which is chance alone: 0.47 to 0.51; of the 10,000 0.507, of the 7,000 0.495.

The README says so under "What Coterie cannot promise".
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

import httpx

from domain.command import Command
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.whole_server import Client
from tests.soak.judged import Waiting

TELLS_MOST = 0.05
"""The allowed distance of the area from a half."""
LATER = 0.05
"""Seconds after which caches have no effect any more."""
LATER_EVERY = 5
"""Every so many probes there is a slow probe after `LATER` seconds."""
JUST_AFTER, AFTERWARDS, HIDDEN = "FLT32", "FLT32 (50 ms later)", "SEC11"


class Heard(NamedTuple):
    """The area for two kinds of commands; and `null`, that of a kind compared with itself, which is chance alone."""

    area: float
    null: float
    number: int
    """The number of timed commands."""

    def __str__(self) -> str:
        return f"the area is {self.area:.3f}; of one kind against itself {self.null:.3f}"

    @property
    def within(self) -> bool:
        """True if the times reveal no more than allowed."""
        return abs(self.area - 0.5) <= TELLS_MOST


class Timed(NamedTuple):
    """The figures by fault, and whether the machine was too busy to judge them."""

    heard: dict[str, Heard]
    busy: bool


Probe = Callable[[bool], Awaitable[float]]
"""Sends a command of one of the two kinds, and returns the seconds until the answer."""


def area(without: list[float], with_it: list[float]) -> float:
    """The area under the curve: how often a command of the second kind took longer than a command of the first."""
    ranked = sorted([(seconds, False) for seconds in without] + [(seconds, True) for seconds in with_it])
    ranks = sum(place for place, (_, second) in enumerate(ranked, 1) if second)
    number = len(with_it)
    return (ranks - number * (number + 1) / 2) / (len(without) * number)


async def compare_times(random: Random, probe: Probe, number: int) -> Heard:
    """Measure how well times tell the two kinds apart. Half of the commands are of each kind, in random order."""
    kinds = [n % 2 == 0 for n in range(number)]
    random.shuffle(kinds)
    took: dict[bool, list[float]] = {False: [], True: []}
    for kind in kinds:
        took[kind].append(await probe(kind))
    return Heard(area(took[False], took[True]), area(took[False][::2], took[False][1::2]), number)


async def seconds(client: Client, command: Command, code: str = "") -> float:
    """Measure the seconds until the answer. The command is sent from the newest view, as the page does, since an old
    view would be refused. Raise `AssertionError` unless it is accepted, or refused with this code."""
    seen = client.page.audiences["everyone"][0]
    await client.send("ack", 0)  # a sign of life
    since = time.perf_counter()
    answer = await client.do(command, seen=seen)
    took = time.perf_counter() - since
    came = answer[2] if answer[0] == "refused" else ""
    assert came == code, f"answered {answer}, expected {code or 'accepted'}"
    return took


async def timed(seed: str, number: int) -> Timed:
    """Time so many public rolls, half of them just after a secret roll; some more with a delay between; and so many
    commands for a character that is hidden or does not exist. The server is a process of its own, with a file."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with httpx.AsyncClient(timeout=START_SECONDS) as http:
            process = await started("--log", f"sqlite:///{folder}/log.db", "--port", "0", "--rate", "100000")
            server = Server(process, await link_of(process), http)
            try:
                waiting = Waiting(process.pid, os.getpid())
                return Timed(await _asked(server, random, number), waiting.busy())
            finally:
                await server.end()


async def _asked(server: Server, random: Random, number: int) -> dict[str, Heard]:
    teller = await server.chronicle()
    guest = await server.invited(teller)
    lobby = await server.sit(teller)
    await lobby.do(CreateCharacter("Shade", traits=(("Strength", 3),), hidden=True))
    shade = next(r[1] for r in lobby.page.audiences["storyteller"][2].values() if r[0] == "Face")
    await lobby.do(BeginScene("The Docks"))
    stream = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    storyteller, anna = await server.sit(teller, stream), await server.sit(guest, stream)

    async def just_after(secret: bool, later: float = 0.0) -> float:
        await asyncio.sleep(random.random() * 0.002)
        if secret:
            await seconds(storyteller, RollInSecret(dice=5))
        else:
            await seconds(storyteller, Roll("look", actor="nobody"), "no-such-character")
        if later:
            await asyncio.sleep(later)
        return await seconds(anna, Roll("jump", dice=4))

    async def hidden_or_absent(hidden: bool) -> float:
        command = Roll("", actor=shade if hidden else shade[::-1], traits=("Strength",))
        return await seconds(anna, command, "no-such-character")

    return {
        JUST_AFTER: await compare_times(random, just_after, number),
        AFTERWARDS: await compare_times(random, lambda secret: just_after(secret, LATER), number // LATER_EVERY),
        HIDDEN: await compare_times(random, hidden_or_absent, number),
    }
