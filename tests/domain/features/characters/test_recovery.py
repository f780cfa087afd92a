"""Recovery of all characters: what they regain, and the audiences that learn of it (D16, C29, G0)."""

from __future__ import annotations

from domain.features.characters.character import PointsSet, sheet
from domain.features.characters.points import used_this_turn
from domain.features.characters.recovery import Recovered, RecoverEverybody
from domain.features.characters.set_health import SetHealth
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.spend_points import SetPoints, SpendPoints
from domain.features.table.story_log import Line
from tests.domain.fight import ST, WATCHER, Fight
from tests.domain.world import ANNA, World
from tests.in_english import line_text

CAST = """
    anna   Willpower:2/5  Blood:3/10
    bert   Willpower:1/4
    guard  npc     Willpower:0/3
    shade  hidden  Willpower:1/2
"""


def points(fight: Fight, store: str = "Willpower") -> list[int]:
    """Return the points of all four characters."""
    return [sheet(fight.full, who).points(store) for who in ("anna", "bert", "guard", "shade")]


def ruled(fight: Fight, who: str) -> list[str]:
    """Return the Storyteller's rulings that this reader has seen, with ids for names."""
    view = fight.view(WATCHER if who == "watcher" else fight.seat(who))
    return [line_text(line) for line in view.all(Line) if line.kind == "ruled"]


def hurt() -> Fight:
    """A scene in which all four characters lack points or health."""
    fight = Fight(CAST)
    fight.does(ST, SetHealth("anna", bashing=2, lethal=1))
    fight.does(ST, SetHealth("shade", bashing=1))
    return fight


def test_everybody_has_all_points_of_a_store_again() -> None:
    """D16: a chosen store is refilled for every character, hidden ones too, and no store besides it."""
    fight = Fight(CAST)
    fight.does(ST, RecoverEverybody(("Willpower",)))
    assert points(fight) == [5, 4, 3, 2]
    assert points(fight, "Blood") == [3, 0, 0, 0]


def test_the_players_characters_alone_may_recover() -> None:
    """D16, C29: recovery can be limited to the players' characters."""
    fight = hurt()
    fight.does(ST, RecoverEverybody(("Blood", "Willpower"), "all", "players"))
    assert points(fight) == [5, 4, 0, 1]
    assert points(fight, "Blood") == [10, 0, 0, 0]
    assert fight.health("anna") == (0, 0, 0)
    assert fight.health("shade", ST) == (1, 0, 0)


def test_what_is_bashing_heals_by_itself() -> None:
    """C29: recovery of bashing wounds leaves graver wounds and points unchanged."""
    fight = hurt()
    fight.does(ST, RecoverEverybody(heal="bashing"))
    assert fight.health("anna") == (0, 1, 0)
    assert points(fight) == [2, 1, 0, 1]


def test_each_reads_of_its_own() -> None:
    """D16, X4: only readers of the sheet learn of points, only seats that see the character learn of wounds; nobody
    learns of hidden characters or their stores."""
    fight = hurt()
    before = len(ruled(fight, "watcher"))
    fight.does(ST, RecoverEverybody(("Willpower", "Blood"), "all"))
    assert ruled(fight, "watcher")[before:] == ["anna: all wounds heal."]
    assert ruled(fight, "bert")[before:] == [
        "anna: all wounds heal.", "bert: Willpower is full again."
    ]  # fmt: skip
    told = [f.actors for f in fight.told(Recovered)]
    assert ("guard", "shade") in told
    assert ("shade",) in told


def test_what_hidden_ones_recover_nobody_hears() -> None:
    """X4: if only a hidden character heals, the table receives nothing."""
    fight = Fight(CAST)
    fight.does(ST, SetHealth("shade", lethal=3))
    before = fight.dump(WATCHER)
    fight.does(ST, RecoverEverybody(heal="all"))
    assert fight.health("shade", ST) == (0, 0, 0)
    assert fight.dump(WATCHER) == before


def test_it_is_the_storytellers_and_something_comes_of_it() -> None:
    """G0: only the Storyteller can use recovery; without an effect it is refused and not offered."""
    fight = Fight(CAST)
    assert "Only the Storyteller" in fight.refused("anna", RecoverEverybody(("Willpower",)))
    assert not fight.offers("anna", RecoverEverybody)
    assert "Choose which points come back" in fight.refused(ST, RecoverEverybody())
    assert "Nobody chosen lacks these points or has these wounds" in fight.refused(ST, RecoverEverybody(heal="all"))
    assert "Nobody chosen lacks these points or has these wounds" in fight.refused(ST, RecoverEverybody(("Luck",)))
    fight.does(ST, RecoverEverybody(("Willpower", "Blood", "Willpower")))
    assert len(fight.told(PointsSet)) == 5
    assert not fight.offers(ST, RecoverEverybody)


def test_what_is_offered_is_what_somebody_lacks() -> None:
    """D16, C29: the form offers only stores and wounds that a character lacks."""
    fight = Fight(CAST)
    (offer,) = fight.offers(ST, RecoverEverybody)
    stores, heal, _ = offer.inputs
    assert ([c.value for c in stores.choices], stores.default) == (["Willpower", "Blood"], "Willpower")
    assert [c.value for c in heal.choices] == ["none"]
    fight.does(ST, SetHealth("bert", lethal=1))
    (offer,) = fight.offers(ST, RecoverEverybody)
    assert [c.value for c in offer.inputs[1].choices] == ["none", "all"]


def test_what_was_spent_in_this_turn_stays_spent() -> None:
    """F4: recovered points do not lift the limit of points per turn."""
    fight = Fight("anna Blood_a_turn 2 Blood:5/10")
    fight.does(ST, StartTurns())
    fight.does("anna", SpendPoints("anna", "Blood", 2))
    fight.does(ST, RecoverEverybody(("Blood",)))
    assert sheet(fight.full, "anna").points("Blood") == 10
    assert used_this_turn(fight.full, "anna", "Blood") == 2
    assert "(F4)" in fight.refused("anna", SpendPoints("anna", "Blood"))


def test_between_scenes_the_chronicle_recovers() -> None:
    """T1, D16: recovery works in the open scene, otherwise in the chronicle, and the scene's result returns to it."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", pools=(("Willpower", 5, 1),)))
    anna = world.id("Anna")
    world.does(ST, RecoverEverybody(("Willpower",)))
    assert sheet(world.here.full, anna).points("Willpower") == 5
    world.does(ST, SetPoints(anna, "Willpower", 0))
    world.opens()
    world.refuses(ST, RecoverEverybody(("Willpower",)), "scene-open", at=world.chronicle)
    world.does(ST, RecoverEverybody(("Willpower",)))
    world.closes()
    assert sheet(world.here.full, anna).points("Willpower") == 5
