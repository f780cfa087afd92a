"""Copies of the program with added files, and a scene that is played on a copy."""

from __future__ import annotations

from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from typing import TypeVar

import msgspec

from domain.command import Command
from domain.core.option import Option
from domain.core.record import Record
from domain.features.characters.character import Face
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.scene_list import SceneCard
from domain.features.table.story_log import Line
from domain.features.table.turn import Turn
from domain.rules.declared_action import Action
from tests.in_english import english, line_text
from tests.server.processes.serve_process import ROOT, Server
from tests.server.whole_server import Client

ADDITIONS = ROOT / "tests" / "additions"
TWINS, YOKE = "rulesets/twins.py", "manoeuvres/yoke.py"
FIGHTERS = {
    "twins": (("Might", 10), ("Grace", 5), ("Nerve", 3), ("Fighting", 10), ("Moving", 5)),
    "nightfall": (("Strength", 10), ("Dexterity", 5), ("Intuition", 3), ("Brawl", 10), ("Dodge", 5)),
}

R = TypeVar("R", bound=Record)


def copied(folder: Path, *additions: str) -> Path:
    """Copy the program into a folder and add files to it."""
    for package in ("domain", "server"):
        copytree(ROOT / package, folder / package, ignore=ignore_patterns("__pycache__"))
    for addition in additions:
        assert not (folder / "domain" / addition).exists()
        copy(ADDITIONS / addition, folder / "domain" / addition)
    copytree(ADDITIONS / "words", folder / "domain" / "words", dirs_exist_ok=True)
    return folder


class Scene:
    """A scene with the Storyteller and a player, each with the page of their own socket."""

    def __init__(self, server: Server, rules: str, **switches: str) -> None:
        self.server = server
        self.rules = rules
        self.switches = switches

    async def open(self) -> Scene:
        """Found the chronicle, create Ash (the player's) and Brand (the Storyteller's), and begin a scene."""
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
        """Seat both in the scene."""
        self.st = await self.server.sit(self.teller, self.stream)
        self.player = await self.server.sit(self.anna, self.stream)
        self.ids = {face.name: face.id for face in records(self.player, Face)}
        return self

    async def turn(self, *actions: Action) -> None:
        """Let Ash declare these actions and Brand none, and play the turn to its end."""
        await does(self.player, DeclareAction(self.ids["Ash"], actions))
        await does(self.st, DeclareAction(self.ids["Brand"]))
        while (acting := turn(self.st).acting) and turn(self.st).phase == "acting":
            who = self.player if acting == self.ids["Ash"] else self.st
            await does(who, TakeAction(acting))
            await self.st.until(lambda acting=acting: turn(self.st).acting != acting)  # type: ignore[misc]
        await self.level()
        assert turn(self.player).phase == "over"

    async def level(self) -> None:
        """Wait until the player's page has all public parts that the Storyteller's page has."""
        told = self.st.page.audiences["everyone"][0]
        await self.player.until(lambda: self.player.page.audiences["everyone"][0] >= told)

    def story(self) -> list[str]:
        """Return the lines about what has happened, from the player's page."""
        names = {id_: name for name, id_ in self.ids.items()}
        lines = records(self.player, Line)
        return [line_text(line, names.__getitem__) for line in lines if line.kind == "happened"]

    async def offered(self, label: str) -> Option:
        """Wait for an option with this label on the player's page and return it."""
        while True:
            found = [
                option
                for option in msgspec.convert(self.player.page.options, list[Option])
                if english(option.label) == label
            ]
            if found:
                return found[0]
            await self.player.next()


async def does(client: Client, command: Command) -> None:
    """Send a command that must be accepted."""
    answer = await client.do(command)
    assert answer[0] == "accepted", answer


def records(client: Client, type_: type[R]) -> list[R]:
    """Return the public records of a type that a page has."""
    found = client.page.audiences["everyone"][2].values()
    return [msgspec.convert(raw, type_) for raw in found if raw[0] == type_.__name__]


def turn(client: Client) -> Turn:
    """Return the turn as a page shows it."""
    (found,) = records(client, Turn)
    return found
