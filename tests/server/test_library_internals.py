"""The insides of uvicorn and websockets that the server builds on.

Their public documentation promises none of these names. `pyproject.toml` therefore gives both libraries an upper bound;
to raise it, install the newer release and run this file: it names what has gone.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets import frames
from websockets.server import ServerProtocol

SERVER = Path(__file__).parents[2] / "server"

EXTENDED: dict[str, tuple[type, dict[str, list[str]]]] = {
    "connection/websocket.py": (
        WebSocketsSansIOProtocol,
        {
            "connection_made": ["transport"],
            "connection_lost": ["exc"],
            "data_received": ["data"],
            "eof_received": [],
            "handle_close": ["event"],
            "handle_connect": ["event"],
            "handle_cont": ["event"],
            "handle_parser_exception": [],
            "handle_ping": [],
            "handle_pong": ["event"],
            "pause_writing": [],
            "resume_writing": [],
            "send": ["message"],
            "send_500_response": [],
            "send_receive_event_to_app": [],
            "shutdown": [],
        },
    ),
    "http/tcp_limits.py": (
        H11Protocol,
        {
            "connection_made": ["transport"],
            "connection_lost": ["exc"],
            "handle_websocket_upgrade": ["event"],
            "resume_writing": [],
            "shutdown": [],
        },
    ),
    "http/trusted_proxies.py": (_TrustedHosts, {"get_trusted_client_address": ["x_forwarded_for"]}),
}
"""The class that each file extends, and the methods that it overrides or calls, with their parameters."""
NOT_LISTED = {"__call__", "__init__", "run_asgi"}
"""`__call__` and `__init__` are documented by ASGI and Python. `run_asgi` is overridden without a call to the original:
uvicorn calls it."""


def app_of_nobody(*_: Any) -> None:
    """The application argument of the protocol objects, which none of these tests calls."""


@pytest.fixture
def config() -> Config:
    loaded = Config(app_of_nobody, log_config=None)
    loaded.load()
    return loaded


@pytest.mark.parametrize("file", EXTENDED)
def test_each_method_that_is_extended_is_there(file: str) -> None:
    """Every method that the file extends exists in the library's class, with the same parameters."""
    base, methods = EXTENDED[file]
    for name, parameters in methods.items():
        found = list(inspect.signature(getattr(base, name)).parameters)
        assert found == ["self", *parameters], f"{base.__name__}.{name}"


@pytest.mark.parametrize("file", EXTENDED)
def test_the_list_names_every_call_of_an_original(file: str) -> None:
    """The list above names every method that the file calls by `super()`."""
    tree = ast.parse((SERVER / file).read_text(encoding="utf-8"))
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Call)
        and ast.unparse(node.func.value.func) == "super"
    }
    assert called - NOT_LISTED <= set(EXTENDED[file][1])


async def test_a_websocket_has_what_the_socket_reads(config: Config) -> None:
    """A fresh protocol object has every attribute that `server/connection/websocket.py` reads or writes."""
    socket = WebSocketsSansIOProtocol(config, ServerState(), {})
    for name in (
        "app", "client", "close_sent", "close_timeout", "close_timer", "conn", "curr_msg_data_type", "disconnected",
        "frames", "handshake_initiated", "logger", "loop", "queue", "read_paused", "transport", "writable",
    ):  # fmt: skip
        assert hasattr(socket, name), name
    assert hasattr(WebSocketsSansIOProtocol, "run_asgi")
    connection = socket.conn
    assert isinstance(connection, ServerProtocol)
    for name in ("current_size", "data_to_send", "handshake_exc", "send_close", "state"):
        assert hasattr(connection, name), name
    assert callable(frames.apply_mask)  # type: ignore[attr-defined] # not in its public list


async def test_an_http_connection_has_what_the_front_reads(config: Config) -> None:
    """A fresh protocol object has every attribute that `server/http/tcp_limits.py` reads."""
    line = H11Protocol(config, ServerState(), {})
    for name in ("app", "client", "connections", "cycle", "loop", "transport"):
        assert hasattr(line, name), name
    assert "response_complete" in inspect.getsource(RequestResponseCycle.__init__)


def test_the_proxy_middleware_keeps_its_trusted_hosts() -> None:
    """`server/http/trusted_proxies.py` puts its own list of proxies where uvicorn's middleware looks for it."""
    assert isinstance(ProxyHeadersMiddleware(app_of_nobody).trusted_hosts, _TrustedHosts)  # type: ignore[arg-type]
