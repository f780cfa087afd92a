"""`coterie play`: scripts, their expectations, and the output for each seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.log.contract import BATCH_MOST
from tests.server.cli.running import Done, coterie, in_own_process

OPENING = (
    {"seats": {"st": "storyteller", "anna": "player", "ben": "player", "tv": "spectator"}},
    {"rules": "v20", "switches": {"botch": "rule-of-one"}, "name": "The docks"},
    {"seat": "anna", "command": "CreateCharacter", "name": "Anna", "traits": [["Strength", 3], ["Brawl", 2]]},
)
ROLL = {"seat": "anna", "command": "Roll", "actor": "@Anna", "traits": ["Strength", "Brawl"], "reason": "hit"}
SECRET = {"seat": "st", "command": "RollInSecret", "actor": "@Anna", "dice": 3, "reason": "notice"}


def play(tmp_path: Path, *lines: dict[str, Any] | str, args: tuple[str, ...] = ()) -> Done:
    """Play a script of an opening and the given lines."""
    script = tmp_path / "script.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in (*OPENING, *lines)]
    script.write_text("\n".join(text) + "\n", encoding="utf-8")
    return coterie("play", str(script), *args)


def printed(done: Done) -> list[dict[str, Any]]:
    """Return the printed commits after the opening's two."""
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.rstrip("\n").split("\n")][2:]


def test_a_script_is_played_with_loaded_dice(tmp_path: Path) -> None:
    """Fields and characters are given by name, and the next dice are loaded."""
    (commit,) = printed(play(tmp_path, {"faces": [10, 1, 1, 8, 3]}, ROLL))
    (event,) = commit["events"]
    assert commit["seq"] == 3
    assert (event["audience"], event["event"], event["net"]) == ("everyone", "Rolled", 0)
    assert event["faces"] == [[10], [1], [1], [8], [3]]


def test_a_0_on_a_loaded_die_is_a_ten(tmp_path: Path) -> None:
    """D4: dice mark their ten with a 0."""
    (commit,) = printed(play(tmp_path, {"faces": [0, 0, 1, 3, 3]}, ROLL))
    assert commit["events"][0]["faces"] == [[10], [10], [1], [3], [3]]


def test_loaded_faces_that_no_roll_used_are_warned_of(tmp_path: Path) -> None:
    """G0: the warning on standard error names the line that loaded them; the output and the exit code stay the same."""
    done = play(tmp_path, {"faces": [9, 9, 9]}, {"faces": [9, 9, 2, 0]}, ROLL, {"faces": [5]})
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "coterie play: line 5: no roll used these faces: 2, 10.",
        "coterie play: line 7: no roll used these faces: 5.",
    ]
    assert [json.loads(line)["seq"] for line in done.stdout.splitlines()] == [1, 2, 3]


def test_a_script_that_breaks_off_is_not_warned_of_faces(tmp_path: Path) -> None:
    """A script that fails has no such warning: its later lines would have used the faces."""
    done = play(tmp_path, {"faces": [9]}, {"what": 1})
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def test_a_line_ends_where_its_line_feed_is(tmp_path: Path) -> None:
    """Only a line feed ends a line: a text may contain other line separators, as on the page."""
    text = "one\u2028two\x85three"
    line = json.dumps({"seat": "anna", "command": "Say", "text": text}, ensure_ascii=False)
    (commit,) = printed(play(tmp_path, line, {"expect": {"event": "Said", "text": text}}))
    assert commit["events"][0]["text"] == text


def test_a_player_sees_her_own_part_and_no_sequence(tmp_path: Path) -> None:
    """A player's output has no line for a secret, and only the counts of her audiences."""
    done = play(tmp_path, SECRET, {"faces": [6, 6, 6, 6, 6]}, ROLL, args=("--as", "anna"))
    (commit,) = printed(done)
    assert "seq" not in commit
    assert commit["counts"] == {"everyone": 3}
    assert [event["event"] for event in commit["events"]] == ["Rolled"]
    assert "notice" not in done.stdout


def test_the_storyteller_sees_the_secret_too(tmp_path: Path) -> None:
    """The Storyteller sees secrets, but no sealed record."""
    done = play(tmp_path, SECRET)
    (commit,) = printed(done)
    assert {event["audience"] for event in commit["events"]} == {"storyteller"}
    assert "KeySealed" not in done.stdout


def test_a_refusal_reaches_its_sender_alone(tmp_path: Path) -> None:
    """Only the sender sees the code and the sentence of a refusal."""
    wish = {**SECRET, "seat": "anna"}
    (mine,) = printed(play(tmp_path, wish, args=("--as", "anna")))
    assert (mine["refused"], mine["sentence"]) == ("storyteller-only", "Only the Storyteller can do this.")
    assert printed(play(tmp_path, wish, args=("--as", "ben"))) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (ROLL, {"event": "Rolled", "net": 5, "actor": "@Anna"}),
        (ROLL, {"event": "Rolled", "parts": [["Strength", 3], ["Brawl", 2]], "degree": "phenomenal"}),
        (SECRET, {"events": ["Rolled", "ControlTaken", "OutcomeKept"]}),
        ({**ROLL, "seat": "ben"}, {"refused": "not-yours"}),
        ({**ROLL, "seat": "tv"}, {"refused": "spectator"}),
    ],
)
def test_what_is_expected_and_comes_passes(tmp_path: Path, line: dict[str, Any], expected: dict[str, Any]) -> None:
    """A line can expect the code of a refusal, all events by name, or an event by some of its fields."""
    assert play(tmp_path, {"faces": [6, 7, 8, 9, 10]}, line, {"expect": expected}).returncode == 0


@pytest.mark.parametrize(
    ("line", "expected", "says"),
    [
        (ROLL, {"event": "Rolled", "net": 4}, '"net": 5'),
        (ROLL, {"event": "Decreed"}, "['Rolled']"),
        (ROLL, {"events": ["Rolled", "Rolled"]}, "['Rolled']"),
        (ROLL, {"refused": "not-yours"}, "['Rolled']"),
        ({**ROLL, "seat": "ben"}, {"event": "Rolled"}, "not-yours"),
        (ROLL, {"nonsense": 1}, "expect holds"),
    ],
)
def test_what_is_expected_and_does_not_come_names_the_line(
    tmp_path: Path, line: dict[str, Any], expected: dict[str, Any], says: str
) -> None:
    """A failed expectation gives exit code 1 and one sentence with the real outcome."""
    done = play(tmp_path, {"faces": [6, 7, 8, 9, 10]}, line, {"expect": expected})
    assert done.returncode == 1
    assert done.stderr.startswith("coterie play: line 6: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{not json", "line 4 is no JSON"),
        ("[1]", "no JSON object"),
        ({"what": 1}, "a line holds"),
        ({"command": "Fly"}, "no command 'Fly'"),
        ({"command": "Roll", "wings": 2}, "no field wings"),
        ({"command": "Roll", "actor": "@Nobody"}, "nobody"),
        ({"command": "AnswerCall", "call": "@last:Call"}, "expected a Call for @last:Call, and there is none"),
        ({"command": "AnswerCall", "call": "@last:Wings"}, "no kind 'Wings': expected one of"),
        ({"command": "Say"}, "needs the field text"),
        ({"faces": [11]}, "1 to 10"),
        ({"faces": [-1]}, "1 to 10"),
        ({"faces": ["0"]}, "1 to 10"),
        ({"seats": {"x": "king"}}, "roles"),
    ],
)
def test_a_line_that_cannot_be_played_is_named(tmp_path: Path, line: dict[str, Any] | str, says: str) -> None:
    """Lines are strictly typed, and no value is guessed."""
    done = play(tmp_path, line)
    assert done.returncode == 1
    assert "line 4" in done.stderr
    assert says.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"command": "SetClock", "day": 0, "hour": 3}, "day: expected a whole number of at least 1."),
        ({"command": "Roll", "dice": "2"}, "dice: expected a whole number, got text."),
        ({"command": "Roll", "dice": 101}, "dice: expected a whole number of at most 100."),
    ],
)
def test_a_value_that_no_command_takes_is_refused_as_at_a_table(
    tmp_path: Path, line: dict[str, Any], says: str
) -> None:
    """Clause 11: an illegal value is refused by the name of its field, and the script goes on."""
    done = play(tmp_path, line, {"expect": {"refused": "malformed"}}, {"faces": [6, 6, 6, 6, 6]}, ROLL)
    refused, rolled = printed(done)
    assert refused["sentence"] == f"This input is not valid. {says}"
    assert rolled["events"][0]["event"] == "Rolled"


ASK = {"seat": "st", "command": "CallForRoll", "actor": "@Anna", "traits": ["Strength"]}
FOG = {"seat": "st", "command": "ModifyNextRoll", "actor": "@Anna", "dice": -1, "visibility": "hidden", "reason": "fog"}


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        ([ROLL], {"command": "OverrideRoll", "roll": "@last:Roll", "result": "failure"}, "RollOverridden"),
        ([ASK], {"seat": "anna", "command": "AnswerCall", "call": "@last:Call"}, "CallEnded"),
        ([ASK], {"command": "WithdrawCall", "call": "@last:Call"}, "CallEnded"),
        ([FOG], {"command": "WithdrawRuling", "ruling": "@last:Ruling"}, "RulingSpent"),
    ],
)
def test_the_latest_of_a_kind_can_be_named(
    tmp_path: Path, before: list[dict[str, Any]], line: dict[str, Any], expected: str
) -> None:
    """A record without a name of its own can be named if the line's seat sees it."""
    done = play(tmp_path, *before, line, {"expect": {"event": expected}})
    assert (done.returncode, done.stderr) == (0, "")


def test_the_latest_is_the_one_that_was_made_last(tmp_path: Path) -> None:
    """Secret and open rolls count in the order in which they were made."""
    over = {"seat": "st", "command": "OverrideRoll", "roll": "@last:Roll", "result": "failure"}
    commits = printed(play(tmp_path, ROLL, SECRET, over, over, ROLL, over))
    opened, hidden, first, again, later, last = (commit["events"][0]["id"] for commit in commits)
    assert hidden == first == again
    assert later == last
    assert len({opened, hidden, later}) == 3


def test_a_seat_names_only_what_it_sees(tmp_path: Path) -> None:
    """A secret roll is not Anna's latest roll: hers is the latest that she saw."""
    told = {"seat": "anna", "command": "OverrideRoll", "roll": "@last:Roll", "result": "success"}
    done = play(tmp_path, SECRET, told)
    assert done.returncode == 1
    assert "line 5: expected a Roll for @last:Roll, and there is none that anna sees." in done.stderr
    assert play(tmp_path, SECRET, ROLL, told, {"expect": {"refused": "storyteller-only"}}).returncode == 0


def test_a_grapple_is_named_by_its_kind(tmp_path: Path) -> None:
    """C7, G0: a clinch is made in the first turn and ended; then there is none to name."""
    dots = {"anna": [["Strength", 3], ["Intuition", 2], ["Dexterity", 2]], "ben": [["Strength", 2], ["Dexterity", 2]]}
    end = {"seat": "st", "command": "EndGrapple", "grapple": "@last:Grapple"}
    clinch = {"manoeuvre": "clinch", "targets": ["@Ben"], "details": [["at_once", "gentle"]]}
    lines = [
        {"rules": "nightfall", "name": "The docks"},
        *({"seat": who, "command": "CreateCharacter", "name": who.title(), "traits": dots[who]} for who in dots),
        {"faces": [8, 8, 8, 8, 2, 2]},
        {"seat": "st", "command": "StartTurns"},
        {"seat": "ben", "command": "DeclareAction", "actor": "@Ben"},
        {"seat": "anna", "command": "DeclareAction", "actor": "@Anna", "actions": [clinch]},
        {"faces": [8, 8, 8]},
        {"seat": "anna", "command": "TakeAction", "actor": "@Anna"},
        end,
        {"expect": {"event": "GrappleEnded"}},
        end,
    ]
    script = tmp_path / "clinch.jsonl"
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = coterie("play", str(script))
    assert done.stderr == (
        "coterie play: line 12: expected a Grapple for @last:Grapple, and there is none that st sees.\n"
    )


def test_a_log_is_written_once(tmp_path: Path) -> None:
    """The commits go into a real log; a stream that exists is not overwritten."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    assert play(tmp_path, ROLL, args=("--log", url)).returncode == 0
    again = play(tmp_path, ROLL, args=("--log", url))
    assert again.returncode == 2
    assert "in that log already" in again.stderr
    assert play(tmp_path, ROLL, args=("--log", url, "--stream", "scene/script/2")).returncode == 0


@pytest.mark.parametrize("name", ["we ird", "n" * 121])
def test_a_stream_is_named_as_a_log_can_have_it(tmp_path: Path, name: str) -> None:
    """A name that a log does not allow is refused in a line, and no log is created."""
    done = play(tmp_path, ROLL, args=("--log", f"sqlite:///{tmp_path / 'table.db'}", "--stream", name))
    assert done.returncode == 2
    assert f"{name!r} is no name for a stream" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "table.db").exists()


def test_a_long_evening_is_kept_whole(tmp_path: Path) -> None:
    """A script with more commits than an append takes is saved whole."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    said = [{"seat": "anna", "command": "Say", "text": f"word {n}"} for n in range(BATCH_MOST)]
    assert play(tmp_path, *said, args=("--log", url)).returncode == 0
    assert coterie("doctor", "--log", url).stdout.startswith(f"Whole: 1 chronicles and scenes, {BATCH_MOST + 2} ")


def test_a_seat_that_no_line_names_is_misuse(tmp_path: Path) -> None:
    """An unknown seat would see only public records. The sentence lists the seats, with the owners of characters."""
    given = {"seat": "st", "command": "CreateCharacter", "name": "Cora", "player": "cora"}
    done = play(tmp_path, given, args=("--as", "Anna"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "has no seat 'Anna': its lines name st, anna, ben, tv, cora." in done.stderr
    assert play(tmp_path, given, args=("--as", "cora")).returncode == 0


def test_a_script_that_is_not_there_is_misuse(tmp_path: Path) -> None:
    """A missing script gives exit code 2 and a line."""
    done = in_own_process("play", str(tmp_path / "nothing"))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr


def test_a_script_has_house_rules_and_armed_characters(tmp_path: Path) -> None:
    """G0: house rules are tables with named fields, in the line that opens the scene and in a line that changes
    them."""
    opening = {
        "rules": "nightfall",
        "house": {"health": [{"value": 0, "label": "Scratched"}, {"value": -3, "label": "Out"}]},
        "name": "A house of its own",
    }
    armed = {
        "seat": "anna",
        "command": "CreateCharacter",
        "name": "Anna",
        "items": [{"name": "knife", "skill": "Melee", "damage": 4, "kind": "lethal"}],
        "flags": ["fangs"],
    }
    change = {"seat": "st", "command": "ChangeHouseRules", "dots": ["none", "some"], "numbers": [["shares", 4]]}
    script = tmp_path / "house.jsonl"
    lines = [
        opening,
        armed,
        {"expect": {"event": "SheetWritten", "flags": ["fangs"]}},
        {"seat": "st", "command": "Wound", "target": "@Anna", "levels": 2},
        {"expect": {"event": "WoundTaken", "status": "Out"}},
        change,
        {
            "expect": {
                "event": "HouseRulesChanged",
                "what": "Most shots at one target in a turn → 4; new words for dots",
            }
        },
        {**change, "dots": [], "numbers": []},
        {"expect": {"refused": "malformed"}},
    ]
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = coterie("play", str(script))
    assert (done.returncode, done.stderr) == (0, "")
    refused = json.loads(done.stdout.splitlines()[-1])["sentence"]
    assert refused == "This input is not valid. dots: expected a list with a length of at least 1."


def test_a_debate_is_played_from_a_script(tmp_path: Path) -> None:
    """E3: a ready contest whose rolls have difficulties from the opponent's traits, and a clock that is set (T1)."""
    traits = [[name, 2] for name in ("Charisma", "Intelligence", "Manipulation", "Expression")]
    lines = [
        {"rules": "revised", "name": "The court"},
        {"seat": "anna", "command": "CreateCharacter", "name": "Anna", "traits": [*traits, ["Wits", 3]]},
        {"seat": "st", "command": "CreateCharacter", "name": "Judge", "traits": [*traits, ["Wits", 4]]},
        {"seat": "st", "command": "SetClock", "day": 3, "hour": 22},
        {
            "seat": "st",
            "command": "OpenContest",
            "name": "Before the court",
            "actors": ["@Anna"],
            "opponents": ["@Judge"],
            "script": "A debate",
            "each": 10,
            "unit": "minute",
        },
        {"faces": [7, 7, 7, 2, 6, 6, 2, 2]},
        {"seat": "anna", "command": "WorkOnTask", "task": "@last:Task", "actor": "@Anna"},
        {"expect": {"event": "Rolled", "difficulty": 7, "net": 3}},
        {"seat": "st", "command": "WorkOnTask", "task": "@last:Task", "actor": "@Judge"},
        {"expect": {"event": "RoundEnded", "tallies": [3, 2], "winner": 0, "margin": 1, "now": 252_600}},
        {"seat": "anna", "command": "WorkOnTask", "task": "@last:Task", "actor": "@Judge"},
        {"expect": {"refused": "not-yours"}},
    ]
    script = tmp_path / "debate.jsonl"
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = coterie("play", str(script))
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_taken_back_is_so_in_all_that_is_read_of_it(tmp_path: Path) -> None:
    """G0: a script goes back to a moment, counted as its Storyteller counts; the story strikes the retracted lines
    through, and the dice of the retracted rolls still verify."""
    log = f"sqlite:///{tmp_path}/log.db"
    wound = {"seat": "st", "command": "SetHealth", "actor": "@Anna", "bashing": 2}
    back = {"seat": "st", "command": "TakeBack", "at": 3}
    told = ({"expect": {"event": "Retracted", "audience": "everyone"}}, {**back, "at": 0})
    close = {"seat": "st", "command": "CloseScene"}
    *_, gone, refused, _ = printed(play(tmp_path, ROLL, wound, back, *told, close, args=("--log", log)))
    assert {event["event"] for event in gone["events"]} == {"Retracted"}
    assert refused["refused"] == "not-begun"
    story = coterie("export", "The docks", "--as", "spectator", "--log", log).stdout
    assert "> ~~Anna rolls for hit" in story
    assert story.count("~~") == 4
    assert coterie("replay", "The docks", "--log", log).stdout.count("(taken back)") == 2
    assert "*The Storyteller takes back everything that is crossed out.*" in story
    (tmp_path / "told.jsonl").write_text(
        coterie("export", "The docks", "--as", "anna", "--format", "jsonl", "--log", log).stdout, encoding="utf-8"
    )
    done = coterie("verify", str(tmp_path / "told.jsonl"))
    assert (done.returncode, "1 of 1 public rolls follow from the seal" in done.stdout) == (0, True), done.stdout
