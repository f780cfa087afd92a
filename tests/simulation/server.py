"""A simulated server: the whole program as `server.app` assembles it, except for sockets, clock, chance and stores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from uvicorn.server import ServerState

from domain.features.table.settings import SceneKey
from server.app import Dependencies, assemble
from server.fold.projection import EncodedCommit
from server.fold.snapshots import SnapshotInterval
from server.fold.stream_fold import StreamFold
from server.limits_and_timeouts import Rate
from server.pictures.memory import MemoryPictureStore
from server.serve_settings import Settings
from server.stream.fan_out import Answers, FanOut
from tests.server.processes.mid_broadcast import amid
from tests.server.socketless_tables import SeededChance
from tests.simulation.link import Connection
from tests.simulation.loop import Process, SeededLoop
from tests.simulation.store import Line, SharedAccessStore, SharedLog, Store

ORIGIN = "http://table.example"
OFTEN = SnapshotInterval(commits=5, seconds=0.0)
"""Take snapshots all the time, so that most starts load one."""
SETTINGS = Settings("simulated:", rate=Rate(1e6, 1e6))


class VirtualClock:
    """A server's clock. Its wall clock may be wrong."""

    def __init__(self, loop: SeededLoop) -> None:
        self._loop = loop
        self.wrong = 0.0
        """The error of the wall clock, in seconds."""

    def wall(self) -> int:
        return self._loop.began + int((self._loop.time() + self.wrong) * 1000)

    def steady(self) -> float:
        return self._loop.time() + 1000.0


class SimulatedServer:
    """A serving process. It can be stopped, continued, and killed (then another one must be started)."""

    def __init__(self, name: str, loop: SeededLoop, store: Store, random: Random) -> None:
        self.name = name
        self.process = Process(name)
        self.clock = VirtualClock(loop)
        self.line = Line(store, self.process)
        self.log = SharedLog(store, self.line)
        self.connections: list[Connection] = []
        self._loop, self._random, self._store = loop, random, store
        self._sockets = ServerState()
        self.process.context.run(self._start)

    def _start(self) -> None:
        def chance_for(seeds: SceneKey | None, key: bytes, now: int) -> SeededChance:
            return SeededChance(self._random, seeds, key, now)

        def text(size: int) -> str:
            return self._random.randbytes(size).hex()

        outside = Dependencies(
            self.log,
            SharedAccessStore(self._store, self.line),
            self.clock,
            chance_for,
            MemoryPictureStore(),
            text,
            often=OFTEN,
        )
        self.site, self._config = assemble(outside, SETTINGS, (ORIGIN,))
        self._config.load()
        self.hub = self.site.hub
        self.keeping = self._loop.create_task(self.hub.run())

    @property
    def listens(self) -> bool:
        """True if its port accepts connections, even if late."""
        return self.process.state != "dead"

    def connect(self, heard: Callable[[bytes], None], ended: Callable[[], None]) -> Connection:
        """Open a connection to this server."""
        connection = Connection(self._loop, self._random, self.process, heard, ended)
        self.connections = [c for c in self.connections if not c.server.gone]
        self.connections.append(connection)
        self._loop.call_soon(self._accept, connection, context=self.process.context)
        return connection

    def _accept(self, connection: Connection) -> None:
        if connection.server.gone:
            return
        protocol = self._config.http_protocol_class(self._config, self._sockets, {}, self._loop)  # type: ignore[call-arg] # as uvicorn does
        connection.server.set_protocol(protocol)
        protocol.connection_made(connection.server)
        connection.up.release("accepting")

    def die_at(self, step: str, die: Callable[[], None]) -> None:
        """Let it die when it next reaches this step; replaces an earlier step."""
        self.log.at = {step: die}
        if step == "mid-broadcast":
            for live in self.hub.streams.live_streams():
                fan_out = live._fan_out
                fan_out.broadcast = partial(self._tell, fan_out)  # type: ignore[method-assign] # only of this instance

    def _tell(self, fan_out: FanOut, folded: StreamFold, told: Sequence[EncodedCommit], answers: Answers) -> None:
        if die := self.log.at.get("mid-broadcast"):
            amid(fan_out, told, die)
        FanOut.broadcast(fan_out, folded, told, answers)

    def kill(self) -> None:
        """SIGKILL: its code does not run any more; bytes that it wrote may still arrive."""
        self.process.state = "dead"
        self.line.cut = True
        self._store.lines.remove(self.line)
        for connection in self.connections:
            connection.down.release("fault")
            connection.server.close()

    async def stop(self) -> None:
        """SIGTERM: finish, notify all clients, end."""
        stopping = self._loop.create_task(self.hub.stop(), context=self.process.context)
        await asyncio.wait([stopping], timeout=30)
        self.kill()
