"""Words: a sentence as data. Code names a message and its arguments; the page and the exports find the text in the
reader's language (`domain/words/LANGUAGE/*.ftl`).

Rule 1. An argument contains only what the sentence shows, because everybody who receives `Words` can read all of its
arguments.
Rule 2. An argument never contains English text that the program made. Text that a person typed is `Typed`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NewType

import msgspec

Typed = NewType("Typed", str)
"""Text that a person typed, or the stored name of something that a person named. It is shown as it is."""

RefKind = Literal["character", "seat", "term"]


class Ref(msgspec.Struct, frozen=True, array_like=True, tag=1, gc=False):
    """A reference to something that has a name elsewhere. By `kind`:

    - `character`: the id of a character; shown by its name, as the reader knows it.
    - `seat`: the id of a seat; shown by its person's name.
    - `term`: the stored name of a trait, weapon, condition or another thing of the rules ("Strength"). Its text is the
      message `term-strength`; a name without such a message comes from house rules and is shown as it is.
    """

    kind: RefKind
    id: str


class Words(msgspec.Struct, frozen=True, array_like=True, tag=0, gc=False):
    """A message: its id, its arguments by name, and the number of a rule that the reader can open ("" for none)."""

    id: str
    args: "tuple[tuple[str, Arg], ...]" = ()
    rule: str = ""

    def __bool__(self) -> bool:
        """True for all words except `NO_WORDS`."""
        return bool(self.id)

    def __format__(self, _spec: str) -> str:
        """Raise TypeError, so that code cannot build a sentence with an f-string. Use these words as an argument of
        other words instead."""
        raise TypeError(f"{self.id} is words: make it an argument of other words")


Arg = int | str | Ref | Words
"""An argument: a number, typed text (`Typed`; a plain `str` is the same once it is stored), a reference, or words."""

NO_WORDS: Final = Words("")


def phrase(id_: str, /, *, rule: str = "", **args: int | Typed | Ref | Words) -> Words:
    """Return the words of a message with these arguments."""
    return Words(id_, tuple(args.items()) if args else (), rule)


def character_ref(id_: str) -> Ref:
    """Return a reference to a character."""
    return Ref("character", id_)


def seat_ref(id_: str) -> Ref:
    """Return a reference to a seat."""
    return Ref("seat", id_)


def term(name: str) -> Ref:
    """Return a reference to a thing of the rules by its stored name."""
    return Ref("term", name)


def of_character(actor: str, what: Words) -> Words:
    """Return words that begin with the name of a character: "Anna: Spend points"."""
    return phrase("of-character", who=character_ref(actor), what=what)


def signed(dice: int) -> Words:
    """Return a modifier as words: "+2", "−1"."""
    return phrase("minus", n=-dice) if dice < 0 else phrase("plus", n=dice)


def typed(text: str) -> Words:
    """Return text that a person typed as words."""
    return Words("typed", (("text", text),))


def said(text: Words | str) -> Words:
    """Return a reason as words: a `str` is text that a person typed, "" for none."""
    if isinstance(text, str):
        return typed(text) if text else NO_WORDS
    return text


def named(name: Words | str) -> Words:
    """Return the name of a thing as words: a `str` is the stored name of a thing of the rules."""
    return phrase("list-one", last=term(name)) if isinstance(name, str) else name


def as_it_was(text: str) -> Words:
    """Return words that show a sentence from an older version unchanged."""
    return Words("as-it-was", (("text", text),)) if text else NO_WORDS


def as_it_was_with_names(text: str, names: Sequence[str]) -> Words:
    """Return words that show a story line from an older version. In that line, {0}, {1}, ... stand for the characters
    with these ids; all other braces are doubled."""
    first, *rest = re.split(r"(?<!\{)\{(\d+)\}(?!\})", text)
    words = as_it_was(single_braces(first))
    for place, after in zip(rest[::2], rest[1::2], strict=True):
        who, text = character_ref(names[int(place)]), Typed(single_braces(after))
        words = phrase("as-it-was-with-name", before=words, who=who, after=text)
    return words


def single_braces(text: str) -> str:
    """Replace doubled braces by single ones. An older version doubled the braces of a text that a person typed before
    it stored the text."""
    return text.replace("{{", "{").replace("}}", "}")


def lifted(sentence: object) -> list[object]:
    """Convert a sentence that an older event stored as text to stored words. For `Event.lift`."""
    return msgspec.to_builtins(as_it_was(str(sentence)))  # type: ignore[no-any-return]  # an array, as stored


def typed_in(words: Words | str) -> Iterator[str]:
    """Return the typed texts in words, but not the text of the message itself. The names of terms are included, because
    house rules and sheets have names that people typed."""
    if isinstance(words, str):
        yield words
        return
    for _, arg in words.args:
        if isinstance(arg, Words | str):
            yield from typed_in(arg)
        elif isinstance(arg, Ref) and arg.kind == "term":
            yield arg.id


def characters_in(words: Words | str) -> Iterator[str]:
    """Return the ids of the characters that these words mention, in the order of the arguments."""
    for _, arg in words.args if isinstance(words, Words) else ():
        if isinstance(arg, Ref) and arg.kind == "character":
            yield arg.id
        elif isinstance(arg, Words):
            yield from characters_in(arg)


def listed(things: Sequence[int | Typed | Ref | Words], joined: Literal["and", "or"] = "and") -> Words:
    """Return a list as words: "Anna", "Anna and Ben", "Anna, Ben and Carl". Raise ValueError for an empty list."""
    if not things:
        raise ValueError("a list in words needs at least one thing")
    *before, last = things
    if not before:
        return phrase("list-one", last=last)
    first, *rest = before
    so_far: int | Typed | Ref | Words = first
    for thing in rest:
        so_far = phrase("list-more", first=so_far, next=thing)
    return phrase(f"list-{joined}", first=so_far, last=last)


def in_a_row(things: Sequence[int | Typed | Ref | Words]) -> Words:
    """Return things as words with commas between them: "4, 3, 2"; `NO_WORDS` for an empty list."""
    if not things:
        return NO_WORDS
    so_far = phrase("list-one", last=things[0])
    for thing in things[1:]:
        so_far = phrase("list-more", first=so_far, next=thing)
    return so_far


def summed(things: Sequence[int | Typed | Ref | Words]) -> Words:
    """Return a sum as words: "Strength", "Strength + Brawl". Raise ValueError for an empty list."""
    if not things:
        raise ValueError("a sum in words needs at least one thing")
    first, *rest = things
    so_far = phrase("list-one", last=first)
    for thing in rest:
        so_far = phrase("sum", first=so_far, next=thing)
    return so_far
