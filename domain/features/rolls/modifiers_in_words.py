"""Modifiers of rolls in words: dice, difficulties, and the kinds of rolls that they affect (X2, X6)."""

from domain.core.words import Words, character_ref, in_a_row, phrase
from domain.rules.rule_types import RollKind


def kind_in_words(kind: RollKind) -> Words:
    """Return a kind of roll in words (X6)."""
    return phrase(f"roll-kind-{kind}")


def modifiers_in_words(dice: int, difficulty: int, *, told: bool) -> Words:
    """Return the dice and the difficulty of a ruling, in words. `told`: True if everybody knows the difficulty."""
    what = [more_or_fewer_dice(dice)] if dice or not difficulty else []
    if difficulty:
        what.append(phrase("ruled-difficulty" if told else "ruled-difficulty-secret", n=difficulty))
    return in_a_row(what)


def more_or_fewer_dice(dice: int) -> Words:
    """Return the dice of a modifier in words: "+2 dice"."""
    return phrase("fewer-dice", n=-dice) if dice < 0 else phrase("more-dice", n=dice)


def noted(actor: str, words: Words) -> Words:
    """Return `words` as a note that begins with the name of a character."""
    return phrase("note-about", who=character_ref(actor), what=words)
