"""Tables at which each command of the catalogue is accepted, as the sender's page receives them. The page's own test
reads them to check that every option has a place where it is drawn (`web/src/places.test.tsx`).

    python -m tests.server.offered      JSON on standard output; `frames` are in base64
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Iterator
from itertools import groupby

import msgspec

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import SEALED, Seat
from domain.core.option import Option
from domain.core.refusal import allowed
from domain.core.state import View
from domain.features.table.settings import setting
from domain.option_groups import OPTION_GROUPS, command_layouts
from domain.options import options
from server.fold import projection
from server.fold.commit_codec import write
from server.fold.resume_history import End
from server.protocol import frames as wire
from server.stream.seat_options import SeatOptions
from tests.domain.random_play import Play
from tests.domain.situations import wished
from tests.domain.starting_tables import ANNA, BEN, ST
from tests.server.socketless_tables import unframed

STREAMS = {"scene": "scene/c/s", "chronicle": "chronicle/c"}


class Case(msgspec.Struct, frozen=True):
    """A command that a seat may send; `offers` are the commands in its options then."""

    command: str
    place: str
    role: str
    offers: tuple[str, ...]
    frames: str


def commands() -> list[str]:
    """Return the names of all commands that a page may send."""
    return sorted(name for name, type_ in catalogue().commands.items() if not issubclass(type_, TableCommand))


def cases() -> Iterator[Case]:
    """Yield every command that a seat may send, each with a table at which it is accepted, from a player and from
    the Storyteller."""
    for play, command in wished():
        view = play.state.full
        if isinstance(command, TableCommand) or not setting(view).open:
            continue
        for seat in (next((s for s in (ANNA, BEN) if granted(play, s, command)), None), ST):
            if seat is not None and granted(play, seat, command):
                yield case(play, seat, command)


def fewest(known: list[Case]) -> Iterator[Case]:
    """Yield as few of these cases as show every option in each place and to each role, and each command that is
    never an option, for which the page has a button of its own."""
    ever = {name for one in known for name in one.offers}
    shows = {
        one: {(name, one.place, one.role) for name in one.offers}
        | {(one.command, "", "")} - {(n, "", "") for n in ever}
        for one in known
    }
    left = set().union(*shows.values())
    while left:
        best = max(known, key=lambda one: len(shows[one] & left))
        yield best
        left -= shows[best]


def granted(play: Play, seat: Seat, command: Command) -> bool:
    """True if a seat may send a command now."""
    return allowed(command.check, play.state.view(seat))


def case(play: Play, seat: Seat, command: Command) -> Case:
    """Return a table as a seat's page receives it on connecting."""
    view = play.state.view(seat)
    place = setting(view).place
    shown = projection.Projection(play.state)
    shown.ends = {a: End(p.count, b"") for a, p in play.state.partitions.items() if a != SEALED}
    welcome = wire.Welcome(
        "epoch", seat.id, seat.role, seat.id.title(), STREAMS[place], resumed=False, durability="disk",
        groups=OPTION_GROUPS, layouts=command_layouts(),
    )  # fmt: skip
    open_now = by_command(view)
    told = b"".join(unframed(SeatOptions(view).whole()))
    frames = write(welcome) + shown.view(seat) + told
    return Case(type(command).__name__, place, seat.role, tuple(open_now), b64encode(frames).decode())


def by_command(view: View) -> dict[str, tuple[Option, ...]]:
    """Return the options of a seat, by command."""
    found = sorted(options(view), key=lambda option: option.command)
    return {name: tuple(of) for name, of in groupby(found, key=lambda option: option.command)}


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode({"commands": commands(), "cases": list(fewest(list(cases())))}))
