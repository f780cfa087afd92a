"""An addition is one file: a rule set that counts dice in a new way, or a new manoeuvre. Each is added to a copy of the
program without a further change, and played on a real server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from domain.command import Command
from domain.features.actions.grapples import Grip
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import StartTurn, StartTurns
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll import Roll as RollRecord
from domain.features.table.settings import Rulebook
from domain.records.bearing import Bearing
from domain.rules.declared_action import Action
from server.client.enter import Entrance
from server.fold.commit_codec import write
from tests.in_english import english
from tests.server.processes.extended_copy import TWINS, YOKE, Scene, copied, does, records, turn
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started


def coterie(folder: Path, *args: str) -> str:
    """Run the command line of the program in a folder and return its output."""
    command = [sys.executable, "-m", "server.cli", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Server]:
    """A server of the program in a folder, with a log file there."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        process = await started("--log", f"sqlite:///{folder}/night.db", "--port", "0", folder=folder)
        server = Server(process, await link_of(process), http)
        try:
            yield server
            code, _, err = await server.ended(signal.SIGTERM)
            assert (code, err) == (0, "")
        finally:
            await server.end()


async def draft(scene: Scene, who: Entrance, command: Command) -> Any:
    """Return the odds of a draft command for its seat."""
    body = {"stream": scene.stream, "command": msgspec.msgpack.decode(write(command))}
    answer = await scene.server.call("POST", "/api/odds", body, who.token)
    assert answer.status_code == 200, answer.text
    return answer.json()


def pairs(faces: tuple[int, ...]) -> int:
    """Return the number of pairs among these faces; two tens count as two pairs."""
    return sum(shown // 2 * (2 if face == 10 else 1) for face, shown in Counter(faces).items())


def test_dice_of_a_new_rule_set_are_thrown_judged_and_foretold(tmp_path: Path) -> None:
    """D9: `coterie dice` finds a new rule set by its name and gives its exact odds, equal to a count of all throws."""
    folder = copied(tmp_path, TWINS)
    judged = json.loads(coterie(folder, "dice", "--rules", "twins", "--pool", "5", "--faces", "4,4,9,4,4", "--json"))
    assert (judged["net"], judged["result"], judged["explanation"]) == (2, "success", "2 successes.")
    assert judged["dice"][2:4] == ["9: alone", "4: pair with 5"]
    assert "Details:[4d10 (" in coterie(folder, "dice", "--rules", "twins", "?throw --pool 4 # in the dark")
    odds = json.loads(
        coterie(
            folder,
            "dice",
            "--rules",
            "twins",
            "--pool",
            "4",
            "--odds",
            "--against",
            "2",
            "--switch",
            "tens=two",
            "--json",
        )
    )
    counted = Counter(pairs(faces) for faces in product(range(1, 11), repeat=4))
    assert {each["net"]: each["chance_exact"] for each in odds["net"]} == {
        net: str(Fraction(ways, 10**4)) for net, ways in counted.items()
    }
    assert sum(Fraction(odds["resisted"][f"{end}_exact"]) for end in ("first", "level", "second")) == 1


async def test_a_new_rule_set_is_played(tmp_path: Path) -> None:
    """A chronicle is played with a new rule set: rolls get their odds, dice and results by its rules, and a turn is
    played."""
    async with serving(copied(tmp_path, TWINS)) as server:
        known = (await server.call("GET", "/api/rules")).json()["rules"]
        assert "Twins" in [rules["title"] for rules in known]
        scene = await Scene(server, "twins", tens="two", reactions="automatic", declare="any-order").open()
        (book,) = records(scene.player, Rulebook)
        assert (book.title, book.results) == ("Twins", ("success", "exceptional", "failure"))
        roll = Roll("over the wall", scene.ids["Ash"], ("Grace", "Moving"), penalty=7)
        foreseen = await draft(scene, scene.anna, roll)
        assert foreseen["parts"] == [["Grace", 5], ["Moving", 5], [[0, "part-penalty", [], ""], -7]]
        assert [each["chance"] for each in foreseen["results"]] == pytest.approx([0.28, 0.72])
        refused = await scene.player.do(msgspec.structs.replace(roll, penalty=9))
        assert refused[-1] == "Two dice are needed for a pair. Choose a larger pool."
        await does(scene.player, roll)
        await does(scene.st, StartTurns())
        await scene.turn(Action("attack", (scene.ids["Brand"],)))
        thrown = records(scene.player, RollRecord)
        reasons = [english(each.reason) for each in thrown[:4]]
        assert reasons == ["over the wall", "Initiative", "Initiative", "Melee attack"]
        assert thrown[3].parts == (("Might", 10), ("Fighting", 10))
        for each in thrown:
            net = pairs(tuple(face for (face,) in each.faces))
            assert (each.net, each.result) == (net, "exceptional" if net >= 3 else "success" if net else "failure")
        assert "Melee attack: Ash hits Brand." in scene.story()  # twenty dice always have a pair


@pytest.mark.parametrize("rules", ["nightfall", "twins"])
async def test_a_new_manoeuvre_is_played(tmp_path: Path, rules: str) -> None:
    """C30: a new manoeuvre is offered with its inputs, declared, taken and told in the story; its effect survives a
    restart, limits actions, and ends, also with a rule set that does not know it."""
    additions = (YOKE, TWINS) if rules == "twins" else (YOKE,)
    folder = copied(tmp_path, *additions)
    async with serving(folder) as server:
        scene = await Scene(server, rules, reactions="automatic", declare="any-order").open()
        ash, brand = scene.ids["Ash"], scene.ids["Brand"]
        await does(scene.st, StartTurns())
        offered = await scene.offered("Yoke (C30)")
        assert (offered.command, offered.actor, offered.group) == ("DeclareAction", ash, "declare")
        asked = {wanted.name: wanted for wanted in offered.inputs}
        assert english(asked["traits"].choices[0].hint).startswith("19 dice")
        assert [choice.value for choice in asked["grip"].choices] == ["loose", "tight"]
        refused = await scene.player.do(DeclareAction(ash, (Action("yoke", (brand,), details=(("grip", "iron"),)),)))
        either = " or ".join(english(choice.label) for choice in asked["grip"].choices)
        assert refused[-1] == f"{english(asked['grip'].label)}: expected {either}, not “iron” (C30)."
        while not (borne := records(scene.player, Bearing)):
            if turn(scene.st).phase == "over":  # eighteen dice without a success
                await does(scene.st, StartTurn())
            await scene.turn(Action("yoke", (brand,), details=(("grip", "tight"),)))
    rolled = [each for each in records(scene.player, RollRecord) if english(each.reason) == "Yoke"][-1]
    assert rolled.pool == 18
    assert [(english(name), dice) for name, dice in rolled.parts[-2:]] == [("Yoke", -1), ("tight", -1)]
    at = scene.story().index("Ash yokes Brand.")
    assert scene.story()[at : at + 2] == ["Ash yokes Brand.", "Brand gasps for air."]
    assert [(b.character, english(b.label), english(b.ends)) for b in borne] == [
        (brand, "yoked", "by slipping out, from the next turn on")
    ]
    assert {(g.character, g.kind, g.holding) for g in records(scene.player, Grip)} == {
        (ash, "yoke", True),
        (brand, "yoke", False),
    }
    async with serving(folder) as server:
        scene.server = server
        await scene.sit()
        assert records(scene.player, Bearing) == borne
        await does(scene.st, StartTurn())
        refused = await scene.st.do(DeclareAction(brand, (Action("sprint"),)))
        assert refused[-1] == "Slip out first: no movement while yoked (C30)."
        await scene.turn()
        while records(scene.player, Bearing):
            await does(scene.st, StartTurn())
            await scene.turn()
        slipping = [each for each in records(scene.player, RollRecord) if english(each.reason) == "Slipping out"]
        assert slipping[-1].net > 0
        assert "Brand: no longer yoked." in scene.story()
        assert not records(scene.player, Grip)
