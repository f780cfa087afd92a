"""`coterie dice`: throw a roll by the rules of a game, judge given faces, or print the odds of a roll.

`coterie dice '?throw 6 7 # sneaking'` takes a throw as it is typed at the table, by the rules of v20 unless --rules
names others; '/roll 6 7' and '/r 6 7' do the same.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Iterator

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE
from domain.core.refusal import Refusal
from domain.features.table.settings import SceneKey, check_rules
from domain.rules.rule_types import Dice, Throw, Verdict
from domain.rules.ruleset import RuleSet, no_difficulty
from domain.rules.throw_syntax import answer, face, read
from server.cli import Misuse
from server.fold.sealed_chance import SealedChance
from server.http.odds import Data, odds_data, switch_of
from server.words.explanation import explanation
from server.words.texts import in_english

NAME = "dice"
HELP = "throw dice, or judge given faces, by the rules of a game"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument("typed", nargs="?", metavar="'?throw ...'", help="a throw as typed at the table (W1)")
    parser.add_argument("--rules", metavar="ID", help="the rule set; an unknown name lists all rule sets")
    parser.add_argument("--pool", type=int, metavar="N", help="dice in the pool, after all modifiers")
    parser.add_argument(
        "--difficulty", type=int, metavar="N", help="the least face that is a success (default: as in the rules)"
    )
    parser.add_argument("--specialty", action="store_true", help="a specialty applies (D7)")
    parser.add_argument("--willpower", action="store_true", help="a point of Willpower is spent (D11)")
    parser.add_argument(
        "--again", type=int, metavar="N", help="the least face that is rolled again: 8, 9, 10, or 11 for none"
    )
    parser.add_argument("--chance", action="store_true", help="a chance roll: one die that succeeds on a 10 (S5)")
    parser.add_argument("--faces", metavar="F,F,...", help="judge these faces and throw no dice; 0 is a ten")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=CHOICE", help="set a switch of the rules"
    )
    parser.add_argument("--odds", action="store_true", help="throw no dice: print how likely each result is (D9)")
    parser.add_argument("--against", metavar="POOL[,DIFFICULTY]", help="odds against another pool (E2)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Throw or judge, and print the result."""
    try:
        sys.stdout.write(result_text(args) + "\n")
    except Refusal as refusal:
        raise Misuse(in_english(refusal.words)) from None
    return 0


def result_text(args: argparse.Namespace) -> str:
    """Return the verdict or the odds as text or JSON. Raise `Misuse` or `Refusal`."""
    if args.rules is None and args.typed is None:
        raise Misuse("Name the rule set: --rules ID.")
    rules = rules_for(args.rules or "v20", args.switch)
    if args.against is not None and not args.odds:
        raise Misuse("--against compares odds: add --odds.")
    throw = typed_throw(rules, args) if args.typed is not None else throw_for(rules, args)
    rules.check(throw)
    if args.odds:
        odds = odds_data(rules, throw, against(rules, args.against), exact=args.json)
        return json.dumps(odds) if args.json else odds_as_text(odds)
    verdict = judge(rules, throw, args.faces)
    if args.json:
        return as_json(rules, throw, verdict)
    if args.typed is not None:
        return answer(rules, throw, verdict.faces, verdict.net, verdict.result)
    return as_text(rules, throw, verdict)


def typed_throw(rules: RuleSet, args: argparse.Namespace) -> Throw:
    """Return the throw that was typed as text. Raise `Misuse` or `Refusal`."""
    separate = args.pool is not None or args.difficulty is not None or args.chance or args.again is not None
    if separate or args.specialty or args.willpower:
        raise Misuse("The typed text is the whole throw: leave out --pool, --difficulty and similar options.")
    throw = read(args.typed, rules)
    if throw.hidden:
        sys.stderr.write("Only you read this command line, so --hidden hides nothing here (W2).\n")
    return Throw(throw.pool, rules.difficulty(throw.difficulty), throw.specialty)


def against(rules: RuleSet, text: str | None) -> Throw | None:
    """Return the opponent's throw in a resisted roll. Raise `Misuse` or `Refusal`."""
    if text is None:
        return None
    pool, _, difficulty = text.partition(",")
    try:
        throw = Throw(int(pool), rules.difficulty(int(difficulty or 0)))
    except ValueError:
        raise Misuse(f"The pool after --against is POOL or POOL,DIFFICULTY, not {text!r}.") from None
    rules.check(throw)
    return throw


def rules_for(id_: str, switches: list[str]) -> RuleSet:
    """Return the rule set with its switches set. Raise `Refusal`."""
    pairs = [switch_of(switch) for switch in switches]
    check_rules(id_, tuple(pairs))
    return catalogue().rulesets[id_](dict(pairs))


def throw_for(rules: RuleSet, args: argparse.Namespace) -> Throw:
    """Return the throw that the options describe. Raise `Misuse` for options that the rules do not have."""
    if not rules.rerolls and (args.chance or args.again is not None):
        raise Misuse(f"{rules.title} has neither chance rolls nor re-rolls.")
    if args.chance and (args.specialty or args.willpower or (args.pool or 0) > 0):
        raise Misuse("A chance roll has no pool, no specialty and no Willpower: one die is thrown (S5).")
    if args.pool is None and not args.chance:
        raise Misuse("Give the number of dice in the pool: --pool N.")
    difficulty = rules.difficulty(args.difficulty or 0)
    if args.difficulty == 0:
        if not rules.chooses_difficulty:
            raise no_difficulty()
        difficulty = 0  # the user typed 0: the rules refuse it, like 1 (D8)
    again = 10 if args.again is None else args.again
    return Throw(args.pool or 0, difficulty, args.specialty, args.willpower, again)


def judge(rules: RuleSet, throw: Throw, faces: str | None) -> Verdict:
    """Throw fresh dice, or use the given faces: first the pool, then the re-rolls. Raise `Misuse` or `Refusal`."""
    if faces is None:
        return rules.throw(throw, fresh_dice())
    given = read_faces(faces)
    left = iter(given)
    verdict = rules.throw(throw, lambda count: tuple(next_face(left, len(given)) for _ in range(count)))
    unused = sum(1 for _ in left)
    if unused:
        raise Misuse(f"{len(given)} faces are {unused} too many for this roll.")
    return verdict


def fresh_dice() -> Dice:
    """Return dice from a fresh random seed."""
    seed = secrets.token_bytes(32)
    return SealedChance(SceneKey("key", seed, seed, seed), b"", 0).roll(EVERYONE, 0, "")


def read_faces(text: str) -> list[int]:
    """Read the faces of `--faces`. Raise `Misuse` or `Refusal`."""
    try:
        numbers = [int(number) for number in text.split(",")]
    except ValueError:
        raise Misuse(f"Faces are numbers with commas between them, not {text!r}.") from None
    return [face(number) for number in numbers]


def next_face(left: Iterator[int], given: int) -> int:
    """Return the next given face. Raise `Misuse` if there is none left."""
    for shown in left:
        return shown
    raise Misuse(f"{given} faces are too few for this roll: each die needs one, and each re-roll.")


def as_json(rules: RuleSet, throw: Throw, verdict: Verdict) -> str:
    """Return the verdict as one JSON object. If the rules have re-rolls, each die in `faces` is the list of its faces;
    `dice` explains each die."""
    faces = [list(chain) for chain in verdict.faces]
    return json.dumps(
        {
            "faces": faces if rules.rerolls else [chain[0] for chain in faces],
            "successes": verdict.successes,
            "ones": verdict.ones,
            "net": verdict.net,
            "result": verdict.result,
            "degree": verdict.degree or None,
            "struck": list(verdict.struck),
            "explanation": in_english(explanation(verdict, willpower=throw.willpower)),
            "dice": [in_english(words) for words in rules.explain_dice(throw, verdict.faces)],
        }
    )


def as_text(rules: RuleSet, throw: Throw, verdict: Verdict) -> str:
    """Return the dice, the explanation of the result, and a line for each die."""
    dice = " ".join("+".join(str(face) for face in chain) for chain in verdict.faces)
    lines = (f"  {in_english(words)}" for words in rules.explain_dice(throw, verdict.faces))
    return "\n".join((f"{rules.title}: {dice}", in_english(explanation(verdict, willpower=throw.willpower)), *lines))


def odds_as_text(odds: Data) -> str:
    """Return the odds as a small table."""
    lines = [f"{row['result'].replace('_', ' '):<18}{percent(row['chance'])}" for row in odds["results"]]
    lines += [
        f"{row['net']:>3} {percent(row['chance'])}, at least that {percent(row['at_least'])}" for row in odds["net"]
    ]
    lines.append(f"{odds['expected']:.3f} on average")
    resisted = odds.get("resisted")
    if resisted:
        lines.append(", ".join(f"{name} {percent(chance).strip()}" for name, chance in resisted.items()))
    return "\n".join(lines)


def percent(chance: float) -> str:
    """Return a probability in percent."""
    return f"{100 * chance:8.4f} %"
