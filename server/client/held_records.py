"""The records of a table that a client holds: for each audience of its seat, its position and its records.

Rule 1. A part follows directly on the part before it. A gap or a repeat raises `WrongFrames`, and nothing is resumed
        from there.
Rule 2. The client can resume once it holds a whole view: the tables, and the earlier lines of the story after them.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from domain.core.partition import STORY_KEPT
from domain.core.record import Record
from server.client.errors import WrongFrames
from server.protocol import frames

R = TypeVar("R", bound=Record)
Key = tuple[str, str]
"""The type and the id of a record."""


class HeldAudience:
    """The records of one audience, and how many parts they are made of."""

    def __init__(self, count: int = 0, chain: bytes = b"", records: Iterable[Record] = ()) -> None:
        self.count = count
        self.chain = chain
        self.table: dict[Key, Record] = {}
        self.story: dict[Key, Record] = {}
        """The newest lines of the story, the oldest first."""
        for record in records:
            self._put(record)

    def take(self, part: frames.Part) -> None:
        """Apply a part."""
        self.count, self.chain = part.count, part.chain
        for key in part.gone:
            self.table.pop(key, None)
            self.story.pop(key, None)
        for record in part.changed:
            self._put(record)
        for key in list(self.story)[: max(0, len(self.story) - STORY_KEPT)]:
            del self.story[key]

    def take_earlier(self, records: Iterable[Record]) -> None:
        """Put older lines before the story."""
        self.story = {**{_key(record): record for record in records}, **self.story}

    def _put(self, record: Record) -> None:
        (self.story if record.story else self.table)[_key(record)] = record


class HeldRecords:
    """All records of a table that a client holds."""

    def __init__(self) -> None:
        self.audiences: dict[str, HeldAudience] = {}
        self.epoch = ""
        """The epoch to resume with; "" while the view is not whole."""
        self._coming = ""
        """The epoch of the view that has begun to come."""

    def take(self, frame: frames.ServerFrame) -> None:
        """Apply a frame; frames without records change nothing. Raise `WrongFrames`."""
        match frame:
            case frames.Welcome():
                self._coming = frame.epoch
                if not frame.resumed:
                    self.audiences, self.epoch = {}, ""
            case frames.ViewPart():
                self.audiences[frame.audience] = HeldAudience(frame.count, frame.chain, frame.records)
            case frames.Earlier():
                held = self.audiences.get(frame.audience)
                if held is None:
                    raise WrongFrames("The server sent earlier lines of an audience without its view.")
                held.take_earlier(frame.records)
                self.epoch = self._coming
            case frames.Part():
                self._take_part(frame)
            case _:
                pass

    def _take_part(self, part: frames.Part) -> None:
        held = self.audiences.get(part.audience) or HeldAudience()
        if part.count != held.count + 1:
            raise WrongFrames(f"The server sent part {part.count} of an audience after part {held.count}.")
        self.audiences[part.audience] = held
        held.take(part)

    @property
    def seen(self) -> int:
        """The number of parts for everybody that were received."""
        return self.audiences["everyone"].count if "everyone" in self.audiences else 0

    @property
    def position(self) -> tuple[frames.Position, ...]:
        """The position to resume from."""
        return tuple(frames.Position(name, held.count, held.chain) for name, held in self.audiences.items())

    def all(self, type_: type[R]) -> Iterator[R]:
        """Yield all records of this type, audience by audience. Story lines are the oldest first."""
        for held in self.audiences.values():
            for record in (held.story if type_.story else held.table).values():
                if isinstance(record, type_):
                    yield record

    def get(self, type_: type[R], id_: str) -> R | None:
        """Return the record of this type with this id, or None."""
        return next((record for record in self.all(type_) if record.id == id_), None)


def _key(record: Record) -> Key:
    return type(record).__name__, record.id
