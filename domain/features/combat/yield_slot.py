"""Yielding: a character lets the others act first (I3)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase
from domain.features.actions.declaration import has_begun_to_act
from domain.features.characters.character import Face, by_seat, own
from domain.features.characters.conditions import bears
from domain.features.combat.finish_slot import SlotDone
from domain.features.combat.initiative import Slot, set_status
from domain.features.combat.next_turn import end_turn
from domain.features.combat.slot_conditions import lose_slot
from domain.features.combat.turns import check_own_time, marker, may_act, slot_usable
from domain.features.table.story_log import tell


class Yielded(Event, frozen=True):
    """A character lets all others go first. It gets its slot again after them."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        set_status(records, self.id, "yielded")
        tell(records, at, phrase("line-yields", who=character_ref(self.id)))


class Yield(Command, frozen=True):
    """Act only after all characters that do not yield. If all visible characters have yielded, the turn ends without an
    action (I3). A dazed character that yields has used its slot of this turn, and has lost it (C26)."""

    title = phrase("option-yield")

    actor: Id

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_own_time(view, self.actor)
        now = marker(view)
        if now is None or now.id != self.actor:
            raise Refusal("hidden-cannot-yield", rule="I3")
        if now.status == "yielded":
            raise Refusal("nobody-left-to-yield-to", rule="I3")
        if has_begun_to_act(view, self.actor):
            raise Refusal("too-late-to-yield", rule="I3")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, Yielded(self.actor))
        public = table.full.public
        taking_part = [slot for slot in public.all(Slot) if slot_usable(public, slot, "waiting", "yielded", "acted")]
        if all(slot.status == "yielded" for slot in taking_part):
            for slot in taking_part:
                if bears(public, slot.id, "dazed"):
                    # The dazed character could have acted in this turn, so this is the turn that it loses (C26).
                    table.emit(EVERYONE, SlotDone(slot.id, lose_slot(table, slot.id)))
            end_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        now = marker(view)
        face = view.get(Face, now.id) if now else None
        if now is None or face is None or not (view.seat.is_storyteller or face.player == view.seat.id):
            return
        if now.status == "waiting" and not has_begun_to_act(view, now.id) and may_act(view, now.id):
            label = by_seat(view, now.id, phrase("option-yield", rule="I3"))
            yield Option(cls.__name__, now.id, label, group="act")
