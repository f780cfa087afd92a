"""Portraits: the picture of a character, seen by everybody who sees its face."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id, PictureId
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import phrase
from domain.features.characters.character import FACES, face_audience, own, owned
from domain.features.table.scene_list import is_played_here, played_here


class Portrait(Record, frozen=True):
    """The picture of a character. Its id is the character's. A character without a picture has no such record."""

    face: ClassVar[bool] = True

    picture: str

    def restating_event(self) -> Event:
        return PortraitShown(self.id, self.picture)


class PortraitShown(Event, frozen=True):
    """The audience sees this picture of a character, or with "" no picture any more."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    picture: str

    def apply(self, records: Partition, at: int) -> None:
        if self.picture:
            records.put(Portrait(self.id, self.picture))
        else:
            records.drop(Portrait, self.id)


class SetPortrait(Command, frozen=True):
    """Give a character this picture, or with "" take its picture away. Players do this for their own characters;
    the portrait of a hidden character stays hidden with it (X4)."""

    places = BOTH

    actor: Id
    picture: PictureId = ""

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        show_portrait(table, self.actor, self.picture)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the option without the picture: the page uploads one and fills it in."""
        for face in owned(view) if is_played_here(view) else ():
            yield Option(cls.__name__, face.id, phrase("option-set-portrait"), group="sheet")


def picture_of(view: View, actor: str) -> str:
    """Return the picture of a character, "" for none."""
    found = view.get(Portrait, actor)
    return found.picture if found else ""


def show_portrait(table: Deciding, actor: str, picture: str) -> None:
    """Show this picture of a character to everybody who sees its face, unless they see it already."""
    if picture_of(table.full, actor) != picture:
        table.emit(face_audience(table.full, actor), PortraitShown(actor, picture))
