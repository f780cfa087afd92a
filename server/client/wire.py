"""The bytes of a client: its WebSocket, and the frames that it sends."""

from typing import Any, Final

import msgspec
import websockets
from websockets.typing import Subprotocol

from domain.command import Command
from server.protocol.frames import SUBPROTOCOL, Submit

MESSAGE_MOST: Final = 64 * 1024 * 1024
"""The most bytes of a message from the server."""
encode: Final = msgspec.msgpack.Encoder().encode


def socket_to(address: str, **options: Any) -> websockets.connect:
    """Return a WebSocket connection to the address of a server's socket. `options` go to `websockets.connect`."""
    # There is no limit to the waiting messages, so that a client that reads nothing for a while still gets the close
    # frame. The server drops frames for a slow client by itself.
    usual: dict[str, Any] = {
        "subprotocols": [Subprotocol(SUBPROTOCOL)], "compression": None, "ping_interval": None, "max_queue": None,
        "max_size": MESSAGE_MOST,
    }  # fmt: skip
    return websockets.connect(address, **(usual | options))


def command_frame(id_: bytes, seen: int, command: Command) -> bytes:
    """Return the encoded frame of a command."""
    return encode(Submit(id_, seen, msgspec.Raw(encode(command))))
