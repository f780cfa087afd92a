"""The replay of a stream for one seat: it reads the same bytes that the seat's page would receive, and no more."""

from typing import Any, NamedTuple, TypeVar

import msgpack  # type: ignore[import-untyped] # it ships no types
import msgspec

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Ref, Words, character_ref, phrase, seat_ref
from domain.features.rolls.retractions import RETRACTABLE_KINDS, is_taken_back
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.protocol import frames
from server.words.printable import in_one_line, printable
from server.words.story import SPOKEN, line_in_words, roll_in_words
from server.words.texts import Names, Texts

Fields = dict[str, Any]
R = TypeVar("R", bound=Record)


class SeenCommit(NamedTuple):
    """The parts of a commit that a seat may see, and its time (milliseconds since 1970)."""

    at: int
    parts: list[Fields]
    new_story: list[Fields]
    """The story lines and rolls that are new in this commit. Those for the fewest people come first, as in the page:
    secret dice are thrown before everybody hears the result."""
    handouts: dict[str, Fields]
    """The handouts that lines of this commit show, by the id of their `HandoutCard`."""


class SeatReplay:
    """Everything that a seat has learnt so far. It grows with each entry that is replayed."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.folded = StreamFold()
        self.names: dict[str, str] = {}
        """The printable name of every character that this seat has seen, by id."""
        self.pictures: set[str] = set()
        """The ids of all pictures that this seat has seen."""
        self._known_story: set[tuple[str, str, str]] = set()

    def take(self, entry: Entry) -> SeenCommit | None:
        """Fold the next entry; return None if this seat may see no part of it. Raise `Diverged` or `Unreadable`."""
        _, told = self.folded.take(entry)
        message = self.folded.projection.message(self.seat, told)
        if not message:
            return None
        unpacker = msgpack.Unpacker(raw=False)
        unpacker.feed(message)
        parts = [self._part(frame) for frame in unpacker]
        new_story = [
            record | {"audience": part["audience"]}
            for part in parts
            for record in part["changed"]
            if self._is_new_story(part["audience"], record)
        ]
        smallest_first = sorted(new_story, key=lambda record: record["audience"], reverse=True)
        changed = [record for part in parts for record in part["changed"]]
        self.pictures |= {record["picture"] for record in changed if record.get("picture")}
        shown = {record["id"]: record for record in changed if record["type"] == "Handout"}
        cards = {record["id"]: record["handout"] for record in changed if record["type"] == "HandoutCard"}
        handouts = {card: shown[handout] for card, handout in cards.items() if handout in shown}
        return SeenCommit(max(part["at"] for part in parts), parts, smallest_first, handouts)

    def _part(self, frame: list[Any]) -> Fields:
        part = dict(zip(frames.Part.__struct_fields__, frame[1:], strict=True))
        part["changed"] = [fields_of(record) for record in part["changed"]]
        del part["chain"]
        for record in part["changed"]:
            if record["type"] in ("Face", "Absent", "Unseen"):
                self.names[record["id"]] = in_one_line(record["name"])
        return part

    def _is_new_story(self, audience: str, record: Fields) -> bool:
        key = (audience, record["type"], record["id"])  # every audience numbers its lines separately
        if not catalogue().records[record["type"]].story or key in self._known_story:
            return False
        self._known_story.add(key)
        return True

    def text_of(self, record: Fields, seats: dict[str, str], texts: Texts) -> str:
        """Return a story record as printable text. `seats` has the seats' names by id."""
        words = self._words(record, seats)
        return printable(texts.sentence(words, self._names(seats, texts)))

    def _words(self, record: Fields, seats: dict[str, str]) -> Words:
        if record["type"] != "Roll" and record["kind"] not in SPOKEN:
            return msgspec.convert(record["text"], Words)
        speaker = self._speaker(record, record["actor"], seats)
        if record["type"] == "Roll":
            return roll_in_words(_typed(record, Roll), speaker)
        return line_in_words(_typed(record, Line), record["audience"], speaker)

    def _names(self, seats: dict[str, str], texts: Texts) -> Names:
        """Return a function that names a character (as this seat has seen it) or a seat."""
        unknown = texts.sentence(phrase("somebody"))
        return lambda ref: (seats if ref.kind == "seat" else self.names).get(ref.id, unknown)

    def _speaker(self, record: Fields, actor: str, seats: dict[str, str]) -> Ref | Words:
        """Return the name of the speaker or roller: the character, or else the seat. If this seat knows neither, return
        "somebody"."""
        if actor in self.names:
            return character_ref(actor)
        return seat_ref(record["who"]) if record["who"] in seats else phrase("somebody")


def is_retracted(view: View, record: Fields) -> bool:
    """True if a story record belongs to an act that was taken back, as this view shows it."""
    deed = record["type"] == "Roll" or record["kind"] in RETRACTABLE_KINDS
    return deed and is_taken_back(view, record["audience"], record["n"])


def _typed(record: Fields, type_: type[R]) -> R:
    """Return a record of this type from its fields."""
    return msgspec.convert([record["type"], *(record[name] for name in type_.__struct_fields__)], type_)


def fields_of(record: list[Any]) -> Fields:
    """Return a record from the wire as a dictionary from field names to values."""
    type_, *values = record
    return {"type": type_, **dict(zip(catalogue().records[type_].__struct_fields__, values, strict=True))}
