"""Leaving: a character goes out of the scene, and with it all that it took part in."""

from domain.bounds import Id
from domain.command import Command
from domain.deciding import Deciding
from domain.features.blows import call_off
from domain.features.cast import FaceLeft, SheetTaken, character, face_audience, own, sheet_audience
from domain.features.declaring import drop_plan
from domain.features.grappling import end, grips
from domain.features.setting import storyteller_only
from domain.state import View


class RemoveCharacter(Command, frozen=True):
    """Take a character out of the scene."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        for grip in grips(table.full, self.actor):
            end(table, grip.grapple)
        drop_plan(table, self.actor)
        call_off(table, self.actor)
        table.emit(face_audience(table.full, self.actor), FaceLeft(self.actor))
        table.emit(sheet_audience(face.player), SheetTaken(self.actor))
