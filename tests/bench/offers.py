"""The cost of options: the server's time to bring a seat's options up to date after each commit, and the bytes sent.
The loads do not show it, since a roll of six dice changes no option.

Measured over all recorded evenings, and over three turns of fights of several sizes. Beside it stands what it costs to
compute all options anew and to send all of them, in the same run: compare with that, because the machine's speed
drifts.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from domain.command import Command
from domain.core.audience import Role, Seat
from domain.core.record import RecordKey
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.characters.character import Face
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StartTurns
from domain.options import options
from server.fold.projection import changed_records
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.stream.seat_options import SeatOptions
from tests.bench.run import Result
from tests.domain.fight import Fight, act
from tests.golden.golden import entries, logs, stored

TELLER = Seat("st", "storyteller")
CAST_SIZES: Final = (6, 12, 24, 48)
"""The numbers of characters in the fights."""
TURNS: Final = 3
ANEW_EVERY: Final = 8
"""All options are computed anew after one of so many commits: that is slow."""


class Meter:
    """The cost of a seat's options."""

    def __init__(self, view: View) -> None:
        self.commits = 0
        self._view = view
        self._options = SeatOptions(view)
        self._seconds = 0.0
        self._bytes = 0
        self._anew = 0
        self._anew_seconds = 0.0
        self._whole_bytes = 0

    def commit(self, changed: set[RecordKey]) -> None:
        """Measure a commit that changed these records of the seat."""
        if changed:
            begun = time.process_time()
            news = self._options.changes(changed)
            self._seconds += time.process_time() - begun
            self._bytes += len(news.message)
        if self.commits % ANEW_EVERY == 0:
            begun = time.process_time()
            found = list(options(self._view))
            self._anew_seconds += time.process_time() - begun
            self._whole_bytes += len(SeatOptions(self._view).whole()) if found else 0
            self._anew += 1
        self.commits += 1

    def add_to(self, result: Result) -> None:
        """Add the sums to a result."""
        for name, value in (
            ("commits", self.commits), ("seconds", self._seconds), ("sent", self._bytes), ("anew", self._anew),
            ("anew_seconds", self._anew_seconds), ("whole", self._whole_bytes),
        ):  # fmt: skip
            result[name] = result.get(name, 0) + value


def averaged(result: Result) -> Result:
    """Return the averages of a result's sums: the commits of all seats (`commits`), and for each of them the `us` of
    CPU and the `bytes`; the same for all options computed anew and sent (`anew_us`, `whole_bytes`)."""
    commits, anew = result["commits"], result["anew"]
    return {
        "commits": commits, "us": 1e6 * result["seconds"] / commits, "bytes": result["sent"] / commits,
        "anew_us": 1e6 * result["anew_seconds"] / anew, "whole_bytes": result["whole"] / anew,
    }  # fmt: skip


def followed() -> dict[Role, Result]:
    """Return the averages over all recorded evenings, by role."""
    found: dict[Role, Result] = {"storyteller": {}, "player": {}}
    for name in logs():
        log = entries(stored(name))
        for seat in (TELLER, *_players(log)):
            folded = StreamFold()
            meter = Meter(folded.state.view(seat))
            for entry in log:
                _, told = folded.take(entry)
                meter.commit(changed_records(seat, (told,)))
            meter.add_to(found[seat.role])
    return {role: averaged(result) for role, result in found.items()}


def _players(log: list[Entry]) -> list[Seat]:
    """The players of an evening."""
    folded = StreamFold()
    for entry in log:
        folded.take(entry)
    return [Seat(player, "player") for player in sorted({face.player for face in folded.state.full.all(Face)} - {""})]


def fought(characters: int) -> dict[Role, Result]:
    """Return the averages over a fight of so many characters, for the Storyteller and a player."""
    fight = Fight("\n".join(map(_fighter, range(characters))))
    seats = (TELLER, Seat("P0", "player"))
    meters = {seat: Meter(fight.state.view(seat)) for seat in seats}
    fight.state.settle()
    for seat, command in _wishes(fight):
        with suppress(Refusal):
            fight.must(seat, command)
            for reader, meter in meters.items():
                changes = [c for c in fight.state.journal if reader.reads(c.partition.audience)]
                meter.commit({(c.type, c.id) for c in changes if not c.type.story})
            fight.state.settle()
    found: dict[Role, Result] = {}
    for seat, meter in meters.items():
        meter.add_to(sums := Result())
        found[seat.role] = averaged(sums)
    return found


def _fighter(number: int) -> str:
    """A line of the cast: every second character has a player, and each fourth one has the same weapon."""
    who, weapon = "npc " if number % 2 else "", ("knife", "sword", "pistol", "club")[number % 4]
    traits = f"Intuition {number % 4 + 1} Strength 3 Dexterity 3 Unarmed 2 Melee 2 Target 2 Dodge 2 Endurance 3"
    return f"p{number} {who}{traits} Willpower:5 Fate:3 +{weapon}"


def _wishes(fight: Fight) -> Iterator[tuple[Seat, Command]]:
    """Yield commands that play some turns, in which everybody attacks the next one. Some are refused: who may act is
    decided by the dice."""
    names = list(fight.cast)
    targets = dict(zip(names, [*names[1:], names[0]], strict=True))
    for turn in range(TURNS):
        yield TELLER, StartTurn() if turn else StartTurns()
        while fight.now == "declaring":
            yield from ((fight.seat(n), DeclareAction(n, (act("attack", targets[n]),))) for n in reversed(names))
        while fight.now in fight.cast:
            before = len(fight.facts)
            yield fight.seat(fight.now), TakeAction(fight.now)
            if len(fight.facts) == before:  # it cannot act: the Storyteller goes on
                break
