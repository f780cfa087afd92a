"""The endpoint that makes sentences of words, for clients that have no Fluent library and no copy of the texts."""

from starlette.requests import Request

from domain.core.words import Ref, phrase
from server.http.authorization import require_seat
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.types import Sentences, SentencesBody
from server.limits_and_timeouts import SENTENCES, Buckets
from server.words.texts import NoSuchLanguage, texts


class SentenceEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._questions = Buckets(SENTENCES)

    async def sentences(self, request: Request) -> JsonReply:
        """The texts of words as they come in a table's frames, in their order. `names` gives the names of the
        characters and seats that the words refer to by id. The answer depends on the body alone. A body is
        `{"words": [[0, "nothing-said", [], ""]], "language": "de", "names": {"c1": "Ilse"}}`."""
        seat = (await require_seat(self._site.sessions, request)).seat
        now = self._site.hub.now()
        if not self._questions.get(seat.id, now).take(now):
            raise fail(429, phrase("error-too-many-questions"))
        body = await read_body(request, SentencesBody)

        def name_of(ref: Ref) -> str:
            return body.names.get(ref.id, ref.id)

        try:
            made = texts(body.language)
            return reply(Sentences([made.sentence(words, name_of) for words in body.words]))
        except NoSuchLanguage:
            raise fail(422, phrase("error-no-language")) from None
        except RecursionError:
            raise fail(422, phrase("error-body-too-big")) from None
