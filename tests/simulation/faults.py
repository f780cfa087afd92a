"""The faults that befall a simulated table, under the numbers of the fault plan.

Each fault begins, and is mended later. It calls `struck` when it takes effect. That may never happen: there may be no
server or connection to hit, or the step at which a server is to die may never come.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.simulation.link import Way
from tests.simulation.loop import BRINK, OUTSIDE
from tests.simulation.page import Visitor
from tests.simulation.server import SimulatedServer
from tests.simulation.world import World

Mend = Callable[[], None]
Struck = Callable[[], None]
"""Called when a fault takes effect; it may be called several times."""
Fault = Callable[[World, Random, Struck], Mend]


def nothing() -> None:
    """There is nothing to mend."""


def replace(world: World, server: SimulatedServer) -> Mend:
    """Remove a server that is gone; the mend starts a new one."""

    def begin() -> None:
        world.servers.append(world.serve(f"{server.name}'"))

    world.servers.remove(server)
    return begin


def killed(world: World, random: Random, struck: Struck) -> Mend:
    """FLT1: a server dies at a random point."""
    if not world.servers:
        return nothing
    server = random.choice(world.servers)
    server.kill()
    struck()
    return replace(world, server)


def killed_at(step: str) -> Fault:
    """FLT1: a server dies when it next reaches this step."""

    def killed(world: World, random: Random, struck: Struck) -> Mend:
        if not world.servers:
            return nothing
        server = random.choice(world.servers)

        def die() -> None:
            if server in world.servers:
                server.kill()
                struck()
                world.loop.call_later(random.random() * 5, replace(world, server), context=OUTSIDE)

        server.die_at(step, die)
        return nothing

    return killed


def stopped(world: World, random: Random, struck: Struck) -> Mend:
    """FLT2: a server is paused; bytes for it wait."""
    running = [server for server in world.servers if server.process.state == "runs"]
    if not running:
        return nothing
    server = random.choice(running)
    server.process.state = "stopped"
    struck()
    return lambda: world.loop.resume(server.process) if server.process.state == "stopped" else None


def restarted(world: World, random: Random, struck: Struck) -> Mend:
    """FLT21: a server receives SIGTERM, as during the roll-out of a release."""
    running = [server for server in world.servers if server.process.state == "runs"]
    if not running:
        return nothing
    server = random.choice(running)
    world.loop.create_task(server.stop())
    struck()
    return replace(world, server)


def store_dies(world: World, random: Random, struck: Struck) -> Mend:
    """FLT3: the store fails, and returns with every acknowledged commit."""
    if world.store.down:
        return nothing
    world.store.down = True
    struck()
    return lambda: _back(world)


def failed_over(world: World, random: Random, struck: Struck) -> Mend:
    """FLT10, FLT11: the store fails, and returns without the last commits of the scene."""
    world.store.down = True

    def back() -> None:
        lost = world.store.lose_tail(world.scene, random.randint(1, 6))
        if lost:
            world.note(f"{lost} entries lost")
            struck()
        _back(world)

    return back


def _back(world: World) -> None:
    world.store.down = False
    for server in world.servers:
        server.line.reconnected()


def cut_from_the_store(world: World, random: Random, struck: Struck) -> Mend:
    """FLT14: a server loses its line to the store."""
    if not world.servers:
        return nothing
    line = random.choice(world.servers).line
    if line.cut:
        return nothing
    line.cut = True
    struck()

    def mend() -> None:
        line.cut = False
        line.reconnected()

    return mend


def unsure_of_the_store(world: World, random: Random, struck: Struck) -> Mend:
    """FLT14, FLT4: requests and replies between a server and the store are lost or late, and published hints too."""
    if not world.servers:
        return nothing
    line = random.choice(world.servers).line
    line.unsure, line.forgetful, line.latest = random.random() * 0.6, random.random(), random.random() * 0.3
    line.failed = struck

    def mend() -> None:
        line.unsure, line.forgetful, line.latest = 0.0, 0.0, 0.003
        line.failed = nothing
        line.reconnected()  # as a line does after it is dialled again

    return mend


def link_cut(world: World, random: Random, struck: Struck) -> Mend:
    """FLT13: a connection is reset, and bytes in flight are lost."""
    visitor = _connected(world, random)
    if visitor is not None and visitor.connection is not None:
        visitor.connection.reset()
        struck()
    return nothing


def link_slow(world: World, random: Random, struck: Struck) -> Mend:
    """FLT13, FLT24: a connection is slow and narrow, and cuts messages into pieces."""
    visitor = _connected(world, random)
    if visitor is None or visitor.connection is None:
        return nothing
    connection = visitor.connection
    struck()
    connection.server.scale = random.choice([1, 256, 1024])
    for way in (connection.up, connection.down):
        way.latest, way.slices = random.random() * 2, random.random() < 0.7

    def mend() -> None:
        connection.server.scale = 1
        for way in (connection.up, connection.down):
            way.latest, way.slices = 0.005, False

    return mend


def one_way_silence(world: World, random: Random, struck: Struck) -> Mend:
    """FLT17: one direction of a connection, or both, carries no bytes; neither end is notified."""
    visitor = _connected(world, random)
    if visitor is None or visitor.connection is None:
        return nothing
    connection = visitor.connection
    ways = random.choice([(connection.up,), (connection.down,), (connection.up, connection.down)])
    struck()
    return _held(ways)


def swizzle_clog(world: World, random: Random, struck: Struck) -> Mend:
    """FLT16: links are stopped one by one, and released in a different order."""
    mends = [one_way_silence(world, random, struck) for _ in range(random.randint(2, 6))]
    random.shuffle(mends)

    def mend() -> None:
        for n, each in enumerate(mends):
            world.loop.call_later(n * random.random(), each, context=OUTSIDE)

    return mend


def _held(ways: tuple[Way, ...]) -> Mend:
    for way in ways:
        way.hold("fault")

    def mend() -> None:
        for way in ways:
            way.release("fault")

    return mend


def clock_jumps(world: World, random: Random, struck: Struck) -> Mend:
    """FLT18: a server's wall clock is wrong: by a little, by a lot, in 1970, or shortly before the overflow of 2038."""
    if not world.servers:
        return nothing
    clock = random.choice(world.servers).clock
    right = clock.wall() / 1000 - clock.wrong
    clock.wrong = random.choice([1.0, -1.0, 262.0, -262.0, -right, BRINK / 1000 - right])
    struck()

    def mend() -> None:
        clock.wrong = 0.0

    return mend


def sent_twice(world: World, random: Random, struck: Struck) -> Mend:
    """FLT15: commands are sent again: soon, late, or on another connection of the same seat."""

    def again(twin: Visitor, id_: bytes) -> None:
        if twin.again(id_):
            struck()

    for visitor in world.visitors:
        for id_ in random.sample(sorted(visitor.sent), min(3, len(visitor.sent))):
            twin = random.choice([v for v in world.visitors if v.seat == visitor.seat and v.stream == visitor.stream])
            twin.sent[id_] = visitor.sent[id_]
            world.loop.call_later(random.random() * 3, again, twin, id_, context=OUTSIDE)
    return nothing


def kicked(world: World, random: Random, struck: Struck) -> Mend:
    """FLT20: a seat is closed by another process; its connections must be closed."""
    name = random.choice(["Anna", "Ben", "Guest"])
    if world.entrances[name][0] not in world.kicked:
        world.kick(name)
        struck()
    return nothing


def _connected(world: World, random: Random) -> Visitor | None:
    connected = [v for v in world.visitors if v.connection is not None and not v.connection.over]
    return random.choice(connected) if connected else None


STEPS = ("before-append", "after-append", "mid-broadcast", "mid-snapshot")
"""The steps at which a server may die."""
FAULTS: dict[str, Fault] = {f"FLT1 {step}": killed_at(step) for step in STEPS} | {
    "FLT1": killed, "FLT2": stopped, "FLT3": store_dies, "FLT14": cut_from_the_store,
    "FLT14 unsure": unsure_of_the_store, "FLT13 cut": link_cut, "FLT13 slow": link_slow, "FLT15": sent_twice,
    "FLT16": swizzle_clog, "FLT17": one_way_silence, "FLT18": clock_jumps, "FLT20": kicked, "FLT21": restarted,
}  # fmt: skip
"""Faults after which every acknowledged command must still be in the log."""
LOSSES: dict[str, Fault] = {"FLT10": failed_over}
"""Faults that lose acknowledged commands; every client must be notified of the loss."""
