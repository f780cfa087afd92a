"""Stores of points: how a character spends points and gets them back, up to the rating (D16). For some stores a trait
limits the points that may be spent in one turn (F4), so all points of a turn are added up."""

from typing import ClassVar

import msgspec

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase, term
from domain.features.characters.character import PointsSet, character, sheet, sheet_audience
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.features.table.turn import FIRST, turn_began

UNRATED = 1
"""The points that a character may spend in a turn if its sheet lacks the trait that sets the limit (ours)."""


class PointsUsed(Record, frozen=True):
    """The points of one store that a character has spent in a turn, one record for each store that has a limit per turn
    (F4). It has the audience of the sheet. Its id is the character's id and the store's name; `turn` tells in which
    turn they were spent (`Turn.began`)."""

    beside_sheet: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    turn: int
    points: int

    @property
    def character_id(self) -> str:
        return self.id.partition(" ")[0]

    def in_continued_scene(self, began: int) -> "PointsUsed | None":
        return msgspec.structs.replace(self, turn=FIRST) if self.turn == began > 0 else None

    def restating_event(self) -> Event:
        return PointsRemembered(self)


class PointsRemembered(Event, frozen=True):
    """The points that a character has spent in this turn. The story shows no line for it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    used: PointsUsed

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.used)


class PointsSpent(Event, frozen=True):
    """A character spent points. `used` is its total for this turn; with `turn` 0 no total is recorded."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    store: str
    points: int
    on: str
    turn: int
    used: int

    def apply(self, records: Partition, at: int) -> None:
        if self.turn:
            records.put(PointsUsed(used_id(self.id, self.store), self.turn, self.used))
        who, store = character_ref(self.id), term(self.store)
        if self.on:
            words = phrase("line-spends-on", who=who, points=self.points, store=store, on=term(self.on))
        else:
            words = phrase("line-spends", who=who, points=self.points, store=store)
        tell(records, at, words)


def used_id(actor: str, store: str) -> str:
    """Return the id of the `PointsUsed` record of a character and a store."""
    return f"{actor} {store}"


def used_this_turn(view: View, actor: str, store: str) -> int:
    """Return the points of a store that a character has spent in this turn."""
    found = view.get(PointsUsed, used_id(actor, store))
    return found.points if found is not None and found.turn == turn_began(view) else 0


def most_a_turn(view: View, actor: str, store: str) -> int | None:
    """Return how many points of a store a character may spend in one turn (F4), None if there is no limit."""
    limit = next((s.a_turn for s in rules_of(view).stores if s.name == store), "")
    if not limit:
        return None
    written = sheet(view, actor)
    return written.dots(limit) if any(name == limit for name, _ in written.traits) else UNRATED


def spendable(view: View, actor: str, store: str) -> int:
    """Return the points of a store that a character may spend now: all that are left or, while turns run, as many as
    the limit of the turn still allows (F4)."""
    left, most = sheet(view, actor).points(store), most_a_turn(view, actor, store)
    return (
        left if most is None or not turn_began(view) else max(min(left, most - used_this_turn(view, actor, store)), 0)
    )


def may_spend(view: View, actor: str, store: str) -> bool:
    """True if a character may spend a point of a store now."""
    return spendable(view, actor, store) > 0


def check_points(view: View, actor: str, store: str, points: int = 1, *, rule: str = "D16") -> None:
    """Raise `Refusal` unless a character may spend these points now. `rule` is the number of the rule because of which
    it must spend them."""
    character(view, actor)
    who, left = character_ref(actor), sheet(view, actor).points(store)
    if points > left:
        raise Refusal("too-few-points", rule=rule, who=who, left=left, store=term(store), points=points)
    more, most = spendable(view, actor, store), most_a_turn(view, actor, store)
    if most is not None and points > more:
        raise Refusal("points-a-turn", rule="F4", who=who, most=most, store=term(store), more=more)


def spend(table: Deciding, actor: str, store: str, points: int = 1, on: str = "", *, quietly: bool = False) -> None:
    """Take points from a store, at most all of them, and record them for the turn. `quietly`: the story shows no line
    for it, because another line tells it."""
    full = table.full
    audience = sheet_audience(character(full, actor).player)
    turn = turn_began(full) if most_a_turn(full, actor, store) is not None else 0
    spent = used_this_turn(full, actor, store) + points
    lose(table, actor, store, points)
    if not quietly:
        table.emit(audience, PointsSpent(actor, store, points, on, turn, spent))
    elif turn:
        table.emit(audience, PointsRemembered(PointsUsed(used_id(actor, store), turn, spent)))


def lose(table: Deciding, actor: str, store: str, points: int) -> None:
    """Take points from a store, at most all of them, without counting them as spent."""
    _set_points(table, actor, store, max(sheet(table.full, actor).points(store) - points, 0))


def gain(table: Deciding, actor: str, store: str, points: int) -> None:
    """Add points to a store, up to its rating."""
    rating = next((rating for name, rating, _ in sheet(table.full, actor).pools if name == store), 0)
    _set_points(table, actor, store, min(sheet(table.full, actor).points(store) + points, rating))


def refill(table: Deciding, actor: str, store: str) -> bool:
    """Fill a store of the character up to its rating. Return False if it was already full."""
    written = sheet(table.full, actor)
    lacking = next((rating - points for name, rating, points in written.pools if name == store), 0)
    gain(table, actor, store, max(lacking, 0))
    return lacking > 0


def _set_points(table: Deciding, actor: str, store: str, points: int) -> None:
    written = sheet(table.full, actor)
    if any(name == store for name, _, _ in written.pools) and written.points(store) != points:
        table.emit(sheet_audience(character(table.full, actor).player), PointsSet(actor, store, points))
