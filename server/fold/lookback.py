"""Looking back: any prefix of the log, folded, as some seat would have seen it. Reading only; nothing is kept."""

import asyncio
import logging
from typing import Final

from domain.core.audience import Audience, Seat
from domain.features.table.settings import Setting
from server.fold.checkpoints import resumed
from server.fold.commit_codec import audiences, write
from server.fold.projection import NOTHING, End, Stories
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import Entry, EventLog, LogError
from server.protocol import frames

log_ = logging.getLogger("coterie.lookback")

PAGE: Final = 200
"""Entries folded between two breaths, so that a long look back holds nobody up."""


def moment(ends: dict[Audience, End], seat: Seat) -> int:
    """How many parts a seat has been told where the audiences were there: its place in time, of which it can count
    nothing hidden."""
    return sum(end.count for audience, end in ends.items() if seat.reads(audience))


def beyond(folded: StreamFold, seat: Seat, look: frames.Look, entry: Entry) -> bool:
    """Whether this entry comes after what the look takes in."""
    told = [a for a in audiences(entry.payload) if seat.reads(a)]
    if look.before >= 0:
        of = Audience(look.of)
        return of in told and folded.projection.ends.get(of, NOTHING).count + 1 >= look.before
    return bool(told) and moment(folded.projection.ends, seat) + len(told) > look.at


def start(now: StreamFold, look: frames.Look, counts: Seat) -> StreamFold:
    """Where to begin reading. Not at the last checkpoint before the place that is looked for but at the one before: so
    there is something that everybody was told between, and its time."""
    if look.before >= 0:
        of = Audience(look.of)
        passed = [m for m in now.checkpoints if m.ends.get(of, NOTHING).count < look.before]
    else:
        passed = [m for m in now.checkpoints if moment(m.ends, counts) <= look.at]
    return resumed(passed[-2]) if len(passed) > 1 else StreamFold()


def eyes_of(seat: Seat, wanted: str) -> Seat:
    """With whose eyes a seat looks."""
    return Seat(wanted, "player") if wanted else seat


async def fold_until(
    log: EventLog, stream: str, seat: Seat, now: StreamFold, look: frames.Look, counts: Seat
) -> tuple[StreamFold, int]:
    """The fold up to the last commit that the look takes in, and that commit's time as the seat may know it. `counts`:
    whose parts the moment is counted by."""
    folded, time = start(now, look, counts), 0
    while entries := await log.read(stream, folded.head.seq, PAGE):
        for entry in entries:
            if beyond(folded, counts, look, entry):
                return folded, time
            commit, told = folded.take(entry)
            if any(seat.reads(audience) for audience in told.ends):
                time = commit.at
        await asyncio.sleep(0)
    return folded, time


async def look_back(
    log: EventLog, now: StreamFold, seat: Seat, stream: str, look: frames.Look, kept: Stories | None = None
) -> bytes:
    """The frames that answer a look: `looked`, and the view as it was (of `before`, its story alone); or why not.
    `kept`: the lines that the table keeps now."""
    most = moment(now.projection.ends, seat)
    setting = now.state.view(seat).get(Setting, "setting")
    story_only = look.before >= 0
    if not (seat.is_storyteller or story_only or (setting is not None and setting.look_back)):
        sentence = "The Storyteller has not allowed looking back in this scene."
        return write(frames.Looked(look.id, 0, most, 0, sentence))
    if (look.seat or look.by) and not seat.is_storyteller:
        return write(frames.Looked(look.id, 0, most, 0, "Only the Storyteller can look as another seat."))
    eyes = eyes_of(seat, look.seat)
    if story_only and not eyes.reads(Audience(look.of)):
        return write(frames.Looked(look.id, 0, most, 0, "This story cannot be read from there. Load the page again."))
    counts = eyes if look.by is None else eyes_of(seat, look.by)
    try:
        folded, time = await fold_until(log, stream, eyes, now, look, counts)
    except (LogError, Diverged, Unreadable) as error:
        log_.warning("%s: looking back: %s", stream, error)
        return write(frames.Looked(look.id, 0, most, 0, "What was before cannot be read just now."))
    at, most = moment(folded.projection.ends, eyes), moment(now.projection.ends, eyes)
    if not story_only:
        return write(frames.Looked(look.id, at, most, time)) + folded.projection.at_once(eyes)
    folded.projection.bring_up_to_date(kept or {})
    story, (of, before) = folded.projection.story(eyes)
    return write(frames.Looked(look.id, at, most, time, before=before, of=of)) + story
