"""Records: what state is made of. Flat, immutable, typed, each under an id, each with one audience for life."""

from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from domain.event import Event


class Record(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of all records. The class is the record's type; `id` is unique within type and audience.

    `story` marks what scrolls by (rolls, lines): state keeps the last 200 of an audience, the log has all.
    `face` marks what the table sees of a character (`of`): it stands in `everyone` for a visible character and in
    `storyteller` for a hidden one, and `stated` moves it from the one to the other.
    `beside_sheet` marks what stands where a character's sheet does (`of`), and goes where that goes.
    `turn_long` marks what lasts no longer than the turn it was made in.
    """

    story: ClassVar[bool] = False
    face: ClassVar[bool] = False
    turn_long: ClassVar[bool] = False
    beside_sheet: ClassVar[bool] = False

    id: str

    @property
    def of(self) -> str:
        """The character whose face or sheet this is a part of; one that may have several such records says so in a
        field, or in its id."""
        return self.id

    def stated(self) -> "Event":
        """The event that states this record anew, for another audience. Only for `face` records."""
        raise NotImplementedError(f"{type(self).__name__} is no part of a face")
