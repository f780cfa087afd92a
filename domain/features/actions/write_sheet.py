"""Writing a sheet. This also updates the weapon in hand and the effect of a heavy load."""

from domain.core.deciding import Deciding
from domain.features.actions.load import update_load
from domain.features.actions.weapon_in_hand import update_item_in_hand
from domain.features.characters.character import SheetWritten, character, sheet_audience
from domain.features.characters.sheet_changes import changes, tell_change


def write_sheet(table: Deciding, written: SheetWritten, *, quietly: bool = False) -> None:
    """Replace a character's sheet, and tell its readers what has changed. `quietly`: do not tell it, because another
    line already does."""
    face, changed = character(table.full, written.id), changes(table.full, written)
    table.emit(sheet_audience(face.player), written)
    update_item_in_hand(table, written.id)
    update_load(table, written.id)
    if not quietly:
        tell_change(table, written.id, *changed)
