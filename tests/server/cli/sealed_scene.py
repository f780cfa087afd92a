"""A scene with sealed dice, without a server, and its export for everyone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from domain.core.audience import EVERYONE, SEALED, TABLE, Seat
from domain.core.command import Command
from domain.core.dice_from_seed import GROVES, HiddenPool, Seal, grove
from domain.core.state import State
from domain.features.rolls.roll import Roll
from domain.features.scenes.scene import OpenScene
from domain.features.table.settings import SceneKey
from domain.perform import perform
from server.fold.commit_codec import command_key
from tests.server.socketless_tables import SeededChance

ST, ANNA, BEN = Seat("st", "storyteller"), Seat("anna", "player"), Seat("ben", "player")
Lines = list[dict[str, Any]]


class Sealed(SeededChance):
    """Chance with sealed dice as on a server, but with seeds from this run's seed."""

    def pool(self) -> HiddenPool:
        secret = self.seed()
        return HiddenPool(secret, b"".join(grove(secret, place) for place in range(GROVES)))


class Scene:
    """A scene with sealed dice, and its export for everyone."""

    def __init__(self, random: Random, rules: str = "storytelling") -> None:
        self.random = random
        self.state = State()
        self.nonces: dict[bytes, bytes] = {}
        self.lines: Lines = [{"scene": "The docks"}]
        self.does(TABLE, OpenScene("scene/night/1", "night", "The docks", rules))

    def does(self, seat: Seat, command: Command) -> None:
        id_ = len(self.lines).to_bytes(16, "big")
        key = command_key(seat, id_)
        mark = len(self.state.journal)
        seeds = self.state.partition(SEALED).get(SceneKey, "key")
        perform(self.state, seat, command, Sealed(self.random, seeds, key, 1))
        public = self.state.partition(EVERYONE)
        written = {(c.type, c.id): None for c in self.state.journal[mark:] if c.partition is public}
        changed = [plain(public.get(*known)) for known in written]
        part = {"audience": "everyone", "count": public.count, "at": 1, "changed": changed, "gone": []}
        self.lines.append({"at": 1, "parts": [part] if changed else []})

    def rolls(self, seat: Seat = ST) -> list[Roll]:
        return list(self.state.view(seat).all(Roll))


def plain(record: Any) -> dict[str, Any]:
    """Return a record as an export has it."""
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    if isinstance(fields.get("seal"), Seal):
        fields["seal"] = [getattr(fields["seal"], name) for name in Seal.__struct_fields__]
    found: dict[str, Any] = json.loads(
        json.dumps({"type": type(record).__name__, **fields}, default=lambda v: v.hex() if isinstance(v, bytes) else 0)
    )
    return found
