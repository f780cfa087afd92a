"""Hiding and revealing: a character's face moves from one audience to another (X4).

If a fighter is hidden in the middle of an attack, the attack is cancelled. A hidden attack becomes public once both
fighters are visible, and can then be defended against; its earlier rolls stay with the Storyteller (X1).
"""

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import texts_in
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, character_ref, phrase
from domain.features.actions.attack_in_progress import audience_showing
from domain.features.actions.declaration import Declaration, DeclarationDropped, declaration
from domain.features.actions.hidden_attack_numbers import NUMBERS, keep_numbers, known_blows, store_blow
from domain.features.cast.follow_character import LetGo, move_face
from domain.features.characters.absence import Absent
from domain.features.characters.character import (
    Face,
    character,
    hidden,
    own,
)
from domain.features.characters.groups import common_name, free_names
from domain.features.characters.hidden_names import check_tells_of_nobody_hidden
from domain.features.combat.attack_steps import waits_for
from domain.features.combat.initiative import Slot, statement_when_revealed
from domain.features.combat.next_action import next_action
from domain.features.combat.resume_attack import cancel_attacks_of, resume_attack
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell
from domain.records.blow import Blow


class Unseen(Record, frozen=True):
    """The name of a hidden character that the table saw before (X4); older story lines show it. Its id is the
    character's. Its `about` names no character, because the character is not public."""

    name: str


class Revealed(Event, frozen=True):
    """A hidden character appears (X4)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Unseen, self.id)
        tell(records, at, phrase("line-appears", who=character_ref(self.id)))


class Vanished(Event, frozen=True):
    """A character is hidden. The event contains the name, because the face is gone."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    id: str = ""

    def apply(self, records: Partition, at: int) -> None:
        if self.id:  # events from older versions of Coterie have no id
            records.put(Unseen(self.id, self.name))
        tell(records, at, phrase("line-vanished", who=Typed(self.name)))


class RevealCharacter(Command, frozen=True):
    """Reveal a hidden character to all (X4)."""

    usual = 1

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if not hidden(view, self.actor):
            raise Refusal("seen-already", rule="X4", who=character_ref(self.actor))
        check_records(view, self.actor)

    def decide(self, table: Deciding) -> None:
        if done_since_last_turn(table.full, self.actor):
            # A late character that has done all its actions of the last turn may declare for this turn (I2).
            table.emit(STORYTELLER, DeclarationDropped(self.actor))
        stated = statement_when_revealed(table.full)
        face = character(table.full, self.actor)
        named = replace(face, name=name_when_revealed(table.full.public, face))
        move_face(table, self.actor, EVERYONE, lambda record: stated(named if isinstance(record, Face) else record))
        table.emit(EVERYONE, Revealed(self.actor))
        for blow in [b for b in known_blows(table.full) if self.actor in b.about]:
            if audience_showing(table.full, *blow.about) == EVERYONE:
                show_to_all(table, blow)
            elif blow.by == self.actor:
                resume_attack(table, blow)  # the target is hidden, so no turn waits for the attack

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for face in view.all(Face):
                if hidden(view, face.id):
                    said = "; ".join(declared_texts(view, face.id))
                    label = phrase("option-reveal", rule="X4", who=character_ref(face.id))
                    hint = phrase("hint-reveal-declared", text=Typed(said)) if said else NO_WORDS
                    yield Option(cls.__name__, face.id, label, hint, "cast", grave=bool(said))


def declared_texts(view: View, actor: str) -> list[str]:
    """Return the texts in a hidden character's declaration that everybody will read when it is revealed."""
    declared = None if done_since_last_turn(view, actor) else view.get(Declaration, actor)
    return [text for action in declared.actions if (text := action.text.strip())] if declared else []


def done_since_last_turn(view: View, actor: str) -> bool:
    """True if a late character has done all that it declared for the last turn (I2)."""
    slot = view.get(Slot, actor)
    return slot is not None and slot.status == "late" and next_action(declaration(view, actor)) is None


def check_records(view: View, actor: str) -> None:
    """Raise `Refusal` if a record that would become visible with a character, such as a modifier or a declaration,
    names another character that stays hidden (X4)."""
    dropped: tuple[type[Record], ...] = (Declaration,) if done_since_last_turn(view, actor) else ()
    texts = (
        text
        for partition in view.partitions
        if partition.audience == STORYTELLER
        for record in partition.records()
        if actor in record.about and record.on_hiding(actor) == "goes" and not isinstance(record, dropped)
        for text in texts_in(record)
        if view.get(Face, text) is None  # the id of a character is not a text
    )
    what, instead = phrase("text-about", who=character_ref(actor)), phrase("or-change-text")
    check_tells_of_nobody_hidden(view, what, instead, *texts, besides=actor)


def show_to_all(table: Deciding, blow: Blow) -> None:
    """Make a hidden attack public, before its next step. The numbers that were rolled in secret stay with the
    Storyteller."""
    table.emit(STORYTELLER, LetGo("Blow", blow.id))
    rolled = {name: getattr(blow, name) for name in NUMBERS if getattr(blow, name) >= 0}
    if rolled or blow.rolls:
        keep_numbers(table, blow, **rolled, roll=blow.roll, rolls=blow.rolls)
    store_blow(table, replace(blow, rolls=(), waits=waits_for(table, blow) or blow.waits))


class HideCharacter(Command, frozen=True):
    """Hide one of the Storyteller's characters from all players (X4)."""

    usual = 1

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if face.player:
            raise Refusal("player-sees-own", rule="X4", who=character_ref(self.actor))
        if hidden(view, self.actor):
            raise Refusal("hidden-already", rule="X4", who=character_ref(self.actor))

    def decide(self, table: Deciding) -> None:
        name = character(table.full, self.actor).name
        cancel_attacks_of(table, self.actor, phrase("no-longer-visible", rule="X4", who=Typed(name)))
        table.emit(EVERYONE, Vanished(name, self.actor))
        move_face(table, self.actor, STORYTELLER)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for face in view.all(Face):
                if not face.player and not hidden(view, face.id):
                    label = phrase("option-hide", rule="X4", who=character_ref(face.id))
                    read = phrase("hint-hide", line=phrase("line-vanished", who=Typed(face.name)))
                    yield Option(cls.__name__, face.id, label, read, "cast")


def names_taken(table: Deciding, *, unseen: bool) -> set[str]:
    """Return the names that a newcomer may not have. For a visible newcomer, only names that everybody knows count, so
    that its number reveals no hidden character (X4). `unseen`: the newcomer is hidden."""
    return known_names(table.full if unseen else table.full.public)


def known_names(view: View, besides: str = "") -> set[str]:
    """Return the name of every character that this view has, or has seen: in the scene, out of it, or out of sight.
    `besides`: the id of a character that does not count."""
    known: Iterator[Face | Unseen | Absent] = chain(view.all(Face), view.all(Unseen), view.all(Absent))
    return {one.name for one in known if one.id != besides}


def name_when_revealed(view: View, face: Face) -> str:
    """Return the name of a character that everybody is about to see. It gets a number if everybody knows another
    character of this name. `view`: what everybody knows."""
    taken = known_names(view, besides=face.id)
    return face.name if face.name not in taken else next(free_names(common_name(face.name), taken))
