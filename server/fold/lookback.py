"""Looking back: showing a seat the table as it was at an earlier moment. A "look" is a client's request to look back
(the frame `Look`). The log is folded from its beginning, or from a checkpoint, up to the place that the look asks for;
this fold only reads the log, and is dropped after the answer."""

import asyncio
import logging
from typing import Final

from domain.core.audience import Audience, Seat
from domain.core.words import phrase
from domain.features.table.settings import Setting
from server.fold.checkpoints import fold_from
from server.fold.commit_codec import audiences, write
from server.fold.projection import Stories
from server.fold.resume_history import NOTHING, End
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import Entry, EventLog, LogError
from server.protocol import frames

log_ = logging.getLogger("coterie.lookback")

ENTRIES_TOGETHER: Final = 200
"""The number of entries that are read and folded before a pause for other streams."""


def moment(ends: dict[Audience, End], seat: Seat) -> int:
    """Return the moment of a seat at the given ends: the number of all parts up to there that the seat may read."""
    return sum(end.count for audience, end in ends.items() if seat.reads(audience))


def is_beyond(folded: StreamFold, seat: Seat, look: frames.Look, entry: Entry) -> bool:
    """True if this entry, which comes next after the fold, is later than the moment or the story line that the look
    asks for. `seat` is the seat whose parts are counted."""
    readable = [a for a in audiences(entry.payload) if seat.reads(a)]
    if look.before >= 0:
        of = Audience(look.of)
        return of in readable and folded.projection.ends.get(of, NOTHING).count + 1 >= look.before
    return bool(readable) and moment(folded.projection.ends, seat) + len(readable) > look.at


def start_fold(now: StreamFold, look: frames.Look, counts: Seat) -> StreamFold:
    """Return the fold from which to read on. It begins at the last checkpoint but one before the wanted place, so that
    at least one commit for everyone is read. That commit gives the time to show."""
    if look.before >= 0:
        of = Audience(look.of)
        passed = [m for m in now.checkpoints if m.ends.get(of, NOTHING).count < look.before]
    else:
        passed = [m for m in now.checkpoints if moment(m.ends, counts) <= look.at]
    return fold_from(passed[-2]) if len(passed) > 1 else StreamFold()


def seat_to_look_as(seat: Seat, wanted: str) -> Seat:
    """Return the player's seat with the id `wanted`; or `seat` itself if `wanted` is empty."""
    return Seat(wanted, "player") if wanted else seat


async def fold_until(
    log: EventLog, stream: str, seat: Seat, now: StreamFold, look: frames.Look, counts: Seat
) -> tuple[StreamFold, int]:
    """Return the fold up to the place that a look asks for, and the time of the last commit before it that `seat` may
    read. `counts` is the seat whose parts are counted."""
    folded, time = start_fold(now, look, counts), 0
    while entries := await log.read(stream, folded.head.seq, ENTRIES_TOGETHER):
        for entry in entries:
            if is_beyond(folded, counts, look, entry):
                return folded, time
            commit, encoded = folded.take(entry)
            if any(seat.reads(audience) for audience in encoded.ends):
                time = commit.at
        await asyncio.sleep(0)
    return folded, time


async def look_back(
    log: EventLog, now: StreamFold, seat: Seat, stream: str, look: frames.Look, newer: Stories | None = None
) -> bytes:
    """Return the answer to a look: the frame `looked`, and the view at that moment (only the story if the look asks for
    earlier lines). If the look is refused, the answer is the frame `looked` with the reason. `newer`: the lines of the
    story as the table has them now."""
    most = moment(now.projection.ends, seat)
    setting = now.state.view(seat).get(Setting, "setting")
    story_only = look.before >= 0
    if not (seat.is_storyteller or story_only or (setting is not None and setting.look_back)):
        return write(frames.Looked(look.id, 0, most, 0, phrase("look-not-allowed")))
    if (look.seat or look.by) and not seat.is_storyteller:
        return write(frames.Looked(look.id, 0, most, 0, phrase("look-storyteller-only")))
    as_seat = seat_to_look_as(seat, look.seat)
    if story_only and not as_seat.reads(Audience(look.of)):
        return write(frames.Looked(look.id, 0, most, 0, phrase("look-not-yours")))
    counts = as_seat if look.by is None else seat_to_look_as(seat, look.by)
    try:
        folded, time = await fold_until(log, stream, as_seat, now, look, counts)
    except (LogError, Diverged, Unreadable) as error:
        log_.warning("%s: a look back was refused, because the log could not be read: %s", stream, error)
        return write(frames.Looked(look.id, 0, most, 0, phrase("look-unread")))
    at, most = moment(folded.projection.ends, as_seat), moment(now.projection.ends, as_seat)
    if not story_only:
        return write(frames.Looked(look.id, at, most, time)) + folded.projection.bounded_view(as_seat)
    folded.projection.bring_up_to_date(newer or {})
    story, (of, before) = folded.projection.story(as_seat)
    return write(frames.Looked(look.id, at, most, time, before=before, of=of)) + story
