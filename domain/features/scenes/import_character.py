"""Importing: a character file becomes a new character, or the sheet of an existing one (rules 9)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.bounds import Id, PlayerId
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase
from domain.features.actions.write_sheet import write_sheet
from domain.features.characters.character import SheetWritten, own, owned
from domain.features.characters.wounds import check_levels
from domain.features.scenes.create_character import (
    Levels,
    add_character,
    check_items,
    check_may_add,
    check_refill,
    with_stores,
)
from domain.features.table.scene_list import played_here
from domain.features.table.settings import setting
from domain.rules.character_file import TEXT_MOST, CharacterFile, read_character


class ImportCharacter(Command, frozen=True):
    """Import a character file, either as a new character with the damage in the file, or as the new sheet of the
    existing character `onto`. Then the character's face and damage stay as they are."""

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
            check_levels(view, *damage_levels(found))

    def decide(self, table: Deciding) -> None:
        found = read_character(self.text)
        if self.onto:
            pools = with_stores(table.full, found.traits, found.pools)
            sheet = SheetWritten(self.onto, found.traits, found.specialties, pools, found.carried, found.flags)
            write_sheet(table, sheet)
        else:
            player = self.player if table.seat.is_storyteller else table.seat.id
            add_character(table, found, player, hidden=self.hidden, health=damage_levels(found))

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


def damage_levels(found: CharacterFile) -> Levels:
    """Return the levels of damage in a file."""
    return found.health.bashing, found.health.lethal, found.health.aggravated


def check_may_overwrite(view: View, actor: str) -> None:
    """Raise `Refusal` unless this seat may replace this character's sheet here."""
    own(view, actor)
    played_here(view)
