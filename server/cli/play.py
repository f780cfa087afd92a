"""`coterie play`: play a scene or a chronicle from a script, one JSON object a line, and check what is expected of it.

A line is a command (`{"seat": "st", "command": "Roll", "actor": "@Anna", "dice": 5}`: its fields by name), or one of

    {"rules": "v20", "switches": {"botch": "rule-of-one"}, "name": "The docks"}    opens the scene
    {"seats": {"st": "storyteller", "anna": "player", "tv": "spectator"}}          says who sits where
    {"faces": [9, 1, 1, 8, 0]}                                                     loads the next dice; 0 is a ten
    {"expect": {"event": "Rolled", "net": 2}}                                      checks the line before

"@Anna" stands for the id of the character of that name, "@last:KIND" for that of the latest record of a kind which the
line's seat sees, as "@last:Roll", "@last:Call", "@last:Ruling" or "@last:Grapple":

    {"seat": "anna", "command": "AnswerCall", "call": "@last:Call"}

Seats not named are players', "st" the Storyteller's. `expect` takes `{"refused": CODE}`, `{"events": [NAME, ...]}` (all
of them, in order) or `{"event": NAME, FIELD: VALUE, ...}` (one such event with these fields). At the end a
warning on standard error names the loaded faces that no roll used.

With a chronicle at its head a script plays stories, chapters, downtime and any number of scenes (T1):

    {"chronicle": "Night", "rules": "v20"}                                         founds it
    {"seat": "st", "command": "BeginStory", "name": "The tide"}
    {"seat": "st", "command": "BeginScene", "name": "The docks"}
    {"seat": "st", "command": "CloseScene"}
    {"seat": "st", "command": "PassDowntime", "text": "Wounds close.", "count": 3}

Each command goes where it can be played, one that both could take to the scene while one is open; each commit is
printed with its `place`, "chronicle" or "scene". A scene is opened with all that the chronicle has, and when it closes,
the chronicle keeps what it brought, once: commits of their own, whose events `{"event": NAME, ...}` finds, too.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from domain.core.audience import TABLE, Seat
from domain.core.command import Refusal
from domain.core.event import Fact
from server.cli import DONE, FAILED, Misuse
from server.cli._script_lines import (
    STORYTELLERS,
    BadLine,
    Fields,
    Line,
    command_of,
    faces_of,
    read,
    roles_of,
    seat_of,
    seats_named,
    with_ids,
)
from server.cli._script_stream import LoadedFace, Played, Stage, plain, shown
from server.cli._script_tables import Done, Tables
from server.log.batch import is_name
from server.log.contract import BATCH_MOST, EMPTY, Conflict, LogError
from server.log.open import open_log

NAME = "play"
HELP = "play a scene or a chronicle from a script and check what it expects"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("script", metavar="SCRIPT.jsonl", help="the script; - reads standard input")
    parser.add_argument(
        "--as", dest="seat", default="", metavar="SEAT", help="print what this seat sees, which a line names"
    )
    parser.add_argument("--log", default="", metavar="URL", help="append the commits to this log, too")
    parser.add_argument(
        "--stream",
        default="",
        metavar="NAME",
        help="the name in that log of the scene (scene/script/1) or the chronicle (chronicle/script)",
    )


def run(args: argparse.Namespace) -> int:
    """Play it, say what was seen, append it where asked."""
    try:
        script = sys.stdin.read() if args.script == "-" else Path(args.script).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"{args.script} cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    if args.seat and args.seat not in (named := seats_named(script)):
        raise Misuse(f"{args.script} has no seat {args.seat!r}: its lines name {', '.join(named)}.")
    player = Player(args.seat, args.stream)
    done = DONE
    try:
        for line in read(script):
            try:
                player.take(line)
            except BadLine as bad:
                raise BadLine(f"line {line.number}: {bad}") from None
    except BadLine as bad:
        sys.stderr.write(f"coterie play: {bad}\n")
        done = FAILED
    else:
        sys.stderr.writelines(f"coterie play: {warning}\n" for warning in unused(player.tables.loaded))
    if args.log:
        asyncio.run(keep(player.tables.streams, args.log))
    return done


class Player:
    """Plays a script's lines in order, and prints what one seat sees."""

    def __init__(self, seat: str, stream: str = "") -> None:
        self.tables = Tables()
        self.seat = seat
        self.stream = stream
        self.roles: dict[str, str] = {}
        self.last: list[Done] = []
        """What came of the line before: its own commit or refusal, then what the table did about it."""

    def take(self, line: Line) -> None:
        """Play one line. Raises `BadLine`."""
        fields = line.fields
        if "command" in fields:
            seat = seat_of(str(fields.get("seat", STORYTELLERS)), self.roles)
            self.play(self.tables.stage_of(str(fields["command"])), seat, fields)
        elif "chronicle" in fields:
            stream = self.stream or "chronicle/script"
            self.play(self.tables.begin("chronicle", stream), TABLE, founding(fields, stream))
        elif "rules" in fields:
            stream = self.stream or "scene/script/1"
            self.play(self.tables.begin("scene", stream), TABLE, opening(fields, stream))
        elif "seats" in fields:
            self.roles |= roles_of(fields["seats"])
        elif "faces" in fields:
            self.tables.loaded.extend(LoadedFace(face, line.number) for face in faces_of(fields["faces"]))
        elif "expect" in fields:
            self.expect(fields["expect"])
        else:
            raise BadLine("a line holds a command, a chronicle, rules, seats, faces or expect.")

    def play(self, stage: Stage, seat: Seat, fields: Fields) -> None:
        """Play the command that a line's fields name, and print what became of it. Raises `BadLine`."""
        try:
            command = command_of(fields, partial(stage.find, seat))
        except Refusal as refusal:
            self.last = [Done(stage, Played(seat, [], refusal))]
        else:
            self.last = self.tables.play(stage, seat, command)
        for done in self.last:
            self.show(done)

    def show(self, done: Done) -> None:
        """Print what the seat sees of it, if anything."""
        seen = done.stage.seen(done.played, seat_of(self.seat, self.roles) if self.seat else None)
        if seen is not None:
            place = self.tables.place(done.stage)
            sys.stdout.write(json.dumps({"place": place} | seen if place else seen, ensure_ascii=False) + "\n")

    def expect(self, expected: Any) -> None:
        """Whether the line before went as expected. Raises `BadLine`."""
        if not self.last:
            raise BadLine("nothing has been done yet of which anything could be expected.")
        stage, played = self.last[-1].stage, self.last[0].played
        check(
            with_ids(expected, partial(stage.find, played.seat)), played, [f for d in self.last for f in d.played.facts]
        )


def unused(loaded: Iterable[LoadedFace]) -> Iterator[str]:
    """A warning for each line of whose faces some are left when the script is over."""
    for line, faces in groupby(loaded, attrgetter("line")):
        yield f"line {line}: no roll used these faces: {', '.join(str(face.shows) for face in faces)}."


def opening(fields: Fields, stream: str) -> Fields:
    """The fields of the command that opens the scene a line describes. Raises `BadLine`."""
    defaults = {"stream": stream, "chronicle": "script", "name": "A scene"}
    return {**defaults, **fields, "switches": switches_of(fields), "command": "OpenScene"}


def founding(fields: Fields, stream: str) -> Fields:
    """The fields of the command that founds the chronicle a line describes. Raises `BadLine`."""
    own = {"command": "FoundChronicle", "stream": stream, "chronicle": stream.rpartition("/")[2]}
    return {**fields, **own, "name": fields["chronicle"], "switches": switches_of(fields)}


def switches_of(fields: Fields) -> list[list[Any]]:
    """The switches a line chooses. Raises `BadLine`."""
    switches = fields.get("switches", {})
    if not isinstance(switches, dict):
        raise BadLine("switches are given as names with their choices.")
    return [list(pair) for pair in switches.items()]


def check(expected: Any, played: Played, followed: list[Fact]) -> None:
    """Whether the outcome is as expected; `followed` are the facts of it, and of all that the table did about it.
    Raises `BadLine` saying what it was instead."""
    if not isinstance(expected, dict) or not expected.keys() & {"refused", "events", "event"}:
        raise BadLine("expect holds refused, events or event.")
    if "refused" in expected:
        came = played.refusal.code if played.refusal else None
        if came != expected["refused"]:
            raise BadLine(f"expected the refusal {expected['refused']!r}, but {what_came(played)}.")
        return
    if "events" in expected and [type(f.event).__name__ for f in played.facts] != expected["events"]:
        raise BadLine(f"expected the events {expected['events']}, but {what_came(played)}.")
    if "event" in expected:
        wanted = {name: value for name, value in expected.items() if name != "events"}
        alike = [shown(f) for f in followed if type(f.event).__name__ == wanted["event"]]
        if not any(matches(event, wanted) for event in alike):
            found = f"it was {json.dumps(alike)}" if alike else what_came(played)
            raise BadLine(f"expected {json.dumps(wanted)}, but {found}.")


def matches(event: Fields, wanted: Fields) -> bool:
    """Whether the event has all the fields wanted."""
    return all(name in event and plain(event[name]) == value for name, value in wanted.items())


def what_came(played: Played) -> str:
    """What really came of it, in words."""
    if played.refusal is not None:
        return f"it was refused ({played.refusal.code}: {played.refusal.sentence.rstrip('.')})"
    return f"the events were {[type(f.event).__name__ for f in played.facts]}"


async def keep(streams: dict[str, Stage], url: str) -> None:
    """Append all that was played to a log, as new streams. Raises `Misuse`."""
    if unnamed := [stream for stream in streams if not is_name(stream)]:
        raise Misuse(f"{unnamed[0]!r} is no name for a stream: name it with up to 120 of A-Z, a-z, 0-9 and ._:/-.")
    try:
        log = await open_log(url)
        try:
            for stream, stage in streams.items():
                head = EMPTY
                for at in range(0, len(stage.pending), BATCH_MOST):
                    outcome = await log.append(stream, head, stage.pending[at : at + BATCH_MOST])
                    if isinstance(outcome, Conflict):
                        raise Misuse(f"{stream} is in that log already: name another with --stream.")
                    head = outcome.head
        finally:
            await log.close()
    except LogError as error:
        raise Misuse(f"{error} Nothing of what was played is kept there.") from None
