"""Pairs of worlds that look alike to the players: what is told them stays alike, byte for byte, but for what is
released on purpose (I7). What a pair is and does is in `tests.server.pairs`; the soak plays many more of them."""

from __future__ import annotations

from domain.catalogue import catalogue
from domain.released import RELEASED
from tests.server.pairs import by_presence, by_values, played
from tests.server.secret_deeds import SECRETS, VEILED


def test_the_list_names_events_that_everybody_may_be_told() -> None:
    """S8: what is released is an event that there is."""
    for name in RELEASED:
        assert "everyone" in catalogue().events[name].audiences


def test_other_secrets_show_in_released_outcomes_alone(seed: int) -> None:
    """F30: 2,000 pairs whose secrets differ: traits that strike, avoid and soak, armour, wounds, notes, whispers,
    modifiers, difficulties, places in the turns, tasks, contests, calls, seeds and rolls."""
    came = played(by_values, f"{seed} values", 2000)
    assert came.leaks == []
    assert came.ends[""] > 200, "some pairs stay alike to the end"
    assert came.ends.total() - came.ends[""] > 200, "and secrets do matter in others"
    assert {"Rolled", "RoundEnded", "WoundTaken"} <= came.ends.keys(), "in dice, in contests and in fights"
    assert (SECRETS.keys() | VEILED.keys()) - (+came.granted).keys() == set(), "and each kind of them was granted"


def test_hidden_commands_show_in_released_outcomes_alone(seed: int) -> None:
    """F31: 1,000 pairs, of which one world has up to three hidden commands more before every public one."""
    came = played(by_presence, f"{seed} presence", 1000)
    assert came.leaks == []
    assert came.ends[""] > 100
    assert came.granted.total() > 2000
