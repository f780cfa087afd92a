"""Going back: the table as it was, for taking back what was done since (`domain.features.taking_back`), or for a new
scene to go on from it (`domain.features.forking`). Nobody is shown it."""

import logging
from typing import Final

from domain.audience import TABLE, Seat
from domain.command import Refusal
from domain.features.setting import Setting
from domain.features.taking_back import NOTHING_SINCE
from server import wire
from server.folded import Diverged, Folded, Unreadable
from server.log.contract import EventLog, LogError
from server.lookback import fold_until
from server.lookback import moment as moment_of
from server.rounds import Past

log_ = logging.getLogger("coterie.going_back")

NOT_BEGUN: Final = Refusal("not-begun", "The scene had not begun then: there is nothing to go back to (T1).")
UNREAD: Final = Refusal("unread", "What was before cannot be read just now. Nothing was changed.")


async def past_of(log: EventLog, stream: str, now: Folded, seat: Seat, moment: int) -> Past:
    """The whole table when a seat had been told so many parts. Raises `Refusal` where the scene had not begun by then,
    that is not past yet, or the log cannot be read."""
    head = now.head
    if moment >= moment_of(now.projection, seat):
        raise NOTHING_SINCE
    try:
        folded, _ = await fold_until(log, stream, seat, now, wire.Look(0, moment), seat)
    except (LogError, Diverged, Unreadable) as error:
        log_.warning("%s: going back: %s", stream, error)
        raise UNREAD from None
    if folded.state.full.get(Setting, "setting") is None:
        raise NOT_BEGUN
    return Past(folded.state, head)


async def branch_of(log: EventLog, stream: str, moment: int) -> Past | None:
    """The whole table of a scene that is over when the Storyteller had been told so many parts, and where the log was
    then. None where nothing of it can be read any more. Raises `LogError`."""
    try:
        folded, _ = await fold_until(log, stream, TABLE, Folded(), wire.Look(0, moment), TABLE)
    except (Diverged, Unreadable) as error:
        log_.warning("%s: going on from it: %s", stream, error)
        return None
    return Past(folded.state, folded.head) if folded.state.full.get(Setting, "setting") else None
