"""Blocking clients for measuring response times: one thread, one socket, no event loop, so that the reading of one
client's answers does not delay the clock of another."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec

from domain.command import Command
from server.client.enter import Entrance
from server.fold.commit_codec import write
from server.protocol.frames import SUBPROTOCOL
from tests.server.socketless_tables import fresh_id
from tests.soak.handler import framed
from tests.soak.raw_lines import ALIVE, whole_frames

ANSWER_SECONDS = 30.0
SEATED = b"\xa7options"
"""The name of the frame that ends the messages to a connection that has just been seated."""


def _connected(base: str) -> socket.socket:
    host, port = base.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), ANSWER_SECONDS)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


class TimedLine:
    """A client at a table. It reads only while it waits for an answer."""

    def __init__(self, base: str, entrance: Entrance, stream: str) -> None:
        self._hello = framed(msgpack.packb(["hello", entrance.token, stream, "", []]))
        self._socket = _connected(base)
        self._arrived = bytearray()
        """The bytes that came since the last rest."""
        head = (
            "GET /ws HTTP/1.1", f"Host: {base.removeprefix('http://')}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==", f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
        )  # fmt: skip
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())
        self._read_until(b"\r\n\r\n")
        self._arrived.clear()

    def sit(self) -> float:
        """Say hello. Return the seconds until the client is seated."""
        since = time.perf_counter()
        self._socket.sendall(self._hello)
        self._read_until(SEATED)
        return time.perf_counter() - since

    def send(self, command: Command) -> bytes:
        """Send a command. Return its id."""
        id_ = fresh_id()
        body = msgspec.msgpack.decode(write(command))
        self._socket.sendall(framed(msgpack.packb(["command", id_, 0, body])))
        return id_

    def answer(self, id_: bytes) -> str:
        """Wait for the answer to a command. Return "", or the code of the refusal."""
        accepted = b"\xa8accepted\xc4\x10" + id_
        refused = b"\xa7refused\xc4\x10" + id_
        found = self._read_until(accepted, refused)
        if accepted in found:
            return ""
        after = found.partition(refused)[2]
        return str(msgspec.msgpack.Decoder(Any).decode(_first_text(after)))

    def time(self, command: Command, code: str = "") -> float:
        """Send a command and return the seconds until the answer. Raise `AssertionError` unless it is accepted, or
        refused with this code."""
        since = time.perf_counter()
        came = self.answer(self.send(command))
        took = time.perf_counter() - since
        assert came == code, f"answered {came!r}, expected {code or 'accepted'}"
        return took

    def rest(self) -> None:
        """Read and drop the rest of what has arrived, answer the server's pings, and send a sign of life."""
        self._socket.setblocking(False)
        try:
            while data := self._socket.recv(2**18):
                self._arrived += data
        except BlockingIOError:
            pass
        finally:
            self._socket.settimeout(ANSWER_SECONDS)
        whole, pongs = whole_frames(bytes(self._arrived))
        del self._arrived[:whole]
        self._socket.sendall(pongs + ALIVE)

    def close(self) -> None:
        """Disconnect."""
        self._socket.close()

    def _read_until(self, *marks: bytes) -> bytes:
        """Read until one of the marks is in the bytes, with a little after it. Return the bytes."""
        found = bytearray()
        while not any(mark in found for mark in marks):
            data = self._socket.recv(2**18)
            if not data:
                raise ConnectionError(f"the server ended the connection: {bytes(found[-200:])!r}")
            found += data
        self._arrived += found
        return bytes(found)


def _first_text(data: bytes) -> bytes:
    """The MessagePack text at the beginning of this: a code has less than 32 letters."""
    return data[: 1 + (data[0] & 0x1F)]


class TimedRequest:
    """A connection for a request over HTTP."""

    def __init__(self, base: str, token: str = "") -> None:
        self._host = base.removeprefix("http://")
        self._token = token
        self._socket = _connected(base)

    def time(self, method: str, path: str, body: object = None) -> float:
        """Send a request and return the seconds until the whole answer. Raise `AssertionError` unless its status is
        200."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {self._host}", f"Content-Length: {len(content)}"]
        if self._token:
            head.append(f"Authorization: Bearer {self._token}")
        if content:
            head.append("Content-Type: application/json")
        request = "\r\n".join([*head, "", ""]).encode() + content
        since = time.perf_counter()
        self._socket.sendall(request)
        found = b""
        while not _whole(found):
            data = self._socket.recv(2**16)
            if not data:
                raise ConnectionError(f"the server ended the connection: {found[-200:]!r}")
            found += data
        took = time.perf_counter() - since
        assert found.startswith(b"HTTP/1.1 200"), found[:500]
        return took

    def close(self) -> None:
        """Disconnect."""
        self._socket.close()


def _whole(answer: bytes) -> bool:
    """True if this is a whole answer with a content length."""
    head, end, body = answer.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end) and len(body) >= int(lengths[0].partition(b":")[2])
