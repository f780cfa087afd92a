"""A log folded as a stream that is live has it: with checkpoints where they are due."""

from __future__ import annotations

from server.fold.checkpoints import begun, is_due, keep, packed
from server.fold.projection import CommitParts
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry


def marked(log: list[Entry], told: list[CommitParts] | None = None) -> StreamFold:
    """The fold of this log. `told` is added to: what each commit told."""
    folded = StreamFold()
    for entry in log:
        commit = folded.take(entry)[1]
        if told is not None:
            told.append(commit)
        if is_due(folded):
            checkpoints, one, copies = begun(folded)
            one.chunks.extend(packed(copies))
            keep(checkpoints, one)
    return folded
