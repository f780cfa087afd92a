"""Spending points: Willpower, blood, Fate. The rating stays, the points go (D16); it is reflexive, so it takes no
action and may be done at any time (D14); and how much blood goes in one turn is a trait of the character (F4)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from domain.audience import STORYTELLER, Kind
from domain.bounds import Count, Id, Name, ShortText
from domain.command import Choice, Command, Input, Option, Place, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import Face, PointsSet, character, own, owned, sheet, sheet_audience
from domain.features.conditions import bears
from domain.features.creating import SheetChanged, check_refill
from domain.features.phase import turn_began
from domain.features.scene_card import is_played_here, played_here
from domain.features.setting import rules_of, setting
from domain.features.story import Overridden, literal, tell
from domain.features.wounds import incapacitated
from domain.record import Record
from domain.state import Partition, View

Points = Annotated[int, Meta(ge=1, le=100)]

UNRATED = 1
"""What somebody whose sheet does not say how much may spend in a turn (ours)."""


class PointsUsed(Record, frozen=True):
    """Points of one store that a character spent in a turn, where the rules limit that (F4): so there are never more of
    them than such stores. It stands beside the sheet. Its id is the character's with the store's name; `turn` is when
    the turn began (`Turn.began`)."""

    beside_sheet: ClassVar[bool] = True

    turn: int
    points: int

    @property
    def of(self) -> str:
        return self.id.partition(" ")[0]

    def stated(self) -> Event:
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


def spend(table: Deciding, actor: str, store: str, points: int, on: str = "") -> None:
    """Take points from a store, as far as it has them, and remember them for the turn."""
    audience = sheet_audience(character(table.full, actor).player)
    left = max(sheet(table.full, actor).points(store) - points, 0)
    spent = used(table.full, actor, store) + points
    turn = turn_began(table.full) if most_a_turn(table.full, actor, store) is not None else 0
    event = PointsSpent(actor, store, points, on, turn, spent)
    table.emit(audience, PointsSet(actor, store, left), event)


class SpendPoints(Command, frozen=True):
    """Spend points of a store, on a power perhaps (D14, D16, F4)."""

    actor: Id
    store: Name
    points: Points = 1
    on: ShortText = ""

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        written = sheet(view, self.actor)
        left = written.points(self.store)
        if self.points > left:
            raise Refusal("no-points", f"{face.name} has {left} {self.store}, not {self.points} (D16).")
        if self.on and self.on not in written.flags:
            raise Refusal("no-power", f"{face.name} has no power {self.on!r} to spend on (D16).")
        if incapacitated(view, self.actor):
            raise Refusal("out", f"{face.name} is out: spending takes no action, but it takes a will (D14).")
        self.check_staked(view, face)
        most = spendable(view, self.actor, self.store)
        if self.points > most:
            limit = most_a_turn(view, self.actor, self.store)
            raise Refusal(
                "too-much", f"{face.name} may spend {limit} {self.store} a turn, and {most} more in this one (F4)."
            )

    def check_staked(self, view: View, face: Face) -> None:
        """The staked spend no blood but on a power that works all the same (C13). Raises `Refusal`."""
        works = {power.name for power in rules_of(view).powers if power.staked}
        if self.store == "Blood" and bears(view, face.id, "staked") and self.on not in works:
            raise Refusal("staked", f"{face.name} is staked: no blood moves, but for what works even so (C13).")

    def decide(self, table: Deciding) -> None:
        spend(table, self.actor, self.store, self.points, self.on)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            written = sheet(view, face.id)
            stores = [(name, spendable(view, face.id, name)) for name, _, _ in written.pools]
            choices = tuple(Choice(name, name, f"{most} now") for name, most in stores if most)
            if not choices or incapacitated(view, face.id):
                continue
            inputs = [
                Input("store", "Of which store", "choice", choices),
                Input("points", "Points", "number", least=1, most=max(most for _, most in stores), default="1"),
            ]
            if written.flags:
                powers = (Choice("", "Nothing named"), *(Choice(flag, flag) for flag in written.flags))
                inputs.append(Input("on", "On which power", "choice", powers))
            whose = f"{face.name}: " if view.seat.tells else ""
            yield Option(
                cls.__name__, face.id, f"{whose}Spend points", "reflexive (D14)", "points", inputs=tuple(inputs)
            )


class SetPoints(Command, frozen=True):
    """Say how many points a store holds, up to its rating (D16, G0): found again, lost, or miscounted."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id
    store: Name
    points: Count

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        played_here(view)
        rating = next((rating for name, rating, _ in sheet(view, self.actor).pools if name == self.store), None)
        if rating is None:
            raise Refusal("no-store", f"{face.name} has no store of {self.store} (D16).")
        if self.points > rating:
            raise Refusal("overfull", f"{self.store} is {rating}, and cannot hold {self.points} points (D16).")
        check_refill(view, self.actor, ((self.store, rating, self.points),))

    def decide(self, table: Deciding) -> None:
        player = character(table.full, self.actor).player
        table.emit(sheet_audience(player), PointsSet(self.actor, self.store, self.points))
        if table.seat.tells:
            # The number is the sheet's own; what its readers hear is that, and by whom, it was set.
            what = f"{self.store} is {self.points}, by the Storyteller's word."
            table.emit(sheet_audience(player), Overridden(table.seat.id, self.actor, what))
        else:
            table.emit(STORYTELLER, SheetChanged(self.actor, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not is_played_here(view) or not (view.seat.tells or setting(view).place == "chronicle"):
            return  # in a scene a player's points go by spending, and come back by the Storyteller's word
        for face in owned(view):
            pools = sheet(view, face.id).pools
            if not pools:
                continue
            choices = tuple(Choice(name, name, f"{points} of {rating}") for name, rating, points in pools)
            inputs = (
                Input("store", "Of which store", "choice", choices),
                Input("points", "Points", "number", most=max(rating for _, rating, _ in pools)),
            )
            yield Option(cls.__name__, face.id, f"Set {face.name}'s points", "D16", "points", inputs=inputs)
