"""The texts of a language, and the sentence that `Words` stand for in it."""

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
"""The letters of an argument up to which Fluent puts it into its sentence: it leaves out a longer one than 2,500."""

Names = Callable[[Ref], str]
"""Returns the name of a character or seat, as the reader knows it."""


class NoSuchLanguage(Exception):
    """There are no texts in this language. The message names the languages that there are."""


class Texts:
    """All messages in one language, from these folders of languages."""

    def __init__(self, language: str, *folders: Path) -> None:
        self._bundle = FluentBundle([language], use_isolating=False)
        for folder in folders or (FOLDER,):
            for file in sorted((folder / language).glob("*.ftl")):
                self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

    def sentence(self, words: Words | str, names: Names = lambda ref: ref.id) -> str:
        """Return words as text. An unknown message shows its id and its arguments, because a text is better than
        none."""
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
        text, _ = self._bundle.format_pattern(value, args)  # the errors: a missing argument, which `make check` finds
        sentence = str(text)
        for name, arg in long.items():
            sentence = sentence.replace(placeholder(name), arg, 1)
        return sentence

    def term(self, name: str) -> str:
        """Return the text of a thing of the rules by its stored name; the name itself if house rules named it."""
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
            case _:
                return arg


def placeholder(name: str) -> str:
    """Return what stands for a long argument while its sentence is put together: no text has these code points."""
    return f"\ufdd0{name}\ufdd1"


def slug(name: str) -> str:
    """Return the part of a message id that stands for a name: lower case, with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def languages() -> list[str]:
    """Return the languages that there are texts in."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir() and any(folder.glob("*.ftl")))


@cache
def texts(language: str = DEFAULT_LANGUAGE) -> Texts:
    """Return the texts of a language. Raise `NoSuchLanguage`."""
    if language not in languages():
        raise NoSuchLanguage(f"There are no texts in {language!r}, only in {', '.join(languages())}.")
    return Texts(language)


def in_english(words: Words | str, names: Names = lambda ref: ref.id) -> str:
    """Return words in English, for logs and for callers of the HTTP interface."""
    return texts().sentence(words, names)
