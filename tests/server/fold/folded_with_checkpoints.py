"""A log folded as a live stream folds it, with checkpoints where they are due."""

from __future__ import annotations

from server.fold.checkpoints import add, capture_checkpoint, compressed, is_due
from server.fold.projection import EncodedCommit
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry


def marked(log: list[Entry], told: list[EncodedCommit] | None = None) -> StreamFold:
    """Return the fold of this log, with its checkpoints. Append the encoded commits to `told`."""
    folded = StreamFold()
    for entry in log:
        commit = folded.take(entry)[1]
        if told is not None:
            told.append(commit)
        if is_due(folded):
            checkpoints, one, copies = capture_checkpoint(folded)
            one.chunks.extend(compressed(copies))
            add(checkpoints, one)
    return folded
