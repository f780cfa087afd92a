"""`coterie verify`: draw every public roll of an exported scene again, from the seed that was opened when it closed.

It needs only an export (`coterie export SCENE --as SEAT --format jsonl`). The computation from seed to faces is written
here a second time, so that the result does not depend on the code that made the rolls. First it checks that the export
is complete and unchanged. The exit code is 0 only if that is so and every roll follows from the seal.
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
from server.words.printable import in_one_line

NAME = "verify"
HELP = "check every public roll of an exported scene against its seal"

NO_SEAL: Final = "No seal: the dice of this scene were never sealed, so its rolls cannot be checked."
UNOPENED: Final = "The seed is still sealed: it is opened when the scene is closed."
DAMAGED: Final = "So rolls may be missing or changed: ask for a new export (coterie export)."
UNPROVEN: Final = (
    "What this cannot prove: that the person who runs the server did not read the sealed seed during the scene; "
    "that no roll was left out of the export; that a player's number was really made by that player's page; that the "
    "result of a roll was counted from its dice by the rules, and not changed by a person who gave the export a new "
    "checksum."
)

Fields = dict[str, Any]


class RollMismatch(Exception):
    """A roll does not follow from its seal. The message says why, as a clause after the roll's name."""


class PublicRolls:
    """The seal and the public rolls of an export. They are checked while the export is read."""

    def __init__(self) -> None:
        self.seal: Fields | None = None
        self.seal_fault = ""
        """The fault of the seal itself, as a clause after "The seal"; "" for none."""
        self.rolls: list[tuple[Fields, int]] = []
        """Every public roll, with the number of its commit; only commits for `everyone` are counted."""
        self.leaves: dict[str, Fields] = {}
        self.count = 0
        """The number of commits for `everyone` so far."""
        self.gaps: list[str] = []
        """Each place where commits for `everyone` are missing or out of order."""
        self._first_seen: dict[tuple[object, ...], Fields] = {}

    def add_commit(self, count: int) -> None:
        """Check the number of the next commit for `everyone`."""
        if count != self.count + 1:
            self.gaps.append(f"commit {count} for everyone follows commit {self.count}")
        self.count = count

    def add_record(self, record: Fields, count: int) -> None:
        """Read a record for `everyone`."""
        if record["type"] == "DiceSeal":
            self._add_seal(record)
        elif record["type"] == "OpenLeaf":
            self.leaves[record["id"]] = record
        elif record["type"] in ("Roll", "RollOff"):
            # A record that is sent again must have the same dice. Its key is its id; for a roll-off also its seal,
            # because a character's next roll-off has the same id.
            key = (record["id"], *(record["seal"][1:3] if record["type"] == "RollOff" else ()))
            before = self._first_seen.setdefault(key, record)
            if before is record:
                self.rolls.append((record, count))
            elif (before["faces"], before.get("seal")) != (record["faces"], record.get("seal")):
                self.seal_fault = f"does not hold: the dice of the roll {name(record)} were changed afterwards"

    def _add_seal(self, record: Fields) -> None:
        if self.seal is None and self.rolls:
            self.seal_fault = "was published after dice had been rolled"
        elif self.seal is not None and [self.seal[n] for n in ("digest", "root")] != [record["digest"], record["root"]]:
            self.seal_fault = "was changed after it was published"
        elif record["seed"] and sha256(bytes.fromhex(record["seed"])).hexdigest() != record["digest"]:
            self.seal_fault = "is not of the seed that was opened"
        self.seal = record


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument(
        "export", metavar="EXPORT", help="a scene as JSON lines, from coterie export; - reads standard input"
    )


def run(args: argparse.Namespace) -> int:
    """Check the export and print the findings."""
    public, text = PublicRolls(), read_export(args.export)
    try:
        for part in public_parts(text):
            public.add_commit(part["count"])
            for record in part["changed"]:
                public.add_record(record, part["count"])
        lines, holds = report(public)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Misuse(f"{args.export} is no export in JSON lines (coterie export SCENE --format jsonl).") from None
    damage_lines = damage_report(text, public)
    sys.stdout.write("\n".join(damage_lines + lines) + "\n")
    return DONE if holds and not damage_lines else FAILED


def read_export(export: str) -> str:
    """Read the export from its file or from standard input. Raise `Misuse`."""
    try:
        return sys.stdin.read() if export == "-" else Path(export).read_text(encoding="utf-8")
    except OSError as error:
        raise Misuse(f"{export} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise Misuse(f"{export} is no export in JSON lines: it is no text.") from None


def damage_report(text: str, public: PublicRolls) -> list[str]:
    """Return the damage to the export as lines; no lines if it is complete and unchanged."""
    lines = [f"WRONG: {gap}: commits were removed or moved." for gap in public.gaps]
    if fault := damage(text):
        lines.insert(0, f"WRONG with the export: {fault}.")
    return [*lines, DAMAGED] if lines else []


def public_parts(text: str) -> Iterator[Fields]:
    """Yield the part for `everyone` of each commit."""
    for line in filter(None, text.split("\n")):  # not splitlines(): a text may contain further line separators
        for part in json.loads(line).get("parts", ()):
            if part["audience"] == "everyone":
                yield part


def report(public: PublicRolls) -> tuple[list[str], bool]:
    """Return the findings as lines, and True if every roll follows from the seal."""
    if public.seal is None:
        return [NO_SEAL], False
    if public.seal_fault:
        return [f"The seal {public.seal_fault}."], False
    if not public.seal["seed"]:
        return [f"{len(public.rolls)} public rolls. {UNOPENED}"], False
    lines, wrong, no_player = [], 0, 0
    drawn: set[tuple[int, int]] = set()
    for record, count in public.rolls:
        try:
            no_player += check(public, record, count, drawn)
        except RollMismatch as why:
            wrong += 1
            lines.append(f"WRONG: {name(record)} {why}.")
    right = len(public.rolls) - wrong
    lines.append(f"{right} of {len(public.rolls)} public rolls follow from the seal, {wrong} do not.")
    if no_player:
        lines.append(
            f"In {no_player} of them no player had a hand: the Storyteller rolled, and no player's number was left."
        )
    return [*lines, UNPROVEN], not wrong


def check(public: PublicRolls, record: Fields, count: int, drawn: set[tuple[int, int]]) -> bool:
    """Draw a roll again. Return True if its number came from the Storyteller and not from a player. Raise
    `RollMismatch`."""
    assert public.seal is not None  # noqa: S101 -- for the type checker: `report` has checked it
    faces = in_order(record["faces"])
    if record.get("seal") is None:
        if faces:
            raise RollMismatch("was thrown without a seal")
        return False
    pool = record.get("pool", 0)
    dice = max(pool, 0)  # a pool of 0 or less rolls no dice, or a chance die
    if record["type"] == "Roll" and len(record["faces"]) not in (dice, dice + record["specialty"], pool < 1):
        raise RollMismatch(f"shows {len(record['faces'])} dice for a pool of {pool}")
    nonce, commit, draw, player, leaf = record["seal"]
    if leaf >= 0:
        seed, head = opened_leaf(public, record["id"], leaf), b"hidden:%d:%b" % (draw, bytes.fromhex(nonce))
    else:
        seed, head = bytes.fromhex(public.seal["seed"]), b"public:%d:%d:%b" % (commit, draw, bytes.fromhex(nonce))
        if commit != count or (commit, draw) in drawn:
            raise RollMismatch("has a seal that is not its own")
        drawn.add((commit, draw))
    if faces_from(seed, head, len(faces)) != faces:
        raise RollMismatch(f"shows {faces}, but its seal gives {faces_from(seed, head, len(faces))}")
    return not player


def in_order(faces: list[Any]) -> list[int]:
    """Return the faces in the order in which they were drawn: the first face of every die, then each die's re-rolls."""
    dice = [[die] if isinstance(die, int) else die for die in faces]
    return [die[0] for die in dice] + [face for die in dice for face in die[1:]]


def faces_from(seed: bytes, head: bytes, count: int) -> list[int]:
    """Return the first faces that a seed gives for a head."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        raw = hmac.digest(seed, b"%b:%d" % (head, block), "sha256")
        faces += [byte // 25 + 1 for byte in raw if byte < 250]
        block += 1
    return faces[:count]


def opened_leaf(public: PublicRolls, id_: str, place: int) -> bytes:
    """Return the leaf that was opened with a roll, after a check that it belongs to the published pool. Raise
    `RollMismatch`."""
    record = public.leaves.get(id_)
    if record is None:
        raise RollMismatch("was hidden, and nothing was opened with it")
    leaf = bytes.fromhex(record["leaf"])
    digest = sha256(b"\0" + leaf).digest()
    for step in map(bytes.fromhex, record["path"]):
        at = place % 16 * 32
        digest = sha256(b"\1" + step[:at] + digest + step[at:]).digest()
        place //= 16
    if len(record["path"]) != 4 or public.seal is None or digest.hex() != public.seal["root"]:
        raise RollMismatch("was hidden, and the leaf that was opened with it is not of the published pool")
    return leaf


def name(record: Fields) -> str:
    """Return a printable name for a roll: its id, reason and faces."""
    if record["type"] == "RollOff":
        return in_one_line(f"the roll-off of {record['id']}")
    faces = " ".join(map(str, in_order(record["faces"])))
    return in_one_line(f"{record['id']} ({record['reason'] or 'a roll'}: {faces})")
