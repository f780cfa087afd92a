"""`coterie verify`: draw every public roll of an exported scene again, from the seed that the scene opened in the end.

It reads an export (`coterie export SCENE --as SEAT --format jsonl`) and nothing else of Coterie: how faces follow from
a seal is written out here once more, so that what it finds does not rest on the program that rolled. Before that it
looks whether the export is all there, as it was written. The exit code is 0 only where it is, and every roll holds.
"""

import argparse
import hmac
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from server.cli import DONE, FAILED, Misuse
from server.cli._export_checksum import damage
from server.cli._printable import in_one_line

NAME = "verify"
HELP = "check every public roll of an exported scene against its seal"

NO_SEAL: Final = "No seal: the dice of this were never sealed, so that nothing can be checked."
UNOPENED: Final = "The seed is still sealed: it is opened when the scene is closed."
HARMED: Final = "So rolls may be missing, or say something else than they did: have it written anew (coterie export)."
UNPROVEN: Final = (
    "What this cannot prove: that whoever runs the server did not read the sealed seed while the scene was played; "
    "that no roll was left out of the export; that a number was really made by the page that it is said to be from; "
    "that what a roll came to was counted from its dice as the rules say, and not changed by somebody who sealed the "
    "export anew."
)

Fields = dict[str, Any]


class Wrong(Exception):
    """A roll does not follow from its seal; the message says why."""


class Ledger:
    """What an export says, checked as it is read."""

    def __init__(self) -> None:
        self.seal: Fields | None = None
        self.broken = ""
        """Why the seal itself does not hold, "" while it does."""
        self.rolls: list[tuple[Fields, int]] = []
        """Every roll that everybody saw, and of which commit of `everyone` it was."""
        self.leaves: dict[str, Fields] = {}
        self.count = 0
        """How many commits everybody was told of."""
        self.gaps: list[str] = []
        """Where some of them are missing, or stand in another order."""
        self._known: dict[tuple[object, ...], Fields] = {}

    def follow(self, count: int) -> None:
        """One more commit that everybody was told of, by its number."""
        if count != self.count + 1:
            self.gaps.append(f"commit {count} of what everybody was told follows commit {self.count}")
        self.count = count

    def take(self, record: Fields, count: int) -> None:
        """One record that everybody was told."""
        if record["type"] == "DiceSeal":
            self._sealed(record)
        elif record["type"] == "OpenLeaf":
            self.leaves[record["id"]] = record
        elif record["type"] in ("Roll", "RollOff"):
            # One that is told again is as it was: a roll by its id, the latest roll-off of a character by its seal.
            named = (record["id"], *(record["seal"][1:3] if record["type"] == "RollOff" else ()))
            before = self._known.setdefault(named, record)
            if before is record:
                self.rolls.append((record, count))
            elif (before["faces"], before.get("seal")) != (record["faces"], record.get("seal")):
                self.broken = f"does not hold: the dice of the roll {name(record)} were changed afterwards"

    def _sealed(self, record: Fields) -> None:
        if self.seal is None and self.rolls:
            self.broken = "was published after dice had been rolled"
        elif self.seal is not None and [self.seal[n] for n in ("digest", "root")] != [record["digest"], record["root"]]:
            self.broken = "was changed after it was published"
        elif record["seed"] and sha256(bytes.fromhex(record["seed"])).hexdigest() != record["digest"]:
            self.broken = "is not of the seed that was opened"
        self.seal = record


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("export", metavar="EXPORT", help="a scene as JSON lines; - reads standard input")


def run(args: argparse.Namespace) -> int:
    """Check, and say what was found."""
    ledger, text = Ledger(), written(args.export)
    try:
        for part in public(text):
            ledger.follow(part["count"])
            for record in part["changed"]:
                ledger.take(record, part["count"])
        lines, holds = report(ledger)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Misuse(f"{args.export} is no export in JSON lines (coterie export SCENE --format jsonl).") from None
    harm = harms(text, ledger)
    sys.stdout.write("\n".join(harm + lines) + "\n")
    return DONE if holds and not harm else FAILED


def written(export: str) -> str:
    """What a file says, or standard input. Raises `Misuse`."""
    try:
        return sys.stdin.read() if export == "-" else Path(export).read_text(encoding="utf-8")
    except OSError as error:
        raise Misuse(f"{export} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise Misuse(f"{export} is no export in JSON lines: it is no text.") from None


def harms(text: str, ledger: Ledger) -> list[str]:
    """Why the export cannot be relied on, whatever its dice say, in lines; none where it is as it was written."""
    lines = [f"WRONG: {gap}: something was taken out, or put elsewhere." for gap in ledger.gaps]
    if wrong := damage(text):
        lines.insert(0, f"WRONG with the export: {wrong}.")
    return [*lines, HARMED] if lines else []


def public(text: str) -> Iterator[Fields]:
    """What everybody was told, commit by commit."""
    for line in filter(None, text.split("\n")):  # and nowhere else: people's words may hold other ends of lines
        for part in json.loads(line).get("parts", ()):
            if part["audience"] == "everyone":
                yield part


def report(ledger: Ledger) -> tuple[list[str], bool]:
    """What was found, in lines, and whether everything holds."""
    if ledger.seal is None:
        return [NO_SEAL], False
    if ledger.broken:
        return [f"The seal {ledger.broken}."], False
    if not ledger.seal["seed"]:
        return [f"{len(ledger.rolls)} public rolls. {UNOPENED}"], False
    lines, wrong, own = [], 0, 0
    drawn: set[tuple[int, int]] = set()
    for record, count in ledger.rolls:
        try:
            own += check(ledger, record, count, drawn)
        except Wrong as why:
            wrong += 1
            lines.append(f"WRONG: {name(record)} {why}.")
    right = len(ledger.rolls) - wrong
    lines.append(f"{right} of {len(ledger.rolls)} public rolls follow from the seal, {wrong} do not.")
    if own:
        lines.append(f"In {own} of them no player had a hand: the Storyteller rolled, and no player's number was left.")
    return [*lines, UNPROVEN], not wrong


def check(ledger: Ledger, record: Fields, count: int, drawn: set[tuple[int, int]]) -> bool:
    """Whether the Storyteller alone gave the number that this was drawn with. Raises `Wrong`."""
    assert ledger.seal is not None  # noqa: S101 -- for the type checker: who asks has looked
    faces = in_order(record["faces"])
    if record.get("seal") is None:
        if faces:
            raise Wrong("was thrown without a seal")
        return False
    pool = record.get("pool", 0)
    dice = max(pool, 0)  # one that something emptied, or more than that, throws none, or a chance die
    if record["type"] == "Roll" and len(record["faces"]) not in (dice, dice + record["specialty"], pool < 1):
        raise Wrong(f"shows {len(record['faces'])} dice for a pool of {pool}")
    nonce, of, draw, by, leaf = record["seal"]
    if leaf >= 0:
        seed, head = opened(ledger, record["id"], leaf), b"hidden:%d:%b" % (draw, bytes.fromhex(nonce))
    else:
        seed, head = bytes.fromhex(ledger.seal["seed"]), b"public:%d:%d:%b" % (of, draw, bytes.fromhex(nonce))
        if of != count or (of, draw) in drawn:
            raise Wrong("has a seal that is not its own")
        drawn.add((of, draw))
    if stream(seed, head, len(faces)) != faces:
        raise Wrong(f"shows {faces}, but its seal gives {stream(seed, head, len(faces))}")
    return not by


def in_order(faces: list[Any]) -> list[int]:
    """Faces in the order drawn: the first of every die, then what each die rolled again."""
    dice = [[die] if isinstance(die, int) else die for die in faces]
    return [die[0] for die in dice] + [face for die in dice for face in die[1:]]


def stream(seed: bytes, head: bytes, count: int) -> list[int]:
    """The first faces that a seed gives under a head."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        raw = hmac.digest(seed, b"%b:%d" % (head, block), "sha256")
        faces += [byte // 25 + 1 for byte in raw if byte < 250]
        block += 1
    return faces[:count]


def opened(ledger: Ledger, id_: str, place: int) -> bytes:
    """The leaf that was opened with a roll, once it is shown to be one of the pool. Raises `Wrong`."""
    record = ledger.leaves.get(id_)
    if record is None:
        raise Wrong("was hidden, and nothing was opened with it")
    leaf = bytes.fromhex(record["leaf"])
    found = sha256(b"\0" + leaf).digest()
    for step in map(bytes.fromhex, record["path"]):
        at = place % 16 * 32
        found = sha256(b"\1" + step[:at] + found + step[at:]).digest()
        place //= 16
    if len(record["path"]) != 4 or ledger.seal is None or found.hex() != ledger.seal["root"]:
        raise Wrong("was hidden, and what was opened with it is not of the published pool")
    return leaf


def name(record: Fields) -> str:
    """A roll as people find it again."""
    if record["type"] == "RollOff":
        return in_one_line(f"the roll-off of {record['id']}")
    faces = " ".join(map(str, in_order(record["faces"])))
    return in_one_line(f"{record['id']} ({record['reason'] or 'a roll'}: {faces})")
