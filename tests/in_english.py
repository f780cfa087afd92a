"""Words and story lines as English text, for assertions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import msgspec

from domain.core.option import Input, InputKind, Option
from domain.core.refusal import Refusal
from domain.core.words import Ref, Words
from domain.features.table.story_log import Line
from domain.rules.rule_types import Part
from server.words.texts import DEFAULT_LANGUAGE, FOLDER, Names, Texts, in_english

ADDITIONS = Path(__file__).parent / "additions" / "words"
"""The texts of the additions to the program that tests make."""


class CitingTexts(Texts):
    """English that cites the rule of each message behind it, "Wait for your turn (I2).", so that assertions on a text
    check its rule, too."""

    def sentence(self, words: Words | str, names: Names = lambda ref: ref.id) -> str:
        said = super().sentence(words, names)
        if isinstance(words, str) or not words.rule:
            return said
        end = "." if said.endswith(".") else ""
        return f"{said.removesuffix('.')} ({words.rule}){end}"


@cache
def citing() -> CitingTexts:
    """Return the English texts, with those of the additions that tests make."""
    return CitingTexts(DEFAULT_LANGUAGE, FOLDER, ADDITIONS)


def english(words: Words | str, name: Callable[[str], str] = str) -> str:
    """Return words in English with their rules. `name` gives the name of a character or seat by its id, by default the
    id itself."""
    return citing().sentence(words, lambda ref: name(ref.id))


def line_text(line: Line, name: Callable[[str], str] = str) -> str:
    """Return a story line in English."""
    return english(line.text, name)


def page_text(text: object, name: Callable[[str], str] = str) -> str:
    """Return the text of a line, as a page has received it, in English."""
    return english(msgspec.convert(text, Words | str), name)


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal in English."""
    return english(refusal.words)


def characters_in(words: Words | str) -> list[str]:
    """Return the ids of the characters that words name, in order."""
    found: list[str] = []
    for _, arg in words.args if isinstance(words, Words) else ():
        if isinstance(arg, Ref) and arg.kind == "character":
            found.append(arg.id)
        elif isinstance(arg, Words):
            found += characters_in(arg)
    return found


class OfferedChoice(msgspec.Struct, frozen=True):
    """A `Choice` in English."""

    value: str
    label: str
    hint: str


class OfferedInput(msgspec.Struct, frozen=True):
    """An `Input` in English."""

    name: str
    label: str
    kind: InputKind
    choices: tuple[OfferedChoice, ...]
    least: int
    most: int
    default: str
    rarely: bool


class Offered(msgspec.Struct, frozen=True):
    """An `Option` in English."""

    command: str
    actor: str
    label: str
    hint: str
    group: str
    urgent: bool
    inputs: tuple[OfferedInput, ...]
    parts: tuple[tuple[str, int], ...]
    grave: bool


def offered(option: Option, name: Callable[[str], str] = str) -> Offered:
    """Return an option in English."""
    return Offered(
        option.command, option.actor, english(option.label, name), english(option.hint, name), option.group,
        option.urgent, tuple(offered_input(one, name) for one in option.inputs),
        tuple((english(label, name), dice) for label, dice in option.parts), option.grave,
    )  # fmt: skip


def offered_input(asked: Input, name: Callable[[str], str] = str) -> OfferedInput:
    """Return an input in English."""
    choices = tuple(
        OfferedChoice(one.value, english(one.label, name), english(one.hint, name)) for one in asked.choices
    )
    return OfferedInput(
        asked.name, english(asked.label, name), asked.kind, choices, asked.least, asked.most, asked.default,
        asked.rarely,
    )  # fmt: skip


def parts_text(parts: Iterable[Part]) -> tuple[tuple[str, int], ...]:
    """Return the parts of a pool with their names in English, without the numbers of rules."""
    return tuple((in_english(name), dice) for name, dice in parts)
