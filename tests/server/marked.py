"""A log folded as a stream that is live has it: with milestones where they are due."""

from __future__ import annotations

from server.folded import Folded, Milestone
from server.log.contract import Entry
from server.milestones import is_due, keep, packed
from server.projection import Told
from server.shelves import gathered


def marked(log: list[Entry], told: list[Told] | None = None) -> Folded:
    """The fold of this log. `told` is added to: what each commit told."""
    folded = Folded()
    for entry in log:
        commit = folded.take(entry)[1]
        if told is not None:
            told.append(commit)
        if is_due(folded):
            shelves = list(packed(gathered(folded.state.partitions.values())))
            keep(folded.milestones, Milestone(folded.head, dict(folded.projection.ends), shelves))
    return folded
