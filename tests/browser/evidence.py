"""What reached somebody, held against what the log says may reach her."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence

from domain.audience import Seat
from server.codec import audiences, unpack
from server.log.contract import Entry
from tests.browser.person import Person
from tests.server.tables import Page, frames

Told = list[tuple[str, int]]
"""What one commit told somebody: each audience, and its count."""


def guises(secret: str) -> Iterator[bytes]:
    """A secret as it stands in bytes: plain, in UTF-16, in hexadecimal, and within base64 at any place of three."""
    plain = secret.encode()
    yield plain
    yield secret.encode("utf-16-le")
    yield plain.hex().encode()
    yield plain.hex().upper().encode()
    for before in range(3):
        encoded = b64encode(b"?" * before + plain).rstrip(b"=")
        yield encoded[(before * 8 + 5) // 6 : -1]
        yield encoded[(before * 8 + 5) // 6 : -1].replace(b"+", b"-").replace(b"/", b"_")


def found(secrets: Iterable[str], *places: bytes | bytearray) -> list[str]:
    """The secrets that stand in any of these bytes, in whatever guise."""
    return [s for s in secrets if any(guise in place for guise in guises(s) for place in places)]


def heard(person: Person, stream: str) -> list[Told]:
    """What each message after the first welcome told this person of a stream, in the order in which they came."""
    told: list[Told] = []
    for message in person.messages(stream):
        parts = [(frame[1], frame[2]) for frame in frames(message) if frame[0] == "part"]
        if parts:
            told.append(parts)
    return told


def welcomed_at(person: Person, stream: str) -> dict[str, int]:
    """The counts of the view with which this person was first welcomed to a stream."""
    for message in person.messages(stream):
        all_frames = frames(message)
        if all_frames[0][0] == "welcome":
            return {frame[1]: frame[2] for frame in all_frames if frame[0] == "view"}
    raise AssertionError(f"{person.name} was never welcomed to {stream}")


def logged(entries: Sequence[Entry], seat: Seat, since: dict[str, int]) -> list[Told]:
    """What the log has for this seat after these counts, commit by commit."""
    counts: dict[str, int] = {}
    told: list[Told] = []
    for entry in entries:
        mine: Told = []
        for audience in audiences(entry.payload):
            if seat.reads(audience):
                counts[audience] = counts.get(audience, 0) + 1
                mine.append((audience, counts[audience]))
        fresh = [(audience, count) for audience, count in mine if count > since.get(audience, 0)]
        if fresh:
            told.append(fresh)
    return told


def kinds(person: Person, stream: str) -> dict[str, int]:
    """How many frames of each kind came to this person of a stream."""
    counted: dict[str, int] = {}
    for message in person.messages(stream):
        for frame in frames(message):
            counted[frame[0]] = counted.get(frame[0], 0) + 1
    return counted


def wishes_of(entries: Sequence[Entry], seat: Seat) -> int:
    """How many of this seat's commands stand in the log."""
    return sum(unpack(entry.payload).seat == seat.id for entry in entries)


def page_of(person: Person, stream: str) -> Page:
    """What this person's page holds of a stream; fails where a part is missing or comes twice."""
    page = Page()
    for message in person.messages(stream):
        page.take(message)
    return page
