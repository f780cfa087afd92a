"""`coterie dice`: output and exit codes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.cli.running import coterie, in_own_process

NO_DIFFICULTY = "These rules have no difficulty. Add or remove dice instead."


def judged(rules: str, faces: str, *args: str, pool: int | None = None) -> dict[str, Any]:
    """Judge faces, and return the JSON."""
    size = len(faces.split(",")) if pool is None else pool
    done = coterie("dice", "--rules", rules, "--pool", str(size), "--faces", faces, "--json", *args)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_roll_is_judged_as_json() -> None:
    """Every figure of D4 to D6 has a field; `net` may be negative."""
    found = judged("v20", "9,1,1,8,1", "--difficulty", "8")
    assert found["explanation"] == "2 successes − 3 = −1."
    del found["explanation"]
    assert found == {
        "faces": [9, 1, 1, 8, 1], "successes": 2, "ones": 3, "net": -1, "result": "botch", "degree": None,
        "struck": [0, 3],
        "dice": [
            "9: success, removed by a 1", "1: removes the success of the 9", "1: removes the success of the 8",
            "8: success, removed by a 1", "1: no success left to remove",
        ],
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
    """D5, D7, D11, S8: each rule set judges given faces by its own rules."""
    found = judged(rules, faces, *args)
    assert (found["net"], found["result"], found["degree"]) == (net, result, degree)


def test_willpower_gives_dice_where_no_success_is_bought() -> None:
    """D11: three faces more than the pool has dice; with them, a chance roll is an ordinary roll."""
    found = judged("storytelling", "8,2,9,3,4", "--willpower", pool=2)
    assert (found["net"], found["result"]) == (2, "success")
    assert judged("storytelling", "8,2", "--willpower", pool=-1)["net"] == 1


def test_rerolls_are_taken_after_the_pools_own_dice() -> None:
    """S4: given faces go to the pool first, then to the re-rolls, die by die."""
    assert judged("storytelling", "10,3,10,9,10,2", pool=3)["faces"] == [[10, 9], [3], [10, 10, 2]]
    assert judged("storytelling", "9,8,2", "--again", "9", pool=2)["faces"] == [[9, 2], [8]]


@pytest.mark.parametrize(
    ("faces", "result", "net"), [("1", "dramatic_failure", 0), ("9", "failure", 0), ("10,10,9", "success", 2)]
)
def test_a_chance_roll(faces: str, result: str, net: int) -> None:
    """S5, S6: a chance roll is asked for by name, or by a pool of 0."""
    assert judged("storytelling", faces, pool=0)["result"] == result
    done = coterie("dice", "--rules", "storytelling", "--chance", "--faces", faces, "--json")
    assert json.loads(done.stdout)["net"] == net


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--rules", "v20", "--pool", "101"), "at most 100"),
        (("--rules", "v20", "--pool", "0"), "No dice are left"),
        (("--rules", "v20"), "--pool"),
        (("--rules", "v20", "--pool", "x"), "--pool"),
        (("--rules", "chess", "--pool", "3"), "no rule set “chess”"),
        (("--rules", "v20", "--pool", "1", "--faces", "11"), "1 to 10"),
        (("--rules", "v20", "--pool", "1", "--faces", "-1"), "1 to 10"),
        (("--rules", "v20", "--pool", "1", "--faces", "six"), "numbers"),
        (("--rules", "v20", "--pool", "3", "--faces", "1,2"), "too few"),
        (("--rules", "v20", "--pool", "1", "--faces", "1,2"), "too many"),
        (("--rules", "storytelling", "--pool", "1", "--faces", "10"), "too few"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "11"), "not 11"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "1"), "not 1"),
        (("--rules", "v20", "--pool", "3", "--difficulty", "0"), "not 0"),
        (("--rules", "v20", "--pool", "3", "--chance"), "chance"),
        (("--rules", "revised", "--pool", "3", "--specialty"), "a specialty changes no roll"),
        (("--rules", "nightfall", "--pool", "3", "--difficulty", "7"), NO_DIFFICULTY),
        (("--rules", "storytelling", "--pool", "3", "--difficulty", "4"), NO_DIFFICULTY),
        (("--rules", "storytelling", "--pool", "3", "--difficulty", "0"), NO_DIFFICULTY),
        (("--rules", "storytelling", "--pool", "3", "--again", "1"), "rolls again"),
        (("--rules", "v20", "--pool", "3", "--switch", "botch"), "NAME=CHOICE"),
        (("--rules", "v20", "--pool", "3", "--switch", "botch=never"), "The switch botch allows only"),
        (("--pool", "3"), "--rules"),
        (("?throw six",), "Type ?throw 6 7"),
        (("/r 6 7", "--rules", "nightfall"), "These rules have no difficulty. Type /r 6."),
        (("?throw 6 11",), "not 11"),
        (("?throw 6 7", "--pool", "3"), "whole throw"),
        (("--rules", "v20", "--pool", "3", "--against", "3"), "--odds"),
        (("--rules", "v20", "--pool", "3", "--odds", "--against", "x"), "POOL,DIFFICULTY"),
        (("--rules", "v20", "--pool", "3", "--odds", "--against", "3,11"), "not 11"),
        (("--rules", "v20", "--pool", "51", "--odds"), "up to 50"),
    ],
)
def test_what_cannot_be_rolled_is_refused_in_one_sentence(args: tuple[str, ...], says: str) -> None:
    """A refusal is a line on stderr, an empty stdout, and exit code 2."""
    done = coterie("dice", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_fresh_dice_are_thrown_where_no_faces_are_given() -> None:
    """Without given faces, the pool is thrown with fresh dice from 1 to 10, which differ from run to run."""
    rolls = [
        json.loads(in_own_process("dice", "--rules", "v20", "--pool", "100", "--json").stdout)["faces"]
        for _ in range(2)
    ]
    assert all(len(faces) == 100 and set(faces) <= set(range(1, 11)) for faces in rolls)
    assert rolls[0] != rolls[1]


def test_people_read_faces_and_why_and_each_die() -> None:
    """A result is explained die by die."""
    done = coterie("dice", "--rules", "storytelling", "--pool", "2", "--faces", "10,3,8")
    assert done.stdout.splitlines() == [
        "Storytelling System: 10+8 3",
        "2 successes, 1 of them rolled again.",
        "  10, then 8: 2 successes, rolled again once",
        "  3: no success",
    ]


def test_a_typed_throw_is_answered_as_at_the_table() -> None:
    """W1, W2: a typed throw is judged by the rules of v20 unless --rules names others."""
    done = coterie("dice", "?throw 4 7 # sneaking", "--faces", "2,9,7,3")
    assert (done.returncode, done.stdout) == (0, "# 2\nDetails:[4d10c[>=7]-@c[=1] (2 9 7 3)]\n")
    done = coterie("dice", "?throw --pool 2", "--rules", "storytelling", "--faces", "8,3")
    assert done.stdout == "# 1\nDetails:[2d10c[>=8]![>=10] (8 3)]\n"
    assert json.loads(coterie("dice", "?throw 1 6", "--faces", "7", "--json").stdout)["net"] == 1
    for line in ("/roll 2", "/r 2", "/throw 2", "?throw 2"):
        done = coterie("dice", line, "--rules", "nightfall", "--faces", "8,3")
        assert done.stdout == "# 1\nDetails:[2d10c[>=6]-@c[=1] (8 3)]\n"


@pytest.mark.parametrize(("typed", "faces"), [("0", [10]), ("0,1,10", [10, 1, 10])])
def test_a_0_on_the_die_is_a_ten(typed: str, faces: list[int]) -> None:
    """D4: a 0 counts as a ten, as on real dice, also in typed faces."""
    found = judged("v20", typed)
    assert found["faces"] == faces
    assert found["successes"] == faces.count(10)


def test_odds_are_exact() -> None:
    """D9: under negative-sum difficulty 10 is even; every net has its chance, and the chance of at least that."""
    done = coterie("dice", "--rules", "v20", "--pool", "2", "--difficulty", "10", "--odds", "--json")
    found = json.loads(done.stdout)
    assert {each["result"]: each["chance_exact"] for each in found["results"]} == {
        "success": "17/100", "failure": "33/50", "botch": "17/100",
    }  # fmt: skip
    assert found["net"][-1] == {
        "net": 2, "chance": 0.01, "chance_exact": "1/100", "at_least": 0.01, "at_least_exact": "1/100",
    }  # fmt: skip
    assert (found["pool"], found["difficulty"], found["expected_exact"], found["more"]) == (2, 10, "0", 0.0)


def test_people_read_odds_in_percent() -> None:
    """D9, E2: odds are printed as percentages."""
    done = coterie("dice", "--rules", "revised", "--pool", "1", "--odds", "--against", "1,10")
    assert done.stdout.splitlines() == [
        "success            50.0000 %",
        "failure            40.0000 %",
        "botch              10.0000 %",
        " -1  10.0000 %, at least that 100.0000 %",
        "  0  40.0000 %, at least that  90.0000 %",
        "  1  50.0000 %, at least that  50.0000 %",
        "0.400 on average",
        "first 45.0000 %, level 50.0000 %, second 5.0000 %",
    ]


def test_nothing_asked_prints_the_help() -> None:
    """`coterie` alone prints the list of subcommands."""
    done = in_own_process()
    assert done.returncode == 0
    assert "dice" in done.stdout
    assert "play" in done.stdout


def test_an_unknown_subcommand_is_misuse() -> None:
    """An unknown subcommand gives exit code 2 and a line."""
    done = in_own_process("juggle")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_nobody_else_reads_a_command_line() -> None:
    """W2: a throw with --hidden is thrown, with a notice that the command line hides nothing."""
    done = coterie("dice", "?throw 3 7 --hidden", "--faces", "8,2,3")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "# 1")
    assert "hides nothing here (W2)" in done.stderr
