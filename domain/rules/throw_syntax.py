"""The text roller: what is typed to throw dice, and how it is answered (W1, W2).

`?throw 6` throws six dice at the usual difficulty, `?throw 6 7` at difficulty 7 where the rules let one choose it.
"""

from typing import Final, NamedTuple

from domain.core.command import Refusal
from domain.rules.odds import SIDES
from domain.rules.rule_types import Faces, Result, Throw
from domain.rules.ruleset import RuleSet

WORDS: Final = ("?throw", "/throw", "/roll", "/r")
"""What a throw begins with: any of these, in capitals too."""


class Typed(NamedTuple):
    """A throw as it was typed. `difficulty` 0: the rules' own."""

    pool: int
    difficulty: int
    comment: str
    specialty: bool
    hidden: bool


def expected(rules: RuleSet, word: str = WORDS[0]) -> str:
    """What to type, in a sentence, after the word that somebody began with."""
    optional = ["--specialty"] if rules.specialties else []
    if rules.chooses_difficulty:
        example, optional = f"For 6 dice at difficulty 7, type {word} 6 7", ["the 7", *optional]
    else:
        example = f"For 6 dice, type {word} 6"
    return f"{example}; optional: {', '.join((*optional, '--hidden (Storyteller)', '# comment'))} (W1, W2)."


def read(text: str, rules: RuleSet) -> Typed:
    """What somebody typed. Raises `Refusal` with what was expected, for anything else."""
    asked, _, comment = text.strip().partition("#")
    first, *words = asked.split() or [""]
    word = first.lower()
    if word not in WORDS:
        raise Refusal("throw", expected(rules))
    flags = [one for one in words if one in ("--specialty", "--hidden")]
    numbers = [one for one in words if one not in flags]
    most = 2
    if numbers[:1] == ["--pool"]:
        numbers, most = numbers[1:], 1
    if not 1 <= len(numbers) <= most or not all(map(is_number, numbers)) or len(set(flags)) < len(flags):
        raise Refusal("throw", expected(rules, word))
    pool, difficulty = int(numbers[0]), int(numbers[1]) if numbers[1:] else 0
    if numbers[1:] and not rules.chooses_difficulty:
        raise Refusal("no-difficulty", f"There is no difficulty to choose here: type {word} {pool} (W1).")
    if numbers[1:] and not difficulty:
        raise Refusal("difficulty", "A difficulty is 2 to 10, not 0 (D8).")
    return Typed(pool, difficulty, comment.strip(), "--specialty" in flags, "--hidden" in flags)


def face(typed: int) -> int:
    """The face that somebody means by a number: the die marks its ten with a 0. Raises `Refusal`."""
    if not 0 <= typed <= SIDES:
        raise Refusal("face", f"A die shows 1 to 10, or 0 for a ten, not {typed} (D4).")
    return typed or SIDES


def is_number(word: str) -> bool:
    """Whether a word is a number that a pool or a difficulty may have."""
    return word.isascii() and word.isdigit() and len(word) <= 3


def answer(rules: RuleSet, throw: Throw, faces: Faces, net: int, result: Result) -> str:
    """The two lines that a throw is answered with: its sum, and how it came about."""
    shown = " ".join("+".join(map(str, die)) for die in faces)
    return f"# {total(net, result)}\nDetails:[{rules.notation(throw)} ({shown})]"


def total(net: int, result: Result) -> int:
    """The sum as the roller says it: above 0 a success of that degree, 0 a failure, below 0 a botch, whatever the
    rules call one (D5, S6)."""
    if result in ("botch", "dramatic_failure"):
        return min(net, -1)
    return max(net, 0)
