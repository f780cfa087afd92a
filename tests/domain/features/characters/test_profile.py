"""Profiles and private notes: who reads them, and how they last."""

from __future__ import annotations

import json

from domain.core.audience import STORYTELLER, seats
from domain.core.record import Record
from domain.features.cast.hand_over import HandOver
from domain.features.characters.notes import NOTES_MOST, Note, WriteNote
from domain.features.characters.profile import Profile, WriteProfile
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.import_character import ImportCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.rules.character_file import FORMAT, VERSION, Merit
from tests.domain.world import ANNA, BEN, ST, World

ALLIES = Merit("Allies", 2, "background", "the harbour police")
LUCK = Merit("Luck", 3)


def world() -> World:
    """Return a chronicle with Anna's and Ben's characters, and one of the Storyteller's."""
    w = World()
    w.does(ANNA, CreateCharacter("Anna"))
    w.does(BEN, CreateCharacter("Ben"))
    w.does(ST, CreateCharacter("Brandt"))
    return w


def seen(w: World, type_: type[Record]) -> dict[str, list[str]]:
    """Return the ids of all records of a type that each seat reads."""
    return {seat.id: sorted(r.id for r in w.here.view(seat).all(type_)) for seat in (ST, ANNA, BEN)}


def test_a_profile_is_read_by_its_player_and_the_storyteller() -> None:
    """G1: others see neither the biography nor the merits, and read no line about a change."""
    w = world()
    anna = w.id("Anna")
    w.does(ANNA, WriteProfile(anna, "Born at sea.", (ALLIES, LUCK)))
    assert seen(w, Profile) == {"st": [anna], "anna": [anna], "ben": []}
    assert w.lines(ANNA)[-1] == f"{anna}’s sheet: Allies 0 → 2, Luck 0 → 3, biography changed."
    assert w.lines(BEN) == w.lines()
    w.does(ST, WriteProfile(anna, "Born at sea.", (ALLIES,)))
    assert w.lines(ANNA)[-1] == f"{anna}’s sheet: without Luck."
    assert w.refuses(BEN, WriteProfile(anna), "not-yours")
    assert w.refuses(ANNA, WriteProfile(anna, "Born at sea.", (ALLIES,)), "profile-as-before")
    w.does(ANNA, WriteProfile(anna))
    assert seen(w, Profile) == {"st": [], "anna": [], "ben": []}


def test_a_name_stands_once_among_the_merits_of_a_kind() -> None:
    """D1: no name twice in one kind, no control characters, and not too much text."""
    w = world()
    anna = w.id("Anna")
    assert w.refuses(ANNA, WriteProfile(anna, "", (LUCK, Merit("Luck", 1))), "twice")
    assert w.refuses(ANNA, WriteProfile(anna, "", (Merit("Lu\u202eck"),)), "unprintable")
    long = tuple(Merit(f"Merit {n}", 1, "merit", "x" * 200) for n in range(39))
    w.does(ANNA, WriteProfile(anna, "", long))
    assert w.refuses(ANNA, WriteProfile(anna, "", (*long[:-1], Merit("x", 1, "flaw", "ö" * 200))), "long-merits")
    w.does(ANNA, WriteProfile(anna, "", (LUCK, Merit("Luck", 1, "background"))))


def test_a_profile_goes_with_its_character() -> None:
    """G0, T1: a scene has it, a change in the scene comes home, and a new player gets it in place of the old one."""
    w = world()
    anna = w.id("Anna")
    w.does(ANNA, WriteProfile(anna, "Born at sea."))
    w.opens()
    assert seen(w, Profile)["anna"] == [anna]
    w.does(ANNA, WriteProfile(anna, "Born in Kiel."))
    w.does(ST, RemoveCharacter(anna))
    assert seen(w, Profile) == {"st": [], "anna": [], "ben": []}
    w.does(ST, ReturnCharacter(anna))
    assert seen(w, Profile)["anna"] == [anna]
    w.does(ST, HandOver(anna, "ben"))
    assert seen(w, Profile) == {"st": [anna], "anna": [], "ben": [anna]}
    w.closes()
    assert seen(w, Profile) == {"st": [anna], "anna": [], "ben": [anna]}
    found = w.here.full.get(Profile, anna)
    assert found is not None
    assert found.biography == "Born in Kiel."


def test_a_note_is_read_by_its_writer_and_the_storyteller() -> None:
    """X1: a player's note is read by that player and the Storyteller, and hers by her alone."""
    w = world()
    anna, brandt = w.id("Anna"), w.id("Brandt")
    w.does(ANNA, WriteNote(brandt, "He lied about the boat."))
    w.does(ST, WriteNote(anna, "Her brother is alive."))
    w.does(ST, WriteNote(brandt, "The traitor."))
    audiences = {n.text: w.here.full.audience_of(Note, n.id) for n in w.here.full.all(Note)}
    assert audiences == {
        "He lied about the boat.": seats("anna"),
        "Her brother is alive.": STORYTELLER,
        "The traitor.": STORYTELLER,
    }
    assert seen(w, Note) == {"st": sorted([anna, brandt, f"{brandt} anna"]), "anna": [f"{brandt} anna"], "ben": []}
    assert w.lines() == w.lines(ANNA), "no line tells of a note"


def test_a_note_stays_with_its_writer() -> None:
    """G0, T1: a note lasts from scene to scene, while its character is out of the scene, and when it is handed over."""
    w = world()
    anna = w.id("Anna")
    w.does(ANNA, WriteNote(anna, "I owe Ben a favour."))
    w.does(ST, WriteNote(anna, "Her brother is alive."))
    w.opens()
    w.does(ST, RemoveCharacter(anna))
    assert seen(w, Note) == {"st": [anna, f"{anna} anna"], "anna": [f"{anna} anna"], "ben": []}
    w.does(ST, ReturnCharacter(anna))
    w.does(ST, HandOver(anna, "ben"))
    w.does(BEN, WriteNote(anna, "Now mine."))
    w.closes()
    assert seen(w, Note)["anna"] == [f"{anna} anna"]
    assert seen(w, Note)["ben"] == [f"{anna} ben"]
    w.does(BEN, WriteNote(anna))
    assert seen(w, Note)["ben"] == []
    w.does(ST, RemoveCharacter(anna))
    assert seen(w, Note) == {"st": [], "anna": [], "ben": []}, "a character that is gone for good has no notes"


def test_the_notes_of_a_writer_are_limited() -> None:
    """SEC19: the notes of one writer have at most so many characters together; a note can always be deleted."""
    w = World()
    cast = [f"C{n}" for n in range(11)]
    for name in cast:
        w.does(ST, CreateCharacter(name))
    for name in cast[:10]:
        w.does(ANNA, WriteNote(w.id(name), "x" * (NOTES_MOST // 10)))
    assert w.refuses(ANNA, WriteNote(w.id("C10"), "x"), "long-notes")
    w.does(ANNA, WriteNote(w.id("C0"), "x"))
    w.does(ANNA, WriteNote(w.id("C10"), "x"))
    w.does(ANNA, WriteNote(w.id("C10")))


def file(**more: object) -> str:
    """Return a character's file with a profile, notes and experience."""
    head = {"format": FORMAT, "version": VERSION, "rules": "revised", "name": "Cara"}
    merits = [{"name": "Luck", "dots": 3}, {"name": "Debts", "dots": 1, "kind": "flaw", "text": "to Brandt"}]
    experience = [{"points": 5, "what": "the harbour"}, {"points": -2, "what": "Stealth 2"}]
    return json.dumps(
        head | {"biography": "A diver.", "merits": merits, "notes": "Mine.", "experience": experience} | more
    )


def test_a_file_brings_the_profile_and_the_players_notes() -> None:
    """rules 9: a new character has the file's profile and notes; on an existing one the notes stay as they were."""
    w = world()
    w.does(ANNA, ImportCharacter(file()))
    cara, debts = w.id("Cara"), Merit("Debts", 1, "flaw", "to Brandt")
    assert w.here.view(ANNA).get(Profile, cara) == Profile(cara, "A diver.", (LUCK, debts))
    assert [n.text for n in w.here.view(ANNA).all(Note)] == ["Mine."]
    assert seen(w, Profile)["ben"] == seen(w, Note)["ben"] == []
    w.does(ANNA, ImportCharacter(file(biography="A thief.", notes="Other."), onto=cara))
    assert w.here.view(ANNA).get(Profile, cara) == Profile(cara, "A thief.", (LUCK, debts))
    assert [n.text for n in w.here.view(ANNA).all(Note)] == ["Mine."]
    w.does(ANNA, ImportCharacter(file(biography="", merits=[]), onto=cara))
    assert seen(w, Profile)["anna"] == [cara], "a file without a profile leaves it"
    assert w.refuses(ANNA, ImportCharacter(file(merits=[{"name": "Luck", "dots": 11}])), "no-character")
