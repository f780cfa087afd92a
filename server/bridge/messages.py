"""The public story of a table as messages: one for each line, and one for all rolls and lines of an exchange.

Rule 1. Only the story of the audience `everyone` becomes messages. Other parts of a view are not read, even if the seat
        may see them.
Rule 2. The key of a message follows from its entries alone, so it is the same in every run.
Rule 3. A message changes when an exchange grows, when the Storyteller overrides a roll, and when an act is taken back.
        A character's new name, or a seat that was closed, changes no earlier message.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from domain.core.audience import EVERYONE
from domain.core.words import Ref, Words, character_ref, phrase, seat_ref
from domain.features.cast.hide_and_reveal import Unseen
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face
from domain.features.rolls.retractions import RETRACTABLE_KINDS, Retraction
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line
from server.client.table import Table
from server.words.printable import in_one_line, printable
from server.words.story import line_in_words, roll_in_words
from server.words.texts import Texts

Entry = Line | Roll
CONTINUED: Final = "↳ "
"""Stands before every further line of a paragraph. Otherwise a player could type a line that looks like another
speaker's."""


class Paragraph(NamedTuple):
    """A line or a roll of a message. `kind`: the kind of the line, or "roll". `taken_back`: True if it was taken
    back."""

    kind: str
    text: str
    taken_back: bool

    def lines(self) -> list[str]:
        """Return the lines of the text that are not blank, without spaces around them."""
        return [line.strip() for line in self.text.split("\n") if line.strip()]


class Message(NamedTuple):
    """A message. `n`: the number of its first entry in the public story. `at`: milliseconds since 1970. `content`: a
    hash over everything that changes the message (rule 3)."""

    key: str
    n: int
    at: int
    content: str
    paragraphs: tuple[Paragraph, ...]


class Story:
    """The public story of a table that is connected."""

    def __init__(self, table: Table, texts: Texts, names: dict[str, str]) -> None:
        """`names`: the names of all characters and seats that were ever seen here, by id; new ones are added."""
        self._table = table
        self._texts = texts
        self._names = names
        self._older: list[Entry] = []
        """Entries that the table no longer holds, the oldest first."""

    def entries(self) -> list[Entry]:
        """Return the entries of the public story that are at hand, the oldest first."""
        held = self._table.records.audiences.get(EVERYONE)
        records = held.story.values() if held else ()
        newer = sorted((one for one in records if isinstance(one, Line | Roll)), key=lambda entry: entry.n)
        first = newer[0].n if newer else 0
        return [*(entry for entry in self._older if entry.n < first), *newer]

    @property
    def newest(self) -> int:
        """The number of the newest entry; 0 if there is none."""
        entries = self.entries()
        return entries[-1].n if entries else 0

    async def read_back(self, after: int) -> None:
        """Read older entries of the story, until all entries after this number are at hand. Raise `ClientError`."""
        welcome = self._table.welcome
        entries = self.entries()
        if welcome is None or (entries and entries[0].n <= after + 1):
            return
        before, of = welcome.before, welcome.of
        found: list[Entry] = []
        while before > after:
            past = await self._table.earlier_story(before, of)
            found = [*past.records.all(Line), *past.records.all(Roll), *found]
            before, of = past.looked.before, past.looked.of
        self._older = sorted(found, key=lambda entry: entry.n)

    def messages(self, after: int) -> list[Message]:
        """Return the messages whose first entry has a number above `after`, in the order of the story."""
        self._note_names()
        groups: dict[str, list[Entry]] = {}
        for entry in self.entries():
            groups.setdefault(f"group {entry.group}" if entry.group else f"entry {entry.n} {entry.id}", []).append(
                entry
            )
        return [
            Message(key, group[0].n, group[0].at, self._content(group), tuple(self._paragraphs(group)))
            for key, group in groups.items()
            if group[0].n > after
        ]

    def _paragraphs(self, entries: Iterable[Entry]) -> Iterator[Paragraph]:
        for entry in entries:
            words = self._words(entry)
            text = printable(self._texts.sentence(words, self._name))
            if text:
                yield Paragraph("roll" if isinstance(entry, Roll) else entry.kind, text, self._is_taken_back(entry))

    def _content(self, entries: Iterable[Entry]) -> str:
        parts = [(entry, self._is_taken_back(entry)) for entry in entries]
        return sha256(msgspec.msgpack.encode(parts)).hexdigest()[:24]

    def _words(self, entry: Entry) -> Words:
        speaker = self._speaker(entry)
        return roll_in_words(entry, speaker) if isinstance(entry, Roll) else line_in_words(entry, EVERYONE, speaker)

    def _speaker(self, entry: Entry) -> Ref | Words:
        if entry.actor in self._names:
            return character_ref(entry.actor)
        return seat_ref(entry.who) if entry.who in self._names else phrase("somebody")

    def _is_taken_back(self, entry: Entry) -> bool:
        if isinstance(entry, Line) and entry.kind not in RETRACTABLE_KINDS:
            return False
        retractions = self._table.records.all(Retraction)
        return any(one.audience == EVERYONE and one.first <= entry.n <= one.last for one in retractions)

    def _note_names(self) -> None:
        records = self._table.records
        named: list[Face | Absent | Unseen] = [*records.all(Face), *records.all(Absent), *records.all(Unseen)]
        for record in named:
            self._names[record.id] = in_one_line(record.name)
        for seat in self._table.presence.seats if self._table.presence else ():
            self._names[seat.id] = in_one_line(seat.name)

    def _name(self, ref: Ref) -> str:
        return self._names.get(ref.id) or self._texts.sentence(phrase("somebody"))
