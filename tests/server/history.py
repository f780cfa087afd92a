"""The history checker: what clients asked and heard, against the log. No search is needed: every commit has a place.

`broken` names every law that a history breaks: I1 (acknowledged: once, at its place; refused: not at all), I2 (each
reader's counts without gap, repeat or reorder), I4 (acknowledged before another was asked: earlier in the log), and the
chain.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domain.audience import EVERYONE, Seat
from domain.command import Command
from server.codec import audiences, command_key
from server.log.contract import START, Entry, link
from tests.server.tables import frames, unframed

if TYPE_CHECKING:
    from tests.server.tables import Eyes


@dataclass
class Asked:
    """One command: when it was first asked, and the first answer that it got, in steps of the history."""

    key: bytes
    asked: int
    answered: int = 0
    place: int | None = None
    """The count of `everyone` that it was acknowledged at; None where everybody was told nothing of it."""
    refused: bool = False


@dataclass
class History:
    """What the clients did and heard."""

    step: int = 0
    asked: dict[bytes, Asked] = field(default_factory=dict)
    commands: dict[tuple[str, bytes], Command] = field(default_factory=dict)

    def invoke(self, seat: Seat, id_: bytes, command: Command) -> None:
        """A command is sent."""
        self.step += 1
        key = command_key(seat, id_)
        self.commands[seat.id, id_] = command
        found = self.asked.setdefault(key, Asked(key, self.step))
        found.refused = False  # a refusal is not remembered: asked again, it may stand

    def answer(self, seat: Seat, id_: bytes, *, place: int | None = None, refused: bool = False) -> None:
        """An answer is heard."""
        self.step += 1
        found = self.asked[command_key(seat, id_)]
        if refused:
            found.refused = not found.answered
            return
        if not found.answered:
            found.answered, found.place, found.refused = self.step, place, False

    def hear(self, waiting: list[tuple[Eyes, bytes]]) -> None:
        """Take in the answers that have come to these."""
        for eyes, id_ in waiting:
            frame = eyes.page.answers.get(id_)
            if frame is None:
                continue
            if frame[0] == "refused":
                self.answer(eyes.seat, id_, refused=True)
            else:
                self.answer(eyes.seat, id_, place=next((p[1] for p in frame[2] if p[0] == EVERYONE), None))


class Reader:
    """One client's view of the order: the counts of each audience that it was told, in order."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.counts: dict[str, list[int]] = {}

    def read(self, told: bytes) -> None:
        """Take in everything that a client was told."""
        for message in unframed(told):
            for frame in frames(message):
                if frame[0] == "view":
                    self.counts[frame[1]] = [frame[2]]
                elif frame[0] == "part":
                    self.counts.setdefault(frame[1], [0]).append(frame[2])


def broken(history: History, entries: list[Entry], readers: list[Reader]) -> list[str]:
    """Every law that this history breaks, in words; none for a good one."""
    return [*_chain(entries), *_once(history, entries), *_real_time(history, entries), *_order(entries, readers)]


def _chain(entries: list[Entry]) -> list[str]:
    found, chain = [], START
    for place, entry in enumerate(entries, 1):
        chain = link(chain, entry.payload)
        if (entry.seq, entry.chain) != (place, chain):
            found.append(f"chain: entry {entry.seq} at place {place} does not follow the one before")
            chain = entry.chain
    return found


def _places(entries: list[Entry]) -> dict[bytes, int | None]:
    """The count of `everyone` at which each key stands, None where it told everybody nothing."""
    places: dict[bytes, int | None] = {}
    count = 0
    for entry in entries:
        public = EVERYONE in audiences(entry.payload)
        count += public
        places[entry.key] = count if public else None
    return places


def _once(history: History, entries: list[Entry]) -> list[str]:
    times = Counter(entry.key for entry in entries)
    places = _places(entries)
    found = []
    for key, asked in history.asked.items():
        name = key.hex()[:8]
        if times[key] > 1:
            found.append(f"once: {name} is {times[key]} times in the log")
        if asked.answered and not times[key]:
            found.append(f"durable: {name} was acknowledged and is not in the log")
        elif asked.answered and asked.place != places[key]:
            found.append(f"place: {name} was acknowledged at {asked.place} and is at {places[key]}")
        if asked.refused and times[key]:
            found.append(f"refused: {name} was refused and is in the log")
    return found


def _real_time(history: History, entries: list[Entry]) -> list[str]:
    seqs = {entry.key: entry.seq for entry in entries}
    acknowledged = sorted((a for a in history.asked.values() if a.answered and a.key in seqs), key=lambda a: a.answered)
    return [
        f"real time: {first.key.hex()[:8]} was acknowledged before {later.key.hex()[:8]} was asked"
        for first in acknowledged
        for later in acknowledged
        if later.asked > first.answered and seqs[later.key] < seqs[first.key]
    ]


def _order(entries: list[Entry], readers: list[Reader]) -> list[str]:
    ends: Counter[str] = Counter()
    for entry in entries:
        ends.update(audiences(entry.payload))
    found = []
    for reader in readers:
        for audience, counts in reader.counts.items():
            if counts != list(range(counts[0], counts[0] + len(counts))):
                found.append(f"order: {reader.seat.id} was told {counts} of {audience}")
            elif counts[-1] != ends[audience]:
                found.append(
                    f"converge: {reader.seat.id} is at {counts[-1]} of {audience}, the log at {ends[audience]}"
                )
    return found
