"""Only `projection.py` turns records into bytes for a subscriber, and only the files listed here write bytes; all
further frames have no room for a secret.

Long because the tables of the files that may write, encode and read the fold are next to the checks that read them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
import pytest

from domain.core.audience import Audience
from domain.core.event import Fact
from domain.core.option import Option
from domain.core.record import Record
from domain.features.rolls.free_roll import RollInSecret
from domain.features.scenes.chat import Said
from domain.features.scenes.create_character import CreateCharacter
from server.fold.commit_codec import command_key, pack
from server.log.contract import Entry, next_chain
from server.protocol import frames
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, BEN, GUEST, STORYTELLER, character

ROOT: Final = Path(__file__).parents[3]


def of(names: str) -> frozenset[str]:
    return frozenset(names.split())


ENCODING: Final = of(
    """
    encode encode_into encode_lines Encoder to_builtins dump dumps pack pack_into packb Packer asdict astuple
    bytes bytearray memoryview repr ascii vars
    """
)
"""The calls of any library that make bytes, or plain values for bytes, out of values; `codec.write` is checked
apart."""
SENDING: Final = of(
    """
    write writelines write_bytes write_text write_eof send send_bytes send_json send_text sendall sendfile sendmsg
    sendto pwrite pwritev writev sock_sendall sock_sendfile sock_sendto create_connection
    create_datagram_endpoint create_server create_unix_server open_connection open_unix_connection start_server
    FileResponse HTMLResponse JSONResponse
    PlainTextResponse RedirectResponse Response StreamingResponse
    """
)
"""The calls by which bytes leave a process."""
ENCODERS: Final[dict[str, str]] = {
    "fold/commit_codec": "commits for the log, and the frames of those below",
    "fold/projection": "frames with records and options, for one viewer",
    "stream/group_commit": "commits for the log",
    "fold/chunks": "what audiences have, for snapshots and checkpoints",
    "fold/checkpoints": "the same, for seats that look back",
    "fold/snapshots": "folds for the log's own store",
    "http/json_messages": "the answers of server.http.types",
    "http/typescript": "types, when the page is built",
    "access/contract": "hashes of secrets",
    "access/sessions": "settings of the server, for their store",
    "access/redis": "seats and doors, for their store",
    "access/sqlite": "seats and doors, for their store",
    "fold/sealed_chance": "what dice are drawn with",
    "protocol/websocket_framing": "lengths",
    "http/origin_guard": "a sentence's length",
    "http/public_address": "the name of a host, to see that it can be looked up",
    "push/addresses": "the same",
    "http/way_back": "the hash of a text by which a server knows itself",
    "http/security_headers": "the content security policy",
    "http/base_path": "the base path",
    "hub/handover_commands": "a command's id",
    "cli/verify": "what dice are drawn with",
    "fold/command_shape": "the first bytes of a command, to count its fields",
    "http/reference/page": "the texts of the page about the protocol",
    "hub/reminders": "the time of a seat's last push message",
    "push/delivery": "a push message, which has one fixed text",
    "push/encryption": "a push message, encrypted and signed",
    "pictures/redis": "names of keys",
    "log/redis/log": "names of keys",
    "log/redis/checks": "names of keys",
    "log/redis/nodes": "names of keys",
    "log/redis/scripts": "a script",
    "log/sqlite/snapshot_files": "a file's name",
}
"""Every file that makes bytes, and out of which values; no further file does."""
KEPT_CHAIN: Final = "bytes(chains[last - CHAIN_BYTES:last])"
COPIES: Final = frozenset(
    (*of("bytes(8) bytes(_ROOM_TRIED) bytes(16) bytes(data) bytes(raw) bytes(stream._buffer) bytearray()"), KEPT_CHAIN)
)
"""The calls that make bytes only of bytes, or empty ones, and are allowed in every file."""
FRAMERS: Final = frozenset(
    of("stream/replies hub/connections stream/seating fold/lookback connection/connection connection/presence")
)
"""The files that make frames by `codec.write`, none with a record or an option in it."""
SENDERS: Final[dict[str, set[str]]] = {
    "stream/replies": {"subscriber.write", "submission.subscriber.write"},
    "stream/fan_out": {"subscriber.write"},
    "hub/connections": {"connection.write"},
    "stream/seating": {"subscriber.write"},
    "connection/connection": {"transport.write", "self.write", "self._transport.write"},
    "connection/presence": {"subscriber.write"},
    "connection/websocket": {"self.write", "self.transport.write", "self.send", "super().send"},
    "http/assets": {"Response"},
    "http/origin_guard": {"send"},
    "http/base_path": {"send"},
    "http/api": {"Response", "FileResponse", "HTMLResponse"},
    "http/chronicle_file": {"FileResponse"},
    "http/host": {"Response"},
    "http/way_back": {"socket.create_connection"},
    "http/json_messages": {"Response"},
    "http/pictures": {"Response"},
    "http/status": {"Response", "PlainTextResponse"},
    "hub/reminders": {"self._delivery.send"},
    "access/redis": {"self._redis.write"},
    "log/redis/commands": {"self.write"},
    "log/redis/channel_listener": {"writer.writelines"},
    "log/redis/pipeline": {"writer.write"},
    "log/sqlite/file": {"probe.write"},
    "log/sqlite/snapshot_files": {"fresh.write_bytes"},
    "cli/_archive_file": {"fresh.write_bytes"},
    "cli/export": {"picture_file(folder, picture).write_bytes"},
    "cli/plan": {"args.svg.write_text"},
    "pictures/_decoder": {"sys.stdout.buffer.write"},
}
"""Every file that sends bytes away, and the calls it sends by; no further file does, except that the command line
prints to its user."""
TO_VIEWERS: Final = frozenset(
    {
        "stream/replies",
        "stream/fan_out",
        "hub/connections",
        "stream/seating",
        "connection/connection",
        "connection/presence",
        "connection/websocket",
    }
)
"""The files that write to the people at a table."""
EVERYBODYS: Final = ("c.parts[EVERYONE]", "len(c.parts)", "EVERYONE in c.parts")
"""The only uses of a commit's parts outside `projection.py`."""
EYES: Final[dict[str, set[str]]] = {
    "hub/tables": {"ANYBODY"},
    "stream/fan_out": {"seat"},
    "hub/past_states": {"submission.seat"},
    "hub/reminders": {"seat"},
    "http/dice": {"found.seat"},
    "http/pictures": {"found.seat"},
    "fold/lookback": {"seat", "as_seat"},
    "connection/connection": {"self.seat"},
    "cli/_seat_replay": {"self.seat"},
    "cli/_script_stream": {"seat"},
    "cli/export": {"replay.seat"},
    "cli/replay": {"replay.seat"},
}
"""Every file that asks for a seat's data, and the expressions for that seat."""
OF_A_SEAT: Final = of("view message story missing")
"""The calls that return a seat's data."""
FOLDS: Final[dict[str, set[str]]] = {
    "stream/fan_out": {"folded.state.view(seat)"},
    "hub/scene_handover": {
        "open_cards(chronicle.folded.state.full)",
        "chronicle.folded.state.full.get(Fork, card.id)",
    },
    "hub/tables": {
        "open_cards(chronicle.folded.state.view(ANYBODY))",
        "list(chronicle.folded.state.view(ANYBODY).all(SceneCard))",
        "open_cards(live.folded.state.view(ANYBODY))",
    },
    "hub/past_states": {"live.folded.state.view(submission.seat)"},
    "hub/reminders": {"live.folded.state.view(seat)"},
    "stream/past_tables": {
        "folded.state.full.get(Setting, 'setting')",
        "setting(past.state.full).open",
        "PastState(folded.state, folded.head, head)",
    },
    "http/pictures": {"live.folded.state.view(found.seat)"},
    "http/dice": {"live.folded.state.view(found.seat)"},
    "hub/handover_commands": {
        "opening_command(chronicle.folded.state.full, card, past, lost=lost)",
        "keep_scene_command(scene.folded.state.full, card)",
    },
    "fold/lookback": {"now.state.view(seat).get(Setting, 'setting')"},
    "connection/websocket": {"self.conn.state is"},
}
"""Every use of a fold's state outside the command line and the files of `FOLDING`."""
FOLDING: Final = frozenset(
    {"fold/stream_fold", "fold/checkpoints", "fold/projection", "stream/group_commit", "fold/snapshots"}
)
"""The files that compute the fold; none of them writes to a connection."""
MADE_UP: Final = frozenset({"fold/unknown_names", "cli/_script_stream"})
"""The files that read attributes whose names are computed at run time."""
TOLD: Final[dict[str, str]] = {
    "Welcome": "epoch seat role name stream resumed durability before of groups layouts",
    "ViewPart": "audience count chain records",
    "Earlier": "audience records",
    "Part": "audience count chain at changed gone",
    "Accepted": "id position",
    "Refused": "id code words",
    "Presence": "seats watching",
    "Options": "whole texts choices inputs options offers",
    "WordsByNumber": "number",
    "SentWords": "id args rule",
    "NumberedText": "number text",
    "NumberedChoice": "number value label hint",
    "NumberedInput": "number name label kind choices least most default rarely",
    "NumberedOption": "number command actor label hint group urgent inputs parts grave",
    "Offer": "command at gone options",
    "Tick": "n",
    "Reset": "why",
    "Closing": "code why retry",
    "Looked": "id at most time refused before of",
    "SeatHere": "id name role here typing",
    "Position": "audience count chain",
}
"""Every field that a player ever receives, apart from records. Enter a new field here only if no hidden fact changes
it."""


def parsed() -> dict[str, ast.Module]:
    """Parse every file of the server that can hold a secret. The client library and the bridge run at the other end of
    a connection: they know what one seat receives, and may import nothing else (the contract `client`)."""
    return {
        file.with_suffix("").as_posix(): ast.parse((ROOT / "server" / file).read_text(encoding="utf-8"))
        for file in sorted(path.relative_to(ROOT / "server") for path in (ROOT / "server").rglob("*.py"))
        if file.parts[0] not in ("client", "bridge")
    }


FILES: Final = parsed()


def mentions(type_: Any, wanted: type) -> bool:
    """True if a type contains the wanted type."""
    arguments = getattr(type_, "__args__", ())
    return (isinstance(type_, type) and issubclass(type_, wanted)) or any(mentions(a, wanted) for a in arguments)


OF_OPTIONS: Final[tuple[type, ...]] = (
    frames.WordsByNumber,
    frames.SentWords,
    frames.NumberedText,
    frames.NumberedChoice,
    frames.NumberedInput,
    frames.NumberedOption,
    frames.Offer,
)
"""The structs that hold options inside a frame."""
HOLDING: Final = {
    struct.__name__
    for struct in (*frames.SERVER_FRAMES, *OF_OPTIONS)
    if any(
        struct in OF_OPTIONS or mentions(hint, one)
        for hint in get_type_hints(struct).values()
        for one in (Record, Option, *OF_OPTIONS)
    )
}
"""The frames that can hold a record or an option, and the structs that hold options inside a frame."""
PLAIN: Final = {frame.__name__ for frame in frames.SERVER_FRAMES} - HOLDING


def called(node: ast.AST) -> str:
    """Return the name of the called function, "" if the node is no call."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def words(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that a node refers to, called or not, with its source text."""
    match node:
        case ast.Attribute():
            yield node.attr, ast.unparse(node)
        case ast.ImportFrom():
            yield from ((alias.name, alias.name) for alias in node.names if alias.name != "write")
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(word)), *_]):
            yield word, ast.unparse(node)
        case ast.Call(func=ast.Name(id=word)) if word != "write":  # `codec.write` is checked at its import
            yield word, word


def makes_frames(node: ast.AST) -> bool:
    """True if a node imports `codec.write`."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "server.fold.commit_codec"
        and "write" in [a.name for a in node.names]
    )


def told_of(file: str, node: ast.AST) -> Iterator[str]:
    """Yield each use of a seat's data in this file for another seat than the permitted one, and each name computed
    at run time."""
    if called(node) in OF_A_SEAT and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        seat = ast.unparse(node.args[0]) if node.args else ""
        if seat not in EYES.get(file, ()):
            yield f"takes up what somebody else may read: {ast.unparse(node)}"
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(), *_]):
            pass
        case ast.Call(func=ast.Name(id="getattr")) if file not in MADE_UP:
            yield f"asks for a name that is made up: {ast.unparse(node)}"


def by_another_name(code: ast.Module) -> Iterator[str]:
    """Yield each use of `codec.write` under another name."""
    own = {id(node.func) for node in ast.walk(code) if isinstance(node, ast.Call)}
    for node in ast.walk(code):
        if isinstance(node, ast.Name) and node.id == "write" and id(node) not in own:
            yield "has another name for what makes frames"
        if isinstance(node, ast.ImportFrom | ast.Import):
            for alias in node.names:
                if alias.asname and (alias.name == "write" or alias.name.startswith("server.fold.commit_codec")):
                    yield f"has another name for what makes frames: {ast.unparse(node)}"


def formats_bytes(node: ast.AST) -> bool:
    """True if it formats values into bytes."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, bytes)
    )


def may_send(file: str, text: str) -> bool:
    """True if a file may send data by this expression. Output of the command line reaches only its user."""
    return text in SENDERS.get(file, ()) or (
        file.startswith("cli/") and text.startswith(("sys.stdout.", "sys.stderr."))
    )


def of_a_frame(file: str, code: ast.Module) -> Iterator[str]:
    """Yield each call of `codec.write` on a value that is no frame, in a file that may make frames only."""
    made = {
        target.id: called(node.value)
        for node in ast.walk(code)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "write":
            (value,) = node.args
            what = called(value) or made.get(ast.unparse(value), "")
            if what not in PLAIN and (file, what) != (
                "connection/presence",
                "_own_signal",
            ):  # a signal, to the server's further processes
                yield f"makes bytes of no frame: {ast.unparse(node)}"


def without(texts: Iterable[str], code: ast.Module) -> str:
    """Return the code without the pieces in `texts`."""
    whole = ast.unparse(code)
    for text in texts:
        whole = whole.replace(text, "")
    return whole


def taken_up(file: str, code: ast.Module) -> Iterator[str]:
    """Yield each use of a commit's parts or of the fold in a file that is not listed for it."""
    for node in ast.walk(code):
        yield from told_of(file, node)
    if file.startswith("cli/"):
        return
    # A pool, a roll and an option have parts, too.
    if file not in ("fold/projection", "fold/option_numbers", "http/odds", "words/story") and ".parts" in without(
        EVERYBODYS, code
    ):
        yield "takes up parts of a commit"
    if file not in FOLDING and re.search(r"(?<!domain\.core)\.(state|full)\b", without(FOLDS.get(file, ()), code)):
        yield "takes up what is folded"


def past_it(file: str, code: ast.Module) -> Iterator[str]:
    """Yield each place in a file that encodes or sends bytes and is not in the tables above: every file is denied by
    default."""
    of_the_line = file.startswith("cli/")
    if not of_the_line and any(map(makes_frames, ast.walk(code))):
        yield from by_another_name(code)
    if file in FRAMERS:
        yield from of_a_frame(file, code)
    for node in ast.walk(code):
        if called(node) in HOLDING and file != "fold/projection":
            yield f"makes a frame that can hold a secret: {ast.unparse(node)}"
        if formats_bytes(node) and file not in ENCODERS:
            yield f"makes bytes: {ast.unparse(node)}"
        if makes_frames(node) and not (file in FRAMERS or file == "fold/projection" or of_the_line):
            yield "makes frames"
        for word, text in words(node):
            if word in ENCODING and not (file in ENCODERS or of_the_line or ast.unparse(node) in COPIES):
                yield f"makes bytes: {text}"
            if word in SENDING and not may_send(file, text):
                yield f"sends: {text}"
            if word == "payload" and file in TO_VIEWERS:
                yield f"takes up a commit as it is stored: {text}"
    yield from taken_up(file, code)


def test_records_and_options_become_bytes_in_one_file() -> None:
    """SEC8: only the listed files of the server encode or send bytes. Frames that can hold a record or an option are
    made in `projection.py` alone. Files that write to subscribers encode only the remaining frames and read no stored
    commit. Outside `projection.py`, only the public part of a commit is read."""
    numbered = {"WordsByNumber", "SentWords", "NumberedText", "NumberedChoice", "NumberedInput", "NumberedOption"}
    assert {"ViewPart", "Earlier", "Part", "Options", "Offer", *numbered} == HOLDING
    assert [(file, found) for file, code in FILES.items() for found in past_it(file, code)] == []
    assert not TO_VIEWERS & set(ENCODERS)
    assert {*ENCODERS, *FRAMERS, *SENDERS} <= set(FILES)


@pytest.mark.parametrize(
    ("file", "planted"),
    [
        (
            "shout",
            "import msgspec\ndef shout(one, folded): one._transport.write(msgspec.msgpack.encode(folded.state))",
        ),
        ("shout", "from msgspec.msgpack import encode as made\ndef shout(folded): return made(folded.state)"),
        ("shout", "from server.fold.commit_codec import write\ndef shout(folded): return write(folded.state)"),
        ("shout", "def shout(folded): return str(folded.state).encode()"),
        ("shout", "def shout(connection, data): connection.write(data)"),
        ("shout", "def shout(connection, data):\n    tell = getattr(connection, 'write')\n    tell(data)"),
        (
            "shout",
            "def shout(subscribers, data): any(map(lambda v: v.live.socket.transport.writelines([data]), subscribers))",
        ),
        ("shout", "import asyncio\nasync def shout(): return await asyncio.open_connection('127.0.0.1', 9)"),
        ("shout", "from starlette.responses import JSONResponse\ndef shout(folded): return JSONResponse(folded.state)"),
        ("shout", "from server import wire\ndef shout(told): return wire.Part('everyone', 1, b'', 0, told, ())"),
        ("shout", "def shout(told): return b''.join(told.parts.values())"),
        ("log/shout", "def shout(transport, payload): transport.write(payload)"),
        ("cli/shout", "def shout(connection, payload): connection.write(payload)"),
        (
            "stream/fan_out",
            "def shout(subscribers, told): [v.write(b''.join(t.parts.values())) for v in subscribers for t in told]",
        ),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(repr(folded.state).encode())"),
        ("stream/fan_out", "def shout(subscriber, entry): subscriber.write(frame(entry.payload))"),
        ("connection/connection", "def shout(self, live): self.write(write(live.folded.state.full.all(Roll)))"),
        (
            "connection/connection",
            "def shout(self, live):\n    rolls = tuple(live.folded.state.full.all(Roll))\n    self.write(write(rolls))",
        ),
        ("hub/connections", "def shout(connection, data): connection._transport.write(data)"),
        ("stream/group_commit", "def shout(subscriber, payload): subscriber.write(payload)"),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(bytes(repr(folded.state), 'utf8'))"),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(b'%a' % folded)"),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(bytearray(str(folded), 'utf8'))"),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(memoryview(folded))"),
        (
            "stream/fan_out",
            "def shout(subscriber, folded, told): subscriber.write(folded.projection.message(STORYTELLER, told))",
        ),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(folded.projection.view(STORYTELLER))"),
        (
            "stream/fan_out",
            "def shout(subscriber, told): subscriber.write(b''.join(getattr(told, 'pa' + 'rts').values()))",
        ),
        ("stream/fan_out", "def shout(subscriber, told): subscriber.write(b''.join(vars(told)['parts'].values()))"),
        ("stream/fan_out", "def shout(subscriber, folded): subscriber.write(join(folded.state.full))"),
        (
            "stream/seating",
            "from server.fold.commit_codec import write as w\ndef shout(subscriber, rolls): subscriber.write(w(rolls))",
        ),
        (
            "stream/seating",
            "import server.fold.commit_codec as c\ndef shout(subscriber, rolls): subscriber.write(c.write(rolls))",
        ),
        ("connection/connection", "from server import codec\ndef shout(self, rolls): self.write(codec.write(rolls))"),
        ("connection/connection", "def shout(self, rolls):\n    w = write\n    self.write(w(rolls))"),
        (
            "connection/connection",
            "def shout(self, live): self.write(write(wire.Refused(b'', '', str(live.folded.state))))",
        ),
        (
            "connection/presence",
            "def shout(subscriber, live): subscriber.write(write(wire.Presence(tuple(live.folded.state.full), 0)))",
        ),
        ("http/json_messages", "def shout(folded): return Response(msgspec.json.encode(folded.state.full))"),
        ("http/status", "def shout(house): return PlainTextResponse(repr(house.lives))"),
        ("shout", "import os\ndef shout(fd, data): os.pwrite(fd, data, 0)"),
        ("shout", "def shout(log, folded): log.info('%s', folded.state)"),
    ],
)
def test_a_way_past_it_is_found(file: str, planted: str) -> None:
    """SEC8: a forbidden way to send is found, planted in an existing file or in a new one."""
    there = FILES[file].body if file in FILES else []
    assert list(past_it(file, ast.Module([*there, *ast.parse(planted).body], [])))


def test_these_fields_and_no_others_are_told_to_players() -> None:
    """SEC10: only these fields travel beside the records: no number of the log, no total, no time of hidden work."""
    structs: tuple[type[msgspec.Struct], ...] = (*frames.SERVER_FRAMES, frames.SeatHere, frames.Position, *OF_OPTIONS)
    assert {s.__name__: " ".join(s.__struct_fields__) for s in structs} == TOLD


@pytest.mark.parametrize("audience", ["everybody", "players", "", "seats", "Everyone", "seats:annabel"])
async def test_an_event_for_an_audience_that_is_not_known_reaches_nobody(opened: OpenTable, audience: str) -> None:
    """SEC8: a stored fact with an unknown audience adds no byte to the messages and views of players and spectators,
    live or later."""
    folded = await (await opened()).fold()
    low = (ANNA, BEN, GUEST)
    before = [folded.projection.view(seat) for seat in low]
    payload = pack("st", b"", 1, [Fact(Audience(audience), Said("st", "", "whispered", "The Hollow Man"))]).payload
    head = folded.head
    entry = Entry(head.seq + 1, next_chain(head.chain, payload), command_key(STORYTELLER, b"unheard"), payload)
    _, told = folded.take(entry)
    assert [folded.projection.message(seat, told) for seat in low] == [b"", b"", b""]
    assert [folded.projection.view(seat) for seat in low] == before


def test_refusals_are_made_in_one_file() -> None:
    """Refusals are made in the file that counts them, so that the operator learns of an outage, whichever part was
    unreachable (FLT6)."""
    makers = {
        file for file, code in FILES.items() for node in ast.walk(code) if ("Refused", "frames.Refused") in words(node)
    }
    assert makers == {"stream/replies"}


async def test_a_hidden_roll_makes_nothing_for_players(opened: OpenTable) -> None:
    """SEC12: the Storyteller rolls in secret and creates a hidden character: players and spectators receive no write,
    not even an empty one."""
    table = await opened()
    teller, *others = [await table.sit(seat) for seat in (STORYTELLER, ANNA, BEN, GUEST)]
    anna = character(table.live_streams[0], "Anna")
    for eyes in others:
        eyes.writes.clear()
    for command in (RollInSecret("spot", anna, dice=5), CreateCharacter("Shade", hidden=True)):
        assert (await teller.do(command))[0] == "accepted"
    assert [eyes.writes for eyes in others] == [[], [], []]
