"""`coterie play`: play a scene from a script, one JSON object a line, and check what is expected of it.

A line is a command (`{"seat": "st", "command": "Roll", "actor": "@Anna", "dice": 5}`: its fields by name), or one of

    {"rules": "v20", "switches": {"botch": "rule-of-one"}, "name": "The docks"}    opens the scene
    {"seats": {"st": "storyteller", "anna": "player", "tv": "spectator"}}          says who sits where
    {"faces": [9, 1, 1, 8, 1]}                                                     loads the next dice
    {"expect": {"event": "Rolled", "net": 2}}                                      checks the line before

"@Anna" stands for the id of the character of that name, "@last:KIND" for that of the latest record of a kind which the
line's seat sees, as "@last:Roll", "@last:Call", "@last:Ruling" or "@last:Grapple":

    {"seat": "anna", "command": "AnswerCall", "call": "@last:Call"}

Seats not named are players', "st" the Storyteller's. `expect` takes `{"refused": CODE}`, `{"events": [NAME, ...]}` (all
of them, in order) or `{"event": NAME, FIELD: VALUE, ...}` (one such event with these fields).
"""

import argparse
import asyncio
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from domain.audience import TABLE, Seat
from domain.features.scene import OpenScene
from server.cli import DONE, FAILED, Misuse
from server.cli._script import BadLine, Fields, Find, command_of, faces_of, read, roles_of, seat_of, with_ids
from server.cli._stage import Played, Stage, plain, shown
from server.log.contract import EMPTY, Conflict, LogError
from server.log.open import open_log

NAME = "play"
HELP = "play a scene from a script and check what it expects"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("script", metavar="SCRIPT.jsonl", help="the script; - reads standard input")
    parser.add_argument("--as", dest="seat", default="", metavar="SEAT", help="print what this seat sees of it")
    parser.add_argument("--log", default="", metavar="URL", help="append the commits to this log, too")
    parser.add_argument("--stream", default="scene/script/1", metavar="NAME", help="the stream's name in that log")


def run(args: argparse.Namespace) -> int:
    """Play it, say what was seen, append it where asked."""
    try:
        script = sys.stdin.read() if args.script == "-" else Path(args.script).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"{args.script} cannot be read: {error}.") from None
    player = Player(args.seat, args.stream)
    done = DONE
    try:
        for line in read(script):
            try:
                player.take(line.fields)
            except BadLine as bad:
                raise BadLine(f"line {line.number}: {bad}") from None
    except BadLine as bad:
        sys.stderr.write(f"coterie play: {bad}\n")
        done = FAILED
    if args.log:
        asyncio.run(keep(player.stage, args.log, args.stream))
    return done


class Player:
    """Plays a script's lines in order, and prints what one seat sees."""

    def __init__(self, seat: str, stream: str) -> None:
        self.stage = Stage()
        self.seat = seat
        self.stream = stream
        self.roles: dict[str, str] = {}
        self.last: Played | None = None

    def take(self, fields: Fields) -> None:
        """Play one line. Raises `BadLine`."""
        if "command" in fields:
            seat = seat_of(str(fields.get("seat", "st")), self.roles)
            self.show(self.stage.play(seat, command_of(fields, self.finding(seat))))
        elif "rules" in fields:
            self.show(self.stage.play(TABLE, opening(fields, self.stream, self.finding(TABLE))))
        elif "seats" in fields:
            self.roles |= roles_of(fields["seats"])
        elif "faces" in fields:
            self.stage.loaded.extend(faces_of(fields["faces"]))
        elif "expect" in fields:
            check(with_ids(fields["expect"], self.finding(self.last.seat if self.last else TABLE)), self.last)
        else:
            raise BadLine("a line holds a command, rules, seats, faces or expect.")

    def finding(self, seat: Seat) -> Find:
        """What an @ and a name stand for on a line of this seat's."""
        return partial(self.stage.find, seat)

    def show(self, played: Played) -> None:
        """Print what the seat sees of it, if anything."""
        self.last = played
        seen = self.stage.seen(played, seat_of(self.seat, self.roles) if self.seat else None)
        if seen is not None:
            sys.stdout.write(json.dumps(seen, ensure_ascii=False) + "\n")


def opening(fields: Fields, stream: str, find: Find) -> OpenScene:
    """The command that opens the scene a line describes. Raises `BadLine`."""
    switches = fields.get("switches", {})
    if not isinstance(switches, dict):
        raise BadLine("switches are given as names with their choices.")
    said = {
        "stream": stream,
        "chronicle": "script",
        "name": "A scene",
        **fields,
        "switches": [list(pair) for pair in switches.items()],
        "command": "OpenScene",
    }
    command = command_of(said, find)
    assert isinstance(command, OpenScene)  # noqa: S101 -- for the type checker: it was asked for by that name
    return command


def check(expected: Any, played: Played | None) -> None:
    """Whether the last outcome is as expected. Raises `BadLine` saying what it was instead."""
    if played is None:
        raise BadLine("nothing has been done yet of which anything could be expected.")
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
        alike = [shown(f) for f in played.facts if type(f.event).__name__ == wanted["event"]]
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


async def keep(stage: Stage, url: str, stream: str) -> None:
    """Append all that was played to a log, as a new stream. Raises `Misuse`."""
    try:
        log = await open_log(url)
        try:
            if stage.pending and isinstance(await log.append(stream, EMPTY, stage.pending), Conflict):
                raise Misuse(f"{stream} is in that log already: name another with --stream.")
        finally:
            await log.close()
    except LogError as error:
        raise Misuse(str(error)) from None
