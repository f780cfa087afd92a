"""A chronicle and its scenes, one after the other, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.characters.character import Face
from domain.features.scenes.chronicle import BeginScene, FoundChronicle, keep_scene_command, open_scene_command
from domain.features.scenes.scene import CloseScene
from domain.features.table.scene_list import SceneCard
from domain.features.table.story_log import Line
from domain.options import options
from domain.perform import perform
from tests.chance import FakeChance
from tests.in_english import Offered, line_text, offered, refusal_text

ST, ANNA, BEN = Seat("st", "storyteller"), Seat("anna", "player"), Seat("ben", "player")
WATCHER = Seat("watcher", "spectator")


class World:
    """A chronicle; commands go to the open scene, or else to the chronicle."""

    def __init__(self, rules: str = "revised", **switches: str) -> None:
        self.chance = FakeChance()
        self.chronicle = State()
        self.scene: State | None = None
        self.does(TABLE, FoundChronicle("chronicle/c", "c", "Night", rules, tuple(switches.items())))

    @property
    def here(self) -> State:
        """Return the open scene, or else the chronicle."""
        return self.scene or self.chronicle

    def does(self, seat: Seat, command: Command, *faces: int, at: State | None = None) -> list[Fact]:
        """Perform a seat's command; exactly these faces are drawn."""
        state = at or self.here
        self.chance.load(*faces)
        facts = perform(state, seat, command, self.chance).facts
        state.settle()
        assert not faces or not self.chance.script, f"faces that were not drawn: {self.chance.script}"
        return facts

    def refuses(self, seat: Seat, command: Command, code: str, at: State | None = None) -> str:
        """Return the sentence of the refusal, which must have this code."""
        with pytest.raises(Refusal) as refused:
            perform(at or self.here, seat, command, self.chance)
        assert refused.value.code == code, f"{refused.value.code}: {refusal_text(refused.value)}"
        return refusal_text(refused.value)

    def opens(self, name: str = "The Docks", **more: Any) -> State:
        """Begin a scene, and open it as the server does."""
        self.does(ST, BeginScene(name, **more))
        self.scene = state = State()
        perform(state, TABLE, open_scene_command(self.chronicle.full, self.card), self.chance)
        state.settle()
        return state

    def closes(self) -> None:
        """Close the scene, and write it back as the server does."""
        assert self.scene is not None
        self.does(ST, CloseScene())
        keep = keep_scene_command(self.scene.full, self.card)
        assert keep is not None
        self.scene = None
        self.does(TABLE, keep)

    @property
    def card(self) -> SceneCard:
        """Return the newest scene's card."""
        return list(self.chronicle.full.all(SceneCard))[-1]

    def id(self, name: str) -> str:
        """Return the id of the character with this name."""
        return next(f.id for f in self.here.full.all(Face) if f.name == name)

    def lines(self, seat: Seat = WATCHER, at: State | None = None) -> list[str]:
        """Return the story that a seat has read."""
        return [line_text(line) for line in (at or self.here).view(seat).all(Line)]

    def offers(self, seat: Seat, command: type[Command]) -> list[Offered]:
        """Return a seat's options for a command, in English."""
        return [offered(o) for o in options(self.here.view(seat)) if o.command == command.__name__]
