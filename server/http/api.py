"""The table of all endpoints, and the ASGI app that serves them with the page and the WebSocket.

Requests and answers are JSON. An error has an English sentence under `error`, and its message under `words`. Each group
of people who may ask has a file with handlers: `dice.py` and `enter_and_leave.py` (everybody), `host.py` (the host),
`seats.py` (a Storyteller), `pictures.py`, `push.py` and `sentences.py` (a seat). The handlers read and write JSON with
`json_messages.py`, and check sessions with `authorization.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from types import MethodType, NoneType
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from domain.catalogue import catalogue
from domain.core.words import Words
from server.connection.websocket import serve as serve_socket
from server.http import asyncapi
from server.http.address import AddressEndpoints
from server.http.assets import Assets
from server.http.chronicle_file import MEDIA_TYPE as CHRONICLE_FILE
from server.http.dice import DiceEndpoints
from server.http.endpoint_context import Site
from server.http.enter_and_leave import EntryEndpoints
from server.http.host import HostEndpoints
from server.http.json_messages import JsonReply, error_reply, reply
from server.http.json_schema import character_schema
from server.http.odds import DiceQuery
from server.http.openapi import Endpoint, described
from server.http.pictures import PictureEndpoints
from server.http.push import PushEndpoints
from server.http.reference.page import drawn
from server.http.seats import SeatEndpoints
from server.http.sentences import SentenceEndpoints
from server.http.throttle import Throttle
from server.http.types import (
    AddressBody,
    AddressShown,
    AllRules,
    ChronicleBody,
    ChronicleChange,
    Chronicles,
    ChronicleSize,
    DraftBody,
    EnterBody,
    Explained,
    Foreseen,
    Founded,
    Health,
    HostEntered,
    Invited,
    Link,
    Nothing,
    OddsShown,
    PictureQuery,
    Practised,
    PushBody,
    PushShown,
    Reached,
    Refused,
    RulesShown,
    SeatBody,
    SeatEntered,
    Seats,
    Sentences,
    SentencesBody,
    Status,
    SwitchShown,
    TraitsShown,
    Uploaded,
    WayBack,
    Worded,
)
from server.log.contract import LogError
from server.pictures.reencode import MEDIA_TYPE
from server.words.texts import DEFAULT_LANGUAGE, in_english, languages, texts

ASSETS: Final = "/assets"
SOCKET: Final = "/ws"
STATIC: Final = Path(__file__).parents[1] / "static"

Handler = Callable[[Request], Awaitable[Response]]


class PublicEndpoints:
    """Handlers for everybody: facts about the program, which are the same for all tables. They are in this file,
    because `openapi` needs the table of endpoints."""

    def __init__(self, _site: Site) -> None:
        """Use no part of the site: these handlers need no table."""

    async def health(self, _request: Request) -> JsonReply:
        """Answer only that the server runs."""
        return reply(Health("ok"))

    async def rules(self, _request: Request) -> JsonReply:
        """The rule sets, with their switches, traits and ready characters, and the traits that no mortal has."""
        found = [
            RulesShown(
                r.id,
                texts().term(r.title),
                in_english(Words(f"about-ruleset-{r.id}")),
                [SwitchShown(s.name, s.choices, in_english(s.words)) for s in r.switches],
                [TraitsShown(g.name, g.traits, g.most) for g in r.traits],
                r.ready,
                sorted(r.undead),
            )
            for r in catalogue().rulesets.values()
        ]
        return reply(AllRules(found))

    async def character_schema(self, _request: Request) -> JsonReply:
        """The JSON Schema of a character file, for programs that write such files."""
        return reply(character_schema())

    async def openapi(self, _request: Request) -> JsonReply:
        """This description."""
        return reply(described(DESCRIBED))

    async def asyncapi(self, _request: Request) -> JsonReply:
        """The AsyncAPI description of the WebSocket: every frame, command and record."""
        return reply(await asyncio.to_thread(asyncapi.described))

    async def reference(self, request: Request) -> Response:
        """The page for programmers: both descriptions, readable and searchable."""
        text = await asyncio.to_thread(reference, language_of(request))
        return HTMLResponse(text, headers={"Vary": "Accept-Language"})

    async def reference_style(self, _request: Request) -> Response:
        """The style of the page for programmers."""
        return FileResponse(REFERENCE / "page.css", media_type="text/css")

    async def reference_search(self, _request: Request) -> Response:
        """The script that searches the page for programmers."""
        return FileResponse(REFERENCE / "search.js", media_type="text/javascript")


REFERENCE: Final = Path(__file__).parent / "reference"
"""The files of the page for programmers."""


@cache
def reference(language: str) -> str:
    """Return the page for programmers in this language."""
    return drawn(language, described(DESCRIBED), asyncapi.described())


def language_of(request: Request) -> str:
    """Return the first language that the browser asks for, or the default if there are no texts in it."""
    first = request.headers.get("accept-language", "")[:2].lower()
    return first if first in languages() else DEFAULT_LANGUAGE


async def page(request: Request) -> Response:
    """The page that a link opens. A browser fetches the texts of its language together with the page's scripts."""
    texts_of_page = f"<./{texts_path(language_of(request))}>; rel=modulepreload; crossorigin; fetchpriority=low"
    return FileResponse(STATIC / "index.html", headers={"Link": texts_of_page, "Vary": "Accept-Language"})


@cache
def texts_path(language: str) -> str:
    """Return the path of the built page's texts in this language. Raises `FileNotFoundError` if the page is not
    built."""
    for path in STATIC.glob(f"assets/{language}-????????.js"):
        return path.relative_to(STATIC).as_posix()
    raise FileNotFoundError(f"The page is not built: {STATIC} has no texts of the language {language}.")


async def service_worker(_request: Request) -> Response:
    """The script that shows push messages while the page is closed."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript")


async def upgrade(_request: Request) -> Response:
    """The WebSocket of a table. An ordinary HTTP request is refused."""
    raise HTTPException(426, "The table talks over a WebSocket here.", {"Upgrade": "websocket"})


GROUPS: Final[tuple[tuple[Callable[[Site], object], tuple[Endpoint, ...]], ...]] = (
    (
        PublicEndpoints,
        (
            Endpoint("GET", "/health", PublicEndpoints.health, [Health]),
            Endpoint("GET", "/api/rules", PublicEndpoints.rules, [AllRules]),
            Endpoint("GET", "/api/schema/character", PublicEndpoints.character_schema, [dict[str, Any]]),
            Endpoint("GET", "/api/schema/openapi", PublicEndpoints.openapi, [dict[str, Any]]),
            Endpoint("GET", "/api/schema/asyncapi", PublicEndpoints.asyncapi, [dict[str, Any]]),
            Endpoint("GET", "/api", PublicEndpoints.reference, ["text/html"]),
            Endpoint("GET", "/api/page.css", PublicEndpoints.reference_style, ["text/css"]),
            Endpoint("GET", "/api/search.js", PublicEndpoints.reference_search, ["text/javascript"]),
        ),
    ),
    (
        DiceEndpoints,
        (
            Endpoint("GET", "/api/odds", DiceEndpoints.odds, [OddsShown], asks=DiceQuery, fails=(400, 422)),
            Endpoint("GET", "/api/explain", DiceEndpoints.explain, [Explained], asks=DiceQuery, fails=(400, 422)),
            Endpoint(
                "POST", "/api/odds", DiceEndpoints.foresee, [Foreseen, Worded, Refused, NoneType], takes=DraftBody,
                caller="seat", fails=(404, 422),
            ),
            Endpoint(
                "POST", "/api/practice", DiceEndpoints.practise, [Practised, Refused, NoneType], takes=DraftBody,
                caller="seat", fails=(404, 422),
            ),
        ),
    ),
    (
        SentenceEndpoints,
        (
            Endpoint(
                "POST", "/api/sentences", SentenceEndpoints.sentences, [Sentences], takes=SentencesBody, caller="seat",
                fails=(422,),
            ),
        ),
    ),
    (
        EntryEndpoints,
        (
            Endpoint(
                "POST", "/api/enter", EntryEndpoints.enter, [HostEntered, SeatEntered], takes=EnterBody,
                fails=(404, 410),
            ),
            Endpoint("POST", "/api/leave", EntryEndpoints.leave, [Nothing]),
        ),
    ),
    (
        AddressEndpoints,
        (
            Endpoint("GET", "/api/address", AddressEndpoints.address, [AddressShown], caller="host"),
            Endpoint(
                "PUT", "/api/address", AddressEndpoints.set_address, [AddressShown], takes=AddressBody, caller="host",
                fails=(409, 422),
            ),
            Endpoint(
                "POST", "/api/address/check", AddressEndpoints.check_address, [Reached], caller="host", fails=(409,),
            ),
            Endpoint("GET", "/api/way-back", AddressEndpoints.way_back, [WayBack]),
        ),
    ),
    (
        HostEndpoints,
        (
            Endpoint("GET", "/api/status", HostEndpoints.status, [Status], caller="host"),
            Endpoint("GET", "/api/chronicles", HostEndpoints.chronicles, [Chronicles], caller="host"),
            Endpoint(
                "POST", "/api/chronicles", HostEndpoints.found, [Founded], 201, takes=ChronicleBody, caller="host",
                fails=(422,),
            ),
            Endpoint(
                "PATCH", "/api/chronicles/{chronicle}", HostEndpoints.change_chronicle, [Nothing],
                takes=ChronicleChange, caller="host", fails=(404, 422),
            ),
            Endpoint(
                "DELETE", "/api/chronicles/{chronicle}", HostEndpoints.delete_chronicle, [Nothing],
                caller="host", fails=(404,),
            ),
            Endpoint(
                "GET", "/api/chronicles/{chronicle}/size", HostEndpoints.chronicle_size, [ChronicleSize], caller="host",
                fails=(404,),
            ),
            Endpoint(
                "GET", "/api/chronicles/{chronicle}/file", HostEndpoints.download_chronicle, [CHRONICLE_FILE],
                caller="host", fails=(404,),
            ),
            Endpoint(
                "POST", "/api/chronicles/{chronicle}/link", HostEndpoints.storyteller_link, [Link], caller="host",
                fails=(404,),
            ),
        ),
    ),
    (
        PictureEndpoints,
        (
            Endpoint(
                "POST", "/api/pictures", PictureEndpoints.upload, [Uploaded], 201, takes="image/*", caller="seat",
                fails=(409, 422),
            ),
            Endpoint(
                "GET", "/api/pictures/{picture}", PictureEndpoints.picture, [MEDIA_TYPE], asks=PictureQuery,
                caller="seat", fails=(400, 404),
            ),
        ),
    ),
    (
        PushEndpoints,
        (
            Endpoint("GET", "/api/push", PushEndpoints.push, [PushShown], caller="seat"),
            Endpoint(
                "PUT", "/api/push", PushEndpoints.subscribe, [Nothing], takes=PushBody, caller="seat", fails=(422,),
            ),
            Endpoint("DELETE", "/api/push", PushEndpoints.unsubscribe, [Nothing], caller="seat"),
        ),
    ),
    (
        SeatEndpoints,
        (
            Endpoint("GET", "/api/seats", SeatEndpoints.seats, [Seats], caller="storyteller"),
            Endpoint(
                "POST", "/api/seats", SeatEndpoints.invite, [Invited], 201, takes=SeatBody, caller="storyteller",
                fails=(404, 409, 422),
            ),
            Endpoint(
                "POST", "/api/seats/{seat}/link", SeatEndpoints.reissue, [Link], caller="storyteller", fails=(404,),
            ),
            Endpoint(
                "DELETE", "/api/seats/{seat}", SeatEndpoints.revoke, [Nothing], caller="storyteller", fails=(404,),
            ),
        ),
    ),
)  # fmt: skip
"""Every endpoint of the API, grouped by the class of its handler: what it takes, who may ask, its answers and
errors."""
ENDPOINTS: Final = tuple(endpoint for _, endpoints in GROUPS for endpoint in endpoints)
PAGE: Final = Endpoint("GET", "/", page, ["text/html"])
WORKER: Final = Endpoint("GET", "/sw.js", service_worker, ["text/javascript"])
UPGRADE: Final = Endpoint("GET", SOCKET, upgrade, [], 101, fails=(426,))
DESCRIBED: Final = (
    *ENDPOINTS,
    PAGE,
    WORKER,
    Endpoint("GET", f"{ASSETS}/{{file}}", Assets.get_response, ["*/*"], fails=(404,)),
    UPGRADE,
)
"""All endpoints of the API; then the page, its service worker, the files that the page loads, and the WebSocket."""


def api_routes(site: Site) -> list[BaseRoute]:
    """Return a route for each path of the API."""
    paths: dict[str, dict[str, Handler]] = {}
    for handlers_of, endpoints in GROUPS:
        handlers = handlers_of(site)
        for endpoint in endpoints:
            paths.setdefault(endpoint.path, {})[endpoint.method] = MethodType(endpoint.handler, handlers)
    return [Route(path, by_method(handlers), methods=list(handlers)) for path, handlers in paths.items()]


def by_method(handlers: dict[str, Handler]) -> Handler:
    """Return one handler for a path, which calls the handler of the request's method. So the path has a single route,
    and a 405 can list all allowed methods."""

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle


def app(site: Site) -> Starlette:
    """Return the whole ASGI app, without the guard against foreign origins."""

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, site.hub.connections.spawn)

    routes = [
        *api_routes(site),
        WebSocketRoute(SOCKET, socket),
        *(Route(e.path, e.handler, methods=[e.method]) for e in (PAGE, WORKER, UPGRADE)),
        Mount(ASSETS, Assets(directory=STATIC / "assets", check_dir=False)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Throttle, site)],
        exception_handlers={HTTPException: error_reply, LogError: error_reply, Exception: error_reply},
    )
