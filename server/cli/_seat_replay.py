"""A page without a screen: it holds what a seat was told, from the very bytes that the seat would get, and no more."""

import re
from typing import Any, NamedTuple

import msgpack  # type: ignore[import-untyped] # it ships no types

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.audience import named as seats_named
from domain.core.state import View
from domain.features.rolls.retractions import RETRACTABLE_KINDS, is_taken_back
from server.cli._printable import harmless, in_one_line
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.protocol.frames import Part

Fields = dict[str, Any]

_REFERENCE = re.compile(r"\{\{|\}\}|\{(\d+)\}")


class Told(NamedTuple):
    """What one commit told a seat: when (milliseconds since 1970), records written, and records gone."""

    at: int
    parts: list[Fields]
    fresh: list[Fields]
    """The story's lines and rolls that were not there before: what the fewest were told first, as in the page, since
    secret dice are thrown before all hear what came of them."""


class Page:
    """What a seat knows, commit by commit."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.folded = StreamFold()
        self.names: dict[str, str] = {}
        """Every character that this seat ever saw, by id, as it can be printed."""
        self.setting: Fields = {}
        self._story: set[tuple[str, str, str]] = set()

    def take(self, entry: Entry) -> Told | None:
        """Fold one more entry; None where this seat was told nothing. Raises `Diverged`, `Unreadable`."""
        _, told = self.folded.take(entry)
        message = self.folded.projection.message(self.seat, told)
        if not message:
            return None
        unpacker = msgpack.Unpacker(raw=False)
        unpacker.feed(message)
        parts = [self._part(frame) for frame in unpacker]
        fresh = [
            record | {"audience": part["audience"]}
            for part in parts
            for record in part["changed"]
            if self._is_fresh(part["audience"], record)
        ]
        fewest_first = sorted(fresh, key=lambda record: record["audience"], reverse=True)
        return Told(max(part["at"] for part in parts), parts, fewest_first)

    def _part(self, frame: list[Any]) -> Fields:
        part = dict(zip(Part.__struct_fields__, frame[1:], strict=True))
        part["changed"] = [named(record) for record in part["changed"]]
        del part["chain"]
        for record in part["changed"]:
            if record["type"] in ("Face", "Absent", "Unseen"):
                self.names[record["id"]] = in_one_line(record["name"])
            elif record["type"] == "Setting":
                self.setting = record
        return part

    def _is_fresh(self, audience: str, record: Fields) -> bool:
        known = (audience, record["type"], record["id"])  # lines are numbered by audience
        if not catalogue().records[record["type"]].story or known in self._story:
            return False
        self._story.add(known)
        return True

    def words(self, record: Fields, seats: dict[str, str]) -> str:
        """A story record in words that can be printed; `seats` has their names."""
        who = seats.get(record["who"], "")
        return harmless(self._roll(record, who) if record["type"] == "Roll" else self._line(record, who, seats))

    def _line(self, record: Fields, who: str, seats: dict[str, str]) -> str:
        names = [self.names.get(ref, "somebody") for ref in record["refs"]]
        if record["kind"] in ("said", "whispered"):
            speaker = names[0] if names else who or "Somebody"
            how = f" (whispers{self._whom(record, seats)})" if record["kind"] == "whispered" else ""
            return f"{speaker}{how}: {resolved(record['text'], names)}"
        return resolved(record["text"], names)

    @staticmethod
    def _whom(record: Fields, seats: dict[str, str]) -> str:
        """To whom something was whispered, besides the Storyteller, who reads everything."""
        hearers = sorted(seats_named(record["audience"]) - {record["who"]})
        return f" to {', '.join(seats.get(hearer, 'somebody') for hearer in hearers)}" if hearers else ""

    def _roll(self, record: Fields, who: str) -> str:
        """Who rolled what for which reason, the faces, and why it came to what it did."""
        roller = self.names.get(record["actor"]) or who or "Somebody"
        for_ = f" for {record['reason']}" if record["reason"] else ""
        pool = " ".join(
            f"{'+' if dice >= 0 else '-'} {label} {abs(dice)}" for label, dice in record["parts"]
        ).removeprefix("+ ")
        against = f" against {record['difficulty']}" if record["difficulty"] else ""
        faces = " ".join("/".join(str(face) for face in die) for die in record["faces"]) or "no dice"
        result = record["result"].replace("_", " ")
        degree = f", {record['degree']}" if record["degree"] else ""
        return f"{roller} rolls{for_} ({pool}){against}: {faces} – {result}{degree}. {record['why']}".rstrip()


def struck(view: View, record: Fields) -> bool:
    """Whether a story record is of a deed that the view has taken back."""
    deed = record["type"] == "Roll" or record["kind"] in RETRACTABLE_KINDS
    return deed and is_taken_back(view, record["audience"], record["n"])


def named(record: list[Any]) -> Fields:
    """A record by its fields' names."""
    type_, *values = record
    return {"type": type_, **dict(zip(catalogue().records[type_].__struct_fields__, values, strict=True))}


def resolved(text: str, names: list[str]) -> str:
    """A line's text with the names of those it refers to, and plain braces where people typed them."""

    def one(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0][0]
        return names[int(match[1])] if int(match[1]) < len(names) else "somebody"

    return _REFERENCE.sub(one, text)
