"""Answers about dice as data: odds (D9), the explanation of each die of a roll, and the roll of a command that has not
been sent yet.

Odds and explanations are computed from the question alone, so they reveal nothing about any table. The roll of a
command is computed from the view of the seat that asks.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.admission import admit
from domain.command import Command
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed
from domain.features.rolls.pools import in_dice
from domain.features.table.settings import build_rule_set, check_rules, rules_of
from domain.rules.house_rules import NO_HOUSE_RULES
from domain.rules.odds import Odds, resisted_odds
from domain.rules.rule_types import Faces, Throw
from domain.rules.ruleset import RuleSet
from domain.rules.throw_syntax import face
from server.limits_and_timeouts import AGAINST_MOST, ODDS_MOST
from server.words.explanation import explanation

Data = dict[str, Any]
Few = Annotated[int, Meta(ge=-100, le=100)]


class DiceQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a throw: the rules by their id, switches as NAME=CHOICE joined by commas, and the pool after all
    modifiers. `difficulty` 0 is the default of the rules. `against...`: the opponent's pool in a resisted roll (E2).
    `faces`: the faces that were rolled, with commas between them, and + before the face of a re-roll."""

    rules: Annotated[str, Meta(max_length=60)]
    pool: Few | None = None
    difficulty: Few = 0
    specialty: bool = False
    willpower: bool = False
    again: Few = 10
    switches: Annotated[str, Meta(max_length=500)] = ""
    against: Few | None = None
    against_difficulty: Few = 0
    against_specialty: bool = False
    against_willpower: bool = False
    against_again: Few = 10
    faces: Annotated[str, Meta(max_length=2000)] = ""

    def rule_set(self) -> RuleSet:
        """Return the rules, with their switches. Raise `Refusal` if they do not exist."""
        pairs = tuple(switch_of(text) for text in self.switches.split(",") if text)
        check_rules(self.rules, pairs)
        return build_rule_set(self.rules, pairs, NO_HOUSE_RULES)

    def throw(self, rules: RuleSet) -> Throw:
        """Return the throw. If the question has no pool, the throw has as many dice as there are faces. Raise
        `Refusal`."""
        pool = len(read_faces(self.faces)) if self.pool is None else self.pool
        return checked(
            rules, Throw(pool, rules.difficulty(self.difficulty), self.specialty, self.willpower, self.again)
        )

    def opposed(self, rules: RuleSet) -> Throw | None:
        """Return the throw of the opponent; None for a roll that is not resisted. Raise `Refusal` if the rules do not
        allow it."""
        if self.against is None:
            return None
        difficulty = rules.difficulty(self.against_difficulty)
        throw = Throw(self.against, difficulty, self.against_specialty, self.against_willpower, self.against_again)
        return checked(rules, throw)


def switch_of(text: str) -> tuple[str, str]:
    """Return NAME=CHOICE as a pair. Raise `Refusal` if it is not of that form."""
    name, equals, choice = text.partition("=")
    if not equals:
        raise Refusal("switch-unreadable", text=Typed(text))
    return name, choice


def checked(rules: RuleSet, throw: Throw) -> Throw:
    """Return the throw. Raise `Refusal` if the rules do not allow it."""
    rules.check(throw)
    return throw


def read_faces(text: str) -> Faces:
    """Return the faces that a text such as "9,10+4,3" lists. Raise `Refusal` if it is not of that form."""
    try:
        typed = msgspec.convert([die.split("+") for die in text.split(",") if die], list[list[int]], strict=False)
        return tuple(tuple(face(number) for number in die) for die in typed)
    except (msgspec.ValidationError, Refusal):
        raise Refusal("faces-unreadable", text=Typed(text)) from None


@lru_cache(maxsize=256)
def odds_of(query: DiceQuery, *, exact: bool = False) -> Data:
    """Return the odds of a throw. They come from a cache, so the caller must not change them. Raise `Refusal`."""
    rules = query.rule_set()
    if query.pool is None:
        raise Refusal("no-pool")
    return odds_data(rules, query.throw(rules), query.opposed(rules), exact=exact)


def odds_data(
    rules: RuleSet, throw: Throw, against: Throw | None = None, *, exact: bool = False, spared: bool = False
) -> Data:
    """Return the odds of a throw, and those of a resisted roll, as data. A chance is a number from 0 to 1; with `exact`
    its fraction is added as text. With `spared` a botch counts as a failure (D12). Raise `Refusal` for too many
    dice."""
    if throw.pool > ODDS_MOST:
        raise Refusal("too-many-for-odds", most=ODDS_MOST)
    if against is not None and too_many(throw, against):
        raise Refusal("too-many-dice-against", rule="E2", most=AGAINST_MOST)
    odds = rules.odds(throw).without_botch() if spared else rules.odds(throw)
    data = {"pool": throw.pool, "difficulty": throw.difficulty, **distribution(rules, odds, exact=exact)}
    if against is not None:
        ends = resisted_odds(odds, rules.odds(against))
        data["resisted"] = {end: number for name, p in ends._asdict().items() for end, number in cell(name, p, exact)}
    return data


def too_many(first: Throw, second: Throw) -> bool:
    """True if these two pools are too large for the odds of a resisted roll to be computed."""
    return max(first.pool, second.pool) > AGAINST_MOST


def cell(name: str, number: Fraction, exact: bool) -> Iterator[tuple[str, float | str]]:
    """Yield a number under its name; with `exact`, also yield its fraction under a second name."""
    yield name, float(number)
    if exact:
        yield f"{name}_exact", str(number)


def distribution(rules: RuleSet, odds: Odds, *, exact: bool) -> Data:
    """Return odds as data: the chance of each result and of each sum (`net`). `at_least`: the chance of this sum or
    more. `more`: the chance of a sum above the last one in the list."""

    def row(first: Data, **numbers: Fraction) -> Data:
        return first | dict(each for name, number in numbers.items() for each in cell(name, number, exact))

    sums: list[Data] = []
    at_least = odds.more
    for net in sorted(odds.net, reverse=True):
        at_least += odds.net[net]
        sums.append(row({"net": net}, chance=odds.net[net], at_least=at_least))
    results = [row({"result": r}, chance=odds.results[r]) for r in rules.results if r in odds.results]
    return row({"results": results, "net": sums[::-1]}, more=odds.more, expected=odds.expected)


def explanation_data(query: DiceQuery) -> Data:
    """Explain a throw with these faces: `dice` explains each die in words, `explanation` the whole throw. Raise
    `Refusal` if the faces do not fit the throw."""
    rules = query.rule_set()
    throw, faces = query.throw(rules), read_faces(query.faces)
    verdict = rules.judge(throw, faces)
    return {
        "dice": rules.explain_dice(throw, faces),
        "explanation": explanation(verdict, willpower=throw.willpower),
        "net": verdict.net,
        "result": verdict.result,
    }


def foreseen(view: View, command: Command) -> Data | None:
    """Return the roll that a command would cause, as its seat sees it: the `parts` of its pool, its `dice` as text, and
    the odds. For a command without a roll, return its description in `words`, or None. If sending the command would be
    refused, raise the same `Refusal`."""
    admit(view, command)
    command.check(view)
    pool = command.foreseen(view)
    if pool is None:
        words = command.in_words(view)
        return {"words": words} if words else None
    rules, opposed = rules_of(view), command.opposed(view)
    throw, against = pool.throw(rules), opposed.throw(rules) if opposed else None
    if against is not None and too_many(throw, against):
        against = None
    odds = odds_data(rules, throw, against, spared=bool(pool.spared))
    return {"parts": pool.all_parts(rules), "dice": in_dice(view, throw.pool), **odds}
