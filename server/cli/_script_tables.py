"""The streams of a script: a single scene, or a chronicle with the scenes that begin in it.

Law (T1). Before the next line is played, each scene that began in the chronicle is opened, and the results of each
     closed scene are kept in the chronicle, once: as the server does it (`server.hub.handover_commands`).
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from domain.catalogue import catalogue
from domain.core.audience import TABLE, Seat
from domain.core.command import Command, Place
from domain.core.refusal import Refusal
from domain.features.scenes.chronicle import keep_scene_command
from domain.features.table.scene_list import Fork, open_cards, scene_open
from server.cli._script_lines import BadLine
from server.cli._script_stream import LoadedFace, Played, ScriptStream
from server.hub.handover_commands import opening_command


class ScriptStep(NamedTuple):
    """A commit or a refusal, and its stream."""

    stream: ScriptStream
    played: Played


class ScriptTables:
    """All streams of a script. They share the loaded dice."""

    def __init__(self) -> None:
        self.loaded: deque[LoadedFace] = deque()
        self.chronicle: ScriptStream | None = None
        self.scene = ScriptStream(self.loaded)
        """The newest scene; empty until a scene has begun."""
        self.streams: dict[str, ScriptStream] = {}

    def begin(self, place: Place, name: str) -> ScriptStream:
        """Return a new stream for the script's chronicle or its single scene. Raise `BadLine` if it has a stream
        already."""
        if self.streams:
            raise BadLine("a script has one chronicle or one scene at its head: begin further scenes with BeginScene.")
        stream = self.streams[name] = ScriptStream(self.loaded)
        if place == "scene":
            self.scene = stream
        else:
            self.chronicle = stream
        return stream

    def stream_for(self, command: str) -> ScriptStream:
        """Return the stream for a command of this name, by the places that its class allows. A command that both places
        allow goes to the scene while a scene is open. Before the first scene, every command goes to the chronicle."""
        if self.chronicle is None:
            return self.scene
        type_ = catalogue().commands.get(command, Command)
        wanted: tuple[Place, ...] = (
            ("scene", "chronicle") if scene_open(self.chronicle.state.full) else ("chronicle", "scene")
        )
        place = next(place for place in wanted if place in type_.places)
        return self.scene if place == "scene" and self.scene.pending else self.chronicle

    def place_of(self, stream: ScriptStream) -> Place | None:
        """Return the place of a stream; None in a script without a chronicle."""
        return None if self.chronicle is None else "chronicle" if stream is self.chronicle else "scene"

    def play(self, stream: ScriptStream, seat: Seat, command: Command) -> list[ScriptStep]:
        """Play a command and the hand-over commands that follow from it."""
        if seat.is_storyteller and (origin := command.origin(stream.state.full)) is not None:
            earlier, moment = origin
            try:
                self.streams[earlier].past(TABLE, moment)
            except Refusal as refusal:
                return [ScriptStep(stream, Played(seat, [], refusal))]
        return [ScriptStep(stream, stream.play(seat, command)), *self.hand_over()]

    def hand_over(self) -> Iterator[ScriptStep]:
        """Open the scenes that began in the chronicle, and keep the results of the scenes that closed."""
        chronicle = self.chronicle
        if chronicle is None:
            return
        for card in open_cards(chronicle.state.full):
            scene = self.streams.get(card.stream)
            if scene is None:
                self.scene = self.streams[card.stream] = ScriptStream(self.loaded)
                fork = chronicle.state.full.get(Fork, card.id)
                past = self.streams[fork.stream].past(TABLE, fork.at) if fork else None
                yield ScriptStep(
                    self.scene, self.scene.play(TABLE, opening_command(chronicle.state.full, card, past), past)
                )
            elif keep := keep_scene_command(scene.state.full, card):
                yield ScriptStep(chronicle, chronicle.play(TABLE, keep))
