"""Several processes that serve one scene from one Redis, with a client at each that sends commands as fast as they are
answered.

Measures the accepted commands a second, and the share of each process. The servers share a core; the clients and Redis
have another.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import httpx
import msgpack  # type: ignore[import-untyped]

from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chronicle import BeginScene
from server.fold.commit_codec import write
from tests.bench.run import EVERY_SECOND, RATE, Result, cores, on_core
from tests.redis_server import RedisServer
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client

WINDOW: Final = 128
"""The commands that each client has in flight."""
ROLL: Final = msgpack.unpackb(write(Roll("keep watch", dice=6)))


class Sender:
    """A client at one of the processes."""

    def __init__(self, client: Client) -> None:
        self.answers: dict[str, int] = {"accepted": 0, "refused": 0}
        self.waits: list[float] = []
        """Seconds until each answer."""
        self._client = client
        self._asked: dict[bytes, float] = {}
        self._seen = client.page.audiences["everyone"][0]

    async def send_for(self, seconds: float, window: int) -> None:
        """Keep so many commands in flight for so long, and at least until one is accepted."""
        for _ in range(window):
            await self._send()
        end = time.monotonic() + seconds
        while time.monotonic() < end or not self.answers["accepted"]:
            message = await self._client.socket.recv()
            told = msgpack.Unpacker(raw=False)
            told.feed(message)
            for frame in told:
                await self._hear(frame)

    async def _hear(self, frame: Sequence[Any]) -> None:
        if frame[0] == "part" and frame[1] == "everyone":
            self._seen = frame[2]
        elif frame[0] == "tick":
            await self._client.send("ack", frame[1])
        elif frame[0] in self.answers and frame[1] in self._asked:
            self.waits.append(time.monotonic() - self._asked.pop(frame[1]))
            self.answers[frame[0]] += 1
            await self._send()

    async def _send(self) -> None:
        id_ = fresh_id()
        self._asked[id_] = time.monotonic()
        await self._client.send("command", id_, self._seen, ROLL)


async def contended(processes: int, seconds: float, window: int = WINDOW) -> Result:
    """Run so many processes for so long. `commands`, `refused`: of all; `least`, `most`: commands of a process; `p99`:
    of all answers, in ms."""
    server_core, other_core = cores()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="coterie-bench-"))
        stack.enter_context(on_core(other_core))
        redis = RedisServer(Path(folder), *EVERY_SECOND).start()
        stack.callback(redis.kill)
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=START_SECONDS))
        servers = []
        for _ in range(processes):
            with on_core(server_core):
                where = ("--log", f"{redis.url}?durability=second", "--port", "0", "--rate", RATE)
                process = await started(*where)
            servers.append(Server(process, await link_of(process), http))
            stack.push_async_callback(servers[-1].end)
        teller = await servers[0].chronicle()
        lobby = await servers[0].sit(teller)
        await lobby.do(BeginScene("The Docks"))
        scene = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
        seats = [await servers[0].invited(teller, f"Player {n}") for n in range(processes)]
        clients = [await server.sit(seat, scene) for server, seat in zip(servers, seats, strict=True)]
        senders = [Sender(client) for client in clients]
        begun = time.monotonic()
        await asyncio.gather(*(sender.send_for(seconds, window) for sender in senders))
        took = time.monotonic() - begun
    counts = [sender.answers["accepted"] for sender in senders]
    waits = sorted(wait for sender in senders for wait in sender.waits)
    return {
        "processes": processes, "seconds": took, "commands": sum(counts), "least": min(counts), "most": max(counts),
        "refused": sum(sender.answers["refused"] for sender in senders), "lost": 0, "cut": 0,
        "p99": 1e3 * waits[int(0.99 * len(waits))],
    }  # fmt: skip
