"""The recipe in docs/sealed-dice.md is enough to check the dice: its program alone checks a recorded evening
(SEC14)."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256, shake_256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.core.dice_from_seed import GROVES, HiddenPool, grove, leaf, path, root
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.scenes.scene import CloseScene
from server.cli._export_checksum import checksum_line
from tests.server.cli.running import Done
from tests.server.cli.sealed_scene import ANNA, ST, Scene

ROOT = Path(__file__).parents[3]
EVENING = Path(__file__).with_name("sealed-evening.jsonl")
"""An export that `coterie export` wrote of a closed scene. It never changes: the recipe holds for all scenes."""
Record = dict[str, Any]


def program() -> str:
    """The program that the document ends with."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/sealed-dice.md").read_text("utf-8"), re.DOTALL)
    return str(found)


def checked(folder: Path, export: str) -> Done:
    """Run the program in a Python that finds neither Coterie nor any library."""
    (folder / "check.py").write_text(program(), encoding="utf-8")
    (folder / "scene.jsonl").write_text(export, encoding="utf-8", newline="\n")
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "check.py", "scene.jsonl"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return Done(ran.returncode, ran.stdout, ran.stderr)


def recorded() -> list[Record]:
    """The lines of the recorded evening, without the last."""
    return [json.loads(line) for line in EVENING.read_text("utf-8").splitlines()[:-1]]


def records(lines: list[Record], type_: str) -> list[Record]:
    """The public records of a type, in their order."""
    parts = (part for line in lines for part in line.get("parts", ()) if part["audience"] == "everyone")
    return [record for part in parts for record in part["changed"] if record["type"] == type_]


def test_the_program_needs_hashes_alone() -> None:
    """SEC14: no part of Coterie, and no module beside hashes, JSON and the command line."""
    nodes = list(ast.walk(ast.parse(program())))
    assert not [node for node in nodes if isinstance(node, ast.ImportFrom)]
    used = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert used == {"hashlib", "hmac", "json", "sys"}


def test_the_recipe_checks_a_recorded_evening(tmp_path: Path) -> None:
    """SEC14: with re-rolls, a roll with a player's number, roll-offs, and a hidden roll that was shown."""
    lines = recorded()
    assert any(len(die) > 1 for roll in records(lines, "Roll") for die in roll["faces"])
    assert {"Roll", "RollOff", "OpenLeaf"} <= {r["type"] for line in lines[1:] for r in line["parts"][0]["changed"]}
    done = checked(tmp_path, EVENING.read_text("utf-8"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "17 rolls, 0 faults\n", "")


def another_face(lines: list[Record]) -> None:
    die = records(lines, "Roll")[3]["faces"][0]
    die[0] = die[0] % 10 + 1


def another_roll_off(lines: list[Record]) -> None:
    off = records(lines, "RollOff")[0]
    off["faces"][0] = off["faces"][0] % 10 + 1


def fewer_dice(lines: list[Record]) -> None:
    roll = next(one for one in records(lines, "Roll") if all(len(die) == 1 for die in one["faces"]))
    roll["faces"].pop()


def another_seed(lines: list[Record]) -> None:
    records(lines, "DiceSeal")[-1]["seed"] = "00" * 32


def another_leaf(lines: list[Record]) -> None:
    records(lines, "OpenLeaf")[0]["leaf"] = "00" * 32


def without_a_commit(lines: list[Record]) -> None:
    del lines[6]


@pytest.mark.parametrize(
    "edit", [another_face, another_roll_off, fewer_dice, another_seed, another_leaf, without_a_commit]
)
def test_the_recipe_finds_a_changed_evening(edit: Callable[[list[Record]], None], tmp_path: Path) -> None:
    """SEC14: even if the person who changed the export wrote a new checksum."""
    lines = recorded()
    edit(lines)
    written = [json.dumps(line) for line in lines]
    done = checked(tmp_path, "\n".join((*written, checksum_line(written))) + "\n")
    assert (done.returncode, "WRONG" in done.stdout, done.stderr) == (1, True, "")


def test_a_changed_checksum_is_found(tmp_path: Path) -> None:
    """SEC14: an export that was changed after it was written."""
    done = checked(tmp_path, EVENING.read_text("utf-8").replace("roll 1", "roll 7"))
    assert (done.returncode, "the export was changed or cut" in done.stdout) == (1, True)


def test_the_recipe_checks_an_evening_of_today(tmp_path: Path, chance: Random) -> None:
    """SEC14: the dice are still drawn as the document says."""
    scene = Scene(chance)
    for n in range(10):
        scene.does(ANNA, Roll(f"roll {n}", dice=1 + n, again=8))
    scene.does(ST, RollInSecret("stalking", dice=5))
    scene.does(ST, ShowRoll(scene.rolls()[-1].id))
    scene.does(ST, CloseScene())
    written = [json.dumps(line) for line in scene.lines]
    done = checked(tmp_path, "\n".join((*written, checksum_line(written))) + "\n")
    assert (done.returncode, done.stdout) == (0, "11 rolls, 0 faults\n")


def test_the_leaves_and_the_tree_are_as_the_document_says() -> None:
    """SEC14: leaves by SHAKE-256, 16 at a time; a leaf is hashed with a 0, and 16 hashes with a 1, four times."""
    seed = b"s" * 32
    made = b"".join(shake_256(seed + group.to_bytes(2, "big")).digest(512) for group in range(4096))
    level = [sha256(b"\0" + made[at : at + 32]).digest() for at in range(0, len(made), 32)]
    while len(level) > 1:
        level = [sha256(b"\1" + b"".join(level[at : at + 16])).digest() for at in range(0, len(level), 16)]
    pool = HiddenPool(seed, b"".join(grove(seed, place) for place in range(GROVES)))
    assert level == [root(pool.groves)]
    assert leaf(seed, 54_321) == made[54_321 * 32 : 54_322 * 32]
    assert [len(step) for step in path(pool, 54_321)] == [480] * 4


@pytest.mark.parametrize("document", ["README.md", "docs/playing.md"])
def test_the_recipe_is_linked(document: str) -> None:
    """SEC14: players find it."""
    assert "sealed-dice.md)" in (ROOT / document).read_text("utf-8")
