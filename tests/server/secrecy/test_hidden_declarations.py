"""Hidden declarations in bytes: until all have declared, no byte for a further seat depends on a declaration (I2)."""

from __future__ import annotations

from domain.command import Command
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import StartTurns
from domain.rules.declared_action import Action
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, BEN, GUEST, STORYTELLER, Eyes, Table, character

SEATS = (ANNA, BEN, GUEST, STORYTELLER)


async def declared(table: Table, *actions: Action) -> tuple[dict[str, Eyes], dict[str, bytes]]:
    """Start the turns, let Anna declare these actions, and abort the first into a dodge if she may. Return the
    subscribers, and the bytes that each had received by then."""
    subscribers = {seat.id: await table.sit(seat) for seat in SEATS}
    anna = character(table.live_streams[0], "Anna")

    async def does(seat: str, command: Command, id_: bytes) -> str:
        return str((await subscribers[seat].do(command, id_.ljust(16, b"-")))[0])

    assert await does("st", StartTurns(), b"start") == "accepted"
    assert await does("anna", DeclareAction(anna, actions), b"declare") == "accepted"
    await does("anna", AbortAction(anna, "dodge"), b"abort")
    return subscribers, {seat: bytes(eyes.told) for seat, eyes in subscribers.items()}


async def test_nobody_is_told_what_is_hidden_until_all_are_in(opened: OpenTable) -> None:
    """I2: Anna's plan, its length and her change of mind alter no byte sent to Ben and a guest until Ben has declared
    too; then they read all of it."""
    told = {}
    for plan in ("attack", "two", "nothing"):
        table = await opened(of="plans", declarations="hidden", declare="any-order")
        ben = character(table.live_streams[0], "Ben")
        secret = Action("free", (ben,), text="a knife in the dark")
        plans = {"attack": (Action("attack", (ben,)),), "two": (secret, Action("dodge")), "nothing": ()}
        subscribers, told[plan] = await declared(table, *plans[plan])
        assert (b"knife in the dark" in told[plan]["anna"]) == (plan == "two")
        assert (await subscribers["ben"].do(DeclareAction(ben)))[0] == "accepted"
        assert (b"knife in the dark" in bytes(subscribers["guest"].told)) == (plan == "two")
    for seat in ("ben", "guest"):
        assert told["attack"][seat] == told["two"][seat] == told["nothing"][seat]
    assert told["attack"]["anna"] != told["two"]["anna"]
    assert b"HasDeclared" in told["attack"]["guest"]


async def test_what_is_open_is_told_at_once(opened: OpenTable) -> None:
    """I2: under `declarations: open` a guest reads Anna's declaration while Ben has not declared."""
    table = await opened(declare="any-order")
    _, told = await declared(table, Action("free", text="a knife in the dark"))
    assert b"knife in the dark" in told["guest"]
