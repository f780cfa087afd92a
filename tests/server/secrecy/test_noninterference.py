"""Pairs of worlds that look alike to the players get the same bytes, except for outcomes that are released on purpose
(INV7). `paired_worlds.py` defines a pair; the soak plays many more of them."""

from __future__ import annotations

from domain.catalogue import catalogue
from domain.released import FOLLOWING, RELEASED
from tests.server.secrecy.paired_margins import by_margins
from tests.server.secrecy.paired_worlds import by_presence, by_values, played
from tests.server.secrecy.secret_commands import SECRETS, VEILED


def test_the_lists_name_fields_of_events_that_everybody_may_be_told() -> None:
    """SEC8: each entry of the lists names an existing public event and its fields; no event is released whole."""
    for name, released in (*RELEASED.items(), *FOLLOWING.items()):
        type_ = catalogue().events[name]
        assert "everyone" in type_.audiences
        named = (*released.fields, *released.dice)
        assert {field.partition(".")[0] for field in named} <= set(type_.__struct_fields__), name


def test_no_count_is_released() -> None:
    """X2, X3: hits, margins, tallies, leads, degrees and damage differ only if open dice do."""
    numbers = {"hits", "margin", "tallies", "lead", "degree", "word", "dealt", "soaked", "successes"}
    lists = {name: {*RELEASED[name].fields} for name in RELEASED if name != "Rolled"}
    lists |= {f"{name} after": {*FOLLOWING[name].fields} for name in FOLLOWING if name != "Rolled"}
    assert not [name for name, fields in lists.items() if {field.rpartition(".")[2] for field in fields} & numbers]


def test_hidden_counts_and_margins_show_nowhere(seed: int) -> None:
    """X2, X3: 300 pairs of fights and contests in which the same attacks hit and wound, and the same sides win, with
    different dice, difficulties, counts and margins behind the screen. All are played to the end."""
    came = played(by_margins, f"{seed} margins", 300)
    assert came.leaks == []
    assert came.alike == 300
    made = ("attack", "disarm", "sweep", "stake", "clinch", "hold", "tackle", "touch", "dodge", "parry", "block")
    rolls = {f"manoeuvre-{name}" for name in (*made, "break-free")}
    against = {"reason-keep-feet", "reason-break-hold", "reason-hold", "reason-round"}
    missing = (rolls | against) - came.kept.keys()
    if missing:  # the rarest kind comes about four times in 300 pairs, so one run in sixty has none of it
        more = played(by_margins, f"{seed} more margins", 600)
        assert more.leaks == []
        missing -= more.kept.keys()
    assert missing == set(), "counts of each kind were otherwise, and nobody could tell"
    assert came.kept["roll-damage"] > 10


def test_other_secrets_show_in_released_outcomes_alone(seed: int) -> None:
    """FLT30: 2,000 pairs whose secrets differ: traits that strike, avoid and soak, armour, wounds, notes, whispers,
    modifiers, difficulties, places in the turns, tasks, contests, calls, seeds and rolls. All are played to the end."""
    came = played(by_values, f"{seed} values", 2000)
    assert came.leaks == []
    assert came.alike == 2000
    assert came.apart.total() + came.levelled.total() > 200, "and secrets do matter"
    assert {"Rolled", "RoundEnded", "WoundTaken"} <= came.apart.keys(), "in dice, in contests and in fights"
    assert {"RoundEnded", "WoundTaken"} <= came.levelled.keys(), "some of which other dice bring to the same"
    assert {*SECRETS, *VEILED, "back", "on"} - (+came.granted).keys() == set(), "and each kind of them was granted"


def test_whether_a_wound_dazes_may_tell_of_a_private_endurance() -> None:
    """C26: in this pair the guard takes the same wound in both worlds, and only its Endurance decides whether it is
    dazed. Everybody sees that."""
    assert played(by_values, "3282828110 values", 99).leaks == []


def test_hidden_commands_show_in_released_outcomes_alone(seed: int) -> None:
    """FLT31: 1,000 pairs in which the second world has up to three extra hidden commands before every public one. All
    are played to the end."""
    came = played(by_presence, f"{seed} presence", 1000)
    assert came.leaks == []
    assert came.alike == 1000
    assert came.granted.total() > 2000
    assert came.granted["back"] > 100, "and much of it was taken back"
    assert came.granted["on"] > 50, "and gone on from in another scene"
