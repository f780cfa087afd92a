"""A client that was written from docs/protocol.md alone plays at a running server."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path

from domain.features.actions.declaration import Declaration
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.client.enter import enter
from server.client.table import Table
from tests.clients.second_client import SecondClient
from tests.server.whole_server import Guests

SOURCE = Path(__file__).with_name("second_client.py")
ALLOWED = {"__future__", "asyncio", "collections", "contextlib", "json", "random", "secrets", "sys", "typing", "urllib"}
"""The modules of the standard library that the second client uses."""


def test_it_imports_nothing_of_this_program() -> None:
    """The second client knows the program only by its document."""
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text())):
        match node:
            case ast.Import(names):
                imported |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(module=str(module)):
                imported.add(module.partition(".")[0])
            case _:
                pass
    assert imported <= ALLOWED | {"msgpack", "websockets"}


async def test_it_plays_from_the_link_to_the_declaration_over_a_cut(guests: Guests) -> None:
    """It joins by link, prints the story, rolls, declares, and after a real cut resumes: each line is printed once, and
    a command that was sent during the cut applies once."""
    teller = await guests.chronicle("The Tide", "nightfall")
    anna = await guests.invited(teller, "Anna")
    async with Table(await enter(teller.link)) as lobby:
        await lobby.do(CreateCharacter("Ilse", player=anna.seat, traits=(("Strength", 3), ("Dexterity", 2))))
        await lobby.do(BeginScene("The Docks"))
    async with Table(await enter(teller.link)) as vera:
        printed: list[str] = []
        client = await asyncio.to_thread(SecondClient, anna.link, printed.append)
        playing = asyncio.create_task(client.run())
        try:
            async with asyncio.timeout(20):
                await client.until(lambda: client.epoch and "Anna" in client.names.values())
                assert printed[0] == "The Docks"
                await vera.do(Say("Fog over the water."))
                await client.until(lambda: any("Fog over the water." in line for line in printed))
                assert (await client.choose("Roll", actor="", dice=5))[0] == "accepted"
                await client.until(lambda: any(re.match(r"Anna rolls dice \+5: ", line) for line in printed))
                assert (await client.command("Say", "", "", [], False))[2] == "nothing-said"

                await vera.do(StartTurns())
                await client.until(lambda: client.options.get("DeclareAction"))
                assert (await client.choose("DeclareAction", manoeuvre="dodge"))[0] == "accepted"
                assert [declared.actions[0].manoeuvre for declared in vera.records.all(Declaration)] == ["dodge"]

                one = {"kind": "choice", "least": 0, "most": 0}
                answers = {"blow": "b1", "place": "0", "means": "dodge"}
                inputs = [one | {"name": name, "choices": [only], "default": only} for name, only in answers.items()]
                defend = {"command": "Defend", "actor": "ilse", "inputs": inputs}
                assert client.filled(defend, {}) == ["b1", 0, "dodge", False, False], "as the document shows"

                client.socket.transport.abort()
                said = asyncio.create_task(client.command("Say", "I am back.", "", [], False))
                await vera.do(Say("While you were away."))
                assert (await said)[0] == "accepted"
                await client.until(lambda: any("I am back." in line for line in printed))
                assert client.resumes == 1
                for text in ("Fog over the water.", "While you were away.", "I am back."):
                    assert sum(text in line for line in printed) == 1, printed
                assert client.positions["everyone"][0] == vera.records.seen
        except TimeoutError:
            raise AssertionError(printed) from None
        finally:
            playing.cancel()
