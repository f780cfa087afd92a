"""Random commands of the people at a simulated table, for every kind of audience: most are accepted, some refused."""

from __future__ import annotations

from random import Random

from domain.core.command import Command
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import AllowLookBack
from tests.simulation.page import Visitor


def random_command(random: Random, visitor: Visitor, others: list[str]) -> Command:
    """Choose a command for this visitor. `others`: the seats of the table."""
    records = visitor.page.audiences.get("everyone", (0, b"", {}))[2].values()
    faces = [record[1] for record in records if record[0] == "Face"]
    whom = random.choice([*others, "storyteller"])
    name = f"{random.randrange(10**6)}"
    if visitor.seat.role == "spectator":
        return Say("I only watch")
    if visitor.seat.role == "player":
        return random.choice([
            Say(f"hello {name}"), Say(f"psst {name}", "", (whom,)), Roll("jump", dice=random.randint(1, 9)),
            Say(" "), RollInSecret(dice=1), Roll("of another", actor="nobody", dice=3),
        ])  # fmt: skip
    return random.choice([
        Say(f"it is night {name}"), Say(f"psst {name}", "", (whom,)), RollInSecret("spot", dice=4),
        CreateCharacter(f"Shade {name}", hidden=True), CreateCharacter(f"Cat {name}"),
        AllowLookBack(random.random() < 0.5),
        *([SetHealth(random.choice(faces), random.randint(0, 3))] if faces else []),
    ])  # fmt: skip
