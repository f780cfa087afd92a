"""The errors of the client library. The text of each is a sentence for people."""

from domain.core.words import Words


class ClientError(Exception):
    """Base of the errors of this library."""


class Unreachable(ClientError):
    """No Coterie server answers at this address."""


class LinkRefused(ClientError):
    """The server does not open this link. `status` is the HTTP status of its answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class CommandRefused(ClientError):
    """The command is not legal now, and changed nothing. `code` is for programs; `words` are the sentence as data."""

    def __init__(self, code: str, words: Words, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.words = words


class LookRefused(ClientError):
    """The server does not show this moment to this seat."""


class TableClosed(ClientError):
    """The connection has ended for good. `code` is the close code: 4401 if the seat's access has ended, 4404 if the
    seat has no such table, 1003, 1007 or 1009 if the server cannot read this client's hello, 1000 if this client
    left."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class FellBehind(ClientError):
    """The program read the frames of a table so slowly that their queue was full. Read on from the table's records."""


class WrongFrames(ClientError):
    """The server sent frames that do not follow from those before them. The table then asks for the whole view."""
