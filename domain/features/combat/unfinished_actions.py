"""Unfinished actions: if a turn ends although a character has not declared, or has not taken an action that it
declared, the story says so (I2)."""

from collections.abc import Container, Iterable
from typing import ClassVar

from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.core.words import NO_WORDS, Ref, Words, character_ref, listed, phrase
from domain.features.actions.attack_in_progress import current_attack
from domain.features.actions.declaration import declaration, has_declared
from domain.features.characters.character import FACES, Face, hidden
from domain.features.combat.declare_action import still_to_declare
from domain.features.combat.initiative import Slot, order
from domain.features.combat.next_action import next_action
from domain.features.combat.turns import slot_usable
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_phase
from domain.records.blow import Blow
from domain.tracked_view import memoized


class NotReached(Event, frozen=True):
    """The turn ended before these characters had declared, or had taken the action that they had declared."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    actors: tuple[str, ...]

    def apply(self, records: Partition, at: int) -> None:
        records.group = ""  # no part of the attack before it
        if self.actors:
            who = listed([character_ref(actor) for actor in self.actors])
            tell(records, at, phrase("line-not-reached", who=who))


@memoized
def unacted(view: View) -> list[str]:
    """Return the characters that have declared an action for this turn and have not finished it, as far as this view
    sees: their slot is still to come, or their attack is in progress. Once a turn is over, only hidden characters can
    still act (X4)."""
    phase = turn_phase(view)
    if phase is None:
        return []
    return [s.id for s in order(view) if (phase != "over" or hidden(view, s.id)) and is_unacted(view, s)]


@memoized
def is_unacted(view: View, slot: Slot) -> bool:
    """True if the character of this slot has declared an action and has not taken it. The view may know only that it
    has declared, and not what (I2)."""
    if not slot_usable(view, slot, "waiting", "yielded", "late") or not has_declared(view, slot.id):
        return False
    declared = declaration(view, slot.id)
    return declared is None or next_action(declared) is not None or current_attack(view, slot.id) is not None


@memoized
def unreached(view: View) -> list[str]:
    """Return the characters that lose their turn if it ends now: those that have not declared but still can, and those
    that have not finished what they declared."""
    undeclared = still_to_declare(view) if turn_phase(view) in ("declaring", "acting") else []
    return [slot.id for slot in order(view) if slot.id in undeclared or slot.id in unacted(view)]


@memoized
def unfinished_warning(view: View) -> Words:
    """Return a warning that names the characters that would lose their actions, also those that may still declare, and
    those whose attacks would be cancelled (C21); `NO_WORDS` if there are none."""
    idle = known(view, (actor for actor in unreached(view) if current_attack(view, actor) is None))
    attacking = known(view, (blow.by for blow in view.all(Blow)))
    unacted_yet = phrase("hint-unacted", who=listed(idle)) if idle else NO_WORDS
    under_way = phrase("hint-attacks-under-way", who=listed(attacking)) if attacking else NO_WORDS
    if unacted_yet and under_way:
        return phrase("hint-both", one=unacted_yet, other=under_way)
    return unacted_yet or under_way


def known(view: View, actors: Iterable[str]) -> list[Ref]:
    """Return references to the characters that this view knows."""
    return [character_ref(actor) for actor in actors if view.get(Face, actor) is not None]


def tell_unacted(table: Deciding, *, late: Container[str] = ()) -> None:
    """Announce which characters do not get to act. All are told of visible characters, as public records show them.
    Only the Storyteller is told of hidden characters; those in `late` may still act and are not announced (X4)."""
    seen = unreached(table.full.public)
    if seen:
        table.emit(EVERYONE, NotReached(tuple(seen)))
    unseen = [actor for actor in unacted(table.full) if hidden(table.full, actor) and actor not in late]
    if unseen:
        table.emit(STORYTELLER, NotReached(tuple(unseen)))
