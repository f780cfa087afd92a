"""Changes of a sheet in words. They are told to the readers of the sheet: its player and the Storyteller."""

from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar, Final, TypeVar

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, in_a_row, phrase, term
from domain.features.characters.character import Sheet, SheetWritten, character, sheet, sheet_audience
from domain.features.table.story_log import tell

N = TypeVar("N", int, Words)

TOLD_MOST: Final = 12
"""The most changes that a story line names; further changes are only counted."""


class SheetChanged(Event, frozen=True):
    """A player's sheet was changed by hand. `what` names the changes; it is "" in a log from before this field
    existed."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("what",)

    id: str
    who: str
    what: Words = NO_WORDS

    def apply(self, records: Partition, at: int) -> None:
        whose = character_ref(self.id)
        if self.what:
            words = phrase("line-sheet-changed", who=whose, what=self.what)
        else:
            words = phrase("line-sheet-changed-somehow", who=whose)
        tell(records, at, words, who=self.who)


def tell_change(table: Deciding, actor: str, *changes: Words) -> None:
    """Tell the readers of a player's sheet what was changed on it. For the Storyteller's own characters, the story
    shows no line."""
    player = character(table.full, actor).player
    if player and changes:
        what = in_a_row(changes[:TOLD_MOST])
        if (more := len(changes) - TOLD_MOST) > 0:
            what = phrase("sheet-more", changes=what, more=more)
        table.emit(sheet_audience(player), SheetChanged(actor, table.seat.id, what))


def changes(view: View, written: SheetWritten) -> tuple[Words, ...]:
    """Return the differences between the present sheet and the one that will replace it, each in a few words."""
    now = sheet(view, written.id)
    return (
        *_numbers(dict(now.traits), dict(written.traits), 0),
        *_numbers(_stores(now), _stores(written), phrase("sheet-none")),
        *_listed(now.specialties, written.specialties),
        *_listed(now.flags, written.flags),
        *_listed([item.name for item in now.items], [item.name for item in written.items]),
        *(
            phrase("sheet-otherwise", name=term(item.name))
            for item in written.items
            if item not in now.items and _has(now, item.name)
        ),
    )


def _stores(written: Sheet | SheetWritten) -> dict[str, Words]:
    return {name: phrase("sheet-store", points=points, rating=rating) for name, rating, points in written.pools}


def _has(written: Sheet, name: str) -> bool:
    return any(item.name == name for item in written.items)


def _numbers(before: Mapping[str, N], after: Mapping[str, N], none: N) -> Iterator[Words]:
    """Yield each name whose number changed, with both numbers."""
    for name in dict.fromkeys((*before, *after)):
        had, has = before.get(name, none), after.get(name, none)
        if had != has:
            yield phrase("sheet-number", name=term(name), before=had, after=has)


def _listed(before: Collection[str], after: Collection[str]) -> Iterator[Words]:
    """Yield the additions to a list, then the removals."""
    yield from (phrase("sheet-with", name=term(name)) for name in after if name not in before)
    yield from (phrase("sheet-without", name=term(name)) for name in before if name not in after)
