"""What is done to a simulated table, under the numbers of the fault plan.

Each fault begins, and is mended later. It says when it takes effect, if ever: there may be nothing to do it to, or what
it lies in wait for may never come.
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
"""Called when a fault takes effect, and perhaps again."""
Fault = Callable[[World, Random, Struck], Mend]


def nothing() -> None:
    """There is nothing to mend."""


def replace(world: World, server: SimulatedServer) -> Mend:
    """Another server in the place of one that is gone."""

    def begin() -> None:
        world.servers.append(world.serve(f"{server.name}'"))

    world.servers.remove(server)
    return begin


def killed(world: World, random: Random, struck: Struck) -> Mend:
    """F1: a server dies at a random point."""
    if not world.servers:
        return nothing
    server = random.choice(world.servers)
    server.kill()
    struck()
    return replace(world, server)


def killed_at(step: str) -> Fault:
    """F1: a server dies when it next comes to this step."""

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
    """F2: a server is paused; what is sent to it waits."""
    running = [server for server in world.servers if server.process.state == "runs"]
    if not running:
        return nothing
    server = random.choice(running)
    server.process.state = "stopped"
    struck()
    return lambda: world.loop.resume(server.process) if server.process.state == "stopped" else None


def restarted(world: World, random: Random, struck: Struck) -> Mend:
    """A server is told to end, as when a release is rolled out."""
    running = [server for server in world.servers if server.process.state == "runs"]
    if not running:
        return nothing
    server = random.choice(running)
    world.loop.create_task(server.stop())
    struck()
    return replace(world, server)


def store_dies(world: World, random: Random, struck: Struck) -> Mend:
    """F3: the store is gone, and comes back with all that it acknowledged."""
    if world.store.down:
        return nothing
    world.store.down = True
    struck()
    return lambda: _back(world)


def failed_over(world: World, random: Random, struck: Struck) -> Mend:
    """F10, F11: the store is gone, and what comes back lacks the end of the scene."""
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
        server.line.begin_hearing()


def cut_from_the_store(world: World, random: Random, struck: Struck) -> Mend:
    """F14: a server loses its line to the store."""
    if not world.servers:
        return nothing
    line = random.choice(world.servers).line
    if line.cut:
        return nothing
    line.cut = True
    struck()

    def mend() -> None:
        line.cut = False
        line.begin_hearing()

    return mend


def unsure_of_the_store(world: World, random: Random, struck: Struck) -> Mend:
    """F14, F4: requests and replies between a server and the store are lost or late, and hints with them."""
    if not world.servers:
        return nothing
    line = random.choice(world.servers).line
    line.unsure, line.forgetful, line.latest = random.random() * 0.6, random.random(), random.random() * 0.3
    line.failed = struck

    def mend() -> None:
        line.unsure, line.forgetful, line.latest = 0.0, 0.0, 0.003
        line.failed = nothing
        line.begin_hearing()  # as a line does that was dialled anew

    return mend


def link_cut(world: World, random: Random, struck: Struck) -> Mend:
    """F13: a connection is reset, with whatever was on its way."""
    visitor = _connected(world, random)
    if visitor is not None and visitor.connection is not None:
        visitor.connection.reset()
        struck()
    return nothing


def link_slow(world: World, random: Random, struck: Struck) -> Mend:
    """F13, F24: a connection is slow and narrow, and cuts messages into pieces."""
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
    """F17: one direction, or both, of a connection carries nothing; nobody is told."""
    visitor = _connected(world, random)
    if visitor is None or visitor.connection is None:
        return nothing
    connection = visitor.connection
    ways = random.choice([(connection.up,), (connection.down,), (connection.up, connection.down)])
    struck()
    return _held(ways)


def swizzle_clog(world: World, random: Random, struck: Struck) -> Mend:
    """F16: links are stopped one by one, and released in another order."""
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
            way.let_go("fault")

    return mend


def clock_jumps(world: World, random: Random, struck: Struck) -> Mend:
    """F18: a server's wall clock is wrong: a little, a lot, or it is in 1970, or about to run over in 2038."""
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
    """F15: commands come again: soon, late, on another connection of the same seat."""

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
    """F20: a seat is closed, from wherever; its people must find themselves outside."""
    name = random.choice(["Anna", "Ben", "Guest"])
    if world.entrances[name][0] not in world.kicked:
        world.kick(name)
        struck()
    return nothing


def _connected(world: World, random: Random) -> Visitor | None:
    connected = [v for v in world.visitors if v.connection is not None and not v.connection.over]
    return random.choice(connected) if connected else None


STEPS = ("before-append", "after-append", "mid-broadcast", "mid-snapshot")
"""Those at which a server may die."""
FAULTS: dict[str, Fault] = {f"F1 {step}": killed_at(step) for step in STEPS} | {
    "F1": killed, "F2": stopped, "F3": store_dies, "F14": cut_from_the_store,
    "F14 unsure": unsure_of_the_store, "F13 cut": link_cut, "F13 slow": link_slow, "F15": sent_twice,
    "F16": swizzle_clog, "F17": one_way_silence, "F18": clock_jumps, "F20": kicked, "F21": restarted,
}  # fmt: skip
"""Those after which all that was acknowledged must be there."""
LOSSES: dict[str, Fault] = {"F10": failed_over}
"""Those that lose what was acknowledged, so that everybody must be told."""
