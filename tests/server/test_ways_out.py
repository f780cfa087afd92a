"""The list of ways out is whole, for it is read from the code; and what is said to show nothing of a scene has none."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import cast

from starlette.routing import Mount, Route, WebSocketRoute

from server import cli, http, presence, status
from server.http import Site, app
from server.wire import SERVER_FRAMES
from tests.server.ways_out import NOT_OF_A_SCENE, WAYS

FOLD = {"folded", "state", "projection", "table", "lives"}
"""Through which of its attributes a house comes to what is in a scene."""


def routes() -> Iterator[str]:
    for route in app(cast("Site", None)).routes:
        match route:
            case Route():
                yield from (f"{method} {route.path}" for method in (route.methods or set()) - {"HEAD"})
            case WebSocketRoute() | Mount():
                yield route.path
            case _:
                raise AssertionError(route)


def reading_commands() -> Iterator[str]:
    """The subcommands that are told where the log is."""
    for name in cli.names():
        if "log_argument(" in inspect.getsource(cast("ModuleType", cli.subcommand(name))):
            yield f"coterie {name}"


def reaches(code: ast.AST) -> set[str]:
    """Which ways into a scene some code takes."""
    return {n.attr for n in ast.walk(code) if isinstance(n, ast.Attribute)} & FOLD


def handlers(module: ModuleType) -> dict[str, ast.AST]:
    tree = ast.parse(inspect.getsource(module))
    return {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_way_out_is_in_the_list() -> None:
    """S8: a frame, a route or a subcommand that is new has its place among what paired worlds compare."""
    frames = {frame.__struct_config__.tag for frame in SERVER_FRAMES}
    assert {*frames, *routes(), *reading_commands()} == set(WAYS)


def test_what_shows_nothing_of_a_scene_cannot() -> None:
    """S8, S10: presence, and all of HTTP but the question what a draft would roll, are made without a scene's fold."""
    assert {name for name, code in handlers(http).items() if reaches(code)} == {"foresee"}
    assert not reaches(ast.parse(inspect.getsource(presence)))
    assert reaches(ast.parse(inspect.getsource(status))), "the status page, which is the host's alone, does count"
    assert WAYS["POST /api/odds"] != NOT_OF_A_SCENE
