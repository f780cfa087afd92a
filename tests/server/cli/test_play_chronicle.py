"""`coterie play` with a chronicle: play between scenes, and the hand-over from scene to scene."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server.cli.running import Done, coterie

FOUNDING: dict[str, Any] = {"chronicle": "Night", "rules": "revised", "switches": {"botch": "rule-of-one"}}
ANNA = {
    "seat": "anna",
    "command": "CreateCharacter",
    "name": "Anna",
    "traits": [["Strength", 3], ["Brawl", 2]],
    "pools": [["Willpower", 5, 5]],
}


def st(command: str, **fields: Any) -> dict[str, Any]:
    """Return a line with a command of the Storyteller."""
    return {"seat": "st", "command": command, **fields}


def play(tmp_path: Path, *lines: dict[str, Any], args: tuple[str, ...] = ()) -> Done:
    """Play a script that begins with a chronicle."""
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(map(json.dumps, (FOUNDING, *lines))), encoding="utf-8")
    return coterie("play", str(script), *args)


def commits(done: Done) -> list[dict[str, Any]]:
    """Return the printed commits."""
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def events(done: Done, name: str, place: str = "") -> list[dict[str, Any]]:
    """Return all events of a name, in one place or in both."""
    return [e for c in commits(done) if place in ("", c["place"]) for e in c.get("events", ()) if e["event"] == name]


def held(points: int) -> dict[str, Any]:
    """Expect that Anna's sheet was handed over, with this much Willpower."""
    return {"expect": {"event": "SheetWritten", "id": "@Anna", "pools": [["Willpower", 5, points]]}}


def hurt(levels: int) -> dict[str, Any]:
    """Expect that Anna's wounds were handed over."""
    return {"expect": {"event": "HealthStated", "id": "@Anna", "bashing": 0, "lethal": levels, "aggravated": 0}}


EVENING = (
    st("BeginStory", name="The tide"),
    {"expect": {"events": ["StoryBegan"]}},
    st("BeginChapter", name="Ebb"),
    {"expect": {"event": "ChapterBegan", "name": "Ebb"}},
    ANNA,
    st("BeginScene", name="The docks"),
    {"expect": {"event": "SceneOpened", "chapter": "Ebb"}},
    held(5),
    hurt(0),
    st("Wound", target="@Anna", levels=3),
    {"faces": [7, 3, 3, 3]},
    {"seat": "anna", "command": "Roll", "actor": "@Anna", "traits": ["Strength", "Brawl"], "willpower": True},
    st("PassDowntime", text="Nobody waits.", count=1),
    {"expect": {"refused": "scene-open-downtime"}},
    st("CloseScene"),
    {"expect": {"event": "SceneKept"}},
    held(4),
    hurt(3),
    st("CloseScene"),
    {"expect": {"refused": "closed"}},
    st("PassDowntime", text="The wound is bound.", count=3),
    {"expect": {"event": "DowntimePassed", "seconds": 259_200}},
    {"seat": "anna", "command": "SetPoints", "actor": "@Anna", "store": "Willpower", "points": 5},
    st("EndChapter"),
    st("BeginChapter", name="Flood"),
    st("BeginScene", name="The roof"),
    {"expect": {"event": "SceneOpened", "chapter": "Flood"}},
    held(5),
    hurt(3),
    st("Wound", target="@Anna", levels=1),
    {"seat": "anna", "command": "SpendPoints", "actor": "@Anna", "store": "Willpower", "points": 2},
    st("CloseScene"),
    hurt(4),
    held(3),
    st("EndStory"),
    {"expect": {"event": "StoryEnded"}},
)


def test_an_evening_of_two_scenes_is_played_from_a_script(tmp_path: Path) -> None:
    """T1: a story, its chapters and downtime between scenes; a wound and a spent point go from a scene to the chronicle
    and from there to the next scene, and the results of each scene are kept once."""
    done = play(tmp_path, *EVENING)
    kept = [event["id"] for event in events(done, "SceneKept")]
    assert kept == [event["id"] for event in events(done, "SceneBegun", "chronicle")]
    assert len(set(kept)) == 2
    stated = [event["lethal"] for event in events(done, "HealthStated")]
    assert stated == [0, 0, 3, 3, 4]


def test_each_commit_says_where_it_is(tmp_path: Path) -> None:
    """T1: a commit names its place, the chronicle or the scene; each place has a count of its own."""
    done = play(tmp_path, st("BeginScene", name="The docks"), st("CloseScene"), st("BeginStory", name="The tide"))
    assert [(c["place"], c["seq"]) for c in commits(done)] == [
        ("chronicle", 1),
        ("chronicle", 2),
        ("scene", 1),
        ("scene", 2),
        ("chronicle", 3),
        ("chronicle", 4),
    ]


def test_a_scene_goes_on_from_another(tmp_path: Path) -> None:
    """T1: a scene is forked at a moment, counted as the Storyteller counts; a moment before the scene began is refused.
    The results of the fork go to the chronicle."""
    fork = st("ForkScene", scene="@last:SceneCard", at=3, name="The docks again")
    done = play(
        tmp_path,
        ANNA,
        st("BeginScene", name="The docks"),
        st("Wound", target="@Anna", levels=2),
        st("Wound", target="@Anna", levels=3),
        st("CloseScene"),
        hurt(5),
        fork,
        {"expect": {"event": "OriginStated", "name": "The docks", "moment": 3, "seq": 2}},
        {"expect": {"event": "SceneOpened", "text": "This scene begins at an earlier moment of The docks."}},
        st("CloseScene"),
        hurt(2),
        {**fork, "at": 0},
        {"expect": {"refused": "not-begun"}},
    )
    assert len(events(done, "SceneKept")) == 2
    assert not events(done, "HouseRulesChanged")


def test_a_player_sees_her_part_of_both(tmp_path: Path) -> None:
    """T1: a player sees her parts of the chronicle and of its scenes, without the Storyteller's seq."""
    seats = {"seats": {"ben": "player"}}
    done = play(tmp_path, seats, ANNA, st("BeginScene", name="The docks"), st("CloseScene"), args=("--as", "ben"))
    assert all("seq" not in commit for commit in commits(done))
    assert events(done, "SceneKept")
    assert not events(done, "SheetWritten")


def test_before_the_first_scene_a_scenes_command_is_refused_with_where_it_is_done(tmp_path: Path) -> None:
    """T1: without a scene there are no turns."""
    done = play(tmp_path, st("StartTurns"), {"expect": {"refused": "only-in-scene"}})
    assert commits(done)[-1]["sentence"] == "This is possible only in a scene. Begin a scene first."


def test_a_script_has_one_head(tmp_path: Path) -> None:
    """Further scenes of a chronicle begin with BeginScene, so that they have its characters and clock (T1)."""
    done = play(tmp_path, {"rules": "v20", "name": "The docks"})
    assert done.returncode == 1
    assert "line 2: a script has one chronicle or one scene at its head" in done.stderr


def test_all_streams_of_a_chronicle_go_into_a_log(tmp_path: Path) -> None:
    """The chronicle is saved under its name, each scene under the name that the chronicle gave it; `replay` reads
    them."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    done = play(tmp_path, *EVENING, args=("--log", url, "--stream", "chronicle/night"))
    streams = ["chronicle/night", *(event["stream"] for event in events(done, "SceneBegun"))]
    assert len(streams) == 3
    assert all(stream.startswith("scene/night/") for stream in streams[1:])
    told = [coterie("replay", stream, "--log", url) for stream in streams]
    assert [one.returncode for one in told] == [0, 0, 0], [one.stderr for one in told]
    assert "The wound is bound." in told[0].stdout
