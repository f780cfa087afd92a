"""Records: what state is made of. Flat, immutable, typed, each under an id, each with one audience for life."""

from typing import TYPE_CHECKING, ClassVar, Literal, Self

import msgspec

if TYPE_CHECKING:
    from domain.core.event import Event


Fate = Literal["stays", "goes", "ends"]
"""What becomes of a record when a character that it is about is hidden or shown, or handed over: it stays where it is,
goes along to the new audience, or is no more."""


class Record(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of all records. The class is the record's type; `id` is unique within type and audience.

    `story` marks what scrolls by (rolls, lines): state keeps the last 200 of an audience, the log has all.
    `face` marks what the table sees of a character (`of`): it stands in `everyone` for a visible character and in
    `storyteller` for a hidden one, and `stated` moves it from the one to the other.
    `beside_sheet` marks what stands where a character's sheet does (`of`): the sheet, and what goes with it when the
    character is handed over.
    `turn_long` marks what lasts no longer than the turn it was made in.
    `lasts` marks what goes on from scene to scene (`domain.features.cast.carry_over`).
    `keeps_place` marks what a character has a place in while it is out of the scene, and comes back to; one that leaves
    the chronicle has none in anything.
    `asks` marks what waits for an answer: it is moot once the character that it is about is hidden or handed over.
    `irrevocable` marks what is never as it was again, whatever is taken back (`domain.features.storyteller.take_back`).
    How it begins in a scene that goes on from this one it says itself (`in_continued_scene`).

    Each class also says whom a record is about (`about`), and what becomes of it when one of those leaves (`without`),
    is hidden or shown (`on_hiding`) or handed over (`on_handing`). `domain.features.cast.follow_character` does it.
    """

    story: ClassVar[bool] = False
    face: ClassVar[bool] = False
    turn_long: ClassVar[bool] = False
    beside_sheet: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    keeps_place: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    irrevocable: ClassVar[bool] = False

    id: str

    @property
    def character_id(self) -> str:
        """The character whose face or sheet this is a part of; one that may have several such records says so in a
        field, or in its id."""
        return self.id

    @property
    def about(self) -> tuple[str, ...]:
        """The characters without whom it would be nothing, or not what it is; "" and what is none are nobody."""
        return (self.character_id,) if self.face or self.beside_sheet else ()

    def without(self, actor: str) -> Self | None:
        """What is left of it when a character that it is about has left; None: nothing."""
        return None

    def on_hiding(self, actor: str) -> Fate:
        """What becomes of it when a character that it is about is hidden, or shown (X4); showing ends nothing."""
        return "ends" if self.asks else "goes" if self.face else "stays"

    def on_handing(self, actor: str) -> Fate:
        """What becomes of it when a character that it is about is handed over. What goes is read by the new player in
        place of the old one; what everybody or the Storyteller alone reads is so still."""
        return "ends" if self.asks else "goes" if self.beside_sheet else "stays"

    def in_continued_scene(self, began: int) -> Self | None:
        """This record at the beginning of a scene that goes on from this one, None where it does not come along.
        `began`: when the turn began that runs here (`Turn.began`); there it is the first thing that is."""
        return None if self.irrevocable else self

    def merged_with(self, there: Self) -> Self:
        """This record, come to where there is one of its id already."""
        return self

    def restating_event(self) -> "Event":
        """The event that states this record anew, without a word: for another audience, or with somebody less. Only
        for what goes anywhere, or is about several."""
        raise NotImplementedError(f"{type(self).__name__} is never stated anew")
