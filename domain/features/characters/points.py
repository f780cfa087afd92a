"""Points: what a character has of a store beside its rating, and how that goes down and up (D16). How much of some
stores goes in one turn is a trait of the character (F4): whatever spends them, it is remembered for the turn."""

from typing import ClassVar

import msgspec

from domain.core.audience import Kind
from domain.core.command import Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import PointsSet, character, sheet, sheet_audience
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell
from domain.features.table.turn import FIRST, turn_began

UNRATED = 1
"""What somebody whose sheet does not say how much may spend in a turn (ours)."""


class PointsUsed(Record, frozen=True):
    """Points of one store that a character spent in a turn, where the rules limit that (F4): so there are never more of
    them than such stores. It stands beside the sheet. Its id is the character's with the store's name; `turn` is when
    the turn began (`Turn.began`)."""

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
    """What a character has spent of a store in this turn, without a word about it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    used: PointsUsed

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.used)


class PointsSpent(Event, frozen=True):
    """A character spent points. `used` are those of this turn, these counted; `turn` 0: nobody has to remember it."""

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
        what = f"{self.points} {literal(self.store)}{f' on {literal(self.on)}' if self.on else ''}"
        tell(records, at, f"{{0}} spends {what}.", self.id)


def used_id(actor: str, store: str) -> str:
    """Under which id what a character used of a store stands."""
    return f"{actor} {store}"


def used(view: View, actor: str, store: str) -> int:
    """The points of a store that a character has spent in this turn."""
    found = view.get(PointsUsed, used_id(actor, store))
    return found.points if found is not None and found.turn == turn_began(view) else 0


def most_a_turn(view: View, actor: str, store: str) -> int | None:
    """How many points of a store a character may spend in one turn (F4); None where nothing limits it."""
    limit = next((s.a_turn for s in rules_of(view).stores if s.name == store), "")
    if not limit:
        return None
    written = sheet(view, actor)
    return written.dots(limit) if any(name == limit for name, _ in written.traits) else UNRATED


def spendable(view: View, actor: str, store: str) -> int:
    """The points of a store that a character may spend now: those that it has, and in turns those that this one
    still lets it spend (F4)."""
    left, most = sheet(view, actor).points(store), most_a_turn(view, actor, store)
    return left if most is None or not turn_began(view) else max(min(left, most - used(view, actor, store)), 0)


def may_spend(view: View, actor: str, store: str) -> bool:
    """Whether a character may spend a point of a store now."""
    return spendable(view, actor, store) > 0


def check_points(view: View, actor: str, store: str, points: int = 1, *, rule: str = "D16") -> None:
    """Whether a character may spend points of a store now; `rule` asks for them. Raises `Refusal`."""
    name, left = character(view, actor).name, sheet(view, actor).points(store)
    if points > left:
        raise Refusal("no-points", f"{name} has {left} {store}, not {points} ({rule}).")
    more = spendable(view, actor, store)
    if points > more:
        most = most_a_turn(view, actor, store)
        raise Refusal("too-much", f"{name} may spend {most} {store} a turn, and {more} more in this one (F4).")


def spend(table: Deciding, actor: str, store: str, points: int = 1, on: str = "", *, quietly: bool = False) -> None:
    """Take points from a store, as far as it has them, and remember them for the turn. `quietly`: no line says so, for
    what they are spent on does."""
    full = table.full
    audience = sheet_audience(character(full, actor).player)
    turn = turn_began(full) if most_a_turn(full, actor, store) is not None else 0
    spent = used(full, actor, store) + points
    lose(table, actor, store, points)
    if not quietly:
        table.emit(audience, PointsSpent(actor, store, points, on, turn, spent))
    elif turn:
        table.emit(audience, PointsRemembered(PointsUsed(used_id(actor, store), turn, spent)))


def lose(table: Deciding, actor: str, store: str, points: int) -> None:
    """Take points from a store, whether its character will or not, down to none."""
    _hold(table, actor, store, max(sheet(table.full, actor).points(store) - points, 0))


def gain(table: Deciding, actor: str, store: str, points: int) -> None:
    """Give points to a store, up to its rating."""
    rating = next((rating for name, rating, _ in sheet(table.full, actor).pools if name == store), 0)
    _hold(table, actor, store, min(sheet(table.full, actor).points(store) + points, rating))


def refill(table: Deciding, actor: str, store: str) -> bool:
    """Give a character all points of a store that it has. Whether it lacked any."""
    written = sheet(table.full, actor)
    lacking = next((rating - points for name, rating, points in written.pools if name == store), 0)
    gain(table, actor, store, max(lacking, 0))
    return lacking > 0


def _hold(table: Deciding, actor: str, store: str, points: int) -> None:
    written = sheet(table.full, actor)
    if any(name == store for name, _, _ in written.pools) and written.points(store) != points:
        table.emit(sheet_audience(character(table.full, actor).player), PointsSet(actor, store, points))
