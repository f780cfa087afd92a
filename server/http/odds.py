"""What dice come to, told as data to whoever asks: odds (D9), and a roll explained die by die.

Asked with what the asker knows, these say nothing of any table.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from domain.admission import admit
from domain.core.command import Command
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.rolls.pools import in_dice
from domain.features.table.settings import build_rule_set, check_rules, rules_of
from domain.rules.house_rules import NO_HOUSE_RULES
from domain.rules.odds import Odds, resisted_odds
from domain.rules.rule_types import Faces, Throw
from domain.rules.ruleset import RuleSet
from domain.rules.throw_syntax import face
from server.fold.commit_codec import clients_commands

ODDS_MOST: Final = 50
"""Dice of a pool whose odds are told at once; more take longer than anybody wants to wait for."""

AGAINST_MOST: Final = 30
"""Dice a side where two pools are told against each other, which is dearer by far."""

Data = dict[str, Any]
Few = Annotated[int, Meta(ge=-100, le=100)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A throw as somebody asks about it: the rules by their id, switches as NAME=CHOICE joined by commas, and the pool
    after all modifiers. `difficulty` 0 is the rules' own. `against...`: another pool, which the first is resisted by
    (E2). `faces`: the dice as they fell, with commas between them, and + where one was rolled again."""

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
        """The rules, with their switches. Raises `Refusal`."""
        pairs = tuple(switch_of(text) for text in self.switches.split(",") if text)
        check_rules(self.rules, pairs)
        return build_rule_set(self.rules, pairs, NO_HOUSE_RULES)

    def throw(self, rules: RuleSet) -> Throw:
        """What is thrown; without a pool, as many dice as there are faces. Raises `Refusal`."""
        pool = len(chains(self.faces)) if self.pool is None else self.pool
        return checked(
            rules, Throw(pool, rules.difficulty(self.difficulty), self.specialty, self.willpower, self.again)
        )

    def opposed(self, rules: RuleSet) -> Throw | None:
        """What it is resisted by, None for nothing. Raises `Refusal`."""
        if self.against is None:
            return None
        difficulty = rules.difficulty(self.against_difficulty)
        throw = Throw(self.against, difficulty, self.against_specialty, self.against_willpower, self.against_again)
        return checked(rules, throw)


def switch_of(text: str) -> tuple[str, str]:
    """NAME=CHOICE as a pair. Raises `Refusal`."""
    name, equals, choice = text.partition("=")
    if not equals:
        raise Refusal("no-such-switch", f"A switch is NAME=CHOICE, not {text!r}.")
    return name, choice


def checked(rules: RuleSet, throw: Throw) -> Throw:
    """The throw, if the rules know it. Raises `Refusal`."""
    rules.check(throw)
    return throw


def chains(text: str) -> Faces:
    """Faces as typed: "9,10+4,3". Raises `Refusal`."""
    try:
        typed = msgspec.convert([die.split("+") for die in text.split(",") if die], list[list[int]], strict=False)
        return tuple(tuple(face(number) for number in die) for die in typed)
    except (msgspec.ValidationError, Refusal):
        raise Refusal("faces", f"Faces are numbers from 1 to 10 with commas between them, not {text!r}.") from None


@lru_cache(maxsize=256)
def odds_of(asked: Asked, *, exact: bool = False) -> Data:
    """The odds of a throw, remembered: nobody may change them. Raises `Refusal`."""
    rules = asked.rule_set()
    if asked.pool is None:
        raise Refusal("no-pool", "Say how many dice are in the pool.")
    return odds_told(rules, asked.throw(rules), asked.opposed(rules), exact=exact)


def odds_told(
    rules: RuleSet, throw: Throw, against: Throw | None = None, *, exact: bool = False, spared: bool = False
) -> Data:
    """The odds of a throw (and of it against another) as data. A chance is a number from 0 to 1; `exact`: with the
    fraction beside it, as text; `spared`: a botch counts as a failure (D12). Raises `Refusal` for too many dice."""
    if throw.pool > ODDS_MOST:
        raise Refusal("too-many-dice", f"Odds are told for pools of up to {ODDS_MOST} dice.")
    if against is not None and too_many(throw, against):
        raise Refusal(
            "too-many-dice", f"Against each other, odds are told for pools of up to {AGAINST_MOST} dice (E2)."
        )
    odds = rules.odds(throw).without_botch() if spared else rules.odds(throw)
    told = {"pool": throw.pool, "difficulty": throw.difficulty, **odds_data(rules, odds, exact=exact)}
    if against is not None:
        ends = resisted_odds(odds, rules.odds(against))
        told["resisted"] = {end: number for name, p in ends._asdict().items() for end, number in cell(name, p, exact)}
    return told


def too_many(first: Throw, second: Throw) -> bool:
    """Whether two pools are too large to be told against each other."""
    return max(first.pool, second.pool) > AGAINST_MOST


def cell(name: str, number: Fraction, exact: bool) -> Iterator[tuple[str, float | str]]:
    """A number under its name, and exactly under another."""
    yield name, float(number)
    if exact:
        yield f"{name}_exact", str(number)


def odds_data(rules: RuleSet, odds: Odds, *, exact: bool) -> Data:
    """Odds as data: each result, and each sum (`net`), with its chance; `at_least`: that sum or more; `more`: what lies
    beyond the last sum listed."""

    def row(first: Data, **numbers: Fraction) -> Data:
        return first | dict(each for name, number in numbers.items() for each in cell(name, number, exact))

    sums: list[Data] = []
    at_least = odds.more
    for net in sorted(odds.net, reverse=True):
        at_least += odds.net[net]
        sums.append(row({"net": net}, chance=odds.net[net], at_least=at_least))
    results = [row({"result": r}, chance=odds.results[r]) for r in rules.results if r in odds.results]
    return row({"results": results, "net": sums[::-1]}, more=odds.more, expected=odds.expected)


def explained(asked: Asked) -> Data:
    """What a throw that fell so came to: `dice`, what each die did in words, and `explanation`, the whole. Raises
    `Refusal`."""
    rules = asked.rule_set()
    throw, faces = asked.throw(rules), chains(asked.faces)
    return {"dice": rules.explain_dice(throw, faces), "explanation": rules.judge(throw, faces).explanation}


def foreseen(view: View, command: Command) -> Data | None:
    """What a command would roll, as its seat sees it: the `parts` of its pool, their `dice` in words, and the odds; or
    else what there is to say of it, in `words`. Raises `Refusal`, as sending it would."""
    admit(view, command)
    command.check(view)
    pool = command.foreseen(view)
    if pool is None:
        said = command.in_words(view)
        return {"words": said} if said else None
    rules, other = rules_of(view), command.opposed(view)
    throw, against = pool.throw(rules), other.throw(rules) if other else None
    if against is not None and too_many(throw, against):
        against = None
    odds = odds_told(rules, throw, against, spared=bool(pool.spared))
    return {"parts": pool.all_parts(rules), "dice": in_dice(view, throw.pool), **odds}


@cache
def _drafts() -> msgspec.json.Decoder[Command]:
    decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(clients_commands())
    return decoder


def read_draft(raw: msgspec.Raw) -> Command:
    """A command as JSON has it. Raises `msgspec.DecodeError`, UnicodeDecodeError, RecursionError."""
    return _drafts().decode(raw)
