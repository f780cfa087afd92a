"""Changes of a sheet in words, told to the readers of the sheet: its player and the Storyteller."""

from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar, Final

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.characters.character import Sheet, SheetWritten, character, sheet, sheet_audience
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell

TOLD_MOST: Final = 12
"""A line names at most so many changes; it only counts the rest."""


class SheetChanged(Event, frozen=True):
    """A player's sheet was changed by hand. `what` names the changes; it is "" in a log from before this field."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    who: str
    what: str = ""

    def apply(self, records: Partition, at: int) -> None:
        words = f"{{0}}'s sheet: {literal(self.what)}." if self.what else "{0}'s sheet was changed."
        tell(records, at, words, self.id, who=self.who)


def tell_change(table: Deciding, actor: str, *changes: str) -> None:
    """Tell the readers of a player's sheet what was changed on it. There is no line about the Storyteller's own
    characters."""
    player = character(table.full, actor).player
    if player and changes:
        first, more = changes[:TOLD_MOST], len(changes) - TOLD_MOST
        what = ", ".join(first) + (f" and {more} more" if more > 0 else "")
        table.emit(sheet_audience(player), SheetChanged(actor, table.seat.id, what))


def changes(view: View, written: SheetWritten) -> tuple[str, ...]:
    """Return the differences between the present sheet and the one to be written, each in a few words."""
    now = sheet(view, written.id)
    named = {power.name: power.label for power in rules_of(view).powers}
    powers = [[named.get(flag, flag) for flag in one.flags] for one in (now, written)]
    return (
        *_numbers(dict(now.traits), dict(written.traits), 0),
        *_numbers(_stores(now), _stores(written), "none"),
        *_listed(now.specialties, written.specialties),
        *_listed(*powers),
        *_listed([item.name for item in now.items], [item.name for item in written.items]),
        *(f"{item.name} otherwise" for item in written.items if item not in now.items and _has(now, item.name)),
    )


def _stores(written: Sheet | SheetWritten) -> dict[str, str]:
    return {name: f"{points} of {rating}" for name, rating, points in written.pools}


def _has(written: Sheet, name: str) -> bool:
    return any(item.name == name for item in written.items)


def _numbers(before: Mapping[str, object], after: Mapping[str, object], none: object) -> Iterator[str]:
    """Yield each name whose number changed, with both numbers."""
    for name in dict.fromkeys((*before, *after)):
        had, has = before.get(name, none), after.get(name, none)
        if had != has:
            yield f"{name} {had} → {has}"


def _listed(before: Collection[str], after: Collection[str]) -> Iterator[str]:
    """Yield the additions to a list, then the removals."""
    yield from (f"with {name}" for name in after if name not in before)
    yield from (f"without {name}" for name in before if name not in after)
