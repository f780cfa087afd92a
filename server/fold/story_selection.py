"""Selecting the lines of the story that a seat is sent at a time.

Rule 1. The selection is bounded in bytes. It has the newest lines, in the order of the log over all audiences that the
        seat reads, and says where they begin; the page asks for the lines before that.
Rule 2. It holds every line of its audiences from a place in the log on: no commit is cut, and no commit between two
        selected commits is left out.
Rule 3. Its beginning depends on no audience that the seat does not read.
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
"""The number of lines of an audience's story that a newcomer receives together with the tables. The earlier lines
follow, so that a client on a slow line does not wait for lines that it cannot see yet."""


class Before(NamedTuple):
    """The beginning of a selection: just before the part of this number for `audience`, an audience that the seat
    reads. With the number 0, at the beginning of the story."""

    audience: str
    number: int


BEGINNING: Final = Before("", 0)


class Line(NamedTuple):
    """A line of an audience's story, encoded. `seq`: its commit's place in the log; `number`: the number of that
    commit's part for the audience."""

    seq: int
    number: int
    record: bytes


class Lines(msgspec.Struct, frozen=True, gc=False):
    """The newest lines of an audience's story, newest first: all lines from the place `since` in the log on (0: all
    lines there ever were)."""

    end: End
    lines: list[Line]
    since: int


def select(stories: Mapping[Audience, Lines]) -> tuple[dict[Audience, list[bytes]], Before]:
    """The newest lines of its audiences that fit into `STORY_BYTES`, encoded, oldest first, and where they begin."""
    since = max((story.since for story in stories.values()), default=0)
    sizes = Counter[int]()
    for story in stories.values():
        for line in story.lines:
            if line.seq >= since:
                sizes[line.seq] += len(line.record)
    if sizes.total() > STORY_BYTES:
        since = _first_that_fits(sizes)
    selected, before = dict[Audience, list[bytes]](), BEGINNING
    for audience, story in stories.items():
        lines = [line for line in reversed(story.lines) if line.seq >= since]
        selected[audience] = [line.record for line in lines]
        if lines and lines[0].seq == since:
            before = Before(audience, lines[0].number)
    return selected, before


def _first_that_fits(sizes: Mapping[int, int]) -> int:
    """The first of the newest commits that fit into `STORY_BYTES` together; the newest commit, if it alone does not
    fit."""
    newest, *older = sorted(sizes, reverse=True)
    first, size = newest, sizes[newest]
    for seq in older:
        size += sizes[seq]
        if size > STORY_BYTES:
            break
        first = seq
    return first


def whole_commits(end: End, lines: list[Line], places: Mapping[int, tuple[int, int]], *, complete: bool) -> Lines:
    """The lines of an audience, newest first, without the oldest commit if state no longer keeps all of its lines.
    `places`: for each part by its number, its commit's place in the log and how many lines it had. `complete`: all
    lines there ever were are present."""
    if complete or not lines:
        return Lines(end, lines, 0)
    oldest = lines[-1].number
    there = sum(line.number == oldest for line in lines)
    if there < places[oldest][1]:
        lines = lines[:-there] or lines
    return Lines(end, lines, lines[-1].seq)


def part_number(line: Record) -> int:
    """The number of the part that brought an audience this line of its story."""
    number: int = getattr(line, "n", 0)
    return number


def new_lines(partition: Partition) -> int:
    """The number of lines that the last folded commit added to an audience's story."""
    new = 0
    for line in reversed(partition.story.values()):
        if part_number(line) != partition.count:
            break
        new += 1
    return new
