"""`coterie dice`: throw, judge or foretell one roll by the rules of a game.

`coterie dice '?throw 6 7 # sneaking'` is the text roller, by the rules of v20 where none are named; '/roll 6 7' and
'/r 6 7' do the same.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Iterator

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE
from domain.core.command import Refusal
from domain.features.table.settings import SceneKey, check_rules
from domain.rules.rule_types import Dice, Throw, Verdict
from domain.rules.ruleset import RuleSet, no_difficulty
from domain.rules.throw_syntax import answer, face, read
from server.cli import Misuse
from server.fold.sealed_chance import SealedChance
from server.http.odds import Data, odds_told, switch_of

NAME = "dice"
HELP = "throw dice, or judge the faces given, by the rules of a game"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("typed", nargs="?", metavar="'?throw ...'", help="a throw as typed at the table (W1)")
    parser.add_argument(
        "--rules", metavar="ID", help="by which rules; a name that there is not lists those that there are"
    )
    parser.add_argument("--pool", type=int, metavar="N", help="dice in the pool, after all modifiers")
    parser.add_argument("--difficulty", type=int, metavar="N", help="what a die must show (the rules' own)")
    parser.add_argument("--specialty", action="store_true", help="a specialty applies (D7)")
    parser.add_argument("--willpower", action="store_true", help="a point of Willpower is spent (D11)")
    parser.add_argument("--again", type=int, metavar="N", help="faces from here on are rolled again: 8, 9, 10; 11 none")
    parser.add_argument("--chance", action="store_true", help="a chance roll: one die that succeeds on a 10 (S5)")
    parser.add_argument("--faces", metavar="F,F,...", help="judge these faces instead of throwing; 0 is a ten")
    parser.add_argument("--switch", action="append", default=[], metavar="NAME=CHOICE", help="a switch of the rules")
    parser.add_argument("--odds", action="store_true", help="throw nothing: say how likely what is (D9)")
    parser.add_argument("--against", metavar="POOL[,DIFFICULTY]", help="odds against another pool (E2)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Throw, judge, print."""
    try:
        sys.stdout.write(told(args) + "\n")
    except Refusal as refusal:
        raise Misuse(refusal.sentence) from None
    return 0


def told(args: argparse.Namespace) -> str:
    """What is asked for, as text or JSON. Raises `Misuse`, `Refusal`."""
    if args.rules is None and args.typed is None:
        raise Misuse("Say by which rules: --rules ID.")
    rules = rules_for(args.rules or "v20", args.switch)
    if args.against is not None and not args.odds:
        raise Misuse("Odds are told against another pool: add --odds.")
    throw = typed(rules, args) if args.typed is not None else throw_for(rules, args)
    rules.check(throw)
    if args.odds:
        odds = odds_told(rules, throw, against(rules, args.against), exact=args.json)
        return json.dumps(odds) if args.json else odds_as_text(odds)
    verdict = judge(rules, throw, args.faces)
    if args.json:
        return as_json(rules, throw, verdict)
    if args.typed is not None:
        return answer(rules, throw, verdict.faces, verdict.net, verdict.result)
    return as_text(rules, throw, verdict)


def typed(rules: RuleSet, args: argparse.Namespace) -> Throw:
    """What is thrown, as somebody typed it. Raises `Misuse`, `Refusal`."""
    apart = args.pool is not None or args.difficulty is not None or args.chance or args.again is not None
    if apart or args.specialty or args.willpower:
        raise Misuse("What is typed says the whole throw: leave out --pool, --difficulty and the like.")
    made = read(args.typed, rules)
    if made.hidden:
        sys.stderr.write("Nobody else reads a command line, so --hidden hides nothing here (W2).\n")
    return Throw(made.pool, rules.difficulty(made.difficulty), made.specialty)


def against(rules: RuleSet, text: str | None) -> Throw | None:
    """The other pool of a resisted roll. Raises `Misuse`, `Refusal`."""
    if text is None:
        return None
    pool, _, difficulty = text.partition(",")
    try:
        throw = Throw(int(pool), rules.difficulty(int(difficulty or 0)))
    except ValueError:
        raise Misuse(f"Another pool is POOL or POOL,DIFFICULTY, not {text!r}.") from None
    rules.check(throw)
    return throw


def rules_for(id_: str, switches: list[str]) -> RuleSet:
    """The rule set with its switches thrown. Raises `Refusal`."""
    pairs = [switch_of(switch) for switch in switches]
    check_rules(id_, tuple(pairs))
    return catalogue().rulesets[id_](dict(pairs))


def throw_for(rules: RuleSet, args: argparse.Namespace) -> Throw:
    """What is thrown. Raises `Misuse` for what these rules do not know."""
    if not rules.rerolls and (args.chance or args.again is not None):
        raise Misuse(f"{rules.title} has neither chance rolls nor re-rolls.")
    if args.chance and (args.specialty or args.willpower or (args.pool or 0) > 0):
        raise Misuse("A chance roll has no pool, no specialty and no Willpower: one die is thrown (S5).")
    if args.pool is None and not args.chance:
        raise Misuse("Say how many dice are in the pool: --pool N.")
    difficulty = rules.difficulty(args.difficulty or 0)
    if args.difficulty == 0:
        if not rules.chooses_difficulty:
            raise no_difficulty()
        difficulty = 0  # asked for in so many words, so it is refused like any other below 2 (D8)
    again = 10 if args.again is None else args.again
    return Throw(args.pool or 0, difficulty, args.specialty, args.willpower, again)


def judge(rules: RuleSet, throw: Throw, faces: str | None) -> Verdict:
    """Throw fresh dice, or take the faces in order: the pool's own, then re-rolls. Raises `Misuse`, `Refusal`."""
    if faces is None:
        return rules.throw(throw, fresh_dice())
    given = read_faces(faces)
    left = iter(given)
    verdict = rules.throw(throw, lambda count: tuple(taken(left, len(given)) for _ in range(count)))
    unused = sum(1 for _ in left)
    if unused:
        raise Misuse(f"{len(given)} faces are {unused} too many for this roll.")
    return verdict


def fresh_dice() -> Dice:
    """Dice that nobody can foresee."""
    seed = secrets.token_bytes(32)
    return SealedChance(SceneKey("key", seed, seed, seed), b"", 0).roll(EVERYONE, 0, "")


def read_faces(text: str) -> list[int]:
    """Faces as typed. Raises `Misuse`, `Refusal`."""
    try:
        typed = [int(number) for number in text.split(",")]
    except ValueError:
        raise Misuse(f"Faces are numbers with commas between them, not {text!r}.") from None
    return [face(number) for number in typed]


def taken(left: Iterator[int], given: int) -> int:
    """The next face. Raises `Misuse` where there is none."""
    for shown in left:
        return shown
    raise Misuse(f"{given} faces are too few for this roll: each die needs one, and each re-roll.")


def as_json(rules: RuleSet, throw: Throw, verdict: Verdict) -> str:
    """The verdict as one object. Where dice are rolled again, `faces` has the chain of each; `dice`: what each did."""
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
            "explanation": verdict.explanation,
            "dice": rules.explain_dice(throw, verdict.faces),
        }
    )


def as_text(rules: RuleSet, throw: Throw, verdict: Verdict) -> str:
    """The dice, why they come to what they do, and what each of them did."""
    dice = " ".join("+".join(str(face) for face in chain) for chain in verdict.faces)
    lines = (f"  {line}" for line in rules.explain_dice(throw, verdict.faces))
    return "\n".join((f"{rules.title}: {dice}", verdict.explanation, *lines))


def odds_as_text(odds: Data) -> str:
    """The odds as a small table."""
    lines = [f"{each['result'].replace('_', ' '):<18}{percent(each['chance'])}" for each in odds["results"]]
    lines += [
        f"{each['net']:>3} {percent(each['chance'])}, at least that {percent(each['at_least'])}" for each in odds["net"]
    ]
    lines.append(f"{odds['expected']:.3f} on average")
    resisted = odds.get("resisted")
    if resisted:
        lines.append(", ".join(f"{name} {percent(chance).strip()}" for name, chance in resisted.items()))
    return "\n".join(lines)


def percent(chance: float) -> str:
    """A chance in percent."""
    return f"{100 * chance:8.4f} %"
