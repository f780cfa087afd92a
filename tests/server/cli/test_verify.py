"""`coterie verify`: sealed dice are opened and drawn again (SEC13, SEC14)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.features.characters.character import Face
from domain.features.characters.set_health import Wound
from domain.features.combat.initiative import RollOff, SetInitiative
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll as Throw
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.rolls.roll import Roll
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from domain.features.storyteller.override_roll import OverrideRoll
from server.cli._export_checksum import checksum_line
from server.cli.verify import NO_SEAL, UNOPENED
from tests.golden.golden import FOLDER, fingerprint, folded, stored
from tests.server.cli.running import Done, coterie
from tests.server.cli.sealed_scene import ANNA, BEN, ST, Lines, Scene, plain
from tests.server.whole_server import running


def verified(tmp_path: Path, lines: Lines) -> Done:
    """Verify an export of the given lines with a valid checksum."""
    written = [json.dumps(line) for line in lines]
    return checked(tmp_path, [*written, checksum_line(written)])


def checked(tmp_path: Path, lines: list[str]) -> Done:
    export = tmp_path / "scene.jsonl"
    export.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return coterie("verify", str(export))


@pytest.fixture(scope="module")
def evening(seed: int) -> Lines:
    """A closed scene: players' rolls, some with re-rolls, rolls of the Storyteller, and a hidden roll that was
    shown."""
    scene = Scene(Random(f"{seed} evening"))
    for n in range(20):
        scene.does(ANNA if n % 2 else BEN, Throw(f"roll {n}", dice=1 + n, again=8))
    scene.does(ST, Throw("the guard", dice=4))
    scene.does(ANNA, LeaveNonces((b"a" * 16, b"b" * 16)))
    scene.does(ST, Throw("the guard again", dice=4))
    scene.does(ST, RollInSecret("stalking", dice=5))
    scene.does(ST, RollInSecret("nobody knows", dice=5))
    scene.does(ST, ShowRoll(next(roll.id for roll in scene.rolls() if roll.reason == "stalking")))
    scene.does(ST, OverrideRoll(scene.rolls(ANNA)[0].id, "success"))
    scene.does(ST, CloseScene())
    assert any(len(die) > 1 for roll in scene.rolls(ANNA) for die in roll.faces)
    return scene.lines


def test_every_roll_of_a_closed_scene_follows_from_its_seal(evening: Lines, tmp_path: Path) -> None:
    """SEC14: the report says what cannot be proved, and how many rolls had no number from a player."""
    done = verified(tmp_path, evening)
    assert done.returncode == 0, done.stdout
    assert "23 of 23 public rolls follow from the seal, 0 do not." in done.stdout
    assert "In 2 of them no player had a hand" in done.stdout, "the guard's first one, and the hidden one"
    assert "cannot prove" in done.stdout


def test_a_pool_that_wounds_took_more_than_all_of_follows_from_its_seal(tmp_path: Path, chance: Random) -> None:
    """SEC14, D19, I1: initiative is rolled in any state; a pool below 0 throws no dice, and that is valid."""
    scene = Scene(chance, "nightfall")
    scene.does(ST, CreateCharacter("Anna", traits=(("Intuition", 1), ("Dexterity", 1))))
    scene.does(ST, Wound(next(scene.state.full.all(Face)).id, 6))
    scene.does(ST, StartTurns())
    assert [(roll.pool < 0, roll.faces) for roll in scene.rolls()] == [(True, ())]
    scene.does(ST, CloseScene())
    assert "1 of 1 public rolls follow from the seal, 0 do not." in verified(tmp_path, scene.lines).stdout


def test_a_roll_off_that_was_taken_back_and_is_again_is_checked_once(tmp_path: Path, chance: Random) -> None:
    """SEC14, I1, G0: a roll-off that is sent again unchanged counts once; with other dice it is reported as changed."""
    scene = Scene(chance, "nightfall")
    for name in ("Nell", "Tom"):
        scene.does(ST, CreateCharacter(name))
    scene.does(ST, StartTurns())
    nell, tom = (face.id for face in scene.state.full.all(Face))
    while not (threw := list(scene.state.full.all(RollOff))):
        for one in (nell, tom):
            scene.does(ST, SetInitiative(one, 9))
    scene.does(ST, Say("It is as it was."))
    again = scene.lines[-1]["parts"][0]["changed"]
    scene.does(ST, CloseScene())
    rolls = len(scene.rolls())
    again += [plain(off) for off in threw]
    count = f"{rolls + len(threw)} of {rolls + len(threw)} public rolls follow from the seal, 0 do not."
    assert count in verified(tmp_path, scene.lines).stdout
    again[-1]["faces"][0] ^= 1
    assert "changed afterwards" in verified(tmp_path, scene.lines).stdout


def records_of(lines: Lines, type_: str) -> list[dict[str, Any]]:
    return [r for line in lines for part in line.get("parts", ()) for r in part["changed"] if r["type"] == type_]


def another_face(lines: Lines) -> str:
    records_of(lines, "Roll")[3]["faces"][0][0] ^= 1
    return "roll 3"


def one_die_less(lines: Lines) -> str:
    records_of(lines, "Roll")[7]["faces"].pop()
    return "dice for a pool of"


def another_nonce(lines: Lines) -> str:
    records_of(lines, "Roll")[4]["seal"][0] = "00" * 16
    return "roll 4"


def anothers_seal(lines: Lines) -> str:
    rolls = records_of(lines, "Roll")
    rolls[6] |= {name: rolls[5][name] for name in ("seal", "faces", "pool")}
    return "a seal that is not its own"


def no_seal_on_a_roll(lines: Lines) -> str:
    records_of(lines, "Roll")[2]["seal"] = None
    return "without a seal"


def another_seed(lines: Lines) -> str:
    records_of(lines, "DiceSeal")[1]["seed"] = "11" * 32
    return "not of the seed"


def another_digest(lines: Lines) -> str:
    seal = records_of(lines, "DiceSeal")[1]
    seal["seed"] = "11" * 32
    seal["digest"] = sha256(b"\x11" * 32).hexdigest()
    return "changed after it was published"


def another_leaf(lines: Lines) -> str:
    records_of(lines, "OpenLeaf")[0]["leaf"] = "22" * 32
    return "not of the published pool"


def another_path(lines: Lines) -> str:
    records_of(lines, "OpenLeaf")[0]["path"][2] = "33" * 480
    return "not of the published pool"


def no_leaf(lines: Lines) -> str:
    records_of(lines, "OpenLeaf")[0]["id"] = "elsewhere"
    return "nothing was opened"


def other_dice_later(lines: Lines) -> str:
    faces = records_of(lines, "Roll")[-1]["faces"]
    faces[0] = [1 if faces[0][0] != 1 else 2]
    return "changed afterwards"


def sealed_late(lines: Lines) -> str:
    lines[1]["parts"], lines[2]["parts"] = lines[2]["parts"], lines[1]["parts"]
    return "after dice had been rolled"


@pytest.mark.parametrize(
    "tamper",
    [
        another_face, one_die_less, another_nonce, anothers_seal, no_seal_on_a_roll, another_seed, another_digest,
        another_leaf, another_path, no_leaf, other_dice_later, sealed_late,
    ],
)  # fmt: skip
def test_whatever_is_tampered_with_is_named(evening: Lines, tmp_path: Path, tamper: Callable[[Lines], str]) -> None:
    """SEC14: a changed roll, reveal or seal is rejected, with its name and the reason."""
    lines: Lines = json.loads(json.dumps(evening))
    says = tamper(lines)
    done = verified(tmp_path, lines)
    assert done.returncode == 1, done.stdout
    assert says in done.stdout


def test_what_a_roll_was_for_commands_no_terminal(evening: Lines, tmp_path: Path) -> None:
    """SEC20: neither control characters nor line feeds in the reason of a roll reach the terminal."""
    lines: Lines = json.loads(json.dumps(evening))
    another_face(lines)
    records_of(lines, "Roll")[3]["reason"] = "\x1b[2J\r\u202eluck\nWRONG: 1"
    said = verified(tmp_path, lines).stdout
    assert "(\ufffd[2J \ufffdluck WRONG: 1: " in said
    assert said.count("\n") == verified(tmp_path, evening).stdout.count("\n") + 1


def of_another_success(lines: list[str]) -> str:
    # a success more than the dice of this evening gave
    at = next(n for n, line in enumerate(lines) if '"successes": ' in line)
    lines[at] = re.sub(r'(?<="successes": )\d+', lambda found: str(int(found[0]) + 1), lines[at], count=1)
    return "WRONG with the export: it is not what was written: its checksum does not hold."


def without_a_roll(lines: list[str]) -> str:
    del lines[8]
    return "WRONG: commit 9 for everyone follows commit 7"


def without_a_roll_and_sealed_anew(lines: list[str]) -> str:
    del lines[8], lines[-1]
    lines.append(checksum_line(lines))
    return "WRONG: commit 9 for everyone follows commit 7"


def in_another_order_and_sealed_anew(lines: list[str]) -> str:
    lines[8:] = [lines[9], lines[8], *lines[10:-1]]
    lines.append(checksum_line(lines))
    return "WRONG: commit 8 for everyone follows commit 9"


def without_its_ending(lines: list[str]) -> str:
    del lines[-1]
    return "its last line, which seals it, is missing: it was cut, or is of an older Coterie."


@pytest.mark.parametrize(
    "edit",
    [
        of_another_success, without_a_roll, without_a_roll_and_sealed_anew, in_another_order_and_sealed_anew,
        without_its_ending,
    ],
)  # fmt: skip
def test_an_export_that_is_not_as_it_was_written_is_not_passed(
    evening: Lines, tmp_path: Path, edit: Callable[[list[str]], str]
) -> None:
    """SEC14: a changed export fails even if every remaining roll follows from the seal; the report names the damage and
    its consequence."""
    lines = [json.dumps(line) for line in evening]
    lines.append(checksum_line(lines))
    says = edit(lines)
    done = checked(tmp_path, lines)
    assert (done.returncode, says in done.stdout) == (1, True), done.stdout
    assert "rolls may be missing" in done.stdout
    assert " 0 do not." in done.stdout


def test_a_scene_that_is_played_is_not_checked_yet(evening: Lines, tmp_path: Path) -> None:
    """The seed is opened when the scene closes, and not before."""
    done = verified(tmp_path, evening[:-1])
    assert (done.returncode, UNOPENED in done.stdout) == (1, True)


def test_what_was_never_sealed_says_so(tmp_path: Path) -> None:
    """A log from before dice were sealed reads as before, and `verify` reports that there is no seal."""
    state = folded(stored("v20-pier"))
    assert fingerprint(state) == (FOLDER / "v20-pier.state").read_text(encoding="ascii").strip()
    rolls = [plain(roll) for roll in state.view(ANNA).all(Roll)]
    assert rolls
    lines: Lines = [{"at": 1, "parts": [{"audience": "everyone", "count": 1, "changed": rolls, "gone": []}]}]
    done = verified(tmp_path, lines)
    assert (done.returncode, NO_SEAL in done.stdout) == (1, True)


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    """A file that is no export, whatever its contents and size, is refused in one short sentence with the exit code for
    misuse."""
    assert verified(tmp_path, [{"parts": [{"audience": "everyone"}]}]).returncode == 2
    wrong: dict[str, tuple[bytes, str]] = {
        "log.db": (b"SQLite format 3\0\xff" * 99_999, "it is no text"),
        "story.md": (b"# The docks\n" * 9_999, "no export"),
        "deep.jsonl": (b"[" * 99_999, "no export"),
    }
    for name, (content, _) in wrong.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    for name, why in (
        *((name, why) for name, (_, why) in wrong.items()),
        ("nothing.jsonl", "cannot be read (No such file or directory)"),
        ("folder", "cannot be read (Is a directory)"),
    ):
        done = coterie("verify", str(tmp_path / name))
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert done.stderr.count("\n") == 1
        assert len(done.stderr) < 300


async def test_an_export_of_a_served_scene_verifies(tmp_path: Path) -> None:
    """SEC14: from a browser's command to the file: a real server, its log, `coterie export`, `coterie verify`; each
    edition has the same result, whatever was said in between, and even if an editor changed the line ends."""
    url = f"sqlite:///{tmp_path}/house.db"
    async with running(url) as guests:
        teller = await guests.chronicle()
        anna = await guests.invited(teller, "Anna")
        lobby = await guests.sit(teller)
        await lobby.do(CreateCharacter("Annabel", player=anna.seat, traits=(("Strength", 3),)))
        await lobby.do(BeginScene("The docks"))
        (card,) = [r for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard"]
        table, annas = await guests.sit(teller, card[2]), await guests.sit(anna, card[2])
        for n in range(5):
            assert (await annas.do(Throw(f"roll {n}", dice=3)))[0] == "accepted"
            assert (await annas.do(Say(f"one\u2028two\u2029three\x85four {n}")))[0] == "accepted"
            assert (await table.do(RollInSecret("hush", dice=3)))[0] == "accepted"
        hidden = [r for r in table.page.audiences["storyteller"][2].values() if r[0] == "Roll"]
        assert (await table.do(ShowRoll(hidden[0][1])))[0] == "accepted"
        assert (await table.do(CloseScene()))[0] == "accepted"
    for seat in ("storyteller", "spectator"):
        asked = ("export", card[2], "--as", seat, "--format", "jsonl", "--log", url)
        out = await asyncio.to_thread(coterie, *asked)
        for ends in ("\n", "\r\n"):
            (tmp_path / "scene.jsonl").write_text(out.stdout, encoding="utf-8", newline=ends)
            done = coterie("verify", str(tmp_path / "scene.jsonl"))
            assert done.returncode == 0, done
            assert "6 of 6 public rolls" in done.stdout
