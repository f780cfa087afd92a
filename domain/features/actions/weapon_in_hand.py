"""What is in hand: a weapon that everybody sees, and that must be ready before it strikes (F3).

A character has one thing in hand, or bare hands. When a scene begins, or a character comes into it, the first weapon on
its sheet is (ours), so that whoever has just made a character can strike at once.
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.core.audience import Kind
from domain.core.bounds import Id, ShortText
from domain.core.command import Choice, Command, Input, Option, Refusal
from domain.core.event import Event
from domain.core.record import Record
from domain.core.state import Partition, View
from domain.deciding import Deciding
from domain.features.characters.character import FACES, Face, face_audience, name_of, own, sheet
from domain.features.characters.conditions import Bearing, borne_by, condition, end_condition
from domain.features.table.settings import setting, storyteller_only
from domain.features.table.story_log import Overridden, literal, tell
from domain.rules.equipment import BARE_HANDS, Item


class InHand(Record, frozen=True):
    """What a character has in hand, `BARE_HANDS` for nothing. Without such a record: nothing."""

    face: ClassVar[bool] = True

    item: Item

    def stated(self) -> Event:
        return HandsSeen(self.id, self.item)


class HandsSeen(Event, frozen=True):
    """What a character has in hand, as it stands."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    item: Item

    def apply(self, records: Partition, at: int) -> None:
        records.put(InHand(self.id, self.item))


class WeaponReadied(HandsSeen, frozen=True):
    """A character has got a weapon ready: drawn, picked up or reloaded (F3)."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(InHand(self.id, self.item))
        tell(records, at, f"{{0}} has the {literal(self.item.name)} ready.", self.id)


class WeaponLost(Event, frozen=True):
    """A character has lost what it had in hand: it lies there, to be readied again (F3, C8), or is in the body that it
    went `into` (C31)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    into: str = ""

    def apply(self, records: Partition, at: int) -> None:
        held = records.get(InHand, self.id)
        records.put(InHand(self.id, BARE_HANDS))
        if held is None:
            return
        if self.into:
            tell(records, at, f"The {literal(held.item.name)} of {{0}} stays in {{1}}.", self.id, self.into)
        else:
            tell(records, at, f"{{0}} loses the {literal(held.item.name)}.", self.id)


def in_hand(view: View, actor: str) -> Item:
    """What a character has in hand, `BARE_HANDS` for nothing."""
    held = view.get(InHand, actor)
    return held.item if held is not None else BARE_HANDS


def weapons(view: View, actor: str) -> tuple[Item, ...]:
    """The weapons that a character carries, as far as this view sees its sheet."""
    return tuple(item for item in sheet(view, actor).items if item.skill)


def carried(view: View, actor: str, name: str) -> Item:
    """A weapon that a character carries, by name; `BARE_HANDS` where it has none of that name."""
    return next((item for item in weapons(view, actor) if item.name == name), BARE_HANDS)


def emptied(view: View, actor: str, item: Item) -> list[Bearing]:
    """What says that a weapon has to be reloaded before it shoots again; one that shoots nothing never has."""
    if not item.range:
        return []
    return [b for b in borne_by(view, actor) if condition(b.name).empties and b.source in ("", item.name)]


def check_ready(view: View, actor: str, weapon: str, readied: str = "") -> None:
    """Whether a character may strike with this weapon, by name ("": with none), as it is now, or once it has this
    other one ready. Raises `Refusal`."""
    held = in_hand(view, actor)
    if weapon and weapon != (readied or held.name):
        raise Refusal("not-in-hand", f"The {weapon} is not in hand: ready it first (F3).")
    if weapon and not readied and emptied(view, actor, held):
        raise Refusal("out-of-shots", f"The {weapon} is out of shots: reload it first (F3).")


def arm(table: Deciding, actor: str) -> None:
    """A character comes into a scene with its first weapon in hand, if it has one; a chronicle knows no hands."""
    first = next(iter(weapons(table.full, actor)), None)
    if first is not None and setting(table.full).place == "scene":
        table.emit(face_audience(table.full, actor), HandsSeen(actor, first))


def take_in_hand(table: Deciding, actor: str, item: Item) -> None:
    """A character has a weapon ready, loaded, and nothing else in hand."""
    for empty in emptied(table.full, actor, item):
        end_condition(table, empty)
    lower(table, actor, item.name)
    table.emit(face_audience(table.full, actor), WeaponReadied(actor, item))


def lower(table: Deciding, actor: str, ready: str = "") -> None:
    """A character no longer aims what it has put away (C14)."""
    for borne in borne_by(table.full, actor):
        if condition(borne.name).with_weapon and borne.source != ready:
            end_condition(table, borne)


def lose(table: Deciding, actor: str, *, into: str = "") -> None:
    """A character loses what it has in hand, if it has anything; `into`: in whose body it stays."""
    if in_hand(table.full, actor) != BARE_HANDS:
        lower(table, actor)
        table.emit(face_audience(table.full, actor), WeaponLost(actor, into))


class PutInHand(Command, frozen=True):
    """Say what a character has in hand, "" for nothing, however it came about (G0, F3)."""

    actor: Id
    weapon: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if self.weapon and carried(view, self.actor, self.weapon) == BARE_HANDS:
            raise Refusal("not-carried", f"{face.name} carries no {self.weapon} (F3).")

    def decide(self, table: Deciding) -> None:
        item = carried(table.full, self.actor, self.weapon)
        lower(table, self.actor, self.weapon)
        what = f"{item.name if self.weapon else 'nothing'} in hand, by the Storyteller's word."
        seen = HandsSeen(self.actor, item)
        table.emit(face_audience(table.full, self.actor), seen, Overridden(table.seat.id, self.actor, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.tells or setting(view).place != "scene":
            return
        for face in view.all(Face):
            known = tuple(Choice(item.name, item.name) for item in weapons(view, face.id))
            if known:
                held = in_hand(view, face.id).name
                default = held if held in {choice.value for choice in known} else ""
                what = Input("weapon", "What", "choice", (Choice("", "Nothing"), *known), default=default)
                yield Option(cls.__name__, face.id, hands_of(view, face.id), "G0", "cast", inputs=(what,))


def hands_of(view: View, actor: str) -> str:
    """What the option is called that says what a character has in hand."""
    return f"What {name_of(view, actor)} has in hand"


def fit_hands(table: Deciding, actor: str) -> None:
    """After its sheet was written anew: a character has nothing in hand that it does not carry any more."""
    held = in_hand(table.full, actor)
    now = carried(table.full, actor, held.name)
    if now != held:
        table.emit(face_audience(table.full, actor), HandsSeen(actor, now))
