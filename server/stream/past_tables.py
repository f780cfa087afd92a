"""Reads from the log the state that a table had at an earlier moment. Two commands need it: the one that takes back
what has happened since (`take_back.py`), and the one that begins a new scene from that moment (`fork_scene.py`). This
state is sent to no seat."""

import logging
from typing import Final

from domain.core.audience import TABLE, Seat
from domain.core.refusal import Refusal
from domain.features.storyteller.take_back import NOTHING_SINCE
from domain.features.table.settings import Setting, setting
from server.fold.lookback import fold_until
from server.fold.lookback import moment as moment_of
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import EventLog, Head, LogError
from server.protocol import frames
from server.stream.group_commit import PastState

log_ = logging.getLogger("coterie.past_tables")

NOT_BEGUN: Final = Refusal("not-begun", rule="T1")
NOT_HERE: Final = Refusal("archived")
DAMAGED: Final = Refusal("damaged")
UNREAD: Final = Refusal("unread")


async def past_state(log: EventLog, stream: str, now: StreamFold, seat: Seat, moment: int) -> PastState:
    """Return the full state that a live table had at the moment when `seat` had received this many parts. Raises
    `Refusal` if the scene had not begun by then, if the moment is not in the past, or if the log cannot be read."""
    head = now.head
    if moment >= moment_of(now.projection.ends, seat):
        raise NOTHING_SINCE
    try:
        return await _read(log, stream, seat, moment, now, head)
    except (LogError, Diverged, Unreadable) as error:
        log_.warning("%s: an earlier moment could not be read, so the command was refused: %s", stream, error)
        raise UNREAD from None


async def past_scene_state(log: EventLog, stream: str, moment: int) -> PastState:
    """Return the full state that a closed scene had at the moment when the Storyteller had received this many parts.
    Raises `Refusal` if the scene had not begun by then, or if its log is missing or damaged. Raises `LogError` if the
    log is out of reach, or if this program is too old to read it."""
    head = await log.head(stream)
    if not head.seq:
        raise NOT_HERE
    try:
        past = await _read(log, stream, TABLE, moment, StreamFold(), head)
    except Diverged as error:
        log_.error("%s: no scene can be started from it, its log is damaged: %s", stream, error)  # noqa: TRY400 - expected
        raise DAMAGED from None
    except Unreadable as error:  # a newer program may be able to read it
        log_.error("%s: no scene can be started from it by this version: %s", stream, error)  # noqa: TRY400 - expected
        raise LogError(f"{stream} cannot be read by this program") from error
    if past.at == head and setting(past.state.full).open:  # the scene was closed, so the end of its log is lost
        log_.error("%s: no scene can be started from it, the end of its log is missing", stream)
        raise DAMAGED
    return past


async def _read(log: EventLog, stream: str, seat: Seat, moment: int, now: StreamFold, head: Head) -> PastState:
    folded, _ = await fold_until(log, stream, seat, now, frames.Look(0, moment), seat)
    if folded.state.full.get(Setting, "setting") is None:
        raise NOT_BEGUN
    return PastState(folded.state, folded.head, head)
