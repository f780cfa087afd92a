"""Rules played from a script as at a table, and the contents of a scene's export at the end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.core.audience import SEALED
from domain.core.partition import Partition
from server.cli._script_lines import read
from server.cli._seat_replay import fields_of
from server.cli.play import Player, append_to_log
from tests.golden.golden import FOLDER, scripts
from tests.server.cli.running import coterie

ANNA = {"seat": "anna", "command": "CreateCharacter", "name": "Anna", "traits": [
    ["Intuition", 1], ["Dexterity", 3], ["Target", 4], ["Strength", 3], ["Wits", 3], ["Charisma", 3],
    ["Intelligence", 3], ["Manipulation", 3], ["Expression", 3]], "items": [
    {"name": "pistol", "skill": "Target", "damage": 5, "kind": "lethal",
     "range": 20, "missile": "bullet"}]}  # fmt: skip
BERT = {"seat": "st", "command": "CreateCharacter", "name": "Bert", "traits": [
    ["Strength", 2], ["Endurance", 2], ["Wits", 2], ["Charisma", 2], ["Intelligence", 2], ["Expression", 2]],
    "items": [{"name": "vest", "armour": 3}]}  # fmt: skip
SHADE = {"seat": "st", "command": "CreateCharacter", "name": "Shade", "hidden": True,
         "traits": [["Intuition", 3], ["Strength", 4], ["Unarmed", 4]]}  # fmt: skip
WORK = {"command": "WorkOnTask", "task": "@last:Task"}

DEBATE: tuple[dict[str, Any], ...] = (
    {"rules": "revised"}, ANNA, BERT,
    {"command": "OpenContest", "name": "The ear", "actors": ["@Anna"], "opponents": ["@Bert"], "script": "A debate"},
    {"faces": [8, 8, 8, 2, 2, 2]}, {**WORK, "seat": "anna", "actor": "@Anna"},
    {"expect": {"event": "Rolled", "difficulty": 5, "net": 3}},
    {"faces": [8, 2, 2, 2]}, {**WORK, "actor": "@Bert"},
    {"expect": {"event": "Rolled", "difficulty": 6, "net": 1}},
    {"faces": [8, 8, 8, 2, 2, 2]}, {**WORK, "seat": "anna", "actor": "@Anna"},
    {"expect": {"event": "Rolled", "difficulty": 4, "net": 3}},
    {"faces": [2, 2, 2, 2]}, {**WORK, "actor": "@Bert"},
    {"expect": {"event": "TaskEnded", "winner": 0}},
)  # fmt: skip


def shots(details: list[list[str]], pool: int, **switches: str) -> tuple[dict[str, Any], ...]:
    """Anna shoots at Bert, who stands in good cover with a gap in it."""
    shot = {"manoeuvre": "shoot", "targets": ["@Bert"], "details": [["weapon", "pistol"], ["distance", "5"], *details]}
    return (
        {"rules": "nightfall", "switches": {"declare": "any-order", "reactions": "automatic", **switches}}, ANNA, BERT,
        {"faces": [9, 9, 9, 9]}, {"command": "StartTurns"},
        {"command": "SetCondition", "actor": "@Bert", "condition": "cover", "value": 2},
        {"command": "SetSpot", "name": "the gap", "penalty": 1, "cover": True},
        {"command": "DeclareAction", "actor": "@Bert"},
        {"seat": "anna", "command": "DeclareAction", "actor": "@Anna", "actions": [shot]},
        {"faces": [2] * pool}, {"seat": "anna", "command": "TakeAction", "actor": "@Anna"},
        {"expect": {"event": "Rolled", "pool": pool, "actor": "@Anna"}},
    )  # fmt: skip


UNSEEN: tuple[dict[str, Any], ...] = (
    {"rules": "nightfall", "switches": {"declare": "any-order", "reactions": "automatic"}}, ANNA, SHADE,
    {"faces": [2, 2, 2, 2, 9, 9, 9]}, {"command": "StartTurns"},
    {"command": "DeclareAction", "actor": "@Shade", "actions": [{"manoeuvre": "attack", "targets": ["@Anna"]}]},
    {"seat": "anna", "command": "DeclareAction", "actor": "@Anna"},
    {"seat": "anna", "command": "TakeAction", "actor": "@Shade"},
    {"expect": {"refused": "no-such-character"}},
    {"faces": [9] * 8 + [9] * 4}, {"command": "TakeAction", "actor": "@Shade"},
    {"expect": {"event": "WoundTaken", "levels": 4}},
)  # fmt: skip


@pytest.mark.parametrize("lines", [
    pytest.param(DEBATE, id="a debate by its script (E3)"),
    pytest.param(shots([], 5), id="a shot at cover (C25)"),
    pytest.param(shots([["called_spot", "@last:Spot"]], 6), id="cover passed (C3, C25)"),
    pytest.param(shots([["called_spot", "@last:Spot"], ["called_damage", "2"], ["called_armour", "2"]], 2,
                       **{"called-shots": "mixed"}), id="kinds mixed (C3)"),
    pytest.param(UNSEEN, id="somebody hidden acts (X4)"),
])  # fmt: skip
def test_a_rule_is_played_from_a_script(lines: tuple[dict[str, Any], ...], tmp_path: Path) -> None:
    """E3, C3, C25, X4: every step is a command that the page sends, and has the expected outcome."""
    script = tmp_path / "script.jsonl"
    script.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    done = coterie("play", str(script))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", scripts())
def test_a_scenes_export_holds_the_whole_table(name: str, tmp_path: Path) -> None:
    """T1, C32, D16: from the Storyteller's data the table is restored: every face, wound, condition, grip, point, item,
    roll and line, for each audience separately; only sealed records are missing."""
    url, player = f"sqlite:///{tmp_path}/log.db", Player("", f"scene/{name}/1")
    lines = list(read((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")))
    closing = [n for n, line in enumerate(lines) if line.fields.get("command") == "CloseScene"]
    for line in lines[: closing[-1] if closing else len(lines)]:
        player.take(line)
    stream = next(name for name, played in player.tables.streams.items() if played is player.tables.scene)
    asyncio.run(append_to_log(player.tables.streams, url))
    done = coterie("export", stream, "--as", "storyteller", "--format", "jsonl", "--log", url)
    assert (done.returncode, done.stderr) == (0, "")
    held: dict[str, dict[tuple[str, str], Any]] = {}
    for told in done.stdout.splitlines()[1:-1]:
        for part in json.loads(told)["parts"]:
            table = held.setdefault(part["audience"], {})
            table |= {(record.pop("type"), record["id"]): record for record in part["changed"]}
            for type_, id_ in part["gone"]:
                table.pop((type_, id_), None)
    partitions = player.tables.scene.state.partitions.items()
    assert held == {audience: as_told(partition) for audience, partition in partitions if audience != SEALED}


def as_told(partition: Partition) -> dict[tuple[str, str], Any]:
    """Return the records of an audience as an export writes them, by type and id."""
    rows = msgspec.to_builtins(list(partition.records()), builtin_types=(bytes,))
    told = map(fields_of, json.loads(json.dumps(rows, default=bytes.hex)))
    return {(record.pop("type"), record["id"]): record for record in told}
