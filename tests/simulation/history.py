"""The history of a run as the clients saw it: the commands they sent, the answers and messages they received.

Steps are numbered across all clients, so that "acknowledged before another command was sent" can be decided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.core.audience import Audience, Seat
from server.fold.commit_codec import command_key

Ends = frozenset[tuple[str, int, bytes]]
"""A position: the count and chain of each audience that a seat reads."""


@dataclass
class SentCommand:
    """A command: how often it was sent, and every answer to it."""

    seat: Seat
    key: bytes
    first: int
    sent: int = 0
    accepted: list[tuple[int, Ends]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass
class Received:
    """A message that a reader received, with the step at which it arrived."""

    step: int
    frames: list[list[Any]]
    message: bytes


@dataclass
class Reader:
    """A client: all messages that it received, in order."""

    seat: Seat
    received: list[Received] = field(default_factory=list)
    stays: bool = True
    """True if it must have received everything by the end."""


@dataclass
class History:
    """The history of one stream."""

    step: int = 0
    commands: dict[bytes, SentCommand] = field(default_factory=dict)
    readers: list[Reader] = field(default_factory=list)

    def reader(self, seat: Seat) -> Reader:
        """Add a reader for this seat."""
        self.readers.append(Reader(seat))
        return self.readers[-1]

    def send(self, seat: Seat, id_: bytes) -> None:
        """Note that a command is sent, perhaps again."""
        self.step += 1
        key = command_key(seat, id_)
        self.commands.setdefault(key, SentCommand(seat, key, self.step)).sent += 1

    def hear(self, reader: Reader, frames: list[list[Any]], message: bytes = b"") -> None:
        """Note that a message arrives."""
        self.step += 1
        reader.received.append(Received(self.step, frames, message))
        for frame in frames:
            if frame[0] == "accepted":
                self.commands[command_key(reader.seat, frame[1])].accepted.append((self.step, ends_of(frame[2])))
            elif frame[0] == "refused":
                self.commands[command_key(reader.seat, frame[1])].refused.append(frame[2])


def ends_of(position: list[list[Any]]) -> Ends:
    """A position from the wire as `Ends`."""
    return frozenset((Audience(audience), count, chain) for audience, count, chain in position)
