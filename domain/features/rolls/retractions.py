"""Retractions: rolls and lines that were taken back. The story still shows them, but they no longer have an effect
(G0)."""

from collections.abc import Iterator
from typing import Final

from domain.core.audience import STORYTELLER, Audience
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line

RETRACTABLE_KINDS: Final = ("happened", "ruled")
"""The kinds of lines that can be taken back: events, not speech."""


class Retraction(Record, frozen=True):
    """Marks the rolls and lines that were taken back: those of an audience with counts from `first` to `last`. The id
    is the audience, and its count when they were taken back."""

    audience: Audience
    first: int
    last: int

    def in_continued_scene(self, began: int) -> None:
        return None


def retractable(partition: Partition) -> Iterator[Roll | Line]:
    """Return the rolls and lines in an audience's story that can be taken back."""
    for record in partition.story.values():
        if isinstance(record, Roll) or (isinstance(record, Line) and record.kind in RETRACTABLE_KINDS):
            yield record


def is_taken_back(view: View, audience: Audience, n: int) -> bool:
    """True if the roll or line that an audience read at this count was taken back. Call it only for one that can be
    taken back."""
    return any(one.audience == audience and one.first <= n <= one.last for one in view.all(Retraction))


def roll_taken_back(view: View, roll: Roll) -> bool:
    """True if a roll of this view was taken back."""
    return is_taken_back(view, view.audience_of(Roll, roll.id) or STORYTELLER, roll.n)
