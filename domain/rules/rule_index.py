"""The index of the rules: the number of every rule that Coterie implements.

Docstrings and tests cite these numbers, messages contain them as data, and `coterie rules` lists the places. The title
and the text of a rule are the messages `rule-title-C14` and `rule-text-C14` in `domain/words/LANGUAGE/rules.ftl`, the
message of a letter's subject is `chapter-C`.
"""

from typing import Final

_LETTERS: Final = {
    "G": range(7),
    "D": range(1, 20),
    "S": range(1, 11),
    "X": range(1, 8),
    "E": range(1, 6),
    "M": range(5),
    "T": range(1, 3),
    "I": range(1, 6),
    "F": range(1, 6),
    "C": range(1, 33),
    "W": range(1, 3),
}
"""The letters in the order of the rules, and the rule numbers under each letter."""

CHAPTERS: Final[tuple[str, ...]] = tuple(_LETTERS)
"""The letters, in the order of the rules."""

BOOK: Final[tuple[str, ...]] = tuple(f"{letter}{number}" for letter, numbers in _LETTERS.items() for number in numbers)
"""The number of every rule, in order."""

RELATED: Final[dict[str, tuple[str, ...]]] = {
    "D4": ("D5",),
    "D8": ("D9",),
    "D9": ("D5",),
    "D11": ("D16",),
    "D14": ("I4", "I5"),
    "D15": ("S2",),
    "D19": ("S5",),
    "S1": ("S9",),
    "S2": ("D15",),
    "X7": ("X6",),
    "M2": ("C17",),
    "I4": ("M2",),
    "I5": ("C15", "C16", "C18"),
    "C4": ("C7", "C9", "C11"),
    "C5": ("C4", "F4"),
    "C10": ("C28",),
    "C11": ("C28",),
    "C17": ("M2",),
    "C20": ("C15", "C16", "C18", "C25"),
    "C21": ("E2",),
    "C28": ("C25",),
    "C31": ("C3", "C13"),
    "C32": ("C7", "C9", "C13", "C14", "C22", "C25", "C26", "C28"),
    "W1": ("D5",),
}
"""For each rule the other rules that a reader needs to know to understand it."""
