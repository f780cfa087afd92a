"""Count tries at obstacles, for each audience the failures that it knows of (D13)."""

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience, covers
from domain.deciding import Deciding
from domain.features.rolls.obstacles import AttemptFailed, AttemptUntold, Failures, Obstacle, Try, TryMade


def count_try(table: Deciding, made: Try) -> None:
    """Remember a try, and count it where it failed."""
    table.emit(STORYTELLER, TryMade(made))
    if made.failed:
        count_failure(table, made.obstacle, made.actor, made.knows)


def recount(table: Deciding, roll: str, told: Audience, *, failed: bool) -> None:
    """Count a try as it went by the Storyteller's word (G0, D13), for those who are told it, where the roll was one,
    and not too long ago."""
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


def retell(table: Deciding, shown: str, told: Audience, *, failed: bool) -> None:
    """Count a try as those hear by word that it went who saw it, and did not know (X3, D13). What it came to in truth,
    if that is something else, the Storyteller alone counts."""
    made = next((one for one in table.full.all(Try) if shown and one.shown == shown), None)
    if made is None or table.full.get(Obstacle, made.obstacle) is None:
        return
    truly = made.failed if made.ruled is None else made.ruled
    replace_try(table, made, replace(made, failed=failed, knows=told, ruled=None if truly == failed else truly))


def replace_try(table: Deciding, made: Try, now: Try) -> None:
    """Count a try as it is known now in place of what was known of it."""
    if now == made:
        return
    table.emit(STORYTELLER, TryMade(now))
    for audience in dict.fromkeys((*made.counts, *now.counts)):
        if more := now.counts.get(audience, 0) - made.counts.get(audience, 0):
            count_failure(table, made.obstacle, made.actor, audience, more)
    if now.knows != made.knows and not any(one for one in table.full.all(Try) if still_untold(one, now)):
        leave_untold(table, made.obstacle, made.actor, now.knows, told=True)


def still_untold(one: Try, told: Try) -> bool:
    """Whether a try is like another that was told, and those who saw it do not know what it came to."""
    alike = (one.obstacle, one.actor, one.seen) == (told.obstacle, told.actor, told.seen)
    return alike and bool(one.shown) and one.knows != one.seen


def leave_untold(table: Deciding, id_: str, actor: str, heard: Audience, *, told: bool = False) -> None:
    """Remember, for those who saw it, a try of which they do not know what it came to, or (`told`) that they know it of
    each by now; not where only the Storyteller sees the obstacle."""
    if STORYTELLER not in (heard, table.full.audience_of(Obstacle, id_)):
        table.emit(heard, AttemptUntold(id_, actor, told))


def count_failure(table: Deciding, id_: str, actor: str, heard: Audience, times: int = 1) -> None:
    """Count that a try failed, or (`times` -1) that it did not, for those who know of it; nothing where failures do not
    count (D13). An obstacle that only the Storyteller sees is named to nobody else. Her own count may be below 0:
    others count what she ruled in secret not to have failed."""
    known = table.full.get(Obstacle, id_)
    if known is not None and not known.counts:
        return
    where = STORYTELLER if table.full.audience_of(Obstacle, id_) == STORYTELLER else heard
    found = table.state.partition(where).get(Failures, f"{id_} {actor}")
    now = (found.times if found else 0) + times
    table.emit(where, AttemptFailed(id_, actor, now if where == STORYTELLER else max(now, 0)))
