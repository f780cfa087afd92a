"""Messages in the form of a Discord webhook: text with its Markdown escaped, without mentions, in parts of the allowed
length."""

import re
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

from server.bridge.messages import Message, Paragraph
from server.bridge.target import Answer, Part, Request

LENGTH_MOST: Final = 2000
"""The most characters of a Discord message."""
NO_PREVIEWS: Final = 1 << 2
"""The flag SUPPRESS_EMBEDS: Discord loads no page that a text names."""
_MARKS: Final = re.compile(r"[\\`*_~|\[\]()<>#@:]")
"""Characters that have a meaning in Discord's Markdown, in mentions and in emoji."""
_BEGINNING: Final = re.compile(r"^(?=[-+])|^(\d+)(?=[.)](?:\s|$))", re.MULTILINE)
"""The beginning of a line that would be a list or small print."""
_BREAKS: Final = ("\n", " ", "")


class Created(msgspec.Struct):
    """The answer to a message that was posted."""

    id: str


class Limited(msgspec.Struct):
    """The answer 429: seconds to wait."""

    retry_after: float


def escaped(text: str) -> str:
    """Escape the Markdown of a text: Discord then shows it as it is."""
    return _BEGINNING.sub(r"\1\\", _MARKS.sub(r"\\\g<0>", text))


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
    """Return a paragraph as pieces of the allowed length: speech as it is, rolls as quotations, acts in italics, and
    struck through if it was taken back."""
    quote, slant = "> " if paragraph.kind == "roll" else "", "*" if paragraph.kind in ("happened", "ruled") else ""
    mark = "~~" if paragraph.taken_back else ""
    before, after = f"{quote}{mark}{slant}", f"{slant}{mark}"
    lines = escaped(paragraph.text)
    room = LENGTH_MOST - len(before) - len(after)
    if quote or slant or mark:  # these marks hold within one line only
        return [f"{before}{piece}{after}" for line in lines.split("\n") if line for piece in _cut(line, room)]
    return _cut(lines, room)


def _cut(text: str, room: int) -> list[str]:
    """Cut a text into pieces of at most `room` characters: at a line end or a space in the second half of a piece, else
    anywhere, but not within an escape."""
    pieces: list[str] = []
    while len(text) > room:
        end = max(text.rfind("\n", room // 2, room), text.rfind(" ", room // 2, room))
        if end < 0:
            end = room
            while text[end - 1] == "\\":
                end -= 1
        pieces.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return [*pieces, text] if text else pieces
