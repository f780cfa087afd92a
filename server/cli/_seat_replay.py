"""The replay of a stream for one seat: it reads the same bytes that the seat's page would receive, and no more."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgpack  # type: ignore[import-untyped] # it ships no types
import msgspec

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.audience import named as seats_named
from domain.core.state import View
from domain.core.words import NO_WORDS, Ref, Typed, Words, character_ref, listed, named, phrase, said, seat_ref, term
from domain.features.rolls.retractions import RETRACTABLE_KINDS, is_taken_back
from domain.features.rolls.roll import Roll
from domain.rules.rule_types import Part
from server.cli._printable import in_one_line, printable
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.protocol import frames
from server.words.explanation import explanation
from server.words.texts import Names, Texts

Fields = dict[str, Any]


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
        words = self._roll(record, seats) if record["type"] == "Roll" else self._line(record, seats)
        return printable(texts.sentence(words, self._names(seats, texts)))

    def _names(self, seats: dict[str, str], texts: Texts) -> Names:
        """Return a function that names a character (as this seat has seen it) or a seat."""
        unknown = texts.sentence(phrase("somebody"))
        return lambda ref: (seats if ref.kind == "seat" else self.names).get(ref.id, unknown)

    def _line(self, record: Fields, seats: dict[str, str]) -> Words:
        text = msgspec.convert(record["text"], Words)
        if record["kind"] not in ("said", "whispered"):
            return text
        speaker = self._speaker(record, record["actor"], seats)
        if record["kind"] == "said":
            return phrase("export-said", who=speaker, text=text)
        hearers = [seat_ref(hearer) for hearer in sorted(seats_named(record["audience"]) - {record["who"]})]
        if not hearers:  # the Storyteller reads every whisper, so she is not named as a hearer
            return phrase("export-whispered", who=speaker, text=text)
        return phrase("export-whispered-to", who=speaker, to=listed(hearers), text=text)

    def _speaker(self, record: Fields, actor: str, seats: dict[str, str]) -> Ref | Words:
        """Return the name of the speaker or roller: the character, or else the seat. If this seat knows neither, return
        "somebody"."""
        if actor in self.names:
            return character_ref(actor)
        return seat_ref(record["who"]) if record["who"] in seats else phrase("somebody")

    def _roll(self, record: Fields, seats: dict[str, str]) -> Words:
        """Return a roll in words: who rolls and why, the pool, the faces, the result and its explanation."""
        made = msgspec.convert(["Roll", *(record[name] for name in Roll.__struct_fields__)], Roll)
        who = self._speaker(record, record["actor"], seats)
        reason = said(made.reason)
        roller = phrase("export-rolls-for", who=who, reason=reason) if reason else phrase("export-rolls", who=who)
        pool = phrase("export-pool", roller=roller, parts=pool_in_words(made.parts))
        if made.difficulty:
            pool = phrase("export-against", pool=pool, difficulty=made.difficulty)
        faces = Typed(" ".join("/".join(map(str, die)) for die in made.faces))
        result = phrase(f"result-{made.result.replace('_', '-')}")
        if made.degree:
            result = phrase("list-more", first=result, next=term(made.degree))
        thrown = phrase("export-faces", pool=pool, faces=faces) if made.faces else phrase("export-no-dice", pool=pool)
        told = phrase("export-result", thrown=thrown, result=result)
        why = explanation(made, willpower=made.willpower)
        return phrase("export-why", roll=told, why=why) if why else told


def pool_in_words(parts: Iterable[Part]) -> Words:
    """Return the parts of a pool with their dice: "Strength 3 + Brawl 2 − wounds 1"."""
    shown: Words | None = None
    for label, dice in parts:
        part = phrase("export-part", label=named(label), dice=abs(dice))
        if shown is None:
            shown = phrase("export-first-minus", part=part) if dice < 0 else part
        else:
            shown = phrase("export-minus" if dice < 0 else "export-plus", before=shown, part=part)
    return shown or NO_WORDS


def is_retracted(view: View, record: Fields) -> bool:
    """True if a story record belongs to an act that was taken back, as this view shows it."""
    deed = record["type"] == "Roll" or record["kind"] in RETRACTABLE_KINDS
    return deed and is_taken_back(view, record["audience"], record["n"])


def fields_of(record: list[Any]) -> Fields:
    """Return a record from the wire as a dictionary from field names to values."""
    type_, *values = record
    return {"type": type_, **dict(zip(catalogue().records[type_].__struct_fields__, values, strict=True))}
