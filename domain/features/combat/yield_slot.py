"""Yielding: let the next character go first (I3)."""

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
from domain.features.actions.declaration import has_begun_to_act
from domain.features.characters.character import Face, own
from domain.features.characters.conditions import bears
from domain.features.combat.initiative import Slot, set_status
from domain.features.combat.next_turn import end_turn
from domain.features.combat.take_action import SlotDone, lose_slot
from domain.features.combat.turns import check_own_time, marker, may_act, slot_usable
from domain.features.table.story_log import tell


class Yielded(Event, frozen=True):
    """A character lets the rest go first; its slot comes again after theirs."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        set_status(records, self.id, "yielded")
        tell(records, at, "{0} lets the others go first.", self.id)


class Yield(Command, frozen=True):
    """Let the next-highest character go first. Once all visible characters have yielded, the turn ends empty (I3). A
    dazed character has then had its slot, which is lost (C26)."""

    title = "Let the others go first"

    actor: Id

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_own_time(view, self.actor)
        now = marker(view)
        if now is None or now.id != self.actor:
            raise Refusal("hidden", "Nobody waits for a hidden character, so it has nothing to yield (I3, X4).")
        if now.status == "yielded":
            raise Refusal("yielded", "All others have had their turn: there is nobody left to yield to (I3).")
        if has_begun_to_act(view, self.actor):
            raise Refusal("acting", "This character has begun to act: its slot can no longer be yielded (I3).")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, Yielded(self.actor))
        public = table.full.public
        taking_part = [slot for slot in public.all(Slot) if slot_usable(public, slot, "waiting", "yielded", "acted")]
        if all(slot.status == "yielded" for slot in taking_part):
            for slot in taking_part:
                if bears(public, slot.id, "dazed"):
                    # It could have acted in this turn, so this is the turn that it loses (C26).
                    table.emit(EVERYONE, SlotDone(slot.id, lose_slot(table, slot.id)))
            end_turn(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        now = marker(view)
        face = view.get(Face, now.id) if now else None
        if now is None or face is None or not (view.seat.is_storyteller or face.player == view.seat.id):
            return
        if now.status == "waiting" and not has_begun_to_act(view, now.id) and may_act(view, now.id):
            yield Option(
                cls.__name__, now.id, f"Yield for {face.name}" if view.seat.is_storyteller else "Yield", "I3", "act"
            )
