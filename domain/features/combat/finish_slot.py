"""Finishing a slot: a character's turn to act is over once no action is left in it (I2)."""

from typing import ClassVar

from msgspec import to_builtins

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, as_it_was, character_ref, phrase
from domain.features.actions.attack_in_progress import audience_showing, current_attack
from domain.features.actions.declaration import Declaration, declaration, drop_declaration_records, has_begun_to_act
from domain.features.characters.character import FACES, face_audience
from domain.features.combat.initiative import Slot, SlotLeft, set_status
from domain.features.combat.movement import may_still_move
from domain.features.combat.next_action import next_action
from domain.features.combat.slot_conditions import slot_taker
from domain.features.combat.turns import attack_to_finish, marker, slot_unfinished, slot_usable
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.records.blow import Blow


class SlotDone(Event, frozen=True):
    """A character has used its slot in this turn. `doing`: the text for the story, if no other event of the commit
    tells it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    version: ClassVar[int] = 2

    id: str
    line: Words
    """The story line; `NO_WORDS` for none."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, doing = map(str, fields)
        line = phrase("line-about", who=character_ref(actor), text=as_it_was(f"{doing}.")) if doing else NO_WORDS
        return [actor, to_builtins(line)]

    def apply(self, records: Partition, at: int) -> None:
        records.group = ""  # no part of the attack before it
        slot = records.get(Slot, self.id)
        late = slot is not None and slot.status == "late"
        # A late character has now used its slot of the last turn, and may declare for this turn.
        set_status(records, self.id, "waiting" if late else "acted")
        if late:
            drop_declaration_records(records, self.id)
        if self.line:
            tell(records, at, self.line)


def remember_slot_used(table: Deciding, actor: str) -> None:
    """Record that a character which is about to leave the turns, or the scene, has used or begun its slot."""
    slot = table.full.get(Slot, actor)
    if slot is not None and (slot.status == "acted" or has_begun_to_act(table.full, actor)):
        table.emit(face_audience(table.full, actor), SlotLeft(actor))


def finish_slot(table: Deciding, actor: str) -> None:
    """End a slot in which no action is left. A slot does not end while its attack is in progress. The last slot of the
    turn also waits for its character's free movement (F2)."""
    full = table.full
    done = current_attack(full, actor) is None and next_action(declaration(full, actor)) is None
    if done and not (is_last(full, actor) and may_still_move(full.public, actor)):
        table.emit(face_audience(full, actor), SlotDone(actor, NO_WORDS))


def is_last(view: View, actor: str) -> bool:
    """True if the next turn begins automatically as soon as this slot is over. If the Storyteller begins the next turn
    instead, characters that have acted may still move until then."""
    public = view.public
    slot = public.get(Slot, actor)
    if slot is None or slot.status == "late" or rules_of(public).choices.get("turns") != "automatic":
        return False
    others = (other for other in public.all(Slot) if other.id != actor)
    return not any(slot_usable(public, other, "waiting", "yielded") for other in others)


def finish_spent_slots(table: Deciding) -> None:
    """End the slots of characters at the marker that have used all their declared actions before it came to them, such
    as an only defence: they have nothing left to decide (I2, I4)."""
    public = table.full.public
    while (now := marker(public)) is not None:
        declared = public.get(Declaration, now.id)
        spent = declared is not None and bool(declared.actions) and not any(declared.left())
        if not spent or slot_taker(public, now.id) is not None or attack_to_finish(public, now.id):
            return
        finish_slot(table, now.id)
        if marker(public) == now:  # the last slot of the turn waits for its character's free movement (F2)
            return


def finish_last_slot(table: Deciding) -> None:
    """End the last slot of the turn once its character's free movement is made or no longer possible (F2)."""
    public = table.full.public
    now = marker(public)
    if now is not None and is_last(public, now.id) and has_begun_to_act(public, now.id):
        finish_slot(table, now.id)


def finish_slots_after(table: Deciding, blow: Blow) -> None:
    """After an attack, end the slot in which it was made, if no action is left in it. This is the attacker's slot; if a
    defence or a fumble led to the blow (C8, C16), it is the slot of the character that acted. If only the Storyteller
    saw the attack, no slot of a visible character ends because of it (X4)."""
    full, now = table.full, marker(table.full)
    if full.get(Blow, blow.id) is not None:
        return
    for actor in dict.fromkeys((blow.by, blow.on, now.id if now else "")):
        unseen = actor != blow.by and audience_showing(full, *blow.about) != face_audience(full, actor)
        slot = full.get(Slot, actor)
        # `may_act` would be wrong here: if another character has moved ahead in the order, this one would be asked
        # again although it cannot act.
        if not unseen and slot is not None and has_begun_to_act(full, actor) and slot_unfinished(full, slot):
            finish_slot(table, actor)
