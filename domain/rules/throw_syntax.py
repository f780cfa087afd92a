"""The text roller: the syntax of throws that players type, and the reply to them (W1, W2).

`?throw 6` throws six dice at the default difficulty. `?throw 6 7` throws them at difficulty 7, if the rules allow a
choice.
"""

from typing import Final, NamedTuple

from domain.core.refusal import Refusal
from domain.core.words import Typed
from domain.rules.odds import SIDES
from domain.rules.rule_types import Faces, Result, Throw
from domain.rules.ruleset import RuleSet

WORDS: Final = ("?throw", "/throw", "/roll", "/r")
"""The words with which a typed throw may begin, in upper or lower case."""


class TypedThrow(NamedTuple):
    """A parsed throw. `difficulty` 0 is the default of the rules."""

    pool: int
    difficulty: int
    comment: str
    specialty: bool
    hidden: bool


def expected(rules: RuleSet, word: str = WORDS[0], *, may_hide: bool = False) -> Refusal:
    """Return a refusal that explains the syntax. Its example begins with the word that the player used. `may_hide`: it
    names the flag `--hidden`, too."""
    began, hides = Typed(word), int(may_hide)
    if rules.chooses_difficulty and rules.specialties:
        return Refusal("throw-difficulty-specialty", rule="W1", word=began, hides=hides)
    if rules.chooses_difficulty:
        return Refusal("throw-difficulty", rule="W1", word=began, hides=hides)
    return Refusal("throw-specialty" if rules.specialties else "throw", rule="W1", word=began, hides=hides)


def read(text: str, rules: RuleSet, *, may_hide: bool = False) -> TypedThrow:
    """Parse a typed throw. Raise `Refusal` with the expected syntax if the text is no throw. `may_hide`: the sender may
    hide the throw."""
    asked, _, comment = text.strip().partition("#")
    first, *words = asked.split() or [""]
    word = first.lower()
    if word not in WORDS:
        raise expected(rules, may_hide=may_hide)
    flags = [one for one in words if one in ("--specialty", "--hidden")]
    numbers = [one for one in words if one not in flags]
    most = 2
    if numbers[:1] == ["--pool"]:
        numbers, most = numbers[1:], 1
    if not 1 <= len(numbers) <= most or not all(map(is_number, numbers)) or len(set(flags)) < len(flags):
        raise expected(rules, word, may_hide=may_hide)
    pool, difficulty = int(numbers[0]), int(numbers[1]) if numbers[1:] else 0
    if numbers[1:] and not rules.chooses_difficulty:
        raise Refusal("no-difficulty-typed", rule="W1", word=Typed(word), pool=pool)
    if numbers[1:] and not difficulty:
        raise Refusal("difficulty", rule="D8", difficulty=0)
    return TypedThrow(pool, difficulty, comment.strip(), "--specialty" in flags, "--hidden" in flags)


def face(typed: int) -> int:
    """Return the face for a number that a person typed. 0 means 10, as on the die. Raise `Refusal` if no face has the
    number."""
    if not 0 <= typed <= SIDES:
        raise Refusal("face", rule="D4", face=typed)
    return typed or SIDES


def is_number(word: str) -> bool:
    """True if the word is a number of at most three digits, for a pool or a difficulty."""
    return word.isascii() and word.isdigit() and len(word) <= 3


def answer(rules: RuleSet, throw: Throw, faces: Faces, net: int, result: Result) -> str:
    """Return the two lines of the reply: the sum, and the dice."""
    shown = " ".join("+".join(map(str, die)) for die in faces)
    return f"# {total(net, result)}\nDetails:[{rules.notation(throw)} ({shown})]"


def total(net: int, result: Result) -> int:
    """Return the result as one number, in the way of the text roller. It means the same in all rules: above 0 a success
    of that degree, 0 a failure, below 0 a botch (D5, S6)."""
    if result in ("botch", "dramatic_failure"):
        return min(net, -1)
    return max(net, 0)
