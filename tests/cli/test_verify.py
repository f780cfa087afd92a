"""`coterie verify`: dice that were sealed, opened and drawn again (S13, S14)."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.core.audience import EVERYONE, SEALED, STORYTELLER, TABLE, Seat
from domain.core.command import Command, Refusal
from domain.core.sealed_dice import GROVES, LEAVES, SIZE, HiddenPool, Seal, digest, grove, leaf, path, root
from domain.core.state import State
from domain.features.characters.character import Face
from domain.features.characters.set_health import Wound
from domain.features.combat.initiative import RollOff, SetInitiative
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll as Throw
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.rolls.roll import Roll
from domain.features.rolls.sealed_dice import DiceSeal, OpenLeaf, ShowRoll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene, OpenScene
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.settings import SceneKey
from domain.perform import perform
from server.cli._export_checksum import ending
from server.cli.verify import NO_SEAL, UNOPENED
from server.fold.commit_codec import command_key
from server.fold.sealed_chance import Pools, SealedChance
from tests.cli.running import Done, coterie
from tests.golden.golden import FOLDER, fingerprint, folded, stored
from tests.server.socketless_tables import SeededChance
from tests.server.whole_server import running

ST, ANNA, BEN = Seat("st", "storyteller"), Seat("anna", "player"), Seat("ben", "player")
Lines = list[dict[str, Any]]


class Sealed(SeededChance):
    """Chance as a server has it, its seeds drawn from the run's."""

    def pool(self) -> HiddenPool:
        secret = self.seed()
        return HiddenPool(secret, b"".join(grove(secret, place) for place in range(GROVES)))


class Scene:
    """A scene with sealed dice, and its export as everybody gets it."""

    def __init__(self, random: Random, rules: str = "storytelling") -> None:
        self.random = random
        self.state = State()
        self.nonces: dict[bytes, bytes] = {}
        self.lines: Lines = [{"scene": "The docks"}]
        self.does(TABLE, OpenScene("scene/night/1", "night", "The docks", rules))

    def does(self, seat: Seat, command: Command) -> None:
        id_ = len(self.lines).to_bytes(16, "big")
        key = command_key(seat, id_)
        mark = len(self.state.journal)
        seeds = self.state.partition(SEALED).get(SceneKey, "key")
        perform(self.state, seat, command, Sealed(self.random, seeds, key, 1))
        public = self.state.partition(EVERYONE)
        written = {(c.type, c.id): None for c in self.state.journal[mark:] if c.partition is public}
        changed = [plain(public.get(*known)) for known in written]
        part = {"audience": "everyone", "count": public.count, "at": 1, "changed": changed, "gone": []}
        self.lines.append({"at": 1, "parts": [part] if changed else []})

    def rolls(self, seat: Seat = ST) -> list[Roll]:
        return list(self.state.view(seat).all(Roll))


def plain(record: Any) -> dict[str, Any]:
    """A record as an export has it."""
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    if isinstance(fields.get("seal"), Seal):
        fields["seal"] = [getattr(fields["seal"], name) for name in Seal.__struct_fields__]
    found: dict[str, Any] = json.loads(
        json.dumps({"type": type(record).__name__, **fields}, default=lambda v: v.hex() if isinstance(v, bytes) else 0)
    )
    return found


def verified(tmp_path: Path, lines: Lines) -> Done:
    """What is said of an export that whoever wrote these lines has sealed."""
    written = [json.dumps(line) for line in lines]
    return checked(tmp_path, [*written, ending(written)])


def checked(tmp_path: Path, lines: list[str]) -> Done:
    export = tmp_path / "scene.jsonl"
    export.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return coterie("verify", str(export))


@pytest.fixture(scope="module")
def evening(seed: int) -> Lines:
    """A closed scene: players' rolls, some with dice rolled again, the Storyteller's, a hidden one that was shown."""
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
    """S14: and what cannot be proved is said, as is which rolls no player had a hand in."""
    done = verified(tmp_path, evening)
    assert done.returncode == 0, done.stdout
    assert "23 of 23 public rolls follow from the seal, 0 do not." in done.stdout
    assert "In 2 of them no player had a hand" in done.stdout, "the guard's first one, and the hidden one"
    assert "cannot prove" in done.stdout


def test_a_pool_that_wounds_took_more_than_all_of_follows_from_its_seal(tmp_path: Path, chance: Random) -> None:
    """S14, D19, I1: initiative is tested in any state; with less than no dice none is thrown, and that is honest."""
    scene = Scene(chance, "nightfall")
    scene.does(ST, CreateCharacter("Anna", traits=(("Intuition", 1), ("Dexterity", 1))))
    scene.does(ST, Wound(next(scene.state.full.all(Face)).id, 6))
    scene.does(ST, StartTurns())
    assert [(roll.pool < 0, roll.faces) for roll in scene.rolls()] == [(True, ())]
    scene.does(ST, CloseScene())
    assert "1 of 1 public rolls follow from the seal, 0 do not." in verified(tmp_path, scene.lines).stdout


def test_a_roll_off_that_was_taken_back_and_is_again_is_checked_once(tmp_path: Path, chance: Random) -> None:
    """S14, I1, G0: it is told again as it was; with other dice, its dice were changed."""
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


def of(lines: Lines, type_: str) -> list[dict[str, Any]]:
    return [r for line in lines for part in line.get("parts", ()) for r in part["changed"] if r["type"] == type_]


def another_face(lines: Lines) -> str:
    of(lines, "Roll")[3]["faces"][0][0] ^= 1
    return "roll 3"


def one_die_less(lines: Lines) -> str:
    of(lines, "Roll")[7]["faces"].pop()
    return "dice for a pool of"


def another_nonce(lines: Lines) -> str:
    of(lines, "Roll")[4]["seal"][0] = "00" * 16
    return "roll 4"


def anothers_seal(lines: Lines) -> str:
    rolls = of(lines, "Roll")
    rolls[6] |= {name: rolls[5][name] for name in ("seal", "faces", "pool")}
    return "a seal that is not its own"


def no_seal_on_a_roll(lines: Lines) -> str:
    of(lines, "Roll")[2]["seal"] = None
    return "without a seal"


def another_seed(lines: Lines) -> str:
    of(lines, "DiceSeal")[1]["seed"] = "11" * 32
    return "not of the seed"


def another_digest(lines: Lines) -> str:
    seal = of(lines, "DiceSeal")[1]
    seal["seed"] = "11" * 32
    seal["digest"] = sha256(b"\x11" * 32).hexdigest()
    return "changed after it was published"


def another_leaf(lines: Lines) -> str:
    of(lines, "OpenLeaf")[0]["leaf"] = "22" * 32
    return "not of the published pool"


def another_path(lines: Lines) -> str:
    of(lines, "OpenLeaf")[0]["path"][2] = "33" * 480
    return "not of the published pool"


def no_leaf(lines: Lines) -> str:
    of(lines, "OpenLeaf")[0]["id"] = "elsewhere"
    return "nothing was opened"


def other_dice_later(lines: Lines) -> str:
    faces = of(lines, "Roll")[-1]["faces"]
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
    """S14: a roll, a reveal or a seal that was changed is rejected, and it is said which and why."""
    lines: Lines = json.loads(json.dumps(evening))
    says = tamper(lines)
    done = verified(tmp_path, lines)
    assert done.returncode == 1, done.stdout
    assert says in done.stdout


def test_what_a_roll_was_for_commands_no_terminal(evening: Lines, tmp_path: Path) -> None:
    """S20: neither it nor a new line in it, where a roll is named."""
    lines: Lines = json.loads(json.dumps(evening))
    another_face(lines)
    of(lines, "Roll")[3]["reason"] = "\x1b[2J\r\u202eluck\nWRONG: 1"
    said = verified(tmp_path, lines).stdout
    assert "(\ufffd[2J \ufffdluck WRONG: 1: " in said
    assert said.count("\n") == verified(tmp_path, evening).stdout.count("\n") + 1


def of_another_success(lines: list[str]) -> str:
    # Whatever the dice of this evening came to: it is one success more.
    at = next(n for n, line in enumerate(lines) if '"successes": ' in line)
    lines[at] = re.sub(r'(?<="successes": )\d+', lambda found: str(int(found[0]) + 1), lines[at], count=1)
    return "WRONG with the export: it is not what was written: its checksum does not hold."


def without_a_roll(lines: list[str]) -> str:
    del lines[8]
    return "WRONG: commit 9 of what everybody was told follows commit 7"


def without_a_roll_and_sealed_anew(lines: list[str]) -> str:
    del lines[8], lines[-1]
    lines.append(ending(lines))
    return "WRONG: commit 9 of what everybody was told follows commit 7"


def in_another_order_and_sealed_anew(lines: list[str]) -> str:
    lines[8:] = [lines[9], lines[8], *lines[10:-1]]
    lines.append(ending(lines))
    return "WRONG: commit 8 of what everybody was told follows commit 9"


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
    """S14: even where every roll that is left in it follows; it is said what is wrong, and what that means."""
    lines = [json.dumps(line) for line in evening]
    lines.append(ending(lines))
    says = edit(lines)
    done = checked(tmp_path, lines)
    assert (done.returncode, says in done.stdout) == (1, True), done.stdout
    assert "rolls may be missing" in done.stdout
    assert " 0 do not." in done.stdout


def test_a_scene_that_is_played_is_not_checked_yet(evening: Lines, tmp_path: Path) -> None:
    """The seed is opened with the closing, and not before."""
    done = verified(tmp_path, evening[:-1])
    assert (done.returncode, UNOPENED in done.stdout) == (1, True)


def test_what_was_never_sealed_says_so(tmp_path: Path) -> None:
    """A log from before dice were sealed reads as it did, and `verify` says that there is no seal."""
    state = folded(stored("v20-pier"))
    assert fingerprint(state) == (FOLDER / "v20-pier.state").read_text(encoding="ascii").strip()
    rolls = [plain(roll) for roll in state.view(ANNA).all(Roll)]
    assert rolls
    lines: Lines = [{"at": 1, "parts": [{"audience": "everyone", "count": 1, "changed": rolls, "gone": []}]}]
    done = verified(tmp_path, lines)
    assert (done.returncode, NO_SEAL in done.stdout) == (1, True)


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    """In one short sentence, with the exit code for misuse, whatever and however much is in it."""
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
    """S14: from a browser's command to the file: a real server, its log, `coterie export`, `coterie verify`; each
    edition says the same, whatever people said in between, also where an editor ends lines in its own way."""
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


def test_many_rolls_are_drawn_again_by_other_code(seed: int) -> None:
    """S14: 100,000 rolls, face by face, by a few lines that know only what `domain.core.sealed_dice` says."""
    public = sha256(b"%d" % seed).digest()
    key = SceneKey("key", b"", public, b"")
    for n in range(100_000):
        nonce = n.to_bytes(16, "big")
        dice = SealedChance(key, nonce, 0).roll(EVERYONE, n, "anna")
        raw = hmac.digest(public, b"public:%d:1:%b:0" % (n, nonce), "sha256")
        assert dice(5) == tuple(byte // 25 + 1 for byte in raw if byte < 250)[:5]
        assert dice.seal == Seal(nonce, n, 1, "anna")


def test_a_roll_goes_on_where_it_stopped() -> None:
    """Dice that are rolled again follow in the same stream, across as many hashes as it takes."""
    key = SceneKey("key", b"", b"p" * 32, b"h" * 32)
    for audience in (EVERYONE, STORYTELLER):
        whole = SealedChance(key, b"k" * 16, 0).roll(audience, 1, "")(200)
        parts = SealedChance(key, b"k" * 16, 0).roll(audience, 1, "")
        assert whole == tuple(face for count in (1, 60, 0, 7, 132) for face in parts(count))


def test_no_two_draws_are_alike() -> None:
    """Neither of one command, nor of commands under the same id at different times."""
    key = SceneKey("key", b"", b"p" * 32, b"h" * 32)
    chance = SealedChance(key, b"k" * 16, 0)
    drawn = [chance.roll(EVERYONE, 1, "")(30) for _ in range(3)]
    drawn += [SealedChance(key, b"k" * 16, 0).roll(EVERYONE, 2, "")(30)]
    drawn += [SealedChance(key, b"k" * 16, 0).roll(STORYTELLER, n, "")(30) for n in (1, 2)]
    assert len(set(drawn)) == 5, "hidden ones do not depend on what everybody was told"


def test_a_hidden_roll_that_is_shown_tells_of_no_other() -> None:
    """S14: neither its number nor its leaf counts what else its command rolled in secret."""
    chance = SealedChance(SceneKey("key", b"", b"p" * 32, b"h" * 32), b"k" * 16, 0)
    seals = [chance.roll(STORYTELLER, n, "").seal for n in range(1, 9)]
    assert all(seal.draw > 100 for seal in seals)
    assert len({seal.leaf for seal in seals}) == 8


def test_a_pool_is_one_tree_over_all_its_leaves(seed: int) -> None:
    """S14: the root is over 65,536 salted leaves, and each has a path to it."""
    secret = sha256(b"%d" % seed).digest()
    pool = HiddenPool(secret, b"".join(grove(secret, place) for place in range(GROVES)))
    level = [sha256(b"\0" + leaf(secret, place)).digest() for place in range(LEAVES)]
    while len(level) > 1:
        level = [sha256(b"\1" + b"".join(level[n : n + 16])).digest() for n in range(0, len(level), 16)]
    assert root(pool.groves) == level[0]
    for place in (0, 1, 15, 16, 255, 256, 4095, 4096, 40_000, LEAVES - 1):
        found, at = sha256(b"\0" + leaf(secret, place)).digest(), place
        for step in path(pool, place):
            cut = at % 16 * SIZE
            found, at = sha256(b"\1" + step[:cut] + found + step[cut:]).digest(), at // 16
        assert found == level[0]


async def test_a_pool_is_ready_before_it_is_asked_for() -> None:
    """Nobody gets the pool of another, and who finds none ready has one made."""
    pools = Pools()
    await pools.prepare()
    await pools.prepare()
    first, second = pools.take(), pools.take()
    assert first.seed != second.seed
    assert all(len(pool.groves) == GROVES * SIZE for pool in (first, second))


def test_what_is_published_tells_nothing_of_hidden_rolls(chance: Random) -> None:
    """S14: the seal is the same, whether nothing was rolled in secret or a hundred times; it binds both seeds."""
    scene = Scene(chance)
    key = scene.state.partition(SEALED).get(SceneKey, "key")
    before = scene.state.view(ANNA).get(DiceSeal, "seal")
    for _ in range(100):
        scene.does(ST, RollInSecret("hush", dice=5))
    assert key is not None
    assert (
        before == scene.state.view(ANNA).get(DiceSeal, "seal") == DiceSeal("seal", digest(key.public), root(key.groves))
    )
    places = [roll.seal.leaf for roll in scene.rolls() if roll.seal is not None]
    assert places != sorted(places), "leaves are not counted out"


def test_only_the_storyteller_shows_a_hidden_roll_and_once(chance: Random) -> None:
    """X1: by its id, with its leaf and nothing of any other; the public one has an id of its own."""
    scene = Scene(chance)
    scene.does(ST, RollInSecret("hush", dice=5))
    scene.does(ANNA, Throw("loud", dice=5))
    (hidden,) = scene.state.partition(STORYTELLER).all(Roll)
    (loud,) = scene.state.partition(EVERYONE).all(Roll)
    for seat, roll in ((ANNA, hidden.id), (ST, loud.id), (ST, "nothing")):
        with pytest.raises(Refusal):
            scene.does(seat, ShowRoll(roll))
    scene.does(ST, ShowRoll(hidden.id))
    shown = scene.rolls(ANNA)[-1]
    assert (shown.faces, shown.seal, shown.reason) == (hidden.faces, hidden.seal, "hush")
    assert shown.id != hidden.id
    assert [leaf.id for leaf in scene.state.view(ANNA).all(OpenLeaf)] == [shown.id]
    with pytest.raises(Refusal):
        scene.does(ST, ShowRoll(hidden.id))


def test_players_lend_their_numbers_in_turns(chance: Random) -> None:
    """Whoever has lent least comes next; a command takes one, however often it rolls; nobody's own are touched."""
    scene = Scene(chance, "nightfall")
    scene.does(ANNA, LeaveNonces((b"a" * 16, b"b" * 16)))
    scene.does(BEN, LeaveNonces((b"c" * 16,)))
    for _ in range(4):
        scene.does(ST, Throw("the guard", dice=2))
    scene.does(ANNA, Throw("Anna", dice=2))
    seals = [roll.seal for roll in scene.rolls(ANNA) if roll.seal is not None]
    assert [seal.by for seal in seals] == ["anna", "ben", "anna", "", "anna"]
    assert [seal.nonce[:1] for seal in seals[:3]] == [b"a", b"c", b"b"]
    with pytest.raises(Refusal):
        scene.does(ST, LeaveNonces((b"d" * 16,)))
