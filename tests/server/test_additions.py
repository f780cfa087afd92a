"""What is added is one file: dice that count otherwise, an attack that nobody had thought of. Each goes into a copy of
the program in which nothing else is touched, and played over the real server."""

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
from shutil import copy, copytree, ignore_patterns
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from domain.command import Command, Option
from domain.features.actions import Action
from domain.features.cast import Face
from domain.features.chronicle import BeginScene
from domain.features.conditions import Bearing
from domain.features.creating import CreateCharacter
from domain.features.declaring import DeclareAction
from domain.features.free_roll import Roll
from domain.features.grappling import Grip
from domain.features.phase import Turn
from domain.features.rolling import Roll as RollRecord
from domain.features.scene_card import SceneCard
from domain.features.setting import Rulebook
from domain.features.story import Line
from domain.features.taking import TakeAction
from domain.features.turnkeeping import StartTurn, StartTurns
from domain.record import Record
from server.codec import write
from tests.server.houses import Client, Entrance
from tests.server.processes import ROOT, START_SECONDS, Server, link_of, started

ADDITIONS = ROOT / "tests" / "additions"
TWINS, YOKE = "rulesets/twins.py", "manoeuvres/yoke.py"
FIGHTERS = {
    "twins": (("Might", 10), ("Grace", 5), ("Nerve", 3), ("Fighting", 10), ("Moving", 5)),
    "nightfall": (("Strength", 10), ("Dexterity", 5), ("Intuition", 3), ("Brawl", 10), ("Dodge", 5)),
}

R = TypeVar("R", bound=Record)


def copied(folder: Path, *additions: str) -> Path:
    """The program in another folder, with files that it has not had."""
    for package in ("domain", "server"):
        copytree(ROOT / package, folder / package, ignore=ignore_patterns("__pycache__"))
    for addition in additions:
        assert not (folder / "domain" / addition).exists()
        copy(ADDITIONS / addition, folder / "domain" / addition)
    return folder


def coterie(folder: Path, *args: str) -> str:
    """What the command line in a folder writes."""
    command = [sys.executable, "-m", "server.cli", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Server]:
    """A server out of that folder, its log a file there."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        process = await started("--log", f"sqlite:///{folder}/night.db", "--port", "0", folder=folder)
        server = Server(process, await link_of(process), http)
        try:
            yield server
            code, _, err = await server.ended(signal.SIGTERM)
            assert (code, err) == (0, "")
        finally:
            await server.end()


class Scene:
    """The Storyteller and a player in a scene, each with what their own socket has told them."""

    def __init__(self, server: Server, rules: str, **switches: str) -> None:
        self.server = server
        self.rules = rules
        self.switches = switches

    async def open(self) -> Scene:
        """Found the chronicle, make Ash (the player's) and Brand (the Storyteller's), and begin a scene."""
        self.teller = await self.server.chronicle("Night", self.rules, **self.switches)
        self.anna = await self.server.invited(self.teller)
        lobby, hers = await self.server.sit(self.teller), await self.server.sit(self.anna)
        await does(hers, CreateCharacter("Ash", kind="vampire", traits=FIGHTERS[self.rules]))
        await does(lobby, CreateCharacter("Brand", kind="vampire", traits=FIGHTERS[self.rules]))
        await does(lobby, BeginScene("The Docks"))
        (card,) = records(lobby, SceneCard)
        self.stream = card.stream
        return await self.sit()

    async def sit(self) -> Scene:
        """Come to the scene."""
        self.st = await self.server.sit(self.teller, self.stream)
        self.player = await self.server.sit(self.anna, self.stream)
        self.ids = {face.name: face.id for face in records(self.player, Face)}
        return self

    async def turn(self, *actions: Action) -> None:
        """Ash declares this and Brand nothing, and both have their slots."""
        await does(self.player, DeclareAction(self.ids["Ash"], actions))
        await does(self.st, DeclareAction(self.ids["Brand"]))
        while (acting := turn(self.st).acting) and turn(self.st).phase == "acting":
            who = self.player if acting == self.ids["Ash"] else self.st
            await does(who, TakeAction(acting))
            await self.st.until(lambda acting=acting: turn(self.st).acting != acting)  # type: ignore[misc]
        await self.level()
        assert turn(self.player).phase == "over"

    async def level(self) -> None:
        """Wait till the player's page has all that the Storyteller's has of what everybody may know."""
        told = self.st.page.audiences["everyone"][0]
        await self.player.until(lambda: self.player.page.audiences["everyone"][0] >= told)

    def story(self) -> list[str]:
        """What has happened, as the player's page tells it."""
        names = {id_: name for name, id_ in self.ids.items()}
        lines = records(self.player, Line)
        return [line.text.format(*(names[ref] for ref in line.refs)) for line in lines if line.kind == "happened"]

    async def offered(self, label: str) -> Option:
        """What the player's page is offered under a label."""
        while True:
            found = [
                option for option in msgspec.convert(self.player.page.options, list[Option]) if option.label == label
            ]
            if found:
                return found[0]
            await self.player.next()


async def does(client: Client, command: Command) -> None:
    """Wish for something that is granted."""
    answer = await client.do(command)
    assert answer[0] == "accepted", answer


def records(client: Client, type_: type[R]) -> list[R]:
    """The records of a type that a page has of what everybody may know."""
    found = client.page.audiences["everyone"][2].values()
    return [msgspec.convert(raw, type_) for raw in found if raw[0] == type_.__name__]


def turn(client: Client) -> Turn:
    """The turn as a page has it."""
    (found,) = records(client, Turn)
    return found


async def draft(scene: Scene, who: Entrance, command: Command) -> Any:
    """What a wish would roll, as its seat foresees it."""
    body = {"stream": scene.stream, "command": msgspec.msgpack.decode(write(command))}
    answer = await scene.server.call("POST", "/api/odds", body, who.token)
    assert answer.status_code == 200, answer.text
    return answer.json()


def pairs(faces: tuple[int, ...]) -> int:
    """What dice that count two by two come to, two tens counting two."""
    return sum(shown // 2 * (2 if face == 10 else 1) for face, shown in Counter(faces).items())


def test_dice_of_a_new_rule_set_are_thrown_judged_and_foretold(tmp_path: Path) -> None:
    """D9: `coterie dice` knows them by their name alone, and tells exact odds, as counting every throw gives them."""
    folder = copied(tmp_path, TWINS)
    judged = json.loads(coterie(folder, "dice", "--rules", "twins", "--pool", "5", "--faces", "4,4,9,4,4", "--json"))
    assert (judged["net"], judged["result"], judged["explanation"]) == (2, "success", "2 pairs among 5 dice: success.")
    assert judged["dice"][2:4] == ["9: alone", "4: a pair with die 5"]
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
    """A chronicle is founded under it; rolls are foreseen, thrown and told as it counts, and its turns are played."""
    async with serving(copied(tmp_path, TWINS)) as server:
        known = (await server.call("GET", "/api/rules")).json()["rules"]
        assert "Twins" in [rules["title"] for rules in known]
        scene = await Scene(server, "twins", tens="two", reactions="automatic", declare="any-order").open()
        (book,) = records(scene.player, Rulebook)
        assert (book.title, book.results) == ("Twins", ("success", "exceptional", "failure"))
        roll = Roll("over the wall", scene.ids["Ash"], ("Grace", "Moving"), penalty=7)
        foreseen = await draft(scene, scene.anna, roll)
        assert foreseen["parts"] == [["Grace", 5], ["Moving", 5], ["penalty", -7]]
        assert [each["chance"] for each in foreseen["results"]] == pytest.approx([0.28, 0.72])
        refused = await scene.player.do(msgspec.structs.replace(roll, penalty=9))
        assert refused[-1] == "It takes two dice to make a pair."
        await does(scene.player, roll)
        await does(scene.st, StartTurns())
        await scene.turn(Action("attack", (scene.ids["Brand"],)))
        thrown = records(scene.player, RollRecord)
        assert [each.reason for each in thrown[:4]] == ["over the wall", "Initiative", "Initiative", "Melee attack"]
        assert thrown[3].parts == (("Might", 10), ("Fighting", 10))
        for each in thrown:
            net = pairs(tuple(face for (face,) in each.faces))
            assert (each.net, each.result) == (net, "exceptional" if net >= 3 else "success" if net else "failure")
        assert "Melee attack: Ash hits Brand." in scene.story()  # twenty dice have a pair among them


@pytest.mark.parametrize("rules", ["nightfall", "twins"])
async def test_a_new_manoeuvre_is_played(tmp_path: Path, rules: str) -> None:
    """C30: it is offered with what it asks, declared, taken, and told; what it brings about lasts as it says, over a
    restart too, limits what may be done, and ends. So it is under rules that it knows nothing of."""
    additions = (YOKE, TWINS) if rules == "twins" else (YOKE,)
    folder = copied(tmp_path, *additions)
    async with serving(folder) as server:
        scene = await Scene(server, rules, reactions="automatic", declare="any-order").open()
        ash, brand = scene.ids["Ash"], scene.ids["Brand"]
        await does(scene.st, StartTurns())
        offered = await scene.offered("Yoke")
        assert (offered.command, offered.actor, offered.hint, offered.group) == ("DeclareAction", ash, "C30", "declare")
        asked = {wanted.name: wanted for wanted in offered.inputs}
        assert asked["traits"].choices[0].hint.startswith("19 dice")
        assert [choice.value for choice in asked["grip"].choices] == ["loose", "tight"]
        refused = await scene.player.do(DeclareAction(ash, (Action("yoke", (brand,), details=(("grip", "iron"),)),)))
        either = " or ".join(choice.label for choice in asked["grip"].choices)
        assert refused[-1] == f"{asked['grip'].label}: expected {either}, not 'iron' (C30)."
        while not (borne := records(scene.player, Bearing)):
            if turn(scene.st).phase == "over":  # eighteen dice that came to nothing
                await does(scene.st, StartTurn())
            await scene.turn(Action("yoke", (brand,), details=(("grip", "tight"),)))
    rolled = [each for each in records(scene.player, RollRecord) if each.reason == "Yoke"][-1]
    assert rolled.pool == 18
    assert rolled.parts[-2:] == (("yoke", -1), ("tight", -1))
    at = scene.story().index("Ash yokes Brand.")
    assert scene.story()[at : at + 2] == ["Ash yokes Brand.", "Brand gasps for air."]
    assert [(b.character, b.label, b.ends) for b in borne] == [
        (brand, "Yoked", "when it slips out, from the next turn on")
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
        assert refused[-1] == "Whoever is yoked stays where it is (C30)."
        await scene.turn()
        while records(scene.player, Bearing):
            await does(scene.st, StartTurn())
            await scene.turn()
        slipping = [each for each in records(scene.player, RollRecord) if each.reason == "Slipping out"]
        assert slipping[-1].net > 0
        assert "Brand is no longer yoked." in scene.story()
        assert not records(scene.player, Grip)
