"""Every output through which a part of a scene can reach a user, and the comparison that a pair of worlds makes of it
(SEC8, FLT30, FLT31).

`test_outputs.py` reads the list of outputs from the code: enter a new frame, route, command of the command line, logger
or key in the page's storage here, with a function that shows it for a world or with the reason why it shows no part of
a scene.
"""

from __future__ import annotations

import contextlib
import io
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.refusal import Refusal
from domain.features.characters.portrait import Portrait
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.create_character import ChangeSheet
from domain.features.scenes.handouts import sees_picture
from domain.features.table.handout import Handout
from domain.options import options, questions
from server.cli._open_log import OpenLog, StreamInfo
from server.cli._script_stream import Played, ScriptStream
from server.cli._seat_replay import SeatReplay
from server.cli.export import jsonl, markdown
from server.cli.replay import summary
from server.fold.commit_codec import unpack, write
from server.fold.lookback import look_back, moment
from server.fold.projection import Projection, changed_records
from server.fold.resume_history import NOTHING
from server.fold.stream_fold import StreamFold
from server.http.odds import foreseen
from server.http.practice import practised
from server.log.contract import Entry
from server.log.memory import MemoryLog, MemoryStore
from server.protocol.frames import Look, Welcome
from server.stream.seat_options import SeatOptions, log_failed_offer
from server.words.texts import languages, texts
from tests.domain.random_play import Wanderer
from tests.server.held_options import HeldOptions
from tests.server.socketless_tables import frames, unframed

STREAM = "scene/c/s"

T = TypeVar("T")


def at_once(reading: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that reads the memory log and never waits. An event loop for each read would cost more than the
    read."""
    while True:
        try:
            reading.send(None)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


class Out:
    """The data that the outputs of a world are made from: its fold and its log."""

    def __init__(self, folded: StreamFold, entries: list[Entry]) -> None:
        self.folded = folded
        self.entries = entries
        store = MemoryStore()
        store.entries[STREAM] = entries
        self.log = MemoryLog(store)
        self.opened = OpenLog(self.log, {})


def welcomed(out: Out, seat: Seat) -> object:
    projection = out.folded.projection
    welcome = Welcome(projection.epoch(seat), seat.id, seat.role, "", STREAM, resumed=False, durability="disk")
    return write(welcome), projection.newcomer_view(seat), projection.newcomer_story_start(seat), projection.view(seat)


def resumed(out: Out, seat: Seat) -> object:
    """Return a resume from the very beginning. Each part was compared live, too."""
    projection = out.folded.projection
    return projection.missing(seat, Projection.position(seat, dict.fromkeys(projection.ends, NOTHING)))


def stood(out: Out, seat: Seat) -> object:
    return Projection.position(seat, out.folded.projection.ends)


def offered(out: Out, seat: Seat) -> object:
    """Return the options as a new connection receives them."""
    return SeatOptions(out.folded.state.view(seat)).whole()


def held(messages: bytes) -> dict[str, list[object]]:
    """Return the options that a new page holds after these messages."""
    page = HeldOptions()
    for message in unframed(messages):
        for frame in frames(message):
            page.take(*frame[1:])
    return {command: found for command, found in page.offers.items() if found}


def followed(out: Out, seat: Seat) -> object:
    """Return the option messages that a subscriber connected from the beginning received."""
    folded = StreamFold()
    news, there = list[bytes](), SeatOptions(folded.state.view(seat))
    for entry in out.entries:
        _, told = folded.take(entry)
        if changed := changed_records(seat, (told,)):
            news.append(there.changes(changed).message)
    assert held(there.whole()) == held(SeatOptions(out.folded.state.view(seat)).whole())  # the numbers may differ
    return [one for one in news if one]


def looked_back(out: Out, seat: Seat) -> object:
    """Return the table at each moment, and the older story."""
    most = moment(out.folded.projection.ends, seat)
    looks = [Look(1, at, -1) for at in range(most + 1)] + [Look(1, -1, before) for before in (0, 2, most)]
    ends = out.folded.projection.ends
    looks += [Look(1, before=ends[of].count, of=of) for of in ends if seat.reads(of)]
    return [at_once(look_back(out.log, out.folded, seat, STREAM, look)) for look in looks]


def exported(out: Out, seat: Seat) -> object:
    info = StreamInfo(STREAM, "scene", "A scene", "c")
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        at_once(jsonl(out.opened, info, SeatReplay(seat)))
        for language in languages():
            at_once(markdown(out.opened, info, SeatReplay(seat), texts(language)))
    return shown.getvalue()


def replayed(out: Out, seat: Seat) -> object:
    async def lines() -> list[str]:
        replay, info = SeatReplay(seat), StreamInfo(STREAM, "scene", "", "c")
        view = out.folded.state.view(seat)
        return [summary(replay, commit, {}, view, texts()) async for commit in out.opened.commits_seen(info, replay)]

    return at_once(lines())


def scripted(out: Out, seat: Seat) -> object:
    """Return the lines that `coterie play --as SEAT` prints."""
    script, seen = ScriptStream(deque()), []
    for entry in out.entries:
        commit = unpack(entry.payload)
        script.state.fold(commit.facts, commit.at)
        script.state.settle()
        seen.append(script.seen_by(seat, Played(TABLE, commit.facts, None), texts()))
    return [one for one in seen if one is not None]


def drafts(out: Out, seat: Seat) -> Iterator[Command]:
    """Yield the drafts a seat may ask about: every open option, and some attempts to find out more."""
    for name in ("anna", "shade", "nobody"):
        yield from (Roll("?", name, ("Strength",)), RollInSecret("?", name, dice=1), ChangeSheet(name, ()))
    wanderer = Wanderer(0)
    made = (wanderer.accepted(option) for option in options(out.folded.state.view(seat)))
    yield from (command for command in made if command is not None)


def foretold(out: Out, seat: Seat) -> object:
    view = out.folded.state.view(seat)

    def answer(draft: Command) -> object:
        try:
            return foreseen(view, draft)
        except Refusal as refusal:
            return refusal.code, refusal.words

    return [answer(draft) for draft in drafts(out, seat)]


def practised_alike(out: Out, seat: Seat) -> object:
    """The practice throws of all drafts, with the same dice in every world."""
    view = out.folded.state.view(seat)

    def answer(draft: Command) -> object:
        try:
            return practised(view, draft, lambda count: tuple(1 + place % 10 for place in range(count)))
        except Refusal as refusal:
            return refusal.code, refusal.words

    return [answer(draft) for draft in drafts(out, seat)]


def pictured(out: Out, seat: Seat) -> object:
    """Return the pictures of the whole scene that this seat may load."""
    full = out.folded.state.full
    pictures = {one.picture for one in full.all(Portrait)} | {one.picture for one in full.all(Handout)}
    return sorted(one for one in pictures if sees_picture(out.folded.state.view(seat), one))


def reminded(out: Out, seat: Seat) -> object:
    """Return the questions of a seat: a push message is sent when there is a new one, and says nothing else."""
    return sorted(questions(out.folded.state.view(seat), log_failed_offer))


LIVE = "compared message by message, in each pair of worlds and in `test_secrecy.py`"
OF_THE_PROCESS = "for the operator of the server, out of players' reach; `test_status.py` searches it for marks"
OF_THE_DOOR = "a seat's or a host's own key, and its name; browser tests search all that a browser keeps"
LINKS = "links that this person made for others, until the person leaves the table"
NOT_OF_A_SCENE = "made without a scene's fold, which a test reads in the code"
WAYS: dict[str, Callable[[Out, Seat], object] | str] = {
    # frames
    "welcome": welcomed,
    "view": welcomed,
    "earlier": welcomed,
    "part": resumed,
    "accepted": stood,
    "options": offered,
    "looked": looked_back,
    "refused": LIVE,
    "presence": NOT_OF_A_SCENE,
    "tick": NOT_OF_A_SCENE,
    "closing": NOT_OF_A_SCENE,
    "reset": "a sentence that is the same for every scene",
    # routes
    "POST /api/odds": foretold,
    "POST /api/practice": practised_alike,
    "GET /api/pictures/{picture}": pictured,
    "POST /api/pictures": NOT_OF_A_SCENE,
    "GET /api/push": NOT_OF_A_SCENE,
    "PUT /api/push": NOT_OF_A_SCENE,
    "DELETE /api/push": NOT_OF_A_SCENE,
    "GET /health": NOT_OF_A_SCENE,
    "GET /api/rules": NOT_OF_A_SCENE,
    "GET /api/schema/character": NOT_OF_A_SCENE,
    "GET /api/schema/openapi": NOT_OF_A_SCENE,
    "GET /api/schema/asyncapi": NOT_OF_A_SCENE,
    "GET /api": NOT_OF_A_SCENE,
    "GET /api/page.css": NOT_OF_A_SCENE,
    "GET /api/search.js": NOT_OF_A_SCENE,
    "GET /api/odds": NOT_OF_A_SCENE,
    "GET /api/explain": NOT_OF_A_SCENE,
    "POST /api/sentences": NOT_OF_A_SCENE,
    "POST /api/enter": NOT_OF_A_SCENE,
    "POST /api/leave": NOT_OF_A_SCENE,
    "GET /api/status": OF_THE_PROCESS,
    "GET /api/address": NOT_OF_A_SCENE,
    "PUT /api/address": NOT_OF_A_SCENE,
    "POST /api/address/check": NOT_OF_A_SCENE,
    "GET /api/way-back": NOT_OF_A_SCENE,
    "GET /api/chronicles": NOT_OF_A_SCENE,
    "POST /api/chronicles": NOT_OF_A_SCENE,
    "PATCH /api/chronicles/{chronicle}": "only whether it was done, for the host",
    "DELETE /api/chronicles/{chronicle}": NOT_OF_A_SCENE,
    "GET /api/chronicles/{chronicle}/size": "counts of everything, for the host, who has the log",
    "GET /api/chronicles/{chronicle}/file": "copies the log, for the host, who has it",
    "POST /api/chronicles/{chronicle}/link": NOT_OF_A_SCENE,
    "GET /api/seats": NOT_OF_A_SCENE,
    "POST /api/seats": NOT_OF_A_SCENE,
    "POST /api/seats/{seat}/link": NOT_OF_A_SCENE,
    "DELETE /api/seats/{seat}": NOT_OF_A_SCENE,
    "GET /": NOT_OF_A_SCENE,
    "GET /sw.js": NOT_OF_A_SCENE,
    "GET /ws": NOT_OF_A_SCENE,
    "/ws": "the frames above",
    "/assets": NOT_OF_A_SCENE,
    # push messages
    "push hub/reminders.py": reminded,
    # the command line, for commands that read a log
    "coterie export": exported,
    "coterie replay": replayed,
    "coterie archive": "moves a scene as it is stored, for the owner of the log",
    "coterie backup": "copies the log, for its owner",
    "coterie doctor": "counts and names the faults, for the owner of the log",
    "coterie host-link": NOT_OF_A_SCENE,
    "coterie play": scripted,
    "coterie serve": "the frames and routes above",
    # the process's own status and log lines
    "status GET /": OF_THE_PROCESS,
    "status GET /metrics": OF_THE_PROCESS,
    "status GET /ready": OF_THE_PROCESS,
    "log coterie.client": "in a program of a seat: what this seat learns of its own connection",
    "log coterie.replies": OF_THE_PROCESS,
    "log coterie.app": OF_THE_PROCESS,
    "log coterie.tcp_limits": OF_THE_PROCESS,
    "log coterie.fan_out": OF_THE_PROCESS,
    "log coterie.seat_options": OF_THE_PROCESS,
    "log coterie.origin_guard": OF_THE_PROCESS,
    "log coterie.hub": OF_THE_PROCESS,
    "log coterie.http": OF_THE_PROCESS,
    "log coterie.live_stream": OF_THE_PROCESS,
    "log coterie.log_follower": OF_THE_PROCESS,
    "log coterie.seating": OF_THE_PROCESS,
    "log coterie.past_tables": OF_THE_PROCESS,
    "log coterie.lookback": OF_THE_PROCESS,
    "log coterie.checkpoints": OF_THE_PROCESS,
    "log coterie.connection": OF_THE_PROCESS,
    "log coterie.presence": OF_THE_PROCESS,
    "log coterie.bridge": OF_THE_PROCESS,
    "log coterie.push": OF_THE_PROCESS,
    "log coterie.reminders": OF_THE_PROCESS,
    "log coterie.redis": OF_THE_PROCESS,
    "log coterie.group_commit": OF_THE_PROCESS,
    "log coterie.snapshots": OF_THE_PROCESS,
    "log server.log.redis.channel_listener": OF_THE_PROCESS,
    # the page's storage in its browser
    "page session.ts: tab HOST": OF_THE_DOOR,
    "page session.ts: tab SEAT": OF_THE_DOOR,
    "page session.ts: device SEAT": OF_THE_DOOR,
    "page push.ts: worker seat": OF_THE_DOOR,
    "page answered-calls.ts: device key": "which answers to calls the Storyteller has seen: a time, and ids of rolls",
    "page kept-links.ts: tab key": LINKS,
    "page kept-links.ts: device key": LINKS,
    "page stay-offer.tsx: tab ANSWERED": "the seat that answered the offer to stay signed in",
    "page composer.tsx: tab draft": "what its reader wrote and has not said, until the table is left or the tab closed",
    "page attention.ts: device KEY": "whether questions are announced by a sound or a notification",
    "page daylight.ts: device KEY": "whether it is day",
    "page choice.ts: device KEY": "the reader's language",
}


CHEAP = (welcomed, resumed, stood, offered)
"""Compared in every pair of worlds."""
DEAR = (
    *dict.fromkeys(way for way in WAYS.values() if not isinstance(way, str) and way not in CHEAP),
    followed,
)
"""Outputs of which each pair of worlds compares a single random one."""
