"""The replay of a stream for one seat: it reads the same bytes that the seat's page would receive, and no more."""

import re
from typing import Any, NamedTuple

import msgpack  # type: ignore[import-untyped] # it ships no types

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.audience import named as seats_named
from domain.core.state import View
from domain.features.rolls.retractions import RETRACTABLE_KINDS, is_taken_back
from server.cli._printable import in_one_line, printable
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.protocol.frames import Part

Fields = dict[str, Any]

_REFERENCE = re.compile(r"\{\{|\}\}|\{(\d+)\}")


class SeenCommit(NamedTuple):
    """The parts of a commit that a seat may see, and its time (milliseconds since 1970)."""

    at: int
    parts: list[Fields]
    new_story: list[Fields]
    """Story lines and rolls that are new in this commit, the smallest audience first, as in the page: secret dice are
    thrown before everybody hears the result."""


class SeatReplay:
    """All that a seat has learnt so far, entry by entry."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.folded = StreamFold()
        self.names: dict[str, str] = {}
        """The printable name of every character that this seat has seen, by id."""
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
        return SeenCommit(max(part["at"] for part in parts), parts, smallest_first)

    def _part(self, frame: list[Any]) -> Fields:
        part = dict(zip(Part.__struct_fields__, frame[1:], strict=True))
        part["changed"] = [fields_of(record) for record in part["changed"]]
        del part["chain"]
        for record in part["changed"]:
            if record["type"] in ("Face", "Absent", "Unseen"):
                self.names[record["id"]] = in_one_line(record["name"])
        return part

    def _is_new_story(self, audience: str, record: Fields) -> bool:
        key = (audience, record["type"], record["id"])  # each audience numbers its own lines
        if not catalogue().records[record["type"]].story or key in self._known_story:
            return False
        self._known_story.add(key)
        return True

    def text_of(self, record: Fields, seats: dict[str, str]) -> str:
        """Return a story record as printable text. `seats` has the seats' names by id."""
        speaker = seats.get(record["who"], "")
        return printable(
            self._roll(record, speaker) if record["type"] == "Roll" else self._line(record, speaker, seats)
        )

    def _line(self, record: Fields, speaker: str, seats: dict[str, str]) -> str:
        names = [self.names.get(ref, "somebody") for ref in record["refs"]]
        if record["kind"] in ("said", "whispered"):
            name = names[0] if names else speaker or "Somebody"
            how = f" (whispers{self._hearers(record, seats)})" if record["kind"] == "whispered" else ""
            return f"{name}{how}: {with_names(record['text'], names)}"
        return with_names(record["text"], names)

    @staticmethod
    def _hearers(record: Fields, seats: dict[str, str]) -> str:
        """Name the hearers of a whisper, without the Storyteller, who reads every whisper."""
        hearers = sorted(seats_named(record["audience"]) - {record["who"]})
        return f" to {', '.join(seats.get(hearer, 'somebody') for hearer in hearers)}" if hearers else ""

    def _roll(self, record: Fields, speaker: str) -> str:
        """Return a roll as a sentence: the roller, the reason, the pool, the faces, the result and its
        explanation."""
        roller = self.names.get(record["actor"]) or speaker or "Somebody"
        for_ = f" for {record['reason']}" if record["reason"] else ""
        pool = " ".join(
            f"{'+' if dice >= 0 else '-'} {label} {abs(dice)}" for label, dice in record["parts"]
        ).removeprefix("+ ")
        against = f" against {record['difficulty']}" if record["difficulty"] else ""
        faces = " ".join("/".join(str(face) for face in die) for die in record["faces"]) or "no dice"
        result = record["result"].replace("_", " ")
        degree = f", {record['degree']}" if record["degree"] else ""
        return f"{roller} rolls{for_} ({pool}){against}: {faces} – {result}{degree}. {record['why']}".rstrip()


def is_retracted(view: View, record: Fields) -> bool:
    """True if a story record belongs to an act that this view shows as taken back."""
    deed = record["type"] == "Roll" or record["kind"] in RETRACTABLE_KINDS
    return deed and is_taken_back(view, record["audience"], record["n"])


def fields_of(record: list[Any]) -> Fields:
    """Return a record from the wire as a dictionary from field names to values."""
    type_, *values = record
    return {"type": type_, **dict(zip(catalogue().records[type_].__struct_fields__, values, strict=True))}


def with_names(text: str, names: list[str]) -> str:
    """Replace each reference `{0}`, `{1}` in a line by its name, and `{{`, `}}` by single braces."""

    def replacement(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0][0]
        return names[int(match[1])] if int(match[1]) < len(names) else "somebody"

    return _REFERENCE.sub(replacement, text)
