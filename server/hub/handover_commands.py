"""Between a chronicle and its scenes: what begins in the one is opened in the other, what closes is kept, once (T1).

Law 1. Every step is a command whose key derives from what caused it. So it may be sent again, by any process, after
       any crash: it applies once.
Law 2. A step is made of what the log holds, never of what is still on its way there: the house looks while the fold is
       exactly the log's. A closed scene changes no more, so every process makes the same step of it.
"""

from hashlib import sha256
from typing import Final

import msgspec

from domain.core.audience import TABLE
from domain.core.command import Command, TableCommand
from domain.core.state import View
from domain.features.scenes.chronicle import keep_scene_command, open_scene_command
from domain.features.storyteller.fork_scene import open_fork_command
from domain.features.table.scene_list import SceneCard
from server.stream.group_commit import PastState, Submission
from server.stream.live_stream import LiveStream

LOST: Final = "The earlier moment could not be read any more: this scene begins with everybody as they are now."


def table_wish(live_now: float, command: Command, cause: str, past: PastState | None = None) -> Submission:
    """A command of the table's own. The same cause makes the same key."""
    id_ = sha256(cause.encode()).digest()[:16]
    return Submission(TABLE, id_, id_, b"", command, 0, live_now, past=past)


def opening(
    chronicle: LiveStream, card: SceneCard, now: float, past: PastState | None, *, lost: bool = False
) -> Submission:
    """What opens a scene that the chronicle has begun; `past`: how the one was that it goes on from, `lost`: which
    cannot be read any more."""
    return table_wish(now, to_begin(chronicle.folded.state.full, card, past, lost=lost), f"open {card.stream}", past)


def to_begin(chronicle: View, card: SceneCard, past: PastState | None, *, lost: bool = False) -> TableCommand:
    """The same as a command. Where what it goes on from is lost, a scene begins as any other, and says so."""
    if past is not None:
        return open_fork_command(chronicle, card, past.at.seq, past.at.chain)
    plain = open_scene_command(chronicle, card)
    return msgspec.structs.replace(plain, text=LOST) if lost else plain


def keeping(scene: LiveStream, card: SceneCard, now: float) -> Submission | None:
    """What takes what a closed scene brought back into the chronicle; None while it is played."""
    keep = keep_scene_command(scene.folded.state.full, card)
    return None if keep is None else table_wish(now, keep, f"keep {card.stream}")
