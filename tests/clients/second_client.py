"""A client that was written from docs/protocol.md alone. It imports nothing of this program.

    python tests/clients/second_client.py LINK      print the story of a table, until it is interrupted

It joins by link, prints the story, rolls, declares, and resumes after a cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import sys
import urllib.request
from collections.abc import Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]
import websockets

Key = tuple[str, str]
ACTION = ("manoeuvre", "targets", "traits", "dice", "text", "extra")
"""The inputs that are fields of an action."""


def post(url: str, body: Any, token: str = "") -> Any:
    """Send JSON, and return the JSON answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    return read(urllib.request.Request(url, json.dumps(body).encode(), headers))


def read(url: urllib.request.Request | str) -> Any:
    """Return a JSON answer."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


def first_answer(asked: dict[str, Any]) -> Any:
    """Return the answer to an input that nobody has answered."""
    values, default, least = asked["choices"], asked["default"], asked["least"]
    match asked["kind"]:
        case "choice":
            if default in values or not values or (least and len(values) > 1):
                return default if default in values else ""
            return values[0]
        case "choices":
            return default.split(",") if default else []
        case "number":
            return int(default) if default else max(least, min(0, asked["most"]))
        case "flag":
            return default == "true"
        case _:
            return default


def as_field(answer: Any, schema: dict[str, Any]) -> Any:
    """Convert an answer to the type of its field."""
    match schema.get("type"):
        case "array":
            answers = answer if isinstance(answer, list) else [answer] if answer != "" else []
            return [as_field(one, schema["items"]) for one in answers]
        case "integer":
            return int(answer)
        case _:
            return answer


def as_detail(answer: Any) -> str:
    """Return an answer as the text of an action's detail; "" if it is left out."""
    if isinstance(answer, bool):
        return "true" if answer else ""
    return ",".join(answer) if isinstance(answer, list) else str(answer)


class SecondClient:
    """A seat at a table."""

    def __init__(self, link: str, say: Callable[[str], None] = print) -> None:
        self.base, _, secret = link.partition("#")
        self.base = self.base.rstrip("/")
        self.session = post(self.base + "/api/enter", {"secret": secret})
        self.schemas = read(self.base + "/api/schema/asyncapi")["components"]["schemas"]
        self.stream = self.session["scene"] or self.session["stream"]
        self.say = say
        self.epoch = ""
        self.coming_epoch = ""
        self.positions: dict[str, tuple[int, bytes]] = {}
        self.records: dict[str, dict[Key, list[Any]]] = {}
        self.names: dict[str, str] = {}
        self.options: dict[str, list[dict[str, Any]]] = {}
        self.parts: dict[int, Any] = {0: ""}
        self.pending: dict[bytes, tuple[bytes, asyncio.Future[Any]]] = {}
        self.socket: Any = None
        self.resumes = 0
        self.changed = asyncio.Event()

    async def run(self) -> None:
        """Stay at the table until cancelled."""
        failures = 0
        while True:
            try:
                url = self.base.replace("http", "ws", 1) + "/ws"
                async with websockets.connect(
                    url, subprotocols=[websockets.Subprotocol("coterie.1")], compression=None, max_size=None
                ) as socket:
                    position = [[name, *place] for name, place in self.positions.items()] if self.epoch else []
                    await socket.send(
                        msgpack.packb(["hello", self.session["token"], self.stream, self.epoch, position])
                    )
                    while True:
                        message = await asyncio.wait_for(socket.recv(), 40)
                        unpacker = msgpack.Unpacker()
                        unpacker.feed(message)
                        for frame in unpacker:
                            await self.take(socket, frame)
                            failures = 0
                        self.changed.set()
            except (OSError, TimeoutError, websockets.WebSocketException):
                self.socket = None
                await asyncio.sleep(random.random() * min(2 * 2**failures, 30))
                failures += 1

    async def take(self, socket: Any, frame: list[Any]) -> None:
        """Apply a frame. A frame with another name is ignored."""
        match frame[0]:
            case "welcome":
                await self.welcomed(socket, frame)
            case "view":
                _, audience, count, chain, records = frame[:5]
                self.positions[audience] = (count, chain)
                self.records[audience] = {(r[0], r[1]): r for r in records}
            case "earlier":
                _, audience, records = frame[:3]
                older = {(r[0], r[1]): r for r in records}
                self.records[audience] = older | self.records[audience]
                self.epoch = self.coming_epoch
                await self.tell(records + [r for r in self.records[audience].values() if (r[0], r[1]) not in older])
            case "part":
                await self.part(*frame[1:7])
            case "options":
                self.take_options(*frame[1:7])
            case "presence":
                self.names |= {seat[0]: seat[1] for seat in frame[1]}
            case "tick":
                await socket.send(msgpack.packb(["ack", frame[1]]))
            case "accepted" | "refused":
                _, answer = self.pending.pop(frame[1], (b"", None))
                if answer is not None and not answer.done():
                    answer.set_result(frame)
            case "closing" if frame[3] == -1:
                raise SystemExit(f"The server closed the table for good: {frame[2][1]}")
            case _:
                pass

    async def welcomed(self, socket: Any, frame: list[Any]) -> None:
        self.coming_epoch, resumed = frame[1], frame[6]
        if resumed:
            self.resumes += 1
        else:
            self.epoch, self.positions, self.records = "", {}, {}
        self.socket = socket
        for raw, _ in list(self.pending.values()):
            await socket.send(raw)

    async def part(
        self, audience: str, count: int, chain: bytes, _at: int, changed: list[Any], gone: list[Any]
    ) -> None:
        before = self.positions.get(audience, (0, b""))[0]
        if count != before + 1:
            self.epoch = ""
            raise TimeoutError("a part is missing")
        self.positions[audience] = (count, chain)
        held = self.records.setdefault(audience, {})
        for type_, id_ in gone:
            held.pop((type_, id_), None)
        for record in changed:
            held[record[0], record[1]] = record
        await self.tell(changed)

    def take_options(self, whole: bool, texts: Any, choices: Any, inputs: Any, options: Any, offers: Any) -> None:
        if whole:
            self.options, self.parts = {}, {0: ""}
        parts = self.parts
        for number, text in texts:
            parts[number] = text
        for number, value, _label, _hint in choices:
            parts[number] = parts[value]
        for number, name, _label, kind, of, least, most, default, *_ in inputs:
            parts[number] = {"name": parts[name], "kind": kind, "choices": [parts[one] for one in of]}
            parts[number] |= {"least": least, "most": most, "default": parts[default]}
        for number, command, actor, _label, _hint, _group, _urgent, of, *_ in options:
            parts[number] = {"command": parts[command], "actor": parts[actor], "inputs": [parts[one] for one in of]}
        for name, at, away, new in offers:
            self.options.setdefault(parts[name], [])[at : at + away] = [parts[one] for one in new]

    async def tell(self, records: list[Any]) -> None:
        """Print the lines and rolls of the story in these records, in their order."""
        for held in self.records.values():
            self.names |= {id_: record[2] for (type_, id_), record in held.items() if type_ == "Face"}
        story = [record for record in records if record[0] in ("Line", "Roll")]
        words = [each for record in story for each in self.words(record)]
        if not words:
            return
        body = {"words": words, "language": "en", "names": self.names}
        answer = await asyncio.to_thread(post, self.base + "/api/sentences", body, self.session["token"])
        texts = iter(answer["sentences"])
        for record in story:
            told = [next(texts) for _ in self.words(record)]
            if record[0] == "Line":
                who = self.names.get(record[7] or record[5], "somebody")
                self.say(f"{who}: {told[0]}" if record[4] in ("said", "whispered") else told[0])
            else:
                *labels, result, degree = told
                pool = ", ".join(f"{label} {dice:+}" for label, (_, dice) in zip(labels, record[7], strict=True))
                faces = " ".join("/".join(map(str, die)) for die in record[10])
                who = self.names.get(record[5] or record[4], "somebody")
                self.say(f"{who} rolls {pool}: {faces}. {record[14]}: {', '.join(filter(None, (result, degree)))}")

    @staticmethod
    def words(record: list[Any]) -> list[Any]:
        """Return the words of a line; of a roll, those of its pool, its result and its degree."""
        if record[0] == "Line":
            return [record[6]]
        terms = [label if isinstance(label, list) else [0, "list-one", [["last", [1, "term", label]]], ""]
                 for label in (*(label for label, _ in record[7]), record[16])]  # fmt: skip
        return [*terms[:-1], [0, "result-" + record[15].replace("_", "-"), [], ""], terms[-1]]

    async def command(self, name: str, *fields: Any) -> list[Any]:
        """Send a command, again after each cut; return its answer."""
        id_ = secrets.token_bytes(16)
        seen = self.positions.get("everyone", (0, b""))[0]
        raw = msgpack.packb(["command", id_, seen, [name, *fields]])
        answer: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self.pending[id_] = raw, answer
        if self.socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):  # it is sent again after the next welcome
                await self.socket.send(raw)
        return await answer

    def filled(self, option: dict[str, Any], given: dict[str, Any]) -> list[Any]:
        """Return the fields of an option's command. `given`: the answers of the person, by input or field."""
        answers = (
            {asked["name"]: first_answer(asked) for asked in option["inputs"]} | {"actor": option["actor"]} | given
        )
        (shape,) = [
            schema["prefixItems"]
            for ref in self.schemas["Command"]["oneOf"]
            if (schema := self.schemas[ref["$ref"].rpartition("/")[2]])["title"] == option["command"]
        ]
        named = {position["title"] for position in shape[1:]}
        fields = list[Any]()
        for position in shape[1:]:
            if position["title"] in ("action", "actions"):
                action = self.action({name: answers[name] for name in answers if name not in named})
                fields.append(action if position["title"] == "action" else [action] if action[0] else [])
            elif position["title"] in answers:
                fields.append(as_field(answers[position["title"]], position))
            else:
                fields.append(position["default"])
        return fields

    def action(self, answers: dict[str, Any]) -> list[Any]:
        """Return an action of these answers."""
        details = [[name, text] for name in answers if name not in ACTION and (text := as_detail(answers[name]))]
        return [
            details if position["title"] == "details"
            else as_field(answers[position["title"]], position) if position["title"] in answers
            else position.get("default", "")
            for position in self.schemas["Action"]["prefixItems"]
        ]  # fmt: skip

    async def choose(self, name: str, **given: Any) -> list[Any]:
        """Send the first option of this command that allows the given answers."""
        for option in self.options.get(name, []):
            allowed = {asked["name"]: asked["choices"] for asked in option["inputs"]} | {"actor": [option["actor"]]}
            if all(answer in allowed[key] for key, answer in given.items() if allowed.get(key)):
                return await self.command(name, *self.filled(option, given))
        raise LookupError(f"{name} is not open now")

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds after a message."""
        while not condition():
            self.changed.clear()
            await self.changed.wait()


if __name__ == "__main__":
    asyncio.run(SecondClient(sys.argv[1]).run())
