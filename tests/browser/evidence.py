"""What reached somebody, held against what the log says may reach her."""

from __future__ import annotations

from collections.abc import Sequence

from domain.core.audience import Seat
from domain.features.rolls.player_nonces import NoncesLeft
from server.fold.commit_codec import audiences, unpack
from server.log.contract import Entry
from tests.browser.person import Person
from tests.server.socketless_tables import Page, frames

Told = list[tuple[str, int]]
"""What one commit told somebody: each audience, and its count."""


def visits(person: Person, stream: str) -> list[list[bytes]]:
    """What reached this person of a stream, from each time on at which she was welcomed with a whole view."""
    found: list[list[bytes]] = []
    for message in person.messages(stream):
        kinds = {frame[0] for frame in frames(message)}
        if "welcome" in kinds and "view" in kinds:
            found.append([])
        found[-1].append(message)
    return found


def heard(visit: Sequence[bytes]) -> list[Told]:
    """What each message after the welcome told, in the order in which they came."""
    told: list[Told] = []
    for message in visit:
        parts = [(frame[1], frame[2]) for frame in frames(message) if frame[0] == "part"]
        if parts:
            told.append(parts)
    return told


def welcomed_at(visit: Sequence[bytes]) -> dict[str, int]:
    """The counts of the view with which somebody was welcomed."""
    return {frame[1]: frame[2] for frame in frames(visit[0]) if frame[0] == "view"}


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
    """How many of the commands that this seat's page has sent stand in the log: all of the seat's, but the numbers
    that fate had it leave from another tab, which are all alike."""
    sent = [commit.facts for commit in (unpack(entry.payload) for entry in entries) if commit.seat == seat.id]
    left = [fact.event.nonces for facts in sent for fact in facts if isinstance(fact.event, NoncesLeft)]
    return len(sent) - sum(len(set(nonces)) == 1 for nonces in left)


def page_of(person: Person, stream: str) -> Page:
    """What this person's page holds of a stream; fails where a part is missing or comes twice."""
    page = Page()
    for message in person.messages(stream):
        page.take(message)
    return page
