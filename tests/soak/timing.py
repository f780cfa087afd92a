"""What the clock tells a player: whether something was rolled in secret just before (F32), and whether what is asked
for is hidden or is not there at all (S11). Told by how well one of two sorts can be picked by the time that it took,
the area under the curve: a half where the time tells nothing.

A secret roll is over before the player speaks: two commands that come in the same instant wait for each other, whoever
sends them.

Known: whatever was saved just before, a secret roll or an open one, leaves the processor's caches warm, so that the
next command is answered sooner. Measured on two cores that others used, too, the sorts in no order:

- Just after a secret roll, as here: areas of 0.41 to 0.49 (of 10,000 commands 0.430); 0.25 to 0.28 where others could
  not interrupt server and player (real-time priority): 52 to 64 of 540 microseconds sooner.
- The player in a process of its own, real-time priority, 1,000 commands of each sort: 3 ms later 0.44 (31 of 839
  microseconds), 10 ms later 0.42 to 0.44. With the log in memory 0.39 to 0.43, so it is no disk's doing.
- 50 ms later 0.48 to 0.52: of 7,000 commands 0.498.
- One sort against itself, which is chance alone: 0.47 to 0.51; of the 10,000 0.507, of the 7,000 0.495.

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

from domain.core.command import Command
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.whole_server import Client
from tests.soak.judged import Waiting

TELLS_MOST = 0.05
"""How far from a half the area may be."""
LATER = 0.05
"""Seconds after which caches tell nothing any more."""
LATER_EVERY = 5
"""Of so many probes one is made so much later, too: these take long."""
JUST_AFTER, AFTERWARDS, HIDDEN = "F32", "F32 (50 ms later)", "S11"


class Heard(NamedTuple):
    """How well the clock tells the two sorts apart; and the `null`, how well it tells one of them from itself, which is
    chance alone."""

    told: float
    null: float
    number: int
    """How many were timed."""

    def __str__(self) -> str:
        return f"the area is {self.told:.3f}; of one sort against itself {self.null:.3f}"

    @property
    def within(self) -> bool:
        """Whether the clock tells no more than it may."""
        return abs(self.told - 0.5) <= TELLS_MOST


class Timed(NamedTuple):
    """What was heard, by fault, and whether the machine was too busy to judge it."""

    heard: dict[str, Heard]
    busy: bool


Probe = Callable[[bool], Awaitable[float]]
"""Does one of the two sorts of things, and says how many seconds the player waited."""


def area(without: list[float], with_it: list[float]) -> float:
    """The area under the curve: how often one of the second sort took longer than one of the first."""
    ranked = sorted([(seconds, False) for seconds in without] + [(seconds, True) for seconds in with_it])
    ranks = sum(place for place, (_, second) in enumerate(ranked, 1) if second)
    number = len(with_it)
    return (ranks - number * (number + 1) / 2) / (len(without) * number)


async def told_apart(random: Random, probe: Probe, number: int) -> Heard:
    """How well the clock tells the two sorts apart, each being half of so many in no order."""
    sorts = [n % 2 == 0 for n in range(number)]
    random.shuffle(sorts)
    took: dict[bool, list[float]] = {False: [], True: []}
    for sort in sorts:
        took[sort].append(await probe(sort))
    return Heard(area(took[False], took[True]), area(took[False][::2], took[False][1::2]), number)


async def seconds(client: Client, command: Command, code: str = "") -> float:
    """How long somebody waits for the answer. The command is sent from the newest view, as the page does: from one that
    is 10,000 commits old it would be refused for that. Raises `AssertionError` unless it is accepted, or refused with
    this code."""
    seen = client.page.audiences["everyone"][0]
    await client.send("ack", 0)  # a sign of life
    since = time.perf_counter()
    answer = await client.do(command, seen=seen)
    took = time.perf_counter() - since
    came = answer[2] if answer[0] == "refused" else ""
    assert came == code, f"answered {answer}, and not {code or 'accepted'}"
    return took


async def timed(seed: str, number: int) -> Timed:
    """So many public rolls, half of them with a secret one just before; some more, somewhat later; and so many wishes
    for a character that is hidden, or is none. On a process of its own, with a file."""
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

    async def of_the_hidden(hidden: bool) -> float:
        command = Roll("", actor=shade if hidden else shade[::-1], traits=("Strength",))
        return await seconds(anna, command, "no-such-character")

    return {
        JUST_AFTER: await told_apart(random, just_after, number),
        AFTERWARDS: await told_apart(random, lambda secret: just_after(secret, LATER), number // LATER_EVERY),
        HIDDEN: await told_apart(random, of_the_hidden, number),
    }
