"""The HTTP side: the page, the doors, the host's list. JSON in, JSON out; errors are one sentence under `error`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import MethodType, NoneType
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from domain.catalogue import catalogue
from domain.core.bounds import Id
from domain.core.refusal import Refusal
from domain.features.scenes.chronicle import FoundChronicle
from domain.features.table.settings import check_rules
from domain.rules.validation_words import mistake
from server.access.sessions import Admitted, SecretExpired, Sessions, UnknownSecret
from server.connection.websocket import serve as serve_socket
from server.http.assets import Assets
from server.http.line_limits import BoundedHttpProtocol
from server.http.odds import Asked, Data, explained, foreseen, odds_of, read_draft
from server.http.openapi import Endpoint, described
from server.http.status import told as told_of
from server.http.status import trouble
from server.http.types import (
    AllRules,
    ChronicleBody,
    Chronicles,
    DraftBody,
    EnterBody,
    Error,
    Explained,
    Foreseen,
    Founded,
    Health,
    HostEntered,
    Invited,
    Link,
    Nothing,
    OddsShown,
    Refused,
    RulesShown,
    SeatBody,
    SeatEntered,
    Seats,
    SeatShown,
    Status,
    SwitchShown,
    TraitsShown,
    Worded,
)
from server.http.typescript import character_schema
from server.hub.handover_commands import table_submission
from server.hub.hub import Hub
from server.log.contract import LogError
from server.rate_limits import HERE, Buckets, ConnectionCounts, Rate

log_ = logging.getLogger("coterie.http")

BODY_MOST: Final = 16 * 1024
BODY_WITHIN: Final = 10.0
WRONG_LINKS: Final = Rate(10 / 60, 10)
"""Wrong links an address may try: ten at once, ten a minute (S5)."""
QUESTIONS: Final = Rate(5, 30)
"""Questions about dice from one address, or one seat: thirty at once, five a second."""
DEAR: Final = 5.0
"""As how many questions one counts about two pools against each other (E2)."""
OPENINGS: Final = Rate(6 / 60, 30)
"""How often an address may open one good link: each time may end the oldest session of its seat (I10)."""
REQUESTS: Final = Rate(100, 1000)
"""Requests of any kind from one address: thirty people who open the page at once ask for twenty files each (S18)."""
ASSETS: Final = "/assets"
SOCKET: Final = "/ws"
STATIC: Final = Path(__file__).parents[1] / "static"

NO_DOOR: Final = (
    "This link opens no door here. It may have been issued anew, and a host link is good once: ask for a fresh one."
)

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class Site(NamedTuple):
    """What the routes need: the house, its doors, and where links lead."""

    hub: Hub
    sessions: Sessions
    origin: str

    def link(self, secret: str) -> str:
        """A link as people get it: the secret in the fragment, which no server ever sees in a request line."""
        return f"{self.origin}/#{secret}"


def shown(link: str) -> Link:
    """A link as the page shows it."""
    return Link(link=link, qr=rows(link))


def rows(link: str) -> list[str]:
    """A link's QR code, row by row."""
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(link, error="m").matrix_iter(border=2)]


def reply(value: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def fail(status: int, sentence: str) -> HTTPException:
    """An error answer."""
    return HTTPException(status, sentence)


def unexpected(error: Exception, type_: type) -> HTTPException:
    """An error answer to what is not of this type: where it is not, and what was expected there."""
    wrong = mistake(str(error), type_) if isinstance(error, msgspec.ValidationError) else f"{error}."
    return fail(400, f"That is not what was expected: {wrong}")


async def body(request: Request, type_: type[T]) -> T:
    """The request's body, typed. Raises HTTPException naming what was expected."""
    raw = b""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > BODY_MOST:
                    raise fail(413, "That is too much at once.")
    except TimeoutError:
        raise fail(408, "The request stopped halfway.") from None
    except ClientDisconnect:
        raise fail(400, "The request stopped halfway.") from None
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unexpected(error, type_) from error


class Api:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._wrong = Buckets(WRONG_LINKS)
        self._openings = Buckets(OPENINGS)
        self._dice = Buckets(QUESTIONS)

    def routes(self) -> list[BaseRoute]:
        """Every route of the API."""
        paths: dict[str, dict[str, Handler]] = {}
        for endpoint in ENDPOINTS:
            paths.setdefault(endpoint.path, {})[endpoint.method] = MethodType(endpoint.handler, self)
        return [Route(path, by_method(handlers), methods=list(handlers)) for path, handlers in paths.items()]

    # Open to all

    async def health(self, _request: Request) -> Response:
        """Says only ok."""
        return reply(Health("ok"))

    async def rules(self, _request: Request) -> Response:
        """The rule sets, with their switches, traits, ready characters, and what no mortal has."""
        found = [
            RulesShown(
                r.id,
                r.title,
                r.about,
                [SwitchShown(s.name, s.choices, s.label) for s in r.switches],
                [TraitsShown(g.name, g.traits, g.most) for g in r.traits],
                r.ready,
                sorted(r.undead),
            )
            for r in catalogue().rulesets.values()
        ]
        return reply(AllRules(found))

    async def character_schema(self, _request: Request) -> Response:
        """The JSON Schema of a character's file, for those who write one elsewhere."""
        return reply(character_schema())

    async def openapi(self, _request: Request) -> Response:
        """This description."""
        return reply(described(DESCRIBED))

    async def odds(self, request: Request) -> Response:
        """How likely a throw is to come to what (D9), from what stands in the query and from nothing else, so that it
        tells nothing of any table: `?rules=v20&pool=5&difficulty=8&specialty=true&switches=botch=negative-sum`, and
        `&against=4&against_difficulty=7` for a resisted roll (E2). The fields are `server.http.odds.Asked`, the answer
        `server.http.odds.odds_told`."""
        return self._about_dice(request, odds_of)

    async def explain(self, request: Request) -> Response:
        """What each die of a roll did, in words: `?rules=storytelling&pool=3&faces=10+4,8,3`, the + as %2B. The other
        fields are those of the roll: difficulty, specialty, willpower, again, and the table's switches. A roll whose
        result is `untold`, or that shows no dice, cannot be explained to whoever does not know more of it."""
        return self._about_dice(request, explained)

    def _about_dice(self, request: Request, answer: Callable[[Asked], Data]) -> Response:
        now = self._site.hub.now()
        cost = DEAR if "against" in request.query_params else 1.0
        if not self._dice.of(address_of(request.scope), now).take(now, cost):
            raise fail(429, "Too many questions at once. Wait a moment.")
        try:
            return reply(answer(msgspec.convert(dict(request.query_params), Asked, strict=False)))
        except msgspec.ValidationError as error:
            raise unexpected(error, Asked) from None
        except Refusal as refusal:
            raise fail(422, refusal.sentence) from None

    async def enter(self, request: Request) -> Response:
        """Exchange a link's secret for a session token."""
        wish = await body(request, EnterBody)
        now = self._site.hub.now()
        address = address_of(request.scope)
        bucket = self._wrong.of(address, now)
        if not bucket.take(now):  # before the answer is known, so that guesses at the same time count too
            raise fail(429, "Too many wrong links from here. Wait a minute.")
        if address not in HERE and not self._openings.of(f"{address} {wish.secret}", now).take(now):
            bucket.give_back()
            raise fail(429, "This link was opened too often from here. Wait a minute.")
        try:
            entered = await self._site.sessions.enter(wish.secret)
        except UnknownSecret:
            raise fail(404, NO_DOOR) from None
        except SecretExpired:
            raise fail(410, "This link is no longer good. Ask for a new one.") from None
        except LogError:
            bucket.give_back()
            raise
        bucket.give_back()
        row = entered.row
        if row is None:
            return reply(HostEntered(entered.token))
        names = {c.id: c.name for c in await self._site.sessions.chronicles()}
        name = names.get(row.chronicle, "")
        stream = f"chronicle/{row.chronicle}"
        scene = await self._site.hub.tables.open_scene(stream)
        return reply(SeatEntered(entered.token, row.role, row.id, row.name, row.chronicle, name, stream, scene))

    async def leave(self, request: Request) -> Response:
        """End a session."""
        await self._site.sessions.leave(token(request))
        return reply(Nothing())

    # The host's

    async def status(self, request: Request) -> Response:
        """How this process is: what it says on the port that `--status` opens, Prometheus' numbers aside."""
        await self._host(request)
        hub = self._site.hub
        amiss = await trouble(hub)
        return reply(Status(not amiss, told_of(hub, amiss)))

    async def chronicles(self, request: Request) -> Response:
        """The chronicles of this house."""
        await self._host(request)
        return reply(Chronicles(await self._site.sessions.chronicles()))

    async def found(self, request: Request) -> Response:
        """Found a chronicle; answers its Storyteller's link."""
        await self._host(request)
        wish = await body(request, ChronicleBody)
        switches = tuple(sorted(wish.switches.items()))
        try:
            check_rules(wish.rules, switches)
        except Refusal as refusal:
            raise fail(422, refusal.sentence) from None
        id_ = self._site.sessions.random(9)
        stream = f"chronicle/{id_}"
        live = await self._site.hub.streams.live(stream)
        command = FoundChronicle(stream, id_, wish.name, wish.rules, switches)
        refused = await self._site.hub.streams.submit(
            live, table_submission(self._site.hub.now(), command, f"found {stream}")
        )
        if refused:
            raise fail(503, "The log cannot be written just now. Nothing was changed.")
        _, secret = await self._site.sessions.invite(id_, wish.storyteller, "storyteller")
        await self._site.sessions.add_chronicle(id_, wish.name)  # last: what is listed has a Storyteller
        link = self._site.link(secret)
        return reply(Founded(id=id_, link=link, qr=rows(link)), 201)

    async def storyteller_link(self, request: Request) -> Response:
        """A new link for a chronicle's Storyteller; the old one, and whoever came in by it, is shown the door."""
        await self._host(request)
        for row in await self._site.sessions.seats(request.path_params["chronicle"]):
            if row.role == "storyteller":
                return reply(shown(self._site.link(await self._site.sessions.reissue(row.id, ends_sessions=True))))
        raise fail(404, "There is no such chronicle.")

    # Whoever sits at a table

    async def foresee(self, request: Request) -> Response:
        """What a command that has not been sent yet would roll, as its seat sees it: the pool's `parts`, and its odds.
        What the seat does not see is in neither, and where something is openly kept back there are none: `null`. Of a
        command that would be refused, the `refusal`: that is an answer too."""
        found = await self._site.sessions.session(token(request))
        if found is None:
            raise await self._not_for(request, "Only who sits at the table can ask this.")
        now = self._site.hub.now()
        if not self._dice.of(found.seat.id, now).take(now):
            raise fail(429, "Too many questions at once. Wait a moment.")
        wish = await body(request, DraftBody)
        try:
            command = read_draft(wish.command)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise fail(422, f"That is not what was expected: {error}.") from None
        live = await self._site.hub.tables.find(found, wish.stream)
        if live is None:
            raise fail(404, "There is no such table.")
        try:
            return reply(
                await self._site.hub.streams.look(live, lambda: foreseen(live.folded.state.view(found.seat), command))
            )
        except Refusal as refusal:
            return reply(Refused(refusal.sentence))

    # The Storyteller's

    async def seats(self, request: Request) -> Response:
        """The seats of the Storyteller's chronicle."""
        me = await self._storyteller(request)
        rows = await self._site.sessions.seats(me.chronicle)
        return reply(Seats([SeatShown(r.id, r.name, r.role, r.revoked) for r in rows]))

    async def invite(self, request: Request) -> Response:
        """Make a seat; answers its link."""
        me = await self._storyteller(request)
        wish = await body(request, SeatBody)
        seats = await self._site.sessions.seats(me.chronicle)
        if len(seats) >= 100:
            raise fail(409, "A chronicle has at most 100 seats; one spectators' link admits many.")
        if any(row.name.casefold() == wish.name.casefold() for row in seats):
            raise fail(409, f"There is a seat for {wish.name} already: issue its link anew, or choose another name.")
        row, secret = await self._site.sessions.invite(me.chronicle, wish.name, wish.role)
        link = self._site.link(secret)
        return reply(Invited(seat=row.id, link=link, qr=rows(link)), 201)

    async def reissue(self, request: Request) -> Response:
        """A new link for a seat; the old one is void."""
        row = await self._seat(request)
        return reply(shown(self._site.link(await self._site.sessions.reissue(row))))

    async def revoke(self, request: Request) -> Response:
        """Close a seat."""
        await self._site.sessions.revoke(await self._seat(request))
        return reply(Nothing())

    # Who asks

    async def _host(self, request: Request) -> None:
        if not await self._site.sessions.is_host(token(request)):
            raise await self._not_for(request, "Only whoever runs the server can do this.")

    async def _storyteller(self, request: Request) -> Admitted:
        found = await self._site.sessions.session(token(request))
        if found is None or not found.seat.is_storyteller:
            raise await self._not_for(request, "Only the Storyteller can do this.")
        return found

    async def _not_for(self, request: Request, sentence: str) -> HTTPException:
        """Not for this session, or (401) for nobody without one."""
        known = await self._site.sessions.session(token(request)) or await self._site.sessions.is_host(token(request))
        return fail(403, sentence) if known else HTTPException(401, sentence, {"WWW-Authenticate": "Bearer"})

    async def _seat(self, request: Request) -> Id:
        """The seat in the path, if it is one of this Storyteller's and not her own."""
        me = await self._storyteller(request)
        wanted: str = request.path_params["seat"]
        if wanted == me.seat.id or all(r.id != wanted for r in await self._site.sessions.seats(me.chronicle)):
            raise fail(404, "There is no such seat.")
        return wanted


async def page(_request: Request) -> Response:
    """The page, to which links lead."""
    return FileResponse(STATIC / "index.html")


async def upgrade(_request: Request) -> Response:
    """Where the table talks: it becomes a WebSocket, and by plain HTTP nothing is said here."""
    raise HTTPException(426, "The table talks over a WebSocket here.", {"Upgrade": "websocket"})


ENDPOINTS: Final = (
    Endpoint("GET", "/health", Api.health, [Health]),
    Endpoint("GET", "/api/rules", Api.rules, [AllRules]),
    Endpoint("GET", "/api/schema/character", Api.character_schema, [dict[str, Any]]),
    Endpoint("GET", "/api/schema/openapi", Api.openapi, [dict[str, Any]]),
    Endpoint("GET", "/api/odds", Api.odds, [OddsShown], asks=Asked, fails=(400, 422)),
    Endpoint("GET", "/api/explain", Api.explain, [Explained], asks=Asked, fails=(400, 422)),
    Endpoint(
        "POST", "/api/odds", Api.foresee, [Foreseen, Worded, Refused, NoneType], takes=DraftBody, door="seat",
        fails=(404, 422),
    ),
    Endpoint("POST", "/api/enter", Api.enter, [HostEntered, SeatEntered], takes=EnterBody, fails=(404, 410)),
    Endpoint("POST", "/api/leave", Api.leave, [Nothing]),
    Endpoint("GET", "/api/status", Api.status, [Status], door="host"),
    Endpoint("GET", "/api/chronicles", Api.chronicles, [Chronicles], door="host"),
    Endpoint("POST", "/api/chronicles", Api.found, [Founded], 201, takes=ChronicleBody, door="host", fails=(422,)),
    Endpoint("POST", "/api/chronicles/{chronicle}/link", Api.storyteller_link, [Link], door="host", fails=(404,)),
    Endpoint("GET", "/api/seats", Api.seats, [Seats], door="storyteller"),
    Endpoint("POST", "/api/seats", Api.invite, [Invited], 201, takes=SeatBody, door="storyteller", fails=(409,)),
    Endpoint("POST", "/api/seats/{seat}/link", Api.reissue, [Link], door="storyteller", fails=(404,)),
    Endpoint("DELETE", "/api/seats/{seat}", Api.revoke, [Nothing], door="storyteller", fails=(404,)),
)  # fmt: skip
"""Every way to ask the API: what it takes, who may, what comes of it."""
PAGE: Final = Endpoint("GET", "/", page, ["text/html"])
UPGRADE: Final = Endpoint("GET", SOCKET, upgrade, [], 101, fails=(426,))
DESCRIBED: Final = (
    *ENDPOINTS,
    PAGE,
    Endpoint("GET", f"{ASSETS}/{{file}}", Assets.get_response, ["*/*"], fails=(404,)),
    UPGRADE,
)
"""The same, with what is no API: the page, what it is made of, and where it becomes a WebSocket."""


def by_method(handlers: dict[str, Handler]) -> Handler:
    """All that can be asked at one path, so that it says itself which methods it allows."""

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle


def address_of(scope: Scope) -> str:
    """Where a request comes from, "" where that is not known."""
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client else ""


def token(request: Request) -> str:
    """The session token of a request, "" where there is none."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value if scheme.lower() == "bearer" else ""


async def error(_request: Request, exception: Exception) -> Response:
    """An error as JSON."""
    if isinstance(exception, HTTPException):
        answer = reply(Error(exception.detail), exception.status_code)
        answer.headers.update(exception.headers or {})  # 405 says what is allowed
        return answer
    if isinstance(exception, LogError):
        log_.warning("%s", exception)
        return reply(Error("The table's log cannot be reached or written just now. Try again in a moment."), 503)
    return reply(Error("Something is wrong with the server."), 500)


class Throttle:
    """ASGI middleware: an address may ask so often, whatever it asks for (S18), and have so much under way (S19)."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._buckets = Buckets(REQUESTS)
        self._under_way = ConnectionCounts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, now = address_of(scope), self._site.hub.now()
        if address in HERE:
            await self._app(scope, receive, send)
        elif self._buckets.of(address, now).take(now) and self._under_way.enter(
            address, BoundedHttpProtocol.left(address)
        ):
            try:
                await self._app(scope, receive, send)
            finally:
                self._under_way.leave(address)
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            await reply(Error("Too many requests from here. Wait a moment."), 429)(scope, receive, send)


def app(site: Site) -> Starlette:
    """The whole ASGI app, without its guard."""

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, site.hub.connections.spawn)

    routes = [
        *Api(site).routes(),
        WebSocketRoute(SOCKET, socket),
        *(Route(e.path, e.handler, methods=[e.method]) for e in (PAGE, UPGRADE)),
        Mount(ASSETS, Assets(directory=STATIC / "assets", check_dir=False)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Throttle, site)],
        exception_handlers={HTTPException: error, LogError: error, Exception: error},
    )
