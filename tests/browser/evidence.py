"""The messages that a person received, and the parts that the log has for that seat, for comparison."""

from __future__ import annotations

from collections.abc import Sequence

from domain.core.audience import Seat
from domain.features.rolls.player_nonces import NoncesLeft
from server.fold.commit_codec import audiences, unpack
from server.log.contract import Entry
from tests.browser.person import Person
from tests.server.socketless_tables import Page, frames

Parts = list[tuple[str, int]]
"""The parts of a commit for a seat: each audience, and its count."""


def visits(person: Person, stream: str) -> list[list[bytes]]:
    """The messages of a stream that this person received, grouped by visit: each begins with a welcome and a whole
    view."""
    found: list[list[bytes]] = []
    for message in person.messages(stream):
        kinds = {frame[0] for frame in frames(message)}
        if "welcome" in kinds and "view" in kinds:
            found.append([])
        found[-1].append(message)
    return found


def received_parts(visit: Sequence[bytes]) -> list[Parts]:
    """The parts in each message after the welcome, in order."""
    told: list[Parts] = []
    for message in visit:
        parts = [(frame[1], frame[2]) for frame in frames(message) if frame[0] == "part"]
        if parts:
            told.append(parts)
    return told


def welcomed_at(visit: Sequence[bytes]) -> dict[str, int]:
    """The counts of the view in the welcome."""
    return {frame[1]: frame[2] for frame in frames(visit[0]) if frame[0] == "view"}


def logged_parts(entries: Sequence[Entry], seat: Seat, since: dict[str, int]) -> list[Parts]:
    """The parts that the log has for this seat after these counts, commit by commit."""
    counts: dict[str, int] = {}
    told: list[Parts] = []
    for entry in entries:
        mine: Parts = []
        for audience in audiences(entry.payload):
            if seat.reads(audience):
                counts[audience] = counts.get(audience, 0) + 1
                mine.append((audience, counts[audience]))
        fresh = [(audience, count) for audience, count in mine if count > since.get(audience, 0)]
        if fresh:
            told.append(fresh)
    return told


def kinds(person: Person, stream: str) -> dict[str, int]:
    """The number of frames of each kind that this person received from a stream."""
    counted: dict[str, int] = {}
    for message in person.messages(stream):
        for frame in frames(message):
            counted[frame[0]] = counted.get(frame[0], 0) + 1
    return counted


def commands_of(entries: Sequence[Entry], seat: Seat) -> int:
    """The number of commands of this seat's page in the log. The numbers that `load_dice` lent from a second tab,
    which are all alike, are not counted."""
    sent = [commit.facts for commit in (unpack(entry.payload) for entry in entries) if commit.seat == seat.id]
    left = [fact.event.nonces for facts in sent for fact in facts if isinstance(fact.event, NoncesLeft)]
    return len(sent) - sum(len(set(nonces)) == 1 for nonces in left)


def page_of(person: Person, stream: str) -> Page:
    """The records that this person's page holds of a stream; fails if a part is missing or doubled."""
    page = Page()
    for message in person.messages(stream):
        page.take(message)
    return page
