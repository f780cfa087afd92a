"""The commands of the handover between a chronicle and its scenes: one opens a scene that the chronicle has
begun, the other keeps the results of a closed scene in the chronicle (T1).

Law 1. The key of each command is computed from the event that caused the command. So any process may send the command
       again, even after a crash: it applies once.
Law 2. A command is made from a fold that equals the log, never from commits that are not yet in the log. A closed scene
       does not change any more, so every process makes the same command from it.
"""

from hashlib import sha256

import msgspec

from domain.command import Command, TableCommand
from domain.core.audience import TABLE
from domain.core.state import View
from domain.features.scenes.chronicle import keep_scene_command, open_scene_command
from domain.features.storyteller.fork_scene import open_fork_command
from domain.features.table.scene_list import SceneCard
from server.stream.group_commit import PastState, Submission
from server.stream.live_stream import LiveStream


def table_submission(live_now: float, command: Command, cause: str, past: PastState | None = None) -> Submission:
    """Return a submission for a command of the server itself. The same `cause` gives the same key."""
    id_ = sha256(cause.encode()).digest()[:16]
    return Submission(TABLE, id_, id_, b"", command, 0, live_now, past=past)


def open_scene_submission(
    chronicle: LiveStream, card: SceneCard, now: float, past: PastState | None, *, lost: bool = False
) -> Submission:
    """Return the submission that opens a scene. `past` is the earlier state that the scene continues; `lost` is True if
    that state cannot be read any more."""
    return table_submission(
        now, opening_command(chronicle.folded.state.full, card, past, lost=lost), f"open {card.stream}", past
    )


def opening_command(chronicle: View, card: SceneCard, past: PastState | None, *, lost: bool = False) -> TableCommand:
    """Return the command that opens a scene. If the earlier state that the scene continues is lost, the scene begins
    without that state and says so."""
    if past is not None:
        return open_fork_command(chronicle, card, past.at.seq, past.at.chain)
    plain = open_scene_command(chronicle, card)
    return msgspec.structs.replace(plain, lost=lost)


def keep_scene_submission(scene: LiveStream, card: SceneCard, now: float) -> Submission | None:
    """Return the submission that keeps the results of a closed scene in the chronicle. Return None while the scene is
    open."""
    keep = keep_scene_command(scene.folded.state.full, card)
    return None if keep is None else table_submission(now, keep, f"keep {card.stream}")
