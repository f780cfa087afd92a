"""The Storyteller's overrides are in the story under her name (G0)."""

from __future__ import annotations

from domain.features.combat.turn_commands import LeaveTurns
from domain.features.rolls.obstacles import Obstacle, SetFailures, SetObstacle
from domain.features.scenes.spend_points import SetPoints
from domain.features.table.story_log import Line
from tests.domain.fight import ST, WATCHER, Fight
from tests.in_english import line_text


def ruled(fight: Fight, who: str) -> list[str]:
    """Return the Storyteller's rulings that this reader has seen."""
    seat = WATCHER if who == "watcher" else fight.seat(who)
    return [
        line_text(line, lambda _: "{0}")
        for line in fight.view(seat).all(Line)
        if line.kind == "ruled" and line.who == ST.id
    ]


def test_points_that_the_storyteller_sets_are_told_to_the_sheets_readers() -> None:
    """G0, D16: only the readers of the sheet read points that the Storyteller sets."""
    fight = Fight("anna Willpower:3/5")
    fight.does(ST, SetPoints("anna", "Willpower", 2))
    assert ruled(fight, "anna") == ["{0}: Willpower is now 2."]
    assert not ruled(fight, "watcher")
    fight.does("anna", SetPoints("anna", "Willpower", 1))
    assert len(ruled(fight, "anna")) == 1


def test_failures_that_the_storyteller_sets_are_told() -> None:
    """G0, D13: everybody reads failures that the Storyteller sets."""
    fight = Fight("anna Willpower:3/5")
    fight.does(ST, SetObstacle("the lock"))
    (lock,) = fight.full.all(Obstacle)
    fight.does(ST, SetFailures(lock.id, "anna", 2))
    assert ruled(fight, "watcher")[-1] == "{0}: failures at the lock set to 2 (D13)."


def test_who_is_left_out_of_the_turns_is_so_by_her_word() -> None:
    """G0, T1: everybody reads that the Storyteller took a character out of the turns."""
    fight = Fight("""
        anna Intuition 2
        bert Intuition 2
    """)
    fight.starts(anna=2, bert=1)
    fight.does(ST, LeaveTurns("bert"))
    assert ruled(fight, "watcher") == ["{0}: sits out the turns."]
