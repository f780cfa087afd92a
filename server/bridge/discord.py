"""Messages in the form of a Discord webhook: text with its Markdown escaped, without mentions, in parts of the allowed
length."""

import re
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

from server.bridge.messages import CONTINUED, Message, Paragraph
from server.bridge.target import Answer, Part, Request

LENGTH_MOST: Final = 2000
"""The most characters of a Discord message."""
NO_PREVIEWS: Final = 1 << 2
"""The flag SUPPRESS_EMBEDS: Discord loads no page that a text names."""
_MARKS: Final = re.compile(r"[\\`*_~|\[\]()<>#@:]")
"""Characters that have a meaning in Discord's Markdown, in mentions and in emoji."""
_BEGINNING: Final = re.compile(r"^(?=[-+])|^(\d+)(?=[.)](?:\s|$))")
"""The beginning of a line that would be a list or small print."""


class Created(msgspec.Struct):
    """The answer to a message that was posted."""

    id: str


class Limited(msgspec.Struct):
    """The answer 429: seconds to wait."""

    retry_after: float


def escaped(line: str) -> str:
    """Escape the Markdown of a line: Discord then shows it as it is."""
    return _BEGINNING.sub(r"\1\\", _MARKS.sub(r"\\\g<0>", line))


class Discord:
    """A Discord webhook."""

    def __init__(self, url: str) -> None:
        """`url`: the webhook's URL. It may name a thread with `?thread_id=`."""
        parts = urlsplit(url)
        self._thread = [(name, value) for name, value in parse_qsl(parts.query) if name == "thread_id"]
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def parts(self, message: Message) -> list[Part]:
        """Return the message as texts of the allowed length. The marks of a paragraph do not cross two parts."""
        blocks = [block for paragraph in message.paragraphs for block in _blocks(paragraph)]
        texts: list[str] = []
        for block in blocks:
            if texts and len(texts[-1]) + 1 + len(block) <= LENGTH_MOST:
                texts[-1] += "\n" + block
            else:
                texts.append(block)
        return [Part(text) for text in texts]

    def post(self, part: Part, _key: str) -> Request:
        """Return the request that posts a part."""
        return self._request("POST", self._base, part, ("wait", "true"))

    def edit(self, part: Part, remote: str, _key: str) -> Request:
        """Return the request that replaces the text of a part that was posted."""
        return self._request("PATCH", f"{self._base}/messages/{remote}", part)

    def _request(self, method: str, url: str, part: Part, *query: tuple[str, str]) -> Request:
        body: dict[str, Any] = {"content": part.text, "allowed_mentions": {"parse": []}, "flags": NO_PREVIEWS}
        asked = urlencode([*query, *self._thread])
        return Request(method, f"{url}?{asked}" if asked else url, msgspec.json.encode(body), {})

    @staticmethod
    def posted(answer: Answer) -> str:
        """Return the id of the message that was posted; "" if the answer does not name it."""
        try:
            return msgspec.json.decode(answer.body, type=Created).id
        except msgspec.DecodeError:
            return ""


def _blocks(paragraph: Paragraph) -> list[str]:
    """Return the lines of a paragraph as pieces of the allowed length: speech as it is, rolls as quotations, acts in
    italics, and struck through if it was taken back. Every piece after the first has the mark of a further line."""
    quote, slant = "> " if paragraph.kind == "roll" else "", "*" if paragraph.kind in ("happened", "ruled") else ""
    strike = "~~" if paragraph.taken_back else ""
    before, after = f"{quote}{strike}{slant}", f"{slant}{strike}"
    room = LENGTH_MOST - len(before) - len(CONTINUED) - len(after)
    pieces = [piece for line in paragraph.lines() for piece in _cut(escaped(line), room)]
    return [f"{before}{CONTINUED if place else ''}{piece}{after}" for place, piece in enumerate(pieces)]


def _cut(line: str, room: int) -> list[str]:
    """Cut a line into pieces of at most `room` characters: at a space in the second half of a piece, else anywhere, but
    not within an escape."""
    pieces: list[str] = []
    while len(line) > room:
        end = line.rfind(" ", room // 2, room)
        if end < 0:
            backslashes = room - len(line[:room].rstrip("\\"))
            end = room - backslashes % 2  # after an odd number of them, the next character belongs to the last one
        pieces.append(line[:end].rstrip())
        line = line[end:].lstrip()
    return [*pieces, line]
