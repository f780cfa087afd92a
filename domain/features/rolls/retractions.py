"""What was taken back: it stays in the story, and nothing rests on it any more (G0)."""

from collections.abc import Iterator
from typing import Final

from domain.core.audience import STORYTELLER, Audience
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line

DEEDS: Final = ("happened", "ruled")
"""The kinds of lines that tell what was done, not what was said."""


class Retraction(Record, frozen=True):
    """What its audience was told was done, from one count to another (`first` to `last`), was taken back. Its id is the
    audience and the count at which that was."""

    audience: Audience
    first: int
    last: int

    def in_continued_scene(self, began: int) -> None:
        return None


def deeds(partition: Partition) -> Iterator[Roll | Line]:
    """All in an audience's story that tells of something done, and not said."""
    for record in partition.story.values():
        if isinstance(record, Roll) or (isinstance(record, Line) and record.kind in DEEDS):
            yield record


def is_taken_back(view: View, audience: Audience, n: int) -> bool:
    """Whether what an audience was told at a count was taken back, if it was a deed."""
    return any(one.audience == audience and one.first <= n <= one.last for one in view.all(Retraction))


def counts_no_more(view: View, roll: Roll) -> bool:
    """Whether a roll of this view was taken back."""
    return is_taken_back(view, view.audience_of(Roll, roll.id) or STORYTELLER, roll.n)
