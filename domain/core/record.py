"""Records: the pieces of state. Each record is flat, immutable and typed. It has an id, and one audience that never
changes."""

from typing import TYPE_CHECKING, ClassVar, Literal, Self

import msgspec

if TYPE_CHECKING:  # only a return type: events fold into records, so event.py imports this file
    from domain.core.event import Event

Fate = Literal["stays", "goes", "ends"]
"""The fate of a record when one of its characters is hidden, shown or handed over. It stays in its audience, goes to
the new audience, or ends."""


class Record(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of all records. The class is the record's type; `id` is unique within its type and audience.

    Marks of a class:

    - `story`: an entry of the story, such as a roll or a line. State keeps the last 200 per audience, the log all.
    - `face`: part of a character as the table sees it. It is in `everyone` for a visible character and in `storyteller`
      for a hidden one; `restating_event` moves it between the two.
    - `beside_sheet`: has the same audience as a character's sheet, and moves with the sheet when the character is
      handed over.
    - `turn_long`: ends at the end of the turn in which it was written.
    - `lasts`: continues from scene to scene (`domain.features.cast.characters_between_scenes`).
    - `keeps_place`: reserves the place of a character that has left the scene and may return. It ends when the
      character leaves the chronicle.
    - `asks`: waits for an answer. It ends when its character is hidden or handed over.
    - `read_everywhere`: nearly every answer about a view depends on it, and it seldom changes. When it changes, all
      answers are computed again (`domain.tracked_view`).
    - `irrevocable`: keeps its value when the Storyteller takes commits back (`domain.features.storyteller.take_back`).

    A class also says which characters a record depends on (`about`), and what happens to it when one of them leaves
    (`without`), is hidden or shown (`on_hiding`) or is handed over (`on_handing`). The module
    `domain.features.cast.follow_character` applies these.
    """

    story: ClassVar[bool] = False
    face: ClassVar[bool] = False
    read_everywhere: ClassVar[bool] = False
    turn_long: ClassVar[bool] = False
    beside_sheet: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    keeps_place: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    irrevocable: ClassVar[bool] = False

    id: str

    @classmethod
    def lift(cls, fields: list[object]) -> list[object]:
        """Convert the fields of a record inside an older event to those of this version. Fields that are already of
        this version are returned unchanged. Pure."""
        return fields

    @property
    def character_id(self) -> str:
        """The character whose face or sheet this record is a part of. A class with a different kind of id overrides
        this."""
        return self.id

    @property
    def about(self) -> tuple[str, ...]:
        """Ids of the characters that this record depends on. Empty strings and ids that belong to no character are
        ignored."""
        return (self.character_id,) if self.face or self.beside_sheet else ()

    def without(self, actor: str) -> Self | None:
        """Return this record without the character `actor`, one of `about`, who has left; None if the record ends
        then."""
        return None

    def on_hiding(self, actor: str) -> Fate:
        """The fate of this record when a character of `about` is hidden or shown (X4). A record never ends because a
        character is shown."""
        return "ends" if self.asks else "goes" if self.face else "stays"

    def on_handing(self, actor: str) -> Fate:
        """The fate of this record when a character of `about` is handed over. If the record goes, the new player reads
        it and the old player no longer does. Records for `everyone` or for the `storyteller` stay."""
        return "ends" if self.asks else "goes" if self.beside_sheet else "stays"

    def in_continued_scene(self, began: int) -> Self | None:
        """Return this record as it begins a scene that continues this one, or None if the new scene does not take it
        over. `began` is the start of the current turn (`Turn.began`), which becomes the first turn of the new scene."""
        return None if self.irrevocable else self

    def merged_with(self, there: Self) -> Self:
        """Return the record to keep if this record is moved to an audience that already has `there`, a record with the
        same id."""
        return self

    def restating_event(self) -> "Event":
        """Return the event that writes this record again without a story line, for another audience or after a
        character has left. Only records that can move, or that have several characters, need it."""
        raise NotImplementedError(f"{type(self).__name__} is never stated anew")


RecordKey = tuple[type[Record], str]
"""The type and the id of a record."""
