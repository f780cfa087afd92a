"""A Discord of a test: it takes messages and edits of one webhook, with Discord's limits, and fails when a test says
so. Its clock moves only while the bridge waits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from server.bridge.target import Answer, Request

PATH = "/api/webhooks/123/token"
Fault = Literal["limited", "error", "unheard", "unanswered", "gone"]
"""`unheard`: the request does not arrive. `unanswered`: the message is taken, but its answer is lost."""


class FakeDiscord:
    """The channel behind the webhook."""

    def __init__(self) -> None:
        self.channel: dict[str, str] = {}
        """The text of each message, by its id, in the order of posting."""
        self.edits = 0
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        """The faults of the next requests."""
        self.clock = 0.0
        self.down_until = 0.0
        self.waits: list[float] = []
        self.url = "https://discord.example" + PATH

    @property
    def texts(self) -> list[str]:
        return list(self.channel.values())

    async def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self.waits.append(seconds)
        self.clock += seconds
        await asyncio.sleep(0)

    async def __call__(self, request: Request) -> Answer:
        """Answer a request."""
        self.requests.append(request)
        if self.clock < self.down_until:
            return Answer(502, {}, b"<html>Bad gateway</html>")
        fault = self.faults.pop(0) if self.faults else None
        match fault:
            case "limited":
                return Answer(429, {"retry-after": "9"}, json.dumps({"retry_after": 2.5, "global": False}).encode())
            case "error":
                return Answer(500, {}, b"")
            case "unheard":
                return Answer(0, {}, b"")
            case "gone":
                return Answer(404, {}, b'{"code": 10015, "message": "Unknown Webhook"}')
            case "unanswered" | None:
                pass
        answer = self._taken(request)
        return Answer(0, {}, b"") if fault == "unanswered" else answer

    def _taken(self, request: Request) -> Answer:
        url, body = urlsplit(request.url), json.loads(request.body)
        assert body["allowed_mentions"] == {"parse": []}
        assert body["flags"] == 4
        assert 0 < len(body["content"]) <= 2000
        if request.method == "POST":
            assert url.path == PATH
            assert parse_qs(url.query)["wait"] == ["true"]
            id_ = str(1000 + len(self.channel))
            self.channel[id_] = body["content"]
            return Answer(200, {}, json.dumps({"id": id_, "content": "..."}).encode())
        assert request.method == "PATCH"
        before, _, id_ = url.path.rpartition("/")
        assert before == f"{PATH}/messages"
        if id_ not in self.channel:
            return Answer(404, {}, b'{"code": 10008, "message": "Unknown Message"}')
        self.edits += 1
        self.channel[id_] = body["content"]
        return Answer(200, {}, b"{}")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request over HTTP."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
            body = await reader.readexactly(int(headers["content-length"]))
            method, path, _ = first.split(" ")
            answer = await self(Request(method, path, body, headers))
            more = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
            if answer.status:
                size = len(answer.body)
                writer.write(
                    f"HTTP/1.1 {answer.status} x\r\n{more}Content-Length: {size}\r\n\r\n".encode() + answer.body
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the bridge went away
        finally:
            writer.close()


@asynccontextmanager
async def served(discord: FakeDiscord) -> AsyncIterator[str]:
    """Serve it over HTTP until the block ends. The value is the webhook's URL."""
    server = await asyncio.start_server(discord.serve, "127.0.0.1", 0)
    async with server:
        yield "http://{}:{}".format(*server.sockets[0].getsockname()) + PATH


def shown(request: Request) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.body)
    return found
