"""Importing: a character file becomes a new character, or the sheet and profile of an existing one (rules 9)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.bounds import Id, PlayerId
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase, said
from domain.features.actions.write_sheet import write_sheet
from domain.features.cast.characters_between_scenes import MemoryStated
from domain.features.characters.character import SheetWritten, own, owned, sheet_audience
from domain.features.characters.experience import ExperienceLedger, LedgerEntry
from domain.features.characters.health_levels import Levels, levels_by_count
from domain.features.characters.notes import NoteWritten
from domain.features.characters.profile import ProfileWritten, write_profile
from domain.features.characters.wounds import check_levels
from domain.features.scenes.create_character import (
    DamageLevels,
    add_character,
    check_items,
    check_may_add,
    check_refill,
    with_stores,
)
from domain.features.table.scene_list import played_here
from domain.features.table.settings import rules_of, setting
from domain.rules.character_file import TEXT_MOST, CharacterFile, read_character


class ImportCharacter(Command, frozen=True):
    """Import a character file, either as a new character with the damage in the file, or as the new sheet of the
    existing character `onto`. Then the character's face, health, notes and experience stay as they are; its profile is
    replaced if the file has one. Only the Storyteller imports experience and a number of health levels, because only
    she grants them."""

    places = BOTH

    text: Annotated[str, Meta(max_length=TEXT_MOST)]
    onto: Id = ""
    player: PlayerId = ""
    hidden: bool = False

    def check(self, view: View) -> None:
        if self.onto:
            check_may_overwrite(view, self.onto)
        else:
            check_may_add(view, self.player, hidden=self.hidden)
        found, here = read_character(self.text), setting(view).rules
        if found.rules != here:
            raise Refusal("other-rules", name=Typed(found.name), rules=Typed(found.rules), here=Typed(here))
        check_items(view, found.carried, self.onto)
        if self.onto:
            check_refill(view, self.onto, with_stores(view, found.traits, found.pools))
        else:
            levels = imported_levels(view, found) or rules_of(view).health
            check_levels(len(levels), *damage_levels(found))

    def decide(self, table: Deciding) -> None:
        found = read_character(self.text)
        if self.onto:
            pools = with_stores(table.full, found.traits, found.pools)
            sheet = SheetWritten(self.onto, found.traits, found.specialties, pools, found.carried, found.flags)
            write_sheet(table, sheet)
            if found.biography or found.merits:
                write_profile(table, self.onto, found.biography, found.listed_merits)
        else:
            player = self.player if table.seat.is_storyteller else table.seat.id
            actor = add_character(
                table,
                found,
                player,
                hidden=self.hidden,
                health=damage_levels(found),
                health_levels=imported_levels(table.view, found),
            )
            add_story(table, actor, player, found)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        new = (Choice("", phrase("choice-new-character")),) if allowed(check_may_add, view) else ()
        here = (face for face in owned(view) if allowed(check_may_overwrite, view, face.id))
        whose = (*new, *(Choice(face.id, phrase("choice-sheet-of", who=character_ref(face.id))) for face in here))
        if whose:
            inputs = (
                Input("text", phrase("ask-character-file"), "file", least=1, most=TEXT_MOST),
                Input("onto", phrase("ask-import-onto"), "choice", whose, default=whose[0].value),
            )
            yield Option(cls.__name__, "", phrase("option-import-character"), group="cast", inputs=inputs)


def add_story(table: Deciding, actor: str, player: str, found: CharacterFile) -> None:
    """Give a new character the profile, notes and experience of its file."""
    readers = sheet_audience(player)
    if found.biography or found.merits:
        table.emit(readers, ProfileWritten(actor, found.biography, found.listed_merits))
    if found.notes:
        table.emit(readers, NoteWritten(actor, player, found.notes))
    if found.experience and table.seat.is_storyteller:
        table.emit(readers, MemoryStated(ledger_of(table, actor, found)))


def ledger_of(table: Deciding, actor: str, found: CharacterFile) -> ExperienceLedger:
    """Return the ledger of a file, whose entries are entered now by the sender of the command."""
    ledger, now, who = ExperienceLedger(actor), table.chance.now, table.seat.id
    for n, entry in enumerate(found.experience, 1):
        ledger = ledger.with_entry(LedgerEntry(n, now, entry.points, who, said(entry.what)))
    return ledger


def damage_levels(found: CharacterFile) -> DamageLevels:
    """Return the levels of damage in a file."""
    return found.health.bashing, found.health.lethal, found.health.aggravated


def imported_levels(view: View, found: CharacterFile) -> Levels:
    """Return the health levels in a file that are the character's own (C29); empty without any, or if this seat cannot
    grant them."""
    return levels_by_count(view, found.health_levels) if view.seat.is_storyteller else ()


def check_may_overwrite(view: View, actor: str) -> None:
    """Raise `Refusal` unless this seat may replace this character's sheet here."""
    own(view, actor)
    played_here(view)
