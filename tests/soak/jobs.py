"""What a soak is made of. Each job is one seeded run; a process of its own may do it."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tests.bench.run import Result, measure
from tests.redis_clock import WrongClock
from tests.redis_server import DURABLE, RedisServer
from tests.server.http.schemathesis_server import asked
from tests.server.processes.upgrade import RELEASES, upgraded
from tests.server.secrecy.paired_margins import by_margins
from tests.server.secrecy.paired_worlds import by_presence, by_values, played
from tests.simulation.resuming import Resumes
from tests.simulation.run import run
from tests.small_disk import small_disk
from tests.soak import siege_redis, siege_sqlite
from tests.soak.bystanders import WORSE_MOST, bystood, worse
from tests.soak.copies import copied
from tests.soak.failover import watched
from tests.soak.half_open import ENOUGH, HALF_OPEN, LOGIN_MOST, withstood
from tests.soak.hours import endured
from tests.soak.judged import judged, too_busy
from tests.soak.power import cut_file, cut_redis, recorded_file, recorded_redis
from tests.soak.rot import Rot
from tests.soak.schism import divided
from tests.soak.siege import PAUSE_MOST, Siege
from tests.soak.strangers import conversed, handled, mutated, unread
from tests.soak.timing import JUST_AFTER, Timed, timed

RESUMES_AT_ONCE = 500
CUTS_AT_ONCE = 60
ROTTEN_AT_ONCE = 60
BACKUPS_AT_ONCE = 3
FRAMES_AT_ONCE = 100_000
HANDLED_AT_ONCE = 2_000
"""Of them, to a whole server."""
TALKS_AT_ONCE = 20
ROOM = 32
"""Megabytes of a small disk."""
TIMED_AT_ONCE = 10_000
"""All that the plan has for long: of fewer, what else the machine does is heard louder than what the server does."""
HELD_MOST = 30.0
"""KiB that a nearly idle connection may take, the server itself included."""
IDLE_MOST = 0.25
"""Of a core, for ten thousand of them."""
PAIRS_AT_ONCE = 250
SMALLER = ("F1", "F2", "F13")
"""Blows that any table takes."""
BACK_WITHIN, ALL_BACK_WITHIN = 3.0, 30.0
"""Seconds for a thousand who were cut off, and for ten thousand."""
JITTER = 2.0
"""Seconds for each thousand, over which the page spreads its return (S29)."""
CLOSED_WITHIN = 1.0
"""Seconds after which nothing is open any more, on any process, of whoever was shown the door."""
MINUTES_AT_ONCE = 2
QUESTIONS_AT_ONCE = 200
"""Of each operation: in half an hour the share is of about so many, and 25 such runs are what the plan has for long."""

Done = tuple[Counter[str], list[str]]
"""What was done how often, and the laws that were broken."""


def simulated(seed: str) -> Done:
    """L1: one simulated table."""
    outcome = run(seed)
    faults = Counter({f"{name} (simulated)": n for name, n in outcome.faults.items()})
    return faults + Counter({f"L1 {outcome.kind} run": 1}), outcome.violations


def resumed(seed: str) -> Done:
    """F19: resumes from anywhere."""
    return Counter({"F19": RESUMES_AT_ONCE}), Resumes(seed).done(RESUMES_AT_ONCE)


def in_a_folder(play: Callable[[Path], Coroutine[Any, Any, Done]]) -> Done:
    """Something that needs a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder)))


async def held(siege: Siege, blows: list[str]) -> Done:
    """Deal these blows; pauses are as long as the plan has them."""
    siege.pause_most = PAUSE_MOST
    broken = await siege.hold(blows)
    runs = Counter({f"{name} ({siege.kind})": n for name, n in siege.faults.items()})
    for seconds, busy in siege.closings:
        said = f"all that was open closed after {seconds:.2f} s"
        run, late = judged(f"F20 in 1 s ({siege.kind})", said, within=seconds <= CLOSED_WITHIN, busy=busy)
        runs += run
        broken += late
    return runs, broken


def besieged_redis(seed: str) -> Done:
    """L2: two processes on a Redis whose disk is small and whose clock may be wrong; each blow once."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        clock = WrongClock(folder / "clock")
        with small_disk(folder / "disk", ROOM) as disk:
            async with siege_redis.besieged(disk.folder, random, disk, clock) as siege:
                return await held(siege, random.sample(siege_redis.BLOWS, len(siege_redis.BLOWS)))

    return in_a_folder(play)


def besieged_sqlite(seed: str) -> Done:
    """L2: a process on a file whose disk is small; each blow once."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        with small_disk(folder / "disk", ROOM) as disk:
            async with siege_sqlite.besieged_file(disk, random) as siege:
                return await held(siege, random.sample(siege_sqlite.BLOWS, len(siege_sqlite.BLOWS)))

    return in_a_folder(play)


def split(seed: str) -> Done:
    """F12: two masters, and a smaller blow in between."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        async with divided(folder, random) as siege:
            return await held(siege, ["F12", "F12", random.choice(SMALLER), "F12"])

    return in_a_folder(play)


def failed_over(seed: str) -> Done:
    """F10, F11: failovers that lose the end, and a smaller blow in between."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        async with watched(folder, random) as siege:
            return await held(siege, ["F10", "F11", random.choice(SMALLER), "F10", "F11"])

    return in_a_folder(play)


def upgrades(seed: str) -> Done:
    """F21: a server of the next release comes to a scene, and takes the place of the one that serves it."""
    release = Random(seed).choice(list(RELEASES))

    async def play(folder: Path) -> Done:
        await upgraded(folder, release)
        return Counter({"F21 (upgrade)": 1}), []

    return in_a_folder(play)


def power_file(seed: str) -> Done:
    """F8: one play on a file, and many cuts."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        cuts = await recorded_file(folder / "play", random, 60)
        for _ in range(CUTS_AT_ONCE * 2):
            await cut_file(cuts, folder / "cut", random)
        return Counter({"F8": CUTS_AT_ONCE * 2}), cuts.found

    return in_a_folder(play)


def power_redis(seed: str) -> Done:
    """F7: one play on a Redis, and many cuts."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        cuts = await recorded_redis(folder / "play", random, 60, *DURABLE)
        for _ in range(CUTS_AT_ONCE):
            await cut_redis(cuts, folder / "cut", random)
        return Counter({"F7": CUTS_AT_ONCE, "F7 (repaired)": cuts.mended}), cuts.found

    return in_a_folder(play)


def rotten(seed: str) -> Done:
    """F9: bits flipped and files cut, of four kinds."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        rot = Rot(folder, random)
        await rot.begin()
        for _ in range(ROTTEN_AT_ONCE):
            rot.file()
            rot.export()
            rot.snapshot()
            await rot.redis()
        kinds = ("SQLite", "Redis", "export", "snapshot")
        return Counter({f"F9 ({kind})": ROTTEN_AT_ONCE for kind in kinds}), rot.found

    return in_a_folder(play)


def backups(seed: str) -> Done:
    """F36: backups of a file and of a Redis."""

    async def play(folder: Path) -> Done:
        (folder / "redis").mkdir()
        redis = RedisServer(folder / "redis").start()
        try:
            url = Random(seed).choice([redis.url, f"sqlite:///{folder}/log.db"])
            return Counter({"F36": BACKUPS_AT_ONCE}), await copied(url, folder, BACKUPS_AT_ONCE)
        finally:
            redis.kill()

    return in_a_folder(play)


def frames(seed: str) -> Done:
    """F25: mutated frames, to what reads them, and some to a whole server."""
    found = mutated(seed, FRAMES_AT_ONCE) + handled(seed, HANDLED_AT_ONCE)
    return Counter({"F25": FRAMES_AT_ONCE, "F25 (a whole server)": HANDLED_AT_ONCE}), found


def talks(seed: str) -> Done:
    """F26: conversations."""
    number, found = conversed(seed, TALKS_AT_ONCE)
    return Counter({"F26": number}), found


def slow(seed: str) -> Done:
    """F24: somebody who does not read."""
    return Counter({"F24": 1}), asyncio.run(unread())


def bystanders(seed: str) -> Done:
    """F24, S18: what fifty people notice of fifty who never read, and of a seat that sends ten times too much."""
    p99, found, busy = asyncio.run(bystood())
    runs: Counter[str] = Counter()
    for fault, kind in (("F24 (bystanders)", "unread"), ("S18 (bystanders)", "flood")):
        times = worse(p99, kind)
        said = f"the p99 of the others is {times:.2f} times what it is without; {p99}, in seconds"
        run, broken = judged(fault, said, within=times <= WORSE_MOST, busy=busy)
        runs += run
        found += broken
    return runs, found


def half_open(seed: str) -> Done:
    """S19: ten thousand who never finish asking, and somebody who comes in."""

    async def play(folder: Path) -> Done:
        found = await withstood(folder)
        if median(found.there) < ENOUGH * HALF_OPEN:
            return Counter({"S19": 1}), [f"S19: {median(found.there):,.0f} were half open, of {HALF_OPEN:,}"]
        said = f"a login took {max(found.took):.2f} s; {max(found.alone):.2f} s with nobody else there"
        return judged("S19", said, within=max(found.took) < LOGIN_MOST, busy=found.busy)

    return in_a_folder(play)


def returned(fault: str, storm: Result, most: float) -> Done:
    """F22: whether everybody came back, and in how many seconds."""
    if lost := storm["clients"] - storm["converged"]:
        return Counter({fault: 1}), [f"{fault}: {lost} did not come back"]
    took, waited = storm["seconds"], storm["waited"]
    said = f"{storm['converged']} have converged after {took:.1f} s, of {most:.0f}; waited for a core: {waited:.1f} s"
    return judged(fault, said, within=took <= most, busy=too_busy(waited, took))


def storm(seed: str) -> Done:
    """F22: a thousand people cut off at once."""
    fault, jitter = spread(seed, "1,000", JITTER)
    result = measure("coterie", "storm", {"scenes": 20, "clients": 50, "jitter": jitter, "seconds": 300})
    return returned(fault, result, BACK_WITHIN)


def spread(seed: str, people: str, window: float) -> tuple[str, float]:
    """A row of F22, and over how many seconds they come back: all at once, or as the page does, in the window that the
    server names."""
    jitter = Random(seed).choice((0.0, window))
    return f"F22 ({people}{', spread' if jitter else ''})", jitter


def crowd(seed: str) -> Done:
    """F22, F23: ten thousand people, of whom a hundred do something; then all are cut off at once."""
    fault, jitter = spread(seed, "10,000", 10 * JITTER)
    many = measure("coterie", "storm", {"scenes": 200, "clients": 50, "jitter": jitter, "seconds": 600})
    runs, found = returned(fault, many, ALL_BACK_WITHIN)
    if (each := 1024 * many["mib"] / many["clients"]) > HELD_MOST:
        found.append(f"F23: a connection takes {each:.1f} KiB")
    if many["idle"] > IDLE_MOST:
        found.append(f"F23: nearly idle they take {100 * many['idle']:.0f} % of a core")
    return runs + Counter({"F23": 1}), found


def lasted(seed: str) -> Done:
    """F35: some minutes of what may go on for days (`tests.soak.hours`)."""
    with tempfile.TemporaryDirectory() as folder:
        _, found, _ = asyncio.run(endured(Path(folder), seed, MINUTES_AT_ONCE))
    return Counter({"F35": MINUTES_AT_ONCE}), found


def questioned(seed: str) -> Done:
    """F28: the HTTP side, held against its description."""
    done = asked(QUESTIONS_AT_ONCE, Random(seed).randrange(2**32))
    found = [] if done.sound else [f"F28: {done.output}"]
    least = min(done.often.values())
    if least < QUESTIONS_AT_ONCE:
        found.append(f"F28: of an operation there were {least} questions only: {done.often}")
    return Counter({"F28": least}), found


def other_values(seed: str) -> Done:
    """F30: pairs of worlds with other secrets."""
    came = played(by_values, seed, PAIRS_AT_ONCE)
    return Counter({"F30": came.pairs}), came.leaks


def other_counts(seed: str) -> Done:
    """F30: pairs of worlds with other hidden counts and margins."""
    came = played(by_margins, seed, PAIRS_AT_ONCE)
    return Counter({"F30": came.pairs}), came.leaks


def more_hidden(seed: str) -> Done:
    """F31: pairs of worlds of which one has more that is hidden."""
    came = played(by_presence, seed, PAIRS_AT_ONCE)
    return Counter({"F31": came.pairs}), came.leaks


def listened(seed: str) -> Done:
    """F32, S11: what the clock tells a player."""
    return of_the_clock(asyncio.run(timed(seed, TIMED_AT_ONCE)))


def of_the_clock(found: Timed) -> Done:
    """What the figures come to; each is printed. How soon a command is answered just after another depends on what else
    the machine does: of one that was too busy that is not judged, the others are."""
    runs, broken = Counter[str](), list[str]()
    for fault, heard in found.heard.items():
        print(f"{fault}, {heard}", flush=True)
        run, told = judged(
            fault, f"the clock tells: {heard}", within=heard.within, busy=found.busy and fault == JUST_AFTER
        )
        runs += Counter(dict.fromkeys(run, heard.number))
        broken += told
    return runs, broken


JOBS: dict[str, tuple[float, Callable[[str], Done]]] = {
    "simulated": (0.10, simulated),
    "resumed": (0.03, resumed),
    "redis": (0.14, besieged_redis),
    "sqlite": (0.10, besieged_sqlite),
    "split": (0.03, split),
    "failover": (0.05, failed_over),
    "power-file": (0.05, power_file),
    "power-redis": (0.05, power_redis),
    "rot": (0.05, rotten),
    "backups": (0.03, backups),
    "frames": (0.02, frames),
    "talks": (0.03, talks),
    "slow": (0.01, slow),
    "bystanders": (0.02, bystanders),
    "upgrades": (0.02, upgrades),
    "half-open": (0.02, half_open),
    "storm": (0.02, storm),
    "crowd": (0.05, crowd),
    "hours": (0.05, lasted),
    "questions": (0.03, questioned),
    "clock": (0.04, listened),
    "values": (0.025, other_values),
    "margins": (0.01, other_counts),
    "presence": (0.025, more_hidden),
}
"""What is run, and its share of the time. Each is run at least once, however little time there is."""


def quiet() -> None:
    """Faults are answered with warnings, and these are many: they are shown to nobody. What looks for errors among them
    still finds them."""
    for name in ("coterie", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
