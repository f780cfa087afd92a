"""The secrets that a player could infer from response times: whether a secret roll is under way or came just before
(FLT32), and whether a character is hidden or does not exist (SEC11). The measure is how well two kinds of rounds can be
told apart by their times, the area under the curve: a half if the times reveal nothing.

In a round the Storyteller sends a secret roll, or (the control) a command that is refused. At a random time within one
sync of the disk, and without waiting for the roll's answer, the player does something and measures the time until the
answer: a probe. Nobody else is at the table, and nothing is sent before the probe that could hold it back. The disk is
slowed by strace, which delays each fdatasync.

The server and the clients run with real-time priority where that is permitted, so that other work on the machine does
not hide the difference. `python -m tests.soak.timing --help` measures by hand.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import httpx
import msgspec

from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.client.enter import Entrance
from server.fold.commit_codec import write
from tests.redis_server import DURABLE, RedisServer
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.soak.judged import Waiting
from tests.soak.timed_lines import TimedLine, TimedRequest

TELLS_MOST = 0.05
"""The allowed distance of the area from a half."""
LATER = 0.05
"""Seconds after which caches have no effect any more."""
LATER_EVERY = 5
"""Every so many rounds there is a slow round: the probe comes `LATER` seconds after the roll."""
STORES: Final = (("sqlite", 0), ("sqlite", 5), ("sqlite", 15), ("sqlite", 40), ("redis", 0), ("redis", 15))
"""The stores of which a run measures one, each with the milliseconds by which every sync of its disk is slowed."""
PLAIN_TIMES: Final = 10
"""So many times as many commands are timed for characters that are hidden or do not exist: they need no pause."""
PROBES: Final = ("refused", "Say", "odds", "draft", "hello")
"""The probes: a command that is refused; one that is accepted; odds over HTTP, from the request alone and of a draft at
the table; taking a seat."""
QUICKEST: Final = 0.002
"""The least time in seconds within which the probe follows the secret roll: an unslowed append with its decision."""
ODDS_PAUSE: Final = 0.22
"""Seconds between two questions about dice, which have a limit of their own."""
SETTLED: Final = 0.03
"""Seconds after a round until nothing of it is under way."""
BY_PROBE: Final = "FLT32 while"
"""How the rows of the probes begin."""
AFTERWARDS, HIDDEN = "FLT32 (50 ms later)", "SEC11"


def during(probe: str, store: str, delay: int) -> str:
    """The row of the soak for a probe while a secret roll is under way."""
    return f"{BY_PROBE} ({probe}, {store} +{delay} ms)"


class Heard(NamedTuple):
    """The area for two kinds of rounds; and `null`, that of a kind compared with itself, which is chance alone."""

    area: float
    null: float
    number: int
    """The number of timed rounds."""

    def __str__(self) -> str:
        return f"the area is {self.area:.3f}; of one kind against itself {self.null:.3f}"

    @property
    def within(self) -> bool:
        """True if the times reveal no more than allowed, or no more than chance alone would with so few rounds."""
        return abs(self.area - 0.5) <= max(TELLS_MOST, 3 * spread(self.number))


class Timed(NamedTuple):
    """The figures by fault, and whether the machine was too busy to judge them."""

    heard: dict[str, Heard]
    busy: bool


Probe = Callable[[bool], float]
"""Plays a round of one of the two kinds, and returns the seconds that the probe took."""


def spread(number: int) -> float:
    """The standard deviation of the area if the times reveal nothing and half of so many rounds are of each kind."""
    half = max(number / 2, 1)
    return float(((2 * half + 1) / (12 * half * half)) ** 0.5)


def area(without: list[float], with_it: list[float]) -> float:
    """The area under the curve: how often a round of the second kind took longer than a round of the first. Equal times
    count as a half."""
    ranked = sorted([(seconds, False) for seconds in without] + [(seconds, True) for seconds in with_it])
    wins, lower, at = 0.0, 0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        second = sum(kind for _, kind in ranked[at:end])
        first = end - at - second
        wins += second * (lower + first / 2)
        lower += first
        at = end
    return wins / (len(without) * len(with_it))


def compare_times(random: Random, probe: Probe, number: int) -> Heard:
    """Measure how well times tell the two kinds apart. Half of the rounds are of each kind, in random order."""
    return compare_probes(random, {"": probe}, number)[""]


def compare_probes(random: Random, probes: dict[str, Probe], number: int) -> dict[str, Heard]:
    """The same for several probes, `number` rounds of each, all in random order, so that a slow minute of the machine
    meets all of them alike."""
    rounds = [(name, n % 2 == 0) for name in probes for n in range(number)]
    random.shuffle(rounds)
    took: dict[str, dict[bool, list[float]]] = {name: {False: [], True: []} for name in probes}
    for name, kind in rounds:
        took[name][kind].append(probes[name](kind))
    return {
        name: Heard(area(found[False], found[True]), area(found[False][::2], found[False][1::2]), number)
        for name, found in took.items()
    }


class Player:
    """The Storyteller and a player at a table, as blocking clients, and the rounds that they play."""

    def __init__(self, server: Server, teller: Entrance, guest: Entrance, stream: str, random: Random) -> None:
        self._base, self._guest, self._stream, self._random = server.base, guest, stream, random
        self._storyteller = TimedLine(server.base, teller, stream)
        self._anna = TimedLine(server.base, guest, stream)
        self._draft = msgspec.msgpack.decode(write(Roll("look", dice=4)))
        self._asked = 0.0
        """When the last question about dice was sent."""
        for line in (self._storyteller, self._anna):
            line.sit()

    def during(self, probe: str, within: float) -> Probe:
        """Rounds in which the probe comes at a random time `within` so many seconds after the Storyteller's command."""
        return lambda secret: self._round(probe, secret, lambda: time.sleep(self._random.random() * within), within)

    def later(self, seconds: float) -> Probe:
        """Rounds in which a roll comes so many seconds after the Storyteller's command was answered."""

        def wait(id_: bytes, secret: bool) -> float:
            assert self._storyteller.answer(id_) == ("" if secret else "no-such-character")
            time.sleep(seconds)
            return self._anna.time(Roll("jump", dice=4))

        def play(secret: bool) -> float:
            took = wait(self._send(secret), secret)
            self._settle(0.0)
            return took

        return play

    def hidden_or_absent(self, shade: str) -> Probe:
        """Rounds in which the player names a character that is hidden, or one that does not exist."""

        def play(hidden: bool) -> float:
            name = shade if hidden else shade[::-1]
            took = self._anna.time(Roll("", actor=name, traits=("Strength",)), "no-such-character")
            self._anna.rest()
            return took

        return play

    def _send(self, secret: bool) -> bytes:
        return self._storyteller.send(RollInSecret(dice=5) if secret else Roll("look", actor="nobody"))

    def _round(self, probe: str, secret: bool, wait: Callable[[], None], within: float) -> float:
        with contextlib.ExitStack() as closing:
            play = self._prepared(probe, closing)
            id_ = self._send(secret)
            wait()
            took = play()
            assert self._storyteller.answer(id_) == ("" if secret else "no-such-character")
        self._settle(within)
        return took

    def _prepared(self, probe: str, closing: contextlib.ExitStack) -> Callable[[], float]:
        """Connect for a probe. Return the function that plays it."""
        if probe == "refused":
            return lambda: self._anna.time(Roll("look", actor="nobody"), "no-such-character")
        if probe == "Say":
            return lambda: self._anna.time(Say("Is anybody there?"))
        if probe == "hello":
            return closing.enter_context(contextlib.closing(TimedLine(self._base, self._guest, self._stream))).sit
        time.sleep(max(0.0, self._asked + ODDS_PAUSE - time.perf_counter()))
        self._asked = time.perf_counter()
        http = closing.enter_context(contextlib.closing(TimedRequest(self._base, self._guest.token)))
        if probe == "odds":
            return lambda: http.time("GET", "/api/odds?rules=revised&pool=5")
        return lambda: http.time("POST", "/api/odds", {"stream": self._stream, "command": self._draft})

    def _settle(self, within: float) -> None:
        time.sleep(SETTLED + 2 * within + self._random.random() * 0.02)
        for line in (self._storyteller, self._anna):
            line.rest()

    def close(self) -> None:
        """Disconnect."""
        for client in (self._storyteller, self._anna):
            client.close()


# Processes


def urgently() -> tuple[str, ...]:
    """The command before a process that gives it real-time priority; nothing where that is not permitted."""
    program = shutil.which("chrt")
    return (program, "-f", "10") if program and os.geteuid() == 0 else ()


@contextlib.contextmanager
def urgent() -> Iterator[None]:
    """Run this thread with real-time priority in this block, where that is permitted."""
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    try:
        yield
    finally:
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, *before)


def slowed(delay: int) -> tuple[str, ...]:
    """The command before a process that delays each of its syncs by so many milliseconds."""
    if not delay:
        return ()
    program = shutil.which("strace")
    assert program, "strace is missing: install it (Debian, Ubuntu: apt install strace)"
    inject = f"inject=fdatasync:delay_enter={1000 * delay}"
    return (program, "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", inject)


def end_children(pid: int) -> None:
    """Kill the children of a process: a wrapper that is killed itself would leave them running."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        os.kill(int(child), signal.SIGKILL)


@asynccontextmanager
async def store(kind: str, delay: int, folder: Path) -> AsyncIterator[tuple[str, tuple[str, ...]]]:
    """A slowed store: its URL, and the command before the server. SQLite syncs in the server's own process."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/log.db", (*urgently(), *slowed(delay))
        return
    redis = RedisServer(folder, *DURABLE, before=(*urgently(), *slowed(delay)))
    await asyncio.to_thread(redis.start)
    try:
        yield redis.url, urgently()
    finally:
        if delay:
            end_children(redis.pid)
        redis.kill()


@asynccontextmanager
async def table(random: Random, kind: str, delay: int) -> AsyncIterator[tuple[Player, str, Waiting]]:
    """A player at a table of a server with a slowed store; the id of a hidden character; how long both waited for a
    core."""
    with tempfile.TemporaryDirectory() as folder:
        async with store(kind, delay, Path(folder)) as (url, before), httpx.AsyncClient(timeout=START_SECONDS) as http:
            process = await started("--log", url, "--port", "0", "--rate", "100000", before=before)
            server = Server(process, await link_of(process), http)
            try:
                player, shade = await _seated(server, random)
                with contextlib.closing(player):
                    yield player, shade, Waiting(process.pid, os.getpid())
            finally:
                if before:
                    end_children(process.pid)
                await server.end()


async def _seated(server: Server, random: Random) -> tuple[Player, str]:
    teller = await server.chronicle()
    guest = await server.invited(teller)
    lobby = await server.sit(teller)
    await lobby.do(CreateCharacter("Shade", traits=(("Strength", 3),), hidden=True))
    shade = next(r[1] for r in lobby.page.audiences["storyteller"][2].values() if r[0] == "Face")
    await lobby.do(BeginScene("The Docks"))
    stream = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    await server.close()
    return await asyncio.to_thread(Player, server, teller, guest, stream, random), shade


async def timed(seed: str, number: int) -> Timed:
    """Time `number` rounds of each probe while a secret roll is under way, with one of the stores; some rolls a while
    after one; and commands for a character that is hidden or does not exist."""
    random = Random(seed)
    return await timed_at(random, *random.choice(STORES), number)


async def timed_at(random: Random, kind: str, delay: int, number: int, probes: Iterable[str] = PROBES) -> Timed:
    """The same with this store; only these probes, if not all."""
    within = max(delay / 1000, QUICKEST)
    async with table(random, kind, delay) as (player, shade, waiting):

        def play() -> dict[str, Heard]:
            with urgent():
                rounds = {during(name, kind, delay): player.during(name, within) for name in probes}
                found = compare_probes(random, rounds, number)
                if probes == PROBES:
                    found[AFTERWARDS] = compare_times(random, player.later(LATER), number // LATER_EVERY)
                    found[HIDDEN] = compare_times(random, player.hidden_or_absent(shade), number * PLAIN_TIMES)
                return found

        return Timed(await asyncio.to_thread(play), waiting.busy())


async def _by_hand(args: argparse.Namespace) -> None:
    found = await timed_at(Random(args.seed), args.store, args.delay, args.number, args.probes)
    for name, heard in found.heard.items():
        print(f"{name}: {heard}", flush=True)
    if found.busy:
        print("The machine was busy: these figures do not count.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.soak.timing")
    parser.add_argument("--store", default="sqlite", choices=("sqlite", "redis"))
    parser.add_argument("--delay", type=int, default=0, help="milliseconds by which each sync is slowed")
    parser.add_argument("--number", type=int, default=800, help="rounds of each probe")
    parser.add_argument("--probes", type=lambda s: tuple(s.split(",")), default=PROBES)
    parser.add_argument("--seed", default="")
    asyncio.run(_by_hand(parser.parse_args()))
