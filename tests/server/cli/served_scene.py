"""A scene that is played and still served, and subcommands that run on its log. Tests import the fixtures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.features.cast.hide_and_reveal import HideCharacter
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.cli import main
from server.client.enter import Entrance
from tests.server.whole_server import Client, Guests, running

SECRET = "the butler did it"
HIDDEN = "Nosferatu"


class ServedScene(NamedTuple):
    """A scene that was played and is still served."""

    guests: Guests
    url: str
    storyteller: Client
    anna: Entrance
    stream: str
    teller: Entrance


class Ran(NamedTuple):
    """The exit code and the output of a subcommand."""

    code: int
    out: str
    err: str


Coterie = Callable[..., Any]


@pytest.fixture
def coterie(capsys: pytest.CaptureFixture[str]) -> Coterie:
    """Run a subcommand in a thread, because it starts an event loop of its own."""

    async def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = await asyncio.to_thread(main, list(arguments))
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


def records(client: Client, type_: str) -> list[Any]:
    """Return the records of a type that a page holds for everyone."""
    return [r for r in client.page.audiences["everyone"][2].values() if r[0] == type_]


async def played(guests: Guests, url: str) -> ServedScene:
    """Play a scene with talk, a roll, a secret roll, whispers, a hidden character, and markup in the typed texts."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
    lobby, annas = await guests.sit(teller), await guests.sit(anna)
    await annas.do(CreateCharacter("Annabel", traits=(("Strength", 3), ("Brawl", 2))))
    await lobby.do(CreateCharacter("The {0} Man"))
    await lobby.do(BeginScene("The *Docks*"))
    (card,) = records(lobby, "SceneCard")
    storyteller, annas = await guests.sit(teller, card[2]), await guests.sit(anna, card[2])
    annabel, man = [face[1] for face in records(storyteller, "Face")]
    for client, command in (
        (storyteller, Say("Rain falls.\n# Not a heading")),
        (annas, Say("Who is <b>there</b>?", annabel)),
        (annas, Roll("to force the door", annabel, ("Strength", "Brawl"))),
        (storyteller, RollInSecret(SECRET, annabel, dice=3)),
        (storyteller, Say(SECRET, "", (ben.seat,))),
        (storyteller, CreateCharacter(HIDDEN, hidden=True)),
        (storyteller, HideCharacter(man)),
        (annas, Say("[click](http://evil.example)")),
        (annas, Say("a word in your ear", "", (ben.seat,))),
        (annas, Say("It was **not** *me*, 2 * 3 * 4.")),
    ):
        answer = await client.do(command)
        assert answer[0] == "accepted", answer
    return ServedScene(guests, url, storyteller, anna, card[2], teller)


@pytest.fixture
async def told(tmp_path: Path) -> AsyncIterator[ServedScene]:
    """A scene in a file that is being served."""
    url = f"sqlite:///{tmp_path}/house.db"
    async with running(url) as guests:
        yield await played(guests, url)
