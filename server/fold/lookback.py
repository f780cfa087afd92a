"""Looking back: a prefix of the log, folded, as a seat saw it. It only reads, and the fold is dropped afterwards."""

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
"""Entries read and folded between two pauses in which the streams go on."""


def moment(ends: dict[Audience, End], seat: Seat) -> int:
    """The number of parts that a seat has received at the given ends: its place in time. It counts only parts that the
    seat may read."""
    return sum(end.count for audience, end in ends.items() if seat.reads(audience))


def is_beyond(folded: StreamFold, seat: Seat, look: frames.Look, entry: Entry) -> bool:
    """True if this entry, the next after the fold, is later than the moment or the line that the look asks for. `seat`:
    the seat that the parts are counted for."""
    readable = [a for a in audiences(entry.payload) if seat.reads(a)]
    if look.before >= 0:
        of = Audience(look.of)
        return of in readable and folded.projection.ends.get(of, NOTHING).count + 1 >= look.before
    return bool(readable) and moment(folded.projection.ends, seat) + len(readable) > look.at


def start_fold(now: StreamFold, look: frames.Look, counts: Seat) -> StreamFold:
    """The fold from which to read on. It begins at the last checkpoint but one before the place that is looked for: so
    there is a commit for everyone in between, which gives the time."""
    if look.before >= 0:
        of = Audience(look.of)
        passed = [m for m in now.checkpoints if m.ends.get(of, NOTHING).count < look.before]
    else:
        passed = [m for m in now.checkpoints if moment(m.ends, counts) <= look.at]
    return fold_from(passed[-2]) if len(passed) > 1 else StreamFold()


def seat_to_look_as(seat: Seat, wanted: str) -> Seat:
    """The player's seat of this id, or the seat itself if none is wanted."""
    return Seat(wanted, "player") if wanted else seat


async def fold_until(
    log: EventLog, stream: str, seat: Seat, now: StreamFold, look: frames.Look, counts: Seat
) -> tuple[StreamFold, int]:
    """The fold up to the place that a look asks for, and the time of the last commit there that `seat` may read.
    `counts`: the seat that the parts are counted for."""
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
    """Answer a look: the frame `looked` and the view at that moment (if it asks for earlier lines: the story alone), or
    the frame with the reason why not. `newer`: the lines of the story as the table has them now."""
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
