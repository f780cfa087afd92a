"""The list of outputs is complete, because the test reads them from the code; and the outputs listed as showing no
scene read no fold."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from starlette.routing import Mount, Route, WebSocketRoute

from server import cli
from server.connection import presence
from server.http import api, authorization, dice, enter_and_leave, host, json_messages, pictures, push, seats, status
from server.http.api import app
from server.http.endpoint_context import Site
from server.protocol.frames import SERVER_FRAMES
from tests.server.secrecy.outputs import NOT_OF_A_SCENE, WAYS

if TYPE_CHECKING:
    from server.hub.hub import Hub

ROOT = Path(cli.__file__).parents[2]
KEEPERS = re.compile(r"localStorage|sessionStorage|indexedDB|\bcaches\b|\.cookie\b|navigator\.storage|window\.name\b")
"""The names by which a page can store data in a browser."""
FOLD = {"folded", "state", "projection", "table", "live_streams"}
"""The attributes through which code reads the content of a scene."""


def routes() -> Iterator[str]:
    for route in app(cast("Site", None)).routes:
        match route:
            case Route():
                yield from (f"{method} {route.path}" for method in (route.methods or set()) - {"HEAD"})
            case WebSocketRoute() | Mount():
                yield route.path
            case _:
                raise AssertionError(route)


def status_routes() -> Iterator[str]:
    for route in status.app(cast("Hub", None)).routes:
        assert isinstance(route, Route)
        yield from (f"status {method} {route.path}" for method in (route.methods or set()) - {"HEAD"})


def logging_commands() -> Iterator[str]:
    """Yield the subcommands that take the log's location."""
    for name in cli.names():
        parser = argparse.ArgumentParser()
        cli.subcommand(name).arguments(parser)
        if any(action.dest == "log" for action in parser._actions):
            yield f"coterie {cli.subcommand(name).NAME}"


def loggers() -> Iterator[str]:
    """Yield the names of the server's loggers, from the calls that ask for them."""
    for file in sorted((ROOT / "server").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("getLogger"):
                (named,) = call.args
                own = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                yield f"log {ast.literal_eval(named) if isinstance(named, ast.Constant) else own}"


def push_messages() -> Iterator[str]:
    """Yield the files that send push messages, from the calls that send them."""
    for file in sorted((ROOT / "server").rglob("*.py")):
        calls = [call for call in ast.walk(ast.parse(file.read_text())) if isinstance(call, ast.Call)]
        if any(ast.unparse(call.func).endswith("delivery.send") for call in calls):
            yield f"push {file.relative_to(ROOT / 'server')}"


def kept_by_pages() -> Iterator[str]:
    """Yield the keys that a page writes into its tab's or device's storage, from the calls that write them."""
    for file in sources():
        for shelf, key in re.findall(r"\b(tab|device|worker)\.set\((\w+)", file.read_text()):
            yield f"page {file.name}: {shelf} {key}"


def sources() -> list[Path]:
    """Return the page's own source files."""
    files = (ROOT / "web" / "src").rglob("*.ts*")
    return [file for file in files if ".test." not in file.name]


def reaches(code: ast.AST) -> set[str]:
    """Return the attributes through which some code reads a fold."""
    return {n.attr for n in ast.walk(code) if isinstance(n, ast.Attribute)} & FOLD


def handlers(module: ModuleType) -> dict[str, ast.AST]:
    tree = ast.parse(inspect.getsource(module))
    return {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_way_out_is_in_the_list() -> None:
    """SEC8: a new frame, route, subcommand, logger or key in a page's storage must be among the outputs that paired
    worlds compare."""
    frames = {frame.__struct_config__.tag for frame in SERVER_FRAMES}
    found = {*frames, *routes(), *status_routes(), *logging_commands(), *loggers(), *kept_by_pages()}
    found |= {*push_messages()}
    assert found == set(WAYS)


def test_a_page_keeps_nothing_otherwise() -> None:
    """SEC23: only `storage.ts`, of all files of the page, uses the browser's storage. The service worker reads the
    sessions that are kept for it there, and deletes those that have ended."""
    keeping = {file.name for file in sources() if KEEPERS.search(file.read_text())}
    assert keeping == {"storage.ts", "service-worker.ts"}
    worker = (ROOT / "web" / "src" / "service-worker.ts").read_text()
    assert set(re.findall(r"\bcaches\.(\w+)", worker)) == {"keys", "open", "delete"}
    assert not re.search(r"\.(put|add|addAll)\(", worker)


def test_the_service_worker_handles_push_messages_alone() -> None:
    """SEC23: only `push.ts` registers a service worker, which hears push messages, presses on them, and changes of the
    subscription; it sends requests to one address alone, and answers none of the page, so it keeps no answer."""
    assert [file.name for file in sources() if "serviceWorker" in file.read_text()] == ["push.ts"]
    worker = (ROOT / "web" / "src" / "service-worker.ts").read_text()
    assert set(re.findall(r"scope\.addEventListener\(\"(\w+)\"", worker)) == {
        "push",
        "notificationclick",
        "pushsubscriptionchange",
    }
    assert set(re.findall(r"\bfetch\((\w+)", worker)) == {"PATH"}
    assert not re.search(r"\bonfetch|importScripts|onmessage|postMessage", worker)


def test_what_shows_nothing_of_a_scene_cannot() -> None:
    """SEC8, SEC10: presence, and every HTTP handler except those that answer about a draft's roll and the loading of a
    picture, are made without a scene's fold."""
    files = (api, authorization, dice, enter_and_leave, host, json_messages, pictures, push, seats)
    reading = {name for file in files for name, code in handlers(file).items() if reaches(code)}
    assert reading == {"_of_draft", "picture"}
    assert not reaches(ast.parse(inspect.getsource(presence)))
    assert reaches(ast.parse(inspect.getsource(status))), "the status page, which is the host's alone, does count"
    assert NOT_OF_A_SCENE not in (WAYS["POST /api/odds"], WAYS["POST /api/practice"])
