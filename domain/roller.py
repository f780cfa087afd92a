"""The text roller: what is typed to throw dice, and how it is answered (W1, W2)."""

from typing import NamedTuple

from domain.command import Refusal
from domain.ruleset import Faces, Result, RuleSet, Throw


class Typed(NamedTuple):
    """A throw as it was typed. `difficulty` 0: the rules' own."""

    pool: int
    difficulty: int
    comment: str
    specialty: bool
    hidden: bool


def expected(rules: RuleSet) -> str:
    """What may be typed, in a sentence."""
    if rules.chooses_difficulty:
        usual = "?throw POOL DIFFICULTY # comment, such as ?throw 6 7 # sneaking; or ?throw --pool 6"
    else:
        usual = "?throw --pool POOL # comment, such as ?throw --pool 7 # sneaking"
    return f"Expected {usual}; --specialty, and for the Storyteller --hidden, may stand before the # (W1, W2)."


def read(text: str, rules: RuleSet) -> Typed:
    """What somebody typed. Raises `Refusal` with what was expected, for anything else."""
    asked, _, comment = text.strip().partition("#")
    first, *words = asked.split() or [""]
    flags = [word for word in words if word in ("--specialty", "--hidden")]
    numbers = [word for word in words if word not in flags]
    alone = numbers[:1] == ["--pool"]
    wanted = numbers[1:] if alone else numbers
    known = first.lower() == "?throw" and len(set(flags)) == len(flags) and all(map(is_number, wanted))
    if not known or len(wanted) != (1 if alone else 2) or not (alone or rules.difficulty()):
        raise Refusal("throw", expected(rules))
    pool, difficulty = int(wanted[0]), 0 if alone else int(wanted[1])
    if not alone and not difficulty:
        raise Refusal("difficulty", "A difficulty is 2 to 10, not 0 (D8).")
    if not (alone or rules.chooses_difficulty or difficulty == rules.difficulty()):
        raise Refusal("no-difficulty", f"These rules have no difficulties to choose (D4). {expected(rules)}")
    return Typed(pool, difficulty, comment.strip(), "--specialty" in flags, "--hidden" in flags)


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
