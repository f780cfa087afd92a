"""Private notes about characters. A player's note is read by that player and the Storyteller, a note of the Storyteller
by her alone. A note stays with its writer when the character is hidden or gets another player."""

from typing import Annotated, ClassVar, Final

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.audience import STORYTELLER, Audience, Kind, Seat, seats
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.characters.character import character
from domain.features.table.scene_list import played_here

NoteText = Annotated[str, Meta(max_length=4000)]
NOTES_MOST: Final = 40_000
"""The most characters of all notes of one writer."""


class Note(Record, frozen=True):
    """A note about a character. `writer` is the player's seat, "" for the Storyteller's note."""

    irrevocable: ClassVar[bool] = True
    lasts: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    actor: str
    writer: str
    text: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class NoteWritten(Event, frozen=True):
    """A seat wrote a note about a character; "" deletes it. Nothing is told in the story."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    actor: str
    writer: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        id_ = note_id(self.actor, self.writer)
        if self.text:
            records.put(Note(id_, self.actor, self.writer, self.text))
        else:
            records.drop(Note, id_)


def note_id(actor: str, writer: str) -> str:
    """Return the id of a writer's note about a character."""
    return f"{actor} {writer}".strip()


def writer_of(seat: Seat) -> str:
    """Return the name under which a seat writes: its id, or "" for the Storyteller."""
    return "" if seat.is_storyteller else seat.id


def note_audience(writer: str) -> Audience:
    """Return the audience of a writer's notes."""
    return seats(writer) if writer else STORYTELLER


class WriteNote(Command, frozen=True):
    """Write down a private note about a character that the writer sees, in place of an earlier one; "" deletes it."""

    places = BOTH

    actor: Id
    text: NoteText = ""

    def check(self, view: View) -> None:
        character(view, self.actor)
        played_here(view)
        writer = writer_of(view.seat)
        others = (note for note in view.all(Note) if note.writer == writer and note.actor != self.actor)
        length = sum(len(note.text) for note in others) + len(self.text)
        if self.text and length > NOTES_MOST:
            raise Refusal("long-notes", length=length, most=NOTES_MOST)

    def decide(self, table: Deciding) -> None:
        writer = writer_of(table.seat)
        table.emit(note_audience(writer), NoteWritten(self.actor, writer, self.text))
