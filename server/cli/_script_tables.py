"""The tables of a script: a scene by itself, or a chronicle and the scenes that begin in it.

Law. What begins in the chronicle is opened as a scene, and what a closed scene brought is kept in the chronicle, once,
     before the next line is played: as in a house (`server.hub.handover_commands`, T1).
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from domain.catalogue import catalogue
from domain.core.audience import TABLE, Seat
from domain.core.command import Command, Place, Refusal
from domain.features.scenes.chronicle import to_keep
from domain.features.storyteller.fork_scene import ForkScene
from domain.features.table.scene_list import Fork, SceneCard, open_cards, scene_open
from server.cli._script_lines import BadLine
from server.cli._script_stream import LoadedFace, Played, Stage
from server.hub.handover_commands import to_begin


class Done(NamedTuple):
    """One commit or refusal, and where it came to be."""

    stage: Stage
    played: Played


class Tables:
    """All streams of a script, on which the same dice are loaded."""

    def __init__(self) -> None:
        self.loaded: deque[LoadedFace] = deque()
        self.chronicle: Stage | None = None
        self.scene = Stage(self.loaded)
        """The newest scene; nothing is open there before one has begun."""
        self.streams: dict[str, Stage] = {}

    def begin(self, place: Place, stream: str) -> Stage:
        """Where a script's chronicle, or its one scene, is to be opened. Raises `BadLine` where one was."""
        if self.streams:
            raise BadLine("a script has one chronicle or one scene at its head: begin further scenes with BeginScene.")
        stage = self.streams[stream] = Stage(self.loaded)
        if place == "scene":
            self.scene = stage
        else:
            self.chronicle = stage
        return stage

    def stage_of(self, command: str) -> Stage:
        """Where a command of this name is played: where its class says that it can be, and where both would do, in the
        scene while one is open. Before the first scene all is said to the chronicle."""
        if self.chronicle is None:
            return self.scene
        type_ = catalogue().commands.get(command, Command)
        wanted: tuple[Place, ...] = (
            ("scene", "chronicle") if scene_open(self.chronicle.state.full) else ("chronicle", "scene")
        )
        place = next(place for place in wanted if place in type_.places)
        return self.scene if place == "scene" and self.scene.pending else self.chronicle

    def place(self, stage: Stage) -> Place | None:
        """Which of the two a stage is, where there are two."""
        return None if self.chronicle is None else "chronicle" if stage is self.chronicle else "scene"

    def play(self, stage: Stage, seat: Seat, command: Command) -> list[Done]:
        """Play one wish, and what the table does about it."""
        if (
            isinstance(command, ForkScene)
            and (card := stage.state.full.get(SceneCard, command.scene))
            and seat.is_storyteller
        ):
            try:
                self.streams[card.stream].past(TABLE, command.at)
            except Refusal as refusal:
                return [Done(stage, Played(seat, [], refusal))]
        return [Done(stage, stage.play(seat, command)), *self.house()]

    def house(self) -> Iterator[Done]:
        """Open what was begun in the chronicle, keep what was closed."""
        chronicle = self.chronicle
        if chronicle is None:
            return
        for card in open_cards(chronicle.state.full):
            scene = self.streams.get(card.stream)
            if scene is None:
                self.scene = self.streams[card.stream] = Stage(self.loaded)
                fork = chronicle.state.full.get(Fork, card.id)
                past = self.streams[fork.stream].past(TABLE, fork.at) if fork else None
                yield Done(self.scene, self.scene.play(TABLE, to_begin(chronicle.state.full, card, past), past))
            elif keep := to_keep(scene.state.full, card):
                yield Done(chronicle, chronicle.play(TABLE, keep))
