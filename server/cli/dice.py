"""`coterie dice`: throw or judge one roll by the rules of a game."""

import argparse
import json
import secrets
import sys
from collections.abc import Iterator

from domain.audience import EVERYONE
from domain.catalogue import catalogue
from domain.command import Refusal
from domain.features.setting import SceneKey, check_rules
from domain.ruleset import Dice, RuleSet, Throw, Verdict
from server.cli import Misuse
from server.entropy import SealedChance

NAME = "dice"
HELP = "throw dice, or judge the faces given, by the rules of a game"
CHANCE_SUCCEEDS_AT = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("--rules", required=True, metavar="ID", help="revised, v20, storytelling or nightfall")
    parser.add_argument("--pool", type=int, metavar="N", help="dice in the pool, after all modifiers")
    parser.add_argument("--difficulty", type=int, metavar="N", help="what a die must show (the rules' own)")
    parser.add_argument("--specialty", action="store_true", help="a specialty applies (D7)")
    parser.add_argument("--willpower", action="store_true", help="a point of Willpower is spent (D11)")
    parser.add_argument("--again", type=int, metavar="N", help="faces from here on are rolled again: 8, 9, 10; 11 none")
    parser.add_argument("--chance", action="store_true", help="a chance roll: one die that succeeds on a 10 (S5)")
    parser.add_argument("--faces", metavar="F,F,...", help="judge these faces instead of throwing")
    parser.add_argument("--switch", action="append", default=[], metavar="NAME=CHOICE", help="a switch of the rules")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Throw, judge, print."""
    try:
        rules = rules_for(args.rules, args.switch)
        throw = throw_for(rules, args)
        rules.check(throw)
        verdict = judge(rules, throw, args.faces)
    except Refusal as refusal:
        raise Misuse(refusal.sentence) from None
    write = as_json if args.json else as_text
    sys.stdout.write(write(rules, verdict) + "\n")
    return 0


def rules_for(id_: str, switches: list[str]) -> RuleSet:
    """The rule set with its switches thrown. Raises `Misuse`, `Refusal`."""
    pairs = []
    for switch in switches:
        name, equals, choice = switch.partition("=")
        if not equals:
            raise Misuse(f"A switch is NAME=CHOICE, not {switch!r}.")
        pairs.append((name, choice))
    check_rules(id_, tuple(pairs))
    return catalogue().rulesets[id_](dict(pairs))


def throw_for(rules: RuleSet, args: argparse.Namespace) -> Throw:
    """What is thrown. Raises `Misuse` for what these rules do not know."""
    if not rules.rerolls and (args.chance or args.again is not None):
        raise Misuse(f"{rules.title} has neither chance rolls nor re-rolls.")
    if args.chance and (args.specialty or (args.pool or 0) > 0):
        raise Misuse("A chance roll has no pool and no specialty: one die is thrown (S5).")
    if args.pool is None and not args.chance:
        raise Misuse("Say how many dice are in the pool: --pool N.")
    difficulty = rules.difficulty(args.difficulty or 0)
    if args.difficulty is not None and not difficulty and args.difficulty != CHANCE_SUCCEEDS_AT:
        raise Misuse(f"{rules.title} has no difficulty to choose: dice succeed at 8, and the pool changes instead.")
    if args.difficulty == 0:
        difficulty = 0  # asked for in so many words, so it is refused like any other below 2 (D8)
    again = 10 if args.again is None else args.again
    return Throw(args.pool or 0, difficulty, args.specialty, args.willpower, again)


def judge(rules: RuleSet, throw: Throw, faces: str | None) -> Verdict:
    """Throw fresh dice, or take the faces in order: the pool's own, then re-rolls. Raises `Misuse`."""
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
    chance = SealedChance(SceneKey("key", seed, seed, seed), b"", 0)
    return lambda count: chance.dice(count, EVERYONE)


def read_faces(text: str) -> list[int]:
    """Faces as typed. Raises `Misuse`."""
    try:
        faces = [int(face) for face in text.split(",")]
    except ValueError:
        raise Misuse(f"Faces are numbers with commas between them, not {text!r}.") from None
    for face in faces:
        if not 1 <= face <= 10:
            raise Misuse(f"A die shows 1 to 10, not {face}.")
    return faces


def taken(left: Iterator[int], given: int) -> int:
    """The next face. Raises `Misuse` where there is none."""
    for face in left:
        return face
    raise Misuse(f"{given} faces are too few for this roll: each die needs one, and each re-roll.")


def as_json(rules: RuleSet, verdict: Verdict) -> str:
    """The verdict as one object. Where dice are rolled again, `faces` has the chain of each."""
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
        }
    )


def as_text(rules: RuleSet, verdict: Verdict) -> str:
    """The verdict in two lines."""
    dice = " ".join("+".join(str(face) for face in chain) for chain in verdict.faces)
    return f"{rules.title}: {dice}\n{verdict.explanation}"
