"""Sheets: the traits and items of a character, how they are written, and how they travel as a file.

Long because a file is checked against the sheet that it was made from, with helpers for both.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, seats
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.character import Face, Health, Sheet, face_of
from domain.features.characters.health_levels import levels_of
from domain.features.characters.notes import Note
from domain.features.characters.profile import NO_PROFILE, Profile
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.characters.sheet_changes import SheetChanged
from domain.features.rolls.obstacles import Failures, Obstacle, SetFailures, SetObstacle
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import CAST_MOST, ChangeFace, ChangeSheet, CreateCharacter, with_stores
from domain.features.scenes.import_character import ImportCharacter
from domain.features.scenes.scene import cast_members
from domain.rules.character_file import (
    FORMAT,
    VERSION,
    Character,
    CharacterFile,
    ListedItem,
    Merit,
    Wounds,
    read_character,
)
from domain.rules.equipment import Item
from domain.rules.rule_types import TraitGroup, Word
from domain.rules.ruleset import RuleSet
from tests.domain.fight import Fight, act
from tests.domain.random_play import Wanderer, shape_of
from tests.domain.world import ANNA, BEN, ST, WATCHER, World
from tests.in_english import english, refusal_text

ALL = ("revised", "v20", "storytelling", "nightfall")
KNIFE = Item("knife", "Melee", 4, "lethal")
VEST = Item("vest", armour=3, kilograms=4)
ARMED = CreateCharacter(
    "Anna", "a diver", "vampire", (("Strength", 3), ("Fortitude", 1)), ("Melee: knives",), (("Blood", 10, 7),),
    items=(KNIFE, VEST), flags=("fangs", "Rat's Rage"),
)  # fmt: skip


def face(state: State, name: str) -> Face:
    return next(f for f in state.full.all(Face) if f.name == name)


def sheet(world: World, name: str) -> Sheet:
    found = world.here.full.get(Sheet, world.id(name))
    assert found is not None
    return found


def text(**changed: Any) -> str:
    """Return a character's file as a person might write it by hand."""
    return json.dumps({"format": FORMAT, "version": VERSION, "rules": "revised", "name": "Cara", **changed})


def file_of(state: State, name: str, rules: str) -> CharacterFile:
    """Return a character's file, built from the records that its player reads."""
    (m,) = (member for member in cast_members(state.full) if member.name == name)
    profile = state.full.get(Profile, m.id) or NO_PROFILE
    return msgspec.convert(
        {
            "format": FORMAT,
            "version": VERSION,
            "rules": rules,
            "name": m.name,
            "concept": m.concept,
            "kind": m.kind,
            "traits": m.traits,
            "specialties": m.specialties,
            "pools": m.pools,
            "items": [msgspec.structs.asdict(item) for item in m.items],
            "flags": m.flags,
            "health": dict(zip(("bashing", "lethal", "aggravated"), m.health, strict=True)),
            "health_levels": len(m.health_levels),
            "biography": profile.biography,
            "merits": [msgspec.structs.asdict(merit) for merit in profile.merits],
            "notes": next((note.text for note in state.full.all(Note) if note.actor == m.id), ""),
        },
        CharacterFile,
    )


def test_a_sheet_holds_what_a_character_carries_and_can() -> None:
    """D1, D16: a sheet holds traits, points with ratings, weapons, armour and powers; only its readers get any part
    of it."""
    world = World("nightfall")
    world.does(ANNA, ARMED)
    found = sheet(world, "Anna")
    assert (found.dots("Strength"), found.dots("Melee"), found.points("Blood")) == (3, 0, 7)
    assert (found.items, found.flags) == ((KNIFE, VEST), ("fangs", "Rat's Rage"))
    assert world.here.full.audience_of(Sheet, found.id) == seats("anna")
    assert not list(world.here.view(BEN).all(Sheet))
    assert face(world.here, "Anna").kind == "vampire"


def test_what_is_carried_goes_from_scene_to_scene() -> None:
    """T1: items and powers travel with the sheet to the scene and back."""
    world = World("nightfall")
    world.does(ANNA, ARMED)
    world.opens()
    anna = world.id("Anna")
    world.does(ANNA, ChangeSheet(anna, (("Strength", 3),), items=(VEST,), flags=("fangs",)))
    world.closes()
    assert (sheet(world, "Anna").items, sheet(world, "Anna").flags) == ((VEST,), ("fangs",))


def test_a_player_says_who_her_character_is_and_nobody_elses() -> None:
    """Rules 9: only the player of a character and the Storyteller can change its name, concept and kind."""
    world = World()
    world.does(ANNA, ARMED)
    anna = world.id("Anna")
    world.does(ANNA, ChangeFace(anna, "Anna Dee", "a drowned diver", "other"))
    found = face(world.here, "Anna Dee")
    assert (found.concept, found.kind, found.player) == ("a drowned diver", "other", "anna")
    world.refuses(BEN, ChangeFace(anna, "Ben's"), "not-yours")
    assert not world.offers(BEN, ChangeFace)
    world.does(ST, ChangeFace(anna, "Anna"))


@pytest.mark.parametrize(
    ("traits", "pools", "sentence"),
    [
        ((("Strength", 2), ("Strength", 3)), (), "The sheet lists Strength twice"),
        ((), (("Fate", 1, 1), ("Fate", 2, 2)), "The sheet lists Fate twice"),
        ((), (("Blood", 10, 11),), "Blood has a rating of 10 and cannot hold 11 points (D16)."),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused(traits: Any, pools: Any, sentence: str) -> None:
    """D1, D16: a contradictory sheet is refused in creation, in a change and in a file."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    for command in (
        CreateCharacter("Cara", traits=traits, pools=pools),
        ChangeSheet(world.id("Anna"), traits, (), pools),
        ImportCharacter(text(traits=traits, pools=pools)),
    ):
        code = "overfull" if "D16" in sentence else "twice"
        assert sentence in world.refuses(ANNA, command, code)


@pytest.mark.parametrize("skill", ["Nonsense", "Dexterity", "Willpower"])
def test_a_weapon_is_used_with_an_ability_that_there_is(skill: str) -> None:
    """C1, D17: a weapon needs an existing ability on a new sheet, a changed sheet and in a file; items already on a
    sheet may stay."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna", items=(KNIFE, VEST)))
    anna, thing = world.id("Anna"), Item("thing", skill, 4, "lethal")
    listed = [{"name": "thing", "skill": skill}]
    for command in (
        CreateCharacter("Cara", items=(thing,)),
        ChangeSheet(anna, (), items=(KNIFE, thing)),
        ImportCharacter(text(rules="nightfall", items=listed)),
        ImportCharacter(text(rules="nightfall", items=listed), anna),
    ):
        for seat in (ANNA, ST):
            assert f"thing uses the ability “{skill}”, which these rules do not have" in world.refuses(
                seat, command, "no-ability"
            )
    own = catalogue().rulesets["nightfall"].traits
    world.does(ST, ChangeHouseRules(traits=(*own, TraitGroup("More", ("Blades",), kind="ability"))))
    world.does(ANNA, ChangeSheet(anna, (), items=(Item("rapier", "Blades", 5),)))
    world.does(ST, ChangeHouseRules(reset=("traits",)))
    world.does(ANNA, ChangeSheet(anna, (("Strength", 2),), items=(Item("rapier", "Blades", 5),)))


def test_a_file_becomes_a_character_with_all_that_it_has() -> None:
    """D1, D16, C29: an imported character has its wounds, points and weapons, and belongs to the player who imported
    it."""
    world = World()
    item = {"name": "knife", "skill": "Melee", "damage": 4, "kind": "lethal"}
    world.does(
        ANNA,
        ImportCharacter(
            text(
                kind="vampire",
                traits=[["Strength", 3]],
                specialties=["Brawl: grappling"],
                pools=[["Blood", 10, 4]],
                items=[item],
                flags=["fangs"],
                health={"lethal": 2},
            )
        ),
    )
    cara = face(world.here, "Cara")
    assert (cara.player, cara.kind) == ("anna", "vampire")
    assert sheet(world, "Cara") == Sheet(
        cara.id, (("Strength", 3),), ("Brawl: grappling",), (("Blood", 10, 4),), (KNIFE,), ("fangs",)
    )
    assert world.here.full.get(Health, cara.id) == Health(cara.id, 0, 2, 0)


@pytest.mark.parametrize("most", [7, 12, 20])
def test_nobody_is_hurt_more_than_the_levels_in_force_hold(most: int) -> None:
    """C29, G0: damage never exceeds the chronicle's number of health levels, neither by ruling nor by a file."""
    world = World()
    world.does(ST, CreateCharacter("Guard"))
    if most != 7:
        world.does(ST, ChangeHouseRules(health=tuple(Word(-n, f"level {n}") for n in range(most))))
    guard, half = world.id("Guard"), most - most // 2
    for bashing, lethal, aggravated in ((0, most, 0), (half, most // 2, 0), (0, half, most // 2)):
        world.does(ST, SetHealth(guard, bashing, lethal, aggravated))
        hurt = {"bashing": bashing, "lethal": lethal, "aggravated": aggravated}
        world.does(ST, ImportCharacter(text(name=f"Cara {hurt}", health=hurt)))
        assert world.here.full.get(Health, guard) == Health(guard, bashing, lethal, aggravated)
    if most < 20:
        said = f"{most + 1} levels of damage are more than the {most} health levels. Set less damage (C29)."
        assert world.refuses(ST, SetHealth(guard, 1, most, 0), "too-hurt") == said
        assert world.refuses(ANNA, ImportCharacter(text(health={"bashing": 1, "lethal": most})), "too-hurt") == said
        world.does(ST, ImportCharacter(text(health={"lethal": most + 1}), guard))


@pytest.mark.parametrize("levels", [3, 7, 10])
def test_a_file_has_the_characters_own_number_of_health_levels(levels: int) -> None:
    """C29: the Storyteller imports a character with its own number of health levels, and it can be so much hurt; a
    number that the rules have is none of its own. A player's import keeps to the rules."""
    world = World()
    raw = text(health={"lethal": levels}, health_levels=levels)
    world.does(ST, ImportCharacter(raw))
    assert len(levels_of(world.here.full, world.id("Cara"))) == levels
    again = file_of(world.here, "Cara", "revised")
    assert (again.health.lethal, again.health_levels) == (levels, levels if levels != 7 else 0)
    assert "20" in world.refuses(ST, ImportCharacter(text(health_levels=21)), "no-character")
    if levels > 7:
        world.refuses(ANNA, ImportCharacter(raw), "too-hurt")
    else:
        world.does(ANNA, ImportCharacter(text(name="Dora", health={"lethal": levels}, health_levels=levels)))
        assert len(levels_of(world.here.full, world.id("Dora"))) == 7


def test_a_file_written_onto_a_character_leaves_face_and_wounds() -> None:
    """A file written onto a character changes only what its player could write by hand, and the Storyteller reads
    the change."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Strength", 1),)))
    anna = world.id("Anna")
    facts = world.does(ANNA, ImportCharacter(text(traits=[["Strength", 5]], health={"lethal": 3}), onto=anna))
    assert sheet(world, "Anna").dots("Strength") == 5
    assert world.here.full.get(Health, anna) == Health(anna)
    told = [(f.audience, english(f.event.what)) for f in facts if isinstance(f.event, SheetChanged)]
    assert told == [(seats("anna"), "Strength 1 → 5")]
    world.refuses(BEN, ImportCharacter(text(), onto=anna), "not-yours")
    world.refuses(BEN, ImportCharacter(text(), player="anna"), "not-yours-to-make")
    world.does(ST, ImportCharacter(text(), hidden=True))
    assert not any(f.name == "Cara" for f in world.here.view(ANNA).all(Face))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"format": "sheet"}, "It is not a character file (format “coterie-character”)"),
        ({"version": 7}, "It has version 7; this table reads version 1."),
        ({"version": "1"}, "version: expected one of 1."),
        ({"rules": "v20"}, "Cara uses the rules v20, but this table uses revised."),
        ({"name": ""}, "name: expected text with a length of at least 1."),
        ({"name": None}, "name: expected text, got nothing."),
        ({"kind": "ghost"}, "kind: expected one of 'mortal', 'other' or 'vampire'."),
        ({"traits": {"Strength": 3}}, "traits: expected a list, got an object."),
        ({"traits": [["Strength", 3], ["Brawl", 11]]}, "traits, row 2, dots: expected a whole number of at most 10."),
        ({"traits": [["Strength"]]}, "traits, row 1: expected a list with a length of 2."),
        ({"pools": [["Fate", 3, -1]]}, "pools, row 1, points: expected a whole number of at least 0."),
        ({"items": [{"skill": "Melee"}]}, "items, row 1: the field “name” is missing."),
        ({"items": [{"name": "a"}, {"name": "b", "kind": "cold"}]}, "items, row 2, kind: expected one of 'aggravated'"),
        (
            {"items": [{"name": "a", "flags": ["loud"]}]},
            "items, row 1, flags, row 1: expected one of 'clip', 'revolver'",
        ),
        ({"items": [{"name": "a", "colour": "red"}]}, "items, row 1: there is no field “colour”."),
        ({"health": {"lethal": 21}}, "health, lethal: expected a whole number of at most 20."),
        ({"flags": ["x" * 61]}, "flags, row 1: expected text with a length of at most 60."),
        ({"motto": "none"}, "there is no field “motto”."),
    ],
)
def test_a_wrong_file_is_refused_by_its_place(changed: dict[str, Any], sentence: str) -> None:
    """The refusal names the place in the file and the expected value, and nothing changes."""
    world = World()
    before = [list(partition.records()) for partition in world.here.partitions.values()]
    with pytest.raises(Refusal) as refused:
        world.does(ANNA, ImportCharacter(text(**changed)))
    assert sentence in refusal_text(refused.value)
    assert refusal_text(refused.value).startswith("The file was not imported.")
    assert refusal_text(refused.value).endswith("Nothing was changed.")
    assert [list(partition.records()) for partition in world.here.partitions.values()] == before


@pytest.mark.parametrize(
    "raw", ["", "{", "nonsense", "[]", "[" * 5000, '{"format": "coterie-character", "version": 1}']
)
def test_what_is_no_file_at_all_is_refused(raw: str) -> None:
    """Any unreadable file is refused with a sentence."""
    with pytest.raises(Refusal) as refused:
        read_character(raw)
    assert refused.value.code == "no-character"


def characters(seed: int, rules: str) -> CharacterFile:
    """Return a random character file that its types and the known abilities allow."""
    wanderer = Wanderer(seed)
    shape = shape_of(CharacterFile)
    values = dict(zip((field.name for field in shape.fields), wanderer.fields(shape, {}, 0.8), strict=True))
    made = [wanderer.make(Item, {}, 0.8) for _ in range(wanderer.random.randint(0, 3))]
    skills = ("", "Brawl", *(alias for alias, _ in catalogue().rulesets[rules].aliases))
    items = [msgspec.structs.replace(item, skill=wanderer.random.choice(skills)) for item in made if item is not None]
    pools = {name: (name, max(a, b), min(a, b)) for name, a, b in values["pools"]}
    merits = [wanderer.make(Merit, {}, 0.8) for _ in range(wanderer.random.randint(0, 3))]
    return msgspec.convert(
        values
        | {
            "rules": rules,
            "name": "Cara",
            "items": [msgspec.structs.asdict(item) for item in items],
            "health": {"lethal": wanderer.random.randint(0, 7)},
            "traits": list(dict(values["traits"]).items()),
            "pools": list(pools.values()),
            "merits": [msgspec.structs.asdict(one) for one in {(m.kind, m.name): m for m in merits if m}.values()],
            "experience": (),  # a player cannot import it
            "health_levels": 0,  # nor this
        },
        CharacterFile,
    )


@given(st.integers(0, 2**32 - 1), st.sampled_from(ALL))
@settings(max_examples=150)
def test_a_character_that_goes_out_as_a_file_and_comes_in_again_is_the_same(seed: int, rules: str) -> None:
    """D1, D16: file, table, file: every byte is unchanged, if the file lists the stores that it rates."""
    world = World(rules)
    written = characters(seed, rules)
    written = msgspec.structs.replace(written, pools=with_stores(world.here.full, written.traits, written.pools))
    raw = msgspec.json.encode(written)
    world.does(ANNA, ImportCharacter(raw.decode()))
    assert msgspec.json.encode(file_of(world.here, "Cara", rules)) == raw
    assert read_character(raw.decode()) == written


@pytest.mark.parametrize("rules", ALL)
def test_three_characters_are_ready_for_each_rule_set(rules: str) -> None:
    """D1, D17: each ready character is playable: its traits and powers are in the rule set, its points are full."""
    own: type[RuleSet] = catalogue().rulesets[rules]
    assert len(own.ready) == 3
    assert own.fight is not None
    for someone in (*own.ready, *own.fight.opponents):
        check_ready(own, someone)
        world = World(rules)
        raw = {"format": FORMAT, "version": VERSION, "rules": rules, **msgspec.structs.asdict(someone)}
        world.does(ANNA, ImportCharacter(msgspec.json.encode(raw).decode()))
        assert sheet(world, someone.name).items == someone.carried


def check_ready(own: type[RuleSet], someone: Character) -> None:
    """Check that a ready sheet contains only traits, stores, items and powers of its rule set."""
    most = {trait: group.most for group in own.traits for trait in group.traits}
    for trait, dots in someone.traits:
        assert trait in most, (someone.name, trait)
        assert dots <= most[trait], (someone.name, trait)
    for name, rating, points in someone.pools:
        assert name in {store.name for store in own.stores}
        assert points == rating
    assert {item.item for item in someone.items} <= set(own.weapons)
    assert set(someone.flags) <= {power.name for power in own.powers}


def test_nightfalls_ready_characters_are_armed_for_all_of_combat() -> None:
    """Rules 9: weapons and armour, Fate, and a vampire with fangs, claws, Fortitude, Celerity and blood."""
    ready = catalogue().rulesets["nightfall"].ready
    assert all(any(item.skill for item in someone.items) for someone in ready)
    assert any(item.armour for someone in ready for item in someone.items)
    assert all("Fate" in {name for name, _, _ in someone.pools} for someone in ready)
    (vampire,) = (someone for someone in ready if someone.kind == "vampire")
    assert {"fangs", "claws-aggravated"} <= set(vampire.flags)
    assert {"Fortitude", "Celerity", "Blood a turn"} <= {name for name, dots in vampire.traits if dots}
    assert "Blood" in {name for name, _, _ in vampire.pools}


def test_the_option_to_bring_a_file_names_whose_sheet_it_may_become() -> None:
    """A player's choices are a new character or her own sheets; spectators are offered no import."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    world.does(ST, CreateCharacter("Guard"))
    (option,) = world.offers(ANNA, ImportCharacter)
    assert [asked.kind for asked in option.inputs] == ["file", "choice"]
    assert [choice.label for choice in option.inputs[1].choices] == [
        "A new character",
        f"The sheet of {world.id('Anna')}",
    ]
    assert not world.offers(WATCHER, ImportCharacter)


def test_a_full_table_is_brought_no_new_character_from_a_file() -> None:
    """Rules 9: at a full table no new character is offered, and a player without a sheet is offered no import."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    for n in range(CAST_MOST - 1):
        world.does(ST, CreateCharacter(f"Extra {n}"))
    (offer,) = world.offers(ANNA, ImportCharacter)
    assert [choice.label for choice in offer.inputs[1].choices] == [f"The sheet of {world.id('Anna')}"]
    assert not world.offers(BEN, ImportCharacter)


def test_a_file_brings_no_points_back_while_a_scene_is_played() -> None:
    """D16: during a scene a player's file cannot restore points, neither by stating nor by omitting them."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna", traits=(("Willpower", 5),), pools=(("Willpower", 5, 2),)))
    world.opens()
    anna = world.id("Anna")
    unsaid, said = (text(rules="nightfall", traits=[["Willpower", 5]], pools=p) for p in ([], [["Willpower", 5, 3]]))
    for raw in (unsaid, said):
        world.refuses(ANNA, ImportCharacter(raw, anna), "refill")
    world.does(ST, ImportCharacter(said, anna))
    assert sheet(world, "Anna").points("Willpower") == 3


def test_a_file_holds_what_a_character_is_and_leaves_what_a_table_has_with_it() -> None:
    """D1, D16, C29: a file keeps face, traits, specialties, points left, items, powers and wounds. It omits facts of
    the table: lasting conditions (C32), grips (C7), the item in hand (F3), failures (D13) and consequences (G4). An
    imported character has its first weapon in hand."""
    fight = Fight("anna  vampire Intuition 3 Strength 4 Unarmed 3 Melee 1 Blood:3/9 *Melee !fangs +knife +club\n"
                  "bert  npc  Intuition 1  Strength 2  Endurance 2", rules="nightfall")  # fmt: skip
    fight.starts(anna=2, bert=1)
    fight.all_pass("bert")
    fight.declares("anna", act("clinch", "bert"))
    fight.acts("anna", 2, 1, 0)
    fight.arms("anna", "club")
    fight.does(ST, Wound("anna", 2, "aggravated"))
    fight.does(ST, SetCondition("anna", "blinded"))
    fight.does(ST, SetObstacle("the lock"))
    fight.does(ST, SetFailures(next(iter(fight.full.all(Obstacle))).id, "anna", 2))
    raw = msgspec.json.encode(file_of(fight.state, "Anna", "nightfall")).decode()
    world = World("nightfall")
    world.opens()
    world.does(ANNA, ImportCharacter(raw))
    there, here = fight.full, world.here.full
    (met,) = here.all(Face)
    kept = {type(record).__name__ for record in face_of(world.here.partition(EVERYONE), met.id)}
    assert kept == {"Face", "Health", "InHand"}
    lost = {type(record).__name__ for record in face_of(fight.state.partition(EVERYONE), "anna")} - kept
    assert {"Bearing", "Grip", "Slot", "Declaration"} <= lost
    assert not list(here.all(Failures))
    assert in_hand(here, met.id).name == "knife"
    for type_ in (Health, Sheet):
        before, now = there.get(type_, "anna"), here.get(type_, met.id)
        assert before is not None
        assert msgspec.structs.replace(before, id=met.id) == now
    assert (met.name, met.concept, met.kind) == ("Anna", "", "vampire")


def test_listed_items_are_the_same_things() -> None:
    """An item reads the same by field names and by position."""
    assert ListedItem.of(KNIFE).item == KNIFE
    assert json.loads(msgspec.json.encode(ListedItem.of(KNIFE)))["damage"] == 4
    assert Wounds() == Wounds(0, 0, 0)


@pytest.mark.parametrize("rules", ALL)
def test_a_store_that_is_rated_begins_full(rules: str) -> None:
    """D16: in every rule set a new character with a rating in Willpower and no store gets a full store; a given
    store stays unchanged."""
    world = World(rules=rules)
    world.does(ANNA, CreateCharacter("Ada", traits=(("Willpower", 5),)))
    world.does(BEN, CreateCharacter("Bea", traits=(("Willpower", 5),), pools=(("Willpower", 5, 2),)))
    assert sheet(world, "Ada").pools == (("Willpower", 5, 5),)
    assert sheet(world, "Bea").pools == (("Willpower", 5, 2),)
    world.does(ANNA, CreateCharacter("Cy"))
    assert sheet(world, "Cy").pools == ()


@pytest.mark.parametrize("rules", ALL)
def test_a_file_without_a_store_brings_a_full_one(rules: str) -> None:
    """D16: an imported file with a rating and no store gets a full store."""
    world = World(rules=rules)
    text = json.dumps(
        {"format": FORMAT, "version": VERSION, "rules": rules, "name": "Dee", "traits": [["Willpower", 4]]}
    )
    world.does(ANNA, ImportCharacter(text))
    assert sheet(world, "Dee").pools == (("Willpower", 4, 4),)


@pytest.mark.parametrize("rules", [found for _, found in sorted(catalogue().rulesets.items())])
def test_no_ready_mortal_has_what_no_mortal_has(rules: RuleSet) -> None:
    """D17: no ready mortal has a trait, store or power that its rule set reserves for the undead."""
    named = {t for group in rules.traits for t in group.traits}
    assert rules.undead <= named | {s.name for s in rules.stores} | {p.name for p in rules.powers} | {"Potence"}
    for one in rules.ready:
        has = {name for name, _ in one.traits} | {name for name, _, _ in one.pools} | set(one.flags)
        assert one.kind != "mortal" or not has & rules.undead
