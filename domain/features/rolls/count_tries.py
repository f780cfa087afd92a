"""Counting tries at obstacles. Each audience has a count of its own, which includes only the failures that it knows of
(D13)."""

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience, covers
from domain.core.deciding import Deciding
from domain.features.rolls.obstacles import AttemptFailed, AttemptUntold, Failures, Obstacle, Try, TryMade


def count_try(table: Deciding, made: Try) -> None:
    """Record a try, and count it if it failed."""
    table.emit(STORYTELLER, TryMade(made))
    if made.failed:
        count_failure(table, made.obstacle, made.actor, made.knows)


def overrule_try(table: Deciding, roll: str, told: Audience, *, failed: bool) -> None:
    """Count a try as failed, or as not failed, because the Storyteller says so; its dice do not matter (G0, D13),
    for the audience that she tells. Do nothing if the roll was no try, or is too old."""
    made = table.full.get(Try, roll) or next((one for one in table.full.all(Try) if one.shown == roll), None)
    if made is None or table.full.get(Obstacle, made.obstacle) is None:
        return
    if roll == made.shown:
        now = replace(made, failed=failed, knows=told, ruled=None)
    elif covers(told, made.knows):
        now = replace(made, failed=failed, ruled=None)
    else:
        now = replace(made, ruled=failed)
    replace_try(table, made, now)


def tell_try(table: Deciding, shown: str, told: Audience, *, failed: bool) -> None:
    """Count a try with the result that the Storyteller tells those seats that saw the roll but not its result (X3,
    D13). If she does not tell the true result, only her own count uses the true one."""
    made = next((one for one in table.full.all(Try) if shown and one.shown == shown), None)
    if made is None or table.full.get(Obstacle, made.obstacle) is None:
        return
    truly = made.failed if made.ruled is None else made.ruled
    replace_try(table, made, replace(made, failed=failed, knows=told, ruled=None if truly == failed else truly))


def replace_try(table: Deciding, made: Try, now: Try) -> None:
    """Replace the record of a try, and correct the count of each audience."""
    if now == made:
        return
    table.emit(STORYTELLER, TryMade(now))
    for audience in dict.fromkeys((*made.counts, *now.counts)):
        if more := now.counts.get(audience, 0) - made.counts.get(audience, 0):
            count_failure(table, made.obstacle, made.actor, audience, more)
    if now.knows != made.knows and not any(one for one in table.full.all(Try) if still_untold(one, now)):
        record_untold(table, made.obstacle, made.actor, now.knows, told=True)


def still_untold(one: Try, told: Try) -> bool:
    """True if `one` is a try by the same character at the same obstacle as `told`, and the seats that saw it still do
    not know its result."""
    alike = (one.obstacle, one.actor, one.seen) == (told.obstacle, told.actor, told.seen)
    return alike and bool(one.shown) and one.knows != one.seen


def record_untold(table: Deciding, id_: str, actor: str, heard: Audience, *, told: bool = False) -> None:
    """Record for the seats that saw a try that they do not know its result. With `told`, record that they now know the
    results of all tries. Do nothing if only the Storyteller sees the obstacle."""
    if STORYTELLER not in (heard, table.full.audience_of(Obstacle, id_)):
        table.emit(heard, AttemptUntold(id_, actor, told))


def count_failure(table: Deciding, id_: str, actor: str, heard: Audience, times: int = 1) -> None:
    """Add a failed try to the count of the audience that knows of it, if failures count at this obstacle (D13). With
    `times` -1, remove it from the count. If only the Storyteller sees the obstacle, the failure is counted for her
    alone. Her count may fall below 0: then it makes up for failures that the players still count, but that she has
    secretly overruled."""
    known = table.full.get(Obstacle, id_)
    if known is not None and not known.counts:
        return
    where = STORYTELLER if table.full.audience_of(Obstacle, id_) == STORYTELLER else heard
    found = table.state.partition(where).get(Failures, f"{id_} {actor}")
    now = (found.times if found else 0) + times
    table.emit(where, AttemptFailed(id_, actor, now if where == STORYTELLER else max(now, 0)))
