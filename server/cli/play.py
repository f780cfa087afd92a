"""`coterie play`: play a scene or a chronicle from a script, a JSON object a line, and check its expectations.

A line is a command (`{"seat": "st", "command": "Roll", "actor": "@Anna", "dice": 5}`: its fields by name), or one of

    {"rules": "v20", "switches": {"botch": "rule-of-one"}, "name": "The docks"}    opens the scene
    {"seats": {"st": "storyteller", "anna": "player", "tv": "spectator"}}          gives seats their roles
    {"faces": [9, 1, 1, 8, 0]}                                                     loads the next dice; 0 is a ten
    {"expect": {"event": "Rolled", "net": 2}}                                      checks the line before

"@Anna" stands for the id of the character of that name, "@last:KIND" for that of the latest record of a kind that the
line's seat sees, such as "@last:Roll", "@last:Call", "@last:Ruling" or "@last:Grapple":

    {"seat": "anna", "command": "AnswerCall", "call": "@last:Call"}

Seats that no "seats" line names are players', except "st", the Storyteller's. `expect` takes `{"refused": CODE}`,
`{"events": [NAME, ...]}` (all events, in order) or `{"event": NAME, FIELD: VALUE, ...}` (an event with these fields).
At the end, a warning on standard error names the loaded faces that no roll used.

A script that begins with a chronicle can have stories, chapters, downtime and any number of scenes (T1):

    {"chronicle": "Night", "rules": "v20"}                                         founds it
    {"seat": "st", "command": "BeginStory", "name": "The tide"}
    {"seat": "st", "command": "BeginScene", "name": "The docks"}
    {"seat": "st", "command": "CloseScene"}
    {"seat": "st", "command": "PassDowntime", "text": "Wounds close.", "count": 3}

Each command is played in the chronicle or in the scene, as its kind allows; if both are possible, in the scene while a
scene is open. Each commit is printed with its `place`, "chronicle" or "scene". A new scene starts with all that the
chronicle has, and when it closes, the chronicle keeps its results, once. Both are commits of their own;
`{"event": NAME, ...}` finds their events, too.
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
from domain.core.event import Fact
from domain.core.refusal import Refusal
from server.cli import DONE, FAILED, Misuse
from server.cli._language import language_argument, texts_in
from server.cli._script_lines import (
    STORYTELLER_SEAT,
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
from server.cli._script_stream import LoadedFace, Played, ScriptStream, plain, shown
from server.cli._script_tables import ScriptStep, ScriptTables
from server.log.batch import is_name
from server.log.contract import BATCH_MOST, EMPTY, Conflict, LogError
from server.log.open import open_log
from server.words.texts import Texts, in_english, texts

NAME = "play"
HELP = "play a scene or a chronicle from a script and check what it expects"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("script", metavar="SCRIPT.jsonl", help="the script; - reads standard input")
    parser.add_argument(
        "--as", dest="seat", default="", metavar="SEAT", help="print only what this seat of the script sees"
    )
    language_argument(parser)
    parser.add_argument("--log", default="", metavar="URL", help="also append the commits to this log")
    parser.add_argument(
        "--stream",
        default="",
        metavar="NAME",
        help="the name in that log for the scene (scene/script/1) or the chronicle (chronicle/script)",
    )


def run(args: argparse.Namespace) -> int:
    """Play the script, print the commits, and append them to a log if `--log` names it."""
    try:
        script = sys.stdin.read() if args.script == "-" else Path(args.script).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"{args.script} cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    if args.seat and args.seat not in (named := seats_named(script)):
        raise Misuse(f"{args.script} has no seat {args.seat!r}: its lines name {', '.join(named)}.")
    player = Player(args.seat, args.stream, texts_in(args))
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
        asyncio.run(append_to_log(player.tables.streams, args.log))
    return done


class Player:
    """Plays the lines of a script, and prints what a seat sees of them. The sentences of the game are printed in the
    language of `told_in`. What the script expects is in English."""

    def __init__(self, seat: str, stream: str = "", told_in: Texts | None = None) -> None:
        self.told_in = told_in or texts()
        self.tables = ScriptTables()
        self.seat = seat
        self.stream = stream
        self.roles: dict[str, str] = {}
        self.last: list[ScriptStep] = []
        """The steps of the line before: its own commit or refusal, then the hand-over commits that followed."""

    def take(self, line: Line) -> None:
        """Play one line. Raise `BadLine`."""
        fields = line.fields
        if "command" in fields:
            seat = seat_of(str(fields.get("seat", STORYTELLER_SEAT)), self.roles)
            self.play(self.tables.stream_for(str(fields["command"])), seat, fields)
        elif "chronicle" in fields:
            stream = self.stream or "chronicle/script"
            self.play(self.tables.begin("chronicle", stream), TABLE, found_chronicle(fields, stream))
        elif "rules" in fields:
            stream = self.stream or "scene/script/1"
            self.play(self.tables.begin("scene", stream), TABLE, open_scene(fields, stream))
        elif "seats" in fields:
            self.roles |= roles_of(fields["seats"])
        elif "faces" in fields:
            self.tables.loaded.extend(LoadedFace(face, line.number) for face in faces_of(fields["faces"]))
        elif "expect" in fields:
            self.expect(fields["expect"])
        else:
            raise BadLine("a line holds a command, a chronicle, rules, seats, faces or expect.")

    def play(self, stream: ScriptStream, seat: Seat, fields: Fields) -> None:
        """Play the command with `fields`, and print the outcome. Raise `BadLine`."""
        try:
            command = command_of(fields, partial(stream.find, seat))
        except Refusal as refusal:
            self.last = [ScriptStep(stream, Played(seat, [], refusal))]
        else:
            self.last = self.tables.play(stream, seat, command)
        for step in self.last:
            self.show(step)

    def show(self, step: ScriptStep) -> None:
        """Print the part of a step that the seat sees, if there is one."""
        viewer = seat_of(self.seat, self.roles) if self.seat else None
        seen = step.stream.seen_by(viewer, step.played, self.told_in)
        if seen is not None:
            place = self.tables.place_of(step.stream)
            sys.stdout.write(json.dumps({"place": place} | seen if place else seen, ensure_ascii=False) + "\n")

    def expect(self, expected: Any) -> None:
        """Check the outcome of the line before. Raise `BadLine` if it is not as expected."""
        if not self.last:
            raise BadLine("there is no command before this line whose outcome could be checked.")
        stream, played = self.last[-1].stream, self.last[0].played
        facts = [fact for step in self.last for fact in step.played.facts]
        check(with_ids(expected, partial(stream.find, played.seat)), played, facts)


def unused(loaded: Iterable[LoadedFace]) -> Iterator[str]:
    """Yield a warning for each script line whose loaded faces are left over at the end of the script."""
    for line, faces in groupby(loaded, attrgetter("line")):
        yield f"line {line}: no roll used these faces: {', '.join(str(face.shows) for face in faces)}."


def open_scene(fields: Fields, stream: str) -> Fields:
    """Return the fields of `OpenScene` for a line that describes a scene. Raise `BadLine`."""
    defaults = {"stream": stream, "chronicle": "script", "name": "A scene"}
    return {**defaults, **fields, "switches": switches_of(fields), "command": "OpenScene"}


def found_chronicle(fields: Fields, stream: str) -> Fields:
    """Return the fields of `FoundChronicle` for a line that describes a chronicle. Raise `BadLine`."""
    own = {"command": "FoundChronicle", "stream": stream, "chronicle": stream.rpartition("/")[2]}
    return {**fields, **own, "name": fields["chronicle"], "switches": switches_of(fields)}


def switches_of(fields: Fields) -> list[list[Any]]:
    """Return the switches of a line as pairs. Raise `BadLine`."""
    switches = fields.get("switches", {})
    if not isinstance(switches, dict):
        raise BadLine("switches are given as names with their choices.")
    return [list(pair) for pair in switches.items()]


def check(expected: Any, played: Played, facts: list[Fact]) -> None:
    """Raise `BadLine`, with the real outcome, if the outcome is not as expected. `facts` are the facts of the command
    and of the hand-over commits that followed from it."""
    if not isinstance(expected, dict) or not expected.keys() & {"refused", "events", "event"}:
        raise BadLine("expect holds refused, events or event.")
    if "refused" in expected:
        refused = played.refusal.code if played.refusal else None
        if refused != expected["refused"]:
            raise BadLine(f"expected the refusal {expected['refused']!r}, but {outcome_text(played)}.")
        return
    if "events" in expected and [type(f.event).__name__ for f in played.facts] != expected["events"]:
        raise BadLine(f"expected the events {expected['events']}, but {outcome_text(played)}.")
    if "event" in expected:
        wanted = {name: value for name, value in expected.items() if name != "events"}
        same_kind = [shown(f, texts()) for f in facts if type(f.event).__name__ == wanted["event"]]
        if not any(matches(event, wanted) for event in same_kind):
            found = f"it was {json.dumps(same_kind)}" if same_kind else outcome_text(played)
            raise BadLine(f"expected {json.dumps(wanted)}, but {found}.")


def matches(event: Fields, wanted: Fields) -> bool:
    """True if the event has all the wanted fields."""
    return all(name in event and plain(event[name], texts()) == value for name, value in wanted.items())


def outcome_text(played: Played) -> str:
    """Return the real outcome as a clause."""
    if played.refusal is not None:
        return f"it was refused ({played.refusal.code}: {in_english(played.refusal.words).rstrip('.')})"
    return f"the events were {[type(f.event).__name__ for f in played.facts]}"


async def append_to_log(streams: dict[str, ScriptStream], url: str) -> None:
    """Append everything that was played to a log, as new streams. Raise `Misuse`."""
    if unnamed := [name for name in streams if not is_name(name)]:
        raise Misuse(f"{unnamed[0]!r} is no name for a stream: use up to 120 of A-Z, a-z, 0-9 and ._:/-.")
    try:
        log = await open_log(url)
        try:
            for name, stream in streams.items():
                head = EMPTY
                for at in range(0, len(stream.pending), BATCH_MOST):
                    outcome = await log.append(name, head, stream.pending[at : at + BATCH_MOST])
                    if isinstance(outcome, Conflict):
                        raise Misuse(f"{name} is in that log already: choose another name with --stream.")
                    head = outcome.head
        finally:
            await log.close()
    except LogError as error:
        raise Misuse(f"{error} The script was not saved in that log.") from None
