"""`coterie dice`, from outside: its output, its exit code."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.running import apart, coterie


def judged(rules: str, faces: str, *args: str, pool: int | None = None) -> dict[str, Any]:
    """What faces come to, as JSON."""
    size = len(faces.split(",")) if pool is None else pool
    done = coterie("dice", "--rules", rules, "--pool", str(size), "--faces", faces, "--json", *args)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_roll_is_judged_as_json() -> None:
    """Every figure of D4 to D6 under its own name; `net` may be negative."""
    found = judged("v20", "9,1,1,8,1", "--difficulty", "8")
    assert found["explanation"] == "2 successes, 3 ones take both away: -1, a botch."
    del found["explanation"]
    assert found == {
        "faces": [9, 1, 1, 8, 1], "successes": 2, "ones": 3, "net": -1, "result": "botch", "degree": None,
        "struck": [0, 3],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "faces", "args", "net", "result", "degree"),
    [
        ("revised", "9,1,1", (), -1, "failure", None),
        ("revised", "1,3", (), -1, "botch", None),
        ("revised", "1,3", ("--willpower",), 1, "success", "marginal"),
        ("v20", "10,8,1", ("--specialty",), 1, "success", "marginal"),
        ("v20", "8,10,1", ("--specialty",), 2, "success", "moderate"),
        ("v20", "9,1,1", ("--switch", "botch=rule-of-one"), -1, "failure", None),
        ("nightfall", "6,7,8,9,10", (), 5, "success", "phenomenal"),
        ("storytelling", "8,8,8,8,8", (), 5, "exceptional", None),
    ],
)
def test_each_rule_set_judges_in_its_own_way(
    rules: str, faces: str, args: tuple[str, ...], net: int, result: str, degree: str | None
) -> None:
    """D5, D7, D11, S8."""
    found = judged(rules, faces, *args)
    assert (found["net"], found["result"], found["degree"]) == (net, result, degree)


def test_rerolls_are_taken_after_the_pools_own_dice() -> None:
    """S4: chain by chain, in order of the dice."""
    assert judged("storytelling", "10,3,10,9,10,2", pool=3)["faces"] == [[10, 9], [3], [10, 10, 2]]
    assert judged("storytelling", "9,8,2", "--again", "9", pool=2)["faces"] == [[9, 2], [8]]


@pytest.mark.parametrize(
    ("faces", "result", "net"), [("1", "dramatic_failure", 0), ("9", "failure", 0), ("10,10,9", "success", 2)]
)
def test_a_chance_roll(faces: str, result: str, net: int) -> None:
    """S5, S6: by name, or as a pool of nothing."""
    assert judged("storytelling", faces, pool=0)["result"] == result
    done = coterie("dice", "--rules", "storytelling", "--chance", "--faces", faces, "--json")
    assert json.loads(done.stdout)["net"] == net


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--rules", "v20", "--pool", "101"), "at most 100"),
        (("--rules", "v20", "--pool", "0"), "D19"),
        (("--rules", "v20"), "--pool"),
        (("--rules", "v20", "--pool", "x"), "--pool"),
        (("--rules", "chess", "--pool", "3"), "no rule set 'chess'"),
        (("--rules", "v20", "--pool", "1", "--faces", "11"), "1 to 10"),
        (("--rules", "v20", "--pool", "1", "--faces", "0"), "1 to 10"),
        (("--rules", "v20", "--pool", "1", "--faces", "six"), "numbers"),
        (("--rules", "v20", "--pool", "3", "--faces", "1,2"), "too few"),
        (("--rules", "v20", "--pool", "1", "--faces", "1,2"), "too many"),
        (("--rules", "storytelling", "--pool", "1", "--faces", "10"), "too few"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "11"), "D8"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "1"), "D8"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "0"), "D8"),
        (("--rules", "v20", "--pool", "3", "--chance"), "chance"),
        (("--rules", "revised", "--pool", "3", "--specialty"), "D7"),
        (("--rules", "nightfall", "--pool", "3", "--difficulty", "7"), "difficulty 6"),
        (("--rules", "storytelling", "--pool", "3", "--difficulty", "6"), "no difficulty"),
        (("--rules", "storytelling", "--pool", "3", "--again", "1"), "S4"),
        (("--rules", "v20", "--pool", "3", "--switch", "botch"), "NAME=CHOICE"),
        (("--rules", "v20", "--pool", "3", "--switch", "botch=never"), "botch is one of"),
    ],
)
def test_what_cannot_be_rolled_is_refused_in_one_sentence(args: tuple[str, ...], says: str) -> None:
    """One line on stderr, nothing on stdout, exit code 2."""
    done = coterie("dice", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_fresh_dice_are_thrown_where_no_faces_are_given() -> None:
    """As many as the pool has, each from 1 to 10, and not the same again."""
    rolls = [json.loads(apart("dice", "--rules", "v20", "--pool", "100", "--json").stdout)["faces"] for _ in range(2)]
    assert all(len(faces) == 100 and set(faces) <= set(range(1, 11)) for faces in rolls)
    assert rolls[0] != rolls[1]


def test_people_read_two_lines() -> None:
    """Faces, and why."""
    done = coterie("dice", "--rules", "storytelling", "--pool", "2", "--faces", "10,3,8")
    assert done.stdout == "Storytelling System: 10+8 3\n2 successes, 1 of them rolled again: a success.\n"


def test_nothing_asked_prints_the_help() -> None:
    """`coterie` alone says what there is."""
    done = apart()
    assert done.returncode == 0
    assert "dice" in done.stdout
    assert "play" in done.stdout


def test_an_unknown_subcommand_is_misuse() -> None:
    """Exit code 2, in one line."""
    done = apart("juggle")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
