"""What happened, as the people at the table saw it: what they asked, what they were answered, what they were told.

Steps are counted over everybody, so that "acknowledged before another was asked" means what it says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.core.audience import Audience, Seat
from server.fold.commit_codec import command_key

Ends = frozenset[tuple[str, int, bytes]]
"""A place in everything that a seat reads: of each audience the count and the chain."""


@dataclass
class Asked:
    """One command: how often it was sent, and every answer that came."""

    seat: Seat
    key: bytes
    first: int
    sent: int = 0
    accepted: list[tuple[int, Ends]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass
class Told:
    """One message to a reader, and whether it began or follows."""

    step: int
    frames: list[list[Any]]
    message: bytes


@dataclass
class Reader:
    """One client: everything that it was told, in order."""

    seat: Seat
    told: list[Told] = field(default_factory=list)
    stays: bool = True
    """Whether it must have been told everything in the end."""


@dataclass
class History:
    """One stream's."""

    step: int = 0
    asked: dict[bytes, Asked] = field(default_factory=dict)
    readers: list[Reader] = field(default_factory=list)

    def reader(self, seat: Seat) -> Reader:
        """Somebody comes."""
        self.readers.append(Reader(seat))
        return self.readers[-1]

    def send(self, seat: Seat, id_: bytes) -> None:
        """A command is sent, perhaps again."""
        self.step += 1
        key = command_key(seat, id_)
        self.asked.setdefault(key, Asked(seat, key, self.step)).sent += 1

    def hear(self, reader: Reader, frames: list[list[Any]], message: bytes = b"") -> None:
        """A message comes."""
        self.step += 1
        reader.told.append(Told(self.step, frames, message))
        for frame in frames:
            if frame[0] == "accepted":
                self.asked[command_key(reader.seat, frame[1])].accepted.append((self.step, ends_of(frame[2])))
            elif frame[0] == "refused":
                self.asked[command_key(reader.seat, frame[1])].refused.append(frame[2])


def ends_of(position: list[list[Any]]) -> Ends:
    """A position as it was told."""
    return frozenset((Audience(audience), count, chain) for audience, count, chain in position)
