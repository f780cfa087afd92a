"""A character as a value of its own: one that is ready to be played, and the file that carries one between tables.

Law. A file brings what could be written by hand, and no more. Where anything in it is wrong, nothing of it is taken,
     and the refusal names the place and what was expected there.
"""

from collections import Counter
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Count, Damaged, Dots, Name, ShortText
from domain.core.command import Refusal
from domain.rules.equipment import Flags, Item, Items
from domain.rules.validation_words import mistake

CharacterKind = Literal["mortal", "vampire", "other"]
"""What a character is (rules 9)."""
Traits = Annotated[tuple[tuple[Name, Dots], ...], Meta(max_length=100)]
"""Name, dots (D1)."""
Specialties = Annotated[tuple[Name, ...], Meta(max_length=20)]
Pools = Annotated[tuple[tuple[Name, Count, Count], ...], Meta(max_length=20)]
"""Name, rating, points left (D16)."""

FORMAT: Final = "coterie-character"
VERSION: Final = 1
TEXT_MOST: Final = 32_000
NAMES_MOST: Final = 4096
"""Bytes of UTF-8 that all names of a sheet may take: options repeat them over and over."""

COLUMNS: Final = {"traits": ("name", "dots"), "pools": ("name", "rating", "points")}
"""What stands where in the rows of a file."""


class ListedItem(Item, frozen=True, array_like=False, forbid_unknown_fields=True):
    """An item with its fields by name, as people read and write it."""

    @classmethod
    def of(cls, item: Item) -> "ListedItem":
        """The same thing, listed."""
        return cls(*msgspec.structs.astuple(item))

    @property
    def item(self) -> Item:
        """The same thing, as a sheet holds it."""
        return Item(*msgspec.structs.astuple(self))


class Wounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of damage of each kind (C29)."""

    bashing: Damaged = 0
    lethal: Damaged = 0
    aggravated: Damaged = 0


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that makes a character: what a face and a sheet hold."""

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
        """Its items, as a sheet holds them."""
        return tuple(listed.item for listed in self.items)


class CharacterFile(Character, frozen=True, kw_only=True):
    """A character's file. `rules` is the rule set whose traits it has."""

    format: Literal["coterie-character"]
    version: Literal[1]
    rules: Name
    health: Wounds = Wounds()


class Head(msgspec.Struct):
    """What says whether a file is a character's at all."""

    format: str = ""
    version: int = 0


def read_character(text: str) -> CharacterFile:
    """A character out of its file's text. Raises `Refusal`."""
    try:
        head = msgspec.json.decode(text, type=Head)
        if head.format != FORMAT:
            raise wrong(f'It is no character\'s file. format: expected "{FORMAT}".')
        if head.version != VERSION:
            raise wrong(f"version: expected {VERSION}, for this table knows no other; the file says {head.version}.")
        found = msgspec.json.decode(text, type=CharacterFile)
    except msgspec.ValidationError as error:
        raise wrong(mistake(str(error), CharacterFile, COLUMNS)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise wrong(f"It is no character's file, which is expected to be JSON: {error}.") from error
    check_sheet(found.traits, found.pools)
    check_names(found.traits, found.specialties, found.pools, found.carried, found.flags)
    return found


def wrong(what: str) -> Refusal:
    """A refusal of a character's file."""
    return Refusal("no-character", f"That file was not taken. {what} Nothing was changed.")


def check_sheet(traits: Traits, pools: Pools) -> None:
    """Whether what a sheet says agrees with itself (D1, D16). Raises `Refusal`."""
    for what, names in (("traits", [name for name, _ in traits]), ("pools", [name for name, _, _ in pools])):
        for name, times in Counter(names).items():
            if times > 1:
                raise Refusal("twice", f"{what}: {name} stands there twice. Nothing was changed (D1).")
    for name, rating, points in pools:
        if points > rating:
            raise Refusal("overfull", f"pools: {name} is {rating}, and cannot hold {points} points (D16).")


def check_names(traits: Traits, specialties: Specialties, pools: Pools, items: Items, flags: Flags) -> None:
    """Whether all names of a sheet together are short enough. Raises `Refusal`."""
    rows = (*(name for name, _ in traits), *specialties, *(name for name, _, _ in pools), *flags)
    took = sum(len(name.encode()) for name in (*rows, *(item.name + item.skill for item in items)))
    if took > NAMES_MOST:
        raise Refusal(
            "long-names", f"All names on a sheet take {took} bytes; expected at most {NAMES_MOST}. Nothing was changed."
        )
