"""The HTTP side: the page, the doors, the host's list. JSON in, JSON out; errors are one sentence under `error`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec
import segno
from msgspec import Meta
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from domain.bounds import Id, Name
from domain.catalogue import catalogue
from domain.command import Refusal
from domain.features.chronicle import FoundChronicle
from domain.features.setting import check_rules
from server.dice import Asked, Data, explained, foreseen, odds_of, read_draft
from server.doorkeeper import Admitted, DoorClosed, Doorkeeper, NoDoor
from server.house import House
from server.keeping import table_wish
from server.limits import Buckets, Rate
from server.log.contract import LogError
from server.socket import serve as serve_socket
from server.typescript import character_schema
from server.wire import StreamName

log_ = logging.getLogger("coterie.http")

BODY_MOST: Final = 16 * 1024
BODY_WITHIN: Final = 10.0
WRONG_LINKS: Final = Rate(10 / 60, 10)
"""Wrong links an address may try: ten at once, ten a minute (S5)."""
QUESTIONS: Final = Rate(5, 30)
"""Questions about dice from one address, or one seat: thirty at once, five a second."""
DEAR: Final = 5.0
"""As how many questions one counts about two pools against each other (E2)."""
STATIC: Final = Path(__file__).parent / "static"

NO_DOOR: Final = (
    "This link opens no door here. It may have been issued anew, and a host link is good once: ask for a fresh one."
)

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class EnterBody(msgspec.Struct, forbid_unknown_fields=True):
    """A link's secret."""

    secret: Annotated[str, Meta(max_length=100)]


class ChronicleBody(msgspec.Struct, forbid_unknown_fields=True):
    """A chronicle to be founded."""

    name: Name
    rules: Name
    switches: Annotated[dict[Name, Name], Meta(max_length=50)] = {}
    storyteller: Name = "Storyteller"


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat to be made."""

    name: Name
    role: Literal["player", "spectator"] = "player"


class DraftBody(msgspec.Struct, forbid_unknown_fields=True):
    """A command that has not been sent yet, as the array that it would be on the wire, and where it would be sent."""

    stream: StreamName
    command: msgspec.Raw


class Site(NamedTuple):
    """What the routes need: the house, its doors, and where links lead."""

    house: House
    doors: Doorkeeper
    origin: str

    def link(self, secret: str) -> str:
        """A link as people get it: the secret in the fragment, which no server ever sees in a request line."""
        return f"{self.origin}/#{secret}"


def shown(link: str) -> dict[str, object]:
    """A link as the page shows it: in letters, and as the rows of a QR code for a phone (1 is dark)."""
    rows = segno.make(link, error="m").matrix_iter(border=2)
    return {"link": link, "qr": ["".join("1" if dark else "0" for dark in row) for row in rows]}


def reply(value: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def fail(status: int, sentence: str) -> HTTPException:
    """An error answer."""
    return HTTPException(status, sentence)


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
        raise fail(400, f"That is not what was expected: {error}.") from error


class Api:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._wrong = Buckets(WRONG_LINKS)
        self._dice = Buckets(QUESTIONS)

    def routes(self) -> list[BaseRoute]:
        """Every route of the API, and who may call it."""
        return [
            Route("/health", self.health, methods=["GET"]),
            Route("/api/rules", self.rules, methods=["GET"]),
            Route("/api/schema/character", self.character_schema, methods=["GET"]),
            Route("/api/odds", self.odds, methods=["GET"]),
            Route("/api/explain", self.explain, methods=["GET"]),
            Route("/api/odds", self.foresee, methods=["POST"]),
            Route("/api/enter", self.enter, methods=["POST"]),
            Route("/api/leave", self.leave, methods=["POST"]),
            Route("/api/chronicles", self.chronicles, methods=["GET"]),
            Route("/api/chronicles", self.found, methods=["POST"]),
            Route("/api/chronicles/{chronicle}/link", self.storyteller_link, methods=["POST"]),
            Route("/api/seats", self.seats, methods=["GET"]),
            Route("/api/seats", self.invite, methods=["POST"]),
            Route("/api/seats/{seat}/link", self.reissue, methods=["POST"]),
            Route("/api/seats/{seat}", self.revoke, methods=["DELETE"]),
        ]

    # Open to all

    async def health(self, _request: Request) -> Response:
        """Says only ok."""
        return reply({"status": "ok"})

    async def rules(self, _request: Request) -> Response:
        """The rule sets, with their switches, traits, ready characters, and what no mortal has."""
        found = [
            {
                "id": r.id,
                "title": r.title,
                "about": r.about,
                "switches": [{"name": s.name, "choices": s.choices, "label": s.label} for s in r.switches],
                "traits": [{"name": g.name, "traits": g.traits, "most": g.most} for g in r.traits],
                "ready": r.ready,
                "undead": sorted(r.undead),
            }
            for r in catalogue().rulesets.values()
        ]
        return reply({"rules": found})

    async def character_schema(self, _request: Request) -> Response:
        """The JSON Schema of a character's file, for those who write one elsewhere."""
        return reply(character_schema())

    async def odds(self, request: Request) -> Response:
        """How likely a throw is to come to what (D9), from what stands in the query and from nothing else, so that it
        tells nothing of any table: `?rules=v20&pool=5&difficulty=8&specialty=true&switches=botch=negative-sum`, and
        `&against=4&against_difficulty=7` for a resisted roll (E2). The fields are `server.dice.Asked`, the answer
        `server.dice.odds_told`."""
        return self._about_dice(request, odds_of)

    async def explain(self, request: Request) -> Response:
        """What each die of a roll did, in words: `?rules=storytelling&pool=3&faces=10+4,8,3`, the + as %2B. The other
        fields are those of the roll: difficulty, specialty, willpower, again, and the table's switches. A roll whose
        result is `untold`, or that shows no dice, cannot be explained to whoever does not know more of it."""
        return self._about_dice(request, explained)

    def _about_dice(self, request: Request, answer: Callable[[Asked], Data]) -> Response:
        now = self._site.house.now()
        cost = DEAR if "against" in request.query_params else 1.0
        if not self._dice.of(request.client.host if request.client else "", now).take(now, cost):
            raise fail(429, "Too many questions at once. Wait a moment.")
        try:
            return reply(answer(msgspec.convert(dict(request.query_params), Asked, strict=False)))
        except msgspec.ValidationError as error:
            raise fail(400, f"That is not what was expected: {error}.") from None
        except Refusal as refusal:
            raise fail(400, refusal.sentence) from None

    async def enter(self, request: Request) -> Response:
        """Exchange a link's secret for a session token."""
        wish = await body(request, EnterBody)
        now = self._site.house.now()
        bucket = self._wrong.of(request.client.host if request.client else "", now)
        if not bucket.take(now):  # before the answer is known, so that guesses at the same time count too
            raise fail(429, "Too many wrong links from here. Wait a minute.")
        try:
            entered = await self._site.doors.enter(wish.secret)
        except NoDoor:
            raise fail(404, NO_DOOR) from None
        except DoorClosed:
            raise fail(410, "This link is no longer good. Ask for a new one.") from None
        except LogError:
            bucket.give_back()
            raise
        bucket.give_back()
        row = entered.row
        if row is None:
            return reply({"token": entered.token, "role": "host"})
        names = {c.id: c.name for c in await self._site.doors.chronicles()}
        return reply({
            "token": entered.token, "role": row.role, "seat": row.id, "name": row.name, "chronicle": row.chronicle,
            "chronicle_name": names.get(row.chronicle, ""), "stream": f"chronicle/{row.chronicle}",
        })  # fmt: skip

    async def leave(self, request: Request) -> Response:
        """End a session."""
        await self._site.doors.leave(token(request))
        return reply({})

    # The host's

    async def chronicles(self, request: Request) -> Response:
        """The chronicles of this house."""
        await self._host(request)
        return reply({"chronicles": await self._site.doors.chronicles()})

    async def found(self, request: Request) -> Response:
        """Found a chronicle; answers its Storyteller's link."""
        await self._host(request)
        wish = await body(request, ChronicleBody)
        switches = tuple(sorted(wish.switches.items()))
        try:
            check_rules(wish.rules, switches)
        except Refusal as refusal:
            raise fail(400, refusal.sentence) from None
        id_ = self._site.doors.random(9)
        stream = f"chronicle/{id_}"
        live = await self._site.house.live(stream)
        command = FoundChronicle(stream, id_, wish.name, wish.rules, switches)
        refused = await self._site.house.submit(live, table_wish(self._site.house.now(), command, f"found {stream}"))
        if refused:
            raise fail(503, "The log cannot be written just now. Nothing was changed.")
        await self._site.doors.add_chronicle(id_, wish.name)
        _, secret = await self._site.doors.invite(id_, wish.storyteller, "storyteller")
        return reply({"id": id_, **shown(self._site.link(secret))}, 201)

    async def storyteller_link(self, request: Request) -> Response:
        """A new link for a chronicle's Storyteller; the old one, and whoever came in by it, is shown the door."""
        await self._host(request)
        for row in await self._site.doors.seats(request.path_params["chronicle"]):
            if row.role == "storyteller":
                return reply(shown(self._site.link(await self._site.doors.reissue(row.id, ends_sessions=True))))
        raise fail(404, "There is no such chronicle.")

    # Whoever sits at a table

    async def foresee(self, request: Request) -> Response:
        """What a command that has not been sent yet would roll, as its seat sees it: the pool's `parts`, and its odds.
        What the seat does not see is in neither, and where something is openly kept back there are none: `null`. Of a
        command that would be refused, the `refusal`: that is an answer too."""
        found = await self._site.doors.session(token(request))
        if found is None:
            raise fail(403, "Only who sits at the table can ask this.")
        now = self._site.house.now()
        if not self._dice.of(found.seat.id, now).take(now):
            raise fail(429, "Too many questions at once. Wait a moment.")
        wish = await body(request, DraftBody)
        try:
            command = read_draft(wish.command)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise fail(400, f"That is not what was expected: {error}.") from None
        live = await self._site.house.table(found, wish.stream)
        if live is None:
            raise fail(404, "There is no such table.")
        try:
            return reply(
                await self._site.house.look(live, lambda: foreseen(live.folded.state.view(found.seat), command))
            )
        except Refusal as refusal:
            return reply({"refusal": refusal.sentence})

    # The Storyteller's

    async def seats(self, request: Request) -> Response:
        """The seats of the Storyteller's chronicle."""
        me = await self._storyteller(request)
        rows = await self._site.doors.seats(me.chronicle)
        return reply({"seats": [{"id": r.id, "name": r.name, "role": r.role, "revoked": r.revoked} for r in rows]})

    async def invite(self, request: Request) -> Response:
        """Make a seat; answers its link."""
        me = await self._storyteller(request)
        wish = await body(request, SeatBody)
        seats = await self._site.doors.seats(me.chronicle)
        if len(seats) >= 100:
            raise fail(400, "A chronicle has at most 100 seats; one spectators' link admits many.")
        if any(row.name.casefold() == wish.name.casefold() for row in seats):
            raise fail(400, f"There is a seat for {wish.name} already: issue its link anew, or choose another name.")
        row, secret = await self._site.doors.invite(me.chronicle, wish.name, wish.role)
        return reply({"seat": row.id, **shown(self._site.link(secret))}, 201)

    async def reissue(self, request: Request) -> Response:
        """A new link for a seat; the old one is void."""
        row = await self._seat(request)
        return reply(shown(self._site.link(await self._site.doors.reissue(row))))

    async def revoke(self, request: Request) -> Response:
        """Close a seat."""
        await self._site.doors.revoke(await self._seat(request))
        return reply({})

    # Who asks

    async def _host(self, request: Request) -> None:
        if not await self._site.doors.is_host(token(request)):
            raise fail(403, "Only whoever runs the server can do this.")

    async def _storyteller(self, request: Request) -> Admitted:
        found = await self._site.doors.session(token(request))
        if found is None or not found.seat.tells:
            raise fail(403, "Only the Storyteller can do this.")
        return found

    async def _seat(self, request: Request) -> Id:
        """The seat in the path, if it is one of this Storyteller's and not her own."""
        me = await self._storyteller(request)
        wanted: str = request.path_params["seat"]
        if wanted == me.seat.id or all(r.id != wanted for r in await self._site.doors.seats(me.chronicle)):
            raise fail(404, "There is no such seat.")
        return wanted


def token(request: Request) -> str:
    """The session token of a request, "" where there is none."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value if scheme.lower() == "bearer" else ""


async def error(_request: Request, exception: Exception) -> Response:
    """An error as JSON."""
    if isinstance(exception, HTTPException):
        return reply({"error": exception.detail}, exception.status_code)
    if isinstance(exception, LogError):
        log_.warning("%s", exception)
        return reply({"error": "The table's log cannot be reached just now. Try again in a moment."}, 503)
    return reply({"error": "Something is wrong with the server."}, 500)


def app(site: Site) -> Starlette:
    """The whole ASGI app, without its guard."""

    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, site.house.spawn)

    routes = [
        *Api(site).routes(),
        WebSocketRoute("/ws", socket),
        Route("/", page),
        Mount("/assets", GZipMiddleware(StaticFiles(directory=STATIC / "assets", check_dir=False), compresslevel=6)),
    ]
    return Starlette(routes=routes, exception_handlers={HTTPException: error, LogError: error, Exception: error})
