"""Messages as signed JSON, for any program that takes webhooks. `docs/bridge.md` describes them."""

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec

from server.bridge.messages import CONTINUED, Message
from server.bridge.target import Answer, Part, Request

FORMAT: Final = 1


class ParagraphShown(msgspec.Struct):
    """A paragraph of a message."""

    kind: str
    text: str
    taken_back: bool


class MessageShown(msgspec.Struct):
    """The body of a request. `event`: "posted" for a new message, "changed" for one that has grown or was taken back.
    `id`: the same for all requests about a message. `at`: milliseconds since 1970."""

    format: int
    event: str
    id: str
    table: str
    at: int
    text: str
    paragraphs: list[ParagraphShown]


class Webhook:
    """A program that takes signed JSON."""

    def __init__(self, url: str, secret: bytes, table: str, now: Callable[[], float]) -> None:
        """`secret` signs the requests. `table`: the name of the chronicle. `now` returns seconds since 1970."""
        self._url = url
        self._secret = secret
        self._table = table
        self._now = now

    def parts(self, message: Message) -> list[Part]:
        """Return the whole message as one part."""
        paragraphs = [ParagraphShown(*paragraph) for paragraph in message.paragraphs]
        text = "\n".join(f"\n{CONTINUED}".join(paragraph.lines()) for paragraph in message.paragraphs)
        shown = MessageShown(FORMAT, "", "", self._table, message.at, text, paragraphs)
        return [Part(msgspec.json.encode(shown).decode())]

    def post(self, part: Part, key: str) -> Request:
        """Return the request about a new message."""
        return self._request("posted", part, key)

    def edit(self, part: Part, remote: str, key: str) -> Request:
        """Return the request about a message that has changed."""
        return self._request("changed", part, key)

    def _request(self, event: str, part: Part, key: str) -> Request:
        shown = msgspec.json.decode(part.text, type=MessageShown)
        shown.event, shown.id = event, sha256(key.encode()).hexdigest()[:32]
        body, time = msgspec.json.encode(shown), str(int(self._now()))
        signature = hmac.new(self._secret, f"{time}.".encode() + body, sha256).hexdigest()
        revision = sha256(part.text.encode()).hexdigest()[:16]
        headers = {
            "X-Coterie-Timestamp": time,
            "X-Coterie-Signature": f"sha256={signature}",
            "Idempotency-Key": f"{shown.id}.{revision}",
        }
        return Request("POST", self._url, body, headers)

    @staticmethod
    def posted(_answer: Answer) -> str:
        """Return a mark that the message was posted: the receiver knows it by its `id`."""
        return "posted"
