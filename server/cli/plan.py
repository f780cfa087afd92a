"""`coterie plan`: estimate the machines and the memory for a number of tables, from measured constants (measured.toml).

The estimate is not a promise: the constants were measured on the machine that is named at its end. `--svg FILE` draws a
chart.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

from server.cli import DONE, Misuse
from server.cli._plan_resource import Resource

NAME = "plan"
HELP = "estimate the machines that a number of tables needs"

BUSY: Final = 0.6
"""The share of a core up to which the server still answers quickly."""
GIGABIT: Final = 125e6
"""Bytes a second."""
GIB: Final = 1024.0**3
MOST: Final = 1_000_000_000
"""The upper bound of every option; the estimate is meaningless beyond it."""


class Server(msgspec.Struct, frozen=True):
    """The costs of a server process. `us` is microseconds of CPU."""

    mib: float
    us_command: float
    us_update: float
    us_offers: float
    us_connection: float
    us_return: float
    kib_connection: float
    kib_table: float
    kib_commit: float
    commits_kept: int
    connections: int


class Redis(msgspec.Struct, frozen=True):
    """The costs of a Redis."""

    us_command: float
    bytes_memory: int


class Sqlite(msgspec.Struct, frozen=True):
    """The costs of the embedded log."""

    bytes_disk: int


class Network(msgspec.Struct, frozen=True):
    """The sizes of messages on the network."""

    bytes_update: int
    bytes_offers: int


class Measured(msgspec.Struct, frozen=True):
    """The constants, and the machine and program that they were measured on."""

    where: dict[str, str]
    server: Server
    redis: Redis
    sqlite: Sqlite
    network: Network


class Evening(msgspec.Struct, frozen=True):
    """The play at one table: `commands` a minute, `hours` an evening, and how many `evenings` stay stored. Of the
    `people`, `seats` are players or the Storyteller; the rest are spectators, who receive no options."""

    people: int = 6
    seats: int = 6
    commands: float = 10.0
    hours: float = 4.0
    evenings: int = 25

    @property
    def commits(self) -> float:
        """The number of commits in one evening."""
        return self.commands * 60 * self.hours


class Machine(msgspec.Struct, frozen=True):
    """The memory of one machine."""

    gib: float = 8.0


@cache
def measured() -> Measured:
    """Return the constants that come with the program."""
    return msgspec.toml.decode(Path(__file__).with_name("measured.toml").read_bytes(), type=Measured)


def resources(cost: Measured, play: Evening, machine: Machine) -> list[Resource]:
    """Return every limited resource, in the order in which a command uses it."""
    server, redis, rate = cost.server, cost.redis, play.commands / 60
    kept = min(play.commits, server.commits_kept)
    seats = min(play.seats, play.people)
    us_fan_out = server.us_update * play.people + server.us_offers * seats
    us_second = rate * (server.us_command + us_fan_out) + server.us_connection * play.people
    bytes_sent = cost.network.bytes_update * play.people + cost.network.bytes_offers * seats
    kib = server.kib_table + server.kib_connection * play.people + server.kib_commit * kept
    stored = play.commits * play.evenings
    room = machine.gib * GIB
    return [
        Resource("a server process's core", lambda tables: tables * us_second / 1e6 / BUSY),
        Resource("a server process's connections", lambda tables: tables * play.people / server.connections),
        Resource("a server machine's memory", lambda tables: (server.mib * 1024 + tables * kib) * 1024 / room),
        Resource("a gigabit of network", lambda n: n * rate * bytes_sent / GIGABIT),
        Resource("a Redis's core", lambda tables: tables * rate * redis.us_command / 1e6 / BUSY),
        Resource("a Redis machine's memory", lambda tables: tables * stored * redis.bytes_memory / room),
    ]


SERVER, REDIS = slice(0, 4), slice(4, 6)
"""The resources of a server machine, and those of a Redis machine."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    usual = Evening()
    parser.add_argument("--tables", type=int, default=100, help="tables that play at once (100)")
    parser.add_argument("--people", type=int, default=usual.people, help="people at a table, with spectators (6)")
    parser.add_argument(
        "--seats", type=int, default=usual.seats, help="of these people, those who play, with the Storyteller (6)"
    )
    parser.add_argument("--commands", type=float, default=usual.commands, help="commands a minute at each table (10)")
    parser.add_argument("--hours", type=float, default=usual.hours, help="hours of an evening (4)")
    parser.add_argument(
        "--evenings", type=int, default=usual.evenings, help="evenings of each table that stay stored (25)"
    )
    parser.add_argument("--gib", type=float, default=Machine().gib, help="memory of a machine, GiB (8)")
    parser.add_argument("--svg", type=Path, help="write a chart to this file")


def run(args: argparse.Namespace) -> int:
    """Print the plan."""
    wanted = (args.tables, args.people, args.seats, args.commands, args.hours, args.evenings, args.gib)
    if not all(0 < number <= MOST for number in wanted):
        raise Misuse(f"every number must be more than 0 and at most {MOST:,}.")
    play, machine = Evening(args.people, args.seats, args.commands, args.hours, args.evenings), Machine(args.gib)
    sys.stdout.write("".join(f"{line}\n" for line in plan(measured(), args.tables, play, machine)))
    if args.svg:
        from server.cli._plan_chart import svg

        try:
            args.svg.write_text(svg(resources(measured(), play, machine)), encoding="utf-8")
        except OSError as error:
            raise Misuse(f"{args.svg} cannot be written ({error.strerror}).") from None
    return DONE


def plan(cost: Measured, tables: int, play: Evening, machine: Machine) -> Iterator[str]:
    """Yield the lines of a plan."""
    found = resources(cost, play, machine)
    yield f"{tables:,} tables of {play.people}, each with {play.commands:g} commands a minute;"
    yield f"evenings of {play.hours:g} hours, {play.evenings:,} of each table kept; machines with {machine.gib:g} GiB."
    yield ""
    yield f"{'':32}{'used':>10}{'ends at':>21}"
    for resource in found:
        yield f"{resource.name:32}{share(resource.used(tables)):>10}{resource.limit():>14,.0f} tables"
    yield ""
    yield from machines(cost, tables, play, found)
    yield ""
    yield f"Measured on {cost.where['date']}: {cost.where['machine']};"
    yield f"{cost.where['program']}. `make bench` measures yours."


def machines(cost: Measured, tables: int, play: Evening, found: list[Resource]) -> Iterator[str]:
    """Yield the numbers of machines, the size of the logs, and the time to reconnect."""
    servers, stores = (max(ceil(max(r.used(tables) for r in found[part])), 1) for part in (SERVER, REDIS))
    stored = tables * play.commits * play.evenings
    people = tables * play.people
    back = people * cost.server.us_return / 1e6 / servers
    disk, memory = stored * cost.sqlite.bytes_disk / GIB, stored * cost.redis.bytes_memory / GIB
    if servers == 1:
        yield f"One machine is enough, with the embedded log: {disk:,.1f} GiB on disk."
        yield "To survive the loss of a machine:"
    yield f"Servers: {servers} with a core each, and one more in case one fails."
    yield f"Redis:   {kinds(stores)}, and a replica of each master on another machine;"
    yield f"         the logs are {memory:,.1f} GiB of memory in all."
    yield f"If all {people:,} people lose their connection at once, they are back after about {max(back, 1):,.0f} s."


def kinds(stores: int) -> str:
    """Return in words what kind of Redis has this many masters."""
    return "one master with sentinels" if stores == 1 else f"a cluster of {max(stores, 3)} masters"


def share(used: float) -> str:
    """Return a share as text: in percent, or as a multiple if it is more than 1."""
    return f"{used:.1%}" if used < 1 else f"{used:.1f} x"
