"""Endpoints for questions about dice. Everybody may ask for odds and explanations. A seat may also ask what a command
would roll that it has not sent yet (a draft), and throw it for practice."""

from collections.abc import Callable

import msgspec
from starlette.requests import Request

from domain.command import Command
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from server.fold.commit_codec import read_json_command
from server.http.authorization import require_seat
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_body, reply, unexpected
from server.http.odds import Data, DiceQuery, explanation_data, foreseen, odds_of
from server.http.practice import fresh_faces, practised
from server.http.throttle import address_of
from server.http.types import DraftBody, Refused
from server.limits_and_timeouts import AGAINST_COST, DICE_QUESTIONS, Buckets
from server.words.texts import in_english


class DiceEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._questions = Buckets(DICE_QUESTIONS)

    async def odds(self, request: Request) -> JsonReply:
        """The odds of a throw (D9), computed from the query alone, so they reveal nothing about any table:
        `?rules=v20&pool=5&difficulty=8&specialty=true&switches=botch=negative-sum`, and
        `&against=4&against_difficulty=7` for a resisted roll (E2)."""
        return self._answer(request, odds_of)

    async def explain(self, request: Request) -> JsonReply:
        """The explanation of each die of a roll: `?rules=storytelling&pool=3&faces=10+4,8,3`, with + as %2B. The other
        fields are those of the roll: difficulty, specialty, willpower, again, and the table's switches. A roll
        whose record has the result `untold`, or shows no dice, cannot be explained from that record."""
        return self._answer(request, explanation_data)

    async def foresee(self, request: Request) -> JsonReply:
        """The roll of a command that has not been sent yet, as its seat sees it: the pool's `parts`, and its odds.
        Neither contains facts that the seat does not see. If the pool has an openly hidden part, the answer is `null`.
        If the command would be refused, the answer is the `refusal`."""
        return await self._of_draft(request, foreseen)

    async def practise(self, request: Request) -> JsonReply:
        """A practice throw of a command's roll: for the seat that asks alone, stored nowhere. The answer is `null` for
        a command without a roll that its seat may foresee, or the `refusal` that the command would get."""
        return await self._of_draft(request, lambda view, command: practised(view, command, fresh_faces))

    async def _of_draft(self, request: Request, answer: Callable[[View, Command], object]) -> JsonReply:
        """Answer about the draft in the body from the view of the seat that asks."""
        found = await require_seat(self._site.sessions, request)
        now = self._site.hub.now()
        if not self._questions.get(found.seat.id, now).take(now):
            raise fail(429, phrase("error-too-many-questions"))
        body = await read_body(request, DraftBody)
        try:
            command = read_json_command(body.command)
        except Refusal as refusal:
            raise fail(422, refusal.words) from None
        live = await self._site.hub.tables.find(found, body.stream)
        if live is None:
            raise fail(404, phrase("error-no-table"))
        try:
            return reply(
                await self._site.hub.streams.look(
                    live, lambda: answer(live.folded.state.view(found.seat), command), found.seat
                )
            )
        except Refusal as refusal:
            return reply(Refused(in_english(refusal.words), refusal.words))

    def _answer(self, request: Request, answer: Callable[[DiceQuery], Data]) -> JsonReply:
        now = self._site.hub.now()
        cost = AGAINST_COST if "against" in request.query_params else 1.0
        if not self._questions.get(address_of(request.scope), now).take(now, cost):
            raise fail(429, phrase("error-too-many-questions"))
        try:
            return reply(answer(msgspec.convert(dict(request.query_params), DiceQuery, strict=False)))
        except msgspec.ValidationError as error:
            raise unexpected(error, DiceQuery) from None
        except Refusal as refusal:
            raise fail(422, refusal.words) from None
