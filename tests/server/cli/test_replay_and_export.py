"""`coterie replay` and `coterie export`: each seat's edition of a scene's past."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from domain.core import names
from domain.core.audience import Seat
from domain.core.words import character_ref, phrase, typed
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.cli._seat_replay import SeatReplay
from server.cli.export import escaped_speech
from server.words.texts import texts
from tests.server.cli.served_scene import HIDDEN, SECRET, Coterie, ServedScene, coterie, records, told

__all__ = ["coterie", "told"]


async def test_replay_lists_the_scenes(told: ServedScene, coterie: Coterie) -> None:
    """Without a scene, replay lists the chronicles, each with its scenes below it."""
    ran = await coterie("replay", "--log", told.url)
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("Night  (chronicle/")
    assert ran.out.splitlines()[1] == f"    The *Docks*  ({told.stream})"


async def test_replay_is_one_line_a_commit(told: ServedScene, coterie: Coterie) -> None:
    """The Storyteller sees every commit of the scene; Anna sees the commits with a part for her, numbered by her own
    count. A scene is found by name, id and stream."""
    entries = await told.guests.program.log.read(told.stream, 0)
    everything = await coterie("replay", told.stream, "--log", told.url)
    assert len(everything.out.splitlines()) == len(entries)
    assert SECRET in everything.out
    annas = await coterie("replay", "the *docks*", "--as", "Anna", "--log", told.url)
    assert [int(line.split()[0]) for line in annas.out.splitlines()] == list(range(1, len(entries) - 2))
    assert SECRET not in annas.out
    assert HIDDEN not in annas.out
    assert "Annabel: Who is <b>there</b>?" in annas.out
    by_id = await coterie("replay", f"--as={told.anna.seat}", "--log", told.url, "--", told.stream.split("/")[2])
    assert by_id == annas
    some = await coterie("replay", told.stream, "--as", "anna", "--at", "2", "--log", told.url)
    assert some.out.splitlines() == annas.out.splitlines()[:2]


async def test_a_players_edition_holds_what_the_player_saw(told: ServedScene, coterie: Coterie) -> None:
    """SEC30: in both formats, a player's edition has no secret, no hidden character and no number of the log; the
    Storyteller's has everything."""
    for format_ in ("md", "jsonl"):
        for who in ("Anna", "spectator"):
            ran = await coterie("export", told.stream, "--as", who, "--format", format_, "--log", told.url)
            assert ran.code == 0, ran.err
            assert SECRET not in ran.out
            assert HIDDEN not in ran.out
            assert "Rain falls." in ran.out
        ran = await coterie("export", told.stream, "--as", "storyteller", "--format", format_, "--log", told.url)
        assert SECRET in ran.out
        assert (HIDDEN in ran.out) == (format_ == "jsonl")  # a character that has not acted is in no story


async def test_the_data_is_what_the_socket_told(told: ServedScene, coterie: Coterie) -> None:
    """SEC30: a player's JSON lines hold exactly the records of the player's page, without chains and sealed records."""
    ran = await coterie("export", told.stream, "--as", "Anna", "--format", "jsonl", "--log", told.url)
    head, *commits, _ = [json.loads(line) for line in ran.out.splitlines()]
    assert head["edition"] == "player"
    page = await told.guests.sit(told.anna, told.stream)
    last = {part["audience"]: part["count"] for commit in commits for part in commit["parts"]}
    assert last == {audience: held[0] for audience, held in page.page.audiences.items()}
    assert all(set(part) == {"audience", "count", "at", "changed", "gone"} for c in commits for part in c["parts"])
    assert '"chain":' not in ran.out
    assert "SceneKey" not in ran.out


async def test_the_prose_reads_well_and_means_nothing(told: ServedScene, coterie: Coterie) -> None:
    """SEC20: the prose has the title, names, and rolls with faces and explanation; typed text is no markup, except
    emphasis."""
    ran = await coterie("export", told.stream, "--as", "Anna", "--log", told.url)
    assert ran.out.startswith("# The \\*Docks\\*\n\n*as Anna saw it*\n")
    assert "Annabel: Who is \\<b\\>there\\</b\\>?" in ran.out
    assert "> Annabel rolls to force the door (Strength 3 + Brawl 2) against 6: " in ran.out.replace(" for to", " to")
    assert "\n\\# Not a heading" in ran.out
    assert "\\[click\\](http" in ran.out  # no link: its brackets are escaped
    assert "The {0} Man is out of sight now." in ran.out
    assert "It was **not** *me*, 2 \\* 3 \\* 4." in ran.out
    assert (
        "(whispers to Ben): a word in your ear" in ran.out
    )  # each audience numbers its own lines, so a whisper is not taken for a public line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("fence\n~~~\ncode", "fence  \n\\~\\~\\~  \ncode"),
        ("head\n===", "head  \n\\==="),
        ("head\n---", "head  \n\\---"),
        ("head\n:-:", "head  \n\\:-:"),
        ("rule\n*****\n* * *", "rule  \n\\*\\*\\*\\*\\*  \n\\* \\* \\*"),
        ("- a\n+ b\n1. c\n2)", "\\- a  \n\\+ b  \n1\\. c  \n2\\)"),
        ("\n\nhi\n \n\nBen: I confess.\n\n", "hi  \n\\\n\\\nBen: I confess."),
        ("    code\n    code", "code  \ncode"),
        ("&lt;b&gt; &#62; R&D;", "\\&lt;b\\&gt; &\\#62; R\\&D;"),
    ],
)
def test_what_people_typed_stays_in_its_paragraph(typed: str, kept: str) -> None:
    """SEC20: a typed text makes no heading, rule, list, table or code, and cannot end its paragraph: no player can fake
    another's line."""
    assert escaped_speech(typed) == kept


def test_plain_words_are_kept_as_they_were_typed() -> None:
    """Punctuation within a line is not escaped, and emphasis is the same as at the table."""
    for plain in ("Well - 3.5 + 1 = 4: no?", "2) is fine; R&D, too", "**Now**, **go** *on*", ":) 7 of 9."):
        assert escaped_speech(f"Anna: {plain}") == f"Anna: {plain}"


CONTROLS = {*map(chr, (*range(10), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)))}


async def test_no_terminal_is_commanded_by_what_people_typed(
    told: ServedScene, coterie: Coterie, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC20: control characters and marks that change the reading order are replaced by a visible mark, and a name
    stays in one line; the data keeps the text as typed, with escapes."""
    monkeypatch.setattr(names, "UNPRINTABLE", re.compile("(?!)"))  # as in older logs, names may hold them
    text = "".join(sorted(CONTROLS)) + "\r\n\u2028\u05d0\u200f!"
    guests, log = told.guests, ("--log", told.url)
    teller = await guests.chronicle("\x9bNight")
    anna, zoe = await guests.invited(teller, "Anna"), await guests.invited(teller, "Z\x1b[2J\noe")
    lobby = await guests.sit(teller)
    await lobby.do(BeginScene("\x1b]0;Moon\x07\n\u202erise"))
    stream = records(lobby, "SceneCard")[0][2]
    annas = await guests.sit(anna, stream)
    rude = (
        Say(text),
        Say(text, "", (zoe.seat,)),
        Roll(f"why {text}", dice=1),
        CreateCharacter("\x1b[31mred\rBen\nAnna"),
    )
    for command in rude:
        answer = await annas.do(command)
        assert answer[0] == "accepted", answer
    asked = [("replay",), ("replay", stream, "--as", "nobody")]
    asked += [(what, stream, "--as", who) for what in ("replay", "export") for who in ("storyteller", "Anna")]
    ran = [await coterie(*one, *log) for one in asked]
    for one in ran:
        assert not CONTROLS & set(one.out + one.err), one
    assert "\n    \ufffd]0;Moon\ufffd \ufffdrise  (scene/" in ran[0].out
    assert "Z\ufffd[2J oe" in ran[1].err
    assert all(line[:5].strip().isdigit() for line in ran[2].out.splitlines())
    assert "Face of \ufffd[31mred Ben Anna" in ran[2].out
    assert "\u05d0\u200f!" in ran[2].out, "what Hebrew is typed with"
    exported = await coterie("export", stream, "--as", "Anna", "--format", "jsonl", *log)
    assert not (CONTROLS | {"\u200f", "\u2028", "\u2029"}) & set(exported.out)
    assert json.loads(exported.out.split("\n")[2])["parts"][0]["changed"][-1]["text"] == [
        0,
        "typed",
        [["text", text]],
        "",
    ]


async def test_what_she_alone_sees_comes_before_what_all_are_told_of_it(told: ServedScene, coterie: Coterie) -> None:
    """X4: in the Storyteller's edition and history, a hidden character's dice stand above the turn that they begin, as
    on the Storyteller's page."""
    await told.storyteller.do(StartTurns())
    for asked in (("export", told.stream), ("replay", told.stream)):
        ran = await coterie(*asked, "--as", "storyteller", "--log", told.url)
        assert 0 < ran.out.index(f"{HIDDEN} rolls for Initiative") < ran.out.index("Turn 1.")


async def test_what_is_not_there_is_named(told: ServedScene, coterie: Coterie, tmp_path: Path) -> None:
    """A scene, seat or log that does not exist is reported in a sentence."""
    wrong: dict[tuple[str, ...], str] = {
        ("replay", "nowhere"): "'nowhere'",
        ("export", "nowhere", "--as", "Anna"): "'nowhere'",
        ("replay", told.stream, "--as", "Zoe"): "Anna, Ben",
    }
    for arguments, word in wrong.items():
        ran = await coterie(*arguments, "--log", told.url)
        assert ran.code == 2
        assert word in ran.err
        assert ran.err.count("\n") == 1
    for sound in (["replay"], ["backup", str(tmp_path / "copy.db")]):
        ran = await coterie(*sound, "--log", f"sqlite:///{tmp_path}/nothing.db")
        assert ran.code == 1
        assert "nothing.db does not exist" in ran.err
        assert ran.err.count("\n") == 1
    assert not (tmp_path / "nothing.db").exists()


def test_what_a_person_typed_is_no_reference() -> None:
    """Braces that people typed stay as they are: only arguments are names."""
    replay = SeatReplay(Seat("anna", "player"))
    line = {"type": "Line", "kind": "narrated", "who": "", "refs": [], "audience": "everyone"}
    said = replay.text_of(line | {"text": msgspec.to_builtins(typed("{0} {{x}} {0.__class__}"))}, {}, texts())
    assert said == "{0} {{x}} {0.__class__}"
    hit = msgspec.to_builtins(phrase("line-action-lost", who=character_ref("ben"), action=typed("x"), why=typed("y")))
    assert replay.text_of(line | {"text": hit}, {}, texts()).startswith("somebody: ")
