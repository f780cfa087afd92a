"""What the bridge needs to know about the program to which it posts."""

from typing import NamedTuple, Protocol

from server.bridge.messages import Message


class Part(NamedTuple):
    """A part of a message that is posted by itself. Discord's messages are short, so a long one has several."""

    text: str


class Request(NamedTuple):
    """A request to the target."""

    method: str
    url: str
    body: bytes
    headers: dict[str, str]


class Answer(NamedTuple):
    """The answer of the target. `status` 0: no answer came, so nobody knows whether the request was carried out."""

    status: int
    headers: dict[str, str]
    body: bytes


class Target(Protocol):
    """A program to which messages are posted."""

    def parts(self, message: Message) -> list[Part]:
        """Return the parts of a message."""
        ...

    def post(self, part: Part, key: str) -> Request:
        """Return the request that posts a part. `key` is the same when the part is posted again."""
        ...

    def edit(self, part: Part, remote: str, key: str) -> Request:
        """Return the request that replaces a part that was posted; `remote` is the target's own id of it."""
        ...

    def posted(self, answer: Answer) -> str:
        """Return the target's own id of a part that was posted; "" if it has none, so that no edit is possible."""
        ...
