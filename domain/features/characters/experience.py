"""Experience: a ledger for each character, of points that the Storyteller granted and points that were spent. Its
player and the Storyteller read it."""

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.table.story_log import tell

ENTRIES_MOST: Final = 200
"""The most entries that a ledger holds. Older ones still count in its balance; the log has them all."""


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Points granted, or spent if `points` is negative. `n` is its number in the ledger, `at` milliseconds since 1970,
    `who` the seat that entered it."""

    n: int
    at: int
    points: int
    who: str
    what: Words = NO_WORDS
    """The reason, or the thing that was bought."""
    raised: str = ""
    """The trait that was raised by one dot, "" for none."""
    dots: int = 0
    """The dots of that trait afterwards."""
    struck: str = ""
    """The seat that struck the entry, which then no longer counts. "" if nobody did."""


class ExperienceLedger(Record, frozen=True):
    """The experience of a character. Its id is the character's."""

    beside_sheet: ClassVar[bool] = True
    lasts: ClassVar[bool] = True

    entries: tuple[LedgerEntry, ...] = ()
    """The newest entries, oldest first."""
    balance: int = 0
    """The points that are left to spend, by all entries that were not struck."""

    def in_continued_scene(self, began: int) -> None:
        """Return None: the scene gets a ledger that agrees with its sheet (`continued_from`)."""

    def continued_from(self, then: "ExperienceLedger") -> "ExperienceLedger":
        """Return the ledger for a scene that continues from the moment of the ledger `then`, with the sheet of that
        moment. This ledger is the chronicle's present one.

        The dots that were bought by that moment are paid, also if the entry was struck since. The dots that were bought
        since are not on that sheet, so their points can be spent again. All other entries since then stay, and other
        entries that were struck since stay struck."""
        present = {msgspec.structs.replace(entry, struck=""): entry for entry in self.entries}
        kept, balance = list[LedgerEntry](), then.balance
        for entry in then.entries:
            now = present.pop(msgspec.structs.replace(entry, struck=""), entry)
            if now.struck and not entry.struck and not entry.raised:
                balance -= entry.points
                kept.append(now)
            else:
                kept.append(entry)
        for entry in present.values():
            if not entry.raised:
                number = max(entry.n, kept[-1].n + 1) if kept else entry.n
                kept.append(msgspec.structs.replace(entry, n=number))
                balance += 0 if entry.struck else entry.points
        return ExperienceLedger(self.id, tuple(kept[-ENTRIES_MOST:]), balance)

    @property
    def counted(self) -> Iterator[LedgerEntry]:
        """The entries that were not struck."""
        return (entry for entry in self.entries if not entry.struck)

    def entry(self, n: int) -> LedgerEntry | None:
        """Return the entry with this number, None if there is none, or if it was struck."""
        return next((entry for entry in self.counted if entry.n == n), None)

    def with_entry(self, new: LedgerEntry) -> "ExperienceLedger":
        """Return the ledger with a further entry, and without its oldest entry if it is full."""
        return ExperienceLedger(self.id, (*self.entries, new)[-ENTRIES_MOST:], self.balance + new.points)

    def without_entry(self, n: int, who: str) -> "ExperienceLedger":
        """Return the ledger with an entry struck by the seat `who`. If it has no such entry, return it unchanged."""
        struck = self.entry(n)
        if struck is None:
            return self
        gone = msgspec.structs.replace(struck, struck=who)
        entries = tuple(gone if entry is struck else entry for entry in self.entries)
        return ExperienceLedger(self.id, entries, self.balance - struck.points)


class ExperienceEntered(Event, frozen=True):
    """Points were granted, or spent if `points` is negative."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    who: str
    points: int
    what: Words = NO_WORDS
    raised: str = ""
    dots: int = 0

    def apply(self, records: Partition, at: int) -> None:
        had = ledger(records, self.id)
        n = had.entries[-1].n + 1 if had.entries else 1
        records.put(had.with_entry(LedgerEntry(n, at, self.points, self.who, self.what, self.raised, self.dots)))
        tell(records, at, self.line(), who=self.who)

    def line(self) -> Words:
        """Return the line of the story."""
        who, kind, points = character_ref(self.id), "granted" if self.points > 0 else "spent", abs(self.points)
        if self.what:
            return phrase(f"line-experience-{kind}", who=who, points=points, what=self.what)
        return phrase(f"line-experience-{kind}-silently", who=who, points=points)


class ExperienceStruck(Event, frozen=True):
    """An entry of a ledger was struck, and no longer counts. `entry`: the entry in words."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    who: str
    n: int
    entry: Words

    def apply(self, records: Partition, at: int) -> None:
        records.put(ledger(records, self.id).without_entry(self.n, self.who))
        words = phrase("line-experience-struck", who=character_ref(self.id), entry=self.entry)
        tell(records, at, words, who=self.who)


def ledger(records: Partition | View, actor: str) -> ExperienceLedger:
    """Return a character's ledger in these records, or an empty ledger."""
    return records.get(ExperienceLedger, actor) or ExperienceLedger(actor)


def entry_in_words(entry: LedgerEntry) -> Words:
    """Return an entry in words: "+3 (the harbour)", "−4 (Stealth 3)"."""
    points = phrase("plus", n=entry.points) if entry.points > 0 else phrase("minus", n=-entry.points)
    return phrase("experience-entry", points=points, what=entry.what) if entry.what else points
