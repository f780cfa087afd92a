"""Follows a link: exchanges its secret for a session token, as the page does."""

import asyncio
import json
from http.client import HTTPException
from typing import Final, Literal
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from server.client.errors import LinkRefused, Unreachable

SECONDS: Final = 15.0
"""The server has this many seconds to answer."""
ANSWER_MOST: Final = 64 * 1024
"""The most bytes of an answer that are read."""


class _SeatAnswer(msgspec.Struct, frozen=True):
    """The answer of the server to a seat's link."""

    token: str
    role: Literal["storyteller", "player", "spectator"]
    seat: str
    name: str
    stream: str
    scene: str = ""
    chronicle: str = ""
    chronicle_name: str = ""


class Entrance(_SeatAnswer, frozen=True):
    """The seat that a link opened. `token`: the session, a secret. `stream`: the chronicle's stream; `scene`: the
    stream of its open scene, "" for none. `link` is the link itself, with which the session is renewed."""

    link: str = ""

    @property
    def address(self) -> str:
        """The address of the server, without a slash at its end."""
        return address_of(self.link)

    @property
    def socket_address(self) -> str:
        """The address of the WebSocket."""
        return self.address.replace("http", "ws", 1) + "/ws"


def address_of(link: str) -> str:
    """Return the address of the server that a link leads to. Raise ValueError if it is no link."""
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError("A link begins with http:// or https:// and the name of a server.")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


async def enter(link: str) -> Entrance:
    """Follow the link of a seat. Raise `LinkRefused`, `Unreachable`, or ValueError if it is no seat's link."""
    url, secret = address_of(link) + "/api/enter", urlsplit(link).fragment
    answer = await asyncio.to_thread(_post, url, {"secret": secret})
    try:
        found = msgspec.json.decode(answer, type=_SeatAnswer)
    except msgspec.ValidationError as error:
        raise ValueError("This link opens no seat: it is the host's, or the server is no Coterie server.") from error
    except msgspec.DecodeError as error:
        raise Unreachable(f"Another site answers at {url}.") from error
    return Entrance(**msgspec.structs.asdict(found), link=link)


def _post(url: str, body: object) -> bytes:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")  # noqa: S310 - http or https
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - http or https
            read: bytes = answer.read(ANSWER_MOST)
            return read
    except HTTPError as error:
        raise LinkRefused(error.code, _sentence(error)) from error
    except (URLError, HTTPException, OSError) as error:
        raise Unreachable(f"No server answers at {url}: {error}.") from error


def _sentence(error: HTTPError) -> str:
    """Return the sentence of an error answer, or the status if it has none."""
    with error:
        try:
            return str(json.loads(error.read(ANSWER_MOST))["error"])
        except (ValueError, LookupError, TypeError, OSError):
            return f"The server answered {error.code}."
