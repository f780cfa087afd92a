"""The HTTP API matches its OpenAPI description: every route is described, and every answer agrees with it (FLT28)."""

from __future__ import annotations

import json
from typing import cast

import httpx
import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from server.cli import main
from server.http.api import DESCRIBED, app
from server.http.endpoint_context import Site
from server.http.openapi import described
from tests.server.http.schemathesis_server import asked, open_house

EXAMPLES = 200


def test_every_route_is_described() -> None:
    """FLT28: the description has each route of the app with each of its methods, and no further routes."""
    routes: set[tuple[str, str]] = set()
    for route in app(cast("Site", None)).routes:
        if isinstance(route, Route):
            routes |= {(route.path, method.lower()) for method in (route.methods or set()) - {"HEAD"}}
        else:
            assert isinstance(route, WebSocketRoute | Mount)
            routes.add((route.path if isinstance(route, WebSocketRoute) else f"{route.path}/{{file}}", "get"))
    paths = described(DESCRIBED)["paths"]
    assert {(path, method) for path, methods in paths.items() for method in methods} == routes


def test_the_description_is_printed_and_served(capsys: pytest.CaptureFixture[str]) -> None:
    """`coterie schema --openapi` prints the description that the server serves."""
    assert main(["schema", "--openapi"]) == 0
    printed = json.loads(capsys.readouterr().out)
    with open_house() as told:
        assert httpx.get(f"{told['COTERIE_URL']}/api/schema/openapi").json() == printed


def test_whatever_is_asked_is_answered_as_described(seed: int) -> None:
    """FLT28: 200 random requests to each operation with parameters or a body, valid or not and with or without a good
    token, cause no server error and get only statuses, headers and bodies from the description."""
    done = asked(EXAMPLES, seed)
    assert done.sound, done.output
    assert len(done.often) >= 10
    assert min(done.often.values()) >= EXAMPLES, done.often
