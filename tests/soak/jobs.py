"""The jobs of a soak. Each call is a seeded run, which may have a process of its own."""

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
from tests.soak.bystanders import WORSE_MOST, measure_bystanders, worse
from tests.soak.copies import backup_during_play
from tests.soak.failover import watched
from tests.soak.half_open import ENOUGH, HALF_OPEN, LOGIN_MOST, measure_logins
from tests.soak.hours import run_hours
from tests.soak.judged import judged, too_busy
from tests.soak.power import cut_file, cut_redis, recorded_file, recorded_redis
from tests.soak.rot import Rot
from tests.soak.schism import divided
from tests.soak.siege import PAUSE_MOST, Siege
from tests.soak.strangers import conversed, handled, mutated, unread
from tests.soak.timing import BY_PROBE, Timed, timed

RESUMES_AT_ONCE = 500
CUTS_AT_ONCE = 60
ROTTEN_AT_ONCE = 60
BACKUPS_AT_ONCE = 3
FRAMES_AT_ONCE = 100_000
HANDLED_AT_ONCE = 2_000
"""Of these frames, so many go to a whole server."""
TALKS_AT_ONCE = 20
ROOM = 32
"""The size of the small disk, in megabytes."""
TIMED_AT_ONCE = 240
"""Rounds of each probe: they take about three minutes, and chance alone stays within 0.12 of a half. Without the beat
of the store (`server/stream/beat.py`) the area is 0.75 to 1."""
HELD_MOST = 30.0
"""The limit of memory per nearly idle connection in KiB, the server's base included."""
IDLE_MOST = 0.25
"""The limit of CPU for ten thousand of them, as a share of a core."""
PAIRS_AT_ONCE = 250
SMALLER = ("FLT1", "FLT2", "FLT13")
"""Faults that every siege has."""
BACK_WITHIN, ALL_BACK_WITHIN = 3.0, 30.0
"""The limits in seconds for the return of a thousand clients, and of ten thousand."""
JITTER = 2.0
"""The seconds per thousand clients over which the page spreads its return (SEC29)."""
CLOSED_WITHIN = 1.0
"""The limit in seconds until every connection of a kicked seat is closed, on every process."""
MINUTES_AT_ONCE = 2
QUESTIONS_AT_ONCE = 200
"""Per operation: a run of half an hour has time for about so many, and 25 runs reach the plan's figure."""

Done = tuple[Counter[str], list[str]]
"""The number of runs per fault, and the violations."""


def simulated(seed: str) -> Done:
    """L1: a simulated table."""
    outcome = run(seed)
    faults = Counter({f"{name} (simulated)": n for name, n in outcome.faults.items()})
    return faults + Counter({f"L1 {outcome.kind} run": 1}), outcome.violations


def resumed(seed: str) -> Done:
    """FLT19: resumes from every kind of position."""
    return Counter({"FLT19": RESUMES_AT_ONCE}), Resumes(seed).done(RESUMES_AT_ONCE)


def in_temporary_folder(play: Callable[[Path], Coroutine[Any, Any, Done]]) -> Done:
    """Run this with a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder)))


async def besieged(siege: Siege, faults: list[str]) -> Done:
    """Run a siege with these faults; pauses are as long as the plan's."""
    siege.pause_most = PAUSE_MOST
    broken = await siege.play_with(faults)
    runs = Counter({f"{name} ({siege.kind})": n for name, n in siege.faults.items()})
    for seconds, busy in siege.closings:
        said = f"all connections of the kicked seat were closed after {seconds:.2f} s"
        run, late = judged(f"FLT20 in 1 s ({siege.kind})", said, within=seconds <= CLOSED_WITHIN, busy=busy)
        runs += run
        broken += late
    return runs, broken


def besieged_redis(seed: str) -> Done:
    """L2: two processes on a Redis with a small disk and a clock that may be wrong; each fault once."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        clock = WrongClock(folder / "clock")
        with small_disk(folder / "disk", ROOM) as disk:
            async with siege_redis.besieged(disk.folder, random, disk, clock) as siege:
                return await besieged(siege, random.sample(siege_redis.FAULTS, len(siege_redis.FAULTS)))

    return in_temporary_folder(play)


def besieged_sqlite(seed: str) -> Done:
    """L2: a process on a file on a small disk; each fault once."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        with small_disk(folder / "disk", ROOM) as disk:
            async with siege_sqlite.besieged_file(disk, random) as siege:
                return await besieged(siege, random.sample(siege_sqlite.FAULTS, len(siege_sqlite.FAULTS)))

    return in_temporary_folder(play)


def split(seed: str) -> Done:
    """FLT12: two masters, and a smaller fault between."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        async with divided(folder, random) as siege:
            return await besieged(siege, ["FLT12", "FLT12", random.choice(SMALLER), "FLT12"])

    return in_temporary_folder(play)


def failed_over(seed: str) -> Done:
    """FLT10, FLT11: failovers that lose the last commits, and a smaller fault between."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        async with watched(folder, random) as siege:
            return await besieged(siege, ["FLT10", "FLT11", random.choice(SMALLER), "FLT10", "FLT11"])

    return in_temporary_folder(play)


def upgrades(seed: str) -> Done:
    """FLT21: a server of the next release joins a scene, and replaces the server that serves it."""
    release = Random(seed).choice(list(RELEASES))

    async def play(folder: Path) -> Done:
        await upgraded(folder, release)
        return Counter({"FLT21 (upgrade)": 1}), []

    return in_temporary_folder(play)


def power_file(seed: str) -> Done:
    """FLT8: a recorded play on a file, and many power cuts."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        cuts = await recorded_file(folder / "play", random, 60)
        for _ in range(CUTS_AT_ONCE * 2):
            await cut_file(cuts, folder / "cut", random)
        return Counter({"FLT8": CUTS_AT_ONCE * 2}), cuts.found

    return in_temporary_folder(play)


def power_redis(seed: str) -> Done:
    """FLT7: a recorded play on a Redis, and many power cuts."""
    random = Random(seed)

    async def play(folder: Path) -> Done:
        cuts = await recorded_redis(folder / "play", random, 60, *DURABLE)
        for _ in range(CUTS_AT_ONCE):
            await cut_redis(cuts, folder / "cut", random)
        return Counter({"FLT7": CUTS_AT_ONCE, "FLT7 (repaired)": cuts.mended}), cuts.found

    return in_temporary_folder(play)


def rotten(seed: str) -> Done:
    """FLT9: flipped bits and cut files, of four kinds."""
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
        return Counter({f"FLT9 ({kind})": ROTTEN_AT_ONCE for kind in kinds}), rot.found

    return in_temporary_folder(play)


def backups(seed: str) -> Done:
    """FLT36: backups of a file or of a Redis."""

    async def play(folder: Path) -> Done:
        (folder / "redis").mkdir()
        redis = RedisServer(folder / "redis").start()
        try:
            url = Random(seed).choice([redis.url, f"sqlite:///{folder}/log.db"])
            return Counter({"FLT36": BACKUPS_AT_ONCE}), await backup_during_play(url, folder, BACKUPS_AT_ONCE)
        finally:
            redis.kill()

    return in_temporary_folder(play)


def frames(seed: str) -> Done:
    """FLT25: mutated frames to the parser, and some to a whole server."""
    found = mutated(seed, FRAMES_AT_ONCE) + handled(seed, HANDLED_AT_ONCE)
    return Counter({"FLT25": FRAMES_AT_ONCE, "FLT25 (a whole server)": HANDLED_AT_ONCE}), found


def talks(seed: str) -> Done:
    """FLT26: conversations."""
    number, found = conversed(seed, TALKS_AT_ONCE)
    return Counter({"FLT26": number}), found


def slow(seed: str) -> Done:
    """FLT24: a client that does not read."""
    return Counter({"FLT24": 1}), asyncio.run(unread())


def bystanders(seed: str) -> Done:
    """FLT24, SEC18: the delays of fifty people while fifty never read, and while a seat sends ten times its limit."""
    p99, found, busy = asyncio.run(measure_bystanders())
    runs: Counter[str] = Counter()
    for fault, kind in (("FLT24 (bystanders)", "unread"), ("SEC18 (bystanders)", "flood")):
        times = worse(p99, kind)
        said = f"the p99 is {times:.2f} times that of quiet rounds; in seconds: {p99}"
        run, broken = judged(fault, said, within=times <= WORSE_MOST, busy=busy)
        runs += run
        found += broken
    return runs, found


def half_open(seed: str) -> Done:
    """SEC19: ten thousand half-open connections, and a player who logs in."""

    async def play(folder: Path) -> Done:
        found = await measure_logins(folder)
        if median(found.there) < ENOUGH * HALF_OPEN:
            return Counter({"SEC19": 1}), [
                f"SEC19: {median(found.there):,.0f} of {HALF_OPEN:,} connections were half open"
            ]
        said = f"the slowest login took {max(found.took):.2f} s; {max(found.alone):.2f} s without the attack"
        return judged("SEC19", said, within=max(found.took) < LOGIN_MOST, busy=found.busy)

    return in_temporary_folder(play)


def returned(fault: str, storm: Result, most: float) -> Done:
    """FLT22: check that all clients returned, and within `most` seconds."""
    if lost := storm["clients"] - storm["converged"]:
        return Counter({fault: 1}), [f"{fault}: {lost} did not come back"]
    took, waited = storm["seconds"], storm["waited"]
    said = (
        f"{storm['converged']} clients were up to date after {took:.1f} s (limit {most:.0f}); "
        f"waited for a core: {waited:.1f} s"
    )
    return judged(fault, said, within=took <= most, busy=too_busy(waited, took))


def storm(seed: str) -> Done:
    """FLT22: a thousand clients cut off at once."""
    fault, jitter = spread(seed, "1,000", JITTER)
    result = measure("coterie", "storm", {"scenes": 20, "clients": 50, "jitter": jitter, "seconds": 300})
    return returned(fault, result, BACK_WITHIN)


def spread(seed: str, people: str, window: float) -> tuple[str, float]:
    """The name of a row of FLT22, and the seconds over which clients return: 0, or as the page does, the window that
    the server names."""
    jitter = Random(seed).choice((0.0, window))
    return f"FLT22 ({people}{', spread' if jitter else ''})", jitter


def crowd(seed: str) -> Done:
    """FLT22, FLT23: ten thousand clients, of whom a hundred are active; then all are cut off at once."""
    fault, jitter = spread(seed, "10,000", 10 * JITTER)
    many = measure("coterie", "storm", {"scenes": 200, "clients": 50, "jitter": jitter, "seconds": 600})
    runs, found = returned(fault, many, ALL_BACK_WITHIN)
    if (each := 1024 * many["mib"] / many["clients"]) > HELD_MOST:
        found.append(f"FLT23: a connection takes {each:.1f} KiB of memory")
    if many["idle"] > IDLE_MOST:
        found.append(f"FLT23: nearly idle connections take {100 * many['idle']:.0f} % of a core")
    return runs + Counter({"FLT23": 1}), found


def lasted(seed: str) -> Done:
    """FLT35: a few minutes of `tests.soak.hours`."""
    with tempfile.TemporaryDirectory() as folder:
        _, found, _ = asyncio.run(run_hours(Path(folder), seed, MINUTES_AT_ONCE))
    return Counter({"FLT35": MINUTES_AT_ONCE}), found


def questioned(seed: str) -> Done:
    """FLT28: the HTTP API, compared with its OpenAPI description."""
    done = asked(QUESTIONS_AT_ONCE, Random(seed).randrange(2**32))
    found = [] if done.sound else [f"FLT28: {done.output}"]
    least = min(done.often.values())
    if least < QUESTIONS_AT_ONCE:
        found.append(f"FLT28: an operation was called only {least} times: {done.often}")
    return Counter({"FLT28": least}), found


def other_values(seed: str) -> Done:
    """FLT30: pairs of worlds with different secrets."""
    came = played(by_values, seed, PAIRS_AT_ONCE)
    return Counter({"FLT30": came.pairs}), came.leaks


def other_counts(seed: str) -> Done:
    """FLT30: pairs of worlds with different hidden counts and margins."""
    came = played(by_margins, seed, PAIRS_AT_ONCE)
    return Counter({"FLT30": came.pairs}), came.leaks


def more_hidden(seed: str) -> Done:
    """FLT31: pairs of worlds, one with more hidden characters or rolls."""
    came = played(by_presence, seed, PAIRS_AT_ONCE)
    return Counter({"FLT31": came.pairs}), came.leaks


def listened(seed: str) -> Done:
    """FLT32, SEC11: the secrets that a player could infer from response times."""
    return judge_times(asyncio.run(timed(seed, TIMED_AT_ONCE)))


def judge_times(found: Timed) -> Done:
    """Print and judge the figures. The time of a probe while a secret roll is under way depends on the load of the
    machine: on a busy machine those figures are not judged, the rest are."""
    runs, broken = Counter[str](), list[str]()
    for fault, heard in found.heard.items():
        print(f"{fault}, {heard}", flush=True)
        run, told = judged(
            fault,
            f"response times reveal a secret: {heard}",
            within=heard.within,
            busy=found.busy and fault.startswith(BY_PROBE),
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
"""The jobs, each with its share of the time. Each is run at least once, however short the time."""


def quiet() -> None:
    """Do not show the servers' warnings: faults cause many. Checks that look for errors still see them."""
    for name in ("coterie", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
