"""One file makes bytes for a viewer out of records, and one writes them; what else is sent has no room for a secret."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
import pytest

from domain.audience import Audience
from domain.command import Option
from domain.event import Fact
from domain.features.chat import Said
from domain.features.creating import CreateCharacter
from domain.features.free_roll import RollInSecret
from domain.record import Record
from server import wire
from server.codec import command_key, pack
from server.log.contract import Entry, link
from tests.server.conftest import OpenTable
from tests.server.tables import ANNA, BEN, GUEST, STORYTELLER, character

ROOT: Final = Path(__file__).parents[2]
BETWEEN: Final = ("gallery", "live", "peer", "house", "lookback", "presence", "folded", "rounds", "conversation")
"""The files between the fold and the socket."""
TOLD: Final[dict[str, str]] = {
    "Welcome": "epoch seat role name stream resumed durability",
    "ViewPart": "audience count chain records",
    "Part": "audience count chain at changed gone",
    "Accepted": "id position",
    "Refused": "id code sentence",
    "Presence": "seats watching",
    "Options": "options",
    "Tick": "n",
    "Reset": "why",
    "Closing": "code sentence retry",
    "Looked": "id at most time refused",
    "SeatHere": "id name role here typing",
    "Position": "audience count chain",
}
"""Every field that a player is ever told of, records aside. Whoever adds one says here that nothing hidden moves it."""


def parsed() -> dict[str, ast.Module]:
    """Every file of the server, the command line's aside: that is its user's own."""
    paths = [path for path in sorted((ROOT / "server").rglob("*.py")) if "cli" not in path.parts]
    return {
        path.relative_to(ROOT / "server").with_suffix("").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
    }


FILES: Final = parsed()


def mentions(type_: Any, wanted: type) -> bool:
    """Whether a type is made of another."""
    arguments = getattr(type_, "__args__", ())
    return (isinstance(type_, type) and issubclass(type_, wanted)) or any(mentions(a, wanted) for a in arguments)


def called(node: ast.AST) -> str:
    """The name of what is called, "" where nothing is."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_records_and_options_become_bytes_in_one_file() -> None:
    """S8: the frames that can hold a record or an option are made in `projection.py` alone, and the files between the
    fold and the socket encode no other thing than frames; of what a commit told, they take up the part that is
    everybody's and no other."""
    holding = {
        frame.__name__
        for frame in wire.SERVER_FRAMES
        if any(mentions(hint, one) for hint in get_type_hints(frame).values() for one in (Record, Option))
    }
    assert holding == {"ViewPart", "Part", "Options"}
    makers = {name for name, code in FILES.items() for node in ast.walk(code) if called(node) in holding}
    assert makers == {"projection"}
    frames = {frame.__name__ for frame in wire.SERVER_FRAMES} - holding
    for name in BETWEEN:
        nodes = list(ast.walk(FILES[name]))
        made = {
            target.id: called(node.value)
            for node in nodes
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in nodes:
            if called(node) == "write" and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                (value,) = node.args
                made_of = made.get(value.id, "") if isinstance(value, ast.Name) else called(value)
                assert made_of in frames or (name, made_of) == ("presence", "_mine"), (name, ast.unparse(node))
            assert called(node) not in ("encode", "Encoder", "to_builtins"), (name, ast.unparse(node))
        allowed = {"t.parts[EVERYONE]", "len(t.parts)", "EVERYONE in t.parts"}
        whole = ast.unparse(FILES[name])
        for text in allowed:
            whole = whole.replace(text, "")
        assert ".parts" not in whole, name


def test_only_the_socket_writes_to_a_transport() -> None:
    """S8: no other file of the server does, and none but the HTTP side, the guard and the socket sends by ASGI."""
    writers, senders = set(), set()
    for name, code in FILES.items():
        for node in ast.walk(code):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                ("transport.write", "transport.writelines")
            ):
                writers.add(name)
            if called(node) in ("send", "send_bytes", "send_text", "send_json"):
                senders.add(name)
    assert writers == {"socket"}
    assert senders == {"guard", "socket"}


def test_these_fields_and_no_others_are_told_to_players() -> None:
    """S10: what travels beside the records is this list: no number of the log, no total, no time of hidden work."""
    structs: tuple[type[msgspec.Struct], ...] = (*wire.SERVER_FRAMES, wire.SeatHere, wire.Position)
    assert {s.__name__: " ".join(s.__struct_fields__) for s in structs} == TOLD


@pytest.mark.parametrize("audience", ["everybody", "players", "", "seats", "Everyone", "seats:annabel"])
async def test_an_event_for_an_audience_that_is_not_known_reaches_nobody(opened: OpenTable, audience: str) -> None:
    """S8: a stored fact whose audience is a new word, or nobody's name, is no byte of what a player or a spectator is
    told of it, live or in a view; and changes not a byte of what they were shown before."""
    folded = await (await opened()).fold()
    low = (ANNA, BEN, GUEST)
    before = [folded.projection.view(seat) for seat in low]
    payload = pack("st", b"", 1, [Fact(Audience(audience), Said("st", "", "whispered", "The Hollow Man"))]).payload
    head = folded.head
    entry = Entry(head.seq + 1, link(head.chain, payload), command_key(STORYTELLER, b"unheard"), payload)
    _, told = folded.take(entry)
    assert [folded.projection.message(seat, told) for seat in low] == [b"", b"", b""]
    assert [folded.projection.view(seat) for seat in low] == before


async def test_a_hidden_roll_makes_nothing_for_players(opened: OpenTable) -> None:
    """S12: the Storyteller rolls in secret and hides somebody: nothing is written to anybody else, not even nothing."""
    table = await opened()
    teller, *others = [await table.sit(seat) for seat in (STORYTELLER, ANNA, BEN, GUEST)]
    anna = character(table.lives[0], "Anna")
    for eyes in others:
        eyes.writes.clear()
    for command in (RollInSecret("spot", anna, dice=5), CreateCharacter("Shade", hidden=True)):
        assert (await teller.do(command))[0] == "accepted"
    assert [eyes.writes for eyes in others] == [[], [], []]
