"""A request about a hidden record, or another seat's, gets over a real socket the same answer as for an absent one
(SEC11)."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.command import Command
from domain.core.audience import Seat
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.stated_intent import StateAim
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.consequences import GiveConsequence
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.obstacles import SetObstacle
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.create_character import CreateCharacter
from domain.features.tasks.open_task import OpenTask
from server.fold.commit_codec import write
from server.stream.live_stream import LiveStream
from tests.domain.situations import wished
from tests.server.http.test_api import begun
from tests.server.socketless_tables import SECONDS, character, frames, fresh_id
from tests.server.whole_server import Client, Guests

NAMED = re.compile(r"anna|ben|guard|shade|id\d+")
"""The pattern of ids in the situations' commands."""
TRAITS = (("Strength", 3), ("Dexterity", 2), ("Wits", 2))


async def does(client: Client, command: Command) -> None:
    assert (await client.do(command))[0] == "accepted", command


async def keep_secrets(live: LiveStream, teller: Client, ben: Client, his: str) -> None:
    """Let the Storyteller hide records of many kinds, and share some with Ben alone."""
    await does(teller, CreateCharacter("Shade", traits=TRAITS, hidden=True))
    shade = character(live, "Shade")
    for command in (
        SetCondition(shade, "prone"),
        OpenTask("a plot", (shade,), dice=3, goal=6, hidden=True),
        SetObstacle("a trapdoor", hidden=True),
        RollInSecret("stalk", shade, dice=3),
        ModifyNextRoll(shade, 1, "hidden"),
        GiveConsequence(shade, "a scratch", bank=True),
        CallForRoll(his, "in private", ("Wits",), private=True),
    ):
        await does(teller, command)
    await does(ben, StateAim(his, "to get away", private=True))


def not_hers(live: LiveStream, seat: Seat) -> list[str]:
    """Return the ids that occur only in records that a seat may not read."""
    ids: dict[bool, set[str]] = {True: set(), False: set()}
    for audience, partition in live.folded.state.partitions.items():
        ids[seat.reads(audience)] |= {record.id for record in partition.records()}
    return sorted(ids[False] - ids[True])


def naming(wish: Any, id_: str, here: dict[str, str]) -> Iterator[Any]:
    """Yield the command as plain values, once per id in it with that id replaced; its remaining ids are the characters
    at this table."""
    if isinstance(wish, str) and NAMED.fullmatch(wish):
        yield id_
    elif isinstance(wish, list):
        for place, item in enumerate(wish):
            for named in naming(item, id_, here):
                yield [*about(wish[:place], here), named, *about(wish[place + 1 :], here)]


def about(value: Any, here: dict[str, str]) -> Any:
    """Return a value with the situations' characters replaced by the ones at this table."""
    if isinstance(value, list):
        return [about(item, here) for item in value]
    return here.get(value, value) if isinstance(value, str) else value


async def answers(client: Client, commands: list[Any]) -> set[bytes]:
    """Return the distinct answers to the commands, as bytes without the command's own id."""
    waiting = {fresh_id(): command for command in commands}
    for id_, command in waiting.items():
        await client.send("command", id_, 0, command)
    found: set[bytes] = set()
    async with asyncio.timeout(SECONDS):
        while waiting:
            message = await client.socket.recv()
            assert isinstance(message, bytes)
            for frame in frames(message):
                if frame[0] in ("accepted", "refused"):
                    del waiting[frame[1]]
                    found.add(message.replace(frame[1], bytes(16)))
    return found


async def test_over_a_socket_hidden_absent_and_forbidden_are_answered_alike(guests: Guests) -> None:
    """SEC11: a player and a guest send every command with each of its ids replaced by ids that the Storyteller hides,
    by ids she shares with another seat alone, and by ids that do not exist: the same bytes come back, also while turns
    run."""
    entrance = await guests.chronicle()
    stream = await begun(guests, await guests.sit(entrance))
    seats = [await guests.invited(entrance, name) for name in ("Anna", "Ben")]
    teller, anna, ben = [await guests.sit(seat, stream) for seat in (entrance, *seats)]
    guest = await guests.sit(await guests.invited(entrance, "Guest", "spectator"), stream)
    for client, name in ((anna, "Anna"), (ben, "Ben"), (teller, "Guard")):
        await does(client, CreateCharacter(name, traits=TRAITS))
    live = await guests.hub.streams.live(stream)
    here = {name.lower(): character(live, name) for name in ("Anna", "Ben", "Guard")}
    await keep_secrets(live, teller, ben, here["ben"])
    wishes = {type(command).__name__: msgspec.msgpack.decode(write(command)) for _, command in wished()}
    codes: Counter[str] = Counter()
    for turns in (False, True):
        if turns:
            await does(teller, StartTurns())
        secrets = not_hers(live, Seat(seats[0].seat, "player"))
        assert len(secrets) >= 8
        ids = [*secrets, *(id_[::-1] for id_ in secrets)]
        for client in (anna, guest):
            for name, wish in wishes.items():
                for alike in zip(*(naming(wish, id_, here) for id_ in ids), strict=True):
                    told = await answers(client, list(alike))
                    assert len(told) == 1, (name, alike[0], told)
                    codes[str(frames(told.pop())[0][2])] += 1
    assert codes.total() > 300
    assert {"no-such-character", "no-such-task", "no-such-call", "no-such-aim", "no-such-plea"} <= codes.keys()
