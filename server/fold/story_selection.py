"""Selects the story lines that a seat is sent in one answer.

Rule 1. The selection is limited in bytes. It contains the newest lines of all audiences that the seat reads, in the
        order of the log, and says where they begin. The page asks for the lines before that place.
Rule 2. From one place in the log on, the selection contains every line of its audiences. It contains all lines of a
        commit or none, and it skips no commit.
Rule 3. Audiences that the seat does not read have no influence on where the selection begins.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from domain.core.audience import Audience
from domain.core.partition import Partition
from domain.core.record import Record
from server.fold.resume_history import End
from server.limits_and_timeouts import STORY_BYTES

NEWEST: Final = 12
"""A newcomer receives this many of the newest lines of an audience's story together with the tables. The earlier lines
follow, so that a client on a slow line does not wait for lines that it cannot show yet."""


class Before(NamedTuple):
    """Where a selection begins: just before the part with this number for `audience`, which the seat reads. The number
    0 means the beginning of the story."""

    audience: str
    number: int


BEGINNING: Final = Before("", 0)


class Line(NamedTuple):
    """An encoded line of an audience's story. `seq`: the place of its commit in the log; `number`: the number of the
    part in which the audience received this line."""

    seq: int
    number: int
    record: bytes


class Lines(msgspec.Struct, frozen=True, gc=False):
    """The newest lines of an audience's story, newest first. They are complete from the place `since` in the log on; if
    `since` is 0, from the beginning of the story."""

    end: End
    lines: list[Line]
    since: int


def select(stories: Mapping[Audience, Lines], most: int = STORY_BYTES) -> tuple[dict[Audience, list[bytes]], Before]:
    """Return the newest lines of these audiences that fit into `most` bytes, encoded, oldest first; and where they
    begin. Return the lines of the newest commit if even these do not fit."""
    since = max((story.since for story in stories.values()), default=0)
    sizes = Counter[int]()
    for story in stories.values():
        for line in story.lines:
            if line.seq >= since:
                sizes[line.seq] += len(line.record)
    if sizes.total() > most:
        since = _first_that_fits(sizes, most)
    selected, before = dict[Audience, list[bytes]](), BEGINNING
    for audience, story in stories.items():
        lines = [line for line in reversed(story.lines) if line.seq >= since]
        selected[audience] = [line.record for line in lines]
        if lines and lines[0].seq == since:
            before = Before(audience, lines[0].number)
    return selected, before


def _first_that_fits(sizes: Mapping[int, int], most: int) -> int:
    """Of the newest commits that fit into `most` bytes together, return the oldest; return the newest commit if even
    that one does not fit."""
    newest, *older = sorted(sizes, reverse=True)
    first, size = newest, sizes[newest]
    for seq in older:
        size += sizes[seq]
        if size > most:
            break
        first = seq
    return first


def whole_commits(end: End, lines: list[Line], places: Mapping[int, tuple[int, int]], *, complete: bool) -> Lines:
    """Return the lines of an audience, newest first. If the state no longer keeps all lines of the oldest commit, leave
    that commit out. `places`: for the number of each part, the place of its commit in the log and its number of lines.
    `complete`: the state still keeps all lines of the story."""
    if complete or not lines:
        return Lines(end, lines, 0)
    oldest = lines[-1].number
    there = sum(line.number == oldest for line in lines)
    if there < places[oldest][1]:
        lines = lines[:-there] or lines
    return Lines(end, lines, lines[-1].seq)


def part_number(line: Record) -> int:
    """Return the number of the part in which an audience received this story line."""
    number: int = getattr(line, "n", 0)
    return number


def new_lines(partition: Partition) -> int:
    """Return how many lines the last folded commit added to an audience's story."""
    new = 0
    for line in reversed(partition.story.values()):
        if part_number(line) != partition.count:
            break
        new += 1
    return new
