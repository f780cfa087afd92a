"""Characters as values: ready-made characters, and files that carry a character between tables.

Law. A file can set only values that a player could also enter by hand. If any value is wrong, the whole file is
refused, and the refusal names the place and the expected value.
"""

from collections import Counter
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Count, Damaged, Dots, LevelCount, LongText, Name, ShortText
from domain.core.names import check_printable
from domain.core.refusal import Refusal
from domain.core.words import Typed, Words, phrase, term
from domain.rules.equipment import Flags, Item, Items
from domain.rules.validation_words import mistake

CharacterKind = Literal["mortal", "vampire", "other"]
"""The kind of a character (rules 9)."""
Traits = Annotated[tuple[tuple[Name, Dots], ...], Meta(max_length=100)]
"""The name and the dots of each trait (D1)."""
Specialties = Annotated[tuple[Name, ...], Meta(max_length=20)]
Pools = Annotated[tuple[tuple[Name, Count, Count], ...], Meta(max_length=20)]
"""The name, the rating and the remaining points of each store (D16)."""

FORMAT: Final = "coterie-character"
VERSION: Final = 1
TEXT_MOST: Final = 48_000
"""The most characters of a file. A command with such a file fits into a frame."""
NAMES_MOST: Final = 4096
"""The greatest size of all names of a sheet together, in bytes of UTF-8. It is limited because options repeat the names
many times."""
MERITS_MOST: Final = 8192
"""The greatest size of all merits of a character together, in bytes of UTF-8."""

COLUMNS: Final = {"traits": ("name", "dots"), "pools": ("name", "rating", "points")}
"""The names of the columns, for files in which a row is a list of values."""


MeritKind = Literal["merit", "flaw", "background"]


class Merit(msgspec.Struct, frozen=True, array_like=True):
    """A merit, flaw or background of a character, with its dots and a note: "Allies", 3, "the harbour police"."""

    name: Name
    dots: Dots = 0
    kind: MeritKind = "merit"
    text: ShortText = ""


Merits = Annotated[tuple[Merit, ...], Meta(max_length=40)]


class ListedMerit(Merit, frozen=True, array_like=False, forbid_unknown_fields=True):
    """A merit with named fields, for files that people read and write."""

    @property
    def merit(self) -> Merit:
        """The merit as a profile stores it."""
        return Merit(*msgspec.structs.astuple(self))


class ListedExperience(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Experience that was earned, or spent if `points` is negative, and what for."""

    points: Annotated[int, Meta(ge=-1000, le=1000)]
    what: ShortText = ""


class ListedItem(Item, frozen=True, array_like=False, forbid_unknown_fields=True):
    """An item whose fields are stored by name, for files that people read and write."""

    @classmethod
    def of(cls, item: Item) -> "ListedItem":
        """Return this item with named fields."""
        return cls(*msgspec.structs.astuple(item))

    @property
    def item(self) -> Item:
        """The item as a sheet stores it."""
        return Item(*msgspec.structs.astuple(self))


class Wounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of damage of each kind (C29)."""

    bashing: Damaged = 0
    lethal: Damaged = 0
    aggravated: Damaged = 0


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values on a character's face and sheet."""

    name: Name
    concept: ShortText = ""
    kind: CharacterKind = "mortal"
    traits: Traits = ()
    specialties: Specialties = ()
    pools: Pools = ()
    items: Annotated[tuple[ListedItem, ...], Meta(max_length=30)] = ()
    flags: Flags = ()

    @property
    def carried(self) -> Items:
        """The items as a sheet stores them."""
        return tuple(listed.item for listed in self.items)


class CharacterFile(Character, frozen=True, kw_only=True):
    """The content of a character file. `rules` is the rule set whose traits the character has."""

    format: Literal["coterie-character"]
    version: Literal[1]
    rules: Name
    health: Wounds = Wounds()
    health_levels: LevelCount = 0
    """The character's own number of health levels. Only the Storyteller can import it."""
    biography: LongText = ""
    merits: Annotated[tuple[ListedMerit, ...], Meta(max_length=40)] = ()
    notes: LongText = ""
    """The player's own notes. Files never contain notes of the Storyteller."""
    experience: Annotated[tuple[ListedExperience, ...], Meta(max_length=200)] = ()

    @property
    def listed_merits(self) -> Merits:
        """The merits as a profile stores them."""
        return tuple(listed.merit for listed in self.merits)


class Head(msgspec.Struct):
    """The first fields of a file, which show whether it is a character file."""

    format: str = ""
    version: int = 0


def read_character(text: str) -> CharacterFile:
    """Read a character from the text of a file. Raise `Refusal` if it is wrong."""
    try:
        head = msgspec.json.decode(text, type=Head)
        if head.format != FORMAT:
            raise file_refusal(phrase("file-format", format=Typed(FORMAT)))
        if head.version != VERSION:
            raise file_refusal(phrase("file-version", known=VERSION, version=head.version))
        found = msgspec.json.decode(text, type=CharacterFile)
    except msgspec.ValidationError as error:
        raise file_refusal(mistake(str(error), CharacterFile, COLUMNS)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise file_refusal(phrase("file-not-json", error=Typed(str(error)))) from error
    check_printable(found.name, found.concept)
    check_sheet(found.traits, found.pools)
    check_names(found.traits, found.specialties, found.pools, found.carried, found.flags)
    check_merits(found.listed_merits)
    return found


def file_refusal(what: Words) -> Refusal:
    """Return the refusal of a character file."""
    return Refusal("no-character", what=what)


def check_sheet(traits: Traits, pools: Pools) -> None:
    """Raise `Refusal` if a name appears twice, or if points exceed their rating (D1, D16)."""
    for names in ([name for name, _ in traits], [name for name, _, _ in pools]):
        for name, times in Counter(names).items():
            if times > 1:
                raise Refusal("twice", rule="D1", name=term(name))
    for name, rating, points in pools:
        if points > rating:
            raise Refusal("overfull", rule="D16", name=term(name), rating=rating, points=points)


def check_names(traits: Traits, specialties: Specialties, pools: Pools, items: Items, flags: Flags) -> None:
    """Raise `Refusal` if a name on a sheet cannot be printed, or all of them together are too long."""
    rows = [*(name for name, _ in traits), *specialties, *(name for name, _, _ in pools), *flags]
    rows += [name for item in items for name in (item.name, item.skill)]
    check_printable(*rows)
    took = sum(len(name.encode()) for name in rows)
    if took > NAMES_MOST:
        raise Refusal("long-names", bytes=took, most=NAMES_MOST)


def check_merits(merits: Merits) -> None:
    """Raise `Refusal` if a name appears twice in one kind of merits or cannot be printed, or if all are too long."""
    for name, times in Counter((merit.kind, merit.name) for merit in merits).items():
        if times > 1:
            raise Refusal("twice", rule="D1", name=term(name[1]))
    check_printable(*(text for merit in merits for text in (merit.name, merit.text)))
    took = sum(len(text.encode()) for merit in merits for text in (merit.name, merit.text))
    if took > MERITS_MOST:
        raise Refusal("long-merits", bytes=took, most=MERITS_MOST)
