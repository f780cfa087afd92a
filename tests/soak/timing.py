"""What the clock tells a player: whether something was rolled in secret just before (F32), and whether what is asked
for is hidden or is not there at all (S11). Told by how well one of two sorts can be picked by the time that it took,
the area under the curve: a half where the time tells nothing.

A secret roll is over before the player speaks: two commands that come in the same instant wait for each other, whoever
sends them.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from random import Random

import httpx

from domain.features.chronicle import BeginScene
from domain.features.creating import CreateCharacter
from domain.features.free_roll import Roll, RollInSecret
from tests.server.houses import Client
from tests.server.processes import START_SECONDS, Server, link_of, started

TELLS_MOST = 0.05
"""How far from a half the area may be."""

Probe = Callable[[bool], Awaitable[float]]
"""Does one of the two sorts of things, and says how many seconds the player waited."""


def area(without: list[float], with_it: list[float]) -> float:
    """The area under the curve: how often one of the second sort took longer than one of the first."""
    ranked = sorted([(seconds, False) for seconds in without] + [(seconds, True) for seconds in with_it])
    ranks = sum(place for place, (_, second) in enumerate(ranked, 1) if second)
    number = len(with_it)
    return (ranks - number * (number + 1) / 2) / (len(without) * number)


async def told_apart(random: Random, probe: Probe, number: int) -> float:
    """How well the clock tells the two sorts apart, each being half of so many in no order."""
    sorts = [n % 2 == 0 for n in range(number)]
    random.shuffle(sorts)
    took: dict[bool, list[float]] = {False: [], True: []}
    for sort in sorts:
        took[sort].append(await probe(sort))
    return area(took[False], took[True])


async def seconds(client: Client, command: Roll) -> float:
    """How long a player waits for the answer."""
    await client.send("ack", 0)  # a sign of life
    since = time.perf_counter()
    await client.do(command)
    return time.perf_counter() - since


async def timed(seed: str, number: int) -> list[str]:
    """So many public rolls, half of them with a secret one just before; and so many wishes for a character that is
    hidden, or is none. On a process of its own, with a file."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with httpx.AsyncClient(timeout=START_SECONDS) as http:
            process = await started("--log", f"sqlite:///{folder}/log.db", "--port", "0", "--rate", "100000")
            server = Server(process, await link_of(process), http)
            try:
                return await _asked(server, random, number)
            finally:
                await server.end()


async def _asked(server: Server, random: Random, number: int) -> list[str]:
    teller = await server.chronicle()
    guest = await server.invited(teller)
    lobby = await server.sit(teller)
    await lobby.do(CreateCharacter("Shade", traits=(("Strength", 3),), hidden=True))
    shade = next(r[1] for r in lobby.page.audiences["storyteller"][2].values() if r[0] == "Face")
    await lobby.do(BeginScene("The Docks"))
    stream = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    storyteller, anna = await server.sit(teller, stream), await server.sit(guest, stream)

    async def after_a_secret(secret: bool) -> float:
        await asyncio.sleep(random.random() * 0.002)
        await storyteller.send("ack", 0)
        await (storyteller.do(RollInSecret(dice=5)) if secret else storyteller.do(Roll("look", actor="nobody")))
        return await seconds(anna, Roll("jump", dice=4))

    async def of_the_hidden(hidden: bool) -> float:
        return await seconds(anna, Roll("", actor=shade if hidden else shade[::-1], traits=("Strength",)))

    found = []
    for fault, probe in (("F32", after_a_secret), ("S11", of_the_hidden)):
        told = await told_apart(random, probe, number)
        if abs(told - 0.5) > TELLS_MOST:
            found.append(f"{fault}: the clock tells: {told:.3f}")
    return found
