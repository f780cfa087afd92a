"""The weapon in hand. Everybody sees it. A character can attack only with a weapon that is in hand (F3).

A character has one item in hand, or bare hands. When a scene begins or a character enters it, the first weapon on the
sheet is in hand (ours), so that a new character can strike at once.
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, named, phrase, term
from domain.features.characters.character import FACES, Face, face_audience, own, sheet
from domain.features.characters.conditions import borne_by, condition, end_condition
from domain.features.table.settings import setting, storyteller_only
from domain.features.table.story_log import Overridden, tell
from domain.records.bearing import Bearing
from domain.rules.equipment import BARE_HANDS, Item
from domain.tracked_view import memoized


class InHand(Record, frozen=True):
    """The item in a character's hand, `BARE_HANDS` for none. A character without this record has bare hands."""

    face: ClassVar[bool] = True

    item: Item

    def restating_event(self) -> Event:
        return HandsSeen(self.id, self.item)


class HandsSeen(Event, frozen=True):
    """The item that is in a character's hand now."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    item: Item

    def apply(self, records: Partition, at: int) -> None:
        records.put(InHand(self.id, self.item))


class WeaponReadied(HandsSeen, frozen=True):
    """A character has got a weapon ready: it has drawn, picked up or reloaded it (F3)."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(InHand(self.id, self.item))
        tell(records, at, phrase("line-weapon-ready", who=character_ref(self.id), weapon=term(self.item.name)))


class WeaponLost(Event, frozen=True):
    """A character has lost the item in its hand: it lies on the ground and may be picked up again (F3, C8), or it is in
    the body of the character `into` (C31)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    into: str = ""

    def apply(self, records: Partition, at: int) -> None:
        held = records.get(InHand, self.id)
        records.put(InHand(self.id, BARE_HANDS))
        if held is None:
            return
        who, weapon = character_ref(self.id), term(held.item.name)
        if self.into:
            tell(records, at, phrase("line-weapon-stays", who=who, weapon=weapon, into=character_ref(self.into)))
        else:
            tell(records, at, phrase("line-weapon-lost", who=who, weapon=weapon))


def in_hand(view: View, actor: str) -> Item:
    """Return the item in a character's hand, `BARE_HANDS` for none."""
    held = view.get(InHand, actor)
    return held.item if held is not None else BARE_HANDS


@memoized
def weapons(view: View, actor: str) -> tuple[Item, ...]:
    """Return the weapons that a character carries, as far as this view sees its sheet."""
    return tuple(item for item in sheet(view, actor).items if item.skill)


@memoized
def carried_weapon(view: View, actor: str, name: str) -> Item:
    """Return the carried weapon of this name, `BARE_HANDS` if there is none."""
    return next((item for item in weapons(view, actor) if item.name == name), BARE_HANDS)


def empty_marks(view: View, actor: str, item: Item) -> list[Bearing]:
    """Return the conditions that keep a weapon from shooting until it is reloaded; [] for a weapon that does not
    shoot."""
    if not item.range:
        return []
    return [b for b in borne_by(view, actor) if condition(b.name).needs_reload and b.source in ("", item.name)]


def check_ready(view: View, actor: str, weapon: str, readied: str = "") -> None:
    """Raise `Refusal` if a character cannot attack with the weapon of this name ("": none), because it is not in hand
    or must be reloaded. `readied`: the weapon that will be in hand by then."""
    held = in_hand(view, actor)
    if weapon and weapon != (readied or held.name):
        raise Refusal("not-in-hand", rule="F3", weapon=term(weapon))
    if weapon and not readied and empty_marks(view, actor, held):
        raise Refusal("out-of-shots", rule="F3", weapon=term(weapon))


def ready_first_weapon(table: Deciding, actor: str) -> None:
    """Put a character's first weapon into its hand when the character enters a scene. Between scenes, Coterie does not
    record what is in hand."""
    first = next(iter(weapons(table.full, actor)), None)
    if first is not None and setting(table.full).place == "scene":
        table.emit(face_audience(table.full, actor), HandsSeen(actor, first))


def take_in_hand(table: Deciding, actor: str, item: Item) -> None:
    """Put a weapon, loaded, into a character's hand in place of the item there."""
    for empty in empty_marks(table.full, actor, item):
        end_condition(table, empty)
    stop_aiming(table, actor, item.name)
    table.emit(face_audience(table.full, actor), WeaponReadied(actor, item))


def stop_aiming(table: Deciding, actor: str, ready: str = "") -> None:
    """End a character's aim with every weapon except `ready`, because these weapons are put away (C14)."""
    for borne in borne_by(table.full, actor):
        if condition(borne.name).with_weapon and borne.source != ready:
            end_condition(table, borne)


def lose_weapon(table: Deciding, actor: str, *, into: str = "") -> None:
    """Remove the item, if any, from a character's hand. `into`: the character in whose body it stays."""
    if in_hand(table.full, actor) != BARE_HANDS:
        stop_aiming(table, actor)
        table.emit(face_audience(table.full, actor), WeaponLost(actor, into))


class PutInHand(Command, frozen=True):
    """Set the item in a character's hand, "" for none (G0, F3)."""

    actor: Id
    weapon: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if self.weapon and carried_weapon(view, self.actor, self.weapon) == BARE_HANDS:
            raise Refusal("not-carried", rule="F3", who=character_ref(self.actor), weapon=term(self.weapon))

    def decide(self, table: Deciding) -> None:
        item = carried_weapon(table.full, self.actor, self.weapon)
        stop_aiming(table, self.actor, self.weapon)
        what = phrase("override-in-hand", weapon=term(item.name)) if self.weapon else phrase("override-empty-hand")
        seen = HandsSeen(self.actor, item)
        table.emit(face_audience(table.full, self.actor), seen, Overridden(table.seat.id, self.actor, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller or setting(view).place != "scene":
            return
        for face in view.all(Face):
            known = tuple(Choice(item.name, named(item.name)) for item in weapons(view, face.id))
            if known:
                held = in_hand(view, face.id).name
                default = held if held in {choice.value for choice in known} else ""
                choices = (Choice("", phrase("choice-empty-hand")), *known)
                what = Input("weapon", phrase("ask-in-hand"), "choice", choices, default=default)
                yield Option(cls.__name__, face.id, in_hand_label(face.id), group="cast", inputs=(what,))


def in_hand_label(actor: str) -> Words:
    """Return the label of the option that sets the item in a character's hand."""
    return phrase("option-put-in-hand", rule="G0", who=character_ref(actor))


def update_item_in_hand(table: Deciding, actor: str) -> None:
    """After a sheet was rewritten, update the item in hand, or empty the hand if the item is no longer carried."""
    held = in_hand(table.full, actor)
    now = carried_weapon(table.full, actor, held.name)
    if now != held:
        table.emit(face_audience(table.full, actor), HandsSeen(actor, now))
