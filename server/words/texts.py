"""The texts of a language, and the sentences that are made of `Words` and these texts."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

from domain.core.words import Ref, Words

FOLDER: Final = Path(__file__).parents[2] / "domain" / "words"
"""One folder for each language, with one file for each area."""
DEFAULT_LANGUAGE: Final = "en"
LONGEST: Final = 1000
"""An argument with more letters than this is inserted into its sentence without Fluent, because Fluent drops an
argument of more than 2,500 letters."""

EXACT: Final = 10**15
"""A number beyond this is inserted as its digits, because Fluent cannot format a number of very many digits."""

Names = Callable[[Ref], str]
"""Returns the name of a character or seat, as the reader knows it."""


class NoSuchLanguage(Exception):
    """There are no texts in the wanted language. The message of this error lists the existing languages."""


class Texts:
    """All messages in one language, read from the given folders; each has a folder for each language."""

    def __init__(self, language: str, *folders: Path) -> None:
        self._bundle = FluentBundle([language], use_isolating=False)
        for folder in folders or (FOLDER,):
            for file in sorted((folder / language).glob("*.ftl")):
                self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

    def sentence(self, words: Words | str, names: Names = lambda ref: ref.id) -> str:
        """Return the text of these words. If the message id is unknown, return the id and the arguments: that is better
        than no text."""
        if isinstance(words, str):
            return words
        if not words:
            return ""
        args = {name: self._shown(arg, names) for name, arg in words.args}
        value = self._bundle.get_message(words.id).value if self._bundle.has_message(words.id) else None
        if value is None:
            return " ".join([words.id, *map(str, args.values())])
        long = {name: arg for name, arg in args.items() if isinstance(arg, str) and len(arg) > LONGEST}
        args |= {name: placeholder(name) for name in long}
        text, _ = self._bundle.format_pattern(value, args)  # `_` holds the missing arguments, which `make check` finds
        sentence = str(text)
        for name, arg in long.items():
            sentence = sentence.replace(placeholder(name), arg, 1)
        return sentence

    def term(self, name: str) -> str:
        """Return the name of a term of the rules in this language, by its stored name. A term of house rules has no
        text: return its stored name."""
        id_ = f"term-{slug(name)}"
        return self.sentence(Words(id_)) if self._bundle.has_message(id_) else name

    def _shown(self, arg: "int | str | Ref | Words", names: Names) -> int | str:
        match arg:
            case Words():
                return self.sentence(arg, names)
            case Ref(kind="term", id=name):
                return self.term(name)
            case Ref():
                return names(arg)
            case int() if abs(arg) >= EXACT:
                return str(arg)
            case _:
                return arg


def placeholder(name: str) -> str:
    """Return a text that stands in a sentence for a long argument, until Fluent has made the sentence. No real text
    contains its two special characters."""
    return f"\ufdd0{name}\ufdd1"


def slug(name: str) -> str:
    """Return the form in which a name stands in a message id: lower case, with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def languages() -> list[str]:
    """Return all languages in which there are texts."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir() and any(folder.glob("*.ftl")))


@cache
def texts(language: str = DEFAULT_LANGUAGE) -> Texts:
    """Return the texts of a language. Raise `NoSuchLanguage`."""
    if language not in languages():
        raise NoSuchLanguage(f"There are no texts in {language!r}, only in {', '.join(languages())}.")
    return Texts(language)


def in_english(words: Words | str, names: Names = lambda ref: ref.id) -> str:
    """Return the text of these words in English, for logs and for callers of the HTTP interface."""
    return texts().sentence(words, names)
